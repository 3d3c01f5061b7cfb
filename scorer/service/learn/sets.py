"""A set of exercises that is its own address: nothing of it is kept anywhere.

The address holds a title and, a line each, the exercises as pages have them: ``h?`` and the fields
of a hand, ``t?`` and those of a table, ``p?`` and those of a problem that is drawn. They are packed
together, and a few signs of their checksum stand before: an address that was cut or altered is told
from one that is whole.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from hashlib import sha256
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from scorer.service.web.addresses import LONGEST_ADDRESS

__all__ = [
    "LONGEST_TITLE",
    "MOST_EXERCISES",
    "ExerciseSet",
    "SetError",
    "item_of",
    "packed",
    "unpacked",
]

FORM: Final = "1"
"""How the rest is packed: another way would have another number."""
CHECKED: Final = 6
LONGEST: Final = 1 << 16
MOST_EXERCISES: Final = 40
LONGEST_TITLE: Final = 100

KINDS: Final = {
    "/": "h",
    "/learn/exercise/hand": "h",
    "/learn/steps": "h",
    "/table": "t",
    "/learn/exercise/table": "t",
    "/learn/train": "p",
}
"""The pages whose addresses hold an exercise, each with the letter of its kind."""


class SetError(ValueError):
    """No set of exercises: ``altered``, or ``long`` where it is too much for one address."""


class ExerciseSet(NamedTuple):
    """Exercises with a title, which may be empty."""

    title: str
    items: list[str]


def item_of(address: str, host: str = "") -> str | None:
    """The exercise at this address of ours, whole (of this ``host``) or its path alone; None where
    there is none."""
    try:
        told = urlsplit(address.strip())
    except ValueError:
        return None
    kind = KINDS.get(told.path)
    if not kind or not told.query or told.netloc not in ("", host):
        return None
    # Without a seed another problem would be drawn each time.
    return None if kind == "p" and "seed=" not in told.query else f"{kind}?{told.query}"


def packed(told: ExerciseSet) -> str:
    """The set as a part of an address. Raises SetError where it is too long for one."""
    text = "\n".join([told.title, *told.items])
    squeezed = urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    code = FORM + _checked(text) + squeezed
    if len(code) > LONGEST_ADDRESS - 200 or len(text.encode()) > LONGEST:
        raise SetError("long")
    return code


def unpacked(code: str) -> ExerciseSet:
    """The set that this part of an address holds. Raises SetError where it does not hold one."""
    check, squeezed = code[1 : 1 + CHECKED], code[1 + CHECKED :]
    try:
        data = urlsafe_b64decode(squeezed + "=" * (-len(squeezed) % 4))
        text = zlib.decompressobj().decompress(data, LONGEST).decode()
    except (Error, ValueError, zlib.error):
        raise SetError("altered") from None
    title, *items = text.split("\n")
    sound = code[:1] == FORM and check == _checked(text) and 0 < len(items) <= MOST_EXERCISES
    if not sound or any(item[:2] not in ("h?", "t?", "p?") for item in items):
        raise SetError("altered")
    return ExerciseSet(title[:LONGEST_TITLE], items)


def _checked(text: str) -> str:
    return urlsafe_b64encode(sha256(text.encode()).digest()).decode()[:CHECKED]
