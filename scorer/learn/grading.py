"""Grades a learner's answers part by part and names the slip behind a wrong one.

A slip is named only if it explains the number exactly: a line left out, a line that does not count,
a forgotten limit. Otherwise the reason lists the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorer import types
from scorer.documents.answers import score
from scorer.documents.replies import takes_lang
from scorer.documents.schemas import requests
from scorer.documents.tables import settle
from scorer.documents.undecided import UNKNOWN_TILE
from scorer.errors import HandError, Problem
from scorer.languages.speech import say, typed_comma_list
from scorer.learn.judging import Attempt, card_hand_of, judge, scored_seats
from scorer.types.requests import GradeRequest


@takes_lang(types.Grade)
def grade(
    document: types.GradeRequest | Mapping[str, object], *, lang: str | None = None
) -> types.Grade:
    """Grade a learner's answers for a hand or a table: the answer of ``/grade``.

    Args:
        document: The hand to score or the table to settle under ``document``, and the learner's
            answers under ``given``.

    Raises:
        HandError: The document is invalid, or has no such part.
    """
    request = requests.load(GradeRequest, document)
    exercise = request["document"]
    calculate: Callable[[Any], Any] = settle if "players" in exercise else score
    try:
        answer = calculate(exercise)
    except HandError as error:
        raise error.under("/document") from None
    return grade_attempt(Attempt(exercise, answer, request["given"]))


def grade_attempt(attempt: Attempt) -> types.Grade:
    """Grade the parts with a response, in counting order. Raises HandError."""
    _check_parts(attempt)
    parts: list[types.GradedPart] = []
    for part in filter(attempt.responses.__contains__, _gradable_parts(attempt)):
        verdict = judge(attempt, part)
        parts.append(
            {
                "part": part,
                "given": attempt.responses[part],
                "right": verdict.right,
                "answer": verdict.answer,
                "because": verdict.because,
                "lines": verdict.lines,
                "missed": verdict.missed,
            }
        )
    return {
        "ruleset": attempt.answer["ruleset"],
        "preset": attempt.answer["preset"],
        "rules_version": attempt.answer["rules_version"],
        "right": sum(each["right"] for each in parts),
        "parts": parts,
        "answer": attempt.answer,  # type: ignore[typeddict-item]
    }


def first_slip(attempt: Attempt, ask: Sequence[str]) -> types.Slip | None:
    """Return the kind of slip in the first part of ``ask`` that is wrong or has no response.

    Parts are looked at in counting order; None if all of them are right. Raises HandError.
    """
    _check_parts(attempt)
    for part in filter(set(ask).__contains__, _gradable_parts(attempt)):
        if part not in attempt.responses:
            return "skipped"
        verdict = judge(attempt, part)
        if not verdict.right:
            return verdict.slip
    return None


def _check_parts(attempt: Attempt) -> None:
    """Raise HandError for a response to a part that the exercise does not have."""
    known = _gradable_parts(attempt)
    problems = [
        Problem(
            f"/given/{part}",
            "bad_value",
            say("this exercise asks for {known}", known=typed_comma_list(known)),
        )
        for part in attempt.responses
        if part not in known
    ]
    if problems:
        raise HandError(*problems)


def _gradable_parts(attempt: Attempt) -> list[str]:
    """Return the parts that this hand or table can be asked for."""
    answer = attempt.answer
    nobody_pays = bool(answer.get("awards")) and not any(answer["net"].values())
    if "players" in attempt.document:
        scores = ["scores"] if scored_seats(attempt) else []
        return [*scores, "awards" if nobody_pays else "net", "next"]
    parts = [*answer["tally"], "total"]
    if answer["arrangement"]:
        parts.append("arrangement")
    if "win" in attempt.document:
        parts.append("awards" if nobody_pays else "payments")
        if attempt.document["hand"].get("winning_tile") not in (None, "", UNKNOWN_TILE):
            parts.append("winning_tile")
    return [*parts, "hand", "exposed"] if card_hand_of(attempt) is not None else parts
