"""The answers about cards: what a card says, and which of its hands some tiles are nearest to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scorer.documents.read import hand_of
from scorer.documents.schemas import load_card
from scorer.errors import HandError, Problem
from scorer.grammar.card.book import CardEdition
from scorer.grammar.card.notation.hints import hints
from scorer.grammar.card.notation.model import Card, CardHand, Section
from scorer.grammar.card.notation.text import render
from scorer.grammar.card.notation.words import in_words
from scorer.grammar.card.shipped import compiled_card, shipped_cards
from scorer.grammar.card.shown import tile_codes
from scorer.grammar.card.variants.compiled import CompiledCard, Variant, copies
from scorer.grammar.card.variants.match import GroupMatch, stand
from scorer.grammar.card.variants.nearest import Near
from scorer.grammar.card.variants.nearest import nearest as nearest_hands
from scorer.hand import ANY
from scorer.rack import Rack
from scorer.speech import say, say_many
from scorer.tiles import JOKER

if TYPE_CHECKING:
    from scorer import types

__all__ = ["cards", "check_card", "nearest_of_card", "neither", "told_missing"]

FEWEST, WHOLE = 13, 14
USUAL_LIMIT = 10
"""How many hands are told where nobody says how many."""


def cards() -> dict[str, str]:
    """The texts of the cards that come with the scorer, by the name that ``options.card`` takes."""
    return dict(shipped_cards())


def check_card(document: types.CardRequest | Mapping[str, object]) -> types.Card:
    """What a card says: each hand in words with fourteen sample tiles, and its canonical text.

    ``document`` is ``{"card": text}``; the name of a shipped card stands for its text. Raises
    HandError with one problem at ``/card`` for each fault of the card; its detail begins with
    "line N: ". ``hints`` tell what is sound and perhaps meant otherwise.
    """
    told = load_card(document)["card"]
    try:
        compiled = compiled_card(told, False)
    except HandError as error:
        raise HandError(*(p._replace(pointer="/card") for p in error.problems)) from None
    ways = Counter(variant.hand for variant in compiled.variants)
    shown: dict[int, Variant] = {}
    for variant in compiled.variants:
        if variant.hand not in shown or _wanting(variant) < _wanting(shown[variant.hand]):
            shown[variant.hand] = variant
    card = compiled.card
    return {
        "name": card.name,
        "year": dict(card.directives).get("year"),
        "canonical": render(card),
        "hands": [_hand(hand, shown[place], ways[place]) for place, hand in enumerate(card.hands)],
        "hints": [{"line": hint.line, "detail": hint.detail} for hint in hints(card)],
    }


def nearest_of_card(request: Mapping[str, Any], edition: CardEdition) -> types.Nearest:
    """The hands of the card that some tiles are nearest to: the nearest first, then the dearest.
    Raises HandError."""
    won = bool(request["hand"].get("winning_tile"))
    rack: Rack = hand_of(request["hand"], edition, won=won, waiting=not won, count=ANY)
    held = len(rack.concealed) + sum(one.size for one in rack.exposures)
    if held not in (FEWEST, WHOLE):
        raise HandError(neither(held, FEWEST))
    limit = request.get("limit") or USUAL_LIMIT
    found = nearest_hands(edition.card, rack.concealed, rack.exposures, limit)
    hands = [_near(edition.card, near, rack) for near in found]
    return {"nearest": [_as_any(hand) for hand in hands], "hands": hands}


def neither(held: int, fewest: int) -> Problem:
    """What is said of tiles that are too few or too many to be near a hand."""
    detail = say(
        "{held} tiles in all; the nearest hands of {fewest} or {whole} can be told",
        held=held,
        fewest=fewest,
        whole=fewest + 1,
    )
    return Problem("/hand/concealed", "wrong_count", detail)


def _as_any(hand: types.NearHand) -> types.Nearby:
    """A hand of the card as every ruleset tells one that is near."""
    missing, spare = hand["missing"], hand["spare"]
    return {
        "short": hand["distance"],
        "name": hand["title"],
        "sets": hand["groups"],
        "missing": missing,
        "left_over": spare,
        "because": told_missing(missing, hand["distance"], spare),
        "total": None,
    }


def told_missing(missing: Sequence[str], short: int, left_over: Sequence[str]) -> str:
    """What is missing of a hand and what has no place in it, in words."""
    wanted = " ".join(missing)
    if short > len(missing):
        more = short - len(missing)
        wanted = say_many("{number} tile more", "{number} tiles more", more)
        if missing:
            wanted = say("{missing} and {more}", missing=" ".join(missing), more=wanted)
    if not left_over:
        return say("it wants {missing}", missing=wanted)
    spare = " ".join(left_over)
    return say("it wants {missing}; left over: {spare}", missing=wanted, spare=spare)


def _hand(hand: CardHand, variant: Variant, ways: int) -> types.CardHand:
    """A hand as it was understood."""
    return {
        "title": hand.title,
        "section": hand.section.name,
        "line": hand.line,
        "printed": _printed(hand),
        "value": hand.value,
        "concealed": hand.concealed,
        "no_bonus": "no-bonus" in hand.section.flags,
        "words": in_words(hand),
        "sample": _sample(variant),
        "ways": ways,
    }


def _printed(hand: CardHand) -> str:
    """Its line alone, as the canonical text has it."""
    return render(Card((), (hand._replace(section=Section("")),))).strip()


def _sample(variant: Variant) -> list[list[str]]:
    """The tiles of a variant, group by group; jokers stand where a set has no more of a tile."""
    held = {tile: min(count, copies(tile)) for tile, count in _needed(variant).items()}
    return _groups(stand(variant.groups, held, ()))


def _wanting(variant: Variant) -> int:
    """How many jokers it takes however lucky one is."""
    return sum(max(0, count - copies(tile)) for tile, count in _needed(variant).items())


def _needed(variant: Variant) -> Counter[int]:
    need: Counter[int] = Counter()
    for tile, size, _ in variant.groups:
        need[tile] += size
    return need


def _near(compiled: CompiledCard, near: Near, rack: Rack) -> types.NearHand:
    """A hand within reach, with the groups that it would have."""
    hand = compiled.hand(near.variant)
    held = Counter(rack.concealed)
    held.subtract(near.spare)
    held.update(near.missing)
    held.pop(JOKER, None)
    return {
        "title": hand.title,
        "printed": _printed(hand),
        "value": hand.value,
        "concealed": hand.concealed,
        "distance": near.distance,
        "missing": list(tile_codes(near.missing)),
        "spare": list(tile_codes(near.spare)),
        "jokers": near.jokers,
        "groups": _groups(stand(near.variant.groups, held, rack.exposures)),
    }


def _groups(made: Iterable[GroupMatch]) -> list[list[str]]:
    return [list(tile_codes([one.tile] * one.naturals + [JOKER] * one.jokers)) for one in made]
