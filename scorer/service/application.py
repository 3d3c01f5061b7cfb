"""The application factory of the server, ``create_app``."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from flask import Flask, Response, request
from flask_cors import CORS

from scorer.documents.club import club_in_use, use_club
from scorer.rules import rulesets_of_packages
from scorer.service import settings
from scorer.service.api import batch, openapi, problems, reference
from scorer.service.api import views as api
from scorer.service.games.application import register as register_games
from scorer.service.games.not_modified import NotModifiedMiddleware
from scorer.service.i18n import languages, script_sentences
from scorer.service.offline import service_worker
from scorer.service.offline import views as offline
from scorer.service.server.paths import templates
from scorer.service.store.records import STORE_EXTENSION
from scorer.service.store.store import DatabaseGameStore
from scorer.service.web import health, live, own_hands, page_cache, robots, static_files
from scorer.service.web import views as pages
from scorer.service.web.forms import cards
from scorer.service.web.learn import drill_views as drills
from scorer.service.web.learn import lessons
from scorer.service.web.learn import set_views as exercise_sets
from scorer.service.web.learn import views as learn
from scorer.service.web.pictures import views as pictures
from scorer.service.web.rules import views as rulebook
from scorer.service.wsgi import budget, compression, logs, metrics, rate_limits
from scorer.service.wsgi.counters import NullCounters
from scorer.service.wsgi.middleware import Middleware

_logger = logging.getLogger(__name__)

CORS_PATHS_REGEX = r"/(api/.*|kept/.*|openapi\.json|healthz|readyz)"
"""The paths that pages of other origins may read."""
_SHARED_PATTERN = re.compile(CORS_PATHS_REGEX)
PAGE_BLUEPRINTS = (
    *(pages.blueprint, rulebook.blueprint, cards.blueprint, own_hands.blueprint, live.blueprint),
    *(learn.blueprint, exercise_sets.blueprint, drills.blueprint),
    *(lessons.blueprint, reference.blueprint, service_worker.blueprint, script_sentences.blueprint),
    *(pictures.blueprint, robots.blueprint, health.blueprint),
)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Create the application.

    Args:
        config: settings that override the defaults and the SCORER_... variables.

    Raises:
        ValueError: if a setting is invalid, or the club's file.
    """
    app = Flask("scorer.service", template_folder=str(templates()))
    _read_settings_and_set_logs(app, config or {})
    _load_club(app)
    app.url_map.merge_slashes = False

    app.register_blueprint(api.blueprint)
    app.register_blueprint(api.health_blueprint)
    register_games(app)
    openapi.register(app)
    problems.register(app)
    for blueprint in PAGE_BLUEPRINTS:
        app.register_blueprint(blueprint)
    languages.register(app)
    static_files.register(app)
    offline.register(app)
    compression.register(app)
    # Registered last, so that it stores responses before they are compressed.
    page_cache.register(app)
    _allow_other_origins(app)
    log = logs.log_request if app.config["LOG_REQUESTS"] else None
    client_budget = app.extensions[budget.BUDGET_EXTENSION] = budget.ClientBudget(
        app.config["CLIENT_SECONDS"], app.config["CLIENT_PERIOD"]
    )
    counters = metrics.register(app)
    batch.register(app)
    application = _answer_polls_first(app, counters)
    app.wsgi_app = Middleware(application, app.config, client_budget, counters, log)  # type: ignore[method-assign]
    return app


def _read_settings_and_set_logs(app: Flask, config: Mapping[str, Any]) -> None:
    """Read the settings, and have what is logged be JSON if they say so. Raises ValueError."""
    settings.read_settings(app.config, config)
    if app.config["LOG_REQUESTS"]:
        logs.log_as_json()


def _load_club(app: Flask) -> None:
    """Have this process know the club of the settings, if they name one, and name the rulesets of
    other packages that cannot be used. Raises ValueError for a club's file that is not sound."""
    if app.config["CLUB"]:
        use_club(app.config["CLUB"])
    app.config["CLUB_LANGUAGE"] = club_in_use().language
    for reason in rulesets_of_packages().broken:
        _logger.warning(reason)


def _answer_polls_first(app: Flask, counters: NullCounters) -> NotModifiedMiddleware:
    """Wrap the application so that unchanged polls of games never reach it."""
    store: DatabaseGameStore = app.extensions[STORE_EXTENSION]
    store.database.count_failure = partial(counters.add, "games_away")
    return NotModifiedMiddleware(app.wsgi_app, store, app.config, counters)


def _open_to_all(app: Flask, exposed: Iterable[str]) -> None:
    """Let every page read what others may, and these headers of it.

    The library sets these headers too, but for twenty times the instructions. It skips responses
    that have the first one, and hooks registered last run first.
    """
    cors_headers = {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": ", ".join(sorted(exposed)),
    }

    @app.after_request
    def open_to_all(response: Response) -> Response:
        is_open = "Access-Control-Allow-Origin" in response.headers
        if is_open or request.method == "OPTIONS":
            return response
        if _SHARED_PATTERN.fullmatch(request.path):
            for name, value in cors_headers.items():
                response.headers.add(name, value)
        return response


def _allow_other_origins(app: Flask) -> None:
    """Let pages of other origins call the API, but load no page."""
    origins = app.config["CORS_ORIGINS"]
    exposed = ["X-Request-ID", "Retry-After", "ETag", "Location", *rate_limits.HEADER_NAMES]
    CORS(
        app,
        resources={CORS_PATHS_REGEX: {"origins": origins}},
        methods=["GET", "HEAD", "POST", "DELETE", "OPTIONS"],
        allow_headers=[
            *("Authorization", "Content-Type", "X-Request-ID", "If-None-Match"),
            *("Idempotency-Key", "X-Player"),
        ],
        expose_headers=exposed,
        max_age=86_400,
        send_wildcard=True,
    )
    if "*" in origins:
        _open_to_all(app, exposed)
        return

    @app.after_request
    def vary(response: Response) -> Response:
        # Or a cache could give other origins a response without CORS headers.
        if _SHARED_PATTERN.fullmatch(request.path):
            response.vary.add("Origin")
        return response
