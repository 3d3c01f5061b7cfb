"""An example of a shape with restrictions: the sets and the pair, or the pairs, of one hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorer.engine.hand import CHOW_STARTS
from scorer.engine.tiles import SUITED, bits, how_many_suits, mask_of
from scorer.grammar.special.model import ShapeHand
from scorer.grammar.special.shapes import kind_masks_allowed

MAX_SEARCH_STEPS = 4_000
"""How many steps the searches for all examples of a text may take together."""

Groups = list[tuple[int, ...]]


class Budget:
    """The steps that are left."""

    def __init__(self, steps: int = MAX_SEARCH_STEPS) -> None:
        self.steps = steps


def example_of(shaped: ShapeHand, sets: int, budget: Budget) -> Groups | None:
    """Return the groups of a hand of this shape, or None if no tiles make one, or the steps do not
    suffice to find one."""
    restrictions = shaped.restrictions
    for kinds in kind_masks_allowed(restrictions):
        found = _Search(shaped, kinds, sets, budget).found()
        if found is not None:
            return found
    return None


class _Search:
    """A search among these kinds; it gives up when no steps are left."""

    def __init__(self, shaped: ShapeHand, kinds: int, sets: int, budget: Budget) -> None:
        self.kind = shaped.kind
        self.restrictions = shaped.restrictions
        self.kinds = kinds
        self.sets = sets
        self.budget = budget

    def found(self) -> Groups | None:
        """Return the first hand found."""
        required = Counter(dict(self.restrictions.required))
        if mask_of(*required) & ~self.kinds:
            return None
        if self.kind == "pairs":
            return self._pairs(required)
        if self.kind == "knitted pairs":
            return self._knitted(7, 0, required)
        if self.kind == "knitted triples":
            return self._knitted(4, 1, required)
        return next(self._fill([], required, Counter(), self.sets, 1), None)

    def _pairs(self, required: Counter[int]) -> Groups | None:
        most = 1 if self.restrictions.different else 2
        pairs = [kind for kind, count in required.items() for _ in range((count + 1) // 2)]
        if len(pairs) > 7 or any(pairs.count(kind) > most for kind in pairs):
            return None
        suits = self.restrictions.suits
        choices = self._spread([kind for kind in bits(self.kinds) for _ in range(most)])
        for kind in choices:
            if len(pairs) < 7 and pairs.count(kind) < most and self._not_too_late(pairs, kind):
                pairs.append(kind)
        good = len(pairs) == 7 and (not suits or how_many_suits(mask_of(*pairs)) == suits)
        return [(kind, kind) for kind in sorted(pairs)] if good else None

    def _not_too_late(self, pairs: Sequence[int], kind: int) -> bool:
        """Tests if there is room for this pair, with one kept for each suit that is wanted yet."""
        suits = self.restrictions.suits
        if not suits:
            return True
        wanted = how_many_suits(self.kinds) - how_many_suits(mask_of(*pairs, kind))
        return 7 - len(pairs) - 1 >= wanted

    def _spread(self, kinds: Sequence[int]) -> list[int]:
        """Return the kinds with each suit in turn, so that every suit comes early."""
        first: dict[int, list[int]] = {}
        for kind in kinds:
            first.setdefault(kind // 9, []).append(kind)
        longest = max(map(len, first.values()), default=0)
        order = []
        seen: Counter[int] = Counter()
        suits = [group for place, group in first.items() if place < 3]
        for n in range(longest):
            for group in suits:
                order += group[n : n + 1]
        order += first.get(3, [])
        for kind in order:
            seen[kind] += 1
        # Different kinds come before a second pair of one.
        return sorted(order, key=lambda kind: (order.index(kind) >= len(seen), order.index(kind)))

    def _knitted(self, groups: int, pairs: int, required: Counter[int]) -> Groups | None:
        if required:
            return None
        suits = [start for start in (0, 9, 18) if self.kinds >> start & 0x1FF == 0x1FF]
        if pairs and len(suits) == 3:
            made: Groups = [tuple(start + rank for start in suits) for rank in range(groups)]
            return [*made, (suits[0] + 8, suits[1] + 8)]
        if not pairs and len(suits) >= 2:
            return [(suits[0] + rank, suits[1] + rank) for rank in range(groups)]
        return None

    def _fill(
        self, made: Groups, required: Counter[int], used: Counter[int], sets: int, pairs: int
    ) -> Iterator[Groups]:
        """Yield hands of these groups and so many sets and pairs more."""
        self.budget.steps -= 1
        if self.budget.steps < 0 or required.total() > 4 * sets + 2 * pairs:
            return
        if not sets and not pairs:
            kinds = mask_of(*(tile for group in made for tile in group))
            suits = self.restrictions.suits
            if not +required and (not suits or how_many_suits(kinds & SUITED) == suits):
                yield sorted(made, key=lambda group: (len(group) < 3, group))
            return
        for group in self._groups(next(iter(+required), None), made, sets, pairs):
            tiles = Counter(group)
            count = Counter({kind: 4 if len(group) == 4 else held for kind, held in tiles.items()})
            if any(used[kind] + held > 4 for kind, held in count.items()):
                continue
            pair = len(group) == 2
            yield from self._fill(
                [*made, group], required - count, used + count, sets - (not pair), pairs - pair
            )

    def _groups(
        self, needed: int | None, made: Groups, sets: int, pairs: int
    ) -> Iterator[tuple[int, ...]]:
        """Yield the groups that may come next: with this tile, if one is needed; else of suits that
        are not there yet first."""
        kinds = self.kinds
        restrictions = self.restrictions
        there = mask_of(*(tile for group in made for tile in group))
        order = [*bits(kinds)] if needed is None else [needed]
        if needed is None:
            missing = [
                kind for kind in order if SUITED >> kind & 1 and not there >> kind // 9 * 9 & 0x1FF
            ]
            order = [*missing, *(kind for kind in order if kind not in missing)]
        for kind in order:
            if sets and not restrictions.no_chows and self.kind == "sets":
                starts = [kind] if needed is None else [kind - 2, kind - 1, kind]
                for start in starts:
                    chow = (start, start + 1, start + 2)
                    inside = start >= 0 and CHOW_STARTS >> start & 1
                    if inside and not mask_of(*chow) & ~kinds:
                        yield chow
            if sets and not restrictions.no_pungs:
                yield (kind,) * (4 if self.kind == "kongs" else 3)
            if pairs:
                yield (kind, kind)
