"""What went wrong at a table as fields of its form.

The first event of a kind stands in ``x.{event}``, which may hold several seats that share its
details; another one in ``x.{event}.2`` with details of its own, and so on. Events come in the order
of these numbers, those of one number in the order in which the ruleset declares their kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorer.rulebook.declarations import Declarations
from scorer.service.web.forms.codecs import Codec, FieldName, Fields, Pairs, Path, text_in
from scorer.service.web.forms.form_fields import SECOND_SEAT_FIELD
from scorer.service.web.forms.typed_values import typed_value
from scorer.service.web.labels import value_text
from scorer.types.field import Field
from scorer.types.terms import SEATS

Document = dict[str, Any]

FIRST_EVENT_NUMBER = 1
"""The number that is not written."""
EVENT_SLOTS_SHOWN = 4
"""As many as a form has room for of each kind: one for each seat."""
_EVENT_PREFIX = "x."
_NAME_PATTERN = re.compile(
    r"x\.(?P<event>[^.]+)(?:\.(?P<number>[2-9]|[1-9][0-9]))?(?:\.(?P<field>.+))?\Z"
)


class FormEvent(NamedTuple):
    """An event, and the name of the field with who did it."""

    name: str
    event: Document


class EventsCodec(Codec):
    """The events of a table, in their order."""

    def __init__(self, book: Declarations, note: Field) -> None:
        """Make the codec of the events that this ruleset declares."""
        self._note = note
        self._details = {
            event.id: {member.name: member.kind for member in event.fields}
            for event in book.events.values()
        }
        self._ordered = frozenset(book.table.ordered_events)

    def read(self, fields: Fields) -> Any:
        """Return the events of a form, in their order."""
        return [placed.event for placed in self.placed(fields)] or None

    def placed(self, fields: Fields) -> list[FormEvent]:
        """Return the events of a form, in their order, each with its field."""
        names = (name for name in fields if name.startswith(_EVENT_PREFIX))
        matches = [match for name in names if (match := _NAME_PATTERN.match(name))]
        kinds = [*self._details]
        kinds += dict.fromkeys(
            match["event"]
            for match in matches
            if not match["field"] and match["event"] not in self._details
        )
        numbered = {
            (int(match["number"] or FIRST_EVENT_NUMBER), match["event"]) for match in matches
        }
        places = sorted(
            (number, kinds.index(kind), kind) for number, kind in numbered if kind in kinds
        )
        placed = [event for number, _, kind in places for event in self._at(fields, kind, number)]
        # Where two did the same, what it costs the second may depend on the first.
        placed.sort(
            key=lambda entry: (
                entry.event["by"] == text_in(fields, f"{entry.name}.{SECOND_SEAT_FIELD}")
            )
        )
        return placed

    def _at(self, fields: Fields, kind: str, number: int) -> list[FormEvent]:
        """Return the events that one field gives, one for each seat."""
        name = _event_field_name(kind, number)
        details = {
            field: typed_value(kind_of, text)
            for field, kind_of in self._details.get(kind, {}).items()
            if (text := text_in(fields, f"{name}.{field}"))
        }
        seats = [seat for text in fields.get(name, ()) if (seat := text.strip())]
        return [FormEvent(name, {"event": kind, "by": seat, **details}) for seat in seats]

    def write(self, value: Any) -> Pairs:
        """Return the fields from which a form reads these events again, in this order."""
        kinds = [*dict.fromkeys([*self._details, *(event["event"] for event in value)])]
        pairs: Pairs = []
        number, last = FIRST_EVENT_NUMBER, -1
        shared: list[Mapping[str, Any]] = []
        for n, event in enumerate(value, start=1):
            kind, by = event["event"], str(event.get("by", ""))
            is_last = n == len(value) and kind in self._ordered
            if number == FIRST_EVENT_NUMBER and _can_share(shared, event, is_last):
                shared.append(event)
                pairs.append((_event_field_name(kind, FIRST_EVENT_NUMBER), by))
                if is_last:
                    pairs.append(
                        (f"{_event_field_name(kind, FIRST_EVENT_NUMBER)}.{SECOND_SEAT_FIELD}", by)
                    )
                continue
            place = kinds.index(kind)
            number, last, shared = number + (place <= last), place, [event]
            pairs += _event_pairs(_event_field_name(kind, number), by, event)
        return pairs

    def locate(self, path: Path, fields: Fields) -> str | None:
        """Return the name of the field of an event, or of one of its details."""
        placed = self.placed(fields)
        if not path or not path[0].isdecimal() or int(path[0]) >= len(placed):
            return None
        details = [part for part in path[1:2] if part not in ("event", "by")]
        return ".".join([placed[int(path[0])].name, *details])

    def names(self) -> Iterator[FieldName]:
        """Yield the fields of the first event of each kind; further ones have a number."""
        for kind, details in self._details.items():
            name = _event_field_name(kind, FIRST_EVENT_NUMBER)
            extra = [SECOND_SEAT_FIELD] if kind in self._ordered else []
            for field_name in (name, *(f"{name}.{field}" for field in (*details, *extra))):
                yield FieldName(field_name, "", self._note)


def _can_share(
    shared: Sequence[Mapping[str, Any]], event: Mapping[str, Any], is_last: bool
) -> bool:
    """Tests if an event can stand in one field with these: it is the same but for the seat, and a
    form has the seats in their order, but for one that is named as the last."""
    seats = [other.get("by") for other in (*shared, event)]
    if (
        not shared
        or _event_without_seat(shared[0]) != _event_without_seat(event)
        or not {*seats} <= {*SEATS}
    ):
        return False
    in_order = seats[:-1] if is_last else seats
    return len({*seats}) == len(seats) and in_order == sorted(in_order, key=SEATS.index)


def _event_without_seat(event: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name != "by" and value is not None}


def _event_pairs(name: str, by: str, event: Mapping[str, Any]) -> Pairs:
    details = [
        (f"{name}.{field}", value_text(value))
        for field, value in event.items()
        if field not in ("event", "by") and value is not None
    ]
    return [(name, by), *details]


def _event_field_name(kind: str, number: int) -> str:
    return (
        f"{_EVENT_PREFIX}{kind}"
        if number == FIRST_EVENT_NUMBER
        else f"{_EVENT_PREFIX}{kind}.{number}"
    )


def numbers_of(names: Iterable[str], kind: str) -> list[int]:
    """Return the numbers for which a form shows further events of this kind: those among the names
    of fields that hold something, and some that are free."""
    matches = [match for name in names if (match := _NAME_PATTERN.match(name))]
    filled = {
        int(match["number"] or FIRST_EVENT_NUMBER) for match in matches if match["event"] == kind
    }
    free = range(FIRST_EVENT_NUMBER + 1, max(EVENT_SLOTS_SHOWN, max(filled, default=0) + 1) + 1)
    return sorted({*free, *filled} - {FIRST_EVENT_NUMBER})


def unnumbered(name: str) -> str:
    """Return the name of the field of an event without its number."""
    match = _NAME_PATTERN.match(name)
    if match is None:
        return name
    return ".".join(["x", match["event"], *([match["field"]] if match["field"] else [])])


def kind_field(name: str) -> str:
    """Return the name of the first field of the same kind of event; another name as it is."""
    return ".".join(name.split(".")[:2]) if name.startswith(_EVENT_PREFIX) else name
