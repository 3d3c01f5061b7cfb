"""The numbers that X, Y and Z may be together."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod

from scorer.grammar.card.notation.model import NUMBER_VARIABLES, CardHand, Clause

_TERM_PATTERN = re.compile(r"[XYZ]|[0-9]+")
_COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def variable_choices(hand: CardHand) -> list[dict[str, int]]:
    """Return every choice of the number variables of a hand that its parenthetical allows.

    At most 729, whatever the hand says.
    """
    allowed = _numbers_by_variable(hand)
    names = list(allowed)
    found = list(product(*map(sorted, allowed.values())))
    for clause in hand.clauses:
        if clause.kind == "relation":
            factors, constant, compare = _linear_terms(clause, names)
            found = [
                values
                for values in found
                if compare(sum(map(operator.mul, factors, values)), constant)
            ]
    return [dict(zip(names, values, strict=True)) for values in found]


def trial_count(hand: CardHand) -> int:
    """Return how much work ``numbers`` is: it makes so many choices, and tests each condition on
    each."""
    conditions = sum(clause.kind == "relation" for clause in hand.clauses)
    return prod(map(len, _numbers_by_variable(hand).values())) * (1 + conditions)


def _numbers_by_variable(hand: CardHand) -> dict[str, set[int]]:
    """Return the variables of a hand, each with the numbers that it may be by itself."""
    printed = {group.symbol for alternative in hand.alternatives for group in alternative.groups}
    allowed = {name: set(range(1, 10)) for name in NUMBER_VARIABLES if name in printed}
    for clause in hand.clauses:
        if clause.kind == "domain" and clause.names[0] in allowed:
            allowed[clause.names[0]] &= set(map(int, clause.values))
    return allowed


def holds(clause: Clause, values: Mapping[str, int]) -> bool:
    """Tests if a relation is true of these values of its variables."""
    factors, constant, compare = _linear_terms(clause, clause.names)
    return compare(sum(map(operator.mul, factors, map(values.__getitem__, clause.names))), constant)


def _linear_terms(
    clause: Clause, names: Sequence[str]
) -> tuple[list[int], int, Callable[[int, int], bool]]:
    """Return a relation with all variables brought to the left: how often it has each of ``names``,
    the number on the right, and the comparison of both sides."""
    left, sign, right = clause.values
    terms = Counter(_TERM_PATTERN.findall(left))
    terms.subtract(_TERM_PATTERN.findall(right))
    constant = sum(
        times * int(term) for term, times in terms.items() if term not in NUMBER_VARIABLES
    )
    return [terms[name] for name in names], -constant, _COMPARISONS[sign]
