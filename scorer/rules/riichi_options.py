"""What tables of riichi differ on, each an option, and the published rule sets, each a preset."""

from __future__ import annotations

from scorer.engine.arrange import ORPHANS_SHAPE, SEVEN_DIFFERENT_PAIRS_SHAPE
from scorer.grammar.han import house as han
from scorer.grammar.han.book import HanBook
from scorer.rulebook.book import Value
from scorer.rulebook.tile_set import MissingTiles, SetAsideTile, SpecialTiles
from scorer.rules.shared.texts import EMA_2025, MLEAGUE, SOUL, TENHOU, WRC_2025

book = HanBook(
    "riichi",
    "Riichi",
    summary="Han and fu, with dora, honba and riichi sticks; the published rule sets are presets.",
    version="2",
    sources=(WRC_2025, EMA_2025, TENHOU, SOUL, MLEAGUE),
    source=WRC_2025.cited,
    shapes=(SEVEN_DIFFERENT_PAIRS_SHAPE, ORPHANS_SHAPE),
)
book.known_as = {"earths_blessing": "first_turn"}
book.table = book.table._replace(
    absent="N",
    most_winners=lambda options: 3,
    wrong_win="chombo",
)

# What counts

red_fives_option = book.choice(
    "red_fives", 0, 3, 4, meaning="how many red fives are in the set; of four two of dots"
)
RED_FIVES = SpecialTiles(
    red_fives_option, {0: (), 3: ("0b", "0c", "0d"), 4: ("0b", "0c", "0d", "0d")}
)
open_tanyao_option = book.boolean(
    "open_tanyao", True, meaning="All Simples counts in an open hand too"
)
ippatsu_option = book.boolean("ippatsu", True, meaning="Ippatsu counts")
ura_dora_option = book.boolean(
    "ura_dora", True, meaning="the indicators beneath count for a winner in riichi"
)
pinfu_self_draw_option = book.option(han.pinfu_self_draw_option)
double_wind_pair_option = book.choice(
    "double_wind_pair", 2, 4, meaning="the fu of a pair of the wind of both seat and round"
)
book.option(han.kiriage_option)
book.option(han.counted_yakuman_option)
book.option(han.yakuman_stack_option)
book.option(han.double_yakuman_option)
renhou_option = book.choice(
    "renhou", "mangan", "none", "five_han", "yakuman", meaning="what Blessing of Man counts as"
)
book.option(han.minimum_han_option)
two_han_from_option = book.option(han.two_han_from_option)

# Who pays

multiple_ron_option = book.choice(
    "multiple_ron",
    "head_bump",
    "all",
    meaning="who wins of several who claim one tile: the first in turn, or all",
)
triple_ron_option = book.choice(
    "triple_ron", "paid", "draw", meaning="whether three winners are paid or a draw"
)
several_winners_option = book.choice(
    "several_winners",
    "first",
    "own_back",
    meaning="honba and riichi sticks go to the first of several winners, or each is paid the "
    "honba and takes their own stick back",
)
pao_option = book.choice(
    "pao",
    "dragons_winds_kongs",
    "dragons_winds",
    "none",
    meaning="for which yakuman the player who fed the last set is liable",
)
pao_covers_option = book.choice(
    "pao_covers", "hand", "yakuman", meaning="whether liability is for all yakuman of the hand"
)
pao_honba_option = book.choice(
    "pao_honba", "discarder", "liable", meaning="who pays the honba when a player is liable"
)
pao_claimed_kong_option = book.boolean(
    "pao_claimed_kong",
    False,
    meaning="the player who fed a claimed kong pays all of a win on its replacement tile",
)
counter_points_option = book.integer(
    "counter_points", 300, least=0, most=9000, step=300, meaning="the points of one honba"
)
noten_option = book.integer(
    "noten",
    3000,
    least=0,
    most=30000,
    step=3000,
    meaning="what the players in noten pay in all at an exhaustive draw",
)
tenpai_own_four_option = book.choice(
    "tenpai_own_four",
    "noten",
    "concealed",
    "tenpai",
    meaning="whether a hand that waits only for a tile of which it holds all four counts as "
    "tenpai: no, only if not all four are concealed, or yes",
)
nagashi_mangan_option = book.choice(
    "nagashi_mangan", "none", "draw", "win", meaning="what nagashi mangan is paid as"
)
abortive_draws_option = book.boolean("abortive_draws", False, meaning="there are abortive draws")
chombo_option = book.choice(
    "chombo",
    "after_uma",
    "reverse_mangan",
    meaning="whether a chombo is taken off the session’s result or pays the others a mangan",
)
chombo_points_option = book.integer(
    "chombo_points", 20000, least=0, most=100000, meaning="what a chombo takes off the result"
)

# Chips and yakitori

chips_option = book.choice(
    "chips",
    "none",
    "hand",
    "end",
    meaning="whether a win is paid chips too: no, with each hand as points, or counted apart "
    "until the end",
)
chip_points_option = book.integer(
    "chip_points", 2000, least=0, most=100000, step=100, meaning="what a chip is worth"
)
chips_red_five_option = book.integer(
    "chips_red_five", 1, least=0, most=20, meaning="the chips of each red five"
)
chips_red_open_option = book.boolean(
    "chips_red_open", True, meaning="red fives of an open hand bring chips too"
)
chips_ippatsu_option = book.integer(
    "chips_ippatsu", 1, least=0, most=20, meaning="the chips of ippatsu"
)
chips_ura_option = book.integer(
    "chips_ura", 1, least=0, most=20, meaning="the chips of each ura dora"
)
chips_yakuman_option = book.integer(
    "chips_yakuman",
    10,
    least=0,
    most=100,
    meaning="the chips of each yakuman that is not self-drawn, from who pays it",
)
chips_yakuman_drawn_option = book.integer(
    "chips_yakuman_drawn",
    5,
    least=0,
    most=100,
    meaning="the chips of each self-drawn yakuman, from every other player",
)
yakitori_option = book.boolean(
    "yakitori",
    False,
    meaning="at the end of the session, a player who has won no hand "
    "pays each player who has won one",
)
yakitori_points_option = book.integer(
    "yakitori_points",
    5000,
    least=0,
    most=100000,
    step=100,
    meaning="what a player who has won no hand pays each player who has won one",
)

# The deal, the session, the result

dealer_repeat_option = book.choice(
    "dealer_repeat",
    "tenpai",
    "win",
    "none",
    meaning="when East keeps the deal: tenpai at a draw too, only winning, never",
)
length_option = book.choice(
    "length", "east_south", "east", "full", meaning="for which rounds a session lasts"
)
start_points_option = book.integer(
    "start_points", 30000, least=0, most=200000, meaning="what each player starts with"
)
return_points_option = book.integer(
    "return_points", 30000, least=0, most=200000, meaning="what is taken off a final score"
)
uma_first_option = book.integer(
    "uma_first",
    15000,
    least=0,
    most=200000,
    meaning="what the first takes from the last at the end",
)
uma_second_option = book.integer(
    "uma_second",
    5000,
    least=0,
    most=200000,
    meaning="what the second takes from the third at the end",
)
uma_ties_option = book.choice(
    "uma_ties",
    "shared",
    "seat_order",
    meaning="whether equal scores share their places, or who was East first stands before",
)
leftover_sticks_option = book.choice(
    "leftover_sticks", "lost", "first", meaning="what becomes of riichi sticks left at the end"
)
agari_yame_option = book.boolean(
    "agari_yame",
    False,
    meaning="The session ends if East, in first place and at the target, keeps the deal in the "
    "last hand or in the extra round",
)
bankruptcy_option = book.boolean(
    "bankruptcy", False, meaning="the session ends when somebody stands below 0"
)
extension_option = book.boolean(
    "extension", False, meaning="where nobody has the target at the end, a round more is played"
)
target_option = book.integer(
    "target", 30000, least=0, most=200000, meaning="the score that ends a session"
)
north_option = book.option(han.north_option)
book.tiles = book.tiles._replace(
    special_tiles=RED_FIVES,
    set_aside=SetAsideTile("N", 3, north_option.is_("bonus")),
    left_out=MissingTiles(3, tuple(f"{rank}c" for rank in range(2, 9))),
)
tsumo_loss_option = book.option(han.tsumo_loss_option)

# Local yaku

open_riichi_option = book.boolean("open_riichi", False, meaning="Open Riichi counts")
pure_triple_chow_option = book.boolean("pure_triple_chow", False, meaning="Pure Triple Chow counts")
three_consecutive_pungs_option = book.boolean(
    "three_consecutive_pungs", False, meaning="Three Consecutive Pungs count"
)
five_types_option = book.boolean("five_types", False, meaning="Five Types count")
twelve_down_option = book.boolean("twelve_down", False, meaning="Twelve Down counts")
riichi_swallow_option = book.boolean("riichi_swallow", False, meaning="Swallow’s Return counts")
kong_discard_option = book.boolean("kong_discard", False, meaning="Kong Discard counts")
moon_option = book.boolean("moon", False, meaning="Moon from the Sea Bed counts")
fish_option = book.boolean("fish", False, meaning="Fish from the River counts")
big_wheels_option = book.boolean("big_wheels", False, meaning="Big Wheels are a yakuman")
big_seven_stars_option = book.boolean(
    "big_seven_stars", False, meaning="Big Seven Stars are one yakuman more"
)
three_years_option = book.boolean(
    "three_years", False, meaning="Three Years on a Stone are a yakuman"
)
eight_dealer_wins_option = book.boolean(
    "eight_dealer_wins", False, meaning="East’s eighth win in a row is a yakuman"
)

book.table = book.table._replace(multi_win_options=(multiple_ron_option.is_("all"),))
book.session = book.session._replace(
    scores_end=True, ties_in_turn_under=uma_ties_option.is_("seat_order")
)

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
ONLINE_OPTIONS: dict[str, Value] = {
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
    over=ONLINE_OPTIONS,
    renhou="none",
    triple_ron="draw",
    uma_first=20000,
    uma_second=10000,
)
book.preset(
    "mahjong_soul",
    "the rules of Mahjong Soul",
    title="Mahjong Soul",
    over=ONLINE_OPTIONS,
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
