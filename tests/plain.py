"""The scorer for tests that put their documents together piece by piece: plain JSON, of which no
type knows anything. ``from tests import plain as scorer`` stands in place of ``import scorer``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import scorer
from scorer import HandError, __version__, cards

__all__ = [
    "HandError",
    "__version__",
    "cards",
    "check_card",
    "compare",
    "explain",
    "grade",
    "nearest",
    "problem",
    "ruleset",
    "rulesets",
    "score",
    "settle",
    "steps",
    "waits",
    "what_if",
]

Answers = Callable[[Any], dict[str, Any]]

score = cast(Answers, scorer.score)
settle = cast(Answers, scorer.settle)
waits = cast(Answers, scorer.waits)
compare = cast(Answers, scorer.compare)
nearest = cast(Answers, scorer.nearest)
explain = cast(Answers, scorer.explain)
grade = cast(Answers, scorer.grade)
steps = cast(Answers, scorer.steps)
problem = cast(Answers, scorer.problem)
what_if = cast(Answers, scorer.what_if)
check_card = cast(Answers, scorer.check_card)
ruleset = cast(Answers, scorer.ruleset)
rulesets = cast(Callable[[], list[dict[str, Any]]], scorer.rulesets)
