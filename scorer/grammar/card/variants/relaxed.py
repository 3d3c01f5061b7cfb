"""A card with one of its conditions dropped, to find which condition some tiles break.

Dropping one of these three gives other variants: that printed numbers stay as they are, that
variables obey the parenthetical, and that each colour is one suit. Without the first or the second
the card is compiled anew. Without the third a group may be of any suit; where the numbers fit,
suits that fit the player's tiles are searched for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar, cast

from scorer.engine.tiles import RED_DRAGON, bits
from scorer.grammar.card.notation.model import CardHand, Clause
from scorer.grammar.card.variants.choices import DIGITS, DRAGON_KINDS, has_suit, open_choices
from scorer.grammar.card.variants.compiled import (
    MAX_TRIALS_PER_CARD,
    CompiledCard,
    PrintedGroup,
    Variant,
    VariantWork,
    variants_of,
)
from scorer.grammar.card.variants.index import Exposure, Index
from scorer.grammar.card.variants.relations import trial_count

MAX_RELAXED_WORK = VariantWork(most_variants=11_000, groups=62_000)
"""The work of a card in all: as it is, with numbers that move, and with variables that are free."""
MAX_ASSIGNMENTS = 50
MAX_SEARCH_STEPS = 20_000
_ANY_DRAGON = RED_DRAGON
"""The face that all three dragons have where suits do not count."""
ResultT = TypeVar("ResultT")


def _cached_on_card(make: Callable[[CompiledCard], ResultT]) -> Callable[[CompiledCard], ResultT]:
    """Make a function remember its result for a card, for as long as the card is kept."""

    def made(compiled: CompiledCard) -> ResultT:
        if make not in compiled.derived:
            compiled.derived[make] = make(compiled)
        return cast(ResultT, compiled.derived[make])

    made.__doc__ = make.__doc__
    return made


@_cached_on_card
def with_moving_numbers(compiled: CompiledCard) -> CompiledCard:
    """Return the hands whose printed numbers stay, compiled as if they moved."""
    hands: list[CardHand | None] = []
    for hand in compiled.card.hands:
        if hand.movement is None and any(
            group.symbol in DIGITS
            for alternative in hand.alternatives
            for group in alternative.groups
        ):
            kept = [clause for clause in hand.clauses if clause.kind != "fixed"]
            hands.append(hand._replace(clauses=(*kept, Clause("run"))))
        else:
            hands.append(None)
    return _recompile_card(compiled, hands, compiled.work)


@_cached_on_card
def with_free_variables(compiled: CompiledCard) -> CompiledCard:
    """Return the hands whose variables obey the parenthetical, compiled as if these could be
    anything."""
    bound = ("domain", "relation")
    return _recompile_card(
        compiled,
        [
            hand._replace(clauses=tuple(c for c in hand.clauses if c.kind not in bound))
            if any(c.kind in bound for c in hand.clauses)
            else None
            for hand in compiled.card.hands
        ],
        compiled.work.and_also(with_moving_numbers(compiled).work),
    )


def _recompile_card(
    compiled: CompiledCard, hands: Sequence[CardHand | None], before: VariantWork
) -> CompiledCard:
    """Return the card compiled with these hands in place of its own (None: with no hand there).
    Hands are left out where, with the work ``before``, they would be too much work."""
    variants: list[Variant] = []
    done = VariantWork(0, 0)
    tried = 0
    for place, hand in enumerate(hands):
        if hand is None or tried + trial_count(hand) > MAX_TRIALS_PER_CARD:
            continue
        tried += trial_count(hand)
        alternatives = open_choices(hand)
        work = done.and_also(VariantWork.of(alternatives))
        if work.and_also(before).within(MAX_RELAXED_WORK):
            done = work
            variants += variants_of(place, hand, alternatives)
    return CompiledCard(compiled.card, variants, done)


class SuitlessCard(NamedTuple):
    """A card's variants as they are when colours mean nothing.

    ``groups`` has for each group of each variant the tiles that it may be. ``faces`` is an index of
    the variants by faces instead of tiles: 0-8 for the numbers of any suit, one face for all
    dragons, else the tile itself.
    """

    variants: Sequence[Variant]
    groups: Sequence[Sequence[tuple[int, ...]]]
    faces: Index

    def ways(
        self, counts: Mapping[int, int], jokers: int, exposures: Sequence[Exposure]
    ) -> Iterator[tuple[Variant, list[tuple[int, ...]]]]:
        """Yield the variants that these tiles make if colours mean nothing, each with some choices
        of the tiles of its groups."""
        counted: dict[int, int] = {}
        for tile, count in counts.items():
            counted[_tile_without_suit(tile)] = counted.get(_tile_without_suit(tile), 0) + count
        budget = StepBudget(MAX_SEARCH_STEPS)
        exposed = self.faces.exposed(
            [exposure._replace(tile=_tile_without_suit(exposure.tile)) for exposure in exposures]
        )
        for n in bits(self.faces.fitting_mask(counted, exposed)):
            variant = self.variants[n]
            search = _TileSearch(variant.groups, self.groups[n], budget)
            found = search.assignments(dict(counts), jokers, list(exposures))
            assignments = [choice for choice, _ in zip(found, range(MAX_ASSIGNMENTS), strict=False)]
            if assignments:
                yield variant, assignments


@_cached_on_card
def without_suits(compiled: CompiledCard) -> SuitlessCard:
    """Return the variants of a card without its colours, each once."""
    kept: dict[object, Variant] = {}
    for variant in compiled.variants:
        key = (variant.hand, variant.alternative, *(_tiles_by_group(compiled, variant)))
        kept.setdefault(key, variant)
    variants = list(kept.values())
    index = Index(
        [[(_tile_without_suit(tile), size, ok) for tile, size, ok in v.groups] for v in variants],
        [v.hand for v in variants],
        [hand.concealed for hand in compiled.card.hands],
    )
    return SuitlessCard(variants, [_tiles_by_group(compiled, v) for v in variants], index)


def _tile_without_suit(tile: int) -> int:
    if tile < 27:
        return tile % 9
    return _ANY_DRAGON if tile in DRAGON_KINDS else tile


def _tiles_by_group(compiled: CompiledCard, variant: Variant) -> list[tuple[int, ...]]:
    printed = compiled.hand(variant).alternatives[variant.alternative].groups
    options: list[tuple[int, ...]] = []
    for group, (tile, _, _) in zip(printed, variant.groups, strict=True):
        if not has_suit(group):
            options.append((tile,))
        elif group.symbol == "D":
            options.append(DRAGON_KINDS)
        else:
            options.append((tile % 9, tile % 9 + 9, tile % 9 + 18))
    return options


class StepBudget:
    """How many steps a search may still take, so that no card makes anybody wait."""

    __slots__ = ("steps",)

    def __init__(self, steps: int) -> None:
        self.steps = steps


class _TileSearch:
    """The choices of tiles for a variant's groups that use up a player's tiles."""

    def __init__(
        self,
        groups: Sequence[PrintedGroup],
        options: Sequence[tuple[int, ...]],
        budget: StepBudget,
    ) -> None:
        self.groups, self.options = groups, options
        self.budget = budget
        # Singles and pairs take natural tiles alone, so they choose first.
        self.order = sorted(range(len(groups)), key=lambda n: groups[n].jokers_ok)
        self.chosen = [0] * len(groups)

    def assignments(
        self, counts: dict[int, int], jokers: int, exposures: list[Exposure], step: int = 0
    ) -> Iterator[tuple[int, ...]]:
        """Yield the tiles of the groups, for every choice that uses up these natural tiles, jokers
        and exposures, until the budget is used up."""
        self.budget.steps -= 1
        if self.budget.steps < 0:
            return
        if step == len(self.order):
            if not jokers and not exposures and not any(counts.values()):
                yield tuple(self.chosen)
            return
        place = self.order[step]
        _, size, jokers_ok = self.groups[place]
        for tile in self.options[place]:
            self.chosen[place] = tile
            for exposure in {e for e in exposures if e.tile == tile and e.size == size >= 3}:
                if jokers_ok or not exposure.jokers:
                    others = list(exposures)
                    others.remove(exposure)
                    yield from self.assignments(counts, jokers, others, step + 1)
            naturals = min(size, counts.get(tile, 0))
            if size - naturals <= (jokers if jokers_ok else 0):
                left = {**counts, tile: counts.get(tile, 0) - naturals}
                yield from self.assignments(left, jokers - size + naturals, exposures, step + 1)
