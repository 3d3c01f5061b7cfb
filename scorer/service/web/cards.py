"""Cards on the pages: one is typed and checked, and the nearest of its hands are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

import scorer
from scorer.errors import HandError
from scorer.grammar.card.notation.text import (
    LONGEST_LINE,
    LONGEST_NAME,
    MOST_CHARACTERS,
    MOST_LINES,
)
from scorer.service.web import house_rules
from scorer.service.web.fields_sent import plain_lines, refuse_too_much
from scorer.service.web.tiles_shown import marked

__all__ = ["blueprint", "name_of", "near_hands"]

Document = dict[str, Any]

blueprint = Blueprint("cards", __name__)


@blueprint.app_template_filter("groupby_section")
def by_section(hands: Sequence[Document]) -> list[tuple[str, list[Document]]]:
    """The hands of a card by section, as the card has them."""
    groups: dict[str, list[Document]] = {}
    for hand in hands:
        groups.setdefault(hand["section"], []).append(hand)
    return list(groups.items())


@blueprint.route("/card", methods=["GET", "POST"])
def card() -> ResponseReturnValue:
    """Type a card, and read what it says."""
    refuse_too_much()
    shipped = scorer.cards()
    detail = next(one for one in scorer.rulesets() if one["hand_of"] == "card")
    field = house_rules.text_field(detail)
    sent = request.form.get("text", request.form.get(field))
    text = plain_lines(sent) if sent is not None else shipped.get(request.args.get("card", ""), "")
    answer, faults = None, []
    if text.strip():
        try:
            answer = scorer.check_card({"card": f"{text}\n"})
        except HandError as error:
            faults = _faults(error, text.split("\n"))
    elif sent is not None:
        missing = gettext("type a card, or start from the practice card")
        faults = [{"line": 0, "text": "", "details": [missing]}]
    page = render_template(
        "card.html",
        text=text,
        answer=answer,
        faults=faults,
        drawn=_sampled(answer),
        detail=detail,
        field=field,
    )
    return page, 422 if faults else 200


def name_of(text: str) -> str:
    """The name that a card gives itself, in whatever state the rest of it is."""
    for line in text[:MOST_CHARACTERS].split("\n", MOST_LINES)[:MOST_LINES]:
        told = line[:LONGEST_LINE].partition("#")[0].split(maxsplit=1)
        if len(told) == 2 and told[0].lower() == "@name":
            return told[1].strip()[:LONGEST_NAME]
    return str(gettext("your own card"))


def near_hands(
    document: Mapping[str, Any], limit: int, misses: Sequence[Mapping[str, Any]] = ()
) -> list[Document]:
    """The nearest hands to the tiles of a document, each tile with whether it is missing; none
    where that cannot be told. ``misses`` (problems that tell of a hand why the tiles are not this
    one) choose the hands where there are any."""
    names = ("ruleset", "preset", "options", "hand")
    asked: Any = {name: document[name] for name in names if name in document}
    try:
        asked["limit"] = 50 if misses else limit
        found = scorer.nearest(asked)["hands"]
    except HandError:
        return []
    near = [
        {**hand, "groups": marked(hand["groups"], hand["missing"]), "reason": ""} for hand in found
    ]
    if not misses:
        return near
    return [_with_reason(near, miss) for miss in misses]


def _with_reason(near: Sequence[Document], miss: Mapping[str, Any]) -> Document:
    title, reason = miss["subject"], miss["reason"] or miss["detail"]
    for hand in near:
        if hand["title"] == title:
            return {**hand, "reason": reason}
    return {"title": title, "groups": [], "reason": reason}


def _faults(error: HandError, lines: Sequence[str]) -> list[Document]:
    """What is wrong with a card, line by line, each line as it was typed."""
    faults: dict[int, Document] = {}
    for problem in error.problems:
        line = problem.line
        told = lines[line - 1].strip() if 0 < line <= len(lines) else ""
        fault = faults.setdefault(line, {"line": line, "text": told[:200], "details": []})
        fault["details"].append(problem.reason or problem.detail)
    return list(faults.values())


def _sampled(answer: Mapping[str, Any] | None) -> list[str]:
    hands = answer["hands"] if answer else ()
    return [code for hand in hands for group in hand["sample"] for code in group]
