"""Documents in, documents out: the wire contract, the same in Python, over HTTP and on the command
line. ``schemas`` checks their form, ``read`` gives them meaning, ``answers`` answers them."""

from __future__ import annotations

from scorer.documents.answers import ruleset, rulesets, score, waits
from scorer.documents.cards import cards, check_card
from scorer.documents.compare import compare
from scorer.documents.nearest import nearest
from scorer.documents.tables import settle

__all__ = [
    "cards",
    "check_card",
    "compare",
    "nearest",
    "ruleset",
    "rulesets",
    "score",
    "settle",
    "waits",
]
