"""First lessons in Taiwanese mahjong."""

from __future__ import annotations

from functools import partial
from typing import Final

from scorer.languages.speech import say
from scorer.learn.lessons import hands
from scorer.learn.lessons.lesson import Lesson
from scorer.learn.lessons.questions import (
    DoesRuleCountQuestion,
    HighestHandQuestion,
    NextEastQuestion,
    PaymentQuestion,
    TotalQuestion,
    WaitsQuestion,
    WhichRuleQuestion,
    WinningHandQuestion,
)
from scorer.learn.lessons.shared import CLAIMS_PARAGRAPHS, LESSON_TITLES, SUITS_PARAGRAPHS

won_hand = partial(hands.won_hand, "taiwanese", prevailing="E")
make_table = partial(hands.make_table, "taiwanese", prevailing="E")

LESSONS: Final = (
    Lesson(
        "tiles",
        LESSON_TITLES["tiles"],
        (
            SUITS_PARAGRAPHS[0],
            say(
                "A hand of one suit alone is a Full Flush, 8 tai. With honours beside the suit it "
                "is a Half Flush, 4 tai."
            ),
        ),
        DoesRuleCountQuestion(
            say("Does Half Flush count in this hand?"),
            won_hand("45b 99b", "123b", "678b", "NNN", "345b", tile="6b"),
            "half-flush",
        ),
    ),
    Lesson(
        "sets",
        say("Five sets and a pair"),
        (
            say(
                "You play with sixteen tiles and win with the seventeenth: five sets and a pair. A "
                "pung is three tiles alike, a kong all four alike, and a chow three numbers in a "
                "row in one suit."
            ),
            say("Any sets will do. A hand that shows no pattern has 0 tai, and wins all the same."),
        ),
        WinningHandQuestion(
            say("Which of these hands wins?"),
            won_hand("123b 457b 99d", "EEE", "777c", "234d", tile="9d"),
            won_hand("123b 456b 99d", "EEE", "777c", "234d", tile="9d"),
            won_hand("123b 456b 9d1d", "EEE", "777c", "234d", tile="9d"),
        ),
    ),
    Lesson(
        "tai",
        say("Tai are added up"),
        (
            say(
                "A pattern has a name and is worth some tai. Five pungs or kongs are All Pungs, 4 "
                "tai. All patterns that a hand shows are added."
            ),
            say(
                "Some patterns contain others, which do not count beside them: Big Three Dragons, "
                "8 tai, contains the three dragon pungs."
            ),
        ),
        HighestHandQuestion(
            say("Which of these hands is worth the most?"),
            won_hand("22b 55c", "111b", "777b", "999d", "333d", tile="5c"),
            won_hand("45c 55d", "RRR", "GGG", "123b", "678d", tile="6c"),
            won_hand("45c 55d", "RRR", "GGG", "PPP", "678d", tile="6c"),
        ),
    ),
    Lesson(
        "honours",
        say("Winds and dragons"),
        (
            say(
                "A pung of any dragon is 1 tai. A pung of a wind is 1 tai if it is your own wind, "
                "and 1 tai if it is the wind of the round. One that is both is 2."
            ),
            say("A pair of dragons or winds is worth nothing by itself."),
        ),
        TotalQuestion(
            say("It is the East round, and you are South. How many tai are these?"),
            won_hand("78d 99c", "SSS", "RRR", "NNN", "123b", tile="9d", flowers="F1"),
            *(1, 2, 3, 4),
        ),
    ),
    Lesson(
        "concealed",
        say("Calling and drawing"),
        (
            CLAIMS_PARAGRAPHS[0],
            say(
                "If you called no set, the hand is concealed, 1 tai. If you draw the last tile, it "
                "is Self-Drawn, 1 tai. Both together are 3: Fully Concealed adds one."
            ),
        ),
        TotalQuestion(
            say("You drew the last tile. How many tai are these?"),
            won_hand("123b 456b 78b 99d 234c 666d", tile="9b", by="self_draw", flowers="F1"),
            *(1, 2, 3, 4),
        ),
    ),
    Lesson(
        "waits",
        say("What you wait for"),
        (
            say(
                "If just one kind of tile could complete the hand, that is a Single Wait, 1 tai: "
                "the middle of a chow, its edge, or the pair."
            ),
            say(
                "Five chows that wait on two sides are All Chows, 2 tai, if you take the tile from "
                "a discard and have no honour and no flower."
            ),
        ),
        WaitsQuestion(
            say("What does this hand wait for?"),
            hands.held_hand("taiwanese", "13d 99c", "123b", "456c", "789d", "222c", prevailing="E"),
            *("2d", "1d 4d", "9c", "2d 9c"),
        ),
    ),
    Lesson(
        "flowers",
        say("Flowers and seasons"),
        (
            say(
                "You lay out a flower or a season and take another tile. The one with the number "
                "of your seat is worth 1 tai: East 1, South 2, West 3, North 4."
            ),
            say(
                "All four flowers, or all four seasons, are 2 tai more. With all eight you win at "
                "once, and with seven you may rob the player who draws the eighth."
            ),
        ),
        WhichRuleQuestion(
            say("You are South. Which of these counts?"),
            won_hand("78d 99c", "888b", "456c", "123b", "234d", tile="9d", flowers="F3 S2"),
            *("single-wait", "own-flower", "flower-set"),
        ),
    ),
    Lesson(
        "dealer",
        say("The dealer’s streak"),
        (
            say(
                "East is the dealer and has 1 tai for it. For each hand that East has kept the "
                "deal it is 2 tai more."
            ),
            say(
                "The others have no such tai. But when they win and East pays, East pays for the "
                "dealer’s tai too."
            ),
        ),
        TotalQuestion(
            say("East has kept the deal once and wins. How many tai are these?"),
            won_hand(
                "78d 99c",
                "RRR",
                "456c",
                "123b",
                "234d",
                tile="9d",
                seat="E",
                dealer_streak=1,
                flowers="F2",
            ),
            *(1, 2, 3, 4),
        ),
    ),
    Lesson(
        "sum",
        say("Adding a hand up"),
        (
            say(
                "Look at the whole hand first: its sets and its suits. Then at single pungs of "
                "honours, at how the hand was won, and at the flowers."
            ),
            say("Leave out what another pattern contains, and add the rest."),
        ),
        TotalQuestion(
            say("How many tai is this hand worth?"),
            won_hand("22b 55b", "RRR", "999b", "777b", "333b", tile="5b", flowers="F1"),
            *(5, 8, 9, 13),
        ),
    ),
    Lesson(
        "payments",
        LESSON_TITLES["payments"],
        (
            say(
                "Every win costs a base, and every tai a unit: with 3 and 1, a hand of 5 tai costs "
                "8."
            ),
            say(
                "If the winner drew the last tile, each of the three pays this. If it was a "
                "discard, whoever threw it pays, and the others pay nothing."
            ),
        ),
        PaymentQuestion(
            say("South drew the last tile of 4 tai, and East’s streak is 1. What does East pay?"),
            make_table({"E": 0, "S": 4, "W": 0, "N": 0}, "S", dealer_streak=1),
            *("E", "S"),
            *(4, 7, 8, 10),
        ),
    ),
    Lesson(
        "winds",
        LESSON_TITLES["winds"],
        (
            say(
                "East keeps the deal by winning, and after a hand that nobody won. When another "
                "player wins, the next player becomes East."
            ),
            say("When all four have been East, the wind of the round changes."),
        ),
        NextEastQuestion(
            say("East won. Who is East in the next hand?"),
            make_table({"E": 3, "S": 0, "W": 0, "N": 0}, "E", "discard", "W"),
        ),
    ),
)
