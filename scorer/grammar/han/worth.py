"""Points: base points of han and fu, what each payer gives, and the formula of it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from scorer.engine.options import Options
from scorer.grammar.han import house
from scorer.languages.speech import say

YAKUMAN_BASE_POINTS: Final = 8000
SANBAIMAN_BASE_POINTS: Final = 6000
MANGAN_BASE_POINTS: Final = 2000
COUNTED_YAKUMAN_HAN: Final = 13
MANGAN_HAN: Final = 5
"""From so many han a hand needs no fu."""
# Of any length: compiled, one of a length that is known would be made anew for each loop over it.
LIMIT_HANDS_BY_HAN: Final[tuple[tuple[int, int, str], ...]] = (
    (COUNTED_YAKUMAN_HAN, YAKUMAN_BASE_POINTS, "counted-yakuman"),
    (11, SANBAIMAN_BASE_POINTS, "sanbaiman"),
    (8, 4000, "baiman"),
    (6, 3000, "haneman"),
    (MANGAN_HAN, MANGAN_BASE_POINTS, "mangan"),
)
KIRIAGE_BASE_POINTS: Final = 1920
DRAWN_PINFU: Final = 20
SEVEN_PAIRS: Final = 25
LIMIT_OF: Final = {value: hand for _, value, hand in LIMIT_HANDS_BY_HAN}

PaymentTerms = tuple[bool, bool, int, bool]
"""How a hand is paid: whether the winner is the dealer, whether the tile was drawn, by how many
players the table plays, and whether with three nobody makes good for the absent one."""


def base_points_of(han: int, fu: int, options: Options) -> int:
    """Return the base points of so many han and fu."""
    if han >= MANGAN_HAN:
        for least, value, _ in LIMIT_HANDS_BY_HAN:
            if han >= least:
                is_lower = (
                    least == COUNTED_YAKUMAN_HAN
                    and options[house.counted_yakuman_option] == "sanbaiman"
                )
                return SANBAIMAN_BASE_POINTS if is_lower else value
    base = fu << han + 2
    return (
        MANGAN_BASE_POINTS
        if base > MANGAN_BASE_POINTS
        or (base == KIRIAGE_BASE_POINTS and options[house.kiriage_option])
        else base
    )


def least_han(fu: int, drawn: bool, options: Options) -> int | None:
    """Return the fewest han of a hand of so many fu, by how it was won; None where no hand has so
    many. The bounds hold for a pair of 4 fu, which some tables give 2."""
    if fu == DRAWN_PINFU:
        return 2 if drawn and options[house.pinfu_self_draw_option] else None
    if fu == SEVEN_PAIRS:
        return 3 if drawn else 2  # drawn, they are a Fully Concealed Hand too
    if fu % 10 or not 30 <= fu <= (130 if drawn else 140):
        return None
    if fu >= 120:
        return 4  # three concealed kongs
    # Two concealed kongs and a chow bring a drawn hand to 96 fu; more takes a third kong.
    return 2 if fu == 110 and drawn else 1


def limit_name(base: int) -> str | None:
    """Return the name of the limit that these base points of a counted hand are; None below the
    limits."""
    return LIMIT_OF.get(base)


def round_up_to_hundred(points: int) -> int:
    """Round up to a whole hundred; ``points`` may be half points, given twice as large."""
    return -(-points // 100) * 100


@lru_cache(maxsize=1 << 10)
def payments_of_base(base: int, pays: PaymentTerms) -> tuple[int, ...]:
    """Return what is paid for these base points: by discard what one payer pays, drawn what the
    dealer pays (who drew: each of the others) and what each other pays."""
    dealer, drawn, players, loses = pays
    if not drawn:
        return (round_up_to_hundred(base * (6 if dealer else 4)),)
    # Of the absent player's share each of two pays a half, before rounding.
    absent = 0 if players == 4 or loses else base * (2 if dealer else 1)
    each = half_up_to_hundred(2 * base * (2 if dealer else 1) + absent)
    return (each if dealer else half_up_to_hundred(4 * base + absent), each)


def half_up_to_hundred(doubled: int) -> int:
    """Return half of this, rounded up to a whole hundred."""
    return -(-doubled // 200) * 100


@lru_cache(maxsize=1 << 10)
def total_payment(base: int, pays: PaymentTerms) -> int:
    """Return what the others pay together for these base points."""
    dealer, drawn, players, _ = pays
    shares = payments_of_base(base, pays)
    if not drawn:
        return shares[0]
    return shares[1] * (players - 1) if dealer else shares[0] + shares[1] * (players - 2)


def formula(name: str, base: int, pays: PaymentTerms) -> str:
    """Return the formula of the total; ``name`` says how the base points came about."""
    dealer, drawn, players, _ = pays
    total, shares = total_payment(base, pays), payments_of_base(base, pays)
    if not drawn:
        times = 6 if dealer else 4
        raw = base * times
        if raw == total and base < MANGAN_BASE_POINTS:  # the name ends in a sum of its own
            return say("{base}, × {times} = {total}", base=name, times=times, total=total)
        if raw == total:
            return say("{base} × {times} = {total}", base=name, times=times, total=total)
        return say(
            "{base}, × {times} = {raw}, {total}", base=name, times=times, raw=raw, total=total
        )
    if dealer:
        return say("{base}: {each} each = {total}", base=name, each=shares[1], total=total)
    if players == 3:
        return say(
            "{base}: East {east}, the other {each} = {total}",
            base=name,
            east=shares[0],
            each=shares[1],
            total=total,
        )
    return say(
        "{base}: East {east}, the others {each} each = {total}",
        base=name,
        east=shares[0],
        each=shares[1],
        total=total,
    )
