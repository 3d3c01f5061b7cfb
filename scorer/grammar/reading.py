"""One way to read a hand: what every rule looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scorer.engine import arrange
from scorer.engine.arrange import Arrangement, Shape
from scorer.engine.hand import CHOW, KONG, MELD_KINDS, SELF_DRAW, FactMask, Hand
from scorer.engine.options import Option, Options, V
from scorer.engine.sheet import ShownSet
from scorer.engine.situation import Situation
from scorer.engine.tiles import (
    ALL_KINDS,
    EAST,
    KIND_COUNT,
    REPEATED_CODES,
    KindMask,
    bits,
    code,
    codes,
)

if TYPE_CHECKING:
    from scorer.types import SetKind

IN_PAIR: Final = "pair"
IN_PUNG: Final = "pung"
IN_CHOW: Final = "chow"
IN_WHOLE: Final = "whole"


class Reading:
    """One way to read a hand: its sets, the winning tile in its place, the seat, how it was won.

    What rules look at are masks of kinds: ``pungs`` (kongs among them), ``kongs``, ``concealed``
    (pungs and kongs with no claimed tile), ``hidden`` (concealed as doublers and special hands see
    it), ``pair`` (a loser's pairs), ``kinds`` (all tiles), ``bonus``, ``last`` (the winning tile),
    ``own`` and ``round`` (the winds of seat and round). ``counters`` are the counters
    that the book counts. ``chows`` are the chows' lowest kinds.
    ``mahjong`` tells whether the book allows it as a winning hand; ``completed_readings()`` gives
    the winning readings that a loser was one tile short of.
    """

    __slots__ = (
        "arrangement",
        "bonus",
        "chows",
        "claimed",
        "claimed_before",
        "completed_chow",
        "completed_readings",
        "concealed",
        "counters",
        "declared",
        "facts",
        "hand",
        "hidden",
        "kinds",
        "kongs",
        "last",
        "last_place",
        "mahjong",
        "options",
        "own",
        "pair",
        "pungs",
        "round",
        "seat",
        "shape",
        "shapes",
        "won",
    )

    bonus: int
    chows: tuple[int, ...]
    claimed: bool
    claimed_before: bool
    concealed: int
    facts: int
    hand: Hand
    hidden: int
    kinds: int
    kongs: int
    last: int
    last_place: str
    mahjong: bool
    options: Options
    own: int
    pair: int
    pungs: int
    round: int
    seat: int
    shape: str
    counters: Mapping[str, int]
    won: bool

    def __init__(  # noqa: PLR0913  # a hand and all that it is read under: made for every reading
        self,
        hand: Hand,
        arrangement: Arrangement,
        declared: HandFacts,
        facts: FactMask,
        last_place: str,
        situation: Situation,
        options: Options,
        shapes: Sequence[Shape],
        completed_chow: int = -1,
    ) -> None:
        self.hand = hand
        self.completed_chow = completed_chow
        self.declared = declared
        self.arrangement = arrangement
        self.shape = arrangement.shape
        self.facts = facts
        self.won = facts != 0
        self.last_place = last_place
        self.last = 0 if hand.winning is None else 1 << hand.winning
        claimed_now = facts and not facts & SELF_DRAW
        spoiled = self.last if claimed_now and last_place == IN_PUNG else 0
        self.pungs = declared.pungs | arrangement.pungs
        self.kongs = declared.kongs
        self.concealed = declared.concealed | arrangement.pungs & ~spoiled
        self.hidden = declared.hidden | arrangement.pungs & ~spoiled
        self.chows = declared.chows + arrangement.chows
        self.pair = arrangement.pairs
        self.kinds = declared.kinds
        self.bonus = hand.bonus
        self.claimed_before = declared.claimed
        self.claimed = declared.claimed or bool(claimed_now)
        self.seat, prevailing, self.counters, _ = situation
        self.own = 1 << EAST + self.seat
        self.round = 1 << EAST + prevailing
        self.options = options
        self.shapes = shapes
        self.completed_readings: Callable[[], Iterable[Reading]] = tuple
        self.mahjong = False

    def __getitem__(self, option: Option[V]) -> V:
        """Return the value of this option."""
        return self.options[option.name]  # type: ignore[return-value]  # as it was declared

    @property
    def waits(self) -> KindMask:
        """Mask of the kinds that the hand waited for before the winning tile, without those of
        which it holds all four itself."""
        return arrange.live_waits(self.hand, self.all_waits)

    @property
    def all_waits(self) -> KindMask:
        """Mask of the kinds that would have completed the hand, were there enough of each."""
        table = self.declared
        if table.waits < 0:
            table.waits = arrange.all_waits(self.hand, self.shapes)
        return table.waits

    @property
    def last_chow(self) -> int:
        """Where the chow starts that the winning tile completed; -1 for none. Of several the one of
        this reading (``completed_chow``) or, where each is not read apart, one that wanted just
        this tile: at its edge, then in its middle."""
        if self.completed_chow >= 0:
            return self.completed_chow
        last = self.hand.winning
        if self.last_place != IN_CHOW or last is None:
            return -1
        rank, edge = last % 9, -1
        if rank == 2:
            edge = last - 2
        elif rank == 6:
            edge = last
        found = last - 2
        for start in self.arrangement.chows:
            if start == edge:
                return edge
            if start == last - 1 or (start == last and found == last - 2):
                found = start
        return found


class HandFacts:
    """What every reading of a hand has in common: the melds on the table, the kinds in it, and
    (once somebody asks) what it waited for and all its tiles."""

    __slots__ = (
        "chows",
        "claimed",
        "concealed",
        "hidden",
        "kinds",
        "kongs",
        "pungs",
        "waits",
        "whole",
    )

    def __init__(
        self,
        pungs: KindMask,
        kongs: KindMask,
        concealed: KindMask,
        hidden: KindMask,
        chows: tuple[int, ...],
        kinds: int,
        claimed: bool,
    ) -> None:
        self.pungs = pungs
        self.kongs = kongs
        self.concealed = concealed
        self.hidden = hidden
        self.chows = chows
        self.kinds = kinds
        self.claimed = claimed
        self.waits = -1
        self.whole: tuple[str, ...] | None = None


def winning_readings(
    hand: Hand,
    facts: int,
    situation: Situation,
    options: Options,
    shapes: Sequence[Shape],
    claimed_kongs_count_as_concealed: bool = False,
    *,
    splits: bool = False,
) -> list[Reading]:
    """Return every way to read a hand that won so: each arrangement, the winning tile in each place
    that it may have. None where the tiles form no shape that wins. With ``splits`` a tile that may
    have completed several chows is read in each of them."""
    table = declared_melds(hand, claimed_kongs_count_as_concealed)
    found = []
    # A loop, not a comprehension: that is a call of its own, for one reading or two.
    for arrangement in arrange.winning_arrangements(hand, shapes):
        for place in winning_tile_places(hand, arrangement):
            if splits and place == IN_CHOW:
                found += [
                    Reading(
                        hand, arrangement, table, facts, place, situation, options, shapes, start
                    )
                    for start in _chows_with(hand.winning, arrangement)
                ]
                continue
            found.append(
                Reading(hand, arrangement, table, facts, place, situation, options, shapes)
            )
    return found


def _chows_with(tile: int | None, arrangement: Arrangement) -> Iterable[int]:
    """Return where the different chows start that have this tile."""
    return dict.fromkeys(
        start for start in arrangement.chows if tile is not None and start <= tile <= start + 2
    )


def losing_reading(
    hand: Hand,
    situation: Situation,
    options: Options,
    shapes: Sequence[Shape],
    claimed_kongs_count_as_concealed: bool = False,
) -> Reading:
    """Return the one way to read a hand that did not win: its tiles gathered as they score most."""
    table = declared_melds(hand, claimed_kongs_count_as_concealed)
    return Reading(hand, arrange.losing_arrangement(hand), table, 0, "", situation, options, shapes)


def bonus_reading(
    hand: Hand, facts: int, situation: Situation, options: Options, shapes: Sequence[Shape]
) -> Reading:
    """Return the one way to read a hand that won by its flowers and seasons, whatever its tiles."""
    table = declared_melds(hand)
    return Reading(
        hand, arrange.losing_arrangement(hand), table, facts, "", situation, options, shapes
    )


def declared_melds(hand: Hand, claimed_kongs_count_as_concealed: bool = False) -> HandFacts:
    """Return the melds of a hand as masks.

    Args:
        hand: The hand.
        claimed_kongs_count_as_concealed: Whether a kong claimed onto a concealed pung counts as
            concealed for doublers and special hands.
    """
    pungs = kongs = concealed = hidden = 0
    kinds = hand.kinds
    chows: tuple[int, ...] = ()
    claimed = False
    for meld in hand.melds:
        bit = 1 << meld.tile
        if meld.kind == CHOW:
            chows += (meld.tile,)
            kinds |= 7 << meld.tile
            claimed = claimed or not meld.concealed
            continue
        pungs |= bit
        kinds |= bit
        if meld.kind == KONG:
            kongs |= bit
        if meld.concealed:
            concealed |= bit
            hidden |= bit
        elif meld.from_concealed_pung and claimed_kongs_count_as_concealed:
            hidden |= bit
        else:
            claimed = True
    kinds &= ALL_KINDS  # a meld of wild tiles that stand for nothing is of no kind
    return HandFacts(pungs, kongs, concealed, hidden, chows, kinds, claimed)


def winning_tile_places(hand: Hand, arrangement: Arrangement) -> list[str]:
    """Return where in this arrangement the winning tile may stand."""
    last = hand.winning
    if last is None:
        return [""]
    found = []
    for _, tiles in arrangement.groups:
        if last in tiles:
            found.append(IN_WHOLE)
            break
    if arrangement.pairs >> last & 1:
        found.append(IN_PAIR)
    for start in arrangement.chows:
        if start <= last <= start + 2:
            found.append(IN_CHOW)
            break
    if arrangement.pungs >> last & 1:
        found.append(IN_PUNG)
    return found


def tiles_of(kind: int, h: Reading) -> tuple[str, ...]:
    """Return the tiles of this kind as they stand together in the reading: a set, a pair or one."""
    bit = 1 << kind
    if bit & h.pungs:
        return REPEATED_CODES[4 if bit & h.kongs else 3][kind]
    return REPEATED_CODES[2 if bit & h.pair else 1][kind]


def all_tiles(h: Reading) -> tuple[str, ...]:
    """Return every tile of the hand, flowers apart."""
    table = h.declared
    if table.whole is None:
        melded = [tile for meld in h.hand.melds for tile in meld.tiles]
        table.whole = tuple(codes((*melded, *h.hand.concealed)))
    return table.whole


def shown_sets(h: Reading) -> tuple[ShownSet, ...]:
    """Return the arrangement as sets to be drawn: declared melds, concealed sets, pairs, the
    rest."""
    shown = []
    for meld in h.hand.melds:
        tiles = _tiles_or_kind(meld.tiles, meld.tile)
        shown.append(
            _make_shown_set(MELD_KINDS[meld.kind], tiles, meld.concealed, False, meld.wild)
        )
    claimed = bool(h.facts) and not h.facts & SELF_DRAW
    wild_left = list(h.hand.stands_for)
    for kind, tiles, completed in _concealed_sets(h):
        wilds = _take_tiles(wild_left, tiles) if wild_left else 0
        shown.append(_make_shown_set(kind, tiles, not (completed and claimed), completed, wilds))
    return tuple(shown)


def _take_tiles(left: list[int], tiles: Iterable[int]) -> int:
    """Return how many of these tiles are among those that are ``left``, from which they are
    taken."""
    before = len(left)
    for tile in tiles:
        if tile in left:
            left.remove(tile)
    return before - len(left)


# Hands are made of the same few sets.
@lru_cache(maxsize=1 << 9, typed=True)
def _make_shown_set(
    kind: SetKind, tiles: tuple[int, ...], concealed: bool, winning: bool, wild: int
) -> ShownSet:
    return ShownSet(kind, tuple([code(tile) for tile in tiles]), concealed, winning, wild)


def _concealed_sets(h: Reading) -> Iterator[tuple[SetKind, tuple[int, ...], bool]]:
    """Yield the sets that were not declared, each with its tiles and whether the winning tile made
    it: of several alike the first."""
    last, place = h.hand.winning, h.last_place
    for pung in bits(h.arrangement.pungs):
        yield "pung", (pung,) * 3, place == IN_PUNG and pung == last
    wanted = place == IN_CHOW
    for start in h.arrangement.chows:
        completed = wanted and start == h.last_chow
        wanted = wanted and not completed
        yield "chow", (start, start + 1, start + 2), completed
    for pair in bits(h.arrangement.pairs):
        yield "pair", (pair, pair), place == IN_PAIR and pair == last
    wanted = place == IN_WHOLE
    for name, tiles in h.arrangement.groups:
        completed = wanted and last in tiles
        wanted = wanted and not completed
        yield name, tiles, completed


def _tiles_or_kind(tiles: Sequence[int], kind: int) -> tuple[int, ...]:
    return (kind,) * len(tiles) if tiles and max(tiles) >= KIND_COUNT else tuple(tiles)
