"""First lessons in Zung Jung."""

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
    WhichRuleQuestion,
    WinningHandQuestion,
)
from scorer.learn.lessons.shared import (
    CLAIMS_PARAGRAPHS,
    LESSON_TITLES,
    SETS_PARAGRAPHS,
    SUITS_PARAGRAPHS,
)

won_hand = partial(hands.won_hand, "zungjung")
make_table = partial(hands.make_table, "zungjung")

LESSONS: Final = (
    Lesson(
        "tiles",
        LESSON_TITLES["tiles"],
        (
            SUITS_PARAGRAPHS[0],
            say(
                "A hand of one suit alone is a Pure One-Suit, 80 points. With honours beside the "
                "suit it is a Mixed One-Suit, 40 points."
            ),
        ),
        DoesRuleCountQuestion(
            say("Does Mixed One-Suit count in this hand?"),
            won_hand("45b 99b", "123b", "678b", "NNN", tile="6b"),
            "mixed-one-suit",
        ),
    ),
    Lesson(
        "sets",
        LESSON_TITLES["sets"],
        (
            *SETS_PARAGRAPHS,
            say(
                "In Zung Jung a chow is called a sequence, a pung a triplet, and the pair the "
                "eyes. Any hand of four sets and the eyes wins: without a pattern it is a Chicken "
                "Hand, 1 point."
            ),
        ),
        WinningHandQuestion(
            say("Which of these hands wins?"),
            won_hand("123b 456b 99d", "EEE", "777c", tile="9d"),
            won_hand("123b 457b 99d", "EEE", "777c", tile="9d"),
            won_hand("123b 456b 9d1d", "EEE", "777c", tile="9d"),
        ),
    ),
    Lesson(
        "patterns",
        say("Patterns are added up"),
        (
            say(
                "A pattern has a name and is worth some points. Four sequences are All Sequences, "
                "5 points. Four triplets are All Triplets, 30 points."
            ),
            say(
                "All patterns that a hand shows are added, even if one contains another: a Mixed "
                "One-Suit of triplets is 40 and 30, 70 points."
            ),
        ),
        HighestHandQuestion(
            say("Which of these hands is worth the most?"),
            won_hand("222b 55b 99b", "111b", "777b", tile="5b"),
            won_hand("222b 55b NN", "111b", "777b", tile="5b"),
            won_hand("222b 55c 99d", "111b", "777d", tile="5c"),
        ),
    ),
    Lesson(
        "series",
        say("Of a series the dearest"),
        (
            say(
                "Patterns whose numbers begin alike, such as 5.1.1 and 5.1.3, are a series: of it "
                "only the dearest counts."
            ),
            say(
                "So the same sequence three times is worth 120 points, without the 10 of the same "
                "sequence twice."
            ),
        ),
        WhichRuleQuestion(
            say("Which of these counts in this hand?"),
            won_hand("67c 99d", "234b", "234b", "234b", tile="8c"),
            *("three-identical-sequences", "two-identical-sequences", "no-terminals"),
        ),
    ),
    Lesson(
        "honours",
        say("Winds and dragons"),
        (
            say(
                "A triplet of any dragon is a Value Honor, 10 points, and so is one of the wind of "
                "your own seat. The wind of the round does not count."
            ),
            say(
                "Two triplets of dragons with eyes of the third are worth 40 points more, all "
                "three triplets 130 more."
            ),
        ),
        TotalQuestion(
            say("You are South. How many points are these?"),
            won_hand("78d 99c", "SSS", "RRR", "345b", tile="9d"),
            *(1, 10, 20, 30),
        ),
    ),
    Lesson(
        "concealed",
        say("Calling and drawing"),
        (
            CLAIMS_PARAGRAPHS[0],
            say(
                "If you called no set, the hand is a Concealed Hand, 5 points, even if you win on "
                "a discard. To draw the last tile brings nothing by itself."
            ),
            say(
                "A triplet that a discard completed is exposed. Two concealed triplets are worth "
                "5 points, three 30 and four 125."
            ),
        ),
        WhichRuleQuestion(
            say("You win on a discarded 7b. Which of these counts?"),
            won_hand("444c 666d 77b 99c", "111b", tile="7b"),
            *("two-concealed-triplets", "three-concealed-triplets", "concealed-hand"),
        ),
    ),
    Lesson(
        "freedom",
        say("One arrangement"),
        (
            say(
                "Some tiles can be arranged in several ways. You choose one of them, and only its "
                "patterns count."
            ),
            say(
                "111222333 of a suit are three triplets in a row, 100 points, or three times the "
                "same sequence, 120 points. Not both."
            ),
        ),
        WhichRuleQuestion(
            say("Three concealed triplets are 30 points more. Which of these counts?"),
            won_hand("111222333b 567c 9d", tile="9d"),
            *("three-consecutive-triplets", "three-identical-sequences", "all-sequences"),
        ),
    ),
    Lesson(
        "limit",
        say("Great hands and the limit"),
        (
            say(
                "Patterns of 320 points or more count alone: Small Four Winds and All Honors are "
                "320, Nine Gates 480."
            ),
            say("A sum of other patterns is worth at most 320."),
        ),
        DoesRuleCountQuestion(
            say("Big Four Winds counts here. Does All Triplets count too?"),
            won_hand("NN 55d", "EEE", "SSS", "WWW", tile="N"),
            "all-triplets",
        ),
    ),
    Lesson(
        "sum",
        say("Adding a hand up"),
        (
            say(
                "Look at the whole hand first: its sets and its suits. Then at what sets make "
                "together, at honours, and at how the hand was won."
            ),
            say("Leave out the lower patterns of a series, and add the rest."),
        ),
        TotalQuestion(
            say("How many points is this hand worth?"),
            won_hand("34d 99c", "234b", "234c", "678d", tile="2d"),
            *(5, 35, 40, 45),
        ),
    ),
    Lesson(
        "payments",
        LESSON_TITLES["payments"],
        (
            say(
                "The winner takes three times the points. If the last tile was drawn, or the hand "
                "is worth at most 25 points, each of the others pays the same."
            ),
            say(
                "Otherwise the player who is responsible for the tile, who mostly discarded it, "
                "pays what is left when the two others have paid 25 each."
            ),
        ),
        PaymentQuestion(
            say("South won 70 points on West’s discard. What does West pay?"),
            make_table({"E": 0, "S": 70, "W": 0, "N": 0}, "S", "discard", "W"),
            *("W", "S"),
            *(25, 70, 160, 210),
        ),
    ),
    Lesson(
        "winds",
        LESSON_TITLES["winds"],
        (
            say("The deal passes after every hand, whoever won it."),
            say("When all four have been East, the wind of the round changes."),
        ),
        NextEastQuestion(
            say("East won. Who is East in the next hand?"),
            make_table({"E": 30, "S": 0, "W": 0, "N": 0}, "E", "discard", "W"),
        ),
    ),
)
