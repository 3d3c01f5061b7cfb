"""What hands of han and fu are paid, as tables for a book to declare; then by the limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from scorer.engine.options import Options
from scorer.errors import HandError
from scorer.grammar.han import house
from scorer.grammar.han.account import LIMIT_NAMES
from scorer.grammar.han.agreed import agreed_han
from scorer.grammar.han.worth import (
    YAKUMAN_BASE_POINTS,
    base_points_of,
    least_han,
    limit_name,
    payments_of_base,
)
from scorer.languages.speech import say
from scorer.rulebook.presentation import PaymentCell, PointsTable

TABLE_HAN = (1, 2, 3, 4)
"""Below the limits."""
TABLE_FU = (20, 25, *range(30, 111, 10))
MAX_TABLE_HAN = 13
PLAYER_COUNT = 4
WINNER_COLUMNS = ((False, say("Another player wins")), (True, say("East wins")))


def points_tables(options: Options) -> Sequence[PointsTable]:
    """Return what four players pay under these options: by han and fu, for each who may win; then
    what the limits pay both."""
    columns = tuple(say("{han} han", han=han) for han in TABLE_HAN)
    below = [
        PointsTable(title, columns, tuple(_rows_by_fu(dealer, options)))
        for dealer, title in WINNER_COLUMNS
    ]
    limits = PointsTable(
        say("The limits"), tuple(title for _, title in WINNER_COLUMNS), tuple(_limit_rows(options))
    )
    return [*below, limits]


def _rows_by_fu(
    dealer: bool, options: Options
) -> Iterator[tuple[str, tuple[PaymentCell | None, ...]]]:
    for fu in TABLE_FU:
        cells = tuple(_payment_of_han_and_fu(han, fu, dealer, options) for han in TABLE_HAN)
        if any(cells):
            yield say("{fu} fu", fu=fu), cells


def _payment_of_han_and_fu(han: int, fu: int, dealer: bool, options: Options) -> PaymentCell | None:
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


def payment_of_agreed(
    agreed: Mapping[str, int], options: Options, players: int, dealer: bool
) -> PaymentCell | None:
    """Return what so many players pay under these options for han and fu, or yakuman, that the
    table agreed on, to East or to another; None where no hand has them."""
    ways = [_is_agreed(agreed, drawn, options) for drawn in (False, True)]
    if not any(ways):
        return None
    base = YAKUMAN_BASE_POINTS * agreed.get("yakuman", 0)
    base = base or base_points_of(agreed["han"], agreed.get("fu", 0), options)
    paid = _payment_of_base(base, dealer, "", players, options[house.tsumo_loss_option])
    return PaymentCell(paid.claimed if ways[0] else None, paid.drawn if ways[1] else ())


def _is_agreed(agreed: Mapping[str, int], drawn: bool, options: Options) -> bool:
    """Tests if a hand won so can have these han and fu, or yakuman."""
    try:
        agreed_han(agreed, drawn, options)
    except HandError:
        return False
    return True


def _payment_of_base(
    base: int, dealer: bool, limit: str = "", players: int = PLAYER_COUNT, loses: bool = True
) -> PaymentCell:
    (claimed,) = payments_of_base(base, (dealer, False, players, loses))
    of_dealer, each = payments_of_base(base, (dealer, True, players, loses))
    return PaymentCell(claimed, (each,) if dealer else (each, of_dealer), limit)


def _limit_rows(options: Options) -> Iterator[tuple[str, tuple[PaymentCell | None, ...]]]:
    """Yield each limit, by its name and from how many han it is paid."""
    for base, of in groupby(
        range(5, MAX_TABLE_HAN + 1), lambda han: base_points_of(han, 0, options)
    ):
        han, limit = [*of], LIMIT_NAMES[limit_name(base) or ""]
        if han[-1] == MAX_TABLE_HAN:
            name = say("{limit}: {han} han and more", limit=limit, han=han[0])
        elif len(han) == 1:
            name = say("{limit}: {han} han", limit=limit, han=han[0])
        else:
            name = say("{limit}: {least}–{most} han", limit=limit, least=han[0], most=han[-1])
        yield name, (_payment_of_base(base, False), _payment_of_base(base, True))
    yield (
        LIMIT_NAMES["yakuman"],
        (_payment_of_base(YAKUMAN_BASE_POINTS, False), _payment_of_base(YAKUMAN_BASE_POINTS, True)),
    )
