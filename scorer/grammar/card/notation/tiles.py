"""The tiles of a hand as they are typed: words become groups; other words get advice."""

from __future__ import annotations

import re
from collections.abc import Callable

from scorer.errors import quoted
from scorer.grammar.card.notation.model import SUITED_SYMBOLS, Alternative, Group
from scorer.languages.speech import say

SEPARATOR_SIGNS = ("+", "-", "x", "=", "/")
SUITLESS_SYMBOLS = set("0FNEWSUV")
MIN_GROUP_SIZE_FOR_JOKERS = 3

_SYMBOL_PATTERN = "[0-9FNEWSDRGXYZUV?]"
_TOKEN_PATTERN = re.compile(rf"({_SYMBOL_PATTERN}+)([a-w*]?)(!?)")
_RUN_PATTERN = re.compile(r"(.)\1*")
_TILES_HELP = say(
    "write tiles as 1 to 9, 0 (soap), F, N E W S, dragons D R G, any number X Y Z, any "
    "wind U V or any tile ?, and after them a colour a to w, or *"
)


class TokenError(ValueError):
    """A word is no tiles; the message says what to write instead."""


def read_token(text: str) -> tuple[Group, ...]:
    """Return the groups of one word: each run of one symbol. Raises TokenError.

    >>> read_token("1122a") == (Group("1", 2, "a"), Group("2", 2, "a"))
    True
    >>> read_token("2026b")[1]
    Group(symbol='0', size=1, label='', natural=False)
    """
    match = _TOKEN_PATTERN.fullmatch(text)
    # Elsewhere Wh is the white dragon; here it would be W in the colour h, which no card has.
    if match is None or text == "Wh":
        raise TokenError(
            say("{text} is not valid here; {advice}", text=quoted(text), advice=_token_advice(text))
        )
    symbols, label, natural = match.groups()
    runs = [(run[1], len(run[0])) for run in _RUN_PATTERN.finditer(symbols)]
    if label and not set(SUITED_SYMBOLS) & set(symbols):
        _check_ink(text, symbols, label)
    if natural and min(size for _, size in runs) < MIN_GROUP_SIZE_FOR_JOKERS:
        raise TokenError(
            say(
                "{text}: singles and pairs never use jokers; write “!” only after "
                "groups of three or more tiles",
                text=quoted(text),
            )
        )
    return tuple(
        Group(symbol, size, label if symbol in SUITED_SYMBOLS else "", bool(natural))
        for symbol, size in runs
    )


def tiles_text(alternative: Alternative) -> str:
    """Return the text of an alternative's tiles; the same alternative is read from it."""
    signs = alternative.signs or ("",) * len(alternative.words)
    pieces: list[str] = []
    for word, sign in zip(alternative.words, signs, strict=True):
        groups = [alternative.groups[number] for number in word]
        label = next((group.label for group in groups if group.label), "")
        natural = "!" if any(group.natural for group in groups) else ""
        pieces.append("".join(group.symbol * group.size for group in groups) + label + natural)
        pieces += filter(None, [sign])
    return " ".join(pieces)


def _check_ink(text: str, symbols: str, label: str) -> None:
    """Raise TokenError for a colour on tiles without a suit, unless it is a letter on flowers,
    winds and soap: those may be printed in colour. ``RRa`` was probably meant to be ``DDa``."""
    if label == "*":
        problem = say("these tiles have no suit, so “*” means nothing")
    elif set(symbols) <= SUITLESS_SYMBOLS:
        return
    else:
        problem = say(
            "R, G and ? have no colour; for the dragon of a colour write D, for "
            "example “DD{colour}”",
            colour=label,
        )
    raise TokenError(
        say(
            "{text}: {problem}; write {better} instead",
            text=quoted(text),
            problem=problem,
            better=quoted(symbols),
        )
    )


def _token_advice(text: str) -> str:
    """Return what to write instead of a word that is not a list of tiles."""
    for advise in (_shape_advice, _word_advice, _repair_advice):
        advice = advise(text)
        if advice is not None:
            return advice
    culprit = re.search("[^a-z*!]", _TOKEN_PATTERN.sub("", text))
    if not culprit:
        return _TILES_HELP
    return say("{sign} is not a tile; {tiles}", sign=quoted(culprit[0]), tiles=_TILES_HELP)


def _shape_advice(text: str) -> str | None:
    """Return what to write instead of a word with tiles or colours that are out of place; else
    None."""
    if re.fullmatch(rf"{_SYMBOL_PATTERN}+[xyz]!?", text):
        return say(
            "x, y and z are not colours; write a colour from a to w, or the numbers X, "
            "Y and Z as capitals"
        )
    if re.fullmatch(rf"{_SYMBOL_PATTERN}+[a-w*]{{2,}}!?", text):
        return say("a group has only one colour; remove the other letters")
    if re.fullmatch(rf"{_SYMBOL_PATTERN}+![a-w*]", text):
        return say("write “!” last: {better}", better=quoted(text[:-2] + text[-1] + "!"))
    if re.fullmatch(r"[a-w*!]", text):
        return say("write a colour directly after its tiles, for example “2222a”")
    if re.fullmatch(r"\[.*|.*\]|@.*", text):
        return say("write a section such as [2468], and a line such as @name, on a line of its own")
    return None


def _repair_advice(text: str) -> str | None:
    """Return what to write instead of a word that needs only spaces or capitals; else None."""
    found = [match[0] for match in _TOKEN_PATTERN.finditer(text)]
    if len(found) > 1 and "".join(found) == text:
        return say("put a space after each colour: {better}", better=quoted(" ".join(found)))
    pieces = re.findall(r"[-+x=/]|[^-+x=/]+", text)
    if len(pieces) > 1 and all(
        piece in SEPARATOR_SIGNS or _TOKEN_PATTERN.fullmatch(piece) for piece in pieces
    ):
        return say("put spaces around + - x = /: {better}", better=quoted(" ".join(pieces)))
    repairs: tuple[Callable[[], str], ...] = (
        lambda: text.upper(),
        lambda: text[:-1].upper() + text[-1].lower(),
    )
    for repair in repairs:
        better = repair()
        if better != text and _TOKEN_PATTERN.fullmatch(better):
            return say("did you mean {meant}?", meant=quoted(better))
    return None


def _word_advice(text: str) -> str | None:
    """Return what to write instead of a word that players know but cards write otherwise; else
    None."""
    if text.strip("-–—").lower() == "or":
        return say("between two alternatives of a hand write “-or-”")
    if text in ("×", "−", "–", "—", "÷"):
        return say("between tiles use one of the signs + - x = /")
    if "J" in text and re.fullmatch(rf"(?:{_SYMBOL_PATTERN}|J)++[a-w*]?!?", text):
        return say(
            "do not write jokers on a card; players may use them in any group "
            "of three or more tiles"
        )
    if re.fullmatch("P+|[Ww]h", text):
        return say("write the white dragon (soap) as 0")
    return None
