"""How far tiles are from a card's hands, what they wait for, and why they are none of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.engine.tiles import JOKER, PLAIN_FLOWER, codes
from scorer.grammar.card.variants.compiled import CompiledCard, Variant, copies
from scorer.grammar.card.variants.match import Exposure, matching_variants
from scorer.grammar.card.variants.nearest import nearest, waits
from scorer.grammar.card.variants.relaxed import without_suits
from scorer.grammar.card.why_not import why_not
from tests.card.hands import card_of, exposed, practice, rack
from tests.card.random_hands import NATURALS, Dealt, one_off, random_win
from tests.nightly import many

seeds = st.integers(0, 2**32 - 1)
ALL_TILES = (*NATURALS, JOKER)
WALL = [tile for tile in ALL_TILES for _ in range(8 if tile in (JOKER, PLAIN_FLOWER) else 4)]
HAND = "FFF 2222a 444b 8888a X 25"


def off(seed: int, steps: int) -> Dealt:
    """A win of the practice card with so many tiles exchanged."""
    rng = random.Random(seed)
    dealt = random_win(rng, practice().card)
    for _ in range(steps):
        dealt = one_off(rng, dealt)
    return dealt


def distance_of(
    variant: Variant, concealed: Sequence[int], exposures: Sequence[Exposure]
) -> int | None:
    """How far tiles are from one variant, group by group; None where exposures do not fit."""
    groups = list(variant.groups)
    for tile, size, jokers in sorted(exposures, key=lambda one: one.jokers):
        fits = [g for g in groups if g[:2] == (tile, size) and size >= 3]
        fits = [g for g in fits if g.jokers_ok or not jokers]
        if not fits:
            return None
        groups.remove(min(fits, key=lambda group: group.jokers_ok))
    left = Counter(concealed)
    missing = {True: 0, False: 0}
    for tile, size, jokers_ok in sorted(groups, key=lambda group: group.jokers_ok):
        taken = min(size, left[tile])
        left[tile] -= taken
        missing[jokers_ok] += size - taken
    return missing[False] + max(0, missing[True] - left[JOKER])


def distances(compiled: CompiledCard, dealt: Dealt, hands: set[int]) -> dict[int, int]:
    """The distance to each of these hands that can still be made, one variant after another."""
    shown = Counter[int]()
    for tile, size, jokers in dealt.exposures:
        shown[tile] += size - jokers
    found: dict[int, int] = {}
    for variant in compiled.variants:
        if variant.hand not in hands or (dealt.exposures and compiled.hand(variant).concealed):
            continue
        distance = distance_of(variant, dealt.concealed, dealt.exposures)
        if distance is not None and can_be_made(variant, dealt.exposures, shown):
            found[variant.hand] = min(distance, found.get(variant.hand, 99))
    return found


def can_be_made(variant: Variant, exposures: Sequence[Exposure], shown: Counter[int]) -> bool:
    """Whether a set has the natural tiles and the jokers beside the exposures."""
    strict, need = Counter[int](), Counter[int]()
    for tile, size, jokers_ok in variant.groups:
        need[tile] += size
        strict[tile] += 0 if jokers_ok else size
    for tile, size, _ in exposures:
        need[tile] -= size
        if not any(g.jokers_ok and g[:2] == (tile, size) for g in variant.groups):
            strict[tile] -= size
    room = {tile: copies(tile) - shown[tile] for tile in need}
    jokers = sum(max(0, count - room[tile]) for tile, count in need.items())
    jokers += sum(exposure.jokers for exposure in exposures)
    return jokers <= 8 and all(count <= room[tile] for tile, count in strict.items())


some_hands = st.sets(st.integers(0, 59), min_size=8, max_size=8)


# Distance.


@given(seeds, st.integers(0, 4), some_hands)
@settings(max_examples=many(9, 60), deadline=None)
def test_nearest_agrees_with_counting_variant_by_variant(
    seed: int, steps: int, hands: set[int]
) -> None:
    dealt = off(seed, steps)
    found = nearest(practice(), dealt.concealed, dealt.exposures, 60)
    told = {near.variant.hand: near.distance for near in found if near.variant.hand in hands}
    assert told == distances(practice(), dealt, hands)


@given(
    st.lists(st.sampled_from(range(len(WALL))), min_size=13, max_size=14, unique=True), some_hands
)
@settings(max_examples=many(6, 40), deadline=None)
def test_nearest_agrees_for_any_tiles(places: list[int], hands: set[int]) -> None:
    dealt = Dealt(0, tuple(WALL[place] for place in places), ())
    found = nearest(practice(), dealt.concealed, (), 60)
    told = {near.variant.hand: near.distance for near in found if near.variant.hand in hands}
    assert told == distances(practice(), dealt, hands)
    assert len(nearest(practice(), dealt.concealed, (), 7)) == 7
    assert nearest(practice(), dealt.concealed, (), 7) == found[:7]


@given(seeds, st.integers(0, 2))
@settings(max_examples=many(15, 100), deadline=None)
def test_the_distance_is_0_just_for_a_match(seed: int, steps: int) -> None:
    dealt = off(seed, steps)
    matched = {
        m.variant.hand for m in matching_variants(practice(), dealt.concealed, dealt.exposures)
    }
    found = nearest(practice(), dealt.concealed, dealt.exposures, 60)
    assert {near.variant.hand for near in found if near.distance == 0} == matched


@given(seeds, st.integers(1, 5))
@settings(max_examples=many(15, 100), deadline=None)
def test_what_is_missing_makes_the_hand(seed: int, steps: int) -> None:
    dealt = off(seed, steps)
    for near in nearest(practice(), dealt.concealed, dealt.exposures, 8):
        assert near.distance == len(near.missing) == len(near.spare)
        assert near.value == practice().hand(near.variant).value
        made = Counter(dealt.concealed) - Counter(near.spare) + Counter(near.missing)
        tiles = list(made.elements())
        assert Dealt(0, tuple(tiles), dealt.exposures).possible
        assert near.variant in [
            m.variant for m in matching_variants(practice(), tiles, dealt.exposures)
        ]
        if near.distance:
            assert near.jokers <= dealt.concealed.count(JOKER)


def test_the_nearest_come_first_then_the_dearest() -> None:
    found = nearest(practice(), rack("FFFF 22b 44c 66d 88b PP"), (), 60)
    order = [(near.distance, -near.value) for near in found]
    assert order == sorted(order)


def test_no_hands_are_asked_for() -> None:
    assert nearest(practice(), rack("FFF 2222b 444c 8888b"), (), 0) == []


def test_what_is_missing_where_no_natural_tile_is_left_is_a_joker() -> None:
    card = card_of("FFFF 11111a 22222b X 40")
    [near] = nearest(card, rack("FFFF 1111b 2222c 9d"))
    assert (near.distance, near.missing) == (2, (JOKER, JOKER))
    [near] = nearest(card, rack("FFFF 1111b 222c J 9d"))
    assert codes(near.missing) == ["2c", "J"]
    assert near.jokers == 1


def test_jokers_that_have_no_place_are_spare() -> None:
    card = card_of("FF 11a 22a 33b 44b FF 55b C 50")
    [near] = nearest(card, rack("FFFF 11b 22b 33c 44c 5c J"))
    assert (near.jokers, codes(near.missing), codes(near.spare)) == (0, ["5c"], ["J"])


def test_a_hand_that_the_exposures_rule_out_is_left_out() -> None:
    card = card_of("FF 2222a 22a 222b 444a X 25")
    assert nearest(card, rack("FF 222c 444b JJ"), [Exposure(1, 4, 2)])[0].distance == 2
    # With three of the four exposed no pair of them is left.
    assert nearest(card, rack("FF 222c 444b JJ"), [Exposure(1, 4, 1)]) == []


# Waits.


@given(seeds, st.integers(0, 2), st.integers(0, 13))
@settings(max_examples=many(22, 150), deadline=None)
def test_waits_are_the_tiles_that_make_a_match(seed: int, steps: int, place: int) -> None:
    dealt = off(seed, steps)
    concealed = list(dealt.concealed)
    if not concealed:
        return
    del concealed[place % len(concealed)]
    expected = [
        tile
        for tile in ALL_TILES
        if Dealt(0, (*concealed, tile), dealt.exposures).possible
        and matching_variants(practice(), [*concealed, tile], dealt.exposures)
    ]
    assert waits(practice(), concealed, dealt.exposures) == sorted(expected)


def waited(line: str, concealed: str, *exposures: str) -> str:
    return " ".join(codes(waits(card_of(line), rack(concealed), exposed(*exposures))))


def test_a_pair_waits_for_its_tile_alone() -> None:
    assert waited("FFFF 22a 4444b 6666a X 25", "FFFF 2b 4444c 6666b") == "2b"


def test_a_kong_waits_for_its_tile_or_a_joker() -> None:
    assert waited(HAND, "FF 2222b 444c 8888b") == "F J"


def test_held_jokers_let_a_hand_wait_for_many_tiles() -> None:
    assert waited(HAND, "FF 222b 44c 8888b JJ") == "2b 4c F J"


def test_a_tile_that_the_hand_has_four_of_is_no_wait() -> None:
    assert waited("FFFF 11111a 22222b X 40", "FFFF 1111b 2222c J") == "J"


def test_a_tile_in_exposures_counts_as_held() -> None:
    assert waited("FF 1111a 1111a 2222a X 30", "F 22bJJ JJJJ", "111bJ") == "F"


def test_other_than_thirteen_tiles_wait_for_nothing() -> None:
    assert waited(HAND, "FFF 2222b 444c 8888b") == ""


# Why not.


def why(concealed: str, *exposures: str, line: str = "") -> tuple[str, str] | None:
    """The first reason why tiles are not a hand of the practice card, or the hand of a line."""
    card = card_of(line) if line else practice()
    found = why_not(card, rack(concealed), exposed(*exposures))
    return (found[0].kind, found[0].detail) if found else None


def test_a_hand_has_no_reason_not_to_be_one() -> None:
    assert why("FFF 2222b 444c 8888b") is None


def test_other_than_fourteen_tiles_have_no_reason() -> None:
    assert why("FFF 2222b 444c 888b") is None


@pytest.mark.parametrize(
    ("tiles", "kind", "detail"),
    [
        ("FFF 2d J PPP 22d 6666c", "joker", "a joker would have to stand for 2d in a pair"),
        (
            "E S W J 2c P 2c 6c 666b PPP",
            "joker",
            "a joker would have to stand for N in a single",
        ),
        (
            "E S W N 2c P 2c 6c PPP + 666b",
            "concealed",
            "this hand is concealed (C), so nothing may be exposed before mah-jongg, "
            "but 666b is exposed",
        ),
        (
            "FFF 2222b 444c 8b + 888b",
            "exposure",
            "888b is exposed as a pung, but this hand has 8b as a kong",
        ),
        (
            "FFF PPP 6666c + 2222d",
            "exposure",
            "2222d is exposed as a kong, but this hand has 2d as a pair and a pair, which cannot "
            "be exposed",
        ),
        (
            "FFF 222b 444c 8b + 888bJ",
            "redeem",
            "8b on the rack fits only after an exchange for the joker of an exposed group",
        ),
        (
            "FFF 2222b 444b 8888b",
            "suits",
            "2222b and 444b are printed in different colours, so their suits must "
            "differ, but both are bamboo",
        ),
        (
            "FFF 2222b 444c 8888d",
            "suits",
            "2222b and 8888d are printed in one colour, so both must have the same "
            "suit, but their suits are bamboo and "
            "dots",
        ),
        (
            "2222d 4444d GGGG 88d",
            "suits",
            "GGGG is printed in the colour of 2222d, so it must be soap (the white dragon), the "
            "dragon that matches dots",
        ),
        (
            "1b 22b 333b 4444b GGGG",
            "suits",
            "GGGG is printed in a different colour from 1b, so it cannot be the green dragon, the "
            "dragon that matches bamboo",
        ),
        (
            "FFF 1111b 333c 7777b",
            "numbers",
            "this hand has exactly the printed numbers 2, 4 and 8, but these tiles are 1 lower",
        ),
        ("FFFF 444b 444c EEEE", "values", "the card requires that X is odd, but here X is 4"),
        (
            "777b 777c 8888b 8888c",
            "values",
            "the card requires that Y=X+2, but here X is 7 and Y is 8",
        ),
        ("EEE WWW 1111b 1111c", "values", "the card requires that U is N or S, but here U is E"),
        (
            "FFF 2222b 444c 888b 9d",
            "short",
            "one tile is missing: 8b; 9d is left over",
        ),
    ],
)
def test_why_tiles_are_not_a_hand(tiles: str, kind: str, detail: str) -> None:
    concealed, _, shown = tiles.partition(" + ")
    assert why(concealed, *filter(None, [shown])) == (kind, detail)


def test_a_joker_in_a_group_that_takes_none_is_reported() -> None:
    line = "FFFF 333a 333b! 4444a X 25"
    assert why("FFFF 333b 33cJ 4444b", line=line) == (
        "joker",
        "a joker would have to stand for 3c in a group without jokers",
    )
    assert why("FFF 333b 4444b 3c", "33cJ", line=line) == (
        "exposure",
        "333c is exposed as a pung with a joker, but in this hand that group cannot use jokers",
    )


def test_two_dragons_of_one_colour_or_of_two_are_described() -> None:
    line = "FFFF 1111a DDDb DDDc X 25"
    assert why("FFFF 1111b RRR RRJ", line=line) == (
        "suits",
        "RRR and RRR are printed in different colours, so they must be different dragons",
    )
    assert why("FFFF RR GGG 1111bJ", line="FFFF DDa DDDa 11111b X 25") == (
        "suits",
        "RR and GGG are printed in one colour, so both must be the same dragon",
    )


def test_a_suit_that_the_hand_names_is_described() -> None:
    assert why("FFF 2222c 444b 8888c", line="FFF 2222a 444b 8888a (a=bam) X 25") == (
        "suits",
        "2222c must be bamboo in this hand",
    )


def test_numbers_of_a_word_are_of_one_suit() -> None:
    found = why("FFFF 2b 4c 8888b 6666c", line="FFFF 24* 8888a 6666b X 25")
    assert found == ("suits", "numbers printed in one word must have one suit")


def test_each_hand_has_one_reason_and_those_a_condition_keeps_away_come_first() -> None:
    found = why_not(practice(), rack("FFF 2222b 444b 8888b"), (), 8)
    assert len(found) == len({one.hand for one in found}) == 8
    kinds = [one.kind for one in found]
    assert kinds[0] == "suits"
    assert kinds[-1] == "short"
    assert kinds.index("short") == len([kind for kind in kinds if kind != "short"])


@given(seeds)
@settings(max_examples=many(12, 80), deadline=None)
def test_there_is_a_reason_just_where_there_is_no_match(seed: int) -> None:
    dealt = off(seed, 1)
    found = why_not(practice(), dealt.concealed, dealt.exposures, 60)
    if matching_variants(practice(), dealt.concealed, dealt.exposures):
        assert found == []
        return
    near = {n.variant.hand: n for n in nearest(practice(), dealt.concealed, dealt.exposures, 60)}
    assert set(near) <= {one.hand for one in found}
    for one in found:
        hand = practice().card.hands[one.hand]
        assert one.detail
        if one.kind == "concealed":
            assert hand.concealed
            assert dealt.exposures
        elif one.kind in ("exposure", "redeem"):
            # The same tiles, all on the rack, are that hand.
            shown = [t for t, size, wild in dealt.exposures for t in [t] * (size - wild)]
            wild = [JOKER] * sum(exposure.jokers for exposure in dealt.exposures)
            together = matching_variants(practice(), [*dealt.concealed, *shown, *wild])
            assert one.hand in {m.variant.hand for m in together}
        elif one.kind == "joker":
            assert JOKER in dealt.concealed
        elif one.kind == "short":
            assert near[one.hand].distance > 0


def test_a_card_of_many_single_tiles_makes_nobody_wait_for_a_reason() -> None:
    line = "1a 1a 1a 1a 1b 1b 1b 1b 1c 1c 1c 1c 44a C 25"
    compiled = card_of(*[line] * 50)
    tiles = rack("1111b 1111c 1111d 4b 4c")
    bare = without_suits(compiled)
    steps = sum(1 for _ in bare.ways({0: 4, 9: 4, 18: 4, 3: 1, 12: 1}, 0, []))
    assert steps == 0
    assert [reason.kind for reason in why_not(compiled, tiles)] == ["short"] * 5
