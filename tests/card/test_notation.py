"""Every construct of the notation is read, printed and read again; what is none is refused in a
sentence that names the line, the piece and what to write."""

from __future__ import annotations

from importlib.resources import files

import pytest

from scorer.errors import quoted
from scorer.grammar.card.notation.model import Alternative, Card, CardHand, Clause, Group, Section
from scorer.grammar.card.notation.text import CardError, CardProblem, parse, render
from tests.card.hands import without_lines

PRACTICE = files("scorer").joinpath("cards/practice.txt").read_text(encoding="utf-8")
HAND = "FFF 2222a 444b 8888a X 25"


def hand(line: str) -> CardHand:
    (found,) = parse(line).hands
    return found


def groups(line: str) -> list[Group]:
    (way,) = hand(line).alternatives
    return list(way.groups)


def faults(text: str) -> list[CardProblem]:
    with pytest.raises(CardError) as caught:
        parse(text)
    return list(caught.value.problems)


def test_the_practice_card_is_read_printed_and_read_again_as_the_same() -> None:
    card = parse(PRACTICE)
    assert card.name == "Practice Card"
    assert dict(card.directives) == {"name": "Practice Card", "year": "2026"}
    assert len(card.hands) == 60
    printed = render(card)
    assert without_lines(parse(printed)) == without_lines(card)
    assert render(parse(printed)) == printed


def test_a_hand_knows_its_place_its_line_and_its_title() -> None:
    text = f"@name Ours\n\n[2468]\n{HAND}\n# aside\nEven: {HAND}\n[Odd; no-bonus]\n{HAND}  # end\n"
    card = parse(text)
    assert [(one.line, one.title) for one in card.hands] == [
        (4, "2468 #1"),
        (6, "2468 #2 (Even)"),
        (8, "Odd #1"),
    ]
    assert card.hands[2].section == Section("Odd", ("no-bonus",))
    assert card.hands[0] == CardHand(
        Section("2468"),
        1,
        "",
        (
            Alternative(
                (Group("F", 3), Group("2", 4, "a"), Group("4", 3, "b"), Group("8", 4, "a")),
                ((0,), (1,), (2,), (3,)),
            ),
        ),
        (),
        concealed=False,
        value=25,
        line=4,
    )


def test_hands_need_no_section_and_a_card_no_name() -> None:
    card = parse(HAND)
    assert card.name == "Unnamed card"
    assert card.hands[0].title == "#1"
    assert render(card) == "FFF 2222a 444b 8888a  X 25\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_way_to_end_a_line_counts_lines(end: str) -> None:
    assert [one.line for one in parse(end.join(["# card", HAND, "", HAND])).hands] == [2, 4]


def test_tabs_no_break_spaces_and_a_byte_order_mark_are_spaces() -> None:
    assert without_lines(parse("\ufeff@year 2026\nFFF\t2222a\u00a0444b   8888a\tX\u00a025 ")) == (
        without_lines(parse("@year 2026\n" + HAND))
    )


# Tiles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1122a 3333444455b X 25", "1×2a 2×2a 3×4b 4×4b 5×2b"),
        ("11 2222 33 4444 55 X 25", "1×2 2×4 3×2 4×4 5×2"),
        ("22 22 FFFF 444 666 X 25", "2×2 2×2 F×4 4×3 6×3"),
        ("2026g 222r 666w FFFF X 25", "2×1g 0×1 2×1g 6×1g 2×3r 6×3w F×4"),
        ("NEWS 000 RRR GGG F X 25", "N×1 E×1 W×1 S×1 0×3 R×3 G×3 F×1"),
        ("FFFFa NEWSb EEEEa 00b X 25", "F×4 N×1 E×1 W×1 S×1 E×4 0×2"),
        ("2222a DDDDa DDDDb DD* X 25", "2×4a D×4a D×4b D×2*"),
        ("2222 8888 DDDD 00 X 25", "2×4 8×4 D×4 0×2"),
        ("UUUU VVVV XXXXa Ya Zb X 25", "U×4 V×4 X×4a Y×1a Z×1b"),
        ("???? FFFF 8888* ?? X 25", "?×4 F×4 8×4* ?×2"),
        ("3333c! 999c XXXa! FFFF C 40", "3×4c! 9×3c X×3a! F×4"),
        ("333444c! 22a 66b FFFF C 40", "3×3c! 4×3c! 2×2a 6×2b F×4"),
        ("FFFF! NNNN! 22 44 66 C 40", "F×4! N×4! 2×2 4×2 6×2"),
        ("FFFFFF XXXXXa X* DD* X 50", "F×6 X×5a X×1* D×2*"),
    ],
)
def test_tiles_are_cut_into_runs_of_one_symbol(line: str, expected: str) -> None:
    found = [f"{g.symbol}×{g.size}{g.label}{'!' if g.natural else ''}" for g in groups(line)]
    assert " ".join(found) == expected
    assert without_lines(parse(render(parse(line)))) == without_lines(parse(line))


@pytest.mark.parametrize("label", "abcdefghijklmnopqrstuvw")
def test_every_letter_from_a_to_w_is_a_colour(label: str) -> None:
    assert groups(f"FFF 2222{label} 444* 8888{label} X 25")[1] == Group("2", 4, label)


def test_words_are_kept_as_they_were_typed() -> None:
    (way,) = hand("2026a 26b NEWS DDDD* X 25").alternatives
    assert way.words == ((0, 1, 2, 3), (4, 5), (6, 7, 8, 9), (10,))


def test_the_signs_of_a_sum_are_kept_but_mean_nothing() -> None:
    plain = hand("FF 4444a 22b 8888c DD X 30".replace("DD", "DDc"))
    (way,) = plain.alternatives
    (sum_,) = hand("FF 4444a x 22b = 8888c - / DDc + X 30").alternatives
    assert way.signs == ()
    assert sum_.signs == ("", "x", "=", "- /", "+")
    assert sum_._replace(signs=()) == way


def test_alternatives_are_of_one_hand_and_one_value() -> None:
    one = hand("FFFF 11a 3333b 55a 77b -or- FFFF 33a 5555b 77a 99b-OR-FFFFF 33333a 4444b X 25")
    assert len(one.alternatives) == 3
    assert one.value == 25
    assert without_lines(parse(render(Card((), (one,))))) == Card((), (one._replace(line=0),))


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        ("2222a444b", "put a space after each colour: “2222a 444b”"),
        ("2222A", "did you mean “2222a”?"),
        ("ffff", "did you mean “FFFF”?"),
        ("news", "did you mean “NEWS”?"),
        ("xxxxa", "did you mean “XXXXa”?"),
        ("dddd*", "did you mean “DDDD*”?"),
        ("2222x", "x, y and z are not colours"),
        ("2222ab", "a group has only one colour; remove the other letters"),
        ("2222*a", "a group has only one colour; remove the other letters"),
        ("2222!a", "write “!” last: “2222a!”"),
        ("a", "write a colour directly after its tiles"),
        ("222a+444b", "put spaces around + - x = /: “222a + 444b”"),
        ("4444ax2b", "put spaces around + - x = /: “4444a x 2b”"),
        ("or", "write “-or-”"),
        ("-or", "write “-or-”"),
        ("–", "between tiles use one of the signs + - x = /"),
        ("×", "between tiles use one of the signs + - x = /"),
        ("JJJ", "do not write jokers on a card"),
        ("22J", "do not write jokers on a card"),
        ("PPP", "write the white dragon (soap) as 0"),
        ("wh", "write the white dragon (soap) as 0"),
        ("Wh", "write the white dragon (soap) as 0"),
        ("Rd", "for the dragon of a colour write D, for example “DDd”; write “R”"),
        ("22€", "“€” is not a tile"),
        ("hello", "write tiles as 1 to 9, 0 (soap)"),
        ("２２", "“２” is not a tile"),
        ("🀀", "“🀀” is not a tile"),
        ("[2468]", "on a line of its own"),
        ("33a!", "singles and pairs never use jokers"),
        ("3444a!", "singles and pairs never use jokers"),
        ("RRa", "for the dragon of a colour write D, for example “DDa”; write “RR”"),
        ("GG*", "these tiles have no suit, so “*” means nothing; write “GG”"),
        ("??a", "R, G and ? have no colour"),
        ("FF*", "these tiles have no suit, so “*” means nothing; write “FF”"),
        ("00*", "these tiles have no suit, so “*” means nothing; write “00”"),
        ("UUU*", "these tiles have no suit, so “*” means nothing; write “UUU”"),
    ],
)
def test_a_word_that_is_no_tiles_is_refused_with_what_to_write(word: str, advice: str) -> None:
    (fault,) = faults(f"\n{word if word[0] != '[' else 'FF ' + word} FF 2222a 444b X 25")
    assert (fault.line, fault.text) == (2, word)
    assert quoted(word) in fault.detail
    assert advice in fault.detail


@pytest.mark.parametrize(
    ("line", "text", "detail"),
    [
        (
            "FFF 2222a 444b 888a X 25",
            "FFF 2222a 444b 888a",
            "a hand has 14 tiles, but FFF 2222a 444b 888a has 13",
        ),
        ("FFF 2222a 444b 88888a X 25", "FFF 2222a 444b 88888a", "FFF 2222a 444b 88888a has 15"),
        (f"{HAND[:-5]} -or- FF X 25", "FF", "a hand has 14 tiles, but FF has 2"),
        ("FFF 2222a 444 8888a X 25", "444", "“444” has no colour, but other groups have one"),
        ("FFFF 1111a 2222a DD X 25", "DD", "“DD” has no colour, but other groups have one"),
        ("FFFF 1111 2222 DD* X 25", "1111", "“1111” has no colour, but other groups have one"),
        (
            "11a 22b 33c 44d FFFF NN X 25",
            "11a 22b 33c 44d FFFF NN",
            "a, b, c and d stand for 4 suits",
        ),
        ("+ FFF 2222a 444b 8888a X 25", "+", "the sign “+” has no tiles before it"),
        ("-or- FFF 2222a 444b 8888a X 25", "", "the tiles are missing"),
        (f"{HAND[:-5]} -or- -or- {HAND}", "", "the tiles are missing"),
        ("(run) X 25", "", "the tiles are missing"),
        ("X 25", "", "the tiles are missing"),
    ],
)
def test_tiles_that_make_no_hand_are_refused(line: str, text: str, detail: str) -> None:
    (fault,) = faults(line)
    assert fault.line == 1
    assert fault.text == text
    assert detail in fault.detail


def test_a_fourth_colour_may_stand_where_one_of_them_is_freed() -> None:
    assert hand("11a 22b 33c 44d FFFF NN (d any suit) X 25").clauses == (Clause("free", ("d",)),)


# The name, the mark and the value ----------------------------------------------------------------


def test_a_hand_is_exposed_or_concealed_and_has_a_value() -> None:
    assert (hand(HAND).concealed, hand(HAND).value) == (False, 25)
    closed = hand("1 22 3 44 5 66 7 88 9 F (these nos only)C50")
    assert (closed.concealed, closed.value) == (True, 50)
    assert hand("XXXX FFFF NNNN X X X 9999").value == 9999


def test_a_name_may_stand_in_front() -> None:
    assert hand(f"Climb  up: {HAND}").name == "Climb up"
    assert hand(f"2 by 2:{HAND}").title == "#1 (2 by 2)"


@pytest.mark.parametrize(
    ("line", "text", "detail"),
    [
        (HAND[:-5], "", "the end of the hand is missing; end a hand with X (may be"),
        (HAND[:-5] + " 25", "25", "the value “25” has no X or C before it"),
        (HAND[:-5] + " X", "X", "the value after “X” is missing"),
        (HAND[:-5] + " x 25", "x 25", "did you mean “X 25”?"),
        (HAND[:-5] + " c25", "c25", "did you mean “C25”?"),
        (HAND[:-5] + " X 0", "X 0", "“0” is not a value; write a whole number from 1 to 9999"),
        (HAND[:-5] + " X 10000", "X 10000", "“10000” is not a value"),
        (HAND[:-5] + " X 2.5", "X 2.5", "is not a whole number from 1 to 9999"),
        (HAND[:-5] + " X -25", "X -25", "is not a whole number from 1 to 9999"),
        (HAND[:-5] + " C $25", "C $25", "is not a whole number from 1 to 9999"),
        (HAND[:-5] + " (any 2 suits) Q 25", "Q 25", "“Q 25” is not valid here; end a hand with"),
        (HAND[:-5] + " (any 2 suits) X 25 25", "X 25 25", "is not valid here; end a hand with X"),
        (HAND[:-5] + " (any 2 suits)", "", "the end of the hand is missing"),
        (HAND + " (any 2 suits)", None, "the parentheses come before X or C"),
        (HAND[:-5] + " (any 2 suits X 25", None, "is not closed; write “)”"),
        (HAND[:-5] + " any 2 suits) X 25", None, "“)” has no “(” before it"),
        (HAND[:-5] + " (any (2) suits) X 25", None, "has parentheses inside parentheses"),
        (HAND[:-5] + " (run) (like) X 25", None, "is a second pair of parentheses"),
        (HAND[:-5] + " (run)) X 25", None, "is a second pair of parentheses"),
        (": " + HAND, None, "the name before “:” needs 1 to 60 characters"),
        ("n" * 61 + ": " + HAND, None, "the name before “:” needs 1 to 60 characters"),
        ("a) : " + HAND, None, "the name before “:” needs 1 to 60 characters"),
    ],
)
def test_a_hand_that_is_not_built_like_one_is_refused(
    line: str, text: str | None, detail: str
) -> None:
    """``text`` is None where the whole line is meant."""
    (fault,) = faults(line)
    assert fault.line == 1
    assert fault.text == quoted(line if text is None else text)[1:-1]
    assert detail in fault.detail


def test_all_faults_of_all_lines_are_reported_at_once_in_order() -> None:
    text = (
        "@name\n[2468; runn]\nfff 2222A 444b (runn, x odd) x 25\n"
        f"{HAND}\nFFF 2222a 44b 8888a X 25\n[2468"
    )
    assert [(fault.line, fault.text) for fault in faults(text)] == [
        (1, "@name"),
        (2, "runn"),
        (3, "x 25"),
        (3, "runn"),
        (3, "x odd"),
        (3, "fff"),
        (3, "2222A"),
        (5, "FFF 2222a 44b 8888a"),
        (6, "[2468"),
    ]


def test_the_error_tells_the_lines_and_is_a_value_error() -> None:
    with pytest.raises(ValueError, match=r"^line 2: .*; line 3: ") as caught:
        parse(f"{HAND}\nF X 25\nFF X 25")
    assert isinstance(caught.value, CardError)


# Directives and sections -------------------------------------------------------------------------


def test_directives_are_kept_in_order_wherever_they_stand() -> None:
    card = parse(f"@year 2026\n{HAND}\n@Made-By  our   club  # not the League\n")
    assert card.directives == (("year", "2026"), ("made-by", "our club"))
    assert parse(render(card)).directives == card.directives


def test_a_section_has_flags() -> None:
    card = parse(f"[ Any  Runs ; RUN,no-bonus ]\n{HAND}\n[Likes;like]\nFFF 2222a 222b 2222a X 25")
    assert [one.section for one in card.hands] == [
        Section("Any Runs", ("run", "no-bonus")),
        Section("Likes", ("like",)),
    ]
    assert without_lines(parse(render(card))) == without_lines(card)


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        ("@", "“@” has no text; write for example “@name Our card” or “@year 2026”"),
        ("@name", "“@name” has no text"),
        ("@ name Ours", "“@ name Ours” has no text"),
        ("@name Ours\n@name Yours", "“@name” is written twice"),
        ("@nmae Ours", "the word “@nmae” is unknown; did you mean “name”?"),
        ("@year twenty", "“twenty” is not a year"),
        ("[2468", "“[2468” is not a section; write [name] or [name; flag, flag]"),
        ("[2468] X 25", "“[2468] X 25” is not a section"),
        ("[[2468]]", "is not a section"),
        ("[2468; run; like]", "is not a section"),
        ("[]", "the name of a section needs 1 to 60 characters"),
        (f"[{'n' * 61}]", "the name of a section needs 1 to 60 characters"),
        ("[2468; no bonus]", "“no bonus” is not a flag of a section; did you mean “no-bonus”?"),
        ("[2468; odd]", "“odd” is not a flag of a section; the flags are run, like, no-bonus"),
        ("[2468; ]", "“” is not a flag of a section"),
        ("[2468; run, run]", "a flag is written twice"),
        ("[2468; run, like]", "a section has either the flag “run” or the flag “like”"),
        (
            "[Evens]\n[EVENS]",
            "the section “EVENS” already exists on line 1; move these hands there or "
            "rename this section",
        ),
    ],
)
def test_a_directive_or_section_that_is_none_is_refused(line: str, detail: str) -> None:
    (fault,) = faults(f"{line}\nX 25\n")[:-1]
    assert detail in fault.detail
    assert fault.line == line.count("\n") + 1


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment", "@name Ours\n[2468]\n"])
def test_a_card_without_hands_is_refused(text: str) -> None:
    (fault,) = faults(text)
    detail = f"the card has no hand; write at least one, for example “{HAND}”"
    assert fault == (1, "", detail)


@pytest.mark.parametrize(
    "sign", ["\x00", "\x0b", "\x0c", "\x1b", "\x85", "\u2028", "\u202e", "\u200f"]
)
def test_a_character_that_cannot_be_seen_is_refused_but_in_a_comment(sign: str) -> None:
    (fault,) = faults(f"# right\n{HAND[:8]}{sign}{HAND[8:]}")
    assert fault.line == 2
    assert f"(U+{ord(sign):04X})" in fault.detail
    assert fault.text.isprintable()
    assert hand(f"{HAND} # {sign}").value == 25


# The parenthetical -------------------------------------------------------------------------------

RUN = "1111a 2222b 333a 444b"
LIKE = "FFFF 111a 1111b 111c"
BONDED = "2222a DDDDa DDDDb FF"
"""A hand with a matching and an opposite dragon."""


@pytest.mark.parametrize(
    ("text", "tiles", "expected"),
    [
        ("run", RUN, Clause("run")),
        ("RUN", RUN, Clause("run")),
        ("any consec nos", RUN, Clause("run")),
        ("any consec. nos.", RUN, Clause("run")),
        ("any 4 consec nos", RUN, Clause("run", values=("4",))),
        ("any 2 consec even nos", "2222a 4444a FFFFFF", Clause("run", values=("2",), text="even")),
        ("run even", "2222a 444b 6666a FFF", Clause("run", text="even")),
        ("run odd", "1111a 555b 7777a FFF", Clause("run", text="odd")),
        ("like", LIKE, Clause("like")),
        ("any like nos", LIKE, Clause("like")),
        ("any like no.", LIKE, Clause("like")),
        ("any like odd nos", LIKE, Clause("like", text="odd")),
        ("like even", LIKE.replace("1", "2"), Clause("like", text="even")),
        ("these nos only", RUN, Clause("fixed", text="these nos only")),
        ("X odd", None, Clause("domain", ("X",), tuple("13579"), "odd")),
        ("Y even", None, Clause("domain", ("Y",), tuple("2468"), "even")),
        ("Z any", None, Clause("domain", ("Z",), tuple("123456789"), "any")),
        ("X=2/4/6", None, Clause("domain", ("X",), tuple("246"))),
        ("X = 6 / 2", None, Clause("domain", ("X",), tuple("62"))),
        ("X=5", None, Clause("domain", ("X",), ("5",))),
        ("U=N/S", "UUUU VVVV FFFFFF", Clause("domain", ("U",), ("N", "S"))),
        ("V=E", "UUUU VVVV FFFFFF", Clause("domain", ("V",), ("E",))),
        ("Y=X+2", None, Clause("relation", ("X", "Y"), ("Y", "=", "X+2"), "Y=X+2")),
        ("X = Y", None, Clause("relation", ("X", "Y"), ("X", "=", "Y"), "X=Y")),
        ("X<Y", None, Clause("relation", ("X", "Y"), ("X", "<", "Y"), "X<Y")),
        ("X != Y", None, Clause("relation", ("X", "Y"), ("X", "!=", "Y"), "X!=Y")),
        ("X+Y=9", None, Clause("relation", ("X", "Y"), ("X+Y", "=", "9"), "X+Y=9")),
        ("X+Y=Z", None, Clause("relation", ("X", "Y", "Z"), ("X+Y", "=", "Z"), "X+Y=Z")),
        ("Z >= 12", None, Clause("relation", ("Z",), ("Z", ">=", "12"), "Z>=12")),
        ("X<=Y", None, Clause("relation", ("X", "Y"), ("X", "<=", "Y"), "X<=Y")),
        ("Z>Y", None, Clause("relation", ("Y", "Z"), ("Z", ">", "Y"), "Z>Y")),
        ("a=bam", None, Clause("suit", ("a",), ("bam",))),
        ("b = Crak", None, Clause("suit", ("b",), ("crak",))),
        ("c=dot", None, Clause("suit", ("c",), ("dot",))),
        ("b any suit", None, Clause("free", ("b",))),
        ("any 3 suits", None, Clause("suits", values=("3",), text="any 3 suits")),
        ("any 1 suit", "FFFFFF 2222 4444", Clause("suits", values=("1",), text="any 1 suit")),
        ("any 2 suits", BONDED, Clause("suits", values=("2",), text="any 2 suits")),
        ("any 1 suit", BONDED, Clause("suits", values=("1",), text="any 1 suit")),
        ("any 1 suit", "FFFFFF 2222a DDDD*", Clause("suits", values=("1",), text="any 1 suit")),
        (
            "any 1 or 2 suits",
            "FFFFFF 2222a 4444a -or- FFFFFF 2222a 4444b",
            Clause("suits", values=("1", "2"), text="any 1 or 2 suits"),
        ),
        (
            "any 1 or 2 suits",
            "FFFFFF 2222a 4444*",
            Clause("suits", values=("1", "2"), text="any 1 or 2 suits"),
        ),
        (
            "matching dragons",
            "2222 4444 DDDD 88",
            Clause("matching-dragons", text="matching dragons"),
        ),
        (
            "Matching dragon",
            "2222a 4444a DDDDa NN",
            Clause("matching-dragons", text="matching dragon"),
        ),
        ("opp. dragons", "FF XXXXa XXXXb DDDDc", Clause("opp-dragons", text="opp dragons")),
        ("opposite dragon", "FF 2222a 8888a DDDDb", Clause("opp-dragons", text="opposite dragon")),
        ("any dragon", "FF 2222a 8888a DDDD*", Clause("any-dragon", text="any dragon")),
        ("any dragons", "FFFFFF NNNN DDDD", Clause("any-dragon", text="any dragons")),
        ("any wind", "FFFFFF UUUU 2222a", Clause("any-wind", text="any wind")),
        ("any winds", "FFFFFF UUUU VVVV", Clause("any-wind", text="any winds")),
        ("these winds only", "FFFFFF NNNN SSSS", Clause("these-winds", text="these winds only")),
    ],
)
def test_a_clause_is_read_and_printed(text: str, tiles: str | None, expected: Clause) -> None:
    line = f"{tiles or 'FFF XXXXa YYYYb ZZZc'} ({text}) X 25"
    assert hand(line).clauses == (expected,)
    assert without_lines(parse(render(parse(line)))) == without_lines(parse(line))


def test_clauses_are_parted_by_commas_or_semicolons() -> None:
    line = "FFF XXXXa YYYYb ZZZc (X<Y;Y<Z , Z odd) X 25"
    assert [one.kind for one in hand(line).clauses] == ["relation", "relation", "domain"]
    assert render(parse(line)) == "FFF XXXXa YYYYb ZZZc  (X<Y, Y<Z, Z odd)  X 25\n"


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("runn", "did you mean “run”?"),
        ("consec", "in parentheses write one of: run, like, these nos only"),
        ("any four consec nos", "did you mean “any 4 consec nos”?"),
        ("any 3 like nos", "did you mean “any like nos”?"),
        ("these numbers only", "did you mean “these nos only”?"),
        ("any two suits", "did you mean “any 2 suits”?"),
        ("any 4 suits", "did you mean “any"),
        ("any suit", "for any suit write an asterisk after the tiles"),
        ("oposite dragons", "did you mean “opp dragons”?"),
        ("no jokers", "in parentheses write one of: run"),
        ("x odd", "did you mean “X odd”?"),
        ("y=2/4", "did you mean “Y=2/4”?"),
        ("x<y", "did you mean “X<Y”?"),
        ("F odd", "only the letters X, Y and Z can be odd, even or any"),
        ("U any", "U stands for a wind; to allow every wind write “any wind”"),
        ("Q=2", "before “=” write a number X, Y or Z, a wind U or V, or a colour from a to w"),
        ("X=0", "“0” cannot be X; write numbers from 1 to 9"),
        ("X=10", "“10” cannot be X"),
        ("X=N", "“N” cannot be X"),
        ("X=2/2", "has the same value twice"),
        ("X=2 or 4", "separate several values by slashes, for example “X=2/4/6”"),
        ("X=2-4", "separate several values by slashes"),
        ("4", "separate several values by slashes"),
        ("U=2", "“2” cannot be U; write winds, for example “U=N/S”"),
        ("U=R", "“R” cannot be U"),
        ("a=bams", "write the suit as bam, crak or dot, for example “a=bam”; did you mean “bam”?"),
        ("a=red", "write the suit as bam, crak or dot, for example “a=bam”"),
        ("a=bam/dot", "write the suit as bam, crak or dot"),
        ("X any suit", "write a colour as a small letter from a to w"),
        ("X=2 6", "separate several values by slashes, for example “X=2/4/6”"),
        ("X+Y=1 0", "is not valid here"),
        ("Y=X-2", "write an addition instead"),
        ("X<Y<Z", "has 2 comparisons; write each as a condition of its own"),
        ("X≠Y", "use one of the signs = != < > <= >="),
        ("X<>Y", "has 2 comparisons"),
        ("X+=3", "“X+” is not a sum"),
        ("x+=3", "in parentheses write one of: run"),
        ("X=", "is empty on one side"),
        ("=3", "is empty on one side"),
        ("1+2=3", "compares no number of the hand"),
        ("X=Y+100", "“Y+100” is not a sum"),
        ("XY=12", "“XY” is not a sum"),
        ("X=" + "9" * 150, "cannot be X"),
        ("", "there is an empty condition between two commas"),
    ],
)
def test_a_clause_outside_the_vocabulary_is_refused(text: str, advice: str) -> None:
    (fault,) = faults(f"# card\nFFF XXXXa YYYYb ZZZc ({text}) X 25")
    assert fault.line == 2
    assert fault.text == quoted(text)[1:-1]
    assert advice in fault.detail


def test_a_comma_too_many_is_a_fault_of_its_own() -> None:
    assert [fault.text for fault in faults(f"{RUN} (run,,any 2 suits,) X 25")] == ["", ""]


@pytest.mark.parametrize(
    ("text", "tiles", "detail"),
    [
        (
            "any 3 consec nos",
            RUN,
            "this hand has 4 different numbers (1, 2, 3 and 4); correct the tiles or "
            "the number in the condition",
        ),
        (
            "any 2 consec nos",
            "1111a 3333b FFFFFF",
            "the numbers 1 and 3 are not consecutive; correct the tiles or the condition",
        ),
        ("any 2 consec odd nos", "1111a 7777b FFFFFF", "1 and 7 are not consecutive"),
        ("run", "FFF XXXXa YYYYb ZZZc", "this hand has no number from 1 to 9"),
        ("like", "NNNN EEEE 0000 FF", "this hand has no number from 1 to 9"),
        ("these nos only", "FFF XXXXa YYYYb ZZZc", "this hand has no number from 1 to 9"),
        ("run even", RUN, "the number 1 is not even; correct the tiles or the condition"),
        ("like odd", "FFFF 222a 2222b 222c", "2 is not odd"),
        (
            "like",
            RUN,
            "this hand has different numbers (1, 2, 3 and 4); write the same number in all groups",
        ),
        (
            "run, these nos only",
            RUN,
            "“run” and “these nos only” exclude each other; remove one of them",
        ),
        ("run, run", RUN, "“run” is written twice; write it once"),
        ("run, any 4 consec nos", RUN, "“run” and “any 4 consec nos” exclude each other"),
        ("X odd", RUN, "“X odd”: X does not occur in the tiles"),
        ("U=N", RUN, "U does not occur in the tiles"),
        ("X<Y", "FFF XXXXa XXXXb FFF", "“X<Y”: Y does not occur in the tiles"),
        ("c=bam", RUN, "“c=bam”: c does not occur in the tiles"),
        ("c any suit", RUN, "c does not occur in the tiles"),
        (
            "a=bam, b=bam",
            RUN,
            "2 colours have the suit bam, but each colour needs a suit of its own; "
            "change one of them",
        ),
        ("a=bam, a=dot", RUN, "“a=bam” and “a=dot” exclude each other"),
        ("a=bam, a any suit", RUN, "“a=bam” and “a any suit” exclude each other"),
        ("X odd, X=3", "XXXXa XXXXb FFFFFF", "“X odd” and “X=3” exclude each other"),
        ("any 3 suits", RUN, "“any 3 suits”: the colours of this hand give 2 suits"),
        ("any 2 suits", "FFFFFF 2222 4444", "the colours of this hand give 1 suit"),
        ("any 1 suit", "FFFFFF NNNN SSSS", "the colours of this hand give 0 suits"),
        ("any 1 suit", "FFFF 2222a 444b 888a", "the colours of this hand give 2 suits"),
        ("any 1 or 2 suits", RUN, "no alternative of this hand has 1 suit; add one after -or-"),
        ("any 2 suits", f"{RUN} -or- 11112222333444a", "the colours of this hand give 1 suit"),
        ("matching dragons", RUN, "no dragon D has the colour of a number"),
        ("matching dragons", "FF 2222a 8888a DDDDb", "no dragon D has the colour of a number"),
        (
            "matching dragons",
            BONDED,
            "this hand also has an opposite dragon (DDDDb), which the condition does not name",
        ),
        ("opp dragons", "2222 4444 DDDD 88", "no dragon D has a colour of its own"),
        ("opp dragons", "FF 2222a 8888a DDDD*", "no dragon D has a colour of its own"),
        (
            "opp dragons",
            BONDED,
            "this hand also has a matching dragon (DDDDa), which the condition does not name",
        ),
        ("any dragon", BONDED, "no dragon D has *"),
        ("any dragon", "RRRR GGGG 0000 FF", "no dragon D has *"),
        ("any wind", "FFFFFF NNNN SSSS", "this hand has no wind U"),
        (
            "these winds only",
            "FFFFFF UUUU SSSS",
            "the letters U and V stand for any wind; write N, E, W or S, or remove this condition",
        ),
        (
            "these winds only",
            RUN,
            "this hand has no wind N, E, W or S; correct the tiles or remove this condition",
        ),
        (
            "Y=X+2",
            "FFFFFF XXXXa XXXXb -or- FFFFFF XXXXa YYYYb",
            "an alternative (before or after -or-) has only some of X and Y; write "
            "all of them there or none",
        ),
    ],
)
def test_a_clause_that_is_not_so_is_refused(text: str, tiles: str, detail: str) -> None:
    found = faults(f"{tiles} ({text}) X 25")
    assert [one.detail for one in found if detail in one.detail]
    assert {one.line for one in found} == {1}


def test_matching_and_opposite_dragons_are_asserted_together() -> None:
    assert len(hand(f"{BONDED} (matching dragons, opp dragons) X 25").clauses) == 2


def test_a_relation_may_be_of_one_alternative_alone() -> None:
    assert hand("FFFFFF NNNN SSSS -or- FFFFFF XXXXa YYYYb (X<Y) X 25").alternatives


@pytest.mark.parametrize(
    ("section", "line", "kind"),
    [
        ("[S]", RUN, None),
        ("[S; run]", RUN, "run"),
        ("[S; run]", f"{RUN} (these nos only)", None),
        ("[S; run]", f"{LIKE} (like)", "like"),
        ("[S; like]", f"{RUN} (run)", "run"),
        ("[S; like]", f"{RUN} (these nos only)", None),
        ("[S; like]", "FFF XXXXa YYYYb ZZZc", "like"),
    ],
)
def test_a_hand_moves_as_its_section_unless_it_says_otherwise(
    section: str, line: str, kind: str | None
) -> None:
    (found,) = parse(f"{section}\n{line} X 25").hands
    assert (found.movement.kind if found.movement else None) == kind


def test_a_section_of_like_numbers_has_no_hand_with_different_ones() -> None:
    (fault,) = faults(f"[Likes; like]\n{RUN} X 25")
    assert fault.line == 2
    assert "the section has the flag “like”, but this hand has different numbers" in fault.detail
    assert "(these nos only)" in fault.detail
