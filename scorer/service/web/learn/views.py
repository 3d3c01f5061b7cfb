"""The learning pages: exercises, drawn problems, a score step by step, and progress."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

import scorer
from scorer.documents.schemas.fields import plain_number
from scorer.errors import HandError
from scorer.learn.levels import POINT_TALLIES, THRESHOLDS_BY_LINE_KIND
from scorer.learn.unfolding import score_steps
from scorer.service.i18n.contexts import translate_in
from scorer.service.i18n.languages import gettext_noop, translate
from scorer.service.web import labels, public_address
from scorer.service.web.forms import addresses, form_documents
from scorer.service.web.forms.form import (
    Form,
    offered_rulesets,
    read_form,
    requested_ruleset,
    ruleset_of,
    way_problems,
)
from scorer.service.web.forms.submitted import redirect_with_query, submitted_fields
from scorer.service.web.forms.typed_values import integer_or_text
from scorer.service.web.learn import question_form
from scorer.service.web.learn.exercises import Exercise, make_exercise
from scorer.service.web.learn.hints import hints
from scorer.service.web.rules.why import hidden_fields, rules_by_kind

blueprint = Blueprint("learn", __name__)

LEVEL_LABELS = {
    1: gettext_noop("The sets"),
    2: gettext_noop("Plain hands"),
    3: gettext_noop("Richer hands"),
    4: gettext_noop("Limits and special hands"),
    5: gettext_noop("Who pays whom"),
    6: gettext_noop("The whole table"),
}
CARD_LEVELS = {
    **LEVEL_LABELS,
    1: gettext_noop("Which hand of the card"),
    2: gettext_noop("Which tile is missing"),
    3: gettext_noop("What may be exposed"),
    4: gettext_noop("What it is worth"),
}
STEP_PREFIX = "s."
"""The prefix of form fields that answer a step."""
RANDOM_SEED_COUNT = 1_000_000
"""The bound of random seeds: short enough to read aloud."""


def levels_of(ruleset: dict[str, Any]) -> dict[int, str]:
    """Return the titles of the levels of a ruleset, in the words for what it counts."""
    if ruleset["hand_of"] == "card":
        return CARD_LEVELS
    kinds = {rule["kind"] for rule in ruleset["rules"]}
    first, counted = (
        next((kind for kind in known if kind in kinds), None)
        for known in (POINT_TALLIES, THRESHOLDS_BY_LINE_KIND)
    )
    if first is None or counted is None:
        return LEVEL_LABELS
    title_of = partial(labels.kind_title, unit=ruleset["unit"])
    return {**LEVEL_LABELS, 2: title_of(first), 3: title_of(counted)}


@blueprint.get("/learn")
def home() -> str:
    """Show the overview: lessons, problems, exercise sets."""
    return render_template("learn/home.html", rulesets=offered_rulesets(), levels_of=levels_of)


@blueprint.get("/learn/exercise/hand")
def of_hand() -> ResponseReturnValue:
    """Show a hand as an exercise."""
    exercise = _hand_exercise(read_form())
    return _exercise_or_redirect(exercise, "pages.hand")


@blueprint.get("/learn/exercise/table")
def of_table() -> ResponseReturnValue:
    """Show a table as an exercise."""
    form = read_form()
    form.document = form_documents.table_document(form.typed, form.ruleset)
    return _exercise_or_redirect(
        make_exercise(form.document, form.ruleset, form.typed), "pages.table"
    )


def _hand_exercise(form: Form) -> Exercise | None:
    """Make an exercise of a form's hand; None if it is invalid, or no address holds its card."""
    form.document = form_documents.hand_document(form.typed, form.ruleset)
    if way_problems(form) or form.carried_text:
        return None
    return make_exercise(form.document, form.ruleset, form.typed)


def _exercise_or_redirect(exercise: Exercise | None, page: str) -> ResponseReturnValue:
    """Show an exercise, or redirect to the page that says why the document is invalid."""
    if exercise is None:
        return redirect_with_query(page)
    share = exercise.url
    return exercise_page(
        exercise,
        hidden=hidden_fields(exercise.query),
        give=share,
        give_url=public_address.address_of(share),
        add=share,
    )


@blueprint.get("/learn/train")
def train() -> ResponseReturnValue:
    """Show a drawn problem, always the same for the same seed."""
    typed = submitted_fields()
    requested = {name: typed.get(name, "").strip() for name in ("rules", "preset", "level", "seed")}
    rulesets_by_id = {entry["id"]: entry for entry in offered_rulesets()}
    ruleset = rulesets_by_id.get(requested["rules"], next(iter(rulesets_by_id.values())))
    if not requested["seed"] and (not requested["rules"] or requested["rules"] in rulesets_by_id):
        # A URL with a seed always gives this problem and can be shared.
        fields = {
            "rules": ruleset["id"],
            "preset": requested["preset"],
            "level": requested["level"] or "1",
        }
        fields = {name: value for name, value in fields.items() if value}
        seed = secrets.randbelow(RANDOM_SEED_COUNT)
        return redirect(f"{url_for('learn.train')}?{urlencode({**fields, 'seed': seed})}")
    try:
        exercise = draw_problem(typed)
    except HandError as error:
        translate_in(ruleset["id"])
        problems = [translate(problem.detail) for problem in error.problems]
        page = render_template(
            "learn/no_problem.html", problems=problems, ruleset=ruleset, levels=levels_of(ruleset)
        )
        return page, 422
    return _problem_page(exercise, typed)


def _problem_page(exercise: Exercise, typed: form_documents.FormFields) -> ResponseReturnValue:
    level, seed = int(typed.get("level") or 1), int(typed.get("seed") or 0)
    fields = {"rules": exercise.ruleset["id"], "preset": typed.get("preset", ""), "level": level}
    fields = {name: value for name, value in fields.items() if value}
    page = url_for("learn.train")
    share = f"{page}?{urlencode({**fields, 'seed': seed})}"
    return exercise_page(
        exercise,
        hidden=[(name, str(value)) for name, value in {**fields, "seed": seed}.items()],
        give=share,
        give_url=public_address.address_of(share),
        add=share,
        level=level,
        levels=levels_of(exercise.ruleset),
        following=f"{page}?{urlencode({**fields, 'seed': seed + 1})}",
        level_links={n: f"{page}?{urlencode({**fields, 'level': n})}" for n in LEVEL_LABELS},
    )


def draw_problem(typed: form_documents.FormFields) -> Exercise:
    """Draw the problem that the fields request. Raises HandError."""
    payload: dict[str, Any] = {"ruleset": typed.get("rules", "").strip()}
    if typed.get("preset", "").strip():
        payload["preset"] = typed["preset"].strip()
    for name in ("level", "seed"):
        value = typed.get(name, "").strip()
        number = plain_number(value)
        payload[name] = (value or None) if number is None else number
    problem: Any = scorer.problem(payload)
    ruleset = ruleset_of(problem["ruleset"])
    exercise = Exercise(problem["document"], problem["answer"], ruleset, typed, problem["ask"])
    exercise.problem = {name: problem[name] for name in ("id", "level", "seed")}
    return exercise


def exercise_page(exercise: Exercise, **context: Any) -> ResponseReturnValue:
    """Render an exercise with its graded responses."""
    translate_in(exercise.ruleset["id"])
    graded = exercise.graded
    all_hints, requested = hints(exercise), str(exercise.typed.get("hint", ""))
    hint = min(int(requested), len(all_hints)) if requested in ("1", "2") else 0
    page = render_template(
        "learn/exercise.html",
        exercise=exercise,
        ruleset=exercise.ruleset,
        graded=graded,
        hints=all_hints[:hint],
        more_hints=hint < len(all_hints),
        hint=hint,
        label_of=question_form.label_of,
        **context,
    )
    return page, 422 if exercise.problems else 200


@blueprint.get("/learn/steps")
def steps() -> ResponseReturnValue:
    """Show a score step by step; each step may be answered before it is shown."""
    form = read_form()
    exercise = _hand_exercise(form)
    if exercise is None:
        return redirect_with_query("pages.hand")
    all_steps = score_steps(exercise.answer)
    requested = form.typed.get("at", "0")
    at = min(int(requested), len(all_steps)) if requested in map(str, range(100)) else 0
    responses = {n: form.typed.get(f"{STEP_PREFIX}{n}", "").strip() for n in range(len(all_steps))}
    answered = [
        {**step, "response": responses[n], "right": _is_right(responses[n], step["amount"])}
        for n, step in enumerate(all_steps)
    ]
    query = addresses.hand_query(form.document)
    return render_template(
        "learn/steps.html",
        exercise=exercise,
        ruleset=form.ruleset,
        steps=answered[:at],
        current=answered[at] if at < len(all_steps) else None,
        at=at,
        count=len(all_steps),
        hidden=[
            *hidden_fields(query),
            *((f"{STEP_PREFIX}{n}", responses[n]) for n in range(at) if responses[n]),
        ],
        all_shown=f"{url_for('learn.steps')}?{query}&at={len(all_steps)}",
        field=f"{STEP_PREFIX}{at}",
    )


def _is_right(response: str, amount: int) -> bool:
    return integer_or_text(response) == amount


@blueprint.get("/learn/progress")
def progress() -> ResponseReturnValue:
    """Show the progress by rule; the browser stores it and fills it in."""
    ruleset = requested_ruleset()
    return render_template(
        "learn/progress.html",
        rulesets=offered_rulesets(),
        ruleset=ruleset,
        kinds=rules_by_kind(ruleset),
    )
