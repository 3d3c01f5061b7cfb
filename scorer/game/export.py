"""Export a game as JSON or CSV, import it again, and settle up."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from decimal import Decimal, InvalidOperation
from io import StringIO
from typing import Any

from scorer.documents.schemas.fields import is_line
from scorer.errors import HandError, Problem
from scorer.game.entry_fields import ENTRY_KINDS
from scorer.game.fold import EntryStatuses, GameState, current_state
from scorer.game.hands import shown_tallies
from scorer.game.record import Entry, Game, Json
from scorer.game.replay import GameReplay
from scorer.game.sheet import result, sheet
from scorer.game.write import begin, check_entry_count, checked_entry
from scorer.languages.speech import say
from scorer.rulebook.settlement import fewest_transfers
from scorer.types.games import GameBeginning, GameEntry
from scorer.types.records import Record, request_record

FORMAT_NAME = "mahjong-scorer-game"
BANK_PARTY = "bank"
TABLE_PARTY = "table"
"""The recipient of deposits left on the table."""
POINTS, TABLE_POINTS = "points", "table_points"
THOUSANDTHS = 1000
CORRECTION_KINDS = ("replace", "undo")
"""The kinds of entries that name another entry."""
MAX_MONEY_RATE = 1_000_000
MAX_CURRENCY_LENGTH = 10
_RATE_PATTERN = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")
_FORMULA_SIGNS = frozenset("=+-@|%\N{MINUS SIGN}")
"""The characters that may begin a formula in a spreadsheet."""


def exported_game(game: Game) -> Json:
    """Return the whole game: how it began, and its sheet."""
    return {"format": FORMAT_NAME, "began": game.as_record(), **sheet(game)}


def load(
    document: object,
    *,
    at: str,
    check: Callable[[], None] = lambda: None,
    check_times: bool = True,
) -> Game:
    """Load a game that ``exported_game`` returned.

    The entries are entered again one by one, and keep their time, their writer and their moves.

    Args:
        document: What ``exported_game`` returned.
        at: The time of entries that have none.
        check: Called before each entry; it may raise to stop the import.
        check_times: Whether times must be in UTC, as 2026-11-28T12:00:00Z. False for a game that
            is stored already: release 0.1 imported any line of text as a time.

    Raises:
        HandError: If the document is not an exported game.
    """
    began, entries = _exported_parts(document)
    try:
        game = _game_at_beginning(began, at=_time(began.get("at"), at, check=check_times))
    except HandError as error:
        raise error.under("/began") from None
    replay = GameReplay(game)
    for n, entry in enumerate(entries):
        check()
        if not isinstance(entry, Mapping):
            detail = say("an entry is an object, in braces")
            raise HandError(Problem(f"/entries/{n}", "bad_value", detail))
        try:
            time = _time(entry.get("at"), at, check=check_times)
            replay.add(_replay_entry(replay, entry, time))
        except HandError as error:
            raise error.under(f"/entries/{n}") from None
    version = _text(began.get("rules_version"), game.rules_version)
    return replace(game, rules_version=version, entries=tuple(replay.entries))


def _game_at_beginning(began: Mapping[str, Any], at: str) -> Game:
    """Return the game as it began. Raises HandError."""
    request = _entered_part(began, GameBeginning, request_record("game"))
    pinned = began.get("pinned")
    if pinned is None:
        return begin(request, at=at)
    # The club's preset may be another here, or none: it is played as it was.
    options, preset = request.get("options") or {}, request.get("preset")
    of_club = pinned.get("options") if isinstance(pinned, Mapping) else None
    if not isinstance(of_club, Mapping) or not isinstance(options, Mapping):
        detail = say("the rules of the club are required, as exported")
        raise HandError(Problem("/pinned", "bad_value", detail))
    whole = {**request, "preset": pinned.get("preset"), "options": {**of_club, **options}}
    game, title = begin(whole, at=at), _text(pinned.get("title"), "?")
    as_it_was = {"title": title, "preset": pinned.get("preset"), "options": {**of_club}}
    return replace(game, preset=_text(preset, title), options={**options}, pinned=as_it_was)


def as_csv(game: Game) -> str:
    """Return the sheet as CSV: a row for each entry with its moves and the totals after it, and
    where a house rule has something counted of each player, as chips, that too.

    What corrects a hand stands in its place. What does not count, and what undid it, stands at the
    end, without totals.
    """
    # Long: a row has many columns.
    state = current_state(game)
    rows = StringIO()
    table = csv.writer(rows, lineterminator="\r\n")
    names = [csv_cell(state.names[player]) for player in game.ids]
    head = ["entry", "at", "by", "kind", "counts", "prevailing", "east"]
    tallies = {tally.name: dict.fromkeys(game.ids, 0) for tally in shown_tallies(game.edition)}
    after = {"total": dict.fromkeys(game.ids, game.start), **tallies}
    held = [f"{name} {of}" for of in after for name in names]
    table.writerow([*head, *names, *held, "corrects", "why"])
    for entry in sorted(game.entries, key=_sheet_order(state.statuses)):
        counts = state.statuses.counts(entry.n)
        moves = state.points_moved(entry)
        if counts:
            counted = state.replay.state(state.statuses.original_of(entry.n)).tallies
            for player, more in moves.items():
                after["total"][player] += more
            for tally in tallies.keys() & counted.keys():
                tallies[tally].update(counted[tally])
        is_on_sheet = _is_on_sheet(entry, state.statuses)
        table.writerow(
            [
                *(entry.n, csv_cell(entry.at), csv_cell(entry.by or "")),
                *(entry.kind, "yes" if counts else "no"),
                *_round_and_east(entry, state.names),
                *(moves.get(player, "") for player in game.ids),
                *(
                    number if is_on_sheet else ""
                    for numbers in after.values()
                    for number in numbers.values()
                ),
                entry.payload["entry"] if entry.kind in CORRECTION_KINDS else "",
                csv_cell(str(entry.payload.get("why") or "")),
            ]
        )
    return rows.getvalue()


def _is_on_sheet(entry: Entry, statuses: EntryStatuses) -> bool:
    return entry.kind != "undo" and statuses.counts(entry.n)


def _sheet_order(statuses: EntryStatuses) -> Callable[[Entry], tuple[bool, int]]:
    def place(entry: Entry) -> tuple[bool, int]:
        if _is_on_sheet(entry, statuses):
            return (False, statuses.original_of(entry.n))
        return (True, entry.n)

    return place


def _round_and_east(entry: Entry, names: Mapping[str, str]) -> tuple[str, str]:
    table = entry.table
    return (table["prevailing"] or "", csv_cell(names[table["seats"]["E"]])) if table else ("", "")


def settle_up_units(game: Game) -> tuple[str, ...]:
    """Return the units in which players can settle up: points, and table points if owed."""
    return (
        (POINTS,)
        if _table_points_owed(game, current_state(game)) is None
        else (POINTS, TABLE_POINTS)
    )


def _table_points_owed(game: Game, state: GameState) -> Mapping[str, float] | None:
    """Return the table points of a finished game if they sum to zero; those of MCR do not."""
    points = result(game, state).get("table_points") if state.over else None
    return None if points is None or sum(points.values()) > 0.005 else points


def settle_up(
    game: Game,
    rate: str | float | Decimal | None = None,
    currency: str | None = None,
    by: str = POINTS,
) -> Json:
    """Return the fewest transfers after which nobody owes anybody.

    Deposits that nobody took are transfers to the table; other points of the bank are transfers
    with the bank.

    Args:
        rate: The money for each point, as 0.05 or "0.05"; None for points only.
        currency: The currency of the rate.
        by: The unit: "points" or "table_points".

    Raises:
        HandError: If the rate, the currency or the unit is invalid.
    """
    worth, state = _parse_rate(rate), current_state(game)
    net = _net_results(game, state, by)
    if currency is not None and not _is_currency(currency):
        detail = say("write a currency in at most ten letters, as GBP")
        raise HandError(Problem("/currency", "bad_value", detail))
    deposits = state.deposits if by == POINTS else 0
    bank = -sum(net.values()) - deposits
    beside = {TABLE_PARTY: deposits, BANK_PARTY: bank}
    transfers = fewest_transfers({**net, **{who: owed for who, owed in beside.items() if owed}})
    for transfer in transfers:
        amount = transfer["amount"] = _in_units(transfer["amount"], by)
        if worth is not None:
            transfer["money"] = str((worth * Decimal(str(amount))).quantize(Decimal("0.01")))
    return {
        "by": by,
        "net": {player: _in_units(amount, by) for player, amount in net.items()},
        "transfers": transfers,
        "rate": None if worth is None else str(worth),
        "currency": currency,
    }


def _net_results(game: Game, state: GameState, by: str) -> dict[str, int]:
    """Return what each player won or lost: points, or thousandths of table points.

    Raises HandError if nobody owes table points.
    """
    if by == POINTS:
        return {player: state.totals[player] - game.start for player in game.ids}
    if by != TABLE_POINTS:
        raise HandError(Problem("/by", "bad_value", say("write points or table_points")))
    owed = _table_points_owed(game, state)
    if owed is None:
        detail = (
            say("nobody owes table points here; write points")
            if state.over
            else say("table points are known only when the game is over; write points until then")
        )
        raise HandError(Problem("/by", "bad_value", detail))
    return {player: round(owed[player] * THOUSANDTHS) for player in game.ids}


def _in_units(amount: int, by: str) -> float:
    return amount if by == POINTS else amount / THOUSANDTHS


def _exported_parts(document: object) -> tuple[Mapping[str, Any], list[Any]]:
    if not isinstance(document, Mapping) or document.get("format") != FORMAT_NAME:
        detail = say("this is not an exported game; send what GET …/export.json gave")
        raise HandError(Problem("/format", "bad_value", detail))
    began, entries = document.get("began"), document.get("entries")
    if not isinstance(began, Mapping):
        detail = say("how the game began is missing; send the whole export")
        raise HandError(Problem("/began", "required", detail))
    if not isinstance(entries, list):
        detail = say("the entries are missing; send the whole export")
        raise HandError(Problem("/entries", "required", detail))
    check_entry_count(len(entries), "/entries")
    return began, entries


def _replay_entry(replay: GameReplay, entry: Mapping[str, Any], at: str) -> Entry:
    kind = entry.get("kind")
    record = request_record(kind if kind in ENTRY_KINDS else "entry", replay.rules.book)
    request = _entered_part(entry, GameEntry, record)
    new = checked_entry(replay, request, at=at, by=_writer_name(entry.get("by")))
    return _with_exported_moves(replay.rules.ids, new, entry)


def _entered_part(shown: Mapping[str, Any], declared: type, request: Record) -> Json:
    """Return what an export shows without the fields that its request did not have.

    Args:
        shown: A part of an export.
        declared: The type that declares its fields. Those that it does not declare stay, to be
            refused where the request is checked.
        request: The record of its request.
    """
    derived = declared.__annotations__.keys() - {member.name for member in request.members}
    return {name: value for name, value in shown.items() if name not in derived}


def _with_exported_moves(ids: tuple[str, ...], new: Entry, entry: Mapping[str, Any]) -> Entry:
    """Return the entry with its exported moves if another version of the rules settled it."""
    version = entry.get("rules_version")
    moves = entry.get("entered_moves", entry.get("moves"))
    if not new.rules_version or version == new.rules_version:
        return new
    if not isinstance(version, str) or len(version) > 20 or not isinstance(moves, Mapping):
        detail = say("the version of the rules and what the hand moved are required, as exported")
        raise HandError(Problem("/rules_version", "bad_value", detail))
    if moves.keys() != {*ids} or not all(map(_is_points, moves.values())):
        detail = say("enter the points that each player won or lost with the hand, as exported")
        raise HandError(Problem("/moves", "bad_value", detail))
    return replace(new, rules_version=version, moves=dict(moves))


def _is_points(value: object) -> bool:
    return type(value) is int and abs(value) <= 10**9


def _time(value: object, default: str, *, check: bool) -> str:
    """Return the time of an export, or the default if it has none. Raises HandError."""
    if not check:
        return _text(value, default)
    if value is None:
        return default
    if not isinstance(value, str) or not _is_time(value):
        raise HandError(
            Problem("/at", "bad_value", say("write a time in UTC, as 2026-11-28T12:00:00Z"))
        )
    return value


def _is_time(text: str) -> bool:
    """Tests if a text is a time as games have it: in UTC, to the second."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return False
    return f"{time.replace(tzinfo=None).isoformat(timespec='seconds')}Z" == text


def _text(value: object, default: str) -> str:
    is_valid = isinstance(value, str) and 0 < len(value) <= 40 and is_line(value)
    return str(value) if is_valid else default


def _writer_name(value: object) -> str | None:
    return _text(value, "") or None


def _parse_rate(given: str | float | Decimal | None) -> Decimal | None:
    if given is None:
        return None
    # The number that was written: Decimal(0.05) would have 55 digits.
    text = str(given)
    # Decimal reads 1_0, 1e1 and digits of every script too.
    is_number = not isinstance(given, str) or _RATE_PATTERN.fullmatch(given) is not None
    try:
        rate = Decimal(text if is_number else 0)
    except InvalidOperation:
        rate = Decimal(0)
    if not rate.is_finite() or not 0 < rate <= MAX_MONEY_RATE or len(text) > 20:
        detail = say("write what a point is worth as a number above zero, as 0.05")
        raise HandError(Problem("/rate", "bad_value", detail))
    return rate


def _is_currency(text: str) -> bool:
    """Tests if a text is letters of any script, with their marks, and signs of currencies."""
    kinds = [unicodedata.category(character) for character in text]
    return 1 <= len(kinds) <= MAX_CURRENCY_LENGTH and all(
        kind[0] == "L" or kind == "Sc" or (kind[0] == "M" and n > 0) for n, kind in enumerate(kinds)
    )


def csv_cell(text: str) -> str:
    """Return the text escaped so that no spreadsheet reads it as a formula.

    Spreadsheets skip invisible characters before a formula and accept full-width signs.
    """
    first = next(filter(_is_visible, unicodedata.normalize("NFKC", text)), "")
    return f"'{text}" if first in _FORMULA_SIGNS else text


def _is_visible(character: str) -> bool:
    """Tests if a character is neither a space nor a control character or joiner."""
    return unicodedata.category(character)[0] not in "CZ"
