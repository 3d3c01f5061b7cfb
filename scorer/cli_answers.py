"""What the commands of ``scorer`` share: their options, what they read, how they answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import IO, Any, NoReturn

import click

import scorer
from scorer import terminal
from scorer.cli_documents import Told, option_at
from scorer.documents.json_text import NotJSONError, read_json
from scorer.errors import Problem

__all__ = [
    "about_with_card",
    "answer",
    "as_json",
    "once",
    "one_of",
    "print_errors",
    "printed",
    "read",
    "read_card",
    "with_card",
]

Answer = Mapping[str, Any]


def once(*names: str, **settings: Any) -> Callable[[Any], Any]:
    """An option that is told once: of two values click would drop the first unseen."""

    def only(context: click.Context, option: click.Parameter, given: tuple[Any, ...]) -> Any:
        if len(given) > 1:
            raise click.BadParameter("told more than once", context, option)
        return given[0] if given else None

    usual = settings.pop("default", None)
    default = () if usual is None else (usual,)
    return click.option(*names, multiple=True, default=default, callback=only, **settings)


def one_of(*choices: str) -> click.Choice[str]:
    """One of these, in small letters or capitals."""
    return click.Choice(choices, case_sensitive=False)


as_json = click.option("--json", "as_json", is_flag=True, help="Answer with the JSON document.")


def read(file: IO[bytes] | None) -> Any:
    """The JSON document in a file, which has to be told; what is none ends with exit code 1."""
    if file is None:
        raise click.UsageError("give a FILE with a JSON document, or - for standard input")
    try:
        return read_json(file.read())
    except NotJSONError as error:
        told = str(error).replace("The body", "the text")
        _unreadable(file, told if "not JSON" in told else f"not JSON: {told}")


def with_card(document: Any, card: IO[str] | None) -> Any:
    """The document with the text of a card among its options."""
    if card is None or not isinstance(document, dict):
        return document
    options = document.get("options") or {}
    if not isinstance(options, dict):
        return document
    return {**document, "options": {**options, "card": read_card(card)}}


def about_with_card(document: Any, card: IO[str] | None) -> Any:
    """The same of a document about another one."""
    if not isinstance(document, dict) or "document" not in document:
        return document
    return {**document, "document": with_card(document["document"], card)}


def read_card(file: IO[str]) -> str:
    """The text of a card; the name of a shipped one is no text."""
    try:
        told = file.read()
    except ValueError as error:
        _unreadable(file, f"not text: {error}")
    # The end of a line makes it a text, whatever is on it.
    return f"{told}\n"


def _unreadable(file: IO[Any], why: str) -> NoReturn:
    """What cannot even be read, told in the form that was asked for, with exit code 1."""
    name = getattr(file, "name", "-")
    detail = f"{'standard input' if name in ('-', '<stdin>') else name}: {why}"
    if not click.get_current_context().params.get("as_json"):
        raise click.ClickException(terminal.printable(detail, _encoding(sys.stderr)))
    print_errors(scorer.HandError(Problem("", "bad_value", detail)))
    sys.exit(1)


def answer(
    ask: Callable[[], Answer],
    render: Callable[[Answer], str | bytes],
    as_json: bool = False,
    options: Told | None = None,
) -> None:
    """Print an answer, or what is wrong: where it was ``told`` by options, by their names."""
    try:
        answer = ask()
    except scorer.HandError as error:
        if as_json:
            print_errors(error)
            sys.exit(2)
        for problem in error.problems:
            place = problem.pointer if options is None else option_at(problem.pointer, options)
            printed(f"{place or 'document'}: {problem.detail}", err=True)
        sys.exit(2)
    printed(json.dumps(answer, indent=2) if as_json else render(answer))


def print_errors(error: scorer.HandError) -> None:
    """What is wrong, as a JSON document."""
    printed(json.dumps({"errors": error.errors}, indent=2))


def printed(text: str | bytes, err: bool = False) -> None:
    """Write a text as far as the terminal or the pipe can take it."""
    if isinstance(text, bytes):
        click.echo(text, nl=False)
    else:
        click.echo(terminal.printable(text, _encoding(sys.stderr if err else sys.stdout)), err=err)


def _encoding(stream: IO[str]) -> str:
    return getattr(stream, "encoding", None) or "utf-8"
