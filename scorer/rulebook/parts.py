"""What a rulebook is declared with: sources, events, rules and declared sets; and how an id
and a sentence come from a function."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from scorer.engine.options import When
from scorer.rulebook.settlement import EnteredEvent, Settlement
from scorer.types.records import Member
from scorer.types.records.added import added_field_document

if TYPE_CHECKING:
    from scorer import types


class Source(NamedTuple):
    """A text that rules are taken from: ``id`` names it in data, ``cited`` in a line."""

    id: str
    cited: str
    title: str
    author: str
    year: int | None
    place: str

    def at(self, place: str) -> str:
        """Return a place in it, as a line cites it: "Sloperama FAQ 19, BW"."""
        return f"{self.cited}, {place}"

    def as_document(self) -> types.Source:
        """Return the source as the list of rulesets shows it."""
        return {
            "id": self.id,
            "cited": self.cited,
            "title": self.title,
            "author": self.author,
            "year": self.year,
            "place": self.place,
        }


Effect = Callable[[Settlement, EnteredEvent], None]
Bars = bool | Callable[[EnteredEvent], bool]


class Event(NamedTuple):
    """Something that happened at the table and moves points: ``effect`` applies it to a settlement.
    ``Book.event`` explains the flags."""

    id: str
    meaning: str
    source: str
    fields: tuple[Member, ...]
    effect: Effect
    bars_win: Bars
    tile_count: str
    tile_count_to: str
    needs_winner: bool
    when: When | None = None
    called: str = ""

    def bars(self, event: EnteredEvent) -> bool:
        """Tests if who did it cannot win the hand."""
        return self.bars_win(event) if callable(self.bars_win) else self.bars_win

    @property
    def in_words(self) -> str:
        """What happened, as it is called within a sentence."""
        return self.called or self.id.replace("_", " ")

    def as_document(self, *, ordered: bool) -> types.RulesetEvent:
        """Return the event as the list of rulesets shows it."""
        shown: types.RulesetEvent = {
            "event": self.id,
            "meaning": self.meaning,
            "source": self.source,
            "fields": [added_field_document(field) for field in self.fields],
            "ordered": ordered,
        }
        if self.when is not None:
            shown["option"] = self.when.as_document()
        return shown


class RuleDeclaration(Protocol):
    """The declaration of a rule, whatever the ruleset's way of counting."""

    @property
    def id(self) -> str:
        """Its published id."""
        ...

    @property
    def meaning(self) -> str:
        """The sentence that players read."""
        ...

    def as_document(self) -> types.Rule:
        """Return the rule as the list of rules shows it."""
        ...


Ruled = TypeVar("Ruled", bound=RuleDeclaration)


class DeclaredSet(NamedTuple):
    """A declared set as it was entered."""

    tiles: Sequence[int]
    concealed: bool
    from_concealed_pung: bool


def rule_id(function: Callable[..., Any]) -> str:
    """Return a rule's published id: its function's name."""
    return function.__name__.replace("_", "-")


def rule_meaning(function: Callable[..., Any]) -> str:
    """Return a rule's sentence: its function's docstring."""
    sentence = function.__doc__ or _function_docstrings(function.__module__).get(
        function.__name__, ""
    )
    return " ".join(sentence.split())


# A function at the top of a module and, on the next line, what it says of itself.
_FUNCTION_DOCSTRING = re.compile(
    r'^def (\w+)(?:[^:]|:(?!\n))+:\n    """(.+?)"""', re.MULTILINE | re.DOTALL
)


@lru_cache
def _function_docstrings(module: str) -> dict[str, str]:
    """Return the docstrings of a module's functions, from its source: compiled functions keep
    none."""
    file = Path(sys.modules[module].__file__ or "")
    source = file.with_name(file.name.partition(".")[0] + ".py")
    return dict(_FUNCTION_DOCSTRING.findall(source.read_text(encoding="utf-8")))
