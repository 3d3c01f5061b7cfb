"""Nonsense sent to the pages to learn from: told what is wrong, never a failure, never markup."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorer.service.web.learn.sets import ExerciseSet, pack_set
from tests.nightly import many

from .page import EXAMPLE, Page
from .test_hostile import NASTY

NAMES = (
    *("rules", "preset", "level", "seed", "hint", "check", "at", "n", "s", "title", "lines", "add"),
    *("count", "answers", "g.points", "g.total", "g.chows", "g.net.E", "g.net.X", "g.payments.S"),
    *("g.next", "g.hand", "g.winning_tile", "g.exposed", "g.", "g.x", "g.points.E", "s.0", "s.99"),
    *("part", "on", "back", "ok", "timed", "took", "t", "answer"),
    *("hand", "set1", "tile", "won", "from", "seat", "round", "winner", "e.hand", "o.limit"),
)
PATHS = (
    *("/learn", "/learn/train", "/learn/exercise/hand", "/learn/exercise/table", "/learn/steps"),
    *("/learn/progress", "/learn/set", "/learn/set/print", "/learn/set/new", "/learn/lessons"),
    "/learn/drill",
)
VALUES = (NASTY, "-1", "9" * 300, "\x00", "é\ud800".encode("utf-8", "replace").decode(), "x" * 5000)
KNOWN = {**EXAMPLE, "level": "3", "seed": "4", "g.points": "1", "g.doubles": "1", "g.total": "1"}
HANDLER = re.compile(r"""[\s"'/]on\w+\s*=""", re.IGNORECASE)
ANSWERS = {200, 302, 303, 404, 422}


def sound(client: FlaskClient, path: str, query: dict[str, Any]) -> None:
    answer = client.get(path, query_string=query)
    assert answer.status_code in ANSWERS, (path, query, answer.text[:300])
    assert "<script>" not in answer.text
    # Most pages have nothing that looks like a handler, and need not be read as a browser would.
    if HANDLER.search(answer.text):
        tags = Page(answer.text).tags
        assert not any(key.startswith("on") for _, found in tags for key in found)


@pytest.mark.by_day(2, "path")
@pytest.mark.more_at_night
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("name", NAMES)
def test_no_field_makes_a_failure_or_markup(client: FlaskClient, path: str, name: str) -> None:
    turn = (NAMES.index(name) + PATHS.index(path)) % len(VALUES)
    for value in many(VALUES[turn : turn + 1], VALUES):
        for rest in ({}, {**KNOWN, "check": "1"}):
            sound(client, path, {**rest, name: value})


@settings(max_examples=many(20, 100), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(PATHS),
    st.dictionaries(st.sampled_from(NAMES), st.text(max_size=40), max_size=8),
)
def test_fields_at_random_make_no_failure(
    client: FlaskClient, path: str, query: dict[str, str]
) -> None:
    sound(client, path, query)


@settings(max_examples=many(20, 100), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(st.characters(exclude_characters="\n", codec="utf-8"), max_size=30),
    st.lists(
        st.tuples(
            st.sampled_from("htp"),
            st.text(st.characters(exclude_characters="\n", codec="utf-8"), max_size=60),
        ),
        min_size=1,
        max_size=4,
    ),
)
def test_a_sound_set_of_nonsense_is_shown_as_far_as_it_goes(
    client: FlaskClient, title: str, items: list[tuple[str, str]]
) -> None:
    code = pack_set(ExerciseSet(title, [f"{kind}?{query}" for kind, query in items]))
    for path, more in (
        ("/learn/set", {}),
        ("/learn/set", {"n": "1"}),
        ("/learn/set/print", {"answers": "1"}),
        ("/learn/set/new", {}),
    ):
        sound(client, path, {"s": code, **more})


def test_a_title_is_never_markup(client: FlaskClient) -> None:
    code = pack_set(ExerciseSet(NASTY, [f"h?hand={NASTY}", "p?rules=mcr&level=1&seed=1"]))
    for path in ("/learn/set", "/learn/set/print", "/learn/set/new"):
        sound(client, path, {"s": code})


@pytest.mark.parametrize("path", ["/learn/train", "/learn/set/new", "/learn/set"])
@pytest.mark.parametrize("size", [8_100, 100_000])
def test_what_is_too_long_for_any_form_is_refused(
    client: FlaskClient, path: str, size: int
) -> None:
    assert client.get(f"{path}?s={'x' * size}").status_code in (414, 422)
    answer = client.post("/learn/set/new", data={"lines": "x" * size})
    assert answer.status_code in (413, 422)
