"""Seaside mahjong: a ruleset of a club, declared in one file."""

from __future__ import annotations

from scorer.engine.hand import SELF_DRAW
from scorer.engine.sheet import Payment
from scorer.engine.tiles import DRAGONS
from scorer.grammar.fan.book import FanBook
from scorer.grammar.reading import Reading
from scorer.languages.speech import say
from scorer.rulebook.book import Source
from scorer.rulebook.settlement import Settlement
from scorer.types.terms import SEAT_NAMES

__all__ = ["book"]

LEAFLET = Source("leaflet", "the club's leaflet", "How we play", "Seaside Mahjong Club", 2026, "")

book = FanBook(
    "seaside",
    "Seaside",
    summary="Fan added up to a limit; the discarder pays double.",
    version="1",
    sources=(LEAFLET,),
    book_of_fan=LEAFLET,
    shapes=(),
)
book.tally = {"fan": "the fan of the hand"}
book.integer("minimum", 1, least=0, most=5, meaning="the fewest fan that win")
book.integer("limit", 10, least=5, most=20, meaning="the most fan that are paid")
pier_option = book.boolean(
    "pier", False, meaning="a pung of the ones of bamboos is a pier: two fan"
)
book.preset("pier", "as we play on the pier", title="On the pier", pier=True)


@book.fan(1, 1, "Own draw", "自摸")
def own_draw(h: Reading) -> bool:
    """the winning tile drawn from the wall"""
    return bool(h.facts & SELF_DRAW)


@book.fan(2, 1, "Dragon pung", "三元牌", each=True)
def dragons(h: Reading) -> int:
    """a pung or kong of dragons"""
    return h.pungs & DRAGONS


@book.fan(3, 3, "All pungs", "對對糊")
def nothing_but_pungs(h: Reading) -> bool:
    """four pungs or kongs and a pair"""
    return not h.chows


@book.fan(None, 2, "Pier", "碼頭", source="a table rule", when=pier_option.is_(True))
def pier(h: Reading) -> int:
    """a pung or kong of the ones of bamboos"""
    return h.pungs & 1


@book.pays
def payments(settlement: Settlement, winner: int) -> list[Payment]:
    """All pay for a draw; whoever discards pays double, the others once."""
    owed = []
    for payer in settlement.others(winner):
        amount = settlement.scores[winner] * (2 if payer == settlement.discarder else 1)
        owed.append(Payment(payer, winner, amount, say("{winner} won", winner=SEAT_NAMES[winner])))
    return owed
