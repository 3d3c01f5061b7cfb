"""Hands of a card, drawn."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter

from scorer.grammar.card.book import CardEdition
from scorer.grammar.card.notation.model import CardHand
from scorer.grammar.card.variants.compiled import Variant
from scorer.learn.chance import Chance
from scorer.learn.groups import Group
from scorer.tiles import JOKER

__all__ = ["of_card", "printed_hand"]


def of_card(chance: Chance, edition: CardEdition, *, exposes: bool = True) -> list[Group]:
    """The groups of a hand of the card; some of its sets are exposed where it ``exposes`` any."""
    variant = _variant(chance, edition, exposes)
    may_expose = exposes and not edition.card.hand(variant).concealed
    jokers, exposed = chance.one_of((0, 0, 1, 2, 3)), chance.one_of((0, 0, 1, 1, 2, 3))
    groups = []
    for tile, size, jokers_ok in variant.groups:
        wild = 1 + chance.below(size - 1) if size > 2 and chance.below(4) < jokers else 0
        wild = wild if jokers_ok else 0
        tiles = (tile,) * (size - wild) + (JOKER,) * wild
        laid = may_expose and size > 2 and chance.below(4) < exposed
        groups.append(Group("group", tiles, {} if laid else None))
    return groups


def _variant(chance: Chance, edition: CardEdition, exposes: bool) -> Variant:
    """One of all ways to make hands of the card, or of the ways to make a hand that is as likely
    as another. Where nothing is exposed, a hand that may be is as likely as one that may not."""
    hands, variants = edition.card.card.hands, edition.card.variants
    if exposes and chance.one_in(2):
        return chance.one_of(variants)
    places: Sequence[int] = range(len(hands))
    if not exposes:
        concealed = chance.one_in(2)
        places = [n for n in places if hands[n].concealed == concealed] or places
    place, by_hand = chance.one_of(places), attrgetter("hand")
    first = bisect_left(variants, place, key=by_hand)
    return variants[first + chance.below(bisect_right(variants, place, key=by_hand) - first)]


def printed_hand(edition: CardEdition, title: str) -> CardHand | None:
    """The hand of the card that people name so."""
    return next((hand for hand in edition.card.card.hands if hand.title == title), None)
