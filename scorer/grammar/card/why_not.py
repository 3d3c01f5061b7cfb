"""Why fourteen tiles are not a hand of the card: the hands from which one condition keeps them.

Each reason is found by dropping one condition of the card and matching again, so each is true:
without that condition the tiles would be the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorer.engine.tiles import CODES, bits, code, codes
from scorer.grammar.card.notation.model import Clause, Group
from scorer.grammar.card.notation.words import THREE_TO_NINE
from scorer.grammar.card.variants.choices import DIGITS, DRAGON_KINDS, SUIT_BY_NAME, has_suit
from scorer.grammar.card.variants.compiled import CompiledCard, PrintedGroup, Variant
from scorer.grammar.card.variants.index import Exposure, counted
from scorer.grammar.card.variants.nearest import NearVariant, nearest
from scorer.grammar.card.variants.relations import holds
from scorer.grammar.card.variants.relaxed import (
    with_free_variables,
    with_moving_numbers,
    without_suits,
)
from scorer.languages.speech import and_list, or_list, say, say_many

_SUIT_WORDS = (say("bamboo"), say("characters"), say("dots"))
_DRAGON_WORDS = (say("the green dragon"), say("the red dragon"), say("soap (the white dragon)"))
_SIZE_WORDS = {
    1: say("a single"),
    2: say("a pair"),
    3: say("a pung"),
    4: say("a kong"),
    5: say("a quint"),
    6: say("a sextet"),
}
_COUNT_WORDS = (say("no"), say("one"), say("two"), *THREE_TO_NINE)
_SORT_WORDS = {"odd": say("odd"), "even": say("even"), "any": say("any")}


class WhyNot(NamedTuple):
    """Why some tiles are not a hand: its place in the card, the sort of reason, and a sentence.

    ``kind`` is ``concealed``, ``exposure``, ``redeem``, ``joker``, ``suits``, ``numbers``,
    ``values`` or ``short``.
    """

    hand: int
    kind: str
    detail: str


class HeldTiles(NamedTuple):
    """What the player holds, counted: on the rack, and on the rack and in exposures together."""

    concealed: Sequence[int]
    exposures: Sequence[Exposure]
    counts: Mapping[int, int]
    jokers: int
    together: Mapping[int, int]


def why_not(
    compiled: CompiledCard,
    concealed: Sequence[int],
    exposures: Sequence[Exposure] = (),
    limit: int = 5,
) -> list[WhyNot]:
    """Return the reasons why these fourteen tiles are not a hand of the card, at most one for each
    hand and ``limit`` in all: first the hands from which one condition keeps them, then those that
    need other tiles. No reason where they are a hand or not fourteen."""
    if len(concealed) + sum(exposure.size for exposure in exposures) != 14:
        return []
    counts, jokers = counted(concealed)
    index = compiled.index
    if index.fitting_mask(counts, index.exposed(exposures)):
        return []
    together, _ = counted(
        [*concealed, *(tile for exposure in exposures for tile in exposure.tiles)]
    )
    tiles = HeldTiles(concealed, exposures, counts, jokers, together)
    found: dict[int, WhyNot] = {}
    for reasons in _REASON_FINDERS:
        for reason in reasons(compiled, tiles):
            found.setdefault(reason.hand, reason)
            if len(found) >= limit:
                return list(found.values())
    return list(found.values())


def _reasons_if_concealed(compiled: CompiledCard, tiles: HeldTiles) -> Iterator[WhyNot]:
    """Yield the hands that the tiles would be if none of them were exposed."""
    if not tiles.exposures:
        return
    index = compiled.index
    fitting = index.fitting_mask(tiles.together, index.nothing_exposed)
    live = index.exposed(tiles.exposures).live
    for n in bits(fitting):
        variant = compiled.variants[n]
        if compiled.hand(variant).concealed:
            first = tiles.exposures[0]
            yield WhyNot(
                variant.hand,
                "concealed",
                say(
                    "this hand is concealed (C), so nothing may be exposed before "
                    "mah-jongg, but {group} is exposed",
                    group=_group_text(first.tile, first.size),
                ),
            )
        elif not live >> n & 1:
            yield WhyNot(variant.hand, "exposure", _exposure_fault(variant, tiles.exposures))
        else:
            yield from _reasons_if_joker_redeemed(variant, tiles)


def _exposure_fault(variant: Variant, exposures: Sequence[Exposure]) -> str:
    """Return the fault of exposures whose groups the variant does not all have."""
    left = list(variant.groups)
    # Exposures with fewest jokers first, each to a group that takes none if there is one: the
    # groups that take jokers are left for the rest.
    for exposure in sorted(exposures, key=lambda exposure: exposure.jokers):
        fits = [group for group in left if group[:2] == exposure[:2] and group.size >= 3]
        fits = [group for group in fits if group.jokers_ok or not exposure.jokers]
        if fits:
            left.remove(min(fits, key=lambda group: group.jokers_ok))
            continue
        printed = [group for group in variant.groups if group.tile == exposure.tile]
        if any(group[:2] == exposure[:2] and not group.jokers_ok for group in printed):
            return say(
                "{group} is exposed as {size} with a joker, but in this hand that "
                "group cannot use jokers",
                group=_group_text(exposure.tile, exposure.size),
                size=_group_size_in_words(exposure.size),
            )
        return _other_sizes_sentence(exposure, printed)
    raise AssertionError("the exposures fit")


def _other_sizes_sentence(exposure: Exposure, printed: Sequence[PrintedGroup]) -> str:
    """Return the sentence for an exposure whose tile this hand has in groups of other sizes, or not
    at all."""
    values = {
        "group": _group_text(exposure.tile, exposure.size),
        "size": _group_size_in_words(exposure.size),
        "tile": code(exposure.tile),
        "sizes": and_list(
            [_group_size_in_words(group.size) for group in printed] or [say("nothing")]
        ),
    }
    if any(group.size >= 3 for group in printed):
        return say("{group} is exposed as {size}, but this hand has {tile} as {sizes}", **values)
    return say(
        "{group} is exposed as {size}, but this hand has {tile} as {sizes}, which "
        "cannot be exposed",
        **values,
    )


def _reasons_if_joker_redeemed(variant: Variant, tiles: HeldTiles) -> Iterator[WhyNot]:
    """Yield a tile on the rack that fits only where a joker is exposed."""
    for tile, _, jokers in tiles.exposures:
        exposed = sum(exposure.size for exposure in tiles.exposures if exposure.tile == tile)
        need = sum(group.size for group in variant.groups if group.tile == tile)
        if jokers and tiles.counts.get(tile, 0) > need - exposed:
            yield WhyNot(
                variant.hand,
                "redeem",
                say(
                    "{tile} on the rack fits only after an exchange for the joker of "
                    "an exposed group",
                    tile=code(tile),
                ),
            )
            return


def _reasons_if_jokers_anywhere(compiled: CompiledCard, tiles: HeldTiles) -> Iterator[WhyNot]:
    """Yield the hands that the tiles would be if jokers might stand anywhere."""
    index = compiled.index
    exposed = index.exposed(tiles.exposures)
    for n in bits(index.holding_mask(tiles.counts, exposed)):
        variant = compiled.variants[n]
        left = dict(tiles.counts)
        for tile, size, jokers_ok in variant.groups:
            if jokers_ok or (size >= 3 and any(e[:2] == (tile, size) for e in tiles.exposures)):
                continue
            left[tile] = left.get(tile, 0) - size
            if left[tile] < 0:
                where = _group_size_in_words(size) if size < 3 else say("a group without jokers")
                detail = say(
                    "a joker would have to stand for {tile} in {group}",
                    tile=code(tile),
                    group=where,
                )
                yield WhyNot(variant.hand, "joker", detail)
                break


def _reasons_if_suits_free(compiled: CompiledCard, tiles: HeldTiles) -> Iterator[WhyNot]:
    """Yield the hands that the tiles would be if colours meant nothing."""
    explained: set[int] = set()
    bare = without_suits(compiled)
    for variant, choices in bare.ways(tiles.counts, tiles.jokers, tiles.exposures):
        if variant.hand in explained:
            continue
        hand = compiled.hand(variant)
        printed = hand.alternatives[variant.alternative].groups
        faults = [list(_suit_conflicts(printed, choice, hand.clauses)) for choice in choices]
        explained.add(variant.hand)
        # Where no two letters clash, a word marked * has two suits.
        least = min(faults, key=len) or [say("numbers printed in one word must have one suit")]
        yield WhyNot(variant.hand, "suits", least[0])


def _suit_conflicts(
    printed: Sequence[Group], tiles: Sequence[int], clauses: Sequence[Clause]
) -> Iterator[str]:
    """Yield a sentence for each two groups whose suits are not as their colours say."""
    by_label = {clause.names[0]: clause for clause in clauses if clause.kind in ("suit", "free")}
    first: dict[str, _ColouredGroup] = {}
    for group, tile in zip(printed, tiles, strict=True):
        label = group.label
        if not has_suit(group) or label == "*":
            continue
        dragon = group.symbol == "D"
        suit = DRAGON_KINDS.index(tile) if dragon else tile // 9
        coloured = _ColouredGroup(_group_text(tile, group.size), suit, dragon)
        if label in by_label and by_label[label].kind == "suit":
            fixed = SUIT_BY_NAME[by_label[label].values[0]]
            if fixed != suit:
                yield say(
                    "{group} must be {suit} in this hand",
                    group=coloured.name,
                    suit=_SUIT_WORDS[fixed],
                )
        for seen, earlier in first.items():
            free = any(name in by_label and by_label[name].kind == "free" for name in (label, seen))
            if seen == label and earlier.suit != suit:
                yield _different_suits_sentence(earlier, coloured)
            elif seen != label and earlier.suit == suit and not free:
                yield _same_suit_sentence(earlier, coloured)
        first.setdefault(label, coloured)


class _ColouredGroup(NamedTuple):
    """A group as it is written, its suit (of a dragon the suit that it matches), and whether it is
    of dragons."""

    name: str
    suit: int
    dragon: bool


def _different_suits_sentence(first: _ColouredGroup, second: _ColouredGroup) -> str:
    """Return the sentence for two groups of one colour that have two suits."""
    if first.dragon and second.dragon:
        return say(
            "{first} and {second} are printed in one colour, so both must be the same dragon",
            first=first.name,
            second=second.name,
        )
    if first.dragon or second.dragon:
        dragon, number = sorted((first, second), key=lambda group: not group.dragon)
        return say(
            "{dragon} is printed in the colour of {group}, so it must be {tile}, the dragon that "
            "matches {suit}",
            dragon=dragon.name,
            group=number.name,
            tile=_DRAGON_WORDS[number.suit],
            suit=_SUIT_WORDS[number.suit],
        )
    return say(
        "{first} and {second} are printed in one colour, so both must have the same "
        "suit, but their suits are {suit} and {second_suit}",
        first=first.name,
        second=second.name,
        suit=_SUIT_WORDS[first.suit],
        second_suit=_SUIT_WORDS[second.suit],
    )


def _same_suit_sentence(first: _ColouredGroup, second: _ColouredGroup) -> str:
    """Return the sentence for two groups of two colours that have one suit."""
    if first.dragon and second.dragon:
        return say(
            "{first} and {second} are printed in different colours, so they must be "
            "different dragons",
            first=first.name,
            second=second.name,
        )
    if first.dragon or second.dragon:
        dragon, number = sorted((first, second), key=lambda group: not group.dragon)
        return say(
            "{dragon} is printed in a different colour from {group}, so it cannot be "
            "{tile}, the dragon that matches {suit}",
            dragon=dragon.name,
            group=number.name,
            tile=_DRAGON_WORDS[number.suit],
            suit=_SUIT_WORDS[number.suit],
        )
    return say(
        "{first} and {second} are printed in different colours, so their suits must "
        "differ, but both are {suit}",
        first=first.name,
        second=second.name,
        suit=_SUIT_WORDS[first.suit],
    )


def _reasons_if_numbers_move(compiled: CompiledCard, tiles: HeldTiles) -> Iterator[WhyNot]:
    """Yield the hands that the tiles would be if all printed numbers could move."""
    for variant in _fitting_variants(with_moving_numbers(compiled), tiles):
        hand = compiled.hand(variant)
        groups = hand.alternatives[variant.alternative].groups
        printed = and_list(dict.fromkeys(g.symbol for g in groups if g.symbol in DIGITS))
        yield WhyNot(variant.hand, "numbers", _numbers_moved_sentence(printed, variant.shift))


def _numbers_moved_sentence(numbers: str, shift: int) -> str:
    if shift > 0:
        return say(
            "this hand has exactly the printed numbers {numbers}, but these tiles are "
            "{steps} higher",
            numbers=numbers,
            steps=shift,
        )
    return say(
        "this hand has exactly the printed numbers {numbers}, but these tiles are {steps} lower",
        numbers=numbers,
        steps=-shift,
    )


def _reasons_if_variables_free(compiled: CompiledCard, tiles: HeldTiles) -> Iterator[WhyNot]:
    """Yield the hands that the tiles would be if the variables could be anything."""
    for variant in _fitting_variants(with_free_variables(compiled), tiles):
        values = dict(variant.values)
        for clause in compiled.hand(variant).clauses:
            if not _clause_holds(clause, values):
                actual = and_list(
                    say("{name} is {value}", name=name, value=_value_text(values[name]))
                    for name in clause.names
                    if name in values
                )
                detail = say(
                    "the card requires that {clause}, but here {values}",
                    clause=_clause_in_words(clause),
                    values=actual,
                )
                yield WhyNot(variant.hand, "values", detail)
                break


def _clause_holds(clause: Clause, values: Mapping[str, int]) -> bool:
    if clause.kind == "relation":
        return not set(clause.names) <= set(values) or holds(clause, values)
    if clause.kind == "domain" and clause.names[0] in values:
        return _value_text(values[clause.names[0]]) in clause.values
    return True


def _clause_in_words(clause: Clause) -> str:
    if clause.kind == "relation":
        return clause.text
    value = _SORT_WORDS[clause.text] if clause.text else or_list(clause.values)
    return say("{name} is {value}", name=clause.names[0], value=value)


def _value_text(value: int) -> str:
    """Return a number as it is, a wind by its letter."""
    return str(value) if value < 10 else code(value)


def _fitting_variants(compiled: CompiledCard, tiles: HeldTiles) -> Iterator[Variant]:
    index = compiled.index
    for n in bits(index.fitting_mask(tiles.counts, index.exposed(tiles.exposures))):
        yield compiled.variants[n]


def _reasons_if_fewest_missing(compiled: CompiledCard, tiles: HeldTiles) -> Iterator[WhyNot]:
    """Yield the hands for which the fewest tiles are missing."""
    for near in nearest(compiled, tiles.concealed, tiles.exposures, len(compiled.card.hands)):
        yield WhyNot(near.variant.hand, "short", _missing_tiles_sentence(near))


def _missing_tiles_sentence(near: NearVariant) -> str:
    count = _COUNT_WORDS[near.distance] if near.distance < len(_COUNT_WORDS) else str(near.distance)
    return say_many(
        "{count} tile is missing: {missing}; {spare} is left over",
        "{count} tiles are missing: {missing}; {spare} are left over",
        near.distance,
        count=count,
        missing=and_list(codes(near.missing)),
        spare=and_list(codes(near.spare)),
    )


def _group_size_in_words(size: int) -> str:
    return _SIZE_WORDS.get(size) or say("a group of {size}", size=size)


def _group_text(tile: int, size: int) -> str:
    """Return a group as it is typed: 222b, FFF."""
    text = CODES[tile]
    return text[0] * size + text[1:] if tile < 27 else text * size


_REASON_FINDERS: tuple[Callable[[CompiledCard, HeldTiles], Iterator[WhyNot]], ...] = (
    _reasons_if_concealed,
    _reasons_if_jokers_anywhere,
    _reasons_if_suits_free,
    _reasons_if_variables_free,
    _reasons_if_numbers_move,
    _reasons_if_fewest_missing,
)
