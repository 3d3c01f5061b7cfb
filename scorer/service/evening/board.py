"""What the page of a game shows: the players' plates, each entry as a row of the sheet, and how the
totals went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask_babel import gettext as _

from scorer.game import Entry, Game
from scorer.game.fold import Stand, folded
from scorer.game.sheet import ranking, sheet
from scorer.options import plain_label
from scorer.service.i18n.languages import said
from scorer.service.web import labels
from scorer.service.web.results import foremost

__all__ = ["Board", "Plate", "Row", "board"]

Json = dict[str, Any]

PLAYED = ("hand", "replace")


class Plate(NamedTuple):
    """A player: the wind that they have, "" for one who rests, what they hold, and what the last
    hand moved. ``place`` is where they sit: 0 for the first named, and on against the clock."""

    id: str
    name: str
    seat: str
    total: int
    moved: int
    place: int


class Row(NamedTuple):
    """An entry as a row of the sheet: the number of its hand, if it is one, what happened in words,
    what it moved by player and what they hold after it; ``counts`` is whether it is in force."""

    entry: Entry
    hand: int
    words: str
    counts: bool
    undone_by: int | None
    replaced_by: int | None
    moves: dict[str, int | None]
    totals: dict[str, int]

    @property
    def can_be_undone(self) -> bool:
        """Whether an entry may say that it does not count."""
        return self.undone_by is None

    @property
    def can_be_told_again(self) -> bool:
        """Whether it is a hand in force, which may have been told wrong."""
        return self.entry.kind in PLAYED and self.counts


class Board(NamedTuple):
    """All of a game that its page shows."""

    game: Game
    stand: Stand
    plates: list[Plate]
    resting: Plate | None
    rows: list[Row]
    last: Row | None
    state: Json
    result: Json | None
    warnings: list[Json]

    @property
    def course(self) -> list[tuple[int, dict[str, int]]]:
        """What counts, each with the number of its hand and the totals after it; a hand that was
        told again where it was played."""
        root = self.stand.marks.root
        rows = [row for row in self.rows if row.counts]
        totals = dict.fromkeys(self.ids, self.game.start)
        found = []
        for row in sorted(rows, key=lambda row: root.get(row.entry.n, row.entry.n)):
            totals = {one: total + (row.moves.get(one) or 0) for one, total in totals.items()}
            found.append((row.hand, totals))
        return found

    @property
    def ids(self) -> tuple[str, ...]:
        return self.game.ids

    @property
    def names(self) -> Mapping[str, str]:
        return self.stand.names

    @property
    def leaders(self) -> list[tuple[int, str]]:
        """The players with their places, the first first; who hold the same share a place
        where the ruleset lets them."""
        return ranking(self.game, self.stand.totals)


def board(game: Game) -> Board:
    """A game as its page shows it."""
    stand = folded(game)
    told = sheet(game, since=game.version, stand=stand)
    rows = _rows(game, stand)
    last = _last_hand(rows)
    moved = last.entry.moves if last else {}
    seat_of = {one: seat for seat, one in stand.table.seats.items()}
    plates = [
        Plate(one, stand.names[one], seat_of.get(one, ""), stand.totals[one], moved.get(one, 0), 0)
        for one in game.ids
    ]
    seated = [plate for plate in plates if plate.seat]
    placed = _placed(seated)
    resting = next((plate for plate in plates if not plate.seat), None)
    return Board(
        *(game, stand, placed, resting, rows, last),
        state=told["state"],
        result=told.get("result"),
        warnings=told["warnings"],
    )


def _last_hand(rows: list[Row]) -> Row | None:
    """The row of the latest hand in force."""
    return next((row for row in reversed(rows) if row.can_be_told_again), None)


def _outcome(entry: Entry, names: Mapping[str, str]) -> str:
    """Who won a hand, and how, in words."""
    under, answer = entry.under or {}, entry.answer or {}
    seats: Mapping[str, str] = under["seats"]
    called = {seat: names[one] for seat, one in seats.items()}
    players = entry.told["document"].get("players") or {}
    winner = next((seat for seat in called if (players.get(seat) or {}).get("win")), None)
    if winner is None:
        events = [_event(one, called) for one in entry.told["document"].get("events") or ()]
        return str(_(", ")).join([str(_("Nobody won")), *events])
    told = answer["scores"].get(winner) or {}
    words = _how_won(players[winner]["win"], called, winner)
    if not told:
        return words
    worth = labels.worth_words(told["total"], told.get("unit") or "")
    lines = foremost(told.get("lines") or ())
    why = str(_(", ")).join(dict.fromkeys(labels.rule_name(line) for line in lines))
    parts = {"outcome": words, "worth": worth, "why": why}
    if not why:
        return str(_("%(outcome)s: %(worth)s", **parts))
    return str(_("%(outcome)s: %(worth)s (%(why)s)", **parts))


def _event(happened: Json, called: Mapping[str, str]) -> str:
    name, by = said(plain_label(happened["event"])), called.get(happened.get("by", ""))
    return str(_("%(what)s: %(number)s", what=name, number=by)) if by else name


def _how_won(win: Json, called: Mapping[str, str], winner: str) -> str:
    giver = called.get(win.get("from", ""))
    told = {"winner": called[winner], "giver": giver}
    by = win.get("by")
    if by == "self_draw":
        return str(_("%(winner)s drew the winning tile", **told))
    if by == "robbed_kong":
        return str(_("%(winner)s robbed a kong", **told))
    if giver:
        return str(_("%(winner)s won on %(giver)s’s discard", **told))
    return str(_("%(winner)s won on a discard", **told))


def _rows(game: Game, stand: Stand) -> list[Row]:
    marks, names = stand.marks, stand.names
    totals = dict.fromkeys(game.ids, game.start)
    hands, number_of, rows = 0, {}, []
    for entry in game.entries:
        counts = marks.counts(entry.n)
        if entry.kind == "hand":
            hands += marks.in_force(entry.n)
            number_of[entry.n] = hands if marks.in_force(entry.n) else 0
        hand = number_of.get(marks.root.get(entry.n, entry.n), 0)
        for one, amount in entry.moves.items():
            totals[one] += amount * counts
        moves = {one: entry.moves.get(one) for one in game.ids}
        undone = marks.undone_by.get(entry.n)
        replaced = marks.replaced_by.get(entry.n)
        words = _words(entry, names)
        rows.append(Row(entry, hand, words, counts, undone, replaced, moves, dict(totals)))
    return rows


def _words(entry: Entry, names: Mapping[str, str]) -> str:
    told = entry.told
    match entry.kind:
        case "hand":
            return _outcome(entry, names)
        case "replace":
            what = _outcome(entry, names)
            return str(_("Told again: %(outcome)s", outcome=what))
        case "adjust":
            return str(told.get("why") or _("Points moved"))
        case "undo":
            return str(_("Entry %(number)s does not count", number=told["entry"]))
        case "seats":
            return str(told.get("why") or _("The seats or the winds were set"))
        case "players":
            new = labels.all_named(list(told["players"].values()))
            return str(_("Now plays: %(names)s", names=new))
    return str(_("The evening is over"))


def _placed(plates: list[Plate]) -> list[Plate]:
    """The plates with their places: each player keeps theirs while the winds move on."""
    winds = ["ESWN".index(plate.seat) for plate in plates]
    return [
        plate._replace(place=(wind - winds[0]) % 4)
        for plate, wind in zip(plates, winds, strict=True)
    ]
