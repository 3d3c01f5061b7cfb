"""Answers about cards: what a card says, and which of its hands some tiles are nearest to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from scorer import types
from scorer.documents.near_words import DEFAULT_LISTED_HANDS, missing_in_words, wrong_tile_count
from scorer.documents.read import hand_of
from scorer.documents.replies import takes_lang
from scorer.documents.schemas import requests
from scorer.engine.any_hand import of_card
from scorer.engine.hand import ANY_COUNT
from scorer.engine.rack import RACK_TILES, Rack
from scorer.engine.tiles import JOKER
from scorer.errors import HandError
from scorer.grammar.card.book import CardEdition
from scorer.grammar.card.notation.hints import hints
from scorer.grammar.card.notation.model import Card, CardHand, Section
from scorer.grammar.card.notation.text import render
from scorer.grammar.card.notation.words import in_words
from scorer.grammar.card.shipped import compiled_card, shipped_cards
from scorer.grammar.card.shown import tile_codes
from scorer.grammar.card.variants.compiled import CompiledCard, Variant, copies
from scorer.grammar.card.variants.match import GroupMatch, assign_groups
from scorer.grammar.card.variants.nearest import NearVariant
from scorer.grammar.card.variants.nearest import nearest as nearest_hands
from scorer.types.requests import CardRequest

MIN_RACK_TILES = RACK_TILES - 1
"""The tiles of a rack that waits."""


def cards() -> dict[str, str]:
    """Return the texts of the shipped cards by the name that ``options.card`` takes."""
    return dict(shipped_cards())


@takes_lang(types.Card)
def check_card(
    document: types.CardRequest | Mapping[str, object], *, lang: str | None = None
) -> types.Card:
    """Return what a card says: each hand in words and sample tiles, and its canonical text.

    ``document`` is ``{"card": text}``; the name of a shipped card stands for its text. ``hints``
    list what is valid but perhaps not what was meant. Raises HandError with a problem at
    ``/card`` for each fault of the card; its detail begins with "line N: ".
    """
    text = requests.load(CardRequest, document)["card"]
    try:
        compiled = compiled_card(text, False)
    except HandError as error:
        raise HandError(*(p._replace(pointer="/card") for p in error.problems)) from None
    ways = Counter(variant.hand for variant in compiled.variants)
    samples: dict[int, Variant] = {}
    for variant in compiled.variants:
        if variant.hand not in samples or _least_jokers(variant) < _least_jokers(
            samples[variant.hand]
        ):
            samples[variant.hand] = variant
    card = compiled.card
    return {
        "name": card.name,
        "year": dict(card.directives).get("year"),
        "canonical": render(card),
        "hands": [
            _card_hand_document(hand, samples[place], ways[place])
            for place, hand in enumerate(card.hands)
        ],
        "hints": [{"line": hint.line, "detail": hint.detail} for hint in hints(card)],
    }


def nearest_of_card(request: types.NearestRequest, edition: CardEdition) -> types.NearestHands:
    """Return the hands of the card that some tiles are nearest to.

    The nearest come first; of equally near hands the most valuable. Raises HandError.
    """
    won = bool(request["hand"].get("winning_tile"))
    rack = of_card(hand_of(request["hand"], edition, won=won, waiting=not won, count=ANY_COUNT))
    held = len(rack.concealed) + sum(exposure.size for exposure in rack.exposures)
    if held not in (MIN_RACK_TILES, RACK_TILES):
        raise HandError(wrong_tile_count(held, MIN_RACK_TILES))
    limit = request.get("limit") or DEFAULT_LISTED_HANDS
    nearest = nearest_hands(edition.card, rack.concealed, rack.exposures, limit)
    hands = [_near_hand_document(edition.card, near, rack) for near in nearest]
    return {"nearest": [_near_hand_for_all_rulesets(hand) for hand in hands], "hands": hands}


def _near_hand_for_all_rulesets(hand: types.NearHand) -> types.NearestHand:
    """Return a near hand of the card in the form that all rulesets share."""
    missing, spare = hand["missing"], hand["spare"]
    return {
        "short": hand["distance"],
        "name": hand["title"],
        "sets": hand["groups"],
        "missing": missing,
        "left_over": spare,
        "because": missing_in_words(missing, hand["distance"], spare),
        "total": None,
        "qualifies": True,
    }


def _card_hand_document(hand: CardHand, variant: Variant, ways: int) -> types.CardHand:
    """Return a hand of the card as the answer describes it."""
    return {
        "title": hand.title,
        "section": hand.section.name,
        "line": hand.line,
        "printed": _canonical_line(hand),
        "value": hand.value,
        "concealed": hand.concealed,
        "no_bonus": "no-bonus" in hand.section.flags,
        "words": in_words(hand),
        "sample": _sample_tiles(variant),
        "ways": ways,
    }


def _canonical_line(hand: CardHand) -> str:
    """Return the line of the hand in the canonical text."""
    return render(Card((), (hand._replace(section=Section("")),))).strip()


def _sample_tiles(variant: Variant) -> list[list[str]]:
    """Return the tiles of a variant by group, with jokers where the set has too few of a tile."""
    held = {tile: min(count, copies(tile)) for tile, count in _tiles_needed(variant).items()}
    return _group_codes(assign_groups(variant.groups, held, ()))


def _least_jokers(variant: Variant) -> int:
    """Return the least number of jokers with which the variant can be made."""
    return sum(max(0, count - copies(tile)) for tile, count in _tiles_needed(variant).items())


def _tiles_needed(variant: Variant) -> Counter[int]:
    needed: Counter[int] = Counter()
    for tile, size, _ in variant.groups:
        needed[tile] += size
    return needed


def _near_hand_document(compiled: CompiledCard, near: NearVariant, rack: Rack) -> types.NearHand:
    """Return a hand that is near, with the groups it would have."""
    hand = compiled.hand(near.variant)
    held = Counter(rack.concealed)
    held.subtract(near.spare)
    held.update(near.missing)
    held.pop(JOKER, None)
    return {
        "title": hand.title,
        "printed": _canonical_line(hand),
        "value": hand.value,
        "concealed": hand.concealed,
        "distance": near.distance,
        "missing": list(tile_codes(near.missing)),
        "spare": list(tile_codes(near.spare)),
        "jokers": near.jokers,
        "groups": _group_codes(assign_groups(near.variant.groups, held, rack.exposures)),
    }


def _group_codes(groups: Iterable[GroupMatch]) -> list[list[str]]:
    return [
        list(tile_codes([group.tile] * group.naturals + [JOKER] * group.jokers)) for group in groups
    ]
