"""A submitted form: its hand or table as a document, and the problems with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from flask import request
from flask_babel import gettext, pgettext

import scorer
from scorer.documents.club import club_revision
from scorer.engine.options import plain_label
from scorer.errors import HandError
from scorer.grammar.special.house import special_hands_option
from scorer.languages.speech import Sentence
from scorer.rulebook.table_rules import WaitingFields
from scorer.rules import BOOKS
from scorer.service.i18n.contexts import translate_in
from scorer.service.i18n.languages import current_language, gettext_noop, translate
from scorer.service.web import labels
from scorer.service.web.forms import cards, form_documents, form_events, house_rules
from scorer.service.web.forms.form_fields import (
    COUNTER_PREFIX,
    PACKED_TEXT,
    RULESET_PREFIXES,
    meld_rows,
    most_sets,
)
from scorer.service.web.forms.form_pages import PageKind
from scorer.service.web.forms.own_text import OwnTextError, pack_text, unpack_own_text
from scorer.service.web.forms.submitted import submitted_fields
from scorer.service.web.forms.switching import fields_for_ruleset

Document = dict[str, Any]
Build = Callable[[form_documents.FormFields, Mapping[str, Any]], Document]
AnswerFunction = Callable[[Any], Any]
Check = Callable[["Form"], list[Document]]


MAX_PACKED_TEXT_LENGTH = 2600
"""The most characters of an own text in an address: a hand has room beside it."""
WIND_FIELDS = ("seat", "prevailing")
DEPENDENT_CODES = {"wrong_count", "not_winning", "winning_tile_missing", "contradiction"}
UNFINISHED_CODES = {"required", "wrong_count"}
REQUIRED_HINTS = {
    "seat": gettext_noop("choose your seat"),
    "round": gettext_noop("choose the wind of the round"),
    "won": gettext_noop("choose how the hand was won"),
    "tile": gettext_noop("type the winning tile: the one that finished the hand"),
    "waits": gettext_noop("choose who is tenpai, or that nobody is"),
    "standing": gettext_noop("type this player’s score as well, or leave all four empty"),
}
LOSER_HINTS = {
    "discard": gettext_noop("choose who discarded the winning tile: that player pays the most"),
    "robbed_kong": gettext_noop("choose whose kong was robbed: that player pays the most"),
}


def _seats() -> list[tuple[str, str]]:
    return [(seat, labels.seat_name(seat)) for seat in labels.SEATS]


@dataclass
class Form:
    """A submitted form: its fields, its document and its problems."""

    typed: form_documents.FormFields
    ruleset: Document
    rulesets: list[Document]
    switching: bool = False
    document: Document = field(default_factory=dict)
    problems: list[Document] = field(default_factory=list)
    game: Any = None
    """The hand of a game that the form records; None outside games."""
    text_fault: str = ""
    """What is wrong with the own text of an address, and what to do."""

    def value(self, name: str) -> str:
        return self.typed.get(name, "")

    @property
    def of_card(self) -> bool:
        """Tests if hands are those of a card."""
        return bool(self.ruleset["hand_of"] == "card")

    @property
    def lays_exposures(self) -> bool:
        """Tests if players lay exposures of any size; else they lay sets."""
        return self.of_card

    @property
    def lays_flowers_apart(self) -> bool:
        """Tests if flowers and seasons have their own field; else they are in the hand."""
        return bool(self.ruleset["bonus_tiles"])

    @property
    def has_jokers(self) -> bool:
        """Tests if tiles that replace others are called jokers; else they are called wild."""
        return bool(self.ruleset["jokers"])

    @property
    def conceals_sets(self) -> bool:
        """Tests if a concealed kong is shown with its ends face down."""
        return bool(self.ruleset["conceals_sets"])

    @property
    def asks_round(self) -> bool:
        """Tests if the form has fields for the prevailing wind and the deals passed in it."""
        return bool(self.ruleset["prevailing"])

    @property
    def keeps_scores(self) -> bool:
        """Tests if scores are kept on paper, because no sticks change hands."""
        return not self.ruleset["sticks"]

    @property
    def state(self) -> list[Document]:
        """The counters of the game that the ruleset declares, each with its ``field``."""
        return [
            {**counter, "field": COUNTER_PREFIX + counter["name"]}
            for counter in self.ruleset["state"]
        ]

    def own_fields(self, part: str, prefix: str = "") -> list[Document]:
        """Return the fields of a part that only this ruleset has, each with its ``field``.

        A hand of a game has no fields by seat: the game knows them. A hand at a table (with a
        ``prefix``) has no fields that the table has too, unless they were entered there.
        """
        entries = [
            {**entry, "field": RULESET_PREFIXES[part] + entry["name"]}
            for entry in self.ruleset["fields"][part]
            if not (self.game and entry["type"] == "seats")
        ]
        if part != "hand" or not prefix:
            return entries
        shared = form_documents.own_names(self.ruleset, "table")
        return [
            entry
            for entry in entries
            if entry["name"] not in shared or self.any_under(prefix + str(entry["field"]))
        ]

    @property
    def sets_aside(self) -> bool:
        """Tests if tiles are set aside like flowers, by house rule and number of players."""
        aside = self.ruleset["set_aside"]
        if aside is None or not house_rules.is_played(self.typed, self.ruleset, aside["option"]):
            return False
        playing = 3 if self.value("away") else 4
        if self.game:
            playing = len(self.game.table.seats)
        return bool(playing == aside["players"])

    def choices_of(self, entry: Document) -> list[tuple[str, str]]:
        """Return the choices of one of the ruleset's own fields, as values and labels."""
        if entry["type"] == "seat" and "choices" not in entry:
            return [("", gettext("nobody")), *_seats()]
        if entry["type"] == "seat":
            named = [(seat, labels.seat_name(seat)) for seat in entry["choices"]]
            return [("", gettext("not entered")), *named]
        if entry["type"] == "boolean":
            return [
                ("", gettext("not entered")),
                ("yes", gettext("yes")),
                ("no", pgettext("answer", "no")),
            ]
        choices = [(choice, translate(plain_label(choice))) for choice in entry["choices"]]
        return [("", gettext("not entered")), *choices]

    def amounts_of(self, entry: Document) -> list[tuple[str, str]]:
        """Return the parts of a field with several numbers, as keys and labels."""
        if entry["type"] == "seats":
            return [(seat.lower(), name) for seat, name in _seats()]
        return [(key, translate(plain_label(key))) for key in entry["numbers"]]

    @property
    def asks_fishing(self) -> bool:
        """Tests if the form asks whether a loser had declared fishing."""
        return any(
            house_rules.is_played(self.typed, self.ruleset, setting)
            for setting in self.ruleset["fishing_told_under"]
        )

    @property
    def cards(self) -> dict[str, str]:
        """The names of the ruleset's cards by id; most rulesets have none."""
        return {card["id"]: card["name"] for card in self.ruleset.get("cards") or ()}

    @property
    def card_field(self) -> str:
        """The field with the id or the text of the card."""
        return house_rules.text_field(self.ruleset)

    @cached_property
    def own_text(self) -> str:
        """The text of the player's own card or of a club's special hands; "" without one."""
        text = self.value(self.card_field)
        return "" if text.strip() in ("", *self.cards) else text

    @property
    def own_card(self) -> str:
        """The text of the player's own card; "" if the hand is scored by another."""
        return self.own_text if self.cards else ""

    @property
    def own_hands(self) -> str:
        """The text of a club's special hands; "" without any."""
        return "" if self.cards else self.own_text

    @cached_property
    def packed_text(self) -> str:
        """The own text as an address holds it; "" if there is none, or none that short."""
        packed = pack_text(self.own_text) if self.own_text else ""
        return packed if len(packed) <= MAX_PACKED_TEXT_LENGTH else ""

    @property
    def carried_text(self) -> str:
        """The own text that no address holds, so that forms carry it; "" if there is none."""
        return "" if self.packed_text else self.own_text

    @property
    def fields_for_address(self) -> form_documents.FormFields:
        """The fields as an address holds them: an own text is deflated."""
        if not self.packed_text:
            return self.typed
        fields = self.typed.copy()
        fields.poplist(self.card_field)
        fields[PACKED_TEXT] = self.packed_text
        return fields

    @property
    def opens_text(self) -> bool:
        """Tests if the own text stands open in the form, because it is faulty."""
        return bool(self.errors(self.card_field))

    @property
    def takes_hands(self) -> bool:
        """Tests if the ruleset takes special hands of a club."""
        return self.card_field == f"o.{special_hands_option.name}"

    @property
    def hands_name(self) -> str:
        """What a club calls its special hands; "" if it has no name for them."""
        return cards.own_text_name(self.own_hands, "")

    @property
    def card_name(self) -> str:
        """The name of the card in force."""
        if self.own_card:
            return cards.own_text_name(self.own_card)
        usual = next(iter(self.cards.values()), "")
        return self.cards.get(self.value(self.card_field).strip()) or usual

    @property
    def document_for_address(self) -> Document:
        """The document without an own text that no address can hold."""
        if not self.carried_text:
            return self.document
        options = {
            name: value
            for name, value in self.document["options"].items()
            if f"o.{name}" != self.card_field
        }
        return {**self.document, "options": options}

    @property
    def also_won(self) -> list[str]:
        """The other seats that won on the same tile as the winner, in seat order."""
        others = {*self.chosen("also")} - {self.value("winner")}
        return [seat for seat in labels.SEATS if seat in others]

    def chosen(self, name: str) -> list[str]:
        return self.typed.getlist(name)

    def errors(self, name: str) -> list[str]:
        return [problem["detail"] for problem in self.problems if problem["field"] == name]

    def problem_text(self, problem: Mapping[str, Any]) -> str:
        """Return the text of a problem, with the label of its field where the form repeats it."""
        text, label = translate(problem["detail"]), self._label(problem["field"] or "")
        if problem["code"] == "required" or not label or text.startswith(label):
            return text
        return str(gettext("%(player)s: %(what)s", player=label, what=text))

    def _label(self, name: str) -> str:
        """Return the label of a field of tiles, a house rule or a penalty; "" for other fields."""
        first, _, rest = name.partition(".")
        if first in ("o", "x"):
            return translate(plain_label(rest.partition(".")[0]))
        if rest:
            of_tiles = rest in ("hand", "flowers", "tile") or rest.startswith("set")
            if first.upper() not in labels.SEATS or not of_tiles:
                return ""
            return str(gettext("%(seat)s’s hand", seat=labels.seat_name(first.upper())))
        row = first.removeprefix("set")
        if row != first and row.isdecimal():
            laid = gettext_noop("Exposure %(row)s") if self.of_card else gettext_noop("Set %(row)s")
            return translate(laid) % {"row": row}
        tiles = (
            gettext_noop("Tiles on the rack") if self.of_card else gettext_noop("Tiles in the hand")
        )
        bonus, winning = gettext_noop("Flowers and seasons"), gettext_noop("Winning tile")
        return translate({"hand": tiles, "flowers": bonus, "tile": winning}.get(first, ""))

    def circumstance_meaning(self, circumstance: str) -> str:
        """Return the meaning of a circumstance that only another ruleset has."""
        entries = (entry for ruleset in self.rulesets for entry in ruleset["circumstances"])
        meanings = (entry["meaning"] for entry in entries if entry["id"] == circumstance)
        return next(meanings, circumstance)

    def any_under(self, prefix: str) -> bool:
        """Tests if a field with this prefix is filled or has a problem, so its part stays open."""
        return any(
            name.startswith(prefix) and any(value.strip() for value in self.typed.getlist(name))
            for name in self.typed
        ) or any((problem["field"] or "").startswith(prefix) for problem in self.problems)

    @property
    def any_option(self) -> bool:
        """Tests if a house rule other than the card is chosen or has a problem."""
        return any(
            self.any_under(f"o.{option['name']}")
            for option in self.ruleset.get("options") or ()
            if option["type"] != "text"
        )

    def any_seat(self, name: str) -> bool:
        """Tests if this field of any seat is filled or has a problem."""
        return any(self.any_under(f"{seat.lower()}.{name}") for seat in labels.SEATS)

    def default_value(self, option: Mapping[str, Any]) -> object:
        """Return the value of an option that is not chosen."""
        return house_rules.default_value(self.ruleset, self.value("preset"), option)

    @property
    def rulesets_by_language(self) -> list[Document]:
        """The rulesets; those that players of the page's language play most come first."""
        language = current_language()
        return sorted(
            self.rulesets,
            key=lambda entry: language not in BOOKS[entry["id"]].presentation.languages,
        )

    @property
    def default_preset(self) -> Document | None:
        """The preset in force if none is chosen; None if the ruleset has none."""
        return self._preset(self.ruleset["default_preset"])

    @property
    def preset_title(self) -> str:
        """The title of the preset in force; "" without one."""
        chosen = self.value("preset")
        preset = self._preset(chosen) if chosen else self.default_preset
        return str(preset["title"]) if preset else ""

    def _preset(self, name: str | None) -> Document | None:
        presets = self.ruleset.get("presets") or ()
        return next((preset for preset in presets if preset["name"] == name), None)

    @property
    def circumstances(self) -> dict[str, bool]:
        """Whether each circumstance is shown, by id: under the form's house rules, or if chosen."""
        return {
            entry["id"]: self.plays(entry) or entry["id"] in self.chosen("with")
            for entry in self.ruleset["circumstances"]
        }

    @property
    def events(self) -> dict[str, bool]:
        """Whether each event is shown, by id, as in ``circumstances``."""
        return {
            entry["event"]: self.plays(entry) or self.any_under(f"x.{entry['event']}")
            for entry in self.ruleset["events"]
        }

    def has_further_events(self, event: str) -> bool:
        """Tests if a further event of this kind is filled or has a problem."""
        numbers = self.further_event_numbers(event)
        return any(self.any_under(f"x.{event}.{number}") for number in numbers)

    def further_event_numbers(self, event: str) -> list[int]:
        """Return the numbers of the further events of this kind that are shown."""
        names = [name for name in self.typed if self.typed.get(name)]
        return form_events.numbers_of(names, event)

    def plays(self, entry: Mapping[str, Any]) -> bool:
        """Tests if what an entry describes exists under the house rules of the form."""
        return house_rules.played_for(self.typed, self.ruleset, entry)

    def rows(self, prefix: str = "") -> list[int]:
        """Return the rows for melds: as many as a hand can have, and all that are filled."""
        sets = most_sets(self.ruleset)
        return [
            row
            for row in meld_rows(self.ruleset)
            if row <= sets or self.value(f"{prefix}set{row}").strip()
        ]


def read_form() -> Form:
    """Read the submitted form of a ruleset."""
    typed = submitted_fields()
    all_rulesets = offered_rulesets()
    by_id = {entry["id"]: entry for entry in all_rulesets}
    before = by_id.get(typed.get("rules", "").strip(), all_rulesets[0])
    text_fault = unpack_text(typed, before)
    to, _, preset = typed.get("to", "").partition(".")
    wanted = by_id.get(to)
    ruleset = wanted or before
    translate_in(ruleset["id"])
    # The form goes back to a built-in card, and keeps its other fields.
    changing = "card" in typed
    if changing:
        typed.poplist(house_rules.text_field(ruleset))
        typed.poplist("card")
        typed.poplist(PACKED_TEXT)
        text_fault = ""
    if wanted:
        form = Form(fields_for_ruleset(typed, ruleset), ruleset, all_rulesets, switching=True)
        form.typed.poplist(PACKED_TEXT)
        if form._preset(preset):
            form.typed["preset"] = preset
        return form
    return Form(typed, ruleset, all_rulesets, switching=changing, text_fault=text_fault)


def unpack_text(typed: form_documents.FormFields, ruleset: Mapping[str, Any]) -> str:
    """Put the own text of an address into the field in which it is typed. A text that cannot be
    read stays as it is, and what to do about it is returned."""
    packed, name = typed.get(PACKED_TEXT, "").strip(), house_rules.text_field(ruleset)
    if not packed or not name or typed.get(name, "").strip():
        return ""
    try:
        text = unpack_own_text(packed)
    except OwnTextError as error:
        return error.detail
    if text.strip():
        typed.poplist(PACKED_TEXT)
        typed[name] = text
    return ""


def offered_rulesets() -> list[Any]:
    """Return all rulesets, as forms offer them."""
    return _rulesets(tuple(BOOKS), club_revision())


def ruleset_of(identifier: str) -> Document:
    """Return a ruleset by its id."""
    return next(ruleset for ruleset in offered_rulesets() if ruleset["id"] == identifier)


def requested_ruleset() -> Document:
    """Return the ruleset that the address names, by default the first; its words are used."""
    offered = offered_rulesets()
    rules = request.args.get("rules")
    ruleset: Document = next((entry for entry in offered if entry["id"] == rules), offered[0])
    translate_in(ruleset["id"])
    return ruleset


@lru_cache(maxsize=1)
def _rulesets(ids: tuple[str, ...], club: int) -> list[Any]:
    """Return the rulesets with these ids and presets, cached because every tap needs them."""
    return scorer.rulesets()


def answer_form(
    form: Form, build: Build, answer: AnswerFunction, check: Check | None = None
) -> Document | None:
    """Return the answer, or None after writing the problems into the form."""
    form.document = build(form.typed, form.ruleset)
    own = check(form) if check is not None else []
    try:
        result: Document = answer(form.document)
    except HandError as error:
        problems = _all_problems(error, form.document, answer)
        # The number of tiles depends on how the hand was won, so that is reported first.
        if own:
            problems = [problem for problem in problems if problem["code"] not in DEPENDENT_CODES]
        own += [_problem_with_field(problem, form) for problem in problems]
    else:
        if not own:
            return result
    # After a change of ruleset, fields that are still empty are no problem yet.
    unfinished = any(problem["code"] in UNFINISHED_CODES for problem in own)
    form.problems = [] if form.switching and unfinished else own
    return None


def _all_problems(error: HandError, document: Document, answer: AnswerFunction) -> list[Document]:
    """Return all problems, with those that show only once winds and the discarder are known."""
    problems = [problem._asdict() for problem in error.problems]
    missing = {
        problem["pointer"].removeprefix("/")
        for problem in problems
        if problem["code"] == "required"
    }
    completed = _with_placeholder_values(document, missing)
    if completed == document:
        return problems
    try:
        answer(completed)
    except HandError as further:
        deeper = _all_problems(further, completed, answer)
        problems += [
            problem
            for problem in deeper
            if problem not in problems and problem["code"] != "contradiction"
        ]
    return problems


def _with_placeholder_values(document: Document, missing: set[str]) -> Document:
    """Return the document with placeholders for missing winds and discarders."""
    completed = {**document, **dict.fromkeys(missing & {*WIND_FIELDS}, "E")}
    if "win/from" in missing:
        completed["win"] = _won_from_another_seat(document["win"], completed.get("seat"))
    for seat, player in (document.get("players") or {}).items():
        if f"players/{seat}/win/from" in missing:
            completed_player = {**player, "win": _won_from_another_seat(player["win"], seat)}
            completed["players"] = {**document["players"], seat: completed_player}
    return completed


def _won_from_another_seat(win: Document, seat: str | None) -> Document:
    return {**win, "from": "S" if seat == "E" else "E"}


def _problem_with_field(problem: Document, form: Form) -> Document:
    """Return a problem with its field, in the words of the form where a value is missing."""
    name = _field_of(problem["pointer"], form) or ""
    prefixes = {f"o.{option['name']}" for option in form.ruleset.get("options") or ()}
    prefixes |= {f"x.{event['event']}" for event in form.ruleset.get("events") or ()}
    if name[:2] in ("o.", "x.") and ".".join(name.split(".")[:2]) not in prefixes:
        name = ""
    detail = problem["detail"]
    if name == "away" and 3 not in form.ruleset["players"]:
        name = ""
    if name.endswith("flowers") and not form.lays_flowers_apart:
        name = f"{name.removesuffix('flowers')}hand"
    if form.text_fault and name == form.card_field:
        detail = form.text_fault
    elif problem["code"] == "required":
        detail = _missing_text(name, form) or detail
    elif name not in ("", "rules", form.card_field) and _sentence_lists_keys(detail):
        detail = gettext_noop("this choice does not exist; choose from the list on this page")
    return {**problem, "detail": detail, "field": name}


def _sentence_lists_keys(detail: object) -> bool:
    """Tests if a sentence lists keys, which only programs use."""
    if not isinstance(detail, Sentence):
        return False
    return "known" in detail.values or _sentence_lists_keys(detail.values.get("wanted"))


def _field_of(pointer: str, form: Form) -> str | None:
    kind: PageKind = "settle" if "players" in form.document else "score"
    return form_documents.field_of(pointer, form.typed, form.ruleset, kind)


def _missing_text(name: str, form: Form) -> str:
    """Return what to do about an empty field, in the words of the form; "" if unknown."""
    if name == "from":
        return LOSER_HINTS.get(form.value("won"), "")
    of_events = {
        f"x.{event['event']}.{entry['name']}": entry["meaning"]
        for event in form.ruleset.get("events") or ()
        for entry in event["fields"]
    }
    meaning = of_events.get(form_events.unnumbered(name))
    if meaning is not None:
        return str(gettext("enter %(what)s", what=translate(meaning)))
    return REQUIRED_HINTS.get(name.rpartition(".")[2], "")


def way_problems(form: Form) -> list[Document]:
    """Return the problem if the form does not say how the hand was won."""
    if form.value("won").strip():
        return []
    return [
        _required("won", gettext_noop("choose how the hand was won, or that the hand did not win"))
    ]


def winner_problems(form: Form) -> list[Document]:
    """Return the problems if the form names no winner, or an absent one."""
    winner = form.value("winner").strip()
    if winner in labels.SEATS and winner == form.value("away"):
        seat = labels.seat_name(winner)
        detail = gettext("%(seat)s is not at this table of three", seat=seat)
        return [{"pointer": "", "code": "contradiction", "detail": detail, "field": "winner"}]
    if winner:
        return tenpai_problems(form) if winner == "nobody" else []
    return [_required("winner", gettext_noop("choose who won, or that nobody won"))]


def tenpai_problems(form: Form) -> list[Document]:
    """Return the problem if the form asks who is tenpai and has no answer.

    The address of a document may leave the fields out: then nobody is tenpai.
    """
    empty = [name for name in empty_tenpai_fields(form) if form.game or name in form.typed]
    return [_required(name, REQUIRED_HINTS["waits"]) for name in empty[:1]]


def empty_tenpai_fields(form: Form) -> list[str]:
    """Return the empty fields for who is tenpai, if the draw pays tenpai players."""
    waiting = BOOKS[form.ruleset["id"]].table.waiting_fields
    players = form.document["players"]
    if waiting is None or not _draw_pays_tenpai(form, waiting):
        return []
    return [
        f"{seat.lower()}.{RULESET_PREFIXES['player']}{waiting.waits}"
        for seat, player in players.items()
        if waiting.waits not in player and not player.get(waiting.declared) and "hand" not in player
    ]


def _draw_pays_tenpai(form: Form, waiting: WaitingFields) -> bool:
    """Tests if the hand ended in a draw that pays tenpai players."""
    document = form.document
    events = {event["event"] for event in document.get("events") or ()}
    usual = all(document.get(name, value) == value for name, value in waiting.ended.items())
    return usual and not events & {*waiting.void_after}


def _required(name: str, detail: str) -> Document:
    return {"pointer": "", "code": "required", "detail": detail, "field": name}
