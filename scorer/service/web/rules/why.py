"""Explanations on pages: links that explain a rule of a hand, and the effects of changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from flask import url_for
from flask_babel import gettext

from scorer.documents.shared_fields import player_names, shared_names
from scorer.rules import BOOKS
from scorer.service.i18n.languages import translate
from scorer.service.web import labels
from scorer.service.web.forms import addresses
from scorer.service.web.rules.rule_examples import WIN_WAY_LABELS

Document = Mapping[str, Any]

WHY_FIELD = "why"
"""The field in an address with the rule to explain."""
MAX_CHANGES_SHOWN = 12


def hidden_fields(query: str) -> list[tuple[str, str]]:
    """Return the hidden fields of a form about the hand at this address."""
    return parse_qsl(query, keep_blank_values=True)


def rules_by_kind(
    ruleset: Document, own: Sequence[Document] = ()
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the ids and names of a ruleset's rules by kind, in the order of the rulebook; first
    the special hands of a club's ``own``."""
    rules: dict[str, list[tuple[str, str]]] = {}
    if own:
        rules[gettext("Our special hands")] = [(hand["id"], hand["name"]) for hand in own]
    for rule in ruleset["rules"]:
        title = gettext("Special hands") if rule["kind"] == "limit" else ""
        named = (rule["id"], labels.rule_name(rule))
        rules.setdefault(title or labels.kind_title(rule["kind"], ruleset["unit"]), []).append(
            named
        )
    return list(rules.items())


def explanations_of_players(document: Document, ruleset: Document) -> dict[str, dict[str, str]]:
    """Return, for each hand of a table, the addresses that explain it and count it step by step.

    A hand that no address can hold, such as one under a player's own card, has none.
    """
    book = BOOKS[ruleset["id"]]
    names = [name for name in shared_names(book) if document.get(name) is not None]
    shared = {name: document[name] for name in names}
    seats = list(document["players"])
    addresses_by_seat = {}
    for seat, player in document["players"].items():
        if "hand" in player and not player.get("points"):
            own = {name: player[name] for name in player_names(book) if name in player}
            hand_document = {**shared, **own, "seat": seat, "seats": seats}
            page = addresses.hand_page(hand_document)
            if page is not None:
                query = page.partition("?")[2]
                addresses_by_seat[seat] = {
                    "why": f"{url_for('pages.why')}?{query}",
                    "steps": f"{url_for('learn.steps')}?{query}",
                }
    return addresses_by_seat


def changes(
    document: Document, listed: Sequence[Document], ruleset: Document
) -> list[dict[str, Any]]:
    """Return the changes that score most, in words, each with the address of its score."""
    names = labels.rule_names(ruleset["rules"])
    meanings = {entry["id"]: translate(entry["meaning"]) for entry in ruleset["circumstances"]}
    return [
        {
            "words": labels.sentence(_in_words(document, change, meanings)),
            "total": change["total"],
            "address": addresses.hand_page(change["document"]),
            "gained": [names[id] for id in change["gained"] if id in names],
            "lost": [names[id] for id in change["lost"] if id in names],
        }
        for change in listed[:MAX_CHANGES_SHOWN]
    ]


def _in_words(document: Document, change: Document, meanings: Mapping[str, str]) -> str:
    """Return in words what is different in a changed document."""
    now, then = document.get("win") or {}, change["document"].get("win") or {}
    if now.get("by") != then.get("by"):
        return translate(WIN_WAY_LABELS[then["by"]])
    before, after = now.get("with") or (), then.get("with") or ()
    more = [meanings[id] for id in after if id not in before]
    fewer = [meanings[id] for id in before if id not in after]
    if more:
        return more[0]
    if fewer:
        return str(gettext("Without: %(circumstance)s", circumstance=fewer[0]))
    return translate(change["change"])
