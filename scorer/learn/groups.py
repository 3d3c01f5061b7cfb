"""A drawn hand as groups of tiles, and its document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorer.engine.tiles import code, in_order, parse

Document = dict[str, Any]


class Group(NamedTuple):
    """Tiles that belong together.

    Attributes:
        kind: ``chow``, ``pung`` …, or ``rest`` for loose tiles.
        tiles: The tiles.
        meld: The other fields of a declared set; None for concealed tiles.
    """

    kind: str
    tiles: tuple[int, ...]
    meld: Mapping[str, Any] | None = None


def tiles_text(tiles: Sequence[int]) -> str:
    """Write tiles in the notation of a document."""
    return " ".join(map(code, in_order(tiles)))


def concealed_tiles(groups: Sequence[Group]) -> list[int]:
    """Return the tiles that are not declared."""
    return [tile for group in groups if group.meld is None for tile in group.tiles]


def hand_document(
    groups: Sequence[Group], winning: int | None = None, bonus: Sequence[int] = ()
) -> Document:
    """Return the document of a hand; ``winning`` is one of its concealed tiles."""
    hand: Document = {"concealed": tiles_text(concealed_tiles(groups))}
    melds = [
        {"tiles": tiles_text(group.tiles), **group.meld}
        for group in groups
        if group.meld is not None
    ]
    if melds:
        hand["melds"] = melds
    if bonus:
        hand["bonus"] = tiles_text(bonus)
    if winning is not None:
        hand["winning_tile"] = code(winning)
    return hand


def read_groups(
    hand: Mapping[str, Any], sets: Sequence[Sequence[Any]], full: int
) -> tuple[list[Group], int | None]:
    """Return the groups of a hand and its winning tile, which is among them.

    Args:
        hand: The document of the hand.
        sets: How the hand is read: each set's tiles and kind.
        full: The number of tiles in a winning hand, a kong counted as three.
    """
    sets_left = [(kind, parse(tiles)) for tiles, kind, *_ in sets if kind != "flowers"]
    groups = []
    for declared in hand.get("melds") or ():
        tiles = parse(declared["tiles"])
        match = next((entry for entry in sets_left if sorted(entry[1]) == sorted(tiles)), None)
        if match is not None:
            sets_left.remove(match)
        meld = {name: value for name, value in declared.items() if name != "tiles"}
        groups.append(Group(match[0] if match else "rest", tuple(tiles), meld))
    held = Counter(parse(hand["concealed"]))
    winning = parse(hand["winning_tile"])[0] if hand.get("winning_tile") else None
    if winning is not None and held.total() < full - 3 * len(groups):
        held[winning] += 1
    groups += _concealed_groups(held, sets_left)
    return groups, winning


def _concealed_groups(
    held: Counter[int], sets_left: Sequence[tuple[str, list[int]]]
) -> Iterator[Group]:
    for kind, tiles in sets_left:
        if Counter(tiles) <= held:
            held -= Counter(tiles)
            yield Group(kind, tuple(tiles))
    if held.total():
        yield Group("rest", tuple(held.elements()))
