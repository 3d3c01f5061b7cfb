"""What a game's table calls its hands: "East 2", and played again "East 2 · repeat 1"."""

from __future__ import annotations

from collections import Counter

from flask_babel import gettext as _

from scorer.game import Game
from scorer.game.fold import GameState
from scorer.game.table import Table
from scorer.service.web import labels


class HandNames:
    """The names of a game's hands, after every correction.

    Hands of one deal have different names: by the ruleset's counter, such as honba, or else by
    their number.
    """

    def __init__(self, game: Game, state: GameState) -> None:
        self._game, self._state = game, state
        replay = state.replay
        self._unnumbered: dict[int, str] = {}
        self._names: dict[int, str] = {}
        seen: Counter[str] = Counter()
        for number, (n, _effect, _before) in enumerate(replay.played(), start=1):
            name = self._unnumbered_name(number, replay.table_of_hand(n))
            self._unnumbered[n] = name
            self._names[n] = _repeated_name(name, seen[name])
            seen[name] += 1

    def of_entry(self, original: int) -> str:
        """Return the name of the hand that was entered by this entry; of an undone one, the name
        that it would have."""
        if original in self._names:
            return self._names[original]
        before = [name for n, name in self._unnumbered.items() if n < original]
        record = self._game.entry(original).table or {}
        name = self._unnumbered_name(len(before) + 1, Table.from_record(record))
        return _repeated_name(name, before.count(name))

    @property
    def next_hand(self) -> str:
        """The name of the next hand."""
        return labels.SEPARATOR.join([self._next_unnumbered, *self.next_repeats])

    @property
    def next_repeats(self) -> list[str]:
        """What distinguishes the next hand from earlier ones of its name, such as "repeat 1"."""
        if self._state.over:
            return []
        return _repeat_words([*self._unnumbered.values()].count(self._next_unnumbered))

    @property
    def _next_unnumbered(self) -> str:
        return self._unnumbered_name(self._state.hand, self._state.table)

    def _unnumbered_name(self, number: int, table: Table) -> str:
        return labels.hand_name(self._game.edition.book, number, table)


def _repeated_name(name: str, number: int) -> str:
    return labels.SEPARATOR.join([name, *_repeat_words(number)])


def _repeat_words(number: int) -> list[str]:
    return [labels.unbroken(_("repeat %(number)s", number=number))] if number else []
