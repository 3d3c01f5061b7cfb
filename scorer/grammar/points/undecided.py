"""What the unknown tiles of a partly entered hand could still add to its score.

What scores by itself (sets, pairs, flowers) was entered; the rest can only make more of the whole:
a hand of one suit, of majors alone, one tile short of a special hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from scorer.engine.arrange import Shape
from scorer.engine.hand import Hand
from scorer.engine.tiles import BAMBOO, CHARACTERS, DOTS, HONOURS, MAJORS, SUITED, TERMINALS, bits
from scorer.grammar.features import (
    AT_MOST_ONE_SUIT,
    CONCEALED,
    FOUR_PUNGS,
    NO_CHOWS,
    NO_HIGH,
    NO_HONOURS,
    NO_LOW,
    NO_MIDDLE,
    NO_TERMINALS,
    NOT_FOUR_SETS,
    ONLY_MAJORS,
    features,
)
from scorer.grammar.points.rule import Special
from scorer.grammar.reading import Reading

IRREVERSIBLE_FEATURES: Final = (
    NO_HONOURS
    | NO_TERMINALS
    | NO_LOW
    | NO_MIDDLE
    | NO_HIGH
    | ONLY_MAJORS
    | AT_MOST_ONE_SUIT
    | NO_CHOWS
    | CONCEALED
)
"""What no further tile brings back to a hand that has it no more."""

SUIT_MASKS: Final = (BAMBOO, CHARACTERS, DOTS)
SORTS_OF_TILES: Final = (
    *SUIT_MASKS,
    *(suit | HONOURS for suit in SUIT_MASKS),
    HONOURS,
    TERMINALS,
    MAJORS,
    SUITED & ~MAJORS,
    SUITED,
    SUITED | HONOURS,
)
"""The kinds of which the unknown tiles may all be."""


def completions(hand: Hand, unknown: int) -> Iterator[Hand]:
    """Yield the hand with so many tiles more: for each sort of tiles one way to have nothing but
    those, with as few alike as can be."""
    for sort in SORTS_OF_TILES:
        tiles = _tiles_to_fill(hand, sort, unknown)
        if tiles:
            held = (*hand.concealed, *tiles)
            size = len(held) + 3 * len(hand.melds)
            yield Hand(held, hand.melds, bits(hand.bonus), size=size)


def _tiles_to_fill(hand: Hand, sort: int, unknown: int) -> Sequence[int]:
    """Return so many tiles of these kinds, first those that the hand does not have, never three
    alike; none where there are too few."""
    found: list[int] = []
    for most in (1, 2):
        for kind in sorted(bits(sort), key=lambda kind: (kind % 3, kind)):
            if hand.copies_of(kind) + found.count(kind) < most and len(found) < unknown:
                found.append(kind)
    return found if len(found) == unknown else ()


def may_fish_for(special: Special, h: Reading, shapes: Sequence[Shape], sets: int) -> bool:
    """Tests if a hand of which this much is known can be one tile short of this special hand, in a
    ruleset whose hands have so many sets or one of these shapes."""
    laid = len(h.hand.melds)
    if special.of & IRREVERSIBLE_FEATURES & ~features(h):
        return False
    if special.of & FOUR_PUNGS and h.declared.chows:
        return False
    if special.of & NOT_FOUR_SETS and all(laid > shape.melds for shape in shapes):
        return False
    return all(fact.may(h, sets) for fact in special.requirements)
