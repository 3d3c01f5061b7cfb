"""First lessons in the British game, as the u3a guide and the BMJA play it.

They cover the topics of the guide's quizzes.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from scorer.languages.speech import say
from scorer.learn.lessons import hands
from scorer.learn.lessons.hands import concealed_kong
from scorer.learn.lessons.lesson import Lesson
from scorer.learn.lessons.questions import (
    DoesHandWinQuestion,
    DoesRuleCountQuestion,
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

held_hand = partial(hands.held_hand, "british", prevailing="E")
won_hand = partial(hands.won_hand, "british", prevailing="E")
make_table = partial(hands.make_table, "british", prevailing="E")

LESSONS: Final = (
    Lesson(
        "tiles",
        LESSON_TITLES["tiles"],
        (
            *SUITS_PARAGRAPHS,
            say(
                "The 1 of bamboo is drawn as a bird. The dragons are red, green and white; the "
                "winds go East, South, West, North."
            ),
        ),
        DoesHandWinQuestion(
            say("Can this player really have these tiles, and win?"),
            won_hand("555d 55d RRR 999c", "SSS", tile="R"),
        ),
    ),
    Lesson(
        "sets",
        LESSON_TITLES["sets"],
        (*SETS_PARAGRAPHS, say("An ordinary hand may have one chow, and no more.")),
        WinningHandQuestion(
            say("Which of these hands wins?"),
            won_hand("123b 456b 99d", "EEE", "777c", tile="9d"),
            won_hand("123b 444b 99d", "EEE", "777c", tile="9d"),
            won_hand("123b 446b 99d", "EEE", "777c", tile="9d"),
        ),
    ),
    Lesson(
        "count",
        say("Thirteen tiles, and fourteen to win"),
        (
            say(
                "East begins with fourteen tiles, throws one and names it. Everybody else holds "
                "thirteen tiles, and in each turn takes one and throws one. Play goes round "
                "anti-clockwise."
            ),
            say(
                "For each flower, season and kong you take an extra tile from the kong box, the "
                "part of the wall that is set aside. If you forget to take it, you have too few "
                "tiles; if you forget to throw, you have too many. Either way you cannot win."
            ),
        ),
        DoesHandWinQuestion(
            say("This player made a kong and took no extra tile for it. Can they win?"),
            won_hand("999d 34b 8b", "EEE", "7777c", tile="5b"),
            note=say("a kong counts as three tiles: the fourth is made up for by one more"),
        ),
    ),
    Lesson(
        "claims",
        LESSON_TITLES["claims"],
        (
            *CLAIMS_PARAGRAPHS,
            say(
                "Once a pung lies open, only its owner can make it a kong, and only with a tile "
                "that they draw."
            ),
        ),
        WhichRuleQuestion(
            say("South drew all four 5s of bamboo and laid them down. What are they?"),
            won_hand("999d 234b RR", concealed_kong("5555b"), "SSS", tile="R"),
            *("exposed-minor-kong", "concealed-minor-kong"),
        ),
    ),
    Lesson(
        "fishing",
        LESSON_TITLES["fishing"],
        (
            *FISHING_PARAGRAPHS,
            say(
                "With two pairs you wait for a third tile of either: one pair becomes a pung, the "
                "other stays the pair."
            ),
        ),
        WaitsQuestion(
            say("Which tiles complete this hand?"),
            held_hand("66c 99d 234b", "EEE", "RRR"),
            "9d",
            "6c",
            "6c 9d",
        ),
    ),
    Lesson(
        "points",
        say("Points of every hand"),
        (
            say(
                "All four players count their hands, not only the winner. An exposed pung of minor "
                "tiles is 2 points. A pung of major tiles is worth twice that, and a concealed "
                "pung twice as much again."
            ),
            say("A kong is worth four times the pung of the same tile. A chow is worth nothing."),
            say(
                "A pair of dragons, of your own wind or of the wind of the round is 2 points; each "
                "flower and each season is 4."
            ),
        ),
        TotalQuestion(
            say("South did not win. How many points are in this hand?"),
            held_hand("SS 124b 68c 9d 3d W", "RRR", flowers="F1"),
            *(4, 6, 8, 10),
            of="points",
        ),
    ),
    Lesson(
        "doubles",
        say("Doubles and the clean hand"),
        (
            say(
                "A set of dragons, of your own wind or of the wind of the round doubles the score, "
                "and so does your own flower or your own season."
            ),
            say(
                "The winner also doubles for a hand without chows, for a concealed hand, for a "
                "hand of major tiles alone, and for a clean hand: a single suit, with or without "
                "winds and dragons."
            ),
        ),
        DoesRuleCountQuestion(
            say("Is this a clean hand?"),
            won_hand("222c 678c 99c", "RRR", "444c", tile="9c"),
            "clean",
        ),
    ),
    Lesson(
        "sum",
        say("Working out a score"),
        (
            say("The winner adds 20 points for winning, and 2 more for drawing the last tile."),
            say(
                "Add up the points, then double the sum once for each double. An ordinary hand "
                "stops at the limit, 1000."
            ),
        ),
        TotalQuestion(
            say("What does the winner score?"),
            won_hand("234b 555d 99c", "RRR", "888b", tile="9c"),
            *(28, 30, 60, 120),
        ),
    ),
    Lesson(
        "special",
        LESSON_TITLES["special"],
        (
            say(
                "Special hands have a fixed value, 1000 or 500, instead of points and doubles. "
                "Only flowers and seasons are added to it, and East’s score is doubled for winning."
            ),
            say(
                "Only Purity is counted in points: four pungs or kongs and a pair of one suit, no "
                "honours. Its points are doubled three times."
            ),
            say(
                "Two special hands are seven pairs: All Pair Honours of major tiles, Knitting of "
                "one number in two suits, the same two for every pair. If you are one tile short "
                "when another player wins, you score part of it."
            ),
        ),
        WhichRuleQuestion(
            say("Which special hand is this?"),
            won_hand("1b 1c 2b 2c 4b 4c 5b 5c 7b 7c 8b 8c 9b 9c", tile="9c", by="self_draw"),
            *("all-pair-honours", "knitting", "purity"),
        ),
    ),
    Lesson(
        "payments",
        LESSON_TITLES["payments"],
        (
            say(
                "Each of the others pays the winner’s whole score. In the guide East’s score "
                "doubles once when East wins; nothing else is doubled for East."
            ),
            say(
                "Then the three losers settle with each other: the player with the lower score "
                "pays the difference to the player with the higher score."
            ),
        ),
        PaymentQuestion(
            say("South won. What does East pay West?"),
            make_table({"E": 10, "S": 64, "W": 24, "N": 0}, "S", "discard", "W"),
            *("E", "W"),
            *(0, 14, 24, 28),
        ),
    ),
    Lesson(
        "winds",
        LESSON_TITLES["winds"],
        (
            say(
                "East stays East after winning, at most three times in a row, and when nobody "
                "wins. Otherwise the deal moves one place to the right: South becomes East."
            ),
            say(
                "With three players the empty chair is never East: the deal skips it, because East "
                "must throw the dice and take the first tile."
            ),
        ),
        NextEastQuestion(
            say("East has now won three hands in a row. Who is East in the next hand?"),
            make_table({"E": 40, "S": 8, "W": 12, "N": 4}, "E", east_run=2),
        ),
    ),
    Lesson(
        "goulash",
        say("The goulash"),
        (
            say(
                "After a hand that nobody won, many tables play a goulash. The winds stay the "
                "same, and before the first discard the players pass three tiles to each other, "
                "three times."
            ),
            say(
                "In a goulash some tiles are jokers, which stand for any tile: the four blank "
                "tiles that some sets of tiles have besides the white dragons, or else the four 2s "
                "of bamboo. Chows are not allowed, except in a special hand."
            ),
        ),
        DoesHandWinQuestion(
            say("A goulash. Does this hand win?"),
            won_hand("123b 444b 99d", "EEE", "777c", tile="9d", options={"goulash": "blanks"}),
        ),
    ),
)
