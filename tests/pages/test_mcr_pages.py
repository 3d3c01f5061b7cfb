"""The pages under Chinese Official (MCR), as players at a club meet them."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

import scorer
from scorer.engine.tiles import CODES

from .page import Page
from .test_hand_page import get

WINDS = {"rules": "mcr", "seat": "S", "round": "E"}
WON = {
    **WINDS,
    "hand": "123b 456b 99d",
    "set1": "789b",
    "set2": "EEE",
    "flowers": "F1 S2",
    "tile": "9d",
    "won": "discard",
    "from": "W",
}
SHORT = {
    **WINDS,
    "hand": "34b EE",
    "set1": "234c",
    "set2": "345d",
    "set3": "456b",
    "flowers": "F1",
    "tile": "2b",
    "won": "discard",
    "from": "W",
}
DRAWN = {**WINDS, "hand": "111999b 111c 999c 99d", "tile": "9d", "won": "self_draw"}
KNITTED = {**WINDS, "hand": "147b 258c 369d 234b 55d", "tile": "4b", "won": "self_draw"}
WAITING = {**WINDS, "hand": "34b EE", "set1": "678b", "set2": "345c", "set3": "789d"}
TABLE = {
    "rules": "mcr",
    "round": "E",
    "winner": "S",
    "won": "discard",
    "from": "W",
    "s.points": "22",
}
STANDING = {"e.standing": "12", "s.standing": "-40", "w.standing": "8", "n.standing": "20"}


# The hand


def test_a_win_is_told_with_its_points_its_flowers_and_the_minimum(client: FlaskClient) -> None:
    words = get(client, "/", WON).words
    assert "22 points 20 points and 2 flowers Reaches the minimum of 8" in words
    assert "West pays you 30" in words
    assert "You receive in all 46" in words
    assert "limit" not in words.lower()


def test_each_fan_has_both_names_its_number_its_reason_and_its_source(client: FlaskClient) -> None:
    page = get(client, "/", WON)
    assert "Pure Straight 清龙 no. 28 123, 456 and 789 of one suit. 16" in page.words
    assert "Mahjong Competition Rules (WMO 2006), fan 28" in page.words
    assert "/rules/mcr/pure-straight" in page.links("/rules/mcr/")
    assert any(span.get("lang") == "zh-Hans" for span in page.all("span"))


def test_what_counts_more_than_once_has_one_row(client: FlaskClient) -> None:
    assert re.search(r"Flower Tiles 花牌 no\. 81 × 2 .*? 2 Where", get(client, "/", WON).words)
    assert re.search(r"Double Pung 双同刻 no\. 65 × 2 .*? 4 ", get(client, "/", DRAWN).words)


def test_a_hand_below_the_minimum_is_told_that_nothing_is_paid(client: FlaskClient) -> None:
    words = get(client, "/", SHORT).words
    assert "7 points and 1 flower" in words
    assert "7 points without flowers, but a win needs 8: nothing is paid" in words
    assert "pays you" not in words
    lower = get(client, "/", {**SHORT, "o.minimum": "6"}).words
    assert "Reaches the minimum of 6" in lower
    none = get(client, "/", {**SHORT, "o.minimum": "0"}).words
    assert "the minimum of" not in none
    assert "West pays you 16" in none


def test_a_hand_that_did_not_win_scores_nothing_and_says_so(client: FlaskClient) -> None:
    page = get(client, "/", {**WINDS, "hand": "34b EE 234c 345d 456b", "won": "no"})
    assert "0 points Not a win: under these rules only the hand that won scores." in page.words
    assert "nothing is paid" not in page.words
    assert "What does it wait for?" in page.words
    assert not [link for link in page.links("/table?") if "hand" in link]


@pytest.mark.parametrize(
    ("won", "words"),
    [
        ("discard", "Choose who discarded the winning tile"),
        ("robbed_kong", "Choose whose kong was robbed"),
    ],
)
def test_who_discarded_is_asked_in_a_players_words(
    client: FlaskClient, won: str, words: str
) -> None:
    page = get(client, "/", {**WON, "won": won, "from": "", "go": "1"}, status=422)
    assert page.field("from")["aria-invalid"] == "true"
    assert words in page.described("from")
    assert "Who discarded it" in page.words


def test_who_discarded_and_what_else_is_wrong_are_told_at_one_time(client: FlaskClient) -> None:
    query = {**WON, "from": "", "seat": "", "hand": "124b 456b 99d", "go": "1"}
    page = get(client, "/", query, status=422)
    assert page.described("from")
    assert page.described("seat")
    assert "no winning hand" in page.described("hand")


def test_set_aside_fan_stand_under_their_principle_and_what_set_them_aside(
    client: FlaskClient,
) -> None:
    page = get(client, "/", WON)
    assert "Shown, but not counted: 4" in page.words
    assert re.search(r"Already in Prevalent Wind : Pung of Terminals or Honors", page.words)
    assert re.search(r"already combined in Pure Straight : Short Straight 连六 × 2", page.words)
    assert "/rules/mcr#principles" in page.links("/rules/mcr#")


def test_many_set_aside_fan_are_folded_away_and_few_are_not(client: FlaskClient) -> None:
    def folded(query: dict[str, str]) -> list[bool]:
        found = get(client, "/", query).all("details")
        return ["open" not in one for one in found if one.get("class") == "more aside"]

    assert folded(DRAWN) == [True]
    assert folded(KNITTED) == [False]


def test_another_way_to_read_the_tiles_is_told_with_what_it_would_bring(
    client: FlaskClient,
) -> None:
    query = {**WINDS, "hand": "112233b 112233c 99d", "tile": "9d", "won": "discard", "from": "N"}
    words = get(client, "/", query).words
    assert "The tiles also make this, for 12, but the arrangement that counts is worth" in words
    assert "(high-versus-low)" not in words


def test_a_near_miss_stays_apart_from_what_a_principle_set_aside(client: FlaskClient) -> None:
    query = {**WINDS, "hand": "234b 234c 567b 34d 55d", "tile": "5d", "won": "discard", "from": "N"}
    words = get(client, "/", query).words
    assert re.search(r"Nearly counted Single Wait would be 1 The hand waited for 2d too", words)


def test_a_knitted_straight_is_drawn_suit_by_suit(client: FlaskClient) -> None:
    page = get(client, "/", KNITTED)
    assert [one.get("class") for one in page.all("span")].count("suit") == 3
    assert "knitted straight" in page.words
    html = get(client, "/", WON).html
    assert 'class="suit"' not in html


def test_every_tile_that_is_drawn_is_defined(client: FlaskClient) -> None:
    for query in (WON, SHORT, DRAWN, KNITTED):
        assert set(get(client, "/", query).faces) <= {*CODES, "back"}


def test_presets_options_and_circumstances_are_offered_and_three_players_are_not(
    client: FlaskClient,
) -> None:
    for path in ("/", "/table", "/waits"):
        page = get(client, path, {"rules": "mcr"})
        ruleset = scorer.ruleset("mcr")
        for option in ruleset["options"]:
            if option["type"] != "text":
                assert page.field(f"o.{option['name']}")
        assert {"wmo2006", "1998"} <= {one.get("value") for one in page.all("option")}
        offered = {one["value"] for one in page.all("input") if one.get("name") == "with"}
        assert offered == {entry["id"] for entry in ruleset["circumstances"]}
        assert not [one for one in page.all("select") if one.get("name") == "away"]


def test_three_players_are_refused_where_four_have_to_sit(client: FlaskClient) -> None:
    for path, query in (("/", WON), ("/table", TABLE)):
        page = get(client, path, {**query, "away": "N"}, status=422)
        assert "four different seats" in page.words
        assert "#field-away" not in page.html


def test_a_preset_changes_what_is_usual_and_what_counts(client: FlaskClient) -> None:
    assert "137 points" in get(client, "/", DRAWN).words
    older = get(client, "/", {**DRAWN, "preset": "1998"})
    # Self-Drawn for Fully Concealed Hand, and no Double Pung.
    assert "Chinese Official (MCR) · The 1998 table 130 points" in older.words
    assert "usual: 5" in older.html


def test_another_ruleset_takes_over_only_what_it_knows(client: FlaskClient) -> None:
    typed = {"rules": "classical", "round": "E", "winner": "S", "won": "self_draw", "away": "N"}
    typed |= {"s.points": "22", "w.points": "8", "o.limit": "500", "x.long_hand": "E"}
    page = get(client, "/table", {**typed, "to": "mcr"})
    assert "need a change" not in page.words
    assert page.typed("s.points") == "22"
    assert page.typed("w.points") == ""
    assert page.chosen("won") == ["self_draw"]


@pytest.mark.parametrize("query", [WON, SHORT, DRAWN, KNITTED, {**WON, "preset": "1998"}])
def test_the_address_of_a_hand_gives_it_again(client: FlaskClient, query: dict[str, str]) -> None:
    first = get(client, "/", {"go": "1", **query})
    share = first.link("canonical")
    assert share is not None
    again = Page(client.get(share).text)
    assert again.words == first.words
    assert again.link("canonical") == share


# What a hand waits for


def test_waits_tell_both_totals_and_which_of_them_win(client: FlaskClient) -> None:
    page = get(client, "/waits", WAITING)
    assert "The points, flowers apart, that a hand needs to win: 8" in page.words
    assert re.search(r"2 of bamboo 4 8 ✓ wins 1 too little", page.words)
    assert re.search(r"5 of bamboo 4 2 too little 3 too little", page.words)


def test_a_hand_none_of_whose_waits_wins_is_told_so(client: FlaskClient) -> None:
    query = {**WAITING, "hand": "12b EE", "set1": "678b", "set2": "345c", "set3": "777d"}
    words = get(client, "/waits", query).words
    assert "No win yet: no hand with one of these tiles reaches the minimum of 8" in words


def test_every_score_of_the_waits_leads_to_its_hand(client: FlaskClient) -> None:
    page = get(client, "/waits", WAITING)
    assert "is then taken to be from East" in page.words
    worth = [a["href"] for a in page.all("a") if a.get("class") == "worth"]
    assert len(worth) == 4
    for address in worth:
        assert client.get(address).status_code == 200


# The table


def test_only_the_winner_has_to_tell_anything(client: FlaskClient) -> None:
    page = get(client, "/table", TABLE)
    assert "South won" in page.words
    assert re.search(r"West pays South 30\b", page.words)
    assert re.search(r"East pays South 8\b", page.words)
    assert "scored" not in page.words
    assert "The deal passes after every hand. East becomes North" in page.words


def test_the_winners_tiles_settle_the_table_with_every_line(client: FlaskClient) -> None:
    hand = {f"s.{name}": WON[name] for name in ("hand", "set1", "set2", "flowers", "tile")}
    query = {name: value for name, value in TABLE.items() if name != "s.points"} | hand
    page = get(client, "/table", query)
    assert "22 points 20 points and 2 flowers Reaches the minimum of 8" in page.words
    assert re.search(r"West pays South 30\b", page.words)
    assert "Pure Straight 清龙" in page.words


def test_a_scored_hand_leads_to_a_table_that_is_ready_to_settle(client: FlaskClient) -> None:
    page = get(client, "/", WON)
    onward = next(link for link in page.links("/table?") if "s.hand" in link)
    table = Page(client.get(onward).text)
    assert table.typed("s.hand") == "123b 456b 99d"
    assert table.chosen("winner") == ["S"]
    assert "South won" in table.words


def test_a_winner_below_the_minimum_is_paid_nothing(client: FlaskClient) -> None:
    hand = {f"s.{name}": SHORT[name] for name in ("hand", "set1", "set2", "set3", "tile")}
    query = {name: value for name, value in TABLE.items() if name != "s.points"} | hand
    page = get(client, "/table", query)
    assert "South has too little to win" in page.words
    assert "7 points, but a win needs 8: nothing is paid" in page.words
    assert page.links("#penalties") == ["#penalties"]
    assert "penalties" in page.by_id
    assert "Nobody pays anything" in page.words
    assert "Check the tiles" not in page.words


def test_fouls_are_taken_from_the_score_and_false_wins_are_paid(client: FlaskClient) -> None:
    fouls = {"x.minor_foul": "N", "x.minor_foul.number": "3"}
    fouls |= {"x.false_win": "W", "x.false_win.valid": "no"}
    page = get(client, "/table", {**TABLE, **fouls})
    assert "North loses 10 Minor foul number 3. Nobody receives it." in page.words
    assert re.search("North: −10, .*inor foul number 3", page.words)
    assert "West pays East 20" in page.words
    assert page.typed("x.minor_foul.number") == "3"


def test_all_that_is_missing_at_a_table_is_told_at_one_time(client: FlaskClient) -> None:
    query = {**TABLE, "from": "", "round": "", "x.false_win": "W"}
    page = get(client, "/table", query, status=422)
    for field in ("from", "round", "x.false_win.valid"):
        assert page.described(field), field


def test_whether_a_false_win_had_a_winning_shape_is_asked(client: FlaskClient) -> None:
    page = get(client, "/table", {**TABLE, "x.false_win": "W"}, status=422)
    assert "Enter whether the tiles shown form a winning shape" in page.described(
        "x.false_win.valid"
    )


def test_the_session_is_carried_on_with_table_points(client: FlaskClient) -> None:
    page = get(client, "/table", {**TABLE, **STANDING, "x.minor_foul": "N", "passed": "1"})
    assert "The session after this hand" in page.words
    after = "North 12 4 South 6 2 East 4 1 West −22 0"
    assert after in page.words
    onward = next(link for link in page.links("/table?") if "passed=2" in link)
    following = Page(client.get(onward).text)
    # South is East in the next hand.
    assert following.typed("e.standing") == "6"
    assert following.typed("n.standing") == "4"
    assert following.typed("s.standing") == "-22"


def test_a_score_may_be_typed_as_the_page_shows_it(client: FlaskClient) -> None:
    page = get(client, "/table", {**TABLE, **STANDING, "s.standing": "−40"})
    assert "South 6" in page.words


def test_everybodys_score_in_the_session_is_asked_or_nobodys(client: FlaskClient) -> None:
    page = get(client, "/table", {**TABLE, "e.standing": "12"}, status=422)
    assert "or leave all four empty" in page.described("s.standing")


def test_a_loser_who_tells_points_is_told_to_leave_them_out(client: FlaskClient) -> None:
    page = get(client, "/table", {**TABLE, "n.points": "8"}, status=422)
    assert "only the winner scores" in page.described("n.points").lower()


def test_sticks_and_easts_wins_are_asked_only_where_they_matter(client: FlaskClient) -> None:
    names = {one.get("name") for one in get(client, "/table", {"rules": "mcr"}).all("input")}
    assert "e.standing" in names
    assert not {"e.holds", "run"} & names
    classical = {one.get("name") for one in get(client, "/table").all("input")}
    assert {"e.holds", "run"} <= classical
    assert "e.standing" not in classical


def test_the_address_of_a_table_gives_it_again(client: FlaskClient) -> None:
    events = {"x.minor_foul": "N", "x.minor_foul.number": "3", "x.major_foul": "E"}
    events |= {"x.false_win": "W", "x.false_win.valid": "yes"}
    first = get(client, "/table", {"go": "1", **TABLE, **STANDING, **events})
    share = first.link("canonical")
    assert share is not None
    again = Page(client.get(share).text)
    assert again.words == first.words
    assert again.link("canonical") == share


# The rules


def test_the_rules_are_told_by_value_with_numbers_and_what_each_sets_aside(
    client: FlaskClient,
) -> None:
    page = get(client, "/rules/mcr")
    ruleset = scorer.ruleset("mcr")
    assert {f"worth-{rule['amount']}" for rule in ruleset["rules"]} <= page.by_id.keys()
    for rule in ruleset["rules"]:
        told = page.by_id[rule["id"]]
        assert rule["name"] in told
        # A table's own rule may have neither.
        assert rule["names"].get("zh", "") in told
        assert "number" not in rule or f"no. {rule['number']}" in told
        for excluded in rule["excludes"]:
            assert f"#{excluded}" in page.links("#")
    assert "Account-once" in page.by_id["principles"]


def test_every_link_of_the_rules_leads_somewhere_on_the_page(client: FlaskClient) -> None:
    page = get(client, "/rules/mcr")
    ids = [found["id"] for _, found in page.tags if "id" in found]
    assert len(ids) == len(set(ids))
    for link in page.links("#"):
        assert link[1:] in ids
