"""Fan made of particular sets, and which of them may stand together.

The principles for combining sets (non-separation, non-identical, account-once) are one test: sets
joined by fan that count never form a cycle. So four sets carry at most three fan of two sets, a fan
of three sets leaves room for one more, a fan of four for none; with five sets there is one more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from scorer.types import Principle

__all__ = ["ACCOUNT_ONCE", "NON_IDENTICAL", "NON_SEPARATION", "Combined", "Link", "best", "links"]

NON_SEPARATION: Final = "non-separation"
NON_IDENTICAL: Final = "non-identical"
ACCOUNT_ONCE: Final = "account-once"

Sets = tuple[int, ...]
Joins = Callable[[Sets, int], bool]


class Combined(NamedTuple):
    """A fan of ``size`` sets as it is looked for: ``joins`` says of their lowest tiles, in order,
    and of the pair whether they make it; ``fan`` is whatever stands for it elsewhere. It is looked
    for beside a pair of one of the ``eyes`` alone or, where there are none, beside any."""

    number: int
    worth: int
    size: int
    joins: Joins
    fan: Any
    eyes: int = 0


class Link(NamedTuple):
    """One such fan in a hand: ``members`` is the mask of the positions of its sets."""

    combined: Combined
    members: int
    sets: Sets


@lru_cache
def _places(count: int, size: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every way to take ``size`` of so many sets: their places, and those as a mask."""
    return tuple(
        [(chosen, sum([1 << n for n in chosen])) for chosen in combinations(range(count), size)]
    )


def links(sets: Sets, pair: int, wanted: Sequence[Combined]) -> list[Link]:
    """Every such fan that these sets make, in the order of the book. ``sets`` are lowest tiles,
    ``pair`` is the kind of the pair, -1 where it is none of the eyes that are asked for."""
    found: list[Link] = []
    for combined in wanted:
        if combined.eyes and (pair < 0 or not combined.eyes >> pair & 1):
            continue
        joins = combined.joins
        for chosen, members in _places(len(sets), combined.size):
            tiles = tuple([sets[place] for place in chosen])
            if joins(tiles, pair):
                found.append(Link(combined, members, tiles))
    return found


def best(found: Sequence[Link]) -> tuple[Link, ...]:
    """The legal choice that is worth most; of equals the one that comes first in the book."""
    if not found:
        return ()
    choices: list[tuple[Link, ...]] = []
    _add_legal(found, 0, (), (), choices)
    return min(choices, key=_rank)


def _rank(chosen: tuple[Link, ...]) -> tuple[int, list[int], list[int]]:
    numbers = [link.combined.number for link in chosen]
    worth = sum([link.combined.worth for link in chosen])
    return -worth, numbers, [link.members for link in chosen]


def _add_legal(
    found: Sequence[Link],
    start: int,
    groups: tuple[int, ...],
    chosen: tuple[Link, ...],
    choices: list[tuple[Link, ...]],
) -> None:
    """Add every choice that begins with ``chosen``, goes on from ``start`` and joins no sets which
    are joined already. ``groups`` are masks of sets that hang together."""
    choices.append(chosen)
    for n in range(start, len(found)):
        united = _united(groups, found[n].members)
        if united is not None:
            _add_legal(found, n + 1, united, (*chosen, found[n]), choices)


def _united(groups: tuple[int, ...], members: int) -> tuple[int, ...] | None:
    """The groups once these sets are joined; None when two of them hang together already."""
    apart = []
    union = members
    for group in groups:
        shared = group & members
        if shared & (shared - 1):
            return None
        if shared:
            union |= group
        else:
            apart.append(group)
    return (union, *apart)


def obstacle(link: Link, chosen: Sequence[Link]) -> tuple[Principle, tuple[Link, ...]]:
    """The principle by which a link does not count beside the chosen ones, and those of them that
    stand in its way."""
    for other in chosen:
        if not link.members & ~other.members:
            return NON_SEPARATION, (other,)
    for other in chosen:
        if other.combined is link.combined and other.members & link.members:
            return NON_IDENTICAL, (other,)
    return ACCOUNT_ONCE, _joining(link, chosen)


def _joining(link: Link, chosen: Sequence[Link]) -> tuple[Link, ...]:
    """The fewest of the chosen links by which two sets of this one hang together already."""
    for size in range(1, len(chosen) + 1):
        for some in combinations(chosen, size):
            groups: tuple[int, ...] = ()
            for one in some:
                groups = _united(groups, one.members) or groups
            if any((group & link.members).bit_count() > 1 for group in groups):
                return some
    raise AssertionError("the link would stand beside the chosen ones")
