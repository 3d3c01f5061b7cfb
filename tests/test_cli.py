"""The command line: options or a file in, text or JSON out, problems to stderr with exit code 2."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from scorer.cli.main import main
from scorer.rules import BOOKS
from scorer.service.api.examples import SCORE
from scorer.types.records import request_record
from tests import plain as scorer
from tests.drawn import Json
from tests.nightly import nightly

ASKED = ("score", "settle", "waits", "compare", "nearest", "explain", "what-if", "steps", "grade")
OPTIONS = [
    *("score", "--concealed", "123b 55d", "--meld", "EEE", "--meld", "(7777c)", "--meld", "234d"),
    *("--bonus", "F1 S2", "--winning", "5d", "--by", "discard", "--from", "S"),
    *("--with", "last_discard"),
]
DOCUMENT: Json = {**SCORE}
TABLE: Json = {
    "ruleset": "classical",
    "prevailing": "E",
    "players": {
        "E": {"points": 100, "win": {"by": "self_draw"}},
        "S": {"points": 8},
        "W": {"points": 16},
        "N": {"points": 0},
    },
}
MCR: Json = {
    "ruleset": "mcr",
    "hand": {
        "concealed": "123b 456b 99d",
        "melds": [{"tiles": "789b"}, {"tiles": "EEE"}],
        "bonus": "F1 S2",
        "winning_tile": "9d",
    },
    "win": {"by": "discard", "from": "W"},
    "seat": "S",
    "prevailing": "E",
}
SHORT: Json = {
    **MCR,
    "hand": {
        "concealed": "34b EE",
        "melds": [{"tiles": "234c"}, {"tiles": "345d"}, {"tiles": "456b"}],
        "bonus": "F1",
        "winning_tile": "2b",
    },
}
WAITING: Json = {
    "ruleset": "classical",
    "hand": {"concealed": "123b 55d EE 777c 234d"},
    "seat": "S",
    "prevailing": "E",
}


def run(*words: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, words, input=given)


def file(folder: Path, *documents: object) -> str:
    path = folder / "documents.json"
    path.write_text("\n".join(json.dumps(document) for document in documents), encoding="utf-8")
    return str(path)


def test_a_hand_told_by_options_scores_as_the_document_does() -> None:
    result = run(*OPTIONS, "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert json.loads(result.stdout) == scorer.score(DOCUMENT)


def test_a_hand_is_written_in_text_with_its_sum_its_lines_and_who_pays() -> None:
    result = run(*OPTIONS)
    assert result.exit_code == 0
    answer = scorer.score(DOCUMENT)
    assert result.stdout.startswith(f"{answer['total']} points   ({answer['formula']})")
    for line in answer["lines"]:
        assert line["name"] in result.stdout
        assert f"{line['why']} ({line['source']})" in result.stdout
    for entry in answer["not_counted"]:
        assert entry["because"] in result.stdout
    assert "[1b 2b 3b]" in result.stdout
    assert "[(7c 7c 7c 7c)]" in result.stdout
    assert "[5d 5d]*" in result.stdout
    assert (
        f"South pays East {-answer['net']['S']} (East won {answer['total']}; East is paid double)"
        in result.stdout
    )
    assert f"Balance: East {answer['net']['E']:+d}" in result.stdout


def test_options_of_the_ruleset_are_given_by_name_and_value() -> None:
    words = ["--option", "limit=500", "--option", "wall=dead_wall", "--option", "no_debt=true"]
    answer = json.loads(run(*OPTIONS, *words, "--json").stdout)
    told = {name: answer["options"][name] for name in ("limit", "wall", "no_debt")}
    assert told == {"limit": 500, "wall": "dead_wall", "no_debt": True}


def test_a_preset_is_given_by_name() -> None:
    words = [
        "score",
        "--ruleset",
        "british",
        "--preset",
        "bmja",
        "--concealed",
        "123b 55d EEE 777c 9d N",
    ]
    assert json.loads(run(*words, "--json").stdout)["preset"] == "bmja"


@pytest.mark.parametrize("ask", ["score", "settle", "waits"])
def test_a_document_is_read_from_a_file_or_from_standard_input(ask: str, tmp_path: Path) -> None:
    document = {"score": DOCUMENT, "settle": TABLE, "waits": WAITING}[ask]
    answer = getattr(scorer, ask)(document)
    from_file = run(ask, file(tmp_path, document), "--json")
    from_input = run(ask, "-", "--json", given=json.dumps(document))
    assert json.loads(from_file.stdout) == json.loads(from_input.stdout) == answer
    assert from_file.exit_code == from_input.exit_code == 0


def test_a_settlement_is_written_in_text(tmp_path: Path) -> None:
    text = run("settle", file(tmp_path, TABLE)).stdout
    assert "South pays East 200 (East won 100; East is paid double)" in text
    assert "North pays West 16 (16 less 0)" in text
    assert "Balance: East +600, South -200, West -176, North -224" in text
    assert "Next: the seats stay; East won" in text


def test_waits_are_written_in_text(tmp_path: Path) -> None:
    text = run("waits", file(tmp_path, WAITING)).stdout
    assert text.splitlines()[0].split() == ["tile", "unseen", "discard", "self-draw"]
    assert [line.split()[:2] for line in text.splitlines()[1:]] == [["5d", "2"], ["E", "2"]]


def test_a_hand_that_waits_for_nothing_says_so(tmp_path: Path) -> None:
    nothing = {**WAITING, "hand": {"concealed": "147b 147c 147d ESWN"}}
    result = run("waits", file(tmp_path, nothing))
    assert result.exit_code == 0
    assert "no one tile completes it" in result.stdout


def test_a_way_that_cannot_win_is_told_as_no(tmp_path: Path) -> None:
    document = {**WAITING, "win": {"with": ["last_discard"]}}
    assert run("waits", file(tmp_path, document)).stdout.splitlines()[1].endswith("no")


@pytest.mark.parametrize("ask", ["score", "settle", "waits"])
def test_problems_go_to_stderr_with_exit_code_2(ask: str, tmp_path: Path) -> None:
    result = run(ask, file(tmp_path, {"ruleset": "classical"}))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "required" in result.stderr


def test_problems_are_json_where_json_was_asked_for(tmp_path: Path) -> None:
    result = run("score", file(tmp_path, {**DOCUMENT, "seat": "X"}), "--json")
    assert result.exit_code == 2
    errors = json.loads(result.stdout)["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == [("/seat", "bad_value")]


@pytest.mark.parametrize(
    "given", ["", "{", "not json", b"\xff\xfe", "[" * 100_000, '{"ruleset": 1' + "0" * 5000 + "}"]
)
@pytest.mark.parametrize("ask", ["score", "settle", "waits"])
def test_what_is_no_json_is_refused_without_a_traceback(ask: str, given: str | bytes) -> None:
    result = run(ask, "-", given=given)
    assert result.exit_code in (1, 2)
    assert isinstance(result.exception, SystemExit)
    assert "not JSON" in result.stderr


def test_a_question_without_a_document_says_how_to_give_one() -> None:
    for ask in ("score", "settle", "waits"):
        result = run(ask)
        assert result.exit_code == 2
        assert "give a FILE with a JSON document" in result.stderr


def test_a_file_that_is_not_there_is_refused() -> None:
    assert run("score", "no-such-file.json").exit_code == 2


@pytest.mark.parametrize("words", [["score"], ["score", "--json"], ["batch"]])
def test_half_a_character_in_a_document_is_answered_without_a_traceback(
    words: list[str], tmp_path: Path
) -> None:
    """JSON can hold half of a surrogate pair, which no terminal and no file can."""
    result = run(*words, file(tmp_path, {**DOCUMENT, "preset": "\ud800"}))
    assert isinstance(result.exception, SystemExit), repr(result.exception)
    assert "has no preset" in result.output


def test_a_batch_answers_every_line_in_order() -> None:
    lines = [json.dumps({**DOCUMENT, "options": {"limit": limit}}) for limit in (500, 600, 700)]
    result = run("batch", given="\n".join(lines) + "\n")
    assert result.exit_code == 0
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["limit"]["value"] for answer in answers] == [500, 600, 700]
    assert answers[0] == scorer.score({**DOCUMENT, "options": {"limit": 500}})


def test_a_bad_line_of_a_batch_answers_with_its_errors_and_stops_nothing() -> None:
    good = json.dumps(DOCUMENT).encode()
    bad = json.dumps({**DOCUMENT, "seat": "X"}).encode()
    result = run("batch", given=b"\n".join([good, b"", bad, b"{", b"\xff", b"7", good]))
    assert result.exit_code == 1
    assert "lines with errors: 4" in result.stderr
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(answers) == 6
    assert answers[0] == answers[5] == scorer.score(DOCUMENT)
    assert [(answer["line"], answer["status"]) for answer in answers[1:5]] == [
        *((3, 422), (4, 400), (5, 400), (6, 422)),
    ]
    assert answers[1]["errors"][0]["pointer"] == "/seat"
    assert all(
        error["code"] == "bad_value" for answer in answers[1:5] for error in answer["errors"]
    )


def test_a_batch_writes_to_a_file(tmp_path: Path) -> None:
    there = tmp_path / "answers.ndjson"
    result = run("batch", file(tmp_path, DOCUMENT, DOCUMENT), "-o", str(there))
    assert (result.exit_code, result.stdout) == (0, "")
    assert len(there.read_text(encoding="utf-8").splitlines()) == 2


def test_the_rulesets_are_listed_in_text_and_json() -> None:
    text = run("rules").stdout
    for entry in scorer.rulesets():
        assert f"{entry['name']}: {entry['summary']}" in text
    assert json.loads(run("rules", "--json").stdout) == scorer.rulesets()


def test_a_chinese_official_hand_is_written_with_both_names_and_its_flowers(tmp_path: Path) -> None:
    text = run("score", file(tmp_path, MCR)).stdout
    assert text.startswith("22 points   (20 points and 2 flowers)\n\n")
    assert "  16  Pure Straight 清龙" in text
    assert "Short Straight x 2: sets that made one fan" in text
    assert "West pays South 30" in text
    assert "minimum" not in text.splitlines()[1]


def test_a_hand_below_the_minimum_says_so(tmp_path: Path) -> None:
    text = run("score", file(tmp_path, SHORT)).stdout
    assert text.splitlines()[:2] == [
        "8 points   (7 points and 1 flower)",
        "7 points without flowers, but a win needs 8: nothing is paid",
    ]
    assert "Payments" not in text


def test_a_chinese_official_hand_that_did_not_win_scores_nothing(tmp_path: Path) -> None:
    hand = {"concealed": "34b EE 234c 345d 456b"}
    lost = {name: value for name, value in MCR.items() if name != "win"} | {"hand": hand}
    assert run("score", file(tmp_path, lost)).stdout.startswith(
        "0 points   (only a hand that won scores)"
    )


def test_a_session_is_written_with_deductions_scores_and_table_points(tmp_path: Path) -> None:
    table = {
        "ruleset": "mcr",
        "prevailing": "E",
        "players": {"E": {}, "S": {"points": 22, "win": {"by": "self_draw"}}, "W": {}, "N": {}},
        "events": [{"event": "minor_foul", "by": "N", "number": 2}],
        "standing": {"E": 8, "S": -40, "W": 8, "N": 20},
    }
    lines = run("settle", file(tmp_path, table)).stdout.splitlines()
    assert lines[0].split() == ["South", "22", "(22)"]
    assert "North loses 5 of their own score (minor foul number 2)" in lines
    assert "  South       50   table points 4" in lines
    assert "  North      -15   table points 2" in lines
    assert "  East       -22   table points 0.5" in lines


def test_a_winner_below_the_minimum_is_told_why_nothing_is_paid(tmp_path: Path) -> None:
    winner = {"hand": SHORT["hand"], "win": SHORT["win"]}
    players = {"E": {}, "S": winner, "W": {}, "N": {}}
    table = {"ruleset": "mcr", "prevailing": "E", "players": players}
    text = run("settle", file(tmp_path, table)).stdout
    assert "(7 points without flowers, but a win needs 8: nothing is paid)" in text
    assert "Check: " in text


def test_waits_that_do_not_reach_the_minimum_are_marked(tmp_path: Path) -> None:
    melds = [{"tiles": tiles} for tiles in ("678b", "345c", "789d")]
    hand = {"concealed": "34b EE", "melds": melds}
    waiting = {"ruleset": "mcr", "hand": hand, "seat": "S", "prevailing": "E"}
    lines = run("waits", file(tmp_path, waiting)).stdout.splitlines()
    assert [line.split() for line in lines[1:3]] == [
        ["2b", "4", "8", "1*"],
        ["5b", "4", "2*", "3*"],
    ]
    assert lines[3] == "* no win: fewer than 8 points without flowers"


def test_the_fan_are_listed_with_chinese_names_numbers_and_what_they_set_aside() -> None:
    text = run("rules", "mcr").stdout
    assert "  88  Big Three Dragons 大三元 [big-three-dragons]: " in text
    assert "(fan 2)" in text
    assert "sets aside: Two Dragon Pungs, Dragon Pung, Pung of Terminals or Honors" in text
    for option in scorer.ruleset("mcr")["options"]:
        assert f"  {option['name']} (default " in text


def test_the_example_documents_can_be_answered() -> None:
    examples = Path(__file__).parents[1] / "examples"
    for name, ask in (("hand", "score"), ("mcr-hand", "score"), ("table", "settle")):
        assert run(ask, str(examples / f"{name}.json")).exit_code == 0
    assert json.loads((examples / "mcr-hand.json").read_text(encoding="utf-8")) == MCR


@pytest.mark.parametrize("ruleset", BOOKS)
def test_the_rules_of_a_ruleset_are_listed_in_text_and_json(ruleset: str) -> None:
    declared = scorer.ruleset(ruleset)
    result = run("rules", ruleset)
    assert result.exit_code == 0
    for rule in declared["rules"]:
        assert f"  {rule['name']} " in result.stdout
        assert f"[{rule['id']}]: {rule['meaning']}" in result.stdout
    for part, key in (("options", "name"), ("circumstances", "id"), ("events", "event")):
        for entry in declared[part]:
            assert f"  {entry[key]}" in result.stdout
    assert json.loads(run("rules", ruleset, "--json").stdout) == declared


def test_the_rules_tell_what_special_hands_are_worth_otherwise_and_what_presets_are_called() -> (
    None
):
    lines = run("rules", "british").stdout.splitlines()
    after = {
        line.split("[")[1].split("]")[0]: lines[n + 1]
        for n, line in enumerate(lines[:-1])
        if "[" in line
    }
    assert (
        after["imperial-jade"].strip()
        == "exposed 500, fishing 400, fishing with an exposed set 200"
    )
    assert after["knitting"].strip() == "fishing 200"
    assert "fishing" not in after["heavens-blessing"]
    assert "  u3a: The u3a guide, the guide as it is written" in lines


def test_a_ruleset_that_is_not_there_is_a_problem() -> None:
    result = run("rules", "riichy")
    assert result.exit_code == 2
    assert "there is no ruleset “riichy”" in result.stderr


def test_the_version_and_the_help_are_printed() -> None:
    assert scorer.__version__ in run("--version").stdout
    for command in main.commands:
        result = run(command, "-h")
        assert result.exit_code == 0
        assert "Usage:" in result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_a_person_who_watches_a_batch_sees_how_far_it_is(tmp_path: Path) -> None:
    """Run under a pseudo-terminal, as a person would."""
    import pty

    hands = tmp_path / "hands.ndjson"
    hands.write_text(json.dumps(DOCUMENT) + "\n" + json.dumps(DOCUMENT) + "\n", encoding="utf-8")
    answers = tmp_path / "answers.ndjson"
    program = "from scorer.cli.main import main; main()"
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-c", program, "batch", str(hands), "-o", str(answers)],
        stderr=theirs,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    os.close(theirs)
    shown = os.read(ours, 65_536).decode()
    os.close(ours)
    assert done.returncode == 0
    assert "Scoring" in shown
    assert "100%" in shown
    assert len(answers.read_text(encoding="utf-8").splitlines()) == 2


def test_a_hand_told_by_file_and_by_options_at_once_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    result = run("score", str(path), "--seat", "S")
    assert result.exit_code == 2
    assert "not both" in result.stderr
    assert "--concealed" in run("score", "--meld", "EEE").stderr


def error_lines(result: Result, code: int = 2) -> list[str]:
    """The lines of a refusal, which has this exit code and no answer."""
    assert (result.exit_code, result.stdout) == (code, "")
    return result.stderr.splitlines()


TILES = ("score", "--concealed", "123b 55d EEE 777c 99d")


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("--from", "S"), "--from"),
        (("--with", "last_discard"), "--with"),
        (("--winning", "9d"), "--winning"),
        (("--from", "S", "--with", "last_discard"), "--from and --with"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_what_only_a_win_has_is_not_dropped_where_no_win_is_told(
    words: tuple[str, ...], given: str
) -> None:
    (line,) = error_lines(run(*TILES, *words))
    assert line.startswith("--by: tell how the hand was won")
    assert f"leave out {given}:" in line
    errors = json.loads(run(*TILES, *words, "--json").stdout)["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == [("/win/by", "required")]


RIICHI = (
    *("score", "--ruleset", "riichi", "--concealed", "234b 567d 22c 678c", "--meld", "345d"),
    *("--winning", "8c", "--by", "self_draw"),
)


def test_what_a_ruleset_adds_to_a_hand_a_win_and_the_game_has_options_of_its_own() -> None:
    words = ("--dora-indicators", "1c", "--honba", "2", "--riichi-sticks", "1", "--json")
    document = {
        "ruleset": "riichi",
        "hand": {
            "concealed": "234b 567d 22c 678c",
            "melds": [{"tiles": "345d"}],
            "winning_tile": "8c",
            "dora_indicators": "1c",
        },
        "win": {"by": "self_draw"},
        "seat": "E",
        "prevailing": "E",
        "honba": 2,
        "riichi_sticks": 1,
    }
    assert json.loads(run(*RIICHI, *words).stdout) == scorer.score(document)
    by_state = ("--dora-indicators", "1c", "--state", "honba=2", "--state", "riichi_sticks=1")
    assert run(*RIICHI, *by_state, "--json").stdout == run(*RIICHI, *words).stdout


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--dora-indicators", "1x"), "--dora-indicators: "),
        (("--honba", "100"), "--honba: write a whole number from 0 to 99, not 100"),
        (("--honba", "1", "--state", "honba=2"), "--state honba: it is given more than once"),
        (("--state", "options=5"), "--state options: it is given more than once"),
        (("--state", 'win={"by":"discard"}'), "--state win: it is given more than once"),
        (("--seats", "E", "--seats", "S", "--seats", "E"), "--seats: "),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_an_option_of_a_ruleset_is_named_where_it_is_wrong(
    words: tuple[str, ...], line: str
) -> None:
    assert error_lines(run(*RIICHI, *words))[0].startswith(line)


def test_what_is_only_liable_for_a_win_is_not_dropped_where_no_win_is_told() -> None:
    words = ("score", "--ruleset", "riichi", "--concealed", "234b 567d 22c 67c", "--liable", "S")
    (line,) = error_lines(run(*words))
    assert line.startswith("--by: tell how the hand was won, or leave out --liable:")


def test_a_win_that_is_told_needs_no_more_than_its_tile() -> None:
    words = ("score", "--concealed", "123b 55d EEE 777c 999d", "--winning", "9d")
    assert run(*words, "--by", "self_draw").exit_code == 0


@pytest.mark.parametrize("meld", ["(7777c", "7777c)", "((7777c))", "77(77)c", ")7777c(", "("])
def test_a_set_with_half_its_brackets_is_refused(meld: str) -> None:
    words = ("score", "--concealed", "123b 55d EEE 9d", "--meld", "RRR", "--meld", meld)
    (line,) = error_lines(run(*words))
    assert line.startswith(f"--meld “{meld}”: a concealed set stands in a pair of brackets")


@pytest.mark.parametrize("meld", ["(7777c)", " (7777c) ", "( 7777c )"])
def test_a_set_in_brackets_is_concealed(meld: str) -> None:
    words = ("score", "--concealed", "123b 55d EEE 9d N", "--meld", meld, "--json")
    sheet = json.loads(run(*words).stdout)
    assert [part["concealed"] for part in sheet["arrangement"] if part["kind"] == "kong"] == [True]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["--option", "limit"],
            "--option: write a name and a value, as in limit=1000, not “limit”",
        ),
        (
            ["--option", "=1000"],
            "--option: write a name and a value, as in limit=1000, not “=1000”",
        ),
        (
            ["--option", "limit=500", "--option", "limit=600"],
            "--option limit: it is given more than once",
        ),
        (["--option", "limit=NaN"], "--option limit: Limit must be a whole number"),
        (["--option", "limits=500"], "--option limits: "),
        (["--preset", "wmo2006"], "--preset: Classical Chinese has no preset “wmo2006”"),
        (["--preset", ""], "--preset: "),
        (["--ruleset", "classicle"], "--ruleset: there is no ruleset “classicle”"),
        (["--bonus", "F9"], "--bonus: "),
        (["--meld", "12x"], "--meld “12x”: "),
        (["--by", "self_draw"], "--winning: "),
        (
            ["--by", "self_draw", "--winning", "9d 5d"],
            "--winning: a hand is won on exactly one tile",
        ),
        (["--by", "discard", "--winning", "9d", "--from", "E"], "--from: "),
        (["--by", "discard", "--winning", "9d", "--with", "luck"], "--with luck: "),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_what_is_wrong_is_named_by_the_option_that_was_typed(words: list[str], line: str) -> None:
    assert error_lines(run(*TILES, *words))[0].startswith(line)


@pytest.mark.parametrize("option", ["--seat", "--prevailing", "--ruleset", "--concealed"])
def test_of_two_values_none_is_dropped(option: str) -> None:
    value = {"--ruleset": "mcr", "--concealed": "55d"}.get(option, "S")
    result = run(*TILES, option, value, option, value)
    assert result.exit_code == 2
    assert f"'{option}': given more than once" in result.stderr


def test_a_card_is_told_once(tmp_path: Path) -> None:
    card = tmp_path / "card.txt"
    card.write_text("[2468]\nFFF 2222a 444b 8888a X 35\n", encoding="utf-8")
    words = ("score", "--ruleset", "american", "--concealed", "FFF", "--card", str(card))
    (line,) = error_lines(run(*words, "--option", "card=practice"))
    assert line == "--card: it is given more than once"
    card.write_text("FFF X 25", encoding="utf-8")
    assert error_lines(run(*words))[0].startswith("--card: line 1: ")


def test_seats_may_be_told_in_small_letters() -> None:
    small = [word.lower() if word in ("E", "S") else word for word in OPTIONS]
    result = run(*small, "--seat", "e", "--prevailing", "e", "--json")
    assert json.loads(result.stdout) == scorer.score(DOCUMENT)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("{", "Expecting property name"),
        ('{"seat": NaN}', "NaN is not JSON"),
        ('{"seat": "E", "seat": "S"}', 'The key "seat" stands twice in one object'),
    ],
)
@pytest.mark.parametrize("ask", ASKED)
def test_what_is_no_json_over_http_is_none_here_either(ask: str, given: str, why: str) -> None:
    (line,) = error_lines(run(ask, "-", given=given), 1)
    assert line.startswith("Error: standard input: ")
    assert why in line
    result = run(ask, "-", "--json", given=given)
    assert (result.exit_code, result.stderr) == (1, "")
    (error,) = json.loads(result.stdout)["errors"]
    assert (error["pointer"], error["code"]) == ("", "bad_value")
    assert why in error["detail"]


def test_a_card_that_is_no_text_is_reported_as_json_too() -> None:
    result = run("card", "check", "-", "--json", given=b"\xff\xfe")
    assert result.exit_code == 1
    assert "not text" in json.loads(result.stdout)["errors"][0]["detail"]


def test_sound_special_hands_are_shown_beside_the_faults_of_other_lines(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text("A: seven pairs  C 5\nB: bad\n")
    result = run("hands", "check", str(file))
    assert result.exit_code == 2
    assert "A" in result.stdout
    assert "Seven pairs" in result.stdout
    assert ":2:" in result.stderr
    checked = json.loads(run("hands", "check", "-", "--json", given=file.read_bytes()).stdout)
    assert [hand["name"] for hand in checked["hands"]] == ["A"]
    file.write_text("B: bad\n")
    assert not run("hands", "check", str(file)).stdout


def test_the_help_tells_the_exit_codes_and_where_ids_are_listed() -> None:
    assert "Exit codes:" in run("--help").stdout
    words = " ".join(run("score", "--help").stdout.split())
    assert words.count("`scorer rules RULESET` lists them") == 4


COMMANDS: tuple[tuple[str, ...], ...] = (
    tuple(OPTIONS),
    ("score", "examples/mcr-hand.json"),
    ("score", "examples/american-hand.json"),
    ("score", "--concealed", "12x", "--preset", "清龙"),
    ("settle", "examples/table.json"),
    ("waits", "examples/waiting.json"),
    ("nearest", "examples/american-nearest.json"),
    ("explain", "examples/explain.json"),
    ("what-if", "examples/hand.json"),
    ("steps", "examples/hand.json"),
    ("grade", "examples/grade.json"),
    *(("quiz", "--ruleset", name, "--answer") for name in BOOKS),
    ("rules",),
    *(("rules", name) for name in (*BOOKS, "清龙")),
    ("card", "check", "examples/american-card.txt"),
    ("card", "check", "{folder}/清龙.txt"),
    ("hands", "check", "examples/western-hands.txt"),
    ("card", "show"),
    ("card", "show", "{folder}/清龙.txt"),
    ("batch", "examples/hands.ndjson"),
    *((name, "--help") for name in (*ASKED, "batch", "serve")),
    ("--help",),
    ("--version",),
)
ALL = """
import json, sys
from scorer.cli.main import main
from scorer.rules import BOOKS
from scorer.service.api.examples import SCORE
for words in json.load(sys.stdin):
    try:
        main(words)
    except SystemExit as ended:
        assert ended.code in (0, 2), (words, ended.code)
"""


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", *nightly(["latin-1", "cp437", "ascii"])])
def test_every_command_can_write_to_a_pipe_of_any_encoding(encoding: str, tmp_path: Path) -> None:
    card = tmp_path / "清龙.txt"
    card.write_text("@name 清龙\n[é清]\nFFF 2222a 444b 8888a X 35\n", encoding="utf-8")
    words = [[word.format(folder=tmp_path) for word in command] for command in COMMANDS]
    done = subprocess.run(
        [sys.executable, "-c", ALL],
        input=json.dumps(words).encode(),
        capture_output=True,
        cwd=Path(__file__).parents[1],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-2000:]
    shown, wrong = done.stdout.decode("utf-8", errors="replace"), done.stderr.decode(encoding)
    assert "Traceback" not in wrong
    assert "16  Pure Straight" in shown
    assert "Payments:" in shown
    assert ("Pure Straight 清龙" in shown) == (encoding == "utf-8")
    assert "Pure Straight  " not in shown
    assert ("there is no ruleset “清龙”" in wrong) == (encoding == "utf-8")
    # A card is a file for other programs too, and has the encoding of one.
    assert "@name 清龙" in shown


def test_signs_that_cannot_be_written_have_plainer_ones(tmp_path: Path) -> None:
    result = CliRunner(charset="cp437").invoke(main, OPTIONS)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "336 points   (42 x 2^3 = 336)"
    ascii_only = CliRunner(charset="ascii").invoke(main, ["rules", "清龙"])
    assert ascii_only.stderr.startswith('/ruleset: there is no ruleset "??"; ')


NEAR: Json = {
    "ruleset": "american",
    "hand": {"concealed": "FFF 222b 44c 888b J E"},
    "limit": 2,
}
WRONG_CARD = "[2468]\nFFF 2222a 444b 888a X 25\n\nFFF 2222a 444b 8888a\n"


def test_a_card_is_checked_hand_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "card.txt"
    path.write_text(scorer.cards()["practice"], encoding="utf-8")
    result = run("card", "check", str(path))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Practice Card 2026: 60 hands, ")
    for hand in scorer.check_card({"card": "practice"})["hands"]:
        assert f"{hand['printed']}   [line {hand['line']}]" in result.stdout
        assert hand["words"] in result.stdout
    assert "as in FFF 2222b 444c 8888b" in result.stdout
    answer = json.loads(run("card", "check", str(path), "--json").stdout)
    assert answer == scorer.check_card({"card": "practice"})


def test_a_section_whose_name_promises_a_flag_is_asked_about() -> None:
    result = run("card", "check", "-", given="[Consecutive Run]\n11 2222 33 4444 55 X 25\n")
    assert result.exit_code == 0
    last = result.stdout.splitlines()[-1]
    assert last.startswith("Check line 2: the section “[Consecutive Run]” does not")


def test_the_faults_of_a_card_are_reported_by_their_lines() -> None:
    result = run("card", "check", "-", given=WRONG_CARD)
    assert (result.exit_code, result.stdout) == (2, "")
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == ["line 2", "line 4"]
    shown = run("card", "show", "-", given=WRONG_CARD)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "line 2: " in shown.stderr
    loaded = json.loads(run("card", "check", "-", "--json", given=WRONG_CARD).stdout)
    assert [error["pointer"] for error in loaded["errors"]] == ["/card", "/card"]


@pytest.mark.parametrize("text", ["practice", "", "\n\n", "# nothing"])
def test_a_file_without_a_hand_is_no_card(text: str) -> None:
    assert run("card", "check", "-", given=text).exit_code == 2


def test_a_card_that_is_no_text_is_refused() -> None:
    result = run("card", "check", "-", given=b"\xff\xfe")
    assert result.exit_code == 1
    assert "not text" in result.stderr


def test_a_card_is_shown_in_its_canonical_form() -> None:
    canonical = scorer.check_card({"card": "practice"})["canonical"]
    assert run("card", "show").stdout == canonical
    given = scorer.cards()["practice"].replace("\n", "\r\n")
    assert run("card", "show", "-", given=given).stdout == canonical


def test_the_nearest_hands_are_written_in_text(tmp_path: Path) -> None:
    text = run("nearest", file(tmp_path, NEAR)).stdout
    assert text.splitlines()[:5] == [
        " 2 short  X 25  2468 #1",
        "          FFF 2222a 444b 8888a  X 25",
        "          FFF 2222b 444c 888bJ",
        "          missing: 2b 4c",
        "          spare: E",
    ]
    assert json.loads(run("nearest", "-", "--json", given=json.dumps(NEAR)).stdout) == (
        scorer.nearest(NEAR)
    )
    tiles = {"concealed": "123b 456c 789d 99d EE R"}
    sets = run("nearest", "-", given=json.dumps({"ruleset": "mcr", "hand": tiles}))
    assert sets.stdout.splitlines()[:3] == [
        " 1 short  four sets and a pair  (16)",
        "          [E E E]  [1b 2b 3b]  [4c 5c 6c]  [7d 8d 9d]  [9d 9d]",
        "          E is missing; left over: R",
    ]


def test_why_and_why_not_are_written_in_text() -> None:
    assert run("explain", "examples/explain.json").stdout.splitlines() == [
        "No chows: not counted",
        "  one set is a chow: 1b 2b 3b",
    ]
    counted = run("explain", "examples/hand.json", "--rule", "final-tile").stdout.splitlines()
    assert counted[0] == "Final draw or discard: counted"
    assert counted[2] == "     1 double  5d"
    unknown = run("explain", "examples/hand.json", "--rule", "nothing")
    assert unknown.exit_code == 2
    assert unknown.stderr.startswith("/rule: Classical Chinese has no rule")


def test_a_problem_is_asked_and_its_answer_told_on_demand() -> None:
    words = ("quiz", "--ruleset", "british", "--level", "5", "--seed", "7")
    asked, told = run(*words).stdout, run(*words, "--answer").stdout
    assert asked.splitlines()[0] == "Problem british-usual-5-7"
    assert asked.splitlines()[-1] == "Asked: total, payments"
    assert told.startswith(asked.rstrip())
    assert "Payments:" in told
    assert "did not win" in run("quiz", "--ruleset", "mcr", "--level", "6").stdout
    same = scorer.problem({"ruleset": "british", "level": 5, "seed": 7})
    assert json.loads(run(*words, "--json").stdout) == json.loads(json.dumps(same))
    assert run("quiz", "--level", "7").exit_code == 2


def test_a_problem_is_asked_for_in_the_words_of_its_request() -> None:
    shown = " ".join(run("quiz", "--help").stdout.split())
    for member in request_record("problem").members:
        meaning = member.meaning.partition(";")[0]
        assert f"{meaning[0].upper()}{meaning[1:]}" in shown, member.name
    assert [shown.count(f"[default: {value}]") for value in ("classical", 1, 0)] == [1, 1, 1]


def _commands(command: click.Command) -> Iterator[click.Command]:
    yield command
    for inner in getattr(command, "commands", {}).values():
        yield from _commands(inner)


def test_only_a_default_that_there_is_is_shown() -> None:
    options = [param for command in _commands(main) for param in command.params]
    shown = [option for option in options if getattr(option, "show_default", None)]
    assert len(shown) > 20
    assert [option.name for option in shown if option.default in (None, "", (), ("",))] == []


def test_changes_and_discards_are_written_in_text(tmp_path: Path) -> None:
    told = run("what-if", "examples/hand.json").stdout.splitlines()
    assert told[0].split() == ["336", "as", "it", "is"]
    assert "   168  without last_discard   -final-tile" in told
    tiles = {"concealed": "123b 456c 789d 99d EE R"}
    before = {"ruleset": "mcr", "hand": tiles, "seat": "S", "prevailing": "E"}
    discards = run("what-if", "-", given=json.dumps({"document": before})).stdout
    assert "discard R: waits for 6d (4), 9d (1), E (2)" in discards
    spread = {**before, "hand": {"concealed": "147b 258c 369d EWNRP"}}
    assert run("what-if", "-", given=json.dumps(spread)).stdout


def test_tiles_that_no_hand_can_have_are_near_to_none() -> None:
    hand = {"concealed": "123b 123c 4d", "melds": [{"tiles": "SSSSJJ"}]}
    result = run("nearest", "-", given=json.dumps({**NEAR, "hand": hand}))
    assert result.stdout.startswith("No hand can be made")


def test_an_american_hand_and_a_tournament_are_written_in_text() -> None:
    hand = {"concealed": "FFF 2222b 444c 8888b", "winning_tile": "8b"}
    win = {"by": "discard", "from": "N"}
    document: Json = {"ruleset": "american", "hand": hand, "win": win, "seat": "W"}
    text = run("score", "-", given=json.dumps(document)).stdout
    assert text.startswith("50 cents   (25 × 2 = 50)")
    assert "2468 #1" in text
    assert "[2b 2b 2b 2b]" in text  # on the rack, and no declared kong
    assert "North pays West 100" in text
    points = run("score", "-", given=json.dumps({**document, "preset": "tournament"})).stdout
    assert "Points: East +0, South +0, West +45, North -10" in points
    table: Json = {
        "ruleset": "american",
        "preset": "tournament",
        "players": {"E": {}, "S": {}, "W": {"hand": hand, "win": win}, "N": {}},
    }
    settled = run("settle", "-", given=json.dumps(table)).stdout
    assert "Points: East +0, South +0, West +45, North -10" in settled


def test_a_card_in_a_file_is_played_by(tmp_path: Path) -> None:
    card = tmp_path / "card.txt"
    card.write_text("[2468]\nFFF 2222a 444b 8888a X 35\n", encoding="utf-8")
    hand = {"concealed": "FFF 2222b 444c 8888b", "winning_tile": "8b"}
    win = {"by": "self_draw"}
    document: Json = {"ruleset": "american", "hand": hand, "win": win, "seat": "W"}
    by_file = run("score", "-", "--card", str(card), "--json", given=json.dumps(document))
    assert json.loads(by_file.stdout)["formula"] == "35 × 2 = 70"
    words = ["--ruleset", "american", "--concealed", "FFF 2222b 444c 8888b", "--winning", "8b"]
    result = run("score", *words, "--by", "self_draw", "--card", str(card))
    assert result.stdout.startswith("70 cents")
    near = run("nearest", "-", "--card", str(card), "--json", given=json.dumps(NEAR))
    assert [hand["value"] for hand in json.loads(near.stdout)["hands"]] == [35]
    card.write_text("FFF X 25", encoding="utf-8")
    wrong = run("score", "-", "--card", str(card), given=json.dumps(document))
    assert wrong.exit_code == 2
    assert wrong.stderr.startswith("/options/card: line 1: ")
    assert run("score", "-", "--card", str(card), given="[]").exit_code == 2


def test_losers_who_score_nothing_are_not_listed() -> None:
    example = Path(__file__).parents[1] / "examples" / "american-table.json"
    text = run("settle", str(example)).stdout
    assert text.startswith("West       50   (25 × 2 = 50)")
    assert "North pays West 200" in text
