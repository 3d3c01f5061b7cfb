"""An evening in a file: ``scorer game new|show|enter|export|import|settle-up``."""

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
from scorer.cli_answers import answer, as_json, once, one_of, read
from scorer.cli_documents import named
from scorer.game import Game
from scorer.hand import SEATS

__all__ = ["game"]

Json = Mapping[str, Any]

kept_in = click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))


@click.group()
def game() -> None:
    """Keep an evening in a FILE: who sits where, every hand, the totals.

    \b
    scorer game new tuesday.json --ruleset british Ann Bo Cy Di
    scorer game enter tuesday.json hand.json
    scorer game show tuesday.json

    The file is the game as the service exports it (export.json), and what one writes the other
    imports.
    """


@game.command()
@kept_in
@click.argument("names", nargs=-1, required=True)
@once("--ruleset", default="classical", show_default=True, help="`scorer rules` lists them.")
@once("--preset", help="House rules that go together.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule.")
@once("--title", default="", help="What the evening is called.")
@once("--start", type=int, help="What each player begins with.")
@as_json
def new(path: Path, names: tuple[str, ...], as_json: bool, **told: Any) -> None:
    """Begin a game of these players, in seating order: the first is East."""
    if path.exists():
        raise click.UsageError(f"{path} is there already; choose another name")
    options = dict(map(named, told.pop("options")))
    request = {name: value for name, value in told.items() if value not in (None, "")}
    request |= {"players": list(names), "options": options}

    def begun() -> Json:
        evening = games.begin(request, at=_now())
        _keep(path, evening)
        return games.sheet(evening)

    answer(begun, _text, as_json)


@game.command()
@kept_in
@as_json
def show(path: Path, as_json: bool) -> None:
    """Show the sheet: seats, totals and every entry."""
    answer(lambda: games.sheet(_opened(path)), _text, as_json)


@game.command()
@kept_in
@click.argument("entry", type=click.File("rb"), default="-")
@once("--by", help="Who writes it.")
@click.option("--preview", is_flag=True, help="Show what it comes to; write nothing.")
@as_json
def enter(path: Path, entry: IO[bytes], by: str | None, preview: bool, as_json: bool) -> None:
    """Write an entry: a JSON document in ENTRY, or - for standard input.

    It is an entry as the service takes it, with its kind, or the document of a hand alone:

    \b
    {"players": {"E": {"points": 40, "win": {"by": "self_draw"}}, "S": {"points": 8}, ...}}
    {"kind": "undo", "entry": 3}
    """
    told = read(entry)
    if isinstance(told, dict) and "kind" not in told:
        told = {"kind": "hand", "document": told}

    def written() -> Json:
        evening = games.write(_opened(path), told, at=_now(), by=by)
        if not preview:
            _keep(path, evening)
        return games.written(evening) if as_json else games.sheet(evening)

    answer(written, _text, as_json)


@game.command()
@kept_in
@once("--format", "form", type=one_of("json", "csv"), default="json", show_default=True)
def export(path: Path, form: str) -> None:
    """Print the whole game as JSON, or its sheet as a table."""

    def exported() -> Json:
        return {"text": _as_text(_opened(path), form)}

    answer(exported, lambda told: str(told["text"]).encode())


@game.command("import")
@kept_in
@click.argument("source", type=click.File("rb"), default="-")
@as_json
def import_(path: Path, source: IO[bytes], as_json: bool) -> None:
    """Write FILE from a game that was exported, in SOURCE or - for standard input."""
    if path.exists():
        raise click.UsageError(f"{path} is there already; choose another name")
    document = read(source)

    def imported() -> Json:
        evening = games.load(document, at=_now())
        _keep(path, evening)
        return games.sheet(evening)

    answer(imported, _text, as_json)


@game.command("settle-up")
@kept_in
@once("--rate", help="What a point is worth, as 0.05.")
@once("--currency", help="In what, as GBP.")
@once(
    "--by",
    type=one_of("points", "table_points"),
    default="points",
    help="By points, or by table points once the evening is over.",
)
@as_json
def settle_up(path: Path, rate: str | None, currency: str | None, by: str, as_json: bool) -> None:
    """Tell the fewest transfers that make all even."""

    def due() -> Json:
        evening = _opened(path)
        names = {one["id"]: one["name"] for one in games.sheet(evening)["players"]}
        return {"names": names, **games.settle_up(evening, rate, currency, by)}

    answer(due, _transfers, as_json)


def _opened(path: Path) -> Game:
    if not path.is_file():
        raise click.UsageError(f"there is no {path}; begin with `scorer game new`")
    with path.open("rb") as file:
        return games.load(read(file), at=_now())


def _keep(path: Path, evening: Game) -> None:
    """The game in its file, whole or as it was: written beside it, then put in its place."""
    with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
        try:
            file.write(_as_text(evening, "json"))
            file.flush()
            os.fsync(file.fileno())
        except OSError as error:
            Path(file.name).unlink()
            raise click.ClickException(f"{path} stays as it was: {error}") from None
    Path(file.name).replace(path)


def _as_text(evening: Game, form: str) -> str:
    if form == "csv":
        return games.as_csv(evening)
    return json.dumps(games.export(evening), ensure_ascii=False, indent=1) + "\n"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _text(sheet: Json) -> str:
    return "\n".join(_lines(sheet))


def _lines(sheet: Json) -> Iterator[str]:
    names = {one["id"]: one["name"] for one in sheet["players"]}
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
    if state["resting"]:
        yield f"  -  {names[state['resting']]}: {totals[state['resting']]:,} (not at the table)"
    for entry in sheet["entries"]:
        yield _entry(entry, names)
    for warning in sheet["warnings"]:
        yield f"Entry {warning['entry']}: {warning['detail']}"


def _entry(entry: Json, names: Mapping[str, str]) -> str:
    moved = [f"{names[one]} {amount:+,}" for one, amount in entry.get("moves", {}).items()]
    told = {"undo": "entry", "replace": "entry", "players": "players"}.get(entry["kind"])
    parts = [", ".join(moved), f"{told} {entry[told]}" if told else "", entry.get("why") or ""]
    for mark, word in (("undone_by", "undone by"), ("replaced_by", "replaced by")):
        if entry[mark]:
            parts.append(f"({word} {entry[mark]})")
    by = f" by {entry['by']}" if "by" in entry else ""
    return f"{entry['n']:>3} {entry['kind']}{by}: {'; '.join(filter(None, parts))}".rstrip(": ")


def _transfers(told: Json) -> str:
    names = {**told["names"], "bank": "the bank"}
    found = []
    for one in told["transfers"]:
        money = (
            f" ({one['money']} {told['currency'] or ''}".rstrip() + ")" if "money" in one else ""
        )
        found.append(f"{names[one['from']]} pays {names[one['to']]} {one['amount']:,}{money}")
    return "\n".join(found or ["Nobody owes anybody."])
