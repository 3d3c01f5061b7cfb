"""What holds for every ruleset that is registered, and for the one that is registered for the time
of a test: shown on random documents made of what its book declares (``by_declaration``)."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import pytest

from scorer.grammar.card.book import CardBook
from scorer.grammar.fan.book import FanBook
from scorer.grammar.han.book import HanBook
from scorer.grammar.han.worth import base_points_of
from scorer.grammar.points.book import PointsBook
from scorer.grammar.points.rule import Rule
from scorer.rulebook.book import Book
from scorer.rules import BOOKS
from tests import by_declaration, club_faan
from tests import plain as scorer
from tests.drawn import SEATS, Json, check_balance, rewritten, turned
from tests.nightly import nightly

ASKED: dict[str, tuple[Callable[[random.Random, Book], Json], Callable[[Json], Json], int]] = {
    "score": (by_declaration.random_document, scorer.score, 12),
    "settle": (by_declaration.random_table, scorer.settle, 10),
    "waits": (by_declaration.random_waiting, scorer.waits, 8),
}
"""Each question: who draws a document for it, who answers, and how many are drawn for a block."""
BLOCKS = pytest.mark.parametrize(
    "block", [0, pytest.param(1, marks=pytest.mark.slow), *nightly(range(2, 4))]
)
QUESTIONS = pytest.mark.parametrize("question", ASKED)
EAST_IS_OTHERWISE = ("british", "taiwanese")
"""The rulesets in which East is paid otherwise by what no attribute of the book tells."""
EVERY = [*BOOKS, club_faan.book.id]


@pytest.fixture(params=EVERY)
def book(request: pytest.FixtureRequest) -> Iterator[Book]:
    """Each ruleset, and the one of the proof."""
    if request.param in BOOKS:
        yield BOOKS[request.param]
    else:
        with club_faan.registered():
            yield club_faan.book


@cache
def drawn(book: Book, question: str, block: int) -> list[Json]:
    """Random documents, the same on every run."""
    draw, _, number = ASKED[question]
    rng = random.Random(f"{book.id} {question} {block}")
    return [draw(rng, book) for _ in range(number)]


# How lines make a total: by the way of counting, never by the ruleset.


def amount(answer: Json, kind: str) -> int:
    return sum(line["amount"] * line["count"] for line in answer["lines"] if line["kind"] == kind)


def rebuilt_of_fan(book: Book, answer: Json) -> int | None:
    assert isinstance(book, FanBook)
    limit = answer["limit"]["value"]
    total = sum(amount(answer, kind) for kind in {book.total_kind, book.alone_kind})
    exceeds = book.counts_alone_from is not None and answer["limit"]["hand"] is not None
    return total if limit is None or exceeds else min(limit, total)


def rebuilt_of_points(book: Book, answer: Json) -> int | None:
    """None for a special hand, which has a formula of its own (see ``test_properties``)."""
    apart = {rule.id for rule in book.rules if isinstance(rule, Rule) and rule.alone is not None}
    if any(line["kind"] == "limit" or line["id"] in apart for line in answer["lines"]):
        return None
    total = amount(answer, "points") << amount(answer, "double")
    uncapped = answer["options"].get("capped") is False
    return total if uncapped else min(int(answer["limit"]["value"]), total)


def rebuilt_of_a_card(book: Book, answer: Json) -> int | None:
    return (amount(answer, "value") << amount(answer, "double")) + amount(answer, "bonus")


def rebuilt_of_han(book: Book, answer: Json) -> int:
    """Han and fu make base points, and those what each payer gives; a table adds it up."""
    if not answer["lines"]:
        return 0
    han, fu = amount(answer, "han"), amount(answer, "fu")
    tally = {"han": han, "fu": fu, "yakuman": amount(answer, "limit")}
    assert answer["tally"] == tally
    base = 8000 * tally["yakuman"] or base_points_of(
        han, fu, book.edition(answer["preset"], answer["options"]).options
    )
    assert answer["limit"]["value"] in (None, base)
    return int(answer["formula"].split()[-1])


REBUILT: dict[type[Book], Callable[[Book, Json], int | None]] = {
    FanBook: rebuilt_of_fan,
    PointsBook: rebuilt_of_points,
    CardBook: rebuilt_of_a_card,
    HanBook: rebuilt_of_han,
}


def check_sheet(book: Book, answer: Json) -> None:
    """That the lines make the total, and the tally has just what the book declares."""
    assert set(answer["tally"]) <= set(book.tally), f"{book.id}: book.tally names each of its sums"
    only = [line["id"] for line in answer["lines"]] == ["agreed"]
    if only and not isinstance(book, HanBook):
        agreed, limit = answer["lines"][0]["amount"], answer["limit"]["value"]
        capped = isinstance(book, FanBook) and limit is not None and agreed > limit
        assert answer["total"] == (limit if capped else agreed)
        return
    ways = [make for kind, make in REBUILT.items() if isinstance(book, kind)]
    assert ways, (
        f"{book.id} counts in a way that is new: tell in REBUILT of tests/test_every_ruleset.py "
        f"how the lines of a {type(book).__name__} make its total"
    )
    total = ways[0](book, answer)
    assert total in (None, answer["total"])
    known = {rule.id for rule in book.rules}
    assert {line["id"] for line in answer["lines"]} <= known | {"agreed"}


@BLOCKS
def test_the_lines_of_a_hand_rebuild_its_total(book: Book, block: int) -> None:
    for document in drawn(book, "score", block):
        check_sheet(book, scorer.score(document))


@BLOCKS
def test_lines_stand_in_the_order_of_the_rulebook_and_what_is_set_aside_has_a_reason(
    book: Book, block: int
) -> None:
    order = [rule.id for rule in book.rules]
    for document in drawn(book, "score", block):
        answer = scorer.score(document)
        found = [order.index(line["id"]) for line in answer["lines"] if line["kind"] != "limit"]
        assert found == sorted(found), document
        assert all(entry["because"] for entry in answer["not_counted"])


@BLOCKS
def test_the_arrangement_shows_every_tile_once(book: Book, block: int) -> None:
    for document in drawn(book, "score", block):
        hand, shown = document["hand"], Counter[str]()
        for part in scorer.score(document)["arrangement"]:
            shown.update(part["tiles"])
        parts = [hand["concealed"], *(meld["tiles"] for meld in hand.get("melds", []))]
        held = Counter(" ".join(parts).split())
        wild = book.edition(document.get("preset"), document["options"]).wild_tile
        assert shown.total() == held.total(), document
        # A wild tile is shown as what it stands for.
        assert shown == held or wild is not None, document


@BLOCKS
@QUESTIONS
def test_asking_changes_nothing_and_the_answer_is_the_same_twice(
    book: Book, question: str, block: int
) -> None:
    _, ask, _ = ASKED[question]
    for document in drawn(book, question, block):
        kept, first = copy.deepcopy(document), ask(document)
        assert document == kept
        told = copy.deepcopy(first)
        first.clear()
        assert ask(document) == told


@BLOCKS
def test_what_is_paid_for_a_hand_is_paid_to_the_winner_and_sums_to_zero(
    book: Book, block: int
) -> None:
    for document in drawn(book, "score", block):
        answer = scorer.score(document)
        check_balance(answer, answer["net"])
        assert set(answer["net"]) == set(document.get("seats", SEATS))
        payees = {payment["to"] for payment in answer["payments"]}
        wins = "win" in document and answer["qualifies"]
        assert payees <= ({document["seat"]} if wins else set())


@BLOCKS
def test_what_is_paid_at_a_table_sums_to_zero_and_each_sheet_rebuilds(
    book: Book, block: int
) -> None:
    for document in drawn(book, "settle", block):
        answer = scorer.settle(document)
        check_balance(answer, document["players"])
        for sheet in answer["scores"].values():
            check_sheet(book, sheet)


@BLOCKS
def test_the_winds_of_the_next_hand_are_those_of_this_table(book: Book, block: int) -> None:
    for document in drawn(book, "settle", block):
        following = scorer.settle(document)["next"]
        assert set(following["winds"]) == set(document["players"])
        assert len(set(following["winds"].values())) == len(document["players"])
        assert "E" in following["winds"].values()
        for one in book.counters.values():
            assert one.least <= following[one.name] <= one.most


def test_the_numbers_of_the_game_go_on_within_their_bounds(book: Book) -> None:
    for one in book.counters.values():
        for number, winner in product((one.least, one.most), (*SEATS, "")):
            players: Json = {seat: {} for seat in SEATS}
            if winner:
                players[winner] = {
                    **by_declaration.agreed_on(random.Random(1), book),
                    "win": {"by": "self_draw"},
                }
                losers = {seat: {"points": 0} for seat in SEATS if seat != winner}
                players |= losers if book.payments.losers_score else {}
            table = {"ruleset": book.id, "prevailing": "E", "players": players, one.name: number}
            following = scorer.settle(table)["next"]
            assert one.least <= following[one.name] <= one.most


@BLOCKS
@QUESTIONS
def test_the_order_of_tiles_and_melds_never_matters(book: Book, question: str, block: int) -> None:
    _, ask, _ = ASKED[question]
    rng = random.Random(block)
    for document in drawn(book, question, block):
        told, same = ask(document), ask(rewritten(rng, document))
        for answer in (told, same):
            # Those of several players come in the order in which the players were told.
            answer.get("warnings", []).sort(key=lambda warned: warned["pointer"])
        assert same == told, document


def bound_to_seats(book: Book, document: Json) -> bool:
    """Whether who sits East matters, by what the book declares and the document tells."""
    edition = book.edition(document.get("preset"), document["options"])
    wins = [player["win"] for player in document["players"].values() if "win" in player]
    told = [book.circumstances[name] for win in wins for name in win.get("with", [])]
    return (
        book.payments.doubled_seat(edition.options, SEATS.index(document.get("prevailing", "E")))
        is not None
        or any(one.seats is not None or one.win_running is not None for one in told)
        or any(document.get(one.name, one.default) != one.default for one in book.counters.values())
        or document.get("east_run", 0) > 0
    )


@BLOCKS
@pytest.mark.parametrize("book", [id for id in EVERY if id not in EAST_IS_OTHERWISE], indirect=True)
def test_a_table_that_is_turned_turns_what_is_paid(book: Book, block: int) -> None:
    for n, document in enumerate(drawn(book, "settle", block)):
        other = turned(document, n % 3 + 1, tiles=book.tiles.hand_of == "sets")
        if "E" not in other["players"] or bound_to_seats(book, document):
            continue
        wanted = scorer.settle(document)["payments"]
        assert sums(scorer.settle(other)["payments"], 0) == sums(wanted, n % 3 + 1), (
            f"{book.id} pays otherwise when all have moved on a seat: {document}. If East is paid "
            "otherwise by a rule of its own that no attribute of the book tells (such as "
            "doubled_seat), say so in EAST_IS_OTHERWISE of tests/test_every_ruleset.py"
        )


def sums(payments: list[Json], by: int) -> list[tuple[str, str, int]]:
    """Who pays whom how much, once all have moved on so many seats."""
    seats = {seat: SEATS[(n + by) % 4] for n, seat in enumerate(SEATS)}
    return sorted(
        (seats[payment["from"]], seats[payment["to"]], payment["amount"]) for payment in payments
    )


@BLOCKS
def test_a_wait_brings_what_the_completed_hand_scores(book: Book, block: int) -> None:
    for document in drawn(book, "waits", block):
        for wait in scorer.waits(document)["waits"]:
            for by in {"discard", "self_draw"} & set(book.table.ways):
                win: Json = {**document.get("win", {}), "by": by}
                if by == "discard":
                    win["from"] = giver(document)
                hand = {**document["hand"], "winning_tile": wait["tile"]}
                full = {**document, "win": win, "hand": hand}
                # The last five may be a red one, whose wait is told as that of a plain one.
                if wait[by] is not None and not last_five_is_red(full):
                    assert scorer.score(full)["total"] == wait[by]["total"], full


def last_five_is_red(document: Json) -> bool:
    red = document["hand"]["winning_tile"].replace("5", "0")
    if red[0] != "0" or "red_fives" not in BOOKS[document["ruleset"]].options:
        return False
    try:
        scorer.score(document)
    except scorer.HandError as error:
        return [problem["code"] for problem in error.errors] == ["fifth_copy"]
    return False


def giver(document: Json) -> str:
    """Who discarded: East or, where East is tenpai, another."""
    others: list[str] = [seat for seat in document.get("seats", SEATS) if seat != document["seat"]]
    return others[0]


@BLOCKS
@QUESTIONS
def test_whatever_is_entered_is_answered_or_refused_with_reasons(
    book: Book, question: str, block: int
) -> None:
    _, ask, _ = ASKED[question]
    rng = random.Random(f"spoilt {block}")
    for document in drawn(book, question, block):
        for _ in range(3):
            told = by_declaration.spoilt(rng, document, book)
            check_answered(ask, told)


def check_answered(ask: Callable[[Json], Json], document: Json) -> None:
    try:
        answer = ask(document)
    except scorer.HandError as refused:
        problems = refused.problems
    except Exception as broken:
        raise AssertionError(f"{broken!r}, and no HandError, for {document}") from broken
    else:
        if "net" in answer:
            check_balance(answer, answer["net"])
        return
    assert problems
    assert all(problem.detail for problem in problems)


def test_some_hand_can_have_each_circumstance(book: Book) -> None:
    for name in book.circumstances:
        document = by_declaration.random_document(random.Random(name), book, of=name)
        assert name in document["win"]["with"]
