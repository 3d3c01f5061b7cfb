"""Compares engine and oracle at length: ``python -m tests.oracle.long_run classical 5000``.

Prints every difference, and an entry for `runs.toml` when there is none.
"""

from __future__ import annotations

import json
import random
import sys
from datetime import UTC, datetime

from tests import oracle
from tests import plain as scorer
from tests.drawn import random_document, random_table, random_waiting

WAYS = ("discard", "self_draw")


def main(ruleset: str, hands: int, seed: str) -> None:
    """So many hands, and a quarter as many tables and waiting hands."""
    rng = random.Random(seed)
    others = hands // 4
    differences = 0
    for _ in range(hands):
        document = random_document(rng, ruleset)
        scored, theirs = scorer.score(document), oracle.score(document)
        differences += _told(document, scored["total"], theirs["total"])
    for _ in range(others):
        document = random_table(rng, ruleset)
        settled, theirs = scorer.settle(document), oracle.settle(document)
        differences += _told(document, settled["net"], theirs["net"])
    for _ in range(others):
        document = random_waiting(rng, ruleset)
        ours = {
            wait["tile"]: tuple(wait[way] and wait[way]["total"] for way in WAYS)
            for wait in scorer.waits(document)["waits"]
        }
        differences += _told(document, ours, oracle.waits(document))
    day = datetime.now(UTC).date()
    print(
        f'[[run]]\non = {day}\nruleset = "{ruleset}"\nseed = "{seed}"\n'
        f"hands = {hands}\ntables = {others}\nwaiting = {others}\ndifferences = {differences}"
    )


def _told(document: object, ours: object, theirs: object) -> int:
    if ours == theirs:
        return 0
    print(json.dumps({"document": document, "ours": ours, "theirs": theirs}))
    return 1


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "1")
