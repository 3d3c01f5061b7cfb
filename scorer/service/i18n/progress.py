"""How far the translations are, counted in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import NamedTuple

from babel.messages.mofile import read_mo

from scorer.languages import translations
from scorer.languages.speech import LANGUAGES


class TranslationProgress(NamedTuple):
    """How far a language is.

    Attributes:
        sentences: how many sentences it has.
        missing: how many another language has that it lacks; pages say those in English.
    """

    sentences: int
    missing: int

    @property
    def percent(self) -> int:
        """The share that it has; at least 1 where it has any, and 100 only where it has all."""
        whole = self.sentences + self.missing
        share = 100 * self.sentences // whole if whole else 0
        return share or min(self.sentences, 1)


@cache
def progress_by_language() -> Mapping[str, TranslationProgress]:
    """Return how far each language is; not English, in which the sentences are written.

    The words of a single ruleset, which a language needs or does not, are left out.
    """
    known = {code: _translated_sentences(code) for code in LANGUAGES if _is_translated(code)}
    all_known = frozenset().union(*known.values())
    return {
        code: TranslationProgress(len(found), len(all_known - found))
        for code, found in known.items()
    }


def _is_translated(code: str) -> bool:
    return translations.TRANSLATIONS_FOLDER.joinpath(code).is_dir()


def _translated_sentences(code: str) -> frozenset[str]:
    catalog = read_mo(BytesIO(translations.compiled_translation(code)))
    return frozenset(
        str(message.id) for message in catalog if message.id and message.context is None
    )
