"""A field that every ruleset has is one line of ``types/requests.py``: each place is asked.

The types are read when they are imported, so another process imports a package with these lines.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import scorer
from scorer.documents.shared_fields import player_names, shared_names
from scorer.rules import BOOKS

ROOT = Path(scorer.__file__).parent

LINE = (
    'NotRequired[Annotated[{type} | None, "whether there is any", Field(most=9, lasts="{lasts}")]]'
)
ADDED = {
    "_Situation": [("lamp", "bool", "hand"), ("tea", "int", "table")],
    "PlayerOf": [("hungry", "bool", "hand")],
    "SettleOf": [("tea", "int", "table"), ("noise", "int", "session")],
    "ExerciseRequest": [("hurry", "int", "hand")],
    "DrillRequest": [("hurry", "int", "hand")],
}
"""The lines that are added to each type: a field, its type, and how long its value holds."""

PROGRAM = """
import json
from urllib.parse import parse_qsl, urlsplit

from click.testing import CliRunner
from werkzeug.datastructures import MultiDict

import scorer
from scorer.cli.main import main
from scorer.documents.schemas.shapes import shapes
from scorer.documents.shared_fields import shared_names
from scorer.rules import BOOKS
from scorer.service import create_app
from scorer.service.api.operations import DRAW_DRILL, DRAW_PROBLEM
from scorer.service.web.forms import addresses, form_documents
from scorer.service.web.forms.form_pages import page_codec

WIN = {"by": "discard", "from": "S"}
ABOUT = {"ruleset": "hongkong", "prevailing": "E"}
HAND = {"concealed": "234b 55b EEE", "melds": [{"tiles": "SSS"}, {"tiles": "777d"}],
        "winning_tile": "4b"}
score = {**ABOUT, "hand": HAND, "win": WIN, "seat": "E", "lamp": True, "tea": 0}
players = {"E": {"hand": HAND, "win": WIN}, "S": {"hungry": True}, "W": {}, "N": {"hungry": False}}
settle = {**ABOUT, "tea": 4, "noise": 5, "players": players}


def refusals(answer, document):
    try:
        answer(document)
    except scorer.HandError as error:
        return [problem.pointer for problem in error.problems]


def read_back(address, read):
    query = MultiDict(parse_qsl(urlsplit(address).query))
    return [dict(query), read(query, scorer.ruleset("hongkong"))]


def query_errors(path, hurry):
    query = {"ruleset": "hongkong", "hurry": hurry}
    answer = client.get(f"/api/v1/{path}", query_string=query).get_json()
    return [problem["pointer"] for problem in answer.get("errors", ())]


client = create_app({"LOG_REQUESTS": False}).test_client()
scorer.score(score)
scorer.settle(settle)
table_start = addresses.table_start(score)
words = ["--ruleset", "hongkong", "--concealed", HAND["concealed"], "--winning", "4b",
         "--meld", "SSS", "--meld", "777d", "--by", "discard", "--from", "s", "--lamp"]
print(json.dumps({
    "refused": refusals(scorer.score, {**score, "lamp": 1, "tea": 10}),
    "refused of a table": refusals(scorer.settle, {**settle, "lamp": True, "noise": "loud"}),
    "shapes": {name: [*shape["properties"]] for name, shape in shapes().items()
               if "properties" in shape},
    "hand page": read_back(addresses.hand_page(score), form_documents.hand_document),
    "table page": read_back(addresses.table_page(settle), form_documents.table_document),
    "table start": read_back("?" + table_start, form_documents.table_document),
    "fields": [*page_codec("score", BOOKS["riichi"]).names],
    "options": CliRunner().invoke(main, ["score", "--help"]).stdout,
    "by options": CliRunner().invoke(main, ["score", *words, "--tea", "9"]).exit_code,
    "by wrong option": CliRunner().invoke(main, ["score", *words, "--tea", "10"]).stderr,
    "queries": [query["parameters"][0] for query in (DRAW_PROBLEM, DRAW_DRILL)],
    "query errors": [[query_errors(path, hurry) for hurry in (9, 10)]
                     for path in ("problems", "drills")],
    "quiz": CliRunner().invoke(main, ["quiz", "--hurry", "10"]).stderr,
    "shared": shared_names(BOOKS["riichi"]),
}))
"""


def with_lines(source: str) -> str:
    """The source of the requests with the lines first in each type."""
    for name, lines in ADDED.items():
        added = "".join(
            f"    {field}: {LINE.format(type=type, lasts=lasts)}\n" for field, type, lasts in lines
        )
        (head,) = re.findall(rf'^class {name}\(.*\):\n    """[^"]*"""\n\n', source, re.M)
        source = source.replace(head, head + added)
    return source


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the program says of the package with those lines."""
    folder = tmp_path_factory.mktemp("general")
    package = folder / "scorer"
    (package / "types").mkdir(parents=True)
    for path in [*ROOT.iterdir(), *(ROOT / "types").iterdir()]:
        link = package / path.relative_to(ROOT)
        if not link.exists() and path.name != "requests.py":
            link.symlink_to(path)
    source = (ROOT / "types/requests.py").read_text(encoding="utf-8")
    (package / "types/requests.py").write_text(with_lines(source), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.slow
def test_it_is_checked_and_described_in_each_request_about_a_hand(found: dict[str, Any]) -> None:
    assert found["refused"] == ["/lamp", "/tea"]
    assert {*found["refused of a table"]} == {"/lamp", "/noise"}
    for name in ("ScoreRequest", "WaitsRequest", "CompareRequest", "BatchDocument"):
        assert {"lamp", "tea"} <= {*found["shapes"][name]}, name
    assert "hungry" in found["shapes"]["Player"]
    assert {"tea", "noise"} <= {*found["shapes"]["SettleRequest"]}


@pytest.mark.slow
def test_forms_and_addresses_write_and_read_it(found: dict[str, Any]) -> None:
    fields, document = found["hand page"]
    assert (fields["lamp"], fields["tea"]) == ("yes", "0")
    assert (document["lamp"], document["tea"]) == (True, 0)
    fields, document = found["table page"]
    assert (fields["s.hungry"], fields["tea"], fields["noise"]) == ("yes", "4", "5")
    assert (document["tea"], document["noise"]) == (4, 5)
    assert [document["players"][seat].get("hungry") for seat in "SN"] == [True, False]


@pytest.mark.slow
def test_it_stands_in_addresses_where_added_fields_do(found: dict[str, Any]) -> None:
    names = [*found["fields"]]
    places = [names.index(name) for name in ("with", "lamp", "tea", "fishing", "seat", "g.honba")]
    assert places == sorted(places)


@pytest.mark.slow
def test_what_lasts_for_the_table_goes_with_a_hand_to_its_table(found: dict[str, Any]) -> None:
    assert found["shared"][:4] == ["ruleset", "preset", "options", "tea"]
    fields, document = found["table start"]
    assert (fields["tea"], document["tea"]) == ("0", 0)
    assert "lamp" not in fields


@pytest.mark.slow
def test_the_command_line_has_an_option_for_it(found: dict[str, Any]) -> None:
    assert "--lamp / --no-lamp" in found["options"]
    assert found["by options"] == 0
    assert found["by wrong option"].startswith("--tea: write a whole number from 0 to 9")


@pytest.mark.slow
def test_a_query_is_described_and_read_and_has_an_option_with_it(found: dict[str, Any]) -> None:
    limits = {"type": "integer", "minimum": 0, "maximum": 9}
    meaning = "whether there is any; 0 by default"
    described = {"name": "hurry", "in": "query", "description": meaning, "schema": limits}
    assert found["queries"] == [described, described]
    assert found["query errors"] == [[[], ["/hurry"]], [[], ["/hurry"]]]
    assert found["quiz"].startswith("/hurry: write a whole number from 0 to 9")


@pytest.mark.parametrize("id", BOOKS)
def test_a_hand_shares_the_rules_the_round_and_the_counters_with_its_table(id: str) -> None:
    book = BOOKS[id]
    assert shared_names(book) == ("ruleset", "preset", "options", "prevailing", *book.counters)
    assert player_names(book) == ("hand", "win", "fishing")
