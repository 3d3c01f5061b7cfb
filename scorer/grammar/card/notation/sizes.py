"""What a card says of all groups of one size: "like pungs", "pungs of 3, 6, or 9", "Kongs 8s Only".

Where the number of such groups is open, the groups are those of a number variable: "(like pungs)"
beside ``333a 333b`` is ``XXXa XXXb (X any)``. "Only" opens nothing: it is an assertion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scorer.grammar.card.notation.model import (
    NUMBER_SYMBOLS,
    NUMBER_VARIABLES,
    NUMBERS,
    Alternative,
    CardHand,
    Clause,
)
from scorer.languages.speech import and_list, or_list, say

SIZE_BY_NAME = {"pair": 2, "pung": 3, "kong": 4, "quint": 5, "sextet": 6}
PLURAL_WORDS = {
    "pair": say("pairs"),
    "pung": say("pungs"),
    "kong": say("kongs"),
    "quint": say("quints"),
    "sextet": say("sextets"),
}
NUMBERS_BY_SORT = {
    "any": tuple(NUMBERS),
    "odd": tuple("13579"),
    "even": tuple("2468"),
}

_SIZE_PATTERN = f"(?:{'|'.join(SIZE_BY_NAME)})s?"
_NUMBER_PATTERN = "[1-9](?:'?s)?"
_NUMBER_LIST_PATTERN = f"{_NUMBER_PATTERN}(?:(?:, ?or |, ?| or | ?/ ?){_NUMBER_PATTERN})*"
_SIZED_CLAUSE_PATTERN = re.compile(
    rf"(?P<like>(?:any )?like )?(?P<size>{_SIZE_PATTERN})"
    rf"(?: any(?: (?P<sort>odd|even))? (?P<any>nos?|numbers?)"
    rf"|(?: of)? (?P<values>{_NUMBER_LIST_PATTERN})(?P<only> only)?)?"
)
_LIST_START_PATTERN = re.compile(
    rf"\s*(?:(?:any )?like )?{_SIZE_PATTERN}(?: of)? .*", re.IGNORECASE
)
_LIST_CONTINUATION_PATTERN = re.compile(
    rf"\s*+(?:or \s*+)?{_NUMBER_PATTERN}(?: or {_NUMBER_PATTERN})?(?: only)?\s*", re.IGNORECASE
)


class SizedError(ValueError):
    """What a clause says of groups of one size cannot be of this hand; the message says why."""


def clause_texts(text: str) -> Iterator[str]:
    """Yield the texts of the clauses of a parenthetical. They are separated by semicolons and by
    commas, except commas within a list of numbers.

    >>> list(clause_texts("pungs of 3, 6, or 9, any 2 suits"))
    ['pungs of 3, 6, or 9', ' any 2 suits']
    """
    for stretch in text.split(";"):
        current, *rest = stretch.split(",")
        for piece in rest:
            if _LIST_START_PATTERN.fullmatch(current) and _LIST_CONTINUATION_PATTERN.fullmatch(
                piece
            ):
                current += f",{piece}"
            else:
                yield current
                current = piece
        yield current


def sized_clause(phrase: str) -> Clause | None:
    """Return the clause of this phrase, in small letters and without full stops; None if it is
    another sort of clause or none."""
    match = _SIZED_CLAUSE_PATTERN.fullmatch(phrase)
    if match is None:
        return None
    size = match["size"].removesuffix("s")
    if match["any"]:
        sort = match["sort"] or "any"
        return Clause("sized", (), (size, *NUMBERS_BY_SORT[sort]), sort)
    if match["values"]:
        values = tuple(dict.fromkeys(re.findall("[1-9]", match["values"])))
        if len(values) > 1:
            return Clause("sized", (), (size, *values))
        return Clause("sized-only", (), (size, *values), phrase)
    return Clause("sized", (), (size, *NUMBERS_BY_SORT["any"]), "like") if match["like"] else None


def with_size_variables(
    alternatives: Sequence[Alternative], clause: Clause, clauses: Sequence[Clause]
) -> tuple[tuple[Alternative, ...], tuple[Clause, ...]]:
    """Return the alternatives with a variable for the number of all groups of the clause's size,
    and the clauses that say what it may be. "like pungs" changes nothing where the hand has the
    variable already, as in ``XXXa XXXb``. Raises SizedError."""
    size_name, *allowed = clause.values
    size = SIZE_BY_NAME[size_name]
    printed = [_numbers_of_size(alternative, size) for alternative in alternatives]
    symbol = variable = _symbol_of_size(printed, size_name, clause)
    if symbol not in NUMBER_VARIABLES:
        if symbol not in allowed:
            detail = say(
                "the printed number {number} is not one of {allowed}; correct the "
                "tiles or the condition",
                number=symbol,
                allowed=or_list(allowed),
            )
            raise SizedError(detail)
        variable = _unused_variable(alternatives, clauses)
        alternatives = [
            _with_variable(alternative, size, symbol, variable) for alternative in alternatives
        ]
    elif clause.text == "like":
        return tuple(alternatives), ()
    text = "any" if clause.text == "like" else clause.text
    return tuple(alternatives), (Clause("domain", (variable,), tuple(allowed), text),)


def _symbol_of_size(printed: Sequence[list[str]], size_name: str, clause: Clause) -> str:
    """Return the number or variable of all groups of a size. Raises SizedError."""
    symbols = sorted({symbol for named in printed for symbol in named})
    if not symbols:
        raise SizedError(
            say(
                "no {size} of this hand has a number; remove this condition or correct the tiles",
                size=_singular_word(size_name),
            )
        )
    if len(symbols) > 1:
        raise SizedError(
            say(
                "this hand has {sizes} of {numbers}, but the condition speaks of one "
                "number; write the same number in all these groups",
                sizes=PLURAL_WORDS[size_name],
                numbers=and_list(symbols),
            )
        )
    if clause.text == "like" and max(map(len, printed)) < 2:
        raise SizedError(
            say(
                "this hand has only one {size}, but “like” needs at least two; "
                "remove this condition or correct the tiles",
                size=_singular_word(size_name),
            )
        )
    return symbols[0]


def sized_fault(hand: CardHand, clause: Clause) -> str | None:
    """Return the fault of a clause such as "kongs 8s only" in this hand, or None."""
    size_name, number = clause.values
    symbols = sorted(
        {
            s
            for alternative in hand.alternatives
            for s in _numbers_of_size(alternative, SIZE_BY_NAME[size_name])
        }
    )
    if not symbols:
        return say(
            "no {size} of this hand has a number; remove this condition or correct the tiles",
            size=_singular_word(size_name),
        )
    if symbols != [number]:
        return say(
            "this hand has {sizes} of {numbers}; correct the tiles or the condition",
            sizes=PLURAL_WORDS[size_name],
            numbers=and_list(symbols),
        )
    if hand.movement is not None:
        return say(
            "the numbers of this hand may shift because of its section or "
            "another condition; add “these nos only” or remove this condition"
        )
    return None


def _singular_word(size_name: str) -> str:
    return {
        "pair": say("pair"),
        "pung": say("pung"),
        "kong": say("kong"),
        "quint": say("quint"),
        "sextet": say("sextet"),
    }[size_name]


def _numbers_of_size(alternative: Alternative, size: int) -> list[str]:
    """Return the numbers of the groups of this size."""
    groups = alternative.groups
    return [
        group.symbol for group in groups if group.size == size and group.symbol in NUMBER_SYMBOLS
    ]


def _unused_variable(alternatives: Sequence[Alternative], clauses: Sequence[Clause]) -> str:
    """Return a number variable that the hand does not use. Raises SizedError where it uses all."""
    used = {group.symbol for alternative in alternatives for group in alternative.groups}
    used |= {name for clause in clauses for name in clause.names}
    for name in NUMBER_VARIABLES:
        if name not in used:
            return name
    raise SizedError(
        say(
            "this condition needs a letter for a number, but the hand "
            "already uses X, Y and Z; replace one of them by a number"
        )
    )


def _with_variable(alternative: Alternative, size: int, symbol: str, variable: str) -> Alternative:
    groups = tuple(
        group._replace(symbol=variable) if (group.size, group.symbol) == (size, symbol) else group
        for group in alternative.groups
    )
    return alternative._replace(groups=groups)
