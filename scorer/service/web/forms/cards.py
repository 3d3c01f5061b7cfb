"""Cards on pages: the page that checks a typed card, and a card's hands nearest to some tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

import scorer
from scorer.errors import HandError
from scorer.grammar.card.notation.text import (
    MAX_CARD_LINES,
    MAX_LINE_LENGTH,
    MAX_NAME_LENGTH,
)
from scorer.service.i18n.languages import gettext_noop, repeat_in_languages, translate
from scorer.service.web.drawing.tiles_shown import mark_missing
from scorer.service.web.forms import house_rules
from scorer.service.web.forms.submitted import plain_lines, refuse_too_much
from scorer.types.requests import MAX_CARD_LENGTH

Document = dict[str, Any]

blueprint = Blueprint("cards", __name__)


@blueprint.app_template_filter("groupby_section")
def by_section(hands: Sequence[Document]) -> list[tuple[str, list[Document]]]:
    """Return the hands of a card by section, in the order of the card."""
    groups: dict[str, list[Document]] = {}
    for hand in hands:
        groups.setdefault(hand["section"], []).append(hand)
    return list(groups.items())


@blueprint.route("/card", methods=["GET", "POST"])
def card() -> ResponseReturnValue:
    """Show the form for a card, and check the card."""
    refuse_too_much()
    shipped = scorer.cards()
    ruleset = next(entry for entry in scorer.rulesets() if entry["hand_of"] == "card")
    field = house_rules.text_field(ruleset)
    submitted = request.form.get("text", request.form.get(field))
    text = (
        plain_lines(submitted)
        if submitted is not None
        else shipped.get(request.args.get("card", ""), "")
    )
    answer, faults = None, []
    if text.strip():
        try:
            answer = scorer.check_card({"card": f"{text}\n"})
        except HandError as error:
            faults = _faults(error, text.split("\n"))
    elif submitted is not None:
        missing = gettext("type a card, or start from the practice card")
        faults = [{"line": 0, "text": "", "details": [missing]}]
    repeat_in_languages()
    page = render_template(
        "card.html",
        text=text,
        answer=answer,
        faults=faults,
        drawn=_sample_address(answer),
        ruleset=ruleset,
        field=field,
    )
    return page, 422 if faults else 200


def own_text_name(text: str, unnamed: str = gettext_noop("your own card")) -> str:
    """Return the name in the text of a card or of special hands, even if the rest of it is
    invalid."""
    for line in text[:MAX_CARD_LENGTH].split("\n", MAX_CARD_LINES)[:MAX_CARD_LINES]:
        words = line[:MAX_LINE_LENGTH].partition("#")[0].split(maxsplit=1)
        if len(words) == 2 and words[0].lower() == "@name":
            return words[1].strip()[:MAX_NAME_LENGTH]
    return translate(unnamed)


def near_hands(
    document: Mapping[str, Any], limit: int, misses: Sequence[Mapping[str, Any]] = ()
) -> list[Document]:
    """Return the card's hands nearest to the tiles of a document; none if it is invalid.

    Args:
        document: the document of the hand.
        limit: the most hands.
        misses: problems that each say why the tiles are not a certain hand; with them, only these
            hands are returned.
    """
    names = ("ruleset", "preset", "options", "hand")
    query: Any = {name: document[name] for name in names if name in document}
    try:
        query["limit"] = 50 if misses else limit
        hands = scorer.nearest(query)["hands"]
    except HandError:
        return []
    near = [
        {**hand, "groups": mark_missing(hand["groups"], hand["missing"]), "reason": ""}
        for hand in hands
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
    """Return the problems of a card by line, with the text of each line."""
    faults: dict[int, Document] = {}
    for problem in error.problems:
        line = problem.line
        text = lines[line - 1].strip() if 0 < line <= len(lines) else ""
        fault = faults.setdefault(line, {"line": line, "text": text[:200], "details": []})
        fault["details"].append(problem.reason or problem.detail)
    return list(faults.values())


def _sample_address(answer: Mapping[str, Any] | None) -> list[str]:
    hands = answer["hands"] if answer else ()
    return [code for hand in hands for group in hand["sample"] for code in group]
