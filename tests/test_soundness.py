"""A slip in a declaration is told at once, in the words of who made it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypedDict

import pytest

from scorer.engine.options import boolean
from scorer.grammar.fan.book import FanBook
from scorer.grammar.points.book import PointsBook
from scorer.grammar.reading import Reading
from scorer.languages.speech import say
from scorer.rulebook.settlement import EnteredEvent, Settlement
from scorer.rules import BOOKS, classical, mcr
from scorer.types.field import Field
from scorer.types.records.added import fields_added_by
from scorer.types.terms import Seat

LUCKI = boolean("lucki", False, meaning="lucky tiles count")


def house() -> PointsBook:
    """A club's own book, with an option."""
    book = classical.book.variant("club", "Our club")
    book.boolean("lucky", False, meaning="lucky tiles count")
    return book


def of_fan() -> FanBook:
    return mcr.book.variant("club", "Our club")


def lucky(h: Reading) -> int:
    """a lucky tile"""
    return h.pair


def bare(h: Reading) -> int:
    return h.pair


def mirror(h: Reading) -> int:
    """two pungs that mirror each other"""
    return h.pungs


def image(h: Reading) -> int:
    """the image of a mirror"""
    return h.pungs


@pytest.mark.parametrize("id", BOOKS)
def test_the_rulebooks_are_sound(id: str) -> None:
    assert [*BOOKS[id].faults()] == []


def twice(book: PointsBook) -> None:
    book.points(2, "Lucky", "a table rule")(lucky)
    book.points(4, "Luckier", "a table rule")(lucky)


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (twice, "the rule lucky is declared twice"),
        (lambda book: book.points(2, "Bare", "a table rule")(bare), "bare has no docstring"),
        (lambda book: book.boolean("lucky", True, meaning=""), "the option lucky is declared"),
        (lambda book: book.circumstance("last_discard", "again"), "circumstance last_discard is"),
    ],
)
def test_what_is_declared_twice_or_says_nothing_is_refused(
    declare: Callable[[PointsBook], object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        declare(house())


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (
            lambda book: book.points(2, "L", "-", when=LUCKI.is_(True))(lucky),
            "the rule lucky names the option lucki, which club does not declare; it has: limit",
        ),
        (
            lambda book: book.points(2, "L", "-", when="lucky")(lucky),
            "write an option with its value",
        ),
        (
            lambda book: book.preset("riverside", "our own", limit=99999999),
            "the preset riverside wants limit to be 99999999; it is to be a whole number from",
        ),
        (
            lambda book: book.circumstance("moon", "by moon", clashes={"sun": say("by day")}),
            "the circumstance moon clashes with sun, which club does not declare",
        ),
    ],
)
def test_what_names_something_that_there_is_not_is_told_when_the_book_is_used(
    declare: Callable[[PointsBook], object], message: str
) -> None:
    book = house()
    declare(book)
    with pytest.raises(ValueError, match=message):
        book.edition()


class Sung(TypedDict, total=False):
    times: Annotated[int | None, "how many songs", Field(most=7)]


class Shouted(TypedDict, total=False):
    times: Annotated[int | None, "how many shouts"]


class Danced(TypedDict, total=False):
    times: Annotated[int | None, "how many dances", Field(most=8)]


def test_an_event_with_a_number_of_no_limit_is_reported() -> None:
    book = house()

    @book.event("our table", Shouted)
    def shouted(settlement: Settlement, event: EnteredEvent) -> None:
        """shouted"""

    with pytest.raises(ValueError, match="times of the event shouted has no limit"):
        book.edition()


def test_two_events_that_limit_one_field_otherwise_are_reported() -> None:
    book = house()

    @book.event("our table", Sung)
    def sung(settlement: Settlement, event: EnteredEvent) -> None:
        """sang"""

    book.edition()

    @book.event("our table", Danced)
    def danced(settlement: Settlement, event: EnteredEvent) -> None:
        """danced"""

    with pytest.raises(ValueError, match=r"the event danced has .* that of the event sung"):
        book.edition()


class Named(TypedDict, total=False):
    called: Annotated[str | None, "what it is called", Field(longest=20)]


class Lit(TypedDict, total=False):
    lamp: Annotated[bool | None, "whether the lamp was lit"]


class LitBy(TypedDict, total=False):
    lamp: Annotated[Seat | None, "who lit the lamp"]


@pytest.mark.parametrize(
    ("part", "kind", "message"),
    [
        ("win", Named, "the field called of win is of the type text; it can be integer, boolean"),
        ("hand", Lit, "the field lamp of hand is of the type boolean; it can be tiles$"),
        ("counters", LitBy, "the field lamp of counters is of the type seat; it can be integer$"),
    ],
)
def test_a_field_of_a_type_that_its_part_cannot_have_is_refused(
    part: str, kind: type, message: str
) -> None:
    book = house()
    book.add_fields(**{part: kind})
    with pytest.raises(ValueError, match=message):
        book.edition()


def test_a_request_of_two_rulesets_refuses_fields_of_one_name_and_two_types() -> None:
    books = house(), of_fan()
    for book, kind in zip(books, (Lit, LitBy), strict=True):
        book.add_fields(win=kind)
        book.edition()
    with pytest.raises(ValueError, match="another ruleset has the field lamp of win too"):
        fields_added_by(*books)


def test_a_fan_that_implies_what_no_fan_is_called_is_reported() -> None:
    book = of_fan()
    book.fan(None, 6, "Mirror", "鏡", implies=["Mirrored"])(mirror)
    with pytest.raises(ValueError, match="mirror implies “Mirrored”, which is the name of no fan"):
        book.edition()


def test_fan_that_imply_one_another_in_a_circle_are_reported() -> None:
    book = of_fan()
    book.fan(None, 6, "Mirror", "鏡", implies=["Image"])(mirror)
    book.fan(None, 6, "Image", "像", implies=["Mirror"])(image)
    with pytest.raises(ValueError, match=r"in a circle: .*Mirror.*Image"):
        book.edition()


def test_a_preset_is_in_force_unnamed_only_where_it_says_so() -> None:
    book = house()
    book.preset("riverside", "our own", lucky=True)
    assert book.edition().options["lucky"] is False
    book.preset("hillside", "theirs", default=True, lucky=True)
    assert (book.edition().preset, book.edition().options["lucky"]) == ("hillside", True)


def test_what_a_book_declares_after_it_was_used_is_in_force_too() -> None:
    book = house()
    assert "blue" not in book.edition().options
    book.boolean("blue", True, meaning="the moon is blue")
    assert book.edition().options["blue"] is True


def test_a_new_circumstance_has_a_bit_of_its_own() -> None:
    book = house()
    moon, sun = book.circumstance("moon", "by moon"), book.circumstance("sun", "by day")
    facts = [circumstance.fact for circumstance in book.circumstances.values()]
    assert moon != sun
    assert len(set(facts)) == len(facts)


def test_an_option_never_has_a_value_that_it_does_not_accept() -> None:
    with pytest.raises(ValueError, match="lucki is never 1: it is to be true or false"):
        LUCKI.is_(1)  # type: ignore[arg-type]  # what mypy would refuse
