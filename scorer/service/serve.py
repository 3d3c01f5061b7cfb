"""``scorer serve``: the service in one process, by gunicorn where it runs."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorer.service import create_app

__all__ = ["GUNICORN", "CannotListenError", "run"]

_SHARED_MEMORY = Path("/dev/shm")

# The settings of gunicorn for one table as for a club; gunicorn.conf.py takes them from here.
GUNICORN: dict[str, Any] = {
    "worker_class": "scorer.service.wsgi.worker.BufferingWorker",
    "threads": 8,
    # Connections of one process, also idle ones: fewer than the files that a process may open.
    "worker_connections": 800,
    "timeout": 30,
    "graceful_timeout": 20,
    "keepalive": 5,
    # The longest address holds a whole table typed into the page.
    "limit_request_line": 8190,
    "limit_request_fields": 60,
    "limit_request_field_size": 8190,
    # No header of a request may say under which path the service is.
    "forwarder_headers": "",
    # The application logs every request itself, once it is answered.
    "accesslog": None,
    # The heartbeat is kept in memory, where that can be written.
    "worker_tmp_dir": str(_SHARED_MEMORY) if os.access(_SHARED_MEMORY, os.W_OK) else None,
    # The socket for gunicornc would be made in the home directory.
    "control_socket_disable": True,
}


class CannotListenError(OSError):
    """The port is taken, or the address is not of this machine."""


def run(host: str, port: int, ready: Callable[[], None]) -> None:
    """Serve until interrupted or until the terminal is closed; ``ready`` is called once it listens.

    Raises CannotListenError before it starts. Windows has no gunicorn: there werkzeug's server is
    used.
    """
    _try_to_listen(host, port)
    try:
        from gunicorn.app.base import BaseApplication
        from gunicorn.errors import HaltServer
    except ImportError:
        from werkzeug.serving import run_simple

        ready()
        run_simple(host, port, create_app(), threaded=True)
        return

    # Long: gunicorn is imported, and its application made, only where there is one.
    hung_up: list[int] = []

    def stop(number: int, _: Any) -> None:
        hung_up.append(number)
        os.kill(os.getpid(), signal.SIGTERM)

    ignored = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # by nohup

    def listening(_: Any) -> None:
        # On a hang-up gunicorn itself would restart, and go on without the terminal.
        signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else stop)
        ready()

    class Server(BaseApplication):  # type: ignore[misc]
        """gunicorn with settings from here and not from its own command line."""

        def load_config(self) -> None:
            for name, value in _settings(host, port, listening).items():
                if name in self.cfg.settings:
                    self.cfg.set(name, value)

        def load(self) -> Any:
            return create_app({"LOG_REQUESTS": False})

    try:
        Server().run()
    except HaltServer:
        # A worker that is stopped before it has begun counts as one that failed.
        if not hung_up:
            raise


def _settings(host: str, port: int, listening: Callable[[Any], None]) -> dict[str, Any]:
    """gunicorn's settings for one person's own use."""
    return GUNICORN | {
        "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        "when_ready": listening,
        "workers": 1,
        "loglevel": "warning",
    }


def _try_to_listen(host: str, port: int) -> None:
    """Raise CannotListenError if the port cannot be listened on: gunicorn would try for five
    seconds before it says so."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        raise CannotListenError((error.strerror or str(error)).partition(" (")[0]) from None
