"""The pictures of a hand's and a table's result, at the address of the result with ``.png``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app

import scorer
from scorer.service.i18n.languages import translate
from scorer.service.web import labels
from scorer.service.web.drawing.tiles_shown import (
    SPRITE_FILE,
    tile_corner_key,
    tile_corner_texts,
    typed_tiles,
)
from scorer.service.web.forms import form_documents
from scorer.service.web.forms.form import (
    Form,
    answer_form,
    read_form,
    way_problems,
    winner_problems,
)
from scorer.service.web.pictures import drawing, tile_row
from scorer.service.web.results.result_summary import gains_by_seat
from scorer.service.web.results.summary import lines_by_weight

PICTURE_MARGIN = 60
MAX_SCORE_LINES = 3
LINE_WIDTH, LINE_SIZE = 560, 32
TOTAL_SIZE, TOTAL_GAP = 124, 28
CACHE_SECONDS = 86_400
"""For how many seconds a picture may be kept: the address of a result always gives this result."""

Document = Mapping[str, Any]

blueprint = Blueprint("pictures", __name__)


@blueprint.get("/hand.png")
def hand() -> Response:
    """Draw the score of one hand."""
    form = read_form()
    sheet = _answer_or_404(form, form_documents.hand_document, scorer.score, way_problems)
    gains = gains_by_seat(sheet) if sheet.get("payments") else sheet.get("awards") or {}
    return _result_picture(form, sheet, form.document["hand"], gains)


@blueprint.get("/table.png")
def table() -> Response:
    """Draw the winner's score and what each player gains."""
    form = read_form()
    answer = _answer_or_404(form, form_documents.table_document, scorer.settle, winner_problems)
    winner = form.value("winner")
    sheet = answer["scores"].get(winner) or {}
    entry = form.document["players"].get(winner) or {}
    return _result_picture(form, sheet, entry.get("hand") or {}, gains_by_seat(answer))


def _answer_or_404(form: Form, build: Any, answer: Any, check: Any) -> Document:
    """Return what the form's result page shows; 404 if it shows none, or has no address."""
    if not form_documents.asks_for_score(form.typed, form.ruleset) or form.carried_text:
        abort(404)
    return answer_form(form, build, answer, check) or abort(404)


def _result_picture(
    form: Form, sheet: Document, held: Document, gains: Mapping[str, int]
) -> Response:
    winning = "".join(typed_tiles(held.get("winning_tile")))
    groups = tile_row.tile_groups(
        sheet.get("arrangement") or (),
        winning,
        typed_tiles(held.get("bonus")),
        form.conceals_sets,
    )
    total = labels.number(sheet["total"]) if sheet else ""
    row = tile_row.place_tiles(groups, drawing.PICTURE_WIDTH - 2 * PICTURE_MARGIN)
    corners = dict(tile_corner_texts())
    response = drawing.picture_response(
        "pictures/result.svg",
        title=labels.ruleset_title(form.ruleset, sheet.get("preset")),
        total=total,
        unit_at=round(PICTURE_MARGIN + drawing.text_width(total, TOTAL_SIZE) + TOTAL_GAP),
        unit=translate(sheet["unit"]) if sheet else "",
        row=row,
        faces=drawing.face_definitions({tile.code for tile in row.tiles}, _sprite_path()),
        corner=lambda code: corners.get(tile_corner_key(code), ""),
        lines=[_line(line) for line in lines_by_weight(sheet.get("lines") or ())[:MAX_SCORE_LINES]],
        gains=[(labels.seat_name(seat), gain) for seat, gain in gains.items()],
        margin=PICTURE_MARGIN,
    )
    response.cache_control.public = True
    response.cache_control.max_age = CACHE_SECONDS
    return response


def _line(line: Document) -> tuple[str, str]:
    worth = labels.amount_words(line["kind"], line["amount"], line.get("count") or 1)
    room = LINE_WIDTH - drawing.text_width(worth, LINE_SIZE) - LINE_SIZE
    return drawing.shortened_text(labels.rule_name(line), room, LINE_SIZE), worth


def _sprite_path() -> Path:
    return Path(str(current_app.static_folder)) / SPRITE_FILE
