"""The options that a card of hands goes by. A book declares each where its list of options has it
(``book.option(house.card_option)``)."""

from __future__ import annotations

from typing import Final

from scorer.engine.options import boolean, choice, text

card_option: Final = text(
    "card", "practice", meaning="the name of a card that comes with the scorer, or a card's text"
)
hand_choice_option: Final = choice(
    "hand_choice",
    "best_payout",
    "highest_printed",
    meaning="which of several hands that the tiles make is scored",
)
super_joker_option: Final = boolean(
    "super_joker", False, meaning="jokers may stand in singles and pairs too"
)
scoring_option: Final = choice(
    "scoring", "money", "points", meaning="the others pay the winner, or points are given"
)
