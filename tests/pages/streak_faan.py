"""A ruleset of sixteen tiles that counts numbers of the game, for the pages and the keypad."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, TypedDict

from scorer.grammar.fan.book import FanBook
from scorer.grammar.reading import Reading
from scorer.rulebook.book import Source
from scorer.rules import BOOKS
from scorer.types.field import Field

HOUSE = Source("house", "the club's leaflet", "Our table", "the club", 2026, "")
book = FanBook(
    "streak_faan",
    "Streak faan",
    summary="Faan, and a dealer who stays.",
    version="1",
    sources=(HOUSE,),
    book_of_fan=HOUSE,
    shapes=(),
)
book.tiles = book.tiles._replace(hand_tiles=16)
book.tally = {"fan": "the faan"}
book.integer("minimum", 0, least=0, most=5, meaning="the fewest faan that win")
book.preset("club", "as our club plays")


class Counters(TypedDict, total=False):
    dealer_streak: Annotated[
        int | None,
        "how many hands running East has kept the deal",
        Field(title="Dealer's streak", most=9),
    ]
    pot: Annotated[
        int | None, "what lies on the table", Field(title="Pot", least=10, most=99, default=10)
    ]


book.add_fields(counters=Counters)


@book.fan(1, 3, "All pungs", "對對糊")
def nothing_but_pungs(h: Reading) -> bool:
    """five pungs or kongs and a pair"""
    return not h.chows


@contextmanager
def registered() -> Iterator[None]:
    """The ruleset among the others, as long as a test asks for it."""
    BOOKS[book.id] = book
    yield
    del BOOKS[book.id]
