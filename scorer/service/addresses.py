"""Documents of the contract as the addresses of their results; ``forms`` reads them back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode

from scorer.service.words import SEATS, value_text

__all__ = ["hand_query", "table_query", "table_start"]

Pairs = list[tuple[str, str]]

FALSE = "false_mahjong"


def hand_query(document: Mapping[str, Any]) -> str:
    """The shortest query string that gives the document again."""
    pairs = _ruled_pairs(document)
    pairs += _hand_pairs(document.get("hand") or {}, "")
    win = document.get("win")
    pairs += _win_pairs(win) if win is not None else [("won", "no")]
    pairs += _wind_pairs(document, ("seat", "prevailing"))
    pairs += _away_pairs(document.get("seats"))
    return urlencode(pairs)


def table_query(document: Mapping[str, Any]) -> str:
    """The shortest query string that gives the table again."""
    pairs = _ruled_pairs(document)
    pairs += _wind_pairs(document, ("prevailing",))
    players: Mapping[str, Any] = document.get("players") or {}
    pairs += _away_pairs(list(players))
    winner = next((seat for seat, player in players.items() if "win" in player), None)
    pairs.append(("winner", winner or "nobody"))
    if winner:
        pairs += _win_pairs(players[winner]["win"])
    for seat, player in players.items():
        if "points" in player:
            pairs.append((f"{seat.lower()}.points", str(player["points"])))
        if "hand" in player:
            pairs += _hand_pairs(player["hand"], f"{seat.lower()}.")
    for event in document.get("events") or ():
        pairs.append((f"x.{event['event']}", event["by"]))
        for name, value in event.items():
            pair = (f"x.{event['event']}.{name}", value_text(value))
            if name not in ("event", "by") and pair not in pairs:
                pairs.append(pair)
    false = [event["by"] for event in document.get("events") or () if event["event"] == FALSE]
    if len(false) > 1:
        pairs.append((f"x.{FALSE}.second", false[-1]))
    for name, field in (("holdings", "holds"), ("standing", "standing")):
        for seat, told in (document.get(name) or {}).items():
            pairs.append((f"{seat.lower()}.{field}", str(told)))
    for name, field in (("deals_passed", "passed"), ("east_run", "run")):
        if name in document:
            pairs.append((field, str(document[name])))
    return urlencode(pairs)


def table_start(document: Mapping[str, Any]) -> str:
    """The query of a table form that holds one player's scored hand, still to be filled in."""
    shared = ("ruleset", "preset", "options", "prevailing")
    whole = {name: document[name] for name in shared if name in document}
    player = {name: document[name] for name in ("hand", "win") if name in document}
    seats = document.get("seats") or SEATS
    whole["players"] = {seat: player if seat == document["seat"] else {} for seat in seats}
    pairs = parse_qsl(table_query(whole))
    return urlencode([(name, value) for name, value in pairs if name != "winner"]) + (
        f"&to={document['ruleset']}&winner={document['seat']}" if "win" in document else ""
    )


def _ruled_pairs(document: Mapping[str, Any]) -> Pairs:
    pairs = [("rules", str(document["ruleset"]))]
    if document.get("preset"):
        pairs.append(("preset", str(document["preset"])))
    for name, value in (document.get("options") or {}).items():
        pairs.append((f"o.{name}", value_text(value)))
    return pairs


def _hand_pairs(hand: Mapping[str, Any], prefix: str) -> Pairs:
    pairs: Pairs = []
    if hand.get("concealed"):
        pairs.append((f"{prefix}hand", _tiles(hand["concealed"])))
    for row, meld in enumerate(hand.get("melds") or (), start=1):
        pairs.append((f"{prefix}set{row}", _tiles(meld["tiles"])))
        how = "added" if meld.get("from_concealed_pung") else meld.get("concealed")
        if how:
            pairs.append((f"{prefix}set{row}is", "concealed" if how is True else str(how)))
    for key, field in (("bonus", "flowers"), ("winning_tile", "tile")):
        if hand.get(key):
            pairs.append((prefix + field, _tiles(hand[key])))
    return pairs


def _win_pairs(win: Mapping[str, Any]) -> Pairs:
    pairs = [
        (field, str(win[key])) for key, field in (("by", "won"), ("from", "from")) if key in win
    ]
    return pairs + [("with", str(name)) for name in win.get("with") or ()]


def _wind_pairs(document: Mapping[str, Any], names: Sequence[str]) -> Pairs:
    return [
        ("round" if name == "prevailing" else name, str(document[name]))
        for name in names
        if document.get(name)
    ]


def _away_pairs(seats: Sequence[str] | None) -> Pairs:
    if seats is None or all(seat in seats for seat in SEATS):
        return []
    unknown = [seat for seat in seats if seat not in SEATS]
    return [("away", (unknown or [seat for seat in SEATS if seat not in seats])[0])]


def _tiles(tiles: str | Sequence[str]) -> str:
    return tiles if isinstance(tiles, str) else " ".join(tiles)
