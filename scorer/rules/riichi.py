"""Riichi: the yaku in the order of the World Riichi Championship's book, what adds han, and the fu.

Options and presets stand in ``riichi_options``, what the table sees in ``riichi_circumstances``,
payments, draws and the session in ``riichi_table``. A yaku's function takes a ``HanReading``:
masks of kinds, bit *k* for kind *k*, and ``chows``, where each chow starts. It gives the mask of
the pungs or the pair that its line shows, the starts of its chows, or true for the whole hand. Add
a house rule by declaring it here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from scorer.engine.arrange import SETS_AND_PAIR
from scorer.engine.hand import (
    FLOWER_REPLACEMENT,
    HEAVENS_BLESSING,
    KONG_REPLACEMENT,
    LAST_DISCARD,
    LAST_TILE_DRAW,
    ROBBED_KONG,
    SELF_DRAW,
)
from scorer.engine.options import why_not_in_force
from scorer.engine.tiles import (
    DRAGONS,
    EAST,
    FIRST_RED_FIVE,
    GREEN_DRAGON,
    GREEN_KINDS,
    HONOURS,
    MAJORS,
    MINORS,
    NORTH,
    ONE_DOTS,
    RED_DRAGON,
    SUITED,
    SUITS,
    TERMINALS,
    WHITE_DRAGON,
    WINDS,
    KindMask,
    bits,
    code,
    mask_of,
    one_suit,
    plain,
)
from scorer.grammar.features import (
    AT_MOST_ONE_SUIT,
    CONCEALED,
    CONCEALED_PUNGS,
    DRAWN,
    EXPOSED_PUNGS,
    FOUR_PUNGS,
    HONOUR_PAIR,
    HONOUR_PUNGS,
    KONGS,
    LAST_IN_CHOW,
    LAST_IN_PAIR,
    LUCK,
    MAJOR_PUNGS,
    MINOR_PUNGS,
    NO_CHOWS,
    NO_HONOURS,
    NO_MIDDLE,
    NO_PUNGS,
    NO_TERMINALS,
    NOT_FOUR_SETS,
    ONLY_MAJORS,
    SEVERAL_KONGS,
    SOME_HONOURS,
    THREE_PUNGS,
    THREE_SUITS,
)
from scorer.grammar.han.hand import DoraHand
from scorer.grammar.han.reading import (
    CLOSED_WAIT,
    CLOSED_WAIT_KIND,
    EDGE_WAIT,
    EDGE_WAIT_KIND,
    FOUR_SETS,
    MANY_CHOWS,
    NOT_DRAWN,
    TWIN_CHOWS,
    TWO_SIDED_WAIT,
    TWO_SIDED_WAIT_KIND,
    HanReading,
)
from scorer.grammar.han.rule import FuItem
from scorer.grammar.han.why_not import counted_instead
from scorer.grammar.reading import IN_PAIR, IN_PUNG
from scorer.grammar.requirements import (
    NEEDS_CHOW,
    NEEDS_HONOURS,
    NEEDS_LAST_CLAIMED,
    NEEDS_LAST_DRAWN,
    NEEDS_NO_CHOW,
    NEEDS_NO_HONOURS,
    NEEDS_NO_PUNG,
    NEEDS_NOTHING_CLAIMED,
    NEEDS_ONE_SUIT,
    NEEDS_ONLY_GREEN,
    NEEDS_ONLY_HONOURS,
    NEEDS_ONLY_MAJORS,
    NEEDS_ONLY_TERMINALS,
    NEEDS_OWN_WIND,
    NEEDS_PAIR_COMPLETED,
    NEEDS_ROBBED_KONG,
    NEEDS_ROUND_WIND,
    NEEDS_SETS_AND_PAIR,
    Requirement,
    at_least,
    chow_tiles,
    circumstance,
    condition,
    exactly,
    last_is,
    only,
    paired,
    pung_of_each,
    why_not_met,
)
from scorer.languages.speech import say, say_many
from scorer.rules import riichi_options as house
from scorer.rules import riichi_table
from scorer.rules.riichi_circumstances import (
    AFTER_KONG,
    DOUBLE_RIICHI,
    EIGHTH_DEALER_WIN,
    FIRST_TURN,
    IPPATSU,
    OPEN_RIICHI,
    RIICHI,
    RIICHI_DISCARD,
    book,
)
from scorer.rules.shared.patterns import NEEDS_LAST_TILE

__all__ = ["DoraHand", "book", "riichi_table"]

ChowStarts = tuple[int, ...]
FIRST_CHOWS: Final = 1 << 0 | 1 << 9 | 1 << 18  # 1 2 3
LAST_CHOWS: Final = FIRST_CHOWS << 6  # 7 8 9
TABLE_RULE_SOURCE = "a table rule"


def chow_starts(h: HanReading) -> KindMask:
    """Return where chows start, as a mask."""
    found = 0
    for start in h.chows:
        found |= 1 << start
    return found


def value_pair(h: HanReading) -> KindMask:
    """Return the pair, where it is of a dragon, the seat wind or the prevailing wind."""
    return h.pair & (DRAGONS | h.own | h.round)


def _pair_value(h: HanReading) -> str:
    pair = value_pair(h)
    if pair & DRAGONS:
        return say("a pair of a dragon has a value")
    if pair & h.own & h.round:
        return say("a pair of the wind of both seat and round has a value")
    if pair & h.own:
        return say("a pair of the seat wind has a value")
    return say("a pair of the prevailing wind has a value")


def _wait_text(h: HanReading) -> str:
    if h.last_place == IN_PAIR:
        return say("the wait is for the pair")
    return WAIT_WORDS.get(h.wait) or say("the winning tile completed a pung")


WAIT_WORDS = {
    TWO_SIDED_WAIT_KIND: say("the wait is two-sided"),
    EDGE_WAIT_KIND: say("the wait is an edge wait"),
    CLOSED_WAIT_KIND: say("the wait is a closed wait"),
}


def _outer_named(tile: str) -> str:
    """Return what is said of this terminal or honour where only simples count."""
    if tile in TERMINAL_CODES:
        return say("{tile} is a terminal", tile=tile)
    return say("{tile} is an honour", tile=tile)


TERMINAL_CODES = frozenset(map(code, bits(TERMINALS)))


def _first_set_without_ends(h: HanReading) -> str:
    """Return the first set, or the pair, without a terminal or honour."""
    pungs = (h.pungs | h.pair) & ~MAJORS
    chows = [start for start in h.chows if not 1 << start & (FIRST_CHOWS | LAST_CHOWS)]
    if chows:
        return chow_tiles(chows[0])
    tile = next(bits(pungs))
    return " ".join([code(tile)] * (3 if h.pungs >> tile & 1 else 2))


def _first_claimed(h: HanReading) -> str:
    claimed = next(meld for meld in h.hand.melds if not meld.concealed)
    return " ".join(code(tile) for tile in claimed.tiles)


NEEDS_CLOSED_HAND = Requirement[HanReading](
    lambda h: not h.claimed_before,
    lambda h: say(
        "the hand is open: {tiles} was claimed",
        tiles=_first_claimed(h),
    ),
)
NEEDS_TWO_SIDED_WAIT = Requirement[HanReading](lambda h: h.wait == TWO_SIDED_WAIT_KIND, _wait_text)
NEEDS_SEVEN_PAIRS: Requirement[HanReading] = condition(
    lambda h: h.shape == "seven pairs", say("the tiles are not seven different pairs")
)
NEEDS_PAIR_WITHOUT_VALUE = Requirement[HanReading](
    lambda h: not value_pair(h),
    _pair_value,
)
NEEDS_DRAWN_PINFU_PLAYED: Requirement[HanReading] = condition(
    lambda h: not h.facts & SELF_DRAW or h[house.pinfu_self_draw_option],
    say("self-drawn, and this table counts no drawn Pinfu"),
)
NEEDS_OPEN_TANYAO_PLAYED = Requirement[HanReading](
    lambda h: not h.claimed_before or h[house.open_tanyao_option],
    lambda h: say(
        "the hand is open ({tiles} was claimed), and this table counts All Simples closed only",
        tiles=_first_claimed(h),
    ),
)


def suited_chow(h: HanReading, ways: Sequence[ChowStarts]) -> ChowStarts | None:
    """Return the first of these groups of chows that the hand has."""
    has = chow_starts(h)
    return next((way for way in ways if all(has >> start & 1 for start in way)), None)


FIRST_TWO, LAST_TWO = 0b011, 0b110
"""Of the three tiles of a chow."""


def near_with_open_chow(
    ways: Sequence[ChowStarts], meaning: str
) -> Callable[[HanReading], str | None]:
    """That two of three chows are there, and of the third one two tiles, in a chow beside it."""

    masks = [mask_of(*way) for way in ways]

    def close(h: HanReading) -> str | None:
        if h.shape != SETS_AND_PAIR or len(h.chows) < 2:
            return None
        has = chow_starts(h)
        for mask in masks:
            missing = mask & ~has
            if missing.bit_count() != 1:
                continue
            start = missing.bit_length() - 1
            held = h.kinds >> start & 7
            if held == LAST_TWO and has >> start + 1 & 1:
                wanted = start
            elif held == FIRST_TWO and has << 1 >> start & 1:
                wanted = start + 2
            else:
                continue
            return say("{missing} is missing: {meaning}", missing=code(wanted), meaning=meaning)
        return None

    return close


def all_chows_of(ways: Sequence[ChowStarts]) -> Requirement[HanReading]:
    """That all chows of one of these groups are there; names the group that is missing fewest."""

    def missing(h: HanReading) -> str:
        has = chow_starts(h)
        absent = [[start for start in way if not has >> start & 1] for way in ways]
        return say("the chow {tiles} is missing", tiles=chow_tiles(min(absent, key=len)[0]))

    return Requirement(lambda h: suited_chow(h, ways) is not None, missing)


def alike(times: int) -> Requirement[HanReading]:
    """That one chow is there so many times."""

    def most(h: HanReading) -> int:
        return max(map(h.chows.count, h.chows), default=0)

    def sentence(h: HanReading) -> str:
        if most(h) < 2:
            return say("no two chows are the same")
        twice = max(h.chows, key=h.chows.count)
        return say(
            "the chow {tiles} is there {held} times, but {wanted} times are needed",
            tiles=chow_tiles(twice),
            held=most(h),
            wanted=times,
        )

    return Requirement(lambda h: most(h) >= times, sentence)


def all_pungs_of(ways: Sequence[int]) -> Requirement[HanReading]:
    """That pungs of all of one of these masks are there; names the one that is missing fewest."""

    def missing(h: HanReading) -> str:
        absent = min((way & ~h.pungs for way in ways), key=int.bit_count)
        return say("there is no pung or kong of {tile}", tile=code(next(bits(absent))))

    return Requirement(lambda h: any(not way & ~h.pungs for way in ways), missing)


def _odd_chow(h: HanReading) -> str:
    odd = next(start for start in h.chows if h.chows.count(start) % 2)
    return say("there is no second chow {tiles}", tiles=chow_tiles(odd))


def _gate_missing(h: HanReading) -> str:
    first = next(iter(bits(h.kinds))) // 9 * 9
    for rank in (0, 8, *range(1, 8)):
        if h.hand.copies_of(first + rank) < (3 if rank in (0, 8) else 1):
            return say("{tile} is missing", tile=code(first + rank))
    return say("there is a kong")


# One han


@book.yaku(1, None, "Riichi", "riichi", "立直", of=LUCK | CONCEALED, needs_facts=RIICHI, sure=True)
def riichi(h: HanReading) -> bool:
    """declared that a closed hand is tenpai, and laid a riichi stick"""
    return bool(h.facts & RIICHI)


@book.yaku(
    2,
    None,
    "Double Riichi",
    "daburu riichi",
    "ダブル立直",
    replaces=["Riichi"],
    of=LUCK,
    needs_facts=DOUBLE_RIICHI,
    sure=True,
)
def double_riichi(h: HanReading) -> bool:
    """declared riichi with the first discard, nothing claimed or laid before"""
    return bool(h.facts & DOUBLE_RIICHI)


@book.yaku(
    1,
    None,
    "Ippatsu",
    "ippatsu",
    "一発",
    of=LUCK,
    needs_facts=IPPATSU,
    sure=True,
    when=house.ippatsu_option.is_(True),
)
def ippatsu(h: HanReading) -> bool:
    """won within one go-around of the riichi, nothing claimed or laid between"""
    return bool(h.facts & IPPATSU)


@book.yaku(
    1, None, "Fully Concealed Hand", "menzen tsumo", "門前清自摸和", of=CONCEALED | DRAWN, sure=True
)
def fully_concealed_hand(h: HanReading) -> bool:
    """a closed hand, self-drawn"""
    return bool(h.facts & SELF_DRAW)


@book.yaku(
    1, None, "Pinfu", "pinfu", "平和", of=NO_PUNGS | CONCEALED | LAST_IN_CHOW | TWO_SIDED_WAIT
)
def pinfu(h: HanReading) -> bool:
    """closed, four chows, a pair without value, and a two-sided wait"""
    if value_pair(h) or h.shape != SETS_AND_PAIR:
        return False
    return not h.facts & SELF_DRAW or h[house.pinfu_self_draw_option]


@book.yaku(1, 1, "All Simples", "tanyao", "断幺九", of=NO_HONOURS | NO_TERMINALS)
def all_simples(h: HanReading) -> bool:
    """no terminal and no honour"""
    return not h.claimed_before or h[house.open_tanyao_option]


@book.yaku(1, None, "Pure Double Chow", "iipeikou", "一盃口", of=CONCEALED | TWIN_CHOWS)
def pure_double_chow(h: HanReading) -> ChowStarts | bool:
    """two identical chows in a closed hand"""
    seen = 0
    for start in h.chows:
        if seen >> start & 1:
            return start, start
        seen |= 1 << start
    return False


@book.yaku(1, 1, "White Dragon", "haku", "白", of=HONOUR_PUNGS)
def white_dragon(h: HanReading) -> KindMask:
    """a pung or kong of white dragons"""
    return h.pungs & 1 << WHITE_DRAGON


@book.yaku(1, 1, "Green Dragon", "hatsu", "發", of=HONOUR_PUNGS)
def green_dragon(h: HanReading) -> KindMask:
    """a pung or kong of green dragons"""
    return h.pungs & 1 << GREEN_DRAGON


@book.yaku(1, 1, "Red Dragon", "chun", "中", of=HONOUR_PUNGS)
def red_dragon(h: HanReading) -> KindMask:
    """a pung or kong of red dragons"""
    return h.pungs & 1 << RED_DRAGON


@book.yaku(1, 1, "Seat Wind", "jikaze", "自風", of=HONOUR_PUNGS)
def seat_wind(h: HanReading) -> KindMask:
    """a pung or kong of the wind of the seat"""
    return h.pungs & h.own


@book.yaku(1, 1, "Prevailing Wind", "bakaze", "場風", of=HONOUR_PUNGS)
def prevailing_wind(h: HanReading) -> KindMask:
    """a pung or kong of the wind of the round"""
    return h.pungs & h.round


@book.yaku(1, 1, "North Wind", "pei", "北", of=HONOUR_PUNGS, when=house.north_option.is_("yakuhai"))
def north_wind(h: HanReading) -> KindMask:
    """a pung or kong of norths, with three players"""
    return h.pungs & 1 << NORTH if h.players == 3 else 0


@book.yaku(
    1,
    1,
    "After a Kong",
    "rinshan kaihou",
    "嶺上開花",
    of=LUCK | DRAWN,
    needs_facts=KONG_REPLACEMENT | FLOWER_REPLACEMENT,
    sure=True,
)
def after_a_kong(h: HanReading) -> bool:
    """won on the tile drawn for a kong or a north set aside"""
    return bool(h.facts & (KONG_REPLACEMENT | FLOWER_REPLACEMENT))


@book.yaku(1, 1, "Robbing the Kong", "chankan", "搶槓", of=LUCK, needs_facts=ROBBED_KONG, sure=True)
def robbing_the_kong(h: HanReading) -> bool:
    """won on a tile that another player added to a pung"""
    return bool(h.facts & ROBBED_KONG)


@book.yaku(
    1,
    1,
    "Last Tile Draw",
    "haitei raoyue",
    "海底摸月",
    of=LUCK | DRAWN,
    needs_facts=LAST_TILE_DRAW,
    sure=True,
)
def last_tile_draw(h: HanReading) -> bool:
    """won on the last tile of the wall"""
    return bool(h.facts & LAST_TILE_DRAW)


@book.yaku(
    1,
    1,
    "Last Tile Claim",
    "houtei raoyui",
    "河底撈魚",
    of=LUCK,
    needs_facts=LAST_DISCARD,
    sure=True,
)
def last_tile_claim(h: HanReading) -> bool:
    """won on the discard after the last tile of the wall"""
    return bool(h.facts & LAST_DISCARD)


# Two han


@book.yaku(2, None, "Seven Pairs", "chiitoitsu", "七対子", of=NOT_FOUR_SETS)
def seven_pairs(h: HanReading) -> bool:
    """seven different pairs"""
    return h.shape == "seven pairs"


THREE_SUITED: Final = tuple((rank, rank + 9, rank + 18) for rank in range(7))
STRAIGHT_STARTS: Final = tuple((first, first + 3, first + 6) for first in (0, 9, 18))


@book.yaku(2, 1, "Mixed Triple Chow", "sanshoku doujun", "三色同順", of=THREE_SUITS | MANY_CHOWS)
def mixed_triple_chow(h: HanReading) -> ChowStarts | bool:
    """the same chow in three suits"""
    if len(h.chows) < 3:
        return False
    has = chow_starts(h)
    low = has & has >> 9 & has >> 18 & 0x7F
    return THREE_SUITED[low.bit_length() - 1] if low else False


@book.yaku(2, 1, "Pure Straight", "ittsuu", "一気通貫", of=MANY_CHOWS)
def pure_straight(h: HanReading) -> ChowStarts | bool:
    """123 456 789 of one suit, as chows"""
    if len(h.chows) < 3:
        return False
    has = chow_starts(h)
    first = has & has >> 3 & has >> 6 & FIRST_CHOWS
    return STRAIGHT_STARTS[first.bit_length() // 9] if first else False


def outside_with_chow(h: HanReading) -> bool:
    """Tests if each set and the pair has a terminal or honour, at least one of them a chow."""
    has = chow_starts(h)
    if not has or has & ~(FIRST_CHOWS | LAST_CHOWS):
        return False
    return not (h.pungs | h.pair) & ~MAJORS


@book.yaku(2, 1, "Outside Hand", "chanta", "混全帯幺九", of=NO_MIDDLE | SOME_HONOURS)
def outside_hand(h: HanReading) -> bool:
    """a terminal or honour in every set and the pair, a chow and an honour among them"""
    return outside_with_chow(h)


@book.yaku(2, 2, "Triple Pung", "sanshoku doukou", "三色同刻", of=THREE_PUNGS | THREE_SUITS)
def triple_pung(h: HanReading) -> KindMask:
    """the same pung or kong in three suits"""
    low = h.pungs & h.pungs >> 9 & h.pungs >> 18 & 0x1FF
    return low | low << 9 | low << 18


@book.yaku(2, 2, "Three Concealed Pungs", "sanankou", "三暗刻", of=THREE_PUNGS | CONCEALED_PUNGS)
def three_concealed_pungs(h: HanReading) -> KindMask:
    """three pungs or kongs with no claimed tile"""
    return h.concealed if h.concealed.bit_count() == 3 else 0


@book.yaku(2, 2, "Three Kongs", "sankantsu", "三槓子", of=THREE_PUNGS | SEVERAL_KONGS)
def three_kongs(h: HanReading) -> KindMask:
    """three kongs"""
    return h.kongs if h.kongs.bit_count() == 3 else 0


@book.yaku(2, 2, "All Pungs", "toitoi", "対々和", of=FOUR_PUNGS)
def all_pungs(h: HanReading) -> KindMask:
    """four pungs or kongs"""
    return h.pungs


@book.yaku(2, 2, "Little Three Dragons", "shousangen", "小三元", of=HONOUR_PUNGS | HONOUR_PAIR)
def little_three_dragons(h: HanReading) -> KindMask:
    """pungs or kongs of two dragons and the pair of the third"""
    held = h.pungs & DRAGONS
    return DRAGONS if h.pair & DRAGONS and held.bit_count() == 2 else 0


@book.yaku(
    2,
    2,
    "All Terminals and Honours",
    "honroutou",
    "混老頭",
    replaces=["Outside Hand"],
    of=ONLY_MAJORS | SOME_HONOURS | NO_CHOWS,
)
def all_terminals_and_honours(h: HanReading) -> bool:
    """only terminals and honours, both, and no chow"""
    return bool(h.kinds & TERMINALS) and h.shape != "orphans"


# Three han and more


@book.yaku(
    3,
    None,
    "Twice Pure Double Chow",
    "ryanpeikou",
    "二盃口",
    replaces=["Pure Double Chow", "Seven Pairs"],
    of=NO_PUNGS | CONCEALED | TWIN_CHOWS,
)
def twice_pure_double_chow(h: HanReading) -> ChowStarts | bool:
    """two times two identical chows in a closed hand"""
    odd = 0  # the chows that are there once or three times
    for start in h.chows:
        odd ^= 1 << start
    return tuple(sorted(h.chows)) if len(h.chows) == 4 and not odd else False


@book.yaku(3, 2, "Half Flush", "honitsu", "混一色", of=AT_MOST_ONE_SUIT | SOME_HONOURS)
def half_flush(h: HanReading) -> bool:
    """one suit and honours, both"""
    return bool(h.kinds & SUITED)


@book.yaku(
    3,
    2,
    "Pure Outside Hand",
    "junchan",
    "純全帯幺九",
    replaces=["Outside Hand"],
    of=NO_MIDDLE | NO_HONOURS,
)
def pure_outside_hand(h: HanReading) -> bool:
    """a terminal in every set and the pair, a chow among them"""
    return outside_with_chow(h)


@book.yaku(
    6,
    5,
    "Full Flush",
    "chinitsu",
    "清一色",
    replaces=["Half Flush"],
    of=AT_MOST_ONE_SUIT | NO_HONOURS,
    sure=True,
)
def full_flush(h: HanReading) -> bool:
    """one suit alone"""
    return True


@book.yaku(
    5,
    5,
    "Blessing of Man",
    "renhou",
    "人和",
    of=LUCK,
    needs_facts=FIRST_TURN,
    limit_when=house.renhou_option.is_("yakuman"),
    alone_when=house.renhou_option.is_("mangan"),
)
def blessing_of_man(h: HanReading) -> bool:
    """won on a discard in the first go-around, before the winner discarded"""
    if h.facts & SELF_DRAW or h[house.renhou_option] == "none":
        return False
    return bool(h.facts & FIRST_TURN)


# Local yaku


@book.yaku(
    1,
    None,
    "Open Riichi",
    "oopun riichi",
    "オープン立直",
    of=LUCK,
    needs_facts=OPEN_RIICHI,
    sure=True,
    when=house.open_riichi_option.is_(True),
    source=TABLE_RULE_SOURCE,
)
def open_riichi(h: HanReading) -> bool:
    """declared riichi and showed the hand"""
    return bool(h.facts & OPEN_RIICHI)


@book.yaku(
    3,
    2,
    "Pure Triple Chow",
    "isshoku sanjun",
    "一色三順",
    replaces=["Pure Double Chow"],
    when=house.pure_triple_chow_option.is_(True),
    source=TABLE_RULE_SOURCE,
    of=TWIN_CHOWS | MANY_CHOWS,
)
def pure_triple_chow(h: HanReading) -> ChowStarts | bool:
    """three identical chows"""
    for start in h.chows[:2]:
        if h.chows.count(start) > 2:
            return (start,) * 3
    return False


@book.yaku(
    2,
    2,
    "Three Consecutive Pungs",
    "sanrenkou",
    "三連刻",
    of=THREE_PUNGS,
    when=house.three_consecutive_pungs_option.is_(True),
    source=TABLE_RULE_SOURCE,
)
def three_consecutive_pungs(h: HanReading) -> KindMask:
    """three pungs or kongs of one suit, with numbers in a row"""
    held = h.pungs & SUITED
    for start in bits(held & held >> 1 & held >> 2):
        if start % 9 < 7:
            return 7 << start
    return 0


@book.yaku(
    2,
    2,
    "Five Types",
    "uumensai",
    "五門斉",
    of=THREE_SUITS,
    when=house.five_types_option.is_(True),
    source=TABLE_RULE_SOURCE,
)
def five_types(h: HanReading) -> bool:
    """the sets and the pair are of three suits, winds and dragons, one each"""
    return h.shape == SETS_AND_PAIR and bool(h.kinds & WINDS) and bool(h.kinds & DRAGONS)


@book.yaku(
    1,
    1,
    "Twelve Down",
    "shiiaru raotai",
    "十二落抬",
    of=LAST_IN_PAIR,
    when=house.twelve_down_option.is_(True),
    source=TABLE_RULE_SOURCE,
)
def twelve_down(h: HanReading) -> bool:
    """four claimed sets, and a wait for the pair"""
    claimed = [meld for meld in h.hand.melds if not meld.concealed]
    return len(claimed) == 4


@book.yaku(
    1,
    1,
    "Swallow’s Return",
    "tsubame gaeshi",
    "燕返し",
    of=LUCK,
    needs_facts=RIICHI_DISCARD,
    sure=True,
    when=house.riichi_swallow_option.is_(True),
    source=TABLE_RULE_SOURCE,
)
def riichi_swallow(h: HanReading) -> bool:
    """won on a discard that declared riichi"""
    return bool(h.facts & RIICHI_DISCARD)


@book.yaku(
    1,
    1,
    "Kong Discard",
    "kanburi",
    "槓振り",
    of=LUCK,
    needs_facts=AFTER_KONG,
    sure=True,
    when=house.kong_discard_option.is_(True),
    source=TABLE_RULE_SOURCE,
)
def kong_discard(h: HanReading) -> bool:
    """won on the discard after a kong’s replacement"""
    return bool(h.facts & AFTER_KONG)


@book.yaku(
    2,
    2,
    "Moon from the Sea Bed",
    "iipin mooyue",
    "一筒摸月",
    replaces=["Last Tile Draw"],
    of=LUCK | DRAWN,
    needs_facts=LAST_TILE_DRAW,
    when=house.moon_option.is_(True),
    source=TABLE_RULE_SOURCE,
)
def moon(h: HanReading) -> bool:
    """1 of dots as the last tile drawn"""
    return bool(h.facts & LAST_TILE_DRAW) and h.hand.winning == ONE_DOTS


@book.yaku(
    2,
    2,
    "Fish from the River",
    "chuupin raoyui",
    "九筒撈魚",
    replaces=["Last Tile Claim"],
    of=LUCK,
    needs_facts=LAST_DISCARD,
    when=house.fish_option.is_(True),
    source=TABLE_RULE_SOURCE,
)
def fish(h: HanReading) -> bool:
    """9 of dots as the last discard"""
    return bool(h.facts & LAST_DISCARD) and h.hand.winning == ONE_DOTS + 8


# Dora: han, but no yaku

DORA_OF_INDICATOR: Final[ChowStarts] = (
    *(9 * suit + (rank + 1) % 9 for suit in range(3) for rank in range(9)),
    *(EAST + (wind + 1) % 4 for wind in range(4)),
    *(WHITE_DRAGON, RED_DRAGON, GREEN_DRAGON),
)
"""What an indicator makes dora: the next tile of its suit, wind, or dragon."""
DORA_OF_INDICATOR_FOR_THREE: Final[ChowStarts] = (
    *DORA_OF_INDICATOR[:9],
    17,
    *DORA_OF_INDICATOR[10:17],
    9,
    *DORA_OF_INDICATOR[18:],
)
"""The same with three players, whose characters are 1 and 9."""


def dora_tiles(hand: DoraHand, indicators: Sequence[int], players: int) -> list[int]:
    """Return the tiles of the hand that these indicators make dora, once for each."""
    after = DORA_OF_INDICATOR_FOR_THREE if players == 3 else DORA_OF_INDICATOR
    found: list[int] = []
    for indicator in indicators:
        tile = after[plain(indicator)]
        held = hand.copies_of(tile)
        found += [tile] * (held + hand.norths if tile == NORTH else held)
    return found


def count_dora(hand: DoraHand, indicators: tuple[int, ...], players: int) -> int:
    """Return how many tiles of the hand these indicators make dora."""
    after = DORA_OF_INDICATOR_FOR_THREE if players == 3 else DORA_OF_INDICATOR
    found = 0
    for indicator in indicators:
        tile = after[plain(indicator)]
        found += hand.copies_of(tile)
        if tile == NORTH:
            found += hand.norths
    return found


@book.bonus("Dora", "dora", "ドラ")
def dora(hand: DoraHand, players: int) -> Sequence[int]:
    """the tile after an indicator"""
    return dora_tiles(hand, hand.indicators, players)


@dora.counted
def number_of_dora(hand: DoraHand, players: int) -> int:
    """how many there are"""
    return count_dora(hand, hand.indicators, players)


@book.bonus("Red Five", "aka dora", "赤ドラ")
def red_five(hand: DoraHand, players: int) -> Sequence[int]:
    """a red five"""
    found = [FIRST_RED_FIVE + suit for suit in range(3) for _ in range(hand.reds[suit])]
    for meld in hand.melds:
        if meld.red:
            found += [FIRST_RED_FIVE + meld.tile // 9] * meld.red
    return found


@red_five.counted
def number_of_red_fives(hand: DoraHand, players: int) -> int:
    """how many there are"""
    bamboo, characters, dots = hand.reds
    found = bamboo + characters + dots
    for meld in hand.melds:
        found += meld.red
    return found


@book.bonus("Ura Dora", "ura dora", "裏ドラ", when=house.ura_dora_option.is_(True))
def ura_dora(hand: DoraHand, players: int) -> Sequence[int]:
    """the tile after an indicator beneath, for a winner in riichi"""
    return dora_tiles(hand, hand.beneath, players)


@ura_dora.counted
def number_of_ura_dora(hand: DoraHand, players: int) -> int:
    """how many there are"""
    return count_dora(hand, hand.beneath, players)


@book.bonus("North", "nuki dora", "抜きドラ", when=house.north_option.is_("bonus"))
def north(hand: DoraHand, players: int) -> Sequence[int]:
    """a north set aside, with three players"""
    return (NORTH,) * hand.norths


@north.counted
def number_of_norths(hand: DoraHand, players: int) -> int:
    """how many there are"""
    return hand.norths


# Yakuman


@book.yakuman("Thirteen Orphans", "kokushi musou", "国士無双", of=NOT_FOUR_SETS)
def thirteen_orphans(h: HanReading) -> bool:
    """one of each terminal and honour, and a second of one"""
    return h.shape == "orphans"


@book.yakuman(
    "Thirteen-Sided Orphans",
    "juusanmen",
    "国士無双十三面",
    doubled=True,
    replaces=["Thirteen Orphans"],
    of=NOT_FOUR_SETS,
)
def thirteen_sided_orphans(h: HanReading) -> bool:
    """thirteen orphans that were all different before the winning tile"""
    last = h.hand.winning
    return h.shape == "orphans" and last is not None and h.hand.copies_of(last) == 2


@book.yakuman("Four Concealed Pungs", "suuankou", "四暗刻", of=FOUR_PUNGS | CONCEALED)
def four_concealed_pungs(h: HanReading) -> bool:
    """four pungs or kongs with no claimed tile"""
    return h.concealed.bit_count() == 4


@book.yakuman(
    "Four Concealed Pungs, Pair Wait",
    "suuankou tanki",
    "四暗刻単騎",
    doubled=True,
    replaces=["Four Concealed Pungs"],
    of=FOUR_PUNGS | CONCEALED | LAST_IN_PAIR,
)
def four_concealed_pungs_pair_wait(h: HanReading) -> bool:
    """four concealed pungs or kongs, and the winning tile makes the pair"""
    return h.concealed.bit_count() == 4


@book.yakuman("Big Three Dragons", "daisangen", "大三元", of=THREE_PUNGS | HONOUR_PUNGS)
def big_three_dragons(h: HanReading) -> KindMask:
    """pungs or kongs of all three dragons"""
    return 0 if DRAGONS & ~h.pungs else DRAGONS


@book.yakuman(
    "Little Four Winds", "shousuushii", "小四喜", of=THREE_PUNGS | HONOUR_PUNGS | HONOUR_PAIR
)
def little_four_winds(h: HanReading) -> KindMask:
    """pungs or kongs of three winds and the pair of the fourth"""
    return 0 if WINDS & ~(h.pungs | h.pair) or not h.pair & WINDS else WINDS


@book.yakuman("Big Four Winds", "daisuushii", "大四喜", doubled=True, of=FOUR_PUNGS | HONOUR_PUNGS)
def big_four_winds(h: HanReading) -> KindMask:
    """pungs or kongs of all four winds"""
    return 0 if WINDS & ~h.pungs else WINDS


@book.yakuman("All Honours", "tsuuiisou", "字一色", of=ONLY_MAJORS)
def all_honours(h: HanReading) -> bool:
    """only winds and dragons"""
    return not h.kinds & ~HONOURS


@book.yakuman("All Terminals", "chinroutou", "清老頭", of=ONLY_MAJORS | NO_HONOURS, sure=True)
def all_terminals(h: HanReading) -> bool:
    """only ones and nines"""
    return True


@book.yakuman("All Green", "ryuuiisou", "緑一色", of=AT_MOST_ONE_SUIT)
def all_green(h: HanReading) -> bool:
    """only 2, 3, 4, 6, 8 of bamboo and green dragons"""
    return not h.kinds & ~GREEN_KINDS


def gates_before(h: HanReading, last: int) -> list[int]:
    """Return the numbers of each rank of a hand of one suit without this tile."""
    return [h.hand.copies_of(kind) - (kind == last) for kind in bits(h.kinds)]


def in_gates(h: HanReading) -> bool:
    """Tests if tiles of one suit, closed and without a kong, have three ones, three nines and one
    of each between."""
    if h.kongs or not one_suit(h.kinds) or h.kinds.bit_count() != 9:
        return False
    held = gates_before(h, -1)
    return held[0] >= 3 and held[8] >= 3


@book.yakuman(
    "Nine Gates", "chuuren poutou", "九蓮宝燈", of=AT_MOST_ONE_SUIT | CONCEALED | NO_HONOURS
)
def nine_gates(h: HanReading) -> bool:
    """1112345678999 of one suit and any tile of that suit, closed and without a kong"""
    return in_gates(h)


@book.yakuman(
    "Pure Nine Gates",
    "junsei chuuren poutou",
    "純正九蓮宝燈",
    doubled=True,
    replaces=["Nine Gates"],
    of=AT_MOST_ONE_SUIT | CONCEALED | NO_HONOURS,
)
def pure_nine_gates(h: HanReading) -> bool:
    """1112345678999 of one suit before the winning tile, closed and without a kong"""
    last = h.hand.winning
    return last is not None and in_gates(h) and gates_before(h, last) == [3, *[1] * 7, 3]


@book.yakuman("Four Kongs", "suukantsu", "四槓子", of=FOUR_PUNGS | SEVERAL_KONGS)
def four_kongs(h: HanReading) -> KindMask:
    """four kongs"""
    return h.kongs if h.kongs.bit_count() == 4 else 0


@book.yakuman(
    "Blessing of Heaven",
    "tenhou",
    "天和",
    of=LUCK | DRAWN,
    needs_facts=FIRST_TURN | HEAVENS_BLESSING,
)
def blessing_of_heaven(h: HanReading) -> bool:
    """East won with the tiles that were dealt"""
    return h.seat == 0 and bool(h.facts & (FIRST_TURN | HEAVENS_BLESSING))


@book.yakuman("Blessing of Earth", "chiihou", "地和", of=LUCK | DRAWN, needs_facts=FIRST_TURN)
def blessing_of_earth(h: HanReading) -> bool:
    """a player other than East won with their first draw, nothing claimed or laid out before"""
    return h.seat != 0 and bool(h.facts & FIRST_TURN)


@book.yakuman(
    "Big Wheels",
    "daisharin",
    "大車輪",
    of=AT_MOST_ONE_SUIT | NO_HONOURS | NO_TERMINALS,
    when=house.big_wheels_option.is_(True),
    source=TABLE_RULE_SOURCE,
)
def big_wheels(h: HanReading) -> bool:
    """22 33 44 55 66 77 88 of one suit, closed"""
    if h.claimed_before or h.kinds.bit_count() != 7:
        return False
    return all(h.hand.copies_of(kind) == 2 for kind in bits(h.kinds))


@book.yakuman(
    "Big Seven Stars",
    "daichisei",
    "大七星",
    of=NOT_FOUR_SETS | ONLY_MAJORS,
    when=house.big_seven_stars_option.is_(True),
    source=TABLE_RULE_SOURCE,
)
def big_seven_stars(h: HanReading) -> bool:
    """pairs of all seven winds and dragons"""
    return h.shape == "seven pairs" and not h.kinds & ~HONOURS


@book.yakuman(
    "Three Years on a Stone",
    "ishi no ue ni mo sannen",
    "石の上にも三年",
    of=LUCK,
    needs_facts=DOUBLE_RIICHI,
    when=house.three_years_option.is_(True),
    source=TABLE_RULE_SOURCE,
)
def three_years(h: HanReading) -> bool:
    """declared double riichi and won on the last tile or discard"""
    last = h.facts & (LAST_TILE_DRAW | LAST_DISCARD)
    return bool(h.facts & DOUBLE_RIICHI and last)


@book.yakuman(
    "Eight Dealer Wins",
    "paarenchan",
    "八連荘",
    of=LUCK,
    when=house.eight_dealer_wins_option.is_(True),
    needs=True,
    source=TABLE_RULE_SOURCE,
)
def eight_dealer_wins(h: HanReading) -> bool:
    """East’s eighth win in a row, with another yaku"""
    return bool(h.facts & EIGHTH_DEALER_WIN)


# Fu


@book.fu(20, "Winning hand", of=FOUR_SETS, sure=True)
def winning_hand(h: HanReading) -> bool:
    """sets and a pair"""
    return h.shape == SETS_AND_PAIR


@book.fu(25, "Seven pairs", of=NOT_FOUR_SETS)
def seven_pairs_fu(h: HanReading) -> bool:
    """seven pairs have 25 fu and nothing else"""
    return h.shape == "seven pairs"


@book.fu(10, "Closed hand by discard", of=CONCEALED | NOT_DRAWN | FOUR_SETS, sure=True)
def closed_by_discard(h: HanReading) -> bool:
    """a closed hand won by a discard or a robbed kong"""
    return not h.facts & SELF_DRAW and h.shape == SETS_AND_PAIR


def _is_drawn_pinfu(h: HanReading) -> bool:
    four_chows = not h.pungs and h.wait == TWO_SIDED_WAIT_KIND and not value_pair(h)
    return bool(four_chows and not h.claimed_before and h[house.pinfu_self_draw_option])


@book.fu(2, "Self-draw", of=DRAWN | FOUR_SETS)
def self_draw_fu(h: HanReading) -> bool:
    """self-drawn, but for a Pinfu"""
    return h.shape == SETS_AND_PAIR and not _is_drawn_pinfu(h)


@book.fu(2, "Open pung", each=True, of=MINOR_PUNGS | EXPOSED_PUNGS)
def open_pung(h: HanReading) -> KindMask:
    """an open pung of 2 to 8"""
    return h.pungs & ~h.kongs & ~h.concealed & MINORS


@book.fu(4, "Open pung of terminals or honours", each=True, of=MAJOR_PUNGS | EXPOSED_PUNGS)
def open_outer_pung(h: HanReading) -> KindMask:
    """an open pung of terminals or honours"""
    return h.pungs & ~h.kongs & ~h.concealed & MAJORS


@book.fu(4, "Concealed pung", each=True, of=MINOR_PUNGS | CONCEALED_PUNGS)
def concealed_pung(h: HanReading) -> KindMask:
    """a concealed pung of 2 to 8"""
    return h.concealed & ~h.kongs & MINORS


@book.fu(8, "Concealed pung of terminals or honours", each=True, of=MAJOR_PUNGS | CONCEALED_PUNGS)
def concealed_outer_pung(h: HanReading) -> KindMask:
    """a concealed pung of terminals or honours"""
    return h.concealed & ~h.kongs & MAJORS


@book.fu(8, "Open kong", each=True, of=MINOR_PUNGS | EXPOSED_PUNGS | KONGS)
def open_kong(h: HanReading) -> KindMask:
    """an open kong of 2 to 8"""
    return h.kongs & ~h.concealed & MINORS


@book.fu(16, "Open kong of terminals or honours", each=True, of=MAJOR_PUNGS | EXPOSED_PUNGS | KONGS)
def open_outer_kong(h: HanReading) -> KindMask:
    """an open kong of terminals or honours"""
    return h.kongs & ~h.concealed & MAJORS


@book.fu(16, "Concealed kong", each=True, of=MINOR_PUNGS | CONCEALED_PUNGS | KONGS)
def concealed_kong(h: HanReading) -> KindMask:
    """a concealed kong of 2 to 8"""
    return h.kongs & h.concealed & MINORS


@book.fu(
    32,
    "Concealed kong of terminals or honours",
    each=True,
    of=MAJOR_PUNGS | CONCEALED_PUNGS | KONGS,
)
def concealed_outer_kong(h: HanReading) -> KindMask:
    """a concealed kong of terminals or honours"""
    return h.kongs & h.concealed & MAJORS


@book.fu(2, "Pair with a value", of=HONOUR_PAIR)
def value_pair_fu(h: HanReading) -> KindMask:
    """a pair of a dragon, the seat wind or the prevailing wind"""
    return h.pair & (DRAGONS | h.own ^ h.round)


@book.fu(house.double_wind_pair_option, "Pair of a double wind", of=HONOUR_PAIR)
def double_wind_pair(h: HanReading) -> KindMask:
    """a pair of the wind of both seat and round"""
    return h.pair & h.own & h.round


@book.fu(2, "Edge wait", of=EDGE_WAIT, sure=True)
def edge_wait(h: HanReading) -> bool:
    """a wait for the 3 of 1 2 3 or the 7 of 7 8 9"""
    return h.wait == EDGE_WAIT_KIND


@book.fu(2, "Closed wait", of=CLOSED_WAIT, sure=True)
def closed_wait(h: HanReading) -> bool:
    """a wait for the middle of a chow"""
    return h.wait == CLOSED_WAIT_KIND


@book.fu(2, "Pair wait", of=LAST_IN_PAIR | FOUR_SETS, sure=True)
def pair_wait(h: HanReading) -> bool:
    """a wait for the pair"""
    return h.last_place == IN_PAIR


@book.fu(10, "Open Pinfu", of=NO_PUNGS | LAST_IN_CHOW | TWO_SIDED_WAIT)
def open_pinfu(h: HanReading) -> bool:
    """an open hand won by a discard that has nothing beyond the 20"""
    return h.claimed_before and not h.facts & SELF_DRAW and not value_pair(h)


@book.rounds("Rounding")
def rounding(h: HanReading) -> bool:
    """the fu are rounded up to tens"""
    return False


# What each takes, and when it is nearly there


riichi.requires(NEEDS_CLOSED_HAND, circumstance(RIICHI, say("riichi was not declared")))
double_riichi.requires(
    NEEDS_CLOSED_HAND, circumstance(DOUBLE_RIICHI, say("double riichi was not declared"))
)
ippatsu.requires(
    NEEDS_CLOSED_HAND,
    circumstance(IPPATSU, say("the win was not within one go-around of the riichi")),
)
fully_concealed_hand.requires(NEEDS_CLOSED_HAND, NEEDS_LAST_DRAWN)
pinfu.requires(
    NEEDS_CLOSED_HAND,
    NEEDS_SETS_AND_PAIR,
    NEEDS_NO_PUNG,
    NEEDS_TWO_SIDED_WAIT,
    NEEDS_PAIR_WITHOUT_VALUE,
    NEEDS_DRAWN_PINFU_PLAYED,
)
NEEDS_ONLY_SIMPLES = only(MINORS, lambda tile: _outer_named(tile))
all_simples.requires(NEEDS_ONLY_SIMPLES, NEEDS_OPEN_TANYAO_PLAYED)
pure_double_chow.requires(NEEDS_CLOSED_HAND, NEEDS_CHOW, alike(2))
white_dragon.requires(pung_of_each(1 << WHITE_DRAGON))
green_dragon.requires(pung_of_each(1 << GREEN_DRAGON))
red_dragon.requires(pung_of_each(1 << RED_DRAGON))
seat_wind.requires(NEEDS_OWN_WIND)


@ippatsu.near
def _near_ippatsu(h: HanReading) -> str | None:
    """entered, at a table that does not play it"""
    if not h.facts & IPPATSU or h[house.ippatsu_option]:
        return None
    return why_not_in_force(house.ippatsu_option.is_(True))


@pinfu.near
def _near_pinfu(h: HanReading) -> str | None:
    """four chows, closed, and the wait or the pair spoils it"""
    if h.pungs or h.claimed_before or h.shape != SETS_AND_PAIR:
        return None
    return why_not_met(
        (NEEDS_TWO_SIDED_WAIT, NEEDS_PAIR_WITHOUT_VALUE, NEEDS_DRAWN_PINFU_PLAYED), h
    )


@all_simples.near
def _near_all_simples(h: HanReading) -> str | None:
    """all simples in an open hand, where the table counts them closed only"""
    return None if h.kinds & ~MINORS else why_not_met((NEEDS_OPEN_TANYAO_PLAYED,), h)


@seat_wind.near
def _near_seat_wind(h: HanReading) -> str | None:
    """a pung of another wind"""
    guest = h.pungs & WINDS & ~(h.own | h.round)
    if not guest:
        return None
    return say(
        "{tile} is neither the player's own wind nor the wind of the round",
        tile=code(next(bits(guest))),
    )


prevailing_wind.requires(NEEDS_ROUND_WIND)
north_wind.requires(
    condition(lambda h: h.players == 3, say("with four players north is a wind like the others")),
    pung_of_each(1 << NORTH),
)
after_a_kong.requires(
    circumstance(
        KONG_REPLACEMENT | FLOWER_REPLACEMENT, say("the winning tile was not drawn after a kong")
    )
)
robbing_the_kong.requires(NEEDS_ROBBED_KONG)
last_tile_draw.requires(NEEDS_LAST_TILE)
last_tile_claim.requires(
    circumstance(LAST_DISCARD, say("the winning tile was not the last discard"))
)
seven_pairs.requires(NEEDS_SEVEN_PAIRS)
NEEDS_THREE_CHOWS = Requirement[HanReading](
    lambda h: len(h.chows) > 2,
    lambda h: say_many(
        "there is one chow, but three are needed",
        "there are {number} chows, but three are needed",
        len(h.chows),
    ),
)
mixed_triple_chow.requires(NEEDS_THREE_CHOWS, all_chows_of(THREE_SUITED))
mixed_triple_chow.near(near_with_open_chow(THREE_SUITED, mixed_triple_chow.meaning))
pure_straight.requires(NEEDS_THREE_CHOWS, all_chows_of(STRAIGHT_STARTS))
pure_straight.near(near_with_open_chow(STRAIGHT_STARTS, pure_straight.meaning))
NEEDS_ENDS = Requirement[HanReading](
    outside_with_chow,
    lambda h: say("{tiles} has neither a terminal nor an honour", tiles=_first_set_without_ends(h)),
)
outside_hand.requires(NEEDS_SETS_AND_PAIR, NEEDS_CHOW, NEEDS_HONOURS, NEEDS_ENDS)
triple_pung.requires(
    at_least(3, say("pungs or kongs of suit tiles"), lambda h: h.pungs & SUITED),
    all_pungs_of([1 << rank | 1 << rank + 9 | 1 << rank + 18 for rank in range(9)]),
)
CONCEALED_SETS_WORDS = say("concealed pungs or kongs")


@three_concealed_pungs.near
def _near_three_concealed_pungs(h: HanReading) -> str | None:
    """the third pung was completed by a claimed tile"""
    spoilt = h.pungs & ~h.concealed & h.last and h.last_place == IN_PUNG
    if not spoilt or h.concealed.bit_count() != 2:
        return None
    three = " ".join([code(h.hand.winning or 0)] * 3)
    return say("{tiles} was completed by a discard, so it is open", tiles=three)


three_concealed_pungs.requires(exactly(3, CONCEALED_SETS_WORDS, lambda h: h.concealed))
three_kongs.requires(exactly(3, say("kongs"), lambda h: h.kongs))
all_pungs.requires(NEEDS_SETS_AND_PAIR, NEEDS_NO_CHOW)
little_three_dragons.requires(
    exactly(2, say("pungs or kongs of dragons"), lambda h: h.pungs & DRAGONS),
    paired(lambda h: h.pair & DRAGONS, say("a pair of dragons")),
)
NEEDS_NOT_ORPHANS: Requirement[HanReading] = condition(
    lambda h: h.shape != "orphans", say("the tiles are read as Thirteen Orphans")
)
all_terminals_and_honours.requires(
    NEEDS_ONLY_MAJORS,
    NEEDS_HONOURS,
    condition(lambda h: h.kinds & TERMINALS, say("there are no terminals")),
    NEEDS_NOT_ORPHANS,
)
twice_pure_double_chow.requires(
    NEEDS_CLOSED_HAND,
    NEEDS_SETS_AND_PAIR,
    NEEDS_NO_PUNG,
    Requirement[HanReading](
        lambda h: all(h.chows.count(start) % 2 == 0 for start in h.chows), _odd_chow
    ),
)
half_flush.requires(
    condition(lambda h: h.kinds & SUITED, say("there are no suit tiles")),
    NEEDS_ONE_SUIT,
    NEEDS_HONOURS,
)
pure_outside_hand.requires(NEEDS_SETS_AND_PAIR, NEEDS_CHOW, NEEDS_NO_HONOURS, NEEDS_ENDS)
full_flush.requires(NEEDS_NO_HONOURS, NEEDS_ONE_SUIT)
NEEDS_FIRST_TURN = circumstance(FIRST_TURN, say("the win was not in the first go-around"))
blessing_of_man.requires(
    condition(lambda h: h[house.renhou_option] != "none", say("this table does not count it")),
    NEEDS_LAST_CLAIMED,
    NEEDS_FIRST_TURN,
)
open_riichi.requires(
    NEEDS_CLOSED_HAND, circumstance(OPEN_RIICHI, say("open riichi was not declared"))
)
pure_triple_chow.requires(NEEDS_THREE_CHOWS, alike(3))
three_consecutive_pungs.requires(
    at_least(3, say("pungs or kongs of suit tiles"), lambda h: h.pungs & SUITED),
    all_pungs_of([7 << 9 * suit + rank for suit in range(3) for rank in range(7)]),
)
five_types.requires(
    NEEDS_SETS_AND_PAIR,
    condition(lambda h: h.kinds & WINDS, say("there are no winds")),
    condition(lambda h: h.kinds & DRAGONS, say("there are no dragons")),
    condition(lambda h: all(h.kinds & suit for suit in SUITS), say("a suit is missing")),
)
twelve_down.requires(
    Requirement[HanReading](
        lambda h: len(h.hand.melds) == 4,
        lambda h: say_many(
            "{number} set is claimed, but four are needed",
            "{number} sets are claimed, but four are needed",
            len(h.hand.melds),
        ),
    ),
    Requirement[HanReading](
        lambda h: not any(meld.concealed for meld in h.hand.melds),
        lambda h: say("a concealed kong is among the sets, but all four must be claimed"),
    ),
    NEEDS_PAIR_COMPLETED,
)
riichi_swallow.requires(
    circumstance(RIICHI_DISCARD, say("the winning tile was not a discard that declared riichi"))
)
kong_discard.requires(
    circumstance(
        AFTER_KONG, say("the winning tile was not the discard after a kong’s replacement tile")
    )
)
moon.requires(
    NEEDS_LAST_TILE,
    last_is(ONE_DOTS),
)
fish.requires(
    circumstance(LAST_DISCARD, say("the winning tile was not the last discard")),
    last_is(ONE_DOTS + 8),
)
NEEDS_ORPHANS: Requirement[HanReading] = condition(
    lambda h: h.shape == "orphans",
    say("the tiles are not one of each terminal and honour, and a second of one"),
)
thirteen_orphans.requires(NEEDS_ORPHANS)
thirteen_sided_orphans.requires(
    NEEDS_ORPHANS,
    Requirement[HanReading](
        lambda h: h.hand.copies_of(h.hand.winning or 0) == 2,
        lambda h: say("before the winning tile one of them was there twice"),
    ),
)
four_concealed_pungs.requires(at_least(4, CONCEALED_SETS_WORDS, lambda h: h.concealed))
four_concealed_pungs_pair_wait.requires(
    at_least(4, CONCEALED_SETS_WORDS, lambda h: h.concealed),
    condition(lambda h: h.last_place == IN_PAIR, say("the winning tile does not make the pair")),
)
big_three_dragons.requires(pung_of_each(DRAGONS))
little_four_winds.requires(
    exactly(3, say("pungs or kongs of winds"), lambda h: h.pungs & WINDS),
    paired(lambda h: h.pair & WINDS, say("a pair of winds")),
)
big_four_winds.requires(pung_of_each(WINDS))
all_honours.requires(NEEDS_ONLY_HONOURS)
all_terminals.requires(NEEDS_ONLY_TERMINALS)
all_green.requires(NEEDS_ONLY_GREEN)
NEEDS_NO_KONG: Requirement[HanReading] = condition(lambda h: not h.kongs, say("there is a kong"))
NEEDS_NINE_GATES = Requirement[HanReading](in_gates, _gate_missing)
NEEDS_NINE_SIDED_WAIT: Requirement[HanReading] = condition(
    lambda h: gates_before(h, h.hand.winning or 0) == [3, *[1] * 7, 3],
    say("the hand did not wait for every number"),
)
nine_gates.requires(
    NEEDS_CLOSED_HAND, NEEDS_NO_KONG, NEEDS_NO_HONOURS, NEEDS_ONE_SUIT, NEEDS_NINE_GATES
)
pure_nine_gates.requires(
    NEEDS_CLOSED_HAND,
    NEEDS_NO_KONG,
    NEEDS_NO_HONOURS,
    NEEDS_ONE_SUIT,
    NEEDS_NINE_GATES,
    NEEDS_NINE_SIDED_WAIT,
)
four_kongs.requires(at_least(4, say("kongs"), lambda h: h.kongs))
blessing_of_heaven.requires(
    condition(lambda h: h.seat == 0, say("only East wins with the tiles that were dealt")),
    NEEDS_LAST_DRAWN,
    circumstance(FIRST_TURN | HEAVENS_BLESSING, say("the win was not in the first go-around")),
)
blessing_of_earth.requires(
    condition(
        lambda h: h.seat != 0, say("East’s win in the first go-around is the Blessing of Heaven")
    ),
    NEEDS_LAST_DRAWN,
    NEEDS_FIRST_TURN,
)
big_wheels.requires(
    NEEDS_NOTHING_CLAIMED,
    NEEDS_ONLY_SIMPLES,
    NEEDS_ONE_SUIT,
    Requirement[HanReading](
        lambda h: all(h.hand.copies_of(kind) == 2 for kind in bits(h.kinds)),
        lambda h: say("the tiles are not a pair of each number from 2 to 8"),
    ),
)
big_seven_stars.requires(NEEDS_ONLY_HONOURS, NEEDS_SEVEN_PAIRS)
three_years.requires(
    circumstance(DOUBLE_RIICHI, say("double riichi was not declared")),
    circumstance(
        LAST_TILE_DRAW | LAST_DISCARD,
        say("the winning tile was neither the last tile of the wall nor the last discard"),
    ),
)
eight_dealer_wins.requires(
    circumstance(EIGHTH_DEALER_WIN, say("the win was not East’s eighth in a row"))
)


# The fu

NEEDS_OPEN_HAND: Requirement[HanReading] = condition(
    lambda h: h.claimed_before, say("the hand is closed")
)


def mask_found_by(rule: FuItem) -> Callable[[Any], int]:
    """Return the mask that an item of fu finds."""
    return lambda h: int(cast("int", rule.test(h)))


self_draw_fu.requires(
    NEEDS_LAST_DRAWN,
    NEEDS_SETS_AND_PAIR,
    condition(lambda h: not _is_drawn_pinfu(h), say("a drawn Pinfu has no fu for the draw")),
)
open_pung.requires(at_least(1, say("open pungs of 2 to 8"), mask_found_by(open_pung)))
open_outer_pung.requires(
    at_least(1, say("open pungs of terminals or honours"), mask_found_by(open_outer_pung))
)
concealed_pung.requires(
    at_least(1, say("concealed pungs of 2 to 8"), mask_found_by(concealed_pung))
)
concealed_outer_pung.requires(
    at_least(1, say("concealed pungs of terminals or honours"), mask_found_by(concealed_outer_pung))
)
open_kong.requires(at_least(1, say("open kongs of 2 to 8"), mask_found_by(open_kong)))
open_outer_kong.requires(
    at_least(1, say("open kongs of terminals or honours"), mask_found_by(open_outer_kong))
)
concealed_kong.requires(
    at_least(1, say("concealed kongs of 2 to 8"), mask_found_by(concealed_kong))
)
concealed_outer_kong.requires(
    at_least(1, say("concealed kongs of terminals or honours"), mask_found_by(concealed_outer_kong))
)
NEEDS_NO_DOUBLE_WIND = Requirement[HanReading](
    lambda h: not h.pair & h.own & h.round,
    lambda h: counted_instead(double_wind_pair.name),
)
value_pair_fu.requires(
    NEEDS_NO_DOUBLE_WIND,
    paired(mask_found_by(value_pair_fu), say("a dragon, the seat wind or the prevailing wind")),
)
double_wind_pair.requires(
    paired(mask_found_by(double_wind_pair), say("a wind that is seat and round in one"))
)
pair_wait.requires(NEEDS_PAIR_COMPLETED)
winning_hand.requires(NEEDS_SETS_AND_PAIR)
seven_pairs_fu.requires(NEEDS_SEVEN_PAIRS)
closed_by_discard.requires(NEEDS_SETS_AND_PAIR, NEEDS_CLOSED_HAND, NEEDS_LAST_CLAIMED)
edge_wait.requires(
    NEEDS_SETS_AND_PAIR, Requirement[HanReading](lambda h: h.wait == EDGE_WAIT_KIND, _wait_text)
)
closed_wait.requires(
    NEEDS_SETS_AND_PAIR, Requirement[HanReading](lambda h: h.wait == CLOSED_WAIT_KIND, _wait_text)
)
rounding.requires(
    NEEDS_SETS_AND_PAIR,
    Requirement[HanReading](lambda h: False, lambda h: say("the fu are full tens")),
)
open_pinfu.requires(
    NEEDS_OPEN_HAND,
    NEEDS_LAST_CLAIMED,
    NEEDS_SETS_AND_PAIR,
    NEEDS_NO_PUNG,
    NEEDS_TWO_SIDED_WAIT,
    NEEDS_PAIR_WITHOUT_VALUE,
)

dora.requires(
    condition(lambda h: h.hand.indicators, say("no dora indicator was entered")),
    condition(lambda h: dora.tiles(h.hand, h.players), say("no tile of the hand is dora")),
)
north.requires(
    condition(lambda h: h.players == 3, say("norths are set aside only with three players")),
    condition(lambda h: h.hand.norths, say("no north was set aside")),
)
red_five.requires(condition(lambda h: red_five.tiles(h.hand, h.players), say("no five is red")))
ura_dora.requires(
    circumstance(RIICHI | DOUBLE_RIICHI, say("riichi was not declared")),
    condition(
        lambda h: ura_dora.tiles(h.hand, h.players),
        say("no tile of the hand is ura dora"),
    ),
)
