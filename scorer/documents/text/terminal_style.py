"""Colours and pictures of tiles, for a terminal that has them; plain text without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple

from scorer.engine.tiles import CODES, unicode_tile


class Style(NamedTuple):
    """What a terminal can show beside plain text.

    Attributes:
        colour: Whether it has colours, and bold and faint letters.
        tiles: Whether it has Unicode's tiles.
    """

    colour: bool = False
    tiles: bool = False


PLAIN_STYLE: Final = Style()
_style: Final[ContextVar[Style]] = ContextVar("style", default=PLAIN_STYLE)
_TILE_PICTURES: Final = {code: unicode_tile(tile) for tile, code in enumerate(CODES)}


@contextmanager
def using_style(style: Style) -> Iterator[None]:
    """Have texts be written in this style while the block runs."""
    token = _style.set(style)
    try:
        yield
    finally:
        _style.reset(token)


def bold(text: str) -> str:
    """Return a text in bold letters."""
    return _with_escape_code(text, 1)


def faint(text: str) -> str:
    """Return a text in faint letters."""
    return _with_escape_code(text, 2)


def coloured_amount(text: str) -> str:
    """Return an amount in the colour of amounts (cyan)."""
    return _with_escape_code(text, 36)


def error_coloured(text: str) -> str:
    """Return a text in the colour of errors (red)."""
    return _with_escape_code(text, 31)


def _with_escape_code(text: str, number: int) -> str:
    return f"\x1b[{number}m{text}\x1b[0m" if text and _style.get().colour else text


def tile_pictures(tiles: Sequence[str]) -> str:
    """Return the pictures of tiles and a space after them; "" where not all have one.

    >>> with using_style(Style(tiles=True)):
    ...     tile_pictures(["1b", "2b", "3b"])
    '🀐🀑🀒 '
    >>> tile_pictures(["1b", "2b", "3b"])
    ''
    """
    found = [_TILE_PICTURES.get(tile, "") for tile in tiles]
    return "".join([*found, " "]) if _style.get().tiles and found and all(found) else ""
