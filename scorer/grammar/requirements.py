"""What a rule requires, in the order in which a player looks, each with the sentence for a hand
that does not meet it.

A rule's test decides whether it counts, and is made for speed. Its requirements say why it does
not: the first that is not met is the reason. Every hand that has the rule meets all of them
(``tests/test_requirements.py`` asks so of many hands), so the reason is always true.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final, Generic, TypeVar

from scorer.engine.arrange import SETS_AND_PAIR
from scorer.engine.hand import ROBBED_KONG, SELF_DRAW, Meld
from scorer.engine.tiles import (
    FIRST_FLOWER,
    FIRST_SEASON,
    GREEN_KINDS,
    HONOURS,
    JOKER,
    MAJORS,
    SUITED,
    SUITS,
    TERMINALS,
    KindMask,
    bits,
    code,
    how_many_suits,
    one_suit,
)
from scorer.grammar.reading import IN_PAIR, Reading
from scorer.languages.speech import comma_list, or_list, say, say_many

HandT = TypeVar("HandT")


class Requirement(Generic[HandT]):
    """One thing that a rule requires.

    Attributes:
        holds: Tests if a hand has it.
        why_not: Returns the sentence for a hand that does not have it.
        may: Tests if a hand of which only some tiles are known may have it, by the hand and the
            number of sets of a whole hand. By default any hand may.
    """

    __slots__ = ("holds", "may", "why_not")

    def __init__(
        self,
        holds: Callable[[HandT], object],
        why_not: Callable[[HandT], str],
        may: Callable[[HandT, int], object] = lambda h, sets: True,
    ) -> None:
        self.holds = holds
        self.why_not = why_not
        self.may = may


def why_not_met(requirements: Sequence[Requirement[HandT]], h: HandT) -> str | None:
    """Return why the hand does not meet the first of these requirements that it fails; None if it
    meets all."""
    for needed in requirements:
        if not needed.holds(h):
            return needed.why_not(h)
    return None


def needs_sentence(meaning: str) -> str:
    """Return what is said of a rule without requirements: what the rule itself needs."""
    return say("the rule needs: {meaning}", meaning=meaning)


def condition(holds: Callable[[HandT], object], otherwise: str) -> Requirement[HandT]:
    """Return the requirement that this holds, with a fixed sentence for hands without it."""
    return Requirement(holds, lambda h: otherwise)


def lasting_condition(
    holds: Callable[[HandT], object], why_not: Callable[[HandT], str]
) -> Requirement[HandT]:
    """Return a requirement that more tiles cannot change: a partial hand without it stays without
    it."""
    return Requirement(holds, why_not, lambda h, sets: holds(h))


# Which tiles there are


def only(kinds: KindMask, sentence: Callable[[str], str]) -> Requirement[Reading]:
    """Return the requirement that all tiles are of these kinds; ``sentence`` names the first other
    one."""
    return lasting_condition(
        lambda h: not h.kinds & ~kinds, lambda h: sentence(code(next(bits(h.kinds & ~kinds))))
    )


NEEDS_ONLY_MAJORS: Final = only(MAJORS, lambda tile: say("{tile} is not a major tile", tile=tile))
NEEDS_ONLY_TERMINALS: Final = only(
    TERMINALS, lambda tile: say("{tile} is not a one or nine", tile=tile)
)
NEEDS_ONLY_HONOURS: Final = only(HONOURS, lambda tile: say("{tile} is not an honour", tile=tile))
NEEDS_ONLY_GREEN: Final = only(GREEN_KINDS, lambda tile: say("{tile} is not green", tile=tile))


NEEDS_ALL_THIRTEEN: Final = Requirement[Reading](
    lambda h: not MAJORS & ~h.kinds,
    lambda h: say("{tile} is missing", tile=code(next(bits(MAJORS & ~h.kinds)))),
)


def apart_from(meaning: str, kinds: KindMask) -> Requirement[Reading]:
    """Return the requirement that all tiles are of these kinds, for a rule that requires no
    more."""
    return only(
        kinds,
        lambda tile: say(
            "{tile} is in the hand, but the rule needs: {meaning}", tile=tile, meaning=meaning
        ),
    )


def _two_suits_sentence(h: Reading) -> str:
    firsts = [next(bits(h.kinds & suit)) for suit in SUITS if h.kinds & suit]
    if not firsts:
        return say("there are no suit tiles")
    return say(
        "{tile} and {other} are of different suits", tile=code(firsts[0]), other=code(firsts[-1])
    )


NEEDS_ONE_SUIT: Final = Requirement[Reading](
    lambda h: one_suit(h.kinds & SUITED),
    _two_suits_sentence,
    lambda h, sets: how_many_suits(h.kinds) <= 1,
)
NEEDS_HONOURS: Final[Requirement[Reading]] = condition(
    lambda h: h.kinds & HONOURS, say("there are no honours")
)
NEEDS_NO_HONOURS: Final = only(~HONOURS, lambda tile: say("{tile} is an honour", tile=tile))
NEEDS_NO_BONUS_TILE: Final = Requirement[Reading](
    lambda h: not h.bonus, lambda h: say("{tile} is there", tile=code(next(bits(h.bonus))))
)


def all_held(tiles: int) -> Requirement[Reading]:
    """Return the requirement that each of these flowers or seasons is there."""

    def missing(h: Reading) -> str:
        return say("{tile} is missing", tile=code(next(bits(tiles & ~h.bonus))))

    return Requirement(lambda h: not tiles & ~h.bonus, missing)


NEEDS_OWN_FLOWER: Final = Requirement[Reading](
    lambda h: h.bonus >> FIRST_FLOWER + h.seat & 1,
    lambda h: say("{tile} is missing, the player's own flower", tile=code(FIRST_FLOWER + h.seat)),
)
NEEDS_OWN_SEASON: Final = Requirement[Reading](
    lambda h: h.bonus >> FIRST_SEASON + h.seat & 1,
    lambda h: say("{tile} is missing, the player's own season", tile=code(FIRST_SEASON + h.seat)),
)


# Which sets there are


def _shown_tile_text(tile: int, *steps: int) -> str:
    return " ".join(code(tile + step) for step in steps)


def chow_tiles(first: int) -> str:
    """Return the tiles of the chow that begins with this one: "1b 2b 3b"."""
    return _shown_tile_text(first, 0, 1, 2)


def fourth_is_a_chow(h: Reading) -> str:
    """Return what is said of three pungs beside a chow, where four pungs are needed."""
    return say("the set {tiles} is a chow, not a pung or kong", tiles=chow_tiles(h.chows[0]))


def _chow_sentence(h: Reading) -> str:
    return say_many(
        "one set is a chow: {tiles}",
        "{number} sets are chows; the first is {tiles}",
        len(h.chows),
        tiles=chow_tiles(h.chows[0]),
    )


def _pung_sentence(h: Reading) -> str:
    return say_many(
        "one set is a pung or kong: {tiles}",
        "{number} sets are pungs or kongs; the first is {tiles}",
        h.pungs.bit_count(),
        tiles=_shown_tile_text(next(bits(h.pungs)), 0, 0, 0),
    )


NEEDS_NO_CHOW: Final = Requirement[Reading](
    lambda h: not h.chows, _chow_sentence, lambda h, sets: not h.declared.chows
)
NEEDS_NO_PUNG: Final = Requirement[Reading](lambda h: not h.pungs, _pung_sentence)
NEEDS_CHOW: Final = Requirement[Reading](lambda h: h.chows, lambda h: say("there is no chow"))
NEEDS_SETS_AND_PAIR: Final = Requirement[Reading](
    lambda h: h.shape == SETS_AND_PAIR,
    lambda h: say("the hand is not scored as sets and a pair"),
)


def at_least(
    least: int,
    what: str,
    find: Callable[[Reading], int],
    may: Callable[[Reading, int], object] = lambda h, sets: True,
) -> Requirement[Reading]:
    """Return the requirement that the mask of ``find`` has at least so many kinds."""
    return Requirement(
        lambda h: find(h).bit_count() >= least,
        lambda h: _number_sentence(what, find(h).bit_count(), least),
        may,
    )


def exactly(number: int, what: str, find: Callable[[Reading], int]) -> Requirement[Reading]:
    """Return the requirement that the mask of ``find`` has exactly so many kinds."""
    return Requirement(
        lambda h: find(h).bit_count() == number,
        lambda h: _number_sentence(what, find(h).bit_count(), number),
    )


def _number_sentence(what: str, held: int, wanted: int) -> str:
    return say(
        "{what}: the hand has {held}, but needs {wanted}",
        what=what,
        held=held,
        wanted=wanted,
    )


def pung_of_each(kinds: KindMask) -> Requirement[Reading]:
    """Return the requirement that there is a pung or kong of each of these kinds."""

    def missing(h: Reading) -> str:
        return say("there is no pung or kong of {tile}", tile=code(next(bits(kinds & ~h.pungs))))

    def room(h: Reading, sets: int) -> bool:
        return (kinds & ~h.declared.pungs).bit_count() <= sets - len(h.hand.melds)

    return Requirement(lambda h: not kinds & ~h.pungs, missing, room)


NEEDS_ROUND_WIND: Final = Requirement[Reading](
    lambda h: h.pungs & h.round,
    lambda h: say(
        "there is no pung or kong of {tile}, the wind of the round", tile=code(next(bits(h.round)))
    ),
)
NEEDS_OWN_WIND: Final = Requirement[Reading](
    lambda h: h.pungs & h.own,
    lambda h: say(
        "there is no pung or kong of {tile}, the player's own wind", tile=code(next(bits(h.own)))
    ),
)


def paired(find: Callable[[Reading], int], what: str) -> Requirement[Reading]:
    """Return the requirement that there is a pair which ``find`` sees; ``what`` names it."""

    def other(h: Reading) -> str:
        if not h.pair:
            return say("there is no pair")
        tiles = comma_list([code(kind) for kind in bits(h.pair)])
        return say("the pair is {tile}, not {what}", tile=tiles, what=what)

    return Requirement(find, other)


def joined(
    size: int,
    of_chows: bool,
    joins: Callable[[tuple[int, ...], int], bool],
    eyes: int,
    meaning: str,
) -> tuple[Requirement[Reading], ...]:
    """Return the requirement that so many of the chows, or of the pungs of suit tiles, make a fan
    together, beside a pair of one of the ``eyes``."""

    def sets(h: Reading) -> tuple[int, ...]:
        return tuple(sorted(h.chows)) if of_chows else tuple(bits(h.pungs & SUITED))

    def make(h: Reading) -> bool:
        pair = h.pair.bit_length() - 1
        return any(joins(few, pair) for few in combinations(sets(h), size))

    def otherwise(h: Reading) -> str:
        steps = (0, 1, 2) if of_chows else (0, 0, 0)
        tiles = comma_list([_shown_tile_text(first, *steps) for first in sets(h)])
        if of_chows:
            return say(
                "the chows are {tiles}, but the rule needs: {meaning}", tiles=tiles, meaning=meaning
            )
        return say(
            "the pungs and kongs of suit tiles are {tiles}, but the rule needs: {meaning}",
            tiles=tiles,
            meaning=meaning,
        )

    what = say("chows") if of_chows else say("pungs or kongs of suit tiles")
    enough = Requirement[Reading](
        lambda h: len(sets(h)) >= size, lambda h: _number_sentence(what, len(sets(h)), size)
    )
    together = Requirement[Reading](make, otherwise)
    if not eyes:
        return enough, together
    return enough, paired(lambda h: h.pair & eyes, or_list(map(code, bits(eyes)))), together


# How it came about


def _first_claimed_sentence(h: Reading) -> str:
    for meld in h.hand.melds:
        if not (meld.concealed or (meld.from_concealed_pung and h.hidden >> meld.tile & 1)):
            return say("the set {tiles} was claimed", tiles=_meld_text(meld))
    return say("a set was claimed")


def _meld_text(meld: Meld) -> str:
    if meld.tile == JOKER:
        return " ".join(map(code, meld.tiles))
    return " ".join(code(tile if tile != JOKER else meld.tile) for tile in meld.tiles)


NEEDS_NOTHING_CLAIMED: Final[Requirement[Reading]] = lasting_condition(
    lambda h: not h.claimed_before, _first_claimed_sentence
)
NEEDS_LAST_DRAWN: Final[Requirement[Reading]] = condition(
    lambda h: not h.won or h.facts & SELF_DRAW, say("the winning tile was claimed, not drawn")
)
NEEDS_LAST_CLAIMED: Final[Requirement[Reading]] = condition(
    lambda h: not h.facts & SELF_DRAW, say("the winning tile was drawn, not claimed")
)


def circumstance(facts: int, said: str) -> Requirement[Reading]:
    """Return the requirement that one of these circumstances was entered for the win."""
    return condition(lambda h: h.facts & facts, said)


def last_is(tile: int) -> Requirement[Reading]:
    """Return the requirement that this tile won."""
    return Requirement(
        lambda h: h.hand.winning == tile,
        lambda h: say(
            "the winning tile is {tile}, not {wanted}",
            tile=code(h.hand.winning or 0),
            wanted=code(tile),
        ),
    )


NEEDS_PAIR_COMPLETED: Final = Requirement[Reading](
    lambda h: h.last_place == IN_PAIR,
    lambda h: say(
        "the winning tile {tile} does not complete the pair", tile=code(h.hand.winning or 0)
    ),
)

NEEDS_ROBBED_KONG: Final[Requirement[Reading]] = condition(
    lambda h: h.facts & ROBBED_KONG, say("the winning tile was not robbed from a kong")
)


def _also_waited_sentence(h: Reading) -> str:
    others = [code(kind) for kind in bits(h.waits & ~h.last)]
    if not others:
        return say("all tiles that could complete the hand were already in it")
    return say("the hand also waited for {tiles}", tiles=comma_list(others))


NEEDS_ONE_WAIT: Final = Requirement[Reading](
    lambda h: h.waits.bit_count() == 1, _also_waited_sentence
)
