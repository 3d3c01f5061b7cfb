"""What the middleware and the application tell each other of a request, by name in its environ."""

from __future__ import annotations

from typing import Final

__all__ = ["CLIENT", "REQUESTS", "REQUEST_ID"]

REQUEST_ID: Final = "scorer.request_id"
CLIENT: Final = "scorer.client"

REQUESTS: Final = "scorer.requests"
"""As how many requests this one counts: a batch counts as one for each of its documents."""
