"""Keys of games and classes in the header Authorization, for clients whose addresses are to have
none (RFC 6750)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, g, request

from scorer.service.api.problems import RequestError
from scorer.service.i18n.languages import gettext_noop

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

KEY_IN_HEADER_PATH: Final = "-"
"""What stands in a path in place of the key that the header has."""

NO_KEY_SENTENCE: Final = gettext_noop(
    "Send the key in the header Authorization, as in “Bearer KEY”, or write it into the address."
)


def key_of(environ: WSGIEnvironment | Mapping[str, Any]) -> str:
    """Return the key in the header Authorization of a request; "" without one."""
    scheme, _, key = environ.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


def register(blueprint: Blueprint) -> None:
    """Have the views of a blueprint take the key of the header for ``KEY_IN_HEADER_PATH``.

    A path with a key of its own is opened by that, whatever the header has: a proxy may have its
    own use for it.
    """

    @blueprint.url_value_preprocessor
    def take_key(_: str | None, values: dict[str, Any] | None) -> None:
        if not values or values.get("key") != KEY_IN_HEADER_PATH:
            return
        g.key_in_header = True
        key = key_of(request.environ)
        if not key:
            raise RequestError(401, NO_KEY_SENTENCE, headers={"WWW-Authenticate": "Bearer"})
        values["key"] = key

    @blueprint.after_request
    def vary(response: Response) -> Response:
        if "key_in_header" in g:
            response.vary.add("Authorization")
        return response
