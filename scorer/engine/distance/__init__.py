"""The winning hands that fewest exchanged tiles make of some tiles. No values and no rules."""

from __future__ import annotations

from scorer.engine.distance.sets import Limits, most_chows_left, nearest_sets_and_pair
from scorer.engine.distance.shapes import nearest_of_shapes
from scorer.engine.distance.whole_hand import WholeHand

__all__ = [
    "Limits",
    "WholeHand",
    "most_chows_left",
    "nearest_of_shapes",
    "nearest_sets_and_pair",
]
