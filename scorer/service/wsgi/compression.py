"""Pages, style and scripts are sent compressed: at a table the phone's connection is slow."""

from __future__ import annotations

from typing import Any

import brotli  # type: ignore[import-untyped]
from flask import Flask, Request, Response, request
from flask_compress import Compress, DictCache

__all__ = ["register"]

FILE = "scorer.file"
ALGORITHMS = ("br", "zstd", "gzip")
LIVE = "live"
KEPT = "kept"
"""The blueprint that sends what lies on the disk, compressed already."""
"""The blueprint that answers the keypad, at every tap and over the same slow connection."""

KINDS = {
    "text/html",
    "text/css",
    "text/javascript",
    "image/svg+xml",
    "application/manifest+json",
}
SETTINGS: dict[str, Any] = {
    "COMPRESS_ALGORITHM": ALGORITHMS,
    "COMPRESS_MIMETYPES": KINDS | {"application/json"},
    "COMPRESS_BR_LEVEL": 5,
    "COMPRESS_ZSTD_LEVEL": 6,
    "COMPRESS_STREAMS": False,
    "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,
    "COMPRESS_REGISTER": False,
}


def register(app: Flask) -> None:
    """Compress what a browser shows. Answers of the API are not compressed: that takes time."""
    app.config.update(SETTINGS)
    pages, files = Compress(), Compress()
    pages.init_app(app)
    files.init_app(app)
    # Files are few and always the same, and compressed once; pages are made for each request.
    files.cache, files.cache_key = DictCache(), _file_of

    @app.after_request
    def compressed(response: Response) -> Response:
        shown = response.mimetype in KINDS or request.blueprint == LIVE
        if not shown or (request.blueprint == KEPT and response.status_code < 400):
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code in (206, 304) or not _is_accepted():
            return response
        return _file(files, response) if request.endpoint == "static" else _page(pages, response)


def _file_of(request: Request) -> str:
    # The ETag of the file. The cache never forgets, so its keys must not be the addresses, which
    # anybody can write in any number of ways.
    return str(request.environ[FILE])


def _is_accepted() -> bool:
    """Whether the browser accepts any of our algorithms. The library would take "gzip;q=0", which
    refuses it, for a yes."""
    return any(request.accept_encodings.quality(name) for name in ALGORITHMS)


def _file(compress: Compress, response: Response) -> Response:
    request.environ[FILE], _ = response.get_etag()
    response.direct_passthrough = False
    file = response.response
    data = response.get_data()
    if hasattr(file, "close"):
        file.close()  # it is read to its end, and is not to stay open while the answer is sent
    # Brotli's best takes ten times as long as the usual: done once, for a file, that is short.
    key, kept = f"br;{request.environ[FILE]}", compress.cache
    if kept is not None and kept.get(key) is None:
        kept.set(key, brotli.compress(data, quality=11))
    # The compressed file has an ETag of its own, which the browser may have asked for.
    answer: Response = compress.after_request(response)
    answer.make_conditional(request)
    return answer


def _page(compress: Compress, response: Response) -> Response:
    # The library does not compress errors, but ours are whole pages: the form, with what is wrong.
    status, response.status = response.status, "200 OK"
    answer: Response = compress.after_request(response)
    answer.status = status
    return answer
