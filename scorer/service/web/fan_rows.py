"""Fan on the pages: what occurs more than once in one row, what was set aside by what did so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorer.service.i18n.languages import later

__all__ = ["PRINCIPLES", "Principle", "by_worth", "near_misses", "set_aside", "together"]

Row = Mapping[str, Any]


class Principle(NamedTuple):
    """A principle by which fan are set aside: its name, what it says, and how it speaks of the fan
    that stands in the way, English all: a page says them in its language."""

    name: str
    meaning: str
    by: str


PRINCIPLES = {
    "non-repeat": Principle(
        later("Non-repeat"),
        later("What a fan that counts already contains is not counted again."),
        later("Already in %(fan)s:"),
    ),
    "non-separation": Principle(
        later("Non-separation"),
        later("Sets that were put together for one fan are not taken apart again for another."),
        later("Its sets are already together in %(fan)s:"),
    ),
    "non-identical": Principle(
        later("Non-identical"),
        later(
            "A set that made a fan with one set is not used again for the same fan with another."
        ),
        later("A set of it was already used for %(fan)s:"),
    ),
    "account-once": Principle(
        later("Account-once (Combine-Once)"),
        later(
            "Sets that hang together through the fan that count are not combined again: each "
            "further fan has to bring in a set that was still free."
        ),
        later("Its sets already hang together through %(fan)s:"),
    ),
    "high-versus-low": Principle(
        later("High versus low"),
        later("Tiles that can be read in several ways are read in the one that is worth most."),
        "%(fan)s:",
    ),
}

# Of longer ones the reader needs the name alone.
LONGEST_SHOWN = {"non-repeat": 4, "high-versus-low": 0}


class Reason(NamedTuple):
    """Why some fan do not count: the fan that stands in the way, or else a sentence."""

    by: Row | None
    because: str
    rows: list[dict[str, Any]]


class Group(NamedTuple):
    """What one principle, of this id, set aside."""

    id: str
    principle: Principle
    reasons: list[Reason]


def together(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """The rows, with those of the same fan as one: ``count`` is how many, ``runs`` their tiles."""
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for place, row in enumerate(rows):
        key = (row["id"], 0 if row["kind"] == "fan" else place + 1)
        one = found.setdefault(key, {**row, "count": 0, "runs": []})
        one["count"] += row.get("count") or 1
        if row.get("tiles"):
            one["runs"].append(row["tiles"])
    for one in found.values():
        if one["runs"] and all(len(run) == 1 for run in one["runs"]):
            one["runs"] = [[tile for run in one["runs"] for tile in run]]
    return list(found.values())


def near_misses(entries: Iterable[Row], rules: Iterable[Row]) -> list[Row]:
    """What no principle set aside: it nearly counted."""
    known = {rule["id"]: rule for rule in rules}
    return [_named(entry, known) for entry in entries if entry.get("principle") not in PRINCIPLES]


def set_aside(entries: Sequence[Row], rules: Iterable[Row]) -> list[Group]:
    """What the principles set aside, by principle and then by the fan that stands in the way."""
    known = {rule["id"]: rule for rule in rules}
    groups = []
    for name, principle in PRINCIPLES.items():
        ours = [_named(entry, known) for entry in entries if entry.get("principle") == name]
        longest = LONGEST_SHOWN.get(name, 12)
        reasons = []
        for key, rows in _grouped(ours, _why).items():
            shown = together(rows)
            for row in shown:
                row["runs"] = [tiles for tiles in row["runs"] if len(tiles) <= longest]
            reasons.append(Reason(known.get(key), key, shown))
        if reasons:
            groups.append(Group(name, principle, reasons))
    return groups


def by_worth(rules: Iterable[Row]) -> list[tuple[int, list[Row]]]:
    """The fan by what they are worth, as the book brings them."""
    return sorted(_grouped(rules, lambda rule: int(rule["amount"])).items(), reverse=True)


def _named(entry: Row, known: Mapping[str, Row]) -> Row:
    rule = known.get(entry["id"])
    return {**entry, "names": rule["names"]} if rule else entry


def _why(entry: Row) -> str:
    """The id of the fan that stands in the way; the reason itself where there is none."""
    by = entry.get("by")
    if by:
        return str(by)
    reason: str = entry.get("reason") or entry["because"]
    return reason


def _grouped(rows: Iterable[Row], key: Callable[[Row], Any]) -> dict[Any, list[Row]]:
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups
