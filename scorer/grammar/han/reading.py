"""One way to read a hand, and how it waited for its last tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorer.engine import arrange
from scorer.engine.arrange import Arrangement, Shape
from scorer.engine.hand import Hand
from scorer.engine.situation import Situation
from scorer.grammar.features import DRAWN, NOT_FOUR_SETS, features
from scorer.grammar.reading import (
    IN_CHOW,
    IN_PAIR,
    IN_PUNG,
    IN_WHOLE,
    HandFacts,
    Reading,
    declared_melds,
)
from scorer.rulebook.book import Options

OTHER_WAIT_KIND: Final = 0  # a pair, a pung, or no set at all
TWO_SIDED_WAIT_KIND: Final = 1
EDGE_WAIT_KIND: Final = 2
CLOSED_WAIT_KIND: Final = 3
# Above the features that all grammars share.
FIRST_WAIT: Final = 44
TWO_SIDED_WAIT: Final = 1 << FIRST_WAIT
EDGE_WAIT: Final = 1 << FIRST_WAIT + 1
CLOSED_WAIT: Final = 1 << FIRST_WAIT + 2
# What only yaku and fu tell apart.
FOUR_SETS: Final = 1 << 47  # and a pair
NOT_DRAWN: Final = 1 << 48
MANY_CHOWS: Final = 1 << 49  # three or four
TWIN_CHOWS: Final = 1 << 50  # two that are the same


class HanReading(Reading):
    """A reading with the chow that the winning tile completed, if any: where it starts
    (``start``), and how it waited for that tile (``wait``); ``players`` are those at the table."""

    __slots__ = ("players", "start", "wait")

    players: int
    start: int
    wait: int

    @property
    def last_chow(self) -> int:
        """Where the chow starts that the winning tile completed; -1 for none."""
        return self.start


def han_features(h: HanReading) -> int:
    """Return the features of a reading, with those that only this grammar names."""
    found = features(h)
    if h.wait:
        found |= 1 << FIRST_WAIT - TWO_SIDED_WAIT_KIND + h.wait
    if not found & NOT_FOUR_SETS:
        found |= FOUR_SETS
    if not found & DRAWN:
        found |= NOT_DRAWN
    chows = h.chows
    if len(chows) > 1:
        if len(chows) > 2:
            found |= MANY_CHOWS
        starts = 0
        for start in chows:
            bit = 1 << start
            if starts & bit:
                return found | TWIN_CHOWS
            starts |= bit
    return found


def han_readings(
    hand: Hand,
    facts: int,
    situation: Situation,
    options: Options,
    shapes: Sequence[Shape],
) -> list[HanReading]:
    """Return every way to read a hand that won so: each arrangement, the winning tile in each place
    that it may have, of chows one for each kind of wait."""
    # Long: a call for each place would cost a tenth of scoring.
    table = declared_melds(hand)
    last = hand.winning
    found: list[HanReading] = []
    if last is None:
        return found
    bit, rank = 1 << last, last % 9
    context = (facts, situation, options, shapes)
    for arrangement in arrange.winning_arrangements(hand, shapes):
        if arrangement.groups:
            found.append(_make_reading(hand, arrangement, table, context, IN_WHOLE))
            continue
        if arrangement.pairs & bit:
            found.append(_make_reading(hand, arrangement, table, context, IN_PAIR))
        waits = 0
        for start in arrangement.chows:
            step = last - start
            if 0 <= step <= 2:
                wait = CLOSED_WAIT_KIND if step == 1 else TWO_SIDED_WAIT_KIND
                if (step == 2 and rank == 2) or (step == 0 and rank == 6):
                    wait = EDGE_WAIT_KIND
                if not waits >> wait & 1:
                    waits |= 1 << wait
                    found.append(
                        _make_reading(hand, arrangement, table, context, IN_CHOW, start, wait)
                    )
        if arrangement.pungs & bit:
            found.append(_make_reading(hand, arrangement, table, context, IN_PUNG))
    return found


def _make_reading(
    hand: Hand,
    arrangement: Arrangement,
    table: HandFacts,
    context: tuple[int, Situation, Options, Sequence[Shape]],
    place: str,
    start: int = -1,
    wait: int = OTHER_WAIT_KIND,
) -> HanReading:
    facts, situation, options, shapes = context
    h = HanReading(hand, arrangement, table, facts, place, situation, options, shapes)
    h.players = situation.players
    h.start = start
    h.wait = wait
    return h
