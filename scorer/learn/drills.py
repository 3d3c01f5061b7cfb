"""Drills: one question at a time about one part of scoring, such as the fu of a set.

Which drills a ruleset has follows from what its book declares. Every answer is read from the score
of a drawn hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, get_args

from scorer import types
from scorer.documents.read import book_named
from scorer.documents.replies import takes_lang
from scorer.documents.sheets import checked
from scorer.errors import HandError, Problem
from scorer.grammar.card.book import CardEdition
from scorer.grammar.features import LAST_IN_PAIR
from scorer.grammar.han.reading import CLOSED_WAIT, EDGE_WAIT
from scorer.languages.speech import comma_list, say, typed_comma_list
from scorer.learn.card_hands import find_card_hand
from scorer.learn.problems import problem
from scorer.learn.seeded_random import SeededRandom
from scorer.learn.shortfalls import list_rules, quoted_name
from scorer.rulebook.book import Book, Edition
from scorer.rulebook.declarations import Declarations
from scorer.types.requests import DrillRequest
from scorer.types.terms import SEAT_NAMES, SEATS, DrillPart

Document = Mapping[str, Any]

DRILL_PARTS: Final[tuple[DrillPart, ...]] = get_args(DrillPart)
SET_LINE_KINDS: Final = frozenset({"points", "fu"})
"""The kinds of lines that count sets."""
PATTERN_LINE_KINDS: Final = frozenset({"fan", "han", "double"})
"""The kinds of lines that count patterns."""
POINTS_LINE_KIND: Final = frozenset({"points"})
"""The kind of lines that count patterns where a ruleset counts them in points."""
SCORING_WAITS: Final = EDGE_WAIT | CLOSED_WAIT | LAST_IN_PAIR
MAX_PROBLEMS_DRAWN: Final = 60
"""So many problems are drawn at most for a question."""
MAX_REDRAWS_FOR_NONZERO: Final = 4
"""After so many draws a question whose answer is zero is accepted."""
WORTHLESS_SET_ODDS: Final = 4
"""One set in so many is drawn whether it brings something or not."""
BOOK_CACHE_SIZE: Final = 64
"""The caches remember what so many books declare."""

SETS_QUESTION: Final = {
    "points": say("How many points does this set bring?"),
    "fu": say("How many fu does this set bring?"),
}
WAITS_QUESTION: Final = {
    "points": say("How many points does completing this set with this tile bring?"),
    "fu": say("How many fu does completing this set with this tile bring?"),
}


class Question(NamedTuple):
    """A question about a part of a scored hand.

    Attributes:
        text: The question.
        answer: The right answer.
        because: Why it is right.
        lines: The lines of the score behind the answer.
        choices: The numbers to choose from, ascending; empty if the number is to be typed.
        group: The set that is asked about.
        known: The numbers that are given, by their names in the answer or its tally.
        rule: The id of the rule that is asked about.
        seat: The seat that pays.
    """

    text: str
    answer: int
    because: str
    lines: list[Any] = []  # noqa: RUF012
    choices: list[int] = []  # noqa: RUF012
    group: Any = None
    known: dict[str, int] = {}  # noqa: RUF012
    rule: str | None = None
    seat: str | None = None


class Drill(NamedTuple):
    """A kind of question.

    Attributes:
        exists: Tests if a ruleset has it, by what its book declares.
        level: The level of the problems that are drawn for it.
        ask: Asks about a scored hand; None if this hand has nothing to ask about.
    """

    exists: Callable[[Book], bool]
    level: int
    ask: Callable[[SeededRandom, Edition, Document, Document], Question | None]


@lru_cache(BOOK_CACHE_SIZE)
def drill_parts(book: Book) -> tuple[DrillPart, ...]:
    """Return the drills of a ruleset, in the order in which a hand is counted."""
    return tuple(part for part in DRILL_PARTS if DRILLS[part].exists(book))


@takes_lang(types.Drill)
def drill(
    document: types.DrillRequest | Mapping[str, object], *, lang: str | None = None
) -> types.Drill:
    """Draw a question about one part of scoring, with its answer: the answer of ``GET /drills``.

    Args:
        document: The ``ruleset`` and optionally the ``preset``, the ``part`` (drawn if left out)
            and the ``seed`` (default 0).

    Raises:
        HandError: The request is invalid, or the ruleset has no drill of this part.
    """
    # Long: the fields of a question stand one below the other.
    request = checked(DrillRequest, document)
    book = book_named(request["ruleset"])
    preset, seed = request.get("preset") or book.club_default, request.get("seed") or 0
    edition = book.edition(preset)
    parts = drill_parts(book)
    rng = SeededRandom("drill", book.id, book.version, preset, request.get("part"), seed)
    part = request.get("part") or rng.choice(parts)
    if part not in parts:
        detail = say("the drills of this ruleset are {known}", known=typed_comma_list(parts))
        raise HandError(Problem("/part", "bad_value", detail))
    exercise, question = _draw_question(rng, edition, preset, part)
    return {
        "id": f"{book.id}-{preset or 'usual'}-{part}-{seed}",
        "ruleset": book.id,
        "preset": edition.preset,
        "part": part,
        "parts": [*parts],
        "seed": seed,
        "rules_version": book.version,
        "document": exercise["document"],
        "question": question.text,
        "set": question.group,
        "known": question.known,
        "rule": question.rule,
        "seat": question.seat,  # type: ignore[typeddict-item]
        "choices": question.choices,
        "answer": question.answer,
        "because": question.because,
        "lines": question.lines,
    }


def _draw_question(
    rng: SeededRandom, edition: Edition, preset: str | None, part: DrillPart
) -> tuple[Any, Question]:
    """Draw problems until one has something to ask about.

    Half of the questions whose answer is zero are drawn again, lest zero be a good guess.
    """
    kind = DRILLS[part]
    accepts_zero = rng.one_in(2)
    for number in range(MAX_PROBLEMS_DRAWN):
        seed = rng.below(1 << 32)
        request: Any = {"ruleset": edition.book.id, "level": kind.level, "seed": seed}
        exercise: Any = problem({**request, "preset": preset} if preset else request)
        question = kind.ask(rng, edition, exercise["document"], exercise["answer"])
        if question is not None and (
            question.answer or accepts_zero or number >= MAX_REDRAWS_FOR_NONZERO
        ):
            return exercise, question
    raise AssertionError("no drawn hand has anything to ask about")


# Sets and waits


def _set_line_kinds(book: Declarations) -> frozenset[str]:
    """Return the kinds of lines that count sets in this ruleset."""
    return (
        SET_LINE_KINDS - POINTS_LINE_KIND
        if book.presentation.patterns_in_points
        else SET_LINE_KINDS
    )


def _pattern_line_kinds(book: Declarations) -> frozenset[str]:
    """Return the kinds of lines that count patterns in this ruleset."""
    return (
        PATTERN_LINE_KINDS | POINTS_LINE_KIND
        if book.presentation.patterns_in_points
        else PATTERN_LINE_KINDS
    )


def _rules_with_documents(book: Book) -> Iterator[tuple[Any, Document]]:
    """Return the rules of a book, each with its document."""
    return ((rule, rule.as_document()) for rule in book.rules)


@lru_cache(BOOK_CACHE_SIZE)
def _wait_rules(book: Book) -> dict[str, str]:
    """Return the kinds of the rules that count how the last set was completed, by their ids."""
    return {
        rule.id: shown["kind"]
        for rule, shown in _rules_with_documents(book)
        if shown["kind"] in _set_line_kinds(book) and getattr(rule, "of", 0) & SCORING_WAITS
    }


def _fan_question(unit: str, name: str) -> str:
    """Ask for the worth of a pattern, in the unit of the ruleset where that has a name."""
    if unit == "points":
        return say("How many fan is {name} in this hand?", name=name)
    return say("How many {unit} is {name} in this hand?", unit=unit, name=name)


@lru_cache(BOOK_CACHE_SIZE)
def _amounts_of_rules(book: Book, kinds: frozenset[str], every: bool) -> list[int]:
    """Return what the rules of these kinds bring; only of those for each set unless ``every``."""
    return sorted(
        {
            int(shown["amount"])
            for rule, shown in _rules_with_documents(book)
            if shown["kind"] in kinds and shown["amount"] and (every or getattr(rule, "each", True))
        }
    )


def _counts_sets(book: Book) -> bool:
    kinds = {
        shown["kind"] for rule, shown in _rules_with_documents(book) if getattr(rule, "each", False)
    }
    return bool(kinds & _set_line_kinds(book))


def _may_be_asked(document: Document, answer: Document) -> bool:
    """Tests if the sets of this hand are counted one by one: not of a special hand or pairs."""
    pairs = sum(group["kind"] == "pair" for group in answer["arrangement"])
    counted = any(line["kind"] in SET_LINE_KINDS for line in answer["lines"])
    return "win" in document and counted and pairs == 1


def _unit_of_sets(answer: Document) -> str:
    """Return what the sets of this hand are counted in."""
    return next(kind for kind in ("fu", "points") if kind in answer["tally"])


def _set_reason(lines: list[Any]) -> str:
    if not lines:
        return say("it brings nothing")
    return say("it is made of {names}", names=list_rules(lines))


def _total_of_lines(lines: list[Any]) -> int:
    return sum(line["amount"] * line["count"] for line in lines)


def _ask_set(
    rng: SeededRandom, edition: Edition, document: Document, answer: Document
) -> Question | None:
    """Ask what a set or the pair brings; seldom one that brings nothing."""
    if not _may_be_asked(document, answer):
        return None
    waits = _wait_rules(edition.book)
    lines_by_set: list[tuple[Any, list[Any]]] = [
        (
            group,
            [
                line
                for line in answer["lines"]
                if line["kind"] in SET_LINE_KINDS
                and line["id"] not in waits
                and sorted(line["tiles"]) == sorted(group["tiles"])
            ],
        )
        for group in answer["arrangement"]
    ]
    counted = [each for each in lines_by_set if each[1]]
    seldom = not counted or rng.one_in(WORTHLESS_SET_ODDS)
    group, lines = rng.choice(lines_by_set if seldom else counted)
    right = _total_of_lines(lines)
    choices = sorted({0, right, *_amounts_of_rules(edition.book, SET_LINE_KINDS, every=False)})
    text = SETS_QUESTION[_unit_of_sets(answer)]
    return Question(text, right, _set_reason(lines), lines, choices, group=group)


def _ask_wait(
    rng: SeededRandom, edition: Edition, document: Document, answer: Document
) -> Question | None:
    """Ask what it brings that the winning tile completed its set."""
    last = next((group for group in answer["arrangement"] if group["winning"]), None)
    if last is None or not _may_be_asked(document, answer):
        return None
    rules = _wait_rules(edition.book)
    lines = [line for line in answer["lines"] if line["id"] in rules]
    right = _total_of_lines(lines)
    amounts = _amounts_of_rules(edition.book, SET_LINE_KINDS, every=True)
    choices = sorted({0, right, *amounts[:3]})
    text = WAITS_QUESTION[_unit_of_sets(answer)]
    return Question(text, right, _set_reason(lines), lines, choices, group=last)


# Patterns, lines of a card, totals


def _has_patterns(book: Book) -> bool:
    return len(_amounts_of_rules(book, _pattern_line_kinds(book), every=True)) > 1


def _ask_pattern(
    rng: SeededRandom, edition: Edition, document: Document, answer: Document
) -> Question | None:
    """Ask what a pattern brings, each pattern of the hand being equally likely."""
    apart, kinds = edition.book.presentation.counted_apart, _pattern_line_kinds(edition.book)
    lines = {
        line["id"]: line
        for line in answer["lines"]
        if line["kind"] in kinds and line["id"] not in apart
    }
    if not lines:
        return None
    line = lines[rng.choice([*lines])]
    amounts = _amounts_of_rules(edition.book, frozenset({line["kind"]}), every=True)
    name = quoted_name(line["name"])
    texts = {
        "fan": _fan_question(edition.unit, name),
        "points": say("How many points is {name} in this hand?", name=name),
        "han": say("How many han is {name} in this hand?", name=name),
        "double": say("How many doubles is {name} in this hand?", name=name),
    }
    choices = sorted({line["amount"], *amounts})
    return Question(
        texts[line["kind"]], line["amount"], line["why"], [line], choices, rule=line["id"]
    )


def _ask_line(
    rng: SeededRandom, edition: Edition, document: Document, answer: Document
) -> Question | None:
    """Ask for the value that the card prints beside a hand."""
    assert isinstance(edition, CardEdition)
    line = next((line for line in answer["lines"] if line["kind"] == "value"), None)
    if line is None or find_card_hand(edition, line["name"]) is None:
        return None
    values = sorted({hand.value for hand in edition.card.card.hands})
    text = say("Which value does the card print beside this hand?")
    because = say("it is {hand} of the card", hand=quoted_name(line["name"]))
    return Question(text, line["amount"], because, [line], values)


def _ask_total(
    rng: SeededRandom, edition: Edition, document: Document, answer: Document
) -> Question | None:
    """Ask what a hand is worth with these points and doubles, han and fu."""
    known = {name: number for name, number in answer["tally"].items() if number}
    if [*known.values()] == [answer["total"]] or answer["limit"]["hand"] in _special_names(
        edition.book
    ):
        return None
    text = say("What is a hand with these numbers worth?")
    return Question(text, answer["total"], answer["formula"], [*answer["lines"]], known=known)


@lru_cache(BOOK_CACHE_SIZE)
def _special_names(book: Book) -> frozenset[str]:
    return frozenset(
        shown["name"] for _, shown in _rules_with_documents(book) if shown["kind"] == "limit"
    )


# Payments


def _ask_payment(
    rng: SeededRandom, edition: Edition, document: Document, answer: Document
) -> Question | None:
    """Ask what another player pays the winner."""
    if not answer["payments"] or "win" not in document:
        return None
    seats = document.get("seats") or SEATS
    seat = rng.choice([seat for seat in seats if seat != document["seat"]])
    winner = SEAT_NAMES[SEATS.index(document["seat"])]
    payer = SEAT_NAMES[SEATS.index(seat)]
    paid = [payment for payment in answer["payments"] if payment["from"] == seat]
    reasons = [*dict.fromkeys(payment["because"] for payment in paid)]
    because = say("{payer} pays nothing for this hand", payer=payer)
    if len(reasons) == 1:
        because = reasons[0]
    elif reasons:
        because = comma_list(reasons)
    text = say("What does {payer} pay {winner}?", payer=payer, winner=winner)
    amount = sum(payment["amount"] for payment in paid)
    return Question(text, amount, because, known={"total": answer["total"]}, seat=seat)


DRILLS: Final[Mapping[DrillPart, Drill]] = {
    "sets": Drill(_counts_sets, 2, _ask_set),
    "waits": Drill(lambda book: bool(_wait_rules(book)), 2, _ask_wait),
    "patterns": Drill(_has_patterns, 3, _ask_pattern),
    "lines": Drill(lambda book: book.tiles.hand_of == "card", 4, _ask_line),
    "totals": Drill(lambda book: book.presentation.multiplies, 3, _ask_total),
    "payments": Drill(lambda book: True, 5, _ask_payment),
}
