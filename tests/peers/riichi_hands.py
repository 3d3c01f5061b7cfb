"""Random winning hands of riichi as tables see them, for comparison with other scorers: 97 of 100
four sets and a pair, three sets in four a chow, a third open, half of the closed ones in riichi."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

__all__ = ["Document", "random_hand"]

Document = dict[str, Any]
SUITS = "bcd"
HONOURS = "ESWNRGP"
PLAIN = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)] + [*HONOURS]
ORPHANS = [f"{rank}{suit}" for suit in SUITS for rank in (1, 9)] + [*HONOURS]


class Wall:
    """The tiles that are left of a set with a red five in each suit."""

    def __init__(self) -> None:
        self.left = Counter(dict.fromkeys(PLAIN, 4))

    def take(self, *tiles: str) -> bool:
        """Take these, if they are there."""
        wanted = Counter(tiles)
        if any(self.left[tile] < count for tile, count in wanted.items()):
            return False
        self.left -= wanted
        return True


def _set(rng: random.Random, suits: str, outer: bool) -> list[str]:
    if rng.random() < 0.75:
        start, suit = rng.choice((1, 7)) if outer else rng.randint(1, 7), rng.choice(suits)
        return [f"{start + step}{suit}" for step in range(3)]
    kinds = [tile for tile in PLAIN if len(tile) == 1 or tile[1] in suits]
    if outer:
        kinds = [tile for tile in kinds if len(tile) == 1 or tile[0] in "19"]
    return [rng.choice(kinds)] * (4 if rng.random() < 0.1 else 3)


def _drawn(rng: random.Random) -> tuple[list[list[str]], str] | None:
    """Four sets and a pair of one table's tiles; now and then of one suit, or all outer."""
    wall = Wall()
    suits = rng.choice(("bcd", "bcd", "bcd", "bc", "d", "c"))
    outer = rng.random() < 0.08
    alike, sets = rng.random() < 0.08, []
    for _ in range(4):
        made = _set(rng, suits, outer)
        if alike:
            kinds = ORPHANS if outer else PLAIN
            made = [rng.choice(kinds)] * rng.choice((3, 3, 3, 4))
        if not wall.take(*made):
            return None
        sets.append(made)
    pair = rng.choice([tile for tile in PLAIN if len(tile) == 1 or tile[1] in suits])
    return (sets, pair) if wall.take(pair, pair) else None


FEW = (
    ["1b", "9b", "1c", "9c", "1d", "9d"],
    ["2b", "3b", "4b", "6b", "8b", "G"],
    [*"ESWN", "5b"],
    [*HONOURS],
)


def _rare(rng: random.Random) -> tuple[list[list[str]], str]:
    """Pungs and a pair of a few kinds: terminals, green tiles, winds, honours."""
    kinds = rng.sample(rng.choice(FEW), 5)
    return [[tile] * 3 for tile in kinds[:4]], kinds[4]


def random_hand(rng: random.Random) -> Document:
    """A winning hand with its table; the wall's indicators fit it."""
    while True:
        made = _shaped(rng)
        if made is not None:
            return made


def _shaped(rng: random.Random) -> Document | None:
    shape = rng.random()
    melds: list[dict[str, Any]] = []
    if shape < 0.02:
        tiles = [tile for tile in rng.sample(PLAIN, 7) for _ in range(2)]
    elif shape < 0.03:
        tiles = [*ORPHANS, rng.choice(ORPHANS)]
    elif shape < 0.035:
        suit = rng.choice(SUITS)
        tiles = [f"{rank}{suit}" for rank in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)]
        tiles.append(f"{rng.randint(1, 9)}{suit}")
    else:
        drawn = _rare(rng) if shape < 0.045 else _drawn(rng)
        if drawn is None:
            return None
        sets, pair = drawn
        claimed = rng.choice((0, 0, 0, 0, 0, 1, 2, 3, 4))
        tiles = [pair, pair]
        for n, one in enumerate(sets):
            if n < claimed or len(one) == 4:
                hidden = len(one) == 4 and (n >= claimed or rng.random() < 0.5)
                melds.append({"tiles": one, "concealed": hidden})
            else:
                tiles += one
    return _told(rng, tiles, melds)


def _told(rng: random.Random, tiles: list[str], melds: list[dict[str, Any]]) -> Document | None:
    held = Counter(tiles) + Counter(tile for meld in melds for tile in meld["tiles"])
    if any(count > 4 for count in held.values()):
        return None
    _redden(rng, tiles, melds, held)
    rng.shuffle(tiles)
    last = tiles[0]
    is_open = any(not meld["concealed"] for meld in melds)
    seat, prevailing = rng.choice("ESWN"), rng.choice("EESS")
    drawn = rng.random() < 0.45
    win: Document = {"by": "self_draw" if drawn else "discard"}
    if not drawn:
        win["from"] = rng.choice([other for other in "ESWN" if other != seat])
    told: list[str] = []
    if not is_open and rng.random() < 0.5:
        told.append("riichi" if rng.random() < 0.93 else "double_riichi")
        if not melds and rng.random() < 0.2:
            told.append("ippatsu")
    _luck(rng, win, told, held, last, melds, drawn)
    hand: Document = {
        "concealed": " ".join(tiles),
        "melds": [{**meld, "tiles": " ".join(meld["tiles"])} for meld in melds],
        "winning_tile": last,
    }
    left = [tile for tile in PLAIN for _ in range(4 - held[tile])]
    rng.shuffle(left)
    # A plain five more than the set has would be the red one.
    left = [tile for tile in left if tile[0] != "5"]
    hand["dora_indicators"] = left[0]
    if {"riichi", "double_riichi"} & {*told}:
        hand["ura_indicators"] = left[1]
    win["with"] = told
    return {"ruleset": "riichi", "hand": hand, "win": win, "seat": seat, "prevailing": prevailing}


def _redden(
    rng: random.Random, tiles: list[str], melds: list[dict[str, Any]], held: Counter[str]
) -> None:
    """One five of each suit is red; who holds all four has it."""
    for suit in SUITS:
        five = f"5{suit}"
        if not held[five] or (held[five] < 4 and rng.random() * 4 > held[five]):
            continue
        places = [tiles, *(meld["tiles"] for meld in melds)]
        place = rng.choice([place for place in places if five in place])
        place[place.index(five)] = f"0{suit}"


def _luck(
    rng: random.Random,
    win: Document,
    circumstances: list[str],
    held: Counter[str],
    last: str,
    melds: list[dict[str, Any]],
    drawn: bool,
) -> None:
    chance = rng.random()
    if chance < 0.03 and "ippatsu" not in circumstances:
        circumstances.append("last_tile_draw" if drawn else "last_discard")
    elif chance < 0.06 and drawn and "ippatsu" not in circumstances:
        if any(len(meld["tiles"]) == 4 for meld in melds):
            circumstances.append("kong_replacement")
    elif chance < 0.05 and not drawn and held[last.replace("0", "5")] == 1:
        win["by"] = "robbed_kong"
