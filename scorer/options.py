"""What a ruleset leaves to its tables: options, what they may be, and presets of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from scorer.speech import say, typed_in_turn

if TYPE_CHECKING:
    from scorer import types

__all__ = [
    "Option",
    "Preset",
    "Value",
    "When",
    "amount_under",
    "holds",
    "plain_label",
    "usual_amount",
]

Value = str | int | bool | None


class Option(NamedTuple):
    """A house rule that tables differ on: its type, its default and what else it may be.

    ``type`` is ``integer`` (from ``minimum`` to ``maximum``, a multiple of ``step``), ``boolean``,
    ``choice`` or ``text``.
    """

    name: str
    type: types.OptionType
    default: Value
    meaning: str
    choices: tuple[Value, ...] | None = None
    minimum: int | None = None
    maximum: int | None = None
    step: int = 1

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
            and value % self.step == 0
        )

    @property
    def wanted(self) -> str:
        """What the option may be, in words."""
        if self.type == "boolean":
            return say("true or false")
        if self.type == "text":
            return say("a text")
        if self.choices is not None:
            known = typed_in_turn("null" if c is None else str(c) for c in self.choices)
            return say("one of {known}", known=known)
        least, most = self.minimum, self.maximum
        if self.step > 1:
            return say(
                "a multiple of {step} from {least} to {most}",
                step=self.step,
                least=least,
                most=most,
            )
        return say("a whole number from {least} to {most}", least=least, most=most)

    def as_document(self) -> types.Option:
        """The option as the list of rulesets shows it."""
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


When = tuple[str, Value]


def plain_label(identifier: str) -> str:
    """An id as a label: ``letting_off_cannon`` is "Letting off cannon"."""
    return re.sub(r"[_-]+", " ", identifier).strip().capitalize()


def amount_under(amount: int | Option, options: Mapping[str, Value]) -> int:
    """An amount, or what the option that tells it has under these options."""
    if isinstance(amount, Option):
        chosen = options[amount.name]
        assert isinstance(chosen, int)
        return chosen
    return amount


def usual_amount(amount: int | Option) -> int:
    """An amount, or the default of the option that tells it."""
    if isinstance(amount, Option):
        assert isinstance(amount.default, int)
        return amount.default
    return amount


def holds(when: When | None, options: Mapping[str, Value]) -> bool:
    """Whether an option has the value that a rule asks for; true for a rule that asks for none."""
    return when is None or options[when[0]] == when[1]


class Preset(NamedTuple):
    """Options that go together under a name; ``title`` is what people call it."""

    name: str
    title: str
    meaning: str
    options: Mapping[str, Value]

    def as_document(self) -> types.Preset:
        """The preset as the list of rulesets shows it."""
        return {
            "name": self.name,
            "title": self.title,
            "meaning": self.meaning,
            "options": dict(self.options),
        }
