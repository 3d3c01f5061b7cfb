"""``scorer batch``: documents line by line, and files of hands, a hand a row."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

import scorer
from scorer.bulk.columns import DEFAULT_RULESET
from scorer.bulk.files import file_ending
from scorer.bulk.pool import map_in_order
from scorer.cli.answers import (
    answer_language,
    case_insensitive_choice,
    language_option,
    print_text,
    single_option,
)
from scorer.cli.completion import complete_options, complete_presets, complete_rulesets
from scorer.cli.documents import parse_pair
from scorer.cli.logs import compare_logs
from scorer.documents.batch import answer_line, is_problem

if TYPE_CHECKING:
    from scorer.bulk import DatasetSummary

TABLE_ENDINGS = (".csv", ".parquet")
INTERRUPTED_EXIT_CODE = 130
LINES_A_TASK = 256


@click.command()
@click.argument("hands", metavar="[FILE|FOLDER]", default="-")
@click.option(
    "--out", "--output", "-o", default="-", metavar="FILE|FOLDER", help="Where the answers go."
)
@click.option("--brief", is_flag=True, help="NDJSON: answers without their lines and reasons.")
@single_option(
    "--ruleset",
    shell_complete=complete_rulesets,
    help=f"Rows: the ruleset.  [default: {DEFAULT_RULESET}]",
)
@single_option(
    "--preset", shell_complete=complete_presets, help="Rows: house rules that go together."
)
@click.option(
    "--option",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=complete_options,
    help="Rows: a single house rule.",
)
@click.option("--lines", is_flag=True, help="Rows: a column of the lines of each hand.")
@single_option(
    "--workers",
    type=click.IntRange(1),
    help="How many processes score.  [default: rows: one a core; NDJSON: 1]",
)
@single_option("--scheduler", metavar="ADDRESS", help="Rows: a Dask cluster's tcp://host:8786.")
@single_option(
    "--from",
    "origin",
    type=case_insensitive_choice("tenhou"),
    help="A log, or a folder of logs: games are scored again and compared.",
)
@language_option
def batch(
    hands: str, out: str, brief: bool, workers: int | None, origin: str | None, **rules: Any
) -> None:
    """Score many hands, from a file or a folder of files.

    The ending says what is in a file. .ndjson (or standard input) has one document per line; the
    answers are lines in the same order, and a document's id is repeated. .csv and .parquet have a
    hand a row; the answers are Parquet files, as are those of a folder, and of .ndjson with --out
    scores.parquet. After Ctrl-C the same command goes on where it stopped.

    Columns are named as the fields of a document: concealed, melds, bonus, winning_tile, by, from,
    with, seat, prevailing, id; any other by its dotted name, as hand.dora_indicators. A column
    named document has whole documents.

    A bad line or row is answered with its errors, and the others are scored. So are the other files
    of a folder if one cannot be read or has a wrong column. The exit code is 1 if there was one.

    \b
    scorer batch hands.csv --ruleset mcr --out scores.parquet --workers 2
    scorer batch hands/ --out scores/ --ruleset riichi --scheduler tcp://10.0.0.5:8786
    scorer batch --from tenhou logs/    # a line a log; how many hands agree
    """
    if origin:
        compare_logs(hands, out, workers or 1)
        return
    errors, what = _score_file(hands, out, workers, brief, rules)
    if errors:
        counts = ", ".join(f"{code} {count}" for code, count in sorted(errors.items()))
        click.echo(f"{what} with errors: {sum(errors.values())} ({counts})", err=True)
        sys.exit(1)


def _score_file(
    hands: str, out: str, workers: int | None, brief: bool, rules: Mapping[str, Any]
) -> tuple[Mapping[str, int], str]:
    """Score rows or lines; return how many have an error, by its code, and what they are."""
    if file_ending(hands) in TABLE_ENDINGS or file_ending(out) == ".parquet" or _is_folder(hands):
        if brief:
            raise click.UsageError(
                "--brief shortens answers to NDJSON lines; for tables leave "
                "it out, and add --lines to get the lines"
            )
        return _score_files(hands, out, workers, rules), "rows"
    used = [f"--{name}" for name, value in rules.items() if value]
    if used:
        detail = "a document names its rules itself: leave out {}, or add --out scores.parquet"
        raise click.UsageError(detail.format(" and ".join(used)))
    if file_ending(out) == ".csv":
        raise click.UsageError(
            "answers to documents are lines of JSON: give --out a name in .ndjson"
        )
    return _score_lines(hands, out, workers or 1, brief), "lines"


def _is_folder(hands: str) -> bool:
    """Tests if an address is a folder; a remote one is a folder unless it ends as a file does."""
    return Path(hands).is_dir() or ("://" in hands and not Path(hands).suffix)


def _score_files(
    hands: str, out: str, workers: int | None, rules: Mapping[str, Any]
) -> Mapping[str, int]:
    """Score files of hands; return how many rows have an error, by its code."""
    if out == "-":
        raise click.UsageError("add --out with a folder, or with a file that ends in .parquet")
    if file_ending(out) in (".csv", ".ndjson", ".json"):
        raise click.UsageError("answers to tables are Parquet: give --out a name in .parquet")
    if hands == "-":
        raise click.UsageError("--out cannot score standard input: give a FILE or a FOLDER")
    try:
        summary = scorer.bulk.score_dataset(
            hands,
            out,
            rules["ruleset"] or DEFAULT_RULESET,
            rules["scheduler"],
            preset=rules["preset"],
            options=dict(map(parse_pair, rules["option"])),
            lines=rules["lines"],
            workers=workers,
        )
    except scorer.HandError as error:
        for problem in error.problems:
            print_text(f"{problem.pointer}: {problem.detail}", err=True)
        sys.exit(2)
    except (FileNotFoundError, FileExistsError) as error:
        raise click.UsageError(str(error)) from None
    except (ImportError, OSError) as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        detail = f"Stopped. What is whole stays in {out}; the same command goes on from there."
        click.echo(f"\n{detail}", err=True)
        sys.exit(INTERRUPTED_EXIT_CODE)
    _print_summary(summary)
    if summary.unreadable and not summary.errors:
        sys.exit(1)
    return summary.errors


def _print_summary(summary: DatasetSummary) -> None:
    before = f", {summary.rows_before:,} of them before" if summary.rows_before else ""
    click.echo(
        f"{summary.rows:,} rows{before}, in {summary.seconds:.1f} s "
        f"({summary.rows_per_second:,.0f} a second)"
    )
    for sentence in summary.unreadable:
        click.echo(sentence, err=True)


def _score_lines(hands: str, out: str, workers: int, brief: bool) -> Mapping[str, int]:
    """Answer documents line by line; return how many have an error, by the code of the first."""
    errors: Counter[str] = Counter()
    with _open_path(hands, "rb") as file, _open_path(out, "w") as output:
        answers = map_in_order(
            partial(_answer_lines, brief=brief, lang=answer_language()),
            _chunks_of_lines(_with_progress(file, output), 1 if workers == 1 else LINES_A_TASK),
            workers,
        )
        for answer in (answer for task in answers for answer in task):
            if is_problem(answer):
                errors[answer["errors"][0]["code"]] += 1
            output.write(json.dumps(answer) + "\n")
    return errors


def _open_path(path: str, mode: str) -> Any:
    """Open a file, or standard input or output; a file that is missing is a wrong request."""
    try:
        return click.open_file(path, mode, encoding=None if "b" in mode else "utf-8")
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}") from None


def _chunks_of_lines(
    lines: Iterator[tuple[int, bytes]], size: int
) -> Iterator[list[tuple[int, bytes]]]:
    task: list[tuple[int, bytes]] = []
    for line in lines:
        task.append(line)
        if len(task) == size:
            yield task
            task = []
    if task:
        yield task


def _answer_lines(
    lines: list[tuple[int, bytes]], *, brief: bool, lang: str | None
) -> list[dict[str, Any]]:
    return [
        answer_line(number, line.rstrip(b"\n"), brief=brief, lang=lang) for number, line in lines
    ]


def _with_progress(file: IO[bytes], output: IO[str]) -> Iterator[tuple[int, bytes]]:
    """Yield the numbered lines that are not blank, with a progress bar on a terminal."""
    lines = ((number, line) for number, line in enumerate(file, 1) if line.strip())
    path = Path(getattr(file, "name", "") or "")
    if not (sys.stderr.isatty() and not output.isatty() and path.is_file()):
        yield from lines
        return
    with click.progressbar(length=path.stat().st_size, label="Scoring", file=sys.stderr) as bar:
        for number, line in lines:
            yield number, line
            bar.update(len(line))
