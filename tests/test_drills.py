"""Drills: every ruleset has its own, and each answer is what the engine scores."""

from __future__ import annotations

from typing import Any

import pytest

import scorer
from scorer import HandError
from scorer.learn.drills import DRILL_PARTS, drill_parts
from scorer.rules import BOOKS
from tests.club_faan import book as club
from tests.club_faan import registered

Json = dict[str, Any]

QUESTIONS = 40
EACH = pytest.mark.parametrize(
    ("ruleset", "part"), [(id, part) for id, book in BOOKS.items() for part in drill_parts(book)]
)
HAD = {
    "classical": ["sets", "waits", "patterns", "totals", "payments"],
    "british": ["sets", "patterns", "totals", "payments"],
    "mcr": ["patterns", "payments"],
    "american": ["lines", "totals", "payments"],
    "riichi": ["sets", "waits", "patterns", "totals", "payments"],
}
MAJOR = {*"ESWNRG", "P", "1b", "9b", "1c", "9c", "1d", "9d"}


def ask(ruleset: str, part: str, seed: int = 0, **others: object) -> Json:
    document: Any = {"ruleset": ruleset, "part": part, "seed": seed, **others}
    return {**scorer.drill(document)}


def scored(question: Json) -> Json:
    return {**scorer.score(question["document"])}


@pytest.mark.parametrize("ruleset", HAD)
def test_a_ruleset_has_the_drills_that_its_book_declares(ruleset: str) -> None:
    assert [*drill_parts(BOOKS[ruleset])] == HAD[ruleset]
    assert ask(ruleset, "payments")["parts"] == HAD[ruleset]


def test_every_part_is_drilled_and_every_ruleset_has_drills() -> None:
    assert {part for book in BOOKS.values() for part in drill_parts(book)} == {*DRILL_PARTS}
    assert all(drill_parts(book) for book in BOOKS.values())


def test_a_new_ruleset_has_drills_without_a_line_of_code() -> None:
    with registered():
        assert drill_parts(club)
        for part in drill_parts(club):
            assert ask(club.id, part, 1)["part"] == part


@EACH
def test_the_same_query_gives_the_same_question_and_another_seed_another(
    ruleset: str, part: str
) -> None:
    assert ask(ruleset, part, 7) == ask(ruleset, part, 7)
    assert len({str(ask(ruleset, part, seed)["document"]) for seed in range(6)}) > 3


@pytest.mark.by_day(3, "ruleset")
@EACH
@pytest.mark.slow
def test_a_choice_is_the_answer_and_the_questions_differ(ruleset: str, part: str) -> None:
    questions = [ask(ruleset, part, seed) for seed in range(QUESTIONS)]
    for question in questions:
        choices = question["choices"]
        assert choices == sorted({*choices})
        assert not choices or (question["answer"] in choices and len(choices) > 1)
        assert question["question"]
        assert question["because"]
    assert len({question["answer"] for question in questions}) > 1


def fu_of(group: Json, document: Json) -> int:
    """The fu of a set by the table that every book of riichi prints."""
    tile = group["tiles"][0]
    if group["kind"] == "chow":
        return 0
    if group["kind"] == "pair":
        winds = (tile == document["seat"]) + (tile == document["prevailing"])
        return 2 if winds or tile in ("R", "G", "P") else 0
    size = 8 if group["kind"] == "kong" else 2
    doubled = bool(group["concealed"]), tile in MAJOR
    return int(size << sum(doubled))


def points_of(group: Json, document: Json) -> int:
    """The points of a set by the table of the classical and British books."""
    tile = group["tiles"][0]
    if group["kind"] == "pair":
        own, prevailing = tile == document["seat"], tile == document["prevailing"]
        return int(2 * (own + prevailing + (tile in ("R", "G", "P"))))
    return fu_of(group, document)


@pytest.mark.parametrize("ruleset", ["classical", "british", "riichi"])
@pytest.mark.slow
def test_what_sets_bring_is_what_the_printed_tables_say(ruleset: str) -> None:
    table = fu_of if ruleset == "riichi" else points_of
    kinds = set()
    for seed in range(5 * QUESTIONS):
        question = ask(ruleset, "sets", seed)
        group, document = question["set"], question["document"]
        kinds.add((group["kind"], group["concealed"]))
        assert question["answer"] == table(group, document), (seed, question)
        assert group in scored(question)["arrangement"]
    assert len(kinds) > 4


def test_the_fu_of_a_wait() -> None:
    """Two for an edge, the middle of a chow and the pair; nothing for an open wait or a pung."""
    seen = set()
    for seed in range(4 * QUESTIONS):
        question = ask("riichi", "waits", seed)
        group, last = question["set"], question["document"]["hand"]["winning_tile"]
        if group["kind"] == "chow":
            ranks = sorted(int(tile[0]) or 5 for tile in group["tiles"])
            rank = int(last[0]) or 5
            closed = rank == ranks[1] or (ranks[0] == 1 and rank == 3)
            expected = 2 * (closed or (ranks[2] == 9 and rank == 7))
        else:
            expected = 2 * (group["kind"] == "pair")
        seen.add((group["kind"], expected))
        assert question["answer"] == expected, question
    assert {("chow", 0), ("chow", 2), ("pair", 2)} <= seen


@pytest.mark.by_day(3, "ruleset")
@EACH
@pytest.mark.slow
def test_the_answer_is_what_the_engine_scores(ruleset: str, part: str) -> None:
    for seed in range(2 * QUESTIONS):
        question = ask(ruleset, part, seed)
        answer, right = scored(question), question["answer"]
        if part == "totals":
            assert right == answer["total"]
            assert question["known"].items() <= answer["tally"].items()
            assert [*question["known"].values()] != [right]
        elif part == "payments":
            assert question["seat"] != question["document"]["seat"]
            assert right == -answer["net"][question["seat"]]
        elif part in ("patterns", "lines"):
            line = next(line for line in answer["lines"] if line in question["lines"])
            assert right == line["amount"]
            assert part == "lines" or line["id"] == question["rule"]
        else:
            lines = question["lines"]
            assert right == sum(line["amount"] * line["count"] for line in lines)
            assert all(line in answer["lines"] for line in lines)


def test_the_printed_values_of_a_card() -> None:
    values = {
        hand["title"]: hand["value"]
        for card in scorer.cards().values()
        for hand in scorer.check_card({"card": card})["hands"]
    }
    for seed in range(QUESTIONS):
        question = ask("american", "lines", seed)
        assert question["answer"] == values[question["lines"][0]["name"]]


def test_without_a_part_the_seed_draws_one() -> None:
    drawn = {scorer.drill({"ruleset": "riichi", "seed": seed})["part"] for seed in range(30)}
    assert drawn == {*HAD["riichi"]}


def test_a_preset_is_kept() -> None:
    question = ask("riichi", "totals", 1, preset="wrc")
    assert question["preset"] == "wrc"
    assert question["document"]["preset"] == "wrc"


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ({"ruleset": "mcr", "part": "sets"}, "/part"),
        ({"ruleset": "mcr", "part": "luck"}, "/part"),
        ({"ruleset": "whist"}, "/ruleset"),
        ({"ruleset": "mcr", "seed": -1}, "/seed"),
        ({"ruleset": "mcr", "preset": "none"}, "/preset"),
        ({}, "/ruleset"),
    ],
)
def test_what_is_wrong_names_its_field(document: Any, pointer: str) -> None:
    with pytest.raises(HandError) as refused:
        scorer.drill(document)
    assert [problem.pointer for problem in refused.value.problems] == [pointer]
