"""House rules on the rules page: what an option may be, what a preset changes, and what hangs on
an option."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from flask_babel import gettext

import scorer
from scorer.options import plain_label
from scorer.service.i18n.languages import said
from scorer.service.web.house_rules import usual
from scorer.service.web.labels import capital, number, rule_name, value_text

__all__ = [
    "Change",
    "Hanging",
    "changed_rules",
    "changes",
    "changing",
    "chosen_words",
    "circumstance_row",
    "event_row",
    "hanging",
    "range_words",
    "set_otherwise",
    "titles",
]

FOLDER = Path(scorer.__file__).parent / "examples" / "options"

Document = Mapping[str, Any]


class Change(NamedTuple):
    """An option that a preset sets, in words: its value there, and the usual one."""

    option: str
    name: str
    value: str
    usual: str


class Hanging(NamedTuple):
    """What there is only under one value of an option: its anchor and its name."""

    anchor: str
    name: str
    value: str


def circumstance_row(told: Document) -> tuple[str, str]:
    """The anchor and the name of a circumstance on the rules page."""
    return f"circumstance-{told['id']}", capital(said(told["meaning"]))


def event_row(told: Document) -> tuple[str, str]:
    """The anchor and the name of a penalty on the rules page."""
    return f"event-{told['event']}", said(plain_label(told["event"]))


def chosen_words(value: object) -> str:
    """An option's value as a title: "Fully concealed", "Yes", "8"."""
    if isinstance(value, int) and not isinstance(value, bool):
        return number(value)
    return said(plain_label(value_text(value)))


def titles(option: Document) -> list[tuple[str, bool]]:
    """What an option may be, each with whether that is the usual; none for a number or a text."""
    values = [True, False] if option["type"] == "boolean" else option.get("choices") or ()
    return [(chosen_words(value), value == option["default"]) for value in values]


def changes(detail: Document, preset: Document) -> list[Change]:
    """What a preset sets other than where nobody chooses anything."""
    found = []
    for option in detail["options"]:
        value = preset["options"].get(option["name"], option["default"])
        default = usual(detail, "", option)
        if value != default:
            title = said(plain_label(option["name"]))
            told = chosen_words(value), chosen_words(default)
            found.append(Change(title, f"option-{option['name']}", *told))
    return found


def set_otherwise(detail: Document, option: Document) -> list[tuple[str, str, str]]:
    """The presets that set this option, by name and title, each with its value."""
    return [
        (one["name"], said(one["title"]), chosen_words(one["options"][option["name"]]))
        for one in detail["presets"]
        if option["name"] in one["options"]
    ]


def hanging(detail: Document, option: Document) -> list[Hanging]:
    """The rules, circumstances and events that there are only under one value of this option."""
    entries = [
        *((one, one["id"], rule_name(one)) for one in detail["rules"]),
        *((one, *circumstance_row(one)) for one in detail["circumstances"]),
        *((one, *event_row(one)) for one in detail["events"]),
    ]
    return [
        Hanging(anchor, name, chosen_words(one["option"]["value"]))
        for one, anchor, name in entries
        if one.get("option", {}).get("name") == option["name"]
    ]


def changed_rules(detail: Document, option: Document) -> list[tuple[str, str]]:
    """The rules, by id and name, that this option changes in some hand of the cases, but for those
    that there are only under one value of it."""
    known = {one["id"]: one for one in detail["rules"]}
    ids = _changed().get(detail["id"], {}).get(option["name"], ())
    return [
        (id, rule_name(known[id]))
        for id in ids
        if id in known and known[id].get("option", {}).get("name") != option["name"]
    ]


def changing(detail: Document, rule: Document) -> list[tuple[str, str]]:
    """The options, by anchor and title, that change this rule."""
    told = _changed().get(detail["id"], {})
    return [
        (f"option-{option['name']}", said(plain_label(option["name"])))
        for option in detail["options"]
        if rule["id"] in told.get(option["name"], ())
        or option["name"] in (rule.get("amount_option"), rule.get("option", {}).get("name"))
    ]


@cache
def _changed() -> Mapping[str, Mapping[str, list[str]]]:
    """The rules that each option changes, as ``tests/option_changes.py`` found them."""
    files = sorted(FOLDER.glob("*.json"))
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}


def range_words(option: Document) -> str:
    """What an option may be that has no list of values."""
    if option["type"] == "text":
        return str(gettext("A text"))
    return str(gettext("%(least)s to %(most)s", least=option["minimum"], most=option["maximum"]))
