"""Chinese Official (MCR): the 81 fan, in the order and with the numbers of the WMO 2006 rule book.

The other source is Tom Sloper's errata to “The Red Dragon & The West Wind”, which follow that
book; their pages are cited where they decide something. Preset ``wmo2006`` is that book; ``1998``
the older table that most programs score, each difference an option of its own. Add a house rule by
declaring it here.

A fan's function is asked a ``Reading``: masks of kinds, bit *k* for kind *k*. One made of
particular sets is asked their lowest tiles, in order, and the pair; ``links`` sees to which of
those may stand together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scorer.engine.any_hand import AnyHand, of_sets
from scorer.engine.arrange import (
    HONOURS_AND_KNITTED_SHAPE,
    KNITTED_STRAIGHT_SHAPE,
    KNITTED_STRAIGHTS,
    ORPHANS_SHAPE,
    SETS_AND_PAIR,
    SEVEN_PAIRS_SHAPE,
    find_gates,
)
from scorer.engine.hand import (
    DISCARD,
    KONG_REPLACEMENT,
    LAST_OF_KIND,
    ROBBED_KONG,
    SELF_DRAW,
    Hand,
)
from scorer.engine.sheet import Payment
from scorer.engine.tiles import (
    DRAGONS,
    GREEN_KINDS,
    HONOURS,
    MAJORS,
    MINORS,
    SUITED,
    TERMINALS,
    WINDS,
    KindMask,
    bits,
    code,
    how_many_suits,
    mask_of,
    one_suit,
)
from scorer.errors import HandError, Problem
from scorer.grammar.fan.book import FanBook
from scorer.grammar.fan.links import ACCOUNT_ONCE, NON_IDENTICAL, NON_SEPARATION
from scorer.grammar.fan.principles import HIGH_VERSUS_LOW, NON_REPEAT
from scorer.grammar.fan.rule import implied
from scorer.grammar.features import (
    ALL_SORTS,
    AT_MOST_ONE_SUIT,
    CONCEALED,
    DRAWN,
    FOUR_ALIKE,
    FOUR_MELDS,
    FOUR_PUNGS,
    HONOUR_PAIR,
    HONOUR_PUNGS,
    KONGS,
    LAST_IN_CHOW,
    LAST_IN_PAIR,
    LAST_OF_FOUR,
    LUCK,
    MAJOR_PUNGS,
    NO_HONOURS,
    NO_MIDDLE,
    NO_PUNGS,
    NO_TERMINALS,
    NOT_FOUR_SETS,
    OWN_WIND_PUNGS,
    SEVERAL_KONGS,
    THREE_PUNGS,
    TWO_CONCEALED_PUNGS,
    TWO_HONOUR_PUNGS,
    TWO_SUITS,
)
from scorer.grammar.reading import IN_PAIR, Reading
from scorer.grammar.requirements import (
    NEEDS_ALL_THIRTEEN,
    NEEDS_HONOURS,
    NEEDS_LAST_CLAIMED,
    NEEDS_LAST_DRAWN,
    NEEDS_NO_HONOURS,
    NEEDS_NO_PUNG,
    NEEDS_NOTHING_CLAIMED,
    NEEDS_ONE_SUIT,
    NEEDS_OWN_WIND,
    NEEDS_ROUND_WIND,
    NEEDS_SETS_AND_PAIR,
    Requirement,
    at_least,
    chow_tiles,
    condition,
    only,
    paired,
)
from scorer.grammar.special.house import special_hands_option
from scorer.languages.speech import and_list, comma_list, say
from scorer.rulebook.book import HandCondition, Options, Reseating
from scorer.rulebook.payment_rules import always
from scorer.rulebook.presentation import Presentation
from scorer.rulebook.session_rules import SessionRules
from scorer.rulebook.settlement import EnteredEvent, Settlement
from scorer.rules.shared.circumstances import (
    declare_flower_replacement,
    declare_kong_replacement,
    declare_last_tiles,
)
from scorer.rules.shared.patterns import (
    BIG_DRAGONS_TEST,
    BIG_FOUR_WINDS_TEST,
    LAST_DISCARD_TEST,
    LAST_TILE_TEST,
    ROBBED_KONG_TEST,
    SELF_DRAWN_TEST,
    SMALL_DRAGONS_TEST,
    SMALL_FOUR_WINDS_TEST,
    circumstance_test,
)
from scorer.rules.shared.texts import ERRATA, WMO_2006
from scorer.types import mcr as types
from scorer.types.terms import SEAT_NAMES, SEATS

Sets = tuple[int, ...]

FOULS_SECTION = ERRATA.at("p. 142, rule 77")
FALSE_HU_SECTION = ERRATA.at("p. 143, rule 84")


def ranks(*numbers: int) -> KindMask:
    """The mask of these numbers in all three suits."""
    return sum(1 << 9 * suit + number - 1 for suit in range(3) for number in numbers)


EVEN_KINDS, FIVE_KINDS = ranks(2, 4, 6, 8), ranks(5)
UPPER, MIDDLE, LOWER = ranks(7, 8, 9), ranks(4, 5, 6), ranks(1, 2, 3)
OVER_FIVE, UNDER_FIVE = ranks(6, 7, 8, 9), ranks(1, 2, 3, 4)
REVERSIBLE_KINDS = mask_of(1, 3, 4, 5, 7, 8, 18, 19, 20, 21, 22, 25, 26, 33)

book = FanBook(
    "mcr",
    "Chinese Official (MCR)",
    summary="The 81 fan of the Chinese Official rules; eight points are needed to win.",
    version="2",
    sources=(WMO_2006, ERRATA),
    book_of_fan=WMO_2006,
    shapes=(SEVEN_PAIRS_SHAPE, ORPHANS_SHAPE, HONOURS_AND_KNITTED_SHAPE, KNITTED_STRAIGHT_SHAPE),
)
book.presentation = Presentation(
    multiplies=False,
    listed_by="worth",
    principles=(NON_REPEAT, NON_SEPARATION, NON_IDENTICAL, ACCOUNT_ONCE, HIGH_VERSUS_LOW),
)

book.integer(
    "minimum", 8, least=0, most=88, meaning="the points, flowers apart, that a hand needs to win"
)
dead_waits_option = book.choice(
    "dead_waits",
    "count",
    "ignore",
    meaning="whether a tile of which the winner holds all four counts as one that was waited for",
)
tile_hog_with_seven_pairs_option = book.boolean(
    "tile_hog_with_seven_pairs",
    False,
    meaning="Tile Hog counts in Seven Pairs that are All Green or All Terminals, as the EMA has it",
)
two_concealed_kongs_option = book.choice(
    "two_concealed_kongs", 8, 6, meaning="what Two Concealed Kongs are worth"
)
mixed_kongs_option = book.choice(
    "mixed_kongs", 6, 5, meaning="what one concealed and one melded kong are worth together"
)
drawn_concealed_option = book.choice(
    "drawn_concealed",
    "fully_concealed",
    "self_drawn",
    meaning="what a self-drawn hand that is always concealed, such as Seven Pairs, adds: Fully "
    "Concealed Hand, or just Self-Drawn",
)
all_green_half_flush_option = book.boolean(
    "all_green_half_flush", True, meaning="Half Flush counts beside All Green with green dragons"
)
all_terminals_double_pung_option = book.boolean(
    "all_terminals_double_pung", True, meaning="Double Pung counts beside All Terminals"
)
tile_hog_honours_option = book.boolean(
    "tile_hog_honours", False, meaning="four alike honours in Seven Pairs are a Tile Hog too"
)
nine_gates_pungs_option = book.choice(
    "nine_gates_pungs",
    "none",
    "all_but_one",
    meaning="how many Pungs of Terminals or Honors count beside Nine Gates",
)
change_seats_option = book.boolean(
    "change_seats", True, meaning="the players change seats after each round"
)

book.option(special_hands_option)

book.preset(
    "wmo2006",
    "the rule book of the World Mahjong Organization, with the errata",
    title="World Mahjong Organization 2006",
    default=True,
)
book.preset(
    "1998",
    "the older table that most programs score",
    title="The 1998 table",
    two_concealed_kongs=6,
    mixed_kongs=5,
    drawn_concealed="self_drawn",
    all_green_half_flush=False,
    all_terminals_double_pung=False,
    tile_hog_honours=True,
    nine_gates_pungs="all_but_one",
    tile_hog_with_seven_pairs=True,
)


@book.refuses
def no_winning_hand(hand: Hand) -> str:
    """What is said of tiles that win in no way."""
    return say(
        "the tiles form no winning hand: neither four sets and a pair, nor seven pairs, "
        "thirteen orphans, or one of the knitted hands"
    )


declare_last_tiles(book)
declare_kong_replacement(book, "won on the tile that was drawn in place of a kong's")
declare_flower_replacement(
    book, "won on the tile that was drawn in place of a flower; it counts as any other draw"
)


def why_not_held_once(hand: AnyHand) -> str | None:
    """A fellow of the winning tile among the concealed tiles"""
    if hand.winning is None or hand.concealed.count(hand.winning) < 2:
        return None
    return say(
        "the last tile of its kind needs the other three {tile} in plain sight, but the winner "
        "holds one of them concealed",
        tile=code(hand.winning),
    )


book.circumstance(
    "last_of_kind",
    "everybody could see the other three of the winning tile among discards and melds",
    needs=[HandCondition(why_not_held_once)],
)

NEEDS_SEVEN_PAIRS: Requirement[Reading] = condition(
    lambda h: h.shape == "seven pairs", say("the tiles are not seven pairs")
)
NEEDS_ONE_WAIT = Requirement[Reading](
    lambda h: not _has_several_waits(h), lambda h: _other_waits_text(h) or ""
)

IMPLIES_FULLY_CONCEALED = implied(
    "Fully Concealed Hand", when=drawn_concealed_option.is_("self_drawn")
)


# 88 points


@book.fan(
    1,
    88,
    "Big Four Winds",
    "大四喜",
    implies=(
        "Big Three Winds",
        "All Pungs",
        "Prevalent Wind",
        "Seat Wind",
        "Pung of Terminals or Honors",
    ),
    of=FOUR_PUNGS | TWO_HONOUR_PUNGS,
)
@BIG_FOUR_WINDS_TEST
def big_four_winds() -> None:
    """pungs or kongs of all four winds"""


@book.fan(
    2,
    88,
    "Big Three Dragons",
    "大三元",
    implies=("Two Dragon Pungs", "Dragon Pung", "Pung of Terminals or Honors"),
    of=THREE_PUNGS | TWO_HONOUR_PUNGS,
)
@BIG_DRAGONS_TEST
def big_three_dragons() -> None:
    """pungs or kongs of all three dragons"""


@book.nothing_but(
    GREEN_KINDS,
    3,
    88,
    "All Green",
    "绿一色",
    implies=(
        "One Voided Suit",
        implied("Half Flush", when=all_green_half_flush_option.is_(False)),
    ),
    also=ERRATA.at("p. 149 and 180"),
)
def all_green() -> None:
    """nothing but 2, 3, 4, 6, 8 of bamboo and green dragons"""


def one_terminal_pung(h: Reading) -> KindMask:
    """The pung that Nine Gates contain by the older table."""
    pungs = h.pungs & TERMINALS
    return pungs & -pungs


@book.fan(
    4,
    88,
    "Nine Gates",
    "九莲宝灯",
    implies=(
        "Full Flush",
        "Concealed Hand",
        IMPLIES_FULLY_CONCEALED,
        "No Honors",
        "One Voided Suit",
        "Edge Wait",
        "Closed Wait",
        "Single Wait",
        implied("Pung of Terminals or Honors", when=nine_gates_pungs_option.is_("none")),
        implied(
            "Pung of Terminals or Honors",
            when=nine_gates_pungs_option.is_("all_but_one"),
            part=one_terminal_pung,
        ),
    ),
    also=ERRATA.at("p. 146 and 177"),
    of=AT_MOST_ONE_SUIT | CONCEALED,
)
def nine_gates(h: Reading) -> bool:
    """three ones, 2 to 8 and three nines of one suit, concealed, that waited for any of the nine"""
    if h.claimed_before or h.kongs or not one_suit(h.kinds):
        return False
    copies, last = h.hand.copies, h.hand.winning
    suit = [copies[kind] - (kind == last) for kind in bits(h.kinds)]
    return suit == [3, 1, 1, 1, 1, 1, 1, 1, 3]


nine_gates.requires(
    NEEDS_NO_HONOURS,
    NEEDS_ONE_SUIT,
    condition(lambda h: not h.kongs, say("there is a kong")),
    NEEDS_NOTHING_CLAIMED,
    condition(
        lambda h: find_gates(h.hand.concealed) is not None,
        say("the hand needs three ones and three nines, and one of each number between"),
    ),
    condition(nine_gates.test, say("the hand did not wait for all nine numbers")),
)


@book.fan(
    5,
    88,
    "Four Kongs",
    "四杠",
    implies=(
        "Three Kongs",
        "Two Concealed Kongs",
        "Concealed Kong and Melded Kong",
        "Two Melded Kongs",
        "Concealed Kong",
        "Melded Kong",
        "All Pungs",
        "Single Wait",
    ),
    of=FOUR_PUNGS | SEVERAL_KONGS,
)
def four_kongs(h: Reading) -> KindMask:
    """four kongs, concealed or melded"""
    return h.kongs if h.kongs.bit_count() == 4 else 0


four_kongs.requires(at_least(4, say("kongs"), lambda h: h.kongs))


@book.fan(
    6,
    88,
    "Seven Shifted Pairs",
    "连七对",
    implies=(
        "Seven Pairs",
        "Full Flush",
        "Concealed Hand",
        IMPLIES_FULLY_CONCEALED,
        "Single Wait",
        "No Honors",
        "One Voided Suit",
    ),
    of=NOT_FOUR_SETS | AT_MOST_ONE_SUIT,
)
def seven_shifted_pairs(h: Reading) -> bool:
    """seven pairs of numbers in a row, in one suit"""
    low = h.kinds & -h.kinds
    return h.shape == "seven pairs" and h.kinds == 127 * low and one_suit(h.kinds)


seven_shifted_pairs.requires(
    NEEDS_SEVEN_PAIRS,
    NEEDS_NO_HONOURS,
    NEEDS_ONE_SUIT,
    condition(
        lambda h: h.kinds == 127 * (h.kinds & -h.kinds), say("the pairs are not seven in a row")
    ),
)


@book.fan(
    7,
    88,
    "Thirteen Orphans",
    "十三幺",
    implies=(
        "All Types",
        "All Terminals and Honors",
        "Concealed Hand",
        IMPLIES_FULLY_CONCEALED,
        "Single Wait",
    ),
    of=NOT_FOUR_SETS,
)
def thirteen_orphans(h: Reading) -> bool:
    """one of each terminal and honour, and a second of one of them"""
    return h.shape == "orphans"


thirteen_orphans.requires(
    only(MAJORS, lambda tile: say("{tile} is neither a terminal nor an honour", tile=tile)),
    NEEDS_ALL_THIRTEEN,
)


# 64 points


@book.nothing_but(
    TERMINALS,
    8,
    64,
    "All Terminals",
    "清幺九",
    implies=(
        "All Terminals and Honors",
        "All Pungs",
        "Outside Hand",
        "Pung of Terminals or Honors",
        "No Honors",
        implied("Double Pung", when=all_terminals_double_pung_option.is_(False)),
    ),
    also=ERRATA.at("p. 149 and 180"),
)
def all_terminals() -> None:
    """nothing but ones and nines"""


@book.fan(
    9,
    64,
    "Little Four Winds",
    "小四喜",
    implies=("Big Three Winds", "Pung of Terminals or Honors"),
    of=THREE_PUNGS | TWO_HONOUR_PUNGS | HONOUR_PAIR,
)
@SMALL_FOUR_WINDS_TEST
def little_four_winds() -> None:
    """pungs or kongs of three winds and a pair of the fourth"""


@book.fan(
    10,
    64,
    "Little Three Dragons",
    "小三元",
    implies=("Two Dragon Pungs", "Dragon Pung", "Pung of Terminals or Honors"),
    of=TWO_HONOUR_PUNGS | HONOUR_PAIR,
)
@SMALL_DRAGONS_TEST
def little_three_dragons() -> None:
    """pungs or kongs of two dragons and a pair of the third"""


@book.nothing_but(
    HONOURS,
    11,
    64,
    "All Honors",
    "字一色",
    implies=(
        "All Terminals and Honors",
        "All Pungs",
        "Outside Hand",
        "Pung of Terminals or Honors",
        "One Voided Suit",
    ),
)
def all_honors() -> None:
    """nothing but winds and dragons"""


@book.fan(
    12,
    64,
    "Four Concealed Pungs",
    "四暗刻",
    implies=(
        "Three Concealed Pungs",
        "Two Concealed Pungs",
        "All Pungs",
        "Concealed Hand",
        IMPLIES_FULLY_CONCEALED,
    ),
    of=FOUR_PUNGS | TWO_CONCEALED_PUNGS,
)
def four_concealed_pungs(h: Reading) -> bool:
    """four pungs or kongs with no claimed tile"""
    return h.concealed.bit_count() == 4


four_concealed_pungs.requires(at_least(4, say("concealed pungs or kongs"), lambda h: h.concealed))


@book.chows(
    4,
    13,
    64,
    "Pure Terminal Chows",
    "一色双龙会",
    implies=(
        "Seven Pairs",
        "Full Flush",
        "All Chows",
        "Pure Double Chow",
        "Two Terminal Chows",
        "One Voided Suit",
        "No Honors",
    ),
    eyes=FIVE_KINDS,
)
def pure_terminal_chows(sets: Sets, pair: int) -> bool:
    """123 and 789 of one suit, each twice, and a pair of fives of that suit"""
    low = sets[0]
    return low % 9 == 0 and sets == (low, low, low + 6, low + 6) and pair == low + 4


# 48 points


@book.chows(
    4,
    14,
    48,
    "Quadruple Chow",
    "一色四同顺",
    implies=("Pure Triple Chow", "Pure Double Chow", "Pure Shifted Pungs", "Tile Hog"),
)
def quadruple_chow(sets: Sets, pair: int) -> bool:
    """four chows that are the same"""
    return sets[0] == sets[3]


@book.pungs(
    4,
    15,
    48,
    "Four Pure Shifted Pungs",
    "一色四节高",
    implies=("Pure Shifted Pungs", "Pure Triple Chow", "All Pungs"),
)
def four_pure_shifted_pungs(sets: Sets, pair: int) -> bool:
    """four pungs or kongs of one suit, each one number up from the last"""
    return _are_steps_apart(sets, 1) and sets[0] // 9 == sets[3] // 9


# 32 points


@book.chows(
    4,
    16,
    32,
    "Four Pure Shifted Chows",
    "一色四步高",
    implies=("Pure Shifted Chows", "Short Straight", "Two Terminal Chows"),
)
def four_pure_shifted_chows(sets: Sets, pair: int) -> bool:
    """four chows of one suit, each one number up from the last, or each two"""
    return sets[0] // 9 == sets[3] // 9 and (_are_steps_apart(sets, 1) or _are_steps_apart(sets, 2))


@book.fan(
    17,
    32,
    "Three Kongs",
    "三杠",
    implies=(
        "Two Concealed Kongs",
        "Concealed Kong and Melded Kong",
        "Two Melded Kongs",
        "Concealed Kong",
        "Melded Kong",
    ),
    of=THREE_PUNGS | SEVERAL_KONGS,
)
def three_kongs(h: Reading) -> KindMask:
    """three kongs, concealed or melded"""
    return h.kongs if h.kongs.bit_count() >= 3 else 0


three_kongs.requires(at_least(3, say("kongs"), lambda h: h.kongs))


@book.nothing_but(
    MAJORS,
    18,
    32,
    "All Terminals and Honors",
    "混幺九",
    implies=("All Pungs", "Outside Hand", "Pung of Terminals or Honors"),
)
def all_terminals_and_honors() -> None:
    """nothing but ones, nines and honours"""


# 24 points


def beside_green_or_terminals(h: Reading) -> KindMask:
    """The Tile Hogs that count neither with All Green nor with All Terminals."""
    return MAJORS | SUITED if not h.kinds & ~GREEN_KINDS or not h.kinds & ~TERMINALS else 0


@book.fan(
    19,
    24,
    "Seven Pairs",
    "七对",
    implies=(
        "Concealed Hand",
        IMPLIES_FULLY_CONCEALED,
        "Single Wait",
        implied(
            "Tile Hog",
            when=tile_hog_with_seven_pairs_option.is_(False),
            part=beside_green_or_terminals,
            because=say(
                "Tile Hog does not count in Seven Pairs that are All Green or All Terminals (house "
                "rule “Tile hog with seven pairs”)"
            ),
        ),
    ),
    also=ERRATA.at("p. 149 and 180"),
    of=NOT_FOUR_SETS,
)
def seven_pairs(h: Reading) -> bool:
    """seven pairs; four alike are two of them"""
    return h.shape == "seven pairs"


seven_pairs.requires(NEEDS_SEVEN_PAIRS)


@book.fan(
    20,
    24,
    "Greater Honors and Knitted Tiles",
    "七星不靠",
    implies=(
        "Lesser Honors and Knitted Tiles",
        "All Types",
        "Concealed Hand",
        IMPLIES_FULLY_CONCEALED,
        "Single Wait",
    ),
    of=NOT_FOUR_SETS,
)
def greater_honors_and_knitted_tiles(h: Reading) -> bool:
    """one of each honour and seven different tiles of one knitted straight"""
    return h.shape == "honours and knitted" and not HONOURS & ~h.kinds


greater_honors_and_knitted_tiles.requires(
    condition(
        lambda h: h.shape == "honours and knitted",
        say("the tiles are not fourteen different ones of a knitted straight and honours"),
    ),
    Requirement(
        lambda h: not HONOURS & ~h.kinds,
        lambda h: say("{tile} is missing", tile=code(next(bits(HONOURS & ~h.kinds)))),
    ),
)


@book.fan(
    21,
    24,
    "All Even Pungs",
    "全双刻",
    implies=("All Pungs", "All Simples", "No Honors"),
    of=FOUR_PUNGS | NO_TERMINALS | NO_HONOURS,
)
def all_even_pungs(h: Reading) -> bool:
    """four pungs or kongs and a pair of twos, fours, sixes and eights"""
    return h.pungs.bit_count() == 4 and not h.kinds & ~EVEN_KINDS


all_even_pungs.requires(
    only(EVEN_KINDS, lambda tile: say("{tile} is not an even number", tile=tile)),
    at_least(4, say("pungs or kongs"), lambda h: h.pungs),
)


@book.fan(
    22, 24, "Full Flush", "清一色", implies=("One Voided Suit", "No Honors"), of=AT_MOST_ONE_SUIT
)
def full_flush(h: Reading) -> bool:
    """nothing but one suit"""
    return one_suit(h.kinds)


full_flush.requires(NEEDS_NO_HONOURS, NEEDS_ONE_SUIT)


@book.chows(
    3, 23, 24, "Pure Triple Chow", "一色三同顺", implies=("Pure Double Chow", "Pure Shifted Pungs")
)
def pure_triple_chow(sets: Sets, pair: int) -> bool:
    """three chows that are the same"""
    return sets[0] == sets[2]


@book.pungs(3, 24, 24, "Pure Shifted Pungs", "一色三节高", implies=("Pure Triple Chow",))
def pure_shifted_pungs(sets: Sets, pair: int) -> bool:
    """three pungs or kongs of one suit, each one number up from the last"""
    return _are_steps_apart(sets, 1) and sets[0] // 9 == sets[2] // 9


@book.nothing_but(UPPER, 25, 24, "Upper Tiles", "全大", implies=("Upper Four", "No Honors"))
def upper_tiles() -> None:
    """nothing but sevens, eights and nines"""


@book.nothing_but(MIDDLE, 26, 24, "Middle Tiles", "全中", implies=("All Simples", "No Honors"))
def middle_tiles() -> None:
    """nothing but fours, fives and sixes"""


@book.nothing_but(LOWER, 27, 24, "Lower Tiles", "全小", implies=("Lower Four", "No Honors"))
def lower_tiles() -> None:
    """nothing but ones, twos and threes"""


# 16 points


@book.chows(3, 28, 16, "Pure Straight", "清龙", implies=("Short Straight", "Two Terminal Chows"))
def pure_straight(sets: Sets, pair: int) -> bool:
    """123, 456 and 789 of one suit"""
    return sets[0] % 9 == 0 and _are_steps_apart(sets, 3)


@book.chows(
    4,
    29,
    16,
    "Three-Suited Terminal Chows",
    "三色双龙会",
    implies=("All Chows", "Two Terminal Chows", "Mixed Double Chow", "No Honors"),
    eyes=FIVE_KINDS,
)
def three_suited_terminal_chows(sets: Sets, pair: int) -> bool:
    """123 and 789 in each of two suits, and a pair of fives in the third"""
    first_low, first_high, second_low, second_high = sets
    suits = {first_low // 9, second_low // 9, pair // 9}
    return (
        first_low % 9 == second_low % 9 == 0
        and first_high == first_low + 6
        and second_high == second_low + 6
        and suits == {0, 1, 2}
        and pair % 9 == 4
    )


@book.chows(3, 30, 16, "Pure Shifted Chows", "一色三步高", also=ERRATA.at("p. 150 and 182"))
def pure_shifted_chows(sets: Sets, pair: int) -> bool:
    """three chows of one suit, each one number up from the last, or each two"""
    return sets[0] // 9 == sets[2] // 9 and (_are_steps_apart(sets, 1) or _are_steps_apart(sets, 2))


@book.fan(
    31,
    16,
    "All Fives",
    "全带五",
    implies=("All Simples", "No Honors"),
    of=NO_TERMINALS | NO_HONOURS,
)
def all_fives(h: Reading) -> bool:
    """a five in every set and in the pair"""
    return (
        h.shape == SETS_AND_PAIR
        and not (h.pungs | h.pair) & ~FIVE_KINDS
        and all(2 <= start % 9 <= 4 for start in h.chows)
    )


all_fives.requires(
    NEEDS_SETS_AND_PAIR,
    Requirement(
        lambda h: not (h.pungs | h.pair) & ~FIVE_KINDS,
        lambda h: say("{tile} is not a five", tile=_first_not_of(FIVE_KINDS, h)),
    ),
    condition(lambda h: all(2 <= start % 9 <= 4 for start in h.chows), say("a chow has no five")),
)


@book.pungs(3, 32, 16, "Triple Pung", "三同刻", implies=("Double Pung",))
def triple_pung(sets: Sets, pair: int) -> bool:
    """pungs or kongs of the same number in all three suits"""
    return _are_steps_apart(sets, 9)


@book.fan(
    33,
    16,
    "Three Concealed Pungs",
    "三暗刻",
    implies=("Two Concealed Pungs",),
    of=THREE_PUNGS | TWO_CONCEALED_PUNGS,
)
def three_concealed_pungs(h: Reading) -> KindMask:
    """three pungs or kongs with no claimed tile"""
    return h.concealed if h.concealed.bit_count() >= 3 else 0


three_concealed_pungs.requires(at_least(3, say("concealed pungs or kongs"), lambda h: h.concealed))


# 12 points


@book.fan(
    34,
    12,
    "Lesser Honors and Knitted Tiles",
    "全不靠",
    implies=("All Types", "Concealed Hand", IMPLIES_FULLY_CONCEALED, "Single Wait"),
    of=NOT_FOUR_SETS,
)
def lesser_honors_and_knitted_tiles(h: Reading) -> bool:
    """fourteen different tiles: honours, and suit tiles of one knitted straight"""
    return h.shape == "honours and knitted"


lesser_honors_and_knitted_tiles.requires(
    condition(
        lambda h: h.shape == "honours and knitted",
        say("the tiles are not fourteen different ones of a knitted straight and honours"),
    )
)


@book.fan(
    35,
    12,
    "Knitted Straight",
    "组合龙",
    also=ERRATA.at("p. 132, rule 23e, p. 151 and 183"),
    of=NOT_FOUR_SETS,
)
def knitted_straight(h: Reading) -> bool:
    """1 4 7, 2 5 8 and 3 6 9, each in a different suit"""
    if h.shape == "honours and knitted":
        return (h.kinds & SUITED).bit_count() == 9
    return h.shape == "knitted straight"


def _knitted_missing(h: Reading) -> str:
    """Return what is missing of the knitted straight to which the tiles are nearest."""
    missing = min((way & ~h.kinds for way in KNITTED_STRAIGHTS), key=int.bit_count)
    return say("{tiles} would have to be there too", tiles=and_list(map(code, bits(missing))))


knitted_straight.requires(
    Requirement(lambda h: any(not way & ~h.kinds for way in KNITTED_STRAIGHTS), _knitted_missing),
    condition(
        knitted_straight.test,
        say("the tiles of a knitted straight are there, but the hand is arranged otherwise"),
    ),
)


@book.nothing_but(OVER_FIVE, 36, 12, "Upper Four", "大于五", implies=("No Honors",))
def upper_four() -> None:
    """nothing but sixes, sevens, eights and nines"""


@book.nothing_but(UNDER_FIVE, 37, 12, "Lower Four", "小于五", implies=("No Honors",))
def lower_four() -> None:
    """nothing but ones, twos, threes and fours"""


@book.fan(
    38,
    12,
    "Big Three Winds",
    "三风刻",
    implies=("Pung of Terminals or Honors",),
    of=THREE_PUNGS | TWO_HONOUR_PUNGS,
)
def big_three_winds(h: Reading) -> KindMask:
    """pungs or kongs of three winds"""
    pungs = h.pungs & WINDS
    return pungs if pungs.bit_count() >= 3 else 0


big_three_winds.requires(at_least(3, say("pungs or kongs of winds"), lambda h: h.pungs & WINDS))


# 8 points


@book.chows(3, 39, 8, "Mixed Straight", "花龙")
def mixed_straight(sets: Sets, pair: int) -> bool:
    """123, 456 and 789, each in a different suit"""
    return _are_of_three_suits(sets) and {start % 9 for start in sets} == {0, 3, 6}


@book.nothing_but(
    REVERSIBLE_KINDS, 40, 8, "Reversible Tiles", "推不倒", implies=("One Voided Suit",)
)
def reversible_tiles() -> None:
    """nothing but 1 2 3 4 5 8 9 of dots, 2 4 5 6 8 9 of bamboo and white dragons"""


@book.chows(3, 41, 8, "Mixed Triple Chow", "三色三同顺", implies=("Mixed Double Chow",))
def mixed_triple_chow(sets: Sets, pair: int) -> bool:
    """the same chow in all three suits"""
    return _are_steps_apart(sets, 9)


@book.pungs(3, 42, 8, "Mixed Shifted Pungs", "三色三节高")
def mixed_shifted_pungs(sets: Sets, pair: int) -> bool:
    """pungs or kongs of three numbers in a row, each of another suit"""
    return _are_of_three_suits(sets) and _are_steps_apart(sorted(kind % 9 for kind in sets), 1)


@book.nothing_else(43, 8, "Chicken Hand", "无番和", also=ERRATA.at("p. 152"))
def chicken_hand(h: Reading) -> bool:
    """a hand that is worth nothing else, flowers apart"""
    return True


@book.fan(44, 8, "Last Tile Draw", "妙手回春", implies=("Self-Drawn",), last=True, of=LUCK)
@LAST_TILE_TEST
def last_tile_draw() -> None:
    """won on the last tile of the wall"""


@book.fan(
    45, 8, "Last Tile Claim", "海底捞月", last=True, also=ERRATA.at("p. 152 and 185"), of=LUCK
)
@LAST_DISCARD_TEST
def last_tile_claim() -> None:
    """won on the very last discard"""


@book.fan(
    46, 8, "Out with Replacement Tile", "杠上开花", implies=("Self-Drawn",), last=True, of=LUCK
)
@circumstance_test(KONG_REPLACEMENT, say("the winning tile was not the replacement for a kong"))
def out_with_replacement_tile() -> None:
    """won on the tile that was drawn in place of a kong's"""


@book.fan(47, 8, "Robbing the Kong", "抢杠和", implies=("Last Tile",), last=True, of=LUCK)
@ROBBED_KONG_TEST
def robbing_the_kong() -> None:
    """won on the tile that another player added to a melded pung"""


@book.fan(
    48,
    two_concealed_kongs_option,
    "Two Concealed Kongs",
    "双暗杠",
    implies=("Concealed Kong", "Two Concealed Pungs"),
    of=SEVERAL_KONGS,
)
def two_concealed_kongs(h: Reading) -> KindMask:
    """two concealed kongs"""
    kongs = h.kongs & h.concealed
    return kongs if kongs.bit_count() >= 2 else 0


two_concealed_kongs.requires(at_least(2, say("concealed kongs"), lambda h: h.kongs & h.concealed))


# 6 points


@book.fan(49, 6, "All Pungs", "碰碰和", of=FOUR_PUNGS, sure=True)
def all_pungs(h: Reading) -> bool:
    """four pungs or kongs and a pair"""
    return h.pungs.bit_count() == 4


all_pungs.requires(at_least(4, say("pungs or kongs"), lambda h: h.pungs))


@book.fan(50, 6, "Half Flush", "混一色", implies=("One Voided Suit",), of=AT_MOST_ONE_SUIT)
def half_flush(h: Reading) -> bool:
    """one suit and honours"""
    return bool(h.kinds & HONOURS) and one_suit(h.kinds & SUITED)


half_flush.requires(NEEDS_ONE_SUIT, NEEDS_HONOURS)


@book.chows(3, 51, 6, "Mixed Shifted Chows", "三色三步高", also=ERRATA.at("p. 153 and 186"))
def mixed_shifted_chows(sets: Sets, pair: int) -> bool:
    """chows that start with three numbers in a row, each of another suit"""
    return _are_of_three_suits(sets) and _are_steps_apart(sorted(start % 9 for start in sets), 1)


@book.fan(52, 6, "All Types", "五门齐", of=ALL_SORTS, sure=True)
def all_types(h: Reading) -> bool:
    """all three suits, winds and dragons"""
    return how_many_suits(h.kinds) == 3 and bool(h.kinds & WINDS) and bool(h.kinds & DRAGONS)


all_types.requires(
    Requirement(
        lambda h: how_many_suits(h.kinds) == 3, lambda h: say("there are not all three suits")
    ),
    condition(lambda h: h.kinds & WINDS, say("there are no winds")),
    condition(lambda h: h.kinds & DRAGONS, say("there are no dragons")),
)


@book.fan(53, 6, "Melded Hand", "全求人", implies=("Single Wait",), of=FOUR_MELDS)
def melded_hand(h: Reading) -> bool:
    """four exposed sets, and the pair completed by a discard"""
    melds = h.hand.melds
    if len(melds) < 4 or any(meld.concealed for meld in melds):
        return False
    return bool(h.facts & (DISCARD | ROBBED_KONG))


melded_hand.requires(
    Requirement(lambda h: len(h.hand.melds) >= 4, lambda h: say("not all four sets are exposed")),
    Requirement(
        lambda h: not any(meld.concealed for meld in h.hand.melds),
        lambda h: say("a kong is concealed"),
    ),
    NEEDS_LAST_CLAIMED,
)


@book.fan(
    54,
    6,
    "Two Dragon Pungs",
    "双箭刻",
    implies=("Dragon Pung", "Pung of Terminals or Honors"),
    of=TWO_HONOUR_PUNGS,
)
def two_dragon_pungs(h: Reading) -> KindMask:
    """two pungs or kongs of dragons"""
    pungs = h.pungs & DRAGONS
    return pungs if pungs & (pungs - 1) else 0


two_dragon_pungs.requires(
    at_least(2, say("pungs or kongs of dragons"), lambda h: h.pungs & DRAGONS)
)


# 4 points


@book.fan(55, 4, "Outside Hand", "全带幺", of=NO_MIDDLE)
def outside_hand(h: Reading) -> bool:
    """a one, a nine or an honour in every set and in the pair"""
    return (
        h.shape == SETS_AND_PAIR
        and not (h.pungs | h.pair) & ~MAJORS
        and all(start % 9 in (0, 6) for start in h.chows)
    )


def _inner_chows(h: Reading) -> list[int]:
    """Return where the chows without a one or a nine start."""
    return [start for start in h.chows if start % 9 not in (0, 6)]


outside_hand.requires(
    NEEDS_SETS_AND_PAIR,
    Requirement(
        lambda h: not (h.pungs | h.pair) & ~MAJORS,
        lambda h: say("{tile} is not a one, a nine or an honour", tile=_first_not_of(MAJORS, h)),
    ),
    Requirement(
        lambda h: not _inner_chows(h),
        lambda h: say(
            "{tiles} has neither a one nor a nine",
            tiles=chow_tiles(_inner_chows(h)[0]),
        ),
    ),
)


@book.fan(
    56,
    4,
    "Fully Concealed Hand",
    "不求人",
    implies=("Concealed Hand", "Self-Drawn"),
    of=CONCEALED | DRAWN,
    sure=True,
)
def fully_concealed_hand(h: Reading) -> bool:
    """nothing claimed, concealed kongs allowed, and self-drawn"""
    return not h.claimed_before and bool(h.facts & SELF_DRAW)


fully_concealed_hand.requires(NEEDS_NOTHING_CLAIMED, NEEDS_LAST_DRAWN)


@book.fan(
    57,
    mixed_kongs_option,
    "Concealed Kong and Melded Kong",
    "明暗杠",
    implies=("Concealed Kong", "Melded Kong"),
    of=SEVERAL_KONGS,
)
def concealed_kong_and_melded_kong(h: Reading) -> KindMask:
    """one concealed and one melded kong"""
    both = h.kongs & h.concealed and h.kongs & ~h.concealed
    return h.kongs if both and h.kongs.bit_count() >= 2 else 0


concealed_kong_and_melded_kong.requires(
    at_least(1, say("concealed kongs"), lambda h: h.kongs & h.concealed),
    at_least(1, say("melded kongs"), lambda h: h.kongs & ~h.concealed),
)


@book.fan(57, 4, "Two Melded Kongs", "双明杠", implies=("Melded Kong",), of=SEVERAL_KONGS)
def two_melded_kongs(h: Reading) -> KindMask:
    """two melded kongs"""
    kongs = h.kongs & ~h.concealed
    return kongs if kongs.bit_count() >= 2 else 0


two_melded_kongs.requires(at_least(2, say("melded kongs"), lambda h: h.kongs & ~h.concealed))


@book.fan(
    58,
    4,
    "Last Tile",
    "和绝张",
    implies=("Single Wait",),
    last=True,
    also=ERRATA.at("p. 154"),
    of=LAST_OF_FOUR,
)
def last_tile(h: Reading) -> bool:
    """won on the fourth tile of its kind while the other three lay in plain sight"""
    last = h.hand.winning
    if h.facts & (LAST_OF_KIND | ROBBED_KONG) or last is None:
        return last is not None
    return bool(h.hand.fours & h.last) and h.hand.concealed.count(last) == 1


last_tile.requires(
    Requirement(
        lambda h: last_tile.test(h),
        lambda h: say(
            "the other three {tile} were not all in plain sight", tile=code(h.hand.winning or 0)
        ),
    )
)


# 2 points


@book.fan(
    59,
    2,
    "Dragon Pung",
    "箭刻",
    implies=("Pung of Terminals or Honors",),
    each=True,
    of=HONOUR_PUNGS,
)
def dragon_pung(h: Reading) -> KindMask:
    """a pung or kong of a dragon"""
    return h.pungs & DRAGONS


dragon_pung.requires(
    condition(lambda h: h.pungs & DRAGONS, say("there is no pung or kong of dragons"))
)


@book.fan(
    60,
    2,
    "Prevalent Wind",
    "圈风刻",
    implies=("Pung of Terminals or Honors",),
    each=True,
    also=ERRATA.at("p. 156 and 190"),
    of=OWN_WIND_PUNGS,
)
def prevalent_wind(h: Reading) -> KindMask:
    """a pung or kong of the prevailing wind"""
    return h.pungs & h.round


prevalent_wind.requires(NEEDS_ROUND_WIND)


@book.fan(
    61,
    2,
    "Seat Wind",
    "门风刻",
    implies=("Pung of Terminals or Honors",),
    each=True,
    also=ERRATA.at("p. 156 and 190"),
    of=OWN_WIND_PUNGS,
)
def seat_wind(h: Reading) -> KindMask:
    """a pung or kong of the winner's own wind"""
    return h.pungs & h.own


seat_wind.requires(NEEDS_OWN_WIND)


@book.fan(62, 2, "Concealed Hand", "门前清", of=CONCEALED, sure=True)
def concealed_hand(h: Reading) -> bool:
    """nothing claimed before the winning tile, concealed kongs allowed"""
    return not h.claimed_before


concealed_hand.requires(NEEDS_NOTHING_CLAIMED)


@book.fan(63, 2, "All Chows", "平和", implies=("No Honors",), of=NO_PUNGS)
def all_chows(h: Reading) -> bool:
    """four chows, or a knitted straight and a chow, and a pair of suit tiles"""
    if h.shape not in (SETS_AND_PAIR, "knitted straight"):
        return False
    return not h.pungs and not h.pair & ~SUITED


all_chows.requires(
    condition(
        lambda h: h.shape in (SETS_AND_PAIR, "knitted straight"),
        say("the hand is not scored as sets and a pair"),
    ),
    NEEDS_NO_PUNG,
    paired(lambda h: not h.pair & ~SUITED, say("a pair of suit tiles")),
)


@book.fan(64, 2, "Tile Hog", "四归一", each=True, alike=4, of=FOUR_ALIKE)
def tile_hog(h: Reading) -> KindMask:
    """all four of a tile, used otherwise than in a kong"""
    hogs = h.hand.fours & ~h.kongs
    return hogs if h[tile_hog_honours_option] else hogs & SUITED


tile_hog.requires(
    condition(lambda h: h.hand.fours & ~h.kongs, say("no tile is there four times outside a kong")),
    condition(
        lambda h: h[tile_hog_honours_option] or h.hand.fours & ~h.kongs & SUITED,
        say(
            "only honours are there four times, and they do not count at this table "
            "(house rule “Tile hog honours”)"
        ),
    ),
)


@book.pungs(2, 65, 2, "Double Pung", "双同刻")
def double_pung(sets: Sets, pair: int) -> bool:
    """pungs or kongs of the same number in two suits"""
    return (sets[1] - sets[0]) % 9 == 0


@book.fan(66, 2, "Two Concealed Pungs", "双暗刻", of=TWO_CONCEALED_PUNGS)
def two_concealed_pungs(h: Reading) -> KindMask:
    """two pungs or kongs with no claimed tile"""
    return h.concealed if h.concealed & (h.concealed - 1) else 0


two_concealed_pungs.requires(at_least(2, say("concealed pungs or kongs"), lambda h: h.concealed))


@book.fan(67, 2, "Concealed Kong", "暗杠", each=True, of=KONGS)
def concealed_kong(h: Reading) -> KindMask:
    """a concealed kong"""
    return h.kongs & h.concealed


concealed_kong.requires(at_least(1, say("concealed kongs"), lambda h: h.kongs & h.concealed))


@book.nothing_but(MINORS, 68, 2, "All Simples", "断幺", implies=("No Honors",))
def all_simples() -> None:
    """no ones, no nines and no honours"""


# 1 point


@book.chows(2, 69, 1, "Pure Double Chow", "一般高")
def pure_double_chow(sets: Sets, pair: int) -> bool:
    """two chows that are the same"""
    return sets[0] == sets[1]


@book.chows(2, 70, 1, "Mixed Double Chow", "喜相逢")
def mixed_double_chow(sets: Sets, pair: int) -> bool:
    """the same chow in two suits"""
    return sets[1] - sets[0] in (9, 18)


@book.chows(2, 71, 1, "Short Straight", "连六")
def short_straight(sets: Sets, pair: int) -> bool:
    """two chows of one suit that go on from each other, as 123 and 456"""
    return sets[0] // 9 == sets[1] // 9 and _are_steps_apart(sets, 3)


@book.chows(2, 72, 1, "Two Terminal Chows", "老少副")
def two_terminal_chows(sets: Sets, pair: int) -> bool:
    """123 and 789 of one suit"""
    return sets[0] % 9 == 0 and _are_steps_apart(sets, 6)


@book.fan(
    73,
    1,
    "Pung of Terminals or Honors",
    "幺九刻",
    each=True,
    also=ERRATA.at("p. 156 and 190"),
    of=MAJOR_PUNGS,
)
def pung_of_terminals_or_honors(h: Reading) -> KindMask:
    """a pung or kong of a one, a nine or a wind that counts by no other name"""
    return h.pungs & MAJORS


pung_of_terminals_or_honors.requires(
    condition(
        lambda h: h.pungs & MAJORS, say("there is no pung or kong of winds, dragons, ones or nines")
    )
)


@book.fan(74, 1, "Melded Kong", "明杠", each=True, of=KONGS)
def melded_kong(h: Reading) -> KindMask:
    """a kong that was claimed or added to a melded pung"""
    return h.kongs & ~h.concealed


melded_kong.requires(at_least(1, say("melded kongs"), lambda h: h.kongs & ~h.concealed))


SUITS_SENTENCES = {
    0: say("there are no suit tiles"),
    1: say("only one suit is there"),
    3: say("all three suits are there"),
}


@book.fan(75, 1, "One Voided Suit", "缺一门", of=TWO_SUITS, sure=True)
def one_voided_suit(h: Reading) -> bool:
    """exactly two of the three suits"""
    return how_many_suits(h.kinds) == 2


one_voided_suit.requires(
    Requirement(
        lambda h: how_many_suits(h.kinds) == 2,
        lambda h: SUITS_SENTENCES[how_many_suits(h.kinds)],
    )
)


@book.nothing_but(SUITED, 76, 1, "No Honors", "无字")
def no_honors() -> None:
    """no winds and no dragons"""


@book.fan(77, 1, "Edge Wait", "边张", last=True, also=ERRATA.at("p. 151 and 183"), of=LAST_IN_CHOW)
def edge_wait(h: Reading) -> bool:
    """waited only for the 3 of 123 or the 7 of 789"""
    return _is_edge_wait(h) and not _has_several_waits(h)


edge_wait.requires(
    condition(
        lambda h: _is_edge_wait(h), say("the winning tile is neither the 3 of 123 nor the 7 of 789")
    ),
    NEEDS_ONE_WAIT,
)


@edge_wait.near
def _near_edge_wait(h: Reading) -> str | None:
    """Other tiles would have done as well"""
    return _other_waits_text(h) if _is_edge_wait(h) else None


@book.fan(
    78, 1, "Closed Wait", "嵌张", last=True, also=ERRATA.at("p. 151 and 183"), of=LAST_IN_CHOW
)
def closed_wait(h: Reading) -> bool:
    """waited only for the middle tile of a chow"""
    return _is_closed_wait(h) and not _has_several_waits(h)


closed_wait.requires(
    condition(lambda h: _is_closed_wait(h), say("the winning tile is not the middle of a chow")),
    NEEDS_ONE_WAIT,
)


@closed_wait.near
def _near_closed_wait(h: Reading) -> str | None:
    """Other tiles would have done as well"""
    return _other_waits_text(h) if _is_closed_wait(h) else None


@book.fan(79, 1, "Single Wait", "单钓将", last=True, of=LAST_IN_PAIR)
def single_wait(h: Reading) -> bool:
    """waited only for the second tile of the pair"""
    return (h.last_place == IN_PAIR or h.shape == "seven pairs") and not _has_several_waits(h)


single_wait.requires(
    condition(
        lambda h: h.last_place == IN_PAIR or h.shape == "seven pairs",
        say("the winning tile does not complete the pair"),
    ),
    NEEDS_ONE_WAIT,
)


@single_wait.near
def _near_single_wait(h: Reading) -> str | None:
    """Other tiles would have done as well"""
    return _other_waits_text(h) if h.last_place == IN_PAIR else None


@book.fan(80, 1, "Self-Drawn", "自摸", last=True, of=DRAWN, sure=True)
@SELF_DRAWN_TEST
def self_drawn() -> None:
    """won on a tile that the winner drew"""


@book.after_minimum(81, 1, "Flower Tiles", "花牌")
def flower_tiles(h: Reading) -> KindMask:
    """each flower or season; it does not help to reach the minimum"""
    return h.bonus


flower_tiles.requires(condition(lambda h: h.bonus, say("there are no flowers or seasons")))


# What happens at the table

BASE_PAYMENT = 8
book.session = SessionRules(table_points=(4, 2, 1, 0))


@book.pays
def payments(settlement: Settlement, winner: int) -> list[Payment]:
    """8 points and the total from each when self-drawn; else so much from the player who lost the
    tile, and 8 from the two others"""
    total = settlement.scores[winner]
    because = _why_in_full(total, SEAT_NAMES[winner], settlement.discarder is None)
    owed = []
    for payer in settlement.others(winner):
        if settlement.discarder in (None, payer):
            owed.append(Payment(payer, winner, BASE_PAYMENT + total, because))
        else:
            owed.append(Payment(payer, winner, BASE_PAYMENT, BASE_ALONE_SENTENCE))
    return owed


book.payments = book.payments._replace(need_no_tiles=always)

BASE_ALONE_SENTENCE = say("{base}, as from everyone who did not win", base=BASE_PAYMENT)


def _why_in_full(total: int, winner: str, drawn: bool) -> str:
    """Why somebody pays more than the base."""
    if drawn:
        return say(
            "{base} and the {total} of {winner}, who drew the winning tile",
            base=BASE_PAYMENT,
            total=total,
            winner=winner,
        )
    return say(
        "{base} and the {total} of {winner}, who won on this tile",
        base=BASE_PAYMENT,
        total=total,
        winner=winner,
    )


book.add_fields(table=types.OfTable)
book.table = book.table._replace(progressive=frozenset(["fouls"]))


@book.event(FOULS_SECTION + "a", types.MinorFoul)
def minor_foul(settlement: Settlement, event: EnteredEvent) -> None:
    """a minor foul, such as a late pung or an empty call: the first is warned, the second costs 5
    points of the player's own score, the third 10, the fourth 20, each more the double"""
    number = event.values["number"] or settlement.tally("fouls", event.by) + 1
    settlement.count("fouls", event.by, number)
    if number == 1:
        settlement.note_result(say("a first minor foul is only a warning; no points move"))
        return
    points = 5 << number - 2
    settlement.deduct(event.by, points, say("minor foul number {number}", number=number))
    detail = say(
        "minor foul number {number} of this player: {points} points are taken off",
        number=number,
        points=points,
    )
    settlement.note_result(detail)


@book.event(FOULS_SECTION + "c", bars_win=True)
def major_foul(settlement: Settlement, event: EnteredEvent) -> None:
    """a major foul: the hand is dead, plays on and cannot win; nothing is paid"""


@book.event(FOULS_SECTION + "d", bars_win=True)
def super_major_foul(settlement: Settlement, event: EnteredEvent) -> None:
    """a super major foul: the player is disqualified and loses the competitive rank; cannot win,
    and nothing is paid"""
    if any(e.id == "super_major_foul" and e.by == event.by for e in settlement.events):
        detail = say("this player is disqualified already")
        raise HandError(Problem("/by", "contradiction", detail))
    fouls = settlement.tally("disqualified", event.by) + 1
    settlement.count("disqualified", event.by, fouls)


@book.event(FOULS_SECTION + "b")
def erroneous_exposure(settlement: Settlement, event: EnteredEvent) -> None:
    """exposed tiles wrongly: an exposed tile has to be discarded; nothing is paid"""


@book.event(FALSE_HU_SECTION, types.FalseWin, bars_win=True)
def false_win(settlement: Settlement, event: EnteredEvent) -> None:
    """declared a win wrongly: pays each other player 10 for a winning shape below the minimum, 20
    for none; the hand is dead"""
    if event.values["valid"] is None:
        detail = say("enter whether the tiles that were shown form a winning shape")
        raise HandError(Problem("/valid", "required", detail))
    if any(e.by == event.by and e.id in WIN_BARRING_FOULS for e in settlement.events):
        detail = say("this player's hand is dead already, so no win of it can be declared")
        raise HandError(Problem("/by", "contradiction", detail))
    amount = 10 if event.values["valid"] else 20
    because = (
        say("a false win, worth too little")
        if event.values["valid"]
        else say("a false win, no winning shape")
    )
    settlement.fine_to_each(event.by, amount, because, doubling=False)


@book.concludes
def disqualified_winner(settlement: Settlement) -> None:
    """Doubt a win by a player who was disqualified in an earlier hand."""
    for seat in settlement.won:
        if settlement.tally("disqualified", seat):
            detail = say(
                "{player} was disqualified by a super major foul in an earlier hand: check who won",
                player=SEAT_NAMES[seat],
            )
            settlement.warn(f"/players/{SEATS[seat]}", detail)


WIN_BARRING_FOULS = ("major_foul", "super_major_foul", "false_win")


# What the table shows, and the next hand


@book.finds_table_facts
def last_in_plain_sight(hand: AnyHand, others: Sequence[AnyHand]) -> int:
    """the last of its kind, where the other three lie in the exposed sets of all players"""
    last = hand.winning
    if last is None or hand.concealed.count(last) != 1:
        return 0
    seen = sum([_count_exposed(of_sets(seen_hand), last) for seen_hand in (hand, *others)])
    return LAST_OF_KIND if seen == 3 else 0


def _count_exposed(hand: Hand, tile: int) -> int:
    """How many of a tile lie in a hand's exposed sets."""
    return sum([meld.tiles.count(tile) for meld in hand.melds if not meld.concealed])


@book.reseats
def seats_change(players: int, prevailing: int, options: Options) -> Reseating | None:
    """after a round the players change seats, so that each is the first East of one round"""
    if not options[change_seats_option]:
        return None
    return Reseating(
        RESEATING_ACROSS if prevailing == 1 else RESEATING_BESIDE, SEATS_CHANGE_SENTENCE
    )


# By the winds with which the round that is over began.
RESEATING_BESIDE = (1, 0, 3, 2)
RESEATING_ACROSS = (2, 3, 1, 0)
SEATS_CHANGE_SENTENCE = say("the round is over, and the players change seats")


def _are_steps_apart(sets: Sets | list[int], step: int) -> bool:
    """Whether each starts this much higher than the last."""
    return all(high - low == step for low, high in pairwise(sets))


def _are_of_three_suits(sets: Sets) -> bool:
    return len({start // 9 for start in sets}) == 3


def _is_edge_wait(h: Reading) -> bool:
    last = h.hand.winning
    if last is None or last % 9 not in (2, 6):
        return False
    return h.last_chow == (last - 2 if last % 9 == 2 else last)


def _is_closed_wait(h: Reading) -> bool:
    last = h.hand.winning
    return last is not None and h.last_chow == last - 1 >= 0


def _waits_before_win(h: Reading) -> KindMask:
    """Mask of the kinds that would have completed the thirteen tiles."""
    return h.all_waits if h[dead_waits_option] == "count" else h.waits


def _has_several_waits(h: Reading) -> bool:
    waited = _waits_before_win(h)
    return waited & (waited - 1) != 0


def _first_not_of(kinds: KindMask, h: Reading) -> str:
    """The first pung or pair that is not of these kinds."""
    return code(next(bits((h.pungs | h.pair) & ~kinds)))


def _other_waits_text(h: Reading) -> str | None:
    others = [code(kind) for kind in bits(_waits_before_win(h) & ~h.last)]
    if not others:
        return None
    return say(
        "the hand waited for {tiles} too, and only one kind of tile may complete it",
        tiles=comma_list(others),
    )
