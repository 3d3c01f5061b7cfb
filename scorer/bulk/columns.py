"""The columns of a table of hands: a field of the document each, and documents made of them.

Columns follow from the declared fields of a hand to score, of every ruleset. A field is a column by
its dotted name, such as ``hand.concealed`` or ``honba``; what every ruleset's hands and wins have
may do without ``hand.`` and ``win.``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, NamedTuple

from scorer.documents.batch import split_id
from scorer.documents.text.json_text import NotJSONError, read_json
from scorer.documents.text.melds import parse_meld, parse_melds
from scorer.errors import HandError, Problem, closest_name, quoted
from scorer.rules import BOOKS
from scorer.types.records import AddedFields, Member, request_record

Document = dict[str, Any]

DEFAULT_RULESET: Final = "mcr"
"""The ruleset of rows that name none, where the caller does not either."""
ID_COLUMN: Final = "id"
"""The column that is repeated in the answer."""
DOCUMENT_COLUMN: Final = "document"
"""The column of whole documents as JSON, which stands in place of all others."""
INDEX_PATTERN: Final = re.compile(r"__index_level_\d+__")
"""The names of a pandas index in Arrow; it holds nothing of a hand."""
MAX_COLUMN_PROBLEMS: Final = 20
_INTEGER_PATTERN: Final = re.compile(r"([+-]?[0-9]{1,18})(?:\.0)?")
_BOOLEAN_BY_TEXT: Final = {"true": True, "false": False}


class Column(NamedTuple):
    """A field that may be a column.

    Attributes:
        part: the object of the document that has it, ``hand`` or ``win``; "" for the document.
        member: the field.
    """

    part: str
    member: Member

    @property
    def name(self) -> str:
        """Its dotted name."""
        return f"{self.part}.{self.member.name}" if self.part else self.member.name


def field_columns() -> Mapping[str, Column]:
    """Return the fields that may be columns, by each name that they have."""
    return _cached_columns(tuple((id, book.fields) for id, book in BOOKS.items()))


@lru_cache(maxsize=4)
def _cached_columns(added: tuple[tuple[str, AddedFields], ...]) -> Mapping[str, Column]:
    columns: dict[str, Column] = {}
    for member in request_record("score", *(BOOKS[id] for id, _ in added)).members:
        if member.kind != "object":
            columns[member.name] = Column("", member)
            continue
        for inner in member.inner.members:
            column = Column(member.name, inner)
            columns[column.name] = column
            if not inner.added:
                columns[inner.name] = column
    return columns


def check_names(names: Sequence[str]) -> None:
    """Raise HandError for columns that are no field, stand twice, or stand beside ``document``: for
    some of them, where a file that is no table seems to have thousands."""
    known, problems = field_columns(), []
    seen: dict[str, str] = {}
    for name in names:
        column = known.get(name)
        field = column.name if column is not None else name
        if (
            column is None
            and name not in (ID_COLUMN, DOCUMENT_COLUMN)
            and not INDEX_PATTERN.fullmatch(name)
        ):
            problems.append(Problem(f"/{name}", "bad_value", _unknown_column_message(name)))
        elif field in seen:
            detail = (
                f"the columns {quoted(seen[field])} and {quoted(name)} are the same field; remove "
                "one of them"
            )
            problems.append(Problem(f"/{name}", "contradiction", detail))
        seen.setdefault(field, name)
        if len(problems) == MAX_COLUMN_PROBLEMS:
            break
    fields = [name for name in names if name in known]
    if DOCUMENT_COLUMN in names and fields:
        detail = "a column of documents stands in place of all others; remove " + ", ".join(fields)
        problems.append(Problem(f"/{DOCUMENT_COLUMN}", "contradiction", detail))
    if problems:
        raise HandError(*problems)


def _unknown_column_message(name: str) -> str:
    known = [ID_COLUMN, DOCUMENT_COLUMN, *field_columns()]
    for separator, what in ((";", "semicolons"), ("\t", "tabs")):
        if separator in name:
            return f"separate the columns with commas, not with {what}"
    close = closest_name(name, known)
    meant = f"did you mean the column “{close}”?" if close else "remove this column or choose from"
    listed = "" if close else f": {', '.join(known)}"
    return f"no field is called {quoted(name)}; {meant}{listed}"


def read_documents(values: Iterable[Any]) -> tuple[list[str | int | None], list[Any]]:
    """Return the id of each document, None if it has none, and the documents without their ids.

    Args:
        values: documents, or their JSON. One that cannot be read is returned as its HandError.
    """
    pairs = [*map(_id_and_document, values)]
    return [id for id, _ in pairs], [document for _, document in pairs]


def _id_and_document(value: Any) -> tuple[str | int | None, Any]:
    try:
        if isinstance(value, str):
            value = value.encode("utf-8", "surrogatepass")
        return split_id(read_json(value) if isinstance(value, bytes) else value)
    except NotJSONError as error:
        return None, HandError(Problem("", "bad_value", str(error)))
    except HandError as error:
        return None, error


def documents(columns: Mapping[str, Iterable[Any]], rules: Document) -> Iterator[Any]:
    """Yield the document of each row, or the HandError of one that cannot be read.

    Args:
        columns: the values of each column, row by row; checked by ``check_names``. The column
            ``document`` has what ``read_documents`` returns.
        rules: the ruleset, preset and options of rows that have none of their own.
    """
    if DOCUMENT_COLUMN in columns:
        for value in columns[DOCUMENT_COLUMN]:
            yield {**rules, **value} if isinstance(value, dict) else value
        return
    known = field_columns()
    parts: dict[str, dict[str, list[Any]]] = {"": {}}
    for name, values in columns.items():
        column = known.get(name)
        if column is not None:
            part = parts.setdefault(column.part, {})
            part[column.member.name] = [*map(_value_reader(column.member), values)]
    heads = _row_objects(parts.pop(""))
    inner = [(name, _row_objects(fields)) for name, fields in parts.items()]
    if not inner:
        yield from ({**rules, **head} for head in heads)
        return
    for number, objects in enumerate(zip(*(objects for _, objects in inner), strict=True)):
        document = {**rules, **heads[number]} if heads else {**rules}
        for (name, _), value in zip(inner, objects, strict=True):
            if name != "win" or "by" in value:
                document[name] = value
        yield document


def _row_objects(part: Mapping[str, list[Any]]) -> list[Document]:
    """Return the object of each row: its fields that are not null."""
    names = [*part]
    return [
        {name: value for name, value in zip(names, row, strict=True) if value is not None}
        for row in zip(*part.values(), strict=True)
    ]


def _value_reader(member: Member) -> Callable[[Any], Any]:
    """Return what reads a value of a column as the document has it. What it cannot read stays, and
    is an error of its row."""
    if member.kind == "integer":
        return _read_whole
    if member.kind == "boolean":
        return lambda value: (
            _BOOLEAN_BY_TEXT.get(value.lower(), value) if isinstance(value, str) else value
        )
    if member.kind == "options":
        return _read_options
    if member.kind == "list" and member.item is not None and member.item.record is not None:
        return _melds_reader()
    if member.kind == "list":
        return lambda value: value.split() if isinstance(value, str) else value
    return _read_unchanged


def _read_unchanged(value: Any) -> Any:
    return value


def _read_whole(value: Any) -> Any:
    """Read a whole number, which pandas makes 3.0 where a row has none, and CSV a text."""
    if isinstance(value, str):
        match = _INTEGER_PATTERN.fullmatch(value)
        return int(match[1]) if match else value
    if isinstance(value, float | Decimal) and value == value and value % 1 == 0:
        return int(value)
    return None if value != value else value


def _read_options(value: Any) -> Any:
    """Read options from JSON, a struct or a map."""
    if isinstance(value, str):
        try:
            return read_json(value.encode("utf-8", "surrogatepass"))
        except NotJSONError:
            return value
    if isinstance(value, list) and all(
        isinstance(pair, tuple) and isinstance(pair[0], str) for pair in value
    ):
        return dict(value)
    if isinstance(value, dict):
        return {name: item for name, item in value.items() if item is not None}
    return value


def _melds_reader() -> Callable[[Any], Any]:
    """Return what reads declared sets; it remembers the texts of these rows, as nothing changes a
    document, and rows may share their sets."""
    read: dict[str, list[dict[str, Any]]] = {}

    def melds(value: Any) -> Any:
        if isinstance(value, str):
            if value not in read:
                read[value] = parse_melds(value)
            return read[value]
        if isinstance(value, list):
            return [parse_meld(meld) if isinstance(meld, str) else meld for meld in value]
        return value

    return melds
