"""How the problems to learn from are spread, counted and drawn.

    python -m benchmarks.scoring.spread [--number 20000] [--ruleset mcr] [--pictures FOLDER]

Draws so many problems of each ruleset, and of each of its presets by name, over all levels in turn.
Each is checked: its answer is the scorer's, what is asked stands in it, and its tiles can lie on
one table. Prints the rules that were never reached, how many documents are different and how long
a problem takes, and draws for each ruleset how totals and rules are spread.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from statistics import median
from typing import Any, Final
from xml.sax.saxutils import escape

import scorer
from scorer.documents.read import edition_of
from scorer.engine.tiles import FIRST_RED_FIVE, JOKER, KIND_COUNT, PLAIN_FLOWER, code, parse
from scorer.learn.example_hands import example_hands, house_rules
from scorer.learn.levels import LEVELS
from scorer.rules import BOOKS

Json = dict[str, Any]

FIVES: Final = {FIRST_RED_FIVE + suit: 9 * suit + 4 for suit in range(3)}
"""Which five a red one is."""
COPIES: Final = {JOKER: 8, PLAIN_FLOWER: 8}
"""Of how many tiles there are not four, or one of a flower."""


def hands(document: Mapping[str, Any]) -> list[Any]:
    """The hands that a document shows."""
    players = document.get("players")
    shown: list[Any] = [document] if players is None else list(players.values())
    return [player["hand"] for player in shown if "hand" in player]


def too_many(document: Mapping[str, Any]) -> list[str]:
    """The tiles of which a document shows more than there are."""
    held: Counter[int] = Counter()
    for hand in hands(document):
        texts = [hand["concealed"], hand.get("bonus") or ""]
        texts += [meld["tiles"] for meld in hand.get("melds") or ()]
        tiles = [tile for text in texts for tile in parse(text)]
        held.update(FIVES.get(tile, tile) for tile in tiles)
    found = []
    for tile, number in held.items():
        if number > COPIES.get(tile, 4 if tile < KIND_COUNT else 1):
            found.append(code(tile))
    return found


def sheets(answer: Mapping[str, Any]) -> list[Json]:
    """The score sheets of an answer, of hands in which anything counts."""
    found: list[Any] = [*answer["scores"].values()] if "scores" in answer else [answer]
    return [sheet for sheet in found if sheet and sheet["lines"]]


def counted(answer: Mapping[str, Any]) -> set[str]:
    """The rules that count in an answer."""
    return {line["id"] for sheet in sheets(answer) for line in sheet["lines"]}


def fault(problem: Json) -> str:
    """What is wrong with a problem, if anything is."""
    document, answer = problem["document"], problem["answer"]
    ask = scorer.settle if "players" in document else scorer.score
    try:
        if ask(document) != answer:
            return "another answer"
    except scorer.HandError as error:
        return str(error)
    if too_many(document):
        return f"too many of {', '.join(too_many(document))}"
    if not problem["ask"]:
        return "nothing is asked"
    return "?" if any("?" in str(hand) for hand in hands(document)) else ""


def reachable(ruleset: str, preset: str | None) -> list[str]:
    """The rules that problems have to reach: all of a ruleset; of a preset by name those of which
    its options leave a known hand."""
    book = BOOKS[ruleset]
    if preset is None:
        return [rule.id for rule in book.rules]
    named: Any = {"ruleset": ruleset, "preset": preset}
    edition = edition_of(named)
    found = set()
    for known in example_hands(ruleset):
        if not house_rules(edition, known):
            document = {**json.loads(known.document), **named}
            found |= counted(scorer.score({**document, "options": {}}))
    return [rule.id for rule in book.rules if rule.id in found]


def of_table(document: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[str]:
    """What a table has beside the hands of its players."""
    won = any("win" in player for player in document["players"].values())
    yield "somebody won" if won else "nobody won"
    if answer["deductions"]:
        yield "with deposits of this hand"
    if any(document.get(name) for name in BOOKS[document["ruleset"]].counters):
        yield "with numbers of the game"
    if not won:
        yield f"{sum(amount > 0 for amount in answer['net'].values())} are paid by the others"


class Spread:
    """What so many problems of a ruleset or of one of its presets are."""

    def __init__(self, ruleset: str, preset: str | None) -> None:
        self.ruleset = ruleset
        self.preset = preset
        self.rules: Counter[str] = Counter()
        self.first: dict[str, int] = {}
        self.totals: dict[int, Counter[int]] = {}
        self.taken: dict[int, list[float]] = {}
        self.documents: set[bytes] = set()
        self.hands: set[bytes] = set()
        self.faults: list[str] = []
        self.tables: Counter[str] = Counter()
        self.asked: dict[int, Counter[str]] = {}
        self.drawn = 0

    def draw(self, number: int) -> None:
        """So many problems, level by level in turn."""
        levels = [*LEVELS[BOOKS[self.ruleset].tiles.hand_of]]
        for n in range(number):
            query: Json = {"ruleset": self.ruleset, "level": levels[n % len(levels)]}
            query["seed"] = n // len(levels)
            if self.preset is not None:
                query["preset"] = self.preset
            began = time.process_time()
            loaded = json.loads(json.dumps(scorer.problem(query)))
            self._noted(loaded, time.process_time() - began)

    def _noted(self, problem: Json, taken: float) -> None:
        level, answer = problem["level"], problem["answer"]
        self.drawn += 1
        wrong = fault(problem)
        if wrong:
            self.faults.append(f"{problem['id']}: {wrong}")
        self.documents.add(_digest(problem["document"]))
        self.hands.add(_digest([sorted(hand.items()) for hand in hands(problem["document"])]))
        if "players" in problem["document"]:
            self.tables.update(of_table(problem["document"], answer))
        self.taken.setdefault(level, []).append(1000 * taken)
        self.asked.setdefault(level, Counter())[" ".join(problem["ask"])] += 1
        for rule in counted(answer):
            self.rules[rule] += 1
            self.first.setdefault(rule, self.drawn)
        totals = self.totals.setdefault(level, Counter())
        totals.update(sheet["total"] for sheet in sheets(answer))

    def lines(self) -> Iterator[str]:
        """All this in words."""
        wanted = reachable(self.ruleset, self.preset)
        missed = [rule for rule in wanted if rule not in self.rules]
        last = max((self.first.get(rule, 0) for rule in wanted), default=0)
        all_taken = [milliseconds for level in self.taken.values() for milliseconds in level]
        yield f"{self.ruleset}, {self.preset or 'no preset named'}: {self.drawn} problems"
        yield f"  faults: {len(self.faults)} {self.faults[:3]}"
        yield f"  rules reached: {len(wanted) - len(missed)} of {len(wanted)}; not: {missed}"
        yield f"  the last of them in problem {last}"
        yield f"  rarest: {sorted((self.rules[rule], rule) for rule in wanted)[:6]}"
        different = [100 * len(known) / self.drawn for known in (self.documents, self.hands)]
        yield f"  different documents: {different[0]:.1f} %, different hands: {different[1]:.1f} %"
        yield f"  ms a problem: median {median(all_taken):.2f}, longest {max(all_taken):.0f}"
        yield f"  whole tables: {dict(sorted(self.tables.items()))}"
        for level, taken in sorted(self.taken.items()):
            spread = sorted(self.totals[level].elements())
            at = [spread[int(share * (len(spread) - 1))] for share in (0, 0.1, 0.5, 0.9, 1)]
            middle = f"median {median(taken):.2f} ms, longest {max(taken):.0f} ms"
            asked = dict(self.asked[level].most_common(5))
            yield f"  level {level}: {middle}; totals {at}; {asked}"


def _digest(part: object) -> bytes:
    return blake2b(json.dumps(part, sort_keys=True).encode(), digest_size=12).digest()


# The picture

WIDTH: Final = 880
STYLE: Final = """
  text { font: 11px system-ui, sans-serif; fill: #3a3a3a }
  .title { font-size: 15px; font-weight: 600 }
  .small { font-size: 10px; fill: #666 }
  .end { text-anchor: end } .middle { text-anchor: middle }
  .bar { fill: #2f6f9f } .line { stroke: #bbb }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e4e4 } .small { fill: #a8a8a8 } .bar { fill: #7ab8e6 } .line { stroke: #555 }
  }
"""
BOX_WIDTH: Final = 280
BOX_HEIGHT: Final = 120
ROW: Final = 15


def picture(spread: Spread) -> str:
    """How totals and rules are spread, as SVG."""
    names = {rule["id"]: rule["name"] for rule in scorer.ruleset(spread.ruleset)["rules"]}
    parts = [*_histograms(spread)]
    top = 50 + (BOX_HEIGHT + 50) * math.ceil(len(spread.totals) / 3) + 20
    parts.append(_text(10, top, "In how many problems each rule counts (each mark ten times more)"))
    rows = math.ceil(len(names) / 2)
    for n, (rule, name) in enumerate(names.items()):
        x = 10 + (WIDTH // 2) * (n // rows)
        parts += _rule(x, top + 22 + ROW * (n % rows), name, spread.rules[rule], spread.drawn)
    height = top + 40 + ROW * rows
    title = f"{BOOKS[spread.ruleset].name}: {spread.drawn:,} problems"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            _text(10, 22, title, "title"),
            *parts,
            "</svg>\n",
        ]
    )


def _histograms(spread: Spread) -> Iterator[str]:
    """A box for each level: how many hands have which total."""
    for n, (level, totals) in enumerate(sorted(spread.totals.items())):
        x = 10 + (BOX_WIDTH + 10) * (n % 3)
        base = 50 + (BOX_HEIGHT + 50) * (n // 3) + BOX_HEIGHT
        bins = _bins(totals)
        most = max(number for _, number in bins)
        yield _text(x, base - BOX_HEIGHT + 4, f"Level {level}: hands by total, each bar from")
        yield _line(x, base, x + BOX_WIDTH - 20, base)
        width = (BOX_WIDTH - 20) / len(bins)
        for place, (label, number) in enumerate(bins):
            high = (BOX_HEIGHT - 20) * number / most
            left = x + place * width
            yield _bar(left + 1, base - high, width - 2, high, f"{label}: {number}")
            yield _text(left + width / 2, base + 12, label, "small middle")


def _bins(totals: Counter[int]) -> list[tuple[str, int]]:
    """Steps of totals, each named by its lowest, and how many hands are in each."""
    least, most = min(totals), max(totals)
    edges = [edge for edge in _steps(most) if edge <= most]
    first = max((n for n, edge in enumerate(edges) if edge <= least), default=0)
    edges = edges[first:]
    found = [0] * len(edges)
    for total, number in totals.items():
        place = max((n for n, edge in enumerate(edges) if edge <= total), default=0)
        found[place] += number
    return [(f"{edge:,}", number) for edge, number in zip(edges, found, strict=True)]


def _steps(most: int) -> Sequence[int]:
    """Steps that grow as totals do."""
    if most > 200:
        return (0, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
    return (0, 5, 10, 15, 20, 30, 40, 50, 75, 100, 150)


def _rule(x: float, y: float, name: str, number: int, drawn: int) -> Iterator[str]:
    """The bar of a rule, on a scale of powers of ten."""
    left, room = x + 200, WIDTH // 2 - 260
    yield _text(left - 6, y, name if len(name) < 34 else f"{name[:32]}…", "end")
    length = room * math.log10(max(number, 1)) / math.log10(drawn)
    for power in range(1, int(math.log10(drawn)) + 1):
        at = left + room * power / math.log10(drawn)
        yield _line(at, y - 11, at, y + ROW - 11)
    if number:
        yield _bar(left, y - 9, max(length, 1), ROW - 5, f"{name}: {number}")
    yield _text(left + max(length, 0) + 4, y, f"{number:,}", "small")


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}"{named}>{escape(text)}</text>'


def _line(x: float, y: float, right: float, bottom: float) -> str:
    return f'<path class="line" d="M{x:.1f} {y:.1f}L{right:.1f} {bottom:.1f}"/>'


def _bar(x: float, y: float, width: float, height: float, label: str) -> str:
    shape = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="bar" {shape}><title>{escape(label)}</title></rect>'


def main() -> None:
    """Draw, print, and write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=20_000)
    parser.add_argument("--ruleset", choices=[*BOOKS], action="append")
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    for ruleset in options.ruleset or BOOKS:
        book = BOOKS[ruleset]
        for preset in (None, *book.presets):
            spread = Spread(ruleset, preset)
            spread.draw(options.number)
            print("\n".join(spread.lines()), flush=True)
            if preset is None and options.pictures:
                path = options.pictures / f"learning-spread-{ruleset}.svg"
                path.write_text(picture(spread), encoding="utf-8")


if __name__ == "__main__":
    main()
