"""A book may have hands of sixteen tiles: five sets and a pair with the seventeenth."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter

import pytest
from hypothesis import given, settings

from scorer.engine import arrange
from scorer.engine.arrange import (
    EIGHT_PAIRS_SHAPE,
    HONOURS_AND_KNITTED_SHAPE,
    KNITTED_STRAIGHT_SHAPE,
    ORPHANS_SHAPE,
    SEVEN_PAIRS_SHAPE,
)
from scorer.engine.hand import (
    ANY_COUNT,
    EXACT_COUNT,
    FEWER_ALLOWED,
    MORE_ALLOWED,
    PUNG,
    SELF_DRAW,
    Hand,
    Meld,
    Win,
)
from scorer.engine.situation import Situation
from scorer.engine.tiles import JOKER, SUITED, bits, codes, mask_of, parse
from scorer.errors import HandError
from scorer.grammar.fan.book import FanBook
from scorer.grammar.features import FOUR_PUNGS
from scorer.grammar.points.book import PointsBook
from scorer.grammar.reading import Reading
from scorer.rulebook.book import Book, Source
from scorer.rulebook.settlement import EnteredEvent, Settlement
from scorer.rules import BOOKS
from tests import plain as scorer
from tests.drawn import Json, seeds
from tests.nightly import many
from tests.test_arrange import MAJORS, as_sets, brute_sets

FIVES = mask_of(*parse("5b5c5d"))
HOUSE = Source("house", "House rules", "Rules of this house", "", None, "")
SHAPES = (ORPHANS_SHAPE, SEVEN_PAIRS_SHAPE, KNITTED_STRAIGHT_SHAPE, HONOURS_AND_KNITTED_SHAPE)
DRAWN, CLAIMED = Win.of("self_draw"), Win.of("discard", loser="S")

points = PointsBook(
    "five_sets_points",
    "Five sets, points",
    summary="",
    version="1",
    sources=(HOUSE,),
    shapes=SHAPES,
    claimed_kongs_count_as_concealed=True,
    mahjong=lambda h: True,
)
points.tiles = points.tiles._replace(hand_tiles=16)
points.integer("limit", 1000, least=500, most=2000, meaning="the most that a hand can score")
points.boolean("blanks", False, meaning="whether blanks are wild")


@points.wild_tiles
def blanks(options: object) -> int | None:
    return JOKER if isinstance(options, dict) and options["blanks"] else None


@points.points(4, "Pung", "House rules", each=True)
def pung(h: Reading) -> int:
    """a pung"""
    return h.pungs & ~h.kongs


@points.points(16, "Kong", "House rules", each=True)
def kong(h: Reading) -> int:
    """a kong"""
    return h.kongs


@points.points(10, "Mah-jong", "House rules", who="winner")
def mah_jong(h: Reading) -> bool:
    """going out"""
    return True


@points.double(1, "Five chows", "House rules", who="winner")
def five_chows(h: Reading) -> bool:
    """five chows"""
    return len(h.chows) == 5


@points.double(3, "Five pungs", "House rules", who="winner", of=FOUR_PUNGS)
def five_pungs(h: Reading) -> bool:
    """five pungs or kongs"""
    return h.pungs.bit_count() == 5


@five_pungs.near
def nearly_five_pungs(h: Reading) -> str | None:
    return "one set is a chow" if h.pungs.bit_count() == 4 else None


@points.double(1, "Single wait", "House rules", who="winner")
def single_wait(h: Reading) -> bool:
    """one kind completes the hand"""
    return h.waits.bit_count() == 1


@points.special("Five kongs", "House rules", fishing=True)
def five_kongs(h: Reading) -> bool:
    """five kongs"""
    return h.kongs.bit_count() == 5


fan = FanBook(
    "five_sets_fan",
    "Five sets, fan",
    summary="",
    version="1",
    sources=(HOUSE,),
    book_of_fan=HOUSE,
    shapes=SHAPES,
)
fan.tiles = fan.tiles._replace(hand_tiles=16)
fan.integer("minimum", 0, least=0, most=88, meaning="the fan that a hand needs to win")


@fan.fan(1, 40, "Five Pungs", "五碰", implies=("Dragon Pung",), of=FOUR_PUNGS)
def five_pungs_fan(h: Reading) -> bool:
    """five pungs or kongs"""
    return h.pungs.bit_count() == 5


@fan.chows(5, 2, 30, "Five Like Fives", "", eyes=FIVES)
def five_like_fives(sets: tuple[int, ...], pair: int) -> bool:
    """five chows of one suit, and a pair of fives of it"""
    return sets[0] // 9 == sets[4] // 9 == pair // 9


@fan.chows(2, 3, 1, "Double Chow", "一般高")
def double_chow(sets: tuple[int, ...], pair: int) -> bool:
    """two chows that are the same"""
    return sets[0] == sets[1]


@fan.chows(2, 4, 1, "Mixed Chow", "喜相逢")
def mixed_chow(sets: tuple[int, ...], pair: int) -> bool:
    """two chows of one number in two suits"""
    return sets[1] - sets[0] in (9, 18)


@fan.fan(5, 2, "Dragon Pung", "箭刻", each=True)
def dragon_pung(h: Reading) -> int:
    """a pung of dragons"""
    return h.pungs & mask_of(*parse("RGP"))


@fan.nothing_but(SUITED, 6, 1, "No Honors", "无字")
def no_honors() -> None:
    """no winds and no dragons"""


@fan.nothing_else(7, 1, "Nothing", "无番和", also="")
def nothing(h: Reading) -> bool:
    """nothing else"""
    return True


@fan.after_minimum(8, 1, "Flower", "花牌")
def flower(h: Reading) -> int:
    """a flower"""
    return h.bonus


@points.event("House rules", count=FEWER_ALLOWED, bars_win=True)
def short(settlement: Settlement, happened: EnteredEvent) -> None:
    """a player has too few tiles"""


BOTH: list[Book] = [points, fan]
each_book = pytest.mark.parametrize("book", BOTH, ids=lambda book: book.id)


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both books among the rulesets, as if they came with the package."""
    for book in BOTH:
        monkeypatch.setitem(BOOKS, book.id, book)


def of(concealed: str, melds: tuple[str | Meld, ...] = (), winning: str | None = None) -> Hand:
    return Hand.of(concealed, melds, winning=winning, size=16)


def request_of(book: Book, concealed: str, melds: tuple[str, ...] = (), **more: object) -> Json:
    hand: Json = {"concealed": concealed, "melds": [{"tiles": meld} for meld in melds]}
    if "winning_tile" in more:
        hand["winning_tile"] = more.pop("winning_tile")
    return {"ruleset": book.id, "hand": hand, "seat": "E", "prevailing": "E", **more}


def lines(book: Book, hand: Hand, win: Win | None = None, **options: object) -> dict[str, int]:
    sheet = book.edition(options=options).score(hand, win, seat=0, prevailing=0)
    found: Counter[str] = Counter()
    for line in sheet.lines:
        found[line.id] += line.amount
    return dict(found)


def refusal(hand: Json) -> list[tuple[str, str]]:
    with pytest.raises(HandError) as refused:
        scorer.score(hand)
    return [(problem.pointer, problem.detail) for problem in refused.value.problems]


# What is counted


def test_five_sets_and_a_pair_win_seventeen_tiles() -> None:
    hand = of("123b 456c 789d EEE SSS RR", winning="3b")
    assert lines(points, hand, DRAWN) == {"pung": 8, "mah-jong": 10, "single-wait": 1}
    assert lines(fan, hand, DRAWN) == {"nothing": 1}


def test_melds_and_kongs_take_three_of_the_sixteen_tiles_each() -> None:
    kongs = (Meld.of("7777c", concealed=True), "1111b", "NNN", "234d", "EEE")
    hand = of("R", kongs, winning="R")
    assert lines(points, hand, CLAIMED) == {
        "pung": 8,
        "kong": 32,
        "mah-jong": 10,
        "single-wait": 1,
    }
    assert hand == of("RR", kongs, winning="R")
    assert lines(fan, of("PPP RR", ("1111b", "NNNN", "EEE", "GGG"), "P"), DRAWN) == {
        "five-pungs-fan": 40
    }


def test_the_explanation_shows_all_five_sets_and_what_was_nearly_there() -> None:
    sheet = points.edition().score(
        of("123b EE", ("777c", "888d", "SSS", "5555b"), "1b"), DRAWN, seat=0, prevailing=0
    )
    shown = sheet.arrangement
    assert [one.kind for one in shown].count("pair") == 1
    assert len(shown) == 6
    assert [uncounted.because for uncounted in sheet.not_counted] == ["one set is a chow"]
    assert sheet.formula == "38 × 2^0 = 38"


def test_a_lost_hand_of_sixteen_tiles_is_scored() -> None:
    hand = of("111b 456c 789d EEE 5d", ("SSSS",))
    assert lines(points, hand) == {"pung": 8, "kong": 16}
    assert fan.edition().score(hand, seat=0, prevailing=0).total == 0


def test_a_player_one_tile_short_of_five_sets_fishes() -> None:
    hand = of("P", ("1111b", "2222b", "3333b", "4444b", "EEEE"))
    sheet = points.edition().score(hand, seat=0, prevailing=0)
    assert sheet.limit_hand == "Five kongs"
    assert sheet.lines[0].name == "Fishing for Five kongs"


def test_five_chows_are_chosen_from_as_four_are() -> None:
    twice = of("123b 123b 123c 123d 456d 99d", winning="9d")
    assert lines(fan, twice, DRAWN) == {"double-chow": 1, "mixed-chow": 2, "no-honors": 1}
    aside = fan.edition().score(twice, DRAWN, seat=0, prevailing=0).not_counted
    assert {one.id for one in aside} == {"mixed-chow"}
    fives = of("123d 234d 234d 678d 789d 55d", winning="5d")
    assert lines(fan, fives, DRAWN) == {"five-like-fives": 30, "no-honors": 1}
    others = of("123d 234d 234d 678d 789d 55c", winning="5c")
    assert lines(fan, others, DRAWN) == {"double-chow": 1, "no-honors": 1}


def test_wild_tiles_fill_five_pungs_and_a_pair() -> None:
    hand = of("11b 22c 444d EE SSS RR JJJ", winning="2c")
    assert lines(points, hand, DRAWN, blanks=True) == {
        "pung": 20,
        "mah-jong": 10,
        "five-pungs": 3,
        "single-wait": 1,
    }
    lost = of("11b 22c 444d EE SSS RR JJ")
    assert lines(points, lost, blanks=True) == {"pung": 16}
    situation = Situation(seat=0, prevailing=0)
    waiting = points.edition(options={"blanks": True}).waits(lost, 0, situation, (SELF_DRAW,))
    assert codes([tile for tile, _, _ in waiting]) == ["1b", "2c", "E", "R", "J"]


# What is refused


@each_book
@pytest.mark.usefixtures("published")
def test_fourteen_tiles_are_refused_with_the_number_that_it_takes(book: Book) -> None:
    win = {"by": "self_draw"}
    hand = request_of(book, "123b 456c 789d EEE RR", win=win, winning_tile="R")
    assert refusal(hand) == [
        (
            "/hand/concealed",
            f"{book.name} has hands of sixteen tiles, seventeen with the winning tile; "
            "this hand needs 17 concealed tiles with the winning tile (16 without it); "
            "you entered 14",
        )
    ]
    short = request_of(book, "123b 456c RR", ("EEE",), win=win, winning_tile="R")
    assert refusal(short) == [
        (
            "/hand/concealed",
            f"{book.name} has hands of sixteen tiles, seventeen with the winning tile; "
            "with 1 set outside the concealed tiles, this hand needs 14 concealed tiles with "
            "the winning tile (13 without it); you entered 8",
        )
    ]
    assert refusal(request_of(book, "123b 456c 789d EEE R")) == [
        (
            "/hand/concealed",
            f"{book.name} has hands of sixteen tiles, seventeen with the winning tile; "
            "this hand needs 16 concealed tiles, because this player did not win; you entered 13",
        )
    ]


@each_book
@pytest.mark.usefixtures("published")
def test_five_melds_are_let_in_and_a_sixth_is_refused(book: Book) -> None:
    melds = ("111b", "222b", "333b", "444b", "EEE")
    won = request_of(book, "R", melds, win={"by": "self_draw"}, winning_tile="R")
    assert scorer.score(won)["total"] > 0
    six = request_of(book, "R", (*melds, "SSS"), win={"by": "self_draw"}, winning_tile="R")
    assert refusal(six) == [
        ("/hand/melds", "a hand has at most five sets; you entered 6 outside the concealed tiles")
    ]


@pytest.mark.parametrize("ruleset", ["classical", "british", "mcr"])
def test_todays_rulesets_have_thirteen_tiles_and_four_melds(ruleset: str) -> None:
    assert BOOKS[ruleset].tiles.hand_tiles == 13
    hand = request_of(BOOKS[ruleset], "R", ("111b", "222b", "333b", "444b", "EEE"))
    assert refusal(hand) == [
        ("/hand/melds", "a hand has at most four sets; you entered 5 outside the concealed tiles")
    ]


def test_tiles_that_win_in_no_way_are_no_five_sets() -> None:
    hand = of("123b 456c 789d EEE SS N RR", winning="R")
    with pytest.raises(HandError, match="neither five sets and a pair nor a special hand"):
        points.edition().score(hand, DRAWN, seat=0, prevailing=0)
    with pytest.raises(HandError, match="neither five sets and a pair nor another shape"):
        fan.edition().score(hand, DRAWN, seat=0, prevailing=0)


@pytest.mark.parametrize(
    "tiles",
    [
        "19b19c19dESWNRGP E 123b",
        "1122b 3344c EE SS RR 123d",
        "147b 258c 369d 111b EEE RR",
        "147b 258c 36d ESWNRG 77d P",
    ],
)
def test_a_shape_of_fourteen_tiles_is_none_of_seventeen(tiles: str) -> None:
    hand = Hand(parse(tiles), winning=parse(tiles)[0], size=16)
    assert arrange.winning_arrangements(hand, SHAPES) == arrange.winning_arrangements(hand, ())
    assert arrange.all_waits(hand, SHAPES) == arrange.all_waits(hand, ())


@settings(max_examples=many(24, 400))
@given(seeds)
def test_a_pung_and_seven_pairs_win_and_are_waited_for(seed: int) -> None:
    rng = random.Random(seed)
    kinds = rng.sample(range(34), 8)
    fours = rng.randrange(4)
    copies = Counter({kinds[0]: 3, **dict.fromkeys(kinds[1 : 8 - fours], 2)})
    copies.update(dict.fromkeys(kinds[1 : 1 + fours], 2))
    tiles = list(copies.elements())
    found = arrange.find_eight_pairs(sorted(tiles))
    assert found is not None
    assert found.pungs == 1 << kinds[0]
    assert len(found.groups) == 7
    held = [*tiles]
    held.remove(rng.choice(tiles))
    waits = arrange.waits(Hand(held, size=16), (EIGHT_PAIRS_SHAPE,))
    by_hand = [
        kind
        for kind in range(34)
        if held.count(kind) < 4
        and (brute_sets([*held, kind]) or _is_eight_pairs(Counter([*held, kind])))
    ]
    assert list(bits(waits)) == by_hand


def _is_eight_pairs(copies: Counter[int]) -> bool:
    return [count for count in copies.values() if count % 2] == [3]


def test_a_player_who_erred_may_hold_fewer_or_more_than_sixteen() -> None:
    for count, held in (
        (FEWER_ALLOWED, 15),
        (MORE_ALLOWED, 17),
        (MORE_ALLOWED, 23),
        (ANY_COUNT, 13),
    ):
        Hand(list(range(34))[:held], count=count, size=16)
    for count, held in (
        (EXACT_COUNT, 15),
        (FEWER_ALLOWED, 17),
        (MORE_ALLOWED, 15),
        (MORE_ALLOWED, 24),
    ):
        with pytest.raises(HandError):
            Hand(list(range(34))[:held], count=count, size=16)


# Documents


@each_book
@pytest.mark.usefixtures("published")
def test_the_waits_of_sixteen_tiles_are_listed(book: Book) -> None:
    answer = scorer.waits(request_of(book, "123b 456c 789d EEE 23d RR"))
    assert [wait["tile"] for wait in answer["waits"]] == ["1d", "4d"]
    answer = scorer.waits(request_of(book, "23d RR", ("123b", "456c", "789d", "EEEE")))
    assert [wait["tile"] for wait in answer["waits"]] == ["1d", "4d"]
    with pytest.raises(HandError):
        scorer.waits(request_of(book, "123b 456c 789d 23d RR"))


@each_book
@pytest.mark.usefixtures("published")
def test_documents_of_won_and_lost_hands_are_answered(book: Book) -> None:
    win = {"by": "self_draw"}
    won = scorer.score(request_of(book, "123b 456c 789d EEE SSS RR", win=win, winning_tile="R"))
    assert len(won["arrangement"]) == 6
    lost = scorer.score(request_of(book, "123b 456c 789d EEE SSS R"))
    assert sum(len(shown_set["tiles"]) for shown_set in lost["arrangement"]) == 16


@pytest.mark.usefixtures("published")
def test_a_player_told_to_have_too_few_tiles_has_not_sixteen() -> None:
    won = request_of(points, "123b 456c 789d EEE SSS RR", winning_tile="R")["hand"]
    table: Json = {
        "ruleset": points.id,
        "prevailing": "E",
        "players": {
            "E": {"hand": won, "win": {"by": "self_draw"}},
            "S": {"hand": {"concealed": "123b 456c 789d PPP GG 2c"}},
            "W": {"points": 0},
            "N": {"points": 0},
        },
        "events": [{"event": "short", "by": "S"}],
    }
    assert scorer.settle(table)["scores"]["S"]["total"] == 4
    table["players"]["S"]["hand"]["concealed"] += "2c"
    with pytest.raises(HandError, match="but the number is right"):
        scorer.settle(table)


# The hand itself


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        (of("123b 456c 789d EEE SSS R"), "Hand.of('123b 456c 789d EEE SSS R', size=16)"),
        (of("R", ("111b", "222b", "333b", "444b", "EEE"), "R"), None),
        (Hand.of("", ("111b", "222b", "333b", "444b", "EEE"), count=FEWER_ALLOWED, size=16), None),
        (Hand.of("R", ("111b", "222b", "333b", "444b")), None),
        (Hand.of("RR", ("111b", "222b", "333b"), count=ANY_COUNT), None),
    ],
)
def test_a_hand_shows_itself_as_what_makes_it_again(hand: Hand, shown: str | None) -> None:
    assert shown is None or repr(hand) == shown
    again = eval(repr(hand), {"Hand": Hand, "Meld": Meld})
    assert again == hand == pickle.loads(pickle.dumps(hand)) == copy.copy(hand)
    assert hash(again) == hash(hand)


# Against a slow search


def random_sets(rng: random.Random) -> tuple[list[int], list[int]]:
    """The concealed tiles of five sets and a pair, now and then with one exchanged, and the kinds
    of the pungs beside them."""
    first = 9 * rng.randrange(3)
    suit = list(range(first, first + 9))
    pool = rng.choice([suit, suit[:6], [*suit, *range(27, 34)], list(range(27)), list(range(34))])
    while True:
        tiles = [rng.choice(pool)] * 2
        melds = rng.sample(range(34), rng.choice((0, 0, 0, 1, 2, 4, 5)))
        for _ in range(5 - len(melds)):
            low = rng.choice(pool)
            chow = low < 27 and low % 9 < 7 and rng.random() < 0.7
            tiles += [low, low + 1, low + 2] if chow else [low] * 3
        if rng.random() < 0.3:
            tiles[rng.randrange(len(tiles))] = rng.choice(pool)
        if max(Counter([*tiles, *melds * 3]).values()) <= 4:
            return tiles, melds


@settings(max_examples=many(60, 400))
@given(seeds)
def test_every_division_into_five_sets_and_a_pair_is_found_once(seed: int) -> None:
    tiles, melds = random_sets(random.Random(seed))
    hand = Hand(tiles, [Meld(PUNG, kind) for kind in melds], winning=tiles[0], size=16)
    found = [as_sets(arrangement) for arrangement in arrange.winning_arrangements(hand, SHAPES)]
    assert len(found) == len(set(found))
    assert set(found) == brute_sets(tiles)


@settings(max_examples=many(22, 150))
@given(seeds)
def test_the_waits_of_sixteen_tiles_are_those_that_complete_them(seed: int) -> None:
    rng = random.Random(seed)
    tiles, melds = random_sets(rng)
    tiles.pop(rng.randrange(len(tiles)))
    hand = Hand(tiles, [Meld(PUNG, kind) for kind in melds], size=16)
    held = Counter([*tiles, *melds * 3])
    complete = [kind for kind in range(34) if held[kind] < 4 and brute_sets([*tiles, kind])]
    assert list(bits(arrange.waits(hand, SHAPES))) == complete


@settings(max_examples=many(9, 60))
@given(seeds)
def test_a_wild_tile_is_worth_as_much_as_the_best_of_every_kind(seed: int) -> None:
    rng = random.Random(seed)
    pool = rng.choice([MAJORS, list(range(34)), list(range(12))])
    heads = rng.sample(pool, 6)
    tiles = [kind for kind in heads[:5] for _ in range(3)] + [heads[5]] * 2
    rng.shuffle(tiles)
    natural = tiles[1:]
    edition = points.edition(options={"blanks": True})
    wild = Hand([*natural, JOKER], winning=natural[0], size=16)
    totals = [
        edition.score(hand, DRAWN, seat=0, prevailing=0).total
        for kind in range(34)
        if natural.count(kind) < 4
        and arrange.winning_arrangements(
            hand := Hand([*natural, kind], winning=natural[0], size=16), ()
        )
    ]
    assert edition.score(wild, DRAWN, seat=0, prevailing=0).total == max(totals)
