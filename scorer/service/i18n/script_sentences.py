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
    """What the scripts say, by the English sentence; the several forms of a plural as a list."""
    if language not in LANGUAGES or language == SOURCE:
        abort(404)
    response = Response(_module(translation_file(language, "mo")), mimetype="text/javascript")
    # As long as the scripts themselves are kept, which come from the same version.
    response.cache_control.max_age = current_app.config["SEND_FILE_MAX_AGE_DEFAULT"]
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response


@cache
def _module(path: Path) -> str:
    with path.open("rb") as file:
        catalog = read_mo(file)
    found = {text: message.string for text in _sentences() if (message := catalog.get(text))}
    told = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return f"export default {told};\n"


def _sentences() -> Iterator[str]:
    """The sentences of the scripts, as they are looked up: of a plural the form for one."""
    for _, _, message, _, _ in extract_from_dir(
        SCRIPTS, [("**.js", "javascript")], keywords=_MARKS
    ):
        yield message if isinstance(message, str) else message[0]
