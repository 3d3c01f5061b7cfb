"""A hand of a card in plain words, so that whoever typed it can check the colours and the rest."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.grammar.card.faults import listed
from scorer.grammar.card.model import Alternative, CardHand, Clause, Group

__all__ = ["in_words"]

NUMBERS = "123456789XYZ"
SUITED = NUMBERS + "D"
SIZES = ("", "one", "a pair of", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SIGNS = {
    "=": "is",
    "!=": "is not",
    "<": "is less than",
    ">": "is more than",
    "<=": "is at most",
    ">=": "is at least",
}
ORDINALS = ("in one suit", "in a second suit", "in a third suit")
SUITS = {"bam": "in bamboo", "crak": "in characters", "dot": "in dots"}
WINDS = {"E": "east", "S": "south", "W": "west", "N": "north"}
SINGULAR = {
    "F": "flower",
    **{symbol: f"{wind} wind" for symbol, wind in WINDS.items()},
    "0": "white dragon (soap)",
    "R": "red dragon",
    "G": "green dragon",
}
PLURAL = {symbol: f"{name}s" for symbol, name in SINGULAR.items()} | {
    "0": "white dragons (soap)",
}
SINGLES = (
    WINDS
    | {"F": "flower", "0": "0 (soap)", "R": "red dragon", "G": "green dragon"}
    | {number: number for number in NUMBERS}
)


def in_words(hand: CardHand) -> str:
    """What a hand is, what its letters and numbers may be, how it is played and its value.

    >>> from scorer.grammar.card.notation import parse
    >>> in_words(parse("FFF 2222a 444b 8888a X 25").hands[0])
    'Three flowers; four 2s and four 8s in one suit; three 4s in a second suit. May be exposed; 25.'
    """
    ways = "; or ".join(_tiles(hand, alternative) for alternative in hand.alternatives)
    conditions = "; ".join(_conditions(hand))
    play = "Concealed" if hand.concealed else "May be exposed"
    bonus = "; no bonus without jokers" if "no-bonus" in hand.section.flags else ""
    sentences = (ways, conditions, f"{play}; {hand.value}{bonus}")
    return " ".join(_capital(text) + "." for text in sentences if text)


def _tiles(hand: CardHand, alternative: Alternative) -> str:
    """The tiles of one alternative, gathered by suit in the order in which they are printed."""
    numbered = {group.label for group in alternative.groups if group.symbol in NUMBERS}
    parts: dict[str, list[tuple[Group, ...]]] = {}
    for place, word in enumerate(alternative.words):
        groups = tuple(alternative.groups[number] for number in word)
        suited = [group for group in groups if group.symbol in SUITED]
        # Each word with a * is of a suit of its own, so no two of them are gathered.
        key = (
            "-" if not suited else suited[0].label + (str(place) if "*" in suited[0].label else "")
        )
        parts.setdefault(key, []).append(groups)
    places = _places(hand, [key for key in parts if key != "-"])
    told = []
    for key, words in parts.items():
        pieces = [piece for word in words for piece in _word(hand, word, numbered)]
        where = places.get(key, "")
        if where and all(group.symbol == "D" for word in words for group in word):
            where = f"of {where.removeprefix('in ')}"
        told.append(f"{listed(pieces)} {where}".rstrip())
    return "; ".join(told)


def _places(hand: CardHand, keys: list[str]) -> dict[str, str]:
    """For each colour of an alternative the words that tell its suit."""
    told = {
        name: SUITS[clause.values[0]] if clause.kind == "suit" else "in any suit"
        for clause in hand.clauses
        if clause.kind in ("suit", "free")
        for name in clause.names
    }
    ordinals = iter(ORDINALS)
    places = {}
    for key in keys:
        if key.startswith("*"):
            places[key] = "in any suit"
        else:
            places[key] = told.get(key) or next(ordinals, f"in the suit of {key}")
    return places


def _word(hand: CardHand, groups: tuple[Group, ...], numbered: set[str]) -> Iterator[str]:
    """The groups of a word; single tiles printed together stay together, as in NEWS or 2026."""
    if len(groups) > 1 and all(g.size == 1 and g.symbol in SINGLES for g in groups):
        yield f"one each of {listed(SINGLES[g.symbol] for g in groups)}"
        return
    for group in groups:
        natural = " without jokers" if group.natural else ""
        yield _group(hand, group, numbered) + natural


def _group(hand: CardHand, group: Group, numbered: set[str]) -> str:
    symbol, many = group.symbol, group.size > 1
    size = SIZES[group.size] if group.size < len(SIZES) else str(group.size)
    if symbol in "UV":
        return f"{size.removesuffix(' of')} of {_wind(hand, symbol)}"
    if symbol == "?":
        return f"{size.removesuffix(' of')} of any one tile"
    if symbol == "D":
        noun = "matching dragon" if group.label in numbered and group.label != "*" else "dragon"
        return f"{size} {noun}{'s' if many else ''}"
    if symbol in NUMBERS:
        return f"{size} {symbol}{'s' if many else ''}"
    return f"{size} {PLURAL[symbol] if many else SINGULAR[symbol]}"


def _wind(hand: CardHand, symbol: str) -> str:
    if _domain(hand, symbol) is not None:
        return f"wind {symbol}"
    both = all(
        any(group.symbol == one for way in hand.alternatives for group in way.groups)
        for one in "UV"
    )
    return "another wind" if symbol == "V" and both else "any wind"


def _conditions(hand: CardHand) -> Iterator[str]:
    """What the parenthetical, or the section, says of the numbers and the variables."""
    symbols = {group.symbol for way in hand.alternatives for group in way.groups}
    move = hand.movement
    if move is not None and symbols & set("123456789"):
        yield _movement(move)
    elif any(clause.kind == "fixed" for clause in hand.clauses):
        yield "the numbers are only those printed"
    told: dict[str, list[str]] = {}
    for name in sorted(symbols & set("UVXYZ")):
        domain = _domain(hand, name)
        if domain is not None or name in "XYZ":
            told.setdefault(_value(name, domain), []).append(name)
    for value, names in told.items():
        yield f"{listed(names)} {'is' if len(names) == 1 else 'are each'} {value}"
    for clause in hand.clauses:
        if clause.kind == "relation":
            left, sign, right = clause.values
            yield f"{left} {SIGNS[sign]} {right}".replace("+", " + ")


def _movement(move: Clause) -> str:
    if move.kind == "like":
        return f"the printed number may be any {move.text + ' ' if move.text else ''}number"
    count = f"{move.values[0]} " if move.values else ""
    steps = " by twos" if move.text else ""
    return f"the {count}printed numbers may move up or down together{steps}"


def _value(name: str, domain: Clause | None) -> str:
    if domain is None or domain.text == "any":
        return "any number"
    if domain.text:
        return f"any {domain.text} number"
    return listed([WINDS.get(value, value) for value in domain.values], "or")


def _domain(hand: CardHand, name: str) -> Clause | None:
    return next((c for c in hand.clauses if c.kind == "domain" and name in c.names), None)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
