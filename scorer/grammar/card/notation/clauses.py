"""The parenthetical of a hand: a closed vocabulary, each clause of it read and written."""

from __future__ import annotations

import re
from collections.abc import Callable

from scorer.errors import quoted
from scorer.grammar.card.notation.faults import did_you_mean
from scorer.grammar.card.notation.model import Clause
from scorer.grammar.card.notation.sizes import NUMBERS_BY_SORT, sized_clause
from scorer.languages.speech import say

SUIT_NAMES = ("bam", "crak", "dot")
_DRAGON_SORTS = ("matching", "opp", "any")
# What a text that is no clause is compared with; the numbers and letters in it are examples.
_CLAUSE_EXAMPLES = (
    "run",
    "run odd",
    "run even",
    "any consec nos",
    "any 3 consec nos",
    "any 4 consec nos",
    "any 5 consec nos",
    "like",
    "like odd",
    "like even",
    "any like nos",
    "any like odd nos",
    "any like even nos",
    "these nos only",
    "any 1 suit",
    "any 2 suits",
    "any 3 suits",
    "any 1 or 2 suits",
    "matching dragons",
    "opp dragons",
    "any dragon",
    "any wind",
    "these winds only",
    "like pungs",
    "like kongs",
    "pungs of 3, 6 or 9",
    "kongs 2s or 4s",
    "pung any odd no",
    "kong any even no",
    "pungs 6s only",
    "kongs 8s only",
    "a any suit",
    "X any",
    "X odd",
    "X even",
)
_NUMBER_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NUMBER_NAME_PATTERN = re.compile(rf"\b(?:{'|'.join(_NUMBER_NAMES)})\b", re.IGNORECASE)
_CLAUSE_HELP = say(
    "in parentheses write one of: run, like, these nos only, like pungs, kong any even "
    "no, pungs of 3, 6 or 9, kongs 8s only, X odd, X=2/4/6, Y=X+2, U=N/S, a=bam, b any "
    "suit, any 2 suits, matching dragons, opp dragons, any dragon, any wind, these "
    "winds only"
)

_MOVEMENT_PATTERN = re.compile(
    r"(?:(?P<kind>run|like)(?: (?P<plain>odd|even))?"
    r"|any (?:(?P<count>[1-9]) )?(?P<word>consec(?:utive)?|like)(?: (?P<parity>odd|even))? "
    r"(?:nos?|numbers?))"
)
_SUIT_COUNT_PATTERN = re.compile(r"any [1-3](?: or [1-3])* suits?")
_DRAGON_PATTERN = re.compile(r"(?:matching|opp|opposite|any) dragons?")
_ASSIGNMENT_PATTERN = re.compile(
    r"(?P<name>[A-Za-z]) ?= ?(?P<values>[A-Za-z0-9]+(?: ?/ ?[A-Za-z0-9]+)*)"
)
_SORT_PATTERN = re.compile(r"(?P<name>[A-Za-z]) (?P<sort>odd|even|any)")
_ANY_SUIT_PATTERN = re.compile(r"(?P<name>[A-Za-z]) any suit")
_SIGN_PATTERN = re.compile(r"!=|<=|>=|[=<>]")
_SUM_PATTERN = re.compile(r"(?:[XYZ]|[0-9]{1,2})(?:\+(?:[XYZ]|[0-9]{1,2}))*")


class ClauseError(ValueError):
    """A clause is not in the vocabulary; the message says what to write instead."""


def read_clause(text: str) -> Clause:
    """Read one clause of a parenthetical, without its comma. Raises ClauseError.

    >>> read_clause("any 4 consec. nos.")
    Clause(kind='run', names=(), values=('4',), text='')
    >>> read_clause("X+Y = 9")
    Clause(kind='relation', names=('X', 'Y'), values=('X+Y', '=', '9'), text='X+Y=9')
    """
    text = " ".join(text.split())
    if not text:
        raise ClauseError(
            say(
                "there is an empty condition between two commas or "
                "parentheses; remove the extra comma or the empty parentheses"
            )
        )
    clause = _read_clause_or_none(text)
    if clause is None:
        raise ClauseError(
            say(
                "{text} is not valid here; {advice}", text=quoted(text), advice=_clause_advice(text)
            )
        )
    return clause


def _read_clause_or_none(text: str) -> Clause | None:
    return next(filter(None, (reader(text) for reader in _CLAUSE_READERS)), None)


def _is_clause(text: str) -> bool:
    try:
        return _read_clause_or_none(text) is not None
    except ClauseError:
        return False


def clause_text(clause: Clause) -> str:
    """Return the text of a clause; ``read_clause`` makes the same clause of it."""
    kind, names, values, text = clause
    if kind in ("run", "like"):
        if values:
            return " ".join(filter(None, ("any", values[0], "consec", text, "nos")))
        return f"{kind} {text}".rstrip()
    if kind == "domain":
        return f"{names[0]} {text}" if text else f"{names[0]}={'/'.join(values)}"
    if kind == "suit":
        return f"{names[0]}={values[0]}"
    if kind == "free":
        return f"{names[0]} any suit"
    return text


def _read_phrase(text: str) -> Clause | None:
    """Return the clause of a phrase that cards print, such as "any 4 consec. nos."; None for
    another text."""
    phrase = text.replace(".", "").lower()
    if match := _MOVEMENT_PATTERN.fullmatch(phrase):
        if match["count"] and match["word"] == "like":
            return None
        kind = "like" if "like" in (match["kind"], match["word"]) else "run"
        count = (match["count"],) if match["count"] else ()
        return Clause(kind, (), count, match["plain"] or match["parity"] or "")
    if phrase == "these nos only":
        return Clause("fixed", text=phrase)
    if sized := sized_clause(phrase):
        return sized
    if _SUIT_COUNT_PATTERN.fullmatch(phrase):
        return Clause("suits", values=tuple(re.findall("[1-3]", phrase)), text=phrase)
    if _DRAGON_PATTERN.fullmatch(phrase):
        which = next(name for name in _DRAGON_SORTS if phrase.startswith(name))
        return Clause(f"{which}-dragon{'' if which == 'any' else 's'}", text=phrase)
    if phrase in ("any wind", "any winds"):
        return Clause("any-wind", text=phrase)
    if phrase == "these winds only":
        return Clause("these-winds", text=phrase)
    return None


def _read_sort(text: str) -> Clause | None:
    """Return the clause "X odd", "X even" or "X any"; None for another text."""
    match = _SORT_PATTERN.fullmatch(text)
    if match is None:
        return None
    name, sort = match["name"], match["sort"]
    if name in "UV":
        raise ClauseError(
            say(
                "{text}: {name} stands for a wind; to allow every wind write “any "
                "wind”, to allow some write “{name}=N/S”",
                text=quoted(text),
                name=name,
            )
        )
    if name not in "XYZ":
        if name in "xyz":
            raise ClauseError(_capital_advice(text))
        raise ClauseError(
            say(
                "{text}: only the letters X, Y and Z can be odd, even or any; write "
                "for example “X odd”",
                text=quoted(text),
            )
        )
    return Clause("domain", (name,), NUMBERS_BY_SORT[sort], sort)


def _capital_advice(text: str) -> str:
    better = text[0].upper() + text[1:]
    return say(
        "{text}: write X, Y and Z as capitals; did you mean {meant}?",
        text=quoted(text),
        meant=quoted(better),
    )


def _read_any_suit(text: str) -> Clause | None:
    """Return the clause "b any suit"; None for another text."""
    match = _ANY_SUIT_PATTERN.fullmatch(text)
    if match is None:
        return None
    if not "a" <= match["name"] <= "w":
        raise ClauseError(
            say(
                "{text}: write a colour as a small letter from a to w, for example “b any suit”",
                text=quoted(text),
            )
        )
    return Clause("free", (match["name"],))


def _read_assignment(text: str) -> Clause | None:
    """Return the clause "X=2/4/6", "U=N/S" or "a=bam"; None for another text, and for relations
    such as "X=Y"."""
    match = _ASSIGNMENT_PATTERN.fullmatch(text)
    if match is None or (text[0] in "XYZ" and match["values"] in ("X", "Y", "Z")):
        return None
    name, values = match["name"], tuple(re.split(" ?/ ?", match["values"]))
    if "a" <= name <= "w":
        return _fixed_suit_clause(text, name, values)
    if name not in "XYZUV":
        if name in "xyz":
            raise ClauseError(_capital_advice(text))
        raise ClauseError(
            say(
                "{text}: before “=” write a number X, Y or Z, a wind U or V, or a "
                "colour from a to w",
                text=quoted(text),
            )
        )
    allowed, wanted = "NEWS", say("winds, for example “U=N/S”")
    if name in "XYZ":
        allowed, wanted = "123456789", say("numbers from 1 to 9, for example “X=2/4/6”")
    wrong = [value for value in values if len(value) != 1 or value not in allowed]
    if wrong:
        raise ClauseError(
            say(
                "{text}: {value} cannot be {name}; write {wanted}",
                text=quoted(text),
                value=quoted(wrong[0]),
                name=name,
                wanted=wanted,
            )
        )
    if len(set(values)) < len(values):
        raise ClauseError(
            say("{text} has the same value twice; write each value once", text=quoted(text))
        )
    return Clause("domain", (name,), values)


def _fixed_suit_clause(text: str, name: str, values: tuple[str, ...]) -> Clause:
    if len(values) == 1 and values[0].lower() in SUIT_NAMES:
        return Clause("suit", (name,), (values[0].lower(),))
    close = did_you_mean(values[0].lower(), SUIT_NAMES, "")
    detail = say(
        "{text}: write the suit as bam, crak or dot, for example “{name}=bam”",
        text=quoted(text),
        name=name,
    )
    raise ClauseError(say("{fault}; {advice}", fault=detail, advice=close) if close else detail)


def _read_relation(text: str) -> Clause | None:
    """Return the clause "Y=X+2", "X<Y", "X!=Y" or "X+Y=9": two sums of numbers and variables with a
    sign between; None for another text."""
    tight = text.replace(" ", "")
    signs = _SIGN_PATTERN.findall(tight)
    if not signs or not re.fullmatch("[XYZ0-9+=<>!]+", tight):
        return None
    if re.search("[XYZ0-9] [XYZ0-9]", text):
        return None
    if len(signs) > 1:
        raise ClauseError(
            say(
                "{text} has {count} comparisons; write each as a condition of its own, for "
                "example “X<Y, Y<Z”",
                text=quoted(text),
                count=len(signs),
            )
        )
    left, right = _SIGN_PATTERN.split(tight)
    if not left or not right:
        raise ClauseError(
            say(
                "{text} is empty on one side of the sign; write both sides, for example “Y=X+2”",
                text=quoted(text),
            )
        )
    for side in (left, right):
        _refuse_other_than_sum(side, text)
    names = tuple(sorted(set(tight) & set("XYZ")))
    if not names:
        raise ClauseError(
            say(
                "{text} compares no number of the hand; use X, Y or Z, for example “X+Y=9”",
                text=quoted(text),
            )
        )
    return Clause("relation", names, (left, signs[0], right), tight)


def _refuse_other_than_sum(side: str, text: str) -> None:
    """Raise ClauseError for a side of a relation that is no sum."""
    if _SUM_PATTERN.fullmatch(side):
        return
    raise ClauseError(
        say(
            "{text}: {side} is not a sum of X, Y, Z and numbers up to 99; "
            "write such a sum, for example “Y=X+2”",
            text=quoted(text),
            side=quoted(side),
        )
    )


_CLAUSE_READERS: tuple[Callable[[str], Clause | None], ...] = (
    _read_phrase,
    _read_sort,
    _read_any_suit,
    _read_assignment,
    _read_relation,
)


def _clause_advice(text: str) -> str:
    """Return what to write instead of a text that is not a clause."""
    if re.fullmatch("[0-9NEWS]", text):
        return say("separate several values by slashes, for example “X=2/4/6”")
    digits = _NUMBER_NAME_PATTERN.sub(
        lambda match: str(_NUMBER_NAMES.index(match[0].lower())), text
    )
    if digits != text and _read_phrase(digits) is not None:
        return say("did you mean {meant}?", meant=quoted(digits))
    if text.replace(".", "").lower() == "any suit":
        return say(
            "for any suit write an asterisk after the tiles, for example "
            "“8888*”, or name the colour, for example “b any suit”"
        )
    if re.fullmatch("[XYZ] ?= ?[1-9](?: ?(?:-|or|and|to) ?| )[1-9]", text):
        return say("separate several values by slashes, for example “X=2/4/6”")
    if re.search("[≠≤≥]|<>|><|=<|=>|==", text):
        return say("use one of the signs = != < > <= >=")
    if "-" in text and re.fullmatch("[XYZ0-9+=<>! -]+", text):
        return say(
            "subtraction is not supported; write an addition instead, for "
            "example “X=Y+2” for “Y=X-2”"
        )
    if text.upper() != text and _is_clause(text.upper()):
        return say("did you mean {meant}?", meant=quoted(text.upper()))
    return did_you_mean(text, _CLAUSE_EXAMPLES, _CLAUSE_HELP)
