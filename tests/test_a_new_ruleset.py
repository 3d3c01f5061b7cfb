"""A ruleset is declared in its own file and nowhere else: this one is, and all that the service
does with a ruleset is asked of it. It plays seventeen tiles, faan that a table turns into money,
flowers among them, no wind of the round, and a discard that several players may win on."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from scorer.grammar.fan.book import FanBook
from scorer.grammar.reading import Reading
from scorer.hand import DISCARD, ROBBED_KONG, SELF_DRAW
from scorer.rulebook import Dealt, Field, Onward, Source
from scorer.rules import BOOKS
from scorer.service import create_app
from scorer.settle import WINDS, Happened, Settlement
from scorer.sheet import Payment
from scorer.speech import say
from scorer.tiles import DRAGONS
from tests import plain as scorer
from tests.drawn import Json, check_balance

HOUSE = Source("house", "the club's leaflet", "Our table", "the club", 2026, "")
book = FanBook(
    "club_faan",
    "Club faan",
    summary="Faan that a table turns into money.",
    version="1",
    sources=(HOUSE,),
    book_of_fan=HOUSE,
    shapes=(),
)
book.tally = {"fan": "the faan"}
book.hand_tiles = 16
book.needs_prevailing = False
book.most_winners = lambda options: 3
book.integer("minimum", 1, least=0, most=5, meaning="the fewest faan that win")
book.integer("limit", 4, least=3, most=13, meaning="the faan that pay most")
book.preset("club", "as our club plays")
TABLE = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)


book.worth = lambda total, options: TABLE[total]


@book.fan(1, 1, "Own draw", "自摸")
def drawn_by_oneself(h: Reading) -> bool:
    """the winning tile drawn from the wall"""
    return bool(h.facts & SELF_DRAW)


@book.fan(2, 1, "Dragon pung", "三元牌", each=True)
def dragon_pung(h: Reading) -> int:
    """a pung or kong of dragons"""
    return h.pungs & DRAGONS


@book.fan(3, 3, "All pungs", "對對糊")
def only_pungs(h: Reading) -> bool:
    """five pungs or kongs and a pair"""
    return not h.chows


@book.fan(4, 1, "Flower", "花", each=True)
def a_flower(h: Reading) -> int:
    """each flower and each season"""
    return h.bonus


@book.pays
def payments(table: Settlement, winner: int) -> list[Payment]:
    """Who discards pays double; a draw is paid by all."""
    payers = [table.discarder] if table.facts & (DISCARD | ROBBED_KONG) else table.others(winner)
    times = 2 if table.facts & (DISCARD | ROBBED_KONG) else 1
    because = say("{winner} won {score}", winner=WINDS[winner], score=table.scores[winner])
    return [
        Payment(payer, winner, times * table.scores[winner], because)
        for payer in payers
        if payer is not None
    ]


@book.event("the club's leaflet", Field("value", "integer", "what is paid"))
def late(table: Settlement, happened: Happened) -> None:
    """who is late pays each of the others"""
    table.fine_to_each(happened.by, happened.value or 1, say("late"), doubling=False)


@book.deal
def deal(hand: Dealt) -> Onward:
    return Onward(0 in hand.winners, say("East keeps the deal by winning"))


MELDS = ("RRR", "222b", "333b", "444c", "SSS")
PUNGS = {"concealed": "1b 1b", "melds": [{"tiles": tiles} for tiles in MELDS]}
WON: Json = {
    "ruleset": "club_faan",
    "seat": "S",
    "hand": {**PUNGS, "bonus": "F1", "winning_tile": "1b"},
    "win": {"by": "discard", "from": "E"},
}
OTHER = {"concealed": "123b 456b 789c 99d GGG 333d", "winning_tile": "9d"}
TWO_WIN: Json = {
    "ruleset": "club_faan",
    "players": {
        "E": {},
        "S": {"hand": WON["hand"], "win": WON["win"]},
        "W": {"hand": OTHER, "win": WON["win"]},
        "N": {},
    },
    "events": [{"event": "late", "by": "N", "value": 2}],
}


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    BOOKS["club_faan"] = book
    yield
    del BOOKS["club_faan"]


def test_its_hand_is_scored_to_its_limit_and_paid_by_its_table() -> None:
    answer = scorer.score(WON)
    lines = {line["id"]: line["amount"] for line in answer["lines"]}
    assert lines == {"dragon-pung": 1, "only-pungs": 3, "a-flower": 1}
    assert (answer["total"], answer["limit"]["reached"], answer["tally"]) == (4, True, {"fan": 5})
    assert [(one["from"], one["amount"]) for one in answer["payments"]] == [("E", 32)]


def test_two_players_win_on_one_discard_and_each_is_paid() -> None:
    answer = scorer.settle(TWO_WIN)
    paid = [(one["from"], one["to"], one["amount"]) for one in answer["payments"]]
    assert paid == [("E", "S", 32), ("E", "W", 4), *[("N", seat, 2) for seat in "ESW"]]
    check_balance(answer, TWO_WIN["players"])
    assert answer["next"]["winds"] == {"E": "N", "S": "E", "W": "S", "N": "W"}


def test_it_is_listed_described_drawn_and_explained() -> None:
    client = create_app({"LOG_REQUESTS": False}).test_client()
    listed = client.get("/api/v1/rulesets/club_faan").get_json()
    assert [rule["name"] for rule in listed["rules"]][1:] == ["Dragon pung", "All pungs", "Flower"]
    assert "club_faan" in json.dumps(client.get("/openapi.json").json)
    for path in ("/?rules=club_faan", "/table?rules=club_faan", "/waits?rules=club_faan"):
        assert "Club faan" in client.get(path).text
    assert "A pung or kong of dragons" in client.get("/rules/club_faan").text
    sent = client.post("/api/v1/score", json=WON).get_json()
    assert "Dragon pung" in client.get(sent["page"]).text
