"""Classical Chinese, from the rule text and the reading of it, one rule after another; and the two
books of the project's page on them, from that page alone."""

from __future__ import annotations

from collections import Counter

from .tiles import (
    DRAGONS,
    GREENS,
    NUMBER,
    TERMINALS,
    TWO_BAMBOO,
    WINDS,
    Doc,
    Facts,
    Line,
    NotWinning,
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
    suit,
    total_of,
)

DEFAULTS = {
    "limit": 1000,
    "mahjong_points": 10,
    "wall": "kong_box",
    "double_payer": "east",
    "no_debt": False,
    "nine_gates": "any",
    "capped": True,
    "limit_hands": True,
    "bouquet": 2,
    "great_scholars": "pungs",
    "own_bonus": "both",
    "eye_points": "minor_major",
    "no_chow_points": 0,
    "scoreless_points": 0,
    "last_wall_points": 0,
    "loose_tile_points": 0,
    "standing_points": 0,
    "concealed_doubles": 1,
    "final_discard_double": True,
    "original_call_double": True,
    "patterns_for_all": True,
    "limit_hand_list": "redux",
}
PRESETS = {
    "redux": {},
    "dmjl": {"limit": 500, "mahjong_points": 20, "bouquet": 1, "great_scholars": "any_set"},
    "buzzard_2000": {
        "limit": 600,
        "mahjong_points": 20,
        "bouquet": 3,
        "great_scholars": "any_set",
        "own_bonus": "each",
        "eye_points": "none",
        "no_chow_points": 10,
        "scoreless_points": 10,
        "last_wall_points": 10,
        "loose_tile_points": 10,
        "standing_points": 100,
        "concealed_doubles": 0,
        "final_discard_double": False,
        "original_call_double": False,
        "patterns_for_all": False,
        "limit_hand_list": "buzzard",
    },
}
BUZZARDS_TEN = {
    "thirteen-orphans",
    "nine-gates",
    "buried-treasure",
    "heads-and-tails",
    "all-symbols",
    "three-great-scholars",
    "heavens-blessing",
    "earths-blessing",
    "thirteenth-consecutive",
    "three-winds-and-the-fourths-eye",
}


def options_of(document: Doc) -> Doc:
    preset = PRESETS[document.get("preset") or "redux"]
    return {**DEFAULTS, **preset, **(document.get("options") or {})}


def score(document: Doc) -> Doc:
    known = facts(document, options_of(document))
    limit = known.options["limit"]
    most = limit if known.options["capped"] else 1 << 60
    if not known.won:
        parts = loser_parts(known)
        points = _points(parts, known)
        doubles = _doublers(parts, known)
        return best_of([answer(total_of(points, doubles, most), points, doubles)])
    ways = readings(known)
    orphans = _may_be_orphans(known) and is_orphans(known.tiles)
    if not ways and not orphans:
        raise NotWinning
    specials = _specials(known, ways, orphans)
    if specials:
        return best_of([answer(limit, [], [], special, limit) for special in specials])
    only = len(_completing(known)) == 1
    answers = []
    for parts in ways:
        points = _points(parts, known) + _winner_points(parts, known, only)
        doubles = _doublers(parts, known) + _winner_doublers(parts, known)
        answers.append(answer(total_of(points, doubles, most), points, doubles))
    return best_of(answers)


def _may_be_orphans(known: Facts) -> bool:
    return not known.melds and bool(known.options["limit_hands"])


def _completing(known: Facts) -> list[int]:
    """The kinds that would have completed the hand as it was before the winning tile."""
    before = list(known.tiles)
    assert known.winning is not None
    before.remove(known.winning)
    held = Counter(before) + Counter(t for meld in known.melds for t in meld.tiles)
    return [
        tile
        for tile in range(34)
        if held[tile] < 4
        and (arrange([*before, tile]) or (_may_be_orphans(known) and is_orphans([*before, tile])))
    ]


def _points(parts: Reading, known: Facts) -> list[Line]:
    return [line for part in parts for line in part_points(part, known)] + bonus_points(known)


def _winner_points(parts: Reading, known: Facts, only: bool) -> list[Line]:
    lines: list[Line] = [("mah-jong", known.options["mahjong_points"])]
    if only:
        lines.append(("only-possible", 2))
    eye = next(part for part in parts if part.kind == "pair")
    eyes = known.options["eye_points"]
    if eye.winning and eyes != "none":
        lines.append(("last-tile-forms-eye", 2))
        if is_major(eye.tile) and eyes == "minor_major":
            lines.append(("last-tile-forms-major-eye", 2))
    if known.by == "self_draw":
        lines.append(("drawn-from-the-wall", 2))
    without_chow = all(part.kind != "chow" for part in parts)
    for told, rule, option in (
        (without_chow, "no-chow-points", "no_chow_points"),
        (_worthless(parts, known) and not known.bonus, "scoreless-points", "scoreless_points"),
        ("last_tile_draw" in known.circumstances, "last-wall-points", "last_wall_points"),
        (_loose(known), "loose-tile-points", "loose_tile_points"),
        ("standing_hand" in known.circumstances, "standing-hand", "standing_points"),
    ):
        if told and known.options[option]:
            lines.append((rule, known.options[option]))
    return lines


def _worthless(parts: Reading, known: Facts) -> bool:
    """Only chows, and an eye that is no dragon, prevailing or own wind."""
    eye = next(part.tile for part in parts if part.kind == "pair")
    scoring = eye in DRAGONS or eye in (known.prevailing_wind, known.own_wind)
    return not scoring and sum(part.kind == "chow" for part in parts) == 4


def _melds(parts: Reading) -> Reading:
    return tuple(p for p in parts if p.kind in ("pung", "kong"))


def _doublers(parts: Reading, known: Facts) -> list[Line]:
    lines: list[Line] = []
    melds = _melds(parts)
    for meld in melds:
        if meld.tile in DRAGONS:
            lines.append(("dragon-meld", 1))
        if meld.tile == known.prevailing_wind:
            lines.append(("prevailing-wind-meld", 1))
        if meld.tile == known.own_wind:
            lines.append(("own-wind-meld", 1))
    if known.won or known.options["patterns_for_all"]:
        lines += _patterns(parts)
    own = (known.own_flower in known.bonus, known.own_season in known.bonus)
    if known.options["own_bonus"] == "both" and all(own):
        lines.append(("own-flower-and-season", 1))
    if known.options["own_bonus"] == "each":
        names = ("own-flower", "own-season")
        lines += [(name, 1) for name, held in zip(names, own, strict=True) if held]
    if known.flowers() == 4:
        lines.append(("all-flowers", known.options["bouquet"]))
    if known.seasons() == 4:
        lines.append(("all-seasons", known.options["bouquet"]))
    return lines


def _patterns(parts: Reading) -> list[Line]:
    """The five doublers that a table may leave to the winner."""
    lines: list[Line] = []
    melds = _melds(parts)
    if sum(not meld.claimed for meld in melds) >= 3:
        lines.append(("three-concealed-pungs", 1))
    pairs = [p.tile for p in parts if p.kind == "pair"]
    dragons = sum(meld.tile in DRAGONS for meld in melds)
    winds = sum(meld.tile in WINDS for meld in melds)
    if dragons == 2 and any(tile in DRAGONS for tile in pairs):
        lines.append(("dragons-in-two-melds-and-eye", 1))
    if winds == 3 and any(tile in WINDS for tile in pairs):
        lines.append(("winds-in-three-melds-and-eye", 1))
    if dragons == 3:
        lines.append(("three-dragon-melds", 2))
    if winds == 4:
        lines.append(("four-wind-melds", 2))
    return lines


def _fully_concealed(known: Facts) -> bool:
    return not known.claimed_last and not any(meld.claimed for meld in known.melds)


def _loose(known: Facts) -> bool:
    return bool(known.circumstances & {"kong_replacement", "kong_on_kong"}) or (
        known.options["wall"] == "dead_wall" and "flower_replacement" in known.circumstances
    )


def _winner_doublers(parts: Reading, known: Facts) -> list[Line]:
    lines: list[Line] = []
    tiles = known.all_tiles()
    chows = sum(part.kind == "chow" for part in parts)
    if _worthless(parts, known):
        lines.append(("worthless-hand", 1))
    if chows == 0:
        lines.append(("no-chows", 1))
    if _fully_concealed(known) and known.options["concealed_doubles"]:
        lines.append(("fully-concealed", known.options["concealed_doubles"]))
    if all(is_major(tile) for tile in tiles):
        lines.append(("only-majors", 1))
    if all(is_honour(tile) for tile in tiles) and not known.options["limit_hands"]:
        lines.append(("only-honours", 2))
    suits = {suit(tile) for tile in tiles} - {None}
    honours = any(is_honour(tile) for tile in tiles)
    if len(suits) == 1 and honours:
        lines.append(("one-suit-and-honours", 1))
    if len(suits) == 1 and not honours:
        lines.append(("clear-suit", 3))
    if _loose(known):
        lines.append(("loose-tile", 1))
    last = {"last_tile_draw"}
    if known.options["final_discard_double"]:
        last.add("last_discard")
    if known.circumstances & last:
        lines.append(("final-tile", 1))
    if known.by == "robbed_kong":
        lines.append(("robbing-the-kong", 1))
    if "original_call" in known.circumstances and known.options["original_call_double"]:
        lines.append(("original-call", 1))
    return lines


def _specials(known: Facts, ways: list[Reading], orphans: bool) -> list[str]:
    """Every special hand that fits, in the order of the table."""
    found: list[str] = []
    if not known.options["limit_hands"]:
        return found
    tiles = known.all_tiles()
    suits = {suit(tile) for tile in tiles} - {None}
    honours = any(is_honour(tile) for tile in tiles)
    one_suit = len(suits) == 1 and not honours
    concealed = _fully_concealed(known)
    if orphans:
        found.append("thirteen-orphans")
    if not known.melds and one_suit and _nine_gates(known):
        found.append("nine-gates")
    all_melds = [w for w in ways if len(_melds(w)) == 4]
    if concealed and all_melds:
        found.append("buried-treasure")
    if sum(meld.kind == "kong" for meld in known.melds) == 4:
        found.append("fourfold-plenty")
    if all(tile in TERMINALS for tile in tiles):
        found.append("heads-and-tails")
    if all(is_honour(tile) for tile in tiles):
        found.append("all-symbols")
    if all(tile in GREENS for tile in tiles):
        found.append("imperial-jade")
    if one_suit and any(_snake(way) for way in ways):
        found.append("wriggling-snake")
    if one_suit and concealed:
        found.append("concealed-clear-suit")
    scholars = ways if known.options["great_scholars"] == "any_set" else all_melds
    if any(set(DRAGONS) <= {m.tile for m in _melds(way)} for way in scholars):
        found.append("three-great-scholars")
    if any(set(WINDS) <= {m.tile for m in _melds(way)} for way in ways):
        found.append("four-blessings")
    buzzard = known.options["limit_hand_list"] == "buzzard"
    if buzzard and any(_three_winds_and_eye(way) for way in ways):
        found.append("three-winds-and-the-fourths-eye")
    if "kong_on_kong" in known.circumstances:
        found.append("twofold-plenty")
    if _loose(known) and known.winning == NUMBER["5d"]:
        found.append("plum-blossom")
    drew_last = "last_tile_draw" in known.circumstances and known.by == "self_draw"
    if drew_last and known.winning == NUMBER["1d"]:
        found.append("moon-from-the-sea")
    if known.by == "robbed_kong" and known.winning == TWO_BAMBOO:
        found.append("carrying-pole")
    for name, hand in (
        ("heavens_blessing", "heavens-blessing"),
        ("earths_blessing", "earths-blessing"),
        ("thirteenth_consecutive", "thirteenth-consecutive"),
    ):
        if name in known.circumstances:
            found.append(hand)
    return [hand for hand in found if hand in BUZZARDS_TEN] if buzzard else found


def _three_winds_and_eye(way: Reading) -> bool:
    melds = {part.tile for part in _melds(way)} & set(WINDS)
    eye = next(part.tile for part in way if part.kind == "pair")
    return len(melds) == 3 and eye in WINDS


def _nine_gates(known: Facts) -> bool:
    assert known.winning is not None
    gates = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
    ranks = [tile % 9 for tile in known.tiles]
    extra = Counter(ranks)
    extra.subtract(gates)
    if min(extra.values()) < 0:
        return False
    if known.options["nine_gates"] == "any":
        return True
    ranks.remove(known.winning % 9)
    return sorted(ranks) == gates


def _snake(way: Reading) -> bool:
    ranks = {
        kind: sorted(p.tile % 9 + 1 for p in way if p.kind in kind.split("/"))
        for kind in ("pung/kong", "pair", "chow")
    }
    if ranks["pung/kong"] != [1, 9] or len(ranks["chow"]) != 2:
        return False
    run = sorted(n + i for n in ranks["chow"] for i in range(3))
    return ranks["pair"][0] in (2, 5, 8) and sorted(run + ranks["pair"]) == list(range(2, 9))
