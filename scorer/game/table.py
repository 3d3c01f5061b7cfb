"""What the next hand of a game is played under: who sits where, the winds, the counts; and how a
settled hand moves all that on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from scorer.game.record import Game, Json
from scorer.hand import SEATS
from scorer.rulebook import Book
from scorer.speech import say

__all__ = ["Table", "by_wind", "first_table", "moved_on"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table before a hand: ``seats`` has the player of each seat in use, ``resting`` the fifth of
    five. ``prevailing`` is None where no wind of the round counts. ``dealer_streak`` is how many
    hands East has won running; ``numbers`` are those that the ruleset counts. ``goulash`` tells
    whether the hand is one, where there is such a thing; ``penalties`` what the hands before take
    off at the end, by player; ``why`` how the table came to stand so."""

    seats: Mapping[str, str]
    prevailing: str | None
    resting: str | None = None
    deals_passed: int = 0
    dealer_streak: int = 0
    numbers: Mapping[str, int] = field(default_factory=dict)
    goulash: bool | None = None
    penalties: Mapping[str, int] = field(default_factory=dict)
    over: bool = False
    why: str = ""

    def as_record(self) -> Json:
        """The table as plain JSON."""
        return {**asdict(self), "why": str.__str__(self.why)}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Table:
        """The table of such a record."""
        return cls(**record)

    def same_as(self, other: Table) -> bool:
        """Whether a hand is played under the same here and there."""
        return all(getattr(self, name) == getattr(other, name) for name in PLAYED_UNDER)


PLAYED_UNDER = tuple(one.name for one in fields(Table) if one.name not in ("why", "penalties"))
"""What a hand is played under; not how the table came to stand so, nor what counts at the end."""


def first_table(game: Game) -> Table:
    """The table of the first hand: the first player is East, a fifth does not sit."""
    book = game.edition.book
    ids = game.ids
    return Table(
        seats=dict(zip(SEATS, ids[:4], strict=False)),
        prevailing="E" if book.needs_prevailing else None,
        resting=ids[4] if len(ids) > 4 else None,
        numbers={one.name: one.default for one in book.state.values()},
        goulash=False if book.wild_under else None,
        why=say("the first hand"),
    )


def moved_on(book: Book, table: Table, answer: Mapping[str, Any], *, east_won: bool) -> Table:
    """The table of the hand after one that was played at ``table`` and settled to ``answer``."""
    following = answer["next"]
    stays = following["seats"] == "stay"
    seats = {following["winds"][seat]: one for seat, one in table.seats.items()}
    counts: dict[str, Any] = {
        "dealer_streak": table.dealer_streak + east_won if stays else 0,
        "numbers": {name: following[name] for name in book.state},
        "goulash": following.get("goulash", table.goulash),
        "why": following["because"],
    }
    if table.resting is not None:
        after = replace(table, **counts)
        return after if stays else _fifth_comes_in(after, seats, table.resting)
    return replace(
        table,
        **counts,
        seats=by_wind(seats),
        prevailing=following.get("prevailing", table.prevailing),
        deals_passed=following["deals_passed"],
        over=bool(following["session_over"]),
    )


def _fifth_comes_in(table: Table, seats: Mapping[str, str], rested: str) -> Table:
    """Who was East, and would be North, rests; who rested comes in there. A round is as many deals
    as there are players."""
    passed = table.deals_passed + 1
    round_over = passed > len(seats)
    last = table.prevailing == SEATS[-1]
    prevailing = table.prevailing
    if prevailing is not None and round_over and not last:
        prevailing = SEATS[SEATS.index(prevailing) + 1]
    return replace(
        table,
        seats=by_wind({**seats, "N": rested}),
        resting=seats["N"],
        prevailing=prevailing,
        deals_passed=0 if round_over else passed,
        over=round_over and last,
    )


def by_wind(seats: Mapping[str, str]) -> dict[str, str]:
    """The same seats, East first."""
    return {seat: seats[seat] for seat in SEATS if seat in seats}
