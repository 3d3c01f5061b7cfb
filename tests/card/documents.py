"""Random documents of the contract for American hands of the practice card."""

from __future__ import annotations

import random
from typing import Any

from scorer.engine.tiles import JOKER, code
from scorer.grammar.card.notation.model import Card
from tests.card.random_hands import Dealt, one_off, random_win

Json = dict[str, Any]
SEATS = "ESWN"


def hand_of(rng: random.Random, dealt: Dealt) -> Json:
    """The dealt tiles as a hand, in any order."""
    concealed = rng.sample(dealt.concealed, len(dealt.concealed))
    melds = []
    for tile, size, jokers in rng.sample(dealt.exposures, len(dealt.exposures)):
        tiles = [code(tile)] * (size - jokers) + ["J"] * jokers
        melds.append({"tiles": " ".join(rng.sample(tiles, size))})
    return {"concealed": " ".join(code(tile) for tile in concealed), "melds": melds}


def random_document(rng: random.Random, card: Card, *, near_miss: bool = False) -> Json:
    """A win of the card, or with ``near_miss`` a hand that is one tile off."""
    dealt = random_win(rng, card)
    while not dealt.concealed or (near_miss and not (dealt := one_off(rng, dealt)).concealed):
        dealt = random_win(rng, card)
    seat = rng.choice(SEATS)
    winning = rng.choice(dealt.concealed)
    drawn = winning == JOKER or rng.random() < 0.4
    win: Json = {"by": "self_draw"}
    if not drawn:
        win = {"by": "discard", "from": rng.choice([s for s in SEATS if s != seat])}
    elif winning == JOKER and rng.random() < 0.5:
        win["with"] = ["joker_exchange"]
    return {
        "ruleset": "american",
        "hand": {**hand_of(rng, dealt), "winning_tile": code(winning)},
        "win": win,
        "seat": seat,
    }


def random_table(rng: random.Random, card: Card) -> Json:
    """A whole table with a winner's hand, and now and then something that went wrong."""
    document = random_document(rng, card)
    seat = document.pop("seat")
    players: Json = {other: {} for other in SEATS}
    players[seat] = {"hand": document.pop("hand"), "win": document.pop("win")}
    losers = [other for other in SEATS if other != seat]
    thrower = players[seat]["win"].get("from")
    events: list[Json] = []
    if thrower and rng.random() < 0.3:
        event = rng.choice(["misnamed_discard", "out_of_turn", "wrong_end"])
        events.append({"event": event, "by": thrower})
    if rng.random() < 0.3:
        one, other = rng.sample(losers, 2)
        events.append(
            {"event": "death_challenge", "by": one, "to": other, "valid": rng.random() < 0.5}
        )
    options: Json = {}
    if rng.random() < 0.5:
        options = rng.choice(
            [{"stake": 5}, {"doubled_games": 2}, {"for_everyone": "shares"}, {"kept_concealed": 10}]
        )
    preset = rng.choice(["league", "tournament"])
    return {
        "ruleset": "american",
        "preset": preset,
        "options": options,
        "players": players,
        "events": events,
    }
