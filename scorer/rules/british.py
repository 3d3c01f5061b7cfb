"""British: points, doubles and the nineteen special hands, in the order of the guide.

The text is the u3a “Beginners Guide to Mahjong”, which follows the British Mahjong Association
(BMJA). Preset ``u3a`` is the guide as it is written; ``bmja`` what BMJA tables do where it is
silent or simpler. Add a house rule by declaring it here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scorer.engine.any_hand import of_sets
from scorer.engine.arrange import (
    GATES_SHAPE,
    KNITTED_PAIRS_SHAPE,
    KNITTED_TRIPLES_SHAPE,
    ORPHANS_SHAPE,
    PAIRS_OF_MAJORS_SHAPE,
    SETS_AND_PAIR,
    SNAKE_SHAPE,
)
from scorer.engine.hand import (
    DISCARD,
    FEWER_ALLOWED,
    FLOWER_REPLACEMENT,
    HEAVENS_BLESSING,
    KONG_ON_KONG,
    KONG_REPLACEMENT,
    LAST_TILE_DRAW,
    MORE_ALLOWED,
    ORIGINAL_CALL,
    FactMask,
    Hand,
)
from scorer.engine.tiles import (
    DRAGONS,
    FIRST_FLOWER,
    FIRST_SEASON,
    FIVE_DOTS,
    FLOWERS,
    GREEN_KINDS,
    HONOURS,
    JOKER,
    ONE_DOTS,
    SEASONS,
    SUITED,
    TERMINALS,
    TWO_BAMBOO,
    KindMask,
    bits,
    code,
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
    HONOUR_PUNGS,
    LUCK,
    NO_CHOWS,
    NO_HONOURS,
    NOT_FOUR_SETS,
    ONLY_MAJORS,
    SEVERAL_KONGS,
)
from scorer.grammar.points.book import PointsBook
from scorer.grammar.points.rule import BESIDE_SPECIAL_SCOPE, LOSER, SPECIAL_SCOPE, WINNER
from scorer.grammar.reading import IN_PUNG, Reading
from scorer.grammar.requirements import (
    NEEDS_LAST_DRAWN,
    NEEDS_NO_CHOW,
    NEEDS_NO_HONOURS,
    NEEDS_NOTHING_CLAIMED,
    NEEDS_ONE_SUIT,
    NEEDS_ONLY_GREEN,
    NEEDS_ONLY_HONOURS,
    NEEDS_ONLY_MAJORS,
    NEEDS_ONLY_TERMINALS,
    NEEDS_OWN_FLOWER,
    NEEDS_OWN_SEASON,
    NEEDS_SETS_AND_PAIR,
    Requirement,
    circumstance,
    condition,
    fourth_is_a_chow,
    last_is,
    lasting_condition,
    pung_of_each,
    why_not_met,
)
from scorer.grammar.special.house import special_hands_option
from scorer.languages.speech import say, say_many
from scorer.rulebook.book import DealResult, NextDeal, Options
from scorer.rulebook.circumstances import no_bonus_tile, no_kong
from scorer.rulebook.session_rules import SessionRules
from scorer.rulebook.settlement import EnteredEvent, Settlement
from scorer.rulebook.table_rules import TableRules
from scorer.rulebook.tile_set import TileSet
from scorer.rules.shared.cannon import (
    DANGERS_MEANING,
    dangerous,
    no_danger_problem,
    pay_for_the_cannon,
)
from scorer.rules.shared.circumstances import (
    KONG_BOX_CLASHES,
    declare_earths_blessing,
    declare_last_tiles,
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
    BIG_FOUR_WINDS_TEST,
    EARTHS_BLESSING_TEST,
    FOUR_FLOWERS_TEST,
    FOUR_KONGS_TEST,
    FOUR_SEASONS_TEST,
    KONG_ON_KONG_TEST,
    LAST_DISCARD_TEST,
    LAST_TILE_TEST,
    NEEDS_GATES,
    NEEDS_LAST_TILE,
    NOTHING_CLAIMED_TEST,
    ROBBED_KONG_TEST,
    SELF_DRAWN_TEST,
    THIRTEEN_ORPHANS_TEST,
)
from scorer.rules.shared.set_points import declare_melds_that_double, declare_set_points
from scorer.rules.shared.texts import U3A_GUIDE
from scorer.types import british as types
from scorer.types.terms import SEAT_NAMES

POINTS_SECTION = U3A_GUIDE.at("Scoring")
DOUBLES_SECTION = U3A_GUIDE.at("Scoring, doubling, all players")
WINNER_DOUBLES_SECTION = U3A_GUIDE.at("Scoring, doubling, mahjong called")
SPECIAL_HANDS_SECTION = U3A_GUIDE.at("Special Hands (BMJA)")
INTRODUCTION_SECTION = U3A_GUIDE.at("Introducing Special Hands")
PENALTIES_SECTION = U3A_GUIDE.at("Penalties (BMJA)")

HALF_LIMIT = Fraction(1, 2)


def mahjong(h: Reading) -> bool:
    """Four sets and a pair with no more chows than the table allows, or a special hand's shape."""
    if h.shape == SETS_AND_PAIR:
        return len(h.chows) <= chows_allowed(h)
    if h.shape == "gates":
        return may_end_gates(h)
    return h.shape != "snake" or not h.claimed


def chows_allowed(h: Reading) -> int:
    """How many chows an ordinary hand may have."""
    return most_chows(h.options)


def most_chows(options: Options) -> int:
    """How many chows an ordinary hand may have; none in a goulash."""
    return 0 if options[goulash_option] else options[max_chows_option]


book = PointsBook(
    "british",
    "British",
    summary=(
        "At most one chow; points times doubles; nineteen special hands, fourteen of them worth "
        "fishing for."
    ),
    version="2",
    sources=(U3A_GUIDE,),
    shapes=(
        PAIRS_OF_MAJORS_SHAPE,
        KNITTED_PAIRS_SHAPE,
        KNITTED_TRIPLES_SHAPE,
        GATES_SHAPE,
        SNAKE_SHAPE,
        ORPHANS_SHAPE,
    ),
    claimed_kongs_count_as_concealed=False,
    mahjong=mahjong,
)
book.integer("limit", 1000, least=100, most=10000, meaning="the most that a hand can score")
max_chows_option = book.integer(
    "max_chows", 1, least=0, most=4, meaning="how many chows an ordinary hand may have"
)
goulash_option = book.choice(
    "goulash",
    None,
    "blanks",
    "two_bamboo",
    meaning="a goulash after a drawn hand: no chows, and four blanks or the four 2b are wild (J)",
)
east_doubles_option = book.choice(
    "east_doubles",
    "own_win",
    "payments",
    meaning="East's win is a double in the score, or every payment to or from East is doubled",
)
east_keeps_option = book.choice(
    "east_keeps", 3, "unlimited", meaning="how many wins in a row East may keep the deal with"
)
scholars_option = book.choice(
    "scholars",
    "one_suit",
    "any",
    meaning="Three Great Scholars: the fourth set and the pair must be of one suit, or may be any",
)
special_cap_option = book.boolean(
    "special_cap", False, meaning="a special hand with its flowers scores no more than the limit"
)
exposed_special_option = book.choice(
    "exposed_special",
    "table",
    "best",
    "full",
    meaning="an exposed special hand scores half the limit as in the guide's table, the ordinary "
    "count where that is higher, or the full limit as if it were concealed",
)
last_claim_option = book.choice(
    "last_claim",
    "exposes",
    "concealed",
    meaning="a pung made with a claimed last tile makes a special hand exposed, or leaves it "
    "concealed",
)
purity_option = book.choice(
    "purity",
    "always_three",
    "with_doubles",
    meaning="Purity is always three doubles in all, or adds three to the other doubles of the hand",
)
gates_claim_option = book.choice(
    "gates_claim",
    "any",
    "pung",
    meaning="The Gates of Heaven may claim any last tile, or only one that makes the pung of ones "
    "or of nines",
)
blessing_after_flower_option = book.boolean(
    "blessing_after_flower",
    False,
    meaning="Heaven's Blessing also counts if a dealt flower or season was replaced",
)
fishing_option = book.choice(
    "fishing",
    "granted",
    "declared",
    meaning="a loser who was one tile short scores for fishing, or only one who had declared it",
)
book.option(special_hands_option)

book.tiles = TileSet(
    most_chows=most_chows,
    wild_under=(goulash_option.is_("blanks"), goulash_option.is_("two_bamboo")),
)
book.table = TableRules(
    fifth="rests", round_wind_sits=True, fishing_told_under=(fishing_option.is_("declared"),)
)
book.session = SessionRules(sticks=((10, 10), (100, 9), (500, 2), (1000, 1)), counts_east_wins=True)


@book.refuses
def refusal(hand: Hand, readings: Sequence[Reading], options: Options) -> Problem:
    """A last tile that may not be claimed, too many chows, or no mahjong at all"""
    if any(h.shape == "gates" for h in readings):
        detail = say(
            "the last tile of The Gates of Heaven may be claimed only where it makes the pung of "
            "ones or of nines (house rule “Gates claim”)"
        )
        return Problem("/hand", "not_winning", detail)
    chows = [len(h.chows) for h in readings if h.shape == SETS_AND_PAIR]
    if chows and options[goulash_option]:
        detail = say("a goulash has chows only in special hands")
        return Problem("/hand", "too_many_chows", detail)
    if chows:
        detail = say_many(
            "one chow; an ordinary hand may have {allowed} (house rule “Max chows”)",
            "{number} chows; an ordinary hand may have {allowed} (house rule “Max chows”)",
            min(chows),
            allowed=options[max_chows_option],
        )
        return Problem("/hand", "too_many_chows", detail)
    if any(h.shape == "snake" for h in readings):
        detail = say("the last tile of The Wriggling Snake must be drawn; this one was claimed")
        return Problem("/hand", "not_winning", detail)
    detail = say("the tiles form no mahjong: neither four sets and a pair nor a special hand")
    if options[goulash_option]:
        detail = say(
            "the tiles form no mahjong: neither four sets and a pair nor a special hand; in a "
            "goulash the four sets are pungs and kongs"
        )
    fifths = [code(kind) for kind in bits(hand.fours & hand.kinds)] if hand.jokers else []
    if fifths:
        detail = say(
            "the tiles form no mahjong; the hand shows four {tile}, and a wild tile never stands "
            "for a fifth",
            tile=fifths[0],
        )
    return Problem("/hand", "not_winning", detail)


@book.wild_tiles
def wild_tile(options: Options) -> int | None:
    """In a goulash the four blanks, or the four 2 of bamboo"""
    return {None: None, "blanks": JOKER, "two_bamboo": TWO_BAMBOO}[options[goulash_option]]


@book.caps_specials
def special_cap(options: Options) -> bool:
    """Where the table says so"""
    return options[special_cap_option]


@book.fixes_specials
def special_value(options: Options) -> bool:
    """Unless the table takes the ordinary count where it is higher"""
    return options[exposed_special_option] != "best"


@book.exposes_specials
def is_exposed(h: Reading) -> bool:
    """A set was claimed, or the last tile for a pung; the pair is no set"""
    if h[exposed_special_option] == "full":
        return False
    if h.claimed_before:
        return True
    return h.claimed and h.last_place == IN_PUNG and h[last_claim_option] == "exposes"


book.preset("u3a", "the guide as it is written", title="The u3a guide", default=True)
book.preset(
    "bmja",
    "what BMJA tables do: East pays and receives double, the limit holds for special hands too",
    title="BMJA tables",
    east_doubles="payments",
    scholars="any",
    special_cap=True,
)

declare_last_tiles(book)
declare_replacements(book, "won on the tile drawn from the kong box after a kong", KONG_BOX_CLASHES)
book.circumstance(
    "heavens_blessing",
    "East won with the tiles dealt",
    by=DEALT_WIN,
    seats=ONLY_EAST,
    needs=[
        NOTHING_CLAIMED_YET,
        no_kong(
            say("heaven's blessing is a win with the 14 tiles dealt, so no kong comes before it")
        ),
        no_bonus_tile(
            say(
                "heaven's blessing is a win with the 14 tiles dealt, and a flower's replacement"
                " is not one of them (house rule “Blessing after flower”)"
            ),
            when=blessing_after_flower_option.is_(False),
        ),
    ],
    clashes=DEALT_HAND_CLASHES,
)
declare_earths_blessing(book)
book.circumstance(
    "original_call",
    "was fishing after the first discard",
    needs=[ONLY_KONGS_CLAIMED],
)


NEEDS_EAST = Requirement[Reading](
    lambda h: h.seat == 0,
    lambda h: say("the player is {seat}, not East", seat=SEAT_NAMES[h.seat]),
)
INCLUDED_SENTENCE = say("it is included in the two doubles of the full set")
NEEDS_KONG_BOX = Requirement[Reading](
    lambda h: h.facts & (KONG_REPLACEMENT | FLOWER_REPLACEMENT | KONG_ON_KONG),
    lambda h: say("the winning tile does not come from the kong box"),
)

# Points

declare_set_points(book, POINTS_SECTION, flowers=BESIDE_SPECIAL_SCOPE)


@book.points(20, "Mahjong", POINTS_SECTION, zh="和牌", who=WINNER)
def mah_jong(h: Reading) -> bool:
    """going mahjong with an ordinary hand"""
    return True


@book.points(2, "Last tile drawn", POINTS_SECTION, zh="自摸", who=WINNER, last=True, of=DRAWN)
@SELF_DRAWN_TEST
def drawn_from_the_wall() -> None:
    """the final tile was drawn from the wall or the kong box, not claimed"""


# Doubles of every player

# Melds of dragons, of the own wind and of the prevailing wind.
declare_melds_that_double(book, DOUBLES_SECTION)


@book.double(1, "Own flower", DOUBLES_SECTION, zh="正花", scope=BESIDE_SPECIAL_SCOPE, of=BONUS)
def own_flower(h: Reading) -> KindMask:
    """the flower of the player's own wind: 1 East, 2 South, 3 West, 4 North"""
    own = 1 << FIRST_FLOWER + h.seat
    return h.bonus & own if h.bonus & FLOWERS != FLOWERS else 0


own_flower.requires(
    NEEDS_OWN_FLOWER, condition(lambda h: h.bonus & FLOWERS != FLOWERS, INCLUDED_SENTENCE)
)


@own_flower.near
def _near_own_flower(h: Reading) -> str | None:
    return _why_not_own_bonus(h.bonus & FLOWERS, FLOWERS, FIRST_FLOWER + h.seat)


@book.double(1, "Own season", DOUBLES_SECTION, zh="正季", scope=BESIDE_SPECIAL_SCOPE, of=BONUS)
def own_season(h: Reading) -> KindMask:
    """the season of the player's own wind: 1 East, 2 South, 3 West, 4 North"""
    own = 1 << FIRST_SEASON + h.seat
    return h.bonus & own if h.bonus & SEASONS != SEASONS else 0


own_season.requires(
    NEEDS_OWN_SEASON, condition(lambda h: h.bonus & SEASONS != SEASONS, INCLUDED_SENTENCE)
)


@own_season.near
def _near_own_season(h: Reading) -> str | None:
    return _why_not_own_bonus(h.bonus & SEASONS, SEASONS, FIRST_SEASON + h.seat)


@book.double(
    2, "Bouquet of flowers", DOUBLES_SECTION, zh="一台花", scope=BESIDE_SPECIAL_SCOPE, of=FOUR_BONUS
)
@FOUR_FLOWERS_TEST
def all_flowers() -> None:
    """all four flowers, own flower included"""


@book.double(
    2, "Bouquet of seasons", DOUBLES_SECTION, zh="一台季", scope=BESIDE_SPECIAL_SCOPE, of=FOUR_BONUS
)
@FOUR_SEASONS_TEST
def all_seasons() -> None:
    """all four seasons, own season included"""


# Doubles of the winner


@book.double(1, "Clean", WINNER_DOUBLES_SECTION, zh="一色", who=WINNER, of=AT_MOST_ONE_SUIT)
def clean(h: Reading) -> bool:
    """all of one suit, with or without winds and dragons; four pungs of one suit are Purity"""
    return one_suit(h.kinds & SUITED) and not is_purity(h)


clean.requires(
    NEEDS_ONE_SUIT,
    condition(lambda h: not is_purity(h), say("four pungs and a pair of one suit are Purity")),
)


@book.double(1, "No chows", WINNER_DOUBLES_SECTION, zh="对对和", who=WINNER, of=NO_CHOWS)
def no_chows(h: Reading) -> bool:
    """no chows, in a hand that might have had one"""
    return not h.chows and not is_purity(h) and bool(chows_allowed(h))


no_chows.requires(
    NEEDS_NO_CHOW,
    condition(
        lambda h: not is_purity(h),
        say("Purity never has chows, so it gets no double for having no chows"),
    ),
    condition(
        chows_allowed, say("this hand never has chows, so it gets no double for having none")
    ),
)


@no_chows.near
def _near_no_chows(h: Reading) -> str | None:
    return why_not_met(no_chows.requirements, h)


@book.double(1, "All concealed", WINNER_DOUBLES_SECTION, zh="不求人", who=WINNER, of=CONCEALED)
@NOTHING_CLAIMED_TEST
def all_concealed() -> None:
    """nothing claimed, the last tile and the pair included"""


@book.double(1, "All majors", WINNER_DOUBLES_SECTION, zh="混幺九", who=WINNER, of=ONLY_MAJORS)
@ALL_MAJORS_TEST
def all_majors() -> None:
    """only ones, nines, winds and dragons"""


@book.double(
    1,
    "East wins",
    WINNER_DOUBLES_SECTION,
    zh="庄家和牌",
    who=WINNER,
    when=east_doubles_option.is_("own_win"),
)
def east_wins(h: Reading) -> bool:
    """East goes mahjong"""
    return h.seat == 0


east_wins.requires(NEEDS_EAST)


@book.double(
    1,
    "Last tile of the wall",
    WINNER_DOUBLES_SECTION,
    zh="海底自摸",
    who=WINNER,
    last=True,
    of=LUCK,
)
@LAST_TILE_TEST
def last_tile_from_the_wall() -> None:
    """won with the last tile from the wall"""


@book.double(
    1, "Final discard", WINNER_DOUBLES_SECTION, zh="河底捞鱼", who=WINNER, last=True, of=LUCK
)
@LAST_DISCARD_TEST
def final_discard() -> None:
    """won with the discard after the wall's last tile"""


@book.double(
    1,
    "Tile from the kong box",
    WINNER_DOUBLES_SECTION,
    zh="杠上开花",
    who=WINNER,
    last=True,
    of=LUCK,
)
def kong_box_tile(h: Reading) -> FactMask:
    """won with a tile from the kong box, after a kong, flower or season"""
    return h.facts & (KONG_REPLACEMENT | FLOWER_REPLACEMENT | KONG_ON_KONG)


kong_box_tile.requires(NEEDS_KONG_BOX)


@book.double(
    1, "Robbing the kong", WINNER_DOUBLES_SECTION, zh="抢杠", who=WINNER, last=True, of=LUCK
)
@ROBBED_KONG_TEST
def robbing_the_kong() -> None:
    """won with a tile with which another player was making a kong"""


@book.double(1, "Original call", WINNER_DOUBLES_SECTION, zh="天听", who=WINNER, of=LUCK)
def original_call(h: Reading) -> bool:
    """fishing after the first discard"""
    return bool(h.facts & ORIGINAL_CALL)


original_call.requires(
    circumstance(ORIGINAL_CALL, say("fishing was not declared after the first discard"))
)


# Special hands


@book.double(
    3,
    "Purity",
    SPECIAL_HANDS_SECTION,
    zh="清对",
    who=WINNER,
    alone=purity_option.is_("always_three"),
    in_place_of=clean,
    of=FOUR_PUNGS | AT_MOST_ONE_SUIT | NO_HONOURS,
)
def purity(h: Reading) -> bool:
    """four pungs or kongs and a pair of one suit, no honours: doubled three times"""
    return is_purity(h)


purity.requires(NEEDS_NO_HONOURS, NEEDS_ONE_SUIT, NEEDS_SETS_AND_PAIR, NEEDS_NO_CHOW)


@book.double(
    3,
    "Fishing for Purity",
    SPECIAL_HANDS_SECTION,
    zh="听清对",
    who=LOSER,
    alone=purity_option.is_("always_three"),
    of=AT_MOST_ONE_SUIT | NO_HONOURS,
)
def purity_fishing(h: Reading) -> bool:
    """one tile short of Purity: doubled three times as well"""
    return one_suit(h.kinds) and any(is_purity(completed) for completed in h.completed_readings())


purity_fishing.requires(
    NEEDS_NO_HONOURS,
    NEEDS_ONE_SUIT,
    condition(
        lambda h: any(is_purity(completed) for completed in h.completed_readings()),
        say("the hand was not one tile short of Purity"),
    ),
)


@book.double(
    1,
    "East wins with a special hand",
    INTRODUCTION_SECTION + ", 7",
    zh="庄家特殊牌型",
    who=WINNER,
    scope=SPECIAL_SCOPE,
    when=east_doubles_option.is_("own_win"),
    in_place_of=east_wins,
)
def east_wins_special(h: Reading) -> bool:
    """East goes mahjong with a special hand: the whole score is doubled"""
    return h.seat == 0


east_wins_special.requires(NEEDS_EAST)


@book.special(
    "All Pair Honours",
    SPECIAL_HANDS_SECTION,
    zh="幺九七对",
    worth=HALF_LIMIT,
    fishing=True,
    of=NOT_FOUR_SETS,
)
def all_pair_honours(h: Reading) -> bool:
    """seven pairs of ones, nines, winds and dragons; only the last tile may be claimed"""
    return h.shape == "seven pairs"


all_pair_honours.requires(
    NEEDS_ONLY_MAJORS,
    condition(lambda h: h.shape == "seven pairs", say("the tiles are not seven pairs")),
)


@book.special(
    "Knitting",
    SPECIAL_HANDS_SECTION,
    zh="两色编织",
    worth=HALF_LIMIT,
    fishing=True,
    of=NOT_FOUR_SETS,
)
def knitting(h: Reading) -> bool:
    """seven pairs, each of one number in the same two suits; only the last tile may be claimed"""
    return h.shape == "knitted pairs"


knitting.requires(
    NEEDS_NO_HONOURS,
    condition(
        lambda h: h.shape == "knitted pairs",
        say("the tiles are not seven pairs of one number in the same two suits"),
    ),
)


@book.special(
    "Triple Knitting",
    SPECIAL_HANDS_SECTION,
    zh="三色编织",
    worth=HALF_LIMIT,
    fishing=True,
    of=NOT_FOUR_SETS,
)
def triple_knitting(h: Reading) -> bool:
    """four triples of one number in all three suits and a pair of one number in two suits; only
    the last tile may be claimed"""
    return h.shape == "knitted triples"


triple_knitting.requires(
    NEEDS_NO_HONOURS,
    condition(
        lambda h: h.shape == "knitted triples",
        say("the tiles are not four triples of one number in all suits and such a pair"),
    ),
)


@book.special(
    "Buried Treasure",
    SPECIAL_HANDS_SECTION,
    zh="坎坎和",
    fishing=True,
    of=FOUR_PUNGS | CONCEALED | AT_MOST_ONE_SUIT,
)
def buried_treasure(h: Reading) -> bool:
    """four concealed pungs, no kongs, and a pair, of one suit and honours; every tile drawn"""
    if not four_pungs(h) or h.kongs or h.claimed:
        return False
    return one_suit(h.kinds & SUITED)


buried_treasure.requires(
    NEEDS_SETS_AND_PAIR,
    NEEDS_NO_CHOW,
    NEEDS_ONE_SUIT,
    lasting_condition(lambda h: not h.kongs, lambda h: say("the hand needs pungs, not kongs")),
    NEEDS_NOTHING_CLAIMED,
    NEEDS_LAST_DRAWN,
)


@buried_treasure.near
def _near_buried_treasure(h: Reading) -> str | None:
    if not four_pungs(h) or not one_suit(h.kinds & SUITED) or h.claimed_before:
        return None
    return (
        say("the hand needs pungs, not kongs")
        if h.kongs
        else say("the winning tile was claimed, not drawn")
    )


@book.special(
    "The Gates of Heaven", SPECIAL_HANDS_SECTION, zh="九莲宝灯", fishing=True, of=NOT_FOUR_SETS
)
def gates_of_heaven(h: Reading) -> bool:
    """three ones, three nines, 2 to 8 and one more of one suit; only the last may be claimed"""
    return h.shape == "gates" and may_end_gates(h)


gates_of_heaven.requires(
    NEEDS_NO_HONOURS,
    NEEDS_ONE_SUIT,
    NEEDS_GATES,
)


@book.special(
    "The Wriggling Snake", SPECIAL_HANDS_SECTION, zh="游蛇", fishing=True, of=NOT_FOUR_SETS
)
def wriggling_snake(h: Reading) -> bool:
    """a pair of ones and 2 to 9 of one suit with one of each wind; every tile drawn"""
    return h.shape == "snake" and h.mahjong


wriggling_snake.requires(
    NEEDS_ONE_SUIT,
    condition(
        lambda h: h.shape == "snake",
        say("the hand needs one of each wind, a pair of ones, and 2 to 9 of their suit"),
    ),
    NEEDS_LAST_DRAWN,
)


@book.special(
    "The 13 Unique Wonders", SPECIAL_HANDS_SECTION, zh="十三幺", fishing=True, of=NOT_FOUR_SETS
)
@THIRTEEN_ORPHANS_TEST
def thirteen_unique_wonders() -> None:
    """one of each one, nine, wind and dragon, and a second of one; only the last may be claimed"""


@book.special(
    "Imperial Jade",
    SPECIAL_HANDS_SECTION,
    zh="绿一色",
    exposed=HALF_LIMIT,
    fishing=True,
    of=FOUR_PUNGS | AT_MOST_ONE_SUIT,
)
def imperial_jade(h: Reading) -> bool:
    """four pungs or kongs and a pair of green tiles: 2, 3, 4, 6, 8 of bamboo, green dragon"""
    return four_pungs(h) and not h.kinds & ~GREEN_KINDS


imperial_jade.requires(NEEDS_ONLY_GREEN, NEEDS_SETS_AND_PAIR, NEEDS_NO_CHOW)


@imperial_jade.near
def _near_imperial_jade(h: Reading) -> str | None:
    if not h.kinds & ~GREEN_KINDS and h.chows:
        return fourth_is_a_chow(h)
    near = four_pungs(h) and (h.kinds & ~GREEN_KINDS).bit_count() == 1
    return why_not_met((NEEDS_ONLY_GREEN,), h) if near else None


@book.special(
    "Heads & Tails",
    SPECIAL_HANDS_SECTION,
    zh="清幺九",
    exposed=HALF_LIMIT,
    fishing=True,
    of=FOUR_PUNGS | ONLY_MAJORS | NO_HONOURS,
)
def heads_and_tails(h: Reading) -> bool:
    """four pungs or kongs and a pair of ones and nines"""
    return four_pungs(h) and not h.kinds & ~TERMINALS


heads_and_tails.requires(NEEDS_ONLY_TERMINALS, NEEDS_SETS_AND_PAIR, NEEDS_NO_CHOW)


@heads_and_tails.near
def _near_heads_and_tails(h: Reading) -> str | None:
    near = four_pungs(h) and (h.kinds & ~TERMINALS).bit_count() == 1
    return why_not_met((NEEDS_ONLY_TERMINALS,), h) if near else None


@book.special(
    "Three Great Scholars",
    SPECIAL_HANDS_SECTION,
    zh="三元及第",
    exposed=HALF_LIMIT,
    fishing=True,
    of=FOUR_PUNGS | HONOUR_PUNGS,
)
def three_great_scholars(h: Reading) -> bool:
    """pungs or kongs of all three dragons, another pung or kong and a pair in one suit"""
    if not four_pungs(h) or h.pungs & DRAGONS != DRAGONS:
        return False
    return h[scholars_option] == "any" or one_suit(h.kinds & ~DRAGONS)


def may_be_scholars(h: Reading, sets: int) -> bool:
    """Test if what is known beside the dragons can still be of one suit, where it has to be."""
    rest = h.kinds & ~DRAGONS
    return h[scholars_option] == "any" or not rest or one_suit(rest)


three_great_scholars.requires(
    pung_of_each(DRAGONS),
    NEEDS_SETS_AND_PAIR,
    NEEDS_NO_CHOW,
    Requirement(
        lambda h: h[scholars_option] == "any" or one_suit(h.kinds & ~DRAGONS),
        lambda h: say("the fourth set and the pair are not of one suit (house rule “Scholars”)"),
        may_be_scholars,
    ),
)


@three_great_scholars.near
def _near_three_great_scholars(h: Reading) -> str | None:
    if h.pungs & DRAGONS != DRAGONS:
        return None
    if h.chows:
        return fourth_is_a_chow(h)
    return say("the fourth set and the pair are not of one suit (house rule “Scholars”)")


@book.special(
    "All Winds and Dragons",
    SPECIAL_HANDS_SECTION,
    zh="字一色",
    exposed=HALF_LIMIT,
    fishing=True,
    of=FOUR_PUNGS | ONLY_MAJORS,
)
def all_winds_and_dragons(h: Reading) -> bool:
    """four pungs or kongs and a pair of winds and dragons"""
    return four_pungs(h) and not h.kinds & ~HONOURS


all_winds_and_dragons.requires(NEEDS_ONLY_HONOURS, NEEDS_SETS_AND_PAIR, NEEDS_NO_CHOW)


@all_winds_and_dragons.near
def _near_all_winds_and_dragons(h: Reading) -> str | None:
    near = four_pungs(h) and (h.kinds & ~HONOURS).bit_count() == 1
    return why_not_met((NEEDS_ONLY_HONOURS,), h) if near else None


@book.special(
    "Four Blessings Hovering Over the Door",
    SPECIAL_HANDS_SECTION,
    zh="四喜临门",
    exposed=HALF_LIMIT,
    fishing=True,
    of=FOUR_PUNGS | HONOUR_PUNGS,
)
@BIG_FOUR_WINDS_TEST
def four_blessings() -> None:
    """pungs or kongs of each of the four winds and any pair"""


@book.special(
    "Fourfold Plenty",
    SPECIAL_HANDS_SECTION,
    zh="十八罗汉",
    exposed=HALF_LIMIT,
    fishing=True,
    of=FOUR_PUNGS | SEVERAL_KONGS,
)
@FOUR_KONGS_TEST
def fourfold_plenty() -> None:
    """four kongs and a pair"""


@book.special("Heaven's Blessing", SPECIAL_HANDS_SECTION, zh="天和", of=LUCK)
def heavens_blessing(h: Reading) -> bool:
    """East goes mahjong with the tiles dealt"""
    return h.mahjong and bool(h.facts & HEAVENS_BLESSING)


heavens_blessing.requires(
    circumstance(HEAVENS_BLESSING, say("the win was not with the tiles dealt to East"))
)


@book.special("Earth's Blessing", SPECIAL_HANDS_SECTION, zh="地和", of=LUCK)
@EARTHS_BLESSING_TEST
def earths_blessing() -> None:
    """another player goes mahjong with East's first discard"""


@book.special(
    "Gathering the Plum Blossom from the Roof", SPECIAL_HANDS_SECTION, zh="杠上五梅花", of=LUCK
)
def plum_blossom(h: Reading) -> bool:
    """a 5 of circles from the kong box completes the hand"""
    return h.mahjong and h.last == 1 << FIVE_DOTS and bool(kong_box_tile.test(h))


plum_blossom.requires(NEEDS_KONG_BOX, last_is(FIVE_DOTS))


@book.special(
    "Plucking the Moon from the Bottom of the Sea", SPECIAL_HANDS_SECTION, zh="海底捞月", of=LUCK
)
def moon_from_the_sea(h: Reading) -> bool:
    """the last tile of the wall, a 1 of circles, completes the hand"""
    drawn = h.facts & LAST_TILE_DRAW and not kong_box_tile.test(h)
    return h.mahjong and h.last == 1 << ONE_DOTS and bool(drawn)


moon_from_the_sea.requires(NEEDS_LAST_TILE, last_is(ONE_DOTS))


@book.special("Twofold Fortune", SPECIAL_HANDS_SECTION, zh="杠上杠", of=LUCK)
@KONG_ON_KONG_TEST
def twofold_fortune() -> None:
    """a kong, whose loose tile makes another kong, whose loose tile completes the hand"""


# What happens at the table


@book.doubles_payments_of
def doubled_seat(options: Options, prevailing: int) -> int | None:
    """East, where payments to and from East are doubled"""
    return 0 if options[east_doubles_option] == "payments" else None


@book.deal
def deal_after(hand: DealResult) -> NextDeal:
    """East keeps the deal on a win, by default at most three times in a row, and on a drawn hand"""
    if hand.winner is None:
        because = say("nobody went mahjong: the winds stay, and a goulash is played")
        return NextDeal(True, because, goulash=True)
    if hand.winner != 0:
        return _deal_passes(hand, say("{winner} won", winner=SEAT_NAMES[hand.winner]))
    most = hand.options[east_keeps_option]
    if isinstance(most, int) and hand.east_run is not None and hand.east_run >= most:
        return _deal_passes(hand, say("East has kept the deal {most} times in a row", most=most))
    return NextDeal(True, say("East won and keeps the deal"), goulash=False)


def _deal_passes(hand: DealResult, because: str) -> NextDeal:
    """East moves on to the next player, past a seat where nobody sits."""
    sentence = say("{because}: East moves on to the right", because=because)
    if hand.next_east > 1:
        sentence = say(
            "{because}: East moves on two places, for nobody sits at South", because=because
        )
    return NextDeal(False, sentence, goulash=False)


@book.event(PENALTIES_SECTION + ", 1", bars_win=True, count=FEWER_ALLOWED)
def too_few(settlement: Settlement, event: EnteredEvent) -> None:
    """held too few tiles: cannot win, scores and pays"""


@book.event(PENALTIES_SECTION + ", 1", bars_win=True, count=MORE_ALLOWED)
def too_many(settlement: Settlement, event: EnteredEvent) -> None:
    """held too many tiles: cannot win, scores nothing, pays"""
    settlement.scores[event.by] = 0


@book.event(PENALTIES_SECTION + ", 2", types.MisnamedDiscard)
def misnamed_discard(settlement: Settlement, event: EnteredEvent) -> None:
    """misnamed a discard that was claimed: pays the claimer 50; claimed for mahjong, pays the
    winner for all losers, who do not settle with each other"""
    to, for_mahjong = event.to, event.values["for_mahjong"]
    if for_mahjong is None:
        for_mahjong = settlement.discarder == event.by and _won_on_own_discard(settlement, event)
    if for_mahjong and not _won_on_own_discard(settlement, event):
        detail = say(
            "a discard that was claimed for mahjong is the winning tile, "
            "but the win names another discarder; correct one of them"
        )
        raise HandError(Problem("/for_mahjong", "contradiction", detail))
    if for_mahjong:
        settlement.pays_for_all = event.by
    elif to is None:
        raise HandError(Problem("/to", "required", say("enter the seat that claimed the discard")))
    else:
        settlement.fine(event.by, to, 50, say("misnamed a discard"))


def _won_on_own_discard(settlement: Settlement, event: EnteredEvent) -> bool:
    """Whether the hand was won on a discard that can have been this player's, by who claimed it."""
    return (
        settlement.winner not in (None, event.by)
        and event.to in (None, settlement.winner)
        and bool(settlement.facts & DISCARD)
        and settlement.discarder in (None, event.by)
    )


@book.event(
    PENALTIES_SECTION + ", 3",
    types.FalseMahjong,
    bars_win=lambda event: event.values["shown"] is not False,
)
def false_mahjong(settlement: Settlement, event: EnteredEvent) -> None:
    """declared a wrong mahjong: if a hand was shown, cannot win and pays half the limit to each
    other player"""
    if event.values["shown"] is not False:
        settlement.fine_to_each(
            event.by, settlement.limit // 2, say("false mahjong"), doubling=False
        )
    else:
        settlement.note_result(say("no hand was shown: no penalty"))


@book.event(PENALTIES_SECTION + ", 4", bars_win=True)
def wrong_claim(settlement: Settlement, event: EnteredEvent) -> None:
    """claimed a tile wrongly and did not put it right in time: the set stays, no win is possible"""


@book.event(
    PENALTIES_SECTION + ", 5",
    types.LettingOffCannon,
    needs_winner=True,
    called=say("letting off a cannon"),
)
def letting_off_cannon(settlement: Settlement, event: EnteredEvent) -> None:
    """a dangerous discard let another player win: pays the winner for all losers, who do not settle
    with each other"""
    if not settlement.facts & DISCARD or settlement.discarder not in (None, event.by):
        detail = say("a cannon is the discard that wins; this player did not discard it")
        raise HandError(Problem("/by", "contradiction", detail))
    if settlement.hand is not None and not dangerous(of_sets(settlement.hand)):
        raise HandError(no_danger_problem(DANGERS_MEANING))
    pay_for_the_cannon(settlement, event)


def _why_not_own_bonus(held: int, full: int, own: int) -> str | None:
    """Why the flowers or seasons that are held do not double as own."""
    if held == full:
        return say("it is included in the two doubles of the full set")
    if not held:
        return None
    return say(
        "{tile} belongs to another seat; this player's own is {own}",
        tile=code(next(bits(held))),
        own=code(own),
    )


def may_end_gates(h: Reading) -> bool:
    """Whether The Gates of Heaven may end on this tile: drawn, or claimed as the table has it."""
    if not h.claimed or h[gates_claim_option] == "any":
        return True
    last = h.hand.winning
    return last is not None and bool(h.last & TERMINALS) and h.hand.copies_of(last) == 3


def four_pungs(h: Reading) -> bool:
    """Four pungs or kongs and a pair."""
    return h.shape == SETS_AND_PAIR and not h.chows


def is_purity(h: Reading) -> bool:
    """Four pungs or kongs and a pair of one suit, no honours."""
    return four_pungs(h) and one_suit(h.kinds)
