"""The rulebook's pages: a rule, patterns across rulesets, cheat sheets, the glossary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

import scorer
from scorer.documents.explain import unknown_rule
from scorer.errors import HandError
from scorer.patterns import PATTERNS
from scorer.rules import BOOKS
from scorer.service.i18n.languages import said
from scorer.service.rulebook import rule as of_rule
from scorer.service.rulebook import sheet as of_sheet
from scorer.service.rulebook.glossary import GROUPS, by_group
from scorer.service.rulebook.links import glossed
from scorer.service.rulebook.played import amount, house_rules_of, options_under
from scorer.service.web import rule_examples
from scorer.service.web.labels import rule_name
from scorer.service.web.unknown import close, no_ruleset, unknown

__all__ = ["blueprint"]

Document = Mapping[str, Any]

blueprint = Blueprint("rulebook", __name__)
blueprint.add_app_template_filter(glossed, "glossed")
blueprint.add_app_template_global(of_rule.line_address, "line_address")


@blueprint.get("/rules/<identifier>/<rule>")
def rule(identifier: str, rule: str) -> ResponseReturnValue:
    """One rule: its example, a near miss, what it goes with, and the same elsewhere."""
    try:
        detail = scorer.ruleset(identifier)
    except HandError as error:
        return no_ruleset(identifier, error)
    one = next((told for told in detail["rules"] if told["id"] == rule), None)
    if one is None:
        return _no_rule(detail, rule)
    preset, refused = _preset(detail, rule=rule)
    if refused:
        return refused
    chosen = house_rules_of(detail, preset, request.args)
    one = {**one, "amount": amount(one, {**options_under(detail, preset), **chosen})}
    page = of_rule.page(detail, one, preset, chosen)
    words = of_rule.house_rule_words(chosen)
    return render_template(
        "rulebook/rule.html", detail=detail, rule=one, page=page, preset=preset, house_rules=words
    )


@blueprint.get("/rules/patterns")
def patterns() -> ResponseReturnValue:
    """The patterns that several rulesets have, each with its name and value in each."""
    found = [(one, of_rule.elsewhere(one)) for one in PATTERNS.values()]
    shared = [(one, books) for one, books in found if len(books) > 1]
    return render_template("rulebook/patterns.html", patterns=shared, rulesets=scorer.rulesets())


@blueprint.get("/rules/patterns/<identifier>")
def pattern(identifier: str) -> ResponseReturnValue:
    """One pattern in each ruleset that has it, side by side."""
    one = PATTERNS.get(identifier)
    if one is None:
        meant = close(identifier, list(PATTERNS))
        links = [
            (said(PATTERNS[id].name), url_for("rulebook.pattern", identifier=id)) for id in meant
        ]
        return unknown(gettext("There is no such pattern."), links, url_for("rulebook.patterns"))
    books = of_rule.elsewhere(one)
    examples = {
        book.detail["id"]: {
            one["id"]: rule_examples.example(book.detail, one["id"]) for one in book.rules
        }
        for book in books
    }
    return render_template("rulebook/pattern.html", pattern=one, books=books, examples=examples)


@blueprint.get("/rules/<identifier>/sheet")
def sheet(identifier: str) -> ResponseReturnValue:
    """A ruleset on one printed page."""
    try:
        detail = scorer.ruleset(identifier)
    except HandError as error:
        return no_ruleset(identifier, error)
    preset, refused = _preset(detail)
    if refused:
        return refused
    told = of_sheet.sheet(detail, preset)
    return render_template("rulebook/sheet.html", detail=detail, sheet=told, preset=preset)


@blueprint.get("/glossary")
def glossary() -> ResponseReturnValue:
    """The words of all rulesets."""
    return render_template("rulebook/glossary.html", groups=GROUPS, terms=by_group())


def _no_rule(detail: Document, typed: str) -> Response:
    links = [
        (rule_name(one), of_rule.address(detail["id"], one["id"]))
        for one in of_rule.meant(typed, detail["rules"])
    ]
    told = gettext("%(ruleset)s has no such rule.", ruleset=said(detail["name"]))
    back = url_for("pages.ruleset", identifier=detail["id"])
    return unknown(told, links, back, unknown_rule(typed, BOOKS[detail["id"]]))


def _preset(detail: Document, **asked: str) -> tuple[str, Response | None]:
    """The preset that the address names, else the usual one, "" where there is none; and the answer
    where it names one that there is not."""
    preset = request.args.get("preset", "") or detail["default_preset"] or ""
    identifier, endpoint = detail["id"], request.endpoint or ""
    try:
        BOOKS[identifier].resolve(preset or None, {})
    except HandError as error:
        told = {"identifier": identifier, **asked}
        links = [
            (said(one["title"]), url_for(endpoint, preset=one["name"], **told))
            for one in detail["presets"]
        ]
        back = url_for(endpoint, **told)
        return "", unknown(gettext("These rules have no such preset."), links, back, error)
    return preset, None
