"""What the keypad is told of a ruleset."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

import scorer
from scorer.errors import HandError
from scorer.service.web import keypad_facts
from tests.nightly import nightly


def facts_of(app: Flask, rules: str, page: str = "hand") -> dict[str, Any]:
    with app.test_request_context("/"):
        facts: dict[str, Any] = json.loads(keypad_facts.keypad_data(scorer.ruleset(rules), page))
    return facts


@pytest.mark.parametrize("rules", [entry["id"] for entry in scorer.rulesets()])
def test_every_circumstance_of_a_ruleset_is_told_with_when_it_can_be(
    app: Flask, rules: str
) -> None:
    circumstances = facts_of(app, rules)["circumstances"]
    assert set(circumstances) == {entry["id"] for entry in scorer.ruleset(rules)["circumstances"]}
    assert all(fact["by"] and fact["seats"] for fact in circumstances.values())


@pytest.mark.parametrize(
    ("rules", "declared"),
    [
        ("mcr", {"exposures": False, "tilesHeld": 13, "flowersApart": True, "wildUnder": []}),
        (
            "american",
            {"exposures": True, "jokers": True, "flowersApart": False, "asksRound": False},
        ),
        ("american", {"concealsSets": False, "tilesHeld": 13}),
        ("british", {"wildUnder": [["o.goulash", "blanks"], ["o.goulash", "two_bamboo"]]}),
    ],
)
def test_the_keypad_is_told_what_a_hand_is_made_of(
    app: Flask, rules: str, declared: dict[str, Any]
) -> None:
    assert declared.items() <= facts_of(app, rules).items()


@pytest.mark.parametrize(
    ("rules", "page", "asks_more"),
    [
        ("classical", "hand", False),  # who shows a limit hand is asked at a table
        ("classical", "table", True),
        ("riichi", "hand", True),
        ("mcr", "table", True),  # several may win, under a house rule
    ],
)
def test_the_page_of_one_hand_asks_nothing_of_other_players(
    app: Flask, rules: str, page: str, asks_more: bool
) -> None:
    facts = facts_of(app, rules, page)
    assert facts["asksMore"] is asks_more
    assert all("tells" in field for field in facts["own"]["player"]) or page == "table"
    assert not facts["own"]["table" if page == "hand" else "hand"]


def test_a_flower_is_called_by_its_name_and_number(app: Flask) -> None:
    tiles = facts_of(app, "classical")["tiles"]
    assert tiles["F3"] == "chrysanthemum (flower 3)"
    assert tiles["S1"] == "spring (season 1)"
    assert tiles["5d"] == "5 of dots"


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("last_discard", {"by": ["discard"], "seats": [*"ESWN"]}),
        ("kong_replacement", {"by": ["self_draw"], "kongs": 1}),
        ("flower_replacement", {"by": ["self_draw"], "flower": True}),
        ("heavens_blessing", {"by": ["self_draw"], "seats": ["E"], "claimed": "none"}),
        ("earths_blessing", {"by": ["discard"], "seats": [*"SWN"], "claimed": "none"}),
        ("original_call", {"by": ["self_draw", "discard", "robbed_kong"], "claimed": "kongs"}),
        ("concealed_kong", {"by": ["robbed_kong"]}),
    ],
)
def test_the_keypad_hides_what_cannot_be(app: Flask, name: str, fact: dict[str, Any]) -> None:
    assert fact.items() <= facts_of(app, "classical")["circumstances"][name].items()


def test_the_keypad_offers_american_east_alone_a_hand_complete_after_the_charleston(
    app: Flask,
) -> None:
    """Earth's blessing of the other rulesets is another thing by the same id."""
    fact = facts_of(app, "american")["circumstances"]["earths_blessing"]
    assert (fact["by"], fact["seats"]) == (["self_draw"], ["E"])


AGREED = (
    *({"han": han, "fu": fu} for han in (1, 2, 3, 4) for fu in (20, 25, *range(30, 120, 10))),
    *({"han": han} for han in (5, 6, 8, 11, 13)),
    *({"yakuman": yakuman} for yakuman in (1, 2, 3)),
)


def called(agreed: dict[str, int], seat: str, drawn: bool, rules: dict[str, Any]) -> str:
    """What the engine has the others pay, as players call it; "" for what it refuses."""
    seats = "ESW" if "away" in rules else "ESWN"
    win = {"by": "self_draw"} if drawn else {"by": "discard", "from": "W"}
    players: dict[str, Any] = {other: {} for other in seats}
    players[seat] = {"agreed": agreed, "win": win}
    options, preset = rules.get("options", {}), rules.get("preset", "wrc")
    document = {"ruleset": "riichi", "preset": preset, "options": options, "prevailing": "E"}
    try:
        answer = scorer.settle({**document, "players": players})
    except HandError:
        return ""
    paid = {payment["from"]: payment["amount"] for payment in answer["payments"]}
    if not drawn:
        return str(paid["W"])
    if seat == "E":
        return f"{paid['S']} ×{len(seats) - 1}"
    return f"{paid['W']}/{paid['E']}"


@pytest.mark.parametrize(
    "rules",
    [
        {},
        *nightly(
            [
                {"preset": "tenhou"},
                {"options": {"kiriage": False, "yakuman_stack": False}},
                {"away": "N", "options": {"tsumo_loss": True}},
                {"away": "N", "options": {"tsumo_loss": False}},
            ]
        ),
    ],
)
def test_keys_for_han_and_fu_have_what_the_engine_pays(app: Flask, rules: dict[str, Any]) -> None:
    options = {
        f"o.{name}": "yes" if value else "no" for name, value in rules.get("options", {}).items()
    }
    typed = MultiDict({"preset": rules.get("preset", ""), "away": rules.get("away", ""), **options})
    with app.test_request_context("/"):
        told = keypad_facts.keypad_data(scorer.ruleset("riichi"), "table", None, typed)
    worths = json.loads(told)["own"]["amounts"]["worths"]
    for agreed in AGREED:
        name = " ".join(f"{key} {number}" for key, number in agreed.items())
        paid = [
            [called(agreed, seat, drawn, rules) for drawn in (False, True)] for seat in ("S", "E")
        ]
        assert worths.pop(name, [["", ""], ["", ""]]) == paid, name
    assert worths == {}
