"""Wild tiles: the best standing is as good as trying every tile in the place of every wild one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Literal

import pytest
from hypothesis import given, settings

from scorer.engine.hand import CircumstanceName, Hand, Meld, Win
from scorer.engine.tiles import JOKER, codes, parse
from scorer.errors import HandError
from scorer.rulebook.book import Edition
from scorer.rules import BOOKS
from scorer.types import Way
from tests import plain as scorer
from tests.drawn import Json, seeds
from tests.nightly import many

WAYS: tuple[Way, ...] = ("self_draw", "discard")
SUITS = (range(9), range(9, 18), range(18, 27))
MAJORS = parse("19b19c19dESWNRGP")


def plan(rng: random.Random) -> tuple[list[int], list[int]]:
    """Fourteen tiles of a goulash hand, some of them kinds of declared pungs."""
    suit = list(rng.choice(SUITS))
    pool = rng.choice([list(range(34)), MAJORS, suit, [*suit, *range(27, 34)], parse("23468bG")])
    one, two, three = rng.sample([0, 9, 18], 3)
    ranks = rng.choices(range(9), k=7)
    shape = rng.choice(["sets"] * 5 + ["pairs", "knitted", "triples", "gates", "orphans", "snake"])
    if shape == "sets":
        heads = rng.sample(pool, 5)
        declared = rng.choice([0, 0, 1, 2])
        hand = [kind for kind in heads[declared:4] for _ in range(3)] + [heads[4]] * 2
        return hand, heads[:declared]
    triples = [t for n in ranks[:4] for t in (one + n, two + n, three + n)]
    return {
        "pairs": [kind for kind in rng.sample(MAJORS, 7) for _ in range(2)],
        "knitted": [t for n in ranks for t in (one + n, two + n)],
        "triples": [*triples, one + ranks[4], two + ranks[4]],
        "gates": [one + n for n in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))],
        "orphans": [*MAJORS, rng.choice(MAJORS)],
        "snake": [one, *range(one, one + 9), 27, 28, 29, 30],
    }[shape], []


def possible(hand: list[int], declared: list[int]) -> bool:
    held = Counter(hand) + Counter(kind for kind in declared for _ in range(3))
    return max(held.values()) <= 4


def standings(hand: list[int], declared: list[int]) -> Iterator[list[int]]:
    """The hand with each wild tile replaced by any kind of which there are not four yet."""
    natural = [tile for tile in hand if tile != JOKER]
    for kinds in combinations_with_replacement(range(34), hand.count(JOKER)):
        if possible([*natural, *kinds], declared):
            yield [*natural, *kinds]


def pungs(declared: list[int]) -> list[Meld]:
    return [Meld.of([kind] * 3) for kind in declared]


def total(hand: Hand, book: Edition, win: Win, seat: int, prevailing: int) -> int:
    try:
        return book.score(hand, win, seat=seat, prevailing=prevailing).total
    except HandError:
        return 0


@pytest.mark.more_at_night
@pytest.mark.parametrize("wild", [1, 2])
@pytest.mark.parametrize("preset", ["u3a", "bmja"])
def test_the_best_winning_standing_is_the_best_of_every_substitution(
    preset: str, wild: int
) -> None:
    @settings(max_examples=many(40, 300) if wild == 1 else many(6, 40))
    @given(seeds)
    def check(seed: int) -> None:
        rng = random.Random(seed)
        hand, declared = plan(rng)
        if not possible(hand, declared):
            return
        for n in rng.sample(range(len(hand)), wild):
            hand[n] = JOKER
        winning = rng.choice(hand)
        book = BOOKS["british"].edition(preset, {"goulash": "blanks"})
        seat, prevailing = rng.randrange(4), rng.randrange(4)
        bonus = rng.choice([[], [34], [35, 38]])
        told: CircumstanceName | Literal[""] = rng.choice(
            ("", "", "last_tile_draw", "flower_replacement" if bonus else "")
        )
        win = Win.of("self_draw", told) if told else Win.of(rng.choice(WAYS))
        totals = []
        natural = Counter(tile for tile in hand if tile != JOKER)
        for standing in standings(hand, declared):
            stood_for = Counter(standing) - natural
            for last in stood_for if winning == JOKER else [winning]:
                one = Hand(standing, pungs(declared), bonus, last)
                totals.append(total(one, book, win, seat, prevailing))
        one = Hand(hand, pungs(declared), bonus, winning)
        found = total(one, book, win, seat, prevailing)
        told_hand = (codes(hand), declared, codes([winning]), bonus, told)
        assert found == max(totals), told_hand

    check()


@pytest.mark.more_at_night
@pytest.mark.parametrize("wild", [1, 2])
@pytest.mark.parametrize("preset", ["u3a", "bmja"])
def test_the_best_losing_standing_is_the_best_of_every_substitution(preset: str, wild: int) -> None:
    @settings(max_examples=many(24, 120) if wild == 1 else many(5, 20))
    @given(seeds)
    def check(seed: int) -> None:
        rng = random.Random(seed)
        hand, declared = plan(rng)
        if not possible(hand, declared):
            return
        hand.pop(rng.randrange(len(hand)))
        for n in rng.sample(range(len(hand)), wild):
            hand[n] = JOKER
        if rng.random() < 0.4:
            spare = rng.choice([n for n, tile in enumerate(hand) if tile != JOKER])
            hand[spare] = rng.randrange(34)
            if not possible([tile for tile in hand if tile != JOKER], declared):
                return
        book = BOOKS["british"].edition(preset, {"goulash": "blanks"})
        seat, prevailing = rng.randrange(4), rng.randrange(4)
        totals = [
            book.score(Hand(standing, pungs(declared)), seat=seat, prevailing=prevailing).total
            for standing in standings(hand, declared)
        ]
        found = book.score(Hand(hand, pungs(declared)), seat=seat, prevailing=prevailing)
        assert found.total == max(totals), (codes(hand), declared)

    check()


def score(hand: Json, win: Json | None = None, goulash: str = "blanks") -> Json:
    document: Json = {"ruleset": "british", "options": {"goulash": goulash}, "hand": hand}
    if win is not None:
        document["win"] = win
    return scorer.score({**document, "seat": "S", "prevailing": "S"})


def test_a_wild_tile_drawn_from_the_kong_box_may_be_the_plum_blossom() -> None:
    hand = {"concealed": "234678c 234678d JJ", "winning_tile": "J", "bonus": "F1"}
    answer = score(hand, {"by": "self_draw", "with": ["flower_replacement"]})
    assert answer["limit"]["hand"] == "Gathering the Plum Blossom from the Roof"


def test_purity_is_fished_for_only_by_tiles_that_stand_in_its_suit() -> None:
    lines = {line["id"] for line in score({"concealed": "222b 333b 555b 7b JJJ"})["lines"]}
    assert not ({"purity-fishing"} <= lines and {"own-wind-meld", "dragon-meld"} & lines)


def test_a_wild_tile_makes_no_fifth_of_a_kind_that_a_meld_shows_with_wild_tiles() -> None:
    hand = {"concealed": "444c666c888d R J", "melds": [{"tiles": "RJJ"}], "winning_tile": "8d"}
    with pytest.raises(HandError):
        score(hand, {"by": "self_draw"})


def test_two_melds_of_one_kind_are_five_of_it_wild_tiles_or_not() -> None:
    melds = [{"tiles": "RRJ"}, {"tiles": "RJJ"}]
    hand = {"concealed": "444c666c 88d", "melds": melds, "winning_tile": "8d"}
    with pytest.raises(HandError):
        score(hand, {"by": "self_draw"})


@pytest.mark.parametrize(("goulash", "wild"), [("blanks", "J"), ("two_bamboo", "2b")])
def test_what_is_wild_follows_from_the_option(goulash: str, wild: str) -> None:
    hand = {"concealed": f"444c 666c 888d RRR 9b {wild}", "winning_tile": "9b"}
    answer = score(hand, {"by": "self_draw"}, goulash)
    pair = next(part for part in answer["arrangement"] if part["kind"] == "pair")
    assert (pair["tiles"], pair["wild"]) == (["9b", "9b"], 1)


def test_without_a_goulash_nothing_is_wild() -> None:
    plain = {
        id: book
        for id, book in BOOKS.items()
        if book.tiles.hand_of == "sets" and not book.tiles.jokers
    }
    assert {"classical", "british", "mcr"} <= set(plain)
    for ruleset, book in plain.items():
        concealed = "444c 666c 888d RRR J" + " 999d" * (book.tiles.hand_tiles > 13)
        document = {"hand": {"concealed": concealed}, "seat": "S", "prevailing": "S"}
        with pytest.raises(HandError, match="J is a wild tile"):
            scorer.score({**document, "ruleset": ruleset})


def test_a_hand_of_nothing_but_wild_tiles_and_melds_can_win() -> None:
    melds = [{"tiles": text} for text in ("444c", "666c", "888d", "RRR")]
    answer = score({"concealed": "JJ", "melds": melds, "winning_tile": "J"}, {"by": "self_draw"})
    assert {"kind": "pair", "tiles": ["S", "S"], "concealed": True, "winning": True, "wild": 2} in (
        answer["arrangement"]
    )
