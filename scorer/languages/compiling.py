"""Compiles translations: of the files that translators edit the files that pages read.

``hatch_build.py`` runs this where the scorer is not installed: it imports Babel alone.
``python -m scorer.languages.compiling`` compiles those of this checkout.
"""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

CATALOGUE_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in every compiled file: the same translation is the same file."""


def is_translated(message: Message) -> bool:
    """Tests if a sentence has a translation, one with a plural a translation of every form."""
    forms = message.string or ""
    return bool(forms) if isinstance(forms, str) else all(forms)


def compile_catalog(catalog: Catalog) -> bytes:
    """Return a translation as pages read it, without the sentences that are not translated: those
    stay English."""
    whole = Catalog(catalog.locale, fuzzy=False)
    # The plural forms are those that the translator wrote by, whatever Babel now knows of them.
    whole.mime_headers = catalog.mime_headers
    whole.creation_date = whole.revision_date = CATALOGUE_DATE
    for message in catalog:
        if message.id and is_translated(message):
            whole.add(message.id, message.string, context=message.context)
    file = BytesIO()
    write_mo(file, whole)
    return file.getvalue()


def compile_po_file(edited: Path) -> bytes:
    """Return what a ``.po`` file in ``<language>/LC_MESSAGES`` compiles to."""
    with edited.open("rb") as file:
        return compile_catalog(read_po(file, locale=edited.parents[1].name))


def compile_folder(translations: Path, into: Path) -> list[Path]:
    """Compile every translation of a folder into the same places of another, which may be the same
    one, and return the places."""
    made = []
    for edited in sorted(translations.glob("*/LC_MESSAGES/*.po")):
        place = edited.relative_to(translations).with_suffix(".mo")
        (into / place).parent.mkdir(parents=True, exist_ok=True)
        (into / place).write_bytes(compile_po_file(edited))
        made.append(place)
    return made


if __name__ == "__main__":
    folder = Path(__file__).resolve().parents[2] / "translations"
    compile_folder(folder, folder)
