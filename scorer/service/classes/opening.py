"""Create, open and answer in classes, for the API and the pages."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from flask import current_app, g

import scorer
from scorer.documents.read import without_club_preset
from scorer.documents.replies import with_translatable_sentences
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.learn.grading import first_slip
from scorer.learn.judging import Attempt as Responses
from scorer.service.api.problems import RequestError
from scorer.service.api.time_limit import stop_after
from scorer.service.games.opening import (
    CodeError,
    reissued_keys,
    require_same_request,
    time_text,
)
from scorer.service.i18n.languages import gettext_noop
from scorer.service.store.classes import (
    CLASS_STORE,
    MAX_ATTEMPTS,
    MAX_KEYS_PER_CLASS_ROLE,
    MAX_PUPILS,
    Attempt,
    ClassRef,
    ClassStore,
    ClosedError,
    Pupil,
    Result,
    TooManyAttemptsError,
    TooManyPupilsError,
    UnknownPupilError,
)
from scorer.service.store.codes import typed_code
from scorer.service.store.records import (
    AlreadyBegunError,
    IdempotentRequest,
    TooManyKeysError,
    UnknownCodeError,
    UnknownKeyError,
)
from scorer.service.web.learn.exercises import Exercise
from scorer.service.web.learn.set_text import read_exercises
from scorer.service.wsgi.counters import counters
from scorer.types.classes import ClassRequest, PupilAnswer
from scorer.types.terms import ClassRole

Json = dict[str, Any]
T = TypeVar("T")

CREATE_SECONDS: Final = 4.0
"""The processor time in which all exercises of a class are to be made."""


class WrongKeyError(Exception):
    """A key of a class was used for what only the other role may do.

    Attributes:
        needed: The role that may.
    """

    def __init__(self, needed: ClassRole) -> None:
        super().__init__(needed)
        self.needed = needed


class CreatedClass(NamedTuple):
    """A class that was created.

    Attributes:
        class_ref: The class.
        keys: Its keys by role.
        exercises: How many exercises it has.
    """

    class_ref: ClassRef
    keys: dict[str, str]
    exercises: int


class AnswerResult(NamedTuple):
    """What is replied to an answer: the grade, and whether the pupil sees it now."""

    grade: Json
    is_shown: bool


def store() -> ClassStore:
    """Return the store of the application."""
    class_store: ClassStore = current_app.extensions[CLASS_STORE]
    return class_store


def create_class(request: ClassRequest, once: IdempotentRequest | None = None) -> CreatedClass:
    """Store a new class; the same request under the same Idempotency-Key gets the first class.

    Raises HandError.
    """
    title, exercises = read_exercises(request["set"], stop_after(CREATE_SECONDS, _too_long()))
    record = {
        "title": request.get("title") or title,
        "reveal": request.get("reveal") or "at_once",
    }
    records = [_exercise_record(item, exercise) for item, exercise in exercises]
    try:
        class_ref, keys = store().begin(record, records, _now(), once)
    except AlreadyBegunError as error:
        keys = reissued_keys(error.issued, once)
        return CreatedClass(find_class(keys["teach"], "teach"), keys, len(records))
    counters().add("classes_begun")
    return CreatedClass(class_ref, keys, len(records))


def find_class(key: str, needed: ClassRole | None = None) -> ClassRef:
    """Return the class of a key.

    Raises:
        RequestError: If no class has the key.
        WrongKeyError: If the key has another role than ``needed``.
    """
    class_ref = or_404(lambda: store().find(key, _now()), key)
    if needed is not None and class_ref.role != needed:
        raise WrongKeyError(needed)
    return class_ref


def class_sheet(class_ref: ClassRef, key: str) -> Json:
    """Return a class as the role of its key sees it. Raises RequestError."""
    exercises = or_404(lambda: store().exercises(class_ref), key)
    sheet: Json = {
        "title": class_ref.record["title"],
        "reveal": class_ref.record["reveal"],
        "open": class_ref.is_open,
        "expires": time_text(class_ref.expires_at),
        "exercises": [
            _shown_exercise(n, record, with_answer=not class_ref.is_open)
            for n, record in enumerate(exercises, start=1)
        ],
    }
    if class_ref.role == "teach":
        pupils, results = store().results(class_ref)
        by_exercise: dict[int, list[Attempt]] = {n: [] for n in range(1, len(exercises) + 1)}
        for result in results:
            by_exercise[result.exercise].append(result.first)
        sheet["pupils"] = pupil_rows(pupils, results, len(exercises))
        sheet["results"] = {
            str(n): exercise_row(firsts, len(pupils)) for n, firsts in by_exercise.items()
        }
    return sheet


def translated_exercise(shown: Json) -> Json:
    """Return an exercise, its answer made again for sentences that can be translated."""
    if "answer" not in shown:
        return shown
    document = shown["document"]
    try:
        made: Any = scorer.settle(document) if "players" in document else scorer.score(document)
    except HandError:
        return shown
    return {**shown, "answer": with_translatable_sentences(shown["answer"], made)}


def pupil_rows(pupils: Sequence[Pupil], results: Iterable[Result], exercises: int) -> list[Json]:
    """Return how each pupil does."""
    answers: dict[int, dict[str, bool]] = {pupil.number: {} for pupil in pupils}
    for result in sorted(results, key=lambda result: result.exercise):
        answers[result.pupil][str(result.exercise)] = result.first.is_right
    return [
        {
            "nickname": pupil.nickname,
            "right": (right := sum(answers[pupil.number].values())),
            "wrong": len(answers[pupil.number]) - right,
            "open": exercises - len(answers[pupil.number]),
            "answers": answers[pupil.number],
        }
        for pupil in pupils
    ]


def exercise_row(firsts: Sequence[Attempt], pupils: int) -> Json:
    """Return how an exercise was answered, by the first answers of pupils."""
    slips = Counter(attempt.slip for attempt in firsts if not attempt.is_right)
    return {
        "right": sum(attempt.is_right for attempt in firsts),
        "wrong": dict(slips.most_common()),
        "open": pupils - len(firsts),
    }


def add_pupil(
    class_ref: ClassRef, nickname: str, key: str, once: IdempotentRequest | None = None
) -> dict[str, str]:
    """Add a pupil; return the secret of their phone, and their nickname. Raises HandError.

    The same request under the same Idempotency-Key gets the same pupil.
    """
    try:
        secret, distinct = or_404(lambda: store().add_pupil(class_ref, nickname, once), key)
    except ClosedError:
        raise _class_closed_error() from None
    except TooManyPupilsError:
        detail = say(
            "{most} pupils have joined, and no more fit in; ask the teacher for another class",
            most=MAX_PUPILS,
        )
        raise HandError(Problem("/nickname", "too_many_pupils", detail)) from None
    return {"pupil": secret, "nickname": distinct}


def find_pupil(class_ref: ClassRef, secret: str) -> Pupil:
    """Return the pupil whose phone has this secret. Raises HandError."""
    try:
        return store().pupil(class_ref, secret)
    except UnknownPupilError:
        detail = say("no pupil of this class has this secret: join the class again")
        raise HandError(Problem("/pupil", "unknown_pupil", detail)) from None


def find_exercise(class_ref: ClassRef, number: int) -> Json:
    """Return the record of an exercise. Raises HandError."""
    record = store().exercise(class_ref, number)
    if record is None:
        detail = say("the class has no exercise {number}", number=number)
        raise HandError(Problem("/exercise", "unknown_exercise", detail))
    return record


def answer_exercise(
    class_ref: ClassRef, request: PupilAnswer, once: IdempotentRequest | None, key: str
) -> AnswerResult:
    """Store an answer and return its grade; the same request again gets the same reply.

    Raises:
        RequestError: If no class has the key.
        HandError: If the answer is invalid, or is not taken.
    """
    pupil, number = find_pupil(class_ref, request["pupil"]), request["exercise"]
    record = find_exercise(class_ref, number)
    given = dict(request["answer"])
    if once is not None:
        stored = store().stored_attempt(class_ref, once.name)
        if stored is not None:
            return _repeat_answer(stored.request_hash, once, record, stored.attempt)
    if not given:
        detail = say("answer at least one question: {ask}", ask=", ".join(record["ask"]))
        raise HandError(Problem("/answer", "required", detail))
    if not class_ref.is_open:
        raise _class_closed_error()
    grade = grade_of(record, given)
    slip = first_slip(Responses(record["document"], grade["answer"], given), record["ask"])
    shown = class_ref.record["reveal"] == "at_once"
    attempt = Attempt(given, slip is None, slip or "", shown)
    try:
        earlier = or_404(lambda: store().add_attempt(class_ref, pupil, number, attempt, once), key)
    except ClosedError:
        raise _class_closed_error() from None
    except TooManyAttemptsError:
        detail = say(
            "this exercise was answered {most} times: go on to the next", most=MAX_ATTEMPTS
        )
        raise HandError(Problem("/exercise", "too_many_tries", detail)) from None
    if earlier is not None and once is not None:
        return _repeat_answer(earlier.request_hash, once, record, earlier.attempt)
    counters().add("classes_answers")
    store().sweep_now_and_then(_now(), current_app.config["GAMES_KEPT_DAYS"])
    return AnswerResult(grade, shown)


def grade_of(record: Mapping[str, Any], given: Mapping[str, Any]) -> Json:
    """Return the grade of an answer to an exercise. Raises HandError."""
    try:
        payload: Any = {"document": record["document"], "given": given}
        return {**scorer.grade(payload)}
    except HandError as error:
        problems = [
            problem._replace(pointer=problem.pointer.replace("/given", "/answer", 1))
            for problem in error.problems
        ]
        raise HandError(*problems) from None


def set_open(key: str, *, is_open: bool) -> ClassRef:
    """Open or close a class. Raises RequestError or WrongKeyError."""
    class_ref = find_class(key, "teach")
    return or_404(lambda: store().set_open(class_ref, is_open=is_open), key)


def remove_class(key: str) -> None:
    """Remove a class with all that belongs to it. Raises RequestError or WrongKeyError."""
    store().remove(find_class(key, "teach"))


def open_code(key: str, role: ClassRole) -> dict[str, str]:
    """Return a new code to join the class by, and when it expires.

    Raises RequestError or WrongKeyError.
    """
    class_ref = find_class(key, "teach")
    made = or_404(lambda: store().open_code(class_ref, role, _now()), key)
    return {"code": made.code, "expires": time_text(made.expires_at)}


def join_class(code: str) -> dict[str, str]:
    """Return a further key of the class of a code, by its role.

    Raises:
        CodeError: If no class has the code, or it has expired.
        HandError: If the class has as many keys as it may have.
    """
    try:
        return store().join(typed_code(code), _now())
    except UnknownCodeError:
        g.guessed_code = True
        raise CodeError from None
    except TooManyKeysError:
        detail = say(
            "{most} phones have joined: share the link of the class instead",
            most=MAX_KEYS_PER_CLASS_ROLE,
        )
        raise HandError(Problem("/code", "too_many_keys", detail)) from None


def or_404(look: Callable[[], T], key: str) -> T:
    """Return what ``look`` returns. Raises RequestError if no class has the key."""
    try:
        return look()
    except UnknownKeyError:
        g.guessed_key = key
        raise RequestError(404, gettext_noop("No class has this key.")) from None


def _repeat_answer(
    request_hash: str, once: IdempotentRequest, record: Mapping[str, Any], attempt: Attempt
) -> AnswerResult:
    require_same_request(request_hash, once.request_hash)
    return AnswerResult(grade_of(record, attempt.answer), attempt.is_shown)


def _exercise_record(item: str, exercise: Exercise) -> Json:
    """Return an exercise as it is stored."""
    return {
        "item": item,
        "document": without_club_preset(exercise.document),
        "ask": exercise.ask,
        "ruleset": exercise.answer["ruleset"],
        "preset": exercise.answer["preset"],
        "rules_version": exercise.answer["rules_version"],
        "problem": exercise.problem,
    }


def _shown_exercise(number: int, record: Mapping[str, Any], *, with_answer: bool) -> Json:
    problem = record["problem"] or dict.fromkeys(("id", "level", "seed"))
    shown = {
        "exercise": number,
        **problem,
        **{name: record[name] for name in ("ruleset", "preset", "rules_version")},
        **{name: record[name] for name in ("document", "ask")},
    }
    if with_answer:
        shown["answer"] = answer_of(record)
    return shown


def answer_of(record: Mapping[str, Any]) -> Json:
    """Return the score or the settlement of an exercise."""
    document: Any = record["document"]
    return {**(scorer.settle(document) if "players" in document else scorer.score(document))}


def _too_long() -> Problem:
    detail = say("these exercises take the server too much time: make two classes of them")
    return Problem("/set", "bad_value", detail)


def _class_closed_error() -> HandError:
    detail = say("the class is closed and accepts no answers: ask the teacher to open it")
    return HandError(Problem("", "class_closed", detail))


def _now() -> int:
    return int(time.time())
