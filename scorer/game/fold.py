"""The current state of a game, with every correction applied.

Entries are never changed: what was undone, replaced or moved by a correction is computed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scorer.game.effects import HandEffect, Points, ReplayState
from scorer.game.record import Entry, Game
from scorer.game.replay import GameReplay
from scorer.game.statuses import EntryStatuses
from scorer.game.table import Table
from scorer.languages.speech import UserText, say

__all__ = ["EntryStatuses", "GameState", "current_state"]


@dataclass(frozen=True, slots=True)
class GameState:
    """The state of a game after its last entry.

    Attributes:
        table: The table of the next hand.
        totals: The players' points by their ids.
        names: The players' names by their ids.
        statuses: Which entries are in force.
        replay: The game read entry by entry.
        hands: How many hands count.
        closed: Whether the game was closed.
        unfit_hands: The hands that no longer fit those before them: the entry, and a sentence.
        moves: The points moved now by each entry that a correction of an earlier hand changed.
        changed_by: The correction that changed each of those entries.
    """

    table: Table
    totals: dict[str, int]
    names: dict[str, str]
    statuses: EntryStatuses
    replay: GameReplay = field(compare=False, repr=False)
    hands: int = 0
    closed: bool = False
    unfit_hands: tuple[tuple[int, str], ...] = ()
    moves: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    changed_by: Mapping[int, int] = field(default_factory=dict)

    @property
    def hand(self) -> int:
        """The number of the next hand."""
        return self.hands + 1

    @property
    def seated(self) -> dict[str, str]:
        """The name of the player on each seat in the next hand."""
        return {seat: self.names[player] for seat, player in self.table.seats.items()}

    @property
    def over(self) -> bool:
        """Tests if no more hands are played."""
        return self.closed or self.table.over

    @property
    def deposits(self) -> int:
        """The points on the table that nobody has taken yet."""
        worth = self.replay.rules.book.session.deposits
        return sum(self.table.counters[name] * points for name, points in worth.items())

    def points_moved(self, entry: Entry) -> Mapping[str, int]:
        """Return the points that an entry moves, with corrections of earlier hands applied."""
        return self.moves.get(entry.n, entry.moves)


def current_state(game: Game, replay: GameReplay | None = None) -> GameState:
    """Return the state of a game, computed once; pass its ``replay`` if you already have it."""
    if not game.memo:
        game.memo.append(_compute_state(replay or GameReplay(game)))
    state: GameState = game.memo[0]
    return state


def _compute_state(replay: GameReplay) -> GameState:
    changes = _Changes(replay)
    return GameState(
        table=replay.table(),
        totals=replay.totals(),
        names=replay.names,
        statuses=replay.status_reader.entry_statuses(),
        replay=replay,
        hands=changes.hands,
        closed=replay.closed,
        unfit_hands=tuple(changes.unfit_hands),
        moves=changes.moves,
        changed_by=changes.changed_by,
    )


class _Changes:
    """The changes that corrections caused in later hands."""

    def __init__(self, replay: GameReplay) -> None:
        self.hands = 0
        self.unfit_hands: list[tuple[int, str]] = []
        self.moves: dict[int, Mapping[str, int]] = {}
        self.changed_by: dict[int, int] = {}
        self._replay = replay
        corrected, cause, last = replay.status_reader.corrected, 0, 0
        for n, hand, state in replay.played():
            # The latest correction of anything before this hand.
            cause = max((corrected[k] for k in range(last, n) if k in corrected), default=cause)
            last = n
            self.hands += 1
            self._compare(hand, state, replay.points_moved(n), cause)

    def _compare(
        self, hand: HandEffect, state: ReplayState, moves: Points | None, cause: int
    ) -> None:
        replay, entry = self._replay, hand.entry
        amounts = [*_changed_amounts(replay, hand, state)]
        if amounts or not hand.fits(state) or replay.is_over(state):
            root = replay.status_reader.original_of(entry.n)
            self.unfit_hands.append((root, _misfit_sentence(self.hands, amounts)))
        if state.counters == hand.counters or moves is None:
            return
        moved = dict(zip(replay.rules.ids, moves, strict=True))
        if moved != dict(entry.moves):
            self.moves[entry.n] = moved
            self.changed_by[entry.n] = cause


def _changed_amounts(replay: GameReplay, hand: HandEffect, state: ReplayState) -> Iterator[str]:
    """Yield a sentence for each amount of the hand that the table no longer has."""
    for name, player, own, now in hand.changed_tallies(state):
        titles = {part.name: part.note.title for part in replay.rules.book.fields.table}
        named = UserText(replay.names[player])
        what = say("{what} of {player}", what=titles[name], player=named)
        yield say("{what}: {own} then, {now} now", what=what, own=own, now=now)
    counters = hand.counters_in(state)
    for number, own, now in zip(
        replay.rules.book.counters.values(), counters, state.counters, strict=True
    ):
        if own != now:
            points = sum(max(0, moved) for moved in hand.moves_per_unit(number.name)) * abs(
                own - now
            )
            change = say("{what}: {own} then, {now} now", what=number.title, own=own, now=now)
            if points:
                yield say("{what} ({points} points)", what=change, points=points)
            else:
                yield change


def _misfit_sentence(hand: int, amounts: list[str]) -> str:
    sentence = say(
        "Hand {hand} was played with seats, winds or counters that no longer follow from the "
        "corrected hands before it; it stays as it was",
        hand=hand,
    )
    for amount in amounts:
        sentence = say("{sentence}. {amount}", sentence=sentence, amount=amount)
    return sentence
