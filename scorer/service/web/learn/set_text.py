"""Exercises written as text: codes or addresses of sets, and addresses of exercises, by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import parse_qs, urlsplit

from flask import request
from werkzeug.datastructures import MultiDict

from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.service.web import public_address
from scorer.service.web.learn.exercises import Exercise
from scorer.service.web.learn.set_items import items_of_further_cards, load_exercise
from scorer.service.web.learn.sets import (
    KIND_LETTERS,
    ExerciseSet,
    SetError,
    item_of_address,
    unpack_set,
)
from scorer.types.classes import MAX_EXERCISES, MAX_SET_LENGTH
from scorer.types.terms import Code

SET_PATH = "/learn/set"


def read_exercises(
    text: str, check: Callable[[], None] = lambda: None
) -> tuple[str, list[tuple[str, Exercise]]]:
    """Return the title of a set, which may be empty, and its exercises, each with its text.

    Args:
        text: The code or the address of a set, its text, or addresses of exercises, one per line.
        check: Called before each exercise is scored; it may raise to stop.

    Raises:
        HandError: If a line is no exercise, or there are none or too many.
    """
    if len(text.encode("utf-8", "replace")) > MAX_SET_LENGTH:
        most = MAX_SET_LENGTH // 1024
        raise _set_error(
            "bad_value", say("a set has at most {most} KiB: leave some out", most=most)
        )
    title, items = _title_and_items(text)
    if not items:
        raise _set_error("required", say("the set is empty: write an address of an exercise"))
    if len(items) > MAX_EXERCISES:
        detail = say("a class has at most {most} exercises", most=MAX_EXERCISES)
        raise _set_error("bad_value", detail)
    further = items_of_further_cards([item for _, item in items])
    if further:
        detail = say("a class has one card or list of special hands: leave out the others")
        raise _set_error("bad_value", detail)
    exercises, problems = [], []
    for line, item in items:
        check()
        exercise = load_exercise(item, MultiDict())
        if exercise is None:
            problems.append(_not_scored(line))
        else:
            exercises.append((item, exercise))
    if problems:
        raise HandError(*problems)
    return title, exercises


def _title_and_items(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Return the title, and each exercise with the number of its line."""
    lines = [(n, line.strip()) for n, line in enumerate(text.split("\n"), start=1)]
    title = ""
    written = [(n, line) for n, line in lines if line]
    if len(written) > 1 and all(line.startswith(KIND_LETTERS) for _, line in written[1:]):
        # The text of a set begins with its title.
        if not written[0][1].startswith((*KIND_LETTERS, "/", "http")):
            title = written.pop(0)[1]
    items: list[tuple[int, str]] = []
    problems = []
    for n, line in written:
        found = _exercises_of_line(line)
        if found is None:
            problems.append(_not_scored(n))
        else:
            title = title or found.title
            items.extend((n, item) for item in found.items)
    if problems:
        raise HandError(*problems[:MAX_EXERCISES])
    return title, items


def _exercises_of_line(line: str) -> ExerciseSet | None:
    """Return the exercises of a line; None if it is no exercise."""
    if line.startswith(KIND_LETTERS):
        return ExerciseSet("", [line])
    try:
        parts = urlsplit(line)
    except ValueError:
        return None
    host = urlsplit(public_address.public_root() or request.url_root).netloc
    item = item_of_address(line, host)
    if item is not None:
        return ExerciseSet("", [item])
    codes = list(_item_codes(line, parts.path, parts.query))
    try:
        return unpack_set(codes[0]) if codes else None
    except SetError:
        return None


def _item_codes(line: str, path: str, query: str) -> Iterator[str]:
    if path == SET_PATH:
        yield from parse_qs(query, max_num_fields=10).get("s", ())[:1]
    elif not query and "/" not in line:
        yield line


def _not_scored(line: int) -> Problem:
    detail = say(
        "line {number} is not a set, a hand, a table or a problem of this scorer", number=line
    )
    return Problem("/set", "bad_value", detail)


def _set_error(code: Code, detail: str) -> HandError:
    return HandError(Problem("/set", code, detail))
