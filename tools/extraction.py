"""The catalogue of all sentences of the pages, read from the sources.

``python -m tools.extraction`` in a checkout brings ``scorer/translations`` up to date and prints
each sentence without a translation: the file and line to edit, and where the sentence comes from.
Of a language that is not complete it prints how far it is; its file begins with the sentences of a
phone's screens.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import redirect_stderr
from io import BytesIO, StringIO
from itertools import chain
from pathlib import Path
from typing import IO, Any, NamedTuple

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_javascript
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from scorer.languages import translations
from scorer.languages.compiling import compile_folder, is_translated
from scorer.languages.translations import translation_file
from scorer.service.i18n import catalogue
from scorer.service.i18n.contexts import sentence_context
from scorer.service.i18n.languages import COMPLETE_LANGUAGES, LANGUAGES, SOURCE_LANGUAGE
from scorer.service.web.rules import glossary
from tools import published

ROOT = Path(__file__).resolve().parents[1]
PHONE_TEMPLATES = (
    *("templates/start.html", "templates/base.html", "templates/_keypad.html"),
    *("templates/games/hand.html", "templates/games/board.html"),
    *("scorer/service/static/keypad/keys.js", "scorer/service/static/table/strip.js"),
)
"""What a phone shows while an evening's hands are entered: a new translation begins with it."""

KEYWORDS = parse_keywords(
    [
        *("_", "gettext", "ngettext:1,2", "pgettext:1c,2", "gettext_noop"),
        *("say", "say_many:1,2", "n_:1,2"),
    ]
)
SCRIPT_KEYWORDS = ("_", "n_")
PO_LINE_WIDTH = 100
# The other lines of a head say who made it, with what and when, and would change each time.
KEPT_HEADERS = (
    "Language:",
    "Plural-Forms:",
    "MIME-Version:",
    "Content-Type:",
    "Content-Transfer-Encoding:",
)


def source_catalog() -> Catalog:
    """Every sentence of the sources, without a translation."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    catalog = _empty()
    # Babel warns of every f-string in a call of `say`, the values of its fields too. That none is
    # the sentence itself is tested.
    with redirect_stderr(StringIO()):
        extracted = list(
            extract_from_dir(
                ROOT, methods, options, keywords=KEYWORDS, comment_tags=("translators:",)
            )
        )
    for path, line, message, comments, context in extracted:
        catalog.add(message, None, [(path, line)], auto_comments=comments, context=context)
    for sentence, comment in chain(catalogue.messages(), glossary.messages()):
        catalog.add(sentence, auto_comments=[comment])
    return catalog


def script_messages(
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


def read_catalog(language: str) -> Catalog:
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


def updated_catalog(language: str, sources: Catalog) -> Catalog:
    """The translation into a language as its file has it, but of just those sentences that the
    sources have now, which ``source_catalog`` gives."""
    catalog = read_catalog(language)
    own = [message for message in catalog if is_own_word(message)]
    catalog.update(
        sources if language in COMPLETE_LANGUAGES else _phone_sentences_first(sources),
        no_fuzzy_matching=True,
    )
    catalog.obsolete.clear()
    catalog.fuzzy = False
    for message in own:
        _add_own_word(catalog, message)
    return catalog


def is_on_phone(message: Message) -> bool:
    """Tests if a sentence stands on the screens that a translation begins with."""
    return any(path in PHONE_TEMPLATES for path, _ in message.locations)


def _phone_sentences_first(sources: Catalog) -> Catalog:
    """Return the sentences of the sources with those of a phone's screens first."""
    ordered = _empty()
    for message in sorted((m for m in sources if m.id), key=is_on_phone, reverse=True):
        ordered.add(
            message.id,
            None,
            message.locations,
            auto_comments=message.auto_comments,
            context=message.context,
        )
    return ordered


def is_own_word(message: Message) -> bool:
    """Tests if an entry is a sentence in the words of one ruleset, glossary or option alone."""
    return sentence_context(message.context) is not None


def _add_own_word(catalog: Catalog, message: Message) -> None:
    """Add an entry in a context, where the sources have its sentence still."""
    _, context = sentence_context(message.context) or ("", None)
    everywhere = catalog.get(message.id, context)
    if everywhere is not None:
        catalog.add(message.id, message.string, context=message.context)


def catalog_bytes(catalog: Catalog) -> bytes:
    """The bytes of a catalogue's file, always the same for the same catalogue."""
    file = BytesIO()
    write_po(file, catalog, width=PO_LINE_WIDTH, no_location=True)
    head, blank, body = file.getvalue().decode().partition("\n\n")
    lines = head.split("\n")
    kept = [line for line in lines if line[:1] != '"' or line[1:].startswith(KEPT_HEADERS)]
    return ("\n".join(kept) + blank + body).encode()


class UntranslatedSentence(NamedTuple):
    """A sentence that has no translation yet.

    Attributes:
        sentence: as the sources say it; behind one with a context, that context.
        source: where it is written or declared.
        new: whether all that says it is not published yet, so that it may wait.
        line: its line in the file to edit.
    """

    sentence: str
    source: str
    new: bool
    line: int

    def __str__(self) -> str:
        may_wait = "; not published yet, so it may wait" if self.new else ""
        return f"{self.sentence} ({self.source}{may_wait})"


def untranslated_sentences(
    catalog: Catalog, lines: Catalog | None = None
) -> list[UntranslatedSentence]:
    """Return the sentences of a translation that have none yet, in its order.

    Args:
        catalog: the translation, as ``updated_catalog`` returns it.
        lines: the same as its file has it, which knows the lines.
    """
    found = [message for message in catalog if message.id and not is_translated(message)]
    required = _required() if found else frozenset()
    return [
        UntranslatedSentence(
            f"{_text(message)} [{message.context}]" if message.context else _text(message),
            _source(message),
            _is_new(message, required),
            _line(message, lines),
        )
        for message in found
    ]


def _text(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _source(message: Message) -> str:
    """Return where a sentence is written, or what declares it."""
    written_at = [f"{path}:{line}" for path, line in message.locations[:1]]
    return (written_at or message.auto_comments or ["declared"])[0]


def _required() -> frozenset[str]:
    """Return every sentence that something published declares."""
    declared = chain(catalogue.messages(published.published_documents()), glossary.messages())
    return frozenset(text for text, _ in declared)


def _is_new(message: Message, required: frozenset[str]) -> bool:
    places = [published.is_new_line(path, line or 0) for path, line in message.locations]
    return _text(message) not in required and all(places)


def _line(message: Message, lines: Catalog | None) -> int:
    found = lines and lines.get(message.id, message.context)
    return (found.lineno or 0) if found else 0


def displayed_path(language: str) -> Path:
    """Return the path of a file to edit, from the folder of the checkout where it lies there."""
    edited = translation_file(language, "po")
    return edited.relative_to(ROOT) if edited.is_relative_to(ROOT) else edited


def main(languages: Collection[str] = ()) -> None:
    """Bring the files of these translations up to date, or every one, and print the sentences that
    wait."""
    sources = source_catalog()
    for language in sorted(languages or LANGUAGES.keys() - {SOURCE_LANGUAGE}):
        catalog = updated_catalog(language, sources)
        edited = translation_file(language, "po")
        edited.parent.mkdir(parents=True, exist_ok=True)
        edited.write_bytes(catalog_bytes(catalog))
        if language not in COMPLETE_LANGUAGES:
            print(f"{displayed_path(language)}: {progress_text(catalog)}")
            continue
        for sentence in untranslated_sentences(catalog, read_catalog(language)):
            print(f"{displayed_path(language)}:{sentence.line}: not translated yet: {sentence}")
    compile_folder(translations.TRANSLATIONS_FOLDER, translations.TRANSLATIONS_FOLDER)


def progress_text(catalog: Catalog) -> str:
    """Return how many sentences of a translation are translated, of all and of a phone's screens,
    as ``updated_catalog`` returns it."""
    found = [message for message in catalog if message.id and not is_own_word(message)]
    first = [message for message in found if is_on_phone(message)]
    done, done_first = (sum(map(is_translated, some)) for some in (found, first))
    return (
        f"{done} of {len(found)} sentences ({100 * done // max(len(found), 1)} %), of the "
        f"{len(first)} of a phone's screens, which come first, {done_first}"
    )


if __name__ == "__main__":
    main()
