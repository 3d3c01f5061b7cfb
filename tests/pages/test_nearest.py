"""Tiles that win nothing are shown with the hands they are nearest to, and the way to those."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.pages.page import Page

NEARLY = {
    "rules": "mcr",
    "hand": "123b 456c 789d 99d EER",
    "tile": "E",
    "won": "self_draw",
    "seat": "E",
    "round": "E",
}


def get(client: FlaskClient, path: str, **fields: str) -> Page:
    return Page(client.get(path, query_string=fields).text)


def test_a_hand_that_is_none_is_mended_by_one_tap(client: FlaskClient) -> None:
    page = get(client, "/", **NEARLY)
    assert "Why it is none of these hands" in page.words
    assert "It was east wind, not red dragon" in page.words
    address = next(a["href"] for a in page.all("a") if a.get("class") == "near-mend")
    mended = Page(client.get(address).text)
    assert "16 points" in mended.words
    assert "Why it is none of these hands" not in mended.words


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ("classical", "Four sets and a pair"),
        ("british", "Four sets and a pair"),
        ("mcr", "Seven Pairs"),
    ],
)
def test_a_loser_and_a_hand_that_waits_for_nothing_see_what_they_are_near_to(
    client: FlaskClient, rules: str, name: str
) -> None:
    tiles = {"rules": rules, "hand": "11b 444c 78d 99d EE R G", "seat": "E", "round": "E"}
    for path, more in (("/", {"won": "no"}), ("/waits", {})):
        page = get(client, path, **tiles, **more)
        assert "The nearest winning hands" in page.words
        assert name in page.words


def test_a_hand_below_the_minimum_is_told_what_would_reach_it(client: FlaskClient) -> None:
    poor = {**NEARLY, "hand": "123b 567c 99d", "set1": "789d", "set2": "345c", "tile": "9d"}
    page = get(client, "/", **poor)
    assert "a win needs 8" in page.words
    assert "It was 4 of characters, not 7 of characters" in page.words


def test_a_hand_that_won_needs_no_other(client: FlaskClient) -> None:
    page = get(client, "/", **{**NEARLY, "hand": "123b 456c 789d 99d EEE"})
    assert "The nearest winning hands" not in page.words


def live(client: FlaskClient, page: str, **fields: str) -> dict[str, str]:
    answer = client.post(f"/live/{page}", data=fields)
    assert answer.status_code == 200
    found: dict[str, str] = answer.get_json()
    return found


def test_while_one_taps_the_nearest_hands_are_told_beside_the_keys(client: FlaskClient) -> None:
    answer = live(client, "score", **NEARLY)
    assert answer["say"] == "No winning hand. Four sets and a pair: 1 tile is wrong"
    mend = Page(answer["panel"]).all("a")[0]
    assert "hand=123b" in mend["href"]
    assert "It was east wind, not red dragon" in Page(answer["panel"]).words


def test_a_hand_below_the_minimum_is_told_while_one_taps(client: FlaskClient) -> None:
    poor = {**NEARLY, "hand": "123b 567c 99d", "set1": "789d", "set2": "345c", "tile": "9d"}
    answer = live(client, "score", **poor)
    assert "a win needs 8" in answer["say"]
    assert "It was 4 of characters, not 7 of characters" in Page(answer["panel"]).words


def test_tiles_that_wait_for_nothing_are_told_how_far_they_are(client: FlaskClient) -> None:
    tiles = {"rules": "classical", "hand": "11b 444c 78d 99d EE R G", "seat": "E", "round": "E"}
    answer = live(client, "waits", **tiles)
    assert answer["say"].startswith("No tile completes it: the nearest hand needs 3 tiles")
    assert "Four sets and a pair" in Page(answer["panel"]).words


TABLE = {
    "rules": "classical",
    "winner": "S",
    "s.hand": "123b 456c 789d 99d EER",
    "s.tile": "E",
    "e.points": "12",
    "w.points": "8",
    "n.points": "0",
    "won": "self_draw",
    "round": "E",
}


def test_at_a_table_the_winners_tiles_are_mended_and_the_others_stay(client: FlaskClient) -> None:
    page = get(client, "/table", go="1", **TABLE)
    address = next(a["href"] for a in page.all("a") if a.get("class") == "near-mend")
    assert address.startswith("/table?")
    mended = Page(client.get(address).text)
    assert "South won" in mended.words
    assert "e.points=12" in address
    answer = live(client, "table", **TABLE)
    assert address in [a["href"] for a in Page(answer["panel"]).all("a")]


def test_a_table_without_the_winners_tiles_is_near_to_nothing(client: FlaskClient) -> None:
    """Agreed points below the minimum have no tiles to look at."""
    poor = {"rules": "mcr", "winner": "S", "s.points": "6", "won": "self_draw", "round": "E"}
    page = get(client, "/table", go="1", **poor)
    assert "nearest" not in page.words


def test_an_open_hand_without_a_yaku_is_told_so_beside_the_keys(client: FlaskClient) -> None:
    fields = {"rules": "riichi", "hand": "456c 678d 99d 45b E", "set1": "123b", "tile": "E"}
    answer = live(client, "score", **fields, won="self_draw", seat="E", round="E")
    assert "One tile short (3b or 6b), but the hand has no yaku." in answer["panel"]
    # What would win is farther, and follows.
    assert "It was east wind, east wind, not 4 of bamboo, 5 of bamboo" in answer["panel"]
