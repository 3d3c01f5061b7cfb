"""Make games of what was exported here, or recorded elsewhere."""

from __future__ import annotations

from scorer import game as games
from scorer import logs
from scorer.documents.text.json_text import NotJSONError, read_json
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.logs import mjlog, tenhou_json
from scorer.service.api.time_limit import stop_after
from scorer.service.games import opening, request_meta

IMPORT_SECONDS = 4.0
"""The processor time of an import: several times that of a game with the most entries."""


def game_of_document(document: object) -> tuple[games.Game, logs.Json | None]:
    """Return the game of a JSON document, and of a recorded game how it agrees with its log.

    Raises HandError.
    """
    exported = request_meta.require_object(document)
    if logs.is_log(exported):
        return _game_of_log(tenhou_json.read(exported))
    check = stop_after(IMPORT_SECONDS, _too_long())
    return games.load(exported, at=opening.now_text(), check=check), None


def game_of_file(body: bytes) -> tuple[games.Game, logs.Json | None]:
    """Return the game of a file: an export, or a log, gzipped or not. Raises HandError."""
    body = mjlog.unpacked(body)
    if mjlog.is_log(body):
        return _game_of_log(mjlog.read(body))
    try:
        return game_of_document(read_json(body))
    except NotJSONError:
        detail = say(
            "this file is neither an exported game nor a log; choose a file in JSON, or an mjlog"
        )
        raise HandError(Problem("", "bad_value", detail)) from None


def _game_of_log(log: logs.Log) -> tuple[games.Game, logs.Json]:
    check = stop_after(IMPORT_SECONDS, _too_long())
    return logs.game_of(log, at=opening.now_text(), check=check)


def _too_long() -> Problem:
    detail = say(
        "scoring this game takes more than {seconds} s: begin another game with its "
        "last hands, or leave out corrections that were corrected again",
        seconds=int(IMPORT_SECONDS),
    )
    return Problem("/entries", "too_many_entries", detail)
