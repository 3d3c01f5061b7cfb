"""Hong Kong Old Style: the patterns and payments that tables in Hong Kong play.

No book is official, and tables differ: each point on which the sources disagree is an option.
Patterns stand in the order of the table of ``rules/hongkong.md``, from which they are taken. Add a
house rule by declaring it here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from scorer.engine import arrange
from scorer.engine.any_hand import AnyHand, of_sets
from scorer.engine.arrange import ORPHANS_SHAPE, SEVEN_DIFFERENT_PAIRS_SHAPE
from scorer.engine.hand import (
    EARTHS_BLESSING,
    FLOWER_REPLACEMENT,
    HEAVENS_BLESSING,
    KONG_ON_KONG,
    KONG_REPLACEMENT,
    ROBBED_KONG,
    SELF_DRAW,
    Hand,
)
from scorer.engine.sheet import Payment
from scorer.engine.tiles import (
    DRAGONS,
    FIRST_FLOWER,
    FIRST_SEASON,
    FLOWERS,
    HONOURS,
    MAJORS,
    SEASONS,
    SUITED,
    TERMINALS,
    KindMask,
    bits,
    code,
    one_suit,
)
from scorer.errors import HandError, Problem
from scorer.grammar.fan.book import FanBook
from scorer.grammar.fan.rule import implied
from scorer.grammar.features import (
    AT_MOST_ONE_SUIT,
    BONUS,
    CONCEALED,
    DRAWN,
    FOUR_BONUS,
    FOUR_PUNGS,
    HONOUR_PAIR,
    HONOUR_PUNGS,
    LUCK,
    NO_PUNGS,
    NOT_FOUR_SETS,
    ONLY_MAJORS,
    OWN_WIND_PUNGS,
    SEVERAL_KONGS,
    THREE_PUNGS,
    TWO_HONOUR_PUNGS,
)
from scorer.grammar.reading import Reading, tiles_of
from scorer.grammar.requirements import (
    NEEDS_HONOURS,
    NEEDS_NO_BONUS_TILE,
    NEEDS_NO_CHOW,
    NEEDS_NO_HONOURS,
    NEEDS_NO_PUNG,
    NEEDS_NOTHING_CLAIMED,
    NEEDS_ONE_SUIT,
    NEEDS_ONLY_HONOURS,
    NEEDS_ONLY_MAJORS,
    NEEDS_ONLY_TERMINALS,
    NEEDS_OWN_FLOWER,
    NEEDS_OWN_SEASON,
    NEEDS_OWN_WIND,
    NEEDS_ROUND_WIND,
    NEEDS_SETS_AND_PAIR,
    Requirement,
    at_least,
    chow_tiles,
    circumstance,
    condition,
    exactly,
)
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
from scorer.rulebook.circumstances import nothing_claimed
from scorer.rulebook.payment_rules import always
from scorer.rulebook.presentation import PaymentCell, PointsTable, Presentation
from scorer.rulebook.settlement import EnteredEvent, Settlement
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
    REPLACEMENT_DRAWN,
    TWO_DECLARED_KONGS,
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
    SELF_DRAWN_TEST,
    SMALL_DRAGONS_TEST,
    SMALL_FOUR_WINDS_TEST,
    THIRTEEN_ORPHANS_TEST,
    circumstance_test,
    of_another_seat,
    other_wind,
)
from scorer.rules.shared.texts import HONG_KONG
from scorer.types.terms import SEAT_NAMES

book = FanBook(
    "hongkong",
    "Hong Kong",
    summary="A few patterns, added up as faan; a table turns faan into what is paid.",
    version="1",
    sources=(HONG_KONG,),
    book_of_fan=HONG_KONG,
    shapes=(ORPHANS_SHAPE,),
)
book.unit = "faan"
book.tally = {"faan": "the faan, before the limit cuts them"}
book.adds_up = True
book.presentation = Presentation(multiplies=False, listed_by="worth", languages=frozenset({"zh"}))
book.cites_names = True

# Options

book.integer("minimum", 3, least=0, most=13, meaning="the faan that a hand needs to win")
minimum_counts_option = book.choice(
    "minimum_counts",
    "all",
    "no_bonus",
    meaning="what counts for the minimum: all patterns, or all but those of flowers and seasons",
)
limit_option = book.choice("limit", 13, 10, 8, 4, meaning="the most faan that count")
great_hands_option = book.choice(
    "great_hands",
    "add",
    "alone",
    "limit",
    meaning="how great hands count: their faan are added like all others, a great hand counts "
    "alone, or a great hand is worth the limit",
)
flowers_option = book.boolean("flowers", True, meaning="the table plays with flowers and seasons")
all_pungs_option = book.integer("all_pungs", 3, least=0, most=13, meaning="the faan of All Pungs")
half_flush_option = book.integer(
    "half_flush", 3, least=0, most=13, meaning="the faan of Half Flush"
)
full_flush_option = book.integer(
    "full_flush", 7, least=0, most=13, meaning="the faan of Full Flush"
)
small_dragons_option = book.integer(
    "small_dragons", 5, least=0, most=13, meaning="the faan of Small Dragons"
)
small_winds_option = book.integer(
    "small_winds", 6, least=0, most=13, meaning="the faan of Small Winds"
)
mixed_terminals_option = book.integer(
    "mixed_terminals",
    1,
    least=0,
    most=10,
    meaning="the faan of Mixed Terminals, beside those of All Pungs",
)
all_honours_option = book.integer(
    "all_honours", 10, least=0, most=13, meaning="the faan of All Honours"
)
all_terminals_option = book.integer(
    "all_terminals", 13, least=0, most=13, meaning="the faan of All Terminals"
)
four_concealed_pungs_option = book.integer(
    "four_concealed_pungs", 8, least=0, most=13, meaning="the faan of Four Concealed Pungs"
)
nine_gates_option = book.integer(
    "nine_gates", 13, least=0, most=13, meaning="the faan of Nine Gates"
)
four_concealed_by_option = book.choice(
    "four_concealed_by",
    "self_draw",
    "any",
    meaning="how Four Concealed Pungs are won: by a drawn tile alone, or also by a claimed tile "
    "that completes the pair",
)
all_chows_pair_option = book.choice(
    "all_chows_pair",
    "any",
    "suit",
    meaning="the pair of All Chows: of any tiles, or of suit tiles alone",
)
small_winds_adds_option = book.boolean(
    "small_winds_adds",
    False,
    meaning="Seat Wind and Prevailing Wind count beside Small Winds",
)
flower_replacement_option = book.integer(
    "flower_replacement_faan", 1, least=0, most=1, meaning="the faan of Win on a Flower"
)
mans_blessing_option = book.integer(
    "mans_blessing", 0, least=0, most=13, meaning="the faan of Blessing of Man"
)
seven_pairs_option = book.integer(
    "seven_pairs",
    0,
    least=0,
    most=13,
    meaning="the faan of Seven Pairs; with 0 they are no winning hand",
)
base_option = book.integer("base", 2, least=1, most=10_000, meaning="what the table plays for")
payment_table_option = book.choice(
    "payment_table",
    "half_spicy",
    "spicy",
    "four_seven_ten",
    "four_seven_ten_thirteen",
    "four_six_eight",
    "five_seven_nine",
    meaning="the table that turns faan into what is paid",
)
responsibility_option = book.choice(
    "responsibility",
    "full",
    "half",
    meaning="who pays for a discard: the discarder alone, or the discarder half and each of the "
    "others a quarter",
)
robbed_kong_option = book.choice(
    "robbed_kong",
    "discard",
    "self_draw",
    meaning="what the player whose kong was robbed pays: as for a discard, or for all three as "
    "for a drawn tile",
)
east_doubles_option = book.boolean(
    "east_doubles", False, meaning="every payment to or from East is doubled"
)
deal_on_draw_option = book.choice(
    "deal_on_draw", "stay", "pass", meaning="whether East keeps the deal after a drawn hand"
)
false_win_portions_option = book.integer(
    "false_win_portions",
    1,
    least=1,
    most=3,
    meaning="what a false win costs: so many times what each player pays for a hand at the limit",
)

book.option(special_hands_option)

book.preset("old_style", "as most tables play", title="Old style", default=True)
book.preset(
    "great_limit",
    "every great hand is worth the limit, as many programs have it",
    title="Great hands at the limit",
    great_hands="limit",
    flower_replacement_faan=0,
)
book.preset(
    "great_alone",
    "a great hand counts alone",
    title="Great hands alone",
    great_hands="alone",
    all_terminals=10,
    nine_gates=10,
    four_concealed_pungs=10,
)
book.preset(
    "two_two",
    "All Pungs and Half Flush are worth two faan, Full Flush five",
    title="Two-two",
    all_pungs=2,
    half_flush=2,
    full_flush=5,
)
book.preset(
    "four_seven_ten",
    "payments double at four, seven and ten faan, and the others pay for a discard too",
    title="Four-seven-ten",
    limit=10,
    payment_table="four_seven_ten",
    responsibility="half",
)

WHEN_GREAT_HANDS_ALONE = great_hands_option.is_("alone")
WHEN_GREAT_HANDS_AT_LIMIT = great_hands_option.is_("limit")
WHEN_FLOWERS_PLAYED = flowers_option.is_(True)
WHEN_NO_BONUS_FOR_MINIMUM = minimum_counts_option.is_("no_bonus")
fan = partial(book.fan, None)
great_fan = partial(fan, alone=WHEN_GREAT_HANDS_ALONE, fills_limit=WHEN_GREAT_HANDS_AT_LIMIT)
bonus_fan = partial(fan, when=WHEN_FLOWERS_PLAYED, beyond_minimum=WHEN_NO_BONUS_FOR_MINIMUM)

book.tiles = book.tiles._replace(bonus_under=WHEN_FLOWERS_PLAYED)


@book.refuses_options
def base_problems(options: Options) -> Iterator[Problem]:
    """Yield the problem of a base that cannot be halved, where others pay half of a portion."""
    if options[responsibility_option] == "half" and options[base_option] % 2:
        detail = say(
            "with “Responsibility: half” the base must be even, so that half of it is a whole "
            "number; {base} is odd",
            base=options[base_option],
        )
        yield Problem("/options/base", "bad_option", detail)


# How hands win


book.shape(SEVEN_DIFFERENT_PAIRS_SHAPE, seven_pairs_option)


@book.refuses
def no_winning_hand(hand: Hand) -> str:
    """Return the problem of tiles that win in no way."""
    pairs = arrange.find_seven_pairs(sorted(hand.concealed))
    if pairs is not None and len({tiles for _, tiles in pairs.groups}) == 7:
        return say(
            "seven pairs win only where the house rule “Seven pairs” gives them faan; here it is 0"
        )
    return say("the tiles form no winning hand: neither four sets and a pair nor thirteen orphans")


declare_last_tiles(book)
declare_kong_replacement(book)
book.circumstance(
    "kong_on_kong",
    "the tile drawn after a kong made a second kong, and the tile drawn after that won",
    by=REPLACEMENT_DRAWN,
    needs=[TWO_DECLARED_KONGS],
)
declare_flower_replacement(book)
NOT_AFTER_A_KONG_SENTENCE = say("the dealt hand won before anybody declared a kong")
book.circumstance(
    "heavens_blessing",
    "East won with the tiles dealt",
    by=DEALT_WIN,
    seats=ONLY_EAST,
    needs=[NOTHING_CLAIMED_YET],
    clashes={
        **DEALT_NOT_LAST,
        "kong_replacement": NOT_AFTER_A_KONG_SENTENCE,
        "kong_on_kong": NOT_AFTER_A_KONG_SENTENCE,
    },
)
declare_earths_blessing(book, clashes=FIRST_DISCARD_NOT_LAST)


def why_set_laid_out(hand: AnyHand) -> str | None:
    """Nothing claimed and no kong."""
    if not of_sets(hand).melds:
        return None
    return say("nothing was claimed, and no kong declared, before a win in the first go-around")


FIRST_GO_AROUND = book.circumstance(
    "first_go_around",
    "won on a discard before the winner's first draw, with nothing claimed by anybody yet",
    by=WayCondition(("discard",), say("a win before the first draw is by discard")),
    seats=SeatCondition("SWN", say("East draws first, so East cannot win before the first draw")),
    needs=[
        nothing_claimed(say("nothing was claimed before a win in the first go-around")),
        HandCondition(why_set_laid_out, {"most_kongs": 0}),
    ],
    clashes=FIRST_ROUND_NOT_LAST,
)


def why_not_seven_flowers(hand: AnyHand) -> str | None:
    """Seven flowers and seasons, and no winning tile."""
    held = of_sets(hand).bonus.bit_count()
    if held < 7:
        return say(
            "a flower win needs seven or eight flowers and seasons; here are {held}", held=held
        )
    if hand.winning is not None:
        return say("a flower win has no winning tile: leave it out")
    return None


FLOWER_WIN = book.circumstance(
    "flower_win",
    "won by seven or eight flowers and seasons, whatever the hand",
    by=WayCondition(("self_draw",), say("the last flower is drawn: enter the win as self-drawn")),
    needs=[
        HandCondition(
            why_not_seven_flowers, {"flower": True, "flowers": 7, "no_winning_tile": True}
        )
    ],
    when=WHEN_FLOWERS_PLAYED,
)
book.table = book.table._replace(bonus_wins=FLOWER_WIN)


# Patterns of sets


@fan(1, "All Chows", "平糊", of=NO_PUNGS)
def all_chows(h: Reading) -> bool:
    """four chows and a pair"""
    return len(h.chows) == 4 and not (h[all_chows_pair_option] == "suit" and h.pair & HONOURS)


all_chows.requires(
    NEEDS_SETS_AND_PAIR,
    NEEDS_NO_PUNG,
    Requirement(
        lambda h: h[all_chows_pair_option] == "any" or h.pair & SUITED,
        lambda h: say(
            "the pair {tile} is of honours, and at this table it must be of suit tiles",
            tile=code(next(bits(h.pair))),
        ),
    ),
)


@all_chows.near
def _near_all_chows(h: Reading) -> str | None:
    """Say which set is a pung where the three others are chows."""
    if len(h.chows) != 3 or h.pungs.bit_count() != 1:
        return None
    return say("the set {tiles} is not a chow", tiles=" ".join(tiles_of(next(bits(h.pungs)), h)))


@fan(all_pungs_option, "All Pungs", "對對糊", of=FOUR_PUNGS, sure=True)
def all_pungs(h: Reading) -> bool:
    """four pungs or kongs and a pair"""
    return h.pungs.bit_count() == 4


all_pungs.requires(NEEDS_SETS_AND_PAIR, NEEDS_NO_CHOW)


@all_pungs.near
def _near_all_pungs(h: Reading) -> str | None:
    """Say which set is a chow where the three others are pungs."""
    if len(h.chows) != 1 or h.pungs.bit_count() != 3:
        return None
    return say("the set {tiles} is a chow", tiles=chow_tiles(h.chows[0]))


@fan(mixed_terminals_option, "Mixed Terminals", "花么九", of=FOUR_PUNGS | ONLY_MAJORS)
def mixed_terminals(h: Reading) -> bool:
    """pungs and a pair of ones, nines and honours, both kinds among them"""
    return (
        h.pungs.bit_count() == 4
        and not h.kinds & ~MAJORS
        and bool(h.kinds & HONOURS)
        and bool(h.kinds & TERMINALS)
    )


mixed_terminals.requires(
    NEEDS_SETS_AND_PAIR,
    NEEDS_NO_CHOW,
    NEEDS_ONLY_MAJORS,
    NEEDS_HONOURS,
    condition(lambda h: h.kinds & TERMINALS, say("there are no ones or nines")),
)


@fan(half_flush_option, "Half Flush", "混一色", of=AT_MOST_ONE_SUIT)
@HALF_FLUSH_TEST
def half_flush() -> None:
    """one suit, and honours"""


@fan(full_flush_option, "Full Flush", "清一色", of=AT_MOST_ONE_SUIT)
@FULL_FLUSH_TEST
def full_flush() -> None:
    """one suit, and no honours"""


@fan(seven_pairs_option, "Seven Pairs", "七對", implies=("Concealed Hand",), of=NOT_FOUR_SETS)
def seven_pairs(h: Reading) -> bool:
    """seven different pairs"""
    return h.shape == "seven pairs"


seven_pairs.requires(condition(seven_pairs.test, say("the tiles are not seven different pairs")))


@fan(
    small_dragons_option,
    "Small Dragons",
    "小三元",
    implies=("Dragon Pung",),
    of=TWO_HONOUR_PUNGS | HONOUR_PAIR,
)
@SMALL_DRAGONS_TEST
def small_dragons() -> None:
    """pungs or kongs of two dragons, and a pair of the third"""


@fan(
    8,
    "Big Dragons",
    "大三元",
    implies=("Dragon Pung",),
    of=THREE_PUNGS | TWO_HONOUR_PUNGS,
    fills_limit=WHEN_GREAT_HANDS_AT_LIMIT,
)
@BIG_DRAGONS_TEST
def big_dragons() -> None:
    """pungs or kongs of all three dragons"""


@fan(
    small_winds_option,
    "Small Winds",
    "小四喜",
    implies=(
        implied("Seat Wind", when=small_winds_adds_option.is_(False)),
        implied("Prevailing Wind", when=small_winds_adds_option.is_(False)),
    ),
    of=THREE_PUNGS | TWO_HONOUR_PUNGS | HONOUR_PAIR,
    fills_limit=WHEN_GREAT_HANDS_AT_LIMIT,
)
@SMALL_FOUR_WINDS_TEST
def small_winds() -> None:
    """pungs or kongs of three winds, and a pair of the fourth"""


@great_fan(
    13,
    "Big Winds",
    "大四喜",
    implies=("All Pungs", "Seat Wind", "Prevailing Wind"),
    of=FOUR_PUNGS | TWO_HONOUR_PUNGS,
)
@BIG_FOUR_WINDS_TEST
def big_winds() -> None:
    """pungs or kongs of all four winds"""


@great_fan(all_honours_option, "All Honours", "字一色", implies=("All Pungs",), of=ONLY_MAJORS)
def all_honours(h: Reading) -> bool:
    """winds and dragons alone"""
    return not h.kinds & ~HONOURS


all_honours.requires(NEEDS_ONLY_HONOURS)


@great_fan(all_terminals_option, "All Terminals", "清么九", implies=("All Pungs",), of=ONLY_MAJORS)
def all_terminals(h: Reading) -> bool:
    """ones and nines alone"""
    return not h.kinds & ~TERMINALS


all_terminals.requires(NEEDS_ONLY_TERMINALS)


@great_fan(
    four_concealed_pungs_option,
    "Four Concealed Pungs",
    "坎坎糊",
    implies=("All Pungs", "Concealed Hand"),
    of=FOUR_PUNGS,
)
def four_concealed_pungs(h: Reading) -> bool:
    """four concealed pungs or kongs, won by a drawn tile"""
    drawn = h.facts & SELF_DRAW or h[four_concealed_by_option] == "any"
    return h.concealed.bit_count() == 4 and bool(drawn)


four_concealed_pungs.requires(
    at_least(4, say("pungs or kongs"), lambda h: h.pungs),
    at_least(4, say("concealed pungs or kongs"), lambda h: h.concealed),
    condition(
        lambda h: h.facts & SELF_DRAW or h[four_concealed_by_option] == "any",
        say("the winning tile was claimed, not drawn"),
    ),
)


@four_concealed_pungs.near
def _near_four_concealed_pungs(h: Reading) -> str | None:
    """Say what was claimed of four pungs."""
    if h.pungs.bit_count() != 4 or h.concealed.bit_count() < 3:
        return None
    if h.concealed.bit_count() == 4:
        drawn = four_concealed_pungs.test(h)
        return None if drawn else say("the winning tile was claimed, not drawn")
    exposed = next(bits(h.pungs & ~h.concealed))
    if h.last >> exposed & 1 and not h.claimed_before:
        return say(
            "the winning tile {tile} was claimed, so its pung is exposed", tile=code(exposed)
        )
    return say("the set {tiles} is exposed", tiles=" ".join(tiles_of(exposed, h)))


@great_fan(13, "Four Kongs", "十八羅漢", implies=("All Pungs",), of=FOUR_PUNGS | SEVERAL_KONGS)
def four_kongs(h: Reading) -> KindMask:
    """four kongs, exposed or concealed"""
    return h.kongs if h.kongs.bit_count() == 4 else 0


four_kongs.requires(at_least(4, say("kongs"), lambda h: h.kongs))


@great_fan(
    nine_gates_option,
    "Nine Gates",
    "九子連環",
    implies=("Full Flush", "Concealed Hand"),
    of=AT_MOST_ONE_SUIT | CONCEALED,
)
def nine_gates(h: Reading) -> bool:
    """1112345678999 of one suit and any tile of it, nothing exposed and no kong"""
    return (
        not h.hand.melds and one_suit(h.kinds) and arrange.find_gates(h.hand.concealed) is not None
    )


nine_gates.requires(
    NEEDS_NO_HONOURS,
    NEEDS_ONE_SUIT,
    Requirement(lambda h: not h.kongs, lambda h: say("there is a kong")),
    NEEDS_NOTHING_CLAIMED,
    condition(
        nine_gates.test,
        say("the hand needs three ones, three nines and one of each number between"),
    ),
)


@nine_gates.near
def _near_nine_gates(h: Reading) -> str | None:
    """Say which set was exposed where the tiles are those of Nine Gates."""
    if len(h.hand.melds) != 1 or h.kongs or not one_suit(h.kinds):
        return None
    tiles = sorted((*h.hand.concealed, *h.hand.melds[0].tiles))
    if arrange.find_gates(tiles) is None:
        return None
    laid = " ".join(map(code, h.hand.melds[0].tiles))
    return say("the set {tiles} is exposed", tiles=laid)


@great_fan(13, "Thirteen Orphans", "十三么", implies=("Concealed Hand",), of=NOT_FOUR_SETS)
@THIRTEEN_ORPHANS_TEST
def thirteen_orphans() -> None:
    """one of each one, nine and honour, and a second of one of them"""


@fan(1, "Dragon Pung", "三元牌", each=True, of=HONOUR_PUNGS)
def dragon_pung(h: Reading) -> KindMask:
    """a pung or kong of dragons"""
    return h.pungs & DRAGONS


dragon_pung.requires(
    condition(lambda h: h.pungs & DRAGONS, say("there is no pung or kong of dragons"))
)


@fan(1, "Seat Wind", "門風", of=OWN_WIND_PUNGS)
def seat_wind(h: Reading) -> KindMask:
    """a pung or kong of the player's own wind"""
    return h.pungs & h.own


seat_wind.requires(NEEDS_OWN_WIND)


@seat_wind.near
def _near_seat_wind(h: Reading) -> str | None:
    """Say whose wind the pung is of."""
    return other_wind(h, h.own, say("the player's own wind"))


@fan(1, "Prevailing Wind", "圈風", of=OWN_WIND_PUNGS)
def prevailing_wind(h: Reading) -> KindMask:
    """a pung or kong of the wind of the round"""
    return h.pungs & h.round


prevailing_wind.requires(NEEDS_ROUND_WIND)


@prevailing_wind.near
def _near_prevailing_wind(h: Reading) -> str | None:
    """Say which wind the pung is of."""
    return other_wind(h, h.round, say("the wind of the round"))


# How the hand was won


@fan(1, "Self-Drawn", "自摸", last=True, of=DRAWN, sure=True)
@SELF_DRAWN_TEST
def self_drawn() -> None:
    """won on a tile that the winner drew"""


@fan(1, "Concealed Hand", "門前清", of=CONCEALED)
def concealed_hand(h: Reading) -> bool:
    """no set was claimed before the winning tile"""
    return not h.claimed_before


concealed_hand.requires(NEEDS_NOTHING_CLAIMED)


@concealed_hand.near
def _near_concealed_hand(h: Reading) -> str | None:
    """Say which set was claimed where only one was."""
    claimed = sum(not meld.concealed for meld in h.hand.melds)
    return NEEDS_NOTHING_CLAIMED.why_not(h) if claimed == 1 else None


@fan(1, "Robbing the Kong", "搶槓", last=True, of=LUCK)
@ROBBED_KONG_TEST
def robbing_the_kong() -> None:
    """the winning tile was robbed from another player's kong"""


@fan(1, "Win on a Kong", "槓上開花", last=True, of=LUCK)
@circumstance_test(
    KONG_REPLACEMENT | KONG_ON_KONG, say("the winning tile was not drawn after a kong")
)
def win_on_a_kong() -> None:
    """won on the tile drawn after a kong"""


@fan(
    8,
    "Kong on Kong",
    "槓上槓自摸",
    implies=("Win on a Kong",),
    last=True,
    of=LUCK,
    fills_limit=WHEN_GREAT_HANDS_AT_LIMIT,
)
@circumstance_test(KONG_ON_KONG, say("the winning tile was not drawn after two kongs in a row"))
def kong_on_kong() -> None:
    """the tile drawn after a kong made a second kong, and the tile drawn after that won"""


@fan(flower_replacement_option, "Win on a Flower", "花上自摸", last=True, of=LUCK)
@circumstance_test(FLOWER_REPLACEMENT, say("the winning tile was not drawn after a flower"))
def win_on_a_flower() -> None:
    """won on the tile drawn after a flower or season"""


@fan(1, "Last Tile", "海底撈月", last=True, of=LUCK)
@LAST_TILE_TEST
def last_tile() -> None:
    """won on the last tile of the wall"""


@fan(1, "Last Discard", "河底撈魚", last=True, of=LUCK)
@LAST_DISCARD_TEST
def last_discard() -> None:
    """won on the discard after the last tile of the wall"""


@great_fan(13, "Blessing of Heaven", "天糊", implies=("Self-Drawn", "Concealed Hand"), of=LUCK)
@circumstance_test(HEAVENS_BLESSING, say("the win was not with the tiles dealt"))
def blessing_of_heaven() -> None:
    """East wins with the tiles dealt"""


@great_fan(13, "Blessing of Earth", "地糊", implies=("Concealed Hand",), of=LUCK)
@circumstance_test(EARTHS_BLESSING, say("the win was not on East's first discard"))
def blessing_of_earth() -> None:
    """another player wins on East's first discard"""


@great_fan(mans_blessing_option, "Blessing of Man", "人糊", implies=("Concealed Hand",), of=LUCK)
@circumstance_test(FIRST_GO_AROUND, say("the win was not before the winner's first draw"))
def blessing_of_man() -> None:
    """won on a discard before the winner's first draw, with nothing claimed by anybody yet"""


# Flowers and seasons


@bonus_fan(1, "No Flowers", "無花")
def no_flowers(h: Reading) -> bool:
    """no flower and no season"""
    return not h.bonus


no_flowers.requires(NEEDS_NO_BONUS_TILE)


@no_flowers.near
def _near_no_flowers(h: Reading) -> str | None:
    """Say which flower or season lies there where it is the only one."""
    return None if h.bonus & (h.bonus - 1) else NEEDS_NO_BONUS_TILE.why_not(h)


@bonus_fan(1, "Own Flower", "正花", of=BONUS)
def own_flower(h: Reading) -> KindMask:
    """the flower of the player's own seat"""
    return h.bonus & 1 << FIRST_FLOWER + h.seat


own_flower.requires(NEEDS_OWN_FLOWER)


@own_flower.near
def _near_own_flower(h: Reading) -> str | None:
    """Say whose flower it is."""
    return of_another_seat(h, h.bonus & FLOWERS, FIRST_FLOWER)


@bonus_fan(1, "Own Season", "正季", of=BONUS)
def own_season(h: Reading) -> KindMask:
    """the season of the player's own seat"""
    return h.bonus & 1 << FIRST_SEASON + h.seat


own_season.requires(NEEDS_OWN_SEASON)


@own_season.near
def _near_own_season(h: Reading) -> str | None:
    """Say whose season it is."""
    return of_another_seat(h, h.bonus & SEASONS, FIRST_SEASON)


@bonus_fan(2, "All Flowers", "一台花", implies=("Own Flower",), of=FOUR_BONUS)
@FOUR_FLOWERS_TEST
def all_flowers() -> None:
    """all four flowers"""


@bonus_fan(2, "All Seasons", "一台季", implies=("Own Season",), of=FOUR_BONUS)
@FOUR_SEASONS_TEST
def all_seasons() -> None:
    """all four seasons"""


NEEDS_FLOWER_WIN = circumstance(FLOWER_WIN, say("the win was not by flowers"))


@fan(3, "Seven Flowers", "花糊", of_bonus_win=True, when=WHEN_FLOWERS_PLAYED)
def seven_flowers(h: Reading) -> KindMask:
    """won by seven flowers and seasons, whatever the hand"""
    return h.bonus if h.facts & FLOWER_WIN and h.bonus.bit_count() == 7 else 0


seven_flowers.requires(NEEDS_FLOWER_WIN, exactly(7, say("flowers and seasons"), lambda h: h.bonus))


@fan(
    8,
    "Eight Flowers",
    "大花糊",
    of_bonus_win=True,
    when=WHEN_FLOWERS_PLAYED,
    fills_limit=WHEN_GREAT_HANDS_AT_LIMIT,
)
def eight_flowers(h: Reading) -> KindMask:
    """won by all eight flowers and seasons, whatever the hand"""
    return h.bonus if h.facts & FLOWER_WIN and h.bonus.bit_count() == 8 else 0


eight_flowers.requires(NEEDS_FLOWER_WIN, exactly(8, say("flowers and seasons"), lambda h: h.bonus))


# What is paid

FAAN_MULTIPLIERS = {
    "half_spicy": (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384),
    "spicy": tuple([1 << faan for faan in range(14)]),
    "four_seven_ten": (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64),
    "four_seven_ten_thirteen": (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 128),
    "four_six_eight": (1, 2, 4, 8, 16, 16, 32, 32, 64, 64, 64, 64, 64, 64),
    "five_seven_nine": (1, 2, 4, 8, 16, 32, 32, 64, 64, 128, 128, 128, 128, 128),
}
"""What the base is multiplied by, for 0 to 13 faan, by the name of the table."""


def payment_for_faan(faan: int, options: Options) -> int:
    """Return what each player pays for a drawn hand of so many faan."""
    return options[base_option] * _faan_multiplier(faan, options)


def _faan_multiplier(faan: int, options: Options) -> int:
    return FAAN_MULTIPLIERS[options[payment_table_option]][faan]


def doubled_seat(options: Options, prevailing: int) -> int | None:
    """Return East's seat where payments to and from East are doubled."""
    return 0 if options[east_doubles_option] else None


def points_tables(options: Options) -> Sequence[PointsTable]:
    """Return what the discarder and, for a drawn tile, each player pays by the faan of a hand."""
    rows = [
        (say("{faan} faan", faan=faan), (PaymentCell(2 * amount, (amount,)),))
        for faan in range(options[limit_option] + 1)
        for amount in [payment_for_faan(faan, options)]
    ]
    return [PointsTable(say("Payments"), (say("payment"),), tuple(rows))]


book.presentation = book.presentation._replace(points_tables=points_tables)
book.payments = book.payments._replace(
    worth=payment_for_faan, doubled_seat=doubled_seat, need_no_tiles=always
)


@book.pays
def payments(settlement: Settlement, winner: int) -> list[Payment]:
    """A drawn tile: a portion from each; a discard: two from the discarder or, with half
    responsibility, one from the discarder and half of one from each of the others."""
    robbed_for_all = (
        settlement.facts & ROBBED_KONG and settlement[robbed_kong_option] == "self_draw"
    )
    owed = []
    for loser in settlement.others(winner):
        halves = 2 if robbed_for_all else _half_portions_owed(settlement, loser)
        if not halves:
            continue
        factor, reason = settlement.doubling(loser, winner)
        payer = settlement.discarder if robbed_for_all else loser
        if settlement.pays_for_all is not None:
            payer = settlement.pays_for_all
        amount = settlement.scores[winner] * halves // 2 * factor
        because = _payment_reason(settlement, halves, loser, payer, reason)
        owed.append(Payment(loser if payer is None else payer, winner, amount, because))
    return owed


def _half_portions_owed(settlement: Settlement, loser: int) -> int:
    """Return how many halves of a portion this player owes the winner."""
    if settlement.facts & SELF_DRAW:
        return 2
    if settlement[responsibility_option] == "half":
        return 2 if loser == settlement.discarder else 1
    return 4 if loser == settlement.discarder else 0


def _payment_reason(
    settlement: Settlement, halves: int, loser: int, payer: int | None, reason: str
) -> str:
    """Return how a payment comes about: "5 faan: 24 × 2 = 48, twice for the discarder"."""
    faan = settlement.sheet.total
    because = say(
        "{faan} faan: {multiplier} × {base} = {portion}",
        faan=faan,
        multiplier=_faan_multiplier(faan, settlement.edition.options),
        base=settlement[base_option],
        portion=payment_for_faan(faan, settlement.edition.options),
    )
    if halves == 4:
        because = say("{because}, twice for the discarder", because=because)
    if halves == 1:
        because = say("{because}, half for a player who did not discard", because=because)
    if reason:
        because = say("{because}; {reason}", because=because, reason=reason)
    if payer not in (None, loser):
        because = say(
            "{payer} pays for {loser}; {because}",
            payer=SEAT_NAMES[payer or 0],
            loser=SEAT_NAMES[loser],
            because=because,
        )
    return because


@book.event(HONG_KONG.at("Payments"), needs_winner=True, bars_win=True)
def guarantee(settlement: Settlement, event: EnteredEvent) -> None:
    """fed the winner, as with the twelfth tile of one suit or the third dragon: pays all that the
    three owe"""
    if settlement.pays_for_all is not None:
        detail = say("only one player pays for all: enter the one who pays")
        raise HandError(Problem("/by", "contradiction", detail))
    settlement.pays_for_all = event.by


@book.event(HONG_KONG.at("Payments"), bars_win=True)
def false_win(settlement: Settlement, event: EnteredEvent) -> None:
    """declared a win wrongly: the hand is over, and they pay each of the others what a hand at the
    limit costs"""
    if settlement.ended_by is None:
        settlement.end_hand(event.by)
        options = settlement.edition.options
        amount = options[false_win_portions_option] * payment_for_faan(
            options[limit_option], options
        )
        settlement.fine_to_each(event.by, amount, say("a false win"), doubling=True)


@book.deal
def deal_after(hand: DealResult) -> NextDeal:
    """the deal stays after East's win and, unless the table plays otherwise, a drawn hand"""
    stays = hand.options[deal_on_draw_option] == "stay"
    if hand.at_fault is not None:
        return NextDeal(stays, say("a false win counts as a drawn hand"))
    if hand.winner is None:
        return NextDeal(stays, say("nobody won"))
    if hand.winner == 0:
        return NextDeal(True, say("East keeps the deal by winning"))
    return NextDeal(False, say("East did not win"))
