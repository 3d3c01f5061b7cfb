"""Features of a reading, as bits, so that a rule's test is called only where it can find anything.

A rule may name the features without which its test finds nothing (``of=KONGS``); the test is not
called for readings that lack one of them. This changes how long scoring takes and never a score. A
rule that names none is tested on every reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar, cast

from scorer.engine.arrange import SETS_AND_PAIR
from scorer.engine.hand import DISCARD, SELF_DRAW
from scorer.engine.tiles import (
    ALL_KINDS,
    BAMBOO,
    CHARACTERS,
    DOTS,
    DRAGONS,
    FLOWERS,
    HONOURS,
    MAJORS,
    MINORS,
    SEASONS,
    TERMINALS,
    WINDS,
    KindMask,
)
from scorer.grammar.reading import IN_CHOW, IN_PUNG, Reading

# What stands for the find of a test that gives plain True and no mask of kinds.
WHOLE_HAND: Final = ALL_KINDS

LUCKY_FACTS: Final = ~(SELF_DRAW | DISCARD)

NO_PUNGS: Final = 1 << 0
PUNGS: Final = 1 << 1
TWO_PUNGS: Final = 1 << 2
THREE_PUNGS: Final = 1 << 3
FOUR_PUNGS: Final = 1 << 4
HONOUR_PUNGS: Final = 1 << 5
MAJOR_PUNGS: Final = 1 << 6
KONGS: Final = 1 << 7
SEVERAL_KONGS: Final = 1 << 8
NO_CHOWS: Final = 1 << 9
HONOUR_PAIR: Final = 1 << 10
NOT_FOUR_SETS: Final = 1 << 11
# How it was won; luck is any circumstance, and a robbed kong.
LUCK: Final = 1 << 13
DRAWN: Final = 1 << 14
CONCEALED: Final = 1 << 15  # nothing was claimed before the winning tile
LAST_IN_CHOW: Final = 1 << 16
LAST_IN_PAIR: Final = 1 << 17  # or in some other group that is neither pung nor chow
# The tiles.
AT_MOST_ONE_SUIT: Final = 1 << 18
TWO_SUITS: Final = 1 << 19
THREE_SUITS: Final = 1 << 20
SOME_HONOURS: Final = 1 << 21
NO_HONOURS: Final = 1 << 22
NO_TERMINALS: Final = 1 << 23
NO_LOW: Final = 1 << 24
NO_MIDDLE: Final = 1 << 25
NO_HIGH: Final = 1 << 26
ONLY_MAJORS: Final = 1 << 27
BONUS: Final = 1 << 29
FOUR_BONUS: Final = 1 << 30  # all flowers or all seasons
# Pungs and kongs again, by what the table of points tells apart.
MINOR_PUNGS: Final = 1 << 32
CONCEALED_PUNGS: Final = 1 << 33
EXPOSED_PUNGS: Final = 1 << 34
# What only fan tell apart.
FOUR_ALIKE: Final = 1 << 28  # in no kong
FOUR_MELDS: Final = 1 << 31  # at least, as with pungs
TWO_CONCEALED_PUNGS: Final = 1 << 35
TWO_HONOUR_PUNGS: Final = 1 << 36
OWN_WIND_PUNGS: Final = 1 << 37  # a pung of the wind of the seat or of the round
LAST_OF_FOUR: Final = 1 << 38  # the winning tile may be the last of its kind
ALL_SORTS: Final = 1 << 39  # all suits, winds and dragons

LOW_KINDS: Final = 0b000000111_000000111_000000111
MIDDLE_KINDS: Final = 0b000111000_000111000_000111000
HIGH_KINDS: Final = 0b111000000_111000000_111000000
FEATURE_BY_MISSING_KINDS: Final = (
    (HONOURS, NO_HONOURS),
    (TERMINALS, NO_TERMINALS),
    (LOW_KINDS, NO_LOW),
    (MIDDLE_KINDS, NO_MIDDLE),
    (HIGH_KINDS, NO_HIGH),
    (MINORS, ONLY_MAJORS),
    (BAMBOO | CHARACTERS, AT_MOST_ONE_SUIT),
    (BAMBOO | DOTS, AT_MOST_ONE_SUIT),
    (CHARACTERS | DOTS, AT_MOST_ONE_SUIT),
)


def features_without(kinds: KindMask) -> int:
    """Return the features of every reading that has none of these kinds."""
    found = 0
    for wanted, feature in FEATURE_BY_MISSING_KINDS:
        if not wanted & ~kinds:
            found |= feature
    return found


def features(h: Reading) -> int:
    """Return the features of a reading."""
    # Long: it runs for every reading, and each feature is a test or two.
    pungs, kinds, bonus = h.pungs, h.kinds, h.bonus
    found = 0
    if pungs:
        found = PUNGS
        more = pungs & (pungs - 1)
        if more:
            found |= TWO_PUNGS
            more &= more - 1
            if more:
                found |= THREE_PUNGS
                if more & (more - 1):
                    found |= FOUR_PUNGS
        if pungs & MAJORS:
            found |= HONOUR_PUNGS | MAJOR_PUNGS if pungs & HONOURS else MAJOR_PUNGS
        if pungs & MINORS:
            found |= MINOR_PUNGS
        concealed = h.concealed
        if concealed:
            found |= CONCEALED_PUNGS
        if pungs != concealed:
            found |= EXPOSED_PUNGS
        kongs = h.kongs
        if kongs:
            found |= SEVERAL_KONGS | KONGS if kongs & (kongs - 1) else KONGS
    else:
        found = NO_PUNGS
    if not h.chows:
        found |= NO_CHOWS
    if h.pair & HONOURS:
        found |= HONOUR_PAIR
    if h.shape != SETS_AND_PAIR:
        found |= NOT_FOUR_SETS
    facts = h.facts
    if facts:
        if facts & LUCKY_FACTS:
            found |= LUCK
        if facts & SELF_DRAW:
            found |= DRAWN
    if not h.claimed_before:
        found |= CONCEALED
    place = h.last_place
    if place == IN_CHOW:
        found |= LAST_IN_CHOW
    elif place != IN_PUNG:
        found |= LAST_IN_PAIR
    if not kinds & BAMBOO:
        found |= TWO_SUITS if kinds & CHARACTERS and kinds & DOTS else AT_MOST_ONE_SUIT
    elif not kinds & CHARACTERS:
        found |= TWO_SUITS if kinds & DOTS else AT_MOST_ONE_SUIT
    else:
        found |= THREE_SUITS if kinds & DOTS else TWO_SUITS
    found |= SOME_HONOURS if kinds & HONOURS else NO_HONOURS
    if not kinds & TERMINALS:
        found |= NO_TERMINALS
    if not kinds & LOW_KINDS:
        found |= NO_LOW
    if not kinds & MIDDLE_KINDS:
        found |= NO_MIDDLE | ONLY_MAJORS if not kinds & ~MAJORS else NO_MIDDLE
    if not kinds & HIGH_KINDS:
        found |= NO_HIGH
    if bonus:
        full = bonus & FLOWERS == FLOWERS or bonus & SEASONS == SEASONS
        found |= FOUR_BONUS | BONUS if full else BONUS
    return found


def fan_features(h: Reading) -> int:
    """Return the features of a reading, with those that only fan name."""
    found = features(h)
    hand, kinds = h.hand, h.kinds
    concealed, honours, fours = h.concealed, h.pungs & HONOURS, hand.fours
    if concealed & (concealed - 1):
        found |= TWO_CONCEALED_PUNGS
    if honours:
        if honours & (honours - 1):
            found |= TWO_HONOUR_PUNGS
        if honours & (h.own | h.round):
            found |= OWN_WIND_PUNGS
    if fours & h.last or found & LUCK:
        found |= LAST_OF_FOUR
    if fours & ~h.kongs:
        found |= FOUR_ALIKE
    if found & THREE_SUITS and kinds & WINDS and kinds & DRAGONS:
        found |= ALL_SORTS
    if len(hand.melds) > 3:
        found |= FOUR_MELDS
    return found


def kinds_found(found: object) -> int:
    """Return the mask of kinds that a test gave, and ``WHOLE_HAND`` where it gave True."""
    return WHOLE_HAND if found is True else cast(int, found)


class FeatureFiltered:
    """Something that is tested only on readings that have all features in the mask ``of``."""

    __slots__ = ("of",)

    def __init__(self, of: int) -> None:
        self.of = of


T = TypeVar("T", bound=FeatureFiltered)
RULE_CACHE_SIZE: Final = 1 << 11


class RuleIndex(Generic[T]):
    """Rules in the order in which they are tested; ``of`` gives those to test on a reading.

    The answers of ``of`` are remembered. ``named`` is the mask of all features that any of the
    rules names: a caller that leaves the others out of its question gets a remembered answer more
    often."""

    __slots__ = ("_remembered", "_rules", "named")

    def __init__(self, rules: Sequence[T]) -> None:
        self._rules = tuple(rules)
        self._remembered: dict[int, list[T]] = {}
        self.named = 0
        for rule in rules:
            self.named |= rule.of

    @property
    def rules(self) -> Sequence[T]:
        """All the rules, in this order."""
        return self._rules

    def of(self, feature_bits: int) -> list[T]:
        """Return the rules whose named features a reading has all (``feature_bits``)."""
        rules = self._remembered.get(feature_bits)
        if rules is None:
            if len(self._remembered) == RULE_CACHE_SIZE:
                self._remembered.clear()
            rules = [rule for rule in self._rules if not rule.of & ~feature_bits]
            self._remembered[feature_bits] = rules
        return rules
