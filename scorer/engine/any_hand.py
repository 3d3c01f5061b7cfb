"""A hand of any ruleset: of sets and a pair, or of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorer.engine.hand import Hand, Meld
from scorer.engine.rack import Exposure, Rack

AnyHand = Hand | Rack
AnyMeld = Meld | Exposure

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    HandT = TypeVar("HandT", bound=AnyHand, default=Any)
    """The hands of a ruleset; any where nothing is said."""
else:
    from typing import TypeVar

    HandT = TypeVar("HandT")  # before Python 3.13 none has a default


def of_sets(hand: AnyHand) -> Hand:
    """Return the hand, which is of sets. Raises TypeError for a rack."""
    if not isinstance(hand, Hand):
        raise TypeError(f"{hand!r} is the hand of a card; this ruleset has hands of sets")
    return hand


def of_card(hand: AnyHand) -> Rack:
    """Return the hand, which is of a card. Raises TypeError for a hand of sets."""
    if not isinstance(hand, Rack):
        raise TypeError(f"{hand!r} is a hand of sets; this ruleset has the hands of a card")
    return hand
