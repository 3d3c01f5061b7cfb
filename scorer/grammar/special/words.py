"""A club's special hand in plain words, so that whoever typed it can check it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Final

from scorer.engine.tiles import ALL_KINDS, bits, written
from scorer.grammar.card.notation.words import only_tiles_in_words
from scorer.grammar.special.model import ClubHand, Restrictions
from scorer.languages.speech import UserText, capital, say

_SHAPE_SENTENCES: Final = {
    "sets": say("four sets and a pair"),
    "kongs": say("four kongs and a pair"),
    "pairs": say("seven pairs"),
    "knitted pairs": say("seven pairs, each of one number in the same two suits"),
    "knitted triples": say(
        "four triples of one number in all three suits and a pair of one number in two suits"
    ),
}
_FIVE_SETS: Final = say("five sets and a pair")
_SUIT_WORDS: Final = (
    "",
    say("of one suit, honours apart"),
    say("of two suits, honours apart"),
    say("of three suits, honours apart"),
)
_WAY_WORDS: Final = {
    "X": say("May be exposed."),
    "C": say("Concealed; the last tile may be claimed."),
    "CC": say("Concealed and self-drawn."),
}


def in_words(hand: ClubHand, sets: int) -> str:
    """Return what a hand is, in a ruleset whose hands have so many sets, and how it is played."""
    return reduce(_join_sentences, _hand_sentences(hand, sets))


def _join_sentences(sentences: str, more: str) -> str:
    return say("{sentences} {more}", sentences=sentences, more=more)


def _hand_sentences(hand: ClubHand, sets: int) -> Iterator[str]:
    if hand.shaped is not None:
        shape = _SHAPE_SENTENCES[hand.shaped.kind]
        if hand.shaped.kind == "sets" and sets > 4:
            shape = _FIVE_SETS
        clauses = [shape, *_restriction_clauses(hand.shaped.restrictions)]
        text = reduce(lambda first, more: say("{first}; {more}", first=first, more=more), clauses)
        yield say("{clause}.", clause=capital(text))
    elif hand.pattern is not None:
        yield only_tiles_in_words(hand.pattern)
        if hand.one_more:
            yield say("One more of any of these tiles.")
        if hand.kongs:
            yield say("Pungs may be kongs.")
    yield _WAY_WORDS[hand.way]


def _restriction_clauses(restrictions: Restrictions) -> Iterator[str]:
    if restrictions.suits:
        yield _SUIT_WORDS[restrictions.suits]
    if restrictions.only != ALL_KINDS:
        yield say("only of {tiles}", tiles=UserText(written(bits(restrictions.only))))
    if restrictions.required:
        tiles = [kind for kind, count in restrictions.required for _ in range(count)]
        yield say("with at least {tiles}", tiles=UserText(written(tiles)))
    if restrictions.no_chows:
        yield say("no chows")
    if restrictions.no_pungs:
        yield say("no pungs")
    if restrictions.no_kongs:
        yield say("no kongs")
    if restrictions.different:
        yield say("no pair twice")
