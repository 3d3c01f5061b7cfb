"""The offline application of a phone: the server's pages and API without network or database.

The service worker calls it through ``offline_app.py``.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, Flask, Response, request
from flask.typing import ResponseReturnValue

from scorer.service.api import answering, bodies, problems
from scorer.service.games import refusals
from scorer.service.i18n import languages
from scorer.service.offline.server_facts import Facts
from scorer.service.offline.store import PhoneStore
from scorer.service.server.paths import templates
from scorer.service.store.keys import GameKey
from scorer.service.store.records import STORE_EXTENSION
from scorer.service.web import files, live, own_hands
from scorer.service.web import views as pages
from scorer.service.web.forms import cards
from scorer.service.web.games import views as game_pages
from scorer.service.web.learn import drill_views as drills
from scorer.service.web.learn import lessons
from scorer.service.web.learn import set_views as exercise_sets
from scorer.service.web.learn import views as learn
from scorer.service.web.rules import views as rulebook
from scorer.service.wsgi.counters import COUNTERS_EXTENSION, NullCounters

KIB: Final = 1024
MAX_BODY_BYTES: Final = 128 * KIB
SERVER_HEADER: Final = "X-Scorer-Server"
RELEASE_PATTERN: Final = re.compile(r"[0-9A-Za-z.+-]{1,60}")

api = Blueprint("kept_api", __name__, url_prefix="/api/v1")


@dataclass(frozen=True)
class Engine:
    """The offline engine, as pages show it."""

    release: str

    def server_release(self) -> str:
        """Return the release of the server if the phone knows another one; "" otherwise."""
        release = request.headers.get(SERVER_HEADER, "")
        return release if RELEASE_PATTERN.fullmatch(release) else ""


@api.post("/<any(score, settle, waits, nearest, compare, explain, 'what-if', steps, grade):what>")
def answer(what: str) -> Response:
    """Return the answer to a document, as the server does."""
    answer_to = answering.ANSWER_BY_REQUEST[what.replace("-", "_")]
    document = answer_to(bodies.json_document(), lang=languages.wire_code())
    return Response(answering.to_utf8(document), mimetype="application/json")


def create_offline_app(facts: Facts) -> Flask:
    """Return the offline application; ``facts`` describe the server."""
    app = Flask("scorer.service", static_folder=None, template_folder=str(templates()))
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_BODY_BYTES,
        PUBLIC_URL=facts.public_url,
        TRUSTED_HOSTS=None,
        GAMES_KEPT_DAYS=facts.kept_days,
        TEMPLATES_AUTO_RELOAD=False,
    )
    app.url_map.merge_slashes = False
    app.extensions.update({STORE_EXTENSION: PhoneStore(), COUNTERS_EXTENSION: NullCounters()})
    app.url_map.converters["game_key"] = GameKey
    files.register_manifest(app, facts.files)
    for blueprint in (
        *(
            api,
            pages.blueprint,
            rulebook.blueprint,
            cards.blueprint,
            own_hands.blueprint,
            live.blueprint,
        ),
        *(
            game_pages.blueprint,
            learn.blueprint,
            exercise_sets.blueprint,
            lessons.blueprint,
            drills.blueprint,
        ),
    ):
        app.register_blueprint(blueprint)
    problems.register(app)
    refusals.register(app)
    languages.register(app)
    # Pages look as on the server.
    app.jinja_env.globals.update(engine=Engine(facts.files.release), keeps_offline=lambda: True)
    _add_server_links(app, facts)
    return app


def _add_server_links(app: Flask, facts: Facts) -> None:
    """Add the endpoints that only the server has, so that pages can link to them; here 404."""

    def not_found(**_: Any) -> ResponseReturnValue:
        return Response(json.dumps({"status": 404}), 404, mimetype="application/problem+json")

    for rule, endpoint in facts.links:
        app.add_url_rule(rule, endpoint, not_found)
