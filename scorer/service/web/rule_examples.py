"""A hand for each rule, and one that nearly has it, as pages draw them: read from scorer/examples,
which ``python -m tests.renew`` writes from the cases."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from flask import url_for
from flask_babel import gettext

import scorer
from scorer.options import plain_label
from scorer.service.i18n.languages import later, said
from scorer.service.web import addresses
from scorer.service.web.labels import WIND_NAMES, capital, set_words, tile_name, worth_words
from scorer.service.web.rule_values import chosen_words
from scorer.tiles import CODES

__all__ = ["Drawn", "drawn", "example", "near_miss", "under"]

FOLDER = Path(scorer.__file__).parent / "examples"
HOW = {
    "discard": later("On a discard"),
    "self_draw": later("Drawn"),
    "robbed_kong": later("Robbed a kong"),
}
LONGEST_ROW, HALF = 9, 7
WITHOUT_CAPTION = ("single", "orphans", "gates", "rest", "winds", "honours", "run")

Document = Mapping[str, Any]


class Tile(NamedTuple):
    """A tile of an example: whether it lies face down, is looked at by the rule, and won."""

    code: str
    back: bool
    lit: bool
    won: bool


class Laid(NamedTuple):
    """A set of an example, with its caption and what it is to who cannot see it."""

    tiles: list[Tile]
    caption: str
    words: str


class Drawn(NamedTuple):
    """An example: its sets, under which circumstances it was won, the page that scores it, and the
    document that is scored."""

    sets: list[Laid]
    facts: list[str]
    total: str
    link: str
    document: dict[str, Any]


def drawn(detail: Document) -> dict[str, Drawn]:
    """The example of each rule in the words of the page; a ruleset of one's own has none."""
    page = url_for("pages.hand")
    names = {code: tile_name(code) for code in CODES}
    examples = _kept("").get(detail["id"], {})
    return {rule: _drawn(one, detail, names, page) for rule, one in examples.items()}


def example(detail: Document, rule: str) -> Drawn | None:
    """The example of this rule, where there is one."""
    return _one("", detail, rule)


def documents(ruleset: str) -> list[dict[str, Any]]:
    """The documents of the examples of a ruleset, in the order of its rules."""
    return [{"ruleset": ruleset, **one["document"]} for one in _kept("").get(ruleset, {}).values()]


def near_miss(detail: Document, rule: str) -> Drawn | None:
    """The example with one thing otherwise, so that it has not the rule."""
    return _one("near", detail, rule)


def under(document: Document, preset: str, chosen: Mapping[str, object]) -> dict[str, Any]:
    """The hand of an example under this preset, if any, and with these options."""
    told = {**document, **({"preset": preset} if preset else {})}
    if chosen:
        told["options"] = {**(document.get("options") or {}), **chosen}
    return told


def _one(folder: str, detail: Document, rule: str) -> Drawn | None:
    one = _kept(folder).get(detail["id"], {}).get(rule)
    if one is None:
        return None
    names = {code: tile_name(code) for code in CODES}
    return _drawn(one, detail, names, url_for("pages.hand"))


def _drawn(one: Document, detail: Document, names: Mapping[str, str], page: str) -> Drawn:
    document = {"ruleset": detail["id"], **one["document"]}
    return Drawn(
        _sets(one, names, detail["conceals_sets"]),
        _facts(document, detail),
        worth_words(one["total"], one.get("unit", detail["unit"])),
        f"{page}?{addresses.hand_query(document)}",
        document,
    )


@cache
def _kept(folder: str) -> Mapping[str, Mapping[str, Document]]:
    """The hand of each rule of each ruleset that comes with the scorer, in this folder of all."""
    files = sorted((FOLDER / folder).glob("*.json"))
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}


def _sets(one: Document, names: Mapping[str, str], backs: bool) -> list[Laid]:
    lit, won, place = one.get("lit"), one.get("won"), 0
    sets = []
    for told, kind, concealed in one["sets"]:
        tiles = []
        codes = told.split()
        for at, code in enumerate(codes):
            back = backs and kind == "kong" and concealed and at in (0, len(codes) - 1)
            tiles.append(Tile(code, back, lit is None or place in lit, place == won))
            place += 1
        caption = _caption(kind, concealed, any(tile.won for tile in tiles))
        sets += _laid(tiles, caption, names)
    return sets


def _laid(tiles: list[Tile], caption: str, names: Mapping[str, str]) -> list[Laid]:
    """A set, in two rows where it is too long for a phone."""
    rows = [tiles] if len(tiles) <= LONGEST_ROW else [tiles[:HALF], tiles[HALF:]]
    apart = gettext(", ")
    laid = []
    for row in rows:
        told = [names[tile.code] for tile in row]
        won = [gettext("the winning tile")] if any(tile.won for tile in row) else []
        laid.append(Laid(row, caption, apart.join([*told, *won])))
    return laid


def _caption(kind: str, concealed: bool, won: bool) -> str:
    if kind in WITHOUT_CAPTION:
        return ""
    return gettext("flowers") if kind == "flowers" else set_words(kind, concealed, won)


def _facts(document: Document, detail: Document) -> list[str]:
    """Who won, how and under what: each a phrase."""
    facts = []
    if detail["prevailing"]:
        facts.append(gettext("Seat: %(wind)s", wind=said(WIND_NAMES[document["seat"]])))
        wind = said(WIND_NAMES[document["prevailing"]])
        facts.append(gettext("Wind of the round: %(wind)s", wind=wind))
    win = document.get("win")
    facts.append(said(HOW[win["by"]]) if win else gettext("Not the winner"))
    told = {one["id"]: one["meaning"] for one in detail["circumstances"]}
    facts += [capital(said(told[id])) for id in (win or {}).get("with") or ()]
    titles = {one["name"]: one["title"] for one in detail["presets"]}
    if document.get("preset"):
        facts.append(said(titles[document["preset"]]))
    for name, value in (document.get("options") or {}).items():
        option = said(plain_label(name))
        facts.append(gettext("%(option)s: %(value)s", option=option, value=chosen_words(value)))
    return facts
