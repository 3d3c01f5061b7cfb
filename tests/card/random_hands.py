"""Random wins of a card's hands, made from its print by the oracle's reading, and near misses."""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

from scorer.grammar.card.notation.model import Alternative, Card, CardHand
from scorer.grammar.card.variants.match import Exposure
from tests.card import oracle
from tests.card.oracle import FLOWER, JOKER

NATURALS = (*range(34), FLOWER)


class Dealt(NamedTuple):
    """Tiles for one player, and the place of the hand that they were made for."""

    hand: int
    concealed: tuple[int, ...]
    exposures: tuple[Exposure, ...]

    @property
    def possible(self) -> bool:
        """Whether one set of tiles has them all, and each exposure a natural tile."""
        if any(exposure.jokers >= exposure.size for exposure in self.exposures):
            return False
        counts = Counter(self.concealed)
        for tile, size, jokers in self.exposures:
            counts[tile] += size - jokers
            counts[JOKER] += jokers
        return all(n <= (8 if t in (FLOWER, JOKER) else 4) for t, n in counts.items())


def random_win(rng: random.Random, card: Card, place: int | None = None) -> Dealt:
    """A win of a hand of the card, with up to three exposures and up to eight jokers."""
    while True:
        number = rng.randrange(len(card.hands)) if place is None else place
        hand = card.hands[number]
        alternative = rng.choice(hand.alternatives)
        binding = random_binding(rng, hand, alternative)
        if binding is not None:
            dealt = _dealt(rng, number, hand, alternative, binding)
            if dealt.possible:
                return dealt


def random_binding(
    rng: random.Random, hand: CardHand, alternative: Alternative
) -> oracle.Binding | None:
    """Everything open decided at random; None where that happened to be what the hand forbids."""
    shifts = [s for s in range(-8, 9) if oracle.shift_is_allowed(hand, alternative, s)]
    binding = {"shift": rng.choice(shifts)}
    for other in (alternative, *hand.alternatives):
        for place in range(len(other.groups)):
            for name, values in oracle.open_names(other, place).items():
                if other is alternative or name.startswith("number"):
                    binding.setdefault(name, rng.choice(values))
    return binding if oracle.may_be(hand, binding) else None


def _dealt(
    rng: random.Random,
    number: int,
    hand: CardHand,
    alternative: Alternative,
    binding: oracle.Binding,
) -> Dealt:
    groups = [
        (oracle.tile_of(alternative, place, binding), group.size)
        for place, group in enumerate(alternative.groups)
    ]
    wild = [n for n, g in enumerate(alternative.groups) if g.size >= 3 and not g.natural]
    exposable = [n for n, g in enumerate(alternative.groups) if g.size >= 3]
    shown: set[int] = set()
    if not hand.concealed and rng.random() < 0.6:
        shown = set(rng.sample(exposable, min(len(exposable), rng.randint(1, 3))))
    jokers = Counter[int]()
    for _ in range(rng.choice((0, 0, 1, 2, 3, 4, 6, 8))):
        n = rng.choice(wild or [-1])
        if n >= 0 and jokers[n] < groups[n][1] - (n in shown):
            jokers[n] += 1
    used = Counter[int]()
    for n, (tile, size) in enumerate(groups):
        # A fifth copy there is not, so a joker stands for it.
        used[tile] += size - jokers[n]
        while n in wild and used[tile] > (8 if tile == FLOWER else 4):
            used[tile] -= 1
            jokers[n] += 1
    concealed: list[int] = []
    for n, (tile, size) in enumerate(groups):
        if n not in shown:
            concealed += [tile] * (size - jokers[n]) + [JOKER] * jokers[n]
    rng.shuffle(concealed)
    exposures = [Exposure(*groups[n], jokers[n]) for n in rng.sample(sorted(shown), len(shown))]
    return Dealt(number, tuple(concealed), tuple(exposures))


def one_off(rng: random.Random, dealt: Dealt) -> Dealt:
    """The same with one tile exchanged: mostly on the rack, now and then an exposure."""
    while True:
        other = _one_off(rng, dealt)
        if other != dealt and other.possible:
            return other


def _one_off(rng: random.Random, dealt: Dealt) -> Dealt:
    exposures = list(dealt.exposures)
    concealed = list(dealt.concealed)
    if exposures and rng.random() < 0.2:
        n = rng.randrange(len(exposures))
        tile, size, jokers = exposures[n]
        kind = rng.choice(("tile", "smaller", "larger", "joker"))
        if kind == "tile":
            exposures[n] = Exposure(rng.choice(NATURALS), size, jokers)
        elif kind == "smaller" and size > 3 and jokers < size - 1:
            exposures[n] = Exposure(tile, size - 1, jokers)
            concealed.append(tile)
        elif kind == "larger" and tile in concealed:
            exposures[n] = Exposure(tile, size + 1, jokers)
            concealed.remove(tile)
        elif kind == "joker" and jokers < size - 1:
            exposures[n] = Exposure(tile, size, jokers + 1)
    elif concealed:
        tiles = [tile for tile in concealed if tile != JOKER]
        # Mostly a neighbour of what is there, so that the miss is a near one.
        near = [
            tile + step for tile in tiles for step in (-9, -1, 0, 1, 9) if tile + step in range(34)
        ]
        pool = rng.choice(([JOKER], near or [0], NATURALS, NATURALS))
        concealed[rng.randrange(len(concealed))] = rng.choice(pool)
    return Dealt(dealt.hand, tuple(concealed), tuple(exposures))
