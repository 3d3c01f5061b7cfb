"""The scorer for tests that put their documents together piece by piece: plain JSON, of which no
type knows anything. ``from tests import plain as scorer`` stands in place of ``import scorer``."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, cast

import scorer
from scorer import HandError, __version__, cards

__all__ = [
    "HandError",
    "__version__",
    "cards",
    "check_card",
    "check_hands",
    "compare",
    "drill",
    "explain",
    "grade",
    "nearest",
    "problem",
    "ruleset",
    "rulesets",
    "score",
    "score_many",
    "settle",
    "steps",
    "waits",
    "what_if",
]

Answers = Callable[[Any], dict[str, Any]]

score = cast(Callable[..., dict[str, Any]], scorer.score)
score_many = cast(Callable[..., Generator[dict[str, Any], None, None]], scorer.score_many)
settle = cast(Answers, scorer.settle)
waits = cast(Answers, scorer.waits)
compare = cast(Answers, scorer.compare)
nearest = cast(Answers, scorer.nearest)
explain = cast(Answers, scorer.explain)
drill = cast(Answers, scorer.drill)
grade = cast(Answers, scorer.grade)
steps = cast(Answers, scorer.steps)
problem = cast(Answers, scorer.problem)
what_if = cast(Answers, scorer.what_if)
check_card = cast(Answers, scorer.check_card)
check_hands = cast(Answers, scorer.check_hands)
ruleset = cast(Answers, scorer.ruleset)
rulesets = cast(Callable[[], list[dict[str, Any]]], scorer.rulesets)
