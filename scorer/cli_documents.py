"""A hand told by the options of the command line: its document, and which option is meant where.

What was told is never dropped: what has no place in the document is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorer.errors import HandError, Problem, quoted

__all__ = ["document_of", "option_at"]

Told = Mapping[str, Any]
"""The options of ``scorer score`` by their names, ``card`` as the text of the card: None, or () of
those that may stand more than once, where one was not typed."""

OPTIONS = {
    "/ruleset": "--ruleset",
    "/preset": "--preset",
    "/hand": "--concealed",
    "/hand/concealed": "--concealed",
    "/hand/bonus": "--bonus",
    "/hand/winning_tile": "--winning",
    "/win": "--by",
    "/win/by": "--by",
    "/win/from": "--from",
    "/win/with": "--with",
    "/seat": "--seat",
    "/prevailing": "--prevailing",
    "/options": "--option",
    "/state": "--state",
    "/options/card": "--card",
}
"""The options of the command line by the place that each has in the document."""
OF_A_WIN = {"winning": "--winning", "loser": "--from", "circumstances": "--with"}


def document_of(told: Told) -> dict[str, Any]:
    """The document that asks to score what was told. Raises HandError."""
    problems = [*_problems(told)]
    if problems:
        raise HandError(*problems)
    hand: dict[str, Any] = {"concealed": told["concealed"], "melds": [*map(_meld, told["melds"])]}
    document: dict[str, Any] = {
        "ruleset": told["ruleset"],
        "options": {**dict(map(_named, told["options"])), **_card(told)},
        "hand": hand,
        "seat": told["seat"],
        "prevailing": told["prevailing"],
    }
    for name, part, key in (
        ("bonus", hand, "bonus"),
        ("winning", hand, "winning_tile"),
        ("preset", document, "preset"),
    ):
        if told[name] is not None:
            part[key] = told[name]
    document |= dict(map(_named, told["state"]))
    if told["by"]:
        document["win"] = {"by": told["by"], "with": list(told["circumstances"])}
        if told["loser"]:
            document["win"]["from"] = told["loser"]
    return document


def option_at(pointer: str, told: Told) -> str:
    """What was typed where the document has this pointer: "--meld '(7777c'"; or the pointer."""
    match pointer.split("/")[1:]:
        case ["hand", "melds", place, *_] if place.isdecimal() and int(place) < len(told["melds"]):
            return f"--meld {quoted(told['melds'][int(place)])}"
        case ["win", "with", place] if place.isdecimal() and int(place) < len(
            told["circumstances"]
        ):
            return f"--with {told['circumstances'][int(place)]}"
        case ["options", name] if name != "card" or told["card"] is None:
            return f"--option {name}"
        case [name] if f"{name}=" in [f"{one.partition('=')[0]}=" for one in told["state"]]:
            return f"--state {name}"
    return OPTIONS.get(pointer, pointer)


def _problems(told: Told) -> Iterator[Problem]:
    if not told["concealed"]:
        detail = "tell the tiles of the hand, as in '123b 55d'"
        yield Problem("/hand/concealed", "required", detail)
    for place, meld in enumerate(told["melds"]):
        if _tiles(meld) is None:
            detail = "a concealed set stands in a pair of brackets, as in '(7777c)'; others in none"
            yield Problem(f"/hand/melds/{place}", "bad_meld", detail)
    yield from _wrong_pairs([*(f"{name}=" for name in _card(told)), *told["options"]], "/options")
    yield from _wrong_pairs([*(f"{key[1:]}=" for key in OPTIONS), *told["state"]], "")
    unwon = [option for name, option in OF_A_WIN.items() if told[name]]
    if unwon and not told["by"]:
        given = " and ".join(unwon)
        detail = f"tell how the hand was won, or leave out {given}: only a win has that"
        yield Problem("/win/by", "required", detail)


def _wrong_pairs(pairs: Iterable[str], below: str) -> Iterator[Problem]:
    """What is wrong with names and values for this part of the document."""
    seen = set()
    for text in pairs:
        name, equals, _ = text.partition("=")
        if not (name and equals):
            detail = f"write a name and a value, as in limit=1000, not {quoted(text)}"
            yield Problem(below or "/state", "bad_option", detail)
        elif name in seen:
            yield Problem(f"{below}/{name}", "contradiction", "it is told more than once")
        seen.add(name)


def _tiles(meld: str) -> str | None:
    """The tiles of a set without its brackets; None where a bracket has no other."""
    tiles = meld.strip()
    if tiles.startswith("(") and tiles.endswith(")"):
        tiles = tiles[1:-1]
    return None if set(tiles) & set("()") else tiles


def _meld(told: str) -> dict[str, Any]:
    return {"tiles": _tiles(told), "concealed": told.strip().startswith("(")}


def _card(told: Told) -> dict[str, str]:
    return {} if told["card"] is None else {"card": told["card"]}


def _named(told: str) -> tuple[str, Any]:
    """The name of what was told as NAME=VALUE, and its value: as JSON has it, or else as text."""
    name, _, value = told.partition("=")
    try:
        return name, json.loads(value, parse_constant=str)
    except (ValueError, RecursionError):
        return name, value
