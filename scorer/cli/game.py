"""A game in a file: ``scorer game new|show|enter|export|import|settle-up``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any

import click

from scorer import game as games
from scorer import logs, types
from scorer.cli.answers import (
    FullSummaryGroup,
    answer_language,
    case_insensitive_choice,
    is_left_out,
    json_option,
    language_option,
    print_answer,
    read_json_file,
    single_option,
)
from scorer.cli.completion import house_rule_option, preset_option, ruleset_option
from scorer.cli.documents import parse_pair
from scorer.documents.replies import language_of
from scorer.game import Game
from scorer.logs import mjlog
from scorer.rules import BOOKS
from scorer.types.terms import SEATS

Json = Mapping[str, Any]

file_argument = click.argument(
    "path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path)
)


@click.group(cls=FullSummaryGroup)
def game() -> None:
    """Record a game in a FILE: who sits where, every hand, the totals.

    \b
    scorer game new tuesday.json --ruleset british Ann Bo Cy Di
    scorer game enter tuesday.json hand.json
    scorer game show tuesday.json

    The file is the game as the service exports it (export.json), and what one writes the other
    imports.
    """


@game.command()
@file_argument
@click.argument("names", nargs=-1, required=True)
@ruleset_option("classical")
@preset_option
@house_rule_option
@single_option("--title", default="", help="What the evening is called.")
@single_option("--start", type=int, help="What each player begins with.")
@language_option
@json_option
def new(path: Path, names: tuple[str, ...], as_json: bool, **given: Any) -> None:
    """Begin a game of these players, in seating order: the first is East."""
    if path.exists():
        raise click.UsageError(f"{path} is there already; choose another name")
    options = dict(map(parse_pair, given.pop("options")))
    request = {name: value for name, value in given.items() if value not in (None, "")}
    request |= {"players": list(names), "options": options}

    def begun() -> Json:
        evening = games.begin(request, at=_now())
        _save_game(path, evening)
        return _translated(types.GameSheet, evening, games.sheet(evening))

    print_answer(begun, _sheet_as_text, as_json)


@game.command()
@file_argument
@language_option
@json_option
def show(path: Path, as_json: bool) -> None:
    """Show the sheet: seats, totals and every entry."""

    def shown() -> Json:
        evening = _load_game(path)
        return _translated(types.GameSheet, evening, games.sheet(evening))

    print_answer(shown, _sheet_as_text, as_json)


@game.command()
@file_argument
@click.argument("entry", type=click.File("rb"), default="-")
@single_option("--by", help="Who writes it.")
@click.option("--preview", is_flag=True, help="Show what it comes to; write nothing.")
@language_option
@json_option
def enter(path: Path, entry: IO[bytes], by: str | None, preview: bool, as_json: bool) -> None:
    """Write an entry: a JSON document in ENTRY, or - for standard input.

    It is an entry as the service takes it, with its kind, or the document of a hand alone:

    \b
    {"players": {"E": {"points": 40, "win": {"by": "self_draw"}}, "S": {"points": 8}, ...}}
    {"kind": "undo", "entry": 3}
    """
    request = read_json_file(entry)
    if isinstance(request, dict) and "kind" not in request:
        request = {"kind": "hand", "document": request}

    def written() -> Json:
        evening = games.append_entry(_load_game(path), request, at=_now(), by=by)
        if not preview:
            _save_game(path, evening)
        if as_json:
            return _translated(types.WrittenEntry, evening, games.last_entry_answer(evening))
        return _translated(types.GameSheet, evening, games.sheet(evening))

    print_answer(written, _sheet_as_text, as_json)


@game.command()
@file_argument
@single_option(
    "--format",
    "form",
    type=case_insensitive_choice("json", "csv"),
    default="json",
)
def export(path: Path, form: str) -> None:
    """Print the whole game as JSON, or its sheet as a table."""

    def exported() -> Json:
        return {"text": _export_as_text(_load_game(path), form)}

    print_answer(exported, lambda document: str(document["text"]).encode())


@game.command("import")
@file_argument
@click.argument("source", type=click.File("rb"), default="-")
@single_option(
    "--from",
    "origin",
    type=case_insensitive_choice("tenhou"),
    help="SOURCE is a log: Tenhou's JSON, of Mahjong Soul too, or its mjlog.",
)
@language_option
@json_option
def import_(path: Path, source: IO[bytes], origin: str | None, as_json: bool) -> None:
    """Write FILE from an exported game in SOURCE or - for standard input.

    With --from tenhou SOURCE is a recorded game, gzipped or not: every hand is scored again, and
    what the log has otherwise is listed. The log alone will do; the game is then written beside it:

    \b
    scorer game import --from tenhou game.mjlog       # writes game.mjlog.game.json
    """
    log = path if origin and path.is_file() and is_left_out("source") else None
    if log:
        path = log.with_name(f"{log.name}.game.json")
    if path.exists():
        raise click.UsageError(f"{path} is there already; choose another name")
    if origin:
        body = log.read_bytes() if log else source.read(mjlog.MAX_UNPACKED_BYTES + 1)
        print_answer(lambda: _import_log(path, body), _imported_as_text, as_json)
        return
    document = read_json_file(source)

    def imported() -> Json:
        evening = games.load(document, at=_now())
        _save_game(path, evening)
        return _translated(types.GameSheet, evening, games.sheet(evening))

    print_answer(imported, _sheet_as_text, as_json)


def _import_log(path: Path, body: bytes) -> Json:
    game, report = logs.load(body, at=_now())
    _save_game(path, game)
    target = language_of(answer_language())
    if target is not None:
        report = target.of(game.ruleset).answer(types.LogReport, report)
    return {**_translated(types.GameSheet, game, games.sheet(game)), "log": report}


def _imported_as_text(sheet: Json) -> str:
    return "\n".join((*_sheet_lines(sheet), "", *report_lines(sheet["log"])))


def report_lines(report: Json) -> Iterator[str]:
    """Yield how a log and the scorer agree, with each difference."""
    yield f"{report['agree']} of {report['hands']} hands agree with the log ({report['format']})"
    for difference in report["differences"]:
        yield f"  {difference['deal']}: {difference['detail']}"
    for note in report["notes"]:
        yield f"  note: {note}"


@game.command("settle-up")
@file_argument
@single_option("--rate", help="What a point is worth, such as 0.05.")
@single_option("--currency", help="The currency, such as GBP.")
@single_option(
    "--by",
    type=case_insensitive_choice("points", "table_points"),
    default="points",
    help="By points, or by table points once the evening is over.",
)
@json_option
def settle_up(path: Path, rate: str | None, currency: str | None, by: str, as_json: bool) -> None:
    """List the fewest transfers that settle the game."""

    def due() -> Json:
        evening = _load_game(path)
        names = {player["id"]: player["name"] for player in games.sheet(evening)["players"]}
        return {"names": names, **games.settle_up(evening, rate, currency, by)}

    print_answer(due, _transfer_lines, as_json)


def _translated(kind: type, evening: Game, shown: dict[str, Any]) -> Json:
    """Return what is shown of a game in the language of this command."""
    target = language_of(answer_language())
    if target is None:
        return shown
    return target.of(evening.ruleset).answer(kind, games.translated_sheet(evening, shown))


def _load_game(path: Path) -> Game:
    if not path.is_file():
        raise click.UsageError(f"there is no {path}; begin with `scorer game new`")
    with path.open("rb") as file:
        return games.load(read_json_file(file), at=_now(), check_times=False)


def _save_game(path: Path, evening: Game) -> None:
    """Write a game to its file atomically."""
    with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
        try:
            file.write(_export_as_text(evening, "json"))
            file.flush()
            os.fsync(file.fileno())
        except OSError as error:
            Path(file.name).unlink()
            raise click.ClickException(f"{path} stays as it was: {error}") from None
    Path(file.name).replace(path)


def _export_as_text(evening: Game, form: str) -> str:
    if form == "csv":
        return games.as_csv(evening)
    return json.dumps(games.exported_game(evening), ensure_ascii=False, indent=1) + "\n"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _sheet_as_text(sheet: Json) -> str:
    return "\n".join(_sheet_lines(sheet))


def _sheet_lines(sheet: Json) -> Iterator[str]:
    names = {player["id"]: player["name"] for player in sheet["players"]}
    state, totals = sheet["state"], sheet["totals"]
    rules = sheet["ruleset"] + (f" ({sheet['preset']})" if sheet["preset"] else "")
    yield ", ".join(part for part in (sheet["title"], rules) if part)
    if state["over"]:
        yield f"Over: {state['why']}"
    else:
        wind = f", wind of the round {state['prevailing']}" if state["prevailing"] else ""
        yield f"Hand {state['hand']}{wind}: {state['why']}"
    for seat in SEATS:
        if seat in state["seats"]:
            player = state["seats"][seat]
            yield f"  {seat}  {names[player]}: {totals[player]:,}"
    yield from _counter_lines(sheet)
    if state["resting"]:
        yield f"  -  {names[state['resting']]}: {totals[state['resting']]:,} (not at the table)"
    for entry in sheet["entries"]:
        yield _entry_line(entry, names)
    for warning in sheet["warnings"]:
        yield f"Entry {warning['entry']}: {warning['detail']}"
    if "result" in sheet:
        yield from _ranking_lines(sheet["result"], names)


def _counter_lines(sheet: Json) -> Iterator[str]:
    """Yield the counters of the ruleset with the points on the table."""
    book, state = BOOKS[sheet["ruleset"]], sheet["state"]
    for name, number in book.counters.items():
        points = state[name] * book.session.deposits.get(name, 0)
        worth = f" ({points:,} points)" if points else ""
        yield f"  {number.title}: {state[name]}{worth}"


def _ranking_lines(result: Json, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the places of a finished game, with table points if the ruleset has them."""
    table_points = result.get("table_points", {})
    for place in result["ranking"]:
        player = place["player"]
        points = f", table points {table_points[player]:+g}" if player in table_points else ""
        yield f"{place['place']}. {names[player]}: {place['total']:,} ({place['net']:+,}{points})"


def _entry_line(entry: Json, names: Mapping[str, str]) -> str:
    moved = [f"{names[id]} {amount:+,}" for id, amount in entry.get("moves", {}).items()]
    field = {"undo": "entry", "replace": "entry", "players": "players"}.get(entry["kind"])
    parts = [", ".join(moved), f"{field} {entry[field]}" if field else "", entry.get("why") or ""]
    for mark, word in (("undone_by", "undone by"), ("replaced_by", "replaced by")):
        if entry[mark]:
            parts.append(f"({word} {entry[mark]})")
    by = f" by {entry['by']}" if "by" in entry else ""
    return f"{entry['n']:>3} {entry['kind']}{by}: {'; '.join(filter(None, parts))}".rstrip(": ")


def _transfer_lines(settled: Json) -> str:
    names = {**settled["names"], "bank": "the bank"}
    lines = []
    for transfer in settled["transfers"]:
        if transfer["to"] == "table":
            payer, amount = names[transfer["from"]], f"{transfer['amount']:,}"
            lines.append(f"{payer} leaves {amount} on the table: deposits that nobody took")
            continue
        money = (
            f" ({transfer['money']} {settled['currency'] or ''}".rstrip() + ")"
            if "money" in transfer
            else ""
        )
        lines.append(
            f"{names[transfer['from']]} pays {names[transfer['to']]} {transfer['amount']:,}{money}"
        )
    return "\n".join(lines or ["Nobody owes anybody."])
