"""A problem as text leaves nothing out that its answer needs."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from scorer.cli.quiz_text import problem_text
from scorer.rules import BOOKS
from tests import plain as scorer

Place = tuple[str | int, ...]
IN_THE_ID = ("ruleset", "preset")
"""What the id of a problem says."""


def places(part: Any, *place: str | int) -> Iterator[Place]:
    """Where something stands in a document that is no object and no list."""
    if isinstance(part, dict):
        for name, value in part.items():
            yield from places(value, *place, name)
    elif isinstance(part, list):
        for number, value in enumerate(part):
            yield from places(value, *place, number)
    else:
        yield place


def otherwise(document: Any, place: Place) -> Any:
    """The document with another value there."""
    changed = copy.deepcopy(document)
    part = changed
    for name in place[:-1]:
        part = part[name]
    value = part[place[-1]]
    part[place[-1]] = not value if isinstance(value, bool) else f"{value} 9d"
    return changed


@pytest.mark.by_day(2, "ruleset")
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", BOOKS)
@pytest.mark.parametrize("level", range(1, 7))
def test_nothing_that_a_problem_says_is_left_out(ruleset: str, level: int) -> None:
    for seed in range(30):
        exercise = scorer.problem({"ruleset": ruleset, "level": level, "seed": seed})
        document = exercise["document"]
        text = problem_text(exercise, with_answer=False)
        for place in places(document):
            if place in [(name,) for name in IN_THE_ID]:
                continue
            if place[-1] == "winning_tile" and "winning_tile" in exercise["ask"]:
                continue
            if place == ("seat",) and "hand" in document:
                assert f"  {document['seat']}  " in text
                continue
            changed: Any = {**exercise, "document": otherwise(document, place)}
            assert problem_text(changed, with_answer=False) != text, place


def text_of(document: dict[str, Any]) -> list[str]:
    exercise = {
        "id": "riichi-usual-6-0",
        "ruleset": "riichi",
        "ask": ["net"],
        "document": document,
        "answer": {},
    }
    return problem_text(exercise, with_answer=False).splitlines()


def test_what_riichi_declares_is_written_under_its_title() -> None:
    hand = {
        "concealed": "123b 456b 789b 55c EEE",
        "winning_tile": "E",
        "dora_indicators": "4c",
        "ura_indicators": "N",
    }
    win = {"by": "discard", "from": "W", "with": ["riichi"], "liable": "S"}
    players = {"E": {"hand": hand, "win": win}, "S": {"riichi": True}, "W": {}, "N": {}}
    shared = {"ruleset": "riichi", "prevailing": "E", "honba": 2, "riichi_sticks": 1}
    lines = text_of({**shared, "players": players})
    for line in (
        "  E  dora indicators: 4c",
        "  E  ura dora indicators: N",
        "  E  liable: S",
        "  S  in riichi: yes",
        "  honba: 2",
        "  riichi sticks: 1",
    ):
        assert line in lines


def test_a_drawn_hand_says_who_waits() -> None:
    players = {"E": {"tenpai": True}, "S": {"tenpai": False}, "W": {"riichi": True}, "N": {}}
    document = {"ruleset": "riichi", "prevailing": "E", "draw": "exhaustive", "players": players}
    lines = text_of(document)
    assert "  E  tenpai: yes" in lines
    assert "  S  tenpai: no" in lines
    assert "  W  in riichi: yes" in lines
    assert "  draw: exhaustive" in lines
