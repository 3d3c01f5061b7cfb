"""Records of the requests: each field with its kind, meaning and limits.

They are read once from the types in ``scorer.types``. Schemas, forms, options and references are
made from them.
"""

from __future__ import annotations

from scorer.contract.added import (
    NOTHING_ADDED,
    AddedFields,
    Part,
    added_by,
    record_of,
    record_under,
)
from scorer.contract.record import Kind, Member, Record, record

__all__ = [
    "NOTHING_ADDED",
    "AddedFields",
    "Kind",
    "Member",
    "Part",
    "Record",
    "added_by",
    "record",
    "record_of",
    "record_under",
]
