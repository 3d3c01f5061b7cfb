"""The pages of drills: one question about one part of scoring, its answer, and the next.

How many were right and which come back stands in the address, so that a drill needs no JavaScript.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_decimal, gettext
from werkzeug.datastructures import MultiDict

import scorer
from scorer.documents.schemas.fields import plain_number
from scorer.errors import HandError
from scorer.learn.drills import drill_parts
from scorer.learn.seeded_random import SeededRandom
from scorer.rules import BOOKS
from scorer.service.i18n.languages import gettext_noop, translate
from scorer.service.web.forms.form import requested_ruleset
from scorer.service.web.forms.typed_values import integer_or_text
from scorer.service.web.learn.exercises import Exercise
from scorer.service.web.learn.views import RANDOM_SEED_COUNT

blueprint = Blueprint("drills", __name__, url_prefix="/learn/drill")

DRILL_TITLES: Final[Mapping[str, str]] = {
    "sets": gettext_noop("Sets and the pair"),
    "waits": gettext_noop("The last tile"),
    "patterns": gettext_noop("What patterns are worth"),
    "lines": gettext_noop("The values on the card"),
    "totals": gettext_noop("The total"),
    "payments": gettext_noop("Who pays what"),
}
MAX_ANSWER_COUNT: Final = 9999
MAX_ANSWER_TENTHS: Final = 36_000
MAX_MISSED_QUESTIONS: Final = 8
REPEAT_MISSED_AFTER: Final = 3
"""What was missed comes back after so many other questions."""


class MissedQuestion(NamedTuple):
    """A question that comes back.

    Attributes:
        part: Its part.
        seed: Its seed.
        at: The number of questions answered when it was missed.
    """

    part: str
    seed: int
    at: int


class DrillProgress(NamedTuple):
    """What the address says of the questions so far.

    Attributes:
        parts: The parts that are asked for.
        answered: How many questions were answered.
        right: How many of them right.
        missed: The questions that come back.
        timed: Whether answers are timed.
        tenths: The time of all answers, in tenths of a second.
    """

    parts: tuple[str, ...]
    answered: int
    right: int
    missed: tuple[MissedQuestion, ...]
    timed: bool
    tenths: int

    def fields(self) -> list[tuple[str, str]]:
        """Return the fields of the address that hold all of this."""
        fields = [("on", part) for part in self.parts]
        if self.answered:
            fields += [("n", str(self.answered)), ("ok", str(self.right))]
        fields += [("back", f"{part}.{seed}.{at}") for part, seed, at in self.missed]
        if self.timed:
            fields += [("timed", "1"), ("t", str(self.tenths))]
        return fields

    def after(self, part: str, seed: int, right: bool, tenths: int) -> DrillProgress:
        """Return the session after an answer."""
        left = tuple(each for each in self.missed if (each.part, each.seed) != (part, seed))
        if not right:
            left = (*left, MissedQuestion(part, seed, self.answered + 1))[-MAX_MISSED_QUESTIONS:]
        return self._replace(
            answered=min(self.answered + 1, MAX_ANSWER_COUNT),
            right=min(self.right + right, MAX_ANSWER_COUNT),
            missed=left,
            tenths=min(self.tenths + tenths, MAX_ANSWER_TENTHS * MAX_ANSWER_COUNT),
        )

    def next_question(self, seed: int) -> tuple[str, int]:
        """Return the part and the seed of the next question; ``seed`` is that of the last."""
        for each in self.missed:
            if each.part in self.parts and self.answered - each.at >= REPEAT_MISSED_AFTER:
                return each.part, each.seed
        following = (seed + 1) % RANDOM_SEED_COUNT
        return SeededRandom("part", following).choice(self.parts), following


def _number_of_address(text: str, most: int) -> int:
    """Return a number of the address, 0 if it is none."""
    return min(plain_number(text) or 0, most)


def _read_session(known: Sequence[str]) -> DrillProgress:
    on = [part for part in request.args.getlist("on") if part in known]
    parts = tuple(part for part in known if part in on) or tuple(known)
    count = _number_of_address(request.args.get("n", ""), MAX_ANSWER_COUNT)
    missed = []
    for text in request.args.getlist("back")[:MAX_MISSED_QUESTIONS]:
        part, seed, at = [*text.split("."), "", ""][:3]
        if part in known:
            missed.append(
                MissedQuestion(
                    part, _number_of_address(seed, RANDOM_SEED_COUNT), _number_of_address(at, count)
                )
            )
    return DrillProgress(
        parts,
        count,
        min(_number_of_address(request.args.get("ok", ""), MAX_ANSWER_COUNT), count),
        tuple(missed),
        request.args.get("timed") == "1",
        _number_of_address(request.args.get("t", ""), MAX_ANSWER_TENTHS * MAX_ANSWER_COUNT)
        if count
        else 0,
    )


def _drill_address(ruleset: str, part: str, seed: int, session: DrillProgress | None = None) -> str:
    fields = [("rules", ruleset), ("part", part), ("seed", str(seed))]
    return (
        f"{url_for('drills.question')}?{urlencode(fields + (session.fields() if session else []))}"
    )


@blueprint.get("")
def question() -> ResponseReturnValue:
    """Show a question and, after an answer, whether it is right and why."""
    ruleset = requested_ruleset()
    known = drill_parts(BOOKS[ruleset["id"]])
    session = _read_session(known)
    part, typed_seed = request.args.get("part", ""), request.args.get("seed", "")
    if part not in known or not typed_seed or part not in session.parts:
        drawn = session.next_question(secrets.randbelow(RANDOM_SEED_COUNT))
        return redirect(_drill_address(ruleset["id"], *drawn, session))
    seed = _number_of_address(typed_seed, RANDOM_SEED_COUNT)
    try:
        asked: Any = scorer.drill({"ruleset": ruleset["id"], "part": part, "seed": seed})
    except HandError:
        return redirect(_drill_address(ruleset["id"], part, 0, session))
    typed = request.args.get("answer", "").strip()
    given = integer_or_text(typed) if typed else None
    problem = ""
    if "answer" in request.args and not isinstance(given, int):
        given, problem = None, gettext("Write a whole number; a guess is an answer too.")
    return _question_page(asked, ruleset, session, given, problem)


def _question_page(
    asked: dict[str, Any],
    ruleset: dict[str, Any],
    session: DrillProgress,
    given: Any,
    problem: str,
) -> ResponseReturnValue:
    part, seed = asked["part"], asked["seed"]
    is_right = given == asked["answer"]
    tenths = _number_of_address(request.args.get("took", ""), MAX_ANSWER_TENTHS)
    after = session if given is None else session.after(part, seed, is_right, tenths)
    exercise = _exercise_of(asked, ruleset)
    page = render_template(
        "learn/drill.html",
        asked=asked,
        ruleset=ruleset,
        exercise=exercise,
        session=after,
        given=given,
        problem=problem,
        typed=request.args.get("answer", ""),
        is_right=is_right,
        seconds=_seconds_text(tenths) if tenths and after.timed else "",
        average=_seconds_text(after.tenths / after.answered)
        if after.timed and after.tenths
        else "",
        titles={each: translate(DRILL_TITLES[each]) for each in asked["parts"]},
        last_tile=_last_tile(asked),
        shown_tiles=_shown_tiles(asked),
        hidden=[("rules", ruleset["id"]), ("part", part), ("seed", str(seed)), *session.fields()],
        bare=_drill_address(ruleset["id"], part, seed),
        following=_drill_address(ruleset["id"], *after.next_question(seed), after),
        session_query=urlencode(after.fields()),
        switches=[
            (name, value) for name, value in after.fields() if name not in ("on", "timed", "t")
        ],
    )
    return page, 422 if problem else 200


def _exercise_of(asked: Mapping[str, Any], ruleset: dict[str, Any]) -> Exercise:
    """Return the hand of a question, with its counters only where they change the answer."""
    document = asked["document"]
    if asked["part"] != "payments":
        counters = {counter["name"] for counter in ruleset["state"]}
        document = {name: value for name, value in document.items() if name not in counters}
    return Exercise(document, {}, ruleset, MultiDict(), [])


def _seconds_text(tenths: float) -> str:
    return str(format_decimal(round(tenths / 10, 1)))


def _last_tile(asked: Mapping[str, Any]) -> str:
    """Return the tile that completed the set that is asked about, "" of other questions."""
    if asked["part"] != "waits":
        return ""
    return str(asked["document"]["hand"]["winning_tile"])


def _shown_tiles(asked: Mapping[str, Any]) -> list[str]:
    """Return the tiles of the set that is asked about, without the one that completed it."""
    shown = [*asked["set"]["tiles"]] if asked["set"] else []
    if _last_tile(asked) in shown:
        shown.remove(_last_tile(asked))
    return shown
