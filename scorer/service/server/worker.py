"""The worker that gunicorn starts: its own for ASGI, with the application as ASGI."""

from __future__ import annotations

import sys
from threading import Thread
from typing import Any

from gunicorn.workers.gasgi import ASGIWorker

from scorer.service.server.asgi import as_asgi
from scorer.service.settings import DEFAULTS
from scorer.service.store.records import STORE_EXTENSION

SWITCH_INTERVAL_SECONDS = 0.001
"""Each busy thread runs for so many seconds before Python switches to the next: a fifth of the
default, so that a short request waits less for long ones."""

EXIT_DELAY_SECONDS = 1.0
"""For so many seconds before a process ends, answers say that their connections are closed: what a
client sends while its connection is closed would be lost."""


class Worker(ASGIWorker):  # type: ignore[misc]
    """Serves a WSGI application: requests are read in an event loop, and worked on in threads."""

    def init_process(self) -> None:
        """Begin in the new process."""
        sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
        super().init_process()

    def load_wsgi(self) -> None:
        """Load the application, and bring the database of games up to date beside it."""
        app: Any = self.app.wsgi()
        store = getattr(app, "extensions", {}).get(STORE_EXTENSION)
        if store is not None:
            Thread(target=store.database.prepare, daemon=True).start()
        self.asgi = as_asgi(app, {**DEFAULTS, **getattr(app, "config", {})})

    def handle_exit_signal(self) -> None:
        """End soon, when clients know."""
        self.asgi.is_ending = True
        self.loop.call_later(EXIT_DELAY_SECONDS, super().handle_exit_signal)
