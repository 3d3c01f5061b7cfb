"""The same hand in every ruleset: what it is worth in each, and who pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from scorer.documents.answers import score
from scorer.documents.schemas import load_compare
from scorer.errors import HandError, Problem
from scorer.rulebook import Book
from scorer.rules import BOOKS

if TYPE_CHECKING:
    from scorer import types

__all__ = ["SPECIAL", "compare", "with_plain_tiles"]

OTHER_TILES = {"bad_tile", "bad_meld", "wrong_count", "winning_tile_missing", "not_winning"}
"""What is wrong with tiles that are no hand of a ruleset at all."""
SPECIAL = "red_fives"
"""What is left out where a ruleset, or its table, has no tiles in place of plain ones."""


def compare(document: types.CompareRequest | Mapping[str, object]) -> types.Comparison:
    """What a hand is worth in each of several rulesets: the answer of ``/compare``.

    ``document`` is a hand to score with ``rulesets`` in place of ``ruleset``; without them it is
    asked in every ruleset whose hands these tiles can be. What is wrong in one ruleset is told in
    its place. Raises HandError for a document that is wrong for all.
    """
    request = load_compare(document)
    asked = request.get("rulesets") or []
    if asked:
        return {"answers": [_compared(request, one, n) for n, one in enumerate(asked)]}
    answers = [_compared(request, name, None) for name in BOOKS]
    possible = [answer for answer in answers if _are_a_hand(answer)]
    return {"answers": possible or answers}


def _are_a_hand(answer: Mapping[str, Any]) -> bool:
    """Whether the tiles can be a hand of the ruleset of this answer."""
    return not any(error["code"] in OTHER_TILES for error in answer.get("errors", ()))


def _compared(
    request: Mapping[str, Any], asked: str | Mapping[str, Any], n: int | None
) -> types.Compared:
    """What one ruleset says; ``n`` is its place among those that were asked, if any were."""
    rules = {"ruleset": asked} if isinstance(asked, str) else dict(asked)
    hand = {name: part for name, part in request.items() if name != "rulesets"}
    book = BOOKS.get(rules["ruleset"])
    left_out = [] if book is None else [*_leave_out(hand, book)]
    if book is not None and not _has_special_tiles(book, rules):
        told = hand.get("hand")
        hand["hand"] = with_plain_tiles(told)
        left_out += [] if hand["hand"] == told else [SPECIAL]
    compared: dict[str, Any] = {
        "ruleset": rules["ruleset"],
        "preset": rules.get("preset"),
        "left_out": left_out,
    }
    try:
        answer = score({**hand, **rules})
    except HandError as error:
        placed = (_placed(problem, asked, n) for problem in error.problems)
        # The sentences themselves, as in the answers: a page says them in its language.
        faults = [{"pointer": p.pointer, "code": p.code, "detail": p.detail} for p in placed]
        return compared | {"errors": faults}  # type: ignore[return-value]
    return compared | {"preset": answer["preset"], "answer": answer}  # type: ignore[return-value]


def _leave_out(hand: dict[str, Any], book: Book) -> Iterator[str]:
    """Take out of the hand what this ruleset does not know, and name it."""
    win = hand.get("win")
    names = (win or {}).get("with") or []
    unknown = [name for name in names if name not in book.circumstances]
    if unknown:
        hand["win"] = {**hand["win"], "with": [name for name in names if name not in unknown]}
        yield from dict.fromkeys(unknown)
    if hand.get("fishing") is not None and not book.fishing_told_under:
        yield "fishing"
        del hand["fishing"]
    for name in dict.fromkeys(name for other in BOOKS.values() for name in other.state):
        if name in hand and name not in book.state:
            yield name
            del hand[name]
    parts: tuple[Literal["hand", "win"], ...] = ("hand", "win")
    for part in parts:
        known = {one.name for one in book.fields[part]}
        own = {one.name for other in BOOKS.values() for one in other.fields[part]}
        for name in sorted(own - known):
            if name in (hand.get(part) or {}):
                hand[part] = {key: told for key, told in hand[part].items() if key != name}
                yield name


def _has_special_tiles(book: Book, rules: Mapping[str, Any]) -> bool:
    """Whether tiles in place of plain ones may be in its set; yes where the rules themselves are
    wrong, which is told then."""
    option, tiles = book.special_tiles or ("", {})
    if not option:
        return False
    try:
        _, options = book.resolve(rules.get("preset"), rules.get("options") or {})
    except HandError:
        return True
    return bool(tiles[options[option]])


def with_plain_tiles(told: Any) -> Any:
    """A hand as it is told, its red fives as plain ones: 0 stands for nothing else in tiles."""
    if isinstance(told, str):
        return told.replace("0", "5")
    if isinstance(told, list):
        return [with_plain_tiles(one) for one in told]
    if isinstance(told, Mapping):
        return {name: with_plain_tiles(one) for name, one in told.items()}
    return told


def _placed(problem: Problem, asked: str | Mapping[str, Any], n: int | None) -> Problem:
    """The problem where it stands in this document, where the rules are told in a list."""
    first = problem.pointer.split("/")[1:2]
    if n is None or first not in (["ruleset"], ["preset"], ["options"]):
        return problem
    below = "" if isinstance(asked, str) else problem.pointer
    return problem._replace(pointer=f"/rulesets/{n}{below}")
