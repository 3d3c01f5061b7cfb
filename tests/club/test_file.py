"""A club's file: its presets are presets like any other, and each fault is named with its line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scorer import use_club
from scorer.cli.main import main
from scorer.documents.club import ClubError
from scorer.documents.club.lines import lines_of
from scorer.documents.club.template import TEMPLATE
from scorer.engine.options import Option
from scorer.errors import HandError
from scorer.rules import BOOKS
from tests import plain as scorer
from tests.club.conftest import RIVERSIDE, Write
from tests.drawn import Json
from tests.growth import grows_too_fast

EAST: Json = {
    "ruleset": "british",
    "hand": {
        "concealed": "99c",
        "melds": [{"tiles": tiles} for tiles in ("EEE", "RRR", "777c", "GGG")],
        "winning_tile": "9c",
    },
    "win": {"by": "self_draw"},
    "seat": "E",
    "prevailing": "E",
}


LONG_FILES = {
    "presets": "[[preset]]\nid = 'a'\noptions = { limit = 5 }\n",
    "keys": "key{n} = 1\n",
    "one list": "  1,\n",
    "one text": "Twins: seven pairs  C 500\n",
    "remarks": "# remark\n\n",
}


def long_file(kind: str, size: int) -> str:
    piece = LONG_FILES[kind]
    pieces = "".join(piece.replace("{n}", str(n)) for n in range(size // len(piece) + 1))
    before, after = {"one list": ("a = [\n", "]\n"), "one text": ('a = """\n', '"""\n')}.get(
        kind, ("", "")
    )
    return f"{before}{pieces}{after}"


@pytest.mark.parametrize("kind", LONG_FILES)
def test_the_lines_of_a_long_file_are_found_in_proportion_to_it(kind: str) -> None:
    assert not grows_too_fast(lines_of, lambda size: long_file(kind, size), 1 << 16)


LINES = """# Our club
[club]
name = "one # [ two"  # three

[[preset]]
# A remark is not yet the value.
options.limit = 500
options.text = \"\"\"
[x]
a\\\"\"\" b\"\"\"\"
kinds = [
  1, # [
  "]",
]
[preset.more]
note = '''it's
[no]'''
[[preset]]
"id x" = [{a = 1}, {a = 2}]
"""


def test_each_value_has_the_line_at_which_it_begins() -> None:
    found = lines_of(LINES)
    assert {path: found[path] for path in found if path and path[0] == "club"} == {
        ("club",): 2,
        ("club", "name"): 3,
    }
    first, second = ("preset", 0), ("preset", 1)
    assert found["preset",] == found[first] == 5
    assert found[*first, "options"] == found[*first, "options", "limit"] == 7
    assert found[*first, "options", "text"] == 8
    assert found[*first, "kinds"] == found[*first, "kinds", 1] == 11
    assert (found[*first, "more"], found[*first, "more", "note"]) == (15, 16)
    assert (found[second], found[*second, "id x", 1, "a"]) == (18, 19)
    assert ("x",) not in found


def one_preset(**fields: str) -> str:
    """A file with one preset; what is told stands in place of what is right."""
    values = {"id": '"club"', "ruleset": '"british"', "title": '"Club"'} | fields
    return "[[preset]]\n" + "".join(f"{k} = {v}\n" for k, v in values.items() if v)


@pytest.mark.usefixtures("riverside")
def test_a_preset_extends_another_and_is_the_default() -> None:
    listed = scorer.ruleset("british")
    assert [preset["name"] for preset in listed["presets"]][2:] == ["riverside", "thursday"]
    assert listed["default_preset"] == "riverside"
    answer = scorer.score(EAST)
    assert answer["preset"] == "riverside"
    # Of bmja, of its own, and of the ruleset.
    options = answer["options"]
    assert (options["special_cap"], options["limit"], options["max_chows"]) == (True, 500, 0)
    # Three open pungs of honours 4 each, 777c 2, Mah-jong 20, drawn 2: 36. Doubles: two of dragons,
    # own wind, wind of the round, one suit with honours, no chows: 36 x 64 is over the limit.
    assert (answer["total"], answer["limit"]["reached"]) == (500, True)
    assert scorer.score({**EAST, "preset": "thursday"})["total"] == 600
    assert scorer.score({**EAST, "preset": "u3a"})["options"]["limit"] == 1000
    chow = {
        **EAST,
        "hand": {**EAST["hand"], "melds": [{"tiles": "123b"}, *EAST["hand"]["melds"][1:]]},
    }
    with pytest.raises(HandError):
        scorer.score(chow)
    assert scorer.score({**chow, "preset": "u3a"})["total"] > 0


@pytest.mark.usefixtures("riverside")
def test_the_ruleset_of_the_club_is_the_first_and_the_others_keep_their_order() -> None:
    ids = [ruleset["id"] for ruleset in scorer.rulesets()]
    assert ids[0] == "british"
    use_club(None)
    own = [ruleset["id"] for ruleset in scorer.rulesets()]
    assert own[0] == "classical"
    assert ids == sorted(own, key=lambda id: id != "british")
    british = scorer.ruleset("british")
    assert [preset["name"] for preset in british["presets"]] == ["u3a", "bmja"]
    assert british["default_preset"] == "u3a"


def test_another_file_takes_the_place_of_the_first(riverside: Path, write: Write) -> None:
    use_club(write(one_preset(id='"second"')))
    assert [*BOOKS["british"].presets] == ["u3a", "bmja", "second"]
    assert BOOKS["british"].default_preset == "u3a"
    with pytest.raises(ClubError):
        use_club(write("x"))
    assert [*BOOKS["british"].presets] == ["u3a", "bmja", "second"]


def test_null_is_written_as_text(write: Write) -> None:
    use_club(write(one_preset(options='{ goulash = "null" }')))
    assert BOOKS["british"].presets["club"].options == {"goulash": None}


FAULTS = {
    "not TOML": ("[club\nname = 1", 1, "this is not TOML"),
    "TOML ends too early": ('[club]\nname = """x', 2, "this is not TOML"),
    "a key twice": (one_preset() + 'id = "b"\n', 5, "this is not TOML"),
    "a number of 5000 digits": (
        one_preset(options=f"{{ limit = {'1' * 5000} }}"),
        5,
        "write a shorter one",
    ),
    "a number of 5000 digits, unused": (
        f"[club]\nname = 'x'\n[a]\nb = {'1' * 5000}",
        4,
        "write a shorter one",
    ),
    "a number of 5000 hexadecimal digits": (
        one_preset(options=f"{{ limit = 0x{'f' * 5000} }}"),
        5,
        "from 100 to 10000",
    ),
    "lists in lists": (f"[club]\nname = 'x'\na = {'[' * 5000}{']' * 5000}", 3, "too deep"),
    "lists in lists that do not end": (f"[club]\nname = 'x'\na = {'[' * 5000}", 3, "too deep"),
    "tables in tables": (f"[club]\na = {'{a=' * 5000}1{'}' * 5000}", 2, "too deep"),
    "unknown table": ("\n# club\n[klub]\nname = 'x'", 3, "did you mean club?"),
    "unknown key of the club": ('[club]\nnam = "x"', 2, "did you mean name?"),
    "unknown key of a preset": (one_preset(titel='"x"'), 5, "did you mean title?"),
    "unknown language": ('[club]\n\nlanguage = "tlh"', 3, "en, zh, fr"),
    "unknown ruleset of the club": ('[club]\nruleset = "britsh"', 2, "did you mean “british”?"),
    "unknown ruleset": (one_preset(ruleset='"britsh"'), 3, "did you mean “british”?"),
    "no ruleset": (one_preset(ruleset=""), 1, "this preset has no ruleset"),
    "no id": (one_preset(id=""), 1, "this preset has no id"),
    "malformed id": (one_preset(id='"Our club"'), 2, "“Our club” is no id"),
    "id of the ruleset": (one_preset(id='"bmja"'), 2, "british has a preset “bmja” already"),
    "id taken": (one_preset() + one_preset(), 6, "this file has a preset “club” already"),
    "no title": (one_preset(title=""), 1, "this preset has no title"),
    "empty title": (one_preset(title='" "'), 4, "write title in one line"),
    "title of two lines": (one_preset(title='"a\\nb"'), 4, "write title in one line"),
    "title is a number": (one_preset(title="5"), 4, "text in quotation marks"),
    "long title": (one_preset(title=f'"{"x" * 61}"'), 4, "more than 60 characters"),
    "default is no truth": (one_preset(default='"yes"'), 5, "write true or false"),
    "two defaults": (
        one_preset(default="true") + one_preset(id='"b"', default="true"),
        10,
        "british has a default already, “club”",
    ),
    "unknown preset": (one_preset(extends='"bjma"'), 5, "british has no preset “bjma”"),
    "a circle": (
        one_preset(extends='"b"') + one_preset(id='"b"', extends='"club"'),
        5,
        "“club” extends this one",
    ),
    "itself": (one_preset(extends='"club"'), 5, "“club” extends this one"),
    "unknown option": (one_preset(options="{ limt = 5 }"), 5, "did you mean “limit”?"),
    "unknown option in a table": (
        one_preset() + "[preset.options]\n# ours\nmax_chows = 1\nlimt = 5",
        8,
        "did you mean “limit”?",
    ),
    "value out of range": (one_preset(options="{ limit = 5 }"), 5, "from 100 to 10000"),
    "value of another type": (one_preset(options='{ special_cap = "no" }'), 5, "true or false"),
    "not a list": ("[preset]\nid = 'x'", 1, "[[preset]]"),
    "options are no table": (one_preset(options="5"), 5, "options is a table"),
    "hands of a ruleset without them": (
        one_preset(ruleset='"riichi"', special_hands='"x.txt"'),
        5,
        "riichi has no option special_hands",
    ),
    "card of a ruleset": (
        one_preset(ruleset='"american"', options='{ card = "no such card" }'),
        5,
        "card: line 1: the end of the hand is missing",
    ),
}


@pytest.mark.parametrize(("text", "line", "said"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_with_its_line(write: Write, text: str, line: int, said: str) -> None:
    path = write(text)
    with pytest.raises(ClubError) as caught:
        use_club(path)
    fault = caught.value.faults[0]
    assert (fault.file, fault.line) == (str(path), line)
    assert said in fault.detail
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_a_key_of_too_many_parts_is_a_fault_of_the_file(write: Write) -> None:
    with pytest.raises(ClubError, match="too deep"):
        use_club(write(f"[club]\na{'.a' * 2000} = 1"))


def test_all_faults_are_named_at_once(write: Write) -> None:
    with pytest.raises(ClubError) as caught:
        use_club(write(one_preset(title="", id='"A"') + one_preset(options="{ limit = 1 }")))
    assert [fault.line for fault in caught.value.faults] == [1, 2, 8]


def test_a_file_that_is_missing_or_no_text_is_named(tmp_path: Path) -> None:
    for path, said in (
        (tmp_path / "none.toml", "No such file"),
        (tmp_path, "cannot be read"),
    ):
        with pytest.raises(ClubError, match=said) as caught:
            use_club(path)
        assert str(caught.value).startswith(f"{path}: ")
    path = tmp_path / "latin.toml"
    path.write_bytes("[club]\nname = 'Café'".encode("latin-1"))
    with pytest.raises(ClubError, match="UTF-8") as caught:
        use_club(path)
    assert caught.value.faults[0].line == 2
    path.write_bytes(b"#" * (256 * 1024 + 1))
    with pytest.raises(ClubError, match="256 KiB"):
        use_club(path)


@contextmanager
def with_special_hands() -> Iterator[None]:
    """Has hongkong's book take special hands, as far as a club's file goes."""
    book = BOOKS["hongkong"]
    option: Option[Any] = Option("special_hands", "text", "", "the club's own hands")
    before = book.options.get("special_hands")
    book.options["special_hands"] = before or option
    book.revision += 1
    try:
        yield
    finally:
        if before is None:
            del book.options["special_hands"]
            book.revision += 1


def test_special_hands_stand_in_a_file_beside_the_clubs(write: Write, tmp_path: Path) -> None:
    text = one_preset(ruleset='"hongkong"', special_hands='"ours.txt"')
    with with_special_hands():
        path = write(text)
        with pytest.raises(ClubError, match=r"ours\.txt: it cannot be read") as caught:
            use_club(path)
        assert caught.value.faults[0].line == 5
        (tmp_path / "ours.txt").write_text("", encoding="utf-8")
        use_club(path)
        assert BOOKS["hongkong"].presets["club"].options == {"special_hands": ""}
        use_club(None)
        with pytest.raises(ClubError, match="stands among the options too"):
            use_club(write(text + 'options = { special_hands = "" }'))


def run(*words: str, **settings: Any) -> Any:
    return CliRunner().invoke(main, words, **settings)


def test_the_command_line_knows_the_clubs_presets_for_as_long_as_it_runs(write: Write) -> None:
    path = write(RIVERSIDE)
    for words, env in ((["--club", str(path)], {}), ([], {"SCORER_CLUB": str(path)})):
        result = run(*words, "rules", "british", env=env)
        assert "riverside: Riverside, What we play on Tuesdays." in result.stdout
        document = run(*words, "score", "-", "--json", input=json.dumps(EAST), env=env).stdout
        assert json.loads(document)["total"] == 500
    assert "riverside" not in run("rules", "british").stdout
    quiz = run("--club", str(path), "quiz", "--ruleset", "british", "--preset", "thursday")
    assert quiz.exit_code == 0


def test_the_command_line_refuses_a_wrong_file_with_its_line(write: Write) -> None:
    path = write(one_preset(options="{ limit = 5 }"))
    for words, env in (
        (["--club", str(path), "rules"], {}),
        (["rules"], {"SCORER_CLUB": str(path)}),
        (["serve", "--club", str(path)], {}),
        (["club", "check", str(path)], {}),
    ):
        result = run(*words, env=env)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert f"{path}:5: Limit must be a whole number from 100 to 10000" in result.stderr
    told = run("club", "check", str(path), "--json")
    assert told.exit_code == 2
    [error] = json.loads(told.stdout)["errors"]
    assert (error["file"], error["line"]) == (str(path), 5)


def test_a_file_is_written_to_begin_with_and_passes(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    # Where the variable names the file that is not there yet, too.
    written = run("club", "init", str(path), env={"SCORER_CLUB": str(path)})
    assert written.exit_code == 0
    assert path.read_text(encoding="utf-8") == TEMPLATE
    checked = run("club", "check", str(path))
    assert checked.exit_code == 0
    assert checked.stdout.endswith("It can be used.\n")
    assert "british riverside: Riverside, extends bmja, the default" in checked.stdout
    assert json.loads(run("club", "check", str(path), "--json").stdout)["ruleset"] == "british"
    again = run("club", "init", str(path))
    assert (again.exit_code, "is there already" in again.stderr) == (2, True)
    assert run("club", "init", "-").stdout == TEMPLATE
    assert run("club", "init", str(tmp_path / "no" / "club.toml")).exit_code == 2


@pytest.mark.slow
def test_another_process_knows_the_club_by_the_variable(write: Write) -> None:
    path = write(RIVERSIDE)
    done = subprocess.run(
        [sys.executable, "-m", "scorer", "rules", "british"],
        capture_output=True,
        text=True,
        env={**os.environ, "SCORER_CLUB": str(path)},
        check=True,
    )
    assert "thursday: Thursdays, as our club plays" in done.stdout
