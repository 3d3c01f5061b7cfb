"""Classical Chinese: points, doublers and limit hands, in the order of the rule text.

The text is “Classical Chinese Mahjong Rules (Redux)” of 2013, after A. D. Millington. Preset
``redux`` is the text as it is written; ``dmjl`` and ``buzzard_2000`` are what two other books play
otherwise. Add a house rule by declaring it here: an option if tables differ, and a rule with its
one-line test.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.engine import arrange
from scorer.engine.any_hand import AnyHand, of_sets
from scorer.engine.arrange import GATES_SHAPE, ORPHANS_SHAPE, SETS_AND_PAIR
from scorer.engine.hand import (
    ANY_COUNT,
    FEWER_ALLOWED,
    FLOWER_REPLACEMENT,
    HEAVENS_BLESSING,
    KONG_ON_KONG,
    KONG_REPLACEMENT,
    LAST_DISCARD,
    LAST_TILE_DRAW,
    MORE_ALLOWED,
    ORIGINAL_CALL,
    ROBBED_KONG,
    SELF_DRAW,
    THIRTEENTH_CONSECUTIVE,
    FactMask,
    Hand,
)
from scorer.engine.options import why_not_in_force
from scorer.engine.tiles import (
    DRAGONS,
    FIRST_FLOWER,
    FIRST_SEASON,
    FIVE_DOTS,
    FLOWERS,
    GREEN_KINDS,
    HONOURS,
    MAJORS,
    ONE_DOTS,
    SEASONS,
    SUITED,
    SUITS,
    TERMINALS,
    TWO_BAMBOO,
    WINDS,
    KindMask,
    bits,
    code,
    how_many_suits,
    one_suit,
)
from scorer.errors import HandError, Problem
from scorer.grammar.features import (
    AT_MOST_ONE_SUIT,
    BONUS,
    CONCEALED,
    DRAWN,
    FOUR_BONUS,
    FOUR_PUNGS,
    HONOUR_PAIR,
    HONOUR_PUNGS,
    LAST_IN_PAIR,
    LUCK,
    NO_CHOWS,
    NO_HONOURS,
    NO_PUNGS,
    NOT_FOUR_SETS,
    ONLY_MAJORS,
    SEVERAL_KONGS,
    SOME_HONOURS,
    THREE_PUNGS,
    TWO_PUNGS,
)
from scorer.grammar.points.book import PointsBook, no_mahjong
from scorer.grammar.points.rule import WINNER
from scorer.grammar.reading import IN_PAIR, Reading
from scorer.grammar.requirements import (
    NEEDS_HONOURS,
    NEEDS_LAST_DRAWN,
    NEEDS_NO_CHOW,
    NEEDS_NO_HONOURS,
    NEEDS_NO_PUNG,
    NEEDS_NOTHING_CLAIMED,
    NEEDS_ONE_SUIT,
    NEEDS_ONE_WAIT,
    NEEDS_ONLY_GREEN,
    NEEDS_ONLY_HONOURS,
    NEEDS_ONLY_TERMINALS,
    NEEDS_OWN_FLOWER,
    NEEDS_OWN_SEASON,
    NEEDS_PAIR_COMPLETED,
    NEEDS_ROBBED_KONG,
    NEEDS_SETS_AND_PAIR,
    Requirement,
    at_least,
    circumstance,
    condition,
    exactly,
    fourth_is_a_chow,
    last_is,
    paired,
    pung_of_each,
    why_not_met,
)
from scorer.grammar.rule_base import RuleTest
from scorer.grammar.special.house import special_hands_option
from scorer.languages.speech import say
from scorer.rulebook.book import (
    DealResult,
    HandCondition,
    NextDeal,
    Options,
    SeatCondition,
    WayCondition,
)
from scorer.rulebook.payment_rules import PaymentRules, always
from scorer.rulebook.session_rules import SessionRules
from scorer.rulebook.settlement import EnteredEvent, Settlement
from scorer.rulebook.table_rules import TableRules
from scorer.rules.shared.cannon import (
    BIG_HANDS_MEANING,
    big_hand_let_off,
    no_danger_problem,
    pay_for_the_cannon,
)
from scorer.rules.shared.circumstances import (
    declare_earths_blessing,
    declare_last_discard,
    declare_replacements,
)
from scorer.rules.shared.conditions import (
    DEALT_HAND_CLASHES,
    DEALT_WIN,
    NOTHING_CLAIMED_YET,
    ONLY_EAST,
    ONLY_KONGS_CLAIMED,
)
from scorer.rules.shared.patterns import (
    ALL_MAJORS_TEST,
    BIG_DRAGONS_TEST,
    BIG_FOUR_WINDS_TEST,
    EARTHS_BLESSING_TEST,
    FOUR_FLOWERS_TEST,
    FOUR_KONGS_TEST,
    FOUR_SEASONS_TEST,
    KONG_ON_KONG_TEST,
    LAST_TILE_TEST,
    NEEDS_GATES,
    NEEDS_LAST_TILE,
    NOTHING_CLAIMED_TEST,
    ROBBED_KONG_TEST,
    SELF_DRAWN_TEST,
    THIRTEEN_ORPHANS_TEST,
    pungs_and_pair,
)
from scorer.rules.shared.set_points import declare_melds_that_double, declare_set_points
from scorer.rules.shared.texts import BUZZARD_2000, DMJL, REDUX
from scorer.types import classical as types
from scorer.types.terms import SEAT_NAMES, SEATS

POINTS_SECTION = REDUX.at("Scoring, points")
WINNER_POINTS_SECTION = REDUX.at("Scoring, points of the winner")
DOUBLERS_SECTION = REDUX.at("Scoring, doublers")
WINNER_DOUBLERS_SECTION = REDUX.at("Scoring, doublers of the winner")
LIMIT_HANDS_SECTION = REDUX.at("Special hands")
BUZZARD_PAGE_10 = BUZZARD_2000.at("page 10")
BUZZARD_PAGE_11 = BUZZARD_2000.at("page 11")

ONES_AND_NINES = {suit: suit & TERMINALS for suit in SUITS}
_ANY_SNAKE_PAIR = sum(0b010010010 << base for base in (0, 9, 18))
SNAKE_PAIR_TILES = {suit: 0b010010010 << base for suit, base in zip(SUITS, (0, 9, 18), strict=True)}

book = PointsBook(
    "classical",
    "Classical Chinese",
    summary="Every player scores points times doublers; limit hands; East pays and gets double.",
    version="2",
    sources=(REDUX, DMJL, BUZZARD_2000),
    shapes=(ORPHANS_SHAPE, GATES_SHAPE),
    claimed_kongs_count_as_concealed=True,
    mahjong=lambda h: True,
)
book.table = TableRules(ordered_events=("false_mahjong",))
book.session = SessionRules(sticks=((2, 10), (10, 8), (100, 9), (500, 2)), counts_east_wins=True)

book.integer("limit", 1000, least=500, most=2000, meaning="the most that a hand can score")
capped_option = book.boolean(
    "capped",
    True,
    meaning="an ordinary score stops at the limit too; else limit hands alone score just the limit",
)
mahjong_points_option = book.choice(
    "mahjong_points", 10, 20, meaning="points for going mah-jong; tables debate 10 and 20"
)
wall_option = book.choice(
    "wall",
    "kong_box",
    "dead_wall",
    meaning="how the wall is broken; with a dead wall a flower's replacement is a loose tile too",
)
double_payer_option = book.choice(
    "double_payer",
    "east",
    "prevailing",
    meaning="who pays and receives double: East, or the player whose own wind prevails",
)
no_debt_option = book.boolean(
    "no_debt", False, meaning="nobody pays more than they hold; enter what each player holds"
)
nine_gates_option = book.choice(
    "nine_gates",
    "any",
    "nine_sided",
    meaning="Nine Gates count with any last tile, or only if the hand waited for all nine",
)

limit_hands_option = book.boolean(
    "limit_hands",
    True,
    meaning="some hands score the limit by their name; else none does, Thirteen Orphans is no "
    "win, and only honours double the winner's hand twice",
)
limit_hand_list_option = book.choice(
    "limit_hand_list",
    "redux",
    "buzzard",
    meaning="the hands that score the limit by their name: eighteen of the Redux text, or "
    "Buzzard's ten",
)
great_scholars_option = book.choice(
    "great_scholars",
    "pungs",
    "any_set",
    meaning="the fourth set of Three Great Scholars: a pung or kong, or a chow too",
)
bouquet_option = book.choice(
    "bouquet", 2, 1, 3, meaning="the doublers for all four flowers, and for all four seasons"
)
own_bonus_option = book.choice(
    "own_bonus",
    "both",
    "each",
    meaning="one doubler for own flower and own season together, or one for each of them",
)
patterns_for_all_option = book.boolean(
    "patterns_for_all",
    True,
    meaning="losers too have the doublers for three concealed pungs, dragons in two melds and the "
    "eye, winds in three melds and the eye, three dragon melds and four wind melds",
)
eye_points_option = book.choice(
    "eye_points",
    "minor_major",
    "plain",
    "none",
    meaning="the points for a last tile that forms the eye: 2, and 2 more for a major one; 2 for "
    "any; or nothing",
)
no_chow_points_option = book.integer(
    "no_chow_points",
    0,
    least=0,
    most=1000,
    meaning="points of the winner beside the doubler for no chows",
)
scoreless_points_option = book.integer(
    "scoreless_points",
    0,
    least=0,
    most=1000,
    meaning="points of the winner beside the doubler for a worthless hand that has no flower and "
    "no season either",
)
last_wall_points_option = book.integer(
    "last_wall_points",
    0,
    least=0,
    most=1000,
    meaning="points of the winner beside the doubler for the last tile drawn from the wall",
)
loose_tile_points_option = book.integer(
    "loose_tile_points",
    0,
    least=0,
    most=1000,
    meaning="points of the winner beside the doubler for a loose tile",
)
standing_points_option = book.integer(
    "standing_points",
    0,
    least=0,
    most=1000,
    meaning="points of a winner who had declared that they wait, and changed nothing since",
)
concealed_doubles_option = book.integer(
    "concealed_doubles", 1, least=0, most=3, meaning="the doublers for a fully concealed hand"
)
final_discard_double_option = book.boolean(
    "final_discard_double", True, meaning="the discard after the wall's last tile doubles too"
)
original_call_double_option = book.boolean(
    "original_call_double", True, meaning="an original call doubles"
)
east_streak_option = book.integer(
    "east_streak",
    13,
    least=2,
    most=99,
    meaning="East's win of this number in a row is a limit hand, and the deal then passes",
)
loser_limits_option = book.boolean(
    "loser_limits",
    False,
    meaning="a loser who shows the dragons or the winds of a limit hand settles with the other "
    "losers at the limit; enter who shows them",
)
false_mahjong_option = book.choice(
    "false_mahjong",
    "half_limit",
    "shared_300",
    "double_limit",
    meaning="what a false mah-jong costs: half the limit to each other player, to and from East "
    "double; 300 in all, an equal part to each; or twice the limit to each",
)
misnamed_set_option = book.choice(
    "misnamed_set",
    "none",
    "dmjl",
    meaning="what a misnamed discard costs when a set was claimed with it: nothing, or 50 to "
    "the claimer of a chow and 100 to the claimer of a pung or kong",
)
book.option(special_hands_option)

book.preset("redux", "the text as it is written", title="The Redux text", default=True)
book.preset(
    "dmjl",
    "what the German Mah Jongg League (Deutsche Mah Jongg Liga) plays",
    title="DMJL",
    limit=500,
    mahjong_points=20,
    bouquet=1,
    great_scholars="any_set",
    east_streak=9,
    false_mahjong="shared_300",
    misnamed_set="dmjl",
)
book.preset(
    "buzzard_2000",
    "Jonathan Buzzard's “Mah-Jongg: the Game and How To Play It” of 2000",
    title="Buzzard 2000",
    limit=600,
    mahjong_points=20,
    bouquet=3,
    great_scholars="any_set",
    own_bonus="each",
    eye_points="none",
    no_chow_points=10,
    scoreless_points=10,
    last_wall_points=10,
    loose_tile_points=10,
    standing_points=100,
    concealed_doubles=0,
    final_discard_double=False,
    original_call_double=False,
    patterns_for_all=False,
    limit_hand_list="buzzard",
    loser_limits=True,
    false_mahjong="double_limit",
)

WHEN_LIMIT_HANDS_PLAYED = limit_hands_option.is_(True)
WHEN_REDUX_LIST = limit_hand_list_option.is_("redux")
WHEN_PATTERNS_FOR_ALL = patterns_for_all_option.is_(True)

book.specials_under(WHEN_LIMIT_HANDS_PLAYED)
book.add_fields(player=types.OfPlayer)


@book.caps_ordinary
def is_capped(options: Options) -> bool:
    """Unless the table plays with the roof off"""
    return options[capped_option]


@book.fixes_specials
def has_fixed_value(options: Options) -> bool:
    """Where an ordinary score may pass the limit"""
    return not options[capped_option]


@book.refuses
def refusal(hand: Hand, readings: Sequence[Reading], options: Options) -> Problem:
    """No mah-jong, or Thirteen Orphans where no hand scores the limit by its name"""
    if options[limit_hands_option]:
        return no_mahjong(hand, readings, options)
    detail = say("the tiles form no mah-jong, which is four sets and a pair")
    if hand.kinds == MAJORS:
        detail = say("Thirteen Orphans is no mah-jong here (house rule “Limit hands”)")
    return Problem("/hand", "not_winning", detail)


book.payments = PaymentRules(no_debt_when=(no_debt_option.is_(True),), need_no_tiles=always)


def is_loose(h: Reading) -> bool:
    """Whether the winning tile is a loose tile."""
    if h.facts & (KONG_REPLACEMENT | KONG_ON_KONG):
        return True
    return bool(h.facts & FLOWER_REPLACEMENT) and h[wall_option] == "dead_wall"


def is_worthless(h: Reading) -> bool:
    """Whether the hand has only chows and an eye that scores nothing."""
    return not h.pungs and not h.pair & (DRAGONS | h.round | h.own)


NEEDS_LOOSE_TILE: Requirement[Reading] = condition(
    is_loose, say("the winning tile was not a loose tile")
)


def why_not_orphans(hand: AnyHand) -> str | None:
    """Another hand than Thirteen Orphans"""
    if of_sets(hand).kinds == MAJORS:
        return None
    return say("only Thirteen Orphans may rob a concealed kong")


book.circumstance(
    "last_tile_draw",
    "won on the last tile of the wall",
    by=WayCondition(
        ("self_draw", "robbed_kong"),
        say("the wall's last tile is drawn, or robbed from a kong: it is not a discard"),
    ),
)
declare_last_discard(book)
declare_replacements(book, "won on the loose tile drawn after a kong")
book.circumstance(
    "heavens_blessing",
    "East won before East's first discard",
    by=DEALT_WIN,
    seats=ONLY_EAST,
    needs=[NOTHING_CLAIMED_YET],
    clashes=DEALT_HAND_CLASHES,
)
declare_earths_blessing(book)
book.circumstance(
    "original_call",
    "declared fishing with the first discard and kept the hand",
    needs=[ONLY_KONGS_CLAIMED],
    matters=original_call_double_option.is_(True),
)
STANDING_HAND = book.circumstance(
    "standing_hand",
    "declared waiting and changed nothing since",
    clashes={
        "original_call": say(
            "an original call is declared with the first discard, a standing hand later"
        )
    },
    matters=standing_points_option.is_not(0),
)
book.circumstance(
    "thirteenth_consecutive",
    "the win that fills East's streak",
    seats=SeatCondition("E", say("only East's wins in a row fill East's streak")),
    win_running=east_streak_option,
)
book.circumstance(
    "concealed_kong",
    "the kong that was robbed was concealed",
    by=WayCondition(
        ("robbed_kong",), say("a concealed kong was robbed: enter the win as a robbed kong")
    ),
    needs=[HandCondition(why_not_orphans)],
)


# What several rules look for


def _no_chows(h: Reading) -> bool:
    return not h.chows


def _only_honours(h: Reading) -> bool:
    return not h.kinds & ~HONOURS


ALL_PUNGS_TEST = RuleTest(
    _no_chows,
    NEEDS_NO_CHOW,
    near=lambda h: why_not_met((NEEDS_NO_CHOW,), h) if len(h.chows) == 1 else None,
)
ALL_HONOURS_TEST = RuleTest(_only_honours, NEEDS_ONLY_HONOURS)


THREE_WINDS_AND_EYE_TEST = pungs_and_pair(
    WINDS, 3, say("pungs or kongs of winds"), say("a pair of winds"), shows_pair=True
)


# Points that every player counts

declare_set_points(book, POINTS_SECTION)


# Points of the winner


@book.points(mahjong_points_option, "Mah-jong", WINNER_POINTS_SECTION, zh="和牌", who=WINNER)
def mah_jong(h: Reading) -> bool:
    """completing mah-jong"""
    return True


@book.points(2, "Only possible tile", WINNER_POINTS_SECTION, zh="独听", who=WINNER, last=True)
def only_possible(h: Reading) -> bool:
    """exactly one kind of tile could complete the hand, whatever was discarded"""
    return h.waits.bit_count() == 1


only_possible.requires(NEEDS_ONE_WAIT)


@only_possible.near
def _near_only_possible(h: Reading) -> str | None:
    return why_not_met((NEEDS_ONE_WAIT,), h) if 0 < (h.waits & ~h.last).bit_count() <= 3 else None


@book.points(
    2,
    "Last tile forms the eye",
    WINNER_POINTS_SECTION,
    zh="单钓",
    who=WINNER,
    last=True,
    of=LAST_IN_PAIR,
)
def last_tile_forms_eye(h: Reading) -> bool:
    """the winning tile completes the pair"""
    return h.last_place == IN_PAIR and h[eye_points_option] != "none"


last_tile_forms_eye.requires(
    Requirement(
        lambda h: h[eye_points_option] != "none",
        lambda h: why_not_in_force(eye_points_option.is_not("none")),
    ),
    NEEDS_PAIR_COMPLETED,
)


@book.points(
    2,
    "Last tile forms a major eye",
    WINNER_POINTS_SECTION,
    zh="单钓幺九",
    who=WINNER,
    last=True,
    when=eye_points_option.is_("minor_major"),
    of=LAST_IN_PAIR,
)
def last_tile_forms_major_eye(h: Reading) -> bool:
    """the pair that the winning tile completes is of winds, dragons, ones or nines"""
    return h.last_place == IN_PAIR and bool(h.pair & MAJORS)


last_tile_forms_major_eye.requires(
    NEEDS_PAIR_COMPLETED,
    paired(lambda h: h.pair & MAJORS, say("a pair of winds, dragons, ones or nines")),
)


@book.points(
    2, "Drawn from the wall", WINNER_POINTS_SECTION, zh="自摸", who=WINNER, last=True, of=DRAWN
)
@SELF_DRAWN_TEST
def drawn_from_the_wall() -> None:
    """the winning tile was drawn, from the live wall or as a loose tile"""


@book.points(
    no_chow_points_option,
    "Points for no chows",
    BUZZARD_PAGE_10,
    zh="对对和加分",
    who=WINNER,
    of=NO_CHOWS,
)
@ALL_PUNGS_TEST
def no_chow_points() -> None:
    """four pungs or kongs: points beside the doubler"""


@book.points(
    scoreless_points_option,
    "Points for a scoreless hand",
    BUZZARD_PAGE_10,
    zh="平和加分",
    who=WINNER,
    of=NO_PUNGS,
)
def scoreless_points(h: Reading) -> bool:
    """a worthless hand without flowers and seasons: points beside the doubler"""
    return not h.bonus and is_worthless(h)


@book.points(
    last_wall_points_option,
    "Points for the last tile of the wall",
    BUZZARD_PAGE_10,
    zh="海底加分",
    who=WINNER,
    last=True,
    of=LUCK,
)
@LAST_TILE_TEST
def last_wall_points() -> None:
    """the winning tile is the last that could be drawn: points beside the doubler"""


@book.points(
    loose_tile_points_option,
    "Points for a loose tile",
    BUZZARD_PAGE_10,
    zh="杠上开花加分",
    who=WINNER,
    last=True,
    of=LUCK,
)
def loose_tile_points(h: Reading) -> bool:
    """the winning tile is a loose tile: points beside the doubler"""
    return is_loose(h)


loose_tile_points.requires(NEEDS_LOOSE_TILE)


@book.points(
    standing_points_option, "Standing hand", BUZZARD_PAGE_10, zh="听牌不改", who=WINNER, of=LUCK
)
def standing_hand(h: Reading) -> bool:
    """declared that they wait, and changed nothing since"""
    return bool(h.facts & STANDING_HAND)


standing_hand.requires(circumstance(STANDING_HAND, say("a standing hand was not declared")))


# Doublers that every player counts


# Melds of dragons, of the own wind and of the prevailing wind.
declare_melds_that_double(book, DOUBLERS_SECTION)


@book.double(
    1,
    "Three concealed pungs",
    DOUBLERS_SECTION,
    zh="三暗刻",
    shared=WHEN_PATTERNS_FOR_ALL,
    of=THREE_PUNGS,
)
def three_concealed_pungs(h: Reading) -> KindMask:
    """three or four concealed pungs or kongs"""
    return h.hidden if h.hidden.bit_count() >= 3 else 0


three_concealed_pungs.requires(at_least(3, say("concealed pungs or kongs"), lambda h: h.hidden))


@three_concealed_pungs.near
def _near_three_concealed_pungs(h: Reading) -> str | None:
    if h.hidden.bit_count() == 2 and h.pungs.bit_count() >= 3:
        exposed = code(next(bits(h.pungs & ~h.hidden)))
        return say(
            "only two pungs are concealed: a tile of the set of {tile} was claimed", tile=exposed
        )
    return None


@book.double(
    1,
    "Dragons in two melds and the eye",
    DOUBLERS_SECTION,
    zh="小三元",
    shared=WHEN_PATTERNS_FOR_ALL,
    of=TWO_PUNGS | HONOUR_PUNGS | HONOUR_PAIR,
)
@pungs_and_pair(
    DRAGONS, 2, say("pungs or kongs of dragons"), say("a pair of dragons"), shows_pair=True
)
def dragons_in_two_melds_and_eye() -> None:
    """pungs or kongs of two dragons and a pair of the third"""


@book.double(
    1,
    "Winds in three melds and the eye",
    DOUBLERS_SECTION,
    zh="小四喜",
    shared=WHEN_PATTERNS_FOR_ALL,
    of=THREE_PUNGS | HONOUR_PUNGS | HONOUR_PAIR,
)
@THREE_WINDS_AND_EYE_TEST
def winds_in_three_melds_and_eye() -> None:
    """pungs or kongs of three winds and a pair of the fourth"""


@book.double(
    2,
    "Three dragon melds",
    DOUBLERS_SECTION,
    zh="大三元",
    shared=WHEN_PATTERNS_FOR_ALL,
    of=THREE_PUNGS | HONOUR_PUNGS,
)
@BIG_DRAGONS_TEST
def three_dragon_melds() -> None:
    """pungs or kongs of all three dragons"""


@book.double(
    2,
    "Four wind melds",
    DOUBLERS_SECTION,
    zh="大四喜",
    shared=WHEN_PATTERNS_FOR_ALL,
    of=FOUR_PUNGS | HONOUR_PUNGS,
)
@BIG_FOUR_WINDS_TEST
def four_wind_melds() -> None:
    """pungs or kongs of all four winds"""


@book.double(
    1,
    "Own flower and own season",
    DOUBLERS_SECTION,
    zh="正花正季",
    when=own_bonus_option.is_("both"),
    of=BONUS,
)
def own_flower_and_season(h: Reading) -> KindMask:
    """the flower and the season of the player's own wind, both"""
    own = (1 << FIRST_FLOWER | 1 << FIRST_SEASON) << h.seat
    return own if h.bonus & own == own else 0


own_flower_and_season.requires(NEEDS_OWN_FLOWER, NEEDS_OWN_SEASON)


@own_flower_and_season.near
def _near_own_flower_and_season(h: Reading) -> str | None:
    if not h.bonus:
        return None
    own_flower, own_season = FIRST_FLOWER + h.seat, FIRST_SEASON + h.seat
    for held, wanted, others in (
        (own_flower, own_season, h.bonus & SEASONS),
        (own_season, own_flower, h.bonus & FLOWERS),
    ):
        if h.bonus >> held & 1 and others:
            other = next(bits(others))
            return _why_not_own_bonus(other, wanted, SEAT_NAMES[h.seat])
        if h.bonus >> held & 1:
            return say(
                "both are needed: {held} is there, {wanted} is missing",
                held=code(held),
                wanted=code(wanted),
            )
    return None


@book.double(
    1, "Own flower", BUZZARD_PAGE_10, zh="正花", when=own_bonus_option.is_("each"), of=BONUS
)
def own_flower(h: Reading) -> KindMask:
    """the flower of the player's own wind"""
    return h.bonus & 1 << FIRST_FLOWER + h.seat


own_flower.requires(NEEDS_OWN_FLOWER)


@own_flower.near
def _near_own_flower(h: Reading) -> str | None:
    others = h.bonus & FLOWERS
    if not others or own_flower.test(h):
        return None
    return _why_not_own_bonus(next(bits(others)), FIRST_FLOWER + h.seat, SEAT_NAMES[h.seat])


@book.double(
    1, "Own season", BUZZARD_PAGE_10, zh="正季", when=own_bonus_option.is_("each"), of=BONUS
)
def own_season(h: Reading) -> KindMask:
    """the season of the player's own wind"""
    return h.bonus & 1 << FIRST_SEASON + h.seat


own_season.requires(NEEDS_OWN_SEASON)


@own_season.near
def _near_own_season(h: Reading) -> str | None:
    others = h.bonus & SEASONS
    if not others or own_season.test(h):
        return None
    return _why_not_own_bonus(next(bits(others)), FIRST_SEASON + h.seat, SEAT_NAMES[h.seat])


@book.double(bouquet_option, "All four flowers", DOUBLERS_SECTION, zh="一台花", of=FOUR_BONUS)
@FOUR_FLOWERS_TEST
def all_flowers() -> None:
    """all four flowers"""


@book.double(bouquet_option, "All four seasons", DOUBLERS_SECTION, zh="一台季", of=FOUR_BONUS)
@FOUR_SEASONS_TEST
def all_seasons() -> None:
    """all four seasons"""


# Doublers of the winner


@book.double(1, "Worthless hand", WINNER_DOUBLERS_SECTION, zh="平和", who=WINNER, of=NO_PUNGS)
def worthless_hand(h: Reading) -> bool:
    """only chows, and an eye that is not a dragon, the prevailing or the own wind; flowers are
    allowed"""
    return is_worthless(h)


NEEDS_WORTHLESS_EYE: Requirement[Reading] = Requirement(
    lambda h: not h.pair & (DRAGONS | h.round | h.own),
    lambda h: say(
        "the eye {tile} scores points, so the hand is not worthless",
        tile=code(next(bits(h.pair))),
    ),
)
worthless_hand.requires(NEEDS_NO_PUNG, NEEDS_WORTHLESS_EYE)
scoreless_points.requires(
    Requirement(
        lambda h: not h.bonus,
        lambda h: say("{tile} scores points", tile=code(next(bits(h.bonus)))),
    ),
    NEEDS_NO_PUNG,
    NEEDS_WORTHLESS_EYE,
)


@worthless_hand.near
def _near_worthless_hand(h: Reading) -> str | None:
    return None if h.pungs else NEEDS_WORTHLESS_EYE.why_not(h)


@book.double(1, "No chows", WINNER_DOUBLERS_SECTION, zh="对对和", who=WINNER, of=NO_CHOWS)
@ALL_PUNGS_TEST
def no_chows() -> None:
    """four pungs or kongs"""


@book.double(
    concealed_doubles_option,
    "Fully concealed",
    WINNER_DOUBLERS_SECTION,
    zh="不求人",
    who=WINNER,
    of=CONCEALED,
)
@NOTHING_CLAIMED_TEST
def fully_concealed() -> None:
    """no claimed tile, the winning tile included; a kong laid onto a concealed pung is concealed"""


@book.double(1, "Only majors", WINNER_DOUBLERS_SECTION, zh="混幺九", who=WINNER, of=ONLY_MAJORS)
@ALL_MAJORS_TEST
def only_majors() -> None:
    """only winds, dragons, ones and nines"""


@book.double(
    2,
    "Only honours",
    DMJL.at("doublers"),
    zh="全字牌",
    who=WINNER,
    when=limit_hands_option.is_(False),
    of=ONLY_MAJORS,
)
@ALL_HONOURS_TEST
def only_honours() -> None:
    """only winds and dragons"""


@book.double(
    1,
    "One suit and honours",
    WINNER_DOUBLERS_SECTION,
    zh="混一色",
    who=WINNER,
    of=AT_MOST_ONE_SUIT | SOME_HONOURS,
)
def one_suit_and_honours(h: Reading) -> bool:
    """one suit and honours, both present"""
    return bool(h.kinds & HONOURS) and one_suit(h.kinds & SUITED)


one_suit_and_honours.requires(NEEDS_ONE_SUIT, NEEDS_HONOURS)


@one_suit_and_honours.near
def _near_one_suit_and_honours(h: Reading) -> str | None:
    if not h.kinds & HONOURS:
        return (
            say("there are no honours, so All one suit counts instead")
            if one_suit(h.kinds)
            else None
        )
    return _one_set_astray(h)


@book.double(
    3,
    "All one suit",
    WINNER_DOUBLERS_SECTION,
    zh="清一色",
    who=WINNER,
    of=AT_MOST_ONE_SUIT | NO_HONOURS,
)
def clear_suit(h: Reading) -> bool:
    """all one suit, no honours"""
    return not h.kinds & HONOURS and one_suit(h.kinds)


clear_suit.requires(NEEDS_NO_HONOURS, NEEDS_ONE_SUIT)


@clear_suit.near
def _near_clear_suit(h: Reading) -> str | None:
    if h.kinds & HONOURS:
        return why_not_met((NEEDS_NO_HONOURS,), h) if one_suit(h.kinds & SUITED) else None
    return _one_set_astray(h)


@book.double(
    1, "Loose tile", WINNER_DOUBLERS_SECTION, zh="杠上开花", who=WINNER, last=True, of=LUCK
)
def loose_tile(h: Reading) -> bool:
    """the winning tile is a loose tile: a kong's replacement, with a dead wall a flower's too"""
    return is_loose(h)


loose_tile.requires(NEEDS_LOOSE_TILE)


@loose_tile.near
def _near_loose_tile(h: Reading) -> str | None:
    if h.facts & FLOWER_REPLACEMENT:
        return say("with a kong box a flower is replaced from the live wall (house rule “Wall”)")
    return None


@book.double(
    1,
    "Final draw or discard",
    WINNER_DOUBLERS_SECTION,
    zh="海底河底",
    who=WINNER,
    last=True,
    of=LUCK,
)
def final_tile(h: Reading) -> FactMask:
    """the winning tile is the last that could be drawn, or the discard after it"""
    if h[final_discard_double_option]:
        return h.facts & (LAST_TILE_DRAW | LAST_DISCARD)
    return h.facts & LAST_TILE_DRAW


final_tile.requires(
    circumstance(
        LAST_TILE_DRAW | LAST_DISCARD,
        say("the winning tile was neither the last tile of the wall nor the discard after it"),
    ),
    Requirement(
        final_tile.test,
        lambda h: why_not_in_force(final_discard_double_option.is_(True)),
    ),
)


@final_tile.says
def _last_tile_alone(options: Options) -> str | None:
    if options[final_discard_double_option]:
        return None
    return say("the winning tile is the last that could be drawn")


@book.double(
    1, "Robbing the kong", WINNER_DOUBLERS_SECTION, zh="抢杠", who=WINNER, last=True, of=LUCK
)
@ROBBED_KONG_TEST
def robbing_the_kong() -> None:
    """the winning tile was robbed from another player's kong"""


@book.double(
    1,
    "Original call",
    WINNER_DOUBLERS_SECTION,
    zh="天听",
    who=WINNER,
    when=original_call_double_option.is_(True),
    of=LUCK,
)
def original_call(h: Reading) -> bool:
    """declared fishing with the first discard and won with the same thirteen tiles"""
    return bool(h.facts & ORIGINAL_CALL)


original_call.requires(
    circumstance(ORIGINAL_CALL, say("fishing was not declared with the first discard"))
)


# Limit hands


@book.special("Thirteen Orphans", LIMIT_HANDS_SECTION, zh="十三幺", of=NOT_FOUR_SETS)
@THIRTEEN_ORPHANS_TEST
def thirteen_orphans() -> None:
    """one of each wind, dragon, one and nine, and a second of one of them"""


@book.special("Nine Gates", LIMIT_HANDS_SECTION, zh="九莲宝灯", of=NOT_FOUR_SETS)
def nine_gates(h: Reading) -> bool:
    """1112345678999 of one suit and any tile of that suit, all concealed but the last"""
    return h.shape == "gates" and (h[nine_gates_option] == "any" or h.waits.bit_count() == 9)


nine_gates.requires(
    NEEDS_NO_HONOURS,
    NEEDS_ONE_SUIT,
    NEEDS_GATES,
    condition(
        lambda h: h[nine_gates_option] == "any" or h.waits.bit_count() == 9,
        say("the hand did not wait for all nine (house rule “Nine gates”)"),
    ),
)


@nine_gates.near
def _near_nine_gates(h: Reading) -> str | None:
    if h.hand.melds or not one_suit(h.kinds) or h.kinds.bit_count() != 9:
        return None
    if arrange.find_gates(h.hand.concealed) is not None:
        return say("the hand did not wait for all nine (house rule “Nine gates”)")
    return say("the hand needs three ones and three nines, and one of each number between")


@book.special("Buried Treasure", LIMIT_HANDS_SECTION, zh="坎坎和", of=FOUR_PUNGS | CONCEALED)
def buried_treasure(h: Reading) -> bool:
    """four concealed pungs or kongs and an eye, the last tile drawn too"""
    return h.hidden.bit_count() == 4 and not h.claimed


buried_treasure.requires(
    at_least(4, say("concealed pungs or kongs"), lambda h: h.hidden), NEEDS_LAST_DRAWN
)


@buried_treasure.near
def _near_buried_treasure(h: Reading) -> str | None:
    if h.pungs.bit_count() == 4 and not h.claimed_before and h.claimed:
        return say("four pungs, but the winning tile was claimed")
    return None


@book.special(
    "Fourfold Plenty",
    LIMIT_HANDS_SECTION,
    zh="十八罗汉",
    when=WHEN_REDUX_LIST,
    of=FOUR_PUNGS | SEVERAL_KONGS,
)
@FOUR_KONGS_TEST
def fourfold_plenty() -> None:
    """four kongs and an eye"""


@book.special("Heads and Tails", LIMIT_HANDS_SECTION, zh="清幺九", of=ONLY_MAJORS | NO_HONOURS)
def heads_and_tails(h: Reading) -> bool:
    """only ones and nines"""
    return not h.kinds & ~TERMINALS


heads_and_tails.requires(NEEDS_ONLY_TERMINALS)


@book.special("All Symbols", LIMIT_HANDS_SECTION, zh="字一色", of=ONLY_MAJORS)
@ALL_HONOURS_TEST
def all_symbols() -> None:
    """only winds and dragons"""


@book.special(
    "Imperial Jade",
    LIMIT_HANDS_SECTION,
    zh="绿一色",
    when=WHEN_REDUX_LIST,
    of=AT_MOST_ONE_SUIT,
)
def imperial_jade(h: Reading) -> bool:
    """only green tiles: 2, 3, 4, 6 and 8 of bamboo and the green dragon"""
    return not h.kinds & ~GREEN_KINDS


imperial_jade.requires(NEEDS_ONLY_GREEN)


@imperial_jade.near
def _near_imperial_jade(h: Reading) -> str | None:
    return (
        why_not_met((NEEDS_ONLY_GREEN,), h) if (h.kinds & ~GREEN_KINDS).bit_count() == 1 else None
    )


@book.special(
    "Wriggling Snake",
    LIMIT_HANDS_SECTION,
    zh="游蛇",
    when=WHEN_REDUX_LIST,
    of=AT_MOST_ONE_SUIT | NO_HONOURS,
)
def wriggling_snake(h: Reading) -> bool:
    """one suit: pungs or kongs of ones and nines, an eye of 2, 5 or 8, two chows of the rest"""
    if h.shape != SETS_AND_PAIR or not one_suit(h.kinds) or h.kinds.bit_count() != 9:
        return False
    suit = next(suit for suit in SUITS if h.kinds & suit)
    return h.pungs == ONES_AND_NINES[suit] and bool(h.pair & SNAKE_PAIR_TILES[suit])


wriggling_snake.requires(
    NEEDS_NO_HONOURS,
    NEEDS_ONE_SUIT,
    NEEDS_SETS_AND_PAIR,
    exactly(2, say("pungs or kongs of ones and nines"), lambda h: h.pungs & TERMINALS),
    paired(lambda h: h.pair & _ANY_SNAKE_PAIR, say("a pair of twos, fives or eights")),
)


@book.special(
    "Concealed Clear Suit",
    LIMIT_HANDS_SECTION,
    zh="门清清一色",
    when=WHEN_REDUX_LIST,
    of=AT_MOST_ONE_SUIT | NO_HONOURS | CONCEALED,
)
def concealed_clear_suit(h: Reading) -> bool:
    """all one suit, fully concealed"""
    return one_suit(h.kinds) and not h.claimed


concealed_clear_suit.requires(
    NEEDS_NO_HONOURS, NEEDS_ONE_SUIT, NEEDS_NOTHING_CLAIMED, NEEDS_LAST_DRAWN
)


@concealed_clear_suit.near
def _near_concealed_clear_suit(h: Reading) -> str | None:
    if one_suit(h.kinds) and not h.claimed_before:
        return say("all one suit, but the winning tile was claimed")
    return None


@book.special(
    "Three Great Scholars", LIMIT_HANDS_SECTION, zh="三元及第", of=THREE_PUNGS | HONOUR_PUNGS
)
def three_great_scholars(h: Reading) -> bool:
    """pungs or kongs of the three dragons, another pung or kong, and any eye"""
    return h.pungs & DRAGONS == DRAGONS and may_be_scholars(h)


def may_be_scholars(h: Reading) -> bool:
    """Test if the fourth set is a pung or kong, where it has to be."""
    return not h.chows or h[great_scholars_option] == "any_set"


three_great_scholars.requires(
    pung_of_each(DRAGONS), Requirement(may_be_scholars, lambda h: NEEDS_NO_CHOW.why_not(h))
)


@three_great_scholars.says
def _scholars_of_any_set(options: Options) -> str | None:
    if options[great_scholars_option] == "pungs":
        return None
    return say("pungs or kongs of the three dragons, any other set, and any eye")


@three_great_scholars.near
def _near_three_great_scholars(h: Reading) -> str | None:
    if h.pungs & DRAGONS == DRAGONS:
        return fourth_is_a_chow(h)
    return None


@book.special(
    "Four Blessings Hovering Over the Door",
    LIMIT_HANDS_SECTION,
    zh="四喜临门",
    when=WHEN_REDUX_LIST,
    of=FOUR_PUNGS | HONOUR_PUNGS,
)
@BIG_FOUR_WINDS_TEST
def four_blessings() -> None:
    """pungs or kongs of the four winds, and any eye"""


@book.special(
    "Three Winds and the Fourth's Eye",
    BUZZARD_PAGE_11,
    zh="三风四眼",
    when=limit_hand_list_option.is_("buzzard"),
    of=THREE_PUNGS | HONOUR_PUNGS | HONOUR_PAIR,
)
@THREE_WINDS_AND_EYE_TEST
def three_winds_and_the_fourths_eye() -> None:
    """pungs or kongs of three winds, an eye of the fourth, and any other set"""


@book.special(
    "Twofold Plenty",
    LIMIT_HANDS_SECTION,
    zh="杠上杠",
    when=WHEN_REDUX_LIST,
    of=LUCK,
)
@KONG_ON_KONG_TEST
def twofold_plenty() -> None:
    """a kong, whose loose tile makes another kong, whose loose tile wins"""


@book.special(
    "Gathering the Plum Blossom from the Roof",
    LIMIT_HANDS_SECTION,
    zh="杠上五梅花",
    when=WHEN_REDUX_LIST,
    of=LUCK,
)
def plum_blossom(h: Reading) -> bool:
    """the loose tile that wins is the 5 of dots"""
    return is_loose(h) and h.last == 1 << FIVE_DOTS


plum_blossom.requires(NEEDS_LOOSE_TILE, last_is(FIVE_DOTS))


@book.special(
    "Plucking the Moon from the Bottom of the Sea",
    LIMIT_HANDS_SECTION,
    zh="海底捞月",
    when=WHEN_REDUX_LIST,
    of=LUCK,
)
def moon_from_the_sea(h: Reading) -> bool:
    """the last tile of the wall wins, and is the 1 of dots"""
    drawn = h.facts & LAST_TILE_DRAW and h.facts & SELF_DRAW and not is_loose(h)
    return h.last == 1 << ONE_DOTS and bool(drawn)


moon_from_the_sea.requires(
    NEEDS_LAST_TILE,
    NEEDS_LAST_DRAWN,
    condition(lambda h: not is_loose(h), say("the winning tile is a loose tile")),
    last_is(ONE_DOTS),
)


@book.special(
    "Scratching a Carrying Pole",
    LIMIT_HANDS_SECTION,
    zh="抢扁担",
    when=WHEN_REDUX_LIST,
    of=LUCK,
)
def carrying_pole(h: Reading) -> bool:
    """the kong that is robbed is of the 2 of bamboo"""
    return bool(h.facts & ROBBED_KONG) and h.last == 1 << TWO_BAMBOO


carrying_pole.requires(NEEDS_ROBBED_KONG, last_is(TWO_BAMBOO))


@book.special("Heaven's Blessing", LIMIT_HANDS_SECTION, zh="天和", of=LUCK)
def heavens_blessing(h: Reading) -> bool:
    """East wins before ever discarding"""
    return bool(h.facts & HEAVENS_BLESSING)


heavens_blessing.requires(
    circumstance(HEAVENS_BLESSING, say("the win was not before East's first discard"))
)


@book.special("Earth's Blessing", LIMIT_HANDS_SECTION, zh="地和", of=LUCK)
@EARTHS_BLESSING_TEST
def earths_blessing() -> None:
    """another player wins on East's first discard"""


@book.special(
    "East's Thirteenth Consecutive Mah-jong", LIMIT_HANDS_SECTION, zh="庄家十三连和", of=LUCK
)
def thirteenth_consecutive(h: Reading) -> bool:
    """East's thirteenth mah-jong in a row, wash-outs not counted"""
    return bool(h.facts & THIRTEENTH_CONSECUTIVE)


thirteenth_consecutive.requires(
    circumstance(THIRTEENTH_CONSECUTIVE, say("the win was not East's thirteenth in a row"))
)


@thirteenth_consecutive.says
def _of_another_streak(options: Options) -> str | None:
    if options[east_streak_option] == east_streak_option.default:
        return None
    return say(
        "East's mah-jong number {number} in a row, wash-outs not counted",
        number=options[east_streak_option],
    )


@book.deal
def deal_after(hand: DealResult) -> NextDeal:
    """the deal stays after East's win, a wash-out, or another player's foul"""
    if hand.at_fault is not None:
        seat = SEAT_NAMES[hand.at_fault]
        return NextDeal(hand.at_fault != 0, say("the hand ended by {seat}'s fault", seat=seat))
    if hand.winner is None:
        return NextDeal(True, say("a wash-out: the hand is played again"))
    streak = hand.options[east_streak_option]
    filled = hand.winner == 0 and hand.east_run is not None and hand.east_run >= streak - 1
    if filled or hand.facts & THIRTEENTH_CONSECUTIVE:
        return NextDeal(False, _why_east_gives_up(streak))
    if hand.winner == 0:
        return NextDeal(True, say("East won"))
    because = say(
        "{winner} won: the winds pass on and {player} becomes East",
        winner=SEAT_NAMES[hand.winner],
        player=SEAT_NAMES[hand.next_east],
    )
    return NextDeal(False, because)


def _why_east_gives_up(streak: int) -> str:
    if streak == east_streak_option.default:
        return say("after thirteen wins in a row East gives up the deal")
    return say("after {number} wins in a row East gives up the deal", number=streak)


# What happens at the table


@book.concludes
def settle_shown_limits(settlement: Settlement) -> None:
    """Give losers who show the dragons or the winds of a limit hand the limit to settle at."""
    if not settlement[loser_limits_option] or not settlement[limit_hands_option]:
        return
    for seat, fields in settlement.player_fields.items():
        if not fields.get("limit_shown"):
            continue
        pointer = f"/players/{SEATS[seat]}/limit_shown"
        if seat in settlement.won:
            detail = say("only a player who did not win shows a limit hand; remove this")
            raise HandError(Problem(pointer, "contradiction", detail))
        hand = settlement.outcomes[seat].hand
        if hand is not None and not shows_limit_hand(
            of_sets(hand), settlement[limit_hand_list_option]
        ):
            detail = say(
                "this player's tiles have neither pungs of the three dragons nor the winds of a "
                "limit hand; remove “Shows a limit hand” or correct the tiles"
            )
            raise HandError(Problem(pointer, "contradiction", detail))
        settlement.scores[seat] = settlement.limit


def shows_limit_hand(hand: Hand, limit_hand_list: str) -> bool:
    """Test if the hand has pungs of the three dragons, or the winds of a limit hand: pungs of all
    four or, in Buzzard's list, of three and a pair of the fourth."""
    if all(hand.copies_of(kind) >= 3 for kind in bits(DRAGONS)):
        return True
    fewest, *others = sorted(hand.copies_of(kind) for kind in bits(WINDS))
    return others[0] >= 3 and fewest >= (3 if limit_hand_list == "redux" else 2)


@book.doubles_payments_of
def doubled_seat(options: Options, prevailing: int) -> int | None:
    """East, or by the wording of the text the player whose own wind prevails"""
    return 0 if options[double_payer_option] == "east" else prevailing


@book.event(REDUX.at("Infractions 2"), bars_win=True, count=MORE_ALLOWED)
def long_hand(settlement: Settlement, event: EnteredEvent) -> None:
    """held too many tiles: cannot win, scores nothing, still pays"""
    settlement.scores[event.by] = 0


@book.event(REDUX.at("Infractions 1"), bars_win=True, count=FEWER_ALLOWED)
def short_hand(settlement: Settlement, event: EnteredEvent) -> None:
    """held too few tiles: cannot win, scores and pays"""


@book.event(REDUX.at("Infractions 9"))
def withdrawn_claim(settlement: Settlement, event: EnteredEvent) -> None:
    """claimed a tile and withdrew the claim: pays 100 to whoever else wins the hand"""
    if settlement.winner is not None and settlement.winner != event.by:
        settlement.fine(event.by, settlement.winner, 100, say("withdrew a claim"))


@book.event(REDUX.at("Infractions 10"), bars_win=True)
def foul_hand(settlement: Settlement, event: EnteredEvent) -> None:
    """exposed tiles wrongly: cannot win, plays on, scores and pays"""


@book.event(REDUX.at("Infractions 11A"), bars_win=True, count=ANY_COUNT)
def false_mahjong(settlement: Settlement, event: EnteredEvent) -> None:
    """declared a wrong mah-jong and exposed it, or with a long, short or foul hand: the hand is
    over; pays half the limit to each other player; East pays and receives double"""
    if settlement.ended_by is None:
        settlement.end_hand(event.by)
        fine_for_false_mahjong(settlement, event.by, say("false mah-jong"))


def fine_for_false_mahjong(settlement: Settlement, by: int, because: str) -> None:
    """Let who is at fault pay the other players for a false mah-jong, as the table plays it."""
    cost, others = settlement[false_mahjong_option], len(settlement.others(by))
    if cost == "half_limit":
        settlement.fine_to_each(by, settlement.limit // 2, because, doubling=True)
    elif cost == "shared_300":
        settlement.fine_to_each(by, 300 // others, because, doubling=False)
        settlement.note_result(
            say("{because}: the hand is over; pays 300, an equal part to each", because=because)
        )
    else:
        settlement.fine_to_each(by, 2 * settlement.limit, because, doubling=False)
        settlement.note_result(
            say("{because}: the hand is over; pays twice the limit to each", because=because)
        )


@book.event(REDUX.at("Infractions 6B"), types.MisnamedDiscard)
def misnamed_discard(settlement: Settlement, event: EnteredEvent) -> None:
    """misnamed a discard, which led to a false mah-jong: the hand is over, and its penalty is due;
    when it led to none, no points move"""
    for_mahjong, claimed = event.values["for_mahjong"], event.values["claimed"]
    if for_mahjong and claimed is not None:
        detail = say(
            "a misnamed discard led to a false mah-jong or was claimed "
            "for a set, not both: leave out one"
        )
        raise HandError(Problem("/claimed", "contradiction", detail))
    if for_mahjong or (for_mahjong is None and claimed is None):
        settlement.end_hand(event.by)
        because = say("misnamed a discard that led to a false mah-jong")
        fine_for_false_mahjong(settlement, event.by, because)
    elif claimed is not None and settlement[misnamed_set_option] == "dmjl":
        if event.to is None:
            detail = say("enter the seat that claimed the discard")
            raise HandError(Problem("/to", "required", detail))
        amount = 50 if claimed == "chow" else 100
        because = say("misnamed a discard that was claimed for a set")
        settlement.fine(event.by, event.to, amount, because)
        settlement.note_result(say("{because}: pays {amount}", because=because, amount=amount))


@book.event(REDUX.at("Insurances 14"), types.HelpedScoring)
def helped_scoring(settlement: Settlement, event: EnteredEvent) -> None:
    """pointed out to another player points that they had not counted: pays what each other
    player loses by it"""
    if event.to is None:
        raise HandError(Problem("/to", "required", say("enter the seat that was helped")))
    if event.values["counted"] is None:
        detail = say("enter the score that the player had counted")
        raise HandError(Problem("/counted", "required", detail))
    settlement.add_helped_scoring(event.by, event.to, event.values["counted"])


@book.event(
    REDUX.at("Insurances 15"),
    types.LettingOffCannon,
    needs_winner=True,
    called=say("letting off a cannon"),
)
def letting_off_cannon(settlement: Settlement, event: EnteredEvent) -> None:
    """a dangerous discard let another player win: pays the winner for all losers, who do not settle
    with each other; of two who did so the later one pays"""
    at_the_end = event.values["few_left"] or settlement.facts & (LAST_TILE_DRAW | LAST_DISCARD)
    if (
        settlement.hand is not None
        and not at_the_end
        and not big_hand_let_off(of_sets(settlement.hand))
    ):
        raise HandError(no_danger_problem(BIG_HANDS_MEANING))
    pay_for_the_cannon(settlement, event)


def start_points(options: Options, players: int) -> int:
    """Return what each player starts with, however many play: one share of the sticks."""
    return sum(value * each for value, each in book.session.sticks)


book.session = book.session._replace(start_points=start_points)


def _why_not_own_bonus(other: int, wanted: int, seat: str) -> str:
    """Says whose flower or season it is that lies beside the player's own season or flower."""
    values = {
        "tile": code(other),
        "whose": SEAT_NAMES[(other - FIRST_FLOWER) % 4],
        "seat": seat,
        "wanted": code(wanted),
    }
    if SEASONS >> other & 1:
        return say("{tile} is {whose}'s season; {seat}'s own season is {wanted}", **values)
    return say("{tile} is {whose}'s flower; {seat}'s own flower is {wanted}", **values)


def _one_set_astray(h: Reading) -> str | None:
    """Says so when all suit tiles but one pung, chow or pair are of one suit."""
    if how_many_suits(h.kinds) != 2:
        return None
    for suit in SUITS:
        pungs = h.pungs & SUITED & ~suit
        chows = [start for start in h.chows if not suit >> start & 1]
        pair = h.pair & SUITED & ~suit
        if h.kinds & suit and pungs.bit_count() + len(chows) + pair.bit_count() == 1:
            astray = chows[0] if chows else next(bits(pungs | pair))
            if pair:
                return say("the eye is of another suit, {tile}", tile=code(astray))
            return say("one set is of another suit, the one with {tile}", tile=code(astray))
    return None
