"""Random documents, valid and often rare, for tests that compare engine and oracle.

Every choice comes from the `random.Random` given, so a seed gives the same documents again.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from .settle import BOOKS, cannon_shows, score
from .tiles import CODES, DRAGONS, GREENS, MAJORS, TERMINALS, WINDS, Doc, NotWinning, codes

Set = tuple[str, int]
SEATS = ["E", "S", "W", "N"]
BONUS = ["F1", "F2", "F3", "F4", "S1", "S2", "S3", "S4"]


class _TryAgain(Exception):
    """The plan ran out of tiles or broke a rule; draw another."""


@dataclass
class _Plan:
    """Sets that may be declared, and tiles that stay in the hand."""

    sets: list[Set] = field(default_factory=list)
    loose: list[int] = field(default_factory=list)


class _Stock:
    """What is left of the box."""

    def __init__(self) -> None:
        self.left = [4] * 34
        self.bonus = list(BONUS)
        self.blanks = 4

    def copy(self) -> _Stock:
        other = _Stock()
        other.left, other.bonus, other.blanks = list(self.left), list(self.bonus), self.blanks
        return other

    def become(self, other: _Stock) -> None:
        self.left, self.bonus, self.blanks = other.left, other.bonus, other.blanks

    def take(self, tiles: list[int]) -> None:
        for tile in tiles:
            if self.left[tile] == 0:
                raise _TryAgain
            self.left[tile] -= 1

    def draw(self, rng: random.Random, count: int) -> list[int]:
        box = [tile for tile in range(34) for _ in range(self.left[tile])]
        tiles = rng.sample(box, count)
        self.take(tiles)
        return tiles


def _tiles(one: Set) -> list[int]:
    kind, tile = one
    if kind == "chow":
        return [tile, tile + 1, tile + 2]
    return [tile] * {"pung": 3, "kong": 4}[kind]


# --- plans -----------------------------------------------------------------------------------


def _random_set(rng: random.Random, pool: list[int], chow: float, kong: float) -> Set:
    starts = [t for t in pool if t < 27 and t % 9 <= 6 and {t + 1, t + 2} <= set(pool)]
    if starts and rng.random() < chow:
        return ("chow", rng.choice(starts))
    return ("kong" if rng.random() < kong else "pung", rng.choice(pool))


def _pools(rng: random.Random) -> list[int]:
    suit = 9 * rng.randrange(3)
    one_suit = list(range(suit, suit + 9))
    low = rng.randint(0, 5)
    return rng.choice(
        [
            list(range(34)),
            list(range(34)),
            one_suit,
            one_suit,
            one_suit + WINDS + DRAGONS,
            WINDS + DRAGONS,
            TERMINALS,
            TERMINALS,
            GREENS,
            GREENS,
            MAJORS,
            one_suit[low : low + 4],
            [*one_suit[low : low + 5], rng.choice(WINDS + DRAGONS)],
            list(range(27)),
        ]
    )


def _four_sets(rng: random.Random, chow: float, kong: float) -> _Plan:
    pool = _pools(rng)
    return _Plan([_random_set(rng, pool, chow, kong) for _ in range(4)], [rng.choice(pool)] * 2)


def _named(rng: random.Random, kong: float) -> _Plan:
    """Dragons and winds: the great hands and their little sisters."""
    family = rng.choice([DRAGONS, WINDS])
    heads = rng.sample(family, len(family))
    small = rng.random() < 0.4
    sets = [("kong" if rng.random() < kong else "pung", t) for t in (heads[1:] if small else heads)]
    pool = _pools(rng)
    while len(sets) < 4:
        sets.append(_random_set(rng, pool, 0.2, kong))
    return _Plan(sets, [heads[0] if small else rng.choice(pool)] * 2)


def _snake(rng: random.Random) -> _Plan:
    first = 9 * rng.randrange(3)
    eye, chows = rng.choice([(1, (2, 5)), (4, (1, 5)), (7, (1, 4))])
    sets = [(rng.choice(["pung", "pung", "kong"]), first), ("pung", first + 8)]
    return _Plan(sets + [("chow", first + c) for c in chows], [first + eye] * 2)


def _concealed_shape(rng: random.Random) -> _Plan:
    """Shapes that are not four sets and a pair, and Nine Gates."""
    first = 9 * rng.randrange(3)
    one, two, three = rng.sample([0, 9, 18], 3)
    ranks = [rng.randrange(9) for _ in range(7)]
    by_three = [t for n in ranks[:4] for t in (one + n, two + n, three + n)]
    return _Plan(
        loose=rng.choice(
            [
                [*MAJORS, rng.choice(MAJORS)],
                [first + n for n in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))],
                [t for t in rng.choices(MAJORS, k=7) for _ in range(2)],
                [t for t in rng.sample(MAJORS, 7) for _ in range(2)],
                [t for n in ranks for t in (one + n, two + n)],
                [*by_three, one + ranks[4], two + ranks[4]],
                [first, *range(first, first + 9), *WINDS],
            ]
        )
    )


def _pure(rng: random.Random) -> _Plan:
    first = 9 * rng.randrange(3)
    heads = rng.sample(range(first, first + 9), 5)
    kong = rng.choice([0, 0.2])
    sets = [("kong" if rng.random() < kong else "pung", head) for head in heads[:4]]
    return _Plan(sets, [heads[4]] * 2)


def _buried(rng: random.Random) -> _Plan:
    first = 9 * rng.randrange(3)
    pool = list(range(first, first + 9)) + rng.choice([[], WINDS + DRAGONS])
    heads = rng.sample(pool, 5)
    return _Plan(loose=[t for h in heads[:4] for t in [h] * 3] + [heads[4]] * 2)


def _many_readings(rng: random.Random) -> _Plan:
    """Runs of triplets and crowded suits, all held in the hand."""
    first = 9 * rng.randrange(3)
    low = first + rng.randrange(7)
    sets: list[Set] = [("pung", low), ("pung", low + 1), ("pung", low + 2)]
    if rng.random() < 0.5:
        sets = [
            _random_set(rng, list(range(first, first + 9))[low % 9 :][:5] or [low], 0.6, 0)
            for _ in range(3)
        ]
    near = list(range(first, first + 9)) if rng.random() < 0.7 else list(range(34))
    other = _random_set(rng, near, 0.6, 0)
    loose = [t for tile_set in sets for t in _tiles(tile_set)] + [rng.choice(near)] * 2
    return _Plan([other], loose)


def _plan(rng: random.Random, ruleset: str, chows: int) -> _Plan:
    chow = 0.0 if chows == 0 else 0.15 if chows < 3 else 0.5
    kinds = ["sets"] * 8 + ["named"] * 3 + ["kongs", "snake", "many", "many", "buried", "shape"]
    if ruleset == "british":
        kinds += ["shape"] * 2 + ["buried"] + ["pure"] * 2
    else:
        kinds += ["chows"] * 2
    kind = rng.choice(kinds)
    if kind == "kongs":
        return _four_sets(rng, 0, 0.8)
    if kind == "chows":
        return _four_sets(rng, 1, 0.1)
    if kind == "named":
        return _named(rng, rng.choice([0, 0.2, 0.8]))
    if kind == "snake":
        return _snake(rng)
    if kind == "many":
        return _many_readings(rng)
    if kind == "pure":
        return _pure(rng)
    if kind == "buried":
        return _buried(rng)
    if kind == "shape":
        return _concealed_shape(rng)
    return _four_sets(rng, chow, rng.choice([0, 0.15, 0.4]))


# --- notation --------------------------------------------------------------------------------


def _write(rng: random.Random, tiles: list[str], plain: bool = False) -> str | list[str]:
    """The tiles in any order and any of the plain notations."""
    tiles = rng.sample(tiles, len(tiles))
    way = rng.choice(["separate", "together", "together", "smp", "first", "z", "list"])
    if way == "separate" or plain:
        return " ".join(tiles)
    if way == "list":
        return tiles if rng.random() < 0.5 else [" ".join(tiles)]
    groups: list[str] = []
    for letter in rng.sample("bcd", 3):
        ranks = "".join(t[0] for t in tiles if t[1:] == letter)
        if ranks and way == "first":
            groups.append(letter.upper() + ranks)
        elif ranks:
            groups.append(ranks + (letter if way != "smp" else "smp"["bcd".index(letter)]))
    honours = [t for t in tiles if t in "ESWNRGP"]
    if honours and way == "z":
        groups.append("".join(str("ESWNPGR".index(t) + 1) for t in honours) + "z")
    elif honours:
        groups.append("".join(honours))
    wild = tiles.count("J")
    if wild:
        groups.append("J" * wild)
    return " ".join(groups)


# --- one player ------------------------------------------------------------------------------


@dataclass
class _Table:
    """What all players of a document share."""

    ruleset: str
    preset: str | None
    options: Doc
    prevailing: str
    seats: list[str]

    @property
    def in_force(self) -> Doc:
        options: Doc = BOOKS[self.ruleset].options_of(self.head())
        return options

    def head(self) -> Doc:
        document: Doc = {
            "ruleset": self.ruleset,
            "options": self.options,
            "prevailing": self.prevailing,
        }
        if self.preset is not None:
            document["preset"] = self.preset
        return document

    def chows(self) -> int:
        if self.ruleset == "classical":
            return 4
        return 0 if self.in_force["goulash"] else int(self.in_force["max_chows"])


def _random_table_facts(rng: random.Random, ruleset: str) -> _Table:
    choices: dict[str, list[object]] = {
        "classical": {
            "limit": [500, 600, 1000, 1500, 2000],
            "mahjong_points": [10, 20],
            "wall": ["kong_box", "dead_wall"],
            "double_payer": ["east", "prevailing"],
            "nine_gates": ["any", "nine_sided"],
            "no_debt": [False],
        },
        "british": {
            "limit": [500, 600, 1000, 2000],
            "max_chows": [0, 1, 2, 4, 4, 4],
            "goulash": [None, "blanks", "two_bamboo"],
            "east_doubles": ["own_win", "payments"],
            "east_keeps": [3, "unlimited"],
            "scholars": ["one_suit", "any"],
            "special_cap": [True, False],
            "exposed_special": ["table", "best", "full"],
            "last_claim": ["exposes", "concealed"],
            "purity": ["always_three", "with_doubles"],
            "gates_claim": ["any", "pung"],
            "blessing_after_flower": [True, False],
            "fishing": ["granted", "declared"],
        },
    }[ruleset]  # type: ignore[assignment]
    chance = rng.choice([0, 0.2, 0.5])
    options = {k: rng.choice(v) for k, v in choices.items() if rng.random() < chance}
    preset = rng.choice([None, None, "u3a", "bmja"]) if ruleset == "british" else None
    absent = rng.choice(["S", "W", "N"]) if rng.random() < 0.2 else ""
    seats = [seat for seat in SEATS if seat != absent]
    rounds = seats if ruleset == "british" else SEATS
    return _Table(ruleset, preset, options, rng.choice(["E", *rounds]), seats)


def _declare(rng: random.Random, plan: _Plan, ruleset: str) -> tuple[list[Doc], list[int]]:
    """Melds on the table (tiles as numbers) and the tiles kept in the hand."""
    openness = rng.choice([0, 0.3, 0.7, 1])
    concealing = rng.choice([0.1, 0.5, 1])
    melds: list[Doc] = []
    hand = list(plan.loose)
    for tile_set in plan.sets:
        if tile_set[0] == "kong":
            meld: Doc = {"tiles": _tiles(tile_set), "concealed": rng.random() < concealing}
            if not meld["concealed"]:
                if rng.random() < 0.5:
                    del meld["concealed"]
                if ruleset == "classical" and rng.random() < 0.35:
                    meld["from_concealed_pung"] = True
            melds.append(meld)
        elif rng.random() < openness:
            melds.append({"tiles": _tiles(tile_set)})
        else:
            hand += _tiles(tile_set)
    rng.shuffle(melds)
    return melds, hand


def _bonus(rng: random.Random, stock: _Stock, seat: str) -> list[str]:
    style = rng.choice(["none", "none", "some", "own", "flowers", "seasons", "many"])
    number = str(SEATS.index(seat) + 1)
    chance = {"none": 0.0, "some": 0.2, "many": 0.7}.get(style, 0.1)
    kept = []
    for code in list(stock.bonus):
        whole = (style, code[0]) in (("flowers", "F"), ("seasons", "S"))
        own = style == "own" and code[1] == number
        if whole or own or rng.random() < chance:
            kept.append(code)
            stock.bonus.remove(code)
    return kept


def _spoil(rng: random.Random, hand: list[int], stock: _Stock) -> list[int]:
    """A loser's thirteen: one tile short, and some tiles exchanged for others."""
    hand = rng.sample(hand, len(hand))
    stock.left[hand.pop()] += 1
    for _ in range(min(len(hand), rng.choice([0, 0, 0, 1, 1, 2, 4, 13]))):
        tile = hand.pop(rng.randrange(len(hand)))
        new = stock.draw(rng, 1)
        stock.left[tile] += 1
        hand += new
    if rng.random() < 0.2:
        triplets = [t for t, n in Counter(hand).items() if n == 3 and stock.left[t]]
        others = [t for t in hand if t not in triplets]
        if triplets and others:
            fourth = rng.choice(triplets)
            gone = rng.choice(others)
            hand.remove(gone)
            stock.left[gone] += 1
            stock.take([fourth])
            hand.append(fourth)
    return hand


def _make_wild(
    rng: random.Random,
    table: _Table,
    melds: list[list[str]],
    hand: list[str],
    stock: _Stock,
    won: bool,
) -> None:
    """Puts wild tiles for tiles of the hand, now and then for one of a set on the table."""
    goulash = table.in_force.get("goulash")
    if not goulash:
        return
    code = "J" if goulash == "blanks" else "2b"
    if any(meld.count("2b") >= 3 for meld in melds) and code == "2b":
        raise _TryAgain
    wanted = rng.choices([0, 1, 2, 3], [25, 45, 28, 2])[0] if won else rng.choice([0, 0, 1, 1, 2])
    while (wanted := wanted - 1) >= 0:
        if not (stock.left[1] if code == "2b" else stock.blanks):
            break
        place = rng.choice(melds) if melds and rng.random() < 0.07 else hand
        i = rng.randrange(len(place))
        if place[i] == code or (place is not hand and len(set(place)) > 1):
            continue
        stock.left[CODES.index(place[i])] += 1
        place[i] = code
        if code == "J":
            stock.blanks -= 1
        else:
            stock.left[1] -= 1
    if hand.count(code) > (3 if won else 2):
        raise _TryAgain


def _circumstances(
    rng: random.Random,
    table: _Table,
    seat: str,
    win: Doc,
    melds: list[Doc],
    bonus: list[str],
    winning: str,
    wild: bool,
) -> list[str]:
    """What can have happened on the way to this win."""
    by = win["by"]
    classical = table.ruleset == "classical"
    kongs = sum(len(meld["tiles"]) == 4 for meld in melds)
    plain: list[list[str]] = [[], [], []]
    if by == "self_draw":
        if not wild:
            plain.append(["last_tile_draw"])
            if kongs:
                plain += [["kong_replacement"]] * 2
            if bonus:
                plain.append(["flower_replacement"])
                if classical and table.in_force["wall"] == "kong_box":
                    plain.append(["flower_replacement", "last_tile_draw"])
            if kongs >= 2:
                plain += [["kong_on_kong"], ["kong_on_kong", "kong_replacement"]]
        dealt = classical or not bonus or table.in_force["blessing_after_flower"]
        if not melds and seat == "E" and dealt:
            plain += [["heavens_blessing"]] * 2
    elif by == "robbed_kong":
        if classical:
            plain.append(["last_tile_draw"])
    elif by == "discard":
        plain.append(["last_discard"])
        if not melds and win["from"] == "E":
            plain += [["earths_blessing"]] * 2
    if winning in ("5d", "1d"):
        plain = [way for way in plain if way] or plain
    told = list(rng.choice(plain))
    blessed = bool({"heavens_blessing", "earths_blessing"} & set(told))
    if all(meld.get("concealed") for meld in melds) and not blessed and rng.random() < 0.2:
        told.append("original_call")
    if classical and seat == "E" and rng.random() < 0.04:
        told.append("thirteenth_consecutive")
    rng.shuffle(told)
    return told


def _win(
    rng: random.Random,
    table: _Table,
    seat: str,
    melds: list[Doc],
    hand: list[str],
    bonus: list[str],
) -> tuple[str, Doc]:
    wild = {"blanks": "J", "two_bamboo": "2b"}.get(table.in_force.get("goulash") or "")
    winning = rng.choice(hand)
    if rng.random() < 0.2:
        winning = next((t for t in ("5d", "1d", "2b") if t in hand), winning)
    others = [s for s in table.seats if s != seat]
    ways = ["self_draw", "discard"]
    everything = Counter(hand) + Counter(t for meld in melds for t in meld["tiles"])
    if everything[winning] == 1:
        ways.append("robbed_kong")
    by = "self_draw" if winning == wild else rng.choice(ways)
    if winning in ("5d", "1d") and rng.random() < 0.5:
        by = "self_draw"
    win: Doc = {"by": by}
    if by != "self_draw":
        win["from"] = rng.choice(others)
    circumstances = _circumstances(rng, table, seat, win, melds, bonus, winning, winning == wild)
    if circumstances or rng.random() < 0.3:
        win["with"] = circumstances
    return winning, win


def _player(rng: random.Random, table: _Table, seat: str, stock: _Stock, won: bool) -> Doc:
    """A hand and, for a winner, the win; the stock gives the tiles."""
    for attempt in range(200):
        trial = stock.copy()
        try:
            player = _try_player(rng, table, seat, trial, won, attempt)
            if won or rng.random() < 0.1:
                score({**table.head(), **player, "seat": seat})
        except (_TryAgain, NotWinning):
            continue
        stock.become(trial)
        return player
    raise _TryAgain


def _try_player(
    rng: random.Random, table: _Table, seat: str, stock: _Stock, won: bool, attempt: int
) -> Doc:
    if won or attempt < 100:
        plan = _plan(rng, table.ruleset, table.chows())
    else:
        plan = _Plan(loose=stock.copy().draw(rng, 14))
    if not won and rng.random() < 0.1:
        plan.loose, plan.sets = plan.loose + [t for s in plan.sets for t in _tiles(s)[:3]], []
    if table.ruleset == "british" and sum(kind == "chow" for kind, _ in plan.sets) > table.chows():
        raise _TryAgain
    stock.take(plan.loose + [t for tile_set in plan.sets for t in _tiles(tile_set)])
    melds, numbers = _declare(rng, plan, table.ruleset)
    if not won:
        numbers = _spoil(rng, numbers, stock)
    hand = [CODES[t] for t in numbers]
    shown = [[CODES[t] for t in meld["tiles"]] for meld in melds]
    _make_wild(rng, table, shown, hand, stock, won)
    for meld, tiles in zip(melds, shown, strict=True):
        meld["tiles"] = tiles
    bonus = _bonus(rng, stock, seat)
    player: Doc = {"hand": {}}
    if not won and table.in_force.get("fishing") == "declared" and rng.random() < 0.7:
        player["fishing"] = rng.random() < 0.8
    if won:
        winning, player["win"] = _win(rng, table, seat, melds, hand, bonus)
        player["hand"]["winning_tile"] = winning
        if rng.random() < 0.4:
            hand.remove(winning)
    player["hand"]["concealed"] = _write(rng, hand)
    if melds or rng.random() < 0.5:
        player["hand"]["melds"] = [{**m, "tiles": _write(rng, m["tiles"])} for m in melds]
    if bonus:
        player["hand"]["bonus"] = _write(rng, bonus, plain=True)
    return player


# --- documents -------------------------------------------------------------------------------


def random_document(rng: random.Random, ruleset: str, *, won: bool | None = None) -> Doc:
    """A valid document for `score`; of a winner, a loser, or either when `won` is not told."""
    while True:
        table = _random_table_facts(rng, ruleset)
        is_won = rng.random() < 0.65 if won is None else won
        seat = rng.choice([*table.seats, "E"])
        try:
            player = _player(rng, table, seat, _Stock(), is_won)
        except _TryAgain:
            continue
        document = {**table.head(), **player, "seat": seat}
        if len(table.seats) == 3:
            document["seats"] = table.seats
        if not table.options and rng.random() < 0.3:
            del document["options"]
        return document


def random_waiting(rng: random.Random, ruleset: str) -> Doc:
    """A valid document for `waits`: often a hand that waits, sometimes one that does not.

    Goulash hands are left out: what drawing a wild tile is called there is not told.
    """
    while True:
        document = random_document(rng, ruleset, won=rng.random() < 0.7)
        if BOOKS[ruleset].options_of(document).get("goulash"):
            continue
        win = document.pop("win", None)
        document.pop("fishing", None)
        hand = document["hand"]
        if win is None:
            return document
        if win.get("with") and rng.random() < 0.5:
            document["win"] = {"with": win["with"]}
        tiles = codes(hand["concealed"])
        if len(tiles) == 14 - 3 * len(hand.get("melds", [])):
            tiles.remove(hand["winning_tile"])
        hand["concealed"] = _write(rng, tiles)
        del hand["winning_tile"]
        return document


def random_table(rng: random.Random, ruleset: str) -> Doc:
    """A valid document for `settle`; the hands together hold at most four of each tile."""
    while True:
        table = _random_table_facts(rng, ruleset)
        stock = _Stock()
        winner = rng.choice([*table.seats, "E"]) if rng.random() < 0.9 else None
        order = sorted(table.seats, key=lambda seat: seat != winner)
        try:
            players = {seat: _player(rng, table, seat, stock, seat == winner) for seat in order}
        except _TryAgain:
            continue
        if winner is not None and players[winner]["win"]["by"] == "robbed_kong":
            continue  # the robbed player would have to show the pung
        for seat in order:
            if rng.random() < 0.12 and winner is not None:
                points: Doc = {"points": 2 * rng.randrange(0, 400)}
                if seat == winner:
                    win = players[seat]["win"]
                    points["win"] = {k: v for k, v in win.items() if k in ("by", "from")}
                players[seat] = points
        document: Doc = {**table.head(), "players": {s: players[s] for s in table.seats}}
        events = _events(rng, table, winner, players)
        if not _fit_together(rng, document, winner, events):
            continue
        if events or rng.random() < 0.3:
            document["events"] = events
        if ruleset == "british" and rng.random() < 0.5:
            document["east_run"] = rng.randrange(5)
        if ruleset == "classical" and rng.random() < 0.3 and not _said_thirteenth(players):
            document["east_run"] = rng.choice([0, 5, 11, 12, 12])
        return document


def _said_thirteenth(players: Doc) -> bool:
    win = players.get("E", {}).get("win", {})
    return "thirteenth_consecutive" in win.get("with", [])


COUNTED = ("long_hand", "short_hand", "too_few", "too_many")


def _fit_together(rng: random.Random, document: Doc, winner: str | None, events: list[Doc]) -> bool:
    """Whether the events fit the hands; who holds too few or too many tiles tells points."""
    for event in events:
        if event["event"] in COUNTED:
            document["players"][event["by"]] = {"points": 2 * rng.randrange(0, 100)}
        if event["event"] == "letting_off_cannon":
            assert winner is not None
            if not event.get("few_left") and not cannon_shows(document, winner):
                return False
        if event["event"] == "helped_scoring":
            helped = document["players"][event["to"]]
            if helped.get("points", 0) < 4:
                return False
            event["counted"] = helped["points"] - 2
    return True


def _events(rng: random.Random, table: _Table, winner: str | None, players: Doc) -> list[Doc]:
    if rng.random() < 0.55:
        return []
    losers = [seat for seat in table.seats if seat != winner]
    by = rng.choice(losers)
    other = rng.choice([seat for seat in table.seats if seat != by])
    classical = table.ruleset == "classical"
    if winner is None:
        if classical:
            return [
                rng.choice(
                    [
                        {"event": "false_mahjong", "by": by},
                        {"event": "misnamed_discard", "by": by, "to": other, "for_mahjong": True},
                    ]
                )
            ]
        return [{"event": "false_mahjong", "by": by, "shown": rng.random() < 0.7}]
    thrower = players[winner]["win"].get("from", by)
    choices: list[Doc] = []
    if classical or players[winner]["win"]["by"] == "discard":
        choices.append({"event": "letting_off_cannon", "by": thrower})
    if classical:
        choices += [
            {"event": "long_hand", "by": by},
            {"event": "short_hand", "by": by},
            {"event": "withdrawn_claim", "by": by},
            {"event": "foul_hand", "by": by},
            {"event": "helped_scoring", "by": by, "to": other},
            {"event": "letting_off_cannon", "by": thrower, "few_left": True},
            {"event": "letting_off_cannon", "by": thrower, "no_choice": rng.random() < 0.5},
        ]
    else:
        choices += [
            {"event": "too_few", "by": by},
            {"event": "too_many", "by": by},
            {"event": "wrong_claim", "by": by},
            {"event": "false_mahjong", "by": by, "shown": rng.random() < 0.7},
            {"event": "misnamed_discard", "by": by, "to": other, "for_mahjong": False},
        ]
        if players[winner]["win"]["by"] == "discard":
            choices.append(
                {"event": "misnamed_discard", "by": thrower, "to": winner, "for_mahjong": True}
            )
    return [rng.choice(choices)]
