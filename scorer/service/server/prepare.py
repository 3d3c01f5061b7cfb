"""What the first request of every process would make else, at the expense of whoever asks."""

from __future__ import annotations

from flask import Flask

from scorer.service.api.openapi import OPENAPI_EXTENSION, openapi_document


def prepare(app: Flask) -> None:
    """Compile the templates and make the OpenAPI document; processes that part later share both.

    Another application, as benchmarks serve with the same settings, is left as it is.
    """
    if OPENAPI_EXTENSION not in app.extensions:
        return
    openapi_document(app)
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
