"""Draws hands that resemble an example of a rule.

The same rule counts and little else is the same, so that problems cover rare rules too, each time
with another hand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from scorer.engine.tiles import (
    EAST,
    FIRST_FLOWER,
    FIRST_RED_FIVE,
    FIRST_SEASON,
    JOKER,
    RED_DRAGON,
    parse,
)
from scorer.grammar.card.book import CardEdition
from scorer.learn.groups import (
    Document,
    Group,
    concealed_tiles,
    hand_document,
    read_groups,
    tiles_text,
)
from scorer.learn.hands import (
    add_side_tiles,
    available_circumstances,
    circumstances_field,
    draw_bonus,
    draw_groups,
    draw_win_way,
    draw_winning_tile,
)
from scorer.learn.seeded_random import SeededRandom
from scorer.learn.styles import similar_group
from scorer.rulebook.book import Edition
from scorer.types.terms import SEATS

SUIT_OF_DRAGON: Final = (1, 0, 2)
"""The suit of each dragon on a card: red with characters, green with bamboo, white with dots."""
WIND_COUNT: Final = 4
CHANGES_BEFORE_REDRAW: Final = 3
"""The degree of change from which on the whole hand may be redrawn."""


class ExampleHand(NamedTuple):
    """A hand in which a rule counts.

    Attributes:
        rule: The id of the rule.
        document: The hand as JSON, without its ruleset.
        sets: How the hand is read: each set's tiles and kind.
    """

    rule: str
    document: str
    sets: tuple[tuple[Any, ...], ...]


@cache
def example_hands(ruleset: str) -> tuple[ExampleHand, ...]:
    """Return an example for each rule of a ruleset that has one.

    They date from the release of the ruleset's version: later examples do not change its problems.
    """
    file = files("scorer") / "examples" / f"problems-{ruleset}.json"
    if not file.is_file():
        return ()
    examples = json.loads(file.read_text(encoding="utf-8"))["hands"]
    return tuple(
        ExampleHand(rule, json.dumps(entry["document"]), tuple(map(tuple, entry["sets"])))
        for rule, entry in examples.items()
    )


def draw_similar(
    rng: SeededRandom, edition: Edition, example: ExampleHand, seats: Sequence[str], change: int
) -> Document:
    """Draw a hand like the example in other suits and winds; ``change`` (0 to 3) redraws parts."""
    document: Document = json.loads(example.document)
    move_seat, move_tile = _draw_transformation(rng, edition, change)
    similar = {**document, "seat": move_seat(document["seat"])}
    if "prevailing" in document:
        similar["prevailing"] = move_seat(document["prevailing"])
        if change > 1 and rng.one_in(2):
            similar["prevailing"] = rng.choice(SEATS)
    if len(seats) < len(SEATS):
        similar["seats"] = list(seats)
    if "win" in document:
        similar["win"] = _draw_win(rng, edition, document["win"], similar["seat"], seats, change)
    groups, winning = read_groups(document["hand"], example.sets, edition.book.tiles.hand_tiles + 1)
    won = "win" in document
    of_card = isinstance(edition, CardEdition) and any(group.kind != "pair" for group in groups)
    if won and change >= CHANGES_BEFORE_REDRAW and (of_card or rng.one_in(2)):
        groups = draw_groups(rng, edition)
        winning = draw_winning_tile(rng, groups)
    else:
        if not of_card:
            groups, winning = _redraw_groups(rng, edition, groups, winning, change)
        groups = [group._replace(tiles=tuple(map(move_tile, group.tiles))) for group in groups]
        winning = None if winning is None else move_tile(winning)
    bonus = [move_tile(tile) for tile in parse(document["hand"].get("bonus") or "")]
    if change > 1 and rng.one_in(2):
        bonus = draw_bonus(rng, edition, similar["seat"])
    about = ("concealed", "melds", "bonus", "winning_tile")
    beside = {name: part for name, part in document["hand"].items() if name not in about}
    for field in edition.book.fields.hand:
        if field.kind == "tiles" and beside.get(field.name):
            beside[field.name] = tiles_text([*map(move_tile, parse(beside[field.name]))])
    if won and winning is None and "winning_tile" in document["hand"]:
        winning = draw_winning_tile(rng, groups)
    hand = {**hand_document(groups, winning, bonus), **beside}
    similar["hand"] = add_side_tiles(rng, edition, hand, similar.get("win") or {})
    return similar


def _draw_transformation(
    rng: SeededRandom, edition: Edition, change: int
) -> tuple[Callable[[str], str], Callable[[int], int]]:
    """Draw a rotation of the seats and a permutation of suits and dragons.

    Returns:
        A function that moves a seat, and one that moves a tile.
    """
    suits = rng.shuffled((0, 1, 2))
    dragons = rng.shuffled((0, 1, 2)) if change else [0, 1, 2]
    if isinstance(edition, CardEdition):
        dragons = [SUIT_OF_DRAGON.index(suits[suit]) for suit in SUIT_OF_DRAGON]
    shift = rng.below(WIND_COUNT) if change else 0

    def seat(letter: str) -> str:
        return SEATS[(SEATS.index(letter) + shift) % WIND_COUNT]

    def tile(kind: int) -> int:
        if kind < EAST:
            return 9 * suits[kind // 9] + kind % 9
        if kind < RED_DRAGON:
            return EAST + (kind - EAST + shift) % WIND_COUNT
        if kind < FIRST_FLOWER:
            return RED_DRAGON + dragons[kind - RED_DRAGON]
        if kind < JOKER:
            first = FIRST_FLOWER if kind < FIRST_SEASON else FIRST_SEASON
            return first + (kind - first + shift) % WIND_COUNT
        return kind if kind < FIRST_RED_FIVE else FIRST_RED_FIVE + suits[kind - FIRST_RED_FIVE]

    return seat, tile


def _draw_win(
    rng: SeededRandom,
    edition: Edition,
    win: Document,
    seat: str,
    seats: Sequence[str],
    change: int,
) -> Document:
    """Draw who discarded the winning tile, and sometimes another way to win."""
    similar = dict(win)
    if "from" in win:
        similar["from"] = rng.choice([player for player in seats if player != seat] or SEATS)
    if change > 1 and rng.one_in(2):
        ids = win.get("with") or ()
        available = available_circumstances(edition)
        circumstance = next((each for each in available if each.id in ids), None)
        similar = draw_win_way(rng, edition, seats, seat, circumstance)
        similar |= {"with": ids} if ids else {}
    return {**similar, **circumstances_field(edition, similar.pop("with", ()))}


def _redraw_groups(
    rng: SeededRandom, edition: Edition, groups: Sequence[Group], winning: int | None, change: int
) -> tuple[list[Group], int | None]:
    """Replace some groups by similar ones, and declare or conceal some.

    Returns:
        The new groups and the new winning tile.
    """
    winning_index = next(
        (n for n, group in enumerate(groups) if _group_holds(group, winning)), None
    )
    redrawn = []
    for n, group in enumerate(groups):
        new = similar_group(rng, group) if rng.below(6) < change else group
        if n == winning_index and winning is not None:
            winning = new.tiles[group.tiles.index(winning)]
        if change and n != winning_index and rng.one_in(3):
            new = _toggle_declared(rng, edition, new)
        redrawn.append(new)
    tiles = concealed_tiles(redrawn)
    if change and winning is not None and tiles and rng.one_in(2):
        winning = draw_winning_tile(rng, redrawn)
    return redrawn, winning


def _group_holds(group: Group, tile: int | None) -> bool:
    return group.meld is None and tile in group.tiles


def _toggle_declared(rng: SeededRandom, edition: Edition, group: Group) -> Group:
    """Declare a concealed set, conceal a declared one, or turn a pung into a kong."""
    if group.kind == "kong":
        hidden = edition.book.tiles.conceals_sets and rng.one_in(2)
        return group._replace(meld={"concealed": True} if hidden else {})
    if group.kind == "pung" and rng.one_in(4):
        return Group("kong", (*group.tiles, group.tiles[0]), {})
    if group.kind in ("pung", "chow"):
        return group._replace(meld={} if group.meld is None else None)
    return group


def house_rules(edition: Edition, example: ExampleHand) -> Document:
    """Return the options of the example that differ from those in force."""
    document = json.loads(example.document)
    preset = edition.book.presets.get(document.get("preset"))
    chosen = {**(preset.options if preset else {}), **(document.get("options") or {})}
    return {name: value for name, value in chosen.items() if edition.options[name] != value}
