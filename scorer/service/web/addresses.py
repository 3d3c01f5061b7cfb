"""Documents of the contract as the addresses of their results; ``forms`` reads them back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

import scorer
from scorer.service.web import form_documents
from scorer.service.web.form_fields import (
    COMPARE_PAGE,
    COUNTS,
    HAND,
    HAND_PAGE,
    OF_SEAT,
    OWN,
    SECOND,
    STATE,
    TABLE_PAGE,
    WAITS_PAGE,
    WHOLE,
    WIN,
    own_fields,
)
from scorer.service.web.labels import SEATS, value_text

__all__ = [
    "LONGEST_ADDRESS",
    "compare_page",
    "hand_page",
    "hand_query",
    "table_fields",
    "table_page",
    "table_query",
    "table_start",
    "waits_page",
]

Pairs = list[tuple[str, str]]

LONGEST_ADDRESS = 8000
"""The characters of a query that a page reads."""

TILES = {"tiles", "concealed", "bonus", "winning_tile"}


def hand_page(document: Mapping[str, Any]) -> str | None:
    """The page that shows the score of this checked document, below the root of the service; None
    where no address can hold all that it tells."""
    return _page(HAND_PAGE, _hand_fields(document), document, form_documents.hand_document)


def waits_page(document: Mapping[str, Any]) -> str | None:
    """The page that shows what the hand of this checked document waits for, if there is one."""
    asked = dict(document)
    # The page asks for both ways of winning, as the answer does.
    facts = (asked.pop("win", None) or {}).get("with")
    if facts:
        asked["win"] = {"with": facts}
    return _page(WAITS_PAGE, _hand_fields(asked), asked, form_documents.waits_document)


def compare_page(document: Mapping[str, Any], answers: Sequence[Mapping[str, Any]]) -> str | None:
    """The page that shows the hand of this checked document in every ruleset, beginning with the
    first of these answers that scores it as it was told; if there is one."""
    asked = document.get("rulesets") or [one["ruleset"] for one in answers]
    hand = {name: part for name, part in document.items() if name != "rulesets"}
    for rules, one in zip(asked, answers, strict=True):
        if "answer" in one and not one["left_out"]:
            told = {**hand, **({"ruleset": rules} if isinstance(rules, str) else rules)}
            return _page(COMPARE_PAGE, _hand_fields(told), told, form_documents.hand_document)
    return None


def table_page(document: Mapping[str, Any]) -> str | None:
    """The page that shows the settlement of this checked document, if there is one."""
    return _page(TABLE_PAGE, table_fields(document), document, form_documents.table_document)


def _page(
    path: str,
    pairs: Pairs,
    document: Mapping[str, Any],
    read: Callable[[form_documents.Query, Mapping[str, Any]], Mapping[str, Any]],
) -> str | None:
    """The address, if it is short enough and the page reads the same document from it."""
    if _own_text(document):
        return None
    query = _query(pairs)
    if len(query) > LONGEST_ADDRESS:
        return None
    found = read(MultiDict(pairs), _detail(document["ruleset"]))
    return f"{path}?{query}" if _plain(found) == _plain(document) else None


def _query(pairs: Pairs) -> str:
    """The fields as they stand in an address. Those of tiles, winds and ids need no escape but for
    their spaces, which is told at once for all of them."""
    plain = "".join([f"&{name}={value}" for name, value in pairs])
    if _UNESCAPED.fullmatch(plain) and plain.count("&") == plain.count("=") == len(pairs):
        return plain[1:].replace(" ", "+")
    return urlencode(pairs)


_detail = cache(scorer.ruleset)
_UNESCAPED = re.compile(r"[&=A-Za-z0-9_.~ -]*")


def _own_text(document: Mapping[str, Any]) -> bool:
    """Whether an option holds a text that the document brings along, such as a card."""
    options = document.get("options") or {}
    texts = (
        one["name"] for one in _detail(document["ruleset"])["options"] if one["type"] == "text"
    )
    return any(name in options and options[name] not in scorer.cards() for name in texts)


def _plain(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document in the one way in which two that say the same are equal."""
    told = {name: value for name, value in document.items() if value not in ({}, [])}
    for name, part in told.items():
        if name in ("hand", "win"):
            told[name] = _plain_part(part)
        elif name == "players":
            told[name] = {seat: _plain(player) for seat, player in part.items()}
        elif name == "seats":
            told[name] = [seat for seat in SEATS if seat in part]
    if told.get("seats") == [*SEATS]:
        del told["seats"]
    return told


def _plain_part(part: Mapping[str, Any]) -> dict[str, Any]:
    """A hand, a set or a win without what says nothing, its tiles as one string."""
    told: dict[str, Any] = {}
    for name, value in part.items():
        if name == "melds":
            value = [_plain_part(meld) for meld in value]
        elif (name in TILES or name.endswith("_indicators")) and not isinstance(value, bool):
            value = _tiles(value).strip()
        if value not in ("", [], False) or (name == "concealed" and value == ""):
            told[name] = value
    return told


def hand_query(document: Mapping[str, Any]) -> str:
    """The shortest query string that gives the document again."""
    return _query(_hand_fields(document))


def _hand_fields(document: Mapping[str, Any]) -> Pairs:
    pairs = _ruled_pairs(document)
    detail = _detail(document["ruleset"])
    pairs += _hand_pairs(document.get("hand") or {}, "", detail)
    win = document.get("win")
    pairs += _win_pairs(win, detail) if win is not None else [("won", "no")]
    pairs += _fishing_pairs(document, "")
    pairs += _wind_pairs(document, ("seat", "prevailing"))
    pairs += _state_pairs(document)
    pairs += _away_pairs(document.get("seats"))
    return pairs


def table_query(document: Mapping[str, Any], settled: Sequence[str] = ()) -> str:
    """The shortest query string that gives the table again; ``settled`` are the players of whose
    untold tiles nothing more is asked."""
    sure = {f"{seat.lower()}.{HAND['partial']}" for seat in settled}
    fields = table_fields(document)
    return _query([(name, form_documents.SURE if name in sure else told) for name, told in fields])


def table_fields(document: Mapping[str, Any]) -> Pairs:
    detail = _detail(document["ruleset"])
    pairs = _ruled_pairs(document)
    pairs += _own_pairs(document, "", detail, "table")
    pairs += _wind_pairs(document, ("prevailing",))
    pairs += _state_pairs(document)
    told: Mapping[str, Any] = document.get("players") or {}
    players = {seat: told[seat] for seat in (*SEATS, *told) if seat in told}
    pairs += _away_pairs(list(players))
    winner = next((seat for seat, player in players.items() if "win" in player), None)
    pairs.append(("winner", winner or "nobody"))
    if winner:
        pairs += _win_pairs(players[winner]["win"], detail)
    for seat, player in players.items():
        pairs += _player_pairs(player, f"{seat.lower()}.", detail)
        if "win" in player and seat != winner:
            pairs.append(("also", seat))
            circumstances = player["win"].get("with") or ()
            pairs += [(f"{seat.lower()}.{WIN['with']}", str(name)) for name in circumstances]
    for event in document.get("events") or ():
        pairs.append((f"x.{event['event']}", event["by"]))
        for name, value in event.items():
            pair = (f"x.{event['event']}.{name}", value_text(value))
            if name not in ("event", "by") and pair not in pairs:
                pairs.append(pair)
    for event in _detail(document["ruleset"])["events"] if document.get("events") else ():
        seats = [one["by"] for one in document["events"] if one["event"] == event["event"]]
        if event["ordered"] and len(seats) > 1:
            pairs.append((f"x.{event['event']}.{SECOND}", seats[-1]))
    for name, field in OF_SEAT.items():
        for seat, told in (document.get(name) or {}).items():
            pairs.append((f"{seat.lower()}.{field}", str(told)))
    for name, field in COUNTS.items():
        if name in document:
            pairs.append((field, str(document[name])))
    return pairs


def _player_pairs(player: Mapping[str, Any], prefix: str, detail: Mapping[str, Any]) -> Pairs:
    pairs = [(f"{prefix}points", str(player["points"]))] if "points" in player else []
    if "hand" in player:
        pairs += _hand_pairs(player["hand"], prefix, detail)
    return pairs + _own_pairs(player, prefix, detail, "player") + _fishing_pairs(player, prefix)


def table_start(document: Mapping[str, Any]) -> str:
    """The query of a table form that holds one player's scored hand, still to be filled in."""
    numbers = form_documents.state_names(_detail(document["ruleset"]))
    shared = ("ruleset", "preset", "options", "prevailing", *numbers)
    whole = {name: document[name] for name in shared if name in document}
    player = {name: document[name] for name in ("hand", "win", "fishing") if name in document}
    once = form_documents.own_names(_detail(document["ruleset"]), "table")
    hand = player.get("hand") or {}
    whole |= {name: hand[name] for name in once if hand.get(name)}
    player["hand"] = {name: told for name, told in hand.items() if name not in once}
    seats = document.get("seats") or SEATS
    whole["players"] = {seat: player if seat == document["seat"] else {} for seat in seats}
    pairs = [(name, value) for name, value in table_fields(whole) if name != "winner" and value]
    return _query(pairs) + (
        f"&to={document['ruleset']}&winner={document['seat']}" if "win" in document else ""
    )


def _ruled_pairs(document: Mapping[str, Any]) -> Pairs:
    pairs = [(WHOLE["ruleset"], str(document["ruleset"]))]
    if document.get("preset"):
        pairs.append((WHOLE["preset"], str(document["preset"])))
    for name, value in (document.get("options") or {}).items():
        pairs.append((f"o.{name}", value_text(value)))
    return pairs


def _hand_pairs(hand: Mapping[str, Any], prefix: str, detail: Mapping[str, Any]) -> Pairs:
    pairs: Pairs = []
    if hand.get("concealed"):
        pairs.append((prefix + HAND["concealed"], _tiles(hand["concealed"])))
    for row, meld in enumerate(hand.get("melds") or (), start=1):
        pairs.append((f"{prefix}set{row}", _tiles(meld["tiles"])))
        how = "added" if meld.get("from_concealed_pung") else meld.get("concealed")
        if how:
            pairs.append((f"{prefix}set{row}is", "concealed" if how is True else str(how)))
    for key in ("bonus", "winning_tile"):
        if hand.get(key):
            pairs.append((prefix + HAND[key], _tiles(hand[key])))
    if hand.get("partial"):
        pairs.append((prefix + HAND["partial"], value_text(hand["partial"])))
    return pairs + _own_pairs(hand, prefix, detail, "hand")


def _own_pairs(told: Mapping[str, Any], prefix: str, detail: Mapping[str, Any], part: str) -> Pairs:
    """What only this ruleset's documents tell of a part."""
    pairs: Pairs = []
    for field in own_fields(detail, part):
        value, name = told.get(field["name"]), prefix + OWN[part] + field["name"]
        if isinstance(value, Mapping):
            pairs += [(f"{name}.{key.lower()}", str(one)) for key, one in value.items()]
        elif value is not None:
            pairs.append((name, _tiles(value) if isinstance(value, list) else value_text(value)))
    return pairs


def _fishing_pairs(player: Mapping[str, Any], prefix: str) -> Pairs:
    if "fishing" not in player:
        return []
    return [(f"{prefix}fishing", value_text(player["fishing"]))]


def _win_pairs(win: Mapping[str, Any], detail: Mapping[str, Any]) -> Pairs:
    pairs = [(WIN[key], str(win[key])) for key in ("by", "from") if key in win]
    pairs += [(WIN["with"], str(name)) for name in win.get("with") or ()]
    return pairs + _own_pairs(win, "", detail, "win")


def _wind_pairs(document: Mapping[str, Any], names: Sequence[str]) -> Pairs:
    return [(WHOLE[name], str(document[name])) for name in names if document.get(name)]


def _state_pairs(document: Mapping[str, Any]) -> Pairs:
    names = form_documents.state_names(_detail(document["ruleset"]))
    return [(STATE + name, str(document[name])) for name in names if name in document]


def _away_pairs(seats: Sequence[str] | None) -> Pairs:
    if seats is None or all(seat in seats for seat in SEATS):
        return []
    unknown = [seat for seat in seats if seat not in SEATS]
    return [("away", (unknown or [seat for seat in SEATS if seat not in seats])[0])]


def _tiles(tiles: str | Sequence[str]) -> str:
    return tiles if isinstance(tiles, str) else " ".join(tiles)
