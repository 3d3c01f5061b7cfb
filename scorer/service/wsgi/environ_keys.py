"""What is known of a request beside its headers, by name: in its environ, or in its ASGI scope."""

from __future__ import annotations

from typing import Final

REQUEST_ID: Final = "scorer.request_id"
CLIENT_KEY: Final = "scorer.client"
RATE_LIMITS: Final = "scorer.rate_limits"
"""The limits that the request was counted against, beside the budget of its client."""

CLIENT_LEFT: Final = "scorer.client_left"
"""In the scope: a ``threading.Event`` that is set once the client has left."""
