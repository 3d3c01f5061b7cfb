"""How long a client may keep an answer."""

from __future__ import annotations

from flask import Response


def no_store(response: Response) -> Response:
    """Forbid every cache to keep a response."""
    response.headers["Cache-Control"] = "no-store"
    return response


def with_etag(response: Response, tag: str, *, stored: bool = True) -> Response:
    """Set the ETag of a response, which a browser may cache and must revalidate.

    With ``stored=False`` it is not cached, since it has keys.
    """
    response.set_etag(tag)
    if not stored:
        return no_store(response)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def page_with_etag(response: Response, tag: str) -> Response:
    """Set the ETag of a page, which is another in each language."""
    with_etag(response, tag)
    response.vary.update(["Accept-Language", "Cookie"])
    return response
