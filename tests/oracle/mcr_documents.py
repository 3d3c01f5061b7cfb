"""Random MCR documents, valid, that reach every fan: weighted plans, then chance.

Every choice comes from the `random.Random` given, so a seed gives the same documents again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial

from .documents import BONUS, SEATS, Set, _Plan, _Stock, _tiles, _TryAgain, _write
from .mcr import KNITTED, REVERSIBLE, options_of, waits
from .tiles import CODES, DRAGONS, GREENS, MAJORS, NUMBER, TERMINALS, WINDS, Doc, codes

HONOURS = WINDS + DRAGONS
CHOICES: dict[str, list[object]] = {
    "minimum": [0, 1, 6, 8, 8, 9, 10, 24, 88],
    "dead_waits": ["count", "ignore"],
    "tile_hog_with_seven_pairs": [False, True],
    "two_concealed_kongs": [8, 6],
    "mixed_kongs": [6, 5],
    "drawn_concealed": ["fully_concealed", "self_drawn"],
    "all_green_half_flush": [True, False],
    "all_terminals_double_pung": [True, False],
    "tile_hog_honours": [False, True],
    "nine_gates_pungs": ["none", "all_but_one"],
}
Rng = random.Random


# --- plans: the sets that may be declared and the tiles that stay in the hand -----------------


def _suits(rng: Rng) -> list[int]:
    """The first tile of each suit, in any order."""
    return rng.sample([0, 9, 18], 3)


def _of_ranks(*ranks: int) -> list[int]:
    return [first + rank - 1 for first in (0, 9, 18) for rank in ranks]


def _set_of(rng: Rng, pool: list[int], chow: float, kong: float = 0.1) -> Set:
    starts = [t for t in pool if t < 27 and t % 9 <= 6 and {t + 1, t + 2} <= set(pool)]
    if starts and rng.random() < chow:
        return ("chow", rng.choice(starts))
    return ("kong" if rng.random() < kong else "pung", rng.choice(pool))


def _filled(rng: Rng, sets: list[Set], pool: list[int], chow: float, pair: int = -1) -> _Plan:
    """Four sets and a pair, what is wanting from the pool."""
    sets = list(sets)
    while len(sets) < 4:
        sets.append(_set_of(rng, pool, chow))
    return _Plan(sets, [rng.choice(pool) if pair < 0 else pair] * 2)


def _from_pool(rng: Rng) -> _Plan:
    one, two, _ = _suits(rng)
    suit = list(range(one, one + 9))
    low = rng.randrange(6)
    pool = rng.choice(
        [
            list(range(34)),
            list(range(27)),
            suit,
            suit + HONOURS,
            suit + list(range(two, two + 9)),
            suit[low : low + 4],
            [*suit[low : low + 5], rng.choice(HONOURS)],
            GREENS,
            GREENS,
            TERMINALS,
            HONOURS,
            MAJORS,
            REVERSIBLE,
            _of_ranks(2, 4, 6, 8),
            _of_ranks(7, 8, 9),
            _of_ranks(4, 5, 6),
            _of_ranks(1, 2, 3),
            _of_ranks(6, 7, 8, 9),
            _of_ranks(1, 2, 3, 4),
            _of_ranks(2, 3, 4, 5, 6, 7, 8),
        ]
    )
    return _filled(rng, [], pool, rng.choice([0, 0.5, 0.9]))


def _pung_sets(rng: Rng, kong: float) -> _Plan:
    even = _of_ranks(2, 4, 6, 8)
    pools = [list(range(34)), list(range(34)), MAJORS, list(range(27)), TERMINALS, even]
    heads = rng.sample(rng.choice(pools), 5)
    sets: list[Set] = [("kong" if rng.random() < kong else "pung", head) for head in heads[:4]]
    return _Plan(sets, [heads[4]] * 2)


def _pungs(rng: Rng) -> _Plan:
    return _pung_sets(rng, rng.choice([0, 0, 0.1]))


def _kongs(rng: Rng) -> _Plan:
    plan = _pung_sets(rng, rng.choice([0.4, 0.7, 1]))
    if rng.random() < 0.3:
        plan.sets[0] = _set_of(rng, list(range(27)), 1)
    return plan


def _dragons_and_winds(rng: Rng) -> _Plan:
    family = rng.choice([DRAGONS, DRAGONS, WINDS])
    heads = rng.sample(family, len(family))
    kong = rng.choice([0, 0.2])
    many = rng.randint(max(1, len(family) - 2), len(family))
    sets: list[Set] = [("kong" if rng.random() < kong else "pung", t) for t in heads[:many]]
    suit = 9 * rng.randrange(3)
    pool = rng.choice([list(range(suit, suit + 9)), list(range(34)), MAJORS, HONOURS])
    pair = heads[-1] if many < len(family) and rng.random() < 0.6 else -1
    return _filled(rng, sets, pool, 0.6, pair)


def _straight(rng: Rng) -> _Plan:
    """The knitted straight: a set of any kind, declared or not, and a pair."""
    body = sorted(rng.choice(KNITTED))
    pool = rng.choice([list(range(27)), list(range(34)), HONOURS, body, list(range(27))])
    one = _set_of(rng, pool, 0.7, 0.25)
    return _Plan([one], [*body, *[rng.choice(pool)] * 2])


def _knitted(rng: Rng) -> _Plan:
    body = sorted(rng.choice(KNITTED))
    count = rng.choice([5, 5, 6, 7, 7])
    return _Plan(loose=rng.sample(HONOURS, count) + rng.sample(body, 14 - count))


def _orphans(rng: Rng) -> _Plan:
    return _Plan(loose=[*MAJORS, rng.choice(MAJORS)])


def _gates(rng: Rng) -> _Plan:
    first = 9 * rng.randrange(3)
    ranks = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))
    return _Plan(loose=[first + rank for rank in ranks])


def _shifted_pairs(rng: Rng) -> _Plan:
    low = 9 * rng.randrange(3) + rng.randrange(3)
    return _Plan(loose=[low + i for i in range(7) for _ in range(2)])


def _pairs(rng: Rng) -> _Plan:
    first = 9 * rng.randrange(3)
    suit = list(range(first, first + 9))
    pool = rng.choice(
        [
            list(range(34)),
            list(range(34)),
            suit,
            suit + HONOURS,
            GREENS,
            TERMINALS,
            HONOURS,
            MAJORS,
            REVERSIBLE,
            _of_ranks(7, 8, 9),
            _of_ranks(1, 2, 3, 4),
            _of_ranks(2, 3, 4, 5, 6, 7, 8),
        ]
    )
    if rng.random() < 0.2:
        one, two, three = _suits(rng)
        pool = [one + rng.randrange(9), two + rng.randrange(9), three + rng.randrange(9)]
        pool += [*rng.sample(WINDS, 2), *rng.sample(DRAGONS, 2)]
        return _Plan(loose=[tile for tile in pool for _ in range(2)])
    heads = [*pool, *pool] if rng.random() < 0.5 or len(pool) < 7 else pool
    return _Plan(loose=[tile for tile in rng.sample(heads, 7) for _ in range(2)])


def _four_linked(rng: Rng) -> _Plan:
    """Fan of four sets, and their neighbours."""
    one, two, three = _suits(rng)
    suit = list(range(one, one + 9))
    way = rng.choice(["terminal", "three_suited", "quadruple", "pungs", "chows", "chows"])
    pair = rng.choice([*suit, *range(34)])
    if way == "terminal":
        starts = [one, one, one + 6, one + 6]
        pair = one + 4
    elif way == "three_suited":
        starts = [one, one + 6, two, two + 6]
        pair = three + 4 if rng.random() < 0.9 else pair
    elif way == "quadruple":
        starts = [one + rng.randrange(7)] * 4
    elif way == "pungs":
        low = one + rng.randrange(6)
        return _Plan([("pung", low + i) for i in range(4)], [pair] * 2)
    elif rng.random() < 0.4:
        starts = [one, one + 2, one + 4, one + 6]
    else:
        low = one + rng.randrange(4)
        starts = [low + i for i in range(4)]
    return _Plan([("chow", start) for start in starts], [pair] * 2)


def _three_linked(rng: Rng) -> _Plan:
    """Fan of three sets, with a fourth that is often akin."""
    one, two, three = _suits(rng)
    rank = rng.randrange(7)
    kong = "kong" if rng.random() < 0.15 else "pung"
    step = rng.choice([1, 1, 2])
    near = one + min(rank, 8 - 2 * step - 2)
    sets: list[Set] = rng.choice(
        [
            [("chow", one), ("chow", one + 3), ("chow", one + 6)],
            [("chow", one), ("chow", two + 3), ("chow", three + 6)],
            [("chow", near), ("chow", near + step), ("chow", near + 2 * step)],
            [("chow", one + rank)] * 3,
            [("chow", one + rank), ("chow", two + rank), ("chow", three + rank)],
            [("chow", one + near % 9), ("chow", two + near % 9 + 1), ("chow", three + near % 9 + 2)]
            if near % 9 <= 4
            else [("chow", one), ("chow", two + 1), ("chow", three + 2)],
            [("pung", one + rank), ("pung", two + rank), (kong, three + rank)],
            [("pung", one + rank), ("pung", one + rank + 1), (kong, one + rank + 2)],
            [("pung", one + rank), ("pung", two + rank + 1), (kong, three + rank + 2)],
        ]
    )
    fourth = rng.choice(["akin", "akin", "any"])
    if fourth == "akin":
        kind, tile = rng.choice(sets)
        suit = rng.choice([one, two, three])
        other = min(6, (tile % 9) + rng.choice([0, 0, 1, 2, 3])) if kind == "chow" else tile % 9
        return _filled(
            rng, [*sets, ("chow" if kind == "chow" else "pung", suit + other)], list(range(34)), 1
        )
    return _filled(rng, sets, list(range(34)), 0.5)


def _two_linked(rng: Rng) -> _Plan:
    """Two pairs of linked sets, or a net of them."""
    one, two, _ = _suits(rng)
    rank = rng.randrange(7)
    low = rng.randrange(4)
    doubles: list[list[Set]] = [
        [("chow", one + rank), ("chow", one + rank)],
        [("chow", one + rank), ("chow", two + rank)],
        [("chow", one + low), ("chow", one + low + 3)],
        [("chow", one), ("chow", one + 6)],
        [("pung", one + rank), ("pung", two + rank)],
        [("pung", two + low), ("pung", one + low)],
    ]
    first, second = rng.choice(doubles), rng.choice(doubles)
    return _filled(rng, first + second, [], 0, rng.randrange(34))


def _fives(rng: Rng) -> _Plan:
    sets: list[Set] = []
    for _ in range(4):
        first = 9 * rng.randrange(3)
        kind = rng.choice(["chow", "chow", "chow", "pung"])
        sets.append((kind, first + (rng.randint(2, 4) if kind == "chow" else 4)))
    return _Plan(sets, [rng.choice([4, 13, 22])] * 2)


def _outside(rng: Rng) -> _Plan:
    sets: list[Set] = []
    for _ in range(4):
        first = 9 * rng.randrange(3)
        if rng.random() < 0.7:
            sets.append(("chow", first + rng.choice([0, 6])))
        else:
            sets.append(_set_of(rng, MAJORS, 0))
    return _Plan(sets, [rng.choice(MAJORS)] * 2)


def _all_types(rng: Rng) -> _Plan:
    sets = [_set_of(rng, list(range(first, first + 9)), 0.7) for first in _suits(rng)]
    winds, dragons = rng.sample([WINDS, DRAGONS], 2)
    return _filled(rng, sets, winds, 0, rng.choice(dragons))


def _hogs(rng: Rng) -> _Plan:
    """Four alike in a pung and a chow, in chows, or with the pair."""
    first = 9 * rng.randrange(3)
    tile = first + rng.randrange(9)
    starts = [s for s in (tile - 2, tile - 1, tile) if first <= s <= first + 6]
    start = rng.choice(starts)
    pair = -1
    sets: list[Set] = [("pung", tile), ("chow", start)]
    if rng.random() < 0.4:
        sets, pair = [("chow", start), ("chow", rng.choice(starts))], tile
    if rng.random() < 0.3:
        sets = [("chow", start)] * 3 + [("pung", tile)]
    return _filled(
        rng, sets, rng.choice([list(range(first, first + 9)), list(range(34))]), 0.7, pair
    )


def _crowded(rng: Rng) -> _Plan:
    """Crowded suits, all held in the hand: many readings and many waits."""
    first = 9 * rng.randrange(3)
    low = rng.randrange(5)
    pool = [first + rank for rank in range(low, low + 5)]
    sets = [_set_of(rng, pool, 0.6, 0) for _ in range(3)]
    other = _set_of(rng, list(range(34)), 0.6)
    pair = rng.choice([*pool, rng.randrange(34)])
    return _Plan([other], [tile for tile_set in sets for tile in _tiles(tile_set)] + [pair] * 2)


def _chicken(rng: Rng) -> _Plan:
    """Chows that have nothing to do with each other, and an honour pair."""
    one, two, three = _suits(rng)
    ranks = rng.choice([[0, 1, 3], [0, 1, 4], [1, 2, 5], [2, 4, 5], [1, 3, 5], [0, 2, 5]])
    ranks = rng.sample(ranks, 3)
    fourth: Set = ("pung", three + rng.randint(1, 7))
    if rng.random() < 0.5:
        fourth = ("chow", rng.choice([one, two, three]) + rng.randrange(7))
    sets: list[Set] = [("chow", s + r) for s, r in zip((one, two, three), ranks, strict=True)]
    return _Plan([*sets, fourth], [rng.choice(HONOURS)] * 2)


def _chows(rng: Rng) -> _Plan:
    return _filled(rng, [], list(range(27)), 1, rng.choice([-1, rng.choice(HONOURS)]))


PLANS: list[tuple[Callable[[Rng], _Plan], int]] = [
    (_from_pool, 18),
    (_pungs, 7),
    (_kongs, 8),
    (_dragons_and_winds, 9),
    (_straight, 6),
    (_knitted, 4),
    (_orphans, 1),
    (_gates, 4),
    (_shifted_pairs, 2),
    (_pairs, 6),
    (_four_linked, 8),
    (_three_linked, 12),
    (_two_linked, 8),
    (_fives, 2),
    (_outside, 2),
    (_all_types, 2),
    (_hogs, 4),
    (_crowded, 4),
    (_chicken, 9),
    (_chows, 3),
]


# --- one player ------------------------------------------------------------------------------


def _declared(rng: Rng, plan: _Plan) -> tuple[list[Doc], list[int]]:
    """Melds on the table (tiles as numbers) and the tiles kept in the hand."""
    openness = rng.choice([0, 0, 0.3, 0.6, 1])
    concealing = rng.choice([0, 0.5, 1])
    melds: list[Doc] = []
    hand = list(plan.loose)
    for tile_set in plan.sets:
        if tile_set[0] == "kong":
            meld: Doc = {"tiles": _tiles(tile_set), "concealed": rng.random() < concealing}
            if not meld["concealed"] and rng.random() < 0.5:
                del meld["concealed"]
            melds.append(meld)
        elif rng.random() < openness:
            melds.append({"tiles": _tiles(tile_set)})
        else:
            hand += _tiles(tile_set)
    rng.shuffle(melds)
    return melds, hand


def _flowers(rng: Rng, stock: _Stock) -> list[str]:
    chance = rng.choice([0, 0, 0.15, 0.6])
    kept = [code for code in BONUS if code in stock.bonus and rng.random() < chance]
    stock.bonus = [code for code in stock.bonus if code not in kept]
    return kept


def _told(rng: Rng, win: Doc, winning: int, hand: list[int], melds: list[Doc], bonus: bool) -> Doc:
    """The win with circumstances that can have been."""
    kongs = any(len(meld["tiles"]) == 4 for meld in melds)
    told: list[str] = []
    if win["by"] == "self_draw":
        if rng.random() < 0.12:
            told.append("last_tile_draw")
        if kongs and rng.random() < 0.2:
            told.append("kong_replacement")
        elif bonus and rng.random() < 0.15:
            told.append("flower_replacement")
    elif win["by"] == "discard" and rng.random() < 0.12:
        told.append("last_discard")
    if hand.count(winning) == 1 and rng.random() < 0.12:
        told.append("last_of_kind")
    rng.shuffle(told)
    return {**win, "with": told} if told or rng.random() < 0.3 else win


def _winner(rng: Rng, seat: str, stock: _Stock) -> Doc:
    """A winner's hand and win; the stock gives the tiles."""
    makers, weights = zip(*PLANS, strict=True)
    plan: _Plan = rng.choices(makers, weights)[0](rng)
    stock.take(plan.loose + [tile for tile_set in plan.sets for tile in _tiles(tile_set)])
    melds, numbers = _declared(rng, plan)
    shown = [tile for meld in melds if not meld.get("concealed") for tile in meld["tiles"]]
    winning = rng.choice(numbers)
    last = [tile for tile in numbers if shown.count(tile) == 3]
    if last and rng.random() < 0.6:
        winning = rng.choice(last)
    if plan.loose and rng.random() < 0.1:
        winning = plan.loose[-1]
    ways = ["self_draw", "discard", "discard"]
    if (numbers + shown).count(winning) == 1:
        ways.append("robbed_kong")
    win: Doc = {"by": rng.choice(ways)}
    if win["by"] != "self_draw":
        win["from"] = rng.choice([other for other in SEATS if other != seat])
    bonus = _flowers(rng, stock)
    hand: Doc = {"winning_tile": CODES[winning]}
    player: Doc = {
        "hand": hand,
        "win": _told(rng, win, winning, numbers, melds, bool(bonus)),
    }
    if rng.random() < 0.4:
        numbers.remove(winning)
    hand["concealed"] = _write(rng, [CODES[tile] for tile in numbers])
    _write_melds(rng, hand, melds)
    if bonus:
        hand["bonus"] = _write(rng, bonus, plain=True)
    return player


def _write_melds(rng: Rng, hand: Doc, melds: list[Doc]) -> None:
    if melds or rng.random() < 0.5:
        written = [{**m, "tiles": _write(rng, [CODES[t] for t in m["tiles"]])} for m in melds]
        hand["melds"] = written


def _loser(rng: Rng, stock: _Stock, pung: int | None = None) -> Doc:
    """A loser's hand; with an exposed pung of this tile, where one is named."""
    melds: list[Doc] = []
    if pung is not None:
        stock.take(_tiles(("pung", pung)))
        melds.append({"tiles": _tiles(("pung", pung))})
    for _ in range(rng.choice([0, 0, 1, 2, 3])):
        one = _set_of(rng, list(range(34)), 0.6)
        stock.take(_tiles(one))
        melds.append({"tiles": _tiles(one)})
    hand: Doc = {"concealed": _write(rng, [CODES[t] for t in stock.draw(rng, 13 - 3 * len(melds))])}
    _write_melds(rng, hand, melds)
    bonus = _flowers(rng, stock)
    if bonus:
        hand["bonus"] = _write(rng, bonus, plain=True)
    return {"hand": hand}


def _try(rng: Rng, stock: _Stock, make: Callable[[_Stock], Doc]) -> Doc:
    """What `make` makes once the box has tiles enough for it."""
    while True:
        trial = stock.copy()
        try:
            made = make(trial)
        except _TryAgain:
            continue
        stock.become(trial)
        return made


# --- documents -------------------------------------------------------------------------------


def _head(rng: Rng) -> Doc:
    chance = rng.choice([0, 0.2, 0.5])
    head: Doc = {"ruleset": "mcr", "prevailing": rng.choice(SEATS)}
    preset = rng.choice([None, None, "wmo2006", "1998", "1998"])
    if preset is not None:
        head["preset"] = preset
    options = {k: rng.choice(v) for k, v in CHOICES.items() if rng.random() < chance}
    if options or rng.random() < 0.3:
        head["options"] = options
    return head


def random_document(rng: Rng, *, won: bool | None = None) -> Doc:
    """A valid document for `score`; of a winner or, rarely, of a loser when `won` is not told."""
    is_won = rng.random() < 0.97 if won is None else won
    seat = rng.choice(SEATS)
    stock = _Stock()
    if is_won:
        player = _try(rng, stock, lambda trial: _winner(rng, seat, trial))
    else:
        player = _try(rng, stock, lambda trial: _loser(rng, trial))
    return {**_head(rng), **player, "seat": seat}


def random_waiting(rng: Rng) -> Doc:
    """A valid document for `waits`: often a hand that waits, sometimes one that does not."""
    document = random_document(rng, won=rng.random() < 0.95)
    win = document.pop("win", None)
    if win is None:
        return document
    hand = document["hand"]
    tiles = codes(hand["concealed"])
    if len(tiles) == 14 - 3 * len(hand.get("melds", [])):
        tiles.remove(hand["winning_tile"])
    del hand["winning_tile"]
    if rng.random() < 0.1:
        box = Counter(dict.fromkeys(CODES, 4)) - Counter(tiles)
        for meld in hand.get("melds", []):
            box -= Counter(codes(meld["tiles"]))
        tiles[rng.randrange(len(tiles))] = rng.choice(sorted(box.elements()))
    hand["concealed"] = _write(rng, tiles)
    if win.get("with") and rng.random() < 0.7:
        told = list(win["with"])
        if any(wait["tile"] in tiles for wait in waits(document)["waits"]):
            told = [one for one in told if one != "last_of_kind"]
        document["win"] = {"with": told}
    return document


def random_table(rng: Rng) -> Doc:
    """A valid document for `settle`: a winner or none, what the losers show, events, standings."""
    stock = _Stock()
    head = _head(rng)
    winner = rng.choice(SEATS) if rng.random() < 0.93 else None
    players: Doc = {seat: {} for seat in SEATS}
    hidden = rng.random() < 0.6
    if winner is not None:
        seat = winner
        player = _try(rng, stock, lambda trial: _winner(rng, seat, trial))
        win = player["win"]
        # A robbed kong and the three seen of a kind would have to lie in the others' hands.
        hidden = hidden or win["by"] == "robbed_kong" or "last_of_kind" in win.get("with", [])
        if rng.random() < 0.2:
            least = max(8, options_of(head)["minimum"])
            bare = {key: win[key] for key in ("by", "from") if key in win}
            player = {"points": rng.randint(least, least + 90), "win": bare}
        players[winner] = player
    pung = None
    if winner is not None and "hand" in players[winner] and rng.random() < 0.4:
        tile = NUMBER[players[winner]["hand"]["winning_tile"]]
        pung = tile if stock.left[tile] == 3 else None
    for seat in SEATS:
        if seat != winner and not hidden and (pung is not None or rng.random() < 0.5):
            shown, pung = pung, None
            players[seat] = _try(rng, stock, partial(_loser, rng, pung=shown))
    document: Doc = {**head, "players": players}
    events = _events(rng, [seat for seat in SEATS if seat != winner])
    if events or rng.random() < 0.2:
        document["events"] = events
    if rng.random() < 0.6:
        spread = rng.choice([0, 3, 200])
        document["standing"] = {seat: rng.randint(-spread, spread) for seat in SEATS}
    return document


def _events(rng: Rng, losers: list[str]) -> list[Doc]:
    """What went wrong; whoever can no longer win is not the winner."""
    events: list[Doc] = []
    numbered = rng.random() < 0.4
    dead: set[str] = set()
    for _ in range(rng.choice([0, 0, 1, 2, 5])):
        grave = ["major_foul", "super_major_foul", "false_win"]
        name = rng.choice(["minor_foul"] * 3 + ["erroneous_exposure", *grave])
        event: Doc = {"event": name, "by": rng.choice(SEATS)}
        if name == "minor_foul" and numbered:
            event["number"] = rng.randint(1, 6)
        if name in grave:
            event["by"] = rng.choice(losers)
            if event["by"] in dead:
                continue
            dead.add(event["by"])
        if name == "false_win":
            event["valid"] = rng.random() < 0.5
        events.append(event)
    return events
