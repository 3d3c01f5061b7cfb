"""Documents in, documents out: the wire contract, the same in Python, over HTTP and on the command
line. ``schemas`` checks their form, ``read`` gives them meaning, ``answers`` answers them."""

from __future__ import annotations

from scorer.documents.answers import ruleset, rulesets, score, settle, waits

__all__ = ["ruleset", "rulesets", "score", "settle", "waits"]
