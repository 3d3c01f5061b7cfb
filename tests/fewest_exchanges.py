"""The winning hands of each ruleset as its book describes them, found by trying them all: how many
tiles of a hand have to be exchanged at the least. It shares nothing with the scorer but the names
of the tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

Tiles = tuple[str, ...]
Group = tuple[str, ...]

SUITS = "bcd"
WINDS = tuple("ESWN")
DRAGONS = tuple("RGP")
HONOURS = (*WINDS, *DRAGONS)
ALL = (*(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)), *HONOURS)
ENDS = (*(f"{rank}{suit}" for suit in SUITS for rank in (1, 9)), *HONOURS)
PUNGS = [(tile,) * 3 for tile in ALL]
CHOWS = [tuple(f"{rank + n}{suit}" for n in range(3)) for suit in SUITS for rank in range(1, 8)]
PAIRS = [(tile,) * 2 for tile in ALL]
KNITTED = [
    tuple(
        f"{row + step}{suit}"
        for row, suit in zip((1, 2, 3), suits, strict=True)
        for step in (0, 3, 6)
    )
    for suits in permutations(SUITS)
]


class Plan(NamedTuple):
    """Hands of these ``fixed`` tiles, so many ``groups``, each as often as ``alike`` lets it, and
    one of ``last``."""

    fixed: Tiles
    groups: Sequence[Group]
    number: int
    alike: int
    last: Sequence[Group]


def plans(ruleset: str, open_sets: Sequence[Tiles]) -> Iterator[Plan]:
    """The hands that win in a ruleset beside the sets that are laid out."""
    left = (5 if ruleset == "taiwanese" else 4) - len(open_sets)
    if ruleset == "british":
        chows = 1 - sum(len({*tiles}) == 3 for tiles in open_sets)
        if chows >= 0:
            yield Plan((), PUNGS, left, 1, PAIRS)
        if chows > 0 and left:
            for chow in CHOWS:
                yield Plan(chow, PUNGS, left - 1, 1, PAIRS)
    else:
        yield Plan((), [*PUNGS, *CHOWS], left, 4, PAIRS)
    if ruleset == "mcr" and left >= 3:
        for straight in KNITTED:
            yield Plan(straight, [*PUNGS, *CHOWS], left - 3, 1, PAIRS)
    if open_sets:
        return
    if ruleset == "taiwanese":
        yield Plan((), PAIRS, 7, 2, PUNGS)
        return
    for tile in ENDS:
        yield Plan((*ENDS, tile), (), 0, 0, [()])
    yield from {
        "classical": _gates,
        "british": _british,
        "mcr": _mcr,
        "riichi": _riichi,
        "hongkong": _no_other,
        "zungjung": _pairs_twice,
    }[ruleset]()


def _no_other() -> Iterator[Plan]:
    yield from ()


def _gates() -> Iterator[Plan]:
    for suit in SUITS:
        tiles = tuple(f"{rank}{suit}" for rank in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9))
        yield Plan(tiles, (), 0, 0, [(f"{rank}{suit}",) for rank in range(1, 10)])


def _british() -> Iterator[Plan]:
    yield from _gates()
    for suit in SUITS:
        run = tuple(f"{rank}{suit}" for rank in range(1, 10))
        yield Plan((f"1{suit}", *run, *WINDS), (), 0, 0, [()])
    yield Plan((), [(tile, tile) for tile in ENDS], 7, 2, [()])
    for suits in combinations(SUITS, 2):
        numbers = [tuple(f"{rank}{suit}" for suit in suits) for rank in range(1, 10)]
        yield Plan((), numbers, 7, 4, [()])
    triples = [tuple(f"{rank}{suit}" for suit in SUITS) for rank in range(1, 10)]
    eyes = [
        tuple(f"{rank}{suit}" for suit in suits)
        for suits in combinations(SUITS, 2)
        for rank in range(1, 10)
    ]
    yield Plan((), triples, 4, 4, eyes)


def _pairs_twice() -> Iterator[Plan]:
    yield Plan((), PAIRS, 7, 2, [()])


def _mcr() -> Iterator[Plan]:
    yield from _pairs_twice()
    for straight in KNITTED:
        yield Plan((), [(tile,) for tile in (*straight, *HONOURS)], 14, 1, [()])


def _riichi() -> Iterator[Plan]:
    yield Plan((), PAIRS, 7, 1, [()])


def within(
    ruleset: str, concealed: Sequence[str], open_sets: Sequence[Tiles], most: int
) -> Iterator[tuple[int, Tiles]]:
    """Every winning hand, by its concealed tiles, of which at most so many are not there, with how
    many are not; some of them more than once."""
    laid = Counter(tile for tiles in open_sets for tile in tiles)
    for plan in plans(ruleset, open_sets):
        yield from _Trial(Counter(concealed), laid, plan).hands(most)


def fewest(ruleset: str, concealed: Sequence[str], open_sets: Sequence[Tiles], most: int) -> int:
    """How many tiles have to be exchanged; one more than ``most`` where that many are too few."""
    for bound in range(most + 1):
        if next(within(ruleset, concealed, open_sets, bound), None) is not None:
            return bound
    return most + 1


class _Trial:
    """The hands of one plan, tried group by group."""

    def __init__(self, held: Counter[str], laid: Counter[str], plan: Plan) -> None:
        self.held = held
        self.laid = laid
        self.plan = plan
        self.used: Counter[str] = Counter()
        alone = [(self._missing(group), group) for group in plan.groups]
        self.groups = sorted(alone)

    def _missing(self, tiles: Group) -> int:
        """How many of these tiles are not there beside those in use; 99 where there are no four."""
        more = Counter(tiles)
        short = 0
        for tile, count in more.items():
            used = self.used[tile] + count
            if used + self.laid[tile] > 4:
                return 99
            short += max(0, min(count, used - self.held[tile]))
        return short

    def hands(self, most: int) -> Iterator[tuple[int, Tiles]]:
        short = self._missing(self.plan.fixed)
        if short <= most:
            self.used.update(self.plan.fixed)
            yield from self._further(0, 0, self.plan.number, short, most)
            self.used.subtract(self.plan.fixed)

    def _further(
        self, first: int, alike: int, number: int, short: int, most: int
    ) -> Iterator[tuple[int, Tiles]]:
        """The hands with so many groups more, none of them before the ``first``, which is there
        ``alike`` times."""
        if not number:
            for tiles in self.plan.last:
                whole = short + self._missing(tiles)
                if whole <= most:
                    yield whole, tuple(sorted((*self.used.elements(), *tiles)))
            return
        for place in range(first, len(self.groups)):
            alone, group = self.groups[place]
            if short + number * alone > most:
                return
            times = alike if place == first else 0
            more = short + self._missing(group)
            if times < self.plan.alike and more <= most:
                self.used.update(group)
                yield from self._further(place, times + 1, number - 1, more, most)
                self.used.subtract(group)
