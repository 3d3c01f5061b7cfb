"""A club's special hands made ready for play: which of them a reading is, and why it is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scorer.engine.arrange import (
    KNITTED_PAIRS_SHAPE,
    KNITTED_TRIPLES_SHAPE,
    SETS_AND_PAIR,
    Arrangement,
    Shape,
)
from scorer.engine.distance.shapes import nearest_pairs
from scorer.engine.hand import CHOW, KONG, Hand, Meld
from scorer.engine.tiles import ALL_KINDS, JOKER, bits, code, how_many_suits
from scorer.errors import HandError, Problem
from scorer.grammar.card.notation.faults import TooManyFaults
from scorer.grammar.features import (
    AT_MOST_ONE_SUIT,
    CONCEALED,
    DRAWN,
    FOUR_PUNGS,
    NO_CHOWS,
    NO_PUNGS,
    NOT_FOUR_SETS,
    SEVERAL_KONGS,
    THREE_SUITS,
    TWO_SUITS,
    FeatureFiltered,
    features_without,
)
from scorer.grammar.reading import Reading
from scorer.grammar.requirements import (
    NEEDS_LAST_DRAWN,
    NEEDS_NOTHING_CLAIMED,
    NEEDS_SETS_AND_PAIR,
    Requirement,
    condition,
    lasting_condition,
    why_not_met,
)
from scorer.grammar.special.examples import Budget, example_of
from scorer.grammar.special.faults import Faults, HandsError, OwnFault
from scorer.grammar.special.model import ClubHand, ClubHands, HandsSetting, Restrictions
from scorer.grammar.special.shape_index import (
    OWN_PAIRS,
    SEVEN_PAIRS,
    Matches,
    ShapeIndex,
)
from scorer.grammar.special.shapes import kind_masks_allowed
from scorer.grammar.special.text import MAX_SPECIAL_HANDS, parse
from scorer.grammar.special.variants import (
    ClubHandVariant,
    Composition,
    Patterns,
    compile_patterns,
    natural_tiles,
    packed_by_keys,
    packed_hand,
)
from scorer.grammar.special.words import in_words
from scorer.languages.speech import comma_list, say

if TYPE_CHECKING:
    from scorer.grammar.rule_base import RuleBase
    from scorer.types import SetKind

OWN_TILES: Final = "tiles of a special hand"
OWN_SHAPES: Final = (OWN_TILES, OWN_PAIRS)
HAND_MASK_CACHE_SIZE: Final = 64
"""Of how many sets of hands the hands are remembered."""
SUIT_FEATURES: Final = (0, AT_MOST_ONE_SUIT, TWO_SUITS, THREE_SUITS)


class ReadyHand(FeatureFiltered):
    """A special hand ready to be tested: ``of`` are the features of every reading that is one.

    Attributes:
        hand: The hand as it was typed.
        place: Its place among the hands.
        meaning: What it is, in words.
        source: Where it comes from, as a line cites it.
        requirements: What it requires, in the order in which a player looks.
        example: The groups of one such hand.
        variants: How many concrete hands a pattern allows; None for a shape.
    """

    __slots__ = ("example", "hand", "meaning", "place", "requirements", "source", "variants")

    def __init__(
        self,
        place: int,
        hand: ClubHand,
        sets: int,
        source: str,
        example: Sequence[Sequence[int]],
        variants: int | None,
    ) -> None:
        super().__init__(_features_of(hand))
        self.place = place
        self.hand = hand
        self.meaning = in_words(hand, sets)
        self.source = source
        self.example = example
        self.variants = variants
        self.requirements: tuple[Requirement[Reading], ...] = ()

    def is_played_so(self, h: Reading) -> bool:
        """Tests if the hand is as concealed as this special hand takes."""
        way = self.hand.way
        return way == "X" or not (h.claimed if way == "CC" else h.claimed_before)


def _features_of(hand: ClubHand) -> int:
    """Return the features of every reading that is this hand."""
    found = 0
    if hand.way != "X":
        found |= CONCEALED
    if hand.way == "CC":
        found |= DRAWN
    shaped = hand.shaped
    if shaped is None:
        return found
    limits = shaped.restrictions
    found |= SUIT_FEATURES[limits.suits] | features_without(ALL_KINDS & ~limits.only)
    if shaped.kind == "kongs":
        return found | FOUR_PUNGS | SEVERAL_KONGS
    if shaped.kind != "sets":
        return found | NOT_FOUR_SETS
    if limits.no_chows:
        found |= NO_CHOWS | FOUR_PUNGS
    return found | (NO_PUNGS if limits.no_pungs else 0)


class CompiledHands:
    """The special hands of a club, ready to be found in readings.

    Attributes:
        typed: The hands as they were typed.
        hands: Each of them, ready.
        shapes: The shapes beside sets and a pair that they may have.
        gone: The lines of the built-in hands that they replace or that are not played, by id; and
            what takes their place.
    """

    def __init__(
        self,
        typed: ClubHands,
        setting: HandsSetting,
        patterns: Patterns,
        hands: Sequence[ReadyHand],
    ) -> None:
        self.typed = typed
        self.setting = setting
        self.sets = setting.tiles // 3
        self.patterns = patterns
        self.hands = tuple(hands)
        self._shaped = ShapeIndex(typed.hands, self.sets)
        self.shapes = tuple(self._shapes())
        self.gone: Mapping[str, str] = {
            **{removed.id: "" for removed in typed.without},
            **{hand.replaces: hand.name for hand in typed.hands if hand.replaces},
        }
        # Shapes that are alike have the same requirements, so that one reason is that of all.
        alike: dict[tuple[object, str], tuple[Requirement[Reading], ...]] = {}
        for ready in self.hands:
            key = ready.hand.shaped or ready.place, ready.hand.way
            if key not in alike:
                alike[key] = tuple(self._requirements_of(ready))
            ready.requirements = alike[key]
        # The hand that was looked at last, its compositions, and what its readings are.
        self._last: tuple[Hand | None, Sequence[Composition], dict[Reading, Matches]]
        self._last = (None, (), {})
        self._by_mask: dict[int, tuple[ReadyHand, ...]] = {0: ()}

    def _shapes(self) -> Iterator[Shape]:
        kinds = {ready.hand.shaped.kind for ready in self.hands if ready.hand.shaped is not None}
        if "pairs" in kinds:
            finder = PairsFinder([ready.hand for ready in self.hands])
            yield Shape(find_nothing, ALL_KINDS, most_kinds=7, paired=True, finder=finder)
        if "knitted pairs" in kinds:
            yield KNITTED_PAIRS_SHAPE
        if "knitted triples" in kinds:
            yield KNITTED_TRIPLES_SHAPE
        if self.patterns.variants:
            tiles = PatternFinder(self.patterns)
            yield Shape(
                find_nothing,
                ALL_KINDS,
                melds=self.patterns.melds,
                tiles=self.setting.tiles,
                finder=tiles,
            )

    def found(self, h: Reading) -> tuple[ReadyHand, ...]:
        """Return the hands that this reading is, in order."""
        return self._hands_of(self._matches(h).hands)

    def _hands_of(self, mask: int) -> tuple[ReadyHand, ...]:
        """Return the hands of a mask, remembered: few masks are found again and again."""
        found = self._by_mask
        if mask not in found:
            if len(found) > HAND_MASK_CACHE_SIZE:
                found = self._by_mask = {0: ()}
            found[mask] = tuple([self.hands[place] for place in bits(mask)])
        return found[mask]

    def is_hand(self, h: Reading, ready: ReadyHand) -> bool:
        """Tests if a reading is this hand."""
        return bool(self._matches(h).hands >> ready.place & 1)

    def _matches(self, h: Reading) -> Matches:
        """Return the places of the hands that a reading is, and of the shapes that it nearly is."""
        last, compositions, known = self._last
        if last is not h.hand:
            compositions = self.patterns.by_tiles.get(packed_by_keys(h.hand), ())
            known = {}
            self._last = (h.hand, compositions, known)
        if h not in known:
            matches = self._shaped.matches(h)
            found = matches.hands
            for variant, places in compositions:
                if self.hands[variant.hand].is_played_so(h) and self._is_variant(h, variant):
                    found |= places
            known[h] = Matches(found, matches.nearly) if found else matches
        return known[h]

    def is_playable(self, h: Reading, gone: Iterable[RuleBase]) -> bool:
        """Tests if the club plays a winning reading: as sets and a pair, as a hand of its own, or
        in a shape of the book whose hands are not ``gone``."""
        if h.shape == SETS_AND_PAIR or self._matches(h).hands:
            return True
        return h.shape not in OWN_SHAPES and not any(rule.test(h) for rule in gone)

    def _is_variant(self, h: Reading, variant: ClubHandVariant) -> bool:
        """Tests if a reading of just these tiles has them as the pattern does."""
        hand = self.hands[variant.hand].hand
        if variant.hand in self.patterns.odd_hands:
            if h.shape != OWN_TILES or not h.hand.melds:
                return h.shape == OWN_TILES
            return rest_of(variant, h.hand.melds, hand.kongs) is not None
        if h.shape != SETS_AND_PAIR:
            return False
        pungs = pair = kongs = 0
        for tile, size, _ in variant.groups:
            if size == 2:
                pair = 1 << tile
            elif size > 2:
                pungs |= 1 << tile
                kongs |= 1 << tile if size > 3 else 0
        if h.pungs != pungs or h.pair != pair:
            return False
        return not kongs & ~h.kongs and (hand.kongs or not h.kongs & ~kongs)

    def _requirements_of(self, ready: ReadyHand) -> Iterator[Requirement[Reading]]:
        """Yield what a hand takes, in the order in which a player looks."""
        shaped = ready.hand.shaped
        if shaped is None:
            yield Requirement(
                lambda h: self.is_hand(h, ready) or not self._lacks_tiles(ready, h),
                lambda h: self._lacks_tiles(ready, h),
                lambda h, sets: self._may_be(ready, h),
            )
        else:
            yield from _requirements_of_restrictions(shaped.restrictions)
            yield from _requirements_of_shape(shaped.kind, shaped.restrictions, self.sets)
        if ready.hand.way != "X":
            yield NEEDS_NOTHING_CLAIMED
        if ready.hand.way == "CC":
            yield NEEDS_LAST_DRAWN

    def _may_be(self, ready: ReadyHand, h: Reading) -> bool:
        """Tests if the known tiles of a hand have a place in this pattern."""
        tiles = natural_tiles(h.hand)
        return any(variant.hand == ready.place for variant in self.patterns.holding(tiles))

    def _lacks_tiles(self, ready: ReadyHand, h: Reading) -> str:
        """Return which tiles of the nearest hand of a pattern are missing, or how it is laid;
        "" where nothing is."""
        for variant, places in self.patterns.by_tiles.get(packed_by_keys(h.hand), ()):
            if places >> ready.place & 1:
                return self._why_wrong_melds(h, variant)
        left, missing = natural_tiles(h.hand), []
        short, variant = next(self.patterns.by_distance(left, ready.place))
        if not short:
            return self._why_wrong_melds(h, variant)
        for tile in variant.tiles:
            if tile in left:
                left.remove(tile)
            else:
                missing.append(code(tile))
        return say("missing: {tiles}", tiles=comma_list(missing))

    def _why_wrong_melds(self, h: Reading, variant: ClubHandVariant) -> str:
        """Return why a reading of just these tiles is laid otherwise than the pattern; "" where it
        is not."""
        kongs = self.hands[variant.hand].hand.kongs
        kong = next((meld.tile for meld in h.hand.melds if meld.kind == KONG), None)
        if kong is not None and not kongs and not variant.declared:
            return say("the hand needs a pung of {tile}, not a kong", tile=code(kong))
        if variant.hand in self.patterns.odd_hands:
            fits = rest_of(variant, h.hand.melds, kongs) is not None
        else:
            fits = self._is_variant(h, variant)
        return "" if fits else say("the sets are not those of this hand")

    def near_misses(self, h: Reading, most: int = MAX_SPECIAL_HANDS) -> list[tuple[ReadyHand, str]]:
        """Return the hands that a winning reading nearly is, at most so many, each with why it is
        not: one thing is missing, and no more than one kind is another."""
        matches = self._matches(h)
        reasons: dict[ReadyHand, str | None] = {}
        for variant, places in self.patterns.by_tiles.get(packed_by_keys(h.hand), ()):
            others = places & ~matches.hands
            if others:
                reason = why_not_met(self.hands[variant.hand].requirements, h)
                reasons |= dict.fromkeys(self._hands_of(others), reason)
        found = [(ready, reason) for ready, reason in reasons.items() if reason]
        if len(reasons) > 1:
            found.sort(key=lambda near: near[0].place)
        said: dict[object, str] = {}
        for ready in self._hands_of(matches.nearly)[:most]:
            if ready.requirements not in said:
                said[ready.requirements] = why_not_met(ready.requirements, h) or ""
            found += ((ready, said[ready.requirements]),)
        return found[:most]

    def why_not_played(self, id: str) -> str:
        """Return why a built-in hand is not played."""
        name = self.gone[id]
        if name:
            return say("this club plays “{hand}” in its place", hand=name)
        return say("this club plays without it")


def _requirements_of_restrictions(limits: Restrictions) -> Iterator[Requirement[Reading]]:
    if limits.only != ALL_KINDS:
        yield lasting_condition(
            lambda h: not h.kinds & ~limits.only,
            lambda h: say(
                "{tile} is not one of its tiles", tile=code(next(bits(h.kinds & ~limits.only)))
            ),
        )
    if limits.suits:
        yield Requirement(
            lambda h: how_many_suits(h.kinds) == limits.suits,
            lambda h: say(
                "the tiles are of {number} suits, but the hand needs {wanted}",
                number=how_many_suits(h.kinds),
                wanted=limits.suits,
            ),
            lambda h, sets: how_many_suits(h.kinds) <= limits.suits,
        )
    for kind, count in limits.required:
        yield _holds_kinds(kind, count)


def _holds_kinds(kind: int, count: int) -> Requirement[Reading]:
    return condition(
        lambda h: h.hand.copies_of(kind) >= count,
        say("the hand needs at least {count} of {tile}", count=count, tile=code(kind)),
    )


def _requirements_of_shape(
    kind: str, limits: Restrictions, sets: int
) -> Iterator[Requirement[Reading]]:
    if kind == "pairs":
        yield condition(lambda h: h.shape in SEVEN_PAIRS, say("the tiles are not seven pairs"))
    elif kind in ("sets", "kongs"):
        yield (
            NEEDS_SETS_AND_PAIR
            if sets == 4
            else condition(
                lambda h: h.shape == SETS_AND_PAIR, say("the tiles are not five sets and a pair")
            )
        )
    else:
        yield condition(lambda h: h.shape == kind, say("the tiles are not of this shape"))
    if kind == "kongs":
        yield condition(lambda h: h.kongs.bit_count() == sets, say("not every set is a kong"))
    if limits.no_chows:
        yield lasting_condition(lambda h: not h.chows, lambda h: say("there is a chow"))
    if limits.no_pungs:
        yield lasting_condition(lambda h: not h.pungs, lambda h: say("there is a pung or kong"))
    if limits.no_kongs:
        yield lasting_condition(lambda h: not h.kongs, lambda h: say("there is a kong"))
    if limits.different:
        yield condition(lambda h: h.kinds.bit_count() == 7, say("a pair is there twice"))


def rest_of(
    variant: ClubHandVariant, melds: Sequence[Meld], kongs: bool
) -> tuple[tuple[int, ...], ...] | None:
    """Return the groups of a variant that are not these melds, single tiles of a word together;
    None where a meld is no group of it. ``kongs``: whether pungs may be kongs."""
    groups = list(variant.groups)
    left = [*range(len(groups))]
    for meld in melds:
        places = _places_of(meld, variant, left, kongs)
        if places is None:
            return None
        for place in places:
            left.remove(place)
    rest: tuple[tuple[int, ...], ...] = ()
    for word in (*variant.words, range(sum(map(len, variant.words)), len(groups))):
        singles: tuple[int, ...] = ()
        for n in word:
            tile, size, _ = groups[n]
            if size == 1 and n in left:
                singles += (tile,)
            elif n in left:
                rest += ((tile,) * size,)
        if singles:
            rest += (singles,)
    return rest


def _places_of(
    meld: Meld, variant: ClubHandVariant, left: Sequence[int], kongs: bool
) -> Sequence[int] | None:
    """Return the places of the groups that a meld is, among those that are left."""
    groups = variant.groups
    if meld.kind == CHOW:
        for word in variant.words:
            by_tile = {groups[n].tile: n for n in word if n in left and groups[n].size == 1}
            places = [by_tile.get(meld.tile + step, -1) for step in range(3)]
            if min(places) >= 0:
                return places
        return None
    sizes: tuple[int, ...] = (4, 3) if meld.kind == KONG and kongs else (3 + meld.kind,)
    if meld.kind == KONG and not variant.declared:
        sizes = (3,) if kongs else ()
    return next(([n] for size in sizes for n in left if groups[n][:2] == (meld.tile, size)), None)


def find_nothing(tiles: Sequence[int]) -> Arrangement | None:
    """Find no shape: these are found by their finders."""
    return None


class PatternFinder:
    """Finds the tiles of patterns that are no sets and a pair."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns

    def arrangement(self, tiles: Sequence[int], melds: Sequence[Meld]) -> Arrangement | None:
        """Return the arrangement as such a hand, or None."""
        patterns = self.patterns
        packed = packed_hand(tiles, melds)
        if packed not in patterns.odd:
            return None
        for variant, _ in patterns.by_tiles[packed]:
            if variant.hand in patterns.odd_hands:
                rest = rest_of(variant, melds, patterns.hands[variant.hand].kongs)
                if rest is not None:
                    return _arrangement_of(rest)
        return None

    def completing(self, tiles: Sequence[int], melds: Sequence[Meld]) -> int:
        """Return the mask of the kinds that complete such a hand."""
        return self.patterns.completing(packed_hand(tiles, melds))

    def fillings(self, natural: tuple[int, ...], jokers: int) -> Iterable[tuple[int, ...]]:
        """Yield what wild tiles can stand for: one answer a hand."""
        seen: set[int] = set()
        for variant in self.patterns.holding(natural):
            if variant.hand not in seen:
                left = list(variant.tiles)
                if len(left) == len(natural) + jokers:
                    for tile in natural:
                        left.remove(tile)
                    seen.add(variant.hand)
                    yield tuple(left)

    def nearest(self, hand: Hand) -> Iterator[Sequence[int]]:
        """Yield the concealed tiles of the hands that are nearest."""
        melded = natural_tiles(hand)[len(hand.concealed) - hand.jokers :]
        for _, variant in self.patterns.by_distance(natural_tiles(hand)):
            if variant.hand not in self.patterns.odd_hands:
                continue
            own = self.patterns.hands[variant.hand]
            claimed = any(not meld.concealed for meld in hand.melds)
            if rest_of(variant, hand.melds, own.kongs) is None or (claimed and own.way != "X"):
                continue
            tiles = list(variant.tiles)
            for tile in melded:
                tiles.remove(tile)
            yield tiles


def _arrangement_of(groups: Sequence[tuple[int, ...]]) -> Arrangement:
    """Return the arrangement of these groups: pungs are masks, so that a claimed tile of one is
    seen to complete it."""
    pungs = 0
    shown: list[tuple[SetKind, tuple[int, ...]]] = []
    for tiles in groups:
        alike = len(set(tiles)) == 1
        if alike and len(tiles) == 3:
            pungs |= 1 << tiles[0]
        elif alike and len(tiles) == 2:
            shown.append(("pair", tiles))
        elif alike and len(tiles) == 1:
            shown.append(("single", tiles))
        else:
            shown.append(("run", tuple(sorted(tiles))))
    return Arrangement(OWN_TILES, pungs, groups=tuple(shown))


class PairsFinder:
    """Finds seven pairs, which one of these hands may be."""

    def __init__(self, hands: Sequence[ClubHand]) -> None:
        self.limits = [
            hand.shaped.restrictions
            for hand in hands
            if hand.shaped is not None and hand.shaped.kind == "pairs"
        ]

    def arrangement(self, tiles: Sequence[int], melds: Sequence[Meld]) -> Arrangement | None:
        """Return seven pairs, or None."""
        if tuple(tiles[::2]) != tuple(tiles[1::2]) or tiles[-1] == JOKER:
            return None
        return Arrangement(OWN_PAIRS, groups=tuple(("pair", (tile, tile)) for tile in tiles[::2]))

    def completing(self, tiles: Sequence[int], melds: Sequence[Meld]) -> int:
        """Return the mask of the kind of which there is an odd number, if it is one kind."""
        odd = 0
        for tile in tiles:
            if tile != JOKER:
                odd ^= 1 << tile
        return odd if odd.bit_count() == 1 else 0

    def fillings(self, natural: tuple[int, ...], jokers: int) -> Iterable[tuple[int, ...]]:
        """Yield what wild tiles can stand for: one answer for each set of restrictions."""
        for limits in dict.fromkeys(self.limits):
            for kinds in kind_masks_allowed(limits):
                filled = _fill_pairs(natural, jokers, kinds, 1 if limits.different else 2)
                if filled is not None:
                    yield filled
                    break

    def nearest(self, hand: Hand) -> Iterator[Sequence[int]]:
        """Yield the seven pairs that are nearest."""
        for limits in dict.fromkeys(self.limits):
            for kinds in kind_masks_allowed(limits):
                yield from nearest_pairs(hand, kinds, alike=not limits.different)


def _fill_pairs(
    natural: Sequence[int], jokers: int, kinds: int, most: int
) -> tuple[int, ...] | None:
    """Return what wild tiles stand for to make seven pairs of these kinds, or None."""
    counts = {kind: natural.count(kind) for kind in bits(kinds)}
    if sum(counts.values()) < len(natural):
        return None
    filled = [kind for kind, count in counts.items() if count % 2]
    if any(count > 2 * most for count in counts.values()) or len(filled) > jokers:
        return None
    made = sum((count + 1) // 2 for count in counts.values())
    for kind, count in counts.items():
        while made < 7 and (count + 1) // 2 < most and len(filled) + 2 <= jokers:
            filled += [kind, kind]
            count += 2
            made += 1
    return tuple(sorted(filled)) if made == 7 and len(filled) == jokers else None


class SoundHands(NamedTuple):
    """The special hands of a text that have no fault, and the faults of the others.

    Attributes:
        typed: The hands of the lines that can be read.
        hands: The sound hands, ready.
        faults: The faults, in the order of the lines.
        compiled: The hands to score by; None where there are faults.
    """

    typed: ClubHands
    hands: tuple[ReadyHand, ...]
    faults: tuple[OwnFault, ...]
    compiled: CompiledHands | None


# The largest text takes a few megabytes when it is compiled.
@lru_cache(maxsize=4)
def _cached_hands(text: str, ruleset: str, key: _SettingCacheKey) -> SoundHands:
    return _compile_hands(text, key.setting)


class _SettingCacheKey:
    """A setting as a key of a cache: its mappings are those of one book."""

    def __init__(self, setting: HandsSetting) -> None:
        self.setting = setting
        self._key = (*setting[:5], *setting.names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SettingCacheKey) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def compiled_hands(text: str, setting: HandsSetting) -> CompiledHands:
    """Return the special hands of a text, ready to be found. Raises HandsError."""
    sound = sound_hands(text, setting)
    if sound.compiled is None:
        raise HandsError(*sound.faults)
    return sound.compiled


def sound_hands(text: str, setting: HandsSetting) -> SoundHands:
    """Return the special hands of a text that have no fault, and the faults of the others."""
    return _cached_hands(text, setting.ruleset, _SettingCacheKey(setting))


def hands_of_option(text: str, setting: HandsSetting) -> CompiledHands:
    """Return the special hands of the option of this value. Raises HandError with every fault."""
    try:
        return compiled_hands(text, setting)
    except HandsError as error:
        problems = [
            Problem(
                "/options/special_hands",
                "bad_option",
                say(
                    "line {line}, column {column}: {fault}",
                    line=fault.line,
                    column=fault.column,
                    fault=fault.detail,
                ),
                line=fault.line,
                reason=fault.detail,
            )
            for fault in error.faults
        ]
        raise HandError(*problems) from None


def _compile_hands(text: str, setting: HandsSetting) -> SoundHands:
    typed, faults = parse(text, setting)
    found = Faults()
    patterns, ready = _ready_hands(typed, setting, found)
    faults = sorted([*faults, *found.found])
    if not faults:
        compiled = CompiledHands(typed, setting, patterns, ready)
        return SoundHands(typed, compiled.hands, (), compiled)
    faulty = {fault.line for fault in faults}
    sound = tuple(hand for hand in ready if hand.hand.line not in faulty)
    return SoundHands(typed, sound, tuple(faults), None)


def _ready_hands(
    typed: ClubHands, setting: HandsSetting, faults: Faults
) -> tuple[Patterns, list[ReadyHand]]:
    """Return what the patterns make, and each hand ready; note the faults that only this finds."""
    ready: list[ReadyHand] = []
    patterns = Patterns((), (), frozenset())
    with suppress(TooManyFaults):
        patterns = compile_patterns(typed.hands, setting, faults)
        budget = Budget()
        first: dict[int, ClubHandVariant] = {}
        counts: dict[int, int] = {}
        for variant in patterns.variants:
            first.setdefault(variant.hand, variant)
            counts[variant.hand] = counts.get(variant.hand, 0) + 1
        for place, hand in enumerate(typed.hands):
            example = _example_groups(hand, first.get(place), setting, budget)
            if example is None and hand.shaped is not None:
                detail = say(
                    "no tiles can make {hand}; correct the tiles or remove a condition",
                    hand=hand.name,
                )
                faults.add(hand.line, 1, "impossible", detail)
            name = typed.name or say("Special hands")
            source = say("{text}, line {line}", text=name, line=hand.line)
            variants = None if hand.shaped is not None else counts.get(place, 0)
            ready.append(
                ReadyHand(place, hand, setting.tiles // 3, source, example or (), variants)
            )
    return patterns, ready


def _example_groups(
    hand: ClubHand, variant: ClubHandVariant | None, setting: HandsSetting, budget: Budget
) -> Sequence[Sequence[int]] | None:
    """Return the groups of one hand; None where there is none."""
    if hand.shaped is not None:
        return example_of(hand.shaped, setting.tiles // 3, budget)
    return None if variant is None else rest_of(variant, (), False)
