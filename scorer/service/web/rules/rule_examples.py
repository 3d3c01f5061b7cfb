"""A hand for each rule, and one that nearly has it, as pages draw them: read from scorer/examples,
which ``python -m tools.renew`` writes from the cases."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from flask import url_for
from flask_babel import gettext

import scorer
from scorer.documents.read import with_own_preset
from scorer.engine.tiles import CODES
from scorer.service.i18n.languages import gettext_noop, translate
from scorer.service.web.forms import addresses
from scorer.service.web.labels import WIND_NAMES, capital, set_words, tile_name, worth_words
from scorer.service.web.rules.rule_values import house_rules_in_words

EXAMPLES_FOLDER = Path(scorer.__file__).parent / "examples"
WIN_WAY_LABELS = {
    "discard": gettext_noop("On a discard"),
    "self_draw": gettext_noop("Drawn"),
    "robbed_kong": gettext_noop("Robbed a kong"),
}
MAX_ROW_TILES, HALF_ROW_TILES = 9, 7
GROUPS_WITHOUT_CAPTION = ("single", "orphans", "gates", "rest", "winds", "honours", "run")

Document = Mapping[str, Any]


class Tile(NamedTuple):
    """A tile of an example: whether it is face down, concerns the rule, and won."""

    code: str
    back: bool
    lit: bool
    won: bool


class ExampleSet(NamedTuple):
    """A set of an example, with its caption and its tiles in words for screen readers."""

    tiles: list[Tile]
    caption: str
    words: str


class ShownExample(NamedTuple):
    """An example: its sets, under which circumstances it was won, the page that scores it, the
    document that is scored, and whether that has a preset of its own."""

    sets: list[ExampleSet]
    facts: list[str]
    total: str
    link: str
    document: dict[str, Any]
    has_preset: bool


def examples_by_rule(ruleset: Document) -> dict[str, ShownExample]:
    """Return the example of each rule; rulesets outside the package have none."""
    page = url_for("pages.hand")
    names = {code: tile_name(code) for code in CODES}
    examples = _examples("", ruleset["id"])
    return {rule: _example_of(entry, ruleset, names, page) for rule, entry in examples.items()}


def example(ruleset: Document, rule: str) -> ShownExample | None:
    """Return the example of a rule, or None."""
    return _example_in("", ruleset, rule)


def documents(ruleset: str) -> list[dict[str, Any]]:
    """Return the documents of a ruleset's examples, in the order of its rules."""
    return [{"ruleset": ruleset, **entry["document"]} for entry in _examples("", ruleset).values()]


def near_miss(ruleset: Document, rule: str) -> ShownExample | None:
    """Return the example with one change, so that the rule does not count, or None."""
    return _example_in("near", ruleset, rule)


def with_rules(document: Document, preset: str, chosen: Mapping[str, object]) -> dict[str, Any]:
    """Return the document of an example under a preset (or "") and with these options."""
    changed = {**document, **({"preset": preset} if preset else {})}
    if chosen:
        changed["options"] = {**(document.get("options") or {}), **chosen}
    return changed


def _example_in(folder: str, ruleset: Document, rule: str) -> ShownExample | None:
    entry = _examples(folder, ruleset["id"]).get(rule)
    if entry is None:
        return None
    names = {code: tile_name(code) for code in CODES}
    return _example_of(entry, ruleset, names, url_for("pages.hand"))


def _example_of(
    entry: Document, ruleset: Document, names: Mapping[str, str], page: str
) -> ShownExample:
    plain = {"ruleset": ruleset["id"], **entry["document"]}
    document = with_own_preset(plain)
    return ShownExample(
        _shown_sets(entry, names, ruleset["conceals_sets"]),
        _facts(plain, ruleset),
        worth_words(entry["total"], entry.get("unit", ruleset["unit"])),
        f"{page}?{addresses.hand_query(document)}",
        document,
        "preset" in plain,
    )


@cache
def _examples(folder: str, ruleset: str) -> Mapping[str, Document]:
    """Return the example hands of a folder by rule; rulesets outside the package have none."""
    file = EXAMPLES_FOLDER / folder / f"{ruleset}.json"
    if not file.is_file():
        return {}
    found: dict[str, Document] = json.loads(file.read_text(encoding="utf-8"))
    return found


def _shown_sets(entry: Document, names: Mapping[str, str], backs: bool) -> list[ExampleSet]:
    lit, won, place = entry.get("lit"), entry.get("won"), 0
    sets = []
    for tiles_text, kind, concealed in entry["sets"]:
        tiles = []
        codes = tiles_text.split()
        for position, code in enumerate(codes):
            back = backs and kind == "kong" and concealed and position in (0, len(codes) - 1)
            tiles.append(Tile(code, back, lit is None or place in lit, place == won))
            place += 1
        caption = _caption(kind, concealed, any(tile.won for tile in tiles))
        sets += _example_sets(tiles, caption, names)
    return sets


def _example_sets(tiles: list[Tile], caption: str, names: Mapping[str, str]) -> list[ExampleSet]:
    """Return a set, in two rows if it is too long for a phone."""
    rows = (
        [tiles] if len(tiles) <= MAX_ROW_TILES else [tiles[:HALF_ROW_TILES], tiles[HALF_ROW_TILES:]]
    )
    apart = gettext(", ")
    sets = []
    for row in rows:
        words = [names[tile.code] for tile in row]
        won = [gettext("the winning tile")] if any(tile.won for tile in row) else []
        sets.append(ExampleSet(row, caption, apart.join([*words, *won])))
    return sets


def _caption(kind: str, concealed: bool, won: bool) -> str:
    if kind in GROUPS_WITHOUT_CAPTION:
        return ""
    return gettext("flowers") if kind == "flowers" else set_words(kind, concealed, won)


def _facts(document: Document, ruleset: Document) -> list[str]:
    """Return who won, how, and under which circumstances, as phrases."""
    facts = []
    if ruleset["prevailing"]:
        facts.append(gettext("Seat: %(wind)s", wind=translate(WIND_NAMES[document["seat"]])))
        wind = translate(WIND_NAMES[document["prevailing"]])
        facts.append(gettext("Wind of the round: %(wind)s", wind=wind))
    win = document.get("win")
    facts.append(translate(WIN_WAY_LABELS[win["by"]]) if win else gettext("Not the winner"))
    meanings = {entry["id"]: entry["meaning"] for entry in ruleset["circumstances"]}
    facts += [capital(translate(meanings[id])) for id in (win or {}).get("with") or ()]
    titles = {preset["name"]: preset["title"] for preset in ruleset["presets"]}
    if document.get("preset"):
        facts.append(translate(titles[document["preset"]]))
    return facts + house_rules_in_words(document.get("options") or {})
