"""Splits a score into steps in the order in which a careful player counts.

Sets, flowers and winning come first, then doubles, fan, or han, dora and fu; then the total and the
payments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorer import types
from scorer.documents.answers import score
from scorer.documents.replies import takes_lang
from scorer.engine.tiles import FIRST_FLOWER, parse
from scorer.languages.speech import say
from scorer.rules import BOOKS

Document = Mapping[str, Any]
Matcher = Callable[[Document, frozenset[str]], bool]


class StepKind(NamedTuple):
    """A step that counts lines.

    Attributes:
        step: Its id.
        title: What people call it.
        matches: Tests if it counts a line, given the ids of the rules that only winners score.
    """

    step: types.StepId
    title: str
    matches: Matcher


def is_bonus(line: Document) -> bool:
    """Tests if a line counts flowers and seasons themselves."""
    tiles = line["tiles"]
    return (
        line["kind"] in ("points", "fan")
        and bool(tiles)
        and min(map(_tile_number, tiles)) >= FIRST_FLOWER
    )


def _tile_number(tile: str) -> int:
    return parse(tile)[0]


def _matches_kinds(*kinds: str) -> Matcher:
    return lambda line, of_winners: line["kind"] in kinds


STEP_KINDS: Final = (
    StepKind("flowers", say("The flowers and seasons"), lambda line, of_winners: is_bonus(line)),
    StepKind(
        "winning",
        say("What the win itself brings"),
        lambda line, of_winners: line["kind"] == "points" and line["id"] in of_winners,
    ),
    StepKind("sets", say("The sets and the pair"), _matches_kinds("points")),
    StepKind("fu", say("The fu"), _matches_kinds("fu")),
    StepKind("value", say("The value of the hand"), _matches_kinds("value")),
    StepKind("doubles", say("The doubles"), _matches_kinds("double")),
    StepKind("dora", say("The dora"), lambda line, of_winners: False),
    StepKind("han", say("The han of the yaku"), _matches_kinds("han")),
    StepKind("fan", say("The fan"), _matches_kinds("fan")),
    StepKind("patterns", say("The patterns"), lambda line, of_winners: False),
    StepKind("bonus", say("What is added at the end"), _matches_kinds("bonus")),
    StepKind("limit", say("The special hand"), _matches_kinds("limit")),
)
"""The first match counts a line, except for rules that a book counts in a step of their own."""
STEP_ORDER: Final = (
    *("limit", "sets", "fan", "patterns", "flowers", "winning", "points", "value"),
    *("doubles", "han", "dora", "fu", "bonus", "total", "payments", "awards"),
)
"""A special hand before its additions, points before doubles, han before fu."""
SUMMED_STEPS: Final = frozenset({"sets", "patterns", "flowers", "winning"})
"""Steps whose points are added up in a step of their own if there are several."""


@takes_lang(types.Steps)
def steps(
    document: types.ScoreRequest | Mapping[str, object], *, lang: str | None = None
) -> types.Steps:
    """Count a hand's score step by step: the answer of ``/steps``.

    Args:
        document: The hand to score.

    Raises:
        HandError: The hand is invalid.
    """
    answer = score(document)
    return {
        "ruleset": answer["ruleset"],
        "preset": answer["preset"],
        "rules_version": answer["rules_version"],
        "unit": answer["unit"],
        "total": answer["total"],
        "steps": score_steps(answer),
    }


def score_steps(answer: types.Score | Document) -> list[types.ScoreStep]:
    """Return the steps of a score: each line in one of them, then sum, total and payments."""
    book = BOOKS[str(answer["ruleset"])]
    winners = (rule.id for rule in book.rules if rule.as_document().get("for") == "winner")
    of_winners = frozenset(winners)
    lines_by_step: dict[str, list[types.Line]] = {}
    for line in answer["lines"]:
        matching = (kind.step for kind in STEP_KINDS if kind.matches(line, of_winners))
        apart = book.presentation.counted_apart.get(line["id"])
        step: types.StepId = next(matching) if apart is None else apart
        if step == "sets" and book.presentation.patterns_in_points:
            step = "patterns"
        lines_by_step.setdefault(step, []).append(line)
    unfolded = [
        _make_step(
            kind.step,
            _step_title(kind, answer["unit"]),
            _amount_of(kind.step, lines, answer),
            lines,
        )
        for kind in STEP_KINDS
        if (lines := lines_by_step.get(kind.step))
    ]
    unfolded += _summary_steps(answer, lines_by_step)
    return sorted(unfolded, key=lambda step: STEP_ORDER.index(step["step"]))


def _step_title(kind: StepKind, unit: str) -> str:
    """Return the title of a step: that of the fan in the unit of the ruleset, where that has a
    name."""
    if kind.step == "fan" and unit != "points":
        return say("The {unit}", unit=unit)
    return kind.title


def _summary_steps(answer: Document, lines_by_step: Mapping[str, object]) -> list[types.ScoreStep]:
    """Return the steps after the lines: the sum of the points, the total, payments or awards."""
    summary: list[types.ScoreStep] = []
    tally, special = answer["tally"], answer["limit"]["hand"]
    if len(SUMMED_STEPS & lines_by_step.keys()) > 1 and "points" in tally and not special:
        summary.append(_make_step("points", say("The points together"), tally["points"]))
    summary.append(_make_step("total", say("The total"), answer["total"]))
    if answer["payments"]:
        paid = sum(payment["amount"] for payment in answer["payments"])
        payments_step = _make_step("payments", say("What the others pay together"), paid)
        summary.append({**payments_step, "payments": list(answer["payments"])})
    if answer.get("awards"):
        most = max(answer["awards"].values())
        summary.append(_make_step("awards", say("The points that the winner is given"), most))
    return summary


def _amount_of(step: str, lines: Sequence[Document], answer: Document) -> int:
    """Return the sum of the lines, or the multiplier for doubles that multiply a value."""
    if step == "doubles" and "multiplier" in answer["tally"]:
        return int(answer["tally"]["multiplier"])
    return sum(line["amount"] * line["count"] for line in lines)


def _make_step(
    step: types.StepId, title: str, amount: int, lines: Sequence[types.Line] = ()
) -> types.ScoreStep:
    return {"step": step, "title": title, "amount": amount, "lines": [*lines], "payments": []}
