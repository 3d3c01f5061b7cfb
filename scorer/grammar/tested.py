"""What a book declares with a test on a reading, whatever it counts: rules, special hands, fan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorer.grammar.facts import Fact, lacking, not_met
from scorer.grammar.features import Needs
from scorer.grammar.reading import Reading
from scorer.options import Option, Value, When, amount_under, holds
from scorer.rulebook import rule_id, rule_meaning

__all__ = ["Amounted", "Asks", "Near", "Test", "Tested"]

Test = Callable[[Reading], int]
Near = Callable[[Any], str | None]
# The same test as it is called: what it gave is kept as it was, true apart from the 1 of bamboo.
Asks = Callable[[Any], object]


class Tested(Needs):
    """A name and a source in the book, and the function that tells the rest: its name is the id,
    its docstring the sentence that players read."""

    def __init__(
        self, function: Callable[..., Any], name: str, zh: str, source: str, of: int
    ) -> None:
        super().__init__(of)
        self.test: Asks = function
        self.id = rule_id(function)
        self.meaning = rule_meaning(function)
        self.name = name
        self.zh = zh
        self.source = source
        self.close: Near | None = None
        self.facts: tuple[Fact[Any], ...] = ()

    def near(self, function: Near) -> Near:
        """Declare when it is nearly there, and what to say then."""
        self.close = function
        return function

    def takes(self, *facts: Fact[Any]) -> None:
        """Declare the facts that it takes, in the order in which a player looks (see ``facts``)."""
        self.facts = facts

    def lacks(self, h: Reading) -> str:
        """Why a reading that does not have it has it not: the first fact that it lacks."""
        return lacking(self.facts, h) or not_met(self.meaning)


class Amounted(Tested):
    """One that counts an amount, which an option may tell, where an option may want it."""

    def __init__(
        self,
        function: Callable[..., Any],
        amount: int | Option,
        name: str,
        zh: str,
        source: str,
        of: int,
        when: When | None,
    ) -> None:
        super().__init__(function, name, zh, source, of)
        self.amount = amount
        self.when = when

    def worth(self, options: Mapping[str, Value]) -> int:
        """Its amount under these options."""
        return amount_under(self.amount, options)

    def in_force(self, options: Mapping[str, Value]) -> bool:
        """Whether these options have it at all."""
        return holds(self.when, options)
