"""Taiwanese mahjong of sixteen tiles: five sets and a pair, the dealer's streak, tai.

Two families of tables exist and are never mixed. Patterns stand in the order of the tables of
``rules/taiwanese.md``, from which they are taken: first what both have, then ``native_fan``, the
list that is played in Taiwan, then ``international_fan``, that of western programs. Where both have
a pattern of one name, it is declared in each: its worth and what it contains differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from scorer.engine.any_hand import AnyHand, of_sets
from scorer.engine.arrange import EIGHT_PAIRS_SHAPE, find_eight_pairs
from scorer.engine.hand import (
    DISCARD,
    EARTHS_BLESSING,
    FLOWER_REPLACEMENT,
    HEAVENS_BLESSING,
    KONG_REPLACEMENT,
    ORIGINAL_CALL,
    SELF_DRAW,
    Hand,
)
from scorer.engine.sheet import Payment
from scorer.engine.situation import Situation
from scorer.engine.tiles import (
    DRAGONS,
    FIRST_FLOWER,
    FIRST_SEASON,
    FLOWERS,
    HONOURS,
    SEASONS,
    WINDS,
    KindMask,
    bits,
    code,
    codes,
)
from scorer.grammar.fan.book import FanBook
from scorer.grammar.fan.rule import ImpliedFan, implied
from scorer.grammar.features import (
    AT_MOST_ONE_SUIT,
    BONUS,
    CONCEALED,
    DRAWN,
    FOUR_BONUS,
    FOUR_PUNGS,
    HONOUR_PAIR,
    HONOUR_PUNGS,
    KONGS,
    LAST_IN_CHOW,
    LAST_IN_PAIR,
    LUCK,
    NO_HONOURS,
    NO_PUNGS,
    NOT_FOUR_SETS,
    ONLY_MAJORS,
    THREE_PUNGS,
    TWO_CONCEALED_PUNGS,
    TWO_HONOUR_PUNGS,
)
from scorer.grammar.reading import IN_CHOW, IN_PAIR, Reading, tiles_of
from scorer.grammar.requirements import (
    NEEDS_LAST_CLAIMED,
    NEEDS_LAST_DRAWN,
    NEEDS_NO_BONUS_TILE,
    NEEDS_NO_CHOW,
    NEEDS_NO_HONOURS,
    NEEDS_NO_PUNG,
    NEEDS_NOTHING_CLAIMED,
    NEEDS_ONLY_HONOURS,
    NEEDS_OWN_WIND,
    NEEDS_PAIR_COMPLETED,
    NEEDS_ROUND_WIND,
    NEEDS_SETS_AND_PAIR,
    Requirement,
    at_least,
    chow_tiles,
    circumstance,
    condition,
    why_not_met,
)
from scorer.grammar.rule_base import RuleTest
from scorer.grammar.special.house import special_hands_option
from scorer.languages.speech import comma_list, say
from scorer.rulebook.book import (
    DealResult,
    HandCondition,
    NextDeal,
    Options,
    SeatCondition,
    WayCondition,
)
from scorer.rulebook.circumstances import nothing_claimed
from scorer.rulebook.payment_rules import always
from scorer.rulebook.presentation import PaymentCell, PointsTable, Presentation
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
    FIRST_ROUND_NOT_LAST,
    NOTHING_CLAIMED_YET,
    ONLY_EAST,
)
from scorer.rules.shared.patterns import (
    BIG_DRAGONS_TEST,
    BIG_FOUR_WINDS_TEST,
    FULL_FLUSH_TEST,
    HALF_FLUSH_TEST,
    LAST_DISCARD_TEST,
    LAST_TILE_TEST,
    ROBBED_KONG_TEST,
    SELF_DRAWN_TEST,
    circumstance_test,
    of_another_seat,
    other_wind,
    pungs_and_pair,
)
from scorer.rules.shared.texts import TAIWANESE
from scorer.types.taiwanese import Counters

book = FanBook(
    "taiwanese",
    "Taiwanese",
    summary="Sixteen tiles: five sets and a pair, and a dealer whose every further hand counts "
    "more tai.",
    version="1",
    sources=(TAIWANESE,),
    book_of_fan=TAIWANESE,
    shapes=(),
)
book.unit = "tai"
book.tally = {"tai": "the tai, before the limit cuts them"}
book.adds_up = True
book.splits_chows = True
book.presentation = Presentation(multiplies=False, listed_by="worth")
book.cites_names = True
book.tiles = book.tiles._replace(hand_tiles=16)
book.add_fields(counters=Counters)
STREAK_COUNTER = book.counters["dealer_streak"]

# Options

table_option = book.choice(
    "table",
    "native",
    "international",
    meaning="the table of tai: that played in Taiwan, or the “1 to 40” table of western programs",
)
base_option = book.integer("base", 3, least=0, most=100_000, meaning="what every win costs")
unit_option = book.integer("unit", 1, least=0, most=100_000, meaning="what a tai costs")
book.integer(
    "minimum",
    0,
    least=0,
    most=20,
    meaning="the tai that a hand needs to win, Dealer and Dealer Streak not counted",
)
limit_option = book.integer(
    "limit",
    0,
    least=0,
    most=1000,
    meaning="the most tai that a hand counts, and that East pays for; 0: any number",
)
dealer_option = book.integer("dealer_tai", 1, least=0, most=10, meaning="the tai of the dealer")
streak_option = book.integer(
    "streak_tai", 2, least=0, most=10, meaning="the tai of each hand of the dealer's streak"
)
eight_pairs_option = book.boolean("eight_pairs", True, meaning="seven pairs and a pung win")
robbed_flower_option = book.choice(
    "seven_rob_one_pays",
    "robbed",
    "all",
    meaning="who pays for Seven Robbing One: the player whose flower was robbed, or all three",
)
dead_waits_option = book.choice(
    "dead_waits",
    "ignore",
    "count",
    meaning="whether a kind counts as waited for of which the winner holds all four",
)
all_chows_option = book.choice(
    "all_chows",
    "strict",
    "loose",
    meaning="what All Chows requires in the native table besides five chows and no flower: also "
    "no honours and a tile claimed on a two-sided wait, or nothing more",
)
melded_wait_option = book.boolean(
    "melded_wait", False, meaning="the single wait counts beside Half Melded and All Melded"
)
small_winds_adds_option = book.boolean(
    "small_winds_adds", False, meaning="single winds count beside Small Four Winds"
)
flower_set_own_option = book.boolean(
    "flower_set_own", True, meaning="the own flower counts beside its Flower Set"
)
every_flower_option = book.boolean(
    "every_flower", False, meaning="every flower and season counts a tai, and not the own alone"
)
every_wind_option = book.boolean(
    "every_wind",
    False,
    meaning="every pung of winds counts a tai, and not those of seat and round alone",
)
heavenly_hand_option = book.integer(
    "heavenly_hand", 16, least=0, most=100, meaning="native table: the tai of Heavenly Hand"
)
human_hand_option = book.integer(
    "human_hand", 16, least=0, most=100, meaning="native table: the tai of Human Hand"
)
all_honours_option = book.integer(
    "all_honours", 16, least=0, most=100, meaning="native table: the tai of All Honours"
)
eight_flowers_option = book.integer(
    "eight_flowers",
    8,
    least=0,
    most=100,
    meaning="native table: the tai of Eight Flowers and of Seven Robbing One",
)
winning_option = book.integer(
    "winning", 2, least=0, most=100, meaning="international table: the tai of every win"
)
wait_option = book.integer(
    "wait",
    1,
    least=0,
    most=100,
    meaning="international table: the tai of Out on a Pair and of One-Chance Chow",
)
ready_option = book.integer(
    "ready", 0, least=0, most=100, meaning="international table: the tai of Ready"
)
ready_as_dealt_option = book.integer(
    "ready_as_dealt",
    15,
    least=0,
    most=100,
    meaning="international table: the tai of Ready as Dealt",
)
four_concealed_option = book.integer(
    "four_concealed_pungs",
    15,
    least=0,
    most=100,
    meaning="international table: the tai of Four Concealed Pungs",
)
small_dragons_option = book.integer(
    "small_three_dragons",
    15,
    least=0,
    most=100,
    meaning="international table: the tai of Small Three Dragons",
)
big_winds_option = book.integer(
    "big_three_winds",
    15,
    least=0,
    most=100,
    meaning="international table: the tai of Big Three Winds",
)

book.option(special_hands_option)

book.preset("native", "as most tables in Taiwan play", title="Native", default=True)
book.preset(
    "popular",
    "the list that most Taiwanese sites print",
    title="Popular",
    heavenly_hand=24,
    human_hand=8,
)
book.preset(
    "international",
    "the “1 to 40” table of western programs",
    title="International",
    table="international",
    base=0,
)

WHEN_NATIVE = table_option.is_("native")
WHEN_INTERNATIONAL = table_option.is_("international")
native_fan = partial(book.fan, None, when=WHEN_NATIVE)
international_fan = partial(book.fan, None, when=WHEN_INTERNATIONAL)


# How hands win


book.shape(EIGHT_PAIRS_SHAPE, eight_pairs_option.is_(True))


@book.refuses
def no_winning_hand(hand: Hand) -> str:
    """Return the problem of tiles that win in no way."""
    if find_eight_pairs(hand.concealed) is not None:
        return say(
            "seven pairs and a pung win only with the house rule “Eight pairs”, which is off at "
            "this table"
        )
    return say(
        "the tiles form no winning hand: neither five sets and a pair nor seven pairs and a pung"
    )


declare_last_tiles(book)
declare_kong_replacement(book, matters=WHEN_NATIVE)
declare_flower_replacement(book, matters=WHEN_NATIVE)
DEALT_HAND_CLASHES = {
    **DEALT_NOT_LAST,
    "dealt_ready": say("a player who wins with the tiles dealt cannot have been ready before"),
    "original_call": say("a player who wins with the tiles dealt has made no discard"),
}
book.circumstance(
    "heavens_blessing",
    "East won with the seventeen tiles dealt",
    by=DEALT_WIN,
    seats=ONLY_EAST,
    needs=[NOTHING_CLAIMED_YET],
    clashes=DEALT_HAND_CLASHES,
)
declare_earths_blessing(book, clashes=FIRST_DISCARD_NOT_LAST)
NOTHING_CLAIMED_SINCE_READY = nothing_claimed(
    say("a player who is ready from the start and keeps the hand claims no set")
)
book.circumstance(
    "original_call",
    "was ready with the first discard and kept the hand since",
    needs=[NOTHING_CLAIMED_SINCE_READY],
    clashes={"dealt_ready": say("a hand ready as dealt is not ready with the first discard")},
)
DEALT_READY = book.circumstance(
    "dealt_ready",
    "the sixteen tiles dealt waited, declared before the first draw or discard",
    needs=[NOTHING_CLAIMED_SINCE_READY],
)
FIRST_GO_AROUND = book.circumstance(
    "first_go_around",
    "won on a discard before the winner's first draw, with nothing claimed by anybody yet",
    by=WayCondition(("discard",), say("a win before the first draw is by discard")),
    seats=SeatCondition("SWN", say("East draws first, so East cannot win before the first draw")),
    needs=[nothing_claimed(say("nothing was claimed before a win in the first go-around"))],
    clashes=FIRST_ROUND_NOT_LAST,
    matters=WHEN_NATIVE,
)
FIRST_DRAW = book.circumstance(
    "first_draw",
    "a player other than East won with their first draw, with nothing claimed before",
    by=WayCondition(
        ("self_draw",), say("the first draw is not a discard: enter the win as self-drawn")
    ),
    seats=SeatCondition(
        "SWN", say("East has seventeen tiles dealt and wins with them, not with a draw")
    ),
    needs=[nothing_claimed(say("nothing was claimed before a win with the first draw"))],
    clashes={
        "last_tile_draw": say(
            "a player's first draw is not the last tile of the wall; remove one of the two"
        ),
    },
    matters=WHEN_NATIVE,
)
READY = book.circumstance("ready", "had declared that they wait", matters=WHEN_INTERNATIONAL)
WITHIN_FIVE = book.circumstance(
    "within_five_discards",
    "at most five discards had been made in all, the claimed one among them",
    matters=WHEN_INTERNATIONAL,
)
WITHIN_TEN = book.circumstance(
    "within_ten_discards",
    "six to nine discards had been made in all, the claimed one among them",
    clashes={
        "within_five_discards": say(
            "enter only one of the two: within five discards, or within ten"
        )
    },
    matters=WHEN_INTERNATIONAL,
)


def why_not_eight_flowers(hand: AnyHand) -> str | None:
    """All eight flowers and seasons, and no winning tile."""
    held = of_sets(hand).bonus.bit_count()
    if held < 8:
        return say("a flower win needs all eight flowers and seasons; here are {held}", held=held)
    if hand.winning is not None:
        return say("a flower win has no winning tile: leave it out")
    return None


FLOWER_WIN = book.circumstance(
    "flower_win",
    "won by all eight flowers and seasons, whatever the hand: the eighth drawn, or robbed from the "
    "player who drew it",
    by=WayCondition(
        ("self_draw", "discard"),
        say(
            "the eighth flower is drawn, or robbed from the player who drew it; enter a robbed one "
            "as a win on a discard"
        ),
    ),
    needs=[
        HandCondition(
            why_not_eight_flowers, {"flower": True, "flowers": 8, "no_winning_tile": True}
        )
    ],
)
book.table = book.table._replace(bonus_wins=FLOWER_WIN)


# What rules of both tables look for


def waited(h: Reading) -> KindMask:
    """Return the kinds that the hand waited for, as this table counts them."""
    return h.all_waits if h[dead_waits_option] == "count" else h.waits


def others_waited(h: Reading) -> str:
    """Return that the hand waited for other tiles too."""
    others = [code(kind) for kind in bits(waited(h) & ~h.last)]
    return say("the hand also waited for {tiles}", tiles=comma_list(others))


NEEDS_ONE_WAIT: Requirement[Reading] = Requirement(
    lambda h: waited(h).bit_count() == 1, others_waited
)


def open_sets(h: Reading) -> int:
    """Return how many sets are exposed."""
    return sum(not meld.concealed for meld in h.hand.melds)


def concealed_set(h: Reading) -> str:
    """Return that there are sets which are not exposed."""
    return say("exposed sets: the hand has {held}, but needs {wanted}", held=open_sets(h), wanted=5)


def _all_open(h: Reading) -> bool:
    return open_sets(h) == 5


NEEDS_ALL_OPEN: Requirement[Reading] = Requirement(_all_open, concealed_set)


def near_all_open(h: Reading) -> str | None:
    """Return that one set is concealed, where all others are exposed; else None."""
    return NEEDS_ALL_OPEN.why_not(h) if open_sets(h) == 4 else None


def near_nothing_claimed(h: Reading) -> str | None:
    """Return which set is exposed, where only one is; else None."""
    return NEEDS_NOTHING_CLAIMED.why_not(h) if open_sets(h) == 1 else None


def _concealed_before(h: Reading) -> bool:
    return not h.claimed_before


def _concealed_and_drawn(h: Reading) -> bool:
    return not h.claimed_before and bool(h.facts & SELF_DRAW)


CONCEALED_HAND_TEST = RuleTest(_concealed_before, NEEDS_NOTHING_CLAIMED, near=near_nothing_claimed)
FULLY_CONCEALED_TEST = RuleTest(_concealed_and_drawn, NEEDS_NOTHING_CLAIMED, NEEDS_LAST_DRAWN)


def _concealed_pungs(least: int) -> RuleTest:
    def find(h: Reading) -> KindMask:
        return h.concealed if h.concealed.bit_count() >= least else 0

    def spoiled(h: Reading) -> str | None:
        missed = h.pungs & h.last & ~h.concealed
        if h.concealed.bit_count() != least - 1 or not missed & ~h.declared.pungs:
            return None
        return say(
            "the winning tile {tile} was claimed, so its pung is exposed",
            tile=code(next(bits(missed))),
        )

    fact = at_least(least, say("concealed pungs or kongs"), lambda h: h.concealed)
    return RuleTest(find, fact, near=spoiled)


TWO_CONCEALED_TEST, THREE_CONCEALED_TEST = _concealed_pungs(2), _concealed_pungs(3)
FOUR_CONCEALED_TEST, FIVE_CONCEALED_TEST = _concealed_pungs(4), _concealed_pungs(5)


def near_one_chow(h: Reading) -> str | None:
    """Say which set is a chow where the four others are pungs."""
    if len(h.chows) != 1 or h.pungs.bit_count() != 4:
        return None
    return say("the set {tiles} is a chow", tiles=chow_tiles(h.chows[0]))


def _five_pungs(h: Reading) -> bool:
    return h.pungs.bit_count() == 5


FIVE_PUNGS_TEST = RuleTest(_five_pungs, NEEDS_SETS_AND_PAIR, NEEDS_NO_CHOW, near=near_one_chow)


def near_one_pung(h: Reading) -> str | None:
    """Say which set is a pung where the four others are chows."""
    if len(h.chows) != 4 or h.pungs.bit_count() != 1:
        return None
    return say("the set {tiles} is not a chow", tiles=" ".join(tiles_of(next(bits(h.pungs)), h)))


def _five_chows(h: Reading) -> bool:
    return len(h.chows) == 5


FIVE_CHOWS_TEST = RuleTest(_five_chows, NEEDS_SETS_AND_PAIR, NEEDS_NO_PUNG, near=near_one_pung)


SMALL_DRAGONS_TEST = pungs_and_pair(
    DRAGONS, 2, say("pungs or kongs of dragons"), say("a pair of dragons"), needs=at_least
)
SMALL_THREE_WINDS_TEST, SMALL_FOUR_WINDS_TEST = (
    pungs_and_pair(
        WINDS, number, say("pungs or kongs of winds"), say("a pair of winds"), needs=at_least
    )
    for number in (2, 3)
)


HEAVENLY_HAND_TEST = circumstance_test(
    HEAVENS_BLESSING, say("the win was not with the tiles dealt")
)


def _in_pairs(h: Reading) -> bool:
    return h.shape == "eight pairs"


EIGHT_PAIRS_TEST = RuleTest(
    _in_pairs, condition(_in_pairs, say("the tiles are not seven pairs and a pung"))
)


def _flower_win_test(way: int, said: str) -> RuleTest:
    """Return the test for a flower win in this way."""
    return RuleTest(
        lambda h: h.bonus if h.facts & FLOWER_WIN and h.facts & way else 0,
        circumstance(FLOWER_WIN, say("the win was not by flowers")),
        circumstance(way, said),
    )


EIGHT_FLOWERS_TEST = _flower_win_test(SELF_DRAW, say("the eighth flower was robbed, not drawn"))
SEVEN_ROBBING_ONE_TEST = _flower_win_test(DISCARD, say("the eighth flower was drawn, not robbed"))


# Both tables


@book.fan(None, winning_option, "Winning", "胡牌", when=WHEN_INTERNATIONAL)
def winning(h: Reading) -> bool:
    """every hand that wins"""
    return True


@book.fan(None, dealer_option, "Dealer", "莊家", beyond_minimum=True, of_any_win=True)
def dealer(h: Reading) -> bool:
    """the winner is East"""
    return h.seat == 0


NEEDS_EAST: Requirement[Reading] = condition(lambda h: h.seat == 0, say("the winner is not East"))
dealer.requires(NEEDS_EAST)


@book.fan(
    None,
    streak_option,
    "Dealer Streak",
    "連莊拉莊",
    per=STREAK_COUNTER,
    beyond_minimum=True,
    of_any_win=True,
)
def dealer_streak(h: Reading) -> bool:
    """the winner is East, for each hand in a row that East has kept the deal"""
    return h.seat == 0 and h.counters[STREAK_COUNTER.name] > 0


dealer_streak.requires(NEEDS_EAST, *dealer_streak.requirements)


@book.fan(None, 1, "Flower", "花牌", each=True, of=BONUS)
def flower(h: Reading) -> KindMask:
    """each flower and season; in the native table with a house rule alone"""
    return h.bonus if every_flower_counts(h) else 0


def every_flower_counts(h: Reading) -> bool:
    """Tests if every flower and season counts at this table."""
    return h[table_option] == "international" or h[every_flower_option]


flower.requires(
    condition(every_flower_counts, say("this table counts own flowers alone")),
    condition(lambda h: h.bonus, say("there is no flower and no season")),
)


# The native table


@native_fan(1, "Concealed Hand", "門清", of=CONCEALED)
@CONCEALED_HAND_TEST
def concealed_hand() -> None:
    """no set was exposed before the winning tile; concealed kongs are fine"""


@native_fan(1, "Self-Drawn", "自摸", last=True, of=DRAWN, sure=True)
@SELF_DRAWN_TEST
def self_drawn() -> None:
    """won on a tile that the winner drew"""


@native_fan(1, "Fully Concealed", "不求", of=CONCEALED | DRAWN)
@FULLY_CONCEALED_TEST
def fully_concealed() -> None:
    """no set exposed, and won on a drawn tile"""


def _own_wind_counts(h: Reading) -> bool:
    return not h[every_wind_option]


NEEDS_ONLY_OWN_WINDS: Requirement[Reading] = condition(
    _own_wind_counts, say("this table counts every pung of winds, not these alone")
)


@native_fan(1, "Seat Wind", "門風", of=HONOUR_PUNGS)
def seat_wind(h: Reading) -> KindMask:
    """a pung or kong of the player's own wind"""
    return h.pungs & h.own if _own_wind_counts(h) else 0


seat_wind.requires(NEEDS_ONLY_OWN_WINDS, NEEDS_OWN_WIND)


@seat_wind.near
def _near_seat_wind(h: Reading) -> str | None:
    """Say whose wind the pung is of."""
    return other_wind(h, h.own, say("the player's own wind")) if _own_wind_counts(h) else None


@native_fan(1, "Prevailing Wind", "圈風", of=HONOUR_PUNGS)
def prevailing_wind(h: Reading) -> KindMask:
    """a pung or kong of the wind of the round"""
    return h.pungs & h.round if _own_wind_counts(h) else 0


prevailing_wind.requires(NEEDS_ONLY_OWN_WINDS, NEEDS_ROUND_WIND)


@prevailing_wind.near
def _near_prevailing_wind(h: Reading) -> str | None:
    """Say which wind the pung is of."""
    return other_wind(h, h.round, say("the wind of the round")) if _own_wind_counts(h) else None


@book.fan(
    None, 1, "Wind Pung", "風刻", each=True, of=HONOUR_PUNGS, when=every_wind_option.is_(True)
)
def wind_pung(h: Reading) -> KindMask:
    """each pung or kong of winds, in the native table with a house rule"""
    return h.pungs & WINDS if h[table_option] == "native" else 0


wind_pung.requires(
    condition(
        lambda h: h[table_option] == "native", say("the international table has no such rule")
    ),
    condition(lambda h: h.pungs & WINDS, say("there is no pung or kong of winds")),
)


@native_fan(1, "Dragon Pung", "三元牌", each=True, of=HONOUR_PUNGS)
def dragon_pung(h: Reading) -> KindMask:
    """each pung or kong of dragons"""
    return h.pungs & DRAGONS


dragon_pung.requires(
    condition(lambda h: h.pungs & DRAGONS, say("there is no pung or kong of dragons"))
)


def _own_flowers(h: Reading) -> KindMask:
    return h.bonus & (1 << FIRST_FLOWER + h.seat | 1 << FIRST_SEASON + h.seat)


@native_fan(1, "Own Flower", "正花", each=True, of=BONUS)
def own_flower(h: Reading) -> KindMask:
    """the flower and the season of the player's own seat, each"""
    return 0 if h[every_flower_option] else _own_flowers(h)


own_flower.requires(
    condition(
        lambda h: not h[every_flower_option],
        say("this table counts every flower and season, not the player's own alone"),
    ),
    Requirement(
        _own_flowers,
        lambda h: say(
            "{flower} and {season} are missing, the player's own flower and season",
            flower=code(FIRST_FLOWER + h.seat),
            season=code(FIRST_SEASON + h.seat),
        ),
    ),
)


@own_flower.near
def _near_own_flower(h: Reading) -> str | None:
    """Say whose flower or season it is."""
    if h[every_flower_option]:
        return None
    return of_another_seat(h, h.bonus & FLOWERS, FIRST_FLOWER) or of_another_seat(
        h, h.bonus & SEASONS, FIRST_SEASON
    )


@native_fan(1, "Single Wait", "獨聽", last=True)
def single_wait(h: Reading) -> bool:
    """exactly one kind could complete the hand: an edge, closed or pair wait"""
    return waited(h).bit_count() == 1


single_wait.requires(NEEDS_ONE_WAIT)


@single_wait.near
def _near_single_wait(h: Reading) -> str | None:
    """Say what else the hand waited for."""
    return None if waited(h).bit_count() == 1 else NEEDS_ONE_WAIT.why_not(h)


IMPLIES_SINGLE_WAIT = implied("Single Wait", when=melded_wait_option.is_(False))


@native_fan(1, "Half Melded", "半求", implies=(IMPLIES_SINGLE_WAIT,), of=DRAWN | LAST_IN_PAIR)
def half_melded(h: Reading) -> bool:
    """five exposed sets, the pair completed by a tile that the winner drew"""
    return _all_open(h) and bool(h.facts & SELF_DRAW)


half_melded.requires(NEEDS_ALL_OPEN, NEEDS_LAST_DRAWN)


@half_melded.near
def _near_half_melded(h: Reading) -> str | None:
    """Say that one set is concealed where the tile was drawn."""
    return near_all_open(h) if h.facts & SELF_DRAW else None


@native_fan(1, "Robbing the Kong", "搶槓", last=True, of=LUCK)
@ROBBED_KONG_TEST
def robbing_the_kong() -> None:
    """the winning tile was robbed from another player's kong"""


@native_fan(1, "Replacement Tile", "槓上開花", last=True, of=LUCK)
@circumstance_test(
    KONG_REPLACEMENT | FLOWER_REPLACEMENT,
    say("the winning tile was not drawn after a kong or a flower"),
)
def replacement_tile() -> None:
    """won on the tile drawn after a kong or a flower"""


@native_fan(1, "Last Tile", "海底撈月", last=True, of=LUCK)
@LAST_TILE_TEST
def last_tile() -> None:
    """won on the last tile of the wall"""


@native_fan(1, "Last Discard", "河底撈魚", last=True, of=LUCK)
@LAST_DISCARD_TEST
def last_discard() -> None:
    """won on the discard after the last tile of the wall"""


def _all_chows_is_strict(h: Reading) -> bool:
    return h[all_chows_option] == "strict"


def _ends_open_chow(h: Reading) -> bool:
    """Tests if the winning tile completed a chow that waited on two sides."""
    last, start = h.hand.winning, h.last_chow
    if last is None or start < 0:
        return False
    rank = start % 9
    return (last == start and rank != 6) or (last == start + 2 and rank != 0)


def _where_strict(requirement: Requirement[Reading]) -> Requirement[Reading]:
    """Return the fact that a strict table asks for."""
    return Requirement(
        lambda h: not _all_chows_is_strict(h) or requirement.holds(h), requirement.why_not
    )


ALL_CHOWS_REQUIREMENTS: tuple[Requirement[Reading], ...] = (
    NEEDS_SETS_AND_PAIR,
    NEEDS_NO_PUNG,
    NEEDS_NO_BONUS_TILE,
    _where_strict(NEEDS_NO_HONOURS),
    _where_strict(NEEDS_LAST_CLAIMED),
    _where_strict(
        Requirement(
            _ends_open_chow,
            lambda h: say(
                "the winning tile {tile} does not end a chow that waited on two sides",
                tile=code(h.hand.winning or 0),
            ),
        )
    ),
    _where_strict(
        Requirement(
            lambda h: waited(h).bit_count() >= 2,
            lambda h: say("the hand waited for one kind of tile alone"),
        )
    ),
)


@native_fan(2, "All Chows", "平胡", of=NO_PUNGS)
def all_chows(h: Reading) -> bool:
    """five chows, no honour, no flower, a tile claimed on a wait on two sides, and at least two
    kinds waited for; with a house rule just five chows and no flower"""
    return len(h.chows) == 5 and all(
        requirement.holds(h) for requirement in ALL_CHOWS_REQUIREMENTS[2:]
    )


all_chows.requires(*ALL_CHOWS_REQUIREMENTS)


@all_chows.near
def _near_all_chows(h: Reading) -> str | None:
    """Say what five chows, or four and a pung, are missing."""
    return why_not_met(ALL_CHOWS_REQUIREMENTS, h) if len(h.chows) == 5 else near_one_pung(h)


@native_fan(2, "All Melded", "全求", implies=(IMPLIES_SINGLE_WAIT,), of=LAST_IN_PAIR)
def all_melded(h: Reading) -> bool:
    """five exposed sets, the pair completed by a claimed tile"""
    return _all_open(h) and not h.facts & SELF_DRAW


all_melded.requires(NEEDS_ALL_OPEN, NEEDS_LAST_CLAIMED)


@all_melded.near
def _near_all_melded(h: Reading) -> str | None:
    """Say that one set is concealed where the tile was claimed."""
    return None if h.facts & SELF_DRAW else near_all_open(h)


BONUS_SETS = (FLOWERS, SEASONS)


def _flower_sets(h: Reading) -> KindMask:
    """Return the tiles of the whole sets of flowers and seasons."""
    return sum(tiles for tiles in BONUS_SETS if h.bonus & tiles == tiles)


def _first_tiles_of_sets(tiles: int) -> KindMask:
    return tiles & (1 << FIRST_FLOWER | 1 << FIRST_SEASON)


def _show_flower_sets(h: Reading, found: int) -> list[tuple[str, ...]]:
    return [tuple(codes([*bits(tiles)])) for tiles in BONUS_SETS if found & tiles]


@native_fan(
    2,
    "Flower Set",
    "花槓",
    implies=(implied("Own Flower", when=flower_set_own_option.is_(False), part=_flower_sets),),
    each=True,
    of=FOUR_BONUS,
    shows=_show_flower_sets,
)
def flower_set(h: Reading) -> KindMask:
    """all four flowers, or all four seasons, each"""
    return _first_tiles_of_sets(_flower_sets(h))


flower_set.requires(
    condition(_flower_sets, say("neither all four flowers nor all four seasons are there"))
)


@native_fan(2, "Three Concealed Pungs", "三暗刻", of=TWO_CONCEALED_PUNGS)
@THREE_CONCEALED_TEST
def three_concealed_pungs() -> None:
    """three concealed pungs or concealed kongs"""


@native_fan(
    5, "Four Concealed Pungs", "四暗刻", implies=("Three Concealed Pungs",), of=TWO_CONCEALED_PUNGS
)
@FOUR_CONCEALED_TEST
def four_concealed_pungs() -> None:
    """four concealed pungs or concealed kongs"""


@native_fan(
    8,
    "Five Concealed Pungs",
    "五暗刻",
    implies=("Three Concealed Pungs", "Four Concealed Pungs", "All Pungs", "Concealed Hand"),
    of=TWO_CONCEALED_PUNGS,
)
@FIVE_CONCEALED_TEST
def five_concealed_pungs() -> None:
    """five concealed pungs or concealed kongs"""


@native_fan(4, "Ready at Once", "地聽", implies=("Concealed Hand", "Fully Concealed"), of=LUCK)
@circumstance_test(ORIGINAL_CALL, say("the hand was not ready with the first discard"))
def ready_at_once() -> None:
    """was ready with the first discard and kept the hand since"""


@native_fan(4, "All Pungs", "碰碰胡", of=FOUR_PUNGS)
@FIVE_PUNGS_TEST
def all_pungs() -> None:
    """five pungs or kongs"""


@native_fan(
    4,
    "Small Three Dragons",
    "小三元",
    implies=("Dragon Pung",),
    of=TWO_HONOUR_PUNGS | HONOUR_PAIR,
)
@SMALL_DRAGONS_TEST
def small_three_dragons() -> None:
    """pungs or kongs of two dragons, and a pair of the third"""


@native_fan(4, "Half Flush", "混一色", of=AT_MOST_ONE_SUIT)
@HALF_FLUSH_TEST
def half_flush() -> None:
    """one suit, and honours"""


@native_fan(8, "Full Flush", "清一色", of=AT_MOST_ONE_SUIT)
@FULL_FLUSH_TEST
def full_flush() -> None:
    """one suit, and no honours"""


@native_fan(8, "Ready as Dealt", "天聽", implies=("Concealed Hand",), of=LUCK)
@circumstance_test(DEALT_READY, say("the tiles dealt were not declared ready"))
def ready_as_dealt() -> None:
    """the sixteen tiles dealt waited, declared before the first draw or discard"""


@native_fan(
    8,
    "Big Three Dragons",
    "大三元",
    implies=("Dragon Pung",),
    of=THREE_PUNGS | TWO_HONOUR_PUNGS,
)
@BIG_DRAGONS_TEST
def big_three_dragons() -> None:
    """pungs or kongs of all three dragons"""


SINGLE_WINDS = ("Seat Wind", "Prevailing Wind", "Wind Pung")


@native_fan(
    8,
    "Small Four Winds",
    "小四喜",
    implies=[implied(name, when=small_winds_adds_option.is_(False)) for name in SINGLE_WINDS],
    of=THREE_PUNGS | TWO_HONOUR_PUNGS | HONOUR_PAIR,
)
@SMALL_FOUR_WINDS_TEST
def small_four_winds() -> None:
    """pungs or kongs of three winds, and a pair of the fourth"""


SET_ASIDE_SENTENCE = say("patterns of sets do not count beside seven pairs and a pung")


def _not_beside_eight_pairs(*names: str) -> list[ImpliedFan]:
    """Return the patterns of sets that eight pairs set aside."""
    return [implied(name, because=SET_ASIDE_SENTENCE) for name in names]


@native_fan(
    8,
    "Eight Pairs",
    "嚦咕嚦咕",
    implies=(
        "Concealed Hand",
        "Fully Concealed",
        *_not_beside_eight_pairs("Dragon Pung", *SINGLE_WINDS),
    ),
    of=NOT_FOUR_SETS,
)
@EIGHT_PAIRS_TEST
def eight_pairs() -> None:
    """seven pairs and a pung in the hand; four alike may be two pairs"""


@native_fan(
    human_hand_option,
    "Human Hand",
    "人胡",
    implies=("Concealed Hand", "Ready as Dealt", "Ready at Once"),
    of=LUCK,
)
@circumstance_test(
    FIRST_GO_AROUND | EARTHS_BLESSING,
    say("the win was not on a discard before the winner's first draw"),
)
def human_hand() -> None:
    """won on a discard before the winner's first draw, with nothing claimed by anybody yet"""


@native_fan(16, "Earthly Hand", "地胡", implies=("Concealed Hand", "Ready as Dealt"), of=LUCK)
@circumstance_test(FIRST_DRAW, say("the win was not with the first draw"))
def earthly_hand() -> None:
    """a player other than East wins with their first draw, with nothing claimed before"""


@native_fan(
    16,
    "Big Four Winds",
    "大四喜",
    implies=SINGLE_WINDS,
    of=FOUR_PUNGS | TWO_HONOUR_PUNGS,
)
@BIG_FOUR_WINDS_TEST
def big_four_winds() -> None:
    """pungs or kongs of all four winds"""


@native_fan(all_honours_option, "All Honours", "字一色", implies=("All Pungs",), of=ONLY_MAJORS)
def all_honours(h: Reading) -> bool:
    """winds and dragons alone"""
    return not h.kinds & ~HONOURS


all_honours.requires(NEEDS_ONLY_HONOURS)


@native_fan(
    heavenly_hand_option,
    "Heavenly Hand",
    "天胡",
    implies=("Concealed Hand", "Self-Drawn", "Fully Concealed", "Single Wait"),
    of=LUCK,
)
@HEAVENLY_HAND_TEST
def heavenly_hand() -> None:
    """East wins with the seventeen tiles dealt"""


@native_fan(eight_flowers_option, "Eight Flowers", "八仙過海", of_bonus_win=True)
@EIGHT_FLOWERS_TEST
def eight_flowers() -> None:
    """won by all eight flowers and seasons, the eighth drawn, whatever the hand"""


@native_fan(eight_flowers_option, "Seven Robbing One", "七搶一", of_bonus_win=True)
@SEVEN_ROBBING_ONE_TEST
def seven_robbing_one() -> None:
    """won by seven flowers and seasons and another player's eighth, whatever the hand"""


# The international table


@international_fan(1, "No Flowers", "無花")
def no_flowers(h: Reading) -> bool:
    """no flower and no season"""
    return not h.bonus


no_flowers.requires(NEEDS_NO_BONUS_TILE)


@international_fan(1, "No Honours", "無字", of=NO_HONOURS, sure=True)
def no_honours(h: Reading) -> bool:
    """no winds and no dragons"""
    return not h.kinds & HONOURS


no_honours.requires(NEEDS_NO_HONOURS)


@international_fan(
    3, "No Flowers or Honours", "無字花", implies=("No Flowers", "No Honours"), of=NO_HONOURS
)
def no_flowers_or_honours(h: Reading) -> bool:
    """no flower, no season, no wind and no dragon"""
    return not h.bonus and not h.kinds & HONOURS


no_flowers_or_honours.requires(NEEDS_NO_BONUS_TILE, NEEDS_NO_HONOURS)


@international_fan(1, "Honour Pung", "字牌", each=True, of=HONOUR_PUNGS)
def honour_pung(h: Reading) -> KindMask:
    """each pung or kong of winds or dragons"""
    return h.pungs & HONOURS


honour_pung.requires(
    condition(lambda h: h.pungs & HONOURS, say("there is no pung or kong of winds or dragons"))
)


@international_fan(1, "Exposed Kong", "明槓", each=True, of=KONGS)
def exposed_kong(h: Reading) -> KindMask:
    """each exposed kong"""
    return h.kongs & ~h.concealed


exposed_kong.requires(condition(exposed_kong.test, say("there is no exposed kong")))


@international_fan(2, "Concealed Kong", "暗槓", each=True, of=KONGS)
def concealed_kong(h: Reading) -> KindMask:
    """each concealed kong"""
    return h.kongs & h.concealed


concealed_kong.requires(condition(concealed_kong.test, say("there is no concealed kong")))


def _straight_in(chows: Sequence[int]) -> int:
    """Return where a straight starts among these chows; -1 for none."""
    return next((start for start in (0, 9, 18) if {start, start + 3, start + 6} <= {*chows}), -1)


def _concealed_chows(h: Reading) -> list[int]:
    """Return where the chows start that no claimed tile completed."""
    chows = [*h.arrangement.chows]
    if h.last_place == IN_CHOW and not h.facts & SELF_DRAW:
        chows.remove(h.last_chow)
    return chows


def _show_straight(h: Reading, found: int) -> list[tuple[str, ...]]:
    start = _straight_in(h.chows)
    return [tuple(codes(range(start, start + 9)))]


NEEDS_STRAIGHT: Requirement[Reading] = condition(
    lambda h: _straight_in(h.chows) >= 0,
    say("there are no chows 1 2 3, 4 5 6 and 7 8 9 of one suit"),
)


@international_fan(5, "Straight", "一條龍", shows=_show_straight)
def straight(h: Reading) -> bool:
    """the chows 1 2 3, 4 5 6 and 7 8 9 of one suit"""
    return len(h.chows) >= 3 and _straight_in(h.chows) >= 0


straight.requires(NEEDS_STRAIGHT)


@international_fan(10, "Concealed Straight", "暗龍", implies=("Straight",), shows=_show_straight)
def concealed_straight(h: Reading) -> bool:
    """the chows 1 2 3, 4 5 6 and 7 8 9 of one suit, none exposed nor completed by a claimed tile"""
    return len(h.arrangement.chows) >= 3 and _straight_in(_concealed_chows(h)) >= 0


concealed_straight.requires(
    NEEDS_STRAIGHT,
    condition(
        lambda h: _straight_in(_concealed_chows(h)) >= 0,
        say("a chow of the straight is exposed, or was completed by a claimed tile"),
    ),
)


@concealed_straight.near
def _near_concealed_straight(h: Reading) -> str | None:
    """Say why a straight is not concealed."""
    return why_not_met(concealed_straight.requirements, h) if _straight_in(h.chows) >= 0 else None


@international_fan(2, "Two Concealed Pungs", "二暗刻", of=TWO_CONCEALED_PUNGS)
@TWO_CONCEALED_TEST
def two_concealed_pungs() -> None:
    """two concealed pungs or concealed kongs"""


@international_fan(
    5, "Three Concealed Pungs", "三暗刻", implies=("Two Concealed Pungs",), of=TWO_CONCEALED_PUNGS
)
@THREE_CONCEALED_TEST
def international_three_concealed_pungs() -> None:
    """three concealed pungs or concealed kongs"""


@international_fan(
    four_concealed_option,
    "Four Concealed Pungs",
    "四暗刻",
    implies=("Two Concealed Pungs", "Three Concealed Pungs"),
    of=TWO_CONCEALED_PUNGS,
)
@FOUR_CONCEALED_TEST
def international_four_concealed_pungs() -> None:
    """four concealed pungs or concealed kongs"""


@international_fan(
    40,
    "Five Concealed Pungs",
    "五暗刻",
    implies=("Two Concealed Pungs", "Three Concealed Pungs", "Four Concealed Pungs"),
    of=TWO_CONCEALED_PUNGS,
)
@FIVE_CONCEALED_TEST
def international_five_concealed_pungs() -> None:
    """five concealed pungs or concealed kongs"""


@international_fan(5, "Small Three Winds", "小三風", of=TWO_HONOUR_PUNGS | HONOUR_PAIR)
@SMALL_THREE_WINDS_TEST
def small_three_winds() -> None:
    """pungs or kongs of two winds, and a pair of a third"""


@international_fan(
    big_winds_option,
    "Big Three Winds",
    "大三風",
    implies=("Small Three Winds",),
    of=THREE_PUNGS | TWO_HONOUR_PUNGS,
)
def big_three_winds(h: Reading) -> KindMask:
    """pungs or kongs of three winds"""
    held = h.pungs & WINDS
    return held if held.bit_count() >= 3 else 0


big_three_winds.requires(at_least(3, say("pungs or kongs of winds"), lambda h: h.pungs & WINDS))


@international_fan(
    30,
    "Small Four Winds",
    "小四喜",
    implies=("Small Three Winds", "Big Three Winds"),
    of=THREE_PUNGS | TWO_HONOUR_PUNGS | HONOUR_PAIR,
)
@SMALL_FOUR_WINDS_TEST
def international_small_four_winds() -> None:
    """pungs or kongs of three winds, and a pair of the fourth"""


@international_fan(
    40,
    "Big Four Winds",
    "大四喜",
    implies=("Small Three Winds", "Big Three Winds", "Small Four Winds"),
    of=FOUR_PUNGS | TWO_HONOUR_PUNGS,
)
@BIG_FOUR_WINDS_TEST
def international_big_four_winds() -> None:
    """pungs or kongs of all four winds"""


@international_fan(
    small_dragons_option, "Small Three Dragons", "小三元", of=TWO_HONOUR_PUNGS | HONOUR_PAIR
)
@SMALL_DRAGONS_TEST
def international_small_three_dragons() -> None:
    """pungs or kongs of two dragons, and a pair of the third"""


@international_fan(30, "Big Three Dragons", "大三元", of=THREE_PUNGS | TWO_HONOUR_PUNGS)
@BIG_DRAGONS_TEST
def international_big_three_dragons() -> None:
    """pungs or kongs of all three dragons"""


@international_fan(3, "All Chows", "平胡", of=NO_PUNGS)
@FIVE_CHOWS_TEST
def international_all_chows() -> None:
    """five chows"""


@international_fan(
    10,
    "Plain All Chows",
    "清平胡",
    implies=("All Chows", "No Flowers", "No Honours", "No Flowers or Honours"),
    of=NO_PUNGS | NO_HONOURS,
)
def plain_all_chows(h: Reading) -> bool:
    """five chows, no honour and no flower"""
    return len(h.chows) == 5 and not h.bonus and not h.kinds & HONOURS


plain_all_chows.requires(NEEDS_SETS_AND_PAIR, NEEDS_NO_PUNG, NEEDS_NO_HONOURS, NEEDS_NO_BONUS_TILE)


@plain_all_chows.near
def _near_plain_all_chows(h: Reading) -> str | None:
    """Say what five chows are missing."""
    return why_not_met(plain_all_chows.requirements, h) if len(h.chows) == 5 else None


@international_fan(10, "All Pungs", "碰碰胡", of=FOUR_PUNGS)
@FIVE_PUNGS_TEST
def international_all_pungs() -> None:
    """five pungs or kongs"""


@international_fan(10, "Half Flush", "混一色", of=AT_MOST_ONE_SUIT)
@HALF_FLUSH_TEST
def international_half_flush() -> None:
    """one suit, and honours"""


@international_fan(40, "Full Flush", "清一色", of=AT_MOST_ONE_SUIT)
@FULL_FLUSH_TEST
def international_full_flush() -> None:
    """one suit, and no honours"""


@international_fan(1, "Concealed Hand", "門清", of=CONCEALED)
@CONCEALED_HAND_TEST
def international_concealed_hand() -> None:
    """no set was exposed before the winning tile; concealed kongs are fine"""


@international_fan(
    3,
    "Fully Concealed",
    "不求",
    implies=("Concealed Hand", "Self-Drawn"),
    of=CONCEALED | DRAWN,
)
@FULLY_CONCEALED_TEST
def international_fully_concealed() -> None:
    """no set exposed, and won on a drawn tile"""


@international_fan(1, "Self-Drawn", "自摸", last=True, of=DRAWN, sure=True)
@SELF_DRAWN_TEST
def international_self_drawn() -> None:
    """won on a tile that the winner drew"""


@international_fan(
    10,
    "Exposed Hand",
    "全求人",
    implies=("Out on a Pair",),
    of=LAST_IN_PAIR,
)
@RuleTest(_all_open, NEEDS_ALL_OPEN, near=near_all_open)
def exposed_hand() -> None:
    """five exposed sets, the pair completed last"""


@international_fan(wait_option, "Out on a Pair", "單吊", last=True, of=LAST_IN_PAIR)
def out_on_a_pair(h: Reading) -> bool:
    """one kind waited for, and the last tile makes the pair"""
    return h.last_place == IN_PAIR and waited(h).bit_count() == 1


out_on_a_pair.requires(NEEDS_PAIR_COMPLETED, NEEDS_ONE_WAIT)


@out_on_a_pair.near
def _near_out_on_a_pair(h: Reading) -> str | None:
    """Say what else the hand waited for."""
    return why_not_met(out_on_a_pair.requirements, h) if h.last_place == IN_PAIR else None


@international_fan(wait_option, "One-Chance Chow", "邊嵌", last=True, of=LAST_IN_CHOW)
def one_chance_chow(h: Reading) -> bool:
    """one kind waited for, and the last tile is the middle of a chow or its edge: the 3 of 1 2 3,
    the 7 of 7 8 9"""
    return h.last_place == IN_CHOW and not _ends_open_chow(h) and waited(h).bit_count() == 1


one_chance_chow.requires(
    condition(lambda h: h.last_place == IN_CHOW, say("the winning tile completes no chow")),
    condition(
        lambda h: not _ends_open_chow(h),
        say("the winning tile ends a chow that waited on two sides"),
    ),
    NEEDS_ONE_WAIT,
)


@one_chance_chow.near
def _near_one_chance_chow(h: Reading) -> str | None:
    """Say what else the hand waited for, where the chow wanted just this tile."""
    closed = h.last_place == IN_CHOW and not _ends_open_chow(h)
    return why_not_met(one_chance_chow.requirements, h) if closed else None


@international_fan(1, "Last Tile", "海底撈月", last=True, of=LUCK)
@LAST_TILE_TEST
def international_last_tile() -> None:
    """won on the last tile of the wall"""


@international_fan(1, "Last Discard", "河底撈魚", last=True, of=LUCK)
@LAST_DISCARD_TEST
def international_last_discard() -> None:
    """won on the discard after the last tile of the wall"""


@international_fan(1, "Robbing the Kong", "搶槓", last=True, of=LUCK)
@ROBBED_KONG_TEST
def international_robbing_the_kong() -> None:
    """the winning tile was robbed from another player's kong"""


@international_fan(5, "Early Win", "十隻內", of=LUCK)
@circumstance_test(WITHIN_TEN, say("the win was not within the first ten discards"))
def early_win() -> None:
    """six to nine discards had been made in all, the claimed one among them"""


@international_fan(10, "Very Early Win", "五隻內", implies=("Early Win",), of=LUCK)
@circumstance_test(WITHIN_FIVE, say("the win was not within the first five discards"))
def very_early_win() -> None:
    """at most five discards had been made in all, the claimed one among them"""


@international_fan(ready_option, "Ready", "報聽", of=LUCK)
@circumstance_test(READY, say("the hand was not declared ready"))
def ready() -> None:
    """had declared that they wait"""


@international_fan(ready_as_dealt_option, "Ready as Dealt", "天聽", implies=("Ready",), of=LUCK)
@circumstance_test(
    DEALT_READY | ORIGINAL_CALL,
    say("the hand was ready neither as dealt nor with the first discard"),
)
def international_ready_as_dealt() -> None:
    """ready as dealt, or with the first discard, and the hand kept since"""


@international_fan(
    30,
    "Eight Pairs",
    "嚦咕嚦咕",
    implies=(
        *_not_beside_eight_pairs("Honour Pung"),
        "Concealed Hand",
        "Fully Concealed",
        "Out on a Pair",
        "One-Chance Chow",
    ),
    of=NOT_FOUR_SETS,
)
@EIGHT_PAIRS_TEST
def international_eight_pairs() -> None:
    """seven pairs and a pung in the hand; four alike may be two pairs"""


@international_fan(40, "Heavenly Hand", "天胡", of=LUCK)
@HEAVENLY_HAND_TEST
def international_heavenly_hand() -> None:
    """East wins with the seventeen tiles dealt"""


@international_fan(40, "Earthly Hand", "地胡", of=LUCK)
@circumstance_test(EARTHS_BLESSING, say("the win was not on East's first discard"))
def international_earthly_hand() -> None:
    """another player wins on East's first discard"""


@international_fan(30, "Eight Flowers", "八仙過海", of_bonus_win=True)
@EIGHT_FLOWERS_TEST
def international_eight_flowers() -> None:
    """won by all eight flowers and seasons, the eighth drawn, whatever the hand"""


@international_fan(20, "Seven Robbing One", "七搶一", of_bonus_win=True)
@SEVEN_ROBBING_ONE_TEST
def international_seven_robbing_one() -> None:
    """won by seven flowers and seasons and another player's eighth, whatever the hand"""


# What is paid


def dealers_tai(streak: int, options: Options) -> int:
    """Return the tai of the dealer and of a streak of so many hands."""
    return options[dealer_option] + options[streak_option] * streak


def dealers_part(situation: Situation, options: Options) -> int:
    """Return what of an agreed total are the dealer's tai."""
    return (
        dealers_tai(situation.counters[STREAK_COUNTER.name], options) if situation.seat == 0 else 0
    )


book.beyond_agreed = dealers_part


def payment_for_tai(tai: int, options: Options) -> int:
    """Return what a payer pays for so many tai."""
    return options[base_option] + options[unit_option] * tai


def points_tables(options: Options) -> Sequence[PointsTable]:
    """Return what the discarder or, for a drawn tile, each player pays by the tai."""
    most = options[limit_option] or 20
    rows = [
        (say("{tai} tai", tai=tai), (PaymentCell(amount, (amount,)),))
        for tai in range(1, min(most, 20) + 1)
        for amount in [payment_for_tai(tai, options)]
    ]
    return [PointsTable(say("Payments"), (say("payment"),), tuple(rows))]


book.presentation = book.presentation._replace(
    points_tables=points_tables,
    counted={STREAK_COUNTER.name: lambda number: say("streak of {number}", number=number)},
    names_hands=STREAK_COUNTER.name,
)


book.payments = book.payments._replace(need_no_tiles=always)


@book.pays
def payments(settlement: Settlement, winner: int) -> list[Payment]:
    """Each payer pays the base and the unit for every tai, East for the dealer's tai too: all three
    for a drawn tile, else the player who lost it alone."""
    owed = []
    for payer in _payers_of_win(settlement, winner):
        tai, because = _tai_owed(settlement, winner, payer)
        owed.append(
            Payment(payer, winner, payment_for_tai(tai, settlement.edition.options), because)
        )
    return owed


def _payers_of_win(settlement: Settlement, winner: int) -> list[int]:
    if settlement.facts & FLOWER_WIN and settlement[robbed_flower_option] == "all":
        return settlement.others(winner)
    return settlement.payers(winner)


def _tai_owed(settlement: Settlement, winner: int, payer: int) -> tuple[int, str]:
    """Return what this player pays for, and how that comes about."""
    options = settlement.edition.options
    total = tai = settlement.sheet.total
    dealers = 0 if payer else dealers_tai(settlement.counters[STREAK_COUNTER.name], options)
    limit = options[limit_option]
    said = str(total)
    if dealers:
        tai += dealers
        said = say("({tai} + {dealers} of the dealer)", tai=total, dealers=dealers)
        if limit and tai > limit:
            tai = limit
            said = say(
                "({tai} + {dealers} of the dealer, at most {limit})",
                tai=total,
                dealers=dealers,
                limit=limit,
            )
    because = say(
        "{base} + {unit} × {tai} tai = {amount}",
        base=options[base_option],
        unit=options[unit_option],
        tai=said,
        amount=payment_for_tai(tai, options),
    )
    return tai, because


@book.deal
def deal_after(hand: DealResult) -> NextDeal:
    """the deal stays after East's win and after a drawn hand, and the streak grows"""
    streak = {STREAK_COUNTER.name: hand.counters[STREAK_COUNTER.name] + 1}
    if hand.winner is None:
        return NextDeal(True, say("nobody won"), counters=streak)
    if hand.winner == 0:
        return NextDeal(True, say("East keeps the deal by winning"), counters=streak)
    return NextDeal(False, say("East did not win"))
