"""Chinese Official, from the rule text, the list of fan and the errata, trying every choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, permutations

from .tiles import (
    CODES,
    DRAGONS,
    GREENS,
    MAJORS,
    NUMBER,
    SEATS,
    TERMINALS,
    WINDS,
    Doc,
    Facts,
    Line,
    NotWinning,
    Part,
    arrange,
    codes,
    facts,
    is_honour,
    is_major,
    is_orphans,
    readings,
    suit,
)

DEFAULTS: Doc = {
    "minimum": 8,
    "dead_waits": "count",
    "tile_hog_with_seven_pairs": False,
    "two_concealed_kongs": 8,
    "mixed_kongs": 6,
    "drawn_concealed": "fully_concealed",
    "all_green_half_flush": True,
    "all_terminals_double_pung": True,
    "tile_hog_honours": False,
    "nine_gates_pungs": "none",
}
PRESETS: dict[str, Doc] = {
    "wmo2006": {},
    "1998": {
        "tile_hog_with_seven_pairs": True,
        "two_concealed_kongs": 6,
        "mixed_kongs": 5,
        "drawn_concealed": "self_drawn",
        "all_green_half_flush": False,
        "all_terminals_double_pung": False,
        "tile_hog_honours": True,
        "nine_gates_pungs": "all_but_one",
    },
}

# In the order of the book; the mixed kongs stand with number 57.
VALUES: dict[str, int] = {
    "Big Four Winds": 88,
    "Big Three Dragons": 88,
    "All Green": 88,
    "Nine Gates": 88,
    "Four Kongs": 88,
    "Seven Shifted Pairs": 88,
    "Thirteen Orphans": 88,
    "All Terminals": 64,
    "Little Four Winds": 64,
    "Little Three Dragons": 64,
    "All Honors": 64,
    "Four Concealed Pungs": 64,
    "Pure Terminal Chows": 64,
    "Quadruple Chow": 48,
    "Four Pure Shifted Pungs": 48,
    "Four Pure Shifted Chows": 32,
    "Three Kongs": 32,
    "All Terminals and Honors": 32,
    "Seven Pairs": 24,
    "Greater Honors and Knitted Tiles": 24,
    "All Even Pungs": 24,
    "Full Flush": 24,
    "Pure Triple Chow": 24,
    "Pure Shifted Pungs": 24,
    "Upper Tiles": 24,
    "Middle Tiles": 24,
    "Lower Tiles": 24,
    "Pure Straight": 16,
    "Three-Suited Terminal Chows": 16,
    "Pure Shifted Chows": 16,
    "All Fives": 16,
    "Triple Pung": 16,
    "Three Concealed Pungs": 16,
    "Lesser Honors and Knitted Tiles": 12,
    "Knitted Straight": 12,
    "Upper Four": 12,
    "Lower Four": 12,
    "Big Three Winds": 12,
    "Mixed Straight": 8,
    "Reversible Tiles": 8,
    "Mixed Triple Chow": 8,
    "Mixed Shifted Pungs": 8,
    "Chicken Hand": 8,
    "Last Tile Draw": 8,
    "Last Tile Claim": 8,
    "Out with Replacement Tile": 8,
    "Robbing the Kong": 8,
    "Two Concealed Kongs": 8,
    "All Pungs": 6,
    "Half Flush": 6,
    "Mixed Shifted Chows": 6,
    "All Types": 6,
    "Melded Hand": 6,
    "Two Dragon Pungs": 6,
    "Outside Hand": 4,
    "Fully Concealed Hand": 4,
    "Concealed Kong and Melded Kong": 6,
    "Two Melded Kongs": 4,
    "Last Tile": 4,
    "Dragon Pung": 2,
    "Prevalent Wind": 2,
    "Seat Wind": 2,
    "Concealed Hand": 2,
    "All Chows": 2,
    "Tile Hog": 2,
    "Double Pung": 2,
    "Two Concealed Pungs": 2,
    "Concealed Kong": 2,
    "All Simples": 2,
    "Pure Double Chow": 1,
    "Mixed Double Chow": 1,
    "Short Straight": 1,
    "Two Terminal Chows": 1,
    "Pung of Terminals or Honors": 1,
    "Melded Kong": 1,
    "One Voided Suit": 1,
    "No Honors": 1,
    "Edge Wait": 1,
    "Closed Wait": 1,
    "Single Wait": 1,
    "Self-Drawn": 1,
    "Flower Tiles": 1,
}
ORDER = list(VALUES)

EXCLUDES: dict[str, list[str]] = {
    "Big Four Winds": ["Big Three Winds", "All Pungs", "Prevalent Wind", "Seat Wind"],
    "Big Three Dragons": ["Two Dragon Pungs", "Dragon Pung"],
    "All Green": ["One Voided Suit"],
    "Nine Gates": [
        "Full Flush",
        "Concealed Hand",
        "No Honors",
        "One Voided Suit",
        "Edge Wait",
        "Closed Wait",
        "Single Wait",
    ],
    "Four Kongs": ["All Pungs", "Single Wait"],
    "Seven Shifted Pairs": [
        "Seven Pairs",
        "Full Flush",
        "Concealed Hand",
        "Single Wait",
        "No Honors",
        "One Voided Suit",
    ],
    "Thirteen Orphans": ["All Types", "All Terminals and Honors", "Concealed Hand", "Single Wait"],
    "All Terminals": ["All Terminals and Honors", "All Pungs", "Outside Hand", "No Honors"],
    "Little Four Winds": ["Big Three Winds"],
    "Little Three Dragons": ["Two Dragon Pungs", "Dragon Pung"],
    "All Honors": ["All Terminals and Honors", "All Pungs", "Outside Hand", "One Voided Suit"],
    "Four Concealed Pungs": ["All Pungs", "Concealed Hand"],
    "Pure Terminal Chows": [
        "Seven Pairs",
        "Full Flush",
        "All Chows",
        "Pure Double Chow",
        "Two Terminal Chows",
        "One Voided Suit",
        "No Honors",
    ],
    "Quadruple Chow": ["Pure Triple Chow", "Pure Double Chow", "Pure Shifted Pungs", "Tile Hog"],
    "Four Pure Shifted Pungs": ["Pure Shifted Pungs", "Pure Triple Chow", "All Pungs"],
    "Four Pure Shifted Chows": ["Pure Shifted Chows", "Short Straight", "Two Terminal Chows"],
    "All Terminals and Honors": ["All Pungs", "Outside Hand"],
    "Seven Pairs": ["Concealed Hand", "Single Wait"],
    "Greater Honors and Knitted Tiles": [
        "Lesser Honors and Knitted Tiles",
        "All Types",
        "Concealed Hand",
        "Single Wait",
    ],
    "All Even Pungs": ["All Pungs", "All Simples", "No Honors"],
    "Full Flush": ["One Voided Suit", "No Honors"],
    "Pure Triple Chow": ["Pure Double Chow", "Pure Shifted Pungs"],
    "Pure Shifted Pungs": ["Pure Triple Chow"],
    "Upper Tiles": ["Upper Four", "No Honors"],
    "Middle Tiles": ["All Simples", "No Honors"],
    "Lower Tiles": ["Lower Four", "No Honors"],
    "Three-Suited Terminal Chows": [
        "All Chows",
        "Two Terminal Chows",
        "Mixed Double Chow",
        "No Honors",
    ],
    "All Fives": ["All Simples", "No Honors"],
    "Lesser Honors and Knitted Tiles": ["All Types", "Concealed Hand", "Single Wait"],
    "Upper Four": ["No Honors"],
    "Lower Four": ["No Honors"],
    "Reversible Tiles": ["One Voided Suit"],
    "Last Tile Draw": ["Self-Drawn"],
    "Out with Replacement Tile": ["Self-Drawn"],
    "Robbing the Kong": ["Last Tile"],
    "Two Concealed Kongs": ["Concealed Kong", "Two Concealed Pungs"],
    "Half Flush": ["One Voided Suit"],
    "Melded Hand": ["Single Wait"],
    "Two Dragon Pungs": ["Dragon Pung"],
    "Fully Concealed Hand": ["Concealed Hand", "Self-Drawn"],
    "Last Tile": ["Single Wait"],
    "All Chows": ["No Honors"],
    "All Simples": ["No Honors"],
}
# Which Pungs of Terminals or Honors fall away; Dragon Pung and the winds take their own set only.
PUNGS_ASIDE: dict[str, list[int]] = {
    "Big Four Winds": WINDS,
    "Little Four Winds": WINDS,
    "Big Three Winds": WINDS,
    "Big Three Dragons": DRAGONS,
    "Little Three Dragons": DRAGONS,
    "Two Dragon Pungs": DRAGONS,
    "All Terminals": MAJORS,
    "All Honors": MAJORS,
    "All Terminals and Honors": MAJORS,
}
ALWAYS_CONCEALED = [
    "Nine Gates",
    "Seven Shifted Pairs",
    "Thirteen Orphans",
    "Four Concealed Pungs",
    "Seven Pairs",
    "Greater Honors and Knitted Tiles",
    "Lesser Honors and Knitted Tiles",
]
REVERSIBLE = [NUMBER[c] for c in codes("1234589d 245689b P")]
GATES = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
KNITTED = [
    frozenset(9 * s + n for s, first in enumerate(firsts) for n in (first, first + 3, first + 6))
    for firsts in permutations(range(3))
]
DRAWN_ONLY = {"last_tile_draw", "kong_replacement", "flower_replacement"}
CLAIMED_ONLY = {"last_discard"}


@dataclass(frozen=True)
class Fan:
    """One occurrence of a fan; `tile` where it belongs to one pung."""

    name: str
    tile: int | None = None

    @property
    def id(self) -> str:
        return self.name.lower().replace(" ", "-")


@dataclass(frozen=True)
class Way:
    """One reading. Its parts are the sets and the pair, beside the nine knitted in a straight."""

    shape: str  # sets, straight, pairs, orphans, knitted
    parts: tuple[Part, ...] = ()

    @property
    def sets(self) -> list[Part]:
        return [part for part in self.parts if part.kind != "pair"]

    @property
    def pungs(self) -> list[Part]:
        return [part for part in self.parts if part.kind in ("pung", "kong")]

    @property
    def chows(self) -> list[Part]:
        return [part for part in self.parts if part.kind == "chow"]

    @property
    def pair(self) -> Part | None:
        return next((part for part in self.parts if part.kind == "pair"), None)


def options_of(document: Doc) -> Doc:
    preset = PRESETS[document.get("preset") or "wmo2006"]
    return {**DEFAULTS, **preset, **(document.get("options") or {})}


def score(document: Doc) -> Doc:
    options = options_of(document)
    known = facts(document, options)
    if not known.won:
        return _answer(known, [], [])
    found = list(ways(known))
    if not found:
        raise NotWinning
    only = len(_waiting_kinds(known)) == 1
    counted = [fans for way in found for fans in _choices(way, known, only)]
    best = max(_sum(fans, options) for fans in counted)
    equal: list[list[Line]] = []
    for fans in counted:
        lines = _lines(fans, known)
        if _sum(fans, options) == best and lines not in equal:
            equal.append(lines)
    first = min(
        (fans for fans in counted if _sum(fans, options) == best),
        key=lambda fans: [ORDER.index(fan.name) for fan in fans],
    )
    answer = _answer(known, _lines(first, known), equal)
    win = document["win"]
    if answer["qualifies"] and (win["by"] == "self_draw" or "from" in win):
        answer["net"] = net_of(payments(document["seat"], win, answer["total"]))
    return answer


def _answer(known: Facts, lines: list[Line], alternatives: list[list[Line]]) -> Doc:
    flowers = sum(n for name, n in lines if name == "flower-tiles")
    fan = sum(n for _, n in lines) - flowers
    qualifies = known.won and fan >= known.options["minimum"]
    return {
        "total": fan + flowers,
        "tally": {"fan": fan, "flowers": flowers},
        "qualifies": qualifies,
        "lines": lines,
        "alternatives": alternatives,
        "net": dict.fromkeys(SEATS, 0),
    }


def _value(fan: Fan, options: Doc) -> int:
    if fan.name == "Two Concealed Kongs":
        return int(options["two_concealed_kongs"])
    if fan.name == "Concealed Kong and Melded Kong":
        return int(options["mixed_kongs"])
    return VALUES[fan.name]


def _sum(fans: list[Fan], options: Doc) -> int:
    return sum(_value(fan, options) for fan in fans)


def _lines(fans: list[Fan], known: Facts) -> list[Line]:
    lines = [(fan.id, _value(fan, known.options)) for fan in fans]
    return sorted(lines + [("flower-tiles", 1)] * len(known.bonus))


# --- readings --------------------------------------------------------------------------------


def ways(known: Facts) -> Iterator[Way]:
    """Every reading of a winner's tiles, the last tile in every place it can have."""
    for parts in readings(known):
        yield Way("sets", parts)
    for body in KNITTED:
        for parts in _beside(body, known.tiles, len(known.melds)):
            if known.winning in body:
                yield Way("straight", known.melds + parts)
            for i, part in enumerate(parts):
                if known.winning in part.tiles:
                    exposed = known.claimed_last
                    last = replace(part, winning=True, exposed=exposed, claimed=exposed)
                    yield Way("straight", known.melds + parts[:i] + (last,) + parts[i + 1 :])
    if not known.melds:
        if is_pairs(known.tiles):
            yield Way("pairs")
        if is_orphans(known.tiles):
            yield Way("orphans")
        if is_knitted(known.tiles):
            yield Way("knitted")


def _beside(body: frozenset[int], tiles: Sequence[int], melds: int) -> Iterator[tuple[Part, ...]]:
    """What is left beside the nine knitted tiles: the pair, and a set unless it is declared."""
    if melds > 1 or not body <= set(tiles):
        return
    rest = Counter(tiles) - Counter(body)
    yield from sorted(arrange(rest.elements()))


def is_pairs(tiles: Sequence[int]) -> bool:
    return len(tiles) == 14 and all(n in (2, 4) for n in Counter(tiles).values())


def is_knitted(tiles: Sequence[int]) -> bool:
    singles = set(tiles)
    suited = {tile for tile in singles if not is_honour(tile)}
    return len(singles) == 14 and any(suited <= body for body in KNITTED)


def completes(tiles: Sequence[int], melds: int) -> bool:
    """Whether the tiles beside so many melds are a winning hand of any shape."""
    if arrange(tiles) or any(any(_beside(body, tiles, melds)) for body in KNITTED):
        return True
    return melds == 0 and (is_pairs(tiles) or is_orphans(tiles) or is_knitted(tiles))


def _waiting_kinds(known: Facts) -> list[int]:
    """The kinds that would have completed the thirteen tiles before the last."""
    assert known.winning is not None
    thirteen = list(known.tiles)
    thirteen.remove(known.winning)
    held = Counter(thirteen + [tile for meld in known.melds for tile in meld.tiles])
    return [
        tile
        for tile in range(34)
        if (held[tile] < 4 or known.options["dead_waits"] == "count")
        and completes(sorted([*thirteen, tile]), len(known.melds))
    ]


# --- fan of particular sets ------------------------------------------------------------------


def _steps(numbers: list[int]) -> set[int]:
    return {b - a for a, b in pairwise(numbers)}


def _chow_link(chows: Sequence[Part], pair: int) -> str | None:
    suits = {suit(chow.tile) for chow in chows}
    ranks = sorted(chow.tile % 9 for chow in chows)
    steps = _steps(ranks)
    if len(chows) == 2:
        if len(suits) == 2:
            return "Mixed Double Chow" if steps == {0} else None
        if ranks == [0, 6]:
            return "Two Terminal Chows"
        return {0: "Pure Double Chow", 3: "Short Straight"}.get(min(steps))
    if len(chows) == 3:
        if len(suits) == 1:
            if steps == {0}:
                return "Pure Triple Chow"
            if steps in ({1}, {2}):
                return "Pure Shifted Chows"
            return "Pure Straight" if ranks == [0, 3, 6] else None
        if len(suits) == 3:
            if steps == {0}:
                return "Mixed Triple Chow"
            if steps == {1}:
                return "Mixed Shifted Chows"
            return "Mixed Straight" if ranks == [0, 3, 6] else None
        return None
    if len(suits) == 1:
        if steps == {0}:
            return "Quadruple Chow"
        if steps in ({1}, {2}):
            return "Four Pure Shifted Chows"
        if ranks == [0, 0, 6, 6] and suit(pair) in suits and pair % 9 == 4:
            return "Pure Terminal Chows"
    if len(suits) == 2 and not is_honour(pair) and suit(pair) not in suits and pair % 9 == 4:
        if len({chow.tile for chow in chows}) == 4 and ranks == [0, 0, 6, 6]:
            return "Three-Suited Terminal Chows"
    return None


def _pung_link(pungs: Sequence[Part]) -> str | None:
    suits = {suit(pung.tile) for pung in pungs}
    if None in suits:
        return None
    steps = _steps(sorted(pung.tile % 9 for pung in pungs))
    if len(pungs) == 2:
        return "Double Pung" if steps == {0} else None
    if len(pungs) == 3:
        if steps == {0}:
            return "Triple Pung"
        if steps == {1}:
            return {1: "Pure Shifted Pungs", 3: "Mixed Shifted Pungs"}.get(len(suits))
        return None
    return "Four Pure Shifted Pungs" if steps == {1} and len(suits) == 1 else None


Link = tuple[Fan, tuple[int, ...]]


def links(way: Way) -> list[Link]:
    """Every fan made of two, three or four of the sets, with the places of the sets."""
    if way.shape != "sets" or way.pair is None:
        return []
    found: list[Link] = []
    for size in (2, 3, 4):
        for places in combinations(range(4), size):
            chosen = [way.sets[i] for i in places]
            chows = sum(part.kind == "chow" for part in chosen)
            name = None
            if chows == size:
                name = _chow_link(chosen, way.pair.tile)
            elif chows == 0:
                name = _pung_link(chosen)
            if name is not None:
                found.append((Fan(name), places))
    return found


def legal_subsets(candidates: list[Link]) -> Iterator[list[Fan]]:
    """Every choice of links whose sets never form a cycle."""
    for pick in range(2 ** len(candidates)):
        chosen = [link for i, link in enumerate(candidates) if pick >> i & 1]
        group = list(range(4))
        legal = True
        for _, places in chosen:
            groups = {group[i] for i in places}
            legal = legal and len(groups) == len(places)
            group = [min(groups) if g in groups else g for g in group]
        if legal:
            yield [fan for fan, _ in chosen]


# --- all other fan ---------------------------------------------------------------------------


def _tile_fans(tiles: list[int]) -> Iterator[str]:
    """What the tiles show, however they are put together."""
    kinds = set(tiles)
    suits = {suit(tile) for tile in kinds} - {None}
    honours = {tile for tile in kinds if is_honour(tile)}
    ranks = {tile % 9 + 1 for tile in kinds - honours}
    if kinds <= set(GREENS):
        yield "All Green"
    if kinds <= set(TERMINALS):
        yield "All Terminals"
    if kinds == honours:
        yield "All Honors"
    if kinds <= set(MAJORS) and honours and ranks:
        yield "All Terminals and Honors"
    if len(suits) == 1:
        yield "Half Flush" if honours else "Full Flush"
    if len(suits) == 2:
        yield "One Voided Suit"
    if len(suits) == 3 and honours & set(WINDS) and honours & set(DRAGONS):
        yield "All Types"
    if kinds <= set(REVERSIBLE):
        yield "Reversible Tiles"
    if not honours:
        yield "No Honors"
        for name, allowed in (
            ("Upper Tiles", {7, 8, 9}),
            ("Middle Tiles", {4, 5, 6}),
            ("Lower Tiles", {1, 2, 3}),
            ("Upper Four", {6, 7, 8, 9}),
            ("Lower Four", {1, 2, 3, 4}),
            ("All Simples", {2, 3, 4, 5, 6, 7, 8}),
        ):
            if ranks <= allowed:
                yield name


def _shape_fans(way: Way, known: Facts) -> Iterator[str]:
    tiles = known.tiles
    if way.shape == "straight":
        yield "Knitted Straight"
    if way.shape == "orphans":
        yield "Thirteen Orphans"
    if way.shape == "knitted":
        honours = sum(is_honour(tile) for tile in tiles)
        yield f"{'Greater' if honours == 7 else 'Lesser'} Honors and Knitted Tiles"
        if honours == 5:
            yield "Knitted Straight"
    if way.shape == "pairs":
        yield "Seven Pairs"
        suits = {suit(tile) for tile in tiles}
        if len(set(tiles)) == 7 and len(suits) == 1 and None not in suits:
            if _steps(sorted(set(tiles))) == {1}:
                yield "Seven Shifted Pairs"
    if way.shape == "sets":
        if not known.melds and _gates(known):
            yield "Nine Gates"
        if all(any(is_major(tile) for tile in part.tiles) for part in way.parts):
            yield "Outside Hand"
        fives = [NUMBER["5b"], NUMBER["5c"], NUMBER["5d"]]
        if all(any(tile in fives for tile in part.tiles) for part in way.parts):
            yield "All Fives"
        if len(way.pungs) == 4:
            yield "All Pungs"
            if all(not is_honour(p.tile) and p.tile % 9 + 1 in (2, 4, 6, 8) for p in way.parts):
                yield "All Even Pungs"
    if way.sets and way.sets == way.chows and way.pair and not is_honour(way.pair.tile):
        yield "All Chows"


def _gates(known: Facts) -> bool:
    assert known.winning is not None
    before = list(known.tiles)
    before.remove(known.winning)
    return any(before == [9 * s + n for n in GATES] for s in range(3)) and suit(
        known.winning
    ) == suit(before[0])


def _honour_fans(way: Way, known: Facts) -> Iterator[Fan]:
    heads = [pung.tile for pung in way.pungs]
    pair = way.pair.tile if way.pair else None
    winds = sum(tile in WINDS for tile in heads)
    dragons = sum(tile in DRAGONS for tile in heads)
    if winds == 4:
        yield Fan("Big Four Winds")
    if winds == 3:
        yield Fan("Big Three Winds")
        if pair in WINDS:
            yield Fan("Little Four Winds")
    if dragons == 3:
        yield Fan("Big Three Dragons")
    if dragons == 2:
        yield Fan("Two Dragon Pungs")
        if pair in DRAGONS:
            yield Fan("Little Three Dragons")
    for tile in heads:
        if tile in DRAGONS:
            yield Fan("Dragon Pung", tile)
        if tile == known.prevailing_wind:
            yield Fan("Prevalent Wind", tile)
        if tile == known.own_wind:
            yield Fan("Seat Wind", tile)


def _terminal_pungs(way: Way, known: Facts) -> list[Fan]:
    found = [
        Fan("Pung of Terminals or Honors", pung.tile) for pung in way.pungs if is_major(pung.tile)
    ]
    if way.shape == "sets" and not known.melds and _gates(known):
        return [] if known.options["nine_gates_pungs"] == "none" else found[1:]
    return found


def _kong_fans(way: Way) -> Iterator[str]:
    concealed = sum(part.kind == "kong" and not part.exposed for part in way.parts)
    melded = sum(part.kind == "kong" and part.exposed for part in way.parts)
    ladder = {
        (2, 0): "Two Concealed Kongs",
        (1, 1): "Concealed Kong and Melded Kong",
        (0, 2): "Two Melded Kongs",
        (1, 0): "Concealed Kong",
        (0, 1): "Melded Kong",
    }
    if concealed + melded == 4:
        yield "Four Kongs"
    elif concealed + melded == 3:
        yield "Three Kongs"
    elif (concealed, melded) in ladder:
        yield ladder[concealed, melded]
    hidden = sum(not pung.exposed for pung in way.pungs)
    if hidden >= 2:
        yield f"{['Two', 'Three', 'Four'][hidden - 2]} Concealed Pungs"


def _hogs(way: Way, known: Facts) -> Iterator[str]:
    tiles = known.all_tiles()
    if way.shape == "pairs" and not known.options["tile_hog_with_seven_pairs"]:
        if set(tiles) <= set(GREENS) or set(tiles) <= set(TERMINALS):
            return
    kongs = {part.tile for part in way.parts if part.kind == "kong"}
    for tile, n in Counter(tiles).items():
        if n == 4 and tile not in kongs:
            if not is_honour(tile) or known.options["tile_hog_honours"]:
                yield "Tile Hog"


def _last_place(way: Way, winning: int) -> str | None:
    """What the last tile does in its place, were it the only one waited for."""
    for part in way.parts:
        if part.winning and part.kind == "pair":
            return "Single Wait"
        if part.winning and part.kind == "chow":
            if winning == part.tile + 1:
                return "Closed Wait"
            if (part.tile % 9 == 0 and winning == part.tile + 2) or (
                part.tile % 9 == 6 and winning == part.tile
            ):
                return "Edge Wait"
    return None


def _win_fans(way: Way, known: Facts, only: bool) -> Iterator[str]:
    assert known.winning is not None
    told = known.circumstances
    if all(not meld.exposed for meld in known.melds):
        yield "Concealed Hand" if known.claimed_last else "Fully Concealed Hand"
    if not known.claimed_last:
        yield "Self-Drawn"
    if known.by == "robbed_kong":
        yield "Robbing the Kong"
    if known.by == "discard" and sum(meld.exposed for meld in known.melds) == 4:
        yield "Melded Hand"
    if "last_tile_draw" in told:
        yield "Last Tile Draw"
    if "last_discard" in told:
        yield "Last Tile Claim"
    if "kong_replacement" in told:
        yield "Out with Replacement Tile"
    shown = [tile for meld in known.melds if meld.exposed for tile in meld.tiles]
    if "last_of_kind" in told or shown.count(known.winning) == 3:
        yield "Last Tile"
    place = _last_place(way, known.winning)
    if place is not None and only:
        yield place


# --- what counts -----------------------------------------------------------------------------


def _sets_aside(by: Fan, fan: Fan, options: Doc) -> bool:
    if fan.name == "Pung of Terminals or Honors":
        if by.name in ("Dragon Pung", "Prevalent Wind", "Seat Wind"):
            return by.tile == fan.tile
        return fan.tile in PUNGS_ASIDE.get(by.name, [])
    if fan.name in EXCLUDES.get(by.name, []):
        return True
    if fan.name == "Fully Concealed Hand" and options["drawn_concealed"] == "self_drawn":
        return by.name in ALWAYS_CONCEALED
    if (by.name, fan.name) == ("All Green", "Half Flush"):
        return not options["all_green_half_flush"]
    if (by.name, fan.name) == ("All Terminals", "Double Pung"):
        return not options["all_terminals_double_pung"]
    return False


def _counting(fans: list[Fan], options: Doc) -> list[Fan]:
    """A fan falls away when one that counts, always one earlier in the book, sets it aside."""
    counting: list[Fan] = []
    for fan in sorted(fans, key=lambda fan: (ORDER.index(fan.name), fan.tile or 0)):
        if not any(_sets_aside(by, fan, options) for by in counting):
            counting.append(fan)
    return counting


def _choices(way: Way, known: Facts, only: bool) -> Iterator[list[Fan]]:
    """What one reading counts, for every legal choice of links; `only`: one kind waited for."""
    names = [
        *_tile_fans(known.all_tiles()),
        *_shape_fans(way, known),
        *_kong_fans(way),
        *_hogs(way, known),
        *_win_fans(way, known, only),
    ]
    certain = [Fan(name) for name in names]
    certain += [*_honour_fans(way, known), *_terminal_pungs(way, known)]
    candidates = links(way)
    if not certain and not candidates:
        yield [Fan("Chicken Hand")]
        return
    for subset in legal_subsets(candidates):
        yield _counting(certain + subset, known.options)


# --- payments, settling, waits ---------------------------------------------------------------


def payments(seat: str, win: Doc, total: int) -> list[tuple[str, str, int]]:
    paid = []
    for other in SEATS:
        if other != seat:
            whole = win["by"] == "self_draw" or win["from"] == other
            paid.append((other, seat, 8 + total if whole else 8))
    return paid


def net_of(paid: list[tuple[str, str, int]]) -> dict[str, int]:
    net = dict.fromkeys(SEATS, 0)
    for debtor, creditor, amount in paid:
        net[debtor] -= amount
        net[creditor] += amount
    return net


def _as_seen(player: Doc, others: Sequence[Doc]) -> Doc:
    """The winner as the table sees the win: Last Tile where the other three lie in melds."""
    last = codes(player["hand"]["winning_tile"])[0]
    seen: Counter[str] = Counter()
    for one in (player, *others):
        for meld in one.get("hand", {}).get("melds", []):
            if not meld.get("concealed"):
                seen.update(codes(meld["tiles"]))
    if seen[last] != 3:
        return player
    told = {*player["win"].get("with", []), "last_of_kind"}
    return {**player, "win": {**player["win"], "with": sorted(told)}}


def settle(document: Doc) -> Doc:
    players: Doc = document["players"]
    scores = dict.fromkeys(SEATS, 0)
    paid: list[tuple[str, str, int]] = []
    for seat, player in players.items():
        if "win" not in player:
            continue
        if "points" in player:
            scores[seat] = int(player["points"])
            qualifies = scores[seat] >= options_of(document)["minimum"]
        else:
            head = {k: v for k, v in document.items() if k not in ("players", "events", "standing")}
            others = [one for name, one in players.items() if name != seat]
            result = score({**head, **_as_seen(player, others), "seat": seat})
            scores[seat], qualifies = result["total"], result["qualifies"]
        if qualifies:
            paid += payments(seat, player["win"], scores[seat])
    deductions: list[tuple[str, int]] = []
    fouls: Counter[str] = Counter()
    for event in document.get("events", []):
        by = event["by"]
        if event["event"] == "false_win":
            paid += [(by, other, 10 if event["valid"] else 20) for other in SEATS if other != by]
        if event["event"] == "minor_foul":
            fouls[by] += 1
            number = event.get("number", fouls[by])
            if number > 1:
                deductions.append((by, 5 * 2 ** (number - 2)))
    net = net_of(paid)
    answer: Doc = {
        "scores": scores,
        "payments": sorted(paid),
        "net": net,
        "deductions": sorted(deductions),
        "seats": "pass",
    }
    if "standing" in document:
        standing = {seat: document["standing"].get(seat, 0) + net[seat] for seat in SEATS}
        for seat, amount in deductions:
            standing[seat] -= amount
        answer["standing"] = standing
        answer["table_points"] = table_points(standing)
    return answer


def table_points(standing: dict[str, int]) -> dict[str, float]:
    """4, 2, 1, 0 by the standing; seats with the same standing share what their places earn."""
    places = sorted(standing.values(), reverse=True)
    points: dict[str, float] = {}
    for seat, mine in standing.items():
        shared = [worth for worth, one in zip((4, 2, 1, 0), places, strict=True) if one == mine]
        points[seat] = sum(shared) / len(shared)
    return points


def waits(document: Doc) -> Doc:
    bare = {key: value for key, value in document.items() if key != "win"}
    bare["hand"] = {k: v for k, v in document["hand"].items() if k != "winning_tile"}
    held = Counter(facts(bare, options_of(document)).all_tiles())
    told = set((document.get("win") or {}).get("with", []))
    found: list[Doc] = []
    for tile in range(34):
        if held[tile] >= 4:
            continue
        wait: Doc = {"tile": CODES[tile], "unseen": 4 - held[tile]}
        for by, forbidden in (("discard", DRAWN_ONLY), ("self_draw", CLAIMED_ONLY)):
            full = {
                **bare,
                "hand": {**bare["hand"], "winning_tile": CODES[tile]},
                "win": {"by": by, "with": sorted(told)},
            }
            wait[by] = None
            if not told & forbidden:
                try:
                    result = score(full)
                except NotWinning:
                    continue
                wait[by] = {"total": result["total"], "qualifies": result["qualifies"]}
        if wait["discard"] or wait["self_draw"]:
            found.append(wait)
    return {"ruleset": "mcr", "waits": found}
