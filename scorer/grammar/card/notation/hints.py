"""Where a card without faults may not say what was meant: sections whose names suggest a flag that
they have not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from scorer.grammar.card.notation.model import NUMBER_MOVEMENTS, Card, CardHand, Section
from scorer.languages.speech import UserText, say

_RUN_HEADING_PATTERN = re.compile(r"\bconsec|\bruns?\b", re.IGNORECASE)
# A pair after any single is also after the first single. So only the first is tried (?>): trying
# the others too would find nothing more and take long.
_PAIRS_HEADING_PATTERN = re.compile(r"(?>.*?\bsingles?\b).*\bpairs?\b", re.IGNORECASE)


class Hint(NamedTuple):
    """Something that is no fault but may not be meant: the line of the first hand that shows it,
    and what to write if something else is meant."""

    line: int
    detail: str


def hints(card: Card) -> Iterator[Hint]:
    """Yield what the author of a card should look at again, in the order of its sections."""
    sections: dict[Section, list[CardHand]] = {}
    for hand in card.hands:
        sections.setdefault(hand.section, []).append(hand)
    for section, hands in sections.items():
        for hint in (_run_hint, _missing_no_bonus_hint):
            found = hint(section, hands)
            if found is not None:
                yield found


def _run_hint(section: Section, hands: list[CardHand]) -> Hint | None:
    """Return the hint for a section named after runs with a hand whose numbers neither move nor are
    said to stay."""
    if not _RUN_HEADING_PATTERN.search(section.name) or {"run", "like"} & set(section.flags):
        return None
    for hand in hands:
        numbers = any(g.symbol in "123456789" for a in hand.alternatives for g in a.groups)
        if numbers and not any(clause.kind in NUMBER_MOVEMENTS for clause in hand.clauses):
            detail = say(
                "the section “{section}” does not have the flag “run”, so this hand "
                "has only the printed numbers; if the numbers may shift, write "
                "“{better}”",
                section=_heading_with_flags(section),
                better=_heading_with_flags(section, "run"),
            )
            return Hint(hand.line, detail)
    return None


def _missing_no_bonus_hint(section: Section, hands: list[CardHand]) -> Hint | None:
    """Return the hint for a section of singles and pairs, which never have a joker, that has the
    jokerless bonus."""
    if not _PAIRS_HEADING_PATTERN.match(section.name) or "no-bonus" in section.flags:
        return None
    detail = say(
        "the section “{section}” does not have the flag “no-bonus”, so its hands get "
        "the jokerless bonus; if they do not, write “{better}”",
        section=_heading_with_flags(section),
        better=_heading_with_flags(section, "no-bonus"),
    )
    return Hint(hands[0].line, detail)


def _heading_with_flags(section: Section, *more: str) -> UserText:
    flags = (*section.flags, *more)
    return UserText(f"[{section.name}; {', '.join(flags)}]" if flags else f"[{section.name}]")
