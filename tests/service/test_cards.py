"""Cards over HTTP: what one says, its faults line by line, and the nearest of its hands."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer.engine.tiles import parse
from scorer.service.api.examples import CARD, NEAREST
from scorer.types import Fault
from tests import plain as scorer

Faults = Callable[[str, object], list[str]]

CHECK = "/api/v1/cards/check"
EXAMPLE = Path(__file__).parents[2] / "examples" / "american-card.txt"
WRONG = "@name Wrong\n[2468; no-bonu]\nFFF 2222a 444b 888a X 25\n\nFFF 2222a 444b 8888a\n"


def errors_of(document: dict[str, Any]) -> list[Fault]:
    with pytest.raises(scorer.HandError) as raised:
        scorer.check_card(document)
    return raised.value.errors


def test_a_card_is_answered_hand_by_hand(client: FlaskClient, faults: Faults) -> None:
    answer = client.post(CHECK, json=CARD)
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert faults("Card", answer.json) == []
    body = answer.get_json()
    assert (body["name"], body["year"]) == ("Our card", None)
    first, second = body["hands"]
    assert first == {
        "title": "Even #1",
        "section": "Even",
        "line": 3,
        "printed": "FFF 2222a 444b 8888a  X 25",
        "value": 25,
        "concealed": False,
        "no_bonus": True,
        "words": "Three flowers; four 2s and four 8s in one suit; three 4s in a second suit. "
        "May be exposed; 25; no jokerless bonus.",
        "sample": [["F"] * 3, ["2b"] * 4, ["4c"] * 3, ["8b"] * 4],
        "ways": 6,
    }
    assert (second["title"], second["concealed"], second["ways"]) == ("Even #2 (Climb)", True, 15)


def test_a_plain_text_is_the_card_itself(client: FlaskClient) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    answer = client.post(CHECK, data=text.encode(), content_type="text/plain; charset=utf-8")
    assert answer.status_code == 200
    assert answer.json == json.loads(json.dumps(scorer.check_card({"card": text})))
    windows = client.post(CHECK, data=text.replace("\n", "\r\n"), content_type="text/plain")
    assert windows.json == answer.json


def test_a_text_that_is_no_utf_8_is_a_400(client: FlaskClient) -> None:
    answer = client.post(CHECK, data=b"[\xff]", content_type="text/plain")
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")


def test_every_fault_has_its_line(client: FlaskClient, faults: Faults) -> None:
    answer = client.post(CHECK, json={"card": WRONG})
    assert (answer.status_code, answer.mimetype) == (422, "application/problem+json")
    assert faults("Problem", answer.json) == []
    told = answer.get_json()["errors"]
    assert {(error["pointer"], error["code"]) for error in told} == {("/card", "bad_option")}
    assert [error["detail"].partition(":")[0] for error in told] == ["line 2", "line 3", "line 5"]
    assert told == errors_of({"card": WRONG})


def test_the_canonical_text_is_the_same_card_and_stays_as_it_is() -> None:
    card = scorer.check_card({"card": "practice"})
    again = scorer.check_card({"card": card["canonical"]})
    assert again["canonical"] == card["canonical"]
    for first, second in zip(card["hands"], again["hands"], strict=True):
        assert {**first, "line": 0} == {**second, "line": 0}


def test_every_sample_is_a_hand_that_wins() -> None:
    for hand in scorer.check_card({"card": "practice"})["hands"]:
        tiles = [tile for group in hand["sample"] for tile in group]
        assert len(tiles) == 14
        answer = scorer.score(
            {
                "ruleset": "american",
                "options": {"hand_choice": "highest_printed"},
                "hand": {"concealed": " ".join(tiles), "winning_tile": tiles[0]},
                "win": {"by": "self_draw"},
                "seat": "E",
            }
        )
        made = {line["name"] for line in [*answer["lines"], *answer["not_counted"]]}
        assert hand["title"] in made, hand


@pytest.mark.parametrize(
    "text", ["", "\n", "nocard", "x" * 65_537, "\ud800", "[" * 3000, "X" * 199]
)
def test_no_text_however_odd_is_more_than_refused(client: FlaskClient, text: str) -> None:
    answer = client.post(CHECK, data=json.dumps({"card": text}), content_type="application/json")
    assert answer.status_code == 422
    assert {error["pointer"] for error in answer.get_json()["errors"]} == {"/card"}


@pytest.mark.parametrize("wrong", [{}, {"card": 5}, {"card": "practice", "limit": 1}, []])
def test_a_document_without_a_text_is_refused(client: FlaskClient, wrong: object) -> None:
    assert client.post(CHECK, json=wrong).status_code == 422


def test_another_content_type_is_a_415(client: FlaskClient) -> None:
    answer = client.post(CHECK, data="a=b", content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, answer.mimetype) == (415, "application/problem+json")


def test_the_practice_card_can_be_fetched(client: FlaskClient) -> None:
    answer = client.get("/api/v1/cards/practice")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    assert answer.text == scorer.cards()["practice"]
    assert client.get("/api/v1/cards/league").status_code == 404
    (shipped,) = scorer.ruleset("american")["cards"]
    assert shipped == {"id": "practice", "name": "Practice Card", "hands": 60}


@pytest.mark.parametrize(
    ("concealed", "melds"),
    [
        ("FFF 222b 44c 888b J E", []),
        ("FFF 222b 44c 888b J EE", []),
        ("FF 44c J E 88b 3d", ["222bJ"]),
        ("1b 2c 3d E S W N R G P F 7b 8c", []),
        ("JJJJJJJJ 1b 3c 5d EW", []),
    ],
)
def test_a_nearest_hand_is_one_once_its_tiles_are_changed(concealed: str, melds: list[str]) -> None:
    hand = {"concealed": concealed, "melds": [{"tiles": meld} for meld in melds]}
    held = Counter(parse(concealed)) + Counter(t for meld in melds for t in parse(meld))
    near = scorer.nearest({"ruleset": "american", "hand": hand, "limit": 50})["hands"]
    assert near
    assert [near_hand["distance"] for near_hand in near] == sorted(
        near_hand["distance"] for near_hand in near
    )
    for near_hand in near:
        changed = Counter(held)
        changed.subtract(t for code in near_hand["spare"] for t in parse(code))
        changed.update(t for code in near_hand["missing"] for t in parse(code))
        assert near_hand["distance"] == len(near_hand["missing"])
        made = Counter(t for group in near_hand["groups"] for code in group for t in parse(code))
        assert made == +changed
        assert sum(made.values()) == 14


def test_a_winning_hand_is_nearest_to_itself() -> None:
    hand = {"concealed": "FFF 2222b 444c 8888b", "winning_tile": "8b"}
    (first,) = scorer.nearest({**NEAREST, "hand": hand, "limit": 1})["hands"]
    assert (first["title"], first["distance"], first["missing"]) == ("2468 #1", 0, [])


def test_the_nearest_hands_are_those_of_ones_own_card() -> None:
    options = {"card": EXAMPLE.read_text(encoding="utf-8")}
    near = scorer.nearest({**NEAREST, "options": options})["hands"]
    assert near[0]["title"] == "Even numbers #1"
    assert len(near) == 3
