"""The table between two hands: whether the deal stays, and which wind each player has next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from scorer.languages.speech import say
from scorer.types.terms import SEATS

if TYPE_CHECKING:
    from scorer import types


class WindRotation(NamedTuple):
    """How the winds of a table move, where it differs from others.

    Attributes:
        round_winds: Whether there is a wind of the round; without it a session has no end.
        round_wind_sits: Whether an absent player never becomes the wind of the round: a neighbour
            of the gap moves into it.
        among_themselves: Whether the absent seat stays absent, and the deal turns among the others.
        ends: Whether the session is over, asked whether the round is; after the North round where
            None.
        changes: The seats that the players take when a round is over, by the wind that each would
            have, and why.
    """

    round_winds: bool = True
    round_wind_sits: bool = False
    among_themselves: bool = False
    ends: Callable[[bool], bool | None] | None = None
    changes: tuple[Sequence[int], str] | None = None


DEFAULT_WIND_MOVES: Final = WindRotation()


def next_hand(
    seats: Sequence[int],
    prevailing: int,
    *,
    stays: bool,
    because: str,
    deals_passed: int | None = None,
    moves: WindRotation = DEFAULT_WIND_MOVES,
) -> types.Next:
    """Return how the winds move. ``seats`` are the seats in use now; an absent player never becomes
    East. With ``deals_passed`` (how often the deal has passed in this round) the answer also has
    the count for the next hand, whether the session is over and, where there is one, the wind of
    the round.
    """
    # Long: each part of the answer has its own condition.
    turn = 0 if stays else min(seat for seat in seats if seat)
    answer: types.Next = {
        "seats": "stay" if stays else "pass",
        "because": because,
        "winds": _rotate_winds(seats, turn),
    }
    if deals_passed is not None:
        passed = deals_passed + (not stays)
        round_over = not stays and passed >= len(seats)
        over: bool | None = moves.round_winds and round_over and prevailing == 3
        if moves.ends is not None and moves.round_winds:
            over = moves.ends(round_over)
        if moves.round_winds:
            answer["prevailing"] = SEATS[(prevailing + (round_over and not over)) % 4]
        answer["deals_passed"] = 0 if round_over else passed
        answer["session_over"] = over
        if moves.changes is not None and round_over and not over:
            taken, why = moves.changes
            answer["because"] = say("{because}; {why}", because=because, why=why)
            answer["winds"] = _rotate_winds(seats, turn, taken)
    if moves.round_wind_sits:
        wind = SEATS.index(answer.get("prevailing", SEATS[prevailing]))
        answer["winds"] = _fill_wind(wind, answer["winds"])
    if moves.among_themselves and turn:
        answer["winds"] = {SEATS[seat]: SEATS[seats[place - 1]] for place, seat in enumerate(seats)}
    return answer


def _rotate_winds(
    seats: Sequence[int], turn: int, taken: Sequence[int] = range(4)
) -> dict[types.Seat, types.Seat]:
    """Return the next wind of each seat after so many turns: ``taken`` is who has which by then."""
    return {SEATS[seat]: SEATS[taken[(seat - turn) % 4]] for seat in seats}


def _fill_wind(wind: int, winds: dict[types.Seat, types.Seat]) -> dict[types.Seat, types.Seat]:
    """Return the same winds with somebody at this one: the next player or, at East, the one before.
    The order of play stays."""
    if SEATS[wind] in winds.values():
        return winds
    mover = SEATS[wind + 1] if wind < 3 else SEATS[wind - 1]
    return {old: SEATS[wind] if new == mover else new for old, new in winds.items()}


def table_points(standing: Mapping[int, int], points: Sequence[int]) -> dict[int, float]:
    """Return what each seat takes from a session: ``points`` by the order of the scores, the points
    of tied places shared."""
    scores = sorted(standing.values(), reverse=True)
    shares = {}
    for score in set(scores):
        first = scores.index(score)
        tied = scores.count(score)
        shares[score] = sum(points[first : first + tied]) / tied
    return {seat: shares[score] for seat, score in standing.items()}
