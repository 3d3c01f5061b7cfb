"""``scorer serve``: the service in one process, by gunicorn where it runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorer.service import create_app

__all__ = ["run"]


def run(host: str, port: int, ready: Callable[[], None]) -> None:
    """Serve until interrupted; ``ready`` is called once it listens.

    Windows has no gunicorn; werkzeug's server does there.
    """
    try:
        from gunicorn.app.base import BaseApplication
    except ImportError:
        from werkzeug.serving import run_simple

        ready()
        run_simple(host, port, create_app(), threaded=True)
        return

    class Server(BaseApplication):  # type: ignore[misc]
        """gunicorn told by arguments, not by its own command line."""

        def load_config(self) -> None:
            shared = Path("/dev/shm")
            settings = {
                "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
                "when_ready": lambda server: ready(),
                "worker_tmp_dir": str(shared) if os.access(shared, os.W_OK) else None,
                "workers": 1,
                "worker_class": "gthread",
                "threads": 4,
                "loglevel": "warning",
                "control_socket_disable": True,
            }
            for name, value in settings.items():
                if name in self.cfg.settings:
                    self.cfg.set(name, value)

        def load(self) -> Any:
            return create_app({"LOG_REQUESTS": False})

    Server().run()
