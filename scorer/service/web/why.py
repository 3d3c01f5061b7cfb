"""Why, and why not, on the page: any rule asked of a hand, and what one change would bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from flask import url_for
from flask_babel import gettext

from scorer.service.i18n.languages import said
from scorer.service.web import addresses, labels
from scorer.service.web.rule_examples import HOW

__all__ = ["FIELD", "changes", "hidden", "of_players", "rules_by_kind"]

Document = Mapping[str, Any]

FIELD = "why"
"""The field in an address that names the rule which is asked about."""
MOST_SHOWN = 12


def hidden(query: str) -> list[tuple[str, str]]:
    """The fields of a form that asks of the hand at this address."""
    return parse_qsl(query, keep_blank_values=True)


def rules_by_kind(detail: Document) -> list[tuple[str, list[tuple[str, str]]]]:
    """The rules of a ruleset in the order of its book, by what they count: ids and names."""
    found: dict[str, list[tuple[str, str]]] = {}
    for rule in detail["rules"]:
        title = gettext("Special hands") if rule["kind"] == "limit" else ""
        named = (rule["id"], labels.rule_name(rule))
        found.setdefault(title or labels.kind_title(rule["kind"]), []).append(named)
    return list(found.items())


def of_players(document: Document, detail: Document) -> dict[str, dict[str, str]]:
    """Of each hand that a table told: the pages that say why and why not, and count it step by
    step; none of one under a card that no address holds."""
    shared = (
        "ruleset",
        "preset",
        "options",
        "prevailing",
        *(one["name"] for one in detail["state"]),
    )
    whole = {name: document[name] for name in shared if document.get(name) is not None}
    played = list(document["players"])
    found = {}
    for seat, player in document["players"].items():
        if "hand" in player and not player.get("points"):
            own = {name: player[name] for name in ("hand", "win", "fishing") if name in player}
            told = {**whole, **own, "seat": seat, "seats": played}
            page = addresses.hand_page(told)
            if page is not None:
                query = page.partition("?")[2]
                found[seat] = {
                    "why": f"{url_for('pages.why')}?{query}",
                    "steps": f"{url_for('learn.steps')}?{query}",
                }
    return found


def changes(document: Document, told: Sequence[Document], detail: Document) -> list[dict[str, Any]]:
    """The changes that bring most, in the words of the page, each with the page that scores it."""
    names = labels.rule_names(detail["rules"])
    meanings = {one["id"]: said(one["meaning"]) for one in detail["circumstances"]}
    return [
        {
            "words": labels.sentence(_in_words(document, one, meanings)),
            "total": one["total"],
            "address": addresses.hand_page(one["document"]),
            "gained": [names[id] for id in one["gained"] if id in names],
            "lost": [names[id] for id in one["lost"] if id in names],
        }
        for one in told[:MOST_SHOWN]
    ]


def _in_words(document: Document, one: Document, meanings: Mapping[str, str]) -> str:
    """What is otherwise in a changed document."""
    now, then = document.get("win") or {}, one["document"].get("win") or {}
    if now.get("by") != then.get("by"):
        return said(HOW[then["by"]])
    before, after = now.get("with") or (), then.get("with") or ()
    more = [meanings[id] for id in after if id not in before]
    fewer = [meanings[id] for id in before if id not in after]
    if more:
        return more[0]
    if fewer:
        return str(gettext("Without: %(circumstance)s", circumstance=fewer[0]))
    return said(one["change"])
