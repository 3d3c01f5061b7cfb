"""Pages: a hand, a table, the waits of a hand, comparisons, explanations and the rules.

Forms are submitted with GET, so that an address is its result. A form in which a player's own card
stands as text is submitted with POST; the address of its result has the text deflated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.sansio.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

import scorer
from scorer.documents.club import club_in_use
from scorer.documents.text.terminal import (
    below_minimum_text,
    reached_minimum_text,
    table_points_text,
    total_in_parts,
)
from scorer.engine.tiles import CODES
from scorer.errors import HandError
from scorer.rulebook.settlement import fewest_transfers
from scorer.rules import BOOKS
from scorer.service.i18n.contexts import translate_in
from scorer.service.i18n.languages import current_language, repeat_in_languages
from scorer.service.web import keypad_facts, labels, public_address
from scorer.service.web.drawing import qr, tiles_shown
from scorer.service.web.drawing.sticks import in_sticks
from scorer.service.web.forms import addresses, form_documents, form_fields, house_rules
from scorer.service.web.forms.form import (
    Form,
    answer_form,
    read_form,
    way_problems,
    winner_problems,
)
from scorer.service.web.forms.submitted import redirect_with_query
from scorer.service.web.own_hands import hands_in_force
from scorer.service.web.pictures import drawing
from scorer.service.web.results import compared, fan_rows, result_summary, summary
from scorer.service.web.results.nearest import nearest_hands, nearest_to_rejected
from scorer.service.web.rules import citations, rule_examples, rule_pages, rule_search, rule_values
from scorer.service.web.rules import why as why_page
from scorer.service.web.unknown import unknown_ruleset_response

Document = dict[str, Any]

MAX_NEAR_HANDS = 5
WIN_WAYS = ("discard", "self_draw")
PICTURE_BY_PAGE = {"pages.hand": "pictures.hand", "pages.table": "pictures.table"}
"""The picture of a page's result, each by its endpoint."""

blueprint = Blueprint("pages", __name__)

FILTERS: dict[str, Callable[..., object]] = {
    "arrows": result_summary.payment_arrows,
    "capital": labels.capital,
    "chosen_words": rule_values.value_title,
    "citations": citations.citations,
    "every_name": labels.every_name,
    "foremost": summary.lines_by_weight,
    "formula_markup": labels.formula_markup,
    "gains_by_seat": result_summary.gains_by_seat,
    "groupby_kind": labels.by_kind,
    "in_sticks": in_sticks,
    "near_misses": fan_rows.near_misses,
    "number": labels.number,
    "only_with": labels.needed_house_rule,
    "other_names": labels.other_names,
    "plain_label": labels.plain_label,
    "setting_field": house_rules.setting_field,
    "ruleset_title": labels.ruleset_title,
    "rule_name": labels.rule_name,
    "rule_named": labels.rule_named,
    "rule_names": labels.rule_names,
    "rule_values": labels.rule_values,
    "sentence": labels.sentence,
    "set_aside": fan_rows.excluded_fan_groups,
    "share": lambda points: table_points_text(points).replace("-", "\u2212"),
    "tile_name": labels.tile_name,
    "together": fan_rows.merge_same_fan,
    "value_text": labels.value_text,
    "source_words": labels.source_words,
    "value_words": labels.value_words,
}
GLOBALS: dict[str, Callable[..., object]] = {
    "amount_words": labels.amount_words,
    "tally_words": labels.tally_words,
    "below_minimum": below_minimum_text,
    "club_name": lambda: club_in_use().name,
    "reached_minimum": reached_minimum_text,
    "dependent_rules": rule_values.dependent_rules,
    "kind_title": labels.kind_title,
    "keypad_facts": keypad_facts.keypad_data,
    "kind_total": labels.kind_total,
    "option_changes": rule_values.changed_rules,
    "option_titles": rule_values.value_titles,
    "option_range": rule_values.range_words,
    "parts": total_in_parts,
    "players_named": lambda seats: labels.all_named([labels.seat_name(seat) for seat in seats]),
    "preset_changes": rule_values.preset_changes,
    "preset_values": rule_values.presets_setting,
    "qr_code": qr.qr_svg,
    "rule_worth": labels.rule_worth,
    "set_words": labels.set_words,
    "corner_letters": tiles_shown.corner_letters,
    "tile_corner_key": tiles_shown.tile_corner_key,
    "tile_corner_texts": tiles_shown.tile_corner_texts,
    "tile_codes": lambda: CODES,
    "tile_face_url": tiles_shown.tile_face_url,
    "wind_letter": labels.wind_letter,
    "wind_names": labels.wind_names,
}
for _name, _function in FILTERS.items():
    blueprint.add_app_template_filter(_function, _name)
for _name, _function in GLOBALS.items():
    blueprint.add_app_template_global(_function, _name)


@blueprint.record_once
def _add_template_names(state: BlueprintSetupState) -> None:
    # Globals, because imported macros do not see context processors.
    state.app.jinja_env.globals.update(
        PRINCIPLES=fan_rows.PRINCIPLES,
        SEAT_NAMES=labels.NamesBySeat(labels.seat_name),
        WIND_NAMES=labels.NamesBySeat(labels.wind_name),
    )


@blueprint.before_app_request
def _rename_ruleset() -> ResponseReturnValue | None:
    """Redirect a page that is requested with ``ruleset``, as the API names it, to ``rules``."""
    is_page = request.endpoint and not request.path.startswith("/api/")
    if request.method == "POST" or not is_page:
        return None
    fields = request.args
    if "rules" in fields or "ruleset" not in fields:
        return None
    renamed = [
        ("rules" if name == "ruleset" else name, value) for name, value in fields.items(multi=True)
    ]
    return redirect(f"{quote(request.path)}?{urlencode(renamed)}")


@blueprint.route("/", methods=["GET", "POST"])
def hand() -> ResponseReturnValue:
    """Show what there is to do; with any field, the form of one hand or its score."""
    if request.method == "POST" or request.args.keys() - {"lang"}:
        return hand_form()
    return _page("start.html", read_form())


@blueprint.route("/hand", methods=["GET", "POST"])
def hand_form() -> ResponseReturnValue:
    """Show the form of one hand, and its score."""
    form = read_form()
    if not form_documents.asks_for_score(form.typed, form.ruleset):
        return _page("hand.html", form)
    sheet = answer_form(form, form_documents.hand_document, scorer.score, way_problems)
    if sheet is None:
        return _page("hand.html", form, near=nearest_to_rejected(form, MAX_NEAR_HANDS))
    document = form.document
    won = "win" in document
    reached = won and sheet["qualifies"]
    following = summary.next_winds(document, form.ruleset) if sheet["qualifies"] else None
    return _page(
        "hand.html",
        form,
        query=addresses.hand_query(form.document_for_address),
        near=[] if reached else nearest_hands(form, MAX_NEAR_HANDS),
        sheet=sheet,
        won=won,
        seat=document.get("seat"),
        following=following,
        instead=_other_winning_tiles(form, sheet),
        shown=tiles_shown.hand_groups(document["hand"], sheet),
        bonus=tiles_shown.typed_tiles(document["hand"].get("bonus")),
        winning_tile="".join(tiles_shown.typed_tiles(document["hand"].get("winning_tile"))),
        links={"next": _next_link(form, {"next": following}), **_hand_links(form)},
        ask_why=_why_form(form),
    )


@blueprint.route("/waits", methods=["GET", "POST"])
def waits() -> ResponseReturnValue:
    """Show the waits of a hand, and what each tile would score."""
    form = read_form()
    if not form_documents.asks_for_score(form.typed, form.ruleset):
        return _page("waits.html", form)
    answer = answer_form(form, form_documents.waits_document, scorer.waits)
    if answer is None:
        return _page("waits.html", form)
    waiting = answer["waits"] and not form.of_card
    wait_rows = [
        {**wait, "links": {by: _win_link(form, wait["tile"], by) for by in WIN_WAYS}}
        for wait in answer["waits"]
    ]
    return _page(
        "waits.html",
        form,
        query=addresses.hand_query(form.document_for_address),
        near=[] if waiting else nearest_hands(form, MAX_NEAR_HANDS),
        answer=answer,
        wait_rows=wait_rows,
        ready=any((wait[by] or {}).get("qualifies") for wait in wait_rows for by in WIN_WAYS),
        discarder=_player_before(form),
        unseen=sum(wait["unseen"] for wait in wait_rows),
    )


@blueprint.route("/table", methods=["GET", "POST"])
def table() -> ResponseReturnValue:
    """Settle a table: every payment, and the winds of the next hand."""
    form = read_form()
    if "carry" in form.typed:
        form.typed = form_documents.table_fields_of_hand(form.typed, form.ruleset)
        return _page("table.html", form)
    if not {"go", "winner"} & set(form.typed):
        return _page("table.html", form)
    answer = answer_form(form, form_documents.table_document, scorer.settle, winner_problems)
    if answer is None:
        return _page("table.html", form, near=nearest_to_rejected(form, MAX_NEAR_HANDS))
    settled = form_documents.settled_seats(form.typed)
    summary.remove_undecided(answer, settled)
    winner = form.value("winner")
    short = winner in answer["scores"] and not answer["scores"][winner]["qualifies"]
    return _page(
        "table.html",
        form,
        query=addresses.table_query(form.document_for_address, settled),
        answer=answer,
        nets=result_summary.gains_by_seat(answer),
        winner=winner,
        short=short,
        shown=summary.winning_hand(form.document, answer, winner),
        near=nearest_hands(form, MAX_NEAR_HANDS, winner) if short else [],
        of_players=why_page.explanations_of_players(form.document, form.ruleset),
        losers=_losers_scores(answer, winner) if form.ruleset["losers_score"] else {},
        least=fewest_transfers(answer["net"]),
        instead=_better_winning_tiles_at_table(form, answer, winner),
        warnings=[
            warning
            for warning in answer["warnings"]
            if not (short and warning["pointer"] == f"/players/{winner}")
        ],
        links={"next": _next_link(form, answer), **_table_links(form, settled)},
    )


@blueprint.get("/compare")
def compare() -> ResponseReturnValue:
    """Compare a hand in all rulesets."""
    form = read_form()
    form.document = form_documents.hand_document(form.typed, form.ruleset)
    page = url_for("pages.hand")
    try:
        columns = [] if way_problems(form) else compared.scores_as_columns(form, page)
    except HandError:
        columns = []
    if not columns or columns[0]["answer"] is None:
        # The page of the hand shows what is wrong with it.
        return redirect_with_query("pages.hand")
    won, query = "win" in form.document, addresses.hand_query(form.document)
    return _page(
        "compare.html",
        form,
        query=query,
        columns=columns,
        held=_all_tiles(form.document, columns[0]["answer"]),
        won=won,
        seat=form.document.get("seat"),
        paid=won and any(column["nets"] for column in columns),
        back=f"{page}?{query}",
    )


@blueprint.get("/why")
def why() -> ResponseReturnValue:
    """Explain why a rule counts in a hand or does not, and what each change would score."""
    form = read_form()
    form.document = form_documents.hand_document(form.typed, form.ruleset)
    rule = request.args.get(why_page.WHY_FIELD, "")
    hand_request: Any = {"document": form.document}
    try:
        what_if = scorer.what_if(hand_request) if not way_problems(form) else None
    except HandError:
        what_if = None
    if what_if is None or what_if["total"] is None or form.carried_text:
        # The page of the hand shows what is wrong with it.
        return redirect_with_query("pages.hand")
    rules = {entry["id"]: entry for entry in form.ruleset["rules"]}
    own = _own_hands(form)
    known = rule in rules or any(hand["id"] == rule for hand in own)
    explained = scorer.explain({**hand_request, "rule": rule}) if known else None
    query = addresses.hand_query(form.document)
    return _page(
        "why.html",
        form,
        query=f"{query}&{urlencode({why_page.WHY_FIELD: rule})}" if rule else query,
        hidden=why_page.hidden_fields(query),
        kinds=why_page.rules_by_kind(form.ruleset, own),
        explained=explained and {**rules.get(rule, {}), **explained},
        rule=rules.get(rule),
        unknown=bool(rule) and explained is None,
        total=what_if["total"],
        changes=why_page.changes(form.document, what_if["changes"], form.ruleset),
        discards=what_if["discards"],
        held=_all_tiles(form.document, None),
        back=f"{url_for('pages.hand')}?{query}",
    )


@blueprint.get("/rules")
def rulesets() -> ResponseReturnValue:
    """List the rulesets, and search their rules."""
    query = rule_search.requested_query()
    rulesets = scorer.rulesets()
    results = rule_pages.matches_by_ruleset(query, rulesets)
    return render_template("rules.html", rulesets=rulesets, query=query, results=results)


@blueprint.get("/rules/<identifier>")
def ruleset(identifier: str) -> ResponseReturnValue:
    """List the rules of a ruleset, or those that a search finds."""
    try:
        ruleset = scorer.ruleset(identifier)
    except HandError as error:
        return unknown_ruleset_response(identifier, error)
    translate_in(identifier)
    query = rule_search.requested_query()
    sections = rule_pages.sections(ruleset, query)
    return render_template(
        "ruleset.html",
        ruleset=ruleset,
        query=query,
        sections=sections,
        found=rule_pages.matching_rows(sections),
        examples=rule_examples.examples_by_rule(ruleset),
        cards=scorer.cards(),
        own=hands_in_force(ruleset, ruleset["default_preset"] or ""),
    )


def _next_link(form: Form, answer: Mapping[str, Any] | None = None) -> str:
    """Return the address of an empty form under the same rules, with the next hand's winds."""
    # Seats rotate: at a table every player enters their own again.
    lasting = [
        name for name in ("rules", *form_fields.lasting_field_names("table")) if name != "seat"
    ]
    fields = {
        name: value
        for name, value in form.typed.items()
        if value and form_fields.matches_name(name, lasting)
    }
    if form.own_text:
        del fields[form.card_field]
        if form.packed_text:
            fields[form_fields.PACKED_TEXT] = form.packed_text
    following = (answer or {}).get("next") or {}
    if "deals_passed" in following:
        fields["passed"] = str(following["deals_passed"])
        fields["round"] = following.get("prevailing") or fields.get("round", "")
    if form.value("seat"):
        # Empty, and asked again, if the next hand's seats are unknown.
        fields["seat"] = (following.get("winds") or {}).get(form.value("seat"), "")
    for name in form_documents.state_names(form.ruleset):
        if name in following:
            fields[form_fields.COUNTER_PREFIX + name] = str(following[name])
    if "away" in fields and "winds" in following:
        fields["away"] = next(
            seat for seat in labels.SEATS if seat not in following["winds"].values()
        )
    if following.get("goulash") is False:
        for option in form.ruleset["wild_under"]:
            fields.pop(f"o.{option['name']}", None)
    for seat, score in ((answer or {}).get("standing") or {}).items():
        fields[f"{following['winds'][seat].lower()}.standing"] = str(score)
    page = "pages.table" if request.endpoint == "pages.table" else "pages.hand_form"
    return f"{url_for(page)}?{urlencode(fields)}"


def _hand_links(form: Form) -> dict[str, str]:
    """Return the addresses of a scored hand's table, waits, exercise and comparison."""
    document, links = form.document_for_address, {}
    scores = "win" in document or form.ruleset["losers_score"]
    if scores and document.get("seat") in labels.SEATS:
        links["table"] = f"{url_for('pages.table')}?{addresses.table_start(document)}"
    if not form.carried_text:
        links["exercise"] = f"{url_for('learn.of_hand')}?{addresses.hand_query(document)}"
        links["steps"] = f"{url_for('learn.steps')}?{addresses.hand_query(document)}"
        links["compare"] = f"{url_for('pages.compare')}?{addresses.hand_query(document)}"
    if "win" in document or not form.ruleset["losers_score"]:
        earlier = form_documents.document_before_win(document, BOOKS[form.ruleset["id"]])
        links["waits"] = f"{url_for('pages.waits')}?{addresses.hand_query(earlier)}"
    return links


def _table_links(form: Form, settled: Sequence[str]) -> dict[str, str]:
    """Return the address of the table as an exercise; none with a text that no address holds."""
    if form.carried_text:
        return {}
    query = addresses.table_query(form.document_for_address, settled)
    return {"exercise": f"{url_for('learn.of_table')}?{query}"}


def _why_form(form: Form) -> Document | None:
    """Return the data of the form that asks why a rule counts; None with a text that no address
    holds."""
    if form.carried_text:
        return None
    query = addresses.hand_query(form.document_for_address)
    kinds = why_page.rules_by_kind(form.ruleset, _own_hands(form))
    return {"hidden": why_page.hidden_fields(query), "kinds": kinds}


def _own_hands(form: Form) -> Sequence[Document]:
    """Return the special hands of a club under which a form is scored."""
    return hands_in_force(
        form.ruleset, form.value("preset") or form.ruleset["default_preset"] or ""
    ).hands


def _player_before(form: Form) -> str:
    """Return the seat whose discards the waits page assumes; "" if it does not matter."""
    seat = form.value("seat").strip()
    if not form.ruleset["discarder_pays"] or seat not in labels.SEATS:
        return ""
    return labels.SEATS[labels.SEATS.index(seat) - 1]


def _win_link(form: Form, tile: str, by: str) -> str:
    document = form.document_for_address
    win = {**document.get("win", {}), "by": by}
    discarder = _player_before(form)
    if discarder and by == "discard":
        win["from"] = discarder
    won = {**document, "hand": {**document["hand"], "winning_tile": tile}, "win": win}
    return f"{url_for('pages.hand')}?{addresses.hand_query(won)}"


def _other_winning_tiles(form: Form, sheet: Document) -> list[Document]:
    """Return the other possible winning tiles, each with its score."""
    if form.carried_text:
        return []
    query = MultiDict(parse_qsl(addresses.hand_query(form.document)))
    return summary.better_winning_tiles(sheet, query, "tile", url_for("pages.hand"))


def _better_winning_tiles_at_table(form: Form, answer: Document, winner: str) -> list[Document]:
    sheet = answer["scores"].get(winner)
    if form.carried_text or not sheet:
        return []
    field = f"{winner.lower()}.tile"
    query = MultiDict(parse_qsl(addresses.table_query(form.document)))
    return summary.better_winning_tiles(sheet, query, field, url_for("pages.table"))


def _all_tiles(document: Mapping[str, Any], answer: Mapping[str, Any] | None) -> list[str]:
    """Return every tile of a hand, in its arrangement if it has one, else as entered."""
    groups = tiles_shown.hand_groups(document["hand"], answer)
    return [code for group in groups for code, _won in group]


def _losers_scores(answer: Document, winner: str) -> dict[str, int]:
    """Return the scores of all hands but the winner's."""
    scores = answer["scores"].items()
    return {seat: sheet["total"] for seat, sheet in scores if sheet and seat != winner}


def _picture_links(page: str, query: str) -> dict[str, str]:
    """Return the addresses of a result's picture; none where it has no picture."""
    endpoint = PICTURE_BY_PAGE.get(page)
    if not endpoint or not drawing.is_available():
        return {}
    picture = f"{url_for(endpoint)}?{query}&{urlencode({'lang': current_language()})}"
    return {"picture": picture, "picture_url": public_address.address_of(picture)}


def _page(template: str, form: Form, query: str = "", **context: object) -> ResponseReturnValue:
    """Render a page with its form; ``query`` is that of its result, to be shared."""
    # A result has the address that the API gives it, whichever form it came from.
    page = "pages.hand" if request.endpoint == "pages.hand_form" else str(request.endpoint)
    share = f"{url_for(page)}?{query}"
    if query and not form.carried_text and addresses.can_be_shared(share):
        context |= {"share": share, "share_url": public_address.address_of(share)}
        context |= _picture_links(page, query)
    repeat_in_languages()
    html = render_template(template, form=form, ruleset=form.ruleset, **context)
    return html, 422 if form.problems else 200
