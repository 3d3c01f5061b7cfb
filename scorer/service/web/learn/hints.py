"""Hints for an exercise, each revealing a little more but never the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from flask_babel import gettext, ngettext

from scorer.service.i18n.languages import translate
from scorer.service.web import labels
from scorer.service.web.learn.exercises import Exercise

Document = Mapping[str, Any]


def hints(exercise: Exercise) -> list[str]:
    """Return the hints of an exercise, the vaguest first."""
    if {"hand", "winning_tile", "exposed"} & {*exercise.ask}:
        return _card_hints(exercise)
    if "arrangement" in exercise.ask:
        return _set_hints(exercise)
    if not exercise.sheets:
        return _payment_hints(exercise.answer["payments"])
    how_much = [
        _with_player(exercise, seat, _number_of_rules(sheet))
        for seat, sheet in exercise.sheets.items()
    ]
    names = [
        _with_player(exercise, seat, _rule_names(sheet)) for seat, sheet in exercise.sheets.items()
    ]
    apart = gettext("; ")
    return [apart.join(how_much), apart.join(names)]


def _payment_hints(payments: list[Document]) -> list[str]:
    """Hint at the number of payments when nobody won, then at their reasons."""
    if not payments:
        return [labels.capital(translate("nobody pays anything for this hand"))]
    number = ngettext("%(num)s payment", "%(num)s payments", len(payments))
    why = dict.fromkeys(translate(payment["because"]) for payment in payments)
    return [number, labels.capital(str(gettext("; ")).join(why))]


def _card_hints(exercise: Exercise) -> list[str]:
    """Hint at the section of the card, then at the value or, if that is the question, the hand."""
    line = exercise.answer["lines"][0]
    section = gettext(
        "It stands in the section %(section)s", section=line["name"].partition(" #")[0]
    )
    if "hand" in exercise.ask:
        return [section, gettext("It is worth %(value)s", value=line["amount"])]
    return [section, gettext("It is %(name)s", name=line["name"])]


def _set_hints(exercise: Exercise) -> list[str]:
    """Hint at the set that the winning tile completes."""
    finished = [meld for meld in exercise.answer["arrangement"] if meld["winning"]]
    return [
        gettext(
            "The winning tile finishes a set: %(set)s",
            set=labels.set_words(meld["kind"], meld["concealed"], True),
        )
        for meld in finished[:1]
    ]


def _number_of_rules(sheet: Document) -> str:
    kinds = Counter(line["kind"] for line in sheet["lines"])
    counts = [
        ngettext(
            "%(num)s line of %(kind)s",
            "%(num)s lines of %(kind)s",
            number,
            kind=labels.kind_title(kind, sheet["unit"]),
        )
        for kind, number in kinds.items()
    ]
    return str(gettext(", ").join(counts) or gettext("nothing counts"))


def _rule_names(sheet: Document) -> str:
    names = dict.fromkeys(labels.rule_name(line) for line in sheet["lines"])
    return str(gettext(", ").join(names) or gettext("nothing counts"))


def _with_player(exercise: Exercise, seat: str, words: str) -> str:
    if not exercise.is_table:
        return labels.capital(words)
    return str(gettext("%(player)s: %(what)s", player=labels.seat_name(seat), what=words))
