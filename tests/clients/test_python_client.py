"""A client that openapi-python-client makes of the OpenAPI document, used against the service."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from shutil import copy
from typing import Any

import httpx
import pytest
from flask import Flask

from scorer.service import create_app
from scorer.service.api.examples import MCR, NEAREST, SCORE, SETTLE, WAITS
from tests.nightly import few_by_day

PACKAGE = "scorer_client"
PROGRAM = Path(__file__).parent / "whole_game.py"


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app({"LOG_REQUESTS": False})


@pytest.fixture(scope="module")
def generated(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The package of the client, made anew; gives what the generator said."""
    folder = tmp_path_factory.mktemp("client")
    document, settings = folder / "openapi.json", folder / "settings.json"
    document.write_bytes(app.test_client().get("/openapi.json").data)
    settings.write_text(json.dumps({"package_name_override": PACKAGE, "post_hooks": []}))
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    command += ["--path", str(document), "--config", str(settings)]
    command += ["--output-path", str(folder / PACKAGE), "--fail-on-warning"]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    copy(PROGRAM, folder)
    sys.path.insert(0, str(folder))
    yield made.stdout
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def client(app: Flask, generated: str) -> Iterator[Any]:
    made = import_module(PACKAGE).Client(
        base_url="http://scorer.example", httpx_args={"transport": httpx.WSGITransport(app=app)}
    )
    with made as opened:
        yield opened


def models() -> Any:
    return import_module(f"{PACKAGE}.models")


def call(name: str, client: Any, **arguments: Any) -> Any:
    return import_module(f"{PACKAGE}.api.{name}").sync(client=client, **arguments)


def test_every_operation_is_generated_without_a_warning(app: Flask, generated: str) -> None:
    assert "WARNING" not in generated
    folder = Path(next(iter(import_module(PACKAGE).__path__)))
    made = {path.stem for path in folder.glob("api/*/*.py")} - {"__init__"}
    paths = app.test_client().get("/openapi.json").get_json()["paths"].values()
    assert made == {told["operationId"] for methods in paths for told in methods.values()}


def test_a_hand_is_scored_with_the_options_of_its_ruleset(client: Any) -> None:
    of = models()
    hand = of.ClassicalScoreRequest(
        ruleset="classical",
        options=of.ClassicalOptions(limit=1000, wall=of.ClassicalOptionsWall.KONG_BOX),
        hand=of.Hand.from_dict(SCORE["hand"]),
        win=of.ClassicalWin(
            by=of.Way.DISCARD, from_=of.Seat.S, with_=[of.ClassicalCircumstanceName.LAST_DISCARD]
        ),
        seat=of.Seat.E,
        prevailing=of.Seat.E,
    )
    assert hand.to_dict()["options"] == {"limit": 1000, "wall": "kong_box"}
    score = call("api.score", client, body=hand)
    assert isinstance(score, of.ClassicalScore)
    assert (score.total, score.tally.points, score.tally.doubles) == (336, 42, 3)
    assert score.lines[0].kind is of.LineKind.POINTS
    assert score.payments[0].from_ is of.Seat.S
    assert score.net.e == 2016
    assert score.options.limit == 1000
    assert score.page.startswith("/?rules=classical")


def test_what_is_left_out_is_as_the_preset_has_it(client: Any) -> None:
    of = models()
    told = {**MCR, "preset": "1998", "options": {"minimum": 6}}
    asked = of.McrScoreRequest.from_dict(told)
    assert asked.options.to_dict() == {"minimum": 6}
    score = call("api.score", client, body=asked)
    assert isinstance(score, of.McrScore)
    assert score.options.minimum == 6
    assert score.preset is of.McrPresetName.VALUE_1
    assert score.tally.flowers == 2


def test_a_table_is_settled(client: Any) -> None:
    of = models()
    settled = call("api.settle", client, body=of.ClassicalSettleRequest.from_dict(SETTLE))
    assert isinstance(settled, of.ClassicalSettlement)
    net = settled.net.to_dict()
    assert sum(net.values()) == 0
    assert net["S"] > 0
    assert settled.scores.s.total == 64
    assert settled.next_.seats is of.Moves.PASS


def test_waits_and_the_nearest_hands_are_told(client: Any) -> None:
    of = models()
    waits = call("api.waits", client, body=of.ClassicalWaitsRequest.from_dict(WAITS))
    assert [wait.tile.value for wait in waits.waits] == ["1b", "4b"]
    near = call("api.nearest", client, body=of.AmericanNearestRequest.from_dict(NEAREST))
    assert near.hands[0].distance >= 1


def test_many_hands_are_scored_at_once(client: Any) -> None:
    of = models()
    documents = [
        of.ClassicalBatchDocument.from_dict({**SCORE, "id": "first"}),
        of.McrBatchDocument.from_dict({**MCR, "id": 2}),
        of.ClassicalBatchDocument.from_dict({**SCORE, "hand": {"concealed": "1b"}}),
    ]
    asked = of.BatchRequest(documents=documents)
    first, second, wrong = call("api.score_batch", client, body=asked).answers
    assert (type(first), first.id, first.total) == (of.ClassicalBatchScore, "first", 336)
    assert (type(second), second.id) == (of.McrBatchScore, 2)
    assert (type(wrong), wrong.line, wrong.status) == (of.LineProblem, 3, 422)
    brief = call("api.score_batch", client, body=asked, brief=of.ScoreBatchBrief.VALUE_1).answers
    assert [type(one) for one in brief] == [of.ScoreSummary, of.ScoreSummary, of.LineProblem]


def test_an_error_names_the_field_and_its_code(client: Any) -> None:
    of = models()
    told = {**SCORE, "hand": {**SCORE["hand"], "concealed": "124b 55d"}}
    problem = call("api.score", client, body=of.ClassicalScoreRequest.from_dict(told))
    assert isinstance(problem, of.Problem)
    assert problem.status == 422
    assert [(error.pointer, error.code) for error in problem.errors] == [
        ("/hand", of.Code.NOT_WINNING)
    ]


@pytest.mark.nightly
def test_the_client_and_a_program_by_its_types_are_strictly_typed(generated: str) -> None:
    folder = Path(next(iter(import_module(PACKAGE).__path__))).parent
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", PACKAGE]
    checked = subprocess.run(
        [*command, PROGRAM.name], capture_output=True, text=True, check=False, cwd=folder
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("ruleset", few_by_day("mcr"))
def test_a_whole_game_is_played(app: Flask, generated: str, ruleset: str) -> None:
    program, of = import_module(PROGRAM.stem), models()
    exported = program.play(of.RulesetId(ruleset), httpx.WSGITransport(app=app))
    kinds = [entry.kind.value for entry in exported.entries]
    hands = kinds.index("replace")
    assert hands >= 8
    assert kinds == [*["hand"] * hands, "replace", "undo", "close"]
    table = program.TABLES[of.RulesetId(ruleset)]()
    assert exported.entries[0].document.to_dict() == table.to_dict()


def test_the_rulesets_are_listed(client: Any) -> None:
    of = models()
    listed = call("api.rulesets", client)
    assert [one.id.value for one in listed][:2] == ["classical", "british"]
    one = call("api.ruleset", client, id=of.RulesetId.BRITISH)
    assert {option.type_ for option in one.options} <= set(of.OptionType)
    assert {rule.for_ for rule in one.rules} <= set(of.Whose)
