"""Short notation for the hands and tables of lessons; each function returns a full document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.learn.lessons.lesson import Document

Meld = str | Mapping[str, Any]


def concealed_kong(tiles: str) -> Mapping[str, Any]:
    """Return a declared kong of four self-drawn tiles: it lies on the table and is concealed."""
    return {"tiles": tiles, "concealed": True}


def held_hand(
    ruleset: str, tiles: str, *melds: Meld, flowers: str = "", **fields: object
) -> Document:
    """Return a hand that has not won.

    Args:
        tiles: The tiles in the hand.
        melds: The sets on the table.
        fields: Other fields of the document: ``seat`` (default South), ``prevailing``,
            ``options``, ``preset``.
    """
    hand: dict[str, Any] = {"concealed": tiles}
    if melds:
        hand["melds"] = [{"tiles": meld} if isinstance(meld, str) else dict(meld) for meld in melds]
    if flowers:
        hand["bonus"] = flowers
    return {"ruleset": ruleset, "hand": hand, "seat": "S", **fields}


def won_hand(
    ruleset: str,
    tiles: str,
    *melds: Meld,
    tile: str,
    by: str = "discard",
    circumstances: Sequence[str] = (),
    **fields: Any,
) -> Document:
    """Return a hand that won on ``tile``: self-drawn, or discarded by West."""
    document = dict(held_hand(ruleset, tiles, *melds, **fields))
    document["hand"] = {**document["hand"], "winning_tile": tile}
    document["win"] = {"by": by}
    if by != "self_draw":
        document["win"]["from"] = "W"
    if circumstances:
        document["win"]["with"] = list(circumstances)
    return document


def make_table(
    ruleset: str,
    points: Mapping[str, int],
    winner: str = "",
    by: str = "self_draw",
    from_seat: str = "",
    **fields: object,
) -> Document:
    """Return a table whose players agreed on their points; without a winner the wall ran out."""
    players: dict[str, dict[str, Any]] = {
        seat: {"points": amount} for seat, amount in points.items()
    }
    if winner:
        players[winner]["win"] = {"by": by, **({"from": from_seat} if from_seat else {})}
    return {"ruleset": ruleset, "players": players, **fields}
