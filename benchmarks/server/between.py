"""A way to a server on which things go wrong: it can be closed, and what comes back can be lost."""

from __future__ import annotations

import random
import socket
import threading
from contextlib import suppress
from select import select as ready


class Proxy:
    """Carries bytes to a port of this machine and back, from a port of its own."""

    def __init__(self, to: int, loses: float = 0.0) -> None:
        self.to = to
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.open = True
        self.ends: list[socket.socket] = []
        # How often an answer is lost, of 1, and how many were.
        self.loses = loses
        self.lost = 0
        # When the server has been sent all of these, nothing more comes back from it.
        self.silent_after: list[bytes] = []
        self.silent = False
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                try:
                    if not self.open:
                        raise OSError
                    server = socket.create_connection(("127.0.0.1", self.to))
                except OSError:
                    client.close()
                    continue
                self.ends = [end for end in self.ends if end.fileno() >= 0] + [client, server]
                threading.Thread(target=self._carry, args=(client, server), daemon=True).start()

    def _carry(self, client: socket.socket, server: socket.socket) -> None:
        other = {client: server, server: client}
        with suppress(OSError, ValueError):
            while True:
                for end in ready([client, server], [], [], 10)[0]:
                    piece = end.recv(65_536)
                    if not piece or (end is server and self._is_silent()):
                        raise OSError
                    if end is client and self.silent_after and self.silent_after[0] in piece:
                        del self.silent_after[0]
                        self.silent = not self.silent_after
                    other[end].sendall(piece)
        client.close()
        server.close()

    def _is_silent(self) -> bool:
        if random.random() < self.loses:
            self.lost += 1
            return True
        silent, self.silent = self.silent, False
        return silent

    def shut(self) -> None:
        """Close it, with all that is under way on it."""
        self.open = False
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.ends = []

    def close(self) -> None:
        """Shut it for good."""
        self.shut()
        self.listener.close()
