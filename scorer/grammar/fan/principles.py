"""Why a fan does not count: the principle, and the fan, that set it aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scorer.engine.sheet import NotCounted
from scorer.engine.tiles import bits
from scorer.grammar.fan.links import (
    ACCOUNT_ONCE,
    NON_IDENTICAL,
    NON_SEPARATION,
    Link,
    why_not_combined,
)
from scorer.grammar.fan.rule import (
    ActiveFan,
    CountedFan,
    ExcludedFan,
    Fan,
    FanCandidate,
    FanExclusion,
    tiles_shown,
)
from scorer.grammar.features import WHOLE_HAND, kinds_found
from scorer.languages.speech import and_list, say

if TYPE_CHECKING:
    from scorer.types import LineKind, Principle

NON_REPEAT: Final = "non-repeat"
ONE_OF_A_SERIES: Final = "one-of-a-series"
HIGH_VERSUS_LOW: Final = "high-versus-low"
ABOVE_LIMIT: Final = "limit"
ABOVE_LIMIT_ID: Final = "above-limit"
"""The id of what a sum has above the limit (``Declarations.not_rules``)."""

PRINCIPLE_SENTENCES = {
    NON_SEPARATION: say("sets that made one fan are not taken apart for another"),
    NON_IDENTICAL: say("a set is not used again for the same fan"),
}


def above_limit(total: int, limit: int | None, kind: LineKind) -> tuple[NotCounted, ...]:
    """Return what of a sum of this kind does not count because it is above the limit, as the only
    entry; none where the limit cuts nothing."""
    if limit is None or total <= limit:
        return ()
    because = say("the sum is {sum}, and at most {limit} of it counts", sum=total, limit=limit)
    return (
        NotCounted(
            ABOVE_LIMIT_ID,
            say("Above the limit"),
            kind,
            total - limit,
            because,
            ABOVE_LIMIT,
            reason=because,
        ),
    )


class WhyNot:
    """Finds why fan do not count: for ``best``, the reading that counts, the ``fans`` to test on
    it, what each of them sets ``aside``, the ``bit`` of each, and the
    principle by which one that is ``containing`` another sets it aside."""

    def __init__(
        self,
        best: FanCandidate,
        fans: Sequence[ActiveFan],
        aside: Mapping[Fan, Sequence[FanExclusion]],
        bit: Mapping[Fan, int],
        containing: Principle = NON_REPEAT,
    ) -> None:
        self.best = best
        self.h = best.reading
        self.fans = fans
        self.aside = aside
        self.bit = bit
        self.containing = containing
        self.found: list[tuple[int, NotCounted]] = []
        self.gone = 0
        for hit in best.hits:
            for implied in aside[hit.fan]:
                self.gone |= implied.bit

    def not_counted(
        self,
        candidates: Sequence[FanCandidate],
        shown: Sequence[Link],
        may_be_near: Sequence[ActiveFan],
    ) -> tuple[NotCounted, ...]:
        """Return what the tiles show but do not count, in the order of the book. ``candidates`` are
        all readings, ``shown`` the fan of particular sets that the sets of this one make, and
        ``may_be_near`` the fan that a reading may nearly show, or show for nothing."""
        for tested in self.fans:
            if tested.bit & self.gone:
                self._note_contained(tested)
        for link in shown:
            self._note_not_combined(link)
        explained = {entry.id for _, entry in self.found} | {hit.fan.id for hit in self.best.hits}
        for aside in self.best.set_aside():
            if aside.hit.fan.id not in explained:
                self._note_set_aside(aside)
        explained |= {aside.hit.fan.id for aside in self.best.set_aside()}
        if self.best.set_aside():
            self._note_contained_by_those(explained)
        for tested in may_be_near:
            if tested.fan.id not in explained:
                self._note_near(tested)
        others = [candidate for candidate in candidates if candidate is not self.best]
        for candidate in sorted(others, key=FanCandidate.rank):
            for hit in candidate.hits:
                if hit.fan.id not in explained:
                    explained.add(hit.fan.id)
                    self._add_entry(
                        hit.fan,
                        hit.amount,
                        _other_reading_sentence(self.best, candidate),
                        HIGH_VERSUS_LOW,
                    )
        return tuple([entry for _, entry in sorted(self.found, key=lambda item: item[0])])

    def _note_contained(self, tested: ActiveFan) -> None:
        """Note a fan that the reading shows, but that another one contains and sets aside: whole,
        or for some of the kinds that show it."""
        fan = tested.fan
        for kinds in self._uncounted_kinds(tested):
            by = self._fan_setting_aside(fan, kinds)
            if by is not None:
                because = self._set_aside_reason(by, fan)
                for tiles in tiles_shown(CountedFan(fan, tested.worth, kinds), self.h):
                    self._add_entry(fan, tested.worth, because, self.containing, by, tiles)

    def _uncounted_kinds(self, tested: ActiveFan) -> list[int]:
        """Return the masks of kinds that show the fan and for which it does not count: one mask a
        kind for a fan that counts each, else all kinds in one; none where it counts or is not
        shown."""
        fan = tested.fan
        found = kinds_found(tested.test(self.h))
        counted = next((hit.found for hit in self.best.hits if hit.fan is fan), 0)
        if fan.each:
            return [1 << kind for kind in bits(found & ~counted)]
        if counted or not found:
            return []
        return [found]

    def _note_not_combined(self, link: Link) -> None:
        """Note a fan of particular sets that these sets make, but that does not count beside those
        that do."""
        chosen = [hit.link for hit in self.best.hits if hit.link is not None]
        if link in chosen:
            return
        fan = link.combined.fan
        by = self._fan_setting_aside(fan, WHOLE_HAND)
        if by is not None:
            because = self._set_aside_reason(by, fan)
            principle: Principle = self.containing
        else:
            principle, obstructs = why_not_combined(link, chosen)
            by = obstructs[0].combined.fan
            if principle == ACCOUNT_ONCE:
                names = dict.fromkeys([link.combined.fan.name for link in obstructs])
                because = say(
                    "Combine-Once: these sets are combined already by {fan}", fan=and_list(names)
                )
            else:
                because = say(
                    "{because} (here {fan})", because=PRINCIPLE_SENTENCES[principle], fan=by.name
                )
        tiles = tiles_shown(CountedFan(fan, 0, WHOLE_HAND, link), self.h)[0]
        self._add_entry(fan, link.combined.worth, because, principle, by, tiles)

    def _note_contained_by_those(self, explained: set[str]) -> None:
        """Note the fan that are contained in others which do not count themselves."""
        because = self.best.set_aside()[0].because
        for tested in self.fans:
            found = kinds_found(tested.test(self.h)) if tested.fan.id not in explained else 0
            if found:
                explained.add(tested.fan.id)
                self._note_set_aside(
                    ExcludedFan(CountedFan(tested.fan, tested.worth, found), because, None)
                )

    def _note_set_aside(self, aside: ExcludedFan) -> None:
        """Note a fan that does not count because of one that may count alone."""
        fan, by = aside.hit.fan, "" if aside.by is None else aside.by.id
        for tiles in tiles_shown(aside.hit, self.h):
            entry = NotCounted(
                fan.id,
                fan.name,
                fan.kind,
                aside.hit.amount,
                aside.because,
                set_aside_by=by,
                tiles=tiles,
            )
            self.found.append((fan.place, entry))

    def _note_near(self, tested: ActiveFan) -> None:
        """Note a fan that the reading nearly shows, where there is a reason to say so, or that it
        shows for nothing."""
        fan, worth, reason = tested.fan, tested.worth, None
        if not worth:
            reason = say("this table counts nothing for it") if tested.test(self.h) else None
        elif fan.why_near is not None:
            reason = fan.why_near(self.h)
        if reason is not None:
            self.found.append((fan.place, NotCounted(fan.id, fan.name, fan.kind, worth, reason)))

    def _fan_setting_aside(self, fan: Fan, kinds: int) -> Fan | None:
        """Return the fan that counts and sets these kinds of this one aside."""
        bit = self.bit[fan]
        if not bit & self.gone:
            return None
        for hit in self.best.hits:
            for implied in self.aside[hit.fan]:
                if implied.bit == bit:
                    set_aside = hit.found if implied.part is None else implied.part(self.h)
                    if set_aside & kinds or (set_aside and not implied.each):
                        return hit.fan
        return None

    def _set_aside_reason(self, by: Fan, fan: Fan) -> str:
        """Return why ``by`` sets a fan aside."""
        bit = self.bit[fan]
        reasons = [
            implied.because for implied in self.aside[by] if implied.bit == bit and implied.because
        ]
        return reasons[0] if reasons else _contains_sentence(by.name)

    def _add_entry(
        self,
        fan: Fan,
        worth: int,
        because: str,
        principle: Principle,
        by: Fan | None = None,
        tiles: tuple[str, ...] = (),
    ) -> None:
        entry = NotCounted(
            fan.id,
            fan.name,
            fan.kind,
            worth,
            _with_principle(principle, because),
            principle,
            "" if by is None else by.id,
            tiles,
            because,
        )
        self.found.append((fan.place, entry))


# The same few sentences are said of many hands.
@lru_cache(maxsize=1 << 10)
def _with_principle(principle: str, because: str) -> str:
    return say("{because} ({principle})", because=because, principle=principle)


@lru_cache(maxsize=1 << 8)
def _contains_sentence(fan: str) -> str:
    return say("{fan} already contains it", fan=fan)


def _other_reading_sentence(best: FanCandidate, other: FanCandidate) -> str:
    if other.total == best.total:
        return say(
            "the tiles also make this, for the same {total}; of equal arrangements the one whose "
            "patterns come first counts",
            total=other.total,
        )
    return say(
        "the tiles also make this, for {other}, but the arrangement that counts is worth {best}",
        other=other.total,
        best=best.total,
    )
