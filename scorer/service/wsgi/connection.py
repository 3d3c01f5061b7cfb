"""One connection of the worker: what is received and sent on it, each within a deadline.

A deadline is for the whole of a header, a body or an answer. It does not begin anew with each byte,
but more bytes may take longer, so it grows with the bytes received or sent.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from asyncio import LimitOverrunError, StreamReader, StreamReaderProtocol, StreamWriter
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import CancelledError
from contextlib import suppress
from http import HTTPStatus
from time import monotonic
from typing import Any

__all__ = ["Answer", "Connection", "GivenUpError", "Room"]

KIB = 1024

# Bytes a second that a client is to send or read after its first seconds.
RATE = 32 * KIB
# Of an answer that is still being made, this much may wait to be sent.
AHEAD = 256 * KIB
# An answer that is made in small pieces is sent at most once in so many seconds, unless so many
# bytes are ready before.
SEND_INTERVAL = 0.05
ENOUGH = 16 * KIB
# How many seconds and how many bytes a client may still send after its last answer.
LINGER = 2.0
MOST_LINGERING = 64 * KIB


class GivenUpError(OSError):
    """A client took too long or wanted too much. ``status`` is that of the answer that says so, 0
    for no answer; ``at`` is where it happened, as the counters call it."""

    def __init__(self, at: str, status: int = 0) -> None:
        super().__init__(f"given up: {at}")
        self.at = at
        self.status = status


class Room:
    """How many more bytes all connections together may hold."""

    def __init__(self, left: int) -> None:
        self.left = left


class Connection:
    """A client's connection: requests are read from it, answers are written to it."""

    reader: StreamReader
    writer: StreamWriter

    def __init__(
        self, client: socket.socket, address: Any, config: Mapping[str, Any], unsent: Room
    ) -> None:
        self._client = client
        self._config = config
        self._unsent = unsent
        self.address = address
        self.reached: Any = ("", 0)
        self.served = 0
        self.idle = True
        self.cut_short = False
        self.opened = False

    async def open(
        self, loop: asyncio.AbstractEventLoop, tls: ssl.SSLContext | None, longest_head: int
    ) -> None:
        """Make the reader and the writer, after the TLS handshake where there is one."""
        self.reached = self._client.getsockname()
        self.reader = StreamReader(limit=longest_head, loop=loop)
        protocol = StreamReaderProtocol(self.reader, loop=loop)
        transport, _ = await loop.connect_accepted_socket(
            lambda: protocol,
            self._client,
            ssl=tls,
            ssl_handshake_timeout=self._config["HEADER_SECONDS"] if tls else None,
        )
        self.writer = StreamWriter(transport, protocol, self.reader, loop)
        self.opened = True

    async def head(self, kept: float) -> bytes:
        """The next header. ``kept`` is for how many seconds a connection that is kept alive may be
        idle before it, 0 for the first header. Raises EOFError where the client is done, and
        GivenUpError where it is too slow or the header too long."""
        self.idle = True
        patience = self._config["HEADER_SECONDS"]
        try:
            async with asyncio.timeout(kept or patience) as limit:
                first = await self.reader.read(1)
                if not first:
                    raise EOFError
                self.idle = False
                if kept:
                    limit.reschedule(asyncio.get_running_loop().time() + patience)
                return first + await self.reader.readuntil(b"\r\n\r\n")
        except TimeoutError:
            if kept and self.idle:
                raise EOFError from None
            raise GivenUpError("header", 0 if self.idle else 408) from None
        except LimitOverrunError:
            raise GivenUpError("header", 431) from None

    async def in_time(self, body: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The pieces of a body, as they come. Raises GivenUpError when they come too slowly."""
        deadline = asyncio.get_running_loop().time() + self._config["BODY_SECONDS"]
        while True:
            try:
                async with asyncio.timeout_at(deadline):
                    piece = await anext(body)
            except StopAsyncIteration:
                return
            except TimeoutError:
                raise GivenUpError("body", 408) from None
            deadline += len(piece) / RATE
            yield piece

    def go_on(self) -> None:
        """Answer "100 Continue", for which the client waits before it sends the body."""
        self.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def say(self, status: int) -> None:
        """Answer with this status and nothing else, unless it is 0."""
        if status and not self.writer.transport.is_closing():
            first = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
            wait = "Retry-After: 5\r\n" if status == 503 else ""
            end = "Connection: close\r\nContent-Length: 0\r\n\r\n"
            self.writer.write(f"{first}{wait}{end}".encode("ascii"))

    async def taken(self, seconds: float) -> None:
        """Wait until the client has received nearly all that was written for it. Raises
        GivenUpError if that takes more seconds, or if there is no room for so much."""
        transport = self.writer.transport
        unsent = transport.get_write_buffer_size()
        if not unsent and not transport.is_closing():
            return
        if unsent > self._unsent.left:
            transport.abort()
            raise GivenUpError("room")
        self._unsent.left -= unsent
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await self.writer.drain()
        except TimeoutError:
            transport.abort()
            raise GivenUpError("answer") from None
        finally:
            self._unsent.left += unsent

    async def close(self) -> None:
        """Close the connection once the client has read the last answer, or took too long."""
        if not self.opened:
            self._client.close()
            return
        transport = self.writer.transport
        try:
            if not transport.is_closing():
                unsent = transport.get_write_buffer_size()
                async with asyncio.timeout(self._config["ANSWER_SECONDS"] if unsent else LINGER):
                    await self._let_it_read()
            self.writer.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(LINGER):
                    await self.writer.wait_closed()
        except OSError:
            pass
        finally:
            transport.abort()

    async def _let_it_read(self) -> None:
        """Read what the client still sends: closing a connection with bytes that nobody has read
        resets it, and the last answer is lost."""
        if not self.writer.can_write_eof():
            return
        self.writer.write_eof()
        left = MOST_LINGERING
        while left > 0 and (piece := await self.reader.read(left)):
            left -= len(piece)


class Answer:
    """An answer while it is made. gunicorn, in a thread, uses it as if it were the client's
    socket."""

    def __init__(self, loop: asyncio.AbstractEventLoop, connection: Connection) -> None:
        self._loop = loop
        self._connection = connection
        self._patience: float = connection._config["ANSWER_SECONDS"]
        self._kept: list[bytes] = []
        self._ahead = 0
        self._pushed = 0.0
        self._failure: OSError | None = None

    def sendall(self, data: bytes) -> None:
        """Keep what is to be sent until ``push`` or ``finish``."""
        if self._failure is not None:
            raise self._failure
        self._kept.append(data)

    def push(self) -> None:
        """Send what is kept, from a thread, unless something has just been sent.

        Waits while the client has not yet received what was sent before.
        """
        now = monotonic()
        if now < self._pushed + SEND_INTERVAL and sum(map(len, self._kept)) < ENOUGH:
            return
        self._pushed = now
        data = b"".join(self._kept)
        self._kept.clear()
        self._ahead += len(data)
        if self._ahead <= AHEAD:
            self._loop.call_soon_threadsafe(self._write, data)
            return
        self._ahead = 0
        try:
            asyncio.run_coroutine_threadsafe(self._send(data), self._loop).result()
        except CancelledError:
            raise BrokenPipeError from None

    async def finish(self) -> None:
        """Send what is kept, from the event loop."""
        await self._send(b"".join(self._kept))

    def send(self, data: bytes) -> int:
        """Does nothing: gunicorn sends so only "100 Continue", which has been sent already."""
        return len(data)

    def gettimeout(self) -> None:
        """Does nothing: an answer has its own deadline."""

    def settimeout(self, seconds: float | None) -> None:
        """Does nothing: an answer has its own deadline."""

    def setblocking(self, flag: object) -> None:
        """Does nothing: an answer has its own deadline."""

    async def _send(self, data: bytes) -> None:
        if self._failure is not None:
            raise self._failure
        self._write(data)
        began = self._loop.time()
        self._patience += len(data) / RATE
        try:
            await self._connection.taken(self._patience)
        except OSError as error:
            self._failure = error
            raise
        finally:
            self._patience -= self._loop.time() - began

    def _write(self, data: bytes) -> None:
        if self._connection.writer.transport.is_closing():
            self._failure = self._failure or BrokenPipeError()
        elif data:
            self._connection.writer.write(data)
