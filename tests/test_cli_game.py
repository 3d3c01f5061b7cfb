"""An evening kept in a file by the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorer.cli.main import main

EXAMPLES = Path(__file__).parents[1] / "examples"
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


def test_a_file_with_another_kind_of_time_is_shown_but_not_imported(
    game_file: Path, tmp_path: Path
) -> None:
    record = json.loads(game_file.read_text())
    record["began"]["at"] = "yesterday"
    game_file.write_text(json.dumps(record))
    assert run("show", game_file).exit_code == 0
    refused = run("import", tmp_path / "other.json", standard_input=record)
    assert refused.exit_code != 0
    assert "/began/at" in refused.output


def test_who_owes_whom_is_shown_in_money(game_file: Path) -> None:
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


def test_a_recorded_game_is_imported_and_compared(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_bytes((EXAMPLES / "tenhou-log.json").read_bytes())
    text = run("import", tmp_path / "riichi.json", str(log), "--from", "tenhou").output
    assert "1 of 1 hands agree with the log (tenhou-json)" in text
    assert "  E  A: 53,800" in run("show", tmp_path / "riichi.json").output
    log.write_text(log.read_text().replace("跳満12000点", "満貫8000点"))
    alone = run("import", log, "--from", "Tenhou", "--json")
    told = json.loads(alone.output)["log"]
    assert [difference["what"] for difference in told["differences"]] == ["value"]
    assert json.loads((tmp_path / "log.json.game.json").read_text())["totals"]["p1"] == 53800
    assert "is there already" in run("import", log, "--from", "tenhou").output
    piped = run(
        "import", tmp_path / "piped.json", "--from", "tenhou", standard_input=log.read_text()
    )
    assert "  South 4: A: points of the hand 8000 in the log, 12000 here" in piped.output


def test_a_difference_is_said_in_the_language_of_the_command(tmp_path: Path) -> None:
    text = (EXAMPLES / "tenhou-log.json").read_text().replace("跳満12000点", "満貫8000点")
    given = ("--from", "tenhou", "--lang", "zh")
    said = run("import", tmp_path / "new.json", *given, standard_input=text).output
    assert "南4局: A：和牌点数牌谱为8000，这里为12000" in said


def test_a_log_that_cannot_be_read_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    result = run("import", path, "--from", "tenhou", standard_input='{"log": [[]]}')
    assert (result.exit_code, path.exists()) == (2, False)
    assert result.output.startswith("/log/0: write a list of 17 to 17 entries here")


def test_a_folder_of_logs_is_compared(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    text = (EXAMPLES / "tenhou-log.json").read_text()
    (tmp_path / "more" / "a.json").write_text(text)
    (tmp_path / "b.json").write_text(text.replace("ドラ(3飜)", "ドラ(4飜)"))
    (tmp_path / "c.xml").write_text("<mjloggm>")
    (tmp_path / "d.json.game.json").write_text("{}")
    (tmp_path / "notes.txt").write_text("")
    for workers in ("1", "2"):
        batch = ["batch", "--from", "tenhou", str(tmp_path), "--workers", workers]
        result = CliRunner().invoke(main, batch)
        assert result.exit_code == 1
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        assert [Path(line["file"]).name for line in lines] == ["b.json", "c.xml", "a.json"]
        assert [line.get("agree") for line in lines] == [0, None, 1]
        assert "3 logs, 2 hands: 1 agree" in result.stderr
        assert "  differ in han: 1\n  differ in yaku: 1\n  logs with errors: 1" in result.stderr
    empty = CliRunner().invoke(main, ["batch", "--from", "tenhou", str(tmp_path / "none")])
    assert "no such folder" in empty.output


def test_what_the_documentation_shows_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[1]
    page = (root / "docs" / "command-line.md").read_text(encoding="utf-8")
    shown = [line for line in page.splitlines() if line.startswith("scorer game ")]
    assert len(shown) == 4
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(root / "examples")
    for line in shown:
        result = CliRunner().invoke(main, line.split()[1:])
        assert result.exit_code == 0, (line, result.output)
