"""The pages of a ruleset whose forms are documents: the codec of each, made of its record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, Literal

from werkzeug.datastructures import MultiDict

from scorer.engine.options import Option
from scorer.rulebook.declarations import Declarations
from scorer.service.web.forms.codecs import (
    SEAT_STARTS,
    Codec,
    EmptySeatCodec,
    FieldCodec,
    FieldName,
    Fields,
    GroupCodec,
    NumbersCodec,
    OptionsCodec,
    Pairs,
    Parse,
    RepeatedCodec,
    ScoringTilesCodec,
    SetRowsCodec,
)
from scorer.service.web.forms.form_events import EventsCodec
from scorer.service.web.forms.form_fields import COUNTER_PREFIX, PACKED_TEXT, RULESET_PREFIXES
from scorer.service.web.forms.table_codecs import (
    HandPageCodec,
    HandWinCodec,
    PlayerCodec,
    PlayersCodec,
    WinCodec,
)
from scorer.service.web.forms.typed_values import integer_or_text, typed_value
from scorer.service.web.labels import value_text
from scorer.types import requests
from scorer.types.records import AddedFields, Member, Record, read_record, request_record

Document = dict[str, Any]
Parts = dict[str, Codec]

PageKind = Literal["score", "settle"]
"""What a form asks for: the score of one hand, or a whole table settled."""

ADDED, COUNTERS = "+added", "+counters"
MEMBER_ORDER: Final = (
    *("ruleset", "preset", "options", "points", "hand", "win", ADDED, "fishing", "seat"),
    *("prevailing", COUNTERS, "seats", "players", "events", "holdings", "standing"),
    *("deals_passed", "east_run"),
)
"""Where the parts of a document and of a player stand in an address; others stand with those that a
ruleset adds."""
AWAY_FIELD: Final = read_record(requests.ScoreRequest).member("seats")
"""The field with the seat that is empty, of a hand and of a table."""
PARSER_BY_KIND: Final[Mapping[str, Parse]] = {
    "boolean": lambda text: typed_value("boolean", text),
    "integer": integer_or_text,
}
"""What makes values of texts, by the kind of a field; others stay texts."""


class PageCodec:
    """A page of a ruleset: a document as the fields of its form.

    Attributes:
        names: its fields by their names.
    """

    def __init__(self, group: GroupCodec) -> None:
        """Make the page of documents that this codec reads and writes."""
        self._group = group
        self.names: Mapping[str, FieldName] = {named.name: named for named in group.names()}

    def read(self, fields: Fields) -> Document:
        """Return the document that the fields give; what makes no sense is passed on as typed."""
        return self._group.read(fields)

    def write(self, document: Mapping[str, Any]) -> Pairs:
        """Return the fields that give a document, in the order of addresses."""
        return self._group.write(document)

    def locate(self, pointer: str, fields: Fields) -> str | None:
        """Return the name of the field for a JSON pointer into the document; None where no field
        has it."""
        path = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
        exists = path and path[0] in self._group.parts
        return self._group.locate(path, fields) if exists else None


def fields_in(query: MultiDict[str, str]) -> Fields:
    """Return all texts of each field of a form."""
    return query.to_dict(flat=False)


def fields_by_name(book: Declarations) -> Mapping[str, FieldName]:
    """Return the fields of both pages of a ruleset, by their names."""
    return _names(book, book.fields)


@lru_cache(maxsize=64)
def _names(book: Declarations, added: AddedFields) -> Mapping[str, FieldName]:
    return {**page_codec("score", book).names, **page_codec("settle", book).names}


def page_codec(kind: PageKind, book: Declarations) -> PageCodec:
    """Return the page on which documents of this kind are entered under a ruleset."""
    return _page(kind, book, book.fields)


@lru_cache(maxsize=64)
def _page(kind: PageKind, book: Declarations, added: AddedFields) -> PageCodec:
    parts = _Codecs(book).of_request(request_record(kind, book))
    return PageCodec((HandPageCodec if kind == "score" else GroupCodec)(parts))


class _Codecs:
    """Makes the codecs of a ruleset's documents. ``start`` is what the names of fields begin with:
    nothing, or a seat."""

    def __init__(self, book: Declarations) -> None:
        self._book = book
        self._rows = range(1, book.tiles.hand_tiles // 3 + 2)

    def of_request(self, request: Record) -> Parts:
        """Make the codecs of a whole document."""
        return self._parts(sorted(request.members, key=self._place), "", RULESET_PREFIXES["table"])

    def _place(self, member: Member) -> int:
        if member.added:
            return MEMBER_ORDER.index(COUNTERS if member.name in self._book.counters else ADDED)
        return MEMBER_ORDER.index(member.name if member.name in MEMBER_ORDER else ADDED)

    def _parts(self, members: Iterable[Member], start: str, own: str) -> Parts:
        """Make the codecs of a part; ``own`` is what the ruleset's own fields begin with."""
        return {
            member.name: self._added(member, start + own)
            if member.added
            else self._codec(member, start)
            for member in members
        }

    def _codec(self, member: Member, start: str) -> Codec:
        name, note = start + member.form, member.note
        match member.name:
            case "ruleset":
                return FieldCodec(name, note, empty=self._book.id)
            case "hand":
                return GroupCodec(
                    self._parts(member.inner.members, start, RULESET_PREFIXES["hand"])
                )
            case "win":
                return HandWinCodec(self._win(member, start))
            case "seats":
                return EmptySeatCodec(name, note)
            case "players":
                return self._players(member.inner)
            case "events":
                return EventsCodec(self._book, note)
            case "melds":
                lies = member.inner.member("concealed").note
                return SetRowsCodec(name, self._rows, note, lies)
            case "partial":
                return ScoringTilesCodec(name, note, PARSER_BY_KIND["boolean"])
        return self._plain(member, start)

    def _plain(self, member: Member, start: str) -> Codec:
        """Make the codec of a field of which the kind says all."""
        name, note = start + member.form, member.note
        match member.kind:
            case "options":
                parsers = {
                    option.name: option_parser(option) for option in self._book.options.values()
                }
                own = (text_option(self._book), PACKED_TEXT)
                return OptionsCodec(f"{name}.", note, parsers, own)
            case "list":
                return RepeatedCodec(name, note)
            case "seats":
                keys = {seat: start + name for seat, start in SEAT_STARTS.items()}
                return NumbersCodec(keys, note, away=AWAY_FIELD.form)
            case "tiles" if member.required:
                return FieldCodec(name, note, empty="")
        return FieldCodec(name, note, PARSER_BY_KIND.get(member.kind))

    def _added(self, member: Member, start: str) -> Codec:
        """Make the codec of a field that the ruleset adds."""
        name, note = start + member.name, member.note
        if member.name in self._book.counters:
            return FieldCodec(COUNTER_PREFIX + member.name, note, integer_or_text)
        if member.kind == "amounts":
            amounts = {amount.name: f"{name}.{amount.name}" for amount in member.inner.members}
            return NumbersCodec(amounts, note, whole=next(iter(amounts.values())))
        if member.kind == "seats":
            seats = {seat: f"{name}.{seat.lower()}" for seat in SEAT_STARTS}
            return NumbersCodec(seats, note, whole=name)
        return FieldCodec(name, note, PARSER_BY_KIND.get(member.kind), writes_empty=True)

    def _win(self, member: Member, start: str = "") -> Parts:
        return self._parts(member.inner.members, start, RULESET_PREFIXES["win"])

    def _players(self, player: Record) -> PlayersCodec:
        win = player.member("win")
        players = {seat: self._player(player, start) for seat, start in SEAT_STARTS.items()}
        others = {seat: GroupCodec(self._win(win, start)) for seat, start in SEAT_STARTS.items()}
        away = EmptySeatCodec(AWAY_FIELD.form, AWAY_FIELD.note)
        return PlayersCodec(self._book, players, WinCodec(self._win(win)), others, away)

    def _player(self, player: Record, start: str) -> PlayerCodec:
        members = [member for member in player.members if member.name != "win"]
        parts = self._parts(sorted(members, key=self._place), start, RULESET_PREFIXES["player"])
        agreed = any(member.kind == "amounts" for member in members)
        return PlayerCodec(parts, "hand" if agreed else "points")


def text_option(book: Declarations) -> str:
    """Return the option of a ruleset that is a text, such as a card; "" in some rulesets."""
    return next((option.name for option in book.options.values() if option.type == "text"), "")


def option_parser(option: Option[Any]) -> Parse:
    """Return what makes the value of an option of the text that its form has for it."""
    choices = {value_text(choice): choice for choice in option.choices or ()}
    return lambda text: choices[text] if text in choices else typed_value(option.type, text)
