"""When a circumstance of winning can be: each belongs to its ruleset; a form is told the same."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import scorer
from scorer.engine.any_hand import AnyHand, of_sets
from scorer.engine.hand import (
    DISCARD,
    ROBBED_KONG,
    SELF_DRAW,
    WAY_BITS,
    CircumstanceName,
    Hand,
    Meld,
    Win,
)
from scorer.engine.options import holds
from scorer.engine.rack import Exposure, Rack
from scorer.engine.tiles import parse
from scorer.errors import Problem
from scorer.languages.speech import say
from scorer.rulebook import circumstances
from scorer.rulebook.circumstances import HandCondition, SeatCondition, WayCondition
from scorer.rules import BOOKS, classical
from scorer.types.terms import SEATS
from tests import by_declaration

EDITIONS = {name: book.edition() for name, book in BOOKS.items()}
EVERY = [
    (name, circumstance)
    for name, book in BOOKS.items()
    for circumstance in book.circumstances.values()
]


def contradictions(hand: Hand | None, win: Win, seat: int) -> list[Problem]:
    return EDITIONS["classical"].win_problems(hand, win, seat)


PLAIN = Hand.of("123b 55d", ["EEE", "234d", "777c"], winning="5d")
KONGS = Hand.of("123b 55d", ["EEEE", "2222d", "777c"], bonus="F1", winning="5d")
CLOSED = Hand.of("123b 55d EEE 234d 777c", winning="5d")


@pytest.mark.parametrize(
    ("hand", "win", "seat"),
    [
        (PLAIN, Win.of("self_draw", "last_tile_draw"), 0),
        (PLAIN, Win.of("discard", "last_discard", loser="N"), 2),
        (KONGS, Win.of("self_draw", "kong_replacement", "kong_on_kong"), 1),
        (KONGS, Win.of("self_draw", "flower_replacement", "last_tile_draw"), 1),
        (CLOSED, Win.of("self_draw", "heavens_blessing"), 0),
        (CLOSED, Win.of("discard", "earths_blessing", loser="E"), 3),
        (CLOSED, Win.of("discard", "earths_blessing"), 3),
        (PLAIN, Win.of("self_draw", "thirteenth_consecutive"), 0),
        (Hand.of("123b EE", ["SSS", "234d", "777c"], winning="1b"), Win.of("robbed_kong"), 0),
        (PLAIN, Win.of("self_draw"), 3),
    ],
)
def test_what_can_happen_is_no_contradiction(hand: Hand, win: Win, seat: int) -> None:
    assert contradictions(hand, win, seat) == []


@pytest.mark.parametrize(
    ("hand", "win", "seat", "pointer"),
    [
        (PLAIN, Win.of("discard", "last_tile_draw"), 0, "/win/with"),
        (PLAIN, Win.of("self_draw", "last_discard"), 0, "/win/with"),
        (PLAIN, Win.of("robbed_kong", "last_discard"), 0, "/win/with"),
        (KONGS, Win.of("discard", "kong_replacement"), 0, "/win/with"),
        (KONGS, Win.of("discard", "flower_replacement"), 0, "/win/with"),
        (KONGS, Win.of("discard", "kong_on_kong"), 0, "/win/with"),
        (CLOSED, Win.of("discard", "heavens_blessing"), 0, "/win/with"),
        (CLOSED, Win.of("self_draw", "earths_blessing"), 1, "/win/with"),
        (CLOSED, Win.of("self_draw", "heavens_blessing", "last_tile_draw"), 0, "/win/with"),
        (CLOSED, Win.of("self_draw", "heavens_blessing", "original_call"), 0, "/win/with"),
        (CLOSED, Win.of("discard", "earths_blessing", "last_discard"), 1, "/win/with"),
        (CLOSED, Win.of("discard", "earths_blessing", "original_call"), 1, "/win/with"),
        (PLAIN, Win.of("self_draw", "kong_replacement"), 0, "/win/with"),
        (PLAIN, Win.of("self_draw", "kong_on_kong"), 0, "/win/with"),
        (PLAIN, Win.of("self_draw", "flower_replacement"), 0, "/win/with"),
        (CLOSED, Win.of("self_draw", "heavens_blessing"), 1, "/win/with"),
        (PLAIN, Win.of("self_draw", "thirteenth_consecutive"), 1, "/win/with"),
        (CLOSED, Win.of("discard", "earths_blessing"), 0, "/win/with"),
        (CLOSED, Win.of("discard", "earths_blessing", loser="N"), 1, "/win/with"),
        (PLAIN, Win.of("self_draw", "heavens_blessing"), 0, "/win/with"),
        (PLAIN, Win.of("discard", "earths_blessing", loser="E"), 1, "/win/with"),
        (PLAIN, Win.of("discard", loser="S"), 1, "/win/from"),
        (PLAIN, Win.of("self_draw", loser="S"), 0, "/win/from"),
        (PLAIN, Win.of("robbed_kong"), 0, "/win/by"),
    ],
)
def test_what_cannot_happen_is_a_contradiction_and_says_why(
    hand: Hand, win: Win, seat: int, pointer: str
) -> None:
    found = contradictions(hand, win, seat)
    assert (pointer, "contradiction") in [(p.pointer, p.code) for p in found]
    assert all(p.detail for p in found)


def test_a_robbed_tile_is_one_of_a_kong_so_the_winner_holds_just_that_one() -> None:
    hand = Hand.of("12b 3b 55d", ["EEE", "234d", "777c"], winning="3b")
    assert contradictions(hand, Win(ROBBED_KONG), 0) == []


@pytest.mark.parametrize(("ruleset", "one"), EVERY, ids=lambda value: getattr(value, "id", value))
def test_a_form_is_told_the_ways_and_seats_that_the_engine_takes(ruleset: str, one: Any) -> None:
    edition = EDITIONS[ruleset]
    document = one.as_document(edition.book.table.ways)
    for way, seat in product(edition.book.table.ways, range(4)):
        giver = None if way == "self_draw" else (0 if seat else 1)
        known, facts = edition.book.circumstances, WAY_BITS[way] | one.fact | company(ruleset, one)
        win = Win(facts, giver)
        refused = circumstances.contradictions(known, None, win, seat, edition.options)
        assert (not refused) == (way in document["by"] and SEATS[seat] in document["seats"])


@pytest.mark.parametrize(("ruleset", "one"), EVERY, ids=lambda value: getattr(value, "id", value))
def test_what_a_circumstance_clashes_with_is_known_to_its_ruleset(ruleset: str, one: Any) -> None:
    for other in one.clashes:
        assert other in BOOKS[ruleset].circumstances


def company(ruleset: str, one: Any) -> int:
    """The fact of a circumstance that has to hold with this one, if any."""
    if one.beside is None:
        return 0
    return BOOKS[ruleset].circumstances[one.beside[0][0]].fact


def shown(need: HandCondition) -> bool:
    """Whether a form is told of this need, or an option may lift it."""
    return bool(need.form_limits) or need.when is not None


def hand_with(kongs: int, bonus: str, claimed: str, winning: str = "9d") -> Hand:
    melds = [Meld.of(tiles, concealed=True) for tiles in ("1111b", "2222b")[:kongs]]
    melds += [Meld.of({"pung": "RRR", "kong": "RRRR"}[claimed])] if claimed else []
    rest = ("555c", "777c")[kongs:] + (() if claimed else ("RRR",))
    last = "789d" if winning else "78d"
    return Hand.of(f"{' '.join(rest)} 33d {last}", melds, bonus, winning or None)


@pytest.mark.parametrize(
    ("ruleset", "one"),
    [
        (name, one)
        for name, one in EVERY
        if BOOKS[name].tiles.hand_of == "sets" and all(map(shown, one.needs))
    ],
    ids=lambda value: getattr(value, "id", value),
)
def test_a_form_is_told_the_sets_and_flowers_that_the_engine_wants(ruleset: str, one: Any) -> None:
    edition = EDITIONS[ruleset]
    document = one.as_document(edition.book.table.ways)
    way, seat = document["by"][0], SEATS.index(document["seats"][0])
    win = Win(
        WAY_BITS[way] | one.fact | company(ruleset, one),
        None if way == "self_draw" else (0 if seat else 1),
    )
    some = ("", "F1", "F1 F2 F3 F4 S1 S2 S3")
    for kongs, bonus, claimed in product(range(3), some, ("", "pung", "kong")):
        declared = kongs + (claimed == "kong")
        possible = (
            document.get("kongs", 0) <= declared <= document.get("most_kongs", 4)
            and len(bonus.split()) >= document.get("flowers", 1 if document.get("flower") else 0)
            and (claimed != "pung" or "claimed" not in document)
            and (claimed != "kong" or document.get("claimed") != "none")
        )
        held = hand_with(kongs, bonus, claimed, "" if document.get("no_winning_tile") else "9d")
        refused = edition.win_problems(held, win, seat)
        # What an option may lift is left to the engine.
        lifted = any(
            need.when is not None and holds(need.when, edition.options) and need.missing(held)
            for need in one.needs
        )
        assert (not refused) == (possible and not lifted), (kongs, bonus, claimed)


def test_in_mcr_a_kongs_replacement_may_be_the_walls_last_tile_and_else_as_the_book_declares() -> (
    None
):
    hand = Hand.of("123b 55d", ["EEEE", "234d", "777c"], winning="5d")
    both: tuple[CircumstanceName, ...] = ("kong_replacement", "last_tile_draw")
    win = Win.of("self_draw", *both)
    clashing = set()
    for ruleset, edition in EDITIONS.items():
        known = edition.book.circumstances
        if edition.book.tiles.hand_of == "sets" and set(both) <= set(known):
            because = {known[one].clashes.get(other) for one, other in (both, both[::-1])} - {None}
            assert {problem.detail for problem in edition.win_problems(hand, win, 0)} == because, (
                ruleset
            )
            clashing |= {ruleset} if because else set()
    assert {"classical", "british"} <= clashing
    assert "mcr" not in clashing


def test_a_dealt_american_hand_is_complete_before_or_after_the_charleston_and_has_no_exposure() -> (
    None
):
    edition = EDITIONS["american"]
    facts = [edition.book.circumstances[id].fact for id in ("heavens_blessing", "earths_blessing")]
    both = [
        problem.detail for problem in edition.win_problems(None, Win(SELF_DRAW | sum(facts)), 0)
    ]
    assert both == [
        ("enter only one of the two: complete as dealt, or complete after the Charleston")
    ]
    rack = Rack(parse("11122233344b"), [Exposure(tile=13, size=3, jokers=0)], parse("1b")[0])
    for fact in facts:
        told = [problem.detail for problem in edition.win_problems(rack, Win(SELF_DRAW | fact), 0)]
        assert told == [
            (
                "a dealt hand wins before anything is exposed; remove the exposures or "
                "the circumstance"
            )
        ]


def test_a_house_declares_a_circumstance_with_all_that_it_needs() -> None:
    book = classical.book.variant("club", "Our club's classical")
    strict = book.boolean("strict", False, meaning="a moon is of the dots")

    def moon_held(hand: AnyHand) -> str | None:
        return None if of_sets(hand).kinds >> 18 & 1 else say("there is no moon")

    moonlight = book.circumstance(
        "moonlight",
        "won by moonlight",
        by=WayCondition(("self_draw",), say("the moon is drawn"), when=strict.is_(True)),
        seats=SeatCondition("W", say("the moon sets in the West")),
        needs=[HandCondition(moon_held)],
        clashes={"last_tile_draw": say("the moon is not the last")},
    )
    hand = Hand.of("123b 55d EEE 234d 777c", winning="5d")
    moon = Hand.of("123b 55d EEE 123d 777c", winning="5d")

    def problems_of(hand: Hand, facts: int, seat: int, **options: object) -> list[str]:
        refused = book.edition(options=options).win_problems(hand, Win(facts | moonlight), seat)
        return [problem.detail for problem in refused]

    assert problems_of(moon, DISCARD, 2) == []
    assert problems_of(moon, DISCARD, 2, strict=True) == ["the moon is drawn"]
    assert problems_of(moon, SELF_DRAW, 0) == ["the moon sets in the West"]
    assert problems_of(hand, SELF_DRAW, 2, strict=True) == ["there is no moon"]
    last = book.circumstances["last_tile_draw"].fact
    assert problems_of(moon, SELF_DRAW | last, 2) == ["the moon is not the last"]
    assert "moonlight" not in classical.book.circumstances


@pytest.mark.parametrize(
    "id", [id for id, book in BOOKS.items() if "heavens_blessing" in book.circumstances]
)
@pytest.mark.parametrize("seed", range(5))
def test_a_line_for_the_tiles_dealt_shows_them_all(id: str, seed: int) -> None:
    rng = random.Random(seed)
    document = by_declaration.random_document(rng, BOOKS[id], won=True, of="heavens_blessing")
    answer = scorer.score(document)
    held = sorted(tile for found in answer["arrangement"] or () for tile in found["tiles"])
    shown = [sorted(line["tiles"]) for line in answer["lines"] if "heaven" in line["id"]]
    assert shown in ([], [held])
