"""What a book declares with a test on a reading, whatever it counts: rules, special hands, fan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from scorer.engine.options import Option, Options, When, amount_under, holds
from scorer.grammar.features import FeatureFiltered
from scorer.grammar.reading import Reading
from scorer.grammar.requirements import Requirement, needs_sentence, why_not_met
from scorer.rulebook.book import rule_id, rule_meaning

Test = Callable[[Reading], int]
"""Returns 0 where a rule does not count, else what its line shows: mostly a ``KindMask``."""
Near = Callable[[Any], str | None]
Worded = Callable[[Options], str | None]
# The same test as it is called: what it gave is kept as it was, true apart from the 1 of bamboo.
StoredTest = Callable[[Any], object]


class Title(NamedTuple):
    """What a book calls a rule, and where the rule stands: ``zh`` is the accepted Chinese name of
    the same thing, where there is one."""

    name: str
    source: str
    zh: str = ""


class RuleTest:
    """What a rule looks for: several rules, of one book or of more, may look for the same.

    It is called with a function that has a rule's name and its sentence.

    Attributes:
        test: Finds it in a reading; 0 where it is not there.
        requirements: What it requires, in the order in which a player looks.
        near: Says why a reading nearly has it; None where it does not.
    """

    def __init__(
        self, test: Test, *requirements: Requirement[Any], near: Near | None = None
    ) -> None:
        self.test = test
        self.requirements = requirements
        self.near = near

    def __call__(self, function: Callable[[], None]) -> NamedRuleTest:
        """Declare that the rule of this name and sentence looks for this."""
        return NamedRuleTest(function, self)


class NamedRuleTest:
    """A function that has a rule's name and sentence, and the test that the rule shares."""

    def __init__(self, function: Callable[[], None], pattern: RuleTest) -> None:
        self.function = function
        self.pattern = pattern

    def __call__(self, h: Reading) -> int:
        """Look for the pattern in a reading."""
        return self.pattern.test(h)


class RuleBase(FeatureFiltered):
    """A name and a source in the book, and the function that has the rest: its name is the id,
    its docstring the sentence that players read."""

    def __init__(self, function: Callable[..., Any], title: Title, of: int) -> None:
        super().__init__(of)
        self.test: StoredTest = function
        self.why_near: Near | None = None
        self.requirements: tuple[Requirement[Any], ...] = ()
        self.worded: Worded | None = None
        named = function
        if isinstance(function, NamedRuleTest):
            pattern, named = function.pattern, function.function
            self.test, self.requirements = pattern.test, pattern.requirements
            self.why_near = pattern.near
        self.id = rule_id(named)
        self.meaning = rule_meaning(named)
        self.name = title.name
        self.zh = title.zh
        self.source = title.source

    def says(self, function: Worded) -> Worded:
        """Declare the sentence of the rule where options change it: the function takes the options
        and returns None where the docstring holds."""
        self.worded = function
        return function

    def meaning_under(self, options: Options) -> str:
        """Return the sentence that players read under these options."""
        return (self.worded and self.worded(options)) or self.meaning

    def near(self, function: Near) -> Near:
        """Declare when it is nearly there, and what to say then."""
        self.why_near = function
        return function

    def requires(self, *requirements: Requirement[Any]) -> None:
        """Declare what it requires, in the order in which a player looks."""
        self.requirements = requirements

    def why_not_met(self, h: Reading) -> str:
        """Return why a reading does not have it: the first requirement that is not met."""
        return why_not_met(self.requirements, h) or needs_sentence(self.meaning)


class AmountRule(RuleBase):
    """One that counts an amount, which an option may tell, where an option may want it."""

    def __init__(
        self,
        function: Callable[..., Any],
        amount: int | Option[int],
        title: Title,
        of: int,
        when: When | None,
    ) -> None:
        super().__init__(function, title, of)
        self.amount = amount
        self.when = when

    def worth(self, options: Options) -> int:
        """Return its amount under these options."""
        return amount_under(self.amount, options)

    def in_force(self, options: Options) -> bool:
        """Tests if these options have it at all."""
        return holds(self.when, options)
