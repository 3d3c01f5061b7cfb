"""First lessons in Chinese Official mahjong."""

from __future__ import annotations

from functools import partial
from typing import Final

from scorer.languages.speech import say
from scorer.learn.lessons import hands
from scorer.learn.lessons.lesson import Lesson
from scorer.learn.lessons.questions import (
    DoesHandWinQuestion,
    DoesRuleCountQuestion,
    PaymentQuestion,
    ReachesMinimumQuestion,
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

won_hand = partial(hands.won_hand, "mcr", prevailing="E")
make_table = partial(hands.make_table, "mcr", prevailing="E")

LESSONS: Final = (
    Lesson(
        "tiles",
        LESSON_TITLES["tiles"],
        (
            SUITS_PARAGRAPHS[0],
            say(
                "Ones and nines are called terminals. What is missing can count as well as what"
                " is there: without terminals and honours a hand is All Simples, 2 points."
            ),
        ),
        DoesRuleCountQuestion(
            say("Does All Simples count in this hand?"),
            won_hand("234b 678c 55d", "345d", "999c", tile="5d"),
            "all-simples",
        ),
    ),
    Lesson(
        "sets",
        LESSON_TITLES["sets"],
        (
            *SETS_PARAGRAPHS,
            say("Any mixture of pungs, chows and kongs will do, and any pair."),
        ),
        WinningHandQuestion(
            say("Which of these hands wins?"),
            won_hand("123b 456b 99d", "EEE", "777c", tile="9d"),
            won_hand("123b 457b 99d", "EEE", "777c", tile="9d"),
            won_hand("123b 456b 9d1d", "EEE", "777c", tile="9d"),
        ),
    ),
    Lesson(
        "fan",
        say("Fan: what a hand shows"),
        (
            say(
                "A fan is a pattern that has a name and a number of points. There are 81, worth "
                "from 1 point to 88. All the fan that a hand shows are added up."
            ),
            say(
                "Some fan look at the whole hand. All Pungs, 6 points, is four pungs or kongs. All "
                "Chows, 2 points, is four chows and a pair of suit tiles. Half Flush, 6 points, is "
                "one suit with honours."
            ),
        ),
        WhichRuleQuestion(
            say("Which of these fan does the hand show?"),
            won_hand("222b 555c 99d", "EEE", "777d", tile="9d"),
            *("all-pungs", "all-chows", "half-flush"),
        ),
    ),
    Lesson(
        "implied",
        say("What goes without saying"),
        (
            say(
                "A fan that another fan always contains is not counted as well. Pungs of all three "
                "dragons make Big Three Dragons, 88 points; each of them is also a Dragon Pung, "
                "but that adds nothing."
            ),
            say(
                "The rules page says for every fan which other fan it contains. A fan that is not "
                "contained is added: here One Voided Suit, 1 point, as there are no dots."
            ),
        ),
        DoesRuleCountQuestion(
            say("Big Three Dragons counts here. Does Dragon Pung count too?"),
            won_hand("123b 99c", "RRR", "GGG", "PPP", tile="9c"),
            "dragon-pung",
        ),
    ),
    Lesson(
        "concealed",
        say("Calling and drawing"),
        (
            CLAIMS_PARAGRAPHS[0],
            say(
                "Sets that you called lie open. If you called none and win on a discard, that is a "
                "Concealed Hand, 2 points."
            ),
            say(
                "If you draw the last tile too, it is a Fully Concealed Hand, 4 points. If you "
                "called any set, drawing the last tile is Self-Drawn, 1 point."
            ),
        ),
        WhichRuleQuestion(
            say("Which of these counts in this hand?"),
            won_hand("123b 456b 789b 99d 234c", tile="9d", by="self_draw"),
            *("concealed-hand", "fully-concealed-hand", "self-drawn"),
        ),
    ),
    Lesson(
        "eight",
        say("Eight points, or no win"),
        (
            say(
                "A hand with fewer than 8 points may not win, even if its four sets and its pair "
                "are complete. Declaring it is a mistake that costs points."
            ),
            say(
                "So before you call a tile, ask yourself where your 8 points will come from. Sets "
                "that do not match each other bring very little."
            ),
        ),
        ReachesMinimumQuestion(
            say("Does this hand reach 8 points?"),
            won_hand("123b 678c 55d", "345d", "EEE", tile="8c"),
        ),
    ),
    Lesson(
        "chows",
        say("Chows that belong together"),
        (
            say(
                "Three chows of the same numbers in three suits are a Mixed Triple Chow. 1-2-3, "
                "4-5-6 and 7-8-9 in three suits are a Mixed Straight. Each is 8 points: enough to "
                "win."
            ),
            say(
                "Three chows in three suits, each one number higher than the one before, such as "
                "2-3-4, 3-4-5, 4-5-6, are Mixed Shifted Chows, 6 points."
            ),
        ),
        WhichRuleQuestion(
            say("Which of these fan do the chows make?"),
            won_hand("123b 456c 99d", "789d", "EEE", tile="6c"),
            *("mixed-triple-chow", "mixed-straight", "mixed-shifted-chows"),
        ),
    ),
    Lesson(
        "waits",
        say("A wait for one tile alone"),
        (
            say(
                "If only one kind of tile could win, the wait is worth 1 point. An edge wait needs "
                "the 3 of 1-2-3 or the 7 of 7-8-9. A closed wait needs the middle tile of a chow, "
                "and a single wait the second tile of the pair."
            ),
            say("If a second kind of tile would win too, no wait counts."),
        ),
        WhichRuleQuestion(
            say("The winning tile is marked. Which wait was it?"),
            won_hand("123b 456b 79d 55c 8d", "EEE", tile="8d"),
            *("edge-wait", "closed-wait", "single-wait"),
        ),
    ),
    Lesson(
        "flowers",
        say("Flowers help, but not to eight"),
        (
            say(
                "You lay out a flower or a season and take another tile. Each is worth 1 point to "
                "the winner."
            ),
            say("Flowers and seasons are added at the end: you need 8 points without them."),
        ),
        ReachesMinimumQuestion(
            say("With six flowers this hand adds up to 8 points. Does it reach the minimum?"),
            won_hand("222b 678c 55d", "345d", "EEE", tile="8c", flowers="F1 F2 F3 S1 S2 S3"),
        ),
    ),
    Lesson(
        "shapes",
        say("Hands without sets"),
        (
            say(
                "Seven pairs win too, for 24 points, but only the last tile may be called. So do "
                "Thirteen Orphans: one of each terminal and honour, and one more of any of them."
            ),
            say(
                "Knitted hands take their numbers from three suits in steps of three: 1-4-7 in "
                "one, 2-5-8 in another, 3-6-9 in the third."
            ),
        ),
        DoesHandWinQuestion(
            say("Does this hand win?"),
            won_hand("11b 44b 55c 88c 22d 99d EE", tile="E"),
        ),
    ),
    Lesson(
        "sum",
        say("Adding a hand up"),
        (
            say(
                "To score a hand, name every fan that it shows, leave out those that another fan "
                "contains, and add the rest."
            ),
            say(
                "First look at the whole hand: Outside Hand, 4 points, has a terminal or an honour "
                "in every set and in the pair. Then look at sets that belong together, at single "
                "sets (a pung of the wind of the round is 2), at how the hand was won, and at the "
                "wait."
            ),
        ),
        TotalQuestion(
            say("How many points is this hand worth?"),
            won_hand("123c 99d", "123b", "123d", "EEE", tile="9d"),
            *(8, 10, 15, 20),
        ),
    ),
    Lesson(
        "payments",
        LESSON_TITLES["payments"],
        (
            say(
                "Whoever throws the winning tile pays the winner the points of the hand and 8 "
                "more. The two others pay 8 each."
            ),
            say(
                "If the winner drew the winning tile, all three pay the points of the hand and 8 "
                "more."
            ),
            say(
                "The deal passes on after every hand, whoever has won. Four hands are a round, and "
                "sixteen hands are a game."
            ),
        ),
        PaymentQuestion(
            say("South won 24 points on West’s discard. What does North pay?"),
            make_table({"E": 0, "S": 24, "W": 0, "N": 0}, "S", "discard", "W"),
            *("N", "S"),
            *(0, 8, 24, 32),
        ),
    ),
)
