"""A club's special hands where hands have points and doubles: limit hands with values of their own,
and doubles of the ordinary count."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from scorer.grammar.points.rule import WINNER, Rule, RuleTraits, Special
from scorer.grammar.reading import Reading
from scorer.grammar.rule_base import Title
from scorer.grammar.special.club_hands import be_hand, own_test
from scorer.grammar.special.hands import CompiledHands, ReadyHand
from scorer.grammar.special.model import Amount
from scorer.languages.speech import say
from scorer.rulebook.book import Options

if TYPE_CHECKING:
    from scorer import types

__all__ = ["OwnDouble", "OwnHandsOfPoints", "OwnSpecial"]

FISHED: Final = Fraction(2, 5)
NO_FISHING: Final = Fraction(0)


class OwnSpecial(Special):
    """A club's special hand with a value of its own. ``fished`` is the share of it that one tile
    short scores, unless the club names an amount."""

    def __init__(self, hands: CompiledHands, ready: ReadyHand, fished: Fraction) -> None:
        hand = ready.hand
        exposed = hand.exposed or hand.value
        super().__init__(
            own_test,
            Title(hand.name, ready.source),
            worth=hand.value.number,
            exposed=exposed.number,
            fishing=hand.fishing is not None or fished > 0,
            of=ready.of,
        )
        be_hand(self, hands, ready)
        self._amounts: tuple[Amount, Amount] = (hand.value, exposed)
        self._fishing = hand.fishing
        self._share = fished

    def value(self, limit: int, exposed: bool, won: bool) -> int:
        """Return what it is worth, exposed or concealed, or one tile short of it."""
        amount = self._amounts[exposed]
        if won:
            return amount.under(limit)
        if self._fishing is not None:
            return self._fishing.under(limit)
        return Amount(amount.unit, amount.number * self._share).under(limit)

    def why(self, limit: int, exposed: bool, won: bool, options: Options) -> str:
        """Return what it is, and why it has this worth here."""
        if won:
            return super().why(limit, exposed, won, options)
        return say(
            "one tile short of it, which is worth {value}: {meaning}",
            value=self.value(limit, exposed, True),
            meaning=self.meaning,
        )

    def as_document(self) -> types.Rule:
        """Return the hand as lists of rules show it, at a limit of 1000."""
        shown = super().as_document()
        shown["amount"] = self.value(1000, False, True)
        if "exposed" in shown:
            shown["exposed"] = self.value(1000, True, True)
        return shown


class OwnDouble(Rule):
    """A club's special hand that doubles the ordinary count."""

    def __init__(self, hands: CompiledHands, ready: ReadyHand) -> None:
        hand = ready.hand
        super().__init__(
            own_test,
            "double",
            int(hand.value.number),
            Title(hand.name, ready.source),
            RuleTraits(who=WINNER, of=ready.of),
        )
        be_hand(self, hands, ready)


class OwnHandsOfPoints:
    """A club's special hands as rules of points and doubles. ``fishing``: whether the ruleset
    has a score for fishing by itself."""

    def __init__(self, hands: CompiledHands, fishing: bool) -> None:
        self.hands = hands
        fished = FISHED if fishing else NO_FISHING
        self._special_of: dict[ReadyHand, OwnSpecial] = {}
        self._double_of: dict[ReadyHand, OwnDouble] = {}
        for ready in hands.hands:
            if ready.hand.value.unit == "doubles":
                self._double_of[ready] = OwnDouble(hands, ready)
            else:
                self._special_of[ready] = OwnSpecial(hands, ready, fished)
        self.specials = [*self._special_of.values()]
        self.doubles = [*self._double_of.values()]

    def nearly(self, h: Reading) -> Iterator[tuple[OwnSpecial | OwnDouble, str]]:
        """Yield the hands that a winning reading nearly is, each with why it is not."""
        for ready, reason in self.hands.nearly(h):
            yield self._special_of.get(ready) or self._double_of[ready], reason

    def specials_of(self, h: Reading, having: int) -> list[OwnSpecial]:
        """Return the hands with values of their own that a reading is."""
        return [
            self._special_of[ready]
            for ready in self.hands.found(h, having)
            if ready in self._special_of
        ]

    def doubles_of(self, h: Reading, having: int) -> list[OwnDouble]:
        """Return the hands that double the ordinary count of a reading."""
        if not self._double_of:
            return []
        return [
            self._double_of[ready]
            for ready in self.hands.found(h, having)
            if ready in self._double_of
        ]
