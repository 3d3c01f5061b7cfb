"""Hints of an exercise: one after another, each telling a little more, none the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from flask_babel import gettext, ngettext

from scorer.service.i18n.languages import said
from scorer.service.learn.exercises import Exercise
from scorer.service.web import labels

__all__ = ["hints"]

Document = Mapping[str, Any]


def hints(exercise: Exercise) -> list[str]:
    """All that may be told, the least first."""
    if {"hand", "winning_tile", "exposed"} & {*exercise.ask}:
        return _of_card(exercise)
    if "arrangement" in exercise.ask:
        return _of_sets(exercise)
    if not exercise.sheets:
        return _of_payments(exercise.answer["payments"])
    how_much = [_of(exercise, seat, _how_much(sheet)) for seat, sheet in exercise.sheets.items()]
    names = [_of(exercise, seat, _names(sheet)) for seat, sheet in exercise.sheets.items()]
    apart = gettext("; ")
    return [apart.join(how_much), apart.join(names)]


def _of_payments(payments: list[Document]) -> list[str]:
    """How many payments there are at a table at which nobody won, then why."""
    if not payments:
        return [labels.capital(said("nobody pays anything for this hand"))]
    number = ngettext("%(num)s payment", "%(num)s payments", len(payments))
    why = dict.fromkeys(said(one["because"]) for one in payments)
    return [number, labels.capital(str(gettext("; ")).join(why))]


def _of_card(exercise: Exercise) -> list[str]:
    """The section that the hand stands in, then its value or, where it is not asked, itself."""
    line = exercise.answer["lines"][0]
    section = gettext(
        "It stands in the section %(section)s", section=line["name"].partition(" #")[0]
    )
    if "hand" in exercise.ask:
        return [section, gettext("It is worth %(value)s", value=line["amount"])]
    return [section, gettext("It is %(name)s", name=line["name"])]


def _of_sets(exercise: Exercise) -> list[str]:
    """What the winning tile finishes."""
    finished = [one for one in exercise.answer["arrangement"] if one["winning"]]
    return [
        gettext(
            "The winning tile finishes a set: %(set)s",
            set=labels.set_words(one["kind"], one["concealed"], True),
        )
        for one in finished[:1]
    ]


def _how_much(sheet: Document) -> str:
    kinds = Counter(line["kind"] for line in sheet["lines"])
    told = [
        ngettext(
            "%(num)s line of %(kind)s",
            "%(num)s lines of %(kind)s",
            number,
            kind=labels.kind_title(kind),
        )
        for kind, number in kinds.items()
    ]
    return str(gettext(", ").join(told) or gettext("nothing counts"))


def _names(sheet: Document) -> str:
    names = dict.fromkeys(labels.rule_name(line) for line in sheet["lines"])
    return str(gettext(", ").join(names) or gettext("nothing counts"))


def _of(exercise: Exercise, seat: str, words: str) -> str:
    if not exercise.of_table:
        return labels.capital(words)
    return str(gettext("%(player)s: %(what)s", player=labels.seat_name(seat), what=words))
