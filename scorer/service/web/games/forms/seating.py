"""Read the form of a hand by the seats under which it was filled in.

What it says of a player stays with that player, even if the seats have changed since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from scorer.game import Game
from scorer.game.hands import BET_FIELD
from scorer.game.record import player_ids
from scorer.game.reseat import named_seats, reseated_document, seat_moves
from scorer.service.web.forms.form import Form
from scorer.service.web.forms.table_codecs import NOBODY, WINNER
from scorer.service.web.games.forms import hand_form
from scorer.service.web.games.forms.hand_form import HandToEnter
from scorer.types.entries import MAX_PLAYERS
from scorer.types.terms import SEATS

FormFields = MultiDict[str, str]
Json = dict[str, Any]

SEATED_FIELD: Final = "seated"
PLAYER_IDS: Final = player_ids(MAX_PLAYERS)


class SubmittedHand(NamedTuple):
    """A submitted hand, with each player on the current seat.

    Attributes:
        form: Its form, with the problems.
        settles: Whether it can be settled; players who no longer sit are left out.
        request: The entry by the seats under which the fields were filled in: equal for equal
            fields.
    """

    form: Form
    settles: bool
    request: Json


def seating_field_value(seats: Mapping[str, str]) -> str:
    """Return the seats as the value of a form's field.

    >>> seating_field_value({"E": "p1", "S": "p2", "W": "p3"})
    'E:p1 S:p2 W:p3'
    """
    return " ".join(f"{seat}:{seats[seat]}" for seat in SEATS if seat in seats)


def submitted_seats(fields: FormFields) -> dict[str, str]:
    """Return the player of each seat when the form was filled in; empty if unknown.

    >>> submitted_seats(MultiDict([("seated", "E:p1 S:p2 W:p3")]))
    {'E': 'p1', 'S': 'p2', 'W': 'p3'}
    >>> submitted_seats(MultiDict([("seated", "E:p1 S:p1")]))
    {}
    """
    pairs = [word.partition(":") for word in fields.get(SEATED_FIELD, "").split()]
    seats: dict[str, str] = {
        seat: player for seat, _, player in pairs if seat in SEATS and player in PLAYER_IDS
    }
    distinct = len(set(seats.values())) == len(seats) == len(pairs)
    return seats if distinct else {}


def submitted_hand(game: Game, hand: HandToEnter, submitted: FormFields) -> SubmittedHand:
    """Return a submitted hand by the current seats."""
    before: Mapping[str, str] = submitted_seats(submitted) or hand.table.seats
    request = _entry_by_seats(game, hand, before, submitted)
    absent: list[str] = []
    fields = submitted
    if before != hand.table.seats:
        absent = _names_no_longer_seated(game, hand, before, request["document"])
        fields = _fields_by_current_seats(game, hand, before, request["document"])
        if submitted.get(WINNER) != NOBODY and fields[WINNER] == NOBODY:
            # The winner was not chosen, or does not sit now.
            del fields[WINNER]
    form = hand_form.submitted_form(game, hand, fields)
    settles = hand_form.settle_form(form) is not None
    form.problems += [_not_seated_problem(name) for name in absent]
    return SubmittedHand(form, settles, request)


def _fields_by_current_seats(
    game: Game, hand: HandToEnter, before: Mapping[str, str], document: Json
) -> FormFields:
    """Return the fields of a document by the current seats."""
    if hand.table.resting in before.values():
        # Another player rests, and bets, in this hand.
        document = {name: part for name, part in document.items() if name != BET_FIELD}
    moves = seat_moves(before, hand.table.seats)
    document = reseated_document(document, game.edition.book, moves)
    return MultiDict(hand_form.fields_of_hand(game, hand, document))


def _entry_by_seats(
    game: Game, hand: HandToEnter, before: Mapping[str, str], fields: FormFields
) -> Json:
    """Return the entry by the seats under which the fields were filled in.

    With three players another seat may have been empty then.
    """
    filled_in = replace(hand, knows={**hand.knows, "players": {seat: {} for seat in before}})
    return hand_form.entry_of_form(hand_form.submitted_form(game, filled_in, fields))


def _names_no_longer_seated(
    game: Game, hand: HandToEnter, before: Mapping[str, str], document: Json
) -> list[str]:
    named = named_seats(document, game.edition.book)
    sitting = hand.table.seats.values()
    gone = [player for seat, player in before.items() if seat in named and player not in sitting]
    if document.get(BET_FIELD):
        rested = [player for player in game.ids if player not in before.values()]
        gone += [player for player in rested if player in sitting]
    return [hand.names[player] for player in gone]


def _not_seated_problem(name: str) -> Json:
    """Return the problem of a named player who does not sit in this hand."""
    detail = gettext(
        "%(player)s sits out this hand: what was entered for this player is ignored",
        player=name,
    )
    return {"pointer": "", "code": "contradiction", "field": "", "detail": str(detail)}
