"""A hand in words tells everything that its line does, in the order in which people check it."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given

from scorer.grammar.card.notation.model import Card
from scorer.grammar.card.notation.text import parse
from scorer.grammar.card.notation.words import in_words
from tests.card.random_cards import cards

PRACTICE = files("scorer").joinpath("cards/practice.txt").read_text(encoding="utf-8")


def words(line: str) -> str:
    (hand,) = parse(line).hands
    return in_words(hand)


def tiles(line: str) -> str:
    """The first sentence, without its full stop."""
    return words(f"{line} X 25").split(". ")[0]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "FFF 2222a 444b 8888a",
            "Three flowers; four 2s and four 8s in one suit; three 4s in a second suit",
        ),
        (
            "2222 4444 DDDD 88",
            "Four 2s, four 4s, four matching dragons and a pair of 8s in one suit",
        ),
        (
            "2222a DDDDb DDDDa DD*",
            "Four 2s and four matching dragons in one suit; four dragons of a second suit; "
            "a pair of dragons of any suit",
        ),
        (
            "FFFF 24a 46b 68c 8888*",
            "Four flowers; one each of 2 and 4 in one suit; one each of 4 and 6 in a second suit; "
            "one each of 6 and 8 in a third suit; four 8s in any suit",
        ),
        (
            "24* 46* FFFF 222333a",
            "One each of 2 and 4 in any suit; one each of 4 and 6 in any suit; four flowers; "
            "three 2s and three 3s in one suit",
        ),
        (
            "NEWS 2026a 666b 000",
            "One each of north, east, west and south and three white dragons (soap); "
            "one each of 2, 0 (soap, of no suit), 2 and 6 in one suit; three 6s in a second suit",
        ),
        (
            "NEWS 2002a 666b 000",
            "One each of north, east, west and south and three white dragons (soap); one 2, a pair "
            "of white dragons (soap) of no suit and one 2 in one suit; three 6s in a second suit",
        ),
        ("NEWS 20 666 0000 R", "One each of north, east, west and south, four white dragons (soap"),
        (
            "NN RRR EE GGG SS 00",
            "A pair of north winds, three red dragons, a pair of east winds, "
            "three green dragons, a pair of south winds and a pair of white dragons (soap)",
        ),
        (
            "N EE WWW SSSS R G 0 F",
            "One north wind, a pair of east winds, three west winds, four south winds, "
            "one red dragon, one green dragon, one white dragon (soap) and one flower",
        ),
        (
            "FFFF 22a 000 22a 666b",
            "Four flowers and three white dragons (soap); a pair of 2s and a pair of 2s in one "
            "suit; three 6s in a second suit",
        ),
        (
            "FFFFFF 22222a 999b!",
            "Six flowers; five 2s in one suit; three 9s without jokers in a second suit",
        ),
        ("FFF UUUU VVV RRRR", "Three flowers, four of any wind, three of another wind and four"),
        ("FFFF VVVV RR RRRR", "Four flowers, four of any wind, a pair of red dragons and four"),
        (
            "???? FFFF ???? UU",
            "Four of any one tile, four flowers, four of any one tile and a pair",
        ),
        ("UUU VVV RRRR EEEE (U=N/S)", "Three of wind U, three of another wind, four red dragons"),
        ("FFFF 2222a 3333b 44c (b=dot)", "Four flowers; four 2s in one suit; four 3s in dots; a"),
        ("FFFF 2222a 3333b 44c (b=bam)", "Four flowers; four 2s in one suit; four 3s in bamboo"),
        ("FFFF 2222a 3333b 44c (a=crak)", "Four flowers; four 2s in characters; four 3s in one"),
        ("FFFF 2222a 3333b 44c (b any suit)", "Four flowers; four 2s in one suit; four 3s in any"),
        (
            "FFFFFF 2222a 3333a -or- FFFFFF 2222a 4444b",
            "Six flowers; four 2s and four 3s in one suit; or six flowers; four 2s in one suit; "
            "four 4s in a second suit",
        ),
        ("FFFFFFFFFFFFFF", "14 flowers"),
    ],
)
def test_the_tiles_are_described_suit_by_suit(line: str, expected: str) -> None:
    assert tiles(line).startswith(expected)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("FFFF 11a 22b 333a 444b (run)", "The printed numbers may move up or down together."),
        ("FFFF 11a 22b 333a 444b (any 4 consec nos)", "The 4 printed numbers may move up or down"),
        ("FFFF 22a 44b 666a 888b (run even)", "printed numbers may move up or down together by t"),
        ("FFFF 11a 11b 333a 333b (these nos only)", "The numbers are only those printed."),
        ("FFFF 111a 1111b 111c (like)", "The printed number may be any number."),
        ("FFFF 111a 1111b 111c (like odd)", "The printed number may be any odd number."),
        ("FFFF XXXa XXXXb XXXc", "X is any number."),
        ("FFFF XXXa XXXXb XXXc (X any)", "X is any number."),
        ("FFFF XXXa XXXXb XXXc (X even)", "X is any even number."),
        ("FFFF XXXa XXXXb XXXc (X=3/6/9)", "X is 3, 6 or 9."),
        ("FFFF XXXa XXXXb YYYc (X+Y=9)", "X and Y are each any number; X + Y is 9."),
        ("FFFF XXXa XXXXb YYYc (Y=X+2)", "X and Y are each any number; Y is X + 2."),
        ("FFFF XXXa XXXXb YYYc (X odd, X!=Y)", "X is any odd number; Y is any number; X is not Y."),
        ("FFFF XXXa XXXXb YYYc (X<Y)", "X is less than Y."),
        ("FFFF XXXa XXXXb YYYc (X>Y)", "X is more than Y."),
        ("FFFF XXXa XXXXb YYYc (X<=Y)", "X is at most Y."),
        ("FFFF XXXa XXXXb YYYc (X>=Y)", "X is at least Y."),
        ("FFFF XXXa UUUU VVV (U=N/S, V=E)", "U is north or south; V is east; X is any number."),
    ],
)
def test_the_conditions_are_described(line: str, expected: str) -> None:
    assert expected in words(f"{line} X 25")


def test_a_hand_without_conditions_tells_none() -> None:
    assert words("FFFF NNNN EEE WWW X 30") == (
        "Four flowers, four north winds, three east winds and three west winds. May be exposed; 30."
    )


@pytest.mark.parametrize(
    ("section", "expected"),
    [("run", True), ("like", False), ("no-bonus", False)],
)
def test_what_the_section_says_is_told(section: str, expected: bool) -> None:
    line = "FFFF 111a 1111b 111c" if section == "like" else "FFFF 11a 22b 333a 444b"
    text = words(f"[Ours; {section}]\n{line} C 50")
    assert ("may move up or down" in text) is expected
    assert ("The printed number may be any number." in text) is (section == "like")
    end = "; no jokerless bonus." if section == "no-bonus" else "."
    assert text.endswith(f" Concealed; 50{end}")


def test_these_nos_only_overrules_the_section() -> None:
    text = words("[Ours; run]\nFFFF 11a 22b 333a 444b (these nos only) C 50")
    assert "The numbers are only those printed." in text


def test_no_two_hands_of_the_practice_card_are_told_alike() -> None:
    hands = parse(PRACTICE).hands
    assert len({in_words(hand) for hand in hands}) == len(hands)


@given(cards())
def test_every_card_is_described_in_words(card: Card) -> None:
    for hand in card.hands:
        text = in_words(hand)
        assert text.isprintable()
        assert text[0].isupper() or text[0].isdigit()
        assert "  " not in text
        assert str(hand.value) in text
