"""Data for the keypad: a ruleset's tiles and fields, translated words, possible circumstances."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorer.engine.options import plain_label
from scorer.engine.tiles import CODES
from scorer.errors import HandError
from scorer.rulebook.presentation import PaymentCell
from scorer.rules import BOOKS
from scorer.service.i18n.languages import gettext_noop, translate
from scorer.service.web.forms.form import REQUIRED_HINTS
from scorer.service.web.forms.form_documents import table_document, tile_fields
from scorer.service.web.forms.form_fields import (
    COUNTER_PREFIX,
    RULESET_PREFIXES,
    lasting_field_names,
    meld_rows,
)
from scorer.service.web.forms.house_rules import defaults_by_preset, setting_field
from scorer.service.web.labels import SEATS, capital, seat_name, set_words, tile_name, wind_letter

SETS = ("chow", "pung", "kong", "quint", "sextet")
LOSER_HINTS = {
    "discard": gettext_noop("choose who discarded the winning tile"),
    "robbed_kong": gettext_noop("choose whose kong was robbed"),
}


def keypad_data(
    ruleset: Mapping[str, Any],
    page: str,
    game: Any = None,
    typed: MultiDict[str, str] | None = None,
) -> str:
    """Return the data as JSON for an attribute: the page's policy forbids inline scripts."""
    # Long: one entry a fact.
    own = _own_fields(ruleset, page)
    if own["amounts"] and page == "table":
        own["amounts"]["worths"] = _payments_of_agreed(
            ruleset, own["amounts"], typed or MultiDict()
        )
    data = {
        "rules": ruleset["id"],
        "page": page,
        "exposures": ruleset["hand_of"] == "card",
        "tilesHeld": ruleset["hand_tiles"],
        "rows": [str(row) for row in meld_rows(ruleset)],
        "tileFields": tile_fields(ruleset),
        "lasting": lasting_field_names("table"),
        "state": [] if game else _counter_fields(ruleset),
        "flowersApart": ruleset["bonus_tiles"],
        "jokers": ruleset["jokers"],
        "wildUnder": [setting_field(setting) for setting in ruleset["wild_under"]],
        "special": _special_tiles(ruleset),
        "aside": _tile_set_aside(ruleset),
        "leftOut": ruleset["left_out"],
        "several": _setting_fields(ruleset["several_winners"]),
        "own": own,
        "waiting": _waiting_fields(ruleset),
        "asksMore": _asks_more(ruleset, own),
        "usual": defaults_by_preset(ruleset),
        "preset": ruleset["default_preset"],
        "concealsSets": ruleset["conceals_sets"],
        "asksRound": ruleset["prevailing"],
        "losers": ruleset["losers_score"],
        "seats": {seat: seat_name(seat) for seat in SEATS},
        **(_game_data(game) if game else {}),
        "tiles": {code: _key_name(code) for code in (*CODES, "F")},
        "sets": {kind: [set_words(kind, hidden) for hidden in (False, True)] for kind in SETS},
        "required": {name: translate(REQUIRED_HINTS[name]) for name in ("seat", "round", "won")},
        "whose": {way: translate(words) for way, words in LOSER_HINTS.items()},
        "circumstances": {
            entry["id"]: _circumstance_conditions(entry) for entry in ruleset["circumstances"]
        },
    }
    # A line each: a phone fetches the lines that have changed.
    lines = (f"{_as_json(name)}:{_as_json(fact)}" for name, fact in data.items())
    return "{" + ",\n".join(lines) + "}"


def _as_json(fact: object) -> str:
    return json.dumps(fact, separators=(",", ":"), ensure_ascii=False)


def _counter_fields(ruleset: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        (COUNTER_PREFIX + field["name"], translate(field["title"])) for field in ruleset["state"]
    ]


def _asks_more(ruleset: Mapping[str, Any], own: Mapping[str, Any]) -> bool:
    """Tests if the keypad needs the scripts for questions that most rulesets do not ask."""
    more = ruleset["state"] or ruleset["set_aside"] or ruleset["several_winners"]
    return bool(more) or any(own.values())


def _special_tiles(ruleset: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the special tiles, and the form field of the option that adds them to the set."""
    special = ruleset["special_tiles"]
    return special and {"option": f"o.{special['option']}", "tiles": special["tiles"]}


def _waiting_fields(ruleset: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the fields for who is tenpai after a draw, and when they are shown."""
    waiting = BOOKS[ruleset["id"]].table.waiting_fields
    return waiting and {
        "waits": RULESET_PREFIXES["player"] + waiting.waits,
        "declared": RULESET_PREFIXES["player"] + waiting.declared,
        "ended": [
            (RULESET_PREFIXES["table"] + name, value) for name, value in waiting.ended.items()
        ],
        "voidAfter": [f"x.{event}" for event in waiting.void_after],
        "say": capital(translate(REQUIRED_HINTS["waits"])),
    }


def _tile_set_aside(ruleset: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the tile that is set aside, with the number of players and the option it needs."""
    aside = ruleset["set_aside"]
    return aside and {
        "tile": aside["tile"],
        "title": _("Set aside"),
        "players": aside["players"],
        "option": setting_field(aside["option"]),
    }


def _setting_fields(settings: Sequence[Mapping[str, Any]] | None) -> list[tuple[str, str]] | None:
    return None if settings is None else [setting_field(setting) for setting in settings]


def _own_fields(ruleset: Mapping[str, Any], page: str) -> dict[str, Any]:
    """Return the ruleset's own fields that the keypad offers, and the numbers a table agrees on."""
    fields = ruleset["fields"]
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
        data["choices"] = [("", capital(_("not entered"))), *named]
    elif "choices" in field:
        data["choices"] = [
            (choice, capital(translate(plain_label(choice)))) for choice in field["choices"]
        ]
    data |= {"field": RULESET_PREFIXES[part] + field["name"], "type": field["type"]}
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
    return {"field": RULESET_PREFIXES["player"] + field["name"], "numbers": numbers}


def _payments_of_agreed(
    ruleset: Mapping[str, Any], amounts: Mapping[str, Any], typed: MultiDict[str, str]
) -> dict[str, list[list[str]]]:
    """Return what agreed amounts are paid under the house rules of the form: by their keys and
    numbers in the order of the keypad, to others and to East, on a discard and drawn; "" where no
    hand has them."""
    book = BOOKS[ruleset["id"]]
    document = table_document(typed, ruleset)
    pay = book.presentation.payment_of_agreed
    if pay is None:
        return {}
    try:
        options = book.edition(document.get("preset"), document.get("options")).options
    except HandError:
        return {}
    players = len(SEATS) - bool(typed.get("away"))
    worths = {}
    for agreed in _amounts_with_keys(amounts["numbers"]):
        paid = [pay(agreed, options, players, dealer) for dealer in (False, True)]
        if any(paid):
            name = " ".join(f"{key} {number}" for key, number in agreed.items())
            worths[name] = [_paid_words(way, players) for way in paid]
    return worths


def _amounts_with_keys(numbers: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, int]]:
    """Yield the amounts that the keypad has keys for: numbers that stand alone or have a name of
    their own, and the others together."""
    together: dict[str, list[int]] = {}
    for declared in numbers:
        for number, text in declared["usual"]:
            if declared["alone"] or text != number:
                yield {declared["key"]: int(number)}
            else:
                together.setdefault(declared["key"], []).append(int(number))
    yield from (dict(zip(together, row, strict=True)) for row in product(*together.values()))


def _paid_words(paid: PaymentCell | None, players: int) -> list[str]:
    """Return a payment on a discard and drawn, as players call it: "500/1000", "1000 ×3"."""
    if paid is None:
        return ["", ""]
    drawn = "/".join(str(amount) for amount in paid.drawn)
    if len(paid.drawn) == 1:
        drawn = f"{drawn} ×{players - 1}"
    return ["" if paid.claimed is None else str(paid.claimed), drawn]


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


def _circumstance_conditions(circumstance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the conditions of a circumstance: ways to win, seats, tiles, and the form's option."""
    conditions = {
        name: value
        for name, value in circumstance.items()
        if name not in ("id", "meaning", "matters")
    }
    if "option" in circumstance or "matters" in circumstance:
        conditions["option"] = setting_field(circumstance.get("option") or circumstance["matters"])
    return conditions
