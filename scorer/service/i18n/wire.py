"""The language of an answer of the API: the one that the request names, or that its client reads.

A cookie and the club's language are for pages: a program that names no language gets English.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorer.languages.speech import LANGUAGES
from scorer.languages.translations import SOURCE_LANGUAGE

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

API_PREFIX: Final = "/api/"
LANG_PARAMETER: Final = "lang"


def requested_code(environ: WSGIEnvironment | Mapping[str, Any]) -> str:
    """Return the code of the language of an answer: from the query, the header, or English."""
    query = str(environ.get("QUERY_STRING", ""))
    if LANG_PARAMETER in query:
        code = parse_qs(query).get(LANG_PARAMETER, [""])[0]
        if code in LANGUAGES:
            return code
    header = environ.get("HTTP_ACCEPT_LANGUAGE")
    return accepted_code(parse_accept_header(header, LanguageAccept)) if header else SOURCE_LANGUAGE


def accepted_code(languages: LanguageAccept) -> str:
    """Return the code of the language that a client would rather read; English if it reads none."""
    # Not by best_match, which takes a plain "en" before a "fr-CA" that the browser prefers.
    for accepted, preference in languages:
        code = str(accepted.partition("-")[0].lower())
        if preference and code in LANGUAGES:
            return code
    return SOURCE_LANGUAGE


def tag_in(code: str, tag: str) -> str:
    """Return the ETag of an answer in a language: an answer that is the same but for its language
    has another."""
    return tag if code == SOURCE_LANGUAGE else f"{tag}-{code}"
