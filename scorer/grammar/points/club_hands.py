"""A club's special hands where hands have points and doubles: limit hands with values of their own,
and doubles of the ordinary count."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from scorer.grammar.points.rule import FISHING_SHARE, WINNER, Rule, RuleTraits, Special
from scorer.grammar.reading import Reading
from scorer.grammar.rule_base import Title
from scorer.grammar.special.club_hands import placeholder_test, take_from_hand
from scorer.grammar.special.hands import CompiledHands, ReadyHand
from scorer.grammar.special.model import Amount
from scorer.grammar.special.text import MAX_SPECIAL_HANDS
from scorer.languages.speech import say
from scorer.rulebook.book import Options

if TYPE_CHECKING:
    from scorer import types

NO_FISHING: Final = Fraction(0)


class ClubSpecial(Special):
    """A club's special hand with a value of its own. ``fished`` is the share of it that one tile
    short scores, unless the club names an amount."""

    def __init__(self, hands: CompiledHands, ready: ReadyHand, fished: Fraction) -> None:
        hand = ready.hand
        exposed = hand.exposed or hand.value
        super().__init__(
            placeholder_test,
            Title(hand.name, ready.source),
            worth=hand.value.number,
            exposed=exposed.number,
            fishing=hand.fishing is not None or fished > 0,
            of=ready.of,
        )
        take_from_hand(self, hands, ready)
        amounts = (hand.value, exposed)
        self._amounts: tuple[Amount, Amount] = amounts
        self._values: dict[tuple[int, bool, bool], int] = {}
        self._fishing_amounts = [
            hand.fishing or Amount(amount.unit, amount.number * fished) for amount in amounts
        ]

    def value(self, limit: int, exposed: bool, won: bool) -> int:
        """Return what it is worth, exposed or concealed, or one tile short of it."""
        key, known = (limit, exposed, won), self._values
        if key not in known:
            known[key] = (self._amounts if won else self._fishing_amounts)[exposed].under(limit)
        return known[key]

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


class ClubDouble(Rule):
    """A club's special hand that doubles the ordinary count."""

    def __init__(self, hands: CompiledHands, ready: ReadyHand) -> None:
        hand = ready.hand
        super().__init__(
            placeholder_test,
            "double",
            int(hand.value.number),
            Title(hand.name, ready.source),
            RuleTraits(who=WINNER, of=ready.of),
        )
        take_from_hand(self, hands, ready)


class ClubHandsOfPoints:
    """A club's special hands as rules of points and doubles. ``fishing``: whether the ruleset
    has a score for fishing by itself."""

    def __init__(self, hands: CompiledHands, fishing: bool) -> None:
        self.hands = hands
        fished = FISHING_SHARE if fishing else NO_FISHING
        self._special_of: dict[ReadyHand, ClubSpecial] = {}
        self._double_of: dict[ReadyHand, ClubDouble] = {}
        for ready in hands.hands:
            if ready.hand.value.unit == "doubles":
                self._double_of[ready] = ClubDouble(hands, ready)
            else:
                self._special_of[ready] = ClubSpecial(hands, ready, fished)
        self.specials = [*self._special_of.values()]
        self.doubles = [*self._double_of.values()]
        self._rule_of: Mapping[ReadyHand, ClubSpecial | ClubDouble]
        self._rule_of = {**self._special_of, **self._double_of}

    def near_misses(
        self, h: Reading, most: int = MAX_SPECIAL_HANDS
    ) -> list[tuple[ClubSpecial | ClubDouble, str]]:
        """Return the hands that a winning reading nearly is, at most so many, each with why it is
        not."""
        return [(self._rule_of[ready], why) for ready, why in self.hands.near_misses(h, most)]

    def specials_of(self, h: Reading) -> list[ClubSpecial]:
        """Return the hands with values of their own that a reading is."""
        special_of = self._special_of
        return [special_of[ready] for ready in self.hands.found(h) if ready in special_of]

    def doubles_of(self, h: Reading) -> list[ClubDouble]:
        """Return the hands that double the ordinary count of a reading."""
        if not self._double_of:
            return []
        found = self.hands.found(h)
        return [self._double_of[ready] for ready in found if ready in self._double_of]
