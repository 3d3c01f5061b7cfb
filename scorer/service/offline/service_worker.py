"""Installed on the phone, and without a network: the manifest, the service worker, its page."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask_babel import force_locale, pgettext
from flask_babel import gettext as _

import scorer
from scorer.service.i18n import languages
from scorer.service.offline.views import MAX_ETAG_LENGTH, keeps_offline
from scorer.service.web import files
from scorer.service.web.forms.form_fields import lasting_field_names
from scorer.service.wsgi.security_headers import ENGINE_WORKER

PAPER_COLOUR = "#f4f1ea"  # as in styles/base.css
ICONS = (
    ("icon.svg", "any", "any"),
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable-512.png", "512x512", "maskable"),
)
ICON_MIMETYPES = {".svg": "image/svg+xml", ".png": "image/png"}
FORM_ENDPOINTS = ("pages.hand_form", "pages.table", "pages.waits", "game_pages.new")
OFFLINE_ENDPOINTS = ("pages.hand", "game_pages.start", "game_pages.alone")

blueprint = Blueprint("offline", __name__)


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return what a phone needs to keep the pages among its apps."""
    document: dict[str, Any] = {
        "id": "/",
        "name": _("Mahjong scorer"),
        "short_name": pgettext("app", "Mahjong"),
        "description": _("Scores mahjong hands by the book, and says why."),
        "lang": languages.requested_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER_COLOUR,
        "theme_color": PAPER_COLOUR,
        "icons": [
            {
                "src": files.file_address(name),
                "sizes": sizes,
                "type": ICON_MIMETYPES[name[-4:]],
                "purpose": purpose,
            }
            for name, sizes, purpose in ICONS
        ],
    }
    response = Response(json.dumps(document), mimetype="application/manifest+json")
    response.vary.update(["Accept-Language", "Cookie"])
    return response


@blueprint.get("/service-worker.js")
def worker() -> Response:
    """Return the script that opens the pages without a network."""
    return _script_response("service-worker.js", files.page_files())


@blueprint.get(ENGINE_WORKER)
def engine_worker() -> Response:
    """Return the same where the scorer is kept on the phone: then it answers without a network."""
    if not keeps_offline():
        abort(404)
    return _script_response("engine-worker.js", [*files.page_files(), *files.engine_files()])


def _script_response(name: str, needed: list[str]) -> Response:
    release = files.release()
    facts = {
        "release": release,
        "files": _addresses_of_files(needed),
        "pages": _offline_page_paths(),
        "offline": url_for("offline.offline"),
        "asked": lasting_field_names("page", "table"),
        "bare": _bare_page(),
    }
    script = render_template(name, facts=facts, release=release)
    response = Response(script, mimetype="text/javascript")
    # The browser asks at every page whether there is a new one.
    response.cache_control.no_cache = True
    # Not of the release alone: what is kept follows settings, too.
    response.set_etag(sha256(script.encode()).hexdigest()[:MAX_ETAG_LENGTH], weak=True)
    response.make_conditional(request)
    return response


@blueprint.get("/keep")
def keep() -> str:
    """Show the page that brings the scorer to this phone, or removes it."""
    return render_template("keep.html")


@blueprint.get("/offline")
def offline() -> str:
    """Show the page for when neither the network nor a stored page helps."""
    return render_template("offline.html")


def _bare_page() -> str:
    """Return the page that the worker shows where the browser has deleted every copy.

    It loads nothing, and is in every language: the worker does not know which one is read."""
    said = []
    for code in languages.LANGUAGES:
        with force_locale(code):
            words = _(
                "The copies of these pages on this phone are gone: the phone loads them again when "
                "it has a network."
            )
            part = {"heading": _("No network"), "words": words, "again": _("Try again")}
        said.append({"lang": languages.html_tag(code), **part})
    return render_template("no-network.html", said=said)


def _addresses_of_files(needed: list[str]) -> list[str]:
    """Return the files that the pages load, by their addresses."""
    words = [
        url_for("scriptwords.words", language=code, release=files.release())
        for code in sorted(languages.LANGUAGES)
    ]
    return [*map(files.file_address, needed), *words]


def _offline_page_paths() -> list[str]:
    """Return the first page, the empty forms of every ruleset, and what a game needs that begins
    without a network."""
    rulesets = [None, *(entry["id"] for entry in scorer.rulesets())]
    forms = [url_for(form, rules=ruleset) for form in FORM_ENDPOINTS for ruleset in rulesets]
    beside = (*OFFLINE_ENDPOINTS, "offline.keep") if keeps_offline() else OFFLINE_ENDPOINTS
    return [*forms, *map(url_for, beside)]
