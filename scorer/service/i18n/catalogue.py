"""Every sentence, name and label that the rulebooks declare: what has to be translated beside the
sentences that ``scorer.languages.speech`` makes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, get_args

import scorer
from scorer.engine.options import plain_label
from scorer.engine.tiles import TILE_NAMES
from scorer.rulebook.patterns import PATTERNS
from scorer.rules import BOOKS
from scorer.types import Principle, SetKind
from scorer.types.records import Record, read_record
from scorer.types.records.added import REQUEST_TYPE_BY_NAME
from scorer.types.terms import SEAT_NAMES, SEATS

SET_KINDS: tuple[str, ...] = get_args(SetKind)
"""The kinds of sets in an arrangement."""

REQUESTS_WITH_NAMED_FIELDS = (
    *("compare", "score", "settle", "waits", "nearest", "explain", "what_if", "problem", "card"),
)
"""The requests whose fields are named in messages that people read."""

TextWithComment = tuple[str, str]

NUMBERED_PLACES = ("fan", "p.", "rule", "question")
"""What is called by its number, in a sentence of its own."""


class SourcePlace(NamedTuple):
    """A place in a text: "p. 152" is a kind and its number, "Scoring" is words alone."""

    words: str
    number: str


def messages(rulesets: Iterable[Mapping[str, Any]] | None = None) -> Iterator[TextWithComment]:
    """Yield each text once, with a comment for the translator: where it stands.

    Args:
        rulesets: the documents of the rulesets whose texts are wanted; all of them if None.
    """
    seen: set[str] = set()
    for text, comment in _all_texts(scorer.rulesets() if rulesets is None else rulesets):
        if text not in seen and re.search("[^\\W\\d]{2}", text):
            seen.add(text)
            yield text, comment


def citations_of_source(
    source: str, ruleset: Mapping[str, Any]
) -> list[tuple[str, list[SourcePlace]]]:
    """Return what a source of this ruleset cites: the title of each text, "" for none, and the
    places."""
    titles = [str(text["cited"]) for text in ruleset["sources"]]
    found = []
    for part in source.split("; "):
        title = next(
            (cited for cited in titles if part == cited or part.startswith(f"{cited}, ")), ""
        )
        rest = part[len(title) :].removeprefix(", ")
        pieces = rest.replace(": ", ", ").replace(" and ", ", ").split(", ")
        found.append((title, [_split_number(piece) for piece in pieces if piece not in ("", "-")]))
    return found


def _split_number(piece: str) -> SourcePlace:
    words, _, last = piece.rpartition(" ")
    numbered = any(sign.isdigit() for sign in last)
    return SourcePlace(words, last) if numbered else SourcePlace(piece, "")


def _all_texts(rulesets: Iterable[Mapping[str, Any]]) -> Iterator[TextWithComment]:
    yield from ((name, "seat") for name in SEAT_NAMES)
    yield from ((name, "tile") for name in TILE_NAMES)
    yield from ((name, "kind of set") for name in SET_KINDS)
    for ruleset in rulesets:
        yield from _ruleset_texts(ruleset)
        yield from _in_sentences(ruleset)
    for pattern in PATTERNS.values():
        yield pattern.name, "pattern that several rulesets have"
        yield pattern.meaning, f"pattern {pattern.id}, its meaning"
    yield from ((name, "principle of mcr") for name in get_args(Principle))
    for name in scorer.cards():
        yield from _card_texts(name)
    for name in REQUESTS_WITH_NAMED_FIELDS:
        yield from _field_texts(read_record(REQUEST_TYPE_BY_NAME[name]))


def _ruleset_texts(ruleset: Mapping[str, Any]) -> Iterator[TextWithComment]:
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
    for declared in (*ruleset["rules"], *ruleset["events"]):
        for _, places in citations_of_source(declared["source"], ruleset):
            words = [place.words for place in places if place.words not in NUMBERED_PLACES]
            # Those without small letters are the letters of paragraphs.
            yield from (
                (text, f"{id}, where a text says so") for text in words if _is_sentence(text)
            )
    for circumstance in ruleset["circumstances"]:
        yield circumstance["meaning"], f"{id} circumstance {circumstance['id']}"
    for number in ruleset["state"]:
        yield number["title"], f"{id} number of the game"
        yield number["meaning"], f"{id} number of the game {number['name']}"
    yield from _own_fields(ruleset)
    for event in ruleset["events"]:
        yield plain_label(event["event"]), f"{id} event"
        yield event["meaning"], f"{id} event {event['event']}"
        for field in event["fields"]:
            yield field["meaning"], f"{id} event {event['event']}, its field {field['name']}"


def _own_fields(ruleset: Mapping[str, Any]) -> Iterator[TextWithComment]:
    """Yield the texts of fields that only this ruleset's documents have."""
    id = ruleset["id"]
    for part, fields in ruleset["fields"].items():
        for field in fields:
            yield field["meaning"], f"{id}, its field {field['name']} of a {part}"
            yield field.get("title", ""), f"{id}, a key for its field {field['name']} of a {part}"
            for usual in field.get("numbers", {}).values():
                yield from ((agreed["name"], f"{id} agreed") for agreed in usual)
            for choice in field.get("choices") or ():
                yield plain_label(choice), f"{id}, its field {field['name']} of a {part}"
            yield from ((plain_label(key), f"{id} agreed") for key in field.get("numbers", {}))


def _is_sentence(text: str) -> bool:
    return any(sign.islower() for sign in text)


def _in_sentences(ruleset: Mapping[str, Any]) -> Iterator[TextWithComment]:
    """Yield the names of events that stand within a sentence."""
    id = ruleset["id"]
    for listed in ruleset["events"]:
        event = BOOKS[id].events[listed["event"]]
        if event.bars_win or event.needs_winner:
            yield event.in_words, f"{id} event, within a sentence"


def _card_texts(name: str) -> Iterator[TextWithComment]:
    card = scorer.check_card({"card": name})
    yield card["name"], "card"
    for hand in card["hands"]:
        yield hand["section"], f"section of the card {name}"


def _field_texts(fields: Record) -> Iterator[TextWithComment]:
    """Yield the meanings of a document's fields: an error about a missing field says them."""
    for member in fields.members:
        yield member.meaning, "field of a document"
        if member.kind == "seats":
            yield from ((member.of_seat(seat).meaning, "field of a document") for seat in SEATS)
        item = member.item or member
        if item.record is not None:
            yield from _field_texts(item.record)
