"""Hands of Tenhou games from public, licensed collections of logs, each with what the site made of
it: `tenhou.ndjson.xz`, a line that says whence they are, then a line for each game."""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests import plain as scorer

FILE = Path(__file__).parent / "tenhou.ndjson.xz"
RULES = {"ruleset": "riichi", "preset": "tenhou"}
Json = dict[str, Any]


class LoggedHand(NamedTuple):
    """A hand: the collection and the game it is from, the table's document, and the log's result
    with those of ``scores``, ``net``, ``next`` and ``standing`` that the collection has."""

    log: str
    document: Json
    result: Json

    @property
    def collection(self) -> str:
        return self.log.split()[0]


class Difference(NamedTuple):
    """A difference that is explained: the hand's log, what is ours and what is the log's."""

    log: str
    ours: Json
    logged: Json
    sentence: str


KNOWN = [
    Difference(
        "dnovikoff/tenhou 71551394ee78",
        {"four-concealed-pungs-pair-wait": 1},
        {"four-concealed-pungs": 1},
        "One log names Four Concealed Pungs won on the pair as Four Concealed Pungs; the site pays "
        "both as one yakuman.",
    )
]


def about() -> str:
    """Return what the file says of its source."""
    with lzma.open(FILE, "rt", encoding="utf-8") as lines:
        told: str = json.loads(next(lines))["about"]
    return told


def licences() -> dict[str, str]:
    """Return the licence of each collection, as the file names it."""
    return dict(re.findall(r"([\w-]+/[\w-]+) ([\w.-]+)", about()))


def logged_hands(step: int = 1) -> Iterator[LoggedHand]:
    """Yield the hands of every game, or of one in ``step`` games."""
    with lzma.open(FILE, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % step == 0 and number:
                game = json.loads(line)
                for hand in game["hands"]:
                    yield LoggedHand(game["log"], RULES | hand["document"], hand["expect"])


def scorer_result(hand: LoggedHand) -> Json:
    """Return what the scorer makes of the hand, in the words of the log."""
    answer = scorer.settle(hand.document)
    awards, logged = answer.get("awards", {}), hand.result
    found: Json = {
        "net": {seat: paid + awards.get(seat, 0) for seat, paid in answer["net"].items()}
    }
    if "scores" in logged:
        found["scores"] = {seat: _winner(answer["scores"][seat]) for seat in logged["scores"]}
    if "next" in logged:
        found["next"] = {name: answer["next"][name] for name in logged["next"]}
    if "standing" in logged:
        found["standing"] = answer["standing"]
    return found


def _winner(score: Json) -> Json:
    """Return a winner's points, fu and han by yaku; the site counts norths set aside as dora."""
    names: Counter[str] = Counter()
    for line in score["lines"]:
        if line["kind"] in ("han", "limit"):
            names["dora" if line["id"] == "north" else line["id"]] += line["amount"]
    tally = score["tally"]
    if tally["yakuman"]:
        return {"points": score["total"], "yakuman": dict(names)}
    return {"points": score["total"], "fu": tally["fu"], "yaku": dict(names), "han": tally["han"]}


def differing(hand: LoggedHand) -> bool:
    """Tests if the scorer's result is not the log's, known differences aside."""
    found, logged = scorer_result(hand), hand.result
    for known in KNOWN:
        if known.log == hand.log:
            for seat, score in found.get("scores", {}).items():
                theirs = logged["scores"][seat]
                if (score.get("yakuman"), theirs.get("yakuman")) == (known.ours, known.logged):
                    score["yakuman"] = known.logged
    return found != logged
