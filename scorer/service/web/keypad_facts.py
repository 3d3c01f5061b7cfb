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
from scorer.service.web.labels import SEATS, seat_name, set_words, tile_name, wind_letter
from scorer.tiles import CODES

__all__ = ["facts"]

SETS = ("chow", "pung", "kong", "quint", "sextet")
WHOSE = {
    "discard": later("choose who discarded the winning tile"),
    "robbed_kong": later("choose whose kong was robbed"),
}


def facts(detail: Mapping[str, Any], page: str, game: Any = None) -> str:
    """The facts as JSON, for an attribute of the page: its policy allows no script in it."""
    told = {
        "rules": detail["id"],
        "page": page,
        "exposures": detail["hand_of"] == "card",
        "tilesHeld": detail["hand_tiles"],
        "rows": [str(row) for row in rows_of(detail)],
        "tileFields": tile_fields(detail),
        "lasting": lasting("table"),
        "state": [] if game else _state(detail),
        "flowersApart": detail["bonus_tiles"],
        "jokers": detail["jokers"],
        "wildUnder": [played_under(one) for one in detail["wild_under"]],
        "usual": usual_by_preset(detail),
        "concealsSets": detail["conceals_sets"],
        "asksRound": detail["prevailing"],
        "losers": detail["losers_score"],
        "seats": {seat: seat_name(seat) for seat in SEATS},
        **(_of_game(game) if game else {}),
        "tiles": {code: _called(code) for code in (*CODES, "F")},
        "sets": {kind: [set_words(kind, hidden) for hidden in (False, True)] for kind in SETS},
        "required": {name: said(REQUIRED[name]) for name in ("seat", "round", "won")},
        "whose": {way: said(words) for way, words in WHOSE.items()},
        "circumstances": {entry["id"]: _possible(entry) for entry in detail["circumstances"]},
    }
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False)


def _state(detail: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(STATE + one["name"], said(one["title"])) for one in detail["state"]]


def _of_game(game: Any) -> dict[str, Any]:
    """Under which name the browser keeps the hand while it is tapped in, and who has which wind."""
    again = f"-{game.replaces.n}" if game.replaces else ""
    return {
        "game": f"game-{game.game_id}.{game.number}{again}",
        "winds": {seat: wind_letter(seat) for seat in game.table.seats},
    }


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
