"""Options, input and output that the commands of ``scorer`` share."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import IO, Any, NoReturn

import click
from click.core import ParameterSource

import scorer
from scorer.cli.documents import GivenOptions, option_at
from scorer.documents.replies import language_of
from scorer.documents.text import terminal
from scorer.documents.text.json_text import NotJSONError, read_json
from scorer.documents.text.terminal_style import Style, error_coloured, using_style
from scorer.errors import Problem
from scorer.languages.speech import LANGUAGES
from scorer.languages.translations import SOURCE_LANGUAGE

AnswerDocument = Mapping[str, Any]


class FullSummaryGroup(click.Group):
    """A group whose commands are listed with their whole first sentences; click cuts long ones."""

    group_class = type

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each with its first sentence."""
        commands = [(name, self.commands[name]) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, command.get_short_help_str(sys.maxsize)) for name, command in commands]
            )


def single_option(*names: str, **settings: Any) -> Callable[[Any], Any]:
    """Return an option that may be given only once, whose default ``--help`` shows.

    click itself drops the first of two values.
    """

    def check(context: click.Context, option: click.Parameter, values: tuple[Any, ...]) -> Any:
        if len(values) > 1:
            raise click.BadParameter("given more than once", context, option)
        return values[0] if values else None

    value = settings.pop("default", None)
    default = () if value is None else (value,)
    return click.option(
        *names,
        multiple=True,
        default=default,
        show_default=value not in (None, ""),
        callback=check,
        **settings,
    )


class SynonymChoice(click.Choice[str]):
    """A choice that ignores case, and takes other words that players say for one of its values."""

    def __init__(
        self, choices: Sequence[str], synonyms: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        super().__init__(choices, case_sensitive=False)
        self.synonyms = synonyms

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the value that was typed, or that is meant by another word."""
        return super().convert(self.synonyms.get(value.lower(), value), param, ctx)


def case_insensitive_choice(*choices: str) -> click.Choice[str]:
    """Return a choice that ignores case."""
    return click.Choice(choices, case_sensitive=False)


def _dash_if_piped() -> str | None:
    """Return - where something other than a terminal is standard input; None for a terminal."""
    return None if sys.stdin is None or sys.stdin.isatty() else "-"


def document_argument(command: Any) -> Any:
    """Add the argument of a file with a JSON document."""
    help = "A JSON document; - for standard input, also where something is piped in."
    settings: dict[str, Any] = {
        "type": click.File("rb"),
        "required": False,
        "default": _dash_if_piped,
    }
    return click.argument("file", help=help, **settings)(command)


def text_argument(help: str) -> Callable[[Any], Any]:
    """Return the argument of a file with a text."""
    settings: dict[str, Any] = {"type": click.File(encoding="utf-8-sig"), "default": _dash_if_piped}
    help = f"{help}; - for standard input, also where something is piped in."
    return click.argument("file", help=help, **settings)


def is_left_out(parameter: str) -> bool:
    """Tests if this command has the parameter, and it was not typed."""
    source = click.get_current_context().get_parameter_source(parameter)
    return source == ParameterSource.DEFAULT


json_option = click.option("--json", "as_json", is_flag=True, help="Answer with the JSON document.")

_LANGUAGE_KEY = "scorer.language"


def _remember_language(context: click.Context, _: click.Parameter, code: str | None) -> None:
    context.meta[_LANGUAGE_KEY] = code


language_option = click.option(
    "--lang",
    type=click.Choice(list(LANGUAGES)),
    default=SOURCE_LANGUAGE,
    show_default=True,
    expose_value=False,
    callback=_remember_language,
    help="The language of names, reasons and errors.",
)
"""Add the option by which ``answer_language`` is chosen."""


def answer_language() -> str | None:
    """Return the language in which this command is to answer; None where it has no choice."""
    code: str | None = click.get_current_context().meta.get(_LANGUAGE_KEY)
    return code


def check_server() -> None:
    """Raise ClickException if the server is not installed."""
    try:
        import_module("flask")
    except ModuleNotFoundError:
        advice = "the server is not installed; run: pip install 'mahjong-scorer[server]'"
        raise click.ClickException(advice) from None


def read_json_file(file: IO[bytes] | None) -> Any:
    """Return the JSON document in a file; exit with code 1 if it is not JSON."""
    text = b"" if file is None else file.read()
    if file is None or (not text and is_left_out("file")):
        raise click.UsageError("give a FILE with a JSON document, or - for standard input")
    try:
        return read_json(text)
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


def print_answer(
    ask: Callable[[], AnswerDocument],
    render: Callable[[AnswerDocument], str | bytes],
    as_json: bool = False,
    options: GivenOptions | None = None,
) -> None:
    """Print an answer, or its problems by pointer or, with ``options``, by option; then exit."""
    try:
        answer = ask()
    except scorer.HandError as refusal:
        target = language_of(answer_language())
        error = refusal if target is None else target.error(refusal)
        if as_json:
            print_errors(error)
            sys.exit(2)
        for problem in error.problems:
            label = problem.pointer if options is None else option_at(problem.pointer, options)
            with using_style(style_of(sys.stderr, os.environ)):
                place = error_coloured(label or "document")
            print_text(f"{place}: {problem.detail}", err=True)
        sys.exit(2)
    if as_json:
        print_text(json.dumps(answer, indent=2))
        return
    with using_style(style_of(sys.stdout, os.environ)):
        text = render(answer)
    print_text(text)


def answer_document(
    ask: Callable[..., AnswerDocument],
    document: object,
    render: Callable[[AnswerDocument], str],
    as_json: bool,
) -> None:
    """Print what a function of ``scorer`` answers to a document, in the language of the command."""
    print_answer(lambda: ask(document, lang=answer_language()), render, as_json)


def style_of(stream: IO[str] | None, environment: Mapping[str, str]) -> Style:
    """Return what a stream shows beside plain text: nothing unless it is a terminal.

    NO_COLOR turns colour off (https://no-color.org). The console of Linux has no tiles.
    """
    terminal = environment.get("TERM", "")
    if stream is None or not stream.isatty() or terminal == "dumb":
        return Style()
    has_unicode = _stream_encoding(stream).lower().replace("-", "").startswith("utf")
    return Style(colour=not environment.get("NO_COLOR"), tiles=has_unicode and terminal != "linux")


def print_problems(error: scorer.HandError, as_json: bool) -> NoReturn:
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
