"""The command line for people: completion, help, players' words, standard input, colours, tiles."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from scorer.cli.answers import style_of
from scorer.cli.main import main
from scorer.documents.club.template import TEMPLATE
from scorer.documents.text.terminal_style import Style
from scorer.engine.tiles import CODES, KIND_COUNT, parse, unicode_tile
from scorer.rules import BOOKS
from tests.test_cli import DOCUMENT, OPTIONS, WAITING, run

ROOT = Path(__file__).parent.parent
ESCAPE = re.compile(r"\x1b\[\d+m")


def completed(*words: str) -> set[str]:
    """What a shell offers for the last of these words."""
    shell = ShellComplete(main, {}, "scorer", "_SCORER_COMPLETE")
    return {item.value for item in shell.get_completions([*words[:-1]], words[-1])}


def test_rulesets_are_completed_wherever_one_is_named() -> None:
    for command in (
        ("score", "--ruleset"),
        ("quiz", "--ruleset"),
        ("hands", "check", "--ruleset"),
        ("game", "new", "tuesday.json", "--ruleset"),
        ("batch", "--ruleset"),
        ("rules",),
    ):
        assert completed(*command, "") == {*BOOKS}, command
    assert completed("rules", "ri") == {"riichi"}


def test_presets_options_circumstances_and_rules_are_those_of_the_ruleset() -> None:
    british = ("score", "--ruleset", "british")
    assert completed(*british, "--preset", "") == {*BOOKS["british"].presets}
    assert completed("score", "--preset", "") == {*BOOKS["classical"].presets}
    assert completed("batch", "--preset", "") > {*BOOKS["british"].presets}
    offered = {"goulash=null", "goulash=blanks", "goulash=two_bamboo"}
    assert completed(*british, "--option", "gou") == offered
    assert completed("game", "new", "x.json", *british[1:], "--option", "limit") == {"limit=1000"}
    assert "riichi" in completed("score", "--ruleset", "riichi", "--with", "")
    assert completed(*british, "--with", "riichi") == set()
    assert "gates-of-heaven" in completed("explain", "--rule", "gates")


def test_every_completed_option_can_be_used() -> None:
    for ruleset, book in BOOKS.items():
        offered = completed("score", "--ruleset", ruleset, "--option", "")
        assert {pair.partition("=")[0] for pair in offered} == {*book.options}


def test_the_presets_of_a_clubs_file_are_completed_and_stay_in_no_other_command(
    tmp_path: Path,
) -> None:
    club = tmp_path / "club.toml"
    club.write_text(TEMPLATE)
    words = ("score", "--ruleset", "british", "--preset", "river")
    assert completed("--club", str(club), *words) == {"riverside"}
    assert completed(*words) == set()
    club.write_text("[[preset]]")
    assert completed("--club", str(club), *words) == set()


def test_the_script_that_the_documentation_names_is_that_of_this_shell() -> None:
    result = subprocess.run(
        [sys.executable, "-c", "from scorer.cli.main import main; main(prog_name='scorer')"],
        env={**os.environ, "_SCORER_COMPLETE": "zsh_source"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "#compdef scorer" in result.stdout
    assert "_SCORER_COMPLETE=zsh_source scorer" in (ROOT / "docs/command-line.md").read_text()


@pytest.mark.parametrize(("word", "way"), [("tsumo", "self_draw"), ("Ron", "discard")])
def test_a_way_to_win_may_be_named_as_players_do(word: str, way: str) -> None:
    words = ["score", "--ruleset", "riichi", "--concealed", "123b 456b 789b 99d", "--json"]
    words += ["--meld", "EEE", "--winning", "9d", "--seat", "E"]
    words += ["--from", "S"] if way == "discard" else []
    by_word, by_value = run(*words, "--by", word), run(*words, "--by", way)
    assert by_value.exit_code == 0
    assert by_word.stdout == by_value.stdout


def test_the_word_is_no_value_of_a_document() -> None:
    result = run("score", given=json.dumps({**DOCUMENT, "win": {"by": "ron", "from": "S"}}))
    assert result.exit_code == 2
    assert result.stderr.startswith("/win/by: ")


@pytest.mark.parametrize(
    ("ask", "document"), [("score", DOCUMENT), ("waits", WAITING)], ids=lambda part: str(part)[:5]
)
def test_what_is_piped_in_needs_no_dash(ask: str, document: object) -> None:
    text = json.dumps(document)
    assert run(ask, "--json", given=text).stdout == run(ask, "-", "--json", given=text).stdout != ""


def test_a_card_may_be_piped_in() -> None:
    card = (ROOT / "examples/american-card.txt").read_text()
    assert run("card", "check", given=card).stdout == run("card", "check", "-", given=card).stdout
    assert run("card", "check", given=card).exit_code == 0


def test_a_hand_of_options_leaves_standard_input_alone() -> None:
    assert run(*OPTIONS, given="no JSON").stdout == run(*OPTIONS).stdout != ""


def commands(group: click.Group, *above: str) -> Iterator[tuple[str, ...]]:
    """Every command and group of commands, by its words."""
    yield above
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, *above, name)
        else:
            yield (*above, name)


@pytest.mark.parametrize("words", [*commands(main)], ids=" ".join)
def test_help_stands_by_itself(words: tuple[str, ...]) -> None:
    for width in (60, 80):
        result = CliRunner().invoke(main, [*words, "--help"], terminal_width=width)
        assert result.exit_code == 0
        assert "..." not in result.stdout.partition("Commands:\n")[2]
        assert not re.search(r"\bdocs/|\bexamples/|\.md\b", result.stdout)


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("encoding", "environment", "style"),
    [
        ("utf-8", {"TERM": "xterm-256color"}, Style(colour=True, tiles=True)),
        ("utf-8", {"TERM": "xterm", "NO_COLOR": "1"}, Style(colour=False, tiles=True)),
        ("utf-8", {"TERM": "xterm", "NO_COLOR": ""}, Style(colour=True, tiles=True)),
        ("utf-8", {"TERM": "linux"}, Style(colour=True, tiles=False)),
        ("latin-1", {"TERM": "xterm"}, Style(colour=True, tiles=False)),
        ("utf-8", {"TERM": "dumb"}, Style()),
    ],
)
def test_a_terminal_shows_what_it_has(
    encoding: str, environment: dict[str, str], style: Style
) -> None:
    assert style_of(Terminal(io.BytesIO(), encoding), environment) == style
    assert style_of(io.TextIOWrapper(io.BytesIO(), encoding), environment) == Style()
    assert style_of(None, environment) == Style()


def in_a_terminal(*words: str, **variables: str) -> str:
    """What a command writes to a terminal."""
    ours, theirs = pty.openpty()
    program = [sys.executable, "-m", "scorer", *words]
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment |= {"TERM": "xterm", "PYTHONIOENCODING": "utf-8", **variables}
    with subprocess.Popen(program, stdin=theirs, stdout=theirs, cwd=ROOT, env=environment):
        os.close(theirs)
        written = b""
        # Reading a terminal whose other end was closed is an error.
        try:
            while piece := os.read(ours, 65536):
                written += piece
        except OSError:
            pass
    os.close(ours)
    return written.decode().replace("\r\n", "\n")


def test_a_terminal_has_colours_and_tiles_and_a_pipe_has_plain_text() -> None:
    plain = run("score", "examples/hand.json").stdout
    assert "\x1b" not in plain
    assert "\N{MAHJONG TILE ONE OF BAMBOOS}" not in plain
    coloured = in_a_terminal("score", "examples/hand.json")
    assert coloured.startswith("\x1b[1m336 points")
    assert "🀐🀑🀒 [1b 2b 3b]" in coloured
    uncoloured = in_a_terminal("score", "examples/hand.json", NO_COLOR="1")
    assert ESCAPE.sub("", coloured) == uncoloured
    assert re.sub("[\U0001f000-\U0001f02b]+\ufe0e? ", "", uncoloured) == plain
    assert json.loads(in_a_terminal("score", "examples/hand.json", "--json"))["total"] == 336


def test_a_terminal_without_a_document_is_asked_for_one() -> None:
    ours, theirs = pty.openpty()
    program = [sys.executable, "-m", "scorer", "score"]
    result = subprocess.run(program, stdin=theirs, capture_output=True, text=True, check=False)
    os.close(ours)
    os.close(theirs)
    assert result.returncode == 2
    assert "give a FILE" in result.stderr


def test_each_tile_has_the_picture_by_which_it_can_be_entered() -> None:
    for tile, code in enumerate(CODES):
        picture = unicode_tile(tile)
        if code != "F":
            assert parse(picture) == [
                tile if tile < KIND_COUNT + 9 else parse(code.replace("0", "5"))[0]
            ]
