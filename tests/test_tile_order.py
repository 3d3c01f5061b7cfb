"""Tiles in answers stand in the canonical order. Several sets in one list stand whole, in the
order of their first tiles."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from scorer.engine.tiles import CODES, codes, parse, plain
from scorer.errors import HandError
from scorer.learn.drills import drill_parts
from scorer.rules import BOOKS
from tests import plain as scorer
from tests.drawn import random_document, random_table, random_waiting
from tests.nightly import many
from tests.test_rule_examples import EACH, examples

Json = dict[str, Any]

TILE_CODES = frozenset(CODES)


def tile_lists(answer: object, where: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield every list of tiles in an answer, with its place."""
    if isinstance(answer, dict):
        for name, value in answer.items():
            # The seats of a table have the letters of winds.
            if name not in ("seats", "document"):
                yield from tile_lists(value, f"{where}/{name}")
    elif isinstance(answer, list):
        if len(answer) > 1 and all(isinstance(item, str) and item in TILE_CODES for item in answer):
            yield where, answer
        for item in answer:
            yield from tile_lists(item, where)


def is_set(kinds: Sequence[int]) -> bool:
    chow = len(kinds) == 3 and list(kinds) == list(range(kinds[0], kinds[0] + 3))
    return len(kinds) <= 4 and (chow or len({*kinds}) == 1)


def is_in_order(tiles: Sequence[str]) -> bool:
    """Tests if these are tiles in the canonical order, or sets whose first tiles are."""
    if codes(parse(" ".join(tiles))) == [*tiles]:
        return True
    kinds = [plain(parse(tile)[0]) for tile in tiles]
    # For each place in the list, the lowest first tile of the last of the sets that end there.
    last: dict[int, int] = {0: -1}
    for end in range(1, len(kinds) + 1):
        starts = [
            kinds[start]
            for start in range(max(0, end - 4), end)
            if start in last and is_set(kinds[start:end]) and kinds[start] >= last[start]
        ]
        if starts:
            last[end] = min(starts)
    return len(kinds) in last


def check(answer: Json) -> None:
    wrong = {
        f"{where}: {' '.join(tiles)}"
        for where, tiles in tile_lists(answer)
        if not is_in_order(tiles)
    }
    assert not wrong


def test_what_is_in_order() -> None:
    assert is_in_order(["1b", "1c", "E", "F1", "S1", "J"])
    assert is_in_order(["1d", "2d", "3d", "1d", "2d", "3d", "2d", "3d", "4d", "9d", "9d"])
    assert is_in_order(["1c", "1c", "1c", "4c", "5c", "0c", "E", "E"])
    assert not is_in_order(["1c", "1c", "1c", "2b", "3b", "4b"])
    assert not is_in_order(["9c", "7c"])


def test_riichi_shows_whole_hands_by_tile_and_chosen_sets_whole() -> None:
    hand = {"concealed": "678d 345d 22d 678c 67b", "winning_tile": "8b"}
    win = {"by": "self_draw", "with": ["riichi"]}
    document = {"ruleset": "riichi", "seat": "S", "prevailing": "E", "win": win, "hand": hand}
    shown = {line["id"]: " ".join(line["tiles"]) for line in scorer.score(document)["lines"]}
    assert shown["riichi"] == "6b 7b 8b 6c 7c 8c 2d 2d 3d 4d 5d 6d 7d 8d"
    assert shown["mixed-triple-chow"] == "6b 7b 8b 6c 7c 8c 6d 7d 8d"


def test_red_fives_stand_after_the_plain_fives_of_their_suit() -> None:
    hand = {"concealed": "055d 0b46b 22c 33c 44c EE", "winning_tile": "E"}
    document = {
        "ruleset": "riichi",
        "options": {"red_fives": 3},
        "seat": "S",
        "prevailing": "E",
        "win": {"by": "self_draw"},
        "hand": hand,
    }
    shown = {line["id"]: " ".join(line["tiles"]) for line in scorer.score(document)["lines"]}
    whole = shown["fully-concealed-hand"]
    assert whole == "4b 0b 6b 2c 2c 3c 3c 4c 4c 5d 5d 0d E E"


def test_missing_jokers_stand_after_flowers() -> None:
    document = {
        "ruleset": "american",
        "seat": "S",
        "win": {"by": "self_draw"},
        "hand": {"concealed": "111b 222b 333b 55c RR", "winning_tile": "F"},
    }
    with pytest.raises(HandError) as raised:
        scorer.score(document)
    assert any(": 1b, R, F, F, F, F, F and J;" in p.detail for p in raised.value.problems)


@EACH
def test_examples_and_their_explanations(ruleset: str) -> None:
    for rule, example in examples(ruleset).items():
        document = {"ruleset": ruleset, **example["document"]}
        check(scorer.score(document))
        check(scorer.explain({"document": document, "rule": rule}))


@EACH
def test_hands_and_tables_drawn_at_random(ruleset: str) -> None:
    rng = random.Random(f"order of tiles, {ruleset}")
    rules = [rule["id"] for rule in scorer.ruleset(ruleset)["rules"]]
    for _ in range(many(30, 300)):
        document = random_document(rng, ruleset)
        check(scorer.score(document))
        check(scorer.explain({"document": document, "rule": rng.choice(rules)}))
        check(scorer.settle(random_table(rng, ruleset)))
        check(scorer.waits(random_waiting(rng, ruleset)))


@EACH
def test_what_if_of_hands_drawn_at_random(ruleset: str) -> None:
    rng = random.Random(f"order of tiles, what if, {ruleset}")
    for _ in range(many(2, 20)):
        check(scorer.what_if({"document": random_document(rng, ruleset)}))


@EACH
def test_nearest_hands_of_tiles_drawn_at_random(ruleset: str) -> None:
    rng = random.Random(f"order of tiles, nearest, {ruleset}")
    size = BOOKS[ruleset].tiles.hand_tiles
    pack = [code for code in CODES[:34] for _ in range(4)]
    for _ in range(many(4, 40)):
        hand = {"concealed": rng.sample(pack, size + rng.randint(0, 1))}
        answer = scorer.nearest({"ruleset": ruleset, "hand": hand, "limit": 30})
        check(answer)
        for near in answer["nearest"]:
            assert near["missing"] == codes(parse(" ".join(near["missing"])))
            last = near.get("winning_tile")
            assert (last in near["missing"]) == (BOOKS[ruleset].tiles.hand_of == "sets")


@EACH
def test_problems_and_drills(ruleset: str) -> None:
    for seed in range(many(6, 60)):
        check(scorer.problem({"ruleset": ruleset, "seed": seed}))
        for part in drill_parts(BOOKS[ruleset]):
            check(scorer.drill({"ruleset": ruleset, "seed": seed, "part": part}))
