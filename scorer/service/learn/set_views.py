"""The pages of a set of exercises: made of addresses, gone through one by one, printed."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from scorer.errors import HandError
from scorer.service.learn import asked
from scorer.service.learn.exercises import Exercise, exercise_of
from scorer.service.learn.sets import (
    LONGEST_TITLE,
    MOST_EXERCISES,
    ExerciseSet,
    SetError,
    item_of,
    packed,
    unpacked,
)
from scorer.service.learn.views import LEVELS, exercise_page, of_problem
from scorer.service.web import form_documents, public_address
from scorer.service.web.fields_sent import fields_sent
from scorer.service.web.form import rulesets

__all__ = ["blueprint"]

blueprint = Blueprint("exercise_sets", __name__)

Query = MultiDict[str, str]
PAGES = {"h": "learn.of_hand", "t": "learn.of_table", "p": "learn.train"}
MOST_DRAWN = 20
LONGEST_TEXT = 60_000


class Numbered(NamedTuple):
    """An exercise of a set: its number, itself, or None where the rules by now refuse it."""

    number: int
    exercise: Exercise | None
    link: str


@blueprint.get("/learn/set")
def shown() -> ResponseReturnValue:
    """A set, or with ``n`` the exercise of this number."""
    code = request.args.get("s", "")
    try:
        found = unpacked(code)
    except SetError:
        return _altered()
    asked_for = request.args.get("n", "")
    numbers = {str(n): n for n in range(1, len(found.items) + 1)}
    share = f"{url_for('exercise_sets.shown')}?{urlencode({'s': code})}"
    if asked_for in numbers:
        return _one(found, numbers[asked_for], code, share)
    return render_template(
        "learn/set.html",
        told=found,
        code=code,
        numbered=_numbered(found, code),
        give=share,
        give_url=public_address.address_of(share),
    )


def _one(found: ExerciseSet, n: int, code: str, share: str) -> ResponseReturnValue:
    """One exercise of a set."""
    typed, whole, here = fields_sent(), len(found.items), f"{share}&n={n}"
    exercise = _exercise(found.items[n - 1], typed)
    around: dict[str, Any] = {
        "told_set": found,
        "number": n,
        "whole": whole,
        "set_address": share,
        "following": f"{share}&n={n + 1}" if n < whole else "",
        "before": f"{share}&n={n - 1}" if n > 1 else "",
    }
    if exercise is None:
        return render_template("learn/refused.html", **around), 422
    return exercise_page(
        exercise,
        hidden=[("s", code), ("n", str(n))],
        give=here,
        give_url=public_address.address_of(here),
        **around,
    )


@blueprint.get("/learn/set/print")
def on_paper() -> ResponseReturnValue:
    """A set as it is printed, with its answers or without."""
    code = request.args.get("s", "")
    try:
        found = unpacked(code)
    except SetError:
        return _altered()
    share = f"{url_for('exercise_sets.shown')}?{urlencode({'s': code})}"
    return render_template(
        "learn/print.html",
        told=found,
        code=code,
        numbered=_numbered(found, code),
        answers=request.args.get("answers") == "1",
        label_of=asked.label_of,
        give_url=public_address.address_of(share),
        set_address=share,
    )


@blueprint.route("/learn/set/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Where a set is put together, from addresses and from problems that are drawn."""
    typed = fields_sent()
    text = typed.get("lines", "")[:LONGEST_TEXT]
    if request.method == "GET":
        return _form(typed, "\n".join([*_known_lines(typed), *typed.getlist("add")]))
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    host = urlsplit(public_address.root() or request.url_root).netloc
    items = [item_of(line, host) for line in lines]
    problems = [
        gettext(
            "Line %(number)s is no address of a hand, a table or a problem of this scorer.",
            number=n,
        )
        for n, item in enumerate(items, start=1)
        if item is None or _exercise(item, MultiDict()) is None
    ]
    found = [item for item in items if item is not None]
    try:
        found += _drawn(typed)
    except HandError as error:
        problems += [one.detail for one in error.problems]
    if not found and not problems:
        problems.append(gettext("Nothing is in the set yet: write an address, or have some drawn."))
    if len(found) > MOST_EXERCISES:
        most = gettext("At most %(most)s exercises go into one set.", most=MOST_EXERCISES)
        problems.append(most)
    title = " ".join(typed.get("title", "").split())[:LONGEST_TITLE]
    if not problems:
        try:
            code = packed(ExerciseSet(title, found))
        except SetError:
            problems.append(gettext("This is too much for one address: make two sets of it."))
        else:
            return redirect(f"{url_for('exercise_sets.shown')}?{urlencode({'s': code})}", 303)
    return _form(typed, text, problems), 422


def _form(typed: Query, text: str, problems: list[str] | None = None) -> str:
    return render_template(
        "learn/set_new.html",
        typed=typed,
        lines=text,
        problems=problems or [],
        rulesets=rulesets(),
        levels=LEVELS,
        most_drawn=MOST_DRAWN,
        longest_title=LONGEST_TITLE,
    )


def _known_lines(typed: Query) -> list[str]:
    """The addresses of a set that is changed."""
    try:
        found = unpacked(typed["s"]) if typed.get("s") else None
    except SetError:
        return []
    if found is None:
        return []
    typed.setdefault("title", found.title)
    return [_address(item) for item in found.items]


def _address(item: str) -> str:
    kind, _, query = item.partition("?")
    return f"{url_for(PAGES[kind])}?{query}"


def _drawn(typed: Query) -> list[str]:
    """The problems that are to be drawn. Raises HandError."""
    told = typed.get("count", "").strip()
    count = int(told) if told in map(str, range(MOST_DRAWN + 1)) else 0
    first = form_documents.integer(typed.get("seed", "").strip() or "1")
    wanted = {"rules": typed.get("rules", ""), "level": typed.get("level", "") or "1"}
    if typed.get("preset", "").strip():
        wanted["preset"] = typed["preset"].strip()
    items = []
    for n in range(count):
        seed = str(first + n) if isinstance(first, int) and first >= 0 else str(first)
        fields = {**wanted, "seed": seed}
        of_problem(MultiDict(fields))
        items.append(f"p?{urlencode(fields)}")
    return items


def _numbered(found: ExerciseSet, code: str) -> list[Numbered]:
    page = url_for("exercise_sets.shown")
    return [
        Numbered(n, _exercise(item, MultiDict()), f"{page}?{urlencode({'s': code, 'n': n})}")
        for n, item in enumerate(found.items, start=1)
    ]


def _exercise(item: str, typed: Query) -> Exercise | None:
    """An exercise of a set, with what was sent about it; None where the rules refuse it."""
    kind, _, query = item.partition("?")
    try:
        fields = MultiDict(parse_qsl(query, keep_blank_values=True, max_num_fields=200))
        if kind == "p":
            found = of_problem(fields)
            found.typed = typed
            return found
        known = {one["id"]: one for one in rulesets()}
        detail = known[fields.get("rules", "")]
        of_table = kind == "t"
        read = form_documents.table_document if of_table else form_documents.hand_document
        return exercise_of(read(fields, detail), detail, typed)
    except (HandError, KeyError, ValueError):
        return None


def _altered() -> ResponseReturnValue:
    return render_template("learn/altered.html"), 422
