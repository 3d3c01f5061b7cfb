"""Fan made of particular sets, and which of them may stand together.

The principles for combining sets (non-separation, non-identical, account-once) are one test: sets
joined by fan that count never form a cycle. So four sets carry at most three fan of two sets, a fan
of three sets leaves room for one more, a fan of four for none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

__all__ = ["ACCOUNT_ONCE", "NON_IDENTICAL", "NON_SEPARATION", "Combined", "Link", "best", "links"]

NON_SEPARATION = "non-separation"
NON_IDENTICAL = "non-identical"
ACCOUNT_ONCE = "account-once"

Sets = tuple[int, ...]
Joins = Callable[[Sets, int], bool]


class Combined(NamedTuple):
    """A fan of ``size`` sets as it is looked for: ``joins`` says of their lowest tiles, in order,
    and of the pair whether they make it; ``fan`` is whatever stands for it elsewhere."""

    number: int
    worth: int
    size: int
    joins: Joins
    fan: Any


class Link(NamedTuple):
    """One such fan in a hand: ``members`` is the mask of the positions of its sets."""

    combined: Combined
    members: int
    sets: Sets


def links(sets: Sets, pair: int, wanted: Sequence[Combined]) -> list[Link]:
    """Every such fan that these sets make, in the order of the book. ``sets`` are lowest tiles."""
    found = []
    places = range(len(sets))
    for combined in wanted:
        for chosen in combinations(places, combined.size):
            tiles = tuple(sets[place] for place in chosen)
            if combined.joins(tiles, pair):
                members = sum(1 << place for place in chosen)
                found.append(Link(combined, members, tiles))
    return found


def best(found: Sequence[Link]) -> tuple[Link, ...]:
    """The legal choice that is worth most; of equals the one that comes first in the book."""
    return min(_legal(found, ()), key=_rank)


def _rank(chosen: tuple[Link, ...]) -> tuple[int, list[int], list[int]]:
    numbers = [link.combined.number for link in chosen]
    worth = sum(link.combined.worth for link in chosen)
    return -worth, numbers, [link.members for link in chosen]


def _legal(found: Sequence[Link], groups: tuple[int, ...]) -> Iterator[tuple[Link, ...]]:
    """Every choice of links that joins no sets which are joined already. ``groups`` are masks of
    sets that hang together."""
    yield ()
    for n, link in enumerate(found):
        united = _united(groups, link.members)
        if united is not None:
            for more in _legal(found[n + 1 :], united):
                yield (link, *more)


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


def obstacle(link: Link, chosen: Sequence[Link]) -> tuple[str, Link]:
    """The principle by which a link does not count beside the chosen ones, and the one of them that
    stands most in its way."""
    for other in chosen:
        if not link.members & ~other.members:
            return NON_SEPARATION, other
    for other in chosen:
        if other.combined is link.combined and other.members & link.members:
            return NON_IDENTICAL, other
    return ACCOUNT_ONCE, next(other for other in chosen if other.members & link.members)
