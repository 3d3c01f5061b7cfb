"""The types of the documents, as a user's type checker sees them, and as the schemas have them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from marshmallow import Schema, fields
from mypy import api

from scorer import types
from scorer.documents import schemas
from scorer.documents.fields import Choice, Flag, Identifier, Many, Named, Part, Text, Tiles, Whole

GOOD = """
    import json

    import scorer
    from scorer.types import CardRequest, Score, ScoreRequest, SettleRequest, TallyKey, WaitsRequest

    hand: ScoreRequest = {
        "ruleset": "classical",
        "options": {"limit": 1000, "wall": "dead_wall", "no_debt": False},
        "hand": {
            "concealed": ["123b", "55d"],
            "melds": [{"tiles": "EEE"}, {"tiles": "7777c", "concealed": True}, {"tiles": "234d"}],
            "winning_tile": "5d",
        },
        "win": {"by": "discard", "from": "S", "with": ["last_discard"]},
        "seat": "E",
        "prevailing": "E",
    }
    table: SettleRequest = {
        "ruleset": "mcr",
        "prevailing": "E",
        "players": {"E": {}, "S": {"points": 22, "win": {"by": "self_draw"}}, "W": {}, "N": {}},
        "events": [{"event": "minor_foul", "by": "N", "number": 2}],
    }
    thirteen: WaitsRequest = {
        "ruleset": "classical",
        "hand": {"concealed": "23b 55d EEE 777c 234d"},
        "seat": "E",
        "prevailing": "E",
    }


    def of_kind(score: Score, key: TallyKey) -> int:
        return score["tally"].get(key, 0)


    def told() -> str:
        try:
            score = scorer.score(hand)
        except scorer.HandError as error:
            return ", ".join(one["pointer"] for one in error.errors if one["code"] == "bad_tile")
        doubles = sum(line["amount"] for line in score["lines"] if line["kind"] == "double")
        east: int = score["net"]["E"]
        paid = [payment["from"] for payment in scorer.settle(table)["payments"]]
        waits = scorer.waits(thirteen)["waits"]
        drawn = [wait["tile"] for wait in waits if wait["self_draw"] is not None]
        names = [ruleset["name"] for ruleset in scorer.rulesets()]
        words = [one["words"] for one in scorer.check_card({"card": "practice"})["hands"]]
        read = scorer.score(json.loads(json.dumps(hand)))
        assert names and words and read == score
        return f"{of_kind(score, 'points')} × 2^{doubles}, {east}, {paid}, {drawn}"
"""

WRONG = {
    'scorer.score(hand)["totla"]': 'TypedDict "Score" has no key "totla"',
    'scorer.score(hand)["lines"][0]["kind"] == "duoble"': "Non-overlapping equality check",
    'scorer.score(hand)["net"]["X"]': "Invalid index type",
    'scorer.score(hand)["tally"]["fans"]': "Invalid index type",
    'scorer.score(hand)["arrangement"][0]["kind"] == "pong"': "Non-overlapping equality check",
    'scorer.settle(table)["next"]["seats"] == "pas"': "Non-overlapping equality check",
    'scorer.settle(table)["payments"][0]["form"]': 'has no key "form"',
    'scorer.waits(thirteen)["waits"][0]["self_draw"]["total"]': "is not indexable",
    'scorer.nearest(hand)["hand"]': 'TypedDict "Nearest" has no key "hand"',
    'scorer.ruleset("mcr")["rule"]': 'TypedDict "Ruleset" has no key "rule"',
    'scorer.HandError().errors[0]["code"] == "bad_tiel"': "Non-overlapping equality check",
    'asked: ScoreRequest = {**hand, "seat": "X"}': "expression has type \"Literal['X']\"",
    'asked: ScoreRequest = {"rulset": "mcr", "hand": {"concealed": ""}}': 'key "rulset"',
    'asked: ScoreRequest = {"ruleset": "mcr", "hand": {"conceald": ""}}': '"conceald"',
    'asked: ScoreRequest = {**hand, "win": {"by": "discrad"}}': 'TypedDict item "win"',
    'asked: SettleRequest = {**table, "players": {"Q": {}}}': "Dict entry 0 has incompatible type",
    'asked: SettleRequest = {**table, "events": [{"event": "dead_hand"}]}': 'Missing key "by"',
    'asked: CardRequest = {"crad": "practice"}': '"crad"',
}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What mypy --strict says of the good program and of each wrong line."""
    folder = tmp_path_factory.mktemp("users")
    head = dedent(GOOD[: GOOD.index("def of_kind")])
    programs = {"good": dedent(GOOD)}
    programs |= {f"wrong{n}": f"{head}\n{line}\n" for n, line in enumerate(WRONG)}
    for name, text in programs.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    options = ["--strict", "--no-error-summary", "--hide-error-context", "--config-file="]
    out, errors, _ = api.run([*options, f"--cache-dir={folder / 'cache'}", str(folder)])
    assert errors == ""
    said: dict[str, list[str]] = {name: [] for name in programs}
    for line in out.splitlines():
        found = re.match(r".*?(\w+)\.py:\d+: error: (.*)", line)
        if found:
            said[found[1]].append(found[2])
    return said


def test_a_program_that_reads_its_answers_rightly_has_no_type_error(
    complaints: dict[str, list[str]],
) -> None:
    assert complaints["good"] == []


@pytest.mark.parametrize("line", WRONG)
def test_a_misspelt_key_kind_or_seat_is_a_type_error(
    complaints: dict[str, list[str]], line: str
) -> None:
    said = complaints[f"wrong{[*WRONG].index(line)}"]
    assert any(WRONG[line] in one for one in said), said


def test_that_program_runs_and_says_what_the_hand_is_worth() -> None:
    made: dict[str, Any] = {}
    exec(dedent(GOOD), made)
    # Mah-jong 10, the kong 16, the pung 4, only possible 2, the eye 2; own and prevailing wind and
    # the last discard double. East is paid double by each of three.
    assert made["told"]() == "34 × 2^3, 1632, ['W', 'N', 'E'], ['1b', '4b']"


REQUESTS = ["ScoreRequest", "SettleRequest", "WaitsRequest", "NearestRequest", "CardRequest"]
REQUESTS += ["BatchRequest", "BatchDocument"]


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_has_the_fields_in_its_type_that_its_schema_checks(name: str) -> None:
    check(getattr(types, name), getattr(schemas, name)())


def check(kind: Any, schema: Schema) -> None:
    """That a typed dictionary and a schema have the same fields, needed and of the same kind."""
    if get_origin(kind) is dict:
        seat, inner = get_args(kind)
        assert get_args(seat) == tuple(schema.fields)
        for one in schema.fields.values():
            alike(inner, one)
        return
    assert is_typeddict(kind), kind
    hints = get_type_hints(kind)
    assert hints.keys() == schema.fields.keys(), kind
    needed = {field for field, told in schema.fields.items() if told.required}
    assert kind.__required_keys__ == needed, kind
    for field, hint in hints.items():
        nullable = NoneType in get_args(hint)
        assert nullable == bool(schema.fields[field].allow_none), (kind, field)
        alike(without_none(hint), schema.fields[field])


def without_none(hint: Any) -> Any:
    kinds = [one for one in get_args(hint) if one is not NoneType]
    if NoneType not in get_args(hint):
        return hint
    whole = kinds[0]
    for one in kinds[1:]:
        whole = whole | one
    return whole


def alike(hint: Any, field: fields.Field[Any]) -> None:
    if isinstance(field, Part):
        check(hint, field.schema)
    elif isinstance(field, Many):
        assert get_origin(hint) is list
        alike(get_args(hint)[0], field.inner)
    elif isinstance(field, Choice):
        assert get_origin(hint) is Literal
        assert [*get_args(hint)] == field.shape["enum"]
    else:
        assert hint == KINDS[type(field)]


KINDS: Mapping[type, Any] = {
    Text: str,
    Whole: int,
    Flag: bool,
    Tiles: types.Tiles,
    Identifier: str | int,
    Named: dict[str, types.Value],
}


def test_every_type_is_public_under_one_name() -> None:
    for name in types.__all__:
        assert getattr(types, name) is not None
    folder = Path(types.__file__).parent
    written = "".join(path.read_text(encoding="utf-8") for path in folder.glob("re*.py"))
    declared = set(re.findall(r"^class ([A-Z]\w+)\(", written, re.MULTILINE))
    assert declared <= set(types.__all__)
