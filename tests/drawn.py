"""Random documents for properties, and the same document written another way."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from scorer.engine.tiles import CODES, parse
from scorer.rules import BOOKS
from tests import by_declaration
from tests.oracle import RULESETS, documents, mcr_documents

Json = dict[str, Any]
SEATS = "ESWN"

seeds = st.integers(0, 2**32 - 1)


def random_document(rng: random.Random, ruleset: str, *, won: bool | None = None) -> Json:
    """A valid document for ``score``; of a ruleset without an oracle by what its book declares."""
    if ruleset not in RULESETS:
        return by_declaration.random_document(rng, BOOKS[ruleset], won=won)
    if ruleset == "mcr":
        return mcr_documents.random_document(rng, won=won)
    return documents.random_document(rng, ruleset, won=won)


def random_table(rng: random.Random, ruleset: str) -> Json:
    """A valid document for ``settle``."""
    if ruleset not in RULESETS:
        return by_declaration.random_table(rng, BOOKS[ruleset])
    if ruleset == "mcr":
        return mcr_documents.random_table(rng)
    return documents.random_table(rng, ruleset)


def random_waiting(rng: random.Random, ruleset: str) -> Json:
    """A valid document for ``waits``."""
    if ruleset not in RULESETS:
        return by_declaration.random_waiting(rng, BOOKS[ruleset])
    if ruleset == "mcr":
        return mcr_documents.random_waiting(rng)
    return documents.random_waiting(rng, ruleset)


def random_to_compare(rng: random.Random, ruleset: str) -> Json:
    """A valid document for ``compare``: a hand of this ruleset, in every other."""
    document = random_document(rng, ruleset)
    return {
        name: document[name] for name in document if name not in ("ruleset", "preset", "options")
    }


def _drawn(make: Callable[..., Json], ruleset: str | None) -> st.SearchStrategy[Json]:
    rulesets = st.sampled_from(RULESETS) if ruleset is None else st.just(ruleset)
    return st.builds(lambda seed, name: make(random.Random(seed), name), seeds, rulesets)


def hands(ruleset: str | None = None, *, won: bool | None = None) -> st.SearchStrategy[Json]:
    """Valid documents for ``score``, of this ruleset or of each that has an oracle."""
    return _drawn(lambda rng, name: random_document(rng, name, won=won), ruleset)


def tables(ruleset: str | None = None) -> st.SearchStrategy[Json]:
    """Valid documents for ``settle``."""
    return _drawn(random_table, ruleset)


def waiting(ruleset: str | None = None) -> st.SearchStrategy[Json]:
    """Valid documents for ``waits``."""
    return _drawn(random_waiting, ruleset)


UNICODE: dict[str, str] = dict(
    zip(
        [
            *"ESWNRGP",
            *(f"{rank}{suit}" for suit in "cbd" for rank in range(1, 10)),
            *("F1", "F2", "F4", "F3", "S1", "S2", "S3", "S4", "J"),
        ],
        map(chr, range(0x1F000, 0x1F02B)),
        strict=True,
    )
)
assert UNICODE["1b"] == "🀐"
assert UNICODE["9d"] == "🀡"


def codes(told: str | list[str]) -> list[str]:
    """The codes of a list of tiles, in the order written."""
    texts = [told] if isinstance(told, str) else told
    return [CODES[tile] for text in texts for tile in parse(text)]


def written(rng: random.Random, tiles: list[str]) -> str | list[str]:
    """These tiles in any order and in any notation, as a string or a list of strings."""
    tiles = rng.sample(tiles, len(tiles))
    if rng.random() < 0.3:
        return [written_tile(rng, tile) for tile in tiles]
    groups = []
    for suit in rng.sample("bcd", 3):
        ranks = "".join(tile[0] for tile in tiles if tile[1:] == suit)
        if ranks:
            letters = {"b": ["b", "s"], "c": ["c", "m"], "d": ["d", "p"]}[suit]
            after, first = ranks + rng.choice(letters), suit.upper() + ranks
            groups.append(rng.choice([after, after, first]))
    others = [tile for tile in tiles if tile[1:] not in ("b", "c", "d")]
    text = rng.sample(groups + [written_tile(rng, tile) for tile in others], len(groups + others))
    return rng.choice([" ", "  ", ", "]).join(text)


def written_tile(rng: random.Random, tile: str) -> str:
    """One tile in any notation."""
    if tile not in UNICODE:  # the plain flower of American hands
        return tile
    ways: list[str] = [tile, UNICODE[tile], UNICODE[tile] + "\ufe0e"]
    if tile in "ESWNPGR":
        ways += [f"{'ESWNPGR'.index(tile) + 1}z", tile.lower()]
        ways += {"R": ["Rd"], "G": ["Gd"], "P": ["Wh"]}.get(tile, [])
    elif tile[0] in "FS" and len(tile) == 2:
        ways.append(tile.lower())
    elif len(tile) == 2:
        ways += [tile[1].upper() + tile[0], tile[1] + tile[0]]
        ways.append(tile[0] + {"b": "s", "c": "m", "d": "p"}[tile[1]])
    return rng.choice(ways)


def rewritten_hand(rng: random.Random, hand: Json) -> Json:
    """The same hand: tiles and melds in another order, every tile list in another notation."""
    other = {**hand, "concealed": written(rng, codes(hand["concealed"]))}
    if "bonus" in hand:
        other["bonus"] = written(rng, codes(hand["bonus"]))
    if "melds" in hand:
        melds = [{**meld, "tiles": written(rng, codes(meld["tiles"]))} for meld in hand["melds"]]
        other["melds"] = rng.sample(melds, len(melds))
    if "winning_tile" in hand:
        other["winning_tile"] = written_tile(rng, codes(hand["winning_tile"])[0])
    return other


def rewritten(rng: random.Random, document: Json) -> Json:
    """The same document for ``score``, ``settle`` or ``waits``, its hands written another way."""
    other = dict(document)
    if "hand" in document:
        other["hand"] = rewritten_hand(rng, document["hand"])
    if "players" in document:
        players = {seat: rewritten(rng, player) for seat, player in document["players"].items()}
        other["players"] = dict(rng.sample(list(players.items()), len(players)))
    if document.get("win", {}).get("with"):
        told = document["win"]["with"]
        other["win"] = {**document["win"], "with": rng.sample(told, len(told))}
    return other


def check_balance(answer: Json, players: Json) -> None:
    """That the payments are the balances of these players, and that those sum to zero."""
    net = dict.fromkeys(players, 0)
    for payment in answer["payments"]:
        assert payment["amount"] > 0
        assert payment["from"] != payment["to"]
        net[payment["from"]] -= payment["amount"]
        net[payment["to"]] += payment["amount"]
    assert answer["net"] == net
    assert sum(net.values()) == 0


def turned(document: Json, by: int, *, tiles: bool = True) -> Json:
    """The same table with every player ``by`` seats further on: seats and, unless the ``tiles``
    stay, wind tiles and flowers."""
    seats = {seat: SEATS[(n + by) % 4] for n, seat in enumerate(SEATS)}
    numbers = {str(n + 1): str((n + by) % 4 + 1) for n in range(4)}

    def tile(code: str) -> str:
        if code in seats:
            return seats[code]
        return code[0] + numbers[code[1]] if code[0] in "FS" and len(code) == 2 else code

    def turn(value: Any, field: str) -> Any:
        if field in ("concealed", "tiles", "bonus", "winning_tile") and not isinstance(value, bool):
            if not tiles:
                return value
            return " ".join(tile(code) for code in codes(value))
        if field in ("seat", "prevailing", "from", "by", "to") and value in seats:
            return seats[value]
        if field in ("standing", "holdings"):
            return {seats[seat]: score for seat, score in value.items()}
        if field == "seats":
            return [seats[seat] for seat in value]
        if field == "players":
            return {seats[seat]: turn(player, "") for seat, player in value.items()}
        if isinstance(value, list):
            return [turn(item, "") for item in value]
        if isinstance(value, dict):
            return {name: turn(item, name) for name, item in value.items()}
        return value

    answer: Json = turn(document, "")
    return answer
