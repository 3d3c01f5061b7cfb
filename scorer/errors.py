"""The one error that a caller meets: what is wrong with a document, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorer.languages.speech import UserText, say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorer.types import Code, Fault


def quoted(text: str) -> str:
    """Return text from a caller as a message shows it: short, and printable everywhere."""
    short = text if len(text) <= 30 else text[:29] + "…"
    shown = "".join(c if c.isprintable() else "\ufffd" for c in short)
    return say("“{text}”", text=UserText(shown))


def closest_name(name: str, known: Iterable[str], longest: int = 40) -> str | None:
    """Return the known name that a caller probably meant, or None."""
    return next(iter(closest_names(name, known, 1, longest=longest)), None)


def closest_names(
    name: str, known: Iterable[str], most: int, *, likeness: float = 0.6, longest: int = 40
) -> list[str]:
    """Return the known names that are most like one that a caller wrote, the closest first.

    Args:
        name: What the caller wrote. Comparing takes longer for longer texts: only its first
            ``longest`` characters are compared.
        known: The names to choose from, in lower case.
        most: How many names to return at most.
        likeness: How like a name must be, from 0 to 1.
        longest: How many characters of ``name`` are compared.
    """
    # Loaded for the first misspelt name: most callers never need it.
    from difflib import get_close_matches

    return get_close_matches(name.lower()[:longest], list(known), most, likeness)


def pointer_escaped(name: object) -> str:
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
        """The problems as they stand in ``errors`` of an answer over HTTP.

        Their text is plain, in the language of the call (``lang="fr"``). That of ``problems`` can
        still be put into another.
        """
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
