"""Every kind of answer is what the documented shapes say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from marshmallow import Schema

import scorer
from scorer.documents import shapes

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Any:
    return json.loads((EXAMPLES / name).read_text(encoding="utf-8"))


def answers() -> list[tuple[Schema, Any]]:
    hands = (EXAMPLES / "hands.ndjson").read_text(encoding="utf-8").splitlines()
    return [
        *((shapes.Score(), scorer.score(json.loads(line))) for line in hands),
        (shapes.Score(), scorer.score(example("hand.json"))),
        (shapes.Settlement(), scorer.settle(example("table.json"))),
        (shapes.Waits(), scorer.waits(example("waiting.json"))),
        (shapes.Score(), scorer.score(example("american-hand.json"))),
        (shapes.Settlement(), scorer.settle(example("american-table.json"))),
        (shapes.Nearest(), scorer.nearest(example("american-nearest.json"))),
        (shapes.CardAnswer(), scorer.check_card({"card": "practice"})),
        *((shapes.Ruleset(), ruleset) for ruleset in scorer.rulesets()),
        *((shapes.Ruleset(), scorer.ruleset(each["id"])) for each in scorer.rulesets()),
    ]


@pytest.mark.parametrize(("shape", "answer"), answers())
def test_an_answer_has_the_shape_that_is_documented(shape: Schema, answer: Any) -> None:
    assert shape.validate(answer) == {}
