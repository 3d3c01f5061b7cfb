"""A card made ready for play: every concrete hand that it allows.

A concrete hand (a variant) is a hand whose suits, numbers and winds are chosen: groups of known
tiles. Compiling makes all of them once for a card; matching then only counts tiles. Cards come from
strangers, so how much work there is is found out before any of it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import mul
from typing import NamedTuple

from scorer.engine.tiles import PLAIN_FLOWER
from scorer.grammar.card.notation.faults import CardError, Faults, TooManyFaults
from scorer.grammar.card.notation.model import Card, CardHand
from scorer.grammar.card.variants.choices import OpenAlternative, open_choices
from scorer.grammar.card.variants.index import Index
from scorer.grammar.card.variants.relations import trial_count
from scorer.languages.speech import say

MAX_VARIANTS_PER_HAND = 5_000
MAX_VARIANTS_PER_CARD = 7_000
MAX_VARIANT_GROUPS = 45_000
MAX_TRIALS_PER_CARD = 40_000
MAX_RELATIONS_PER_HAND = 8
JOKERS_IN_SET = 8
MIN_COPIES_OF_TILE = 4


class PrintedGroup(NamedTuple):
    """A group of a variant: ``size`` of ``tile``; ``jokers_ok`` is whether it may have jokers."""

    tile: int
    size: int
    jokers_ok: bool


class Variant(NamedTuple):
    """One concrete hand: its groups in printed order, and the choices that it is made of.

    ``hand`` and ``alternative`` are places in the card. ``suits`` gives each letter its suit
    (0 bamboo, 1 characters, 2 dots), ``values`` each variable its number or wind tile; ``shift``
    is how far the printed numbers moved.
    """

    hand: int
    alternative: int
    groups: tuple[PrintedGroup, ...]
    suits: tuple[tuple[str, int], ...] = ()
    values: tuple[tuple[str, int], ...] = ()
    shift: int = 0


class VariantWork(NamedTuple):
    """How much work variants are: how many there are at most, and how many groups these have in
    all."""

    most_variants: int
    groups: int

    @classmethod
    def of(cls, alternatives: Sequence[OpenAlternative]) -> VariantWork:
        """Return how much work these alternatives of a hand are."""
        counts = [alternative.most_variants for alternative in alternatives]
        groups = [len(alternative.alternative.groups) for alternative in alternatives]
        return cls(sum(counts), sum(map(mul, counts, groups)))

    def and_also(self, other: VariantWork) -> VariantWork:
        """Return the work of both."""
        return VariantWork(self.most_variants + other.most_variants, self.groups + other.groups)

    def within(self, most: VariantWork) -> bool:
        """Tests if it is no more than ``most`` in variants nor in groups."""
        return self.most_variants <= most.most_variants and self.groups <= most.groups


class CompiledCard:
    """A card, its variants in the order of its hands, and the index by which they are found.
    ``work`` is how much work they were; ``derived`` has what other modules have made from the card,
    by the function that made it."""

    def __init__(self, card: Card, variants: Sequence[Variant], work: VariantWork) -> None:
        self.card = card
        self.work = work
        self.derived: dict[Callable[[CompiledCard], object], object] = {}
        self.variants = tuple(variants)
        self.index = Index(
            [variant.groups for variant in self.variants],
            [variant.hand for variant in self.variants],
            [hand.concealed for hand in card.hands],
        )

    def hand(self, variant: Variant) -> CardHand:
        """Return the hand that a variant is of."""
        return self.card.hands[variant.hand]

    def __repr__(self) -> str:
        return f"CompiledCard({self.card.name!r}: {len(self.variants)} variants)"


def copies(tile: int) -> int:
    """Return how many of a natural tile there are in all."""
    return 8 if tile == PLAIN_FLOWER else 4


def compile_card(card: Card, *, super_joker: bool = False) -> CompiledCard:
    """Make every variant of the hands of a card, as ``notation.parse`` gives it. With
    ``super_joker`` jokers may stand in singles and pairs too.

    Raises CardError with every hand that no tiles can make, or that has more variants than are
    allowed.
    """
    faults = Faults()
    variants: list[Variant] = []
    work = VariantWork(0, 0)
    try:
        counted, work = _hands_with_open_choices(card, faults)
        for place, hand, alternatives in counted:
            made = list(variants_of(place, hand, alternatives, 1 if super_joker else 3))
            if not made:
                faults.add(
                    hand.line,
                    hand.title,
                    say("no tiles can make this hand; correct the tiles or remove a condition"),
                )
            variants += made
    except TooManyFaults:
        pass
    if faults.problems:
        raise CardError(*sorted(faults.problems, key=lambda problem: problem.line))
    return CompiledCard(card, variants, work)


def _hands_with_open_choices(
    card: Card, faults: Faults
) -> tuple[list[tuple[int, CardHand, list[OpenAlternative]]], VariantWork]:
    """Return for each hand its place, the hand and what its alternatives leave open, and the work
    that all are; hands that are too much work are noted as faults and left out."""
    found = []
    done = VariantWork(0, 0)
    tried = 0
    for place, hand in enumerate(card.hands):
        tried += trial_count(hand)
        detail = _too_many_relations_message(hand) or _too_many_trials_message(tried)
        if detail:
            faults.add(hand.line, hand.title, detail)
            if tried > MAX_TRIALS_PER_CARD:
                return [], done
            continue
        alternatives = open_choices(hand)
        work = VariantWork.of(alternatives)
        if not all(alternative.most_variants for alternative in alternatives):
            detail = say(
                "no suit, number or wind meets the conditions of this hand; "
                "change or remove a condition"
            )
            faults.add(hand.line, hand.title, detail)
        elif work.most_variants > MAX_VARIANTS_PER_HAND:
            detail = say(
                "this hand can be made in {ways} ways, but at most {most} are allowed; "
                "limit a number, a wind or a suit, for example “X=2/4/6”",
                ways=f"{work.most_variants:,}",
                most=f"{MAX_VARIANTS_PER_HAND:,}",
            )
            faults.add(hand.line, hand.title, detail)
        else:
            done = done.and_also(work)
            found.append((place, hand, alternatives))
        detail = _too_many_variants_message(done)
        if detail:
            faults.add(hand.line, hand.title, detail)
            return [], done
    return found, done


def _too_many_relations_message(hand: CardHand) -> str:
    relations = sum(clause.kind == "relation" for clause in hand.clauses)
    if relations <= MAX_RELATIONS_PER_HAND:
        return ""
    return say(
        "a hand has at most {most} conditions on numbers, but this hand has {count}; remove some",
        count=relations,
        most=MAX_RELATIONS_PER_HAND,
    )


def _too_many_trials_message(tried: int) -> str:
    if tried <= MAX_TRIALS_PER_CARD:
        return ""
    return say(
        "the card up to this hand needs {count} checks of conditions on numbers, but "
        "at most {most} are allowed; list the values of a number, for example "
        "“X=2/4/6”, or remove conditions",
        count=f"{tried:,}",
        most=f"{MAX_TRIALS_PER_CARD:,}",
    )


def _too_many_variants_message(done: VariantWork) -> str:
    if done.most_variants > MAX_VARIANTS_PER_CARD:
        return say(
            "the hands of the card up to this one can be made in {ways} ways, but at "
            "most {most} are allowed; limit a number, a wind or a suit, for example "
            "“X=2/4/6”",
            ways=f"{done.most_variants:,}",
            most=f"{MAX_VARIANTS_PER_CARD:,}",
        )
    if done.groups > MAX_VARIANT_GROUPS:
        return say(
            "the variants of the hands up to this one have {groups} groups of tiles, "
            "but at most {most} are allowed on a card; limit a number, a wind or a "
            "suit, for example “X=2/4/6”",
            groups=f"{done.groups:,}",
            most=f"{MAX_VARIANT_GROUPS:,}",
        )
    return ""


def variants_of(
    place: int, hand: CardHand, alternatives: Sequence[OpenAlternative], least: int = 3
) -> Iterator[Variant]:
    """Yield the variants of a hand, each collection of groups once, and only those for which there
    are enough tiles. Jokers may stand in groups of ``least`` and more."""
    seen: set[tuple[int, ...]] = set()
    for number, alternative in enumerate(alternatives):
        printed = alternative.alternative.groups
        sizes = [group.size for group in printed]
        jokers_ok = [group.size >= least and not group.natural for group in printed]
        for tiles, suits, values, shift in alternative.concrete_hands():
            groups = tuple(map(_cached_group, tiles, sizes, jokers_ok))
            # ``_cached_group`` gives equal groups as one object, so ids are fast keys.
            key = tuple(sorted(map(id, groups)))
            if key not in seen:
                seen.add(key)
                if _can_be_made(groups):
                    yield Variant(place, number, groups, suits, values, shift)


@cache
def _cached_group(tile: int, size: int, jokers_ok: bool) -> PrintedGroup:
    # Thousands of variants share some hundreds of groups.
    return PrintedGroup(tile, size, jokers_ok)


def _can_be_made(groups: Sequence[PrintedGroup]) -> bool:
    """Tests if there are enough tiles and jokers for these groups."""
    need: dict[int, int] = {}
    for tile, size, _ in groups:
        need[tile] = need.get(tile, 0) + size
    if max(need.values()) <= MIN_COPIES_OF_TILE:
        return True
    strict: dict[int, int] = {}
    for tile, size, jokers_ok in groups:
        if not jokers_ok:
            strict[tile] = strict.get(tile, 0) + size
    if any(count > copies(tile) for tile, count in strict.items()):
        return False
    return sum(max(0, count - copies(tile)) for tile, count in need.items()) <= JOKERS_IN_SET
