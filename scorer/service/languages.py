"""The language of a page: asked for by its address, chosen before, or what the browser reads."""

from __future__ import annotations

from flask import Flask, Response, request
from flask_babel import Babel

__all__ = ["LANGUAGES", "chosen", "register"]

LANGUAGES = {"en": "English", "zh": "中文", "fr": "Français"}
"""The languages of the pages by their code, each as its speakers call it."""

COOKIE = "lang"
YEAR = 365 * 24 * 3600


def chosen() -> str:
    """The code of the language that this request is answered in."""
    for told in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if told in LANGUAGES:
            return told
    return request.accept_languages.best_match([*LANGUAGES]) or "en"


def register(app: Flask) -> None:
    """Have the pages of an application speak the language of each request."""
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", "../translations")
    Babel(app, locale_selector=chosen)

    @app.after_request
    def remembered(response: Response) -> Response:
        if response.mimetype == "text/html":
            response.vary.update(["Accept-Language", "Cookie"])
            told = request.args.get("lang")
            if told in LANGUAGES and told != request.cookies.get(COOKIE):
                response.set_cookie(COOKIE, told, max_age=YEAR, samesite="Lax")
        return response
