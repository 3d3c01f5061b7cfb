"""The entries of a game folded into where it stands. An entry is never changed: what was undone or
replaced is worked out from the entries that say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from scorer.game.hands import after_hand, with_penalties
from scorer.game.record import Entry, Game
from scorer.game.table import Table, by_wind, first_table
from scorer.speech import say

__all__ = ["Marks", "Stand", "before", "before_each", "folded", "one_further"]


@dataclass(frozen=True, slots=True)
class Marks:
    """What became of each entry, by its number: the entry that undid it, that replaced it."""

    undone_by: Mapping[int, int]
    replaced_by: Mapping[int, int]
    root: Mapping[int, int]
    """Of an entry that replaces a hand, the hand that was played."""

    def in_force(self, n: int) -> bool:
        """Whether an entry was not undone; one that replaces counts as long as its hand does."""
        return n not in self.undone_by and self.root.get(n, n) not in self.undone_by

    def counts(self, n: int) -> bool:
        """Whether its moves count: it is in force, and none in force has taken its place."""
        return self.in_force(n) and n not in self.replaced_by

    def undone(self, n: int) -> int | None:
        """The entry because of which it does not count: that undid it, or the hand it replaces."""
        return self.undone_by.get(n, self.undone_by.get(self.root.get(n, n)))


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a game stands: the table of the next hand, the totals and names by player, how many
    hands count, whether it was closed, and where later entries no longer fit earlier ones (the
    number of the entry, and a sentence)."""

    table: Table
    totals: dict[str, int]
    names: dict[str, str]
    marks: Marks
    hands: int = 0
    closed: bool = False
    misfits: tuple[tuple[int, str], ...] = ()

    @property
    def hand(self) -> int:
        """The number of the next hand."""
        return self.hands + 1

    @property
    def seated(self) -> dict[str, str]:
        """The name of who has each seat in the next hand."""
        return {seat: self.names[one] for seat, one in self.table.seats.items()}

    @property
    def over(self) -> bool:
        """Whether no hand is played any more."""
        return self.closed or self.table.over


def _marks_of(game: Game) -> Marks:
    """What became of each entry; only a later one undoes or replaces, so the last come first."""
    undone: dict[int, int] = {}
    root: dict[int, int] = {}
    for entry in game.entries:
        if entry.kind == "replace":
            target: int = entry.told["entry"]
            root[entry.n] = root.get(target, target)
    for entry in reversed(game.entries):
        if entry.kind == "undo" and entry.n not in undone:
            undone.setdefault(entry.told["entry"], entry.n)
    latest: dict[int, int] = {}
    replaced: dict[int, int] = {}
    for entry in game.entries:
        if entry.kind == "replace" and entry.n not in undone:
            hand = root[entry.n]
            replaced[latest.get(hand, hand)] = entry.n
            latest[hand] = entry.n
    return Marks(undone, replaced, root)


def folded(game: Game) -> Stand:
    """Where the game stands after its entries."""
    *_, last = _stands(game)
    return last


def before(game: Game, n: int) -> Stand:
    """Where the game stood before its n-th entry, as those before it are told now."""
    return next(islice(_stands(game), n - 1, None))


def before_each(game: Game) -> dict[int, Stand]:
    """The same of every entry, by its number."""
    return dict(enumerate(_stands(game), start=1))


def _stands(game: Game) -> Iterator[Stand]:
    """Where the game stands before its first entry, and after each. What replaces a hand counts in
    that hand's place."""
    marks = _marks_of(game)
    stand = Stand(
        first_table(game),
        dict.fromkeys(game.ids, game.start),
        dict(zip(game.ids, game.players, strict=True)),
        marks=marks,
    )
    yield stand
    latest = {marks.root[n]: n for n in marks.root if marks.in_force(n)}
    for entry in game.entries:
        stand = _after(game, stand, entry, game.entry(latest.get(entry.n, entry.n)))
        yield stand


def one_further(game: Game, stand: Stand) -> Stand:
    """Where the game stands after its last entry, from where it stood before."""
    last = game.entry(game.version)
    return folded(game) if last.kind in ("undo", "replace") else _after(game, stand, last, last)


def _after(game: Game, stand: Stand, entry: Entry, latest: Entry) -> Stand:
    """Where the game stands after this entry, of which ``latest`` is in force."""
    if not stand.marks.in_force(entry.n) or entry.kind == "replace":
        return stand
    match entry.kind:
        case "hand":
            return _after_hand(game, stand, latest)
        case "adjust":
            return replace(stand, totals=_moved(stand.totals, entry))
        case "seats":
            return replace(stand, table=_reseated(game, stand.table, entry.told))
        case "players":
            return replace(stand, names={**stand.names, **entry.told["players"]})
        case "close":
            return replace(stand, closed=True)
    return stand


def _moved(totals: Mapping[str, int], entry: Entry) -> dict[str, int]:
    return {one: total + entry.moves.get(one, 0) for one, total in totals.items()}


def _after_hand(game: Game, stand: Stand, latest: Entry) -> Stand:
    """Where the game stands after a hand that was told so last."""
    misfits, hands = stand.misfits, stand.hands + 1
    now = under = Table.from_record(latest.under or {})
    if not under.same_as(stand.table):
        n = stand.marks.root.get(latest.n, latest.n)
        misfits = (*misfits, (n, _misfit(hands)))
        # What lies on the table is as the hands before it are told now.
        now = replace(under, numbers=stand.table.numbers)
    table = after_hand(game, latest, now, stand.totals)
    penalties = with_penalties(stand.table, latest).penalties
    if table.penalties != penalties:
        table = replace(table, penalties=penalties)
    totals = _moved(stand.totals, latest)
    return replace(stand, table=table, totals=totals, hands=hands, misfits=misfits)


def _reseated(game: Game, table: Table, told: Mapping[str, Any]) -> Table:
    """The table as an entry ``seats`` tells it; what it does not tell stays, but a round whose wind
    is another begins anew."""
    seats = told.get("seats") or table.seats
    prevailing = told.get("prevailing", table.prevailing)
    same_round = prevailing == table.prevailing
    return replace(
        table,
        seats=by_wind(seats),
        resting=next((one for one in game.ids if one not in seats.values()), None),
        prevailing=prevailing,
        deals_passed=told.get("deals_passed", table.deals_passed if same_round else 0),
        dealer_streak=told.get("dealer_streak", 0),
        numbers={name: told.get(name, number) for name, number in table.numbers.items()},
        goulash=told.get("goulash", table.goulash),
        over=False,
        why=say("the table says so"),
    )


def _misfit(hand: int) -> str:
    return say(
        "hand {hand} was played with other seats, winds or counts than the hands before it give, "
        "as they are told now; it keeps its own",
        hand=hand,
    )
