"""What a card's hands mean, and which of them some tiles are."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorer.engine.tiles import codes
from scorer.grammar.card.notation.faults import CardError
from scorer.grammar.card.notation.model import Card
from scorer.grammar.card.notation.text import parse
from scorer.grammar.card.variants.compiled import (
    MAX_VARIANTS_PER_CARD,
    MAX_VARIANTS_PER_HAND,
    compile_card,
)
from scorer.grammar.card.variants.match import Exposure, Match, matching_variants
from tests.card import oracle
from tests.card.hands import card_of, exposed, practice, rack
from tests.card.random_cards import cards
from tests.card.random_hands import one_off, random_win
from tests.corpus import WINS_OF_EACH
from tests.nightly import many

seeds = st.integers(0, 2**32 - 1)


def titles(concealed: str, *exposures: str) -> set[str]:
    """The hands of the practice card that these tiles are."""
    found = matching_variants(practice(), rack(concealed), exposed(*exposures))
    return {practice().hand(one.variant).title for one in found}


def is_hand(line: str, concealed: str, *exposures: str) -> bool:
    """Whether these tiles are the one hand of a card."""
    return bool(matching_variants(card_of(line), rack(concealed), exposed(*exposures)))


# What a hand means.


def test_the_practice_card_has_2158_variants() -> None:
    counts = Counter(variant.hand for variant in practice().variants)
    assert len(practice().card.hands) == len(counts) == 60
    assert len(practice().variants) == 2158
    assert statistics.median(counts.values()) == 18
    assert max(counts.values()) == 324


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("FFF 2222a 444b 8888a X 25", 6),
        ("2222 4444 DDDD 88 X 25", 3),
        ("222a 44b 666a 88b DDDDc X 25", 6),
        ("FFFF 2222a 444a 888b (a=bam) X 25", 2),
        ("11 2222 33 4444 55 (run) X 25", 15),
        ("FF 11a 333a 555b 7777b (run odd) X 25", 12),
        ("FF 22a 444a 666b 8888b (run even) X 25", 6),
        ("FFFF 111a 111b 1111c (like odd) X 25", 15),
        ("FFFF 1111a 1111b DD* (like) X 25", 9 * 3 * 3),
        ("FFFF 24* 46* 68* 8888a X 25", 81),
        ("FFFF 222a 222b 2222c (b any suit) X 25", 15),
        ("XXa XXb XXc YYa YYb YYc FF (Y=X+4) C 50", 5),
        ("FFFF XXXXa YYYYa ZZa (X<Y, Y<Z) X 25", 84 * 3),
        ("FFFF XXXXa YYYYb ZZa (X+Y=Z) X 25", 36 * 6),
        ("FFFF XXXXX YYYYY (X odd, Y=2/4) X 25", 5 * 2 * 3),
        ("FFF UUUU VVV DDDD* X 25", 12 * 3),
        ("UUUU VVVV 222a 222b (U=N/S, V=E/W) X 25", 4 * 3),
        ("NNNN EE WWWW SS DD* X 25", 3),
        ("FFFF 0000 RRR GGG X 25", 1),
        ("???? FFFF 222a 444b X 25", 35 * 6),
        ("FFFF 11a 3333b 55a 77b -or- FFFF 33a 5555b 77a 99b X 25", 12),
        ("FFFF 11a 22b 333a 444b -or- FFFF 11b 22a 333b 444a X 25", 6),
    ],
)
def test_a_hand_has_as_many_variants_as_can_be_counted_by_hand(line: str, count: int) -> None:
    assert len(card_of(line).variants) == count


def test_a_variant_that_no_set_of_tiles_has_is_left_out() -> None:
    # Five of a tile in pairs and singles there cannot be, so the suits differ.
    free = card_of("22a 22b 2a FFFF 77777a (b any suit) X 25")
    assert all(dict(variant.suits)["a"] != dict(variant.suits)["b"] for variant in free.variants)
    assert len(free.variants) == 6


def test_a_variant_tells_what_was_chosen() -> None:
    line = "FFF 11a 222b UUUU DD* (run, U=S) X 25"
    [found] = matching_variants(card_of(line), rack("FFF 66d 777b SSSS RR"))
    assert found.variant.suits == (("a", 2), ("b", 0))
    assert found.variant.values == (("U", 28),)
    assert found.variant.shift == 5


def test_a_letter_that_may_be_any_suit_is_told_its_suit() -> None:
    [found] = matching_variants(
        card_of("FFFF 222a 444b 6666a (b any suit) X 25"), rack("FFFF 222d 444d 6666d")
    )
    assert dict(found.variant.suits) == {"a": 2, "b": 2}


def test_the_numbers_of_a_word_with_a_star_are_of_one_suit() -> None:
    line = "FFFF 24* 8888a 6666b X 25"
    assert is_hand(line, "FFFF 2b 4b 8888b 6666c")
    assert not is_hand(line, "FFFF 2b 4c 8888b 6666c")


# The rules' own examples.


@pytest.mark.parametrize(
    ("concealed", "title"),
    [
        ("FFF 2222b JJJ 8888b", "2468 #1"),
        ("F JJ 2222b 444c 8888b", "2468 #1"),
        ("FFF 2222b 444b 8888b", None),
        ("FFF 22d PPP 22d 6666c", "Year 2026 #4"),
        ("FFF 2d J PPP 22d 6666c", None),
        ("FFFF 2b P 2b 6b 2222c 66d", "Year 2026 #1"),
        ("55d 6666d 77d 8888d 99d", "Consecutive Run #1"),
        ("55d 6666d JJ 8888d 99d", None),
        ("PP 1111d 22d 3333d 44d", None),
        ("2222d 4444d GGGG 88d", None),
        ("2222d 4444d PPPP 88d", "2468 #4"),
        ("E S W N 2c P 2c 6c 666b PPP", "Year 2026 #2"),
        ("F1 F2 S1 S4 2b P 2b 6b 2222c 66d", "Year 2026 #1"),
    ],
)
def test_examples_of_the_rules(concealed: str, title: str | None) -> None:
    assert titles(concealed) == ({title} if title else set())


def test_a_concealed_hand_allows_no_exposure() -> None:
    assert titles("E S W N 2c P 2c 6c 666b PPP") == {"Year 2026 #2"}
    assert titles("E S W N 2c P 2c 6c PPP", "666b") == set()


def test_an_exposure_has_the_tile_and_the_size_of_a_group() -> None:
    assert titles("FFF 2222b 444c", "8888b") == {"2468 #1"}
    assert titles("FFF 2222b 444c", "88bJJ") == {"2468 #1"}
    assert titles("FFF 2222b 444c 8b", "888b") == set()
    assert titles("FFF 2222b 444c", "8888d") == set()


def test_exposures_stand_in_any_order() -> None:
    assert titles("444c FFF", "8888b", "2222b") == titles("444c FFF", "2222b", "8888b") != set()


def test_an_exposure_has_a_natural_tile() -> None:
    hand = rack("FFF 2222b 8888b")
    assert matching_variants(practice(), hand, [Exposure(12, 3, 2)])
    assert not matching_variants(practice(), hand, [Exposure(12, 3, 3)])


def test_other_than_fourteen_tiles_are_no_hand() -> None:
    assert titles("FFF 2222b 444c 888b") == set()
    assert titles("FFF 2222b 444c 8888b J") == set()
    assert titles("FFF 2222b 444c 8888b", "8888b") == set()


# What other programs get wrong.


def test_two_pairs_of_a_tile_are_no_kong() -> None:
    assert titles("FFF PPP 6666c", "2222d") == set()
    assert titles("FFF PPP 22d 22d 6666c") == {"Year 2026 #4"}
    assert titles("FFF PPP 22d JJ 6666c") == set()


def test_two_pairs_of_a_tile_stay_two_groups() -> None:
    [found] = matching_variants(practice(), rack("FFF 2222d PPP 6666c"))
    assert [(group.tile, group.size) for group in found.groups] == [
        (43, 3),
        (19, 2),
        (33, 3),
        (19, 2),
        (14, 4),
    ]


@pytest.mark.parametrize(
    "concealed", ["JJJ 2222b 444c 8888b", "FFF JJJJ 444c 8888b", "JJJ JJJJ 444c 8888b"]
)
def test_a_concealed_group_may_be_all_jokers(concealed: str) -> None:
    assert "2468 #1" in titles(concealed)


def test_jokers_stand_in_pungs_and_kongs_of_flowers() -> None:
    assert titles("FFJJ 2b 4b 4c 6c 6d 8d 8888b") == {"2468 #6"}
    assert titles("FJJ 2222b 444c 8888b") == {"2468 #1"}
    assert titles("2222b 444c 8888b", "FJJ") == {"2468 #1"}


def test_two_colours_are_two_suits() -> None:
    assert titles("FFF 2222c 444d 8888c") == {"2468 #1"}
    assert titles("FFF 2222c 444c 8888c") == set()
    assert titles("FFF 2222c 444d 8888b") == set()


def test_printed_numbers_do_not_move() -> None:
    assert titles("FFF 1111b 333c 7777b") == set()
    moved = "FF 22b 333b 444c 5555c"
    assert is_hand("[Run; run]\nFF 11a 222a 333b 4444b X 25", moved)
    assert not is_hand("[Run; run]\nFF 11a 222a 333b 4444b (these nos only) X 25", moved)


def test_a_run_moves_from_1_to_9_and_not_past_them() -> None:
    line = "FFFF 11a 222a 333b 44b (run) X 25"
    for low in range(1, 7):
        a, b, c, d = (str(low + step) for step in range(4))
        assert is_hand(line, f"FFFF {a * 2 + b * 3}b {c * 3 + d * 2}c")
    assert not is_hand(line, "FFFF 77b 888b 999c 11c")


def test_a_run_is_found_when_the_group_it_starts_with_is_all_jokers() -> None:
    assert titles("FFFF JJJ 55b 66b 777d") == {"Consecutive Run #2"}
    assert titles("FFFF JJJ 55b 66b JJJ") == {"Consecutive Run #2"}


def test_like_numbers_are_one_number() -> None:
    assert titles("FFFF 777b 7777c 77d R") == {"Any Like Numbers #1"}
    assert titles("FFFF 777b 7777c 88d R") == set()


def test_soap_is_zero_beside_any_suit_and_no_number() -> None:
    for suit in "bcd":
        others = "bcd".replace(suit, "")
        tiles = f"FFFF 2{suit} P 2{suit} 6{suit} 2222{others[0]} 66{others[1]}"
        assert titles(tiles) == {"Year 2026 #1"}
    assert not is_hand("FFFF 2026a XXXXXX* X 25", "FFFF 2b P 2b 6b PPPPJJ")


@pytest.mark.parametrize(("suit", "dragon"), [("b", "G"), ("c", "R"), ("d", "P")])
def test_a_dragon_matches_its_suit(suit: str, dragon: str) -> None:
    tiles = f"2222{suit} 4444{suit} 88{suit} "
    assert titles(tiles + dragon * 4) == {"2468 #4"}
    for other in {"G", "R", "P"} - {dragon}:
        assert titles(tiles + other * 4) == set()
        opposite = f"1{suit} 22{suit} 333{suit} 4444{suit} "
        assert titles(opposite + other * 4) == {"Consecutive Run #5"}


def test_a_group_marked_natural_takes_no_joker() -> None:
    line = "FFFF 333a 333a! 4444b X 25"
    assert is_hand(line, "FFFF 333b JJJ 4444c")
    assert not is_hand(line, "FFFF 33bJ JJJ 4444c")
    assert is_hand(line, "FFFF JJJ 4444c", "333b")
    assert is_hand(line, "FFFF 333b 4444c", "3bJJ")
    assert not is_hand(line, "FFFF 3bJJ 4444c", "33bJ")


def test_a_fifth_tile_is_a_joker() -> None:
    assert titles("FFFFFF 1111bJ PPP") == {"Quints #5"}


# How the tiles stand.


def shown(found: Match) -> list[tuple[str, int, int, int, bool]]:
    return [
        (codes([group.tile])[0], group.size, group.naturals, group.jokers, group.exposed)
        for group in found.groups
    ]


def test_a_match_tells_how_each_printed_group_is_made() -> None:
    [found] = matching_variants(practice(), rack("FF J 444c 8888b"), exposed("222bJ"))
    assert shown(found) == [
        ("F", 3, 2, 1, False),
        ("2b", 4, 3, 1, True),
        ("4c", 3, 3, 0, False),
        ("8b", 4, 4, 0, False),
    ]
    assert found.jokers == 2


def test_singles_and_pairs_take_the_natural_tiles_before_groups_with_jokers() -> None:
    line = "FFFF 2222a 22a 4444b X 25"
    [found] = matching_variants(card_of(line), rack("FFFF 22b JJJJ 4444c"))
    assert shown(found)[1:3] == [("2b", 4, 0, 4, False), ("2b", 2, 2, 0, False)]


def test_a_natural_exposure_is_put_to_the_group_that_takes_no_jokers() -> None:
    line = "FFFF 333a 333a! 4444b X 25"
    [found] = matching_variants(card_of(line), rack("FFFF JJJ 4444c"), exposed("333b"))
    assert shown(found)[1:3] == [("3b", 3, 0, 3, False), ("3b", 3, 3, 0, True)]
    [found] = matching_variants(card_of(line), rack("FFFF 333b 4444c"), exposed("3bJJ"))
    assert shown(found)[1:3] == [("3b", 3, 1, 2, True), ("3b", 3, 3, 0, False)]


# The oracle.


def agree(card: Card, seed: int, place: int | None = None) -> None:
    """Match and oracle find the same hands in a random win and in one tile off."""
    compiled = compile_card(card)
    rng = random.Random(seed)
    won = random_win(rng, card, place)
    for dealt in (won, one_off(rng, won)):
        found = matching_variants(compiled, dealt.concealed, dealt.exposures)
        ours = {one.variant.hand for one in found}
        assert ours == oracle.hands_of(card, dealt.concealed, dealt.exposures)
        assert dealt is not won or won.hand in ours
        for one in found:
            stands(one, dealt.concealed, dealt.exposures)


def stands(found: Match, concealed: tuple[int, ...], exposures: tuple[Exposure, ...]) -> None:
    """The groups of a match have just the tiles that are there, each where it may be."""
    rest = Counter(concealed)
    left = Counter(exposures)
    for group, printed in zip(found.groups, found.variant.groups, strict=True):
        assert (group.tile, group.size) == (printed.tile, printed.size)
        assert group.naturals + group.jokers == group.size
        assert printed.jokers_ok or not group.jokers
        if group.exposed:
            left[Exposure(group.tile, group.size, group.jokers)] -= 1
        else:
            rest[group.tile] -= group.naturals
            rest[42] -= group.jokers
    assert not any(rest.values())
    assert not any(left.values())


@pytest.mark.by_day(20, "place")
@pytest.mark.more_at_night
@pytest.mark.parametrize("place", range(60))
def test_match_and_oracle_agree_on_each_hand_of_the_practice_card(place: int) -> None:
    card = practice().card
    rng = random.Random(place)
    for _ in range(many(3, WINS_OF_EACH)):
        won = random_win(rng, card, place)
        for dealt in (won, one_off(rng, won)):
            found = matching_variants(practice(), dealt.concealed, dealt.exposures)
            ours = {one.variant.hand for one in found}
            assert ours == oracle.hands_of(card, dealt.concealed, dealt.exposures), dealt
            assert dealt is not won or place in ours
            for one in found:
                stands(one, dealt.concealed, dealt.exposures)


@settings(
    max_examples=many(9, 60), suppress_health_check=[HealthCheck.filter_too_much], deadline=None
)
@given(cards(), seeds)
def test_match_and_oracle_agree_on_random_cards(card: Card, seed: int) -> None:
    card = card._replace(hands=card.hands[:2])
    try:
        compiled = compile_card(card)
    except CardError:
        assume(False)
    assume(len(compiled.variants) < 1000)
    agree(card, seed)


# Cards from strangers.


def refused(*lines: str) -> CardError:
    with pytest.raises(CardError) as info:
        compile_card(parse("\n".join(lines)))
    return info.value


def test_a_hand_that_explodes_is_refused_before_it_is_made() -> None:
    bombs = [
        "? ? ? ? ? ? ? ? ? ? ? ? ? ? X 25",
        "XXa YYb ZZc UU VV DD* D* D* X 25",
        "1* 2* 3* 4* 5* 6* 7* 8* 9* 1* 2* 3* 4* 5* X 25",
        "1a 2b 3c 4d 5e 6f 7g 8h 9i XXXXXj (a any suit, b any suit, c any suit, d any suit, "
        "e any suit, f any suit, g any suit, h any suit, i any suit, j any suit) X 25",
    ]
    start = time.process_time()
    error = refused("FFF 2222a 444b 8888a X 25", *bombs)
    assert time.process_time() - start < 1
    assert [problem.line for problem in error.problems] == [2, 3, 4, 5]
    assert all(f"at most {MAX_VARIANTS_PER_HAND:,}" in problem.detail for problem in error.problems)


# 9 * 9 * 9 * 6 ways, just below what a hand may have.
LARGE = "XXXXa YYYYb ZZZc FFF X 25"


def test_a_card_that_explodes_is_refused_before_it_is_made() -> None:
    start = time.process_time()
    error = refused(*[LARGE] * 200)
    assert time.process_time() - start < 2
    assert len(error.problems) == 1
    assert error.problems[0].line == MAX_VARIANTS_PER_CARD // 4374 + 1


def test_the_largest_card_allowed_can_be_used() -> None:
    # 9 * 9 * 6 ways a line, each another.
    card = parse("\n".join(["XXXXa YYYb FFFF NNN X 25"] * (MAX_VARIANTS_PER_CARD // 486)))
    compiled = compile_card(card)
    assert len(compiled.variants) > MAX_VARIANTS_PER_CARD * 0.9
    assert matching_variants(compiled, rack("1111b 222c FFFF NNN"))


def test_every_fault_is_reported_with_its_line() -> None:
    error = refused(
        "11a 11a 11a FFFF 2222b X 25",
        "FFF 2222a 444b 8888a X 25",
        "FFFF XXXXa YYYYb XXa (X+Y=30) X 25",
        "XXa YYb ZZc UU VV DD* D* D* X 25",
    )
    assert [problem.line for problem in error.problems] == [1, 3, 4]
    assert "no tiles can make this hand" in error.problems[0].detail
    assert "meets the conditions of this hand" in error.problems[1].detail


def test_many_conditions_on_numbers_are_refused() -> None:
    told = ", ".join(f"X<{n}" for n in range(11, 21))
    error = refused(f"FFFF XXXXa YYYYb ZZa ({told}) X 25")
    assert "at most 8" in error.problems[0].detail
