"""How a ruleset is declared: rules in the book's order, options, presets, circumstances, events.

A rule is written once. Its declaration scores it, explains it and lists it; its docstring is the
sentence that a player reads, its function's name is its published id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from scorer.errors import HandError, Problem, quoted
from scorer.hand import EXACT
from scorer.settle import Happened, Settlement

__all__ = ["Book", "Circumstance", "Event", "Field", "Option", "Preset", "Value"]

Value = str | int | bool | None


class Option(NamedTuple):
    """A house rule that tables differ on: its type, its default and what else it may be.

    ``type`` is ``integer`` (from ``minimum`` to ``maximum``), ``boolean`` or ``choice``.
    """

    name: str
    type: str
    default: Value
    meaning: str
    choices: tuple[Value, ...] | None = None
    minimum: int | None = None
    maximum: int | None = None

    def accepts(self, value: object) -> bool:
        """Whether the value is one that this option may have; true is not 1."""
        if self.type == "boolean":
            return isinstance(value, bool)
        if self.choices is not None:
            return any(value == choice and type(value) is type(choice) for choice in self.choices)
        return (
            type(value) is int
            and (self.minimum is None or value >= self.minimum)
            and (self.maximum is None or value <= self.maximum)
        )

    @property
    def wanted(self) -> str:
        """What the option may be, in words."""
        if self.type == "boolean":
            return "true or false"
        if self.choices is not None:
            return "one of " + ", ".join("null" if c is None else str(c) for c in self.choices)
        return f"a whole number from {self.minimum} to {self.maximum}"

    def as_document(self) -> dict[str, Any]:
        """The option as the list of rulesets shows it."""
        shown: dict[str, Any] = {
            "name": self.name,
            "type": self.type,
            "default": self.default,
            "meaning": self.meaning,
        }
        if self.choices is not None:
            shown["choices"] = list(self.choices)
        if self.minimum is not None:
            shown |= {"minimum": self.minimum, "maximum": self.maximum}
        return shown


class Preset(NamedTuple):
    """Options that go together under a name."""

    name: str
    meaning: str
    options: Mapping[str, Value]


class Circumstance(NamedTuple):
    """Something that the table saw and the tiles cannot tell; ``fact`` is its bit in a win."""

    id: str
    meaning: str
    fact: int


class Field(NamedTuple):
    """One thing that an event may tell beside who did it."""

    name: str
    type: str
    meaning: str


Effect = Callable[[Settlement, Happened], None]


class Event(NamedTuple):
    """Something that happened at the table and moves points: ``effect`` is what it does to a
    settlement. ``Book.event`` tells what the flags mean."""

    id: str
    meaning: str
    source: str
    fields: tuple[Field, ...]
    effect: Effect
    bars_win: bool
    tile_count: str
    needs_winner: bool


class Listed(Protocol):
    """What every rule tells of itself, however its ruleset counts."""

    @property
    def id(self) -> str: ...

    def as_document(self) -> dict[str, Any]:
        """The rule as the list of rules shows it."""
        ...


class Book:
    """A ruleset's declarations. The ways of counting in ``scorer.grammar`` add how they score."""

    def __init__(
        self,
        id: str,
        name: str,
        *,
        summary: str,
        version: str,
        sources: tuple[str, ...],
        unit: str,
    ) -> None:
        self.id = id
        self.name = name
        self.summary = summary
        self.version = version
        self.sources = sources
        self.unit = unit
        self.options: dict[str, Option] = {}
        self.presets: dict[str, Preset] = {}
        self.circumstances: dict[str, Circumstance] = {}
        self.events: dict[str, Event] = {}
        self.sticks: tuple[tuple[int, int], ...] = ()
        self.rules: list[Listed] = []

    def integer(self, name: str, default: int, *, least: int, most: int, meaning: str) -> Option:
        """Declare an option that is a whole number."""
        return self._option(Option(name, "integer", default, meaning, minimum=least, maximum=most))

    def boolean(self, name: str, default: bool, *, meaning: str) -> Option:
        """Declare an option that is on or off."""
        return self._option(Option(name, "boolean", default, meaning))

    def choice(self, name: str, *choices: Value, meaning: str) -> Option:
        """Declare an option that is one of a few values, the default first."""
        return self._option(Option(name, "choice", choices[0], meaning, choices=choices))

    def _option(self, option: Option) -> Option:
        self.options[option.name] = option
        return option

    def preset(self, name: str, meaning: str, **options: Value) -> None:
        """Declare a preset; the first one declared is in force when none is named."""
        self.presets[name] = Preset(name, meaning, MappingProxyType(options))

    def circumstance(self, id: str, fact: int, meaning: str) -> None:
        """Declare a circumstance of winning that this ruleset scores."""
        self.circumstances[id] = Circumstance(id, meaning, fact)

    def event(
        self,
        source: str,
        *fields: Field,
        bars_win: bool = False,
        count: str = EXACT,
        needs_winner: bool = False,
    ) -> Callable[[Effect], Effect]:
        """Declare an event that ``settle`` understands: the function does to the settlement what
        its docstring says. Who did it cannot win (``bars_win``), and may hold another number of
        tiles (``count``); it happens only where another player won (``needs_winner``)."""

        def declare(effect: Effect) -> Effect:
            id = effect.__name__
            self.events[id] = Event(
                id,
                rule_meaning(effect),
                source,
                fields,
                effect,
                bars_win,
                count,
                needs_winner,
            )
            return effect

        return declare

    def resolve(
        self, preset: str | None, chosen: Mapping[str, object]
    ) -> tuple[str | None, dict[str, Value]]:
        """The preset and every option in force. HandError for what the book does not know."""
        problems = []
        if preset is None and self.presets:
            preset = next(iter(self.presets))
        if preset is not None and preset not in self.presets:
            known = ", ".join(self.presets) or "none"
            detail = f"{self.name} has no preset {quoted(preset)}; it has: {known}"
            raise HandError(Problem("/preset", "bad_option", detail))
        options = {name: option.default for name, option in self.options.items()}
        if preset is not None:
            options |= self.presets[preset].options
        for name, value in chosen.items():
            option = self.options.get(name)
            pointer = "/options/" + name.replace("~", "~0").replace("/", "~1")
            if option is None:
                detail = (
                    f"{self.name} has no option {quoted(name)}; it has: {', '.join(self.options)}"
                )
                problems.append(Problem(pointer, "unknown_option", detail))
            elif not option.accepts(value):
                detail = f"{name} is to be {option.wanted}"
                problems.append(Problem(pointer, "bad_option", detail))
            else:
                options[name] = value  # type: ignore[assignment]  # accepts() saw to the type
        if problems:
            raise HandError(*problems)
        return preset, options

    def as_document(self) -> dict[str, Any]:
        """The ruleset with everything that it declares."""
        return {
            "id": self.id,
            "name": self.name,
            "summary": self.summary,
            "rules_version": self.version,
            "sources": list(self.sources),
            "options": [option.as_document() for option in self.options.values()],
            "presets": [
                {"name": preset.name, "meaning": preset.meaning, "options": dict(preset.options)}
                for preset in self.presets.values()
            ],
            "unit": self.unit,
            "rules": [rule.as_document() for rule in self.rules],
            "circumstances": [
                {"id": circumstance.id, "meaning": circumstance.meaning}
                for circumstance in self.circumstances.values()
            ],
            "events": [
                {
                    "event": event.id,
                    "meaning": event.meaning,
                    "source": event.source,
                    "fields": [field._asdict() for field in event.fields],
                }
                for event in self.events.values()
            ],
            "sticks": [{"value": value, "each": each} for value, each in self.sticks],
        }


def rule_id(function: Callable[..., Any]) -> str:
    """A rule's published id: its function's name."""
    return function.__name__.replace("_", "-")


def rule_meaning(function: Callable[..., Any]) -> str:
    """A rule's sentence: its function's docstring."""
    return " ".join((function.__doc__ or "").split())
