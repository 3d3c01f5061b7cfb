"""Why a fan does not count: the principle, and the fan, that set it aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scorer.engine.sheet import NotCounted
from scorer.engine.tiles import bits
from scorer.grammar.fan.links import ACCOUNT_ONCE, NON_IDENTICAL, NON_SEPARATION, Link, obstacle
from scorer.grammar.fan.rule import ActiveFan, Aside, Candidate, Fan, Hit, tiles_shown
from scorer.grammar.features import WHOLE, kinds_found
from scorer.speech import all_of, say

if TYPE_CHECKING:
    from scorer.types import Principle

__all__ = ["HIGH_VERSUS_LOW", "NON_REPEAT", "WhyNot"]

NON_REPEAT: Final = "non-repeat"
HIGH_VERSUS_LOW: Final = "high-versus-low"

SAYS = {
    NON_SEPARATION: say("sets that made one fan are not taken apart for another"),
    NON_IDENTICAL: say("a set is not used again for the same fan"),
}


class WhyNot:
    """Finds why fan do not count: for ``best``, the reading that counts, the ``fans`` to test on
    it, what each of them sets ``aside``, and the ``bit`` of each."""

    def __init__(
        self,
        best: Candidate,
        fans: Sequence[ActiveFan],
        aside: Mapping[Fan, Sequence[Aside]],
        bit: Mapping[Fan, int],
    ) -> None:
        self.best = best
        self.h = best.reading
        self.fans = fans
        self.aside = aside
        self.bit = bit
        self.found: list[tuple[int, NotCounted]] = []
        self.gone = 0
        for hit in best.hits:
            for implied in aside[hit.fan]:
                self.gone |= implied.bit

    def not_counted(
        self, candidates: Sequence[Candidate], shown: Sequence[Link]
    ) -> tuple[NotCounted, ...]:
        """Return what the tiles show but do not count, in the order of the book. ``candidates`` are
        all readings, ``shown`` the fan of particular sets that the sets of this one make."""
        for tested in self.fans:
            if tested.bit & self.gone:
                self._contained(tested)
        for link in shown:
            self._not_combined(link)
        explained = {entry.id for _, entry in self.found} | {hit.fan.id for hit in self.best.hits}
        for tested in self.fans:
            if tested.fan.close is not None and tested.fan.id not in explained:
                self._nearly(tested.fan, tested.fan.close(self.h), tested.worth)
        others = [candidate for candidate in candidates if candidate is not self.best]
        for candidate in sorted(others, key=Candidate.rank):
            for hit in candidate.hits:
                if hit.fan.id not in explained:
                    explained.add(hit.fan.id)
                    self._add(
                        hit.fan, hit.amount, _otherwise(self.best, candidate), HIGH_VERSUS_LOW
                    )
        return tuple([entry for _, entry in sorted(self.found, key=lambda item: item[0])])

    def _contained(self, tested: ActiveFan) -> None:
        """Note a fan that the reading shows, but that another one contains and sets aside: whole,
        or for some of the kinds that show it."""
        fan = tested.fan
        for kinds in self._not_counting(tested):
            by = self._sets_aside(fan, kinds)
            if by is not None:
                because = self._why_aside(by, fan)
                for tiles in tiles_shown(Hit(fan, tested.worth, kinds), self.h):
                    self._add(fan, tested.worth, because, NON_REPEAT, by, tiles)

    def _not_counting(self, tested: ActiveFan) -> list[int]:
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

    def _not_combined(self, link: Link) -> None:
        """Note a fan of particular sets that these sets make, but that does not count beside those
        that do."""
        chosen = [hit.link for hit in self.best.hits if hit.link is not None]
        if link in chosen:
            return
        fan = link.combined.fan
        by = self._sets_aside(fan, WHOLE)
        if by is not None:
            because = self._why_aside(by, fan)
            principle: Principle = NON_REPEAT
        else:
            principle, obstructs = obstacle(link, chosen)
            by = obstructs[0].combined.fan
            if principle == ACCOUNT_ONCE:
                names = dict.fromkeys([link.combined.fan.name for link in obstructs])
                because = say(
                    "Combine-Once: these sets are combined already by {fan}", fan=all_of(names)
                )
            else:
                because = say("{because} (here {fan})", because=SAYS[principle], fan=by.name)
        tiles = tiles_shown(Hit(fan, 0, WHOLE, link), self.h)[0]
        self._add(fan, link.combined.worth, because, principle, by, tiles)

    def _nearly(self, fan: Fan, reason: str | None, worth: int) -> None:
        """Note a fan that the reading nearly shows, where there is a reason to say so."""
        if reason is not None:
            self.found.append((fan.place, NotCounted(fan.id, fan.name, "fan", worth, reason)))

    def _sets_aside(self, fan: Fan, kinds: int) -> Fan | None:
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

    def _why_aside(self, by: Fan, fan: Fan) -> str:
        """Return why ``by`` sets a fan aside."""
        bit = self.bit[fan]
        reasons = [
            implied.because for implied in self.aside[by] if implied.bit == bit and implied.because
        ]
        return reasons[0] if reasons else _contains(by.name)

    def _add(
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
            "fan",
            worth,
            _by(principle, because),
            principle,
            "" if by is None else by.id,
            tiles,
            because,
        )
        self.found.append((fan.place, entry))


# The same few sentences are said of many hands.
@lru_cache(maxsize=1 << 10)
def _by(principle: str, because: str) -> str:
    return say("{because} ({principle})", because=because, principle=principle)


@lru_cache(maxsize=1 << 8)
def _contains(fan: str) -> str:
    return say("{fan} already contains it", fan=fan)


def _otherwise(best: Candidate, other: Candidate) -> str:
    if other.total == best.total:
        return say(
            "the tiles can be read that way for the same {total}; of equal readings the one whose "
            "fan come first in the book is taken",
            total=other.total,
        )
    return say(
        "the tiles can be read that way too, for {other}; the reading that counts is worth {best}",
        other=other.total,
        best=best.total,
    )
