"""A cheat sheet: a ruleset under one of its presets, in words for one printed page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from flask_babel import gettext

import scorer
from scorer.declared import PointsTable
from scorer.errors import HandError
from scorer.rules import BOOKS
from scorer.service.i18n.languages import said
from scorer.service.rulebook.played import amount, is_played, options_under
from scorer.service.web import fan_rows, rule_examples
from scorer.service.web.cards import by_section
from scorer.service.web.labels import (
    WIND_NAMES,
    amount_words,
    by_kind,
    kind_title,
    number,
    worth_words,
)
from scorer.service.web.rule_values import Change, changes

__all__ = ["Entry", "Pay", "Section", "Sheet", "sheet"]

Document = Mapping[str, Any]
WINNERS = ("E", "S")
MANY = 60


class Entry(NamedTuple):
    """A rule on the sheet: its declaration, and what it counts under this preset."""

    rule: Document
    worth: str


class Section(NamedTuple):
    """Rules under a heading."""

    title: str
    entries: list[Entry]


class Won(NamedTuple):
    """A hand that this seat won so, and its answer."""

    winner: str
    by: str
    answer: Any


class Pay(NamedTuple):
    """What a win of some worth moves: who won and how, and what each other player pays."""

    words: str
    amounts: list[tuple[str, str]]


class Sheet(NamedTuple):
    """A whole sheet: the preset's title, rules, hands of a card by section, what other values
    options have here, numbers that bound a score, the tables by which players look up what a hand
    is paid, or payments where there are none."""

    title: str
    sections: list[Section]
    hands: list[tuple[str, list[Document]]]
    changes: list[Change]
    bounds: list[tuple[str, str]]
    tables: Sequence[PointsTable]
    worth: str
    pays: list[Pay]

    @property
    def long(self) -> bool:
        """Whether it takes smaller type to fit on a page."""
        return sum(len(one.entries) for one in self.sections) > MANY


def sheet(detail: Document, preset: str) -> Sheet:
    """The sheet of this ruleset under this preset, or under none."""
    chosen = next((one for one in detail["presets"] if one["name"] == preset), None)
    options = options_under(detail, preset)
    rules = [one for one in detail["rules"] if is_played(detail, one, preset)]
    tables = BOOKS[detail["id"]].points_tables(options)
    worth, pays = _payments(detail, preset) if not tables else ("", [])
    return Sheet(
        said(chosen["title"]) if chosen else "",
        _sections(detail, rules, options),
        _hands(detail),
        changes(detail, chosen) if chosen else [],
        _bounds(detail, options),
        tables,
        worth,
        pays,
    )


def _sections(
    detail: Document, rules: Iterable[Document], options: Mapping[str, Any]
) -> list[Section]:
    if detail["listed_by"] == "worth":
        under = [{**rule, "amount": amount(rule, options)} for rule in rules]
        return [
            Section(worth_words(worth, detail["unit"]), [Entry(one, "") for one in together])
            for worth, together in fan_rows.by_worth(under)
        ]
    return [
        Section(kind_title(kind), [Entry(one, _worth(one, options)) for one in together])
        for kind, together in by_kind(rules)
    ]


def _worth(rule: Document, options: Mapping[str, Any]) -> str:
    told = amount(rule, options)
    return number(told) if rule["kind"] == "double" else amount_words(rule["kind"], told)


def _hands(detail: Document) -> list[tuple[str, list[Document]]]:
    """The hands of the card that comes with the scorer, by section; none of rulesets without."""
    found: list[tuple[str, list[Document]]] = []
    for one in detail.get("cards") or ():
        found += by_section(scorer.check_card({"card": one["id"]})["hands"])  # type: ignore[arg-type]
    return found


def _bounds(detail: Document, options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The options that are numbers, by what they mean: limits, minimums, stakes."""
    return [
        (said(one["meaning"]), number(options[one["name"]]))
        for one in detail["options"]
        if one["type"] == "integer" and options[one["name"]]
    ]


def _payments(detail: Document, preset: str) -> tuple[str, list[Pay]]:
    """Who pays what, by East and by South, and what the hand is worth."""
    ways = _least(detail["id"], preset)
    totals = {one.answer["total"] for one in ways}
    if not totals:
        return "", []
    worth = worth_words(max(totals), detail["unit"])
    if len(totals) > 1:
        worth = f"{number(min(totals))}–{worth}"
    return worth, [Pay(_words(one.winner, one.by), _amounts(one.answer)) for one in ways]


@cache
def _least(ruleset: str, preset: str) -> list[Won]:
    """The least of the examples that can be won every way, won so under this preset."""
    least: list[Won] = []
    for document in rule_examples.documents(ruleset):
        win = document.get("win")
        if win is None or win.get("with") or document.keys() & {"options", "preset"}:
            continue
        ways = _every_way({**document, "preset": preset or None})
        if ways and (not least or _most(ways) < _most(least)):
            least = ways
    return least


def _most(ways: Sequence[Won]) -> int:
    totals: list[int] = [one.answer["total"] for one in ways]
    return max(totals)


def _every_way(document: Document) -> list[Won]:
    """The hand won in each way; none where somebody would pay nothing."""
    found = []
    for winner in WINNERS:
        for by in ("discard", "self_draw"):
            answer = _won(document, winner, by)
            if answer is None or not answer["payments"]:
                return []
            found.append(Won(winner, by, answer))
    return found


def _won(document: Document, winner: str, by: str) -> Any:
    """The answer where this seat won the hand so, off West where it was a discard."""
    win = {"by": by, "from": "W"} if by == "discard" else {"by": by}
    try:
        return scorer.score({**document, "seat": winner, "win": win})
    except HandError:
        return None


def _words(winner: str, by: str) -> str:
    seat = said(WIND_NAMES[winner])
    if by == "discard":
        return str(
            gettext("%(seat)s wins on a discard of %(from)s", seat=seat, **{"from": said("West")})
        )
    return str(gettext("%(seat)s draws the winning tile", seat=seat))


def _amounts(answer: Document) -> list[tuple[str, str]]:
    return [(said(WIND_NAMES[seat]), number(amount)) for seat, amount in answer["net"].items()]
