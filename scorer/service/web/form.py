"""What was sent through a form: the hand or the table that it tells, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from flask_babel import gettext, pgettext

import scorer
from scorer.errors import HandError
from scorer.options import plain_label
from scorer.rules import BOOKS
from scorer.service.i18n.languages import later, said
from scorer.service.web import cards, form_documents, house_rules, labels
from scorer.service.web.fields_sent import fields_sent
from scorer.service.web.form_fields import OWN, STATE, rows_of, sets_of
from scorer.speech import Said

__all__ = [
    "REQUIRED",
    "WHOSE",
    "Form",
    "answer_form",
    "how_won",
    "read_form",
    "ruleset_of",
    "rulesets",
    "who_won",
]

Document = dict[str, Any]
Build = Callable[[form_documents.Query, Mapping[str, Any]], Document]
Answer = Callable[[Any], Any]
Check = Callable[["Form"], list[Document]]


WINDS = ("seat", "prevailing")
DEPENDENT = {"wrong_count", "not_winning", "winning_tile_missing", "contradiction"}
UNFINISHED = {"required", "wrong_count"}
REQUIRED = {
    "seat": later("choose your seat"),
    "round": later("choose the wind of the round"),
    "won": later("choose how the hand was won"),
    "tile": later("type the winning tile: the one that finished the hand"),
    "standing": later("type this player’s score as well, or leave all four empty"),
}
WHOSE = {
    "discard": later("choose who discarded the winning tile: that player pays the most"),
    "robbed_kong": later("choose whose kong was robbed: that player pays the most"),
}


def _seats() -> list[tuple[str, str]]:
    return [(seat, labels.seat_name(seat)) for seat in labels.SEATS]


@dataclass
class Form:
    """One form as it was sent: what was typed, and what is wrong with it."""

    typed: form_documents.Query
    detail: Document
    rulesets: list[Document]
    switching: bool = False
    document: Document = field(default_factory=dict)
    problems: list[Document] = field(default_factory=list)
    game: Any = None
    """The hand of a game that it tells, where it is one."""

    def value(self, name: str) -> str:
        return self.typed.get(name, "")

    @property
    def of_card(self) -> bool:
        """Whether a hand is one of a card, which the page then shows or takes."""
        return bool(self.detail["hand_of"] == "card")

    @property
    def lays_exposures(self) -> bool:
        """Whether what is laid out are groups of any size, all of them open; else sets."""
        return self.of_card

    @property
    def agrees_on_value(self) -> bool:
        """Whether a table agrees on the value of a hand, as a card prints it; else on points."""
        return self.of_card

    @property
    def lays_flowers_apart(self) -> bool:
        """Whether flowers and seasons have a field of their own; else they stand in the hand."""
        return bool(self.detail["bonus_tiles"])

    @property
    def has_jokers(self) -> bool:
        """Whether a tile that stands for others is called a joker; else it is a wild one."""
        return bool(self.detail["jokers"])

    @property
    def conceals_sets(self) -> bool:
        """Whether a concealed kong is shown with its ends face down."""
        return bool(self.detail["conceals_sets"])

    @property
    def asks_round(self) -> bool:
        """Whether the wind of the round is asked, and how often the deal has passed in it."""
        return bool(self.detail["prevailing"])

    @property
    def keeps_scores(self) -> bool:
        """Whether a session is kept on paper, for want of sticks that change hands."""
        return not self.detail["sticks"]

    @property
    def state(self) -> list[Document]:
        """The numbers of the game that the ruleset counts, each with the name of its ``field``."""
        return [{**told, "field": STATE + told["name"]} for told in self.detail["state"]]

    def own(self, part: str, prefix: str = "") -> list[Document]:
        """What only this ruleset's documents tell of a part, each with its ``field``; of a hand of
        a game without what the game knows by seat, of one at a table (``prefix``) without what the
        table tells once for all of them, unless it was told there."""
        found = [
            {**told, "field": OWN[part] + told["name"]}
            for told in self.detail["fields"][part]
            if not (self.game and told["type"] == "seats")
        ]
        if part != "hand" or not prefix:
            return found
        once = form_documents.own_names(self.detail, "table")
        return [
            one
            for one in found
            if one["name"] not in once or self.any_under(prefix + str(one["field"]))
        ]

    @property
    def sets_aside(self) -> bool:
        """Whether tiles are set aside as flowers are: so many play, under that house rule."""
        aside = self.detail["set_aside"]
        if aside is None or not house_rules.is_played(self.typed, self.detail, aside["option"]):
            return False
        playing = len(self.game.table.seats) if self.game else 3 if self.value("away") else 4
        return bool(playing == aside["players"])

    def answers(self, told: Document) -> list[tuple[str, str]]:
        """What may be chosen of a field of a ruleset's own, as the page says it."""
        if told["type"] == "seat":
            return [("", gettext("nobody")), *_seats()]
        if told["type"] == "boolean":
            return [
                ("", gettext("not said")),
                ("yes", gettext("yes")),
                ("no", pgettext("answer", "no")),
            ]
        chosen = [(one, said(plain_label(one))) for one in told["choices"]]
        return [("", gettext("not said")), *chosen]

    def parts(self, told: Document) -> list[tuple[str, str]]:
        """The numbers of a field that tells several, each as the page calls it."""
        if told["type"] == "seats":
            return [(seat.lower(), name) for seat, name in _seats()]
        return [(key, said(plain_label(key))) for key in form_documents.KEYS[told["type"]]]

    @property
    def asks_fishing(self) -> bool:
        """Whether it is asked of who lost if they had declared to be fishing."""
        return any(
            house_rules.is_played(self.typed, self.detail, one)
            for one in self.detail["fishing_told_under"]
        )

    @property
    def cards(self) -> dict[str, str]:
        """The names of the cards that come with the ruleset, by id; most rulesets have none."""
        return {card["id"]: card["name"] for card in self.detail.get("cards") or ()}

    @property
    def card_field(self) -> str:
        """The field that holds the card, by its name or as a text."""
        return house_rules.text_field(self.detail)

    @property
    def own_card(self) -> str:
        """The text of the player's own card, if the hand is to be scored by one."""
        text = self.value(self.card_field).strip() if self.cards else ""
        return "" if text in self.cards else text

    @property
    def card_name(self) -> str:
        """The name of the card in force."""
        if self.own_card:
            return cards.name_of(self.own_card)
        usual = next(iter(self.cards.values()), "")
        return self.cards.get(self.value(self.card_field).strip()) or usual

    @property
    def addressed(self) -> Document:
        """The document as far as an address can hold it: without a card of the player's own."""
        if not self.own_card:
            return self.document
        told = self.document["options"].items()
        options = {name: value for name, value in told if f"o.{name}" != self.card_field}
        return {**self.document, "options": options}

    def chosen(self, name: str) -> list[str]:
        return self.typed.getlist(name)

    def errors(self, name: str) -> list[str]:
        return [problem["detail"] for problem in self.problems if problem["field"] == name]

    def named(self, problem: Mapping[str, Any]) -> str:
        """What is wrong, after the label of its field where a form has several alike."""
        told, label = said(problem["detail"]), self._label(problem["field"] or "")
        if problem["code"] == "required" or not label or told.startswith(label):
            return told
        return str(gettext("%(player)s: %(what)s", player=label, what=told))

    def _label(self, name: str) -> str:
        """The label over a field of tiles, of a house rule or of a penalty; else nothing."""
        first, _, rest = name.partition(".")
        if first in ("o", "x"):
            return said(plain_label(rest.partition(".")[0]))
        if rest:
            of_tiles = rest in ("hand", "flowers", "tile") or rest.startswith("set")
            if first.upper() not in labels.SEATS or not of_tiles:
                return ""
            return str(gettext("%(seat)s’s hand", seat=labels.seat_name(first.upper())))
        row = first.removeprefix("set")
        if row != first and row.isdecimal():
            laid = later("Exposure %(row)s") if self.of_card else later("Set %(row)s")
            return said(laid) % {"row": row}
        tiles = later("Tiles on the rack") if self.of_card else later("Tiles in the hand")
        bonus, winning = later("Flowers and seasons"), later("Winning tile")
        return said({"hand": tiles, "flowers": bonus, "tile": winning}.get(first, ""))

    def elsewhere(self, circumstance: str) -> str:
        """What another ruleset says of a circumstance that this one does not know."""
        known = (one for other in self.rulesets for one in other["circumstances"])
        return next((one["meaning"] for one in known if one["id"] == circumstance), circumstance)

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
        return any(self.any_under(f"{seat.lower()}.{name}") for seat in labels.SEATS)

    def usual(self, option: Mapping[str, Any]) -> object:
        """The value of an option that was not chosen."""
        return house_rules.usual(self.detail, self.value("preset"), option)

    @property
    def default_preset(self) -> Document | None:
        """The preset in force where none is chosen, if there is one."""
        presets = {preset["name"]: preset for preset in self.detail.get("presets") or ()}
        return presets.get(self.detail["default_preset"])

    @property
    def circumstances(self) -> dict[str, bool]:
        """The ids of the circumstances, each with whether it is shown: there is one under the
        house rules of the form, or it was chosen all the same."""
        return {
            entry["id"]: self._played(entry) or entry["id"] in self.chosen("with")
            for entry in self.detail["circumstances"]
        }

    @property
    def events(self) -> dict[str, bool]:
        """The ids of the events, each with whether it is shown, as ``circumstances`` are."""
        return {
            entry["event"]: self._played(entry) or self.any_under(f"x.{entry['event']}")
            for entry in self.detail["events"]
        }

    def _played(self, entry: Mapping[str, Any]) -> bool:
        return house_rules.played_for(self.typed, self.detail, entry)

    def rows(self, prefix: str = "") -> list[int]:
        """The rows for sets: as many as a hand can lay out, and those that hold something."""
        sets = sets_of(self.detail)
        return [
            row
            for row in rows_of(self.detail)
            if row <= sets or self.value(f"{prefix}set{row}").strip()
        ]


def read_form() -> Form:
    """What was sent, as the form of its ruleset."""
    typed = fields_sent()
    every = rulesets()
    known = {entry["id"]: entry for entry in every}
    wanted = known.get(typed.get("to", ""))
    detail = wanted or known.get(typed.get("rules", "").strip(), every[0])
    # Back to a card that comes with the scorer; the rest of the form stays as it is.
    changing = "card" in typed
    if changing:
        typed.poplist(house_rules.text_field(detail))
        typed.poplist("card")
    if wanted:
        return Form(form_documents.switched(typed, detail), detail, every, switching=True)
    return Form(typed, detail, every, switching=changing)


def rulesets() -> list[Any]:
    """Every ruleset, as a form offers it."""
    return _rulesets(tuple(BOOKS))


def ruleset_of(identifier: str) -> Document:
    """One ruleset that there is, as a form shows it."""
    return next(one for one in rulesets() if one["id"] == identifier)


@lru_cache(maxsize=1)
def _rulesets(known: tuple[str, ...]) -> list[Any]:
    """The rulesets with these ids, which no form changes; every tap of the keypad asks for them."""
    return scorer.rulesets()


def answer_form(
    form: Form, build: Build, answer: Answer, check: Check | None = None
) -> Document | None:
    """The answer; or none, with what is wrong written into the form."""
    form.document = build(form.typed, form.detail)
    own = check(form) if check is not None else []
    try:
        result: Document = answer(form.document)
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


def _all_problems(error: HandError, document: Document, answer: Answer) -> list[Document]:
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


def _placed(problem: Document, form: Form) -> Document:
    """A problem with its field, and in the words of the form where something was left out."""
    name = _field_of(problem["pointer"], form) or ""
    known = {f"o.{option['name']}" for option in form.detail.get("options") or ()}
    known |= {f"x.{event['event']}" for event in form.detail.get("events") or ()}
    if name[:2] in ("o.", "x.") and ".".join(name.split(".")[:2]) not in known:
        name = ""
    detail = problem["detail"]
    if name == "away" and 3 not in form.detail["players"]:
        name = ""
    if name.endswith("flowers") and not form.lays_flowers_apart:
        name = f"{name.removesuffix('flowers')}hand"
    if problem["code"] == "required":
        detail = _left_out(name, form) or detail
    elif name not in ("", "rules", form.card_field) and _lists_keys(detail):
        detail = later("these rules have no such choice; choose one of those offered here")
    return {**problem, "detail": detail, "field": name}


def _lists_keys(detail: object) -> bool:
    """Whether a sentence lists what there is by keys, which only programs write."""
    if not isinstance(detail, Said):
        return False
    return "known" in detail.values or _lists_keys(detail.values.get("wanted"))


def _field_of(pointer: str, form: Form) -> str | None:
    return form_documents.field_of(pointer, form.typed, form.document, form.detail)


def _left_out(name: str, form: Form) -> str:
    """What to do where this field was left out, in the words of the form; or nothing."""
    if name == "from":
        return WHOSE.get(form.value("won"), "")
    of_events = {
        f"x.{event['event']}.{told['name']}": told["meaning"]
        for event in form.detail.get("events") or ()
        for told in event["fields"]
    }
    if name in of_events:
        return str(gettext("tell %(what)s", what=said(of_events[name])))
    return REQUIRED.get(name.rpartition(".")[2], "")


def how_won(form: Form) -> list[Document]:
    """What is wrong if nobody told how the hand was won."""
    if form.value("won").strip():
        return []
    return [_required("won", later("choose how the hand was won, or that it was not"))]


def who_won(form: Form) -> list[Document]:
    """What is wrong if nobody told who won, or one who is not there."""
    winner = form.value("winner").strip()
    if winner in labels.SEATS and winner == form.value("away"):
        seat = labels.seat_name(winner)
        detail = gettext("%(seat)s is not at this table of three", seat=seat)
        return [{"pointer": "", "code": "contradiction", "detail": detail, "field": "winner"}]
    if winner:
        return []
    return [_required("winner", later("choose who won, or that nobody did"))]


def _required(name: str, detail: str) -> Document:
    return {"pointer": "", "code": "required", "detail": detail, "field": name}
