"""A field that a ruleset adds in one line is known wherever fields are: each place is asked."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypedDict, get_args
from urllib.parse import parse_qsl, urlsplit

import click
import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner
from werkzeug.datastructures import MultiDict

import scorer
from scorer import game as games
from scorer.bulk.columns import check_names, documents
from scorer.cli.documents import document_of, option_at
from scorer.cli.main import add_field_options
from scorer.documents.read import edition_of, win_of
from scorer.documents.schemas.ruleset_shapes import shapes_by_ruleset
from scorer.errors import HandError
from scorer.game.hands import entered_fields
from scorer.rulebook.book import Book
from scorer.rulebook.settlement import EnteredEvent, Settlement
from scorer.rules import BOOKS
from scorer.service import create_app
from scorer.service.api import openapi
from scorer.service.api.field_reference import ruleset_pages
from scorer.service.web.forms import addresses, form_documents
from scorer.service.web.forms.form_pages import page_codec
from scorer.types import Seat, Tiles
from scorer.types.field import Field
from scorer.types.terms import SEATS, FieldType
from tests import by_declaration
from tests.bulk.rows import row_of

Json = dict[str, Any]


class OfHand(TypedDict, total=False):
    gold: Annotated[Tiles | None, "the tiles made of gold", Field(title="Gold tiles")]


class OfWin(TypedDict, total=False):
    cheered: Annotated[Seat | None, "the seat that cheered"]


class OfPlayer(TypedDict, total=False):
    hungry: Annotated[bool | None, "whether this player is hungry", Field(title="Hungry")]


class OfTable(TypedDict, total=False):
    tea: Annotated[Literal["green", "black"] | None, "the tea that is drunk", Field(title="Tea")]


class Counters(TypedDict, total=False):
    candles: Annotated[int | None, "the candles that burn", Field(title="Candles", most=9)]


class Sneezed(TypedDict, total=False):
    times: Annotated[int | None, "how many times", Field(most=7)]


class Hummed(TypedDict, total=False):
    counted: Annotated[int | None, "the verses", Field(least=1, most=3)]


class Paid(TypedDict, total=False):
    base: Annotated[int, "the base", Field(usual=((1, ""), (2, "")))]
    extra: Annotated[int, "what comes on top", Field(usual=((1, ""),))]


class OfEachKind(TypedDict, total=False):
    pause: Annotated[int | None, "the minutes of the pause", Field(most=9)]
    lamp: Annotated[bool | None, "whether the lamp was lit"]
    guest: Annotated[Seat | None, "the seat of the guest"]
    shown: Annotated[Tiles | None, "the tiles that were shown"]
    drink: Annotated[Literal["tea", "water"] | None, "what was drunk"]
    paid: Annotated[Paid | None, "what was paid"]


class OfEachKindAndBySeat(OfEachKind, total=False):
    coins: Annotated[dict[Seat, int] | None, "the coins of each", Field(most=9)]


OF_EACH_KIND: Json = {
    "pause": 3,
    "lamp": True,
    "guest": "S",
    "shown": "1b 2c",
    "drink": "tea",
    "paid": {"base": 2, "extra": 1},
}


class Given:
    """What the engine is given: the gold of each hand, and the events with their tables."""

    def __init__(self) -> None:
        self.gold: list[Sequence[int]] = []
        self.events: list[tuple[Settlement, EnteredEvent]] = []


@pytest.fixture
def given() -> Given:
    return Given()


@pytest.fixture(params=[*BOOKS])
def book(request: pytest.FixtureRequest, given: Given, monkeypatch: pytest.MonkeyPatch) -> Book:
    """A variant of a ruleset that adds a field to each part, registered among the others."""
    made = BOOKS[request.param].variant(f"golden_{request.param}", "Golden")
    made.add_fields(hand=OfHand, win=OfWin, player=OfPlayer, table=OfTable, counters=Counters)

    @made.event("our table", Sneezed)
    def sneezed(settlement: Settlement, event: EnteredEvent) -> None:
        """sneezed on the tiles"""
        given.events.append((settlement, event))

    make_hand = made.make_hand

    def watched(*args: Any, gold: Sequence[int], **beside: Any) -> Any:
        given.gold.append(gold)
        return make_hand(*args, **beside)

    monkeypatch.setattr(made, "make_hand", watched)
    monkeypatch.setitem(BOOKS, made.id, made)
    return made


@pytest.fixture
def plain(book: Book) -> Json:
    """A hand that won at a table of four in the ruleset without the fields."""
    base, rng = BOOKS[book.id.removeprefix("golden_")], random.Random(1)
    while True:
        document = by_declaration.random_document(rng, base, won=True, options={})
        if "seats" not in document:
            return document


@pytest.fixture
def hand(book: Book, plain: Json) -> Json:
    """The same hand, with what the variant adds."""
    document: Json = copy.deepcopy(plain) | {"ruleset": book.id, "candles": 3}
    document["hand"]["gold"] = "1b 2c"
    document["win"]["cheered"] = document["seat"]
    return document


@pytest.fixture
def table(hand: Json) -> Json:
    """A whole table at which that hand won, with what the variant adds."""
    loser: Json = {"points": 0} if scorer.ruleset(hand["ruleset"])["losers_score"] else {}
    players = {seat: {**loser, "hungry": seat == "E"} for seat in SEATS}
    players[hand["seat"]] = {"hand": hand["hand"], "win": hand["win"], "hungry": False}
    about = ("ruleset", "preset", "options", "prevailing", "candles")
    head = {name: hand[name] for name in about if name in hand}
    event = {"event": "sneezed", "by": "E", "times": 2}
    return {**head, "tea": "black", "players": players, "events": [event]}


PLACES = {
    "/hand/gold": ("1b 2c", 3),
    "/win/cheered": (None, "nobody"),
    "/candles": (3, 10),
}
"""The fields of a hand to score: a right value, None for the seat of who won, and a wrong one."""


def changed(document: Json, pointer: str, value: object) -> Json:
    """The document with another value at this pointer."""
    new = copy.deepcopy(document)
    *above, key = pointer[1:].split("/")
    place: Any = new
    for part in above:
        place = place[int(part) if part.isdecimal() else part]
    place[key] = value
    return new


def refusals(ask: Callable[[Json], object], document: Json) -> list[str]:
    with pytest.raises(HandError) as raised:
        ask(document)
    return [problem.pointer for problem in raised.value.problems]


def test_it_is_checked_where_its_ruleset_is_named_and_unknown_elsewhere(
    hand: Json, plain: Json, table: Json
) -> None:
    assert scorer.score(hand)["total"] == scorer.score(plain)["total"]
    scorer.settle(table)
    for pointer, (_, wrong) in PLACES.items():
        assert refusals(scorer.score, changed(hand, pointer, wrong)) == [pointer]
        assert pointer in refusals(scorer.score, changed(plain, pointer, 1))
    for pointer in ("/tea", "/players/E/hungry", "/events/0/times", "/players/E/gold"):
        assert refusals(scorer.settle, changed(table, pointer, "odd")) == [pointer]


def test_the_engine_is_given_its_value(hand: Any, table: Json, given: Given) -> None:
    seat = SEATS.index(hand["seat"])
    scorer.score(hand)
    assert [*given.gold[0]] == [0, 10]
    assert win_of(hand["win"], edition_of(hand)).values["cheered"] == seat
    scorer.settle(table)
    ((settlement, event),) = given.events
    (winner,) = settlement.winners
    won = settlement.outcomes[winner].win
    assert won is not None
    assert won.values["cheered"] == seat
    assert event.values == {"times": 2}
    assert settlement.player_fields[0]["hungry"] is (hand["seat"] != "E")
    assert settlement.table_fields["tea"] == "black"
    assert settlement.counters["candles"] == 3


def test_a_limit_of_an_event_of_a_ruleset_is_checked_and_described() -> None:
    table = {"ruleset": "mcr", "players": {"E": {}, "S": {}, "W": {}, "N": {}}, "prevailing": "E"}
    found = BOOKS["mcr"].variant("strict_mcr", "Strict")

    @found.event("our table", Hummed)
    def hummed(settlement: Settlement, event: EnteredEvent) -> None:
        """hummed a song"""

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(BOOKS, found.id, found)
        described = shapes_by_ruleset()["StrictMcrEvent"]["properties"]["counted"]
        # Classical has a field of this name with another limit.
        over = {"event": "hummed", "by": "E", "counted": 4}
        wrong = refusals(scorer.settle, {**table, "ruleset": found.id, "events": [over]})
    assert (described["minimum"], described["maximum"]) == (1, 3)
    assert described["description"] == "the verses"
    assert wrong == ["/events/0/counted"]


@pytest.mark.by_day(2, "book")
@pytest.mark.slow
def test_the_openapi_document_the_list_and_the_reference_have_it(book: Book) -> None:
    made = openapi.openapi_document(create_app({"LOG_REQUESTS": False}))["components"]["schemas"]
    name = "".join(word.capitalize() for word in book.id.split("_"))
    found = {
        "Hand": "gold",
        "Win": "cheered",
        "Player": "hungry",
        "SettleRequest": "tea",
        "ScoreRequest": "candles",
        "Event": "times",
    }
    for shape, field in found.items():
        assert field in made[f"{name}{shape}"]["properties"], shape
    for shape, field in {"Hand": "gold", "Win": "cheered", "CompareRequest": "candles"}.items():
        assert field in made[shape]["properties"], shape
    at_a_game = made[f"{name}GameTable"]["properties"]
    assert "tea" in at_a_game
    assert "candles" not in at_a_game
    ruleset = scorer.ruleset(book.id)
    assert ruleset["fields"]["hand"][-1] == {
        "name": "gold",
        "type": "tiles",
        "meaning": "the tiles made of gold",
        "title": "Gold tiles",
    }
    assert ruleset["state"][-1]["name"] == "candles"
    section = ruleset_pages()[f"rulesets/{book.id}"]
    assert "| `gold` | the hand | Tiles | the tiles made of gold |" in section
    assert "| `candles` | every request | integer, 0 to 9 | the candles that burn |" in section


def test_forms_and_addresses_write_read_and_place_it(book: Book, hand: Json, table: Json) -> None:
    page = page_codec("score", book)
    pairs = dict(page.write(hand))
    assert (pairs["h.gold"], pairs["g.candles"]) == ("1b 2c", "3")
    assert pairs["v.cheered"] == hand["seat"]
    fields = {name: [text] for name, text in page.write(hand)}
    names = {"/hand/gold": "h.gold", "/win/cheered": "v.cheered", "/candles": "g.candles"}
    assert {pointer: page.locate(pointer, fields) for pointer in names} == names
    queries = []
    for document, address, read in (
        (hand, addresses.hand_page, form_documents.hand_document),
        (table, addresses.table_page, form_documents.table_document),
    ):
        found = address(document)
        assert found
        query = MultiDict(parse_qsl(urlsplit(found).query))
        queries.append(query)
        assert addresses.same_meaning(read(query, scorer.ruleset(book.id)), document, book)
    assert {"e.p.hungry", "t.tea", "x.sneezed.times"} <= {*queries[-1]}


def test_an_entry_of_a_game_keeps_it_and_the_game_its_counter(
    book: Book, table: Json, given: Given
) -> None:
    begun = {"ruleset": book.id, "players": ["Ann", "Bo", "Cy", "Di"]}
    if "preset" in table:
        begun["preset"] = table["preset"]
    game = games.begin(begun, at="2026-11-24T19:00:00Z")
    game = games.append_entry(game, {"kind": "seats", "candles": 4}, at="2026-11-24T19:00:00Z")
    names = ("tea", "players", "events")
    document = {name: table[name] for name in names}
    game = games.append_entry(
        game, {"kind": "hand", "document": document}, at="2026-11-24T20:00:00Z"
    )
    assert game.entries[-1].payload["document"] == document
    assert given.events[0][0].counters["candles"] == 4
    assert {*names} <= {member.name for member in entered_fields(book)}
    assert not {"candles", "prevailing"} & {member.name for member in entered_fields(book)}


def test_a_table_of_hands_has_a_column_for_it(hand: Json) -> None:
    columns = {name: [value] for name, value in row_of(hand, dotted=True).items()}
    assert {"hand.gold", "win.cheered", "candles"} <= columns.keys()
    check_names([*columns])
    (document,) = documents(columns, {})
    assert document["hand"]["gold"] == "1b 2c"
    assert document["win"]["cheered"] == hand["seat"]
    assert document["candles"] == 3


def test_the_command_line_has_an_option_for_it(book: Book, hand: Json) -> None:
    found: list[Json] = []

    @click.command()
    @add_field_options
    def ask(**options: Any) -> None:
        found.append({**options, "state": (), "card": None})

    words = ["--concealed", hand["hand"]["concealed"], "--ruleset", book.id, "--by", "discard"]
    words += ["--gold", "1b 2c", "--cheered", "s", "--candles", "3"]
    assert CliRunner().invoke(ask, words).exit_code == 0
    document = document_of(found[0])
    assert document["hand"]["gold"] == "1b 2c"
    assert document["win"] == {"by": "discard", "cheered": "S"}
    assert document["candles"] == 3
    assert option_at("/hand/gold", found[0]) == "--gold"
    assert option_at("/candles", found[0]) == "--candles"
    shown = " ".join(CliRunner().invoke(ask, ["--help"]).stdout.split())
    assert f"The tiles made of gold ({book.id})" in shown


def test_a_field_of_each_type_of_a_win_a_player_and_a_table_is_on_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = BOOKS["hongkong"].variant("kinds", "Kinds")
    book.add_fields(win=OfEachKind, player=OfEachKind, table=OfEachKindAndBySeat)
    monkeypatch.setitem(BOOKS, book.id, book)
    assert {member.kind for member in book.fields.table} == {*get_args(FieldType)}
    hand = {"concealed": "234b 55b EEE SSS 77d", "winning_tile": "7d", "melds": []}
    win = {"by": "discard", "from": "S", **OF_EACH_KIND}
    players = {"E": {"hand": hand, "win": win}, "S": OF_EACH_KIND, "W": {}, "N": {}}
    table = {"ruleset": book.id, **OF_EACH_KIND, "coins": dict.fromkeys(SEATS, 2)}
    table |= {"players": players, "prevailing": "E"}
    alone = {"ruleset": book.id, "hand": hand, "win": win, "seat": "E", "prevailing": "E"}
    client = create_app({"LOG_REQUESTS": False}).test_client()
    for document, address, read in (
        (alone, addresses.hand_page, form_documents.hand_document),
        (table, addresses.table_page, form_documents.table_document),
    ):
        path = address(document)
        assert path
        query = MultiDict(parse_qsl(urlsplit(path).query))
        assert addresses.same_meaning(read(query, scorer.ruleset(book.id)), document, book)
        page = BeautifulSoup(client.get(path).text, "html.parser")
        shown = {field.get("name") for field in page.select("input, select")}
        assert {*query} <= shown
