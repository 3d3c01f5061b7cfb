"""``scorer batch`` with files of rows, folders, and several workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from click.testing import CliRunner, Result

from scorer.bulk import score_table
from scorer.cli.main import main
from tests.bulk.test_dataset import hands, parts_in, until

COMMAND = (sys.executable, "-m", "scorer", "batch")


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["batch", *map(str, words)])


def write_csv(path: Path, table: Any) -> None:
    from pyarrow import csv

    csv.write_csv(table, path)


@pytest.mark.slow
def test_a_csv_is_scored_into_parquet_and_errors_are_counted(tmp_path: Path) -> None:
    table = hands(60)
    write_csv(tmp_path / "hands.CSV", table)
    words = ("hands.CSV", "--ruleset", "mcr", "--out", "scores.parquet", "--workers", "2")
    done = subprocess.run([*COMMAND, *words], cwd=tmp_path, capture_output=True, text=True)
    wanted = score_table(table, workers=1)
    count = len(wanted.column("error_code").drop_null())
    assert done.returncode == 1
    assert done.stderr == f"rows with errors: {count} (bad_value {count})\n"
    assert done.stdout.startswith("60 rows, in ")
    assert parquet.read_table(tmp_path / "scores.parquet") == wanted
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hands.CSV", "scores.parquet"]


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_ctrl_c_keeps_whole_parts_and_says_how_to_go_on(tmp_path: Path) -> None:
    table = hands(12_000)
    parquet.write_table(table, tmp_path / "hands.parquet", row_group_size=1500)
    words = [*COMMAND, "hands.parquet", "--out", "out"]
    # Tests that a shell has in the background ignore the signal, and their children would, too.
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        words,
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed,
    ) as stopped:
        until(lambda: parts_in(tmp_path / "out"))
        os.killpg(stopped.pid, signal.SIGINT)
        _, told = stopped.communicate(timeout=240)
    assert stopped.returncode == 130, told
    assert told.strip() == (
        "Stopped. What is whole stays in out; the same command goes on from there."
    )
    assert parts_in(tmp_path / "out")
    assert not (tmp_path / "out/hands.parquet").exists()
    again = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert again.stdout.startswith("12,000 rows, in ")
    wanted = score_table(table, workers=1)
    assert parquet.read_table(tmp_path / "out/hands.parquet") == wanted


def test_several_workers_answer_lines_as_one_does(tmp_path: Path) -> None:
    lines = Path("examples/hands.ndjson").read_text(encoding="utf-8").splitlines() * 100
    (tmp_path / "hands.ndjson").write_text("\n".join([*lines, "{"]) + "\n", encoding="utf-8")
    alone = run(tmp_path / "hands.ndjson", "--brief")
    several = run(tmp_path / "hands.ndjson", "--brief", "--workers", 2)
    assert alone.stdout == several.stdout
    assert alone.exit_code == several.exit_code == 1
    assert "lines with errors: 1 (bad_value 1)" in several.stderr
    assert len(alone.stdout.splitlines()) == len(lines) + 1
    assert json.loads(alone.stdout.splitlines()[-1])["line"] == len(lines) + 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("hands.csv",), "add --out"),
        (("hands.csv", "--out", "scores.csv"), "give --out a name in .parquet"),
        (("hands.CSV", "--out", "scores.csv"), "give --out a name in .parquet"),
        (("hands.ndjson", "--out", "scores.csv"), "give --out a name in .ndjson"),
        (
            ("hands.csv", "--out", "s.parquet", "--brief"),
            "--brief shortens answers to NDJSON lines",
        ),
        (("missing.csv", "--out", "s.parquet"), "missing.csv"),
        (("hands.ndjson", "--ruleset", "mcr"), "leave out --ruleset"),
        (("-", "--out", "s.parquet"), "--out cannot score standard input"),
        (("missing.ndjson",), "No such file"),
        (("hands.csv", "--out", "s.parquet", "--ruleset", "mrc"), "there is no ruleset “mrc”"),
        (("wrong.csv", "--out", "s.parquet"), "did you mean the column “seat”"),
        (("semicolons.csv", "--out", "s.parquet"), "separate the columns with commas"),
    ],
)
def test_a_command_that_cannot_be_is_refused(
    words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_csv(tmp_path / "hands.csv", pa.table({"seat": ["E"]}))
    write_csv(tmp_path / "wrong.csv", pa.table({"set": ["E"]}))
    (tmp_path / "hands.ndjson").write_text("")
    (tmp_path / "semicolons.csv").write_text("concealed;by\n")
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_file_that_is_no_parquet_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "hands.parquet").write_text("PAR1 but not really PAR1")
    result = run(tmp_path / "hands.parquet", "--out", tmp_path / "scores")
    assert result.exit_code == 1
    assert "hands.parquet is no Parquet file, or it is damaged" in result.stderr
    assert not (tmp_path / "scores").exists()


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_a_person_sees_how_far_the_rows_are(tmp_path: Path) -> None:
    import pty

    parquet.write_table(hands(20), tmp_path / "hands.parquet")
    ours, theirs = pty.openpty()
    words = [*COMMAND, "hands.parquet", "--out", "out", "--workers", "1"]
    subprocess.run(words, cwd=tmp_path, stderr=theirs, stdout=subprocess.DEVNULL, check=False)
    os.close(theirs)
    shown = os.read(ours, 65_536).decode()
    os.close(ours)
    assert "1/1  20 rows" in shown
