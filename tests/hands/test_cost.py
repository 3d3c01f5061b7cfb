"""What a hundred special hands cost: to make them ready, and to score by them."""

from __future__ import annotations

import pytest

from benchmarks.scoring.own_hands import hands_for, pairs_of, taking
from tests import plain as scorer
from tests.card.test_work import steps
from tests.growth import seconds
from tests.nightly import many

MOST_TIMES = 1.5
MOST_SECONDS = 0.25


@pytest.mark.parametrize("ruleset", taking())
@pytest.mark.slow
def test_scoring_with_a_hundred_hands_costs_at_most_half_as_much_again(ruleset: str) -> None:
    """In counted calls, which no other work of the machine changes;
    ``benchmarks/scoring/own_hands.py`` measures the time."""
    plain, own = pairs_of(ruleset, many(40, 300), seed=1)

    def work(documents: list[dict[str, object]]) -> int:
        return steps(lambda: [scorer.score(document) for document in documents])

    work(own), work(plain)  # what is made ready once
    assert work(own) <= MOST_TIMES * work(plain)


@pytest.mark.parametrize("ruleset", ["british", "mcr"])
def test_a_hundred_hands_are_ready_in_a_quarter_of_a_second(ruleset: str) -> None:
    text = hands_for(ruleset)

    # A remark makes it a text of which nothing is remembered.
    texts = iter([f"{text}# {n}\n" for n in range(3)])

    def check() -> object:
        return scorer.check_hands({"ruleset": ruleset, "special_hands": next(texts)})

    assert min(seconds(check) for _ in range(3)) <= MOST_SECONDS
