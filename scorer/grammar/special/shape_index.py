"""Which of a club's special hands that are shapes a reading is, and which it nearly is, found for
all of them at once.

A set of hands is a mask: bit *n* for the hand at place *n*. For each condition that a shape may
have, the mask of the hands that have it is made once. A reading fails some conditions, however many
hands there are: it is the hands in none of these masks, and nearly those in just one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from scorer.engine.arrange import SETS_AND_PAIR
from scorer.engine.hand import SELF_DRAW
from scorer.engine.tiles import BAMBOO, CHARACTERS, DOTS, HONOURS, KIND_COUNT, bits, how_many_suits
from scorer.grammar.reading import Reading
from scorer.grammar.special.model import ClubHand, Restrictions, ShapeHand

OWN_PAIRS: Final = "pairs of a special hand"
SEVEN_PAIRS: Final = (OWN_PAIRS, "seven pairs")
PAIRS_OF_A_HAND: Final = 7
SUIT_BLOCKS: Final = (BAMBOO, CHARACTERS, DOTS, HONOURS)


class Matches(NamedTuple):
    """The masks of the hands that a reading is (``hands``), and of those that it nearly is: it
    fails one condition, and has at most one kind that they do not have (``nearly``)."""

    hands: int
    nearly: int


NO_MATCHES: Final = Matches(0, 0)


class ShapeIndex:
    """The shaped hands among ``hands``, of rulesets with so many ``sets``."""

    def __init__(self, hands: Sequence[ClubHand], sets: int) -> None:
        self._sets = sets
        shaped = {
            place: (hand, hand.shaped)
            for place, hand in enumerate(hands)
            if hand.shaped is not None
        }
        limits = {place: shape.restrictions for place, (_, shape) in shaped.items()}

        def mask(places: Iterable[int]) -> int:
            return sum([1 << place for place in places])

        def limited(restriction: str) -> int:
            return mask(place for place, limit in limits.items() if getattr(limit, restriction))

        def shaped_as(kind: str) -> int:
            return mask(place for place, (_, shape) in shaped.items() if shape.kind == kind)

        self._of_shape = _masks_by_shape({place: shape for place, (_, shape) in shaped.items()})
        # The hands that do not have this kind.
        self._without = [
            mask(place for place, limit in limits.items() if not limit.only >> kind & 1)
            for kind in range(KIND_COUNT)
        ]
        self._strange: dict[int, tuple[int, int]] = {}
        # The hands that are not of so many suits.
        self._of_other_suits = [
            mask(place for place, limit in limits.items() if limit.suits not in (0, suits))
            for suits in range(4)
        ]
        # The hands that need at least so many of a kind.
        self._needing = _masks_of_required(limits)
        self._no_chows, self._no_pungs = limited("no_chows"), limited("no_pungs")
        self._no_kongs, self._different = limited("no_kongs"), limited("different")
        self._knitted_pairs = shaped_as("knitted pairs")
        self._knitted_triples = shaped_as("knitted triples")
        self._all_kongs = shaped_as("kongs")
        self._closed = mask(place for place, (hand, _) in shaped.items() if hand.way != "X")
        self._drawn = mask(place for place, (hand, _) in shaped.items() if hand.way == "CC")

    def matches(self, h: Reading) -> Matches:
        """Return which hands a reading is, and which it nearly is."""
        possible = self._of_shape.get(h.shape, 0)
        if not possible:
            return NO_MATCHES
        failed = strange = 0
        for block in SUIT_BLOCKS:
            kinds = h.kinds & block
            if kinds not in self._strange:
                self._strange[kinds] = self._masks_missing_kinds(kinds)
            lacking, several = self._strange[kinds]
            strange |= several | failed & lacking
            failed |= lacking
        failed_twice = 0
        for condition in self._failed(h):
            failed_twice |= failed & condition
            failed |= condition
        return Matches(possible & ~failed, possible & failed & ~failed_twice & ~strange)

    def _masks_missing_kinds(self, kinds: int) -> tuple[int, int]:
        """Return the hands that do not have all of these kinds of a block, and those that do not
        have several of them. Both are remembered: a block has few sets of kinds."""
        lacking = several = 0
        for kind in bits(kinds):
            several |= lacking & self._without[kind]
            lacking |= self._without[kind]
        return lacking, several

    def _failed(self, h: Reading) -> Sequence[int]:
        """Return the hands with a condition, for each that a reading fails but for the kinds."""
        copies_of, shape = h.hand.copies_of, h.shape
        failed: tuple[int, ...] = (
            self._of_other_suits[how_many_suits(h.kinds)],
            0 if shape == "knitted pairs" else self._knitted_pairs,
            0 if shape == "knitted triples" else self._knitted_triples,
            self._no_chows if h.chows else 0,
            self._no_pungs if h.pungs else 0,
            self._no_kongs if h.kongs else 0,
            self._all_kongs if h.kongs.bit_count() != self._sets else 0,
            self._different if h.kinds.bit_count() != PAIRS_OF_A_HAND else 0,
            self._closed if h.claimed_before else 0,
            self._drawn if h.won and not h.facts & SELF_DRAW else 0,
        )
        for kind, count, needing in self._needing:
            if copies_of(kind) < count:
                failed += (needing,)
        return failed


def _shapes_near(shape: ShapeHand) -> Sequence[str]:
    """Return the shapes of which a reading may be or nearly be a hand of this shape."""
    if shape.kind in ("sets", "kongs"):
        return (SETS_AND_PAIR,)
    return SEVEN_PAIRS if shape.kind == "pairs" else (*SEVEN_PAIRS, shape.kind)


def _masks_by_shape(shapes: Mapping[int, ShapeHand]) -> Mapping[str, int]:
    """Return the mask of the hands that a reading of each shape may be or nearly be."""
    found: dict[str, int] = {}
    for place, shape in shapes.items():
        for name in _shapes_near(shape):
            found[name] = found.get(name, 0) | 1 << place
    return found


def _masks_of_required(limits: Mapping[int, Restrictions]) -> Sequence[tuple[int, int, int]]:
    """Return kind, number and mask of hands for each number of a kind that some hands need."""
    found: dict[tuple[int, int], int] = {}
    for place, limit in limits.items():
        for required in limit.required:
            found[required] = found.get(required, 0) | 1 << place
    return [(kind, count, needing) for (kind, count), needing in found.items()]
