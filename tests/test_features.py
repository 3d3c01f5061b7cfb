"""What a rule says that it needs of a reading is true of every reading that has it, and a sure one
has every reading that is so.

Rules are asked only of readings that have what they name with ``of``; a name too much would lose a
line without a word. So every rule is asked here of every reading of many hands.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

import scorer
from scorer.grammar import features
from scorer.grammar.fan import edition as fan
from scorer.grammar.fan.book import FanBook
from scorer.grammar.fan.rule import Fan
from scorer.grammar.han import edition as han
from scorer.grammar.han.hand import DoraHand
from scorer.grammar.han.reading import HanReading, han_features
from scorer.grammar.han.rule import Bonus, FuItem, Yaku
from scorer.grammar.points import edition as points
from scorer.grammar.points.book import PointsBook
from scorer.grammar.points.rule import Rule, Special
from scorer.grammar.reading import Reading
from scorer.rules import BOOKS
from tests.drawn import random_document
from tests.peers import riichi_hands
from tests.peers.hands import random_hand
from tests.test_cases import CASES, cases, document

COUNTED = [id for id, book in BOOKS.items() if isinstance(book, (PointsBook, FanBook))]
"""The rulesets that ask their rules of readings."""
PEERS = {"mcr": random_hand, "riichi": riichi_hands.random_hand}
"""Who draws more hands of a ruleset, and rarer ones."""


def hands(ruleset: str) -> Iterator[dict[str, Any]]:
    """The hands of the cases, and random ones."""
    for path in sorted((CASES / ruleset).glob("*.toml")):
        for case in cases(path):
            request = document(case)
            if "players" not in request and request.get("hand"):
                yield request
    rng = random.Random(f"features {ruleset}")
    for _ in range(60):
        yield random_document(rng, ruleset)
    for _ in range(400 if ruleset in PEERS else 0):
        yield PEERS[ruleset](rng)


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[Reading]:
    """Every reading that is asked anything from here on."""
    seen: list[Reading] = []

    def noted(h: Reading) -> int:
        seen.append(h)
        return features.features(h)

    monkeypatch.setattr(points, "features", noted)
    monkeypatch.setattr(fan, "fan_features", lambda h: noted(h) and features.fan_features(h))
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", COUNTED)
def test_a_reading_that_has_a_rule_has_all_that_the_rule_names_and_a_sure_rule_no_more(
    ruleset: str, readings: list[Reading]
) -> None:
    rules = [
        rule
        for rule in BOOKS[ruleset].rules
        if isinstance(rule, (Rule, Special, Fan)) and not (isinstance(rule, Fan) and rule.size)
    ]
    fan_book = isinstance(BOOKS[ruleset], FanBook)
    feature_bits = features.fan_features if fan_book else features.features
    had = set()
    for told in hands(ruleset):
        readings.clear()
        with suppress(scorer.HandError):
            scorer.score(told)
        for h in readings:
            for rule in rules:
                if rule.test(h):
                    assert not rule.of & ~feature_bits(h), (rule.id, told)
                    had.add(rule.id)
                elif isinstance(rule, Fan) and rule.sure:
                    lacks = rule.of & ~feature_bits(h) or h.kinds & rule.other
                    assert lacks, (rule.id, told)
    unseen = {rule.id for rule in rules if rule.of} - had
    assert not unseen, (
        f"rules of {ruleset} with of= that no hand shows, so that nobody knows whether it is true: "
        f"{', '.join(sorted(unseen))}. A case in tests/cases/{ruleset} that has the rule shows it"
    )


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", COUNTED)
def test_a_test_that_says_no_more_than_yes_is_declared_so(
    ruleset: str, readings: list[Reading]
) -> None:
    # Compiled, a function that is declared to give a mask gives 1 for true: the 1 of bamboo.
    shown = [
        rule
        for rule in BOOKS[ruleset].rules
        if isinstance(rule, (Rule, Fan)) and not (isinstance(rule, Fan) and rule.size + rule.other)
    ]
    for told in hands(ruleset):
        with suppress(scorer.HandError):
            scorer.score(told)
    for rule in shown:
        if not rule.each and not rule.last and any(rule.test(h) is True for h in readings):
            assert rule.test.__annotations__["return"] == "bool", rule.id


@pytest.fixture(scope="module")
def han_readings() -> list[HanReading]:
    """Every reading of many riichi hands."""
    seen: list[HanReading] = []

    def noted(h: HanReading) -> int:
        seen.append(h)
        return han_features(h)

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(han, "han_features", noted)
        for told in hands("riichi"):
            with suppress(scorer.HandError):
                scorer.score(told)
    return seen


def test_a_sure_yaku_is_in_all_readings_that_are_so_and_none_is_won_without_its_facts(
    han_readings: list[HanReading],
) -> None:
    # What a yaku names with ``of`` is a part of what it takes, so that its test need not ask again.
    rules = [rule for rule in BOOKS["riichi"].rules if isinstance(rule, (Yaku, FuItem))]
    had = set()
    for h in han_readings:
        feature_bits = han_features(h)
        for rule in rules:
            if rule.of & ~feature_bits:
                continue
            told = (
                not isinstance(rule, Yaku)
                or not rule.needs_facts
                or bool(h.facts & rule.needs_facts)
            )
            if rule.test(h):
                assert told, rule.id
                had.add(rule.id)
            else:
                assert not (told and rule.sure), rule.id
    unseen = {rule.id for rule in rules if rule.sure or rule.of} - had
    assert not unseen, f"no hand shows {', '.join(sorted(unseen))}"


def test_what_adds_han_is_counted_as_it_is_listed(han_readings: list[HanReading]) -> None:
    bonuses = [rule for rule in BOOKS["riichi"].rules if isinstance(rule, Bonus)]
    had = set()
    for h in han_readings:
        assert isinstance(h.hand, DoraHand)
        for bonus in bonuses:
            tiles = bonus.tiles(h.hand, h.players)
            assert bonus.number(h.hand, h.players) == len(tiles), bonus.id
            had |= {bonus.id} if tiles else set()
    assert had == {bonus.id for bonus in bonuses}


def test_the_features_that_every_hand_without_certain_kinds_has() -> None:
    assert features.features_without(0) == 0
    assert features.features_without(0x1FF | 0x1FF << 9) == features.AT_MOST_ONE_SUIT
    no_simples = features.features_without(~(0b1111111 << 27))
    assert no_simples & features.ONLY_MAJORS
    assert no_simples & features.NO_MIDDLE
    assert not no_simples & features.NO_HONOURS
