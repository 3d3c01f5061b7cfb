"""The pages under American rules: hands of a card, the practice card or one of the player's own."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import scorer
from scorer.engine.tiles import CODES

from .page import Page
from .test_hand_page import get

RULES = {"rules": "american", "seat": "W"}
WON = {
    **RULES,
    "hand": "FFF 2222b 444c 8888b",
    "tile": "8b",
    "won": "discard",
    "from": "N",
}
EXPOSED = {**WON, "hand": "FFF 444c 8888b", "set1": "222bJ"}
TABLE = {
    "rules": "american",
    "winner": "W",
    "won": "discard",
    "from": "N",
    "w.hand": "FFF 2222b 444c 8888b",
    "w.tile": "8b",
}
CARD = "@name Tiny\n[2468]\nFFF 2222a 444b 8888a X 35\n11 2222 33 4444 55 (run) C 30"
NOISE = [random.Random(n).randbytes(50).hex() for n in range(60)]
LONG_CARD = "\n".join([CARD, *(f"# {noise}" for noise in NOISE)])
"""The same card with remarks that no address has room for."""


def post(client: FlaskClient, path: str, data: Mapping[str, str], *, status: int = 200) -> Page:
    # A browser ends the lines of a form like this.
    sent = {name: value.replace("\n", "\r\n") for name, value in data.items()}
    response = client.post(path, data=sent)
    assert response.status_code == status, response.text
    return Page(response.text)


def carried(page: Page) -> list[str]:
    """Where the buttons lead that take the player's own card along."""
    return [b["formaction"] for b in page.all("button") if b.get("form") == "carry"]


# The hand


def test_the_empty_form_asks_for_what_this_game_knows(client: FlaskClient) -> None:
    page = get(client, "/", {"rules": "american"})
    assert "Tiles on the rack" in page.words
    assert "Exposure 4" in page.words
    assert "Practice Card" in page.words
    for unknown in ("Flowers and seasons", "Wind of the round", "Robbed a kong", "concealed kong"):
        assert unknown not in page.words
    for circumstance in ("Charleston", "last wall", "exchange", "when dealt"):
        assert circumstance in page.words


def test_a_win_shows_the_hand_of_the_card_its_doubling_and_who_pays(client: FlaskClient) -> None:
    words = get(client, "/", WON).words
    assert "50 cents 25 × 2 = 50 2468 #1" in words
    assert "Three flowers; four 2s and four 8s in one suit" in words
    assert "a = bams, b = craks" in words
    assert "No joker" in words
    assert "North pays you 100" in words
    assert "East pays you 50" in words
    assert "You receive in all 200" in words


def test_an_exposure_with_a_joker_is_drawn_and_told(client: FlaskClient) -> None:
    page = get(client, "/", EXPOSED)
    assert "exposed kong, 1 joker" in page.words
    labels = [svg.get("aria-label", "") for svg in page.all("svg")]
    assert "joker" in labels
    assert "flower" in labels
    assert not any("face down" in label for label in labels)
    assert "would be 1 double" in page.words
    assert {"F", "J"} <= set(page.faces)


def test_the_shared_address_gives_the_same_result_again(client: FlaskClient) -> None:
    first = get(client, "/", {**EXPOSED, "go": "1", "o.card": "practice"})
    share = first.link("canonical")
    assert share is not None
    assert Page(client.get(share).text).words == first.words


def test_tiles_that_are_no_hand_are_told_what_keeps_them_from_the_nearest(
    client: FlaskClient,
) -> None:
    page = get(client, "/", {**WON, "hand": "FFF 2222b 444b 8888b"}, status=422)
    assert page.field("hand")["aria-invalid"] == "true"
    assert "not a hand of the card “Practice Card”" in page.described("hand")
    assert "2222b and 444b are printed in different colours" in page.words
    assert page.words.count("printed in different colours") == 1
    labels = [svg.get("aria-label", "") for svg in page.all("svg")]
    assert labels.count("4 of characters, missing") >= 3
    assert page.typed("hand") == "FFF 2222b 444b 8888b"


def test_a_loser_is_shown_the_nearest_hands(client: FlaskClient) -> None:
    page = get(client, "/", {**RULES, "hand": "FFF 222b 44c 888b J E", "won": "no"})
    assert "The nearest winning hands" in page.words
    assert "2 tiles short" in page.words
    assert "no place for east wind" in page.words


def test_a_joker_taken_in_exchange_wins(client: FlaskClient) -> None:
    query = {**WON, "hand": "FFF 222b 444c 8888b", "tile": "J", "won": "self_draw"}
    page = get(client, "/", {**query, "with": "joker_exchange"})
    assert "25 cents" in page.words
    assert "North pays you 50" in page.words


def test_who_discarded_it_is_asked_and_the_wind_of_the_round_is_not(client: FlaskClient) -> None:
    query = {name: told for name, told in WON.items() if name not in ("from", "seat")}
    page = get(client, "/", query, status=422)
    assert "who discarded the winning tile" in page.described("from")
    assert "Choose your seat" in page.described("seat")
    assert "wind of the round" not in page.words


def test_changing_to_american_keeps_what_it_knows(client: FlaskClient) -> None:
    query = {"rules": "classical", "hand": "123b 55d", "flowers": "F1 S2", "set1": "EEE"}
    query |= {"set1is": "concealed", "round": "E", "won": "robbed_kong", "to": "american"}
    page = get(client, "/", query)
    assert "need a change" not in page.words
    assert page.typed("hand") == "123b 55d F1 S2"
    assert page.typed("set1") == "EEE"
    assert page.chosen("won") == []


def test_flowers_in_an_address_are_pointed_to_the_rack(client: FlaskClient) -> None:
    page = get(client, "/", {**WON, "flowers": "F1"}, status=422)
    assert "flowers are part of the hand" in page.described("hand").lower()


def test_a_tournament_gives_points(client: FlaskClient) -> None:
    words = get(client, "/", {**WON, "preset": "tournament"}).words
    assert "Points given" in words
    assert re.search(r"West \+45", words)
    assert "North −10" in words


# What it waits for


def test_waits_show_the_joker_and_the_nearest_hands(client: FlaskClient) -> None:
    page = get(client, "/waits", {**RULES, "hand": "FFF 2222b 444c 888b"})
    assert "Waiting for 2 kinds of tile" in page.words
    assert "joker 8 cannot win" in page.words
    assert "1 tile short" in page.words
    links = [a["href"] for a in page.all("a") if "worth" in a.get("class", "").split()]
    assert len(links) == 3
    for link in links:
        assert "Why" in Page(client.get(link).text).words


def test_the_winning_tile_is_taken_out_before_the_waits(client: FlaskClient) -> None:
    for query in (WON, EXPOSED):
        page = get(client, "/waits", {**query, "go": "1"})
        assert "8 of bamboo" in page.words


def test_a_hand_that_waits_for_nothing_is_shown_the_nearest(client: FlaskClient) -> None:
    page = get(client, "/waits", {**RULES, "hand": "FFF 22b 44c 888b JJ E"})
    assert "Waiting for nothing yet" in page.words
    assert "No single tile completes a hand of the card" in page.words
    assert "The nearest winning hands" in page.words


# The table


def test_a_misnamed_discard_costs_four_times_the_value(client: FlaskClient) -> None:
    query = {**TABLE, "x.misnamed_discard": "N", "x.misnamed_discard.for_mahjong": "yes"}
    page = get(client, "/table", query)
    assert "North pays West 200" in page.words
    assert "East pays" not in page.words
    share = page.link("canonical")
    assert share is not None
    assert Page(client.get(share).text).words == page.words


def test_a_death_challenge_asks_for_what_it_needs(client: FlaskClient) -> None:
    page = get(client, "/table", {**TABLE, "x.death_challenge": "N"}, status=422)
    assert "called dead" in page.described("x.death_challenge.to")
    fields = {"x.death_challenge.to": "E", "x.death_challenge.valid": "no"}
    words = get(client, "/table", {**TABLE, "x.death_challenge": "N", **fields}).words
    page = get(
        client,
        "/table",
        {**TABLE, "x.death_challenge": "N", **fields, "x.death_challenge.2": "W"},
        status=422,
    )
    assert "called dead" in page.described("x.death_challenge.2.to")
    assert "North pays East 50" in words


def test_the_second_false_mahjong_is_told_by_who_was_second(client: FlaskClient) -> None:
    query = [
        ("rules", "american"),
        ("winner", "nobody"),
        ("x.false_mahjong", "E"),
        ("x.false_mahjong", "S"),
        ("x.threw_in", "W"),
        ("x.false_mahjong.value", "30"),
        ("x.false_mahjong.second", "E"),
    ]
    response = client.get("/table", query_string=query)
    page = Page(response.text)
    assert response.status_code == 200
    assert "East pays North 60" in page.words
    share = page.link("canonical")
    assert share is not None
    assert Page(client.get(share).text).words == page.words
    other = client.get("/table", query_string=[*query[:-1], ("x.false_mahjong.second", "S")])
    assert "South pays North 60" in Page(other.text).words


def test_the_value_of_a_false_mahjong_is_asked(client: FlaskClient) -> None:
    query = {"rules": "american", "winner": "nobody", "x.false_mahjong": "E"}
    response = client.get(
        "/table", query_string=[*query.items(), ("x.threw_in", "S"), ("x.threw_in", "W")]
    )
    assert response.status_code == 422
    page = Page(response.text)
    assert "value" in page.described("x.false_mahjong.value")


def test_a_dead_player_who_discarded_is_asked_about(client: FlaskClient) -> None:
    words = get(client, "/table", {**TABLE, "x.dead_hand": "N"}).words
    assert "Check what happened: North is dead and discarded the winning tile" in words
    assert "Check the tiles" not in words
    assert "Check what happened" not in get(client, "/table", {**TABLE, "x.dead_hand": "E"}).words


def test_after_a_round_the_page_says_who_sits_where(client: FlaskClient) -> None:
    page = get(client, "/table", {**TABLE, "passed": "3"})
    assert "the pivot deals again and has changed seats" in page.words
    moves = "East becomes West, South becomes East, West becomes North, North becomes South."
    assert moves in page.words
    assert "the wind of the round is" not in page.words
    assert "The session is over" not in page.words


def test_a_dealt_hand_needs_no_winning_tile(client: FlaskClient) -> None:
    query = {"rules": "american", "seat": "E", "won": "self_draw", "hand": "FFF 2222b 444c 8888b"}
    assert "50 cents" in get(client, "/", {**query, "with": "heavens_blessing"}).words
    assert "50 cents" not in get(client, "/", query, status=422).words


def test_a_section_whose_name_promises_a_flag_is_asked_about(client: FlaskClient) -> None:
    text = "[Consecutive Run]\n11 2222 33 4444 55 X 25"
    page = post(client, "/card", {"text": text})
    assert "Line 2 The section “[Consecutive Run]” does not have the flag “run”" in page.words
    again = post(client, "/card", {"text": text.replace("]", "; run]")})
    assert "has no flag" not in again.words


def test_the_points_of_a_tournament_stand_in_place_of_payments(client: FlaskClient) -> None:
    told = {f"{seat}.standing": "100" for seat in "eswn"}
    page = get(client, "/table", {**TABLE, "preset": "tournament", **told})
    assert re.search(r"West \+45", page.words)
    assert "The points" in page.words
    assert "Nobody pays anything" not in page.words
    assert re.search(r"West 145", page.words)


def test_a_wall_game_gives_points_to_the_living(client: FlaskClient) -> None:
    query = {"rules": "american", "preset": "tournament", "winner": "nobody", "x.dead_hand": "S"}
    words = get(client, "/table", query).words
    assert "East +10" in words
    assert "South 0" in words


# A card of the player's own


def test_the_card_page_starts_empty_and_explains_the_notation(client: FlaskClient) -> None:
    page = get(client, "/card")
    assert "How to type a card" in page.words
    assert page.typed("text") == ""
    assert "need a change" not in page.words


def test_the_practice_card_is_shown_in_words_and_tiles(client: FlaskClient) -> None:
    page = get(client, "/card", {"card": "practice"})
    for hand in scorer.check_card({"card": "practice"})["hands"]:
        assert hand["words"] in page.words
        assert re.sub(r"\s+", " ", hand["printed"]) in page.words
    assert page.by_id["field-text"].strip() == scorer.cards()["practice"].strip()
    assert set(page.faces) <= set(CODES)


def test_the_faults_of_a_card_stand_with_their_lines_and_nothing_is_lost(
    client: FlaskClient,
) -> None:
    text = "@name Tiny\n[2468; no-bonu]\nFFF 2222a 444b 888a <b> X 25\n# a remark\nEEEE X"
    page = post(client, "/card", {"text": text}, status=422)
    assert "3 lines need a change" in page.words
    assert "Line 2 [2468; no-bonu]" in page.words
    assert "did you mean “no-bonus”?" in page.words
    assert page.by_id["field-text"].strip() == text
    assert page.field("text")["aria-invalid"] == "true"
    assert "<b>" not in page.html


@pytest.mark.parametrize("text", ["", " \n ", "practice", "\0", "[", "@name", "X" * 70_000])
def test_no_text_however_odd_breaks_the_card_page(client: FlaskClient, text: str) -> None:
    assert "change" in post(client, "/card", {"text": text}, status=422).words


def test_a_form_far_too_large_is_turned_away(client: FlaskClient) -> None:
    for path in ("/card", "/", "/table", "/waits"):
        assert client.post(path, data={"text": "x" * 600_000}).status_code == 413


def content(page: Page) -> Page:
    """What is below the menu, which repeats a posted form in other languages."""
    return Page(page.html.partition("<main")[2])


def test_a_checked_card_scores_hands(client: FlaskClient) -> None:
    page = post(client, "/card", {"text": CARD})
    assert "2 hands read without errors" in page.words
    (form,) = (f for f in page.all("form") if f["action"] == "/")
    assert form["method"] == "post"
    sent = {f["name"]: f["value"] for f in content(page).all("input") if f["type"] == "hidden"}
    assert sent == {"rules": "american", "o.card": CARD}
    start = post(client, "/", sent)
    assert "Tiny" in start.words
    assert start.by_id["field-o.card"].strip() == CARD
    assert next(f for f in start.all("form") if f.get("id") == "form")["method"] == "post"
    result = post(client, "/", {**WON, "o.card": CARD, "go": "1"})
    assert "70 cents" in result.words
    assert result.by_id["field-o.card"].strip() == CARD
    shared = result.link("canonical")
    assert shared
    assert "&own=" in shared
    again = Page(client.get(shared.removeprefix("http://localhost")).text)
    assert again.words == result.words


def test_a_long_card_of_ones_own_goes_along_to_the_waits_the_table_and_the_next_hand(
    client: FlaskClient,
) -> None:
    result = post(client, "/", {**WON, "o.card": LONG_CARD})
    assert result.link("canonical") is None
    assert "too long for an address" in result.words
    (held,) = (
        f["value"]
        for f in content(result).all("input")
        if f.get("type") == "hidden" and "o.card" in f["name"]
    )
    assert held == LONG_CARD
    following, table, waiting = carried(result)
    assert all("o.card" not in address for address in (following, table, waiting))
    assert "Tiny" in post(client, following, {"o.card": held}).words
    waits = post(client, waiting, {"o.card": held})
    assert "Waiting for 2 kinds of tile" in waits.words
    assert post(client, carried(waits)[0], {"o.card": held}).words.count("70 cents") == 1
    settled = post(client, table, {"o.card": held, "go": "1"})
    assert "Tiny" in settled.words
    settled = post(client, "/table", {**TABLE, "o.card": LONG_CARD})
    assert "North pays West 140" in settled.words
    assert settled.link("canonical") is None


def test_a_faulty_card_stands_open_beside_its_faults(client: FlaskClient) -> None:
    page = post(
        client, "/", {**WON, "o.card": CARD.replace("8888a", "888a"), "go": "1"}, status=422
    )
    assert "Line 3: " in page.described("o.card")
    assert "888a" in page.by_id["field-o.card"]
    assert page.typed("hand") == WON["hand"]


def test_one_may_go_back_to_the_practice_card(client: FlaskClient) -> None:
    page = post(client, "/", {**RULES, "hand": "FFF", "o.card": CARD, "card": "practice"})
    assert "Practice Card" in page.words
    assert "Tiny" not in page.words
    assert page.typed("hand") == "FFF"
    assert "need a change" not in page.words


def test_the_card_in_the_form_can_be_checked(client: FlaskClient) -> None:
    page = post(client, "/card", {**WON, "o.card": CARD, "check": "1"})
    assert "2 hands read without errors" in page.words


def test_another_ruleset_lets_go_of_the_card(client: FlaskClient) -> None:
    page = post(client, "/", {**RULES, "hand": "123b", "o.card": CARD, "to": "classical"})
    assert "Tiny" not in content(page).html
    assert page.typed("hand") == "123b"
    assert next(f for f in page.all("form") if f.get("id") == "form")["method"] == "get"


def test_the_form_takes_a_posted_hand_as_it_takes_an_address(client: FlaskClient) -> None:
    assert post(client, "/", WON).words == get(client, "/", WON).words


# The rules


def test_the_rules_list_the_options_the_events_and_the_practice_card(client: FlaskClient) -> None:
    page = get(client, "/rules/american")
    ruleset = scorer.ruleset("american")
    for option in ruleset["options"]:
        assert option["name"] in page.words
    for event in ruleset["events"]:
        assert event["event"] in page.words
    assert "FFF 2222a 444b 8888a" in page.words
    ids = set(page.by_id)
    for anchor in (a["href"] for a in page.all("a") if a["href"].startswith("#")):
        assert anchor[1:] in ids


def test_no_page_keeps_anything(client: FlaskClient) -> None:
    response = client.post("/", data={**WON, "o.card": CARD})
    assert "Set-Cookie" not in response.headers
    example = Path(__file__).parents[2] / "examples" / "american-card.txt"
    page = post(client, "/card", {"text": example.read_text(encoding="utf-8")})
    assert "Four hands" in page.words
