"""``score_dataset`` on real Dask processes: whole files, broken runs, dead workers, much data."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from distributed import LocalCluster

import scorer
from scorer.bulk import DatasetSummary, score_dataset, score_table
from scorer.bulk.files import SourceFile, parts_of, read_part, source_files
from scorer.bulk.table import ScoringRules, score_rows, table_of_answers
from scorer.rules import BOOKS
from tests.bulk.rows import needs_lists, row_of, table_of
from tests.bulk.test_table import WON
from tests.by_declaration import random_document

pytestmark = pytest.mark.slow


def hands(count: int, seed: int = 1) -> Any:
    """A table of random MCR hands, a tenth of them at a seat that there is not."""
    rng, book = random.Random(seed), BOOKS["mcr"]
    drawn: list[Any] = []
    while len(drawn) < 40:
        document = random_document(rng, book, options={})
        if not needs_lists(document) and "seats" not in document:
            drawn.append({**document, "seat": "X"} if len(drawn) % 10 == 9 else document)
    rows = [row_of(drawn[number % len(drawn)]) for number in range(count)]
    names = ("ruleset", "options", "preset")
    return table_of([{k: v for k, v in row.items() if k not in names} for row in rows])


@pytest.fixture(scope="module")
def scheduler() -> Iterator[Any]:
    """A cluster of two worker processes, as there might be on other machines."""
    cluster_of: Any = LocalCluster
    with cluster_of(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster


def until(condition: Callable[[], Any]) -> Any:
    """Wait until something is so, for some minutes on a busy machine."""
    end = time.monotonic() + 240
    while not (result := condition()):
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)
    return result


def names_in(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def parts_in(folder: Path) -> list[Path]:
    """The parts that are whole and wait for others."""
    return [p for p in folder.glob(".*") if not p.name.endswith(".tmp")]


def write_texts(folder: Path, table: Any) -> None:
    """The same hands as CSV and as NDJSON, in folders of their own."""
    rows = table.to_pylist()
    (folder / "texts").mkdir(parents=True)
    with (folder / "texts/a.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, table.column_names)
        writer.writeheader()
        writer.writerows(rows)
    documents = []
    for number, row in enumerate(rows):
        melds = [
            {"tiles": t.strip("()"), "concealed": "(" in t} for t in (row["melds"] or "").split()
        ]
        hand = {k: row[k] for k in ("concealed", "bonus", "winning_tile") if row[k] is not None}
        win = {k: row[k] for k in ("by", "from") if row[k] is not None}
        win |= {"with": row["with"].split()} if row["with"] else {}
        document = {"id": f"n{number}", "ruleset": "mcr", "hand": {**hand, "melds": melds}}
        document |= {"win": win} if row["by"] else {}
        documents.append({**document, "seat": row["seat"], "prevailing": row["prevailing"]})
    lines = "".join(json.dumps(document) + "\n" for document in documents)
    (folder / "texts/b.ndjson").write_text(lines)


def test_a_folder_of_files_is_scored_into_files_of_the_same_names_once(
    tmp_path: Path, scheduler: Any
) -> None:
    table = hands(90)
    there, scores = tmp_path / "hands", tmp_path / "scores"
    write_texts(there, table)
    (there / "day=1").mkdir()
    parquet.write_table(table, there / "day=1/part-0.parquet", row_group_size=40)
    parquet.write_table(table.slice(0, 0), there / "empty.parquet")
    (there / "_SUCCESS").touch()
    (there / "damaged.parquet").write_text("no Parquet")
    summary = score_dataset(str(there), str(scores), scheduler=scheduler.scheduler_address)
    wanted = score_table(table, workers=1)
    assert names_in(scores) == [
        "day=1/part-0.parquet",
        "empty.parquet",
        "texts/a.parquet",
        "texts/b.parquet",
    ]
    assert parquet.read_table(scores / "day=1/part-0.parquet", partitioning=None) == wanted
    assert parquet.read_table(scores / "texts/a.parquet") == wanted
    assert parquet.read_table(scores / "empty.parquet").schema.equals(wanted.schema)
    of_documents = parquet.read_table(scores / "texts/b.parquet")
    same = ["total", "fan", "flowers", "net_E", "net_S", "error_code"]
    assert of_documents.select(same) == wanted.select(same)
    assert of_documents.column("id").to_pylist() == [f"n{number}" for number in range(90)]
    bad = wanted.column("error_code").drop_null().to_pylist()
    assert (summary.rows, summary.rows_before) == (270, 0)
    (unreadable,) = summary.unreadable
    assert unreadable.endswith("hands/damaged.parquet is no Parquet file, or it is damaged")
    assert sum(summary.errors.values()) == 3 * len(bad) > 0
    written = {name: (scores / name).stat().st_mtime_ns for name in names_in(scores)}
    again = score_dataset(str(there), str(scores), scheduler="tcp://127.0.0.1:1")
    assert (again.rows, again.rows_before, again.errors) == (270, 270, summary.errors)
    assert again.unreadable == summary.unreadable
    assert written == {name: (scores / name).stat().st_mtime_ns for name in names_in(scores)}
    with pytest.raises(FileExistsError, match="by these rules"):
        score_dataset(str(there), str(scores), preset="1998")


@pytest.fixture(scope="module")
def many_hands() -> tuple[Any, Any]:
    """Hands for some tasks, and the answers to them."""
    table = hands(12_000)
    return table, score_table(table, workers=1)


@pytest.mark.nightly
def test_a_worker_that_dies_costs_its_task_alone(
    tmp_path: Path, scheduler: Any, many_hands: Any
) -> None:
    table, wanted = many_hands
    parquet.write_table(table, tmp_path / "hands.parquet", row_group_size=1500)
    done: list[DatasetSummary] = []
    address = scheduler.scheduler_address
    run = threading.Thread(
        target=lambda: done.append(
            score_dataset(
                str(tmp_path / "hands.parquet"), str(tmp_path / "out/s.parquet"), scheduler=address
            )
        )
    )
    run.start()
    until(lambda: parts_in(tmp_path / "out"))
    os.kill(next(iter(scheduler.workers.values())).pid, signal.SIGKILL)
    run.join(400)
    assert done[0].rows == 12_000
    assert names_in(tmp_path / "out") == ["s.parquet"]
    assert parquet.read_table(tmp_path / "out/s.parquet") == wanted


@pytest.mark.nightly
def test_a_coordinator_that_is_killed_goes_on_where_it_stood(
    tmp_path: Path, scheduler: Any, many_hands: Any
) -> None:
    table, wanted = many_hands
    parquet.write_table(table, tmp_path / "hands.parquet", row_group_size=1500)
    out = tmp_path / "out"
    arguments = (str(tmp_path / "hands.parquet"), str(out))
    program = f"""
import scorer
scorer.bulk.score_dataset(*{arguments!r}, scheduler={scheduler.scheduler_address!r})
"""
    with subprocess.Popen([sys.executable, "-c", program]) as coordinator:
        until(lambda: len(parts_in(out)) > 1)
        coordinator.kill()
    assert not (out / "hands.parquet").exists()
    kept = {path: path.stat().st_mtime_ns for path in parts_in(out)}
    score_dataset(*arguments, scheduler=scheduler.scheduler_address)
    assert len(kept) > 1
    assert names_in(out) == ["hands.parquet"]
    assert parquet.read_table(out / "hands.parquet") == wanted


@pytest.mark.parametrize("ending", ["csv", "ndjson"])
def test_a_text_is_cut_between_its_rows_wherever_lines_end(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.bulk.files.PART_BYTES", 700)
    path = tmp_path / f"hands.{ending}"
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        if ending == "csv":
            writer = csv.writer(file)
            writer.writerow(["id", "concealed", "seat"])
            writer.writerows([n, f'1b "{n}"\n2b, 3b', "E"] for n in range(300))
        else:
            file.writelines(json.dumps({"id": n, "seat": "E"}) + "\r\n\n" for n in range(300))
    source = source_files(str(path))[0]
    parts = parts_of(source)
    rows = [rows for part in parts for rows in read_part(part)]
    assert len(parts) > 5
    ids: list[Any] = []
    for each in rows:
        assert each.ids is not None
        ids += each.ids.to_pylist()
    assert ids == list(range(300))
    if ending == "csv":
        texts = [text for each in rows for text in each.columns["concealed"]]
        assert texts == [f'1b "{n}"\n2b, 3b' for n in range(300)]


def test_ids_of_csv_are_numbers_only_if_all_are_written_as_numbers(tmp_path: Path) -> None:
    for ids, read in (
        (["1", "20"], [1, 20]),
        (["007", "8"], ["007", "8"]),
        (["", "x"], [None, "x"]),
    ):
        (tmp_path / "a.csv").write_text("id,seat\n" + "".join(f"{id},E\n" for id in ids))
        source = SourceFile(str(tmp_path / "a.csv"), "a.csv", 0)
        (rows,) = read_part(parts_of(source)[0])
        assert rows.ids is not None
        assert rows.ids.to_pylist() == read


def answers_of(path: Path) -> list[dict[str, Any]]:
    """The answers to a file before its rows are numbered, in this process."""
    rows = [rows for part in parts_of(source_files(str(path))[0]) for rows in read_part(part)]
    answers = table_of_answers([score_rows(ScoringRules("mcr"), each) for each in rows])
    read: list[dict[str, Any]] = answers.to_pylist()
    return read


@pytest.mark.parametrize("ending", ["csv", "ndjson", "parquet"])
def test_the_id_of_a_document_is_repeated_whatever_the_file(ending: str, tmp_path: Path) -> None:
    documents = [{**WON, "id": "7"}, {**WON, "id": 8}, {**WON, "id": 1.5}]
    path, texts = tmp_path / f"a.{ending}", [*map(json.dumps, documents)]
    if ending == "parquet":
        parquet.write_table(pa.table({"document": texts}), path)
    elif ending == "ndjson":
        path.write_text("\n".join(texts))
    else:
        with path.open("w", newline="") as file:
            csv.writer(file).writerows([["document"], *([text] for text in texts)])
    first, second, bad = answers_of(path)
    assert (first["id"], first["total"], second["id"], second["total"]) == ("7", 26, "8", 26)
    assert bad["error_pointer"] == "/id"
    assert bad["error_detail"].startswith("an id is text of at most")


def test_a_short_row_of_csv_is_an_error_and_commas_may_stand_between_last_tiles(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.csv").write_text("seat,concealed\nE,1b,2b\n\nS\nW,3b,\n")
    (rows,) = read_part(parts_of(source_files(str(tmp_path))[0])[0])
    assert rows.columns == {"seat": ("E", "S", "W"), "concealed": ("1b,2b", None, "3b")}


def test_a_folder_without_hands_and_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no file that ends in"):
        score_dataset(str(tmp_path), str(tmp_path / "out"))
    (tmp_path / "a.csv").write_text("seat\n")
    (tmp_path / "a.ndjson").write_text("")
    with pytest.raises(FileExistsError, match="rename all but one"):
        score_dataset(str(tmp_path), str(tmp_path / "out"))


def test_a_column_that_is_no_field_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("set,concealed\n")
    with pytest.raises(scorer.HandError, match="did you mean the column “seat”"):
        score_dataset(str(tmp_path / "a.csv"), str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


ODD_FILES = {
    "wrong.csv": (b"set,concealed\n", "did you mean the column “seat”?"),
    "twice.csv": (b"seat,seat\n", "are the same field; remove one of them"),
    "semicolons.csv": (
        b"concealed;seat\n",
        "separate the columns with commas, not with semicolons",
    ),
    "utf16.csv": ("seat\nE\n".encode("utf-16"), "no field is called"),
    "zip.csv": (b"PK\3\4" + b"\0,\xff" * 50_000, "no field is called"),
    "unclosed.csv": (
        b'concealed,seat\n1b,E\n"2b,E\n' + b"3b,E\n" * 40_000,
        "a quotation mark is not closed, in the row that begins with “2b,E",
    ),
    "columns.parquet": (None, "no field is called “total”"),
    "damaged.parquet": (b"PAR1", "is no Parquet file, or it is damaged"),
}


def test_a_file_of_a_folder_that_cannot_be_read_is_named_and_the_others_are_scored(
    tmp_path: Path, scheduler: Any
) -> None:
    there, scores = tmp_path / "hands", tmp_path / "scores"
    there.mkdir()
    for name, (content, _) in ODD_FILES.items():
        if content is not None:
            (there / name).write_bytes(content)
    parquet.write_table(pa.table({"total": [1]}), there / "columns.parquet")
    (there / "good.csv").write_text("concealed,seat,prevailing\n1b,E,E\n")
    summary = score_dataset(str(there), str(scores), scheduler=scheduler.scheduler_address)
    assert names_in(scores) == ["good.parquet"]
    assert summary.rows == 1
    assert len(summary.unreadable) == len(ODD_FILES)
    for sentence, name in zip(summary.unreadable, sorted(ODD_FILES), strict=True):
        assert f"hands/{name}" in sentence
        assert ODD_FILES[name][1] in sentence
        assert len(sentence) < 3000


def test_a_folder_of_one_file_that_ends_as_a_file_does_is_a_folder(tmp_path: Path) -> None:
    there = tmp_path / "hands.csv"
    there.mkdir()
    (there / "part.csv").write_text("set\n")
    summary = score_dataset(str(there), str(tmp_path / "out"))
    assert len(summary.unreadable) == 1


def test_answers_in_a_folder_of_the_hands_are_no_hands(tmp_path: Path, scheduler: Any) -> None:
    (tmp_path / "a.csv").write_text("seat\nE\n")
    arguments = (str(tmp_path), str(tmp_path / "scores"))
    score_dataset(*arguments, scheduler=scheduler.scheduler_address)
    (tmp_path / "b.csv").write_text("seat\nE\n")
    again = score_dataset(*arguments, scheduler=scheduler.scheduler_address)
    assert (again.rows, again.rows_before, again.unreadable) == (2, 1, ())
    assert names_in(tmp_path / "scores") == ["a.parquet", "b.parquet"]
    (tmp_path / "scores/c.csv").write_text("seat\nE\n")
    parquet.write_table(pa.table({"seat": ["E"]}), tmp_path / "scores/d.parquet")
    hands_there = score_dataset(*arguments, scheduler=scheduler.scheduler_address)
    assert (hands_there.rows, hands_there.rows_before) == (4, 2)


ROW_OF_CSV = "123b 456b 789b 99d EEE,9d,self_draw,E,E"
NAMES_OF_CSV = "concealed,winning_tile,by,seat,prevailing"


class Terminal(io.StringIO):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("progress", [True, False])
def test_a_terminal_shows_how_many_parts_and_rows_are_done(
    progress: bool, tmp_path: Path, scheduler: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    parquet.write_table(hands(5), tmp_path / "hands.parquet")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    score_dataset(
        str(tmp_path / "hands.parquet"),
        str(tmp_path / "scores.parquet"),
        "mcr",
        scheduler=scheduler.scheduler_address,
        progress=progress,
    )
    shown = terminal.getvalue()
    assert ("1/1" in shown and "5 rows" in shown) if progress else not shown


@pytest.mark.parametrize(
    "content",
    [
        f"{NAMES_OF_CSV}\r{ROW_OF_CSV}\r{ROW_OF_CSV}\r",
        f"\n\r\n{NAMES_OF_CSV}\n{ROW_OF_CSV}\n{ROW_OF_CSV}",
        f"\ufeff\r\n{NAMES_OF_CSV}\r\n\r\n{ROW_OF_CSV}\r\n{ROW_OF_CSV}\r\n",
        f'\ufeff"concealed",{NAMES_OF_CSV[10:]}\n{ROW_OF_CSV}\n{ROW_OF_CSV}\n',
    ],
)
def test_a_csv_is_read_however_its_lines_end_and_begin(content: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(content.encode())
    assert [row["total"] for row in answers_of(path)] == [26, 26]


def test_a_field_of_csv_that_is_too_long_is_an_error_of_its_row(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"{NAMES_OF_CSV}\n{'1b' * 100_000},E\n{ROW_OF_CSV}\n")
    bad, good = answers_of(path)
    assert bad["error_pointer"] == "/hand/concealed"
    assert good["total"] == 26


MEMORY = """
import resource, sys, threading, time
import psutil
import scorer

most = {}
def watch():
    me = psutil.Process()
    while True:
        for process in [me, *me.children(recursive=True)]:
            try:
                most[process.pid] = max(most.get(process.pid, 0), process.memory_info().rss)
            except psutil.Error:
                pass
        time.sleep(0.05)

if __name__ == "__main__":
    threading.Thread(target=watch, daemon=True).start()
    scorer.bulk.score_dataset(sys.argv[1], sys.argv[2], workers=2)
    print(max(most.values()))
"""


@pytest.mark.nightly
def test_a_data_set_larger_than_memory_takes_less_than_400_mb_of_it(tmp_path: Path) -> None:
    """A million hands of a kilobyte each, in one row group."""
    row = {"concealed": "1b 4b 7b 2c 5c 8c 3d 6d 9d E S W N", "seat": "E", "prevailing": "E"}
    padded = {**row, "concealed": row["concealed"] + " " * 460, "bonus": "F1" + " " * 490}
    size = 20_000
    with parquet.ParquetWriter(tmp_path / "a.parquet", table_of([padded]).schema) as writer:
        for _ in range(25):
            writer.write_table(pa.concat_tables([table_of([padded])] * size))
    (tmp_path / "run.py").write_text(MEMORY)
    run = [sys.executable, "run.py", "a.parquet", "out"]
    done = subprocess.run(run, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert parquet.read_metadata(tmp_path / "out/a.parquet").num_rows == 25 * size
    assert int(done.stdout) < 400 << 20
