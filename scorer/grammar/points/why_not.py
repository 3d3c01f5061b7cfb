"""Why not: what the tiles nearly show, or show in a way that was set aside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.arrange import SETS_AND_PAIR
from scorer.grammar.points.rule import LOSER, ORDINARY, SPECIAL, WINNER, Candidate, Rule, Special
from scorer.sheet import NotCounted
from scorer.speech import say

__all__ = ["not_counted", "why_not"]


def not_counted(
    best: Candidate,
    candidates: Sequence[Candidate],
    rules: Sequence[tuple[Rule, int]],
    specials: Sequence[Special],
    limit: int,
    exposed: bool,
) -> tuple[NotCounted, ...]:
    """What ``best`` does not count: special hands first, then rules in the book's order.

    ``rules`` are those that this player, winner or not, may have, with their amounts; ``exposed``
    tells whether a special hand of these tiles would count as exposed.
    """
    hands = _hands_not_counted(best, candidates, specials, limit, exposed)
    return (*hands, *_rules_not_counted(best, candidates, rules))


def _hands_not_counted(
    best: Candidate,
    candidates: Sequence[Candidate],
    specials: Sequence[Special],
    limit: int,
    exposed: bool,
) -> Iterator[NotCounted]:
    """The special hands that these tiles make too, or nearly make."""
    h = best.reading
    fitting = [other.special for other in candidates if other.special is not None]
    for special in specials:
        if special is best.special:
            continue
        reason: str | None = None
        if special in fitting:
            reason = _one_hand(best)
        elif special.close and h.won:
            reason = special.close(h)
        if reason:
            value = special.value(limit, exposed, h.won)
            yield NotCounted(special.id, special.name, "limit", value, reason)


def _rules_not_counted(
    best: Candidate, candidates: Sequence[Candidate], rules: Sequence[tuple[Rule, int]]
) -> Iterator[NotCounted]:
    """The rules that something else sets aside, or that are nearly met."""
    counted = {rule.id for rule, _, _ in best.hits}
    instead = {rule.in_place_of: rule for rule, _, _ in best.hits if rule.in_place_of is not None}
    alone = [other.alone for other in candidates if other.alone is not None]
    for rule, worth in rules:
        if rule.id in counted:
            continue
        if rule in instead:
            reason: str | None = say("{rule} counts in its place", rule=instead[rule].name)
        elif rule in alone:
            reason = _one_hand(best)
        else:
            reason = _aside(rule, best)
        if reason:
            yield NotCounted(rule.id, rule.name, rule.kind, worth, reason)


def _one_hand(best: Candidate) -> str:
    return say("one hand is scored, and {hand} is worth {total}", hand=best.title, total=best.total)


def _aside(rule: Rule, best: Candidate) -> str | None:
    """Why the rule does not count in this candidate, if the tiles show or nearly show it."""
    h = best.reading
    if rule.scope != ORDINARY or (best.special is None and best.alone is None):
        return rule.close(h) if rule.close else None
    if h.shape == SETS_AND_PAIR and rule.kind == "double" and rule.test(h):
        return say(
            "{hand} has a value of its own, which this double does not raise", hand=best.title
        )
    return None


def why_not(
    best: Candidate, candidates: Sequence[Candidate], one: Rule | Special, fished: str | None
) -> str:
    """Why this rule or special hand, which ``best`` does not count, does not. ``fished`` is what is
    said of a special hand to a player who did not win."""
    if isinstance(one, Special):
        if any(other.special is one for other in candidates):
            return _one_hand(best)
        if not best.reading.won:
            return fished if one.fishing and fished else _for_winners()
        return one.lacks(best.reading)
    return _why_no_rule(best, candidates, one)


def _for_winners() -> str:
    return say("it counts only for the player who wins")


def _why_no_rule(best: Candidate, candidates: Sequence[Candidate], rule: Rule) -> str:
    h = best.reading
    if rule.who == WINNER and not h.won:
        return _for_winners()
    if rule.who == LOSER and h.won:
        return say("it counts only for a player who did not win")
    instead = [other for other, _, _ in best.hits if other.in_place_of is rule]
    if instead:
        return say("{rule} counts in its place", rule=instead[0].name)
    if any(other.alone is rule for other in candidates):
        return _one_hand(best)
    if not rule.test(h):
        return _read_otherwise(best, candidates, rule) or rule.lacks(h)
    if rule.scope == SPECIAL:
        return say("it counts only in a special hand, and this one is scored as an ordinary hand")
    if rule.kind == "double":
        return say(
            "{hand} has a value of its own, which this double does not raise", hand=best.title
        )
    return say("{hand} has a value of its own, to which no points are added", hand=best.title)


def _read_otherwise(best: Candidate, candidates: Sequence[Candidate], rule: Rule) -> str | None:
    """That another reading has it, which is not the one that is scored."""
    others = [one for one in candidates if any(hit is rule for hit, _, _ in one.hits)]
    if not others:
        return None
    most = max(one.total for one in others)
    if most == best.total:
        return say("the tiles can be read so too, for the same {total}", total=most)
    return say(
        "the tiles can be read that way too, for {other}; the reading that counts is worth {best}",
        other=most,
        best=best.total,
    )
