"""Keys of games and classes are kept out of everything that is written down: whoever reads a log is
not to be able to play, or to teach."""

from __future__ import annotations

import re
from typing import Final

SHARED_PATHS: Final = ("/games/", "/api/v1/games/", "/classes/", "/api/v1/classes/", "/join/")
"""Where the paths begin in which the key of a game or a class stands, or a code to join one."""

NO_KEYS: Final = ("import", "new", "open", "alone", "privacy", "join")
"""What stands where a key may, and is none: a game is not opened by it, and a log names it."""

_END: Final = r"[/?#\s\"'\\<>,;]"
_KEY_PATTERN: Final = re.compile(
    r"(?i)(/(?:games|classes|join)(?:/|%2f)+)"
    rf"(?!(?:{'|'.join(NO_KEYS)})(?:{_END}|$))"
    r"[^/?#\s\"'\\<>,;]+"
)
"""What stands behind /games/, /classes/ or /join/ in an address, wherever that is quoted."""
_BEARER_PATTERN: Final = re.compile(r"(?i)(bearer(?:\s|\+|%20)+)[^\s\"'\\<>,;]+")
"""The key in a header Authorization, wherever that is quoted."""
_WORDS: Final = ("games", "classes", "/join")
_KEY_SEGMENT_PATTERN: Final = re.compile(
    r"(?<=/)(?=[a-z-]{0,21}[A-Z0-9_])[A-Za-z0-9_-]{22}(?=[/?\s]|$)"
)
"""What has the form of a key, wherever it stands in a path. Ids of rules are in small letters."""


def masked(text: str) -> str:
    """Return the text with a * for each key or code of a game or class in an address, and for each
    that is a bearer's."""
    lower = text.lower()
    if "bearer" in lower:
        text = _BEARER_PATTERN.sub(r"\1*", text)
    return _KEY_PATTERN.sub(r"\1*", text) if any(word in lower for word in _WORDS) else text


def masked_path(path: str) -> str:
    """Return a path with a * for each key, also where nothing of ours is at this path."""
    return _KEY_SEGMENT_PATTERN.sub("*", masked(path))
