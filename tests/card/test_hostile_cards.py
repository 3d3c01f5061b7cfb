"""Whatever a text is, reading it gives a card or a CardError, and soon; what is read can be written
and read again."""

from __future__ import annotations

import time
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.grammar.card.notation.model import Card
from scorer.grammar.card.notation.text import CardError, CardProblem, parse, render
from scorer.grammar.card.notation.words import in_words
from tests.card.hands import without_lines
from tests.card.random_cards import cards, slips

PRACTICE = files("scorer").joinpath("cards/practice.txt").read_text(encoding="utf-8")
LINES = [line.split("#")[0].strip() for line in PRACTICE.splitlines() if line.split("#")[0].strip()]
HAND = "FFF 2222a 444b 8888a X 25"
TOO_LONG = 1.0
"""Seconds; each takes milliseconds, the largest good card a tenth of this: machines are busy."""

alphabet = st.text(
    "0123456789FNEWSDRGXYZUVabcw*?!+-x=/()[],;:@#<> CX\nor run like any suits", max_size=120
)


def tried(text: str) -> tuple[Card | None, tuple[CardProblem, ...]]:
    try:
        return parse(text), ()
    except CardError as error:
        return None, error.problems


def check(text: str) -> None:
    """Read a text; what is wrong with it is told well, what is right can be written again."""
    card, problems = tried(text)
    lines = [problem.line for problem in problems]
    assert lines == sorted(lines)
    for problem in problems:
        assert 1 <= problem.line <= len(text) + 1
        assert len(problem.text) <= 30
        assert problem.text.isprintable()
        assert problem.detail.isprintable()
        assert 10 < len(problem.detail) < 500
    if card is None:
        assert problems
        return
    assert without_lines(parse(render(card))) == without_lines(card)
    for hand in card.hands:
        assert in_words(hand).endswith(".")


@given(st.text())
def test_no_text_gives_anything_but_a_card_or_a_card_error(text: str) -> None:
    check(text)


@given(alphabet)
def test_no_text_in_the_letters_of_the_notation_gives_anything_else(text: str) -> None:
    check(text)


@given(slips(LINES))
def test_a_line_with_slips_is_a_hand_or_refused(line: str) -> None:
    check(line)


@given(st.lists(slips(LINES), max_size=5))
def test_a_card_with_slips_is_a_card_or_refused(lines: list[str]) -> None:
    check("\n".join(lines))


@given(cards())
def test_every_card_is_written_so_that_it_is_read_as_the_same(card: Card) -> None:
    text = render(card)
    again = parse(text)
    assert without_lines(again) == card
    assert render(again) == text


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        (
            f"{HAND}\n" * 10_000,
            "a card has at most 65536 characters, but this card has 260000; shorten the card",
        ),
        ("x" * 1_000_000, "but this card has 1000000"),
        (PRACTICE * 250, "a card has at most 65536 characters"),
        ("\n" * 65_536, "a card has at most 2000 lines"),
        ("#\n" * 30_000, "a card has at most 2000 lines"),
        ("F\n" * 10_000, "a card has at most 2000 lines"),
        (
            f"{HAND}\n" * 201,
            "a card has at most 200 hands, and the rest was not read; remove some hands",
        ),
        (
            "FF NEWS 1a 2a 3a 4a 1b 2b 3b 4b -or- FF NEWS 1a 2a 3a 4a 1b 2b 3b 4b X 25\n" * 190,
            "at most 3000 groups of tiles",
        ),
        (
            "2" * 60_000,
            "a line has at most 200 characters, but this line has 60000; shorten the line",
        ),
        (f"{HAND[:-5]} -or- " * 1000 + HAND, "a line has at most 200 characters"),
        ("\u202e" * 60_000, "but this line has 60000"),
        (f"FFF \u202e2222a 444b {HAND}\n" * 300, "an invisible character (U+202E)"),
        ("\ud800", "an invisible character (U+D800)"),
        ("F\x00F", "an invisible character (U+0000)"),
        ("(" * 200, "is not closed"),
        ("F " + "(" * 90 + ")" * 90 + " X 25", "has parentheses inside parentheses"),
        ("F-or-" * 38 + " X 25", "the tiles are missing"),
        (f"{HAND[:-2]}{'9' * 170}", "is not a value; write a whole number from 1 to 9999"),
        (
            f"FFFF XXXXa DDDDDDb (X<{'9' * 160}) X 25",
            "is not a sum of X, Y, Z and numbers up to 99",
        ),
        (f"FFFF XXXXa DDDDDDb (X={'/'.join('1' * 80)}) X 25", "has the same value twice"),
        (("F (" + "anq 2 suiz," * 17 + ") X 25\n") * 300, "did you mean “any 2 suits”?"),
        (("zq " * 66 + "\n") * 300, "is not valid here"),
        (("F!" * 99 + "z\n") * 320, "is not valid here"),
        (("2a" * 97 + "Zj! X\n") * 320, "the value after “X” is missing"),
        (("F (X" + "+X" * 90 + "=) X 25\n") * 320, "is empty on one side"),
        ("".join(f"[{name}]\n" for name in range(2000)), "a card has at most"),
        ("@abc de\n" * 1900, "is written twice"),
    ],
)
def test_a_hostile_card_is_refused_soon(text: str, detail: str) -> None:
    start = time.process_time()
    with pytest.raises(CardError) as caught:
        parse(text)
    assert time.process_time() - start < TOO_LONG
    assert any(detail in problem.detail for problem in caught.value.problems)


def test_no_more_than_a_hundred_faults_are_reported_and_that_there_are_more() -> None:
    with pytest.raises(CardError) as caught:
        parse("F X 25\n" * 120)
    problems = caught.value.problems
    assert len(problems) == 101
    assert problems[-1] == (
        101,
        "",
        "the card has more than 100 errors, and the rest was not read; correct these first",
    )


# Ten groups a hand, of three hundred hands: as many as are read.
WAYS = "-or-".join(["33333333333333"] * 10)


# Forty groups a line, so that 50 lines have as many as a card may have.
@pytest.mark.parametrize(
    ("text", "hands"),
    [(f"{HAND}\n" * 200, 200), (f"{WAYS}(these nos only)X25\n" * 50, 50)],
)
def test_the_largest_cards_are_read_soon(text: str, hands: int) -> None:
    start = time.process_time()
    card = parse(text)
    assert time.process_time() - start < TOO_LONG
    assert len(card.hands) == hands


@pytest.mark.parametrize(
    "text",
    [
        # A line, and then a card, that would be longer than is read with a space at every sign.
        f"Ten:{WAYS}(any 1 suit)X25",
        "Ten:" + f"{WAYS}(run)X25\n" * 50,
        "\n".join(f"[{name}]\n{WAYS}(run)X25" for name in range(50)),
    ],
)
def test_what_is_read_is_written_within_the_limits(text: str) -> None:
    card = parse(text)
    again = render(card)
    assert max(map(len, again.split("\n"))) <= 200
    assert without_lines(parse(again)) == without_lines(card)
