"""The marshmallow schemas that follow from the records of requests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from marshmallow import Schema, fields

from scorer.documents.schemas.fields import (
    BooleanField,
    BoundedListField,
    ChoiceField,
    DocumentField,
    IdentifierField,
    IntegerField,
    LineField,
    NamedValuesField,
    NameField,
    NestedField,
    RulesetField,
    StrictField,
    StrictSchema,
    TableField,
    TextField,
    TilesField,
)
from scorer.languages.speech import UserText, say
from scorer.types.records import Kind, Member, Record
from scorer.types.terms import SEATS

FIELD_BY_KIND: Mapping[Kind, type[StrictField]] = {
    "boolean": BooleanField,
    "document": DocumentField,
    "identifier": IdentifierField,
    "options": NamedValuesField,
    "rules": RulesetField,
    "table": TableField,
    "tiles": TilesField,
}
"""The fields that have no limits of their own."""
TEXT_FIELD_BY_KIND: Mapping[Kind, type[TextField | NameField]] = {
    "line": LineField,
    "name": NameField,
    "text": TextField,
}


class AmountsField(NamedValuesField):
    """Names with whole numbers, of which a record has those that are usual."""

    def __init__(self, amounts: Record, description: str) -> None:
        super().__init__(description)
        # Of numbers that rise the first are rare.
        example = {
            each.name: each.note.usual[len(each.note.usual) // 4][0]
            for each in amounts.members
            if not each.note.alone
        }
        self.wanted = say(
            "write an object such as {example}", example=UserText(json.dumps(example))
        )


@lru_cache(maxsize=512)
def schema_of(record: Record) -> type[Schema]:
    """Return the schema that checks what this record describes."""
    made: dict[str, Any] = {member.name: field_of(member) for member in record.members}
    made["__doc__"] = record.meaning
    return StrictSchema.from_dict(made, name=record.name)


def field_of(member: Member) -> fields.Field[Any]:
    """Return the field that checks a member."""
    meaning, note, required = member.meaning, member.note, member.required
    if member.record is not None and member.kind == "amounts":
        return AmountsField(member.record, meaning)
    if member.record is not None:
        return NestedField(schema_of(member.record), meaning, required=required)
    if member.item is not None and member.kind == "list":
        return BoundedListField(field_of(member.item), meaning, most=note.most, required=required)
    if member.kind == "seats":
        return NestedField(_by_seat_schema(member), meaning, required=required)
    if member.kind in ("choice", "seat"):
        return ChoiceField(meaning, *member.choices, required=required)
    if member.kind == "integer":
        return IntegerField(meaning, note.least, note.most, required=required)
    if member.kind in TEXT_FIELD_BY_KIND:
        return TEXT_FIELD_BY_KIND[member.kind](meaning, longest=note.longest, required=required)
    return FIELD_BY_KIND[member.kind](meaning, required=required)


def _by_seat_schema(member: Member) -> type[Schema]:
    """Return the schema of an object that has a value for each seat."""
    made: dict[str, Any] = {seat: field_of(member.of_seat(seat)) for seat in SEATS}
    made["__doc__"] = member.note.shape_meaning
    return StrictSchema.from_dict(made, name=member.note.shape or "BySeat")
