"""The board of a game: the players' plates, a row for each entry, and the course of the totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask_babel import gettext as _

from scorer.engine.options import plain_label
from scorer.game import Entry, Game, translated_sheet
from scorer.game.fold import EntryStatuses, GameState, current_state
from scorer.game.hands import shown_tallies
from scorer.game.sheet import HAND_ENTRY_KINDS, ranking, sheet
from scorer.service.i18n.languages import translate
from scorer.service.web import labels
from scorer.service.web.games.chart import ADJUSTED_ROW_NUMBER, ChartStep
from scorer.service.web.games.hand_names import HandNames
from scorer.service.web.results.summary import lines_by_weight
from scorer.types.terms import SEATS

Json = dict[str, Any]

AGREED_LINE_ID = "agreed"
MAX_ENTRY_ROWS = 50
MAX_PRINTED_ROWS = 400
"""The most entries that the page of a game shows, and a page of its score sheet; a long evening
has thirty hands."""
MAX_ADJUSTMENT_ROWS = 3
MAX_SCORE_LINES = 3


class PlayerPlate(NamedTuple):
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


class EntryRow(NamedTuple):
    """An entry as a row of the sheet.

    Attributes:
        hand: The number of the hand, for one that was undone that which it would have; 0 for other
            entries.
        names: The players' names.
        counts: Whether it is in force.
        moves: The points moved, by player.
        totals: The players' points after it.
        hand_name: What the table calls the hand, such as "East 3 · 1 honba" (``HandNames``); ""
            for other entries.
        undoes: The row that an undo undid or, as the undo of an undo, redid; None for other
            entries.
        is_undo: Whether it undid that row.
        was: What a correction in force corrected, the first version first.
    """

    entry: Entry
    hand: int
    names: Mapping[str, str]
    counts: bool
    undone_by: int | None
    replaced_by: int | None
    moves: dict[str, int | None]
    totals: dict[str, int]
    hand_name: str = ""
    undoes: EntryRow | None = None
    is_undo: bool = False
    was: tuple[EntryRow, ...] = ()

    @property
    def name(self) -> str:
        """The entry in few words: which hand, who won, and what."""
        if self.entry.kind not in HAND_ENTRY_KINDS:
            return self.entry_sentence
        named = {"hand": self.hand_name, "outcome": self._winners_phrase}
        if self.entry.kind == "replace":
            return str(_("the correction of %(hand)s: %(outcome)s", **named))
        return str(_("%(hand)s: %(outcome)s", **named))

    @property
    def _winners_phrase(self) -> str:
        won, answer = seats_of_winners(self.entry), self.entry.answer or {}
        seats = (self.entry.table or {}).get("seats") or {}
        wins = []
        for seat in won:
            score = answer.get("scores", {}).get(seat)
            if score:
                parts = {"winner": self.names[seats[seat]], "points": labels.number(score["total"])}
                wins.append(str(_("%(winner)s won %(points)s", **parts)))
        return str(_(", ")).join(wins) or str(_("Nobody won"))

    @property
    def undo_words(self) -> str:
        """What a button says that undoes the entry, or redoes what it undid."""
        row = self.undoes or self
        if self.is_undo:
            return str(_("Redo %(what)s", what=row.name))
        if row.entry.kind in HAND_ENTRY_KINDS:
            return str(_("Undo %(what)s", what=row.name))
        return str(_("Undo: %(what)s", what=row.entry_sentence))

    @property
    def entry_sentence(self) -> str:
        """A sentence about the entry."""
        if self.undoes is not None:
            what = self.undoes.name
            if self.is_undo:
                return str(_("Undone: %(what)s", what=what))
            return str(_("Redone: %(what)s", what=what))
        if self.entry.kind == "replace":
            return str(_("Corrected: %(outcome)s", outcome=self.outcome_sentence))
        return self.outcome_sentence

    @property
    def outcome_sentence(self) -> str:
        """A sentence about the entry, which does not say whether it corrects another."""
        return _entry_sentence(self.entry, self.names)

    @property
    def can_be_undone(self) -> bool:
        """Tests if the entry can be undone."""
        return self.undone_by is None and self.replaced_by is None

    @property
    def can_be_corrected(self) -> bool:
        """Tests if the entry is a hand in force."""
        return self.entry.kind in HAND_ENTRY_KINDS and self.counts


class SheetPage(NamedTuple):
    """A page of the score sheet.

    Attributes:
        rows: The entries that count, in the order of play.
        undone: Those that were undone.
        earlier: The entry before which the page before this one ends; None on the first page.
    """

    rows: list[EntryRow]
    undone: list[EntryRow]
    earlier: int | None


class PlayerTally(NamedTuple):
    """What a house rule has the session count of each player, such as chips.

    Attributes:
        numbers: The count of each player.
        signed: Whether players win and lose it.
    """

    title: str
    numbers: Mapping[str, int]
    signed: bool


class DeclarationStick(NamedTuple):
    """What a player puts down who declares.

    Attributes:
        name: What declaring is called.
        points: What it takes off the player's total.
        counted: The counters in words, with none put down in this hand, with one, and so on.
    """

    name: str
    points: int
    counted: list[list[str]]


class Board(NamedTuple):
    """Everything that the page of a game shows.

    Attributes:
        rows: The entries in their order.
        rows_in_force: Those that count, in the order of play: what corrects a hand stands in its
            place, with the totals there.
    """

    game: Game
    game_state: GameState
    plates: list[PlayerPlate]
    resting: PlayerPlate | None
    rows: list[EntryRow]
    rows_in_force: list[EntryRow]
    last: EntryRow | None
    next_hand: Json
    result: Json | None
    warnings: list[Json]

    @property
    def chart_steps(self) -> list[ChartStep]:
        """The entries in force, in the order of play."""
        return [
            ChartStep(
                ADJUSTED_ROW_NUMBER if row.entry.kind == "adjust" else row.hand,
                row.totals,
                bool(row.was),
            )
            for row in self.rows_in_force
        ]

    def sheet_page(self, before: int | None = None, most: int | None = None) -> SheetPage:
        """Return a page of the score sheet.

        Args:
            before: The entry before which the page ends; None for the last page.
            most: The most rows of the page; by default those of the score sheet.
        """
        most = MAX_PRINTED_ROWS if most is None else most
        rows = [row for row in self.rows_in_force if row.entry.moves]
        undone = [row for row in self.undone_rows if row.entry.moves]
        original_of = self.game_state.statuses.original_of
        if before is not None:
            rows = [row for row in rows if original_of(row.entry.n) < before]
            undone = [row for row in undone if original_of(row.entry.n) < before]
        if len(rows) <= most:
            return SheetPage(rows, undone[-MAX_PRINTED_ROWS:], None)
        rows = rows[-most:]
        first = original_of(rows[0].entry.n)
        undone = [row for row in undone if original_of(row.entry.n) >= first]
        return SheetPage(rows, undone[-MAX_PRINTED_ROWS:], first)

    @property
    def undone_rows(self) -> list[EntryRow]:
        """The rows of what was undone, and of the undos, in the order of entry."""
        shown = {version.entry.n for row in self.rows_in_force for version in row.was}
        rows = [row for row in self.rows if not row.counts or row.undoes is not None]
        return [row for row in rows if row.entry.n not in shown]

    @property
    def adjustment_rows(self) -> list[EntryRow]:
        """The penalties, and the points moved, in force after the last hand."""
        since = self.last.entry.n if self.last else 0
        rows = [row for row in self.rows if row.entry.kind == "adjust" and row.counts]
        return [row for row in rows if row.entry.n > since][-MAX_ADJUSTMENT_ROWS:]

    @property
    def last_tiles(self) -> list[list[Json]]:
        """The sets of each winner of the last hand; none where only points were entered."""
        if self.last is None:
            return []
        scores = (self.last.entry.answer or {}).get("scores") or {}
        sets = [
            scores.get(seat, {}).get("arrangement") for seat in seats_of_winners(self.last.entry)
        ]
        return [arrangement for arrangement in sets if arrangement]

    @property
    def latest_rows(self) -> list[EntryRow]:
        """The last rows in force that the page has room for; the score sheet has them all."""
        return self.rows_in_force[-MAX_ENTRY_ROWS:]

    @property
    def latest_undone_rows(self) -> list[EntryRow]:
        """The last rows of what was undone that the page has room for."""
        return self.undone_rows[-MAX_ENTRY_ROWS:]

    @property
    def ids(self) -> tuple[str, ...]:
        return self.game.ids

    @property
    def names(self) -> Mapping[str, str]:
        return self.game_state.names

    @property
    def next_deal(self) -> str:
        """What the table calls the next deal."""
        table = self.game_state.table
        return labels.deal_name(self.game_state.hand, table.prevailing, table.deals_passed)

    @property
    def counted(self) -> list[str]:
        """What players say beside the name of the next deal: "repeat 1", "1 honba", "2 sticks"."""
        counters = self.game_state.table.counters
        repeats = HandNames(self.game, self.game_state).next_repeats
        return [*repeats, *labels.counter_labels(self.game.edition.book, counters)]

    @property
    def stick(self) -> DeclarationStick | None:
        """What a player puts down who declares; None where nobody does."""
        book, table = self.game.edition.book, self.game_state.table
        waiting = book.table.waiting_fields
        if waiting is None:
            return None
        [(counter, points)] = book.session.deposits.items()
        [declared] = (part for part in book.fields.player if part.name == waiting.declared)
        [rule] = (rule for rule in book.rules if rule.id == declared.note.tells)
        lying = [
            {**table.counters, counter: table.counters[counter] + more}
            for more in range(len(table.seats) + 1)
        ]
        name = labels.rule_name(rule.as_document())
        return DeclarationStick(
            name, points, [labels.counter_labels(book, numbers) for numbers in lying]
        )

    @property
    def tallies(self) -> list[PlayerTally]:
        """What house rules in force have the session count of each player."""
        return [
            PlayerTally(tally.note.title, self.next_hand[tally.name], tally.note.least < 0)
            for tally in shown_tallies(self.game.edition)
        ]

    @property
    def leaders(self) -> list[tuple[int, str]]:
        """The players by place; equal totals share a place if the ruleset allows it."""
        return ranking(self.game, self.game_state.totals)


def board(game: Game) -> Board:
    """Return the board of a game."""
    state = current_state(game)
    document = sheet(game, since=game.version, state=state)
    rows = _entry_rows(game, state)
    last = _last_hand(rows, state.statuses)
    moved = state.points_moved(last.entry) if last else {}
    seat_of = {player: seat for seat, player in state.table.seats.items()}
    plates = [
        PlayerPlate(id, state.names[id], seat_of.get(id, ""), state.totals[id], moved.get(id, 0), 0)
        for id in game.ids
    ]
    seated = [plate for plate in plates if plate.seat]
    resting = next((plate for plate in plates if not plate.seat), None)
    return Board(
        game=game,
        game_state=state,
        plates=_with_places(seated),
        resting=resting,
        rows=rows,
        rows_in_force=_rows_with_totals(game, rows, state.statuses),
        last=last,
        next_hand=translated_sheet(game, {"state": document["state"]})["state"],
        result=document.get("result"),
        warnings=document["warnings"],
    )


def _last_hand(rows: list[EntryRow], statuses: EntryStatuses) -> EntryRow | None:
    """Return the row of the last hand in force; a correction stays where its hand was played."""
    hands = [row for row in rows if row.can_be_corrected]
    return max(hands, key=lambda row: statuses.original_of(row.entry.n), default=None)


def _outcome_in_words(entry: Entry, names: Mapping[str, str]) -> str:
    """Return who won a hand, and how, in words."""
    under, answer = entry.table or {}, entry.answer or {}
    called = {seat: names[player] for seat, player in under["seats"].items()}
    won = seats_of_winners(entry)
    if not won:
        events = [
            _event_in_words(event, called)
            for event in entry.payload["document"].get("events") or ()
        ]
        return str(_(", ")).join([str(_("Nobody won")), *events])
    wins = entry.payload["document"]["players"]
    return str(_("; ")).join(
        _win_in_words(_how_won(wins[seat]["win"], called, seat), answer["scores"].get(seat))
        for seat in won
    )


def seats_of_winners(entry: Entry) -> list[str]:
    """Return the seats that won the hand of this entry, East first."""
    players = entry.payload["document"].get("players") or {}
    return [seat for seat in SEATS if (players.get(seat) or {}).get("win")]


def _win_in_words(words: str, score: Json | None) -> str:
    """Return how a hand was won, with its worth and the main reasons."""
    if not score:
        return words
    worth = labels.worth_words(score["total"], score.get("unit") or "")
    lines = lines_by_weight(score.get("lines") or ())[:MAX_SCORE_LINES]
    why = str(_(", ")).join(dict.fromkeys(labels.rule_name(line) for line in lines))
    if all(line["id"] == AGREED_LINE_ID for line in lines):
        why = labels.tally_words(score.get("tally") or {}) or why
    parts = {"outcome": words, "worth": worth, "why": why}
    if not why:
        return str(_("%(outcome)s: %(worth)s", **parts))
    return str(_("%(outcome)s: %(worth)s (%(why)s)", **parts))


def _event_in_words(event: Json, called: Mapping[str, str]) -> str:
    name, by = translate(plain_label(event["event"])), called.get(event.get("by", ""))
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


def _entry_rows(game: Game, state: GameState) -> list[EntryRow]:
    statuses, names, hand_names = state.statuses, state.names, HandNames(game, state)
    totals = dict.fromkeys(game.ids, game.start)
    hands, number_of = 0, {}
    rows: list[EntryRow] = []
    for entry in game.entries:
        counts = statuses.counts(entry.n)
        if entry.kind == "hand":
            # A hand that was undone has the number that it would have.
            number_of[entry.n] = hands + 1
            hands += statuses.in_force(entry.n)
        original = statuses.original_of(entry.n)
        hand = number_of.get(original, 0)
        moved = state.points_moved(entry)
        for player, amount in moved.items():
            totals[player] += amount * counts
        moves = {player: moved.get(player) for player in game.ids}
        undone = statuses.undone_by.get(entry.n)
        replaced = statuses.replaced_by.get(entry.n)
        called = hand_names.of_entry(original) if hand else ""
        row = EntryRow(entry, hand, names, counts, undone, replaced, moves, dict(totals), called)
        if entry.kind == "undo":
            target = rows[entry.payload["entry"] - 1]
            row = row._replace(undoes=target.undoes or target, is_undo=not target.is_undo)
        rows.append(row)
    return rows


def _rows_with_totals(game: Game, rows: list[EntryRow], statuses: EntryStatuses) -> list[EntryRow]:
    replaced: dict[int, list[EntryRow]] = {}
    for row in rows:
        if row.replaced_by is not None:
            replaced.setdefault(statuses.original_of(row.entry.n), []).append(row)
    totals = dict.fromkeys(game.ids, game.start)
    placed = []
    counting = [row for row in rows if row.counts and row.undoes is None]
    for row in sorted(counting, key=lambda row: statuses.original_of(row.entry.n)):
        totals = {id: total + (row.moves.get(id) or 0) for id, total in totals.items()}
        was = tuple(replaced.get(statuses.original_of(row.entry.n), ()))
        placed.append(row._replace(totals=totals, was=was))
    return placed


def _entry_sentence(entry: Entry, names: Mapping[str, str]) -> str:
    payload = entry.payload
    match entry.kind:
        case "hand" | "replace":
            return _outcome_in_words(entry, names)
        case "adjust":
            return str(payload.get("why") or _("Points moved"))
        case "seats":
            return str(payload.get("why") or _("The seats or the winds were changed"))
        case "players":
            new = labels.all_named(list(payload["players"].values()))
            return str(_("Now playing: %(names)s", names=new))
    return str(_("The game is over"))


def _with_places(plates: list[PlayerPlate]) -> list[PlayerPlate]:
    """Return the plates with places, which players keep while the winds move on."""
    winds = ["ESWN".index(plate.seat) for plate in plates]
    return [
        plate._replace(place=(wind - winds[0]) % 4)
        for plate, wind in zip(plates, winds, strict=True)
    ]
