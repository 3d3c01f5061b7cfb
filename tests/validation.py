"""Writes docs/validation.md from the tests' own data: ``python -m tests.validation``."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import scorer
from tests.card.hands import practice
from tests.corpus import HANDS, IN_BLOCKS, TABLES, WAITING, WINS_OF_EACH
from tests.oracle import RULESETS
from tests.peers import pymahjonggb, riichi_record, tenhou
from tests.peers.known import KNOWN, REFUSED
from tests.peers.record import recorded

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "validation.md"
RUNS = TESTS / "oracle" / "runs.toml"
PROPERTIES = (
    TESTS / "test_properties.py",
    TESTS / "test_every_ruleset.py",
    TESTS / "card" / "test_scores.py",
)

INTRODUCTION = """\
# Why the scores can be trusted

Each ruleset is compared with readings of its rules that share no code with the engine: cases worked
by hand, a second scorer written from the rule text by somebody who had not seen the engine (the
oracle), and the packages of others. All but the long runs below happen in every run of the tests.

This page is written by `python -m tests.validation` from the tests' own data; a test fails when it
is not current.
"""


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    parts += ["\n".join(_of_ruleset(told["id"], told["name"])) for told in scorer.rulesets()]
    parts += ["\n".join(_long_runs()), "\n".join(_properties())]
    return "\n".join(parts)


def _of_ruleset(ruleset: str, name: str) -> Iterator[str]:
    rules = scorer.ruleset(ruleset)["rules"]
    kinds = _cases(ruleset)
    yield f"## {name}\n"
    yield "| what | how many |"
    yield "|---|---|"
    yield f"| rules, each in a case that has it and in one that lacks it | {len(rules)} |"
    for kind, count in sorted(kinds.items()):
        yield f"| cases worked by hand: {kind} | {count} |"
    if ruleset in RULESETS:
        yield f"| random hands scored as the oracle scores them, lines too | {IN_BLOCKS * HANDS} |"
        yield f"| random tables settled as the oracle settles them | {IN_BLOCKS * TABLES} |"
        yield f"| random hands that wait for what the oracle says | {IN_BLOCKS * WAITING} |"
    yield from _PEERS.get(ruleset, tuple)()
    yield ""
    yield from _DIFFERENCES.get(ruleset, _no_difference)()


def _cases(ruleset: str) -> Counter[str]:
    """How many cases there are of each kind."""
    found: Counter[str] = Counter()
    for path in sorted((TESTS / "cases" / ruleset).glob("*.toml")):
        book = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in book["case"]:
            found[_kind(path.stem, case | book.get("defaults", {}))] += 1
    return found


def _kind(file: str, case: dict[str, Any]) -> str:
    if "error" in case["expect"]:
        return "what is refused, and why"
    if "players" in case:
        return "whole tables"
    return "what a hand waits for" if file == "waits" else "hands"


def _mcr_peer() -> Iterator[str]:
    hands = sum(1 for _ in recorded())
    yield f"| recorded hands compared with PyMahjongGB {pymahjonggb.VERSION} | {hands:,} |"
    yield "| fresh random hands compared with it, where it is installed (`.ci/run`) | 3,000 |"


def _american_oracle() -> Iterator[str]:
    card = practice().card
    racks = 2 * WINS_OF_EACH * len(card.hands)
    yield f"| racks matched as a slow search on the printed card finds them | {racks:,} |"
    yield "| random cards compiled and matched as that search finds them | 60 |"


def _no_difference() -> Iterator[str]:
    yield "No known difference.\n"


def _mcr_differences() -> Iterator[str]:
    yield "Known differences to PyMahjongGB, each proved by a test on every hand that shows it:\n"
    told = [(known.name, known.sentence) for known in KNOWN]
    told += [(refused.name, refused.sentence) for refused in REFUSED]
    yield from (f"* **{name}.** {sentence}" for name, sentence in told)
    yield "\nNone to the oracle.\n"


def _riichi_peers() -> Iterator[str]:
    hands = sum(1 for _ in riichi_record.recorded())
    yield f"| recorded hands compared with {riichi_record.SEED} | {hands:,} |"
    yield "| fresh random hands compared with both, where they are installed (`.ci/run`) | 3,000 |"
    logged = [*tenhou.logged_hands()]
    each = Counter(hand.collection for hand in logged)
    games = len({hand.log for hand in logged})
    what = f"hands of {games:,} games at tenhou.net, settled as the site logged them"
    yield f"| {what} | {len(logged):,} |"
    for collection, licence in tenhou.licences().items():
        yield f"| · from the collection {collection} ({licence}) | {each[collection]:,} |"
    for what, part in LOGGED_PARTS.items():
        counts = (len(hand.result.get(part, ())) for hand in logged)
        count = sum(counts) if part == "scores" else sum(map(bool, counts))
        yield f"| · {what} | {count:,} |"


LOGGED_PARTS = {
    "winners with the same yaku, fu and points": "scores",
    "the same payments and deposits": "net",
    "the same next deal, or the same end of the session": "next",
    "the same standing after it": "standing",
}
"""What is compared of the logged hands, and where a log has it."""


def _riichi_differences() -> Iterator[str]:
    yield "Known differences:\n"
    yield (
        "* **riichienv.** Where a yakuman and a counted yakuman pay the same, riichienv has the "
        "reading with more han; this scorer and `mahjong` have the yakuman."
    )
    yield from (f"* **Tenhou’s logs.** {known.sentence}" for known in tenhou.KNOWN)
    yield ""


_PEERS = {"mcr": _mcr_peer, "american": _american_oracle, "riichi": _riichi_peers}
_DIFFERENCES = {"mcr": _mcr_differences, "riichi": _riichi_differences}


def _long_runs() -> Iterator[str]:
    """Longer comparisons, as `python -m tests.oracle.long_run` noted them."""
    yield "## Long runs\n"
    yield "| on | ruleset | hands | tables | waiting hands | unexplained differences |"
    yield "|---|---|---|---|---|---|"
    for run in tomllib.loads(RUNS.read_text(encoding="utf-8"))["run"]:
        counts = (run[kind] for kind in ("hands", "tables", "waiting"))
        told = " | ".join(f"{count:,}" for count in counts)
        yield f"| {run['on']} | {run['ruleset']} | {told} | {run['differences']} |"
    yield ""


def _properties() -> Iterator[str]:
    """What holds on random hands, in the words of the tests that see to it."""
    yield "## What holds on every random hand\n"
    for path in PROPERTIES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                sentence = node.name.removeprefix("test_").replace("_", " ")
                yield f"* {sentence[0].upper()}{sentence[1:]}."
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
