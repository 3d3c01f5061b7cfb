"""Search of rules: the words that a rule is found by, and the words of a query.

A script on the page (rules.js) does the same while one types, with the same words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from flask import request

from scorer.service.web.labels import rule_name

MAX_SEARCH_LENGTH = 60
"""The most characters of a query."""


def requested_query() -> str:
    """Return the query of the request; "" if it is blank."""
    return " ".join(request.args.get("q", "")[:MAX_SEARCH_LENGTH].replace("\0", "").split())


def plain_words(text: str) -> str:
    """Return a text in lower case, without accents and with spaces for hyphens."""
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text)
        text = "".join(sign for sign in apart if unicodedata.category(sign) != "Mn")
    return " ".join(text.lower().replace("-", " ").replace("_", " ").replace("’", "'").split())


def contains_words(query: str, words: str) -> bool:
    """Tests if plain words include all words of a query; 8 does not match 88."""
    word_list = words.split(" ")
    return all(
        word in word_list if word.isdecimal() else word in words
        for word in plain_words(query).split(" ")
    )


def search_words(*texts: object) -> str:
    """Return the texts that an entry is found by, as plain words without repetition."""
    plain_texts = (plain_words(str(text)) for text in texts if text not in (None, ""))
    return " | ".join(dict.fromkeys(text for text in plain_texts if text))


def names_of(rule: Mapping[str, Any]) -> Iterable[str]:
    """Return a rule's names: in the language of the page, in English, and in other languages."""
    return rule_name(rule), str(rule["name"]), *(rule.get("names") or {}).values()
