"""The pages: a hand, a whole table, what a hand waits for, and the rules.

Every form sends with GET, so that the address of a result is the result. Only a card of the
player's own is too long for an address: with one the forms send with POST.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, render_template, request, url_for
from flask.sansio.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from flask_babel import gettext, lazy_gettext
from werkzeug.datastructures import MultiDict

import scorer
from scorer.errors import HandError
from scorer.service import addresses, cardpage, fans, forms, keypad, qr, words
from scorer.service.languages import later, said
from scorer.service.sticks import in_sticks
from scorer.text import below_minimum, parts, share
from scorer.tiles import TileError, codes, parse

__all__ = ["Form", "answer_form", "blueprint", "how_won", "read_form", "who_won"]

Document = dict[str, Any]
Build = Callable[[forms.Query, Mapping[str, Any]], Document]
Answer = Callable[[Document], Document]
Check = Callable[["Form"], list[dict[str, str]]]

LONGEST_ADDRESS = 8000
MOST_NEAREST = 5
WINDS = ("seat", "prevailing")
DEPENDENT = {"wrong_count", "not_winning", "winning_tile_missing", "contradiction"}
UNFINISHED = {"required", "wrong_count"}
REQUIRED = {
    "seat": later("choose your seat"),
    "round": later("choose the wind of the round"),
    "won": later("choose how the hand was won"),
    "tile": later("type the winning tile: the one that finished the hand"),
    "valid": later("say whether the tiles that were shown made a winning shape"),
    "standing": later("type this player’s score as well, or leave all four empty"),
}
WHOSE = {
    "discard": later("choose who discarded the winning tile: that player pays the most"),
    "robbed_kong": later("choose whose kong was robbed: that player pays the most"),
}
WAYS = ("discard", "self_draw")
LEGEND = (
    *("1b", "2b", "9b", "1c", "2c", "9c", "1d", "2d", "9d"),
    *"ESWNRGP",
    *("F1", "F2", "F3", "F4", "S1", "S2", "S3", "S4", "J", "F"),
)

blueprint = Blueprint("pages", __name__)

FILTERS: dict[str, Callable[..., object]] = {
    "by_worth": fans.by_worth,
    "capital": words.capital,
    "formula_markup": words.formula_markup,
    "groupby_kind": words.by_kind,
    "in_sticks": in_sticks,
    "near_misses": fans.near_misses,
    "number": words.number,
    "other_names": words.other_names,
    "plain_label": words.plain_label,
    "sentence": words.sentence,
    "set_aside": fans.set_aside,
    "share": share,
    "tile_name": words.tile_name,
    "together": fans.together,
    "value_text": words.value_text,
    "value_words": words.value_words,
}
GLOBALS: dict[str, Callable[..., object]] = {
    "amount_words": words.amount_words,
    "below_minimum": below_minimum,
    "kind_title": words.kind_title,
    "keypad_facts": lambda detail, page: keypad.facts(
        detail, page, _all_said(REQUIRED), _all_said(WHOSE)
    ),
    "kind_total": words.kind_total,
    "parts": parts,
    "qr_code": qr.drawn,
    "set_words": words.set_words,
}
for _name, _function in FILTERS.items():
    blueprint.add_app_template_filter(_function, _name)
for _name, _function in GLOBALS.items():
    blueprint.add_app_template_global(_function, _name)


@blueprint.record_once
def _share_words(state: BlueprintSetupState) -> None:
    # As a global, not by a context processor: imported macros see no context.
    seats = {seat: lazy_gettext(name) for seat, name in words.SEAT_NAMES.items()}
    state.app.jinja_env.globals.update(
        PRINCIPLES=fans.PRINCIPLES, SEAT_NAMES=seats, VERSION=scorer.__version__
    )


def _all_said(sentences: Mapping[str, str]) -> dict[str, str]:
    return {name: said(sentence) for name, sentence in sentences.items()}


@dataclass
class Form:
    """One form as it was sent: what was typed, and what is wrong with it."""

    typed: forms.Query
    detail: Document
    rulesets: list[Document]
    switching: bool = False
    document: Document = field(default_factory=dict)
    problems: list[dict[str, str]] = field(default_factory=list)

    def value(self, name: str) -> str:
        return self.typed.get(name, "")

    @property
    def cards(self) -> dict[str, str]:
        """The names of the cards that come with the ruleset, by id; most rulesets have none."""
        return {card["id"]: card["name"] for card in self.detail.get("cards") or ()}

    @property
    def own_card(self) -> str:
        """The text of the player's own card, if the hand is to be scored by one."""
        text = self.value("o.card").strip() if self.cards else ""
        return "" if text in self.cards else text

    @property
    def card_name(self) -> str:
        """The name of the card in force."""
        if self.own_card:
            return cardpage.name_of(self.own_card)
        return self.cards.get(self.value("o.card").strip()) or next(iter(self.cards.values()), "")

    @property
    def addressed(self) -> Document:
        """The document as far as an address can hold it: without a card of the player's own."""
        if not self.own_card:
            return self.document
        options = {name: told for name, told in self.document["options"].items() if name != "card"}
        return {**self.document, "options": options}

    def chosen(self, name: str) -> list[str]:
        return self.typed.getlist(name)

    def errors(self, name: str) -> list[str]:
        return [problem["detail"] for problem in self.problems if problem["field"] == name]

    def any_under(self, prefix: str) -> bool:
        """Whether anything below this prefix was typed or is wrong, so that its part stays open."""
        return any(
            name.startswith(prefix) and any(value.strip() for value in self.typed.getlist(name))
            for name in self.typed
        ) or any((problem["field"] or "").startswith(prefix) for problem in self.problems)

    @property
    def any_option(self) -> bool:
        """Whether a house rule was chosen, or is wrong; the card stands apart from them."""
        return any(
            self.any_under(f"o.{option['name']}")
            for option in self.detail.get("options") or ()
            if option["type"] != "text"
        )

    def any_seat(self, name: str) -> bool:
        """Whether this field of any seat was typed or is wrong."""
        return any(self.any_under(f"{seat.lower()}.{name}") for seat in words.SEATS)

    def usual(self, option: Mapping[str, Any]) -> object:
        """The value of an option that was not chosen: the preset's, or the ruleset's."""
        presets = {preset["name"]: preset for preset in self.detail.get("presets") or ()}
        chosen: Mapping[str, Any] = presets.get(self.value("preset")) or {}
        return (chosen.get("options") or {}).get(option["name"], option["default"])

    def rows(self, prefix: str = "") -> range:
        """The rows for sets: four, and a fifth when it holds something."""
        return range(1, forms.ROWS + 1 if self.value(f"{prefix}set5").strip() else forms.ROWS)


@blueprint.route("/", methods=["GET", "POST"])
def hand() -> ResponseReturnValue:
    """The hand form, and the score of what it holds."""
    form = read_form()
    if not forms.asks_for_score(form.typed):
        return _page("hand.html", form)
    sheet = answer_form(form, forms.hand_document, scorer.score, how_won)
    if sheet is None:
        near = _nearly(form)
        return _page("hand.html", form, tiles=cardpage.drawn(near), near=near)
    document = form.document
    near = [] if "win" in document else _near(form)
    return _page(
        "hand.html",
        form,
        query=addresses.hand_query(form.addressed),
        near=near,
        tiles=cardpage.drawn(near)
        + _sheet_tiles(sheet)
        + _typed_tiles(document["hand"].get("bonus")),
        sheet=sheet,
        won="win" in document,
        seat=document.get("seat"),
        bonus=_typed_tiles(document["hand"].get("bonus")),
        winning_tile="".join(_typed_tiles(document["hand"].get("winning_tile"))),
        links={"next": _next_link(form), **_onward(form)},
    )


@blueprint.route("/waits", methods=["GET", "POST"])
def waits() -> ResponseReturnValue:
    """What the hand waits for, and what each tile would bring."""
    form = read_form()
    if not forms.asks_for_score(form.typed):
        return _page("waits.html", form)
    answer = answer_form(form, forms.waits_document, scorer.waits)
    if answer is None:
        return _page("waits.html", form)
    near = _near(form)
    found = [
        {**wait, "links": {by: _win_link(form, wait["tile"], by) for by in WAYS}}
        for wait in answer["waits"]
    ]
    return _page(
        "waits.html",
        form,
        query=addresses.hand_query(form.addressed),
        tiles=[*(wait["tile"] for wait in found), *cardpage.drawn(near)],
        near=near,
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
        form.typed = forms.carried(form.typed)
        return _page("table.html", form)
    if not {"go", "winner"} & set(form.typed):
        return _page("table.html", form)
    answer = answer_form(form, forms.table_document, scorer.settle, who_won)
    if answer is None:
        return _page("table.html", form)
    sheets = (answer.get("scores") or {}).values()
    winner = form.value("winner")
    short = winner in answer["scores"] and not answer["scores"][winner]["qualifies"]
    return _page(
        "table.html",
        form,
        query=addresses.table_query(form.addressed),
        tiles=[code for sheet in sheets for code in _sheet_tiles(sheet)],
        answer=answer,
        winner=winner,
        short=short,
        warnings=[
            warning
            for warning in answer["warnings"]
            if not (short and warning["pointer"] == f"/players/{winner}")
        ],
        links={"next": _next_link(form, answer)},
    )


@blueprint.get("/rules")
def rules() -> ResponseReturnValue:
    """The rulesets."""
    return render_template("rules.html", rulesets=scorer.rulesets())


@blueprint.get("/rules/<identifier>")
def ruleset(identifier: str) -> ResponseReturnValue:
    """The rules of one ruleset, as the scorer applies them."""
    try:
        detail = scorer.ruleset(identifier)
    except (HandError, LookupError):
        abort(404)
    return render_template(
        "ruleset.html", detail=detail, rulesets=scorer.rulesets(), cards=scorer.cards()
    )


def read_form() -> Form:
    """What was sent, as the form of its ruleset."""
    if len(request.query_string) > LONGEST_ADDRESS:
        abort(414, "This address is too long to be a hand.")
    request.max_content_length = request.max_form_memory_size = cardpage.LARGEST_FORM
    typed: forms.Query = MultiDict(
        (name, cardpage.plain_lines(value))
        for sent in (request.args, request.form)
        for name, value in sent.items(multi=True)
    )
    # Back to a card that comes with the scorer; the rest of the form stays as it is.
    changing = "card" in typed
    if changing:
        typed.poplist("o.card")
        typed.poplist("card")
    rulesets = scorer.rulesets()
    known = {entry["id"]: entry for entry in rulesets}
    wanted = typed.get("to") or typed.get("rules", "").strip()
    detail = known.get(wanted, rulesets[0])
    if typed.get("to") in known:
        return Form(forms.switched(typed, detail), detail, rulesets, switching=True)
    return Form(typed, detail, rulesets, switching=changing)


def answer_form(
    form: Form, build: Build, answer: Answer, check: Check | None = None
) -> Document | None:
    """The answer; or none, with what is wrong written into the form."""
    form.document = build(form.typed, form.detail)
    own = check(form) if check is not None else []
    try:
        result = answer(form.document)
    except HandError as error:
        problems = _all_problems(error, form.document, answer)
        # How it was won decides how many tiles there are: that is asked first, without guesses.
        if own:
            problems = [problem for problem in problems if problem["code"] not in DEPENDENT]
        own += [_placed(problem, form) for problem in problems]
    else:
        if not own:
            return result
    # Who has only changed the ruleset is not told yet what is still to be typed.
    unfinished = any(problem["code"] in UNFINISHED for problem in own)
    form.problems = [] if form.switching and unfinished else own
    return None


def _nearly(form: Form) -> list[Document]:
    """The hands of a card that these tiles nearly are, with what is wrong with each; the form then
    tells only that they are none."""
    misses = [problem for problem in form.problems if problem["code"] == "not_winning"]
    if not form.cards or not misses:
        return []
    form.problems = [problem for problem in form.problems if problem not in misses[1:]]
    reasons = [problem["detail"] for problem in misses[1:]]
    return cardpage.near_hands(form.document, MOST_NEAREST, reasons)


def _near(form: Form) -> list[Document]:
    """The hands of a card that the tiles of one who did not win are nearest to."""
    return cardpage.near_hands(form.document, MOST_NEAREST) if form.cards else []


def _all_problems(error: HandError, document: Document, answer: Answer) -> list[dict[str, str]]:
    """What is wrong, with what shows only once the missing winds, and who discarded, are told:
    all at one time."""
    problems = [problem._asdict() for problem in error.problems]
    missing = {
        problem["pointer"].removeprefix("/")
        for problem in problems
        if problem["code"] == "required"
    }
    supposed = _supposed(document, missing)
    if supposed == document:
        return problems
    try:
        answer(supposed)
    except HandError as further:
        deeper = _all_problems(further, supposed, answer)
        problems += [
            problem
            for problem in deeper
            if problem not in problems and problem["code"] != "contradiction"
        ]
    return problems


def _supposed(document: Document, missing: set[str]) -> Document:
    """The document with the winds, and with who discarded, that are missing."""
    supposed = {**document, **dict.fromkeys(missing & {*WINDS}, "E")}
    if "win/from" in missing:
        supposed["win"] = _from_another(document["win"], supposed.get("seat"))
    for seat, player in (document.get("players") or {}).items():
        if f"players/{seat}/win/from" in missing:
            told = {**player, "win": _from_another(player["win"], seat)}
            supposed["players"] = {**document["players"], seat: told}
    return supposed


def _from_another(win: Document, seat: str | None) -> Document:
    return {**win, "from": "S" if seat == "E" else "E"}


def _placed(problem: dict[str, str], form: Form) -> dict[str, str]:
    """A problem with its field, and in the words of the form where something was left out."""
    name = forms.field_of(problem["pointer"], form.typed, form.document) or ""
    known = {f"o.{option['name']}" for option in form.detail.get("options") or ()}
    known |= {f"x.{event['event']}" for event in form.detail.get("events") or ()}
    if name[:2] in ("o.", "x.") and ".".join(name.split(".")[:2]) not in known:
        name = ""
    detail = problem["detail"]
    if name == "away" and 3 not in form.detail["players"]:
        name = ""
    if form.cards and name.endswith("flowers"):
        name = f"{name.removesuffix('flowers')}hand"
    if problem["code"] == "required" and not (form.cards and name.startswith("x.")):
        detail = REQUIRED.get(name.rpartition(".")[2], detail)
        if name == "from":
            detail = WHOSE.get(form.value("won"), detail)
    return {**problem, "detail": detail, "field": name}


def how_won(form: Form) -> list[dict[str, str]]:
    """What is wrong if nobody told how the hand was won."""
    if form.value("won").strip():
        return []
    return [_required("won", gettext("choose how the hand was won, or that it was not"))]


def who_won(form: Form) -> list[dict[str, str]]:
    """What is wrong if nobody told who won, or one who is not there."""
    winner = form.value("winner").strip()
    if winner in words.SEATS and winner == form.value("away"):
        seat = said(words.SEAT_NAMES[winner])
        detail = gettext("%(seat)s is not at this table of three", seat=seat)
        return [{"pointer": "", "code": "contradiction", "detail": detail, "field": "winner"}]
    if winner:
        return []
    return [_required("winner", gettext("choose who won, or that nobody did"))]


def _required(name: str, detail: str) -> dict[str, str]:
    return {"pointer": "", "code": "required", "detail": detail, "field": name}


def _next_link(form: Form, answer: Mapping[str, Any] | None = None) -> str:
    """An empty form under the same rules, with the winds as they are in the next hand."""
    kept = {
        name: value
        for name, value in form.typed.items()
        if value and (name in ("rules", "preset", "round", "away") or name.startswith("o."))
    }
    if form.own_card:
        del kept["o.card"]
    following = (answer or {}).get("next") or {}
    if "deals_passed" in following:
        kept["passed"] = str(following["deals_passed"])
        kept["round"] = following.get("prevailing") or kept.get("round", "")
    for seat, score in ((answer or {}).get("standing") or {}).items():
        kept[f"{following['winds'][seat].lower()}.standing"] = str(score)
    return f"{url_for(request.endpoint or 'pages.hand')}?{urlencode(kept)}"


def _onward(form: Form) -> dict[str, str]:
    """Where a scored hand leads: to the whole table, and to what it waited for."""
    document, links = form.addressed, {}
    scores = "win" in document or form.detail["losers_score"]
    if scores and document.get("seat") in words.SEATS:
        links["table"] = f"{url_for('pages.table')}?{addresses.table_start(document)}"
    if "win" in document or not form.detail["losers_score"]:
        earlier = forms.before_win(document, form.detail)
        links["waits"] = f"{url_for('pages.waits')}?{addresses.hand_query(earlier)}"
    return links


def _player_before(form: Form) -> str:
    """Whose discards the waits page shows, where it matters whose they are."""
    seat = form.value("seat").strip()
    if not form.detail["discarder_pays"] or seat not in words.SEATS:
        return ""
    return words.SEATS[words.SEATS.index(seat) - 1]


def _win_link(form: Form, tile: str, by: str) -> str:
    document = form.addressed
    win = {**document.get("win", {}), "by": by}
    discarder = _player_before(form)
    if discarder and by == "discard":
        win["from"] = discarder
    won = {**document, "hand": {**document["hand"], "winning_tile": tile}, "win": win}
    return f"{url_for('pages.hand')}?{addresses.hand_query(won)}"


def _sheet_tiles(sheet: Document) -> list[str]:
    parts = ("arrangement", "lines", "not_counted")
    shown = [part for name in parts for part in sheet.get(name) or ()]
    return [code for part in shown for code in part.get("tiles") or ()]


def _typed_tiles(text: object) -> list[str]:
    """The canonical codes of tiles that the engine has read already."""
    try:
        return codes(parse(str(text or "")))
    except TileError:
        return []


def _page(
    template: str, form: Form, query: str = "", tiles: Sequence[str] = (), **context: object
) -> ResponseReturnValue:
    """A page with its form; ``query`` is the address of its result, ``tiles`` what it draws."""
    if query and not form.own_card:
        context["share"] = f"{request.path}?{query}"
        context["share_url"] = f"{request.url_root.rstrip('/')}{context['share']}"
    drawn = [*LEGEND, *keypad.SUITED, *tiles]
    page = render_template(template, form=form, detail=form.detail, drawn=drawn, **context)
    return page, 422 if form.problems else 200
