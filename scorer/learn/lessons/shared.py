"""Paragraphs that lessons of several rulesets share."""

from __future__ import annotations

from typing import Final

from scorer.languages.speech import say

SUITS_PARAGRAPHS: Final = (
    say(
        "There are three suits, bamboo, characters and dots, each numbered from 1 to 9. The "
        "honours have no numbers: four winds and three dragons. Of each tile there are four."
    ),
    say(
        "Ones and nines are called terminals. Terminals and honours together are the major tiles, "
        "and they are worth more; suit tiles from 2 to 8 are the minor ones."
    ),
)

SETS_PARAGRAPHS: Final = (
    say(
        "You win with four sets and a pair. A pung is three tiles alike, a kong all four alike, "
        "and a chow three numbers in a row in one suit."
    ),
    say("A kong counts as one set, so you take one more tile for it: the hand keeps its size."),
)

CLAIMS_PARAGRAPHS: Final = (
    say(
        "You may call any player’s discard that makes a pung or a kong with tiles in your hand. "
        "For a chow you may take only what the player before you has thrown, unless the chow wins."
    ),
    say(
        "A set that you called for lies open on the table: it is exposed. A set is concealed if "
        "you drew all its tiles, even a kong that you lay down."
    ),
)

FISHING_PARAGRAPHS: Final = (
    say(
        "When only one tile is missing you are waiting for it, also called fishing. You may then "
        "take it from any player’s discard, for any set or for the pair."
    ),
)

LESSON_TITLES: Final = {
    "tiles": say("The tiles"),
    "sets": say("Four sets and a pair"),
    "claims": say("On the table or in the hand"),
    "fishing": say("One tile to go"),
    "payments": say("Who pays whom"),
    "winds": say("Who is East next"),
    "special": say("Special hands"),
}
