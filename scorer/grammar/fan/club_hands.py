"""A club's special hands where hands are worth fan: each is a fan, and of several only the dearest
counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.grammar.fan.rule import Fan, FanTraits
from scorer.grammar.reading import Reading
from scorer.grammar.rule_base import Title
from scorer.grammar.special.club_hands import placeholder_test, take_from_hand
from scorer.grammar.special.hands import CompiledHands, ReadyHand
from scorer.grammar.special.text import MAX_SPECIAL_HANDS

if TYPE_CHECKING:
    from scorer.types import LineKind


class ClubHandFan(Fan):
    """A club's special hand as a fan: ``of_reading`` gives what it is worth there."""

    def __init__(
        self, hands: CompiledHands, ready: ReadyHand, limit: int | None, place: int, kind: LineKind
    ) -> None:
        hand = ready.hand
        amount = hand.value.under(limit)
        title = Title(hand.name, ready.source)
        super().__init__(None, amount, title, placeholder_test, FanTraits(of=ready.of))
        take_from_hand(self, hands, ready)
        self.kind = kind
        self.place = place
        self._concealed = amount
        self._exposed = amount if hand.exposed is None else hand.exposed.under(limit)

    def of_reading(self, h: Reading) -> int:
        """Return what it is worth in a reading that is this hand."""
        return self._exposed if h.claimed_before else self._concealed


class ClubHandFans:
    """A club's special hands as fan. ``places`` is how many fan the book has, ``kind`` what its
    amounts are of."""

    def __init__(
        self, hands: CompiledHands, limit: int | None, places: int, kind: LineKind
    ) -> None:
        self.hands = hands
        self._fan_of = {
            ready: ClubHandFan(hands, ready, limit, places + ready.place, kind)
            for ready in hands.hands
        }
        self.fans = tuple(self._fan_of.values())

    def of(self, h: Reading) -> list[ClubHandFan]:
        """Return the hands that a reading is, the dearest first."""
        found = [self._fan_of[ready] for ready in self.hands.found(h)]
        if len(found) > 1:
            found.sort(key=lambda fan: -fan.of_reading(h))
        return found

    def near_misses(
        self, h: Reading, most: int = MAX_SPECIAL_HANDS
    ) -> list[tuple[ClubHandFan, str]]:
        """Return the hands that a winning reading nearly is, at most so many, each with why it is
        not."""
        return [(self._fan_of[ready], why) for ready, why in self.hands.near_misses(h, most)]
