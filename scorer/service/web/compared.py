"""One hand in every ruleset and preset: what each makes of it, and what makes the difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

import scorer
from scorer.documents.compare import OTHER_TILES, SPECIAL, with_plain_tiles
from scorer.documents.schemas import MOST_RULESETS
from scorer.options import plain_label
from scorer.service.web import addresses, form_documents
from scorer.service.web.form import Form

__all__ = ["columns"]

Document = dict[str, Any]

OF_THE_HAND = ("hand", "win", "seat", "prevailing", "seats", "fishing")
OF_RULES = ("ruleset", "preset", "options")


def columns(form: Form, path: str) -> list[Document]:
    """What the hand is in its own rules, and then in all others; presets that make the same of it
    stand together. ``path`` is where a hand is scored. Raises HandError for a hand that no ruleset
    can be asked of."""
    asked = [{name: form.document[name] for name in OF_RULES if name in form.document}]
    asked += [other for other in _everywhere(form) if other not in asked]
    answers = _answers(form, asked)
    first = answers[0]
    rest = [one for one in answers[1:] if not _repeats(one, first, form)]
    found = [_column([first], form, path, own=True)]
    for _, alike in groupby(rest, key=_makes):
        found.append(_column([*alike], form, path))
    _mark_own_lines(found)
    near = first["ruleset"]
    return sorted(
        found, key=lambda one: (not one["own"], one["no_hand"], one["detail"]["id"] != near)
    )


def _everywhere(form: Form) -> Iterator[Document]:
    for detail in form.rulesets:
        for preset in detail["presets"]:
            yield {"ruleset": detail["id"], "preset": preset["name"]}
        if not detail["presets"]:
            yield {"ruleset": detail["id"]}


def _answers(form: Form, asked: Sequence[Document]) -> list[Document]:
    names = (*OF_THE_HAND, *form_documents.state_names(form.detail))
    hand = {name: form.document[name] for name in names if name in form.document}
    found: list[Document] = []
    for at in range(0, len(asked), MOST_RULESETS):
        told: Any = {**hand, "rulesets": asked[at : at + MOST_RULESETS]}
        found += [dict(one) for one in scorer.compare(told)["answers"]]
    return found


def _repeats(one: Document, own: Document, form: Form) -> bool:
    """Whether this is the hand's own preset once more."""
    same = (one["ruleset"], one["preset"]) == (own["ruleset"], own["preset"])
    return same and not form.document.get("options")


def _makes(one: Document) -> tuple[object, ...]:
    """What two presets of a ruleset have in common if they make the same of a hand."""
    answer = one.get("answer")
    if answer is None:
        return (one["ruleset"], [problem["detail"] for problem in one["errors"]])
    lines = [(line["id"], line["amount"], line["count"]) for line in answer["lines"]]
    return (one["ruleset"], answer["total"], answer["unit"], lines, answer["net"], _awards(answer))


def _awards(answer: Mapping[str, Any]) -> Mapping[str, int]:
    return answer.get("awards") or {}


def _column(alike: list[Document], form: Form, path: str, *, own: bool = False) -> Document:
    first = alike[0]
    detail = next((one for one in form.rulesets if one["id"] == first["ruleset"]), form.detail)
    titles = {preset["name"]: preset["title"] for preset in detail["presets"]}
    answer, errors = first.get("answer"), first.get("errors", [])
    return {
        "own": own,
        "detail": detail,
        "presets": [titles[one["preset"]] for one in alike if one["preset"] in titles],
        "answer": answer,
        "lines": _lines(answer),
        "nets": (_awards(answer) or answer["net"]) if answer else {},
        "errors": errors,
        "no_hand": bool(errors) and any(error["code"] in OTHER_TILES for error in errors),
        "left_out": [_words(name, form.detail) for name in first["left_out"]],
        "address": _address(first, form, path),
    }


def _lines(answer: Mapping[str, Any] | None) -> list[Document]:
    """The lines of an answer, each rule once."""
    found: dict[tuple[object, ...], Document] = {}
    for line in answer["lines"] if answer else ():
        key = line["id"], line["amount"]
        count = found[key]["count"] if key in found else 0
        found[key] = {**line, "count": count + (line["count"] or 1)}
    return [*found.values()]


def _words(name: str, detail: Mapping[str, Any]) -> object:
    """What the hand's own ruleset calls what another leaves out."""
    titles = {one["name"]: one["title"] for one in detail["state"]}
    titles |= {one["id"]: one["meaning"] for one in detail["circumstances"]}
    for fields in detail["fields"].values():
        titles |= {one["name"]: one["meaning"] for one in fields}
    special = detail["special_tiles"] or {}
    titles |= {one: plain_label(one) for one in (special.get("option"),) if one}
    return titles.get(name, name)


def _address(one: Mapping[str, Any], form: Form, path: str) -> str:
    """The hand under these rules: its score, or the form that says what is wrong."""
    hand = form.document.get("hand")
    known = {
        **form.document,
        "hand": with_plain_tiles(hand) if SPECIAL in one["left_out"] else hand,
    }
    if one["ruleset"] == form.document["ruleset"]:
        document = {**known, "preset": one["preset"]}
        if one["preset"] != form.document.get("preset") and form.document.get("preset"):
            document.pop("options", None)
        return f"{path}?{addresses.hand_query(document)}"
    told = {name: part for name, part in known.items() if name not in OF_RULES}
    query = addresses.hand_query({**told, "ruleset": form.document["ruleset"]})
    other = {"preset": one["preset"]} if one["preset"] else {}
    return f"{path}?{query}&{urlencode({**other, 'to': one['ruleset']})}"


def _mark_own_lines(found: Sequence[Document]) -> None:
    """Mark the lines that no other column has, and those that are worth something else in another;
    and a column that has none in common with others, where that says nothing."""
    worths = [_worths(column["lines"]) for column in found]
    for n, column in enumerate(found):
        own, others = worths[n], [*worths[:n], *worths[n + 1 :]]
        shared = {name for name in own if any(name in other for other in others)}
        column["alone"] = own.keys() - shared
        column["apart"] = bool(own) and not shared
        column["differs"] = {
            name
            for name in shared
            if any(other.get(name, own[name]) != own[name] for other in others)
        }


def _worths(lines: Sequence[Mapping[str, Any]]) -> dict[str, list[object]]:
    """What each rule adds to a score."""
    worths: dict[str, list[object]] = {}
    for line in lines:
        worths.setdefault(line["id"], []).append((line["amount"], line["count"]))
    return worths
