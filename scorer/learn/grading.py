"""What a learner gave, graded part by part: whether each is right, and the slip that it looks like.

A slip is told only where it explains the number exactly: a line left out, one counted that does
not count, a limit forgotten. Otherwise the lines themselves are the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from scorer.documents.answers import score
from scorer.documents.given import load_grade
from scorer.documents.tables import settle
from scorer.errors import HandError, Problem
from scorer.learn.judging import UNKNOWN, Told, counted_seats, judge, printed
from scorer.speech import say, typed_in_turn

if TYPE_CHECKING:
    from scorer import types

__all__ = ["grade", "graded"]


def grade(document: types.GradeRequest | Mapping[str, object]) -> types.Graded:
    """Each part of what a learner gave for a hand or a table, right or wrong and why: the answer of
    ``/grade``.

    ``document`` has the hand to score, or the table to settle, under ``document``, and what the
    learner gave under ``given``. Raises HandError.
    """
    request = load_grade(document)
    told = request["document"]
    ask: Callable[[Any], Any] = settle if "players" in told else score
    try:
        answer = ask(told)
    except HandError as error:
        placed = [one._replace(pointer=f"/document{one.pointer}") for one in error.problems]
        raise HandError(*placed) from None
    return graded(Told(told, answer, request["given"]))


def graded(told: Told) -> types.Graded:
    """The parts that were given, in the order in which they are counted. Raises HandError."""
    _check_known(told)
    parts: list[types.GradedPart] = []
    for part in (one for one in _parts_of(told) if one in told.given):
        judged = judge(part)(told, part)
        parts.append(
            {
                "part": part,
                "given": told.given[part],
                "right": judged.right,
                "answer": judged.answer,
                "because": judged.because,
                "lines": judged.lines,
                "missed": judged.missed,
            }
        )
    return {
        "ruleset": told.answer["ruleset"],
        "preset": told.answer["preset"],
        "rules_version": told.answer["rules_version"],
        "right": sum(one["right"] for one in parts),
        "parts": parts,
        "answer": told.answer,  # type: ignore[typeddict-item]
    }


def _check_known(told: Told) -> None:
    """HandError for a part that this exercise does not have."""
    known = _parts_of(told)
    problems = [
        Problem(
            f"/given/{part}",
            "bad_value",
            say("this exercise asks for {known}", known=typed_in_turn(known)),
        )
        for part in told.given
        if part not in known
    ]
    if problems:
        raise HandError(*problems)


def _parts_of(told: Told) -> list[str]:
    """What may be asked of this hand or table."""
    answer = told.answer
    nobody_pays = bool(answer.get("awards")) and not any(answer["net"].values())
    if "players" in told.document:
        scores = ["scores"] if counted_seats(told) else []
        return [*scores, "awards" if nobody_pays else "net", "next"]
    parts = [*answer["tally"], "total"]
    if answer["arrangement"]:
        parts.append("arrangement")
    if "win" in told.document:
        parts.append("awards" if nobody_pays else "payments")
        if told.document["hand"].get("winning_tile") not in (None, "", UNKNOWN):
            parts.append("winning_tile")
    return [*parts, "hand", "exposed"] if printed(told) is not None else parts
