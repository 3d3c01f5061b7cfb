"""Circumstances of winning that several rulesets declare alike."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scorer.languages.speech import say
from scorer.rulebook.book import Book
from scorer.rules.shared.conditions import (
    A_BONUS_TILE,
    A_KONG,
    EASTS_DISCARD,
    LAST_DISCARD_CLAIMED,
    LAST_TILE_DRAWN,
    NOT_EAST_FROM_EAST,
    NOT_ON_THE_FIRST_DISCARD,
    NOTHING_CLAIMED_YET,
    REPLACEMENT_DRAWN,
    TWO_KONGS,
)

__all__ = [
    "NOT_THE_WALLS",
    "declare_earths_blessing",
    "declare_last_discard",
    "declare_last_tiles",
    "declare_replacements",
]

NOT_THE_WALLS: Final = {
    "last_tile_draw": say(
        "the winning tile cannot be both the last of the wall and from the "
        "kong box; remove one of the two"
    ),
}


def declare_last_tiles(book: Book) -> None:
    """Declare wins on the last tile of the wall and on the discard after it."""
    book.circumstance("last_tile_draw", "won on the last tile of the wall", by=LAST_TILE_DRAWN)
    declare_last_discard(book)


def declare_last_discard(book: Book) -> None:
    """Declare a win on the last discard of a hand."""
    book.circumstance(
        "last_discard", "won on the discard after the wall's last tile", by=LAST_DISCARD_CLAIMED
    )


def declare_replacements(
    book: Book, after_kong: str, flower_clashes: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Declare wins on loose tiles: ``after_kong`` says how a kong's is won, ``flower_clashes`` what
    cannot hold with a flower's."""
    book.circumstance(
        "kong_replacement", after_kong, by=REPLACEMENT_DRAWN, needs=[A_KONG], clashes=NOT_THE_WALLS
    )
    book.circumstance(
        "flower_replacement",
        "won on the tile drawn after a flower or season",
        by=REPLACEMENT_DRAWN,
        needs=[A_BONUS_TILE],
        clashes=flower_clashes,
    )
    book.circumstance(
        "kong_on_kong",
        "a kong's loose tile made a second kong, whose loose tile won",
        by=REPLACEMENT_DRAWN,
        needs=[TWO_KONGS],
        clashes=NOT_THE_WALLS,
    )


def declare_earths_blessing(book: Book) -> None:
    """Declare a win on East's first discard."""
    book.circumstance(
        "earths_blessing",
        "another player won on East's first discard",
        by=EASTS_DISCARD,
        seats=NOT_EAST_FROM_EAST,
        needs=[NOTHING_CLAIMED_YET],
        clashes=NOT_ON_THE_FIRST_DISCARD,
    )
