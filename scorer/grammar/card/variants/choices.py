"""What a printed hand means: the suits, numbers and winds that it allows.

An alternative of a hand leaves two things open, and neither depends on the other: its faces (what
the variables are, and how far the printed numbers have moved) and its colours (which suit each
letter is). Every choice of faces with every choice of colours is one concrete hand. So a product
tells how many there are before any of them is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from math import prod
from operator import add
from typing import NamedTuple

from scorer.engine.tiles import (
    EAST,
    GREEN_DRAGON,
    KIND_COUNT,
    NORTH,
    PLAIN_FLOWER,
    RED_DRAGON,
    SOUTH,
    WEST,
    WHITE_DRAGON,
)
from scorer.grammar.card.notation.model import NUMBER_VARIABLES, Alternative, CardHand, Group
from scorer.grammar.card.variants.relations import variable_choices

DIGITS = "123456789"
WIND_KINDS = {"E": EAST, "S": SOUTH, "W": WEST, "N": NORTH}
SUIT_BY_NAME = {"bam": 0, "crak": 1, "dot": 2}
DRAGON_KINDS = (GREEN_DRAGON, RED_DRAGON, WHITE_DRAGON)
"""The dragon that matches bamboo, characters, dots."""
SUITLESS_KINDS = {
    **WIND_KINDS,
    "R": RED_DRAGON,
    "G": GREEN_DRAGON,
    "0": WHITE_DRAGON,
    "F": PLAIN_FLOWER,
}
ANY_TILE = (*range(KIND_COUNT), PLAIN_FLOWER)


class ConcreteHand(NamedTuple):
    """One concrete hand: the tile of each group, and the choices that it is made of.

    ``suits`` gives each letter its suit (0 bamboo, 1 characters, 2 dots), ``values`` each variable
    its number or wind tile; ``shift`` is how far the printed numbers moved.
    """

    tiles: tuple[int, ...]
    suits: tuple[tuple[str, int], ...]
    values: tuple[tuple[str, int], ...]
    shift: int


class OpenAlternative(NamedTuple):
    """An alternative and the choices that it leaves open: of the number variables, of the winds U
    and V, of how far the printed numbers move, and of the suits of the letters.

    ``alone`` has the choices that depend on no other, by the places of the groups that share one:
    the suits of a word marked ``*``, those of a letter that may be any suit, the tiles of a ``?``.
    """

    alternative: Alternative
    numbers: Sequence[Mapping[str, int]]
    winds: Sequence[Mapping[str, int]]
    shifts: Sequence[int]
    suits: Sequence[Mapping[str, int]]
    alone: Mapping[tuple[int, ...], Sequence[int]]

    @property
    def most_variants(self) -> int:
        """How many concrete hands there are at most."""
        choices = (self.numbers, self.winds, self.shifts, self.suits, *self.alone.values())
        return prod(map(len, choices))

    def concrete_hands(self) -> Iterator[ConcreteHand]:
        """Yield every concrete hand, some perhaps more than once, in a fixed order."""
        colourings = list(self._suits_by_letter())
        for variables, winds, shift in product(self.numbers, self.winds, self.shifts):
            faces = [_face_of(group, variables, winds, shift) for group in self.alternative.groups]
            values = (*variables.items(), *winds.items())
            for suits, offsets in colourings:
                yield ConcreteHand(tuple(map(add, faces, offsets)), suits, values, shift)

    def _suits_by_letter(self) -> Iterator[tuple[tuple[tuple[str, int], ...], list[int]]]:
        """Yield each choice of the suits of the letters, with what is added to the face of each
        group to get its tile."""
        groups = self.alternative.groups
        for suits, chosen in product(self.suits, product(*self.alone.values())):
            alone = {
                place: choice
                for places, choice in zip(self.alone, chosen, strict=True)
                for place in places
            }
            freed = {
                groups[place].label: suit
                for place, suit in alone.items()
                if groups[place].label not in ("", "*")
            }
            yield (
                (*suits.items(), *freed.items()),
                [
                    _number_offset(group, alone.get(place), suits)
                    for place, group in enumerate(groups)
                ],
            )


def _face_of(group: Group, numbers: Mapping[str, int], winds: Mapping[str, int], shift: int) -> int:
    """Return a number of a suited group from 0, the tile of a suitless one, 0 for a dragon D and
    ``?``."""
    symbol = group.symbol
    if symbol in SUITLESS_KINDS:
        return SUITLESS_KINDS[symbol]
    if symbol in numbers:
        return numbers[symbol] - 1
    if symbol in winds:
        return winds[symbol]
    return int(symbol) + shift - 1 if symbol in DIGITS else 0


def _number_offset(group: Group, alone: int | None, suits: Mapping[str, int]) -> int:
    """Return what is added to the face of a group to get its tile; ``alone`` is what was chosen for
    it where it depends on no other group."""
    if group.symbol == "?":
        assert alone is not None
        return alone
    if not has_suit(group):
        return 0
    suit = suits[group.label] if alone is None else alone
    return DRAGON_KINDS[suit] if group.symbol == "D" else 9 * suit


def has_suit(group: Group) -> bool:
    """Tests if a group is of a suit: a number but 0, or a dragon D."""
    return group.symbol in DIGITS or group.symbol in NUMBER_VARIABLES or group.symbol == "D"


def open_choices(hand: CardHand) -> list[OpenAlternative]:
    """Return what each alternative of a hand without faults leaves open."""
    together = variable_choices(hand)
    return [
        OpenAlternative(
            alternative,
            numbers=_number_choices(alternative, together),
            winds=_wind_choices(hand, alternative),
            shifts=_shift_choices(hand, alternative),
            suits=_suit_choices(hand, alternative),
            alone=_any_suit_choices(hand, alternative),
        )
        for alternative in hand.alternatives
    ]


def _number_choices(
    alternative: Alternative, together: Sequence[Mapping[str, int]]
) -> list[dict[str, int]]:
    """Return the choices of the number variables that an alternative prints, each once."""
    printed = {group.symbol for group in alternative.groups}
    kept = dict.fromkeys(
        tuple((name, value) for name, value in values.items() if name in printed)
        for values in together
    )
    return [dict(values) for values in kept]


def _wind_choices(hand: CardHand, alternative: Alternative) -> list[dict[str, int]]:
    """Return the choices of the winds U and V, which are two different winds."""
    printed = {group.symbol for group in alternative.groups}
    names = [name for name in "UV" if name in printed]
    allowed = {c.names[0]: c.values for c in hand.clauses if c.kind == "domain"}
    return [
        {name: WIND_KINDS[wind] for name, wind in zip(names, winds, strict=True)}
        for winds in permutations(WIND_KINDS, len(names))
        if all(
            wind in allowed.get(name, WIND_KINDS) for name, wind in zip(names, winds, strict=True)
        )
    ]


def _shift_choices(hand: CardHand, alternative: Alternative) -> Sequence[int]:
    """Return how far the printed numbers may move: all by the same, and none below 1 or above 9."""
    digits = [int(group.symbol) for group in alternative.groups if group.symbol in DIGITS]
    moves = hand.movement
    if moves is None or not digits:
        return (0,)
    step = 2 if moves.text else 1
    return [s for s in range(1 - min(digits), 10 - max(digits)) if s % step == 0]


def _any_suit_letters(hand: CardHand) -> set[str]:
    return {clause.names[0] for clause in hand.clauses if clause.kind == "free"}


def _suit_choices(hand: CardHand, alternative: Alternative) -> list[dict[str, int]]:
    """Return the choices of a suit for each letter that may not be any suit: different suits for
    different letters."""
    fixed = {c.names[0]: SUIT_BY_NAME[c.values[0]] for c in hand.clauses if c.kind == "suit"}
    labels = sorted(
        {group.label for group in alternative.groups if has_suit(group)}
        - {"*"}
        - _any_suit_letters(hand)
    )
    return [
        dict(zip(labels, suits, strict=True))
        for suits in permutations(range(3), len(labels))
        if all(fixed.get(label, suit) == suit for label, suit in zip(labels, suits, strict=True))
    ]


def _any_suit_choices(
    hand: CardHand, alternative: Alternative
) -> dict[tuple[int, ...], Sequence[int]]:
    """Return the choices that depend on no other, as in ``OpenAlternative``."""
    groups = alternative.groups
    shared = [
        [place for place in word if has_suit(groups[place]) and groups[place].label == "*"]
        for word in alternative.words
    ]
    shared += [
        [place for place, group in enumerate(groups) if has_suit(group) and group.label == label]
        for label in sorted(_any_suit_letters(hand))
    ]
    found: dict[tuple[int, ...], Sequence[int]] = {
        tuple(places): (0, 1, 2) for places in shared if places
    }
    return found | {(n,): ANY_TILE for n, group in enumerate(groups) if group.symbol == "?"}
