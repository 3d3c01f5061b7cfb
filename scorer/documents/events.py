"""What a table's events and East's consecutive wins mean for its hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scorer.engine.hand import Win
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.rulebook.book import Edition, amount_under
from scorer.rulebook.declarations import Declarations
from scorer.rulebook.settlement import EnteredEvent, Settlement
from scorer.types.terms import SEATS

if TYPE_CHECKING:
    from scorer import types


def with_circumstances_of_run(win: Win, east_run: int | None, edition: Edition) -> Win:
    """Return East's win with the circumstances that follow from East's consecutive wins.

    Raises HandError where a circumstance of the win contradicts them.
    """
    if east_run is None:
        return win
    for circumstance in edition.book.circumstances.values():
        if circumstance.win_running is None:
            continue
        before = amount_under(circumstance.win_running, edition.options) - 1
        if east_run == before:
            win = win.with_more_facts(circumstance.fact)
        elif win.facts & circumstance.fact:
            detail = say(
                "{circumstance} was entered: East had then won {wanted} hands in a row, "
                "not {count}",
                circumstance=circumstance.meaning,
                wanted=before,
                count=east_run,
            )
            raise HandError(Problem("/east_run", "contradiction", detail))
    return win


def barred_players(events: list[EnteredEvent], edition: Edition) -> dict[int, str]:
    """Return the players who by these events could not win, each with the reason."""
    reasons = {}
    for entered_event in events:
        event = edition.book.events[entered_event.id]
        if event.bars(entered_event):
            reasons[entered_event.by] = say(
                "after a {event} this player could not win, so they were not fishing",
                event=event.in_words,
            )
    return reasons


def event_document(settlement: Settlement, n: int, book: Declarations) -> types.EventResult:
    """Return an event as the answer lists it, with what came of it."""
    entered_event = settlement.events[n]
    document: types.EventResult = {
        "event": entered_event.id,
        "by": SEATS[entered_event.by],
        "detail": settlement.remarks.get(n, book.events[entered_event.id].meaning),
    }
    if entered_event.to is not None:
        document["to"] = SEATS[entered_event.to]
    return document


def agreed_below_limit(
    players: Mapping[types.Seat, types.Player], edition: Edition, wins: Mapping[int, Win]
) -> list[types.SettlementWarning]:
    """Return warnings of agreed points below the limit, which a run of wins makes due."""
    return [
        {
            "pointer": f"/players/{SEATS[winner]}/points",
            "detail": say(
                "{circumstance}: this hand scores the limit of {limit}, not {points}; "
                "correct the points or remove “{circumstance}”",
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
