"""Riichi's tables at random beside a second reading of the rule text: who pays, who takes the
deposits, the deal, the end of a session and its result. The hands are agreed ones, so that nothing
but the table is asked."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests import plain as scorer
from tests.corpus import RIICHI_BLOCKS, RIICHI_TABLES

ROUNDS = range(RIICHI_BLOCKS)
SEATS = "ESWN"
ABORTIVE = ("nine_terminals", "four_winds", "four_riichi", "four_kongs")
DEFAULTS: dict[str, Any] = {
    option["name"]: option["default"] for option in scorer.ruleset("riichi")["options"]
}
Json = dict[str, Any]


@dataclass
class Outcome:
    """What comes of a hand: payments, who takes deposits and who lays them, and the deal."""

    net: dict[str, int]
    laid: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    stays: bool = False
    honba: int = 0
    sticks: int = 0

    def pay(self, payer: str, payee: str, amount: int) -> None:
        self.net[payer] -= amount
        self.net[payee] += amount


def hundred(points: int) -> int:
    return -(-points // 100) * 100


def base_points_of(agreed: Json, options: Json) -> int:
    if "yakuman" in agreed:
        return 8000 * int(agreed["yakuman"])
    han = agreed["han"]
    if han >= 13:
        return 8000 if options["counted_yakuman"] == "yakuman" else 6000
    for least, base in ((11, 6000), (8, 4000), (6, 3000), (5, 2000)):
        if han >= least:
            return base
    base = int(agreed["fu"]) * 2 ** (han + 2)
    return 2000 if base > 1920 or (base == 1920 and options["kiriage"]) else base


def drawn(found: Outcome, winner: str, base: int, each: int, options: Json) -> None:
    """All others pay for a drawn tile, and ``each`` pays for the counters."""
    three = len(found.net) == 3 and not options["tsumo_loss"]
    for seat in found.net:
        if seat != winner:
            tenths = base * (20 if "E" in (winner, seat) else 10)
            tenths += base * (10 if winner == "E" else 5) if three else 0
            found.pay(seat, winner, hundred(-(-tenths // 10)) + each)


def discarded(found: Outcome, winner: str, win: Json, base: int, counters: tuple[int, str]) -> None:
    """Who discarded pays, or shares with who is liable; ``counters``: how much, and by which of
    the two."""
    whole = hundred(base * (6 if winner == "E" else 4))
    loser, liable, (points, by) = win["from"], win.get("liable"), counters
    if liable in (None, loser):
        found.pay(loser, winner, whole + points)
        return
    found.pay(liable, winner, whole // 2 + (points if by == "liable" else 0))
    found.pay(loser, winner, whole // 2 + (points if by == "discarder" else 0))


def won(document: Json, found: Outcome, order: list[str], options: Json) -> None:
    """Those who are paid, the first in turn first."""
    players, counters = document["players"], document["honba"]
    each = options["counter_points"] // 3 * counters
    whole, own_back = each * (len(found.net) - 1), options["several_winners"] == "own_back"
    if options["multiple_ron"] == "head_bump":
        order = order[:1]
    for winner in order:
        win, base = players[winner]["win"], base_points_of(players[winner]["agreed"], options)
        if "from" in win:
            due = whole if winner == order[0] or own_back else 0
            discarded(found, winner, win, base, (due, options["pao_honba"]))
        elif "liable" in win:
            found.pay(win["liable"], winner, hundred(base * (6 if winner == "E" else 4)) + whole)
        else:
            drawn(found, winner, base, each, options)
    for winner in order[1:] if own_back else ():
        if winner in found.laid:
            found.taken[winner] = 1000
    take_rest(document, found, order[0])
    goes_on(document, found, "E" in order and options["dealer_repeat"] != "none")


def take_rest(document: Json, found: Outcome, first: str) -> None:
    rest = sum(found.laid.values()) + 1000 * document["riichi_sticks"] - sum(found.taken.values())
    if rest:
        found.taken[first] = rest


def goes_on(document: Json, found: Outcome, stays: bool) -> None:
    """After a win: one more counter where East stays, else none."""
    found.stays, found.honba = stays, document["honba"] + 1 if stays else 0


def undecided(document: Json, found: Outcome, stays: bool) -> Outcome:
    """After a draw: one more counter, and the deposits stay."""
    found.stays, found.honba = stays, document["honba"] + 1
    found.sticks = document["riichi_sticks"] + len(found.laid)
    return found


def exhausted(document: Json, found: Outcome, options: Json) -> Outcome:
    """An empty wall: nagashi mangan, or noten."""
    seats, players = [*found.net], document["players"]
    waits = [seat for seat in seats if players[seat].get("tenpai") or seat in found.laid]
    made = [seat for seat in seats if {"event": "nagashi_mangan", "by": seat} in document["events"]]
    as_win = options["nagashi_mangan"] == "win"
    for seat in made:
        each = (
            options["counter_points"] // 3 * document["honba"] if as_win and seat == made[0] else 0
        )
        drawn(found, seat, 2000, each, options)
    if made and as_win:
        take_rest(document, found, made[0])
        goes_on(document, found, "E" in made and options["dealer_repeat"] != "none")
        return found
    others = [seat for seat in seats if seat not in waits]
    for payer in others if not made else ():
        for payee in waits:
            share = options["noten"] * (len(seats) - 1) // 3 // len(others) // len(waits)
            found.pay(payer, payee, share)
    return undecided(document, found, "E" in waits and options["dealer_repeat"] == "tenpai")


def expected(document: Json) -> Outcome:
    """What the rule text makes of this table."""
    options, players = DEFAULTS | document["options"], document["players"]
    seats = [*players]
    found = Outcome(dict.fromkeys(seats, 0))
    faults = [event["by"] for event in document["events"] if event["event"] == "chombo"]
    if faults:
        for seat in seats if options["chombo"] == "reverse_mangan" else ():
            if seat != faults[0]:
                found.pay(faults[0], seat, 4000 if "E" in (seat, faults[0]) else 2000)
        found.stays, found.honba, found.sticks = True, document["honba"], document["riichi_sticks"]
        return found
    found.laid = {seat: 1000 for seat in seats if in_riichi(players[seat])}
    winners = [seat for seat in seats if "win" in players[seat]]
    if not winners:
        if "draw" in document:
            return undecided(document, found, options["dealer_repeat"] != "none")
        return exhausted(document, found, options)
    loser = players[winners[0]]["win"].get("from")
    if loser is not None:
        after = seats.index(loser) + 1
        winners = [seat for seat in seats[after:] + seats[:after] if seat in winners]
    if len(winners) == 3 and options["triple_ron"] == "draw":
        return undecided(document, found, options["dealer_repeat"] != "none")
    won(document, found, winners, options)
    return found


def in_riichi(player: Json) -> bool:
    return bool(player.get("riichi")) or "riichi" in player.get("win", {}).get("with", ())


def some_options(rng: random.Random) -> Json:
    choices: dict[str, tuple[object, ...]] = {
        "counted_yakuman": ("yakuman", "sanbaiman"),
        "kiriage": (True, False),
        "multiple_ron": ("head_bump", "all"),
        "triple_ron": ("paid", "draw"),
        "several_winners": ("first", "own_back"),
        "pao_honba": ("discarder", "liable"),
        "counter_points": (0, 300, 1500),
        "noten": (0, 3000, 6000),
        "nagashi_mangan": ("draw", "win"),
        "chombo": ("after_uma", "reverse_mangan"),
        "dealer_repeat": ("tenpai", "win", "none"),
        "tsumo_loss": (True, False),
    }
    return {name: rng.choice(values) for name, values in choices.items()} | {"abortive_draws": True}


def some_hand(rng: random.Random) -> Json:
    if rng.random() < 0.2:
        return {"yakuman": rng.choice((1, 2))}
    han = rng.randint(1, 14)
    return {"han": han} if han >= 5 else {"han": han, "fu": rng.randrange(30, 120, 10)}


def some_table(rng: random.Random) -> Json:
    seats = [*rng.choice(("ESWN", "ESWN", "ESW"))]
    players: dict[str, Json] = {seat: {} for seat in seats}
    told: Json = {"ruleset": "riichi", "prevailing": "E", "players": players, "events": []}
    told |= {
        "options": some_options(rng),
        "honba": rng.randrange(4),
        "riichi_sticks": rng.choice((0, 2)),
    }
    ended = rng.choice(
        ("discard", "discard", "self_draw", "exhaustive", "nagashi", "abortive", "chombo")
    )
    loser = rng.choice(seats)
    others = [seat for seat in seats if seat != loser]
    if ended in ("discard", "self_draw"):
        several = rng.choice((1, 1, 2, len(others))) if ended == "discard" else 1
        for winner in rng.sample(others, several):
            win: Json = {"by": ended, "with": rng.choice(([], ["riichi"]))}
            win |= {"from": loser} if ended == "discard" else {}
            agreed = some_hand(rng)
            if "yakuman" in agreed and rng.random() < 0.5:
                win["liable"] = rng.choice([seat for seat in seats if seat != winner])
            players[winner] = {"agreed": agreed, "win": win}
    for player in players.values():
        if "win" not in player and rng.random() < 0.3:
            player["riichi"] = True
        elif ended in ("exhaustive", "nagashi") and rng.random() < 0.4:
            player["tenpai"] = True
    if ended == "nagashi":
        made = rng.sample(seats, rng.choice((1, 1, 2)))
        told["events"] = [{"event": "nagashi_mangan", "by": seat} for seat in made]
    elif ended == "chombo":
        told["events"] = [{"event": "chombo", "by": loser}]
    elif ended == "abortive":
        told["draw"] = rng.choice(ABORTIVE)
        if told["draw"] == "four_riichi" and len(seats) == 4:
            players.update({seat: {"riichi": True} for seat in seats})
        elif told["draw"] == "four_riichi":
            told["draw"] = "nine_terminals"
    return told


@pytest.mark.by_day(4, "round_")
@pytest.mark.parametrize("round_", ROUNDS)
def test_tables_go_as_the_rule_text_has_it(round_: int) -> None:
    rng = random.Random(round_)
    for _ in range(RIICHI_TABLES):
        told = some_table(rng)
        answer, wanted = scorer.settle(told), expected(told)
        laid = {taken["seat"]: taken["amount"] for taken in answer["deductions"]}
        went = answer["next"]
        assert answer["net"] == wanted.net, told
        assert (laid, answer.get("awards", {})) == (wanted.laid, wanted.taken), told
        deal = (went["seats"] == "stay", went["honba"], went["riichi_sticks"])
        assert deal == (wanted.stays, wanted.honba, wanted.sticks), told


# The session and its result


def some_session(rng: random.Random) -> Json:
    """An exhaustive draw late in a session."""
    seats = [*rng.choice(("ESWN", "ESWN", "ESW"))]
    more = 10_000 if len(seats) == 3 else 0
    choices: dict[str, tuple[object, ...]] = {
        **dict.fromkeys(("agari_yame", "bankruptcy", "extension"), (True, False)),
        **dict.fromkeys(("start_points", "return_points", "target"), (25_000, 30_000)),
        "uma_first": (15_000, 30_000),
        "uma_second": (5_000, 10_000),
        "uma_ties": ("shared", "seat_order"),
        "leftover_sticks": ("first", "lost"),
        "length": ("east", "east_south", "full"),
        "noten": (0, 3000),
    }
    scores = (-1_000, 500, 20_000, 25_000, 29_000, 30_000, 31_000, 35_000)
    told: Json = {
        "ruleset": "riichi",
        "prevailing": rng.choice(SEATS),
        "deals_passed": rng.randrange(len(seats)),
        "riichi_sticks": rng.randrange(3),
        "options": {name: rng.choice(values) for name, values in choices.items()},
        "players": {seat: {"tenpai": rng.random() < 0.4} for seat in seats},
        "events": [],
        "honba": 0,
    }
    if rng.random() < 0.8:
        told["standing"] = {seat: rng.choice(scores) + more for seat in seats}
    return told


def over(document: Json, after: dict[str, int] | None, stays: bool) -> bool | None:
    """Whether the session is over; None where untold scores decide."""
    options, players = DEFAULTS | document["options"], len(document["players"])
    target = options["target"] + (10_000 if players == 3 else 0)
    reached = None if after is None else max(after.values()) >= target
    last = {"east": 0, "east_south": 1, "full": 3}[options["length"]]
    now, last_deal = SEATS.index(document["prevailing"]), document["deals_passed"] == players - 1
    ends: bool | None = False
    if now == last and last_deal and not stays:
        ends = reached if options["extension"] and last < 3 else True
    elif now == last + 1 and options["extension"] and not stays:
        ends = last_deal or reached
    elif now > last + options["extension"]:
        ends = True
    elif (now > last or (now == last and last_deal)) and options["agari_yame"]:
        ends = None if after is None else after["E"] >= target and east_leads(document, after)
    broke: bool | None = False
    if options["bankruptcy"]:
        broke = None if after is None else min(after.values()) < 0
    if True in (ends, broke):
        return True
    return None if None in (ends, broke) else False


def east_leads(document: Json, after: dict[str, int]) -> bool:
    """Whether East has the first place, and alone."""
    seats, passed, options = [*after], document["deals_passed"], DEFAULTS | document["options"]
    best = [seat for seat in seats if after[seat] == max(after.values())]
    if options["uma_ties"] == "shared":
        return best == ["E"]
    order = [seats[place - passed] for place in range(len(seats))]
    return min(best, key=order.index) == "E"


def shares(document: Json, after: dict[str, int]) -> dict[str, float]:
    """What each takes from the session, were it over."""
    options, seats, passed = DEFAULTS | document["options"], [*after], document["deals_passed"]
    count, more = len(seats), 10_000 if len(seats) == 3 else 0
    order = [seats[place - passed] for place in range(count)]
    shared = options["uma_ties"] == "shared"
    ranked = sorted(seats, key=lambda seat: (-after[seat], order.index(seat)))
    first, second = options["uma_first"], options["uma_second"]
    uma = [first, 0, -first] if count == 3 else [first, second, -second, -first]
    uma[0] += (options["return_points"] - options["start_points"]) * count
    found = {}
    for place, seat in enumerate(ranked):
        equal = [n for n, other in enumerate(ranked) if after[other] == after[seat]]
        places = equal if shared else [place]
        left = document["riichi_sticks"] * 1000 if options["leftover_sticks"] == "first" else 0
        score = after[seat] + (left // len(places) // 100 * 100 if 0 in places else 0)
        taken = sum(uma[n] for n in places) / len(places)
        found[seat] = (score - options["return_points"] - more + taken) / 1000
    return found


@pytest.mark.by_day(4, "round_")
@pytest.mark.parametrize("round_", ROUNDS)
def test_sessions_end_as_the_rule_text_has_it(round_: int) -> None:
    rng = random.Random(f"session {round_}")
    for _ in range(RIICHI_TABLES):
        told = some_session(rng)
        answer, wanted = scorer.settle(told), expected(told)
        before, after = told.get("standing"), None
        if before is not None:
            after = {seat: score + wanted.net[seat] for seat, score in before.items()}
            assert answer["standing"] == after, told
            assert answer["table_points"] == pytest.approx(shares(told, after)), told
        assert answer["next"]["session_over"] is over(told, after, wanted.stays), told
