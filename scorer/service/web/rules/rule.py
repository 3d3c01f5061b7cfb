"""The page of a rule: its example, a near miss, related rules and the same pattern elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import g, request, url_for
from flask_babel import gettext

import scorer
from scorer.engine.options import DIGEST_PREFIX, Value
from scorer.errors import HandError
from scorer.grammar.special.house import special_hands_option
from scorer.rulebook.patterns import PATTERNS, Pattern, pattern_of
from scorer.rules import BOOKS
from scorer.service.i18n.languages import translate
from scorer.service.web.forms import addresses
from scorer.service.web.forms.form_fields import PACKED_TEXT
from scorer.service.web.forms.house_rules import own_default
from scorer.service.web.forms.own_text import pack_text
from scorer.service.web.forms.submitted import plain_lines
from scorer.service.web.forms.typed_values import typed_text
from scorer.service.web.labels import capital, rule_name, rule_worth, value_text, worth_words
from scorer.service.web.rules import rule_examples, why
from scorer.service.web.rules.options_in_force import is_played
from scorer.service.web.rules.rule_values import house_rules_in_words, options_changing
from scorer.service.web.unknown import close_matches

Document = Mapping[str, Any]


class RuleLink(NamedTuple):
    """A link to a rule, with its name and what it counts."""

    name: str
    worth: str
    address: str


class NearMiss(NamedTuple):
    """A near miss of a rule.

    Attributes:
        drawn: The hand.
        because: Why the rule does not count.
        otherwise: The differences to the example besides the tiles.
        ask: The address that explains any rule for the hand.
    """

    drawn: rule_examples.ShownExample
    because: str
    otherwise: list[str]
    ask: str


class RulesetRules(NamedTuple):
    """A ruleset with its rules of one pattern."""

    ruleset: Document
    rules: Sequence[Document]


class RulePage(NamedTuple):
    """What the page of a rule shows besides its declaration.

    Attributes:
        played: Whether the rule is played under the preset of the page.
        example: A hand that scores it.
        near: A near miss.
        aside: The rules that it excludes.
        aside_by: The rules that exclude it.
        beside: The other rules that the example scores.
        options: The options that change it, with what they do.
        pattern: Its pattern, if other rulesets have it.
        elsewhere: The other rulesets with that pattern.
        before: The rule before it.
        after: The rule after it.
    """

    played: bool
    example: rule_examples.ShownExample | None
    near: NearMiss | None
    aside: list[RuleLink]
    aside_by: list[RuleLink]
    beside: list[RuleLink]
    options: list[tuple[str, str]]
    pattern: Pattern | None
    elsewhere: list[RulesetRules]
    before: RuleLink | None
    after: RuleLink | None


def rule_address(ruleset: str, rule: str) -> str:
    """Return the address of the page of a rule."""
    return url_for("rulebook.rule", identifier=ruleset, rule=rule)


def line_address(sheet: Document, line: Document) -> str:
    """Return the address of the rule of a line of a score sheet, with its preset and options.

    Lines that belong to no rule lead to the page of the ruleset, which lists the special hands that
    the sheet was scored with.
    """
    book = BOOKS[sheet["ruleset"]]
    if all(rule.id != line["id"] for rule in book.rules):
        text = special_hands_of(sheet)
        own = request.values.get(PACKED_TEXT) or (pack_text(text) if text else None)
        address = url_for("pages.ruleset", identifier=book.id, own=own, _anchor=line["id"])
        if addresses.can_be_shared(address):
            return address
        return url_for("pages.ruleset", identifier=book.id)
    preset, defaults = _preset_in_force(sheet)
    query: dict[str, Any] = {} if preset == book.default_preset else {"preset": preset}
    for name, value in (sheet.get("options") or {}).items():
        if value != defaults[name] and book.options[name].type != "text":
            query[f"o.{name}"] = value_text(value)
    return url_for("rulebook.rule", identifier=book.id, rule=line["id"], **query)


def _preset_in_force(sheet: Document) -> tuple[str | None, Mapping[str, Value]]:
    """Return the preset of a score sheet and its options; a club may have removed it since."""
    book, named = BOOKS[sheet["ruleset"]], sheet.get("preset")
    return book.resolve(named if named in book.presets else None, {})


def special_hands_of(sheet: Document) -> str:
    """Return the special hands of the form, the game or the preset, whichever has the digest that a
    score sheet shows; "" if none has."""
    name = special_hands_option.name
    shown = str((sheet.get("options") or {}).get(name, ""))
    # The hand of a game may have been stored before there were digests.
    if not shown.startswith(DIGEST_PREFIX):
        return shown
    _preset, defaults = _preset_in_force(sheet)
    known = (
        plain_lines(typed_text(request.values, f"o.{name}")),
        g.get("special_hands"),
        defaults[name],
    )
    return next((str(text) for text in known if special_hands_option.shown(text) == shown), "")


def rule_page(
    ruleset: Document, rule: Document, preset: str, chosen: Mapping[str, object]
) -> RulePage:
    """Return what the page of a rule shows under a preset with these options."""
    rules = ruleset["rules"]
    by_id = {entry["id"]: entry for entry in rules}
    place = list(by_id).index(rule["id"])
    played = is_played(ruleset, rule, preset, chosen)
    under = _RuleInContext(ruleset, rule["id"], preset if played else "", chosen if played else {})
    drawn = under.hand(rule_examples.example(ruleset, rule["id"]), counts=True)
    near = under.hand(rule_examples.near_miss(ruleset, rule["id"]), counts=False)
    pattern_id = pattern_of(ruleset["id"], rule["id"])
    pattern = PATTERNS[pattern_id] if pattern_id else None
    others = rules_by_ruleset(pattern, scorer.rulesets()) if pattern else []
    return RulePage(
        played,
        drawn,
        _near_miss(ruleset, rule["id"], drawn, near),
        [_rule_link(ruleset, by_id[id]) for id in dict.fromkeys(rule["excludes"]) if id in by_id],
        [_rule_link(ruleset, entry) for entry in rules if rule["id"] in entry["excludes"]],
        _rules_beside(ruleset, rule["id"], drawn, by_id),
        options_changing(ruleset, rule),
        pattern,
        [other for other in others if other.ruleset["id"] != ruleset["id"]],
        _rule_link(ruleset, rules[place - 1]) if place else None,
        _rule_link(ruleset, rules[place + 1]) if place + 1 < len(rules) else None,
    )


def rules_by_ruleset(pattern: Pattern, rulesets: Iterable[Document]) -> list[RulesetRules]:
    """Return the rules of a pattern by ruleset."""
    books = []
    for ruleset in rulesets:
        ids = pattern.rules.get(ruleset["id"], ())
        rules = [rule for rule in ruleset["rules"] if rule["id"] in ids]
        if rules:
            books.append(RulesetRules(ruleset, rules))
    return books


def closest_entries(typed: str, entries: Sequence[Document]) -> list[Document]:
    """Return the entries whose id or name is closest to what was typed."""
    names = {name.lower(): entry for entry in entries for name in (rule_name(entry), entry["name"])}
    names |= {entry["id"]: entry for entry in entries}
    closest = [names[name] for name in close_matches(typed, list(names))]
    return list({entry["id"]: entry for entry in closest}.values())


def _rule_link(ruleset: Document, rule: Document) -> RuleLink:
    worth = rule_worth(rule, ruleset["unit"])
    return RuleLink(rule_name(rule), worth, rule_address(ruleset["id"], rule["id"]))


def _rules_beside(
    ruleset: Document,
    rule: str,
    drawn: rule_examples.ShownExample | None,
    by_id: Mapping[str, Document],
) -> list[RuleLink]:
    """Return the other rules that the example scores."""
    if drawn is None:
        return []
    lines = scorer.score(drawn.document)["lines"]
    ids = dict.fromkeys(line["id"] for line in lines if line["id"] != rule)
    return [_rule_link(ruleset, by_id[id]) for id in ids if id in by_id]


class _RuleInContext(NamedTuple):
    """The preset and options under which the hands of a rule are shown."""

    ruleset: Document
    rule: str
    preset: str
    chosen: Mapping[str, object]

    def hand(
        self, drawn: rule_examples.ShownExample | None, *, counts: bool
    ) -> rule_examples.ShownExample | None:
        """Return the hand under these rules.

        It is unchanged under the default rules, if it has its own preset, and if the house rules
        or a club's preset would change whether the rule ``counts``.
        """
        is_default = self.preset in ("", own_default(self.ruleset))
        if drawn is None or (is_default and not self.chosen) or drawn.has_preset:
            return drawn
        document = rule_examples.with_rules(
            drawn.document, "" if is_default else self.preset, self.chosen
        )
        if self.chosen and not self._agrees(document, counts):
            return self._replace(chosen={}).hand(drawn, counts=counts)
        if self._of_club() and not self._agrees(document, counts):
            return drawn
        answer = scorer.score(document)
        return drawn._replace(
            facts=[*drawn.facts, *self._facts(is_default)],
            total=worth_words(answer["total"], answer["unit"]),
            link=f"{url_for('pages.hand')}?{addresses.hand_query(document)}",
            document=document,
        )

    def _of_club(self) -> bool:
        """Tests if the preset is a club's, under which no test has seen the example."""
        known = BOOKS[self.ruleset["id"]].presets.get(self.preset)
        return known is not None and known.of_club

    def _agrees(self, document: Document, counts: bool) -> bool:
        try:
            explanation = scorer.explain({"document": document, "rule": self.rule})
        except HandError:
            return False
        return explanation["counted"] is counts

    def _facts(self, is_default: bool) -> list[str]:
        """Return the preset and the options in words, unless they are the defaults."""
        titles = {preset["name"]: preset["title"] for preset in self.ruleset["presets"]}
        title = [] if is_default else [translate(titles[self.preset])]
        return [*title, *house_rules_in_words(self.chosen)]


def _near_miss(
    ruleset: Document,
    rule: str,
    example: rule_examples.ShownExample | None,
    drawn: rule_examples.ShownExample | None,
) -> NearMiss | None:
    if drawn is None or example is None:
        return None
    because = scorer.explain({"document": drawn.document, "rule": rule})["because"]
    query = addresses.hand_query(drawn.document)
    ask = f"{url_for('pages.why')}?{query}&{urlencode({why.WHY_FIELD: rule})}"
    return NearMiss(drawn, because, _other_differences(ruleset, example, drawn), ask)


def _other_differences(
    ruleset: Document, example: rule_examples.ShownExample, near: rule_examples.ShownExample
) -> list[str]:
    """Return the differences of a near miss to the example, besides the tiles."""
    differences = [fact for fact in near.facts if fact not in example.facts]
    before, after = ((hand.document.get("win") or {}).get("with") or () for hand in (example, near))
    meanings = {entry["id"]: translate(entry["meaning"]) for entry in ruleset["circumstances"]}
    for id in before:
        if id not in after and near.document.get("win"):
            differences.append(
                capital(gettext("Without: %(circumstance)s", circumstance=meanings[id]))
            )
    return differences
