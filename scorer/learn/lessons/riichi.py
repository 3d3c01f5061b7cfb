"""First lessons in riichi, as the World Riichi Championship plays it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from scorer.learn.lessons import hands
from scorer.learn.lessons.lesson import Document, Lesson
from scorer.learn.lessons.questions import (
    Amount,
    Counts,
    Paid,
    Qualifies,
    Total,
    WhichCounts,
    WhichWins,
)
from scorer.learn.lessons.shared import CLAIMS, SETS, SUITS, TITLES
from scorer.speech import say

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
        TITLES["sets"],
        (
            SUITS[0],
            SETS[0],
            say(
                "Two more shapes win: seven different pairs; and Thirteen Orphans, one of every 1, "
                "9 and honour, and a second of any of them."
            ),
        ),
        WhichWins(
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
                "A yaku is something that a hand shows and that has a name, such as a pung of "
                "dragons or a hand of one suit. Each is worth a number of han. All the han of a "
                "hand are added up."
            ),
            say(
                "A hand without a single yaku may not win, even when its four sets and its pair "
                "are there. So ask before you call a tile: where is my yaku?"
            ),
        ),
        Qualifies(
            say("The four sets and the pair are there. May this hand win?"),
            won_hand("123b 678c 55d", "345d", "999c", tile="8c"),
        ),
    ),
    Lesson(
        "closed",
        say("Open and closed"),
        (
            CLAIMS[0],
            say(
                "A set that you called lies open, and from then on your hand is open. The winning "
                "tile may be a discard all the same: it does not open a hand that was closed."
            ),
            say(
                "Some yaku count only in a closed hand. Others lose a han in an open one: Half "
                "Flush, one suit with honours, is 3 han closed and 2 open."
            ),
        ),
        Counts(
            say(
                "Pure Double Chow, two identical chows, takes a closed hand. The winning tile "
                "was a discard. Does it count?"
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
                "When just one tile is missing from your closed hand, you may declare riichi "
                "and lay 1,000 points on the table, the deposit. Riichi is a yaku, 1 han: with "
                "it any closed hand can win."
            ),
            say(
                "From then on the hand stays as it is. If you win within one go-around, and nobody "
                "has called a tile or laid a kong, Ippatsu is 1 han more."
            ),
            say(
                "To draw the winning tile with a closed hand is a yaku too, with or without "
                "riichi: Fully Concealed Hand, 1 han."
            ),
        ),
        Total(
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
                "Pinfu, 1 han, is a closed hand of four chows, completed on one of two sides. "
                "Its pair is not a dragon, not your own wind and not the wind of the round."
            ),
            say(
                "4-5 wait on two sides, for 3 or 6. But 4-6 wait in the middle, 1-2 and 8-9 at "
                "an edge, and a single tile for its pair: that is not Pinfu."
            ),
            say(
                "If a tile that you wait for lies among your own discards, you are furiten: you "
                "may win by drawing, but on no discard."
            ),
        ),
        Counts(
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
        Total(
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
                "one suit are a Pure Straight. Each is 2 han closed, 1 open."
            ),
            say(
                "All Pungs, four pungs or kongs, is 2 han, open or closed. Seven Pairs is 2 han, "
                "and always closed."
            ),
            say(
                "Half Flush, one suit with honours, is 3 han closed and 2 open. Full Flush, one "
                "suit alone, is 6 and 5."
            ),
        ),
        WhichCounts(
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
                "A tile of the wall lies face up, the indicator. The tile after it is dora, and "
                "each in a winning hand is 1 han. After 9 comes 1. Winds go east, south, west, "
                "north, east; dragons white, green, red, white."
            ),
            say(
                "A winner in riichi also turns the tile beneath it: ura dora. Some tables add red "
                "fives, 1 han each."
            ),
            say("Dora are not yaku: a hand with nothing but dora cannot win."),
        ),
        Amount(
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
                "Up to 4 han a hand counts fu too. They begin at 20. A closed hand won on a "
                "discard adds 10; drawing the last tile adds 2, but not to Pinfu. Seven Pairs are "
                "always 25."
            ),
            say(
                "An open pung of 2 to 8 adds 2, one of ones, nines or honours 4. A concealed pung "
                "adds twice that, a kong four times its pung. A chow adds nothing."
            ),
            say(
                "A pair of dragons, your own wind or the wind of the round adds 2; so does a wait "
                "at an edge, in the middle or for the pair. Round up to tens. The scorer does all "
                "this for you."
            ),
        ),
        Total(
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
                "Each han doubles a hand. With 30 fu, 1 han is 1,000 points, 2 are 2,000 and 3 are "
                "3,900; more fu pay more. East’s hands pay about half as much again."
            ),
            say(
                "From 5 han on fu no longer matter. 5, or 4 with 30 fu or more, are a mangan, "
                "8,000; 6 or 7 a haneman, 12,000; 8 to 10 a baiman, 16,000; 11 or 12 a sanbaiman, "
                "24,000."
            ),
            say(
                "13 han are paid as a yakuman, 32,000. A few rare hands are one by themselves, "
                "such as pungs of all three dragons."
            ),
        ),
        Total(
            say("How many points is this hand worth?"),
            won_hand("123c 456c 999c SSS 77c", tile="7c", circumstances=["riichi", "ippatsu"]),
            *(8000, 12000, 16000, 24000),
        ),
    ),
    Lesson(
        "payments",
        TITLES["payments"],
        (
            say(
                "Whoever throws the winning tile pays the whole hand. If the winner drew it, all "
                "three pay: East twice as much as each of the others. If East drew it, all pay the "
                "same. Payments are rounded up to hundreds."
            ),
            say(
                "Each counter on the table is 300 more: from the discarder alone, or 100 from each "
                "of the three. The winner also takes the deposits that lie there."
            ),
        ),
        Paid(
            say(
                "South drew the winning tile, and the hand is worth 5,200. What does East pay, "
                "with the counter?"
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
                "If the wall runs out, those who do not wait pay 3,000 in all to those who do, in "
                "equal shares. If all wait, or nobody, nothing is paid."
            ),
            say(
                "East stays East by winning, and after a draw by waiting. Else the deal passes on. "
                "A draw or a win of East’s adds a counter; any other win clears the counters."
            ),
            say("Deposits stay until somebody wins. East’s and South’s rounds are a game."),
        ),
        Paid(
            say("The wall has run out. What does West pay South?"),
            exhausted_table("S"),
            *("W", "S"),
            *(0, 1000, 1500, 3000),
        ),
    ),
)
