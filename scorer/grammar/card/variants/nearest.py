"""How far some tiles are from a card's hands, and what they wait for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorer.grammar.card.variants.compiled import JOKERS, CompiledCard, Variant, copies
from scorer.grammar.card.variants.index import Exposed, Exposure, Index, counted, positions
from scorer.grammar.card.variants.match import stand
from scorer.tiles import JOKER

__all__ = ["Near", "nearest", "waits"]


class Near(NamedTuple):
    """A hand, by its variant that is nearest, and what it takes to make it.

    ``distance`` is how many tiles are still to come: 0 is a win, 1 is one tile short. ``missing``
    names as many, jokers among them only where no natural tile is left. ``jokers`` is how many of
    the held ones the hand can use; ``spare`` are the held tiles that it has no place for.
    """

    distance: int
    value: int
    variant: Variant
    missing: tuple[int, ...]
    jokers: int
    spare: tuple[int, ...]


def nearest(
    compiled: CompiledCard,
    concealed: Sequence[int],
    exposures: Sequence[Exposure] = (),
    limit: int = 10,
) -> list[Near]:
    """The hands that these tiles, 13 or 14 with the exposures, are nearest to: the nearest first,
    then the dearest, then as the card has them. Hands that can no longer be made are left out."""
    index = compiled.index
    counts, jokers = counted(concealed)
    held = _Held(counts, jokers, tuple(exposures), _shown(exposures))
    exposed = _possible(index, index.exposed(exposures), held.shown)
    missing, bare = index.missing(counts, exposed)
    found: list[Near] = []
    live = exposed.live
    distance = 0
    while live and len(found) < limit:
        reached = bare.at_most(distance, live) & missing.at_most(distance + jokers, live)
        hands = [hand for hand, these in index.of_hand.items() if these & reached]
        hands.sort(key=lambda hand: -compiled.card.hands[hand].value)
        for hand in hands:
            for n in positions(reached & index.of_hand[hand]):
                near = _near(compiled, compiled.variants[n], held)
                if near is not None:
                    found.append(near)
                    live &= ~index.of_hand[hand]
                    break
            if len(found) == limit:
                break
        # What was reached is told, or cannot be made at all.
        live &= ~reached
        distance += 1
    return found


class _Held(NamedTuple):
    """The player's tiles: natural ones by kind, jokers, exposures and the natural tiles in them."""

    counts: dict[int, int]
    jokers: int
    exposures: tuple[Exposure, ...]
    shown: dict[int, int]


def _possible(index: Index, exposed: Exposed, shown: Mapping[int, int]) -> Exposed:
    """The same without variants that want more natural tiles than the exposures leave."""
    live = exposed.live
    for tile, count in shown.items():
        for these in exposed.strict[tile][copies(tile) - count + 1 :][:1]:
            live &= ~these
    return exposed._replace(live=live)


def _shown(exposures: Sequence[Exposure]) -> dict[int, int]:
    """How many natural tiles lie in the exposures, by kind."""
    shown: dict[int, int] = {}
    for tile, size, jokers in exposures:
        shown[tile] = shown.get(tile, 0) + size - jokers
    return shown


def _near(compiled: CompiledCard, variant: Variant, held: _Held) -> Near | None:
    """What it takes to make a variant; None if there are not enough jokers in the world."""
    strict: list[int] = []
    flexible: list[int] = []
    spare = dict(held.counts)
    for made, printed in zip(
        stand(variant.groups, held.counts, held.exposures), variant.groups, strict=True
    ):
        if not made.exposed:
            if made.naturals:
                spare[made.tile] -= made.naturals
            (flexible if printed.jokers_ok else strict).extend([made.tile] * made.jokers)
    drawn, barred = _drawn(variant, flexible, strict, held)
    if barred + sum([one.jokers for one in held.exposures]) > JOKERS:
        return None
    # The first places to get a held joker are those for which no natural tile is left.
    placed = min(held.jokers, len(flexible))
    missing = strict + drawn[: len(drawn) - max(0, placed - barred)]
    missing += [JOKER] * (barred - placed)
    return Near(
        distance=len(missing),
        value=compiled.hand(variant).value,
        variant=variant,
        missing=tuple(sorted(missing)),
        jokers=placed,
        spare=(
            *[tile for tile in sorted(spare) for _ in range(spare[tile])],
            *[JOKER] * (held.jokers - placed),
        ),
    )


def _drawn(
    variant: Variant, flexible: Sequence[int], strict: Sequence[int], held: _Held
) -> tuple[list[int], int]:
    """Of the places where a joker may stand: those that a natural tile could still fill, and how
    many none can."""
    drawn: list[int] = []
    free: dict[int, int] = {}
    for tile in flexible:
        if tile not in free:
            needed = sum([g.size for g in variant.groups if g.tile == tile])
            taken = sum([e.size for e in held.exposures if e.tile == tile])
            of_hand = min(held.counts.get(tile, 0), needed - taken) + strict.count(tile)
            free[tile] = copies(tile) - held.shown.get(tile, 0) - of_hand
        free[tile] -= 1
        if free[tile] >= 0:
            drawn.append(tile)
    return drawn, len(flexible) - len(drawn)


def waits(
    compiled: CompiledCard, concealed: Sequence[int], exposures: Sequence[Exposure] = ()
) -> list[int]:
    """The tiles, the joker among them, that complete a hand of the card with these 13.

    A tile of which the hand holds all there are is none.
    """
    if len(concealed) + sum(one.size for one in exposures) != 13:
        return []
    index = compiled.index
    counts, jokers = counted(concealed)
    exposed = index.exposed(exposures)
    missing, bare = index.missing(counts, exposed)
    near = missing.at_most(jokers + 1, exposed.live)
    whole = bare.at_most(0, near)
    short = bare.at_most(1, near) & ~whole
    shown = _shown(exposures)
    found = []
    for tile, need in enumerate(index.need):
        held = counts.get(tile, 0)
        taken = exposed.taken.get(tile, 0)
        if len(need) == 1 or held + shown.get(tile, 0) >= copies(tile):
            continue
        fits = whole & need[taken + held + 1] if taken + held + 1 < len(need) else 0
        strict = exposed.strict[tile]
        if held + 1 < len(strict):
            fits |= short & strict[held + 1]
        if fits:
            found.append(tile)
    if whole and jokers + sum(one.jokers for one in exposures) < JOKERS:
        found.append(JOKER)
    return sorted(found)
