"""The JSON sheet of a game: state, totals, entries, result and warnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from scorer.game.fold import GameState, current_state
from scorer.game.hands import PENALTIES_FIELD, changed_since, shown_tallies
from scorer.game.record import Entry, Game, Json
from scorer.languages.speech import say
from scorer.rulebook.book import Session, holds

HAND_ENTRY_KINDS = ("hand", "replace")
MAX_WARNINGS = 50
MAX_RESETTLED_HANDS = 200
"""How many hands settled by other versions of the rules a sheet settles again."""


def sheet(game: Game, since: int = 0, state: GameState | None = None) -> Json:
    """Return the sheet of a game without its keys.

    Args:
        since: The number of the entry after which the sheet lists entries.
        state: The state of the game, if the caller has it already.
    """
    state = state or current_state(game)
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
        "players": [{"id": player, "name": state.names[player]} for player in game.ids],
        **_state_json(game, state),
        **({"result": result(game, state)} if state.over else {}),
        "entries": [_entry_json(entry, state) for entry in game.entries[since:]],
        "warnings": [*islice(_entry_warnings(game, state), MAX_WARNINGS)],
    }


def shown_entries(game: Game, since: int, upto: int) -> list[Json]:
    """Return the entries after ``since`` up to ``upto``, as the sheet shows them."""
    state = current_state(game)
    entries = [_entry_json(entry, state) for entry in game.entries[since:upto]]
    return [
        {**entry, "answer": dict(entry["answer"])} if "answer" in entry else entry
        for entry in entries
    ]


def last_entry_answer(game: Game, state: GameState | None = None) -> Json:
    """Return the answer to the last entry: the entry and the state after it."""
    state = state or current_state(game)
    return {
        "entry": _entry_json(game.entry(game.version), state),
        "version": game.version,
        **_state_json(game, state),
        "warnings": [*islice(_entry_warnings(game, state), MAX_WARNINGS)],
    }


def _state_json(game: Game, state: GameState) -> Json:
    """Return the table of the next hand and the totals, as the sheet shows them."""
    table = state.table
    fields: Json = {
        "hand": state.hand,
        "prevailing": table.prevailing,
        "seats": dict(table.seats),
        "resting": table.resting,
        "deals_passed": table.deals_passed,
        "dealer_streak": table.dealer_streak,
        **table.counters,
        "over": state.over,
        "why": say("the evening is closed") if state.closed else table.why,
    }
    if table.goulash is not None:
        fields["goulash"] = table.goulash
    if game.edition.book.table.names_pivot:
        fields["pivot"] = game.ids[0]
    for tally in shown_tallies(game.edition):
        fields[tally.name] = {player: table.tally(tally.name, player) for player in game.ids}
    return {"state": fields, "totals": state.totals}


def ranking(game: Game, totals: Mapping[str, int]) -> list[tuple[int, str]]:
    """Return the players by total, each with their place.

    Equal totals share a place, unless the rules prefer the player who was East first.
    """
    ordered = sorted(totals, key=lambda player: -totals[player])
    under = game.edition.book.session.ties_in_turn_under
    if under is not None and holds(under, game.edition.options):
        return list(enumerate(ordered, 1))
    better = {player: sum(t > total for t in totals.values()) for player, total in totals.items()}
    return [(better[player] + 1, player) for player in ordered]


def result(game: Game, state: GameState) -> Json:
    """Return how the game ended: places, points won or lost and, if the ruleset has them, table
    points."""
    totals = state.totals
    document: Json = {
        "ranking": [
            {
                "player": player,
                "place": place,
                "total": totals[player],
                "net": totals[player] - game.start,
            }
            for place, player in ranking(game, totals)
        ]
    }
    edition, places = game.edition, range(len(totals))
    tallies = {
        name: {game.ids.index(player): number for player, number in by_player.items()}
        for name, by_player in state.table.tallies.items()
    }
    session = Session(
        dict(enumerate(totals.values())),
        places,
        edition.options,
        state.table.counters,
        tallies.get(PENALTIES_FIELD, {}),
        tallies,
    )
    by_place = edition.book.session.shares(session)
    if by_place is not None:
        document["table_points"] = dict(zip(totals, by_place.values(), strict=True))
    return document


def _entry_json(entry: Entry, state: GameState) -> Json:
    table = entry.table or {}
    payload = {name: value for name, value in entry.payload.items() if name != "seats" or not table}
    document: Json = {"n": entry.n, "kind": entry.kind, "at": entry.at, **payload}
    if entry.by is not None:
        document["by"] = entry.by
    if entry.kind in HAND_ENTRY_KINDS:
        document |= {
            "seats": table["seats"],
            "prevailing": table["prevailing"],
            "resting": table["resting"],
            "answer": entry.answer,
            "rules_version": entry.rules_version,
        }
    if entry.kind in (*HAND_ENTRY_KINDS, "adjust"):
        document["moves"] = dict(state.points_moved(entry))
    if entry.n in state.changed_by:
        document |= {
            "changed_by": state.changed_by[entry.n] or None,
            "entered_moves": dict(entry.moves),
        }
    document["replaced_by"] = state.statuses.replaced_by.get(entry.n)
    document["undone_by"] = state.statuses.undone(entry.n)
    return document


def _is_of_older_rules(entry: Entry, version: str) -> bool:
    """Tests if an entry is a hand that another version of the rules settled."""
    return entry.kind in HAND_ENTRY_KINDS and entry.rules_version != version


def _entry_warnings(game: Game, state: GameState) -> Iterator[dict[str, Any]]:
    """Yield a warning for each entry that no longer fits those before it, and for each that the
    current rules would score differently."""
    for n, detail in state.unfit_hands:
        yield {"entry": n, "pointer": f"/entries/{n - 1}", "detail": detail}
    version = state.replay.rules.book.version
    older = [
        e for e in game.entries if _is_of_older_rules(e, version) and state.statuses.counts(e.n)
    ]
    for entry in older[-MAX_RESETTLED_HANDS:]:
        hand = state.statuses.original_of(entry.n)
        if changed_since(game, entry, state.replay.totals(hand - 1)):
            detail = say(
                "version {was} of the rules settled this hand; version {now} would move other "
                "points. What was entered stands",
                was=entry.rules_version,
                now=version,
            )
            yield {"entry": entry.n, "pointer": f"/entries/{entry.n - 1}", "detail": detail}
