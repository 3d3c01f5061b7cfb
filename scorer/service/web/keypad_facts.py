"""What the keypad has to know: the ruleset's tiles, our words, and which circumstances can be."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _

from scorer.options import plain_label
from scorer.service.i18n.languages import later, said
from scorer.service.web.form import REQUIRED
from scorer.service.web.form_fields import OWN, STATE, lasting, rows_of, tile_fields
from scorer.service.web.house_rules import played_under, usual_by_preset
from scorer.service.web.labels import SEATS, capital, seat_name, set_words, tile_name, wind_letter
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
        "special": _special(detail),
        "aside": _aside(detail),
        "leftOut": detail["left_out"],
        "several": _settings(detail["several_winners"]),
        "own": _own(detail),
        "asksMore": _asks_more(detail),
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


def _asks_more(detail: Mapping[str, Any]) -> bool:
    """Whether the keypad asks what most rulesets do not: the scripts for it are fetched then."""
    own = any(detail["fields"][part] for part in _PARTS)
    return own or bool(detail["state"] or detail["set_aside"] or detail["several_winners"])


def _special(detail: Mapping[str, Any]) -> dict[str, Any] | None:
    """The tiles that the set has in place of plain ones, by the option of the form that tells."""
    told = detail["special_tiles"]
    return told and {"option": f"o.{told['option']}", "tiles": told["tiles"]}


def _aside(detail: Mapping[str, Any]) -> dict[str, Any] | None:
    """The tile that may be set aside, where so many play under that option."""
    told = detail["set_aside"]
    return told and {
        "tile": told["tile"],
        "title": _("Set aside"),
        "players": told["players"],
        "option": played_under(told["option"]),
    }


def _settings(told: Sequence[Mapping[str, Any]] | None) -> list[tuple[str, str]] | None:
    return None if told is None else [played_under(one) for one in told]


def _own(detail: Mapping[str, Any]) -> dict[str, Any]:
    """What only this ruleset asks and the keypad can: tiles beside the hands, choices, what each
    player tells, and the numbers that a table may agree on."""
    fields = detail["fields"]
    amounts = (one for one in fields["player"] if one["type"] == "amounts")
    return {
        **{part: [_asked(part, one) for one in fields[part] if "title" in one] for part in _PARTS},
        "amounts": next((_amounts(one) for one in amounts), None),
    }


_PARTS = ("hand", "player", "table")


def _asked(part: str, told: Mapping[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = {name: told[name] for name in ("at", "beside", "tells") if name in told}
    if "option" in told:
        shown["option"] = played_under(told["option"])
    if "choices" in told:
        shown["choices"] = [(one, capital(said(plain_label(one)))) for one in told["choices"]]
    title, field = said(told["title"]), OWN[part] + told["name"]
    return {**shown, "field": field, "type": told["type"], "title": title}


def _amounts(told: Mapping[str, Any]) -> dict[str, Any]:
    numbers = [
        {
            "key": key,
            "label": said(plain_label(key)),
            "alone": key in told.get("alone", ()),
            "usual": [(str(one["value"]), said(one["name"]) or str(one["value"])) for one in usual],
        }
        for key, usual in told["numbers"].items()
    ]
    return {"field": OWN["player"] + told["name"], "numbers": numbers}


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
