"""Fields of a form carried over to another ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from scorer.engine.options import Option
from scorer.rules import BOOKS
from scorer.service.web.forms.form_events import kind_field
from scorer.service.web.forms.form_fields import COUNTER_PREFIX, RULESET_PREFIXES
from scorer.service.web.forms.form_pages import fields_by_name, option_parser
from scorer.service.web.forms.house_rules import played_for
from scorer.service.web.forms.table_codecs import CLAIMED_WIN_WAYS
from scorer.service.web.forms.typed_values import integer_or_text, typed_text
from scorer.service.web.labels import SEATS

FormFields = MultiDict[str, str]
RulesetDocument = Mapping[str, Any]

RULESET_FIELD_STARTS = (*RULESET_PREFIXES.values(), COUNTER_PREFIX, "o.", "x.")
"""What the fields begin with that a ruleset declares; others there may be in every ruleset."""
NEVER_CARRIED_FIELDS = ("to", "go", "rules")


def fields_for_ruleset(query: FormFields, ruleset: RulesetDocument) -> FormFields:
    """Return the fields without those that the ruleset does not know."""
    names = fields_by_name(BOOKS[ruleset["id"]])
    winner = f"{typed_text(query, 'winner').lower()}.points"

    def is_kept(name: str, value: str) -> bool:
        named = names.get(kind_field(name))
        if named is None:
            return name not in NEVER_CARRIED_FIELDS and not _is_of_ruleset(name)
        needs = "" if name == winner else named.note.needs
        return (not needs or _has_property(ruleset, needs)) and _is_possible(name, value, ruleset)

    pairs = [(name, value) for name, value in query.items(multi=True) if is_kept(name, value)]
    changed = MultiDict([("rules", str(ruleset["id"])), *pairs])
    if not ruleset["bonus_tiles"] and ruleset["hand_of"] == "card":
        _flowers_in_hand(changed)
    _drop_unplayed(changed, ruleset)
    return changed


def _is_of_ruleset(name: str) -> bool:
    seat, _, rest = name.partition(".")
    return (rest if seat.upper() in SEATS else name).startswith(RULESET_FIELD_STARTS)


def _has_property(ruleset: RulesetDocument, needs: str) -> bool:
    """Tests if a ruleset has a property. Where no option decides on it, several may always win."""
    value = ruleset[needs]
    return value is not None if needs == "several_winners" else bool(value)


def _is_possible(name: str, value: str, ruleset: RulesetDocument) -> bool:
    """Tests if the ruleset has the value, where it declares which there are."""
    if name == "rules":
        return False
    if name == "away":
        return 3 in ruleset["players"]
    if name == "preset":
        return value in {preset["name"] for preset in ruleset["presets"]}
    if name == "won":
        return value not in CLAIMED_WIN_WAYS or value in ruleset["ways"]
    if name.rpartition(".")[2] == "with":
        return value in {circumstance["id"] for circumstance in ruleset["circumstances"]}
    if name.startswith("o."):
        return _fits_option(BOOKS[ruleset["id"]].options[name[2:]], value)
    if name.startswith(COUNTER_PREFIX):
        counter = BOOKS[ruleset["id"]].counters[name.removeprefix(COUNTER_PREFIX)]
        return _is_between(integer_or_text(value.strip()), counter.least, counter.most)
    return True


def _fits_option(option: Option[Any], text: str) -> bool:
    value = option_parser(option)(text.strip())
    if option.choices:
        return value in option.choices
    return option.type != "integer" or _is_between(value, option.minimum, option.maximum)


def _is_between(value: object, least: int | None, most: int | None) -> bool:
    return (
        isinstance(value, int)
        and (least is None or value >= least)
        and (most is None or value <= most)
    )


def _drop_unplayed(query: FormFields, ruleset: RulesetDocument) -> None:
    """Remove circumstances and events that exist only under other house rules."""
    circumstances = {
        entry["id"] for entry in ruleset["circumstances"] if played_for(query, ruleset, entry)
    }
    for field in [name for name in query if f".{name}".endswith(".with")]:
        for name in query.poplist(field):
            if name in circumstances:
                query.add(field, name)
    unplayed = [
        entry["event"] for entry in ruleset["events"] if not played_for(query, ruleset, entry)
    ]
    for name in [*query]:
        if name.startswith("x.") and name.split(".")[1] in unplayed:
            query.poplist(name)


def _flowers_in_hand(query: FormFields) -> None:
    """Move the flowers into the hand, for a ruleset in which they are tiles like others."""
    for prefix in ("", *(f"{seat.lower()}." for seat in SEATS)):
        flowers = query.pop(f"{prefix}flowers", "").strip()
        if flowers:
            query[f"{prefix}hand"] = f"{query.get(f'{prefix}hand', '')} {flowers}".strip()
