"""Which house rules a form plays by: those chosen, else those of its preset or its ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from scorer.service.web.labels import value_text

__all__ = ["is_played", "played_for", "played_under", "text_field", "usual", "usual_by_preset"]

Query = MultiDict[str, str]
Told = Mapping[str, Any]


def usual(detail: Told, preset: str, option: Told) -> object:
    """The value of an option that was not chosen: the preset's, or the ruleset's."""
    presets = {one["name"]: one for one in detail.get("presets") or ()}
    in_force: Told = presets.get(preset or detail.get("default_preset") or "") or {}
    return (in_force.get("options") or {}).get(option["name"], option["default"])


def is_played(query: Query, detail: Told, setting: Told) -> bool:
    """Whether the option of this setting has its value in the form."""
    name = setting["name"]
    chosen = query.get(f"o.{name}", "").strip()
    if not chosen:
        option = next(one for one in detail["options"] if one["name"] == name)
        chosen = value_text(usual(detail, query.get("preset", "").strip(), option))
    return chosen == value_text(setting["value"])


def played_for(query: Query, detail: Told, entry: Told) -> bool:
    """Whether there is this circumstance or this event under the house rules of the form."""
    return "option" not in entry or is_played(query, detail, entry["option"])


def played_under(setting: Told) -> tuple[str, str]:
    """A setting as the form tells it: the field of the option, and its value there."""
    return f"o.{setting['name']}", value_text(setting["value"])


def text_field(detail: Told) -> str:
    """The field of the option that takes a text, such as a card; none in most rulesets."""
    return next((f"o.{one['name']}" for one in detail["options"] if one["type"] == "text"), "")


def usual_by_preset(detail: Told) -> dict[str, dict[str, str]]:
    """What the options that a form looks at have where they were not chosen, by the preset; where
    none is chosen either, under no name."""
    own = (one for fields in detail["fields"].values() for one in fields)
    entries = (*detail["circumstances"], *detail["events"], *own, detail["set_aside"] or {})
    settings = [*detail["wild_under"], *(detail["several_winners"] or ())]
    names = {one["name"] for one in settings}
    names |= {one["option"]["name"] for one in entries if "option" in one}
    names |= {detail["special_tiles"]["option"]} if detail["special_tiles"] else set()
    options = [one for one in detail["options"] if one["name"] in names]
    return {
        preset: {f"o.{one['name']}": value_text(usual(detail, preset, one)) for one in options}
        for preset in ("", *(one["name"] for one in detail["presets"]))
        if options
    }
