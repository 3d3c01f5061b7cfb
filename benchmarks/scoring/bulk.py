"""A million hands from Parquet to Parquet: ``score_dataset`` beside loops over single hands.

    python -m benchmarks.scoring.bulk [--hands 1000000] [--loop 20000] [--seed 1] [--folder FOLDER]

Random winning MCR hands, as ``hands.py`` draws them, are scored with one worker and with one for
each core; the first rows are compared with ``scorer.score``. Beside it: a loop over
``scorer.score`` with and without ``brief`` and, for riichi, a loop over ``scorer.score`` and one
over ``mahjong`` (``pip install -e '.[peers]'``) for the same hands; it is left out where it is not
installed. Memory is the most that a process of the run had resident.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Thread
from typing import Any

import psutil
import pyarrow as pa
import pyarrow.parquet as parquet

import scorer
from benchmarks.scoring.hands import random_document
from benchmarks.scoring.riichi import documents as riichi_hands
from benchmarks.scoring.riichi import of_mahjong
from scorer.bulk.pool import cores
from tests.bulk.rows import row_of, table_of

Document = dict[str, Any]
ROW_GROUP = 1 << 16
COLUMNS = ("concealed", "melds", "bonus", "winning_tile", "by", "from", "seat", "prevailing")


def mcr_hands(count: int, seed: int) -> Iterator[Document]:
    """Random hands that won, with sets and a pair."""
    rng = random.Random(seed)
    for _ in range(count):
        yield random_document(rng, "mcr", won=True)


def write_hands(path: Path, count: int, seed: int) -> None:
    schema = pa.schema([(name, pa.string()) for name in COLUMNS])
    rows: list[Document] = []
    with parquet.ParquetWriter(path, schema) as writer:
        for document in mcr_hands(count, seed):
            rows.append(row_of(document))
            if len(rows) == ROW_GROUP:
                writer.write_table(pa.Table.from_pylist(rows, schema))
                rows.clear()
        writer.write_table(pa.Table.from_pylist(rows, schema))


@contextmanager
def watched_memory() -> Iterator[list[int]]:
    """Note the most bytes that this process or one beneath it has resident."""
    most, ended = [0], Event()

    def watch() -> None:
        own = psutil.Process()
        while not ended.wait(0.1):
            for process in (own, *own.children(recursive=True)):
                try:
                    most[0] = max(most[0], process.memory_info().rss)
                except psutil.Error:
                    continue

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield most
    finally:
        ended.set()
        watcher.join()


def microseconds(function: Callable[[Any], object], items: Sequence[Any]) -> float:
    """What a call takes on average."""
    start = time.perf_counter()
    for item in items:
        function(item)
    return (time.perf_counter() - start) / len(items) * 1e6


def check_sample(hands: Path, scores: Path, seed: int, count: int) -> None:
    """Assert that the first rows have the totals that ``scorer.score`` gives."""
    totals = parquet.read_table(scores / hands.name, columns=["total"])["total"]
    wanted = scorer.score_many(mcr_hands(count, seed), workers=None)
    assert [answer["total"] for answer in wanted] == totals.to_pylist()[:count]


def measure_loops(documents: Sequence[Document], name: str, rules: Document) -> None:
    """Print what a loop takes for each hand, and what a table of the same hands takes."""
    brief = microseconds(lambda document: scorer.score(document, brief=True), documents)
    whole = microseconds(scorer.score, documents)
    rows = [row_of({k: v for k, v in d.items() if k not in rules}) for d in documents]
    table = table_of(rows)
    start = time.perf_counter()
    scorer.bulk.score_table(table, **rules, workers=1)
    of_table = (time.perf_counter() - start) / len(documents) * 1e6
    for what, spent in (("score_table", of_table), ("brief", brief), ("whole", whole)):
        print(f"{name:7} {what:32} {spent:8.1f} µs a hand, one process")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--loop", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "bulk")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    hands = options.folder / f"hands-{options.hands}-{options.seed}.parquet"
    if not hands.exists():
        write_hands(hands, options.hands, options.seed)
    for workers in (1, cores()):
        out = options.folder / f"scores-{workers}"
        shutil.rmtree(out, ignore_errors=True)
        with watched_memory() as most:
            told = scorer.bulk.score_dataset(str(hands), str(out), workers=workers, progress=False)
        print(
            f"mcr     score_dataset, workers {workers:<9} {told.seconds:8.1f} s "
            f"{told.rows_per_second:9,.0f} /s {most[0] / 1e6:6.0f} MB the largest process"
        )
    check_sample(hands, out, options.seed, options.loop)
    measure_loops([*mcr_hands(options.loop, options.seed)], "mcr", {"ruleset": "mcr"})
    known = riichi_hands(options.seed, options.loop // 4)
    rules = {name: known[0][name] for name in ("ruleset", "preset", "options")}
    measure_loops(known, "riichi", rules)
    if find_spec("mahjong"):
        calls = [of_mahjong(document) for document in known]
        spent = microseconds(lambda call: call(), calls)
        print(f"riichi  {'a loop over mahjong':32} {spent:8.1f} µs a hand, one process")


if __name__ == "__main__":
    main()
