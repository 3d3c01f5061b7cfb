"""The sentences of the scripts in the language of the page, as a module that the scripts import."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from flask import Blueprint, Response, abort, current_app, request

from scorer.service.i18n.languages import LANGUAGES, SOURCE, translation_file

__all__ = ["blueprint"]

SCRIPTS = Path(__file__).parents[1] / "static"

# What marks a sentence in a script, as babel.messages.frontend.parse_keywords gives it.
_MARKS = {"_": None, "n_": (1, 2)}

blueprint = Blueprint("scriptwords", __name__)


# Beside the module that imports them, in the folder of any release.
@blueprint.get("/static/words/<language>.js")
@blueprint.get("/static/<release>/words/<language>.js")
def words(language: str, release: str = "") -> Response:
    """A module with the translations by the English sentence, those of a plural as a list."""
    if language not in LANGUAGES or language == SOURCE:
        abort(404)
    response = Response(_module(translation_file(language, "mo")), mimetype="text/javascript")
    # Browsers keep it as long as the scripts, which are of the same version.
    response.cache_control.max_age = current_app.config["SEND_FILE_MAX_AGE_DEFAULT"]
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response


@cache
def _module(path: Path) -> str:
    with path.open("rb") as file:
        catalog = read_mo(file)
    found = {text: message.string for text in _sentences() if (message := catalog.get(text))}
    translations = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return f"export default {translations};\n"


def _sentences() -> Iterator[str]:
    """The sentences of the scripts, each as it is looked up: one with a plural by its singular."""
    for _, _, message, _, _ in extract_from_dir(
        SCRIPTS, [("**.js", "javascript")], keywords=_MARKS
    ):
        yield message if isinstance(message, str) else message[0]
