"""The page of one rule: what it is, what it goes with, its example, a near miss with the reason,
and the same pattern in other rulesets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import url_for
from flask_babel import gettext

import scorer
from scorer.errors import HandError
from scorer.options import plain_label
from scorer.patterns import PATTERNS, Pattern, pattern_of
from scorer.rules import BOOKS
from scorer.service.i18n.languages import said
from scorer.service.rulebook.played import is_played
from scorer.service.web import addresses, rule_examples, why
from scorer.service.web.labels import capital, rule_name, rule_worth, value_text, worth_words
from scorer.service.web.rule_values import changing, chosen_words
from scorer.service.web.unknown import close

__all__ = [
    *("Elsewhere", "Named", "Near", "RulePage"),
    *("address", "elsewhere", "line_address", "meant", "page"),
]

Document = Mapping[str, Any]


class Named(NamedTuple):
    """A rule as a link: its name, what it counts, and its page."""

    name: str
    worth: str
    address: str


class Near(NamedTuple):
    """A near miss: how it is drawn, why the rule does not count in it, what is otherwise than in
    the example beside the tiles, and where any rule is asked of it."""

    drawn: rule_examples.Drawn
    because: str
    otherwise: list[str]
    ask: str


class Elsewhere(NamedTuple):
    """A ruleset, with its rules that are one pattern."""

    detail: Document
    rules: Sequence[Document]


class RulePage(NamedTuple):
    """All that the page of a rule shows beside its own declaration; ``played`` is whether there is
    the rule under the preset of the page."""

    played: bool
    example: rule_examples.Drawn | None
    near: Near | None
    aside: list[Named]
    aside_by: list[Named]
    beside: list[Named]
    options: list[tuple[str, str]]
    pattern: Pattern | None
    elsewhere: list[Elsewhere]
    before: Named | None
    after: Named | None


def address(ruleset: str, rule: str) -> str:
    """The page of a rule."""
    return url_for("rulebook.rule", identifier=ruleset, rule=rule)


def line_address(sheet: Document, line: Document) -> str:
    """The page of the rule that a line of this score counts, under the preset and the house rules
    of the score; of lines that are no rule's the page of the ruleset."""
    book = BOOKS[sheet["ruleset"]]
    if all(rule.id != line["id"] for rule in book.rules):
        return url_for("pages.ruleset", identifier=book.id, _anchor=line["id"])
    preset, under = book.resolve(sheet.get("preset"), {})
    shown: dict[str, Any] = {} if preset == book.default_preset else {"preset": preset}
    for name, value in (sheet.get("options") or {}).items():
        if value != under[name] and book.options[name].type != "text":
            shown[f"o.{name}"] = value_text(value)
    return url_for("rulebook.rule", identifier=book.id, rule=line["id"], **shown)


def page(detail: Document, rule: Document, preset: str, chosen: Mapping[str, object]) -> RulePage:
    """What the page of this rule shows under this preset with these options, where it is played or
    not."""
    rules = detail["rules"]
    known = {one["id"]: one for one in rules}
    place = list(known).index(rule["id"])
    played = is_played(detail, rule, preset, chosen)
    under = _Under(detail, rule["id"], preset if played else "", chosen if played else {})
    drawn = under.hand(rule_examples.example(detail, rule["id"]), counts=True)
    near = under.hand(rule_examples.near_miss(detail, rule["id"]), counts=False)
    found = pattern_of(detail["id"], rule["id"])
    pattern = PATTERNS[found] if found else None
    others = elsewhere(pattern) if pattern else []
    return RulePage(
        played,
        drawn,
        _near(detail, rule["id"], drawn, near),
        [_named(detail, known[id]) for id in dict.fromkeys(rule["excludes"]) if id in known],
        [_named(detail, one) for one in rules if rule["id"] in one["excludes"]],
        _beside(detail, rule["id"], drawn, known),
        changing(detail, rule),
        pattern,
        [one for one in others if one.detail["id"] != detail["id"]],
        _named(detail, rules[place - 1]) if place else None,
        _named(detail, rules[place + 1]) if place + 1 < len(rules) else None,
    )


def elsewhere(pattern: Pattern) -> list[Elsewhere]:
    """The rules that are this pattern, by ruleset."""
    found = []
    for detail in scorer.rulesets():
        ids = pattern.rules.get(detail["id"], ())
        rules = [one for one in detail["rules"] if one["id"] in ids]
        if rules:
            found.append(Elsewhere(detail, rules))
    return found


def meant(typed: str, entries: Sequence[Document]) -> list[Document]:
    """Those that somebody may have meant who typed this: the closest by id or by name."""
    names = {name.lower(): one for one in entries for name in (rule_name(one), one["name"])}
    names |= {one["id"]: one for one in entries}
    found = [names[name] for name in close(typed, list(names))]
    return list({one["id"]: one for one in found}.values())


def _named(detail: Document, rule: Document) -> Named:
    worth = rule_worth(rule, detail["unit"])
    return Named(rule_name(rule), worth, address(detail["id"], rule["id"]))


def _beside(
    detail: Document, rule: str, drawn: rule_examples.Drawn | None, known: Mapping[str, Document]
) -> list[Named]:
    """What else the example scores."""
    if drawn is None:
        return []
    lines = scorer.score(drawn.document)["lines"]
    ids = dict.fromkeys(line["id"] for line in lines if line["id"] != rule)
    return [_named(detail, known[id]) for id in ids if id in known]


class _Under(NamedTuple):
    """The rules under which the hands of a rule are shown."""

    detail: Document
    rule: str
    preset: str
    chosen: Mapping[str, object]

    def hand(
        self, drawn: rule_examples.Drawn | None, *, counts: bool
    ) -> rule_examples.Drawn | None:
        """The hand under these rules; as it is where they are the usual ones, where it has its own,
        and where house rules would have it otherwise than that the rule ``counts`` or not."""
        usual = self.preset in ("", self.detail["default_preset"])
        if drawn is None or (usual and not self.chosen) or "preset" in drawn.document:
            return drawn
        document = rule_examples.under(drawn.document, "" if usual else self.preset, self.chosen)
        if self.chosen and not self._has(document, counts):
            return self._replace(chosen={}).hand(drawn, counts=counts)
        answer = scorer.score(document)
        return rule_examples.Drawn(
            drawn.sets,
            [*drawn.facts, *self._facts(usual)],
            worth_words(answer["total"], answer["unit"]),
            f"{url_for('pages.hand')}?{addresses.hand_query(document)}",
            document,
        )

    def _has(self, document: Document, counts: bool) -> bool:
        try:
            told = scorer.explain({"document": document, "rule": self.rule})
        except HandError:
            return False
        return told["counted"] is counts

    def _facts(self, usual: bool) -> list[str]:
        """The preset and the options, where they are not the usual ones."""
        titles = {one["name"]: one["title"] for one in self.detail["presets"]}
        told = [] if usual else [said(titles[self.preset])]
        return [*told, *house_rule_words(self.chosen)]


def house_rule_words(chosen: Mapping[str, object]) -> list[str]:
    """Options with their values, each a phrase."""
    return [
        str(
            gettext(
                "%(option)s: %(value)s",
                option=said(plain_label(name)),
                value=chosen_words(value),
            )
        )
        for name, value in chosen.items()
    ]


def _near(
    detail: Document,
    rule: str,
    example: rule_examples.Drawn | None,
    drawn: rule_examples.Drawn | None,
) -> Near | None:
    if drawn is None or example is None:
        return None
    because = scorer.explain({"document": drawn.document, "rule": rule})["because"]
    query = addresses.hand_query(drawn.document)
    ask = f"{url_for('pages.why')}?{query}&{urlencode({why.FIELD: rule})}"
    return Near(drawn, because, _otherwise(detail, example, drawn), ask)


def _otherwise(
    detail: Document, example: rule_examples.Drawn, near: rule_examples.Drawn
) -> list[str]:
    """What was told of the near miss and not of the example, and the other way round."""
    told = [fact for fact in near.facts if fact not in example.facts]
    before, after = ((one.document.get("win") or {}).get("with") or () for one in (example, near))
    meanings = {one["id"]: said(one["meaning"]) for one in detail["circumstances"]}
    for id in before:
        if id not in after and near.document.get("win"):
            told.append(capital(gettext("Without: %(circumstance)s", circumstance=meanings[id])))
    return told
