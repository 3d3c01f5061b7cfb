"""The first lessons: screens that end in a question, which the scorer grades. One tap is one
answer, with or without JavaScript: each answer is a button of a form that sends with GET."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

import scorer
from scorer.lessons import LESSONS
from scorer.lessons.lesson import Lesson, Offer
from scorer.service.i18n.languages import said
from scorer.service.learn.lesson_hands import Drawn, drawn
from scorer.service.web import labels

__all__ = ["blueprint"]

ANSWER, TRIED = "answer", "tried"
MOST_TRIED = 12
SHORT = 9
"""Answers of no more letters stand side by side on a phone."""

blueprint = Blueprint("lessons", __name__, url_prefix="/learn/lessons")


@blueprint.app_template_global()
def first_lesson(ruleset: str) -> str:
    """Where the lessons of a ruleset begin; "" where there are none."""
    lessons = LESSONS.get(ruleset)
    if not lessons:
        return ""
    return url_for("lessons.lesson", ruleset=ruleset, screen=lessons[0].id)


class Button(NamedTuple):
    """An answer to tap, and whether it was tried and is wrong."""

    value: str
    words: str
    tiles: Sequence[str]
    hand: Drawn | None
    tried: bool


@blueprint.get("")
def index() -> ResponseReturnValue:
    """Every ruleset with its lessons."""
    told = [one for one in scorer.rulesets() if one["id"] in LESSONS]
    return render_template("learn/lessons.html", rulesets=told, lessons=LESSONS)


@blueprint.get("/<ruleset>")
def of_ruleset(ruleset: str) -> ResponseReturnValue:
    """The lessons of one ruleset."""
    if ruleset not in LESSONS:
        return _missing()
    told = [scorer.ruleset(ruleset)]
    return render_template("learn/lessons.html", rulesets=told, lessons=LESSONS, alone=True)


@blueprint.get("/<ruleset>/<screen>")
def lesson(ruleset: str, screen: str) -> ResponseReturnValue:
    """A screen, and what the scorer says to an answer."""
    lessons = LESSONS.get(ruleset, ())
    place = next((n for n, one in enumerate(lessons) if one.id == screen), None)
    if place is None:
        return _missing()
    detail: Mapping[str, Any] = scorer.ruleset(ruleset)
    told, asked = lessons[place], lessons[place].question
    known = [str(n) for n in range(len(asked.offers()))]
    answer = request.args.get(ANSWER)
    unknown = answer is not None and answer not in known
    chosen = int(answer) if answer is not None and not unknown else None
    tried = [one for one in request.args.getlist(TRIED)[:MOST_TRIED] if one in known]
    right = chosen == asked.right()
    if chosen is not None and not right:
        tried.append(str(chosen))
    buttons = _buttons(told, detail, tried)
    page = render_template(
        "learn/lesson.html",
        detail=detail,
        lesson=told,
        place=place + 1,
        count=len(lessons),
        shown=[drawn(one, detail) for one in asked.shown()],
        buttons=buttons,
        shared_facts=_shared_facts(buttons),
        side_by_side=all(not one.hand and len(one.words) <= SHORT for one in buttons),
        tried=list(dict.fromkeys(tried)),
        chosen=chosen,
        right=right,
        unknown=unknown,
        told=asked.told(chosen) if chosen is not None else None,
        following=lessons[place + 1] if place + 1 < len(lessons) else None,
    )
    return page, 422 if unknown else 200


def _buttons(told: Lesson, detail: Mapping[str, Any], tried: Sequence[str]) -> list[Button]:
    names = labels.rule_names(detail["rules"])
    return [
        Button(
            str(n),
            _words(offer, names),
            offer.tiles,
            drawn(offer.hand, detail) if offer.hand else None,
            str(n) in tried,
        )
        for n, offer in enumerate(told.question.offers())
    ]


def _shared_facts(buttons: Sequence[Button]) -> Sequence[str]:
    """The facts that are the same of every hand to choose from: they are told once."""
    first, *others = [one.hand.facts if one.hand else () for one in buttons]
    return first if all(other == first for other in others) else ()


def _words(offer: Offer, names: Mapping[str, str]) -> str:
    if offer.rule:
        return names[offer.rule]
    return labels.number(offer.words) if isinstance(offer.words, int) else said(offer.words)


def _missing() -> ResponseReturnValue:
    page = render_template(
        "error.html",
        title=gettext("No such lesson"),
        detail_text=gettext("There is no lesson at this address. All lessons stand in one list."),
        status=404,
        onward=(url_for("lessons.index"), gettext("First lessons")),
    )
    return page, 404
