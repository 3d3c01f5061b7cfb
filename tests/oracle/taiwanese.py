"""Taiwanese sixteen tiles written from the rule text alone: every arrangement, every place of the
winning tile, both tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from .tiles import (
    DRAGONS,
    SEATS,
    WINDS,
    Doc,
    Facts,
    NotWinning,
    Part,
    arrange,
    facts,
    suit,
)

# Name: value (an option's name stands for its value) and what it contains, in the order of the
# table.
NATIVE: dict[str, tuple[int | str, tuple[str, ...]]] = {
    "Dealer": ("dealer_tai", ()),
    "Dealer Streak": ("streak_tai", ()),
    "Concealed Hand": (1, ()),
    "Self-Drawn": (1, ()),
    "Fully Concealed": (1, ()),
    "Seat Wind": (1, ()),
    "Prevailing Wind": (1, ()),
    "Dragon Pung": (1, ()),
    "Own Flower": (1, ()),
    "Single Wait": (1, ()),
    "Half Melded": (1, ("Single Wait",)),
    "Robbing the Kong": (1, ()),
    "Replacement Tile": (1, ()),
    "Last Tile": (1, ()),
    "Last Discard": (1, ()),
    "All Chows": (2, ()),
    "All Melded": (2, ("Single Wait",)),
    "Flower Set": (2, ()),
    "Three Concealed Pungs": (2, ()),
    "Four Concealed Pungs": (5, ("Three Concealed Pungs",)),
    "Five Concealed Pungs": (
        8,
        ("Three Concealed Pungs", "Four Concealed Pungs", "All Pungs", "Concealed Hand"),
    ),
    "Ready at Once": (4, ("Concealed Hand", "Fully Concealed")),
    "All Pungs": (4, ()),
    "Small Three Dragons": (4, ("Dragon Pung",)),
    "Half Flush": (4, ()),
    "Full Flush": (8, ()),
    "Ready as Dealt": (8, ("Concealed Hand",)),
    "Big Three Dragons": (8, ("Dragon Pung",)),
    "Small Four Winds": (8, ("Seat Wind", "Prevailing Wind", "Wind Pung")),
    "Eight Pairs": (8, ("Concealed Hand", "Fully Concealed")),
    "Human Hand": ("human_hand", ("Concealed Hand", "Ready as Dealt", "Ready at Once")),
    "Earthly Hand": (16, ("Concealed Hand", "Ready as Dealt")),
    "Big Four Winds": (16, ("Seat Wind", "Prevailing Wind", "Wind Pung")),
    "All Honours": ("all_honours", ("All Pungs",)),
    "Heavenly Hand": (
        "heavenly_hand",
        ("Concealed Hand", "Self-Drawn", "Fully Concealed", "Single Wait"),
    ),
    "Eight Flowers": ("eight_flowers", ()),
    "Seven Robbing One": ("eight_flowers", ()),
    "Flower": (1, ()),
    "Wind Pung": (1, ()),
}
NO_LINES = ("No Flowers", "No Honours", "No Flowers or Honours")
INTERNATIONAL: dict[str, tuple[int | str, tuple[str, ...]]] = {
    "Winning": ("winning", ()),
    "Dealer": ("dealer_tai", ()),
    "Dealer Streak": ("streak_tai", ()),
    "Flower": (1, ()),
    "No Flowers": (1, ()),
    "No Honours": (1, ()),
    "No Flowers or Honours": (3, ("No Flowers", "No Honours")),
    "Honour Pung": (1, ()),
    "Exposed Kong": (1, ()),
    "Concealed Kong": (2, ()),
    "Straight": (5, ()),
    "Concealed Straight": (10, ("Straight",)),
    "Two Concealed Pungs": (2, ()),
    "Three Concealed Pungs": (5, ("Two Concealed Pungs",)),
    "Four Concealed Pungs": (
        "four_concealed_pungs",
        ("Two Concealed Pungs", "Three Concealed Pungs"),
    ),
    "Five Concealed Pungs": (
        40,
        ("Two Concealed Pungs", "Three Concealed Pungs", "Four Concealed Pungs"),
    ),
    "Small Three Winds": (5, ()),
    "Big Three Winds": ("big_three_winds", ("Small Three Winds",)),
    "Small Four Winds": (30, ("Small Three Winds", "Big Three Winds")),
    "Big Four Winds": (40, ("Small Three Winds", "Big Three Winds", "Small Four Winds")),
    "Small Three Dragons": ("small_three_dragons", ()),
    "Big Three Dragons": (30, ()),
    "All Chows": (3, ()),
    "Plain All Chows": (10, ("All Chows", *NO_LINES)),
    "All Pungs": (10, ()),
    "Half Flush": (10, ()),
    "Full Flush": (40, ()),
    "Concealed Hand": (1, ()),
    "Fully Concealed": (3, ("Concealed Hand", "Self-Drawn")),
    "Self-Drawn": (1, ()),
    "Exposed Hand": (10, ("Out on a Pair",)),
    "Out on a Pair": ("wait", ()),
    "One-Chance Chow": ("wait", ()),
    "Last Tile": (1, ()),
    "Last Discard": (1, ()),
    "Robbing the Kong": (1, ()),
    "Early Win": (5, ()),
    "Very Early Win": (10, ("Early Win",)),
    "Ready": ("ready", ()),
    "Ready as Dealt": ("ready_as_dealt", ("Ready",)),
    "Eight Pairs": (30, ()),
    "Heavenly Hand": (40, ()),
    "Earthly Hand": (40, ()),
    "Eight Flowers": (30, ()),
    "Seven Robbing One": (20, ()),
}
TABLES = {"native": NATIVE, "international": INTERNATIONAL}
DEALER_LINES = ("Dealer", "Dealer Streak")

DEFAULTS: dict[str, Any] = {
    "table": "native",
    "base": 3,
    "unit": 1,
    "minimum": 0,
    "limit": 0,
    "dealer_tai": 1,
    "streak_tai": 2,
    "eight_pairs": True,
    "seven_rob_one_pays": "robbed",
    "dead_waits": "ignore",
    "all_chows": "strict",
    "melded_wait": False,
    "small_winds_adds": False,
    "flower_set_own": True,
    "every_flower": False,
    "every_wind": False,
    "heavenly_hand": 16,
    "human_hand": 16,
    "all_honours": 16,
    "eight_flowers": 8,
    "winning": 2,
    "wait": 1,
    "ready": 0,
    "ready_as_dealt": 15,
    "four_concealed_pungs": 15,
    "small_three_dragons": 15,
    "big_three_winds": 15,
}
PRESETS: dict[str, dict[str, Any]] = {
    "native": {},
    "popular": {"heavenly_hand": 24, "human_hand": 8},
    "international": {"table": "international", "base": 0},
}


@dataclass(frozen=True)
class Reading:
    """One arrangement with one place of the winning tile; eight pairs have no parts."""

    shape: str  # sets, pairs
    parts: tuple[Part, ...] = ()


def options_of(document: Doc) -> dict[str, Any]:
    """Every option in force."""
    preset = PRESETS[document.get("preset") or "native"]
    return {**DEFAULTS, **preset, **(document.get("options") or {})}


def is_concealed(won: Facts) -> bool:
    """Tests if no set was exposed before the win."""
    return not any(m.exposed for m in won.melds)


# --- shapes ----------------------------------------------------------------------------------


def is_eight_pairs(tiles: tuple[int, ...]) -> bool:
    """Tests if the tiles are seven pairs and a pung; four alike are two pairs."""
    counts = Counter(tiles)
    return (
        len(tiles) == 17
        and sum(n == 3 for n in counts.values()) == 1
        and all(n in (2, 3, 4) for n in counts.values())
    )


@lru_cache(maxsize=1 << 14)
def divisions(tiles: tuple[int, ...]) -> tuple[tuple[Part, ...], ...]:
    """Return every way to divide the tiles into sets and one pair."""
    return tuple(sorted(arrange(tiles)))


def readings(won: Facts) -> Iterator[Reading]:
    """Yield every arrangement with every place of the winning tile."""
    if won.options["eight_pairs"] and is_eight_pairs(won.tiles):
        yield Reading("pairs")
    for parts in divisions(won.tiles):
        for at, part in enumerate(parts):
            if won.winning in part.tiles:
                last = replace(part, exposed=won.claimed_last, winning=True)
                yield Reading("sets", (*won.melds, *parts[:at], last, *parts[at + 1 :]))


def kinds_waited_for(won: Facts) -> int:
    """Return how many of the 34 kinds could have completed the hand."""
    before = list(won.tiles)
    assert won.winning is not None
    before.remove(won.winning)
    held = Counter(won.all_tiles())
    held[won.winning] -= 1
    kinds = 0
    for tile in range(34):
        if held[tile] == 4 and won.options["dead_waits"] == "ignore":
            continue
        whole = tuple(sorted([*before, tile]))
        if divisions(whole) or (won.options["eight_pairs"] and is_eight_pairs(whole)):
            kinds += 1
    return kinds


# --- conditions ------------------------------------------------------------------------------


def flushes(won: Facts) -> Counter[str]:
    """Return Half and Full Flush."""
    suits = {suit(t) for t in won.all_tiles() if t < 27}
    honours = any(t >= 27 for t in won.all_tiles())
    return Counter({"Half Flush" if honours else "Full Flush": 1} if len(suits) == 1 else {})


def heads_of(reading: Reading) -> list[int]:
    """Return the tile of each pung and kong."""
    return [p.tile for p in reading.parts if p.kind in ("pung", "kong")]


def concealed_pungs(reading: Reading) -> int:
    """Return how many pungs and kongs hold no claimed tile."""
    return sum(p.kind in ("pung", "kong") and not p.exposed for p in reading.parts)


def eyes_of(reading: Reading) -> int:
    """Return the tile of the pair."""
    return next(p.tile for p in reading.parts if p.kind == "pair")


def all_exposed_but_the_pair(won: Facts) -> bool:
    """Tests if five exposed sets lay before the pair was completed."""
    return len(won.melds) == 5 and all(m.exposed for m in won.melds)


def two_sided(reading: Reading, won: Facts) -> bool:
    """Tests if the winning tile ends a chow that waited on two sides."""
    last = next(p for p in reading.parts if p.winning)
    if last.kind != "chow":
        return False
    low = last.tile % 9
    if won.winning == last.tile:
        return low + 3 <= 8
    return won.winning == last.tile + 2 and low >= 1


def native(reading: Reading, won: Facts, kinds: int) -> Counter[str]:
    """Return each pattern of the native table of which the condition holds, and how often."""
    options, told, bonus = won.options, won.circumstances, won.bonus
    found = flushes(won)
    own = str(SEATS.index(won.seat) + 1)
    whole = [s for s in "FS" if sum(b[0] == s for b in bonus) == 4]
    honour_tiles = sum(t >= 27 for t in won.all_tiles())

    def put(name: str, times: int | bool = True) -> None:
        found[name] += int(times)

    put("Concealed Hand", is_concealed(won))
    put("Self-Drawn", not won.claimed_last)
    put("Fully Concealed", is_concealed(won) and not won.claimed_last)
    put("Flower Set", len(whole))
    if options["every_flower"]:
        put("Flower", len(bonus))
    else:
        # Here alone a line is contained in part: the own flower of that set, not the other's.
        free = [b for b in bonus if options["flower_set_own"] or b[0] not in whole]
        put("Own Flower", sum(b[1] == own for b in free))
    put("Single Wait", kinds == 1)
    put("Robbing the Kong", won.by == "robbed_kong")
    put("Replacement Tile", bool(told & {"kong_replacement", "flower_replacement"}))
    put("Last Tile", "last_tile_draw" in told)
    put("Last Discard", "last_discard" in told)
    put("Ready at Once", "original_call" in told)
    put("Ready as Dealt", "dealt_ready" in told)
    put("Human Hand", bool(told & {"first_go_around", "earths_blessing"}))
    put("Earthly Hand", "first_draw" in told)
    put("Heavenly Hand", "heavens_blessing" in told)
    put("All Honours", honour_tiles == len(won.all_tiles()))
    if reading.shape == "pairs":
        put("Eight Pairs")
        return found

    heads, eyes = heads_of(reading), eyes_of(reading)
    own_wind, round_wind = 27 + SEATS.index(won.seat), 27 + SEATS.index(won.prevailing)
    winds, dragons = sum(h in WINDS for h in heads), sum(h in DRAGONS for h in heads)
    if options["every_wind"]:
        put("Wind Pung", winds)
    else:
        put("Seat Wind", own_wind in heads)
        put("Prevailing Wind", round_wind in heads)
    put("Dragon Pung", dragons)
    put("Half Melded", all_exposed_but_the_pair(won) and not won.claimed_last)
    put("All Melded", all_exposed_but_the_pair(won) and won.claimed_last)
    put("All Chows", native_all_chows(reading, won, kinds))
    put("Three Concealed Pungs", concealed_pungs(reading) >= 3)
    put("Four Concealed Pungs", concealed_pungs(reading) >= 4)
    put("Five Concealed Pungs", concealed_pungs(reading) == 5)
    put("All Pungs", len(heads) == 5)
    put("Small Three Dragons", dragons == 2 and eyes in DRAGONS)
    put("Big Three Dragons", dragons == 3)
    put("Small Four Winds", winds == 3 and eyes in WINDS)
    put("Big Four Winds", winds == 4)
    return found


def native_all_chows(reading: Reading, won: Facts, kinds: int) -> bool:
    """Tests All Chows by the strict or the loose condition."""
    if heads_of(reading) or won.bonus:
        return False
    if won.options["all_chows"] == "loose":
        return True
    return won.claimed_last and eyes_of(reading) < 27 and two_sided(reading, won) and kinds >= 2


def international(reading: Reading, won: Facts, kinds: int) -> Counter[str]:
    """Return each pattern of the international table of which the condition holds."""
    told, bonus = won.circumstances, won.bonus
    found = flushes(won)
    honours = any(t >= 27 for t in won.all_tiles())

    def put(name: str, times: int | bool = True) -> None:
        found[name] += int(times)

    put("Winning")
    put("Flower", len(bonus))
    put("No Flowers", not bonus)
    put("No Honours", not honours)
    put("No Flowers or Honours", not bonus and not honours)
    put("Self-Drawn", not won.claimed_last)
    put("Last Tile", "last_tile_draw" in told)
    put("Last Discard", "last_discard" in told)
    put("Robbing the Kong", won.by == "robbed_kong")
    put("Early Win", bool(told & {"within_ten_discards", "within_five_discards"}))
    put("Very Early Win", "within_five_discards" in told)
    put("Ready", "ready" in told)
    put("Ready as Dealt", bool(told & {"dealt_ready", "original_call"}))
    put("Heavenly Hand", "heavens_blessing" in told)
    put("Earthly Hand", "earths_blessing" in told)
    if reading.shape == "pairs":
        put("Eight Pairs")
        return found

    heads, eyes = heads_of(reading), eyes_of(reading)
    chows = [p for p in reading.parts if p.kind == "chow"]
    winds, dragons = sum(h in WINDS for h in heads), sum(h in DRAGONS for h in heads)
    put("Honour Pung", sum(h >= 27 for h in heads))
    put("Exposed Kong", sum(p.kind == "kong" and p.exposed for p in reading.parts))
    put("Concealed Kong", sum(p.kind == "kong" and not p.exposed for p in reading.parts))
    straight = concealed_straight = False
    for first in (0, 9, 18):
        needed = {first, first + 3, first + 6}
        straight |= needed <= {c.tile for c in chows}
        concealed_straight |= needed <= {c.tile for c in chows if not c.exposed}
    put("Straight", straight)
    put("Concealed Straight", concealed_straight)
    for number, name in enumerate(("Two", "Three", "Four", "Five"), 2):
        put(f"{name} Concealed Pungs", concealed_pungs(reading) >= number)
    put("Small Three Winds", winds == 2 and eyes in WINDS)
    put("Big Three Winds", winds >= 3)
    put("Small Four Winds", winds == 3 and eyes in WINDS)
    put("Big Four Winds", winds == 4)
    put("Small Three Dragons", dragons == 2 and eyes in DRAGONS)
    put("Big Three Dragons", dragons == 3)
    put("All Chows", len(chows) == 5)
    put("Plain All Chows", len(chows) == 5 and not honours and not bonus)
    put("All Pungs", len(heads) == 5)
    put("Concealed Hand", is_concealed(won))
    put("Fully Concealed", is_concealed(won) and not won.claimed_last)
    put("Exposed Hand", all_exposed_but_the_pair(won))
    last = next(p for p in reading.parts if p.winning)
    put("Out on a Pair", kinds == 1 and last.kind == "pair")
    middle_or_edge = last.kind == "chow" and not two_sided(reading, won)
    put("One-Chance Chow", kinds == 1 and middle_or_edge)
    return found


# --- the sum ---------------------------------------------------------------------------------


def contains(name: str, options: dict[str, Any]) -> tuple[str, ...]:
    """Return what a counting pattern contains under the options."""
    contained = TABLES[options["table"]][name][1]
    if options["table"] == "native":
        if name in ("Half Melded", "All Melded") and options["melded_wait"]:
            return ()
        if name == "Small Four Winds" and options["small_winds_adds"]:
            return ()
    return contained


def value(name: str, won: Facts) -> int:
    """Return what one pattern is worth once."""
    worth = TABLES[won.options["table"]][name][0]
    amount: int = won.options[worth] if isinstance(worth, str) else worth
    return amount * won.streak if name == "Dealer Streak" else amount


def counting(found: Counter[str], won: Facts) -> dict[str, int]:
    """Return the lines: what is worth something and contained in nothing that counts."""
    worth = {n: times * value(n, won) for n, times in found.items() if times and value(n, won)}

    def counts(name: str) -> bool:
        return not any(
            name in contains(other, won.options) and counts(other)
            for other in worth
            if other != name
        )

    table = list(TABLES[won.options["table"]])
    return {name: worth[name] for name in table if name in worth and counts(name)}


@dataclass(frozen=True)
class Result:
    """What one reading scores, its lines in the order of the table."""

    total: int
    sum: int
    lines: tuple[tuple[str, int], ...]


def result(found: Counter[str], won: Facts) -> Result:
    """Return what the patterns of one reading come to."""
    if won.seat == "E":
        found = found + Counter({"Dealer": 1, "Dealer Streak": 1})
    lines = counting(found, won)
    total = sum(lines.values())
    cut = min(total, won.options["limit"]) if won.options["limit"] else total
    return Result(cut, total, tuple(lines.items()))


def results(won: Facts) -> list[Result]:
    """Return what each reading scores."""
    if "flower_win" in won.circumstances:
        name = "Eight Flowers" if won.by == "self_draw" else "Seven Robbing One"
        return [result(Counter({name: 1}), won)]
    table = native if won.options["table"] == "native" else international
    kinds = kinds_waited_for(won)
    return [result(table(reading, won, kinds), won) for reading in readings(won)]


def payments(seat: str, total: int, win: Doc, streak: int, options: Doc) -> dict[str, int]:
    """Return what each payer pays the winner."""
    flowers = "flower_win" in win.get("with", [])
    payers = [s for s in SEATS if s != seat]
    robbed = flowers and win["by"] == "discard" and options["seven_rob_one_pays"] == "all"
    if win["by"] != "self_draw" and not robbed:
        payers = [win["from"]]
    paid = {}
    for payer in payers:
        tai = total
        if payer == "E":
            tai += options["dealer_tai"] + options["streak_tai"] * streak
            if options["limit"]:
                tai = min(tai, options["limit"])
        paid[payer] = options["base"] + options["unit"] * tai
    return paid


def score(document: Doc) -> Doc:
    """Return what a winner's hand scores."""
    won = facts(document, options_of(document), 16)
    found = results(won)
    if not found:
        raise NotWinning
    order = list(TABLES[won.options["table"]])
    best = min(found, key=lambda r: (-r.total, -r.sum, [order.index(n) for n, _ in r.lines]))
    toward = sum(amount for name, amount in best.lines if name not in DEALER_LINES)
    flowers = "flower_win" in won.circumstances
    qualifies = flowers or toward >= won.options["minimum"]
    paid = payments(won.seat, best.total, document["win"], won.streak, won.options)
    formula = " + ".join(str(amount) for _, amount in best.lines) or "0"
    if len(best.lines) > 1:
        formula += f" = {best.sum}"
    if best.total < best.sum:
        formula += f", at most {best.total}"
    return {
        "total": best.total,
        "tally": {"tai": best.sum},
        "qualifies": qualifies,
        "formula": formula,
        "listed": None,
        "reached": 0 < won.options["limit"] <= best.sum,
        "lines": [(name, None, amount) for name, amount in best.lines],
        "paid": paid if qualifies else {},
    }


def settle(document: Doc) -> Doc:
    """Return what each seat pays the winner, who deals next and the streak then."""
    streak = document.get("dealer_streak", 0)
    winner = next((s for s, p in document["players"].items() if "win" in p), None)
    paid: dict[str, int] = {}
    if winner is not None:
        player = document["players"][winner]
        if "hand" in player:
            head = {k: v for k, v in document.items() if k != "players"}
            paid = score({**head, **player, "seat": winner})["paid"]
        else:
            options = options_of(document)
            total = min(player["points"], options["limit"] or player["points"])
            paid = payments(winner, total, player["win"], streak, options)
    stays = winner in (None, "E")
    return {
        "winner": winner,
        "paid": paid,
        "seats": "stay" if stays else "pass",
        "dealer_streak": streak + 1 if stays else 0,
    }


__all__ = ["NotWinning", "options_of", "score", "settle"]
