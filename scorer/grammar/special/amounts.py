"""What stands behind a hand: how it is played, its value, and what it is worth exposed or fished
for."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple, cast

from scorer.errors import quoted
from scorer.grammar.special.model import Amount, HandsSetting, Way
from scorer.languages.speech import say
from scorer.types.terms import HandsFault

MAX_HAND_POINTS: Final = 99_999
MAX_HAND_FAN: Final = 999
MAX_HAND_DOUBLES: Final = 10
MAX_LIMIT_MULTIPLE: Final = 10

_START_PATTERN: Final = re.compile(r"(?<!\S)(CC|C|X) ?(?=[0-9+]|limit|\s|$)", re.IGNORECASE)
_WAY_PATTERN: Final = re.compile(r"(?P<way>CC|C|X)(?P<rest>.*)", re.DOTALL)
_FURTHER_PATTERN: Final = re.compile(r"\b(exposed|fishing)\b", re.IGNORECASE)
_LIMIT_PATTERN: Final = re.compile(
    r"limit(?:\s*(?P<sign>[/*])\s*(?P<number>[0-9]{1,3}))?", re.IGNORECASE
)
_DOUBLES_PATTERN: Final = re.compile(r"\+\s*(?P<number>[0-9]{1,6})\s*(?:doubles?)?", re.IGNORECASE)
_POINTS_PATTERN: Final = re.compile(
    r"(?P<number>[0-9]{1,9})\s*(?:points?|fan|faan|tai)?", re.IGNORECASE
)


class EndingError(ValueError):
    """The end of a hand cannot be read; ``offset`` is where in the text it is wrong."""

    def __init__(self, offset: int, code: HandsFault, detail: str) -> None:
        super().__init__(detail)
        self.offset = offset
        self.code: HandsFault = code


class Ending(NamedTuple):
    """How a hand is played and what it is worth, as in ``ClubHand``."""

    way: Way
    value: Amount
    exposed: Amount | None
    fishing: Amount | None


def find_ending(text: str) -> int:
    """Return where in a hand without parentheses its end begins: at the last X, C or CC with a
    value; -1 for none."""
    found = [match.start() for match in _START_PATTERN.finditer(text)]
    return found[-1] if found else -1


def _ending_help(setting: HandsSetting) -> str:
    if setting.counts_fan:
        return say(
            "end a hand with X (may be exposed), C (concealed) or CC (concealed and self-drawn) "
            "and its fan, for example “X 8”"
        )
    return say(
        "end a hand with X (may be exposed), C (concealed) or CC (concealed and self-drawn) and "
        "its value: points, limit, limit/2, limit*2 or +2 doubles, for example “C limit/2”"
    )


def read_ending(text: str, setting: HandsSetting) -> Ending:
    """Read the end of a hand. Raises EndingError."""
    match = _WAY_PATTERN.fullmatch(text)
    if match is None:
        raise EndingError(0, "bad_way", _way_advice(text, setting))
    pieces = _FURTHER_PATTERN.split(match["rest"])
    start = match.start("rest")
    value = _read_amount(pieces[0].rstrip(), start, setting)
    further: dict[str, Amount] = {}
    at = start + len(pieces[0])
    for word, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        where = text.lower().index(word.lower(), at)
        at = where + len(word)
        name = word.lower()
        _refuse_further(name, where, value, match["way"], setting, further)
        further[name] = _read_amount(piece.rstrip(), at, setting, word=name)
        if further[name].unit == "doubles":
            detail = say(
                "{word} needs points or a share of the limit, not doubles; write for example "
                "“{word} 200”",
                word=name,
            )
            raise EndingError(where, "bad_value", detail)
        at += len(piece)
    way = cast(Way, match["way"])
    return Ending(way, value, further.get("exposed"), further.get("fishing"))


def _way_advice(text: str, setting: HandsSetting) -> str:
    """Return what to write instead of a text that does not begin with X, C or CC."""
    shown = text.strip()
    if not shown:
        return say("the end of the hand is missing; {advice}", advice=_ending_help(setting))
    lower = re.match(r"(cc|c|x)(?=[\s0-9+]|limit|$)", shown, re.IGNORECASE)
    if lower:
        return say(
            "{text} is not valid here; did you mean {meant}?",
            text=quoted(shown),
            meant=quoted(lower[1].upper() + shown[lower.end() :]),
        )
    return say(
        "{text} is not valid here; {advice}", text=quoted(shown), advice=_ending_help(setting)
    )


def _refuse_further(
    word: str, where: int, value: Amount, way: str, setting: HandsSetting, before: dict[str, Amount]
) -> None:
    """Raise EndingError for an amount, for exposed or for fishing, that this hand cannot have."""
    detail = ""
    if word in before:
        detail = say("{word} is written twice; write it once", word=quoted(word))
    elif value.unit == "doubles":
        detail = say(
            "a hand that adds doubles has the ordinary count; remove {word} or give the hand a "
            "value of its own",
            word=quoted(word),
        )
    elif word == "exposed" and way != "X":
        detail = say(
            "a concealed hand is never exposed; write X in place of {way}, or remove “exposed”",
            way=way,
        )
    elif word == "fishing" and not setting.fishing:
        detail = say("in {ruleset} nobody scores for fishing; remove it", ruleset=setting.ruleset)
    if detail:
        raise EndingError(where, "bad_value", detail)


def _read_amount(text: str, offset: int, setting: HandsSetting, word: str = "") -> Amount:
    """Read points, fan, a share of the limit, or doubles. Raises EndingError."""
    shown = text.strip().rstrip(",;").rstrip()
    at = offset + len(text) - len(text.lstrip())
    if not shown:
        detail = say("the value is missing; {advice}", advice=_ending_help(setting))
        if word:
            detail = say(
                "the value after {word} is missing; write for example “{word} 200”", word=word
            )
        raise EndingError(at, "bad_value", detail)
    if match := _LIMIT_PATTERN.fullmatch(shown):
        return _share_of_limit(match, at, setting)
    if match := _DOUBLES_PATTERN.fullmatch(shown):
        number = int(match["number"])
        if setting.counts_fan:
            detail = say(
                "in {ruleset} hands are worth fan; write for example “X 8”", ruleset=setting.ruleset
            )
            raise EndingError(at, "bad_value", detail)
        _refuse_number(number, MAX_HAND_DOUBLES, shown, at)
        return Amount("doubles", Fraction(number))
    if match := _POINTS_PATTERN.fullmatch(shown):
        number = int(match["number"])
        _refuse_number(number, MAX_HAND_FAN if setting.counts_fan else MAX_HAND_POINTS, shown, at)
        return Amount("points", Fraction(number))
    detail = say(
        "{text} is not a value; {advice}", text=quoted(shown), advice=_ending_help(setting)
    )
    raise EndingError(at, "bad_value", detail)


def _share_of_limit(match: re.Match[str], at: int, setting: HandsSetting) -> Amount:
    if not setting.has_limit:
        detail = say(
            "{ruleset} has no limit here; write the value as a number", ruleset=setting.ruleset
        )
        raise EndingError(at, "bad_value", detail)
    if match["sign"] is None:
        return Amount("limit", Fraction(1))
    number = int(match["number"])
    _refuse_number(number, MAX_LIMIT_MULTIPLE, match[0], at)
    share = Fraction(1, number) if match["sign"] == "/" else Fraction(number)
    return Amount("limit", share)


def _refuse_number(number: int, most: int, shown: str, at: int) -> None:
    if not 1 <= number <= most:
        detail = say(
            "{text} is not a value; write a whole number from 1 to {most}",
            text=quoted(shown),
            most=most,
        )
        raise EndingError(at, "bad_value", detail)
