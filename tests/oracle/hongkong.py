"""Hong Kong scoring written from the rule text alone: slow, obvious, brute force over every
reading."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

Document = dict[str, Any]
SUITS = "bcd"
WINDS = ["E", "S", "W", "N"]
DRAGONS = ["R", "G", "P"]
SUIT_TILES = [f"{n}{s}" for s in SUITS for n in range(1, 10)]
KINDS = SUIT_TILES + WINDS + DRAGONS
ORPHANS = [t for t in KINDS if t[0] in "19" or t in WINDS + DRAGONS]

# The table, in its order.
TABLE = [
    "All Chows",
    "All Pungs",
    "Mixed Terminals",
    "Half Flush",
    "Full Flush",
    "Seven Pairs",
    "Small Dragons",
    "Big Dragons",
    "Small Winds",
    "Big Winds",
    "All Honours",
    "All Terminals",
    "Four Concealed Pungs",
    "Four Kongs",
    "Nine Gates",
    "Thirteen Orphans",
    "Dragon Pung",
    "Seat Wind",
    "Prevailing Wind",
    "Self-Drawn",
    "Concealed Hand",
    "Robbing the Kong",
    "Win on a Kong",
    "Kong on Kong",
    "Win on a Flower",
    "Last Tile",
    "Last Discard",
    "Blessing of Heaven",
    "Blessing of Earth",
    "Blessing of Man",
    "No Flowers",
    "Own Flower",
    "Own Season",
    "All Flowers",
    "All Seasons",
    "Seven Flowers",
    "Eight Flowers",
]
STAR = {
    "Big Winds",
    "All Honours",
    "All Terminals",
    "Four Concealed Pungs",
    "Four Kongs",
    "Nine Gates",
    "Thirteen Orphans",
    "Blessing of Heaven",
    "Blessing of Earth",
    "Blessing of Man",
}
DAGGER = {"Big Dragons", "Small Winds", "Kong on Kong", "Eight Flowers"}
CONTAINS: dict[str, set[str]] = {
    "Seven Pairs": {"Concealed Hand"},
    "Small Dragons": {"Dragon Pung"},
    "Big Dragons": {"Dragon Pung"},
    "Small Winds": {"Seat Wind", "Prevailing Wind"},
    "Big Winds": {"All Pungs", "Seat Wind", "Prevailing Wind"},
    "All Honours": {"All Pungs"},
    "All Terminals": {"All Pungs"},
    "Four Concealed Pungs": {"All Pungs", "Concealed Hand"},
    "Four Kongs": {"All Pungs"},
    "Nine Gates": {"Full Flush", "Concealed Hand"},
    "Thirteen Orphans": {"Concealed Hand"},
    "Kong on Kong": {"Win on a Kong"},
    "Blessing of Heaven": {"Self-Drawn", "Concealed Hand"},
    "Blessing of Earth": {"Concealed Hand"},
    "Blessing of Man": {"Concealed Hand"},
    "All Flowers": {"Own Flower"},
    "All Seasons": {"Own Season"},
}
BONUS_ROWS = {"No Flowers", "Own Flower", "Own Season", "All Flowers", "All Seasons"}

DEFAULTS: dict[str, Any] = {
    "minimum": 3,
    "minimum_counts": "all",
    "limit": 13,
    "great_hands": "add",
    "flowers": True,
    "all_pungs": 3,
    "half_flush": 3,
    "full_flush": 7,
    "small_dragons": 5,
    "small_winds": 6,
    "mixed_terminals": 1,
    "all_honours": 10,
    "all_terminals": 13,
    "four_concealed_pungs": 8,
    "nine_gates": 13,
    "four_concealed_by": "self_draw",
    "all_chows_pair": "any",
    "small_winds_adds": False,
    "flower_replacement_faan": 1,
    "mans_blessing": 0,
    "seven_pairs": 0,
    "base": 2,
    "payment_table": "half_spicy",
    "responsibility": "full",
    "robbed_kong": "discard",
    "east_doubles": False,
    "deal_on_draw": "stay",
    "false_win_portions": 1,
}
PRESETS: dict[str, dict[str, Any]] = {
    "old_style": {},
    "great_limit": {"great_hands": "limit", "flower_replacement_faan": 0},
    "great_alone": {
        "great_hands": "alone",
        "all_terminals": 10,
        "nine_gates": 10,
        "four_concealed_pungs": 10,
    },
    "two_two": {"all_pungs": 2, "half_flush": 2, "full_flush": 5},
    "four_seven_ten": {"limit": 10, "payment_table": "four_seven_ten", "responsibility": "half"},
}
PAY = {
    "half_spicy": [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384],
    "spicy": [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192],
    "four_seven_ten": [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64],
    "four_seven_ten_thirteen": [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 128],
    "four_six_eight": [1, 2, 4, 8, 16, 16, 32, 32, 64, 64, 64, 64, 64, 64],
    "five_seven_nine": [1, 2, 4, 8, 16, 32, 32, 64, 64, 128, 128, 128, 128, 128],
}


class NotWinning(Exception):
    """The tiles are none of the winning shapes."""


@dataclass(frozen=True)
class Set:
    kind: str  # chow, pung, kong
    tiles: tuple[str, ...]
    exposed: bool  # holds a claimed tile


@dataclass(frozen=True)
class Reading:
    shape: str  # standard, orphans, pairs
    sets: tuple[Set, ...]
    pair: str


@dataclass(frozen=True)
class Result:
    """One reading's score."""

    total: int
    faan: int
    lines: tuple[tuple[str, int], ...]
    aside: tuple[str, ...] = ()  # conditions that hold and do not count


def tiles_of(text: str | list[str] | None) -> list[str]:
    """Canonical codes, spaces between them."""
    if not text:
        return []
    return (text if isinstance(text, str) else " ".join(text)).split()


def kind_of(tiles: list[str]) -> str:
    if len(set(tiles)) == 1:
        return {3: "pung", 4: "kong"}[len(tiles)]
    return "chow"


def split(tiles: list[str]) -> list[list[tuple[str, ...]]]:
    """Every way to cut sorted tiles into chows and pungs."""
    if not tiles:
        return [[]]
    first, found = tiles[0], []
    if tiles.count(first) >= 3:
        rest = list(tiles)
        for _ in range(3):
            rest.remove(first)
        found += [[(first,) * 3, *more] for more in split(rest)]
    if first in SUIT_TILES and int(first[0]) <= 7:
        run = tuple(f"{int(first[0]) + i}{first[1]}" for i in range(3))
        if all(t in tiles for t in run):
            rest = list(tiles)
            for t in run:
                rest.remove(t)
            found += [[run, *more] for more in split(rest)]
    return found


def readings(
    concealed: list[str], melds: list[Set], winning: str, claimed: bool, seven_pairs: bool
) -> list[Reading]:
    """Every arrangement with every place of a claimed winning tile."""
    found: list[Reading] = []
    count = Counter(concealed)
    if not melds:
        if set(count) == set(ORPHANS) and len(concealed) == 14:
            found.append(Reading("orphans", (), ""))
        if seven_pairs and len(count) == 7 and all(n == 2 for n in count.values()):
            found.append(Reading("pairs", (), ""))
    for pair in count:
        if count[pair] < 2:
            continue
        rest = sorted(concealed, key=KINDS.index)
        rest.remove(pair)
        rest.remove(pair)
        for cut in split(rest):
            if not claimed:
                found.append(
                    Reading(
                        "standard", (*melds, *(Set(kind_of(list(c)), c, False) for c in cut)), pair
                    )
                )
                continue
            if winning == pair:
                found.append(
                    Reading(
                        "standard", (*melds, *(Set(kind_of(list(c)), c, False) for c in cut)), pair
                    )
                )
            for place, chosen in enumerate(cut):
                if winning in chosen:
                    sets = [Set(kind_of(list(c)), c, i == place) for i, c in enumerate(cut)]
                    found.append(Reading("standard", (*melds, *sets), pair))
    return found


def patterns(
    reading: Reading,
    tiles: list[str],
    melds: list[Set],
    bonus: list[str],
    document: Document,
    options: dict[str, Any],
) -> dict[str, int]:
    """Every pattern whose condition holds, with its faan (nothing contained yet)."""
    by = document["win"]["by"]
    circumstances = set(document["win"].get("with", []))
    if "kong_on_kong" in circumstances:
        circumstances.add("kong_replacement")
    seat, prevailing = document["seat"], document["prevailing"]
    sets, pair = reading.sets, reading.pair
    standard = reading.shape == "standard"
    triples = [s for s in sets if s.kind in ("pung", "kong")]
    heads = [s.tiles[0] for s in triples]
    suits = {t[1] for t in tiles if t in SUIT_TILES}
    honours = [t for t in tiles if t in WINDS + DRAGONS]
    ends = [t for t in tiles if t in SUIT_TILES and t[0] in "19"]
    four_triples = standard and len(triples) == 4
    dragons = sum(h in DRAGONS for h in heads)
    winds = sum(h in WINDS for h in heads)
    no_exposed_before = not any(m.exposed for m in melds)
    out: dict[str, int] = {}

    def put(name: str, condition: bool, faan: int) -> None:
        if condition and faan > 0:
            out[name] = faan

    put(
        "All Chows",
        standard
        and all(s.kind == "chow" for s in sets)
        and (options["all_chows_pair"] == "any" or pair in SUIT_TILES),
        1,
    )
    put("All Pungs", four_triples, options["all_pungs"])
    put(
        "Mixed Terminals",
        four_triples and bool(ends) and bool(honours) and len(ends) + len(honours) == len(tiles),
        options["mixed_terminals"],
    )
    put("Half Flush", len(suits) == 1 and bool(honours), options["half_flush"])
    put("Full Flush", len(suits) == 1 and not honours, options["full_flush"])
    put("Seven Pairs", reading.shape == "pairs", options["seven_pairs"])
    put("Small Dragons", standard and dragons == 2 and pair in DRAGONS, options["small_dragons"])
    put("Big Dragons", dragons == 3, 8)
    put("Small Winds", standard and winds == 3 and pair in WINDS, options["small_winds"])
    put("Big Winds", winds == 4, 13)
    put("All Honours", len(honours) == len(tiles), options["all_honours"])
    put("All Terminals", len(ends) == len(tiles), options["all_terminals"])
    put(
        "Four Concealed Pungs",
        four_triples
        and not any(s.exposed for s in sets)
        and (by == "self_draw" or options["four_concealed_by"] == "any"),
        options["four_concealed_pungs"],
    )
    put("Four Kongs", sum(s.kind == "kong" for s in sets) == 4, 13)
    nine: Counter[str] = Counter()
    if len(suits) == 1:
        suit = next(iter(suits))
        nine = Counter(f"{n}{suit}" for n in [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9])
    put(
        "Nine Gates",
        bool(nine)
        and not honours
        and len(tiles) == 14
        and not (nine - Counter(tiles))
        and no_exposed_before
        and not any(s.kind == "kong" for s in sets),
        options["nine_gates"],
    )
    put("Thirteen Orphans", reading.shape == "orphans", 13)
    put("Dragon Pung", dragons > 0, dragons)
    put("Seat Wind", seat in heads, 1)
    put("Prevailing Wind", prevailing in heads, 1)
    put("Self-Drawn", by == "self_draw", 1)
    put("Concealed Hand", no_exposed_before, 1)
    put("Robbing the Kong", by == "robbed_kong", 1)
    put("Win on a Kong", "kong_replacement" in circumstances, 1)
    put("Kong on Kong", "kong_on_kong" in circumstances, 8)
    put(
        "Win on a Flower", "flower_replacement" in circumstances, options["flower_replacement_faan"]
    )
    put("Last Tile", "last_tile_draw" in circumstances, 1)
    put("Last Discard", "last_discard" in circumstances, 1)
    put("Blessing of Heaven", "heavens_blessing" in circumstances, 13)
    put("Blessing of Earth", "earths_blessing" in circumstances, 13)
    put("Blessing of Man", "first_go_around" in circumstances, options["mans_blessing"])
    if options["flowers"]:
        number = WINDS.index(seat) + 1
        put("No Flowers", not bonus, 1)
        put("Own Flower", f"F{number}" in bonus, 1)
        put("Own Season", f"S{number}" in bonus, 1)
        put("All Flowers", all(f"F{i}" in bonus for i in range(1, 5)), 2)
        put("All Seasons", all(f"S{i}" in bonus for i in range(1, 5)), 2)
    return out


def counted(found: dict[str, int], options: dict[str, Any]) -> dict[str, int]:
    """What remains when the contained ones are struck out."""
    gone: set[str] = set()
    for name in found:
        if name == "Small Winds" and options["small_winds_adds"]:
            continue
        gone |= CONTAINS.get(name, set())
    return {n: a for n, a in found.items() if n not in gone}


def in_order(found: dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(found.items(), key=lambda item: TABLE.index(item[0])))


def result_of(found: dict[str, int], options: dict[str, Any]) -> Result:
    """One reading's patterns to its total, by the option great_hands."""
    limit = options["limit"]
    count = counted(found, options)
    usual = Result(min(sum(count.values()), limit), sum(count.values()), in_order(count))
    stars = [n for n in TABLE if n in count and n in STAR]
    greats = [n for n in TABLE if n in count and n in STAR | DAGGER]
    if options["great_hands"] == "limit" and greats:
        return Result(limit, limit, ((greats[0], limit),))
    if options["great_hands"] == "alone" and stars:
        dearest = max(stars, key=lambda n: (count[n], -TABLE.index(n)))
        alone = Result(min(count[dearest], limit), count[dearest], ((dearest, count[dearest]),))
        plain = counted({n: a for n, a in found.items() if n not in STAR}, options)
        without = Result(min(sum(plain.values()), limit), sum(plain.values()), in_order(plain))
        return without if without.total > alone.total else alone
    return usual


def payments(total: int, document: Document, options: dict[str, Any]) -> dict[str, int]:
    seat, by = document["seat"], document["win"]["by"]
    portion = options["base"] * PAY[options["payment_table"]][total]
    net = dict.fromkeys(WINDS, 0)

    def doubled(payer: str, amount: int) -> int:
        return amount * 2 if options["east_doubles"] and "E" in (payer, seat) else amount

    def pay(payer: str, amount: int) -> None:
        net[payer] -= amount
        net[seat] += amount

    losers = [w for w in WINDS if w != seat]
    if by == "self_draw":
        for loser in losers:
            pay(loser, doubled(loser, portion))
        return net
    guilty = document["win"]["from"]
    if by == "robbed_kong" and options["robbed_kong"] == "self_draw":
        pay(guilty, sum(doubled(loser, portion) for loser in losers))
        return net
    if options["responsibility"] == "full":
        pay(guilty, doubled(guilty, 2 * portion))
        return net
    for loser in losers:
        pay(loser, doubled(loser, portion if loser == guilty else portion // 2))
    return net


def score(document: Document, whole_hand: bool = False) -> dict[str, Any]:
    """Return what a hand scores. ``whole_hand``: the other meaning of "a hand with any pattern
    marked", by which a great hand in any reading rules them all."""
    options = {
        **DEFAULTS,
        **PRESETS[document.get("preset") or "old_style"],
        **document.get("options", {}),
    }
    hand, win = document["hand"], document["win"]
    bonus = tiles_of(hand.get("bonus"))
    limit = options["limit"]
    if "flower_win" in win.get("with", []):
        name, faan = ("Eight Flowers", 8) if len(bonus) == 8 else ("Seven Flowers", 3)
        if name == "Eight Flowers" and options["great_hands"] == "limit":
            faan = limit
        total = min(faan, limit)
        return answer(Result(total, faan, ((name, faan),)), True, document, options)
    melds = []
    for meld in hand.get("melds", []):
        tiles = sorted(tiles_of(meld["tiles"]), key=KINDS.index)
        melds.append(Set(kind_of(tiles), tuple(tiles), not meld.get("concealed", False)))
    concealed = tiles_of(hand["concealed"])
    if len(concealed) == 13 - 3 * len(melds):
        concealed = [*concealed, hand["winning_tile"]]
    tiles = concealed + [t for m in melds for t in m.tiles]
    claimed = win["by"] != "self_draw"
    all_readings = readings(
        concealed, melds, hand["winning_tile"], claimed, options["seven_pairs"] > 0
    )
    if not all_readings:
        raise NotWinning
    results = []
    for r in all_readings:
        found = patterns(r, tiles, melds, bonus, document, options)
        result = result_of(found, options)
        results.append(
            replace(result, aside=tuple(n for n in found if n not in dict(result.lines)))
        )
    ruled = {"limit": STAR | DAGGER, "alone": STAR}.get(options["great_hands"], set())
    if whole_hand and any(n in ruled for r in results for n, _ in r.lines):
        results = [r for r in results if any(n in ruled for n, _ in r.lines)]
    best = min(results, key=lambda r: (-r.total, -r.faan, [TABLE.index(n) for n, _ in r.lines]))
    toward = best.faan
    if options["minimum_counts"] == "no_bonus":
        toward -= sum(a for n, a in best.lines if n in BONUS_ROWS)
    return answer(best, toward >= options["minimum"], document, options)


def answer(
    best: Result, qualifies: bool, document: Document, options: dict[str, Any]
) -> dict[str, Any]:
    net = payments(best.total, document, options) if qualifies else dict.fromkeys(WINDS, 0)
    return {
        "total": best.total,
        "faan": best.faan,
        "qualifies": qualifies,
        "lines": sorted(best.lines),
        "net": net,
        "aside": list(best.aside),
    }


__all__ = ["NotWinning", "score"]
