"""The catalogue of all sentences of the pages: read from the sources, kept beside its translations.

``python -m scorer.service.i18n.extraction`` in a checkout brings ``scorer/translations`` up to
date: the catalogue, what there is to translate in each language, and the compiled files that the
pages read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_javascript
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorer import catalogue
from scorer.service.i18n.languages import LANGUAGES, SOURCE, TRANSLATIONS, translation_file

__all__ = ["compiled", "in_script", "is_translated", "read", "template", "translation", "written"]

ROOT = Path(__file__).resolve().parents[3]

KEYWORDS = parse_keywords(
    [
        *("_", "gettext", "ngettext:1,2", "pgettext:1c,2", "lazy_gettext", "later"),
        *("say", "say_many:1,2", "n_:1,2"),
    ]
)
SCRIPT_KEYWORDS = ("_", "n_")
WIDTH = 100
NEVER = datetime(2000, 1, 1, tzinfo=UTC)
# The other lines of a head say who made it, with what and when, and would change each time.
KEPT = (
    "Language:",
    "Plural-Forms:",
    "MIME-Version:",
    "Content-Type:",
    "Content-Transfer-Encoding:",
)


def template() -> Catalog:
    """Every sentence of the sources and where it stands, without a translation."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    catalog = _empty()
    for path, _, message, comments, context in extract_from_dir(
        ROOT, methods, options, keywords=KEYWORDS, comment_tags=("translators:",)
    ):
        catalog.add(message, locations=[(path, 0)], auto_comments=comments, context=context)
    for sentence, comment in catalogue.messages():
        catalog.add(sentence, auto_comments=[comment])
    return catalog


def in_script(
    file: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Any,
) -> Iterator[Any]:
    """The sentences of a script, as babel's extractors give them (named so in ``babel.cfg``).

    The keywords of Python are left out: with ``say`` among them, ``say(_("Copied"))`` of a script
    would be extracted in place of the ``_`` within it.
    """
    known = {name: None for name in keywords if name in SCRIPT_KEYWORDS}
    return extract_javascript(file, known, comment_tags, options)


def read(language: str) -> Catalog:
    """The translation into a language as its file has it, empty where there is no file yet."""
    path = translation_file(language, "po")
    if not path.exists():
        return _empty(language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _empty(language: str | None = None) -> Catalog:
    return Catalog(
        language, header_comment="# What the pages say; see docs/languages.md.", fuzzy=False
    )


def translation(language: str) -> Catalog:
    """The translation into a language as its file has it, but of just those sentences that the
    sources have now."""
    catalog = read(language)
    catalog.update(template(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    return catalog


def written(catalog: Catalog) -> bytes:
    """The bytes of a catalogue's file, always the same for the same catalogue."""
    file = BytesIO()
    write_po(file, catalog, width=WIDTH, include_lineno=False)
    head, blank, body = file.getvalue().decode().partition("\n\n")
    lines = head.split("\n")
    kept = [line for line in lines if line[:1] != '"' or line[1:].startswith(KEPT)]
    return ("\n".join(kept) + blank + body).encode()


def is_translated(message: Message) -> bool:
    """Whether a sentence has a translation, one with a plural a translation of every form."""
    forms = message.string or ""
    return bool(forms) if isinstance(forms, str) else all(forms)


def compiled(catalog: Catalog) -> bytes:
    """The bytes of the file that the pages read, without the sentences that are not translated:
    those stay English."""
    whole = _empty(str(catalog.locale))
    whole.creation_date = whole.revision_date = NEVER
    for message in catalog:
        if message.id and is_translated(message):
            whole.add(message.id, message.string, context=message.context)
    file = BytesIO()
    write_mo(file, whole)
    return file.getvalue()


def main() -> None:
    """Bring every file of the translations up to date."""
    TRANSLATIONS.mkdir(exist_ok=True)
    (TRANSLATIONS / "messages.pot").write_bytes(written(template()))
    for language in LANGUAGES.keys() - {SOURCE}:
        catalog = translation(language)
        edited = translation_file(language, "po")
        edited.parent.mkdir(parents=True, exist_ok=True)
        edited.write_bytes(written(catalog))
        translation_file(language, "mo").write_bytes(compiled(catalog))


if __name__ == "__main__":
    main()
