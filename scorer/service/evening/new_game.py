"""The forms that tell of a game itself: how it begins, and where the table says otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from werkzeug.datastructures import MultiDict

from scorer.errors import HandError, Problem
from scorer.game import Game
from scorer.game.fold import folded
from scorer.game.told import MOST_PLAYERS
from scorer.hand import SEATS
from scorer.rules import BOOKS
from scorer.service.i18n.languages import later, said
from scorer.service.web import form_documents
from scorer.service.web.form import Form, read_form
from scorer.speech import say

__all__ = ["NewGame", "read", "table_request"]

Query = MultiDict[str, str]
Json = dict[str, Any]


@dataclass
class NewGame:
    """The form of a new game: what was typed, what it asks for, and what is wrong with that."""

    form: Form
    request: Json
    problems: list[Json] = field(default_factory=list)

    @property
    def switching(self) -> bool:
        """Whether only the ruleset was changed."""
        return self.form.switching

    @property
    def rows(self) -> range:
        """A row for each player that there may be."""
        book = BOOKS[self.form.detail["id"]]
        return range(1, max(book.players) + (book.fifth is not None) + 1)

    @property
    def needed(self) -> int:
        """How many players there are at least."""
        return min(BOOKS[self.form.detail["id"]].players)

    @property
    def fifth(self) -> str:
        """What a fifth player does, in words; "" where there is none."""
        told = {
            "rests": later("A fifth player rests, each in turn"),
            "bets": later("A fifth player bets on who wins"),
        }
        return said(told.get(BOOKS[self.form.detail["id"]].fifth or "", ""))

    def errors(self, name: str) -> list[str]:
        """What is wrong with this field."""
        return self.form.errors(name)

    def refuse(self, error: HandError) -> None:
        """Write what is wrong into the form."""
        self.problems = [_placed(problem, self.form) for problem in error.problems]
        self.form.problems = self.problems


def read() -> NewGame:
    """What was sent of a new game."""
    form = read_form()
    names = [form.value(f"name{row}").strip() for row in range(1, MOST_PLAYERS + 1)]
    ruled = form_documents.table_document(form.typed, form.detail)
    request: Json = {"ruleset": ruled["ruleset"], "players": [name for name in names if name]}
    for name in ("preset", "options"):
        if name in ruled:
            request[name] = ruled[name]
    title, start = form.value("title").strip(), form.value("start").strip()
    if title:
        request["title"] = title
    if start:
        request["start"] = form_documents.integer(start)
    return NewGame(form, request)


def _placed(problem: Problem, form: Form) -> Json:
    parts = problem.pointer.split("/")[1:]
    name = parts[0] if parts else ""
    where = {"players": "name1", "options": "", "ruleset": "rules"}.get(name, name)
    if name == "players" and len(parts) > 1 and parts[1].isdecimal():
        told = [row for row in range(1, MOST_PLAYERS + 1) if form.value(f"name{row}").strip()]
        at = int(parts[1])
        where = f"name{told[at]}" if at < len(told) else where
    if name == "options" and len(parts) > 1:
        where = f"o.{parts[1]}"
    return {**problem._asdict(), "field": where}


def table_request(game: Game, typed: Query) -> Json:
    """The entry that the form of the table makes: new names, or who sits where. HandError."""
    stand = folded(game)
    if typed.get("what") == "names":
        names = {one: typed.get(f"name.{one}", "").strip() for one in game.ids}
        changed = {one: name for one, name in names.items() if name != stand.names[one]}
        if not changed:
            detail = say("no name is another; change one, or go back")
            raise HandError(Problem("", "required", detail))
        return {"kind": "players", "players": changed}
    told: Json = {"kind": "seats"}
    seats = {seat: typed[f"seat.{seat}"] for seat in SEATS if typed.get(f"seat.{seat}")}
    if seats and seats != dict(stand.table.seats):
        told["seats"] = seats
    round_wind = typed.get("round", "")
    if round_wind and round_wind != stand.table.prevailing:
        told["prevailing"] = round_wind
    goulash = typed.get("goulash", "")
    if goulash and (goulash == "yes") != bool(stand.table.goulash):
        told["goulash"] = goulash == "yes"
    for name in ("deals_passed", "dealer_streak"):
        number = form_documents.integer(typed.get(name, "").strip())
        if number not in ("", getattr(stand.table, name)):
            told[name] = number
    if len(told) == 1:
        detail = say("nothing stands otherwise than before; change something, or go back")
        raise HandError(Problem("", "required", detail))
    return told
