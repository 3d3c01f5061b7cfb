"""The fields of the forms, which are the names in an address: what of the document each tells.

Reading a form, writing an address, placing an error and the reference of names go by this table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

__all__ = [
    "COMPARE_PAGE",
    "COUNTS",
    "FIELDS",
    "HAND",
    "HAND_PAGE",
    "NAME",
    "OF_SEAT",
    "OWN",
    "SECOND",
    "STATE",
    "TABLE_PAGE",
    "WAITS_PAGE",
    "WHOLE",
    "WIN",
    "FormField",
    "hand_fields",
    "is_one_of",
    "lasting",
    "own_fields",
    "rows_of",
    "sets_of",
    "tile_fields",
]

SECOND = "second"
"""The field of an event that tells which of two seats was the second."""


class FormField(NamedTuple):
    """A field: its name (``{seat}`` and the like are filled in), the pages that have it, a pointer
    to the part of the document that it tells, what it takes, how that is read, and how long it
    holds: for one hand, for a table from hand to hand, or for whoever reads the page."""

    name: str
    pages: str
    pointer: str
    takes: str
    kind: Literal["text", "tiles", "number", "boolean"] = "text"
    lasts: Literal["hand", "table", "page"] = "hand"

    @property
    def part(self) -> tuple[str, str]:
        """Where in the document it stands, and under which key."""
        above, _, key = self.pointer.partition(",")[0].rpartition("/")
        return above, key


HAND_PAGE, WAITS_PAGE, TABLE_PAGE, COMPARE_PAGE = "/", "/waits", "/table", "/compare"
_EVERY, _ONE = f"{HAND_PAGE} {WAITS_PAGE} {TABLE_PAGE}", f"{HAND_PAGE} {WAITS_PAGE}"

FIELDS = (
    FormField("rules", _EVERY, "/ruleset", "the id of a ruleset", lasts="page"),
    FormField("preset", _EVERY, "/preset", "the id of a preset", lasts="table"),
    FormField(
        "o.{option}",
        _EVERY,
        "/options/{option}",
        "a number, yes, no, or one of its choices",
        lasts="table",
    ),
    FormField("round", _EVERY, "/prevailing", "E, S, W or N", lasts="table"),
    FormField(
        "g.{state}",
        _EVERY,
        "/{state}",
        "a number of the game that the ruleset counts",
        kind="number",
        lasts="table",
    ),
    FormField("seat", _ONE, "/seat", "E, S, W or N", lasts="table"),
    FormField(
        "away",
        _EVERY,
        "/seats, /players",
        "the seat that is empty at a table of three",
        lasts="table",
    ),
    FormField("hand", _ONE, "/hand/concealed", "tiles", kind="tiles"),
    FormField(
        "set{row}", _ONE, "/hand/melds/{row}/tiles", "tiles; the rows are 1 and on", kind="tiles"
    ),
    FormField(
        "set{row}is",
        _ONE,
        "/hand/melds/{row}/concealed, from_concealed_pung",
        "concealed, or added to a concealed pung",
    ),
    FormField("flowers", _ONE, "/hand/bonus", "tiles", kind="tiles"),
    FormField(
        "tile", _ONE, "/hand/winning_tile", "a tile, or ? where nobody remembers", kind="tiles"
    ),
    FormField(
        "part",
        _ONE,
        "/hand/partial",
        "yes, of a hand that lost and of which only what scores is told; sure, where nothing that "
        "was not told adds to it",
        kind="boolean",
    ),
    FormField(
        "won", _EVERY, "/win/by", "self_draw, discard or robbed_kong; no for a hand that lost"
    ),
    FormField("fishing", _ONE, "/fishing", "yes or no, of a hand that lost", kind="boolean"),
    FormField("from", _EVERY, "/win/from", "E, S, W or N"),
    FormField("with", _EVERY, "/win/with", "the id of a circumstance; may stand several times"),
    FormField("h.{own}", _ONE, "/hand/{own}", "tiles that only this ruleset’s hands tell"),
    FormField("v.{own}", _EVERY, "/win/{own}", "what only this ruleset’s wins tell: a seat"),
    FormField(
        "{seat}.h.{own}", TABLE_PAGE, "/players/{seat}/hand/{own}", "the same of a hand at a table"
    ),
    FormField(
        "{seat}.p.{own}",
        TABLE_PAGE,
        "/players/{seat}/{own}",
        "what only this ruleset’s players tell: yes or no; of what was agreed each number, such as "
        "s.p.agreed.han",
    ),
    FormField(
        "t.{own}",
        TABLE_PAGE,
        "/{own}",
        "what only this ruleset’s tables tell; of each seat as t.penalties.e",
    ),
    FormField("winner", TABLE_PAGE, "/players/{seat}/win", "E, S, W, N or nobody"),
    FormField(
        "also",
        TABLE_PAGE,
        "/players/{seat}/win",
        "another seat that won on the same tile; may stand several times",
    ),
    FormField(
        "{seat}.with",
        TABLE_PAGE,
        "/players/{seat}/win/with",
        "the id of a circumstance of the win of such a seat; may stand several times",
    ),
    FormField(
        "{seat}.points",
        TABLE_PAGE,
        "/players/{seat}/points",
        "a number; the seats are e, s, w, n",
        kind="number",
    ),
    FormField("{seat}.hand", TABLE_PAGE, "/players/{seat}/hand/concealed", "tiles", kind="tiles"),
    FormField(
        "{seat}.set{row}",
        TABLE_PAGE,
        "/players/{seat}/hand/melds/{row}/tiles",
        "as above",
        kind="tiles",
    ),
    FormField(
        "{seat}.set{row}is", TABLE_PAGE, "/players/{seat}/hand/melds/{row}/concealed", "as above"
    ),
    FormField("{seat}.flowers", TABLE_PAGE, "/players/{seat}/hand/bonus", "tiles", kind="tiles"),
    FormField(
        "{seat}.tile", TABLE_PAGE, "/players/{seat}/hand/winning_tile", "as above", kind="tiles"
    ),
    FormField(
        "{seat}.part", TABLE_PAGE, "/players/{seat}/hand/partial", "as above", kind="boolean"
    ),
    FormField("{seat}.fishing", TABLE_PAGE, "/players/{seat}/fishing", "yes or no", kind="boolean"),
    FormField(
        "x.{event}", TABLE_PAGE, "/events/by", "the seat that did it; may stand several times"
    ),
    FormField("x.{event}.{field}", TABLE_PAGE, "/events/{field}", "a seat, a number, yes or no"),
    FormField("x.{event}.second", TABLE_PAGE, "/events", "of two, the seat that was the second"),
    FormField("{seat}.holds", TABLE_PAGE, "/holdings/{seat}", "a number", kind="number"),
    FormField("{seat}.standing", TABLE_PAGE, "/standing/{seat}", "a number", kind="number"),
    FormField("{seat}.name", TABLE_PAGE, "", "what the page calls the player"),
    FormField("passed", TABLE_PAGE, "/deals_passed", "a number", kind="number"),
    FormField("run", TABLE_PAGE, "/east_run", "a number", kind="number"),
    FormField(
        "game",
        TABLE_PAGE,
        "",
        "a game that this phone has begun without a network, and keeps",
        lasts="page",
    ),
    FormField("lang", _EVERY, "", "the language of the page: en, fr or zh", lasts="page"),
    FormField("go", _EVERY, "", "1 asks for the answer, where nothing else in the address does"),
)
"""What the address of a result may hold."""


def _below(above: str) -> dict[str, str]:
    """The fields that tell each a key of this part of the document, by that key."""
    fields = (one for one in FIELDS if one.pointer and "{" not in one.name + one.pointer)
    return {one.part[1]: one.name for one in fields if one.part[0] == above}


def sets_of(detail: Mapping[str, Any]) -> int:
    """How many sets a hand of this ruleset can lay out."""
    return int(detail["hand_tiles"]) // 3


def rows_of(detail: Mapping[str, Any]) -> range:
    """The rows for sets that are laid out: one for each, and one for what is a set too many."""
    return range(1, sets_of(detail) + 2)


def _in_rows(names: Iterable[str], detail: Mapping[str, Any]) -> list[str]:
    """The names, those of a row once for each row, those of the ruleset's own once for each."""
    rows = rows_of(detail)
    own = [OWN["hand"] + one["name"] for one in own_fields(detail, "hand")]
    names = [each for one in names for each in (own if one == OWN["hand"] + "{own}" else [one])]
    return [one.format(row=row) for one in names for row in (rows if "{row}" in one else rows[:1])]


def tile_fields(detail: Mapping[str, Any]) -> list[str]:
    """The fields of a hand that hold tiles."""
    return _in_rows(_TILES, detail)


def hand_fields(detail: Mapping[str, Any]) -> list[str]:
    """The fields of one hand, which at a table stand behind its seat."""
    return _in_rows(_HAND, detail)


def lasting(*spans: str) -> list[str]:
    """The names of the fields that hold so long, of several alike what they begin with: "o."."""
    return [one.name.partition("{")[0] for one in FIELDS if one.lasts in spans]


def is_one_of(name: str, names: Iterable[str]) -> bool:
    """Whether this is one of the names, as ``lasting`` gives them."""
    return any(name.startswith(one) if one[-1] == "." else name == one for one in names)


def own_fields(detail: Mapping[str, Any], part: str) -> Sequence[Mapping[str, Any]]:
    """What only this ruleset's documents tell of a part."""
    found: Sequence[Mapping[str, Any]] = detail.get("fields", {}).get(part, ())
    return found


OWN: Mapping[str, str] = {"hand": "h.", "win": "v.", "player": "p.", "table": "t."}
"""What the fields begin with that only one ruleset's documents have, by their part."""
WHOLE = _below("")
"""The fields of the whole document, by its keys."""
HAND = _below("/hand")
"""The fields of a hand, by its keys; those of the table stand behind a seat."""
WIN = _below("/win")
"""The fields of a win, by its keys."""
COUNTS = {
    one.part[1]: one.name
    for one in FIELDS
    if one.kind == "number" and not one.part[0] and one.name in WHOLE.values()
}
"""The numbers that a table tells of the game, by their keys."""
STATE = next(one.name.partition("{")[0] for one in FIELDS if one.pointer == "/{state}")
"""What the fields of the numbers begin with that a ruleset itself declares."""
NAME = next(one.name for one in FIELDS if one.name.endswith(".name"))
"""The field of what a player is called, with {seat} for the seat."""
OF_SEAT = {
    one.part[0].removeprefix("/"): one.name.removeprefix("{seat}.")
    for one in FIELDS
    if one.part[1] == "{seat}" and one.name.startswith("{seat}.")
}
"""What a table tells of each seat apart from the players, by its key."""
_TILES = [one.name for one in FIELDS if one.kind == "tiles" and "{seat}" not in one.name]
_HAND = [
    one.name
    for one in FIELDS
    if f"{{seat}}.{one.name}" in [other.name for other in FIELDS] and one.part[0] != "/win"
]
