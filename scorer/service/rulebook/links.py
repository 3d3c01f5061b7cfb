"""The words of the glossary, linked where they first stand in a sentence."""

from __future__ import annotations

from functools import cache

from flask import url_for
from markupsafe import Markup, escape

from scorer.service.i18n.languages import current
from scorer.service.rulebook.glossary import TERMS

__all__ = ["glossed", "words_in"]

WITHOUT_SPACES = ("zh",)
"""Languages whose words stand side by side."""


def glossed(text: object, apart_from: str = "") -> Markup:
    """A plain sentence with a link to the glossary at each term's first word; none to the term
    that it explains itself. Never for what stands in a link already."""
    sentence, linked, at = str(text or ""), Markup(), 0
    page = url_for("rulebook.glossary")
    for start, end, term in words_in(sentence, current()):
        if term == apart_from:
            continue
        link = Markup('<a class="term" href="{}#{}">{}</a>').format(page, term, sentence[start:end])
        linked += escape(sentence[at:start]) + link
        at = end
    return linked + escape(sentence[at:])


def words_in(sentence: str, language: str) -> list[tuple[int, int, str]]:
    """Where terms first stand in a sentence of this language: from, to, and which. Of two words
    that overlap it is the longer one."""
    plain = sentence.lower()
    found: dict[str, tuple[int, int, str]] = {}
    taken: list[tuple[int, int]] = []
    for word, term in _words(language):
        for start, end in _places(plain, word, language not in WITHOUT_SPACES):
            if any(start < to and begin < end for begin, to in taken):
                continue
            taken.append((start, end))
            if term not in found or start < found[term][0]:
                found[term] = (start, end, term)
    return sorted(found.values())


def _places(plain: str, word: str, whole: bool) -> list[tuple[int, int]]:
    """Where a word stands, by itself where words of the language do."""
    places, start = [], plain.find(word)
    while start >= 0:
        end = start + len(word)
        beside = plain[start - 1 : start] + plain[end : end + 1]
        if not whole or not any(sign.isalnum() for sign in beside):
            places.append((start, end))
        start = plain.find(word, end)
    return places


@cache
def _words(language: str) -> list[tuple[str, str]]:
    """The words of a language, the longest first, each with its term."""
    known = {word: term.id for term in TERMS.values() for word in term.words.get(language, ())}
    return sorted(known.items(), key=lambda one: (-len(one[0]), one[0]))
