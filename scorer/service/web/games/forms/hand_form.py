"""The form of a hand of a game.

The fields that the game determines are filled in; the others are read back as an entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask_babel import gettext
from werkzeug.datastructures import MultiDict

import scorer
from scorer.errors import HandError
from scorer.game import Game
from scorer.game.fold import current_state
from scorer.game.hands import BET_FIELD, complete_document, entered_fields
from scorer.game.record import Entry
from scorer.game.table import Table
from scorer.rules import BOOKS
from scorer.service.store.keys import key_hash
from scorer.service.web import labels
from scorer.service.web.forms import addresses, bets, form_documents
from scorer.service.web.forms.form import (
    Form,
    answer_form,
    empty_tenpai_fields,
    offered_rulesets,
    ruleset_of,
    winner_problems,
)
from scorer.service.web.forms.form_fields import NAME_FIELD, lasting_field_names, matches_name
from scorer.service.web.forms.form_pages import fields_by_name
from scorer.service.web.games.hand_names import HandNames

FormFields = MultiDict[str, str]
Pair = tuple[str, str]
Json = dict[str, Any]

NAME_FIELD_SUFFIX: Final = NAME_FIELD.partition(".")[2]
LASTING_FIELDS: Final = tuple(
    field for field in lasting_field_names("table", "page") if field != "lang"
)
"""The fields of every ruleset that the game itself fills in; not the language of the page."""


@dataclass(frozen=True)
class HandToEnter:
    """The hand that a form enters.

    Attributes:
        number: Its number.
        table: The table at which it is played.
        totals: The players' points before it.
        names: The players' names.
        game_id: A digest of the key.
        knows: The part of the document of ``/settle`` that the game determines.
        replaces: The entry that it replaces, if any.
        over: Whether the game is over.
    """

    number: int
    table: Table
    totals: Mapping[str, int]
    names: Mapping[str, str]
    game_id: str
    knows: Json
    replaces: Entry | None = None
    over: bool = False

    @property
    def seated(self) -> dict[str, str]:
        """The name of the player on each seat."""
        return {seat: self.names[player] for seat, player in self.table.seats.items()}

    @property
    def resting(self) -> str:
        """The name of the fifth player, who does not sit; "" without one."""
        return self.names.get(self.table.resting or "", "")


def hand_to_enter(game: Game, key: str, replaces: int = 0) -> HandToEnter:
    """Return the next hand of a game, or the one of an entry that is to be replaced.

    Raises:
        LookupError: If that entry is not a hand in force.
    """
    state, identifier = current_state(game), key_hash(key)[:12]
    if not replaces:
        knows = complete_document(game, state.table, state.totals, {})
        return HandToEnter(
            number=state.hand,
            table=state.table,
            totals=state.totals,
            names=state.names,
            game_id=identifier,
            knows=knows,
            over=state.over,
        )
    statuses = state.statuses
    if not 0 < replaces <= game.version or not statuses.in_force(replaces):
        raise LookupError(replaces)
    original = statuses.original_of(replaces)
    entry = game.entry(original)
    if entry.kind != "hand" or entry.table is None:
        raise LookupError(replaces)
    replay = state.replay
    table, totals = replay.table_of_hand(original), replay.totals(original - 1)
    return HandToEnter(
        number=replay.number_of(original),
        table=table,
        totals=totals,
        names=state.names,
        game_id=identifier,
        knows=complete_document(game, table, totals, {}),
        replaces=game.entry(replaces),
    )


def submitted_form(game: Game, hand: HandToEnter, fields: FormFields) -> Form:
    """Return the form of a hand with the submitted fields and those of the game."""
    ruleset = ruleset_of(game.ruleset)
    labels.name_seats(hand.seated)
    return _form_of_game(hand, without_fields_of_game(fields.items(multi=True), ruleset), ruleset)


def empty_form(game: Game, hand: HandToEnter) -> Form:
    """Return the form of a hand with the fields of the game alone."""
    ruleset = ruleset_of(game.ruleset)
    labels.name_seats(hand.seated)
    return _form_of_game(hand, [], ruleset)


def recorded_form(game: Game, hand: HandToEnter) -> Form | None:
    """Return the form of a hand, filled in from the entry that it replaces, if any.

    None if that entry says something for which the form has no field.
    """
    if hand.replaces is None:
        return empty_form(game, hand)
    ruleset = ruleset_of(game.ruleset)
    labels.name_seats(hand.seated)
    document = hand.replaces.payload["document"]
    form = _form_of_game(
        hand, without_fields_of_game(fields_of_hand(game, hand, document), ruleset), ruleset
    )
    if not _matches_document(form, document, game):
        return None
    if form.value("winner") == "nobody":
        # A document may leave out players who do not wait; the form has an answer for each.
        form.document = form_documents.table_document(form.typed, ruleset)
        for name in empty_tenpai_fields(form):
            form.typed[name] = "no"
    return form


def _matches_document(form: Form, document: Json, game: Game) -> bool:
    """Tests if a form says the same as the document of an entry."""
    nobody: Json = {seat: {} for seat in form.game.table.seats}
    whole = {**document, "players": {**nobody, **(document.get("players") or {})}}
    return addresses.same_meaning(entry_of_form(form)["document"], whole, game.edition.book)


def _form_of_game(hand: HandToEnter, pairs: Iterable[Pair], ruleset: Json) -> Form:
    """Return the form with these fields and those of the game."""
    typed = MultiDict([*pairs, *_fields_of_game(hand, ruleset)])
    return Form(typed, ruleset, offered_rulesets(), game=hand)


def settle_form(form: Form) -> Json | None:
    """Return the answer of ``/settle`` to the form; None if invalid, with problems in it."""
    return answer_form(form, form_documents.table_document, scorer.settle, winner_problems)


def entry_of_form(form: Form) -> Json:
    """Return the entry of the form, of kind "hand" or "replace"."""
    table = form_documents.table_document(form.typed, form.ruleset)
    names = {member.name for member in entered_fields(BOOKS[form.ruleset["id"]])}
    document = {name: part for name, part in table.items() if name in names}
    if form.value(BET_FIELD):
        document[BET_FIELD] = form.value(BET_FIELD)
    replaced: Entry | None = form.game.replaces
    if replaced is None:
        return {"kind": "hand", "document": document}
    return {"kind": "replace", "entry": replaced.n, "document": document}


def add_problems(form: Form, error: HandError) -> None:
    """Write the problems of an entry into its form."""
    form.problems = [
        {**problem._asdict(), "field": BET_FIELD if problem.pointer == "/document/bet" else ""}
        for problem in error.problems
    ]


def hidden_fields(form: Form) -> list[tuple[str, str]]:
    """Return the fields of the game, hidden in the form for the live score."""
    pairs = form.typed.items(multi=True)
    is_known = _is_field_of_game(form.ruleset)
    return [pair for pair in pairs if is_known(pair[0])]


def hand_page_title(game: Game, hand: HandToEnter) -> str:
    """Return the title of the page of a hand."""
    state = current_state(game)
    names = HandNames(game, state)
    if hand.replaces is None:
        return labels.capital(names.next_hand)
    name = names.of_entry(state.statuses.original_of(hand.replaces.n))
    return str(gettext("Correct %(hand)s", hand=name))


def _fields_of_game(hand: HandToEnter, ruleset: Json) -> list[Pair]:
    is_known = _is_field_of_game(ruleset)
    names = {NAME_FIELD.format(seat=seat.lower()): name for seat, name in hand.seated.items()}
    if hand.resting:
        names[bets.BETTOR_FIELD] = hand.resting
    pairs = [pair for pair in addresses.table_fields(hand.knows) if is_known(pair[0])]
    return [*pairs, *names.items()]


def fields_of_hand(game: Game, hand: HandToEnter, document: Json) -> list[Pair]:
    """Return the fields of the table form for a document of this hand."""
    whole = complete_document(game, hand.table, hand.totals, document)
    bet = [(BET_FIELD, document[BET_FIELD])] if document.get(BET_FIELD) else []
    return [*addresses.table_fields(whole), *bet]


def without_fields_of_game(pairs: Iterable[Pair], ruleset: Json) -> list[Pair]:
    """Return the fields without those that the game fills in."""
    is_known = _is_field_of_game(ruleset)
    return [pair for pair in pairs if not is_known(pair[0])]


def _is_field_of_game(ruleset: Json) -> Callable[[str], bool]:
    """Return a predicate for the names of fields that the game fills in."""
    names = fields_by_name(BOOKS[ruleset["id"]])

    def is_known(name: str) -> bool:
        if name in names:
            return names[name].note.lasts != "hand"
        return name.partition(".")[2] == NAME_FIELD_SUFFIX or matches_name(name, LASTING_FIELDS)

    return is_known
