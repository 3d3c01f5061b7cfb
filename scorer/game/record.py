"""The stored form of a game: how it began and its append-only list of entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from scorer.rulebook.book import Edition
from scorer.rulebook.declarations import Declarations
from scorer.rules import BOOKS

Json = dict[str, Any]


def club_preset_to_pin(book: Declarations, preset: str | None) -> Json | None:
    """Return what a preset of a club is now, as a game keeps it; None for one of the ruleset."""
    known = book.presets.get(preset or "")
    if known is None or not known.of_club:
        return None
    base, options = book.without_club(preset, {})
    return {"title": known.title, "preset": base, "options": options}


def player_ids(count: int) -> tuple[str, ...]:
    """Return the ids of ``count`` players in seating order: p1, p2, ..."""
    return tuple(f"p{n}" for n in range(1, count + 1))


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a game's sheet.

    Attributes:
        n: Its number, from 1.
        kind: What it does, as "hand" or "undo".
        at: When it was written.
        payload: The other fields of its request.
        by: The player who wrote it.
        table: The table at which the hand was played, as a record.
        answer: The answer of ``/settle`` to the hand.
        moves: The points won or lost, by player.
        rules_version: The version of the rules that settled the hand.
        counter_effects: How the points depend on the counters of the game, if the ruleset has any.
        outcome: The part of the answer that later hands depend on.
    """

    n: int
    kind: str
    at: str
    payload: Json
    by: str | None = None
    table: Json | None = None
    answer: Mapping[str, Any] | None = None
    moves: Mapping[str, int] = field(default_factory=dict)
    rules_version: str = ""
    counter_effects: Json | None = None
    outcome: Json | None = None

    def as_record(self) -> Json:
        """Return the entry as plain JSON."""
        return {key: getattr(self, name) for name, key in RECORD_KEYS.items()}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Entry:
        """Return the entry of a record, ignoring keys that a later release may have added."""
        return cls(**{name: record[key] for name, key in RECORD_KEYS.items() if key in record})


RECORD_KEYS = {field.name: field.name for field in fields(Entry)} | {
    "payload": "told",
    "table": "under",
    "counter_effects": "counters",
}
"""The key in a record of each field of an entry."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: how it began, and every entry since.

    Attributes:
        players: Their names at the beginning, in seating order: the first, p1, was East.
        start: The points that each player began with.
        at: When it began.
        memo: The cached state of the game, which never changes.
        pinned: What a preset of a club was when the game began: its ``title``, and the ``preset``
            of the ruleset itself and ``options`` over it that together are the same.
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
    pinned: Json | None = None
    memo: list[Any] = field(default_factory=list, init=False, compare=False, repr=False)

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
        """The rules in force. Raises HandError if this release no longer has them."""
        return BOOKS[self.ruleset].edition(*self.rules)

    @property
    def preset_title(self) -> str:
        """What people called the preset of a club when the game began; "" for any other preset."""
        return "" if self.pinned is None else str(self.pinned["title"])

    @property
    def rules(self) -> tuple[str | None, Json]:
        """The preset and the options over it by which documents name the rules of the game today.

        They are as the game began with them unless a club has changed or removed its preset, or
        made one the default of a ruleset without any.
        """
        book = BOOKS[self.ruleset]
        if self.pinned is None:
            if self.preset is None and book.club_default is not None:
                return None, {**book.default_options(), **self.options}
            return self.preset, self.options
        pinned = (self.pinned["preset"], self.pinned["options"])
        if self.preset in book.presets and book.without_club(self.preset, {}) == pinned:
            return self.preset, self.options
        base, options = pinned
        return base, {**options, **self.options}

    def entry(self, n: int) -> Entry:
        """Return the n-th entry, from 1."""
        return self.entries[n - 1]

    def up_to(self, n: int) -> Game:
        """Return the game as it was after its first ``n`` entries."""
        return replace(self, entries=self.entries[:n])

    def with_entry(self, entry: Entry) -> Game:
        """Return the game with this entry appended."""
        return replace(self, entries=(*self.entries, entry))

    def as_record(self) -> Json:
        """Return how the game began as plain JSON, without its entries."""
        return {
            "title": self.title,
            "ruleset": self.ruleset,
            "preset": self.preset,
            "options": self.options,
            "rules_version": self.rules_version,
            "players": list(self.players),
            "start": self.start,
            "at": self.at,
            **({} if self.pinned is None else {"pinned": self.pinned}),
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any], entries: Iterable[Entry] = ()) -> Game:
        """Return the game of a record, with these entries."""
        return cls(**{**record, "players": tuple(record["players"])}, entries=tuple(entries))
