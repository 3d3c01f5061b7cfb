"""One hand scored under every ruleset and preset, and the lines in which the scores differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

import scorer
from scorer.documents.compare import NOT_A_HAND_CODES, RED_FIVES, with_plain_fives
from scorer.engine.options import plain_label
from scorer.rules import BOOKS
from scorer.service.web.forms import addresses
from scorer.service.web.forms.form import Form
from scorer.types.records import request_record
from scorer.types.requests import MAX_RULESETS

Document = dict[str, Any]

RULES_FIELDS = ("ruleset", "preset", "options")


def scores_as_columns(form: Form, path: str) -> list[Document]:
    """Return the hand's score under its own rules, then under all others.

    Presets with the same outcome share a column.

    Args:
        form: the form of the hand.
        path: the path of the page that scores a hand.

    Raises:
        HandError: if the hand is invalid in every ruleset.
    """
    rulesets = [{name: form.document[name] for name in RULES_FIELDS if name in form.document}]
    rulesets += [ruleset for ruleset in _every_preset(form) if ruleset not in rulesets]
    answers = _compared_answers(form, rulesets)
    first = answers[0]
    others = [answer for answer in answers[1:] if not _is_own_preset(answer, first, form)]
    result = [_ruleset_column([first], form, path, own=True)]
    for _, alike in groupby(others, key=_outcome_key):
        result.append(_ruleset_column([*alike], form, path))
    _mark_own_lines(result)
    own_id = first["ruleset"]
    return sorted(
        result,
        key=lambda column: (
            not column["own"],
            column["no_hand"],
            column["ruleset"]["id"] != own_id,
        ),
    )


def _every_preset(form: Form) -> Iterator[Document]:
    for ruleset in form.rulesets:
        for preset in ruleset["presets"]:
            yield {"ruleset": ruleset["id"], "preset": preset["name"]}
        if not ruleset["presets"]:
            yield {"ruleset": ruleset["id"]}


def _compared_answers(form: Form, rulesets: Sequence[Document]) -> list[Document]:
    record = request_record("compare", BOOKS[form.ruleset["id"]])
    names = [member.name for member in record.members]
    hand = {name: form.document[name] for name in names if name in form.document}
    answers: list[Document] = []
    for start in range(0, len(rulesets), MAX_RULESETS):
        request: Any = {**hand, "rulesets": rulesets[start : start + MAX_RULESETS]}
        answers += [dict(answer) for answer in scorer.compare(request)["answers"]]
    return answers


def _is_own_preset(answer: Document, own_answer: Document, form: Form) -> bool:
    """Tests if this answer is for the hand's own preset, without house rules, again."""
    same = (answer["ruleset"], answer["preset"]) == (own_answer["ruleset"], own_answer["preset"])
    return same and not form.document.get("options")


def _outcome_key(entry: Document) -> tuple[object, ...]:
    """Return a key that is equal for presets in which the hand comes out the same."""
    answer = entry.get("answer")
    if answer is None:
        return (entry["ruleset"], [problem["detail"] for problem in entry["errors"]])
    lines = [(line["id"], line["amount"], line["count"]) for line in answer["lines"]]
    return (
        entry["ruleset"],
        answer["total"],
        answer["unit"],
        lines,
        answer["net"],
        _awards(answer),
    )


def _awards(answer: Mapping[str, Any]) -> Mapping[str, int]:
    return answer.get("awards") or {}


def _ruleset_column(
    entries: list[Document], form: Form, path: str, *, own: bool = False
) -> Document:
    first = entries[0]
    ruleset = next((book for book in form.rulesets if book["id"] == first["ruleset"]), form.ruleset)
    titles = {preset["name"]: preset["title"] for preset in ruleset["presets"]}
    answer, errors = first.get("answer"), first.get("errors", [])
    return {
        "own": own,
        "ruleset": ruleset,
        "presets": [titles[entry["preset"]] for entry in entries if entry["preset"] in titles],
        "answer": answer,
        "lines": _merged_lines(answer),
        "nets": (_awards(answer) or answer["net"]) if answer else {},
        "errors": errors,
        "no_hand": bool(errors) and any(error["code"] in NOT_A_HAND_CODES for error in errors),
        "left_out": [_title(name, form.ruleset) for name in first["left_out"]],
        "address": _address(first, form, path),
    }


def _merged_lines(answer: Mapping[str, Any] | None) -> list[Document]:
    """Return the lines of an answer, those of one rule and amount merged."""
    merged: dict[tuple[object, ...], Document] = {}
    for line in answer["lines"] if answer else ():
        key = line["id"], line["amount"]
        count = merged[key]["count"] if key in merged else 0
        merged[key] = {**line, "count": count + (line["count"] or 1)}
    return [*merged.values()]


def _title(name: str, ruleset: Mapping[str, Any]) -> object:
    """Return what the hand's own ruleset calls a field that another ruleset leaves out."""
    titles = {field["name"]: field["title"] for field in ruleset["state"]}
    titles |= {entry["id"]: entry["meaning"] for entry in ruleset["circumstances"]}
    for fields in ruleset["fields"].values():
        titles |= {field["name"]: field["meaning"] for field in fields}
    if ruleset["special_tiles"]:
        option = ruleset["special_tiles"]["option"]
        titles[option] = plain_label(option)
    return titles.get(name, name)


def _address(entry: Mapping[str, Any], form: Form, path: str) -> str:
    """Return the address of the hand under these rules: its score, or its problems."""
    hand_document = form.document
    if RED_FIVES in entry["left_out"]:
        hand_document = {**hand_document, "hand": with_plain_fives(hand_document["hand"])}
    if entry["ruleset"] == form.document["ruleset"]:
        document = {**hand_document, "preset": entry["preset"]}
        if entry["preset"] != form.document.get("preset") and form.document.get("preset"):
            document.pop("options", None)
        return f"{path}?{addresses.hand_query(document)}"
    shared = {name: value for name, value in hand_document.items() if name not in RULES_FIELDS}
    query = addresses.hand_query({**shared, "ruleset": form.document["ruleset"]})
    preset = {"preset": entry["preset"]} if entry["preset"] else {}
    return f"{path}?{query}&{urlencode({**preset, 'to': entry['ruleset']})}"


def _mark_own_lines(compared: Sequence[Document]) -> None:
    """Mark the lines of each column that no other has, and those whose value differs in another.

    Where a column shares no line, ``apart`` is set: marking them all would say nothing.
    """
    values = [_line_values(column["lines"]) for column in compared]
    for n, column in enumerate(compared):
        own, others = values[n], [*values[:n], *values[n + 1 :]]
        shared = {name for name in own if any(name in lines for lines in others)}
        column["alone"] = own.keys() - shared
        column["apart"] = bool(own) and not shared
        column["differs"] = {
            name
            for name in shared
            if any(lines.get(name, own[name]) != own[name] for lines in others)
        }


def _line_values(lines: Sequence[Mapping[str, Any]]) -> dict[str, list[object]]:
    """Return the amounts and counts of each rule's lines."""
    values: dict[str, list[object]] = {}
    for line in lines:
        values.setdefault(line["id"], []).append((line["amount"], line["count"]))
    return values
