"""Write logs of hands whose document and result are known: the tiles of other players, and the
turns in which it came about, are made up."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from scorer.logs.mjlog import DRAW_BY_TYPE, TILE_BY_NUMBER
from scorer.logs.record import Called, CallKind, Discarded, Drawn, Event
from scorer.logs.tenhou_json import DRAW_BY_WORD as JSON_DRAWS
from scorer.logs.yaku import RIICHI_RULES, YAKU_BY_NUMBER
from scorer.types.terms import SEATS

Json = dict[str, Any]
Step = tuple[str, Any]
"""What a player does in a turn, and with which tiles."""
TENPAI = {
    4: (
        "1c2c3c4c5c6c7c8c9cPPPE",
        "1d2d3d4d5d6d7d8d9dGGGS",
        "1b2b3b4b5b6b7b8b9bRRRW",
        "1c2c3c1d2d3d1b2b3bEEEN",
    ),
    3: ("1d2d3d4d5d6d7d8d9dGGGS", "1b2b3b4b5b6b7b8b9bRRRW", "1c1c1c9c9c9cPPPEEEN"),
}
JAPANESE = {rule["id"]: rule["names"]["ja"] for rule in RIICHI_RULES if "ja" in rule["names"]}
UNWRITTEN = {"last_tile_draw", "last_discard", "heavens_blessing", "earths_blessing"}
"""Circumstances that take seventy draws, or none."""


class Played(NamedTuple):
    """A hand with its turns; places are those of the log."""

    document: Json
    expect: Json
    deal: int
    dealt: list[list[str]]
    events: list[Event]

    @property
    def players(self) -> int:
        return len(self.dealt)

    def place(self, seat: str) -> int:
        return (SEATS.index(seat) + self.deal % 4) % self.players

    def by_place(self, by_seat: Mapping[str, Any]) -> list[Any]:
        return [by_seat[SEATS[(n - self.deal % 4) % self.players]] for n in range(self.players)]


def tiles_of(text: str) -> list[str]:
    """The tiles of a text: ``5d`` and ``E``."""
    tiles, digit = [], ""
    for letter in text.replace(" ", ""):
        if letter.isdigit():
            digit = letter
        else:
            tiles.append(digit + letter)
            digit = ""
    return tiles


def can_be_written(document: Json) -> bool:
    """Tests if ``played`` can make up the turns of a hand."""
    wins = [player["win"] for player in document["players"].values() if "win" in player]
    return not any(win["by"] == "robbed_kong" or UNWRITTEN & {*win.get("with", ())} for win in wins)


def played(document: Json, expect: Json) -> Played:
    """Return a hand with turns in which it can have come about."""
    deal = 4 * SEATS.index(document["prevailing"]) + document.get("deals_passed", 0)
    return _Maker(document, expect, deal).made()


class _Maker:
    """A hand whose turns are being made up. Players are by seat here: 0 is East."""

    def __init__(self, document: Json, expect: Json, deal: int) -> None:
        self.document, self.expect, self.deal = document, expect, deal
        self.told = [document["players"][seat] for seat in SEATS if seat in document["players"]]
        self.count = len(self.told)
        self.wall = Counter(4 * TILE_BY_NUMBER)
        for suit in "cdb":
            self.wall[f"5{suit}"] -= 1
            self.wall[f"0{suit}"] = 1
        if self.count == 3:
            for rank in "02345678":
                self.wall[f"{rank}c"] = 0
        self.winners = [n for n, told in enumerate(self.told) if "win" in told]
        self.events: list[Event] = []
        self.junk: list[list[str]] = [[] for _ in self.told]
        self.dealt: list[list[str]] = [[] for _ in self.told]
        self.plans: list[deque[Step]] = [deque(self._plan(n)) for n in range(self.count)]
        for n, dealt in enumerate(self.dealt):
            while len(dealt) < 13:
                tile = self._any()
                dealt.append(tile)
                self.junk[n].append(tile)

    def _take(self, tile: str) -> str:
        assert self.wall[tile], (tile, self.document)
        self.wall[tile] -= 1
        return tile

    def _any(self, wanted: Callable[[str], bool] = lambda tile: True) -> str:
        return self._take(
            next(tile for tile in sorted(self.wall) if self.wall[tile] and wanted(tile))
        )

    def _plan(self, n: int) -> Iterator[Step]:
        """Deal a player's own tiles, and yield what they do, turn by turn."""
        told = self.told[n]
        if n not in self.winners:
            if self.document.get("draw") == "exhaustive" and (told.get("tenpai")):
                self.dealt[n] = [self._take(tile) for tile in tiles_of(TENPAI[self.count][n])]
            if told.get("riichi"):
                yield "riichi", None
            elif self.document.get("draw"):
                yield "plain", None
            return
        win, hand = told["win"], told["hand"]
        ways = win.get("with", ())
        own = tiles_of(hand["concealed"])
        own.remove(hand["winning_tile"])
        melds = [(meld, tiles_of(meld["tiles"])) for meld in hand.get("melds", ())]
        steps: list[Step] = []
        for meld, tiles in melds:
            kind = "kong" if meld.get("concealed") else "claim"
            last = len(tiles) - 1
            own += tiles[:last]
            steps.append((kind, tiles))
        steps += [("north", None)] * len(hand.get("bonus", ""))
        self.dealt[n] = [self._take(tile) for tile in own]
        for _, tiles in melds:
            self._take(tiles[-1])
        for _ in hand.get("bonus", ""):
            self._take("N")
        if win["by"] == "self_draw" or n == self.winners[0]:
            self._take(hand["winning_tile"])
        steps.sort(key=lambda step: (step[0] != "claim", len(step[1] or "")))
        final: list[Step] = []
        if "kong_replacement" in ways:
            final = [next(step for step in reversed(steps) if len(step[1] or "") == 4)]
        elif "flower_replacement" in ways:
            final = [("north", None)]
        for step in final:
            steps.remove(step)
        if "double_riichi" in ways:
            yield "riichi", None
            if "ippatsu" not in ways:
                yield "plain", None
            yield from steps
        else:
            yield "plain", None
            yield from steps
            if "riichi" in ways:
                yield "ippatsu" if "ippatsu" in ways else "riichi", None
                if "ippatsu" not in ways:
                    yield "plain", None
        yield from (("final", step) for step in final)

    def made(self) -> Played:
        """Play until the hand is over."""
        player = 0
        for _ in range(70):
            following = self._turn(player)
            if following is None:
                break
            player = following
        else:
            raise AssertionError(f"no end: {self.document}")
        dealt = [self.dealt[(n - self.deal % 4) % self.count] for n in range(self.count)]
        events = [
            event._replace(seat=(event.seat + self.deal % 4) % self.count) for event in self.events
        ]
        return Played(self.document, self.expect, self.deal, dealt, events)

    def _ready(self, besides: tuple[str, ...] = ()) -> bool:
        left = [step[0] for plan in self.plans for step in plan]
        return all(kind in besides for kind in left)

    def _turn(self, player: int) -> int | None:
        """Play a turn; return who is next, None at the end."""
        plan = self.plans[player]
        if self.document.get("draw") and self._ready():
            return None
        if self._ready(("final",)):
            done = self._end(player)
            if done:
                return None
        claimer = self._claimer(player)
        if claimer is not None:
            return self._claim(player, claimer)
        step: Step = plan[0] if plan else ("plain", None)
        kind, what = step
        if (
            kind == "claim"
            or (kind == "ippatsu" and not self._ready(("ippatsu",)))
            or kind == "final"
        ):
            kind = "plain"
        elif plan:
            plan.popleft()
        if kind == "kong":
            self._lay_kong(player, what)
        elif kind == "north":
            self._lay_north(player)
        self._draw_and_discard(player, kind in ("riichi", "ippatsu"))
        return (player + 1) % self.count

    def _draw(self, player: int, tile: str) -> None:
        self.events.append(Drawn(player, tile))

    def _draw_and_discard(self, player: int, riichi: bool = False) -> None:
        nagashi = {SEATS.index(event["by"]) for event in self.document.get("events", ())}
        outer = player in nagashi
        tile = self._any(lambda tile: (tile[0] in "02345678") != outer if nagashi else True)
        self._draw(player, tile)
        self.events.append(Discarded(player, tile, riichi))

    def _lay_kong(self, player: int, tiles: list[str]) -> None:
        self._draw(player, tiles[-1])
        self.events.append(Called(player, "closed_kong", tuple(tiles), tiles[-1]))

    def _lay_north(self, player: int) -> None:
        self._draw(player, "N")
        self.events.append(Called(player, "north", ("N",), "N"))

    def _claimer(self, giver: int) -> int | None:
        """Who claims what this player discards: nobody before all who declare double riichi."""
        early = [
            "double_riichi" in self.told[n]["win"].get("with", ()) and self.plans[n]
            for n in self.winners
        ]
        if any(early):
            return None
        for n in self.winners:
            if n != giver and self.plans[n] and self.plans[n][0][0] == "claim":
                tiles = self.plans[n][0][1]
                if (giver + 1) % self.count == n or _is_same(tiles):
                    return n
        return None

    def _claim(self, giver: int, claimer: int) -> int:
        tiles = self.plans[claimer].popleft()[1]
        self._lay_claimed(giver, claimer, tiles)
        if len(tiles) == 4:
            self._draw_and_discard(claimer)
        else:
            self.events.append(Discarded(claimer, self.junk[claimer].pop()))
        return (claimer + 1) % self.count

    def _lay_claimed(self, giver: int, claimer: int, tiles: list[str]) -> None:
        self._draw(giver, tiles[-1])
        self.events.append(Discarded(giver, tiles[-1]))
        kind: CallKind = "open_kong" if len(tiles) == 4 else "pon" if _is_same(tiles) else "chi"
        self.events.append(Called(claimer, kind, tuple(tiles), tiles[-1]))

    def _end(self, player: int) -> bool:
        """Let the hand be won in this turn, if it can be."""
        first = self.told[self.winners[0]]
        tile = first["hand"]["winning_tile"]
        if first["win"]["by"] == "discard":
            if SEATS[player] != first["win"]["from"]:
                return False
            self._draw(player, tile)
            self.events.append(Discarded(player, tile))
            return True
        winner = self.winners[0]
        last: Step = self.plans[winner][0][1] if self.plans[winner] else ("", None)
        kind, what = last
        if kind == "claim" and player != winner:
            self._lay_claimed(player, winner, what)
        elif player != winner or kind == "claim":
            return False
        elif kind == "kong":
            self._lay_kong(player, what)
        elif kind == "north":
            self._lay_north(player)
        self._draw(winner, tile)
        return True


def _is_same(tiles: list[str]) -> bool:
    return len({tile.replace("0", "5") for tile in tiles}) == 1


# Tenhou's JSON


def json_log(hands: list[Played], **beside: Any) -> Json:
    """The log of these hands, as tenhou.net/6 has it."""
    players = hands[0].players
    east = hands[0].document.get("options", {}).get("length") == "east"
    rule = {"disp": f"{'三' if players == 3 else ''}般{'東' if east else '南'}喰赤", "aka": 1}
    names = ["A", "B", "C", "D"][:players] + [""] * (4 - players)
    return {"name": names, "rule": rule, "log": [_row(hand) for hand in hands], **beside}


def code_of(tile: str) -> int:
    """A tile as the JSON has it."""
    number = TILE_BY_NUMBER.index(tile.replace("0", "5"))
    if tile[0] == "0":
        return 51 + number // 9
    return (number // 9 + 1) * 10 + number % 9 + 1


def _codes(text: str) -> list[int]:
    return [code_of(tile) for tile in tiles_of(text)]


def _row(hand: Played) -> list[Any]:
    document, players = hand.document, hand.players
    standing = document.get("standing") or dict.fromkeys(document["players"], 25000)
    row: list[Any] = [
        [hand.deal, document["honba"], document["riichi_sticks"]],
        hand.by_place(standing) + [0] * (4 - players),
        _codes(document.get("dora_indicators", "E")),
        _codes(document.get("ura_indicators", "")),
    ]
    for n in range(4):
        row += (
            [[code_of(tile) for tile in hand.dealt[n]], *_lists(hand, n)]
            if n < players
            else [[]] * 3
        )
    return [*row, _result(hand)]


def _lists(hand: Played, player: int) -> tuple[list[Any], list[Any]]:
    """What a player took, and gave."""
    taken: list[Any] = []
    acts: list[Any] = []
    giver, drawn = -1, ""
    for event in hand.events:
        if isinstance(event, Discarded):
            giver = event.seat
        if event.seat != player:
            continue
        if isinstance(event, Drawn):
            taken.append(code_of(event.tile))
            drawn = event.tile
        elif isinstance(event, Discarded):
            code = 60 if event.tile == drawn else code_of(event.tile)
            acts.append(f"r{code}" if event.riichi else code)
        else:
            _add_call(event, (player - giver) % 4, taken, acts)
            drawn = ""
    return taken, acts


def _add_call(call: Called, left: int, taken: list[Any], acts: list[Any]) -> None:
    """Add a call; ``left`` is how many places to the left the discarder sits."""
    codes = [str(code_of(tile)) for tile in call.tiles]
    if call.kind == "north":
        acts.append("f44")
    elif call.kind == "closed_kong":
        acts.append("".join(codes[:3]) + "a" + codes[3])
    elif call.kind == "chi":
        taken.append("c" + codes[-1] + "".join(codes[:-1]))
    else:
        at = left - 1 if call.kind == "pon" or left < 3 else 3
        letter = "p" if call.kind == "pon" else "m"
        own = codes[:-1]
        taken.append("".join(own[:at]) + letter + codes[-1] + "".join(own[at:]))
        if call.kind == "open_kong":
            acts.append(0)


def _result(hand: Played) -> list[Any]:
    document, expect, players = hand.document, hand.expect, hand.players
    net = hand.by_place(expect["net"]) + [0] * (4 - players)
    wins = [(seat, told["win"]) for seat, told in document["players"].items() if "win" in told]
    if not wins:
        kind = "nagashi" if document.get("events") else document["draw"]
        if kind == "exhaustive" and not any(net):
            tenpai = any(told.get("tenpai") for told in document["players"].values())
            return ["全員聴牌" if tenpai else "全員不聴"]
        return [next(name for name, draw in JSON_DRAWS.items() if draw == kind), net]
    result: list[Any] = ["和了"]
    for n, (seat, win) in enumerate(wins):
        winner = hand.place(seat)
        by = hand.place(win["from"]) if "from" in win else winner
        liable = hand.place(win["liable"]) if "liable" in win else winner
        texts = _texts(hand, seat, win)
        result += [net if n == 0 else [0] * 4, [winner, by, liable, *texts]]
    return result


def _texts(hand: Played, seat: str, win: Json) -> list[str]:
    score = hand.expect["scores"][seat]
    points = f"{score['points']}点"
    if "from" not in win and "liable" not in win:
        honba = 100 * hand.document["honba"]
        paid = {
            other: -moved - honba for other, moved in hand.expect["net"].items() if other != seat
        }
        points = f"{paid['S']}点∀" if seat == "E" else f"{min(paid.values())}-{paid['E']}点"
    if "yakuman" in score:
        return [f"役満{points}", *(f"{JAPANESE[rule]}(役満)" for rule in score["yakuman"])]
    yaku = [f"{JAPANESE[rule]}({han}飜)" for rule, han in score["yaku"].items()]
    return [f"{score['fu']}符{score['han']}飜{points}", *yaku]


# mjlog


def mjlog(hands: list[Played], owari: str = "") -> str:
    """The log of these hands as XML."""
    players = hands[0].players
    east = hands[0].document.get("options", {}).get("length") == "east"
    rule = 1 | (0 if east else 8) | (16 if players == 3 else 0)
    names = " ".join(
        f'n{n}="{name}"' for n, name in enumerate(["%41", "%42", "%43", "%44"][:players])
    )
    elements = [f'<GO type="{rule}" lobby="0"/>', f"<UN {names}/>", '<TAIKYOKU oya="0"/>']
    for hand in hands:
        elements += _elements(hand)
    if owari:
        elements[-1] = elements[-1].replace("/>", f' owari="{owari}"/>')
    return f'<mjloggm ver="2.3">{"".join(elements)}</mjloggm>'


def number_of(tile: str) -> int:
    """A number of a tile: the first of the fives is red."""
    return 4 * TILE_BY_NUMBER.index(tile.replace("0", "5")) + (tile[0] != "0" and len(tile) > 1)


def _numbers(tiles: list[str]) -> str:
    return ",".join(str(number_of(tile)) for tile in tiles)


def _elements(hand: Played) -> Iterator[str]:
    document = hand.document
    standing = document.get("standing") or dict.fromkeys(document["players"], 25000)
    ten = [points // 100 for points in hand.by_place(standing)]
    dora, *more = tiles_of(document.get("dora_indicators", "E"))
    seed = [hand.deal, document["honba"], document["riichi_sticks"], 1, 2, number_of(dora)]
    dealt = " ".join(f'hai{n}="{_numbers(tiles)}"' for n, tiles in enumerate(hand.dealt))
    yield f'<INIT seed="{_listed(seed)}" ten="{_listed(ten)}" oya="{hand.deal % 4}" {dealt}/>'
    giver = -1
    for event in hand.events:
        if isinstance(event, Drawn):
            yield f"<{'TUVW'[event.seat]}{number_of(event.tile)}/>"
        elif isinstance(event, Discarded):
            giver = event.seat
            if event.riichi:
                yield f'<REACH who="{giver}" step="1"/>'
            yield f"<{'DEFG'[giver]}{number_of(event.tile)}/>"
        else:
            yield f'<N who="{event.seat}" m="{encoded(event, (giver - event.seat) % 4)}"/>'
    for tile in more:
        yield f'<DORA hai="{number_of(tile)}"/>'
    yield from _ends(hand, [points // 100 for points in hand.by_place(hand.expect["net"])], ten)


def encoded(call: Called, giver: int) -> int:
    """A call as a number; ``giver`` is how many places to the right the discarder sits."""
    numbers = sorted(number_of(tile) for tile in call.tiles)
    kind = numbers[0] // 4
    if call.kind == "chi":
        called = numbers.index(number_of(call.taken))
        code = (kind // 9 * 7 + kind % 9) * 3 + called << 10 | 4 | giver
        return code | sum((number & 3) << 3 + 2 * n for n, number in enumerate(numbers))
    if call.kind == "pon":
        # The one that is left out; the first of the fives is red.
        left_out = 3 if any(tile[0] == "0" for tile in call.tiles) or len(call.tiles[0]) < 2 else 0
        pon = [n for n in range(4) if n != left_out]
        red = call.taken[0] == "0"
        called = pon.index(0) if red else len(pon) - 1
        return kind * 3 + called << 9 | left_out << 5 | 8 | giver
    if call.kind == "north":
        return numbers[0] << 8 | 0x20
    return number_of(call.taken) << 8 | (giver if call.kind == "open_kong" else 0)


def _listed(numbers: list[Any]) -> str:
    return ",".join(map(str, numbers))


def _ends(hand: Played, net: list[int], ten: list[int]) -> Iterator[str]:
    document, expect = hand.document, hand.expect
    sc = _listed([number for pair in zip(ten, net, strict=True) for number in pair])
    wins = [(seat, told["win"]) for seat, told in document["players"].items() if "win" in told]
    if not wins:
        kind = "nagashi" if document.get("events") else document["draw"]
        code = next(code for code, draw in DRAW_BY_TYPE.items() if draw == kind)
        of_kind = f'type="{code}" ' if code else ""
        tenpai = " ".join(
            f'hai{hand.place(seat)}="1"'
            for seat, told in document["players"].items()
            if told.get("tenpai")
        )
        yield f'<RYUUKYOKU {of_kind}ba="0,0" sc="{sc}" {tenpai}/>'
    for n, (seat, win) in enumerate(wins):
        score, who = expect["scores"][seat], hand.place(seat)
        by = hand.place(win["from"]) if "from" in win else who
        pao = f'paoWho="{hand.place(win["liable"])}" ' if "liable" in win else ""
        if "yakuman" in score:
            ids = _listed([YAKU_BY_NUMBER.index(rule) for rule in score["yakuman"]])
            yaku = f'yakuman="{ids}"'
        else:
            pairs = [(YAKU_BY_NUMBER.index(rule), han) for rule, han in score["yaku"].items()]
            yaku = f'yaku="{_listed([number for pair in pairs for number in pair])}"'
        ura = tiles_of(document.get("ura_indicators", "")) if "riichi" in str(win) else []
        under = f'doraHaiUra="{_numbers(ura)}" ' if ura else ""
        changes = sc if n == 0 else _listed([x for points in ten for x in (points, 0)])
        yield (
            f'<AGARI ba="0,0" ten="{score.get("fu", 0)},{score["points"]},0" {yaku} {under}{pao}'
            f'who="{who}" fromWho="{by}" sc="{changes}"/>'
        )
