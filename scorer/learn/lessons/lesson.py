"""Building blocks of a lesson: paragraphs, and a question that the scorer answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Document = Mapping[str, Any]


class AnswerChoice(NamedTuple):
    """An answer to tap: a label (words or a number), a rule by its id, tiles, or a whole hand."""

    label: str | int = ""
    rule: str = ""
    tiles: Sequence[str] = ()
    hand: Document | None = None


class ScoreSum(NamedTuple):
    """The lines of a score and the formula of their total, "" to hide it."""

    lines: Sequence[Document]
    formula: str = ""


class Feedback(NamedTuple):
    """The scorer's reply to an answer: reasons, and the sets, sums and payments behind them."""

    because: Sequence[str] = ()
    sets: Sequence[Document] = ()
    sums: Sequence[ScoreSum] = ()
    payments: Sequence[Document] = ()


class Question(ABC):
    """A multiple-choice question about hands or tables."""

    prompt: str

    @abstractmethod
    def illustrations(self) -> Sequence[Document]:
        """Return the hands and tables drawn above the choices."""

    @abstractmethod
    def choices(self) -> Sequence[AnswerChoice]:
        """Return the answers to choose from."""

    @abstractmethod
    def right_index(self) -> int:
        """Return the index of the right choice, as the scorer computes it."""

    @abstractmethod
    def feedback(self, index: int) -> Feedback:
        """Return the scorer's reply to a choice.

        A learner may try again after a wrong choice, so it does not reveal the right one.
        """

    @abstractmethod
    def documents(self) -> Sequence[Document]:
        """Return every document that the scorer needs to answer the question."""


class Lesson(NamedTuple):
    """A screen: its id in the URL, a title, paragraphs and a closing question."""

    id: str
    title: str
    paragraphs: Sequence[str]
    question: Question
