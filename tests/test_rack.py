"""The tiles of an American hand: what is possible, and the typed interface on it."""

from __future__ import annotations

import pytest

from scorer.engine.hand import DEALT_COUNT, Win
from scorer.engine.rack import Exposure, Rack
from scorer.engine.tiles import parse
from scorer.errors import HandError
from scorer.rules import BOOKS
from tests import plain as scorer


def test_east_after_the_charleston_wins_in_python_as_in_a_document() -> None:
    edition = BOOKS["american"].edition()
    hand = Rack(parse("FFF 2222b 444c 8888b"), winning=parse("8b")[0])
    won = Win.of("self_draw", "earths_blessing")
    assert edition.score(hand, won, seat=0, prevailing=0).total == 50


@pytest.mark.parametrize("exposure", [(7, 4, 4), (99, 4, 0), (7, 4, -1), (7, 2, 0)])
def test_a_rack_refuses_an_exposure_that_is_none(exposure: tuple[int, int, int]) -> None:
    with pytest.raises(HandError):
        Rack(parse("FFF 2222b 444c"), [Exposure(*exposure)])


@pytest.mark.parametrize(
    ("tiles", "shown"),
    [
        ("FFFFFFF", "F F F F F F F is not an exposure"),
        ("222b 44b", "2b 2b 2b 4b 4b is not an exposure"),
        ("F" * 15, "F F F F F F F F F F F F F F … is not an exposure"),
    ],
)
def test_tiles_that_are_no_exposure_are_shown_as_they_were_told(tiles: str, shown: str) -> None:
    document = {
        "ruleset": "american",
        "hand": {"concealed": "2222b 444c", "melds": [{"tiles": tiles}], "winning_tile": "4c"},
        "win": {"by": "self_draw"},
        "seat": "E",
    }
    with pytest.raises(HandError) as caught:
        scorer.score(document)
    (error,) = caught.value.errors
    assert (error["pointer"], error["code"]) == ("/hand/melds/0", "bad_meld")
    assert error["detail"].endswith(shown)


def test_a_hand_that_was_dealt_complete_has_fourteen_tiles_and_no_winning_one() -> None:
    edition = BOOKS["american"].edition()
    hand = Rack(parse("FFF 2222b 444c 8888b"), count=DEALT_COUNT)
    sheet = edition.score(hand, Win.of("self_draw", "heavens_blessing"), seat=0, prevailing=0)
    assert sheet.total == 50
    assert not any(shown_set.winning for shown_set in sheet.arrangement)
    with pytest.raises(HandError):
        Rack(parse("FFF 2222b 444c 888b"), count=DEALT_COUNT)


@pytest.mark.parametrize("tile", [-1, 50])
def test_a_rack_refuses_a_tile_that_is_none(tile: int) -> None:
    with pytest.raises(HandError):
        Rack([*parse("FFF 2222b 444c 88b"), tile])
