"""A slow second opinion on the classical, British and Chinese Official scores."""

from . import mcr
from . import settle as _settle
from .tiles import Doc, NotWinning

__all__ = ["RULESETS", "NotWinning", "score", "settle", "waits"]

RULESETS = ("classical", "british", "mcr")
"""Those that it scores."""


def score(document: Doc) -> Doc:
    return mcr.score(document) if document["ruleset"] == "mcr" else _settle.score(document)


def settle(document: Doc) -> Doc:
    return mcr.settle(document) if document["ruleset"] == "mcr" else _settle.settle(document)


def waits(document: Doc) -> dict[str, tuple[int | None, int | None]]:
    """Each kind that completes the hand: its total claimed from a discard, and drawn."""
    if document["ruleset"] != "mcr":
        return _settle.waits(document)
    found = mcr.waits(document)["waits"]
    ways = ("discard", "self_draw")
    totals = [[wait[way] and wait[way]["total"] for way in ways] for wait in found]
    return {wait["tile"]: (one, two) for wait, (one, two) in zip(found, totals, strict=True)}
