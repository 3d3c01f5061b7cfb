"""Fan in rows: repeated fan merged, excluded fan grouped by the principle that excludes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorer.service.i18n.languages import gettext_noop

LineDocument = Mapping[str, Any]


class ExclusionPrinciple(NamedTuple):
    """A principle that excludes fan; pages translate its English texts.

    Attributes:
        name: its name.
        meaning: what it says.
        by: how a page introduces the fan that excludes another.
    """

    name: str
    meaning: str
    by: str


PRINCIPLES = {
    "non-repeat": ExclusionPrinciple(
        gettext_noop("Non-repeat"),
        gettext_noop("A pattern is not counted if another counted pattern already contains it."),
        gettext_noop("Already in %(fan)s:"),
    ),
    "one-of-a-series": ExclusionPrinciple(
        gettext_noop("One of a series"),
        gettext_noop("Of the patterns of one series only the dearest counts."),
        gettext_noop("Of one series with %(fan)s:"),
    ),
    "non-separation": ExclusionPrinciple(
        gettext_noop("Non-separation"),
        gettext_noop("Sets that were combined for one fan are not separated again for another."),
        gettext_noop("Its sets are already combined in %(fan)s:"),
    ),
    "non-identical": ExclusionPrinciple(
        gettext_noop("Non-identical"),
        gettext_noop(
            "A set that made a fan with a second set does not make the same fan again with a third "
            "set."
        ),
        gettext_noop("One of its sets was already used for %(fan)s:"),
    ),
    "account-once": ExclusionPrinciple(
        gettext_noop("Account-once (Combine-Once)"),
        gettext_noop(
            "Once sets are combined for a fan, they are not combined with each other again: each "
            "further fan must use at least one set that was not combined yet."
        ),
        gettext_noop("Its sets are already combined with each other through %(fan)s:"),
    ),
    "limit": ExclusionPrinciple(
        gettext_noop("The limit"),
        gettext_noop("Of what a hand adds up to, no more than the limit counts."),
        "%(fan)s:",
    ),
    "high-versus-low": ExclusionPrinciple(
        gettext_noop("High versus low"),
        gettext_noop(
            "If the tiles can be arranged in several ways, the way that is worth most is scored."
        ),
        "%(fan)s:",
    ),
}

# Longer runs of tiles are left out: the name says enough.
MAX_TILES_SHOWN = {"non-repeat": 4, "one-of-a-series": 4, "high-versus-low": 0}


class ExclusionReason(NamedTuple):
    """The reason why some fan do not count: the fan that excludes them, or a sentence."""

    by: LineDocument | None
    because: str
    rows: list[dict[str, Any]]


class ExcludedGroup(NamedTuple):
    """The fan that one principle excludes, by reason."""

    id: str
    principle: ExclusionPrinciple
    reasons: list[ExclusionReason]


def merge_same_fan(rows: Iterable[LineDocument]) -> list[dict[str, Any]]:
    """Return the rows with those of one fan merged: ``count`` is how many, ``runs`` their tiles."""
    merged: dict[tuple[str, int], dict[str, Any]] = {}
    for place, row in enumerate(rows):
        key = (row["id"], 0 if row["kind"] == "fan" else place + 1)
        fan = merged.setdefault(key, {**row, "count": 0, "runs": []})
        fan["count"] += row.get("count") or 1
        if row.get("tiles"):
            fan["runs"].append(row["tiles"])
    for fan in merged.values():
        if fan["runs"] and all(len(run) == 1 for run in fan["runs"]):
            fan["runs"] = [[tile for run in fan["runs"] for tile in run]]
    return list(merged.values())


def near_misses(
    entries: Iterable[LineDocument], rules: Iterable[LineDocument]
) -> list[LineDocument]:
    """Return the fan that nearly counted: those that no principle excludes."""
    rules_by_id = {rule["id"]: rule for rule in rules}
    return [
        _with_names(entry, rules_by_id)
        for entry in entries
        if entry.get("principle") not in PRINCIPLES
    ]


def excluded_fan_groups(
    entries: Sequence[LineDocument], rules: Iterable[LineDocument]
) -> list[ExcludedGroup]:
    """Return the excluded fan by principle, then by the fan that excludes them."""
    rules_by_id = {rule["id"]: rule for rule in rules}
    groups = []
    for name, principle in PRINCIPLES.items():
        excluded = [
            _with_names(entry, rules_by_id) for entry in entries if entry.get("principle") == name
        ]
        longest = MAX_TILES_SHOWN.get(name, 12)
        reasons = []
        for key, rows in _group_rows(excluded, _reason_key).items():
            merged = merge_same_fan(rows)
            for row in merged:
                row["runs"] = [tiles for tiles in row["runs"] if len(tiles) <= longest]
            reasons.append(ExclusionReason(rules_by_id.get(key), key, merged))
        if reasons:
            groups.append(ExcludedGroup(name, principle, reasons))
    return groups


def fan_by_worth(rules: Iterable[LineDocument]) -> list[tuple[int, list[LineDocument]]]:
    """Return the fan by value, the highest first."""
    return sorted(_group_rows(rules, lambda rule: int(rule["amount"])).items(), reverse=True)


def _with_names(entry: LineDocument, rules_by_id: Mapping[str, LineDocument]) -> LineDocument:
    rule = rules_by_id.get(entry["id"])
    return {**entry, "names": rule["names"]} if rule else entry


def _reason_key(entry: LineDocument) -> str:
    """Return the id of the fan that excludes an entry, or the reason if no fan does."""
    by = entry.get("by")
    if by:
        return str(by)
    reason: str = entry.get("reason") or entry["because"]
    return reason


def _group_rows(
    rows: Iterable[LineDocument], key: Callable[[LineDocument], Any]
) -> dict[Any, list[LineDocument]]:
    groups: dict[Any, list[LineDocument]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups
