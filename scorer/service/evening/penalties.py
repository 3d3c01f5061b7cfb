"""Points that move between two hands: a penalty of the ruleset, by its name, or what was agreed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from scorer.errors import HandError
from scorer.game import Game
from scorer.game.fold import Stand
from scorer.game.hands import Settled
from scorer.game.hands import settled as settle_hand
from scorer.options import plain_label
from scorer.service.evening.pages import in_words
from scorer.service.i18n.languages import said
from scorer.service.web import form_documents, house_rules, labels
from scorer.service.web.form import ruleset_of

__all__ = ["Adjustment", "read"]

Query = MultiDict[str, str]
Json = dict[str, Any]


@dataclass
class Adjustment:
    """What a form of points tells of a game as it stands: the penalties that there are, what was
    typed, and the entry that it makes."""

    game: Game
    stand: Stand
    typed: Query
    request: Json = field(default_factory=dict)
    why: str = ""
    taken_off: Mapping[str, int] = field(default_factory=dict)
    """What it takes off at the end of the session, by the players' ids."""
    problems: list[str] = field(default_factory=list)

    @property
    def events(self) -> list[Json]:
        """The penalties of the ruleset, under the house rules of the game."""
        detail, known = ruleset_of(self.game.ruleset), _rules_typed(self.game)
        return [one for one in detail["events"] if house_rules.played_for(known, detail, one)]

    @property
    def offered(self) -> list[Json]:
        """Those that can cost something by themselves."""
        return [one for one in self.events if one["fields"] or _costs(self, one["event"])]

    def refuse(self, error: HandError) -> None:
        """Write what is wrong into the form."""
        self.problems += in_words(error)


def read(game: Game, stand: Stand, typed: Query) -> Adjustment:
    """What this form tells of a game that stands so; nothing where it is empty."""
    told = Adjustment(game, stand, typed)
    if not typed:
        return told
    try:
        event = typed.get("event", "")
        told.request = _by_name(told, event) if event else _agreed(game, typed)
    except HandError as error:
        told.refuse(error)
    except ValueError as error:
        told.problems.append(str(error))
    return told


def _costs(told: Adjustment, event: str) -> bool:
    """Whether this penalty costs something by itself, and not with a hand that is won."""
    try:
        settled = _settled(told, {"event": event, "by": "E"})
    except HandError:
        return False
    return any(settled.moves.values()) or bool(_taken_off(told, settled))


def _rules_typed(game: Game) -> Query:
    pairs = [(f"o.{name}", labels.value_text(value)) for name, value in game.options.items()]
    return MultiDict([*pairs, *([("preset", game.preset)] if game.preset else [])])


def _by_name(told: Adjustment, event: str) -> Json:
    """The penalty as the ruleset has it."""
    game, stand, typed = told.game, told.stand, told.typed
    seat = typed.get("who", "")
    if event not in [one["event"] for one in told.events] or seat not in stand.table.seats:
        raise ValueError(gettext("Choose what went wrong, and who did it"))
    fields = {name: typed[name] for name in typed if name.startswith(f"x.{event}.")}
    query: Query = MultiDict([*fields.items(), (f"x.{event}", seat)])
    happened = form_documents.table_document(query, ruleset_of(game.ruleset))["events"]
    settled = _settled(told, *happened)
    name = said(plain_label(event))
    told.why = gettext("%(player)s: %(what)s", player=labels.seat_name(seat), what=name)
    told.taken_off = _taken_off(told, settled)
    if told.taken_off:
        # Only a hand can take off what counts at the end.
        return {"kind": "hand", "document": {"players": _nobody(told), "events": [*happened]}}
    if not any(settled.moves.values()):
        raise ValueError(
            gettext(
                "This costs nothing by itself: tell it with the hand in which it happened, "
                "among the penalties there"
            )
        )
    return _entry(settled.moves, told.why)


def _settled(at: Adjustment, *happened: Json) -> Settled:
    """What these events come to, of a hand in which nobody holds anything."""
    told = {"players": _nobody(at), "events": [*happened]}
    return settle_hand(at.game, at.stand.table, at.stand.totals, told)


def _nobody(at: Adjustment) -> Json:
    loser: Json = {"points": 0} if ruleset_of(at.game.ruleset)["losers_score"] else {}
    return dict.fromkeys(at.stand.table.seats, loser)


def _taken_off(at: Adjustment, settled: Settled) -> dict[str, int]:
    """What this takes off at the end, beside what was taken off before."""
    table = at.stand.table
    told = settled.answer.get("penalties", {})
    more = {table.seats[seat]: points for seat, points in told.items()}
    before = table.penalties
    return {one: n - before.get(one, 0) for one, n in more.items() if n != before.get(one, 0)}


def _agreed(game: Game, typed: Query) -> Json:
    moves = {one: _points(typed.get(f"moves.{one}", "").strip()) for one in game.ids}
    return _entry(moves, typed.get("why", "").strip(), bank=typed.get("bank") == "yes")


def _points(text: str) -> int:
    """What a player wins or loses, as it was typed; nothing is 0."""
    number = form_documents.integer(text.removeprefix("+")) if text else 0
    if isinstance(number, str) or (text.startswith("+") and number < 0):
        raise ValueError(gettext("Write what each player wins or, with a minus, loses"))
    return number


def _entry(moves: Mapping[str, int], why: str, *, bank: bool | None = None) -> Json:
    told: Json = {"kind": "adjust", "moves": {one: n for one, n in moves.items() if n}}
    if why:
        told["why"] = why
    if bank or (bank is None and sum(moves.values())):
        told["bank"] = True
    return told
