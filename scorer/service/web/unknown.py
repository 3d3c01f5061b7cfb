"""Responses to unknown names in addresses: a page with suggestions, or a problem document."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, render_template, url_for
from flask_babel import gettext

import scorer
from scorer.errors import HandError, closest_names
from scorer.service.api.problems import detail_and_errors, problem_response, wants_page
from scorer.service.i18n.contexts import RULESET
from scorer.service.i18n.languages import translate

MAX_NAME_LENGTH = 60
MAX_SUGGESTIONS = 3


def close_matches(typed: str, names: Sequence[str]) -> list[str]:
    """Return the ids or names that are most like what was typed."""
    name = typed.replace("_", "-")
    return closest_names(name, names, MAX_SUGGESTIONS, likeness=0.5, longest=MAX_NAME_LENGTH)


def not_found_page(
    title: str, links: Sequence[tuple[str, str]], back: str, error: HandError | None = None
) -> Response:
    """Return a 404 response.

    Args:
        title: the title of the page.
        links: the name and address of each suggestion.
        back: where to look instead.
        error: the error that programs receive.
    """
    if not wants_page():
        return problem_response(404, *detail_and_errors(error)) if error else problem_response(404)
    page = render_template("rulebook/unknown.html", title=title, links=links, back=back)
    response = Response(page, 404, mimetype="text/html")
    response.vary.add("Accept")
    return response


def unknown_ruleset_response(typed: str, error: HandError) -> Response:
    """Return the response to an unknown ruleset."""
    rulesets = {ruleset["id"]: ruleset for ruleset in scorer.rulesets()}
    links = [
        (translate(rulesets[id]["name"], RULESET), url_for("pages.ruleset", identifier=id))
        for id in close_matches(typed, list(rulesets))
    ]
    return not_found_page(gettext("Unknown ruleset."), links, url_for("pages.rulesets"), error)
