"""Random winning hands that aim at rare patterns, for Zung Jung and for Taiwanese sixteen tiles.

A plan names sets and the pair; some hands miss their pattern by one set. Every choice comes from
the `random.Random` given, so a seed gives the same documents again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from . import taiwanese, zungjung
from .documents import BONUS, Set, _random_set, _tiles
from .tiles import CODES, DRAGONS, MAJORS, SEATS, TERMINALS, WINDS, Doc, codes

Plan = tuple[list[Set], list[int]]  # sets that may be declared, and tiles of the hand
SUITS = [list(range(first, first + 9)) for first in (0, 9, 18)]
HONOURS = WINDS + DRAGONS


class _TryAgain(Exception):
    """The plan needs a fifth tile of a kind, or contradicts itself; draw another."""


# --- plans -----------------------------------------------------------------------------------


def _pool(rng: random.Random) -> list[int]:
    one_suit = rng.choice(SUITS)
    low = rng.randint(0, 4)
    return rng.choice(
        [
            list(range(27)),
            list(range(34)),
            one_suit,
            one_suit + HONOURS,
            HONOURS,
            TERMINALS,
            MAJORS,
            one_suit[low : low + 5],
            [t for t in range(27) if 1 <= t % 9 <= 7],
        ]
    )


def _sets_of_a_pool(rng: random.Random, count: int) -> Plan:
    pool, chows = _pool(rng), rng.choice([0, 0.2, 0.6, 1])
    kongs = rng.choice([0, 0, 0.2, 0.8])
    return [_random_set(rng, pool, chows, kongs) for _ in range(count)], [rng.choice(pool)] * 2


def _honour_sets(rng: random.Random, count: int) -> Plan:
    family = rng.sample(*rng.choice([(WINDS, 3), (WINDS, 4), (DRAGONS, 3)]))
    small = rng.random() < 0.5
    heads = family[1:] if small else family
    kongs = rng.choice([0, 0.2, 0.8])
    sets = [("kong" if rng.random() < kongs else "pung", head) for head in heads][:count]
    pool = _pool(rng)
    sets += [_random_set(rng, pool, rng.choice([0, 0.5, 1]), 0.1) for _ in range(count - len(sets))]
    return sets, [family[0] if small else rng.choice(pool)] * 2


def _sequences(rng: random.Random, count: int) -> Plan:
    """Identical, similar and connected sequences."""
    suit, n = rng.choice(SUITS), rng.randrange(7)
    groups = [
        [suit[n]] * rng.choice([2, 3, 4]),
        [n, n + 9, n + 18],
        [suit[0], suit[3], suit[6]],
        [suit[n]] * 2 + [rng.choice(SUITS)[rng.randrange(7)]] * 2,
    ]
    firsts = rng.choice(groups)
    if rng.random() < 0.3:
        firsts = firsts + rng.choice(groups)
    sets: list[Set] = [("chow", first) for first in firsts][:count]
    pool = rng.choice([suit, suit, _pool(rng)])
    sets += [_random_set(rng, pool, rng.choice([0, 0.5, 1]), 0.1) for _ in range(count - len(sets))]
    return sets, [rng.choice(pool)] * 2


def _pungs(rng: random.Random, count: int) -> Plan:
    """Consecutive and similar triplets."""
    suit, n = rng.choice(SUITS), rng.randrange(9)
    low = rng.randint(0, 6)
    heads = rng.choice([suit[low : low + 3], suit[low : low + 4], suit[low : low + 5]])
    eyes = rng.choice(suit)
    if rng.random() < 0.4:
        similar = rng.sample([n, n + 9, n + 18], 3)
        heads, eyes = rng.choice([(similar, eyes), (similar[1:], similar[0])])
    kongs = rng.choice([0, 0, 0.2, 0.7])
    sets = [("kong" if rng.random() < kongs else "pung", head) for head in heads][:count]
    pool = rng.choice([suit, suit, _pool(rng)])
    sets += [
        _random_set(rng, pool, rng.choice([0, 0.5, 1]), kongs) for _ in range(count - len(sets))
    ]
    return sets, [eyes] * 2


def _ends(rng: random.Random, count: int) -> Plan:
    """A terminal, or an honour, in every set and in the pair."""
    majors = rng.choice([TERMINALS, MAJORS])
    chows = rng.choice([0, 0.3, 0.6])
    sets = []
    for _ in range(count):
        if rng.random() < chows:
            sets.append(("chow", rng.choice(SUITS)[rng.choice([0, 6])]))
        else:
            sets.append(("kong" if rng.random() < 0.15 else "pung", rng.choice(majors)))
    return sets, [rng.choice(majors)] * 2


def _pairs(rng: random.Random, count: int) -> Plan:
    """Seven pairs; of seventeen tiles seven pairs and a pung. Often they are sets as well."""
    pool = _pool(rng)
    if rng.random() < 0.4:
        low = rng.randint(0, 2)
        pool = rng.choice(SUITS)[low : low + 7]
    heads = rng.choices(pool, k=7) if rng.random() < 0.5 else rng.sample(pool, min(7, len(pool)))
    if len(heads) < 7:
        raise _TryAgain
    loose = [t for head in heads for t in (head, head)]
    return [], loose + ([rng.choice(pool)] * 3 if count == 5 else [])


def _crowd(rng: random.Random, count: int) -> Plan:
    """One suit in the hand, which many arrangements divide."""
    low = rng.randint(0, 3)
    near = rng.choice(SUITS)[low : low + rng.choice([4, 5, 6])]
    sets = [_random_set(rng, near, rng.choice([0.5, 0.8]), 0) for _ in range(count)]
    loose = [t for chosen in sets for t in _tiles(chosen)] + [rng.choice(near)] * 2
    return [], loose


def _all_sequences(rng: random.Random, count: int) -> Plan:
    pool = rng.choice([list(range(27)), rng.choice(SUITS)])
    return [_random_set(rng, pool, 1, 0) for _ in range(count)], [rng.choice(pool)] * 2


def _gates(rng: random.Random, count: int) -> Plan:
    suit = rng.choice(SUITS)
    loose = [suit[n] for n in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)] + [rng.choice(suit)]
    return [_random_set(rng, rng.choice([suit, HONOURS]), 0.5, 0) for _ in range(count - 4)], loose


def _orphans(rng: random.Random, count: int) -> Plan:
    if count != 4:
        raise _TryAgain
    return [], [*MAJORS, rng.choice(MAJORS)]


MAKERS: list[Callable[[random.Random, int], Plan]] = [
    *[_sets_of_a_pool] * 4,
    *[_honour_sets] * 3,
    *[_sequences] * 4,
    *[_pungs] * 4,
    *[_ends] * 3,
    *[_pairs] * 2,
    *[_crowd] * 2,
    *[_all_sequences] * 2,
    _gates,
    _orphans,
]


def _plan(rng: random.Random, count: int) -> Plan:
    sets, loose = rng.choice(MAKERS)(rng, count)
    if sets and rng.random() < 0.25:
        sets[rng.randrange(len(sets))] = _random_set(rng, _pool(rng), 0.5, 0.1)
    if len(loose) == 2 and rng.random() < 0.1:
        loose = [rng.choice(_pool(rng))] * 2
    held = Counter([*loose, *(t for chosen in sets for t in _tiles(chosen))])
    if max(held.values()) > 4:
        raise _TryAgain
    return sets, loose


# --- documents -------------------------------------------------------------------------------


def _text(rng: random.Random, tiles: list[int]) -> str:
    return " ".join(CODES[t] for t in rng.sample(tiles, len(tiles)))


def _hand(rng: random.Random, count: int) -> tuple[Doc, list[int]]:
    """The melds and concealed tiles of a winner, and the tiles outside the melds."""
    sets, hand = _plan(rng, count)
    hand = list(hand)
    openness, concealing = rng.choice([0, 0, 0.3, 0.7, 1]), rng.choice([0.1, 0.5, 1])
    melds: list[Doc] = []
    for chosen in rng.sample(sets, len(sets)):
        meld: Doc = {"tiles": _text(rng, _tiles(chosen))}
        if chosen[0] == "kong":
            if rng.random() < concealing:
                meld["concealed"] = True
        elif rng.random() >= openness:
            hand += _tiles(chosen)
            continue
        melds.append(meld)
    document: Doc = {"concealed": "", "melds": melds}
    return document, hand


def _bonus(rng: random.Random, seat: str) -> list[str]:
    style = rng.choice(["none", "none", "some", "own", "F", "S", "many"])
    chance = {"none": 0, "some": 0.3, "many": 0.8}.get(style, 0.15)
    own = str(SEATS.index(seat) + 1)
    return [
        code
        for code in BONUS
        if code[0] == style or (style == "own" and code[1] == own) or rng.random() < chance
    ]


def _way(rng: random.Random, seat: str, melds: list[Doc], hand: list[int]) -> tuple[Doc, int]:
    """How the hand was won, and on which tile."""
    last = rng.choice(hand)
    held = Counter(hand) + Counter(CODES.index(c) for m in melds for c in codes(m["tiles"]))
    by = rng.choice(["self_draw", "discard", "discard", "robbed_kong"])
    if by == "robbed_kong" and held[last] > 1:
        by = "discard"
    win: Doc = {"by": by}
    if by != "self_draw":
        win["from"] = rng.choice([s for s in SEATS if s != seat])
    return win, last


def _exposed(melds: list[Doc]) -> bool:
    return any(not m.get("concealed") for m in melds)


def _has_kong(melds: list[Doc]) -> bool:
    return any(len(codes(m["tiles"])) == 4 for m in melds)


def _some(rng: random.Random, choices: dict[str, list[Any]]) -> Doc:
    """Some of these options, each with one of its values."""
    chance = rng.choice([0, 0, 0.2, 0.5])
    return {k: rng.choice(v) for k, v in choices.items() if rng.random() < chance}


ZUNGJUNG_OPTIONS: dict[str, list[Any]] = {
    "payoff": ["formal", "uniform"],
    "par": [0, 1, 25, 30, 70, 320],
    "limit": [100, 150, 320, 400, 480, 1000],
    "minimum": [0, 1, 5, 6, 10, 50],
    "bonus_tiles": [True, False],
    "pure_one_suit": [0, 80, 90, 100, 320],
    "small_three_dragons": [0, 30, 40],
    "small_three_winds": [0, 25, 30],
    "all_triplets": [0, 25, 30, 40],
    "four_concealed_triplets": [0, 115, 125, 400],
    "three_concealed_triplets": [0, 30, 40, 319, 320],
    "two_identical_twice": [0, 60, 70],
    "three_similar_sequences": [0, 30, 35],
    "pure_lesser_terminals": [0, 50, 60],
    "blessings": [0, 155, 160, 330],
}
TAIWANESE_OPTIONS: dict[str, list[Any]] = {
    "base": [0, 1, 3, 50, 100000],
    "unit": [0, 1, 2, 20, 100000],
    "minimum": [0, 1, 2, 3, 5, 8, 20],
    "limit": [0, 1, 5, 10, 40, 81, 1000],
    "dealer_tai": [0, 1, 2, 10],
    "streak_tai": [0, 1, 2, 10],
    "eight_pairs": [True, True, False],
    "seven_rob_one_pays": ["robbed", "all"],
    "dead_waits": ["ignore", "count"],
    "all_chows": ["strict", "loose"],
    "melded_wait": [True, False],
    "small_winds_adds": [True, False],
    "flower_set_own": [True, False],
    "every_flower": [True, False],
    "every_wind": [True, False],
    "heavenly_hand": [16, 24],
    "human_hand": [8, 16],
    "all_honours": [8, 16],
    "eight_flowers": [8, 16],
    "winning": [0, 2],
    "wait": [1, 2],
    "ready": [0, 1],
    "ready_as_dealt": [10, 15],
    "four_concealed_pungs": [10, 15],
    "small_three_dragons": [10, 15],
    "big_three_winds": [10, 15],
}


def _zungjung_circumstances(
    rng: random.Random, seat: str, win: Doc, melds: list[Doc], bonus: list[str]
) -> list[str]:
    """Circumstances that do not contradict each other, the way of winning or the melds."""
    if rng.random() < 0.4:
        return []
    told = []
    if win["by"] == "self_draw":
        if seat == "E" and not melds and rng.random() < 0.5:
            return ["heavens_blessing"]
        if _has_kong(melds) and rng.random() < 0.6:
            told.append("kong_replacement")
        elif bonus and rng.random() < 0.3:
            told.append("flower_replacement")
        if rng.random() < 0.4:
            told.append("last_tile_draw")
    elif win["by"] == "discard":
        if win["from"] == "E" and not melds and rng.random() < 0.7:
            return ["earths_blessing"]
        if rng.random() < 0.4:
            told.append("last_discard")
    return told


def _taiwanese_circumstances(
    rng: random.Random, seat: str, win: Doc, melds: list[Doc], bonus: list[str]
) -> list[str]:
    """Circumstances that do not contradict each other, the way of winning or the melds."""
    circumstances = _zungjung_circumstances(rng, seat, win, melds, bonus)
    late = bool(set(circumstances) & {"last_tile_draw", "last_discard"})
    if not melds and not circumstances and rng.random() < 0.4:
        if win["by"] == "self_draw" and seat != "E":
            circumstances.append("first_draw")
        elif win["by"] == "discard" and seat != "E":
            circumstances.append("first_go_around")
    early = set(circumstances) & {
        "first_draw",
        "first_go_around",
        "earths_blessing",
        "heavens_blessing",
    }
    if not _exposed(melds) and "heavens_blessing" not in circumstances and rng.random() < 0.4:
        circumstances.append(rng.choice(["dealt_ready", "original_call"]))
    if "heavens_blessing" not in circumstances and rng.random() < 0.2:
        circumstances.append("ready")
    if not late and not early and rng.random() < 0.3:
        circumstances.append(rng.choice(["within_five_discards", "within_ten_discards"]))
    return rng.sample(circumstances, len(circumstances))


def _responsible(rng: random.Random, seat: str, win: Doc) -> None:
    if win["by"] != "self_draw" and rng.random() < 0.4:
        win["responsible"] = rng.choice([*(s for s in SEATS if s != seat), "none"])


def _zungjung(rng: random.Random) -> Doc:
    options = _some(rng, ZUNGJUNG_OPTIONS)
    preset = rng.choice([None, None, *zungjung.PRESETS])
    seat = rng.choice(SEATS)
    hand, tiles = _hand(rng, 4)
    win, last = _way(rng, seat, hand["melds"], tiles)
    document: Doc = {"ruleset": "zungjung", "options": options, "hand": hand, "seat": seat}
    if preset:
        document["preset"] = preset
    bonus = _bonus(rng, seat) if options.get("bonus_tiles") else []
    circumstances = _zungjung_circumstances(rng, seat, win, hand["melds"], bonus)
    _responsible(rng, seat, win)
    if rng.random() < 0.3:
        document["prevailing"] = rng.choice(SEATS)
    return _finished(rng, document, win, circumstances, bonus, tiles, last)


def _taiwanese(rng: random.Random) -> Doc:
    preset = rng.choice([None, *taiwanese.PRESETS])
    options = _some(rng, TAIWANESE_OPTIONS)
    if rng.random() < 0.2:
        options["table"] = rng.choice(["native", "international"])
    seat = rng.choice(SEATS)
    document: Doc = {
        "ruleset": "taiwanese",
        "options": options,
        "seat": seat,
        "prevailing": rng.choice(SEATS),
    }
    if preset:
        document["preset"] = preset
    if rng.random() < 0.4:
        document["dealer_streak"] = rng.choice([0, 1, 2, 3, 10, 1000])
    hand, tiles = _hand(rng, 5)
    document["hand"] = hand
    if rng.random() < 0.05:
        return _flower_win(rng, document, tiles)
    win, last = _way(rng, seat, hand["melds"], tiles)
    bonus = _bonus(rng, seat)
    if len(bonus) == 8:
        bonus.remove(rng.choice(bonus))
    told = _taiwanese_circumstances(rng, seat, win, hand["melds"], bonus)
    return _finished(rng, document, win, told, bonus, tiles, last)


def _flower_win(rng: random.Random, document: Doc, tiles: list[int]) -> Doc:
    hand, others = document["hand"], [s for s in SEATS if s != document["seat"]]
    rest = list(tiles)
    rest.remove(rng.choice(rest))
    hand["concealed"] = _text(rng, rest)
    hand["bonus"] = " ".join(rng.sample(BONUS, 8))
    document["win"] = {"by": "self_draw", "with": ["flower_win"]}
    if rng.random() < 0.5:
        document["win"].update({"by": "discard", "from": rng.choice(others)})
    return document


def _finished(
    rng: random.Random,
    document: Doc,
    win: Doc,
    circumstances: list[str],
    bonus: list[str],
    tiles: list[int],
    last: int,
) -> Doc:
    """The document with its tiles: the winning tile among the concealed tiles or beside them."""
    hand = document["hand"]
    rest = list(tiles)
    if rng.random() < 0.5:
        rest.remove(last)
    hand["concealed"] = _text(rng, rest)
    hand["winning_tile"] = CODES[last]
    if bonus:
        hand["bonus"] = " ".join(rng.sample(bonus, len(bonus)))
    if circumstances or rng.random() < 0.1:
        win["with"] = circumstances
    document["win"] = win
    return document


def random_document(rng: random.Random, ruleset: str) -> Doc:
    """Return a winner's document of either ruleset that names each fact the score depends on.

    A few do not win: eight pairs where they do not count as a hand.
    """
    make = {"zungjung": _zungjung, "taiwanese": _taiwanese}[ruleset]
    while True:
        try:
            return make(rng)
        except _TryAgain:
            continue


def random_table(rng: random.Random, ruleset: str) -> Doc:
    """Return a document to settle: one winner, with a hand or agreed points, or a drawn hand."""
    document = random_document(rng, ruleset)
    players: Doc = {s: {} for s in SEATS}
    seat = document.pop("seat")
    winner = {"hand": document.pop("hand"), "win": document.pop("win")}
    draw = rng.random()
    if draw < 0.1:
        winner = {}
    elif draw < 0.4:
        limit = document["options"].get("limit") or 320
        winner = {"points": rng.choice([1, 5, 24, 25, 26, 30, 70, limit]), "win": winner["win"]}
        winner["win"].pop("with", None)
    players[seat] = winner
    document.setdefault("prevailing", "E")
    if ruleset == "taiwanese":
        # The text leaves open who deals after a hand below the minimum.
        document["options"].pop("minimum", None)
        document["dealer_streak"] = streak = min(10, document.get("dealer_streak", 0))
        if seat == "E" and "points" in winner:  # what agreed points hold for the dealer
            winner["points"] += 10 + 10 * streak
    return {**document, "players": players}


def random_waiting(rng: random.Random, ruleset: str) -> Doc:
    """Return a document of a hand that waits for one tile or more."""
    while True:
        document = random_document(rng, ruleset)
        if "flower_win" in document["win"].get("with", []):
            continue
        hand = document["hand"]
        tiles = codes(hand["concealed"])
        if len(tiles) % 3 == 2:
            tiles.remove(hand["winning_tile"])
        del document["win"], hand["winning_tile"]
        hand["concealed"] = " ".join(tiles)
        return document


__all__ = ["random_document", "random_table", "random_waiting"]
