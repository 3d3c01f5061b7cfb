"""Each class of hands in which PyMahjongGB and this scorer differ, and what the rule text says.

docs/mcr.md shows the name and the sentence of each. A class explains a difference only where it
foretells our whole answer from theirs, so that no other fault can hide in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tests.oracle import mcr as oracle

from .hands import Document
from .pymahjonggb import Line

Lines = Counter[Line]


@dataclass(frozen=True)
class Known:
    """A class of hands that both score, each with other lines."""

    name: str
    sentence: str
    explains: Callable[[Document, Lines, Lines], bool]  # the hand, their lines, ours
    example: Document


@dataclass(frozen=True)
class Refused:
    """What PyMahjongGB scores and this scorer refuses, and the code of its error."""

    name: str
    sentence: str
    code: str
    example: Document


def _told(hand: Document, win: Document) -> Document:
    return {
        "ruleset": "mcr",
        "preset": "1998",
        "hand": hand,
        "win": win,
        "seat": "W",
        "prevailing": "E",
    }


def _equals(document: Document, theirs: Lines, ours: Lines) -> bool:
    """Both answers are best readings, and ours is the one that comes first in the book.

    The oracle gives every reading with the best total; neither the engine nor PyMahjongGB has a
    part in it.
    """
    answer = oracle.score(document)
    readings = [Counter(map(tuple, reading)) for reading in answer["alternatives"]]
    return theirs in readings and ours == Counter(map(tuple, answer["lines"]))


def _pairs_or_sets(document: Document, theirs: Lines, ours: Lines) -> bool:
    seven_pairs = ("seven-pairs", 24)
    return ours[seven_pairs] > theirs[seven_pairs] and _equals(document, theirs, ours)


def _two_arrangements(document: Document, theirs: Lines, ours: Lines) -> bool:
    seven_pairs = ("seven-pairs", 24)
    return ours[seven_pairs] == theirs[seven_pairs] and _equals(document, theirs, ours)


KNOWN = [
    Known(
        "Seven pairs or four sets",
        "Where seven pairs and four sets with a pair bring the same total, PyMahjongGB shows the "
        "four sets and this scorer Seven Pairs. The rule text asks for the highest total and both "
        "have it; among equals ours is the reading whose fan come first in the book.",
        _pairs_or_sets,
        _told(
            {"concealed": "445566b 44555566c", "winning_tile": "4b"},
            {"by": "self_draw"},
        ),
    ),
    Known(
        "Two arrangements",
        "Where two arrangements of the sets bring the same total, PyMahjongGB shows the one that "
        "its search meets first, Pure Triple Chow and Triple Pung before others. This scorer shows "
        "the one whose fan come first in the book.",
        _two_arrangements,
        _told(
            {"concealed": "11123445566777d", "winning_tile": "4d"},
            {"by": "self_draw"},
        ),
    ),
]

_PLAIN = {"concealed": "123789c 234d EE", "melds": [{"tiles": "555b"}], "winning_tile": "2d"}

REFUSED = [
    Refused(
        "A fifth tile",
        "PyMahjongGB does not count how many of a tile there are; with a chow through the tile of "
        "a kong it gives 255 Tile Hogs. This scorer refuses such a hand.",
        "fifth_copy",
        _told(
            {
                "concealed": "456b 123c 234d EE",
                "melds": [{"tiles": "5555b"}],
                "winning_tile": "2d",
            },
            {"by": "discard", "from": "E"},
        ),
    ),
    Refused(
        "A robbed tile that the winner also holds",
        "The other three lie in the robbed kong, so it cannot be. PyMahjongGB leaves Robbing the "
        "Kong out and scores on.",
        "contradiction",
        _told(
            {"concealed": "123789c 222d EE", "winning_tile": "2d", "melds": [{"tiles": "456b"}]},
            {"by": "robbed_kong", "from": "E"},
        ),
    ),
    Refused(
        "A replacement tile without a kong",
        "PyMahjongGB leaves Out with Replacement Tile out and gives Self-Drawn.",
        "contradiction",
        _told(_PLAIN, {"by": "self_draw", "with": ["kong_replacement"]}),
    ),
    Refused(
        "A robbed kong that is the last discard",
        "A robbed tile is no discard. PyMahjongGB gives Last Tile Claim and Robbing the Kong "
        "together.",
        "contradiction",
        _told(_PLAIN, {"by": "robbed_kong", "from": "E", "with": ["last_discard"]}),
    ),
    Refused(
        "The last of its kind, and another in the hand",
        "Tiles in the concealed hand are not in plain sight (errata, p. 154). PyMahjongGB leaves "
        "Last Tile out and scores on.",
        "contradiction",
        _told(
            {"concealed": "123789c 222d EE", "winning_tile": "2d", "melds": [{"tiles": "456b"}]},
            {"by": "discard", "from": "E", "with": ["last_of_kind"]},
        ),
    ),
]
