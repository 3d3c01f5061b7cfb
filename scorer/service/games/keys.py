"""The keys of games: whoever has one is let in, and nobody else. The store keeps their hashes."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_urlsafe
from typing import Final, Literal

from werkzeug.routing import BaseConverter

from scorer.service.wsgi.masks import NO_KEYS

__all__ = ["ROLES", "GameKey", "Role", "digest", "new_key"]

Role = Literal["play", "watch"]
ROLES: Final[tuple[Role, ...]] = ("play", "watch")
"""What a key is for: to read and write, or to read."""

BYTES: Final = 16


class GameKey(BaseConverter):
    """What may stand for a key in an address: anything but the names of what is there beside."""

    regex = rf"(?!(?:{NO_KEYS})(?:/|$))[^/]+"


def new_key() -> str:
    """A key that nobody guesses: 128 random bits, in letters that an address holds as they are."""
    return token_urlsafe(BYTES)


def digest(key: str) -> str:
    """The hash under which a key is kept. It needs no salt: no two keys are alike, and none can be
    found by trying."""
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
