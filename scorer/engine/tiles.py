"""The tiles: 34 kinds, flowers, seasons, the joker; every notation in, one notation out.

A tile is a small number: 0-8 bamboo, 9-17 characters, 18-26 dots, 27-30 winds in the order
E S W N, 31-33 red, green and white dragon, 34-37 flowers, 38-41 seasons, then the joker, the plain
flower of American hands and riichi's red fives. A set of kinds is a bit mask: bit ``k`` for kind
``k``. Functions take a tile as any whole-number type has it, such as NumPy's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import index
from typing import Final, SupportsIndex

from scorer.errors import quoted
from scorer.languages.speech import say

KindMask = int
"""Kinds of tiles, a bit for each: bit 27 is East, 0 is no kind."""

KIND_COUNT: Final = 34
EAST: Final = 27
SOUTH: Final = 28
WEST: Final = 29
NORTH: Final = 30
RED_DRAGON: Final = 31
GREEN_DRAGON: Final = 32
WHITE_DRAGON: Final = 33
ONE_DOTS: Final = 18
FIVE_DOTS: Final = 22
TWO_BAMBOO: Final = 1
FIRST_FLOWER: Final = 34
FIRST_SEASON: Final = 38
JOKER: Final = 42
PLAIN_FLOWER: Final = 43
FIRST_RED_FIVE: Final = 44
PLAIN_FIVES: Final[tuple[int, ...]] = (4, 13, 22)

CODES: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in "bcd" for rank in range(1, 10)),
    *"ESWNRGP",
    *(f"{letter}{number}" for letter in "FS" for number in range(1, 5)),
    *("J", "F", "0b", "0c", "0d"),
)

TILE_NAMES: Final[tuple[str, ...]] = (
    *(f"{rank} of {suit}" for suit in ("bamboo", "characters", "dots") for rank in range(1, 10)),
    *(f"{wind} wind" for wind in ("east", "south", "west", "north")),
    *(f"{colour} dragon" for colour in ("red", "green", "white")),
    *("plum blossom", "orchid", "chrysanthemum", "bamboo flower"),
    *("spring", "summer", "autumn", "winter"),
    *("joker", "flower", "red 5 of bamboo", "red 5 of characters", "red 5 of dots"),
)


REPEATED_CODES: Final[tuple[tuple[tuple[str, ...], ...], ...]] = tuple(
    [tuple([(each,) * many for each in CODES]) for many in range(5)]
)
"""The codes of so many tiles alike: ``REPEATED_CODES[3][4] == ("5b", "5b", "5b")``."""


def mask_of(*kinds: SupportsIndex) -> KindMask:
    """Return the bit mask of these kinds."""
    mask = 0
    for kind in kinds:
        mask |= 1 << index(kind)
    return mask


# Masks of kinds, written so that a compiler knows their values too.
BAMBOO: Final = 0x1FF
CHARACTERS: Final = 0x1FF << 9
DOTS: Final = 0x1FF << 18
SUITS: Final = (BAMBOO, CHARACTERS, DOTS)
SUITED: Final = BAMBOO | CHARACTERS | DOTS
WINDS: Final = 0b1111 << EAST
DRAGONS: Final = 0b111 << RED_DRAGON
HONOURS: Final = WINDS | DRAGONS
TERMINALS: Final = 0b100000001_100000001_100000001
MAJORS: Final = TERMINALS | HONOURS
MINORS: Final = SUITED & ~TERMINALS
ALL_KINDS: Final = SUITED | HONOURS
GREEN_KINDS: Final = 0b10101110 | 1 << GREEN_DRAGON
FLOWERS: Final = 0b1111 << FIRST_FLOWER
SEASONS: Final = 0b1111 << FIRST_SEASON


class TileError(ValueError):
    """A piece of text is no tile; the message says which piece and what would be one."""


def code(tile: SupportsIndex) -> str:
    """Return the canonical code of a tile: ``code(4) == "5b"``."""
    return CODES[tile]


def unicode_tile(tile: SupportsIndex) -> str:
    """Return Unicode's character for a tile; a red five has that of the five, a flower of any
    kind none ("").

    >>> unicode_tile(0), unicode_tile(43)
    ('🀐', '')
    """
    # Without the last character many fonts have a picture in colours for the red dragon.
    character = _UNICODE_TILES.get(plain(tile), "")
    return character + "\ufe0e" if index(tile) == RED_DRAGON else character


def plain(tile: SupportsIndex) -> int:
    """Return the kind of a tile: of a red five the five of its suit."""
    kind = index(tile)
    return (
        PLAIN_FIVES[kind - FIRST_RED_FIVE] if FIRST_RED_FIVE <= kind < FIRST_RED_FIVE + 3 else kind
    )


def codes(tiles: Iterable[SupportsIndex]) -> list[str]:
    """Return the canonical codes in the canonical order b c d E S W N R G P F S J."""
    return [CODES[tile] for tile in in_order(tiles)]


def written(tiles: Iterable[SupportsIndex]) -> str:
    """Return the tiles in the shortest notation: ``written([22, 22, 0, 27]) == "1b 55d E"``."""
    runs: list[str] = []
    for tile in codes(tiles):
        suit = tile[1:]
        if runs and suit in ("b", "c", "d") and runs[-1].endswith(suit):
            runs[-1] = runs[-1][:-1] + tile
        elif runs and len(tile) == 1 and runs[-1][0] == tile:
            runs[-1] += tile
        else:
            runs.append(tile)
    return " ".join(runs)


def in_order(tiles: Iterable[SupportsIndex]) -> list[int]:
    """Return these tiles in the canonical order, in which jokers come after flowers of whatever
    sort, and a red five after the plain ones of its suit."""
    found = sorted([index(tile) for tile in tiles])
    if found and found[-1] >= PLAIN_FLOWER:
        found.sort(key=_canonical_order)
    return found


def _canonical_order(tile: int) -> tuple[bool, int, bool]:
    red = tile >= FIRST_RED_FIVE
    return tile == JOKER, 9 * (tile - FIRST_RED_FIVE) + 4 if red else tile, red


def bits(mask: KindMask) -> Iterator[int]:
    """Yield the kinds of a mask, or the places of its bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def one_suit(mask: KindMask) -> bool:
    """Tests if these kinds are of just one suit, and nothing else."""
    return bool(mask) and (not mask & ~BAMBOO or not mask & ~CHARACTERS or not mask & ~DOTS)


def how_many_suits(mask: KindMask) -> int:
    """Return how many of the three suits are among these kinds."""
    return (mask & BAMBOO > 0) + (mask & CHARACTERS > 0) + (mask & DOTS > 0)


MAX_CACHED_TEXT_LENGTH = 100
"""The characters of the longest text that is kept: whole hands are shorter, and what strangers send
is not to fill the memory."""

_FIRST_KIND_OF_SUIT = {"b": 0, "s": 0, "c": 9, "m": 9, "d": 18, "p": 18}
_TILE_OF_LETTER = {letter: tile for tile, letter in enumerate("ESWNRGP", EAST)} | {
    "J": JOKER,
    "F": PLAIN_FLOWER,
}
_DIGIT_DRAGONS = {5: WHITE_DRAGON, 6: GREEN_DRAGON, 7: RED_DRAGON}
_DRAGON_WORDS = {"rd": RED_DRAGON, "gd": GREEN_DRAGON, "wh": WHITE_DRAGON}
# Unicode's block starts with winds and dragons, then characters, bamboo, dots; its fourth flower
# is the chrysanthemum, which players number 3.
_KINDS_BY_UNICODE: tuple[int, ...] = (
    *range(EAST, NORTH + 1),
    *(RED_DRAGON, GREEN_DRAGON, WHITE_DRAGON),
    *range(9, 18),
    *range(9),
    *range(18, 27),
    *(FIRST_FLOWER, FIRST_FLOWER + 1, FIRST_FLOWER + 3, FIRST_FLOWER + 2),
    *range(FIRST_SEASON, FIRST_SEASON + 4),
    JOKER,
)

_UNICODE_TILES: Final = {kind: chr(0x1F000 + place) for place, kind in enumerate(_KINDS_BY_UNICODE)}

# After S1 or F1 a suit letter takes the digit for itself (South and 1b in S1b), but a capital with
# digits of its own does not (season 1 and 2b 3b in S1B23), nor the s of a season (f1s2).
# Runs of digits are matched whole (++). If the search could give digits back one by one, the time
# for a long run would grow with the cube of its length.
_SUIT_LETTER_PATTERN = r"(?:[bcdmpz]|s(?![1-4][0-9]*+(?![bcdmpz]))|[BCD](?![0-9]))"
_TOKEN_PATTERN = re.compile(
    rf"""
    (?P<ranks>[0-9]++)(?P<suit>[bcdsmpzBCD])
    | (?P<leading>[BCDbcd])(?P<led>[0-9]++)
    | (?P<bonus>[FfSs])(?P<numbers>[1-4]++)(?![0-9]|{_SUIT_LETTER_PATTERN})
    | (?P<dragon>(?:[Rr]d|[Gg]d)(?![0-9])|[Ww]h)
    | (?P<letter>[ESWNRGPFJeswnrgpfj])
    | (?P<unicode>[\U0001F000-\U0001F02A])[\uFE0E\uFE0F]?
    | (?P<space>[\s,]++)
    """,
    re.VERBOSE,
)


def parse(text: str) -> list[int]:
    """Read a tile list in any notation; the tiles come in the order they were written.

    >>> from scorer.engine.tiles import codes, parse
    >>> codes(parse("B123 5m 🀀 6z F1"))
    ['1b', '2b', '3b', '5c', 'E', 'G', 'F1']

    Raises TileError for the first piece that is no tile.
    """
    return list(
        tiles_of_text(text) if len(text) <= MAX_CACHED_TEXT_LENGTH else _parse_uncached(text)
    )


# A table uses few different sets, so most texts have been read before, and of a hand that nobody
# has had most words.
@lru_cache(maxsize=1 << 12)
def tiles_of_text(text: str) -> tuple[int, ...]:
    """Return the tiles of a text of at most ``MAX_CACHED_TEXT_LENGTH`` characters; remember them.
    Raises TileError as ``parse`` does."""
    words = text.split()
    if len(words) < 2:
        return _parse_uncached(text)
    try:
        # No piece of notation has a space in it.
        return tuple([tile for word in words for tile in tiles_of_text(word)])
    except TileError:
        return _parse_uncached(text)


def _parse_uncached(text: str) -> tuple[int, ...]:
    tiles: list[int] = []
    position = 0
    while position < len(text):
        match = _TOKEN_PATTERN.match(text, position)
        if match is None:
            raise TileError(_unreadable_message(text, position))
        tiles += _read_token(match)
        position = match.end()
    return tuple(tiles)


def _read_token(match: re.Match[str]) -> list[int]:
    group = match.lastgroup
    if group == "suit":
        return [_suited_tile(match["suit"].lower(), int(digit)) for digit in match["ranks"]]
    if group == "led":
        return [_suited_tile(match["leading"].lower(), int(digit)) for digit in match["led"]]
    if group == "numbers":
        first = FIRST_FLOWER if match["bonus"] in "Ff" else FIRST_SEASON
        return [first + int(digit) - 1 for digit in match["numbers"]]
    if group == "dragon":
        return [_DRAGON_WORDS[match["dragon"].lower()]]
    if group == "letter":
        return [_TILE_OF_LETTER[match["letter"].upper()]]
    if group == "unicode":
        return [_KINDS_BY_UNICODE[ord(match["unicode"]) - 0x1F000]]
    return []


def _suited_tile(suit: str, rank: int) -> int:
    if suit == "z":
        if rank in _DIGIT_DRAGONS:
            return _DIGIT_DRAGONS[rank]
        if 1 <= rank <= 4:
            return EAST + rank - 1
        raise TileError(say("honours are written 1z to 7z; {tile} is not a tile", tile=f"{rank}z"))
    if rank == 0:
        return FIRST_RED_FIVE + _FIRST_KIND_OF_SUIT[suit] // 9
    return _FIRST_KIND_OF_SUIT[suit] + rank - 1


def _unreadable_message(text: str, position: int) -> str:
    piece = text[position : position + 12].split()[0]
    suit = piece.lstrip("0123456789")[:1]
    if piece[0].isdigit() and suit:
        return say(
            "a suit is b (bamboo), c (characters) or d (dots), as in 123b; {suit} is not a suit",
            suit=quoted(suit),
        )
    if piece[0].isdigit():
        return say(
            "numbers need a suit after them: b (bamboo), c (characters) or d (dots), as in "
            "123b; {piece} has no suit",
            piece=quoted(piece),
        )
    return say(
        "tiles are 1b-9b, 1c-9c, 1d-9d, winds E S W N, dragons R G P (white), flowers F1-F4, "
        "seasons S1-S4; {piece} is not a tile",
        piece=quoted(piece),
    )
