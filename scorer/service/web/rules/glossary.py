"""The words of all rulesets, as ``glossary.toml`` has them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple


class Term(NamedTuple):
    """A word of mahjong.

    Attributes:
        id: the anchor of the term.
        group: the key of its group in ``TERM_GROUPS``.
        name: its English name, to be translated.
        names: its name where the game comes from: a language's code, the word, how it is read.
        meaning: one or two English sentences, to be translated.
        words: by language, the words of sentences that are linked to the term.
    """

    id: str
    group: str
    name: str
    names: tuple[tuple[str, str, str], ...]
    meaning: str
    words: Mapping[str, tuple[str, ...]]


def _read_glossary() -> Mapping[str, Any]:
    file = files("scorer") / "service" / "web" / "rules" / "glossary.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _term_of_entry(entry: Mapping[str, Any]) -> Term:
    names = []
    for name in entry["names"]:
        language, word, reading = name.split(" ", 2)
        names.append((language, word, reading))
    words = {language: tuple(terms) for language, terms in entry.get("words", {}).items()}
    return Term(entry["id"], entry["group"], entry["name"], tuple(names), entry["meaning"], words)


_GLOSSARY_DATA: Final = _read_glossary()
TERM_GROUPS: Final[Mapping[str, str]] = _GLOSSARY_DATA["groups"]
TERM_BY_ID: Final[Mapping[str, Term]] = {
    entry["id"]: _term_of_entry(entry) for entry in _GLOSSARY_DATA["term"]
}


def terms_by_group() -> dict[str, list[Term]]:
    """Return the terms of each group, in the order of the page."""
    return {
        group: [term for term in TERM_BY_ID.values() if term.group == group]
        for group in TERM_GROUPS
    }


def messages() -> Iterator[tuple[str, str]]:
    """Yield what is to be translated, each with a comment for translators."""
    for group in TERM_GROUPS.values():
        yield group, "group of the glossary"
    for term in TERM_BY_ID.values():
        yield term.name, f"glossary, {term.id}"
        yield term.meaning, f"glossary, {term.id}, its meaning"
