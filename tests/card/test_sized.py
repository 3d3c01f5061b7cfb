"""What a card says of all groups of one size, as in "like pungs" or "Kongs 8s Only", is read as the
FAQ explains it: open numbers become a variable, and "only" is checked."""

from __future__ import annotations

import pytest

import scorer
from scorer.grammar.card.notation.sizes import clause_texts
from scorer.grammar.card.notation.text import CardError, parse, render
from scorer.grammar.card.shipped import compiled_card


def printed(line: str) -> str:
    return render(parse(line)).strip()


def fault(line: str) -> str:
    with pytest.raises(CardError) as caught:
        parse(line)
    return " / ".join(problem.detail for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("FF 222a 222b 3333c DD* (like pungs)", "FF XXXa XXXb 3333c DD* (X any)"),
        ("FF 222a 222b 3333c DD* (Any Like Pungs)", "FF XXXa XXXb 3333c DD* (X any)"),
        ("FF 333a 333b 6666c 00 (pungs of 3, 6, or 9)", "FF XXXa XXXb 6666c 00 (X=3/6/9)"),
        ("FF 333a 333b 6666c 00 (pungs 3, 6 or 9)", "FF XXXa XXXb 6666c 00 (X=3/6/9)"),
        ("FF 333a 333b 6666c 00 (like pungs 3s or 6s)", "FF XXXa XXXb 6666c 00 (X=3/6)"),
        ("FF 333a 333b 6666c 00 (pungs 3/6/9)", "FF XXXa XXXb 6666c 00 (X=3/6/9)"),
        ("FFFF 22a 44a 66a 8888b (kong any even number)", "FFFF 22a 44a 66a XXXXb (X even)"),
        ("FFFF 22a 44a 66a 8888b (Kong any no.)", "FFFF 22a 44a 66a XXXXb (X any)"),
        ("FFFF 11a 33a 55a 7777b (kong any odd no)", "FFFF 11a 33a 55a XXXXb (X odd)"),
        ("FF XXXXa YYYYb 5555c (Kongs 5s or 7s)", "none"),
        ("FF XXXa XXXb 3333c DD* (like pungs)", "FF XXXa XXXb 3333c DD*"),
        ("FF XXXa XXXb 3333c DD* (like pungs, X=2/4)", "FF XXXa XXXb 3333c DD* (X=2/4)"),
        ("FF XXXa XXXb 3333c DD* (pungs of 2 or 4)", "FF XXXa XXXb 3333c DD* (X=2/4)"),
        ("FF 111a 111b XXXXc YY* (like pungs)", "FF ZZZa ZZZb XXXXc YY* (Z any)"),
        ("FFF 11a 11b 11c EEEEE (like pairs)", "FFF XXa XXb XXc EEEEE (X any)"),
        ("FF 33a 333a 333b 6666c (pungs of 3, 6, or 9)", "FF 33a XXXa XXXb 6666c (X=3/6/9)"),
        (
            "FF 33a 333a 333b 6666c (pungs of 3, 6, or 9, kongs 6s only)",
            "FF 33a XXXa XXXb 6666c (X=3/6/9, kongs 6s only)",
        ),
        (
            "FFF 222a 222b DDDDDc -or- FFFF 222a 222b DDDDc (like pungs)",
            "FFF XXXa XXXb DDDDDc -or- FFFF XXXa XXXb DDDDc (X any)",
        ),
    ],
)
def test_open_numbers_of_one_size_are_a_variable(typed: str, same: str) -> None:
    if same == "none":
        assert "this hand has kongs of 5, X and Y" in fault(f"{typed} X 25")
        return
    assert printed(f"{typed} X 25") == printed(f"{same} X 25")
    assert printed(printed(f"{typed} X 25")) == printed(f"{typed} X 25")


def test_like_pungs_may_be_any_one_number_and_two_suits() -> None:
    card = compiled_card("FF 222a 222b 3333c 00 (like pungs) X 25", False)
    # nine numbers, and which of three suits is the third
    assert len(card.variants) == 27


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("FFFF 22a 44a 66a 8888b (Kongs 8s Only)", "kongs 8s only"),
        ("FFFF 22a 44a 66a 8888b (Kong 8s)", "kong 8s"),
        ("FFFF 22a 44a 66a 8888b (kong of 8)", "kong of 8"),
        ("FFFF 22a 44a 666a 888b (Pungs 6s only)", "none"),
        ("FF 666a 6666b 666c 88c (Pungs 6s Only)", "pungs 6s only"),
        ("FF 66a 666a 6666b 888c (Pungs 6s Only)", "none"),
    ],
)
def test_only_asserts_a_number_and_opens_nothing(typed: str, canonical: str) -> None:
    if canonical == "none":
        assert "this hand has pungs of 6 and 8" in fault(f"{typed} X 25")
        return
    (hand,) = parse(f"{typed} X 25").hands
    assert printed(f"{typed} X 25").endswith(f"({canonical})  X 25")
    assert hand.alternatives == parse(f"{typed.partition('(')[0]} X 25").hands[0].alternatives


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("FFFF 22a 44a 88a 6666b (Kongs 8s Only)", "“kongs 8s only”: this hand has kongs of 6"),
        (
            "FFFF 22a 44a 66a 88b 88c (Kongs 8s Only)",
            "no kong of this hand has a number; remove this condition or correct the tiles",
        ),
        ("11 2222 33 44 5555 (run, kongs 5s only)", "this hand has kongs of 2 and 5"),
        ("11 2222 33 44 55 66 (run, kongs 2s only)", "the numbers of this hand may shift because"),
        ("FF 222a 333b 4444c 00 (like pungs)", "“pungs”: this hand has pungs of 2 and 3, but"),
        ("FFF 22a 333b 4444c 00 (like pungs)", "this hand has only one pung"),
        (
            "FFFF 22a 33b 4444c 00 (like pungs)",
            "no pung of this hand has a number; remove this condition or correct the tiles",
        ),
        (
            "FF 222a 222b 6666c 00 (pungs of 3, 6, or 9)",
            "“pungs”: the printed number 2 is not one of 3, 6 or 9",
        ),
        (
            "FFFF 22a 44a 66a 7777b (kong any even no.)",
            "the printed number 7 is not one of 2, 4, 6 or 8",
        ),
        ("F 333a 333b XXXXa Yc Zb Zc (like pungs)", "the hand already uses X, Y and Z"),
        (
            "FF XXXa XXXb 3333c 00 (pungs of 3 or 6, X=2/4)",
            "exclude each other; remove one of them",
        ),
        (
            "FF 666a 666b 6666c 00 (pungs 6s only, pungs 8s only)",
            "exclude each other; remove one of them",
        ),
    ],
)
def test_what_is_not_so_of_groups_of_one_size_is_told(typed: str, why: str) -> None:
    assert why in fault(f"{typed} X 25")


@pytest.mark.parametrize(
    ("clause", "count"),
    [
        ("any 5 consecutive nos.", 15),
        ("any 5 Consec. Nos.", 15),
        ("any consecutive numbers", 15),
    ],
)
def test_consecutive_numbers_may_be_written_out(clause: str, count: int) -> None:
    card = compiled_card(f"11 2222 33 4444 55 ({clause}) X 25", False)
    assert len(card.variants) == count


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("pungs of 3, 6, or 9", ["pungs of 3, 6, or 9"]),
        ("run, pungs of 3, 6, or 9, any 2 suits", ["run", " pungs of 3, 6, or 9", " any 2 suits"]),
        ("Kongs 2s, 4s only; X odd", ["Kongs 2s, 4s only", " X odd"]),
        ("X=2, 4", ["X=2", " 4"]),
        ("like pungs, 4", ["like pungs", " 4"]),
        (",", ["", ""]),
    ],
)
def test_a_comma_parts_clauses_but_not_a_list_of_numbers(text: str, parts: list[str]) -> None:
    assert list(clause_texts(text)) == parts


@pytest.mark.parametrize("clause", ["like pungs, 4", "pungs", "pungs only", "pungs of", "pungs 0"])
def test_half_a_clause_is_refused(clause: str) -> None:
    assert "is not valid here" in fault(f"FF 222a 222b 3333c 00 ({clause}) X 25")


@pytest.mark.parametrize(
    ("card", "hints"),
    [
        ("[Consecutive Run]\n11 2222 33 4444 55 X 25", [(2, "“[Consecutive Run; run]”")]),
        ("[Consecutive Run; run]\n11 2222 33 4444 55 X 25", []),
        ("[Consec. Run]\n11 2222 33 4444 55 (these nos only) X 25", []),
        ("[Runs]\nFF XXXXa YYYYb ZZZZc (Y=X+1, Z=Y+1) X 25", []),
        (
            "[Consecutive Run; no-bonus]\n11 22 33 44 55 66 77 (run) X 25\n11 2222 33 4444 55 X 25",
            [(3, "“[Consecutive Run; no-bonus, run]”")],
        ),
        (
            "[Singles and Pairs]\nFF 1357a 2468b NEWS C 50\nFF 1357a 1357b NEWS C 50",
            [(2, "“[Singles and Pairs; no-bonus]”")],
        ),
        ("[Singles & Pairs; no-bonus]\nFF 1357a 2468b NEWS C 50", []),
        ("[Pairs]\nFF 1357a 2468b NEWS C 50", []),
        ("[2468]\nFFF 2222a 444b 8888a X 25", []),
        ("FFF 2222a 444b 8888a X 25", []),
    ],
)
def test_a_section_whose_name_promises_a_flag_is_asked_about(
    card: str, hints: list[tuple[int, str]]
) -> None:
    told = scorer.check_card({"card": card})["hints"]
    assert [hint["line"] for hint in told] == [line for line, _ in hints]
    assert all(
        f"write {better}" in hint["detail"] for hint, (_, better) in zip(told, hints, strict=True)
    )


def test_the_practice_card_asks_nothing() -> None:
    assert scorer.check_card({"card": "practice"})["hints"] == []
