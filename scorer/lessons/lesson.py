"""What a lesson is made of: words, and a question whose right answer only the scorer knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

__all__ = ["Document", "Lesson", "Offer", "Question", "Sum", "Told"]

Document = Mapping[str, Any]


class Offer(NamedTuple):
    """One answer to tap: words or a number, a rule by its id, tiles, or a whole hand."""

    words: str | int = ""
    rule: str = ""
    tiles: Sequence[str] = ()
    hand: Document | None = None


class Sum(NamedTuple):
    """The lines of a score; ``formula`` is the total that they make, "" where it is not told."""

    lines: Sequence[Document]
    formula: str = ""


class Told(NamedTuple):
    """What the scorer says to an answer: why, and the sets, sums and payments that show it."""

    because: Sequence[str] = ()
    sets: Sequence[Document] = ()
    sums: Sequence[Sum] = ()
    payments: Sequence[Document] = ()


class Question(ABC):
    """What is asked of a hand or a table."""

    ask: str

    @abstractmethod
    def shown(self) -> Sequence[Document]:
        """The hands and tables that are drawn above the answers."""

    @abstractmethod
    def offers(self) -> Sequence[Offer]:
        """The answers to choose from."""

    @abstractmethod
    def right(self) -> int:
        """The place of the right one among them, by the scorer."""

    @abstractmethod
    def told(self, place: int) -> Told:
        """What the scorer says to the answer at this place; a wrong one may be tried again, so it
        is told why, and not what would be right."""

    @abstractmethod
    def documents(self) -> Sequence[Document]:
        """All that the scorer is asked about."""


class Lesson(NamedTuple):
    """A screen: its name in addresses, its title, what it says, and what it asks at its end."""

    id: str
    title: str
    words: Sequence[str]
    question: Question
