"""A game as it is kept: how it was begun, and its entries, of which none is ever changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from scorer.rulebook import Edition
from scorer.rules import BOOKS

__all__ = ["Entry", "Game", "Json", "player_ids"]

Json = dict[str, Any]


def player_ids(count: int) -> tuple[str, ...]:
    """The ids of so many players, in seating order: p1, p2, ..."""
    return tuple(f"p{n}" for n in range(1, count + 1))


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a game's sheet, the ``n``-th.

    ``told`` is what its writer told beside the kind; ``by`` who that was. A hand, and one that
    replaces a hand, keeps ``under`` (the table under which it was played), ``answer`` (what it was
    settled to) and the ``rules_version`` that settled it; ``moves`` are points by player.
    """

    n: int
    kind: str
    at: str
    told: Json
    by: str | None = None
    under: Json | None = None
    answer: Json | None = None
    moves: Mapping[str, int] = field(default_factory=dict)
    rules_version: str = ""

    def as_record(self) -> Json:
        """The entry as plain JSON."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Entry:
        """The entry of such a record."""
        return cls(**record)


@dataclass(frozen=True, slots=True)
class Game:
    """An evening: what was agreed when it began, ``at`` what time, and every entry since.

    ``players`` are their names when it began, in seating order: the first, p1, was East.
    """

    title: str
    ruleset: str
    preset: str | None
    options: Json
    rules_version: str
    players: tuple[str, ...]
    start: int
    at: str
    entries: tuple[Entry, ...] = ()

    @property
    def version(self) -> int:
        """How many entries it has."""
        return len(self.entries)

    @property
    def ids(self) -> tuple[str, ...]:
        """The players' ids, in the order in which they first sat."""
        return player_ids(len(self.players))

    @property
    def edition(self) -> Edition:
        """The rules in force. HandError where they are no longer what they were."""
        return BOOKS[self.ruleset].edition(self.preset, self.options)

    def entry(self, n: int) -> Entry:
        """The n-th entry, which there is."""
        return self.entries[n - 1]

    def upto(self, n: int) -> Game:
        """The game as it was when it had so many entries."""
        return replace(self, entries=self.entries[:n])

    def with_entry(self, entry: Entry) -> Game:
        """The game with one entry more."""
        return replace(self, entries=(*self.entries, entry))

    def as_record(self) -> Json:
        """How it began, as plain JSON; its entries are kept one by one."""
        return {
            "title": self.title,
            "ruleset": self.ruleset,
            "preset": self.preset,
            "options": self.options,
            "rules_version": self.rules_version,
            "players": list(self.players),
            "start": self.start,
            "at": self.at,
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any], entries: Iterable[Entry] = ()) -> Game:
        """The game of such a record, with its entries."""
        return cls(**{**record, "players": tuple(record["players"])}, entries=tuple(entries))
