"""The hands that tiles are nearest to, as a page shows them: what is missing drawn so, and one tap
that puts it in place of what is left over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from flask import url_for

import scorer
from scorer.documents.undecided import NOBODY_KNOWS
from scorer.errors import HandError
from scorer.service.web import addresses, cards
from scorer.service.web.form import Form
from scorer.service.web.form_documents import grouped, state_names
from scorer.service.web.labels import SEATS
from scorer.service.web.tiles_shown import marked
from scorer.tiles import codes, parse

__all__ = ["near", "nearly"]

Document = dict[str, Any]

NO_HAND = ("not_winning", "too_many_chows")
"""What is wrong with tiles that are no hand, but may be near to one."""
WHOLE = ("ruleset", "preset", "options", "prevailing")
OWN = ("hand", "win")


def near(form: Form, limit: int, seat: str = "") -> list[Document]:
    """The hands that the tiles of a form are nearest to; those of a table's player at ``seat``."""
    document = _of_player(form, seat)
    if form.of_card:
        return cards.near_hands(document, limit)
    return _nearest_sets(form, document, limit)


def nearly(form: Form, limit: int) -> list[Document]:
    """The hands that tiles nearly are, which the form takes for none; those of a card with what is
    wrong with each, and the form then tells only that they are none."""
    misses = [problem for problem in form.problems if problem["code"] in NO_HAND]
    if not misses:
        return []
    letter, dot, _field = misses[0]["field"].partition(".")
    seat = letter.upper() if dot and letter.upper() in SEATS else ""
    if not form.of_card:
        return near(form, limit, seat)
    form.problems = [problem for problem in form.problems if problem not in misses[1:]]
    return cards.near_hands(_of_player(form, seat), limit, misses[1:])


def _of_player(form: Form, seat: str) -> Document:
    """The document of one hand: the form's own, or a player's of its table."""
    if not seat:
        return form.document
    names = (*WHOLE, *state_names(form.detail))
    shared = {name: form.document[name] for name in names if name in form.document}
    player = form.document["players"].get(seat, {})
    return {**shared, **{name: player[name] for name in OWN if name in player}, "seat": seat}


def _nearest_sets(form: Form, document: Mapping[str, Any], limit: int) -> list[Document]:
    """The nearest hands of sets; none where that cannot be told, or where the tiles win already."""
    if "hand" not in document:
        return []
    hand = {name: part for name, part in document["hand"].items() if name != "partial"}
    if hand.get("winning_tile") == NOBODY_KNOWS:
        del hand["winning_tile"]
    names = (*WHOLE, "seat", *state_names(form.detail))
    request: Any = {name: document[name] for name in names if name in document}
    try:
        found = scorer.nearest({**request, "hand": hand, "limit": limit})["nearest"]
    except HandError:
        return []
    return [_shown(one, form, document, hand) for one in found if one["short"]]


def _shown(
    one: Mapping[str, Any], form: Form, document: Mapping[str, Any], hand: Mapping[str, Any]
) -> Document:
    """A hand in the words of the page; where all that is missing is known and the hand was told as
    won, with the address at which it has it."""
    known = one["short"] == len(one["missing"]) and "win" in document
    return {
        "title": one["name"],
        "total": one["total"],
        "distance": one["short"],
        "missing": one["missing"],
        "spare": one["left_over"],
        "groups": marked(one["sets"], one["missing"]),
        "reason": "",
        "address": _address(form, document, _mended(one, hand)) if known else "",
    }


def _mended(one: Mapping[str, Any], hand: Mapping[str, Any]) -> Document:
    """The hand with what is missing in place of what is left over."""
    held = Counter(codes(parse(hand["concealed"])))
    winning = codes(parse(hand.get("winning_tile") or ""))
    if one["left_over"] and sum(held.values()) % 3 == 1:
        held.update(winning)
    held.update(one["missing"])
    held.subtract(one["left_over"])
    tiles = [tile for code in held.elements() for tile in parse(code)]
    return {**hand, "concealed": grouped(sorted(tiles)), "winning_tile": one["missing"][-1]}


def _address(form: Form, document: Mapping[str, Any], hand: Mapping[str, Any]) -> str:
    """The page of a form in which the hand of this document is another."""
    if "players" not in form.document:
        query = addresses.hand_query({**document, "hand": hand})
        return f"{url_for('pages.hand')}?{query}"
    seat = document["seat"]
    players = {**form.document["players"]}
    players[seat] = {**players[seat], "hand": hand}
    return (
        f"{url_for('pages.table')}?{addresses.table_query({**form.document, 'players': players})}"
    )
