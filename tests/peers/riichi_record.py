"""Records what ``mahjong`` and ``riichienv`` answer: ``python -m tests.peers.riichi_record``.

Writes random hands with their answers to `riichi.ndjson.gz`, the same file again while neither the
hands nor the packages change. The ordinary tests compare with that file.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

from . import riichi_peers
from .riichi_hands import Document, random_hand
from .riichi_peers import Answer

FILE = Path(__file__).parent / "riichi.ndjson.gz"
SEED = "mahjong 2.1.0, riichienv 0.4.11"
HANDS = 20_000


def recorded() -> Iterator[tuple[Document, list[Answer]]]:
    """Each hand of the file and what both answered: one answer where they agree."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        for line in lines:
            document = json.loads(line)
            told = document.pop("answers")
            yield (
                document,
                [Answer(han, fu, yakuman, tuple(paid)) for han, fu, yakuman, paid in told],
            )


def main() -> None:
    rng = random.Random(SEED)
    text = "".join(_line(random_hand(rng)) + "\n" for _ in range(HANDS))
    FILE.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))
    print(f"{HANDS} hands, {FILE.stat().st_size // 1000} kB in {FILE}")


def _line(document: Document) -> str:
    answers = dict.fromkeys(
        [riichi_peers.mahjong(document, True), riichi_peers.riichienv(document)]
    )
    return json.dumps({**document, "answers": [*answers]}, separators=(",", ":"))


if __name__ == "__main__":
    main()
