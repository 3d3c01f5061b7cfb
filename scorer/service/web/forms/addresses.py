"""Addresses of the result pages of documents; ``form_documents`` reads them back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import scorer
from scorer.documents.read import book_named
from scorer.documents.shared_fields import player_names, shared_names
from scorer.rulebook.declarations import Declarations
from scorer.service.web.forms import form_documents
from scorer.service.web.forms.codecs import SURE_VALUE, Fields, Pairs, written_tiles
from scorer.service.web.forms.form_documents import PARTIAL_FIELD
from scorer.service.web.forms.form_fields import (
    COMPARE_PAGE,
    HAND_PAGE,
    PACKED_TEXT,
    TABLE_PAGE,
    WAITS_PAGE,
)
from scorer.service.web.forms.form_pages import PageKind, page_codec, text_option
from scorer.service.web.forms.own_text import MAX_ADDRESS_LENGTH_WITH_TEXT, pack_text
from scorer.service.web.forms.submitted import MAX_QUERY_LENGTH
from scorer.service.web.forms.table_codecs import move_to_circumstances
from scorer.service.web.labels import SEATS
from scorer.types import requests
from scorer.types.records import read_record

Json = dict[str, Any]
Document = Mapping[str, Any]

TILE_FIELDS = {"tiles", "concealed", "bonus", "winning_tile"}
HAND_FIELDS = {member.name for member in read_record(requests.Hand).members}


def hand_page(document: Document) -> str | None:
    """Return the path of the page with the score of a valid document, or None if no address can
    hold all of it. Null is the same as a missing value."""
    return _page_address(HAND_PAGE, "score", document)


def waits_page(document: Document) -> str | None:
    """Return the path of the page with the waits of a valid document, if an address can hold it."""
    request = dict(document)
    # The page shows both ways of winning, as the answer does.
    facts = (request.pop("win", None) or {}).get("with")
    if facts:
        request["win"] = {"with": facts}
    return _page_address(WAITS_PAGE, "score", request, form_documents.document_before_win)


def compare_page(document: Document, answers: Sequence[Mapping[str, Any]]) -> str | None:
    """Return the path of the page that compares a valid document, if an address can hold it.

    It starts with the first ruleset that scores the hand without leaving anything out.
    """
    rulesets = document.get("rulesets") or [answer["ruleset"] for answer in answers]
    hand = {name: value for name, value in document.items() if name != "rulesets"}
    for rules, answer in zip(rulesets, answers, strict=True):
        if "answer" in answer and not answer["left_out"]:
            request = {**hand, **({"ruleset": rules} if isinstance(rules, str) else rules)}
            return _page_address(COMPARE_PAGE, "score", request)
    return None


def table_page(document: Document) -> str | None:
    """Return the path of the page that settles a valid document, if an address can hold it."""
    return _page_address(TABLE_PAGE, "settle", document)


Convert = Callable[[Json, Declarations], Json]


def _page_address(
    path: str, kind: PageKind, document: Document, convert: Convert = lambda read, book: read
) -> str | None:
    """Return the address if it is short enough and the page reads the same document from it.

    ``convert`` makes the page's document of the one in its form.
    """
    book = book_named(document["ruleset"])
    page = page_codec(kind, book)
    pairs = _with_packed_text(page.write(document), book)
    address = f"{path}?{_query_string(pairs)}"
    if not can_be_shared(address):
        return None
    page_document = convert(page.read(_as_form_fields(pairs)), book)
    return (
        address
        if page_document == document or same_meaning(page_document, document, book)
        else None
    )


def can_be_shared(address: str) -> bool:
    """Tests if pages read an address of this length; with a text of one's own, if a QR code holds
    it too."""
    with_text = f"?{PACKED_TEXT}=" in address or f"&{PACKED_TEXT}=" in address
    return len(address) <= (MAX_ADDRESS_LENGTH_WITH_TEXT if with_text else MAX_QUERY_LENGTH)


def _with_packed_text(pairs: Pairs, book: Declarations) -> Pairs:
    """Return the fields with a text of one's own deflated, if they have one that is short enough;
    the name of a card that comes with the scorer is none."""
    name = f"o.{text_option(book)}"
    for place, (field, text) in enumerate(pairs):
        if field == name and text not in scorer.cards():
            packed = pack_text(text)
            own = [(PACKED_TEXT, packed)] if packed else [(field, text)]
            return [*pairs[:place], *pairs[place + 1 :], *own]
    return pairs


def _as_form_fields(pairs: Pairs) -> Fields:
    """Return fields as a page reads them from an address."""
    texts: dict[str, list[str]] = {}
    for name, text in pairs:
        texts.setdefault(name, []).append(text)
    return texts


def _address_fields(kind: PageKind, document: Document) -> Pairs:
    """Return the fields of an address that tells this document."""
    book = book_named(document["ruleset"])
    return _with_packed_text(page_codec(kind, book).write(document), book)


def _query_string(pairs: Pairs) -> str:
    """Return the query string of fields."""
    # Tiles, winds and ids need no escape but for spaces: one match tests all of them at once.
    plain = "".join([f"&{name}={value}" for name, value in pairs])
    if _UNESCAPED_PATTERN.fullmatch(plain) and plain.count("&") == plain.count("=") == len(pairs):
        return plain[1:].replace(" ", "+")
    return urlencode(pairs)


_UNESCAPED_PATTERN = re.compile(r"[&=A-Za-z0-9_.~ -]*")


def same_meaning(document: Document, other_document: Document, book: Declarations) -> bool:
    """Tests if two documents of a ruleset mean the same, however they are written."""
    return _normalise(_without_null(document), book) == _normalise(
        _without_null(other_document), book
    )


def _normalise(document: Document, book: Declarations) -> Json:
    """Return the document in a normal form, in which documents with the same meaning are equal."""
    normal = {name: value for name, value in document.items() if value not in ({}, [])}
    once = {field.name for field in book.fields.table}
    for name, value in normal.items():
        if name in ("hand", "win"):
            normal[name] = _normalise_part(value)
        elif name == "players":
            normal[name] = {seat: _normalise(player, book) for seat, player in value.items()}
        elif name == "seats":
            normal[name] = [seat for seat in SEATS if seat in value]
        elif name in once and isinstance(value, (str, list)):
            normal[name] = written_tiles(value).strip()
    if normal.get("seats") == [*SEATS]:
        del normal["seats"]
    normal = {name: value for name, value in normal.items() if value != ""}
    if "win" in normal:
        move_to_circumstances(normal, book)
    return normal


def _without_null(document: Document) -> Json:
    """Return the document without nulls, except in options, where null may be a value."""
    return {
        name: value if name == "options" else _value_without_null(value)
        for name, value in document.items()
        if value is not None
    }


def _value_without_null(value: Any) -> Any:
    if isinstance(value, Mapping):
        return _without_null(value)
    if isinstance(value, list):
        return [_value_without_null(inner) for inner in value]
    return value


def _normalise_part(part: Document) -> Json:
    """Return a hand, a meld or a win without empty values, with its tiles as one string."""
    normal: Json = {}
    for name, value in part.items():
        if name == "melds":
            value = [_normalise_part(meld) for meld in value]
        elif name == "with":
            value = sorted({*value})
        elif (name in TILE_FIELDS or name not in HAND_FIELDS) and isinstance(
            value, (str, list, tuple)
        ):
            value = written_tiles(value).strip()
        if value not in ("", [], False) or (name == "concealed" and value == ""):
            normal[name] = value
    return normal


def hand_query(document: Document) -> str:
    """Return the shortest query string of a document."""
    return _query_string(_address_fields("score", document))


def table_query(document: Document, settled: Sequence[str] = ()) -> str:
    """Return the shortest query string of a table.

    Args:
        document: the table.
        settled: the players who have nothing more to score.
    """
    sure = {f"{seat.lower()}.{PARTIAL_FIELD}" for seat in settled}
    fields = _address_fields("settle", document)
    return _query_string([(name, SURE_VALUE if name in sure else text) for name, text in fields])


def table_fields(document: Document) -> Pairs:
    """Return the fields of the table form that tell this document."""
    return page_codec("settle", book_named(document["ruleset"])).write(document)


def table_start(document: Document) -> str:
    """Return the query of a table form with one scored hand, the others still to be entered."""
    book = book_named(document["ruleset"])
    whole = {name: document[name] for name in shared_names(book) if name in document}
    player = {name: document[name] for name in player_names(book) if name in document}
    once = [field.name for field in book.fields.table]
    hand = player.get("hand") or {}
    whole |= {name: hand[name] for name in once if hand.get(name)}
    player["hand"] = {name: value for name, value in hand.items() if name not in once}
    seats = document.get("seats") or SEATS
    whole["players"] = {seat: player if seat == document["seat"] else {} for seat in seats}
    fields = _address_fields("settle", whole)
    pairs = [(name, value) for name, value in fields if name != "winner" and value]
    return _query_string(pairs) + (
        f"&to={document['ruleset']}&winner={document['seat']}" if "win" in document else ""
    )
