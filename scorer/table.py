"""The table between two hands: whether the deal stays, and which wind each player has next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.hand import SEATS

__all__ = ["next_hand", "table_points"]


def next_hand(
    seats: Sequence[int],
    prevailing: int,
    *,
    stays: bool,
    because: str,
    deals_passed: int | None = None,
) -> dict[str, Any]:
    """How the winds move. ``seats`` are the seats in use now; an absent player never becomes East.

    With ``deals_passed`` (how often the deal has passed in this round) the answer also tells the
    prevailing wind, the count for the next hand, and whether the session is over.
    """
    turn = 0
    if not stays:
        turn = 1
        while turn not in seats:
            turn += 1
    answer: dict[str, Any] = {
        "seats": "stay" if stays else "pass",
        "because": because,
        "winds": {SEATS[seat]: SEATS[(seat - turn) % 4] for seat in seats},
    }
    if deals_passed is not None:
        passed = deals_passed + (not stays)
        round_over = not stays and passed >= len(seats)
        over = round_over and prevailing == 3
        answer["prevailing"] = SEATS[prevailing + (round_over and not over)]
        answer["deals_passed"] = 0 if round_over else passed
        answer["session_over"] = over
    return answer


def table_points(standing: Mapping[int, int], points: Sequence[int]) -> dict[int, float]:
    """What each seat takes from a session: ``points`` by the order of the scores, the points of
    tied places shared."""
    scores = sorted(standing.values(), reverse=True)
    shares = {}
    for score in set(scores):
        first = scores.index(score)
        tied = scores.count(score)
        shares[score] = sum(points[first : first + tied]) / tied
    return {seat: shares[score] for seat, score in standing.items()}
