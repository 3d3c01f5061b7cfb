"""Random documents made of nothing but what a book declares: its hands, its bonus tiles and jokers,
its ways of winning, its circumstances with all that they go with, its options, presets, events and
numbers of the game. A ruleset that is registered has such documents, whatever it is.

A hand drawn may be none of the ruleset's, or be ruled out by an option: then another is drawn.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from scorer.documents.read import hand_of
from scorer.engine.options import Option, Value, holds
from scorer.engine.tiles import (
    ALL_KINDS,
    CODES,
    DRAGONS,
    GREEN_KINDS,
    JOKER,
    KIND_COUNT,
    MAJORS,
    SUITED,
    SUITS,
    WINDS,
    bits,
)
from scorer.errors import HandError
from scorer.rulebook.book import Book, Edition, Event
from scorer.rulebook.circumstances import Circumstance
from scorer.types.terms import SEATS
from tests import plain as scorer

__all__ = [
    "NotThis",
    "Table",
    "agreed_on",
    "at_table",
    "random_document",
    "random_event",
    "random_options",
    "random_table",
    "random_waiting",
    "random_winner",
    "spoilt",
    "typed_hand",
    "win_as_well",
]

Json = dict[str, Any]
BONUS = CODES[KIND_COUNT:JOKER]
TRIES = 400


class NotThis(Exception):
    """What was drawn cannot lie on a table; draw again."""


class Table(NamedTuple):
    """What the players of a document share."""

    book: Book
    edition: Edition
    head: Json
    seats: tuple[str, ...]

    def without(self, seat: str) -> list[str]:
        """The other seats."""
        return [other for other in self.seats if other != seat]


class Allowed(NamedTuple):
    """What the circumstances of a win leave open: the ways, who wins and whose tile it is, how many
    kongs are declared, how many bonus tiles there are, what may be claimed."""

    ways: list[str]
    winners: list[str]
    losers: list[str]
    kongs: int = 0
    most_kongs: int = 9
    flowers: int = 0
    claimed: str = "any"


def random_document(
    rng: random.Random,
    book: Book,
    *,
    won: bool | None = None,
    of: str | None = None,
    options: Mapping[str, Value] | None = None,
    known: Container[str] | None = None,
) -> Json:
    """A document that ``score`` answers; ``of`` is a circumstance that the win is to have;
    ``options`` are chosen at random unless told, of those ``known`` to an oracle."""

    def drawn() -> Json:
        table = _table(rng, book, options, known)
        if of is not None or won or (won is None and rng.random() < 0.75):
            seat, player = random_winner(rng, table, of)
        else:
            seat = rng.choice(table.seats)
            player = _loser(rng, table)
        document = {**table.head, **player, "seat": seat}
        if len(table.seats) < 4:
            document["seats"] = list(table.seats)
        return document

    return _answered(drawn, scorer.score, book, f" with {of}" if of else "")


def typed_hand(book: Book, *, won: bool = True) -> Any:
    """A hand for the typed interface that wins under the default options, on whatever tile and by
    whatever way; if it has not ``won``, without its winning tile."""
    rng = random.Random(book.id)
    edition = book.edition()
    while True:
        document = random_document(rng, book, won=True, options={})
        hand = document["hand"]
        preset = document.get("preset", edition.preset)
        if document["win"].get("with") or preset != edition.preset:
            continue
        if won:
            return hand_of(hand, edition, won=True)
        tiles = hand["concealed"].split()
        tiles.remove(hand["winning_tile"])
        waiting: Any = {**hand, "concealed": " ".join(tiles), "winning_tile": None}
        return hand_of(waiting, edition, won=False, waiting=True)


def random_waiting(rng: random.Random, book: Book) -> Json:
    """A document that ``waits`` answers, most often with a tile to wait for."""

    def drawn() -> Json:
        table = _table(rng, book)
        seat, player = random_winner(rng, table)
        hand, win = player["hand"], player.pop("win")
        tiles = hand["concealed"].split()
        if "winning_tile" in hand:
            tiles.remove(hand.pop("winning_tile"))
        else:
            tiles.pop()
        document = {**table.head, "seat": seat, "hand": {**hand, "concealed": " ".join(tiles)}}
        if win.get("with") and rng.random() < 0.5:
            document["win"] = {"with": win["with"]}
        if len(table.seats) < 4:
            document["seats"] = list(table.seats)
        return document

    return _answered(drawn, scorer.waits, book)


def random_table(rng: random.Random, book: Book) -> Json:
    """A document that ``settle`` answers."""

    def drawn() -> Json:
        table = _table(rng, book)
        players: dict[str, Json] = {}
        if rng.random() < 0.9:
            seat, players[seat] = random_winner(rng, table)
            if "from" in players[seat]["win"] and rng.random() < 0.5:
                win_as_well(rng, table, players)
        for seat in table.seats:
            if seat not in players:
                players[seat] = at_table(rng, table)
            elif rng.random() < 0.2:
                win = {**players[seat]["win"], "with": []}
                players[seat] = {"win": win, **agreed_on(rng, book)}
        document = {**table.head, "players": {seat: players[seat] for seat in table.seats}}
        if rng.random() < 0.5:
            document["events"] = [random_event(rng, table) for _ in range(rng.choice([1, 1, 2]))]
        told_under = book.payments.no_debt_when
        if told_under and all(holds(one, table.edition.options) for one in told_under):
            document["holdings"] = {seat: rng.choice([0, 30, 10**6]) for seat in table.seats}
        if rng.random() < 0.3:
            document["standing"] = {seat: rng.randrange(-300, 300) for seat in table.seats}
        if rng.random() < 0.5:
            document["deals_passed"] = rng.randrange(len(table.seats))
        if book.session.counts_east_wins and rng.random() < 0.5:
            document["east_run"] = rng.randrange(15)
        return document

    return _answered(drawn, scorer.settle, book)


def _answered(
    draw: Callable[[], Json], ask: Callable[[Json], Json], book: Book, what: str = ""
) -> Json:
    """The first document drawn that is answered. AssertionError with why not, if none is."""
    refused: Counter[str] = Counter()
    for _ in range(TRIES):
        try:
            document = draw()
        except NotThis:
            continue
        try:
            ask(document)
        except HandError as error:
            refused.update(problem.detail for problem in error.problems[:1])
            # Those that were told are within their bounds.
            beyond = [problem for problem in error.problems if problem.pointer[1:] in book.counters]
            assert not beyond, (
                f"{book.id} goes on with a number of the game that is out of its bounds (what "
                f"@book.deal gives as NextDeal.counters): {beyond} for {document}"
            )
            continue
        except Exception as error:
            raise AssertionError(f"{error!r}, and no HandError, for {document}") from error
        return document
    told = "; ".join(f"{detail} ({number} times)" for detail, number in refused.most_common(3))
    raise AssertionError(
        f"no document drawn at random for {book.id}{what} is answered: {told}. Documents are made "
        "of what the book declares (tests/by_declaration.py): hand_of, hand_tiles, ways, players, "
        "and what each circumstance goes with."
    )


# The table


def _table(
    rng: random.Random,
    book: Book,
    options: Mapping[str, Value] | None = None,
    known: Container[str] | None = None,
) -> Table:
    head: Json = {"ruleset": book.id}
    if book.presets and rng.random() < 0.5:
        head["preset"] = rng.choice(list(book.presets))
    head["options"] = random_options(rng, book, known) if options is None else dict(options)
    try:
        edition = book.edition(head.get("preset"), head["options"])
    except HandError:  # options that do not go together
        raise NotThis from None
    absent = (
        (book.table.absent or rng.choice(SEATS[1:])) if rng.choice(book.table.players) == 3 else ""
    )
    seats = tuple(seat for seat in SEATS if seat != absent)
    if book.table.needs_prevailing or rng.random() < 0.3:
        head["prevailing"] = rng.choice(seats if book.table.round_wind_sits else SEATS)
    for one in book.counters.values():
        if rng.random() < 0.5:
            numbers = [one.least, one.most, one.default, rng.randint(one.least, one.most)]
            head[one.name] = rng.choice(numbers)
    return Table(book, edition, head, seats)


def random_options(
    rng: random.Random, book: Book, known: Container[str] | None = None
) -> dict[str, Value]:
    """Random values of some options: of these, or of all."""
    chance = rng.choice([0, 0.1, 0.4])
    return {
        option.name: _value(rng, option)
        for option in book.options.values()
        if option.type != "text"
        and (known is None or option.name in known)
        and rng.random() < chance
    }


def _value(rng: random.Random, option: Option[Any]) -> Value:
    if option.type == "boolean":
        return rng.random() < 0.5
    if option.choices is not None:
        values = option.choices
    else:
        least, most = option.minimum or 0, option.maximum or 0
        drawn = rng.randint(least, most)
        values = (least, most, option.default, drawn - drawn % option.step)
    chosen: Value = rng.choice(values)
    return chosen


def random_event(rng: random.Random, table: Table, of: str = "") -> Json:
    """An event, of this kind where one is named."""
    if not table.book.events:
        raise NotThis
    declared: Event = table.book.events[of or rng.choice(list(table.book.events))]
    event: Json = {"event": declared.id, "by": rng.choice(table.seats)}
    for field in declared.fields:
        if rng.random() < 0.7:
            event[field.name] = {
                "seat": rng.choice(table.seats),
                "boolean": rng.random() < 0.5,
                "integer": rng.choice([1, 2, 8, 25]),
                "choice": rng.choice(field.choices or ("",)),
            }[field.kind]
    return event


# Players


def agreed_on(rng: random.Random, book: Book) -> Json:
    """What the table agreed on for a winner."""
    if any(field.name == "agreed" for field in book.fields.player):
        return {"agreed": rng.choice([{"han": 3, "fu": 40}, {"han": 7}, {"yakuman": 1}])}
    return {"points": rng.choice([8, 20, rng.randrange(200)])}


def at_table(rng: random.Random, table: Table) -> Json:
    """A player who did not win."""
    if not table.book.payments.losers_score:
        return _loser(rng, table) if rng.random() < 0.2 else {}
    return _loser(rng, table) if rng.random() < 0.7 else {"points": 2 * rng.randrange(200)}


def _loser(rng: random.Random, table: Table) -> Json:
    allowed = Allowed([], [], [])
    melds, tiles = _tiles(rng, table, allowed)
    if not tiles:
        raise NotThis
    rng.shuffle(tiles)
    tiles.pop()
    kept = rng.choice([0, 1, len(tiles) // 2, len(tiles)])
    known = [CODES[kind] for kind in range(KIND_COUNT)]
    held = Counter(tiles) + Counter(tile for meld in melds for tile in meld["tiles"].split())
    for place in range(kept):
        new = rng.choice(known)
        if held[new] < 4:
            held[tiles[place]] -= 1
            held[new] += 1
            tiles[place] = new
    player: Json = {"hand": _hand(rng, table, melds, tiles, allowed)}
    if table.book.table.fishing_told_under and rng.random() < 0.5:
        player["fishing"] = rng.random() < 0.5
    return player


def random_winner(rng: random.Random, table: Table, of: str | None = None) -> tuple[str, Json]:
    circumstances = _circumstances(rng, table.book, of)
    allowed = _allowed(table, circumstances)
    seat = rng.choice(allowed.winners)
    losers = [other for other in allowed.losers if other != seat]
    melds, tiles = _tiles(rng, table, allowed)
    hand = _hand(rng, table, melds, tiles, allowed)
    by = rng.choice(allowed.ways)
    held = Counter(tiles) + Counter(tile for meld in melds for tile in meld["tiles"].split())
    last = [tile for tile in tiles if by != "robbed_kong" or held[tile] == 1]
    if not last or (by != "self_draw" and not losers):
        raise NotThis
    fact = sum(one.fact for one in circumstances)
    if fact & table.book.table.bonus_wins:
        tiles.pop()
        hand["concealed"] = " ".join(tiles)
    elif not fact & table.book.table.dealt_complete or rng.random() < 0.5:
        hand["winning_tile"] = rng.choice(last)
    win: Json = {"by": by}
    if by != "self_draw":
        win["from"] = rng.choice(losers)
    if circumstances or rng.random() < 0.2:
        win["with"] = [one.id for one in circumstances]
    return seat, {"hand": hand, "win": win}


def win_as_well(rng: random.Random, table: Table, players: dict[str, Json]) -> None:
    """Others who win on the same tile, as far as the rules let several win."""
    ((first, one),) = players.items()
    others = [seat for seat in table.without(first) if seat != one["win"]["from"]]
    wanted = min(table.book.table.most_winners(table.edition.options) - 1, len(others))
    for seat in rng.sample(others, wanted):
        hand = {**one["hand"], "bonus": ""} if table.book.tiles.bonus_tiles else one["hand"]
        players[seat] = {"hand": hand, "win": {**one["win"], "with": []}}


def _circumstances(rng: random.Random, book: Book, of: str | None) -> list[Circumstance]:
    known = list(book.circumstances.values())
    if of is not None:
        return [book.circumstances[of], *_company(rng, book, book.circumstances[of])]
    if not known or rng.random() < 0.6:
        return []
    told = [rng.choice(known)]
    further = rng.choice(known)
    apart = further.id not in told[0].clashes and told[0].id not in further.clashes
    if rng.random() < 0.3 and apart and further is not told[0]:
        told.append(further)
    for one in [*told]:
        told += [other for other in _company(rng, book, one) if other not in told]
    return told


def _company(rng: random.Random, book: Book, one: Circumstance) -> list[Circumstance]:
    """One of the circumstances without which this one does not hold."""
    return [book.circumstances[rng.choice(one.beside[0])]] if one.beside is not None else []


def _allowed(table: Table, told: Iterable[Circumstance]) -> Allowed:
    """What these circumstances together leave open."""
    ways: list[str] = list(table.book.table.ways)
    winners, losers = list(table.seats), list(table.seats)
    kongs, most_kongs, flowers, claimed = 0, 9, 0, "any"
    for one in told:
        shown: Json = dict(one.as_document(table.book.table.ways))
        ways = [way for way in ways if way in shown["by"]]
        winners = [seat for seat in winners if seat in shown["seats"]]
        losers = [seat for seat in losers if one.seats is None or seat in one.seats.loser]
        kongs = max(kongs, shown.get("kongs", 0))
        most_kongs = min(most_kongs, shown.get("most_kongs", 9))
        flowers = max(flowers, shown.get("flowers", 1 if shown.get("flower") else 0))
        if claimed != "none":
            claimed = shown.get("claimed", claimed)
    if not ways or not winners:
        raise NotThis
    return Allowed(ways, winners, losers, kongs, most_kongs, flowers, claimed)


# Tiles


def _hand(
    rng: random.Random, table: Table, melds: list[Json], tiles: list[str], allowed: Allowed
) -> Json:
    rng.shuffle(tiles)
    hand: Json = {"concealed": " ".join(tiles)}
    if melds or rng.random() < 0.3:
        hand["melds"] = melds
    tile_set = table.book.tiles
    if tile_set.bonus_tiles and holds(tile_set.bonus_under, table.edition.options):
        number = max(rng.choice([0, 0, 0, 1, 2, 4, 8]), allowed.flowers)
        if number:
            hand["bonus"] = " ".join(rng.sample(BONUS, number))
    elif table.edition.options.get("north") == "bonus" and len(table.seats) == 3:
        hand["bonus"] = rng.choice(["", "N", "NN"])
    for field in table.book.fields.hand:
        if not field.note.beside and rng.random() < 0.3:
            hand[field.name] = CODES[rng.randrange(KIND_COUNT)]
    return hand


def _tiles(rng: random.Random, table: Table, allowed: Allowed) -> tuple[list[Json], list[str]]:
    """Melds, and the tiles that stay in the hand: a whole hand of this ruleset."""
    if table.book.tiles.hand_of == "card":
        return _of_a_card(rng, table, allowed)
    melds, kinds = _of_sets(rng, table.book, allowed)
    tiles = [CODES[kind] for kind in kinds]
    wild = table.edition.wild_tile
    if wild is not None:
        for _ in range(rng.choice([0, 1, 2])):
            tiles[rng.randrange(len(tiles))] = CODES[wild]
    return melds, tiles


def _of_sets(rng: random.Random, book: Book, allowed: Allowed) -> tuple[list[Json], list[int]]:
    if rng.random() < 0.1 and not allowed.kongs:
        return [], _another_shape(rng, book.tiles.hand_tiles + 1)
    pool = _pool(rng)
    chows = rng.choice([0, 0.2, 0.6, 1])
    sets = []
    for _ in range(book.tiles.hand_tiles // 3):
        low = rng.choice(pool)
        chow = low < 27 and low % 9 <= 6 and rng.random() < chows
        sets.append([low, low + 1, low + 2] if chow else [low] * 3)
    tiles = [rng.choice(pool)] * 2
    held = Counter([*tiles, *(kind for tile_set in sets for kind in tile_set)])
    if max(held.values()) > 4:
        raise NotThis
    claiming, concealing = rng.choice([0, 0.3, 1]), rng.choice([0, 0.5, 1])
    wanted = max(allowed.kongs, rng.choice([0, 0, 0, 1, 2, 4]))
    melds: list[Json] = []
    for tile_set in sets:
        meld: Json = {"tiles": " ".join(CODES[kind] for kind in tile_set)}
        is_kong = tile_set[0] == tile_set[1] and held[tile_set[0]] == 3
        if is_kong and len([m for m in melds if len(m["tiles"].split()) == 4]) < min(
            wanted, allowed.most_kongs
        ):
            meld["tiles"] += " " + CODES[tile_set[0]]
            concealed = rng.random() < concealing or allowed.claimed == "none"
            if concealed:
                meld["concealed"] = True
            melds.append(meld)
        elif allowed.claimed == "any" and rng.random() < claiming:
            melds.append(meld)
        else:
            tiles += tile_set
    rng.shuffle(melds)
    return melds, tiles


def _pool(rng: random.Random) -> list[int]:
    """The kinds that a hand is drawn from: all, or few, as great hands have."""
    suit, honours = rng.choice(SUITS), WINDS | DRAGONS
    few = list(bits(rng.choice(SUITS)))[rng.randrange(4) :][:5]
    masks = [ALL_KINDS, ALL_KINDS, suit, suit | honours, honours, MAJORS, GREEN_KINDS, SUITED]
    return rng.choice([*(list(bits(mask)) for mask in masks), few])


def _another_shape(rng: random.Random, size: int) -> list[int]:
    """Tiles that are no sets and a pair: pairs, orphans, or one suit from end to end."""
    low = 9 * rng.randrange(3)
    gates = [low, low, *range(low, low + 9), low + 8, low + 8]
    orphans = list(bits(MAJORS))
    pairs = [kind for kind in rng.sample(_pool(rng) + orphans, 7) for _ in range(2)]
    tiles = rng.choice([pairs, [*orphans, rng.choice(orphans)], [*gates, low + rng.randrange(9)]])
    if size != len(tiles) or max(Counter(tiles).values()) > 4:
        raise NotThis
    return tiles


@cache
def _hands_of(card: str) -> list[Json]:
    hands: list[Json] = scorer.check_card({"card": card})["hands"]
    return hands


def _of_a_card(rng: random.Random, table: Table, allowed: Allowed) -> tuple[list[Json], list[str]]:
    """A hand of the card in force, some of its groups exposed, some of its tiles jokers."""
    one = rng.choice(_hands_of(str(table.edition.options["card"])))
    exposing = 0.0 if one["concealed"] or allowed.claimed != "any" else rng.choice([0, 0.5, 1])
    jokers = rng.choice([0, 0, 1, 3]) if table.book.tiles.jokers else 0
    melds: list[Json] = []
    tiles: list[str] = []
    for group in one["sample"]:
        group = list(group)
        alike = len(group) >= 3 and len(set(group)) == 1
        while alike and jokers and group.count("J") < len(group) - 1 and rng.random() < 0.5:
            group[group.index(group[-1])] = "J"
            jokers -= 1
        if alike and rng.random() < exposing:
            melds.append({"tiles": " ".join(group)})
        else:
            tiles += group
    return melds, tiles


# What cannot be

STRANGE: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 3, 10**7, 1.5, "", "J", "E", "X", "1b", "F1", "5d 5d", [], {}),
    *("self_draw", "discard", "robbed_kong", ["1b", "E"], ["last_tile_draw"], {"E": {}}, "\ud800"),
)


def spoilt(rng: random.Random, document: Json, book: Book) -> Json:
    """This document with a few things in it told otherwise, as nobody should tell them."""
    other: Json = _copied(document)
    for _ in range(rng.choice([1, 1, 2, 3])):
        place: Any = other
        while True:
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not isinstance(place[key], (dict, list)) or not place[key] or rng.random() < 0.2:
                break
            place = place[key]
        way = rng.random()
        if way < 0.2 and place is not other:
            del place[key]
        elif way < 0.5:
            place[key] = rng.choice(STRANGE)
        elif key in ("seat", "prevailing", "from", "by", "to"):
            place[key] = rng.choice(SEATS if key != "by" else (*book.table.ways, *SEATS))
        elif isinstance(place[key], str):
            words = place[key].split()
            swap = rng.randrange(max(len(words), 1))
            words[swap : swap + 1] = rng.choices(CODES, k=rng.choice([0, 1, 1, 2]))
            place[key] = " ".join(words)
        elif type(place[key]) is int:
            place[key] = rng.choice([-1, 0, 1, place[key] + 1, place[key] * 2, 10**6, 10**7])
        if not other:
            break
    if rng.random() < 0.3 and book.circumstances:
        win = {"with": rng.sample(list(book.circumstances), min(2, len(book.circumstances)))}
        for player in other.get("players", {"": other}).values() if _whole(other) else ():
            if isinstance(player, dict) and isinstance(player.get("win"), dict):
                player["win"].update(win)
    return other


def _whole(document: Json) -> bool:
    return isinstance(document.get("players", {}), dict)


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in value.items()}
    return [_copied(inner) for inner in value] if isinstance(value, list) else value
