"""Parts of a document as fields of a form: each reads, writes and finds its own.

A codec is made once for each ruleset, with the full names of its fields, from what the document's
record declares. Codecs of whole pages are in ``form_pages``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorer.service.web.forms.own_text import OwnTextError, unpack_own_text
from scorer.service.web.forms.typed_values import integer_or_text
from scorer.service.web.labels import value_text
from scorer.types.field import Field
from scorer.types.terms import SEATS

Fields = Mapping[str, Sequence[str]]
"""A form or an address: all texts of each field, by its name."""
Pairs = list[tuple[str, str]]
Path = Sequence[str]
"""The parts of a JSON pointer, from a codec's value on."""
Parse = Callable[[str], object]

SEAT_STARTS: Final[Mapping[str, str]] = {seat: f"{seat.lower()}." for seat in SEATS}
"""What the fields of each player at a table begin with."""
SURE_VALUE: Final = "sure"
"""What a field says of a hand of which only what scores is given, and nothing more is asked."""


def text_in(fields: Fields, name: str) -> str:
    """Return the first text of a field, without spaces around it; "" where it is empty."""
    texts = fields.get(name)
    return texts[0].strip() if texts else ""


def written_tiles(tiles: str | Sequence[str]) -> str:
    """Return tiles as one text."""
    return tiles if isinstance(tiles, str) else " ".join(tiles)


def present_seats(away: str) -> list[str]:
    """Return the seats at a table where this one is empty; what is no seat is passed on."""
    seats: list[str] = [seat for seat in SEATS if seat != away]
    return [*seats, away] if away and away not in SEATS else seats


class FieldName(NamedTuple):
    """A field by its name.

    Attributes:
        name: its name.
        pointer: a JSON pointer from the value of a codec to what the field gives of it; "" where
            it gives that together with others.
        note: what its declaration notes of it.
    """

    name: str
    pointer: str
    note: Field

    def below(self, key: str) -> FieldName:
        """Return the field of a value that stands under this key of another."""
        return self._replace(pointer=f"/{key}{self.pointer}")


class Codec(ABC):
    """A part of a document as fields.

    Attributes:
        nothing: the fields that say that there is no value.
    """

    nothing: Sequence[tuple[str, str]] = ()

    @abstractmethod
    def read(self, fields: Fields) -> object:
        """Return the value that the fields give; None where they are empty."""

    @abstractmethod
    def write(self, value: Any) -> Pairs:
        """Return the fields that give this value, in the order of addresses."""

    @abstractmethod
    def locate(self, path: Path, fields: Fields) -> str | None:
        """Return the name of the field for this part of the value; None where no field has it."""

    @abstractmethod
    def names(self) -> Iterator[FieldName]:
        """Yield the fields."""


class FieldCodec(Codec):
    """One field.

    Attributes:
        name: its name.
        note: what its declaration notes of it.
    """

    def __init__(
        self,
        name: str,
        note: Field,
        parse: Parse | None = None,
        *,
        empty: object = None,
        writes_empty: bool = False,
    ) -> None:
        """Make the codec of the field.

        Args:
            name: its name.
            note: what its declaration notes of it.
            parse: what makes a value of a text; without it, the text is the value.
            empty: the value of an empty field.
            writes_empty: whether an empty text is written too.
        """
        self.name, self.note = name, note
        self._parse, self._empty, self._writes_empty = parse, empty, writes_empty

    def read(self, fields: Fields) -> object:
        """Return the value that the field gives."""
        texts = fields.get(self.name)
        text = texts[0].strip() if texts else ""
        if not text:
            return self._empty
        return text if self._parse is None else self._parse(text)

    def write(self, value: Any) -> Pairs:
        """Return the field, tiles in a list as one text."""
        text = " ".join(value) if isinstance(value, list) else value_text(value)
        return [(self.name, text)] if text or self._writes_empty else []

    def locate(self, path: Path, fields: Fields) -> str:
        """Return the name of the field, whatever in it is meant."""
        return self.name

    def names(self) -> Iterator[FieldName]:
        """Yield the one field."""
        yield FieldName(self.name, "", self.note)


class ScoringTilesCodec(FieldCodec):
    """Whether only what scores of a hand is given; ``sure`` where nothing more is asked."""

    def read(self, fields: Fields) -> object:
        """Return true also for ``sure``."""
        value = super().read(fields)
        return True if value == SURE_VALUE else value

    def write(self, value: Any) -> Pairs:
        """Return the field, if it says yes."""
        return super().write(value) if value else []


class RepeatedCodec(FieldCodec):
    """One name that may stand several times."""

    def read(self, fields: Fields) -> object:
        """Return the texts as a list."""
        return [text for text in fields.get(self.name, ()) if text] or None

    def write(self, value: Any) -> Pairs:
        """Return the field once for each."""
        return [(self.name, str(item)) for item in value]


class EmptySeatCodec(FieldCodec):
    """The seats at a table, of three by the one that is empty."""

    def read(self, fields: Fields) -> object:
        """Return the seats; None where none is said to be empty."""
        away = text_in(fields, self.name)
        return present_seats(away) if away else None

    def write(self, seats: Any) -> Pairs:
        """Return the empty seat, or the one that is no seat."""
        unknown = [seat for seat in seats if seat not in SEATS]
        empty = unknown or [seat for seat in SEATS if seat not in seats]
        return [(self.name, empty[0])] if empty else []


class NumbersCodec(Codec):
    """A number under each of a few keys: ``e.holds``, ``t.penalties.e``, ``s.p.agreed.han``."""

    def __init__(
        self, keys: Mapping[str, str], note: Field, *, whole: str | None = None, away: str = ""
    ) -> None:
        """Make the codec of these fields.

        Args:
            keys: the name of the field of each key.
            note: what the declaration notes of them.
            whole: the name of the field for what is wrong with all of them.
            away: the field with the empty seat, where only the others' numbers are read.
        """
        self._keys, self._note, self._whole, self._away = keys, note, whole, away

    def read(self, fields: Fields) -> object:
        """Return the numbers that were given, by their keys."""
        found = {
            key: integer_or_text(text)
            for key, name in self._keys.items()
            if (text := text_in(fields, name))
        }
        if self._away:
            found.pop(text_in(fields, self._away), None)
        return found or None

    def write(self, value: Any) -> Pairs:
        """Return the fields of the numbers, in the order of the value."""
        return [
            (self._keys[key], value_text(number))
            for key, number in value.items()
            if number is not None and key in self._keys
        ]

    def locate(self, path: Path, fields: Fields) -> str | None:
        """Return the name of the field of a key."""
        return self._keys.get(path[0], self._whole) if path else self._whole

    def names(self) -> Iterator[FieldName]:
        """Yield the field of each key."""
        for key, name in self._keys.items():
            yield FieldName(name, f"/{key}", self._note)


class OptionsCodec(Codec):
    """The options of a ruleset: ``o.limit``. The text of one, such as a card, may also be deflated
    in a field of its own."""

    def __init__(
        self, start: str, note: Field, parsers: Mapping[str, Parse], own: tuple[str, str]
    ) -> None:
        """Make the codec of the options whose values these functions read.

        Args:
            start: what the names of their fields begin with.
            note: what the declaration notes of them.
            parsers: what makes a value of a text, by the option.
            own: the option with a text, "" for none, and the field that may hold it deflated.
        """
        self._start, self._note, self._parsers = start, note, parsers
        self._text_option, self._own = own

    def read(self, fields: Fields) -> object:
        """Return the options that were chosen, unknown ones as texts."""
        start = self._start
        found = {
            name[len(start) :]: self.value_of(name[len(start) :], text)
            for name in fields
            if name.startswith(start) and (text := self._typed(fields, name))
        }
        packed = text_in(fields, self._own)
        if packed and self._text_option and self._text_option not in found:
            found[self._text_option] = own_text_or_list(packed)
        return found or None

    def _typed(self, fields: Fields, name: str) -> str:
        """Return what was typed for an option; a text of lines as it stands, since its faults are
        told by line."""
        text = text_in(fields, name)
        return fields[name][0] if text and "\n" in fields[name][0] else text

    def value_of(self, option: str, text: str) -> object:
        """Return the value of an option for which this was typed."""
        return self._parsers[option](text) if option in self._parsers else text

    def write(self, value: Any) -> Pairs:
        """Return a field for each option."""
        return [(self._start + option, value_text(chosen)) for option, chosen in value.items()]

    def locate(self, path: Path, fields: Fields) -> str | None:
        """Return the name of the field of an option."""
        return self._start + path[0] if path else None

    def names(self) -> Iterator[FieldName]:
        """Yield the field of each option that the ruleset has."""
        for option in self._parsers:
            yield FieldName(self._start + option, f"/{option}", self._note)
        if self._text_option:
            yield FieldName(self._own, f"/{self._text_option}", self._note)


def own_text_or_list(packed: str) -> str | list[str]:
    """Return the text that a field holds deflated. A damaged one is passed on in a list, which the
    check of documents refuses as no text."""
    try:
        return unpack_own_text(packed)
    except OwnTextError:
        return [packed]


class SetRowsCodec(Codec):
    """Declared sets in rows: ``set1`` its tiles, ``set1is`` how it lies."""

    def __init__(self, start: str, rows: range, note: Field, note_lies: Field) -> None:
        """Make the codec of these rows; ``note_lies`` is the note on how a set lies."""
        self._start, self._note, self._note_lies = start, note, note_lies
        self._rows = [f"{start}{row}" for row in rows]

    def read(self, fields: Fields) -> object:
        """Return the sets in the rows that have tiles."""
        return [self._read_row(fields, row) for row in self._filled(fields)] or None

    def _filled(self, fields: Fields) -> list[str]:
        return [row for row in self._rows if text_in(fields, row)]

    def _read_row(self, fields: Fields, row: str) -> dict[str, object]:
        meld: dict[str, object] = {"tiles": text_in(fields, row)}
        lies = text_in(fields, f"{row}is")
        if lies == "added":
            meld["from_concealed_pung"] = True
        elif lies and lies != "exposed":
            meld["concealed"] = True if lies == "concealed" else lies
        return meld

    def write(self, value: Any) -> Pairs:
        """Return the rows of the sets, from the first on."""
        pairs: Pairs = []
        for number, meld in enumerate(value, start=1):
            row = f"{self._start}{number}"
            pairs.append((row, written_tiles(meld["tiles"])))
            lies = "added" if meld.get("from_concealed_pung") else meld.get("concealed")
            if lies:
                pairs.append((f"{row}is", "concealed" if lies is True else str(lies)))
        return pairs

    def locate(self, path: Path, fields: Fields) -> str:
        """Return the name of the field of a set, by the rows that have tiles."""
        filled = self._filled(fields)
        if not path or not path[0].isdecimal() or int(path[0]) >= len(filled):
            return self._rows[0]
        row = filled[int(path[0])]
        return f"{row}is" if path[1:2] in (["concealed"], ["from_concealed_pung"]) else row

    def names(self) -> Iterator[FieldName]:
        """Yield both fields of each row."""
        for number, row in enumerate(self._rows):
            yield FieldName(row, f"/{number}/tiles", self._note)
            yield FieldName(f"{row}is", f"/{number}/concealed", self._note_lies)


class GroupCodec(Codec):
    """An object: its parts by their keys, in the order of addresses."""

    def __init__(self, parts: Mapping[str, Codec]) -> None:
        """Make the codec of an object with these parts; what is wrong with all of it stands at the
        first."""
        self.parts = parts

    def read(self, fields: Fields) -> dict[str, Any]:
        """Return the object with the parts that the fields give."""
        found: dict[str, Any] = {}
        for key, part in self.parts.items():
            value = part.read(fields)
            if value is not None:
                found[key] = value
        return found

    def write(self, value: Any) -> Pairs:
        """Return the fields of all parts; None is as good as left out."""
        pairs: Pairs = []
        for key, part in self.parts.items():
            inner = value.get(key)
            pairs += part.nothing if inner is None else part.write(inner)
        return pairs

    def locate(self, path: Path, fields: Fields) -> str | None:
        """Return the name of the field of a part."""
        part = self.parts.get(path[0]) if path else None
        if part is None:
            return next(iter(self.parts.values())).locate((), fields)
        return part.locate(path[1:], fields)

    def names(self) -> Iterator[FieldName]:
        """Yield the fields of all parts."""
        for key, part in self.parts.items():
            for named in part.names():
                yield named.below(key)
