from __future__ import annotations

import re

from flask.testing import FlaskClient

import scorer

from .examples import RULESETS
from .page import Page
from .test_hand_page import get

AGREED = {
    "rules": "classical",
    "round": "E",
    "winner": "S",
    "won": "discard",
    "from": "W",
    "e.points": "30",
    "s.points": "100",
    "w.points": "24",
    "n.points": "8",
}


def test_the_empty_table_complains_of_nothing(client: FlaskClient) -> None:
    assert "need a change" not in get(client, "/table").words


def test_agreed_points_settle_the_table(client: FlaskClient) -> None:
    page = get(client, "/table", AGREED)
    assert "South won" in page.words
    assert re.search(r"East pays South 200\b", page.words)
    assert re.search(r"West pays South 100\b", page.words)
    assert re.search(r"North pays West 16\b", page.words)
    assert "The deal passes" in page.words


def test_the_others_score_nothing_by_one_tick(client: FlaskClient) -> None:
    """A loser whose points stand in the form keeps them."""
    losers = ("e.points", "n.points")
    query = {key: value for key, value in AGREED.items() if key not in losers} | {"others": "0"}
    page, told = get(client, "/table", query), dict.fromkeys(losers, "0")
    assert page.words == get(client, "/table", AGREED | told).words
    form = page.html.partition('name="others"')[2]
    assert form.startswith(' value="0" checked')


def test_the_others_are_missing_where_nobody_says_that_they_score_nothing(
    client: FlaskClient,
) -> None:
    query = {key: value for key, value in AGREED.items() if key != "n.points"}
    for others in ({}, {"others": "7"}):
        page = get(client, "/table", query | others, status=422)
        assert "needs a hand or agreed points" in page.words
    nobody = {"rules": "classical", "round": "E", "winner": "nobody", "others": "0"}
    assert "Nobody pays anything" in get(client, "/table", nobody).words


def test_no_tick_for_losers_where_they_do_not_score(client: FlaskClient) -> None:
    assert 'name="others"' not in get(client, "/table", {"rules": "mcr"}).html


def test_nobody_won_is_settled_without_payments(client: FlaskClient) -> None:
    page = get(client, "/table", {"rules": "classical", "round": "E", "winner": "nobody"})
    assert "Nobody won" in page.words
    assert "Nobody pays anything" in page.words
    assert "The seats stay" in page.words


def test_a_table_of_three_has_three_nets(client: FlaskClient) -> None:
    query = {key: value for key, value in AGREED.items() if key != "n.points"}
    page = get(client, "/table", {"away": "N", **query})
    assert "North pays" not in page.words
    assert page.html.count('class="net-seat"') == 3


def test_hands_and_points_mix_and_each_hand_shows_its_lines(client: FlaskClient) -> None:
    query = {
        "rules": "classical",
        "round": "E",
        "winner": "E",
        "won": "discard",
        "from": "S",
        "with": "last_discard",
        "e.hand": "123b 55d",
        "e.set1": "EEE",
        "e.set2": "7777c",
        "e.set2is": "concealed",
        "e.set3": "234d",
        "e.flowers": "F1 S2",
        "e.tile": "5d",
        "s.points": "8",
        "w.points": "8",
        "n.points": "8",
    }
    page = get(client, "/table", query)
    assert "South pays East 672" in page.words
    assert "Exposed major pung" in page.words


def test_the_shared_table_gives_the_same_result_again(client: FlaskClient) -> None:
    first = get(client, "/table", {"go": "1", **AGREED})
    share = first.link("canonical")
    assert share is not None
    assert Page(client.get(share).text).words == first.words


def test_a_penalty_reaches_the_settlement(client: FlaskClient) -> None:
    page = get(client, "/table", {**AGREED, "x.letting_off_cannon": "W"})
    assert "South +400" in page.words
    assert "North pays" not in page.words
    assert page.chosen("x.letting_off_cannon") == ["W"]


def test_errors_stand_beside_the_player_they_speak_of(client: FlaskClient) -> None:
    page = get(client, "/table", {**AGREED, "n.points": "lots"}, status=422)
    assert page.field("n.points")["aria-invalid"] == "true"
    assert page.typed("n.points") == "lots"
    page = get(client, "/table", {**AGREED, "n.points": "", "n.hand": "12x"}, status=422)
    assert page.field("n.hand")["aria-invalid"] == "true"


def test_the_winner_sits_at_the_table(client: FlaskClient) -> None:
    page = get(client, "/table", {**AGREED, "away": "S"}, status=422)
    assert "South is not at this table" in page.described("winner")


def test_the_next_hand_starts_with_the_next_winds(client: FlaskClient) -> None:
    page = get(client, "/table", {**AGREED, "passed": "3", "o.limit": "500"})
    onward = next(
        a["href"]
        for a in page.all("a")
        if a["href"].startswith("/table?rules=c")
        and "passed" in a["href"]
        and "winner" not in a["href"]
    )
    following = Page(client.get(onward).text)
    assert following.chosen("round") == ["S"]
    assert following.typed("passed") == "0"
    assert following.typed("o.limit") == "500"


def test_who_won_is_asked(client: FlaskClient) -> None:
    page = get(client, "/table", {**AGREED, "winner": "", "go": "1"}, status=422)
    assert "who won" in page.described("winner")


def test_tiles_that_two_hands_cannot_both_hold_are_pointed_out(client: FlaskClient) -> None:
    hands = {"e.hand": "3333b 19c 24d ESWNR", "w.hand": "3b 19c 579d ESWN RGP"}
    query = {key: value for key, value in AGREED.items() if key not in ("e.points", "w.points")}
    page = get(client, "/table", query | hands)
    assert (
        "Check the tiles: These hands have five 3b together, but the game has only four"
        in page.words
    )


def test_a_hand_that_an_event_struck_out_shows_why_it_scores_nothing(client: FlaskClient) -> None:
    query = {key: value for key, value in AGREED.items() if key != "e.points"}
    query |= {"e.hand": "333b 19c 24d ESWN RRR", "x.long_hand": "E"}
    page = get(client, "/table", query)
    assert "scores nothing (see what went wrong)" in page.words


def test_what_was_told_to_have_gone_wrong_is_told_again_even_where_nobody_pays(
    client: FlaskClient,
) -> None:
    page = get(client, "/table", {**AGREED, "x.foul_hand": "N"})
    assert "North: Foul hand Exposed tiles wrongly" in page.words


def test_what_stays_unpaid_is_shown(client: FlaskClient) -> None:
    holds = {"e.holds": "2000", "s.holds": "2000", "w.holds": "30", "n.holds": "2000"}
    page = get(client, "/table", {**AGREED, **holds, "o.no_debt": "yes"})
    assert "What stays unpaid" in page.words
    assert re.search(r"West would owe South \d+", page.words)


def test_where_fishing_has_to_be_declared_the_form_asks_for_it(client: FlaskClient) -> None:
    hands = {"w.hand": "19b 19c 19d ESWN RGP", "o.fishing": "declared"}
    query = {name: value for name, value in AGREED.items() if name != "w.points"}
    query |= {"rules": "british", **hands}
    page = get(client, "/table", query)
    assert "scored 0" in page.words
    assert "Declared to be fishing?" in page.words
    page = get(client, "/table", {**query, "w.fishing": "yes"})
    assert "scored 400" in page.words
    assert re.search(r'name="w.fishing".*?value="yes" selected', page.html, re.DOTALL)


def test_the_next_hand_leaves_a_goulash_after_a_win_and_takes_the_absent_seat_along(
    client: FlaskClient,
) -> None:
    query = {name: value for name, value in AGREED.items() if name != "n.points"}
    query |= {"rules": "british", "o.goulash": "blanks", "o.limit": "500", "away": "N"}
    page = get(client, "/table", query)
    onward = next(
        a["href"] for a in page.all("a") if "o.limit" in a["href"] and "winner" not in a["href"]
    )
    assert "o.goulash" not in onward
    assert "away=W" in onward


def test_of_two_false_mah_jongs_the_page_asks_which_was_the_second(client: FlaskClient) -> None:
    """The first ends the hand: the second costs nothing."""
    told = "/table?rules=classical&round=E&winner=nobody&x.false_mahjong=S&x.false_mahjong=W"
    for second, pays in (("S", "West"), ("W", "South")):
        page = Page(client.get(f"{told}&x.false_mahjong.second={second}").text)
        assert "second" in str(page.link("canonical"))
        assert f"{pays} pays North 500" in page.words


def test_what_the_players_hold_is_asked_where_it_can_matter(client: FlaskClient) -> None:
    for rules in RULESETS:
        asked = 4 if scorer.ruleset(rules)["holds_money"] else 0
        fields = get(client, "/table", {"rules": rules}).all("input")
        assert len([field for field in fields if field.get("name", "").endswith(".holds")]) == asked
