"""``?fields=`` selects the top-level fields of an answer; of a list, those of each item."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from flask import request

from scorer.documents.schemas.fields import value_text
from scorer.errors import HandError, Problem
from scorer.languages.speech import say

FIELDS_PARAMETER: Final = "fields"
SELECTION_TAG_LENGTH: Final = 8
"""The characters by which the ETag of a selection differs from others."""

Json = dict[str, Any]


def selected_fields(kind: Any) -> frozenset[str]:
    """Return the fields of this typed dictionary that the request selects; none for all.

    Raises HandError.
    """
    texts = request.args.getlist(FIELDS_PARAMETER)
    known = kind.__annotations__
    names = [name.strip() for text in texts for name in text.split(",")]
    for name in names:
        if name not in known:
            detail = say(
                "the answer has no field {name}; choose from {known}",
                name=value_text(name),
                known=", ".join(known),
            )
            raise HandError(Problem(f"/{FIELDS_PARAMETER}", "bad_value", detail))
    return frozenset(names)


def select_fields(document: Mapping[str, Any], names: frozenset[str]) -> Json:
    """Return the document with these fields alone; all of it without names."""
    return {name: value for name, value in document.items() if not names or name in names}


def selection_tag(names: frozenset[str], tag: str) -> str:
    """Return the ETag of a selection of an answer that has the ETag ``tag``."""
    if not names:
        return tag
    return f"{tag}-{sha256(','.join(sorted(names)).encode()).hexdigest()[:SELECTION_TAG_LENGTH]}"


def fields_parameter(kind: Any) -> Json:
    """Return the description of the parameter for answers of this typed dictionary."""
    return {
        "name": FIELDS_PARAMETER,
        "in": "query",
        "description": "the names of the fields to answer with, with commas between, as in "
        f"`{','.join(list(kind.__annotations__)[:2])}`; the answer then has these fields of "
        f"{kind.__name__} alone",
        # Its values are no list in the schema, or checks of answers would expect all fields.
        "schema": {"type": "string", "minLength": 1, "maxLength": 400},
    }
