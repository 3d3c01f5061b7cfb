"""What an exercise asks, as fields of a form, and what was given in them as a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from scorer.documents.read import edition_of
from scorer.grammar.card.book import CardEdition
from scorer.learn.chance import Chance
from scorer.learn.judging import Told, counted_seats
from scorer.service.i18n.languages import later, said
from scorer.service.web import form_documents, labels
from scorer.tiles import CODES, FIRST_FLOWER, codes, parse

__all__ = ["PREFIX", "Field", "Part", "given", "label_of", "parts", "unanswered", "usual"]

Document = Mapping[str, Any]

PREFIX: Final = "g."
"""What the names of fields begin with that hold what a learner gives."""
OFFERED_HANDS, OFFERED_TILES = 4, 6

NUMBERS: Final[Mapping[str, str]] = {
    "points": later("Points"),
    "doubles": later("Doubles"),
    "fan": later("Fan"),
    "flowers": later("Flowers"),
    "value": later("Value"),
    "multiplier": later("Times"),
    "bonus": later("Added"),
    "han": later("Han"),
    "fu": later("Fu"),
    "yakuman": later("Yakuman"),
    "faan": later("Faan"),
    "tai": later("Tai"),
    "total": later("Total"),
}
SETS: Final[Mapping[str, str]] = {
    "chows": later("Chows"),
    "pungs": later("Pungs"),
    "kongs": later("Kongs"),
    "pairs": later("Pairs"),
}
QUESTIONS: Final[Mapping[str, str]] = {
    "arrangement": later("How many sets of each kind are there?"),
    "payments": later("What does each of the others pay?"),
    "awards": later("What points is each player given? With a minus for what is taken."),
    "scores": later("What is each hand worth?"),
    "net": later("What has each player in all? With a minus for who pays."),
    "next": later("How does the table go on?"),
    "hand": later("Which hand of the card is it?"),
    "winning_tile": later("Which tile wins it?"),
    "exposed": later("May sets of this hand be exposed?"),
}
BY_SEAT: Final = frozenset({"payments", "awards", "scores", "net"})
CHOSEN: Final = frozenset({"next", "hand", "winning_tile", "exposed"})
BESIDE: Final = later(
    "What does each player pay or receive? With a minus for who pays; what the table gives apart."
)
"""The question of what each has, where points are given beside what is paid."""
COUNTED: Final = later("What do you count?")
MOVES: Final = {"stay": later("The seats stay"), "pass": later("The deal passes")}
YES_OR_NO: Final = {"yes": later("Yes"), "no": later("No")}


@dataclass
class Field:
    """One field: a number to type or, with ``choices``, one of these to tap."""

    name: str
    label: str
    choices: list[tuple[str, str]] = field(default_factory=list)
    tiles: bool = False
    signed: bool = False


@dataclass
class Part:
    """One question, with its fields."""

    names: list[str]
    question: str
    fields: list[Field]


def usual(document: Document, answer: Document) -> list[str]:
    """What is asked of a hand or a table that somebody made an exercise of."""
    if "scores" in answer:
        given = "awards" if answer.get("awards") and not any(answer["net"].values()) else "net"
        scores = ["scores"] if _seats("scores", document, answer) else []
        return [*scores, given, "next"]
    paid = [name for name in ("payments", "awards") if answer.get(name)]
    tally = {name: number for name, number in answer["tally"].items() if number}
    if tally.get("multiplier") == 1:
        del tally["multiplier"]
    total = [] if [*tally.values()] == [answer["total"]] else ["total"]
    return [*tally, *total, *paid[:1]]


def parts(ask: Sequence[str], document: Document, answer: Document) -> list[Part]:
    """The questions in order; numbers of the tally and the total are asked together."""
    found: list[Part] = []
    for name in ask:
        if name not in NUMBERS:
            fields = [*_fields(name, document, answer)]
            beside = answer.get("awards") or answer.get("deductions")
            apart = name == "net" and beside and any(answer["net"].values())
            found.append(Part([name], said(BESIDE if apart else QUESTIONS[name]), fields))
        elif found and found[-1].names[0] in NUMBERS:
            found[-1].names.append(name)
            found[-1].fields.append(Field(PREFIX + name, said(NUMBERS[name])))
        else:
            found.append(Part([name], said(COUNTED), [Field(PREFIX + name, said(NUMBERS[name]))]))
    return found


def _fields(name: str, document: Document, answer: Document) -> Iterator[Field]:
    if name == "arrangement":
        for key, label in SETS.items():
            yield Field(f"{PREFIX}{key}", said(label))
    elif name in BY_SEAT:
        for seat in _seats(name, document, answer):
            signed = name in ("awards", "net")
            yield Field(f"{PREFIX}{name}.{seat}", labels.seat_name(seat), signed=signed)
    else:
        yield Field(
            PREFIX + name,
            said(QUESTIONS[name]),
            [*_choices(name, document, answer)],
            tiles=name == "winning_tile",
        )


def _seats(name: str, document: Document, answer: Document) -> list[str]:
    if name == "scores":
        return counted_seats(Told(document, answer, {}))
    return [seat for seat in answer["net"] if name != "payments" or seat != document.get("seat")]


def _choices(name: str, document: Document, answer: Document) -> Iterator[tuple[str, str]]:
    if name == "next":
        yield from ((move, said(label)) for move, label in MOVES.items())
    elif name == "exposed":
        yield from ((word, said(label)) for word, label in YES_OR_NO.items())
    elif name == "hand":
        yield from ((title, title) for title in _hands(document, answer))
    else:
        yield from ((code, labels.tile_name(code)) for code in _tiles(document))


def _hands(document: Document, answer: Document) -> list[str]:
    """The hand of the card, among others of it."""
    right = answer["lines"][0]["name"]
    edition = edition_of(document)
    assert isinstance(edition, CardEdition)
    titles = [one.title for one in edition.card.card.hands if one.title != right]
    chance = Chance("hands", document["hand"]["concealed"])
    return sorted([right, *chance.shuffled(titles)[: OFFERED_HANDS - 1]])


def _tiles(document: Document) -> list[str]:
    """The winning tile, among others that are as likely by the look of the hand."""
    right = codes(parse(document["hand"]["winning_tile"]))[0]
    held = {*codes(parse(document["hand"]["concealed"]))} - {right}
    near = [code for code in CODES[:FIRST_FLOWER] if code not in held and code != right]
    chance = Chance("tiles", document["hand"]["concealed"])
    others = [*chance.shuffled(sorted(held))[:3], *chance.shuffled(near)]
    return sorted([right, *others[: OFFERED_TILES - 1]], key=CODES.index)


def given(typed: form_documents.Query) -> dict[str, Any]:
    """What was given, as ``grade`` takes it; fields left empty are not there."""
    told: dict[str, Any] = {}
    for name in typed:
        value = typed[name].strip().removeprefix("+")
        if not name.startswith(PREFIX) or not value:
            continue
        part, _, seat = name.removeprefix(PREFIX).partition(".")
        if part in SETS:
            told.setdefault("arrangement", {})[part] = form_documents.integer(value)
        elif part in BY_SEAT and seat:
            told.setdefault(part, {})[seat] = form_documents.integer(value)
        elif part in NUMBERS and not seat:
            told[part] = form_documents.integer(value)
        elif part in CHOSEN and not seat:
            told[part] = value == "yes" if part == "exposed" else value
    return told


def unanswered(found: Sequence[Part], typed: form_documents.Query) -> list[str]:
    """The fields that were left empty; of how many sets there are, all of them."""
    names = [[field.name for field in part.fields] for part in found]
    sets = [PREFIX + kind for kind in SETS]
    return [
        name
        for fields in names
        for name in (fields if fields != sets else fields[:1])
        if not any(typed.get(one, "").strip() for one in (sets if fields == sets else [name]))
    ]


def label_of(part: str) -> str:
    """What a graded part is called."""
    return said(NUMBERS.get(part) or QUESTIONS.get(part) or part)
