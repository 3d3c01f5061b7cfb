"""Why a rule counts in a hand, and why not: the answer of ``/explain``."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

from scorer.documents.read import edition_of, seats_of, situation_of
from scorer.documents.schemas import load_explain, load_score
from scorer.documents.sheets import checked, line_document, outcome_of
from scorer.errors import HandError, Problem, quoted
from scorer.options import plain_label
from scorer.rulebook import Book, Edition
from scorer.settle import Outcome
from scorer.speech import say, typed_in_turn

if TYPE_CHECKING:
    from scorer import types

__all__ = ["explain", "unknown_rule"]


def explain(document: types.ExplainRequest | Mapping[str, object]) -> types.Explained:
    """Whether a rule counts in a hand: its line or, in the rule's own words, the first fact that
    the hand lacks.

    ``document`` has the hand to score under ``document``, and under ``rule`` the id of a rule of
    its ruleset, as the list of rulesets has it. Raises HandError.
    """
    request = load_explain(document)
    rule = request["rule"]
    try:
        asked = checked(load_score, request["document"])
        edition = edition_of(asked)
        fault = unknown_rule(rule, edition.book)
        if fault:
            raise fault
        seats = seats_of(asked, edition.book)
        situation = situation_of(asked, seats, edition.book)
        outcome = outcome_of(asked, edition, situation, seats)
    except HandError as error:
        raise HandError(*map(_placed, error.problems)) from None
    return _explained(rule, edition, outcome)


def _placed(problem: Problem) -> Problem:
    """The problem where it stands in what was asked."""
    if problem.code == "unknown_rule":
        return problem
    return problem._replace(pointer=f"/document{problem.pointer}")


def unknown_rule(rule: str, book: Book) -> HandError | None:
    """The error for a rule that the ruleset has not, with the one that may have been meant."""
    known = [one.id for one in book.rules] + [*book.events]
    if rule in known:
        return None
    shown, close = quoted(rule), get_close_matches(rule.lower()[:60], known, 1)
    detail = say("{ruleset} has no rule {rule}", ruleset=book.name, rule=shown)
    if close:
        detail = say(
            "{ruleset} has no rule {rule}; is it {meant}?",
            ruleset=book.name,
            rule=shown,
            meant=typed_in_turn(close),
        )
    return HandError(Problem("/rule", "unknown_rule", detail))


def _explained(id: str, edition: Edition, outcome: Outcome) -> types.Explained:
    rule = next((one for one in edition.book.rules if one.id == id), None)
    if rule is None:
        event = edition.book.events[id]
        because = say(
            "it moves points when a table settles; no hand has it: {meaning}", meaning=event.meaning
        )
        return _answer(id, plain_label(id), because, [])
    told = rule.as_document()
    lines = [line_document(line) for line in outcome.sheet.lines if line.id == id]
    if lines:
        return _answer(id, told["name"], lines[0]["why"], lines)
    because = _unplayed(told, edition) or _not_counted(told, edition, outcome)
    return _answer(id, told["name"], because, [])


def _answer(id: str, name: str, because: str, lines: list[types.Line]) -> types.Explained:
    return {
        "rule": id,
        "name": name,
        "counted": bool(lines),
        "because": because,
        "line": lines[0] if lines else None,
        "lines": lines,
    }


def _unplayed(rule: types.Rule, edition: Edition) -> str | None:
    """That these options do not have the rule, if so."""
    wanted = rule.get("option")
    if wanted is None or edition.options[wanted["name"]] == wanted["value"]:
        return None
    name, value = plain_label(wanted["name"]), wanted["value"]
    if value is True:
        return say("this table plays without the house rule “{option}”", option=name)
    if value is False:
        return say("this table plays with the house rule “{option}”", option=name)
    return say(
        "this table does not play the house rule “{option}: {value}”",
        option=name,
        value=plain_label(str(value)),
    )


def _not_counted(rule: types.Rule, edition: Edition, outcome: Outcome) -> str:
    """Why a rule that the table plays has no line."""
    asked = [one.ask for one in outcome.undecided or () if one.id == rule["id"]]
    if asked:
        return say("it depends on tiles that were not told: {question}", question=asked[0])
    because = outcome.sheet.why_not(rule["id"])
    if because:
        return because
    for entry in outcome.sheet.not_counted:
        if entry.id == rule["id"]:
            return entry.because
    of_winners = rule.get("for") == "winner" and "fishing" not in rule
    if outcome.win is None and (of_winners or not edition.book.losers_score):
        return say("it counts only for the player who wins")
    return say("what was told does not show it: {meaning}", meaning=rule["meaning"])
