"""A winning tile that nobody remembers: the hand with the one that brings least, and what another
would add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from scorer.documents.read import hand_of
from scorer.errors import HandError
from scorer.rulebook import Edition
from scorer.settle import Outcome
from scorer.sheet import Undecided
from scorer.speech import say
from scorer.tiles import JOKER, KINDS, NAMES, PLAIN_FLOWER, code

__all__ = ["NOBODY_KNOWS", "whichever_tile"]

NOBODY_KNOWS: Final = "?"
"""What is told in place of a winning tile that nobody remembers."""

Player = Mapping[str, Any]


def whichever_tile(player: Player, edition: Edition, score: Callable[[Player], Outcome]) -> Outcome:
    """What a player who won has with the tile that brings them least among all that it may have
    been, told with every other that would have brought more. Raises HandError where the hand is
    not whole or wins with none."""
    told = {name: part for name, part in player["hand"].items() if name != "winning_tile"}
    whole = hand_of(told, edition, won=True, dealt=True)
    found: list[tuple[int, Outcome]] = []
    refused: list[HandError] = []
    for tile in _may_have_won(told, whole.concealed, edition):
        hand = {**told, "winning_tile": code(tile)}
        try:
            found.append((tile, score({**player, "hand": hand})))
        except HandError as error:
            refused.append(error)
    if not found:
        raise refused[0]
    least = min((outcome for _, outcome in found), key=_worth)
    more = [(tile, one) for tile, one in found if _worth(one) > _worth(least)]
    return least._replace(undecided=tuple([_instead(tile, one, least) for tile, one in more]))


def _may_have_won(
    told: Mapping[str, Any], concealed: Iterable[int], edition: Edition
) -> Iterable[int]:
    """The tiles that may have been the winning one: each of the hand, or any that there is where
    it is told without. Raises HandError for as many tiles as no hand has."""
    held = dict.fromkeys(concealed)
    every = dict.fromkeys((*range(KINDS), *_beside(edition)))
    refused: list[HandError] = []
    for tile in {**held, **every}:
        try:
            hand = hand_of({**told, "winning_tile": code(tile)}, edition, won=True)
        except HandError as error:
            refused.append(error)
        else:
            return every if len(hand.concealed) > len([*concealed]) else held
    raise refused[0]


def _beside(edition: Edition) -> list[int]:
    """The tiles that a hand may have beside suits and honours."""
    flowers = [] if edition.book.bonus_tiles else [PLAIN_FLOWER]
    wild = edition.book.jokers or edition.wild_tile is not None
    return [*flowers, *([JOKER] if wild else [])]


def _worth(outcome: Outcome) -> tuple[int, int]:
    return outcome.score, outcome.sheet.total


def _instead(tile: int, outcome: Outcome, least: Outcome) -> Undecided:
    """What this tile would add."""
    amount = outcome.sheet.total - least.sheet.total
    kind = outcome.sheet.lines[0].kind if outcome.sheet.lines else "points"
    ask = say("was {tile} the tile that won?", tile=code(tile))
    return Undecided("winning-tile", NAMES[tile], kind, amount, ask, code(tile))
