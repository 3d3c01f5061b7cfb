"""``scorer batch --from tenhou``: recorded games of a folder, scored again and compared."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import click

from scorer import logs
from scorer.bulk.pool import map_in_order
from scorer.errors import HandError
from scorer.logs import mjlog

LOG_ENDINGS = (".json", ".mjlog", ".xml", ".gz")
GAME_ENDING = ".game.json"
"""What `scorer game import` writes beside a log."""
EPOCH_TIMESTAMP = "1970-01-01T00:00:00Z"
"""The time of entries of games that nobody stores."""


def compare_logs(folder: str, out: str, workers: int) -> None:
    """Score the logs of a folder again; write a line for each and print what agrees.

    The exit code is 1 if a log cannot be read.
    """
    paths, counts = _log_paths(folder), Counter[str]()
    try:
        output = click.open_file(out, "w", encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"{out}: {error.strerror}") from None
    with output:
        for line in map_in_order(_compare_log, paths, workers):
            output.write(json.dumps(line, ensure_ascii=False) + "\n")
            counts["logs with errors"] += "errors" in line
            counts["hands"] += line.get("hands", 0)
            counts["agree"] += line.get("agree", 0)
            counts.update(
                f"differ in {what}" for what in {d["what"] for d in line.get("differences", ())}
            )
    click.echo(
        f"{len(paths):,} logs, {counts['hands']:,} hands: {counts['agree']:,} agree", err=True
    )
    for name in sorted(counts.keys() - {"hands", "agree"}):
        if counts[name]:
            click.echo(f"  {name}: {counts[name]:,}", err=True)
    if counts["logs with errors"]:
        sys.exit(1)


def _log_paths(folder: str) -> list[Path]:
    path = Path(folder)
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise click.UsageError(f"{folder}: no such folder; give a log, or a folder of logs")
    found = sorted(
        file
        for file in path.rglob("*")
        if file.suffix in LOG_ENDINGS and not file.name.endswith(GAME_ENDING) and file.is_file()
    )
    if not found:
        raise click.UsageError(f"{folder} has no logs: files in {', '.join(LOG_ENDINGS)}")
    return found


def _compare_log(path: Path) -> dict[str, Any]:
    """Return how a log agrees, or its errors."""
    try:
        with path.open("rb") as file:
            report = logs.load(file.read(mjlog.MAX_UNPACKED_BYTES + 1), at=EPOCH_TIMESTAMP).report
    except HandError as error:
        return {"file": str(path), "errors": error.errors}
    except OSError as error:
        return {
            "file": str(path),
            "errors": [{"pointer": "", "code": "bad_value", "detail": str(error.strerror)}],
        }
    return {"file": str(path), **report}
