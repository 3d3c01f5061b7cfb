"""Score a folder of files with Dask: a task for each part of a file, and one that joins the parts.

A task writes beside the final name and renames what is whole, so that whatever is broken off goes
on where it stood.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import uuid4

import click

from scorer.bulk.columns import DEFAULT_RULESET, ID_COLUMN
from scorer.bulk.extra import require_extra
from scorer.bulk.files import (
    FilePart,
    SourceFile,
    UnreadableError,
    is_single_file,
    parts_of,
    read_part,
    source_files,
)
from scorer.bulk.pool import worker_count
from scorer.bulk.table import ScoringRules, score_rows, table_of_answers, with_row_numbers
from scorer.errors import HandError
from scorer.rules import BOOKS

if TYPE_CHECKING:
    import pyarrow as pa

METADATA_KEY: Final = b"mahjong-scorer"
"""Where a file of answers says in its metadata what it answers, and by which rules."""
FUNCTION_NAME: Final = "score_dataset"


class DatasetSummary(NamedTuple):
    """What became of a data set.

    Attributes:
        rows: how many rows the answers have.
        errors: how many rows have an error, by its code.
        seconds: how long it took.
        rows_per_second: how many rows were scored in a second, without those that were there.
        rows_before: how many rows an earlier run had scored.
        unreadable: a sentence for each file that could not be read and has no answers.
    """

    rows: int
    errors: Mapping[str, int]
    seconds: float
    rows_per_second: float
    rows_before: int
    unreadable: tuple[str, ...] = ()


class WrittenFile(NamedTuple):
    """A file of answers: how many rows it has, and how many of them have which error."""

    rows: int
    errors: Mapping[str, int]
    is_new: bool


class ScoringJob(NamedTuple):
    """What all tasks of a data set know: the rules, and the folder of the answers.

    Attributes:
        versions: the ``rules_version`` of each ruleset, the same wherever a task runs.
    """

    rules: ScoringRules
    folder: str
    versions: Mapping[str, str]

    def path(self, source: SourceFile) -> str:
        """Return where the answers to a file belong."""
        return f"{self.folder}/{source.scored_name}"

    def part_path(self, part: FilePart) -> str:
        """Return where the answers to a part wait for the others; readers of data sets pass over
        names with a dot."""
        folder, name = _folder_and_name(self.path(part.source))
        return f"{folder}/.{name}.{part.number}"

    def fingerprint(self, what: SourceFile | FilePart) -> dict[str, Any]:
        """Return what answers depend on, which decides whether those that exist can stay."""
        source, place = (what, None) if isinstance(what, SourceFile) else (what.source, what[1:])
        return {
            "rules": {**self.rules.document, "lines": self.rules.lines},
            "versions": dict(self.versions),
            "source": [source.name, source.size],
            "part": place and [*place],
        }


def score_dataset(  # noqa: PLR0913  # the rules and how they are worked by
    hands: str,
    scores: str,
    ruleset: str = DEFAULT_RULESET,
    scheduler: str | None = None,
    progress: bool = True,
    *,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    lines: bool = False,
    workers: int | None = None,
) -> DatasetSummary:
    """Score files of hands, also more than memory holds, into Parquet files of the same names.

    Args:
        hands: a folder of Parquet, CSV or NDJSON files, or one file: a path, or an address of
            fsspec such as ``s3://club/hands``.
        scores: the folder of the answers; of one file, the file or its folder.
        ruleset: the ruleset of all rows that name no other; ``preset``, ``options``, ``lines`` are
            as in ``score_table``.
        scheduler: the address of a Dask scheduler, such as ``tcp://host:8786``; None starts a
            cluster on this machine.
        progress: show a progress bar where standard error is a terminal.
        workers: how many processes that cluster has; None is one for each core.

    What is broken off goes on where it stood when it is started again. A file that is damaged, or
    one of a folder with a wrong column, is listed in ``unreadable``, and the others are scored.
    Raises HandError for unknown rules and for the columns of a single file, FileExistsError for
    answers to other hands or by other rules, FileNotFoundError without any file, and ImportError
    without pyarrow or Dask.
    """
    # Long: its arguments, once for all who read them.
    for module in ("pyarrow.parquet", "fsspec", "distributed"):
        require_extra(module, FUNCTION_NAME)
    rules = ScoringRules(ruleset, preset, options, lines)
    rules.check()
    count = worker_count(workers)
    start = time.monotonic()
    found = source_files(hands)
    is_single = is_single_file(hands, found)
    folder, found = _folder_of(scores, found, is_single)
    if not is_single:
        found = _without_answers(found, folder)
    versions = {id: book.version for id, book in BOOKS.items()}
    job = ScoringJob(rules, folder, versions)
    done = {source: written for source in found if (written := _written_before(job, source))}
    left, unreadable = _readable_parts([each for each in found if each not in done], is_single)
    bar = click.progressbar(
        length=sum(map(len, left.values())),
        label="Scoring",
        file=sys.stderr,
        hidden=not (progress and sys.stderr.isatty()),
        show_pos=True,
        item_show_func=_rows_done,
    )
    if left:
        with _dask_client(scheduler, count) as client, bar:
            for source, outcome in _score_and_join_parts(client, job, left, bar.update):
                if isinstance(outcome, WrittenFile):
                    done[source] = outcome
                else:
                    unreadable.append(str(outcome))
        for source in left:
            _remove_leftovers(job, source)
    summary = _summary([*done.values()], time.monotonic() - start)
    return summary._replace(unreadable=tuple(sorted(unreadable)))


def _readable_parts(
    found: Iterable[SourceFile], is_single: bool
) -> tuple[dict[SourceFile, list[FilePart]], list[str]]:
    """Return the parts of the files that can be read, and a sentence for each other file.

    Raises HandError for the columns of a single file.
    """
    parts, unreadable = {}, []
    for source in found:
        try:
            parts[source] = parts_of(source)
        except UnreadableError as error:
            unreadable.append(str(error))
        except HandError as error:
            if is_single:
                raise
            unreadable.append(str(UnreadableError.of_columns(source, error)))
    return parts, unreadable


def _folder_of(
    scores: str, found: list[SourceFile], is_single: bool
) -> tuple[str, list[SourceFile]]:
    """Return the folder of the answers, and the files under the names of their answers."""
    files, place = _files_at(scores.rstrip("/"))
    folder = files.unstrip_protocol(place)
    if is_single and folder.endswith(".parquet"):
        folder, name = _folder_and_name(folder)
        found = [found[0]._replace(name=name.removesuffix(".parquet") + found[0].kind)]
    return folder, found


def _without_answers(found: list[SourceFile], folder: str) -> list[SourceFile]:
    """Return the files of a folder but the answers of an earlier run, where their folder is within
    it."""
    within = f"{folder}/"
    return [
        source
        for source in found
        if source.kind != ".parquet"
        or not source.address.startswith(within)
        or source.address == within + source.name
        or _read_note(source.address) is None
    ]


def _folder_and_name(address: str) -> tuple[str, str]:
    """Return the folder of an address, and the name there."""
    folder, _, name = address.rpartition("/")
    return folder, name


def _summary(written: list[WrittenFile], seconds: float) -> DatasetSummary:
    whole = _joined_answers(written)
    before = sum(each.rows for each in written if not each.is_new)
    rate = (whole.rows - before) / seconds if seconds else 0.0
    return DatasetSummary(whole.rows, dict(sorted(whole.errors.items())), seconds, rate, before)


def _joined_answers(written: Iterable[WrittenFile]) -> WrittenFile:
    """Return what these files of answers hold together, as a new file."""
    rows, errors = 0, Counter[str]()
    for each in written:
        rows += each.rows
        errors.update(each.errors)
    return WrittenFile(rows, dict(errors), is_new=True)


@contextmanager
def _dask_client(scheduler: str | None, workers: int) -> Iterator[Any]:
    """Yield a client of this scheduler, or of a cluster of its own that ends with it."""
    distributed = require_extra("distributed", FUNCTION_NAME)
    if scheduler is not None:
        with distributed.Client(scheduler) as client:
            yield client
        return
    with (
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
            preload=["scorer.bulk.worker"],
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def _rows_done(rows: int | None) -> str:
    """Return the words for so many rows; None is none yet."""
    return f"{rows or 0:,} rows"


def _score_and_join_parts(
    client: Any,
    job: ScoringJob,
    left: Mapping[SourceFile, list[FilePart]],
    advance: Callable[[int, int], None],
) -> Iterator[tuple[SourceFile, WrittenFile | UnreadableError]]:
    """Score the parts of these files, join them, and yield what was written of each file, or why
    it could not be read.

    After each part ``advance`` is called with 1 and with the rows scored so far.
    """
    run, rows = uuid4().hex, 0
    joins, parts = {}, []
    for source, of_source in left.items():
        futures = [
            client.submit(_score_part, job, part, key=f"score-{run}-{source.name}-{part.number}")
            for part in of_source
        ]
        join = client.submit(
            _join_parts, job, source, of_source, futures, key=f"join-{run}-{source.name}"
        )
        joins[join] = source
        parts += futures
    for future in require_extra("distributed", FUNCTION_NAME).as_completed([*parts, *joins]):
        try:
            written: WrittenFile = future.result()
        except UnreadableError as error:
            if future in joins:
                yield joins[future], error
            continue
        if future in joins:
            yield joins[future], written
        else:
            rows += written.rows
            advance(1, rows)


def _score_part(job: ScoringJob, part: FilePart) -> WrittenFile:
    """Score a part of a file, unless its answers are there."""
    if job.versions != {id: book.version for id, book in BOOKS.items()}:
        raise RuntimeError("this worker has another version of mahjong-scorer: install the same")
    path, fingerprint = job.part_path(part), job.fingerprint(part)
    before = _read_footer(path, fingerprint)
    if before is not None:
        return before
    answers = table_of_answers([score_rows(job.rules, rows) for rows in read_part(part)])
    codes = answers.column("error_code").drop_null().to_pylist()
    written = WrittenFile(answers.num_rows, dict(Counter(codes)), is_new=True)
    _write_whole(path, fingerprint, answers.schema, written, lambda write: write(answers))
    return written


def _join_parts(
    job: ScoringJob, source: SourceFile, parts: list[FilePart], written: list[WrittenFile]
) -> WrittenFile:
    """Write the parts of a file as one, with the rows numbered that have no id."""
    before = _read_footer(job.path(source), job.fingerprint(source))
    if before is not None:
        return before
    parquet = require_extra("pyarrow.parquet", FUNCTION_NAME)
    paths = [job.part_path(part) for part in parts]
    types = {_schema_at(path).field(ID_COLUMN).type for path in paths}
    schema = _schema_at(paths[0])
    if len(types) > 1:
        text = require_extra("pyarrow", FUNCTION_NAME).string()
        schema = schema.set(0, schema.field(ID_COLUMN).with_type(text))
    whole = _joined_answers(written)

    def write_parts(write: Callable[[pa.Table], None]) -> None:
        first = 0
        for path in paths:
            with _open_address(path) as file:
                answers = parquet.read_table(file).cast(schema)
            write(with_row_numbers(answers, first))
            first += answers.num_rows

    _write_whole(job.path(source), job.fingerprint(source), schema, whole, write_parts)
    _remove_leftovers(job, source)
    return whole


def _write_whole(
    path: str,
    fingerprint: Mapping[str, Any],
    schema: pa.Schema,
    written: WrittenFile,
    write_all: Callable[[Callable[[pa.Table], None]], None],
) -> None:
    """Write a Parquet file beside its name, and rename it when it is whole."""
    parquet = require_extra("pyarrow.parquet", FUNCTION_NAME)
    files, place = _files_at(path)
    folder, name = _folder_and_name(place)
    files.makedirs(folder, exist_ok=True)
    beside = f"{folder}/.{name.removeprefix('.')}.{uuid4().hex}.tmp"
    note = {"answers": fingerprint, "rows": written.rows, "errors": written.errors}
    try:
        with files.open(beside, "wb") as file, parquet.ParquetWriter(file, schema) as writer:
            write_all(writer.write_table)
            writer.add_key_value_metadata({METADATA_KEY: json.dumps(note).encode()})
        files.mv(beside, place)
    except BaseException:
        if files.exists(beside):
            files.rm(beside)
        raise


def _written_before(job: ScoringJob, source: SourceFile) -> WrittenFile | None:
    """Return what an earlier run wrote of a file; None if nothing.

    Raises FileExistsError for answers to something else.
    """
    path = job.path(source)
    files, place = _files_at(path)
    if not files.exists(place):
        return None
    written = _read_footer(path, job.fingerprint(source))
    if written is None:
        raise FileExistsError(
            f"{path} does not hold the answers to these hands by these rules; remove it or "
            "choose another folder"
        )
    return written


def _read_footer(path: str, fingerprint: Mapping[str, Any]) -> WrittenFile | None:
    """Return what the file of this name holds, if it answers what the fingerprint says."""
    note = _read_note(path)
    if note is None or note.get("answers") != json.loads(json.dumps(fingerprint)):
        return None
    return WrittenFile(note["rows"], note["errors"], is_new=False)


def _read_note(path: str) -> dict[str, Any] | None:
    """Return what a file of answers says of itself; None if there is no such file."""
    pa = require_extra("pyarrow", FUNCTION_NAME)
    parquet = require_extra("pyarrow.parquet", FUNCTION_NAME)
    try:
        with _open_address(path) as file:
            metadata = parquet.ParquetFile(file).metadata.metadata or {}
    except (FileNotFoundError, pa.ArrowException):
        return None
    note: dict[str, Any] | None = json.loads(metadata.get(METADATA_KEY, b"null"))
    return note


def _schema_at(path: str) -> pa.Schema:
    with _open_address(path) as file:
        return require_extra("pyarrow.parquet", FUNCTION_NAME).read_schema(file).remove_metadata()


def _remove_leftovers(job: ScoringJob, source: SourceFile) -> None:
    """Remove the parts of a file that is whole, and what dead workers left of it."""
    files, place = _files_at(job.path(source))
    folder, name = _folder_and_name(place)
    if not files.isdir(folder):
        return  # nothing of a file could be read
    for path in files.ls(folder, detail=False):
        if _folder_and_name(path)[1].startswith(f".{name}."):
            files.rm(path)


def _files_at(address: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path there."""
    files, path = require_extra("fsspec", FUNCTION_NAME).core.url_to_fs(address)
    return files, path


def _open_address(address: str) -> Any:
    files, path = _files_at(address)
    return files.open(path, "rb")
