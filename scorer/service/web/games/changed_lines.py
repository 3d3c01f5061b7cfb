"""The lines of a page of a game that have changed since a phone's copy of it.

A phone fetches the board and the form of the next hand after each entry; most of their lines stay.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher
from itertools import groupby
from zlib import adler32

from flask import Response, jsonify, request

from scorer.service.games.opening import OpenGame
from scorer.service.web.games.pages import wants_json

Render = Callable[[OpenGame], str]
LineChange = tuple[int, int, list[str]]


def changed_lines_response(open_game: OpenGame, render: Render) -> Response | None:
    """Return the lines that have changed since the copy of the request, as JSON.

    The header ``X-Copy`` has the version of the game that the copy shows. None without it: the
    answer is the whole page then. The phone compares the checksum, because its copy may be in
    another language or of another release.

    Args:
        open_game: The game as it is now.
        render: Renders the page of a game.
    """
    version = request.headers.get("X-Copy", type=int)
    if version is None or not 0 <= version <= open_game.game.version or not wants_json():
        return None
    before = render(open_game._replace(game=open_game.game.up_to(version)))
    page = render(open_game)
    response = jsonify(changes=line_changes(before, page), checksum=adler32(page.encode()))
    response.vary.update(["Accept", "X-Copy"])
    return response


def line_changes(before: str, after: str) -> list[LineChange]:
    """Return which lines of a text are replaced, and by which, from the first to the last.

    Lines are numbered from 0, as a slice is.
    """
    old, new = before.split("\n"), after.split("\n")
    if len(old) == len(new):
        return _changes_in_place(old, new)
    matcher = SequenceMatcher(None, old, new)
    return [
        (start, end, new[first:last])
        for change, start, end, first, last in matcher.get_opcodes()
        if change != "equal"
    ]


def _changes_in_place(old: list[str], new: list[str]) -> list[LineChange]:
    """Return the changes of a form, which keeps its lines: comparing any to any takes longer than
    to render it."""
    found: list[LineChange] = []
    for is_same, run in groupby(range(len(new)), lambda at: old[at] == new[at]):
        if not is_same:
            changed = [*run]
            start, end = changed[0], changed[-1] + 1
            found.append((start, end, new[start:end]))
    return found
