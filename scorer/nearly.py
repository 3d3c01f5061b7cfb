"""How near tiles are to a winning shape: what is there of it, what is missing, what is left over.

No values and no rules: which of these hands wins is for a ruleset to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorer import arrange
from scorer.arrange import Shape
from scorer.hand import CHOW, CHOW_STARTS, Hand
from scorer.tiles import HONOURS, KINDS, MAJORS, SUITED, WINDS, bits

__all__ = ["Nearly", "nearly", "nearly_shaped"]

MOST_FOUND: Final = 200


class Nearly(NamedTuple):
    """One way to go on: the concealed ``sets`` (the pair too) as they would be, of which at least
    two tiles are there; the ``missing`` tiles of those, the tiles ``left_over``, and how many tiles
    it is ``short`` in all: a set of which no two tiles are there wants two more of any tile."""

    short: int
    sets: tuple[tuple[int, ...], ...]
    missing: tuple[int, ...]
    left_over: tuple[int, ...]


class Part(NamedTuple):
    """Tiles of one kind of set: those ``held``, and those ``missing`` to make it whole."""

    held: tuple[int, ...]
    missing: tuple[int, ...]
    pair: bool = False
    chow: bool = False


def nearly(hand: Hand, sets: int, most_chows: int | None = None) -> list[Nearly]:
    """The ways in which fewest tiles are missing to so many sets, declared ones too, and a pair;
    those of which most of what is missing is known come first. Wild tiles are left over. With
    ``most_chows`` no more of the sets are chows."""
    counts = [0] * KINDS
    for tile in hand.concealed:
        if tile < KINDS:
            counts[tile] += 1
    wanted = sets - len(hand.melds)
    laid = sum(meld.kind == CHOW for meld in hand.melds)
    chows = wanted if most_chows is None else max(0, most_chows - laid)
    search = _Search(counts, hand.copies, wanted, chows)
    search.go_on(0, (), (), False)
    found = dict.fromkeys(search.found)
    return sorted(found, key=lambda one: (len(one.missing) != one.short, -len(one.missing), one))


def nearly_shaped(hand: Hand, shapes: Sequence[Shape]) -> Iterator[Nearly]:
    """The nearest hands of the other shapes, as far as they are made of particular tiles."""
    held = Counter(tile for tile in hand.concealed if tile < KINDS)
    for shape in shapes:
        whole = WHOLE_HANDS.get(shape.see)
        if whole is None or hand.melds or len(hand.concealed) not in (shape.tiles - 1, shape.tiles):
            continue
        for tiles in whole(held, shape):
            wanted = Counter(tiles)
            missing = tuple(sorted((wanted - held).elements()))
            spare = tuple(sorted((held - wanted).elements()))
            yield Nearly(len(missing), (tuple(sorted(tiles)),), missing, spare)


Held = Counter[int]


def _orphans(held: Held, shape: Shape) -> Iterator[list[int]]:
    orphans = list(bits(MAJORS))
    twice = [tile for tile in orphans if held.get(tile, 0) > 1] or orphans
    return ([*orphans, tile] for tile in twice)


def _gates(held: Held, shape: Shape) -> Iterator[list[int]]:
    for one in (0, 9, 18):
        run = [*range(one, one + 9), one, one, one + 8, one + 8]
        yield from ([*run, tile] for tile in range(one, one + 9))


def _snake(held: Held, shape: Shape) -> Iterator[list[int]]:
    return ([one, *range(one, one + 9), *bits(WINDS)] for one in (0, 9, 18))


def _pairs(held: Held, shape: Shape) -> Iterator[list[int]]:
    """Seven pairs of what there is most of; four alike are two, where pairs may be alike."""
    lacking = [(2 - min(held.get(kind, 0), 2), kind) for kind in bits(shape.kinds)]
    if shape.fewest < 7:
        lacking += [(4 - held.get(kind, 0), kind) for kind in bits(shape.kinds) if held[kind] > 2]
    yield [tile for _, kind in sorted(lacking)[:7] for tile in (kind, kind)]


def _honours_and_knitted(held: Held, shape: Shape) -> Iterator[list[int]]:
    for straight in arrange.KNITTED_STRAIGHTS:
        likely = sorted(bits(straight | HONOURS), key=lambda kind: not held.get(kind, 0))
        yield likely[:14]


WHOLE_HANDS: Final[Mapping[Any, Callable[[Held, Shape], Iterator[list[int]]]]] = {
    arrange.orphans: _orphans,
    arrange.gates: _gates,
    arrange.snake: _snake,
    arrange.seven_pairs: _pairs,
    arrange.honours_and_knitted: _honours_and_knitted,
}
"""Of the shapes that are made of particular tiles: the whole hands that may be nearest to the tiles
that are held."""


class _Search:
    """Everything that can be made of the tiles, kind by kind; ``found`` are the best."""

    def __init__(self, counts: list[int], copies: Sequence[int], wanted: int, chows: int) -> None:
        self.counts = counts
        self.copies = copies
        self.wanted = wanted
        self.chows = chows
        self.left = sum(counts)
        self.best = 3 * wanted + 2
        self.found: list[Nearly] = []

    def go_on(
        self, kind: int, parts: tuple[Part, ...], spare: tuple[int, ...], paired: bool
    ) -> None:
        """Go on at this kind: ``parts`` are chosen, ``spare`` tiles have no place in them."""
        while kind < KINDS and not self.counts[kind]:
            kind += 1
        made = len(parts) - paired
        short = sum(len(part.missing) for part in parts)
        if kind == KINDS:
            self._end(parts, spare, paired)
            return
        # Each tile that is still to come fills at most one gap of what is open.
        gaps = 3 * (self.wanted - made) + 2 * (not paired)
        if short + max(0, gaps - self.left - len(spare)) > self.best:
            return
        for part in self._parts(kind):
            if paired if part.pair else made == self.wanted:
                continue
            if part.chow and sum(one.chow for one in parts) == self.chows:
                continue
            self._take(part.held, -1)
            self.go_on(kind, (*parts, part), spare, paired or part.pair)
            self._take(part.held, 1)
        self._take((kind,), -1)
        self.go_on(kind, parts, (*spare, kind), paired)
        self._take((kind,), 1)

    def _take(self, tiles: Sequence[int], change: int) -> None:
        for tile in tiles:
            self.counts[tile] += change
            self.left += change

    def _parts(self, kind: int) -> Iterator[Part]:
        """The sets and pairs of which this kind is the lowest tile there, and another is there."""
        held = self.counts[kind]
        if held >= 3:
            yield Part((kind,) * 3, ())
        if held >= 2:
            yield Part((kind, kind), (), True)
            if self.copies[kind] < 4:
                yield Part((kind, kind), (kind,))
        if SUITED >> kind & 1:
            yield from self._chows(kind)

    def _chows(self, kind: int) -> Iterator[Part]:
        for start in (kind, kind - 1):
            if start < 0 or not CHOW_STARTS >> start & 1 or start // 9 != kind // 9:
                continue
            chow = range(start, start + 3)
            held = tuple([tile for tile in chow if tile >= kind and self.counts[tile]])
            for kept in {held, *([held[:2], held[::2]] if len(held) == 3 else ())}:
                missing = tuple([tile for tile in chow if tile not in kept])
                if len(kept) >= 2 and all(self.copies[tile] < 4 for tile in missing):
                    yield Part(kept, missing, chow=True)

    def _end(self, parts: tuple[Part, ...], spare: tuple[int, ...], paired: bool) -> None:
        unmade = self.wanted - (len(parts) - paired)
        # One tile begins a set, or the pair where there is another of it.
        begun = min(len(spare), unmade + (not paired))
        if not unmade and not paired and all(self.copies[tile] == 4 for tile in spare):
            begun = 0
        short = sum(len(part.missing) for part in parts)
        short += 3 * unmade + 2 * (not paired) - begun
        missing = tuple(sorted([tile for part in parts for tile in part.missing]))
        too_many = any(self.copies[tile] + missing.count(tile) > 4 for tile in missing)
        if short > self.best or too_many or not {*missing}.isdisjoint(spare):
            return
        if short < self.best:
            self.best = short
            self.found.clear()
        if len(self.found) < MOST_FOUND:
            whole = tuple(sorted([tuple(sorted(part.held + part.missing)) for part in parts]))
            self.found.append(Nearly(short, whole, missing, spare))
