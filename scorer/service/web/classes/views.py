"""The pages of a class. Every form works without scripts; a pupil's secret is in no address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from scorer.documents.schemas import requests
from scorer.documents.schemas.fields import plain_number
from scorer.errors import HandError
from scorer.service.classes import opening
from scorer.service.games import request_meta
from scorer.service.i18n import languages
from scorer.service.i18n.contexts import translate_in
from scorer.service.i18n.languages import translate
from scorer.service.store.classes import CLASS_LIFETIME_DAYS, ClassRef, Pupil
from scorer.service.store.keys import KEY_PATH
from scorer.service.store.records import IdempotentRequest, StoreUnavailableError
from scorer.service.web import files, public_address
from scorer.service.web.classes.exercises import (
    answer_tallies,
    exercise_of,
    marks_of,
    results_of_exercises,
)
from scorer.service.web.forms.submitted import body_fields, submitted_fields
from scorer.service.web.games.forms.form_meta import (
    ONCE_FIELD,
    form_meta,
    new_form_name,
    submitted_once,
)
from scorer.service.web.games.pages import (
    no_store,
    problems_in_words,
    refuse_foreign_forms,
    wants_json,
)
from scorer.service.web.learn import question_form
from scorer.service.web.learn.exercises import Exercise
from scorer.service.web.learn.sets import SetError, unpack_set
from scorer.service.wsgi.caching import page_with_etag
from scorer.types.classes import (
    MAX_EXERCISES,
    MAX_NICKNAME_LENGTH,
    ClassRequest,
    PupilAnswer,
    PupilRequest,
)
from scorer.types.terms import ClassRole

PUPIL_FIELD, EXERCISE_FIELD = "pupil", "exercise"

blueprint = Blueprint("class_pages", __name__, url_prefix="/classes")
blueprint.before_request(refuse_foreign_forms)
blueprint.after_request(no_store)

MAKING_ENDPOINTS = ("class_pages.new",)
"""The endpoint that makes a class."""


@blueprint.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Begin a class."""
    typed, problems, status = submitted_fields(), [], 200
    if request.method == "POST":
        document = {"title": typed.get("title", "").strip(), "set": typed.get("set", "")}
        document["reveal"] = typed.get("reveal", "at_once")
        try:
            checked = requests.load(ClassRequest, document)
            begun = opening.create_class(checked, submitted_once(document))
            return _keys_page(begun.keys, begun.class_ref), 201
        except HandError as error:
            problems, status = problems_in_words(error), 422
        except StoreUnavailableError:
            problems, status = [gettext("Classes cannot be stored here at the moment.")], 503
    code = typed.get("s", "")
    if code and request.method == "GET":
        typed = MultiDict({"set": code, "title": _title_of(code)})
    page = render_template(
        "classes/new.html",
        typed=typed,
        problems=problems,
        days=CLASS_LIFETIME_DAYS,
        most=MAX_EXERCISES,
        once=new_form_name(),
    )
    return page, status


@blueprint.get(KEY_PATH)
def shown(key: str) -> ResponseReturnValue:
    """Show the class: to a pupil the way in, to the teacher the results."""
    class_ref = opening.find_class(key)
    if class_ref.role == "teach":
        return _results_page(class_ref, key)
    count = len(opening.or_404(lambda: opening.store().exercises(class_ref), key))
    return _join_page(class_ref, key, count)


@blueprint.post(f"{KEY_PATH}/pupils")
def join(key: str) -> ResponseReturnValue:
    """Join under a nickname, and show the first exercise."""
    class_ref = opening.find_class(key, "join")
    typed = body_fields()
    nickname = typed.get("nickname", "")
    try:
        wanted = requests.load(PupilRequest, {"nickname": nickname})["nickname"]
        once = submitted_once({"nickname": wanted})
        joined = opening.add_pupil(class_ref, wanted, key, once)
    except HandError as error:
        problems = problems_in_words(error)
        if wants_json():
            return {"problems": problems}, 422
        count = len(opening.or_404(lambda: opening.store().exercises(class_ref), key))
        languages.offer_languages(url_for("class_pages.shown", key=key))
        return _join_page(class_ref, key, count, nickname[:MAX_NICKNAME_LENGTH], problems), 422
    if wants_json():
        return {**joined}, 201
    return _exercise_page(class_ref, key, 1, MultiDict({PUPIL_FIELD: joined["pupil"]})), 201


@blueprint.route(f"{KEY_PATH}/exercises/<int:number>", methods=["GET", "POST"])
def exercise(key: str, number: int) -> ResponseReturnValue:
    """Show an exercise: to a pupil with its questions, to the teacher with what was answered."""
    class_ref = opening.find_class(key)
    if class_ref.role == "teach":
        return _answers_page(class_ref, key, number)
    return _exercise_page(class_ref, key, number, body_fields())


@blueprint.post(f"{KEY_PATH}/answers")
def answer(key: str) -> ResponseReturnValue:
    """Answer an exercise, and show its grade."""
    class_ref, typed = opening.find_class(key, "join"), body_fields()
    number = plain_number(typed.get(EXERCISE_FIELD, ""), 3) or 0
    typed["check"] = "1"
    record = opening.find_exercise(class_ref, number)
    task = exercise_of(record, typed)
    translate_in(task.ruleset["id"])
    if task.graded is None:
        return _exercise_page(class_ref, key, number, typed, task), 422
    document = {
        PUPIL_FIELD: typed.get(PUPIL_FIELD, ""),
        EXERCISE_FIELD: number,
        "answer": task.responses,
    }
    once = IdempotentRequest(form_meta(typed).once, request_meta.hash_request(document))
    try:
        checked = requests.load(PupilAnswer, document)
        answered = opening.answer_exercise(class_ref, checked, once, key)
    except HandError as error:
        task = exercise_of(record, _without_check(typed))
        return _exercise_page(class_ref, key, number, typed, task, problems_in_words(error)), 422
    shows = answered.is_shown
    task = exercise_of(record, typed if shows else _without_check(typed))
    return _exercise_page(class_ref, key, number, typed, task, given=not shows)


@blueprint.post(f"{KEY_PATH}/<any(close, open):how>")
def close(key: str, how: str) -> ResponseReturnValue:
    """Close the class, or open it again."""
    opening.set_open(key, is_open=how == "open")
    return redirect(url_for("class_pages.shown", key=key), 303)


@blueprint.post(f"{KEY_PATH}/codes")
def codes(key: str) -> ResponseReturnValue:
    """Show a new code by which phones join the class."""
    class_ref = opening.find_class(key, "teach")
    role: ClassRole = "join" if request.form.get("role") != "teach" else "teach"
    made = opening.open_code(key, role)
    ask = url_for("joining.ask")
    joining = public_address.address_of(ask) or ask
    return _page("classes/code.html", class_ref, key, made=made, role=role, joining=joining), 201


@blueprint.get(f"{KEY_PATH}/more")
def more(key: str) -> ResponseReturnValue:
    """Show how to export and remove a class."""
    return _page("classes/more.html", opening.find_class(key, "teach"), key)


@blueprint.post(f"{KEY_PATH}/delete")
def remove(key: str) -> ResponseReturnValue:
    """Remove a class if the form confirms it."""
    opening.find_class(key, "teach")
    if request.form.get("sure") != "yes":
        return redirect(url_for("class_pages.more", key=key), 303)
    opening.remove_class(key)
    return redirect(url_for("learn.home", removed="class"), 303)


def _keys_page(keys: Mapping[str, str], class_ref: ClassRef) -> str:
    """Show the links of a class, which are shown only once."""
    pages = {role: url_for("class_pages.shown", key=key) for role, key in keys.items()}
    links = {role: public_address.address_of(page) or page for role, page in pages.items()}
    return render_template(
        "classes/begun.html", title=class_ref.record["title"], links=links, days=CLASS_LIFETIME_DAYS
    )


def _results_page(class_ref: ClassRef, key: str) -> Response:
    tag = f"{class_ref.tag}-{languages.requested_language()}-{files.release()}"
    if request.if_none_match.contains_weak(tag):
        return page_with_etag(Response(status=304), tag)
    records = opening.or_404(lambda: opening.store().exercises(class_ref), key)
    pupils, results = opening.store().results(class_ref)
    rows = results_of_exercises(records, pupils, results)
    totals = opening.pupil_rows(pupils, results, len(records))
    page = _page("classes/results.html", class_ref, key, rows=rows, totals=totals, tag=f'"{tag}"')
    return page_with_etag(Response(page, mimetype="text/html"), tag)


def _answers_page(class_ref: ClassRef, key: str, number: int) -> str:
    record = opening.find_exercise(class_ref, number)
    task = exercise_of(record)
    translate_in(task.ruleset["id"])
    pupils, results = opening.store().results(class_ref)
    firsts = [result.first for result in results if result.exercise == number]
    return _page(
        "classes/answers.html",
        class_ref,
        key,
        number=number,
        task=task,
        ruleset=task.ruleset,
        given=answer_tallies(task, firsts),
        row=opening.exercise_row(firsts, len(pupils)),
        label_of=question_form.label_of,
    )


def _join_page(
    class_ref: ClassRef, key: str, count: int, nickname: str = "", problems: Sequence[str] = ()
) -> str:
    """Ask a pupil for a nickname."""
    fields = {"count": count, "nickname": nickname, "problems": problems, "once": new_form_name()}
    return _page("classes/join.html", class_ref, key, **fields)


def _exercise_page(  # what was submitted, and what came of it
    class_ref: ClassRef,
    key: str,
    number: int,
    typed: MultiDict[str, str],
    task: Exercise | None = None,
    problems: Sequence[str] = (),
    *,
    given: bool = False,
) -> str:
    """Show an exercise to a pupil; ``given`` if an answer was stored whose grade is not shown."""
    records = opening.or_404(lambda: opening.store().exercises(class_ref), key)
    record = opening.find_exercise(class_ref, number)
    task = task or exercise_of(record)
    translate_in(task.ruleset["id"])
    own = url_for("class_pages.exercise", key=key, number=number)
    languages.offer_languages(own, [(PUPIL_FIELD, typed.get(PUPIL_FIELD, ""))])
    pupil, marks, graded = _pupil_progress(class_ref, record, number, typed)
    return _page(
        "classes/exercise.html",
        class_ref,
        key,
        number=number,
        count=len(records),
        task=task,
        ruleset=task.ruleset,
        graded=task.graded if not task.problems and "check" in task.typed else graded,
        stored=given,
        problems=problems,
        pupil=pupil,
        secret=typed.get(PUPIL_FIELD, ""),
        marks=marks,
        once=new_form_name(),
        names={"pupil": PUPIL_FIELD, "exercise": EXERCISE_FIELD, "once": ONCE_FIELD},
        label_of=question_form.label_of,
    )


def _pupil_progress(
    class_ref: ClassRef, record: Mapping[str, Any], number: int, typed: MultiDict[str, str]
) -> tuple[Pupil | None, dict[int, str], dict[str, Any] | None]:
    """Return the pupil, their marks, and of a closed class the grade of their first answer."""
    try:
        pupil = opening.find_pupil(class_ref, typed.get(PUPIL_FIELD, ""))
    except HandError:
        return None, {}, None
    results = opening.store().results(class_ref, pupil)[1]
    is_shown = class_ref.record["reveal"] == "at_once" or not class_ref.is_open
    graded = None
    if not class_ref.is_open:
        own = [result.first.answer for result in results if result.exercise == number]
        graded = opening.grade_of(record, own[0]) if own else None
    return pupil, marks_of(results, is_shown=is_shown), graded


def _page(template: str, class_ref: ClassRef, key: str, **variables: Any) -> str:
    own = url_for("class_pages.shown", key=key)
    return render_template(
        template,
        group=class_ref,
        title=class_ref.record["title"] or translate(gettext("The class")),
        key=key,
        release=files.release(),
        address=public_address.address_of(own) or own,
        longest_nickname=MAX_NICKNAME_LENGTH,
        **variables,
    )


def _without_check(typed: MultiDict[str, str]) -> MultiDict[str, str]:
    return MultiDict((name, value) for name, value in typed.items(multi=True) if name != "check")


def _title_of(code: str) -> str:
    try:
        return unpack_set(code).title
    except SetError:
        return ""
