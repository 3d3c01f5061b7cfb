"""A hand with what lies beside it: red fives among its tiles, indicators, norths set aside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Final, SupportsIndex

from scorer.engine.hand import (
    COPIES_BITS,
    EXACT_COUNT,
    HAND_TILES,
    KONG,
    Hand,
    Meld,
    has_fifth_copy,
    meld_of,
    number_in_words,
)
from scorer.engine.tiles import (
    FIRST_RED_FIVE,
    KIND_COUNT,
    NORTH,
    PLAIN_FIVES,
    code,
    codes,
    in_order,
    parse,
    plain,
)
from scorer.errors import HandError, Problem
from scorer.languages.speech import say

NO_REDS: Final = (0, 0, 0)
MAX_DORA_INDICATORS: Final = 5
Reds = tuple[int, int, int]


def reds_among(tiles: Iterable[SupportsIndex]) -> Reds:
    """Return how many red fives of each suit are among these tiles."""
    found = [0, 0, 0]
    for tile in map(index, tiles):
        if tile >= FIRST_RED_FIVE:
            found[tile - FIRST_RED_FIVE] += 1
    return found[0], found[1], found[2]


def red_meld(tiles: Sequence[SupportsIndex], concealed: bool, from_concealed_pung: bool) -> Meld:
    """Return the set that these tiles form, red fives among them. Raises ValueError when they form
    none."""
    made = meld_of([plain(tile) for tile in tiles], concealed, from_concealed_pung)
    red = sum(reds_among(tiles))
    if not red:
        return made
    return Meld(made.kind, made.tile, made.concealed, made.from_concealed_pung, 0, red)


class DoraHand(Hand):
    """A hand whose tiles are kinds: ``reds`` are the red fives among the concealed ones,
    by suit, ``red_last`` tells whether the winning tile is one, ``norths`` how many were set aside.
    ``indicators`` are those face up, ``beneath`` those under them, as tiles, red fives among them.
    ``red_fives`` and ``plain_fives`` are all that it shows of each suit, indicators too.
    """

    __slots__ = (
        "beneath",
        "indicators",
        "norths",
        "plain_fives",
        "red_fives",
        "red_last",
        "reds",
    )

    reds: Reds
    red_last: bool
    norths: int
    indicators: tuple[int, ...]
    beneath: tuple[int, ...]
    red_fives: Reds
    plain_fives: Reds

    def __init__(  # noqa: PLR0913  # a hand, its red fives, and what lies beside
        self,
        concealed: Iterable[SupportsIndex],
        melds: Iterable[Meld] = (),
        winning: SupportsIndex | None = None,
        *,
        reds: Reds = NO_REDS,
        red_last: bool = False,
        norths: int = 0,
        indicators: Iterable[SupportsIndex] = (),
        beneath: Iterable[SupportsIndex] = (),
        count: str = EXACT_COUNT,
        size: int = HAND_TILES,
        stands_for: tuple[int, ...] | None = None,
    ) -> None:
        object.__setattr__(self, "reds", reds)
        object.__setattr__(self, "red_last", red_last)
        object.__setattr__(self, "norths", norths)
        object.__setattr__(self, "indicators", tuple(map(index, indicators)))
        object.__setattr__(self, "beneath", tuple(map(index, beneath)))
        super().__init__(
            concealed, melds, (), winning, count=count, size=size, stands_for=stands_for
        )
        red, fives = self._red_and_plain_fives()
        object.__setattr__(self, "red_fives", red)
        object.__setattr__(self, "plain_fives", fives)
        if norths and norths + self.copies_of(NORTH) == 4:
            self._add_complete_kind(NORTH)
        if stands_for is None and (self.indicators or self.beneath or norths):
            problems = [*_indicator_count_problems(self), *_fifth_copy_problems(self)]
            if problems:
                raise HandError(*problems)

    @classmethod
    def of(  # type: ignore[override]  # it has indicators in place of flowers
        cls,
        concealed: str,
        melds: Iterable[str | Meld] = (),
        winning: str | None = None,
        *,
        indicators: str = "",
        beneath: str = "",
        norths: int = 0,
        count: str = EXACT_COUNT,
    ) -> DoraHand:
        """Return a hand from notation; ``DoraHand.of("123b 055d", ["EEE"], winning="0d")``.

        Raises HandError.
        """
        laid = [meld if isinstance(meld, Meld) else _parse_meld(meld) for meld in melds]
        last = None if winning is None else parse(winning)[0]
        tiles, bonus = parse(concealed), (NORTH,) * norths
        return checked_dora_hand(tiles, laid, bonus, last, count, parse(indicators), parse(beneath))

    def _red_and_plain_fives(self) -> tuple[Reds, Reds]:
        """Return the red fives of each suit that the hand and its indicators show, and the plain
        ones."""
        beside = (*self.indicators, *self.beneath)
        red = [*reds_among(beside)] if beside else [0, 0, 0]
        plain = [*map(self.copies_of, PLAIN_FIVES)]
        for suit in range(3):
            red[suit] += self.reds[suit]
            plain[suit] -= self.reds[suit]
            if beside:
                plain[suit] += beside.count(PLAIN_FIVES[suit])
        for meld in self.melds:
            if meld.red:
                red[meld.tile // 9] += meld.red
                plain[meld.tile // 9] -= meld.red
        return (red[0], red[1], red[2]), (plain[0], plain[1], plain[2])

    def copies_seen(self, kind: int) -> int:
        """Return how many tiles of a kind the hand and its indicators show."""
        beside = sum(plain(tile) == kind for tile in (*self.indicators, *self.beneath))
        return self.copies_of(kind) + beside + (self.norths if kind == NORTH else 0)

    def again(self, concealed: Iterable[int], winning: int | None, size: int, count: str) -> Hand:
        """Return the hand with these concealed tiles in place of its own. Raises HandError."""
        tiles = [*concealed]
        left = [
            min(red, tiles.count(five)) for red, five in zip(self.reds, PLAIN_FIVES, strict=True)
        ]
        return DoraHand(
            tiles,
            self.melds,
            winning,
            reds=(left[0], left[1], left[2]),
            norths=self.norths,
            indicators=self.indicators,
            beneath=self.beneath,
            count=count,
            size=size,
        )

    def preferring_plain_fives(self, tiles: Sequence[int]) -> list[int]:
        """Return the tiles that are meant where these kinds are left out of the concealed ones: a
        plain five before a red one."""
        apart = list(tiles)
        for suit, five in enumerate(PLAIN_FIVES):
            plain_ones = self.concealed.count(five) - self.reds[suit]
            for _ in range(apart.count(five) - plain_ones):
                apart[apart.index(five)] = FIRST_RED_FIVE + suit
        return apart

    def with_tile(self, tile: SupportsIndex, *, won: bool = True) -> Hand:
        """Return the hand with one more tile, on which it has ``won``; nothing is checked again."""
        kind = index(tile)
        held = tuple(sorted((*self.concealed, kind)))
        return unchecked_dora_hand(held, self.melds, kind if won else None, *self._tiles_beside)

    @property
    def _tiles_beside(self) -> tuple[Reds, bool, int, tuple[int, ...], tuple[int, ...]]:
        return self.reds, self.red_last, self.norths, self.indicators, self.beneath

    @property
    def _values(self) -> tuple[object, ...]:
        return (self.concealed, self.melds, self.winning, *self._tiles_beside)

    def __reduce__(self) -> tuple[object, ...]:
        return unchecked_dora_hand, self._values

    def __repr__(self) -> str:
        return f"DoraHand{self._values}"

    def _concealed_codes(self) -> list[str]:
        """Return the codes of the concealed tiles, the last fives of a suit its red ones."""
        found = super()._concealed_codes()
        for suit, five in enumerate(PLAIN_FIVES):
            last = max((at for at, kind in enumerate(self.concealed) if kind == five), default=-1)
            for at in range(last, last - self.reds[suit], -1):
                found[at] = code(FIRST_RED_FIVE + suit)
        return found


def unchecked_dora_hand(  # noqa: PLR0913  # what is pickled, in its order
    concealed: tuple[int, ...],
    melds: tuple[Meld, ...],
    winning: int | None,
    reds: Reds,
    red_last: bool,
    norths: int,
    indicators: tuple[int, ...],
    beneath: tuple[int, ...],
) -> DoraHand:
    """Return the hand of these tiles, which were checked before."""
    return DoraHand(
        concealed,
        melds,
        winning,
        reds=reds,
        red_last=red_last,
        norths=norths,
        indicators=indicators,
        beneath=beneath,
        stands_for=(),
    )


def _parse_meld(text: str) -> Meld:
    try:
        return red_meld(parse(text), False, False)
    except ValueError as error:
        raise HandError(Problem("/hand/melds", "bad_meld", str(error))) from None


def checked_dora_hand(  # noqa: PLR0913  # a hand as it is entered, and what lies beside
    concealed: Iterable[SupportsIndex],
    melds: Sequence[Meld],
    bonus: Sequence[SupportsIndex],
    winning: SupportsIndex | None,
    count: str,
    indicators: Sequence[SupportsIndex] = (),
    beneath: Sequence[SupportsIndex] = (),
    size: int = HAND_TILES,
) -> DoraHand:
    """Return the hand that these tiles are, red fives among them. Raises HandError."""
    # Long: the parts of a hand are checked in the order in which they are entered.
    problems: list[Problem] = []
    if bonus or indicators or beneath:
        beside = (("dora_indicators", indicators), ("ura_indicators", beneath))
        problems += _stray_tile_problems(bonus, beside)
    tiles = list(map(index, concealed))
    last = None if winning is None else index(winning)
    if last is not None:
        if len(tiles) == size - 3 * len(melds):
            # A tile that is in no set is refused as the winning tile alone.
            tiles += [last] if plain(last) < KIND_COUNT else []
        elif last not in tiles and len(tiles) == size + 1 - 3 * len(melds):
            detail = say(
                "the winning tile {tile} must be among the concealed tiles; enter the "
                "completed set there too",
                tile=codes([last])[0],
            )
            problems.append(Problem("/hand/winning_tile", "winning_tile_missing", detail))
    if problems:
        raise HandError(*problems)
    reds = [0, 0, 0]
    if tiles and max(tiles) >= FIRST_RED_FIVE:
        reds = list(reds_among(tiles))
        tiles = [plain(tile) for tile in tiles]
    for meld in melds:
        if meld.concealed and meld.kind != KONG and meld.red:
            reds[meld.tile // 9] += meld.red
    return DoraHand(
        tiles,
        melds,
        None if last is None else plain(last),
        reds=(reds[0], reds[1], reds[2]),
        red_last=last is not None and last >= FIRST_RED_FIVE,
        norths=len(bonus),
        indicators=in_order(indicators),
        beneath=in_order(beneath),
        count=count,
        size=size,
    )


def _stray_tile_problems(
    bonus: Sequence[SupportsIndex], indicators: Sequence[tuple[str, Sequence[SupportsIndex]]]
) -> Iterable[Problem]:
    for tile in bonus:
        if index(tile) != NORTH:
            detail = say(
                "only norths can be set aside; enter {tile} with the other tiles", tile=code(tile)
            )
            yield Problem("/hand/bonus", "bad_tile", detail)
            break
    for field, tiles in indicators:
        for indicator in tiles:
            if not 0 <= plain(indicator) < KIND_COUNT:
                detail = say(
                    "this game does not use the tile {tile} as an indicator; correct the indicator",
                    tile=code(indicator),
                )
                yield Problem(f"/hand/{field}", "bad_tile", detail)
                break


def _indicator_count_problems(hand: DoraHand) -> Iterable[Problem]:
    if len(hand.indicators) > MAX_DORA_INDICATORS:
        detail = say(
            "at most five dora indicators lie face up; you entered {held}",
            held=len(hand.indicators),
        )
        yield Problem("/hand/dora_indicators", "contradiction", detail)
    if len(hand.beneath) > len(hand.indicators):
        detail = say(
            "each dora indicator has exactly one ura dora indicator beneath it; you "
            "entered {beneath} beneath {held}",
            beneath=len(hand.beneath),
            held=len(hand.indicators),
        )
        yield Problem("/hand/ura_indicators", "contradiction", detail)


def _fifth_copy_problems(hand: DoraHand) -> Iterable[Problem]:
    seen = hand.packed_copies + (hand.norths << COPIES_BITS * NORTH)
    for tile in (*hand.indicators, *hand.beneath):
        seen += 1 << COPIES_BITS * plain(tile)
    if not has_fifth_copy(seen):
        return
    for kind in sorted({*map(plain, (*hand.indicators, *hand.beneath)), NORTH}):
        if hand.copies_seen(kind) > 4:
            detail = say(
                "this hand has {held} {tile} with its indicators and norths set aside, but "
                "the game has only four; correct the tiles",
                held=number_in_words(hand.copies_seen(kind)),
                tile=code(kind),
            )
            field = "dora_indicators"
            if kind not in map(plain, hand.indicators):
                field = "ura_indicators" if kind in map(plain, hand.beneath) else "bonus"
            yield Problem(f"/hand/{field}", "fifth_copy", detail)
