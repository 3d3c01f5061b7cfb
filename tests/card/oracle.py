"""A second reading of a card: a slow search on the print itself, sharing nothing with the engine.

It knows the card's syntax tree and the numbers of tiles, and makes no variants: it lays the tiles
on the printed groups one after another and decides suits, numbers and winds as it goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorer.grammar.card.notation.model import Alternative, Card, CardHand

Exposed = tuple[int, int, int]
"""Tile, size, jokers in it."""
Binding = dict[str, int]
"""What is decided: ``suit a``, ``number X``, ``wind U``, ``tile 3`` (a ``?``), ``shift``."""

JOKER, FLOWER, WHITE = 42, 43, 33
NAMED = {"E": 27, "S": 28, "W": 29, "N": 30, "R": 31, "G": 32, "0": WHITE, "F": FLOWER}
MATCHING = {0: 32, 1: 31, 2: 33}
SUIT_NAMES = ("bam", "crak", "dot")


def hands_of(card: Card, concealed: Sequence[int], exposures: Sequence[Exposed]) -> set[int]:
    """The places of the card's hands that these tiles are."""
    return {n for n, hand in enumerate(card.hands) if is_hand(hand, concealed, exposures)}


def is_hand(hand: CardHand, concealed: Sequence[int], exposures: Sequence[Exposed]) -> bool:
    """Whether these tiles are this hand."""
    if exposures and hand.concealed:
        return False
    if len(concealed) + sum(size for _, size, _ in exposures) != 14:
        return False
    counts = Counter(FLOWER if 34 <= tile <= 41 else tile for tile in concealed)
    return any(
        Search(hand, alternative, {"shift": shift}).lay(0, counts, list(exposures))
        for alternative in hand.alternatives
        for shift in range(-8, 9)
        if shift_is_allowed(hand, alternative, shift)
    )


def shift_is_allowed(hand: CardHand, alternative: Alternative, shift: int) -> bool:
    """Whether the numbers of an alternative may all be moved so far."""
    digits = [int(g.symbol) for g in alternative.groups if g.symbol in "123456789"]
    own = [clause for clause in hand.clauses if clause.kind in ("run", "like", "fixed")]
    moved = [digit + shift for digit in digits]
    if shift == 0:
        return True
    if not digits or min(moved) < 1 or max(moved) > 9:
        return False
    if own:
        if own[0].kind == "fixed":
            return False
        return not own[0].text or all(n % 2 == (own[0].text == "odd") for n in moved)
    return bool({"run", "like"} & set(hand.section.flags))


def key_of_suit(alternative: Alternative, place: int) -> str:
    """Under which name the suit of a group is decided; a ``*`` is decided for its word."""
    label = alternative.groups[place].label
    if label != "*":
        return f"suit {label}"
    return f"suit *{next(n for n, word in enumerate(alternative.words) if place in word)}"


def open_names(alternative: Alternative, place: int) -> dict[str, list[int]]:
    """What must be decided to know a group's tile, with all that each could be."""
    symbol = alternative.groups[place].symbol
    names: dict[str, list[int]] = {}
    if symbol in "XYZ":
        names[f"number {symbol}"] = list(range(1, 10))
    if symbol in "UV":
        names[f"wind {symbol}"] = [27, 28, 29, 30]
    if symbol == "?":
        names[f"tile {place}"] = [*range(34), FLOWER]
    if symbol in "XYZD123456789":
        names[key_of_suit(alternative, place)] = [0, 1, 2]
    return names


def tile_of(alternative: Alternative, place: int, binding: Binding) -> int:
    """The tile of a group whose names are all decided."""
    symbol = alternative.groups[place].symbol
    if symbol in NAMED:
        return NAMED[symbol]
    if symbol == "?":
        return binding[f"tile {place}"]
    if symbol in "UV":
        return binding[f"wind {symbol}"]
    suit = binding[key_of_suit(alternative, place)]
    if symbol == "D":
        return MATCHING[suit]
    number = binding[f"number {symbol}"] if symbol in "XYZ" else int(symbol) + binding["shift"]
    return suit * 9 + number - 1


def may_be(hand: CardHand, binding: Binding) -> bool:
    """Whether what is decided so far breaks nothing that the hand says."""
    freed = {clause.names[0] for clause in hand.clauses if clause.kind == "free"}
    tied = (
        [
            suit
            for name, suit in binding.items()
            if name.startswith("suit ") and name[5] != "*" and name[5:] not in freed
        ]
        if "suit " not in binding
        else []
    )
    if len(set(tied)) < len(tied):
        return False
    if "wind U" in binding and binding["wind U"] == binding.get("wind V"):
        return False
    for clause in hand.clauses:
        name = clause.names[0] if clause.names else ""
        if clause.kind == "suit" and f"suit {name}" in binding:
            if SUIT_NAMES[binding[f"suit {name}"]] not in clause.values:
                return False
        if clause.kind == "domain" and f"number {name}" in binding:
            if str(binding[f"number {name}"]) not in clause.values:
                return False
        if clause.kind == "domain" and f"wind {name}" in binding:
            if "ESWN"[binding[f"wind {name}"] - 27] not in clause.values:
                return False
        if clause.kind == "relation":
            known = {name[7:]: value for name, value in binding.items() if "number" in name}
            if set(known) >= set(clause.text) & set("XYZ") and not relation(clause.text, known):
                return False
    return True


def relation(text: str, known: dict[str, int]) -> bool:
    """Whether ``X+Y=9`` is true of these numbers."""
    python = text.replace("=", "==").replace("<==", "<=").replace(">==", ">=").replace("!==", "!=")
    return bool(eval(python, {"__builtins__": {}}, dict(known)))


class Search:
    """The tiles laid on one alternative's groups, with so much decided."""

    def __init__(self, hand: CardHand, alternative: Alternative, binding: Binding) -> None:
        self.hand, self.alternative, self.binding = hand, alternative, binding

    def order(self) -> list[int]:
        """The groups in the order in which they are laid: first those that tell the most."""
        groups = self.alternative.groups
        return sorted(
            range(len(groups)),
            key=lambda n: (groups[n].size >= 3 and not groups[n].natural, groups[n].symbol == "?"),
        )

    def lay(self, step: int, counts: Counter[int], exposures: list[Exposed]) -> bool:
        """Whether the groups from this step on can take just these tiles."""
        order = self.order()
        if step == len(order):
            return not counts.total() and not exposures
        place = order[step]
        return any(
            decided.lay(step + 1, left, others)
            for decided in self.decided(place)
            for left, others in decided.filled(place, counts, exposures)
        )

    def decided(self, place: int) -> Iterator[Search]:
        """All that a group's tile may be."""
        for name, values in open_names(self.alternative, place).items():
            if name not in self.binding:
                for value in values:
                    binding = {**self.binding, name: value}
                    if may_be(self.hand, binding):
                        yield from Search(self.hand, self.alternative, binding).decided(place)
                return
        yield self

    def filled(
        self, place: int, counts: Counter[int], exposures: list[Exposed]
    ) -> Iterator[tuple[Counter[int], list[Exposed]]]:
        """All ways to fill a group: what they leave."""
        group = self.alternative.groups[place]
        tile = tile_of(self.alternative, place, self.binding)
        takes_jokers = group.size >= 3 and not group.natural
        if group.size >= 3:
            for exposure in set(exposures):
                tile_fits = exposure[:2] == (tile, group.size) and exposure[2] < group.size
                if tile_fits and (takes_jokers or not exposure[2]):
                    others = list(exposures)
                    others.remove(exposure)
                    yield counts, others
        fewest = 0 if takes_jokers else group.size
        for natural in range(fewest, group.size + 1):
            jokers = group.size - natural
            if natural <= counts[tile] and jokers <= counts[JOKER]:
                left = counts.copy()
                left[tile] -= natural
                left[JOKER] -= jokers
                yield left, exposures
