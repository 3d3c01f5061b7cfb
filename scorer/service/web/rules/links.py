"""Link the terms of the glossary in sentences."""

from __future__ import annotations

from functools import cache

from flask import url_for
from markupsafe import Markup, escape

from scorer.languages.translations import LANGUAGES_WITHOUT_SPACES
from scorer.service.i18n.languages import current_language
from scorer.service.web.rules.glossary import TERM_BY_ID


def link_terms(text: object, apart_from: str = "") -> Markup:
    """Return a sentence with a link to the glossary at the first use of each term.

    ``apart_from`` is a term that is not linked, in its own explanation. Do not use it in a link.
    """
    sentence, linked, at = str(text or ""), Markup(), 0
    page = url_for("rulebook.glossary")
    for start, end, term in words_in(sentence, current_language()):
        if term == apart_from:
            continue
        link = Markup('<a class="term" href="{}#{}">{}</a>').format(page, term, sentence[start:end])
        linked += escape(sentence[at:start]) + link
        at = end
    return linked + escape(sentence[at:])


def words_in(sentence: str, language: str) -> list[tuple[int, int, str]]:
    """Return the start, end and id of each term at its first use in a sentence.

    Of two overlapping words the longer one is taken.
    """
    plain = sentence.lower()
    first_uses: dict[str, tuple[int, int, str]] = {}
    taken: list[tuple[int, int]] = []
    for word, term in _glossary_words(language):
        for start, end in _word_places(plain, word, language not in LANGUAGES_WITHOUT_SPACES):
            if any(start < to and begin < end for begin, to in taken):
                continue
            taken.append((start, end))
            if term not in first_uses or start < first_uses[term][0]:
                first_uses[term] = (start, end, term)
    return sorted(first_uses.values())


def _word_places(plain: str, word: str, whole: bool) -> list[tuple[int, int]]:
    """Return the places of a word in a sentence, only as a ``whole`` word if asked."""
    places, start = [], plain.find(word)
    while start >= 0:
        end = start + len(word)
        neighbours = plain[start - 1 : start] + plain[end : end + 1]
        if not whole or not any(character.isalnum() for character in neighbours):
            places.append((start, end))
        start = plain.find(word, end)
    return places


@cache
def _glossary_words(language: str) -> list[tuple[str, str]]:
    """Return the words of a language with their terms, the longest first."""
    terms = {word: term.id for term in TERM_BY_ID.values() for word in term.words.get(language, ())}
    return sorted(terms.items(), key=lambda item: (-len(item[0]), item[0]))
