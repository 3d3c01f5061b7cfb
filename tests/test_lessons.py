"""The first lessons: for every ruleset enough of them, whose questions have just one right answer,
and whose reasons are the scorer's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from scorer.documents.text.terminal import below_minimum_text
from scorer.languages.speech import Sentence, translated
from scorer.learn.lessons import LESSONS, hands
from scorer.learn.lessons.lesson import Lesson, Question
from scorer.learn.lessons.questions import (
    DoesHandWinQuestion,
    PaymentQuestion,
    SpareTileQuestion,
    TotalQuestion,
    WaitsQuestion,
)
from scorer.rules import BOOKS
from tests import plain as scorer
from tools import extraction, published

FEWEST, MOST = 8, 12
MAX_PARAGRAPH_LENGTH = 260
EVERY = [
    pytest.param(ruleset, lesson, id=f"{ruleset}-{lesson.id}")
    for ruleset, lessons in LESSONS.items()
    for lesson in lessons
]
OWN = (
    *("{tile} completes the hand", "another tile completes it too", "{tile} stands in {hand}"),
    "these two do not pay each other",
    "a kong counts as three tiles: the fourth is made up for by one more",
)
"""What lessons say of the scorer's answers in words of their own."""

each = pytest.mark.parametrize(("ruleset", "lesson"), EVERY)
won_hand = partial(hands.won_hand, "classical", prevailing="E")


@pytest.mark.parametrize("ruleset", BOOKS)
def test_every_ruleset_has_eight_to_twelve_lessons(ruleset: str) -> None:
    lessons = LESSONS.get(ruleset, ())
    file = f"scorer/learn/lessons/{ruleset}.py"
    if ruleset not in published.published_ids() and len(lessons) < FEWEST:
        published.warn_of_missing(
            f"{ruleset} has {len(lessons)} lessons: {file} (docs/learning.md)"
        )
    else:
        assert FEWEST <= len(lessons) <= MOST, f"write {file} (docs/learning.md)"
    names = [lesson.id for lesson in lessons]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in names)


@pytest.mark.parametrize("ruleset", LESSONS)
def test_the_right_answer_stands_in_no_one_place(ruleset: str) -> None:
    places = [lesson.question.right_index() for lesson in LESSONS[ruleset]]
    assert len(set(places)) > 1
    assert max(map(places.count, places)) < len(places) * 3 / 4


@each
def test_a_lesson_is_short(ruleset: str, lesson: Lesson) -> None:
    assert 2 <= len(lesson.paragraphs) <= 5
    assert all(len(words) <= MAX_PARAGRAPH_LENGTH for words in lesson.paragraphs)
    assert sum(map(len, lesson.paragraphs)) < 500
    assert all(document["ruleset"] == ruleset for document in lesson.question.documents())


@each
def test_just_one_answer_is_right(ruleset: str, lesson: Lesson) -> None:
    question = lesson.question
    choices = [repr(choice) for choice in question.choices()]
    assert 2 <= len(choices) <= 5
    assert len(set(choices)) == len(choices)
    assert 0 <= question.right_index() < len(choices)


def because(question: Question) -> Iterator[str]:
    for place in range(len(question.choices())):
        yield from question.feedback(place).because


def said_by_the_scorer(question: Question) -> Iterator[str]:
    """Every reason that the scorer gives of what a question is about."""
    for document in question.documents():
        if "players" in document:
            answer = scorer.settle(document)
            yield from (payment["because"] for payment in answer["payments"])
            yield answer["next"]["because"]
            continue
        try:
            yield from _of_a_hand(document)
        except scorer.HandError as error:
            yield from (problem.detail for problem in error.problems)
    if isinstance(question, SpareTileQuestion):
        near = scorer.nearest(question.document)["nearest"]
        yield from (near_hand["because"] for near_hand in near)
    if isinstance(question, WaitsQuestion):
        yield from _of_other_tiles(question)


def _of_a_hand(document: Mapping[str, Any]) -> Iterator[str]:
    sheet = scorer.score(document)
    yield below_minimum_text(sheet)
    yield from (payment["because"] for payment in sheet["payments"])
    for rule in scorer.ruleset(document["ruleset"])["rules"]:
        yield scorer.explain({"document": document, "rule": rule["id"]})["because"]


def _of_other_tiles(question: WaitsQuestion) -> Iterator[str]:
    for tile in {tile for choice in question.choices() for tile in choice.tiles}:
        hand = {**question.document["hand"], "winning_tile": tile}
        win = {"hand": hand, "win": {"by": "self_draw"}}
        try:
            scorer.score({**question.document, **win})
        except scorer.HandError as error:
            yield from (problem.detail for problem in error.problems)


@each
def test_every_reason_is_the_scorers(ruleset: str, lesson: Lesson) -> None:
    known = set(said_by_the_scorer(lesson.question))
    for told in because(lesson.question):
        assert told in known or getattr(told, "pattern", "") in OWN


@each
def test_every_answer_has_a_reason_and_the_right_one_what_shows_it(
    ruleset: str, lesson: Lesson
) -> None:
    question = lesson.question
    for place in range(len(question.choices())):
        feedback = question.feedback(place)
        assert any(map(len, feedback)), place
    sums = question.feedback(question.right_index()).sums
    lines = [line for document in question.documents() for line in lines_of(document)]
    assert all(line in lines for each in sums for line in each.lines)


def lines_of(document: Mapping[str, Any]) -> Sequence[Any]:
    try:
        return scorer.score(document)["lines"] if "hand" in document else ()
    except scorer.HandError:
        return ()


@pytest.mark.parametrize("language", ["fr", "zh"])
@each
def test_every_sentence_of_a_lesson_is_translated(
    ruleset: str, lesson: Lesson, language: str
) -> None:
    """Those of a ruleset that is not published may wait: the test of all sentences warns."""
    catalog = sentences(language)
    for told in (lesson.title, *lesson.paragraphs, lesson.question.prompt):
        assert isinstance(told, Sentence)
        found = translated(told, catalog.__getitem__, lambda one, many, n: one)
        assert found or ruleset not in published.published_ids(), told


def sentences(language: str) -> dict[str, str]:
    if language not in CATALOGS:
        found = extraction.read_catalog(language)
        CATALOGS[language] = {str(one.id): str(one.string) for one in found if one.id}
    return CATALOGS[language]


CATALOGS: dict[str, dict[str, str]] = {}


def test_a_right_answer_that_is_not_offered_is_a_fault() -> None:
    hand = won_hand("234b 678d 55c", "RRR", "SSS", tile="5c")
    assert TotalQuestion("?", hand, 80, 88).right_index() == 1
    with pytest.raises(ValueError, match="not in tuple"):
        TotalQuestion("?", hand, 80, 90).right_index()


def test_a_wrong_sum_is_reported_line_by_line_without_its_total() -> None:
    question = TotalQuestion("?", won_hand("234b 678d 55c", "RRR", "SSS", tile="5c"), 80, 88)
    (wrong,), (right,) = question.feedback(0).sums, question.feedback(1).sums
    assert wrong.lines == right.lines
    assert (wrong.formula, right.formula) == ("", "22 × 2^2 = 88")


def test_points_alone_are_told_without_what_doubles_them() -> None:
    question = TotalQuestion(
        "?", won_hand("234b 678d 55c", "RRR", "SSS", tile="5c"), 20, 22, of="points"
    )
    (told,) = question.feedback(question.right_index()).sums
    assert sum(line["amount"] for line in told.lines) == 22
    assert not told.formula


def test_what_a_lesson_adds_is_told_only_of_a_hand_that_does_not_win() -> None:
    wrong, right = (
        DoesHandWinQuestion("?", won_hand(tiles, "EEE", "7777c", tile="5b"), note="!")
        .feedback(1)
        .because
        for tiles in ("999d 34b 8b", "999d 34b 88b")
    )
    assert (wrong[-1:], len(wrong) > 1, right) == (["!"], True, ())


def test_two_who_do_not_pay_each_other_are_told_so() -> None:
    table = hands.make_table("mcr", {"E": 0, "S": 24, "W": 0, "N": 0}, "S", prevailing="E")
    question = PaymentQuestion("?", table, "W", "N", 0, 8)
    assert question.right_index() == 0
    assert (
        question.feedback(0).because
        == question.feedback(1).because
        == ["these two do not pay each other"]
    )
