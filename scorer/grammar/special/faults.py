"""What is wrong with a club's special hands: line, column, code and what to do."""

from __future__ import annotations

from typing import NamedTuple

from scorer.grammar.card.notation.faults import MAX_FAULTS, TooManyFaults
from scorer.languages.speech import say
from scorer.types.terms import HandsFault


class OwnFault(NamedTuple):
    """One fault: the line and the column, from 1, a published code, and what to do about it."""

    line: int
    column: int
    code: HandsFault
    detail: str


class HandsError(ValueError):
    """A text of special hands cannot be used; ``faults`` says why."""

    def __init__(self, *faults: OwnFault) -> None:
        super().__init__("; ".join(f"line {fault.line}: {fault.detail}" for fault in faults))
        self.faults: tuple[OwnFault, ...] = faults

    def __reduce__(self) -> tuple[object, ...]:
        return HandsError, self.faults


class Faults:
    """The faults found so far."""

    def __init__(self) -> None:
        self.found: list[OwnFault] = []

    def add(self, line: int, column: int, code: HandsFault, detail: str) -> None:
        """Note a fault; raise TooManyFaults when there are enough of them to stop reading."""
        if len(self.found) == MAX_FAULTS:
            detail = say(
                "there are more than {most} errors, and the rest was not read; correct these first",
                most=MAX_FAULTS,
            )
            self.found.append(OwnFault(line, column, "too_many", detail))
            raise TooManyFaults
        self.found.append(OwnFault(line, column, code, detail))
