"""What a sound card probably means otherwise: sections whose names promise a flag they have not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from scorer.grammar.card.notation.model import MOVEMENTS, Card, CardHand, Section
from scorer.speech import Typed, say

__all__ = ["Hint", "hints"]

_RUNS = re.compile(r"\bconsec|\bruns?\b", re.IGNORECASE)
# Pairs after any single stand after the first, which is kept to (?>): other tries cost time only.
_PAIRS = re.compile(r"(?>.*?\bsingles?\b).*\bpairs?\b", re.IGNORECASE)


class Hint(NamedTuple):
    """Something that is sound and may not be meant: the line of the hand that shows it first, and
    what to write if something else is meant."""

    line: int
    detail: str


def hints(card: Card) -> Iterator[Hint]:
    """What to ask whoever typed the card, in the order of its sections."""
    sections: dict[Section, list[CardHand]] = {}
    for hand in card.hands:
        sections.setdefault(hand.section, []).append(hand)
    for section, hands in sections.items():
        for hint in (_stands_still, _has_bonus):
            found = hint(section, hands)
            if found is not None:
                yield found


def _stands_still(section: Section, hands: list[CardHand]) -> Hint | None:
    """Runs whose printed numbers do not move, and nothing says that they are not to."""
    if not _RUNS.search(section.name) or {"run", "like"} & set(section.flags):
        return None
    for hand in hands:
        numbers = any(g.symbol in "123456789" for a in hand.alternatives for g in a.groups)
        if numbers and not any(clause.kind in MOVEMENTS for clause in hand.clauses):
            detail = say(
                "“{section}” has no flag run, so the numbers of this hand are only those printed; "
                "if they may move, write “{better}”",
                section=_with_flags(section),
                better=_with_flags(section, "run"),
            )
            return Hint(hand.line, detail)
    return None


def _has_bonus(section: Section, hands: list[CardHand]) -> Hint | None:
    """Singles and pairs that are doubled for having no joker, which they never have."""
    if not _PAIRS.match(section.name) or "no-bonus" in section.flags:
        return None
    detail = say(
        "“{section}” has no flag no-bonus, so its hands have the jokerless bonus; if they have "
        "none, write “{better}”",
        section=_with_flags(section),
        better=_with_flags(section, "no-bonus"),
    )
    return Hint(hands[0].line, detail)


def _with_flags(section: Section, *more: str) -> Typed:
    flags = (*section.flags, *more)
    return Typed(f"[{section.name}; {', '.join(flags)}]" if flags else f"[{section.name}]")
