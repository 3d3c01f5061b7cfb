"""Comparisons of the engine with an oracle that another hand wrote from the text of the rules."""

from __future__ import annotations

import json
import re
from collections import Counter
from types import ModuleType
from typing import Any

import pytest

from scorer import HandError
from tests import plain as scorer
from tests.oracle.tiles import CODES, SEATS, codes

Json = dict[str, Any]

__all__ = [
    "assert_least_of_forgotten_tiles",
    "assert_same_payments",
    "assert_same_score",
    "assert_same_waits",
    "wins",
]


def _lines(lines: list[tuple[str, str | None, int]]) -> Counter[tuple[str, str | None]]:
    amounts: Counter[tuple[str, str | None]] = Counter()
    for name, number, amount in lines:
        amounts[name, number] += amount
    return amounts


def _summed(formula: str) -> tuple[int, list[str]]:
    """Return what the summands come to and what the formula says of the sum. Lines of one name are
    one summand to the oracles."""
    summands, *rest = re.split(" = |, ", formula)
    return sum(map(int, summands.split(" + "))), [part for part in rest if not part.isdigit()]


def assert_same_score(document: Json, oracle: ModuleType) -> None:
    """Assert that both give the same total, sum, lines, formula, limit and payments; of tiles that
    the oracle finds no hand, that the engine says so."""
    text = json.dumps(document)
    try:
        theirs = oracle.score(document)
    except oracle.NotWinning:
        with pytest.raises(HandError) as refused:
            scorer.score(document)
        assert [error["code"] for error in refused.value.errors] == ["not_winning"], text
        return
    ours = scorer.score(document)
    assert (ours["total"], ours["tally"]) == (theirs["total"], theirs["tally"]), text
    lines = [(line["name"], line.get("number"), line["amount"]) for line in ours["lines"]]
    assert _lines(lines) == _lines(theirs["lines"]), text
    assert ours["qualifies"] == theirs["qualifies"], text
    assert _summed(ours["formula"]) == _summed(theirs["formula"]), text
    assert ours["limit"]["reached"] == theirs["reached"], text
    assert ours["limit"]["hand"] == theirs["listed"], text
    paid = {payment["from"]: payment["amount"] for payment in ours["payments"]}
    assert paid == {seat: amount for seat, amount in theirs["paid"].items() if amount}, text
    assert {payment["to"] for payment in ours["payments"]} <= {document["seat"]}, text


def assert_same_payments(document: Json, oracle: ModuleType) -> None:
    """Assert that both settle the table alike, and pass or keep the deal alike."""
    text = json.dumps(document)
    try:
        theirs = oracle.settle(document)
    except oracle.NotWinning:
        return
    ours = scorer.settle(document)
    net = dict.fromkeys("ESWN", 0)
    for seat, amount in theirs["paid"].items():
        net[seat] -= amount
        net[theirs["winner"]] += amount
    assert ours["net"] == net, text
    assert ours["next"]["seats"] == theirs["seats"], text
    if "dealer_streak" in theirs:
        assert ours["next"]["dealer_streak"] == theirs["dealer_streak"], text


def waits_of(document: Json, oracle: ModuleType) -> dict[str, list[tuple[int, bool]]]:
    """Return the best total by discard and by self-draw, and whether it suffices to win, for every
    tile with which the oracle finds the hand complete."""
    held = Counter(codes(document["hand"]["concealed"]))
    for meld in document["hand"].get("melds", []):
        held += Counter(codes(meld["tiles"]))
    found = {}
    for code in CODES:
        if held[code] == 4:
            continue
        totals = []
        for by in ("discard", "self_draw"):
            hand = {**document["hand"], "winning_tile": code}
            won = {**document, "hand": hand, "win": {**document.get("win", {}), "by": by}}
            won["win"].setdefault("from", next(s for s in SEATS if s != document["seat"]))
            try:
                scored = oracle.score(won)
            except oracle.NotWinning:
                break
            totals.append((scored["total"], scored["qualifies"]))
        else:
            found[code] = totals
    return found


def wins(document: Json, oracle: ModuleType) -> bool:
    """Tests if the oracle scores the hand, which has a winning tile."""
    try:
        oracle.score(document)
    except oracle.NotWinning:
        return False
    return "winning_tile" in document["hand"]


def assert_same_waits(document: Json, oracle: ModuleType) -> None:
    """Assert that both find the same waits, worth the same by discard and by self-draw."""
    ways = ("discard", "self_draw")
    ours = {
        wait["tile"]: [(wait[way]["total"], wait[way]["qualifies"]) for way in ways]
        for wait in scorer.waits(document)["waits"]
    }
    assert ours == waits_of(document, oracle), json.dumps(document)


def assert_least_of_forgotten_tiles(document: Json, oracle: ModuleType) -> None:
    """Assert that a hand with an unknown winning tile scores the least that it may."""
    hand = document["hand"]
    tiles = codes(hand["concealed"])
    if len(tiles) % 3 == 1:
        tiles.append(hand["winning_tile"])

    def won_on(tile: str) -> Json:
        return {**document, "hand": {**hand, "concealed": " ".join(tiles), "winning_tile": tile}}

    least = min(oracle.score(won_on(tile))["total"] for tile in set(tiles))
    assert scorer.score(won_on("?"))["total"] == least, json.dumps(won_on("?"))
