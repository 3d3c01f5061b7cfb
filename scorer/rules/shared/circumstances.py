"""Circumstances of winning that several rulesets declare alike."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scorer.languages.speech import say
from scorer.rulebook.book import Book, HandCondition, When
from scorer.rules.shared.conditions import (
    A_BONUS_TILE,
    A_DECLARED_KONG,
    EASTS_DISCARD_CLAIMED,
    FIRST_DISCARD_CLASHES,
    LAST_DISCARD_CLAIMED,
    LAST_TILE_DRAWN,
    NOTHING_CLAIMED_YET,
    OTHERS_ON_EASTS_DISCARD,
    REPLACEMENT_DRAWN,
    TWO_DECLARED_KONGS,
)

NO_CLASHES: Final[Mapping[str, str]] = MappingProxyType({})
KONG_BOX_CLASHES: Final = {
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


def declare_kong_replacement(
    book: Book,
    meaning: str = "won on the tile drawn after a kong",
    *,
    clashes: Mapping[str, str] = NO_CLASHES,
    matters: When | None = None,
) -> None:
    """Declare a win on the tile drawn in place of a kong's fourth."""
    book.circumstance(
        "kong_replacement",
        meaning,
        by=REPLACEMENT_DRAWN,
        needs=[A_DECLARED_KONG],
        clashes=clashes,
        matters=matters,
    )


def declare_flower_replacement(
    book: Book,
    meaning: str = "won on the tile drawn after a flower or season",
    *,
    clashes: Mapping[str, str] = NO_CLASHES,
    when: When | None = None,
    matters: When | None = None,
) -> None:
    """Declare a win on the tile drawn in place of a flower or season."""
    book.circumstance(
        "flower_replacement",
        meaning,
        by=REPLACEMENT_DRAWN,
        needs=[A_BONUS_TILE],
        clashes=clashes,
        when=when,
        matters=matters,
    )


def declare_replacements(
    book: Book, after_kong: str, flower_clashes: Mapping[str, str] = NO_CLASHES
) -> None:
    """Declare wins on loose tiles: ``after_kong`` says how a kong's is won, ``flower_clashes`` what
    cannot hold with a flower's."""
    declare_kong_replacement(book, after_kong, clashes=KONG_BOX_CLASHES)
    declare_flower_replacement(book, clashes=flower_clashes)
    book.circumstance(
        "kong_on_kong",
        "a kong's loose tile made a second kong, whose loose tile won",
        by=REPLACEMENT_DRAWN,
        needs=[TWO_DECLARED_KONGS],
        clashes=KONG_BOX_CLASHES,
    )


def declare_earths_blessing(
    book: Book,
    *needs: HandCondition,
    clashes: Mapping[str, str] = FIRST_DISCARD_CLASHES,
) -> None:
    """Declare a win on East's first discard: nothing was claimed, and what else it ``needs``."""
    book.circumstance(
        "earths_blessing",
        "another player won on East's first discard",
        by=EASTS_DISCARD_CLAIMED,
        seats=OTHERS_ON_EASTS_DISCARD,
        needs=[NOTHING_CLAIMED_YET, *needs],
        clashes=clashes,
    )
