"""Cards by name or by text: those that come with the scorer, and any other, ready to be matched."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

from scorer.errors import HandError, Problem, quoted
from scorer.grammar.card.notation.faults import CardError, CardProblem
from scorer.grammar.card.notation.model import Card
from scorer.grammar.card.notation.text import parse
from scorer.grammar.card.variants.compiled import CompiledCard, compile_card
from scorer.languages.speech import say, typed_comma_list

if TYPE_CHECKING:
    from scorer import types

SHIPPED_CARDS = ("practice",)


@lru_cache
def shipped_cards() -> Mapping[str, str]:
    """Return the texts of the cards that come with the package, by name."""
    folder = files("scorer") / "cards"
    texts = {name: (folder / f"{name}.txt").read_text(encoding="utf-8") for name in SHIPPED_CARDS}
    return MappingProxyType(texts)


def card_document(name: str) -> types.ShippedCard:
    """Return a shipped card as the list of rulesets shows it."""
    card = _shipped_card(name)
    return {"id": name, "name": card.name, "hands": len(card.hands)}


@lru_cache
def _shipped_card(name: str) -> Card:
    return parse(shipped_cards()[name])


def card_text(card: str) -> str:
    """Return the text of a card: ``card`` is the name of one that comes with the scorer, or the
    text itself. Raises HandError for a name that no such card has."""
    shipped = shipped_cards()
    if card in shipped:
        return shipped[card]
    if card.strip() and "\n" not in card.strip() and card.strip().replace("-", "").isalnum():
        detail = say(
            "the scorer has no card {card}; choose from {known}, or enter the whole "
            "text of your own card",
            card=quoted(card),
            known=typed_comma_list(shipped),
        )
        raise HandError(Problem("/options/card", "bad_option", detail))
    return card


def compiled_card(card: str, super_joker: bool) -> CompiledCard:
    """Return the card of this name or text, ready to be matched. Raises HandError with every fault
    of the text and its line."""
    # Apart from the others, so that however many cards strangers send these are never forgotten.
    ready = _compiled_shipped_card if card in SHIPPED_CARDS else _cached_compiled_card
    return ready(card, super_joker)


@lru_cache
def _compiled_shipped_card(name: str, super_joker: bool) -> CompiledCard:
    return compile_card(_shipped_card(name), super_joker=super_joker)


# The largest card takes six megabytes, with what ``why_not`` makes of it.
@lru_cache(maxsize=8)
def _cached_compiled_card(card: str, super_joker: bool) -> CompiledCard:
    try:
        return compile_card(parse(card_text(card)), super_joker=super_joker)
    except CardError as error:
        raise HandError(*map(_problem_at_line, error.problems)) from None


def _problem_at_line(fault: CardProblem) -> Problem:
    detail = say("line {line}: {fault}", line=fault.line, fault=fault.detail)
    return Problem("/options/card", "bad_option", detail, line=fault.line, reason=fault.detail)
