"""Why not: what the tiles nearly show, or show in a way that was set aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.grammar.rule import (
    EVERYBODY,
    LOSER,
    ORDINARY,
    SPECIAL,
    WINNER,
    Candidate,
    Rule,
    Special,
)
from scorer.rulebook import Value
from scorer.sheet import NotCounted

__all__ = ["not_counted"]


def not_counted(
    best: Candidate,
    candidates: Sequence[Candidate],
    rules: Sequence[Rule],
    specials: Sequence[Special],
    options: Mapping[str, Value],
) -> tuple[NotCounted, ...]:
    """What ``best`` does not count: special hands first, then rules in the book's order."""
    found: dict[str, NotCounted] = {}
    limit = options["limit"]
    assert isinstance(limit, int)
    for special in specials:
        reason = _special_aside(special, best, candidates)
        if reason:
            value = special.value(best.reading, limit)
            found[special.id] = NotCounted(special.id, special.name, "limit", value, reason)
    for rule in rules:
        if rule.who in (EVERYBODY, WINNER if best.reading.won else LOSER):
            reason = _rule_aside(rule, best, candidates)
            if reason:
                worth = rule.worth(options)
                found[rule.id] = NotCounted(rule.id, rule.name, rule.kind, worth, reason)
    return tuple(found.values())


def _special_aside(
    special: Special, best: Candidate, candidates: Sequence[Candidate]
) -> str | None:
    if special is best.special:
        return None
    if any(other.special is special for other in candidates):
        title = best.special.name if best.special is not None else "the ordinary hand"
        return f"one hand is scored, and {title} is worth {best.total}"
    return special.close(best.reading) if special.close and best.reading.won else None


def _rule_aside(rule: Rule, best: Candidate, candidates: Sequence[Candidate]) -> str | None:
    h = best.reading
    if best.special is not None and rule.scope == ORDINARY:
        if h.shape == "four sets" and rule.kind == "double" and rule.test(h):
            return f"{best.special.name} has a value of its own and takes no doubles"
        return None
    if rule.scope == SPECIAL or rule.test(h):
        return None
    reason = rule.close(h) if rule.close else None
    return reason or _read_otherwise(rule, best, candidates)


def _read_otherwise(rule: Rule, best: Candidate, candidates: Sequence[Candidate]) -> str | None:
    for other in candidates:
        same_tiles = other.reading.hand is best.reading.hand
        if other.special is None and same_tiles and rule.test(other.reading):
            return (
                f"the tiles can be read that way too, for {other.total}; "
                f"the reading that counts is worth {best.total}"
            )
    return None
