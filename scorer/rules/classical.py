"""Classical Chinese: points, doublers and limit hands, in the order of the rule text.

Source 002 is “Classical Chinese Mahjong Rules (Redux)” of 2013, after A. D. Millington. Add a house
rule by declaring it here: an option if tables differ, and a rule with its one-line test.
"""

from __future__ import annotations

from collections.abc import Mapping

from scorer import arrange
from scorer.arrange import GATES, ORPHANS
from scorer.grammar.points import PointsBook
from scorer.grammar.reading import IN_PAIR, Reading
from scorer.grammar.rule import WINNER
from scorer.hand import (
    ANY,
    EARTHS_BLESSING,
    FEWER,
    FLOWER_REPLACEMENT,
    HEAVENS_BLESSING,
    KONG_ON_KONG,
    KONG_REPLACEMENT,
    LAST_DISCARD,
    LAST_TILE_DRAW,
    MORE,
    ORIGINAL_CALL,
    ROBBED_KONG,
    SELF_DRAW,
    THIRTEENTH_CONSECUTIVE,
)
from scorer.rulebook import Dealt, Field, Value
from scorer.rules.set_points import declare_melds_that_double, declare_set_points
from scorer.settle import WINDS as WIND_NAMES
from scorer.settle import Happened, Settlement
from scorer.speech import say
from scorer.tiles import (
    DRAGONS,
    FIRST_FLOWER,
    FIRST_SEASON,
    FIVE_DOTS,
    FLOWERS,
    GREEN,
    HONOURS,
    MAJORS,
    MINORS,
    ONE_DOTS,
    SEASONS,
    SUITED,
    SUITS,
    TERMINALS,
    TWO_BAMBOO,
    WINDS,
    bits,
    code,
    one_suit,
)

__all__ = ["book"]

POINTS = "002, Scoring, points"
WINNER_POINTS = "002, Scoring, points of the winner"
DOUBLERS = "002, Scoring, doublers"
WINNER_DOUBLERS = "002, Scoring, doublers of the winner"
LIMIT_HANDS = "002, Special hands"

ONES_AND_NINES = {suit: suit & TERMINALS for suit in SUITS}
SNAKE_EYES = {suit: 0b010010010 << base for suit, base in zip(SUITS, (0, 9, 18), strict=True)}

book = PointsBook(
    "classical",
    "Classical Chinese",
    summary="Every player scores points times doublers; limit hands; East pays and gets double.",
    version="1",
    sources=("002: Classical Chinese Mahjong Rules (Redux), 2013",),
    shapes=(ORPHANS, GATES),
    hides_claimed_kongs=True,
    mahjong=lambda h: True,
)

book.integer("limit", 1000, least=500, most=2000, meaning="the most that a hand can score")
mahjong_points = book.choice(
    "mahjong_points", 10, 20, meaning="points for going mah-jong; tables debate 10 and 20"
)
book.choice(
    "wall",
    "kong_box",
    "dead_wall",
    meaning="how the wall is broken; with a dead wall a flower's replacement is a loose tile too",
)
book.choice(
    "double_payer",
    "east",
    "prevailing",
    meaning="who pays and receives double: East, or the player whose own wind prevails",
)
book.boolean("no_debt", False, meaning="nobody pays more than he holds (settle needs holdings)")
book.choice(
    "nine_gates",
    "any",
    "nine_sided",
    meaning="Nine Gates on any of its tiles, or only when the hand waited for all nine",
)

for name, fact, meaning in (
    ("last_tile_draw", LAST_TILE_DRAW, "won on the last tile of the wall"),
    ("last_discard", LAST_DISCARD, "won on the discard after the wall's last tile"),
    ("kong_replacement", KONG_REPLACEMENT, "won on the loose tile drawn after a kong"),
    ("flower_replacement", FLOWER_REPLACEMENT, "won on the tile drawn after a flower or season"),
    ("kong_on_kong", KONG_ON_KONG, "a kong's loose tile made a second kong, whose loose tile won"),
    ("heavens_blessing", HEAVENS_BLESSING, "East won before ever discarding"),
    ("earths_blessing", EARTHS_BLESSING, "another player won on East's first discard"),
    ("original_call", ORIGINAL_CALL, "declared fishing with the first discard and kept the hand"),
    ("thirteenth_consecutive", THIRTEENTH_CONSECUTIVE, "East's thirteenth win running"),
):
    book.circumstance(name, fact, meaning)


# Points that every player counts

declare_set_points(book, POINTS)


# Points of the winner


@book.points(mahjong_points, "Mah-jong", WINNER_POINTS, zh="和牌", who=WINNER)
def mah_jong(h: Reading) -> int:
    """completing mah-jong"""
    return True


@book.points(2, "Only possible tile", WINNER_POINTS, zh="独听", who=WINNER, last=True)
def only_possible(h: Reading) -> int:
    """just one kind of tile could complete the hand, whatever was discarded"""
    return h.waits.bit_count() == 1


@only_possible.near
def _(h: Reading) -> str | None:
    others = [code(kind) for kind in bits(h.waits & ~h.last)]
    if not 0 < len(others) <= 3:
        return None
    return say("the hand also waited for {tiles}", tiles=", ".join(others))


@book.points(2, "Last tile forms the eye", WINNER_POINTS, zh="单钓", who=WINNER, last=True)
def last_tile_forms_eye(h: Reading) -> int:
    """the winning tile completes the pair"""
    return h.last_place == IN_PAIR


@book.points(2, "Last tile forms a major eye", WINNER_POINTS, who=WINNER, last=True)
def last_tile_forms_major_eye(h: Reading) -> int:
    """the pair that the winning tile completes is of winds, dragons, ones or nines"""
    return h.last_place == IN_PAIR and bool(h.pair & MAJORS)


@book.points(2, "Drawn from the wall", WINNER_POINTS, zh="自摸", who=WINNER, last=True)
def drawn_from_the_wall(h: Reading) -> int:
    """the winning tile was drawn, from the live wall or as a loose tile"""
    return h.facts & SELF_DRAW


# Doublers that every player counts


declare_melds_that_double(book, DOUBLERS)


@book.double(1, "Three concealed pungs", DOUBLERS, zh="三暗刻")
def three_concealed_pungs(h: Reading) -> int:
    """three or four concealed pungs or kongs"""
    return h.hidden if h.hidden.bit_count() >= 3 else 0


@three_concealed_pungs.near
def _(h: Reading) -> str | None:
    if h.hidden.bit_count() == 2 and h.pungs.bit_count() >= 3:
        return say("two pungs are concealed; a pung with a claimed tile is exposed")
    return None


@book.double(1, "Dragons in two melds and the eye", DOUBLERS, zh="小三元")
def dragons_in_two_melds_and_eye(h: Reading) -> int:
    """pungs or kongs of two dragons and a pair of the third"""
    met = (h.pungs & DRAGONS).bit_count() == 2 and h.pair & DRAGONS
    return (h.pungs | h.pair) & DRAGONS if met else 0


@book.double(1, "Winds in three melds and the eye", DOUBLERS, zh="小四喜")
def winds_in_three_melds_and_eye(h: Reading) -> int:
    """pungs or kongs of three winds and a pair of the fourth"""
    met = (h.pungs & WINDS).bit_count() == 3 and h.pair & WINDS
    return (h.pungs | h.pair) & WINDS if met else 0


@book.double(2, "Three dragon melds", DOUBLERS, zh="大三元")
def three_dragon_melds(h: Reading) -> int:
    """pungs or kongs of all three dragons"""
    return DRAGONS if h.pungs & DRAGONS == DRAGONS else 0


@book.double(2, "Four wind melds", DOUBLERS, zh="大四喜")
def four_wind_melds(h: Reading) -> int:
    """pungs or kongs of all four winds"""
    return WINDS if h.pungs & WINDS == WINDS else 0


@book.double(1, "Own flower and own season", DOUBLERS)
def own_flower_and_season(h: Reading) -> int:
    """the flower and the season of the player's own wind, both"""
    own = (1 << FIRST_FLOWER | 1 << FIRST_SEASON) << h.seat
    return own if h.bonus & own == own else 0


@own_flower_and_season.near
def _(h: Reading) -> str | None:
    own_flower, own_season = FIRST_FLOWER + h.seat, FIRST_SEASON + h.seat
    for held, wanted, others in (
        (own_flower, own_season, h.bonus & SEASONS),
        (own_season, own_flower, h.bonus & FLOWERS),
    ):
        if h.bonus >> held & 1 and others:
            other = next(bits(others))
            return _not_own(other, wanted, WIND_NAMES[h.seat])
        if h.bonus >> held & 1:
            return say(
                "{held} alone is half of it; {wanted} is missing",
                held=code(held),
                wanted=code(wanted),
            )
    return None


@book.double(2, "All four flowers", DOUBLERS)
def all_flowers(h: Reading) -> int:
    """all four flowers"""
    return FLOWERS if h.bonus & FLOWERS == FLOWERS else 0


@book.double(2, "All four seasons", DOUBLERS)
def all_seasons(h: Reading) -> int:
    """all four seasons"""
    return SEASONS if h.bonus & SEASONS == SEASONS else 0


# Doublers of the winner


@book.double(1, "Worthless hand", WINNER_DOUBLERS, zh="平和", who=WINNER)
def worthless_hand(h: Reading) -> int:
    """only chows, and an eye that is no dragon, prevailing or own wind; flowers do not spoil it"""
    return not h.pungs and not h.pair & (DRAGONS | h.round | h.own)


@worthless_hand.near
def _(h: Reading) -> str | None:
    if not h.pungs:
        return say(
            "the eye {tile} scores points, so the hand is not worthless",
            tile=code(next(bits(h.pair))),
        )
    return None


@book.double(1, "No chows", WINNER_DOUBLERS, zh="对对和", who=WINNER)
def no_chows(h: Reading) -> int:
    """four pungs or kongs"""
    return not h.chows


@no_chows.near
def _(h: Reading) -> str | None:
    if len(h.chows) == 1:
        first = h.chows[0]
        tiles = " ".join(code(first + step) for step in range(3))
        return say("there is one chow, {tiles}", tiles=tiles)
    return None


@book.double(1, "Fully concealed", WINNER_DOUBLERS, zh="不求人", who=WINNER)
def fully_concealed(h: Reading) -> int:
    """no claimed tile, the winning tile included; a kong laid onto a concealed pung is concealed"""
    return not h.claimed


@fully_concealed.near
def _(h: Reading) -> str | None:
    return (
        None
        if h.claimed_before
        else say("all sets are concealed, but the winning tile was claimed")
    )


@book.double(1, "Only majors", WINNER_DOUBLERS, zh="混幺九", who=WINNER)
def only_majors(h: Reading) -> int:
    """only winds, dragons, ones and nines"""
    return not h.kinds & MINORS


@only_majors.near
def _(h: Reading) -> str | None:
    minors = [code(kind) for kind in bits(h.kinds & MINORS)]
    return say("{tile} is no major", tile=minors[0]) if len(minors) == 1 else None


@book.double(1, "One suit and honours", WINNER_DOUBLERS, zh="混一色", who=WINNER)
def one_suit_and_honours(h: Reading) -> int:
    """one suit and honours, both present"""
    return bool(h.kinds & HONOURS) and one_suit(h.kinds & SUITED)


@one_suit_and_honours.near
def _(h: Reading) -> str | None:
    if not h.kinds & HONOURS:
        return (
            say("there are no honours: all one suit counts instead") if one_suit(h.kinds) else None
        )
    return _one_set_astray(h)


@book.double(3, "All one suit", WINNER_DOUBLERS, zh="清一色", who=WINNER)
def clear_suit(h: Reading) -> int:
    """all one suit, no honours"""
    return not h.kinds & HONOURS and one_suit(h.kinds)


@clear_suit.near
def _(h: Reading) -> str | None:
    if h.kinds & HONOURS:
        return say("there are honours beside the suit") if one_suit(h.kinds & SUITED) else None
    return _one_set_astray(h)


@book.double(1, "Loose tile", WINNER_DOUBLERS, zh="岭上开花", who=WINNER, last=True)
def loose_tile(h: Reading) -> int:
    """the winning tile is a loose tile: a kong's replacement, with a dead wall a flower's too"""
    return is_loose(h)


@loose_tile.near
def _(h: Reading) -> str | None:
    if h.facts & FLOWER_REPLACEMENT:
        return say("with a kong box a flower is replaced from the live wall (option wall)")
    return None


@book.double(1, "Final draw or discard", WINNER_DOUBLERS, who=WINNER, last=True)
def final_tile(h: Reading) -> int:
    """the winning tile is the last that could be drawn, or the discard after it"""
    return h.facts & (LAST_TILE_DRAW | LAST_DISCARD)


@book.double(1, "Robbing the kong", WINNER_DOUBLERS, zh="抢杠", who=WINNER, last=True)
def robbing_the_kong(h: Reading) -> int:
    """the winning tile was robbed from another player's kong"""
    return h.facts & ROBBED_KONG


@book.double(1, "Original call", WINNER_DOUBLERS, who=WINNER)
def original_call(h: Reading) -> int:
    """declared fishing with the first discard and won with the same thirteen tiles"""
    return bool(h.facts & ORIGINAL_CALL)


# Limit hands


@book.special("Thirteen Orphans", LIMIT_HANDS, zh="十三幺")
def thirteen_orphans(h: Reading) -> int:
    """one of each wind, dragon, one and nine, and a second of one of them"""
    return h.shape == "orphans"


@book.special("Nine Gates", LIMIT_HANDS, zh="九莲宝灯")
def nine_gates(h: Reading) -> int:
    """1112345678999 of one suit and any tile of it, all but the last concealed"""
    return h.shape == "gates" and (h.options["nine_gates"] == "any" or h.waits.bit_count() == 9)


@nine_gates.near
def _(h: Reading) -> str | None:
    if h.hand.melds or not one_suit(h.kinds) or h.kinds.bit_count() != 9:
        return None
    if arrange.gates(h.hand.concealed) is not None:
        return say("the hand did not wait for all nine (option nine_gates)")
    return say("it takes three ones and three nines, and one of each between")


@book.special("Buried Treasure", LIMIT_HANDS)
def buried_treasure(h: Reading) -> int:
    """four concealed pungs or kongs and an eye, the last tile drawn too"""
    return h.hidden.bit_count() == 4 and not h.claimed


@buried_treasure.near
def _(h: Reading) -> str | None:
    if h.pungs.bit_count() == 4 and not h.claimed_before and h.claimed:
        return say("four pungs, but the winning tile was claimed")
    return None


@book.special("Fourfold Plenty", LIMIT_HANDS, zh="四杠")
def fourfold_plenty(h: Reading) -> int:
    """four kongs and an eye"""
    return h.kongs.bit_count() == 4


@fourfold_plenty.near
def _(h: Reading) -> str | None:
    return say("three kongs; it takes four") if h.kongs.bit_count() == 3 else None


@book.special("Heads and Tails", LIMIT_HANDS, zh="清幺九")
def heads_and_tails(h: Reading) -> int:
    """only ones and nines"""
    return not h.kinds & ~TERMINALS


@book.special("All Symbols", LIMIT_HANDS, zh="字一色")
def all_symbols(h: Reading) -> int:
    """only winds and dragons"""
    return not h.kinds & ~HONOURS


@book.special("Imperial Jade", LIMIT_HANDS, zh="绿一色")
def imperial_jade(h: Reading) -> int:
    """only green tiles: 2, 3, 4, 6 and 8 of bamboo and the green dragon"""
    return not h.kinds & ~GREEN


@imperial_jade.near
def _(h: Reading) -> str | None:
    astray = [code(kind) for kind in bits(h.kinds & ~GREEN)]
    return say("{tile} is not green", tile=astray[0]) if len(astray) == 1 else None


@book.special("Wriggling Snake", LIMIT_HANDS)
def wriggling_snake(h: Reading) -> int:
    """one suit: pungs or kongs of ones and nines, an eye of 2, 5 or 8, two chows of the rest"""
    if h.shape != "four sets" or not one_suit(h.kinds) or h.kinds.bit_count() != 9:
        return False
    suit = next(suit for suit in SUITS if h.kinds & suit)
    return h.pungs == ONES_AND_NINES[suit] and bool(h.pair & SNAKE_EYES[suit])


@book.special("Concealed Clear Suit", LIMIT_HANDS)
def concealed_clear_suit(h: Reading) -> int:
    """all one suit, fully concealed"""
    return one_suit(h.kinds) and not h.claimed


@concealed_clear_suit.near
def _(h: Reading) -> str | None:
    if one_suit(h.kinds) and not h.claimed_before:
        return say("all one suit, but the winning tile was claimed")
    return None


@book.special("Three Great Scholars", LIMIT_HANDS)
def three_great_scholars(h: Reading) -> int:
    """pungs or kongs of the three dragons, another pung or kong, and any eye"""
    return h.pungs & DRAGONS == DRAGONS and not h.chows


@three_great_scholars.near
def _(h: Reading) -> str | None:
    if h.pungs & DRAGONS == DRAGONS:
        return say("the fourth set is a chow; it takes a pung or kong")
    return None


@book.special("Four Blessings Hovering Over the Door", LIMIT_HANDS, zh="四喜临门")
def four_blessings(h: Reading) -> int:
    """pungs or kongs of the four winds, and any eye"""
    return h.pungs & WINDS == WINDS


@book.special("Twofold Plenty", LIMIT_HANDS, zh="杠上杠")
def twofold_plenty(h: Reading) -> int:
    """a kong, whose loose tile makes another kong, whose loose tile wins"""
    return bool(h.facts & KONG_ON_KONG)


@book.special("Gathering the Plum Blossom from the Roof", LIMIT_HANDS)
def plum_blossom(h: Reading) -> int:
    """the loose tile that wins is the 5 of dots"""
    return is_loose(h) and h.last == 1 << FIVE_DOTS


@book.special("Plucking the Moon from the Bottom of the Sea", LIMIT_HANDS, zh="海底捞月")
def moon_from_the_sea(h: Reading) -> int:
    """the last tile of the wall wins, and is the 1 of dots"""
    return bool(h.facts & LAST_TILE_DRAW) and h.last == 1 << ONE_DOTS and not is_loose(h)


@book.special("Scratching a Carrying Pole", LIMIT_HANDS)
def carrying_pole(h: Reading) -> int:
    """the kong that is robbed is of the 2 of bamboo"""
    return bool(h.facts & ROBBED_KONG) and h.last == 1 << TWO_BAMBOO


@book.special("Heaven's Blessing", LIMIT_HANDS, zh="天和")
def heavens_blessing(h: Reading) -> int:
    """East wins before ever discarding"""
    return bool(h.facts & HEAVENS_BLESSING)


@book.special("Earth's Blessing", LIMIT_HANDS, zh="地和")
def earths_blessing(h: Reading) -> int:
    """another player wins on East's first discard"""
    return bool(h.facts & EARTHS_BLESSING)


@book.special("East's Thirteenth Consecutive Mah-jong", LIMIT_HANDS)
def thirteenth_consecutive(h: Reading) -> int:
    """East's thirteenth mah-jong running, wash-outs not counted"""
    return bool(h.facts & THIRTEENTH_CONSECUTIVE)


@book.deal
def deal(hand: Dealt) -> tuple[bool, str]:
    """the deal stays after East's win, a wash-out, or another player's foul"""
    if hand.at_fault is not None:
        seat = WIND_NAMES[hand.at_fault]
        return hand.at_fault != 0, say("the hand ended by {seat}'s fault", seat=seat)
    if hand.winner is None:
        return True, say("a wash-out: the hand is played again")
    thirteen = hand.winner == 0 and hand.east_run is not None and hand.east_run >= 12
    if thirteen or hand.facts & THIRTEENTH_CONSECUTIVE:
        return False, say("after thirteen wins running East gives up the deal")
    if hand.winner == 0:
        return True, say("East won")
    winner = WIND_NAMES[hand.winner]
    return False, say("{winner} won: the winds pass on and South becomes East", winner=winner)


# What happens at the table


@book.doubles_payments_of
def doubled_seat(options: Mapping[str, Value], prevailing: int) -> int | None:
    """East, or by the wording of 002 the player whose own wind prevails"""
    return 0 if options["double_payer"] == "east" else prevailing


@book.event("002, Infractions 2", bars_win=True, count=MORE)
def long_hand(table: Settlement, happened: Happened) -> None:
    """held too many tiles: cannot win, scores nothing, still pays"""
    table.scores[happened.by] = 0


@book.event("002, Infractions 1", bars_win=True, count=FEWER)
def short_hand(table: Settlement, happened: Happened) -> None:
    """held too few tiles: cannot win, scores and pays"""


@book.event("002, Infractions 9")
def withdrawn_claim(table: Settlement, happened: Happened) -> None:
    """claimed a tile and changed his mind: pays 100 to whoever else wins the hand"""
    if table.winner is not None and table.winner != happened.by:
        table.fine(happened.by, table.winner, 100, say("withdrew a claim"))


@book.event("002, Infractions 11A", bars_win=True, count=ANY)
def false_mahjong(table: Settlement, happened: Happened) -> None:
    """declared a wrong mah-jong and exposed it, or with a long, short or foul hand: the hand is
    over and he pays half the limit to each other player; East pays and receives double"""
    if table.ended_by is None:
        table.end_hand(happened.by)
        table.fine_to_each(happened.by, table.limit // 2, say("false mah-jong"), doubling=True)


@book.event(
    "002, Infractions 6B",
    Field("to", "seat", "who was misled into declaring mah-jong"),
    Field("for_mahjong", "boolean", "it led to a false mah-jong; true when left out"),
)
def misnamed_discard(table: Settlement, happened: Happened) -> None:
    """misnamed a discard, which led to a false mah-jong: the hand is over and he pays its penalty;
    when it led to none, no points move"""
    if happened.for_mahjong is not False:
        table.end_hand(happened.by)
        because = say("misnamed a discard that led to a false mah-jong")
        table.fine_to_each(happened.by, table.limit // 2, because, doubling=True)


@book.event(
    "002, Insurances 15",
    Field("no_choice", "boolean", "he showed that he had nothing else to discard: no penalty"),
    needs_winner=True,
)
def letting_off_cannon(table: Settlement, happened: Happened) -> None:
    """a dangerous discard let another player win: pays the winner for all losers, who do not settle
    with each other; of two who did so the later one pays"""
    if not happened.no_choice:
        table.pays_for_all = happened.by


book.sticks = ((2, 10), (10, 8), (100, 9), (500, 2))


def is_loose(h: Reading) -> bool:
    """Whether the winning tile is a loose tile."""
    if h.facts & (KONG_REPLACEMENT | KONG_ON_KONG):
        return True
    return bool(h.facts & FLOWER_REPLACEMENT) and h.options["wall"] == "dead_wall"


def _not_own(other: int, wanted: int, seat: str) -> str:
    """Says whose flower or season it is that lies beside the player's own season or flower."""
    told = {
        "tile": code(other),
        "whose": WIND_NAMES[(other - FIRST_FLOWER) % 4],
        "seat": seat,
        "wanted": code(wanted),
    }
    if SEASONS >> other & 1:
        return say("{tile} is {whose}'s season; {seat}'s is {wanted}", **told)
    return say("{tile} is {whose}'s flower; {seat}'s is {wanted}", **told)


def _one_set_astray(h: Reading) -> str | None:
    """Says so when all suit tiles but one pung, chow or pair are of one suit."""
    for suit in SUITS:
        pungs = h.pungs & SUITED & ~suit
        chows = [start for start in h.chows if not suit >> start & 1]
        pair = h.pair & SUITED & ~suit
        if h.kinds & suit and pungs.bit_count() + len(chows) + pair.bit_count() == 1:
            astray = chows[0] if chows else next(bits(pungs | pair))
            return say("one set is of another suit, the one with {tile}", tile=code(astray))
    return None
