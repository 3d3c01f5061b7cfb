"""The tiles of an American hand: a rack with jokers and flowers, exposures, what is possible.

Flowers are tiles like others and all of one kind (``PLAIN_FLOWER``). There are eight of them, and
eight jokers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from typing import NamedTuple, SupportsIndex

from scorer.engine.hand import (
    ANY_COUNT,
    DEALT_COUNT,
    EXACT_COUNT,
    FEWER_ALLOWED,
    needed_without_win,
    parse_tiles,
    parse_winning_tile,
    read_melds,
)
from scorer.engine.tiles import (
    FIRST_FLOWER,
    JOKER,
    KIND_COUNT,
    PLAIN_FLOWER,
    TILE_NAMES,
    code,
    in_order,
    parse,
    written,
)
from scorer.errors import HandError, Problem
from scorer.languages.speech import say, say_many

RACK_TILES = 14
MAX_ENTERED_TILES = 40
EXPOSURE_SIZES = range(3, 7)


def is_tile(tile: int) -> bool:
    """Tests if it is a natural tile of this game."""
    return 0 <= tile < KIND_COUNT or tile == PLAIN_FLOWER


def _code_and_name(tile: int) -> str:
    if 0 <= tile < len(TILE_NAMES):
        return say("{tile} ({name})", tile=code(tile), name=TILE_NAMES[tile])
    return str(tile)


def _foreign_tile_faults(tiles: Iterable[int], pointer: str) -> Iterator[Problem]:
    """Yield the faults of tiles that this game does not have, each tile once."""
    for tile in sorted(set(tiles)):
        if not is_tile(tile) and tile != JOKER:
            detail = say(
                "this game does not use the tile {tile}; remove or replace this tile",
                tile=_code_and_name(tile),
            )
            yield Problem(pointer, "bad_tile", detail)


class Exposure(NamedTuple):
    """A group on top of the rack: how many of which tile, and how many of those are jokers."""

    tile: int
    size: int
    jokers: int = 0

    @classmethod
    def of(cls, tiles: str) -> Exposure:
        """Return an exposure from notation, as ``Exposure.of("444bJ")``. Raises HandError."""
        try:
            return exposure_of(parse(tiles))
        except ValueError as error:
            raise HandError(Problem("/hand/melds", "bad_meld", str(error))) from None

    @property
    def tiles(self) -> list[int]:
        """Its tiles, jokers last."""
        jokers = index(self.jokers)
        return [index(self.tile)] * (index(self.size) - jokers) + [JOKER] * jokers


def copies(tile: int) -> int:
    """Return how many of a tile there are in all."""
    return 8 if tile in (PLAIN_FLOWER, JOKER) else 4


def with_plain_flower(tile: SupportsIndex) -> int:
    """Return the same tile, but the plain flower for a numbered flower or season: this game does
    not tell them apart."""
    kind = index(tile)
    return PLAIN_FLOWER if FIRST_FLOWER <= kind < JOKER else kind


class Rack:
    """Thirteen tiles, or a winner's fourteen.

    ``concealed`` are the tiles outside the exposures, sorted, with the winning tile. ``count`` is
    ANY_COUNT where any number of tiles may be held, FEWER_ALLOWED where fewer than thirteen may,
    DEALT_COUNT for a hand that was dealt complete and so has no winning tile. Raises HandError for
    tiles that nobody can hold.
    """

    __slots__ = ("concealed", "exposures", "winning")

    def __init__(
        self,
        concealed: Iterable[SupportsIndex],
        exposures: Iterable[Exposure] = (),
        winning: SupportsIndex | None = None,
        *,
        count: str = EXACT_COUNT,
    ) -> None:
        tiles = [with_plain_flower(tile) for tile in concealed]
        self.exposures = tuple(sorted(Exposure(*map(index, each)) for each in exposures))
        for n, exposure in enumerate(self.exposures):
            if (
                exposure.size not in EXPOSURE_SIZES
                or not 0 <= exposure.jokers < exposure.size
                or not is_tile(exposure.tile)
            ):
                detail = say("{exposure} is not an exposure", exposure=repr(exposure))
                raise HandError(Problem(f"/hand/melds/{n}", "bad_meld", detail))
        self.winning = None if winning is None else with_plain_flower(winning)
        problems = [*_foreign_tile_faults(tiles, "/hand/concealed")]
        if self.winning is not None:
            foreign = [*_foreign_tile_faults([self.winning], "/hand/winning_tile")]
            if foreign:
                raise HandError(*problems, *foreign)
        full = RACK_TILES - sum(exposure.size for exposure in self.exposures)
        if self.winning is not None:
            if len(tiles) == full - 1:
                tiles.append(self.winning)
            elif len(tiles) == full and self.winning not in tiles:
                detail = say(
                    "the winning tile {tile} must be among the concealed tiles; enter "
                    "this tile there too",
                    tile=code(self.winning),
                )
                problems.append(Problem("/hand/winning_tile", "winning_tile_missing", detail))
        self.concealed = tuple(sorted(tiles))
        problems += self._wrong_count_problems(full, count)
        problems += self._too_many_copies_problems()
        if problems:
            raise HandError(*problems)

    @classmethod
    def of(
        cls,
        concealed: str,
        exposures: Iterable[str | Exposure] = (),
        winning: str | None = None,
        *,
        count: str = EXACT_COUNT,
    ) -> Rack:
        """Return a rack from notation. Raises HandError.

        >>> from scorer.engine.rack import Rack
        >>> len(Rack.of("FF 2468b RRR", ["333cJJ"], winning="F").concealed)
        9
        """
        problems: list[Problem] = []
        tiles = parse_tiles(concealed, "/hand/concealed", problems)
        laid = read_melds(
            exposures,
            lambda item: item if isinstance(item, Exposure) else Exposure.of(item),
            problems,
        )
        last = parse_winning_tile(winning, problems)
        if problems:
            raise HandError(*problems)
        return cls(tiles, laid, last, count=count)

    @property
    def _values(self) -> tuple[object, ...]:
        return (self.concealed, self.exposures, self.winning)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rack) and self._values == other._values

    def __hash__(self) -> int:
        return hash(self._values)

    def __repr__(self) -> str:
        arguments = [repr(written(self.concealed))]
        if self.exposures:
            arguments.append(str([written(exposure.tiles) for exposure in self.exposures]))
        if self.winning is not None:
            arguments.append(f"winning={code(self.winning)!r}")
        elif len(self.concealed) != RACK_TILES - 1 - sum(
            exposure.size for exposure in self.exposures
        ):
            arguments.append(f"count={ANY_COUNT!r}")
        return f"Rack.of({', '.join(arguments)})"

    def _repr_html_(self) -> str:
        """Return the rack for a notebook, its tiles drawn."""
        # Needed by notebooks alone, so loaded on first use.
        from scorer.engine.notebook import TileGroup, tiles_html

        laid = [TileGroup([code(tile) for tile in each.tiles]) for each in self.exposures]
        last = -1 if self.winning is None else self.concealed.index(self.winning)
        return tiles_html([*laid, TileGroup([code(tile) for tile in self.concealed], last)])

    def with_tile(self, tile: SupportsIndex) -> Rack:
        """Return the rack with this tile as its winning tile. Raises HandError."""
        return Rack((*self.concealed, tile), self.exposures, tile)

    def held(self, tile: int) -> int:
        """Return how many of a tile there are in the rack and the exposures. A joker counts as a
        joker, not as what it stands for."""
        exposed = sum(exposure.tiles.count(tile) for exposure in self.exposures)
        return self.concealed.count(tile) + exposed

    @property
    def jokers(self) -> int:
        """How many jokers there are in the rack and the exposures."""
        return self.held(JOKER)

    def _wrong_count_problems(self, full: int, count: str) -> list[Problem]:
        held = len(self.concealed)
        won = self.winning is not None or count == DEALT_COUNT
        wanted = full if won else full - 1
        fewer = count == FEWER_ALLOWED and held < wanted
        if held == wanted or fewer or (count == ANY_COUNT and held <= MAX_ENTERED_TILES):
            return []
        exposed = RACK_TILES - full
        if wanted < 0:
            detail = say(
                "a hand has {whole} tiles, but the exposures alone have {exposed}; correct "
                "the exposures",
                exposed=exposed,
                whole=RACK_TILES,
            )
            return [Problem("/hand/melds", "wrong_count", detail)]
        if won:
            needed = say_many("{number} concealed tile", "{number} concealed tiles", wanted)
        else:
            needed = needed_without_win(wanted)
        detail = say("this hand needs {wanted}; you entered {held}", wanted=needed, held=held)
        if exposed:
            detail = say(
                "with {exposed} tiles in exposures, this hand needs {wanted}; you entered {held}",
                exposed=exposed,
                wanted=needed,
                held=held,
            )
        return [Problem("/hand/concealed", "wrong_count", detail)]

    def _too_many_copies_problems(self) -> list[Problem]:
        tiles = [*self.concealed, *[tile for exposure in self.exposures for tile in exposure.tiles]]
        problems = []
        for tile in in_order(set(tiles)):
            held = tiles.count(tile)
            if held > 4 and held > copies(tile) and (is_tile(tile) or tile == JOKER):
                field = "concealed" if tile in self.concealed else "melds"
                detail = say(
                    "this hand has the tile {tile} {held} times, but the game has only "
                    "{most}; correct the tiles",
                    held=held,
                    tile=code(tile),
                    most=copies(tile),
                )
                problems.append(Problem(f"/hand/{field}", "fifth_copy", detail))
        return problems


def exposure_of(tiles: Iterable[SupportsIndex]) -> Exposure:
    """Return the exposure of these tiles. Raises ValueError for tiles that form none."""
    group = [with_plain_flower(tile) for tile in tiles]
    natural = [tile for tile in group if tile != JOKER]
    if len(group) not in EXPOSURE_SIZES or len(set(natural)) != 1 or not is_tile(natural[0]):
        shown = " ".join(map(code, group[:RACK_TILES])) + (" …" if len(group) > RACK_TILES else "")
        raise ValueError(
            say(
                "an exposure has three to six equal tiles, at least one of them not a joker; "
                "{tiles} is not an exposure",
                tiles=shown or say("an empty set"),
            )
        )
    return Exposure(natural[0], len(group), len(group) - len(natural))
