"""The sentences of the scripts in the language of the page, as a module that the scripts import."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from flask import Blueprint, Response, abort

from scorer.languages.translations import compiled_translation
from scorer.rules import BOOKS
from scorer.service.i18n.contexts import english_in_words_of, known_contexts
from scorer.service.i18n.languages import LANGUAGES, SOURCE_LANGUAGE
from scorer.service.web import static_files

SCRIPTS_FOLDER = Path(__file__).parents[1] / "static"

# What marks a sentence in a script, as babel.messages.frontend.parse_keywords gives it.
_GETTEXT_KEYWORDS = {"_": None, "n_": (1, 2)}

blueprint = Blueprint("scriptwords", __name__)


# Beside the module that imports them, in the folder of any release.
@blueprint.get("/static/words/<language>.js")
@blueprint.get("/static/<release>/words/<language>.js")
def words(language: str, release: str = "") -> Response:
    """Return a module with the translations by the English sentence, those of a plural as a list,
    and those in a ruleset's words by its id, the sign U+0004 and the sentence; of English these
    alone."""
    if language not in LANGUAGES:
        abort(404)
    return static_files.file_response(_script_module(language), "text/javascript", release)


@cache
def _script_module(language: str) -> bytes:
    found = (
        _english_by_ruleset() if language == SOURCE_LANGUAGE else _translated_by_ruleset(language)
    )
    translations = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return f"export default {translations};\n".encode()


def _english_by_ruleset() -> dict[str, str]:
    return {
        f"{ruleset}\x04{text}": said
        for text in _script_sentences()
        for ruleset in BOOKS
        if (said := english_in_words_of(ruleset, text)) != text
    }


def _translated_by_ruleset(language: str) -> dict[str, Any]:
    catalog = read_mo(BytesIO(compiled_translation(language)))
    found = {text: message.string for text in _script_sentences() if (message := catalog.get(text))}
    found |= {
        f"{context}\x04{text}": message.string
        for text in [*found]
        for context in sorted(known_contexts())
        if (message := catalog.get(text, context))
    }
    return found


def _script_sentences() -> Iterator[str]:
    """Yield the sentences of the scripts, each as it is looked up: one with a plural by its
    singular."""
    for _, _, message, _, _ in extract_from_dir(
        SCRIPTS_FOLDER, [("**.js", "javascript")], keywords=_GETTEXT_KEYWORDS
    ):
        yield message if isinstance(message, str) else message[0]
