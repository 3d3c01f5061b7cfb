"""A game as its sheet shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorer.game.fold import Marks, Stand, before_each, folded
from scorer.game.hands import changed_since
from scorer.game.record import Entry, Game, Json
from scorer.rulebook import Session, holds
from scorer.speech import say

__all__ = ["ranking", "sheet", "written"]

PLAYED = ("hand", "replace")


def sheet(game: Game, since: int = 0, stand: Stand | None = None) -> Json:
    """The sheet of the contract, without the keys: of its entries those after ``since``; ``stand``
    is where the game stands, for who knows it already."""
    stand = stand or folded(game)
    edition = game.edition
    return {
        "version": game.version,
        "title": game.title,
        "ruleset": game.ruleset,
        "preset": game.preset,
        "options": game.options,
        "rules_version": game.rules_version,
        "unit": edition.unit,
        "start": game.start,
        "at": game.at,
        "players": [{"id": one, "name": stand.names[one]} for one in game.ids],
        **_standing(game, stand),
        **({"result": _result(game, stand)} if stand.over else {}),
        "entries": [_shown(entry, stand.marks) for entry in game.entries[since:]],
        "warnings": [*_warnings(game, stand)],
    }


def written(game: Game) -> Json:
    """The answer to the last entry: it, and where the game stands with it."""
    stand = folded(game)
    return {
        "entry": _shown(game.entry(game.version), stand.marks),
        "version": game.version,
        **_standing(game, stand),
        "warnings": [*_warnings(game, stand)],
    }


def _standing(game: Game, stand: Stand) -> Json:
    """What the next hand is played under, and what the players have."""
    table = stand.table
    state: Json = {
        "hand": stand.hand,
        "prevailing": table.prevailing,
        "seats": dict(table.seats),
        "resting": table.resting,
        "deals_passed": table.deals_passed,
        "dealer_streak": table.dealer_streak,
        **table.numbers,
        "over": stand.over,
        "why": say("the evening is closed") if stand.closed else table.why,
    }
    if table.goulash is not None:
        state["goulash"] = table.goulash
    if game.edition.book.names_pivot:
        state["pivot"] = game.ids[0]
    return {"state": state, "totals": stand.totals}


def ranking(game: Game, totals: Mapping[str, int]) -> list[tuple[int, str]]:
    """The players by their totals, each with their place; who have the same share it, unless the
    one counts as better who was East first."""
    ordered = sorted(totals, key=lambda one: -totals[one])
    under = game.edition.book.ties_in_turn_under
    if under is not None and holds(under, game.edition.options):
        return list(enumerate(ordered, 1))
    better = {one: sum(other > totals[one] for other in totals.values()) for one in totals}
    return [(better[one] + 1, one) for one in ordered]


def _result(game: Game, stand: Stand) -> Json:
    """How the evening ended: places, what each player won or lost and, where the ruleset has them,
    table points."""
    totals = stand.totals
    found: Json = {
        "ranking": [
            {
                "player": one,
                "place": place,
                "total": totals[one],
                "net": totals[one] - game.start,
            }
            for place, one in ranking(game, totals)
        ]
    }
    edition, places = game.edition, range(len(totals))
    penalties = {game.ids.index(one): lost for one, lost in stand.table.penalties.items()}
    session = Session(
        dict(enumerate(totals.values())), places, edition.options, stand.table.numbers, penalties
    )
    by_place = edition.book.shares(session)
    if by_place is not None:
        found["table_points"] = dict(zip(totals, by_place.values(), strict=True))
    return found


def _shown(entry: Entry, marks: Marks) -> Json:
    under = entry.under or {}
    told = {name: value for name, value in entry.told.items() if name != "seats" or not under}
    found: Json = {"n": entry.n, "kind": entry.kind, "at": entry.at, **told}
    if entry.by is not None:
        found["by"] = entry.by
    if entry.kind in PLAYED:
        found |= {
            "seats": under["seats"],
            "prevailing": under["prevailing"],
            "resting": under["resting"],
            "answer": entry.answer,
            "rules_version": entry.rules_version,
        }
    if entry.kind in (*PLAYED, "adjust"):
        found["moves"] = dict(entry.moves)
    found["replaced_by"] = marks.replaced_by.get(entry.n)
    found["undone_by"] = marks.undone(entry.n)
    return found


def _is_older(entry: Entry, game: Game) -> bool:
    """Whether it is a hand that another version of the rules settled."""
    return entry.kind in PLAYED and entry.rules_version != game.edition.book.version


def _warnings(game: Game, stand: Stand) -> Iterator[dict[str, Any]]:
    """Where entries no longer fit those before them, or the rules no longer those that scored
    them; nothing is changed by either."""
    for n, detail in stand.misfits:
        yield {"entry": n, "pointer": f"/entries/{n - 1}", "detail": detail}
    older = [one for one in game.entries if _is_older(one, game) and stand.marks.counts(one.n)]
    before = before_each(game) if older else {}
    for entry in older:
        hand = stand.marks.root.get(entry.n, entry.n)
        if changed_since(game, entry, before[hand].totals):
            detail = say(
                "version {was} of the rules settled this hand; version {now} would move other "
                "points. What was entered stands",
                was=entry.rules_version,
                now=game.edition.book.version,
            )
            yield {"entry": entry.n, "pointer": f"/entries/{entry.n - 1}", "detail": detail}
