"""First lessons in the American game, on the scorer's practice card.

They cover the topics of the FAQ that the ruleset cites.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from scorer.languages.speech import say
from scorer.learn.lessons import hands
from scorer.learn.lessons.lesson import Lesson
from scorer.learn.lessons.questions import (
    DoesHandWinQuestion,
    NextEastQuestion,
    PaymentQuestion,
    SpareTileQuestion,
    TotalQuestion,
    WinningHandQuestion,
)
from scorer.learn.lessons.shared import LESSON_TITLES

held_hand = partial(hands.held_hand, "american")
won_hand = partial(hands.won_hand, "american")
make_table = partial(hands.make_table, "american")

LESSONS: Final = (
    Lesson(
        "tiles",
        LESSON_TITLES["tiles"],
        (
            say(
                "Three suits, each from 1 to 9: bams (bamboo), craks (characters) and dots. Winds "
                "and dragons too; four of each tile. Then eight flowers, all alike, and eight "
                "jokers."
            ),
            say("Each suit has a dragon that matches: green bams, red craks, white dots."),
        ),
        WinningHandQuestion(
            say(
                "The card has a hand of 2222 4444 88 in one suit, with four of the dragon that "
                "matches it. Which of these hands wins?"
            ),
            won_hand("2222c 4444c GGGG 88c", tile="8c"),
            won_hand("2222d 4444d PPPP 88d", tile="8d"),
            won_hand("2222b 4444b RRRR 88b", tile="8b"),
        ),
    ),
    Lesson(
        "card",
        say("The card"),
        (
            say(
                "Only the hands that are printed on a card win. Each has fourteen tiles, and yours "
                "must match one of them exactly: no tile over, none missing."
            ),
            say(
                "These lessons use the practice card of this scorer. One of its hands is three "
                "flowers, four 2s, three 4s of another suit and four 8s of the first suit."
            ),
            say(
                "Three tiles alike are a pung, four a kong, five a quint. Tiles that are still in "
                "your hand are concealed."
            ),
        ),
        DoesHandWinQuestion(
            say("Does this hand match FFF 2222 444 8888 on the card?"),
            won_hand("FFF 2222b 444c 8888b", tile="8b"),
        ),
    ),
    Lesson(
        "colours",
        say("Colours are suits"),
        (
            say(
                "A card is printed in two or three colours. The same colour means the same suit, "
                "different colours mean different suits. You choose which suits they are."
            ),
            say(
                "Flowers, winds and the white dragon as zero belong to no suit, whatever colour "
                "they are printed in."
            ),
        ),
        WinningHandQuestion(
            say(
                "The same hand of the card: 2s and 8s in one suit, 4s in a second. Which one wins?"
            ),
            won_hand("FFF 2222c 444c 8888c", tile="8c"),
            won_hand("FFF 2222d 444c 8888d", tile="8d"),
            won_hand("FFF 2222d 444c 8888b", tile="8b"),
        ),
    ),
    Lesson(
        "jokers",
        say("What a joker may be"),
        (
            say(
                "A joker stands for any tile in a group of three or more alike: a pung, a kong, a "
                "quint. A group may even be all jokers while it is in your hand."
            ),
            say(
                "A joker never stands in a pair or for a single tile. A year (2 0 2 6) and "
                "north-east-west-south are made of single tiles."
            ),
        ),
        WinningHandQuestion(
            say(
                "The card has FFFF 2026 2222 66; the white dragon is the zero. In which hand are "
                "the jokers allowed?"
            ),
            won_hand("FFFF 2bP2b6b 2222c 6dJ", tile="6d"),
            won_hand("FFJJ 2bP2b6b 2c2cJJ 66d", tile="6d"),
            won_hand("FFFF 2bPJ6b 2222c 66d", tile="6d"),
        ),
    ),
    Lesson(
        "zero",
        say("Soap"),
        (
            say(
                "The white dragon is called soap. The card also uses it as a zero, which goes with "
                "any suit: 2, 0, 2, 6 for the year."
            ),
            say("Soap is not a number in a run: no run goes 0-1-2."),
        ),
        DoesHandWinQuestion(
            say(
                "The card has FFFF 2026 2222 66, in three suits. Here soap stands between bams. "
                "Does this hand match the card?"
            ),
            won_hand("FFFF 2bP2b6b 2222c 66d", tile="6d"),
        ),
    ),
    Lesson(
        "runs",
        say("Numbers that may move"),
        (
            say(
                "In the section of consecutive runs the printed numbers are one choice of many: "
                "all of them may move up together, within 1 to 9."
            ),
            say("In other sections the numbers stand as printed, unless the card says “any”."),
        ),
        WinningHandQuestion(
            say(
                "The card has 1111 333 in one suit and 2222 444 in another, as a run. Which hand "
                "wins?"
            ),
            won_hand("4444b 5555c 666b 777c", tile="7c"),
            won_hand("4444b 5555c 666c 777b", tile="7b"),
            won_hand("4444b 5555c 666b 888c", tile="8c"),
        ),
    ),
    Lesson(
        "charleston",
        say("The Charleston"),
        (
            say(
                "Before the first discard you pass on tiles that you do not need, three each time: "
                "to the right, across, to the left. If all agree, you pass again: left, across, "
                "right. At the end you may trade up to three tiles with the player across. Jokers "
                "are never passed."
            ),
            say(
                "Find the hand of the card that you are nearest to, and pass the tiles that it "
                "does not use."
            ),
        ),
        SpareTileQuestion(
            say("Which of these tiles would you pass?"),
            held_hand("FFF 222b 44c 888b 9d E", seat="S"),
            *("4c", "E", "F"),
        ),
    ),
    Lesson(
        "exposures",
        say("Calling, and the letters X and C"),
        (
            say(
                "You may call a discard for a group of three or more alike. The group then lies "
                "open, with its jokers, and keeps its size: a pung does not become a kong later."
            ),
            say(
                "A hand marked X may have exposed groups. A hand marked C stays concealed until it "
                "wins. But the winning tile may be called for any group, even for a pair or as a "
                "single tile."
            ),
        ),
        DoesHandWinQuestion(
            say("This hand is marked C, and three 6s lie open. Is that allowed?"),
            won_hand("NEWS 2bP2b6b PPP", "666c", tile="P"),
        ),
    ),
    Lesson(
        "value",
        say("What a hand is worth"),
        (
            say(
                "The card prints the value of each hand, in cents. A hand that wins without any "
                "joker is worth twice as much."
            ),
            say(
                "Hands of singles and pairs do not get that bonus: they could never use a joker, "
                "and their value is high already."
            ),
        ),
        TotalQuestion(
            say("The card gives 25 for this hand. What is this win worth?"),
            won_hand("FFF 2222b 444c 8888b", tile="8b"),
            *(25, 50, 75, 100),
        ),
    ),
    Lesson(
        "payments",
        LESSON_TITLES["payments"],
        (
            say(
                "Whoever throws the winning tile pays twice the value of the hand. The two others "
                "pay it once."
            ),
            say("If the winner drew the winning tile, all three pay twice the value."),
        ),
        PaymentQuestion(
            say(
                "This hand has a joker, and the card gives 25 for it. West threw the winning tile. "
                "What does West pay?"
            ),
            won_hand("FFJ 2222b 444c 8888b", tile="8b"),
            *("W", "S"),
            *(25, 50, 75, 100),
        ),
    ),
    Lesson(
        "exchange",
        say("Taking a joker back"),
        (
            say(
                "In your turn you may take a joker from an open group, yours or another player’s, "
                "by laying the real tile in its place."
            ),
            say(
                "If the joker that you took completes your hand, it counts as a tile that you "
                "drew: all three pay twice."
            ),
        ),
        PaymentQuestion(
            say(
                "The card gives 25 for this hand. South exchanged a tile for a joker, and won with "
                "that joker. What does North pay?"
            ),
            won_hand(
                "FFF 2222b 4c4cJ 8888b", tile="J", by="self_draw", circumstances=["joker_exchange"]
            ),
            *("N", "S"),
            *(0, 25, 50, 100),
        ),
    ),
    Lesson(
        "winds",
        LESSON_TITLES["winds"],
        (
            say(
                "The deal moves one place to the right after every game, whoever won, even if "
                "nobody did."
            ),
            say(
                "If nobody wins, nobody pays. A player whose hand is dead plays no more, but still "
                "pays the winner."
            ),
        ),
        NextEastQuestion(
            say("East has won this game. Who deals the next?"),
            make_table({"E": 25, "S": 0, "W": 0, "N": 0}, "E"),
        ),
    ),
)
