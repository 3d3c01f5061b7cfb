"""The pages to learn from: exercises of a hand or a table, problems drawn, a score step by step,
and what has been learned so far."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import scorer
from scorer.errors import HandError
from scorer.learn.unfolding import unfolded
from scorer.service.i18n.languages import later, said
from scorer.service.learn import asked
from scorer.service.learn.exercises import Exercise, exercise_of
from scorer.service.learn.hints import hints
from scorer.service.web import (
    addresses,
    form_documents,
    public_address,
)
from scorer.service.web.fields_sent import fields_sent
from scorer.service.web.form import Form, how_won, read_form, rulesets
from scorer.service.web.why import hidden, rules_by_kind

__all__ = ["LEVELS", "blueprint", "exercise_page", "of_hand_document", "of_problem"]

blueprint = Blueprint("learn", __name__)

LEVELS = {
    1: later("The sets"),
    2: later("Points"),
    3: later("Doubles, fan and han"),
    4: later("Limits and special hands"),
    5: later("Who pays whom"),
    6: later("The whole table"),
}
CARD_LEVELS = {
    **LEVELS,
    1: later("Which hand of the card"),
    2: later("Which tile is missing"),
    3: later("What may be exposed"),
    4: later("What it is worth"),
}
STEP = "s."
"""What the names of fields begin with that answer a step."""
MOST_DIGITS = 16
MOST_DRAWN = 1_000_000
"""Seeds of the problems that come by themselves: short enough to be told."""


def levels_of(detail: dict[str, Any]) -> dict[int, str]:
    """What each level of this ruleset is about."""
    return CARD_LEVELS if detail["hand_of"] == "card" else LEVELS


@blueprint.get("/learn")
def home() -> str:
    """Where one learns to score: lessons, problems, sets of exercises."""
    return render_template("learn/home.html", rulesets=rulesets(), levels_of=levels_of)


@blueprint.get("/learn/exercise/hand")
def of_hand() -> ResponseReturnValue:
    """A hand that hides its score and asks for it."""
    form = read_form()
    form.document = form_documents.hand_document(form.typed, form.detail)
    found = None if how_won(form) else of_hand_document(form)
    return _exercise(found, "pages.hand")


@blueprint.get("/learn/exercise/table")
def of_table() -> ResponseReturnValue:
    """A whole table that hides its settlement and asks for it."""
    form = read_form()
    form.document = form_documents.table_document(form.typed, form.detail)
    return _exercise(exercise_of(form.document, form.detail, form.typed), "pages.table")


def of_hand_document(form: Form) -> Exercise | None:
    """The hand of a form as an exercise; None where nobody can score it, or where a card of one's
    own would have to go along."""
    if form.own_card:
        return None
    return exercise_of(form.document, form.detail, form.typed)


def _exercise(found: Exercise | None, page: str) -> ResponseReturnValue:
    """The page of an exercise; where there is none, the page that says what is wrong."""
    if found is None:
        told = request.query_string.decode("ascii", "replace")
        return redirect(f"{url_for(page)}?{told}")
    share = found.address
    return exercise_page(
        found,
        hidden=hidden(found.query),
        give=share,
        give_url=public_address.address_of(share),
        add=share,
    )


@blueprint.get("/learn/train")
def train() -> ResponseReturnValue:
    """A problem that is drawn: always the same for the same seed."""
    typed = fields_sent()
    wanted = {name: typed.get(name, "").strip() for name in ("rules", "preset", "level", "seed")}
    known = {one["id"]: one for one in rulesets()}
    detail = known.get(wanted["rules"], next(iter(known.values())))
    if not wanted["seed"] and (not wanted["rules"] or wanted["rules"] in known):
        # An address that always gives this problem, so that it can be shown to others.
        told = {"rules": detail["id"], "preset": wanted["preset"], "level": wanted["level"] or "1"}
        told = {name: value for name, value in told.items() if value}
        return redirect(
            f"{url_for('learn.train')}?{urlencode({**told, 'seed': secrets.randbelow(MOST_DRAWN)})}"
        )
    try:
        found = of_problem(typed)
    except HandError as error:
        problems = [said(one.detail) for one in error.problems]
        page = render_template(
            "learn/no_problem.html", problems=problems, detail=detail, levels=levels_of(detail)
        )
        return page, 422
    return _problem_page(found, typed)


def _problem_page(found: Exercise, typed: form_documents.Query) -> ResponseReturnValue:
    level, seed = int(typed.get("level") or 1), int(typed.get("seed") or 0)
    told = {"rules": found.detail["id"], "preset": typed.get("preset", ""), "level": level}
    told = {name: value for name, value in told.items() if value}
    page = url_for("learn.train")
    share = f"{page}?{urlencode({**told, 'seed': seed})}"
    return exercise_page(
        found,
        hidden=[(name, str(value)) for name, value in {**told, "seed": seed}.items()],
        give=share,
        give_url=public_address.address_of(share),
        add=share,
        level=level,
        levels=levels_of(found.detail),
        following=f"{page}?{urlencode({**told, 'seed': seed + 1})}",
        level_links={n: f"{page}?{urlencode({**told, 'level': n})}" for n in LEVELS},
    )


def of_problem(typed: form_documents.Query) -> Exercise:
    """The problem that these fields ask for. Raises HandError."""
    request_told: dict[str, Any] = {"ruleset": typed.get("rules", "").strip()}
    if typed.get("preset", "").strip():
        request_told["preset"] = typed["preset"].strip()
    for name in ("level", "seed"):
        told = typed.get(name, "").strip()
        plain = told.isascii() and told.isdigit() and len(told) <= MOST_DIGITS
        request_told[name] = int(told) if plain else told or None
    problem: Any = scorer.problem(request_told)
    detail = next(one for one in rulesets() if one["id"] == problem["ruleset"])
    return Exercise(problem["document"], problem["answer"], detail, typed, problem["ask"])


def exercise_page(found: Exercise, **context: Any) -> ResponseReturnValue:
    """The page of an exercise, with what was given graded."""
    graded = found.graded
    every, wanted = hints(found), str(found.typed.get("hint", ""))
    hint = min(int(wanted), len(every)) if wanted in ("1", "2") else 0
    page = render_template(
        "learn/exercise.html",
        exercise=found,
        detail=found.detail,
        graded=graded,
        hints=every[:hint],
        more_hints=hint < len(every),
        hint=hint,
        label_of=asked.label_of,
        **context,
    )
    return page, 422 if found.problems else 200


@blueprint.get("/learn/steps")
def steps() -> ResponseReturnValue:
    """A score, counted step by step: each step is answered first, or shown."""
    form = read_form()
    form.document = form_documents.hand_document(form.typed, form.detail)
    found = None if how_won(form) else of_hand_document(form)
    if found is None:
        told = request.query_string.decode("ascii", "replace")
        return redirect(f"{url_for('pages.hand')}?{told}")
    every = unfolded(found.answer)
    wanted = form.typed.get("at", "0")
    at = min(int(wanted), len(every)) if wanted in map(str, range(100)) else 0
    given = {n: form.typed.get(f"{STEP}{n}", "").strip() for n in range(len(every))}
    told_steps = [
        {**one, "given": given[n], "right": _same(given[n], one["amount"])}
        for n, one in enumerate(every)
    ]
    query = addresses.hand_query(form.document)
    return render_template(
        "learn/steps.html",
        exercise=found,
        detail=form.detail,
        steps=told_steps[:at],
        asked=told_steps[at] if at < len(every) else None,
        at=at,
        count=len(every),
        hidden=[
            *hidden(query),
            *((f"{STEP}{n}", given[n]) for n in range(at) if given[n]),
        ],
        all_shown=f"{url_for('learn.steps')}?{query}&at={len(every)}",
        field=f"{STEP}{at}",
    )


def _same(given: str, amount: int) -> bool:
    return form_documents.integer(given) == amount


@blueprint.get("/learn/progress")
def progress() -> ResponseReturnValue:
    """What has been met and missed so far, by rule: kept on the phone, and filled in there."""
    known = {one["id"]: one for one in rulesets()}
    detail = known.get(request.args.get("rules", ""), next(iter(known.values())))
    return render_template(
        "learn/progress.html",
        rulesets=list(known.values()),
        detail=detail,
        kinds=rules_by_kind(detail),
    )
