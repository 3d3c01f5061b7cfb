"""The command line: ``scorer score``, ``settle``, ``game``, ``rules``, ``serve`` and the others."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import IO, Any

import click

import scorer
from scorer.cli.answers import (
    FullSummaryGroup,
    SynonymChoice,
    answer_document,
    answer_language,
    check_server,
    document_argument,
    is_left_out,
    json_option,
    language_option,
    nested_with_card,
    print_answer,
    print_problems,
    print_text,
    read_card,
    read_json_file,
    single_option,
    text_argument,
    with_card,
)
from scorer.cli.batch import batch
from scorer.cli.club import club, club_file, use_for_command
from scorer.cli.completion import (
    complete_circumstances,
    complete_options,
    complete_presets,
    complete_rules,
    complete_rulesets,
    complete_state,
    ruleset_option,
)
from scorer.cli.documents import (
    CHOICE_SYNONYMS,
    OptionField,
    document_of,
    option_fields,
    option_fields_of,
)
from scorer.cli.game import game
from scorer.cli.games import games
from scorer.cli.mcp import mcp
from scorer.cli.offline import offline, renew_after_upgrade
from scorer.cli.quiz_text import problem_text
from scorer.documents.text import terminal
from scorer.rules import rulesets_of_packages


@click.group(cls=FullSummaryGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(scorer.__version__, prog_name="scorer")
@club_file
@click.pass_context
def main(context: click.Context, club_file: str | None) -> None:
    """Score mahjong hands, explain every point and show who pays whom.

    \b
    Exit codes:
      0  answered
      1  the input cannot be read (not JSON, not text), lines of a batch have
         errors, the port is taken, or offline files could not be downloaded
      2  the request is wrong: an option, a missing file, or something in the
         document, the card or the club's file, reported on standard error; with
         --json as {"errors": [...]} on standard output
    """
    for reason in rulesets_of_packages().broken:
        print_text(reason, err=True)
    # A club's file that is not sound yet, or not there, is what these commands are for.
    if context.invoked_subcommand != "club":
        use_for_command(club_file)


card_file = single_option(
    "--card",
    "card_file",
    type=click.File(encoding="utf-8-sig"),
    help="A file with the card to play by (American), whatever card a document names.",
)
POINTERS_WITH_LISTS = ("/preset", "/options", "/win/with")
"""The fields whose values are ids listed by a ruleset."""
COMPLETION_BY_POINTER = {
    "/ruleset": complete_rulesets,
    "/preset": complete_presets,
    "/options": complete_options,
    "/win/with": complete_circumstances,
}
DEFAULT_BY_POINTER = {"/ruleset": "classical", "/seat": "E", "/prevailing": "E"}


def add_field_options(command: Any) -> Any:
    """Add an option for each field of a hand to score, of every ruleset."""
    for leaf in reversed(option_fields()):
        command = field_option(leaf, DEFAULT_BY_POINTER.get(leaf.pointer))(command)
    return command


def add_query_options(kind: str) -> Callable[[Any], Any]:
    """Return what adds an option for each field of a request that the API reads from a query."""

    def add(command: Any) -> Any:
        for leaf in reversed(option_fields_of(kind)):
            number = leaf.member.note.default if leaf.member.kind == "integer" else None
            command = field_option(leaf, DEFAULT_BY_POINTER.get(leaf.pointer, number))(command)
        return command

    return add


def field_option(leaf: OptionField, default: str | int | None) -> Callable[[Any], Any]:
    """Return the option of a field; a default of None is none."""
    member = leaf.member
    flags = (member.option, leaf.name)
    settings: dict[str, Any] = {
        "help": _option_help(leaf),
        "shell_complete": COMPLETION_BY_POINTER.get(leaf.pointer),
    }
    if member.kind == "options":
        return click.option(*flags, multiple=True, metavar="NAME=VALUE", **settings)
    if member.kind == "boolean":
        return click.option(f"{flags[0]}/--no-{flags[0][2:]}", leaf.name, default=None, **settings)
    item = member.item or member
    kind: type | click.ParamType[Any] = int if item.kind == "integer" else str
    if item.choices:
        kind = SynonymChoice(item.choices, CHOICE_SYNONYMS.get(leaf.pointer, {}))
    if member.kind == "list":
        return click.option(*flags, multiple=True, type=kind, **settings)
    return single_option(*flags, type=kind, default=default, **settings)


def _option_help(leaf: OptionField) -> str:
    meaning = leaf.member.meaning.replace("GET /api/v1/rulesets", "`scorer rules`")
    if leaf.pointer in POINTERS_WITH_LISTS:
        meaning += "; `scorer rules RULESET` lists them"
    meaning += "".join(
        f"; {word} is {value}" for word, value in CHOICE_SYNONYMS.get(leaf.pointer, {}).items()
    )
    if leaf.only:
        meaning += f" ({', '.join(leaf.only)})"
    return f"{meaning[0].upper()}{meaning[1:]}."


@main.command()
@document_argument
@add_field_options
@click.option(
    "--state",
    "state",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=complete_state,
    help="A number of the game that the ruleset counts; `scorer rules RULESET` lists them.",
)
@card_file
@language_option
@json_option
def score(file: IO[bytes] | None, card_file: IO[str] | None, as_json: bool, **given: Any) -> None:
    """Score one hand, from a JSON document or from options.

    A set in brackets, as in (7777c), is concealed.

    \b
    scorer score --concealed "123b 55d" --meld EEE --meld "(7777c)" --meld 234d \\
        --bonus "F1 S2" --winning 5d --by discard --from S --with last_discard
    """
    typed = [name for name in given if not is_left_out(name)]
    if typed and not is_left_out("file"):
        raise click.UsageError("enter the hand in FILE or by options, not both")
    if not typed:
        document = with_card(read_json_file(file), card_file)
        answer_document(scorer.score, document, terminal.score_text, as_json)
        return
    by_options = {**given, "card": card_file and read_card(card_file)}
    print_answer(
        lambda: scorer.score(document_of(by_options), lang=answer_language()),
        terminal.score_text,
        as_json,
        by_options,
    )


@main.command()
@document_argument
@card_file
@language_option
@json_option
def settle(file: IO[bytes] | None, card_file: IO[str] | None, as_json: bool) -> None:
    """Settle a whole table."""
    document = with_card(read_json_file(file), card_file)
    answer_document(scorer.settle, document, terminal.settle_text, as_json)


@main.command()
@document_argument
@card_file
@language_option
@json_option
def waits(file: IO[bytes] | None, card_file: IO[str] | None, as_json: bool) -> None:
    """List the tiles that complete a hand."""
    document = with_card(read_json_file(file), card_file)
    answer_document(scorer.waits, document, terminal.waits_text, as_json)


@main.command()
@document_argument
@language_option
@json_option
def compare(file: IO[bytes] | None, as_json: bool) -> None:
    """Score one hand in several rulesets."""
    document = read_json_file(file)
    answer_document(scorer.compare, document, terminal.compare_text, as_json)


@main.command()
@document_argument
@card_file
@language_option
@json_option
def nearest(file: IO[bytes] | None, card_file: IO[str] | None, as_json: bool) -> None:
    """List the winning hands that some tiles are nearest to."""
    document = with_card(read_json_file(file), card_file)
    answer_document(scorer.nearest, document, terminal.nearest_text, as_json)


@main.command()
@document_argument
@single_option(
    "--rule",
    shell_complete=complete_rules,
    help="The id of a rule, for a FILE that is a hand to score.",
)
@card_file
@language_option
@json_option
def explain(
    file: IO[bytes] | None, rule: str | None, card_file: IO[str] | None, as_json: bool
) -> None:
    """Explain why a rule counts in a hand, or why not.

    The document has the hand under "document" and the id of the rule under "rule"; with --rule it
    is the hand itself.
    """
    request = read_json_file(file)
    if rule is not None:
        request = {"document": request, "rule": rule}
    document = nested_with_card(request, card_file)
    answer_document(scorer.explain, document, terminal.explained_text, as_json)


@main.command("what-if")
@document_argument
@card_file
@language_option
@json_option
def what_if(file: IO[bytes] | None, card_file: IO[str] | None, as_json: bool) -> None:
    """Show what each single change would bring.

    Of 14 tiles it also shows what they wait for after each discard. The document is that of a hand,
    or has one under "document".
    """
    request = read_json_file(file)
    if isinstance(request, dict) and "document" not in request and "hand" in request:
        request = {"document": request}
    document = nested_with_card(request, card_file)
    answer_document(scorer.what_if, document, terminal.what_if_text, as_json)


@main.command()
@document_argument
@card_file
@language_option
@json_option
def steps(file: IO[bytes] | None, card_file: IO[str] | None, as_json: bool) -> None:
    """Count a hand step by step."""
    document = with_card(read_json_file(file), card_file)
    answer_document(scorer.steps, document, terminal.steps_text, as_json)


@main.command()
@document_argument
@card_file
@language_option
@json_option
def grade(file: IO[bytes] | None, card_file: IO[str] | None, as_json: bool) -> None:
    """Grade what was counted.

    The document has the hand or the table under "document" and what was counted under "given", as
    in {"points": 42, "total": 336}.
    """
    document = nested_with_card(read_json_file(file), card_file)
    answer_document(scorer.grade, document, terminal.graded_text, as_json)


@main.command()
@add_query_options("problem")
@click.option("--answer", "with_answer", is_flag=True, help="Show the answer too.")
@language_option
@json_option
def quiz(with_answer: bool, as_json: bool, **request: Any) -> None:
    """Print a problem to learn from.

    It asks what a hand is worth and who pays; --answer adds the answer.
    """
    answer_document(
        scorer.problem, request, lambda exercise: problem_text(exercise, with_answer), as_json
    )


@main.group()
def card() -> None:
    """Check and show cards of American mah-jongg.

    A card is a text. A line in square brackets begins a section; any other is a hand, with its
    tiles, X (may be exposed) or C (concealed), and its value. A letter after a number is a colour:
    the same letter is the same suit. `scorer card show` prints a whole card.

    \b
    @name Our card
    [2468]
    FFF 2222a 444b 8888a    X 25
    """


@card.command()
@text_argument("The text of a card")
@language_option
@json_option
def check(file: IO[str], as_json: bool) -> None:
    """Show what a card says, hand by hand, or all its faults.

    The exit code is 2 if there are any.
    """
    try:
        answer = scorer.check_card({"card": read_card(file)}, lang=answer_language())
    except scorer.HandError as error:
        print_problems(error, as_json)
    print_text(json.dumps(answer, indent=2) if as_json else terminal.card_text(answer))


@card.command()
@click.argument("file", type=click.File(encoding="utf-8-sig"), required=False)
def show(file: IO[str] | None) -> None:
    """Print a card in its canonical form, in UTF-8: by default the practice card."""
    card = "practice" if file is None else read_card(file)
    print_answer(
        lambda: scorer.check_card({"card": card}), lambda answer: answer["canonical"].encode()
    )


@main.group()
def hands() -> None:
    """Check a club's special hands.

    They are a text, one hand per line: its name, its tiles (or a shape and its conditions), how it
    is played (X: may be exposed, C: concealed, CC: concealed and self-drawn), and its value.

    \b
    Dragon's Gate: 123456789a DDDa UU                   C limit
    Heavenly Twins: seven pairs (one suit; different)   C 500, fishing 200
    Jade Sets: four sets and a pair (from 2b 3b 4b 6b 8b G; no chows)   X limit/2
    replaces Gates of Heaven: 1112345678999a + one more  CC limit
    without Wriggling Snake
    """


@hands.command("check")
@text_argument("Special hands, one per line")
@ruleset_option("british")
@language_option
@json_option
def check_hands(file: IO[str], ruleset: str, as_json: bool) -> None:
    """Show what special hands say, and all faults of the other lines.

    The exit code is 2 if there are any.
    """
    text = read_card(file)
    try:
        checked = scorer.check_hands(
            {"ruleset": ruleset, "special_hands": text}, lang=answer_language()
        )
    except scorer.HandError as error:
        print_problems(error, as_json)
    if as_json:
        print_text(json.dumps(checked, indent=2))
    for fault in checked["errors"] if not as_json else ():
        place = f"{file.name}:{fault['line']}:{fault['column']}"
        print_text(f"{place}: {fault['detail']} ({fault['code']})", err=True)
    if not as_json and (checked["hands"] or not checked["errors"]):
        print_text(terminal.own_hands_text(checked))
    if checked["errors"]:
        sys.exit(2)


main.add_command(batch)
main.add_command(game)
main.add_command(games)
main.add_command(club)
main.add_command(mcp)
main.add_command(offline)


@main.command()
@click.argument("ruleset", required=False, shell_complete=complete_rulesets)
@language_option
@json_option
def rules(ruleset: str | None, as_json: bool) -> None:
    """List the rulesets, or the rules and options of one.

    Of a RULESET it also lists presets, circumstances and events.
    """
    if ruleset is None:
        rulesets = scorer.rulesets(lang=answer_language())
        print_text(json.dumps(rulesets, indent=2) if as_json else terminal.rulesets_text(rulesets))
        return
    answer_document(scorer.ruleset, ruleset, terminal.rules_text, as_json)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@club_file
def serve(host: str, port: int, club_file: str | None) -> None:
    """Serve the pages and the API, for a table or a small club.

    Its settings are environment variables: DATABASE_URL names the database of games, SCORER_CLUB
    the club's file. `scorer offline add` has phones score without a network.
    """
    check_server()
    if club_file:
        use_for_command(club_file)
    from scorer.service.server.serve import CannotListenError, reachable_host, run

    renew_after_upgrade(click.echo)
    address = f"[{host}]" if ":" in host else host
    shown = reachable_host(host)
    at = f"[{shown}]" if ":" in shown else shown
    try:
        run(
            host,
            port,
            lambda: click.echo(f"The scorer is at http://{at}:{port} (Ctrl-C stops it)"),
        )
    except CannotListenError as error:
        message = f"cannot listen at {address}:{port}: {error}; --port tells another"
        raise click.ClickException(message) from None
