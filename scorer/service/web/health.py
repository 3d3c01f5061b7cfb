"""The page of health, for whoever runs the server: no names, no keys, behind the operator's token.

It exists where the setting ``OPERATOR_TOKEN`` has one.
"""

from __future__ import annotations

import platform
import shutil
import time
from collections.abc import Mapping, Sequence
from hmac import compare_digest
from importlib.metadata import version
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple

from flask import Blueprint, Response, abort, current_app, render_template, request
from flask_babel import gettext

import scorer
from scorer.documents.club import club_in_use
from scorer.rules import BOOKS, rulesets_of_packages
from scorer.service.api.problems import RequestError
from scorer.service.i18n.languages import (
    COMPLETE_LANGUAGES,
    LANGUAGES,
    gettext_noop,
    html_tag,
    written_number,
)
from scorer.service.i18n.progress import progress_by_language
from scorer.service.offline.folder import Manifest
from scorer.service.offline.views import offered_files
from scorer.service.store.addresses import sqlite_file
from scorer.service.store.operating import DatabaseCondition, database_condition
from scorer.service.store.records import STORE_EXTENSION, StoreUnavailableError
from scorer.service.store.retention import DAY_SECONDS
from scorer.service.store.store import DatabaseGameStore
from scorer.service.wsgi.caching import no_store

WRONG_TOKEN_SENTENCE: Final = gettext_noop("This page needs the operator’s token as the password.")
LOGIN_HEADERS: Final = {"WWW-Authenticate": 'Basic realm="operator", charset="UTF-8"'}
BACKUP_ENDINGS: Final = (".sqlite3", ".dump")
MEGABYTE: Final = 1_000_000
MIN_FREE_BYTES: Final = 1_000 * MEGABYTE
MAX_COPY_AGE_SECONDS: Final = 2 * DAY_SECONDS
LISTED_PACKAGES: Final = ("flask", "sqlalchemy")

blueprint = Blueprint("health_page", __name__)


class BackupCopy(NamedTuple):
    """A copy of the database: when it was made (seconds since 1970), and its bytes."""

    at: float
    bytes: int


class LanguageStatus(NamedTuple):
    """A language: its code for HTML, its name, how many sentences it has, how many another language
    has that it lacks, and whether none should be missing."""

    tag: str
    name: str
    sentences: int
    missing: int
    complete: bool


class Health(NamedTuple):
    """What the page shows.

    Attributes:
        away: Why the database cannot be used; "" if it can.
        database: Its condition; None while it cannot be used.
        free: The bytes that are free beside the file of the database; None without a file.
        copy: The last copy in the folder of the setting BACKUP_FOLDER.
        files: What phones may store; None where the server does not offer it.
        versions: What runs, by name.
    """

    away: str
    database: DatabaseCondition | None
    free: int | None
    copy: BackupCopy | None
    files: Manifest | None
    translations: Sequence[LanguageStatus]
    versions: Mapping[str, str]


@blueprint.get("/health")
def health() -> Response:
    """Show the health of the server to its operator; 503 while the database cannot be used."""
    _require_operator()
    found = _read_health()
    page = render_template(
        "health.html",
        health=found,
        now=time.time(),
        club=club_in_use(),
        books=BOOKS,
        broken=rulesets_of_packages().broken,
        copies_known=bool(current_app.config["BACKUP_FOLDER"]),
        least_free=MIN_FREE_BYTES,
        oldest_copy=MAX_COPY_AGE_SECONDS,
        megabytes=_megabytes,
        moment=_time_in_words,
    )
    return no_store(Response(page, 503 if found.away else 200, mimetype="text/html"))


def _require_operator() -> None:
    """Answer 404 where the server has no operator's token, 401 to whoever does not send it: as the
    password of HTTP Basic, under any name, or as a bearer's."""
    token: str = current_app.config["OPERATOR_TOKEN"]
    if not token:
        abort(404)
    if not compare_digest(_given_token().encode(), token.encode()):
        raise RequestError(401, WRONG_TOKEN_SENTENCE, headers=LOGIN_HEADERS)


def _given_token() -> str:
    sent = request.authorization
    if sent is None or sent.type not in ("basic", "bearer"):
        return ""
    return (sent.password if sent.type == "basic" else sent.token) or ""


def _read_health() -> Health:
    store: DatabaseGameStore = current_app.extensions[STORE_EXTENSION]
    found, away = None, ""
    try:
        found = database_condition(store.database)
    except StoreUnavailableError as error:
        away = str(error)
    file = sqlite_file(store.database.url)
    return Health(
        away=away,
        database=found,
        free=None if file is None else _free_bytes(file.parent),
        copy=_last_backup(current_app.config["BACKUP_FOLDER"]),
        files=offered_files(),
        translations=_translated_languages(),
        versions={
            "scorer": scorer.__version__,
            "Python": platform.python_version(),
            **{name: version(name) for name in LISTED_PACKAGES},
        },
    )


def _free_bytes(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def _last_backup(folder: str) -> BackupCopy | None:
    """Return the last copy of the database in a folder, if one can be seen there."""
    if not folder:
        return None
    try:
        found = [path.stat() for path in Path(folder).iterdir() if path.suffix in BACKUP_ENDINGS]
    except OSError:
        return None
    last = max(found, key=lambda status: status.st_mtime, default=None)
    return None if last is None else BackupCopy(last.st_mtime, last.st_size)


def _translated_languages() -> Sequence[LanguageStatus]:
    """Return the languages, each with its sentences."""
    return [
        LanguageStatus(html_tag(code), LANGUAGES[code], *found, code in COMPLETE_LANGUAGES)
        for code, found in progress_by_language().items()
    ]


def _megabytes(number: int) -> str:
    return str(gettext("%(number)s MB", number=written_number(ceil(number / MEGABYTE))))


def _time_in_words(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))
