"""The one error that a caller meets: what is wrong with a document, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorer.languages.speech import UserText, say

if TYPE_CHECKING:
    from scorer.types import Code, Fault

__all__ = ["HandError", "Problem", "escaped", "quoted"]


def quoted(text: str) -> str:
    """Return text from a caller as a message shows it: short, and printable everywhere."""
    short = text if len(text) <= 30 else text[:29] + "…"
    shown = "".join(c if c.isprintable() else "\ufffd" for c in short)
    return say("“{text}”", text=UserText(shown))


def escaped(name: object) -> str:
    """Return a field's name as a part of a JSON pointer (RFC 6901)."""
    return str(name).replace("~", "~0").replace("/", "~1")


class Problem(NamedTuple):
    """One thing that is wrong: a JSON pointer to it, a published code, and what to do about it.

    For programs that want less than the whole ``detail``: ``line`` is the line of a text that is
    wrong (0: no line), ``subject`` what the detail is about, ``reason`` what it says of that.
    """

    pointer: str
    code: Code
    detail: str
    line: int = 0
    subject: str = ""
    reason: str = ""


class HandError(ValueError):
    """A document was understood but cannot be scored; ``problems`` says why, field by field."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(f"{p.pointer}: {p.detail}" for p in problems))
        self.problems: tuple[Problem, ...] = problems

    def __reduce__(self) -> tuple[object, ...]:
        return HandError, self.problems

    @property
    def errors(self) -> list[Fault]:
        """The problems as they stand in ``errors`` of an answer over HTTP: plain text, which
        cannot be translated, unlike that of ``problems``."""
        return [
            {
                "pointer": str.__str__(problem.pointer),
                "code": problem.code,
                "detail": str.__str__(problem.detail),
            }
            for problem in self.problems
        ]

    def under(self, prefix: str) -> HandError:
        """Return the same error with ``prefix``, as ``/players/E``, before every pointer."""
        return HandError(*(p._replace(pointer=prefix + p.pointer) for p in self.problems))
