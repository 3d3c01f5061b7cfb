"""A hand as it lies on the table, how it was won, and what is physically possible. No scoring.

A ``Meld``, a ``Win`` and a ``Hand`` never change; they compare, hash, pickle, and show themselves
as what makes them again. How a hand was won is a bit mask of facts: one of ``SELF_DRAW``,
``DISCARD``, ``ROBBED_KONG`` with any of the circumstances of ``CIRCUMSTANCE_BITS``.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter, index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn, SupportsIndex, TypeVar, cast

from scorer.engine.seats import AnySeat, seat_of
from scorer.engine.tiles import (
    CODES,
    EAST,
    FIRST_FLOWER,
    FIRST_RED_FIVE,
    JOKER,
    KIND_COUNT,
    PLAIN_FLOWER,
    SUITED,
    TILE_NAMES,
    TileError,
    bits,
    code,
    codes,
    mask_of,
    parse,
    written,
)
from scorer.errors import HandError, Problem, quoted
from scorer.languages.speech import say, say_many, typed_comma_list
from scorer.types.terms import SEATS

if TYPE_CHECKING:
    from scorer.types import SetKind, Way

PUNG: Final = 0
KONG: Final = 1
CHOW: Final = 2
MELD_KINDS: Final[tuple[SetKind, ...]] = ("pung", "kong", "chow")

FactMask = int
"""How a hand was won and in which circumstances, a bit for each; 0 if it did not win."""

SELF_DRAW: Final = 1 << 0
DISCARD: Final = 1 << 1
ROBBED_KONG: Final = 1 << 2
LAST_TILE_DRAW: Final = 1 << 3
LAST_DISCARD: Final = 1 << 4
KONG_REPLACEMENT: Final = 1 << 5
FLOWER_REPLACEMENT: Final = 1 << 6
KONG_ON_KONG: Final = 1 << 7
HEAVENS_BLESSING: Final = 1 << 8
EARTHS_BLESSING: Final = 1 << 9
ORIGINAL_CALL: Final = 1 << 10
THIRTEENTH_CONSECUTIVE: Final = 1 << 11
LAST_OF_KIND: Final = 1 << 12
JOKER_EXCHANGE: Final = 1 << 13
LAST_WALL: Final = 1 << 14
AFTER_CHARLESTON: Final = 1 << 15
CONCEALED_KONG: Final = 1 << 16
NO_JOKER_HELD: Final = 1 << 20
DECLARED_READY: Final = 1 << 21

WAY_BITS: dict[str, int] = {"self_draw": SELF_DRAW, "discard": DISCARD, "robbed_kong": ROBBED_KONG}
CIRCUMSTANCE_BITS: dict[str, int] = {
    "last_tile_draw": LAST_TILE_DRAW,
    "last_discard": LAST_DISCARD,
    "kong_replacement": KONG_REPLACEMENT,
    "flower_replacement": FLOWER_REPLACEMENT,
    "kong_on_kong": KONG_ON_KONG,
    "heavens_blessing": HEAVENS_BLESSING,
    "earths_blessing": EARTHS_BLESSING,
    "original_call": ORIGINAL_CALL,
    "thirteenth_consecutive": THIRTEENTH_CONSECUTIVE,
    "last_of_kind": LAST_OF_KIND,
    "joker_exchange": JOKER_EXCHANGE,
    "last_wall": LAST_WALL,
    "no_joker_held": NO_JOKER_HELD,
    "declared": DECLARED_READY,
    "concealed_kong": CONCEALED_KONG,
}
CircumstanceName = Literal[
    "last_tile_draw",
    "last_discard",
    "kong_replacement",
    "flower_replacement",
    "kong_on_kong",
    "heavens_blessing",
    "earths_blessing",
    "original_call",
    "thirteenth_consecutive",
    "last_of_kind",
    "joker_exchange",
    "last_wall",
    "no_joker_held",
    "declared",
    "concealed_kong",
]
"""The circumstances that several rulesets know, as ``Win.of`` takes them."""

# Tiles are counted in four blocks (three suits, honours), three bits a kind, so that a block is one
# small number: the key under which its arrangements are remembered.
BLOCK_OF_KIND: Final = tuple([min(kind // 9, 3) for kind in range(KIND_COUNT)])
COUNT_UNIT_OF_KIND: Final = tuple(
    [1 << 3 * (kind - 9 * BLOCK_OF_KIND[kind]) for kind in range(KIND_COUNT)]
)

# The four blocks of a hand: bamboo, characters, dots, honours.
Keys = tuple[int, ...]

# A hand is counted by adding up one number for each tile. Its low bits are the blocks side by side
# and, above them, the wild tiles. Six bits a kind follow, wide enough for any number that can be
# entered: the copies that a hand shows, to which those of melds are added.
BLOCK_BITS: Final = 27
BLOCK_MASK: Final = (1 << BLOCK_BITS) - 1
JOKERS_SHIFT: Final = 3 * KIND_COUNT
COPIES_SHIFT: Final = 128
COPIES_BITS: Final = 6
COPIES_MASK: Final = (1 << COPIES_BITS) - 1
TILE_COUNTS: Final = tuple(
    [
        1 << 3 * tile | 1 << COPIES_SHIFT + COPIES_BITS * tile
        if tile < KIND_COUNT
        else (tile == JOKER) << JOKERS_SHIFT
        for tile in range(JOKER + 1)
    ]
)
TILE_BITS: Final = tuple([1 << tile if tile < KIND_COUNT else 0 for tile in range(JOKER + 1)])
EACH_KIND: Final = sum([1 << COPIES_BITS * kind for kind in range(KIND_COUNT)])
THREE_OF_EACH: Final = 3 * EACH_KIND
FOUR_OF_EACH: Final = 4 * EACH_KIND
FIVE_OR_MORE: Final = 56 * EACH_KIND
"""The bits that are set of more than four copies, once three are added to them."""


class Meld:
    """A declared set: ``kind`` (PUNG, KONG, CHOW), its lowest tile, and how it was laid.

    ``tile`` is JOKER for a set of nothing but wild tiles; ``wild`` counts the wild tiles in it,
    ``red`` its red fives, where a ruleset has some.
    Raises HandError for an unknown kind or tile.

    >>> from scorer.engine.hand import KONG, Meld
    >>> Meld.of("7777c", concealed=True) == Meld(KONG, 15, concealed=True)
    True
    """

    __slots__ = (
        "concealed",
        "copies",
        "from_concealed_pung",
        "kind",
        "order",
        "red",
        "tile",
        "wild",
    )

    kind: int
    tile: int
    concealed: bool
    from_concealed_pung: bool
    wild: int
    red: int
    order: tuple[int, int, bool, bool, int, int]
    """All of these: the key that sorts melds and compares them."""
    copies: int
    """Its tiles as a hand counts them: six bits a kind, wild tiles as what they stand for."""

    def __init__(
        self,
        kind: SupportsIndex,
        tile: SupportsIndex,
        concealed: bool = False,
        from_concealed_pung: bool = False,
        wild: SupportsIndex = 0,
        red: SupportsIndex = 0,
    ) -> None:
        kind, tile = index(kind), index(tile)
        if not PUNG <= kind <= CHOW or not (0 <= tile < KIND_COUNT or tile == JOKER):
            detail = say("kind {kind} of tile {tile} is not a set", kind=kind, tile=tile)
            raise HandError(Problem("/hand/melds", "bad_meld", detail))
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "tile", tile)
        object.__setattr__(self, "concealed", concealed)
        object.__setattr__(self, "from_concealed_pung", from_concealed_pung)
        object.__setattr__(self, "wild", index(wild))
        object.__setattr__(self, "red", index(red))
        order = (kind, tile, concealed, from_concealed_pung, index(wild), index(red))
        object.__setattr__(self, "order", order)
        copies = 0 if tile == JOKER else 3 + kind << COPIES_BITS * tile
        if kind == CHOW:
            copies = sum([1 << COPIES_BITS * (tile + n) for n in range(3)])
        object.__setattr__(self, "copies", copies)

    @classmethod
    def of(
        cls,
        tiles: str | Iterable[SupportsIndex],
        concealed: bool = False,
        from_concealed_pung: bool = False,
    ) -> Meld:
        """Return the set that these tiles form. Raises HandError for tiles that form none, or that
        are both concealed and claimed."""
        try:
            held = parse(tiles) if isinstance(tiles, str) else tiles
            return meld_of(held, concealed, from_concealed_pung)
        except ValueError as error:
            raise HandError(Problem("/hand/melds", "bad_meld", str(error))) from None

    @property
    def tiles(self) -> list[int]:
        """Its tiles, wild ones last."""
        if self.kind == CHOW:
            return [self.tile, self.tile + 1, self.tile + 2]
        size = 3 + self.kind
        return [self.tile] * (size - self.wild) + [JOKER] * self.wild

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Meld) and self.order == other.order

    def __hash__(self) -> int:
        return hash(self.order)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise _frozen_error(self)

    def __delattr__(self, name: str) -> NoReturn:
        raise _frozen_error(self)

    def __reduce__(self) -> tuple[object, ...]:
        return Meld, self.order

    def __repr__(self) -> str:
        text = repr(written(self.tiles))
        text += ", concealed=True" if self.concealed else ""
        text += ", from_concealed_pung=True" if self.from_concealed_pung else ""
        return f"Meld.of({text})"


def meld_of(tiles: Iterable[SupportsIndex], concealed: bool, from_concealed_pung: bool) -> Meld:
    """Return the set that these tiles form. Raises ValueError, which says why they form none."""
    return _meld_of(tuple([index(tile) for tile in tiles]), concealed, from_concealed_pung)


# Tables use the same few sets. What is none raises an error, and so is not remembered.
@lru_cache(maxsize=1 << 12, typed=True)
def _meld_of(tiles: tuple[int, ...], concealed: bool, from_concealed_pung: bool) -> Meld:
    held = sorted(tiles)
    if concealed and from_concealed_pung:
        raise ValueError(
            say(
                "a kong that is claimed for a concealed pung is exposed; do not mark "
                "this kong as concealed"
            )
        )
    natural = [tile for tile in held if tile != JOKER]
    wild = len(held) - len(natural)
    tile = natural[0] if natural else JOKER
    if len(held) in (3, 4) and len(set(natural)) <= 1 and (0 <= tile < KIND_COUNT or tile == JOKER):
        kind = PUNG if len(held) == 3 else KONG
    elif _is_chow(held):
        kind = CHOW
    else:
        some = " ".join(_tile_text(tile) for tile in held[:5]) + (" …" if len(held) > 5 else "")
        raise ValueError(
            say(
                "a set is a pung (three equal tiles), a kong (four) or a chow (three in a "
                "row in one suit); {tiles} is none of them",
                tiles=some or say("an empty set"),
            )
        )
    if from_concealed_pung and kind != KONG:
        raise ValueError(
            say(
                "only a kong can grow from a concealed pung; remove “kong claimed onto a "
                "concealed pung” from this set, or enter a kong"
            )
        )
    return Meld(kind, tile, concealed, from_concealed_pung, wild)


def _is_chow(held: Sequence[int]) -> bool:
    return (
        len(held) == 3
        and held[0] >= 0
        and held[2] < EAST
        and held[1] == held[0] + 1
        and held[2] == held[0] + 2
        and BLOCK_OF_KIND[held[0]] == BLOCK_OF_KIND[held[2]]
    )


def _tile_text(tile: int) -> str:
    """Return the code of a tile; for any other number, the number itself."""
    return code(tile) if 0 <= tile < len(CODES) else str(tile)


def _frozen_error(value: object) -> AttributeError:
    return AttributeError(f"a {type(value).__name__} does not change; make another one")


NO_SEAT: Final = -1
"""In place of a seat, where nobody is responsible for a winning tile."""
NO_VALUES: Final[Mapping[str, Any]] = MappingProxyType({})
"""The values of a win in a ruleset that adds no fields to it."""


def _responsible_seat(seat: AnySeat | Literal["none"]) -> int:
    """Return the number of this seat; NO_SEAT for nobody's. Raises HandError."""
    if seat in (NO_SEAT, "none"):
        return NO_SEAT
    return seat_of(seat, "/win/responsible")


NAMED_VALUES: Final = ("liable", "responsible")
"""The values of a win that are arguments of their own."""


def _frozen_values(
    values: Mapping[str, Any],
    liable: AnySeat | None,
    responsible: AnySeat | Literal["none"] | None,
) -> Mapping[str, Any]:
    """Return these values and named ones, without those of None, which nobody can change.

    Raises HandError.
    """
    frozen = {name: value for name, value in values.items() if value is not None}
    liable = frozen.get("liable") if liable is None else liable
    if liable is not None:
        frozen["liable"] = seat_of(liable, "/win/liable")
    responsible = frozen.get("responsible") if responsible is None else responsible
    if responsible is not None:
        frozen["responsible"] = _responsible_seat(responsible)
    return MappingProxyType(frozen)


class Win:
    """How a hand was won: ``facts``, one of BY with any circumstances (CIRCUMSTANCES, or a bit that
    a ruleset declares), the seat that lost the tile, 0-3 or E S W N, and, where a ruleset knows
    such a thing, the seat that is liable for the hand, and the one that is responsible for the tile
    (NO_SEAT or "none": nobody is). Raises HandError.

    ``values`` has what was entered in the fields that the ruleset adds to a win, these two among
    them: seats as numbers, and nothing for a field that was left out.
    """

    __slots__ = ("facts", "loser", "values")

    facts: int
    loser: int | None
    values: Mapping[str, Any]

    def __init__(
        self,
        facts: int,
        loser: AnySeat | None = None,
        liable: AnySeat | None = None,
        responsible: AnySeat | Literal["none"] | None = None,
        values: Mapping[str, Any] = NO_VALUES,
    ) -> None:
        way = facts & (SELF_DRAW | DISCARD | ROBBED_KONG)
        if not way or way & (way - 1):
            detail = say(
                "a win needs exactly one way of winning; choose from: {known}",
                known=typed_comma_list(WAY_BITS),
            )
            raise HandError(Problem("/win/by", "bad_value", detail))
        if facts < 0:
            detail = say(
                "facts must be a whole number, one bit for each circumstance, not {facts}",
                facts=facts,
            )
            raise HandError(Problem("/win/with", "bad_value", detail))
        object.__setattr__(self, "facts", facts)
        lost_by = None if loser is None else seat_of(loser, "/win/from")
        object.__setattr__(self, "loser", lost_by)
        if values or liable is not None or responsible is not None:
            values = _frozen_values(values, liable, responsible)
        object.__setattr__(self, "values", values or NO_VALUES)

    @classmethod
    def of(
        cls,
        by: Way,
        *circumstances: CircumstanceName | int,
        loser: AnySeat | None = None,
        liable: AnySeat | None = None,
        responsible: AnySeat | Literal["none"] | None = None,
        values: Mapping[str, Any] = NO_VALUES,
    ) -> Win:
        """Return the win of these names, as in ``Win.of("discard", "last_discard", loser="S")``; a
        circumstance of a single ruleset is named by its bit. Raises HandError."""
        facts = _circumstance_bit(by, WAY_BITS, "/win/by")
        for n, name in enumerate(circumstances):
            if isinstance(name, int):
                facts |= name
            else:
                facts |= _circumstance_bit(name, CIRCUMSTANCE_BITS, f"/win/with/{n}")
        return Win(facts, loser, liable, responsible, values)

    @property
    def liable(self) -> int | None:
        """The seat that is liable for the hand, if any."""
        seat: int | None = self.values.get("liable")
        return seat

    @property
    def responsible(self) -> int | None:
        """The seat that is responsible for the winning tile, NO_SEAT for nobody's; None where it
        was left out."""
        seat: int | None = self.values.get("responsible")
        return seat

    @property
    def _arguments(self) -> tuple[Any, ...]:
        """The arguments that make an equal win."""
        named = (self.facts, self.loser, self.liable, self.responsible)
        others = {name: v for name, v in self.values.items() if name not in NAMED_VALUES}
        return (*named, others) if others else named

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Win)
            and self.facts == other.facts
            and self.loser == other.loser
            and self.values == other.values
        )

    def __hash__(self) -> int:
        # The other values need not be hashable.
        return hash((self.facts, self.loser, self.liable, self.responsible))

    def with_facts(self, facts: int) -> Win:
        """Return the same win with these facts in place of its own."""
        return Win(facts, self.loser, values=self.values)

    def with_more_facts(self, facts: int) -> Win:
        """Return the same win with these facts too."""
        return self.with_facts(self.facts | facts)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise _frozen_error(self)

    def __delattr__(self, name: str) -> NoReturn:
        raise _frozen_error(self)

    def __reduce__(self) -> tuple[object, ...]:
        return Win, self._arguments

    def __repr__(self) -> str:
        known = WAY_BITS | CIRCUMSTANCE_BITS
        names = [repr(name) for name, fact in known.items() if self.facts & fact]
        if self.loser is not None:
            names.append(f"loser={SEATS[self.loser]!r}")
        if self.liable is not None:
            names.append(f"liable={SEATS[self.liable]!r}")
        if self.responsible is not None:
            seat = "none" if self.responsible == NO_SEAT else SEATS[self.responsible]
            names.append(f"responsible={seat!r}")
        arguments = self._arguments
        if len(arguments) > 4:
            names.append(f"values={arguments[4]!r}")
        if self.facts & ~sum(known.values()):
            return f"Win{arguments}"
        return f"Win.of({', '.join(names)})"


def _circumstance_bit(name: str, known: Mapping[str, int], pointer: str) -> int:
    """Return the bit of this name. Raises HandError, listing the known names, if it is unknown."""
    found = known.get(name)
    if found is None:
        detail = say(
            "the name {name} is unknown; choose from: {known}",
            name=quoted(str(name)),
            known=typed_comma_list(known),
        )
        raise HandError(Problem(pointer, "bad_value", detail))
    return found


EXACT_COUNT: Final = "exact"
FEWER_ALLOWED: Final = "fewer"
MORE_ALLOWED: Final = "more"
ANY_COUNT: Final = "any"
DEALT_COUNT: Final = "dealt"
TILE_COUNT_CHECKS: Final = (EXACT_COUNT, FEWER_ALLOWED, MORE_ALLOWED, ANY_COUNT, DEALT_COUNT)

# The tiles of a waiting hand unless a ruleset has another number: four sets and one tile.
HAND_TILES: Final = 13


class Hand:
    """Thirteen tiles (a kong counting three), or a winner's fourteen; checked to be possible. Where
    a hand has five sets, ``size`` is 16: sixteen tiles, or a winner's seventeen.

    ``concealed`` are the tiles outside the melds, with or without the winning tile: the count
    tells; ``kinds`` is their mask. ``jokers`` are the wild tiles among them, ``all_jokers`` those
    in melds too. ``packed_copies`` are the tiles that the hand shows of each kind, six bits each;
    ``fours`` is the mask of the kinds of which it shows four.

    Raises HandError when the tiles cannot be one player's of one set. ``count`` is FEWER_ALLOWED,
    MORE_ALLOWED or ANY_COUNT for a player who, by an error at the table, may hold fewer or more
    tiles than they should.
    With ``stands_for``, what the wild tiles of a hand stand for, its tiles and melds are in order
    and nothing is checked.
    """

    __slots__ = (
        "all_jokers",
        "bonus",
        "concealed",
        "fours",
        "jokers",
        "keys",
        "kinds",
        "melds",
        "packed_copies",
        "stands_for",
        "winning",
    )

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    bonus: int
    winning: int | None
    stands_for: tuple[int, ...]
    keys: Keys
    kinds: int
    packed_copies: int
    fours: int
    jokers: int
    all_jokers: int

    def __init__(
        self,
        concealed: Iterable[SupportsIndex],
        melds: Iterable[Meld] = (),
        bonus: Iterable[SupportsIndex] = (),
        winning: SupportsIndex | None = None,
        *,
        count: str = EXACT_COUNT,
        size: int = HAND_TILES,
        stands_for: tuple[int, ...] | None = None,
    ) -> None:
        last = None if winning is None else index(winning)
        if stands_for is not None:
            held_tiles = cast("tuple[int, ...]", tuple(concealed))
            self._set_tile_fields(held_tiles, tuple(melds), mask_of(*bonus), last, stands_for)
            return
        # Long: a hand is taken in step by step, and a call for each step would cost a tenth of it.
        # For the same reason problems are sought only where there can be some.
        entered = list(map(index, concealed))
        tiles = sorted(entered)
        laid = list(melds)
        flowers = list(map(index, bonus))
        problems: list[Problem] = []
        strange = not tiles or tiles[0] < 0 or tiles[-1] >= KIND_COUNT
        if strange or flowers or (last is not None and not 0 <= last < KIND_COUNT):
            problems = _stray_tile_problems(entered if strange else [], flowers, last)
        if count not in TILE_COUNT_CHECKS:
            detail = say("one of these values: {known}", known=typed_comma_list(TILE_COUNT_CHECKS))
            problems.append(Problem("/count", "bad_value", detail))
        held, sets = len(tiles), len(laid)
        full = size + 1 - 3 * sets
        if last is not None:
            if held == full - 1:
                insort(tiles, last)
                held += 1
            elif held == full and last not in tiles:
                problems.append(_winning_tile_not_held_problem(last))
        if last is None or held != full or sets > size // 3:
            problems += _wrong_count_problems(sets, held, last is not None, count, size)
        if sets:
            # Only a kong can be declared without a claimed tile. A concealed pung or chow entered
            # as a set still lies in the hand, and its tiles may be read in any way.
            for meld in laid:
                if meld.concealed and meld.kind != KONG:
                    tiles += meld.tiles
            if len(tiles) > held:
                laid = [meld for meld in laid if not meld.concealed or meld.kind == KONG]
                tiles.sort()
            if len(laid) > 1:
                laid.sort(key=MELD_ORDER)
        if not problems:
            bonus_mask = mask_of(*flowers) if flowers else 0
            self._set_tile_fields(tuple(tiles), tuple(laid), bonus_mask, last, ())
            if has_fifth_copy(self.packed_copies) or self.all_jokers > 4:
                problems += _fifth_copy_problems(self)
        if problems:
            raise HandError(*problems)

    @classmethod
    def of(
        cls,
        concealed: str,
        melds: Iterable[str | Meld] = (),
        bonus: str = "",
        winning: str | None = None,
        *,
        count: str = EXACT_COUNT,
        size: int = HAND_TILES,
    ) -> Hand:
        """Return the hand of this notation, as in ``Hand.of("123b 55d", ["EEE", "234d", "777c"],
        winning="5d")``. Raises HandError."""
        problems: list[Problem] = []
        tiles = parse_tiles(concealed, "/hand/concealed", problems)
        laid = read_melds(
            melds, lambda item: item if isinstance(item, Meld) else Meld.of(item), problems
        )
        flowers = parse_tiles(bonus, "/hand/bonus", problems)
        last = parse_winning_tile(winning, problems)
        if problems:
            raise HandError(*problems)
        return Hand(tiles, laid, flowers, last, count=count, size=size)

    def _set_tile_fields(
        self,
        concealed: tuple[int, ...],
        melds: tuple[Meld, ...],
        bonus: int,
        winning: int | None,
        stands_for: tuple[int, ...],
    ) -> None:
        """Set the fields of a hand of these tiles, and count them. Checks nothing."""
        counts = kinds = 0
        of_tile, bit = TILE_COUNTS, TILE_BITS
        for tile in concealed:
            counts += of_tile[tile]
            kinds |= bit[tile]
        copies = counts >> COPIES_SHIFT
        jokers = wild = counts >> JOKERS_SHIFT & COPIES_MASK
        for meld in melds:
            wild += meld.wild
            copies += meld.copies
        object.__setattr__(self, "concealed", concealed)
        object.__setattr__(self, "melds", melds)
        object.__setattr__(self, "bonus", bonus)
        object.__setattr__(self, "winning", winning)
        object.__setattr__(self, "stands_for", stands_for)
        object.__setattr__(
            self,
            "keys",
            (
                counts & BLOCK_MASK,
                counts >> BLOCK_BITS & BLOCK_MASK,
                counts >> 2 * BLOCK_BITS & BLOCK_MASK,
                counts >> 3 * BLOCK_BITS & (1 << JOKERS_SHIFT - 3 * BLOCK_BITS) - 1,
            ),
        )
        object.__setattr__(self, "kinds", kinds)
        object.__setattr__(self, "packed_copies", copies)
        object.__setattr__(self, "fours", _kinds_of_four(copies) if copies & FOUR_OF_EACH else 0)
        object.__setattr__(self, "jokers", jokers)
        object.__setattr__(self, "all_jokers", wild)

    @property
    def copies(self) -> tuple[int, ...]:
        """The tiles that it shows of each kind, wild tiles of a set as what they stand for."""
        return tuple([self.copies_of(kind) for kind in range(KIND_COUNT)])

    def copies_of(self, kind: int) -> int:
        """Return how many tiles of a kind the hand shows."""
        return self.packed_copies >> COPIES_BITS * kind & COPIES_MASK

    @property
    def kinds_before_win(self) -> int:
        """The kinds of the concealed tiles without the winning tile."""
        last = self.winning
        if (
            last is None
            or last >= KIND_COUNT
            or self.keys[BLOCK_OF_KIND[last]] // COUNT_UNIT_OF_KIND[last] & 6
        ):
            return self.kinds  # there is another of it, or several
        return self.kinds ^ 1 << last

    @property
    def keys_before_win(self) -> Keys:
        """The blocks of the concealed tiles without the winning tile."""
        if self.winning is None or self.winning >= KIND_COUNT:
            return self.keys
        keys = list(self.keys)
        block = BLOCK_OF_KIND[self.winning]
        keys[block] = keys[block] - COUNT_UNIT_OF_KIND[self.winning]
        return tuple(keys)

    def again(self, concealed: Iterable[int], winning: int | None, size: int, count: str) -> Hand:
        """Return the hand with these concealed tiles in place of its own. Raises HandError."""
        return Hand(concealed, self.melds, bits(self.bonus), winning, count=count, size=size)

    def _add_complete_kind(self, kind: int) -> None:
        """Add a kind to those of which the hand shows all four."""
        object.__setattr__(self, "fours", self.fours | 1 << kind)

    def preferring_plain_fives(self, tiles: Sequence[int]) -> list[int]:
        """Return the tiles that a caller means who leaves these kinds out of the concealed ones."""
        return list(tiles)

    def with_tile(self, tile: SupportsIndex, *, won: bool = True) -> Hand:
        """Return the hand with one more tile, on which it has ``won``; nothing is checked again."""
        kind = index(tile)
        held = tuple(sorted((*self.concealed, kind)))
        return unchecked_hand(held, self.melds, self.bonus, kind if won else None, self.stands_for)

    def with_jokers_as(
        self, concealed: Sequence[int], melds: Sequence[int], winning: int | None
    ) -> Hand:
        """Return the hand with wild tiles standing for these kinds, and its all-wild melds for
        ``melds``; wild tiles that are left over stay wild."""
        laid = self.melds
        if melds:
            kinds = iter(melds)
            laid = tuple(
                [
                    Meld(m.kind, next(kinds), m.concealed, m.from_concealed_pung, m.wild)
                    if m.tile == JOKER
                    else m
                    for m in laid
                ]
            )
        idle = self.jokers - len(concealed)
        natural = self.concealed[: len(self.concealed) - self.jokers]
        held = (*sorted((*natural, *concealed)), *(JOKER,) * idle)
        return unchecked_hand(held, laid, self.bonus, winning, tuple(concealed))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._values == other._values

    def __hash__(self) -> int:
        return hash(self._values)

    @property
    def _values(self) -> tuple[object, ...]:
        """The fields from which all others follow."""
        return (self.concealed, self.melds, self.bonus, self.winning, self.stands_for)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise _frozen_error(self)

    def __delattr__(self, name: str) -> NoReturn:
        raise _frozen_error(self)

    def __reduce__(self) -> tuple[object, ...]:
        return unchecked_hand, self._values

    def __repr__(self) -> str:
        arguments = [repr(written(self.concealed))]
        if self.melds:
            arguments.append(f"[{', '.join(map(_meld_argument, self.melds))}]")
        if self.bonus:
            arguments.append(f"bonus={written(bits(self.bonus))!r}")
        held = len(self.concealed) + 3 * len(self.melds)
        if self.winning is not None:
            arguments.append(f"winning={code(self.winning)!r}")
            size = held - 1
        else:
            size = max(HAND_TILES, 3 * len(self.melds) + 1, held if held % 3 == 1 else 0)
            if held != size:
                arguments.append(f"count={ANY_COUNT!r}")
        if size != HAND_TILES:
            arguments.append(f"size={size}")
        return f"Hand.of({', '.join(arguments)})"

    def _repr_html_(self) -> str:
        """Return the hand for a notebook, its tiles drawn."""
        # Needed by notebooks alone, so loaded on first use.
        from scorer.engine.notebook import TileGroup, of_set, tiles_html

        laid = [of_set(MELD_KINDS[m.kind], codes(m.tiles), m.concealed) for m in self.melds]
        last = -1 if self.winning is None else self.concealed.index(self.winning)
        held = TileGroup(self._concealed_codes(), last)
        return tiles_html([*laid, held, TileGroup(codes(bits(self.bonus)))])

    def _concealed_codes(self) -> list[str]:
        """Return the codes of the concealed tiles, in their order."""
        return [code(tile) for tile in self.concealed]


def unchecked_hand(
    concealed: tuple[int, ...],
    melds: tuple[Meld, ...],
    bonus: int,
    winning: int | None,
    stands_for: tuple[int, ...],
) -> Hand:
    """Return the hand of these tiles, which were checked before; ``bonus`` is a mask."""
    return Hand(concealed, melds, bits(bonus) if bonus else (), winning, stands_for=stands_for)


MELD_ORDER: Final = attrgetter("order")


def has_fifth_copy(packed_copies: int) -> bool:
    """Tests if there are more than four of any kind."""
    return packed_copies + THREE_OF_EACH & FIVE_OR_MORE != 0


def _kinds_of_four(packed_copies: int) -> int:
    """Return the mask of the kinds that are there four times."""
    four = packed_copies >> 2 & ~packed_copies & ~(packed_copies >> 1) & EACH_KIND
    found = 0
    while four:
        found |= 1 << (four.bit_length() - 1) // COPIES_BITS
        four &= (1 << four.bit_length() - 1) - 1
    return found


def _meld_argument(meld: Meld) -> str:
    """Return a meld as ``Hand.of`` takes it: only notation where that is enough."""
    plain = not meld.concealed and not meld.from_concealed_pung
    return repr(written(meld.tiles)) if plain else repr(meld)


MeldT = TypeVar("MeldT")


def parse_tiles(text: str, pointer: str, problems: list[Problem]) -> list[int]:
    """Return the tiles of this notation; add a problem and return none if it is invalid."""
    try:
        return parse(text)
    except TileError as error:
        problems.append(Problem(pointer, "bad_tile", str(error)))
        return []


def read_melds(
    items: Iterable[Any], read: Callable[[Any], MeldT], problems: list[Problem]
) -> list[MeldT]:
    """Read each declared set; add a problem for each that is invalid, and leave it out."""
    laid = []
    for n, item in enumerate(items):
        try:
            laid.append(read(item))
        except HandError as error:
            problems += [problem._replace(pointer=f"/hand/melds/{n}") for problem in error.problems]
    return laid


def parse_winning_tile(winning: str | None, problems: list[Problem]) -> int | None:
    """Return the winning tile of this notation; add a problem unless it is one tile."""
    if winning is None:
        return None
    invalid: list[Problem] = []
    tiles = parse_tiles(winning, "/hand/winning_tile", invalid)
    problems += invalid or winning_tile_count_problems(tiles)
    return None if len(tiles) != 1 else tiles[0]


def winning_tile_count_problems(tiles: Sequence[int]) -> list[Problem]:
    """Return the fault of a winning tile that is not just one tile, if it is not."""
    if len(tiles) == 1:
        return []
    detail = say(
        "a hand is won on exactly one tile; {count} winning tiles are entered", count=len(tiles)
    )
    return [Problem("/hand/winning_tile", "bad_tile", detail)]


def _winning_tile_not_held_problem(winning: int) -> Problem:
    detail = say(
        "the winning tile {tile} must be among the concealed tiles; enter the completed set "
        "there too",
        tile=_tile_text(winning),
    )
    return Problem("/hand/winning_tile", "winning_tile_missing", detail)


def _stray_tile_problems(
    tiles: Sequence[int], flowers: Sequence[int], winning: int | None
) -> list[Problem]:
    problems = []
    for tile in tiles:
        if not 0 <= tile < KIND_COUNT and tile != JOKER:
            problems.append(Problem("/hand/concealed", "bad_tile", tile_not_in_hand_message(tile)))
            break
    for tile in flowers:
        if not FIRST_FLOWER <= tile < JOKER:
            detail = say(
                "flowers are F1 to F4 and seasons are S1 to S4; {tile} is neither: enter it "
                "with the other tiles",
                tile=_tile_text(tile),
            )
            problems.append(Problem("/hand/bonus", "bad_tile", detail))
            break
        if flowers.count(tile) > 1:
            detail = say(
                "this hand has the tile {tile} {held} times, but the game has only one; "
                "remove the others",
                held=flowers.count(tile),
                tile=code(tile),
            )
            problems.append(Problem("/hand/bonus", "fifth_copy", detail))
            break
    if winning is not None and not 0 <= winning < KIND_COUNT and winning != JOKER:
        problems.append(
            Problem("/hand/winning_tile", "bad_tile", tile_not_in_hand_message(winning))
        )
    return problems


def field_of_wild_tile(hand: Hand) -> str:
    """Return the field in which a wild tile of the hand was entered.

    A wild winning tile may stand in its own field alone.
    """
    if hand.winning == JOKER and hand.jokers == 1:
        return "winning_tile"
    return "concealed" if hand.jokers else "melds"


def tile_not_in_hand_message(tile: int) -> str:
    """Return why a tile, which is no kind and not wild, cannot be in a set."""
    if not 0 <= tile < len(CODES):
        return say(
            "tiles have the numbers 0 to {most}; {tile} is not one of them", tile=tile, most=JOKER
        )
    if tile >= FIRST_RED_FIVE:
        return say(
            "this ruleset has no red fives; write {five} instead of {tile}",
            tile=code(tile),
            five=f"5{code(tile)[1]}",
        )
    if tile == PLAIN_FLOWER:
        return say(
            "F without a number is a flower of American hands; write F1 to F4 under flowers "
            "and seasons"
        )
    return say(
        "{tile} ({name}) cannot be part of a set; enter it under flowers and seasons",
        tile=code(tile),
        name=TILE_NAMES[tile],
    )


def _wrong_count_problems(melds: int, held: int, won: bool, count: str, size: int) -> list[Problem]:
    sets = size // 3
    if melds > sets:
        detail = say(
            "a hand has at most {most} sets; you entered {melds} outside the concealed tiles",
            melds=melds,
            most=number_in_words(sets),
        )
        return [Problem("/hand/melds", "wrong_count", detail)]
    full = size + 1 - 3 * melds
    most = size + MAX_EXTRA_TILES
    if won and held != full:
        wanted = say(
            "{whole} concealed tiles with the winning tile ({without} without it)",
            whole=full,
            without=full - 1,
        )
    elif not won and _is_miscounted(held, full - 1, count):
        wanted = needed_without_win(full - 1)
    elif held > most:
        wanted = say("at most {most} concealed tiles", most=most)
    else:
        return []
    detail = say("this hand needs {wanted}; you entered {held}", held=held, wanted=wanted)
    if melds:
        detail = say_many(
            "with {number} set outside the concealed tiles, this hand needs {wanted}; you "
            "entered {held}",
            "with {number} sets outside the concealed tiles, this hand needs {wanted}; you "
            "entered {held}",
            melds,
            held=held,
            wanted=wanted,
        )
    return [Problem("/hand/concealed", "wrong_count", detail)]


def needed_without_win(count: int) -> str:
    """Return in words how many concealed tiles a player who did not win holds."""
    return say_many(
        "{number} concealed tile, because this player did not win",
        "{number} concealed tiles, because this player did not win",
        count,
    )


def _is_miscounted(held: int, full: int, count: str) -> bool:
    if held < full:
        return count in (EXACT_COUNT, MORE_ALLOWED)
    return held > full and count in (EXACT_COUNT, FEWER_ALLOWED)


# How many tiles too many may be entered for a player who holds more than they should.
MAX_EXTRA_TILES: Final = 7


def _fifth_copy_problems(hand: Hand) -> list[Problem]:
    problems = []
    for kind, copies in enumerate(hand.copies):
        if copies > 4:
            field = "concealed" if kind in hand.concealed else "melds"
            detail = say(
                "this hand has the tile {tile} {held} times, but the game has only four; "
                "correct the tiles",
                held=number_in_words(copies),
                tile=code(kind),
            )
            if any(meld.tile == kind and meld.wild for meld in hand.melds):
                detail = say(
                    "with wild tiles this hand has {held} {tile}, but the game has only "
                    "four; a wild tile cannot be a fifth",
                    held=number_in_words(copies),
                    tile=code(kind),
                )
            problems.append(Problem(f"/hand/{field}", "fifth_copy", detail))
    if hand.all_jokers > 4:
        detail = say(
            "this hand has {held} wild tiles, but the game has only four; correct the tiles",
            held=number_in_words(hand.all_jokers),
        )
        problems.append(Problem("/hand/concealed", "fifth_copy", detail))
    return problems


_NUMBER_WORDS = {
    **{1: say("one"), 2: say("two"), 3: say("three"), 4: say("four"), 5: say("five")},
    **{6: say("six"), 7: say("seven"), 8: say("eight"), 9: say("nine"), 10: say("ten")},
    **{16: say("sixteen"), 17: say("seventeen")},
}


def sets_in_words(hand: Hand) -> str:
    """Return how many sets a winning hand of this size has: "four" or "five"."""
    return number_in_words(len(hand.concealed) // 3 + len(hand.melds))


def number_in_words(count: int) -> str:
    """Return how many sets or tiles: up to ten in words, as in "six 8c", and the sixteen and
    seventeen of a hand of five sets."""
    return _NUMBER_WORDS.get(count, str(count))


# Kinds that can start a chow.
CHOW_STARTS: Final = SUITED & ~sum(1 << kind for kind in (7, 8, 16, 17, 25, 26))
