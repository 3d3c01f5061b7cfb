"""Names of special hands, as parts of ids and as they are compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from scorer.grammar.special.model import HandsSetting
from scorer.rulebook.book import Book

_WORD_BREAK_PATTERN = re.compile(r"[\W_]+")
_APOSTROPHE_PATTERN = re.compile("['’‘ʼ`]")


def slug_of(name: str) -> str:
    """Return a name as a part of an id.

    >>> slug_of("Dragon's Gate"), slug_of("Nôtre jeu n° 2"), slug_of("龍門")
    ('dragons-gate', 'notre-jeu-n-2', '龍門')
    """
    parts = unicodedata.normalize("NFKD", _APOSTROPHE_PATTERN.sub("", name).casefold())
    bare = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return _WORD_BREAK_PATTERN.sub("-", unicodedata.normalize("NFC", bare)).strip("-")


def plain_name(name: str) -> str:
    """Return a name without what people leave out: capitals, signs, "the" and "and".

    >>> plain_name("The Gates of Heaven") == plain_name("gates of heaven")
    True
    >>> plain_name("Heads & Tails") == plain_name("Heads and Tails")
    True
    """
    words = slug_of(name.replace("&", " and ")).split("-")
    return " ".join(word for word in words if word not in ("the", "and", "of"))


def setting_of(
    book: Book, names: Mapping[str, str], *, counts_fan: bool, has_limit: bool, fishing: bool
) -> HandsSetting:
    """Return what special hands may be in this book, whose own hands have these names by id. A hand
    is known by what other rulesets call it, too."""
    # Read where there are special hands, and not with every ruleset.
    from scorer.rulebook.patterns import PATTERNS

    built_in: dict[str, str] = {}
    for pattern in PATTERNS.values():
        own = [rule for rule in pattern.rules.get(book.id, ()) if rule in names]
        if own:
            built_in.setdefault(plain_name(pattern.name), own[0])
            for rules in pattern.rules.values():
                for rule in rules:
                    built_in.setdefault(plain_name(rule.replace("-", " ")), own[0])
    built_in |= {plain_name(id.replace("-", " ")): id for id in reversed([*names])}
    built_in |= {plain_name(name): id for id, name in reversed([*names.items()])}
    return HandsSetting(
        book.name, book.tiles.hand_tiles + 1, counts_fan, has_limit, fishing, built_in, names
    )
