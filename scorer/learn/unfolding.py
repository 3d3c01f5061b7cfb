"""A score unfolded in the order in which a careful player counts: sets, flowers, winning, doubles
or fan, or han, dora and fu; the limit, who pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.documents.answers import score
from scorer.rules import BOOKS
from scorer.speech import say
from scorer.tiles import FIRST_FLOWER, parse

if TYPE_CHECKING:
    from scorer import types

__all__ = ["is_bonus", "steps", "unfolded"]

Document = Mapping[str, Any]
Takes = Callable[[Document, frozenset[str]], bool]


class Counted(NamedTuple):
    """Lines that are counted in one go: which they are, among rules of winners with these ids, and
    what counting them is called."""

    step: types.StepId
    title: str
    takes: Takes


def is_bonus(line: Document) -> bool:
    """Whether it is a line of flowers and seasons, by what they count themselves."""
    tiles = line["tiles"]
    return (
        line["kind"] in ("points", "fan") and bool(tiles) and min(map(_kind, tiles)) >= FIRST_FLOWER
    )


def _kind(tile: str) -> int:
    return parse(tile)[0]


def _of(*kinds: str) -> Takes:
    return lambda line, of_winners: line["kind"] in kinds


COUNTED: Final = (
    Counted("flowers", say("The flowers and seasons"), lambda line, of_winners: is_bonus(line)),
    Counted(
        "winning",
        say("What the win itself brings"),
        lambda line, of_winners: line["kind"] == "points" and line["id"] in of_winners,
    ),
    Counted("sets", say("The sets and the pair"), _of("points")),
    Counted("fu", say("The fu"), _of("fu")),
    Counted("value", say("The value of the hand"), _of("value")),
    Counted("doubles", say("The doubles"), _of("double")),
    Counted("dora", say("The dora"), lambda line, of_winners: False),
    Counted("han", say("The han of the yaku"), _of("han")),
    Counted("fan", say("The fan"), _of("fan")),
    Counted("bonus", say("What is added at the end"), _of("bonus")),
    Counted("limit", say("The special hand"), _of("limit")),
)
"""The first that takes a line has it, but for lines of rules that a book counts apart."""
ORDER: Final = (
    *("limit", "sets", "fan", "flowers", "winning", "points", "value"),
    *("doubles", "han", "dora", "fu", "bonus", "total", "payments", "awards"),
)
"""A special hand before what is added to it, points before what doubles them, han before fu."""
SUMMED: Final = frozenset({"sets", "flowers", "winning"})
"""Steps that are summed up as points where there are several."""


def steps(document: types.ScoreRequest | Mapping[str, object]) -> types.Steps:
    """How a hand's score is counted, step by step: the answer of ``/steps``.

    ``document`` is a hand to score. Raises HandError.
    """
    answer = score(document)
    return {
        "ruleset": answer["ruleset"],
        "preset": answer["preset"],
        "rules_version": answer["rules_version"],
        "unit": answer["unit"],
        "total": answer["total"],
        "steps": unfolded(answer),
    }


def unfolded(answer: types.Score | Document) -> list[types.Step]:
    """The steps of a score: each line in one of them, then the sum, the total and who pays."""
    book = BOOKS[str(answer["ruleset"])]
    winners = (rule.id for rule in book.rules if rule.as_document().get("for") == "winner")
    of_winners = frozenset(winners)
    counted: dict[str, list[types.Line]] = {}
    for line in answer["lines"]:
        taking = (one.step for one in COUNTED if one.takes(line, of_winners))
        apart = book.counted_apart.get(line["id"])
        counted.setdefault(next(taking) if apart is None else apart, []).append(line)
    found = [
        _step(one.step, one.title, _amount(one.step, counted[one.step], answer), counted[one.step])
        for one in COUNTED
        if one.step in counted
    ]
    found += _summed_up(answer, counted)
    return sorted(found, key=lambda one: ORDER.index(one["step"]))


def _summed_up(answer: Document, counted: Mapping[str, object]) -> list[types.Step]:
    """What the lines come to: the points together where all are doubled alike, the total, who
    pays or what is given."""
    found: list[types.Step] = []
    tally, special = answer["tally"], answer["limit"]["hand"]
    if len(SUMMED & counted.keys()) > 1 and "points" in tally and not special:
        found.append(_step("points", say("The points together"), tally["points"]))
    found.append(_step("total", say("The total"), answer["total"]))
    if answer["payments"]:
        paid = sum(one["amount"] for one in answer["payments"])
        told = _step("payments", say("What the others pay together"), paid)
        found.append({**told, "payments": list(answer["payments"])})
    if answer.get("awards"):
        most = max(answer["awards"].values())
        found.append(_step("awards", say("The points that the winner is given"), most))
    return found


def _amount(step: str, lines: Sequence[Document], answer: Document) -> int:
    """The sum of the lines; of doublings that multiply a value what they multiply it by."""
    if step == "doubles" and "multiplier" in answer["tally"]:
        return int(answer["tally"]["multiplier"])
    return sum(line["amount"] * line["count"] for line in lines)


def _step(
    step: types.StepId, title: str, amount: int, lines: Sequence[types.Line] = ()
) -> types.Step:
    return {"step": step, "title": title, "amount": amount, "lines": [*lines], "payments": []}
