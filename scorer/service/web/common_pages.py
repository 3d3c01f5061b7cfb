"""Pages that are the same for everybody until the next release: drawn once for each language.

An empty form, the rules and the like hold nothing of whoever asks. An address that tells more than
the ruleset is drawn anew.
"""

from __future__ import annotations

from flask import Flask, Response, current_app, request

from scorer.rules import BOOKS
from scorer.service.i18n import languages
from scorer.service.kept.views import keeps_offline
from scorer.service.web import files

__all__ = ["MOST", "register"]

ENDPOINTS = frozenset(
    {
        "pages.hand",
        "pages.table",
        "pages.waits",
        "pages.rules",
        "pages.ruleset",
        "rulebook.patterns",
        "rulebook.glossary",
        "cards.card",
        "reference.docs",
        "offline.offline",
    }
)
MOST = 200
"""How many are kept: more than the rulesets, pages and languages make."""

Key = tuple[object, ...]


def register(app: Flask) -> None:
    """Let pages that hold nothing of anybody be drawn once."""
    drawn: dict[Key, bytes] = {}
    app.extensions["common_pages"] = drawn

    @app.before_request
    def drawn_before() -> Response | None:
        key = _key()
        found = None if key is None else drawn.get(key)
        return None if found is None else Response(found, mimetype="text/html")

    @app.after_request
    def keep(response: Response) -> Response:
        key = _key() if response.status_code == 200 and not response.is_streamed else None
        if key is not None and key not in drawn and response.mimetype == "text/html":
            if len(drawn) >= MOST:
                drawn.clear()
            drawn[key] = response.get_data()
        return response


def _key() -> Key | None:
    """What the page depends on; None for one that holds something of whoever asks."""
    asked = request.args
    if request.method not in ("GET", "HEAD") or request.endpoint not in ENDPOINTS:
        return None
    if current_app.debug or asked.keys() - {"rules"} or len(asked.getlist("rules")) > 1:
        return None
    rules = asked.get("rules", "")
    if rules and rules not in BOOKS:
        return None
    # Tests add rulesets, and every page names them all.
    told = (languages.chosen(), files.release(), keeps_offline())
    return request.path, rules, told, tuple(BOOKS)
