"""What crawlers are to leave alone: games and classes, whose addresses are keys."""

from __future__ import annotations

from flask import Blueprint, Response, request

from scorer.service.wsgi.masks import SHARED_PATHS

blueprint = Blueprint("robots", __name__)


@blueprint.get("/robots.txt")
def robots() -> Response:
    """Tell crawlers what to leave alone."""
    lines = ["User-agent: *", *(f"Disallow: {request.script_root}{path}" for path in SHARED_PATHS)]
    response = Response("\n".join([*lines, ""]), mimetype="text/plain")
    response.cache_control.public = True
    response.cache_control.max_age = 3600
    return response
