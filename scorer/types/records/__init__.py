"""Records of the requests: each field with its kind, meaning and limits.

They are read once from the types in ``scorer.types``. Schemas, forms, options and references are
made from them.
"""

from __future__ import annotations

from scorer.types.records.added import (
    NOTHING_ADDED,
    AddedFields,
    Part,
    fields_added_by,
    record_with_added,
    request_record,
)
from scorer.types.records.record import Kind, Member, Record, read_record

__all__ = [
    "NOTHING_ADDED",
    "AddedFields",
    "Kind",
    "Member",
    "Part",
    "Record",
    "fields_added_by",
    "read_record",
    "record_with_added",
    "request_record",
]
