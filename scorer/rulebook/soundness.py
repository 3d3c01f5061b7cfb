"""What is wrong with the declarations of a book, each in a sentence for who wrote them.

A declaration may name what stands further down, so a book is asked when its first edition is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Final, get_args

from scorer.engine.options import Value, When
from scorer.languages.speech import or_list
from scorer.rulebook.declarations import Declarations
from scorer.types.records import Member
from scorer.types.records.added import PARTS, AddedFields
from scorer.types.terms import FieldType

KINDS_BY_PART: Final[Mapping[str, tuple[FieldType, ...]]] = {
    "hand": ("tiles",),
    "counters": ("integer",),
}
"""What alone a field can be that is added to a part; to other parts, any ``FieldType``."""


def faults(book: Declarations) -> Iterator[str]:
    """Yield every fault of the presets, conditions and clashes of a book."""
    for preset in book.presets.values():
        for name, value in preset.options.items():
            yield from _option_fault(book, f"the preset {preset.name}", name, value)
    for rule in book.rules:
        for condition in ("when", "alone", "shared", "fills_limit", "beyond_minimum"):
            when = getattr(rule, condition, None)
            if condition != "beyond_minimum" or when is not True:
                yield from condition_faults(book, f"the rule {rule.id}", when)
    for circumstance in book.circumstances.values():
        what = f"the circumstance {circumstance.id}"
        for conditional in (circumstance, circumstance.by, *circumstance.needs):
            yield from condition_faults(book, what, getattr(conditional, "when", None))
        yield from condition_faults(book, what, circumstance.matters)
        for other in circumstance.clashes:
            if other not in book.circumstances:
                yield f"{what} clashes with {other}, which {book.id} does not declare"
    for name, other in book.known_as.items():
        if name in book.circumstances or other not in book.circumstances:
            yield f"the circumstance {name} is called {other}, which {book.id} does not declare"
    for event in book.events.values():
        yield from condition_faults(book, f"the event {event.id}", event.when)
    yield from _event_field_faults(book)
    yield from _field_kind_faults(book.fields)
    for part in PARTS:
        for field in book.fields.of(part):
            tells = field.note.tells
            option, *values = field.note.when or ("",)
            for value in values:
                yield from _option_fault(book, f"the field {field.name}", option, value)
            if tells and tells not in book.circumstances:
                yield f"the field {field.name} tells {tells}, which is no circumstance"
    yield from _option_faults(book)


def _field_kind_faults(added: AddedFields) -> Iterator[str]:
    """Yield the faults of fields of types that their part cannot have."""
    for part in fields(added):
        kinds = KINDS_BY_PART.get(part.name, get_args(FieldType))
        for member in getattr(added, part.name):
            if member.kind not in kinds:
                yield (
                    f"the field {member.name} of {part.name} is of the type {member.kind}; it can "
                    f"be {or_list(kinds)}"
                )


def _event_field_faults(book: Declarations) -> Iterator[str]:
    """Yield the faults of the fields of events, which are checked alike for all that have them."""
    first: dict[str, tuple[str, Member]] = {}
    for event in book.events.values():
        for field in event.fields:
            if field.kind == "integer" and not field.note.most:
                yield (
                    f"the field {field.name} of the event {event.id} has no limit: write the most "
                    "that it may be, as in Field(most=20)"
                )
            owner, shared = first.setdefault(field.name, (event.id, field))
            if _limits_of(field) != _limits_of(shared):
                yield (
                    f"the field {field.name} of the event {event.id} has another type or other "
                    f"limits than that of the event {owner}"
                )


def _limits_of(field: Member) -> tuple[object, ...]:
    note = field.note
    return field.kind, field.choices, note.least, note.most, note.longest


def _option_faults(book: Declarations) -> Iterator[str]:
    """Yield the faults of the options that the book's tiles, table, payments and session name."""
    tiles, table = book.tiles, book.table
    special = tiles.special_tiles
    for value in special.by_value if special else ():
        assert special is not None
        what = "what the book tells of its special tiles"
        yield from _option_fault(book, what, special.option.name, value)
    if tiles.set_aside is not None:
        yield from condition_faults(book, "the tile that is set aside", tiles.set_aside.when)
    yield from condition_faults(
        book, "what the book tells of ties", book.session.ties_in_turn_under
    )
    yield from condition_faults(book, "the condition for flowers and seasons", tiles.bonus_under)
    settings = (*tiles.wild_under, *table.fishing_told_under, *book.payments.no_debt_when)
    for when in (*settings, *table.multi_win_options):
        yield from condition_faults(book, "what the book tells of its options", when)


def condition_faults(book: Declarations, what: str, when: When | Any) -> Iterator[str]:
    """Yield the faults of the condition of this declaration."""
    if isinstance(when, When):
        yield from _option_fault(book, what, when.option.name, when.value)
    elif when is not None:
        yield f"{what} has when={when!r}: write an option with its value, as in blanks.is_(True)"


def _option_fault(book: Declarations, what: str, name: str, value: Value) -> Iterator[str]:
    """Yield the fault of an option and its value, which this declaration names."""
    option = book.options.get(name)
    if option is None:
        known = ", ".join(book.options) or "none"
        yield f"{what} names the option {name}, which {book.id} does not declare; it has: {known}"
    elif not option.accepts(value):
        yield f"{what} wants {name} to be {value!r}; it is to be {option.wanted}"
