"""A game carried elsewhere: whole as JSON and back, as a table, and as money that changes hands."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from io import StringIO
from typing import Any

from scorer.errors import HandError, Problem
from scorer.game.fold import Stand, folded, one_further
from scorer.game.record import Entry, Game, Json
from scorer.game.sheet import sheet
from scorer.game.told import is_line
from scorer.game.write import begin, check_number, write
from scorer.settle import fewest
from scorer.speech import say

__all__ = ["FORMAT", "as_csv", "export", "load", "settle_up", "settled_by"]

FORMAT = "mahjong-scorer-game"
BANK = "bank"
POINTS, TABLE_POINTS = "points", "table_points"
THOUSANDTHS = 1000
DERIVED = frozenset(
    [
        "n",
        "at",
        "by",
        "seats",
        "prevailing",
        "resting",
        "answer",
        "moves",
        "rules_version",
        "replaced_by",
        "undone_by",
    ]
)
"""What the sheet shows of an entry beside what was told."""
TOLD_BY = {"seats": ("seats", "prevailing"), "adjust": ("moves",)}
"""What of these was told, of these kinds."""
MOST_RATE = 1_000_000


def export(game: Game) -> Json:
    """The whole game: how it began, and its sheet."""
    return {"format": FORMAT, "began": game.as_record(), **sheet(game)}


def load(document: object, *, at: str) -> Game:
    """The same game again, from what ``export`` gave: its entries are told once more, one by one,
    and keep their time, their writer and what they moved. HandError for what is no such document.
    """
    began, entries = _parts(document)
    told = {name: began[name] for name in began if name not in ("at", "rules_version")}
    try:
        game = begin(told, at=_text(began.get("at"), at))
    except HandError as error:
        raise error.under("/began") from None
    stand = folded(game)
    for n, entry in enumerate(entries):
        if not isinstance(entry, Mapping):
            detail = say("an entry is an object, in braces")
            raise HandError(Problem(f"/entries/{n}", "bad_value", detail))
        try:
            game = _told_again(game, stand, entry, at)
            stand = one_further(game, stand)
        except HandError as error:
            raise error.under(f"/entries/{n}") from None
    version = began.get("rules_version")
    return replace(game, rules_version=_text(version, game.rules_version))


def as_csv(game: Game) -> str:
    """The sheet as a table: a row an entry, with what it moved and, of those that count, the totals
    after it."""
    stand = folded(game)
    rows = StringIO()
    table = csv.writer(rows, lineterminator="\r\n")
    names = [_cell(stand.names[one]) for one in game.ids]
    head = ["entry", "at", "by", "kind", "counts", "prevailing", "east"]
    table.writerow([*head, *names, *(f"{name} total" for name in names), "why"])
    totals = dict.fromkeys(game.ids, game.start)
    for entry in game.entries:
        counts = stand.marks.counts(entry.n)
        for one, amount in entry.moves.items():
            totals[one] += amount * counts
        table.writerow(
            [
                *(entry.n, entry.at, _cell(entry.by or ""), entry.kind, "yes" if counts else "no"),
                *_played_under(entry, stand.names),
                *(entry.moves.get(one, "") for one in game.ids),
                *totals.values(),
                _cell(str(entry.told.get("why") or "")),
            ]
        )
    return rows.getvalue()


def _played_under(entry: Entry, names: Mapping[str, str]) -> tuple[str, str]:
    under = entry.under
    return (under["prevailing"] or "", _cell(names[under["seats"]["E"]])) if under else ("", "")


def settled_by(game: Game) -> tuple[str, ...]:
    """What players can be made even by: points, and table points where the evening is over and
    what one has of them another has lost (those of MCR are given by nobody)."""
    known = sheet(game).get("result", {}).get("table_points")
    return (POINTS,) if known is None or sum(known.values()) > 0.005 else (POINTS, TABLE_POINTS)


def settle_up(
    game: Game, rate: str | None = None, currency: str | None = None, by: str = POINTS
) -> Json:
    """The fewest transfers after which nobody owes anybody: in points or, by ``table_points``, in
    those; and, at a ``rate`` for each, in money. What the bank gave or took is told as a transfer
    with the bank. HandError."""
    worth = _rate(rate)
    _check_by(game, by)
    if currency is not None and not (1 <= len(currency) <= 10 and currency.isprintable()):
        detail = say("write a currency in at most ten letters, as GBP")
        raise HandError(Problem("/currency", "bad_value", detail))
    net = _net(game, by)
    left = -sum(net.values())
    transfers = fewest({**net, BANK: left} if left else net)
    for one in transfers:
        one["amount"] = _in_whole(one["amount"], by)
        if worth is not None:
            one["money"] = str((worth * Decimal(str(one["amount"]))).quantize(Decimal("0.01")))
    return {
        "by": by,
        "net": {one: _in_whole(amount, by) for one, amount in net.items()},
        "transfers": transfers,
        "rate": None if worth is None else str(worth),
        "currency": currency,
    }


def _check_by(game: Game, by: str) -> None:
    if by not in (POINTS, TABLE_POINTS):
        raise HandError(Problem("/by", "bad_value", say("write points or table_points")))
    if by not in settled_by(game):
        over = folded(game).over
        detail = (
            say("nobody owes table points here; write points")
            if over
            else say("table points are known when the evening is over; write points until then")
        )
        raise HandError(Problem("/by", "bad_value", detail))


def _net(game: Game, by: str) -> dict[str, int]:
    """What each has won or lost: in points, or in thousandths of table points."""
    if by == TABLE_POINTS:
        shared = sheet(game)["result"]["table_points"]
        return {one: round(shared[one] * THOUSANDTHS) for one in game.ids}
    totals = folded(game).totals
    return {one: totals[one] - game.start for one in game.ids}


def _in_whole(amount: int, by: str) -> float:
    return amount if by == POINTS else amount / THOUSANDTHS


def _parts(document: object) -> tuple[Mapping[str, Any], list[Any]]:
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        detail = say("this is no exported game; send what GET …/export.json gave")
        raise HandError(Problem("/format", "bad_value", detail))
    began, entries = document.get("began"), document.get("entries")
    if not isinstance(began, Mapping):
        detail = say("how the game began is missing; send the whole export")
        raise HandError(Problem("/began", "required", detail))
    if not isinstance(entries, list):
        detail = say("the entries are missing; send the whole export")
        raise HandError(Problem("/entries", "required", detail))
    check_number(len(entries), "/entries")
    return began, entries


def _told_again(game: Game, stand: Stand, entry: Mapping[str, Any], at: str) -> Game:
    kind = entry.get("kind")
    own = TOLD_BY.get(kind, ()) if isinstance(kind, str) else ()
    told = {name: entry[name] for name in entry if name in own or name not in DERIVED}
    game = write(game, told, at=_text(entry.get("at"), at), by=_by(entry.get("by")), stand=stand)
    return _as_it_moved(game, entry)


def _as_it_moved(game: Game, entry: Mapping[str, Any]) -> Game:
    """What was entered under other rules stands as it was."""
    last = game.entry(game.version)
    version, moves = entry.get("rules_version"), entry.get("moves")
    if not last.rules_version or version == last.rules_version:
        return game
    if not isinstance(version, str) or len(version) > 20 or not isinstance(moves, Mapping):
        detail = say("tell the version of the rules, and what the hand moved, as exported")
        raise HandError(Problem("/rules_version", "bad_value", detail))
    if moves.keys() != {*game.ids} or not all(_is_points(one) for one in moves.values()):
        detail = say("tell what the hand moved for every player")
        raise HandError(Problem("/moves", "bad_value", detail))
    kept = replace(last, rules_version=version, moves=dict(moves))
    return replace(game, entries=(*game.entries[:-1], kept))


def _is_points(value: object) -> bool:
    return type(value) is int and abs(value) <= 10**9


def _text(value: object, usual: str) -> str:
    told = isinstance(value, str) and 0 < len(value) <= 40 and is_line(value)
    return str(value) if told else usual


def _by(value: object) -> str | None:
    return _text(value, "") or None


def _rate(text: str | None) -> Decimal | None:
    if text is None:
        return None
    try:
        rate = Decimal(text)
    except InvalidOperation:
        rate = Decimal(0)
    if not rate.is_finite() or not 0 < rate <= MOST_RATE or len(text) > 20:
        detail = say("write what a point is worth as a number above zero, as 0.05")
        raise HandError(Problem("/rate", "bad_value", detail))
    return rate


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
