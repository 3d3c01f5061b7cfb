"""Score a table of hands: columns in, columns out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from scorer.bulk.columns import (
    DEFAULT_RULESET,
    DOCUMENT_COLUMN,
    ID_COLUMN,
    INDEX_PATTERN,
    check_names,
    documents,
    read_documents,
)
from scorer.bulk.extra import require_extra
from scorer.bulk.pool import map_in_order, worker_count
from scorer.documents import score
from scorer.documents.read import edition_of
from scorer.documents.schemas import requests
from scorer.errors import HandError
from scorer.rules import BOOKS
from scorer.types.requests import ScoreRequest
from scorer.types.terms import SEATS, TallyKey

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

BATCH_ROWS: Final = 8192
"""How many rows are scored at a time: about half a second's work."""
_NO_PYTHON_VALUE: Final = (ValueError, OverflowError, TypeError, LookupError)
"""What Arrow raises for a value that Python has no type for."""
ERROR_COLUMNS: Final = ("error_code", "error_pointer", "error_detail")


class ScoringRules(NamedTuple):
    """How the rows of a table are scored.

    Attributes:
        ruleset: the ruleset of rows that have no other, and its preset and options.
        lines: whether the answer has the lines of each hand.
    """

    ruleset: str = DEFAULT_RULESET
    preset: str | None = None
    options: Mapping[str, Any] | None = None
    lines: bool = False

    @property
    def document(self) -> dict[str, Any]:
        """The rules as a document has them."""
        rules = {"ruleset": self.ruleset, "preset": self.preset, "options": self.options}
        return {
            name: dict(value) if isinstance(value, Mapping) else value
            for name, value in rules.items()
            if value is not None
        }

    def check(self) -> None:
        """Raise HandError for an unknown ruleset, preset or option."""
        if self.ruleset in BOOKS:
            edition_of(requests.load(ScoreRequest, {**self.document, "hand": {"concealed": ""}}))
        else:
            edition_of({"ruleset": str(self.ruleset)})


def score_table(
    table: Any,
    ruleset: str = DEFAULT_RULESET,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    lines: bool = False,
    workers: int | None = None,
) -> pa.Table:
    """Score a table with a hand in each row, and return a table with an answer in each row.

    Args:
        table: anything with Arrow's PyCapsule interface, such as a table of pyarrow, polars,
            pandas or duckdb. docs/bulk.md lists the columns.
        ruleset: the ruleset of all rows that name no other in a column ``ruleset``.
        preset: a preset of the ruleset, likewise.
        options: single options of the ruleset, likewise.
        lines: add a column ``lines``, a list of ``{id, amount, count}``; it takes twice as
            long.
        workers: how many processes score; None is one for each core, and this one alone for few
            rows.

    A row that cannot be scored has no total, but ``error_code``, ``error_pointer`` and
    ``error_detail``. Raises HandError for unknown rules and columns, TypeError for what is no
    table, and ImportError without pyarrow.
    """
    require_extra("pyarrow", "score_table")
    rules = ScoringRules(ruleset, preset, options, lines)
    rules.check()
    hands = _arrow_table(table)
    check_names(hands.column_names)
    count = worker_count(workers)
    if workers is None and hands.num_rows <= BATCH_ROWS:
        count = 1
    batches = hands.to_batches(max_chunksize=BATCH_ROWS) or [empty_batch(hands.schema)]
    if count == 1:
        scored = [_score_batch(rules, batch) for batch in batches]
    else:
        work = partial(_score_serialized, rules)
        scored = [*map_in_order(work, map(_batch_bytes, batches), count)]
    return with_row_numbers(table_of_answers(scored), 0)


def _arrow_table(table: Any) -> pa.Table:
    pa = require_extra("pyarrow", "score_table")
    try:
        return pa.table(table)
    except (TypeError, AttributeError, ValueError):
        raise TypeError(
            "score_table takes a table of pyarrow, polars, pandas or duckdb, or a dictionary of "
            f"columns of equal length; this {type(table).__name__} is none of these"
        ) from None


def answer_schema(
    names: Sequence[str], id_type: pa.DataType | None, rules: ScoringRules
) -> pa.Schema:
    """Return the columns of the answer to columns of these names; ``id_type`` is that of ``id``."""
    pa = require_extra("pyarrow", "score_table")
    whole = pa.int64()
    fields = [(ID_COLUMN, whole if id_type is None or pa.types.is_null(id_type) else id_type)]
    fields += [("total", whole), ("qualifies", pa.bool_()), ("limit_reached", pa.bool_())]
    fields += [(name, whole) for name in tally_names(names, rules)]
    fields += [(f"net_{seat}", whole) for seat in SEATS]
    if rules.lines:
        line = pa.struct([("id", pa.string()), ("amount", whole), ("count", whole)])
        fields += [("lines", pa.list_(line))]
    return pa.schema([*fields, *((name, pa.string()) for name in ERROR_COLUMNS)])


def tally_names(names: Sequence[str], rules: ScoringRules) -> list[str]:
    """Return the columns of the tally: those of the ruleset or, where rows may have another, of
    all."""
    if "ruleset" not in names and DOCUMENT_COLUMN not in names:
        return [*BOOKS[rules.ruleset].tally]
    every = {key for book in BOOKS.values() for key in book.tally}
    return [key for key in get_args(TallyKey) if key in every]


class Rows(NamedTuple):
    """Some rows of a table.

    Attributes:
        columns: the values of each column but ``id``; of ``document``, what ``read_documents``
            returns.
        length: how many rows there are, also where there are no columns.
        ids: the column ``id``, or the ids of documents; None if there are none.
    """

    columns: Mapping[str, Sequence[Any]]
    length: int
    ids: pa.Array | None

    @classmethod
    def of(cls, batch: pa.RecordBatch) -> Rows:
        """Return the rows of a batch."""
        names = batch.schema.names
        columns = {name: _python_values(batch.column(name)) for name in names if name != ID_COLUMN}
        ids = batch.column(ID_COLUMN) if ID_COLUMN in names else None
        if ids is not None and hasattr(ids, "dictionary_decode"):
            ids = ids.dictionary_decode()
        return cls.of_columns(columns, batch.num_rows, ids)

    @classmethod
    def of_columns(
        cls, columns: Mapping[str, Sequence[Any]], length: int, ids: pa.Array | None = None
    ) -> Rows:
        """Return the rows of these columns; without ``ids`` documents have their own."""
        if DOCUMENT_COLUMN in columns:
            own_ids, read = read_documents(columns[DOCUMENT_COLUMN])
            columns = {**columns, DOCUMENT_COLUMN: read}
            ids = id_array(own_ids) if ids is None else ids
        return cls(columns, length, ids)


def _python_values(column: pa.Array) -> list[Any]:
    """Return the values of a column. What Python has no value for, such as a time of nanoseconds,
    is the name of its type, which is an error of its row."""
    try:
        values: list[Any] = column.to_pylist()
    except _NO_PYTHON_VALUE:
        return [*map(_python_value, column)]
    return values


def _python_value(value: pa.Scalar) -> Any:
    try:
        return value.as_py()
    except UnicodeDecodeError:
        if hasattr(value, "as_buffer"):
            return value.as_buffer().to_pybytes().decode("utf-8", "replace")
    except _NO_PYTHON_VALUE:
        pass
    return str(value.type)


def _encodable(text: str) -> str:
    """Return text without halves of surrogates, which JSON may have, but no column."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def id_array(ids: Sequence[str | int | None]) -> pa.Array:
    """Return ids as whole numbers if all of them are, of 64 bits, else as texts; None stays."""
    pa = require_extra("pyarrow", "score_table")
    if all(id is None or (isinstance(id, int) and -(2**63) <= id < 2**63) for id in ids):
        return pa.array(ids, pa.int64())
    return pa.array([None if id is None else _encodable(str(id)) for id in ids], pa.string())


def score_rows(rules: ScoringRules, rows: Rows) -> pa.RecordBatch:
    """Return the answers to some rows; a row without an id has none yet (``with_row_numbers``)."""
    pa = require_extra("pyarrow", "score_table")
    schema = answer_schema([*rows.columns], None if rows.ids is None else rows.ids.type, rules)
    names, given = tally_names([*rows.columns], rules), rules.document
    # A table without any field still has rows, each of which lacks its hand.
    has_fields = not all(map(INDEX_PATTERN.fullmatch, rows.columns))
    made = documents(rows.columns, given) if has_fields else repeat(given, rows.length)
    values = [_answer_row(document, names, rules) for document in made]
    columns = [*zip(*values, strict=True)] or [()] * (len(schema) - 1)
    id_field, *fields = schema
    arrays = [pa.array(column, field.type) for column, field in zip(columns, fields, strict=True)]
    if rows.ids is None or pa.types.is_null(rows.ids.type):
        ids = pa.nulls(rows.length, id_field.type)
    else:
        ids = rows.ids
    return pa.RecordBatch.from_arrays([ids, *arrays], schema=schema)


def _score_batch(rules: ScoringRules, batch: pa.RecordBatch) -> pa.RecordBatch:
    return score_rows(rules, Rows.of(batch))


def _answer_row(document: Any, tally: Sequence[str], rules: ScoringRules) -> tuple[Any, ...]:
    """Return the values of the columns after ``id``."""
    try:
        if isinstance(document, HandError):
            raise document
        answer: Any = score(document, brief=not rules.lines)
    except HandError as error:
        problem = error.problems[0]
        detail = str.__str__(problem.detail)
        error_values = (problem.code, _encodable(str(problem.pointer)), _encodable(detail))
        return (None,) * (3 + len(tally) + len(SEATS) + rules.lines) + error_values
    sums, net = answer["tally"], answer["net"]
    values = (
        answer["total"],
        answer["qualifies"],
        answer["limit"]["reached"],
        *map(sums.get, tally),
        *map(net.get, SEATS),
    )
    if rules.lines:
        lines = [
            {name: line[name] for name in ("id", "amount", "count")} for line in answer["lines"]
        ]
        return (*values, lines, None, None, None)
    return (*values, None, None, None)


def table_of_answers(batches: Sequence[pa.RecordBatch]) -> pa.Table:
    """Return batches of answers as a table. Its ids are texts if some batch has numbers and some
    has texts."""
    pa = require_extra("pyarrow", "score_table")
    schema = batches[0].schema
    if any(batch.schema.field(ID_COLUMN).type != schema.field(ID_COLUMN).type for batch in batches):
        schema = schema.set(0, schema.field(ID_COLUMN).with_type(pa.string()))
        batches = [batch.cast(schema) for batch in batches]
    return pa.Table.from_batches(batches)


def with_row_numbers(answers: pa.Table, first: int) -> pa.Table:
    """Return the answers with the row's number, from ``first``, for an id where none was given."""
    pa = require_extra("pyarrow", "score_table")
    ids = answers.column(ID_COLUMN)
    if not ids.null_count:
        return answers
    compute = require_extra("pyarrow.compute", "score_table")
    numbers = pa.array(range(first, first + answers.num_rows), pa.int64())
    try:
        filled = compute.coalesce(ids, numbers.cast(ids.type))
    except pa.ArrowException:
        return answers  # ids such as dates, among which a number has no place
    return answers.set_column(0, answers.schema.field(ID_COLUMN), filled)


def empty_batch(schema: pa.Schema) -> pa.RecordBatch:
    """Return no rows of these columns."""
    pa = require_extra("pyarrow", "score_table")
    return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in schema], schema=schema)


def _batch_bytes(batch: pa.RecordBatch) -> Any:
    """Return a batch as bytes: only its own rows, of a table of which it may be a slice."""
    pa = require_extra("pyarrow", "score_table")
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    return sink.getvalue().to_pybytes()


def _score_serialized(rules: ScoringRules, batch: bytes) -> pa.RecordBatch:
    pa = require_extra("pyarrow", "score_table")
    return _score_batch(rules, pa.ipc.open_stream(batch).read_next_batch())
