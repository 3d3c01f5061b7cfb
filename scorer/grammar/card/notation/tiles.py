"""The tiles of a hand as they are typed: words become groups; other words get advice."""

from __future__ import annotations

import re
from collections.abc import Callable

from scorer.errors import quoted
from scorer.grammar.card.notation.model import Alternative, Group
from scorer.speech import say

__all__ = ["TokenError", "read_token", "tiles_text"]

SIGNS = ("+", "-", "x", "=", "/")
NO_SUIT_BUT_INK = set("0FNEWSUV")
SUITED = set("123456789XYZD")
SMALLEST_WITH_JOKERS = 3

_SYMBOLS = "[0-9FNEWSDRGXYZUV?]"
_TOKEN = re.compile(rf"({_SYMBOLS}+)([a-w*]?)(!?)")
_RUN = re.compile(r"(.)\1*")
_TILES = say(
    "tiles are 1 to 9, 0 (soap), F, N E W S, dragons D R G, any numbers X Y Z, any winds U V "
    "and ?; after them stands a colour a to w, or *"
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
    match = _TOKEN.fullmatch(text)
    # Elsewhere Wh is the white dragon; here it would be W in the colour h, which no card has.
    if match is None or text == "Wh":
        raise TokenError(
            say("{text} is not understood; {advice}", text=quoted(text), advice=_advice(text))
        )
    symbols, label, natural = match.groups()
    runs = [(run[1], len(run[0])) for run in _RUN.finditer(symbols)]
    if label and not SUITED & set(symbols):
        _check_ink(text, symbols, label)
    if natural and min(size for _, size in runs) < SMALLEST_WITH_JOKERS:
        raise TokenError(
            say(
                "{text}: singles and pairs take no jokers in any case; ! stands after groups of "
                "three or more",
                text=quoted(text),
            )
        )
    return tuple(
        Group(symbol, size, label if symbol in SUITED else "", bool(natural))
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
        problem = say("tiles without a suit need no *")
    elif set(symbols) <= NO_SUIT_BUT_INK:
        return
    else:
        problem = say(
            "R, G and ? have no colour; the dragon of a colour is D, as in DD{colour}",
            colour=label,
        )
    raise TokenError(
        say(
            "{text}: {problem}; write {better}",
            text=quoted(text),
            problem=problem,
            better=quoted(symbols),
        )
    )


def _advice(text: str) -> str:
    """Return what to write instead of a word that is not a list of tiles."""
    for advise in (_shape_advice, _word_advice, _repair_advice):
        advice = advise(text)
        if advice is not None:
            return advice
    culprit = re.search("[^a-z*!]", _TOKEN.sub("", text))
    if not culprit:
        return _TILES
    return say("{tiles}; {sign} is not a tile", tiles=_TILES, sign=quoted(culprit[0]))


def _shape_advice(text: str) -> str | None:
    """Return what to write instead of a word with tiles or colours that are out of place; else
    None."""
    if re.fullmatch(rf"{_SYMBOLS}+[xyz]!?", text):
        return say(
            "colours are a to w; x, y and z are not colours (the numbers X Y Z are capitals)"
        )
    if re.fullmatch(rf"{_SYMBOLS}+[a-w*]{{2,}}!?", text):
        return say("a group has one colour letter")
    if re.fullmatch(rf"{_SYMBOLS}+![a-w*]", text):
        return say("! stands last: {better}", better=quoted(text[:-2] + text[-1] + "!"))
    if re.fullmatch(r"[a-w*!]", text):
        return say("a colour stands right behind its tiles, as in 2222a")
    if re.fullmatch(r"\[.*|.*\]|@.*", text):
        return say("a section such as [2468] and a line such as @name stand on lines of their own")
    return None


def _repair_advice(text: str) -> str | None:
    """Return what to write instead of a word that needs only spaces or capitals; else None."""
    found = [match[0] for match in _TOKEN.finditer(text)]
    if len(found) > 1 and "".join(found) == text:
        return say("put a space after each colour: {better}", better=quoted(" ".join(found)))
    pieces = re.findall(r"[-+x=/]|[^-+x=/]+", text)
    if len(pieces) > 1 and all(piece in SIGNS or _TOKEN.fullmatch(piece) for piece in pieces):
        return say("put spaces around + - x = /: {better}", better=quoted(" ".join(pieces)))
    repairs: tuple[Callable[[], str], ...] = (
        lambda: text.upper(),
        lambda: text[:-1].upper() + text[-1].lower(),
    )
    for repair in repairs:
        better = repair()
        if better != text and _TOKEN.fullmatch(better):
            return say("did you mean {meant}?", meant=quoted(better))
    return None


def _word_advice(text: str) -> str | None:
    """Return what to write instead of a word that players know but cards write otherwise; else
    None."""
    if text.strip("-–—").lower() == "or":
        return say("between two ways to make a hand write -or-")
    if text in ("×", "−", "–", "—", "÷"):
        return say("the signs between tiles are + - x = /")
    if "J" in text and re.fullmatch(rf"(?:{_SYMBOLS}|J)++[a-w*]?!?", text):
        return say("a card prints no jokers; they may stand in any group of three or more")
    if re.fullmatch("P+|[Ww]h", text):
        return say("the white dragon (soap) is 0")
    return None
