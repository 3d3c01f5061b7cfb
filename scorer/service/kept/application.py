"""The application on a phone: the pages and answers of the server, of the same parts, without a
network, a database or files to send. ``door.py`` is how its service worker asks it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, Flask, Response, request
from flask.typing import ResponseReturnValue

from scorer.service.api import answering, bodies, problems
from scorer.service.evening import views as evening
from scorer.service.games import refusals
from scorer.service.games.keys import GameKey
from scorer.service.games.records import STORE
from scorer.service.i18n import languages
from scorer.service.kept.facts import Facts
from scorer.service.kept.store import PhoneStore
from scorer.service.learn import lessons
from scorer.service.learn import set_views as exercise_sets
from scorer.service.learn import views as learn
from scorer.service.paths import templates
from scorer.service.rulebook import views as rulebook
from scorer.service.web import cards, files, live
from scorer.service.web import views as pages
from scorer.service.wsgi.metrics import COUNTERS

__all__ = ["create_kept_app"]

KIB: Final = 1024
LARGEST: Final = 128 * KIB
SERVER: Final = "X-Scorer-Server"
RELEASE: Final = re.compile(r"[0-9A-Za-z.+-]{1,60}")

api = Blueprint("kept_api", __name__, url_prefix="/api/v1")


@dataclass(frozen=True)
class Engine:
    """What pages tell of the scorer that made them."""

    release: str

    def server(self) -> str:
        """The release of the server, as far as the phone knows of another; "" else."""
        told = request.headers.get(SERVER, "")
        return told if RELEASE.fullmatch(told) else ""


class _Uncounted:
    """Nobody reads counts of a phone."""

    def add(self, name: str, amount: float = 1, **label: str) -> None:
        """Count nothing."""


@api.post("/<any(score, settle, waits, nearest, compare, explain, 'what-if', steps, grade):what>")
def answer(what: str) -> Response:
    """What the scorer answers to a document, as the server does."""
    told = answering.ANSWERS[what.replace("-", "_")](bodies.document())
    return Response(answering.encoded(told), mimetype="application/json")


def create_kept_app(facts: Facts) -> Flask:
    """The application; ``facts`` are what the server knows of the files that it sends."""
    app = Flask("scorer.service", static_folder=None, template_folder=str(templates()))
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST,
        MAX_FORM_MEMORY_SIZE=LARGEST,
        PUBLIC_URL=facts.public_url,
        TRUSTED_HOSTS=None,
        GAMES_KEPT_DAYS=facts.kept_days,
        TEMPLATES_AUTO_RELOAD=False,
    )
    app.url_map.merge_slashes = False
    app.extensions.update({STORE: PhoneStore(), COUNTERS: _Uncounted()})
    app.url_map.converters["game_key"] = GameKey
    files.register_as_told(app, facts.files)
    for blueprint in (
        *(api, pages.blueprint, rulebook.blueprint, cards.blueprint, live.blueprint),
        *(evening.blueprint, learn.blueprint, exercise_sets.blueprint, lessons.blueprint),
    ):
        app.register_blueprint(blueprint)
    problems.register(app)
    refusals.register(app)
    languages.register(app)
    # As the server that it came from: pages look the same.
    app.jinja_env.globals.update(engine=Engine(facts.files.release), keeps_offline=lambda: True)
    _link_to_the_server(app, facts)
    return app


def _link_to_the_server(app: Flask, facts: Facts) -> None:
    """Pages link to what the server alone answers: here that is not found."""

    def elsewhere(**_: Any) -> ResponseReturnValue:
        return Response(json.dumps({"status": 404}), 404, mimetype="application/problem+json")

    for rule, endpoint in facts.links:
        app.add_url_rule(rule, endpoint, elsewhere)
