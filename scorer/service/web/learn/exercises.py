"""An exercise as templates show it: a hand or a table, its questions and the graded responses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from flask import url_for
from flask_babel import gettext

import scorer
from scorer.errors import HandError
from scorer.learn.grading import grade_attempt
from scorer.learn.judging import Attempt
from scorer.service.i18n.languages import translate
from scorer.service.web import labels
from scorer.service.web.forms import addresses, form_documents
from scorer.service.web.learn import exercise_view, question_form

Document = dict[str, Any]

NO_RESPONSE: Document = {
    **{name: {} for name in ("arrangement", "payments", "awards", "scores", "net")},
    **dict.fromkeys(("hand", "winning_tile"), ""),
    **{"next": "stay", "exposed": False},
}
"""A response of the right type for each part that is not a number, to grade any exercise."""


def make_exercise(
    document: Document, ruleset: Document, typed: form_documents.FormFields
) -> Exercise | None:
    """Make an exercise of a hand or a table; None if it is invalid."""
    payload: Any = document
    try:
        answer: Any = scorer.settle(payload) if "players" in document else scorer.score(payload)
    except HandError:
        return None
    return Exercise(document, answer, ruleset, typed, question_form.default_parts(document, answer))


@dataclass
class Exercise:
    """A document to score, its questions and the submitted form.

    Attributes:
        document: The hand or the table.
        answer: Its score or settlement.
        ruleset: The ruleset.
        typed: The submitted fields.
        ask: The parts to ask for.
        problems: Errors in the submitted fields.
        problem: The id, level and seed of a drawn problem.
    """

    document: Document
    answer: Document
    ruleset: Document
    typed: form_documents.FormFields
    ask: list[str]
    problems: list[Document] = field(default_factory=list)
    problem: Document | None = None

    @property
    def is_table(self) -> bool:
        """Whether it is a whole table, not one hand."""
        return "players" in self.document

    @cached_property
    def query(self) -> str:
        """The query string of the document."""
        if self.is_table:
            return addresses.table_query(self.document)
        return addresses.hand_query(self.document)

    @property
    def url(self) -> str:
        """The URL of the exercise."""
        view = "learn.of_table" if self.is_table else "learn.of_hand"
        return f"{url_for(view)}?{self.query}"

    @property
    def result_url(self) -> str:
        """The URL of the full result."""
        return f"{url_for('pages.table' if self.is_table else 'pages.hand')}?{self.query}"

    @property
    def steps_url(self) -> str:
        """The URL of the step-by-step page, "" for a table."""
        return "" if self.is_table else f"{url_for('learn.steps')}?{self.query}"

    @cached_property
    def players(self) -> list[exercise_view.PlayerView]:
        """The players and their visible tiles."""
        hidden = "winning_tile" in self.ask
        return exercise_view.player_views(self.document, self.ruleset, hides_winning=hidden)

    @cached_property
    def facts(self) -> list[str]:
        """The circumstances and rules of the hand, each a phrase."""
        return exercise_view.rules_in_force(self.document, self.ruleset)

    @cached_property
    def table_tiles(self) -> list[exercise_view.TileRow]:
        """The tiles on the table that belong to nobody, such as dora indicators."""
        return exercise_view.table_tiles(self.document, self.ruleset)

    @cached_property
    def questions(self) -> list[question_form.Question]:
        """The questions."""
        return question_form.build_questions(self.ask, self.document, self.answer)

    @cached_property
    def responses(self) -> dict[str, Any]:
        """The submitted responses by part."""
        responses = question_form.read_responses(self.typed)
        return {name: responses[name] for name in self.ask if name in responses}

    @cached_property
    def graded(self) -> Document | None:
        """The graded responses; None if any is missing or invalid, which adds to ``problems``."""
        if "check" not in self.typed:
            return None
        missing = question_form.unanswered_fields(self.questions, self.typed)
        if missing:
            message = gettext("Answer every question; a guess is an answer too.")
            self.problems.append({"field": missing[0], "detail": message})
            return None
        try:
            payload: Any = {"document": self.document, "given": self.responses}
            return {**scorer.grade(payload)}
        except HandError as error:
            for problem in error.problems:
                name = problem.pointer.removeprefix("/given/").replace("/", ".")
                name = name.removeprefix("arrangement.")
                self.problems.append(
                    {
                        "field": question_form.RESPONSE_PREFIX + name,
                        "detail": translate(problem.detail),
                    }
                )
            return None

    @property
    def asks_for_score(self) -> bool:
        """Whether a question asks for a number of the score."""
        return any(name in question_form.NUMBER_LABELS for name in self.ask)

    def has_won(self, seat: str | None) -> bool:
        """Tests if this player won."""
        players = self.document.get("players")
        return "win" in (players[seat] if players and seat else self.document)

    @property
    def sheets(self) -> dict[str, Document]:
        """The score sheets by seat."""
        if self.is_table:
            return {seat: sheet for seat, sheet in self.answer["scores"].items() if sheet["lines"]}
        return {self.document.get("seat", ""): self.answer}

    @property
    def counted_rules(self) -> list[str]:
        """The ids of the rules that count, for the learner's progress."""
        ids = [line["id"] for sheet in self.sheets.values() for line in sheet["lines"]]
        return sorted({*ids})

    @property
    def missed_rules(self) -> list[str]:
        """The ids of the rules that the learner left out."""
        if not self.graded:
            return []
        return sorted({id for part in self.graded["parts"] for id in part["missed"]})

    @cached_property
    def right_answers(self) -> list[tuple[str, str]]:
        """Each part with its right answer in words."""
        empty = {name: NO_RESPONSE.get(name, 0) for name in self.ask}
        graded_parts = grade_attempt(Attempt(self.document, self.answer, empty))["parts"]
        return [(part["part"], self.right_answer(part)) for part in graded_parts]

    def right_answer(self, part: Mapping[str, Any]) -> str:
        """Put the right answer of a graded part into words."""
        answer = part["answer"]
        if isinstance(answer, bool):
            return translate(question_form.YES_OR_NO["yes" if answer else "no"])
        if isinstance(answer, Mapping):
            labels_by_key = (
                {**question_form.SET_LABELS}
                if part["part"] == "arrangement"
                else labels.wind_names()
            )
            amounts = [
                labels.named_value(translate(labels_by_key[key]), labels.number(value))
                for key, value in answer.items()
            ]
            return str(gettext(", ")).join(amounts)
        if isinstance(answer, list):
            return str(gettext(", ")).join(map(labels.tile_name, answer))
        if part["part"] == "next":
            return translate(question_form.MOVE_LABELS[answer])
        return labels.number(answer) if isinstance(answer, int) else str(answer)
