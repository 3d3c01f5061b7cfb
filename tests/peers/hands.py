"""Random winning hands of Chinese Official, as documents of the contract.

Every choice comes from the `random.Random` given, so a seed gives the same hands again. The
families are weighted so that every fan turns up, the crowded hands with many readings too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .notation import CODES, write

Document = dict[str, Any]
Set = tuple[str, int]
Laid = tuple[list[int], bool]  # the tiles of a meld, and whether it lies concealed

SEATS = "ESWN"
BONUS = ["F1", "F2", "F3", "F4", "S1", "S2", "S3", "S4"]
EAST = 27
WINDS = [27, 28, 29, 30]
DRAGONS = [31, 32, 33]
HONOURS = WINDS + DRAGONS
TERMINALS = [0, 8, 9, 17, 18, 26]
GREENS = [1, 2, 3, 5, 7, 32]
REVERSIBLE = [1, 3, 4, 5, 7, 8, 18, 19, 20, 21, 22, 25, 26, 33]
ALL = list(range(34))


class _TryAgain(Exception):
    """The plan took a fifth tile of a kind; draw another."""


@dataclass
class _Plan:
    """Sets that may be laid open, and tiles that stay in the hand.

    A quiet plan is won on a discard at one of two ends of a chow, and nothing else happens.
    """

    sets: list[Set] = field(default_factory=list)
    loose: list[int] = field(default_factory=list)
    quiet: bool = False


def _tiles(one: Set) -> list[int]:
    kind, tile = one
    if kind == "chow":
        return [tile, tile + 1, tile + 2]
    return [tile] * {"pung": 3, "kong": 4}[kind]


def _suit(rng: random.Random) -> int:
    return 9 * rng.randrange(3)


def _suits(rng: random.Random) -> list[int]:
    return rng.sample([0, 9, 18], 3)


# --- pools: hands of a kind of tile ------------------------------------------------------------


def _ranks(*ranks: int) -> list[int]:
    return [suit + rank - 1 for suit in (0, 9, 18) for rank in ranks]


def _pool(rng: random.Random) -> list[int]:
    suit = _suit(rng)
    one_suit = list(range(suit, suit + 9))
    low = suit + rng.randrange(5)
    return rng.choice(
        [
            ALL,
            ALL,
            ALL,
            _ranks(*range(1, 10)),
            _ranks(*range(2, 9)),
            one_suit,
            one_suit,
            one_suit + HONOURS,
            list(range(low, low + 5)),
            [*range(low, low + 4), rng.choice(HONOURS)],
            HONOURS,
            TERMINALS,
            TERMINALS + HONOURS,
            GREENS,
            GREENS,
            REVERSIBLE,
            REVERSIBLE,
            _ranks(1, 2, 3),
            _ranks(1, 2, 3, 4),
            _ranks(4, 5, 6),
            _ranks(7, 8, 9),
            _ranks(6, 7, 8, 9),
            _ranks(2, 4, 6, 8),
        ]
    )


def _random_set(rng: random.Random, pool: list[int], chow: float) -> Set:
    starts = [t for t in pool if t < 27 and t % 9 <= 6 and {t + 1, t + 2} <= set(pool)]
    if starts and rng.random() < chow:
        return ("chow", rng.choice(starts))
    return ("pung", rng.choice(pool))


def _filled(rng: random.Random, sets: list[Set], pool: list[int], chow: float) -> _Plan:
    """These sets and others of the pool up to four, and a pair of it."""
    sets = sets + [_random_set(rng, pool, chow) for _ in range(4 - len(sets))]
    return _Plan(sets, [rng.choice(pool)] * 2)


def _any_sets(rng: random.Random) -> _Plan:
    return _filled(rng, [], _pool(rng), rng.choice([0, 0.4, 0.7, 1]))


# --- patterns: sets that go together ------------------------------------------------------------


def _chow_pattern(rng: random.Random) -> list[Set]:
    suit, (one, two, three) = _suit(rng), _suits(rng)
    by = rng.choice([1, 2])
    start = rng.randrange(7)
    low = rng.randrange(7 - 2 * by)
    step = rng.randrange(5)
    straight = rng.sample([0, 3, 6], 3)
    starts: list[int] = rng.choice(
        [
            [suit + start] * 4,
            [suit + start] * 3,
            [suit + start] * 2,
            [one + start, two + start],
            [one + start, two + start, three + start],
            [suit, suit + 3, suit + 6],
            [one + straight[0], two + straight[1], three + straight[2]],
            [suit + low, suit + low + by, suit + low + 2 * by],
            [suit + n for n in ((0, 1, 2, 3), (1, 2, 3, 4), (3, 4, 5, 6), (0, 2, 4, 6))[start % 4]],
            [one + step, two + step + 1, three + step + 2],
            [suit, suit + 6],
            [suit + start % 4, suit + start % 4 + 3],
            [one + start, one + start, two + start, two + start],
            [one, one + 6, two, two + 6],
            [one + start % 4, one + start % 4 + 3, two + start % 4, two + start % 4 + 3],
            [one, one, one + 6, two],
        ]
    )
    return [("chow", tile) for tile in starts]


def _pung_pattern(rng: random.Random) -> list[Set]:
    suit, (one, two, three) = _suit(rng), _suits(rng)
    rank, other = rng.randrange(9), rng.randrange(9)
    low = suit + rng.randrange(6)
    step = rng.randrange(7)
    heads: list[int] = rng.choice(
        [
            [low, low + 1, low + 2, low + 3],
            [low, low + 1, low + 2],
            [one + rank, two + rank],
            [one + rank, two + rank, one + other, two + other],
            [one + rank, two + rank, two + other, three + other],
            [one + rank, two + rank, three + rank],
            [one + step, two + step + 1, three + step + 2],
            [one + step, two + step + 1, three + step + 2, one + step + 1],
            rng.sample(DRAGONS, 2),
            rng.sample(WINDS, 2),
            rng.sample(WINDS, 3),
            rng.sample(TERMINALS, 3),
        ]
    )
    return [("pung", tile) for tile in heads]


def _patterned(rng: random.Random) -> _Plan:
    sets = _chow_pattern(rng) if rng.random() < 0.6 else _pung_pattern(rng)
    suit = sets[0][1] // 9 * 9
    pools = [ALL, ALL, _ranks(*range(1, 10)), _pool(rng)]
    if suit < EAST:
        pools += [list(range(suit, suit + 9)), [*range(suit, suit + 9), *HONOURS]]
    return _filled(rng, sets, rng.choice(pools), rng.choice([0, 0.5, 0.8, 1]))


def _terminal_chows(rng: random.Random) -> _Plan:
    one, two, three = _suits(rng)
    if rng.random() < 0.5:
        two = three = one
    return _Plan([("chow", t) for t in (one, one + 6, two, two + 6)], [three + 4] * 2)


def _honours(rng: random.Random) -> _Plan:
    """Dragons and winds: the great hands and their little sisters."""
    family = rng.choice([DRAGONS, WINDS])
    heads = rng.sample(family, len(family))
    small = rng.random() < 0.5
    sets: list[Set] = [("pung", t) for t in (heads[1:] if small else heads)]
    plan = _filled(rng, sets, rng.choice([ALL, HONOURS, TERMINALS, _pool(rng)]), 0.4)
    return _Plan(plan.sets, [heads[0]] * 2) if small else plan


def _fives(rng: random.Random) -> _Plan:
    kinds: list[Set] = [("pung", 4), ("chow", 2), ("chow", 3), ("chow", 4)]
    sets = [(kind, tile + _suit(rng)) for kind, tile in rng.choices(kinds, k=4)]
    return _Plan(sets, [4 + _suit(rng)] * 2)


def _outside(rng: random.Random) -> _Plan:
    ends: list[Set] = [(kind, s + t) for s in (0, 9, 18) for kind, t in (("chow", 0), ("chow", 6))]
    ends += [("pung", tile) for tile in TERMINALS + HONOURS]
    return _Plan(rng.choices(ends, k=4), [rng.choice(TERMINALS + HONOURS)] * 2)


def _linked(one: Set, other: Set) -> bool:
    """Whether two chows, or two pungs, could make a fan together."""
    apart = abs(one[1] % 9 - other[1] % 9)
    if one[1] // 9 == other[1] // 9:
        return apart in (0, 3, 6)
    return apart == 0


def _plain(rng: random.Random) -> _Plan:
    """Sets that make no fan with each other, and a pair of honours: what chickens are made of."""
    suits = _suits(rng)
    while True:
        sets: list[Set] = [("chow", suit + rng.randrange(7)) for suit in suits]
        last = rng.choice([("chow", rng.randrange(7)), ("pung", rng.randint(1, 7))])
        sets.append((last[0], last[1] + rng.choice(suits)))
        if not any(_linked(one, two) for n, one in enumerate(sets) for two in sets[:n]):
            return _Plan(sets, [rng.choice(HONOURS)] * 2, quiet=rng.random() < 0.6)


# --- crowded hands and shapes of their own -------------------------------------------------------


def _crowded(rng: random.Random) -> _Plan:
    """One suit, or nearly, all in the hand: many readings, waits that are dead."""
    suit = _suit(rng)
    low = suit + rng.randrange(4)
    near = list(range(low, min(low + rng.choice([4, 5, 6, 9]), suit + 9)))
    sets = [
        _random_set(rng, near, rng.choice([0.4, 0.7, 0.9])) for _ in range(rng.choice([2, 3, 4]))
    ]
    if rng.random() < 0.4:
        sets[:3] = [("pung", low), ("pung", low + 1), ("pung", low + 2)]
    plan = _filled(rng, sets, rng.choice([near, near, ALL]), 0.7)
    declared = plan.sets[len(sets) :]
    return _Plan(
        declared,
        [t for tile_set in plan.sets[: len(sets)] for t in _tiles(tile_set)] + plan.loose,
    )


def _dead_wait(rng: random.Random) -> _Plan:
    """Chows beside a kong or a fourth tile, so that one end of a wait may be gone."""
    suit = _suit(rng)
    tile = suit + rng.randrange(6)
    beside = rng.choice([tile + 1, max(suit, tile - 2)])
    sets: list[Set] = [("kong" if rng.random() < 0.5 else "pung", tile), ("chow", beside)]
    return _filled(rng, sets, rng.choice([ALL, list(range(suit, suit + 9))]), 0.6)


def _nine_gates(rng: random.Random) -> _Plan:
    suit = _suit(rng)
    ranks = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))
    return _Plan(loose=[suit + rank for rank in ranks])


def _seven_pairs(rng: random.Random) -> _Plan:
    suit = _suit(rng)
    low, other = suit + rng.randrange(3), _suit(rng)
    run = [other + n for n in range(3)]
    pool = _pool(rng)
    kinds = rng.choice(
        [
            [low + n for n in range(7)],
            rng.sample(pool, min(7, len(pool))),
            rng.choices(pool, k=7),
            rng.choices(HONOURS, k=7),
            rng.choices(TERMINALS, k=7),
            rng.choices(GREENS, k=7),
            [low, low + 1, low + 2, *run, rng.choice(ALL)],
            [low, low + 1, low + 2, low + 3, low + 4, low + 5, rng.choice(ALL)],
            [suit, suit + 1, suit + 2, suit + 6, suit + 7, suit + 8, rng.choice([suit + 4, *ALL])],
        ]
    )
    kinds = kinds + rng.choices(pool, k=7 - len(kinds))
    return _Plan(loose=[tile for tile in kinds for _ in range(2)])


def _orphans(rng: random.Random) -> _Plan:
    return _Plan(loose=[*TERMINALS, *HONOURS, rng.choice(TERMINALS + HONOURS)])


def _knitted_body(rng: random.Random) -> list[int]:
    suits = _suits(rng)
    return [suit + first + 3 * n for first, suit in enumerate(suits) for n in range(3)]


def _knitted(rng: random.Random) -> _Plan:
    """Honours and knitted tiles, greater and lesser."""
    honours = rng.choice([5, 6, 7, 7])
    body = rng.sample(_knitted_body(rng), 14 - honours)
    return _Plan(loose=body + rng.sample(HONOURS, honours))


def _knitted_straight(rng: random.Random) -> _Plan:
    body = _knitted_body(rng)
    near = rng.choice([ALL, HONOURS, body, list(range(9 * (body[0] // 9), 9 * (body[0] // 9) + 9))])
    one = _random_set(rng, near, 0.6)
    return _Plan([one], body + [rng.choice(near)] * 2)


def _all_pungs(rng: random.Random) -> _Plan:
    return _filled(rng, [], _pool(rng), 0)


def _kongs(rng: random.Random) -> _Plan:
    plan = _filled(rng, [], rng.choice([ALL, ALL, _pool(rng)]), rng.choice([0, 0.1, 0.3]))
    chance = rng.choice([0.5, 0.8, 1])
    sets = [("kong" if k == "pung" and rng.random() < chance else k, t) for k, t in plan.sets]
    return _Plan(sets, plan.loose)


FAMILIES: list[tuple[Callable[[random.Random], _Plan], int]] = [
    (_any_sets, 22),
    (_patterned, 24),
    (_terminal_chows, 2),
    (_honours, 6),
    (_fives, 2),
    (_outside, 4),
    (_plain, 5),
    (_crowded, 14),
    (_dead_wait, 4),
    (_nine_gates, 2),
    (_seven_pairs, 9),
    (_orphans, 1),
    (_knitted, 3),
    (_knitted_straight, 5),
    (_all_pungs, 4),
    (_kongs, 6),
]


# --- the hand on the table -----------------------------------------------------------------------


def _declare(rng: random.Random, plan: _Plan) -> tuple[list[Laid], list[int]]:
    """The melds, and the tiles kept in the hand."""
    openness = rng.choice([0, 0, 0.3, 0.7, 1])
    kongs = rng.choice([0, 0, 0.1, 0.4])
    concealing = 1 if openness == 0 else rng.choice([0, 0.5, 1])
    melds: list[Laid] = []
    hand = list(plan.loose)
    for kind, tile in plan.sets:
        if kind == "pung" and rng.random() < kongs:
            kind = "kong"
        if kind == "kong":
            melds.append((_tiles((kind, tile)), rng.random() < concealing))
        elif rng.random() < openness:
            melds.append((_tiles((kind, tile)), False))
        else:
            hand += _tiles((kind, tile))
    return melds, hand


def _win(
    rng: random.Random,
    seat: str,
    winning: int,
    melds: list[Laid],
    hand: list[int],
    bonus: list[str],
) -> Document:
    """How it was won; nothing that contradicts the tiles."""
    held = hand.count(winning)
    shown = sum(tiles.count(winning) for tiles, _ in melds)
    ways = ["discard", "discard", "discard", "self_draw", "self_draw"]
    if held == 1 and shown == 0 and rng.random() < 0.5:
        ways.append("robbed_kong")
    by = rng.choice(ways)
    told: list[str] = []
    if by == "self_draw":
        if rng.random() < 0.08:
            told.append("last_tile_draw")
        if any(len(tiles) == 4 for tiles, _ in melds) and rng.random() < 0.25:
            told.append("kong_replacement")
        elif bonus and rng.random() < 0.15:
            told.append("flower_replacement")
    elif by == "discard" and rng.random() < 0.08:
        told.append("last_discard")
    if held == 1 and rng.random() < 0.12:
        told.append("last_of_kind")
    win: Document = {"by": by}
    if by != "self_draw":
        win["from"] = rng.choice(SEATS.replace(seat, ""))
    if told:
        win["with"] = told
    return win


def _quiet(rng: random.Random, plan: _Plan) -> tuple[list[Laid], list[int], int]:
    """The melds, the tiles kept in the hand, and the end of a chow that wins."""
    sets = rng.sample(plan.sets, 4)
    opened = rng.choice([1, 2, 3])
    kind, tile = sets[-1]
    ends = [
        end for end, other in ((tile, tile + 3), (tile + 2, tile - 1)) if other // 9 == tile // 9
    ]
    if kind != "chow" or not ends:
        raise _TryAgain
    hand = plan.loose + [tile for tile_set in sets[opened:] for tile in _tiles(tile_set)]
    return [(_tiles(tile_set), False) for tile_set in sets[:opened]], hand, rng.choice(ends)


def _attempt(rng: random.Random) -> Document:
    families = [family for family, _ in FAMILIES]
    weights = [weight for _, weight in FAMILIES]
    plan = rng.choices(families, weights)[0](rng)
    bonus = sorted(rng.sample(BONUS, rng.choice([1, 1, 2, 3, 8]))) if rng.random() < 0.2 else []
    seat = rng.choice(SEATS)
    if plan.quiet:
        melds, hand, winning = _quiet(rng, plan)
        win: Document = {"by": "discard", "from": rng.choice(SEATS.replace(seat, ""))}
    else:
        melds, hand = _declare(rng, plan)
        winning = rng.choice(hand)
        win = _win(rng, seat, winning, melds, hand, bonus)
    counts = Counter(hand + [tile for tiles, _ in melds for tile in tiles])
    if max(counts.values()) > 4:
        raise _TryAgain
    told: Document = {"concealed": write(hand)}
    if melds:
        told["melds"] = [
            {"tiles": write(tiles), "concealed": True} if concealed else {"tiles": write(tiles)}
            for tiles, concealed in melds
        ]
    if bonus:
        told["bonus"] = " ".join(bonus)
    told["winning_tile"] = CODES[winning]
    return {"hand": told, "win": win, "seat": seat, "prevailing": rng.choice(SEATS)}


def random_hand(rng: random.Random) -> Document:
    """A winning hand that one set of tiles can hold, won in a way that can happen."""
    while True:
        try:
            document = _attempt(rng)
        except _TryAgain:
            continue
        return {"ruleset": "mcr", "preset": "1998", **document}
