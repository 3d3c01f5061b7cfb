"""What the keypad has to know: the ruleset's tiles, our words, and which circumstances can be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _

from scorer.service.i18n.languages import later, said
from scorer.service.web.form import REQUIRED
from scorer.service.web.form_fields import STATE, lasting, rows_of, tile_fields
from scorer.service.web.house_rules import played_under, usual_by_preset
from scorer.service.web.labels import SEAT_NAMES, set_words, tile_name
from scorer.tiles import CODES

__all__ = ["facts"]

SETS = ("chow", "pung", "kong", "quint", "sextet")
WHOSE = {
    "discard": later("choose who discarded the winning tile"),
    "robbed_kong": later("choose whose kong was robbed"),
}


def facts(detail: Mapping[str, Any], page: str) -> str:
    """The facts as JSON, for an attribute of the page: its policy allows no script in it."""
    told = {
        "rules": detail["id"],
        "page": page,
        "exposures": detail["hand_of"] == "card",
        "tilesHeld": detail["hand_tiles"],
        "rows": [str(row) for row in rows_of(detail)],
        "tileFields": tile_fields(detail),
        "lasting": lasting("table"),
        "state": [(STATE + one["name"], said(one["title"])) for one in detail["state"]],
        "flowersApart": detail["bonus_tiles"],
        "jokers": detail["jokers"],
        "wildUnder": [played_under(one) for one in detail["wild_under"]],
        "usual": usual_by_preset(detail),
        "concealsSets": detail["conceals_sets"],
        "asksRound": detail["prevailing"],
        "losers": detail["losers_score"],
        "seats": {seat: said(name) for seat, name in SEAT_NAMES.items()},
        "tiles": {code: _called(code) for code in (*CODES, "F")},
        "sets": {kind: [set_words(kind, hidden) for hidden in (False, True)] for kind in SETS},
        "required": {name: said(REQUIRED[name]) for name in ("seat", "round", "won")},
        "whose": {way: said(words) for way, words in WHOSE.items()},
        "circumstances": {entry["id"]: _possible(entry) for entry in detail["circumstances"]},
    }
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False)


def _called(code: str) -> str:
    """A tile's name, a flower's with the number that its key shows."""
    told = {"name": tile_name(code), "number": code[1:]}
    if len(code) == 2 and code[0] == "F":
        return str(_("%(name)s (flower %(number)s)", **told))
    if len(code) == 2 and code[0] == "S":
        return str(_("%(name)s (season %(number)s)", **told))
    return told["name"]


def _possible(circumstance: Mapping[str, Any]) -> dict[str, Any]:
    """When a circumstance can be, as its ruleset declares it: the ways to win, the seats, what it
    needs of the tiles, and the option under which alone there is one, as the form tells it."""
    told = {name: one for name, one in circumstance.items() if name not in ("id", "meaning")}
    if "option" in told:
        told["option"] = played_under(told["option"])
    return told
