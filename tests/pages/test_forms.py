from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorer.service.web import addresses, form_documents
from scorer.service.web.form_documents import before_winning
from scorer.service.web.form_fields import FIELDS, FormField

DETAIL: dict[str, Any] = {
    "id": "classical",
    "hand_tiles": 13,
    "state": [{"name": "dealer_streak", "minimum": 0, "maximum": 9}],
    "options": [
        {"name": "limit", "type": "integer", "default": 1000, "minimum": 500, "maximum": 2000},
        {"name": "no_debt", "type": "boolean", "default": False},
        {"name": "goulash", "type": "choice", "default": None, "choices": [None, "blanks"]},
        {"name": "east_keeps", "type": "choice", "default": 3, "choices": [3, "unlimited"]},
    ],
    "presets": [{"name": "u3a"}],
    "circumstances": [{"id": "last_discard"}],
    "fields": {
        part: [{"name": "special", "type": "integer"}]
        for part in ("hand", "win", "player", "table")
    },
    "events": [
        {"event": "long_hand", "fields": []},
        {"event": "false_mahjong", "fields": [{"name": "shown", "type": "boolean"}]},
        {"event": "misnamed_discard", "fields": [{"name": "to", "type": "seat"}]},
        {"event": "minor_foul", "fields": [{"name": "number", "type": "integer"}]},
    ],
}

seats = st.sampled_from("ESWN")
tiles = st.text("123456789bcdESWNRGP", min_size=1, max_size=20)
melds = st.one_of(
    st.fixed_dictionaries({"tiles": tiles}),
    st.fixed_dictionaries({"tiles": tiles, "concealed": st.just(True)}),
    st.fixed_dictionaries({"tiles": tiles, "from_concealed_pung": st.just(True)}),
)
hands = st.fixed_dictionaries(
    {"concealed": tiles},
    optional={
        "melds": st.lists(melds, min_size=1, max_size=5),
        "bonus": tiles,
        "winning_tile": st.one_of(tiles, st.just("?")),
        "partial": st.just(True),
    },
)
circumstances = st.lists(
    st.sampled_from(["last_discard", "original_call"]), min_size=1, max_size=2, unique=True
)
wins = st.one_of(
    st.fixed_dictionaries({"by": st.just("self_draw")}, optional={"with": circumstances}),
    st.fixed_dictionaries(
        {"by": st.sampled_from(["discard", "robbed_kong"]), "from": seats},
        optional={"with": circumstances},
    ),
)
options = st.fixed_dictionaries(
    {},
    optional={
        "limit": st.integers(500, 2000),
        "no_debt": st.booleans(),
        "goulash": st.sampled_from([None, "blanks"]),
        "east_keeps": st.sampled_from([3, "unlimited"]),
    },
).filter(bool)
shared = {"preset": st.just("u3a"), "options": options, "prevailing": seats}
three = seats.map(lambda away: [seat for seat in "ESWN" if seat != away])
documents = st.one_of(
    st.fixed_dictionaries(
        {"ruleset": st.just("classical"), "hand": hands, "win": wins},
        optional={**shared, "seat": seats, "seats": three},
    ),
    st.fixed_dictionaries(
        {
            "ruleset": st.just("classical"),
            "hand": hands.map(lambda hand: {k: v for k, v in hand.items() if k != "winning_tile"}),
        },
        optional={**shared, "seat": seats, "seats": three},
    ),
)
players = st.one_of(
    st.fixed_dictionaries({"points": st.integers(0, 5000)}),
    st.fixed_dictionaries({"hand": hands}, optional={"fishing": st.booleans()}),
)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    present = draw(st.one_of(st.just(list("ESWN")), three))
    table: dict[str, Any] = draw(
        st.fixed_dictionaries({"ruleset": st.just("classical")}, optional=shared)
    )
    table["players"] = {seat: draw(players) for seat in present}
    if draw(st.booleans()):
        table["players"][draw(st.sampled_from(present))]["win"] = draw(wins)
    if draw(st.booleans()):
        table["events"] = [
            {"event": "long_hand", "by": draw(seats)},
            {"event": "false_mahjong", "by": draw(seats), "shown": draw(st.booleans())},
            {"event": "misnamed_discard", "by": draw(seats), "to": draw(seats)},
            {"event": "minor_foul", "by": draw(seats), "number": draw(st.integers(1, 20))},
        ]
    if draw(st.booleans()):
        table["standing"] = {seat: draw(st.integers(-999, 999)) for seat in present}
    if draw(st.booleans()):
        table["holdings"] = {seat: draw(st.integers(0, 9999)) for seat in present}
        table["deals_passed"] = draw(st.integers(0, 3))
        table["east_run"] = draw(st.integers(0, 12))
    return table


def read(query: str) -> form_documents.Query:
    return MultiDict(parse_qsl(query))


@given(documents)
def test_a_hand_goes_into_an_address_and_comes_back_the_same(document: dict[str, Any]) -> None:
    assert form_documents.hand_document(read(addresses.hand_query(document)), DETAIL) == document


@given(tables())
def test_a_table_goes_into_an_address_and_comes_back_the_same(table: dict[str, Any]) -> None:
    assert form_documents.table_document(read(addresses.table_query(table)), DETAIL) == table


@pytest.mark.parametrize(
    ("pointer", "field"),
    [
        ("/hand/concealed", "hand"),
        ("/hand/melds/0/tiles", "set2"),
        ("/hand/melds/1/concealed", "set4is"),
        ("/hand/melds/9", "set1"),
        ("/hand/bonus", "flowers"),
        ("/hand/winning_tile", "tile"),
        ("/win", "won"),
        ("/win/by", "won"),
        ("/win/from", "from"),
        ("/win/with/0", "with"),
        ("/seat", "seat"),
        ("/fishing", "fishing"),
        ("/players/W/fishing", "w.fishing"),
        ("/prevailing", "round"),
        ("/ruleset", "rules"),
        ("/options/limit", "o.limit"),
        ("/options/a~1b", "o.a/b"),
        ("/seats/3", "away"),
        ("/players/S/hand/bonus", "s.flowers"),
        ("/players/S/win/from", "from"),
        ("/players/N", "n.points"),
        ("/events/0/by", "x.long_hand"),
        ("/events/0/shown", "x.long_hand.shown"),
        ("/events/7", None),
        ("/holdings/W", "w.holds"),
        ("/standing/W", "w.standing"),
        ("/deals_passed", "passed"),
        ("/dealer_streak", "g.dealer_streak"),
        ("", None),
        ("/nowhere", None),
    ],
)
def test_every_pointer_finds_its_field(pointer: str, field: str | None) -> None:
    query: form_documents.Query = MultiDict({"set2": "EEE", "set4": "RRR"})
    document = {"events": [{"event": "long_hand", "by": "E"}]}
    assert form_documents.field_of(pointer, query, document, DETAIL) == field


def test_the_winning_tile_is_taken_out_only_where_the_count_shows_it() -> None:
    three = [{"tiles": "EEE"}, {"tiles": "7777c"}, {"tiles": "234d"}]
    assert before_winning("123b 55d", "5d", 14, three) == "123b 5d"
    assert before_winning("123b 55d", "5d", 14) == "123b 55d"
    assert before_winning("123b 55d", "5d", 17, three) == "123b 55d"
    assert before_winning("123b 55d RRR", "5d", 17, three) == "123b 5d RRR"
    assert before_winning("12x", "5d", 14, three) == "12x"


def test_of_a_card_the_tiles_laid_out_count_each_for_itself() -> None:
    def before(tiles: str, laid: str) -> str:
        return before_winning(tiles, "8b", 14, [{"tiles": laid}], of_sets=False)

    assert before("FFF 444c 8888b", "222bJ") == "888b 444c FFF"
    assert before("FFF 444c 888b", "222bJ") == "FFF 444c 888b"
    assert before("FFF 444c 8888b", "x") == "FFF 444c 8888b"


@pytest.mark.parametrize("field", [one for one in FIELDS if one.pointer], ids=lambda one: one.name)
def test_an_error_is_shown_at_the_field_that_tells_its_part(field: FormField) -> None:
    """By the one table by which forms are read and addresses are written."""
    if field.name in ("winner", "x.{event}.second"):  # errors of a win or an event have their own
        return
    filled = {"seat": "E", "row": "0", "option": "limit", "event": "late", "field": "value"}
    filled["state"] = "dealer_streak"
    filled["own"] = "special"
    events = field.pointer.partition(",")[0].replace("/events", "/events/0")
    query = form_documents.Query([("set1", "EEE"), ("e.set1", "EEE"), ("e.hand", "1b")])
    if field.name in ("also", "{seat}.with"):
        query.add("also", "E")
    name = form_documents.field_of(
        events.format(**filled), query, {"events": [{"event": "late", "by": "E"}]}, DETAIL
    )
    assert name == field.name.format(**filled | {"seat": "e", "row": "1"})
