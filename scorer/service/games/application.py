"""Games and classes as part of the application: the store, the views, the limits and the answers to
what may go wrong with them."""

from __future__ import annotations

from flask import Flask, Response

from scorer.service.api.problems import problem_response
from scorer.service.classes import application as classes
from scorer.service.classes import views as class_views
from scorer.service.games import limits, refusals, views
from scorer.service.i18n.languages import gettext_noop
from scorer.service.store.addresses import database_url
from scorer.service.store.database import Database
from scorer.service.store.keys import GameKey
from scorer.service.store.records import STORE_EXTENSION, StoreUnavailableError
from scorer.service.store.store import DatabaseGameStore
from scorer.service.web.classes import views as class_pages
from scorer.service.web.games import importing, joining
from scorer.service.web.games import views as game_pages

RETRY_SECONDS = 2
"""Seconds after which somebody may ask whether the database is back."""

UNAVAILABLE_SENTENCE = gettext_noop(
    "Games and classes cannot be read or written at the moment; hands are still scored. Try again "
    "soon with the same Idempotency-Key: the answer shows whether anything was written."
)


def register(app: Flask) -> None:
    """Give the application its games and classes. The database is opened by each process when it
    starts to serve, or when a game is first asked for."""
    app.extensions[STORE_EXTENSION] = DatabaseGameStore(
        Database(database_url(app.config["DATABASE_URL"]))
    )
    app.url_map.converters["game_key"] = GameKey
    app.register_blueprint(views.blueprint)
    app.register_blueprint(game_pages.blueprint)
    app.register_blueprint(importing.blueprint)
    app.register_blueprint(joining.blueprint)
    app.register_blueprint(class_pages.blueprint)
    classes.register(app)
    limits.register(
        app,
        making=(
            *(*views.MAKING_ENDPOINTS, *game_pages.MAKING_ENDPOINTS, *importing.MAKING_ENDPOINTS),
            *(*class_views.MAKING_ENDPOINTS, *class_pages.MAKING_ENDPOINTS),
        ),
        joining=views.JOIN_ENDPOINTS + joining.JOIN_ENDPOINTS + class_views.JOIN_ENDPOINTS,
    )
    refusals.register(app)
    app.register_error_handler(StoreUnavailableError, _unavailable_response)


def _unavailable_response(_: StoreUnavailableError) -> Response:
    return problem_response(503, UNAVAILABLE_SENTENCE, headers={"Retry-After": str(RETRY_SECONDS)})
