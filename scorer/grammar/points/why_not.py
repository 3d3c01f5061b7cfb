"""Why not: what the tiles nearly show, or show in a way that was set aside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.arrange import SETS_AND_PAIR
from scorer.engine.options import Options
from scorer.engine.sheet import NotCounted
from scorer.grammar.points.rule import ORDINARY_SCOPE, SPECIAL_SCOPE, PointsCandidate, Rule, Special
from scorer.languages.speech import say

if TYPE_CHECKING:
    from scorer.types import LineKind


class ExplainableRules(NamedTuple):
    """The rules that `not_counted` looks at, found once for some options.

    Attributes:
        rules: Every rule in force that this player, winner or not, may have, with its amount.
        nearly: Those among them that are set aside or nearly met; the others are looked at only
            for a hand that is scored as a special hand.
        specials: Every special hand.
        close: Those among them that are nearly met.
    """

    rules: Sequence[tuple[Rule, int]]
    nearly: Sequence[tuple[Rule, int]]
    specials: Sequence[Special]
    close: Sequence[Special]


def explainable_rules(
    rules: Sequence[Rule], specials: Sequence[Special], won: bool, options: Options
) -> ExplainableRules:
    """Return the rules to look at for a hand that won or lost, to which these rules are open."""
    replaced = [rule.in_place_of for rule in rules]
    amounts = [(rule, rule.worth(options)) for rule in rules]
    nearly = [
        (rule, amount)
        for rule, amount in amounts
        if rule.why_near or rule in replaced or rule.stands_alone(options)
    ]
    close = [special for special in specials if special.why_near and won]
    return ExplainableRules(amounts, nearly, specials, close)


def not_counted(
    best: PointsCandidate,
    candidates: Sequence[PointsCandidate],
    scope: ExplainableRules,
    limit: int,
    exposed: bool,
) -> tuple[NotCounted, ...]:
    """Return what ``best`` does not count: special hands first, then rules in the book's order.

    ``exposed`` tells whether a special hand of these tiles would count as exposed.
    """
    hands = _hands_not_counted(best, candidates, scope, limit, exposed)
    return (*hands, *_rules_not_counted(best, candidates, scope, limit))


def _hands_not_counted(
    best: PointsCandidate,
    candidates: Sequence[PointsCandidate],
    scope: ExplainableRules,
    limit: int,
    exposed: bool,
) -> Iterator[NotCounted]:
    """Yield the special hands that these tiles make too, or nearly make."""
    h = best.reading
    fitting: dict[Special, int] = {}
    for other in candidates:
        if other.special is not None:
            for special, total in other.also or ((other.special, other.total),):
                if special not in fitting or fitting[special] < total:
                    fitting[special] = total
    said = {total: _other_hand_sentence(best, total, limit) for total in {*fitting.values()}}
    looked_at: Sequence[Special] = scope.close
    if fitting:
        looked_at = [
            special for special in scope.specials if special in fitting or special.why_near
        ]
    for special in looked_at:
        if special is best.special:
            continue
        reason: str | None = None
        if special in fitting:
            reason = said[fitting[special]]
        elif special.why_near and h.won:
            reason = special.why_near(h)
        if reason:
            value = special.value(limit, exposed, h.won)
            yield NotCounted(special.id, special.name, "limit", value, reason)


def _rules_not_counted(
    best: PointsCandidate,
    candidates: Sequence[PointsCandidate],
    scope: ExplainableRules,
    limit: int,
) -> Iterator[NotCounted]:
    """Yield the rules that something else sets aside, or that are nearly met."""
    counted = {rule.id for rule, _, _ in best.hits}
    instead = {rule.in_place_of: rule for rule, _, _ in best.hits if rule.in_place_of is not None}
    alone = {other.alone: other.total for other in candidates if other.alone is not None}
    plain = best.special is None and best.alone is None
    for rule, worth in scope.nearly if plain else scope.rules:
        if rule.id in counted:
            continue
        if rule in instead:
            reason: str | None = say("{rule} counts in its place", rule=instead[rule].name)
        elif rule in alone:
            reason = _other_hand_sentence(best, alone[rule], limit)
        else:
            reason = _set_aside_reason(rule, best)
        if reason:
            yield NotCounted(rule.id, rule.name, rule.kind, worth, reason)


def _other_hand_sentence(best: PointsCandidate, total: int, limit: int) -> str:
    """Return what is said of another hand of the same tiles, which comes to this total."""
    if total < best.total:
        return say("{hand} is worth more, {total}", hand=best.title, total=best.total)
    if best.special is not None and total >= limit:
        return say("both this and {hand} are limit hands; the limit counts once", hand=best.title)
    return say("{hand} is worth as much, {total}", hand=best.title, total=best.total)


def _not_in_special_reason(best: PointsCandidate, kind: LineKind) -> str:
    """Return why a special hand takes no such points or doubles as an ordinary hand."""
    if best.special is None:
        if kind == "double":
            return say("{hand} does not get other doubles", hand=best.title)
        return say("{hand} does not get these points", hand=best.title)
    if kind == "double":
        return say("a special hand does not get doubles")
    return say("a special hand does not get points: its value is fixed")


def _set_aside_reason(rule: Rule, best: PointsCandidate) -> str | None:
    """Return why the rule does not count in this candidate, if the tiles show or nearly show it."""
    h = best.reading
    if rule.scope != ORDINARY_SCOPE or (best.special is None and best.alone is None):
        return rule.why_near(h) if rule.why_near else None
    if h.shape == SETS_AND_PAIR and rule.kind == "double" and rule.test(h):
        return _not_in_special_reason(best, rule.kind)
    return None


def why_not(
    best: PointsCandidate,
    candidates: Sequence[PointsCandidate],
    rule: Rule | Special,
    fished: str | None,
    options: Options,
) -> str:
    """Return why this rule or special hand, which neither ``best`` counts nor ``not_counted`` has,
    does not count. ``fished`` is what a player who did not win reads of a special hand."""
    if isinstance(rule, Special):
        if not best.reading.won:
            return fished if rule.fishing and fished else _only_for_winners_sentence()
        return rule.why_not_met(best.reading)
    return _why_rule_not_counted(best, candidates, rule, options)


def _only_for_winners_sentence() -> str:
    return say("it counts only for the player who wins")


def _why_rule_not_counted(
    best: PointsCandidate, candidates: Sequence[PointsCandidate], rule: Rule, options: Options
) -> str:
    h = best.reading
    if not h.won and not rule.is_for(False, options):
        return _only_for_winners_sentence()
    if h.won and not rule.is_for(True, options):
        return say("it counts only for a player who did not win")
    if not rule.test(h):
        return _in_another_reading(best, candidates, rule) or rule.why_not_met(h)
    if rule.scope == SPECIAL_SCOPE:
        return say("it counts only in a special hand, and this one is scored as an ordinary hand")
    return _not_in_special_reason(best, rule.kind)


def _in_another_reading(
    best: PointsCandidate, candidates: Sequence[PointsCandidate], rule: Rule
) -> str | None:
    """Return the sentence that another reading has it, which is not the one that is scored."""
    others = [
        candidate for candidate in candidates if any(hit is rule for hit, _, _ in candidate.hits)
    ]
    if not others:
        return None
    most = max(candidate.total for candidate in others)
    if most == best.total:
        return say("the tiles also make this, for the same {total}", total=most)
    return say(
        "the tiles also make this, for {other}, but the arrangement that counts is worth {best}",
        other=most,
        best=best.total,
    )
