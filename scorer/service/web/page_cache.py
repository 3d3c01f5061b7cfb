"""A cache of pages that are the same for every visitor until the next release.

Empty forms and the rules depend only on the ruleset and the language. An address with other fields
is rendered anew.
"""

from __future__ import annotations

from flask import Flask, Response, current_app, request

from scorer.rules import BOOKS
from scorer.service.i18n import languages
from scorer.service.offline.views import keeps_offline
from scorer.service.web import files

CACHED_ENDPOINTS = frozenset(
    {
        "pages.hand",
        "pages.hand_form",
        "pages.table",
        "pages.waits",
        "pages.rulesets",
        "pages.ruleset",
        "rulebook.patterns",
        "rulebook.glossary",
        "cards.card",
        "own_hands.hands",
        "reference.docs",
        "reference.errors",
        "offline.offline",
    }
)
MAX_CACHED_PAGES = 200
"""The limit of the cache: more than there are rulesets, pages and languages together."""

Key = tuple[object, ...]


def register(app: Flask) -> None:
    """Render common pages once, and answer from the cache."""
    pages: dict[Key, bytes] = {}
    app.extensions["page_cache"] = pages

    @app.before_request
    def cached_page() -> Response | None:
        key = _cache_key()
        page = None if key is None else pages.get(key)
        return None if page is None else Response(page, mimetype="text/html")

    @app.after_request
    def store_page(response: Response) -> Response:
        key = _cache_key() if response.status_code == 200 and not response.is_streamed else None
        if key is not None and key not in pages and response.mimetype == "text/html":
            if len(pages) >= MAX_CACHED_PAGES:
                pages.clear()
            pages[key] = response.get_data()
        return response


def _cache_key() -> Key | None:
    """Return what the page depends on; None if it is not a common page."""
    if request.method not in ("GET", "HEAD") or request.endpoint not in CACHED_ENDPOINTS:
        return None
    fields = request.args
    if current_app.debug or fields.keys() - {"rules"} or len(fields.getlist("rules")) > 1:
        return None
    rules = fields.get("rules", "")
    if rules and rules not in BOOKS:
        return None
    # Every page lists all rulesets, and tests add some.
    service = (languages.requested_language(), files.release(), keeps_offline())
    return request.path, rules, service, tuple(BOOKS)
