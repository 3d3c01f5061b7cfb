"""Points that move between two hands: a penalty of the ruleset, by its name, or what was agreed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext
from werkzeug.datastructures import MultiDict

import scorer
from scorer.errors import HandError
from scorer.game import Game
from scorer.game.fold import Stand, folded
from scorer.game.hands import whole_document
from scorer.options import plain_label
from scorer.service.i18n.languages import said
from scorer.service.web import form_documents, house_rules, labels
from scorer.service.web.form import ruleset_of

__all__ = ["Adjustment", "read"]

Query = MultiDict[str, str]
Json = dict[str, Any]


@dataclass
class Adjustment:
    """What a form of points tells: the penalties that can be chosen, what was typed, and the entry
    that it makes."""

    typed: Query
    events: list[Json]
    offered: list[Json] = field(default_factory=list)
    request: Json = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def refuse(self, error: HandError) -> None:
        """Write what is wrong into the form."""
        self.problems += [said(problem.detail) for problem in error.problems]


def read(game: Game, typed: Query) -> Adjustment:
    """What this form tells of a game; nothing where it is empty."""
    detail = ruleset_of(game.ruleset)
    known = _rules_typed(game)
    events = [one for one in detail["events"] if house_rules.played_for(known, detail, one)]
    stand, told = folded(game), Adjustment(typed, events)
    told.offered = [one for one in events if one["fields"] or _costs(game, stand, one["event"])]
    if not typed:
        return told
    try:
        event = typed.get("event", "")
        told.request = _by_name(game, stand, told, event) if event else _agreed(game, typed)
    except HandError as error:
        told.refuse(error)
    except ValueError as error:
        told.problems.append(str(error))
    return told


def _costs(game: Game, stand: Stand, event: str) -> bool:
    """Whether this penalty costs something by itself, and not with a hand that is won."""
    try:
        return any(_moves(game, stand, {"event": event, "by": "E"}).values())
    except HandError:
        return False


def _rules_typed(game: Game) -> Query:
    pairs = [(f"o.{name}", labels.value_text(value)) for name, value in game.options.items()]
    return MultiDict([*pairs, *([("preset", game.preset)] if game.preset else [])])


def _by_name(game: Game, stand: Stand, told: Adjustment, event: str) -> Json:
    """The penalty as the ruleset has it."""
    typed, seat = told.typed, told.typed.get("who", "")
    if event not in [one["event"] for one in told.events] or seat not in stand.table.seats:
        raise ValueError(gettext("Choose what went wrong, and who did it"))
    fields = {name: typed[name] for name in typed if name.startswith(f"x.{event}.")}
    query: Query = MultiDict([*fields.items(), (f"x.{event}", seat)])
    happened = form_documents.table_document(query, ruleset_of(game.ruleset))["events"]
    moves = _moves(game, stand, *happened)
    name = said(plain_label(event))
    why = gettext("%(player)s: %(what)s", player=labels.seat_name(seat), what=name)
    if not any(moves.values()):
        raise ValueError(
            gettext(
                "This costs nothing by itself: tell it with the hand in which it happened, "
                "among the penalties there"
            )
        )
    return _entry(moves, why)


def _moves(game: Game, stand: Stand, *happened: Json) -> dict[str, int]:
    """What these events move, of a hand in which nobody holds anything."""
    loser: Json = {"points": 0} if ruleset_of(game.ruleset)["losers_score"] else {}
    players = dict.fromkeys(stand.table.seats, loser)
    document = whole_document(game, stand.table, stand.totals, {"players": players})
    answer: Mapping[str, Any] = scorer.settle({**document, "events": [*happened]})
    moves = dict.fromkeys(game.ids, 0)
    for one, player in stand.table.seats.items():
        moves[player] = answer["net"].get(one, 0) + answer.get("awards", {}).get(one, 0)
    for taken in answer["deductions"]:
        moves[stand.table.seats[taken["seat"]]] -= taken["amount"]
    return moves


def _agreed(game: Game, typed: Query) -> Json:
    moves = {}
    for one in game.ids:
        text = typed.get(f"moves.{one}", "").strip().replace("\N{MINUS SIGN}", "-")
        plain = text.removeprefix("-").removeprefix("+")
        if plain and not (plain.isascii() and plain.isdigit() and len(plain) < 10):
            raise ValueError(gettext("Write what each player wins or, with a minus, loses"))
        moves[one] = int(text) if text else 0
    return _entry(moves, typed.get("why", "").strip(), bank=typed.get("bank") == "yes")


def _entry(moves: Mapping[str, int], why: str, *, bank: bool | None = None) -> Json:
    told: Json = {"kind": "adjust", "moves": {one: n for one, n in moves.items() if n}}
    if why:
        told["why"] = why
    if bank or (bank is None and sum(moves.values())):
        told["bank"] = True
    return told
