"""Draws the documents of hands for problems: winners, and players who did not win.

A drawn hand may be invalid: callers score it and draw again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from scorer.engine.tiles import (
    EAST,
    FIRST_FLOWER,
    FIRST_RED_FIVE,
    FIRST_SEASON,
    JOKER,
    KIND_COUNT,
    parse,
)
from scorer.grammar.card.book import CardEdition
from scorer.learn.card_hands import draw_card_groups
from scorer.learn.groups import Document, Group, concealed_tiles, hand_document, tiles_text
from scorer.learn.seeded_random import SeededRandom
from scorer.learn.styles import draw_set_hand
from scorer.rulebook.book import Edition, holds
from scorer.rulebook.circumstances import Circumstance
from scorer.types.terms import SEATS

BONUS_TILES: Final = tuple(range(FIRST_FLOWER, JOKER))
WIN_WAY_WEIGHTS: Final = {"self_draw": 6, "discard": 9}
"""The weight of each way to win; others weigh 1."""
MAX_COUNTER_SPAN: Final = 3
"""The largest span over which a counter of the game is drawn."""


def draw_win(
    rng: SeededRandom, edition: Edition, seats: Sequence[str], *, exposes: bool = True
) -> Document:
    """Draw a winning hand, without its ruleset."""
    groups = draw_groups(rng, edition, exposes=exposes)
    available = available_circumstances(edition)
    circumstance = rng.choice(available) if available and rng.one_in(4) else None
    common = [each for each in available if each.common]
    if circumstance is None and common and rng.one_in(2):
        circumstance = rng.choice(common)
    situation = draw_situation(rng, edition, seats, circumstance)
    win = draw_win_way(rng, edition, seats, situation["seat"], circumstance)
    if circumstance is not None:
        required = [rng.choice(circumstance.beside[0])] if circumstance.beside else []
        win |= circumstances_field(edition, [*required, circumstance.id])
    bonus = draw_bonus(rng, edition, situation["seat"])
    hand = hand_document(groups, draw_winning_tile(rng, groups), bonus)
    return {"hand": add_side_tiles(rng, edition, hand, win), **situation, "win": win}


def draw_loser(rng: SeededRandom, edition: Edition, seats: Sequence[str]) -> Document:
    """Draw the hand of a player who did not win, without its ruleset."""
    left = [kind for kind in range(KIND_COUNT) for _ in range(4)]
    situation = draw_situation(rng, edition, seats, None)
    bonus = draw_bonus(rng, edition, situation["seat"])
    return {
        "hand": hand_document(draw_loser_groups(rng, edition, left), bonus=bonus),
        **situation,
    }


def draw_groups(rng: SeededRandom, edition: Edition, *, exposes: bool = True) -> list[Group]:
    """Draw the groups of a winning hand."""
    if isinstance(edition, CardEdition):
        return draw_card_groups(rng, edition, exposes=exposes)
    return draw_set_hand(rng, edition)


def draw_winning_tile(rng: SeededRandom, groups: Sequence[Group]) -> int | None:
    """Draw one of the concealed tiles, a joker only if all are jokers."""
    tiles = concealed_tiles(groups)
    natural = [tile for tile in tiles if tile != JOKER]
    return rng.choice(natural or tiles) if tiles else None


def draw_seats(rng: SeededRandom, edition: Edition, fewer: bool) -> Sequence[str]:
    """Draw the occupied seats: as many as the ruleset allows, or with ``fewer`` as few."""
    players = edition.book.table.players
    absent = len(SEATS) - (min(players) if fewer else max(players))
    away = rng.shuffled(SEATS[1:])[:absent]
    return [seat for seat in SEATS if seat not in away]


def draw_situation(
    rng: SeededRandom, edition: Edition, seats: Sequence[str], circumstance: Circumstance | None
) -> Document:
    """Draw seats, winds and counters that agree with the circumstance."""
    book = edition.book
    allowed = circumstance.seats.winner if circumstance and circumstance.seats else SEATS
    situation: Document = {"seat": rng.choice([seat for seat in seats if seat in allowed] or seats)}
    if len(seats) < len(SEATS):
        situation["seats"] = list(seats)
    if book.table.needs_prevailing:
        situation["prevailing"] = rng.choice(seats if book.table.round_wind_sits else SEATS)
    for name, number in book.counters.items():
        span = min(number.most - number.least, MAX_COUNTER_SPAN)
        situation[name] = number.least + rng.below(span + 1)
    return situation


def draw_win_way(
    rng: SeededRandom,
    edition: Edition,
    seats: Sequence[str],
    seat: str,
    circumstance: Circumstance | None,
) -> Document:
    """Draw how this seat won, in agreement with the circumstance."""
    by = circumstance.by.by if circumstance and circumstance.by else edition.book.table.ways
    ways = [way for way in edition.book.table.ways if way in by] or edition.book.table.ways
    win: Document = {
        "by": rng.choice([way for way in ways for _ in range(WIN_WAY_WEIGHTS.get(way, 1))])
    }
    if win["by"] != "self_draw":
        win["from"] = rng.choice([player for player in seats if player != seat])
    return win


def available_circumstances(edition: Edition) -> list[Circumstance]:
    """Return the circumstances that exist and matter under the options in force."""
    return [
        circumstance
        for circumstance in edition.book.circumstances.values()
        if holds(circumstance.when, edition.options)
        and holds(circumstance.matters, edition.options)
    ]


def circumstances_field(edition: Edition, ids: Sequence[str]) -> Document:
    """Return the ``with`` field of a win: the circumstances that matter under the options in force.

    Empty if none matters.
    """
    circumstances = edition.book.circumstances
    named = [id for id in ids if holds(circumstances[id].matters, edition.options)]
    return {"with": named} if named else {}


def draw_bonus(rng: SeededRandom, edition: Edition, seat: str) -> list[int]:
    """Draw the flowers and seasons of this seat; most have none."""
    if not edition.book.tiles.bonus_tiles or not rng.one_in(3):
        return []
    if rng.one_in(16):
        first = rng.choice((FIRST_FLOWER, FIRST_SEASON))
        return [*range(first, first + 4)]
    own = SEATS.index(seat)
    if rng.one_in(4):
        return [FIRST_FLOWER + own, FIRST_SEASON + own]
    return rng.shuffled(BONUS_TILES)[: rng.choice((1, 1, 1, 2, 2, 3))]


# Tiles beside a hand


def add_side_tiles(
    rng: SeededRandom, edition: Edition, hand: Document, win: Mapping[str, object]
) -> Document:
    """Add the tiles that lie beside a hand, such as dora indicators, and red fives.

    Each field has one tile, and one more for each kong.
    """
    extended, ids = dict(hand), win.get("with") or ()
    assert isinstance(ids, Sequence)
    fields = [field for field in edition.book.fields.hand if field.kind == "tiles"]
    if not fields:
        return _add_red_fives(rng, edition, extended)
    kongs = sum(len(parse(meld["tiles"])) == 4 for meld in hand.get("melds") or ())
    for field in fields:
        beside = field.note.beside
        if beside and not {*beside} & {*ids}:
            continue
        lying = parse(extended.get(field.name) or "")
        more = 1 + kongs - len(lying)
        if more > 0:
            left = [kind for kind in remaining_tiles(edition, extended) if kind < KIND_COUNT]
            extended[field.name] = tiles_text([*lying, *rng.shuffled(left)[:more]])
    return _add_red_fives(rng, edition, extended)


def _tile_texts(edition: Edition, hand: Document) -> Iterator[str]:
    beside = [field.name for field in edition.book.fields.hand if field.kind == "tiles"]
    yield hand["concealed"]
    yield from (meld["tiles"] for meld in hand.get("melds") or ())
    yield from (hand[name] for name in beside if hand.get(name))


def remaining_tiles(edition: Edition, hand: Document) -> list[int]:
    """Return the tiles that are neither in this hand nor beside it, none of them red."""
    left = [kind for kind in range(KIND_COUNT) for _ in range(4)]
    for tile in [tile for text in _tile_texts(edition, hand) for tile in parse(text)]:
        kind = tile if tile < FIRST_RED_FIVE else 9 * (tile - FIRST_RED_FIVE) + 4
        if kind in left:
            left.remove(kind)
    return left


def _add_red_fives(rng: SeededRandom, edition: Edition, hand: Document) -> Document:
    """Make some fives of the hand red, if the tile set has red fives and the hand none."""
    reds: Sequence[int] = getattr(edition, "reds", ())
    if not any(reds):
        return hand
    held = [tile for text in _tile_texts(edition, hand) for tile in parse(text)]
    if max(held) >= FIRST_RED_FIVE:
        return hand
    copies = shuffled_fives(rng, edition)

    def redden(text: str) -> str:
        return tiles_text([copies[k].pop() if copies.get(k) else k for k in parse(text)])

    reddened = _map_tiles(hand, redden)
    for field in edition.book.fields.hand:
        if field.kind == "tiles" and hand.get(field.name):
            reddened[field.name] = redden(hand[field.name])
    last = parse(hand.get("winning_tile") or "")
    if last and last[0] in copies:
        alike = (last[0], FIRST_RED_FIVE + last[0] // 9)
        ours = [tile for tile in parse(reddened["concealed"]) if tile in alike]
        reddened["winning_tile"] = tiles_text([rng.choice(ours)]) if ours else hand["winning_tile"]
    return reddened


def shuffled_fives(rng: SeededRandom, edition: Edition) -> dict[int, list[int]]:
    """Return the fives of the tile set by kind, in the order in which they are dealt."""
    reds: Sequence[int] = getattr(edition, "reds", ())
    return {
        9 * suit + 4: rng.shuffled([FIRST_RED_FIVE + suit] * red + [9 * suit + 4] * (4 - red))
        for suit, red in enumerate(reds)
    }


def deal_fives(hand: Document, fives: Mapping[int, list[int]]) -> Document:
    """Replace the fives of a hand by the next ones dealt; players of a table share them."""
    return _map_tiles(
        hand,
        lambda text: tiles_text([fives[k].pop() if fives.get(k) else k for k in parse(text)]),
    )


def _map_tiles(hand: Document, map_text: Callable[[str], str]) -> Document:
    """Apply ``map_text`` to the concealed tiles and the melds of a hand."""
    mapped = {**hand, "concealed": map_text(hand["concealed"])}
    if "melds" in hand:
        mapped["melds"] = [{**meld, "tiles": map_text(meld["tiles"])} for meld in hand["melds"]]
    return mapped


# Players who did not win

LOSER_SETS: Final = ("pung", "pung", "pung", "kong", "pair", "pair", "pair", "chow", "chow")
LOSER_SINGLE_COUNTS: Final = (0, 2, 4, 4, 5, 6)
"""How many tiles of a loser's hand belong to no set or pair."""
WAITING_SETS: Final = ("chow", "chow", "chow", "pung")
MAX_GROUP_DRAWS: Final = 200


def draw_loser_groups(
    rng: SeededRandom,
    edition: Edition,
    left: list[int],
    *,
    robbed: int | None = None,
    may_declare: bool = True,
) -> list[Group]:
    """Draw the hand of a player who did not win: sets, pairs and loose tiles.

    Args:
        left: The tiles that are left; those drawn are removed.
        robbed: The tile of a robbed kong: the player has declared three of it.
        may_declare: Whether some sets may be declared.
    """
    size = edition.book.tiles.hand_tiles
    groups: list[Group] = []
    if robbed is not None and left.count(robbed) >= 3:
        groups.append(_take_tiles(left, Group("pung", (robbed,) * 3, {})))
    singles = rng.choice(LOSER_SINGLE_COUNTS)
    most = edition.book.tiles.most_chows(edition.options)
    chows = size if most is None else most
    room = size - 3 * len(groups)
    for _ in range(4 * size):
        if room <= singles or room < 3:
            break
        group = _draw_group(rng, edition, left, rng.choice(LOSER_SETS))
        if group is None or (group.kind == "kong" and not may_declare):
            continue
        if not may_declare or (group.kind == "chow" and chows <= 0):
            group = group._replace(meld=None)
        chows -= group.kind == "chow" and group.meld is not None
        groups.append(_take_tiles(left, group))
        room -= min(len(group.tiles), 3)
    if room:
        groups.append(_take_tiles(left, Group("rest", tuple(rng.shuffled(left)[:room]))))
    return groups


def draw_waiting_groups(
    rng: SeededRandom, edition: Edition, left: list[int], *, claims: bool
) -> list[Group] | None:
    """Draw the hand of a player who waits: sets and a pair without one tile.

    Args:
        left: The tiles that are left; those drawn are removed.
        claims: Whether some sets may be claimed.

    Returns:
        The groups; None if the tiles left make no such hand.
    """
    count = edition.book.tiles.hand_tiles // 3
    groups: list[Group] = []
    for _ in range(MAX_GROUP_DRAWS):
        kind = "pair" if len(groups) == count else rng.choice(WAITING_SETS)
        group = _draw_group(rng, edition, left, kind)
        if group is not None:
            claimed = claims and kind != "pair" and rng.one_in(2)
            meld: Document | None = {} if claimed else None
            groups.append(_take_tiles(left, group._replace(meld=meld)))
        if len(groups) > count:
            break
    else:
        return None
    last = rng.choice(concealed_tiles(groups))
    left.append(last)
    place = next(n for n, group in enumerate(groups) if group.meld is None and last in group.tiles)
    rest = [*groups[place].tiles]
    rest.remove(last)
    return [*groups[:place], Group("rest", tuple(rest)), *groups[place + 1 :]]


def _take_tiles(left: list[int], group: Group) -> Group:
    for tile in group.tiles:
        left.remove(tile)
    return group


def _draw_group(rng: SeededRandom, edition: Edition, left: list[int], kind: str) -> Group | None:
    """Draw a set or pair with one of the tiles left; None if the others it needs are gone."""
    first = rng.choice(left)
    size = {"pair": 2, "kong": 4}.get(kind, 3)
    tiles = (first,) * size
    if kind == "chow":
        if first >= EAST or first % 9 > 6:
            return None
        tiles = (first, first + 1, first + 2)
    if any(left.count(tile) < tiles.count(tile) for tile in tiles):
        return None
    if kind == "kong":
        hidden = edition.book.tiles.conceals_sets and rng.one_in(3)
        return Group(kind, tiles, {"concealed": True} if hidden else {})
    return Group(kind, tiles, {} if kind != "pair" and not rng.one_in(3) else None)
