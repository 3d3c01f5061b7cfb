"""The web service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

__all__ = ["create_app"]


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Return the application, with these settings over the defaults and over SCORER_...
    variables."""
    # Not above: a phone has parts of this package, and no server.
    from scorer.service.application import create_app

    return create_app(config)
