"""Codes to join a game or a class by: six letters, read aloud or typed, good for ten minutes.

The store has only their hashes.
"""

from __future__ import annotations

from secrets import choice
from typing import Final

CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The capital letters without I and O, which look like digits."""

CODE_LENGTH: Final = 6
CODE_SECONDS: Final = 600
MAX_KEYS_PER_GAME_ROLE: Final = 32
"""How many keys of one role a game may have."""


def new_code() -> str:
    """Return a random code."""
    return "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def typed_code(text: str) -> str:
    """Return what was typed as codes are stored: in capitals, without spaces and hyphens.

    >>> typed_code(" ktm-qxr ")
    'KTMQXR'
    """
    return "".join(text.upper().replace("-", " ").split())
