"""What one change would bring, and which discard leaves what waits: the answer of ``/what-if``.

A change is a document like the one that was asked about, with one thing otherwise: the way of
winning, one circumstance, a wind, a claimed set kept concealed, one tile for another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.documents.answers import score, waits_told
from scorer.documents.read import edition_of, hand_of, seats_of, situation_of
from scorer.documents.schemas import load_score, load_what_if
from scorer.documents.sheets import checked, outcome_of
from scorer.documents.undecided import NOBODY_KNOWS
from scorer.errors import HandError
from scorer.hand import DISCARD, SEATS, SELF_DRAW
from scorer.rulebook import Edition, holds
from scorer.settle import Outcome
from scorer.situation import Situation
from scorer.speech import Typed, say
from scorer.tiles import KINDS, code, parse

if TYPE_CHECKING:
    from scorer import types

__all__ = ["what_if"]

MOST: Final = 50
"""How many changes are told."""

Told = Mapping[str, Any]
Changed = tuple[str, dict[str, Any]]


class _Asked(NamedTuple):
    """A hand as it was told and understood, and the rules under which it is scored."""

    document: Told
    edition: Edition
    seats: tuple[int, ...]
    situation: Situation
    outcome: Outcome | None


def what_if(document: types.WhatIfRequest | Mapping[str, object]) -> types.WhatIf:
    """What a hand would be worth if one thing were otherwise, the dearest first: the answer of
    ``/what-if``; of fourteen tiles also which discard leaves what waits, at what value.

    ``document`` has the hand to score under ``document``: one that won, or did not, or fourteen
    tiles without a win, of which only discards are told. Raises HandError.
    """
    request = load_what_if(document)
    try:
        asked = _read(checked(load_score, request["document"]))
        discards = sorted(_discards(asked), key=lambda one: (-one["most"], -one["unseen"]))
        if asked.outcome is None:
            return {"total": None, "changes": [], "discards": discards}
        now = score(asked.document)
    except HandError as error:
        raise error.under("/document") from None
    return {"total": now["total"], "changes": _told(asked, now), "discards": discards}


def _read(document: Told) -> _Asked:
    edition = edition_of(document)
    seats = seats_of(document, edition.book)
    situation = situation_of(document, seats, edition.book)
    try:
        outcome = outcome_of(document, edition, situation, seats)
    except HandError as error:
        if not _may_discard(document, edition, seats, error):
            raise
        return _Asked(document, edition, seats, situation, None)
    return _Asked(document, edition, seats, situation, outcome)


def _may_discard(
    document: Told, edition: Edition, seats: tuple[int, ...], error: HandError
) -> bool:
    """Whether nothing is wrong with the tiles but that one of them has to be discarded yet."""
    if document.get("win") is not None or any(p.code != "wrong_count" for p in error.problems):
        return False
    tiles = _parsed(document["hand"]["concealed"])
    return bool(tiles) and _waiting(document, edition, seats, tiles[1:]) is not None


# What is told


def _told(asked: _Asked, now: types.Score) -> list[types.Change]:
    """The changes that are worth most, each as it scores."""
    had = {line["id"]: None for line in now["lines"]}
    worth = []
    seen: set[str] = set()
    for change, document in _changes(asked):
        if change in seen:  # of two sets alike
            continue
        seen.add(change)
        total = _total(asked, document)
        if total is not None:
            worth.append((total, change, document))
    worth.sort(key=lambda one: -one[0])
    told: list[types.Change] = []
    for _, change, document in worth:
        try:
            then = score(document)
        except HandError:
            continue
        has = {line["id"]: None for line in then["lines"]}
        told.append(
            {
                "change": change,
                "document": document,  # type: ignore[typeddict-item]
                "total": then["total"],
                "qualifies": then["qualifies"],
                "gained": [id for id in has if id not in had],
                "lost": [id for id in had if id not in has],
            }
        )
        if len(told) == MOST:
            break
    return told


def _total(asked: _Asked, document: Told) -> int | None:
    """What a changed hand is worth; None where it cannot be."""
    try:
        situation = situation_of(document, asked.seats, asked.edition.book)
        return outcome_of(document, asked.edition, situation, asked.seats).sheet.total
    except HandError:
        return None


# Each single change


def _changes(asked: _Asked) -> Iterator[Changed]:
    yield from _ways(asked)
    yield from _circumstances(asked)
    yield from _winds(asked)
    yield from _concealed_sets(asked)
    yield from _other_tiles(asked)


def _instead(new: str, old: str) -> str:
    return say("{new} instead of {old}", new=Typed(new), old=Typed(old))


def _ways(asked: _Asked) -> Iterator[Changed]:
    """The other ways of winning; a discard is the next player's where nobody was named."""
    win = asked.document.get("win")
    if win is None:
        return
    for way in asked.edition.book.ways:
        if way == win["by"]:
            continue
        other = {**win, "by": way}
        if way == "self_draw":
            other.pop("from", None)
        elif other.get("from") is None:
            place = asked.seats.index(asked.situation.seat)
            other["from"] = SEATS[asked.seats[(place + 1) % len(asked.seats)]]
        yield _instead(way, win["by"]), {**asked.document, "win": other}


def _circumstances(asked: _Asked) -> Iterator[Changed]:
    win = asked.document.get("win")
    if win is None:
        return
    told = list(win.get("with") or [])
    for id, one in asked.edition.book.circumstances.items():
        if not holds(one.when, asked.edition.options):
            continue
        if id in told:
            change = say("without {circumstance}", circumstance=Typed(id))
            named = [name for name in told if name != id]
        else:
            change, named = say("with {circumstance}", circumstance=Typed(id)), [*told, id]
        yield change, {**asked.document, "win": {**win, "with": named}}


def _winds(asked: _Asked) -> Iterator[Changed]:
    document = asked.document
    loser = (document.get("win") or {}).get("from")
    for field, seats in (("seat", asked.seats), ("prevailing", range(len(SEATS)))):
        old = document.get(field)
        for seat in seats:
            new = SEATS[seat]
            if old is None or new == old or (field == "seat" and new == loser):
                continue
            wind = (
                say("seat {seat}", seat=new) if field == "seat" else say("round {wind}", wind=new)
            )
            change = say("{new} instead of {old}", new=wind, old=old)
            yield change, {**document, field: new}


def _concealed_sets(asked: _Asked) -> Iterator[Changed]:
    """Each claimed set as if no tile of it had been claimed."""
    hand = asked.document["hand"]
    melds = hand.get("melds") or []
    for n, meld in enumerate(melds):
        if meld.get("concealed"):
            continue
        tiles = _parsed(meld["tiles"])
        change = say("{tiles} concealed", tiles=Typed(_text(tiles)))
        rest = [*melds[:n], *melds[n + 1 :]]
        if len(tiles) == 4 and asked.edition.book.conceals_sets:
            kong = {"tiles": meld["tiles"], "concealed": True}
            other = {**hand, "melds": [*melds[:n], kong, *melds[n + 1 :]]}
        else:
            concealed = _text([*_parsed(hand["concealed"]), *tiles])
            other = {**hand, "melds": rest, "concealed": concealed}
        yield change, {**asked.document, "hand": other}


def _other_tiles(asked: _Asked) -> Iterator[Changed]:
    """One concealed tile for another: of a hand that won those with which it still wins, of one
    that did not any, where it scores. None with wild tiles: those may stand for too much."""
    hand, outcome = asked.document["hand"], asked.outcome
    wild = asked.edition.wild_tile is not None and outcome is not None and outcome.hand.all_jokers
    if outcome is None or hand.get("partial") or wild:
        return
    if outcome.win is None and not asked.edition.book.losers_score:
        return
    whole = _whole(asked)
    for old in sorted({*whole}):
        rest = list(whole)
        rest.remove(old)
        for new in _fitting(asked, rest):
            if new != old:
                yield from _exchanged(asked, rest, old, new)


def _whole(asked: _Asked) -> list[int]:
    """The tiles outside the melds, the winning tile among them."""
    hand = asked.document["hand"]
    tiles, winning = _parsed(hand["concealed"]), hand.get("winning_tile")
    assert asked.outcome is not None
    missing = len(asked.outcome.hand.concealed) - len(tiles)
    if not winning or missing != 1:
        return tiles
    unknown = winning == NOBODY_KNOWS
    return [*tiles, *([asked.outcome.hand.winning] if unknown else _parsed(winning))]


def _fitting(asked: _Asked, rest: list[int]) -> list[int]:
    """The tiles that may take the place of one, beside this rest."""
    assert asked.outcome is not None
    win = asked.outcome.win
    if win is None:
        return list(range(KINDS))
    waiting = _waiting(asked.document, asked.edition, asked.seats, rest)
    if waiting is None:
        return []
    return [tile for tile, _, _ in asked.edition.completing(waiting, win.facts)]


def _exchanged(asked: _Asked, rest: list[int], old: int, new: int) -> Iterator[Changed]:
    hand = asked.document["hand"]
    other = {**hand, "concealed": _text([*rest, new])}
    change = _instead(code(new), code(old))
    winning = _parsed(hand["winning_tile"]) if hand.get("winning_tile") not in (None, "?") else []
    if winning == [old]:
        won = say("{change}, which wins", change=change)
        yield won, {**asked.document, "hand": {**other, "winning_tile": code(new)}}
    if winning != [old] or old in rest:
        yield change, {**asked.document, "hand": other}


# Discards


def _discards(asked: _Asked) -> Iterator[types.Discard]:
    """Each tile of fourteen whose discard leaves the hand waiting."""
    document, outcome, edition = asked.document, asked.outcome, asked.edition
    if outcome is not None and (outcome.win is None or document["hand"].get("partial")):
        return
    tiles = _parsed(document["hand"]["concealed"]) if outcome is None else _whole(asked)
    if edition.wild_tile is not None and outcome is not None and outcome.hand.all_jokers:
        return
    for tile in sorted({*tiles}):
        rest = list(tiles)
        rest.remove(tile)
        waiting = _waiting(document, edition, asked.seats, rest)
        found = [] if waiting is None else _waits(waiting, asked)
        if found:
            worth = [
                way["total"] for one in found for way in (one["discard"], one["self_draw"]) if way
            ]
            yield {
                "tile": code(tile),
                "waits": found,
                "most": max(worth),
                "unseen": sum(one["unseen"] for one in found),
            }


def _waits(waiting: Any, asked: _Asked) -> list[types.Wait]:
    return waits_told(asked.edition.waits(waiting, 0, asked.situation, (DISCARD, SELF_DRAW)))


def _waiting(document: Told, edition: Edition, seats: tuple[int, ...], tiles: list[int]) -> Any:
    """These tiles beside the melds as a hand that waits; None where they are none."""
    told = {name: part for name, part in document["hand"].items() if name != "winning_tile"}
    try:
        hand = hand_of({**told, "concealed": _text(tiles)}, edition, won=False, waiting=True)
        edition.check_tiles(hand, len(seats))
    except HandError:
        return None
    return hand


def _parsed(texts: str | list[str]) -> list[int]:
    return [tile for text in ([texts] if isinstance(texts, str) else texts) for tile in parse(text)]


def _text(tiles: list[int]) -> str:
    return " ".join(map(code, sorted(tiles)))
