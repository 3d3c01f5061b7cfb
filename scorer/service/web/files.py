"""The files that pages load. Their addresses tell the release: what has one never changes.

The release is a folder of the address (``/static/<release>/keypad/form.js``), so that scripts
import each other by plain relative names and stay within one release.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from flask import Flask, Response, current_app, request, url_for
from werkzeug.routing import BaseConverter

import scorer

__all__ = [
    "Told",
    "address",
    "bare",
    "keypad_modules",
    "needed",
    "of_engine",
    "register",
    "register_as_told",
    "release",
    "short",
]

TOLD = "scorer-files"
A_YEAR = 365 * 24 * 3600
NEEDED = {".css", ".js", ".svg"}
ENDPOINTS = {"static", "scriptwords.words"}
# What the ETag and Cache-Control say already: twenty files' worth of it is as long as a file.
SPARED = ("Accept-Ranges", "Content-Disposition", "Expires", "Last-Modified")
SHEETS = {
    "styles/pages.css": ("base", "forms", "tiles", "sheet", "table", "card", "media"),
    "styles/rules.css": ("rules",),
    "styles/learn.css": ("learn",),
    "styles/rulebook.css": ("rulebook", "cheat-sheet"),
    "styles/games.css": ("games", "score-sheet"),
    "styles/lessons.css": ("lessons",),
    "styles/results.css": ("result", "reasons", "compare", "result-media"),
    "styles/keypad.css": (
        *(
            "keypad/hand",
            "keypad/chips",
            "keypad/keys",
            "keypad/beside",
            "keypad/near",
            "keypad/typed",
        ),
        *("keypad/dock", "keypad/panes", "keypad/narrow", "keypad/small", "keypad/media"),
    ),
}
"""Style sheets that are sent as one, joined in an order in which later parts refine: on a slow line
nine files come half a second later than two, and a page waits for its style."""
ENTRY = "keypad.js"
BEFORE_ALL = "begin.js"
COMPILED = {".pyc", ".so", ".pyd"}
OF_FAULTS = "faults.js"
OF_RESULTS = "settled.js"
OF_ENGINE = "engine/"


class Release(BaseConverter):
    """A folder that no file lies in: it begins with the version, and so with a digit."""

    regex = r"\d[\w.+-]*"


class Told(NamedTuple):
    """What there is to know of the files where they are not: on a phone."""

    release: str
    keypad_modules: tuple[str, ...]


def release() -> str:
    """The version, and another ending whenever a page, a file, a sentence or a source has changed:
    phones keep the sources too."""
    told: Told | None = current_app.extensions.get(TOLD)
    return told.release if told else f"{scorer.__version__}.{_fingerprint()}"


def address(name: str) -> str:
    """Where a page finds the file of this name."""
    return url_for("static", filename=name, release=release())


def register(app: Flask) -> None:
    """Let templates name files by ``file``, and browsers keep those of this release for a year."""
    _name_files(app)
    app.add_url_rule(f"{app.static_url_path}/<release:release>/<path:filename>", endpoint="static")

    # A page of another release, in the midst of an update, gets the file as it is now.
    def static(filename: str, release: str = "") -> Response:
        response = _shortened(filename) or app.send_static_file(filename)
        for name in SPARED:
            del response.headers[name]
        return response

    app.view_functions["static"] = static

    @app.after_request
    def kept(response: Response) -> Response:
        asked = (request.view_args or {}).get("release")
        if request.endpoint in ENDPOINTS and asked == release() and not app.debug:
            response.cache_control.public = True
            response.cache_control.max_age = A_YEAR
            response.cache_control.immutable = True
        return response


def register_as_told(app: Flask, told: Told) -> None:
    """Let templates name files that another application sends."""
    app.extensions[TOLD] = told
    _name_files(app)


def _name_files(app: Flask) -> None:
    app.jinja_env.globals["file"] = address
    app.jinja_env.globals["keypad_modules"] = keypad_modules
    app.url_map.converters["release"] = Release


def of_engine() -> list[str]:
    """The names of the scripts that go with the scorer that is kept on a phone."""
    return [name for name in _loaded() if name.startswith(OF_ENGINE)]


def needed() -> list[str]:
    """The names of all that pages load, but for pictures that only a home screen shows and for
    what goes with the scorer that is kept on a phone."""
    return [name for name in _loaded() if not name.startswith(OF_ENGINE)]


def _loaded() -> list[str]:
    folder = Path(current_app.static_folder or "")
    parts = {f"styles/{part}.css" for sheet in SHEETS.values() for part in sheet}
    found = (path for path in folder.rglob("*") if path.suffix in NEEDED)
    names = {path.relative_to(folder).as_posix() for path in found}
    return sorted((names - parts) | SHEETS.keys())


def _shortened(name: str) -> Response | None:
    """A sheet made of its parts, or a script, as it is sent; None for any other file."""
    folder = Path(current_app.static_folder or "")
    if name in SHEETS:
        parts = [folder / "styles" / f"{part}.css" for part in SHEETS[name]]
        text = short("\n".join(part.read_text(encoding="utf-8") for part in parts))
        response = Response(text, mimetype="text/css")
    elif name in _scripts(folder):
        text = bare((folder / name).read_text(encoding="utf-8"))
        response = Response(text, mimetype="text/javascript")
    else:
        return None
    response.cache_control.max_age = current_app.config["SEND_FILE_MAX_AGE_DEFAULT"]
    response.add_etag()
    response.make_conditional(request)
    return response


@lru_cache(maxsize=64)
def short(sheet: str) -> str:
    """The sheet without its comments and indents: the first view of a page is to be small."""
    plain = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    return re.sub(r" ?([{};,]) ?", r"\1", plain)


@lru_cache(maxsize=128)
def bare(script: str) -> str:
    """The script without indents and without the lines that are comments alone: a tenth of the
    first view."""
    kept, inside = [], False
    for line in script.splitlines(keepends=True):
        plain = line.strip()
        inside = inside or plain.startswith("/**")
        if not (inside or plain.startswith("//")):
            kept.append(line.lstrip(" "))
        inside = inside and not plain.endswith("*/")
    return "".join(kept)


@cache
def _scripts(folder: Path) -> frozenset[str]:
    return frozenset(path.relative_to(folder).as_posix() for path in folder.rglob("*.js"))


def keypad_modules() -> list[str]:
    """The scripts that the keypad's own imports on a page without faults, so that it asks for them
    all at once."""
    told: Told | None = current_app.extensions.get(TOLD)
    return list(told.keypad_modules) if told else _keypad_modules()


@cache
def _keypad_modules() -> list[str]:
    folder = Path(current_app.static_folder or "") / "keypad"
    names = {path.name for path in folder.glob("*.js")} - {ENTRY, BEFORE_ALL, OF_FAULTS, OF_RESULTS}
    return ["words.js", *(f"keypad/{name}" for name in sorted(names))]


@cache
def _fingerprint() -> str:
    package = Path(current_app.root_path)
    folders = (package.parent, package / (current_app.template_folder or ""))
    found = sha256()
    for path in sorted({path for folder in folders for path in folder.rglob("*")}):
        if path.is_file() and path.suffix not in COMPILED:
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:12]
