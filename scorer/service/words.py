"""What the pages call things: tiles, seats, sets and circumstances in players' words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from markupsafe import Markup, escape

from scorer.text import NAMES as SEAT_NAMES
from scorer.tiles import CODES, NAMES

__all__ = [
    "SEATS",
    "SEAT_NAMES",
    "all_named",
    "amount_words",
    "by_kind",
    "capital",
    "formula_markup",
    "kind_title",
    "kind_total",
    "number",
    "plain_label",
    "sentence",
    "set_words",
    "tile_name",
    "value_text",
]

SEATS = tuple(SEAT_NAMES)

_TILE_NAMES = dict(zip(CODES, NAMES, strict=True))

_KINDS = {
    "points": "Points",
    "double": "Doubles",
    "limit": "Special hands",
    "fan": "Fan",
    "han": "Han",
    "fu": "Fu",
    "value": "Value",
    "bonus": "Bonus",
}


def tile_name(code: str) -> str:
    """A canonical tile code in words: ``5d`` is "5 of dots"."""
    return _TILE_NAMES.get(code, code)


def set_words(kind: str, concealed: bool) -> str:
    """The caption of a set of the arrangement: "concealed kong", "exposed chow", "pair"."""
    name = plain_label(kind).lower()
    if kind not in ("pung", "kong", "quint", "sextet", "chow"):
        return name
    return f"{'concealed' if concealed else 'exposed'} {name}"


def all_named(names: Sequence[object]) -> str:
    """Names in a row: "East, South and West"."""
    told = [str(name) for name in names]
    if len(told) < 2:
        return "".join(told)
    return str(_("%(first)s and %(last)s", first=_(", ").join(told[:-1]), last=told[-1]))


def plain_label(identifier: str) -> str:
    """An id as a label: ``letting_off_cannon`` is "Letting off cannon"."""
    return re.sub(r"[_-]+", " ", identifier).strip().capitalize()


def number(value: object) -> str:
    """A number as it is read out: with a true minus, and spaces from five figures on."""
    if not isinstance(value, int) or isinstance(value, bool):
        return str(value)
    text = f"{value:,}".replace(",", "\u202f") if abs(value) >= 10_000 else str(value)
    return text.replace("-", "\u2212")


def amount_words(kind: str, amount: object, count: int = 1) -> str:
    """What a line is worth: "4", "1 double", "the limit"."""
    total = amount * count if isinstance(amount, int) else amount
    if kind == "double":
        return "1 double" if total == 1 else f"{total} doubles"
    return number(total) if total is not None else ""


def formula_markup(formula: str) -> Markup:
    """The formula with its powers set as superscripts."""
    return Markup(re.sub(r"\^(\d+)", r"<sup>\1</sup>", str(escape(formula))))


def sentence(text: object) -> str:
    """A phrase set as a sentence, with its capital and its full stop."""
    phrase = capital(text)
    return phrase if not phrase or phrase[-1] in ".?!" else f"{phrase}."


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
    return _KINDS.get(kind) or plain_label(kind)


def kind_total(kind: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """The sum of a kind's lines; special hands say it themselves."""
    if kind == "limit":
        return ""
    return number(sum(row["amount"] * (row.get("count") or 1) for row in rows))


def value_text(value: object) -> str:
    """An option's value as it stands in an address."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
