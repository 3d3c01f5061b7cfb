"""Translations in the words of a ruleset: one English sentence, and what its players call it.

A translation may have an entry of its own for a context beside the one for everybody. The contexts
are the rulesets, the name of a ruleset, the heads of the glossary and the values of an option;
docs/languages.md says how a translator writes such an entry. English has no translation: there a
ruleset says which of its words differ (``Presentation.words``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from gettext import NullTranslations

from flask import g
from flask_babel import Babel, Domain, get_locale

import scorer
from scorer.languages.translations import SOURCE_LANGUAGE, ContextTranslations, translations
from scorer.rules import BOOKS

RULESET = "ruleset"
"""The context of a ruleset's own name."""

SEAT = "seat"
"""The context of a seat's name where it stands for the player who has the seat."""

GLOSSARY = "glossary"
"""The context of a head of the glossary."""


def option_context(name: str) -> str:
    """Return the context of the values of the option with this name."""
    return f"option {name}"


@cache
def known_contexts() -> frozenset[str]:
    """Return every context that a translation may have entries of its own for."""
    rulesets = scorer.rulesets()
    options = {option["name"] for ruleset in rulesets for option in ruleset["options"]}
    names = {ruleset["id"] for ruleset in rulesets}
    return frozenset({RULESET, SEAT, GLOSSARY} | names | {*map(option_context, options)})


def sentence_context(context: str | None) -> tuple[str, str | None] | None:
    """Split the context of an entry that a translation alone has: into the one that
    ``known_contexts`` has, and that of the sentence itself, None where it has none."""
    if context is None:
        return None
    own, _, rest = context.partition(" ")
    if context in known_contexts():
        return context, None
    return (own, rest) if own in known_contexts() else None


def translate_in(*contexts: str) -> None:
    """Have the rest of this request look sentences up in these contexts first."""
    g.contexts = contexts


@contextmanager
def translating_in(*contexts: str) -> Iterator[None]:
    """Look sentences up in these contexts first, then in those that were in force before."""
    before = g.get("contexts", ()) if g else ()
    if not g or not contexts:
        yield
        return
    translate_in(*contexts, *before)
    try:
        yield
    finally:
        translate_in(*before)


_WORD_PATTERN = re.compile(r"\{\w+\}|%\(\w+\)|[A-Za-z]+")
"""A field of a sentence, or a word."""


@cache
def _rule_names(ruleset: str) -> frozenset[str]:
    return frozenset(rule["name"] for rule in scorer.ruleset(ruleset)["rules"])


def english_in_words_of(ruleset: str, sentence: str) -> str:
    """Return an English sentence in the words of a ruleset's players; the name of a rule stays as
    it is."""
    book = BOOKS.get(ruleset)
    words = book.presentation.words if book is not None else {}
    if not words or sentence in _rule_names(ruleset):
        return sentence

    def own_word(match: re.Match[str]) -> str:
        word = match[0]
        if match.start() == 0 and word[:1].isupper():
            return words[word.lower()].capitalize() if word.lower() in words else word
        return words.get(word, word)

    return _WORD_PATTERN.sub(own_word, sentence)


class _EnglishInContexts(NullTranslations):
    """English, with the words of a ruleset where it is the context."""

    def pgettext(self, context: str, message: str) -> str:
        return english_in_words_of(context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return english_in_words_of(context, msgid1 if n == 1 else msgid2)


class RulesetBabel(Babel):  # type: ignore[misc]
    """Flask-Babel whose functions look sentences up in the contexts of the page that asks."""

    # Once for the application, as Babel's own: it keeps the catalogues that it has read.
    @cached_property
    def domain_instance(self) -> Domain:
        return _InContexts(domain=self.domain)


class _InContexts(Domain):  # type: ignore[misc]
    def get_translations(self) -> NullTranslations:
        language = get_locale().language
        everywhere = _EnglishInContexts() if language == SOURCE_LANGUAGE else translations(language)
        return ContextTranslations(everywhere, g.get("contexts", ()))
