"""What the answers to ``/nearest`` of every ruleset share: how many hands, and what is
missing in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorer.errors import Problem
from scorer.languages.speech import say, say_many

DEFAULT_LISTED_HANDS: Final = 10
"""How many hands are listed where the request has no limit."""


def wrong_tile_count(held: int, fewest: int) -> Problem:
    """Return the problem of tiles that are too few or too many to be near a hand."""
    detail = say(
        "the search for the nearest hands needs {fewest} or {whole} tiles; you entered {held}",
        held=held,
        fewest=fewest,
        whole=fewest + 1,
    )
    return Problem("/hand/concealed", "wrong_count", detail)


def missing_in_words(missing: Sequence[str], short: int, left_over: Sequence[str]) -> str:
    """Return in words what is missing of a hand and what has no place in it."""
    tiles = " ".join(missing)
    if short > len(missing):
        more = short - len(missing)
        tiles = say_many("{number} more tile", "{number} more tiles", more)
        if missing:
            tiles = say("{missing} and {more}", missing=" ".join(missing), more=tiles)
    missed = say_many("{missing} is missing", "{missing} are missing", short, missing=tiles)
    return with_left_over_tiles(missed, left_over)


def with_left_over_tiles(missed: str, left_over: Sequence[str]) -> str:
    """Return what is missing, in words, followed by the tiles that have no place."""
    if not left_over:
        return missed
    return say("{missing}; left over: {spare}", missing=missed, spare=" ".join(left_over))
