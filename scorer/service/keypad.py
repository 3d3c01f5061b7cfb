"""What the keypad has to know: the ruleset's tiles, our words, and which circumstances can be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from flask_babel import gettext as _

from scorer.hand import Hand, Meld, Win, contradictions, told_contradictions
from scorer.service.asked import REQUIRED
from scorer.service.languages import later, said
from scorer.service.words import SEAT_NAMES, SEATS, set_words, tile_name
from scorer.tiles import CODES

__all__ = ["SUITED", "facts", "possible"]

# The page draws the other tiles anyway.
SUITED = tuple(f"{rank}{suit}" for suit in "bcd" for rank in range(1, 10))

SETS = ("chow", "pung", "kong", "quint", "sextet")
WHOSE = {
    "discard": later("choose who discarded the winning tile"),
    "robbed_kong": later("choose whose kong was robbed"),
}
WAYS = ("self_draw", "discard", "robbed_kong")
MOST_KONGS = 2


def facts(detail: Mapping[str, Any], page: str) -> str:
    """The facts as JSON, for an attribute of the page: its policy allows no script in it."""
    cards = "cards" in detail
    told = {
        "rules": detail["id"],
        "page": page,
        "cards": cards,
        "losers": bool(detail.get("losers_score", True)),
        "seats": {seat: said(name) for seat, name in SEAT_NAMES.items()},
        "tiles": {code: _called(code) for code in (*CODES, "F")},
        "sets": {kind: [set_words(kind, hidden) for hidden in (False, True)] for kind in SETS},
        "required": {name: said(REQUIRED[name]) for name in ("seat", "round", "won")},
        "whose": {way: said(words) for way, words in WHOSE.items()},
        "circumstances": {
            entry["id"]: possible(entry["id"], cards) for entry in detail["circumstances"]
        },
    }
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False)


def _called(code: str) -> str:
    """A tile's name, a flower's with the number that its key shows."""
    told = {"name": tile_name(code), "number": code[1:]}
    if len(code) == 2 and code[0] == "F":
        return str(_("%(name)s (flower %(number)s)", **told))
    if len(code) == 2 and code[0] == "S":
        return str(_("%(name)s (season %(number)s)", **told))
    return told["name"]


@cache
def possible(name: str, cards: bool = False) -> dict[str, Any]:
    """When a circumstance can be: the ways to win and the seats that allow it, the declared kongs
    that it needs, whether it needs a flower, and whether a claimed set rules it out."""
    allowed = [
        (way, seat)
        for way in WAYS
        for seat in range(len(SEATS))
        if not told_contradictions(_win(name, way, seat), seat)
    ]
    told: dict[str, Any] = {
        "by": list(dict.fromkeys(way for way, _ in allowed)),
        "seats": [SEATS[seat] for seat in sorted({seat for _, seat in allowed})],
    }
    if cards:
        return told
    way, seat = allowed[0]
    win = _win(name, way, seat)

    def fits(kongs: int, bonus: str = "F1", exposed: bool = False) -> bool:
        return not contradictions(_hand(kongs, bonus, exposed), win, seat)

    kongs = next(kongs for kongs in range(MOST_KONGS + 1) if fits(kongs))
    flower, claimed = not fits(kongs, bonus=""), fits(kongs, exposed=True)
    return {**told, "kongs": kongs, "flower": flower, "claimed": claimed}


def _win(name: str, way: str, seat: int) -> Win:
    """Won like this, on a tile of East's if possible: East discards first of all."""
    giver = "E" if seat else "S"
    return Win.of(way, name, loser=None if way == "self_draw" else giver)


def _hand(kongs: int, bonus: str, exposed: bool) -> Hand:
    """A hand with so many kongs, won on the only 9 of dots that it holds."""
    melds = [Meld.of(tiles, concealed=True) for tiles in ("1111b", "2222b")[:kongs]]
    rest = ("555c", "777c")[kongs:]
    if exposed:
        melds.append(Meld.of("RRR"))
    else:
        rest = ("RRR", *rest)
    return Hand.of(f"{' '.join(rest)} 33d 789d", melds, bonus, "9d")
