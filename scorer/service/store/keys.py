"""The secret keys of games. The store has only their hashes."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_urlsafe
from typing import Final, get_args

from werkzeug.routing import BaseConverter

from scorer.service.wsgi.masks import NO_KEYS
from scorer.types.terms import Role

ROLES: Final[tuple[Role, ...]] = get_args(Role)

BYTES: Final = 16


class GameKey(BaseConverter):
    """A URL converter for keys: anything except the names of pages beside games."""

    regex = rf"(?!(?:{NO_KEYS})(?:/|$))[^/]+"


def new_key() -> str:
    """Return a new key: 128 random bits in URL-safe characters."""
    return token_urlsafe(BYTES)


def digest(key: str) -> str:
    """Return the hash of a key. Random keys of 128 bits need no salt."""
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
