"""The common form of a request to score, read in one pass without a schema.

Most requests differ in nothing but their hands. The rest of one, written as bytes, is the key under
which its book remembers what was read of it. The hand is read as its tiles are found, if it is
written in texts of tiles. Only what is valid is read so: any other request is checked whole, which
is how its errors are found.
"""

from __future__ import annotations

import marshal
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.documents.read import (
    MAX_CACHED_MELD_TEXT_LENGTH,
    edition_of,
    meld_of_text,
    not_fishing_of,
    seats_of,
    situation_of,
    win_of,
    won_without_tile,
)
from scorer.documents.schemas import requests
from scorer.engine.any_hand import AnyHand, AnyMeld
from scorer.engine.hand import EXACT_COUNT, Win
from scorer.engine.sheet import ScoreSheet
from scorer.engine.situation import Situation
from scorer.engine.tiles import MAX_CACHED_TEXT_LENGTH, tiles_of_text
from scorer.errors import HandError
from scorer.rulebook.book import Book, Edition
from scorer.rulebook.declarations import Declarations
from scorer.rulebook.settlement import Outcome
from scorer.rules import BOOKS
from scorer.types.requests import ScoreRequest

if TYPE_CHECKING:
    from scorer import types

MAX_UNHASHED_KEY_BYTES: Final = 500
"""The bytes of the longest key. A longer request, whose options are texts, has a digest for one."""
PLAIN_FORMAT: Final = 2
"""The format of ``marshal`` in which equal values have equal bytes; true and 1 have others."""
MAX_CACHED_BALANCES: Final = 1 << 12
"""How many balances are remembered of all requests."""
MAX_MELDS: Final = 5
"""How many declared sets a hand of the common form has at most."""
MAX_TILE_CODE_LENGTH: Final = 2
"""The characters of the longest code of a tile."""
_WELL_FORMED: Final = {"concealed": ""}


class ScoreContext(NamedTuple):
    """A valid request to score without its hand, which needs all of its tiles.

    Attributes:
        tile_fields: The fields of a hand that are lists of tiles.
        not_fishing: Why a player who did not win was not fishing.
        identity: What stands for this request in the keys of remembered balances.
    """

    edition: Edition
    seats: tuple[int, ...]
    situation: Situation
    win: Win | None
    tile_fields: frozenset[str]
    not_fishing: str | None
    identity: object


def context_of(document: object) -> ScoreContext | None:
    """Return what a request says beside its hand; None where it has to be checked whole."""
    if type(document) is not dict or "hand" not in document:
        return None
    name = document.get("ruleset")
    book = BOOKS.get(name) if type(name) is str else None
    if book is None:
        return None
    rest = document.copy()
    del rest["hand"]
    try:
        key = marshal.dumps(rest, PLAIN_FORMAT)
    except ValueError:  # what is no JSON
        return None
    if len(key) > MAX_UNHASHED_KEY_BYTES:
        key = sha256(key).digest()
    context: ScoreContext | None = book.remembered_request(key)
    if context is None:
        context = _read_context(rest, book)
        if context is not None:
            book.remember_request(key, context)
    return context


def _read_context(rest: Mapping[str, Any], book: Book) -> ScoreContext | None:
    """Read a request without its hand; None where it is not valid, or its hand not as others."""
    try:
        request = requests.load(ScoreRequest, {**rest, "hand": _WELL_FORMED})
        edition = edition_of(request)
        seats = seats_of(request, book)
        situation = situation_of(request, seats, book)
        entered: types.Win | None = request.get("win")
        win = None if entered is None else win_of(entered, edition, seats)
        not_fishing = not_fishing_of(request.get("fishing"), edition)
    except HandError:
        return None
    if edition.wild_tile is not None or (entered is not None and won_without_tile(entered, book)):
        return None
    added = [field.name for field in book.fields.hand]
    tile_fields = frozenset(["concealed", "bonus", "winning_tile", *added])
    return ScoreContext(edition, seats, situation, win, tile_fields, not_fishing, object())


def plain_hand(document: object, context: ScoreContext) -> AnyHand | None:
    """Return a hand whose tiles are texts; None for one that is written otherwise or not valid."""
    if type(document) is not dict:
        return None
    edition, tile_fields = context.edition, context.tile_fields
    book = edition.book
    tiles: dict[str, tuple[int, ...]] = {}
    melds: list[AnyMeld] = []
    try:
        for name, value in document.items():
            if name in tile_fields:
                if type(value) is not str or len(value) > MAX_CACHED_TEXT_LENGTH:
                    return None
                tiles[name] = tiles_of_text(value)
            elif name == "melds" and type(value) is list and len(value) <= MAX_MELDS:
                melds = _plain_melds(value, book)
            else:
                return None
    except ValueError:
        return None
    concealed, winning = tiles.pop("concealed", None), tiles.pop("winning_tile", ())
    if concealed is None or len(winning) != (context.win is not None):
        return None
    if winning and len(document["winning_tile"]) > MAX_TILE_CODE_LENGTH:
        return None
    last = winning[0] if winning else None
    try:
        hand = book.make_hand(concealed, melds, tiles.pop("bonus", ()), last, EXACT_COUNT, **tiles)
        edition.check_tiles(hand, context.situation.players)
    except HandError:
        return None
    return hand


def _plain_melds(documents: Sequence[object], book: Declarations) -> list[AnyMeld]:
    """Return sets whose tiles are texts. Raises ValueError for any that is written otherwise."""
    melds = []
    for document in documents:
        if type(document) is not dict:
            raise ValueError("no object")
        text, concealed = document.get("tiles"), document.get("concealed")
        if (
            type(text) is not str
            or len(text) > MAX_CACHED_MELD_TEXT_LENGTH
            or len(document) != (1 if concealed is None else 2)
            or not (concealed is None or concealed is False or concealed is True)
        ):
            raise ValueError("not in the common form")
        melds.append(meld_of_text(text, concealed is True, False, book, None))
    return melds


def sheet_in_context(hand: AnyHand, context: ScoreContext) -> ScoreSheet:
    """Score a hand in this context. Raises HandError."""
    return context.edition.scored(hand, context.win, context.situation, context.not_fishing)


def outcome_in_context(hand: AnyHand, sheet: ScoreSheet, context: ScoreContext) -> Outcome:
    """Return the outcome of a hand that was scored in this context."""
    return Outcome(context.edition.payment_value(sheet.total), sheet, hand, context.win)
