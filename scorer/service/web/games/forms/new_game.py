"""The forms of a new game and of changes to its names, seats and winds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from werkzeug.datastructures import MultiDict

from scorer.errors import HandError, Problem
from scorer.game import Game
from scorer.game.fold import current_state
from scorer.languages.speech import say
from scorer.rules import BOOKS
from scorer.service.i18n.languages import gettext_noop, translate
from scorer.service.web.forms import form_documents
from scorer.service.web.forms.form import Form, read_form
from scorer.service.web.forms.typed_values import integer_or_text
from scorer.types.entries import MAX_PLAYERS
from scorer.types.terms import SEATS

FormFields = MultiDict[str, str]
Json = dict[str, Any]


@dataclass
class NewGame:
    """The form of a new game with the request it makes and its problems."""

    form: Form
    request: Json
    problems: list[Json] = field(default_factory=list)

    @property
    def switching(self) -> bool:
        """Tests if only the ruleset was changed."""
        return self.form.switching

    @property
    def rows(self) -> range:
        """The row numbers, one for each possible player."""
        book = BOOKS[self.form.ruleset["id"]]
        return range(1, max(book.table.players) + (book.table.fifth is not None) + 1)

    @property
    def needed(self) -> int:
        """The least number of players."""
        return min(BOOKS[self.form.ruleset["id"]].table.players)

    @property
    def fifth(self) -> str:
        """What a fifth player does, in words; "" without one."""
        sentences = {
            "rests": gettext_noop("Of five players, one sits out each hand in turn"),
            "bets": gettext_noop("A fifth player bets on who wins"),
        }
        return translate(sentences.get(BOOKS[self.form.ruleset["id"]].table.fifth or "", ""))

    def errors(self, name: str) -> list[str]:
        """Return the problems of a field."""
        return self.form.errors(name)

    def refuse(self, error: HandError) -> None:
        """Write the problems into the form."""
        self.problems = [_with_field(problem, self.form) for problem in error.problems]
        self.form.problems = self.problems


def read_new_game() -> NewGame:
    """Read the form of a new game from the request."""
    form = read_form()
    names = [form.value(f"name{row}").strip() for row in range(1, MAX_PLAYERS + 1)]
    rules = form_documents.table_document(form.typed, form.ruleset)
    request: Json = {"ruleset": rules["ruleset"], "players": [name for name in names if name]}
    for name in ("preset", "options"):
        if name in rules:
            request[name] = rules[name]
    title, start = form.value("title").strip(), form.value("start").strip()
    if title:
        request["title"] = title
    if start:
        request["start"] = integer_or_text(start)
    return NewGame(form, request)


def _with_field(problem: Problem, form: Form) -> Json:
    parts = problem.pointer.split("/")[1:]
    name = parts[0] if parts else ""
    field = {"players": "name1", "options": "", "ruleset": "rules"}.get(name, name)
    if name == "players" and len(parts) > 1 and parts[1].isdecimal():
        filled = [row for row in range(1, MAX_PLAYERS + 1) if form.value(f"name{row}").strip()]
        index = int(parts[1])
        field = f"name{filled[index]}" if index < len(filled) else field
    if name == "options" and len(parts) > 1:
        field = f"o.{parts[1]}"
    return {**problem._asdict(), "field": field}


def table_request(game: Game, typed: FormFields) -> Json:
    """Return the entry of the form of the table: new names or seats. Raises HandError.

    What its page showed and nobody changed is no part of it: others may have changed it since.
    """
    state = current_state(game)
    table, changed = state.table, _changed_fields(typed)
    if typed.get("what") == "names":
        names = {id: changed.get(f"name.{id}", name) for id, name in state.names.items()}
        names = {id: name for id, name in names.items() if name != state.names[id]}
        if not names:
            detail = say("you changed no name; change one, or go back")
            raise HandError(Problem("", "required", detail))
        return {"kind": "players", "players": names}
    entry: Json = {"kind": "seats"}
    if any(f"seat.{seat}" in changed for seat in SEATS):
        seats = {seat: typed[f"seat.{seat}"] for seat in SEATS if typed.get(f"seat.{seat}")}
        if seats != dict(table.seats):
            entry["seats"] = seats
    if changed.get("round") not in (None, "", table.prevailing):
        entry["prevailing"] = changed["round"]
    goulash = changed.get("goulash")
    if goulash and (goulash == "yes") != bool(table.goulash):
        entry["goulash"] = goulash == "yes"
    standing = {
        "deals_passed": table.deals_passed,
        "dealer_streak": table.dealer_streak,
        **table.counters,
    }
    numbers = {
        name: integer_or_text(changed[name]) if changed.get(name) else stood
        for name, stood in standing.items()
    }
    entry |= {name: number for name, number in numbers.items() if number != standing[name]}
    if len(entry) == 1:
        detail = say("you changed nothing; change something, or go back")
        raise HandError(Problem("", "required", detail))
    # An entry that leaves them out begins them anew, but the form has shown them.
    begun_anew = ["dealer_streak", *(["deals_passed"] if "prevailing" in entry else [])]
    return entry | {name: numbers[name] for name in begun_anew if typed.get(name)}


def _changed_fields(typed: FormFields) -> dict[str, str]:
    """Return the fields of a form that hold something else than its page showed."""
    texts = {name: text.strip() for name, text in typed.items()}
    return {name: text for name, text in texts.items() if text != texts.get(f"was.{name}")}
