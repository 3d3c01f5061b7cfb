"""The request schemas by themselves: what passes, and that the quick test agrees with them."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError

from scorer.documents.schemas.declared import schema_of
from scorer.documents.schemas.fields import quick_test_of
from scorer.documents.schemas.requests import load
from scorer.errors import HandError
from scorer.service.api.examples import CARD, NEAREST, SCORE, SETTLE, WAITS
from scorer.types import requests
from scorer.types.records import read_record

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(["E", "discard", "123b", "classical", "x" * 501]),
    st.lists(st.one_of(st.none(), st.text(max_size=2), st.integers()), max_size=3),
    st.dictionaries(st.text(max_size=2), st.one_of(st.none(), st.integers()), max_size=2),
)


def changed(document: dict[str, Any]) -> st.SearchStrategy[Any]:
    """The document with a value somewhere in it replaced, added or left out."""

    @st.composite
    def draw_one(draw: st.DrawFn) -> Any:
        whole = json.loads(json.dumps(document))
        for _ in range(draw(st.integers(0, 3))):
            here: Any = whole
            while True:
                keys = list(here) if isinstance(here, dict) else list(range(len(here)))
                deeper = [key for key in keys if isinstance(here[key], dict | list)]
                if not deeper or draw(st.booleans()):
                    break
                here = here[draw(st.sampled_from(deeper))]
            if isinstance(here, dict) and draw(st.booleans()):
                here[draw(st.sampled_from(["seats", "preset", "bonus", "odd", "by", "to"]))] = draw(
                    ODD
                )
            elif keys:
                key = draw(st.sampled_from(keys))
                if isinstance(here, dict) and draw(st.booleans()):
                    del here[key]
                else:
                    here[key] = draw(ODD)
        return whole

    return draw_one()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "document"),
    [
        (requests.ScoreRequest, SCORE),
        (
            requests.SettleRequest,
            {**SETTLE, "events": [{"event": "x", "by": "E"}]},
        ),
        (requests.WaitsRequest, WAITS),
        (requests.NearestRequest, NEAREST),
        (requests.CardRequest, CARD),
    ],
)
@given(data=st.data())
def test_the_quick_test_takes_what_the_schema_loads_unchanged_and_nothing_else(
    kind: type, document: dict[str, Any], data: st.DataObject
) -> None:
    schema = schema_of(read_record(kind))()
    changed_document = data.draw(changed(document))
    try:
        loaded = schema.load(changed_document)
    except ValidationError:
        loaded = None
    quick = quick_test_of(schema)(changed_document)
    if quick:
        assert loaded == changed_document
        assert load(kind, changed_document) is changed_document
    elif loaded is None:
        with pytest.raises(HandError) as raised:
            load(kind, changed_document)
        assert raised.value.problems
    else:
        assert "null" in json.dumps(changed_document)
        assert load(kind, changed_document) == load(kind, load(kind, changed_document))


@given(value=ODD)
def test_anything_at_all_is_loaded_or_refused(value: Any) -> None:
    for kind in (
        requests.ScoreRequest,
        requests.SettleRequest,
        requests.WaitsRequest,
        requests.NearestRequest,
        requests.CardRequest,
    ):
        with pytest.raises(HandError) as raised:
            load(kind, value)
        assert all(problem.detail for problem in raised.value.problems)


def test_null_among_options_is_a_value_and_stays() -> None:
    request = {**SCORE, "preset": None, "options": {"goulash": None}}
    assert load(requests.ScoreRequest, request)["options"] == {"goulash": None}
    assert "preset" not in load(requests.ScoreRequest, request)


def test_a_null_in_a_list_is_not_left_out() -> None:
    with pytest.raises(HandError) as raised:
        load(requests.ScoreRequest, {**SCORE, "seats": ["E", None]})
    assert raised.value.errors[0]["pointer"] == "/seats/1"


def test_a_subclass_of_dict_is_read_like_a_dict() -> None:
    class Told(dict[str, Any]):
        pass

    assert load(requests.ScoreRequest, Told(SCORE)) == SCORE


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (float("nan"), "not nan"),
        (3.0, "not 3.0"),
        (Fraction(3), "not a Python “fractions.Fraction”"),
        (("E",), "not a Python “tuple”"),
    ],
    ids=["not a number", "a float", "of another library", "a tuple"],
)
def test_a_value_that_no_json_holds_is_refused_by_its_type(value: object, found: str) -> None:
    with pytest.raises(HandError) as raised:
        load(requests.SettleRequest, {**SETTLE, "deals_passed": value})
    (problem,) = raised.value.problems
    assert (problem.pointer, problem.code) == ("/deals_passed", "bad_value")
    assert problem.detail == f"write a whole number from 0 to 3, {found}"
