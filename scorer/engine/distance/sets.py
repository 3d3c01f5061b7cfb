"""The nearest hands of sets and a pair.

They are found block by block (three suits, honours): of each block the least number of missing
tiles for so many sets, with which every search ends where it cannot succeed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from operator import add
from typing import Final, NamedTuple

from scorer.engine.distance.whole_hand import SUIT_STARTS, Counts, WholeHand, counts_of, whole_hand
from scorer.engine.hand import CHOW, CHOW_STARTS, Hand
from scorer.engine.tiles import ALL_KINDS, EAST, KIND_COUNT, bits

KIND_BLOCKS: Final = (*((start, start + 9) for start in SUIT_STARTS), (EAST, KIND_COUNT))
OUT_OF_REACH: Final = 99
"""More tiles than any hand has: what cannot be made at all is so far."""
BLOCK_CACHE_SIZE: Final = 96
"""How many blocks are remembered, each some 6 KB: of one tap to the next most stay."""
MAX_SETS: Final = 5
NOT_SEARCHED: Final = 0xFF


class Limits(NamedTuple):
    """The hands to search for: so many ``sets`` beside the pair, at most ``chows`` of them chows
    (any number with None), of these ``kinds``, with the tiles ``fixed`` beside them."""

    sets: int
    chows: int | None = None
    kinds: int = ALL_KINDS
    fixed: tuple[int, ...] = ()


def most_chows_left(hand: Hand, most: int | None) -> int | None:
    """Return how many more chows a hand may have of those that it may have in all; None for any
    number."""
    laid = sum(meld.kind == CHOW for meld in hand.melds)
    return None if most is None else most - laid


def nearest_sets_and_pair(hand: Hand, limits: Limits) -> Iterator[WholeHand]:
    """Yield the hands of sets and a pair that the concealed tiles can become, nearest first."""
    if limits.chows is not None and limits.chows < 0:
        return
    held = counts_of(tile for tile in hand.concealed if tile < KIND_COUNT)
    room = _remaining_copies(hand)
    rest = list(held)
    for tile in limits.fixed:
        room[tile] -= 1
        if rest[tile]:
            rest[tile] -= 1
    if min(room) < 0:
        return
    for kind in bits(ALL_KINDS & ~limits.kinds):
        room[kind] = 0
    fixed = counts_of(limits.fixed)
    seen = set()
    for wanted in _SetSearch(rest, room, limits).by_distance(3 * limits.sets + 2):
        whole = tuple(map(add, wanted, fixed))
        if whole not in seen:
            seen.add(whole)
            yield whole_hand(whole, held)


def _remaining_copies(hand: Hand) -> list[int]:
    """Return how many concealed tiles of each kind there can be beside what is laid out."""
    laid = list(hand.copies)
    for tile in hand.concealed:
        if tile < KIND_COUNT:
            laid[tile] -= 1
    return [4 - count for count in laid]


class BlockPart(NamedTuple):
    """The part of a hand that a block is to be: so many pungs (sets, where chows are not counted
    apart), so many chows, and the pair or not."""

    sets: int
    chows: int
    pairs: int


class _Block:
    """The sets and pairs that tiles of one suit, or honours, can become.

    ``held`` and ``room`` count its tiles and how many there can be; with ``apart`` chows are
    counted apart from pungs.
    """

    def __init__(self, held: Counts, room: Counts, suited: bool, apart: bool) -> None:
        self.held = held
        self.room = room
        self.starts = CHOW_STARTS & 0x1FF if suited else 0
        self.apart = apart
        # By the place of each state, a byte: a dictionary takes thirty times the room.
        states = (len(held) + 1) * 3 * 3 * (MAX_SETS + 1) * (MAX_SETS + 1) * 2
        self._least = bytearray((NOT_SEARCHED,)) * states

    def least(self, part: BlockPart) -> int:
        """Return the least number of missing tiles."""
        return self._least_from(0, 0, 0, *part)

    def ways_to_make(self, part: BlockPart, most: int) -> dict[int, list[Counts]]:
        """Return every way to make this with at most so many missing tiles, by that number: how
        many tiles there are of each kind."""
        found: dict[int, list[Counts]] = {}
        for short, counts in self._made_from(0, 0, 0, *part, most, 0, ()):
            found.setdefault(short, []).append(counts)
        return found

    def _choices_at_kind(
        self, kind: int, begun: int, ending: int, sets: int, chows: int, pairs: int
    ) -> Iterator[tuple[int, int, int, tuple[int, int, int]]]:
        """Yield each choice at this kind, where ``begun`` chows started one kind before and
        ``ending`` two before: the tiles that it takes, how many are missing, the chows that start
        here, and the sets, chows and pairs that are still to be made. Three chows alike are three
        pungs."""
        held, room, through = self.held[kind], self.room[kind], begun + ending
        startable = min(2, chows if self.apart else sets) if self.starts >> kind & 1 else 0
        for starting in range(startable + 1):
            sets_left, chows_left = sets, chows
            if self.apart:
                chows_left -= starting
            else:
                sets_left -= starting
            for pung in range(min(1, sets_left) + 1):
                for pair in range(pairs + 1):
                    count = through + starting + 3 * pung + 2 * pair
                    if count <= room:
                        short = max(0, count - held)
                        left = (sets_left - pung, chows_left, pairs - pair)
                        yield count, short, starting, left

    def _least_from(
        self, kind: int, begun: int, ending: int, sets: int, chows: int, pairs: int
    ) -> int:
        if kind == len(self.held):
            return OUT_OF_REACH if begun or ending or sets or chows or pairs else 0
        counts = (sets * (MAX_SETS + 1) + chows) * 2 + pairs
        place = ((kind * 3 + begun) * 3 + ending) * ((MAX_SETS + 1) ** 2 * 2) + counts
        found = self._least[place]
        if found == NOT_SEARCHED:
            found = self._cheapest_step(kind, begun, ending, sets, chows, pairs)
            self._least[place] = found
        return found

    def _cheapest_step(
        self, kind: int, begun: int, ending: int, sets: int, chows: int, pairs: int
    ) -> int:
        # The choices of ``_choices_at_kind``, written out: most of the time of a search goes here.
        held, room, apart = self.held[kind], self.room[kind], self.apart
        startable = min(2, chows if apart else sets) if self.starts >> kind & 1 else 0
        best = OUT_OF_REACH
        for starting in range(startable + 1):
            sets_left = sets if apart else sets - starting
            chows_left = chows - starting if apart else chows
            for pung in (0, 1) if sets_left else (0,):
                for pair in (0, 1) if pairs else (0,):
                    count = begun + ending + starting + 3 * pung + 2 * pair
                    if count > room:
                        break
                    short = count - held if count > held else 0
                    if short < best:
                        short += self._least_from(
                            kind + 1, starting, begun, sets_left - pung, chows_left, pairs - pair
                        )
                        if short < best:
                            best = short
        return best

    def _made_from(  # noqa: PLR0913  # a step of a search: what is made and what is left
        self,
        kind: int,
        begun: int,
        ending: int,
        sets: int,
        chows: int,
        pairs: int,
        most: int,
        short: int,
        counts: Counts,
    ) -> Iterator[tuple[int, Counts]]:
        if short + self._least_from(kind, begun, ending, sets, chows, pairs) > most:
            return
        if kind == len(self.held):
            yield short, counts
            return
        for count, more, starting, left in self._choices_at_kind(
            kind, begun, ending, sets, chows, pairs
        ):
            yield from self._made_from(
                kind + 1, starting, begun, *left, most, short + more, (*counts, count)
            )


@lru_cache(maxsize=BLOCK_CACHE_SIZE)
def _cached_block(held: Counts, room: Counts, suited: bool, apart: bool) -> _Block:
    return _Block(held, room, suited, apart)


class _SetSearch:
    """All hands of sets and a pair, by how many tiles they are short."""

    def __init__(self, held: Sequence[int], room: Sequence[int], limits: Limits) -> None:
        apart = limits.chows is not None
        self.blocks = [
            _cached_block(tuple(held[start:end]), tuple(room[start:end]), start < EAST, apart)
            for start, end in KIND_BLOCKS
        ]
        self.shares = sorted(self._ways_to_share(limits))

    def _ways_to_share(self, limits: Limits) -> Iterator[tuple[int, tuple[BlockPart, ...]]]:
        """Yield the ways to share sets and pair among the blocks, each with the least number of
        missing tiles."""
        most = limits.chows or 0
        for chows in range(min(most, limits.sets) + 1):
            every = list(product(_ways_to_split(limits.sets - chows, 4), _ways_to_split(chows, 3)))
            for (sets, chosen), paired in product(every, range(4)):
                parts = tuple(
                    BlockPart(sets[n], (*chosen, 0)[n], int(n == paired))
                    for n in range(len(KIND_BLOCKS))
                )
                least = 0
                for block, part in zip(self.blocks, parts, strict=True):
                    least += block.least(part)
                    if least >= OUT_OF_REACH:
                        break
                else:
                    yield least, parts

    def by_distance(self, most: int) -> Iterator[Counts]:
        """Yield the tiles of each hand with at most so many missing tiles, the fewest first."""
        for short in range(most + 1):
            for least, parts in self.shares:
                if least > short:
                    break
                yield from self._hands_with_missing(short, short - least, parts)

    def _hands_with_missing(
        self, short: int, spare: int, parts: tuple[BlockPart, ...]
    ) -> Iterator[Counts]:
        """Yield the hands of this share with exactly so many tiles missing, ``spare`` more than the
        least."""
        ways_to_make = [
            block.ways_to_make(part, block.least(part) + spare)
            for block, part in zip(self.blocks, parts, strict=True)
        ]
        for shorts in product(*ways_to_make):
            if sum(shorts) == short:
                for chosen in product(
                    *[ways[n] for ways, n in zip(ways_to_make, shorts, strict=True)]
                ):
                    yield tuple([count for counts in chosen for count in counts])


def _ways_to_split(number: int, parts: int) -> list[tuple[int, ...]]:
    """Return every way to share a number among so many parts."""
    if parts == 1:
        return [(number,)]
    return [
        (first, *rest)
        for first in range(number + 1)
        for rest in _ways_to_split(number - first, parts - 1)
    ]
