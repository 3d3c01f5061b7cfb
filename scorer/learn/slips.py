"""Which rules explain that a sum of lines is too small: one is missed where it alone does."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final, NamedTuple

from scorer.speech import all_of, in_turn, one_of, say

__all__ = ["MOST_NAMED", "counted", "in_quotes", "left_out"]

MOST_NAMED: Final = 3
"""Where more rules than these would explain a number none is named."""


def in_quotes(name: str) -> str:
    """A name as it stands in a sentence."""
    return say("“{name}”", name=name)


def counted(lines: list[Any]) -> str:
    """What these lines are, one after another."""
    return in_turn(map(_named, _by_rule(lines).values()))


class Met(NamedTuple):
    """A rule that counts: each time as much."""

    id: str
    name: str
    amount: int
    times: int


def _by_rule(lines: list[Any]) -> dict[tuple[str, int], Met]:
    """How often each rule counts at which amount."""
    found: dict[tuple[str, int], Met] = {}
    for line in lines:
        key = (line["id"], line["amount"])
        times = line["count"] + (found[key].times if key in found else 0)
        found[key] = Met(line["id"], line["name"], line["amount"], times)
    return found


def _named(met: Met) -> str:
    name = in_quotes(met.name)
    return name if met.times == 1 else say("{name} × {times}", name=name, times=met.times)


def left_out(lines: list[Any], short: int) -> tuple[str, list[str]]:
    """What was left out, where that explains the sum: the sentence, and the rules if no others
    would explain it as well; "" where nothing does."""
    met = [*_by_rule(lines).values()]
    alone = [
        one._replace(times=times)
        for one in met
        for times in range(1, one.times + 1)
        if times * one.amount == short
    ]
    if len(alone) == 1:
        (one,) = alone
        whole = next(each.times for each in met if (each.id, each.amount) == (one.id, one.amount))
        if one.times == whole:
            return say(
                "that would be right without {names}: look again", names=in_quotes(one.name)
            ), [one.id]
        return say(
            "{name} counts {times} times: look again", name=in_quotes(one.name), times=whole
        ), [one.id]
    if alone:
        return _perhaps(alone)
    pairs = [
        (one, other)
        for one, other in combinations(met, 2)
        if one.amount * one.times + other.amount * other.times == short
    ]
    others = len(met) > 2 and any(one.times > 1 for one in met)
    if len(pairs) == 1 and not others:
        names = all_of(in_quotes(one.name) for one in pairs[0])
        ids = [one.id for one in pairs[0]]
        return say("that would be right without {names}: look again", names=names), ids
    return "", []


def _perhaps(met: list[Met]) -> tuple[str, list[str]]:
    names = [*dict.fromkeys(one.name for one in met)]
    if len(names) > MOST_NAMED:
        return "", []
    return say("look again: have you counted {names}?", names=one_of(map(in_quotes, names))), []
