"""Cards and hands as the tests of the card write them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from scorer.engine import tiles
from scorer.engine.tiles import JOKER
from scorer.grammar.card.notation.model import Card
from scorer.grammar.card.notation.text import parse
from scorer.grammar.card.variants.compiled import CompiledCard, compile_card
from scorer.grammar.card.variants.match import Exposure

PRACTICE_TEXT = files("scorer").joinpath("cards/practice.txt").read_text(encoding="utf-8")


@cache
def practice() -> CompiledCard:
    """The practice card."""
    return compile_card(parse(PRACTICE_TEXT))


@cache
def card_of(*lines: str) -> CompiledCard:
    """A card of these lines."""
    return compile_card(parse("\n".join(lines) + "\n"))


def without_lines(card: Card) -> Card:
    return card._replace(hands=tuple(hand._replace(line=0) for hand in card.hands))


def rack(text: str) -> list[int]:
    """Tiles as they are typed: ``222b JJ F``."""
    return tiles.parse(text)


def exposed(*texts: str) -> list[Exposure]:
    """Exposures as they are typed: ``222bJ`` is a kong with a joker."""
    found = []
    for text in texts:
        shown = tiles.parse(text)
        natural = {tile for tile in shown if tile != JOKER}
        assert len(natural) == 1
        found.append(Exposure(natural.pop(), len(shown), shown.count(JOKER)))
    return found
