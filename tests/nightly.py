"""Cases that wait for the night: ``-m nightly`` runs them, and no ``-m`` leaves them out. What is
drawn at random is drawn by day too, less often: ``many`` says how often, and at night it runs
again. Every test of Hypothesis's does, and what is marked ``more_at_night``."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any, TypeVar
from zlib import crc32

import pytest
from _pytest.mark import ParameterSet

from scorer.rules import BOOKS

__all__ = ["few_by_day", "in_turn", "is_night", "many", "mark_shares", "nightly", "some_by_day"]

T = TypeVar("T")

NIGHT = pytest.StashKey[bool]()
_run = pytest.Stash()


def is_night(config: pytest.Config) -> bool:
    """Tests if this run has what is marked nightly; ``many`` goes by the answer."""
    expression = config.getoption("markexpr")
    _run[NIGHT] = "nightly" in expression and "not nightly" not in expression
    return _run[NIGHT]


def many(by_day: T, at_night: T) -> T:
    """Return how often, or of what, a test draws that runs by day and, with all its draws, at
    night."""
    return at_night if _run.get(NIGHT, False) else by_day


def nightly(cases: Iterable[Any]) -> list[ParameterSet]:
    """Mark each of these cases of ``pytest.mark.parametrize`` to run at night alone."""
    return [_nightly(case) for case in cases]


def _nightly(case: Any) -> ParameterSet:
    if isinstance(case, ParameterSet):
        return case._replace(marks=[*case.marks, pytest.mark.nightly])
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.nightly)


def few_by_day(*by_day: str) -> list[Any]:
    """Return every ruleset as a case, all but these at night alone."""
    return [*by_day, *nightly(ruleset for ruleset in BOOKS if ruleset not in by_day)]


def some_by_day(cases: Iterable[Any], number: int) -> list[Any]:
    """Return these cases, so many of them by day, from all along the list, and all others at
    night alone."""
    cases = list(cases)
    by_day = {at * len(cases) // number for at in range(number)}
    return [case if at in by_day else _nightly(case) for at, case in enumerate(cases)]


def in_turn(firsts: Iterable[Any], seconds: Iterable[Any], number: int | None = None) -> list[Any]:
    """Return every pair of the two as cases: by day each of ``firsts`` once, or so many of them,
    with the ``seconds`` in turn, and all other pairs at night."""
    firsts, seconds = list(firsts), list(seconds)
    each_once = [(first, seconds[at % len(seconds)]) for at, first in enumerate(firsts)]
    by_day = some_by_day(each_once, len(firsts) if number is None else number)
    return [*by_day, *nightly(pair for pair in product(firsts, seconds) if pair not in each_once)]


def mark_shares(items: Iterable[pytest.Item]) -> None:
    """Mark as nightly what ``by_day(number, argument)`` leaves for the night: all but so many
    values of this argument. Which stay hangs on the test's name and on its other arguments, so
    that each value stays in many tests, and one value more costs next to nothing by day."""
    tests: dict[str, dict[str, list[tuple[pytest.Function, str, int]]]] = {}
    for item in items:
        mark = item.get_closest_marker("by_day")
        if mark is not None and isinstance(item, pytest.Function):
            number, argument = mark.args
            told = {**item.callspec.params}
            value = str(told.pop(argument))
            with_others = tests.setdefault(f"{item.path.name}::{item.originalname}", {})
            with_others.setdefault(str(told), []).append((item, value, number))
    for name, with_others in tests.items():
        for turn, cases in enumerate(with_others.values(), crc32(name.encode())):
            for place, (item, _, number) in enumerate(sorted(cases, key=lambda case: case[1])):
                if (place - turn) % len(cases) >= number:
                    item.add_marker(pytest.mark.nightly)
