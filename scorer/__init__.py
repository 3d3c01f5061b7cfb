"""Mahjong hands scored, settled and explained.

``score``, ``settle``, ``waits``, ``nearest``, ``check_card``, ``rulesets`` and ``ruleset`` take and
give the documents of the wire contract; what is wrong with one is a ``HandError``. ``cards``
gives the texts of the cards that come with it. Beneath them lies the typed interface:

>>> from scorer.hand import Hand, Win
>>> from scorer.rules import BOOKS
>>> hand = Hand.of("123b 55d", ["EEE", "234d", "777c"], winning="5d")
>>> BOOKS["classical"].edition().score(hand, Win.of("discard"), seat=0, prevailing=0).total
80
"""

from __future__ import annotations

from scorer.documents import (
    cards,
    check_card,
    nearest,
    ruleset,
    rulesets,
    score,
    settle,
    waits,
)
from scorer.errors import HandError

__all__ = [
    "HandError",
    "cards",
    "check_card",
    "nearest",
    "ruleset",
    "rulesets",
    "score",
    "settle",
    "waits",
]

__version__ = "0.1.0"
