"""A hand of a card as it was made, and what is added to its value or doubles it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scorer.engine.options import Option, Options, V
from scorer.engine.rack import Rack
from scorer.engine.tiles import code
from scorer.grammar.card.notation.model import CardHand
from scorer.grammar.card.variants.match import GroupMatch, Match
from scorer.grammar.requirements import Requirement, needs_sentence, why_not_met
from scorer.languages.speech import comma_list, say
from scorer.rulebook.book import rule_id, rule_meaning

if TYPE_CHECKING:
    from scorer import types

VALUE_KIND: Final = "value"
DOUBLE_KIND: Final = "double"
BONUS_KIND: Final = "bonus"
SUIT_WORDS = (say("bams"), say("craks"), say("dots"))
Bindings = tuple[tuple[str, int], ...]


class MadeHand:
    """A hand of the card as it was made: what the rules of additions and doublings look at.

    ``hand`` is None for a hand that is on no card (seven pairs). ``facts`` is the mask of how it
    was won, ``printed`` the value that the card prints, ``bindings`` what its letters stand for.
    """

    __slots__ = ("bindings", "facts", "groups", "hand", "options", "printed", "rack")

    def __init__(
        self,
        hand: CardHand | None,
        groups: tuple[GroupMatch, ...],
        rack: Rack,
        facts: int,
        options: Options,
        printed: int,
        bindings: str = "",
    ) -> None:
        self.hand = hand
        self.groups = groups
        self.rack = rack
        self.facts = facts
        self.options = options
        self.printed = printed
        self.bindings = bindings

    def __getitem__(self, option: Option[V]) -> V:
        """Return the value of this option."""
        return self.options[option.name]  # type: ignore[return-value]  # as it was declared

    @property
    def jokerless(self) -> bool:
        """Tests if not one of the fourteen tiles is a joker."""
        return not self.rack.jokers


class CardRule:
    """What is added to a printed value, or doubles it: ``amount`` gives how much, 0 for nothing."""

    def __init__(
        self,
        amount: Callable[[MadeHand], int],
        kind: types.LineKind,
        shown: int | None,
        name: str,
        source: str,
    ) -> None:
        self.amount = amount
        self.id = rule_id(amount)
        self.meaning = rule_meaning(amount)
        self.kind = kind
        self.shown = shown
        self.name = name
        self.source = source
        self.why_near: Callable[[MadeHand], str | None] | None = None
        self.requirements: tuple[Requirement[MadeHand], ...] = ()

    def near(self, function: Callable[[MadeHand], str | None]) -> Callable[[MadeHand], str | None]:
        """Declare when it is nearly there, and what to say then."""
        self.why_near = function
        return function

    def requires(self, *requirements: Requirement[MadeHand]) -> None:
        """Declare what it requires, in the order in which a player looks (see ``requirements``)."""
        self.requirements = requirements

    def why_not_met(self, h: MadeHand) -> str:
        """Return why a hand does not have it: the first fact that is missing."""
        return why_not_met(self.requirements, h) or needs_sentence(self.meaning)

    def as_document(self) -> types.Rule:
        """Return the rule as the list of rules shows it."""
        return {
            "id": self.id,
            "name": self.name,
            "names": {},
            "kind": self.kind,
            "amount": self.shown,
            "meaning": self.meaning,
            "excludes": [],
            "source": self.source,
        }


class CardCandidate(NamedTuple):
    """A hand that the tiles make, and the rules that count with their amounts."""

    made: MadeHand
    hits: tuple[tuple[CardRule, int], ...]
    value: int
    doublings: int
    bonus: int

    @property
    def total(self) -> int:
        """What it is worth."""
        return (self.value << self.doublings) + self.bonus


def formula(best: CardCandidate) -> str:
    """Return the formula of the total."""
    values = [str(best.made.printed)]
    values += [str(amount) for rule, amount in best.hits if rule.kind == VALUE_KIND]
    text = " + ".join(values)
    if best.doublings:
        text = f"({text})" if len(values) > 1 else text
        text += f" × {1 << best.doublings}"
    for rule, amount in best.hits:
        if rule.kind == BONUS_KIND:
            text += f" + {amount}"
    return text if text == str(best.total) else f"{text} = {best.total}"


def bindings_in_words(match: Match) -> str:
    """Return what each letter and variable of a matched hand stands for, and how far its numbers
    moved, as text: "a = bams, X = 3, numbers +2"."""
    variant = match.variant
    return _bindings_in_words(variant.suits, variant.values, variant.shift)


@lru_cache(maxsize=1 << 12)
def _bindings_in_words(suits: Bindings, values: Bindings, shift: int) -> str:
    clauses = [
        say("{letter} = {suit}", letter=letter, suit=SUIT_WORDS[suit])
        if letter
        else say("all in {suit}", suit=SUIT_WORDS[suit])
        for letter, suit in suits
    ]
    clauses += [f"{name} = {code(value) if name in 'UV' else value}" for name, value in values]
    if shift:
        clauses.append(say("numbers {steps}", steps=f"{shift:+d}"))
    return comma_list(clauses) if clauses else ""
