"""Problems to learn from: the same for the same query, of every rule, possible, answered by the
scorer, and asking nothing that is not shown."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.scoring import spread
from scorer.documents import answers
from scorer.documents.read import edition_of, hand_of
from scorer.engine.any_hand import of_sets
from scorer.engine.arrange import winning_arrangements
from scorer.engine.tiles import parse
from scorer.grammar.card.book import CardEdition
from scorer.learn import problems
from scorer.learn.card_hands import find_card_hand
from scorer.learn.example_hands import example_hands, house_rules
from scorer.learn.hands import circumstances_field
from scorer.learn.seeded_random import SeededRandom
from scorer.rulebook.book import Edition
from scorer.rules import BOOKS, american
from scorer.types import Ruled
from tests import plain as scorer
from tests import reached_by
from tests.club_faan import book as club
from tests.club_faan import registered
from tests.nightly import nightly
from tools import problem_hands

Json = dict[str, Any]

EACH = pytest.mark.parametrize("ruleset", BOOKS)
LEVELS = range(1, 7)
PRESETS = [(id, preset) for id, book in BOOKS.items() for preset in book.presets]
SETS = {"chow", "pung", "kong", "pair"}


def drawn(ruleset: str, level: int, seed: int, **more: Any) -> Json:
    return scorer.problem({"ruleset": ruleset, "level": level, "seed": seed, **more})


@cache
def table_of_riichi(seed: int) -> Json:
    return drawn("riichi", 6, seed)


def check(problem: Json) -> None:
    """That the answer is the scorer's, that the tiles are there, and that what is shown decides
    what is asked."""
    assert spread.fault(problem) == ""
    document, answer = problem["document"], problem["answer"]
    for one in problem["ask"]:
        if one in DECIDED:
            assert DECIDED[one](document, answer), one
        else:
            assert one in answer["tally"]
    assert answer["preset"] == problem["preset"]
    assert problem["rules_version"] == BOOKS[problem["ruleset"]].version


def edition_under(document: Json) -> Edition:
    return edition_of(cast(Ruled, document))


def one_reading(document: Json, answer: Json) -> bool:
    hand = of_sets(hand_of(document["hand"], edition_under(document), won=True))
    read = winning_arrangements(hand, edition_under(document).shapes)
    kinds = {shown_set["kind"] for shown_set in answer["arrangement"]}
    return kinds <= SETS and len({(one.shape, len(one.chows)) for one in read}) == 1


def one_hand(document: Json, answer: Json) -> bool:
    """The tiles make one hand of the card."""
    name = answer["lines"][0]["name"]
    others = [
        uncounted["name"] for uncounted in answer["not_counted"] if uncounted["kind"] == "value"
    ]
    edition = edition_under(document)
    assert isinstance(edition, CardEdition)
    return find_card_hand(edition, name) is not None and not others


def one_tile(document: Json, answer: Json) -> bool:
    """No tile but the one that won, or a joker, makes a hand of the thirteen others."""
    hand = dict(document["hand"])
    tiles, won = hand["concealed"].split(), hand.pop("winning_tile")
    tiles.remove(won)
    hand["concealed"] = " ".join(tiles)
    told = scorer.waits({"ruleset": document["ruleset"], "seat": "E", "hand": hand})
    return {wait["tile"] for wait in told["waits"]} - {"J"} == {won}


def who_pays_is_told(document: Json, answer: Json) -> bool:
    told = "seat" in document and ("from" in document["win"]) != (
        document["win"]["by"] == "self_draw"
    )
    return told and bool(answer["payments"])


DECIDED: dict[str, Callable[[Json, Json], bool]] = {
    "arrangement": one_reading,
    "hand": one_hand,
    "winning_tile": one_tile,
    "exposed": lambda document, answer: (
        one_hand(document, answer) and "melds" not in document["hand"]
    ),
    "total": lambda document, answer: answer["total"] is not None,
    "payments": who_pays_is_told,
    "awards": lambda document, answer: any(answer["awards"].values()),
    "scores": lambda document, answer: all(
        answer["scores"][seat] is not None for seat in document["players"]
    ),
    "net": lambda document, answer: (
        set(answer["net"]) == set(document["players"]) and any(answer["net"].values())
    ),
    "next": lambda document, answer: bool(answer["next"]),
}
"""Whether what is shown decides what is asked, for what is no part of the tally."""


@pytest.mark.by_day(3, "ruleset")
@pytest.mark.slow
@EACH
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_query_gives_the_same_problem_and_another_seed_another(
    ruleset: str, level: int
) -> None:
    told = [drawn(ruleset, level, seed) for seed in range(8)]
    for one in told:
        check(one)
        assert one == drawn(ruleset, level, one["seed"])
    assert len({json.dumps(one["document"]) for one in told}) > 6
    assert len({one["id"] for one in told}) == 8


# Of the documents of problems 0 to 19 of each level, by the version of the rules. They change with
# the version, and not otherwise: people keep addresses of problems.
PINNED = {
    ("classical", "2"): "39a67ab842aabed6",
    ("british", "2"): "06d290aebdfa5dff",
    ("mcr", "2"): "fdb5c1d505c141ab",
    ("american", "2"): "f5057ca2e9e4a120",
    ("riichi", "2"): "e787b7fc216c17c5",
}


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "version"), PINNED)
def test_a_problem_stays_the_same_within_a_version_of_the_rules(ruleset: str, version: str) -> None:
    assert BOOKS[ruleset].version == version
    told = [drawn(ruleset, level, seed)["document"] for level in LEVELS for seed in range(20)]
    text = json.dumps(told, sort_keys=True)
    assert sha256(text.encode()).hexdigest()[:16] == PINNED[ruleset, version]


@EACH
def test_known_hands_are_those_of_this_version_and_have_their_rules(ruleset: str) -> None:
    stored = problem_hands.stored_hands(ruleset)
    assert stored.get("rules_version") == BOOKS[ruleset].version, "python -m tools.renew"
    new = json.loads(problem_hands.hands_file_text(ruleset, "next"))
    assert new["rules_version"] == "next"
    assert {*stored["hands"]} <= {*new["hands"]}
    edition = edition_of({"ruleset": ruleset})
    for known in example_hands(ruleset):
        about = {"ruleset": ruleset, "options": house_rules(edition, known)}
        answer = scorer.score({**json.loads(known.document), **about, "preset": None})
        assert known.rule in spread.counted(answer)


@pytest.mark.parametrize(("ruleset", "preset"), PRESETS)
def test_a_problem_is_under_the_preset_that_is_asked_for(ruleset: str, preset: str) -> None:
    for level in LEVELS:
        problem = drawn(ruleset, level, 42, preset=preset)
        check(problem)
        assert problem["preset"] == problem["document"]["preset"] == preset
        assert "options" not in problem["document"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        (
            "british",
            [
                {"arrangement"},
                {"points"},
                {"points doubles total"},
                {"total"},
                {"total payments"},
                {"scores net next"},
            ],
        ),
        (
            "mcr",
            [
                {"arrangement"},
                {"fan"},
                {"fan", "fan flowers total"},
                {"fan", "fan flowers total"},
                {"total payments"},
                {"net next"},
            ],
        ),
        (
            "riichi",
            [
                {"arrangement"},
                {"fu"},
                {"han fu total"},
                {"total"},
                {"total payments"},
                {"net next"},
            ],
        ),
        (
            "american",
            [
                {"hand"},
                {"winning_tile"},
                {"exposed"},
                {"value", "value total"},
                {"total payments", "total awards"},
                {"net next", "awards next"},
            ],
        ),
    ],
)
def test_each_level_asks_its_own(ruleset: str, expected: list[set[str]]) -> None:
    for level, known in zip(LEVELS, expected, strict=True):
        assert {" ".join(drawn(ruleset, level, seed)["ask"]) for seed in range(30)} == known


@pytest.mark.slow
def test_levels_are_well_apart() -> None:
    for seed in range(40):
        ordinary, doubled, limit = (
            drawn("classical", level, seed)["answer"] for level in (2, 3, 4)
        )
        assert ordinary["tally"]["doubles"] <= 1
        assert 1 <= doubled["tally"]["doubles"] <= 3
        assert not doubled["limit"]["reached"]
        assert limit["limit"]["reached"] or limit["tally"]["doubles"] >= 4
        fan = [
            [line["amount"] for line in drawn("mcr", n, seed)["answer"]["lines"]] for n in (3, 4)
        ]
        assert max(fan[0]) < 24 <= max(fan[1])


def test_points_are_also_asked_of_players_who_did_not_win() -> None:
    lost = ["win" not in drawn("british", 2, seed)["document"] for seed in range(80)]
    assert 8 < sum(lost) < 40
    assert all("win" in drawn("mcr", 2, seed)["document"] for seed in range(40))


def test_the_other_players_of_a_table_score_and_some_have_flowers() -> None:
    told = [drawn("classical", 6, seed) for seed in range(40)]
    lost = [
        (player["hand"], one["answer"]["scores"][seat])
        for one in told
        for seat, player in one["document"]["players"].items()
        if "win" not in player
    ]
    assert sum(sheet["total"] > 0 for _, sheet in lost) > len(lost) * 0.8
    assert any("bonus" in hand for hand, _ in lost)
    assert any("melds" in hand for hand, _ in lost)


def won(problem: Json) -> bool:
    return any("win" in player for player in problem["document"]["players"].values())


@pytest.mark.slow
@pytest.mark.parametrize("preset", BOOKS["riichi"].presets)
def test_at_some_tables_of_riichi_nobody_won_and_who_does_not_wait_pays(preset: str) -> None:
    tables = [drawn("riichi", 6, seed, preset=preset) for seed in range(120)]
    drawn_games = [table for table in tables if not won(table)]
    assert 20 < len(drawn_games) < 60
    for game in drawn_games:
        document, answer = game["document"], game["answer"]
        assert document["draw"] == "exhaustive"
        assert sum(amount for amount in answer["net"].values() if amount > 0) in (2000, 3000)
        assert answer["warnings"] == []
        for seat, player in document["players"].items():
            if player.get("riichi"):
                assert answer["net"][seat] > 0
                assert all(
                    meld.get("concealed") for meld in player.get("hand", {}).get("melds", ())
                )
    gaining = {sum(n > 0 for n in game["answer"]["net"].values()) for game in drawn_games}
    assert {1, 2, 3} == gaining
    shown = [
        game["answer"]["net"][seat] > 0
        for game in drawn_games
        for seat, player in game["document"]["players"].items()
        if "hand" in player
    ]
    assert {*shown} == {True, False}


@pytest.mark.slow
def test_most_tables_of_three_tell_in_words_who_waits_and_none_shows_tiles_that_they_lack() -> None:
    three = [
        one["document"]["players"]
        for one in map(table_of_riichi, range(300))
        if not won(one) and len(one["document"]["players"]) == 3
    ]
    assert three
    shown = [player["hand"] for players in three for player in players.values() if "hand" in player]
    assert len(shown) < len(three)
    assert not re.search("[2-8]c", json.dumps(shown))


@pytest.mark.slow
def test_others_beside_a_winner_have_laid_down_deposits_and_counters_are_on_the_table() -> None:
    tables = [one for one in map(table_of_riichi, range(400)) if won(one)]
    declared = honba = 0
    for table in tables:
        players = table["document"]["players"]
        winner = next(player for player in players.values() if "win" in player)
        in_riichi = [seat for seat, player in players.items() if player.get("riichi")]
        declared += bool(in_riichi)
        honba += bool(table["document"].get("honba"))
        if winner["win"]["by"] == "robbed_kong":
            assert winner["win"]["from"] not in in_riichi
        laid = [told["seat"] for told in table["answer"]["deductions"]]
        assert {*in_riichi} <= {*laid}
        sticks = table["document"].get("riichi_sticks", 0) + len(laid)
        assert sum(table["answer"].get("awards", {}).values()) == 1000 * sticks
    assert len(tables) / 5 < declared < len(tables) * 2 / 3
    assert honba > len(tables) / 3


@pytest.mark.parametrize("ruleset", [id for id in BOOKS if BOOKS[id].table.waiting_fields is None])
def test_where_nothing_follows_from_waiting_every_table_has_a_winner(ruleset: str) -> None:
    assert all(won(drawn(ruleset, 6, seed)) for seed in range(40))


def test_what_a_book_tells_of_waiting_are_fields_of_its_documents() -> None:
    for book in BOOKS.values():
        told = book.table.waiting_fields
        if told is not None:
            assert {told.waits, told.declared} <= {field.name for field in book.fields.player}
            choices = {field.name: field.choices for field in book.fields.table}
            assert all(value in choices[name] for name, value in told.ended.items())


@pytest.mark.nightly
@pytest.mark.slow
def test_nobody_claimed_anything_before_a_hand_that_was_dealt_complete() -> None:
    dealt = 0
    for seed in range(600):
        players = drawn("british", 6, seed)["document"]["players"].values()
        told = [player.get("win", {}).get("with") or () for player in players]
        if any("heavens_blessing" in one for one in told):
            dealt += 1
            assert not any("melds" in player["hand"] for player in players)
    assert dealt


@pytest.mark.slow
def test_the_kong_that_was_robbed_lies_before_its_player() -> None:
    robbed = 0
    for seed in range(300):
        players = drawn("classical", 6, seed)["document"]["players"]
        winner = next(player for player in players.values() if "win" in player)
        if winner["win"]["by"] == "robbed_kong":
            robbed += 1
            giver = players[winner["win"]["from"]]["hand"]
            three = " ".join([winner["hand"]["winning_tile"]] * 3)
            assert {"tiles": three} in giver["melds"]
    assert robbed


def test_hands_that_may_be_exposed_and_that_may_not_are_asked_about_alike() -> None:
    edition = american.book.edition()
    concealed = 0
    for seed in range(100):
        hand = find_card_hand(edition, drawn("american", 3, seed)["answer"]["lines"][0]["name"])
        assert hand is not None
        concealed += hand.concealed
    assert 35 <= concealed <= 65


def test_some_tables_have_as_few_players_as_may_be() -> None:
    seats = [len(drawn("classical", 6, seed)["answer"]["net"]) for seed in range(60)]
    assert {*seats} == {3, 4}
    assert {len(drawn("mcr", 6, seed)["answer"]["net"]) for seed in range(20)} == {4}
    assert {len(drawn("classical", 5, seed)["answer"]["net"]) for seed in range(60)} == {3, 4}


@pytest.mark.slow
def test_what_a_ruleset_has_lie_beside_a_hand_lies_there() -> None:
    closed = riichi = red = 0
    for seed in range(200):
        told = drawn("riichi", 5, seed, preset="tenhou")["document"]
        hand, ids = told["hand"], told["win"].get("with") or ()
        kongs = sum(len(parse(meld["tiles"])) == 4 for meld in hand.get("melds", ()))
        assert len(parse(hand["dora_indicators"])) == 1 + kongs
        in_riichi = bool({"riichi", "double_riichi"} & {*ids})
        assert ("ura_indicators" in hand) == in_riichi
        closed += all(meld.get("concealed") for meld in hand.get("melds", ()))
        riichi += in_riichi
        red += "0" in json.dumps(hand)
    assert closed / 3 < riichi < closed
    assert red > 20


@pytest.mark.by_day(3, "ruleset")
@pytest.mark.slow
@EACH
def test_problems_reach_every_rule(ruleset: str) -> None:
    assert reached_by.left(ruleset) == set()


@pytest.mark.nightly
@EACH
def test_nearly_all_problems_are_different(ruleset: str) -> None:
    told = {json.dumps(drawn(ruleset, 1 + n % 6, n)["document"]) for n in range(300)}
    assert len(told) > 285


@given(st.sampled_from([*BOOKS]), st.sampled_from([*LEVELS]), st.integers(0, (1 << 53) - 1))
def test_no_problem_is_of_an_impossible_hand(ruleset: str, level: int, seed: int) -> None:
    check(drawn(ruleset, level, seed))


@pytest.mark.nightly
@EACH
def test_no_problem_of_many_is_of_an_impossible_hand(ruleset: str) -> None:
    for seed in range(80):
        for level in LEVELS:
            check(drawn(ruleset, level, 1_000_000 + seed))


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "preset"), [*PRESETS[:1], *nightly(PRESETS[1:])])
def test_problems_reach_every_rule_that_a_preset_can_have(ruleset: str, preset: str) -> None:
    assert reached_by.left(ruleset, preset) == set()


def test_a_ruleset_of_which_no_hands_are_known_has_problems() -> None:
    with registered():
        for level in LEVELS:
            problem = drawn(club.id, level, 1)
            check(problem)
            assert spread.counted(problem["answer"])


def test_the_spread_is_written_and_drawn() -> None:
    counted = spread.Spread("american", None)
    counted.draw(60)
    assert counted.faults == []
    assert "60 problems" in next(counted.lines())
    assert any("rules reached" in line for line in counted.lines())
    drawing = ET.fromstring(spread.picture(counted))
    assert len(drawing.findall(".//{*}rect")) > 6


def test_what_cannot_lie_on_a_table_is_found() -> None:
    assert spread.too_many({"hand": {"concealed": "11111b", "bonus": "F1 F1"}}) == ["1b", "F1"]
    problem = drawn("classical", 1, 0)
    assert spread.fault({**problem, "answer": {}}) == "another answer"
    assert spread.fault({**problem, "ask": []}) == "nothing is asked"
    assert "no preset" in spread.fault(
        {**problem, "document": {**problem["document"], "preset": "x"}}
    )


@pytest.mark.parametrize(("ruleset", "most"), [("hongkong", 12), ("taiwanese", 16)])
def test_only_hands_that_suit_the_level_are_written_whole(
    monkeypatch: pytest.MonkeyPatch, ruleset: str, most: int
) -> None:
    """Of some fifty drawn hands a rare level takes few: the others are scored, and no more."""
    scored: list[object] = []

    def score(document: Json) -> object:
        scored.append(document)
        return answers.score(document)

    monkeypatch.setattr(problems, "score", score)
    for seed in range(10):
        drawn(ruleset, 4, seed)
    assert len(scored) <= 10 * most


def test_chance_follows_from_its_seed() -> None:
    assert [SeededRandom("a", 1).below(1000) for _ in range(3)] == [
        SeededRandom("a", 1).below(1000)
    ] * 3
    rng = SeededRandom("b")
    assert sorted(rng.shuffled(range(9))) == [*range(9)]
    assert {rng.below(3) for _ in range(100)} == {0, 1, 2}
    # The same in every process, on every machine.
    first = SeededRandom("mcr", 1)
    assert [first.below(100) for _ in range(5)] == [95, 35, 13, 22, 96]


@pytest.mark.by_day(3, "ruleset")
@pytest.mark.slow
@EACH
def test_a_problem_carries_only_circumstances_that_matter_at_its_table(ruleset: str) -> None:
    known = BOOKS[ruleset].circumstances
    for level in LEVELS:
        for seed in range(100 if ruleset == "american" else 10):
            document = drawn(ruleset, level, seed)["document"]
            options = edition_under(document).options
            players = (document.get("players") or {document["seat"]: document}).values()
            for win in [player.get("win") or {} for player in players]:
                assert win.get("with") != []
                for id in win.get("with") or ():
                    matters = known[id].matters
                    assert matters is None or options[matters[0]] == matters[1], (level, seed, id)


def test_circumstances_of_seven_pairs_matter_where_they_are_needed() -> None:
    for id, option in (("declared", "atomic_declared"), ("no_joker_held", "atomic_no_joker_held")):
        usual = american.book.edition()
        asking = american.book.edition(options={option: True})
        assert circumstances_field(usual, [id, "last_wall"]) == {"with": ["last_wall"]}
        assert circumstances_field(usual, [id]) == {}
        assert circumstances_field(asking, [id]) == {"with": [id]}
