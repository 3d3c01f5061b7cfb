from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from flask.testing import FlaskClient

import scorer

from .examples import RULESETS, hand_of
from .page import EXAMPLE, Page


def get(
    client: FlaskClient, path: str, query: Mapping[str, str] | None = None, *, status: int = 200
) -> Page:
    response = client.get(path, query_string=dict(query or {}))
    assert response.status_code == status, response.text
    return Page(response.text)


def test_the_empty_form_complains_of_nothing(client: FlaskClient) -> None:
    page = get(client, "/hand")
    assert "need a change" not in page.words
    assert page.described("hand").startswith("All tiles that are not laid out")


def test_the_example_scores_336_and_each_loser_pays_672(client: FlaskClient) -> None:
    page = get(client, "/", EXAMPLE)
    assert "336 points" in page.words
    assert re.search(r"42 × 2 ?3 = 336", page.words)
    for seat in ("South", "West", "North"):
        assert f"{seat} pays you 672" in page.words
    assert "You receive in all 2016" in page.words


def test_every_line_has_its_name_reason_and_source(client: FlaskClient) -> None:
    page = get(client, "/", EXAMPLE)
    assert "Where the rule book says so" in page.words
    named = [a["href"] for a in page.all("a") if "line-name" in (a.get("class") or "")]
    assert "/rules/classical/exposed-major-pung" in named
    assert "/rules/classical/own-wind-meld" in named
    assert len(named) == 10


def test_what_nearly_counted_is_told_with_its_reason(client: FlaskClient) -> None:
    words = get(client, "/", EXAMPLE).words
    assert "Nearly counted" in words
    assert "South’s season" in words or "South's season" in words


def test_the_arrangement_is_drawn_with_backs_and_one_winning_tile(client: FlaskClient) -> None:
    page = get(client, "/", EXAMPLE)
    labels = [svg.get("aria-label", "") for svg in page.all("svg")]
    assert labels.count("7 of characters, face down") == 2
    assert labels.count("5 of dots, the winning tile") == 1
    assert labels.count("east wind") >= 3
    assert page.faces.count("back") == 2


def test_the_shared_address_gives_the_same_result_again(client: FlaskClient) -> None:
    first = get(client, "/", {"go": "1", "set4": "", "preset": "", **EXAMPLE})
    share = first.link("canonical")
    assert share is not None
    again = client.get(share)
    assert again.status_code == 200
    page = Page(again.text)
    assert page.link("canonical") == share
    assert page.words == first.words
    assert "set4" not in share
    assert "go=" not in share


def test_a_hand_that_did_not_win_is_told_what_it_scores(client: FlaskClient) -> None:
    query = {**EXAMPLE, "hand": "123b 5d", "won": "no"}
    page = get(client, "/", query)
    assert "Not a win" in page.words
    assert "pays you" not in page.words


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_scores_its_worked_hand(client: FlaskClient, ruleset: str) -> None:
    query = hand_of(ruleset)
    page = get(client, "/", query)
    assert scorer.ruleset(ruleset)["unit"] in page.words
    assert "pays you" in page.words
    links = [a.get("href", "") for a in page.all("a")]
    for path, told in (("/table?", "winner"), ("/waits?", "hand")):
        onward = next(link for link in links if link.startswith(path) and f"{told}=" in link)
        assert client.get(onward).status_code == 200


def test_pressing_another_ruleset_keeps_everything_typed(client: FlaskClient) -> None:
    query = {**EXAMPLE, "set3": "", "to": "british", "o.wall": "dead_wall", "o.limit": "500"}
    page = get(client, "/", query)
    assert page.typed("hand") == "123b 55d"
    assert "need a change" not in page.words
    assert page.typed("set2") == "7777c"
    assert page.chosen("seat") == ["E"]
    assert page.typed("o.limit") == "500"
    assert "o.wall" not in page.html
    pressed = [b for b in page.all("button") if b.get("aria-pressed") == "true"]
    assert [b["value"] for b in pressed] == ["british", "british.u3a"]


def test_a_whole_hand_that_the_other_ruleset_refuses_is_told_why(client: FlaskClient) -> None:
    page = get(client, "/", {**EXAMPLE, "to": "british"}, status=422)
    assert "chows" in page.described("hand")


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"hand": "123b 5x"}, "hand", "“x” is not a suit"),
        ({"set2": "77c"}, "set2", ""),
        ({"seat": ""}, "seat", "Choose your seat"),
        ({"round": "", "seat": ""}, "round", "Choose the wind of the round"),
        ({"tile": ""}, "tile", "Type the winning tile"),
        ({"won": ""}, "won", "how the hand was won"),
        ({"hand": "3333b 5d"}, "hand", ""),
        ({"set1": "", "set2": "", "set4": "EEx"}, "set4", "“x”"),
        ({"o.limit": "many"}, "o.limit", ""),
    ],
)
def test_an_error_stands_beside_its_field(
    client: FlaskClient, change: dict[str, str], field: str, words: str
) -> None:
    page = get(client, "/", {"go": "1", **EXAMPLE, **change}, status=422)
    assert page.field(field)["aria-invalid"] == "true"
    assert words in page.described(field)
    assert f"#field-{field}" in [a.get("href") for a in page.all("a")]


def test_what_was_typed_is_kept_beside_an_error(client: FlaskClient) -> None:
    query = {**EXAMPLE, "hand": " 123b  5x ", "o.limit": "750"}
    page = get(client, "/", query, status=422)
    assert page.typed("hand") == " 123b  5x "
    assert page.typed("set1") == "EEE"
    assert page.typed("flowers") == "F1 S2"
    assert page.typed("o.limit") == "750"
    assert page.chosen("won") == ["discard"]
    assert page.chosen("from") == ["S"]
    assert page.chosen("with") == ["last_discard"]


def test_an_unknown_ruleset_is_an_error_with_the_form_still_there(client: FlaskClient) -> None:
    page = get(client, "/", {**EXAMPLE, "rules": "martian"}, status=422)
    assert page.typed("hand") == "123b 55d"
    assert "martian" in page.by_id["error-rules"]


def test_an_option_that_the_ruleset_does_not_know_is_never_dropped_silently(
    client: FlaskClient,
) -> None:
    page = get(client, "/", {**EXAMPLE, "o.moon": "full"}, status=422)
    assert "moon" in page.words


def test_every_option_of_the_ruleset_has_a_field(client: FlaskClient) -> None:
    for ruleset in RULESETS:
        page = get(client, "/", {"rules": ruleset})
        for option in scorer.ruleset(ruleset)["options"]:
            if option["type"] == "text":  # a card, which is chosen elsewhere
                continue
            assert page.field(f"o.{option['name']}")["name"] == f"o.{option['name']}"


def test_three_players_leave_one_seat_out_of_the_payments(client: FlaskClient) -> None:
    page = get(client, "/", {**EXAMPLE, "away": "N"})
    assert "South pays you" in page.words
    assert "North pays" not in page.words


def test_a_scored_hand_leads_to_the_table_with_its_tiles(client: FlaskClient) -> None:
    page = get(client, "/", EXAMPLE)
    links = [a.get("href", "") for a in page.all("a")]
    onward = next(link for link in links if link.startswith("/table?") and "e.hand" in link)
    table = Page(client.get(onward).text)
    assert table.typed("e.hand") == "123b 55d"
    assert table.chosen("winner") == ["E"]
    assert "need a change" not in table.words


def test_waits_take_the_winning_tile_out_and_link_to_each_score(client: FlaskClient) -> None:
    page = get(client, "/waits", EXAMPLE)
    assert "Waiting for 1 tile" in page.words
    worth = [a["href"] for a in page.all("a") if a.get("class") == "worth"]
    assert worth
    scored = client.get(worth[-1])
    assert scored.status_code == 200
    assert "points" in Page(scored.text).words


def test_waits_for_nothing_is_an_answer_and_no_error(client: FlaskClient) -> None:
    query = {"rules": "classical", "hand": "147b 147c 147d ESWN", "seat": "E", "round": "E"}
    page = get(client, "/waits", query)
    assert "Waiting for nothing yet" in page.words
