"""Explain why a rule counts in a hand, or why not: the answer of ``/explain``."""

from __future__ import annotations

from collections.abc import Mapping

from scorer import types
from scorer.documents.read import edition_of, seats_of, situation_of
from scorer.documents.replies import takes_lang
from scorer.documents.schemas import requests
from scorer.documents.sheets import checked, entered_hand, line_document, outcome_of
from scorer.engine.options import plain_label, why_not_in_force
from scorer.errors import HandError, Problem, closest_name, quoted
from scorer.languages.speech import say, typed_comma_list
from scorer.rulebook.book import Edition
from scorer.rulebook.declarations import Declarations
from scorer.rulebook.settlement import Outcome
from scorer.types.requests import ExplainRequest, ScoreRequest


@takes_lang(types.Explanation)
def explain(
    document: types.ExplainRequest | Mapping[str, object], *, lang: str | None = None
) -> types.Explanation:
    """Explain whether a rule counts in a hand: its line or, in words, the first condition not met.

    ``document`` has the hand to score under ``document``, and under ``rule`` the id of a rule of
    its ruleset, as the list of rulesets has it. Raises HandError.
    """
    request = requests.load_without_hand(ExplainRequest, document)
    rule = request["rule"]
    try:
        hand_request = checked(ScoreRequest, request["document"])
        edition = edition_of(hand_request)
        fault = unknown_rule(rule, edition.book, edition)
        if fault:
            raise fault
        seats = seats_of(hand_request, edition.book)
        situation = situation_of(hand_request, seats, edition.book)
        outcome = outcome_of(entered_hand(hand_request), edition, situation, seats)
    except HandError as error:
        raise HandError(*map(_with_request_pointer, error.problems)) from None
    return _explain_rule(rule, edition, outcome)


def _with_request_pointer(problem: Problem) -> Problem:
    """Return the problem with its pointer into the request to explain."""
    if problem.code == "unknown_rule":
        return problem
    return problem._replace(pointer=f"/document{problem.pointer}")


def unknown_rule(rule: str, book: Declarations, edition: Edition | None = None) -> HandError | None:
    """Return the error for an unknown rule, with the most similar id; None if it exists in the book
    or, of a club's own, in the edition."""
    ids = [known.id for known in book.rules] + [*book.events, *book.not_rules]
    ids += [known.id for known in (edition.club_hands() if edition is not None else ())]
    if rule in ids:
        return None
    name, close = quoted(rule), closest_name(rule, ids, 60)
    detail = say("{ruleset} has no rule {rule}", ruleset=book.name, rule=name)
    if close:
        detail = say(
            "{ruleset} has no rule {rule}; is it {meant}?",
            ruleset=book.name,
            rule=name,
            meant=typed_comma_list([close]),
        )
    return HandError(Problem("/rule", "unknown_rule", detail))


def _explain_rule(id: str, edition: Edition, outcome: Outcome) -> types.Explanation:
    rules = (*edition.book.rules, *edition.club_hands())
    rule = next((rule for rule in rules if rule.id == id), None)
    if rule is None and id in edition.book.not_rules:
        because = outcome.sheet.why_not(id) or say("the sum is not above the limit")
        return _explanation_document(id, edition.book.not_rules[id], because, [])
    if rule is None:
        event = edition.book.events[id]
        because = say(
            "this is an event of the table, not a rule of a hand: {meaning}", meaning=event.meaning
        )
        return _explanation_document(id, plain_label(id), because, [])
    described = rule.as_document()
    lines = [line_document(line) for line in outcome.sheet.lines if line.id == id]
    if lines:
        return _explanation_document(id, described["name"], lines[0]["why"], lines)
    because = _why_not_in_force(described, edition) or _why_not_counted(described, edition, outcome)
    return _explanation_document(id, described["name"], because, [])


def _explanation_document(
    id: str, name: str, because: str, lines: list[types.Line]
) -> types.Explanation:
    return {
        "rule": id,
        "name": name,
        "counted": bool(lines),
        "because": because,
        "line": lines[0] if lines else None,
        "lines": lines,
    }


def _why_not_in_force(rule: types.Rule, edition: Edition) -> str | None:
    """Return the sentence that these options leave the rule out; None if they do not."""
    setting = rule.get("option")
    if setting is None:
        return None
    option, value = edition.book.options[setting["name"]], setting["value"]
    when = option.is_not(value) if setting.get("unless") else option.is_(value)
    return None if when.holds(edition.options) else why_not_in_force(when)


def _why_not_counted(rule: types.Rule, edition: Edition, outcome: Outcome) -> str:
    """Return why a rule in force has no line."""
    questions = [line.ask for line in outcome.undecided or () if line.id == rule["id"]]
    if questions:
        return say("it depends on tiles that are not entered: {question}", question=questions[0])
    because = outcome.sheet.why_not(rule["id"])
    if because:
        return because
    of_winners = rule.get("for") == "winner" and "fishing" not in rule
    if outcome.win is None and (of_winners or not edition.book.payments.losers_score):
        return say("it counts only for the player who wins")
    return say("the entered tiles do not have it: {meaning}", meaning=rule["meaning"])
