"""Pages, style and scripts sent compressed: at a table the phone's connection is slow."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

__all__ = ["register"]

KINDS = {"text/html", "text/css", "text/javascript", "image/svg+xml"}
LEAST = 1024
LEVEL = 5


def register(app: Flask) -> None:
    """Compress what a browser shows; answers of the API stay as they are, and as fast."""

    @app.after_request
    def squeezed(response: Response) -> Response:
        if response.mimetype not in KINDS:
            return response
        response.vary.add("Accept-Encoding")
        takes = request.accept_encodings.quality("gzip")
        if takes and response.status_code != 304 and request.method != "HEAD":
            _squeeze(response)
        return response


def _squeeze(response: Response) -> None:
    if response.is_streamed and not response.direct_passthrough:
        return
    response.direct_passthrough = False
    file = response.response
    plain = response.get_data()
    if hasattr(file, "close"):
        file.close()  # read to its end; nothing is to wait for the answer to be sent
    if len(plain) < LEAST or "Content-Encoding" in response.headers or response.status_code == 206:
        return
    etag, _ = response.get_etag()
    response.set_data(_of_a_file(plain) if etag else gzip.compress(plain, LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    if etag:
        # The same file in another coding: equal in meaning, not in bytes.
        response.set_etag(etag, weak=True)


# Files are few and always the same; pages are made for each request.
@lru_cache(maxsize=32)
def _of_a_file(plain: bytes) -> bytes:
    return gzip.compress(plain, 9, mtime=0)
