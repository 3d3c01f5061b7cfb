"""The headers that say how much a client may still do, by draft-ietf-httpapi-ratelimit-headers."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple

POLICY_HEADER: Final = "RateLimit-Policy"
STATE_HEADER: Final = "RateLimit"
HEADER_NAMES: Final = (STATE_HEADER, POLICY_HEADER)


class RateLimit(NamedTuple):
    """A limit that a request of a client counts against.

    Attributes:
        name: Its name in both headers.
        quota: How much a client may do in a window.
        window: The length of a window, in seconds.
        left: How much of the quota is left.
        resets: The seconds after which all of it is there again.
        unit: What is counted; requests where empty.
    """

    name: str
    quota: int
    window: int
    left: int
    resets: float
    unit: str = ""


def headers_of(limits: Sequence[RateLimit]) -> list[tuple[str, str]]:
    """Return the headers of an answer whose request counts against these limits."""
    if not limits:
        return []
    return [
        (POLICY_HEADER, ", ".join(map(_policy_header, limits))),
        (STATE_HEADER, ", ".join(map(_state_header, limits))),
    ]


def _policy_header(limit: RateLimit) -> str:
    unit = f';qu="{limit.unit}"' if limit.unit else ""
    return f'"{limit.name}";q={limit.quota};w={limit.window}{unit}'


def _state_header(limit: RateLimit) -> str:
    return f'"{limit.name}";r={max(0, limit.left)};t={max(0, ceil(limit.resets))}'
