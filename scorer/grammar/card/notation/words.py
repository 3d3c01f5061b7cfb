"""A hand of a card in plain words, so that whoever typed it can check the colours and the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce

from scorer.grammar.card.notation.model import (
    NUMBER_SYMBOLS,
    SUITED_SYMBOLS,
    Alternative,
    CardHand,
    Clause,
    Group,
)
from scorer.languages.speech import and_list, capital, or_list, say

THREE_TO_NINE = (
    say("three"),
    say("four"),
    say("five"),
    say("six"),
    say("seven"),
    say("eight"),
    say("nine"),
)
SIZE_WORDS = ("", say("one"), say("a pair"), *THREE_TO_NINE, say("ten"))
COMPARISON_WORDS = {
    "=": say("is"),
    "!=": say("is not"),
    "<": say("is less than"),
    ">": say("is more than"),
    "<=": say("is at most"),
    ">=": say("is at least"),
}
# Where tiles stand, and whose the dragons are that stand alone.
ORDINAL_SUIT_WORDS = (
    (say("in one suit"), say("of one suit")),
    (say("in a second suit"), say("of a second suit")),
    (say("in a third suit"), say("of a third suit")),
)
ANY_SUIT = (say("in any suit"), say("of any suit"))
SUIT_WORDS = {
    "bam": (say("in bamboo"), say("of bamboo")),
    "crak": (say("in characters"), say("of characters")),
    "dot": (say("in dots"), say("of dots")),
}
WIND_WORDS = {"E": say("east"), "S": say("south"), "W": say("west"), "N": say("north")}
SINGULAR_WORDS = {
    "F": say("flower"),
    "E": say("east wind"),
    "S": say("south wind"),
    "W": say("west wind"),
    "N": say("north wind"),
    "0": say("white dragon (soap)"),
    "R": say("red dragon"),
    "G": say("green dragon"),
}
PLURAL_WORDS = {
    "F": say("flowers"),
    "E": say("east winds"),
    "S": say("south winds"),
    "W": say("west winds"),
    "N": say("north winds"),
    "0": say("white dragons (soap)"),
    "R": say("red dragons"),
    "G": say("green dragons"),
}
SINGLE_TILE_WORDS = (
    WIND_WORDS
    | {"0": say("0 (soap)")}
    | {symbol: SINGULAR_WORDS[symbol] for symbol in "FRG"}
    | {number: number for number in NUMBER_SYMBOLS}
)
# In a word with numbers: the suit is said of the whole word, and the 0 has none.
SUITLESS_ZERO = {"0": say("0 (soap, of no suit)")}


# The sentences of a line with many alternatives take fifty kilobytes.
@lru_cache(maxsize=3 << 6)
def in_words(hand: CardHand) -> str:
    """Return what a hand is, what its letters and numbers may be, how it is played and its value.

    >>> from scorer.grammar.card.notation.text import parse
    >>> in_words(parse("FFF 2222a 444b 8888a X 25").hands[0])
    'Three flowers; four 2s and four 8s in one suit; three 4s in a second suit. May be exposed; 25.'
    """
    return reduce(_join_sentences, [*_hand_sentences(hand), _way_in_words(hand)])


@lru_cache(maxsize=3 << 6)
def tiles_in_words(hand: CardHand) -> str:
    """Return what ``in_words`` says without the value, for a line that has the value beside it."""
    return reduce(_join_sentences, [*_hand_sentences(hand), _way_of_playing(hand)])


def only_tiles_in_words(hand: CardHand) -> str:
    """Return what a hand is and what its letters and numbers may be, without how it is played."""
    return reduce(_join_sentences, _hand_sentences(hand))


def _join_sentences(sentences: str, more: str) -> str:
    return say("{sentences} {more}", sentences=sentences, more=more)


def _hand_sentences(hand: CardHand) -> list[str]:
    """Return what a hand is, and what its letters and numbers may be."""
    tiles = reduce(
        lambda first, second: say("{first}; or {way}", first=first, way=second),
        [_tiles_of_alternative(hand, alternative) for alternative in hand.alternatives],
    )
    conditions = list(_condition_sentences(hand))
    return [_clause_sentence(clause) for clause in (tiles, *_as_one_clause(conditions))]


def _as_one_clause(clauses: Sequence[str]) -> list[str]:
    """Return a list of these clauses as one clause, empty where there are none."""
    if not clauses:
        return []
    return [reduce(lambda first, more: say("{first}; {more}", first=first, more=more), clauses)]


def _clause_sentence(clause: str) -> str:
    return say("{clause}.", clause=capital(clause))


def _way_in_words(hand: CardHand) -> str:
    """Return how the hand is played, and its value."""
    value, no_bonus = hand.value, "no-bonus" in hand.section.flags
    if hand.concealed and no_bonus:
        return say("Concealed; {value}; no jokerless bonus.", value=value)
    if hand.concealed:
        return say("Concealed; {value}.", value=value)
    if no_bonus:
        return say("May be exposed; {value}; no jokerless bonus.", value=value)
    return say("May be exposed; {value}.", value=value)


def _way_of_playing(hand: CardHand) -> str:
    no_bonus = "no-bonus" in hand.section.flags
    if hand.concealed:
        return say("Concealed; no jokerless bonus.") if no_bonus else say("Concealed.")
    return say("May be exposed; no jokerless bonus.") if no_bonus else say("May be exposed.")


def _tiles_of_alternative(hand: CardHand, alternative: Alternative) -> str:
    """Return the tiles of one alternative, gathered by suit in the order in which they are
    printed."""
    numbered = {group.label for group in alternative.groups if group.symbol in NUMBER_SYMBOLS}
    by_suit: dict[str, list[tuple[Group, ...]]] = {}
    for place, word in enumerate(alternative.words):
        groups = tuple(alternative.groups[number] for number in word)
        suited = [group for group in groups if group.symbol in SUITED_SYMBOLS]
        # Each word with a * is of a suit of its own, so no two of them are gathered.
        key = (
            "-" if not suited else suited[0].label + (str(place) if "*" in suited[0].label else "")
        )
        by_suit.setdefault(key, []).append(groups)
    places = _suits_by_colour(hand, [key for key in by_suit if key != "-"])
    clauses = []
    for key, printed in by_suit.items():
        pieces = [piece for word in printed for piece in _word_groups(hand, word, numbered)]
        tiles = and_list(pieces)
        if key in places:
            stands, belongs = places[key]
            dragons = all(group.symbol == "D" for word in printed for group in word)
            tiles = say("{tiles} {where}", tiles=tiles, where=belongs if dragons else stands)
        clauses.append(tiles)
    return _as_one_clause(clauses)[0]


def _suits_by_colour(hand: CardHand, keys: list[str]) -> dict[str, tuple[str, str]]:
    """Return for each colour of an alternative how its suit is said: "in one suit", "of one
    suit"."""
    named = {
        name: SUIT_WORDS[clause.values[0]] if clause.kind == "suit" else ANY_SUIT
        for clause in hand.clauses
        if clause.kind in ("suit", "free")
        for name in clause.names
    }
    ordinals = iter(ORDINAL_SUIT_WORDS)
    places = {}
    for key in keys:
        if key.startswith("*"):
            places[key] = ANY_SUIT
        else:
            places[key] = named.get(key) or next(ordinals, None) or _suit_in_words(key)
    return places


def _suit_in_words(colour: str) -> tuple[str, str]:
    return (
        say("in the suit of {colour}", colour=colour),
        say("of the suit of {colour}", colour=colour),
    )


def _word_groups(hand: CardHand, groups: tuple[Group, ...], numbered: set[str]) -> Iterator[str]:
    """Yield the groups of a word; single tiles printed together stay together, as in NEWS or
    2026."""
    suited = any(group.symbol in SUITED_SYMBOLS for group in groups)
    if len(groups) > 1 and all(g.size == 1 and g.symbol in SINGLE_TILE_WORDS for g in groups):
        singles = SINGLE_TILE_WORDS | SUITLESS_ZERO if suited else SINGLE_TILE_WORDS
        yield say("one each of {tiles}", tiles=and_list(singles[g.symbol] for g in groups))
        return
    for group in groups:
        tiles = _group_in_words(hand, group, numbered)
        if suited and group.symbol == "0":
            tiles = say("{tiles} of no suit", tiles=tiles)
        yield say("{tiles} without jokers", tiles=tiles) if group.natural else tiles


def _group_in_words(hand: CardHand, group: Group, numbered: set[str]) -> str:
    symbol, many = group.symbol, group.size > 1
    size = SIZE_WORDS[group.size] if group.size < len(SIZE_WORDS) else str(group.size)
    if symbol in "UV" and group.size == 2:
        return say("a pair of {wind}", wind=_wind_in_words(hand, symbol))
    if symbol in "UV" and group.size == 1:
        return say("one of {wind}", wind=_wind_in_words(hand, symbol))
    if symbol in "UV":
        return say("{size} of {wind}", size=size, wind=_wind_in_words(hand, symbol))
    if symbol == "?" and group.size == 2:
        return say("a pair of any one tile")
    if symbol == "?":
        return say("{size} of any one tile", size=size)
    if symbol == "D":
        matching = group.label in numbered and group.label != "*"
        noun = _dragons_in_words(many) if not matching else _matching_dragons_in_words(many)
    elif symbol in NUMBER_SYMBOLS:
        noun = say("{number}s", number=symbol) if many else symbol
    else:
        noun = PLURAL_WORDS[symbol] if many else SINGULAR_WORDS[symbol]
    if group.size == 2:
        return say("a pair of {tiles}", tiles=noun)
    if symbol == "F" and group.size == 1:
        return say("one flower")
    return say("{size} {tiles}", size=size, tiles=noun)


def _dragons_in_words(many: bool) -> str:
    return say("dragons") if many else say("dragon")


def _matching_dragons_in_words(many: bool) -> str:
    return say("matching dragons") if many else say("matching dragon")


def _wind_in_words(hand: CardHand, symbol: str) -> str:
    if _domain_clause(hand, symbol) is not None:
        return say("wind {letter}", letter=symbol)
    both = all(
        any(
            group.symbol == letter
            for alternative in hand.alternatives
            for group in alternative.groups
        )
        for letter in "UV"
    )
    return say("another wind") if symbol == "V" and both else say("any wind")


def _condition_sentences(hand: CardHand) -> Iterator[str]:
    """Yield what the parenthetical, or the section, says of the numbers and the variables."""
    symbols = {group.symbol for alternative in hand.alternatives for group in alternative.groups}
    move = hand.movement
    if move is not None and symbols & set("123456789"):
        yield _movement_in_words(move)
    elif any(clause.kind == "fixed" for clause in hand.clauses):
        yield say("the numbers are only those printed")
    names_of: dict[str, list[str]] = {}
    for name in sorted(symbols & set("UVXYZ")):
        domain = _domain_clause(hand, name)
        if domain is not None or name in "XYZ":
            names_of.setdefault(_variable_in_words(domain), []).append(name)
    for value, names in names_of.items():
        if len(names) == 1:
            yield say("{name} is {value}", name=names[0], value=value)
        else:
            yield say("{names} are each {value}", names=and_list(names), value=value)
    for clause in hand.clauses:
        if clause.kind == "relation":
            left, sign, right = clause.values
            yield say(
                "{left} {relation} {right}",
                left=left.replace("+", " + "),
                relation=COMPARISON_WORDS[sign],
                right=right.replace("+", " + "),
            )


def _movement_in_words(move: Clause) -> str:
    if move.kind == "like":
        return say("the printed number may be {value}", value=_any_number_in_words(move.text))
    if not move.values:
        if move.text:
            return say("the printed numbers may move up or down together by twos")
        return say("the printed numbers may move up or down together")
    count = move.values[0]
    if move.text:
        return say("the {count} printed numbers may move up or down together by twos", count=count)
    return say("the {count} printed numbers may move up or down together", count=count)


def _variable_in_words(domain: Clause | None) -> str:
    if domain is None or domain.text:
        return _any_number_in_words("" if domain is None else domain.text)
    return or_list(WIND_WORDS.get(value, value) for value in domain.values)


def _any_number_in_words(sort: str) -> str:
    if sort == "odd":
        return say("any odd number")
    return say("any even number") if sort == "even" else say("any number")


def _domain_clause(hand: CardHand, name: str) -> Clause | None:
    return next((c for c in hand.clauses if c.kind == "domain" and name in c.names), None)
