"""What rules of several books look for alike; each book has its own names, sentences and values for
them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scorer.engine.hand import (
    EARTHS_BLESSING,
    KONG_ON_KONG,
    LAST_DISCARD,
    LAST_TILE_DRAW,
    ROBBED_KONG,
    SELF_DRAW,
    FactMask,
)
from scorer.engine.tiles import (
    DRAGONS,
    FLOWERS,
    HONOURS,
    MINORS,
    SEASONS,
    SUITED,
    SUITS,
    WINDS,
    KindMask,
    bits,
    code,
    one_suit,
)
from scorer.grammar.reading import Reading
from scorer.grammar.requirements import (
    NEEDS_ALL_THIRTEEN,
    NEEDS_HONOURS,
    NEEDS_LAST_DRAWN,
    NEEDS_NO_HONOURS,
    NEEDS_NOTHING_CLAIMED,
    NEEDS_ONE_SUIT,
    NEEDS_ONLY_MAJORS,
    NEEDS_ROBBED_KONG,
    Requirement,
    all_held,
    at_least,
    circumstance,
    condition,
    exactly,
    paired,
    pung_of_each,
    why_not_met,
)
from scorer.grammar.rule_base import RuleTest, Test
from scorer.languages.speech import say
from scorer.types.terms import SEAT_NAMES

NEEDS_LAST_TILE: Final = circumstance(
    LAST_TILE_DRAW, say("the winning tile was not the last tile of the wall")
)
NEEDS_GATES: Final[Requirement[Reading]] = condition(
    lambda h: h.shape == "gates",
    say("the hand needs three ones and three nines, and one of each number between"),
)


def _stray_in_flush(h: Reading) -> str | None:
    """Return the sentence for the tiles of another suit, where they are of one kind or set."""
    suits = sorted((suit for suit in SUITS if h.kinds & suit), key=lambda suit: _tiles_in(h, suit))
    if len(suits) != 2 or _tiles_in(h, suits[0]) > 3:
        return None
    return say("{tile} is of another suit", tile=code(next(bits(h.kinds & suits[0]))))


def _tiles_in(h: Reading, suit: int) -> int:
    return sum(h.hand.copies_of(kind) for kind in bits(suit))


def other_wind(h: Reading, wanted: int, whose: str) -> str | None:
    """Return the sentence for a pung of a wind that is not the one wanted."""
    others = h.pungs & WINDS & ~wanted
    if h.pungs & wanted or not others:
        return None
    return say(
        "{tile} is not {wind}, which is {wanted}",
        tile=code(next(bits(others))),
        wind=whose,
        wanted=code(next(bits(wanted))),
    )


def of_another_seat(h: Reading, held: int, first: int) -> str | None:
    """Return the sentence for a flower, or a season, of another player's seat."""
    if not held or held >> first + h.seat & 1:
        return None
    tile = next(bits(held))
    return say(
        "{tile} belongs to {other}; {seat}'s own is {wanted}",
        tile=code(tile),
        other=SEAT_NAMES[tile - first],
        seat=SEAT_NAMES[h.seat],
        wanted=code(first + h.seat),
    )


def _one_suit_and_honours(h: Reading) -> bool:
    return bool(h.kinds & HONOURS) and one_suit(h.kinds & SUITED)


def _one_suit_alone(h: Reading) -> bool:
    return one_suit(h.kinds)


def _stray_beside_honours(h: Reading) -> str | None:
    return _stray_in_flush(h) if h.kinds & HONOURS else None


def _few_others(h: Reading) -> str | None:
    honours = h.kinds & HONOURS
    if not honours:
        return _stray_in_flush(h)
    if honours & (honours - 1) or not one_suit(h.kinds & SUITED):
        return None
    return say("{tile} is an honour", tile=code(next(bits(honours))))


def _drawn_instead(h: Reading) -> str | None:
    return None if h.claimed_before else say("the winning tile was claimed; drawn, it would count")


def _one_kind_of_minors(h: Reading) -> str | None:
    return why_not_met((NEEDS_ONLY_MAJORS,), h) if (h.kinds & MINORS).bit_count() == 1 else None


def pungs_and_pair(
    among: KindMask,
    number: int,
    pungs: str,
    pair: str,
    *,
    needs: Callable[[int, str, Callable[[Reading], int]], Requirement[Reading]] = exactly,
    shows_pair: bool = False,
) -> RuleTest:
    """Return the test for so many pungs, or more, of these kinds and a pair of them.

    Args:
        among: the kinds.
        number: how many pungs there are at least.
        pungs: what the pungs are called.
        pair: what the pair is called.
        needs: ``at_least`` or ``exactly``: whether more pungs, beside no pair, are too many.
        shows_pair: whether the line shows the pair too.
    """

    def find(h: Reading) -> KindMask:
        held, eyes = h.pungs & among, h.pair & among
        if held.bit_count() < number or not eyes:
            return 0
        return held | eyes if shows_pair else held

    return RuleTest(
        find,
        needs(number, pungs, lambda h: h.pungs & among),
        paired(lambda h: h.pair & among, pair),
    )


def _pungs_of_all(kinds: KindMask) -> RuleTest:
    """Return the test for a pung of each of these kinds."""
    return RuleTest(lambda h: kinds if not kinds & ~h.pungs else 0, pung_of_each(kinds))


def circumstance_test(facts: FactMask, said: str) -> RuleTest:
    """Return the test for one of these circumstances, with the sentence for a win without them."""
    return RuleTest(_is_entered(facts), circumstance(facts, said))


def _is_entered(facts: FactMask) -> Test:
    # No lambda: compiled, that would give 1 for true, which is the 1 of bamboo.
    def is_entered(h: Reading) -> bool:
        return bool(h.facts & facts)

    return is_entered


def _all_flowers(h: Reading) -> KindMask:
    return FLOWERS if h.bonus & FLOWERS == FLOWERS else 0


def _all_seasons(h: Reading) -> KindMask:
    return SEASONS if h.bonus & SEASONS == SEASONS else 0


def _nothing_claimed(h: Reading) -> bool:
    return not h.claimed


def _all_major(h: Reading) -> bool:
    return not h.kinds & MINORS


def _is_thirteen_orphans(h: Reading) -> bool:
    return h.shape == "orphans"


def _four_kongs(h: Reading) -> bool:
    return h.kongs.bit_count() == 4


def _three_kongs(h: Reading) -> str | None:
    return say("there are three kongs, but four are needed") if h.kongs.bit_count() == 3 else None


def _kong_on_kong(h: Reading) -> bool:
    return h.mahjong and bool(h.facts & KONG_ON_KONG)


def _easts_discard(h: Reading) -> bool:
    return h.mahjong and bool(h.facts & EARTHS_BLESSING)


SELF_DRAWN_TEST: Final = RuleTest(_is_entered(SELF_DRAW), NEEDS_LAST_DRAWN)
ROBBED_KONG_TEST: Final = RuleTest(_is_entered(ROBBED_KONG), NEEDS_ROBBED_KONG)
LAST_TILE_TEST: Final = RuleTest(_is_entered(LAST_TILE_DRAW), NEEDS_LAST_TILE)
LAST_DISCARD_TEST: Final = circumstance_test(
    LAST_DISCARD, say("the winning tile was not the discard after the last tile of the wall")
)
FOUR_FLOWERS_TEST: Final = RuleTest(_all_flowers, all_held(FLOWERS))
FOUR_SEASONS_TEST: Final = RuleTest(_all_seasons, all_held(SEASONS))
NOTHING_CLAIMED_TEST: Final = RuleTest(
    _nothing_claimed, NEEDS_NOTHING_CLAIMED, NEEDS_LAST_DRAWN, near=_drawn_instead
)
ALL_MAJORS_TEST: Final = RuleTest(_all_major, NEEDS_ONLY_MAJORS, near=_one_kind_of_minors)
THIRTEEN_ORPHANS_TEST: Final = RuleTest(_is_thirteen_orphans, NEEDS_ONLY_MAJORS, NEEDS_ALL_THIRTEEN)
SMALL_DRAGONS_TEST: Final = pungs_and_pair(
    DRAGONS, 2, say("pungs or kongs of dragons"), say("a pair of dragons")
)
SMALL_FOUR_WINDS_TEST: Final = pungs_and_pair(
    WINDS, 3, say("pungs or kongs of winds"), say("a pair of winds")
)
BIG_DRAGONS_TEST: Final = _pungs_of_all(DRAGONS)
BIG_FOUR_WINDS_TEST: Final = _pungs_of_all(WINDS)
FOUR_KONGS_TEST: Final = RuleTest(
    _four_kongs,
    at_least(4, say("kongs"), lambda h: h.kongs, lambda h, sets: h.kongs == h.declared.pungs),
    near=_three_kongs,
)
KONG_ON_KONG_TEST: Final = RuleTest(
    _kong_on_kong,
    circumstance(
        KONG_ON_KONG,
        say("the winning tile was not the loose tile of a kong made with a kong's loose tile"),
    ),
)
EARTHS_BLESSING_TEST: Final = RuleTest(
    _easts_discard, circumstance(EARTHS_BLESSING, say("the win was not on East's first discard"))
)
HALF_FLUSH_TEST: Final = RuleTest(
    _one_suit_and_honours, NEEDS_ONE_SUIT, NEEDS_HONOURS, near=_stray_beside_honours
)
FULL_FLUSH_TEST: Final = RuleTest(
    _one_suit_alone, NEEDS_NO_HONOURS, NEEDS_ONE_SUIT, near=_few_others
)
