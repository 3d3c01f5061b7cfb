"""The table of the next hand: seats, winds and counters, and how a settled hand changes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from scorer.game.record import Game, Json
from scorer.languages.speech import say
from scorer.rulebook.declarations import Declarations
from scorer.types.terms import SEATS

Tallies = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Table:
    """A table before a hand.

    Attributes:
        seats: The player of each seat in use.
        prevailing: The wind of the round; None if the ruleset has none.
        resting: The fifth of five players.
        deals_passed: How many deals of the round have passed.
        dealer_streak: How many hands East has won in a row.
        counters: The counters of the ruleset, such as honba.
        goulash: Whether the next hand is a goulash; None if the ruleset has none.
        tallies: What the ruleset counts over a session, such as fouls, by name and player.
        over: Whether the session is over.
        why: A sentence about how the table came about.
    """

    seats: Mapping[str, str]
    prevailing: str | None
    resting: str | None = None
    deals_passed: int = 0
    dealer_streak: int = 0
    counters: Mapping[str, int] = field(default_factory=dict)
    goulash: bool | None = None
    tallies: Tallies = field(default_factory=dict)
    over: bool = False
    why: str = ""

    def as_record(self) -> Json:
        """Return the table as plain JSON."""
        values = {key: getattr(self, name) for name, key in TABLE_KEYS.items()}
        return {**values, "why": str.__str__(self.why)}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Table:
        """Return the table of a record, ignoring keys that a later release may have added."""
        values = {name: record[key] for name, key in TABLE_KEYS.items() if key in record}
        if record.get("penalties"):
            # The key under which 0.1.0 stored its only tally.
            values["tallies"] = {"penalties": record["penalties"]}
        return cls(**values)

    def tally(self, name: str, player: str) -> int:
        """Return this tally of a player."""
        return self.tallies.get(name, {}).get(player, 0)

    def has_same_seating(self, other: Table) -> bool:
        """Tests if the same players sit at the same winds in the same hand of the round."""
        return all(getattr(self, name) == getattr(other, name) for name in SEATING_FIELDS)


TABLE_KEYS = {part.name: part.name for part in fields(Table)} | {"counters": "numbers"}
"""The key in a record of each field of a table."""

SEATING_FIELDS = ("seats", "prevailing", "resting", "deals_passed", "goulash")


def first_table(game: Game) -> Table:
    """Return the table of the first hand: the first player is East, a fifth rests."""
    book = game.edition.book
    ids = game.ids
    return Table(
        seats=dict(zip(SEATS, ids[:4], strict=False)),
        prevailing="E" if book.table.round_winds else None,
        resting=ids[4] if len(ids) > 4 else None,
        counters={number.name: number.default for number in book.counters.values()},
        goulash=False if book.tiles.wild_under else None,
        why=say("the first hand"),
    )


def next_table(book: Declarations, table: Table, following: Mapping[str, Any]) -> Table:
    """Return the table after a hand played at ``table``, with the dealer streak unchanged.

    ``following`` is the ``next`` of the answer to that hand.
    """
    stays = following["seats"] == "stay"
    seats = {following["winds"][seat]: player for seat, player in table.seats.items()}
    changes: dict[str, Any] = {
        "counters": {name: following[name] for name in book.counters},
        "goulash": following.get("goulash", table.goulash),
        "why": following["because"],
    }
    if table.resting is not None:
        after = replace(table, **changes)
        return after if stays else _replace_east_by_fifth(after, seats, table.resting)
    return replace(
        table,
        **changes,
        seats=by_wind(seats),
        prevailing=following.get("prevailing", table.prevailing),
        deals_passed=following["deals_passed"],
        over=bool(following["session_over"]),
    )


def _replace_east_by_fifth(table: Table, seats: Mapping[str, str], rested: str) -> Table:
    """Let the fifth player take North in place of East, who rests now.

    A round has as many deals as players.
    """
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
    """Return the same seats, East first."""
    return {seat: seats[seat] for seat in SEATS if seat in seats}
