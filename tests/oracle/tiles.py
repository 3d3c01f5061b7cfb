"""Tiles as numbers, documents as facts, and every arrangement by trying everything."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

Doc = dict[str, Any]
Line = tuple[str, int]

CODES = [f"{n}{suit}" for suit in "bcd" for n in range(1, 10)] + list("ESWNRGP")
NUMBER = {code: i for i, code in enumerate(CODES)}
WILD = -1
WINDS = [27, 28, 29, 30]
DRAGONS = [31, 32, 33]
TERMINALS = [0, 8, 9, 17, 18, 26]
MAJORS = sorted(TERMINALS + WINDS + DRAGONS)
GREENS = [NUMBER[c] for c in ("2b", "3b", "4b", "6b", "8b", "G")]
SEATS = "ESWN"
SUIT_LETTERS = {"b": "b", "c": "c", "d": "d", "s": "b", "m": "c", "p": "d"}
TWO_BAMBOO = NUMBER["2b"]


class NotWinning(Exception):
    """The tiles do not make a mah-jong."""


def codes(text: str | Sequence[str]) -> list[str]:
    """The canonical codes of a tile list, in the order written."""
    if not isinstance(text, str):
        return [code for part in text for code in codes(part)]
    found: list[str] = []
    for word in text.split():
        while word:
            for pattern in (
                "([FS])([1-4])",
                "([1-9]+)([bcdsmpz])",
                "([BCD])([1-9]+)",
                "([ESWNRGPJ])()",
            ):
                match = re.match(pattern, word)
                if match:
                    break
            else:
                raise ValueError(f"cannot read {word!r}")
            first, second = match.groups()
            if first in ("F", "S") and second:
                found.append(first + second)
            elif first.isdigit() and second == "z":
                found += ["ESWNPGR"[int(n) - 1] for n in first]
            elif first.isdigit():
                found += [n + SUIT_LETTERS[second] for n in first]
            elif first in ("B", "C", "D"):
                found += [n + first.lower() for n in second]
            else:
                found.append(first)
            word = word[match.end() :]
    return found


def suit(tile: int) -> int | None:
    return tile // 9 if tile < 27 else None


def is_honour(tile: int) -> bool:
    return tile >= 27


def is_major(tile: int) -> bool:
    return tile in MAJORS


@dataclass(frozen=True, order=True)
class Part:
    """A set or the pair. `exposed` rules its points, `claimed` everything else."""

    kind: str
    tile: int
    exposed: bool = False
    claimed: bool = False
    winning: bool = False

    @property
    def tiles(self) -> list[int]:
        if self.kind == "chow":
            return [self.tile, self.tile + 1, self.tile + 2]
        return [self.tile] * {"pair": 2, "pung": 3, "kong": 4}[self.kind]


Reading = tuple[Part, ...]


def arrange(tiles: Iterable[int]) -> set[Reading]:
    """All ways to divide the tiles into sets and exactly one pair."""
    return {tuple(sorted(parts)) for parts in _divided(tuple(sorted(tiles)), False)}


# The many standings of wild tiles leave the same few tiles to divide, again and again.
@lru_cache(maxsize=1 << 16)
def _divided(tiles: tuple[int, ...], paired: bool) -> list[Reading]:
    if not tiles:
        return [()] if paired else []
    low = tiles[0]
    kinds = ["pung"] if paired else ["pair", "pung"]
    if low < 27 and low % 9 <= 6:
        kinds.append("chow")
    found = []
    for kind in kinds:
        part = Part(kind, low)
        rest = list(tiles)
        try:
            for tile in part.tiles:
                rest.remove(tile)
        except ValueError:
            continue
        for others in _divided(tuple(rest), paired or kind == "pair"):
            found.append((part, *others))
    return found


def is_orphans(tiles: Iterable[int]) -> bool:
    held = list(tiles)
    return len(held) == 14 and set(held) == set(MAJORS)


@dataclass(frozen=True)
class Facts:
    """What a document says of one player."""

    ruleset: str
    options: dict[str, Any]
    melds: Reading
    tiles: tuple[int, ...]  # not in melds; of a winner with the winning tile, WILD where wild
    bonus: tuple[str, ...]
    seat: str
    prevailing: str
    won: bool
    by: str
    winning: int | None
    circumstances: frozenset[str]
    streak: int

    @property
    def own_wind(self) -> int:
        return 27 + SEATS.index(self.seat)

    @property
    def prevailing_wind(self) -> int:
        return 27 + SEATS.index(self.prevailing)

    @property
    def claimed_last(self) -> bool:
        return self.won and self.by != "self_draw"

    @property
    def own_flower(self) -> str:
        return f"F{SEATS.index(self.seat) + 1}"

    @property
    def own_season(self) -> str:
        return f"S{SEATS.index(self.seat) + 1}"

    def flowers(self) -> int:
        return sum(code[0] == "F" for code in self.bonus)

    def seasons(self) -> int:
        return sum(code[0] == "S" for code in self.bonus)

    def all_tiles(self) -> list[int]:
        return [t for meld in self.melds for t in meld.tiles] + list(self.tiles)


def facts(document: Doc, options: dict[str, Any], hand_tiles: int = 13) -> Facts:
    wild = {"blanks": "J", "two_bamboo": "2b"}.get(options.get("goulash") or "", "")

    def numbers(text: str | Sequence[str]) -> list[int]:
        return [WILD if code == wild else NUMBER[code] for code in codes(text)]

    hand = document["hand"]
    laid_so = document["ruleset"] == "classical"
    melds = tuple(_meld(numbers(m["tiles"]), m, laid_so) for m in hand.get("melds", []))
    tiles = numbers(hand["concealed"])
    size = hand_tiles - 3 * len(melds)
    win = document.get("win")
    winning: int | None = None
    if win is not None and "flower_win" not in win.get("with", []):
        winning = numbers(hand["winning_tile"])[0]
        if len(tiles) == size:
            tiles.append(winning)
        if len(tiles) != size + 1 or winning not in tiles:
            raise ValueError("a winner's tiles do not count up")
    elif len(tiles) != size:
        raise ValueError("a loser's tiles do not count up")
    return Facts(
        ruleset=document["ruleset"],
        options=options,
        melds=melds,
        tiles=tuple(sorted(tiles)),
        bonus=tuple(sorted(codes(hand.get("bonus", "")))),
        seat=document["seat"],
        prevailing=document.get("prevailing", ""),  # none in Zung Jung
        won=win is not None,
        by=win["by"] if win else "",
        winning=winning,
        circumstances=frozenset(win.get("with", [])) if win else frozenset(),
        streak=document.get("dealer_streak", 0),
    )


def _meld(tiles: list[int], meld: Doc, laid_so: bool) -> Part:
    natural = sorted({t for t in tiles if t != WILD})
    kind = "kong" if len(tiles) == 4 else "pung" if len(natural) == 1 else "chow"
    exposed = not meld.get("concealed", False)
    claimed = exposed and not (laid_so and meld.get("from_concealed_pung", False))
    part = Part(kind, natural[0], exposed, claimed)
    if WILD not in tiles and part.tiles != sorted(tiles):
        raise ValueError("no such meld")
    return part


def standings(known: Facts) -> Iterator[Facts]:
    """Every way in which the wild tiles can stand, at most four of a kind in the hand."""
    wilds = known.tiles.count(WILD)
    if not wilds:
        yield known
        return
    real = tuple(t for t in known.tiles if t != WILD)
    held = Counter(t for t in known.all_tiles() if t != WILD)
    for stand in combinations_with_replacement(range(34), wilds):
        if any(held[t] + n > 4 for t, n in Counter(stand).items()):
            continue
        tiles = tuple(sorted(real + stand))
        if known.winning == WILD:
            for tile in sorted(set(stand)):
                yield replace(known, tiles=tiles, winning=tile)
        else:
            yield replace(known, tiles=tiles)


def readings(known: Facts) -> list[Reading]:
    """A winner's four sets and a pair: every division, the last tile in every place it can have."""
    found: list[Reading] = []
    for division in sorted(arrange(known.tiles)):
        for i, part in enumerate(division):
            if known.winning in part.tiles:
                last = replace(
                    part, winning=True, exposed=known.claimed_last, claimed=known.claimed_last
                )
                found.append(known.melds + division[:i] + (last,) + division[i + 1 :])
    return found


def loser_parts(known: Facts) -> Reading:
    """What a player who did not win shows: melds, three alike in the hand, pairs."""
    parts = list(known.melds)
    for tile, n in sorted(Counter(known.tiles).items()):
        if n >= 3:
            parts.append(Part("pung", tile))
        elif n == 2:
            parts.append(Part("pair", tile))
    return tuple(parts)


def part_points(part: Part, known: Facts, own: str = "own-wind-pair") -> list[Line]:
    if part.kind == "chow":
        return []
    if part.kind == "pair":
        lines: list[Line] = []
        if part.tile in DRAGONS:
            lines.append(("dragon-pair", 2))
        if part.tile == known.prevailing_wind:
            lines.append(("prevailing-wind-pair", 2))
        if part.tile == known.own_wind:
            lines.append((own, 2))
        return lines
    size = "major" if is_major(part.tile) else "minor"
    amount = 2
    if size == "major":
        amount *= 2
    if not part.exposed:
        amount *= 2
    if part.kind == "kong":
        amount *= 4
    return [(f"{'exposed' if part.exposed else 'concealed'}-{size}-{part.kind}", amount)]


def bonus_points(known: Facts) -> list[Line]:
    return [("flower" if code[0] == "F" else "season", 4) for code in known.bonus]


def total_of(points: list[Line], doubles: list[Line], limit: int) -> int:
    return int(min(limit, sum(n for _, n in points) * 2 ** sum(n for _, n in doubles)))


def answer(
    total: int, points: list[Line], doubles: list[Line], special: str | None = None, value: int = 0
) -> Doc:
    lines = points + doubles + ([(special, value)] if special else [])
    return {
        "total": total,
        "points": sum(n for _, n in points),
        "doubles": sum(n for _, n in doubles),
        "special": special,
        "lines": sorted(lines),
    }


def best_of(answers: list[Doc]) -> Doc:
    """The highest total; then the fewest doubles. Equals of the best are kept as `alternatives`."""
    best = max(
        answers, key=lambda a: (a["total"], a["special"] is not None, -a["doubles"], a["points"])
    )
    equal: list[Doc] = []
    for other in answers:
        if other["total"] == best["total"] and other not in equal:
            equal.append(other)
    return {**best, "alternatives": equal}
