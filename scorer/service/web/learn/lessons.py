"""The pages of the first lessons: screens that end in a question, which the scorer grades.

Each choice is a submit button of a GET form, so that a tap answers without JavaScript too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

import scorer
from scorer.learn.lessons import LESSONS
from scorer.learn.lessons.lesson import AnswerChoice, Lesson
from scorer.service.i18n.contexts import translate_in
from scorer.service.i18n.languages import translate
from scorer.service.web import labels
from scorer.service.web.learn.lesson_hands import HandView, hand_view

ANSWER_FIELD, TRIED_FIELD = "answer", "tried"
MAX_TRIED_CHOICES = 12
SHORT_LABEL_LENGTH = 9
"""Labels of at most so many letters stand side by side on a phone."""

blueprint = Blueprint("lessons", __name__, url_prefix="/learn/lessons")


@blueprint.app_template_global()
def first_lesson(ruleset: str) -> str:
    """Return the URL of the first lesson of a ruleset, "" if it has none."""
    lessons = LESSONS.get(ruleset)
    if not lessons:
        return ""
    return url_for("lessons.lesson", ruleset_id=ruleset, screen=lessons[0].id)


class ChoiceButton(NamedTuple):
    """A choice to tap, and whether the learner tried it already."""

    value: str
    label: str
    tiles: Sequence[str]
    hand: HandView | None
    was_tried: bool


@blueprint.get("")
def index() -> ResponseReturnValue:
    """List the lessons of every ruleset."""
    rulesets = [ruleset for ruleset in scorer.rulesets() if ruleset["id"] in LESSONS]
    return render_template("learn/lessons.html", rulesets=rulesets, lessons=LESSONS)


@blueprint.get("/<ruleset>")
def of_ruleset(ruleset: str) -> ResponseReturnValue:
    """List the lessons of a ruleset."""
    if ruleset not in LESSONS:
        return _missing_lesson_page()
    translate_in(ruleset)
    rulesets = [scorer.ruleset(ruleset)]
    return render_template("learn/lessons.html", rulesets=rulesets, lessons=LESSONS, alone=True)


@blueprint.get("/<ruleset_id>/<screen>")
def lesson(ruleset_id: str, screen: str) -> ResponseReturnValue:
    """Show a screen and, after a choice, the scorer's reply."""
    lessons = LESSONS.get(ruleset_id, ())
    position = next((n for n, each in enumerate(lessons) if each.id == screen), None)
    if position is None:
        return _missing_lesson_page()
    translate_in(ruleset_id)
    ruleset: Mapping[str, Any] = scorer.ruleset(ruleset_id)
    current, question = lessons[position], lessons[position].question
    valid = [str(n) for n in range(len(question.choices()))]
    answer = request.args.get(ANSWER_FIELD)
    is_unknown = answer is not None and answer not in valid
    chosen = int(answer) if answer is not None and not is_unknown else None
    tried = [n for n in request.args.getlist(TRIED_FIELD)[:MAX_TRIED_CHOICES] if n in valid]
    is_right = chosen == question.right_index()
    if chosen is not None and not is_right:
        tried.append(str(chosen))
    buttons = _choice_buttons(current, ruleset, tried)
    page = render_template(
        "learn/lesson.html",
        ruleset=ruleset,
        lesson=current,
        place=position + 1,
        count=len(lessons),
        illustrations=[hand_view(document, ruleset) for document in question.illustrations()],
        buttons=buttons,
        shared_facts=_shared_facts(buttons),
        side_by_side=all(
            not button.hand and len(button.label) <= SHORT_LABEL_LENGTH for button in buttons
        ),
        tried=list(dict.fromkeys(tried)),
        chosen=chosen,
        is_right=is_right,
        is_unknown=is_unknown,
        feedback=question.feedback(chosen) if chosen is not None else None,
        following=lessons[position + 1] if position + 1 < len(lessons) else None,
    )
    return page, 422 if is_unknown else 200


def _choice_buttons(
    lesson: Lesson, ruleset: Mapping[str, Any], tried: Sequence[str]
) -> list[ChoiceButton]:
    rule_names = labels.rule_names(ruleset["rules"])
    return [
        ChoiceButton(
            str(n),
            _choice_label(choice, rule_names),
            choice.tiles,
            hand_view(choice.hand, ruleset) if choice.hand else None,
            str(n) in tried,
        )
        for n, choice in enumerate(lesson.question.choices())
    ]


def _shared_facts(buttons: Sequence[ChoiceButton]) -> Sequence[str]:
    """Return the facts that all hands to choose from have in common, to show them once."""
    first, *others = [button.hand.facts if button.hand else () for button in buttons]
    return first if all(facts == first for facts in others) else ()


def _choice_label(choice: AnswerChoice, rule_names: Mapping[str, str]) -> str:
    if choice.rule:
        return rule_names[choice.rule]
    return labels.number(choice.label) if isinstance(choice.label, int) else translate(choice.label)


def _missing_lesson_page() -> ResponseReturnValue:
    page = render_template(
        "error.html",
        title=gettext("No such lesson"),
        detail_text=gettext("There is no lesson at this address. The list has all the lessons."),
        status=404,
        onward=(url_for("lessons.index"), gettext("First lessons")),
    )
    return page, 404
