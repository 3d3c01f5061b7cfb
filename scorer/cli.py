"""The command line: ``scorer score|settle|waits|nearest|card|batch|rules|serve``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import click
from click.core import ParameterSource

import scorer
from scorer import text

__all__ = ["main"]

Answer = dict[str, Any]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(scorer.__version__, prog_name="scorer")
def main() -> None:
    """Score mahjong hands, explain every point, and tell who pays whom."""


as_json = click.option("--json", "as_json", is_flag=True, help="Answer with the JSON document.")
card_file = click.option(
    "--card",
    "card_file",
    type=click.File(encoding="utf-8-sig"),
    help="A file with the card to play by (American).",
)
document_file = click.argument("file", type=click.File(encoding="utf-8-sig"), required=False)


@main.command()
@document_file
@click.option("--ruleset", default="classical", show_default=True)
@click.option("--preset")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule.")
@click.option("--concealed", help="The tiles outside the sets, as in '123b 55d'.")
@click.option("--meld", "melds", multiple=True, help="A set, as in EEE; (7777c) is concealed.")
@click.option("--bonus", help="Flowers and seasons, as in 'F1 S2'.")
@click.option("--winning", help="The winning tile.")
@click.option("--by", type=click.Choice(["self_draw", "discard", "robbed_kong"]))
@click.option("--from", "loser", type=click.Choice(list("ESWN")), help="Who lost the tile.")
@click.option("--with", "circumstances", multiple=True, help="As in last_discard.")
@click.option("--seat", type=click.Choice(list("ESWN")), default="E", show_default=True)
@click.option("--prevailing", type=click.Choice(list("ESWN")), default="E", show_default=True)
@card_file
@as_json
def score(file: IO[str] | None, card_file: IO[str] | None, as_json: bool, **told: Any) -> None:
    """Score one hand: a JSON document (FILE, or - for standard input), or told by options.

    \b
    scorer score --concealed "123b 55d" --meld EEE --meld "(7777c)" --meld 234d \\
        --bonus "F1 S2" --winning 5d --by discard --from S --with last_discard
    """
    context = click.get_current_context()
    typed = [
        name for name in told if context.get_parameter_source(name) == ParameterSource.COMMANDLINE
    ]
    if file is not None and typed:
        raise click.UsageError("tell the hand in FILE or by options, not both")
    if typed and not told["concealed"]:
        raise click.UsageError("tell the tiles of the hand with --concealed")
    document = _with_card(_told(told) if typed else _read(file), card_file)
    _answer(lambda: scorer.score(document), text.score_text, as_json)


@main.command()
@document_file
@card_file
@as_json
def settle(file: IO[str] | None, card_file: IO[str] | None, as_json: bool) -> None:
    """Settle a whole table: a JSON document in FILE, or - for standard input."""
    document = _with_card(_read(file), card_file)
    _answer(lambda: scorer.settle(document), text.settle_text, as_json)


@main.command()
@document_file
@card_file
@as_json
def waits(file: IO[str] | None, card_file: IO[str] | None, as_json: bool) -> None:
    """Tell what a hand waits for: a JSON document in FILE, or - for standard input."""
    document = _with_card(_read(file), card_file)
    _answer(lambda: scorer.waits(document), text.waits_text, as_json)


@main.command()
@document_file
@card_file
@as_json
def nearest(file: IO[str] | None, card_file: IO[str] | None, as_json: bool) -> None:
    """Tell the hands of a card that some tiles are nearest to: a JSON document in FILE, or -."""
    document = _with_card(_read(file), card_file)
    _answer(lambda: scorer.nearest(document), text.nearest_text, as_json)


@main.group()
def card() -> None:
    """Check and show cards of American mah-jongg; docs/american.md tells how one is typed."""


@card.command()
@click.argument("file", type=click.File(encoding="utf-8-sig"))
@as_json
def check(file: IO[str], as_json: bool) -> None:
    """Tell what the card in FILE (- for standard input) says, hand by hand, or all its faults.

    The exit code is 2 if there are any.
    """
    told = _read_card(file)
    try:
        answer = scorer.check_card({"card": told})
    except scorer.HandError as error:
        if as_json:
            click.echo(json.dumps({"errors": error.errors}, indent=2))
        for problem in error.problems if not as_json else ():
            click.echo(problem.detail.encode(errors="replace").decode(), err=True)
        sys.exit(2)
    click.echo(json.dumps(answer, indent=2) if as_json else text.card_text(answer))


@card.command()
@click.argument("file", type=click.File(encoding="utf-8-sig"), required=False)
def show(file: IO[str] | None) -> None:
    """Print a card in its canonical form: that in FILE, or the practice card."""
    told = "practice" if file is None else _read_card(file)
    _answer(lambda: scorer.check_card({"card": told}), lambda answer: answer["canonical"].rstrip())


@main.command()
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--output", "-o", type=click.File("w", encoding="utf-8"), default="-")
def batch(file: IO[bytes], output: IO[str]) -> None:
    """Score many hands: a document a line in, an answer a line out, in the same order.

    A bad line answers with its own errors and stops nothing. The exit code is 1 if there was one.
    """
    failed = 0
    for number, line in _watched(file, output):
        answer, good = _answer_line(number, line)
        failed += not good
        output.write(json.dumps(answer) + "\n")
    if failed:
        click.echo(f"lines with errors: {failed}", err=True)
        sys.exit(1)


@main.command()
@click.argument("ruleset", required=False)
@as_json
def rules(ruleset: str | None, as_json: bool) -> None:
    """List the rulesets, or the rules, options, circumstances and events of one."""
    if ruleset is None:
        found = scorer.rulesets()
        click.echo(json.dumps(found, indent=2) if as_json else text.rulesets_text(found))
        return
    _answer(lambda: scorer.ruleset(ruleset), text.rules_text, as_json)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
def serve(host: str, port: int) -> None:
    """Serve the page and the API, for one table or a small club; docs/serving.md tells of more."""
    from scorer.service.serving import run

    shown = f"[{host}]" if ":" in host else host
    run(host, port, lambda: click.echo(f"The scorer is at http://{shown}:{port} (Ctrl-C stops it)"))


def _told(told: dict[str, Any]) -> Answer:
    """The document that the options of ``score`` describe."""
    melds: list[Answer] = []
    for meld in told["melds"]:
        concealed = meld.startswith("(") and meld.endswith(")")
        melds.append({"tiles": meld.strip("()"), "concealed": concealed})
    hand: Answer = {"concealed": told["concealed"], "melds": melds}
    if told["bonus"]:
        hand["bonus"] = told["bonus"]
    if told["winning"]:
        hand["winning_tile"] = told["winning"]
    document: Answer = {
        "ruleset": told["ruleset"],
        "options": dict(_option(option) for option in told["options"]),
        "hand": hand,
        "seat": told["seat"],
        "prevailing": told["prevailing"],
    }
    if told["preset"]:
        document["preset"] = told["preset"]
    if told["by"]:
        document["win"] = {"by": told["by"], "with": list(told["circumstances"])}
        if told["loser"]:
            document["win"]["from"] = told["loser"]
    return document


def _option(told: str) -> tuple[str, Any]:
    name, _, value = told.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _read(file: IO[str] | None) -> Any:
    if file is None:
        raise click.UsageError("give a FILE with a JSON document, or - for standard input")
    try:
        return json.load(file)
    except (ValueError, RecursionError) as error:
        name = getattr(file, "name", "standard input")
        raise click.ClickException(f"{name}: not JSON: {error}") from None


def _with_card(document: Any, card: IO[str] | None) -> Any:
    """The document with the text of a card among its options."""
    if card is None or not isinstance(document, dict):
        return document
    options = document.get("options") or {}
    if not isinstance(options, dict):
        return document
    return {**document, "options": {**options, "card": _read_card(card)}}


def _read_card(file: IO[str]) -> str:
    """The text of a card; the name of a shipped one is no text."""
    try:
        told = file.read()
    except ValueError as error:
        name = getattr(file, "name", "standard input")
        raise click.ClickException(f"{name}: not text: {error}") from None
    # The end of a line makes it a text, whatever is on it.
    return f"{told}\n"


def _answer(
    ask: Callable[[], Answer], render: Callable[[Answer], str], as_json: bool = False
) -> None:
    try:
        answer = ask()
    except scorer.HandError as error:
        if as_json:
            click.echo(json.dumps({"errors": error.errors}, indent=2))
        else:
            for problem in error.problems:
                told = f"{problem.pointer or 'document'}: {problem.detail}"
                click.echo(told.encode(errors="replace").decode(), err=True)
        sys.exit(2)
    click.echo(json.dumps(answer, indent=2) if as_json else render(answer))


def _answer_line(number: int, line: bytes) -> tuple[Answer, bool]:
    try:
        return scorer.score(json.loads(line)), True
    except scorer.HandError as error:
        return _failure(number, 422, "The hand cannot be scored", error.errors), False
    except (ValueError, RecursionError) as error:
        told = [{"pointer": "", "code": "bad_value", "detail": str(error)}]
        return _failure(number, 400, "Not JSON", told), False


def _failure(number: int, status: int, title: str, errors: list[dict[str, str]]) -> Answer:
    return {"line": number, "status": status, "title": title, "errors": errors}


def _watched(file: IO[bytes], output: IO[str]) -> Iterator[tuple[int, bytes]]:
    """The numbered lines that are not blank; a progress bar when a person watches a file being
    scored and the answers go elsewhere."""
    lines = ((number, line) for number, line in enumerate(file, 1) if line.strip())
    path = Path(getattr(file, "name", "") or "")
    if not (sys.stderr.isatty() and not output.isatty() and path.is_file()):
        yield from lines
        return
    with click.progressbar(length=path.stat().st_size, label="Scoring", file=sys.stderr) as bar:
        for number, line in lines:
            yield number, line
            bar.update(len(line))
