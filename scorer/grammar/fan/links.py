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

NON_SEPARATION: Final = "non-separation"
NON_IDENTICAL: Final = "non-identical"
ACCOUNT_ONCE: Final = "account-once"

Sets = tuple[int, ...]
Joins = Callable[[Sets, int], bool]


class Combined(NamedTuple):
    """A fan that ``size`` particular sets make together.

    ``joins`` takes the lowest kinds of that many sets, in order, and the kind of the pair, and
    gives whether they make the fan. ``eyes`` is the mask of the kinds that the pair must be of, 0
    where any pair will do. ``number`` is the fan's place in the book, ``worth`` its points; ``fan``
    is the caller's object for it, which nothing here looks at."""

    number: int
    worth: int
    size: int
    joins: Joins
    fan: Any
    eyes: int = 0


class Link(NamedTuple):
    """One such fan in a hand: ``sets`` are the lowest kinds of the sets that make it, ``members``
    is the mask of their places among the sets of the hand."""

    combined: Combined
    members: int
    sets: Sets


@lru_cache
def _places_of_sets(count: int, size: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return every way to take ``size`` of ``count`` sets: their places, as a tuple and as a
    mask."""
    return tuple(
        [(chosen, sum([1 << n for n in chosen])) for chosen in combinations(range(count), size)]
    )


def possible_links(sets: Sets, pair: int, wanted: Sequence[Combined]) -> list[Link]:
    """Return every fan among ``wanted`` that some of these sets make, in the order of ``wanted``.
    ``sets`` are their lowest kinds, ``pair`` is the kind of the pair, -1 where no fan needs to know
    it."""
    found: list[Link] = []
    for combined in wanted:
        if combined.eyes and (pair < 0 or not combined.eyes >> pair & 1):
            continue
        joins = combined.joins
        for chosen, members in _places_of_sets(len(sets), combined.size):
            tiles = tuple([sets[place] for place in chosen])
            if joins(tiles, pair):
                found.append(Link(combined, members, tiles))
    return found


def best_choice(found: Sequence[Link]) -> tuple[Link, ...]:
    """Return those of the found links that count: the choice that the principles allow and that is
    worth most; of several worth the same the one whose fan come first in the book."""
    if not found:
        return ()
    choices: list[tuple[Link, ...]] = []
    _add_legal_choices(found, 0, (), (), choices)
    return min(choices, key=_choice_rank)


def _choice_rank(chosen: tuple[Link, ...]) -> tuple[int, list[int], list[int]]:
    numbers = [link.combined.number for link in chosen]
    worth = sum([link.combined.worth for link in chosen])
    return -worth, numbers, [link.members for link in chosen]


def _add_legal_choices(
    found: Sequence[Link],
    start: int,
    groups: tuple[int, ...],
    chosen: tuple[Link, ...],
    choices: list[tuple[Link, ...]],
) -> None:
    """Add to ``choices`` every choice made of ``chosen`` and of links from ``found[start:]`` in
    which no two sets are joined twice. ``groups`` are the masks of the sets that ``chosen`` joins,
    one for each lot of sets that it joins with one another."""
    choices.append(chosen)
    for n in range(start, len(found)):
        united = _united_groups(groups, found[n].members)
        if united is not None:
            _add_legal_choices(found, n + 1, united, (*chosen, found[n]), choices)


def _united_groups(groups: tuple[int, ...], members: int) -> tuple[int, ...] | None:
    """Return the groups once the sets ``members`` are joined; None when two of these are in one
    group, and so joined already."""
    untouched = []
    union = members
    for group in groups:
        shared = group & members
        if shared & (shared - 1):
            return None
        if shared:
            union |= group
        else:
            untouched.append(group)
    return (union, *untouched)


def why_not_combined(link: Link, chosen: Sequence[Link]) -> tuple[Principle, tuple[Link, ...]]:
    """Return the principle by which a link does not count beside the chosen ones, and those of them
    that stand in its way."""
    for other in chosen:
        if not link.members & ~other.members:
            return NON_SEPARATION, (other,)
    for other in chosen:
        if other.combined is link.combined and other.members & link.members:
            return NON_IDENTICAL, (other,)
    return ACCOUNT_ONCE, _links_joining(link, chosen)


def _links_joining(link: Link, chosen: Sequence[Link]) -> tuple[Link, ...]:
    """Return the fewest of the chosen links that already join two sets of this one."""
    for size in range(1, len(chosen) + 1):
        for some in combinations(chosen, size):
            groups: tuple[int, ...] = ()
            for joining in some:
                groups = _united_groups(groups, joining.members) or groups
            if any((group & link.members).bit_count() > 1 for group in groups):
                return some
    raise AssertionError("the link would stand beside the chosen ones")
