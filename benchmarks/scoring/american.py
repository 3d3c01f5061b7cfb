"""American hands a second: the practice card compiled, hands matched, missed, found and scored.

    python benchmarks/scoring/american.py [--hands 1000] [--rounds 15] [--seed 1]

Wins are variants of the card with jokers put in where they may stand and up to three groups
exposed; misses are wins with one tile changed; racks are thirteen random tiles. Each figure is the
median of the rounds, in µs a hand; compiling in ms a card. What was made before the
measuring is kept out of the garbage collector's sight, as a server's start does.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

import scorer
from benchmarks.scoring.turns import Call, a_call, by_turns, parse_arguments, show
from scorer.engine.hand import Win
from scorer.engine.rack import Exposure, Rack, copies
from scorer.engine.tiles import JOKER, KIND_COUNT, PLAIN_FLOWER, code
from scorer.grammar.card.notation.text import parse
from scorer.grammar.card.variants.compiled import CompiledCard, compile_card
from scorer.grammar.card.variants.match import matching_variants
from scorer.grammar.card.variants.nearest import nearest, waits
from scorer.grammar.card.why_not import why_not
from scorer.rules import american

WALL = [tile for tile in (*range(KIND_COUNT), PLAIN_FLOWER, JOKER) for _ in range(copies(tile))]
DISCARD = Win.of("discard", loser="S")


class Held(NamedTuple):
    """Fourteen tiles, or thirteen: those on the rack, the last one drawn last, and exposures."""

    concealed: list[int]
    exposures: list[Exposure]


def won(card: CompiledCard, rng: random.Random) -> Held:
    """A random winning hand of the card that a set of tiles can make."""
    while True:
        variant = rng.choice(card.variants)
        closed = card.hand(variant).concealed
        held = Held([], [])
        for tile, size, jokers_ok in variant.groups:
            jokers = rng.choice((0, 0, 0, 1, 2)) if jokers_ok else 0
            if jokers_ok and not closed and len(held.exposures) < 3 and rng.random() < 0.3:
                held.exposures.append(Exposure(tile, size, jokers))
            else:
                held.concealed.extend([tile] * (size - jokers) + [JOKER] * jokers)
        rng.shuffle(held.concealed)
        tiles = [*held.concealed, *(tile for exposure in held.exposures for tile in exposure.tiles)]
        enough = all(tiles.count(tile) <= copies(tile) for tile in tiles)
        if enough and held.concealed and held.concealed[-1] != JOKER:
            return held


def missed(card: CompiledCard, rng: random.Random) -> Held:
    """A winning hand with one tile changed, that no longer wins."""
    while True:
        held = won(card, rng)
        held.concealed[0] = rng.choice(WALL)
        tiles = [*held.concealed, *(tile for exposure in held.exposures for tile in exposure.tiles)]
        possible = all(tiles.count(tile) <= copies(tile) for tile in tiles)
        if possible and not matching_variants(card, held.concealed, held.exposures):
            return held


def document(held: Held) -> Any:
    """The document that asks to score it."""
    melds = [{"tiles": " ".join(map(code, exposure.tiles))} for exposure in held.exposures]
    return {
        "ruleset": "american",
        "hand": {
            "concealed": " ".join(map(code, held.concealed)),
            "melds": melds,
            "winning_tile": code(held.concealed[-1]),
        },
        "win": {"by": "discard", "from": "S"},
        "seat": "E",
    }


def refused(document: Any) -> None:
    """Ask to score what does not win: the nearest hands are sought and explained."""
    with suppress(scorer.HandError):
        scorer.score(document)


def main() -> None:
    options = parse_arguments(__doc__)
    text = scorer.cards()["practice"]
    card = compile_card(parse(text))
    rng = random.Random(options.seed)
    wins = [won(card, rng) for _ in range(options.hands)]
    misses = [missed(card, rng) for _ in range(options.hands)]
    racks = [rng.sample(WALL, 13) for _ in range(options.hands)]
    edition = american.book.edition()
    score = partial(edition.score, seat=0, prevailing=0)
    few = max(1, options.hands // 20)
    calls: dict[str, list[Call]] = {
        "match, a win": [partial(matching_variants, card, *held) for held in wins],
        "match, a miss": [partial(matching_variants, card, *held) for held in misses],
        "waits": [partial(waits, card, rack) for rack in racks],
        "finder, 13 random": [partial(nearest, card, rack) for rack in racks[:few]],
        "why not": [partial(why_not, card, *held) for held in misses[:few]],
        "typed interface": [
            partial(score, Rack(held.concealed, held.exposures, held.concealed[-1]), DISCARD)
            for held in wins
        ],
        "scorer.score": [partial(scorer.score, document(held)) for held in wins],
        "  not winning": [partial(refused, document(held)) for held in misses[:few]],
    }
    gc.collect()
    gc.freeze()
    compiling = [a_call([lambda: compile_card(parse(text))]) / 1e3 for _ in range(options.rounds)]
    spent = by_turns(calls, options.rounds)
    variants = len(card.variants)
    print(
        f"{options.hands} hands, seed {options.seed}, median of {options.rounds} rounds; "
        f"{variants} variants"
    )
    print(f"{'compile the card':18} {statistics.median(compiling):8.1f} ms")
    show(spent, 18)


if __name__ == "__main__":
    main()
