"""First lessons in Chinese Official mahjong."""

from __future__ import annotations

from functools import partial
from typing import Final

from scorer.learn.lessons import hands
from scorer.learn.lessons.lesson import Lesson
from scorer.learn.lessons.questions import (
    Counts,
    Paid,
    Qualifies,
    Total,
    WhichCounts,
    WhichWins,
    Wins,
)
from scorer.learn.lessons.shared import CLAIMS, SETS, SUITS, TITLES
from scorer.speech import say

won_hand = partial(hands.won_hand, "mcr", prevailing="E")
table = partial(hands.table, "mcr", prevailing="E")

LESSONS: Final = (
    Lesson(
        "tiles",
        TITLES["tiles"],
        (
            SUITS[0],
            say(
                "Ones and nines are called terminals. What is missing can count as well as what"
                " is there: without terminals and honours a hand is All Simples, 2 points."
            ),
        ),
        Counts(
            say("Does All Simples count in this hand?"),
            won_hand("234b 678c 55d", "345d", "999c", tile="5d"),
            "all-simples",
        ),
    ),
    Lesson(
        "sets",
        TITLES["sets"],
        (
            *SETS,
            say("Any mixture of pungs, chows and kongs will do, and any pair."),
        ),
        WhichWins(
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
                "What makes a hand valuable has a name and a number of points: a fan. There are "
                "81, from 1 point to 88. All that a hand shows is added up."
            ),
            say(
                "Some fan look at the whole hand. All Pungs, 6 points, is four pungs or kongs. All "
                "Chows, 2 points, is four chows and a pair of suit tiles. Half Flush, 6 points, is "
                "one suit with honours."
            ),
        ),
        WhichCounts(
            say("Which of these does the hand show?"),
            won_hand("222b 555c 99d", "EEE", "777d", tile="9d"),
            *("all-pungs", "all-chows", "half-flush"),
        ),
    ),
    Lesson(
        "implied",
        say("What goes without saying"),
        (
            say(
                "A fan that another one always brings along is not counted beside it. All three "
                "dragon pungs make Big Three Dragons, 88 points; of course each is a pung of "
                "dragons."
            ),
            say(
                "The page of the rules says for every fan which others it implies. What is not "
                "implied is added: here One Voided Suit, 1 point, as there are no dots."
            ),
        ),
        Counts(
            say("Big Three Dragons counts here. Does Dragon Pung count too?"),
            won_hand("123b 99c", "RRR", "GGG", "PPP", tile="9c"),
            "dragon-pung",
        ),
    ),
    Lesson(
        "concealed",
        say("Calling and drawing"),
        (
            CLAIMS[0],
            say(
                "Sets that you call lie open. If you have called none and win on a discard, that "
                "is a Concealed Hand, 2 points."
            ),
            say(
                "If you draw the last tile too, it is a Fully Concealed Hand, 4. With sets that "
                "you called, drawing the last tile is Self-Drawn, 1."
            ),
        ),
        WhichCounts(
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
                "A hand with fewer than 8 points may not win, even when its four sets and its pair "
                "are there. Declaring it is a mistake that costs points."
            ),
            say(
                "So ask before you call a tile: where are my eight? Sets that have nothing to do "
                "with each other bring next to nothing."
            ),
        ),
        Qualifies(
            say("Does this hand reach 8 points?"),
            won_hand("123b 678c 55d", "345d", "EEE", tile="8c"),
        ),
    ),
    Lesson(
        "chows",
        say("Chows that belong together"),
        (
            say(
                "Three chows of the same numbers in three suits are a Mixed Triple Chow. Three "
                "that run 1 to 9 over three suits are a Mixed Straight. Each is 8 points: enough "
                "to win."
            ),
            say(
                "Three in three suits that each begin one number higher, such as 2-3-4, 3-4-5, "
                "4-5-6, are Mixed Shifted Chows, 6 points."
            ),
        ),
        WhichCounts(
            say("Which of these do the chows make?"),
            won_hand("123b 456c 99d", "789d", "EEE", tile="6c"),
            *("mixed-triple-chow", "mixed-straight", "mixed-shifted-chows"),
        ),
    ),
    Lesson(
        "waits",
        say("A wait for one tile alone"),
        (
            say(
                "If only one kind of tile could win, the wait is worth 1 point. An edge wait "
                "needs the 3 of 1-2-3 or the 7 of 7-8-9. A closed wait needs the tile in the "
                "middle, and a single wait the other half of the pair."
            ),
            say("Where a second kind would win too, none of them counts."),
        ),
        WhichCounts(
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
                "A flower or a season is laid out, and another tile taken for it. Each is 1 point "
                "to the winner."
            ),
            say("They are added at the end: the 8 points have to be there without them."),
        ),
        Qualifies(
            say("With six flowers this hand adds up to 8 points. Does it reach the minimum?"),
            won_hand("222b 678c 55d", "345d", "EEE", tile="8c", flowers="F1 F2 F3 S1 S2 S3"),
        ),
    ),
    Lesson(
        "shapes",
        say("Hands without sets"),
        (
            say(
                "Seven pairs win too: 24 points, nothing may be called for but the last tile. So "
                "do Thirteen Orphans, one of each terminal and honour and a second of one of them."
            ),
            say(
                "Knitted hands take their numbers from three suits in steps of three: 1-4-7 in "
                "one, 2-5-8 in another, 3-6-9 in the third."
            ),
        ),
        Wins(
            say("Does this hand win?"),
            won_hand("11b 44b 55c 88c 22d 99d EE", tile="E"),
        ),
    ),
    Lesson(
        "sum",
        say("Adding a hand up"),
        (
            say(
                "Now all together: name what the hand shows, leave out what is implied, and add "
                "the rest."
            ),
            say(
                "Look at the whole hand: Outside Hand, 4 points, has a terminal or an honour in "
                "every set and in the pair. Then at sets that belong together, at single sets (a "
                "pung of the wind of the round is 2), at how it was won, and at the wait."
            ),
        ),
        Total(
            say("How many points is this hand worth?"),
            won_hand("123c 99d", "123b", "123d", "EEE", tile="9d"),
            *(8, 10, 15, 20),
        ),
    ),
    Lesson(
        "payments",
        TITLES["payments"],
        (
            say(
                "Whoever throws the winning tile pays the winner the points of the hand and 8 "
                "more. The two others pay 8 each."
            ),
            say("If the winner drew it, all three pay the points of the hand and 8 more."),
            say(
                "The deal passes on after every hand, whoever has won. Four hands are a round, and "
                "sixteen hands are a game."
            ),
        ),
        Paid(
            say("South won 24 points on West’s discard. What does North pay?"),
            table({"E": 0, "S": 24, "W": 0, "N": 0}, "S", "discard", "W"),
            *("N", "S"),
            *(0, 8, 24, 32),
        ),
    ),
)
