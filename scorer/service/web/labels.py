"""Labels on pages: translated names of tiles, seats, sets, rules and values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from flask import g
from flask_babel import gettext, ngettext, pgettext
from markupsafe import Markup, escape

from scorer.documents.text.terminal import SEAT_NAME_BY_LETTER as WIND_NAMES
from scorer.engine.options import plain_label
from scorer.engine.tiles import CODES, TILE_NAMES
from scorer.game.table import Table
from scorer.languages.speech import say, say_many
from scorer.rulebook.declarations import Declarations
from scorer.service.i18n.contexts import RULESET, SEAT, option_context
from scorer.service.i18n.languages import (
    SOURCE_LANGUAGE,
    current_language,
    gettext_noop,
    html_tag,
    translate,
    written_number,
)

__all__ = [
    "SEATS",
    "SEPARATOR",
    "WIND_NAMES",
    "NamesBySeat",
    "all_named",
    "amount_words",
    "by_kind",
    "capital",
    "counter_labels",
    "deal_name",
    "every_name",
    "formula_markup",
    "hand_name",
    "kind_title",
    "kind_total",
    "name_seats",
    "named_value",
    "needed_house_rule",
    "number",
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
    "tally_words",
    "tile_name",
    "unbroken",
    "value_text",
    "value_words",
    "wind_letter",
    "wind_name",
    "wind_names",
    "worth_words",
]

SEATS = tuple(WIND_NAMES)
SEPARATOR = "\u00a0· "
"""Between the parts of a hand's name: a line may end behind it."""

ROMAJI_SCRIPT = "romaji"
"""The catalogue of names that players of every language say, if a ruleset has them."""

_TILE_NAMES = dict(zip(CODES, TILE_NAMES, strict=True))

_LINE_KIND_LABELS = {
    "points": gettext_noop("Points"),
    "double": gettext_noop("Doubles"),
    "limit": gettext_noop("Special hands"),
    "fan": gettext_noop("Fan"),
    "han": gettext_noop("Han"),
    "fu": gettext_noop("Fu"),
    "value": gettext_noop("Value"),
    "bonus": gettext_noop("Bonus"),
}

_SET_LABELS = {
    ("chow", True): gettext_noop("concealed chow"),
    ("chow", False): gettext_noop("exposed chow"),
    ("pung", True): gettext_noop("concealed pung"),
    ("pung", False): gettext_noop("exposed pung"),
    ("kong", True): gettext_noop("concealed kong"),
    ("kong", False): gettext_noop("exposed kong"),
    ("quint", True): gettext_noop("concealed quint"),
    ("quint", False): gettext_noop("exposed quint"),
    ("sextet", True): gettext_noop("concealed sextet"),
    ("sextet", False): gettext_noop("exposed sextet"),
}

_CLAIMED_LAST = {
    "chow": gettext_noop("chow, its last tile claimed"),
    "pung": gettext_noop("pung, its last tile claimed"),
}
"""A concealed set that another player's tile completed."""

_GROUP_LABELS = {
    "single": gettext_noop("single"),
    "pair": gettext_noop("pair"),
    "run": gettext_noop("run"),
    "winds": gettext_noop("winds"),
    "honours": gettext_noop("honours"),
    "orphans": gettext_noop("orphans"),
    "gates": gettext_noop("gates"),
    "rest": gettext_noop("rest"),
    "knitted": gettext_noop("knitted"),
    "knitted pair": gettext_noop("knitted pair"),
    "knitted triple": gettext_noop("knitted triple"),
    "knitted straight": gettext_noop("knitted straight"),
}

_IN_UNITS = ("points", "limit", "fan")
_COUNT_LABELS: dict[str, Callable[[str], str]] = {
    "han": lambda han: say("{han} han", han=han),
    "fu": lambda fu: say("{fu} fu", fu=fu),
}

# The practice card is the usual value of an option that has no list of choices.
_VALUE_LABELS = {
    "none": gettext_noop("None"),
    "yes": gettext_noop("Yes"),
    "no": gettext_noop("No"),
    "practice": gettext_noop("Practice"),
}


NO_SEAT = "none"
"""In a field of a seat, that it is nobody's."""


def seat_name(seat: str) -> str:
    """Return the name of the player in this seat if it is known, else of the wind; of "none", what
    stands for no player."""
    if seat == NO_SEAT:
        return str(gettext("nobody"))
    names: Mapping[str, str] = g.get("players", {}) if g else {}
    return names.get(seat) or translate(WIND_NAMES[seat], SEAT)


class NamesBySeat(Mapping[str, str]):
    """A mapping from each seat to its name on the page that reads it.

    Names are plain strings, which templates escape. The lazy strings of Flask-Babel have
    ``__html__``, so that Jinja takes a player's name in them for markup.
    """

    def __init__(self, name: Callable[[str], str]) -> None:
        self._name = name

    def __getitem__(self, seat: str) -> str:
        if seat not in WIND_NAMES:
            raise KeyError(seat)
        return self._name(seat)

    def __iter__(self) -> Iterator[str]:
        return iter(SEATS)

    def __len__(self) -> int:
        return len(SEATS)

    def __contains__(self, seat: object) -> bool:
        return seat in WIND_NAMES


def wind_name(wind: str) -> str:
    """Return the name of a wind in the language of the page."""
    return translate(WIND_NAMES[wind])


def deal_name(number: int, prevailing: str | None, deals_passed: int | None) -> str:
    """Return what a table calls a deal, such as "East 3"; without rounds, by its number."""
    if not prevailing:
        return unbroken(gettext("hand %(number)s", number=number))
    wind = wind_name(prevailing)
    return unbroken(gettext("%(wind)s %(number)s", wind=wind, number=(deals_passed or 0) + 1))


def hand_name(book: Declarations, number: int, table: Table) -> str:
    """Return what a table calls a hand: its deal, and the counter that tells it from other hands
    of that deal, as in "East 3 · 1 honba"."""
    names = [deal_name(number, table.prevailing, table.deals_passed)]
    counter = book.presentation.names_hands
    counters = {counter: table.counters.get(counter, 0)}
    return SEPARATOR.join([*names, *counter_labels(book, counters)])


def counter_labels(book: Declarations, counters: Mapping[str, int]) -> list[str]:
    """Return what players say of the counters that are not 0: "1 honba", "2 sticks"."""
    words = book.presentation.counted
    return [unbroken(translate(words[name](number))) for name, number in counters.items() if number]


def unbroken(words: object) -> str:
    """Return words that stay on one line of a narrow button."""
    return str(words).replace(" ", "\u00a0")


def wind_names() -> dict[str, str]:
    """Return the names of the winds by their letters, in the language of the page."""
    return {wind: wind_name(wind) for wind in WIND_NAMES}


def wind_letter(wind: str) -> str:
    """Return a wind as one letter or character."""
    letters = {
        "E": pgettext("wind in short", "E"),
        "S": pgettext("wind in short", "S"),
        "W": pgettext("wind in short", "W"),
        "N": pgettext("wind in short", "N"),
    }
    return str(letters.get(wind, wind))


def name_seats(names: Mapping[str, str]) -> None:
    """Set the names of the players that this page shows, by seat."""
    g.players = names


def tile_name(code: str) -> str:
    """Return the name of a tile by its canonical code: ``5d`` is "5 of dots"."""
    return translate(_TILE_NAMES[code]) if code in _TILE_NAMES else code


def set_words(kind: str, concealed: bool, won: bool = False) -> str:
    """Return the caption of a set: "concealed kong", "exposed chow", "pair".

    Args:
        kind: the kind of set.
        concealed: whether it is concealed.
        won: whether the winning tile completed it.
    """
    name = _SET_LABELS.get((kind, bool(concealed))) or _GROUP_LABELS.get(kind)
    if won and not concealed:
        name = _CLAIMED_LAST.get(kind, name)
    return translate(name or plain_label(kind).lower())


def all_named(names: Sequence[object]) -> str:
    """Return names as a list in a sentence: "East, South and West"."""
    words = [str(name) for name in names]
    if len(words) < 2:
        return "".join(words)
    return str(
        gettext("%(first)s and %(last)s", first=gettext(", ").join(words[:-1]), last=words[-1])
    )


def number(value: object) -> str:
    """Return a number as the page's language writes it, with a minus sign."""
    return written_number(value) if isinstance(value, int) else str(value)


def amount_words(kind: str, amount: object, count: int = 1) -> str:
    """Return the value of a line: "4", "1 double", "2 han", "the limit"."""
    total = amount * count if isinstance(amount, int) else amount
    if kind in _COUNT_LABELS and isinstance(total, int):
        return translate(_COUNT_LABELS[kind](number(total)))
    if kind == "double" and isinstance(total, int):
        return str(ngettext("%(num)s double", "%(num)s doubles", total))
    return number(total) if total is not None else ""


def worth_words(amount: int, unit: str) -> str:
    """Return an amount with the unit of its ruleset: "1 point", "3 faan"."""
    if unit == "points":
        return translate(say_many("{number} point", "{number} points", amount))
    return str(gettext("%(number)s %(unit)s", number=number(amount), unit=translate(unit)))


def rule_worth(rule: Mapping[str, Any], unit: str) -> str:
    """Return the value of a rule with its unit: "6 points", "1 double".

    It is "" if the value depends on the hand.
    """
    kind, amount = rule["kind"], rule["amount"]
    if kind in _IN_UNITS and isinstance(amount, int):
        return worth_words(amount, unit)
    return amount_words(kind, amount)


def tally_words(tally: Mapping[str, int]) -> str:
    """Return what a hand counts in han and fu, as "2 han 30 fu"; "" where nothing is so counted."""
    amounts = [amount_words(kind, tally[kind]) for kind in _COUNT_LABELS if tally.get(kind)]
    return " ".join(amounts)


def formula_markup(formula: str) -> Markup:
    """Return the formula with its powers as superscripts."""
    return Markup(
        re.sub(
            r"\^(\d+|\([\d +]+\))",
            lambda power: f"<sup>{power[1].strip('()')}</sup>",
            str(escape(formula)),
        )
    )


def sentence(text: object) -> str:
    """Return a phrase as a sentence, with a capital letter and a full stop."""
    phrase = capital(text)
    # Outside an f-string: not every Python extracts messages from inside one.
    return phrase if not phrase or phrase[-1] in ".?!。？！" else phrase + gettext(".")


def capital(text: object) -> str:
    """Return a phrase with a capital first letter."""
    phrase = str(text or "").strip()
    return phrase[:1].upper() + phrase[1:]


def by_kind(rows: Iterable[Mapping[str, Any]]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """Return lines or rules by kind, both in the order of the rulebook."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["kind"], []).append(row)
    return list(groups.items())


def kind_title(kind: str, unit: str = "") -> str:
    """Return the heading of the lines or rules of one kind: of fan in the unit of the ruleset,
    where that has a name of its own."""
    if kind == "fan" and unit not in ("", "points"):
        return capital(translate(unit))
    return translate(_LINE_KIND_LABELS.get(kind) or plain_label(kind))


def kind_total(kind: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the sum of the lines of one kind; "" for special hands, which name it themselves."""
    if kind == "limit":
        return ""
    return number(sum(row["amount"] * (row.get("count") or 1) for row in rows))


def ruleset_title(ruleset: Mapping[str, Any], preset: str | None, title: str = "") -> str:
    """Return a ruleset's name, with the title of its preset: "British · BMJA tables". The title
    may be that of a club's preset which is no longer known."""
    titles = {entry["name"]: entry["title"] for entry in ruleset.get("presets") or ()}
    named = [translate(ruleset["name"], RULESET)]
    if title or preset in titles:
        named.append(translate(title or titles[preset]))
    return " · ".join(named)


def rule_values(rule: Mapping[str, Any]) -> list[str]:
    """Return the other values of a special hand: exposed, and for a player fishing for it."""
    values = []
    if "exposed" in rule:
        values.append(gettext("Exposed %(worth)s", worth=number(rule["exposed"])))
    if "fishing_exposed" in rule:
        values.append(
            gettext(
                "Fishing %(worth)s, exposed %(exposed)s",
                worth=number(rule["fishing"]),
                exposed=number(rule["fishing_exposed"]),
            )
        )
    elif "fishing" in rule:
        values.append(gettext("Fishing %(worth)s", worth=number(rule["fishing"])))
    return values


def value_text(value: object) -> str:
    """Return an option's value as it stands in an address."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def value_words(value: object, option: str) -> str:
    """Return a value of an option in words; in English, as it stands in an address."""
    text = value_text(value)
    label = _VALUE_LABELS.get(text) or plain_label(text)
    translated = translate(label, option_context(option))
    if translated == label:
        return text
    # Names of winds keep their capital: in French "est" is a verb.
    return translated if label in WIND_NAMES.values() else translated.lower()


def needed_house_rule(entry: Mapping[str, Any]) -> str:
    """Return the house rule that a rule, circumstance or event needs; "" if it needs none."""
    setting = entry.get("option") or entry.get("matters")
    if not setting:
        return ""
    name, value = setting["name"], setting["value"]
    option, choice = translate(plain_label(name)), value_words(value, name).replace("_", " ")
    if setting.get("unless"):
        return str(
            gettext(
                "Only with the house rule %(option)s other than %(value)s",
                option=option,
                value=choice,
            )
        )
    return str(
        gettext("Only with the house rule %(option)s: %(value)s", option=option, value=choice)
    )


def named_value(name: str, value: object) -> str:
    """Return a name and a value behind it, as in "limit: 1000"."""
    return str(gettext("%(option)s: %(value)s", option=name, value=value))


def rule_name(rule: Mapping[str, Any]) -> str:
    """Return the name of a rule or a line in the language of the page.

    A rule's own name comes first: two rulesets may translate the same English name differently.
    """
    own = (rule.get("names") or {}).get(current_language())
    return own or translate(rule["name"])


def rule_names(rules: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the names of rules by their ids."""
    return {rule["id"]: rule_name(rule) for rule in rules}


def rule_named(name: str, rules: Iterable[Mapping[str, Any]]) -> str:
    """Return the name of the rule or line that has this English name."""
    return next((rule_name(rule) for rule in rules if rule["name"] == name), translate(name))


def source_words(source: str) -> Markup:
    """Return a rule's source: translated if possible, else in English and marked as such."""
    translated = translate(source)
    if translated != source or current_language() == SOURCE_LANGUAGE:
        return escape(translated)
    return Markup('<span lang="{}">{}</span>').format(SOURCE_LANGUAGE, source)


def other_names(rule: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return a rule's names beside the main one, each with its language tag.

    On English pages these are all; on others, the name spoken at every table of the game, or else
    the English one.
    """
    names = rule.get("names") or {}
    if current_language() != SOURCE_LANGUAGE and names:
        code, name = (
            (ROMAJI_SCRIPT, names[ROMAJI_SCRIPT])
            if names.get(ROMAJI_SCRIPT)
            else (SOURCE_LANGUAGE, rule["name"])
        )
        return [(html_tag(code), name)] if name.lower() != rule_name(rule).lower() else []
    return [(html_tag(code), name) for code, name in names.items() if name and name != rule["name"]]


def every_name(rule: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return all names of a rule but the main one, each with its language tag."""
    names = {SOURCE_LANGUAGE: rule["name"], **(rule.get("names") or {})}
    main_name = rule_name(rule)
    return [(html_tag(code), name) for code, name in names.items() if name and name != main_name]
