"""Whatever is wrong with a text of special hands: its line, its column, and what to do about it."""

from __future__ import annotations

from typing import NamedTuple, get_args

import pytest

from scorer.types.terms import HandsFault
from tests import plain as scorer

GOOD = "Twins: seven pairs  C 500"


class Row(NamedTuple):
    """A text with one fault: its kind, where it stands, and the advice."""

    code: HandsFault
    text: str
    line: int
    column: int
    advice: str
    ruleset: str = "british"


ROWS = {
    "an invisible character": Row(
        "bad_line", f"{GOOD}\nPairs:\u200b seven pairs  C 5\n", 2, 7, "remove this character"
    ),
    "an unknown word": Row(
        "bad_directive", "\n  @nome Ours\n", 2, 3, "write “@name Our special hands”"
    ),
    "a name twice": Row("bad_directive", "@name A\n@name B\n", 2, 1, "write it once"),
    "an open bracket": Row("bad_section", f"{GOOD}\n[Limit hands\n", 2, 1, "“[Limit hands]”"),
    "an unknown flag": Row("bad_section", "[Limit; jump]\n", 1, 8, "the flags are run, like"),
    "no name": Row("no_name", "seven pairs C limit\n", 1, 1, "“Our hand: seven pairs C limit”"),
    "a name without a letter": Row("no_name", "  ??: seven pairs C 5\n", 1, 3, "correct the name"),
    "an unknown tile": Row("bad_tile", "A: 111a 22!b 333c NNN EE  C 5\n", 1, 9, "22!b"),
    "a flower": Row("bad_tile", "A: FF 222a 333b NNN EEE  C 5\n", 1, 4, "remove F"),
    "too few tiles": Row("wrong_count", f"{GOOD}\nA: 111a 22b  C 5\n", 2, 4, "correct the tiles"),
    "tiles of another ruleset": Row(
        "wrong_count", "A: 111a 222b 333c NNN EE  X 5\n", 1, 4, "17 tiles", "taiwanese"
    ),
    "an unknown shape": Row(
        "bad_shape", "A: sevn pairs  C 5\n", 1, 4, "did you mean “seven pairs”?"
    ),
    "an unknown condition": Row(
        "bad_clause", "A: seven pairs (one suit; diferent)  C 5\n", 1, 27, "“different”"
    ),
    "an open parenthesis": Row(
        "bad_clause", "A: seven pairs (one suit  C 5\n", 1, 16, "write “)” after the conditions"
    ),
    "no way to play": Row("bad_way", "A: seven pairs\n", 1, 15, "end a hand with X"),
    "a small letter": Row(
        "bad_way", "A: seven pairs (one suit) c 5\n", 1, 27, "did you mean “C 5”?"
    ),
    "no value": Row("bad_value", "A: seven pairs C\n", 1, 17, "the value is missing"),
    "too large a value": Row(
        "bad_value", "A: seven pairs C 100000\n", 1, 18, "a whole number from 1 to 99999"
    ),
    "fan as points": Row(
        "bad_value", "A: seven pairs C +2 doubles\n", 1, 18, "write for example “X 8”", "mcr"
    ),
    "exposed, though concealed": Row(
        "bad_value", "A: seven pairs C 500, exposed 250\n", 1, 23, "write X in place of C"
    ),
    "fishing where nobody fishes": Row(
        "bad_value", "A: seven pairs C 8, fishing 4\n", 1, 21, "remove it", "mcr"
    ),
    "a hand that the book has not": Row(
        "unknown_hand", "without Wrigling Snake\n", 1, 9, "did you mean “The Wriggling Snake”?"
    ),
    "to replace a hand that the book has not": Row(
        "unknown_hand", "replaces Our Own: seven pairs C 5\n", 1, 10, "as the rules have it"
    ),
    "the same name": Row(
        "duplicate", f"{GOOD}\nTWINS: seven pairs  X 5\n", 2, 1, "give this hand another"
    ),
    "removed twice": Row(
        "duplicate",
        "without Wriggling Snake\nwithout Wriggling Snake\n",
        2,
        9,
        "remove one of the lines",
    ),
    "tiles that no pack has": Row(
        "impossible", "A: seven pairs (from 1b 2b; different)  C 5\n", 1, 1, "remove a condition"
    ),
    "too many ways": Row("too_many_ways", "A: XXXa YYYa ZZZb VVV XXc  C 5\n", 1, 1, "“X=2/4/6”"),
    "too many hands": Row(
        "too_many",
        "".join(f"H{n}: seven pairs C {n}\n" for n in range(1, 102)),
        101,
        1,
        "at most 100",
    ),
    "too many faults": Row("too_many", "?\n" * 300, 0, 1, "correct these first"),
    "a line too long": Row(
        "too_long", f"{GOOD}\nA: {'1b' * 300} C 5\n", 2, 501, "shorten the line"
    ),
    "a text too long": Row("too_long", "# remark\n" * 4000, 1, 1, "shorten it"),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_fault_has_its_line_its_column_and_what_to_do(row: Row) -> None:
    checked = scorer.check_hands({"ruleset": row.ruleset, "special_hands": row.text})
    faulty = {fault["line"] for fault in checked["errors"]}
    assert not faulty & {hand["line"] for hand in checked["hands"]}
    fault = checked["errors"][-1]
    assert fault["code"] == row.code
    assert row.advice in fault["detail"]
    if row.line:
        assert len(checked["errors"]) == 1
        assert (fault["line"], fault["column"]) == (row.line, row.column)


def test_every_kind_of_fault_has_a_row() -> None:
    assert {row.code for row in ROWS.values()} == {*get_args(HandsFault)}


def test_sound_hands_are_answered_beside_the_faults_of_other_lines() -> None:
    text = f"@name Ours\n{GOOD}\nB: bad\nwithout Wriggling Snake\nA: seven pairs (one suit)  C 5\n"
    checked = scorer.check_hands({"ruleset": "british", "special_hands": text})
    assert checked["name"] == "Ours"
    assert [(hand["name"], hand["line"]) for hand in checked["hands"]] == [("Twins", 2), ("A", 5)]
    assert all(hand["words"] and hand["example"] for hand in checked["hands"])
    assert checked["without"] == ["The Wriggling Snake"]
    assert {fault["line"] for fault in checked["errors"]} == {3}


def test_faults_that_only_compiling_finds_stand_beside_those_of_reading() -> None:
    impossible, many = (
        "B: seven pairs (from 1b 2b; different)  C 5",
        "C: XXXa YYYa ZZZb VVV XXc  C 5",
    )
    text = "\n".join(
        ("A: sevn pairs  C 5", impossible, GOOD, many, "D: NNN EEE WWW SSS XXa  X limit")
    )
    checked = scorer.check_hands({"ruleset": "british", "special_hands": text})
    assert [hand["name"] for hand in checked["hands"]] == ["Twins", "D"]
    assert [fault["line"] for fault in checked["errors"]] == [1, 2, 4]


def test_only_the_patterns_that_do_not_fit_are_left_out() -> None:
    """All patterns together can be made in 4,000 ways: one that does not fit stops no other."""
    wide = [f"H{n}: XXXa {n}{n}{n}b 999b UUU YYc  C {n}" for n in range(1, 9)]
    checked = scorer.check_hands(
        {"ruleset": "british", "special_hands": "\n".join([*wide, "D: NNN EEE WWW SSS XXa  X 5"])}
    )
    faulty = [fault["line"] for fault in checked["errors"]]
    assert {fault["code"] for fault in checked["errors"]} == {"too_many_ways"}
    assert [hand["line"] for hand in checked["hands"]] == [
        n for n in range(1, 10) if n not in faulty
    ]
    assert checked["hands"][-1]["name"] == "D"
    assert 0 < len(faulty) < 8


@pytest.mark.parametrize("text", [f"{GOOD}\nB: bad\n", f"{GOOD}\nB: seven pairs (from 1b)  C 5\n"])
def test_a_list_with_faults_is_refused_in_a_score(text: str) -> None:
    hand = {"concealed": "11223344556677b", "winning_tile": "7b"}
    document = {"ruleset": "british", "hand": hand, "win": {"by": "self_draw"}, "seat": "S"}
    document |= {"prevailing": "E", "options": {"special_hands": text}}
    for _ in range(2):  # the second time it is remembered
        with pytest.raises(scorer.HandError) as caught:
            scorer.score(document)
        assert {problem.line for problem in caught.value.problems} == {2}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_the_option_refuses_it_with_the_same_words(row: Row) -> None:
    checked = scorer.check_hands({"ruleset": row.ruleset, "special_hands": row.text})
    hand = {"concealed": "11223344556677b", "winning_tile": "7b"}
    document = {"ruleset": row.ruleset, "hand": hand, "win": {"by": "self_draw"}, "seat": "S"}
    document |= {"prevailing": "E", "options": {"special_hands": row.text}}
    with pytest.raises(scorer.HandError) as caught:
        scorer.score(document)
    assert {problem.pointer for problem in caught.value.problems} == {"/options/special_hands"}
    assert [problem.reason for problem in caught.value.problems] == [
        fault["detail"] for fault in checked["errors"]
    ]
