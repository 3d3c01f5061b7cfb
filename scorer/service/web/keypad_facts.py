"""Data for the keypad: a ruleset's tiles and fields, translated words, possible circumstances."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _

from scorer.engine.options import plain_label
from scorer.engine.tiles import CODES
from scorer.rules import BOOKS
from scorer.service.i18n.languages import gettext_noop, translate
from scorer.service.web.forms.form import REQUIRED
from scorer.service.web.forms.form_documents import tile_fields
from scorer.service.web.forms.form_fields import OWN, STATE, lasting, rows_of
from scorer.service.web.forms.house_rules import setting_field, usual_by_preset
from scorer.service.web.labels import SEATS, capital, seat_name, set_words, tile_name, wind_letter

SETS = ("chow", "pung", "kong", "quint", "sextet")
WHOSE = {
    "discard": gettext_noop("choose who discarded the winning tile"),
    "robbed_kong": gettext_noop("choose whose kong was robbed"),
}


def facts(detail: Mapping[str, Any], page: str, game: Any = None) -> str:
    """Return the data as JSON for an attribute: the page's policy forbids inline scripts."""
    own = _own_fields(detail, page)
    data = {
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
        "wildUnder": [setting_field(setting) for setting in detail["wild_under"]],
        "special": _special(detail),
        "aside": _tile_set_aside(detail),
        "leftOut": detail["left_out"],
        "several": _settings(detail["several_winners"]),
        "own": own,
        "waiting": _waiting(detail),
        "asksMore": _asks_more(detail, own),
        "usual": usual_by_preset(detail),
        "preset": detail["default_preset"],
        "concealsSets": detail["conceals_sets"],
        "asksRound": detail["prevailing"],
        "losers": detail["losers_score"],
        "seats": {seat: seat_name(seat) for seat in SEATS},
        **(_game_data(game) if game else {}),
        "tiles": {code: _key_name(code) for code in (*CODES, "F")},
        "sets": {kind: [set_words(kind, hidden) for hidden in (False, True)] for kind in SETS},
        "required": {name: translate(REQUIRED[name]) for name in ("seat", "round", "won")},
        "whose": {way: translate(words) for way, words in WHOSE.items()},
        "circumstances": {entry["id"]: _conditions(entry) for entry in detail["circumstances"]},
    }
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _state(detail: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(STATE + field["name"], translate(field["title"])) for field in detail["state"]]


def _asks_more(detail: Mapping[str, Any], own: Mapping[str, Any]) -> bool:
    """Tests if the keypad needs the scripts for questions that most rulesets do not ask."""
    more = detail["state"] or detail["set_aside"] or detail["several_winners"]
    return bool(more) or any(own.values())


def _special(detail: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the special tiles, and the form field of the option that adds them to the set."""
    special = detail["special_tiles"]
    return special and {"option": f"o.{special['option']}", "tiles": special["tiles"]}


def _waiting(detail: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the fields for who is tenpai after a draw, and when they are shown."""
    waiting = BOOKS[detail["id"]].table.waiting_fields
    return waiting and {
        "waits": OWN["player"] + waiting.waits,
        "declared": OWN["player"] + waiting.declared,
        "ended": [(OWN["table"] + name, value) for name, value in waiting.ended.items()],
        "voidAfter": [f"x.{event}" for event in waiting.void_after],
        "say": capital(translate(REQUIRED["waits"])),
    }


def _tile_set_aside(detail: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the tile that is set aside, with the number of players and the option it needs."""
    aside = detail["set_aside"]
    return aside and {
        "tile": aside["tile"],
        "title": _("Set aside"),
        "players": aside["players"],
        "option": setting_field(aside["option"]),
    }


def _settings(settings: Sequence[Mapping[str, Any]] | None) -> list[tuple[str, str]] | None:
    return None if settings is None else [setting_field(setting) for setting in settings]


def _own_fields(detail: Mapping[str, Any], page: str) -> dict[str, Any]:
    """Return the ruleset's own fields that the keypad offers, and the numbers a table agrees on."""
    fields = detail["fields"]
    amounts = (field for field in fields["player"] if field["type"] == "amounts")
    return {
        **{
            part: [
                _own_field(part, field) for field in fields[part] if _is_offered(part, field, page)
            ]
            for part in ("hand", "win", "player", "table")
        },
        "amounts": next((_amounts(field) for field in amounts), None),
    }


def _is_offered(part: str, field: Mapping[str, Any], page: str) -> bool:
    """Tests if the keypad of a page offers a field. The page of one hand has no players and no
    table: of a player's fields it offers those that mean a circumstance of the win."""
    if "title" not in field:
        return False
    if page == "table":
        return part != "hand"
    return part != "table" and (part != "player" or "tells" in field)


def _own_field(part: str, field: Mapping[str, Any]) -> dict[str, Any]:
    data: dict[str, Any] = {
        name: field[name] for name in ("at", "beside", "tells") if name in field
    }
    if "option" in field:
        data["option"] = setting_field(field["option"])
    if field["type"] == "seat":
        named = [(seat, capital(seat_name(seat))) for seat in field.get("choices", SEATS)]
        data["choices"] = [("", capital(_("not said"))), *named]
    elif "choices" in field:
        data["choices"] = [
            (choice, capital(translate(plain_label(choice)))) for choice in field["choices"]
        ]
    data |= {"field": OWN[part] + field["name"], "type": field["type"]}
    return {**data, "title": translate(field["title"])}


def _amounts(field: Mapping[str, Any]) -> dict[str, Any]:
    numbers = [
        {
            "key": key,
            "label": translate(plain_label(key)),
            "alone": key in field.get("alone", ()),
            "usual": [
                (str(amount["value"]), translate(amount["name"]) or str(amount["value"]))
                for amount in usual
            ],
        }
        for key, usual in field["numbers"].items()
    ]
    return {"field": OWN["player"] + field["name"], "numbers": numbers}


def _game_data(game: Any) -> dict[str, Any]:
    """Return the name under which the browser stores the unfinished hand, and the seats' winds."""
    replacing = f"-{game.replaces.n}" if game.replaces else ""
    return {
        "game": f"game-{game.game_id}.{game.number}{replacing}",
        "winds": {seat: wind_letter(seat) for seat in game.table.seats},
    }


def _key_name(code: str) -> str:
    """Return a tile's name, a flower's or season's with the number on its key."""
    values = {"name": tile_name(code), "number": code[1:]}
    if len(code) == 2 and code[0] == "F":
        return str(_("%(name)s (flower %(number)s)", **values))
    if len(code) == 2 and code[0] == "S":
        return str(_("%(name)s (season %(number)s)", **values))
    return values["name"]


def _conditions(circumstance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the conditions of a circumstance: ways to win, seats, tiles, and the form's option."""
    conditions = {
        name: value
        for name, value in circumstance.items()
        if name not in ("id", "meaning", "matters")
    }
    if "option" in circumstance or "matters" in circumstance:
        conditions["option"] = setting_field(circumstance.get("option") or circumstance["matters"])
    return conditions
