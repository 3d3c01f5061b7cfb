"""The translations that pages read, compiled by the build or, in a checkout, when they are used."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

from babel.support import NullTranslations, Translations

TRANSLATIONS = Path(__file__).resolve().parents[1] / "translations"


def translation_file(code: str, kind: str) -> Path:
    """Return the path of a translation: ``kind`` is ``po`` for the file to edit, ``mo`` for what
    the build compiles it to."""
    return TRANSLATIONS / code / "LC_MESSAGES" / f"messages.{kind}"


def compiled_translation(code: str) -> bytes:
    """Return a compiled translation, anew where the file to edit is newer than the compiled one."""
    edited, compiled = translation_file(code, "po"), translation_file(code, "mo")
    if _changed(edited) > _changed(compiled):
        # Not above: a phone has the compiled file alone, and no part of Babel that reads others.
        from scorer.languages.compiling import compiled_file

        return compiled_file(edited)
    return compiled.read_bytes()


def _changed(file: Path) -> int:
    """Return when a file was last changed; -1 where it does not exist."""
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:
        return -1


@cache
def translations(code: str) -> NullTranslations:
    """Return the sentences of a language; none of English, in which they are written."""
    if not TRANSLATIONS.joinpath(code).is_dir():
        return NullTranslations()
    return Translations(BytesIO(compiled_translation(code)))
