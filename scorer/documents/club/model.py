"""A club as its file describes it, and what can be wrong with the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

from scorer.engine.options import Preset, Value

Json = dict[str, Any]


class ClubPreset(NamedTuple):
    """A preset of a club.

    Attributes:
        ruleset: The id of its ruleset.
        id: Its own id.
        title: What people call it.
        meaning: What it stands for, in a sentence.
        default: Whether it is in force where no preset is named.
        base: The ruleset's own preset that it extends, directly or through others of the club.
        options: The options that it sets, with those of what it extends.
    """

    ruleset: str
    id: str
    title: str
    meaning: str
    default: bool
    base: str | None
    options: Mapping[str, Value]

    def as_preset(self) -> Preset:
        """Return it as its ruleset lists it."""
        return Preset(self.id, self.title, self.meaning, self.options, of_club=True, base=self.base)


class Club(NamedTuple):
    """A club.

    Attributes:
        name: What it is called; "" where the file does not say.
        language: The language that its pages begin in; "" for that of the browser.
        ruleset: The id of the ruleset that its pages begin with; "" for the first.
        presets: Its presets.
    """

    name: str = ""
    language: str = ""
    ruleset: str = ""
    presets: tuple[ClubPreset, ...] = ()

    def as_document(self) -> Json:
        """Return it as plain JSON."""
        presets = [{**preset._asdict(), "options": {**preset.options}} for preset in self.presets]
        return {**self._asdict(), "presets": presets}

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Self:
        """Return the club that ``as_document`` wrote."""
        presets = tuple(ClubPreset(**preset) for preset in document["presets"])
        return cls(**{**document, "presets": presets})


NO_CLUB: Final = Club()
"""What is known without a file."""


class Fault(NamedTuple):
    """What is wrong with a club's file.

    Attributes:
        file: The name of the file, as it was given.
        line: The line, from 1; None where it is about the whole file.
        detail: What is wrong, and what to do.
    """

    file: str
    line: int | None
    detail: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.detail}"


class ClubError(ValueError):
    """A club's file that cannot be used.

    Attributes:
        faults: Everything that is wrong with it, in the order of its lines.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: Sequence[Fault] = sorted(faults, key=lambda fault: fault.line or 0)
        super().__init__("\n".join(map(str, self.faults)))
