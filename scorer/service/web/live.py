"""What a form is worth while it is tapped in: one sentence, the score, and the lines behind it.

The keypad sends the form as it stands and shows the answer as it is: so the form is read, and the
words are chosen, in one place for the live page and the page that follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, render_template
from flask_babel import gettext as _
from flask_babel import ngettext

import scorer
from scorer.errors import HandError
from scorer.service.i18n.languages import said
from scorer.service.web import form_documents, labels, results
from scorer.service.web.compass import gained
from scorer.service.web.form import Form, answer_form, how_won, read_form, who_won
from scorer.service.web.nearest import near, nearly
from scorer.terminal import below_minimum

__all__ = ["blueprint"]

Json = dict[str, Any]

SHOWN_WAITS = 3
SHOWN_NEAR = 2
STILL_NEAR = 3
"""How many tiles a hand may be away to be shown beside the keys."""
WINDS = ("seat", "round")

blueprint = Blueprint("live", __name__)


@blueprint.post("/live/score")
def score() -> Response:
    """A hand: its score and who pays whom."""
    form = _form()
    sheet = answer_form(form, form_documents.hand_document, scorer.score, how_won)
    if sheet is None:
        return jsonify(_wrong(form))
    won = "win" in form.document
    short = near(form, SHOWN_NEAR) if won and not sheet["qualifies"] else []
    seat = form.value("seat")
    return _told(form, _verdict(form, sheet, won), sheet, won=won, seat=seat, near=short)


@blueprint.post("/live/waits")
@blueprint.post("/live/waiting", defaults={"tap": False})
def waits(tap: bool = True) -> Response:
    """A hand of one tile too few: what it waits for, to be tapped or only to be seen.

    Which tiles they are is told without the winds; what each would bring, with them.
    """
    form = _form()
    untold = [name for name in (WINDS if form.asks_round else ("seat",)) if not form.value(name)]
    for name in untold:
        form.typed[name] = "E"
    answer = answer_form(form, form_documents.waits_document, scorer.waits)
    if answer is None:
        return jsonify(_wrong(form))
    found = answer["waits"]
    nearest = [] if found else near(form, SHOWN_NEAR)
    say = _awaited(found) if found else _waits_for_nothing(nearest)
    if untold:
        return jsonify({"say": say, "field": untold[0]})
    if found:
        panel = render_template("_live_waits.html", waits=found, tap=tap)
    else:
        panel = _panel_of(nearest)
    return jsonify({"say": say, "panel": panel})


@blueprint.post("/live/table")
def table() -> Response:
    """A table: every payment; the winner's score alone while the others' are still to be told."""
    form = _form()
    answer = answer_form(form, form_documents.table_document, scorer.settle, who_won)
    winner = form.value("winner")
    if answer is not None:
        results.ask_no_more(answer, form_documents.settled_seats(form.typed))
        scores = {seat: labels.number(one["total"]) for seat, one in answer["scores"].items()}
        sheet = answer["scores"].get(winner) or {"total": "", "unit": ""}
        told = answer["scores"].items()
        asks = {seat: _asked(one) for seat, one in told if _is_partial(form, seat)}
        return _told(form, _nets(answer), sheet, asks, table=answer, won=True, scores=scores)
    untold = [seat for seat, told in form.document["players"].items() if not told]
    others = {form_documents.untold_field(seat, form.detail) for seat in untold}
    if winner not in labels.SEATS or any(p["field"] not in others for p in form.problems):
        return jsonify(_wrong(form))
    sheet = _alone(form)
    if sheet is None:
        return jsonify(_wrong(form))
    names = labels.all_named([labels.seat_name(seat) for seat in untold])
    say = _("Still to tell: %(players)s", players=names)
    return _told(form, say, sheet, won=True, scores={winner: labels.number(sheet["total"])})


def _is_partial(form: Form, seat: str) -> bool:
    return bool((form.document["players"][seat].get("hand") or {}).get("partial"))


def _asked(sheet: Mapping[str, Any]) -> list[str]:
    """What the table is asked of the tiles that nobody told, as far as they could still add."""
    return [labels.capital(said(one["ask"])) for one in sheet.get("undecided") or ()]


def _form() -> Form:
    """The form as it stands: no button of it was pressed."""
    form = read_form()
    labels.name_seats(form_documents.names_told(form.typed))
    form.switching = False
    return form


def _alone(form: Form) -> Mapping[str, Any] | None:
    document: Any = form_documents.winner_document(form.typed, form.detail)
    if "points" in document:
        return {"total": document["points"], "unit": "", "lines": []}
    try:
        return scorer.score(document)
    except HandError:
        return None


def _told(
    form: Form,
    say: str,
    sheet: Mapping[str, Any],
    asks: Mapping[str, list[str]] | None = None,
    scores: Mapping[str, str] | None = None,
    **shown: Any,
) -> Response:
    panel = render_template("_live.html", detail=form.detail, sheet=sheet, **shown)
    total = labels.number(sheet["total"])
    told = {"say": say, "total": total, "unit": said(sheet["unit"]), "panel": panel}
    asked = {seat: one for seat, one in (asks or {}).items() if one}
    extra = {"scores": scores, "asks": asked}
    return jsonify(told | {name: one for name, one in extra.items() if one})


def _wrong(form: Form) -> Json:
    """The first thing that is wrong; before it what is wrong with what was told, not left out. Of
    tiles that are no hand, the hands that they nearly are."""
    nearest = nearly(form, SHOWN_NEAR)
    told = [problem for problem in form.problems if problem["code"] != "required"]
    first = (told or form.problems)[0]
    say, field = labels.capital(said(first["detail"])), first["field"]
    if nearest and nearest[0].get("distance"):
        say = _away_from(nearest[0])
    seat = field.partition(".")[0].upper()
    if seat in labels.SEATS and "." in field:
        say = str(_("%(player)s: %(what)s", player=labels.seat_name(seat), what=say))
    shown = {"panel": _panel_of(nearest)} if nearest else {}
    return {"say": say, "field": field, **shown}


def _away_from(hand: Json) -> str:
    told = {"num": hand["distance"], "hand": labels.capital(said(hand["title"]))}
    return str(
        ngettext(
            "No winning hand. %(hand)s: %(num)s tile is wrong",
            "No winning hand. %(hand)s: %(num)s tiles are wrong",
            **told,
        )
    )


def _panel_of(nearest: list[Json]) -> str:
    shown = [hand for hand in nearest if hand.get("distance", 0) <= STILL_NEAR]
    return render_template("_live_near.html", near=shown) if shown else ""


def _waits_for_nothing(nearest: list[Json]) -> str:
    """That no tile completes the hand, and how far the nearest of all hands is."""
    if not nearest:
        return str(_("No tile completes it"))
    return str(
        ngettext(
            "No tile completes it: the nearest hand wants %(num)s tile",
            "No tile completes it: the nearest hand wants %(num)s tiles",
            nearest[0]["distance"],
        )
    )


def _awaited(waits: list[Json]) -> str:
    if len(waits) > SHOWN_WAITS:
        left = sum(wait["unseen"] for wait in waits)
        kinds = len(waits)
        return str(_("Waits for %(kinds)s kinds of tile, %(left)s left", kinds=kinds, left=left))
    names = labels.all_named([labels.tile_name(wait["tile"]) for wait in waits])
    return str(_("Waits for %(tiles)s", tiles=names))


def _verdict(form: Form, sheet: Json, won: bool) -> str:
    if not won and not form.detail["losers_score"]:
        return str(_("Only the hand that won scores"))
    if not won:
        return str(_("Not a win: what the hand scores"))
    if not sheet["qualifies"]:
        return said(below_minimum(sheet))
    return _payers(sheet, form.value("seat")) or said(sheet["formula"])


def _payers(sheet: Json, seat: str) -> str:
    """Who pays the winner what: "West pays you 30; North and East pay you 8 each"."""
    payers: dict[int, list[str]] = {}
    for payment in sheet["payments"]:
        if payment["to"] == seat:
            payers.setdefault(payment["amount"], []).append(labels.seat_name(payment["from"]))
    others = len(sheet["net"]) - 1
    return str(_("; ")).join(_paid(names, amount, others) for amount, names in payers.items())


def _paid(names: list[str], amount: int, others: int) -> str:
    told = labels.number(amount)
    if len(names) == others > 1:
        return str(_("The others pay you %(amount)s each", amount=told))
    if len(names) == 1:
        return str(_("%(player)s pays you %(amount)s", player=names[0], amount=told))
    players = labels.all_named(names)
    return str(_("%(players)s pay you %(amount)s each", players=players, amount=told))


def _nets(answer: Json) -> str:
    """What each player has won or lost, if anything: "East +216, South −60"."""
    moved = [
        # A name and its number stay on one line.
        f"{labels.seat_name(seat)}\u00a0{'+' if amount > 0 else ''}{labels.number(amount)}"
        for seat, amount in gained(answer).items()
        if amount
    ]
    return str(_(", ")).join(moved) or str(_("Nobody pays anything."))
