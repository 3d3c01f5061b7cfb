"""Every notation is read, one notation is written, and what is no tile is refused with advice."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.engine import tiles
from scorer.engine.tiles import CODES, TileError, bits, code, codes, mask_of, one_suit, parse
from tests.drawn import UNICODE, seeds, written

COMMON = CODES[: CODES.index("J") + 1]


@pytest.mark.parametrize("number", range(len(CODES)), ids=CODES)
def test_every_code_is_read_as_the_tile_that_writes_it(number: int) -> None:
    assert parse(code(number)) == [number]
    assert codes([number]) == [CODES[number]]


@pytest.mark.parametrize("tile", sorted(UNICODE))
def test_every_unicode_tile_is_read_with_and_without_a_variation_selector(tile: str) -> None:
    for selector in ("", "\ufe0e", "\ufe0f"):
        assert codes(parse(UNICODE[tile] + selector)) == [tile]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("123b", "1b 2b 3b"),
        ("B123", "1b 2b 3b"),
        ("b123", "1b 2b 3b"),
        ("123B", "1b 2b 3b"),
        ("1b2b3b", "1b 2b 3b"),
        ("1b,2b, 3b", "1b 2b 3b"),
        ("1b\t2b\n3b", "1b 2b 3b"),
        ("123s456m789p", "1b 2b 3b 4c 5c 6c 7d 8d 9d"),
        ("C19D19", "1c 9c 1d 9d"),
        ("1234z", "E S W N"),
        ("765z", "R G P"),
        ("eswnrgp", "E S W N R G P"),
        ("ESWN RGP", "E S W N R G P"),
        ("Rd Gd Wh", "R G P"),
        ("rd gd wh", "R G P"),
        ("RRdGGd", "R R G G"),
        ("F1 S2", "F1 S2"),
        ("f1f4s3", "F1 F4 S3"),
        ("f1s2", "F1 S2"),
        ("f1 3s", "3b F1"),
        ("F1234", "F1 F2 F3 F4"),
        ("F1S1", "F1 S1"),
        ("S1b", "1b S"),
        ("S1B23", "2b 3b S1"),
        ("S 1b", "1b S"),
        ("SS1b2b", "1b 2b S S"),
        ("J JJ", "J J J"),
        ("F", "F"),
        ("0b0m0p", "0b 0c 0d"),
        ("🀇🀈🀉 🀀", "1c 2c 3c E"),
        ("🀐 1b 🀙", "1b 1b 1d"),
        ("🀄🀅🀆", "R G P"),
        ("", ""),
        ("   ", ""),
    ],
)
def test_each_notation_is_read(text: str, canonical: str) -> None:
    assert " ".join(codes(parse(text))) == canonical


def test_tiles_come_in_the_order_they_were_written_and_are_shown_in_the_canonical_order() -> None:
    assert [code(tile) for tile in parse("P E 9d 1c 1b J S1 F1")] == [
        *("P", "E", "9d", "1c", "1b", "J", "S1", "F1"),
    ]
    assert codes(parse("P E 9d 1c 1b J S1 F1")) == [
        *("1b", "1c", "9d", "E", "P", "F1", "S1", "J"),
    ]


@given(st.lists(st.sampled_from(COMMON), max_size=20), seeds)
def test_a_list_of_tiles_is_the_same_in_every_notation(held: list[str], seed: int) -> None:
    text = written(random.Random(seed), held)
    found = parse(text) if isinstance(text, str) else [t for part in text for t in parse(part)]
    assert sorted(found) == sorted(CODES.index(tile) for tile in held)


@pytest.mark.parametrize(
    ("text", "piece", "advice"),
    [
        ("123", "123", "has no suit"),
        ("12b 3", "3", "has no suit"),
        ("X", "X", "is not a tile"),
        ("1b Q 2b", "Q", "is not a tile"),
        ("12x", "x", "“x” is not a suit"),
        ("F5", "5", "has no suit"),
        ("F0", "0", "has no suit"),
        ("T1", "T1", "is not a tile"),
        ("-1b", "-1b", "is not a tile"),
        ("é", "é", "is not a tile"),
        ("\U0001f02b", "\U0001f02b", "is not a tile"),
        ("\ud800", "\ufffd", "is not a tile"),
        ("\x00", "\ufffd", "is not a tile"),
    ],
)
def test_what_is_no_tile_is_refused_and_the_message_names_the_piece(
    text: str, piece: str, advice: str
) -> None:
    with pytest.raises(TileError) as caught:
        parse(text)
    assert f"“{piece}" in str(caught.value)
    assert advice in str(caught.value)


@pytest.mark.parametrize("rank", [0, 8, 9])
def test_honours_by_number_go_from_1z_to_7z(rank: int) -> None:
    with pytest.raises(TileError, match=f"honours are written 1z to 7z; {rank}z is not a tile"):
        parse(f"{rank}z")


@pytest.mark.slow
@given(st.text())
def test_any_text_is_read_or_refused_and_never_anything_else(text: str) -> None:
    try:
        held = parse(text)
    except TileError:
        return
    assert all(0 <= tile < len(CODES) for tile in held)


@given(st.text("0123456789bcdsmpzBCDESWNRGPFJfwh ,", max_size=12))
def test_what_is_read_reads_the_same_when_it_is_written_again(text: str) -> None:
    try:
        held = parse(text)
    except TileError:
        return
    assert codes(parse(" ".join(codes(held)))) == codes(held)


def test_every_code_and_name_belongs_to_one_tile() -> None:
    assert len(set(CODES)) == len(CODES)
    assert len(set(tiles.TILE_NAMES)) == len(tiles.TILE_NAMES) == len(CODES)


@given(st.sets(st.integers(0, 41)))
def test_a_mask_holds_just_the_kinds_it_was_made_of(kinds: set[int]) -> None:
    assert list(bits(mask_of(*kinds))) == sorted(kinds)


def test_the_masks_name_the_tiles_that_they_should() -> None:
    def shown(mask: int) -> str:
        return " ".join(code(kind) for kind in bits(mask))

    assert shown(tiles.TERMINALS) == "1b 9b 1c 9c 1d 9d"
    assert shown(tiles.HONOURS) == "E S W N R G P"
    assert shown(tiles.MAJORS) == "1b 9b 1c 9c 1d 9d E S W N R G P"
    assert shown(tiles.GREEN_KINDS) == "2b 3b 4b 6b 8b G"
    assert shown(tiles.FLOWERS) == "F1 F2 F3 F4"
    assert shown(tiles.SEASONS) == "S1 S2 S3 S4"
    assert tiles.MINORS.bit_count() == 21
    assert not tiles.MINORS & tiles.MAJORS


@pytest.mark.parametrize(
    ("text", "answer"), [("19b", True), ("1b1c", False), ("5d", True), ("5dE", False), ("", False)]
)
def test_one_suit_is_tiles_of_just_one_suit_and_no_honours(text: str, answer: bool) -> None:
    assert one_suit(mask_of(*parse(text))) is answer
