"""What tables of riichi differ on, each an option; the published rule sets, each a preset; what the
table sees of a win, and what the documents of this game tell beside those of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorer.arrange import ORPHANS, Shape, seven_pairs
from scorer.circumstances import Need, Seats, Ways, nothing_claimed
from scorer.grammar.han.book import HanBook
from scorer.hand import (
    KONG,
    KONG_REPLACEMENT,
    LAST_DISCARD,
    LAST_TILE_DRAW,
    SELF_DRAW,
    Hand,
    Win,
)
from scorer.rulebook import Field, Value
from scorer.rules.conditions import (
    A_KONG,
    EAST_DEALT,
    LAST_DISCARD_CLAIMED,
    LAST_TILE_DRAWN,
    REPLACEMENT_DRAWN,
)
from scorer.rules.texts import EMA_2025, MLEAGUE, SOUL, TENHOU, WRC_2025
from scorer.speech import say
from scorer.tiles import ALL_KINDS, DRAGONS, WINDS

__all__ = ["book"]

SEVEN_DIFFERENT = Shape(seven_pairs, ALL_KINDS, fewest=7, most=7, paired=True)

book = HanBook(
    "riichi",
    "Riichi",
    summary="Han and fu, with dora, counters and deposits; the published rule sets are presets.",
    version="1",
    sources=(WRC_2025, EMA_2025, TENHOU, SOUL, MLEAGUE),
    source=WRC_2025.cited,
    shapes=(SEVEN_DIFFERENT, ORPHANS),
)
book.most_winners = lambda options: 3
book.absent = "N"
book.wrong_win = "chombo"
book.scores_end = True
book.ties_in_turn_under = ("uma_ties", "seat_order")

# What counts

book.choice("red_fives", 0, 3, 4, meaning="how many red fives are in the set; of four two of dots")
book.special_tiles = (
    "red_fives",
    {0: (), 3: ("0b", "0c", "0d"), 4: ("0b", "0c", "0d", "0d")},
)
book.boolean("open_tanyao", True, meaning="All Simples counts in an open hand too")
book.boolean("ippatsu", True, meaning="Ippatsu counts")
book.boolean("ura_dora", True, meaning="the indicators beneath count for a winner in riichi")
book.boolean("pinfu_self_draw", True, meaning="a drawn Pinfu counts, at 20 fu")
double_wind = book.choice(
    "double_wind_pair", 2, 4, meaning="the fu of a pair of the wind of both seat and round"
)
book.boolean("kiriage", True, meaning="4 han 30 fu and 3 han 60 fu are a mangan")
book.choice(
    "counted_yakuman", "yakuman", "sanbaiman", meaning="what a hand of 13 han and more pays as"
)
book.boolean("yakuman_stack", True, meaning="different yakuman of a hand add up")
book.boolean("double_yakuman", False, meaning="the rarest yakuman count two")
book.choice(
    "renhou", "mangan", "none", "five_han", "yakuman", meaning="what Blessing of Man counts as"
)
book.choice("minimum_han", 1, 2, 4, meaning="the fewest han, dora not counted, that win")
book.integer(
    "two_han_from",
    0,
    least=0,
    most=9,
    meaning="from so many counters on it takes two han to win; 0: never",
)

# Who pays

book.choice(
    "multiple_ron",
    "head_bump",
    "all",
    meaning="who wins of several who claim one tile: the first in turn, or all",
)
book.choice("triple_ron", "paid", "draw", meaning="whether three winners are paid or a draw")
book.choice(
    "several_winners",
    "first",
    "own_back",
    meaning="counters and deposits go to the first of several winners, or each is paid the "
    "counters and takes their own deposit back",
)
book.choice(
    "pao",
    "dragons_winds_kongs",
    "dragons_winds",
    "none",
    meaning="for which yakuman who fed the last set of them is liable",
)
book.choice(
    "pao_covers", "hand", "yakuman", meaning="whether liability is for all yakuman of the hand"
)
book.choice(
    "pao_honba", "discarder", "liable", meaning="who pays the counters beside a liable player"
)
book.boolean(
    "pao_claimed_kong",
    False,
    meaning="who fed a claimed kong pays all of a win on its replacement tile",
)
book.integer("counter_points", 300, least=0, most=9000, step=300, meaning="the points of a counter")
book.integer(
    "noten",
    3000,
    least=0,
    most=30000,
    step=3000,
    meaning="what those who do not wait pay in all when the wall is empty",
)
book.choice(
    "tenpai_own_four",
    "noten",
    "concealed",
    "tenpai",
    meaning="whether a hand waits that waits only for a tile of which it holds all four: no, only "
    "if not all four are concealed, yes",
)
book.choice("nagashi_mangan", "none", "draw", "win", meaning="what nagashi mangan is paid as")
book.boolean("abortive_draws", False, meaning="there are abortive draws")
book.choice(
    "chombo",
    "after_uma",
    "reverse_mangan",
    meaning="whether a chombo is taken off the session’s result or pays the others a mangan",
)
book.integer(
    "chombo_points", 20000, least=0, most=100000, meaning="what a chombo takes off the result"
)

# The deal, the session, the result

book.choice(
    "dealer_repeat",
    "tenpai",
    "win",
    "none",
    meaning="when East keeps the deal: waiting at a draw too, only winning, never",
)
book.choice("length", "east_south", "east", "full", meaning="for which rounds a session lasts")
book.integer("start_points", 30000, least=0, most=200000, meaning="what each player starts with")
book.integer(
    "return_points", 30000, least=0, most=200000, meaning="what is taken off a final score"
)
book.integer(
    "uma_first",
    15000,
    least=0,
    most=200000,
    meaning="what the first takes from the last at the end",
)
book.integer(
    "uma_second",
    5000,
    least=0,
    most=200000,
    meaning="what the second takes from the third at the end",
)
book.choice(
    "uma_ties",
    "shared",
    "seat_order",
    meaning="whether equal scores share their places, or who was East first stands before",
)
book.choice("leftover_sticks", "lost", "first", meaning="what becomes of deposits left at the end")
book.boolean(
    "agari_yame",
    False,
    meaning="East, who is first and has the target, ends the session by keeping the last deal",
)
book.boolean("bankruptcy", False, meaning="the session ends when somebody stands below 0")
book.boolean(
    "extension", False, meaning="where nobody has the target at the end, a round more is played"
)
book.integer("target", 30000, least=0, most=200000, meaning="the score that ends a session")
book.choice(
    "north",
    "bonus",
    "yakuhai",
    "guest",
    meaning="what norths are with three players: set aside, a value for all, a guest wind",
)
book.set_aside = ("N", 3, ("north", "bonus"))
book.left_out = (3, tuple(f"{rank}c" for rank in range(2, 9)))
book.several_matter_under = (("multiple_ron", "all"),)
book.boolean(
    "tsumo_loss", True, meaning="with three players nobody makes good the absent player’s share"
)

# Local yaku

LOCAL = {
    "open_riichi": "Open Riichi counts",
    "pure_triple_chow": "Pure Triple Chow counts",
    "three_consecutive_pungs": "Three Consecutive Pungs count",
    "five_types": "Five Types count",
    "twelve_down": "Twelve Down counts",
    "riichi_swallow": "Swallow’s Return counts",
    "kong_discard": "Kong Discard counts",
    "moon": "Moon from the Sea Bed counts",
    "fish": "Fish from the River counts",
    "big_wheels": "Big Wheels are a yakuman",
    "big_seven_stars": "Big Seven Stars are one yakuman more",
    "three_years": "Three Years on a Stone are a yakuman",
    "eight_dealer_wins": "East’s eighth win running is a yakuman",
}
for _name, _meaning in LOCAL.items():
    book.boolean(_name, False, meaning=_meaning)

book.preset(
    "wrc",
    "the World Riichi Championship’s book of 2025",
    title="World Riichi Championship",
    default=True,
)
book.preset(
    "ema",
    "the European Mahjong Association’s rules of 2025",
    title="European Mahjong Association",
    counted_yakuman="sanbaiman",
    yakuman_stack=False,
    multiple_ron="all",
    several_winners="own_back",
    pao="dragons_winds",
    leftover_sticks="first",
)
ONLINE: dict[str, Value] = {
    "red_fives": 3,
    "double_wind_pair": 4,
    "kiriage": False,
    "multiple_ron": "all",
    "pao": "dragons_winds",
    "pao_honba": "liable",
    "tenpai_own_four": "concealed",
    "nagashi_mangan": "draw",
    "abortive_draws": True,
    "chombo": "reverse_mangan",
    "start_points": 25000,
    "uma_ties": "seat_order",
    "leftover_sticks": "first",
    "agari_yame": True,
    "bankruptcy": True,
    "extension": True,
}
book.preset(
    "tenhou",
    "the rules of tenhou.net",
    title="Tenhou",
    over=ONLINE,
    renhou="none",
    triple_ron="draw",
    uma_first=20000,
    uma_second=10000,
)
book.preset(
    "mahjong_soul",
    "the rules of Mahjong Soul",
    title="Mahjong Soul",
    over=ONLINE,
    double_yakuman=True,
    renhou="none",
    pao_covers="yakuman",
    return_points=25000,
)
book.preset(
    "mleague",
    "the rules of Japan’s M.League",
    title="M.League",
    red_fives=3,
    counted_yakuman="sanbaiman",
    renhou="none",
    start_points=25000,
    uma_first=30000,
    uma_second=10000,
    leftover_sticks="first",
)

# What documents of this game tell

HONBA = book.counts("honba", "Counters", meaning="the counters (honba) on the table", most=99)
STICKS = book.counts(
    "riichi_sticks",
    "Deposits",
    meaning="the deposits of 1,000 on the table: every one at a win that is told alone, those left "
    "from earlier hands where the whole table is told",
    most=99,
)
ABORTIVE = ("nine_terminals", "four_winds", "four_riichi", "four_kongs")
_INDICATORS = Field(
    "dora_indicators",
    "tiles",
    "the dora indicators that lie face up",
    title="Dora indicators",
    at="win",
)
_BENEATH = Field(
    "ura_indicators",
    "tiles",
    "the indicators beneath them, turned for a winner in riichi",
    beside=("riichi", "double_riichi"),
    title="Ura indicators",
    at="win",
    when=("ura_dora", True),
)
book.asks("hand", _INDICATORS, _BENEATH)
book.asks("win", Field("liable", "seat", "the seat that is liable for the yakuman", at="win"))
book.asks(
    "player",
    Field(
        "riichi",
        "boolean",
        "whether this player declared riichi in this hand",
        title="In riichi",
        tells="riichi",
    ),
    Field(
        "tenpai",
        "boolean",
        "whether this player waits at an exhaustive draw",
        title="Waiting",
        at="draw",
    ),
    Field(
        "agreed",
        "amounts",
        "the han and fu, or yakuman, that the table agreed on",
        at="win",
        numbers=(
            (
                "han",
                (
                    *((han, "") for han in range(1, 5)),
                    (5, "mangan"),
                    (6, "haneman"),
                    (8, "baiman"),
                    (11, "sanbaiman"),
                    (13, "counted yakuman"),
                ),
            ),
            ("fu", tuple((fu, "") for fu in (20, 25, *range(30, 120, 10)))),
            ("yakuman", ((1, ""), (2, ""), (3, ""))),
        ),
        alone=("yakuman",),
    ),
)
book.asks(
    "table",
    _INDICATORS,
    _BENEATH,
    Field(
        "draw",
        "choice",
        "how the hand ended that nobody won",
        choices=("exhaustive", *ABORTIVE),
        title="Draw",
        at="draw",
        when=("abortive_draws", True),
    ),
    Field("penalties", "seats", "points lost by chombo so far, taken off at the end"),
)

# What the table saw

CLOSED = nothing_claimed(say("riichi is declared with a closed hand: no set may be claimed"))
BY_DISCARD = Ways(("discard",), say("it is won on a discard"))
NORTH_ASIDE = Need(
    lambda hand: (
        None
        if getattr(hand, "norths", 0)
        else say("the tile for a north takes a north that was set aside")
    ),
)
NOTHING_LAID = Need(
    lambda hand: (
        say("in the first go-around nothing was claimed or laid out yet")
        if hand.melds or getattr(hand, "norths", 0)
        else None
    ),
    {"claimed": "none", "most_kongs": 0},
)
FIRST = say("the first go-around is neither the last tile nor a riichi nor a replacement")

AFTER_RIICHI = (
    ("riichi", "double_riichi"),
    say("without riichi there is neither ippatsu nor open riichi"),
)

RIICHI = book.circumstance(
    "riichi",
    "declared riichi",
    needs=[CLOSED],
    clashes={"double_riichi": say("double riichi is told in place of riichi: tell one of the two")},
    common=True,
)
DOUBLE_RIICHI = book.circumstance(
    "double_riichi",
    "declared riichi with the first discard, nothing claimed or laid before",
    needs=[CLOSED],
)
IPPATSU = book.circumstance(
    "ippatsu",
    "won within one go-around of the riichi, nothing claimed or laid between",
    needs=[CLOSED],
    beside=AFTER_RIICHI,
)
book.circumstance("last_tile_draw", "won on the last tile of the wall", by=LAST_TILE_DRAWN)
book.circumstance(
    "last_discard", "won on the discard after the wall's last tile", by=LAST_DISCARD_CLAIMED
)
REPLACED = say("the tile for a kong is not the last of the wall, and no riichi is fresh after it")
book.circumstance(
    "kong_replacement",
    "won on the tile that was drawn in place of a kong's",
    by=REPLACEMENT_DRAWN,
    needs=[A_KONG],
    clashes={"last_tile_draw": REPLACED, "ippatsu": REPLACED},
)
book.circumstance(
    "flower_replacement",
    "won on the tile that was drawn for a north set aside",
    by=REPLACEMENT_DRAWN,
    needs=[NORTH_ASIDE],
    clashes={"last_tile_draw": REPLACED, "ippatsu": REPLACED},
)
FIRST_TURN = book.circumstance(
    "first_turn",
    "won in the first go-around, before the winner discarded and with nothing claimed or laid",
    by=Ways(("self_draw", "discard"), say("no kong is robbed in the first go-around")),
    needs=[NOTHING_LAID],
    clashes=dict.fromkeys(
        (
            "riichi",
            "double_riichi",
            "ippatsu",
            "last_tile_draw",
            "last_discard",
            "kong_replacement",
            "flower_replacement",
        ),
        FIRST,
    ),
)
book.circumstance(
    "heavens_blessing",
    "East won with the tiles that were dealt",
    by=Ways(("self_draw",), say("the dealt hand is East's: tell the win as self-drawn")),
    seats=EAST_DEALT,
    needs=[NOTHING_LAID],
    clashes=dict.fromkeys(("riichi", "double_riichi", "ippatsu", "last_tile_draw"), FIRST),
)
OPEN_RIICHI = book.circumstance(
    "open_riichi",
    "declared riichi and showed the hand",
    needs=[CLOSED],
    beside=AFTER_RIICHI,
    when=("open_riichi", True),
)
RIICHI_DISCARD = book.circumstance(
    "riichi_discard",
    "won on a discard that declared riichi",
    by=BY_DISCARD,
    when=("riichi_swallow", True),
)
AFTER_KONG = book.circumstance(
    "after_kong_discard",
    "won on the discard after a kong’s replacement",
    by=BY_DISCARD,
    when=("kong_discard", True),
)
EIGHTH = book.circumstance(
    "eighth_consecutive",
    "East’s eighth win running",
    seats=Seats("E", say("only East wins running")),
    when=("eight_dealer_wins", True),
)
IN_RIICHI = RIICHI | DOUBLE_RIICHI


@book.contradicts(facts=FIRST_TURN | DOUBLE_RIICHI, turned=IN_RIICHI)
def contradictions(
    hand: Any, win: Win, seat: int, options: Mapping[str, Value]
) -> Iterator[tuple[str, str]]:
    facts = win.facts
    if facts & FIRST_TURN:
        if seat == 0 and not facts & SELF_DRAW:
            yield "/win/with", say("East discards first, so East wins no discard before that")
        if win.loser is not None and win.loser > seat:
            detail = say("who plays after the winner has not discarded yet in the first go-around")
            yield "/win/from", detail
    if facts & DOUBLE_RIICHI and facts & IPPATSU:
        last, laid = facts & (LAST_TILE_DRAW | LAST_DISCARD), getattr(hand, "norths", 0)
        if last or laid or (hand is not None and any(meld.kind == KONG for meld in hand.melds)):
            yield "/win/with", say("ippatsu of a double riichi comes in the first go-around")
    if getattr(hand, "beneath", ()) and not facts & IN_RIICHI:
        detail = say("the indicators beneath are turned for a winner in riichi alone")
        yield "/hand/ura_indicators", detail
    if win.liable is not None:
        yield from _liable(hand, win, win.liable, seat, options)


def _liable(
    hand: Hand | None, win: Win, liable: int, seat: int, options: Mapping[str, Value]
) -> Iterator[tuple[str, str]]:
    if liable == seat:
        yield "/win/liable", say("nobody is liable for their own hand")
    elif options["pao"] == "none" and not options["pao_claimed_kong"]:
        yield "/win/liable", say("nobody is liable at this table")
    elif hand is not None and not fed(hand, win, options):
        yield "/win/liable", NOT_FED


NOT_FED = say(
    "liability takes a yakuman of dragons, winds or kongs, as the table plays it, all "
    "of whose sets lie open or as kongs, one of them claimed"
)


def fed(hand: Hand, win: Win, options: Mapping[str, Value]) -> set[str]:
    """The names of what somebody can be liable for: yakuman, or a claimed kong."""
    found = set()
    laid = {meld.tile: meld.concealed for meld in hand.melds if meld.kind != 2}
    for kinds, name in ((DRAGONS, "Big Three Dragons"), (WINDS, "Big Four Winds")):
        sets = [concealed for tile, concealed in laid.items() if kinds >> tile & 1]
        if len(sets) == kinds.bit_count() and not all(sets) and options["pao"] != "none":
            found.add(name)
    kongs = [meld.concealed for meld in hand.melds if meld.kind == KONG]
    if len(kongs) == 4 and not all(kongs) and options["pao"] == "dragons_winds_kongs":
        found.add("Four Kongs")
    replaced = win.facts & KONG_REPLACEMENT
    if options["pao_claimed_kong"] and replaced and not all(kongs):
        found.add("kong")
    return found
