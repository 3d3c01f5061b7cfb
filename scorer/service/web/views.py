"""The pages: a hand, a whole table, what a hand waits for, and the rules.

Every form sends with GET, so that the address of a result is the result. Only a card of the
player's own is too long for an address: with one the forms send with POST.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.sansio.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString
from werkzeug.datastructures import MultiDict

import scorer
from scorer.errors import HandError
from scorer.service.web import (
    addresses,
    citations,
    compared,
    compass,
    fan_rows,
    form_documents,
    form_fields,
    house_rules,
    keypad_facts,
    labels,
    public_address,
    qr,
    results,
    rule_examples,
    rule_pages,
    rule_search,
    rule_values,
    tiles_shown,
)
from scorer.service.web import why as asked_why
from scorer.service.web.form import Form, answer_form, how_won, read_form, who_won
from scorer.service.web.nearest import near, nearly
from scorer.service.web.sticks import in_sticks
from scorer.service.web.unknown import no_ruleset
from scorer.settle import fewest
from scorer.terminal import below_minimum, parts, share
from scorer.tiles import CODES, TileError, codes, parse

__all__ = ["blueprint"]

Document = dict[str, Any]

MOST_NEAREST = 5
WAYS = ("discard", "self_draw")

blueprint = Blueprint("pages", __name__)

FILTERS: dict[str, Callable[..., object]] = {
    "arrows": compass.arrows,
    "capital": labels.capital,
    "chosen_words": rule_values.chosen_words,
    "citations": citations.citations,
    "every_name": labels.every_name,
    "foremost": results.foremost,
    "formula_markup": labels.formula_markup,
    "gained": compass.gained,
    "groupby_kind": labels.by_kind,
    "in_sticks": in_sticks,
    "near_misses": fan_rows.near_misses,
    "number": labels.number,
    "only_with": labels.only_with,
    "other_names": labels.other_names,
    "plain_label": labels.plain_label,
    "played_under": house_rules.played_under,
    "ruleset_title": labels.ruleset_title,
    "rule_name": labels.rule_name,
    "rule_named": labels.rule_named,
    "rule_names": labels.rule_names,
    "rule_values": labels.rule_values,
    "sentence": labels.sentence,
    "set_aside": fan_rows.set_aside,
    "share": lambda points: share(points).replace("-", "\u2212"),
    "tile_name": labels.tile_name,
    "together": fan_rows.together,
    "value_text": labels.value_text,
    "source_words": labels.source_words,
    "value_words": labels.value_words,
}
GLOBALS: dict[str, Callable[..., object]] = {
    "amount_words": labels.amount_words,
    "below_minimum": below_minimum,
    "hanging": rule_values.hanging,
    "kind_title": labels.kind_title,
    "keypad_facts": keypad_facts.facts,
    "kind_total": labels.kind_total,
    "option_changes": rule_values.changed_rules,
    "option_titles": rule_values.titles,
    "option_range": rule_values.range_words,
    "parts": parts,
    "preset_changes": rule_values.changes,
    "preset_values": rule_values.set_otherwise,
    "qr_code": qr.drawn,
    "rule_worth": labels.rule_worth,
    "set_words": labels.set_words,
    "tile_corner": tiles_shown.tile_corner,
    "tile_corners": tiles_shown.tile_corners,
    "tile_codes": lambda: CODES,
    "tile_face": tiles_shown.tile_face,
    "wind_letter": labels.wind_letter,
    "wind_names": labels.wind_names,
    "worth_words": labels.worth_words,
}
for _name, _function in FILTERS.items():
    blueprint.add_app_template_filter(_function, _name)
for _name, _function in GLOBALS.items():
    blueprint.add_app_template_global(_function, _name)


@blueprint.record_once
def _share_words(state: BlueprintSetupState) -> None:
    # As a global, not by a context processor: imported macros see no context.
    winds = {seat: lazy_gettext(name) for seat, name in labels.WIND_NAMES.items()}
    seats = {seat: LazyString(labels.seat_name, seat) for seat in labels.SEATS}
    state.app.jinja_env.globals.update(
        PRINCIPLES=fan_rows.PRINCIPLES, SEAT_NAMES=seats, WIND_NAMES=winds
    )


@blueprint.route("/", methods=["GET", "POST"])
def hand() -> ResponseReturnValue:
    """The hand form, and the score of what it holds."""
    form = read_form()
    if not form_documents.asks_for_score(form.typed, form.detail):
        return _page("hand.html", form)
    sheet = answer_form(form, form_documents.hand_document, scorer.score, how_won)
    if sheet is None:
        return _page("hand.html", form, near=nearly(form, MOST_NEAREST))
    document = form.document
    won = "win" in document
    reached = won and sheet["qualifies"]
    return _page(
        "hand.html",
        form,
        query=addresses.hand_query(form.addressed),
        near=[] if reached else near(form, MOST_NEAREST),
        sheet=sheet,
        won=won,
        seat=document.get("seat"),
        following=results.next_of_hand(document, form.detail) if sheet["qualifies"] else None,
        instead=_instead(form, sheet),
        bonus=_typed_tiles(document["hand"].get("bonus")),
        winning_tile="".join(_typed_tiles(document["hand"].get("winning_tile"))),
        links={"next": _next_link(form), **_onward(form)},
        ask_why=_ask_why(form),
    )


@blueprint.route("/waits", methods=["GET", "POST"])
def waits() -> ResponseReturnValue:
    """What the hand waits for, and what each tile would bring."""
    form = read_form()
    if not form_documents.asks_for_score(form.typed, form.detail):
        return _page("waits.html", form)
    answer = answer_form(form, form_documents.waits_document, scorer.waits)
    if answer is None:
        return _page("waits.html", form)
    waiting = answer["waits"] and not form.of_card
    found = [
        {**wait, "links": {by: _win_link(form, wait["tile"], by) for by in WAYS}}
        for wait in answer["waits"]
    ]
    return _page(
        "waits.html",
        form,
        query=addresses.hand_query(form.addressed),
        near=[] if waiting else near(form, MOST_NEAREST),
        answer=answer,
        found=found,
        ready=any((wait[by] or {}).get("qualifies") for wait in found for by in WAYS),
        discarder=_player_before(form),
        unseen=sum(wait["unseen"] for wait in found),
    )


@blueprint.route("/table", methods=["GET", "POST"])
def table() -> ResponseReturnValue:
    """The whole table: every payment, and what the winds do next."""
    form = read_form()
    if "carry" in form.typed:
        form.typed = form_documents.carried(form.typed, form.detail)
        return _page("table.html", form)
    if not {"go", "winner"} & set(form.typed):
        return _page("table.html", form)
    answer = answer_form(form, form_documents.table_document, scorer.settle, who_won)
    if answer is None:
        return _page("table.html", form, near=nearly(form, MOST_NEAREST))
    settled = form_documents.settled_seats(form.typed)
    results.ask_no_more(answer, settled)
    winner = form.value("winner")
    short = winner in answer["scores"] and not answer["scores"][winner]["qualifies"]
    return _page(
        "table.html",
        form,
        query=addresses.table_query(form.addressed, settled),
        answer=answer,
        winner=winner,
        short=short,
        near=near(form, MOST_NEAREST, winner) if short else [],
        of_players=asked_why.of_players(form.document, form.detail),
        losers=_scored(answer, winner) if form.detail["losers_score"] else {},
        least=fewest(answer["net"]),
        instead=_instead_at_table(form, answer, winner),
        warnings=[
            warning
            for warning in answer["warnings"]
            if not (short and warning["pointer"] == f"/players/{winner}")
        ],
        links={"next": _next_link(form, answer), **_exercise_of(form, settled)},
    )


@blueprint.get("/compare")
def compare() -> ResponseReturnValue:
    """What a hand is worth in every other ruleset."""
    form = read_form()
    form.document = form_documents.hand_document(form.typed, form.detail)
    page = url_for("pages.hand")
    try:
        found = [] if how_won(form) else compared.columns(form, page)
    except HandError:
        found = []
    if not found or found[0]["answer"] is None:
        # Where there is no hand, or one that nobody can score, its own page says what is wrong.
        return redirect(f"{page}?{request.query_string.decode('ascii', 'replace')}")
    won, query = "win" in form.document, addresses.hand_query(form.document)
    return _page(
        "compare.html",
        form,
        query=query,
        columns=found,
        held=_held(form.document, found[0]["answer"]),
        won=won,
        seat=form.document.get("seat"),
        paid=won and any(column["nets"] for column in found),
        back=f"{page}?{query}",
    )


@blueprint.get("/why")
def why() -> ResponseReturnValue:
    """Why a rule counts in a hand, or why not, and what one change would bring."""
    form = read_form()
    form.document = form_documents.hand_document(form.typed, form.detail)
    rule = request.args.get(asked_why.FIELD, "")
    told: Any = {"document": form.document}
    try:
        what_if = scorer.what_if(told) if not how_won(form) else None
    except HandError:
        what_if = None
    if what_if is None or what_if["total"] is None or form.own_card:
        # Where there is no hand, or one that nobody can score, its own page says what is wrong.
        return redirect(
            f"{url_for('pages.hand')}?{request.query_string.decode('ascii', 'replace')}"
        )
    rules = {one["id"]: one for one in form.detail["rules"]}
    explained = scorer.explain({**told, "rule": rule}) if rule in rules else None
    query = addresses.hand_query(form.document)
    return _page(
        "why.html",
        form,
        query=f"{query}&{urlencode({asked_why.FIELD: rule})}" if rule else query,
        hidden=asked_why.hidden(query),
        kinds=asked_why.rules_by_kind(form.detail),
        explained=explained and {**rules[rule], **explained},
        rule=rules.get(rule),
        unknown=bool(rule) and explained is None,
        total=what_if["total"],
        changes=asked_why.changes(form.document, what_if["changes"], form.detail),
        discards=what_if["discards"],
        held=_held(form.document, None),
        back=f"{url_for('pages.hand')}?{query}",
    )


@blueprint.get("/rules")
def rules() -> ResponseReturnValue:
    """The rulesets, and what a search finds in them."""
    query = rule_search.asked()
    found = rule_pages.found_everywhere(query)
    return render_template("rules.html", rulesets=scorer.rulesets(), query=query, found=found)


@blueprint.get("/rules/<identifier>")
def ruleset(identifier: str) -> ResponseReturnValue:
    """The rules of one ruleset, as the scorer applies them; a search leaves what it finds."""
    try:
        detail = scorer.ruleset(identifier)
    except HandError as error:
        return no_ruleset(identifier, error)
    query = rule_search.asked()
    sections = rule_pages.sections(detail, query)
    return render_template(
        "ruleset.html",
        detail=detail,
        query=query,
        sections=sections,
        found=rule_pages.only_found(sections),
        examples=rule_examples.drawn(detail),
        cards=scorer.cards(),
    )


def _next_link(form: Form, answer: Mapping[str, Any] | None = None) -> str:
    """An empty form under the same rules, with the winds as they are in the next hand."""
    # The seats move on: everyone tells their own again.
    lasting = [name for name in ("rules", *form_fields.lasting("table")) if name != "seat"]
    kept = {
        name: value
        for name, value in form.typed.items()
        if value and form_fields.is_one_of(name, lasting)
    }
    if form.own_card:
        del kept[form.card_field]
    following = (answer or {}).get("next") or {}
    if "deals_passed" in following:
        kept["passed"] = str(following["deals_passed"])
        kept["round"] = following.get("prevailing") or kept.get("round", "")
    for name in form_documents.state_names(form.detail):
        if name in following:
            kept[form_fields.STATE + name] = str(following[name])
    if "away" in kept and "winds" in following:
        kept["away"] = next(
            seat for seat in labels.SEATS if seat not in following["winds"].values()
        )
    if following.get("goulash") is False:
        for option in form.detail["wild_under"]:
            kept.pop(f"o.{option['name']}", None)
    for seat, score in ((answer or {}).get("standing") or {}).items():
        kept[f"{following['winds'][seat].lower()}.standing"] = str(score)
    return f"{url_for(request.endpoint or 'pages.hand')}?{urlencode(kept)}"


def _onward(form: Form) -> dict[str, str]:
    """Where a scored hand leads: to the whole table, and to what it waited for."""
    document, links = form.addressed, {}
    scores = "win" in document or form.detail["losers_score"]
    if scores and document.get("seat") in labels.SEATS:
        links["table"] = f"{url_for('pages.table')}?{addresses.table_start(document)}"
    if not form.own_card:
        links["exercise"] = f"{url_for('learn.of_hand')}?{addresses.hand_query(document)}"
        links["steps"] = f"{url_for('learn.steps')}?{addresses.hand_query(document)}"
        links["compare"] = f"{url_for('pages.compare')}?{addresses.hand_query(document)}"
    if "win" in document or not form.detail["losers_score"]:
        earlier = form_documents.before_win(document, form.detail)
        links["waits"] = f"{url_for('pages.waits')}?{addresses.hand_query(earlier)}"
    return links


def _exercise_of(form: Form, settled: Sequence[str]) -> dict[str, str]:
    """The table as an exercise; none of a card that no address can hold."""
    if form.own_card:
        return {}
    query = addresses.table_query(form.addressed, settled)
    return {"exercise": f"{url_for('learn.of_table')}?{query}"}


def _ask_why(form: Form) -> Document | None:
    """What a form needs that asks of this hand why; none of a card that no address can hold."""
    if form.own_card:
        return None
    query = addresses.hand_query(form.addressed)
    return {"hidden": asked_why.hidden(query), "kinds": asked_why.rules_by_kind(form.detail)}


def _player_before(form: Form) -> str:
    """Whose discards the waits page shows, where it matters whose they are."""
    seat = form.value("seat").strip()
    if not form.detail["discarder_pays"] or seat not in labels.SEATS:
        return ""
    return labels.SEATS[labels.SEATS.index(seat) - 1]


def _win_link(form: Form, tile: str, by: str) -> str:
    document = form.addressed
    win = {**document.get("win", {}), "by": by}
    discarder = _player_before(form)
    if discarder and by == "discard":
        win["from"] = discarder
    won = {**document, "hand": {**document["hand"], "winning_tile": tile}, "win": win}
    return f"{url_for('pages.hand')}?{addresses.hand_query(won)}"


def _instead(form: Form, sheet: Document) -> list[Document]:
    """The tiles that may have won the hand instead, each with what it would make of it."""
    if form.own_card:
        return []
    query = MultiDict(parse_qsl(addresses.hand_query(form.document)))
    return results.settled_tiles(sheet, query, "tile", url_for("pages.hand"))


def _instead_at_table(form: Form, answer: Document, winner: str) -> list[Document]:
    sheet = answer["scores"].get(winner)
    if form.own_card or not sheet:
        return []
    field = f"{winner.lower()}.tile"
    query = MultiDict(parse_qsl(addresses.table_query(form.document)))
    return results.settled_tiles(sheet, query, field, url_for("pages.table"))


def _held(document: Mapping[str, Any], answer: Mapping[str, Any] | None) -> list[str]:
    """Every tile of a hand: as it was arranged, or as it was told."""
    hand = document["hand"]
    laid = [meld["tiles"] for meld in hand.get("melds") or ()]
    sets = (answer or {}).get("arrangement") or ()
    arranged = [code for one in sets for code in one["tiles"]]
    told = [code for tiles in (hand.get("concealed"), *laid) for code in _typed_tiles(tiles)]
    return (arranged or told) + _typed_tiles(hand.get("bonus"))


def _scored(answer: Document, winner: str) -> dict[str, int]:
    """What each player's hand scored, but the winner's."""
    scores = answer["scores"].items()
    return {seat: sheet["total"] for seat, sheet in scores if sheet and seat != winner}


def _typed_tiles(text: object) -> list[str]:
    """The canonical codes of tiles that the engine has read already."""
    try:
        return codes(parse(str(text or "")))
    except TileError:
        return []


def _page(template: str, form: Form, query: str = "", **context: object) -> ResponseReturnValue:
    """A page with its form; ``query`` is the address of its result."""
    if query and not form.own_card:
        share = f"{request.path}?{query}"
        context |= {"share": share, "share_url": public_address.address_of(share)}
    page = render_template(template, form=form, detail=form.detail, **context)
    return page, 422 if form.problems else 200
