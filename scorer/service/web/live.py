"""Live scores while a form is filled in: a sentence, the score, and the lines behind it.

The keypad posts the form as it stands and shows the response unchanged: forms are read and words
chosen by the same code as on the page of the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, jsonify, render_template
from flask_babel import gettext as _
from flask_babel import ngettext

import scorer
from scorer.documents.text.terminal import below_minimum_text
from scorer.errors import HandError
from scorer.game.hands import BET_FIELD
from scorer.service.i18n.languages import translate
from scorer.service.web import labels
from scorer.service.web.forms import bets, form_documents
from scorer.service.web.forms.form import (
    Form,
    answer_form,
    read_form,
    way_problems,
    winner_problems,
)
from scorer.service.web.results import summary
from scorer.service.web.results.nearest import nearest_hands, nearest_to_rejected
from scorer.service.web.results.result_summary import gains_by_seat

Json = dict[str, Any]

MAX_LISTED_WAITS = 3
MAX_NEAR_HANDS = 2
MAX_DISTANCE = 3
"""The most missing tiles of a near hand beside the keys."""
WIND_FIELDS = ("seat", "round")

blueprint = Blueprint("live", __name__)


@blueprint.post("/live/score")
def score() -> Response:
    """Score a hand, and say who pays whom."""
    form = _read_form()
    sheet = answer_form(form, form_documents.hand_document, scorer.score, way_problems)
    if sheet is None:
        return jsonify(_problem_response(form))
    won = "win" in form.document
    short = nearest_hands(form, MAX_NEAR_HANDS) if won and not sheet["qualifies"] else []
    seat = form.value("seat")
    return _score_response(
        form, _verdict_sentence(form, sheet, won), sheet, won=won, seat=seat, near=short
    )


@blueprint.post("/live/waits")
@blueprint.post("/live/waiting", defaults={"tap": False})
def waits(tap: bool = True) -> Response:
    """List the waits of a hand, to be tapped or only shown.

    The tiles are named before the winds are chosen; their scores need the winds.
    """
    form = _read_form()
    missing = [
        name for name in (WIND_FIELDS if form.asks_round else ("seat",)) if not form.value(name)
    ]
    for name in missing:
        form.typed[name] = "E"
    answer = answer_form(form, form_documents.waits_document, scorer.waits)
    if answer is None:
        return jsonify(_problem_response(form))
    tiles = answer["waits"]
    nearest = [] if tiles else nearest_hands(form, MAX_NEAR_HANDS)
    sentence = _waits_in_words(tiles) if tiles else _waits_for_nothing(nearest)
    if missing:
        return jsonify({"say": sentence, "field": missing[0]})
    if tiles:
        panel = render_template("_live_waits.html", waits=tiles, tap=tap)
    else:
        panel = _near_hands_panel(nearest)
    return jsonify({"say": sentence, "panel": panel})


@blueprint.post("/live/table")
def table() -> Response:
    """Settle a table, or score the winner alone until all players are entered."""
    form = _read_form()
    answer = answer_form(form, form_documents.table_document, scorer.settle, winner_problems)
    winner = form.value("winner")
    if answer is not None:
        summary.remove_undecided(answer, form_documents.settled_seats(form.typed))
        sheets = answer["scores"]
        scores = {seat: labels.number(sheets[seat]["total"]) for seat in sheets}
        sheet = sheets.get(winner) or {"total": "", "unit": ""}
        asks = {seat: _open_questions(sheets[seat]) for seat in sheets if _is_partial(form, seat)}
        message, whole = _settled_with_bet(form, answer)
        return _score_response(form, message, sheet, asks, table=whole, won=True, scores=scores)
    missing = [seat for seat, player in form.document["players"].items() if not player]
    others = {form_documents.first_player_field(seat, form.ruleset) for seat in missing}
    if winner not in labels.SEATS or any(p["field"] not in others for p in form.problems):
        return jsonify(_problem_response(form))
    sheet = _winner_sheet(form)
    if sheet is None:
        return jsonify(_problem_response(form))
    names = labels.all_named([labels.seat_name(seat) for seat in missing])
    message = _("Still to enter: %(players)s", players=names)
    return _score_response(
        form,
        message,
        sheet,
        missing=missing,
        won=True,
        scores={winner: labels.number(sheet["total"])},
    )


def _settled_with_bet(form: Form, answer: Json) -> tuple[str, Json]:
    """Return the gains in words, and the answer with the payments on a fifth player's bet."""
    paid = bets.bets_of_form(form, answer)
    nets = [
        (labels.seat_name(seat), amount - paid.get(seat, 0))
        for seat, amount in gains_by_seat(answer).items()
    ]
    if not paid:
        return _nets_in_words(nets), answer
    bettor = form.value(bets.BETTOR_FIELD) or str(_("The fifth player"))
    on_bet = bets.bet_payments(paid, bettor, form.value(BET_FIELD))
    whole = {**answer, "payments": [*answer["payments"], *on_bet]}
    return _nets_in_words([*nets, (bettor, sum(paid.values()))]), whole


def _is_partial(form: Form, seat: str) -> bool:
    return bool((form.document["players"][seat].get("hand") or {}).get("partial"))


def _open_questions(sheet: Mapping[str, Any]) -> list[str]:
    """Return the questions about tiles that were not entered and could still score."""
    return [labels.capital(translate(line["ask"])) for line in sheet.get("undecided") or ()]


def _read_form() -> Form:
    """Read the form as it stands, without a pressed button."""
    form = read_form()
    labels.name_seats(form_documents.player_names(form.typed))
    form.switching = False
    return form


def _winner_sheet(form: Form) -> Mapping[str, Any] | None:
    document: Any = form_documents.winner_document(form.typed, form.ruleset)
    if "points" in document:
        return {"total": document["points"], "unit": "", "lines": []}
    try:
        return scorer.score(document)
    except HandError:
        return None


def _score_response(
    form: Form,
    message: str,
    sheet: Mapping[str, Any],
    asks: Mapping[str, list[str]] | None = None,
    scores: Mapping[str, str] | None = None,
    missing: Sequence[str] = (),
    **context: Any,
) -> Response:
    panel = render_template("_live.html", ruleset=form.ruleset, sheet=sheet, **context)
    total = labels.number(sheet["total"])
    answer = {"say": message, "total": total, "unit": translate(sheet["unit"]), "panel": panel}
    asked_of = {seat: questions for seat, questions in (asks or {}).items() if questions}
    extra = {"scores": scores, "asks": asked_of, "missing": missing}
    return jsonify(answer | {name: value for name, value in extra.items() if value})


def _problem_response(form: Form) -> Json:
    """Return the first problem, one with an entered field before one with an empty field.

    Tiles that are not a winning hand come with the hands nearest to them.
    """
    nearest = nearest_to_rejected(form, MAX_NEAR_HANDS)
    entered = [problem for problem in form.problems if problem["code"] != "required"]
    first = (entered or form.problems)[0]
    message, field = labels.capital(translate(first["detail"])), first["field"]
    if nearest and nearest[0].get("distance"):
        message = _distance_text(nearest[0])
    seat = field.partition(".")[0].upper()
    if seat in labels.SEATS and "." in field:
        message = str(_("%(player)s: %(what)s", player=labels.seat_name(seat), what=message))
    panel = {"panel": _near_hands_panel(nearest)} if nearest else {}
    return {"say": message, "field": field, **panel}


def _distance_text(hand: Json) -> str:
    values = {"num": hand["distance"], "hand": labels.capital(translate(hand["title"]))}
    return str(
        ngettext(
            "No winning hand. %(hand)s: %(num)s tile is wrong",
            "No winning hand. %(hand)s: %(num)s tiles are wrong",
            **values,
        )
    )


def _near_hands_panel(nearest: list[Json]) -> str:
    hands = [hand for hand in nearest if hand.get("distance", 0) <= MAX_DISTANCE]
    return render_template("_live_near.html", near=hands) if hands else ""


def _waits_for_nothing(nearest: list[Json]) -> str:
    """Say that no tile completes the hand, and how far the nearest hand is."""
    if not nearest:
        return str(_("No tile completes it"))
    return str(
        ngettext(
            "No tile completes it: the nearest hand needs %(num)s tile",
            "No tile completes it: the nearest hand needs %(num)s tiles",
            nearest[0]["distance"],
        )
    )


def _waits_in_words(waits: list[Json]) -> str:
    if len(waits) > MAX_LISTED_WAITS:
        left = sum(wait["unseen"] for wait in waits)
        kinds = len(waits)
        return str(_("Waits for %(kinds)s kinds of tile, %(left)s left", kinds=kinds, left=left))
    names = labels.all_named([labels.tile_name(wait["tile"]) for wait in waits])
    return str(_("Waits for %(tiles)s", tiles=names))


def _verdict_sentence(form: Form, sheet: Json, won: bool) -> str:
    if not won and not form.ruleset["losers_score"]:
        return str(_("Only the hand that won scores"))
    if not won:
        return str(_("Not a win: what the hand scores"))
    if not sheet["qualifies"]:
        return translate(below_minimum_text(sheet))
    return _payers_sentence(sheet, form.value("seat")) or translate(sheet["formula"])


def _payers_sentence(sheet: Json, seat: str) -> str:
    """Say who pays the winner what: "West pays you 30; North and East pay you 8 each"."""
    payers: dict[int, list[str]] = {}
    for payment in sheet["payments"]:
        if payment["to"] == seat:
            payers.setdefault(payment["amount"], []).append(labels.seat_name(payment["from"]))
    others = len(sheet["net"]) - 1
    return str(_("; ")).join(
        _payers_in_words(names, amount, others) for amount, names in payers.items()
    )


def _payers_in_words(names: list[str], amount: int, others: int) -> str:
    number = labels.number(amount)
    if len(names) == others > 1:
        return str(_("The others pay you %(amount)s each", amount=number))
    if len(names) == 1:
        return str(_("%(player)s pays you %(amount)s", player=names[0], amount=number))
    players = labels.all_named(names)
    return str(_("%(players)s pay you %(amount)s each", players=players, amount=number))


def _nets_in_words(nets: Iterable[tuple[str, int]]) -> str:
    """Say what each player has won or lost, if anything: "East +216, South −60"."""
    moved = [
        # A name and its number stay on one line.
        f"{player}\u00a0{'+' if amount > 0 else ''}{labels.number(amount)}"
        for player, amount in nets
        if amount
    ]
    return str(_(", ")).join(moved) or str(_("Nobody pays anything."))
