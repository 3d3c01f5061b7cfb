"""Zung Jung written from the rule text alone: every arrangement, every place of a claimed tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from .tiles import (
    DRAGONS,
    MAJORS,
    SEATS,
    TERMINALS,
    WINDS,
    Doc,
    Facts,
    NotWinning,
    Part,
    arrange,
    facts,
    is_orphans,
    suit,
)

# The list, in its order: number, name and value. An option's name stands for its value.
LIST: list[tuple[str, str, int | str]] = [
    ("1.1", "All Sequences", 5),
    ("1.2", "Concealed Hand", 5),
    ("1.3", "No Terminals", 5),
    ("2.1.1", "Mixed One-Suit", 40),
    ("2.1.2", "Pure One-Suit", "pure_one_suit"),
    ("2.2", "Nine Gates", 480),
    ("3.1", "Value Honor", 10),
    ("3.2.1", "Small Three Dragons", "small_three_dragons"),
    ("3.2.2", "Big Three Dragons", 130),
    ("3.3.1", "Small Three Winds", "small_three_winds"),
    ("3.3.2", "Big Three Winds", 120),
    ("3.3.3", "Small Four Winds", 320),
    ("3.3.4", "Big Four Winds", 400),
    ("3.4", "All Honors", 320),
    ("4.1", "All Triplets", "all_triplets"),
    ("4.2.1", "Two Concealed Triplets", 5),
    ("4.2.2", "Three Concealed Triplets", "three_concealed_triplets"),
    ("4.2.3", "Four Concealed Triplets", "four_concealed_triplets"),
    ("4.3.1", "One Kong", 5),
    ("4.3.2", "Two Kong", 20),
    ("4.3.3", "Three Kong", 120),
    ("4.3.4", "Four Kong", 480),
    ("5.1.1", "Two Identical Sequences", 10),
    ("5.1.2", "Two Identical Sequences Twice", "two_identical_twice"),
    ("5.1.3", "Three Identical Sequences", 120),
    ("5.1.4", "Four Identical Sequences", 480),
    ("6.1", "Three Similar Sequences", "three_similar_sequences"),
    ("6.2.1", "Small Three Similar Triplets", 30),
    ("6.2.2", "Three Similar Triplets", 120),
    ("7.1", "Nine-Tile Straight", 40),
    ("7.2.1", "Three Consecutive Triplets", 100),
    ("7.2.2", "Four Consecutive Triplets", 200),
    ("8.1.1", "Mixed Lesser Terminals", 40),
    ("8.1.2", "Pure Lesser Terminals", "pure_lesser_terminals"),
    ("8.1.3", "Mixed Greater Terminals", 100),
    ("8.1.4", "Pure Greater Terminals", 400),
    ("9.1.1", "Final Draw", 10),
    ("9.1.2", "Final Discard", 10),
    ("9.2", "Win on Kong", 10),
    ("9.3", "Robbing a Kong", 10),
    ("9.4.1", "Blessing of Heaven", "blessings"),
    ("9.4.2", "Blessing of Earth", "blessings"),
    ("10.1", "Thirteen Terminals", 160),
    ("10.2", "Seven Pairs", 30),
]
NUMBERS = {name: number for number, name, _ in LIST}
ORDER = [
    *(name for _, name, _ in LIST),
    "Proper Flower",
    "Improper Flower",
    "Four Flowers",
    "Four Seasons",
    "Chicken Hand",
]
DEFAULTS: dict[str, Any] = {
    "payoff": "formal",
    "par": 25,
    "limit": 320,
    "minimum": 0,
    "bonus_tiles": False,
    "pure_one_suit": 80,
    "small_three_dragons": 40,
    "small_three_winds": 30,
    "all_triplets": 30,
    "four_concealed_triplets": 125,
    "three_concealed_triplets": 30,
    "two_identical_twice": 60,
    "three_similar_sequences": 35,
    "pure_lesser_terminals": 50,
    "blessings": 155,
}
PRESETS: dict[str, dict[str, Any]] = {
    "v3.3": {},
    "wsom": {
        "pure_one_suit": 100,
        "small_three_dragons": 30,
        "small_three_winds": 25,
        "all_triplets": 30,
        "four_concealed_triplets": 115,
    },
    "adjusted": {
        "pure_one_suit": 90,
        "three_concealed_triplets": 40,
        "two_identical_twice": 70,
        "three_similar_sequences": 30,
        "pure_lesser_terminals": 60,
        "blessings": 160,
    },
}


@dataclass(frozen=True)
class Reading:
    """One arrangement with one place of the winning tile; irregular hands have no parts."""

    shape: str  # regular, pairs, orphans
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Result:
    """What one reading scores: its lines in the order of the list, the sum and the total."""

    total: int
    sum: int
    lines: tuple[tuple[str, int], ...]
    toward_minimum: int
    listed: str | None = None


def options_of(document: Doc) -> dict[str, Any]:
    """Every option in force."""
    preset = PRESETS[document.get("preset") or "v3.3"]
    return {**DEFAULTS, **preset, **(document.get("options") or {})}


def readings(won: Facts) -> Iterator[Reading]:
    """Yield every arrangement; a claimed tile exposes the set in which it stands."""
    if not won.melds:
        if is_orphans(won.tiles):
            yield Reading("orphans")
        if len(won.tiles) == 14 and all(n in (2, 4) for n in Counter(won.tiles).values()):
            yield Reading("pairs")
    for parts in arrange(won.tiles):
        if len(parts) + len(won.melds) != 5:
            continue
        if won.by == "self_draw":
            yield Reading("regular", (*won.melds, *parts))
            continue
        for at, part in enumerate(parts):
            if won.winning in part.tiles:
                claimed = replace(part, exposed=True)
                yield Reading("regular", (*won.melds, *parts[:at], claimed, *parts[at + 1 :]))


def fulfilled(reading: Reading, won: Facts) -> Counter[str]:
    """Return every pattern of which the condition holds, and how often."""
    tiles = won.all_tiles()
    suits = {suit(t) for t in tiles if t < 27}
    honours = [t for t in tiles if t >= 27]
    found: Counter[str] = Counter()

    def put(name: str, holds: bool, times: int = 1) -> None:
        if holds and times:
            found[name] += times

    put("Final Draw", "last_tile_draw" in won.circumstances)
    put("Final Discard", "last_discard" in won.circumstances)
    put("Win on Kong", "kong_replacement" in won.circumstances)
    put("Robbing a Kong", won.by == "robbed_kong")
    put("Blessing of Heaven", "heavens_blessing" in won.circumstances)
    put("Blessing of Earth", "earths_blessing" in won.circumstances)
    put("Thirteen Terminals", reading.shape == "orphans")
    if reading.shape == "orphans":
        return found
    put("Seven Pairs", reading.shape == "pairs")
    put("No Terminals", all(t < 27 and 1 <= t % 9 <= 7 for t in tiles))
    put("Mixed One-Suit", len(suits) == 1 and bool(honours))
    put("Pure One-Suit", len(suits) == 1 and not honours)
    put("All Honors", len(honours) == len(tiles))
    put("Pure Greater Terminals", all(t in TERMINALS for t in tiles))
    only_majors = all(t in MAJORS for t in tiles)
    if reading.shape == "pairs":
        put("Mixed Greater Terminals", only_majors)
        return found

    sets = [p for p in reading.parts if p.kind != "pair"]
    (eyes,) = [p.tile for p in reading.parts if p.kind == "pair"]
    chows = [s.tile for s in sets if s.kind == "chow"]
    triplets = [s for s in sets if s.kind != "chow"]
    heads = [s.tile for s in triplets]
    put("All Sequences", len(chows) == 4)
    put("Concealed Hand", not any(m.exposed for m in won.melds))
    put("All Triplets", len(triplets) == 4)
    put("Mixed Greater Terminals", only_majors and len(triplets) == 4)
    put("Nine Gates", nine_gates(won))
    own_wind = 27 + SEATS.index(won.seat)
    put("Value Honor", True, sum(h in DRAGONS or h == own_wind for h in heads))
    dragons = sum(h in DRAGONS for h in heads)
    winds = sum(h in WINDS for h in heads)
    put("Small Three Dragons", dragons == 2 and eyes in DRAGONS)
    put("Big Three Dragons", dragons == 3)
    put("Small Three Winds", winds == 2 and eyes in WINDS)
    put("Big Three Winds", winds >= 3)
    put("Small Four Winds", winds == 3 and eyes in WINDS)
    put("Big Four Winds", winds == 4)
    concealed = sum(not s.exposed for s in triplets)
    put("Two Concealed Triplets", concealed >= 2)
    put("Three Concealed Triplets", concealed >= 3)
    put("Four Concealed Triplets", concealed == 4)
    kongs = sum(s.kind == "kong" for s in sets)
    for number, name in enumerate(("One Kong", "Two Kong", "Three Kong", "Four Kong"), 1):
        put(name, kongs >= number)
    alike = sorted(Counter(chows).values())
    put("Two Identical Sequences", bool(alike) and alike[-1] >= 2)
    put("Two Identical Sequences Twice", alike == [2, 2])
    put("Three Identical Sequences", bool(alike) and alike[-1] >= 3)
    put("Four Identical Sequences", alike == [4])
    put("Three Similar Sequences", any({n, n + 9, n + 18} <= set(chows) for n in range(9)))
    small = large = False
    for n in range(9):
        there = sum(n + 9 * s in heads for s in range(3))
        large |= there == 3
        small |= there == 2 and eyes < 27 and eyes % 9 == n and eyes not in heads
    put("Small Three Similar Triplets", small)
    put("Three Similar Triplets", large)
    put("Nine-Tile Straight", any({n, n + 3, n + 6} <= set(chows) for n in (0, 9, 18)))
    put("Three Consecutive Triplets", consecutive(heads, 3))
    put("Four Consecutive Triplets", consecutive(heads, 4))
    put("Mixed Lesser Terminals", all(set(p.tiles) & set(MAJORS) for p in reading.parts))
    put("Pure Lesser Terminals", all(set(p.tiles) & set(TERMINALS) for p in reading.parts))
    return found


def nine_gates(won: Facts) -> bool:
    """Tests if the tiles before the last were 1112345678999 of one suit, in the hand."""
    before = list(won.tiles)
    assert won.winning is not None
    before.remove(won.winning)
    wanted = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
    return not won.melds and any(before == [9 * s + n for n in wanted] for s in range(3))


def consecutive(heads: list[int], length: int) -> bool:
    """Tests if triplets of so many consecutive numbers of one suit are there."""
    for first in range(27):
        run = [first + n for n in range(length)]
        if run[-1] // 9 == first // 9 and run[-1] < 27 and set(run) <= set(heads):
            return True
    return False


def value(name: str, options: dict[str, Any]) -> int:
    """Return what one pattern is worth under the options."""
    listed = next(worth for _, other, worth in LIST if other == name)
    return options[listed] if isinstance(listed, str) else listed


def result(reading: Reading, won: Facts) -> Result:
    """Return what one reading scores."""
    options = won.options
    found = fulfilled(reading, won)
    worth = {name: times * value(name, options) for name, times in found.items()}
    # What an option of 320 or more makes of its pattern is in docs/zungjung.md, not in the text.
    limits = [n for n in ORDER if worth.get(n, 0) >= 320]
    if limits:
        dearest = max(limits, key=lambda n: (worth[n], -ORDER.index(n)))
        amount = worth[dearest]
        return Result(amount, amount, ((dearest, amount),), amount, dearest)
    lines: dict[str, int] = {}

    def series(name: str) -> str:
        return ".".join(NUMBERS[name].split(".")[:2])

    for _, group in groupby((n for n in ORDER if n in worth), series):
        step = max(group, key=lambda n: (worth[n], -ORDER.index(n)))
        if worth[step]:
            lines[step] = worth[step]
    toward_minimum = sum(lines.values())
    if not lines:
        toward_minimum = lines["Chicken Hand"] = 1
    if options["bonus_tiles"]:
        own = str(SEATS.index(won.seat) + 1)
        lines["Proper Flower"] = 4 * sum(b[1] == own for b in won.bonus)
        lines["Improper Flower"] = 2 * sum(b[1] != own for b in won.bonus)
        lines["Four Flowers"] = 10 * (sum(b[0] == "F" for b in won.bonus) == 4)
        lines["Four Seasons"] = 10 * (sum(b[0] == "S" for b in won.bonus) == 4)
    in_order = tuple((n, lines[n]) for n in ORDER if lines.get(n))
    total = sum(lines.values())
    return Result(min(total, options["limit"]), total, in_order, toward_minimum)


def payments(winner: str, total: int, win: Doc, options: dict[str, Any]) -> dict[str, int]:
    """Return what each of the others pays the winner."""
    paid = {s: total for s in SEATS if s != winner}
    if options["payoff"] == "uniform" or win["by"] == "self_draw" or total <= options["par"]:
        return paid
    responsible: str = win.get("responsible") or win["from"]
    if responsible == "none":
        return paid
    for seat in paid:
        paid[seat] = options["par"]
    paid[responsible] = 3 * total - 2 * options["par"]
    return paid


def score(document: Doc) -> Doc:
    """Return what a winner's hand scores, and the lines of every reading that ties with it."""
    won = facts(document, options_of(document))
    results = [result(reading, won) for reading in readings(won)]
    if not results:
        raise NotWinning
    best = min(results, key=lambda r: (-r.total, -r.sum, [ORDER.index(n) for n, _ in r.lines]))
    qualifies = best.toward_minimum >= won.options["minimum"]
    paid = payments(won.seat, best.total, document["win"], won.options) if qualifies else {}
    # The example of 595 points adds its patterns in the order of their names.
    formula = " + ".join(str(amount) for _, amount in sorted(best.lines))
    if len(best.lines) > 1:
        formula += f" = {best.sum}"
    if best.total < best.sum:
        formula += f", at most {best.total}"
    return {
        "total": best.total,
        "tally": {"points": best.sum},
        "qualifies": qualifies,
        "formula": formula,
        "listed": best.listed,
        "reached": best.listed is not None or best.sum >= won.options["limit"],
        "lines": [(name, NUMBERS.get(name), amount) for name, amount in best.lines],
        "paid": paid,
    }


def settle(document: Doc) -> Doc:
    """Return what each seat pays the winner, and what follows."""
    winner = next((s for s, p in document["players"].items() if "win" in p), None)
    paid: dict[str, int] = {}
    if winner is not None:
        player = document["players"][winner]
        if "hand" in player:
            head = {k: v for k, v in document.items() if k != "players"}
            paid = score({**head, **player, "seat": winner})["paid"]
        else:
            options = options_of(document)
            if player["points"] >= options["minimum"]:
                paid = payments(winner, player["points"], player["win"], options)
    return {"winner": winner, "paid": paid, "seats": "pass"}


__all__ = ["NotWinning", "options_of", "score", "settle"]
