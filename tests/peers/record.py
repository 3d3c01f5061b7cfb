"""Records what PyMahjongGB answers: ``python -m tests.peers.record``.

Writes random hands with its answers to `pymahjonggb.ndjson.gz`, the same file again while neither
the hands nor the package change. The ordinary tests compare with that file.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

from . import pymahjonggb
from .hands import Document, random_hand
from .known import KNOWN
from .pymahjonggb import Answer

FILE = Path(__file__).parent / "pymahjonggb.ndjson.gz"
SEED = f"PyMahjongGB {pymahjonggb.VERSION}"
HANDS = 10_000
AGREED = {"ruleset": "mcr", "preset": "1998"}  # of every hand, so no line repeats it


def hands() -> Iterator[Document]:
    """Random hands, and an example of each class in which the two are known to differ."""
    rng = random.Random(SEED)
    for _ in range(HANDS):
        yield random_hand(rng)
    for known in KNOWN:
        yield known.example


def recorded() -> Iterator[tuple[Document, Answer]]:
    """Each hand of the file and what PyMahjongGB answered."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        for line in lines:
            document = {**AGREED, **json.loads(line)}
            fan = document.pop("fan")
            yield document, [(id_, amount, count) for id_, amount, count in fan]


def main() -> None:
    text = "".join(_line(document) + "\n" for document in hands())
    FILE.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))
    print(f"{text.count(chr(10))} hands, {FILE.stat().st_size // 1000} kB in {FILE}")


def _line(document: Document) -> str:
    told = {name: value for name, value in document.items() if name not in AGREED}
    told["fan"] = pymahjonggb.answer(document)
    return json.dumps(told, separators=(",", ":"))


if __name__ == "__main__":
    main()
