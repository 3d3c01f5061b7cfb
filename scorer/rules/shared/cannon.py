"""Letting off a cannon: what a winner must have exposed for another player's discard to be one.

Exposed is what has a claimed tile, as both texts define it: a concealed kong is not, though it lies
on the table.
"""

from __future__ import annotations

from scorer.engine.hand import CHOW, Hand, Meld
from scorer.engine.tiles import (
    ALL_KINDS,
    DRAGONS,
    GREEN_KINDS,
    HONOURS,
    JOKER,
    SUITS,
    TERMINALS,
    WINDS,
    KindMask,
    one_suit,
)
from scorer.errors import Problem
from scorer.languages.speech import say
from scorer.rulebook.settlement import EnteredEvent, Settlement

BIG_HANDS_MEANING = say(
    "three exposed sets of the suit of a one-suit hand, of ones and nines in Heads and Tails, of "
    "honours in All Symbols or of green tiles in Imperial Jade; two exposed sets of dragons, or "
    "three of winds, in a hand with all of them; or the end of the wall (tell that few "
    "tiles were left)"
)
"""What 002 lists."""

DANGERS_MEANING = say(
    "nine exposed tiles of the discard's suit; nine ones and nines, or nine green tiles, if the "
    "discard is such a tile; or exposed pungs of the three other winds"
)
"""What 003 lists."""


def no_danger_problem(wanted: str) -> Problem:
    """What is said of a winner's hand that shows no reason for the penalty."""
    detail = say("the winner's exposed sets show no danger; needed are {wanted}", wanted=wanted)
    return Problem("/by", "contradiction", detail)


def pay_for_the_cannon(settlement: Settlement, event: EnteredEvent) -> None:
    """Let who threw the discard pay for all losers, unless they had nothing else to discard."""
    if event.values["no_choice"]:
        settlement.note_result(say("there was nothing else to discard: no penalty"))
    else:
        settlement.pays_for_all = event.by


def big_hand_let_off(hand: Hand) -> bool:
    """Whether the winner's hand is big as 002 has it, with the exposed sets that warned of it.

    The discard need not be the one that won: an earlier one may have helped.
    """
    kinds = _kinds_of_hand(hand)
    for great in (DRAGONS, WINDS):
        if kinds & great == great and _count_exposed_sets(hand, great) >= great.bit_count() - 1:
            return True
    if one_suit(kinds):
        return _count_exposed_sets(hand, kinds) >= 3
    whole = (TERMINALS, HONOURS, GREEN_KINDS)
    return any(not kinds & ~some and _count_exposed_sets(hand, some) >= 3 for some in whole)


def dangerous(hand: Hand) -> bool:
    """Whether the tile that won is dangerous to discard before the winner's exposed sets, as 003
    has it."""
    last = ALL_KINDS if hand.winning in (None, JOKER) else 1 << hand.winning
    for some in (*SUITS, TERMINALS, GREEN_KINDS):
        if last & some and _count_exposed_tiles(hand, some) >= 9:
            return True
    pungs = sum(1 << meld.tile for meld in _exposed_melds(hand) if _lies_in(meld, WINDS))
    return (pungs & WINDS).bit_count() == 3 and bool(last & WINDS & ~pungs)


def _exposed_melds(hand: Hand) -> list[Meld]:
    return [meld for meld in hand.melds if not meld.concealed]


def _lies_in(meld: Meld, kinds: KindMask) -> bool:
    """Whether all tiles of the set are of these kinds; one of wild tiles may be of any."""
    if meld.tile == JOKER:
        return True
    return not (7 if meld.kind == CHOW else 1) << meld.tile & ~kinds


def _count_exposed_sets(hand: Hand, kinds: KindMask) -> int:
    return sum(_lies_in(meld, kinds) for meld in _exposed_melds(hand))


def _count_exposed_tiles(hand: Hand, kinds: KindMask) -> int:
    return sum(len(meld.tiles) for meld in _exposed_melds(hand) if _lies_in(meld, kinds))


def _kinds_of_hand(hand: Hand) -> KindMask:
    return sum(1 << kind for kind, held in enumerate(hand.copies) if held)
