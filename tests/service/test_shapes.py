"""The described documents and the real ones: nothing is sent that is not described, and nothing is
described that is never sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import jsonschema_rs
import pytest
from flask.testing import FlaskClient
from marshmallow import Schema

from scorer import game as games
from scorer.documents.schemas.declared import schema_of
from scorer.documents.schemas.fields import BoundedListField, NestedField
from scorer.documents.schemas.ruleset_shapes import shapes_by_ruleset
from scorer.documents.schemas.shapes import DOCUMENT_REQUESTS, REFERENCE_PREFIX, shapes
from scorer.engine.hand import WAY_BITS
from scorer.errors import HandError, Problem
from scorer.game.entry_fields import ENTRY_KINDS
from scorer.learn.drills import drill_parts
from scorer.rules import BOOKS
from scorer.service.api.examples import (
    AMERICAN,
    CARD,
    COMPARE,
    DISCARDS,
    EXPLAIN,
    GRADE,
    HANDS,
    MCR,
    NEAREST,
    SCORE,
    SETTLE,
    WAITS,
    WHAT_IF,
)
from scorer.service.games.shapes import game_shapes
from scorer.types import Seat, Way
from scorer.types.records import (
    Record,
    fields_added_by,
    read_record,
    record_with_added,
    request_record,
)
from scorer.types.records.added import with_events_of
from scorer.types.requests import Ruled
from scorer.types.terms import SEATS
from tests import club_faan
from tests import plain as scorer
from tests.test_cases import document, every_case

Json = dict[str, Any]

LATER = {"han", "fu", "faan", "tai"}
"""Of rulesets to come; the contract has them."""


def sent(answer: Any) -> Any:
    """The answer as it goes over the wire."""
    return json.loads(json.dumps(answer))


WITH_CHIPS: Any = {
    "ruleset": "riichi",
    "options": {"chips": "end"},
    "hand": {"concealed": "234b 234c 678d 456c 55d", "winning_tile": "5d"},
    "win": {"by": "self_draw", "with": ["riichi", "ippatsu"]},
    "seat": "E",
    "prevailing": "E",
}


@cache
def scored() -> list[tuple[str, Any]]:
    """The answers to the cases of tests/cases, each with the name of its shape."""
    found = []
    for parameter in every_case():
        kind, case = parameter.values
        if kind == "tiles" or "error" in case["expect"]:
            continue
        name = "Settlement" if "players" in case else "Waits" if kind == "waits" else "Score"
        ask = {"Settlement": scorer.settle, "Waits": scorer.waits, "Score": scorer.score}[name]
        found.append((name, sent(ask(document(case)))))
    return found


def others(client: FlaskClient) -> list[tuple[str, Any]]:
    """Answers of other kinds, and all that only HTTP tells."""
    wrong = {**SCORE, "ruleset": "riichy"}
    return [
        ("Score", sent(scorer.score(WITH_CHIPS))),
        ("NearestHands", scorer.nearest(NEAREST)),
        (
            "NearestHands",
            scorer.nearest({"ruleset": "mcr", "hand": {"concealed": "123b 456c 789d 99d EE"}}),
        ),
        ("Explanation", scorer.explain(EXPLAIN)),
        ("Explanation", scorer.explain({**EXPLAIN, "rule": "final-tile"})),
        ("WhatIf", scorer.what_if(WHAT_IF)),
        ("Exercise", scorer.problem({"ruleset": "british", "level": 3, "seed": 42})),
        ("Exercise", scorer.problem({"ruleset": "american", "level": 6, "seed": 42})),
        *(
            ("Drill", scorer.drill({"ruleset": id, "part": part, "seed": 3}))
            for id, book in BOOKS.items()
            for part in drill_parts(book)
        ),
        ("WhatIf", scorer.what_if(DISCARDS)),
        ("Steps", scorer.steps(SCORE)),
        ("Grade", scorer.grade(GRADE)),
        ("Comparison", scorer.compare({**COMPARE, "rulesets": ["classical", "nothing"]})),
        ("Comparison", client.post("/api/v1/compare", json=COMPARE).json),
        ("Card", scorer.check_card(CARD)),
        ("Card", scorer.check_card({"card": "practice"})),
        ("Card", scorer.check_card({"card": "[Consecutive Run]\n11 2222 33 4444 55 X 25"})),
        ("CheckedHands", scorer.check_hands(HANDS)),
        ("CheckedHands", scorer.check_hands({**HANDS, "special_hands": "Snake: 123"})),
        *(("Ruleset", each) for each in scorer.rulesets()),
        *(("Ruleset", client.get(f"/api/v1/rulesets/{id}").json) for id in BOOKS),
        ("Score", client.post("/api/v1/score", json=SCORE).json),
        ("Score", scorer.score({**MCR, "hand": {**MCR["hand"], "winning_tile": "?"}})),
        ("Settlement", client.post("/api/v1/settle", json=SETTLE).json),
        ("Waits", client.post("/api/v1/waits", json=WAITS).json),
        ("Problem", client.post("/api/v1/score", json=wrong).json),
        ("Health", client.get("/healthz").json),
    ]


def strict(known: Json) -> Json:
    """The shapes, with nothing allowed in them that they do not name."""
    return {
        name: {"additionalProperties": False, **shape} if "properties" in shape else shape
        for name, shape in known.items()
    }


@cache
def validator(name: str) -> Any:
    schema = {
        "$ref": REFERENCE_PREFIX + name,
        "components": {"schemas": strict(shapes_by_ruleset())},
    }
    return jsonschema_rs.Draft202012Validator(schema)


def may_be(known: Json, shape: Json, value: Any) -> bool:
    """Whether the value has no field that this shape, one of several, does not name."""
    named = known[shape["$ref"].removeprefix(REFERENCE_PREFIX)] if "$ref" in shape else shape
    if not isinstance(value, dict) or "properties" not in named:
        return True
    return set(value) <= set(named["properties"])


def seen(known: Json, shape: Json, value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The fields of the shapes that this value has, each with the name of its shape."""
    if "$ref" in shape:
        name = shape["$ref"].removeprefix(REFERENCE_PREFIX)
        yield from seen(known, known[name], value, name)
    elif "anyOf" in shape and value is not None:
        for one in shape["anyOf"]:
            if one != {"type": "null"} and may_be(known, one, value):
                yield from seen(known, one, value, name)
    elif isinstance(value, list):
        for one in value:
            yield from seen(known, shape["items"], one)
    elif isinstance(value, dict) and isinstance(shape.get("additionalProperties"), dict):
        for one in value.values():
            yield from seen(known, shape["additionalProperties"], one)
    elif isinstance(value, dict) and "properties" in shape:
        for key, inner in value.items():
            yield name, key
            # Numbers of the game are under the names that their ruleset has.
            yield from seen(known, shape["properties"].get(key, {}), inner)


@pytest.mark.slow
def test_every_answer_of_the_cases_is_as_it_is_described_under_its_ruleset() -> None:
    assert len(scored()) > 1000
    for name, answer in scored():
        faults = [str(error) for error in validator(name).iter_errors(answer)]
        assert faults == [], answer["ruleset"]


@pytest.mark.slow
def test_the_other_answers_are_as_they_are_described(client: FlaskClient) -> None:
    for name, answer in others(client):
        assert [str(error) for error in validator(name).iter_errors(sent(answer))] == []


def test_an_answer_with_a_misspelt_field_or_another_rulesets_tally_is_not_as_described() -> None:
    answer = sent(scorer.score(SCORE))
    assert validator("Score").is_valid(answer)
    assert not validator("Score").is_valid({**answer, "totla": 1})
    assert not validator("Score").is_valid({**answer, "tally": {"fan": 8, "flowers": 0}})
    assert not validator("Score").is_valid({**answer, "ruleset": "mcr"})
    assert not validator("Score").is_valid({**answer, "options": {**answer["options"], "limt": 1}})


@pytest.mark.slow
def test_every_described_field_of_an_answer_is_sent_by_some_answer(client: FlaskClient) -> None:
    known = shapes()
    books = (club_faan.book, BOOKS["riichi"])
    counting = [("Ruleset", sent(book.as_document())) for book in books]
    found = {
        told
        for name, answer in [*scored(), *others(client), *counting]
        for told in seen(known, {"$ref": REFERENCE_PREFIX + name}, answer)
    }
    batches = {
        "BatchAnswers",
        "BatchScore",
        "ScoreSummary",
        "LineProblem",
    }  # tests/service/test_batch.py
    described = {
        (name, field)
        for name, shape in known.items()
        if shape.get("additionalProperties") is not False and name not in batches
        for field in shape.get("properties", ())
        if field not in LATER
    }
    assert described - found == set()


def test_the_closed_lists_are_those_of_the_engine() -> None:
    assert get_args(Seat) == SEATS
    assert get_args(Way) == tuple(WAY_BITS)


def nodes(value: Any) -> Iterator[Json]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from nodes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from nodes(inner)


def test_each_closed_list_stands_once_and_has_a_name() -> None:
    made = shapes_by_ruleset()
    lists: dict[str, list[str]] = {}
    for name, shape in made.items():
        for node in nodes({key: value for key, value in shape.items() if key != "x-default"}):
            if isinstance(node.get("enum"), list):
                assert None not in node["enum"], name
                if not name.endswith(("Options", "OptionsInForce")):
                    lists.setdefault(json.dumps(node["enum"]), []).append(name)
    assert {text: names for text, names in lists.items() if len(names) > 1} == {}
    assert lists['["E", "S", "W", "N"]'] == ["Seat"]


def test_every_field_says_what_it_is() -> None:
    for name, shape in shapes_by_ruleset().items():
        assert shape["description"], name
        seats = {*shape.get("properties", ())} == {*SEATS}
        if not seats and name != "Tally":
            for field, one in shape.get("properties", {}).items():
                assert one.get("description"), (name, field)


@pytest.mark.parametrize("id", BOOKS)
def test_the_options_of_a_ruleset_are_described_as_its_book_declares_them(id: str) -> None:
    name = "".join(word.capitalize() for word in id.split("_"))
    asked = shapes_by_ruleset()[f"{name}Options"]
    assert asked["additionalProperties"] is False
    assert list(asked["properties"]) == list(BOOKS[id].options)
    candidates = [None, True, False, 0, 1, 3, 8, 10, 999, 10**9, "east", "practice", "no such"]
    for name, option in BOOKS[id].options.items():
        shape = asked["properties"][name]
        assert "default" not in shape
        assert shape["x-default"] == option.default
        takes = jsonschema_rs.Draft202012Validator(shape)
        for value in [*candidates, *(option.choices or ())]:
            assert takes.is_valid(value) == option.accepts(value), (name, value)


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("ScoreRequest", SCORE, True),
        ("ScoreRequest", {**SCORE, "ruleset": "mcr"}, False),  # the limit is an option of another
        ("ScoreRequest", {**SCORE, "ruleset": "mcr", "options": {"minimum": 6}}, True),
        ("ScoreRequest", {**SCORE, "options": {"limit": 1000, "wall": "dead_wall"}}, True),
        ("ScoreRequest", {**SCORE, "options": {"limit": "1000"}}, False),
        ("ScoreRequest", {**SCORE, "options": {"limit": 2001}}, False),
        ("ScoreRequest", {**SCORE, "preset": "bmja"}, False),
        ("ScoreRequest", {**SCORE, "ruleset": "british", "options": {}, "preset": "bmja"}, True),
        ("ScoreRequest", {**SCORE, "win": {"by": "discard", "with": ["last_of_kind"]}}, False),
        ("ScoreRequest", {**AMERICAN, "win": {"by": "robbed_kong"}}, False),
        ("SettleRequest", {**SETTLE, "events": [{"event": "long_hand", "by": "N"}]}, True),
        ("SettleRequest", {**SETTLE, "events": [{"event": "minor_foul", "by": "N"}]}, False),
        (
            "SettleRequest",
            {**SETTLE, "events": [{"event": "long_hand", "by": "N", "valid": True}]},
            False,
        ),
        ("NearestRequest", {**NEAREST, "ruleset": "classical"}, True),
    ],
)
def test_a_request_is_described_under_its_ruleset(name: str, value: Any, right: bool) -> None:
    assert validator(name).is_valid(value) is right


def checked_fields(schema: Schema, pointer: str = "") -> Iterator[str]:
    """The pointers of all fields that the check of a request accepts; those of lists without
    numbers."""
    for name, field in schema.fields.items():
        yield f"{pointer}/{name}"
        inner = field.inner if isinstance(field, BoundedListField) else field
        if isinstance(inner, NestedField):
            yield from checked_fields(inner.schema, f"{pointer}/{name}")


def described_fields(known: Json, shape: Json, pointer: str = "") -> Iterator[str]:
    """The pointers of all fields that a shape has where other fields are errors."""
    if "$ref" in shape:
        yield from described_fields(
            known, known[shape["$ref"].removeprefix(REFERENCE_PREFIX)], pointer
        )
    for either in shape.get("anyOf", ()):
        yield from described_fields(known, either, pointer)
    if "items" in shape:
        yield from described_fields(known, shape["items"], pointer)
    if shape.get("additionalProperties") is False:
        for name, inner in shape["properties"].items():
            yield f"{pointer}/{name}"
            yield from described_fields(known, inner, f"{pointer}/{name}")


def checked_record(kind: str, id: str) -> Record:
    """Return the record by which a request of this ruleset is checked."""
    every = fields_added_by(*BOOKS.values())
    return record_with_added(kind, with_events_of(BOOKS[id].fields, every))


def fields_of_no_event(id: str) -> set[str]:
    """Return the fields of events that the engine refuses under this ruleset, as none of its events
    has them. A ruleset without events is described with those of all."""
    if not BOOKS[id].events:
        return set()
    general = {
        member.name for member in checked_record("settle", id).member("events").inner.members
    }
    known = {field.name for event in BOOKS[id].events.values() for field in event.fields}
    return {f"/events/{name}" for name in general - known - {"event", "by"}}


RULED = ("score", "settle", "waits", "nearest", "hands")
OF_DOCUMENTS = {"explain": "document", "what_if": "document", "batch": "documents"}
OF_NO_SHAPE = {"/rulesets/ruleset", "/rulesets/preset", "/rulesets/options"}
"""Of a ruleset to compare, which one field of the check reads whole."""


@pytest.mark.by_day(3, "id")
@pytest.mark.slow
@pytest.mark.parametrize("id", BOOKS)
@pytest.mark.parametrize("kind", RULED)
def test_a_request_is_described_with_the_fields_that_its_check_accepts(kind: str, id: str) -> None:
    known = shapes_by_ruleset()
    record = checked_record(kind, id)
    own = known[record.name]["discriminator"]["mapping"][id]
    accepted = {*checked_fields(schema_of(record)())}
    described = {
        pointer
        for pointer in described_fields(known, {"$ref": own})
        if not pointer.startswith("/options/")
    }
    assert described == accepted - fields_of_no_event(id)


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", [kind for kind in (*DOCUMENT_REQUESTS, "game", *ENTRY_KINDS) if kind not in RULED]
)
def test_a_request_of_no_one_ruleset_is_described_with_the_fields_that_its_check_accepts(
    kind: str,
) -> None:
    documents = shapes_by_ruleset()
    known = documents | game_shapes(documents)
    record = request_record(kind, *BOOKS.values())
    within = f"/{OF_DOCUMENTS.get(kind)}/"  # there a hand is described under its own ruleset
    name = "NewGame" if kind == "game" else record.name
    accepted = {
        pointer for pointer in checked_fields(schema_of(record)()) if not pointer.startswith(within)
    }
    described = {*described_fields(known, known[name])} - OF_NO_SHAPE
    if kind in ENTRY_KINDS:  # what a game's hand has, the next test tells
        described = {pointer for pointer in described if not pointer.startswith("/document/")}
    assert described == accepted


VALUE_BY_KIND: Json = {
    **{"boolean": True, "integer": 0, "list": [], "options": {}, "seat": "S", "seats": {}},
    **{"text": "american", "tiles": ""},
}


def fields_of_a_game(id: str) -> tuple[set[str], set[str]]:
    """The fields that a table to settle has in any ruleset, and a bet: those that an entry of a
    game of this ruleset takes, of five players where it can be, and those that it refuses."""
    book = BOOKS[id]
    players = max(book.table.players) + (book.table.fifth is not None)
    game = games.begin({"ruleset": id, "players": [*"ABCDE"[:players]]}, at="")
    members = {member.name: member for member in request_record("settle", *BOOKS.values()).members}
    values = {
        name: member.choices[0] if member.choices else VALUE_BY_KIND[member.kind]
        for name, member in members.items()
    }
    taken: set[str] = set()
    refused: set[str] = set()
    for name, value in {**values, "bet": "S"}.items():
        problems: tuple[Problem, ...] = ()
        try:
            games.append_entry(game, {"kind": "hand", "document": {name: value}}, at="")
        except HandError as error:
            problems = error.problems
        of_field = any(problem.pointer == f"/document/{name}" for problem in problems)
        (refused if of_field else taken).add(name)
    return taken, refused


@pytest.mark.parametrize("id", BOOKS)
def test_a_hand_of_a_game_is_described_with_the_fields_that_its_entry_takes(id: str) -> None:
    documents = shapes_by_ruleset()
    known = documents | game_shapes(documents)
    own, settle = known[f"{id.capitalize()}GameTable"], known[f"{id.capitalize()}SettleRequest"]
    taken, refused = fields_of_a_game(id)
    assert own["properties"].keys() == taken
    assert {"ruleset", "holdings", "penalties", "fouls", *BOOKS[id].counters} <= refused
    assert ("bet" in taken) == (id == "american")
    shared = own["properties"].keys() - {"bet"}
    assert {name: settle["properties"][name] for name in shared} == {
        name: own["properties"][name] for name in shared
    }


def test_a_hand_of_a_game_of_any_ruleset_has_what_every_ruleset_has_and_a_bet() -> None:
    documents = shapes()
    table = game_shapes(documents)["GameTable"]["properties"]
    assert table.keys() == {"players", "events", "bet"}
    assert table["bet"]["anyOf"] == [{"$ref": f"{REFERENCE_PREFIX}Seat"}, {"type": "null"}]


def test_a_new_game_names_its_rules_as_every_request_does() -> None:
    game, rules = request_record("game"), read_record(Ruled)
    assert [game.member(member.name) for member in rules.members] == [*rules.members]
    assert [member.name for member in game.members] == [
        *("title", "ruleset", "preset", "options", "players", "start")
    ]


@pytest.mark.parametrize("kind", ENTRY_KINDS)
def test_an_entry_is_described_with_its_kind_and_the_version_that_its_writer_saw(kind: str) -> None:
    record = request_record(kind, *BOOKS.values())
    shape = game_shapes(shapes())[record.name]
    assert shape["properties"]["kind"]["const"] == kind
    after = record.member("after")
    assert shape["properties"]["after"] == {
        "description": after.meaning,
        "type": "integer",
        "minimum": after.note.least,
        "maximum": after.note.most,
    }
    assert {"kind", "after"} <= {*shape["required"]}


def test_a_hand_to_compare_may_have_the_fields_of_any_ruleset() -> None:
    told = {
        **COMPARE,
        "hand": {**COMPARE["hand"], "dora_indicators": "1b"},
        "win": {"by": "discard", "from": "S", "liable": None},
        "honba": 2,
    }
    assert scorer.compare(told)["answers"]
    assert validator("CompareRequest").is_valid(told)
    assert not validator("CompareRequest").is_valid({**told, "honba": 100})
    assert not validator("CompareRequest").is_valid({**told, "ruleset": "riichi"})


@pytest.mark.parametrize("name", ["ScoreRequest", "SettleRequest", "WaitsRequest", "Score"])
def test_the_ruleset_tells_which_of_the_shapes_a_document_has(name: str) -> None:
    made = shapes_by_ruleset()
    signs = made[name]["discriminator"]
    assert signs["propertyName"] == "ruleset"
    assert list(signs["mapping"]) == list(BOOKS)
    assert [one["$ref"] for one in made[name]["oneOf"]] == list(signs["mapping"].values())
    for id, path in signs["mapping"].items():
        shape = made[path.removeprefix(REFERENCE_PREFIX)]
        assert shape["properties"]["ruleset"]["const"] == id
