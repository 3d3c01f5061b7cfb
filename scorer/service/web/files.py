"""Names and addresses of the files that pages load; ``static_files`` serves them.

The release is a folder of the address (``/static/<release>/keypad/form.js``), so that scripts
import each other by plain relative names and stay within one release. What has the release in its
address never changes.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from flask import Flask, current_app, url_for
from werkzeug.routing import BaseConverter

import scorer
from scorer.documents.club import NO_CLUB, club_in_use, club_revision
from scorer.rules import rulesets_of_packages

MANIFEST_EXTENSION = "scorer-files"
PAGE_SUFFIXES = {".css", ".js", ".svg"}
STYLE_SHEETS = {
    "styles/pages.css": (
        "base",
        "forms",
        "rulesets",
        "inapplicable",
        "tiles",
        "sheet",
        "media",
    ),
    "styles/scores.css": ("score", "table", "card", "score-media"),
    "styles/start.css": ("start",),
    "styles/rules.css": ("rules",),
    "styles/learn.css": ("learn",),
    "styles/rulebook.css": ("rulebook", "cheat-sheet"),
    "styles/classes.css": ("classes",),
    "styles/wall.css": ("wall",),
    "styles/evenings.css": ("evenings",),
    "styles/games.css": ("games", "board", "score-sheet", "share"),
    "styles/lessons.css": ("lessons",),
    "styles/drills.css": ("drills",),
    "styles/results.css": ("result", "reasons", "compare", "result-media", "result-folds"),
    "styles/keypad.css": (
        *(
            "keypad/hand",
            "keypad/chips",
            "keypad/keys",
            "keypad/beside",
            "keypad/near",
            "keypad/typed",
        ),
        *("keypad/dock", "keypad/panes", "keypad/small", "keypad/media"),
    ),
    "styles/strip.css": ("keypad/of-table", "keypad/strip"),
}
"""The parts of each style sheet, in the order of the cascade: on a slow line nine files arrive half
a second later than two, and a page waits for its style."""
ENTRY_SCRIPT = "keypad.js"
FIRST_SCRIPT = "begin.js"
COMPILED_SUFFIXES = {".pyc", ".so", ".pyd"}
PROBLEMS_SCRIPT = "faults.js"
RULESET_SCRIPTS = {"telling.js", "places.js"}
RESULT_SCRIPT = "settled.js"
ENGINE_FOLDER = "engine/"
DIGEST_LENGTH = 12
"""The characters of the hash in a release."""


class ReleaseConverter(BaseConverter):
    """The URL converter of a release: it starts with a digit, as no folder of files does."""

    regex = r"\d[\w.+-]*"


class FileManifest(NamedTuple):
    """What the offline application knows of the files, which a phone does not have on disk.

    Attributes:
        release: the release in their addresses.
        keypad_modules: the scripts that the keypad imports.
    """

    release: str
    keypad_modules: tuple[str, ...]


def release() -> str:
    """Return the release: the version and a hash of all pages, files, sentences and sources.

    Sources belong to it because phones store them for offline use; so do a club's presets and the
    rulesets of other packages.
    """
    manifest: FileManifest | None = current_app.extensions.get(MANIFEST_EXTENSION)
    if manifest:
        return manifest.release
    return f"{scorer.__version__}.{_release_digest(club_revision())}"


def file_address(name: str) -> str:
    """Return the address of a file."""
    return url_for("static", filename=name, release=release())


def register_manifest(app: Flask, manifest: FileManifest) -> None:
    """Let templates link to files that another application serves."""
    app.extensions[MANIFEST_EXTENSION] = manifest
    register_files(app)


def register_files(app: Flask) -> None:
    """Let templates link to files with ``file()``."""
    app.jinja_env.globals["file"] = file_address
    app.jinja_env.globals["keypad_modules"] = keypad_modules
    app.jinja_env.globals["table_modules"] = table_modules
    app.url_map.converters["release"] = ReleaseConverter


def engine_files() -> list[str]:
    """Return the names of the scripts of the offline engine."""
    return [name for name in _list_files() if name.startswith(ENGINE_FOLDER)]


def page_files() -> list[str]:
    """Return the names of the files that pages load, without icons and the offline engine."""
    return [name for name in _list_files() if not name.startswith(ENGINE_FOLDER)]


def _list_files() -> list[str]:
    folder = Path(current_app.static_folder or "")
    parts = {f"styles/{part}.css" for sheet in STYLE_SHEETS.values() for part in sheet}
    paths = (path for path in folder.rglob("*") if path.suffix in PAGE_SUFFIXES)
    names = {path.relative_to(folder).as_posix() for path in paths}
    return sorted((names - parts) | STYLE_SHEETS.keys())


def keypad_modules() -> list[str]:
    """Return the scripts that every keypad page imports, for it to preload them at once."""
    manifest: FileManifest | None = current_app.extensions.get(MANIFEST_EXTENSION)
    return list(manifest.keypad_modules) if manifest else _keypad_modules()


def table_modules() -> list[str]:
    """Return the scripts that the keypad of a table imports beside those."""
    return [f"table/{name}.js" for name in ("questions", "stage", "strip")]


@cache
def _keypad_modules() -> list[str]:
    folder = Path(current_app.static_folder or "") / "keypad"
    others = {ENTRY_SCRIPT, FIRST_SCRIPT, PROBLEMS_SCRIPT, RESULT_SCRIPT, *RULESET_SCRIPTS}
    names = {path.name for path in folder.glob("*.js")} - others
    return ["words.js", *(f"keypad/{name}" for name in sorted(names))]


@lru_cache(maxsize=4)
def _release_digest(revision: int) -> str:
    """Return the hash of a release with the club of this revision."""
    club = club_in_use()
    others = [
        (point.value, point.dist and point.dist.version) for point in rulesets_of_packages().added
    ]
    if club == NO_CLUB and not others:
        return _fingerprint()
    beside = json.dumps([_fingerprint(), club.as_document(), others])
    return sha256(beside.encode()).hexdigest()[:DIGEST_LENGTH]


@cache
def _fingerprint() -> str:
    package = Path(current_app.root_path)
    folders = (package.parent, package / (current_app.template_folder or ""))
    digest = sha256()
    for path in sorted({path for folder in folders for path in folder.rglob("*")}):
        if path.is_file() and path.suffix not in COMPILED_SUFFIXES and not _is_compiled_here(path):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:DIGEST_LENGTH]


def _is_compiled_here(path: Path) -> bool:
    """Tests if this is a translation compiled from a source beside it, as in a checkout."""
    return path.suffix == ".mo" and path.with_suffix(".po").exists()
