"""Why not: what the tiles nearly show, or show in a way that was set aside."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.grammar.rule import ORDINARY, Candidate, Rule, Special
from scorer.sheet import NotCounted
from scorer.speech import say

__all__ = ["not_counted"]


def not_counted(
    best: Candidate,
    candidates: Sequence[Candidate],
    rules: Sequence[tuple[Rule, int]],
    specials: Sequence[Special],
    limit: int,
) -> tuple[NotCounted, ...]:
    """What ``best`` does not count: special hands first, then rules in the book's order.

    ``rules`` are those that its player may have, with their worth.
    """
    h = best.reading
    counted = {rule.id for rule, _, _ in best.hits}
    found = []
    fitting = [other.special for other in candidates if other.special is not None]
    for special in specials:
        if special is best.special:
            continue
        if special in fitting:
            title = best.special.name if best.special is not None else say("the ordinary hand")
            reason: str | None = say(
                "one hand is scored, and {hand} is worth {total}", hand=title, total=best.total
            )
        else:
            reason = special.close(h) if special.close and h.won else None
        if reason:
            value = special.value(h, limit)
            found.append(NotCounted(special.id, special.name, "limit", value, reason))
    others = [
        other
        for other in candidates
        if other.special is None and other.reading.hand is h.hand and other.reading is not h
    ]
    for rule, worth in rules:
        if rule.id not in counted:
            reason = _aside(rule, best, others)
            if reason:
                found.append(NotCounted(rule.id, rule.name, rule.kind, worth, reason))
    return tuple(found)


def _aside(rule: Rule, best: Candidate, others: Sequence[Candidate]) -> str | None:
    h = best.reading
    if best.special is not None and rule.scope == ORDINARY:
        if h.shape == "four sets" and rule.kind == "double" and rule.test(h):
            return say("{hand} has a value of its own and takes no doubles", hand=best.special.name)
        return None
    reason = rule.close(h) if rule.close else None
    if reason is None:
        for other in others:
            if rule.test(other.reading):
                return say(
                    "the tiles can be read that way too, for {other}; the reading that counts is "
                    "worth {best}",
                    other=other.total,
                    best=best.total,
                )
    return reason
