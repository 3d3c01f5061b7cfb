"""How the benchmarks beside other scorers measure: the same hands, one scorer after the other,
round after round in one run, so that what else the machine does meets all of them alike."""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import scorer
from scorer.engine import arrange

__all__ = ["Call", "Document", "a_call", "between", "by_turns", "ours", "parse_arguments", "show"]

Document = dict[str, Any]
Call = Callable[[], object]
Typed = Callable[[Document], Callable[[], Any]]


def parse_arguments(about: str | None) -> argparse.Namespace:
    """What the command line tells: ``hands``, ``rounds`` and ``seed``."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def a_call(calls: Sequence[Call]) -> float:
    """Microseconds a call."""
    start = time.perf_counter()
    for call in calls:
        call()
    return (time.perf_counter() - start) / len(calls) * 1e6


def ours(typed: Typed) -> dict[str, Callable[[Document], Call]]:
    """The ways to score a hand here, each by what makes a call of a document."""
    ask: Callable[[Any], object] = scorer.score

    def with_lines(document: Document) -> Call:
        score = typed(document)
        return lambda: score().lines

    return {
        "typed interface": typed,
        "with its lines": with_lines,
        "scorer.score": lambda document: partial(ask, document),
    }


def by_turns(calls: Mapping[str, Sequence[Call]], rounds: int) -> dict[str, list[float]]:
    """Microseconds a call in each round, by name."""
    spent: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, its_calls in calls.items():
            spent[name].append(a_call(its_calls))
    return spent


def show(spent: Mapping[str, Sequence[float]], width: int) -> None:
    """The median of each, how many a second, and the best."""
    for name, times in spent.items():
        found = statistics.median(times)
        print(f"{name:{width}} {found:8.1f} µs {1e6 / found:9.0f} /s   best {min(times):.1f}")


def between(
    options: argparse.Namespace,
    documents: Callable[[int, int], list[Document]],
    typed: Typed,
    peers: Mapping[str, Callable[[Document], Call]],
) -> None:
    """Measure and print: hands never seen before, then the same hands by us and by each peer.
    ``documents`` draws so many hands from a seed."""
    makers = {**ours(typed), **peers}
    known = documents(options.seed, options.hands)
    calls = {name: [make(document) for document in known] for name, make in makers.items()}
    new = [
        [typed(document) for document in documents(options.seed + n, options.hands)]
        for n in range(1, options.rounds + 1)
    ]
    gc.collect()
    gc.freeze()
    first_sight = statistics.median(a_call(hands) for hands in new)
    spent = by_turns(calls, options.rounds)
    compiled = "compiled" if not (arrange.__file__ or "").endswith(".py") else "plain Python"
    print(
        f"{options.hands} hands, seed {options.seed}, median of {options.rounds} rounds, {compiled}"
    )
    print(f"{'first sight':16} {first_sight:8.1f} µs")
    show(spent, 16)
