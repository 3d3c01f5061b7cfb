"""The fields that rulesets add to requests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final, Literal, Protocol, cast, get_args

from scorer.types import classes, entries, requests
from scorer.types.records.record import Member, Record, read_record
from scorer.types.terms import SEATS, FieldType

if TYPE_CHECKING:
    from scorer.types.replies import EventField, UsualNumber

Part = Literal["hand", "win", "player", "table"]
"""The parts of a request to which a ruleset may add fields; ``table`` is that of ``settle``."""
PARTS: Final[tuple[Part, ...]] = get_args(Part)

REQUEST_TYPE_BY_NAME: Final[Mapping[str, type]] = {
    "score": requests.ScoreRequest,
    "settle": requests.SettleRequest,
    "waits": requests.WaitsRequest,
    "compare": requests.CompareRequest,
    "nearest": requests.NearestRequest,
    "explain": requests.ExplainRequest,
    "what_if": requests.WhatIfRequest,
    "problem": requests.ExerciseRequest,
    "drill": requests.DrillRequest,
    "grade": requests.GradeRequest,
    "batch": requests.BatchRequest,
    "card": requests.CardRequest,
    "hands": requests.HandsRequest,
    "game": entries.GameRequest,
    "keys": entries.KeysRequest,
    "code": entries.CodeRequest,
    "join": entries.JoinRequest,
    "class": classes.ClassRequest,
    "class_code": classes.ClassCodeRequest,
    "class_join": classes.ClassJoinRequest,
    "pupil": classes.PupilRequest,
    "pupil_answer": classes.PupilAnswer,
    "hand": entries.HandEntry,
    "adjust": entries.AdjustEntry,
    "replace": entries.ReplaceEntry,
    "undo": entries.UndoEntry,
    "seats": entries.SeatsEntry,
    "players": entries.PlayersEntry,
    "close": entries.CloseEntry,
    "entry": entries.Entered,
}
"""The requests by the name of the function that answers them, and the entries of a game by their
kind; ``entry`` has what all entries have."""


@dataclass(frozen=True, eq=False)
class AddedFields:
    """The fields that a ruleset adds to requests; compared by identity, for fast caches.

    Attributes:
        hand: of a hand.
        win: of a win.
        player: of a player at the table.
        table: of the table that is settled.
        counters: of every request: the counters, such as honba.
        event: of its events, whichever has them.
    """

    hand: tuple[Member, ...] = ()
    win: tuple[Member, ...] = ()
    player: tuple[Member, ...] = ()
    table: tuple[Member, ...] = ()
    counters: tuple[Member, ...] = ()
    event: tuple[Member, ...] = ()

    def of(self, part: Part) -> tuple[Member, ...]:
        """Return the fields of a part."""
        members: tuple[Member, ...] = getattr(self, part)
        return members

    def adding(self, **parts: tuple[Member, ...]) -> AddedFields:
        """Return these fields with more added to each named part."""
        merged = {
            part: (merge_event_fields if part == "event" else merge_fields)(
                [getattr(self, part), more]
            )
            for part, more in parts.items()
        }
        return replace(self, **merged)


NOTHING_ADDED: Final = AddedFields()
MEANINGS_JOINER: Final = " / "
"""Between what several events mean by a field of the same name."""


class RulesetWithFields(Protocol):
    """A ruleset."""

    @property
    def fields(self) -> AddedFields:
        """The fields that it adds."""
        ...


def added_members(kind: type | None, part: str) -> tuple[Member, ...]:
    """Return the fields that a typed dictionary adds to a part; none where it is None.

    Counters last for the table, and a table's fields by seats for the session, without saying so.
    """
    if kind is None:
        return ()
    return tuple(_mark_as_added(part, member) for member in read_record(kind).members)


def _mark_as_added(part: str, member: Member) -> Member:
    note = member.note
    if part == "counters":
        note = replace(note, lasts="table")
    elif part == "table" and member.kind == "seats":
        note = replace(note, lasts="session")
    return member._replace(note=note, added=True)


def fields_of_event(members: tuple[Member, ...]) -> tuple[Member, ...]:
    """Return the fields of an event that not every event may have."""
    general = read_record(requests.Event)
    return tuple(member for member in members if member.name not in general)


def merge_fields(parts: Iterable[tuple[Member, ...]]) -> tuple[Member, ...]:
    """Return the fields of several lists, each name once."""
    return tuple({member.name: member for part in parts for member in part}.values())


def merge_event_fields(parts: Iterable[tuple[Member, ...]]) -> tuple[Member, ...]:
    """Return the fields of several lists, each name once, with what each event means by it."""
    merged: dict[str, Member] = {}
    for member in chain.from_iterable(parts):
        known = merged.get(member.name, member)
        meaning = known.meaning
        if member.meaning not in meaning:
            meaning = MEANINGS_JOINER.join([meaning, member.meaning])
        merged[member.name] = member._replace(meaning=meaning)
    return tuple(merged.values())


@lru_cache(maxsize=64)
def with_events_of(added: AddedFields, others: AddedFields) -> AddedFields:
    """Return these fields, with those that other rulesets' events have too."""
    known = {member.name for member in added.event}
    more = tuple(member for member in others.event if member.name not in known)
    return replace(added, event=added.event + more)


def request_record(kind: str, *books: RulesetWithFields) -> Record:
    """Return the record of a request: the fields of all rulesets, and those that these add.

    Args:
        kind: the name of the function that answers it, such as ``score`` or ``settle``.
        books: the rulesets; several where one hand is compared in them.
    """
    return record_with_added(kind, fields_added_by(*books))


def fields_added_by(*books: RulesetWithFields) -> AddedFields:
    """Return the fields that these rulesets add together."""
    parts = tuple(book.fields for book in books)
    return parts[0] if len(parts) == 1 else _merge_by_part(parts)


def _require_same_types(part: str, parts: tuple[AddedFields, ...]) -> None:
    """Raise ValueError if two rulesets have fields of one name in this part of a hand that take
    different values: one hand may be compared in both."""
    known: dict[str, Member] = {}
    for member in chain.from_iterable(getattr(added, part) for added in parts):
        first = known.setdefault(member.name, member)
        if (first.kind, first.choices) != (member.kind, member.choices):
            raise ValueError(
                f"another ruleset has the field {member.name} of {part} too, of another type or "
                "with other choices; give this one another name"
            )


@lru_cache(maxsize=64)
def _merge_by_part(parts: tuple[AddedFields, ...]) -> AddedFields:
    for part in ("hand", "win", "counters"):
        _require_same_types(part, parts)
    union = NOTHING_ADDED
    for added in parts:
        union = union.adding(**{field.name: getattr(added, field.name) for field in fields(added)})
    return union


@lru_cache(maxsize=64)
def record_with_added(kind: str, added: AddedFields) -> Record:
    """Return the record of a request to which rulesets add these fields."""
    return _record_with_members(
        read_record(REQUEST_TYPE_BY_NAME[kind]), _added_members_by_record(added)
    )


def _added_members_by_record(added: AddedFields) -> dict[str, tuple[Member, ...]]:
    """Return the added fields by the names of the records that have them."""
    with_counters = (
        "ScoreRequest",
        "WaitsRequest",
        "CompareRequest",
        "NearestRequest",
        "BatchDocument",
    )
    return {
        **dict.fromkeys((*with_counters, "SeatsEntry"), added.counters),
        "Hand": added.hand,
        "Win": added.win,
        "ExpectedWin": added.win,
        "Player": added.player,
        "Event": added.event,
        "SettleRequest": added.counters + added.table,
    }


def _record_with_members(record: Record, added: Mapping[str, tuple[Member, ...]]) -> Record:
    """Return the record with the added fields, also in its inner records."""
    members = [_member_with_added(member, added) for member in record.members]
    return record._replace(members=merge_fields([tuple(members), added.get(record.name, ())]))


def _member_with_added(member: Member, added: Mapping[str, tuple[Member, ...]]) -> Member:
    if member.kind == "object" and member.record is not None:
        return member._replace(record=_record_with_members(member.record, added))
    return (
        member
        if member.item is None
        else member._replace(item=_member_with_added(member.item, added))
    )


def added_field_document(member: Member) -> EventField:
    """Return an added field as the list of rulesets describes it."""
    note, kind = member.note, cast("FieldType", member.kind)
    field: EventField = {"name": member.name, "type": kind, "meaning": member.meaning}
    if kind == "choice" or (kind == "seat" and member.choices != SEATS):
        field["choices"] = list(member.choices)
    if note.beside:
        field["beside"] = list(note.beside)
    if note.title:
        field["title"] = note.title
    if note.at:
        field["at"] = note.at
    if note.when is not None:
        values = note.when[1:]
        field["option"] = {"name": note.when[0], "value": values[0]}
        if len(values) > 1:
            field["option"]["also"] = list(values[1:])
    if note.tells:
        field["tells"] = note.tells
    amounts = () if member.record is None else member.record.members
    if amounts:
        field["numbers"] = {amount.name: _usual_amounts(amount) for amount in amounts}
    alone = [amount.name for amount in amounts if amount.note.alone]
    if alone:
        field["alone"] = alone
    return field


def _usual_amounts(amount: Member) -> list[UsualNumber]:
    return [{"value": value, "name": name} for value, name in amount.note.usual]
