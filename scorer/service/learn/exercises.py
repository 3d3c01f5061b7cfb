"""An exercise as its page shows it: a hand or a table that hides its score, what is asked of it,
hints, and what was given, graded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from flask import url_for
from flask_babel import gettext

import scorer
from scorer.errors import HandError
from scorer.service.i18n.languages import said
from scorer.service.learn import asked, shown
from scorer.service.web import addresses, form_documents, labels

__all__ = ["Exercise", "exercise_of"]

Document = dict[str, Any]

NOTHING: Document = {
    **{name: {} for name in ("arrangement", "payments", "awards", "scores", "net")},
    **dict.fromkeys(("hand", "winning_tile"), ""),
    **{"next": "stay", "exposed": False},
}
"""What may be given of a part that is no number, whether it is right or not."""


def exercise_of(
    document: Document, detail: Document, typed: form_documents.Query
) -> Exercise | None:
    """The hand or the table of a document as an exercise; None where nobody can score it."""
    told: Any = document
    try:
        answer: Any = scorer.settle(told) if "players" in document else scorer.score(told)
    except HandError:
        return None
    return Exercise(document, answer, detail, typed, asked.usual(document, answer))


@dataclass
class Exercise:
    """A document with what is asked of it, and the form that was sent about it."""

    document: Document
    answer: Document
    detail: Document
    typed: form_documents.Query
    ask: list[str]
    problems: list[Document] = field(default_factory=list)

    @property
    def of_table(self) -> bool:
        """Whether it is a whole table, else one hand."""
        return "players" in self.document

    @cached_property
    def query(self) -> str:
        """The fields of an address that give the document again."""
        if self.of_table:
            return addresses.table_query(self.document)
        return addresses.hand_query(self.document)

    @property
    def address(self) -> str:
        """Where the document is an exercise."""
        view = "learn.of_table" if self.of_table else "learn.of_hand"
        return f"{url_for(view)}?{self.query}"

    @property
    def result(self) -> str:
        """The page that shows the whole score."""
        return f"{url_for('pages.table' if self.of_table else 'pages.hand')}?{self.query}"

    @property
    def steps(self) -> str:
        """The page that counts it step by step; a table has none of its own."""
        return "" if self.of_table else f"{url_for('learn.steps')}?{self.query}"

    @cached_property
    def players(self) -> list[shown.Held]:
        """What is shown of each player."""
        hidden = "winning_tile" in self.ask
        return shown.players(self.document, self.detail, hide_winning=hidden)

    @cached_property
    def facts(self) -> list[str]:
        """Under what it was played."""
        return shown.rules_in_force(self.document, self.detail)

    @cached_property
    def lying(self) -> list[shown.Laid]:
        """The tiles that lie on the table for everybody."""
        return shown.lying(self.document, self.detail)

    @cached_property
    def parts(self) -> list[asked.Part]:
        """The questions."""
        return asked.parts(self.ask, self.document, self.answer)

    @cached_property
    def given(self) -> dict[str, Any]:
        """What was given so far."""
        told = asked.given(self.typed)
        return {name: told[name] for name in self.ask if name in told}

    @cached_property
    def graded(self) -> Document | None:
        """What was given, graded; None until all is given, and where something of it is no answer,
        with what is wrong among the problems."""
        if "check" not in self.typed:
            return None
        missing = asked.unanswered(self.parts, self.typed)
        if missing:
            first = gettext("Answer every question; a guess is an answer too.")
            self.problems.append({"field": missing[0], "detail": first})
            return None
        try:
            told: Any = {"document": self.document, "given": self.given}
            return {**scorer.grade(told)}
        except HandError as error:
            for one in error.problems:
                name = one.pointer.removeprefix("/given/").replace("/", ".")
                name = name.removeprefix("arrangement.")
                self.problems.append({"field": asked.PREFIX + name, "detail": said(one.detail)})
            return None

    @property
    def counts(self) -> bool:
        """Whether a number of the score is asked for."""
        return any(name in asked.NUMBERS for name in self.ask)

    def won(self, seat: str | None) -> bool:
        """Whether this player was told to have won."""
        players = self.document.get("players")
        return "win" in (players[seat] if players and seat else self.document)

    @property
    def sheets(self) -> dict[str, Document]:
        """The scores that an answer has, by seat."""
        if self.of_table:
            return {seat: one for seat, one in self.answer["scores"].items() if one["lines"]}
        return {self.document.get("seat", ""): self.answer}

    @property
    def counted(self) -> list[str]:
        """The rules that count in it, for who keeps what a learner has met."""
        ids = [line["id"] for sheet in self.sheets.values() for line in sheet["lines"]]
        return sorted({*ids})

    @property
    def missed(self) -> list[str]:
        """The rules that were left out."""
        if not self.graded:
            return []
        return sorted({id for part in self.graded["parts"] for id in part["missed"]})

    @cached_property
    def right_answers(self) -> list[tuple[str, str]]:
        """Each part that is asked, with its right answer in words."""
        empty = {name: NOTHING.get(name, 0) for name in self.ask}
        told: Any = {"document": self.document, "given": empty}
        return [(one["part"], self.right_answer(one)) for one in scorer.grade(told)["parts"]]

    def right_answer(self, part: Mapping[str, Any]) -> str:
        """The right answer of a graded part in words."""
        told = part["answer"]
        if isinstance(told, bool):
            return said(asked.YES_OR_NO["yes" if told else "no"])
        if isinstance(told, Mapping):
            words = {**asked.SETS} if part["part"] == "arrangement" else labels.wind_names()
            named = [
                gettext(
                    "%(option)s: %(value)s", option=said(words[key]), value=labels.number(value)
                )
                for key, value in told.items()
            ]
            return str(gettext(", ")).join(named)
        if isinstance(told, list):
            return str(gettext(", ")).join(map(labels.tile_name, told))
        if part["part"] == "next":
            return said(asked.MOVES[told])
        return labels.number(told) if isinstance(told, int) else str(told)
