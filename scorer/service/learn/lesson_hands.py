"""Hands and tables of lessons as their pages draw them, in the order in which they are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext, ngettext

from scorer.lessons.lesson import Document
from scorer.options import plain_label
from scorer.service.i18n.languages import said
from scorer.service.web.labels import WIND_NAMES, capital, number, seat_name, set_words
from scorer.service.web.rule_examples import HOW
from scorer.service.web.rule_values import chosen_words
from scorer.tiles import code, parse

__all__ = ["Drawn", "drawn"]

ALIKE = {2: "pair", 3: "pung", 4: "kong", 5: "quint", 6: "sextet"}


class Laid(NamedTuple):
    """Tiles side by side: each with whether it lies face down and whether it won."""

    tiles: Sequence[tuple[str, bool, bool]]
    caption: str = ""


class Drawn(NamedTuple):
    """What is in the hand, what lies on the table, the flowers, the facts beside them; and, of a
    table, what is told of its players: their points, or whether they wait."""

    held: Sequence[Laid]
    laid: Sequence[Laid]
    facts: Sequence[str]
    points: Sequence[tuple[str, str]] = ()


def drawn(document: Document, detail: Mapping[str, Any]) -> Drawn:
    """A hand or a table in the words of the page."""
    if "players" in document:
        told = [(seat_name(seat), _player(one)) for seat, one in document["players"].items()]
        return Drawn([], [], [], told)
    hand = document["hand"]
    melds = hand.get("melds") or ()
    laid = [_meld(one, backs=detail["conceals_sets"]) for one in melds]
    if hand.get("bonus"):
        laid.append(Laid([(tile, False, False) for tile in _codes(hand["bonus"])], _bonus()))
    if hand.get("dora_indicators"):
        shown = [(tile, False, False) for tile in _codes(hand["dora_indicators"])]
        laid.append(Laid(shown, str(ngettext("dora indicator", "dora indicators", len(shown)))))
    return Drawn(_held(hand, melds), laid, _facts(document, detail))


def _player(told: Mapping[str, Any]) -> str:
    if "points" in told:
        return number(told["points"])
    return str(gettext("waits") if told.get("tenpai") else gettext("does not wait"))


def _bonus() -> str:
    return str(gettext("flowers and seasons"))


def _codes(text: str) -> list[str]:
    return [code(tile) for tile in parse(text)]


def _held(hand: Mapping[str, Any], melds: Sequence[Mapping[str, Any]]) -> list[Laid]:
    """The groups as they are told, the winning tile marked, or beside them where it is not among
    them."""
    groups = [_codes(group) for group in hand["concealed"].split()]
    won = hand.get("winning_tile")
    if not won:
        return [Laid([(tile, False, False) for tile in group]) for group in groups]
    if not any(won in group for group in groups):
        groups.append([won])
    at = max(n for n, group in enumerate(groups) if won in group)
    last = len(groups[at]) - 1 - groups[at][::-1].index(won)
    return [
        Laid([(tile, False, (n, m) == (at, last)) for m, tile in enumerate(group)])
        for n, group in enumerate(groups)
    ]


def _meld(meld: Mapping[str, Any], backs: bool) -> Laid:
    tiles, concealed = _codes(meld["tiles"]), bool(meld.get("concealed"))
    kind = ALIKE.get(len(tiles), "") if len({*tiles} - {"J"}) < 2 else "chow"
    ends = (0, len(tiles) - 1) if backs and concealed else ()
    caption = set_words(kind, concealed)
    return Laid([(tile, n in ends, False) for n, tile in enumerate(tiles)], caption)


def _facts(document: Document, detail: Mapping[str, Any]) -> list[str]:
    """Where the player sits, and how they won: each a phrase."""
    facts = [gettext("Seat: %(wind)s", wind=said(WIND_NAMES[document["seat"]]))]
    if detail["prevailing"]:
        wind = said(WIND_NAMES[document["prevailing"]])
        facts.append(gettext("Wind of the round: %(wind)s", wind=wind))
    win = document.get("win") or {}
    if win:
        facts.append(said(HOW[win["by"]]))
    meanings = {one["id"]: one["meaning"] for one in detail["circumstances"]}
    facts += [capital(said(meanings[one])) for one in win.get("with") or ()]
    for one in detail["state"]:
        if document.get(one["name"]):
            value = str(document[one["name"]])
            facts.append(gettext("%(option)s: %(value)s", option=said(one["title"]), value=value))
    for name, value in (document.get("options") or {}).items():
        option = said(plain_label(name))
        facts.append(gettext("%(option)s: %(value)s", option=option, value=chosen_words(value)))
    return facts
