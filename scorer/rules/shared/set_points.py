"""The table of points for sets, pairs and flowers, and the melds that double: classical and British
books have the same one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scorer.engine.tiles import DRAGONS, FLOWERS, MAJORS, MINORS, SEASONS, KindMask
from scorer.grammar.features import (
    BONUS,
    CONCEALED_PUNGS,
    EXPOSED_PUNGS,
    HONOUR_PAIR,
    HONOUR_PUNGS,
    KONGS,
    MAJOR_PUNGS,
    MINOR_PUNGS,
)
from scorer.grammar.points.book import PointsBook
from scorer.grammar.points.rule import ORDINARY_SCOPE
from scorer.grammar.reading import Reading
from scorer.grammar.requirements import (
    NEEDS_OWN_WIND,
    NEEDS_ROUND_WIND,
    Requirement,
    condition,
    paired,
)
from scorer.languages.speech import say

NEEDS_DRAGON_PUNG: Final[Requirement[Reading]] = condition(
    lambda h: h.pungs & DRAGONS, say("there is no pung or kong of dragons")
)


def _a_set(
    kinds: int, none: str, *, kong: bool, concealed: bool
) -> tuple[Requirement[Reading], ...]:
    """A set of these kinds, ``none`` said where there is none: a kong or a pung, concealed or
    not."""

    def sized(h: Reading) -> KindMask:
        return h.kongs & kinds if kong else h.pungs & ~h.kongs & kinds

    def hidden(h: Reading) -> KindMask:
        return sized(h) & h.concealed if concealed else sized(h) & ~h.concealed

    size = say("such a set is not a kong") if kong else say("such a set is a kong")
    lies = say("such a set has a claimed tile") if concealed else say("such a set is concealed")
    return (
        condition(lambda h: h.pungs & kinds, none),
        condition(sized, size),
        condition(hidden, lies),
    )


NO_MINOR_SET_SENTENCE = say("there is no pung or kong of suit tiles 2 to 8")
NO_MAJOR_SET_SENTENCE = say("there is no pung or kong of winds, dragons, ones or nines")
REQUIREMENTS_OF_SET_POINTS: Final[Mapping[str, tuple[Requirement[Reading], ...]]] = {
    "Exposed minor pung": _a_set(MINORS, NO_MINOR_SET_SENTENCE, kong=False, concealed=False),
    "Exposed major pung": _a_set(MAJORS, NO_MAJOR_SET_SENTENCE, kong=False, concealed=False),
    "Exposed minor kong": _a_set(MINORS, NO_MINOR_SET_SENTENCE, kong=True, concealed=False),
    "Exposed major kong": _a_set(MAJORS, NO_MAJOR_SET_SENTENCE, kong=True, concealed=False),
    "Concealed minor pung": _a_set(MINORS, NO_MINOR_SET_SENTENCE, kong=False, concealed=True),
    "Concealed major pung": _a_set(MAJORS, NO_MAJOR_SET_SENTENCE, kong=False, concealed=True),
    "Concealed minor kong": _a_set(MINORS, NO_MINOR_SET_SENTENCE, kong=True, concealed=True),
    "Concealed major kong": _a_set(MAJORS, NO_MAJOR_SET_SENTENCE, kong=True, concealed=True),
    "Pair of dragons": (paired(lambda h: h.pair & DRAGONS, say("a pair of dragons")),),
    "Pair of the prevailing wind": (
        paired(lambda h: h.pair & h.round, say("a pair of the wind of the round")),
    ),
    "Pair of own wind": (paired(lambda h: h.pair & h.own, say("a pair of the player's own wind")),),
}
"""The facts that each of the sets takes, by its name."""


def declare_set_points(book: PointsBook, source: str, flowers: str = ORDINARY_SCOPE) -> None:
    """Declare the table in this book; ``flowers`` is the scope of its flower and season points."""
    for points, name, zh, test, of in (
        (2, "Exposed minor pung", "中张明刻", exposed_minor_pung, EXPOSED_PUNGS | MINOR_PUNGS),
        (4, "Exposed major pung", "幺九明刻", exposed_major_pung, EXPOSED_PUNGS | MAJOR_PUNGS),
        (8, "Exposed minor kong", "中张明杠", exposed_minor_kong, KONGS | MINOR_PUNGS),
        (16, "Exposed major kong", "幺九明杠", exposed_major_kong, KONGS | MAJOR_PUNGS),
        (
            4,
            "Concealed minor pung",
            "中张暗刻",
            concealed_minor_pung,
            CONCEALED_PUNGS | MINOR_PUNGS,
        ),
        (
            8,
            "Concealed major pung",
            "幺九暗刻",
            concealed_major_pung,
            CONCEALED_PUNGS | MAJOR_PUNGS,
        ),
        (16, "Concealed minor kong", "中张暗杠", concealed_minor_kong, KONGS | MINOR_PUNGS),
        (32, "Concealed major kong", "幺九暗杠", concealed_major_kong, KONGS | MAJOR_PUNGS),
        (2, "Pair of dragons", "箭牌对子", dragon_pair, HONOUR_PAIR),
        (2, "Pair of the prevailing wind", "圈风对子", prevailing_wind_pair, HONOUR_PAIR),
        (2, "Pair of own wind", "门风对子", own_wind_pair, HONOUR_PAIR),
    ):
        book.points(points, name, source, zh=zh, each=True, of=of)(test).requires(
            *REQUIREMENTS_OF_SET_POINTS[name]
        )
    a_flower = book.points(4, "Flower", source, zh="花牌", each=True, scope=flowers, of=BONUS)
    a_flower(flower).requires(condition(lambda h: h.bonus & FLOWERS, say("there is no flower")))
    a_season = book.points(4, "Season", source, zh="季节花", each=True, scope=flowers, of=BONUS)
    a_season(season).requires(condition(lambda h: h.bonus & SEASONS, say("there is no season")))


def declare_melds_that_double(book: PointsBook, source: str) -> None:
    """Declare the doubles for melds of dragons, own and prevailing wind."""
    for name, zh, test, fact in (
        ("Meld of dragons", "箭刻", dragon_meld, NEEDS_DRAGON_PUNG),
        ("Meld of own wind", "门风刻", own_wind_meld, NEEDS_OWN_WIND),
        ("Meld of the prevailing wind", "圈风刻", prevailing_wind_meld, NEEDS_ROUND_WIND),
    ):
        book.double(1, name, source, zh=zh, each=True, of=HONOUR_PUNGS)(test).requires(fact)


def exposed_minor_pung(h: Reading) -> KindMask:
    """an exposed pung of suit tiles 2 to 8"""
    return h.pungs & ~h.kongs & ~h.concealed & MINORS


def exposed_major_pung(h: Reading) -> KindMask:
    """an exposed pung of winds, dragons, ones or nines"""
    return h.pungs & ~h.kongs & ~h.concealed & MAJORS


def exposed_minor_kong(h: Reading) -> KindMask:
    """an exposed kong of suit tiles 2 to 8"""
    return h.kongs & ~h.concealed & MINORS


def exposed_major_kong(h: Reading) -> KindMask:
    """an exposed kong of winds, dragons, ones or nines"""
    return h.kongs & ~h.concealed & MAJORS


def concealed_minor_pung(h: Reading) -> KindMask:
    """a pung of suit tiles 2 to 8 with no claimed tile"""
    return h.concealed & ~h.kongs & MINORS


def concealed_major_pung(h: Reading) -> KindMask:
    """a pung of winds, dragons, ones or nines with no claimed tile"""
    return h.concealed & ~h.kongs & MAJORS


def concealed_minor_kong(h: Reading) -> KindMask:
    """a declared kong of suit tiles 2 to 8 with no claimed tile"""
    return h.concealed & h.kongs & MINORS


def concealed_major_kong(h: Reading) -> KindMask:
    """a declared kong of winds, dragons, ones or nines with no claimed tile"""
    return h.concealed & h.kongs & MAJORS


def dragon_pair(h: Reading) -> KindMask:
    """a pair of dragons"""
    return h.pair & DRAGONS


def prevailing_wind_pair(h: Reading) -> KindMask:
    """a pair of the prevailing wind, the wind of the round"""
    return h.pair & h.round


def own_wind_pair(h: Reading) -> KindMask:
    """a pair of the player's own wind"""
    return h.pair & h.own


def flower(h: Reading) -> KindMask:
    """each flower"""
    return h.bonus & FLOWERS


def season(h: Reading) -> KindMask:
    """each season"""
    return h.bonus & SEASONS


def dragon_meld(h: Reading) -> KindMask:
    """a pung or kong of dragons"""
    return h.pungs & DRAGONS


def own_wind_meld(h: Reading) -> KindMask:
    """a pung or kong of the player's own wind"""
    return h.pungs & h.own


def prevailing_wind_meld(h: Reading) -> KindMask:
    """a pung or kong of the prevailing wind, the wind of the round"""
    return h.pungs & h.round
