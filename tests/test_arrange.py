"""Arrangements and waits against a slow search that is written here."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from scorer.engine import arrange
from scorer.engine.arrange import (
    GATES_SHAPE,
    KNITTED_PAIRS_SHAPE,
    KNITTED_TRIPLES_SHAPE,
    ORPHANS_SHAPE,
    PAIRS_OF_MAJORS_SHAPE,
    SETS_AND_PAIR,
    SNAKE_SHAPE,
    Arrangement,
    sets_and_pair_arrangements,
    waits,
    winning_arrangements,
)
from scorer.engine.hand import PUNG, Hand, Meld
from scorer.engine.tiles import bits, parse
from tests.drawn import seeds
from tests.nightly import many

SHAPES = (
    ORPHANS_SHAPE,
    GATES_SHAPE,
    PAIRS_OF_MAJORS_SHAPE,
    KNITTED_PAIRS_SHAPE,
    KNITTED_TRIPLES_SHAPE,
    SNAKE_SHAPE,
)
MAJORS = parse("19b19c19dESWNRGP")
Sets = tuple[tuple[int, ...], tuple[int, ...], int]


# The slow search


def divided(tiles: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to divide tiles into pungs and chows, taking the lowest tile first."""
    if not tiles:
        yield ()
        return
    low = tiles[0]
    wanted = [(low, low, low)]
    if low < 27 and low % 9 < 7:
        wanted.append((low, low + 1, low + 2))
    for part in wanted:
        rest = list(tiles)
        if not Counter(part) - Counter(rest):
            for tile in part:
                rest.remove(tile)
            for others in divided(rest):
                yield (part, *others)


def brute_sets(tiles: list[int]) -> set[Sets]:
    found = set()
    for pair, held in Counter(tiles).items():
        if held < 2:
            continue
        rest = sorted(tiles)
        rest.remove(pair)
        rest.remove(pair)
        for parts in divided(rest):
            pungs = tuple(sorted(part[0] for part in parts if part[0] == part[1]))
            chows = tuple(sorted(part[0] for part in parts if part[0] != part[1]))
            found.add((pungs, chows, pair))
    return found


def brute_other(tiles: list[int]) -> bool:
    """Whether fourteen tiles have a winning shape other than four sets and a pair."""
    held = Counter(tiles)
    if set(tiles) == set(MAJORS) or all(t in MAJORS and n % 2 == 0 for t, n in held.items()):
        return True
    if any(held == Counter([9 * s, *range(9 * s, 9 * s + 9), *parse("ESWN")]) for s in range(3)):
        return True
    if any(tile >= 27 for tile in tiles):
        return False
    ranks = [Counter(tile % 9 for tile in tiles if tile // 9 == suit) for suit in range(3)]
    used = [suit for suit in ranks if suit]
    if len(used) == 1:
        gates = Counter([0, 0, 0, *range(1, 8), 8, 8, 8])
        return not gates - used[0]
    if len(used) == 2:
        return used[0] == used[1]
    for rank in range(9):
        for left_out in range(3):
            rest = [Counter(suit) for suit in ranks]
            for suit in {0, 1, 2} - {left_out}:
                rest[suit][rank] -= 1
            rest = [+suit if min(suit.values()) >= 0 else Counter({-1: 1}) for suit in rest]
            if rest[0] == rest[1] == rest[2] and -1 not in rest[0]:
                return True
    return False


# Random tiles


def any_sets(rng: random.Random, sets: int) -> list[int]:
    """So many sets and a pair, or nearly so, in few kinds, at most four of each."""
    first = 9 * rng.randrange(3)
    pool = rng.choice(
        [
            list(range(first, first + 9)),
            list(range(first, first + 5)),
            [*range(first, first + 9), *range(27, 34)],
            list(range(34)),
            list(range(27)),
        ]
    )
    while True:
        tiles = [rng.choice(pool)] * 2
        for _ in range(sets):
            low = rng.choice(pool)
            chow = low < 27 and low % 9 < 7 and rng.random() < 0.6
            tiles += [low, low + 1, low + 2] if chow else [low] * 3
        if rng.random() < 0.3:
            tiles[rng.randrange(len(tiles))] = rng.choice(pool)
        if max(Counter(tiles).values()) <= 4:
            return tiles


def any_shape(rng: random.Random) -> list[int]:
    """Fourteen tiles of one of the other shapes, one of them now and then exchanged."""
    one, two, three = rng.sample([0, 9, 18], 3)
    ranks = [rng.randrange(9) for _ in range(7)]
    while True:
        triples = [t for n in ranks[:4] for t in (one + n, two + n, three + n)]
        tiles = rng.choice(
            [
                [*MAJORS, rng.choice(MAJORS)],
                [one + n for n in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))],
                [t for t in rng.choices(MAJORS, k=7) for _ in range(2)],
                [t for n in ranks for t in (one + n, two + n)],
                [*triples, one + ranks[4], two + ranks[4]],
                [one, *range(one, one + 9), *range(27, 31)],
            ]
        )
        if rng.random() < 0.4:
            tiles[rng.randrange(14)] = rng.randrange(34)
        if max(Counter(tiles).values()) <= 4:
            return tiles
        ranks = [rng.randrange(9) for _ in range(7)]


def as_sets(found: Arrangement) -> Sets:
    assert found.shape == SETS_AND_PAIR
    assert found.pairs.bit_count() == 1
    return tuple(bits(found.pungs)), tuple(sorted(found.chows)), next(bits(found.pairs))


# What is shown


@settings(max_examples=many(60, 400))
@given(seeds)
def test_sets_and_pair_finds_every_division_once(seed: int) -> None:
    rng = random.Random(seed)
    sets = rng.choice([0, 1, 2, 3, 4, 4, 4])
    tiles = any_sets(rng, sets)
    absent = [kind for kind in range(34) if kind not in tiles]
    melds = [Meld(PUNG, kind) for kind in rng.sample(absent, 4 - sets)]
    hand = Hand(tiles, melds, winning=tiles[0])
    found = [as_sets(arrangement) for arrangement in sets_and_pair_arrangements(hand.keys)]
    assert len(found) == len(set(found))
    assert set(found) == brute_sets(tiles)


@settings(max_examples=many(30, 200))
@given(seeds)
def test_the_waits_are_the_tiles_that_complete_the_hand(seed: int) -> None:
    rng = random.Random(seed)
    tiles = any_sets(rng, 4) if rng.random() < 0.5 else any_shape(rng)
    tiles.pop(rng.randrange(14))
    held = Counter(tiles)
    complete = [
        kind
        for kind in range(34)
        if held[kind] < 4 and (brute_sets([*tiles, kind]) or brute_other([*tiles, kind]))
    ]
    assert list(bits(waits(Hand(tiles), SHAPES))) == complete


@settings(max_examples=many(45, 300))
@given(seeds)
def test_the_other_shapes_are_seen_where_they_are_and_nowhere_else(seed: int) -> None:
    tiles = any_shape(random.Random(seed))
    found = winning_arrangements(Hand(tiles, winning=tiles[0]), SHAPES)
    others = [one for one in found if one.shape != SETS_AND_PAIR]
    assert bool(others) == brute_other(tiles)
    for one in others:
        assert sorted(tile for _, group in one.groups for tile in group) == sorted(tiles)


@pytest.mark.parametrize(
    ("tiles", "shape", "groups"),
    [
        ("19b19c19dESWNRGP E", "orphans", ["orphans"]),
        ("1112345678999d 5d", "gates", ["gates"]),
        ("1111b EE SS RR 99c 99d", "seven pairs", ["pair"] * 7),
        ("1133557b 1133557c", "knitted pairs", ["knitted pair"] * 7),
        ("11234b 11234c 1123d", "knitted triples", ["knitted triple"] * 4 + ["knitted pair"]),
        ("1123456789c ESWN", "snake", ["pair", "run", "winds"]),
    ],
)
def test_each_other_shape_names_its_groups(tiles: str, shape: str, groups: list[str]) -> None:
    held = parse(tiles)
    everything = winning_arrangements(Hand(held, winning=held[0]), SHAPES)
    found = [one for one in everything if one.shape != SETS_AND_PAIR]
    assert [(one.shape, [name for name, _ in one.groups]) for one in found] == [(shape, groups)]


def test_a_hand_with_melds_has_no_other_shape() -> None:
    hand = Hand.of("EE SS RR GG PP 9b", ["999d"], winning="9b")
    assert winning_arrangements(hand, SHAPES) == ()


def test_no_other_shape_is_looked_for_unless_the_ruleset_has_it() -> None:
    hand = Hand.of("19b19c19dESWNRGP", winning="E")
    assert winning_arrangements(hand, ()) == ()
    assert len(winning_arrangements(hand, (ORPHANS_SHAPE,))) == 1
    assert waits(Hand.of("19b19c19dESWNRGP"), ()) == 0
    assert waits(Hand.of("19b19c19dESWNRGP"), (ORPHANS_SHAPE,)).bit_count() == 13


def test_a_kind_of_which_the_hand_holds_all_four_is_no_wait() -> None:
    waiting = Hand.of("1111b 23b 456c 7d", ["EEE"])
    assert list(bits(waits(waiting, ()))) == [18 + 6]
    assert waits(Hand.of("1b", ["111b", "EEE", "SSS", "WWW"]), ()) == 0


def test_the_waits_of_a_won_hand_are_those_before_the_winning_tile() -> None:
    won = Hand.of("1112345678999d", winning="5d")
    assert waits(won, ()).bit_count() == 9
    assert waits(won, ()) == waits(Hand.of("1112345678999d"), ())


@settings(max_examples=many(30, 200))
@given(seeds)
def test_a_losing_hand_shows_each_of_its_tiles_and_every_three_alike(seed: int) -> None:
    tiles = any_sets(random.Random(seed), 4)[1:]
    found = arrange.losing_arrangement(Hand(tiles))
    shown = [kind for kind in bits(found.pungs) for _ in range(3)]
    shown += [tile for low in found.chows for tile in (low, low + 1, low + 2)]
    shown += [kind for kind in bits(found.pairs) for _ in range(2)]
    shown += [tile for _, group in found.groups for tile in group]
    assert sorted(shown) == sorted(tiles)
    held = Counter(tiles)
    assert set(bits(found.pungs)) == {kind for kind, n in held.items() if n >= 3}
    assert {k for k in bits(found.pairs) if k >= 27} == {
        k for k, n in held.items() if n == 2 and k >= 27
    }
