"""The board of a game: the players' plates, a row for each entry, and the course of the totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask_babel import gettext as _

from scorer.engine.hand import SEATS
from scorer.engine.options import plain_label
from scorer.game import Entry, Game
from scorer.game.fold import GameState, Marks, current_state
from scorer.game.sheet import ranking, sheet
from scorer.service.i18n.languages import said
from scorer.service.web import labels
from scorer.service.web.results.summary import foremost

Json = dict[str, Any]

PLAYED = ("hand", "replace")
MOST_ROWS = 50
MOST_ON_PAPER = 400
"""The most entries that the page of a game shows, and a page of its score sheet; a long evening
has thirty hands."""


class Plate(NamedTuple):
    """A player's plate on the board.

    Attributes:
        seat: The player's wind; "" for a player who rests.
        total: The player's points.
        moved: The points won or lost in the last hand.
        place: The place at the table, counterclockwise from 0 for the first player.
    """

    id: str
    name: str
    seat: str
    total: int
    moved: int
    place: int


class Row(NamedTuple):
    """An entry as a row of the sheet.

    Attributes:
        hand: The number of the hand; 0 for other entries.
        names: The players' names.
        counts: Whether it is in force.
        moves: The points moved, by player.
        totals: The players' points after it.
    """

    entry: Entry
    hand: int
    names: Mapping[str, str]
    counts: bool
    undone_by: int | None
    replaced_by: int | None
    moves: dict[str, int | None]
    totals: dict[str, int]

    @property
    def words(self) -> str:
        """A sentence about the entry."""
        return _words(self.entry, self.names)

    @property
    def can_be_undone(self) -> bool:
        """Tests if the entry can be undone."""
        return self.undone_by is None

    @property
    def can_be_corrected(self) -> bool:
        """Tests if the entry is a hand in force."""
        return self.entry.kind in PLAYED and self.counts


class Paper(NamedTuple):
    """A page of the score sheet.

    Attributes:
        earlier: The entry before which the page before this one ends; None on the first page.
    """

    rows: list[Row]
    earlier: int | None


class Board(NamedTuple):
    """Everything that the page of a game shows."""

    game: Game
    game_state: GameState
    plates: list[Plate]
    resting: Plate | None
    rows: list[Row]
    last: Row | None
    next_hand: Json
    result: Json | None
    warnings: list[Json]

    @property
    def course(self) -> list[tuple[int, dict[str, int]]]:
        """The entries in force, each with the number of its hand and the totals after it.

        A corrected hand stays where it was played.
        """
        marks = self.game_state.marks
        rows = [row for row in self.rows if row.counts]
        totals = dict.fromkeys(self.ids, self.game.start)
        steps = []
        for row in sorted(rows, key=lambda row: marks.original_of(row.entry.n)):
            totals = {id: total + (row.moves.get(id) or 0) for id, total in totals.items()}
            steps.append((row.hand, totals))
        return steps

    def paper(self, before: int | None = None) -> Paper:
        """Return a page of the score sheet: its rows before the entry of this number, or its last
        rows."""
        rows = [row for row in self.rows if row.entry.moves]
        if before is not None:
            rows = [row for row in rows if row.entry.n < before]
        rows, earlier = rows[-MOST_ON_PAPER:], len(rows) > MOST_ON_PAPER
        return Paper(rows, rows[0].entry.n if earlier else None)

    @property
    def latest(self) -> list[Row]:
        """The last rows that the page has room for; the score sheet has them all."""
        return self.rows[-MOST_ROWS:]

    @property
    def ids(self) -> tuple[str, ...]:
        return self.game.ids

    @property
    def names(self) -> Mapping[str, str]:
        return self.game_state.names

    @property
    def leaders(self) -> list[tuple[int, str]]:
        """The players by place; equal totals share a place if the ruleset allows it."""
        return ranking(self.game, self.game_state.totals)


def board(game: Game) -> Board:
    """Return the board of a game."""
    state = current_state(game)
    document = sheet(game, since=game.version, state=state)
    rows = _rows(game, state)
    last = _last_hand(rows, state.marks)
    moved = state.moved(last.entry) if last else {}
    seat_of = {player: seat for seat, player in state.table.seats.items()}
    plates = [
        Plate(id, state.names[id], seat_of.get(id, ""), state.totals[id], moved.get(id, 0), 0)
        for id in game.ids
    ]
    seated = [plate for plate in plates if plate.seat]
    placed = _placed(seated)
    resting = next((plate for plate in plates if not plate.seat), None)
    return Board(
        *(game, state, placed, resting, rows, last),
        next_hand=document["state"],
        result=document.get("result"),
        warnings=document["warnings"],
    )


def _last_hand(rows: list[Row], marks: Marks) -> Row | None:
    """Return the row of the last hand in force; a correction stays where its hand was played."""
    hands = [row for row in rows if row.can_be_corrected]
    return max(hands, key=lambda row: marks.original_of(row.entry.n), default=None)


def _outcome(entry: Entry, names: Mapping[str, str]) -> str:
    """Return who won a hand, and how, in words."""
    under, answer = entry.under or {}, entry.answer or {}
    called = {seat: names[player] for seat, player in under["seats"].items()}
    won = winners(entry)
    if not won:
        events = [_event(event, called) for event in entry.payload["document"].get("events") or ()]
        return str(_(", ")).join([str(_("Nobody won")), *events])
    wins = entry.payload["document"]["players"]
    return str(_("; ")).join(
        _win(_how_won(wins[seat]["win"], called, seat), answer["scores"].get(seat)) for seat in won
    )


def winners(entry: Entry) -> list[str]:
    """Return the seats that won the hand of this entry, East first."""
    players = entry.payload["document"].get("players") or {}
    return [seat for seat in SEATS if (players.get(seat) or {}).get("win")]


def _win(words: str, score: Json | None) -> str:
    """Return how a hand was won, with its worth and the main reasons."""
    if not score:
        return words
    worth = labels.worth_words(score["total"], score.get("unit") or "")
    lines = foremost(score.get("lines") or ())
    why = str(_(", ")).join(dict.fromkeys(labels.rule_name(line) for line in lines))
    parts = {"outcome": words, "worth": worth, "why": why}
    if not why:
        return str(_("%(outcome)s: %(worth)s", **parts))
    return str(_("%(outcome)s: %(worth)s (%(why)s)", **parts))


def _event(event: Json, called: Mapping[str, str]) -> str:
    name, by = said(plain_label(event["event"])), called.get(event.get("by", ""))
    return str(_("%(what)s: %(number)s", what=name, number=by)) if by else name


def _how_won(win: Json, called: Mapping[str, str], winner: str) -> str:
    discarder = called.get(win.get("from", ""))
    names = {"winner": called[winner], "giver": discarder}
    by = win.get("by")
    if by == "self_draw":
        return str(_("%(winner)s drew the winning tile", **names))
    if by == "robbed_kong":
        return str(_("%(winner)s robbed a kong", **names))
    if discarder:
        return str(_("%(winner)s won on %(giver)s’s discard", **names))
    return str(_("%(winner)s won on a discard", **names))


def _rows(game: Game, state: GameState) -> list[Row]:
    marks, names = state.marks, state.names
    totals = dict.fromkeys(game.ids, game.start)
    hands, number_of, rows = 0, {}, []
    for entry in game.entries:
        counts = marks.counts(entry.n)
        if entry.kind == "hand":
            hands += marks.in_force(entry.n)
            number_of[entry.n] = hands if marks.in_force(entry.n) else 0
        hand = number_of.get(marks.original_of(entry.n), 0)
        moved = state.moved(entry)
        for player, amount in moved.items():
            totals[player] += amount * counts
        moves = {player: moved.get(player) for player in game.ids}
        undone = marks.undone_by.get(entry.n)
        replaced = marks.replaced_by.get(entry.n)
        rows.append(Row(entry, hand, names, counts, undone, replaced, moves, dict(totals)))
    return rows


def _words(entry: Entry, names: Mapping[str, str]) -> str:
    payload = entry.payload
    match entry.kind:
        case "hand":
            return _outcome(entry, names)
        case "replace":
            what = _outcome(entry, names)
            return str(_("Corrected: %(outcome)s", outcome=what))
        case "adjust":
            return str(payload.get("why") or _("Points moved"))
        case "undo":
            return str(_("Entry %(number)s does not count", number=payload["entry"]))
        case "seats":
            return str(payload.get("why") or _("The seats or the winds were changed"))
        case "players":
            new = labels.all_named(list(payload["players"].values()))
            return str(_("Now playing: %(names)s", names=new))
    return str(_("The evening is over"))


def _placed(plates: list[Plate]) -> list[Plate]:
    """Return the plates with places, which players keep while the winds move on."""
    winds = ["ESWN".index(plate.seat) for plate in plates]
    return [
        plate._replace(place=(wind - winds[0]) % 4)
        for plate, wind in zip(plates, winds, strict=True)
    ]
