"""Score every single change of a hand, and every discard: the answer of ``/what-if``.

A change is the requested document with one difference: the way of winning, one circumstance, a
wind, a claimed set kept concealed, one tile for another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, cast

from scorer import types
from scorer.documents.answers import score, waits_document
from scorer.documents.read import edition_of, hand_of, parse_tile_list, seats_of, situation_of
from scorer.documents.replies import takes_lang
from scorer.documents.schemas import requests
from scorer.documents.sheets import checked, entered_hand, outcome_of
from scorer.documents.undecided import UNKNOWN_TILE
from scorer.engine.any_hand import AnyHand
from scorer.engine.hand import DISCARD, SELF_DRAW, Hand
from scorer.engine.situation import Situation
from scorer.engine.tiles import KIND_COUNT, code, codes
from scorer.errors import HandError
from scorer.languages.speech import UserText, say
from scorer.rulebook.book import Edition, holds
from scorer.rulebook.settlement import Outcome
from scorer.types.requests import ScoreRequest, WhatIfRequest
from scorer.types.terms import SEATS

MAX_LISTED_CHANGES: Final = 50
"""How many changes are listed."""

Change = tuple[str, "types.ScoreRequest"]


class _HandRequest(NamedTuple):
    """A hand to change.

    Attributes:
        document: the hand to score.
        edition: the rules it is scored under.
        seats: the seats in use.
        situation: the player's seat, the wind of the round and the counters of the game.
        outcome: what the hand scores; None where a tile has yet to be discarded.
    """

    document: types.ScoreRequest
    edition: Edition
    seats: tuple[int, ...]
    situation: Situation
    outcome: Outcome | None


@takes_lang(types.WhatIf)
def what_if(
    document: types.WhatIfRequest | Mapping[str, object], *, lang: str | None = None
) -> types.WhatIf:
    """Score a hand with every single change, the most valuable first: the answer of ``/what-if``.

    With fourteen tiles it also lists the discards that leave the hand waiting, with their waits.
    ``document`` has the hand to score under ``document``: one that won, or did not, or fourteen
    tiles without a win, for which only discards are listed. Raises HandError.
    """
    checked_document = requests.load_without_hand(WhatIfRequest, document)
    try:
        request = _read_request(checked(ScoreRequest, checked_document["document"]))
        discards = sorted(
            _waiting_discards(request), key=lambda discard: (-discard["most"], -discard["unseen"])
        )
        if request.outcome is None:
            return {"total": None, "changes": [], "discards": discards}
        now = score(request.document)
    except HandError as error:
        raise error.under("/document") from None
    return {"total": now["total"], "changes": _scored_changes(request, now), "discards": discards}


def _read_request(document: types.ScoreRequest) -> _HandRequest:
    edition = edition_of(document)
    seats = seats_of(document, edition.book)
    situation = situation_of(document, seats, edition.book)
    try:
        outcome = outcome_of(entered_hand(document), edition, situation, seats)
    except HandError as error:
        if not _may_discard(document, edition, seats, error):
            raise
        return _HandRequest(document, edition, seats, situation, None)
    return _HandRequest(document, edition, seats, situation, outcome)


def _may_discard(
    document: types.ScoreRequest, edition: Edition, seats: tuple[int, ...], error: HandError
) -> bool:
    """Tests if the only fault of the tiles is that one of them has yet to be discarded."""
    if document.get("win") is not None or any(p.code != "wrong_count" for p in error.problems):
        return False
    tiles = parse_tile_list(document["hand"]["concealed"])
    return bool(tiles) and _waiting_hand(document, edition, seats, tiles[1:]) is not None


# Changes, scored


def _scored_changes(request: _HandRequest, now: types.Score) -> list[types.Change]:
    """Return the changes that are worth most, each with its score."""
    before = {line["id"]: None for line in now["lines"]}
    worth = []
    seen: set[str] = set()
    for change, document in _all_changes(request):
        if change in seen:  # of two sets alike
            continue
        seen.add(change)
        total = _changed_total(request, document)
        if total is not None:
            worth.append((total, change, document))
    worth.sort(key=lambda change: -change[0])
    changes: list[types.Change] = []
    for _, change, document in worth:
        try:
            then = score(document)
        except HandError:
            continue
        after = {line["id"]: None for line in then["lines"]}
        changes.append(
            {
                "change": change,
                "document": document,
                "total": then["total"],
                "qualifies": then["qualifies"],
                "gained": [id for id in after if id not in before],
                "lost": [id for id in before if id not in after],
            }
        )
        if len(changes) == MAX_LISTED_CHANGES:
            break
    return changes


def _changed_total(request: _HandRequest, document: types.ScoreRequest) -> int | None:
    """Return the total of a changed hand; None where the change is invalid."""
    try:
        situation = situation_of(document, request.seats, request.edition.book)
        return outcome_of(
            entered_hand(document), request.edition, situation, request.seats
        ).sheet.total
    except HandError:
        return None


# Each single change


def _all_changes(request: _HandRequest) -> Iterator[Change]:
    yield from _way_changes(request)
    yield from _circumstance_changes(request)
    yield from _wind_changes(request)
    yield from _concealed_set_changes(request)
    yield from _tile_exchanges(request)


def _change_document(new: str, old: str) -> str:
    return say("{new} instead of {old}", new=UserText(new), old=UserText(old))


def _way_changes(request: _HandRequest) -> Iterator[Change]:
    """Yield the other ways of winning; a discard without a loser is the next player's."""
    win = request.document.get("win")
    if win is None:
        return
    for way in request.edition.book.table.ways:
        if way == win["by"]:
            continue
        changed: types.Win = {**win, "by": way}
        if way == "self_draw":
            changed.pop("from", None)
            for field in request.edition.book.fields.win:
                if field.note.at == "claimed":
                    cast("dict[str, object]", changed).pop(field.name, None)
        elif changed.get("from") is None:
            place = request.seats.index(request.situation.seat)
            changed["from"] = SEATS[request.seats[(place + 1) % len(request.seats)]]
        yield _change_document(way, win["by"]), {**request.document, "win": changed}


def _circumstance_changes(request: _HandRequest) -> Iterator[Change]:
    win = request.document.get("win")
    if win is None:
        return
    names = list(win.get("with") or [])
    for id, circumstance in request.edition.book.circumstances.items():
        if not holds(circumstance.when, request.edition.options):
            continue
        if id in names:
            change = say("without {circumstance}", circumstance=UserText(id))
            changed = [name for name in names if name != id]
        else:
            change, changed = say("with {circumstance}", circumstance=UserText(id)), [*names, id]
        yield change, {**request.document, "win": {**win, "with": changed}}


def _wind_changes(request: _HandRequest) -> Iterator[Change]:
    document, win = request.document, request.document.get("win")
    loser = None if win is None else win.get("from")
    old = document.get("seat")
    for seat in (SEATS[number] for number in request.seats):
        if old is not None and seat not in (old, loser):
            wind = say("seat {seat}", seat=seat)
            yield say("{new} instead of {old}", new=wind, old=old), {**document, "seat": seat}
    old = document.get("prevailing")
    for seat in SEATS:
        if old is not None and seat != old:
            wind = say("round {wind}", wind=seat)
            yield say("{new} instead of {old}", new=wind, old=old), {**document, "prevailing": seat}


def _concealed_set_changes(request: _HandRequest) -> Iterator[Change]:
    """Yield each claimed set as if no tile of it had been claimed."""
    hand = request.document["hand"]
    melds = hand.get("melds") or []
    for n, meld in enumerate(melds):
        if meld.get("concealed"):
            continue
        tiles = parse_tile_list(meld["tiles"])
        change = say("{tiles} concealed", tiles=UserText(_tiles_text(tiles)))
        rest = [*melds[:n], *melds[n + 1 :]]
        if len(tiles) == 4 and request.edition.book.tiles.conceals_sets:
            kong: types.Meld = {"tiles": meld["tiles"], "concealed": True}
            changed: types.Hand = {**hand, "melds": [*melds[:n], kong, *melds[n + 1 :]]}
        else:
            concealed = _tiles_text([*parse_tile_list(hand["concealed"]), *tiles])
            changed = {**hand, "melds": rest, "concealed": concealed}
        yield change, {**request.document, "hand": changed}


def _tile_exchanges(request: _HandRequest) -> Iterator[Change]:
    """Yield every exchange of a concealed tile: for a winning hand, those that still win.

    A hand that did not win is changed where losing hands score. Wild tiles leave too many
    possibilities, so a hand with any has no exchanges.
    """
    hand, outcome = request.document["hand"], request.outcome
    if outcome is None or hand.get("partial") or _has_wild_tiles(request):
        return
    if outcome.win is None and not request.edition.book.payments.losers_score:
        return
    whole = _tiles_with_winning_tile(request)
    for old in sorted({*whole}):
        rest = list(whole)
        rest.remove(old)
        for new in _addable_tiles(request, rest):
            if new != old:
                yield from _exchange_tile(request, rest, old, new)


def _has_wild_tiles(request: _HandRequest) -> bool:
    """Tests if wild tiles of the hand may stand for others."""
    hand = None if request.outcome is None else request.outcome.hand
    wild = request.edition.wild_tile is not None
    return wild and isinstance(hand, Hand) and bool(hand.all_jokers)


def _tiles_with_winning_tile(request: _HandRequest) -> list[int]:
    """Return the tiles outside the melds, with the winning tile."""
    hand = request.document["hand"]
    tiles, winning = parse_tile_list(hand["concealed"]), hand.get("winning_tile")
    held = None if request.outcome is None else request.outcome.hand
    assert held is not None
    if not winning or len(held.concealed) - len(tiles) != 1:
        return tiles
    if winning != UNKNOWN_TILE:
        return [*tiles, *parse_tile_list(winning)]
    assert held.winning is not None
    return [*tiles, held.winning]


def _addable_tiles(request: _HandRequest, rest: list[int]) -> list[int]:
    """Return the tiles that may be added to this rest."""
    assert request.outcome is not None
    win = request.outcome.win
    if win is None:
        return list(range(KIND_COUNT))
    waiting = _waiting_hand(request.document, request.edition, request.seats, rest)
    if waiting is None:
        return []
    return [tile for tile, _, _ in request.edition.completing(waiting, win.facts)]


def _exchange_tile(request: _HandRequest, rest: list[int], old: int, new: int) -> Iterator[Change]:
    hand = request.document["hand"]
    changed: types.Hand = {**hand, "concealed": _tiles_text([*rest, new])}
    change = _change_document(code(new), code(old))
    tile = hand.get("winning_tile")
    winning = [] if tile is None or tile == UNKNOWN_TILE else parse_tile_list(tile)
    if winning == [old]:
        won = say("won on {tile} instead of {was}", tile=code(new), was=code(old))
        yield won, {**request.document, "hand": {**changed, "winning_tile": code(new)}}
    if winning != [old] or old in rest:
        yield change, {**request.document, "hand": changed}


# Discards


def _waiting_discards(request: _HandRequest) -> Iterator[types.Discard]:
    """Yield each discard of fourteen tiles that leaves the hand waiting."""
    document, outcome, edition = request.document, request.outcome, request.edition
    if outcome is not None and (outcome.win is None or document["hand"].get("partial")):
        return
    tiles = (
        parse_tile_list(document["hand"]["concealed"])
        if outcome is None
        else _tiles_with_winning_tile(request)
    )
    if _has_wild_tiles(request):
        return
    for tile in sorted({*tiles}):
        rest = list(tiles)
        rest.remove(tile)
        waiting = _waiting_hand(document, edition, request.seats, rest)
        waits = [] if waiting is None else _waits_document(waiting, request)
        if waits:
            totals = [
                worth["total"]
                for wait in waits
                for worth in (wait["discard"], wait["self_draw"])
                if worth
            ]
            yield {
                "tile": code(tile),
                "waits": waits,
                "most": max(totals),
                "unseen": sum(wait["unseen"] for wait in waits),
            }


def _waits_document(waiting: AnyHand, request: _HandRequest) -> list[types.Wait]:
    return waits_document(
        request.edition.waits(waiting, 0, request.situation, (DISCARD, SELF_DRAW))
    )


def _waiting_hand(
    document: types.ScoreRequest, edition: Edition, seats: tuple[int, ...], tiles: list[int]
) -> AnyHand | None:
    """Return these tiles and the melds as a waiting hand; None where they cannot be."""
    waiting: types.Hand = {**document["hand"], "concealed": _tiles_text(tiles)}
    waiting.pop("winning_tile", None)
    try:
        hand = hand_of(waiting, edition, won=False, waiting=True)
        edition.check_tiles(hand, len(seats))
    except HandError:
        return None
    return hand


def _tiles_text(tiles: list[int]) -> str:
    return " ".join(codes(tiles))
