"""First lessons in riichi, as the World Riichi Championship plays it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from scorer.languages.speech import say
from scorer.learn.lessons import hands
from scorer.learn.lessons.lesson import Document, Lesson
from scorer.learn.lessons.questions import (
    AmountQuestion,
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

won_hand = partial(hands.won_hand, "riichi", prevailing="E")


def with_dora_indicators(document: Document, indicators: str) -> Document:
    """Return a copy of the hand with these dora indicators face up."""
    return {**document, "hand": {**document["hand"], "dora_indicators": indicators}}


def exhausted_table(waiting: Sequence[str]) -> Document:
    """Return a table whose wall ran out; the players at ``waiting`` seats are tenpai."""
    players = {seat: {"tenpai": seat in waiting} for seat in "ESWN"}
    return {"ruleset": "riichi", "prevailing": "E", "players": players}


LESSONS: Final = (
    Lesson(
        "sets",
        LESSON_TITLES["sets"],
        (
            SUITS_PARAGRAPHS[0],
            SETS_PARAGRAPHS[0],
            say(
                "Two more shapes win: seven different pairs; and Thirteen Orphans, one of every 1, "
                "9 and honour, and one more of any of them."
            ),
        ),
        WinningHandQuestion(
            say("Which of these hands wins?"),
            won_hand("234b 457c 99d", "RRR", "678d", tile="9d"),
            won_hand("234b 456c 99d", "RRR", "678d", tile="9d"),
            won_hand("234b 456c 9d1d", "RRR", "678d", tile="9d"),
        ),
    ),
    Lesson(
        "yaku",
        say("No yaku, no win"),
        (
            say(
                "A yaku is a pattern with a name, such as a pung of dragons or a hand of one suit. "
                "Each is worth a number of han, and all the han of a hand are added up."
            ),
            say(
                "A hand without any yaku may not win, even if its four sets and its pair are "
                "complete. So before you call a tile, ask yourself where your yaku will come from."
            ),
        ),
        ReachesMinimumQuestion(
            say("The four sets and the pair are there. May this hand win?"),
            won_hand("123b 678c 55d", "345d", "999c", tile="8c"),
        ),
    ),
    Lesson(
        "closed",
        say("Open and closed"),
        (
            CLAIMS_PARAGRAPHS[0],
            say(
                "A set that you called lies open, and from then on your hand is open. Only the "
                "winning tile is an exception: winning on a discard does not open a closed hand."
            ),
            say(
                "Some yaku count only in a closed hand. Others are worth one han less in an open "
                "hand: Half Flush, one suit with honours, is 3 han closed and 2 han open."
            ),
        ),
        DoesRuleCountQuestion(
            say(
                "Pure Double Chow, two identical chows, needs a closed hand. The winning tile was "
                "a discard. Does Pure Double Chow count?"
            ),
            won_hand("345b 345b 678c 999d 22d", tile="8c"),
            "pure-double-chow",
        ),
    ),
    Lesson(
        "riichi",
        say("Declaring riichi"),
        (
            say(
                "When just one tile is missing from your closed hand, you may declare riichi and "
                "lay a riichi stick of 1,000 points on the table. Riichi is a yaku, 1 han: with it "
                "any closed hand can win."
            ),
            say(
                "From then on your hand must not change. If you win within one go-around, before "
                "anybody calls a tile or lays a kong, Ippatsu adds 1 han."
            ),
            say(
                "Drawing the winning tile with a closed hand is a yaku too, with or without "
                "riichi: Fully Concealed Hand, 1 han."
            ),
        ),
        TotalQuestion(
            say("How many han does this hand have?"),
            won_hand(
                "123b 456c 999d 678c 44b",
                tile="4b",
                by="self_draw",
                circumstances=["riichi", "ippatsu"],
            ),
            *(1, 2, 3, 4),
            of="han",
        ),
    ),
    Lesson(
        "pinfu",
        say("Pinfu, and what you wait for"),
        (
            say(
                "Pinfu, 1 han, is a closed hand of four chows, and the chow that you completed "
                "last waited on two sides. The pair is not a dragon, not your own wind and not the "
                "wind of the round."
            ),
            say(
                "4-5 waits on two sides, for 3 or 6. A wait in the middle (4-6), at an edge (1-2 "
                "or 8-9) or for the pair is not Pinfu."
            ),
            say(
                "If you have discarded a tile that you now wait for, you are furiten: you may win "
                "only by drawing the tile, not on a discard."
            ),
        ),
        DoesRuleCountQuestion(
            say("Four chows, and the winning tile is marked. Is it Pinfu?"),
            won_hand("234b 567c 789d 68b 33c 7b", tile="7b", circumstances=["riichi"]),
            "pinfu",
        ),
    ),
    Lesson(
        "honours",
        say("Dragons, winds, simple tiles"),
        (
            say(
                "A pung or kong of a dragon is 1 han. So is one of your own wind, and one of the "
                "wind of the round; if that is the same wind, both count. The other winds bring no "
                "han."
            ),
            say(
                "All Simples, 1 han, is a hand without ones, nines and honours. All of these count "
                "in an open hand too."
            ),
        ),
        TotalQuestion(
            say("This is East’s hand, in the East round. How many han does it have?"),
            won_hand("123b 678c 55d", "789d", "EEE", tile="8c", seat="E"),
            *(0, 1, 2, 3),
            of="han",
        ),
    ),
    Lesson(
        "patterns",
        say("Yaku for more"),
        (
            say(
                "The same chow in three suits is a Mixed Triple Chow. 1-2-3, 4-5-6 and 7-8-9 of "
                "one suit are a Pure Straight. Each is 2 han closed, 1 han open."
            ),
            say(
                "All Pungs, four pungs or kongs, is 2 han, open or closed. Seven Pairs is 2 han, "
                "and always closed."
            ),
            say(
                "Half Flush, one suit with honours, is 3 han closed and 2 han open. Full Flush, "
                "one suit alone, is 6 han closed and 5 han open."
            ),
        ),
        WhichRuleQuestion(
            say("Which of these yaku does the hand show?"),
            won_hand("123b 456b 789b 44d", "PPP", tile="4d"),
            *("pure-straight", "mixed-triple-chow", "half-flush"),
        ),
    ),
    Lesson(
        "dora",
        say("Dora are a gift"),
        (
            say(
                "One tile of the wall lies face up: the indicator. The tile that follows it in "
                "order is dora, and each dora in a winning hand is 1 han. After 9 comes 1. Winds "
                "go east, south, west, north, east; dragons white, green, red, white."
            ),
            say(
                "A winner in riichi also turns up the tile beneath the indicator, for ura dora. "
                "Some tables add red fives, 1 han each."
            ),
            say("Dora are not yaku: a hand with nothing but dora cannot win."),
        ),
        AmountQuestion(
            say("The indicator is shown. How many han do dora bring to this hand?"),
            with_dora_indicators(won_hand("456c 678b 22b", "RRR", "111d", tile="8b"), "9d"),
            "dora",
            *(0, 1, 3, 4),
        ),
    ),
    Lesson(
        "fu",
        say("Fu, the small change"),
        (
            say(
                "Up to 4 han a hand counts fu too. Fu begin at 20. A closed hand won on a discard "
                "adds 10; drawing the last tile adds 2, but not to Pinfu. Seven Pairs have 25."
            ),
            say(
                "An open pung of 2 to 8 adds 2, one of ones, nines or honours 4. A concealed pung "
                "adds twice that, a kong four times as much as its pung. A chow adds nothing."
            ),
            say(
                "A pair of dragons, your own wind or the wind of the round adds 2; so does a wait "
                "at an edge, in the middle or for the pair. The sum is rounded up to tens. The "
                "scorer does all this."
            ),
        ),
        TotalQuestion(
            say("The pung of nines is concealed. How many fu does this hand have?"),
            won_hand("234b 678c 345d 999d 66b", tile="8c", circumstances=["riichi"]),
            *(20, 30, 38, 40),
            of="fu",
        ),
    ),
    Lesson(
        "points",
        say("From han to points"),
        (
            say(
                "Each han doubles the value of a hand. With 30 fu, 1 han is 1,000 points, 2 han "
                "are 2,000 and 3 han are 3,900; more fu are worth more. East’s hands are worth "
                "about half as much again."
            ),
            say(
                "From 5 han on, fu no longer matter. 5 han, or 4 han with 30 fu or more, are a "
                "mangan, 8,000; 6 or 7 han a haneman, 12,000; 8 to 10 a baiman, 16,000; 11 or 12 a "
                "sanbaiman, 24,000."
            ),
            say(
                "13 han are paid as a yakuman, 32,000. A few rare hands are a yakuman by "
                "themselves, such as pungs of all three dragons."
            ),
        ),
        TotalQuestion(
            say("How many points is this hand worth?"),
            won_hand("123c 456c 999c SSS 77c", tile="7c", circumstances=["riichi", "ippatsu"]),
            *(8000, 12000, 16000, 24000),
        ),
    ),
    Lesson(
        "payments",
        LESSON_TITLES["payments"],
        (
            say(
                "Whoever throws the winning tile pays the whole hand. If the winner drew the "
                "winning tile, all three pay: East twice as much as each of the others. If East "
                "drew it, all pay the same. Payments are rounded up to hundreds."
            ),
            say(
                "Each honba on the table adds 300: all from the discarder, or 100 from each of "
                "the three. The winner also takes the riichi sticks that lie there."
            ),
        ),
        PaymentQuestion(
            say(
                "South drew the winning tile, and the hand is worth 5,200. What does East pay, "
                "with the honba?"
            ),
            won_hand(
                "234c 678c 345b 345d 55d",
                tile="8c",
                by="self_draw",
                circumstances=["riichi"],
                honba=1,
                riichi_sticks=1,
            ),
            *("E", "S"),
            *(1300, 1400, 2600, 2700),
        ),
    ),
    Lesson(
        "draw",
        say("When nobody wins"),
        (
            say(
                "A hand one tile from winning is tenpai, any other is noten. If the wall runs "
                "out, the noten players pay 3,000 in all to the tenpai players, in equal "
                "shares. If all are tenpai, or nobody is, nothing is paid."
            ),
            say(
                "East stays East after winning, and after a drawn hand in which East is "
                "tenpai. Otherwise the deal passes on. A drawn hand or a win by East adds a "
                "honba; any other win removes all honba."
            ),
            say(
                "Riichi sticks stay on the table until somebody wins. A game is the East round and "
                "the South round."
            ),
        ),
        PaymentQuestion(
            say("The wall has run out. What does West pay South?"),
            exhausted_table("S"),
            *("W", "S"),
            *(0, 1000, 1500, 3000),
        ),
    ),
)
