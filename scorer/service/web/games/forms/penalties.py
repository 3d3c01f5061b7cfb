"""The form of points that move between hands: a penalty of the ruleset, or agreed points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from scorer.engine.options import plain_label
from scorer.errors import HandError
from scorer.game import Game
from scorer.game.fold import GameState, current_state
from scorer.game.hands import HandResult, penalties_added, settle_hand
from scorer.service.i18n.languages import translate
from scorer.service.web import labels
from scorer.service.web.forms import form_documents, house_rules
from scorer.service.web.forms.form import ruleset_of
from scorer.service.web.forms.typed_values import integer_or_text
from scorer.service.web.games.pages import problems_in_words

FormFields = MultiDict[str, str]
Json = dict[str, Any]


@dataclass
class Adjustment:
    """The form of a penalty or of agreed points.

    Attributes:
        typed: The submitted fields.
        request: The entry that the form makes.
        submitted: What identifies the request: equal for equal fields, whatever the game state.
        why: The reason, in words.
        taken_off: The points deducted at the end of the session, by player.
        problems: What is wrong with the form, in words.
    """

    game: Game
    state: GameState
    typed: FormFields
    request: Json = field(default_factory=dict)
    submitted: Json = field(default_factory=dict)
    why: str = ""
    taken_off: Mapping[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @property
    def events(self) -> list[Json]:
        """The penalties of the ruleset under the options of the game."""
        ruleset, typed = ruleset_of(self.game.ruleset), _option_fields(self.game)
        return [
            event for event in ruleset["events"] if house_rules.played_for(typed, ruleset, event)
        ]

    @property
    def offered(self) -> list[Json]:
        """The penalties that can cost something without a won hand."""
        return [e for e in self.events if e["fields"] or _costs_without_win(self, e["event"])]

    @property
    def who(self) -> str:
        """The id of the chosen player; "" if nobody was chosen."""
        return self.player(self.typed.get("who", ""))

    def player(self, named: str) -> str:
        """Return the player with this id or on this seat; "" without one."""
        seats = self.state.table.seats
        return named if named in seats.values() else seats.get(named, "")

    def seat(self, named: str) -> str:
        """Return the seat of the player with this id or on this seat; else ``named`` itself."""
        player = self.player(named)
        return next((s for s, sits in self.state.table.seats.items() if sits == player), named)

    def refuse(self, error: HandError) -> None:
        """Write the problems into the form."""
        self.problems += problems_in_words(error)


def read_adjustment(game: Game, typed: FormFields) -> Adjustment:
    """Read the form of points of a game; without a request if it is empty."""
    state = current_state(game)
    labels.name_seats(state.seated)
    adjustment = Adjustment(game, state, typed)
    if not typed:
        return adjustment
    try:
        event = typed.get("event", "")
        adjustment.request = (
            _penalty_entry(adjustment, event) if event else _agreed_entry(game, typed)
        )
    except HandError as error:
        adjustment.refuse(error)
    except ValueError as error:
        adjustment.problems.append(str(error))
    return adjustment


def _costs_without_win(adjustment: Adjustment, event: str) -> bool:
    """Tests if a penalty costs something without a won hand."""
    try:
        result = _settle_events(adjustment, {"event": event, "by": "E"})
    except HandError:
        return False
    return any(result.moves.values()) or bool(
        penalties_added(result.answer, adjustment.state.table)
    )


def _option_fields(game: Game) -> FormFields:
    preset, options = game.rules
    pairs = [(f"o.{name}", labels.value_text(value)) for name, value in options.items()]
    return MultiDict([*pairs, *([("preset", preset)] if preset else [])])


def _penalty_entry(adjustment: Adjustment, event: str) -> Json:
    """Return the entry of a penalty of the ruleset. Raises HandError and ValueError."""
    game, state, typed = adjustment.game, adjustment.state, adjustment.typed
    fields = {name: typed[name] for name in typed if name.startswith(f"x.{event}.")}
    adjustment.submitted = {
        "kind": "penalty",
        "event": event,
        "who": typed.get("who", ""),
        **fields,
    }
    declared = next((e for e in adjustment.events if e["event"] == event), None)
    if declared is None or not adjustment.who:
        raise ValueError(gettext("Choose what went wrong, and who did it"))
    seat = adjustment.seat(adjustment.who)
    for extra in declared["fields"]:
        name = f"x.{event}.{extra['name']}"
        if extra["type"] == "seat" and name in fields:
            fields[name] = adjustment.seat(fields[name])
    query: FormFields = MultiDict([*fields.items(), (f"x.{event}", seat)])
    events = form_documents.table_document(query, ruleset_of(game.ruleset))["events"]
    result = _settle_events(adjustment, *events)
    name = translate(plain_label(event))
    adjustment.why = gettext("%(player)s: %(what)s", player=labels.seat_name(seat), what=name)
    adjustment.taken_off = penalties_added(result.answer, state.table)
    if adjustment.taken_off:
        # Only a hand can deduct points at the end of the session.
        return {
            "kind": "hand",
            "document": {"players": _table_without_winner(adjustment), "events": [*events]},
        }
    if not any(result.moves.values()):
        raise ValueError(
            gettext(
                "This costs nothing by itself: enter it under penalties, with the hand in which it "
                "happened"
            )
        )
    return _adjustment_entry(result.moves, adjustment.why)


def _settle_events(adjustment: Adjustment, *events: Json) -> HandResult:
    """Settle a hand of these events in which nobody wins or scores."""
    document = {"players": _table_without_winner(adjustment), "events": [*events]}
    return settle_hand(adjustment.game, adjustment.state.table, adjustment.state.totals, document)


def _table_without_winner(adjustment: Adjustment) -> Json:
    loser: Json = {"points": 0} if ruleset_of(adjustment.game.ruleset)["losers_score"] else {}
    return dict.fromkeys(adjustment.state.table.seats, loser)


def _agreed_entry(game: Game, typed: FormFields) -> Json:
    moves = {id: _typed_points(typed.get(f"moves.{id}", "").strip()) for id in game.ids}
    return _adjustment_entry(moves, typed.get("why", "").strip(), bank=typed.get("bank") == "yes")


def _typed_points(text: str) -> int:
    """Return the typed points of a player; 0 for an empty field."""
    number = integer_or_text(text.removeprefix("+")) if text else 0
    if isinstance(number, str) or (text.startswith("+") and number < 0):
        raise ValueError(gettext("Write what each player wins, or loses (with a minus)"))
    return number


def _adjustment_entry(moves: Mapping[str, int], why: str, *, bank: bool | None = None) -> Json:
    entry: Json = {
        "kind": "adjust",
        "moves": {player: points for player, points in moves.items() if points},
    }
    if why:
        entry["why"] = why
    if bank or (bank is None and sum(moves.values())):
        entry["bank"] = True
    return entry
