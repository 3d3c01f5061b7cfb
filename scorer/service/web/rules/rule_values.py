"""House rules on the rules page: values of options, changes by presets, and what depends on an
option."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from flask_babel import gettext

import scorer
from scorer.engine.options import plain_label
from scorer.service.i18n.contexts import option_context
from scorer.service.i18n.languages import translate
from scorer.service.web.forms.house_rules import default_value, own_default
from scorer.service.web.labels import capital, named_value, number, rule_name, value_text

OPTION_EXAMPLES_FOLDER = Path(scorer.__file__).parent / "examples" / "options"

NO_TEXT = "\N{EN DASH}"

Document = Mapping[str, Any]


class PresetChange(NamedTuple):
    """An option that a preset changes, with its value there and its default, in words."""

    option: str
    name: str
    value: str
    default_value: str


class DependentRule(NamedTuple):
    """A rule, circumstance or event that exists only under one value of an option."""

    anchor: str
    name: str
    value: str


def circumstance_row(circumstance: Document) -> tuple[str, str]:
    """Return the anchor and the name of a circumstance on the rules page."""
    return f"circumstance-{circumstance['id']}", capital(translate(circumstance["meaning"]))


def event_row(event: Document) -> tuple[str, str]:
    """Return the anchor and the name of a penalty on the rules page."""
    return f"event-{event['event']}", translate(plain_label(event["event"]))


def value_title(value: object, option: str) -> str:
    """Return a value of an option or a field as a title: "Fully concealed", "Yes", "8"."""
    if isinstance(value, int) and not isinstance(value, bool):
        return number(value)
    return translate(plain_label(value_text(value)), option_context(option))


def house_rules_in_words(options: Mapping[str, object]) -> list[str]:
    """Return the options of a document, each with its value, as phrases."""
    return [
        named_value(translate(plain_label(name)), value_title(value, name))
        for name, value in options.items()
    ]


def value_titles(option: Document) -> list[tuple[str, bool]]:
    """Return an option's values and which is the default; none for a number or a text."""
    values = [True, False] if option["type"] == "boolean" else option.get("choices") or ()
    return [(value_title(value, option["name"]), value == option["default"]) for value in values]


def preset_changes(ruleset: Document, preset: Document) -> list[PresetChange]:
    """Return the options for which a preset differs from the default."""
    changed = []
    for option in ruleset["options"]:
        value = preset["options"].get(option["name"], option["default"])
        default = default_value(ruleset, own_default(ruleset), option)
        if value != default:
            title = translate(plain_label(option["name"]))
            words = (_value_of(shown_value, option) for shown_value in (value, default))
            changed.append(PresetChange(title, f"option-{option['name']}", *words))
    return changed


def presets_setting(ruleset: Document, option: Document) -> list[tuple[str, str, str]]:
    """Return the presets that set an option: name, title and value."""
    return [
        (
            preset["name"],
            translate(preset["title"]),
            _value_of(preset["options"][option["name"]], option),
        )
        for preset in ruleset["presets"]
        if option["name"] in preset["options"]
    ]


def _value_of(value: object, option: Document) -> str:
    """Return a value of an option as a title; of a text, that there is one."""
    if option["type"] != "text":
        return value_title(value, option["name"])
    return str(gettext("A text")) if value else NO_TEXT


def dependent_rules(ruleset: Document, option: Document) -> list[DependentRule]:
    """Return the rules, circumstances and events that exist only under one value of an option."""
    # Filtered before they are named: the page asks for every option.
    rules, circumstances, events = (
        [entry for entry in ruleset[kind] if entry.get("option", {}).get("name") == option["name"]]
        for kind in ("rules", "circumstances", "events")
    )
    entries = [
        *((entry, entry["id"], rule_name(entry)) for entry in rules),
        *((entry, *circumstance_row(entry)) for entry in circumstances),
        *((entry, *event_row(entry)) for entry in events),
    ]
    return [
        DependentRule(anchor, name, value_title(entry["option"]["value"], option["name"]))
        for entry, anchor, name in entries
    ]


def changed_rules(ruleset: Document, option: Document) -> list[tuple[str, str]]:
    """Return the ids and names of the rules that an option changes in some test case.

    Rules that exist only under one value of it are left out.
    """
    rules_by_id = {rule["id"]: rule for rule in ruleset["rules"]}
    ids = _rules_by_option().get(ruleset["id"], {}).get(option["name"], ())
    return [
        (id, rule_name(rules_by_id[id]))
        for id in ids
        if id in rules_by_id and rules_by_id[id].get("option", {}).get("name") != option["name"]
    ]


def options_changing(ruleset: Document, rule: Document) -> list[tuple[str, str]]:
    """Return the anchors and titles of the options that change a rule."""
    changed = _rules_by_option().get(ruleset["id"], {})
    return [
        (f"option-{option['name']}", translate(plain_label(option["name"])))
        for option in ruleset["options"]
        if rule["id"] in changed.get(option["name"], ())
        or option["name"] in (rule.get("amount_option"), rule.get("option", {}).get("name"))
    ]


@cache
def _rules_by_option() -> Mapping[str, Mapping[str, list[str]]]:
    """Return the rules that each option changes, as ``tools/option_changes.py`` found them."""
    files = sorted(OPTION_EXAMPLES_FOLDER.glob("*.json"))
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}


def range_words(option: Document) -> str:
    """Return the range of an option that has no list of values."""
    if option["type"] == "text":
        return str(gettext("A text"))
    return str(gettext("%(least)s to %(most)s", least=option["minimum"], most=option["maximum"]))
