"""A hand told by the options of the command line: its document, and which option is meant where.

What was told is never dropped: what has no place in the document is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorer.errors import HandError, Problem, quoted

__all__ = ["document_of", "named", "option_at"]

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


def document_of(options: Told) -> dict[str, Any]:
    """The document that asks to score what was told. Raises HandError."""
    problems = [*_problems(options)]
    if problems:
        raise HandError(*problems)
    hand: dict[str, Any] = {
        "concealed": options["concealed"],
        "melds": [*map(_meld, options["melds"])],
    }
    document: dict[str, Any] = {
        "ruleset": options["ruleset"],
        "options": {**dict(map(named, options["options"])), **_card(options)},
        "hand": hand,
        "seat": options["seat"],
        "prevailing": options["prevailing"],
    }
    for name, part, key in (
        ("bonus", hand, "bonus"),
        ("winning", hand, "winning_tile"),
        ("preset", document, "preset"),
    ):
        if options[name] is not None:
            part[key] = options[name]
    document |= dict(map(named, options["state"]))
    if options["by"]:
        document["win"] = {"by": options["by"], "with": list(options["circumstances"])}
        if options["loser"]:
            document["win"]["from"] = options["loser"]
    return document


def option_at(pointer: str, options: Told) -> str:
    """What was typed where the document has this pointer: "--meld '(7777c'"; or the pointer."""
    match pointer.split("/")[1:]:
        case ["hand", "melds", place, *_] if place.isdecimal() and int(place) < len(
            options["melds"]
        ):
            return f"--meld {quoted(options['melds'][int(place)])}"
        case ["win", "with", place] if place.isdecimal() and int(place) < len(
            options["circumstances"]
        ):
            return f"--with {options['circumstances'][int(place)]}"
        case ["options", name] if name != "card" or options["card"] is None:
            return f"--option {name}"
        case [name] if name in [one.partition("=")[0] for one in options["state"]]:
            return f"--state {name}"
    return OPTIONS.get(pointer, pointer)


def _problems(options: Told) -> Iterator[Problem]:
    if not options["concealed"]:
        detail = "tell the tiles of the hand, as in '123b 55d'"
        yield Problem("/hand/concealed", "required", detail)
    for place, meld in enumerate(options["melds"]):
        if _tiles(meld) is None:
            detail = "a concealed set stands in a pair of brackets, as in '(7777c)'; others in none"
            yield Problem(f"/hand/melds/{place}", "bad_meld", detail)
    yield from _wrong_pairs(
        [*(f"{name}=" for name in _card(options)), *options["options"]], "/options"
    )
    yield from _wrong_pairs([*(f"{key[1:]}=" for key in OPTIONS), *options["state"]], "")
    unwon = [option for name, option in OF_A_WIN.items() if options[name]]
    if unwon and not options["by"]:
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


def _meld(text: str) -> dict[str, Any]:
    return {"tiles": _tiles(text), "concealed": text.strip().startswith("(")}


def _card(options: Told) -> dict[str, str]:
    return {} if options["card"] is None else {"card": options["card"]}


def named(text: str) -> tuple[str, Any]:
    """The name of what was told as NAME=VALUE, and its value: as JSON has it, or else as text."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value, parse_constant=str)
    except (ValueError, RecursionError):
        return name, value
