"""What is wrong with a card: the faults of its lines, and the error that lists them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import NamedTuple

from scorer.errors import quoted
from scorer.languages.speech import say

MAX_FAULTS = 100


class CardProblem(NamedTuple):
    """One fault of a card: the line (from 1), the piece of it that is wrong, as it was written but
    short and printable, and a sentence: what is wrong with it and what to write instead."""

    line: int
    text: str
    detail: str


class CardError(ValueError):
    """A card cannot be used; ``problems`` says why, line by line."""

    def __init__(self, *problems: CardProblem) -> None:
        super().__init__("; ".join(f"line {p.line}: {p.detail}" for p in problems))
        self.problems: tuple[CardProblem, ...] = problems

    def __reduce__(self) -> tuple[object, ...]:
        return CardError, self.problems


class TooManyFaults(Exception):
    """There are so many faults that more of them help nobody."""


class Faults:
    """The faults found so far in the order of the lines."""

    def __init__(self) -> None:
        self.problems: list[CardProblem] = []

    def add(self, line: int, text: str, detail: str) -> None:
        """Note a fault; raise TooManyFaults when there are enough of them to stop reading."""
        if len(self.problems) == MAX_FAULTS:
            detail = say(
                "the card has more than {most} errors, and the rest was not read; "
                "correct these first",
                most=MAX_FAULTS,
            )
            self.problems.append(CardProblem(line, "", detail))
            raise TooManyFaults
        self.problems.append(CardProblem(line, quoted(text)[1:-1], detail))

    def error(self) -> CardError:
        """Return the error with all these faults, for the caller to raise."""
        return CardError(*self.problems)


def closest(text: str, choices: Iterable[str]) -> str | None:
    """Return the choice that a text was probably meant to be, or None."""
    # Comparing takes longer for longer texts, so only the beginning of a long one is compared.
    close = difflib.get_close_matches(text[:40], list(choices), n=1, cutoff=0.7)
    return close[0] if close else None


def did_you_mean(text: str, choices: Iterable[str], otherwise: str) -> str:
    """Return the end of a message about a text that is none of the ``choices``: "did you mean" the
    closest of them or, where none is close, ``otherwise``."""
    meant = closest(text, choices)
    return otherwise if meant is None else say("did you mean {meant}?", meant=quoted(meant))
