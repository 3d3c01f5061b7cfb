"""What circumstances of winning need, in the words that several rulesets share."""

from __future__ import annotations

from scorer.languages.speech import say
from scorer.rulebook.circumstances import (
    SeatCondition,
    WayCondition,
    bonus_tile,
    declared_kongs,
    nothing_claimed,
    only_kongs_claimed,
)

LAST_TILE_DRAWN = WayCondition(
    ("self_draw",), say("the wall's last tile is drawn: enter the win as self-drawn")
)
LAST_DISCARD_CLAIMED = WayCondition(
    ("discard",), say("the last discard is claimed: enter the win as by discard")
)
REPLACEMENT_DRAWN = WayCondition(
    ("self_draw",), say("a replacement tile is drawn: enter the win as self-drawn")
)
DEALT_WIN = WayCondition(
    ("self_draw",), say("heaven's blessing is dealt: enter the win as self-drawn")
)
EASTS_DISCARD_CLAIMED = WayCondition(
    ("discard",), say("earth's blessing is East's first discard: enter the win as by discard")
)

ONLY_EAST = SeatCondition("E", say("only East's dealt hand can win like this"))
OTHERS_ON_EASTS_DISCARD = SeatCondition(
    "SWN", say("earth's blessing is another player's win on East's discard"), loser="E"
)

A_DECLARED_KONG = declared_kongs(
    1, say("a kong's replacement needs a declared kong among the sets laid out")
)
TWO_DECLARED_KONGS = declared_kongs(
    2, say("kong on kong needs two declared kongs among the sets laid out")
)
A_BONUS_TILE = bonus_tile(say("a flower's replacement tile needs a flower or season"))
NOTHING_CLAIMED_YET = nothing_claimed(
    say("a blessing is won before anything is claimed; correct the sets or remove the blessing")
)
ONLY_KONGS_CLAIMED = only_kongs_claimed(
    say("a player who called with the first discard and kept the hand has claimed no chow or pung")
)

DEALT_NOT_LAST = {
    "last_tile_draw": say(
        "a win with the tiles dealt is not on the last tile of the wall; remove one of the two"
    ),
}
DEALT_HAND_CLASHES = {
    **DEALT_NOT_LAST,
    "original_call": say(
        "East won before any discard, so there was no original call; remove one of the two"
    ),
}
FIRST_DISCARD_NOT_LAST = {
    "last_discard": say(
        "East's first discard cannot be the last discard of the hand; remove one of the two"
    ),
}
FIRST_ROUND_NOT_LAST = {
    "last_discard": say(
        "a discard of the first go-around cannot be the last discard "
        "of the hand; remove one of the two"
    )
}
FIRST_DISCARD_CLASHES = {
    **FIRST_DISCARD_NOT_LAST,
    "original_call": say(
        "an original call comes with the winner's first discard, which was "
        "not made yet; remove one of the two"
    ),
}
