"""What hands of han and fu are paid, as tables for a book to declare; then by the limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorer.engine.options import Options
from scorer.grammar.han.account import LIMIT_NAMES
from scorer.grammar.han.worth import YAKUMAN, base_of, least_han, limit_of, owed
from scorer.rulebook.presentation import Paid, PointsTable
from scorer.speech import say

__all__ = ["points_tables"]

HAN = (1, 2, 3, 4)
"""Below the limits."""
FU = (20, 25, *range(30, 111, 10))
MOST_HAN = 13
PLAYERS = 4
WINNERS = ((False, say("Another player wins")), (True, say("East wins")))


def points_tables(options: Options) -> Sequence[PointsTable]:
    """Return what four players pay under these options: by han and fu, for each who may win; then
    what the limits pay both."""
    columns = tuple(say("{han} han", han=han) for han in HAN)
    below = [
        PointsTable(title, columns, tuple(_by_fu(dealer, options))) for dealer, title in WINNERS
    ]
    limits = PointsTable(
        say("The limits"), tuple(title for _, title in WINNERS), tuple(_limits(options))
    )
    return [*below, limits]


def _by_fu(dealer: bool, options: Options) -> Iterator[tuple[str, tuple[Paid | None, ...]]]:
    for fu in FU:
        cells = tuple(_paid(han, fu, dealer, options) for han in HAN)
        if any(cells):
            yield say("{fu} fu", fu=fu), cells


def _paid(han: int, fu: int, dealer: bool, options: Options) -> Paid | None:
    """Return what so many han and fu are paid; None where no hand has them."""
    claimed, drawn = (_possible(han, fu, way, options) for way in (False, True))
    if not claimed and not drawn:
        return None
    base = base_of(han, fu, options)
    limit = limit_of(base)
    paid = _of(base, dealer, "" if limit is None else LIMIT_NAMES[limit])
    return paid._replace(
        claimed=paid.claimed if claimed else None, drawn=paid.drawn if drawn else ()
    )


def _possible(han: int, fu: int, drawn: bool, options: Options) -> bool:
    """Tests if a hand won so can have so many han and fu."""
    least = least_han(fu, drawn, options)
    return least is not None and han >= least


def _of(base: int, dealer: bool, limit: str = "") -> Paid:
    (claimed,) = owed(base, (dealer, False, PLAYERS, True))
    of_dealer, each = owed(base, (dealer, True, PLAYERS, True))
    return Paid(claimed, (each,) if dealer else (each, of_dealer), limit)


def _limits(options: Options) -> Iterator[tuple[str, tuple[Paid | None, ...]]]:
    """Yield each limit, by its name and from how many han it is paid."""
    for base, of in groupby(range(5, MOST_HAN + 1), lambda han: base_of(han, 0, options)):
        han, limit = [*of], LIMIT_NAMES[limit_of(base) or ""]
        if han[-1] == MOST_HAN:
            name = say("{limit}: {han} han and more", limit=limit, han=han[0])
        elif len(han) == 1:
            name = say("{limit}: {han} han", limit=limit, han=han[0])
        else:
            name = say("{limit}: {least}–{most} han", limit=limit, least=han[0], most=han[-1])
        yield name, (_of(base, False), _of(base, True))
    yield LIMIT_NAMES["yakuman"], (_of(YAKUMAN, False), _of(YAKUMAN, True))
