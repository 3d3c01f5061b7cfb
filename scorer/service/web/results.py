"""What a result shows first: the lines that matter most, the winds of the next hand, and what was
left undecided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

import scorer
from scorer.errors import HandError
from scorer.service.web import form_documents
from scorer.service.web.labels import SEATS

__all__ = ["ask_no_more", "foremost", "next_of_hand", "settled_tiles"]

Document = dict[str, Any]

FOREMOST = 3
RANKS = {"limit": 2, "double": 1, "han": 1}
"""A special hand is the whole score, a double more than any points, a han more than any fu."""


def foremost(lines: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The lines that make the most of a score, the same ones together; what is taken off last."""

    def weight(line: Mapping[str, Any]) -> tuple[int, int]:
        return RANKS.get(line["kind"], 0), (line["amount"] or 0) * (line.get("count") or 1)

    return sorted(lines, key=weight, reverse=True)[:FOREMOST]


def next_of_hand(document: Mapping[str, Any], detail: Mapping[str, Any]) -> Document | None:
    """The winds after this winning hand, if they follow from it alone."""
    seats = document.get("seats") or SEATS
    if "win" not in document or document.get("seat") not in seats:
        return None
    shared = ("ruleset", "preset", "options", "prevailing", *form_documents.state_names(detail))
    table: Document = {name: document[name] for name in shared if name in document}
    # What the others hold moves no winds.
    other = {"points": 0} if detail["losers_score"] else {}
    winner = {name: document[name] for name in ("hand", "win")}
    table["players"] = {seat: winner if seat == document["seat"] else other for seat in seats}
    try:
        return dict(scorer.settle(table)["next"])
    except HandError:
        return None


def ask_no_more(answer: Mapping[str, Any], seats: Iterable[str]) -> None:
    """Take from a settled table what is asked of the untold tiles of these players, of whom
    somebody has said that nothing more adds to it."""
    for seat in seats:
        answer["scores"].get(seat, {}).pop("undecided", None)


def settled_tiles(
    sheet: Mapping[str, Any], query: MultiDict[str, str], field: str, path: str
) -> list[Document]:
    """The tiles that may have won instead of the one that brings least, each with the total that
    it would make and the address of the result with it, where ``field`` names it."""
    found = []
    for one in sheet.get("undecided") or ():
        if "tile" in one:
            told = MultiDict(query)
            told[field] = one["tile"]
            address = f"{path}?{urlencode([*told.items(multi=True)])}"
            total = sheet["total"] + one["amount"]
            found.append({"tile": one["tile"], "total": total, "address": address})
    return found
