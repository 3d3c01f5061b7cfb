"""Zung Jung: Alan Kwan's scoring system, version 3.3.

Patterns stand in the order of ``rules/zungjung.md``, from which they are taken, with the author's
numbers. Of a series, patterns whose numbers begin alike, only the dearest counts; otherwise every
pattern of the arrangement counts, whatever it contains. Add a house rule by declaring it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from scorer.engine import arrange
from scorer.engine.arrange import ORPHANS_SHAPE, SETS_AND_PAIR
from scorer.engine.hand import (
    EARTHS_BLESSING,
    HEAVENS_BLESSING,
    KONG_REPLACEMENT,
    NO_SEAT,
    SELF_DRAW,
    Hand,
    Win,
)
from scorer.engine.sheet import Payment
from scorer.engine.tiles import (
    DRAGONS,
    FIRST_FLOWER,
    FIRST_SEASON,
    FLOWERS,
    HONOURS,
    MAJORS,
    MINORS,
    SEASONS,
    SUITED,
    TERMINALS,
    WINDS,
    KindMask,
    bits,
    code,
    one_suit,
)
from scorer.errors import Problem
from scorer.grammar.fan.book import FanBook
from scorer.grammar.features import (
    AT_MOST_ONE_SUIT,
    BONUS,
    CONCEALED,
    FOUR_BONUS,
    FOUR_PUNGS,
    HONOUR_PAIR,
    HONOUR_PUNGS,
    KONGS,
    LUCK,
    NO_HONOURS,
    NO_MIDDLE,
    NO_PUNGS,
    NO_TERMINALS,
    NOT_FOUR_SETS,
    ONLY_MAJORS,
    SEVERAL_KONGS,
    THREE_PUNGS,
    THREE_SUITS,
    TWO_CONCEALED_PUNGS,
    TWO_HONOUR_PUNGS,
    TWO_PUNGS,
)
from scorer.grammar.reading import Reading, tiles_of
from scorer.grammar.requirements import (
    NEEDS_NO_CHOW,
    NEEDS_NO_HONOURS,
    NEEDS_NO_PUNG,
    NEEDS_NOTHING_CLAIMED,
    NEEDS_ONE_SUIT,
    NEEDS_ONLY_HONOURS,
    NEEDS_ONLY_MAJORS,
    NEEDS_ONLY_TERMINALS,
    NEEDS_SETS_AND_PAIR,
    Requirement,
    at_least,
    chow_tiles,
    condition,
    only,
)
from scorer.grammar.special.house import special_hands_option
from scorer.languages.speech import say
from scorer.rulebook.book import Options
from scorer.rulebook.circumstances import no_kong
from scorer.rulebook.payment_rules import always
from scorer.rulebook.presentation import Presentation
from scorer.rulebook.settlement import Settlement
from scorer.rules.shared.circumstances import (
    declare_earths_blessing,
    declare_flower_replacement,
    declare_kong_replacement,
    declare_last_tiles,
)
from scorer.rules.shared.conditions import (
    DEALT_NOT_LAST,
    DEALT_WIN,
    FIRST_DISCARD_NOT_LAST,
    NOTHING_CLAIMED_YET,
    ONLY_EAST,
)
from scorer.rules.shared.patterns import (
    BIG_DRAGONS_TEST,
    BIG_FOUR_WINDS_TEST,
    FOUR_FLOWERS_TEST,
    FOUR_SEASONS_TEST,
    FULL_FLUSH_TEST,
    HALF_FLUSH_TEST,
    LAST_DISCARD_TEST,
    LAST_TILE_TEST,
    ROBBED_KONG_TEST,
    THIRTEEN_ORPHANS_TEST,
    circumstance_test,
    of_another_seat,
    pungs_and_pair,
)
from scorer.rules.shared.texts import ZUNG_JUNG
from scorer.types.zungjung import Responsible

book = FanBook(
    "zungjung",
    "Zung Jung",
    summary="44 patterns in ten categories, added up as points; of a series the dearest counts.",
    version="1",
    sources=(ZUNG_JUNG,),
    book_of_fan=ZUNG_JUNG,
    shapes=(arrange.SEVEN_PAIRS_SHAPE, ORPHANS_SHAPE),
)
book.unit = "points"
book.tally = {"points": "the points, before the limit cuts them"}
book.total_kind = book.alone_kind = "points"
book.adds_up = book.sums_by_name = True
book.one_of_a_series = True
book.counts_alone_from = 320
book.presentation = Presentation(multiplies=False, listed_by="worth", patterns_in_points=True)
book.cites_names = True
book.table = book.table._replace(needs_prevailing=False)
book.add_fields(win=Responsible)

# Options

payoff_option = book.choice(
    "payoff",
    "formal",
    "uniform",
    meaning="who pays: the player who is responsible more than the others, or everybody the same",
)
par_option = book.integer(
    "par",
    25,
    least=0,
    most=320,
    meaning="with the formal payoff: the points up to which everybody pays the same",
)
book.integer(
    "limit",
    320,
    least=100,
    most=1000,
    meaning="the most that a sum of patterns counts; patterns of 320 points or more keep theirs",
)
book.integer("minimum", 0, least=0, most=50, meaning="the points that a hand needs to win")
bonus_tiles_option = book.boolean(
    "bonus_tiles", False, meaning="the table plays with flowers and seasons"
)
MAX_PATTERN_POINTS = 480
"""The most that an option may make a pattern worth: what the dearest patterns are worth."""
pure_one_suit_option = book.integer(
    "pure_one_suit", 80, least=0, most=MAX_PATTERN_POINTS, meaning="the points of Pure One-Suit"
)
small_three_dragons_option = book.integer(
    "small_three_dragons",
    40,
    least=0,
    most=MAX_PATTERN_POINTS,
    meaning="the points of Small Three Dragons",
)
small_three_winds_option = book.integer(
    "small_three_winds",
    30,
    least=0,
    most=MAX_PATTERN_POINTS,
    meaning="the points of Small Three Winds",
)
all_triplets_option = book.integer(
    "all_triplets", 30, least=0, most=MAX_PATTERN_POINTS, meaning="the points of All Triplets"
)
four_concealed_triplets_option = book.integer(
    "four_concealed_triplets",
    125,
    least=0,
    most=MAX_PATTERN_POINTS,
    meaning="the points of Four Concealed Triplets",
)
three_concealed_triplets_option = book.integer(
    "three_concealed_triplets",
    30,
    least=0,
    most=MAX_PATTERN_POINTS,
    meaning="the points of Three Concealed Triplets",
)
two_identical_twice_option = book.integer(
    "two_identical_twice",
    60,
    least=0,
    most=MAX_PATTERN_POINTS,
    meaning="the points of Two Identical Sequences Twice",
)
three_similar_sequences_option = book.integer(
    "three_similar_sequences",
    35,
    least=0,
    most=MAX_PATTERN_POINTS,
    meaning="the points of Three Similar Sequences",
)
pure_lesser_terminals_option = book.integer(
    "pure_lesser_terminals",
    50,
    least=0,
    most=MAX_PATTERN_POINTS,
    meaning="the points of Pure Lesser Terminals",
)
blessings_option = book.integer(
    "blessings",
    155,
    least=0,
    most=MAX_PATTERN_POINTS,
    meaning="the points of Blessing of Heaven and of Blessing of Earth",
)

book.option(special_hands_option)

book.preset("v3.3", "the values of version 3.3", title="Version 3.3", default=True)
book.preset(
    "wsom",
    "the older values of the World Series of Mahjong",
    title="World Series",
    pure_one_suit=100,
    small_three_dragons=30,
    small_three_winds=25,
    all_triplets=30,
    four_concealed_triplets=115,
)
book.preset(
    "adjusted",
    "the values of a published house table",
    title="Adjusted",
    pure_one_suit=90,
    three_concealed_triplets=40,
    two_identical_twice=70,
    three_similar_sequences=30,
    pure_lesser_terminals=60,
    blessings=160,
)

WHEN_BONUS_PLAYED = bonus_tiles_option.is_(True)
bonus_fan = partial(book.fan, None, when=WHEN_BONUS_PLAYED, beyond_minimum=WHEN_BONUS_PLAYED)
book.tiles = book.tiles._replace(bonus_under=WHEN_BONUS_PLAYED)


# How hands win


@book.refuses
def no_winning_hand(hand: Hand) -> str:
    """Return the problem of tiles that win in no way."""
    if hand.melds and arrange.find_seven_pairs(_all_tiles(hand)) is not None:
        return say("seven pairs win only with all of them in the hand; here a set is laid out")
    return say(
        "the tiles form no winning hand: neither four sets and a pair, nor seven pairs, nor "
        "thirteen terminals"
    )


def _all_tiles(hand: Hand) -> list[int]:
    return sorted((*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)))


@book.refuses_wins
def responsible_problems(win: Win, seat: int, options: Options) -> Iterable[Problem]:
    """Yield the problem of a responsible player whom a win cannot have."""
    if win.responsible is None:
        return
    if win.facts & SELF_DRAW:
        detail = say("nobody is responsible for a tile that the winner drew; leave it out")
        yield Problem("/win/responsible", "contradiction", detail)
    elif win.responsible == seat:
        detail = say(
            "the winner is not responsible for their own winning tile; enter another player's "
            "seat, or “none”"
        )
        yield Problem("/win/responsible", "contradiction", detail)


declare_last_tiles(book)
declare_kong_replacement(book)
declare_flower_replacement(book, when=WHEN_BONUS_PLAYED)
NEEDS_NO_KONG_YET = no_kong(say("no kong was declared before a blessing"))
book.circumstance(
    "heavens_blessing",
    "East won with the tiles dealt",
    by=DEALT_WIN,
    seats=ONLY_EAST,
    needs=[NOTHING_CLAIMED_YET, NEEDS_NO_KONG_YET],
    clashes={
        **DEALT_NOT_LAST,
        "kong_replacement": say("the dealt hand won before anybody declared a kong"),
    },
)
declare_earths_blessing(book, NEEDS_NO_KONG_YET, clashes=FIRST_DISCARD_NOT_LAST)


# 1 Trivial patterns


@book.fan("1.1", 5, "All Sequences", "平和", of=NO_PUNGS)
def all_sequences(h: Reading) -> bool:
    """four sequences and the eyes"""
    return len(h.chows) == 4


all_sequences.requires(NEEDS_SETS_AND_PAIR, NEEDS_NO_PUNG)


@all_sequences.near
def _near_all_sequences(h: Reading) -> str | None:
    """Say which set is a triplet where the three others are sequences."""
    if len(h.chows) != 3 or h.pungs.bit_count() != 1:
        return None
    return say("the set {tiles} is not a sequence", tiles=_set_text(next(bits(h.pungs)), h))


NEEDS_REGULAR_HAND = Requirement[Reading](
    lambda h: h.shape == SETS_AND_PAIR,
    lambda h: say("it counts only for four sets and a pair, not for an irregular hand"),
)


@book.fan("1.2", 5, "Concealed Hand", "門前清", of=CONCEALED)
def concealed_hand(h: Reading) -> bool:
    """four sets and the eyes, nothing claimed before the winning tile"""
    return not h.claimed_before and h.shape == SETS_AND_PAIR


concealed_hand.requires(NEEDS_REGULAR_HAND, NEEDS_NOTHING_CLAIMED)


@concealed_hand.near
def _near_concealed_hand(h: Reading) -> str | None:
    """Say which set was claimed where only one was, or that the hand is irregular."""
    if not NEEDS_REGULAR_HAND.holds(h):
        return NEEDS_REGULAR_HAND.why_not(h)
    exposed = sum(not meld.concealed for meld in h.hand.melds)
    return NEEDS_NOTHING_CLAIMED.why_not(h) if exposed == 1 else None


@book.fan("1.3", 5, "No Terminals", "斷么九", of=NO_TERMINALS | NO_HONOURS)
def no_terminals(h: Reading) -> bool:
    """only suit tiles from two to eight"""
    return not h.kinds & MAJORS


no_terminals.requires(
    NEEDS_NO_HONOURS, only(~TERMINALS, lambda tile: say("{tile} is a one or nine", tile=tile))
)


@no_terminals.near
def _near_no_terminals(h: Reading) -> str | None:
    """Say which tile is a terminal or honour where only one kind or set is."""
    return _unwanted_tiles_sentence(
        h, MAJORS, lambda tile: say("{tile} is a terminal or honour", tile=tile)
    )


# 2 One-suit patterns


@book.fan("2.1.1", 40, "Mixed One-Suit", "混一色", of=AT_MOST_ONE_SUIT)
@HALF_FLUSH_TEST
def mixed_one_suit() -> None:
    """one suit, and honours"""


@book.fan("2.1.2", pure_one_suit_option, "Pure One-Suit", "清一色", of=AT_MOST_ONE_SUIT)
@FULL_FLUSH_TEST
def pure_one_suit() -> None:
    """one suit, and no honours"""


@book.fan("2.2", 480, "Nine Gates", "九蓮寶燈", of=AT_MOST_ONE_SUIT | CONCEALED)
def nine_gates(h: Reading) -> bool:
    """1112345678999 of one suit before the winning tile, so that all nine win, and no set laid
    out"""
    if h.hand.melds or h.hand.winning is None or not one_suit(h.kinds):
        return False
    return _tiles_before_win(h) == _nine_gates_tiles(h)


nine_gates.requires(
    NEEDS_NO_HONOURS,
    NEEDS_ONE_SUIT,
    Requirement(lambda h: not h.kongs, lambda h: say("there is a kong")),
    NEEDS_NOTHING_CLAIMED,
    condition(nine_gates.test, say("the thirteen tiles before the win were not 1112345678999")),
)


@nine_gates.near
def _near_nine_gates(h: Reading) -> str | None:
    """Say that the thirteen tiles before were another shape, where all fourteen are like gates."""
    if h.hand.melds or not one_suit(h.kinds):
        return None
    if arrange.find_gates(sorted(h.hand.concealed)) is None:
        return None
    return say("the thirteen tiles before the win were not 1112345678999")


def _tiles_before_win(h: Reading) -> list[int]:
    """Return the tiles of a hand without melds before the winning tile."""
    tiles = sorted(h.hand.concealed)
    if h.hand.winning is not None:
        tiles.remove(h.hand.winning)
    return tiles


def _nine_gates_tiles(h: Reading) -> list[int]:
    """Return 1112345678999 of the suit of a hand of one suit."""
    first = next(bits(h.kinds)) // 9 * 9
    return [first, first, *range(first, first + 9), first + 8, first + 8]


# 3 Honor tiles


@book.fan("3.1", 10, "Value Honor", "番牌", each=True, of=HONOUR_PUNGS)
def value_honor(h: Reading) -> KindMask:
    """a triplet or kong of dragons, or of the wind of the seat"""
    return h.pungs & (DRAGONS | h.own)


value_honor.requires(
    condition(
        lambda h: h.pungs & (DRAGONS | h.own),
        say("there is no triplet of dragons or of the player's own wind"),
    )
)


@value_honor.near
def _near_value_honor(h: Reading) -> str | None:
    """Say that the wind of a triplet is not the seat's."""
    others = h.pungs & WINDS & ~h.own
    if not others:
        return None
    return say(
        "{tile} is not the player's own wind, {own}; the prevailing wind does not count in Zung "
        "Jung",
        tile=code(next(bits(others))),
        own=code(next(bits(h.own))),
    )


triplets_and_eyes = partial(pungs_and_pair, needs=at_least, shows_pair=True)


@book.fan(
    "3.2.1",
    small_three_dragons_option,
    "Small Three Dragons",
    "小三元",
    of=TWO_HONOUR_PUNGS | HONOUR_PAIR,
)
@triplets_and_eyes(DRAGONS, 2, say("triplets of dragons"), say("a pair of dragons"))
def small_three_dragons() -> None:
    """two triplets of dragons, and eyes of the third"""


@book.fan("3.2.2", 130, "Big Three Dragons", "大三元", of=THREE_PUNGS | TWO_HONOUR_PUNGS)
@BIG_DRAGONS_TEST
def big_three_dragons() -> None:
    """triplets of all three dragons"""


@book.fan(
    "3.3.1",
    small_three_winds_option,
    "Small Three Winds",
    "小三風",
    of=TWO_HONOUR_PUNGS | HONOUR_PAIR,
)
@triplets_and_eyes(WINDS, 2, say("triplets of winds"), say("a pair of winds"))
def small_three_winds() -> None:
    """two triplets of winds, and eyes of a third"""


@book.fan("3.3.2", 120, "Big Three Winds", "大三風", of=THREE_PUNGS | TWO_HONOUR_PUNGS)
def big_three_winds(h: Reading) -> KindMask:
    """three triplets of winds"""
    pungs = h.pungs & WINDS
    return pungs if pungs.bit_count() >= 3 else 0


big_three_winds.requires(at_least(3, say("triplets of winds"), lambda h: h.pungs & WINDS))


@book.fan(
    "3.3.3", 320, "Small Four Winds", "小四喜", of=THREE_PUNGS | TWO_HONOUR_PUNGS | HONOUR_PAIR
)
@triplets_and_eyes(WINDS, 3, say("triplets of winds"), say("a pair of winds"))
def small_four_winds() -> None:
    """three triplets of winds, and eyes of the fourth"""


@book.fan("3.3.4", 400, "Big Four Winds", "大四喜", of=FOUR_PUNGS | TWO_HONOUR_PUNGS)
@BIG_FOUR_WINDS_TEST
def big_four_winds() -> None:
    """triplets of all four winds"""


@book.fan("3.4", 320, "All Honors", "字一色", of=ONLY_MAJORS)
def all_honors(h: Reading) -> bool:
    """only winds and dragons"""
    return not h.kinds & ~HONOURS


all_honors.requires(NEEDS_ONLY_HONOURS)


# 4 Triplets and kongs


@book.fan("4.1", all_triplets_option, "All Triplets", "對對和", of=FOUR_PUNGS, sure=True)
def all_triplets(h: Reading) -> bool:
    """four triplets or kongs and the eyes"""
    return h.pungs.bit_count() == 4


all_triplets.requires(NEEDS_SETS_AND_PAIR, NEEDS_NO_CHOW)


@all_triplets.near
def _near_all_triplets(h: Reading) -> str | None:
    """Say which set is a sequence where the three others are triplets."""
    if len(h.chows) != 1 or h.pungs.bit_count() != 3:
        return None
    return say("the set {tiles} is a sequence", tiles=chow_tiles(h.chows[0]))


def _needs_concealed(number: int) -> Requirement[Reading]:
    return at_least(number, say("concealed triplets or kongs"), lambda h: h.concealed)


def _completed_by_discard(h: Reading, needed: int) -> str | None:
    """Say which triplet the claimed tile exposed where it is the one that is missing."""
    exposed = h.last & h.pungs & ~h.concealed & ~h.declared.pungs
    if not exposed or h.concealed.bit_count() != needed - 1:
        return None
    return say(
        "the winning tile was claimed and completed {tiles}, so that triplet is exposed",
        tiles=_set_text(next(bits(exposed)), h),
    )


@book.fan("4.2.1", 5, "Two Concealed Triplets", "二暗刻", of=TWO_CONCEALED_PUNGS)
def two_concealed_triplets(h: Reading) -> KindMask:
    """two concealed triplets or kongs"""
    return h.concealed if h.concealed.bit_count() >= 2 else 0


two_concealed_triplets.requires(_needs_concealed(2))


@two_concealed_triplets.near
def _near_two_concealed_triplets(h: Reading) -> str | None:
    """Say that the claimed tile exposed the second triplet."""
    return _completed_by_discard(h, 2)


@book.fan(
    "4.2.2",
    three_concealed_triplets_option,
    "Three Concealed Triplets",
    "三暗刻",
    of=TWO_CONCEALED_PUNGS,
)
def three_concealed_triplets(h: Reading) -> KindMask:
    """three concealed triplets or kongs"""
    return h.concealed if h.concealed.bit_count() >= 3 else 0


three_concealed_triplets.requires(_needs_concealed(3))


@three_concealed_triplets.near
def _near_three_concealed_triplets(h: Reading) -> str | None:
    """Say that the claimed tile exposed the third triplet."""
    return _completed_by_discard(h, 3)


@book.fan(
    "4.2.3",
    four_concealed_triplets_option,
    "Four Concealed Triplets",
    "四暗刻",
    of=FOUR_PUNGS | TWO_CONCEALED_PUNGS,
)
def four_concealed_triplets(h: Reading) -> KindMask:
    """four concealed triplets or kongs"""
    return h.concealed if h.concealed.bit_count() == 4 else 0


four_concealed_triplets.requires(_needs_concealed(4))


@four_concealed_triplets.near
def _near_four_concealed_triplets(h: Reading) -> str | None:
    """Say that the claimed tile exposed the fourth triplet."""
    return _completed_by_discard(h, 4)


def _needs_kongs(number: int) -> Requirement[Reading]:
    return at_least(number, say("kongs"), lambda h: h.kongs)


@book.fan("4.3.1", 5, "One Kong", "一槓", of=KONGS)
def one_kong(h: Reading) -> KindMask:
    """a kong, exposed or concealed"""
    return h.kongs


one_kong.requires(_needs_kongs(1))


@book.fan("4.3.2", 20, "Two Kong", "兩槓", of=SEVERAL_KONGS)
def two_kong(h: Reading) -> KindMask:
    """two kongs, exposed or concealed"""
    return h.kongs if h.kongs.bit_count() >= 2 else 0


two_kong.requires(_needs_kongs(2))


@book.fan("4.3.3", 120, "Three Kong", "三槓", of=SEVERAL_KONGS | THREE_PUNGS)
def three_kong(h: Reading) -> KindMask:
    """three kongs, exposed or concealed"""
    return h.kongs if h.kongs.bit_count() >= 3 else 0


three_kong.requires(_needs_kongs(3))


@book.fan("4.3.4", 480, "Four Kong", "四槓", of=SEVERAL_KONGS | FOUR_PUNGS)
def four_kong(h: Reading) -> KindMask:
    """four kongs, exposed or concealed"""
    return h.kongs if h.kongs.bit_count() == 4 else 0


four_kong.requires(_needs_kongs(4))


# 5 Identical sequences


def _repeated_sequence_starts(h: Reading, times: int) -> list[int]:
    """Return where the sequences start that stand at least so many times."""
    if len(h.chows) - len({*h.chows}) < times - 1:
        return []
    return [start for start in dict.fromkeys(h.chows) if h.chows.count(start) >= times]


def _sequence_kinds(starts: Iterable[int]) -> KindMask:
    """Return the mask of the kinds in the sequences that start there."""
    found = 0
    for start in starts:
        found |= 7 << start
    return found


def _needs_repeated(times: int, said: str) -> Requirement[Reading]:
    return condition(lambda h: _repeated_sequence_starts(h, times), said)


@book.fan("5.1.1", 10, "Two Identical Sequences", "一般高")
def two_identical_sequences(h: Reading) -> KindMask:
    """the same sequence twice"""
    return _sequence_kinds(_repeated_sequence_starts(h, 2))


two_identical_sequences.requires(_needs_repeated(2, say("no sequence is there twice")))


@book.fan(
    "5.1.2", two_identical_twice_option, "Two Identical Sequences Twice", "兩般高", of=NO_PUNGS
)
def two_identical_sequences_twice(h: Reading) -> KindMask:
    """two sequences, each of them twice"""
    twice = _repeated_sequence_starts(h, 2)
    return _sequence_kinds(twice) if len(twice) == 2 else 0


two_identical_sequences_twice.requires(
    Requirement(
        lambda h: len(_repeated_sequence_starts(h, 2)) == 2,
        lambda h: say("the hand needs two sequences, each of them twice"),
    )
)


@two_identical_sequences_twice.near
def _near_two_identical_sequences_twice(h: Reading) -> str | None:
    """Say which sequence is missing where one stands twice and another once."""
    twice = _repeated_sequence_starts(h, 2)
    once = [start for start in h.chows if h.chows.count(start) == 1]
    if len(twice) != 1 or h.chows.count(twice[0]) != 2 or not once:
        return None
    return say("a second {tiles} is missing", tiles=chow_tiles(min(once)))


@book.fan("5.1.3", 120, "Three Identical Sequences", "一色三同順")
def three_identical_sequences(h: Reading) -> KindMask:
    """the same sequence three times"""
    return _sequence_kinds(_repeated_sequence_starts(h, 3))


three_identical_sequences.requires(_needs_repeated(3, say("no sequence is there three times")))


@book.fan("5.1.4", 480, "Four Identical Sequences", "一色四同順", of=NO_PUNGS)
def four_identical_sequences(h: Reading) -> KindMask:
    """the same sequence four times"""
    return _sequence_kinds(_repeated_sequence_starts(h, 4))


four_identical_sequences.requires(_needs_repeated(4, say("no sequence stands four times")))


# 6 Similar sets

SUIT_STARTS = (0, 9, 18)
NINE_NUMBERS = (1 << 9) - 1
"""The mask of the nine numbers of a suit, from its lowest bit."""


def _in_suits(mask: KindMask) -> tuple[int, int, int]:
    """Return the numbers in each suit of a mask of kinds, as masks of nine bits."""
    return mask & NINE_NUMBERS, mask >> 9 & NINE_NUMBERS, mask >> 18 & NINE_NUMBERS


def _of_all_suits(ranks: int) -> KindMask:
    """Return the mask of the kinds that have these numbers, in all three suits."""
    return ranks | ranks << 9 | ranks << 18


@book.fan(
    "6.1", three_similar_sequences_option, "Three Similar Sequences", "三色同順", of=THREE_SUITS
)
def three_similar_sequences(h: Reading) -> KindMask:
    """the same sequence in all three suits"""
    if len(h.chows) < 3:
        return 0
    starts = set(h.chows)
    similar = [start for start in starts if start < 9 and {start + 9, start + 18} <= starts]
    return _sequence_kinds(start + suit for start in similar for suit in SUIT_STARTS)


three_similar_sequences.requires(
    condition(three_similar_sequences.test, say("no sequence is there in all three suits"))
)


@three_similar_sequences.near
def _near_three_similar_sequences(h: Reading) -> str | None:
    """Say which sequence is missing where it stands in the two other suits."""
    for start in dict.fromkeys(start % 9 for start in h.chows):
        missing = [start + suit for suit in SUIT_STARTS if start + suit not in h.chows]
        if len(missing) == 1:
            return say("the sequence {tiles} is missing", tiles=chow_tiles(missing[0]))
    return None


@book.fan("6.2.1", 30, "Small Three Similar Triplets", "三色小同刻", of=TWO_PUNGS)
def small_three_similar_triplets(h: Reading) -> KindMask:
    """triplets of one number in two suits, and eyes of that number in the third"""
    first, second, third = _in_suits(h.pungs)
    eyes = _in_suits(h.pair)
    return _of_all_suits(
        first & second & eyes[2] | first & eyes[1] & third | eyes[0] & second & third
    )


small_three_similar_triplets.requires(
    at_least(2, say("triplets of suit tiles"), lambda h: h.pungs & SUITED),
    condition(
        small_three_similar_triplets.test,
        say("no number has triplets in two suits and the eyes in the third"),
    ),
)


@book.fan("6.2.2", 120, "Three Similar Triplets", "三色同刻", of=THREE_PUNGS)
def three_similar_triplets(h: Reading) -> KindMask:
    """triplets of one number in all three suits"""
    first, second, third = _in_suits(h.pungs)
    return _of_all_suits(first & second & third)


three_similar_triplets.requires(
    at_least(3, say("triplets of suit tiles"), lambda h: h.pungs & SUITED),
    condition(three_similar_triplets.test, say("no number has triplets in all three suits")),
)


# 7 Consecutive sets


@book.fan("7.1", 40, "Nine-Tile Straight", "一氣通貫")
def nine_tile_straight(h: Reading) -> KindMask:
    """the sequences 123, 456 and 789 of one suit"""
    if len(h.chows) < 3:
        return 0
    starts = {*h.chows}
    for first in SUIT_STARTS:
        if first in starts and first + 3 in starts and first + 6 in starts:
            return NINE_NUMBERS << first
    return 0


nine_tile_straight.requires(
    condition(nine_tile_straight.test, say("no suit has the sequences 123, 456 and 789"))
)


@nine_tile_straight.near
def _near_nine_tile_straight(h: Reading) -> str | None:
    """Say which sequence is missing where the two others are there."""
    for first in SUIT_STARTS:
        missing = [start for start in (first, first + 3, first + 6) if start not in h.chows]
        if len(missing) == 1:
            return say("the sequence {tiles} is missing", tiles=chow_tiles(missing[0]))
    return None


CHOW_STARTS_OF_SUITS = sum(0b1111111 << first for first in SUIT_STARTS)
"""The kinds from one to seven: those with two more numbers above them in their suit."""


def _three_running(mask: KindMask) -> KindMask:
    """Return the kinds that begin three consecutive numbers of one suit in this mask."""
    return mask & mask >> 1 & mask >> 2 & CHOW_STARTS_OF_SUITS


@book.fan("7.2.1", 100, "Three Consecutive Triplets", "三連刻", of=THREE_PUNGS)
def three_consecutive_triplets(h: Reading) -> KindMask:
    """triplets of three consecutive numbers of one suit"""
    return _sequence_kinds(bits(_three_running(h.pungs)))


three_consecutive_triplets.requires(
    at_least(3, say("triplets of suit tiles"), lambda h: h.pungs & SUITED),
    condition(three_consecutive_triplets.test, say("no three of the triplets follow one another")),
)


@book.fan("7.2.2", 200, "Four Consecutive Triplets", "四連刻", of=FOUR_PUNGS)
def four_consecutive_triplets(h: Reading) -> KindMask:
    """triplets of four consecutive numbers of one suit"""
    three = _three_running(h.pungs)
    return h.pungs if three & three >> 1 else 0


four_consecutive_triplets.requires(
    at_least(4, say("triplets of suit tiles"), lambda h: h.pungs & SUITED),
    condition(four_consecutive_triplets.test, say("the triplets do not all follow one another")),
)


# 8 Terminals

LESSER_CHOWS = (0, 6)
"""Where in a suit the sequences start that hold a terminal."""


def _without_terminal(h: Reading) -> Iterator[str]:
    """Yield the tiles of each set, and of the eyes, that hold no terminal and no honour."""
    for start in h.chows:
        if start % 9 not in LESSER_CHOWS:
            yield chow_tiles(start)
    for kind in bits((h.pungs | h.pair) & MINORS):
        yield _set_text(kind, h)


def _each_set_has_one(h: Reading) -> bool:
    if h.shape != SETS_AND_PAIR or (h.pungs | h.pair) & MINORS:
        return False
    return all(start % 9 in LESSER_CHOWS for start in h.chows)


NEEDS_ONE_IN_EACH_SET = Requirement[Reading](
    lambda h: next(_without_terminal(h), None) is None,
    lambda h: say(
        "{tiles} holds neither a terminal nor an honour", tiles=next(_without_terminal(h), "")
    ),
)


@book.fan("8.1.1", 40, "Mixed Lesser Terminals", "混全帶么", of=NO_MIDDLE)
def mixed_lesser_terminals(h: Reading) -> bool:
    """every set and the eyes hold a terminal or an honour"""
    return _each_set_has_one(h)


mixed_lesser_terminals.requires(NEEDS_REGULAR_HAND, NEEDS_ONE_IN_EACH_SET)


@mixed_lesser_terminals.near
def _near_mixed_lesser_terminals(h: Reading) -> str | None:
    """Say which set holds no terminal and no honour where only one does not."""
    if not NEEDS_REGULAR_HAND.holds(h) or len([*_without_terminal(h)]) != 1:
        return None
    return NEEDS_ONE_IN_EACH_SET.why_not(h)


@book.fan(
    "8.1.2",
    pure_lesser_terminals_option,
    "Pure Lesser Terminals",
    "純全帶么",
    of=NO_MIDDLE | NO_HONOURS,
)
def pure_lesser_terminals(h: Reading) -> bool:
    """every set and the eyes hold a terminal"""
    return not h.kinds & HONOURS and _each_set_has_one(h)


pure_lesser_terminals.requires(NEEDS_REGULAR_HAND, NEEDS_NO_HONOURS, NEEDS_ONE_IN_EACH_SET)


@pure_lesser_terminals.near
def _near_pure_lesser_terminals(h: Reading) -> str | None:
    """Say which set holds no terminal where only one does not."""
    if not NEEDS_REGULAR_HAND.holds(h):
        return None
    lacking = [*_without_terminal(h)]
    lacking += [_set_text(kind, h) for kind in bits((h.pungs | h.pair) & HONOURS)]
    return say("{tiles} holds no terminal", tiles=lacking[0]) if len(lacking) == 1 else None


NEEDS_NOT_THIRTEEN = Requirement[Reading](
    lambda h: h.shape != "orphans", lambda h: say("it does not count for Thirteen Terminals")
)


@book.fan("8.1.3", 100, "Mixed Greater Terminals", "混么九", of=ONLY_MAJORS)
def mixed_greater_terminals(h: Reading) -> bool:
    """only terminals and honours, as four triplets or seven pairs"""
    return not h.kinds & ~MAJORS and h.shape != "orphans"


mixed_greater_terminals.requires(NEEDS_ONLY_MAJORS, NEEDS_NOT_THIRTEEN)


@mixed_greater_terminals.near
def _near_mixed_greater_terminals(h: Reading) -> str | None:
    """Say which tile is neither terminal nor honour where only one kind or set is."""
    return _unwanted_tiles_sentence(
        h, MINORS, lambda tile: say("{tile} is neither a terminal nor an honour", tile=tile)
    )


@book.fan("8.1.4", 400, "Pure Greater Terminals", "清么九", of=ONLY_MAJORS | NO_HONOURS)
def pure_greater_terminals(h: Reading) -> bool:
    """only terminals"""
    return not h.kinds & ~TERMINALS


pure_greater_terminals.requires(NEEDS_ONLY_TERMINALS)


@pure_greater_terminals.near
def _near_pure_greater_terminals(h: Reading) -> str | None:
    """Say which tile is no terminal where only one kind or set is."""
    return _unwanted_tiles_sentence(
        h, MINORS | HONOURS, lambda tile: say("{tile} is not a terminal", tile=tile)
    )


# 9 Incidental patterns


@book.fan("9.1.1", 10, "Final Draw", "海底撈月", last=True, of=LUCK)
@LAST_TILE_TEST
def final_draw() -> None:
    """won on the last tile of the wall"""


@book.fan("9.1.2", 10, "Final Discard", "河底撈魚", last=True, of=LUCK)
@LAST_DISCARD_TEST
def final_discard() -> None:
    """won on the discard after the last tile of the wall"""


@book.fan("9.2", 10, "Win on Kong", "嶺上開花", last=True, of=LUCK)
@circumstance_test(KONG_REPLACEMENT, say("the winning tile was not drawn after a kong"))
def win_on_kong() -> None:
    """won on the tile drawn after a kong"""


@book.fan("9.3", 10, "Robbing a Kong", "搶槓", last=True, of=LUCK)
@ROBBED_KONG_TEST
def robbing_a_kong() -> None:
    """the winning tile was robbed from another player's kong"""


@book.fan("9.4.1", blessings_option, "Blessing of Heaven", "天和", of=LUCK)
@circumstance_test(HEAVENS_BLESSING, say("the win was not with the tiles dealt"))
def blessing_of_heaven() -> None:
    """East wins with the tiles dealt"""


@book.fan("9.4.2", blessings_option, "Blessing of Earth", "地和", of=LUCK)
@circumstance_test(EARTHS_BLESSING, say("the win was not on East's first discard"))
def blessing_of_earth() -> None:
    """another player wins on East's first discard"""


# 10 Irregular hands


@book.fan("10.1", 160, "Thirteen Terminals", "十三么九", of=NOT_FOUR_SETS)
@THIRTEEN_ORPHANS_TEST
def thirteen_terminals() -> None:
    """one of each terminal and honour, and a second of one of them"""


@book.fan("10.2", 30, "Seven Pairs", "七對子", of=NOT_FOUR_SETS)
def seven_pairs(h: Reading) -> bool:
    """seven pairs in the hand; four alike may be two of them"""
    return h.shape == "seven pairs"


seven_pairs.requires(condition(seven_pairs.test, say("the tiles are not seven pairs")))


@book.nothing_else(None, 1, "Chicken Hand", "雞和")
def chicken_hand(h: Reading) -> bool:
    """nothing else counts, flowers and seasons apart"""
    return True


# Flowers and seasons


def _own_bonus(h: Reading) -> KindMask:
    return 1 << FIRST_FLOWER + h.seat | 1 << FIRST_SEASON + h.seat


@bonus_fan(4, "Proper Flower", "正花", each=True, of=BONUS)
def proper_flower(h: Reading) -> KindMask:
    """a flower or season of the player's own seat"""
    return h.bonus & _own_bonus(h)


proper_flower.requires(
    condition(
        lambda h: h.bonus & _own_bonus(h), say("no flower or season is of the player's own seat")
    )
)


@proper_flower.near
def _near_proper_flower(h: Reading) -> str | None:
    """Say whose flower or season it is."""
    return of_another_seat(h, h.bonus & FLOWERS, FIRST_FLOWER) or of_another_seat(
        h, h.bonus & SEASONS, FIRST_SEASON
    )


@bonus_fan(2, "Improper Flower", "偏花", each=True, of=BONUS)
def improper_flower(h: Reading) -> KindMask:
    """a flower or season of another seat"""
    return h.bonus & ~_own_bonus(h)


improper_flower.requires(
    condition(lambda h: h.bonus & ~_own_bonus(h), say("no flower or season is of another seat"))
)


@bonus_fan(10, "Four Flowers", "齊四花", of=FOUR_BONUS)
@FOUR_FLOWERS_TEST
def four_flowers() -> None:
    """all four flowers"""


@bonus_fan(10, "Four Seasons", "齊四季", of=FOUR_BONUS)
@FOUR_SEASONS_TEST
def four_seasons() -> None:
    """all four seasons"""


def _set_text(kind: int, h: Reading) -> str:
    """Return the tiles of the set or the eyes of this kind: "R R R"."""
    return " ".join(tiles_of(kind, h))


def _unwanted_tiles_sentence(h: Reading, unwanted: int, said: Callable[[str], str]) -> str | None:
    """Return the sentence for the tiles of unwanted kinds, where they are of one kind or set."""
    kinds = h.kinds & unwanted
    if not kinds or sum(h.hand.copies_of(kind) for kind in bits(kinds)) > 3:
        return None
    return said(code(next(bits(kinds))))


# What is paid


def ignores_discarder(win: Win, options: Options) -> bool:
    """Tests if it does not matter whose tile was claimed: everybody pays the same, or the table has
    entered who is responsible."""
    return options[payoff_option] == "uniform" or win.responsible is not None


book.payments = book.payments._replace(ignores_discarder=ignores_discarder, need_no_tiles=always)


@book.pays
def payments(settlement: Settlement, winner: int) -> list[Payment]:
    """A tile that was drawn, a small hand and one for which nobody is responsible: what it is worth
    from each. Else the par from each who is not responsible, and the rest from who is."""
    points, par = settlement.scores[winner], settlement[par_option]
    responsible = _responsible_seat(settlement, winner)
    if responsible is None or points <= par:
        because = _even_reason(settlement, points)
        return [Payment(loser, winner, points, because) for loser in settlement.others(winner)]
    owed = []
    for loser in settlement.others(winner):
        amount = par
        because = say("{par}, the part of a player who is not responsible", par=par)
        if loser == responsible:
            amount = 3 * points - 2 * par
            because = say(
                "{points} points: 3 × {points} less {par} from each of the others",
                points=points,
                par=par,
            )
        owed.append(Payment(loser, winner, amount, because))
    return owed


def _responsible_seat(settlement: Settlement, winner: int) -> int | None:
    """Return who pays most: nobody for a drawn tile or where everybody pays the same."""
    win = settlement.outcomes[winner].win
    if win is None or win.facts & SELF_DRAW or settlement[payoff_option] == "uniform":
        return None
    seat = win.loser if win.responsible is None else win.responsible
    return None if seat == NO_SEAT else seat


def _even_reason(settlement: Settlement, points: int) -> str:
    """Return why each of the others pays the same."""
    if settlement.facts & SELF_DRAW:
        return say("self-drawn: each pays {points}", points=points)
    if settlement[payoff_option] == "uniform":
        return say("{points} points: each pays {points}", points=points)
    if points <= settlement[par_option]:
        return say(
            "{points} points, no more than {par}: each pays {points}",
            points=points,
            par=settlement[par_option],
        )
    return say("nobody is responsible: each pays {points}", points=points)
