"""The effect of each kind of entry on the state of a game: one step of the fold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import add
from typing import Any, NamedTuple, Protocol

from scorer.errors import HandError
from scorer.game.hands import HandResult, added_tallies, outcome_of, settle_hand
from scorer.game.record import Entry, Game, Json
from scorer.game.table import Table, Tallies, by_wind, next_table
from scorer.languages.speech import say
from scorer.rulebook.book import DealResult, Ending, Options
from scorer.rulebook.declarations import Declarations
from scorer.types.terms import SEATS

Points = tuple[int, ...]
"""The points of the players, in the order of their ids."""
CounterValues = tuple[int, ...]
"""The counters of a game, in the order in which the book declares them."""


class ReplayState(NamedTuple):
    """The state of a game between two entries.

    Attributes:
        table: Who sits where, and the winds. Everything below replaces the table's own fields.
        counters: The counters of the game, in the order in which the book declares them.
        streak: How many hands East has won in a row.
        tallies: The session's tallies by name and player.
        totals: The players' points, in the order of their ids.
        hand: The number of the hand entry that led to this table; 0 if none did.
    """

    table: Table
    counters: CounterValues
    streak: int
    tallies: Tallies
    totals: Points
    hand: int


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules and players of a game, as effects need them."""

    game: Game
    ids: tuple[str, ...]
    book: Declarations
    options: Options
    names: tuple[str, ...]
    bounds: tuple[tuple[int, int], ...]
    scored_under: Callable[[Mapping[str, int]], object] | None

    @classmethod
    def of(cls, game: Game) -> GameRules:
        """Return the rules of this game."""
        edition = game.edition
        book, options = edition.book, edition.options
        return cls(
            game=game,
            ids=game.ids,
            book=book,
            options=options,
            names=tuple(book.counters),
            bounds=tuple((number.least, number.most) for number in book.counters.values()),
            scored_under=book.session.scored_under(options),
        )

    def points(self, by_player: Mapping[str, int]) -> Points:
        """Return points by player as a tuple in the order of the ids."""
        return tuple([by_player.get(player, 0) for player in self.ids])

    def counters(self, named: Mapping[str, int]) -> Points:
        """Return the counters by name as a tuple in the order of the book."""
        return tuple([named[name] for name in self.names])

    def counters_by_name(self, counters: CounterValues) -> dict[str, int]:
        """Return the counters by name."""
        return dict(zip(self.names, counters, strict=True))


class Effect(Protocol):
    """The effect of an entry on the state of its game."""

    def apply(self, state: ReplayState) -> tuple[ReplayState, Points]:
        """Return the state after the entry, and the points that it moves."""


class AdjustEffect:
    """An ``Effect`` that moves points between players."""

    def __init__(self, rules: GameRules, entry: Entry) -> None:
        self._moves = rules.points(entry.moves)

    def apply(self, state: ReplayState) -> tuple[ReplayState, Points]:
        """Return the state after the entry, and the points that it moves."""
        return state._replace(totals=_add_points(state.totals, self._moves)), self._moves


class SeatsEffect:
    """An ``Effect`` that sets seats, winds and counters.

    What the entry leaves out stays as it was, but another round wind begins a new round.
    """

    def __init__(self, rules: GameRules, entry: Entry) -> None:
        self._rules = rules
        self._payload = entry.payload
        self._counters = tuple([entry.payload.get(name) for name in rules.names])
        self._streak = entry.payload.get("dealer_streak", 0)
        self._nothing = (0,) * len(rules.ids)
        self._before: Table | None = None
        self._after: Table | None = None

    def apply(self, state: ReplayState) -> tuple[ReplayState, Points]:
        """Return the state after the entry, and the points that it moves."""
        if self._after is None or self._before is not state.table:
            self._before, self._after = state.table, self._seated(state.table)
        counters = state.counters
        if any(number is not None for number in self._counters):
            both = zip(self._counters, counters, strict=True)
            counters = tuple([now if new is None else new for new, now in both])
        after = ReplayState(self._after, counters, self._streak, state.tallies, state.totals, 0)
        return after, self._nothing

    def _seated(self, table: Table) -> Table:
        payload = self._payload
        seats = payload.get("seats") or table.seats
        prevailing = payload.get("prevailing", table.prevailing)
        same_round = prevailing == table.prevailing
        taken = seats.values()
        return replace(
            table,
            seats=by_wind(seats),
            resting=next((player for player in self._rules.ids if player not in taken), None),
            prevailing=prevailing,
            deals_passed=payload.get("deals_passed", table.deals_passed if same_round else 0),
            goulash=payload.get("goulash", table.goulash),
            over=False,
            why=say("the table says so"),
        )


class _ResultUnderCounters(NamedTuple):
    """A hand settled under some counters: how its points depend on them, what it adds to the
    tallies of the session, and what follows."""

    counters: CounterValues
    added: Tallies
    moves: Points
    each: tuple[Points, ...] | None
    adds: tuple[int | None, ...]
    following: Points
    after: Table
    stays: bool
    decides: bool


class HandEffect:
    """The ``Effect`` of a hand, as in the entry in force.

    If the same players sit at the same winds as when it was played, its counters and deposits are
    those that the corrected hands before it left. Otherwise it keeps its counters, but deposits
    are still those on the table now.
    """

    def __init__(self, rules: GameRules, entry: Entry) -> None:
        assert entry.table is not None
        self.entry = entry
        self.table = Table.from_record(entry.table)
        self._rules = rules
        self._counts_east = rules.book.session.counts_east_wins
        self._outcome = _outcome_of_answer(rules.book, self.table, entry)
        self._won: bool = self._outcome["east_won"]
        self._added_tallies: Tallies = self._outcome["added"]
        moves = rules.points(entry.moves)
        self._as_entered = self._result(self.table, self._outcome, moves, entry.counter_effects)
        self.counters = self._as_entered.counters
        self._settled_again: dict[object, _ResultUnderCounters] = {}
        self._before: Table | None = None
        self._same_seats = False

    def fits(self, state: ReplayState) -> bool:
        """Tests if the table is the one at which this hand was played, counters aside."""
        if self._before is not state.table:
            self._before = state.table
            self._same_seats = self.table.has_same_seating(state.table)
        same_streak = not self._counts_east or state.streak == self.table.dealer_streak
        return self._same_seats and same_streak

    def counters_in(self, state: ReplayState) -> Points:
        """Return the counters under which this hand counts."""
        if state.counters == self.counters or self.fits(state):
            return state.counters
        named = zip(self._rules.names, state.counters, self.counters, strict=True)
        deposits = self._rules.book.session.deposits
        return tuple(now if name in deposits else own for name, now, own in named)

    def changed_tallies(self, state: ReplayState) -> Iterator[tuple[str, str, int, int]]:
        """Yield each tally that this hand was scored with and that has changed since: its name, the
        player, its value then and now."""
        for name in self._rules.book.table.progressive & self._added_tallies.keys():
            for player in self._added_tallies[name]:
                then = self.table.tally(name, player)
                now = state.tallies.get(name, {}).get(player, 0)
                if then != now:
                    yield name, player, then, now

    def moves_per_unit(self, name: str) -> Points:
        """Return the points that one more of a counter would have moved."""
        each = self._result_under(self.counters).each or ()
        return dict(zip(self._rules.names, each, strict=False)).get(name, ())

    def apply(self, state: ReplayState) -> tuple[ReplayState, Points]:
        """Return the state after the entry, and the points that it moves."""
        base = self._as_entered
        moves, following = base.moves, base.following
        if state.counters != self.counters:
            counters = self.counters_in(state)
            if counters != self.counters:
                base = self._result_under(counters)
                moves, following = self._result_of_counters(base, counters)
        streak = 0
        if base.stays:
            as_played = self._counts_east and not self.fits(state)
            streak = (self.table.dealer_streak if as_played else state.streak) + self._won
        tallies = _add_tallies(state.tallies, base.added) if base.added else state.tallies
        totals = _add_points(state.totals, moves)
        return ReplayState(base.after, following, streak, tallies, totals, self.entry.n), moves

    def is_over(self, before: ReplayState, after: ReplayState) -> bool:
        """Tests if this hand ends the session."""
        if not self._rules.book.session.scores_end:
            return after.table.over
        recorded = self._recorded(before, after)
        if recorded is not None:
            return recorded
        base, table = self._result_under(self.counters_in(before)), self.table
        seats = tuple([SEATS.index(seat) for seat in table.seats])
        held = dict(zip(self._rules.ids, after.totals, strict=True))
        ending = Ending(
            hand=DealResult(
                winner=None,
                facts=0,
                at_fault=None,
                east_run=None,
                options=self._rules.options,
                seats=seats,
            ),
            prevailing=SEATS.index(table.prevailing or SEATS[0]),
            deals_passed=table.deals_passed,
            round_over=not base.stays and base.after.deals_passed == 0,
            stays=base.stays,
            standing={SEATS.index(seat): held[player] for seat, player in table.seats.items()},
            decides=base.decides,
        )
        return bool(self._rules.book.session.ends(ending))

    def _recorded(self, before: ReplayState, after: ReplayState) -> bool | None:
        """Return whether the session was over when this hand was settled.

        None if it was settled with other counters or other totals.
        """
        standing = self._outcome["standing"]
        if standing is None or before.counters != self.counters:
            return None
        held = dict(zip(self._rules.ids, after.totals, strict=True))
        same = all(standing[seat] == held[player] for seat, player in self.table.seats.items())
        return bool(self._outcome["next"]["session_over"]) if same else None

    def _result_of_counters(
        self, base: _ResultUnderCounters, counters: CounterValues
    ) -> tuple[Points, Points]:
        """Return the points that the hand moves under these counters, and the counters after it."""
        moves, following = base.moves, list(base.following)
        for n, now in enumerate(counters):
            more = now - base.counters[n]
            if not more:
                continue
            each, adds = base.each[n] if base.each else (), base.adds[n]
            if each:
                moves = tuple([m + more * points for m, points in zip(moves, each, strict=True)])
            if adds is not None:
                least, most = self._rules.bounds[n]
                following[n] = max(least, min(now + adds, most))
        return moves, tuple(following)

    def _result_under(self, counters: CounterValues) -> _ResultUnderCounters:
        """Return the result of the hand, settled anew if these counters change its score."""
        base = self._as_entered
        scored_under = self._rules.scored_under
        if scored_under is not None:
            now = scored_under(self._rules.counters_by_name(counters))
            if now != scored_under(self._rules.counters_by_name(base.counters)):
                if now not in self._settled_again:
                    self._settled_again[now] = self._settle_again(counters)
                return self._settled_again[now]
        if base.each is None:
            # 0.1.0 did not store how a hand depends on the counters.
            base = self._as_entered = self._with_counter_effects(base)
        return base

    def _settle_again(self, counters: CounterValues) -> _ResultUnderCounters:
        """Settle the hand again under these counters."""
        table = replace(self.table, counters=self._rules.counters_by_name(counters))
        result = self._settle(table)
        if result is None:
            return self._with_counter_effects(self._as_entered)
        moves = self._rules.points(result.moves)
        added = added_tallies(self._rules.book, table, result.answer)
        outcome = {"next": result.answer["next"], "added": added}
        return self._result(table, outcome, moves, result.counter_effects)

    def _with_counter_effects(self, base: _ResultUnderCounters) -> _ResultUnderCounters:
        """Return the result as entered, with how it depends on the counters."""
        result = self._settle(self.table)
        counter_effects = NO_COUNTER_EFFECTS if result is None else result.counter_effects
        return self._result(self.table, self._outcome, base.moves, counter_effects)

    def _settle(self, table: Table) -> HandResult | None:
        """Settle the hand at this table; None if the rules no longer accept it."""
        game = self._rules.game
        held = dict.fromkeys(self._rules.ids, 0)
        try:
            return settle_hand(game, table, held, self.entry.payload["document"])
        except HandError:
            return None

    def _result(
        self, table: Table, outcome: Json, moves: Points, counter_effects: Mapping[str, Any] | None
    ) -> _ResultUnderCounters:
        rules, following = self._rules, outcome["next"]
        each: tuple[Points, ...] | None = None if rules.names else ()
        adds: tuple[int | None, ...] = ()
        if counter_effects is not None:
            by_name = counter_effects["each"]
            each = tuple(rules.points(by_name[n]) if by_name.get(n) else () for n in rules.names)
            adds = tuple(counter_effects["adds"].get(name) for name in rules.names)
        after = next_table(rules.book, table, following)
        if rules.book.session.scores_end:
            after = _without_ending(after, table, following)
        return _ResultUnderCounters(
            rules.counters(table.counters),
            outcome["added"],
            moves,
            each,
            adds,
            rules.counters(following),
            after,
            stays=following["seats"] == "stay",
            decides=bool(counter_effects and counter_effects["decides"]),
        )


NO_COUNTER_EFFECTS: Json = {"each": {}, "adds": {}, "decides": False}


def _outcome_of_answer(book: Declarations, table: Table, entry: Entry) -> Json:
    """Return the part of the answer that later hands depend on; 0.1.0 did not store it."""
    if entry.outcome is not None:
        return entry.outcome
    assert entry.answer is not None
    return outcome_of(book, table, entry.payload["document"], entry.answer)


def _without_ending(after: Table, table: Table, following: Json) -> Table:
    """Return the table after a hand as if it had not ended the session: the scores decide that."""
    if not after.over:
        return after
    prevailing = after.prevailing
    if following["seats"] == "pass" and after.deals_passed == 0 and prevailing == table.prevailing:
        prevailing = SEATS[(SEATS.index(prevailing or SEATS[0]) + 1) % len(SEATS)]
    return replace(after, over=False, prevailing=prevailing)


def _add_points(totals: Points, moves: Points) -> Points:
    return tuple(map(add, totals, moves))


def _add_tallies(tallies: Tallies, more: Tallies) -> Tallies:
    """Return the tallies with those of a hand added."""
    tallies_after = {name: dict(by_player) for name, by_player in tallies.items()}
    for name, by_player in more.items():
        by_player_after = tallies_after.setdefault(name, {})
        for player, number in by_player.items():
            by_player_after[player] = by_player_after.get(player, 0) + number
    return tallies_after
