"""What is the same for everybody until the next release: answered with an ETag, so that a client
that has it already gets an empty 304 instead."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from flask import Response, request

from scorer.service.api.answering import to_json
from scorer.service.api.selection import select_fields, selected_fields, selection_tag

MAX_AGE_SECONDS: Final = 300
"""For so many seconds a client may use what it has without asking again."""


def selected_catalogue(whole: bytes, kind: Any) -> Response:
    """Return the selected fields of an answer in JSON, or of each of its items, or 304.

    Raises HandError.
    """
    names = selected_fields(kind)
    if not names:
        return catalogue(whole)
    document = json.loads(whole)
    if isinstance(document, list):
        chosen: object = [select_fields(item, names) for item in document]
    else:
        chosen = select_fields(document, names)
    return catalogue(to_json(chosen).encode(), tag=selection_tag(names, _etag(whole)))


def catalogue(body: bytes, mimetype: str = "application/json", tag: str = "") -> Response:
    """Return an answer with this body, or 304 to somebody who has it."""
    response = Response(body, mimetype=mimetype)
    response.set_etag(tag or _etag(body))
    response.cache_control.public = True
    response.cache_control.max_age = MAX_AGE_SECONDS
    response.make_conditional(request)
    return response


@lru_cache(maxsize=64)
def _etag(body: bytes) -> str:
    return sha256(body).hexdigest()[:32]
