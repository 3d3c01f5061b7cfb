"""An evening kept in a file by the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorer.cli.main import main

HAND = {
    "players": {
        "E": {"points": 40},
        "S": {"points": 52, "win": {"by": "discard", "from": "E"}},
        "W": {"points": 8},
        "N": {"points": 4},
    }
}


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "tuesday.json"
    result = run("new", path, "--ruleset", "british", "--title", "Tuesday", "Ann", "Bo", "Cy", "Di")
    assert result.exit_code == 0, result.output
    return path


def run(command: str, path: Path, *more: str, standard_input: object = None) -> Result:
    text = standard_input if isinstance(standard_input, str) else json.dumps(standard_input)
    return CliRunner().invoke(main, ["game", command, str(path), *more], input=text)


def test_an_evening_is_begun_entered_and_shown(game_file: Path) -> None:
    assert run("enter", game_file, "--by", "Bo", standard_input=HAND).exit_code == 0
    shown = run("show", game_file).output
    assert "Tuesday, british (u3a)" in shown
    assert "Hand 2, wind of the round E: South won: East moves on to the right" in shown
    assert "  E  Bo: 3,156" in shown
    assert "  1 hand by Bo: Ann +16, Bo +156, Cy -80, Di -92" in shown


def test_any_entry_may_be_written_and_a_preview_writes_nothing(game_file: Path) -> None:
    run("enter", game_file, standard_input=HAND)
    before = game_file.read_text()
    undone = run(
        "enter", game_file, "--preview", "--json", standard_input={"kind": "undo", "entry": 1}
    )
    assert json.loads(undone.output)["totals"]["p2"] == 3000
    assert game_file.read_text() == before
    shown = run("enter", game_file, standard_input={"kind": "undo", "entry": 1}).output
    assert "(undone by 2)" in shown
    assert "  2 undo: entry 1" in shown


def test_what_is_exported_is_imported(game_file: Path, tmp_path: Path) -> None:
    run("enter", game_file, standard_input=HAND)
    other = tmp_path / "other.json"
    assert run("import", other, standard_input=run("export", game_file).output).exit_code == 0
    assert run("show", other, "--json").output == run("show", game_file, "--json").output
    assert run("export", game_file, "--format", "csv").output.startswith("entry,at,by,kind")


def test_who_owes_whom_is_told_in_money(game_file: Path) -> None:
    run("enter", game_file, standard_input=HAND)
    told = run("settle-up", game_file, "--rate", "0.1", "--currency", "GBP").output
    assert told == (
        "Di pays Bo 92 (9.20 GBP)\nCy pays Bo 64 (6.40 GBP)\nCy pays Ann 16 (1.60 GBP)\n"
    )


def test_counters_deposits_and_ranking_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "riichi.json"
    begun = run("new", file, "--ruleset", "riichi", "Ann", "Bo", "Cy", "Di").output
    assert "  Honba: 0\n  Riichi sticks: 0\n" in begun
    players = {seat: {"tenpai": seat == "E", "riichi": seat == "E"} for seat in "ESWN"}
    shown = run("enter", file, standard_input={"players": players}).output
    assert "  Honba: 1\n  Riichi sticks: 1 (1,000 points)\n" in shown
    owed = run("settle-up", file).output
    assert "leaves 1,000 on the table: deposits that nobody took" in owed
    ended = run("enter", file, standard_input={"kind": "close"}).output
    # The others paid Ann 3,000, and 1,000 of hers lies on the table.
    assert "1. Ann: 32,000 (+2,000, table points" in ended
    assert ended.count(", table points") == 4


@pytest.mark.parametrize(
    ("told", "code", "words"),
    [
        ("nonsense", 1, "not JSON"),
        ([], 2, "the whole request must be a JSON object"),
        ({"kind": "hand", "document": {"players": []}}, 2, "/document/players"),
        ({"kind": "undo", "entry": 7}, 2, "there is no entry 7"),
    ],
)
def test_what_is_wrong_is_told_and_the_file_stays(
    game_file: Path, told: object, code: int, words: str
) -> None:
    before = game_file.read_text()
    result = run("enter", game_file, standard_input=told)
    assert (result.exit_code, words in result.output) == (code, True), result.output
    assert game_file.read_text() == before
    assert [*game_file.parent.iterdir()] == [game_file]


def test_no_game_is_overwritten_and_none_is_made_up(game_file: Path, tmp_path: Path) -> None:
    assert "is there already" in run("new", game_file, "Ann", "Bo", "Cy", "Di").output
    assert "is there already" in run("import", game_file, standard_input={}).output
    assert "begin with `scorer game new`" in run("show", tmp_path / "none.json").output
    nobody = run("new", tmp_path / "two.json", "Ann", "Bo")
    assert (nobody.exit_code, (tmp_path / "two.json").exists()) == (2, False)


def test_what_the_documentation_shows_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[1]
    page = (root / "docs" / "command-line.md").read_text(encoding="utf-8")
    shown = [line for line in page.splitlines() if line.startswith("scorer game ")]
    assert len(shown) == 3
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(root / "examples")
    for line in shown:
        result = CliRunner().invoke(main, line.split()[1:])
        assert result.exit_code == 0, (line, result.output)
