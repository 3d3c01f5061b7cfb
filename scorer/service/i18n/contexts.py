"""Translations in the words of a ruleset: one English sentence, and what its players call it.

A translation may have an entry of its own for a context beside the one for everybody. The contexts
are the rulesets, the name of a ruleset, the heads of the glossary and the values of an option;
docs/languages.md says how a translator writes such an entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from gettext import NullTranslations

from flask import g
from flask_babel import Babel, Domain, get_locale

import scorer
from scorer.languages.translations import translations

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


def speak_as(*contexts: str) -> None:
    """Have the rest of this request look sentences up in these contexts first."""
    g.contexts = contexts


@contextmanager
def words_of(*contexts: str) -> Iterator[None]:
    """Look sentences up in these contexts first, then in those that were in force before."""
    before = g.get("contexts", ()) if g else ()
    if not g or not contexts:
        yield
        return
    speak_as(*contexts, *before)
    try:
        yield
    finally:
        speak_as(*before)


class InContexts(NullTranslations):
    """Translations that look a sentence up in some contexts first, and then without any."""

    def __init__(self, everywhere: NullTranslations, contexts: Sequence[str]) -> None:
        super().__init__()
        self.everywhere = everywhere
        self.contexts = contexts

    def gettext(self, message: str) -> str:
        for context in self.contexts:
            found = self.everywhere.pgettext(context, message)
            if found != message:
                return found
        return self.everywhere.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        for context in self.contexts:
            found = self.everywhere.npgettext(context, msgid1, msgid2, n)
            if found not in (msgid1, msgid2):
                return found
        return self.everywhere.ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        for own in self.contexts:
            found = self.everywhere.pgettext(f"{own} {context}", message)
            if found != message:
                return found
        return self.everywhere.pgettext(context, message)

    # Flask-Babel asks under these names.
    ugettext, ungettext, upgettext = gettext, ngettext, pgettext


class RulesetBabel(Babel):  # type: ignore[misc]
    """Flask-Babel whose functions look sentences up in the contexts of the page that asks."""

    # Once for the application, as Babel's own: it keeps the catalogues that it has read.
    @cached_property
    def domain_instance(self) -> Domain:
        return _InContexts(domain=self.domain)


class _InContexts(Domain):  # type: ignore[misc]
    def get_translations(self) -> NullTranslations:
        everywhere = translations(get_locale().language)
        contexts = g.get("contexts")
        return InContexts(everywhere, contexts) if contexts else everywhere
