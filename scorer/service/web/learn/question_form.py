"""The questions of an exercise as form fields, and their responses as a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from scorer.documents.read import edition_of
from scorer.engine.tiles import CODES, FIRST_FLOWER, codes, parse
from scorer.grammar.card.book import CardEdition
from scorer.learn.judging import Attempt, scored_seats
from scorer.learn.seeded_random import SeededRandom
from scorer.service.i18n.languages import gettext_noop, translate
from scorer.service.web import labels
from scorer.service.web.forms import form_documents
from scorer.service.web.forms.typed_values import integer_or_text
from scorer.types import Ruled

Document = Mapping[str, Any]

RESPONSE_PREFIX: Final = "g."
"""The prefix of form fields that hold a response."""
OFFERED_HAND_COUNT, OFFERED_TILE_COUNT = 4, 6

NUMBER_LABELS: Final[Mapping[str, str]] = {
    "points": gettext_noop("Points"),
    "doubles": gettext_noop("Doubles"),
    "fan": gettext_noop("Fan"),
    "flowers": gettext_noop("Flowers"),
    "value": gettext_noop("Value"),
    "multiplier": gettext_noop("Times"),
    "bonus": gettext_noop("Added"),
    "han": gettext_noop("Han"),
    "fu": gettext_noop("Fu"),
    "yakuman": gettext_noop("Yakuman"),
    "faan": gettext_noop("Faan"),
    "tai": gettext_noop("Tai"),
    "total": gettext_noop("Total"),
}
SET_LABELS: Final[Mapping[str, str]] = {
    "chows": gettext_noop("Chows"),
    "pungs": gettext_noop("Pungs"),
    "kongs": gettext_noop("Kongs"),
    "pairs": gettext_noop("Pairs"),
}
QUESTION_BY_PART: Final[Mapping[str, str]] = {
    "arrangement": gettext_noop("How many sets of each kind are there?"),
    "payments": gettext_noop("What does each of the others pay?"),
    "awards": gettext_noop(
        "How many points does each player get? Write a minus for points that are taken away."
    ),
    "scores": gettext_noop("What is each hand worth?"),
    "net": gettext_noop("What is each player’s total? Write a minus for a player who pays."),
    "next": gettext_noop("What happens to the seats after this hand?"),
    "hand": gettext_noop("Which hand of the card is it?"),
    "winning_tile": gettext_noop("Which tile wins it?"),
    "exposed": gettext_noop("May sets of this hand be exposed?"),
}
PARTS_BY_SEAT: Final = frozenset({"payments", "awards", "scores", "net"})
CHOICE_PARTS: Final = frozenset({"next", "hand", "winning_tile", "exposed"})
NET_WITHOUT_AWARDS: Final = gettext_noop(
    "What does each player pay or receive? Write a minus for a player who pays; leave out what the "
    "table gives."
)
"""The question of the net results where points are also awarded or deducted."""
COUNT_QUESTION_TEXT: Final = gettext_noop("What do you count?")
MOVE_LABELS: Final = {
    "stay": gettext_noop("The seats stay"),
    "pass": gettext_noop("The deal passes"),
}
YES_OR_NO: Final = {"yes": gettext_noop("Yes"), "no": gettext_noop("No")}


@dataclass
class Field:
    """A form field: a number to type or, with ``choices``, an option to tap."""

    name: str
    label: str
    choices: list[tuple[str, str]] = field(default_factory=list)
    tiles: bool = False
    signed: bool = False


@dataclass
class Question:
    """A question with its fields; ``names`` are the parts that it asks for."""

    names: list[str]
    question: str
    fields: list[Field]


def default_parts(document: Document, answer: Document) -> list[str]:
    """Return the parts to ask for in an exercise made from a hand or a table."""
    if "scores" in answer:
        result = "awards" if answer.get("awards") and not any(answer["net"].values()) else "net"
        scores = ["scores"] if _seats("scores", document, answer) else []
        return [*scores, result, "next"]
    paid = [name for name in ("payments", "awards") if answer.get(name)]
    tally = {name: number for name, number in answer["tally"].items() if number}
    if tally.get("multiplier") == 1:
        del tally["multiplier"]
    total = [] if [*tally.values()] == [answer["total"]] else ["total"]
    return [*tally, *total, *paid[:1]]


def build_questions(ask: Sequence[str], document: Document, answer: Document) -> list[Question]:
    """Build the questions in order; parts of the tally and the total share a question."""
    questions: list[Question] = []
    for name in ask:
        if name not in NUMBER_LABELS:
            fields = [*_question_fields(name, document, answer)]
            has_awards = answer.get("awards") or answer.get("deductions")
            is_apart = name == "net" and has_awards and any(answer["net"].values())
            questions.append(
                Question(
                    [name],
                    translate(NET_WITHOUT_AWARDS if is_apart else QUESTION_BY_PART[name]),
                    fields,
                )
            )
        elif questions and questions[-1].names[0] in NUMBER_LABELS:
            questions[-1].names.append(name)
            questions[-1].fields.append(
                Field(RESPONSE_PREFIX + name, translate(NUMBER_LABELS[name]))
            )
        else:
            questions.append(
                Question(
                    [name],
                    translate(COUNT_QUESTION_TEXT),
                    [Field(RESPONSE_PREFIX + name, translate(NUMBER_LABELS[name]))],
                )
            )
    return questions


def _question_fields(name: str, document: Document, answer: Document) -> Iterator[Field]:
    if name == "arrangement":
        for key, label in SET_LABELS.items():
            yield Field(f"{RESPONSE_PREFIX}{key}", translate(label))
    elif name in PARTS_BY_SEAT:
        for seat in _seats(name, document, answer):
            signed = name in ("awards", "net")
            yield Field(f"{RESPONSE_PREFIX}{name}.{seat}", labels.seat_name(seat), signed=signed)
    else:
        yield Field(
            RESPONSE_PREFIX + name,
            translate(QUESTION_BY_PART[name]),
            [*_select_choices(name, document, answer)],
            tiles=name == "winning_tile",
        )


def _seats(name: str, document: Document, answer: Document) -> list[str]:
    if name == "scores":
        return scored_seats(Attempt(document, answer, {}))
    return [seat for seat in answer["net"] if name != "payments" or seat != document.get("seat")]


def _select_choices(name: str, document: Document, answer: Document) -> Iterator[tuple[str, str]]:
    if name == "next":
        yield from ((move, translate(label)) for move, label in MOVE_LABELS.items())
    elif name == "exposed":
        yield from ((word, translate(label)) for word, label in YES_OR_NO.items())
    elif name == "hand":
        yield from ((title, title) for title in _hand_choices(document, answer))
    else:
        yield from ((code, labels.tile_name(code)) for code in _tile_choices(document))


def _hand_choices(document: Document, answer: Document) -> list[str]:
    """Return the right hand of the card among other hands."""
    right = answer["lines"][0]["name"]
    edition = edition_of(cast("Ruled", document))
    assert isinstance(edition, CardEdition)
    titles = [hand.title for hand in edition.card.card.hands if hand.title != right]
    rng = SeededRandom("hands", document["hand"]["concealed"])
    return sorted([right, *rng.shuffled(titles)[: OFFERED_HAND_COUNT - 1]])


def _tile_choices(document: Document) -> list[str]:
    """Return the winning tile among others that look as likely."""
    right = codes(parse(document["hand"]["winning_tile"]))[0]
    held = {*codes(parse(document["hand"]["concealed"]))} - {right}
    unheld = [code for code in CODES[:FIRST_FLOWER] if code not in held and code != right]
    rng = SeededRandom("tiles", document["hand"]["concealed"])
    others = [*rng.shuffled(sorted(held))[:3], *rng.shuffled(unheld)]
    return sorted([right, *others[: OFFERED_TILE_COUNT - 1]], key=CODES.index)


def read_responses(typed: form_documents.FormFields) -> dict[str, Any]:
    """Read the responses in the form that ``grade`` takes; empty fields are left out."""
    responses: dict[str, Any] = {}
    for name in typed:
        value = typed[name].strip().removeprefix("+")
        if not name.startswith(RESPONSE_PREFIX) or not value:
            continue
        part, _, seat = name.removeprefix(RESPONSE_PREFIX).partition(".")
        if part in SET_LABELS:
            responses.setdefault("arrangement", {})[part] = integer_or_text(value)
        elif part in PARTS_BY_SEAT and seat:
            responses.setdefault(part, {})[seat] = integer_or_text(value)
        elif part in NUMBER_LABELS and not seat:
            responses[part] = integer_or_text(value)
        elif part in CHOICE_PARTS and not seat:
            responses[part] = value == "yes" if part == "exposed" else value
    return responses


def unanswered_fields(questions: Sequence[Question], typed: form_documents.FormFields) -> list[str]:
    """Return the empty fields; the numbers of sets count as empty only if all of them are."""
    names = [[field.name for field in question.fields] for question in questions]
    sets = [RESPONSE_PREFIX + kind for kind in SET_LABELS]
    return [
        name
        for fields in names
        for name in (fields if fields != sets else fields[:1])
        if not any(
            typed.get(field_name, "").strip() for field_name in (sets if fields == sets else [name])
        )
    ]


def label_of(part: str) -> str:
    """Return the name of a graded part in the language of the page."""
    return translate(NUMBER_LABELS.get(part) or QUESTION_BY_PART.get(part) or part)
