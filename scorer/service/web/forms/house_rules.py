"""House rules in force in a form: chosen options, else those of its preset or ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from scorer.rules import BOOKS
from scorer.service.web.labels import value_text

FormFields = MultiDict[str, str]
Document = Mapping[str, Any]


def default_value(ruleset: Document, preset: str, option: Document) -> object:
    """Return the value of an option that is not chosen: the preset's, or else the ruleset's."""
    presets = {entry["name"]: entry for entry in ruleset.get("presets") or ()}
    in_force: Document = presets.get(preset or ruleset.get("default_preset") or "") or {}
    return (in_force.get("options") or {}).get(option["name"], option["default"])


def own_default(ruleset: Document) -> str:
    """Return the preset that the ruleset itself has as its default, whatever a club's is: under it
    the examples that come with the scorer were made."""
    return BOOKS[ruleset["id"]].own_default or ""


def is_played(query: FormFields, ruleset: Document, setting: Document) -> bool:
    """Tests if the option of a setting has its value in the form or, with ``unless``, another."""
    name = setting["name"]
    chosen = query.get(f"o.{name}", "").strip()
    if not chosen:
        option = next(entry for entry in ruleset["options"] if entry["name"] == name)
        chosen = value_text(default_value(ruleset, query.get("preset", "").strip(), option))
    return (chosen in _values_in_words(setting)) is not setting.get("unless", False)


def played_for(query: FormFields, ruleset: Document, entry: Document) -> bool:
    """Tests if a circumstance or an event exists under the house rules of the form."""
    return "option" not in entry or is_played(query, ruleset, entry["option"])


def setting_field(setting: Document) -> tuple[str, str]:
    """Return a setting as a field of the form and its value, or several with | between them; "!0"
    is any other value than 0."""
    unless = "!" if setting.get("unless") else ""
    return f"o.{setting['name']}", unless + "|".join(_values_in_words(setting))


def _values_in_words(setting: Document) -> list[str]:
    """Return the values that a setting names."""
    return [value_text(value) for value in (setting["value"], *setting.get("also", ()))]


def text_field(ruleset: Document) -> str:
    """Return the field of the option with text, such as a card; "" in most rulesets."""
    return next(
        (f"o.{entry['name']}" for entry in ruleset["options"] if entry["type"] == "text"), ""
    )


def defaults_by_preset(ruleset: Document) -> dict[str, dict[str, str]]:
    """Return the default values of the options that a form depends on, by preset.

    The key "" stands for no preset.
    """
    own = (field for fields in ruleset["fields"].values() for field in fields)
    entries = (*ruleset["circumstances"], *ruleset["events"], *own, ruleset["set_aside"] or {})
    settings = [*ruleset["wild_under"], *(ruleset["several_winners"] or ())]
    names = {setting["name"] for setting in settings}
    conditions = ("option", "matters")
    names |= {entry[key]["name"] for entry in entries for key in conditions if key in entry}
    names |= {ruleset["special_tiles"]["option"]} if ruleset["special_tiles"] else set()
    options = [option for option in ruleset["options"] if option["name"] in names]
    return {
        preset: {
            f"o.{option['name']}": value_text(default_value(ruleset, preset, option))
            for option in options
        }
        for preset in ("", *(entry["name"] for entry in ruleset["presets"]))
        if options
    }
