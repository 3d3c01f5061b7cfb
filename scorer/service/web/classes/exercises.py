"""Exercises of a class as its pages show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from scorer.service.classes import opening
from scorer.service.i18n.languages import gettext_noop, translate
from scorer.service.store.classes import Attempt, Pupil, Result
from scorer.service.web.forms.form import ruleset_of
from scorer.service.web.learn import question_form
from scorer.service.web.learn.exercises import Exercise
from scorer.types.terms import Slip

SLIP_SENTENCES: Final[Mapping[Slip, str]] = {
    "left_out": gettext_noop("A rule was left out"),
    "not_counted": gettext_noop("Something was counted that does not count here"),
    "too_few": gettext_noop("Too few"),
    "too_many": gettext_noop("Too many"),
    "limit": gettext_noop("The limit was forgotten"),
    "followed": gettext_noop("The count before it was wrong"),
    "skipped": gettext_noop("A question was left out"),
    "other": gettext_noop("Another mistake"),
}


class ExerciseResults(NamedTuple):
    """An exercise in the table of results.

    Attributes:
        number: Its number.
        ruleset: The title of its ruleset.
        right: How many are right.
        wrong: How many are wrong.
        marks: For each pupil whether they are right; None without an answer.
    """

    number: int
    ruleset: str
    right: int
    wrong: int
    marks: list[bool | None]


class AnswerTally(NamedTuple):
    """An answer that pupils gave to an exercise: in words, how many, and whether it is right."""

    words: list[tuple[str, str]]
    times: int
    is_right: bool
    slip: str


def exercise_of(record: Mapping[str, Any], typed: MultiDict[str, str] | None = None) -> Exercise:
    """Return the exercise of a record with the submitted fields."""
    ruleset = ruleset_of(record["ruleset"])
    fields = MultiDict() if typed is None else typed
    return Exercise(
        dict(record["document"]), opening.answer_of(record), ruleset, fields, [*record["ask"]]
    )


def marks_of(results: Iterable[Result], *, is_shown: bool) -> dict[int, str]:
    """Return "right" or "wrong", or "kept" while grades are not shown, by number of exercise."""
    if not is_shown:
        return {result.exercise: "kept" for result in results}
    return {result.exercise: "right" if result.first.is_right else "wrong" for result in results}


def results_of_exercises(
    records: Iterable[Mapping[str, Any]], pupils: Iterable[Pupil], results: Iterable[Result]
) -> list[ExerciseResults]:
    """Return the table of results, the exercise that most got wrong first."""
    by_place = {(result.exercise, result.pupil): result.first.is_right for result in results}
    numbers = [pupil.number for pupil in pupils]
    rows = []
    for n, record in enumerate(records, start=1):
        marks = [by_place.get((n, pupil)) for pupil in numbers]
        rows.append(
            ExerciseResults(n, record["ruleset"], marks.count(True), marks.count(False), marks)
        )
    return sorted(rows, key=lambda row: (-_share_wrong(row), row.number))


def _share_wrong(row: ExerciseResults) -> float:
    answered = row.right + row.wrong
    return row.wrong / answered if answered else 0


def answer_tallies(exercise: Exercise, firsts: Sequence[Attempt]) -> list[AnswerTally]:
    """Return the first answers of pupils to an exercise, the most frequent first."""
    words = [tuple(_answer_in_words(exercise, attempt.answer)) for attempt in firsts]
    counts = Counter(words)
    about = dict(zip(words, firsts, strict=True))
    return [
        AnswerTally(
            list(text),
            times,
            about[text].is_right,
            _slip_in_words(about[text].slip),
        )
        for text, times in counts.most_common()
    ]


def _slip_in_words(slip: str) -> str:
    return translate(SLIP_SENTENCES[slip]) if slip in SLIP_SENTENCES else ""  # type: ignore[index]


def _answer_in_words(exercise: Exercise, answer: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Put an answer into words, part by part."""
    return [
        (
            question_form.label_of(part),
            exercise.right_answer({"part": part, "answer": _plain_response(part, answer[part])})
            if part in answer
            else str(gettext("no answer")),
        )
        for part in exercise.ask
    ]


def _plain_response(part: str, value: Any) -> Any:
    """Return a response in the form that right answers have."""
    return [value] if part == "winning_tile" else value
