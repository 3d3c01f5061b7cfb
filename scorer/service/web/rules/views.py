"""The pages of the rulebook: rules, patterns, cheat sheets, the glossary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

import scorer
from scorer.documents.explain import unknown_rule
from scorer.errors import HandError
from scorer.rulebook.patterns import PATTERNS
from scorer.rules import BOOKS
from scorer.service.i18n.contexts import RULESET, translate_in, translating_in
from scorer.service.i18n.languages import translate
from scorer.service.web.labels import rule_name
from scorer.service.web.own_hands import hands_in_force
from scorer.service.web.rules import rule as of_rule
from scorer.service.web.rules import rule_examples
from scorer.service.web.rules import sheet as of_sheet
from scorer.service.web.rules.glossary import TERM_GROUPS, terms_by_group
from scorer.service.web.rules.links import link_terms
from scorer.service.web.rules.options_in_force import amount, house_rules_of, options_under
from scorer.service.web.rules.rule_values import house_rules_in_words
from scorer.service.web.unknown import close_matches, not_found_page, unknown_ruleset_response

Document = Mapping[str, Any]

blueprint = Blueprint("rulebook", __name__)
blueprint.add_app_template_filter(link_terms, "glossed")
blueprint.add_app_template_global(of_rule.line_address, "line_address")


@blueprint.get("/rules/<identifier>/<rule>")
def rule(identifier: str, rule: str) -> ResponseReturnValue:
    """Show a rule: its example, a near miss, related rules, and other rulesets."""
    try:
        ruleset = scorer.ruleset(identifier)
    except HandError as error:
        return unknown_ruleset_response(identifier, error)
    translate_in(identifier)
    declared = next((entry for entry in ruleset["rules"] if entry["id"] == rule), None)
    if declared is None:
        return _no_rule(ruleset, rule)
    preset, refused = _preset(ruleset, rule=rule)
    if refused:
        return refused
    chosen = house_rules_of(ruleset, preset, request.args)
    options = {**options_under(ruleset, preset), **chosen}
    shown = {**declared, "amount": amount(declared, options)}
    page = of_rule.rule_page(ruleset, shown, preset, chosen)
    return render_template(
        "rulebook/rule.html",
        ruleset=ruleset,
        rule=shown,
        page=page,
        preset=preset,
        house_rules=house_rules_in_words(chosen),
    )


@blueprint.get("/rules/patterns")
def patterns() -> ResponseReturnValue:
    """Show the patterns of several rulesets, each with its name and value in each."""
    rulesets = scorer.rulesets()
    with_books = [(each, of_rule.rules_by_ruleset(each, rulesets)) for each in PATTERNS.values()]
    shared = [(each, books) for each, books in with_books if len(books) > 1]
    return render_template("rulebook/patterns.html", patterns=shared, rulesets=rulesets)


@blueprint.get("/rules/patterns/<identifier>")
def pattern(identifier: str) -> ResponseReturnValue:
    """Show a pattern in each ruleset that has it, side by side."""
    shown = PATTERNS.get(identifier)
    if shown is None:
        meant = close_matches(identifier, list(PATTERNS))
        links = [
            (translate(PATTERNS[id].name), url_for("rulebook.pattern", identifier=id))
            for id in meant
        ]
        return not_found_page(
            gettext("There is no such pattern."), links, url_for("rulebook.patterns")
        )
    books = of_rule.rules_by_ruleset(shown, scorer.rulesets())
    examples = {book.ruleset["id"]: _examples(book) for book in books}
    return render_template("rulebook/pattern.html", pattern=shown, books=books, examples=examples)


def _examples(book: of_rule.RulesetRules) -> dict[str, rule_examples.ShownExample | None]:
    with translating_in(book.ruleset["id"]):
        return {rule["id"]: rule_examples.example(book.ruleset, rule["id"]) for rule in book.rules}


@blueprint.get("/rules/<identifier>/sheet")
def sheet(identifier: str) -> ResponseReturnValue:
    """Show the cheat sheet of a ruleset."""
    try:
        ruleset = scorer.ruleset(identifier)
    except HandError as error:
        return unknown_ruleset_response(identifier, error)
    translate_in(identifier)
    preset, refused = _preset(ruleset)
    if refused:
        return refused
    own = hands_in_force(ruleset, preset)
    shown = of_sheet.sheet(ruleset, preset, own.gone)
    return render_template(
        "rulebook/sheet.html", ruleset=ruleset, sheet=shown, preset=preset, own=own
    )


@blueprint.get("/glossary")
def glossary() -> ResponseReturnValue:
    """Show the glossary of all rulesets."""
    return render_template("rulebook/glossary.html", groups=TERM_GROUPS, terms=terms_by_group())


def _no_rule(ruleset: Document, typed: str) -> Response:
    links = [
        (rule_name(entry), of_rule.rule_address(ruleset["id"], entry["id"]))
        for entry in of_rule.closest_entries(typed, ruleset["rules"])
    ]
    sentence = gettext("%(ruleset)s has no such rule.", ruleset=translate(ruleset["name"], RULESET))
    back = url_for("pages.ruleset", identifier=ruleset["id"])
    return not_found_page(sentence, links, back, unknown_rule(typed, BOOKS[ruleset["id"]]))


def _preset(ruleset: Document, **values: str) -> tuple[str, Response | None]:
    """Return the preset of the query, else the default ("" without one), and an error response if
    it is unknown. ``values`` are the other values of the address."""
    preset = request.args.get("preset", "") or ruleset["default_preset"] or ""
    identifier, endpoint = ruleset["id"], request.endpoint or ""
    try:
        BOOKS[identifier].resolve(preset or None, {})
    except HandError as error:
        arguments = {"identifier": identifier, **values}
        links = [
            (translate(entry["title"]), url_for(endpoint, preset=entry["name"], **arguments))
            for entry in ruleset["presets"]
        ]
        back = url_for(endpoint, **arguments)
        return "", not_found_page(gettext("This ruleset has no such preset."), links, back, error)
    return preset, None
