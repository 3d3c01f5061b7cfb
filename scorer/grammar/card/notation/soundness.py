"""What must be true of a hand as it is typed, whatever tiles it stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from scorer.engine.rack import RACK_TILES
from scorer.grammar.card.notation.clauses import clause_text
from scorer.grammar.card.notation.model import (
    NUMBERS,
    SUITED_SYMBOLS,
    Alternative,
    CardHand,
    Clause,
    Group,
)
from scorer.grammar.card.notation.sizes import sized_fault
from scorer.languages.speech import UserText, and_list, or_list, say

MAX_COLOURS = 3

Fault = tuple[str, str]
"""The piece of the line that is wrong, and the sentence that says what is wrong with it."""


def alternative_faults(
    alternative: Alternative, clauses: Iterable[Clause], whole: int = RACK_TILES
) -> Iterable[Fault]:
    """Yield the faults of a hand's tiles: their count, which is to be ``whole``, colours and
    letters."""
    text = _groups_text(alternative.groups)
    total = sum(group.size for group in alternative.groups)
    if total != whole:
        yield (
            text,
            say(
                "a hand has {whole} tiles, but {tiles} has {total}; correct the tiles",
                whole=whole,
                total=total,
                tiles=text,
            ),
        )
    suited = [group for group in alternative.groups if group.symbol in SUITED_SYMBOLS]
    bare = [group for group in suited if not group.label]
    if bare and len(bare) < len(suited):
        shown = _groups_text(bare[:1])
        yield (
            shown,
            say(
                "“{group}” has no colour, but other groups have one; write a letter or "
                "* after every number and dragon D, for example “{group}a”, or after "
                "none",
                group=shown,
            ),
        )
    colours = _distinct_colours(alternative, _names_of_any_suit(clauses))
    if len(colours) > MAX_COLOURS:
        detail = say(
            "the colours {colours} stand for {count} suits, but there are only {most}; "
            "use the same letter for groups of one suit",
            colours=and_list(sorted(colours)),
            count=len(colours),
            most=MAX_COLOURS,
        )
        yield text, detail


def clause_faults(hand: CardHand) -> Iterable[Fault]:
    """Yield the faults of a hand's parenthetical: clauses that contradict each other, name what the
    hand does not have, or are false of it."""
    yield from _duplicate_clause_faults(hand.clauses)
    for clause in hand.clauses:
        problem = _unknown_name_fault(hand, clause)
        check = _CLAUSE_CHECKS.get(clause.kind)
        if problem is None and check is not None:
            problem = check(hand, clause)
        if problem is not None:
            text = clause_text(clause)
            yield text, say("“{clause}”: {problem}", clause=UserText(text), problem=problem)
    if not any(clause.kind in ("run", "like", "fixed") for clause in hand.clauses):
        move = hand.movement
        if move is not None and move.kind == "like":
            problem = _like_fault(hand, move)
            if problem is not None and any(map(_distinct_numbers, hand.alternatives)):
                yield (
                    "like",
                    say(
                        "the section has the flag “like”, but {problem}; or write "
                        "“(these nos only)” for this hand",
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
                yield text, say("“{clause}” is written twice; write it once", clause=UserText(text))
            else:
                detail = say(
                    "“{clause}” and “{other_clause}” exclude each other; remove one of them",
                    clause=clause_text(earlier),
                    other_clause=text,
                )
                yield text, detail
    suits = Counter(clause.values[0] for clause in clauses if clause.kind == "suit")
    for suit, times in suits.items():
        if times > 1:
            detail = say(
                "{count} colours have the suit {suit}, but each colour needs a suit of "
                "its own; change one of them",
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
            return say(
                "{name} does not occur in the tiles of this hand; correct the "
                "tiles or the condition",
                name=name,
            )
    if any(0 < len(there & set(clause.names)) < len(clause.names) for there in used):
        names = and_list(clause.names)
        return say(
            "an alternative (before or after -or-) has only some of {names}; "
            "write all of them there or none",
            names=names,
        )
    return None


def _run_fault(hand: CardHand, clause: Clause) -> str | None:
    step = 2 if clause.text else 1
    for numbers in filter(None, map(_distinct_numbers, hand.alternatives)):
        shown = and_list(map(str, numbers))
        if clause.values and len(numbers) != int(clause.values[0]):
            return say(
                "this hand has {count} different numbers ({numbers}); correct the "
                "tiles or the number in the condition",
                count=len(numbers),
                numbers=shown,
            )
        gaps = {higher - lower for lower, higher in pairwise(numbers)}
        if clause.values and gaps - {step}:
            return say(
                "the numbers {numbers} are not consecutive; correct the tiles or the condition",
                numbers=shown,
            )
    return _movement_fault(hand, clause)


def _like_fault(hand: CardHand, clause: Clause) -> str | None:
    for numbers in map(_distinct_numbers, hand.alternatives):
        if len(numbers) > 1:
            return say(
                "this hand has different numbers ({numbers}); write the same number in all groups",
                numbers=and_list(map(str, numbers)),
            )
    return _movement_fault(hand, clause)


def _movement_fault(hand: CardHand, clause: Clause) -> str | None:
    numbers = [number for a in hand.alternatives for number in _distinct_numbers(a)]
    if not numbers:
        return say(
            "this hand has no number from 1 to 9; remove this condition or correct the tiles"
        )
    wrong = [number for number in numbers if clause.text and number % 2 != (clause.text == "odd")]
    if not wrong:
        return None
    if clause.text == "odd":
        return say(
            "the number {number} is not odd; correct the tiles or the condition", number=wrong[0]
        )
    return say(
        "the number {number} is not even; correct the tiles or the condition", number=wrong[0]
    )


def _fixed_suit_fault(hand: CardHand, clause: Clause) -> str | None:
    return None if any(map(_distinct_numbers, hand.alternatives)) else _movement_fault(hand, clause)


def _suits_fault(hand: CardHand, clause: Clause) -> str | None:
    said = {int(value) for value in clause.values}
    possible: set[int] = set()
    for alternative in hand.alternatives:
        counts = _suit_counts(alternative, _names_of_any_suit(hand.clauses))
        if not said & set(counts):
            return say(
                "the colours of this hand give {suits}, which is not what the condition says; "
                "correct one of them",
                suits=_suit_counts_text(counts),
            )
        possible |= set(counts)
    missing = sorted(said - possible)
    if missing:
        count = _suit_counts_text([missing[0]])
        return say(
            "no alternative of this hand has {suits}; add one after -or-, or remove "
            "this number from the condition",
            suits=count,
        )
    return None


def _suit_counts(alternative: Alternative, freed: set[str]) -> range:
    """Return the numbers of suits that an alternative can be said to have. They differ because
    cards count a suit that only a dragon stands for in some hands and not in others, and because a
    colour that may be any suit can be the same suit as another."""
    numbers = [
        g.label for g in alternative.groups if g.symbol in SUITED_SYMBOLS and g.symbol != "D"
    ]
    tied = set(numbers) - freed - {"*"}
    dragons = {g.label for g in alternative.groups if g.symbol == "D"} - {"*"}
    free = numbers.count("*") + len((set(numbers) & freed) | (dragons - set(numbers)))
    fewest = max(len(tied), 1) if tied or free else 0
    return range(fewest, min(MAX_COLOURS, len(tied) + free) + 1)


def _dragons_fault(hand: CardHand, clause: Clause) -> str | None:
    """Return the fault of dragons D of other sorts than those that the parenthetical names; None
    without one."""
    said = {
        _DRAGON_SORT_OF_CLAUSE[c.kind] for c in hand.clauses if c.kind in _DRAGON_SORT_OF_CLAUSE
    }
    own = _DRAGON_SORT_OF_CLAUSE[clause.kind]
    sorts = {sort for alternative in hand.alternatives for sort in _dragon_sorts(alternative)}
    if own not in sorts:
        return {
            "matching": say(
                "no dragon D has the colour of a number; write one, for "
                "example “2222a DDDDa”, or remove this condition"
            ),
            "opposite": say(
                "no dragon D has a colour of its own; write one, for example "
                "“2222a DDDDb”, or remove this condition"
            ),
            "any": say(
                "no dragon D has *; write one, for example “DDDD*”, or remove this condition"
            ),
        }[own]
    others = sorted(sorts - said) if own != "any" else []
    if not others:
        return None
    return say(
        "this hand also has {sort}, which the condition does not name; correct its colour or the "
        "condition",
        sort=_WITH_ARTICLE[others[0]],
    )


def _dragon_sorts(alternative: Alternative) -> Iterable[str]:
    numbers = {
        g.label for g in alternative.groups if g.symbol in SUITED_SYMBOLS and g.symbol != "D"
    }
    for group in alternative.groups:
        if group.symbol == "D":
            if group.label == "*" or not numbers:
                yield "any"
            else:
                yield "matching" if group.label in numbers else "opposite"


def _any_wind_fault(hand: CardHand, clause: Clause) -> str | None:
    return (
        None
        if _has_printed_numbers(hand, "UV")
        else say("this hand has no wind U; write one, for example “UUUU”, or remove this condition")
    )


def _named_winds_fault(hand: CardHand, clause: Clause) -> str | None:
    if not _has_printed_numbers(hand, "NEWS"):
        return say("this hand has no wind N, E, W or S; correct the tiles or remove this condition")
    return (
        say("the letters U and V stand for any wind; write N, E, W or S, or remove this condition")
        if _has_printed_numbers(hand, "UV")
        else None
    )


_DRAGON_SORT_OF_CLAUSE = {
    "matching-dragons": "matching",
    "opp-dragons": "opposite",
    "any-dragon": "any",
}
_WITH_ARTICLE = {
    "matching": say("a matching dragon (DDDDa)"),
    "opposite": say("an opposite dragon (DDDDb)"),
    "any": say("any dragon (DDDD*)"),
}
_CLAUSE_CHECKS: dict[str, Callable[[CardHand, Clause], str | None]] = {
    "run": _run_fault,
    "like": _like_fault,
    "fixed": _fixed_suit_fault,
    "suits": _suits_fault,
    **dict.fromkeys(_DRAGON_SORT_OF_CLAUSE, _dragons_fault),
    "any-wind": _any_wind_fault,
    "these-winds": _named_winds_fault,
    "sized-only": sized_fault,
}


def _has_printed_numbers(hand: CardHand, symbols: str) -> bool:
    return any(g.symbol in symbols for a in hand.alternatives for g in a.groups)


def _distinct_numbers(alternative: Alternative) -> list[int]:
    """Return the different printed numbers, lowest first."""
    return sorted({int(g.symbol) for g in alternative.groups if g.symbol in NUMBERS})


def _names_of_any_suit(clauses: Iterable[Clause]) -> set[str]:
    return {name for clause in clauses if clause.kind == "free" for name in clause.names}


def _distinct_colours(alternative: Alternative, freed: set[str]) -> set[str]:
    """Return the letters that stand for suits which all differ."""
    return {group.label for group in alternative.groups} - freed - {"", "*"}


def _suit_counts_text(counts: Sequence[int]) -> str:
    listed = or_list(map(str, counts))
    if listed == "1":
        return say("1 suit")
    return say("{count} suits", count=listed)


def _groups_text(groups: Iterable[Group]) -> str:
    return " ".join(group.symbol * group.size + group.label for group in groups)
