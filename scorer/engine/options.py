"""What a ruleset leaves to its tables: options, what they may be, and presets of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar, overload

from scorer.languages.speech import UserText, say, typed_comma_list

if TYPE_CHECKING:
    from scorer import types

DIGEST_PREFIX: Final = "sha256:"
"""How the digest begins by which answers show a text."""
Value = str | int | bool | None
V = TypeVar("V", bound=Value)


@dataclass(frozen=True, eq=False, slots=True)
class Option(Generic[V]):
    """A house rule that tables differ on: its type, its default and what else it may be.

    ``type`` is ``integer`` (from ``minimum`` to ``maximum``, a multiple of ``step``), ``boolean``,
    ``choice`` or ``text``.

    >>> wall = choice("wall", "long", "short", meaning="how long the wall is")
    >>> Options({"wall": "short"})[wall]
    'short'
    >>> wall.is_("short").holds(Options({"wall": "short"}))
    True
    """

    name: str
    type: types.OptionType
    default: V
    meaning: str
    choices: tuple[V, ...] | None = None
    minimum: int | None = None
    maximum: int | None = None
    step: int = 1

    def is_(self, value: V) -> When:
        """Return the condition that this option has that value.

        Raises:
            ValueError: The option can never have it.
        """
        if not self.accepts(value):
            raise ValueError(f"{self.name} is never {value!r}: it is to be {self.wanted}")
        return When(self, value)

    def is_not(self, value: V) -> When:
        """Return the condition that this option has another value than that.

        Raises:
            ValueError: The option can never have it.
        """
        return self.is_(value)._replace(unless=True)

    def accepts(self, value: object) -> bool:
        """Tests if the value is one that this option may have; true is not 1."""
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
            and value % self.step == 0
        )

    def shown(self, value: Value) -> Value:
        """Return the value as answers show it: of a text, unless it is the default, the SHA-256."""
        if self.type != "text" or value == self.default:
            return value
        return f"{DIGEST_PREFIX}{sha256(str(value).encode('utf-8', 'surrogatepass')).hexdigest()}"

    @property
    def wanted(self) -> str:
        """What the option may be, in words."""
        if self.type == "boolean":
            return say("true or false")
        if self.type == "text":
            return say("text in quotation marks")
        if self.choices is not None:
            known = typed_comma_list("null" if c is None else str(c) for c in self.choices)
            return say("one of these values: {known}", known=known)
        least, most = self.minimum, self.maximum
        if self.step > 1:
            return say(
                "a multiple of {step} from {least} to {most}",
                step=self.step,
                least=least,
                most=most,
            )
        return say("a whole number from {least} to {most}", least=least, most=most)

    def refusal(self, value: object) -> str:
        """Return why it cannot be this value, and what to write instead."""
        option = plain_label(self.name)
        if isinstance(value, str) and self._is_quoted(value):
            return say(
                "{option} must be {wanted}; write {value} without quotes",
                option=option,
                wanted=self.wanted,
                value=UserText(value),
            )
        return say("{option} must be {wanted}", option=option, wanted=self.wanted)

    def _is_quoted(self, value: str) -> bool:
        """Tests if a text would be accepted as what it says: a number, or true or false."""
        if value in ("true", "false"):
            return self.accepts(value == "true")
        return len(value) < 16 and value.removeprefix("-").isdecimal() and self.accepts(int(value))

    def as_document(self) -> types.Option:
        """Return the option as the list of rulesets shows it."""
        shown: types.Option = {
            "name": self.name,
            "type": self.type,
            "default": self.default,
            "meaning": self.meaning,
        }
        if self.choices is not None:
            shown["choices"] = list(self.choices)
        if self.minimum is not None:
            shown["minimum"], shown["maximum"] = self.minimum, self.maximum
        if self.step > 1:
            shown["step"] = self.step
        return shown


def integer(
    name: str, default: int, *, least: int, most: int, meaning: str, step: int = 1
) -> Option[int]:
    """Return an option that is a whole number, a multiple of ``step``."""
    return Option(name, "integer", default, meaning, None, least, most, step)


def boolean(name: str, default: bool, *, meaning: str) -> Option[bool]:
    """Return an option that is on or off."""
    return Option(name, "boolean", default, meaning)


def choice(name: str, *choices: V, meaning: str) -> Option[V]:
    """Return an option that is one of a few values, the default first."""
    return Option(name, "choice", choices[0], meaning, choices=choices)


def text(name: str, default: str, *, meaning: str) -> Option[str]:
    """Return an option that is a text, which the book itself reads."""
    return Option(name, "text", default, meaning)


class Options(dict[str, Value]):
    """The value of every option in force, found by the option or by its name."""

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, option: Option[V]) -> V: ...

        @overload
        def __getitem__(self, option: str) -> Value: ...

        def __getitem__(self, option: Any) -> Any: ...

    def __missing__(self, option: Option[V] | str) -> V:
        # Rules ask by names through ``Reading``: those look-ups cost what a dictionary's do.
        if isinstance(option, str):
            raise KeyError(option)
        return self[option.name]  # type: ignore[return-value]  # as it was declared


class When(NamedTuple):
    """The condition that an option has this value (``Option.is_``) or, with ``unless``, another
    (``Option.is_not``)."""

    option: Option[Any]
    value: Value
    unless: bool = False

    def holds(self, options: Options) -> bool:
        """Tests if the option has the value or, with ``unless``, another."""
        return bool(options[self.option] == self.value) is not self.unless

    def as_document(self) -> types.OptionSetting:
        """Return the condition as the list of rulesets shows it."""
        setting: types.OptionSetting = {"name": self.option.name, "value": self.value}
        if self.unless:
            setting["unless"] = True
        return setting


def plain_label(identifier: str) -> str:
    """Return an id as a label: ``letting_off_cannon`` is "Letting off cannon", and ``dmjl``, which
    has no vowel, "DMJL"."""
    words = re.sub(r"[_-]+", " ", identifier).strip().capitalize()
    return re.sub(r"\b[b-df-hj-np-tv-xz]{3,}\b", lambda name: name[0].upper(), words, flags=re.I)


def amount_under(amount: int | Option[int], options: Options) -> int:
    """Return an amount; of an option that sets it, the value under these options."""
    return options[amount] if isinstance(amount, Option) else amount


def default_amount(amount: int | Option[int]) -> int:
    """Return an amount; of an option that sets it, the default."""
    return amount.default if isinstance(amount, Option) else amount


def holds(when: When | None, options: Options) -> bool:
    """Tests if an option has the value that a rule asks for; true for a rule that asks for none."""
    return when is None or when.holds(options)


def why_not_in_force(when: When) -> str:
    """Return the reason why a rule is not in force: an option of the table has another value."""
    name, value = plain_label(when.option.name), when.value
    if when.unless:
        return say(
            "this table plays the house rule “{option}: {value}”",
            option=name,
            value=plain_label(str(value)),
        )
    if value is True:
        return say("this table plays without the house rule “{option}”", option=name)
    if value is False:
        return say("this table plays with the house rule “{option}”", option=name)
    return say(
        "this table does not play the house rule “{option}: {value}”",
        option=name,
        value=plain_label(str(value)),
    )


class Preset(NamedTuple):
    """Options that go together under a name; ``title`` is what people call it.

    Attributes:
        of_club: Whether it comes from a club's file, and not from the ruleset itself.
        base: The ruleset's own preset that a club's preset extends, if any.
    """

    name: str
    title: str
    meaning: str
    options: Mapping[str, Value]
    of_club: bool = False
    base: str | None = None

    def as_document(self) -> types.Preset:
        """Return the preset as the list of rulesets shows it."""
        return {
            "name": self.name,
            "title": self.title,
            "meaning": self.meaning,
            "options": dict(self.options),
        }
