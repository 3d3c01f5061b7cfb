"""The tiles of an American hand: what is possible, and the typed interface on it."""

from __future__ import annotations

import pytest

from scorer.errors import HandError
from scorer.hand import Win
from scorer.rack import Exposure, Rack
from scorer.rules import BOOKS
from scorer.tiles import parse


def test_east_after_the_charleston_wins_in_python_as_in_a_document() -> None:
    edition = BOOKS["american"].edition()
    hand = Rack(parse("FFF 2222b 444c 8888b"), winning=parse("8b")[0])
    won = Win.of("self_draw", "earths_blessing")
    assert edition.score(hand, won, seat=0, prevailing=0).total == 50


@pytest.mark.parametrize("exposure", [(7, 4, 4), (99, 4, 0), (7, 4, -1), (7, 2, 0)])
def test_a_rack_refuses_an_exposure_that_is_none(exposure: tuple[int, int, int]) -> None:
    with pytest.raises(HandError):
        Rack(parse("FFF 2222b 444c"), [Exposure(*exposure)])


@pytest.mark.parametrize("tile", [-1, 50])
def test_a_rack_refuses_a_tile_that_is_none(tile: int) -> None:
    with pytest.raises(HandError):
        Rack([*parse("FFF 2222b 444c 88b"), tile])
