"""NumPy's integers are tiles as Python's are, for every function that takes tiles."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from scorer.documents import read
from scorer.engine import tiles
from scorer.engine.hand import KONG, Hand, Meld, Win
from scorer.engine.rack import Exposure, Rack
from scorer.engine.tiles import parse
from scorer.grammar.han.hand import DoraHand, red_meld, reds_among
from scorer.rules import BOOKS
from tests import plain as scorer
from tests.drawn import random_document
from tests.nightly import many

KINDS = [np.uint8, np.int64]
KIND = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
SUM = "123b 99d"


@KIND
@pytest.mark.parametrize("ruleset", BOOKS)
def test_hands_of_numpy_integers_score_as_others_do(
    ruleset: str, kind: Callable[[int], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the documents say is handed to the engine as NumPy's integers."""
    rng = random.Random(f"numpy {ruleset}")
    documents = [random_document(rng, ruleset) for _ in range(many(12, 300))]
    answers = [scorer.score(document) for document in documents]
    read_tiles, read_winning = read._read_tiles, read._read_winning_tile

    def tiles_of(*arguments: Any) -> Any:
        return [kind(tile) for tile in read_tiles(*arguments)]

    def winning_of(*arguments: Any) -> Any:
        tile = read_winning(*arguments)
        return None if tile is None else kind(tile)

    monkeypatch.setattr(read, "_read_tiles", tiles_of)
    monkeypatch.setattr(read, "_read_winning_tile", winning_of)
    assert [scorer.score(document) for document in documents] == answers


@KIND
def test_a_hand_of_an_array_is_the_hand_of_its_notation(kind: Any) -> None:
    array = np.array(parse(SUM), dtype=kind)
    melds = [Meld.of(np.array(parse(text), dtype=kind)) for text in ("777c", "888d", "EEE")]
    made = Hand(array, melds, np.array(parse("F1 S2"), dtype=kind), kind(26))
    written = Hand.of(SUM, ["777c", "888d", "EEE"], "F1 S2", "9d")
    assert made == written
    assert repr(made) == repr(written)
    assert pickle.dumps(made) == pickle.dumps(written)
    assert pickle.loads(pickle.dumps(made)) == written
    waiting = Hand.of("123b 9d", ["777c", "888d", "EEE"], "F1 S2")
    assert pickle.dumps(waiting.with_tile(kind(26))) == pickle.dumps(written)
    assert repr(Meld(kind(KONG), kind(15), True)) == "Meld.of('7777c', concealed=True)"
    edition = BOOKS["classical"].edition()
    win = Win.of("discard", loser=kind(3))
    sheet = edition.score(made, win, seat=kind(1), prevailing=kind(0))
    assert sheet.total == edition.score(written, win, seat=1, prevailing=0).total


@KIND
def test_a_hand_with_red_fives_and_a_rack_take_arrays(kind: Any) -> None:
    def array(text: str) -> Any:
        return np.array(parse(text), dtype=kind)

    red = red_meld(array("0c 55c"), False, False)
    assert (red, red.red) == (red_meld(parse("0c 55c"), False, False), 1)
    assert reds_among(array("0b 5b 0d")) == (1, 0, 1)
    made = DoraHand(array("123b 99d"), [red], kind(26), indicators=array("4c"), beneath=(), size=7)
    assert made == DoraHand(parse("123b 99d"), [red], 26, indicators=(12,), size=7)
    assert repr(made) == repr(DoraHand(parse("123b 99d"), [red], 26, indicators=(12,), size=7))
    rack = Rack(array("FFF 444c 8888b"), [Exposure(kind(1), kind(4), kind(1))], kind(7))
    assert repr(rack) == repr(Rack.of("FFF 444c 8888b", ["222bJ"], "8b"))
    assert rack == Rack.of("FFF 444c 8888b", ["222bJ"], "8b")
    assert Exposure(kind(1), kind(4), kind(1)).tiles == parse("222bJ")


@KIND
def test_tiles_are_written_whatever_their_kind(kind: Callable[[int], Any]) -> None:
    some = parse("1b 55d 0d E J F S4")
    same = [kind(tile) for tile in some]
    for function in (tiles.codes, tiles.written, tiles.in_order):
        assert function(same) == function(some)
    assert tiles.mask_of(*same) == tiles.mask_of(*some)
    assert [tiles.code(tile) for tile in same] == [tiles.code(tile) for tile in some]
    assert [*map(tiles.unicode_tile, same)] == [*map(tiles.unicode_tile, some)]
    plain = [tiles.plain(tile) for tile in same]
    assert plain == [tiles.plain(tile) for tile in some]
    assert {*map(type, plain), *map(type, tiles.in_order(same))} == {int}
