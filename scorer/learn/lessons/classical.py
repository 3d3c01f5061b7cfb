"""First lessons in the classical Chinese game."""

from __future__ import annotations

from functools import partial
from typing import Final

from scorer.languages.speech import say
from scorer.learn.lessons import hands
from scorer.learn.lessons.hands import concealed_kong
from scorer.learn.lessons.lesson import Lesson
from scorer.learn.lessons.questions import (
    AmountQuestion,
    DoesRuleCountQuestion,
    HighestHandQuestion,
    NextEastQuestion,
    PaymentQuestion,
    TotalQuestion,
    WaitsQuestion,
    WhichRuleQuestion,
    WinningHandQuestion,
)
from scorer.learn.lessons.shared import (
    CLAIMS_PARAGRAPHS,
    FISHING_PARAGRAPHS,
    LESSON_TITLES,
    SETS_PARAGRAPHS,
    SUITS_PARAGRAPHS,
)

held_hand = partial(hands.held_hand, "classical", prevailing="E")
won_hand = partial(hands.won_hand, "classical", prevailing="E")
make_table = partial(hands.make_table, "classical", prevailing="E")

LESSONS: Final = (
    Lesson(
        "tiles",
        LESSON_TITLES["tiles"],
        SUITS_PARAGRAPHS,
        DoesRuleCountQuestion(
            say("This hand has won. Is it made of one suit and honours?"),
            won_hand("123b 789b 55b", "RRR", "SSS", tile="5b"),
            "one-suit-and-honours",
        ),
    ),
    Lesson(
        "sets",
        LESSON_TITLES["sets"],
        SETS_PARAGRAPHS,
        WinningHandQuestion(
            say("Which of these is a hand that wins?"),
            won_hand("123b 456c 99d", "EEE", "7777c", tile="9d"),
            won_hand("124b 456c 99d", "EEE", "7777c", tile="9d"),
            won_hand("123b 456c 89d", "EEE", "7777c", tile="9d"),
        ),
    ),
    Lesson(
        "claims",
        LESSON_TITLES["claims"],
        (
            *CLAIMS_PARAGRAPHS,
            say(
                "Winning on a discard is a call too: the set or the pair that the discard "
                "completes is exposed. A hand is fully concealed only if you drew every tile."
            ),
        ),
        DoesRuleCountQuestion(
            say(
                "No set lies open, and the winning tile was a discard. Is this a fully concealed "
                "win?"
            ),
            won_hand("234b 678d 999c EEE 55d", tile="5d"),
            "fully-concealed",
        ),
    ),
    Lesson(
        "fishing",
        LESSON_TITLES["fishing"],
        (
            *FISHING_PARAGRAPHS,
            say(
                "Two numbers side by side, such as 3-4, wait for the tile at either end. But 1-2 "
                "waits only for the 3, and 8-9 only for the 7."
            ),
            say(
                "With two pairs you wait for a third tile of either. With a single tile you wait "
                "for its twin."
            ),
        ),
        WaitsQuestion(
            say("Which tiles complete this hand?"),
            held_hand("234b 67c 55d", "EEE", "RRR"),
            "5c",
            "5c 8c",
            "5c 8c 5d",
        ),
    ),
    Lesson(
        "set-points",
        say("What sets are worth"),
        (
            say(
                "An exposed pung of minor tiles is worth 2 points. A pung of major tiles is worth "
                "twice that, and a concealed pung twice as much again. A chow is worth nothing."
            ),
            say("A kong is worth four times the pung of the same tile."),
        ),
        AmountQuestion(
            say("What is the concealed pung of nines worth?"),
            won_hand("999c 234b 678b 55d", "PPP", tile="5d"),
            "concealed-major-pung",
            *(2, 4, 8, 16),
        ),
    ),
    Lesson(
        "more-points",
        say("Points for more"),
        (
            say(
                "A pair of dragons, of your own wind or of the wind of the round is worth 2 "
                "points. Each flower and each season is worth 4."
            ),
            say(
                "The winner adds 10 for winning. Each of these adds 2: drawing the last tile from "
                "the wall; completing the pair with the last tile (and 2 again if the pair is "
                "major); and winning with the only kind of tile that could win."
            ),
        ),
        TotalQuestion(
            say("How many points does this hand have?"),
            won_hand("234b 678d 55c", "RRR", "444d", tile="5c", by="self_draw", flowers="F1"),
            *(10, 20, 26, 36),
            of="points",
        ),
    ),
    Lesson(
        "doubles",
        say("Doubles"),
        (
            say(
                "Some patterns double the whole score: a set of dragons, of your own wind or of "
                "the wind of the round. For the winner, a hand without chows or a hand of one suit "
                "with honours doubles it too."
            ),
            say(
                "Add up the points first. Then double them once for each double: 20 points with "
                "two doubles are 20, 40, 80."
            ),
        ),
        TotalQuestion(
            say("How many doubles does this hand have?"),
            won_hand("234b 678d 55c", "RRR", "SSS", tile="5c"),
            *(0, 1, 2, 3),
            of="doubles",
        ),
    ),
    Lesson(
        "worth-it",
        say("Why doubles matter"),
        (
            say(
                "A double is often worth more than many points. That is why players give up a "
                "quick chow for a pung, and keep tiles of one suit."
            ),
            say(
                "The limit keeps scores in bounds: no hand scores more than 1000, however often it "
                "doubles."
            ),
        ),
        HighestHandQuestion(
            say("Which of these hands scores more?"),
            won_hand("234b 567d 55c", concealed_kong("8888d"), "999c", tile="5c"),
            won_hand("222c 678c 99c", "RRR", "444c", tile="9c"),
        ),
    ),
    Lesson(
        "flowers",
        say("Flowers, seasons and winds"),
        (
            say(
                "A flower or a season never goes into a set. You lay it out at once, take another "
                "tile, and it brings its 4 points."
            ),
            say(
                "Number 1 belongs to East, 2 to South, 3 to West and 4 to North. Your own flower "
                "with your own season is one double; all four flowers, or all four seasons, are "
                "two doubles."
            ),
        ),
        DoesRuleCountQuestion(
            say(
                "South has a flower and a season. Are both of them South’s own, so that they make "
                "a double?"
            ),
            won_hand("234b 678d 55c", "RRR", "SSS", tile="5c", flowers="F2 S3"),
            "own-flower-and-season",
        ),
    ),
    Lesson(
        "special",
        LESSON_TITLES["special"],
        (
            say(
                "Some rare hands score the whole limit at once, and their points are not counted. "
                "All Symbols is made of honours alone. Three Great Scholars has a set of each "
                "dragon, Four Blessings a set of each wind."
            ),
            say(
                "Thirteen Orphans has no sets at all: one of every major tile, and one more of any "
                "of them."
            ),
        ),
        WhichRuleQuestion(
            say("Which special hand is this?"),
            won_hand("111b 99d", "RRR", "GGG", "PPP", tile="9d"),
            *("all-symbols", "three-great-scholars", "four-blessings"),
        ),
    ),
    Lesson(
        "payments",
        LESSON_TITLES["payments"],
        (
            say(
                "Each of the others pays the winner’s whole score, whoever threw the tile. "
                "Whatever East pays or receives is doubled."
            ),
            say(
                "Then the three losers compare their own hands: whoever has less pays the "
                "difference. The winner pays nobody, even if a loser’s hand is worth more."
            ),
        ),
        PaymentQuestion(
            say("South won. What does West pay North?"),
            make_table({"E": 8, "S": 64, "W": 12, "N": 32}, "S"),
            *("W", "N"),
            *(12, 20, 32, 44),
        ),
    ),
    Lesson(
        "winds",
        LESSON_TITLES["winds"],
        (
            say(
                "If East wins, or nobody does, East stays East. Otherwise the winds move on: South "
                "becomes East, West becomes South, and so on."
            ),
            say(
                "When all four have been East, the wind of the round changes: East, South, West, "
                "North. After North’s round the game is over."
            ),
        ),
        NextEastQuestion(
            say("West has won this hand. Who is East in the next hand?"),
            make_table({"E": 8, "S": 16, "W": 40, "N": 10}, "W"),
        ),
    ),
)
