"""A hand as it lies: melds follow from their tiles, counts are checked, wins are facts."""

from __future__ import annotations

from typing import cast, get_args

import pytest

from scorer.engine import hand
from scorer.engine.hand import (
    ANY_COUNT,
    CHOW,
    CIRCUMSTANCE_BITS,
    DISCARD,
    EXACT_COUNT,
    FEWER_ALLOWED,
    KONG,
    LAST_DISCARD,
    MORE_ALLOWED,
    PUNG,
    SELF_DRAW,
    WAY_BITS,
    CircumstanceName,
    Hand,
    Meld,
    Win,
)
from scorer.engine.tiles import JOKER, parse
from scorer.errors import HandError


@pytest.mark.parametrize(
    ("text", "kind", "lowest"),
    [
        ("EEE", PUNG, "E"),
        ("777c", PUNG, "7c"),
        ("7777c", KONG, "7c"),
        ("RRRR", KONG, "R"),
        ("234d", CHOW, "2d"),
        ("324d", CHOW, "2d"),
        ("789b", CHOW, "7b"),
    ],
)
def test_the_kind_of_a_meld_follows_from_its_tiles(text: str, kind: int, lowest: str) -> None:
    meld = Meld.of(text)
    assert (meld.kind, meld.tile) == (kind, parse(lowest)[0])
    assert meld.tiles == sorted(parse(text))
    assert (meld.concealed, meld.from_concealed_pung, meld.wild) == (False, False, 0)


class Number:
    """A number that is no ``int`` and equal to one, as those of numpy are."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    def __hash__(self) -> int:
        return hash(self.number)

    def __eq__(self, other: object) -> bool:
        return self.number == other

    def __lt__(self, other: int) -> bool:
        return self.number < other.__index__()

    def __ge__(self, other: int) -> bool:
        return self.number >= other.__index__()


def test_a_meld_is_the_same_whatever_was_read_before() -> None:
    shown = repr(Meld.of("999d", concealed=True))
    # The compiled engine takes no 1 in place of True.
    plain = hand.__file__.endswith(".py")
    numbers = [Number(26)] * 3
    for tiles, concealed in ((numbers, True), ([26] * 3, True), ([26] * 3, 1 if plain else True)):
        meld = Meld.of(tiles, concealed=cast("bool", concealed))
        assert repr(meld) == shown
        assert type(meld.tile) is int
    assert Meld.of("999d").concealed is False


@pytest.mark.parametrize(
    "text",
    [
        *("", "E", "EE", "EEEEE", "EES", "ESW", "RGP", "124d", "122d", "1234d", "8b9b1c", "8d9dE"),
        *("F1F2F3", "F1F1F1", "S1S1S1S1", "EEF1", "0b0b0b", "FFF", "12Jb".replace("J", "") + "J"),
    ],
)
def test_tiles_that_are_no_pung_kong_or_chow_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is none of them"):
        Meld.of(text)


@pytest.mark.parametrize(
    ("text", "kind", "lowest", "wild"),
    [
        ("RRJ", PUNG, "R", 1),
        ("JJ5d", PUNG, "5d", 2),
        ("JJJ", PUNG, "J", 3),
        ("RRRJ", KONG, "R", 1),
        ("JJJJ", KONG, "J", 4),
    ],
)
def test_wild_tiles_stand_in_a_pung_or_kong(text: str, kind: int, lowest: str, wild: int) -> None:
    meld = Meld.of(text)
    assert (meld.kind, meld.tile, meld.wild) == (kind, parse(lowest)[0], wild)
    assert meld.tiles == sorted(parse(text))


def test_only_a_kong_is_claimed_onto_a_concealed_pung_and_it_is_exposed() -> None:
    assert Meld.of("EEEE", from_concealed_pung=True).from_concealed_pung
    with pytest.raises(ValueError, match="only a kong"):
        Meld.of("EEE", from_concealed_pung=True)
    with pytest.raises(ValueError, match="do not mark this kong as concealed"):
        Meld.of("EEEE", concealed=True, from_concealed_pung=True)


def test_a_meld_shows_itself() -> None:
    assert repr(Meld.of("7777c")) == "Meld.of('7777c')"
    assert repr(Meld.of("JJJ")) == "Meld.of('JJJ')"
    assert repr(Meld.of("EEEE", concealed=True)) == "Meld.of('EEEE', concealed=True)"


def test_the_winning_tile_may_be_among_the_concealed_tiles_or_apart() -> None:
    within = Hand.of("123b 55d", ["EEE", "234d", "777c"], winning="5d")
    apart = Hand.of("123b 5d", ["EEE", "234d", "777c"], winning="5d")
    assert within.concealed == apart.concealed == tuple(parse("123b 55d"))
    assert within.keys == apart.keys
    assert within.keys_before_win == Hand.of("123b 5d", ["EEE", "234d", "777c"]).keys


def test_a_hand_counts_its_copies_in_melds_and_concealed() -> None:
    hand = Hand.of("55d 567d", ["5555c", "345d", "EEE"], bonus="F1 S4", winning="5d")
    count = {tile: hand.copies[parse(tile)[0]] for tile in ("5d", "4d", "5c", "E", "S")}
    assert count == {"5d": 4, "4d": 1, "5c": 4, "E": 3, "S": 0}
    assert hand.bonus == 1 << 34 | 1 << 41


def test_the_order_of_tiles_and_melds_does_not_matter() -> None:
    one = Hand.of("123b 5d", ["EEE", "234d", "777c"], winning="5d")
    other = Hand.of("5d 321b", ["777c", "EEE", "432d"], winning="5d")
    assert one.concealed == other.concealed
    assert [repr(meld) for meld in one.melds] == [repr(meld) for meld in other.melds]


def test_a_hand_that_wins_on_one_more_tile_is_the_hand_told_with_it() -> None:
    waiting = Hand.of("123b 5d", ["EEE", "234d", "777c"])
    made, told = waiting.with_tile(22), Hand.of("123b 5d", ["EEE", "234d", "777c"], winning="5d")
    for name in ("concealed", "copies", "keys", "keys_before_win", "winning", "bonus", "jokers"):
        assert getattr(made, name) == getattr(told, name)
    assert waiting.winning is None
    assert waiting.copies[22] == 1


def test_wild_tiles_stand_for_kinds_in_a_copy_and_the_hand_keeps_them() -> None:
    hand = Hand.of("44c RJ J 777c 888c", ["JJ5d"], winning="J")
    assert (hand.jokers, hand.all_jokers) == (2, 4)
    standing = hand.with_jokers_as(parse("R4c"), (), 31)
    assert standing.concealed == tuple(sorted(parse("444c RR 777c 888c")))
    assert standing.winning == 31
    assert hand.concealed.count(JOKER) == 2


def codes_of(error: HandError) -> list[tuple[str, str]]:
    return [(problem.pointer, problem.code) for problem in error.problems]


@pytest.mark.parametrize(
    ("concealed", "melds", "bonus", "winning", "pointer", "problem"),
    [
        ("123b 55d 1b", ["EEE", "SSS", "777c"], "", "5d", "/hand/concealed", "wrong_count"),
        ("123b", ["EEE", "SSS", "777c"], "", "5d", "/hand/concealed", "wrong_count"),
        ("123b 55d", ["EEE", "SSS", "777c"], "", None, "/hand/concealed", "wrong_count"),
        ("123b", ["EEE", "SSS", "777c"], "", None, "/hand/concealed", "wrong_count"),
        ("", [], "", None, "/hand/concealed", "wrong_count"),
        ("5d", ["EEE"] * 5, "", "5d", "/hand/melds", "wrong_count"),
        (
            "123b 55d",
            ["EEE", "SSS", "777c"],
            "",
            "6d",
            "/hand/winning_tile",
            "winning_tile_missing",
        ),
        ("EE 12b", ["EEE", "SSS", "777c"], "", None, "/hand/concealed", "fifth_copy"),
        ("3b 12b 5d", ["3333b", "SSS", "777c"], "", None, "/hand/concealed", "fifth_copy"),
        ("1b 12d 5d", ["3333b", "345b", "777c"], "", None, "/hand/melds", "fifth_copy"),
        ("JJJJJ RR", ["SSS", "777c"], "", None, "/hand/concealed", "fifth_copy"),
        ("12b 5d F1", ["EEE", "SSS", "777c"], "", None, "/hand/concealed", "bad_tile"),
        ("12b 5d F", ["EEE", "SSS", "777c"], "", None, "/hand/concealed", "bad_tile"),
        ("12b 5d 0d", ["EEE", "SSS", "777c"], "", None, "/hand/concealed", "bad_tile"),
        ("123b 5d", ["EEE", "SSS", "777c"], "", "F1", "/hand/winning_tile", "bad_tile"),
        ("123b 5d", ["EEE", "SSS", "777c"], "E", "5d", "/hand/bonus", "bad_tile"),
        ("123b 5d", ["EEE", "SSS", "777c"], "J", "5d", "/hand/bonus", "bad_tile"),
        ("123b 5d", ["EEE", "SSS", "777c"], "F1F1", "5d", "/hand/bonus", "fifth_copy"),
    ],
)
def test_tiles_that_cannot_be_one_hand_are_refused_where_they_stand(
    concealed: str,
    melds: list[str],
    bonus: str,
    winning: str | None,
    pointer: str,
    problem: str,
) -> None:
    with pytest.raises(HandError) as caught:
        Hand.of(concealed, melds, bonus, winning)
    assert (pointer, problem) in codes_of(caught.value)
    assert all(found.detail for found in caught.value.problems)


def test_the_message_counts_the_copies_and_names_the_tile() -> None:
    with pytest.raises(
        HandError, match="this hand has the tile 3b six times, but the game has only four"
    ):
        Hand.of("33b 1b 5d", ["3333b", "SSS", "777c"])


@pytest.mark.parametrize(
    ("count", "fewer", "more"),
    [
        (EXACT_COUNT, False, False),
        (FEWER_ALLOWED, True, False),
        (MORE_ALLOWED, False, True),
        (ANY_COUNT, True, True),
    ],
)
def test_a_hand_may_hold_fewer_or_more_tiles_only_where_that_is_told(
    count: str, fewer: bool, more: bool
) -> None:
    for tiles, allowed in (("123456789b12c", fewer), ("123456789b12345c", more)):
        if allowed:
            assert list(Hand(parse(tiles), count=count).concealed) == parse(tiles)
        else:
            with pytest.raises(
                HandError, match="needs 13 concealed tiles, because this player did not win"
            ):
                Hand(parse(tiles), count=count)
    assert len(Hand(parse("123456789b1234c"), count=count).concealed) == 13


def test_no_hand_holds_more_than_twenty_tiles() -> None:
    with pytest.raises(HandError, match="at most 20"):
        Hand(parse("123456789b 123456789c 123d"), count=ANY_COUNT)


def test_a_concealed_pung_or_chow_told_as_a_set_lies_in_the_hand() -> None:
    """Only a kong can be declared with no claimed tile."""
    told = Hand.of("123b 55d", ["EEE", Meld.of("777c", True), Meld.of("234d", True)], winning="5d")
    held = Hand.of("123b 55d 777c 234d", ["EEE"], winning="5d")
    assert told.concealed == held.concealed
    assert [repr(meld) for meld in told.melds] == ["Meld.of('EEE')"]
    kong = Hand.of("123b 55d 777c", ["EEE", Meld.of("2222d", True)], winning="5d")
    assert len(kong.melds) == 2


def test_a_win_is_a_mask_of_facts_and_the_seat_that_lost_the_tile() -> None:
    win = Win.of("discard", "last_discard", loser="S")
    assert (win.facts, win.loser) == (DISCARD | LAST_DISCARD, 1)
    assert Win.of("self_draw").facts == SELF_DRAW
    assert Win.of("robbed_kong").loser is None


def test_every_fact_of_a_win_has_a_bit_of_its_own() -> None:
    assert get_args(CircumstanceName) == tuple(CIRCUMSTANCE_BITS)
    masks = [*WAY_BITS.values(), *CIRCUMSTANCE_BITS.values()]
    assert len(set(masks)) == len(masks)
    assert all(mask.bit_count() == 1 for mask in masks)
    with pytest.raises(HandError, match="“wishing” is unknown"):
        Win.of("wishing")  # type: ignore[arg-type]
