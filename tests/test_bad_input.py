"""Whatever comes in, an answer or a list of problems goes out, each with pointer, code, advice."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rules import BOOKS
from scorer.service.api.examples import SCORE
from scorer.types import Code
from tests import plain as scorer
from tests.drawn import Json, hands, seeds, tables, waiting
from tests.nightly import many

CODES = set(get_args(Code))
Ask = Callable[[Any], Json]
GONE = object()

HAND: Json = {**SCORE, "win": {"by": "discard", "from": "S"}}
CLOSED = {"concealed": "123b 55d EEE 777c 234d", "winning_tile": "5d"}
TABLE: Json = {
    "ruleset": "classical",
    "prevailing": "E",
    "players": {
        "E": {"hand": HAND["hand"], "win": HAND["win"]},
        "S": {"points": 8},
        "W": {"points": 16},
        "N": {"points": 0},
    },
}
WAITING: Json = {
    "ruleset": "classical",
    "hand": {"concealed": "123b 55d EE 777c 234d"},
    "seat": "S",
    "prevailing": "E",
}


def changed(document: Json, changes: dict[str, Any]) -> Json:
    """The document with other values at these pointers; GONE takes a field out."""
    other = copy.deepcopy(document)
    for pointer, value in changes.items():
        *path, last = pointer.strip("/").split("/")
        place: Any = other
        for step in path:
            place = place[int(step) if isinstance(place, list) else step]
        if value is GONE:
            del place[last]
        else:
            place[int(last) if isinstance(place, list) else last] = value
    return other


def problems(ask: Ask, document: object) -> list[tuple[str, str]]:
    with pytest.raises(scorer.HandError) as caught:
        ask(document)
    check_errors(caught.value)
    return [(error["code"], error["pointer"]) for error in caught.value.errors]


def check_errors(error: scorer.HandError) -> None:
    assert error.errors
    for problem in error.errors:
        assert set(problem) == {"pointer", "code", "detail"}
        assert all(type(text) is str for text in problem.values())
        assert problem["code"] in CODES
        assert problem["pointer"] == "" or problem["pointer"].startswith("/")
        assert problem["detail"]
    json.dumps(error.errors)
    assert str(error)


def told_with(*names: str, by: str = "self_draw") -> Json:
    return {"/win": {"by": by, "with": list(names)}}


REFUSED: list[tuple[str, str, Json]] = [
    ("fifth_copy", "/hand/concealed", {"/hand/concealed": "EE 12b"}),
    ("fifth_copy", "/hand/melds", {"/hand/melds/0/tiles": "777c", "/hand/concealed": "123b 55d"}),
    ("fifth_copy", "/hand/bonus", {"/hand/bonus": "F1 F1"}),
    ("wrong_count", "/hand/concealed", {"/hand/concealed": "123b 5d 9d 9d"}),
    ("wrong_count", "/hand/concealed", {"/hand/concealed": "5d"}),
    ("wrong_count", "/hand/concealed", {"/hand/concealed": ""}),
    ("wrong_count", "/hand/concealed", {"/hand/concealed": []}),
    (
        "wrong_count",
        "/hand/melds",
        {"/hand/melds": [{"tiles": f"{n}{n}{n}b"} for n in range(1, 6)]},
    ),
    (
        "wrong_count",
        "/hand/concealed",
        {"/win": GONE, "/hand/winning_tile": GONE},
    ),
    ("bad_meld", "/hand/melds/1", {"/hand/melds/1/tiles": "12b E"}),
    ("bad_meld", "/hand/melds/2", {"/hand/melds/2/tiles": "135d"}),
    ("bad_meld", "/hand/melds/0", {"/hand/melds/0/tiles": ""}),
    ("bad_meld", "/hand/melds/0", {"/hand/melds/0/from_concealed_pung": True}),
    ("bad_meld", "/hand/melds/1", {"/hand/melds/1/from_concealed_pung": True}),
    ("winning_tile_missing", "/hand/winning_tile", {"/hand/winning_tile": "9d"}),
    ("not_winning", "/hand", {"/hand/concealed": "124b 55d"}),
    ("too_many_chows", "/hand", {"/ruleset": "british"}),
    ("unknown_ruleset", "/ruleset", {"/ruleset": "riichy"}),
    ("required", "/ruleset", {"/ruleset": GONE}),
    ("required", "/ruleset", {"/ruleset": None}),
    ("unknown_preset", "/preset", {"/preset": "bmja"}),
    ("unknown_preset", "/preset", {"/ruleset": "british", "/preset": "BMJA"}),
    ("unknown_option", "/options/limits", {"/options": {"limits": 1000}}),
    ("unknown_option", "/options/a~1b~0c", {"/options": {"a/b~c": 1}}),
    ("bad_option", "/options/limit", {"/options": {"limit": 499}}),
    ("bad_option", "/options/limit", {"/options": {"limit": 2001}}),
    ("bad_option", "/options/limit", {"/options": {"limit": True}}),
    ("bad_option", "/options/limit", {"/options": {"limit": "1000"}}),
    ("bad_option", "/options/limit", {"/options": {"limit": None}}),
    ("bad_option", "/options/no_debt", {"/options": {"no_debt": 1}}),
    ("bad_option", "/options/wall", {"/options": {"wall": "great"}}),
    ("bad_option", "/options/mahjong_points", {"/options": {"mahjong_points": 15}}),
    ("bad_option", "/options/limit", {"/options": {"limit": 1000.0}}),
    ("bad_option", "/options/limit", {"/options": {"limit": [1000]}}),
    ("bad_value", "/options", {"/options": [1000]}),
    ("required", "/hand", {"/hand": GONE}),
    ("required", "/hand/concealed", {"/hand/concealed": GONE}),
    ("required", "/hand/concealed", {"/hand/concealed": None}),
    ("required", "/hand/melds/1/tiles", {"/hand/melds/1/tiles": GONE}),
    ("required", "/hand/winning_tile", {"/hand/winning_tile": GONE}),
    ("required", "/hand/winning_tile", {"/hand/winning_tile": ""}),
    ("required", "/win/by", {"/win/by": GONE}),
    ("required", "/seat", {"/seat": GONE}),
    ("required", "/seat", {"/seat": None}),
    ("required", "/prevailing", {"/prevailing": GONE}),
    ("bad_value", "/seat", {"/seat": "X"}),
    ("bad_value", "/seat", {"/seat": 0}),
    ("bad_value", "/seat", {"/seats": ["E", "W", "N"], "/seat": "S"}),
    ("bad_value", "/seats", {"/seats": ["E", "E", "S", "W"]}),
    ("bad_value", "/seats", {"/seats": ["E", "S"]}),
    ("bad_value", "/seats", {"/seats": ["S", "W", "N"]}),
    ("bad_value", "/seats", {"/seats": ["E", "S", "W", "N", "E"]}),
    ("bad_value", "/win/from", {"/seats": ["E", "W", "N"]}),
    ("bad_value", "/win/by", {"/win/by": "luck"}),
    ("bad_value", "/win/with/0", told_with("sunshine")),
    ("bad_value", "/win/with/1", told_with("last_tile_draw", "joker_exchange")),
    ("bad_value", "/win/with", {"/win/with": "last_discard"}),
    ("bad_value", "/hand/conceled", {"/hand/conceled": "1b"}),
    ("bad_value", "/wind", {"/wind": "E"}),
    ("bad_value", "/hand", {"/hand": "123b"}),
    ("bad_value", "/hand/melds", {"/hand/melds": "EEE"}),
    ("bad_value", "/hand/melds/0", {"/hand/melds/0": "EEE"}),
    ("bad_value", "/hand/melds/0/concealed", {"/hand/melds/0/concealed": 0}),
    ("bad_value", "/hand/concealed", {"/hand/concealed": 123}),
    ("bad_value", "/hand/concealed/1", {"/hand/concealed": ["1b", 2]}),
    ("bad_tile", "/hand/concealed", {"/hand/concealed": "123b 55"}),
    ("bad_tile", "/hand/concealed", {"/hand/concealed": "123b 55d X"}),
    ("bad_tile", "/hand/concealed", {"/hand/concealed": "123b 5d F1"}),
    ("bad_tile", "/hand/concealed", {"/hand/concealed": "123b 50d"}),
    ("bad_tile", "/hand/concealed", {"/hand/concealed": "123b 5d J"}),
    ("bad_tile", "/hand/melds/0", {"/hand/melds/0/tiles": "EEJ"}),
    ("bad_tile", "/hand/melds/0/tiles", {"/hand/melds/0/tiles": "EE?"}),
    ("bad_tile", "/hand/bonus", {"/hand/bonus": "F1 E"}),
    ("bad_tile", "/hand/bonus", {"/hand/bonus": "F"}),
    ("bad_tile", "/hand/winning_tile", {"/hand/winning_tile": "5d5d"}),
    ("bad_tile", "/hand/winning_tile", {"/hand/winning_tile": "S1"}),
    ("bad_tile", "/hand/winning_tile", {"/hand/winning_tile": "5"}),
    ("contradiction", "/hand/winning_tile", {"/win": GONE, "/hand/concealed": "123b 5d"}),
    ("contradiction", "/win/from", {"/win/from": "E"}),
    ("contradiction", "/win/from", {"/win/by": "self_draw"}),
    ("contradiction", "/win/by", {"/win/by": "robbed_kong"}),
    ("contradiction", "/win/with", told_with("last_discard")),
    ("contradiction", "/win/with", told_with("last_tile_draw", by="discard")),
    ("contradiction", "/win/with", told_with("kong_replacement", by="discard")),
    ("contradiction", "/win/with", told_with("flower_replacement", by="discard")),
    ("contradiction", "/win/with", told_with("kong_on_kong", by="discard")),
    ("contradiction", "/win/with", told_with("kong_on_kong")),
    ("contradiction", "/win/with", told_with("kong_replacement") | {"/hand": CLOSED}),
    ("contradiction", "/win/with", told_with("flower_replacement") | {"/hand": CLOSED}),
    ("contradiction", "/win/with", told_with("heavens_blessing")),
    (
        "contradiction",
        "/win/with",
        told_with("heavens_blessing") | {"/hand": CLOSED, "/seat": "S"},
    ),
    (
        "contradiction",
        "/win/with",
        told_with("heavens_blessing", by="discard") | {"/hand": CLOSED},
    ),
    (
        "contradiction",
        "/win/with",
        told_with("heavens_blessing", "last_tile_draw") | {"/hand": CLOSED},
    ),
    (
        "contradiction",
        "/win/with",
        told_with("heavens_blessing", "original_call") | {"/hand": CLOSED},
    ),
    ("contradiction", "/win/with", told_with("earths_blessing", by="discard") | {"/hand": CLOSED}),
    (
        "contradiction",
        "/win/with",
        told_with("earths_blessing", "last_discard", by="discard")
        | {"/hand": CLOSED, "/seat": "S"},
    ),
    (
        "contradiction",
        "/win/with",
        told_with("earths_blessing") | {"/hand": CLOSED, "/seat": "S"},
    ),
    ("contradiction", "/win/with", told_with("thirteenth_consecutive") | {"/seat": "N"}),
]


@pytest.mark.parametrize(("code", "pointer", "changes"), REFUSED)
def test_each_wrong_hand_is_refused_with_its_code_where_it_is_wrong(
    code: str, pointer: str, changes: Json
) -> None:
    assert (code, pointer) in problems(scorer.score, changed(HAND, changes))


GAME_CODES = {
    "game_over",
    "not_zero",
    "stale",
    "too_many_entries",
    "too_many_keys",
    "unknown_code",
    "unknown_entry",
    "unknown_player",
    "watching",
    "wrong_key",
    "class_closed",
    "unknown_pupil",
    "unknown_exercise",
    "too_many_pupils",
    "too_many_tries",
}


def test_every_published_code_is_shown_by_a_refused_hand() -> None:
    # Of no hand: a budget that is spent, a rule that is asked about (test_explain.py); and what
    # only a game can have (test_game.py).
    assert {code for code, _, _ in REFUSED} | {"too_many", "unknown_rule"} == CODES - GAME_CODES


@pytest.mark.parametrize(
    ("code", "pointer", "changes"),
    [
        ("unknown_ruleset", "/ruleset", {"/ruleset": "x"}),
        ("required", "/prevailing", {"/prevailing": GONE}),
        ("required", "/players", {"/players": GONE}),
        ("bad_value", "/players", {"/players": {}}),
        ("bad_value", "/players", {"/players/E": GONE, "/players/S/win": {"by": "self_draw"}}),
        ("bad_value", "/players/X", {"/players/X": {"points": 1}}),
        ("required", "/players/S/hand", {"/players/S": {}}),
        ("bad_value", "/players/S/points", {"/players/S/points": -1}),
        ("bad_value", "/players/S/points", {"/players/S/points": 10**400}),
        ("bad_value", "/players/S/points", {"/players/S/points": True}),
        ("bad_value", "/players/S/points", {"/players/S/points": 8.0}),
        ("contradiction", "/players/E/points", {"/players/E/points": 8}),
        ("contradiction", "/players/W/win", {"/players/W/win": {"by": "self_draw"}}),
        ("contradiction", "/players/E/win/from", {"/players/E/win/from": "E"}),
        ("fifth_copy", "/players/E/hand/concealed", {"/players/E/hand/concealed": "EE 12b"}),
        ("bad_value", "/players/E/win/with/0", {"/players/E/win/with": ["sunshine"]}),
        ("bad_value", "/players/E/win/from", {"/players/S": GONE}),
        ("bad_value", "/events/0/event", {"/events": [{"event": "tea_break", "by": "S"}]}),
        ("required", "/events/0/by", {"/events": [{"event": "long_hand"}]}),
        (
            "bad_value",
            "/events/0/shown",
            {"/events": [{"event": "long_hand", "by": "S", "shown": True}]},
        ),
        (
            "bad_value",
            "/events/0/by",
            {"/players/N": GONE, "/events": [{"event": "long_hand", "by": "N"}]},
        ),
        (
            "contradiction",
            "/events/0/to",
            {"/events": [{"event": "misnamed_discard", "by": "S", "to": "S"}]},
        ),
        ("contradiction", "/events/0/by", {"/events": [{"event": "long_hand", "by": "E"}]}),
        ("contradiction", "/events/0/by", {"/events": [{"event": "short_hand", "by": "E"}]}),
        (
            "contradiction",
            "/events/0/by",
            {"/events": [{"event": "letting_off_cannon", "by": "E"}]},
        ),
        ("contradiction", "/events", {"/events": [{"event": "false_mahjong", "by": "S"}]}),
        ("required", "/holdings/E", {"/options": {"no_debt": True}}),
        (
            "required",
            "/holdings/N",
            {"/options": {"no_debt": True}, "/holdings": {"E": 1, "S": 1, "W": 1}},
        ),
        ("bad_value", "/holdings/E", {"/options": {"no_debt": True}, "/holdings": {"E": -1}}),
        ("bad_value", "/deals_passed", {"/deals_passed": 4}),
        ("bad_value", "/deals_passed", {"/deals_passed": 3, "/players/N": GONE}),
        ("bad_value", "/east_run", {"/east_run": -1}),
        (
            "required",
            "/events/0/to",
            {
                "/ruleset": "british",
                "/players/E/hand": GONE,
                "/players/E/points": 30,
                "/events": [{"event": "misnamed_discard", "by": "S", "for_mahjong": False}],
            },
        ),
    ],
)
def test_each_wrong_table_is_refused_with_its_code_where_it_is_wrong(
    code: str, pointer: str, changes: Json
) -> None:
    assert (code, pointer) in problems(scorer.settle, changed(TABLE, changes))


@pytest.mark.parametrize(
    ("code", "pointer", "changes"),
    [
        ("bad_value", "/hand/winning_tile", {"/hand/winning_tile": "5d"}),
        ("wrong_count", "/hand/concealed", {"/hand/concealed": "123b 55d EEE 777c 234d"}),
        ("contradiction", "/win/with", {"/win": {"with": ["heavens_blessing"]}}),
        ("bad_value", "/win/with/0", {"/win": {"with": ["rain"]}}),
        ("bad_tile", "/hand/concealed", {"/hand/concealed": "123b 55d EE 777c 23d J"}),
        ("required", "/seat", {"/seat": GONE}),
    ],
)
def test_each_wrong_waiting_hand_is_refused_with_its_code_where_it_is_wrong(
    code: str, pointer: str, changes: Json
) -> None:
    assert (code, pointer) in problems(scorer.waits, changed(WAITING, changes))


def test_a_hand_that_waits_for_nothing_is_no_error() -> None:
    assert scorer.waits(changed(WAITING, {"/hand/concealed": "147b 147c 147d ESWN"}))["waits"] == []


def test_several_wrong_fields_are_reported_at_once() -> None:
    document = changed(
        HAND, {"/hand/concealed": "12x", "/hand/bonus": "Q", "/hand/melds/0/tiles": "E"}
    )
    found = problems(scorer.score, document)
    assert [pointer for _, pointer in found] == [
        "/hand/concealed",
        "/hand/bonus",
        "/hand/melds/0",
    ]


def test_a_misspelt_field_or_ruleset_is_answered_with_the_likely_one() -> None:
    for changes, advice in (
        ({"/hand/conceled": "1b"}, "did you mean “concealed”?"),
        ({"/ruleset": "clasical"}, "did you mean “classical”?"),
    ):
        with pytest.raises(scorer.HandError, match=advice.replace("?", r"\?")):
            scorer.score(changed(HAND, changes))


def test_null_for_an_optional_field_is_the_same_as_leaving_it_out() -> None:
    nulls = {"/preset": None, "/options": None, "/win/with": None, "/seats": None}
    assert scorer.score(changed(HAND, nulls)) == scorer.score(HAND)
    nulls = {"/events": None, "/holdings": None, "/deals_passed": None, "/players/S/hand": None}
    assert scorer.settle(changed(TABLE, nulls)) == scorer.settle(TABLE)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"honba": "1"}, "write 1 without quotes"),
        ({"options": {"minimum_han": "4"}}, "write 4 without quotes"),
        ({"options": {"ippatsu": "true"}}, "write true without quotes"),
        ({"options": {"ipatsu": True}}, "did you mean “ippatsu”?"),
        ({"preset": "tehnou"}, "did you mean “tenhou”?"),
        ({"hand": []}, 'as in {"concealed": …}'),
        ({"hand": {"concealed": "11b", "melds": "EEE"}}, "between [ and ]"),
    ],
)
def test_a_value_that_is_nearly_right_is_corrected(fields: Json, said: str) -> None:
    document = {"ruleset": "riichi", "hand": {"concealed": "11b"}, "win": {"by": "self_draw"}}
    with pytest.raises(scorer.HandError) as caught:
        scorer.score({**document, **fields})
    assert said in caught.value.problems[0].detail


@pytest.mark.parametrize("ruleset", ["", "Classical", "clasical", "\ud800", "x" * 10_000])
def test_a_ruleset_that_is_not_there_is_unknown(ruleset: str) -> None:
    assert problems(scorer.ruleset, ruleset) == [("unknown_ruleset", "/ruleset")]


# Anything at all

texts = st.text(st.characters(), max_size=20) | st.text(
    "\ud800\udfff\x00\n~/🀀0bcdESWN19", max_size=6
)
integers = st.integers() | st.sampled_from([10**30, -(10**400), 2**63])
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | integers | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
FIELDS = (
    *("ruleset", "preset", "options", "hand", "win", "seat", "prevailing", "seats", "players"),
    *("concealed", "melds", "tiles", "bonus", "winning_tile", "by", "from", "with", "events"),
    *(
        "event",
        "to",
        "no_choice",
        "points",
        "holdings",
        "E",
        "S",
        "limit",
        "_schema",
        "deals_passed",
    ),
)
likely = st.recursive(
    values | st.sampled_from(["classical", "british", "E", "5d", "123b", "discard", "self_draw"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=6)
    ),
    max_leaves=15,
)
ASKS = pytest.mark.parametrize("ask", [scorer.score, scorer.settle, scorer.waits])


def answer_or_problems(ask: Ask, document: object) -> None:
    try:
        answer = ask(document)
    except scorer.HandError as error:
        check_errors(error)
    else:
        json.dumps(answer)


@ASKS
@settings(max_examples=many(22, 150))
@given(values | likely)
def test_any_json_value_is_answered_or_refused(ask: Ask, document: object) -> None:
    answer_or_problems(ask, document)


@ASKS
@settings(max_examples=many(22, 150))
@given(st.dictionaries(st.sampled_from(FIELDS), likely, min_size=2), st.sampled_from(["classical"]))
def test_any_object_that_names_a_ruleset_is_answered_or_refused(
    ask: Ask, document: Json, ruleset: str
) -> None:
    hand = {"concealed": "123b 5d EEE 777c 234d"}
    needed = {"hand": hand, "seat": "E", "prevailing": "E", "players": TABLE["players"]}
    wanted = ["prevailing", "players"] if ask is scorer.settle else ["hand", "seat", "prevailing"]
    filled = {**{name: needed[name] for name in wanted}, **document, "ruleset": ruleset}
    answer_or_problems(ask, filled)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a document: a list or object, and the key of something in it."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    found = [(value, key) for key in keys]
    for key in keys:
        if isinstance(value[key], (dict, list)):
            found += places(value[key])
    return found


def mutate(rng: random.Random, document: Json, junk: list[Any]) -> Json:
    """The document with a few fields dropped, replaced, exchanged, doubled or added."""
    other = copy.deepcopy(document)
    for value in map(copy.deepcopy, junk):
        everywhere = places(other)
        if not everywhere:
            return other
        place, key = rng.choice(everywhere)
        elsewhere, other_key = rng.choice(everywhere)
        way = rng.randrange(7)
        if way == 0:
            del place[key]
        elif way == 1:
            place[key] = value
        elif way == 2:
            place[key] = copy.deepcopy(elsewhere[other_key])
        elif way == 3:
            place[key] = [place[key]]
        elif way == 4:
            place[key] = {"tiles": place[key]}
        elif way == 5 and isinstance(place, dict):
            place[rng.choice(FIELDS)] = value
        elif way == 6:
            text = str(place[key])[:30]
            at = rng.randrange(len(text) + 1)
            place[key] = (
                text[:at] + rng.choice(["E", "5d", "J", "F1", "9", "\ud800", ""]) + text[at:]
            )
    return other


EVERY = st.sampled_from(list(BOOKS))


@settings(max_examples=many(45, 300))
@given(EVERY.flatmap(hands), seeds, st.lists(values, min_size=1, max_size=3))
def test_a_valid_hand_with_something_changed_is_answered_or_refused(
    document: Json, seed: int, junk: list[Any]
) -> None:
    answer_or_problems(scorer.score, mutate(random.Random(seed), document, junk))


@settings(max_examples=many(22, 150))
@given(EVERY.flatmap(tables), seeds, st.lists(values, min_size=1, max_size=3))
def test_a_valid_table_with_something_changed_is_answered_or_refused(
    document: Json, seed: int, junk: list[Any]
) -> None:
    answer_or_problems(scorer.settle, mutate(random.Random(seed), document, junk))


@settings(max_examples=many(22, 150))
@given(EVERY.flatmap(waiting), seeds, st.lists(values, min_size=1, max_size=3))
def test_a_valid_waiting_hand_with_something_changed_is_answered_or_refused(
    document: Json, seed: int, junk: list[Any]
) -> None:
    answer_or_problems(scorer.waits, mutate(random.Random(seed), document, junk))


@pytest.mark.parametrize("field", ["hand", "options", "seat", "seats", "win", "ruleset", "wind"])
def test_a_number_of_more_digits_than_python_writes_is_refused(field: str) -> None:
    for value in (10**5000, [10**5000], {"limit": 10**5000}):
        assert problems(scorer.score, changed(HAND, {f"/{field}": value}))


def test_a_deeply_nested_document_is_refused() -> None:
    deep: Any = "E"
    for _ in range(5000):
        deep = [deep]
    for field in ("hand", "options", "win", "seats", "ruleset"):
        assert problems(scorer.score, changed(HAND, {f"/{field}": deep}))


@pytest.mark.parametrize(
    ("tiles", "length"),
    [
        ("1b" + " " * 498, 500),
        (["1b" + " " * 8] * 50, 500),
        ("1b" + " " * 499, 501),
        (["1b" + " " * 8] * 50 + [" "], 501),
        ([" " * 501, "1b"], 501),
    ],
    ids=["a text", "a list", "a text too long", "a list too long", "a text of a list too long"],
)
@pytest.mark.parametrize("field", ["concealed", "bonus"])
def test_at_most_five_hundred_characters_of_tiles_are_read(
    tiles: object, length: int, field: str
) -> None:
    hand = {"concealed": "1b", field: tiles}
    with pytest.raises(scorer.HandError) as caught:
        scorer.score({"ruleset": "classical", "hand": hand, "seat": "E", "prevailing": "E"})
    text = "; ".join(problem.detail for problem in caught.value.problems)
    too_long = f"write at most 500 characters of tiles; this text has {length}" in text
    assert too_long == (length > 500)
