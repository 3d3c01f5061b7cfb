"""Every sentence, name and label that the rulebooks declare: what has to be translated beside the
sentences that ``scorer.speech`` makes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from marshmallow import Schema

import scorer
from scorer.documents.fields import Many, Part
from scorer.documents.schemas import (
    CardRequest,
    CompareRequest,
    NearestRequest,
    ScoreRequest,
    SettleRequest,
    WaitsRequest,
)
from scorer.options import plain_label
from scorer.rules import BOOKS
from scorer.settle import WINDS
from scorer.tiles import NAMES
from scorer.types import Principle, SetKind

__all__ = ["GROUPS", "messages", "plain_label"]

GROUPS: tuple[str, ...] = get_args(SetKind)
"""The kinds of sets in an arrangement."""

REQUESTS = (CompareRequest, ScoreRequest, SettleRequest, WaitsRequest, NearestRequest, CardRequest)

Message = tuple[str, str]


def messages() -> Iterator[Message]:
    """Each text once, with a comment for the translator: where it stands."""
    seen: set[str] = set()
    for text, comment in _everything():
        if text not in seen and re.search("[^\\W\\d]{2}", text):
            seen.add(text)
            yield text, comment


def _everything() -> Iterator[Message]:
    yield from ((name, "seat") for name in WINDS)
    yield from ((name, "tile") for name in NAMES)
    yield from ((name, "kind of set") for name in GROUPS)
    for ruleset in scorer.rulesets():
        yield from _ruleset(ruleset)
        yield from _in_sentences(ruleset["id"])
    yield from ((name, "principle of mcr") for name in get_args(Principle))
    for name in scorer.cards():
        yield from _card(name)
    for request in REQUESTS:
        yield from _fields(request())


def _ruleset(ruleset: Mapping[str, Any]) -> Iterator[Message]:
    id = ruleset["id"]
    yield ruleset["name"], "ruleset"
    yield ruleset["summary"], f"{id} summary"
    yield ruleset["unit"], "what a score is counted in"
    for rule in ruleset["rules"]:
        chinese = rule["names"].get("zh", "")
        yield rule["name"], f"{id} rule {rule['id']} {chinese}".rstrip()
        yield rule["meaning"], f"{id} rule {rule['id']}, its meaning"
        if not any(book["cited"] in rule["source"] for book in ruleset["sources"]):
            yield rule["source"], f"{id} rule {rule['id']}, where no book has it"
    for option in ruleset["options"]:
        yield plain_label(option["name"]), f"{id} option"
        yield option["meaning"], f"{id} option {option['name']}"
        for choice in option.get("choices") or ():
            yield plain_label("none" if choice is None else str(choice)), "choice of an option"
    for preset in ruleset["presets"]:
        yield preset["title"], f"{id} preset"
        yield preset["meaning"], f"{id} preset {preset['name']}"
    for circumstance in ruleset["circumstances"]:
        yield circumstance["meaning"], f"{id} circumstance {circumstance['id']}"
    for number in ruleset["state"]:
        yield number["title"], f"{id} number of the game"
        yield number["meaning"], f"{id} number of the game {number['name']}"
    for event in ruleset["events"]:
        yield plain_label(event["event"]), f"{id} event"
        yield event["meaning"], f"{id} event {event['event']}"
        for field in event["fields"]:
            yield field["meaning"], f"{id} event {event['event']}, its field {field['name']}"


def _in_sentences(id: str) -> Iterator[Message]:
    """The events that are named within a sentence."""
    for event in BOOKS[id].events.values():
        if event.bars_win or event.needs_winner:
            yield event.in_words, f"{id} event, within a sentence"


def _card(name: str) -> Iterator[Message]:
    card = scorer.check_card({"card": name})
    yield card["name"], "card"
    for hand in card["hands"]:
        yield hand["section"], f"section of the card {name}"


def _fields(schema: Schema) -> Iterator[Message]:
    """What the fields of a document are: an error about a missing field says it."""
    for field in schema.fields.values():
        yield field.metadata["description"], "field of a document"
        inner = field.inner if isinstance(field, Many) else field
        if isinstance(inner, Part):
            yield from _fields(inner.schema)
