"""``score_many`` and brief answers: the amounts of ``scorer.score``, document by document."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from scorer.rules import BOOKS
from scorer.types import ScoreSummary
from tests import plain as scorer
from tests.by_declaration import random_document, spoilt
from tests.nightly import many

WON = {
    "ruleset": "mcr",
    "hand": {"concealed": "123b 456b 789b 99d EEE", "winning_tile": "9d"},
    "win": {"by": "self_draw"},
    "seat": "E",
    "prevailing": "E",
}
AMOUNTS = set(ScoreSummary.__annotations__) - {"id"}


def brief(document: Any) -> dict[str, Any]:
    return dict(scorer.score(document, brief=True))


def outcome(function: Any, document: Any) -> Any:
    """The amounts of an answer, or the errors."""
    try:
        answer = function(document)
    except scorer.HandError as error:
        return error.errors
    return {name: answer[name] for name in AMOUNTS}


def test_a_hand_of_26_fan_drawn_from_the_wall_is_paid_34_by_each_of_the_others() -> None:
    # Pure Straight 16, Fully Concealed Hand 4, both winds 2 and 2, One Voided Suit 1, Single Wait
    # 1: 26, and 8 from each.
    answer = brief(WON)
    assert answer["tally"] == {"fan": 26, "flowers": 0}
    assert answer["net"] == {"E": 102, "S": -34, "W": -34, "N": -34}


@pytest.mark.parametrize("ruleset", BOOKS)
def test_a_brief_answer_has_the_amounts_of_the_whole_one(ruleset: str) -> None:
    rng = random.Random(ruleset)
    for _ in range(many(15, 200)):
        document = random_document(rng, BOOKS[ruleset])
        whole = scorer.score(document)
        assert brief(document) == {name: whole[name] for name in AMOUNTS}


@pytest.mark.parametrize("ruleset", BOOKS)
def test_a_brief_answer_has_the_errors_of_the_whole_one(ruleset: str) -> None:
    rng, book = random.Random(ruleset), BOOKS[ruleset]
    for _ in range(many(10, 200)):
        document = spoilt(rng, random_document(rng, book), book)
        assert outcome(brief, document) == outcome(scorer.score, document)


def documents(count: int) -> list[dict[str, Any]]:
    rng = random.Random(5)
    made = [random_document(rng, BOOKS[ruleset]) for ruleset in BOOKS]
    spoilt_ones = [{**made[0], "seat": "X"}, {}]
    turns = itertools.islice(itertools.cycle(made + spoilt_ones), count)
    return [{**document, "id": number} for number, document in enumerate(turns)]


def test_a_pool_gives_the_answers_of_one_process_in_order() -> None:
    hands = documents(600)
    alone = list(scorer.score_many(hands))
    assert [answer["id"] for answer in alone] == list(range(600))
    assert list(scorer.score_many(hands, workers=2)) == alone


def test_an_invalid_document_is_answered_with_its_errors_and_stops_nothing() -> None:
    first, bad, last = scorer.score_many([WON, {**WON, "seat": "X"}, WON])
    assert first == last == brief(WON)
    assert bad["errors"] == outcome(scorer.score, {**WON, "seat": "X"})
    assert bad["line"] == 2


def test_answers_may_have_all_lines() -> None:
    assert next(iter(scorer.score_many([WON], brief=False))) == scorer.score(WON)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_endless_iterable_is_answered_as_far_as_anybody_reads(workers: int) -> None:
    answers = scorer.score_many(itertools.repeat(WON), workers=workers)
    assert all(answer == brief(WON) for answer in itertools.islice(answers, 300))
    answers.close()


def test_no_workers_are_refused_before_anything_is_read() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        scorer.score_many(iter([WON]), workers=0)
