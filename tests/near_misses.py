"""Hands that nearly have a rule: an example that has it with one thing otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorer.documents.schemas import requests
from scorer.documents.what_if import _all_changes, _read_request
from scorer.engine.tiles import codes, parse
from scorer.rules import BOOKS
from scorer.types.requests import ScoreRequest
from tests import plain as scorer

Json = dict[str, Any]


def changed(document: Json) -> Iterator[Json]:
    """The document with one thing otherwise: all that ``what-if`` changes, and what it leaves: a
    flower less, one house rule less, another value of an option, or no win at all."""
    for _, one in _all_changes(_read_request(requests.load(ScoreRequest, document))):
        yield {**one}
    hand = document["hand"]
    flowers = codes(parse(hand.get("bonus") or ""))
    for n in range(len(flowers)):
        yield {**document, "hand": {**hand, "bonus": " ".join(flowers[:n] + flowers[n + 1 :])}}
    options = document.get("options") or {}
    for name in options:
        yield {**document, "options": {k: v for k, v in options.items() if k != name}}
    for option in BOOKS[document["ruleset"]].options.values():
        for value in option.choices or (option.type == "boolean" and (True, False)) or ():
            yield {**document, "options": {**options, option.name: value}}
    yield from other_sets(document)
    if "bonus" in hand:
        yield {**document, "hand": {**hand, "bonus": ""}}
    if "win" in document:
        lost = not_won(document)
        yield lost
        for _, one in _all_changes(_read_request(requests.load(ScoreRequest, lost))):
            yield {**one}
    without = {name: part for name, part in document.items() if name != "win"}
    scattered = codes(parse(SCATTERED))[: BOOKS[document["ruleset"]].tiles.hand_tiles]
    yield {**without, "hand": {"concealed": " ".join(scattered)}}


SETS = ("222c", "777d", "999b", "PPP", "NNN", "345b", "678d", "4444d")
PAIRS = ("5d", "9c", "W", "R")
SCATTERED = "258b 258c 258d EW RG 147b"


def other_sets(document: Json) -> Iterator[Json]:
    """The document with another set laid out in place of one, or another pair."""
    hand = document["hand"]
    melds, tiles = hand.get("melds") or [], codes(parse(hand["concealed"]))
    for n in range(len(melds)):
        for tiles_laid in SETS:
            laid = [*melds[:n], {"tiles": tiles_laid}, *melds[n + 1 :]]
            yield {**document, "hand": {**hand, "melds": laid}}
    won = codes(parse(hand.get("winning_tile") or ""))
    for pair in {tile for tile in tiles if 0 < tiles.count(tile) + won.count(tile) == 2}:
        for other in PAIRS:
            changed = " ".join(other if tile == pair else tile for tile in tiles)
            last = {"winning_tile": other} if won == [pair] else {}
            yield {**document, "hand": {**hand, "concealed": changed, **last}}
    for three in {tile for tile in tiles if tiles.count(tile) + won.count(tile) >= 3}:
        for other in ("222c", "345b", "678d"):
            left = [tile for tile in tiles if tile != three]
            changed = " ".join([*left, *codes(parse(other))])
            last = {"winning_tile": codes(parse(other))[0]} if won == [three] else {}
            yield {**document, "hand": {**hand, "concealed": changed, **last}}


def not_won(document: Json) -> Json:
    """The same tiles without the last, as those of a player who did not win."""
    hand = dict(document["hand"])
    tiles, won = codes(parse(hand["concealed"])), codes(parse(hand.pop("winning_tile", "")))
    held = len(tiles) + 3 * len(hand.get("melds") or [])
    if held > BOOKS[document["ruleset"]].tiles.hand_tiles:
        tiles.remove(won[0] if won else tiles[0])
    without = {name: part for name, part in document.items() if name != "win"}
    return {**without, "hand": {**hand, "concealed": " ".join(tiles)}}


def near_misses(document: Json, rule: str) -> Iterator[tuple[Json, Json]]:
    """Each of these that does not have the rule, with what is said of that."""
    for one in changed(document):
        try:
            explanation = scorer.explain({"document": one, "rule": rule})
        except scorer.HandError:
            continue
        if not explanation["counted"]:
            yield one, explanation


def other_kinds(document: Json, answer: Json) -> Iterator[Json]:
    """The hand with one of its sets, or its pair, in another suit, a number up or down, or of
    other tiles; a pung as a chow, a chow as a pung."""
    hand = document["hand"]
    melds = hand.get("melds") or []
    claimed = [codes(parse(meld["tiles"])) for meld in melds]
    for n, tiles in enumerate(claimed):
        for other in turned(tiles):
            changed = [*melds[:n], {**melds[n], "tiles": " ".join(other)}, *melds[n + 1 :]]
            yield {**document, "hand": {**hand, "melds": changed}}
    won = hand.get("winning_tile") or ""
    tiles = codes(parse(hand["concealed"]))
    beside = len(tiles) % 3 == 1 and won
    for shown_set in answer["arrangement"]:
        old = shown_set["tiles"]
        if old in claimed or shown_set["kind"] not in ("pung", "chow", "pair"):
            continue
        whole = [*tiles, *codes(parse(won))] if beside else list(tiles)
        if any(old.count(tile) > whole.count(tile) for tile in old):
            continue
        for tile in old:
            whole.remove(tile)
        for other in turned(old):
            last = codes(parse(won))[0] if won else ""
            if shown_set["winning"]:
                last = other[max(0, old.index(last))]
            text = {"concealed": " ".join([*whole, *other])}
            yield {**document, "hand": {**hand, **text, **({"winning_tile": last} if won else {})}}


def claimed(document: Json, answer: Json) -> Iterator[Json]:
    """The hand with one of its concealed sets laid out as claimed, but that of the winning tile."""
    hand = document["hand"]
    melds = hand.get("melds") or []
    known = [codes(parse(meld["tiles"])) for meld in melds]
    for shown_set in answer["arrangement"]:
        tiles = codes(parse(hand["concealed"]))
        if shown_set["winning"] or shown_set["tiles"] in known or len(shown_set["tiles"]) < 3:
            continue
        if any(shown_set["tiles"].count(tile) > tiles.count(tile) for tile in shown_set["tiles"]):
            continue
        for tile in shown_set["tiles"]:
            tiles.remove(tile)
        laid = [*melds, {"tiles": " ".join(shown_set["tiles"])}]
        yield {**document, "hand": {**hand, "concealed": " ".join(tiles), "melds": laid}}


def turned(tiles: list[str]) -> Iterator[list[str]]:
    """The sets that are most like this one."""
    first, count = tiles[0], len(tiles)
    alike = len({*tiles}) == 1
    if len(first) == 1:
        yield from ([other] * count for other in "ESWNRGP" if other != first)
        yield from ([f"{number}{suit}"] * count for suit in "bcd" for number in (1, 5))
        return
    numbers = [int(tile[0]) for tile in tiles]
    suit = first[1]
    yield from ([f"{number}{other}" for number in numbers] for other in "bcd" if other != suit)
    for step in (-1, 1, -2, 2, 3, -3):
        moved = [number + step for number in numbers]
        if min(moved) >= 1 and max(moved) <= 9:
            yield [f"{number}{suit}" for number in moved]
    if alike and count == 3:
        for start in range(max(1, numbers[0] - 2), min(7, numbers[0]) + 1):
            yield [f"{start + n}{suit}" for n in range(3)]
    elif count == 3 and not alike:
        yield from ([f"{number}{suit}"] * 3 for number in numbers)
    if alike:
        yield from ([honour] * count for honour in "EP")
