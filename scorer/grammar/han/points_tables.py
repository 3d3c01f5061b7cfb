"""What hands of han and fu are paid, as tables for a book to declare; then by the limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorer.engine.options import Options
from scorer.grammar.han.account import LIMIT_NAMES
from scorer.grammar.han.worth import (
    YAKUMAN,
    base_points_of,
    least_han,
    limit_name,
    payments_of_base,
)
from scorer.languages.speech import say
from scorer.rulebook.presentation import Paid, PointsTable

__all__ = ["points_tables"]

HAN = (1, 2, 3, 4)
"""Below the limits."""
FU = (20, 25, *range(30, 111, 10))
MOST_HAN = 13
PLAYER_COUNT = 4
WINNERS = ((False, say("Another player wins")), (True, say("East wins")))


def points_tables(options: Options) -> Sequence[PointsTable]:
    """Return what four players pay under these options: by han and fu, for each who may win; then
    what the limits pay both."""
    columns = tuple(say("{han} han", han=han) for han in HAN)
    below = [
        PointsTable(title, columns, tuple(_rows_by_fu(dealer, options)))
        for dealer, title in WINNERS
    ]
    limits = PointsTable(
        say("The limits"), tuple(title for _, title in WINNERS), tuple(_limit_rows(options))
    )
    return [*below, limits]


def _rows_by_fu(dealer: bool, options: Options) -> Iterator[tuple[str, tuple[Paid | None, ...]]]:
    for fu in FU:
        cells = tuple(_payment_of_han_and_fu(han, fu, dealer, options) for han in HAN)
        if any(cells):
            yield say("{fu} fu", fu=fu), cells


def _payment_of_han_and_fu(han: int, fu: int, dealer: bool, options: Options) -> Paid | None:
    """Return what so many han and fu are paid; None where no hand has them."""
    claimed, drawn = (_is_possible_hand(han, fu, way, options) for way in (False, True))
    if not claimed and not drawn:
        return None
    base = base_points_of(han, fu, options)
    limit = limit_name(base)
    paid = _payment_of_base(base, dealer, "" if limit is None else LIMIT_NAMES[limit])
    return paid._replace(
        claimed=paid.claimed if claimed else None, drawn=paid.drawn if drawn else ()
    )


def _is_possible_hand(han: int, fu: int, drawn: bool, options: Options) -> bool:
    """Tests if a hand won so can have so many han and fu."""
    least = least_han(fu, drawn, options)
    return least is not None and han >= least


def _payment_of_base(base: int, dealer: bool, limit: str = "") -> Paid:
    (claimed,) = payments_of_base(base, (dealer, False, PLAYER_COUNT, True))
    of_dealer, each = payments_of_base(base, (dealer, True, PLAYER_COUNT, True))
    return Paid(claimed, (each,) if dealer else (each, of_dealer), limit)


def _limit_rows(options: Options) -> Iterator[tuple[str, tuple[Paid | None, ...]]]:
    """Yield each limit, by its name and from how many han it is paid."""
    for base, of in groupby(range(5, MOST_HAN + 1), lambda han: base_points_of(han, 0, options)):
        han, limit = [*of], LIMIT_NAMES[limit_name(base) or ""]
        if han[-1] == MOST_HAN:
            name = say("{limit}: {han} han and more", limit=limit, han=han[0])
        elif len(han) == 1:
            name = say("{limit}: {han} han", limit=limit, han=han[0])
        else:
            name = say("{limit}: {least}–{most} han", limit=limit, least=han[0], most=han[-1])
        yield name, (_payment_of_base(base, False), _payment_of_base(base, True))
    yield (
        LIMIT_NAMES["yakuman"],
        (_payment_of_base(YAKUMAN, False), _payment_of_base(YAKUMAN, True)),
    )
