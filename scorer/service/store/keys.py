"""The secret keys of games and classes. The store has only their hashes."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from functools import partial
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final, get_args

from werkzeug.routing import BaseConverter

from scorer.service.wsgi.masks import NO_KEYS
from scorer.types.terms import Role

GAME_ROLES: Final[tuple[Role, ...]] = get_args(Role)

KEY_BYTES: Final = 16


class GameKey(BaseConverter):
    """A URL converter for keys: anything except the names of pages beside games."""

    regex = rf"(?!(?:{'|'.join(NO_KEYS)})(?:/|$))[^/]+"


KEY_PATH: Final = "/<game_key:key>"
"""The part of an address that is a key, as the application registers ``GameKey``."""


def new_key() -> str:
    """Return a new key: 128 random bits in URL-safe characters."""
    return token_urlsafe(KEY_BYTES)


def derived_keys(salt: str, name: str, roles: Iterable[str]) -> dict[str, str]:
    """Return the keys, by role, that an Idempotency-Key gives with this salt.

    They are like new ones for whoever does not have both. The salt is random, as is an older key
    of a game or the stamp of a class.
    """
    salted = partial(hmac.digest, salt.encode("utf-8", "surrogatepass"), digest="sha256")
    return {
        role: urlsafe_b64encode(salted(f"{role} {name}".encode())[:KEY_BYTES]).decode().rstrip("=")
        for role in roles
    }


def key_hash(key: str) -> str:
    """Return the hash of a key. Random keys of 128 bits need no salt."""
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
