"""The exercises of a set: each is the query of a hand, a table or a problem."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import parse_qsl

from werkzeug.datastructures import MultiDict

from scorer.errors import HandError
from scorer.service.web.forms import form_documents
from scorer.service.web.forms.form import Form, offered_rulesets, unpack_text
from scorer.service.web.learn.exercises import Exercise, make_exercise
from scorer.service.web.learn.views import draw_problem

FormFields = MultiDict[str, str]

PROBLEM_PREFIX: Final = "p?"
TABLE_PREFIX: Final = "t?"
MAX_ITEM_FIELDS: Final = 200


def load_exercise(item: str, typed: FormFields) -> Exercise | None:
    """Load an exercise of a set with the submitted fields; None if the rules refuse it."""
    try:
        fields = _item_fields(item)
        if item.startswith(PROBLEM_PREFIX):
            exercise = draw_problem(fields)
            exercise.typed = typed
            return exercise
        ruleset = _ruleset_of(fields)
        of_table = item.startswith(TABLE_PREFIX)
        read = form_documents.table_document if of_table else form_documents.hand_document
        return make_exercise(read(fields, ruleset), ruleset, typed)
    except (HandError, KeyError, ValueError):
        return None


def _item_fields(item: str) -> FormFields:
    """Parse the fields of an exercise. Raises ValueError if there are too many."""
    return MultiDict(
        parse_qsl(item.partition("?")[2], keep_blank_values=True, max_num_fields=MAX_ITEM_FIELDS)
    )


def _ruleset_of(fields: FormFields) -> dict[str, Any]:
    """Return the ruleset of an exercise. Raises KeyError for an unknown one."""
    rulesets_by_id = {entry["id"]: entry for entry in offered_rulesets()}
    ruleset: dict[str, Any] = rulesets_by_id[fields.get("rules", "")]
    return ruleset


def items_of_further_cards(items: Sequence[str | None]) -> set[int]:
    """Return the numbers of the exercises whose own card or special hands differ from the first.

    A class plays by one text, and compiling it takes longer than the rest of an exercise.
    """
    cards = [(n, _own_text(item)) for n, item in enumerate(items, start=1) if item]
    own = [(n, card) for n, card in cards if card]
    return {n for n, card in own if card != own[0][1]}


def _own_text(item: str) -> str:
    """Return the own card or special hands of an exercise as text, "" without any."""
    if item.startswith(PROBLEM_PREFIX):
        return ""
    try:
        fields = _item_fields(item)
        ruleset = _ruleset_of(fields)
    except (KeyError, ValueError):
        return ""
    unpack_text(fields, ruleset)
    return Form(fields, ruleset, offered_rulesets()).own_text
