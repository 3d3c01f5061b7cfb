"""``create_app`` makes the application of the server from its parts."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import Flask, Response, request
from flask_cors import CORS

from scorer.service import settings
from scorer.service.api import batch, openapi, problems, reference
from scorer.service.api import views as api
from scorer.service.games.application import register as register_games
from scorer.service.games.records import STORE
from scorer.service.games.store import Store
from scorer.service.games.unchanged import Unchanged
from scorer.service.i18n import languages, script_sentences
from scorer.service.kept import views as kept
from scorer.service.learn import lessons
from scorer.service.learn import set_views as exercise_sets
from scorer.service.learn import views as learn
from scorer.service.paths import templates
from scorer.service.rulebook import views as rulebook
from scorer.service.web import cards, common_pages, files, live, offline
from scorer.service.web import views as pages
from scorer.service.wsgi import budget, compression, logs, metrics
from scorer.service.wsgi.middleware import Middleware

__all__ = ["create_app"]

SHARED = r"/(api/.*|kept/.*|openapi\.json|healthz|readyz)"
"""The paths that pages of other origins may read."""
_SHARED = re.compile(SHARED)
PAGES = (
    *(pages.blueprint, rulebook.blueprint, cards.blueprint, live.blueprint),
    *(learn.blueprint, exercise_sets.blueprint),
    *(lessons.blueprint, reference.blueprint, offline.blueprint, script_sentences.blueprint),
)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The application, with these settings over the defaults and over SCORER_... variables."""
    app = Flask("scorer.service", template_folder=str(templates()))
    app.config.from_mapping(settings.DEFAULTS)
    app.config.from_prefixed_env("SCORER")
    app.config.update(settings.as_typed(os.environ))
    app.config.update(config or {})
    settings.check(app.config)
    app.url_map.merge_slashes = False

    app.register_blueprint(api.blueprint)
    app.register_blueprint(api.health)
    register_games(app)
    openapi.register(app)
    problems.register(app)
    for blueprint in PAGES:
        app.register_blueprint(blueprint)
    languages.register(app)
    files.register(app)
    kept.register(app)
    compression.register(app)
    # What is kept is not compressed yet: on the way out the last one named comes first.
    common_pages.register(app)
    _let_other_origins_in(app)
    log = None
    if app.config["LOG_REQUESTS"]:
        logs.log_as_json()
        log = logs.log_request
    ledger = app.extensions[budget.LEDGER] = budget.Ledger(
        app.config["CLIENT_SECONDS"], app.config["CLIENT_PERIOD"]
    )
    counters = metrics.register(app)
    batch.register(app)
    answering = _polls_first(app, counters)
    app.wsgi_app = Middleware(answering, app.config, ledger, counters, log)  # type: ignore[method-assign]
    return app


def _polls_first(app: Flask, counters: metrics.Counters) -> Unchanged:
    """The application behind what answers polls of games, with both counting what becomes of
    games."""
    store: Store = app.extensions[STORE]
    store.database.count_failure = partial(counters.add, "games_away")
    return Unchanged(app.wsgi_app, store, app.config, counters)


def _let_other_origins_in(app: Flask) -> None:
    """Let pages of other origins call the paths that are for programs; none of these is a page."""
    origins = app.config["CORS_ORIGINS"]
    CORS(
        app,
        resources={SHARED: {"origins": origins}},
        methods=["GET", "HEAD", "POST", "DELETE", "OPTIONS"],
        allow_headers=[
            *("Content-Type", "X-Request-ID", "If-None-Match", "Idempotency-Key", "X-Player")
        ],
        expose_headers=["X-Request-ID", "Retry-After", "ETag", "Location"],
        max_age=86_400,
        send_wildcard=True,
    )
    if "*" in origins:
        return

    @app.after_request
    def vary(response: Response) -> Response:
        # Or a cache would give the answer to a request without an origin, which lacks the headers
        # of CORS, to one with an origin.
        if _SHARED.fullmatch(request.path):
            response.vary.add("Origin")
        return response
