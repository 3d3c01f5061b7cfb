"""What is wrong with the declarations of a book, each in a sentence for who wrote them.

A declaration may name what stands further down, so a book is asked when its first edition is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from scorer.circumstances import Circumstance
from scorer.options import Option, Preset, Value, When

__all__ = ["Declarations", "faults", "wrong"]


class Declarations(Protocol):
    """What a book declares, as far as one declaration names another."""

    id: str
    options: dict[str, Option]
    presets: dict[str, Preset]
    circumstances: dict[str, Circumstance]
    wild_under: tuple[When, ...]
    fishing_told_under: tuple[When, ...]
    nobody_owes_under: tuple[When, ...]
    special_tiles: tuple[str, Mapping[Value, tuple[str, ...]]] | None
    set_aside: tuple[str, int, When] | None
    ties_in_turn_under: When | None
    several_matter_under: tuple[When, ...]

    @property
    def fields(self) -> Mapping[Any, Sequence[Any]]:
        """What its documents tell beside those of others, by their part."""
        ...

    @property
    def rules(self) -> Sequence[Any]:
        """Its rules, each of which may have ``when`` and ``alone``."""
        ...

    @property
    def events(self) -> Mapping[str, Any]:
        """Its events by id, each of which may have ``when``."""
        ...


def faults(book: Declarations) -> Iterator[str]:
    """Everything that is wrong with the presets, conditions and clashes of a book."""
    for preset in book.presets.values():
        for name, value in preset.options.items():
            yield from wrong(book, f"the preset {preset.name}", (name, value))
    for rule in book.rules:
        for when in (getattr(rule, "when", None), getattr(rule, "alone", None)):
            yield from wrong(book, f"the rule {rule.id}", when)
    for circumstance in book.circumstances.values():
        what = f"the circumstance {circumstance.id}"
        for one in (circumstance, circumstance.by, *circumstance.needs):
            yield from wrong(book, what, getattr(one, "when", None))
        for other in circumstance.clashes:
            if other not in book.circumstances:
                yield f"{what} clashes with {other}, which {book.id} does not declare"
    for event in book.events.values():
        yield from wrong(book, f"the event {event.id}", event.when)
    for fields in book.fields.values():
        for field in fields:
            yield from wrong(book, f"the field {field.name}", field.when)
            if field.tells and field.tells not in book.circumstances:
                yield f"the field {field.name} tells {field.tells}, which is no circumstance"
    option, tiles = book.special_tiles or ("", {})
    for value in tiles:
        yield from wrong(book, "what the book tells of its special tiles", (option, value))
    if book.set_aside is not None:
        yield from wrong(book, "the tile that is set aside", book.set_aside[2])
    yield from wrong(book, "what the book tells of ties", book.ties_in_turn_under)
    settings = (*book.wild_under, *book.fishing_told_under, *book.nobody_owes_under)
    for name, value in (*settings, *book.several_matter_under):
        yield from wrong(book, "what the book tells of its options", (name, value))


def wrong(book: Declarations, what: str, when: When | Any) -> Iterator[str]:
    """What is wrong with an option and its value, which this declaration names."""
    if when is None:
        return
    if not (isinstance(when, tuple) and len(when) == 2):
        yield f"{what} has when={when!r}: write an option and its value, as in (“blanks”, True)"
        return
    name, value = when
    option = book.options.get(name)
    if option is None:
        known = ", ".join(book.options) or "none"
        yield f"{what} names the option {name}, which {book.id} does not declare; it has: {known}"
    elif not option.accepts(value):
        yield f"{what} wants {name} to be {value!r}; it is to be {option.wanted}"
