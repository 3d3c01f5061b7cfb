"""What a result shows first, and the same hand in other rulesets."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import scorer
from scorer.rulebook.settlement import fewest_transfers
from scorer.service.web.results.result_summary import payment_arrows

from .examples import HANDS, RULESETS, hand_of
from .page import EXAMPLE, Page
from .test_hand_page import get
from .test_table_page import AGREED

UNKNOWN = {
    "rules": "classical",
    "hand": "123b 567c 234d EEE 99d",
    "tile": "?",
    "won": "self_draw",
    "seat": "S",
    "round": "E",
}


def opened(client: FlaskClient, address: str, status: int = 200) -> Page:
    response = client.get(address)
    assert response.status_code == status
    return Page(response.text)


def test_the_fewest_transfers_leave_everybody_with_the_same() -> None:
    for east, south, west in product(range(-3, 4), repeat=3):
        net = {"E": east, "S": south, "W": west, "N": -east - south - west}
        found = fewest_transfers(net)
        left = dict.fromkeys(net, 0)
        for one in found:
            assert one["amount"] > 0
            left[one["from"]] -= one["amount"]
            left[one["to"]] += one["amount"]
        assert left == net
        assert len(found) <= max(0, sum(map(bool, net.values())) - 1)


def test_two_who_are_even_leave_one_payment_less() -> None:
    assert len(fewest_transfers({"E": 9, "S": 5, "W": -9, "N": -5})) == 2
    assert len(fewest_transfers({"E": 5, "S": -9, "W": 9, "N": -5})) == 2


def test_two_players_have_one_arrow_between_them() -> None:
    told = [("E", "S", 10), ("S", "E", 30), ("E", "N", 4), ("N", "E", 4)]
    payments = [{"from": one, "to": other, "amount": amount} for one, other, amount in told]
    (found,) = payment_arrows(payments)
    assert (found.payer, found.payee, found.amount) == ("S", "E", 20)


def test_six_payments_can_be_seen_as_three(client: FlaskClient) -> None:
    page = get(client, "/table", AGREED)
    assert [one["value"] for one in page.all("input") if one.get("name") == "arrows"] == [
        "each",
        "fewest",
    ]
    assert "6 payments" in page.words
    assert "3 transfers" in page.words
    assert "The same in as few payments as possible" in page.words


def test_a_hand_alone_has_nothing_to_switch(client: FlaskClient) -> None:
    page = get(client, "/", EXAMPLE)
    assert not [one for one in page.all("input") if one.get("name") == "arrows"]


def test_the_winner_and_other_gainers_are_told_apart(client: FlaskClient) -> None:
    table = {**AGREED, "s.points": "10", "n.points": "300", "w.points": "0"}
    html = get(client, "/table", table).html
    plates = dict(re.findall(r'class="plate at-(\w) ([a-z ]+)"', html))
    assert plates["N"] == "up"
    assert plates["S"].endswith(" winner")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_winds_of_the_next_hand_are_drawn(client: FlaskClient, ruleset: str) -> None:
    page = get(client, "/", hand_of(ruleset))
    assert page.html.count('class="next-wind ') == 4
    assert page.html.count("dealer") >= 1


def test_the_form_is_folded_behind_correct(client: FlaskClient) -> None:
    page = get(client, "/", EXAMPLE)
    folded = next(found for tag, found in page.tags if found.get("id") == "correct")
    assert "open" not in folded
    assert "#form" in [a.get("href") for a in page.all("a")]
    assert page.typed("hand") == "123b 55d"


def test_a_tile_that_nobody_remembers_is_settled_by_a_link(client: FlaskClient) -> None:
    page = get(client, "/", UNKNOWN)
    sheet = scorer.score(
        {
            "ruleset": "classical",
            "hand": {"concealed": UNKNOWN["hand"], "winning_tile": "?"},
            "win": {"by": "self_draw"},
            "seat": "S",
            "prevailing": "E",
        }
    )
    assert f"At least {sheet['total']}: nobody remembers the winning tile" in page.words
    told = {
        undecided_line["tile"]: sheet["total"] + undecided_line["amount"]
        for undecided_line in sheet["undecided"]
    }
    assert told
    for tile, total in told.items():
        address = next(a["href"] for a in page.all("a") if f"tile={tile}&" in a.get("href", ""))
        assert f"{total} points" in opened(client, address).words


def test_at_a_table_too_the_tile_is_settled_by_a_link(client: FlaskClient) -> None:
    table = {"rules": "classical", "round": "E", "winner": "S", "won": "self_draw"}
    table |= {"s.hand": UNKNOWN["hand"], "s.tile": "?"}
    table |= {f"{seat}.points": "0" for seat in "ewn"}
    page = get(client, "/table", table)
    assert "nobody remembers the winning tile" in page.words
    address = next(a["href"] for a in page.all("a") if "s.tile=9d" in a.get("href", ""))
    assert "nobody remembers the winning tile" not in opened(client, address).words


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.slow
def test_every_hand_stands_beside_every_preset(client: FlaskClient, ruleset: str) -> None:
    page = get(client, "/", hand_of(ruleset))
    address = next(a["href"] for a in page.all("a") if a.get("href", "").startswith("/compare?"))
    compared = opened(client, address)
    for entry in scorer.rulesets():
        assert entry["name"] in compared.words
        for preset in entry["presets"]:
            assert preset["title"] in compared.words
    assert compared.link("canonical") == f"http://localhost{address}"


def test_what_only_one_ruleset_counts_stands_out(client: FlaskClient) -> None:
    page = get(client, "/compare", {**HANDS["british"], "hand": "88d 67c", "flowers": "F1 S2"})
    assert "only here" in page.words or "not the same everywhere" in page.words


def test_what_a_ruleset_does_not_know_is_told(client: FlaskClient) -> None:
    page = get(client, "/compare", EXAMPLE)
    assert "That ruleset cannot score this hand as entered" in page.words
    assert "2 chows" in page.words
    onward = [a["href"] for a in page.all("a") if "to=british" in a.get("href", "")]
    assert onward
    assert "chows" in opened(client, onward[0], 422).words


def test_without_a_hand_there_is_nothing_to_compare(client: FlaskClient) -> None:
    unknown = {**EXAMPLE, "rules": "martian"}
    for query in ({}, {"rules": "classical", "hand": "12x", "won": "discard"}, unknown):
        response = client.get("/compare", query_string=query)
        assert response.status_code == 302
        assert response.location.split("?")[0] == "/"


def test_what_a_loser_left_untold_is_asked_in_words(app: Flask) -> None:
    hand = {"concealed": "EE", "melds": [{"tiles": "RRR"}], "partial": True}
    sheet = scorer.score({"ruleset": "british", "hand": hand, "seat": "E", "prevailing": "E"})
    assert sheet["undecided"]
    with app.test_request_context("/"):
        macros: Any = app.jinja_env.get_template("_sheet.html").module
        asked = Page(f"<main>{macros.undecided(sheet)}</main>")
    assert f"At least {sheet['total']}: not all of this hand was entered" in asked.words
    for undecided_line in sheet["undecided"]:
        assert undecided_line["ask"][1:] in asked.words


def test_a_comparison_by_the_api_tells_its_page(client: FlaskClient) -> None:
    hand: dict[str, object] = {"concealed": "88d 67c", "winning_tile": "8c"}
    hand |= {"melds": [{"tiles": "222c"}, {"tiles": "555b"}, {"tiles": "777d"}]}
    told = {"hand": hand, "win": {"by": "discard", "from": "W"}, "seat": "S", "prevailing": "E"}
    for rulesets in ([], ["british", "classical"], [{"ruleset": "british", "preset": "bmja"}]):
        answer = client.post("/api/v1/compare", json={**told, "rulesets": rulesets}).get_json()
        assert answer["page"].startswith("/compare?rules=")
        canonical = opened(client, answer["page"]).link("canonical")
        assert canonical == f"http://localhost{answer['page']}"
    nothing = client.post("/api/v1/compare", json={**told, "rulesets": ["american"]}).get_json()
    assert nothing["page"] is None
