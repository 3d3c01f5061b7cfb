"""The contract's own list of special hands, worked out by hand: tiles in, lines out."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from tests import plain as scorer

Json = dict[str, Any]

RIVERSIDE = """@name Riverside special hands
[Limit hands]
Dragon's Gate: 123456789a DDDa UU                                  C limit
Four Blessings: NNN EEE WWW SSS XXa (pungs may be kongs)           X limit/2
Jade Sets: four sets and a pair (from 2b 3b 4b 6b 8b G; no chows)  X limit
[Half limits]
Heavenly Twins: seven pairs (one suit; different)                  C 500, fishing 200
All Pairs Green: seven pairs (from 2b 3b 4b 6b 8b G)               C 800
replaces Gates of Heaven: 1112345678999a + one more                CC limit
without Wriggling Snake
"""


def document(
    concealed: str,
    melds: tuple[str, ...] = (),
    winning: str | None = None,
    by: str = "self_draw",
    text: str = RIVERSIDE,
    **more: Any,
) -> Json:
    hand: Json = {"concealed": concealed, "melds": [{"tiles": tiles} for tiles in melds]}
    made: Json = {"ruleset": "british", "hand": hand, "seat": "S", "prevailing": "E"}
    if winning:
        hand["winning_tile"] = winning
        made["win"] = {"by": by} | ({"from": "W"} if by == "discard" else {})
    return made | {"options": {"special_hands": text}} | more


WINS = [
    # One suit from 1 to 9, its dragon and a pair of winds; the last tile may be claimed.
    ("123456789b GGG EE", (), "E", "self_draw", "special:dragons-gate", 1000),
    ("123456789c RRR NN", (), "5c", "discard", "special:dragons-gate", 1000),
    ("123456789d PPP SS", (), "P", "discard", "special:dragons-gate", 1000),
    # Pungs of all winds, one of them a kong, and a pair of numbers; exposed or not half the limit.
    # The guide's own four blessings, exposed, are worth as much; the book's come first.
    ("NNN EEE WWW 11b", ("SSSS",), "1b", "discard", "four-blessings", 500),
    # Seven different pairs of one suit.
    ("1122334455667b 7b", (), "7b", "discard", "special:heavenly-twins", 500),
    # Seven green pairs, one of them twice: 800; different they would be 500.
    ("2222b 33446688b GG", (), "G", "self_draw", "special:all-pairs-green", 800),
    # Seven different pairs of bamboo, all but one green: the twins.
    ("22334466885577b", (), "7b", "self_draw", "special:heavenly-twins", 500),
    # Four green pungs, one claimed, and a pair: the club's at the full limit, the guide's at half.
    ("333b 444b 66b 888b", ("222b",), "6b", "discard", "special:jade-sets", 1000),
    # The gates in place of the guide's: wholly concealed.
    ("1112345678999b 5b", (), "5b", "self_draw", "special:gates-of-heaven", 1000),
]


@pytest.mark.parametrize(("concealed", "melds", "winning", "by", "rule", "total"), WINS)
def test_the_line_and_the_total(
    concealed: str, melds: tuple[str, ...], winning: str, by: str, rule: str, total: int
) -> None:
    answer = scorer.score(document(concealed, melds, winning, by))
    assert (answer["lines"][0]["id"], answer["total"]) == (rule, total)
    assert answer["lines"][0]["kind"] == "limit"
    if rule.startswith("special:"):
        assert answer["lines"][0]["source"].startswith("Riverside special hands, line ")


REFUSED = [
    # A claimed chow: Dragon's Gate is concealed.
    ("456789b GGG EE", ("123b",), "E", "discard", "Dragon's Gate: the set 1b 2b 3b was claimed"),
    # The gates on a claimed tile: CC.
    (
        *("1112345678999b 5b", (), "5b", "discard"),
        "Gates of Heaven: the winning tile was claimed, not drawn",
    ),
    # The snake is not played here.
    ("1123456789b ESWN", (), "9b", "self_draw", "the tiles form no mahjong"),
    # A pair twice.
    ("1111b 2233445566b", (), "6b", "self_draw", "Heavenly Twins: a pair is there twice"),
]


@pytest.mark.parametrize(("concealed", "melds", "winning", "by", "reason"), REFUSED)
def test_what_it_is_not(
    concealed: str, melds: tuple[str, ...], winning: str, by: str, reason: str
) -> None:
    with pytest.raises(scorer.HandError) as caught:
        scorer.score(document(concealed, melds, winning, by))
    assert any(reason in problem.detail for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("concealed", "rule", "amount"),
    [
        # The club's own amount.
        ("1122334455667b", "special:heavenly-twins", 200),
        # Two fifths of 1000, and of 800.
        ("1112345678999b", "special:gates-of-heaven", 400),
        ("2222b 3344668b GG", "special:all-pairs-green", 320),
    ],
)
def test_one_tile_short(concealed: str, rule: str, amount: int) -> None:
    answer = scorer.score(document(concealed))
    (line,) = (line for line in answer["lines"] if line["id"] == rule)
    assert line["amount"] == amount == answer["total"]


def test_classical_scores_nothing_for_fishing_unless_the_club_says_so() -> None:
    short = document("1122334455667b", ruleset="classical")
    assert scorer.score(short)["total"] == 200
    short["options"] = {"special_hands": "Twins: seven pairs (one suit; different) C 500\n"}
    assert all(line["id"] != "special:twins" for line in scorer.score(short)["lines"])


def test_waits_for_a_special_hand() -> None:
    answer = scorer.waits(document("1123344556677b"))
    worth = {wait["tile"]: wait["self_draw"]["total"] for wait in answer["waits"]}
    assert worth["2b"] == 500


def test_the_nearest_hand() -> None:
    answer = scorer.nearest(
        {
            "ruleset": "british",
            "options": {"special_hands": RIVERSIDE},
            "hand": {"concealed": "112233445566b 7b"},
        }
    )
    near = answer["nearest"][0]
    assert near["short"] == 1
    assert any(entry["name"] == "Heavenly Twins" for entry in answer["nearest"])


def test_a_hand_explained() -> None:
    request = {
        "document": document("1122334455667b 7b", (), "7b"),
        "rule": "special:heavenly-twins",
    }
    assert scorer.explain(request)["counted"]
    request["rule"] = "special:jade-sets"
    answer = scorer.explain(request)
    assert (answer["counted"], answer["name"]) == (False, "Jade Sets")
    request["rule"] = "gates-of-heaven"
    assert "Gates of Heaven" in scorer.explain(request)["because"]
    request["rule"] = "wriggling-snake"
    assert scorer.explain(request)["because"] == "this club plays without it"


def test_doubles_of_the_ordinary_count() -> None:
    # 10 x 4 = 40 points of four concealed minor... counted by hand: mahjong 20, drawn 2, four
    # concealed minor pungs 4 each = 16, in all 38; all concealed 1, no chows 1, and the club's 2.
    text = (
        "Small Pungs: four sets and a pair (no chows; from 2345678b 2345678c 2345678d) "
        "X +2 doubles\n"
    )
    answer = scorer.score(document("222b 333c 444d 666b 88d", (), "8d", text=text))
    doubles = {line["id"]: line["amount"] for line in answer["lines"] if line["kind"] == "double"}
    assert doubles == {"special:small-pungs": 2, "no-chows": 1, "all-concealed": 1}
    assert (answer["tally"]["points"], answer["total"]) == (38, 38 << 4)


def test_what_is_nearly_there_is_told() -> None:
    text = "Closed Jade: four sets and a pair (from 23468b G; no chows) CC 700\n"
    answer = scorer.score(document("333b 444b 66b 888b 222b", (), "6b", "discard", text=text))
    (near,) = (entry for entry in answer["not_counted"] if entry["id"] == "special:closed-jade")
    assert near["because"] == "the winning tile was claimed, not drawn"


GOULASH = {"goulash": "blanks", "special_hands": RIVERSIDE}


def test_jokers_of_a_goulash_stand_for_tiles() -> None:
    # Six pairs of bamboo and two blanks for the seventh.
    answer = scorer.score(document("112233445566b J J", (), "6b", options=GOULASH))
    assert answer["lines"][0]["id"] == "special:heavenly-twins"
    # 1 to 9 with its dragon: two blanks stand for 9b and a wind.
    answer = scorer.score(document("12345678b J GGG E J", (), "8b", options=GOULASH))
    assert answer["total"] == 1000


@pytest.mark.parametrize("ruleset", ["mcr", "hongkong", "zungjung"])
def test_fan(ruleset: str) -> None:
    text = "Twin Runs: seven pairs (one suit; different) C 30\nNews: NEWS NEWS 123a 456a X 20\n"
    won = document("112244557788b 99b", (), "9b", ruleset=ruleset, text=text)
    answer = scorer.score(won)
    (line,) = (line for line in answer["lines"] if line["id"] == "special:twin-runs")
    assert (line["amount"], line["kind"]) == (30, answer["lines"][0]["kind"])
    # Two of each wind and six numbers, a chow of them claimed: no other rules have that.
    odd = document("NNEEWWSS 456d", ("123d",), "5d", "discard", ruleset=ruleset, text=text)
    answer = scorer.score(odd)
    assert "special:news" in [line["id"] for line in answer["lines"]]
    with pytest.raises(scorer.HandError):
        scorer.score(odd | {"options": {}})


def test_taiwanese_has_seventeen_tiles() -> None:
    text = "Five Winds: five sets and a pair (with EEE SSS WWW) X 20\n"
    won = document("EEE SSS WWW 123b 456b 99b", (), "9b", ruleset="taiwanese", text=text)
    answer = scorer.score(won)
    assert "special:five-winds" in [line["id"] for line in answer["lines"]]
    with pytest.raises(scorer.HandError, match="17 tiles"):
        scorer.score(won | {"options": {"special_hands": "A: seven pairs X 20\n"}})


def digest(text: str) -> str:
    return f"sha256:{sha256(text.encode()).hexdigest()}"


def test_answers_show_the_text_by_its_digest() -> None:
    won = document("123456789b GGG EE", winning="E")
    others = {seat: {"points": 8} for seat in "EWN"}
    settled = scorer.settle(
        {
            "ruleset": "british",
            "options": won["options"],
            "prevailing": "E",
            "players": {"S": {"hand": won["hand"], "win": won["win"]}, **others},
        }
    )
    for answer in (
        scorer.score(won),
        settled,
        settled["scores"]["S"],
        scorer.waits(document("123456789b GGG E")),
    ):
        assert answer["options"]["special_hands"] == digest(RIVERSIDE)
    plain = scorer.score({**document("111b 333b 555c 777d 9d", winning="9d"), "options": {}})
    assert plain["options"]["special_hands"] == ""


def test_answers_show_a_typed_card_by_its_digest_and_a_known_one_by_its_name() -> None:
    card = "@name Ours\n[Even; no-bonus]\nFFF 2222a 444b 8888a X 25\n"
    hand = {"concealed": "FFF 2222b 444c 8888b", "melds": [], "winning_tile": "8b"}
    typed = {
        "ruleset": "american",
        "options": {"card": card},
        "hand": hand,
        "win": {"by": "self_draw"},
        "seat": "W",
    }
    assert scorer.score(typed)["options"]["card"] == digest(card)
    known = {**typed, "options": {"card": "practice"}}
    assert scorer.score(known)["options"]["card"] == "practice"
