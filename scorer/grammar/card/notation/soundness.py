"""What must be true of a hand as it is typed, whatever tiles it stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from scorer.grammar.card.notation.clauses import clause_text
from scorer.grammar.card.notation.model import Alternative, CardHand, Clause, Group
from scorer.grammar.card.notation.sizes import sized_fault
from scorer.speech import Typed, all_of, one_of, say

__all__ = ["alternative_faults", "clause_faults"]

TILES = 14
NUMBERS = "123456789"
SUITED = NUMBERS + "XYZD"
MOST_COLOURS = 3

Fault = tuple[str, str]
"""The piece of the line that is wrong, and the sentence that says what is wrong with it."""


def alternative_faults(alternative: Alternative, clauses: Iterable[Clause]) -> Iterable[Fault]:
    """Yield the faults of a hand's tiles: their count, colours and letters."""
    text = _groups_text(alternative.groups)
    total = sum(group.size for group in alternative.groups)
    if total != TILES:
        yield (
            text,
            say(
                "a hand has {whole} tiles; printed are {total}: {tiles}",
                whole=TILES,
                total=total,
                tiles=text,
            ),
        )
    suited = [group for group in alternative.groups if group.symbol in SUITED]
    bare = [group for group in suited if not group.label]
    if bare and len(bare) < len(suited):
        shown = _groups_text(bare[:1])
        yield (
            shown,
            say(
                "“{group}” has no colour, but other groups have one; give each number and dragon D "
                "a letter or *, as in “{group}a”, or none",
                group=shown,
            ),
        )
    colours = _colours(alternative, _names_of_any_suit(clauses))
    if len(colours) > MOST_COLOURS:
        detail = say(
            "the colours {colours} are {count} suits; there are {most}",
            colours=all_of(sorted(colours)),
            count=len(colours),
            most=MOST_COLOURS,
        )
        yield text, detail


def clause_faults(hand: CardHand) -> Iterable[Fault]:
    """Yield the faults of a hand's parenthetical: clauses that contradict each other, name what the
    hand does not have, or are false of it."""
    yield from _duplicate_clause_faults(hand.clauses)
    for clause in hand.clauses:
        problem = _unknown_name_fault(hand, clause)
        check = _CHECKS.get(clause.kind)
        if problem is None and check is not None:
            problem = check(hand, clause)
        if problem is not None:
            text = clause_text(clause)
            yield text, say("“{clause}”: {problem}", clause=Typed(text), problem=problem)
    if not any(clause.kind in ("run", "like", "fixed") for clause in hand.clauses):
        move = hand.movement
        if move is not None and move.kind == "like":
            problem = _like_fault(hand, move)
            if problem is not None and any(map(_numbers, hand.alternatives)):
                yield (
                    "like",
                    say(
                        "the section says like: {problem}; or write (these nos only)",
                        problem=problem,
                    ),
                )


def _duplicate_clause_faults(clauses: tuple[Clause, ...]) -> Iterable[Fault]:
    """Return the faults of clauses of which two are about the same thing."""
    first: dict[tuple[str, ...], Clause] = {}
    for clause in clauses:
        earlier = first.setdefault(_clause_subject(clause), clause)
        if earlier is not clause:
            text = clause_text(clause)
            if earlier == clause:
                yield text, say("“{clause}” stands twice; write it once", clause=Typed(text))
            else:
                detail = say(
                    "“{clause}” and “{other_clause}” cannot both be; keep one",
                    clause=clause_text(earlier),
                    other_clause=text,
                )
                yield text, detail
    suits = Counter(clause.values[0] for clause in clauses if clause.kind == "suit")
    for suit, times in suits.items():
        if times > 1:
            detail = say(
                "{count} colours are {suit}; each colour is a suit of its own",
                count=times,
                suit=suit,
            )
            yield suit, detail


def _clause_subject(clause: Clause) -> tuple[str, ...]:
    """Return what a clause is about; a hand has one clause about each thing."""
    if clause.kind in ("run", "like", "fixed"):
        return ("numbers",)
    if clause.kind in ("suit", "free"):
        return ("colour", *clause.names)
    if clause.kind == "relation":
        return ("relation", clause.text)
    if clause.kind == "sized-only":
        return (clause.kind, clause.values[0])
    return (clause.kind, *clause.names)


def _unknown_name_fault(hand: CardHand, clause: Clause) -> str | None:
    """Return the fault of a clause that names a variable or a colour that the hand does not print;
    None without one."""
    used = [
        {name for group in alternative.groups for name in (group.symbol, group.label)}
        for alternative in hand.alternatives
    ]
    for name in clause.names:
        if not any(name in there for there in used):
            return say("the hand has no {name}", name=name)
    if any(0 < len(there & set(clause.names)) < len(clause.names) for there in used):
        names = all_of(clause.names)
        return say("an alternative must have all of {names}, or none of them", names=names)
    return None


def _run_fault(hand: CardHand, clause: Clause) -> str | None:
    step = 2 if clause.text else 1
    for numbers in filter(None, map(_numbers, hand.alternatives)):
        shown = all_of(map(str, numbers))
        if clause.values and len(numbers) != int(clause.values[0]):
            return say(
                "the hand prints {count} different numbers ({numbers})",
                count=len(numbers),
                numbers=shown,
            )
        gaps = {higher - lower for lower, higher in pairwise(numbers)}
        if clause.values and gaps - {step}:
            return say("the numbers {numbers} do not follow each other", numbers=shown)
    return _moved_fault(hand, clause)


def _like_fault(hand: CardHand, clause: Clause) -> str | None:
    for numbers in map(_numbers, hand.alternatives):
        if len(numbers) > 1:
            return say(
                "the hand prints different numbers ({numbers}); print one",
                numbers=all_of(map(str, numbers)),
            )
    return _moved_fault(hand, clause)


def _moved_fault(hand: CardHand, clause: Clause) -> str | None:
    numbers = [number for a in hand.alternatives for number in _numbers(a)]
    if not numbers:
        return say("the hand prints no number from 1 to 9 that it could speak of")
    wrong = [number for number in numbers if clause.text and number % 2 != (clause.text == "odd")]
    if not wrong:
        return None
    if clause.text == "odd":
        return say("{number} is not odd", number=wrong[0])
    return say("{number} is not even", number=wrong[0])


def _fixed_fault(hand: CardHand, clause: Clause) -> str | None:
    return None if any(map(_numbers, hand.alternatives)) else _moved_fault(hand, clause)


def _suits_fault(hand: CardHand, clause: Clause) -> str | None:
    said = {int(value) for value in clause.values}
    possible: set[int] = set()
    for alternative in hand.alternatives:
        counts = _suit_counts(alternative, _names_of_any_suit(hand.clauses))
        if not said & set(counts):
            return say("the hand is typed in {suits}", suits=_suits_typed(counts))
        possible |= set(counts)
    missing = sorted(said - possible)
    if missing:
        count = _suits_typed([missing[0]])
        return say(
            "no alternative is typed in {suits}; add it after -or-, or leave it out", suits=count
        )
    return None


def _suit_counts(alternative: Alternative, freed: set[str]) -> range:
    """Return the numbers of suits that an alternative can be said to have. They differ because
    cards count a suit that only a dragon stands for in some hands and not in others, and because a
    colour that may be any suit can be the same suit as another."""
    numbers = [g.label for g in alternative.groups if g.symbol in SUITED and g.symbol != "D"]
    tied = set(numbers) - freed - {"*"}
    dragons = {g.label for g in alternative.groups if g.symbol == "D"} - {"*"}
    free = numbers.count("*") + len((set(numbers) & freed) | (dragons - set(numbers)))
    fewest = max(len(tied), 1) if tied or free else 0
    return range(fewest, min(MOST_COLOURS, len(tied) + free) + 1)


def _dragons_fault(hand: CardHand, clause: Clause) -> str | None:
    """Return the fault of dragons D of other sorts than those that the parenthetical names; None
    without one."""
    said = {_SORTS[c.kind] for c in hand.clauses if c.kind in _SORTS}
    own = _SORTS[clause.kind]
    sorts = {sort for alternative in hand.alternatives for sort in _dragon_sorts(alternative)}
    if own not in sorts:
        return {
            "matching": say("no dragon D has the colour of a number; type it as in 2222a DDDDa"),
            "opposite": say("no dragon D has a colour of its own; type it as in 2222a DDDDb"),
            "any": say("no dragon D has *; type it as in DDDD*"),
        }[own]
    others = sorted(sorts - said) if own != "any" else []
    if not others:
        return None
    return say("a dragon of the hand is typed as {sort}", sort=_WITH_ARTICLE[others[0]])


def _dragon_sorts(alternative: Alternative) -> Iterable[str]:
    numbers = {g.label for g in alternative.groups if g.symbol in SUITED and g.symbol != "D"}
    for group in alternative.groups:
        if group.symbol == "D":
            if group.label == "*" or not numbers:
                yield "any"
            else:
                yield "matching" if group.label in numbers else "opposite"


def _any_wind_fault(hand: CardHand, clause: Clause) -> str | None:
    return None if _prints(hand, "UV") else say("the hand has no wind U; type it as in UUUU")


def _these_winds_fault(hand: CardHand, clause: Clause) -> str | None:
    if not _prints(hand, "NEWS"):
        return say("the hand prints no wind")
    return say("the winds U and V are any winds") if _prints(hand, "UV") else None


_SORTS = {"matching-dragons": "matching", "opp-dragons": "opposite", "any-dragon": "any"}
_WITH_ARTICLE = {
    "matching": say("a matching one (DDDDa)"),
    "opposite": say("an opposite one (DDDDb)"),
    "any": say("any dragon (DDDD*)"),
}
_CHECKS: dict[str, Callable[[CardHand, Clause], str | None]] = {
    "run": _run_fault,
    "like": _like_fault,
    "fixed": _fixed_fault,
    "suits": _suits_fault,
    **dict.fromkeys(_SORTS, _dragons_fault),
    "any-wind": _any_wind_fault,
    "these-winds": _these_winds_fault,
    "sized-only": sized_fault,
}


def _prints(hand: CardHand, symbols: str) -> bool:
    return any(g.symbol in symbols for a in hand.alternatives for g in a.groups)


def _numbers(alternative: Alternative) -> list[int]:
    """Return the different printed numbers, lowest first."""
    return sorted({int(g.symbol) for g in alternative.groups if g.symbol in NUMBERS})


def _names_of_any_suit(clauses: Iterable[Clause]) -> set[str]:
    return {name for clause in clauses if clause.kind == "free" for name in clause.names}


def _colours(alternative: Alternative, freed: set[str]) -> set[str]:
    """Return the letters that stand for suits which all differ."""
    return {group.label for group in alternative.groups} - freed - {"", "*"}


def _suits_typed(counts: Sequence[int]) -> str:
    listed = one_of(map(str, counts))
    if listed == "1":
        return say("1 suit")
    return say("{count} suits", count=listed)


def _groups_text(groups: Iterable[Group]) -> str:
    return " ".join(group.symbol * group.size + group.label for group in groups)
