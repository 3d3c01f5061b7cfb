"""Every way that tiles form a winning shape, and what a hand waits for. No values.

Four blocks (bamboo, characters, dots, honours) are counted apart, three bits a kind
(``hand.COUNT_UNIT_OF_KIND``). How one block divides is remembered under that number, so a hand's
arrangements are the product of four look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from scorer.engine.hand import (
    BLOCK_OF_KIND,
    CHOW_STARTS,
    COUNT_UNIT_OF_KIND,
    HAND_TILES,
    Hand,
    Keys,
    Meld,
)
from scorer.engine.tiles import (
    ALL_KINDS,
    EAST,
    HONOURS,
    JOKER,
    KIND_COUNT,
    MAJORS,
    NORTH,
    SUITED,
    WINDS,
    KindMask,
    bits,
    mask_of,
)

if TYPE_CHECKING:
    from scorer.types import SetKind

    Group = tuple[SetKind, tuple[int, ...]]

# The shape that every ruleset has: four sets and a pair, or five where hands have so many.
SETS_AND_PAIR: Final = "sets and a pair"


class Arrangement:
    """One way to divide the concealed tiles.

    ``pungs`` and ``pairs`` are masks of kinds, ``chows`` the lowest kind of each chow. A shape that
    has more than these lists it in ``groups``, each a name and its tiles.
    """

    __slots__ = ("chows", "groups", "pairs", "pungs", "shape")

    def __init__(
        self,
        shape: str,
        pungs: int = 0,
        chows: tuple[int, ...] = (),
        pairs: int = 0,
        groups: tuple[Group, ...] = (),
    ) -> None:
        self.shape = shape
        self.pungs = pungs
        self.chows = chows
        self.pairs = pairs
        self.groups = groups

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Arrangement) and self._values == other._values

    def __hash__(self) -> int:
        return hash(self._values)

    @property
    def _values(self) -> tuple[object, ...]:
        return (self.shape, self.pungs, self.chows, self.pairs, self.groups)

    def __reduce__(self) -> tuple[object, ...]:
        return Arrangement, self._values

    def __repr__(self) -> str:
        return f"Arrangement{self._values}"


class Block(NamedTuple):
    """One division of a block: masks of its pungs and of its pair, and where its chows start."""

    pungs: int
    chows: tuple[int, ...]
    pair: int


@lru_cache(maxsize=1 << 15)
def block_divisions(key: int, base: int, paired: bool) -> tuple[Block, ...]:
    """Return every way to divide a block into sets, or into sets and one pair if ``paired``."""
    if not key:
        return () if paired else (Block(0, (), 0),)
    kind = base
    rest = key
    while not rest & 7:
        rest >>= 3
        kind += 1
    held, single, bit = rest & 7, COUNT_UNIT_OF_KIND[kind], 1 << kind
    found = []
    if held >= 3:
        for pungs, chows, pair in block_divisions(key - 3 * single, base, paired):
            found.append(Block(pungs | bit, chows, pair))
    if paired and held >= 2:
        for pungs, chows, _ in block_divisions(key - 2 * single, base, False):
            found.append(Block(pungs, chows, bit))
    if CHOW_STARTS & bit and rest >> 3 & 7 and rest >> 6 & 7:
        for pungs, chows, pair in block_divisions(
            key - single - COUNT_UNIT_OF_KIND[kind + 1] - COUNT_UNIT_OF_KIND[kind + 2], base, paired
        ):
            found.append(Block(pungs, (kind, *chows), pair))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=1 << 13)
def sets_and_pair_arrangements(keys: Keys) -> tuple[Arrangement, ...]:
    """Return every way to divide the concealed tiles into sets and one pair."""
    found = []
    for pair_block in range(4):
        divisions = [block_divisions(key, 9 * n, n == pair_block) for n, key in enumerate(keys)]
        if all(divisions):
            found += [
                Arrangement(
                    SETS_AND_PAIR,
                    bamboo.pungs | characters.pungs | dots.pungs | honours.pungs,
                    bamboo.chows + characters.chows + dots.chows,
                    bamboo.pair | characters.pair | dots.pair | honours.pair,
                )
                for bamboo in divisions[0]
                for characters in divisions[1]
                for dots in divisions[2]
                for honours in divisions[3]
            ]
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _block_waits(key: int, base: int) -> tuple[bool, bool, int, int]:
    """Return whether a block is sets, whether it is sets and a pair, the mask of kinds that
    complete it to sets, and the mask of those that complete it to sets and a pair. The masks have a
    kind even where the block holds four of it."""
    kinds = range(base, min(base + 9, KIND_COUNT))
    return (
        bool(block_divisions(key, base, False)),
        bool(block_divisions(key, base, True)),
        sum(
            1 << kind
            for kind in kinds
            if block_divisions(key + COUNT_UNIT_OF_KIND[kind], base, False)
        ),
        sum(
            1 << kind
            for kind in kinds
            if block_divisions(key + COUNT_UNIT_OF_KIND[kind], base, True)
        ),
    )


@lru_cache(maxsize=1 << 13)
def sets_and_pair_waits(keys: Keys) -> int:
    """Return the mask of the kinds that complete these concealed tiles to sets and a pair."""
    states = [_block_waits(key, 9 * n) for n, key in enumerate(keys)]
    waits = 0
    for n, (_, _, completed, paired) in enumerate(states):
        others = states[:n] + states[n + 1 :]
        unpaired = [other for other in others if not other[0]]
        if not unpaired:
            waits |= paired
        if len(unpaired) <= 1 and any(other[1] for other in (unpaired or others)):
            waits |= completed
    return waits


# The other shapes. Each function takes the concealed tiles, sorted, and gives the one arrangement
# that they have in this shape, or None.


def find_orphans(tiles: Sequence[int]) -> Arrangement | None:
    """Find one of each terminal and honour, and a second of one."""
    if len(tiles) == 14 and len(set(tiles)) == 13 and all(MAJORS >> tile & 1 for tile in tiles):
        return Arrangement("orphans", groups=(("orphans", tuple(tiles)),))
    return None


def find_seven_pairs(tiles: Sequence[int]) -> Arrangement | None:
    """Find seven pairs; four alike are two pairs."""
    if len(tiles) == 14 and tiles[::2] == tiles[1::2]:
        return Arrangement(
            "seven pairs", groups=tuple(("pair", (tile, tile)) for tile in tiles[::2])
        )
    return None


def find_eight_pairs(tiles: Sequence[int]) -> Arrangement | None:
    """Find seven pairs and a pung; four alike may be two pairs."""
    if len(tiles) != 17:
        return None
    odd = [kind for kind in dict.fromkeys(tiles) if tiles.count(kind) & 1]
    if len(odd) != 1 or tiles.count(odd[0]) != 3:
        return None
    paired = [tile for tile in tiles if tile != odd[0]]
    groups: tuple[Group, ...] = tuple([("pair", (tile, tile)) for tile in paired[::2]])
    return Arrangement("eight pairs", pungs=1 << odd[0], groups=groups)


def find_knitted_pairs(tiles: Sequence[int]) -> Arrangement | None:
    """Find seven pairs, each of one number in the same two suits."""
    if len(tiles) != 14 or tiles[-1] >= EAST:
        return None
    half = len(tiles) // 2
    low, high = tiles[:half], tiles[half:]
    step = high[0] - low[0]
    if step in (9, 18) and low[-1] // 9 == low[0] // 9 and [t + step for t in low] == list(high):
        return Arrangement(
            "knitted pairs", groups=tuple(("knitted pair", (t, t + step)) for t in low)
        )
    return None


def find_knitted_triples(tiles: Sequence[int]) -> Arrangement | None:
    """Find four triples, each one number in all three suits, and a pair of one number in two
    suits."""
    if len(tiles) != 14 or tiles[-1] >= EAST:
        return None
    suits = [[tile % 9 for tile in tiles if tile // 9 == suit] for suit in range(3)]
    sizes = sorted(len(suit) for suit in suits)
    if sizes != [4, 5, 5]:
        return None
    short = min(range(3), key=lambda suit: len(suits[suit]))
    triples = suits[short]
    spare = [list(suit) for n, suit in enumerate(suits) if n != short]
    for rank in triples:
        for suit in spare:
            if rank not in suit:
                return None
            suit.remove(rank)
    if spare[0] != spare[1]:
        return None
    pair = tuple(9 * n + spare[0][0] for n in range(3) if n != short)
    groups: list[Group] = [("knitted triple", (rank, 9 + rank, 18 + rank)) for rank in triples]
    return Arrangement("knitted triples", groups=(*groups, ("knitted pair", pair)))


def find_snake(tiles: Sequence[int]) -> Arrangement | None:
    """Find a pair of ones and 2 to 9 of one suit, with one of each wind."""
    if list(tiles[10:]) != list(range(EAST, NORTH + 1)):
        return None
    first = tiles[0]
    if first % 9 or list(tiles[:10]) != [first, *range(first, first + 9)]:
        return None
    groups: tuple[Group, ...] = (
        ("pair", (first, first)),
        ("run", tuple(range(first + 1, first + 9))),
        ("winds", tuple(tiles[10:])),
    )
    return Arrangement("snake", groups=groups)


def find_gates(tiles: Sequence[int]) -> Arrangement | None:
    """Find 1112345678999 of one suit and any one more tile of it. The same tiles as sets and a pair
    are an arrangement of their own (``sets_and_pair_arrangements``)."""
    if len(tiles) != 14 or tiles[-1] >= EAST or tiles[0] // 9 != tiles[-1] // 9:
        return None
    first = tiles[0]
    if first % 9 or tiles.count(first) < 3 or tiles.count(first + 8) < 3 or len(set(tiles)) != 9:
        return None
    return Arrangement("gates", groups=(("gates", tuple(tiles)),))


def find_knitted_straight(tiles: Sequence[int]) -> Arrangement | None:
    """Find 1 4 7, 2 5 8 and 3 6 9, each of another suit, with a set and a pair; with the pair alone
    where the set is a meld."""
    kinds = mask_of(*tiles)
    for straight in KNITTED_STRAIGHTS:
        if not straight & ~kinds:
            rest = list(tiles)
            keys = [0, 0, 0, 0]
            for kind in bits(straight):
                rest.remove(kind)
            for kind in rest:
                keys[BLOCK_OF_KIND[kind]] += COUNT_UNIT_OF_KIND[kind]
            for beside in sets_and_pair_arrangements((keys[0], keys[1], keys[2], keys[3])):
                group: Group = ("knitted straight", tuple(bits(straight)))
                return Arrangement(
                    "knitted straight", beside.pungs, beside.chows, beside.pairs, (group,)
                )
    return None


def find_honours_and_knitted(tiles: Sequence[int]) -> Arrangement | None:
    """Find fourteen different tiles: honours, and suit tiles of one knitted straight."""
    kinds = mask_of(*tiles)
    suited = kinds & SUITED
    if kinds.bit_count() == 14 and any(not suited & ~straight for straight in KNITTED_STRAIGHTS):
        knitted, honours = tuple(bits(suited)), tuple(bits(kinds & HONOURS))
        return Arrangement(
            "honours and knitted", groups=(("knitted", knitted), ("honours", honours))
        )
    return None


# For each way to give the rows 1 4 7, 2 5 8, 3 6 9 to the suits, the mask of these nine kinds.
KNITTED_STRAIGHTS: Final = tuple(
    sum(0b1001001 << row + 9 * suit for row, suit in enumerate(suits))
    for suits in permutations(range(3))
)


class Finder(Protocol):
    """Finds a shape that is made of more than its concealed tiles, such as a club's own hands."""

    def arrangement(self, tiles: Sequence[int], melds: Sequence[Meld]) -> Arrangement | None:
        """Return the arrangement of these concealed tiles beside these melds, or None."""
        ...

    def completing(self, tiles: Sequence[int], melds: Sequence[Meld]) -> int:
        """Return the mask of the kinds that complete these concealed tiles beside these melds."""
        ...

    def fillings(self, natural: tuple[int, ...], jokers: int) -> Iterable[tuple[int, ...]]:
        """Yield what so many wild tiles can stand for beside these concealed tiles, each as its
        kinds in order."""
        ...

    def nearest(self, hand: Hand) -> Iterator[Sequence[int]]:
        """Yield the concealed tiles of hands that this hand is near to, nearest first."""
        ...


class Shape:
    """A winning shape other than sets and a pair.

    ``find_arrangement`` gives the arrangement of concealed tiles in this shape, or None; ``kinds``
    is the mask of the kinds that it may have, ``melds`` the most melds beside them, ``tiles`` how
    many tiles there are with the melds, a kong counted as three.

    The rest only spares calls of ``find_arrangement``: complete or one tile short of it the
    concealed tiles have ``fewest_kinds`` to ``most_kinds`` different kinds and a mask of kinds that
    ``may_be_near`` accepts; where it is ``paired``, the last tile is of a kind that is there
    already. A shape with a ``finder`` is what that finds.
    """

    __slots__ = (
        "fewest_kinds",
        "find_arrangement",
        "finder",
        "kinds",
        "may_be_near",
        "melds",
        "most_kinds",
        "paired",
        "tiles",
    )

    def __init__(  # noqa: PLR0913  # each spares calls of `see` in its own way
        self,
        find_arrangement: Callable[[Sequence[int]], Arrangement | None],
        kinds: KindMask,
        melds: int = 0,
        fewest_kinds: int = 0,
        most_kinds: int = KIND_COUNT,
        may_be_near: Callable[[int], bool] | None = None,
        paired: bool = False,
        tiles: int = HAND_TILES + 1,
        finder: Finder | None = None,
    ) -> None:
        self.find_arrangement = find_arrangement
        self.finder = finder
        self.kinds = kinds
        self.melds = melds
        self.fewest_kinds = fewest_kinds
        self.most_kinds = most_kinds
        self.may_be_near = may_be_near
        self.paired = paired
        self.tiles = tiles

    def is_possible(self, kinds: KindMask, different: int, melds: int) -> bool:
        """Tests if concealed tiles of these kinds, ``different`` of them, beside so many melds can
        have this shape or be one tile short of it. The number of tiles is not checked."""
        return (
            melds <= self.melds
            and self.fewest_kinds <= different <= self.most_kinds
            and not kinds & ~self.kinds
            and (self.may_be_near is None or self.may_be_near(kinds))
        )

    def seen(self, tiles: Sequence[int], melds: Sequence[Meld]) -> Arrangement | None:
        """Return the arrangement of these concealed tiles, beside these melds, in this shape; None
        for tiles of another shape."""
        if len(tiles) + 3 * len(melds) != self.tiles:
            return None
        if self.finder is not None:
            return self.finder.arrangement(tiles, melds)
        return self.find_arrangement(tiles)

    def completed_by(self, tiles: Sequence[int], melds: Sequence[Meld], kinds: KindMask) -> int:
        """Return the mask of the kinds that complete these concealed tiles, which are of ``kinds``,
        to this shape."""
        if self.finder is not None:
            return self.finder.completing(tiles, melds)
        found = 0
        for kind in bits(self.kinds & kinds if self.paired else self.kinds):
            if self.seen(sorted((*tiles, kind)), melds) is not None:
                found |= 1 << kind
        return found


def may_have_knitted_straight(kinds: KindMask) -> bool:
    """Tests if these kinds have a knitted straight, or all of one but a single kind."""
    for straight in KNITTED_STRAIGHTS:
        missing = straight & ~kinds
        if not missing & (missing - 1):
            return True
    return False


def may_be_knitted_pairs(kinds: KindMask) -> bool:
    """Tests if two suits have the same numbers but one, and the third has none."""
    numbers = [kinds >> 9 * suit & 0x1FF for suit in range(3)]
    if all(numbers):
        return False
    missing = numbers[0] ^ numbers[1] ^ numbers[2]
    return not missing & (missing - 1)


def may_be_knitted_triples(kinds: KindMask) -> bool:
    """Tests if each suit has the numbers of the others, but for two at most."""
    numbers = [kinds >> 9 * suit & 0x1FF for suit in range(3)]
    all_numbers = numbers[0] | numbers[1] | numbers[2]
    return 3 * all_numbers.bit_count() - kinds.bit_count() <= 2


ORPHANS_SHAPE: Final = Shape(find_orphans, MAJORS, fewest_kinds=12)
GATES_SHAPE: Final = Shape(find_gates, SUITED)
SEVEN_PAIRS_SHAPE: Final = Shape(find_seven_pairs, ALL_KINDS, most_kinds=7, paired=True)
SEVEN_DIFFERENT_PAIRS_SHAPE: Final = Shape(
    find_seven_pairs, ALL_KINDS, fewest_kinds=7, most_kinds=7, paired=True
)
PAIRS_OF_MAJORS_SHAPE: Final = Shape(find_seven_pairs, MAJORS, paired=True)
EIGHT_PAIRS_SHAPE: Final = Shape(
    find_eight_pairs, ALL_KINDS, fewest_kinds=5, most_kinds=8, paired=True, tiles=17
)
KNITTED_PAIRS_SHAPE: Final = Shape(find_knitted_pairs, SUITED, may_be_near=may_be_knitted_pairs)
KNITTED_TRIPLES_SHAPE: Final = Shape(
    find_knitted_triples, SUITED, may_be_near=may_be_knitted_triples
)
KNITTED_STRAIGHT_SHAPE: Final = Shape(
    find_knitted_straight, ALL_KINDS, melds=1, fewest_kinds=8, may_be_near=may_have_knitted_straight
)
HONOURS_AND_KNITTED_SHAPE: Final = Shape(find_honours_and_knitted, ALL_KINDS, fewest_kinds=13)
SNAKE_SHAPE: Final = Shape(find_snake, SUITED | WINDS)


def winning_arrangements(hand: Hand, shapes: Sequence[Shape]) -> tuple[Arrangement, ...]:
    """Return every arrangement that makes this hand a winning one."""
    found = sets_and_pair_arrangements(hand.keys)
    melds = len(hand.melds)
    different = 0
    for shape in shapes:
        if melds > shape.melds:
            continue
        different = different or hand.kinds.bit_count()
        if shape.is_possible(hand.kinds, different, melds):
            arrangement = shape.seen(hand.concealed, hand.melds)
            if arrangement is not None and arrangement not in found:
                found += (arrangement,)
    return found


def waits(hand: Hand, shapes: Sequence[Shape], *, dead: bool = False) -> int:
    """Return the mask of the kinds that complete the hand; a winner's hand is taken without its
    winning tile.

    A kind of which the hand itself holds all four is left out, unless ``dead``.
    """
    found = all_waits(hand, shapes)
    return found if dead else live_waits(hand, found)


def completions_of(hand: Hand, shapes: Sequence[Shape]) -> list[tuple[int, Hand]]:
    """Return each kind that completes a hand that waits, and the hand with it."""
    return [(kind, hand.with_tile(kind)) for kind in bits(waits(hand, shapes))]


def all_waits(hand: Hand, shapes: Sequence[Shape]) -> int:
    """Return the mask of the kinds that complete the hand, also of those that it holds all four of
    itself."""
    found = sets_and_pair_waits(hand.keys_before_win)
    melds = len(hand.melds)
    kinds = hand.kinds_before_win
    different = kinds.bit_count()
    for shape in shapes:
        if shape.is_possible(kinds, different, melds):
            tiles = list(hand.concealed)
            if hand.winning is not None:
                tiles.remove(hand.winning)
            found |= shape.completed_by(tiles, hand.melds, kinds)
    return found


def live_waits(hand: Hand, waits: int) -> int:
    """Return these waits without the kinds of which the hand itself holds all four; its winning
    tile is not counted as held."""
    if not waits & hand.fours:
        return waits
    last = 0 if hand.winning is None else 1 << hand.winning
    return waits & (~hand.fours | last)


@lru_cache(maxsize=1 << 13)
def _block_of_loser(key: int, base: int) -> tuple[int, tuple[int, ...], int, tuple[int, ...]]:
    """Return the pungs (a mask), chows (lowest kinds), pairs (a mask) and tiles left over of a
    block of a hand that did not win, taken in this order."""
    most_kinds = min(base + 9, KIND_COUNT)
    left = [key >> 3 * n & 7 for n in range(most_kinds - base)]
    pungs = pairs = 0
    chows = []
    for n, held in enumerate(left):
        if held >= 3:
            pungs |= 1 << base + n
            left[n] -= 3
    for n in range(7) if base < EAST else ():
        while left[n] and left[n + 1] and left[n + 2]:
            chows.append(base + n)
            left[n] -= 1
            left[n + 1] -= 1
            left[n + 2] -= 1
    for n, held in enumerate(left):
        if held == 2:
            pairs |= 1 << base + n
            left[n] = 0
    rest = [base + n for n, held in enumerate(left) for _ in range(held)]
    return pungs, tuple(chows), pairs, tuple(rest)


def losing_arrangement(hand: Hand) -> Arrangement:
    """Return the arrangement of a hand that did not win: pungs, then chows, then pairs, then the
    rest.

    Four alike that were never declared are a pung and a spare tile. No scoring rule of a losing
    hand counts chows, so pungs come first. Wild tiles that stand for nothing are left over.
    """
    bamboo_key, characters_key, dots_key, honours_key = hand.keys
    bamboo, characters = _block_of_loser(bamboo_key, 0), _block_of_loser(characters_key, 9)
    dots, honours = _block_of_loser(dots_key, 18), _block_of_loser(honours_key, EAST)
    rest = bamboo[3] + characters[3] + dots[3] + honours[3] + (JOKER,) * hand.jokers
    return Arrangement(
        "losing",
        bamboo[0] | characters[0] | dots[0] | honours[0],
        bamboo[1] + characters[1] + dots[1],
        bamboo[2] | characters[2] | dots[2] | honours[2],
        (("rest", rest),) if rest else (),
    )
