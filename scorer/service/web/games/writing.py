"""The pages of games that write an entry: a hand, points, an undo, names and seats, the end."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from flask import Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from scorer.errors import HandError
from scorer.game import Game
from scorer.service.games import opening
from scorer.service.games.opening import OpenGame, WrittenSinceError
from scorer.service.games.request_meta import hash_request
from scorer.service.store.records import IdempotentRequest
from scorer.service.web.forms.form import Form
from scorer.service.web.forms.submitted import body_fields
from scorer.service.web.forms.table_codecs import NOBODY
from scorer.service.web.games import previews
from scorer.service.web.games.board import board
from scorer.service.web.games.changed_lines import changed_lines_response
from scorer.service.web.games.forms import hand_form, new_game, penalties, seating
from scorer.service.web.games.forms.form_meta import AFTER_FIELD, BY_FIELD, ONCE_FIELD, form_meta
from scorer.service.web.games.forms.hand_form import HandToEnter
from scorer.service.web.games.pages import (
    KEY_PATH,
    blueprint,
    problems_in_words,
    render_board_page,
    render_page,
    wants_json,
    writable_game,
)

Json = dict[str, Any]

MAX_NUMBER_DIGITS = 10


@blueprint.route(f"{KEY_PATH}/hand", methods=["GET", "POST"])
def hand(key: str) -> ResponseReturnValue:
    """Enter the next hand."""
    return _hand_view(key, 0)


@blueprint.route(f"{KEY_PATH}/hand/<int:number>", methods=["GET", "POST"])
def hand_again(key: str, number: int) -> ResponseReturnValue:
    """Correct a hand."""
    return _hand_view(key, number)


@blueprint.route(f"{KEY_PATH}/adjust", methods=["GET", "POST"])
def adjust(key: str) -> ResponseReturnValue:
    """Move points between hands: a penalty or agreed points."""
    open_game = writable_game(key)
    adjustment, status = penalties.read_adjustment(open_game.game, body_fields()), 200
    is_stale = form_meta(adjustment.typed).after not in (None, open_game.game.version)
    # A retry is recognised by its name, whatever the form makes of the current game.
    if adjustment.typed.get("go") == "enter" and (adjustment.request or is_stale):
        try:
            return write_and_redirect(open_game, key, adjustment.request, adjustment.submitted)
        except HandError as error:
            if wants_json():
                raise
            adjustment.refuse(error)
        except WrittenSinceError as error:
            open_game, status = open_game._replace(game=error.game), 409
            adjustment = penalties.read_adjustment(open_game.game, body_fields())
            if wants_json():
                error.comes_to = {"next": _preview_adjustment(adjustment)}
                raise
            adjustment.problems.append(written_since_sentence(error))
    if adjustment.problems and wants_json():
        return {"errors": [{"detail": problem} for problem in adjustment.problems]}, 422
    shows = adjustment.request and (status == 409 or not adjustment.problems)
    effect = _effect_of_form(open_game.game, adjustment) if shows else None
    page = render_page(
        "games/adjust.html",
        open_game,
        key,
        adjustment=adjustment,
        effect=effect,
        board=board(open_game.game),
    )
    return page, 422 if adjustment.problems and status == 200 else status


def _preview_adjustment(adjustment: penalties.Adjustment) -> Json:
    """Return what a form of points would move now, or its errors."""
    if adjustment.problems:
        return {"errors": adjustment.problems}
    return previews.preview_entry(adjustment.game, adjustment.request)


@blueprint.post(f"{KEY_PATH}/undo")
def undo(key: str) -> ResponseReturnValue:
    """Undo an entry."""
    number = request.form.get("entry", "")
    is_number = number.isdecimal() and len(number) < MAX_NUMBER_DIGITS
    return _write_button_entry(key, {"kind": "undo", "entry": int(number) if is_number else 0})


@blueprint.route(f"{KEY_PATH}/table", methods=["GET", "POST"])
def table(key: str) -> ResponseReturnValue:
    """Change names, seats, or the wind of the round."""
    open_game = writable_game(key)
    problems: list[str] = []
    if request.method == "POST":
        try:
            entry = _table_entry(open_game)
        except HandError as error:
            if wants_json():
                raise
            problems = problems_in_words(error)
        else:
            done = _attempt_write(open_game, key, entry, _submitted_entry_fields(request.form))
            if done.response is not None:
                return done.response
            open_game, problems = done.open_game, done.problems
    page = render_page(
        "games/table.html", open_game, key, problems=problems, board=board(open_game.game)
    )
    return page, 422 if problems else 200


def _table_entry(open_game: OpenGame) -> Json:
    """Return the entry of the form of the table; empty for a form that was entered before.

    Raises:
        HandError: If the form changes nothing on the version that it was made for.
    """
    try:
        return new_game.table_request(open_game.game, request.form)
    except HandError:
        if form_meta(request.form).after in (None, open_game.game.version):
            raise
        return {}


@blueprint.post(f"{KEY_PATH}/more")
def close(key: str) -> ResponseReturnValue:
    """Close the game."""
    return _write_button_entry(key, {"kind": "close"})


def _hand_view(key: str, number: int) -> ResponseReturnValue:
    open_game = writable_game(key)
    try:
        hand = hand_form.hand_to_enter(open_game.game, key, number)
    except LookupError:
        abort(404)
    if request.method == "POST":
        return _submit_hand(open_game, key, hand)
    if not number and (
        changes := changed_lines_response(open_game, partial(_empty_hand_page, key))
    ):
        return changes
    form = hand_form.recorded_form(open_game.game, hand)
    if form is None:
        return redirect(url_for("game_pages.hand_as_text", key=key, number=number))
    # Older links name the seat.
    winner = request.args.get("winner", "")
    seat_of = {player: seat for seat, player in hand.table.seats.items()}
    seat = seat_of.get(winner, winner)
    if (seat in hand.seated or winner == NOBODY) and not number:
        form.typed.setdefault("winner", seat)
    return _hand_page(open_game, key, form)


def _empty_hand_page(key: str, open_game: OpenGame) -> str:
    """Return the page of the next hand, with what the game determines."""
    hand = hand_form.hand_to_enter(open_game.game, key)
    return _render_hand(open_game, key, hand_form.empty_form(open_game.game, hand))


def _submit_hand(open_game: OpenGame, key: str, hand: HandToEnter) -> ResponseReturnValue:
    """Write the hand of a form, or show the form with its problems.

    If somebody has written since, nothing is written: the form shows what the hand would move
    now, because the payments may have changed with the seats.
    """
    game = open_game.game
    form, _, entry = seating.submitted_hand(game, hand, body_fields())
    is_stale = form_meta(request.form).after not in (None, game.version)
    if is_stale or not form.problems:
        try:
            return write_and_redirect(open_game, key, hand_form.entry_of_form(form), entry)
        except HandError as error:
            hand_form.add_problems(form, error)
        except WrittenSinceError as error:
            return _answer_stale_hand(open_game, error, key, hand)
    if wants_json():
        return {"errors": form.problems}, 422
    return _hand_page(open_game, key, form)


def _answer_stale_hand(
    open_game: OpenGame, error: WrittenSinceError, key: str, hand: HandToEnter
) -> ResponseReturnValue:
    """Answer a hand on a stale version with what it would move now."""
    number = hand.replaces.n if hand.replaces else 0
    open_game = open_game._replace(game=error.game)
    # The replaced hand may have been undone meanwhile; then keep the old form.
    with suppress(LookupError):
        hand = hand_form.hand_to_enter(open_game.game, key, number)
    if wants_json():
        error.comes_to = previews.preview_hand(
            open_game.game, key, body_fields(), hand, error.after
        )
        raise error
    form, settles, _ = seating.submitted_hand(open_game.game, hand, body_fields())
    points_moved: Mapping[str, int] = {}
    if settles:
        with suppress(HandError):
            points_moved = previews.points_moved_by(open_game.game, hand_form.entry_of_form(form))
    return _hand_page(open_game, key, form, since=_entries_since(error), points_moved=points_moved)


def _hand_page(
    open_game: OpenGame,
    key: str,
    form: Form,
    since: str = "",
    points_moved: Mapping[str, int] | None = None,
) -> ResponseReturnValue:
    page = _render_hand(open_game, key, form, since, points_moved or {})
    if since:
        return page, 409
    return page, 422 if form.problems else 200


def _render_hand(
    open_game: OpenGame,
    key: str,
    form: Form,
    since: str = "",
    points_moved: Mapping[str, int] = MappingProxyType({}),
) -> str:
    hand: HandToEnter = form.game
    return render_page(
        "games/hand.html",
        open_game,
        key,
        form=form,
        ruleset=form.ruleset,
        hand=hand,
        hidden=[
            *hand_form.hidden_fields(form),
            (seating.SEATED_FIELD, seating.seating_field_value(hand.table.seats)),
        ],
        heading=hand_form.hand_page_title(open_game.game, hand),
        since=since,
        points_moved={
            hand.names[player]: points for player, points in points_moved.items() if points
        },
        over=hand.over,
    )


def _write_button_entry(key: str, entry: Json) -> ResponseReturnValue:
    """Write the entry of a button; on a problem show it on the board."""
    done = _attempt_write(writable_game(key), key, entry)
    if done.response is not None:
        return done.response
    page = render_board_page("games/board.html", done.open_game, key, problems=done.problems)
    return page, 422


class WriteAttempt(NamedTuple):
    """The outcome of writing an entry: a response if written, else the problems."""

    response: Response | None
    problems: list[str]
    open_game: OpenGame


def _attempt_write(
    open_game: OpenGame, key: str, entry: Json, submitted: Json | None = None
) -> WriteAttempt:
    """Write an entry, returning problems to a page; scripts get the error itself."""
    try:
        return WriteAttempt(write_and_redirect(open_game, key, entry, submitted), [], open_game)
    except HandError as error:
        if wants_json():
            raise
        return WriteAttempt(None, problems_in_words(error), open_game)
    except WrittenSinceError as error:
        if wants_json():
            raise
        return WriteAttempt(
            None, [written_since_sentence(error)], open_game._replace(game=error.game)
        )


def written_since_sentence(error: WrittenSinceError) -> str:
    """Return the sentence that somebody else has entered something meanwhile."""
    return str(
        gettext(
            "Somebody else has made an entry in the meantime (%(what)s). If yours is still right, "
            "send it again",
            what=_entries_since(error),
        )
    )


def _entries_since(error: WrittenSinceError) -> str:
    """Return what was entered since, in words."""
    rows = board(error.game).latest_rows
    rows = [row for row in rows if row.entry.n > error.after]
    return str(gettext("; ")).join(row.entry_sentence for row in rows)


def write_and_redirect(
    open_game: OpenGame, key: str, entry: Json, submitted: Json | None = None
) -> Response:
    """Write an entry and redirect to the game. Raises HandError and WrittenSinceError.

    ``submitted`` identifies a retry if the entry of the form depends on the state of the game.
    """
    meta = form_meta(request.form)
    after = open_game.game.version if meta.after is None else meta.after
    once = IdempotentRequest(meta.once, hash_request(submitted or entry))
    answer = opening.write_entry(key, entry, after, meta.by, once)
    address = url_for("game_pages.game", key=key)
    if wants_json():
        return Response(answer, 201, mimetype="application/json")
    return Response(status=303, headers={"Location": address})


def _submitted_entry_fields(fields: Mapping[str, str]) -> Json:
    """Return the fields of a form without its metadata."""
    return {
        name: value
        for name, value in fields.items()
        if name not in (AFTER_FIELD, ONCE_FIELD, BY_FIELD)
    }


def _effect_of_form(game: Game, form: penalties.Adjustment) -> Json | None:
    """Return the answer to the entry of a form; None if invalid, with the problems in the form."""
    try:
        return opening.apply_entry(game, form.request, None)[1]
    except HandError as error:
        form.refuse(error)
        return None
