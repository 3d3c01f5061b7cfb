"""Circumstances of a win: what the table saw and the tiles cannot tell, and when it can be so.

A ruleset declares for each the ways of winning and the seats that it goes with, what it needs of
the winner's hand and beside what it cannot stand, each with the sentence that is said where it is
not so. What holds of every win, whatever the rules, is here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from scorer.engine.any_hand import AnyHand, of_sets
from scorer.engine.hand import DISCARD, KONG, ROBBED_KONG, SELF_DRAW, WAY_BITS, Hand, Meld, Win
from scorer.engine.options import Option, Options, When, holds
from scorer.engine.tiles import KIND_COUNT, code
from scorer.errors import Problem
from scorer.languages.speech import say
from scorer.types.terms import SEATS

if TYPE_CHECKING:
    from scorer import types

FormLimits = Mapping[str, Any]
NO_ENTRIES: FormLimits = MappingProxyType({})
PLAIN_WIN_FACTS: Final = SELF_DRAW | DISCARD


class WayCondition(NamedTuple):
    """The ways of winning (``self_draw``, ``discard``, ``robbed_kong``) that a circumstance goes
    with; where the option of ``when`` has another value than that, it goes with all."""

    by: tuple[str, ...]
    because: str
    when: When | None = None

    @property
    def facts(self) -> int:
        """The ways as a mask of facts."""
        return _way_facts(self.by)


@lru_cache(maxsize=1 << 6)
def _way_facts(ways: tuple[str, ...]) -> int:
    return sum(WAY_BITS[way] for way in ways)


class SeatCondition(NamedTuple):
    """The seats whose player can win so and, for a claimed tile, those that can have lost it:
    ``turns`` are how many turns after the winner they come (3: just before, the left neighbour)."""

    winner: str
    because: str
    loser: Sequence[str] = SEATS
    turns: Sequence[int] = (1, 2, 3)

    def allow(self, seat: int, loser: int | None) -> bool:
        """Tests if this seat can win so, on this seat's tile or, with None, on anybody's."""
        if SEATS[seat] not in self.winner:
            return False
        return loser is None or (SEATS[loser] in self.loser and (loser - seat) % 4 in self.turns)


class HandCondition(NamedTuple):
    """What a circumstance needs of the winner's hand; where the option of ``when`` has another
    value than that, it does not need it. ``missing`` says what is not there, None where nothing is
    missing. ``form_limits`` is the same for a form, which hides what cannot be: ``kongs`` and
    ``most_kongs`` that are declared, ``flower``, how many ``flowers`` where several, what may be
    ``claimed``, "none" or "kongs", and whether there is ``no_winning_tile``."""

    missing: Callable[[AnyHand], str | None]
    form_limits: FormLimits = NO_ENTRIES
    when: When | None = None


class Circumstance(NamedTuple):
    """Something that the table saw and the tiles cannot tell; ``fact`` is its bit in a win.

    ``clashes`` are ids of others that cannot hold with it, each with the reason. ``win_running`` is
    the number in a row of East's win that it is, where it is one. With ``when`` there is such a
    circumstance only where that option has that value; with ``beside`` one of those ids holds with
    it, for that reason. ``common``: many wins are so, and problems tell it often. With ``matters``
    it changes nothing but where that option has that value, and no problem has it elsewhere.
    """

    id: str
    meaning: str
    fact: int
    by: WayCondition | None = None
    seats: SeatCondition | None = None
    needs: tuple[HandCondition, ...] = ()
    clashes: Mapping[str, str] = NO_ENTRIES
    win_running: int | Option[int] | None = None
    when: When | None = None
    beside: tuple[Sequence[str], str] | None = None
    common: bool = False
    matters: When | None = None

    def as_document(self, ways: Sequence[types.Way]) -> types.Circumstance:
        """Return the circumstance as the list of rulesets shows it, of a ruleset with these ways of
        winning. What an option may lift is left out."""
        always = self.by is None or self.by.when is not None
        shown: dict[str, Any] = {
            "id": self.id,
            "meaning": self.meaning,
            "by": [way for way in ways if always or (self.by and way in self.by.by)],
            "seats": [seat for seat in SEATS if self.seats is None or seat in self.seats.winner],
        }
        for need in self.needs:
            if need.when is None:
                shown |= need.form_limits
        if self.clashes:
            shown["clashes"] = list(self.clashes)
        if self.beside is not None:
            shown["beside"] = list(self.beside[0])
        if self.when is not None:
            shown["option"] = self.when.as_document()
        if self.matters is not None:
            shown["matters"] = self.matters.as_document()
        return cast("types.Circumstance", shown)


def declared_kongs(least: int, because: str) -> HandCondition:
    """Return the condition that at least ``least`` kongs are declared."""
    return HandCondition(
        lambda hand: None if _kong_count(hand) >= least else because, {"kongs": least}
    )


def no_kong(because: str) -> HandCondition:
    """Return the condition that no kong is declared."""
    return HandCondition(lambda hand: because if _kong_count(hand) else None, {"most_kongs": 0})


def bonus_tile(because: str) -> HandCondition:
    """Return the condition that a flower or season is there."""
    return HandCondition(lambda hand: None if of_sets(hand).bonus else because, {"flower": True})


def no_bonus_tile(because: str, when: When | None = None) -> HandCondition:
    """Return the condition that no flower or season is there."""
    return HandCondition(lambda hand: because if of_sets(hand).bonus else None, when=when)


def nothing_claimed(because: str) -> HandCondition:
    """Return the condition that no set was claimed before the winning tile."""
    return HandCondition(
        lambda hand: because if _claimed_melds(hand) else None, {"claimed": "none"}
    )


def only_kongs_claimed(because: str) -> HandCondition:
    """Return the condition that only kongs were claimed: they may have been concealed pungs."""

    def missing(hand: AnyHand) -> str | None:
        return because if any(meld.kind != KONG for meld in _claimed_melds(hand)) else None

    return HandCondition(missing, {"claimed": "kongs"})


def _kong_count(hand: AnyHand) -> int:
    return sum(meld.kind == KONG for meld in of_sets(hand).melds)


def _claimed_melds(hand: AnyHand) -> list[Meld]:
    return [meld for meld in of_sets(hand).melds if not meld.concealed]


def contradictions(
    known: Mapping[str, Circumstance],
    hand: AnyHand | None,
    win: Win,
    seat: int,
    options: Options,
) -> list[Problem]:
    """Return the contradictions between a win and its tiles, seat and other facts, in a ruleset
    with these circumstances; without a hand, those of seat and facts alone."""
    facts = win.facts
    if not facts & ~PLAIN_WIN_FACTS and (
        win.loser is None or (facts & DISCARD and win.loser != seat)
    ):
        return []
    reasons: list[str] = []
    left = (
        facts & ~PLAIN_WIN_FACTS
    )  # each fact is one circumstance, so that none is sought after the last
    for circumstance in known.values() if left else ():
        fact = circumstance.fact
        if left & fact:
            reasons += _contradictions_of_circumstance(
                circumstance, known, hand, win, seat, options
            )
            left &= ~fact
            if not left:
                break
    found: list[Problem] = []
    if reasons:
        found += [
            Problem("/win/with", "contradiction", reason) for reason in dict.fromkeys(reasons)
        ]
    if win.loser is not None:
        found += _wrong_discarder_problems(win, seat)
    if facts & ROBBED_KONG and isinstance(hand, Hand):
        found += _robbed_tile_held_problems(hand)
    return found


def _contradictions_of_circumstance(
    circumstance: Circumstance,
    known: Mapping[str, Circumstance],
    hand: AnyHand | None,
    win: Win,
    seat: int,
    options: Options,
) -> list[str]:
    """Return the reasons against this circumstance."""
    found: list[str] = []
    if (
        circumstance.by is not None
        and not win.facts & circumstance.by.facts
        and holds(circumstance.by.when, options)
    ):
        found.append(circumstance.by.because)
    for other, because in circumstance.clashes.items():
        if win.facts & known[other].fact:
            found.append(because)
    if circumstance.beside is not None:
        ids, because = circumstance.beside
        if not any(win.facts & known[other].fact for other in ids):
            found.append(because)
    if circumstance.seats is not None and not circumstance.seats.allow(seat, win.loser):
        found.append(circumstance.seats.because)
    if hand is not None:
        for need in circumstance.needs:
            reason = need.missing(hand) if holds(need.when, options) else None
            if reason is not None:
                found.append(reason)
    return found


def _wrong_discarder_problems(win: Win, seat: int) -> Iterator[Problem]:
    if win.loser == seat:
        detail = say("a player cannot win on their own discard; enter another player's seat")
        yield Problem("/win/from", "contradiction", detail)
    if win.loser is not None and win.facts & SELF_DRAW:
        detail = say("a self-drawn tile does not come from another player; remove “from”")
        yield Problem("/win/from", "contradiction", detail)


def _robbed_tile_held_problems(hand: Hand) -> Iterator[Problem]:
    """Yield a problem if the winner has another copy of the robbed tile: three are in the kong."""
    tile = hand.winning
    if tile is None or tile >= KIND_COUNT or hand.copies_of(tile) < 2 or hand.all_jokers:
        return
    detail = say("{tile} made another player's kong, so the winner holds just one", tile=code(tile))
    yield Problem("/win/by", "contradiction", detail)
