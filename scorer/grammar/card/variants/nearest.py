"""How many tiles a player is short of each hand of a card, and which tile would complete one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorer.engine.tiles import JOKER, bits
from scorer.grammar.card.variants.compiled import JOKERS_IN_SET, CompiledCard, Variant, copies
from scorer.grammar.card.variants.index import Exposed, Exposure, counted
from scorer.grammar.card.variants.match import assign_groups


class NearVariant(NamedTuple):
    """The nearest variant of a hand, and what it takes to make it.

    ``distance`` is how many tiles are missing: 0 is a win. ``missing`` are these tiles, with a
    joker only for a place that no natural tile is left to fill. ``jokers`` is how many of the
    held jokers the hand can use; ``spare`` are the held tiles that it has no place for.
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
) -> list[NearVariant]:
    """Return the hands that these tiles, 13 or 14 with the exposures, are nearest to: first those
    with the fewest missing tiles, then those with the highest value, then in the order of the card.
    Hands that can no longer be made are left out."""
    index = compiled.index
    counts, jokers = counted(concealed)
    held = _HeldTiles(counts, jokers, tuple(exposures), _exposed_tiles(exposures))
    exposed = _possible_variants(index.exposed(exposures), held.shown)
    missing, missing_strict = index.missing(counts, exposed)
    found: list[NearVariant] = []
    live = exposed.live
    distance = 0
    while live and len(found) < limit:
        reached = missing_strict.at_most(distance, live) & missing.at_most(distance + jokers, live)
        hands = [hand for hand, these in index.of_hand.items() if these & reached]
        hands.sort(key=lambda hand: -compiled.card.hands[hand].value)
        for hand in hands:
            for n in bits(reached & index.of_hand[hand]):
                near = _near_variant(compiled, compiled.variants[n], held)
                if near is not None:
                    found.append(near)
                    live &= ~index.of_hand[hand]
                    break
            if len(found) == limit:
                break
        # The other variants reached are of a hand that is found, or there are too few tiles left.
        live &= ~reached
        distance += 1
    return found


class _HeldTiles(NamedTuple):
    """The player's tiles: natural ones by kind, jokers, exposures and the natural tiles in them."""

    counts: dict[int, int]
    jokers: int
    exposures: tuple[Exposure, ...]
    shown: dict[int, int]


def _possible_variants(exposed: Exposed, shown: Mapping[int, int]) -> Exposed:
    """Return ``exposed`` without the variants that need more natural tiles, where no joker may
    stand, than are outside the exposures."""
    live = exposed.live
    for tile, count in shown.items():
        for these in exposed.strict[tile][copies(tile) - count + 1 :][:1]:
            live &= ~these
    return exposed._replace(live=live)


def _exposed_tiles(exposures: Sequence[Exposure]) -> dict[int, int]:
    """Return how many natural tiles there are in the exposures, by tile."""
    shown: dict[int, int] = {}
    for tile, size, jokers in exposures:
        shown[tile] = shown.get(tile, 0) + size - jokers
    return shown


def _near_variant(compiled: CompiledCard, variant: Variant, held: _HeldTiles) -> NearVariant | None:
    """Return what it takes to make a variant; None if it needs more jokers than the eight that
    there are.

    That many can be needed because no more than all of a natural tile can be drawn: of a group of
    five, one tile at least is a joker.
    """
    strict: list[int] = []
    flexible: list[int] = []
    spare = dict(held.counts)
    for made, printed in zip(
        assign_groups(variant.groups, held.counts, held.exposures), variant.groups, strict=True
    ):
        if not made.exposed:
            if made.naturals:
                spare[made.tile] -= made.naturals
            (flexible if printed.jokers_ok else strict).extend([made.tile] * made.jokers)
    drawable, joker_only = _drawable_tiles(variant, flexible, strict, held)
    if joker_only + sum([exposure.jokers for exposure in held.exposures]) > JOKERS_IN_SET:
        return None
    # The first places to get a held joker are those for which no natural tile is left.
    placed = min(held.jokers, len(flexible))
    missing = strict + drawable[: len(drawable) - max(0, placed - joker_only)]
    missing += [JOKER] * (joker_only - placed)
    return NearVariant(
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


def _drawable_tiles(
    variant: Variant, flexible: Sequence[int], strict: Sequence[int], held: _HeldTiles
) -> tuple[list[int], int]:
    """Return, of the places that jokers would fill (their tiles are ``flexible``), the tiles of
    those that a natural tile could still fill, and how many no natural tile is left for."""
    drawable: list[int] = []
    free: dict[int, int] = {}
    for tile in flexible:
        if tile not in free:
            needed = sum([group.size for group in variant.groups if group.tile == tile])
            taken = sum([exposure.size for exposure in held.exposures if exposure.tile == tile])
            held_or_needed = min(held.counts.get(tile, 0), needed - taken) + strict.count(tile)
            free[tile] = copies(tile) - held.shown.get(tile, 0) - held_or_needed
        free[tile] -= 1
        if free[tile] >= 0:
            drawable.append(tile)
    return drawable, len(flexible) - len(drawable)


def waits(
    compiled: CompiledCard, concealed: Sequence[int], exposures: Sequence[Exposure] = ()
) -> list[int]:
    """Return the tiles that complete a hand of the card with these 13, the joker among them if it
    does.

    A tile is left out if the player has all that there are of it.
    """
    if len(concealed) + sum(exposure.size for exposure in exposures) != 13:
        return []
    index = compiled.index
    counts, jokers = counted(concealed)
    exposed = index.exposed(exposures)
    missing, missing_strict = index.missing(counts, exposed)
    near = missing.at_most(jokers + 1, exposed.live)
    none_short = missing_strict.at_most(0, near)
    one_short = missing_strict.at_most(1, near) & ~none_short
    shown = _exposed_tiles(exposures)
    found = []
    for tile, need in enumerate(index.need):
        held = counts.get(tile, 0)
        taken = exposed.taken.get(tile, 0)
        if len(need) == 1 or held + shown.get(tile, 0) >= copies(tile):
            continue
        fits = none_short & need[taken + held + 1] if taken + held + 1 < len(need) else 0
        strict = exposed.strict[tile]
        if held + 1 < len(strict):
            fits |= one_short & strict[held + 1]
        if fits:
            found.append(tile)
    if none_short and jokers + sum(exposure.jokers for exposure in exposures) < JOKERS_IN_SET:
        found.append(JOKER)
    return sorted(found)
