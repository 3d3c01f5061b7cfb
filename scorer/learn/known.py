"""Hands like a known one: the same rule counts, and little else is the same. So rare rules are
asked about too, each time of another hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from scorer.grammar.card.book import CardEdition
from scorer.hand import SEATS
from scorer.learn.chance import Chance
from scorer.learn.groups import Document, Group, drawn_hand, groups_of, of_concealed, text_of
from scorer.learn.hands import (
    circumstances,
    completed,
    drawn_bonus,
    drawn_groups,
    drawn_way,
    winning_tile,
)
from scorer.learn.styles import another
from scorer.rulebook import Edition
from scorer.tiles import EAST, FIRST_FLOWER, FIRST_RED_FIVE, FIRST_SEASON, JOKER, RED, parse

__all__ = ["Known", "house_rules", "known_hands", "like"]

SUIT_OF_DRAGON: Final = (1, 0, 2)
"""The dragons of a card go with its suits: red with characters, green with bamboo."""
WINDS: Final = 4
REDRAWN: Final = 3
"""The change at which all tiles may be others."""


class Known(NamedTuple):
    """A hand in which a rule counts: the document, without its ruleset, and how it is read."""

    rule: str
    document: str
    sets: tuple[tuple[Any, ...], ...]


@cache
def known_hands(ruleset: str) -> tuple[Known, ...]:
    """A hand for each rule of this ruleset, as far as there are any: those of when its version was
    made, so that no later example changes a problem."""
    file = files("scorer") / "examples" / f"problems-{ruleset}.json"
    if not file.is_file():
        return ()
    known = json.loads(file.read_text(encoding="utf-8"))["hands"]
    return tuple(
        Known(rule, json.dumps(one["document"]), tuple(map(tuple, one["sets"])))
        for rule, one in known.items()
    )


def like(
    chance: Chance, edition: Edition, known: Known, seats: Sequence[str], change: int
) -> Document:
    """A hand like this one, without its ruleset: with other suits and winds, and the more
    ``change`` (0 to 3), the more of it drawn anew."""
    document: Document = json.loads(known.document)
    turn, moved = _turned(chance, edition, change)
    told = {**document, "seat": turn(document["seat"])}
    if "prevailing" in document:
        told["prevailing"] = turn(document["prevailing"])
        if change > 1 and chance.one_in(2):
            told["prevailing"] = chance.one_of(SEATS)
    if len(seats) < len(SEATS):
        told["seats"] = list(seats)
    if "win" in document:
        told["win"] = _win(chance, edition, document["win"], told["seat"], seats, change)
    groups, winning = groups_of(document["hand"], known.sets, edition.book.hand_tiles + 1)
    won = "win" in document
    of_card = isinstance(edition, CardEdition) and any(one.kind != "pair" for one in groups)
    if won and change >= REDRAWN and (of_card or chance.one_in(2)):
        groups = drawn_groups(chance, edition)
        winning = winning_tile(chance, groups)
    else:
        if not of_card:
            groups, winning = _other(chance, edition, groups, winning, change)
        groups = [one._replace(tiles=tuple(map(moved, one.tiles))) for one in groups]
        winning = None if winning is None else moved(winning)
    bonus = [moved(tile) for tile in parse(document["hand"].get("bonus") or "")]
    if change > 1 and chance.one_in(2):
        bonus = drawn_bonus(chance, edition, told["seat"])
    about = ("concealed", "melds", "bonus", "winning_tile")
    beside = {name: part for name, part in document["hand"].items() if name not in about}
    for field in edition.book.fields["hand"]:
        if field.type == "tiles" and beside.get(field.name):
            beside[field.name] = text_of([*map(moved, parse(beside[field.name]))])
    if won and winning is None and "winning_tile" in document["hand"]:
        winning = winning_tile(chance, groups)
    hand = {**drawn_hand(groups, winning, bonus), **beside}
    told["hand"] = completed(chance, edition, hand, told.get("win") or {})
    return told


def _turned(
    chance: Chance, edition: Edition, change: int
) -> tuple[Callable[[str], str], Callable[[int], int]]:
    """The table turned by some seats and the suits and dragons exchanged: what becomes of a seat,
    and of a tile."""
    suits = chance.shuffled((0, 1, 2))
    dragons = chance.shuffled((0, 1, 2)) if change else [0, 1, 2]
    if isinstance(edition, CardEdition):
        dragons = [SUIT_OF_DRAGON.index(suits[suit]) for suit in SUIT_OF_DRAGON]
    by = chance.below(WINDS) if change else 0

    def seat(letter: str) -> str:
        return SEATS[(SEATS.index(letter) + by) % WINDS]

    def tile(kind: int) -> int:
        if kind < EAST:
            return 9 * suits[kind // 9] + kind % 9
        if kind < RED:
            return EAST + (kind - EAST + by) % WINDS
        if kind < FIRST_FLOWER:
            return RED + dragons[kind - RED]
        if kind < JOKER:
            first = FIRST_FLOWER if kind < FIRST_SEASON else FIRST_SEASON
            return first + (kind - first + by) % WINDS
        return kind if kind < FIRST_RED_FIVE else FIRST_RED_FIVE + suits[kind - FIRST_RED_FIVE]

    return seat, tile


def _win(
    chance: Chance,
    edition: Edition,
    win: Document,
    seat: str,
    seats: Sequence[str],
    change: int,
) -> Document:
    """The same win on a tile of any other player; sometimes won another way."""
    told = dict(win)
    if "from" in win:
        told["from"] = chance.one_of([other for other in seats if other != seat] or SEATS)
    if change > 1 and chance.one_in(2):
        ids = win.get("with") or ()
        known = next((one for one in circumstances(edition) if one.id in ids), None)
        told = {**drawn_way(chance, edition, seats, seat, known), **({"with": ids} if ids else {})}
    return told


def _other(
    chance: Chance, edition: Edition, groups: Sequence[Group], winning: int | None, change: int
) -> tuple[list[Group], int | None]:
    """These groups, some replaced by others of their kind, some claimed or no more, and the tile
    that wins now."""
    last = next((n for n, one in enumerate(groups) if _holds(one, winning)), None)
    other = []
    for n, group in enumerate(groups):
        new = another(chance, group) if chance.below(6) < change else group
        if n == last and winning is not None:
            winning = new.tiles[group.tiles.index(winning)]
        if change and n != last and chance.one_in(3):
            new = _laid_otherwise(chance, edition, new)
        other.append(new)
    tiles = of_concealed(other)
    if change and winning is not None and tiles and chance.one_in(2):
        winning = winning_tile(chance, other)
    return other, winning


def _holds(group: Group, tile: int | None) -> bool:
    return group.laid is None and tile in group.tiles


def _laid_otherwise(chance: Chance, edition: Edition, group: Group) -> Group:
    """This set claimed where it was in the hand and the other way round, or as a kong."""
    if group.kind == "kong":
        hidden = edition.book.conceals_sets and chance.one_in(2)
        return group._replace(laid={"concealed": True} if hidden else {})
    if group.kind == "pung" and chance.one_in(4):
        return Group("kong", (*group.tiles, group.tiles[0]), {})
    if group.kind in ("pung", "chow"):
        return group._replace(laid={} if group.laid is None else None)
    return group


def house_rules(edition: Edition, known: Known) -> Document:
    """The options under which this hand was scored, where they are others than those in force."""
    document = json.loads(known.document)
    preset = edition.book.presets.get(document.get("preset"))
    chosen = {**(preset.options if preset else {}), **(document.get("options") or {})}
    return {name: told for name, told in chosen.items() if edition.options[name] != told}
