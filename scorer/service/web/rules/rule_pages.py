"""The rules pages: what a ruleset declares as sections of rows, and those that a search finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext

from scorer.engine.options import plain_label
from scorer.service.i18n.contexts import translating_in
from scorer.service.i18n.languages import translate
from scorer.service.web.labels import (
    amount_words,
    by_kind,
    kind_title,
    named_value,
    other_names,
    rule_name,
    worth_words,
)
from scorer.service.web.results import fan_rows
from scorer.service.web.rules import rule_search
from scorer.service.web.rules.rule_values import (
    circumstance_row,
    event_row,
    value_title,
    value_titles,
)

Document = Mapping[str, Any]


class RulesPageRow(NamedTuple):
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


MAX_RULES_PER_SECTION = 30


class Section(NamedTuple):
    """Rows of one kind (``rule``, ``option`` …) under a heading."""

    id: str
    title: str
    kind: str
    rows: list[RulesPageRow]


def sections(ruleset: Document, query: str = "") -> list[Section]:
    """Return the sections of a ruleset's page; rows that the query misses are marked.

    Without a query all rows are found.
    """
    return [
        section._replace(
            rows=[row._replace(found=_row_matches(query, row)) for row in section.rows]
        )
        for section in _all_sections(ruleset)
        if section.rows
    ]


def matching_rows(page_sections: Iterable[Section]) -> list[RulesPageRow]:
    """Return the rows of these sections that a search has found."""
    return [row for section in page_sections for row in section.rows if row.found]


def matches_by_ruleset(
    query: str, rulesets: Iterable[Document]
) -> list[tuple[Document, list[RulesPageRow]]]:
    """Return the rulesets in which a query finds rows, with these rows."""
    if not query:
        return []
    results = ((ruleset, _matching_sections(ruleset, query)) for ruleset in rulesets)
    return [(ruleset, rows) for ruleset, rows in results if rows]


def _matching_sections(ruleset: Document, query: str) -> list[RulesPageRow]:
    with translating_in(ruleset["id"]):
        return matching_rows(sections(ruleset, query))


def _row_matches(query: str, row: RulesPageRow) -> bool:
    return not query or rule_search.contains_words(query, row.words)


def _all_sections(ruleset: Document) -> Iterator[Section]:
    yield from _rule_sections(ruleset)
    principles = [_principle_row(id) for id in fan_rows.PRINCIPLES if id in ruleset["principles"]]
    yield Section("principles", gettext("How patterns combine"), "principle", principles)
    presets = [_preset_row(ruleset, preset) for preset in ruleset["presets"]]
    yield Section("presets", gettext("Presets"), "preset", presets)
    yield Section("options", gettext("House rules"), "option", _option_rows(ruleset["options"]))
    circumstances = [
        _searchable_row(*circumstance_row(entry), entry, entry["id"])
        for entry in ruleset["circumstances"]
    ]
    yield Section("circumstances", gettext("Circumstances"), "circumstance", circumstances)
    events = [
        _searchable_row(
            *event_row(event), event, event["event"], meaning=translate(event["meaning"])
        )
        for event in ruleset["events"]
    ]
    yield Section("events", gettext("Penalties"), "event", events)


def _rule_sections(ruleset: Document) -> Iterator[Section]:
    rules_by_id = {rule["id"]: rule for rule in ruleset["rules"]}
    if ruleset["listed_by"] == "worth":
        for worth, rules in fan_rows.fan_by_worth(ruleset["rules"]):
            title = worth_words(worth, ruleset["unit"])
            yield Section(f"worth-{worth}", title, "rule", _rule_rows(rules, rules_by_id, title))
    else:
        for place, (kind, rules) in enumerate(by_kind(ruleset["rules"]), start=1):
            for title, some in _split_by_value(kind_title(kind, ruleset["unit"]), list(rules)):
                part = f"-{some[0]['amount']}" if len(some) < len(rules) else ""
                id = f"kind-{kind}-{place}{part}"
                yield Section(id, title, "rule", _rule_rows(some, rules_by_id, title))


def _split_by_value(title: str, rules: list[Document]) -> Iterator[tuple[str, list[Document]]]:
    """Yield the rules of one kind, split by value if they are too many for one section."""
    if len(rules) <= MAX_RULES_PER_SECTION:
        yield title, rules
        return
    for worth, some in reversed(fan_rows.fan_by_worth(rules)):
        yield named_value(title, worth), some


def _rule_rows(
    rules: Iterable[Document], rules_by_id: Mapping[str, Document], section: str
) -> list[RulesPageRow]:
    return [_rule_row(rule, rules_by_id, section) for rule in rules]


def _rule_row(rule: Document, rules_by_id: Mapping[str, Document], section: str) -> RulesPageRow:
    """Return the row of a rule, found by its names, id, value, number and implied rules."""
    implied = [rules_by_id[id] for id in rule["excludes"] if id in rules_by_id]
    worth = amount_words(rule["kind"], rule["amount"])
    return RulesPageRow(
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


def _principle_row(id: str) -> RulesPageRow:
    principle = fan_rows.PRINCIPLES[id]
    return _searchable_row(
        f"principle-{id}",
        translate(principle.name),
        {"id": id},
        principle.name,
        principle.meaning,
        meaning=translate(principle.meaning),
    )


def _preset_row(ruleset: Document, preset: Document) -> RulesPageRow:
    set_there = [translate(plain_label(name)) for name in preset["options"]]
    return _searchable_row(
        f"preset-{preset['name']}",
        translate(preset["title"]),
        preset,
        preset["name"],
        preset["title"],
        *set_there,
        worth=gettext("the usual") if preset["name"] == ruleset["default_preset"] else "",
        meaning=translate(preset["meaning"]),
    )


def _option_rows(options: Iterable[Document]) -> list[RulesPageRow]:
    return [
        _searchable_row(
            f"option-{option['name']}",
            translate(plain_label(option["name"])),
            option,
            option["name"],
            *(title for title, _ in value_titles(option)),
            worth=value_title(option["default"], option["name"]),
            meaning=translate(option["meaning"]),
        )
        for option in options
    ]


def _searchable_row(
    anchor: str, name: str, of: Document, *words: str, worth: str = "", meaning: str = ""
) -> RulesPageRow:
    """Return a row that is found by its name, its meaning here and in English, and other words."""
    found_by = rule_search.search_words(name, meaning, of.get("meaning"), worth, *words)
    return RulesPageRow(anchor, name, [], worth, meaning, found_by, of)
