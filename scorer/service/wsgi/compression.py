"""Pages are sent compressed: at a table the phone's connection is slow."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, request
from flask_compress import Compress

ALGORITHMS = ("br", "zstd", "gzip")
PHONE_BLUEPRINTS = ("live", "games")
"""The blueprints that answer phones with data: at every tap of the keypad, and with a game."""
PAGE_MIMETYPES = {
    "text/html",
    "text/css",
    "text/javascript",
    "image/svg+xml",
    "application/manifest+json",
}
DATA_MIMETYPES = {"application/json", "application/problem+json", "text/csv"}
SETTINGS: dict[str, Any] = {
    "COMPRESS_ALGORITHM": ALGORITHMS,
    "COMPRESS_MIMETYPES": PAGE_MIMETYPES | DATA_MIMETYPES,
    "COMPRESS_BR_LEVEL": 5,
    "COMPRESS_ZSTD_LEVEL": 6,
    "COMPRESS_STREAMS": False,
    "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,
    "COMPRESS_REGISTER": False,
}


def register(app: Flask) -> None:
    """Compress what a browser shows, games, and what is fetched of the API. Answers to documents
    are not compressed: that takes longer than to score a hand."""
    app.config.update(SETTINGS)
    pages = Compress()
    pages.init_app(app)

    @app.after_request
    def compressed(response: Response) -> Response:
        fetched = request.method == "GET" and response.mimetype == "application/json"
        shown = (
            fetched or response.mimetype in PAGE_MIMETYPES or request.blueprint in PHONE_BLUEPRINTS
        )
        if not shown or "Accept-Encoding" in response.vary:  # files are compressed already
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code in (206, 304) or not _is_accepted():
            return response
        return _page(pages, response)


def _is_accepted() -> bool:
    """Tests if the browser accepts any of our algorithms. The library would take "gzip;q=0", which
    refuses it, for a yes."""
    return any(request.accept_encodings.quality(name) for name in ALGORITHMS)


def _page(compress: Compress, response: Response) -> Response:
    # The library does not compress errors, but ours are whole pages: the form, with what is wrong.
    status, response.status = response.status, "200 OK"
    tag, _ = response.get_etag()
    answer: Response = compress.after_request(response)
    answer.status = status
    if tag is not None:
        # The library makes another tag of it, by which nobody would find that nothing is new.
        answer.set_etag(tag, weak="Content-Encoding" in answer.headers)
    return answer
