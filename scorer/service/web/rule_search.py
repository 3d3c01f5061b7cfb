"""Finding a rule: what it may be called, and whether that has the words that somebody typed.

A script on the page (rules.js) does the same while one types, with the same words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from flask import request

from scorer.service.web.labels import rule_name

__all__ = ["LONGEST", "asked", "finds", "named", "names_of", "plain"]

LONGEST = 60
"""The characters of a search that are read."""


def asked() -> str:
    """What the reader looks for, as far as it is read; nothing where it is blank."""
    return " ".join(request.args.get("q", "")[:LONGEST].replace("\0", "").split())


def plain(text: str) -> str:
    """A text without accents, capitals and signs that join words."""
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text)
        text = "".join(sign for sign in apart if unicodedata.category(sign) != "Mn")
    return " ".join(text.lower().replace("-", " ").replace("_", " ").replace("’", "'").split())


def finds(query: str, words: str) -> bool:
    """Whether all of the query's words are among these plain ones; a number only as a whole, so
    that 8 is not 88."""
    known = words.split(" ")
    return all(
        word in known if word.isdecimal() else word in words for word in plain(query).split(" ")
    )


def named(*texts: object) -> str:
    """All that something may be found by, as plain words, each text once."""
    told = (plain(str(text)) for text in texts if text not in (None, ""))
    return " | ".join(dict.fromkeys(text for text in told if text))


def names_of(rule: Mapping[str, Any]) -> Iterable[str]:
    """What a rule is called: in the language of the page, in English, in Chinese."""
    return rule_name(rule), str(rule["name"]), *(rule.get("names") or {}).values()
