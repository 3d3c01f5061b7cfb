"""Score the same hand under several rulesets: the answer of ``/compare``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from scorer import types
from scorer.documents.answers import score
from scorer.documents.read import parse_tile_list
from scorer.documents.replies import takes_lang
from scorer.documents.schemas import requests
from scorer.engine.tiles import code
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.rulebook.declarations import Declarations
from scorer.rules import BOOKS
from scorer.types.records import fields_added_by
from scorer.types.requests import CompareRequest
from scorer.types.terms import SEATS

Document = dict[str, object]

NOT_A_HAND_CODES = {"bad_tile", "bad_meld", "wrong_count", "winning_tile_missing", "not_winning"}
"""The codes of problems with tiles that can be no hand of a ruleset."""
TILE_FIELDS = tuple(f"/hand/{name}" for name in ("concealed", "melds", "bonus", "winning_tile"))
"""Where a value that is wrong means the same: flowers where there are none."""
MAX_REPAIRS = 3
"""How often faults of what happened may hide those of the tiles."""
RED_FIVES = "red_fives"
"""The entry of ``left_out`` for red fives that a ruleset, or its options, does not have."""


class OwnText(NamedTuple):
    """A card or a list of special hands that a request brings: its ruleset, option and text."""

    ruleset: str
    option: str
    text: str


Refusals = dict[OwnText | None, tuple[Problem, ...]]
"""What is wrong with a text, so that it is read once however often it is listed."""


@takes_lang(types.Comparison)
def compare(
    document: types.CompareRequest | Mapping[str, object], *, lang: str | None = None
) -> types.Comparison:
    """Score a hand under each of several rulesets: the answer of ``/compare``.

    ``document`` is a hand to score with ``rulesets`` in place of ``ruleset``; without them it is
    scored under every ruleset in which these tiles can be a hand. Problems under one ruleset are
    listed in its answer. Raises HandError for a document that is invalid for all, or brings more
    than one card or list of special hands.
    """
    request, refusals = requests.load(CompareRequest, document), Refusals()
    rulesets = request.get("rulesets") or []
    if rulesets:
        _require_one_text(rulesets)
        answers = [_compared_score(request, rules, n, refusals) for n, rules in enumerate(rulesets)]
        return {"answers": answers}
    answers = [_compared_score(request, name, None, refusals) for name in BOOKS]
    possible = [answer for answer in answers if _can_be_hand(request, answer)]
    return {"answers": possible or answers}


def _require_one_text(rulesets: Sequence[str | types.RulesetChoice]) -> None:
    """Raise HandError where a second card or list is to be read: each takes up to 0.2 s."""
    texts = [_own_text(rules) for rules in rulesets]
    first = next(filter(None, texts), None)
    detail = say("a comparison has one card or list of special hands: leave out the others")
    problems = [
        Problem(f"/rulesets/{n}/options/{text.option}", "bad_value", detail)
        for n, text in enumerate(texts)
        if text is not None and text != first
    ]
    if problems:
        raise HandError(*problems)


def _own_text(rules: str | types.RulesetChoice) -> OwnText | None:
    """Return the card or the special hands of an entry of ``rulesets``, if any."""
    if isinstance(rules, str) or rules["ruleset"] not in BOOKS:
        return None
    options = BOOKS[rules["ruleset"]].options
    for name, value in (rules.get("options") or {}).items():
        if name in options and options[name].type == "text" and isinstance(value, str) and value:
            return OwnText(rules["ruleset"], name, value)
    return None


def _can_be_hand(request: types.CompareRequest, answer: types.ComparedScore) -> bool:
    """Tests if the tiles can be a hand of the ruleset of this answer."""
    for _ in range(MAX_REPAIRS):
        if "errors" not in answer or _says_no_hand(answer):
            break
        # What else is missing or wrong is found before what is wrong with the tiles.
        request = _repaired(request, answer["errors"])
        answer = _compared_score(request, answer["ruleset"], None, {})
    return not _says_no_hand(answer)


def _repaired(request: types.CompareRequest, errors: Sequence[types.Fault]) -> types.CompareRequest:
    """Return the request with some value for what is missing, and without what is not played."""
    faults = {(error["code"], error["pointer"]) for error in errors}
    seat, hand, win = request.get("seat") or "E", request["hand"], request.get("win")
    if ("required", "/hand/winning_tile") in faults:
        with suppress(ValueError, IndexError):
            hand = {**hand, "winning_tile": code(parse_tile_list(hand["concealed"])[0])}
    if win is not None:
        win = {**win}
        if win["by"] != "self_draw" and win.get("from") is None:
            others = (other for other in request.get("seats") or SEATS if other != seat)
            win["from"] = next(others, None)
        if any(kind == "bad_value" and at.startswith("/win/with") for kind, at in faults):
            win["with"] = []
    prevailing = request.get("prevailing") or "E"
    return {**request, "seat": seat, "prevailing": prevailing, "hand": hand, "win": win}


def _says_no_hand(answer: types.ComparedScore) -> bool:
    return any(
        error["code"] in NOT_A_HAND_CODES
        or (error["code"] == "bad_value" and error["pointer"].startswith(TILE_FIELDS))
        for error in answer.get("errors", ())
    )


def _compared_score(
    request: types.CompareRequest,
    entry: str | types.RulesetChoice,
    n: int | None,
    refusals: Refusals,
) -> types.ComparedScore:
    """Return the answer for a ruleset; ``n`` is its place in the request's list, if it has one."""
    rules: types.RulesetChoice = {"ruleset": entry} if isinstance(entry, str) else entry
    document: Document = {name: value for name, value in request.items() if name != "rulesets"}
    book = BOOKS.get(rules["ruleset"])
    left_out = [] if book is None else [*_remove_unknown_fields(document, book)]
    if book is not None and not _may_have_red_fives(book, rules):
        hand = document.get("hand")
        document["hand"] = with_plain_fives(hand)
        left_out += [] if document["hand"] == hand else [RED_FIVES]
    compared: types.ComparedScore = {
        "ruleset": rules["ruleset"],
        "preset": rules.get("preset"),
        "left_out": left_out,
    }
    text = _own_text(rules)
    try:
        if text in refusals:
            raise HandError(*refusals[text])
        answer = score({**document, **rules})
    except HandError as error:
        if text and all(p.pointer.startswith(f"/options/{text.option}") for p in error.problems):
            refusals[text] = error.problems
        placed = (_with_pointer_here(problem, entry, n) for problem in error.problems)
        # The sentences themselves, as in the answers: a page says them in its language.
        faults: list[types.Fault] = [
            {"pointer": p.pointer, "code": p.code, "detail": p.detail} for p in placed
        ]
        return {**compared, "errors": faults}
    return {**compared, "preset": answer["preset"], "answer": answer}


def _remove_unknown_fields(document: Document, book: Declarations) -> Iterator[str]:
    """Remove from the document what this ruleset does not know, and yield the removed names."""
    every, win = fields_added_by(*BOOKS.values()), _part_of_document(document, "win")
    names = win.get("with")
    if isinstance(names, list):
        unknown = [name for name in names if name not in book.circumstances]
        if unknown:
            document["win"] = {**win, "with": [name for name in names if name not in unknown]}
            yield from dict.fromkeys(unknown)
    if document.get("fishing") is not None and not book.table.fishing_told_under:
        yield "fishing"
        del document["fishing"]
    for counter in every.counters:
        if counter.name in document and counter.name not in book.counters:
            yield counter.name
            del document[counter.name]
    parts: tuple[Literal["hand", "win"], ...] = ("hand", "win")
    for part in parts:
        known = {field.name for field in book.fields.of(part)}
        for name in sorted({field.name for field in every.of(part)} - known):
            if name in _part_of_document(document, part):
                rest = {
                    key: value
                    for key, value in _part_of_document(document, part).items()
                    if key != name
                }
                document[part] = rest
                yield name


def _part_of_document(document: Document, name: str) -> Mapping[str, object]:
    """Return a part of the document; empty where it is left out."""
    part = document.get(name)
    return part if isinstance(part, Mapping) else {}


def _may_have_red_fives(book: Declarations, rules: types.RulesetChoice) -> bool:
    """Tests if the ruleset's tiles may include special ones, such as red fives.

    Invalid rules count as having them: scoring then reports what is wrong with the rules.
    """
    if book.tiles.special_tiles is None:
        return False
    try:
        _, options = book.resolve(rules.get("preset"), rules.get("options") or {})
    except HandError:
        return True
    return bool(book.tiles.special_codes(options))


def with_plain_fives(value: object) -> object:
    """Return a hand, or a value in it, with red fives as plain ones.

    The digit 0 stands for nothing but a red five in tiles.
    """
    if isinstance(value, str):
        return value.replace("0", "5")
    if isinstance(value, list):
        return [with_plain_fives(item) for item in value]
    if isinstance(value, Mapping):
        return {name: with_plain_fives(item) for name, item in value.items()}
    return value


def _with_pointer_here(
    problem: Problem, entry: str | types.RulesetChoice, n: int | None
) -> Problem:
    """Return the problem with its pointer into this document, which may list several rulesets."""
    first = problem.pointer.split("/")[1:2]
    if n is None or first not in (["ruleset"], ["preset"], ["options"]):
        return problem
    below = "" if isinstance(entry, str) else problem.pointer
    return problem._replace(pointer=f"/rulesets/{n}{below}")
