"""A club's ruleset, declared in this file and nowhere else: seventeen tiles, faan that a table
turns into money, flowers among them, a dealer's streak, no wind of the round, and a discard that
several players may win on. ``test_a_new_ruleset`` asks all of it that is asked of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, TypedDict

from scorer.engine.hand import SELF_DRAW
from scorer.engine.sheet import Payment
from scorer.engine.tiles import DRAGONS
from scorer.grammar.fan.book import FanBook
from scorer.grammar.reading import Reading
from scorer.languages.speech import say
from scorer.rulebook.book import DealResult, NextDeal, Source
from scorer.rulebook.settlement import EnteredEvent, Settlement
from scorer.rules import BOOKS
from scorer.types.field import Field
from scorer.types.terms import SEAT_NAMES

HOUSE = Source("house", "the club's leaflet", "Our table", "the club", 2026, "")
book = FanBook(
    "club_faan",
    "Club faan",
    summary="Faan that a table turns into money.",
    version="1",
    sources=(HOUSE,),
    book_of_fan=HOUSE,
    shapes=(),
)
book.tally = {"fan": "the faan"}
book.tiles = book.tiles._replace(hand_tiles=16)
book.table = book.table._replace(needs_prevailing=False, most_winners=lambda options: 3)
book.integer("minimum", 1, least=0, most=5, meaning="the fewest faan that win")
book.integer("limit", 4, least=3, most=13, meaning="the faan that pay most")
moon_option = book.boolean("moon", False, meaning="the club plays by moonlight")
book.preset("club", "as our club plays", title="Our club", default=True)


class Counters(TypedDict, total=False):
    dealer_streak: Annotated[
        int | None, "the deals that East kept", Field(title="Dealer’s streak", most=99)
    ]


class Late(TypedDict, total=False):
    value: Annotated[int | None, "what is paid", Field(least=1, most=10_000)]


class CurtainDrawn(TypedDict, total=False):
    panes: Annotated[int | None, "how many", Field(most=10_000_000)]


book.add_fields(counters=Counters)
STREAK = book.counters["dealer_streak"]
TABLE = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)


# A total that the table agreed on may be any.
book.payments = book.payments._replace(worth=lambda total, options: TABLE[total])


@book.fan(1, 1, "Own draw", "自摸")
def drawn_by_oneself(h: Reading) -> bool:
    """the winning tile drawn from the wall"""
    return bool(h.facts & SELF_DRAW)


@book.fan(2, 1, "Dragon pung", "三元牌", each=True)
def dragon_pung(h: Reading) -> int:
    """a pung or kong of dragons"""
    return h.pungs & DRAGONS


@book.fan(3, 3, "All pungs", "對對糊")
def only_pungs(h: Reading) -> bool:
    """five pungs or kongs and a pair"""
    return not h.chows


@book.fan(4, 1, "Flower", "花", each=True)
def a_flower(h: Reading) -> int:
    """each flower and each season"""
    return h.bonus


@book.fan(5, 1, "Dealer's streak", "連莊", per=STREAK)
def dealers_streak(h: Reading) -> bool:
    """East's win, for each deal that East has kept"""
    return h.seat == 0


MOONLIGHT = book.circumstance("moonlight", "won by moonlight", when=moon_option.is_(True))


@book.fan(None, 2, "Moonlight", "月光", source="a table rule", when=moon_option.is_(True))
def by_moonlight(h: Reading) -> bool:
    """won while the moon shone in"""
    return bool(h.facts & MOONLIGHT)


@book.pays
def payments(settlement: Settlement, winner: int) -> list[Payment]:
    """Who discards pays double, a draw is paid by all; East pays the streak as well."""
    drawn = settlement.facts & SELF_DRAW
    owed = []
    for payer in settlement.payers(winner):
        amount = settlement.scores[winner] * (1 if drawn else 2)
        amount += settlement.counters["dealer_streak"] if payer == 0 else 0
        owed.append(Payment(payer, winner, amount, say("{winner} won", winner=SEAT_NAMES[winner])))
    return owed


@book.event("the club's leaflet", Late)
def late(settlement: Settlement, event: EnteredEvent) -> None:
    """who is late pays each of the others"""
    settlement.fine_to_each(event.by, event.values["value"] or 1, say("late"), doubling=False)


@book.event("a table rule", CurtainDrawn, when=moon_option.is_(True))
def curtain_drawn(settlement: Settlement, event: EnteredEvent) -> None:
    """who draws the curtain pays each of the others one for each pane"""
    panes = event.values["panes"] or 1
    settlement.fine_to_each(event.by, panes, say("drew the curtain"), doubling=False)


@book.deal
def deal_after(hand: DealResult) -> NextDeal:
    stays, kept = 0 in hand.winners, hand.counters["dealer_streak"] + 1
    told = say("East keeps the deal by winning") if stays else say("East did not win")
    return NextDeal(stays, told, counters={"dealer_streak": kept} if stays else {})


@contextmanager
def registered() -> Iterator[None]:
    """Has the ruleset registered for as long as this lasts."""
    BOOKS[book.id] = book
    try:
        yield
    finally:
        del BOOKS[book.id]
