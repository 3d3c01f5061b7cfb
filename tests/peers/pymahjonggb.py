"""PyMahjongGB, a scorer for the 1998 rules: a document in, its fan out.

It is an optional package (`pip install -e '.[peers]'`) and needs a compiler; what it answered is
recorded in a file, so most tests do without it.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections import Counter

from .hands import SEATS, Document
from .notation import read

VERSION = "1.4.0"
Line = tuple[str, int]
Answer = list[tuple[str, int, int]]

# Its tiles: W characters, T bamboo, B dots, F winds, J dragons, each with a number from 1.
_TILES = [f"{suit}{rank}" for suit in "TWB" for rank in range(1, 10)]
_TILES += [f"F{number}" for number in range(1, 5)] + [f"J{number}" for number in range(1, 4)]
_NAMES = {"All Five": "All Fives", "Two Dragons Pungs": "Two Dragon Pungs"}


def installed() -> bool:
    """Whether the package can be asked."""
    return importlib.util.find_spec("MahjongGB") is not None


def answer(document: Document) -> Answer:
    """Its fan for this hand, sorted: our id, the value of one, how many."""
    module = importlib.import_module("MahjongGB")
    found = module.MahjongFanCalculator(**asked(document), verbose=True)
    return sorted((_id(english), value, count) for value, count, _, english in found)


def lines(found: Answer) -> Counter[Line]:
    """The answer as one line for each time that a fan counts."""
    return Counter({(id_, amount): count for id_, amount, count in found})


def total(found: Answer) -> int:
    return sum(amount * count for _, amount, count in found)


def _id(english: str) -> str:
    return _NAMES.get(english, english).lower().replace(" ", "-")


def asked(document: Document) -> dict[str, object]:
    """What the package wants to know of this hand."""
    hand, win = document["hand"], document["win"]
    with_ = win.get("with", [])
    winning = read(hand["winning_tile"])[0]
    standing = read(hand["concealed"])
    standing.remove(winning)
    return {
        "pack": tuple(_pack(meld) for meld in hand.get("melds", [])),
        "hand": tuple(_TILES[tile] for tile in standing),
        "winTile": _TILES[winning],
        "flowerCount": len(hand.get("bonus", "").split()),
        "isSelfDrawn": win["by"] == "self_draw",
        "is4thTile": "last_of_kind" in with_,
        "isAboutKong": win["by"] == "robbed_kong" or "kong_replacement" in with_,
        "isWallLast": "last_tile_draw" in with_ or "last_discard" in with_,
        "seatWind": SEATS.index(document["seat"]),
        "prevalentWind": SEATS.index(document["prevailing"]),
    }


def _pack(meld: Document) -> tuple[str, str, int]:
    """A declared set: its kind, its tile (the middle of a chow), and 0 if it lies concealed."""
    tiles = read(meld["tiles"])
    offered = 0 if meld.get("concealed") else 1
    if tiles[0] != tiles[1]:
        return ("CHI", _TILES[tiles[1]], offered)
    return ("GANG" if len(tiles) == 4 else "PENG", _TILES[tiles[0]], offered)
