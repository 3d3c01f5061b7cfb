"""What the events of a table, and the hands that East has won running, mean for its hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scorer.errors import HandError, Problem
from scorer.hand import SEATS, Win
from scorer.rulebook import Book, Edition, amount_under
from scorer.settle import Happened, Settlement
from scorer.speech import say

if TYPE_CHECKING:
    from scorer import types

__all__ = ["agreed_below_limit", "as_it_ran", "barred_by", "event_document"]


def as_it_ran(win: Win, east_run: int | None, edition: Edition) -> Win:
    """East's win, with what follows from the number of hands that East had won running."""
    if east_run is None:
        return win
    for circumstance in edition.book.circumstances.values():
        if circumstance.win_running is None:
            continue
        before = amount_under(circumstance.win_running, edition.options) - 1
        if east_run == before:
            win = win.seen_with(circumstance.fact)
        elif win.facts & circumstance.fact:
            detail = say(
                "{circumstance} was told: then East had won {wanted} hands running, not {told}",
                circumstance=circumstance.meaning,
                wanted=before,
                told=east_run,
            )
            raise HandError(Problem("/east_run", "contradiction", detail))
    return win


def barred_by(events: list[Happened], edition: Edition) -> dict[int, str]:
    """The players who by these events could not win, each with the reason."""
    found = {}
    for happened in events:
        event = edition.book.events[happened.event]
        if event.bars(happened):
            found[happened.by] = say(
                "after a {event} this player could not win, so was not fishing",
                event=event.in_words,
            )
    return found


def event_document(table: Settlement, n: int, book: Book) -> types.EventTold:
    """An event as it was understood, and what came of it."""
    happened = table.happened[n]
    document: types.EventTold = {
        "event": happened.event,
        "by": SEATS[happened.by],
        "detail": table.remarks.get(n, book.events[happened.event].meaning),
    }
    if happened.to is not None:
        document["to"] = SEATS[happened.to]
    return document


def agreed_below_limit(
    players: Mapping[str, Any], edition: Edition, wins: Mapping[int, Win]
) -> list[types.Warned]:
    """Agreed points of a win that its number in a row makes a limit hand."""
    return [
        {
            "pointer": f"/players/{SEATS[winner]}/points",
            "detail": say(
                "{circumstance}: the limit of {limit} is due, and {points} were agreed",
                circumstance=circumstance.meaning,
                limit=edition.limit,
                points=points,
            ),
        }
        for winner, win in wins.items()
        if edition.limit is not None
        and (points := players[SEATS[winner]].get("points")) is not None
        and points < edition.limit
        for circumstance in edition.book.circumstances.values()
        if circumstance.win_running is not None and win.facts & circumstance.fact
    ]
