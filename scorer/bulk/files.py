"""Files of hands, in parts of some ten thousand rows: Parquet, CSV and NDJSON.

Addresses are those of fsspec: a path, or ``s3://bucket/hands``. A part is read without the others,
on whatever machine.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.bulk.columns import DOCUMENT_COLUMN, ID_COLUMN, check_names
from scorer.bulk.extra import require_extra
from scorer.bulk.table import BATCH_ROWS, Rows, empty_batch, id_array
from scorer.errors import HandError, quoted

if TYPE_CHECKING:
    import pyarrow as pa

PART_ROWS: Final = 8 * BATCH_ROWS
PART_BYTES: Final = 4 << 20
"""How much of a file is one task: some seconds' work, which is all that a dead worker costs."""
FILE_ENDINGS: Final = (".parquet", ".csv", ".ndjson")
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


MAX_DETAILS: Final = 3
"""How many faults of a file its sentence names."""


class UnreadableError(ValueError):
    """A file that does not hold what its ending says; the message names it."""

    @classmethod
    def of_columns(cls, source: SourceFile, error: HandError) -> UnreadableError:
        """Return the error of a file for the HandError of its columns."""
        details = [str.__str__(problem.detail) for problem in error.problems[:MAX_DETAILS]]
        return cls(f"{source.shown}: {'; '.join(details)}")


class SourceFile(NamedTuple):
    """A file of hands.

    Attributes:
        address: where it is.
        name: its path below the folder, with ``/``.
        size: how many bytes it has.
    """

    address: str
    name: str
    size: int

    @property
    def shown(self) -> str:
        """Its address as a person writes it."""
        return self.address.removeprefix("file://").removeprefix("local://")

    @property
    def kind(self) -> str:
        """The ending of its name, which is one of ``FILE_ENDINGS``."""
        return file_ending(self.name)

    @property
    def scored_name(self) -> str:
        """The name of the file of its answers."""
        return str(PurePosixPath(self.name).with_suffix(".parquet"))


class FilePart(NamedTuple):
    """A part of a file: rows of a row group, or bytes of a text, from ``start`` to ``stop``."""

    source: SourceFile
    number: int
    start: int
    stop: int
    group: int = 0


def file_ending(name: str) -> str:
    """Return the ending of a name, such as ``.csv``, in small letters."""
    return PurePosixPath(name).suffix.lower()


def source_files(address: str) -> list[SourceFile]:
    """Return the files of hands at an address, a file or a folder, in order of their names.

    Raises FileNotFoundError if there are none, and FileExistsError for two whose answers would have
    one name.
    """
    fsspec = require_extra("fsspec", "score_dataset")
    files, root = fsspec.core.url_to_fs(address)
    root = root.rstrip("/")
    found = files.find(root, detail=True) if files.isdir(root) else {root: files.info(root)}
    listed = []
    for path, info in sorted(found.items()):
        name = path[len(root) + 1 :] or PurePosixPath(path).name
        hidden = any(part[0] in "._" for part in PurePosixPath(name).parts)
        if file_ending(name) in FILE_ENDINGS and not hidden:
            listed.append(SourceFile(files.unstrip_protocol(path), name, info["size"]))
    if not listed:
        raise FileNotFoundError(f"{address} has no file that ends in {', '.join(FILE_ENDINGS)}")
    for name, count in Counter(source.scored_name for source in listed).items():
        if count > 1:
            raise FileExistsError(
                f"several files of {address} would have their answers in {name}; rename all but one"
            )
    return listed


def is_single_file(address: str, found: Sequence[SourceFile]) -> bool:
    """Tests if an address is that of the one file that was found there, not of a folder."""
    files, root = require_extra("fsspec", "score_dataset").core.url_to_fs(address)
    return [source.address for source in found] == [files.unstrip_protocol(root.rstrip("/"))]


def parts_of(source: SourceFile) -> list[FilePart]:
    """Return the parts of a file; an empty file has one.

    Raises HandError for its columns, and UnreadableError for a damaged Parquet file.
    """
    with _open_source(source) as file:
        if source.kind == ".parquet":
            parquet = require_extra("pyarrow.parquet", "score_dataset")
            with _raising_unreadable(source):
                opened = parquet.ParquetFile(file)
            check_names(opened.schema_arrow.names)
            metadata = opened.metadata
            sizes = [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]
            ranges = [
                (start, min(start + PART_ROWS, size), group)
                for group, size in enumerate(sizes)
                for start in range(0, size, PART_ROWS)
            ]
        elif source.kind == ".csv":
            check_names(_csv_header(file))
            ranges = [(start, stop, 0) for start, stop in _line_ranges(file, quotes=True)]
        else:
            ranges = [(start, stop, 0) for start, stop in _line_ranges(file, quotes=False)]
    ranges = ranges or [(0, 0, 0)]
    return [
        FilePart(source, number, start, stop, group)
        for number, (start, stop, group) in enumerate(ranges)
    ]


def read_part(part: FilePart) -> Iterator[Rows]:
    """Yield the rows of a part, in one piece or a few; an empty part has one without rows."""
    with _open_source(part.source) as file:
        if part.source.kind == ".parquet":
            yield from _parquet_rows(file, part)
        elif part.source.kind == ".csv":
            yield _csv_rows(file, part)
        else:
            yield _ndjson_rows(file, part)


@contextmanager
def _raising_unreadable(source: SourceFile) -> Iterator[None]:
    """Raise UnreadableError for what Arrow cannot read of a Parquet file."""
    pa = require_extra("pyarrow", "score_dataset")
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        # Arrow's own has no number; one of the disk or the network is another matter.
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise UnreadableError(f"{source.shown} is no Parquet file, or it is damaged") from None


def _open_source(source: SourceFile) -> Any:
    return require_extra("fsspec", "score_dataset").open(source.address, "rb").open()


def _line_ranges(file: Any, *, quotes: bool) -> list[tuple[int, int]]:
    """Return the ranges of bytes of whole lines, each of about ``PART_BYTES``.

    With ``quotes`` a line does not end between quotes, which stand in pairs up to its end.
    """
    cuts, position, quoted = [0], 0, 0
    file.seek(0)
    while block := file.read(PART_BYTES):
        end = -1
        while (end := block.find(b"\n", end + 1)) >= 0:
            if not quotes or (quoted + block.count(b'"', 0, end)) % 2 == 0:
                break
        quoted += block.count(b'"')
        if end >= 0 and position:
            cuts.append(position + end + 1)
        position += len(block)
    cuts.append(position)
    return [(start, stop) for start, stop in pairwise(cuts) if start < stop]


def _parquet_rows(file: Any, part: FilePart) -> Iterator[Rows]:
    parquet = require_extra("pyarrow.parquet", "score_dataset")
    with _raising_unreadable(part.source):
        opened = parquet.ParquetFile(file, pre_buffer=False, buffer_size=1 << 20)
    if not part.stop:
        yield Rows.of(empty_batch(opened.schema_arrow))
        return
    row = 0
    batches = opened.iter_batches(BATCH_ROWS, row_groups=[part.group], use_threads=False)
    while True:
        with _raising_unreadable(part.source):
            batch = next(batches, None)
        if batch is None or row >= part.stop:
            return
        first, last = max(part.start - row, 0), min(part.stop - row, batch.num_rows)
        if first < last:
            yield Rows.of(batch.slice(first, last - first))
        row += batch.num_rows


def _csv_header(file: Any) -> list[str]:
    """Return the names of the columns, which the first line that is not blank has."""
    file.seek(0)
    line = file.readline(PART_BYTES).removeprefix(BYTE_ORDER_MARK)
    while line and not line.strip(b"\r\n"):
        line = file.readline(PART_BYTES)
    return [name.strip() for name in next(_csv_records(line), [])]


def _csv_records(text: bytes) -> Iterator[list[str]]:
    """Return the records that are not blank, wherever lines end and however long fields are."""
    decoded = text.decode("utf-8", "replace")
    csv.field_size_limit(max(csv.field_size_limit(), len(decoded)))
    return filter(None, csv.reader(io.StringIO(decoded, newline="")))


def _csv_rows(file: Any, part: FilePart) -> Rows:
    """Return the rows of a CSV file. A row that is short lacks its last fields; of one that is long
    the rest belongs to the last, where tiles may have commas between them.

    Raises UnreadableError for a quotation mark that is not closed: all rows after it would be lost.
    """
    names = _csv_header(file)
    file.seek(part.start)
    text = file.read(part.stop - part.start).removeprefix(BYTE_ORDER_MARK)
    # An open quotation mark takes the last line, too.
    *records, last = _csv_records(text + b"\nend")
    if last != ["end"]:
        raise UnreadableError(
            f"{part.source.shown}: a quotation mark is not closed, in the row that begins with "
            f"{quoted(','.join(last))}"
        )
    rows = [_csv_fields(record, len(names)) for record in records[part.start == 0 :]]
    values = zip(*rows, strict=True) if rows else [()] * len(names)
    columns = dict(zip(names, values, strict=True))
    ids = columns.pop(ID_COLUMN, None)
    return Rows.of_columns(columns, len(rows), None if ids is None else _csv_ids(ids))


def _csv_fields(record: list[str], count: int) -> list[str | None]:
    whole = [*record[: count - 1], ",".join(record[count - 1 :]).rstrip(",")]
    return [*(text or None for text in whole), *[None] * (count - len(whole))]


def _csv_ids(ids: Sequence[str | None]) -> pa.Array:
    """Return ids as whole numbers if all of them are written so, else as texts."""
    if all(id is None or _is_number(id) for id in ids):
        return id_array([None if id is None else int(id) for id in ids])
    return id_array(ids)


def _ndjson_rows(file: Any, part: FilePart) -> Rows:
    file.seek(part.start)
    lines = file.read(part.stop - part.start).split(b"\n")
    rows = [line for line in lines if line.strip()]
    return Rows.of_columns({DOCUMENT_COLUMN: rows}, len(rows))


def _is_number(id: str) -> bool:
    """Tests if an id is a whole number of 64 bits, written as Python writes it."""
    return len(id) < 19 and id.removeprefix("-").isdecimal() and str(int(id)) == id
