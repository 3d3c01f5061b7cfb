"""Evenings that are made before they are played: hands told as tiles, and what comes of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

import scorer
from benchmarks.scoring.american import document as american_hand
from benchmarks.scoring.american import won as american_win
from benchmarks.scoring.hands import random_document
from scorer import HandError
from scorer import game as games
from scorer.engine.tiles import CODES, parse
from scorer.game import Game
from scorer.grammar.card.notation.text import parse as parse_card
from scorer.grammar.card.variants.compiled import CompiledCard, compile_card

__all__ = ["RULESETS", "Evening", "evenings"]

RULESETS = ("classical", "british", "mcr", "american")
PLAYERS = ["Ann", "Bo", "Cy", "Di"]
SEATS = "ESWN"
AT = "2026-11-21T19:00:00Z"

Json = dict[str, Any]


class Evening(NamedTuple):
    """A game that has begun, as an export; what is told next, one after the other; and the totals
    before the first of these and after each."""

    export: Json
    told: list[Json]
    totals: list[Json]


def evenings(count: int, before: int, entries: int) -> Iterator[Evening]:
    """So many games of all rulesets in turn, with so many entries before it begins."""
    card = compile_card(parse_card(scorer.cards()["practice"]))
    for number in range(count):
        ruleset, rng = RULESETS[number % len(RULESETS)], random.Random(number)
        begun = {"title": f"Table {number}", "ruleset": ruleset, "players": PLAYERS}
        game = games.begin(begun, at=AT)
        for _ in range(before):
            game = _written(game, card, rng)[0]
        export, told, totals = games.exported_game(game), [], [games.sheet(game)["totals"]]
        for _ in range(entries):
            game, entry = _written(game, card, rng)
            told.append(entry)
            totals.append(games.last_entry_answer(game)["totals"])
        yield Evening(export, told, totals)


def _written(game: Game, card: CompiledCard, rng: random.Random) -> tuple[Game, Json]:
    """The game with one entry more, and that entry as it is told."""

    def write(document: Json) -> tuple[Game, Json]:
        # What is told is taken apart on the way.
        return games.append_entry(game, deepcopy(document), at=AT, by="Ann"), document

    while True:
        entry = _entry(game.ruleset, card, rng)
        try:
            return write(entry)
        except HandError as error:
            if error.problems[0].code == "game_over":
                return write({"kind": "seats", "prevailing": "E", "why": "another round"})


def _entry(ruleset: str, card: CompiledCard, rng: random.Random) -> Json:
    if rng.random() < 0.05:
        return {"kind": "adjust", "moves": {"p1": -50, "p2": 50}, "why": "agreed"}
    return {"kind": "hand", "document": _hand(ruleset, card, rng)}


def _hand(ruleset: str, card: CompiledCard, rng: random.Random) -> Json:
    """A hand that was won, told as tiles; where the others are paid for theirs, two tell tiles and
    one tells points."""
    seats = list(SEATS)
    rng.shuffle(seats)
    winner, giver, another, last = seats
    by: Json = {"by": "self_draw"}
    if rng.random() < 0.6:
        by = {"by": "discard", "from": giver}
    players: Json = {seat: {} for seat in SEATS}
    if ruleset == "american":
        held = american_hand(american_win(card, rng))["hand"]
    else:
        held = random_document(rng, ruleset, True)["hand"]
    players[winner] = {"hand": held, "win": by}
    if ruleset in ("classical", "british"):
        players[last] = {"points": 2 * rng.randrange(12)}
        for seat, dealt in zip((giver, another), _dealt(held, rng), strict=True):
            players[seat] = {"hand": {"concealed": " ".join(CODES[tile] for tile in dealt)}}
    return {"players": players}


def _dealt(held: Json, rng: random.Random) -> tuple[list[int], list[int]]:
    """Two hands of thirteen tiles that are not in a hand."""
    melds = [parse(str(meld["tiles"])) for meld in held["melds"]]
    used = [tile for tiles in (parse(held["concealed"]), *melds) for tile in tiles]
    wall = [tile for tile in range(34) for _ in range(4 - used.count(tile))]
    dealt = rng.sample(wall, 26)
    return dealt[:13], dealt[13:]
