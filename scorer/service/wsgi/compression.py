"""Pages, style and scripts sent compressed: at a table the phone's connection is slow."""

from __future__ import annotations

from typing import Any

import brotli  # type: ignore[import-untyped]
from flask import Flask, Request, Response, request
from flask_compress import Compress, DictCache

__all__ = ["register"]

FILE = "scorer.file"
ALGORITHMS = ("br", "zstd", "gzip")
LIVE = "live"
"""The blueprint that answers the keypad: as often as a tap, over the same slow line."""

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
    """Compress what a browser shows; answers of the API stay as they are, and as fast."""
    app.config.update(SETTINGS)
    pages, files = Compress(), Compress()
    pages.init_app(app)
    files.init_app(app)
    # Files are few and always the same, and compressed once; pages are made for each request.
    files.cache, files.cache_key = DictCache(), _file_of

    @app.after_request
    def compressed(response: Response) -> Response:
        if response.mimetype not in KINDS and request.blueprint != LIVE:
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code in (206, 304) or not _taken():
            return response
        return _file(files, response) if request.endpoint == "static" else _page(pages, response)


def _file_of(asked: Request) -> str:
    # A file as it is now, however its address is written: the cache has no other bound.
    return str(asked.environ[FILE])


def _taken() -> bool:
    """Whether the browser takes any of ours; the library takes "gzip;q=0" for a yes."""
    return any(request.accept_encodings.quality(name) for name in ALGORITHMS)


def _file(compress: Compress, response: Response) -> Response:
    request.environ[FILE], _ = response.get_etag()
    response.direct_passthrough = False
    file = response.response
    data = response.get_data()
    if hasattr(file, "close"):
        file.close()  # read to its end; nothing is to wait for the answer to be sent
    # Brotli's best takes ten times as long as the usual: done once, for a file, that is short.
    key, kept = f"br;{request.environ[FILE]}", compress.cache
    if kept is not None and kept.get(key) is None:
        kept.set(key, brotli.compress(data, quality=11))
    # The compressed file has an ETag of its own, which the browser may have asked for.
    answer: Response = compress.after_request(response)
    answer.make_conditional(request)
    return answer


def _page(compress: Compress, response: Response) -> Response:
    # The library leaves errors alone; ours are whole pages: the form, with what is wrong in it.
    status, response.status = response.status, "200 OK"
    answer: Response = compress.after_request(response)
    answer.status = status
    return answer
