"""The hands that tiles are nearest to, as a page shows them: what is missing drawn so, and one tap
that puts it in place of what is left over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import scorer
from scorer.documents.undecided import NOBODY_KNOWS
from scorer.errors import HandError
from scorer.service.web import addresses
from scorer.service.web.form_documents import grouped
from scorer.tiles import codes, parse

__all__ = ["marked", "nearest_sets"]

Document = dict[str, Any]

ASKED = ("ruleset", "preset", "options", "hand", "seat", "prevailing")


def nearest_sets(document: Mapping[str, Any], limit: int) -> list[Document]:
    """The nearest hands of sets to the tiles of a document; none where that cannot be told, or
    where they win already."""
    hand = {name: part for name, part in document["hand"].items() if name != "partial"}
    if hand.get("winning_tile") == NOBODY_KNOWS:
        del hand["winning_tile"]
    request: Any = {name: document[name] for name in ASKED if name in document}
    try:
        found = scorer.nearest({**request, "hand": hand, "limit": limit})["nearest"]
    except HandError:
        return []
    return [_shown(near, document, hand) for near in found if near["short"]]


def _shown(
    near: Mapping[str, Any], document: Mapping[str, Any], hand: Mapping[str, Any]
) -> Document:
    """A hand in the words of the page; where all that is missing is known and the hand was told as
    won, with the address at which it has it."""
    known = near["short"] == len(near["missing"])
    return {
        "title": near["name"],
        "total": near["total"],
        "distance": near["short"],
        "missing": near["missing"],
        "spare": near["left_over"],
        "groups": marked(near["sets"], near["missing"]),
        "reason": "",
        "query": _mended(near, document, hand) if known and "win" in document else "",
    }


def _mended(near: Mapping[str, Any], document: Mapping[str, Any], hand: Mapping[str, Any]) -> str:
    """The address of the hand with what is missing in place of what is left over."""
    held = Counter(codes(parse(hand["concealed"])))
    winning = codes(parse(hand.get("winning_tile") or ""))
    if near["left_over"] and sum(held.values()) % 3 == 1:
        held.update(winning)
    held.update(near["missing"])
    held.subtract(near["left_over"])
    tiles = [tile for code in held.elements() for tile in parse(code)]
    mended = {**hand, "concealed": grouped(sorted(tiles)), "winning_tile": near["missing"][-1]}
    return addresses.hand_query({**document, "hand": mended})


def marked(groups: Sequence[Sequence[str]], missing: Sequence[str]) -> list[list[tuple[str, bool]]]:
    """The groups of a hand, each tile with whether it is missing; those missing stand last."""
    left = Counter(missing)
    shown = []
    for group in reversed(groups):
        made = []
        for code in reversed(group):
            made.append((code, left[code] > 0))
            left[code] -= 1
        shown.append(made[::-1])
    return shown[::-1]
