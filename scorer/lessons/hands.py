"""Hands and tables of lessons, told briefly: what the scorer takes is made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.lessons.lesson import Document

__all__ = ["held", "hidden", "table", "won"]

Meld = str | Mapping[str, Any]


def hidden(tiles: str) -> Mapping[str, Any]:
    """A kong that its player drew whole and declared: it lies on the table, and is concealed."""
    return {"tiles": tiles, "concealed": True}


def held(ruleset: str, tiles: str, *melds: Meld, flowers: str = "", **told: object) -> Document:
    """A hand that has not won: the tiles held, the sets on the table, and ``told``: ``seat`` (South
    unless it is told), ``prevailing``, ``options``, ``preset``."""
    hand: dict[str, Any] = {"concealed": tiles}
    if melds:
        hand["melds"] = [{"tiles": one} if isinstance(one, str) else dict(one) for one in melds]
    if flowers:
        hand["bonus"] = flowers
    return {"ruleset": ruleset, "hand": hand, "seat": "S", **told}


def won(
    ruleset: str,
    tiles: str,
    *melds: Meld,
    tile: str,
    by: str = "discard",
    giver: str = "W",
    told: Sequence[str] = (),
    **more: Any,
) -> Document:
    """A hand that won on ``tile``, thrown by ``giver`` or drawn; ``told`` are circumstances."""
    document = dict(held(ruleset, tiles, *melds, **more))
    document["hand"] = {**document["hand"], "winning_tile": tile}
    document["win"] = {"by": by}
    if by != "self_draw":
        document["win"]["from"] = giver
    if told:
        document["win"]["with"] = list(told)
    return document


def table(
    ruleset: str,
    points: Mapping[str, int],
    winner: str = "",
    by: str = "self_draw",
    giver: str = "",
    **more: object,
) -> Document:
    """A table whose players agreed on their points; without a winner the wall ran out."""
    players: dict[str, dict[str, Any]] = {seat: {"points": each} for seat, each in points.items()}
    if winner:
        players[winner]["win"] = {"by": by, **({"from": giver} if giver else {})}
    return {"ruleset": ruleset, "players": players, **more}
