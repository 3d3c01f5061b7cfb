"""Shapes with restrictions: ``four sets and a pair (one suit; no chows)``, read and tested."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scorer.engine.tiles import ALL_KINDS, KIND_COUNT, code, how_many_suits, mask_of, parse
from scorer.errors import quoted
from scorer.grammar.card.notation.faults import did_you_mean
from scorer.grammar.special.model import HandsSetting, Restrictions, ShapeKind
from scorer.languages.speech import say, typed_comma_list
from scorer.types.terms import HandsFault

_SHAPE_BY_NAME: Final[dict[str, tuple[ShapeKind, int]]] = {
    "four sets and a pair": ("sets", 14),
    "five sets and a pair": ("sets", 17),
    "four kongs and a pair": ("kongs", 14),
    "seven pairs": ("pairs", 14),
    "knitted pairs": ("knitted pairs", 14),
    "knitted triples": ("knitted triples", 14),
}
"""The shapes by their words, with the kind of each and how many tiles it has."""
_SUIT_COUNT_BY_WORD: Final = {"one": 1, "two": 2, "three": 3, "1": 1, "2": 2, "3": 3}
_SUITS_PATTERN: Final = re.compile(r"(one|two|three|[123]) suits?")
_TILES_PATTERN: Final = re.compile(r"(from|with)\b\s*(.*)")
_SHAPES_OF_FLAG: Final[dict[str, Sequence[ShapeKind]]] = {
    "no chows": ("sets",),
    "no pungs": ("sets",),
    "no kongs": ("sets",),
    "different": ("pairs",),
}
_EXAMPLE_WORDS: Final = ("one suit", "two suits", "three suits", *_SHAPES_OF_FLAG)


class TextPiece(NamedTuple):
    """A piece of a line and the column where it begins."""

    text: str
    column: int

    def stripped(self) -> TextPiece:
        """Return the piece without spaces around it."""
        bare = self.text.lstrip()
        return TextPiece(bare.rstrip(), self.column + len(self.text) - len(bare))


class ShapeFault(NamedTuple):
    """What is wrong with a shape or a restriction of it, and where."""

    column: int
    code: HandsFault
    detail: str


def shape_named(text: str, setting: HandsSetting) -> ShapeKind | str | None:
    """Return the kind of the shape of this name, None for a text that names none, or a sentence
    where hands of this ruleset have no such shape."""
    words = " ".join(text.lower().split())
    found = _SHAPE_BY_NAME.get(words)
    if found is None:
        if not re.search(r"[a-z]{3}", text):
            return None
        return did_you_mean(
            words,
            [*_SHAPE_BY_NAME],
            say("write one of these shapes: {known}", known=typed_comma_list(_SHAPE_BY_NAME)),
        )
    kind, tiles = found
    if tiles == setting.tiles:
        return kind
    return say(
        "a hand of {ruleset} has {tiles} tiles; write one of these shapes: {known}",
        ruleset=setting.ruleset,
        tiles=setting.tiles,
        known=typed_comma_list(
            name for name, (_, size) in _SHAPE_BY_NAME.items() if size == setting.tiles
        )
        or say("none"),
    )


def read_restrictions(
    kind: ShapeKind, pieces: Sequence[TextPiece]
) -> tuple[Restrictions, list[ShapeFault]]:
    """Return what the restrictions of a shape say together, and their faults."""
    faults: list[ShapeFault] = []
    found = Restrictions()
    seen: set[str] = set()
    for piece in pieces:
        text = " ".join(piece.text.split())
        words = text.lower()
        about = words
        if match := _SUITS_PATTERN.fullmatch(words):
            found, about = found._replace(suits=_SUIT_COUNT_BY_WORD[match[1]]), "suits"
        elif match := _TILES_PATTERN.match(words):
            about = match[1]
            column = piece.column + len(piece.text) - len(piece.text[len(about) :].lstrip())
            tiles, fault = _tiles_of(piece.text[len(about) :], column)
            if fault is not None:
                faults.append(fault)
            elif about == "from":
                found = found._replace(only=mask_of(*tiles))
            else:
                found = found._replace(required=tuple(sorted(Counter(tiles).items())))
        elif words in _SHAPES_OF_FLAG and kind in _SHAPES_OF_FLAG[words]:
            found = _with_flag(found, words)
        else:
            faults.append(ShapeFault(piece.column, "bad_clause", _restriction_advice(text, kind)))
            continue
        if about in seen:
            detail = say(
                "{text} repeats or contradicts an earlier restriction; remove one of them",
                text=quoted(text),
            )
            faults.append(ShapeFault(piece.column, "bad_clause", detail))
        seen.add(about)
    if found.no_chows and found.no_pungs and not faults:
        column = pieces[0].column
        detail = say("“no chows” and “no pungs” leave no set; remove one of them")
        faults.append(ShapeFault(column, "bad_clause", detail))
    return found, faults


def _with_flag(restrictions: Restrictions, flag: str) -> Restrictions:
    return {
        "no chows": restrictions._replace(no_chows=True),
        "no pungs": restrictions._replace(no_pungs=True),
        "no kongs": restrictions._replace(no_kongs=True),
        "different": restrictions._replace(different=True),
    }[flag]


def _tiles_of(text: str, column: int) -> tuple[list[int], ShapeFault | None]:
    """Read the tiles after ``from`` and ``with``."""
    shown = text.strip()
    if not shown:
        detail = say("the tiles are missing; write for example “from 2b 3b 4b 6b 8b G”")
        return [], ShapeFault(column, "bad_tile", detail)
    try:
        tiles = parse(shown)
    except ValueError as error:
        return [], ShapeFault(column, "bad_tile", str(error))
    wrong = next((tile for tile in tiles if tile >= KIND_COUNT), None)
    if wrong is not None:
        detail = say(
            "{tile} is no tile of a set; write numbers with b, c or d, winds E S W N and "
            "dragons R G P",
            tile=code(wrong),
        )
        return [], ShapeFault(column, "bad_tile", detail)
    many = next((tile for tile, count in Counter(tiles).items() if count > 4), None)
    if many is not None:
        detail = say("there are only four {tile}; write fewer", tile=code(many))
        return [], ShapeFault(column, "bad_tile", detail)
    return tiles, None


def _restriction_advice(text: str, kind: ShapeKind) -> str:
    words = text.lower()
    if words in _SHAPES_OF_FLAG:
        return say("{text} says nothing of this shape; remove it", text=quoted(text))
    if not text:
        return say("there is an empty condition; remove the extra sign or the empty parentheses")
    known = [
        *_EXAMPLE_WORDS[:3],
        *[flag for flag, kinds in _SHAPES_OF_FLAG.items() if kind in kinds],
    ]
    advice = say(
        "in parentheses write one of: {known}, from 2b 3b G, with RRR GGG",
        known=typed_comma_list(known),
    )
    return say(
        "{text} is not valid here; {advice}",
        text=quoted(text),
        advice=did_you_mean(words, known, advice),
    )


def kind_masks_allowed(restrictions: Restrictions) -> Iterator[int]:
    """Yield the masks of kinds that a hand may have: one for each choice of its suits."""
    suits = (0x1FF, 0x1FF << 9, 0x1FF << 18)
    honours = ALL_KINDS & ~(suits[0] | suits[1] | suits[2])
    for chosen in range(8):
        mask = sum(suit for n, suit in enumerate(suits) if chosen >> n & 1)
        number = chosen.bit_count()
        if number == (restrictions.suits or 3):
            allowed = (mask | honours) & restrictions.only
            if not restrictions.suits or how_many_suits(allowed) == number:
                yield allowed
