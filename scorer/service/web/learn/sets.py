"""Exercise sets encoded in a URL: the server stores nothing.

The code holds a title and one exercise per line: ``h?`` and the query of a hand, ``t?`` of a table
or ``p?`` of a problem. The text is compressed, and a short checksum before it detects a URL that
was cut or altered.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from hashlib import sha256
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from scorer.service.web.forms.submitted import MAX_QUERY_LENGTH

CODE_VERSION: Final = "1"
"""The version of the encoding."""
CHECKSUM_LENGTH: Final = 6
MAX_SET_BYTES: Final = 1 << 16
MAX_EXERCISES: Final = 40
MAX_TITLE_LENGTH: Final = 100

ITEM_KIND_BY_PATH: Final = {
    "/": "h",
    "/learn/exercise/hand": "h",
    "/learn/steps": "h",
    "/table": "t",
    "/learn/exercise/table": "t",
    "/learn/train": "p",
}
"""The paths of pages that become exercises, with the letter of their kind."""

KIND_LETTERS: Final = ("h?", "t?", "p?")
"""How the text of an exercise begins: a hand, a table or a problem."""


class SetError(ValueError):
    """An invalid set: ``altered``, or too ``long`` for a URL."""


class ExerciseSet(NamedTuple):
    """Exercises with a title, which may be empty."""

    title: str
    items: list[str]


def item_of_address(address: str, host: str = "") -> str | None:
    """Return the exercise at a URL of this ``host`` or a path; None if it is not an exercise."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return None
    kind = ITEM_KIND_BY_PATH.get(parts.path)
    if not kind or not parts.query or parts.netloc not in ("", host):
        return None
    # Without a seed each visit draws another problem.
    return None if kind == "p" and "seed=" not in parts.query else f"{kind}?{parts.query}"


def pack_set(exercise_set: ExerciseSet) -> str:
    """Encode a set for a URL. Raises SetError if it is too long."""
    text = "\n".join([exercise_set.title, *exercise_set.items])
    squeezed = urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    code = CODE_VERSION + _checksum(text) + squeezed
    if len(code) > MAX_QUERY_LENGTH - 200 or len(text.encode()) > MAX_SET_BYTES:
        raise SetError("long")
    return code


def unpack_set(code: str) -> ExerciseSet:
    """Decode a set. Raises SetError if the code is invalid."""
    check, squeezed = code[1 : 1 + CHECKSUM_LENGTH], code[1 + CHECKSUM_LENGTH :]
    try:
        data = urlsafe_b64decode(squeezed + "=" * (-len(squeezed) % 4))
        text = zlib.decompressobj().decompress(data, MAX_SET_BYTES).decode()
    except (Error, ValueError, zlib.error):
        raise SetError("altered") from None
    title, *items = text.split("\n")
    sound = (
        code[:1] == CODE_VERSION and check == _checksum(text) and 0 < len(items) <= MAX_EXERCISES
    )
    if not sound or not all(item.startswith(KIND_LETTERS) for item in items):
        raise SetError("altered")
    return ExerciseSet(title[:MAX_TITLE_LENGTH], items)


def _checksum(text: str) -> str:
    return urlsafe_b64encode(sha256(text.encode()).digest()).decode()[:CHECKSUM_LENGTH]
