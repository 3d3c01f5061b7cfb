"""The winning hands nearest to some tiles, each with its missing tiles and the page where they
replace the spare ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from flask import url_for

import scorer
from scorer.documents.shared_fields import player_names, shared_names
from scorer.documents.undecided import UNKNOWN_TILE
from scorer.engine.tiles import codes, parse
from scorer.errors import HandError
from scorer.rules import BOOKS
from scorer.service.web.drawing.tiles_shown import mark_missing
from scorer.service.web.forms import addresses, cards
from scorer.service.web.forms.form import Form
from scorer.service.web.forms.form_documents import tile_notation
from scorer.service.web.labels import SEATS
from scorer.types.records import request_record

Document = dict[str, Any]

NOT_WINNING_CODES = ("not_winning", "too_many_chows")
"""Codes of problems with tiles that are not a winning hand, but may be close to one."""


def nearest_hands(form: Form, limit: int, seat: str = "") -> list[Document]:
    """Return the winning hands nearest to the tiles of a form, or of its player at ``seat``."""
    document = _document_of_player(form, seat)
    if form.of_card:
        return cards.near_hands(document, limit)
    return _nearest_sets(form, document, limit)


def nearest_to_rejected(form: Form, limit: int) -> list[Document]:
    """Return the hands nearest to tiles that the form rejects as not winning.

    On a card each hand says what is wrong, so the form keeps only the first such problem.
    """
    misses = [problem for problem in form.problems if problem["code"] in NOT_WINNING_CODES]
    if not misses:
        return []
    letter, dot, _field = misses[0]["field"].partition(".")
    seat = letter.upper() if dot and letter.upper() in SEATS else ""
    if not form.of_card:
        return nearest_hands(form, limit, seat)
    form.problems = [problem for problem in form.problems if problem not in misses[1:]]
    return cards.near_hands(_document_of_player(form, seat), limit, misses[1:])


def _document_of_player(form: Form, seat: str) -> Document:
    """Return the document of one hand: the form's, or that of its player at ``seat``."""
    if not seat:
        return form.document
    book, table = BOOKS[form.ruleset["id"]], form.document
    player = table["players"].get(seat, {})
    return {
        **{name: table[name] for name in shared_names(book) if name in table},
        **{name: player[name] for name in player_names(book) if name in player},
        "seat": seat,
    }


def _nearest_sets(form: Form, document: Mapping[str, Any], limit: int) -> list[Document]:
    """Return the nearest hands made of sets: none if the tiles win, or are invalid."""
    if "hand" not in document:
        return []
    hand = {name: value for name, value in document["hand"].items() if name != "partial"}
    if hand.get("winning_tile") == UNKNOWN_TILE:
        del hand["winning_tile"]
    record = request_record("nearest", BOOKS[form.ruleset["id"]])
    names = [member.name for member in record.members]
    request: Any = {name: document[name] for name in names if name in document}
    try:
        hands = scorer.nearest({**request, "hand": hand, "limit": limit})["nearest"]
    except HandError:
        return []
    return [_hand_row(near_hand, form, document, hand) for near_hand in hands if near_hand["short"]]


def _hand_row(
    near_hand: Mapping[str, Any], form: Form, document: Mapping[str, Any], hand: Mapping[str, Any]
) -> Document:
    """Return what the page shows of a near hand.

    It links to the completed hand if the form has a win, and gives the reason if that hand would
    not count.
    """
    wins = near_hand["qualifies"]
    links = wins and "win" in document
    address = _address(form, document, _completed_hand(near_hand, hand)) if links else ""
    return {
        "title": near_hand["name"],
        "total": near_hand["total"],
        "distance": near_hand["short"],
        "missing": near_hand["missing"],
        "spare": near_hand["left_over"],
        "groups": mark_missing(near_hand["sets"], near_hand["missing"]),
        "reason": "" if wins else near_hand["because"],
        "address": address,
    }


def _completed_hand(near_hand: Mapping[str, Any], hand: Mapping[str, Any]) -> Document:
    """Return the hand with the missing tiles in place of the spare ones."""
    held = Counter(codes(parse(hand["concealed"])))
    winning = codes(parse(hand.get("winning_tile") or ""))
    if near_hand["left_over"] and sum(held.values()) % 3 == 1:
        held.update(winning)
    held.update(near_hand["missing"])
    held.subtract(near_hand["left_over"])
    tiles = [tile for code in held.elements() for tile in parse(code)]
    return {
        **hand,
        "concealed": tile_notation(sorted(tiles)),
        "winning_tile": near_hand["winning_tile"],
    }


def _address(form: Form, document: Mapping[str, Any], hand: Mapping[str, Any]) -> str:
    """Return the address of the form's page with this hand in place of the document's."""
    if "players" not in form.document:
        query = addresses.hand_query({**document, "hand": hand})
        return f"{url_for('pages.hand')}?{query}"
    seat = document["seat"]
    players = {**form.document["players"]}
    players[seat] = {**players[seat], "hand": hand}
    return (
        f"{url_for('pages.table')}?{addresses.table_query({**form.document, 'players': players})}"
    )
