"""British, from the u3a guide and the reading of it, one rule after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

from .tiles import (
    DRAGONS,
    GREENS,
    MAJORS,
    NUMBER,
    TERMINALS,
    WILD,
    WINDS,
    Doc,
    Facts,
    Line,
    NotWinning,
    Part,
    Reading,
    answer,
    arrange,
    best_of,
    bonus_points,
    facts,
    is_honour,
    is_major,
    is_orphans,
    loser_parts,
    part_points,
    readings,
    standings,
    suit,
    total_of,
)

DEFAULTS = {
    "limit": 1000,
    "max_chows": 1,
    "goulash": None,
    "east_doubles": "own_win",
    "east_keeps": 3,
    "scholars": "one_suit",
    "special_cap": False,
    "exposed_special": "table",
    "last_claim": "exposes",
    "purity": "always_three",
    "gates_claim": "any",
    "blessing_after_flower": False,
    "fishing": "granted",
}
BMJA = {"east_doubles": "payments", "scholars": "any", "special_cap": True}


def options_of(document: Doc) -> Doc:
    preset = BMJA if document.get("preset") == "bmja" else {}
    return {**DEFAULTS, **preset, **(document.get("options") or {})}


def score(document: Doc) -> Doc:
    known = facts(document, options_of(document))
    if known.won:
        answers = [a for standing in standings(known) for a in _winner(standing)]
        if not answers:
            raise NotWinning
        return best_of(answers)
    ordinary = best_of([_loser(standing) for standing in standings(known)])
    told = document.get("fishing")
    fishes = told is not False and (known.options["fishing"] == "granted" or told is True)
    fishing = list(_fishing(known)) if fishes else []
    if fishing:
        best = best_of(fishing)
        if best["total"] > ordinary["total"]:
            return best
    return ordinary


def _chows_allowed(known: Facts) -> int:
    return 0 if known.options["goulash"] else int(known.options["max_chows"])


def _pungs(parts: Reading) -> Reading:
    return tuple(part for part in parts if part.kind in ("pung", "kong"))


def _eye(parts: Reading) -> Part:
    return next(part for part in parts if part.kind == "pair")


def _parts_points(parts: Reading, known: Facts) -> list[Line]:
    return [line for part in parts for line in part_points(part, known)] + bonus_points(known)


def _bonus_doubles(known: Facts) -> list[Line]:
    lines: list[Line] = []
    if known.flowers() == 4:
        lines.append(("all-flowers", 2))
    elif known.own_flower in known.bonus:
        lines.append(("own-flower", 1))
    if known.seasons() == 4:
        lines.append(("all-seasons", 2))
    elif known.own_season in known.bonus:
        lines.append(("own-season", 1))
    return lines


def _doubles(parts: Reading, known: Facts) -> list[Line]:
    lines: list[Line] = []
    for part in _pungs(parts):
        if part.tile in DRAGONS:
            lines.append(("dragon-meld", 1))
        if part.tile == known.own_wind:
            lines.append(("own-wind-meld", 1))
        if part.tile == known.prevailing_wind:
            lines.append(("prevailing-wind-meld", 1))
    return lines + _bonus_doubles(known)


def _winner_doubles(parts: Reading, known: Facts) -> list[Line]:
    lines: list[Line] = []
    tiles = known.all_tiles()
    suits = {suit(tile) for tile in tiles} - {None}
    honours = any(is_honour(tile) for tile in tiles)
    no_chows = len(_pungs(parts)) == 4
    purity = len(suits) == 1 and not honours and no_chows
    if purity:
        lines.append(("purity", 3))
    elif len(suits) == 1:
        lines.append(("clean", 1))
    if no_chows and not purity and _chows_allowed(known) > 0:
        lines.append(("no-chows", 1))
    if not known.claimed_last and not any(meld.claimed for meld in known.melds):
        lines.append(("all-concealed", 1))
    if all(is_major(tile) for tile in tiles):
        lines.append(("all-majors", 1))
    if known.seat == "E" and known.options["east_doubles"] == "own_win":
        lines.append(("east-wins", 1))
    told = known.circumstances
    if "last_tile_draw" in told:
        lines.append(("last-tile-from-the-wall", 1))
    if "last_discard" in told:
        lines.append(("final-discard", 1))
    if _kong_box(known):
        lines.append(("kong-box-tile", 1))
    if known.by == "robbed_kong":
        lines.append(("robbing-the-kong", 1))
    if "original_call" in told:
        lines.append(("original-call", 1))
    return lines


def _kong_box(known: Facts) -> bool:
    return bool(known.circumstances & {"kong_replacement", "flower_replacement", "kong_on_kong"})


def _winner(known: Facts) -> Iterator[Doc]:
    ways = readings(known)
    ordinary = [w for w in ways if sum(p.kind == "chow" for p in w) <= _chows_allowed(known)]
    limit = known.options["limit"]
    specials = list(_special_hands(known))
    if ordinary or specials:
        specials += _told_hands(known)
    for way in ordinary:
        pure = _pure(known) and len(_pungs(way)) == 4
        if pure and known.options["purity"] == "always_three":
            won = [("mah-jong", 20)]
            if known.by == "self_draw":
                won.append(("drawn-from-the-wall", 2))
            yield _purity_answer(known, way, won, "purity")
            continue
        if specials and not pure and known.options["exposed_special"] != "best":
            continue
        points = [*_parts_points(way, known), ("mah-jong", 20)]
        if known.by == "self_draw":
            points.append(("drawn-from-the-wall", 2))
        doubles = _doubles(way, known) + _winner_doubles(way, known)
        yield answer(total_of(points, doubles, limit), points, doubles)
    for special, value in specials:
        yield _special_answer(known, special, value)


def _purity_answer(known: Facts, parts: Reading, won: list[Line], line: str) -> Doc:
    """The points of sets and of the win eight times, flowers as beside a special hand."""
    own = [line for part in parts for line in part_points(part, known)] + won
    value = min(known.options["limit"], 8 * sum(n for _, n in own))
    beside = _special_answer(known, line, value)
    points = own + bonus_points(known)
    doubles = [(line, 3), *_bonus_doubles(known)]
    if any(told == "east-wins-special" for told, _ in beside["lines"]):
        doubles.append(("east-wins-special", 1))
    return answer(beside["total"], points, doubles)


def _special_answer(known: Facts, special: str, value: int) -> Doc:
    points = bonus_points(known)
    doubles = _bonus_doubles(known)
    total = value + sum(n for _, n in points) * 2 ** sum(n for _, n in doubles)
    if known.options["special_cap"]:
        total = min(total, known.options["limit"])
    if known.won and known.seat == "E" and known.options["east_doubles"] == "own_win":
        doubles.append(("east-wins-special", 1))
        total *= 2
    return answer(total, points, doubles, special, value)


# The special hands. Each says whether fourteen tiles (and the sets) make it, however they came.


def _suit_counts(tiles: tuple[int, ...]) -> list[list[int]] | None:
    if any(is_honour(tile) for tile in tiles):
        return None
    counts = Counter(tiles)
    return [[counts[9 * s + n] for n in range(9)] for s in range(3)]


def _all_pair_honours(tiles: tuple[int, ...]) -> bool:
    return all(t in MAJORS and n % 2 == 0 for t, n in Counter(tiles).items())


def _knitting(tiles: tuple[int, ...]) -> bool:
    counts = _suit_counts(tiles)
    if counts is None:
        return False
    used = [c for c in counts if any(c)]
    return len(used) == 2 and used[0] == used[1]


def _triple_knitting(tiles: tuple[int, ...]) -> bool:
    counts = _suit_counts(tiles)
    if counts is None:
        return False
    for n in range(9):
        for left_out in range(3):
            rest = [list(c) for c in counts]
            for s in range(3):
                if s != left_out:
                    rest[s][n] -= 1
            if rest[0] == rest[1] == rest[2] and min(min(c) for c in rest) >= 0:
                return True
    return False


def _gates(tiles: tuple[int, ...]) -> bool:
    if len({suit(tile) for tile in tiles}) != 1 or is_honour(tiles[0]):
        return False
    counts = Counter(tile % 9 for tile in tiles)
    return all(counts[n] >= (3 if n in (0, 8) else 1) for n in range(9))


def _wriggling_snake(tiles: tuple[int, ...]) -> bool:
    return any(sorted(tiles) == sorted([9 * s, *range(9 * s, 9 * s + 9), *WINDS]) for s in range(3))


CONCEALED: list[tuple[str, Callable[[tuple[int, ...]], bool], bool, bool]] = [
    # id, shape, half the limit, every tile must be drawn
    ("all-pair-honours", _all_pair_honours, True, False),
    ("knitting", _knitting, True, False),
    ("triple-knitting", _triple_knitting, True, False),
    ("gates-of-heaven", _gates, False, False),
    ("wriggling-snake", _wriggling_snake, False, True),
    ("thirteen-unique-wonders", is_orphans, False, False),
]


def _pung_hands(known: Facts, way: Reading) -> Iterator[str]:
    """Special hands of four pungs or kongs and a pair, all but the hand of drawn tiles only."""
    pungs = {part.tile for part in _pungs(way)}
    eye = _eye(way).tile
    tiles = [*pungs, eye]
    if all(tile in GREENS for tile in tiles):
        yield "imperial-jade"
    if all(tile in TERMINALS for tile in tiles):
        yield "heads-and-tails"
    if set(DRAGONS) <= pungs:
        other = next(iter(pungs - set(DRAGONS)))
        same_suit = suit(other) is not None and suit(other) == suit(eye)
        if same_suit or known.options["scholars"] == "any":
            yield "three-great-scholars"
    if all(is_honour(tile) for tile in tiles):
        yield "all-winds-and-dragons"
    if set(WINDS) == pungs:
        yield "four-blessings"
    if all(part.kind == "kong" for part in _pungs(way)):
        yield "fourfold-plenty"


def _buried(known: Facts, way: Reading) -> bool:
    suits = {suit(tile) for part in way for tile in part.tiles} - {None}
    return not known.melds and len(suits) <= 1


def _special_hands(known: Facts) -> Iterator[tuple[str, int]]:
    limit = known.options["limit"]
    if not known.melds:
        for special, shape, half, drawn in CONCEALED:
            if special == "gates-of-heaven" and not _may_claim_gates(known):
                continue
            if shape(known.tiles) and not (drawn and known.claimed_last):
                yield special, limit // 2 if half else limit
    for division in sorted(arrange(known.tiles)):
        way = known.melds + division
        if len(_pungs(way)) != 4:
            continue
        exposed = _shows_a_claimed_set(known, division)
        for special in _pung_hands(known, way):
            yield special, limit // 2 if exposed else limit
        if _buried(known, way) and not known.claimed_last:
            yield "buried-treasure", limit


def _shows_a_claimed_set(known: Facts, division: Reading) -> bool:
    """Whether a set, the one with the last tile included, was claimed; the pair is no set."""
    if known.options["exposed_special"] == "full":
        return False
    if any(meld.claimed for meld in known.melds):
        return True
    if not known.claimed_last or known.options["last_claim"] == "concealed":
        return False
    return all(part.kind == "pung" for part in division if part.tile == known.winning)


def _may_claim_gates(known: Facts) -> bool:
    if not known.claimed_last or known.options["gates_claim"] == "any":
        return True
    last = known.winning
    return last in TERMINALS and known.tiles.count(last) == 3


def _told_hands(known: Facts) -> Iterator[tuple[str, int]]:
    limit = known.options["limit"]
    told = known.circumstances
    if "heavens_blessing" in told:
        yield "heavens-blessing", limit
    if "earths_blessing" in told:
        yield "earths-blessing", limit
    if _kong_box(known) and known.winning == NUMBER["5d"]:
        yield "plum-blossom", limit
    if "last_tile_draw" in told and known.winning == NUMBER["1d"]:
        yield "moon-from-the-sea", limit
    if "kong_on_kong" in told:
        yield "twofold-fortune", limit


def _loser(known: Facts) -> Doc:
    parts = loser_parts(known)
    points = _parts_points(parts, known)
    doubles = _doubles(parts, known)
    return answer(total_of(points, doubles, known.options["limit"]), points, doubles)


def _fishing(known: Facts) -> Iterator[Doc]:
    """The values of the special hands for which the loser's tiles want one more."""
    hands: dict[str, int] = {}
    for full in _completed(known):
        for special, value in _special_hands(full):
            hands[special] = max(value, hands.get(special, 0))
    for special, value in hands.items():
        yield _special_answer(known, special, value * 2 // 5)
    for standing in standings(known):
        if _pure(standing) and any(_makes_purity(full) for full in _completed(standing)):
            parts = loser_parts(standing)
            if standing.options["purity"] == "always_three":
                yield _purity_answer(standing, parts, [], "purity-fishing")
                continue
            points = _parts_points(parts, standing)
            doubles = [*_doubles(parts, standing), ("purity-fishing", 3)]
            yield answer(total_of(points, doubles, standing.options["limit"]), points, doubles)


def _completed(known: Facts) -> Iterator[Facts]:
    """The hand with one tile more, and every wild tile standing for something."""
    real = tuple(t for t in known.tiles if t != WILD)
    held = Counter(t for t in known.all_tiles() if t != WILD)
    for more in combinations_with_replacement(range(34), known.tiles.count(WILD) + 1):
        if all(held[t] + n <= 4 for t, n in Counter(more).items()):
            yield replace(known, tiles=tuple(sorted(real + more)))


def _pure(known: Facts) -> bool:
    suits = {suit(tile) for tile in known.all_tiles()}
    return len(suits) == 1 and None not in suits


def _makes_purity(full: Facts) -> bool:
    return _pure(full) and any(
        len(_pungs(full.melds + division)) == 4 for division in arrange(full.tiles)
    )
