"""Where the service's own files lie: beside the package in a checkout, inside it when installed."""

from __future__ import annotations

from pathlib import Path

PACKAGE_PARENT = Path(__file__).resolve().parents[2]


def templates() -> Path:
    """Return the folder of the templates."""
    return _path_of_resource("templates")


def gunicorn_settings() -> Path:
    """Return the file with the settings of gunicorn."""
    return _path_of_resource("gunicorn.conf.py")


def _path_of_resource(name: str) -> Path:
    beside = PACKAGE_PARENT.parent / name
    return beside if beside.exists() else PACKAGE_PARENT / name
