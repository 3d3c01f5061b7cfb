"""Writes docs/validation.md from the tests' own data: ``python -m tests.validation``."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import scorer
from tests.card.hands import practice
from tests.corpus import COMPARED, WINS_OF_EACH, Compared
from tests.peers import pymahjonggb, riichi_record, tenhou
from tests.peers.known import KNOWN, REFUSED
from tests.peers.record import recorded

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "validation.md"
README = TESTS.parent / "README.md"
IN_README = re.compile(r"^[\d,]+ cases worked by hand.*$", re.M)
RUNS = TESTS / "oracle" / "runs.toml"
PROPERTIES = (
    TESTS / "test_properties.py",
    TESTS / "test_every_ruleset.py",
    TESTS / "card" / "test_scores.py",
)
KINDS = {"hand": "hands", "wait": "waits", "table": "tables", "refusal": "refused"}
"""The kinds of cases, with the head of their column."""

INTRODUCTION = """\
# Why the scores can be trusted
"""
READINGS = """
Where the rule texts are unclear, [readings](readings.md) says what the scorer does and why.
"""
IN_DETAIL = """\
## What is compared

* **By hand**: a case is worked out from the rule text before it is run. Each rule has one that has
  it and one that lacks it.
* **Second scorer**: a program of this project, written from the rule text alone in a session that
  had not seen the engine, and compared on random documents: totals, lines, payments. Riichi's reads
  tables and sessions; American's searches the printed card.
* **Packages**: their answers to random hands are recorded. `.ci/run` also asks the installed
  packages about 3,000 fresh hands.
* **Logs**: hands of real games, settled as the site settled them, in all that a log shows.

Part of the random documents runs by day and all in the nightly tests. `python -m tests.validation`
writes this page from the tests' data, and a test fails when it is not current. Does a score look
wrong all the same? [What to do](wrong-score.md).
"""


class Other(NamedTuple):
    """What somebody else's program answered.

    Attributes:
        whose: The package, or the site.
        what: The kind of documents.
        number: How many of them.
    """

    whose: str
    what: str
    number: int


class Evidence(NamedTuple):
    """What agrees with the engine on one ruleset.

    Attributes:
        id: The ruleset.
        name: Its name.
        rules: How many rules it has.
        cases: How many cases worked by hand, by kind.
        second: How many documents the second scorer answers alike.
        others: What other people's programs answered.
        differences: Sentences or a link that say where these differ.
    """

    id: str
    name: str
    rules: int
    cases: Counter[str]
    second: Compared
    others: tuple[Other, ...]
    differences: tuple[str, ...]


@cache
def evidence() -> tuple[Evidence, ...]:
    """Return what agrees with the engine, by ruleset."""
    found = []
    for ruleset in scorer.rulesets():
        name = ruleset["id"]
        second = _american_search() if name == "american" else COMPARED.get(name, Compared(0))
        others = OTHERS[name]() if name in OTHERS else ()
        differences = DIFFERENCES[name]() if name in DIFFERENCES else ()
        rules = len(scorer.ruleset(name)["rules"])
        counts = (rules, _cases(name), second, others, differences)
        found.append(Evidence(name, ruleset["name"], *counts))
    return tuple(found)


def page() -> str:
    """Return the whole page."""
    parts = [INTRODUCTION, in_short(), "", *_overview(), *_differences(), READINGS, IN_DETAIL]
    return "\n".join([*parts, *_by_kind(), *_logs(), *_long_runs(), *_properties()])


def in_short() -> str:
    """Return the sentence that sums everything up."""
    rows = evidence()
    by_hand = sum(row.cases.total() for row in rows)
    second = sum(sum(row.second) for row in rows)
    other = [other for row in rows for other in row.others]
    logged = sum(other.number for other in other if other.what == LOGGED)
    packages = sum(other.number for other in other if other.what != LOGGED)
    kinds = sum(len(row.differences) for row in rows)
    return (
        f"{by_hand:,} cases worked by hand, {second:,} random documents of second scorers, "
        f"{packages:,} hands of other packages and {logged:,} hands of logged games agree with "
        f"the engine, but for {kinds} kinds of hands, each explained."
    )


def _overview() -> Iterator[str]:
    heads = ("ruleset", "by hand", "second scorer", "other packages, logs", "differs")
    rows = []
    for row in evidence():
        others = "; ".join(f"{o.whose}: {o.number:,} {o.what}" for o in row.others)
        differs = f"[{len(row.differences)}](#known-differences)" if row.differences else "nowhere"
        counts = (f"{row.cases.total():,}", f"{sum(row.second):,}", others or "–", differs)
        rows.append((row.name, *counts))
    yield from _table(heads, rows)
    yield _without_others()


def _without_others() -> str:
    """Return the sentence that names the rulesets without packages and logs of others."""
    names = [row.name for row in evidence() if not row.others]
    return (
        f"**{', '.join(names[:-1])} and {names[-1]} have no comparison from outside**: engine and "
        "second scorer are both this project's, and a rule that both misread goes unseen.\n"
    )


def _differences() -> Iterator[str]:
    yield "## Known differences\n"
    yield (
        "No second scorer differs. [mcr.md](mcr.md#where-pymahjonggb-and-this-scorer-differ) "
        "explains PyMahjongGB's.\n"
    )
    for row in evidence():
        yield from (f"* {sentence}" for sentence in row.differences)


def _by_kind() -> Iterator[str]:
    heads = ("ruleset", "rules", *(f"by hand: {head}" for head in KINDS.values()))
    second = ("second scorer: hands", "tables", "waits")
    rows = []
    for row in evidence():
        counts = (row.rules, *(row.cases[kind] for kind in KINDS), *row.second)
        rows.append((row.name, *(f"{count:,}" if count else "–" for count in counts)))
    yield from _table((*heads, *second), rows)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    heads = [*heads]
    for cells in (heads, ["---"] * len(heads), *rows):
        yield f"| {' | '.join(cells)} |"
    yield ""


def _cases(ruleset: str) -> Counter[str]:
    """Return how many cases there are of each kind."""
    found: Counter[str] = Counter()
    for path in sorted((TESTS / "cases" / ruleset).glob("*.toml")):
        book = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in book["case"]:
            found[_kind(path.stem, case | book.get("defaults", {}))] += 1
    return found


def _kind(file: str, case: dict[str, Any]) -> str:
    if "error" in case["expect"]:
        return "refusal"
    if "players" in case:
        return "table"
    return "wait" if file == "waits" else "hand"


def _american_search() -> Compared:
    return Compared(2 * WINS_OF_EACH * len(practice().card.hands))


def _mcr_others() -> tuple[Other, ...]:
    whose = f"PyMahjongGB {pymahjonggb.VERSION}"
    return (Other(whose, "hands", sum(1 for _ in recorded())),)


def _mcr_differences() -> tuple[str, ...]:
    equal = (f"**PyMahjongGB: {known.name}.** The total is the same." for known in KNOWN)
    refused = (f"**PyMahjongGB: {known.name}.** Refused here." for known in REFUSED)
    return (*equal, *refused)


LOGGED = "hands of logged games"


@cache
def _logged_hands() -> list[tenhou.LoggedHand]:
    return [*tenhou.logged_hands()]


def _riichi_others() -> tuple[Other, ...]:
    hands = sum(1 for _ in riichi_record.recorded())
    return (
        Other(riichi_record.SEED, "hands", hands),
        Other("tenhou.net", LOGGED, len(_logged_hands())),
    )


def _riichi_differences() -> tuple[str, ...]:
    counted = (
        "**riichienv.** Where a yakuman and a counted yakuman pay the same, riichienv has the "
        "reading with more han; this scorer and `mahjong` have the yakuman."
    )
    return (counted, *(f"**Tenhou’s logs.** {known.sentence}" for known in tenhou.KNOWN))


OTHERS = {"mcr": _mcr_others, "riichi": _riichi_others}
DIFFERENCES = {"mcr": _mcr_differences, "riichi": _riichi_differences}
LOGGED_PARTS = {
    "yaku, fu and points of a winner": "scores",
    "payments and deposits": "net",
    "the next deal, or the end of the session": "next",
    "the standing after it": "standing",
}
"""What is compared of the logged hands, and where a log has it."""


def _logs() -> Iterator[str]:
    logged = _logged_hands()
    each = Counter(hand.collection for hand in logged)
    games = len({hand.log for hand in logged})
    rows = [(f"hands of {games:,} games at tenhou.net", f"{len(logged):,}")]
    for collection, licence in tenhou.licences().items():
        rows.append((f"· from the collection {collection} ({licence})", f"{each[collection]:,}"))
    yield from _table(("logged", "how many"), rows)
    compared = []
    for what, part in LOGGED_PARTS.items():
        shown = (len(hand.result.get(part, ())) for hand in logged)
        count = sum(shown) if part == "scores" else sum(map(bool, shown))
        # Known differences are of a winner's yaku.
        differ = len(tenhou.KNOWN) if part == "scores" else 0
        compared.append((what, f"{count:,}", str(differ)))
    yield from _table(("compared with the logs", "logs show it of", "differ"), compared)


def _long_runs() -> Iterator[str]:
    """Yield longer comparisons, as `python -m tests.oracle.long_run` noted them."""
    runs = tomllib.loads(RUNS.read_text(encoding="utf-8"))["run"]
    if not runs:
        return
    yield "## Long runs\n"
    kinds = ("hands", "tables", "waiting")
    rows = (
        (run["on"], run["ruleset"], *(f"{run[kind]:,}" for kind in kinds), str(run["differences"]))
        for run in runs
    )
    yield from _table(
        ("on", "ruleset", "hands", "tables", "waits", "unexplained differences"), rows
    )


def _properties() -> Iterator[str]:
    """Yield what holds on random hands, in the words of the tests that see to it."""
    yield "## What holds on every random hand\n"
    for path in PROPERTIES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                sentence = node.name.removeprefix("test_").replace("_", " ")
                yield f"* {sentence[0].upper()}{sentence[1:]}."
    yield ""


def write() -> None:
    """Write the page, and its sentence in the README."""
    PAGE.write_text(page(), encoding="utf-8")
    line = in_short().replace("each explained", "[each explained](docs/validation.md)")
    readme = README.read_text(encoding="utf-8")
    README.write_text(IN_README.sub(line, readme), encoding="utf-8")


if __name__ == "__main__":
    write()
