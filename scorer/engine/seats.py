"""A seat of a table as callers give it: 0 to 3 in the order of play, or one of E S W N."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

from scorer.errors import HandError, Problem, quoted
from scorer.languages.speech import say
from scorer.types.terms import SEATS

if TYPE_CHECKING:
    from scorer.types import Seat

AnySeat: TypeAlias = "SupportsIndex | Seat"


def seat_of(seat: SupportsIndex | str, pointer: str) -> int:
    """Return the number of a seat (or of a wind of the round) from 0 to 3, as any whole-number
    type has it, or from one of the letters E S W N.

    >>> seat_of("W", "/seat")
    2

    Raises HandError with this pointer for anything else.
    """
    if type(seat) is int and 0 <= seat <= 3:
        return seat
    if isinstance(seat, str):
        for number, letter in enumerate(SEATS):
            if seat == letter:
                return number
        shown = quoted(seat)
    else:
        number = _seat_number(seat)
        if 0 <= number <= 3:
            return number
        shown = quoted(repr(seat))
    detail = say("{seat} is not a seat: write 0 to 3, or E, S, W or N", seat=shown)
    raise HandError(Problem(pointer, "bad_value", detail))


def _seat_number(seat: object) -> int:
    """Return the seat's number if it is a whole number, else -1; true and false are no numbers."""
    if isinstance(seat, bool) or not isinstance(seat, SupportsIndex):
        return -1
    return seat.__index__()
