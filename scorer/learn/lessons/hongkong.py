"""First lessons in Hong Kong mahjong."""

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

won_hand = partial(hands.won_hand, "hongkong", prevailing="E")
make_table = partial(hands.make_table, "hongkong", prevailing="E")

LESSONS: Final = (
    Lesson(
        "tiles",
        LESSON_TITLES["tiles"],
        (
            SUITS_PARAGRAPHS[0],
            say(
                "A hand of one suit alone is a Full Flush, 7 faan. With honours beside the suit it "
                "is a Half Flush, 3 faan."
            ),
        ),
        DoesRuleCountQuestion(
            say("Does Half Flush count in this hand?"),
            won_hand("45b 99b", "123b", "678b", "NNN", tile="6b"),
            "half-flush",
        ),
    ),
    Lesson(
        "sets",
        LESSON_TITLES["sets"],
        (
            *SETS_PARAGRAPHS,
            say("Any sets will do. But a hand that shows no pattern, a chicken hand, has 0 faan."),
        ),
        WinningHandQuestion(
            say("Which of these hands wins?"),
            won_hand("123b 456b 99d", "EEE", "777c", tile="9d"),
            won_hand("123b 457b 99d", "EEE", "777c", tile="9d"),
            won_hand("123b 456b 9d1d", "EEE", "777c", tile="9d"),
        ),
    ),
    Lesson(
        "faan",
        say("Faan are added up"),
        (
            say(
                "A pattern has a name and is worth some faan. Four pungs or kongs are All Pungs, 3 "
                "faan. Four chows are All Chows, 1 faan."
            ),
            say("All patterns that a hand shows are added: a Half Flush of pungs is 3 and 3, 6."),
        ),
        HighestHandQuestion(
            say("Which of these hands is worth the most?"),
            won_hand("222b 55b 99b", "111b", "777b", tile="5b"),
            won_hand("222b 55b NN", "111b", "777b", tile="5b"),
            won_hand("222b 55c 99d", "111b", "777d", tile="5c"),
        ),
    ),
    Lesson(
        "honours",
        say("Winds and dragons"),
        (
            say(
                "A pung of any dragon is 1 faan. A pung of a wind is 1 faan if it is your own "
                "wind, and 1 faan if it is the wind of the round. One that is both is 2."
            ),
            say("A pair of dragons or winds is worth nothing by itself."),
        ),
        TotalQuestion(
            say("It is the East round, and you are South. How many faan are these?"),
            won_hand("78d 99c", "SSS", "RRR", "123b", tile="9d", flowers="F1"),
            *(0, 1, 2, 3),
        ),
    ),
    Lesson(
        "concealed",
        say("Calling and drawing"),
        (
            CLAIMS_PARAGRAPHS[0],
            say(
                "If you called no set, the hand is concealed, 1 faan, even if you win on a "
                "discard. If you draw the last tile, it is Self-Drawn, 1 faan more."
            ),
        ),
        WhichRuleQuestion(
            say("Which of these counts in this hand?"),
            won_hand("123b 456b 78b 99d 234c", tile="9b"),
            *("concealed-hand", "self-drawn", "full-flush"),
        ),
    ),
    Lesson(
        "flowers",
        say("Flowers and seasons"),
        (
            say(
                "You lay out a flower or a season and take another tile. The one with the number "
                "of your seat is worth 1 faan: East 1, South 2, West 3, North 4."
            ),
            say(
                "A hand without any flower has 1 faan for that. All four flowers, or all four "
                "seasons, are 2 faan. With seven of the eight you win at once."
            ),
        ),
        WhichRuleQuestion(
            say("You are South. Which of these counts?"),
            won_hand("78d 99c", "888b", "456c", "123b", tile="9d", flowers="F2 S3"),
            *("own-flower", "own-season", "no-flowers"),
        ),
    ),
    Lesson(
        "minimum",
        say("Three faan, or no win"),
        (
            say(
                "Most tables ask for 3 faan. A hand with fewer may not win, even if its four sets "
                "and its pair are complete."
            ),
            say("So before you call a tile, ask yourself where your 3 faan will come from."),
        ),
        ReachesMinimumQuestion(
            say("Does this hand reach 3 faan?"),
            won_hand("123b 456c 789d 23d 99c", tile="1d"),
        ),
    ),
    Lesson(
        "limit",
        say("Great hands and the limit"),
        (
            say(
                "The greatest hands are worth 8 to 13 faan: Big Dragons, pungs of all three "
                "dragons, are 8, and Thirteen Orphans 13."
            ),
            say("More faan than the limit, 13 at most tables, are paid as the limit."),
        ),
        DoesRuleCountQuestion(
            say("Big Dragons counts here. Does Dragon Pung count too?"),
            won_hand("45c 99d", "RRR", "GGG", "PPP", tile="6c"),
            "dragon-pung",
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
            say("How many faan is this hand worth?"),
            won_hand("22b 55b", "RRR", "999b", "777b", tile="5b", flowers="F1"),
            *(4, 6, 7, 8),
        ),
    ),
    Lesson(
        "payments",
        LESSON_TITLES["payments"],
        (
            say(
                "A table turns faan into what is paid: 3 faan are 8 times the base, 4 are 16 "
                "times, 5 are 24 times, and so on up to 384 times for 13."
            ),
            say(
                "If the winner drew the last tile, each of the three pays this. If it was a "
                "discard, whoever threw it pays twice this, and the others pay nothing."
            ),
        ),
        PaymentQuestion(
            say("The base is 2. South won 3 faan on West’s discard. What does West pay?"),
            make_table({"E": 0, "S": 3, "W": 0, "N": 0}, "S", "discard", "W"),
            *("W", "S"),
            *(8, 16, 32, 48),
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
