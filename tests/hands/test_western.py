"""Fifty special hands of published Western lists: tiles that are each, and tiles that are not."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorer.grammar.special.names import slug_of
from tests import plain as scorer

TEXT = (Path(__file__).parents[2] / "examples" / "western-hands.txt").read_text("utf-8")
CASES = tomllib.loads(Path(__file__).with_name("western.toml").read_text("utf-8"))
WAYS = ("for", "against", "edge")
FITS = re.compile("is worth more|is worth as much|the limit counts once")


def document(text: str) -> dict[str, Any]:
    """Return the document of tiles as the cases write them."""
    concealed, melds, win = [], [], {}
    for word in text.split():
        if word[0] in "([":
            melds.append({"tiles": word[1:-1], "concealed": word[0] == "["})
        elif word[0] in "+*":
            win = {"by": "self_draw"} if word[0] == "+" else {"by": "discard", "from": "W"}
            last = word[1:]
        else:
            concealed.append(word)
    return {
        "ruleset": "british",
        "options": {"special_hands": TEXT},
        "seat": "S",
        "prevailing": "E",
        "hand": {"concealed": " ".join([*concealed, last]), "melds": melds, "winning_tile": last},
        "win": win,
    }


def found(tiles: str) -> tuple[set[str], int]:
    """Return the ids of the hands of the list that these tiles are, and what they are worth."""
    try:
        answer = scorer.score(document(tiles))
    except scorer.HandError as error:
        if {problem.code for problem in error.problems} <= {"not_winning", "too_many_chows"}:
            return set(), 0
        raise
    ids = {line["id"] for line in answer["lines"]}
    ids |= {entry["id"] for entry in answer["not_counted"] if FITS.search(entry["because"])}
    return {id for id in ids if id.startswith("special:")}, answer["total"]


def test_there_are_fifty_and_each_has_three_cases() -> None:
    checked = scorer.check_hands({"ruleset": "british", "special_hands": TEXT})
    assert checked["errors"] == []
    assert sorted(hand["name"] for hand in checked["hands"]) == sorted(CASES)
    assert len(CASES) == 50
    assert all({*cases} == {*WAYS} for cases in CASES.values())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", CASES)
def test_the_tiles_are_these_hands(name: str, way: str) -> None:
    tiles, *rest = CASES[name][way]
    totals = [entry for entry in rest if isinstance(entry, int)]
    names = [entry for entry in rest if isinstance(entry, str)] + [name] * len(totals)
    ids, total = found(tiles)
    assert ids == {f"special:{slug_of(name)}" for name in names}
    assert not totals or totals == [total]
    assert (way == "edge") or (way == "for") == bool(totals)
