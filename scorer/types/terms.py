"""The closed lists of the documents, and the names for values that stand in many of them."""

from typing import Annotated, Final, Literal, NamedTuple, get_args

__all__ = [
    "Claimed",
    "ClaimedSet",
    "ClassRole",
    "Code",
    "DrillPart",
    "EntryKind",
    "FieldType",
    "HandWay",
    "HandsFault",
    "LineKind",
    "Moves",
    "Named",
    "OptionType",
    "Principle",
    "Reveal",
    "Role",
    "RulesetId",
    "Seat",
    "SeatOrNone",
    "SetKind",
    "Slip",
    "StepId",
    "TallyKey",
    "Text",
    "TileCode",
    "Tiles",
    "Translatable",
    "Value",
    "Way",
    "Whose",
]


class Named(NamedTuple):
    """In an annotation: the name under which the OpenAPI document describes this value."""

    name: str


class Translatable(NamedTuple):
    """In an annotation: this text is words, which an answer has in the language of its request.

    Attributes:
        context: Where a translation has the text first, if not in the words of the ruleset.
    """

    context: str = ""


Text = Annotated[str, Translatable()]
"""Words for a reader, never an id or a code."""

Seat = Literal["E", "S", "W", "N"]
"""A seat, or the wind of the round."""
SEATS: Final[tuple[Seat, ...]] = get_args(Seat)
"""The seats of a table in the order of play."""
SEAT_NAMES: Final[tuple[str, ...]] = ("East", "South", "West", "North")

SeatOrNone = Literal["E", "S", "W", "N", "none"]
"""A seat, or nobody's."""

DealsPassed = Annotated[int, "how often the deal has passed in this round"]
"""The deals of a round that are over."""

Role = Literal["play", "watch"]
"""What a key of a game allows: "play" reads and writes, "watch" reads."""

ClassRole = Literal["teach", "join"]
"""What a key of a class allows: "teach" sees the results, "join" sees the exercises and answers."""

Reveal = Literal["at_once", "at_end"]
"""When a class shows grades: after each answer, or when the teacher closes it."""

Slip = Literal[
    "left_out", "not_counted", "too_few", "too_many", "limit", "followed", "skipped", "other"
]
"""The kind of slip behind a wrong answer."""

Way = Literal["self_draw", "discard", "robbed_kong"]
"""How a hand is won."""

LineKind = Literal["points", "double", "fan", "han", "fu", "limit", "value", "bonus"]
"""What the amount of a line is."""

TallyKey = Literal[
    "points",
    "doubles",
    "fan",
    "flowers",
    "value",
    "multiplier",
    "bonus",
    "han",
    "fu",
    "yakuman",
    "faan",
    "tai",
]
"""A sum of lines; each ruleset has a few of them."""

SetKind = Literal[
    "pung",
    "kong",
    "chow",
    "pair",
    "single",
    "quint",
    "sextet",
    "orphans",
    "gates",
    "run",
    "winds",
    "honours",
    "rest",
    "knitted",
    "knitted pair",
    "knitted triple",
    "knitted straight",
]
"""What tiles of an arrangement make together."""

Principle = Literal[
    "non-repeat",
    "one-of-a-series",
    "non-separation",
    "non-identical",
    "account-once",
    "high-versus-low",
    "limit",
]
"""A principle by which a pattern, or a part of the sum, does not count."""

Whose = Literal["everybody", "winner", "loser"]
"""Whose hands a rule counts in."""

OptionType = Literal["integer", "boolean", "choice", "text"]
"""What an option of a ruleset takes."""

FieldType = Literal["integer", "boolean", "seat", "tiles", "choice", "amounts", "seats"]
"""What a field takes that a ruleset alone has."""

ClaimedSet = Literal["chow", "pung", "kong"]
"""A set that is made with a claimed tile."""

Claimed = Literal["none", "kongs"]
"""Which sets may be claimed for a circumstance."""

StepId = Literal[
    "sets",
    "flowers",
    "winning",
    "points",
    "fu",
    "value",
    "doubles",
    "han",
    "dora",
    "fan",
    "patterns",
    "limit",
    "bonus",
    "total",
    "payments",
    "awards",
]
"""A step of counting."""

DrillPart = Literal["sets", "waits", "patterns", "lines", "totals", "payments"]
"""A part of scoring that is drilled alone, in the order in which a hand is counted."""

Moves = Literal["stay", "pass"]
"""Whether the seats stay after a hand, or the deal passes."""

Code = Literal[
    "bad_tile",
    "fifth_copy",
    "wrong_count",
    "bad_meld",
    "winning_tile_missing",
    "not_winning",
    "too_many_chows",
    "contradiction",
    "unknown_ruleset",
    "unknown_preset",
    "unknown_option",
    "unknown_rule",
    "bad_option",
    "required",
    "bad_value",
    "too_many",
    "game_over",
    "unknown_entry",
    "unknown_player",
    "not_zero",
    "too_many_entries",
    "stale",
    "watching",
    "unknown_code",
    "too_many_keys",
    "wrong_key",
    "class_closed",
    "unknown_pupil",
    "unknown_exercise",
    "too_many_pupils",
    "too_many_tries",
]
"""What is wrong with a field."""

HandWay = Literal["X", "C", "CC"]
"""How a special hand of a club is played."""

HandsFault = Literal[
    "bad_line",
    "bad_directive",
    "bad_section",
    "no_name",
    "bad_tile",
    "wrong_count",
    "bad_shape",
    "bad_clause",
    "bad_way",
    "bad_value",
    "unknown_hand",
    "duplicate",
    "impossible",
    "too_many_ways",
    "too_many",
    "too_long",
]
"""What is wrong with a line of special hands."""

Value = str | int | bool | None
"""The value of an option."""

Tiles = str | list[str]
"""Tiles as they are written: one string, or several in a list."""

TileCode = Annotated[str, Named("TileCode")]
"""One tile as an answer writes it, such as ``5d``, ``E`` or ``F1``."""

RulesetId = Annotated[str, Named("RulesetId")]
"""The id of a ruleset."""

EntryKind = Literal["hand", "adjust", "replace", "undo", "seats", "players", "close"]
"""The kind of an entry of a game."""
