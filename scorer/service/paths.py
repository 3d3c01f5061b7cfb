"""Where the service's own files lie."""

from __future__ import annotations

from pathlib import Path

__all__ = ["templates"]


def templates() -> Path:
    """The folder of the templates: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).resolve().parents[1]
    beside = package.parent / "templates"
    return beside if beside.is_dir() else package / "templates"
