"""A cheat sheet of a ruleset under a preset, for one printed page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from flask_babel import gettext

import scorer
from scorer.documents.club import club_revision
from scorer.engine.options import Options
from scorer.errors import HandError
from scorer.rulebook.presentation import PointsTable
from scorer.rules import BOOKS
from scorer.service.i18n.contexts import SEAT
from scorer.service.i18n.languages import translate
from scorer.service.web.forms.cards import by_section
from scorer.service.web.labels import (
    WIND_NAMES,
    amount_words,
    by_kind,
    kind_title,
    number,
    worth_words,
)
from scorer.service.web.results import fan_rows
from scorer.service.web.rules import rule_examples
from scorer.service.web.rules.options_in_force import amount, is_played, options_under
from scorer.service.web.rules.rule_values import PresetChange, preset_changes

Document = Mapping[str, Any]
SHOWN_WINNERS = ("E", "S")
MANY_ENTRIES = 60


class SheetEntry(NamedTuple):
    """A rule on the sheet: its declaration, and what it counts under this preset."""

    rule: Document
    worth: str


class Section(NamedTuple):
    """Rules under a heading."""

    title: str
    entries: list[SheetEntry]


class WonHand(NamedTuple):
    """A hand won by a seat in one way, and its answer."""

    winner: str
    by: str
    answer: Any


class WinPayments(NamedTuple):
    """The payments of a win: who won and how, and the net points of each seat."""

    words: str
    amounts: list[tuple[str, str]]


class Sheet(NamedTuple):
    """A cheat sheet.

    Attributes:
        title: The title of the preset.
        sections: The rules by heading.
        hands: The hands of a card by section.
        changes: The options that the preset changes.
        bounds: The options that bound a score, in words, with their numbers.
        tables: The tables of points that players look up.
        example_worth: The worth of the hand whose payments are shown, without tables.
        example_payments: Its payments.
    """

    title: str
    sections: list[Section]
    hands: list[tuple[str, list[Document]]]
    changes: list[PresetChange]
    bounds: list[tuple[str, str]]
    tables: Sequence[PointsTable]
    example_worth: str
    example_payments: list[WinPayments]

    @property
    def long(self) -> bool:
        """Tests if the sheet needs smaller type to fit on a page."""
        return sum(len(section.entries) for section in self.sections) > MANY_ENTRIES


def sheet(ruleset: Document, preset: str, gone: Collection[str] = ()) -> Sheet:
    """Return the cheat sheet of a ruleset under a preset, or under none. ``gone`` are the names of
    hands that a club does not play."""
    chosen = next((p for p in ruleset["presets"] if p["name"] == preset), None)
    options = options_under(ruleset, preset)
    rules = [
        rule
        for rule in ruleset["rules"]
        if is_played(ruleset, rule, preset) and rule["name"] not in gone
    ]
    tables = BOOKS[ruleset["id"]].presentation.points_tables(Options(options))
    worth, pays = _payments_of_cheapest_win(ruleset, preset) if not tables else ("", [])
    return Sheet(
        translate(chosen["title"]) if chosen else "",
        _sheet_sections(ruleset, rules, options),
        _card_hands(ruleset),
        preset_changes(ruleset, chosen) if chosen else [],
        _number_options(ruleset, options),
        tables,
        worth,
        pays,
    )


def _sheet_sections(
    ruleset: Document, rules: Iterable[Document], options: Mapping[str, Any]
) -> list[Section]:
    if ruleset["listed_by"] == "worth":
        with_amounts = [{**rule, "amount": amount(rule, options)} for rule in rules]
        return [
            Section(worth_words(worth, ruleset["unit"]), [SheetEntry(rule, "") for rule in alike])
            for worth, alike in fan_rows.fan_by_worth(with_amounts)
        ]
    return [
        Section(
            kind_title(kind), [SheetEntry(rule, _worth_on_sheet(rule, options)) for rule in alike]
        )
        for kind, alike in by_kind(rules)
    ]


def _worth_on_sheet(rule: Document, options: Mapping[str, Any]) -> str:
    counted = amount(rule, options)
    if counted is None:
        return ""
    # The heading of the section has the unit.
    is_bare = rule["kind"] in ("double", "han", "fu")
    return number(counted) if is_bare else amount_words(rule["kind"], counted)


def _card_hands(ruleset: Document) -> list[tuple[str, list[Document]]]:
    """Return the hands of the included cards by section."""
    sections: list[tuple[str, list[Document]]] = []
    for card in ruleset.get("cards") or ():
        sections += by_section(scorer.check_card({"card": card["id"]})["hands"])  # type: ignore[arg-type]
    return sections


def _number_options(ruleset: Document, options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the options that are numbers, by meaning: limits, minimums, stakes."""
    return [
        (translate(option["meaning"]), number(options[option["name"]]))
        for option in ruleset["options"]
        if option["type"] == "integer" and options[option["name"]]
    ]


def _payments_of_cheapest_win(ruleset: Document, preset: str) -> tuple[str, list[WinPayments]]:
    """Return the worth of a hand, and its payments to East and to South."""
    ways = _cheapest_wins(ruleset["id"], preset, club_revision())
    totals = {way.answer["total"] for way in ways}
    if not totals:
        return "", []
    worth = worth_words(max(totals), ruleset["unit"])
    if len(totals) > 1:
        worth = f"{number(min(totals))}–{worth}"
    return worth, [
        WinPayments(_win_in_words(way.winner, way.by), _net_amounts(way.answer)) for way in ways
    ]


@lru_cache(maxsize=64)
def _cheapest_wins(ruleset: str, preset: str, club: int) -> list[WonHand]:
    """Return the wins of the cheapest example that can be won every way under a preset."""
    least: list[WonHand] = []
    for document in rule_examples.documents(ruleset):
        win = document.get("win")
        if win is None or win.get("with") or document.keys() & {"options", "preset"}:
            continue
        ways = _every_way({**document, "preset": preset or None})
        if ways and (not least or _highest_total(ways) < _highest_total(least)):
            least = ways
    return least


def _highest_total(ways: Sequence[WonHand]) -> int:
    totals: list[int] = [way.answer["total"] for way in ways]
    return max(totals)


def _every_way(document: Document) -> list[WonHand]:
    """Return the hand won in each way; empty if a way has no payments."""
    wins = []
    for winner in SHOWN_WINNERS:
        for by in ("discard", "self_draw"):
            answer = _answer_of_win(document, winner, by)
            if answer is None or not answer["payments"]:
                return []
            wins.append(WonHand(winner, by, answer))
    return wins


def _answer_of_win(document: Document, winner: str, by: str) -> Any:
    """Return the answer to the hand won by a seat, on a discard of West if not drawn."""
    win = {"by": by, "from": "W"} if by == "discard" else {"by": by}
    try:
        return scorer.score({**document, "seat": winner, "win": win})
    except HandError:
        return None


def _win_in_words(winner: str, by: str) -> str:
    seat, west = translate(WIND_NAMES[winner], SEAT), translate("West", SEAT)
    if by == "discard":
        names = {"seat": seat, "from": west}
        return str(gettext("%(seat)s wins on a discard of %(from)s", **names))
    return str(gettext("%(seat)s draws the winning tile", seat=seat))


def _net_amounts(answer: Document) -> list[tuple[str, str]]:
    return [(translate(WIND_NAMES[seat]), number(amount)) for seat, amount in answer["net"].items()]
