"""A hand as it is drawn: groups of tiles, some of them laid out, and then a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorer.tiles import code, in_order, parse

__all__ = ["Document", "Group", "drawn_hand", "groups_of", "of_concealed", "text_of"]

Document = dict[str, Any]


class Group(NamedTuple):
    """Tiles that lie together. ``laid`` is what is told of a declared set beside its tiles; None
    for tiles in the hand."""

    kind: str
    tiles: tuple[int, ...]
    laid: Mapping[str, Any] | None = None


def text_of(tiles: Sequence[int]) -> str:
    """These tiles as a document has them."""
    return " ".join(map(code, in_order(tiles)))


def of_concealed(groups: Sequence[Group]) -> list[int]:
    """The tiles that are not laid out."""
    return [tile for group in groups if group.laid is None for tile in group.tiles]


def drawn_hand(
    groups: Sequence[Group], winning: int | None = None, bonus: Sequence[int] = ()
) -> Document:
    """The hand of these groups; ``winning`` is among its concealed tiles."""
    hand: Document = {"concealed": text_of(of_concealed(groups))}
    melds = [{"tiles": text_of(one.tiles), **one.laid} for one in groups if one.laid is not None]
    if melds:
        hand["melds"] = melds
    if bonus:
        hand["bonus"] = text_of(bonus)
    if winning is not None:
        hand["winning_tile"] = code(winning)
    return hand


def groups_of(
    hand: Mapping[str, Any], sets: Sequence[Sequence[Any]], full: int
) -> tuple[list[Group], int | None]:
    """The groups of a hand that is read as these ``sets``, each its tiles and their kind, and its
    winning tile, which is then among them. A hand that wins has ``full`` tiles, a kong counted as
    three."""
    known = [(kind, parse(tiles)) for tiles, kind, *_ in sets if kind != "flowers"]
    groups = []
    for meld in hand.get("melds") or ():
        tiles = parse(meld["tiles"])
        same = next((one for one in known if sorted(one[1]) == sorted(tiles)), None)
        if same is not None:
            known.remove(same)
        laid = {name: told for name, told in meld.items() if name != "tiles"}
        groups.append(Group(same[0] if same else "rest", tuple(tiles), laid))
    held = Counter(parse(hand["concealed"]))
    winning = parse(hand["winning_tile"])[0] if hand.get("winning_tile") else None
    if winning is not None and held.total() < full - 3 * len(groups):
        held[winning] += 1
    groups += _concealed(held, known)
    return groups, winning


def _concealed(held: Counter[int], known: Sequence[tuple[str, list[int]]]) -> Iterator[Group]:
    for kind, tiles in known:
        if Counter(tiles) <= held:
            held -= Counter(tiles)
            yield Group(kind, tuple(tiles))
    if held.total():
        yield Group("rest", tuple(held.elements()))
