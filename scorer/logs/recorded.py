"""Make a game of a recorded one: every hand is scored again, and differences are named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorer.errors import HandError
from scorer.game import Game, begin, sheet
from scorer.game.replay import GameReplay
from scorer.game.write import checked_entry
from scorer.languages.speech import say
from scorer.logs.compare import LogDifferences, compare_end, compare_hand
from scorer.logs.record import Json, Log, LoggedHand
from scorer.logs.replay import HandReplay, seat_of
from scorer.rules import BOOKS
from scorer.types.entries import MAX_NAME_LENGTH, MAX_TITLE_LENGTH
from scorer.types.terms import SEAT_NAMES, SEATS

RIICHI_STICK_POINTS = BOOKS["riichi"].session.deposits["riichi_sticks"]


class ImportedGame(NamedTuple):
    """A game made of a log, and how the two agree.

    Attributes:
        game: The game.
        report: The ``format``, how many ``hands`` it has and how many ``agree``, the
            ``differences``, and in ``notes`` what the log does not say.
    """

    game: Game
    report: Json


def game_of(log: Log, *, at: str, check: Callable[[], None] = lambda: None) -> ImportedGame:
    """Return the game of a log, and how they agree.

    A hand that the scorer refuses stands in the game as the points that the log moves. Where the
    next deal or the points differ, entries put the table as the log has it, so that every hand is
    compared by itself.

    Args:
        at: The time of all entries; logs have none for a hand.
        check: Called before each hand; it may raise to stop the import.

    Raises:
        HandError: If a hand of the log cannot have been played.
    """
    importing = _GameImporter(log, at)
    for n, hand in enumerate(log.hands):
        check()
        following = log.hands[n + 1] if n + 1 < len(log.hands) else None
        importing.add(n, hand, following)
    return importing.finished()


class _GameImporter:
    """A game that is being made of a log."""

    def __init__(self, log: Log, at: str) -> None:
        self.log = log
        self.at = at
        self.players = len(log.players)
        game = begin(_new_game_request(log), at=at)
        self.game_replay = GameReplay(game)
        self.game = game
        self.differences = LogDifferences(log, [self.player_of(n) for n in range(self.players)])

    def player_of(self, place: int) -> str:
        """Return the id of the player at this place of the log."""
        return f"p{(place - self.log.first_east) % self.players + 1}"

    def write(self, **request: Any) -> Mapping[str, Any]:
        """Write an entry; return its answer, if it is a hand. Raises HandError."""
        entry = checked_entry(self.game_replay, request, at=self.at)
        self.game_replay.add(entry)
        return entry.answer or {}

    def add(self, n: int, hand: LoggedHand, following: LoggedHand | None) -> None:
        """Enter the next hand, and compare it with the log."""
        self.set_table(n, hand)
        replay = HandReplay(hand)
        try:
            answer = self.write(kind="hand", document=replay.document)
        except HandError as error:
            self.differences.add_refused(n, error)
            self.move_as_logged(hand, replay, following)
            return
        moves = self.game_replay.entries[-1].moves
        compare_hand(self.differences, n, hand, answer)
        logged = self.logged_moves(hand, replay, following)
        self.differences.compare_payments(
            n, logged, [moves[self.player_of(p)] for p in self.places]
        )

    @property
    def places(self) -> range:
        """The places of the players in the log."""
        return range(self.players)

    def logged_moves(
        self, hand: LoggedHand, replay: HandReplay, following: LoggedHand | None
    ) -> Sequence[int] | None:
        """Return what the log moves, riichi sticks too; None where it does not say."""
        if following is not None:
            return [new - old for new, old in zip(following.scores, hand.scores, strict=True)]
        if hand.paid is None:
            return None
        return [hand.paid[p] - RIICHI_STICK_POINTS * replay.deposits[p] for p in self.places]

    def move_as_logged(
        self, hand: LoggedHand, replay: HandReplay, following: LoggedHand | None
    ) -> None:
        """Enter the points that the log moves in a hand that the scorer refuses."""
        moves = self.logged_moves(hand, replay, following)
        if moves and any(moves):
            self.adjust({self.player_of(p): moves[p] for p in self.places}, AS_LOGGED_REASON)

    def adjust(self, moves: Mapping[str, int], why: str) -> None:
        """Enter points that change hands."""
        bank = {"bank": True} if sum(moves.values()) else {}
        self.write(kind="adjust", moves=moves, why=why, **bank)

    def set_table(self, n: int, hand: LoggedHand) -> None:
        """Put the table as the log has it before a hand, and name what was otherwise."""
        state = self.game_replay.state()
        table = state.table
        logged: Json = {
            "seats": {seat_of(hand, place): self.player_of(place) for place in self.places},
            "prevailing": SEATS[hand.deal // 4],
            "deals_passed": hand.deal % 4,
        }
        logged_counters = {"honba": hand.honba, "riichi_sticks": hand.sticks}
        over = self.game_replay.is_over(state)
        ours = {name: getattr(table, name) for name in logged}
        ours["seats"] = dict(table.seats)
        if over or ours != logged or dict(table.counters) != logged_counters:
            if n and self.differences.last_refused != n - 1:
                self.differences.add_next_deal(
                    n - 1,
                    deal_text(hand.deal, hand.honba, hand.sticks),
                    None if over else _deal_of(table),
                )
            self.write(kind="seats", why=AS_LOGGED_REASON, **logged, **logged_counters)
        totals = self.game_replay.totals()
        apart = {
            player: hand.scores[place] - totals[player]
            for place in self.places
            if (player := self.player_of(place)) and hand.scores[place] != totals[player]
        }
        if apart:
            self.adjust(apart, AS_LOGGED_REASON)

    def finished(self) -> ImportedGame:
        """Return the game, closed where the log ends it and the rules would not."""
        over = self.game_replay.is_over(self.game_replay.state())
        if self.log.final is not None and not over:
            self.differences.add_not_over(
                len(self.log.hands) - 1, _deal_of(self.game_replay.state().table)
            )
            self.write(kind="close")
        game = replace(self.game, entries=tuple(self.game_replay.entries))
        if self.log.final is not None:
            compare_end(self.differences, sheet(game), [self.player_of(p) for p in self.places])
        return ImportedGame(game, self.differences.report())


AS_LOGGED_REASON = "as the log has it"


def _new_game_request(log: Log) -> Json:
    """Return the request that begins the game of a log."""
    players = len(log.players)
    names = _distinct_names(log.players[(log.first_east + n) % players] for n in range(players))
    first = log.hands[0]
    request: Json = {
        "title": _as_one_line(log.title)[:MAX_TITLE_LENGTH],
        "ruleset": "riichi",
        "preset": log.preset,
        "options": _options_unlike_preset(log),
        "players": names,
    }
    if len({*first.scores}) == 1:
        request["start"] = first.scores[0]
    return request


def _options_unlike_preset(log: Log) -> Json:
    """Return the options of a log that its preset has otherwise."""
    edition = BOOKS["riichi"].edition(log.preset)
    return {name: value for name, value in log.options.items() if edition.options[name] != value}


def _as_one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _distinct_names(names: Any) -> list[str]:
    """Return names that a game takes: none is empty, too long or twice there."""
    found: list[str] = []
    for n, name in enumerate(names, 1):
        line = _as_one_line(name)[:MAX_NAME_LENGTH] or f"Player {n}"
        if line in found:
            line = f"{line[: MAX_NAME_LENGTH - 4]} ({n})"
        found.append(line)
    return found


def deal_text(deal: int, honba: int, sticks: int) -> str:
    """Return the deal as the table names it, with the honba and riichi sticks on the table."""
    wind = SEAT_NAMES[deal // 4]
    return say(
        "{wind} {number}, honba {honba}, riichi sticks {sticks}",
        wind=wind,
        number=deal % 4 + 1,
        honba=honba,
        sticks=sticks,
    )


def _deal_of(table: Any) -> str:
    deal = 4 * SEATS.index(table.prevailing) + table.deals_passed
    return deal_text(deal, table.counters["honba"], table.counters["riichi_sticks"])
