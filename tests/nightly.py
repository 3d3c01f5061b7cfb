"""Cases that wait for the night: ``-m nightly`` runs them, and no ``-m`` leaves them out. What is
drawn at random is drawn by day too, less often: ``many`` says how often, and at night it runs
again. Every test of Hypothesis's does, and what is marked ``more_at_night``."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

from scorer.rules import BOOKS

__all__ = ["few_by_day", "in_turn", "is_night", "many", "nightly"]

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
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.nightly)
        for case in cases
    ]


def few_by_day(*by_day: str) -> list[Any]:
    """Return every ruleset as a case, all but these at night alone."""
    return [*by_day, *nightly(ruleset for ruleset in BOOKS if ruleset not in by_day)]


def in_turn(firsts: Iterable[Any], seconds: Iterable[Any]) -> list[Any]:
    """Return every pair of the two as cases: by day each of ``firsts`` once, with the ``seconds``
    in turn, and all other pairs at night."""
    firsts, seconds = list(firsts), list(seconds)
    by_day = [(first, seconds[at % len(seconds)]) for at, first in enumerate(firsts)]
    return [*by_day, *nightly(pair for pair in product(firsts, seconds) if pair not in by_day)]
