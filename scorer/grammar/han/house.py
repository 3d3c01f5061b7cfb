"""The options that han and fu go by. A book declares each where its list of options has it
(``book.option(house.kiriage_option)``)."""

from __future__ import annotations

from typing import Final

from scorer.engine.options import boolean, choice, integer

pinfu_self_draw_option: Final = boolean(
    "pinfu_self_draw", True, meaning="a drawn Pinfu counts, at 20 fu"
)
kiriage_option: Final = boolean("kiriage", True, meaning="4 han 30 fu and 3 han 60 fu are a mangan")
counted_yakuman_option: Final = choice(
    "counted_yakuman", "yakuman", "sanbaiman", meaning="what a hand of 13 han and more pays as"
)
yakuman_stack_option: Final = boolean(
    "yakuman_stack", True, meaning="different yakuman of a hand add up"
)
double_yakuman_option: Final = boolean(
    "double_yakuman", False, meaning="the rarest yakuman count two"
)
minimum_han_option: Final = choice(
    "minimum_han", 1, 2, 4, meaning="the fewest han, dora not counted, that win"
)
two_han_from_option: Final = integer(
    "two_han_from",
    0,
    least=0,
    most=9,
    meaning="from this many honba on a win needs two han; 0: never",
)
north_option: Final = choice(
    "north",
    "bonus",
    "yakuhai",
    "guest",
    meaning="what norths are with three players: set aside, a value for all, a guest wind",
)
tsumo_loss_option: Final = boolean(
    "tsumo_loss", True, meaning="with three players nobody makes good the absent player’s share"
)
