"""What circumstances of winning need, in the words that several rulesets share."""

from __future__ import annotations

from scorer.languages.speech import say
from scorer.rulebook.circumstances import (
    Seats,
    Ways,
    bonus_tile,
    declared_kongs,
    nothing_claimed,
    only_kongs_claimed,
)

__all__ = [
    "A_BONUS_TILE",
    "A_KONG",
    "DEALT",
    "EASTS_DISCARD",
    "EAST_DEALT",
    "HAND_KEPT",
    "LAST_DISCARD_CLAIMED",
    "LAST_TILE_DRAWN",
    "NOTHING_CLAIMED_YET",
    "NOT_EAST_FROM_EAST",
    "NOT_OF_A_DEALT_HAND",
    "NOT_ON_THE_FIRST_DISCARD",
    "REPLACEMENT_DRAWN",
    "TWO_KONGS",
]

LAST_TILE_DRAWN = Ways(
    ("self_draw",), say("the wall's last tile is drawn: enter the win as self-drawn")
)
LAST_DISCARD_CLAIMED = Ways(
    ("discard",), say("the last discard is claimed: enter the win as by discard")
)
REPLACEMENT_DRAWN = Ways(
    ("self_draw",), say("a replacement tile is drawn: enter the win as self-drawn")
)
DEALT = Ways(("self_draw",), say("heaven's blessing is dealt: enter the win as self-drawn"))
EASTS_DISCARD = Ways(
    ("discard",), say("earth's blessing is East's first discard: enter the win as by discard")
)

EAST_DEALT = Seats("E", say("only East's dealt hand can win like this"))
NOT_EAST_FROM_EAST = Seats(
    "SWN", say("earth's blessing is another player's win on East's discard"), loser="E"
)

A_KONG = declared_kongs(
    1, say("a kong's replacement needs a declared kong among the sets laid out")
)
TWO_KONGS = declared_kongs(2, say("kong on kong needs two declared kongs among the sets laid out"))
A_BONUS_TILE = bonus_tile(say("a flower's replacement tile needs a flower or season"))
NOTHING_CLAIMED_YET = nothing_claimed(
    say("a blessing is won before anything is claimed; correct the sets or remove the blessing")
)
HAND_KEPT = only_kongs_claimed(
    say("a player who called with the first discard and kept the hand has claimed no chow or pung")
)

NOT_OF_A_DEALT_HAND = {
    "last_tile_draw": say(
        "a win with the tiles dealt is not on the last tile of the wall; remove one of the two"
    ),
    "original_call": say(
        "East won before any discard, so there was no original call; remove one of the two"
    ),
}
NOT_ON_THE_FIRST_DISCARD = {
    "last_discard": say(
        "East's first discard cannot be the last discard of the hand; remove one of the two"
    ),
    "original_call": say(
        "an original call comes with the winner's first discard, which was "
        "not made yet; remove one of the two"
    ),
}
