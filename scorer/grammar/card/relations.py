"""The numbers that X, Y and Z may be together."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import product

from scorer.grammar.card.model import CardHand, Clause

__all__ = ["NUMBERS", "holds", "numbers"]

NUMBERS = "XYZ"
_TERM = re.compile(r"[XYZ]|[0-9]+")
_HOLDS: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def numbers(hand: CardHand) -> list[dict[str, int]]:
    """Every choice of the number variables of a hand that its parenthetical allows.

    At most 729, whatever the hand says.
    """
    printed = {group.symbol for alternative in hand.alternatives for group in alternative.groups}
    names = [name for name in NUMBERS if name in printed]
    allowed = {name: set(range(1, 10)) for name in names}
    for clause in hand.clauses:
        if clause.kind == "domain" and clause.names[0] in allowed:
            allowed[clause.names[0]] &= set(map(int, clause.values))
    found = list(product(*(sorted(allowed[name]) for name in names)))
    for clause in hand.clauses:
        if clause.kind == "relation":
            factors, plain, compare = _linear(clause, names)
            found = [v for v in found if compare(sum(map(operator.mul, factors, v)), plain)]
    return [dict(zip(names, values, strict=True)) for values in found]


def holds(clause: Clause, values: Mapping[str, int]) -> bool:
    """Whether a relation is true of these values of its variables."""
    factors, plain, compare = _linear(clause, clause.names)
    return compare(sum(map(operator.mul, factors, map(values.__getitem__, clause.names))), plain)


def _linear(
    clause: Clause, names: Sequence[str]
) -> tuple[list[int], int, Callable[[int, int], bool]]:
    """A relation with the variables to the left: how often it has each, the number to the right,
    and how they are compared."""
    left, sign, right = clause.values
    terms = Counter(_TERM.findall(left))
    terms.subtract(_TERM.findall(right))
    plain = sum(times * int(term) for term, times in terms.items() if term not in NUMBERS)
    return [terms[name] for name in names], -plain, _HOLDS[sign]
