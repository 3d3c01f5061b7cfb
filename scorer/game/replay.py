"""A game read entry by entry: the effect of each entry, and the state before and after it.

A correction changes the effect of an earlier entry. The states after it are recomputed lazily, each
by one step of arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from scorer.game.effects import (
    AdjustEffect,
    Effect,
    GameRules,
    HandEffect,
    Points,
    ReplayState,
    SeatsEffect,
)
from scorer.game.record import Entry, Game
from scorer.game.statuses import EntryStatusReader
from scorer.game.table import Table, first_table

EFFECT_BY_KIND: dict[str, Callable[[GameRules, Entry], Effect]] = {
    "hand": HandEffect,
    "replace": HandEffect,
    "adjust": AdjustEffect,
    "seats": SeatsEffect,
}


class GameReplay:
    """The replay of a game up to some entry.

    Attributes:
        rules: The rules of the game, and its players.
        status_reader: Which entries are in force.
        entries: The entries read so far.
    """

    def __init__(self, game: Game) -> None:
        self.rules = GameRules.of(game)
        self.status_reader = EntryStatusReader()
        self.entries = list(game.entries)
        self.status_reader.read(self.entries)
        self._names = dict(zip(game.ids, game.players, strict=True))
        self._effect_by_entry: dict[int, Effect | None] = {}
        self._closings = {entry.n for entry in self.entries if entry.kind == "close"}
        self._renamings = [entry for entry in self.entries if entry.kind == "players"]
        self._effects = [self._effect(entry.n) for entry in self.entries]
        first = first_table(game)
        totals = (game.start,) * len(game.ids)
        self._states = [ReplayState(first, self.rules.counters(first.counters), 0, {}, totals, 0)]
        self._moves: list[Points | None] = []
        self._steps: dict[int, list[tuple[Effect, ReplayState, tuple[ReplayState, Points]]]] = {}

    @property
    def closed(self) -> bool:
        """Tests if the evening was closed."""
        return any(map(self.status_reader.in_force, self._closings))

    @property
    def names(self) -> dict[str, str]:
        """The players' names by their ids."""
        return self._renamed(None)

    def after_undo(self, n: int) -> tuple[bool, dict[str, str]]:
        """Return whether the game would be closed, and the names, if this entry were undone."""
        toggled = self.status_reader.toggled_by(n)
        closed = any(self.status_reader.in_force(n) != (n == toggled) for n in self._closings)
        return closed, self._renamed(toggled)

    def _renamed(self, toggled: int | None) -> dict[str, str]:
        """Return the names as if one entry were toggled in or out of force."""
        names = dict(self._names)
        for entry in self._renamings:
            if self.status_reader.in_force(entry.n) != (entry.n == toggled):
                names.update(entry.payload["players"])
        return names

    @property
    def version(self) -> int:
        """How many entries were read."""
        return len(self.entries)

    def add(self, entry: Entry) -> int:
        """Read the next entry; return the number of the entry whose effect it changes, which is
        its own unless it corrects another."""
        self.entries.append(entry)
        self._effects.append(None)
        changed = self.status_reader.add(entry)
        if entry.kind == "close":
            self._closings.add(entry.n)
        if entry.kind == "players":
            self._renamings.append(entry)
        self._effects[changed - 1] = self._effect(changed)
        # Later states are recomputed when they are needed.
        del self._states[changed:], self._moves[changed - 1 :]
        return changed

    def state(self, n: int | None = None) -> ReplayState:
        """Return the state after the n-th entry, by default the last."""
        upto = len(self.entries) if n is None else n
        states, moves = self._states, self._moves
        state = states[-1]
        for n, effect in enumerate(self._effects[len(moves) : upto], len(moves)):
            moved = None
            if effect is not None:
                state, moved = self._step(n, effect, state)
            states.append(state)
            moves.append(moved)
        return states[upto]

    def _step(self, n: int, effect: Effect, before: ReplayState) -> tuple[ReplayState, Points]:
        """Apply an effect, remembering the last two steps of each entry.

        Undoing an entry and bringing it back passes through the same states again.
        """
        remembered = self._steps.setdefault(n, [])
        for step in remembered:
            if step[0] is effect and step[1] is before:
                return step[2]
        after = effect.apply(before)
        remembered.insert(0, (effect, before, after))
        del remembered[2:]
        return after

    def points_moved(self, n: int) -> Points | None:
        """Return the points that the n-th entry moves now; None if it has no effect."""
        self.state(n)
        return self._moves[n - 1]

    def table(self, n: int | None = None) -> Table:
        """Return the table of the hand after the n-th entry, by default the last."""
        state = self.state(n)
        table = state.table
        if self.is_over(state):
            table = replace(
                table, over=True, prevailing=self._hand_effect(state.hand).table.prevailing
            )
        return self._with_counters(table, state)

    def table_of_hand(self, hand: int) -> Table:
        """Return the table for replacing a hand that was played already."""
        state, effect = self.state(hand - 1), self._hand_effect(hand)
        counters = self.rules.counters_by_name(effect.counters_in(state))
        return replace(effect.table, counters=counters, tallies=state.tallies)

    def number_of(self, hand: int) -> int:
        """Return the hand number of an entry, from 1."""
        return sum(isinstance(effect, HandEffect) for effect in self._effects[:hand])

    def totals(self, n: int | None = None) -> dict[str, int]:
        """Return the totals after the n-th entry, by default the last."""
        return dict(zip(self.rules.ids, self.state(n).totals, strict=True))

    def is_over(self, state: ReplayState) -> bool:
        """Tests if the hands before this state ended the session."""
        if not state.hand:
            return False
        hand = self.status_reader.original_of(state.hand)
        return self._hand_effect(hand).is_over(self.state(hand - 1), self.state(hand))

    def played(self) -> Iterator[tuple[int, HandEffect, ReplayState]]:
        """Yield the hands in force in playing order: the number of the entry, its effect, and the
        state before it."""
        self.state()
        for n, effect in enumerate(self._effects, 1):
            if isinstance(effect, HandEffect):
                yield n, effect, self._states[n - 1]

    def _hand_effect(self, n: int) -> HandEffect:
        hand = self.status_reader.original_of(n)
        effect = self._effect_by_entry.get(self.status_reader.latest(hand))
        if not isinstance(effect, HandEffect):
            effect = HandEffect(self.rules, self.entries[hand - 1])
        return effect

    def _with_counters(self, table: Table, state: ReplayState) -> Table:
        return replace(
            table,
            counters=self.rules.counters_by_name(state.counters),
            dealer_streak=state.streak,
            tallies=state.tallies,
        )

    def _effect(self, n: int) -> Effect | None:
        """Return the effect of the n-th entry or of its replacement in force."""
        if self.entries[n - 1].kind == "replace" or not self.status_reader.in_force(n):
            return None
        latest = self.status_reader.latest(n)
        if latest not in self._effect_by_entry:
            entry = self.entries[latest - 1]
            make = EFFECT_BY_KIND.get(entry.kind)
            self._effect_by_entry[latest] = None if make is None else make(self.rules, entry)
        return self._effect_by_entry[latest]
