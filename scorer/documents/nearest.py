"""The hands that some tiles are nearest to, in every ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from scorer.documents.cards import USUAL_LIMIT, nearest_of_card, neither, told_missing
from scorer.documents.read import edition_of, hand_of, state_of
from scorer.documents.schemas import load_nearest
from scorer.documents.sheets import checked
from scorer.errors import HandError
from scorer.grammar.card.book import CardEdition
from scorer.hand import ANY, EXACT, SEATS, SELF_DRAW, Hand, Win, sets_in_words
from scorer.nearly import Nearly, nearly, nearly_shaped
from scorer.rulebook import Edition
from scorer.sheet import ScoreSheet
from scorer.situation import Situation
from scorer.speech import say
from scorer.tiles import KINDS, codes, plain

if TYPE_CHECKING:
    from scorer import types

__all__ = ["nearest"]


def nearest(document: types.NearestRequest | Mapping[str, object]) -> types.Nearest:
    """The hands that some tiles are nearest to: the nearest first, then the dearest.

    ``document`` names the ruleset and its options, a hand that waits or has as many tiles as one
    that has won, and how many to tell (``limit``, usually 10). Where they win already, but below
    the ruleset's minimum, the nearest that reach it are told. Raises HandError.
    """
    request = checked(load_nearest, document)
    edition = edition_of(request)
    if isinstance(edition, CardEdition):
        return nearest_of_card(request, edition)
    hand, situation = _hand(request, edition), _situation(request, edition)
    limit = request.get("limit") or USUAL_LIMIT
    best = _best_won(hand, edition, situation)
    if best is not None and best.qualifies:
        return {"nearest": [_made(best, hand, (), ())]}
    found = sorted(_one_short(hand, edition, situation), key=_worth)
    if not found and best is not None and edition.minimum is not None:
        found = sorted(_two_short_of_minimum(hand, edition, situation), key=_worth)
    found = found or sorted(_farther(hand, edition, situation), key=_worth)
    if not found and best is not None:
        found = [_too_little(best, hand)]
    different = [one for n, one in enumerate(found) if one not in found[:n]]
    return {"nearest": different[:limit]}


def _worth(near: types.Nearby) -> int:
    return -(near["total"] or 0)


def _hand(request: Mapping[str, Any], edition: Edition) -> Hand:
    """The tiles as a hand that has not won."""
    told = dict(request["hand"])
    winning = told.pop("winning_tile", None)
    hand: Hand = hand_of(told, edition, won=False, waiting=True, count=ANY)
    size, held = edition.book.hand_tiles, len(hand.concealed) + 3 * len(hand.melds)
    if winning and held == size:
        whole = hand_of(request["hand"], edition, won=True)
        hand = whole.again(whole.concealed, None, size, ANY)
    elif held not in (size, size + 1):
        raise HandError(neither(held, size))
    edition.check_tiles(hand)
    return hand


def _situation(request: Mapping[str, Any], edition: Edition) -> Situation:
    seat, prevailing = request.get("seat") or "E", request.get("prevailing") or "E"
    return Situation(SEATS.index(seat), SEATS.index(prevailing), state_of(request, edition.book))


def _too_little(best: ScoreSheet, hand: Hand) -> types.Nearby:
    """The tiles as they are where they are a winning hand, and nothing near is worth enough."""
    because = say("it would win, and is worth {total}: too little", total=best.total)
    return {**_made(best, hand, (), ()), "because": because}


def _best_won(hand: Hand, edition: Edition, situation: Situation) -> ScoreSheet | None:
    """What the tiles are worth by the one that brings most as the last; None where they do not
    win, or are one tile short."""
    if len(hand.concealed) + 3 * len(hand.melds) == edition.book.hand_tiles:
        return None
    won = [_won(hand.concealed, hand, tile, edition, situation) for tile in {*hand.concealed}]
    return max((one for one in won if one is not None), key=lambda one: one.total, default=None)


def _one_short(hand: Hand, edition: Edition, situation: Situation) -> Iterator[types.Nearby]:
    """The hands that one tile makes, in place of another where there are enough."""
    waiting: list[tuple[Hand, tuple[int, ...]]] = [(hand, ())]
    if len(hand.concealed) + 3 * len(hand.melds) > edition.book.hand_tiles:
        waiting = [(_without(hand, tile, edition), (tile,)) for tile in sorted({*hand.concealed})]
    for rest, spare in waiting:
        for tile, _, (sheet,) in edition.waits(rest, 0, situation, (SELF_DRAW,)):
            if sheet is not None and sheet.qualifies and (tile,) != spare:
                yield _made(sheet, hand, (tile,), spare)


def _two_short_of_minimum(
    hand: Hand, edition: Edition, situation: Situation
) -> Iterator[types.Nearby]:
    """Of tiles that are a winning hand and worth too little: those that two others in place of two
    make worth enough."""
    seen = set()
    for spare in sorted({*combinations(sorted(hand.concealed), 2)}):
        rest = _without(_without(hand, spare[0], edition), spare[1], edition)
        for added in range(KINDS):
            if added in spare or rest.copies[added] == 4:
                continue
            for tile, _, (sheet,) in edition.waits(
                rest.with_tile(added, won=False), 0, situation, (SELF_DRAW,)
            ):
                missing = tuple(sorted((added, tile)))
                new = (spare, missing) not in seen and tile not in spare
                if sheet is not None and sheet.qualifies and new:
                    seen.add((spare, missing))
                    yield _made(sheet, hand, missing, spare)


def _without(hand: Hand, tile: int, edition: Edition) -> Hand:
    tiles = list(hand.concealed)
    tiles.remove(tile)
    return hand.again(tiles, None, edition.book.hand_tiles, ANY)


def _made(
    sheet: ScoreSheet, hand: Hand, missing: Sequence[int], spare: Sequence[int]
) -> types.Nearby:
    """A winning hand that these tiles would be, with the missing in place of the spare ones."""
    wanted, left_over = codes(missing), codes(hand.set_apart(spare))
    return {
        "short": len(missing),
        "name": _name(sheet, hand),
        "sets": [list(one.tiles) for one in sheet.arrangement],
        "missing": wanted,
        "left_over": left_over,
        "because": told_missing(wanted, len(missing), left_over) if missing else say("it wins"),
        "total": sheet.total,
    }


def _name(sheet: ScoreSheet, hand: Hand) -> str:
    """What the hand is: a special hand, sets and a pair, or what of another shape counts most."""
    special = next((line.name for line in sheet.lines if line.kind == "limit"), "")
    pairs = [one.kind for one in sheet.arrangement if one.kind not in ("pung", "kong", "chow")]
    if special or pairs == ["pair"] or not sheet.lines:
        return special or _sets_and_pair(hand)
    return max(sheet.lines, key=lambda line: line.amount or 0).name


def _sets_and_pair(hand: Hand) -> str:
    return say("{sets} sets and a pair", sets=sets_in_words(hand))


def _farther(hand: Hand, edition: Edition, situation: Situation) -> list[types.Nearby]:
    """The hands that want several tiles, those that want fewest. One that the ruleset does not let
    win is left out, where all its tiles are known. With wild tiles none are told: those may stand
    for too much."""
    book = edition.book
    if hand.all_jokers:
        return []
    found = nearly(hand, book.hand_tiles // 3, book.most_chows(edition.options))
    found += nearly_shaped(hand, edition.shapes)
    told: list[types.Nearby] = []
    for near in sorted([one for one in found if one.short], key=lambda near: near.short):
        if told and near.short > told[0]["short"]:
            break
        if near.short > len(near.missing):
            told.append(_begun(near, hand))
            continue
        tiles = [tile for one in near.sets for tile in one]
        sheet = _won(tiles, hand, near.missing[-1], edition, situation)
        if sheet is not None and sheet.qualifies:
            told.append(_made(sheet, hand, near.missing, near.left_over))
    return told


def _begun(near: Nearly, hand: Hand) -> types.Nearby:
    """A hand of which it is open what some of its sets will be."""
    missing, left_over = codes(near.missing), codes(hand.set_apart(near.left_over))
    laid = [codes(meld.tiles) for meld in hand.melds]
    return {
        "short": near.short,
        "name": _sets_and_pair(hand),
        "sets": [*laid, *_as_held(near, hand)],
        "missing": missing,
        "left_over": left_over,
        "because": told_missing(missing, near.short, left_over),
        "total": None,
    }


def _as_held(near: Nearly, hand: Hand) -> Iterator[list[str]]:
    """The sets of concealed tiles, red fives of the hand among them."""
    kinds = Counter(hand.concealed) - Counter(near.left_over)
    told = Counter(hand.set_apart(hand.concealed)) - Counter(hand.set_apart(near.left_over))
    red = list((told - kinds).elements())
    for one in near.sets:
        tiles = list(one)
        for tile in [*red]:
            if plain(tile) in tiles:
                tiles[tiles.index(plain(tile))] = tile
                red.remove(tile)
        yield codes(tiles)


def _won(
    concealed: Sequence[int], hand: Hand, last: int, edition: Edition, situation: Situation
) -> ScoreSheet | None:
    """What these tiles are worth beside what is laid out, the last of them drawn; None where they
    do not win."""
    try:
        whole = hand.again(concealed, last, edition.book.hand_tiles, EXACT)
        return edition.scored(whole, Win(SELF_DRAW), situation)
    except HandError:
        return None
