"""What somebody asked for by its address and is not there: to a player in their words with what
they may have meant, to a program as the contract's error."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from flask import Response, render_template, url_for
from flask_babel import gettext

import scorer
from scorer.errors import HandError
from scorer.service.api.problems import problem, reads_pages, refusal_of
from scorer.service.i18n.languages import said

__all__ = ["close", "no_ruleset", "unknown"]

LONGEST = 60
MOST = 3


def close(typed: str, known: Sequence[str]) -> list[str]:
    """Those of these ids and names that are most like what was typed."""
    return get_close_matches(typed[:LONGEST].lower().replace("_", "-"), known, MOST, 0.5)


def unknown(
    told: str, links: Sequence[tuple[str, str]], back: str, error: HandError | None = None
) -> Response:
    """The answer, with links to what may have been meant by name and address, and where to look."""
    if not reads_pages():
        return problem(404, *refusal_of(error)) if error else problem(404)
    page = render_template("rulebook/unknown.html", told=told, links=links, back=back)
    response = Response(page, 404, mimetype="text/html")
    response.vary.add("Accept")
    return response


def no_ruleset(typed: str, error: HandError) -> Response:
    """The answer to the name of a ruleset that there is not."""
    known = {one["id"]: one for one in scorer.rulesets()}
    links = [
        (said(known[id]["name"]), url_for("pages.ruleset", identifier=id))
        for id in close(typed, list(known))
    ]
    return unknown(gettext("There is no such ruleset."), links, url_for("pages.rules"), error)
