"""What a result shows first: its foremost lines, the next hand's winds and what is undecided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

import scorer
from scorer.documents.shared_fields import shared_names
from scorer.errors import HandError
from scorer.rules import BOOKS
from scorer.service.web.drawing.tiles_shown import hand_groups
from scorer.service.web.labels import SEATS

Document = dict[str, Any]

RANK_OF_LINE_KIND = {"limit": 2, "double": 1, "han": 1}
"""Special hands come first, then doubles before points, and han before fu."""


def lines_by_weight(lines: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the lines of a score, those that add most to it first."""

    def weight(line: Mapping[str, Any]) -> tuple[int, int]:
        return RANK_OF_LINE_KIND.get(line["kind"], 0), (line["amount"] or 0) * (
            line.get("count") or 1
        )

    return sorted(lines, key=weight, reverse=True)


def winning_hand(
    document: Mapping[str, Any], answer: Mapping[str, Any], winner: str
) -> list[list[tuple[str, bool]]]:
    """Return the groups of tiles of a table's winner; none if only points were entered."""
    hand = document["players"].get(winner, {}).get("hand")
    return hand_groups(hand, answer["scores"].get(winner)) if hand else []


def next_winds(document: Mapping[str, Any], ruleset: Mapping[str, Any]) -> Document | None:
    """Return the winds after this winning hand, or None if they depend on more than the hand."""
    seats = document.get("seats") or SEATS
    if "win" not in document or document.get("seat") not in seats:
        return None
    shared = shared_names(BOOKS[ruleset["id"]])
    table: Document = {name: document[name] for name in shared if name in document}
    # The other players' hands do not change the winds.
    loser = {"points": 0} if ruleset["losers_score"] else {}
    winner = {name: document[name] for name in ("hand", "win")}
    table["players"] = {seat: winner if seat == document["seat"] else loser for seat in seats}
    try:
        return dict(scorer.settle(table)["next"])
    except HandError:
        return None


def remove_undecided(answer: Mapping[str, Any], seats: Iterable[str]) -> None:
    """Remove the undecided lines of players who have nothing more to score."""
    for seat in seats:
        answer["scores"].get(seat, {}).pop("undecided", None)


def better_winning_tiles(
    sheet: Mapping[str, Any], query: MultiDict[str, str], field: str, path: str
) -> list[Document]:
    """Return the winning tiles that would score more than the one assumed.

    Args:
        sheet: the score sheet.
        query: the fields of the form.
        field: the form field of the winning tile.
        path: the path of the result.

    Returns:
        Each tile, the total with it and the address of that result.
    """
    options = []
    for line in sheet.get("undecided") or ():
        if "tile" in line:
            fields = MultiDict(query)
            fields[field] = line["tile"]
            address = f"{path}?{urlencode([*fields.items(multi=True)])}"
            total = sheet["total"] + line["amount"]
            options.append({"tile": line["tile"], "total": total, "address": address})
    return options
