"""Draws hands of a card."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter

from scorer.engine.tiles import JOKER
from scorer.grammar.card.book import CardEdition
from scorer.grammar.card.notation.model import CardHand
from scorer.grammar.card.variants.compiled import Variant
from scorer.learn.groups import Group
from scorer.learn.seeded_random import SeededRandom


def draw_card_groups(
    rng: SeededRandom, edition: CardEdition, *, exposes: bool = True
) -> list[Group]:
    """Draw a hand of the card; with ``exposes`` some of its sets may be exposed."""
    variant = _draw_variant(rng, edition, exposes)
    may_expose = exposes and not edition.card.hand(variant).concealed
    jokers, exposed = rng.choice((0, 0, 1, 2, 3)), rng.choice((0, 0, 1, 1, 2, 3))
    groups = []
    for tile, size, jokers_ok in variant.groups:
        wild = 1 + rng.below(size - 1) if size > 2 and rng.below(4) < jokers else 0
        wild = wild if jokers_ok else 0
        tiles = (tile,) * (size - wild) + (JOKER,) * wild
        is_exposed = may_expose and size > 2 and rng.below(4) < exposed
        groups.append(Group("group", tiles, {} if is_exposed else None))
    return groups


def _draw_variant(rng: SeededRandom, edition: CardEdition, exposes: bool) -> Variant:
    """Draw one way to make a hand of the card.

    Either all ways are equally likely, or all hands are. If nothing is exposed, concealed hands are
    as likely as exposed ones.
    """
    hands, variants = edition.card.card.hands, edition.card.variants
    if exposes and rng.one_in(2):
        return rng.choice(variants)
    places: Sequence[int] = range(len(hands))
    if not exposes:
        concealed = rng.one_in(2)
        places = [n for n in places if hands[n].concealed == concealed] or places
    place, by_hand = rng.choice(places), attrgetter("hand")
    first = bisect_left(variants, place, key=by_hand)
    return variants[first + rng.below(bisect_right(variants, place, key=by_hand) - first)]


def find_card_hand(edition: CardEdition, title: str) -> CardHand | None:
    """Return the hand of the card with this title, or None."""
    return next((hand for hand in edition.card.card.hands if hand.title == title), None)
