"""A recorded hand of a game: the answer that its page shows, and the net points of each seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorer.errors import HandError
from scorer.game import Entry, Game
from scorer.game.fold import GameState
from scorer.game.hands import complete_document, paid_on_bet, settle_hand
from scorer.game.replay import GameReplay
from scorer.game.table import Table
from scorer.service.web.results.result_summary import gains_by_seat

Json = dict[str, Any]


class RecordedHand(NamedTuple):
    """A recorded hand.

    Attributes:
        answer: The answer of ``/settle``.
        document: The complete document of ``/settle``; only the entered part if today's rules
            refuse it.
        seats: The player of each seat.
        resting: The fifth player, who does not sit.
    """

    answer: Json
    document: Json
    seats: Mapping[str, str]
    resting: str

    @property
    def bet(self) -> str:
        """The seat on which the fifth player bet; "" without a bet."""
        return str((self.answer.get("bet") or {}).get("on", ""))

    @property
    def on_bet(self) -> dict[str, int]:
        """What each seat pays on the bet; negative if it is paid."""
        if not self.bet:
            return {}
        return paid_on_bet(self.seats, self.document, self.answer["payments"], self.bet)

    @property
    def nets(self) -> dict[str, int]:
        """The net points of each seat, with the bet."""
        on_bet = self.on_bet
        return {
            seat: amount - on_bet.get(seat, 0)
            for seat, amount in gains_by_seat(self.answer).items()
        }


def recorded_hand(game: Game, entry: Entry, state: GameState) -> RecordedHand:
    """Return a hand entry with its recorded answer.

    The hand is settled again as the game was when it was entered. The new answer is used if the
    figures are the same, because its sentences have translations (recorded ones are plain
    English), or if a correction of an earlier hand changed its payments.
    """
    assert entry.table is not None
    assert entry.answer is not None
    table, entered = Table.from_record(entry.table), entry.payload["document"]
    original = state.statuses.original_of(entry.n)
    replay = GameReplay(game.up_to(entry.n - 1))
    changed = entry.n in state.changed_by
    if changed:
        replay = state.replay
        table = replay.table_of_hand(original)
    totals = replay.totals(original - 1)
    answer, document = dict(entry.answer), {**entered, "players": entered.get("players") or {}}
    try:
        result = settle_hand(game, table, totals, entered)
    except HandError:
        pass
    else:
        document = complete_document(game, table, totals, entered)
        if changed or _numbers_of_answer(result.answer) == _numbers_of_answer(entry.answer):
            answer = result.answer
    return RecordedHand(answer, document, table.seats, table.resting or "")


def _numbers_of_answer(answer: Mapping[str, Any]) -> list[object]:
    """Return the figures of an answer, without its sentences."""
    return [
        [(paid["from"], paid["to"], paid["amount"]) for paid in answer["payments"]],
        [(taken["seat"], taken["amount"]) for taken in answer["deductions"]],
        {seat: score["total"] for seat, score in answer["scores"].items()},
        answer["net"],
        answer.get("awards"),
        answer.get("bet"),
    ]
