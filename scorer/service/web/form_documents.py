"""The forms' query strings as documents of the contract; ``addresses`` is the way back.

Short names keep a shared address readable: ``/?rules=classical&hand=123b+55d&won=discard``. A value
that makes no sense is passed on as it was typed, so that the engine says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from scorer.documents.fields import Tiles
from scorer.game.told import LONGEST_NAME
from scorer.service.web.form_fields import (
    COUNTS,
    HAND,
    NAME,
    OF_SEAT,
    OWN,
    SECOND,
    STATE,
    WHOLE,
    WIN,
    hand_fields,
    own_fields,
    rows_of,
    tile_fields,
)
from scorer.service.web.house_rules import played_for
from scorer.service.web.labels import SEATS, value_text
from scorer.tiles import TileError, codes, parse

__all__ = [
    "SURE",
    "Query",
    "asks_for_score",
    "before_win",
    "before_winning",
    "carried",
    "field_of",
    "grouped",
    "hand_document",
    "integer",
    "names_told",
    "option_told",
    "own_names",
    "settled_seats",
    "state_names",
    "switched",
    "table_document",
    "untold_field",
    "waits_document",
    "winner_document",
]

Query = MultiDict[str, str]
Document = dict[str, Any]

SURE = "sure"
"""What a field says of a hand told in part of which nothing more is to be asked."""
CLAIMED = ("discard", "robbed_kong")
_INTEGER = re.compile(r"-?[0-9]{1,9}\Z")


def _text(query: Query, name: str) -> str:
    # A MultiDict's own get raises an exception inside for each name that is not there.
    return query[name].strip() if name in query else ""


def integer(text: str) -> int | str:
    """The whole number that somebody typed; what is none stays as it was typed."""
    plain = text.replace("\N{MINUS SIGN}", "-")
    return int(plain) if _INTEGER.match(plain) else text


def asks_for_score(query: Query, detail: Mapping[str, Any]) -> bool:
    """Whether there is anything to score: a form sent, or an address that holds tiles."""
    return "go" in query or any(_text(query, name) for name in tile_fields(detail))


def hand_document(query: Query, detail: Mapping[str, Any]) -> Document:
    """The document that the hand form asks to score."""
    document = _ruled(query, detail)
    document["hand"] = _hand(query, "", detail)
    won = _text(query, "won")
    if won == "no":
        document["hand"].pop("winning_tile", None)
    elif won or query.getlist("with"):
        document["win"] = _win(query, detail)
    if "win" not in document:
        _fishing(query, document, "")
    _winds(query, document, ("seat", "prevailing"))
    _state(query, document, detail)
    away = _text(query, "away")
    if away:
        document["seats"] = _present(away)
    return document


def waits_document(query: Query, detail: Mapping[str, Any]) -> Document:
    """The same hand before its winning tile, taken out where it was typed with the rest."""
    return before_win(hand_document(query, detail), detail)


def before_win(document: Mapping[str, Any], detail: Mapping[str, Any]) -> Document:
    """A hand's document as it was before its winning tile; circumstances stay."""
    hand = dict(document["hand"])
    winning = hand.pop("winning_tile", "")
    hand["concealed"] = before_winning(
        hand["concealed"],
        winning,
        detail["hand_tiles"] + 1,
        hand.get("melds") or (),
        of_sets=detail["hand_of"] == "sets",
    )
    earlier = {name: value for name, value in document.items() if name not in ("win", "fishing")}
    earlier["hand"] = hand
    circumstances = document.get("win", {}).get("with")
    if circumstances:
        earlier["win"] = {"with": circumstances}
    return earlier


def before_winning(
    concealed: str,
    winning_tile: str,
    whole: int,
    laid: Sequence[Mapping[str, Any]] = (),
    *,
    of_sets: bool = True,
) -> str:
    """The concealed tiles without the winning one, when the count shows that it is among them.

    It is one of ``whole`` tiles, with those that are ``laid``; of sets each counts as three, a kong
    too.
    """
    shown_texts = [] if of_sets else [one["tiles"] for one in laid]
    if max(map(len, (concealed, winning_tile, *shown_texts))) > Tiles.longest:
        return concealed
    try:
        tiles, winning = parse(concealed), parse(winning_tile)
        shown = 3 * len(laid) if of_sets else sum(len(parse(text)) for text in shown_texts)
    except TileError:
        return concealed
    if len(tiles) + shown != whole or len(winning) != 1 or winning[0] not in tiles:
        return concealed
    tiles.remove(winning[0])
    return grouped(tiles)


def grouped(tiles: Sequence[int]) -> str:
    """Tiles as a player would type them: ``123b 55d EE``."""
    text = ""
    for tile in codes(tiles):
        if len(tile) == 2 and tile[1] in "bcd" and text[-1:] == tile[1]:
            text = text[:-1] + tile
        elif len(tile) == 1 and text[-1:] == tile:
            text += tile
        else:
            text += f" {tile}"
    return text.strip()


def carried(query: Query, detail: Mapping[str, Any]) -> Query:
    """The hand form's fields as those of the table form, in which the hand is one of four."""
    seat = _text(query, "seat")
    of_hand = hand_fields(detail)
    of_table = {OWN["hand"] + name: OWN["table"] + name for name in own_names(detail, "table")}
    pairs = [
        (of_table.get(name) or (f"{seat.lower()}.{name}" if name in of_hand else name), value)
        for name, value in query.items(multi=True)
        if name not in ("seat", "go", "carry")
    ]
    if seat and _text(query, "won") not in ("", "no"):
        pairs.append(("winner", seat))
    return MultiDict(pairs)


def settled_seats(query: Query) -> list[str]:
    """The players of a table of whose untold tiles nothing more is asked."""
    part = HAND["partial"]
    return [seat for seat in SEATS if _text(query, f"{seat.lower()}.{part}") == SURE]


def names_told(query: Query) -> dict[str, str]:
    """What the players of a table are called, by seat, where that was told."""
    told = {seat: _text(query, NAME.format(seat=seat.lower())) for seat in SEATS}
    return {seat: name for seat, name in told.items() if name and len(name) <= LONGEST_NAME}


def winner_document(query: Query, detail: Mapping[str, Any]) -> Document:
    """The document that scores the winner's hand of the table form alone."""
    table = table_document(query, detail)
    winner = _text(query, "winner")
    shared = ("ruleset", "preset", "options", "prevailing", *state_names(detail))
    document: Document = {name: table[name] for name in shared if name in table}
    told = table["players"].get(winner, {})
    document |= {
        name: part for name, part in told.items() if name not in own_names(detail, "player")
    }
    if "hand" in document:
        document["hand"] |= _of_every_hand(table, document.get("win") or {}, detail)
    return document | {"seat": winner, "seats": list(table["players"])}


def _of_every_hand(table: Document, win: Document, detail: Mapping[str, Any]) -> Document:
    """What the table tells once for all hands, as far as it goes with this win."""
    told = {*win.get("with", ())}
    return {
        one["name"]: table[one["name"]]
        for one in own_fields(detail, "hand")
        if one["name"] in table and ("beside" not in one or told & {*one["beside"]})
    }


def table_document(query: Query, detail: Mapping[str, Any]) -> Document:
    """The document that the table form asks to settle."""
    document = _ruled(query, detail)
    _winds(query, document, ("prevailing",))
    _state(query, document, detail)
    seats = _present(_text(query, "away"))
    players: dict[str, Document] = {}
    for seat in seats:
        player: Document = {}
        points = _text(query, f"{seat.lower()}.points")
        if points:
            player["points"] = integer(points)
        hand = _hand(query, f"{seat.lower()}.", detail)
        if hand != {"concealed": ""}:
            player["hand"] = hand
            _fishing(query, player, f"{seat.lower()}.")
        players[seat] = player | _own(query, f"{seat.lower()}.", detail, "player")
    winner = _text(query, "winner")
    if winner and winner != "nobody":
        players.setdefault(winner, {})["win"] = _win(query, detail)
        for seat in dict.fromkeys(query.getlist("also")):
            if seat.strip() and seat != winner:
                players.setdefault(seat, {})["win"] = _also_won(query, seat)
    for player in players.values():
        if "win" in player:
            _tell_of_win(player, detail)
    document["players"] = players
    document |= _own(query, "", detail, "table")
    events = _events(query, detail)
    if events:
        document["events"] = events
    for name, field in OF_SEAT.items():
        told = {seat: _text(query, f"{seat.lower()}.{field}") for seat in seats}
        if any(told.values()):
            document[name] = {seat: integer(text) for seat, text in told.items() if text}
    for name, field in COUNTS.items():
        text = _text(query, field)
        if text:
            document[name] = integer(text)
    return document


def option_told(query: Query, detail: Mapping[str, Any], name: str) -> object | None:
    """The value of the option of this name, as it was typed; None where it was not."""
    known = {option["name"]: option for option in detail.get("options", ())}
    text = _text(query, f"o.{name}")
    return _option_value(known.get(name), text) if text else None


def _ruled(query: Query, detail: Mapping[str, Any]) -> Document:
    document: Document = {"ruleset": _text(query, WHOLE["ruleset"]) or detail["id"]}
    preset = _text(query, WHOLE["preset"])
    if preset:
        document["preset"] = preset
    known = {option["name"]: option for option in detail.get("options", ())}
    options = {
        name[2:]: _option_value(known.get(name[2:]), text)
        for name in query
        if name.startswith("o.") and (text := _text(query, name))
    }
    if options:
        document["options"] = options
    return document


def _hand(query: Query, prefix: str, detail: Mapping[str, Any]) -> Document:
    hand: Document = {"concealed": _text(query, prefix + HAND["concealed"])}
    melds: list[Document] = []
    for row in _rows(query, prefix, detail):
        meld: Document = {"tiles": _text(query, f"{prefix}set{row}")}
        how = _text(query, f"{prefix}set{row}is")
        if how == "added":
            meld["from_concealed_pung"] = True
        elif how and how != "exposed":
            meld["concealed"] = True if how == "concealed" else how
        melds.append(meld)
    if melds:
        hand["melds"] = melds
    for key in ("bonus", "winning_tile"):
        text = _text(query, prefix + HAND[key])
        if text:
            hand[key] = text
    partial = _text(query, prefix + HAND["partial"])
    if partial:
        hand["partial"] = partial == SURE or _typed("boolean", partial)
    return hand | _own(query, prefix, detail, "hand")


def _win(query: Query, detail: Mapping[str, Any]) -> Document:
    win: Document = {}
    won, giver = _text(query, WIN["by"]), _text(query, WIN["from"])
    if won:
        win["by"] = won
    if giver and won in CLAIMED:
        win["from"] = giver
    circumstances = [name for name in query.getlist(WIN["with"]) if name]
    if circumstances:
        win["with"] = circumstances
    return win | _own(query, "", detail, "win")


def _also_won(query: Query, seat: str) -> Document:
    """The win of another player on the same tile."""
    win = {key: text for key in ("by", "from") if (text := _text(query, WIN[key]))}
    circumstances = [name for name in query.getlist(f"{seat.lower()}.{WIN['with']}") if name]
    return win | ({"with": circumstances} if circumstances else {})


def _tell_of_win(player: Document, detail: Mapping[str, Any]) -> None:
    """What any player may tell, told of a winner as the circumstance that it is."""
    known = {one["id"]: one for one in detail["circumstances"]}
    for field in own_fields(detail, "player"):
        one = field.get("tells")
        if not one or player.get(field["name"]) is not True:
            continue
        del player[field["name"]]
        told = player["win"].get("with", [])
        clash = (one in known.get(other, {}).get("clashes", ()) for other in told)
        if one not in told and not {*known[one].get("clashes", ())} & {*told} and not any(clash):
            player["win"]["with"] = [*told, one]


def _own(query: Query, prefix: str, detail: Mapping[str, Any], part: str) -> Document:
    """What only this ruleset's documents tell of a part."""
    told: Document = {}
    for field in own_fields(detail, part):
        name = prefix + OWN[part] + field["name"]
        if field["type"] in KEYS:
            inner = {
                key if field["type"] == "amounts" else key.upper(): integer(text)
                for key in KEYS[field["type"]]
                if (text := _text(query, f"{name}.{key}"))
            }
            told |= {field["name"]: inner} if inner else {}
        elif text := _text(query, name):
            told[field["name"]] = _typed(field["type"], text)
    return told


KEYS = {"amounts": ("han", "fu", "yakuman"), "seats": tuple(seat.lower() for seat in SEATS)}
"""The keys of fields that tell several numbers, by their type."""


def _fishing(query: Query, player: Document, prefix: str) -> None:
    told = _text(query, f"{prefix}fishing")
    if told:
        player["fishing"] = _typed("boolean", told)


def _winds(query: Query, document: Document, names: Sequence[str]) -> None:
    for name in names:
        text = _text(query, WHOLE[name])
        if text:
            document[name] = text


def state_names(detail: Mapping[str, Any]) -> list[str]:
    """The numbers of the game that a ruleset declares, by their keys in a document."""
    return [one["name"] for one in detail["state"]]


def _state(query: Query, document: Document, detail: Mapping[str, Any]) -> None:
    for name in state_names(detail):
        text = _text(query, STATE + name)
        if text:
            document[name] = integer(text)


def _present(away: str) -> list[str]:
    seats = [seat for seat in SEATS if seat != away]
    return [*seats, away] if away and away not in SEATS else seats


def _events(query: Query, detail: Mapping[str, Any]) -> list[Document]:
    fields = {event["event"]: event.get("fields", ()) for event in detail.get("events", ())}
    events: list[Document] = []
    for name in dict.fromkeys([*fields, *(key[2:] for key in query if key.startswith("x."))]):
        if name not in fields and "." in name:
            continue
        extra = {
            field["name"]: _typed(field.get("type"), text)
            for field in fields.get(name, ())
            if (text := _text(query, f"x.{name}.{field['name']}"))
        }
        for seat in query.getlist(f"x.{name}"):
            if seat.strip():
                events.append({"event": name, "by": seat.strip(), **extra})
    # Where two did the same, what it costs the second may depend on the first.
    events.sort(key=lambda event: event["by"] == _text(query, f"x.{event['event']}.{SECOND}"))
    return events


def _rows(query: Query, prefix: str, detail: Mapping[str, Any]) -> list[int]:
    return [row for row in rows_of(detail) if _text(query, f"{prefix}set{row}")]


def _option_value(option: Mapping[str, Any] | None, text: str) -> object:
    if option is None:
        return text
    for choice in option.get("choices") or ():
        if value_text(choice) == text:
            return choice
    return _typed(option.get("type"), text)


def _typed(kind: object, text: str) -> object:
    if kind in ("boolean", "bool"):
        return {"yes": True, "no": False}.get(text, text)
    return integer(text) if kind == "integer" else text


def field_of(
    pointer: str, query: Query, document: Mapping[str, Any], detail: Mapping[str, Any]
) -> str | None:
    """The name of the field that a JSON pointer into the document speaks of."""
    # Long: one row for each part of a document.
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    own = _own_field(parts, detail)
    if own is not None:
        return own
    match parts:
        case ["players", seat, "win", "with", *_] if seat in query.getlist("also"):
            return f"{seat.lower()}.{WIN['with']}"
        case ["players", seat, "win"] if seat in query.getlist("also"):
            return "also"
        case ["players", seat, "win", *rest] if seat in SEATS:
            return _win_field(rest)
        case ["players", seat, "hand", *rest] if seat in SEATS and (
            rest or _typed_hand(query, seat, detail)
        ):
            prefix = f"{seat.lower()}."
            return prefix + _hand_field(rest, _rows(query, prefix, detail))
        case ["players", seat, "fishing"] if seat in SEATS:
            return f"{seat.lower()}.fishing"
        case ["players", seat, *_] if seat in SEATS:
            return untold_field(seat, detail)
        case ["players", *_]:
            return "winner"
        case ["events", index, *rest]:
            events = document.get("events") or ()
            if index.isdecimal() and int(index) < len(events):
                name = events[int(index)]["event"]
                return ".".join(["x", name, *(part for part in rest[:1] if part not in _EVENT)])
            return None
        case [name, seat, *_] if name in OF_SEAT and seat in SEATS:
            return f"{seat.lower()}.{OF_SEAT[name]}"
        case ["hand", *rest]:
            return _hand_field(rest, _rows(query, "", detail))
        case ["win", *rest]:
            return _win_field(rest)
        case ["options", name, *_]:
            return f"o.{name}"
        case [name] if name in state_names(detail):
            return STATE + name
        case [name, *_]:
            return WHOLE.get(name)
    return None


def untold_field(seat: str, detail: Mapping[str, Any]) -> str:
    """The field of a table that asks first what a player has: points, or else the tiles."""
    agreed = any(one["type"] == "amounts" for one in own_fields(detail, "player"))
    name = HAND["concealed"] if agreed else "points"
    return f"{seat.lower()}.{name}"


def _own_field(parts: Sequence[str], detail: Mapping[str, Any]) -> str | None:
    """The name of the field of what only this ruleset's documents tell, where it is one."""
    match parts:
        case ["players", seat, name, *rest] if seat in SEATS and name in own_names(
            detail, "player"
        ):
            return ".".join([f"{seat.lower()}.{OWN['player']}{name}", *(rest[:1] or _first(name))])
        case ["players", seat, "hand", name] if seat in SEATS and name in own_names(detail, "hand"):
            return f"{seat.lower()}.{OWN['hand']}{name}"
        case ["players", _, "win", name] | ["win", name] if name in own_names(detail, "win"):
            return OWN["win"] + name
        case ["hand", name] if name in own_names(detail, "hand"):
            return OWN["hand"] + name
        case [name, *rest] if name in own_names(detail, "table"):
            return ".".join([OWN["table"] + name, *map(str.lower, rest[:1])])
    return None


_EVENT = ("event", "by")


def own_names(detail: Mapping[str, Any], part: str) -> list[str]:
    """The names of what only this ruleset's documents tell of a part."""
    return [one["name"] for one in own_fields(detail, part)]


def _first(name: str) -> list[str]:
    """The first of the numbers of a field that tells several."""
    return [KEYS["amounts"][0]] if name == "agreed" else []


def _typed_hand(query: Query, seat: str, detail: Mapping[str, Any]) -> bool:
    return _hand(query, f"{seat.lower()}.", detail) != {"concealed": ""}


def _hand_field(parts: Sequence[str], rows: Sequence[int]) -> str:
    match parts:
        case ["melds", index, *rest] if index.isdecimal() and int(index) < len(rows):
            row = f"set{rows[int(index)]}"
            return f"{row}is" if rest[:1] in (["concealed"], ["from_concealed_pung"]) else row
        case ["melds", *_]:
            return "set1"
        case [name, *_]:
            return HAND.get(name, HAND["concealed"])
    return HAND["concealed"]


def _win_field(parts: Sequence[str]) -> str:
    return WIN.get(parts[0] if parts else "by", WIN["by"])


def switched(query: Query, detail: Mapping[str, Any]) -> Query:
    """What was typed, taken over to another ruleset without what that ruleset does not know."""
    # Long: one row for each kind of field.
    presets = {preset["name"] for preset in detail.get("presets", ())}
    circumstances = {entry["id"] for entry in detail.get("circumstances", ())}
    events = {event["event"] for event in detail.get("events", ())}
    choices = {f"o.{option['name']}": option for option in detail.get("options", ())}
    choices |= {STATE + one["name"]: {**one, "type": "integer"} for one in detail["state"]}
    losers = {f"{seat.lower()}.points" for seat in SEATS if seat != _text(query, "winner")}

    def kept(name: str, value: str) -> bool:
        if name == "away":
            return 3 in detail["players"]
        if re.match(r"(?:[eswn]\.)?[hvpt]\.", name):
            part = next(part for part, start in OWN.items() if f".{start}" in f".{name}")
            return name.partition(OWN[part])[2].partition(".")[0] in own_names(detail, part)
        if name in losers:
            return bool(detail["losers_score"])
        if name.rpartition(".")[2] == "fishing":
            return bool(detail["fishing_told_under"])
        if name == "preset":
            return value in presets
        if name == "won":
            return value not in CLAIMED or value in detail["ways"]
        if name == "round":
            return bool(detail["prevailing"])
        if name.rpartition(".")[2] == HAND["partial"]:
            return bool(detail["losers_score"])
        if name.endswith("is"):
            return bool(detail["conceals_sets"])
        if name == "with" or name.endswith(".with"):
            return value in circumstances
        if name == "also":
            return detail["several_winners"] is not None
        if name.startswith("x."):
            return name[2:].partition(".")[0] in events
        if name.startswith(("o.", STATE)):
            return name in choices and _fits(choices[name], value)
        return name not in ("to", "go", "rules")

    pairs = [(name, value) for name, value in query.items(multi=True) if kept(name, value)]
    changed = MultiDict([("rules", str(detail["id"])), *pairs])
    if not detail["bonus_tiles"] and detail["hand_of"] == "card":
        _flowers_in_hand(changed)
    _drop_unplayed(changed, detail)
    return changed


def _drop_unplayed(query: Query, detail: Mapping[str, Any]) -> None:
    """Without the circumstances and events that there are only under other house rules."""
    known = {one["id"] for one in detail["circumstances"] if played_for(query, detail, one)}
    for field in [name for name in query if f".{name}".endswith(".with")]:
        for name in query.poplist(field):
            if name in known:
                query.add(field, name)
    unplayed = [one["event"] for one in detail["events"] if not played_for(query, detail, one)]
    for name in [*query]:
        if name.startswith("x.") and name.split(".")[1] in unplayed:
            query.poplist(name)


def _flowers_in_hand(query: Query) -> None:
    """Where flowers are tiles like others, those typed apart are put to the others."""
    for prefix in ("", *(f"{seat.lower()}." for seat in SEATS)):
        flowers = query.pop(f"{prefix}flowers", "").strip()
        if flowers:
            query[f"{prefix}hand"] = f"{query.get(f'{prefix}hand', '')} {flowers}".strip()


def _fits(option: Mapping[str, Any], text: str) -> bool:
    value = _option_value(option, text.strip())
    if option.get("choices"):
        return value in option["choices"]
    if option.get("type") != "integer":
        return True
    least, most = option.get("minimum"), option.get("maximum")
    return (
        isinstance(value, int)
        and (least is None or value >= least)
        and (most is None or value <= most)
    )
