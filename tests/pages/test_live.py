"""What the keypad is answered while a hand is tapped in."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from flask.testing import FlaskClient

HAND = (
    "rules=classical&hand=123b+55d&set1=EEE&set2=7777c&set2is=concealed&set3=234d&flowers=F1+S2"
    "&tile=5d&won=discard&from=S&with=last_discard&seat=E&round=E"
)
TABLE = (
    "rules=classical&e.hand=123b+55d&e.set1=EEE&e.set2=7777c&e.set2is=concealed&e.set3=234d"
    "&e.flowers=F1+S2&e.tile=5d&won=discard&from=S&with=last_discard&winner=E&round=E"
)
MCR = (
    "rules=mcr&hand=123b+456b+99d&set1=789b&set2=EEE&flowers=F1+S2&tile=9d&won=discard&from=W"
    "&seat=S&round=E"
)


def live(client: FlaskClient, about: str, query: str, **changed: str | None) -> dict[str, Any]:
    fields = dict(parse_qsl(query)) | changed
    answer = client.post(
        f"/live/{about}",
        data=urlencode({name: value for name, value in fields.items() if value is not None}),
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == 200
    body: dict[str, Any] = answer.get_json()
    return body


def test_a_whole_hand_is_told_with_who_pays_its_player(client: FlaskClient) -> None:
    answer = live(client, "score", HAND)
    assert (answer["total"], answer["unit"]) == ("336", "points")
    assert answer["say"] == "The others pay you 672 each"


def test_every_line_unfolds_to_its_reason_source_and_tiles(client: FlaskClient) -> None:
    panel = live(client, "score", HAND)["panel"]
    assert panel.count('<details class="kp-line"') == 10
    assert 'data-tiles="7c 7c 7c 7c"' in panel
    assert "A declared kong of suit tiles 2 to 8 with no claimed tile." in panel
    assert "/rules/classical#concealed-minor-kong" in panel
    assert "Not counted: Own flower and own season" in panel


def test_who_pays_more_than_the_others_is_named_apart(client: FlaskClient) -> None:
    answer = live(client, "score", MCR)
    assert answer["say"] == "West pays you 30; North and East pay you 8 each"


def test_too_little_to_win_is_said(client: FlaskClient) -> None:
    answer = live(client, "score", MCR, set1="234d", set2="678b", hand="123b 456c 99d")
    assert answer["say"].startswith("3 points without flowers, ")
    assert "a win needs 8" in answer["say"]


def test_a_hand_that_did_not_win_is_told_as_such(client: FlaskClient) -> None:
    answer = live(client, "score", HAND, won="no", hand="123b 5d", tile=None, **{"with": None})
    assert answer["say"] == "Not a win: what the hand scores"
    assert live(client, "score", MCR, won="no", hand="123b 456b 9d", tile=None)["say"] == (
        "Only the hand that won scores"
    )


def test_what_is_wrong_comes_before_what_is_left_out(client: FlaskClient) -> None:
    answer = live(client, "score", HAND, hand="12x", won=None, **{"with": None})
    assert answer["field"] == "hand"
    assert "“x” is not a suit" in answer["say"]


def test_what_is_left_out_names_its_field(client: FlaskClient) -> None:
    answer = live(client, "score", HAND, won=None, **{"with": None})
    assert (answer["field"], answer["say"][:6]) == ("won", "Choose")


def test_waits_are_named_with_what_they_bring(client: FlaskClient) -> None:
    answer = live(client, "waits", HAND, hand="123b 5d", tile=None, won=None, **{"with": None})
    assert answer["say"] == "Waits for 5 of dots"
    assert 'data-wait="5d"' in answer["panel"]
    assert "168 by discard" in answer["panel"]
    assert "176 drawn" in answer["panel"]


def test_no_wait_is_said(client: FlaskClient) -> None:
    answer = live(client, "waits", "rules=classical&hand=1b3b5b7b9b1c4c7c1d4d7dES&seat=E&round=E")
    say = "No tile completes it: the nearest hand needs 7 tiles"
    assert answer == {"say": say, "panel": ""}


@pytest.mark.parametrize(
    ("typed", "field"), [("", "seat"), ("&round=E", "seat"), ("&seat=E", "round")]
)
def test_tiles_that_are_waited_for_are_named_before_the_winds_are_told(
    client: FlaskClient, typed: str, field: str
) -> None:
    answer = live(
        client, "waiting", f"rules=classical&hand=123b5d&set1=EEE&set2=RRR&set3=GGG{typed}"
    )
    assert answer == {"say": "Waits for 5 of dots", "field": field}


def test_what_is_wrong_with_a_waiting_hand_comes_before_the_winds(client: FlaskClient) -> None:
    answer = live(client, "waiting", "rules=classical&hand=12x")
    assert answer["field"] == "hand"


def test_of_an_american_hand_that_waits_for_nothing_the_nearest_is_told(
    client: FlaskClient,
) -> None:
    hand = "rules=american&hand=FFF+222b+44c+888b+J+E&seat=W"
    answer = live(client, "waiting", hand)
    assert answer["say"] == "No tile completes it: the nearest hand needs 2 tiles"
    page = client.get(f"/waits?{hand}").text
    assert "2 tiles short" in page


def test_many_waits_are_not_all_named(client: FlaskClient) -> None:
    answer = live(client, "waits", "rules=mcr&hand=1112345678999b&seat=E&round=E")
    assert answer["say"] == "Waits for 9 kinds of tile, 23 left"


def test_a_table_is_settled_with_the_sticks_to_hand_over(client: FlaskClient) -> None:
    answer = live(client, "table", TABLE, **{"s.points": "24", "w.points": "10", "n.points": "2"})
    say = answer["say"].replace("\u00a0", " ")
    assert say == "East +2016, South −636, West −678, North −702"
    assert answer["scores"] == {"E": "336", "S": "24", "W": "10", "N": "2"}
    assert "North pays South <b>22</b>" in answer["panel"]
    assert "2 × 10" in answer["panel"]


def test_the_winner_is_scored_before_the_others_are_told(client: FlaskClient) -> None:
    answer = live(client, "table", TABLE, **{"w.points": "10"})
    assert answer["say"] == "Still to enter: South and North"
    assert answer["total"] == "336"
    assert answer["scores"] == {"E": "336"}


def test_a_wrong_tile_of_one_player_is_told_of_a_table(client: FlaskClient) -> None:
    answer = live(client, "table", TABLE, **{"s.hand": "12x"})
    assert answer["field"] == "s.hand"


def test_agreed_points_of_the_winner_wait_for_the_others(client: FlaskClient) -> None:
    answer = live(client, "table", "rules=classical&winner=E&e.points=64&won=self_draw&round=E")
    assert answer["say"] == "Still to enter: South, West and North"
    assert answer["total"] == "64"


def test_tiles_that_the_hands_cannot_all_hold_are_pointed_out(client: FlaskClient) -> None:
    others = {"w.points": "10", "n.points": "2", "s.hand": "5555d 123c 456c 78c R"}
    answer = live(client, "table", TABLE, **others)
    assert "Check the tiles" in answer["panel"]


@pytest.mark.parametrize("about", ["score", "waits", "waiting", "table"])
@pytest.mark.parametrize(
    "query",
    [
        *("", "rules=none", "rules=mcr&o.minimum=x&go=1", "winner=Q&seat=9"),
        *("to=mcr", "to=classical&hand=12", "rules=american&card=practice", "hand=%00&seat=E"),
    ],
)
def test_nonsense_is_answered_with_a_sentence(client: FlaskClient, about: str, query: str) -> None:
    assert live(client, about, query)["say"]


def test_a_hand_is_carried_to_the_table_as_its_players(client: FlaskClient) -> None:
    page = client.get(f"/table?{HAND}&carry=1").get_data(as_text=True)
    for field, value in (("e.hand", "123b 55d"), ("e.set2", "7777c"), ("e.tile", "5d")):
        assert f'name="{field}" type="text" value="{value}"' in page
    assert 'name="winner" value="E" checked' in page
    assert 'name="with" value="last_discard" checked' in page
    assert 'role="alert"' not in page


def test_a_hand_that_did_not_win_is_carried_without_a_winner(client: FlaskClient) -> None:
    page = client.get("/table?rules=classical&hand=123b&seat=W&won=no&carry=1")
    assert 'name="w.hand" type="text" value="123b"' in page.get_data(as_text=True)
    assert "checked" not in page.get_data(as_text=True).split('id="field-winner"')[1][:900]


PART = {"e.points": None, "s.hand": "999c EE", "s.part": "yes", "w.points": "4", "n.points": "2"}


def test_of_a_loser_what_scores_is_enough(client: FlaskClient) -> None:
    answer = live(client, "table", TABLE, **PART)
    assert answer["scores"]["S"] == "10"
    assert "asks" not in answer


def test_what_the_untold_tiles_could_still_add_is_asked(client: FlaskClient) -> None:
    hand = {"e.hand": None, "e.set1": None, "e.set2": None, "e.set3": None, "e.flowers": None}
    british = {"rules": "british", "with": None, **hand, "e.tile": None, "e.points": "100"}
    answer = live(client, "table", TABLE, **PART | british)
    assert answer["asks"] == {"S": ["Was it one tile short of a special hand?"]}


def test_a_winner_tells_every_tile(client: FlaskClient) -> None:
    answer = live(client, "table", TABLE, **PART | {"e.part": "yes"})
    assert answer["field"] == "e.part"


def test_a_forgotten_winning_tile_counts_as_the_one_that_brings_least(client: FlaskClient) -> None:
    answer = live(client, "score", HAND, tile="?")
    assert int(answer["total"]) < 336
    assert "If it had been won with 5 of dots" in answer["panel"]
