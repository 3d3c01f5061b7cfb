"""Classes as part of the application: the store, the views, and the answers to errors."""

from __future__ import annotations

from flask import Flask

from scorer.service.classes import refusals, views
from scorer.service.store.classes import CLASS_STORE, ClassStore
from scorer.service.store.records import STORE_EXTENSION
from scorer.service.store.store import DatabaseGameStore


def register(app: Flask) -> None:
    """Give the application its classes, in the database of its games."""
    games: DatabaseGameStore = app.extensions[STORE_EXTENSION]
    app.extensions[CLASS_STORE] = ClassStore(games.database)
    app.register_blueprint(views.blueprint)
    refusals.register(app)
