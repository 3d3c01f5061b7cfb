from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, TypedDict
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorer.rulebook.settlement import EnteredEvent, Settlement
from scorer.rules import BOOKS, british
from scorer.service.web.forms import addresses, form_documents
from scorer.service.web.forms.form_documents import tiles_before_win
from scorer.service.web.forms.form_fields import FIELDS, PACKED_TEXT, FormField
from scorer.service.web.forms.form_pages import PageKind, fields_in, page_codec, text_option
from scorer.service.web.forms.switching import fields_for_ruleset
from scorer.types.field import Field

book = british.book.variant("every_field", "Every field")
book.boolean("no_debt", False, meaning="whether nobody owes")


class Special(TypedDict, total=False):
    special: Annotated[int | None, "a number"]


class Counters(TypedDict, total=False):
    dealer_streak: Annotated[int | None, "how often East stayed", Field(title="Streak", most=9)]


class MinorFoul(TypedDict, total=False):
    number: Annotated[int | None, "which foul it is"]


book.add_fields(hand=Special, win=Special, player=Special, table=Special, counters=Counters)


@book.event("a leaflet")
def long_hand(settlement: Settlement, happened: EnteredEvent) -> None:
    """a tile too many"""


@book.event("a leaflet", MinorFoul)
def minor_foul(settlement: Settlement, happened: EnteredEvent) -> None:
    """a minor foul"""


RULESET: Any = book.as_document()


@pytest.fixture(scope="module", autouse=True)
def _registered() -> Iterator[None]:
    BOOKS[book.id] = book
    yield
    del BOOKS[book.id]


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
        {"ruleset": st.just(book.id), "hand": hands, "win": wins},
        optional={**shared, "seat": seats, "seats": three},
    ),
    st.fixed_dictionaries(
        {
            "ruleset": st.just(book.id),
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
        st.fixed_dictionaries({"ruleset": st.just(book.id)}, optional=shared)
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


def read(query: str) -> form_documents.FormFields:
    return MultiDict(parse_qsl(query))


@given(documents)
def test_a_hand_goes_into_an_address_and_comes_back_the_same(document: dict[str, Any]) -> None:
    assert form_documents.hand_document(read(addresses.hand_query(document)), RULESET) == document


@given(tables())
def test_a_table_goes_into_an_address_and_comes_back_the_same(table: dict[str, Any]) -> None:
    assert form_documents.table_document(read(addresses.table_query(table)), RULESET) == table


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
        ("/events/1/by", "x.long_hand.2"),
        ("/events/1/shown", "x.long_hand.2.shown"),
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
    query: form_documents.FormFields = MultiDict(
        {"set2": "EEE", "set4": "RRR", "x.long_hand": "E", "x.long_hand.2": "S"}
    )
    assert field_of(pointer, query) == field


def field_of(pointer: str, query: form_documents.FormFields) -> str | None:
    """The field of a pointer into a document of the page that may have it."""
    of_hand = pointer.split("/")[1:2] in (["hand"], ["win"], ["seat"], ["seats"], ["fishing"])
    return form_documents.field_of(pointer, query, RULESET, "score" if of_hand else "settle")


def test_the_winning_tile_is_taken_out_only_where_the_count_shows_it() -> None:
    three = [{"tiles": "EEE"}, {"tiles": "7777c"}, {"tiles": "234d"}]
    assert tiles_before_win("123b 55d", "5d", 14, three) == "123b 5d"
    assert tiles_before_win("123b 55d", "5d", 14) == "123b 55d"
    assert tiles_before_win("123b 55d", "5d", 17, three) == "123b 55d"
    assert tiles_before_win("123b 55d RRR", "5d", 17, three) == "123b 5d RRR"
    assert tiles_before_win("12x", "5d", 14, three) == "12x"


def test_of_a_card_the_tiles_laid_out_count_each_for_itself() -> None:
    def before(tiles: str, laid: str) -> str:
        return tiles_before_win(tiles, "8b", 14, [{"tiles": laid}], of_sets=False)

    assert before("FFF 444c 8888b", "222bJ") == "888b 444c FFF"
    assert before("FFF 444c 888b", "222bJ") == "FFF 444c 888b"
    assert before("FFF 444c 8888b", "x") == "FFF 444c 8888b"


@pytest.mark.parametrize(
    "field", [field for field in FIELDS if field.pointer], ids=lambda one: one.name
)
def test_an_error_is_shown_at_the_field_that_tells_its_part(field: FormField) -> None:
    """By the one table by which forms are read and addresses are written."""
    # Errors of a win, of points or an event have their own.
    if field.name in ("winner", "others", "x.{event}.second"):
        return
    filled = {"seat": "E", "row": "0", "option": "limit", "event": "late", "field": "value"}
    filled["state"] = "dealer_streak"
    filled |= {"own": "special", "number": "2"}
    events = field.pointer.partition(",")[0].replace("/events", "/events/0")
    query = form_documents.FormFields([("set1", "EEE"), ("e.set1", "EEE"), ("e.hand", "1b")])
    if field.pointer.startswith("/players/{seat}/win") and field.name in (
        "also",
        "{seat}.with",
        "{seat}.won",
        "{seat}.from",
        "{seat}.v.{own}",
    ):
        query.add("also", "E")
    query.add("x.late.2" if "{number}" in field.name else "x.late", "E")
    name = field_of(events.format(**filled), query)
    # A text is mended where it is typed.
    shown = "o.{option}" if field.name == PACKED_TEXT else field.name
    assert name == shown.format(**filled | {"seat": "e", "row": "1"})


def test_how_another_player_won_goes_where_only_one_can_win() -> None:
    typed: form_documents.FormFields = MultiDict(
        {"winner": "S", "also": "N", "n.won": "robbed_kong", "n.from": "E", "from": "E"}
    )
    ruleset: Any = BOOKS["classical"].as_document()
    kept = fields_for_ruleset(typed, ruleset)
    assert kept.to_dict() == {"rules": "classical", "winner": "S", "from": "E"}


PAGES: tuple[PageKind, ...] = ("score", "settle")


@pytest.mark.parametrize("kind", PAGES)
@pytest.mark.parametrize("ruleset", [*BOOKS, book.id])
def test_every_field_of_a_page_is_where_what_is_wrong_with_its_part_is_shown(
    ruleset: str, kind: PageKind
) -> None:
    page = page_codec(kind, BOOKS[ruleset])
    form = {name: ["E"] for name in page.names} | {"also": [*"ESWN"]}
    # Several fields together make the players and the events; no form asks for both a player's
    # points and the numbers that a table agreed on.
    agreed = any(member.kind == "amounts" for member in BOOKS[ruleset].fields.player)
    elsewhere = ("/players", "/events", *(f"/players/{seat}/points" for seat in "ESWN" if agreed))
    for name, named in page.names.items():
        if name == PACKED_TEXT:
            # A text is mended where it is typed.
            assert page.locate(named.pointer, form) == f"o.{text_option(BOOKS[ruleset])}"
        elif named.pointer not in elsewhere:
            assert page.locate(named.pointer, form) == name


@pytest.mark.parametrize("ruleset", [*BOOKS])
def test_a_field_that_a_ruleset_adds_is_in_its_forms_and_addresses(ruleset: str) -> None:
    club = BOOKS[ruleset].variant("club", "Club")
    club.add_fields(hand=Special, win=Special, player=Special, table=Special, counters=Counters)
    hand = {"concealed": "1b", "special": 1}
    won = {"by": "self_draw", "special": 2}
    players = {"E": {"hand": hand, "win": won, "special": 3}, "S": {"special": 4}, "W": {}, "N": {}}
    one = {"ruleset": "club", "hand": hand, "win": won, "dealer_streak": 5}
    table = {"ruleset": "club", "special": 6, "dealer_streak": 5, "players": players}
    for kind, document in zip(PAGES, (one, table), strict=True):
        page = page_codec(kind, club)
        form: form_documents.FormFields = MultiDict(page.write(document))
        assert page.read(fields_in(form)) == document
    assert page_codec("score", club).names.keys() >= {"h.special", "v.special", "g.dealer_streak"}
    at_table = {"e.h.special", "v.special", "e.v.special", "e.p.special", "t.special"}
    assert page_codec("settle", club).names.keys() >= at_table
    before = page_codec("settle", BOOKS[ruleset]).names
    assert not at_table & before.keys()


def test_a_field_goes_where_the_ruleset_has_not_what_it_needs() -> None:
    everywhere = {"winner": "E", "e.points": "30", "e.name": "Ann", "lang": "fr"}
    needing = {"s.points": "8", "s.part": "yes", "s.fishing": "no", "set1is": "concealed"}
    typed: form_documents.FormFields = MultiDict({**everywhere, **needing, "round": "S"})
    british: Any = BOOKS["british"].as_document()
    american: Any = BOOKS["american"].as_document()
    assert fields_for_ruleset(typed, british).keys() == {"rules", *typed}
    assert fields_for_ruleset(typed, american).keys() == {"rules", *everywhere}
