"""Options, input and output that the commands of ``scorer`` share."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import IO, Any, NoReturn

import click

import scorer
from scorer.cli.documents import Given, option_at
from scorer.documents.text import terminal
from scorer.documents.text.json_text import NotJSONError, read_json
from scorer.errors import Problem

Answer = Mapping[str, Any]


def single_option(*names: str, **settings: Any) -> Callable[[Any], Any]:
    """Return an option that may be given only once; click itself drops the first of two values."""

    def check(context: click.Context, option: click.Parameter, values: tuple[Any, ...]) -> Any:
        if len(values) > 1:
            raise click.BadParameter("given more than once", context, option)
        return values[0] if values else None

    value = settings.pop("default", None)
    default = () if value is None else (value,)
    return click.option(*names, multiple=True, default=default, callback=check, **settings)


def case_insensitive_choice(*choices: str) -> click.Choice[str]:
    """Return a choice that ignores case."""
    return click.Choice(choices, case_sensitive=False)


as_json = click.option("--json", "as_json", is_flag=True, help="Answer with the JSON document.")


def check_server() -> None:
    """Raise ClickException if the server is not installed."""
    try:
        import_module("flask")
    except ModuleNotFoundError:
        advice = "the server is not installed; run: pip install 'mahjong-scorer[server]'"
        raise click.ClickException(advice) from None


def read(file: IO[bytes] | None) -> Any:
    """Return the JSON document in a file; exit with code 1 if it is not JSON."""
    if file is None:
        raise click.UsageError("give a FILE with a JSON document, or - for standard input")
    try:
        return read_json(file.read())
    except NotJSONError as error:
        why = str(error).replace("The body", "the text")
        _exit_unreadable(file, why if "not JSON" in why else f"not JSON: {why}")


def with_card(document: Any, card: IO[str] | None) -> Any:
    """Return the document with the text of a card among its options."""
    if card is None or not isinstance(document, dict):
        return document
    options = document.get("options") or {}
    if not isinstance(options, dict):
        return document
    return {**document, "options": {**options, "card": read_card(card)}}


def nested_with_card(document: Any, card: IO[str] | None) -> Any:
    """Return the same of a document about another one."""
    if not isinstance(document, dict) or "document" not in document:
        return document
    return {**document, "document": with_card(document["document"], card)}


def read_card(file: IO[str]) -> str:
    """Return the text of a card; the name of a shipped one is no text."""
    try:
        text = file.read()
    except ValueError as error:
        _exit_unreadable(file, f"not text: {error}")
    # The end of a line makes it a text, whatever is on it.
    return f"{text}\n"


def _exit_unreadable(file: IO[Any], why: str) -> NoReturn:
    """Print why a file cannot be read, as text or JSON, and exit with code 1."""
    name = getattr(file, "name", "-")
    detail = f"{'standard input' if name in ('-', '<stdin>') else name}: {why}"
    if not click.get_current_context().params.get("as_json"):
        raise click.ClickException(terminal.printable(detail, _stream_encoding(sys.stderr)))
    print_errors(scorer.HandError(Problem("", "bad_value", detail)))
    sys.exit(1)


def answer(
    ask: Callable[[], Answer],
    render: Callable[[Answer], str | bytes],
    as_json: bool = False,
    options: Given | None = None,
) -> None:
    """Print an answer, or its problems by pointer or, with ``options``, by option; then exit."""
    try:
        answer = ask()
    except scorer.HandError as error:
        if as_json:
            print_errors(error)
            sys.exit(2)
        for problem in error.problems:
            label = problem.pointer if options is None else option_at(problem.pointer, options)
            print_text(f"{label or 'document'}: {problem.detail}", err=True)
        sys.exit(2)
    print_text(json.dumps(answer, indent=2) if as_json else render(answer))


def refuse(error: scorer.HandError, as_json: bool) -> NoReturn:
    """Print the problems of a text, which name their place themselves, and exit with code 2."""
    if as_json:
        print_errors(error)
    else:
        for problem in error.problems:
            print_text(problem.detail, err=True)
    sys.exit(2)


def print_errors(error: scorer.HandError) -> None:
    """Print the problems as a JSON document."""
    print_text(json.dumps({"errors": error.errors}, indent=2))


def print_text(text: str | bytes, err: bool = False) -> None:
    """Print a text as far as the encoding of the output allows."""
    if isinstance(text, bytes):
        click.echo(text, nl=False)
    else:
        click.echo(
            terminal.printable(text, _stream_encoding(sys.stderr if err else sys.stdout)), err=err
        )


def _stream_encoding(stream: IO[str]) -> str:
    return getattr(stream, "encoding", None) or "utf-8"
