"""The table of points for sets, pairs and flowers, and the melds that double: classical and British
books have the same one."""

from __future__ import annotations

from scorer.grammar.points import PointsBook
from scorer.grammar.reading import Reading
from scorer.grammar.rule import ORDINARY
from scorer.tiles import DRAGONS, FLOWERS, MAJORS, MINORS, SEASONS

__all__ = ["declare_melds_that_double", "declare_set_points"]


def declare_set_points(book: PointsBook, source: str, flowers: str = ORDINARY) -> None:
    """Declare the table in this book; ``flowers`` is the scope of its flower and season points."""
    book.points(2, "Exposed minor pung", source, zh="中张明刻", each=True)(exposed_minor_pung)
    book.points(4, "Exposed major pung", source, zh="幺九明刻", each=True)(exposed_major_pung)
    book.points(8, "Exposed minor kong", source, zh="中张明杠", each=True)(exposed_minor_kong)
    book.points(16, "Exposed major kong", source, zh="幺九明杠", each=True)(exposed_major_kong)
    book.points(4, "Concealed minor pung", source, zh="中张暗刻", each=True)(concealed_minor_pung)
    book.points(8, "Concealed major pung", source, zh="幺九暗刻", each=True)(concealed_major_pung)
    book.points(16, "Concealed minor kong", source, zh="中张暗杠", each=True)(concealed_minor_kong)
    book.points(32, "Concealed major kong", source, zh="幺九暗杠", each=True)(concealed_major_kong)
    book.points(2, "Pair of dragons", source, each=True)(dragon_pair)
    book.points(2, "Pair of the prevailing wind", source, each=True)(prevailing_wind_pair)
    book.points(2, "Pair of own wind", source, each=True)(own_wind_pair)
    book.points(4, "Flower", source, each=True, scope=flowers)(flower)
    book.points(4, "Season", source, each=True, scope=flowers)(season)


def declare_melds_that_double(book: PointsBook, source: str) -> None:
    """Declare the doubles for melds of dragons, own and prevailing wind."""
    book.double(1, "Meld of dragons", source, zh="箭刻", each=True)(dragon_meld)
    book.double(1, "Meld of own wind", source, zh="门风刻", each=True)(own_wind_meld)
    book.double(1, "Meld of the prevailing wind", source, zh="圈风刻", each=True)(
        prevailing_wind_meld
    )


def exposed_minor_pung(h: Reading) -> int:
    """an exposed pung of suit tiles 2 to 8"""
    return h.pungs & ~h.kongs & ~h.concealed & MINORS


def exposed_major_pung(h: Reading) -> int:
    """an exposed pung of winds, dragons, ones or nines"""
    return h.pungs & ~h.kongs & ~h.concealed & MAJORS


def exposed_minor_kong(h: Reading) -> int:
    """an exposed kong of suit tiles 2 to 8"""
    return h.kongs & ~h.concealed & MINORS


def exposed_major_kong(h: Reading) -> int:
    """an exposed kong of winds, dragons, ones or nines"""
    return h.kongs & ~h.concealed & MAJORS


def concealed_minor_pung(h: Reading) -> int:
    """a pung of suit tiles 2 to 8 with no claimed tile"""
    return h.concealed & ~h.kongs & MINORS


def concealed_major_pung(h: Reading) -> int:
    """a pung of winds, dragons, ones or nines with no claimed tile"""
    return h.concealed & ~h.kongs & MAJORS


def concealed_minor_kong(h: Reading) -> int:
    """a declared kong of suit tiles 2 to 8 with no claimed tile"""
    return h.concealed & h.kongs & MINORS


def concealed_major_kong(h: Reading) -> int:
    """a declared kong of winds, dragons, ones or nines with no claimed tile"""
    return h.concealed & h.kongs & MAJORS


def dragon_pair(h: Reading) -> int:
    """a pair of dragons"""
    return h.pair & DRAGONS


def prevailing_wind_pair(h: Reading) -> int:
    """a pair of the prevailing wind, the wind of the round"""
    return h.pair & h.round


def own_wind_pair(h: Reading) -> int:
    """a pair of the player's own wind"""
    return h.pair & h.own


def flower(h: Reading) -> int:
    """each flower"""
    return h.bonus & FLOWERS


def season(h: Reading) -> int:
    """each season"""
    return h.bonus & SEASONS


def dragon_meld(h: Reading) -> int:
    """a pung or kong of dragons"""
    return h.pungs & DRAGONS


def own_wind_meld(h: Reading) -> int:
    """a pung or kong of the player's own wind"""
    return h.pungs & h.own


def prevailing_wind_meld(h: Reading) -> int:
    """a pung or kong of the prevailing wind, the wind of the round"""
    return h.pungs & h.round
