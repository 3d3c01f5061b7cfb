"""What a hundred special hands cost: to make them ready, and to score by them."""

from __future__ import annotations

import pytest

from benchmarks.scoring.own_hands import LISTS, hands_for, pairs_of, taking
from tests import plain as scorer
from tests.card.test_work import steps
from tests.growth import seconds
from tests.nightly import many, nightly

MAX_RATIO = 1.5
MAX_SECONDS = 0.25


@pytest.mark.by_day(2, "ruleset")
# Losers score special hands in British alone.
@pytest.mark.parametrize(
    ("ruleset", "won"),
    [*((ruleset, True) for ruleset in taking()), *nightly([("british", False)])],
)
@pytest.mark.parametrize("name", LISTS)
@pytest.mark.slow
def test_scoring_with_a_hundred_hands_costs_at_most_half_as_much_again(
    ruleset: str, name: str, won: bool
) -> None:
    """In counted calls, which no other work of the machine changes;
    ``benchmarks/scoring/own_hands.py`` measures the time. A list of the same hands
    over and over has matches many times over."""
    plain, own = pairs_of(ruleset, many(40, 300), 1, name, won=won)

    def work(documents: list[dict[str, object]]) -> int:
        return steps(lambda: [scorer.score(document) for document in documents])

    work(own), work(plain)  # what is made ready once
    assert work(own) <= MAX_RATIO * work(plain)


@pytest.mark.parametrize("ruleset", ["british", "mcr"])
def test_a_hundred_hands_are_ready_in_a_quarter_of_a_second(ruleset: str) -> None:
    text = hands_for(ruleset)

    # A remark makes it a text of which nothing is remembered.
    texts = iter([f"{text}# {n}\n" for n in range(3)])

    def check() -> object:
        return scorer.check_hands({"ruleset": ruleset, "special_hands": next(texts)})

    assert min(seconds(check) for _ in range(3)) <= MAX_SECONDS
