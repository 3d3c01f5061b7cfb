"""Score a hand whose winning tile nobody remembers: the guaranteed minimum, and what raises it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from scorer.documents.read import hand_of
from scorer.engine.sheet import Undecided
from scorer.engine.tiles import JOKER, KIND_COUNT, PLAIN_FLOWER, TILE_NAMES, code
from scorer.errors import HandError
from scorer.languages.speech import say
from scorer.rulebook.book import Edition
from scorer.rulebook.settlement import Outcome

if TYPE_CHECKING:
    from scorer import types

UNKNOWN_TILE: Final = "?"
"""What a document has in place of a winning tile that nobody remembers."""


def outcome_of_unknown_tile(
    entered: types.Hand, edition: Edition, score: Callable[[types.Hand], Outcome]
) -> Outcome:
    """Return the outcome with the possible winning tile that scores least.

    Its ``undecided`` lists every tile that would have scored more. Raises HandError where the hand
    is incomplete or wins with no tile.
    """
    without = entered.copy()
    without.pop("winning_tile", None)
    whole = hand_of(without, edition, won=True, without_tile="dealt")
    outcomes: list[tuple[int, Outcome]] = []
    refused: list[HandError] = []
    for tile in _possible_tiles(without, whole.concealed, edition):
        hand: types.Hand = {**without, "winning_tile": code(tile)}
        try:
            outcomes.append((tile, score(hand)))
        except HandError as error:
            refused.append(error)
    if not outcomes:
        raise refused[0]
    least = min((outcome for _, outcome in outcomes), key=_outcome_order)
    more = [
        (tile, outcome)
        for tile, outcome in outcomes
        if _outcome_order(outcome) > _outcome_order(least)
    ]
    kind = edition.book.total_kind
    return least._replace(
        undecided=tuple([_undecided_line(tile, outcome, least, kind) for tile, outcome in more])
    )


def _possible_tiles(
    without: types.Hand, concealed: Sequence[int], edition: Edition
) -> Iterable[int]:
    """Return the possible winning tiles: those of a whole hand, or all where it is not among them.

    Raises HandError for a number of tiles that no hand has.
    """
    held = dict.fromkeys(concealed)
    every = dict.fromkeys((*range(KIND_COUNT), *_special_tiles(edition)))
    refused: list[HandError] = []
    for tile in {**held, **every}:
        try:
            with_tile: types.Hand = {**without, "winning_tile": code(tile)}
            hand = hand_of(with_tile, edition, won=True)
        except HandError as error:
            refused.append(error)
        else:
            return every if len(hand.concealed) > len(concealed) else held
    raise refused[0]


def _special_tiles(edition: Edition) -> list[int]:
    """Return the tiles that a hand may have besides suits and honours."""
    flowers = [] if edition.book.tiles.bonus_tiles else [PLAIN_FLOWER]
    wild = edition.book.tiles.jokers or edition.wild_tile is not None
    return [*flowers, *([JOKER] if wild else [])]


def _outcome_order(outcome: Outcome) -> tuple[int, int]:
    return outcome.score, outcome.sheet.total


def _undecided_line(tile: int, outcome: Outcome, least: Outcome, kind: types.LineKind) -> Undecided:
    """Return what this tile would add to the total, which is of this kind."""
    amount = outcome.sheet.total - least.sheet.total
    ask = say("was {tile} the tile that won?", tile=code(tile))
    return Undecided("winning-tile", TILE_NAMES[tile], kind, amount, ask, code(tile))
