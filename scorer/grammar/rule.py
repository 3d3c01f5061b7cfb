"""What a rule of points and doubles is: a name, a value and one test on a reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from scorer.grammar.reading import Reading
from scorer.rulebook import (
    Option,
    Value,
    When,
    amount_under,
    holds,
    rule_id,
    rule_meaning,
    usual_amount,
)

__all__ = [
    "BESIDE",
    "EVERYBODY",
    "LOSER",
    "ORDINARY",
    "SPECIAL",
    "WINNER",
    "Candidate",
    "Rule",
    "Special",
]

EVERYBODY: Final = "everybody"
WINNER: Final = "winner"
LOSER: Final = "loser"

ORDINARY: Final = "ordinary"  # counts in an ordinary hand only
BESIDE: Final = "beside"  # counts in an ordinary hand and beside a special one
SPECIAL: Final = "special"  # doubles the whole of a special hand

FISHING: Final = Fraction(2, 5)

Test = Callable[[Reading], int]
Near = Callable[[Reading], str | None]


class Rule:
    """One rule: what it is worth, who may have it, and how to see it in a reading. ``zh`` is the
    accepted Chinese name of the same thing, where there is one.

    ``test`` gives 0 for no. For a rule that counts ``each`` thing it gives the mask of their kinds;
    otherwise the mask of what it shows, or true when it is the whole hand.
    """

    def __init__(
        self,
        test: Test,
        kind: str,
        amount: int | Option,
        name: str,
        source: str,
        *,
        zh: str,
        who: str,
        each: bool,
        scope: str,
        last: bool,
        when: When | None,
    ) -> None:
        self.test = test
        self.id = rule_id(test)
        self.meaning = rule_meaning(test)
        self.kind = kind
        self.amount = amount
        self.name = name
        self.zh = zh
        self.source = source
        self.who = who
        self.each = each
        self.scope = scope
        self.last = last
        self.when = when
        self.close: Near | None = None

    def near(self, function: Near) -> Near:
        """Declare when the rule is nearly met, and what to say then."""
        self.close = function
        return function

    def worth(self, options: Mapping[str, Value]) -> int:
        """Its amount under these options."""
        return amount_under(self.amount, options)

    def in_force(self, options: Mapping[str, Value]) -> bool:
        """Whether these options have the rule at all."""
        return holds(self.when, options)

    def as_document(self) -> dict[str, Any]:
        """The rule as the list of rules shows it, under the default options."""
        shown: dict[str, Any] = {
            "id": self.id,
            "name": self.name,
            "names": {"zh": self.zh} if self.zh else {},
            "kind": self.kind,
            "amount": usual_amount(self.amount),
            "meaning": self.meaning,
            "for": self.who,
            "excludes": [],
            "source": self.source,
        }
        if self.when is not None:
            shown["option"] = {"name": self.when[0], "value": self.when[1]}
        return shown


class Special:
    """A special hand: its value as a share of the limit, and what it is worth to one who lost."""

    kind = "limit"

    def __init__(
        self,
        test: Test,
        name: str,
        zh: str,
        source: str,
        worth: Fraction,
        exposed: Fraction,
        fishing: bool,
    ) -> None:
        self.test = test
        self.id = rule_id(test)
        self.meaning = rule_meaning(test)
        self.name = name
        self.zh = zh
        self.source = source
        self.worth = worth
        self.exposed = exposed
        self.fishing = fishing
        self.close: Near | None = None

    def near(self, function: Near) -> Near:
        """Declare when the hand is nearly this one, and what to say then."""
        self.close = function
        return function

    def value(self, h: Reading, limit: int) -> int:
        """What it is worth in this reading; to a player who only fished for it, two fifths."""
        share = self.exposed if h.claimed_before else self.worth
        if not h.won:
            share *= FISHING
        return int(limit * share)

    def as_document(self) -> dict[str, Any]:
        """The hand as the list of rules shows it, at a limit of 1000."""
        shown: dict[str, Any] = {
            "id": self.id,
            "name": self.name,
            "names": {"zh": self.zh} if self.zh else {},
            "kind": self.kind,
            "amount": int(1000 * self.worth),
            "meaning": self.meaning,
            "for": WINNER,
            "excludes": [],
            "source": self.source,
        }
        if self.exposed != self.worth:
            shown["exposed"] = int(1000 * self.exposed)
        if self.fishing:
            shown["fishing"] = int(1000 * self.worth * FISHING)
        return shown


class Candidate(NamedTuple):
    """One total that a reading allows; ``special`` is the hand it scores as, if any.

    ``whole`` are the doubles of a special hand's whole sum; ``hits`` the rules that count, each
    with its amount and what its test found.
    """

    total: int
    points: int
    doubles: int
    whole: int
    hits: list[tuple[Rule, int, int]]
    reading: Reading
    special: Special | None
