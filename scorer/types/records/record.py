"""Records of typed dictionaries: their members, read from the annotations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    Required,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from scorer.types import requests
from scorer.types.field import Field
from scorer.types.terms import SEAT_NAMES, SEATS, Seat, Tiles, Value

Kind = Literal[
    "amounts",
    "boolean",
    "choice",
    "document",
    "identifier",
    "integer",
    "line",
    "list",
    "name",
    "object",
    "options",
    "rules",
    "seat",
    "seats",
    "table",
    "text",
    "tiles",
]
"""What the value of a field is; a ``list`` has items, ``seats`` a value for each seat, and
``amounts`` are an object in which some numbers are usual and any name is accepted. A ``document``
is the whole of another request, a ``table`` what a game's players enter of one."""

KIND_BY_TYPE: Mapping[object, Kind] = {
    bool: "boolean",
    int: "integer",
    str: "text",
    Tiles: "tiles",
    dict[str, Value]: "options",
    dict[str, Any]: "table",
    str | int: "identifier",
    str | requests.RulesetChoice: "rules",
    requests.ScoreRequest | requests.SettleRequest: "document",
}
"""The kinds that follow from the type alone."""


class Member(NamedTuple):
    """A field of a request.

    Attributes:
        name: its key.
        kind: what its value is.
        meaning: what it says.
        note: its limits, and its names elsewhere.
        required: whether it must not be left out.
        choices: the values of a choice; the seats, and what may stand for one.
        record: the record of an object, and of amounts.
        item: what stands in a list, or at each of the seats; it has no name.
        added: whether a ruleset adds the field to those that all have.
    """

    name: str
    kind: Kind
    meaning: str
    note: Field
    required: bool
    choices: tuple[str, ...] = ()
    record: Record | None = None
    item: Member | None = None
    added: bool = False

    @property
    def form(self) -> str:
        """Its name in forms and addresses."""
        return self.note.form or self.name

    @property
    def option(self) -> str:
        """Its option of the command line."""
        return self.note.option or "--" + self.name.replace("_", "-")

    @property
    def inner(self) -> Record:
        """The record of an object, or of the objects in a list or at each seat."""
        inner = self.record or (self.item and self.item.record)
        assert inner is not None
        return inner

    def of_seat(self, seat: Seat) -> Member:
        """Return the member of a seat in a field by seats."""
        assert self.item is not None
        name = SEAT_NAMES[SEATS.index(seat)]
        meaning = self.note.each.format(seat=name) or self.meaning
        return self.item._replace(name=seat, meaning=meaning, note=self.note)


class Record(NamedTuple):
    """A request, or an object in one.

    Attributes:
        name: what it is called in the OpenAPI document.
        meaning: what it is.
        members: its fields, in their order.
    """

    name: str
    meaning: str
    members: tuple[Member, ...]

    def __contains__(self, name: object) -> bool:
        return any(member.name == name for member in self.members)

    def member(self, name: str) -> Member:
        """Return the field with this key. Raises KeyError."""
        for member in self.members:
            if member.name == name:
                return member
        raise KeyError(name)


@cache
def read_record(kind: type) -> Record:
    """Return the record that this typed dictionary declares."""
    hints = get_type_hints(kind, include_extras=True)
    parts = dict(_bound_type_variables(kind))
    members = tuple(
        _member_of_annotation(name, hint, parts, required=_is_required(kind, name, hint))
        for name, hint in hints.items()
    )
    return Record(kind.__name__, " ".join((kind.__doc__ or "").split()), members)


def _bound_type_variables(kind: type) -> Iterator[tuple[object, object]]:
    """Yield the type that stands for each type variable of a generic typed dictionary."""
    for base in getattr(kind, "__orig_bases__", ()):
        origin = get_origin(base)
        if is_typeddict(origin):
            yield from zip(origin.__parameters__, get_args(base), strict=True)
        yield from _bound_type_variables(base)


def _is_required(kind: Any, name: str, hint: object) -> bool:
    # Where annotations are texts, the keys that are not required are among those that are.
    return name in kind.__required_keys__ and get_origin(hint) is not NotRequired


def _member_of_annotation(
    name: str, hint: object, parts: Mapping[object, object], *, required: bool = False
) -> Member:
    """Return the member of an annotation; its outer notes take precedence over inner ones."""
    meaning, note = "", None
    while True:
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Required, NotRequired):
            hint = inner[0]
        elif origin is Annotated:
            hint, notes = inner[0], inner[1:]
            meaning = meaning or next((text for text in notes if isinstance(text, str)), "")
            note = note or next((field for field in notes if isinstance(field, Field)), None)
        elif isinstance(hint, TypeVar):
            hint = parts[hint]
        elif origin in (Union, UnionType) and NoneType in inner and hint not in KIND_BY_TYPE:
            hint = Union[tuple(kind for kind in inner if kind is not NoneType)]  # noqa: UP007
        else:
            return _member_with_kind(
                Member(name, "text", meaning, note or Field(), required), hint, parts
            )


def _member_with_kind(member: Member, hint: object, parts: Mapping[object, object]) -> Member:
    """Return the member with its kind, and with what is in it."""
    origin, inner = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        inner_record = read_record(hint)
        usual = any(part.note.usual for part in inner_record.members)
        return member._replace(kind="amounts" if usual else "object", record=inner_record)
    if origin is list:
        return member._replace(kind="list", item=_member_of_annotation("", inner[0], parts))
    if origin is dict and inner[0] == Seat:
        return member._replace(kind="seats", item=_member_of_annotation("", inner[1], parts))
    if origin is Literal:
        kind: Kind = "seat" if inner[: len(SEATS)] == SEATS else "choice"
        return member._replace(kind=kind, choices=inner)
    return member._replace(kind=member.note.text or KIND_BY_TYPE[hint])
