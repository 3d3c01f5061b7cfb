"""``scorer serve``: gunicorn in one process, for whoever is at the terminal."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable

from scorer.service.server.paths import gunicorn_settings


class CannotListenError(OSError):
    """The port is taken, or the address is not of this machine."""


def reachable_host(host: str) -> str:
    """Return the host of the address at which phones of this network reach a listener.

    Args:
        host: where it listens; at all addresses (0.0.0.0, ::) it is reached at the one of this
            machine that leads outside, if there is one.
    """
    if host not in ("0.0.0.0", "::"):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it chooses the way out
        except OSError:
            return host
        return str(probe.getsockname()[0])


def run(host: str, port: int, ready: Callable[[], None]) -> None:
    """Serve until interrupted or until the terminal is closed.

    gunicorn takes the place of this process. Windows has no gunicorn: there werkzeug serves.

    Args:
        host: the address to listen at.
        port: the port.
        ready: called once the service listens.

    Raises:
        CannotListenError: before anything is served.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise CannotListenError((error.strerror or str(error)).partition(" (")[0]) from None
    ready()
    if sys.platform == "win32":
        from werkzeug.serving import run_simple

        from scorer.service import create_app
        from scorer.service.server.prepare import prepare

        app = create_app()
        prepare(app)
        run_simple(host, port, app, threaded=True, fd=listener.detach())
        return
    listener.set_inheritable(True)
    ignored = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # by nohup
    os.environ["SCORER_HANG_UP"] = "ignore" if ignored else "stop"
    os.environ.setdefault("SCORER_LOG_REQUESTS", "false")
    settings = ["--config", str(gunicorn_settings()), "--bind", f"fd://{listener.fileno()}"]
    program = [sys.executable, "-m", "gunicorn", *settings, "--workers", "1"]
    sys.stdout.flush()
    os.execv(sys.executable, [*program, "scorer.service:create_app()"])
