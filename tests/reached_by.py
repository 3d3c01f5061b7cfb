"""Seeds of problems that together reach every rule: tried first, they spare the tests thousands of
others. ``python -m tests.reached_by`` finds them anew, in some minutes; where problems have
changed since, all seeds are tried in turn."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from benchmarks.scoring import spread
from scorer.learn.example_hands import example_hands
from scorer.rules import BOOKS
from tests import plain as scorer

FILE = Path(__file__).parent / "reached_by.json"
MOST, MOST_UNDER_A_PRESET = 6000, 30_000


def main() -> None:
    lines = [
        f"  {json.dumps(name(ruleset, preset))}: {json.dumps(tried(ruleset, preset)[0])}"
        for ruleset, book in BOOKS.items()
        for preset in (None, *book.presets)
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def name(ruleset: str, preset: str | None) -> str:
    return f"{ruleset} {preset}" if preset else ruleset


def left(ruleset: str, preset: str | None = None) -> set[str]:
    """The rules that no problem reaches, of those that were there when the version was made; under
    a preset of those that it can have."""
    kept = json.loads(FILE.read_text(encoding="utf-8")).get(name(ruleset, preset), ())
    return tried(ruleset, preset, kept)[1]


def tried(
    ruleset: str, preset: str | None, first: Iterable[int] = ()
) -> tuple[list[int], set[str]]:
    """Which of the seeds, these first, reached a rule that none before it had; and what is left."""
    if preset:
        wanted, levels, most = {*spread.reachable(ruleset, preset)}, (1, 6), MOST_UNDER_A_PRESET
    else:
        wanted, levels, most = {known.rule for known in example_hands(ruleset)}, (2, 3), MOST
    asked = {"ruleset": ruleset} | ({"preset": preset} if preset else {})
    reaching = []
    for seed in [*first, *range(most)]:
        told = scorer.problem({**asked, "level": levels[0] + seed % levels[1], "seed": seed})
        if wanted & (counted := spread.counted(told["answer"])):
            reaching.append(seed)
            wanted -= counted
        if not wanted:
            break
    return reaching, wanted


if __name__ == "__main__":
    main()
