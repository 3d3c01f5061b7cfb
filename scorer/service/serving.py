"""``scorer serve``: the service in one process, by gunicorn where it runs."""

from __future__ import annotations

from typing import Any

from scorer.service import create_app

__all__ = ["run"]


def run(host: str, port: int) -> None:
    """Serve until interrupted. Windows has no gunicorn; werkzeug's server does there."""
    try:
        from gunicorn.app.base import BaseApplication
    except ImportError:
        from werkzeug.serving import run_simple

        run_simple(host, port, create_app(), threaded=True)
        return

    class Server(BaseApplication):  # type: ignore[misc]
        """gunicorn told by arguments, not by its own command line."""

        def load_config(self) -> None:
            settings = {
                "bind": f"{host}:{port}",
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
