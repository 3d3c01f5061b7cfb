"""Games recorded elsewhere: Tenhou's JSON and mjlog, read and scored again.

>>> from scorer import logs
>>> report = logs.load(b'{"log": []}', at="2026-11-27T19:00:00Z")
Traceback (most recent call last):
    ...
scorer.errors.HandError: /log: a log has a list of 1 to 100 hands
"""

from __future__ import annotations

from collections.abc import Callable

from scorer.documents.text.json_text import NotJSONError, read_json
from scorer.languages.speech import say
from scorer.logs import mjlog, tenhou_json
from scorer.logs.record import Json, Log, bad_value
from scorer.logs.recorded import ImportedGame, game_of

__all__ = ["ImportedGame", "Json", "Log", "game_of", "is_log", "load", "read"]

is_log = tenhou_json.is_log


def read(body: bytes) -> Log:
    """Return the recorded game of a log: Tenhou's JSON, or its mjlog, each gzipped or not.

    Raises:
        HandError: If it is no log, or a place in it cannot be.
    """
    body = mjlog.unpacked(body)
    if mjlog.is_log(body):
        return mjlog.read(body)
    try:
        document = read_json(body)
    except NotJSONError as error:
        raise bad_value("", say("this is neither JSON nor XML: {why}", why=str(error))) from None
    return tenhou_json.read(document)


def load(body: bytes, *, at: str, check: Callable[[], None] = lambda: None) -> ImportedGame:
    """Return the game of a log, every hand scored again, and how the two agree.

    Args:
        body: The log as it was downloaded.
        at: The time of all entries.
        check: Called before each hand; it may raise to stop the import.

    Raises:
        HandError: If it is no log, or a place in it cannot be.
    """
    return game_of(read(body), at=at, check=check)
