"""Cards on the pages: one is typed and checked, and the nearest of its hands are shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

import scorer
from scorer.errors import HandError
from scorer.speech import Said

__all__ = ["LARGEST_FORM", "blueprint", "drawn", "name_of", "near_hands", "plain_lines"]

Document = dict[str, Any]

LARGEST_FORM = 512 * 1024
"""The bytes of a form: a card of 64 kB as browsers write it, and some fields beside it."""

_NAME = re.compile(r"^\s*@name[ \t]+([^#\n]*[^#\s])", re.IGNORECASE | re.MULTILINE)

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
    request.max_content_length = request.max_form_memory_size = LARGEST_FORM
    shipped = scorer.cards()
    sent = request.form.get("text", request.form.get("o.card"))
    text = plain_lines(sent) if sent is not None else shipped.get(request.args.get("card", ""), "")
    answer, faults = None, []
    if text.strip():
        try:
            answer = scorer.check_card({"card": f"{text}\n"})
        except HandError as error:
            faults = _faults(error, text.split("\n"))
    elif sent is not None:
        missing = gettext("type a card, or start from the practice card")
        faults = [{"line": None, "text": "", "details": [missing]}]
    page = render_template(
        "card.html",
        text=text,
        answer=answer,
        faults=faults,
        drawn=_sampled(answer),
        detail=next(one for one in scorer.rulesets() if "cards" in one),
    )
    return page, 422 if faults else 200


def plain_lines(text: str) -> str:
    """A text as a form sends it, with plain ends of lines."""
    return text.replace("\r\n", "\n").replace("\0", "\ufffd")


def name_of(text: str) -> str:
    """The name that a card gives itself, in whatever state the rest of it is."""
    found = _NAME.search(text)
    return found[1][:60] if found else str(gettext("your own card"))


def near_hands(
    document: Mapping[str, Any], limit: int, reasons: Sequence[str] = ()
) -> list[Document]:
    """The nearest hands to the tiles of a document, each tile with whether it is missing; none
    where that cannot be told. ``reasons`` ("title: why the tiles are not this hand") choose the
    hands where there are any."""
    names = ("ruleset", "preset", "options", "hand")
    asked = {name: document[name] for name in names if name in document}
    try:
        found = scorer.nearest({**asked, "limit": 50 if reasons else limit})["hands"]
    except HandError:
        return []
    near = [{**hand, "groups": _marked(hand), "reason": ""} for hand in found]
    if not reasons:
        return near
    return [_with_reason(near, reason) for reason in reasons]


def _with_reason(near: Sequence[Document], told: str) -> Document:
    title, reason = _parted(told)
    for hand in near:
        if hand["title"] == title:
            return {**hand, "reason": reason}
    return {"title": title, "groups": [], "reason": reason}


def _parted(told: str) -> tuple[str, str]:
    """The title of a hand, and why the tiles are not this hand."""
    if isinstance(told, Said) and {"hand", "reason"} <= told.values.keys():
        return str(told.values["hand"]), str(told.values["reason"])
    return "", told


def drawn(near: Sequence[Document]) -> list[str]:
    """The tiles that these hands show."""
    return [code for hand in near for group in hand["groups"] for code, _ in group]


def _marked(hand: Document) -> list[list[tuple[str, bool]]]:
    """The groups of a hand, each tile with whether it is missing; those missing stand last."""
    missing: Counter[str] = Counter(hand["missing"])
    groups = []
    for group in reversed(hand["groups"]):
        made = []
        for code in reversed(group):
            made.append((code, missing[code] > 0))
            missing[code] -= 1
        groups.append(made[::-1])
    return groups[::-1]


def _faults(error: HandError, lines: Sequence[str]) -> list[Document]:
    """What is wrong with a card, line by line, each line as it was typed."""
    faults: dict[int | None, Document] = {}
    for problem in error.problems:
        line, detail = _fault(problem.detail)
        told = lines[line - 1].strip() if line and line <= len(lines) else ""
        fault = faults.setdefault(line, {"line": line, "text": told[:200], "details": []})
        fault["details"].append(detail)
    return list(faults.values())


def _fault(detail: str) -> tuple[int | None, str]:
    """The line of a card that is wrong, and what is wrong with it."""
    if isinstance(detail, Said) and {"line", "fault"} <= detail.values.keys():
        return int(str(detail.values["line"])), str(detail.values["fault"])
    return None, detail


def _sampled(answer: Mapping[str, Any] | None) -> list[str]:
    hands = answer["hands"] if answer else ()
    return [code for hand in hands for group in hand["sample"] for code in group]
