"""The special hands of a club found all at once are those that each is found to be by its own
conditions; and a hand typed twice is found twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.engine.situation import Situation
from scorer.engine.tiles import bits
from scorer.grammar.points.edition import PointsEdition
from scorer.grammar.reading import Reading, winning_readings
from scorer.grammar.special.hands import CompiledHands, ReadyHand
from scorer.rules import BOOKS
from tests.hands.hundred import hundred_hands
from tests.hands.test_proof import hands as hands_near
from tests.hands.written import WRITTEN
from tests.nightly import many

WESTERN = (Path(__file__).parents[2] / "examples" / "western-hands.txt").read_text("utf-8")
SHAPES = """
Knit: knitted pairs  C 5
Triples: knitted triples  CC 5
Kongs: four kongs and a pair (two suits)  X 5
Clean: four sets and a pair (one suit; no kongs)  X 5
Chows: four sets and a pair (no pungs; with 5b 55c)  C 5
Small: four sets and a pair (from 2345678b 2345678c 2345678d; three suits)  CC 5
Twins: seven pairs (different; two suits; with EE)  C 5
"""
TEXTS = {
    "a hundred": hundred_hands(),
    "western": WESTERN,
    "the book's own": WRITTEN["british"],
    "every restriction": SHAPES,
}
HANDS = many(150, 3000)


def edition_with(text: str) -> PointsEdition:
    edition = BOOKS["british"].edition("u3a", {"special_hands": text})
    assert isinstance(edition, PointsEdition)
    return edition


def own_hands(edition: PointsEdition) -> CompiledHands:
    assert edition._own is not None
    return edition._own.hands


def readings(edition: PointsEdition, seed: str, count: int) -> Iterator[Reading]:
    """The readings of winning hands that are among the special hands of this edition, or nearly."""
    situation = Situation(1, 0)
    near = hands_near(random.Random(seed), edition)
    for _, (hand, win) in zip(range(count), near, strict=False):
        if win is not None:
            yield from winning_readings(hand, win.facts, situation, edition.options, edition.shapes)


def may_be_near(h: Reading, ready: ReadyHand) -> bool:
    """Whether a hand that fails one condition of a shape is told of it."""
    shaped = ready.hand.shaped
    assert shaped is not None
    strange = h.kinds & ~shaped.restrictions.only
    if strange & (strange - 1):
        return False
    if shaped.kind in ("sets", "kongs"):
        return h.shape == "sets and a pair"
    pairs = h.shape in ("seven pairs", "pairs of a special hand")
    return pairs or (shaped.kind != "pairs" and h.shape == shaped.kind)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.more_at_night
def test_shapes_are_found_as_their_conditions_say(name: str) -> None:
    edition = edition_with(TEXTS[name])
    own = own_hands(edition)
    shaped = [ready for ready in own.hands if ready.hand.shaped is not None]
    found = nearly = 0
    for h in readings(edition, name, HANDS):
        missing = {
            ready: [requirement for requirement in ready.requirements if not requirement.holds(h)]
            for ready in shaped
        }
        are = [ready for ready in own.found(h) if ready.hand.shaped is not None]
        assert are == [ready for ready in shaped if not missing[ready]], h.hand
        near = [ready for ready in shaped if len(missing[ready]) == 1 and may_be_near(h, ready)]
        told = {ready: why for ready, why in own.near_misses(h) if ready.hand.shaped is not None}
        assert told == {ready: missing[ready][0].why_not(h) for ready in near}, h.hand
        found += len(are)
        nearly += len(near)
    assert found > HANDS // 50
    assert nearly > HANDS // 10


@pytest.mark.parametrize("name", ["western", "every restriction"])
def test_a_hand_that_is_typed_twice_is_found_twice(name: str) -> None:
    lines = [line for line in TEXTS[name].splitlines() if ":" in line and line[0] not in "#["]
    again = [f"Other {line.removeprefix('replaces ')}" for line in lines]
    edition = edition_with("\n".join([*lines, *again]))
    own = own_hands(edition)
    half = len(lines)
    for h in readings(edition, name, HANDS):
        places = {ready.place for ready in own.found(h)}
        assert {place % half for place in places} == {place for place in places if place < half}
        assert len(places) % 2 == 0
        told = {ready.place: why for ready, why in own.near_misses(h)}
        for place in bits(sum(1 << place for place in told)):
            assert told[place] == told[(place + half) % (2 * half)]
