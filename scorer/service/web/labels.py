"""What the pages call things: tiles, seats, sets and circumstances in players' words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask import g
from flask_babel import gettext, ngettext, pgettext
from markupsafe import Markup, escape

from scorer.options import plain_label
from scorer.service.i18n.languages import SOURCE, current, later, said, tag
from scorer.terminal import NAMES as WIND_NAMES
from scorer.tiles import CODES, NAMES

__all__ = [
    "SEATS",
    "WIND_NAMES",
    "all_named",
    "amount_words",
    "by_kind",
    "capital",
    "every_name",
    "formula_markup",
    "kind_title",
    "kind_total",
    "name_seats",
    "number",
    "only_with",
    "other_names",
    "plain_label",
    "rule_name",
    "rule_named",
    "rule_names",
    "rule_values",
    "rule_worth",
    "ruleset_title",
    "seat_name",
    "sentence",
    "set_words",
    "source_words",
    "tile_name",
    "value_text",
    "value_words",
    "wind_letter",
    "wind_names",
    "worth_words",
]

SEATS = tuple(WIND_NAMES)
SPOKEN = "romaji"
"""The names that players say whatever their own language, where a ruleset has such."""

_TILE_NAMES = dict(zip(CODES, NAMES, strict=True))

_KINDS = {
    "points": later("Points"),
    "double": later("Doubles"),
    "limit": later("Special hands"),
    "fan": later("Fan"),
    "han": later("Han"),
    "fu": later("Fu"),
    "value": later("Value"),
    "bonus": later("Bonus"),
}

_SETS = {
    ("chow", True): later("concealed chow"),
    ("chow", False): later("exposed chow"),
    ("pung", True): later("concealed pung"),
    ("pung", False): later("exposed pung"),
    ("kong", True): later("concealed kong"),
    ("kong", False): later("exposed kong"),
    ("quint", True): later("concealed quint"),
    ("quint", False): later("exposed quint"),
    ("sextet", True): later("concealed sextet"),
    ("sextet", False): later("exposed sextet"),
}

_CLAIMED_LAST = {
    "chow": later("chow, its last tile claimed"),
    "pung": later("pung, its last tile claimed"),
}
"""A set of which the rest was concealed, won on another's tile."""

_GROUPS = {
    "single": later("single"),
    "pair": later("pair"),
    "run": later("run"),
    "winds": later("winds"),
    "honours": later("honours"),
    "orphans": later("orphans"),
    "gates": later("gates"),
    "rest": later("rest"),
    "knitted": later("knitted"),
    "knitted pair": later("knitted pair"),
    "knitted triple": later("knitted triple"),
    "knitted straight": later("knitted straight"),
}

_IN_UNITS = ("points", "limit", "fan")
_COUNTED = ("han", "fu")

# The practice card is the usual value of an option that has no list of choices.
_VALUES = {
    "none": later("None"),
    "yes": later("Yes"),
    "no": later("No"),
    "practice": later("Practice"),
}


def seat_name(seat: str) -> str:
    """What the page calls who has this seat: the player's name where it knows it, else the wind."""
    names: Mapping[str, str] = g.get("players", {}) if g else {}
    return names.get(seat) or said(WIND_NAMES[seat])


def wind_names() -> dict[str, str]:
    """The winds by their letters, in the language of the page."""
    return {wind: said(name) for wind, name in WIND_NAMES.items()}


def wind_letter(wind: str) -> str:
    """A wind in one letter or character."""
    letters = {
        "E": pgettext("wind in short", "E"),
        "S": pgettext("wind in short", "S"),
        "W": pgettext("wind in short", "W"),
        "N": pgettext("wind in short", "N"),
    }
    return str(letters.get(wind, wind))


def name_seats(names: Mapping[str, str]) -> None:
    """Have this page call who has a seat by these names, by seat."""
    g.players = names


def tile_name(code: str) -> str:
    """A canonical tile code in words: ``5d`` is "5 of dots"."""
    return said(_TILE_NAMES[code]) if code in _TILE_NAMES else code


def set_words(kind: str, concealed: bool, won: bool = False) -> str:
    """The caption of a set of the arrangement, which the winning tile completed or not: "concealed
    kong", "exposed chow", "pair"."""
    name = _SETS.get((kind, bool(concealed))) or _GROUPS.get(kind)
    if won and not concealed:
        name = _CLAIMED_LAST.get(kind, name)
    return said(name or plain_label(kind).lower())


def all_named(names: Sequence[object]) -> str:
    """Names in a row: "East, South and West"."""
    told = [str(name) for name in names]
    if len(told) < 2:
        return "".join(told)
    return str(
        gettext("%(first)s and %(last)s", first=gettext(", ").join(told[:-1]), last=told[-1])
    )


def number(value: object) -> str:
    """A number as it is read out: with a true minus, and spaces from five figures on."""
    if not isinstance(value, int) or isinstance(value, bool):
        return str(value)
    text = f"{value:,}".replace(",", "\u202f") if abs(value) >= 10_000 else str(value)
    return text.replace("-", "\u2212")


def amount_words(kind: str, amount: object, count: int = 1) -> str:
    """What a line is worth: "4", "1 double", "the limit"."""
    total = amount * count if isinstance(amount, int) else amount
    if kind == "double" and isinstance(total, int):
        return str(ngettext("%(num)s double", "%(num)s doubles", total))
    return number(total) if total is not None else ""


def worth_words(amount: int, unit: str) -> str:
    """An amount in the unit of its ruleset: "1 point", "3 faan"."""
    if unit == "points":
        return str(ngettext("%(num)s point", "%(num)s points", amount))
    return str(gettext("%(number)s %(unit)s", number=number(amount), unit=said(unit)))


def rule_worth(rule: Mapping[str, Any], unit: str) -> str:
    """What a rule of a ruleset with this unit counts, where it stands by itself: "6 points",
    "1 double"; nothing where that depends on the hand."""
    kind, amount = rule["kind"], rule["amount"]
    if kind in _IN_UNITS and isinstance(amount, int):
        return worth_words(amount, unit)
    told = amount_words(kind, amount)
    return f"{told} {kind_title(kind).lower()}" if told and kind in _COUNTED else told


def formula_markup(formula: str) -> Markup:
    """The formula with its powers set as superscripts."""
    return Markup(re.sub(r"\^(\d+)", r"<sup>\1</sup>", str(escape(formula))))


def sentence(text: object) -> str:
    """A phrase set as a sentence, with its capital and its full stop."""
    phrase = capital(text)
    return phrase if not phrase or phrase[-1] in ".?!。？！" else f"{phrase}{gettext('.')}"


def capital(text: object) -> str:
    """A phrase with its first letter as a capital, as a label."""
    phrase = str(text or "").strip()
    return phrase[:1].upper() + phrase[1:]


def by_kind(rows: Iterable[Mapping[str, Any]]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """Lines or rules by kind, both in the order in which the rulebook brings them."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["kind"], []).append(row)
    return list(groups.items())


def kind_title(kind: str) -> str:
    """The heading over the lines or the rules of one kind."""
    return said(_KINDS.get(kind) or plain_label(kind))


def kind_total(kind: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """The sum of a kind's lines; special hands say it themselves."""
    if kind == "limit":
        return ""
    return number(sum(row["amount"] * (row.get("count") or 1) for row in rows))


def ruleset_title(detail: Mapping[str, Any], preset: str | None) -> str:
    """The ruleset's name, with the title of the preset in force: "British (BMJA) · BMJA tables"."""
    titles = {entry["name"]: entry["title"] for entry in detail.get("presets") or ()}
    named = [said(detail["name"])]
    if preset in titles:
        named.append(said(titles[preset]))
    return " · ".join(named)


def rule_values(rule: Mapping[str, Any]) -> list[str]:
    """What a special hand is worth otherwise: exposed, and to a player who fishes for it."""
    told = []
    if "exposed" in rule:
        told.append(gettext("Exposed %(worth)s", worth=number(rule["exposed"])))
    if "fishing_exposed" in rule:
        told.append(
            gettext(
                "Fishing %(worth)s, exposed %(exposed)s",
                worth=number(rule["fishing"]),
                exposed=number(rule["fishing_exposed"]),
            )
        )
    elif "fishing" in rule:
        told.append(gettext("Fishing %(worth)s", worth=number(rule["fishing"])))
    return told


def value_text(value: object) -> str:
    """An option's value as it stands in an address."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def value_words(value: object) -> str:
    """An option's value as it is read; in English that is how it stands in an address."""
    text = value_text(value)
    label = _VALUES.get(text) or plain_label(text)
    told = said(label)
    if told == label:
        return text
    # Names of winds stay names: in French a small "est" is a verb.
    return told if label in WIND_NAMES.values() else told.lower()


def only_with(entry: Mapping[str, Any]) -> str:
    """Under which house rule alone there is this rule, circumstance or event, if under one."""
    if "option" not in entry:
        return ""
    name, value = entry["option"]["name"], entry["option"]["value"]
    option, told = said(plain_label(name)), value_words(value).replace("_", " ")
    return str(gettext("Only with the house rule %(option)s: %(value)s", option=option, value=told))


def rule_name(rule: Mapping[str, Any]) -> str:
    """The name of a rule, or of a line, where it stands by itself: the rule's own in the language
    of the page, since two rulesets may call rules of one English name differently."""
    own = (rule.get("names") or {}).get(current())
    return own or said(rule["name"])


def rule_names(rules: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The names of these rules by their ids, each as it stands by itself."""
    return {rule["id"]: rule_name(rule) for rule in rules}


def rule_named(name: str, rules: Iterable[Mapping[str, Any]]) -> str:
    """The name of the one of these rules, or lines, that has this English name."""
    return next((rule_name(rule) for rule in rules if rule["name"] == name), said(name))


def source_words(source: str) -> Markup:
    """Where a rule stands, as it is cited: a book in the words of its title, and marked as English
    on another page; a table's own custom in the language of the page."""
    told = said(source)
    if told != source or current() == SOURCE:
        return escape(told)
    return Markup('<span lang="{}">{}</span>').format(SOURCE, source)


def other_names(rule: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The names of a rule beside the one that the page shows first, each with its language, so
    that a table of many tongues can talk: on a page that is not English the one that is spoken at
    all tables of the game, or else the English one."""
    names = rule.get("names") or {}
    if current() != SOURCE:
        code, name = (SPOKEN, names[SPOKEN]) if names.get(SPOKEN) else (SOURCE, rule["name"])
        return [(tag(code), name)] if name != rule_name(rule) else []
    return [(tag(code), other) for code, other in names.items() if other and other != rule["name"]]


def every_name(rule: Mapping[str, Any]) -> list[tuple[str, str]]:
    """All the names of a rule beside the one that the page shows first, each with its language."""
    told = {SOURCE: rule["name"], **(rule.get("names") or {})}
    shown = rule_name(rule)
    return [(tag(code), name) for code, name in told.items() if name and name != shown]
