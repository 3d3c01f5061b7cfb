"""How a ruleset is declared: rules in the book's order, options, presets, circumstances, events.

A rule is written once. Its declaration scores it, explains it and lists it; its docstring is the
sentence that a player reads, its function's name is its published id.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, Self

from scorer.errors import HandError, Problem, quoted
from scorer.hand import BY, EXACT, Hand, Meld, Win
from scorer.settle import LOSERS_SETTLE, Happened, Owed, Scheme, Settlement, nothing
from scorer.sheet import ScoreSheet
from scorer.speech import say
from scorer.tiles import JOKER, KINDS, code

__all__ = [
    "Book",
    "Circumstance",
    "Dealt",
    "Edition",
    "Event",
    "Field",
    "Option",
    "Preset",
    "Value",
]

Value = str | int | bool | None


class Option(NamedTuple):
    """A house rule that tables differ on: its type, its default and what else it may be.

    ``type`` is ``integer`` (from ``minimum`` to ``maximum``), ``boolean``, ``choice`` or ``text``.
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
        if self.type == "text":
            return isinstance(value, str)
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
            return say("true or false")
        if self.type == "text":
            return say("a text")
        if self.choices is not None:
            known = ", ".join("null" if c is None else str(c) for c in self.choices)
            return say("one of {known}", known=known)
        return say("a whole number from {least} to {most}", least=self.minimum, most=self.maximum)

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


When = tuple[str, Value]


def amount_under(amount: int | Option, options: Mapping[str, Value]) -> int:
    """An amount, or what the option that tells it has under these options."""
    if isinstance(amount, Option):
        chosen = options[amount.name]
        assert isinstance(chosen, int)
        return chosen
    return amount


def usual_amount(amount: int | Option) -> Value:
    """An amount, or the default of the option that tells it."""
    return amount.default if isinstance(amount, Option) else amount


def holds(when: When | None, options: Mapping[str, Value]) -> bool:
    """Whether an option has the value that a rule asks for; true for a rule that asks for none."""
    return when is None or options[when[0]] == when[1]


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
    tile_count_to: str
    needs_winner: bool

    @property
    def in_words(self) -> str:
        """What happened, as it is called within a sentence."""
        return self.id.replace("_", " ")


class Listed(Protocol):
    """What every rule tells of itself, however its ruleset counts."""

    @property
    def id(self) -> str: ...

    def as_document(self) -> dict[str, Any]:
        """The rule as the list of rules shows it."""
        ...


class Laid(NamedTuple):
    """A declared set as it was told."""

    tiles: Sequence[int]
    concealed: bool
    from_concealed_pung: bool


class Dealt(NamedTuple):
    """A finished hand as the passing of the deal sees it: ``east_run`` is how many hands East had
    won running before it, ``at_fault`` the seat whose fault ended it."""

    winner: int | None
    facts: int
    at_fault: int | None
    east_run: int | None
    options: Mapping[str, Value]


Deal = Callable[[Dealt], tuple[bool, str]]
DoubledSeat = Callable[[Mapping[str, Value], int], int | None]


class Edition(Protocol):
    """A book with its options in force: what scores hands, however its ruleset counts. A hand is
    what the book's own ``lay`` makes."""

    @property
    def book(self) -> Book:
        """The ruleset."""
        ...

    @property
    def preset(self) -> str | None:
        """The preset in force."""
        ...

    @property
    def options(self) -> Mapping[str, Value]:
        """Every option in force."""
        ...

    @property
    def unit(self) -> str:
        """What a score is counted in."""
        ...

    @property
    def limit(self) -> int | None:
        """The most that a hand can score, where there is such a limit."""
        ...

    @property
    def wild_tile(self) -> int | None:
        """The tile that is wild: a kind, JOKER for blanks, or None."""
        ...

    def score(self, hand: Any, win: Win | None = None, *, seat: int, prevailing: int) -> ScoreSheet:
        """What the hand is worth, won so or, without ``win``, lost. HandError if it cannot be."""
        ...

    def waits(
        self, hand: Any, told: int, *, seat: int, prevailing: int, by: Sequence[int]
    ) -> list[tuple[int, int, list[ScoreSheet | None]]]:
        """Every tile that completes the hand, how many are unseen, the score each way of ``by``."""
        ...

    def refused(self, hand: Any, win: Win, seat: int) -> list[Problem]:
        """What is told of the win that cannot be; without a hand as far as the facts tell."""
        ...

    def check_wild(self, hand: Any) -> None:
        """HandError when there are wild tiles where no tile is wild."""
        ...

    def agreed(self, points: int, won: bool) -> ScoreSheet:
        """The sheet of a total that the table agreed on."""
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
        self.players: tuple[int, ...] = (3, 4)
        self.ways = tuple(BY)
        self.most_editions = 256
        self.needs_prevailing = True
        self.losers_score = True
        self.discarder_pays = False
        self.table_points: tuple[int, ...] = ()
        self.scheme: Scheme = LOSERS_SETTLE
        self.doubled_seat: DoubledSeat = lambda options, prevailing: None
        self._editions: dict[tuple[object, ...], Edition] = {}
        self.deal_stays: Deal = lambda hand: (
            False,
            say("the deal passes after every hand"),
        )

    def integer(self, name: str, default: int, *, least: int, most: int, meaning: str) -> Option:
        """Declare an option that is a whole number."""
        return self._option(Option(name, "integer", default, meaning, minimum=least, maximum=most))

    def boolean(self, name: str, default: bool, *, meaning: str) -> Option:
        """Declare an option that is on or off."""
        return self._option(Option(name, "boolean", default, meaning))

    def choice(self, name: str, *choices: Value, meaning: str) -> Option:
        """Declare an option that is one of a few values, the default first."""
        return self._option(Option(name, "choice", choices[0], meaning, choices=choices))

    def text(self, name: str, default: str, *, meaning: str) -> Option:
        """Declare an option that is a text, which the book itself reads."""
        return self._option(Option(name, "text", default, meaning))

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
        count_to: str = EXACT,
        needs_winner: bool = False,
    ) -> Callable[[Effect], Effect]:
        """Declare an event that ``settle`` understands: the function does to the settlement what
        its docstring says. Who did it cannot win (``bars_win``), and may hold another number of
        tiles (``count``), as may the player to whom it was done (``count_to``); it happens only
        where another player won (``needs_winner``)."""

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
                count_to,
                needs_winner,
            )
            return effect

        return declare

    def pays(self, function: Owed) -> Owed:
        """Declare what the others owe the winner, where losers owe each other nothing."""
        self.scheme = Scheme(function, nothing)
        return function

    def deal(self, function: Deal) -> Deal:
        """Declare whether the deal stays after a hand, and why."""
        self.deal_stays = function
        return function

    def edition(
        self, preset: str | None = None, options: Mapping[str, object] | None = None
    ) -> Edition:
        """The book with these options in force; HandError for what it does not know."""
        preset, resolved = self.resolve(preset, options or {})
        key = (preset, *resolved.values())
        found = self._editions.get(key)
        if found is None:
            if len(self._editions) >= self.most_editions:
                self._editions.clear()
            found = self._editions[key] = self.enforced(preset, resolved)
        return found

    def enforced(self, preset: str | None, options: dict[str, Value]) -> Edition:
        """A new edition of this book; each way of counting has its own."""
        raise NotImplementedError

    def meld(self, laid: Laid) -> Any:
        """The set that these tiles form; ValueError when they form none."""
        return Meld.of(laid.tiles, laid.concealed, laid.from_concealed_pung)

    def lay(
        self,
        concealed: Sequence[int],
        melds: Sequence[Any],
        bonus: Sequence[int],
        winning: int | None,
        count: str,
    ) -> Any:
        """The hand that these tiles and melds are. Raises HandError."""
        return Hand(concealed, melds, bonus, winning, count=count)

    def shared(self, hands: Sequence[Any]) -> list[tuple[str, int, int]]:
        """Tiles that these hands of one table cannot all have: the tile, how many, how many there
        are in a set."""
        found = []
        for kind in range(KINDS):
            held = sum(hand.copies[kind] for hand in hands)
            if held > 4:
                found.append((code(kind), held, 4))
        for tile in range(KINDS, JOKER):
            held = sum(hand.bonus >> tile & 1 for hand in hands)
            if held > 1:
                found.append((code(tile), held, 1))
        return found

    def conclude(self, table: Settlement) -> None:
        """What follows from all events of a hand together."""

    def variant(self, id: str, name: str) -> Self:
        """A book of one's own that starts as this one; what is declared in it stays in it."""
        other = copy(self)
        other.id, other.name = id, name
        for field, value in vars(self).items():
            if isinstance(value, (dict, list)):
                setattr(other, field, copy(value))
        other._editions = {}
        return other

    def resolve(
        self, preset: str | None, chosen: Mapping[str, object]
    ) -> tuple[str | None, dict[str, Value]]:
        """The preset and every option in force. HandError for what the book does not know."""
        problems = []
        if preset is None and self.presets:
            preset = next(iter(self.presets))
        if preset is not None and preset not in self.presets:
            detail = say(
                "{ruleset} has no preset {preset}; it has: {known}",
                ruleset=self.name,
                preset=quoted(preset),
                known=", ".join(self.presets) or say("none"),
            )
            raise HandError(Problem("/preset", "bad_option", detail))
        options = {name: option.default for name, option in self.options.items()}
        if preset is not None:
            options |= self.presets[preset].options
        for name, value in chosen.items():
            option = self.options.get(name)
            pointer = "/options/" + name.replace("~", "~0").replace("/", "~1")
            if option is None:
                detail = say(
                    "{ruleset} has no option {option}; it has: {known}",
                    ruleset=self.name,
                    option=quoted(name),
                    known=", ".join(self.options),
                )
                problems.append(Problem(pointer, "unknown_option", detail))
            elif not option.accepts(value):
                detail = say("{option} is to be {wanted}", option=name, wanted=option.wanted)
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
            "players": list(self.players),
            "losers_score": self.losers_score,
            "discarder_pays": self.discarder_pays,
            "table_points": list(self.table_points),
        }


def rule_id(function: Callable[..., Any]) -> str:
    """A rule's published id: its function's name."""
    return function.__name__.replace("_", "-")


def rule_meaning(function: Callable[..., Any]) -> str:
    """A rule's sentence: its function's docstring."""
    told = function.__doc__ or _docstrings(function.__module__).get(function.__name__, "")
    return " ".join(told.split())


@lru_cache
def _docstrings(module: str) -> dict[str, str]:
    """What the functions of a module say of themselves, from its source: those that are compiled
    keep no docstring."""
    file = Path(sys.modules[module].__file__ or "")
    source = file.with_name(file.name.partition(".")[0] + ".py")
    tree = ast.parse(source.read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {node.name: ast.get_docstring(node) or "" for node in functions}
