"""The translations, compiled by the build or, in a checkout, when they are used."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import import_module
from io import BytesIO
from pathlib import Path

TRANSLATIONS_FOLDER = Path(__file__).resolve().parents[1] / "translations"

MIN_GROUPED_NUMBER = 10_000

SOURCE_LANGUAGE = "en"
"""The language that the sentences are written in."""

LANGUAGES_WITHOUT_SPACES = ("zh",)
"""Languages whose words and sentences stand side by side."""


def translation_file(code: str, kind: str) -> Path:
    """Return the path of a translation: ``kind`` is ``po`` for the file to edit, ``mo`` for what
    the build compiles it to."""
    return TRANSLATIONS_FOLDER / code / "LC_MESSAGES" / f"messages.{kind}"


def compiled_translation(code: str) -> bytes:
    """Return a compiled translation, anew where the file to edit is newer than the compiled one."""
    edited, compiled = translation_file(code, "po"), translation_file(code, "mo")
    if _modification_time(edited) > _modification_time(compiled):
        # Of a checkout alone. What compiles comes with the server, and no phone has it.
        try:
            anew: bytes = import_module("scorer.languages.compiling").compile_po_file(edited)
        except ModuleNotFoundError:
            if not compiled.is_file():
                detail = f"{compiled} is missing: run `pip install .`, which compiles {edited}"
                raise FileNotFoundError(detail) from None
        else:
            return anew
    return compiled.read_bytes()


def _modification_time(file: Path) -> int:
    """Return when a file was last changed; -1 where it does not exist."""
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:
        return -1


@cache
def translations(code: str) -> NullTranslations:
    """Return the sentences of a language; none of English, in which they are written."""
    if not TRANSLATIONS_FOLDER.joinpath(code).is_dir():
        return NullTranslations()
    return GNUTranslations(BytesIO(compiled_translation(code)))


def written_number(number: int, code: str) -> str:
    """Return a number as a language writes it, with a true minus.

    Groups of three stand apart from five figures on; in Chinese they do not.
    """
    if isinstance(number, bool):
        return str(number)
    grouped = abs(number) >= MIN_GROUPED_NUMBER and code not in LANGUAGES_WITHOUT_SPACES
    text = f"{number:,}".replace(",", "\u202f") if grouped else str(number)
    return text.replace("-", "\u2212")


class ContextTranslations(NullTranslations):
    """Translations that look a sentence up in some contexts first, and then without any."""

    def __init__(self, everywhere: NullTranslations, contexts: Sequence[str]) -> None:
        super().__init__()
        self.everywhere = everywhere
        self.contexts = contexts

    def gettext(self, message: str) -> str:
        """Return the translation of a message."""
        for context in self.contexts:
            found = self.everywhere.pgettext(context, message)
            if found != message:
                return found
        return self.everywhere.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of a message for a number."""
        for context in self.contexts:
            found = self.everywhere.npgettext(context, msgid1, msgid2, n)
            if found not in (msgid1, msgid2):
                return found
        return self.everywhere.ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a message that has a context in the source."""
        for own in self.contexts:
            found = self.everywhere.pgettext(f"{own} {context}", message)
            if found != message:
                return found
        return self.everywhere.pgettext(context, message)

    # Flask-Babel asks under these names.
    ugettext, ungettext, upgettext = gettext, ngettext, pgettext
