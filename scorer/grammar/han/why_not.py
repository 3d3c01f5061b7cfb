"""Why a yaku does not count: what replaces it, what is worth more, or what the hand lacks."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from scorer.engine.options import why_not_in_force
from scorer.engine.sheet import NotCounted
from scorer.engine.tiles import code, codes
from scorer.grammar.features import NOT_FOUR_SETS
from scorer.grammar.han.hand import DoraHand
from scorer.grammar.han.rule import Bonus, CountedYaku, FuItem, JapaneseNamed, Yaku
from scorer.grammar.requirements import NEEDS_SETS_AND_PAIR, why_not_met
from scorer.languages.speech import say

if TYPE_CHECKING:
    from scorer.types import LineKind


class _CountedHand(NamedTuple):
    """What of a hand sets its yaku aside, found once for all of them.

    Attributes:
        shown: What the reading shows, by the yaku, whether it counts or not.
        replaced: What counts in place of a yaku, by the name of that.
        if_closed: What the reading of an open hand would show, were it closed.
    """

    shown: Mapping[Yaku, CountedYaku]
    replaced: Mapping[str, Yaku]
    if_closed: Container[Yaku]


def _counted_hand(account: Any) -> _CountedHand:
    found, h = account.found, account.found.reading
    shown = {hit.yaku: hit for hit in account.edition.shown_by(h)}
    replaced: dict[str, Yaku] = {}
    for hit in found.hits if found.base else ():
        for name in hit.yaku.replaces:
            replaced.setdefault(name, hit.yaku)
    if_closed = account.edition.shown_if_closed(h) if h.claimed_before else ()
    return _CountedHand(shown, replaced, if_closed)


def not_counted(account: Any) -> Iterator[NotCounted]:
    """Yield what the hand shows but does not count, in the order of the book, and what it nearly
    has."""
    counted = {hit.yaku.id for hit in account.found.hits} if account.found.base else set()
    seen = _counted_hand(account)
    shown, replaced, if_closed = seen
    for rule, played in account.edition.lacked:
        if rule.id in counted:
            continue
        entry = None
        if played and (rule in shown or rule.name in replaced or rule in if_closed):
            entry = _set_aside_yaku(account, rule, seen)
        if entry is None and rule.why_near is not None:
            entry = _near_yaku(account, rule)
        if entry is not None:
            yield entry
    yield from _unplayed_dora(account)
    reason = _beside_yakuman(account)
    if reason is not None:
        for bonus, tiles in account.bonuses():
            yield NotCounted(bonus.id, bonus.name, "han", len(tiles), reason, tiles=tiles)


def _unplayed_dora(account: Any) -> Iterator[NotCounted]:
    """Yield dora that the table does not play."""
    hand, played = account.found.reading.hand, account.edition.bonuses
    for bonus in account.edition.rules.bonuses:
        if bonus.when is not None and bonus not in played and isinstance(hand, DoraHand):
            tiles = tuple(codes(bonus.tiles(hand, account.situation.players)))
            if tiles:
                because = why_not_in_force(bonus.when)
                yield NotCounted(bonus.id, bonus.name, "han", len(tiles), because, tiles=tiles)


def _beside_yakuman(account: Any) -> str | None:
    """Return why dora do not count, if they do not."""
    found = account.found
    if found.yakuman:
        return say("beside a yakuman nothing else counts")
    if found.alone:
        return say("the hand is scored as {yaku} and nothing else", yaku=found.hits[0].yaku.name)
    return None if found.base else say("dora are not yaku: without enough yaku they do not count")


def _set_aside_yaku(account: Any, rule: Yaku, seen: _CountedHand) -> NotCounted | None:
    """Return a yaku of these options that the hand shows, or would, and that does not count."""
    hit = seen.shown.get(rule)
    if hit is not None:
        because, by = _set_aside_reason(account, hit)
        return NotCounted(
            rule.id, rule.name, _line_kind(account, rule), hit.amount, because, set_aside_by=by
        )
    if rule in seen.if_closed:
        return _closed_only_yaku(account, rule)
    by_this = seen.replaced.get(rule.name)
    return None if by_this is None else _replaced_yaku(account, rule, by_this)


def _closed_only_yaku(account: Any, rule: Yaku) -> NotCounted:
    """Return a yaku that the hand would have were it closed."""
    hand = account.found.reading.hand
    claimed = next(meld for meld in hand.melds if not meld.concealed)
    tiles = " ".join(code(tile) for tile in claimed.tiles)
    because = say("the hand is open: {tiles} was claimed", tiles=tiles)
    worth = rule.worth(account.edition.options)
    return NotCounted(rule.id, rule.name, _line_kind(account, rule), worth, because)


def _line_kind(account: Any, rule: Yaku) -> LineKind:
    return "limit" if rule.is_yakuman(account.edition.options) else "han"


def counted_instead(name: str) -> str:
    """Return the sentence that the rule of this name counts in place of the requested one."""
    return say("{yaku} counts in its place", yaku=name)


def _set_aside_reason(account: Any, hit: CountedYaku) -> tuple[str, str]:
    """Return why a yaku of the reading does not count, and the id of what counts instead."""
    found = account.found
    for other in found.hits:
        if hit.yaku.name in other.yaku.replaces:
            return counted_instead(other.yaku.name), other.yaku.id
    if found.yakuman:
        limit = hit.yaku.is_yakuman(account.edition.options)
        by = max(found.hits, key=lambda hit: hit.amount).yaku
        if limit:
            return say("only the highest yakuman counts, {yaku}", yaku=by.name), by.id
        return say("beside a yakuman nothing else counts"), by.id
    if found.alone:
        by = found.hits[0].yaku
        return say("the hand is scored as {yaku} and nothing else", yaku=by.name), by.id
    if hit.yaku.may_count_alone(account.edition.options):
        return say("the hand itself pays as much: {formula}", formula=account.formula()), ""
    if hit.yaku.needs:
        return say("it counts only beside another yaku"), ""
    least = account.edition.least(account.situation)
    return say(
        "the yaku are worth {han} han, but a win needs {least}", han=found.yaku, least=least
    ), ""


def _replaced_yaku(account: Any, rule: Yaku, by: Yaku) -> NotCounted | None:
    """Return a yaku in whose place a greater one counts, where the tiles are of its shape."""
    if NEEDS_SETS_AND_PAIR in rule.requirements and why_not_met(
        (NEEDS_SETS_AND_PAIR,), account.found.reading
    ):
        return None
    if rule.of & NOT_FOUR_SETS and not _in_another_reading(account, rule):
        return None
    worth, because = _uncounted_worth(account, rule), counted_instead(by.name)
    return NotCounted(
        rule.id, rule.name, _line_kind(account, rule), worth, because, set_aside_by=by.id
    )


def _uncounted_worth(account: Any, rule: Yaku) -> int:
    """Return what an uncounted yaku would be worth in this hand, open or closed."""
    opened = account.found.reading.claimed_before and rule.opened
    return opened or rule.worth(account.edition.options)


def _near_yaku(account: Any, rule: Yaku) -> NotCounted | None:
    """Return a yaku that the hand nearly has, or shows in another reading."""
    h = account.found.reading
    reason = None if rule.why_near is None else rule.why_near(h)
    if reason is None:
        return None
    return NotCounted(
        rule.id, rule.name, _line_kind(account, rule), _uncounted_worth(account, rule), reason
    )


def why_not(account: Any, id: str) -> str:
    """Return why the rule of this id has no line."""
    rule = next((listed for listed in account.edition.book.rules if listed.id == id), None)
    if not isinstance(rule, JapaneseNamed):
        return ""
    if isinstance(rule, Yaku):
        played = rule.in_force(account.edition.options)
        entry = _set_aside_yaku(account, rule, _counted_hand(account)) if played else None
        if entry is not None:
            return entry.because
        return _in_another_reading(account, rule) or rule.why_not_met(account.found.reading)
    reason = _beside_yakuman(account)
    if isinstance(rule, Bonus):
        held = any(bonus is rule for bonus, _ in account.bonuses())
        return reason if held and reason else rule.why_not_met(account.found.reading)
    assert isinstance(rule, FuItem)
    if not account.found.fu:
        return say("the fu of this hand are not counted")
    return rule.why_not_met(account.found.reading)


def _in_another_reading(account: Any, rule: Yaku) -> str | None:
    """Return the sentence that another reading has it, which pays less than the one that counts."""
    for h in account.readings:
        if any(hit.yaku is rule for hit in account.edition.shown_by(h)):
            return say("the tiles also make this, but for no more points")
    return None
