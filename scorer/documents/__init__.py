"""Functions that take a request document and return an answer document.

The documents are the same in Python, over HTTP and on the command line. ``schemas`` checks their
form, ``read`` turns them into hands and rulesets, the other modules make the answers.
"""

from __future__ import annotations

from scorer.documents.answers import ruleset, rulesets, score, waits
from scorer.documents.cards import cards, check_card
from scorer.documents.compare import compare
from scorer.documents.nearest import nearest
from scorer.documents.special_hands import check_hands
from scorer.documents.tables import settle

__all__ = [
    "cards",
    "check_card",
    "check_hands",
    "compare",
    "nearest",
    "ruleset",
    "rulesets",
    "score",
    "settle",
    "waits",
]
