"""The rules pages: what a ruleset declares as sections of rows, and those that a search finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext

import scorer
from scorer.engine.options import plain_label
from scorer.service.i18n.contexts import words_of
from scorer.service.i18n.languages import translate
from scorer.service.web.labels import (
    amount_words,
    by_kind,
    kind_title,
    other_names,
    rule_name,
    worth_words,
)
from scorer.service.web.results import fan_rows
from scorer.service.web.rules import rule_search
from scorer.service.web.rules.rule_values import circumstance_row, event_row, titles, value_title

Document = Mapping[str, Any]


class Row(NamedTuple):
    """What a row shows folded, the plain words that it is found by, what it is ``of`` (a rule, an
    option, or whatever its section holds), and whether a search has ``found`` it."""

    anchor: str
    name: str
    others: Sequence[tuple[str, str]]
    worth: str
    meaning: str
    words: str
    of: Document
    found: bool = True


MOST_IN_A_SECTION = 30


class Section(NamedTuple):
    """Rows of one kind (``rule``, ``option`` …) under a heading."""

    id: str
    title: str
    kind: str
    rows: list[Row]


def sections(detail: Document, query: str = "") -> list[Section]:
    """Return the sections of a ruleset's page; rows that the query misses are marked.

    Without a query all rows are found.
    """
    return [
        section._replace(
            rows=[row._replace(found=_row_matches(query, row)) for row in section.rows]
        )
        for section in _everything(detail)
        if section.rows
    ]


def matching_rows(page_sections: Iterable[Section]) -> list[Row]:
    """Return the rows of these sections that a search has found."""
    return [row for section in page_sections for row in section.rows if row.found]


def matches_by_ruleset(query: str) -> list[tuple[Document, list[Row]]]:
    """Return the rulesets in which a query finds rows, with these rows."""
    if not query:
        return []
    results = ((detail, _matching_sections(detail, query)) for detail in scorer.rulesets())
    return [(detail, rows) for detail, rows in results if rows]


def _matching_sections(detail: Document, query: str) -> list[Row]:
    with words_of(detail["id"]):
        return matching_rows(sections(detail, query))


def _row_matches(query: str, row: Row) -> bool:
    return not query or rule_search.contains_words(query, row.words)


def _everything(detail: Document) -> Iterator[Section]:
    yield from _rules(detail)
    principles = [id for id in fan_rows.PRINCIPLES if id in detail["principles"]]
    yield Section(
        "principles", gettext("How patterns combine"), "principle", _principles(principles)
    )
    presets = [_preset(detail, preset) for preset in detail["presets"]]
    yield Section("presets", gettext("Presets"), "preset", presets)
    yield Section("options", gettext("House rules"), "option", _options(detail["options"]))
    circumstances = [
        _row(*circumstance_row(entry), entry, entry["id"]) for entry in detail["circumstances"]
    ]
    yield Section("circumstances", gettext("Circumstances"), "circumstance", circumstances)
    events = [
        _row(*event_row(event), event, event["event"], meaning=translate(event["meaning"]))
        for event in detail["events"]
    ]
    yield Section("events", gettext("Penalties"), "event", events)


def _rules(detail: Document) -> Iterator[Section]:
    rules_by_id = {rule["id"]: rule for rule in detail["rules"]}
    if detail["listed_by"] == "worth":
        for worth, rules in fan_rows.by_worth(detail["rules"]):
            title = worth_words(worth, detail["unit"])
            yield Section(f"worth-{worth}", title, "rule", _rule_rows(rules, rules_by_id, title))
    else:
        for place, (kind, rules) in enumerate(by_kind(detail["rules"]), start=1):
            for title, some in _split_by_value(kind_title(kind, detail["unit"]), list(rules)):
                part = f"-{some[0]['amount']}" if len(some) < len(rules) else ""
                id = f"kind-{kind}-{place}{part}"
                yield Section(id, title, "rule", _rule_rows(some, rules_by_id, title))


def _split_by_value(title: str, rules: list[Document]) -> Iterator[tuple[str, list[Document]]]:
    """Yield the rules of one kind, split by value if they are too many for one section."""
    if len(rules) <= MOST_IN_A_SECTION:
        yield title, rules
        return
    for worth, some in reversed(fan_rows.by_worth(rules)):
        yield gettext("%(option)s: %(value)s", option=title, value=worth), some


def _rule_rows(
    rules: Iterable[Document], rules_by_id: Mapping[str, Document], section: str
) -> list[Row]:
    return [_rule(rule, rules_by_id, section) for rule in rules]


def _rule(rule: Document, rules_by_id: Mapping[str, Document], section: str) -> Row:
    """Return the row of a rule, found by its names, id, value, number and implied rules."""
    implied = [rules_by_id[id] for id in rule["excludes"] if id in rules_by_id]
    worth = amount_words(rule["kind"], rule["amount"])
    return Row(
        rule["id"],
        rule_name(rule),
        other_names(rule),
        worth,
        translate(rule["meaning"]),
        rule_search.search_words(
            *rule_search.names_of(rule),
            rule["id"],
            section,
            worth,
            rule.get("number"),
            translate(rule["meaning"]),
            rule["meaning"],
            *(name for implied_rule in implied for name in rule_search.names_of(implied_rule)),
        ),
        rule,
    )


def _principles(ids: Iterable[str]) -> list[Row]:
    rows = []
    for id in ids:
        principle = fan_rows.PRINCIPLES[id]
        words = rule_search.search_words(
            translate(principle.name),
            principle.name,
            translate(principle.meaning),
            principle.meaning,
        )
        rows.append(
            Row(
                f"principle-{id}",
                translate(principle.name),
                [],
                "",
                translate(principle.meaning),
                words,
                {"id": id},
            )
        )
    return rows


def _preset(detail: Document, preset: Document) -> Row:
    set_there = [translate(plain_label(name)) for name in preset["options"]]
    return _row(
        f"preset-{preset['name']}",
        translate(preset["title"]),
        preset,
        preset["name"],
        preset["title"],
        *set_there,
        worth=gettext("the usual") if preset["name"] == detail["default_preset"] else "",
        meaning=translate(preset["meaning"]),
    )


def _options(options: Iterable[Document]) -> list[Row]:
    return [
        _row(
            f"option-{option['name']}",
            translate(plain_label(option["name"])),
            option,
            option["name"],
            *(title for title, _ in titles(option)),
            worth=value_title(option["default"], option["name"]),
            meaning=translate(option["meaning"]),
        )
        for option in options
    ]


def _row(
    anchor: str, name: str, of: Document, *words: str, worth: str = "", meaning: str = ""
) -> Row:
    """Return a row that is found by its name, its meaning here and in English, and other words."""
    found_by = rule_search.search_words(name, meaning, of.get("meaning"), worth, *words)
    return Row(anchor, name, [], worth, meaning, found_by, of)
