"""The pages of exercise sets: made from URLs, worked through one by one, printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from scorer.errors import HandError
from scorer.service.i18n.languages import repeat_in_languages
from scorer.service.web import public_address
from scorer.service.web.forms.form import offered_rulesets
from scorer.service.web.forms.submitted import submitted_fields
from scorer.service.web.forms.typed_values import integer_or_text
from scorer.service.web.learn import question_form
from scorer.service.web.learn.exercises import Exercise
from scorer.service.web.learn.set_items import PROBLEM_PREFIX, items_of_further_cards, load_exercise
from scorer.service.web.learn.sets import (
    MAX_EXERCISES,
    MAX_TITLE_LENGTH,
    ExerciseSet,
    SetError,
    item_of_address,
    pack_set,
    unpack_set,
)
from scorer.service.web.learn.views import LEVEL_LABELS, draw_problem, exercise_page

blueprint = Blueprint("exercise_sets", __name__)

FormFields = MultiDict[str, str]
ENDPOINT_BY_ITEM_KIND = {"h": "learn.of_hand", "t": "learn.of_table", "p": "learn.train"}
MAX_DRAWN_EXERCISES = 20


class NumberedExercise(NamedTuple):
    """An exercise of a set with its number; None if the current rules refuse it."""

    number: int
    exercise: Exercise | None
    link: str


@blueprint.get("/learn/set")
def shown() -> ResponseReturnValue:
    """Show a set, or with ``n`` the exercise of this number."""
    code = request.args.get("s", "")
    try:
        exercise_set = unpack_set(code)
    except SetError:
        return _altered_set_page()
    requested = request.args.get("n", "")
    numbers = {str(n): n for n in range(1, len(exercise_set.items) + 1)}
    share = f"{url_for('exercise_sets.shown')}?{urlencode({'s': code})}"
    if requested in numbers:
        return _exercise_of_set(exercise_set, numbers[requested], code, share)
    return render_template(
        "learn/set.html",
        exercise_set=exercise_set,
        code=code,
        numbered=_numbered_exercises(exercise_set, code),
        give=share,
        give_url=public_address.address_of(share),
    )


def _exercise_of_set(
    exercise_set: ExerciseSet, n: int, code: str, share: str
) -> ResponseReturnValue:
    """Show an exercise of a set."""
    typed, whole, here = submitted_fields(), len(exercise_set.items), f"{share}&n={n}"
    refused = n in items_of_further_cards(exercise_set.items)
    exercise = None if refused else load_exercise(exercise_set.items[n - 1], typed)
    around: dict[str, Any] = {
        "exercise_set": exercise_set,
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
    """Show a set for printing, with or without answers."""
    code = request.args.get("s", "")
    try:
        exercise_set = unpack_set(code)
    except SetError:
        return _altered_set_page()
    share = f"{url_for('exercise_sets.shown')}?{urlencode({'s': code})}"
    return render_template(
        "learn/print.html",
        exercise_set=exercise_set,
        code=code,
        numbered=_numbered_exercises(exercise_set, code),
        answers=request.args.get("answers") == "1",
        label_of=question_form.label_of,
        give_url=public_address.address_of(share),
        set_address=share,
    )


@blueprint.route("/learn/set/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Show the form that makes a set of URLs and drawn problems, or make the set."""
    typed = submitted_fields()
    if request.method == "GET":
        return _set_form_page(typed, "\n".join([*_lines_of_set(typed), *typed.getlist("add")]))
    code, problems = _make_set(typed)
    if problems:
        return _set_form_page(typed, typed.get("lines", ""), problems), 422
    return redirect(f"{url_for('exercise_sets.shown')}?{urlencode({'s': code})}", 303)


def _make_set(typed: FormFields) -> tuple[str, list[str]]:
    """Return the code of the new set and no problems, or "" and the problems.

    Cheap checks come first: a set that is too large is never scored.
    """
    lines = [line.strip() for line in typed.get("lines", "").split("\n") if line.strip()]
    drawn = _fields_of_draws(typed)
    if not lines and not drawn:
        nothing = gettext(
            "This exercise set is empty: write an address, or let some be drawn at random."
        )
        return "", [nothing]
    if len(lines) + len(drawn) > MAX_EXERCISES:
        most = gettext("An exercise set has at most %(most)s exercises.", most=MAX_EXERCISES)
        return "", [most]
    host = urlsplit(public_address.public_root() or request.url_root).netloc
    items = [item_of_address(line, host) for line in lines]
    valid = [item for item in items if item is not None]
    title = " ".join(typed.get("title", "").split())[:MAX_TITLE_LENGTH]
    try:
        code = pack_set(ExerciseSet(title, [*valid, *map(_item_drawn, drawn)]))
    except SetError:
        return "", [gettext("This is too much for one address: make two exercise sets of it.")]
    problems = _card_problems(items) or [*_line_problems(items), *_draw_problems(drawn)]
    return ("" if problems else code), problems


def _card_problems(items: Sequence[str | None]) -> list[str]:
    """Return a problem for each line with a second card."""
    return [
        gettext(
            "Line %(number)s uses a different card or other special hands than a line before: an "
            "exercise set has one card or list of them.",
            number=n,
        )
        for n in sorted(items_of_further_cards(items))
    ]


def _line_problems(items: Sequence[str | None]) -> list[str]:
    """Return a problem for each line that is not an exercise."""
    return [
        gettext(
            "Line %(number)s is not the address of a hand, a table or a problem of this scorer.",
            number=n,
        )
        for n, item in enumerate(items, start=1)
        if item is None or load_exercise(item, MultiDict()) is None
    ]


def _draw_problems(drawn: Sequence[FormFields]) -> list[str]:
    """Return what is wrong with the problems to draw, once for all of them."""
    try:
        for fields in drawn:
            draw_problem(fields)
    except HandError as error:
        return [problem.detail for problem in error.problems]
    return []


def _set_form_page(typed: FormFields, text: str, problems: list[str] | None = None) -> str:
    repeat_in_languages()
    return render_template(
        "learn/set_new.html",
        typed=typed,
        lines=text,
        problems=problems or [],
        rulesets=offered_rulesets(),
        levels=LEVEL_LABELS,
        most_drawn=MAX_DRAWN_EXERCISES,
        longest_title=MAX_TITLE_LENGTH,
    )


def _lines_of_set(typed: FormFields) -> list[str]:
    """Return the URLs of the set to change, one per exercise."""
    try:
        exercise_set = unpack_set(typed["s"]) if typed.get("s") else None
    except SetError:
        return []
    if exercise_set is None:
        return []
    typed.setdefault("title", exercise_set.title)
    return [_address(item) for item in exercise_set.items]


def _address(item: str) -> str:
    kind, _, query = item.partition("?")
    return f"{url_for(ENDPOINT_BY_ITEM_KIND[kind])}?{query}"


def _fields_of_draws(typed: FormFields) -> list[FormFields]:
    """Return the fields of the problems to draw."""
    written = typed.get("count", "").strip()
    count = int(written) if written in map(str, range(MAX_DRAWN_EXERCISES + 1)) else 0
    first = integer_or_text(typed.get("seed", "").strip() or "1")
    wanted = {"rules": typed.get("rules", ""), "level": typed.get("level", "") or "1"}
    if typed.get("preset", "").strip():
        wanted["preset"] = typed["preset"].strip()
    seeds = [first + n if isinstance(first, int) and first >= 0 else first for n in range(count)]
    return [MultiDict({**wanted, "seed": str(seed)}) for seed in seeds]


def _item_drawn(fields: FormFields) -> str:
    return f"{PROBLEM_PREFIX}{urlencode(fields.to_dict())}"


def _numbered_exercises(exercise_set: ExerciseSet, code: str) -> list[NumberedExercise]:
    page = url_for("exercise_sets.shown")
    refused = items_of_further_cards(exercise_set.items)
    return [
        NumberedExercise(
            n,
            None if n in refused else load_exercise(item, MultiDict()),
            f"{page}?{urlencode({'s': code, 'n': n})}",
        )
        for n, item in enumerate(exercise_set.items, start=1)
    ]


def _altered_set_page() -> ResponseReturnValue:
    return render_template("learn/altered.html"), 422
