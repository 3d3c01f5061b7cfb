"""Documents of the API read from forms and their query strings; ``addresses`` writes them.

Short names keep a shared address readable: ``/?rules=classical&hand=123b+55d&won=discard``. Invalid
values are passed on as typed, and the engine reports them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from scorer.documents.schemas.fields import TilesField
from scorer.documents.shared_fields import shared_names
from scorer.engine.tiles import TileError, codes, parse
from scorer.rulebook.declarations import Declarations
from scorer.rules import BOOKS
from scorer.service.web.forms.codecs import SURE_VALUE
from scorer.service.web.forms.form_fields import NAME_FIELD, RULESET_PREFIXES, own_fields
from scorer.service.web.forms.form_pages import PageKind, fields_in, option_parser, page_codec
from scorer.service.web.forms.typed_values import typed_text
from scorer.service.web.labels import SEATS
from scorer.types import requests
from scorer.types.entries import MAX_NAME_LENGTH
from scorer.types.records import read_record

FormFields = MultiDict[str, str]
Document = dict[str, Any]

TILE_POINTERS = ("/hand/concealed", "/hand/melds", "/hand/bonus", "/hand/winning_tile")
PARTIAL_FIELD = read_record(requests.Hand).member("partial").form


def asks_for_score(query: FormFields, ruleset: Mapping[str, Any]) -> bool:
    """Tests if there is anything to score: a submitted form, or an address with tiles."""
    return "go" in query or any(typed_text(query, name) for name in tile_fields(ruleset))


def tile_fields(ruleset: Mapping[str, Any]) -> list[str]:
    """Return the names of the fields of a hand that hold tiles and that all rulesets have."""
    return [
        named.name
        for named in page_codec("score", BOOKS[ruleset["id"]]).names.values()
        if named.pointer.startswith(TILE_POINTERS) and not named.name.endswith("is")
    ]


def hand_document(query: FormFields, ruleset: Mapping[str, Any]) -> Document:
    """Return the document that the hand form asks to score."""
    return page_codec("score", BOOKS[ruleset["id"]]).read(fields_in(query))


def waits_document(query: FormFields, ruleset: Mapping[str, Any]) -> Document:
    """Return the document of the hand before its winning tile."""
    return document_before_win(hand_document(query, ruleset), BOOKS[ruleset["id"]])


def document_before_win(document: Mapping[str, Any], book: Declarations) -> Document:
    """Return a hand's document before its winning tile; circumstances stay."""
    hand = dict(document["hand"])
    winning = hand.pop("winning_tile", "")
    hand["concealed"] = tiles_before_win(
        hand["concealed"],
        winning,
        book.tiles.hand_tiles + 1,
        hand.get("melds") or (),
        of_sets=book.tiles.hand_of == "sets",
    )
    earlier = {name: value for name, value in document.items() if name not in ("win", "fishing")}
    earlier["hand"] = hand
    circumstances = document.get("win", {}).get("with")
    if circumstances:
        earlier["win"] = {"with": circumstances}
    return earlier


def tiles_before_win(
    concealed: str,
    winning_tile: str,
    whole: int,
    laid: Sequence[Mapping[str, Any]] = (),
    *,
    of_sets: bool = True,
) -> str:
    """Return the concealed tiles, without the winning tile if the count shows that they include it.

    It is one of ``whole`` tiles, with those that are ``laid``; of sets each counts as three, a kong
    too.
    """
    exposed_texts = [] if of_sets else [meld["tiles"] for meld in laid]
    if max(map(len, (concealed, winning_tile, *exposed_texts))) > TilesField.longest:
        return concealed
    try:
        tiles, winning = parse(concealed), parse(winning_tile)
        exposed = 3 * len(laid) if of_sets else sum(len(parse(text)) for text in exposed_texts)
    except TileError:
        return concealed
    if len(tiles) + exposed != whole or len(winning) != 1 or winning[0] not in tiles:
        return concealed
    tiles.remove(winning[0])
    return tile_notation(tiles)


def tile_notation(tiles: Sequence[int]) -> str:
    """Return tiles as a player would type them: ``123b 55d EE``."""
    text = ""
    for tile in codes(tiles):
        if len(tile) == 2 and tile[1] in "bcd" and text[-1:] == tile[1]:
            text = text[:-1] + tile
        elif len(tile) == 1 and text[-1:] == tile:
            text += tile
        else:
            text += f" {tile}"
    return text.strip()


def table_fields_of_hand(query: FormFields, ruleset: Mapping[str, Any]) -> FormFields:
    """Return the fields of a hand form as those of a table form with that hand."""
    seat = typed_text(query, "seat")
    of_hand = _names_at_each_seat(ruleset)
    of_table = {
        RULESET_PREFIXES["hand"] + name: RULESET_PREFIXES["table"] + name
        for name in own_names(ruleset, "table")
    }
    pairs = [
        (of_table.get(name) or (f"{seat.lower()}.{name}" if name in of_hand else name), value)
        for name, value in query.items(multi=True)
        if name not in ("seat", "go", "carry")
    ]
    if seat and typed_text(query, "won") not in ("", "no"):
        pairs.append(("winner", seat))
    return MultiDict(pairs)


def _names_at_each_seat(ruleset: Mapping[str, Any]) -> set[str]:
    """Return the names of the fields of one hand that stand behind a seat at a table."""
    table = page_codec("settle", BOOKS[ruleset["id"]]).names
    of_hand = page_codec("score", BOOKS[ruleset["id"]]).names.values()
    return {
        named.name
        for named in of_hand
        if f"e.{named.name}" in table and not named.pointer.startswith("/win")
    }


def settled_seats(query: FormFields) -> list[str]:
    """Return the players of a table who have nothing more to score."""
    return [
        seat for seat in SEATS if typed_text(query, f"{seat.lower()}.{PARTIAL_FIELD}") == SURE_VALUE
    ]


def player_names(query: FormFields) -> dict[str, str]:
    """Return the players' names by seat, as far as they were entered."""
    names = {seat: typed_text(query, NAME_FIELD.format(seat=seat.lower())) for seat in SEATS}
    return {seat: name for seat, name in names.items() if name and len(name) <= MAX_NAME_LENGTH}


def winner_document(query: FormFields, ruleset: Mapping[str, Any]) -> Document:
    """Return the document that scores only the winner's hand of the table form."""
    table = table_document(query, ruleset)
    winner = typed_text(query, "winner")
    shared = shared_names(BOOKS[ruleset["id"]])
    document: Document = {name: table[name] for name in shared if name in table}
    player = table["players"].get(winner, {})
    document |= {
        name: value for name, value in player.items() if name not in own_names(ruleset, "player")
    }
    if "hand" in document:
        document["hand"] |= _shared_hand_fields(table, document.get("win") or {}, ruleset)
    return document | {"seat": winner, "seats": list(table["players"])}


def _shared_hand_fields(table: Document, win: Document, ruleset: Mapping[str, Any]) -> Document:
    """Return the table's fields that belong to every hand, as far as they apply to this win."""
    circumstances = {*win.get("with", ())}
    return {
        field["name"]: table[field["name"]]
        for field in own_fields(ruleset, "hand")
        if field["name"] in table and ("beside" not in field or circumstances & {*field["beside"]})
    }


def table_document(query: FormFields, ruleset: Mapping[str, Any]) -> Document:
    """Return the document that the table form asks to settle."""
    return page_codec("settle", BOOKS[ruleset["id"]]).read(fields_in(query))


def option_value(query: FormFields, ruleset: Mapping[str, Any], name: str) -> object | None:
    """Return the value of an option as entered; None if it is empty."""
    option, text = BOOKS[ruleset["id"]].options.get(name), typed_text(query, f"o.{name}")
    if not text:
        return None
    return option_parser(option)(text) if option else text


def state_names(ruleset: Mapping[str, Any]) -> list[str]:
    """Return the keys of the counters of the game that a ruleset declares."""
    return [counter["name"] for counter in ruleset["state"]]


def field_of(
    pointer: str, query: FormFields, ruleset: Mapping[str, Any], kind: PageKind
) -> str | None:
    """Return the name of the field for a JSON pointer into a document of this kind."""
    return page_codec(kind, BOOKS[ruleset["id"]]).locate(pointer, fields_in(query))


def first_player_field(seat: str, ruleset: Mapping[str, Any]) -> str:
    """Return the first field of a player at a table: points, or else the tiles."""
    return page_codec("settle", BOOKS[ruleset["id"]]).locate(f"/players/{seat}", {}) or ""


def own_names(ruleset: Mapping[str, Any], part: str) -> list[str]:
    """Return the names of the fields of a part that only this ruleset has."""
    return [field["name"] for field in own_fields(ruleset, part)]
