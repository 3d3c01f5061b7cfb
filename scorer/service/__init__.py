"""The web service: ``create_app`` makes the application from its parts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from flask_cors import CORS

from scorer.service import (
    api,
    cardpage,
    compression,
    languages,
    live,
    logs,
    offline,
    openapi,
    pages,
    problems,
    reference,
    scriptwords,
)
from scorer.service.door import Door

__all__ = ["create_app"]

KIB = 1024

DEFAULTS: dict[str, Any] = {
    "MAX_CONTENT_LENGTH": 128 * KIB,
    "MAX_FORM_MEMORY_SIZE": 128 * KIB,
    "SEND_FILE_MAX_AGE_DEFAULT": 3600,
    "BATCH_MAX_BYTES": 8 * KIB * KIB,
    "BATCH_MAX_LINES": 10_000,
    "BATCH_MAX_LINE_BYTES": 16 * KIB,
    "BATCH_MAX_STREAMS": 2,
    "LOG_REQUESTS": True,
    "CORS_ORIGINS": "*",
}


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The application, with these settings over the defaults and over SCORER_... variables."""
    app = Flask(__name__, template_folder=str(_templates()))
    app.config.from_mapping(DEFAULTS)
    app.config.from_prefixed_env("SCORER")
    app.config.update(config or {})
    _check(app.config)
    app.url_map.merge_slashes = False

    openapi.register(app, api.blueprint, api.health)
    problems.register(app)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(cardpage.blueprint)
    app.register_blueprint(live.blueprint)
    app.register_blueprint(reference.blueprint)
    app.register_blueprint(offline.blueprint)
    app.register_blueprint(scriptwords.blueprint)
    languages.register(app)
    compression.register(app)
    CORS(
        app,
        resources={r"/api/.*": {"origins": app.config["CORS_ORIGINS"]}},
        methods=["GET", "HEAD", "POST", "OPTIONS"],
        allow_headers=["Content-Type", "X-Request-ID"],
        expose_headers=["X-Request-ID", "Retry-After"],
        max_age=86_400,
        send_wildcard=True,
    )
    _only_across_origins(app)
    if app.config["LOG_REQUESTS"]:
        logs.log_as_json()
    log = logs.log_request if app.config["LOG_REQUESTS"] else None
    app.wsgi_app = Door(app.wsgi_app, log)  # type: ignore[method-assign]
    return app


def _check(settings: dict[str, Any]) -> None:
    """Refuse to start on a setting that every request would fail on."""
    for name, default in DEFAULTS.items():
        value = settings[name]
        if isinstance(default, bool):
            right, wanted = isinstance(value, bool), "true or false"
        elif isinstance(default, int):
            right, wanted = type(value) is int and value > 0, "a whole number above 0"
        else:
            continue
        if not right:
            raise ValueError(f"SCORER_{name} is to be {wanted}, not {value!r}")
    origins = settings["CORS_ORIGINS"]
    if isinstance(origins, str):
        settings["CORS_ORIGINS"] = [origin.strip() for origin in origins.split(",")]


def _only_across_origins(app: Flask) -> None:
    """Ask flask-cors only about requests that come from another origin; most do not."""
    answer = app.after_request_funcs[None].pop()

    @app.after_request
    def cross_origin(response: Response) -> Response:
        return answer(response) if "HTTP_ORIGIN" in request.environ else response  # type: ignore[return-value]


def _templates() -> Path:
    """Beside the package in a checkout, inside it when installed."""
    here = Path(__file__).resolve()
    beside = here.parents[2] / "templates"
    return beside if beside.is_dir() else here.parents[1] / "templates"
