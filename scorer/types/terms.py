"""The closed lists of the documents, and the names for values that stand in many of them."""

from typing import Annotated, Literal, NamedTuple

__all__ = [
    "Claimed",
    "Code",
    "FieldType",
    "LineKind",
    "Moves",
    "Named",
    "OptionType",
    "Principle",
    "RulesetId",
    "Seat",
    "SetKind",
    "StepId",
    "TallyKey",
    "TileCode",
    "Tiles",
    "Value",
    "Way",
    "Whose",
]


class Named(NamedTuple):
    """In an annotation: the name under which the OpenAPI document describes this value."""

    name: str


Seat = Literal["E", "S", "W", "N"]
"""A seat, or the wind of the round."""

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
    "non-repeat", "non-separation", "non-identical", "account-once", "high-versus-low"
]
"""A principle by which one fan sets another aside (Chinese Official)."""

Whose = Literal["everybody", "winner", "loser"]
"""Whose hands a rule counts in."""

OptionType = Literal["integer", "boolean", "choice", "text"]
"""What an option of a ruleset takes."""

FieldType = Literal["integer", "boolean", "seat", "tiles", "choice", "amounts", "seats"]
"""What a field takes that a ruleset alone has."""

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
    "limit",
    "bonus",
    "total",
    "payments",
    "awards",
]
"""A step of counting."""

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
]
"""What is wrong with a field."""

Value = str | int | bool | None
"""The value of an option."""

Tiles = str | list[str]
"""Tiles as they are written: one string, or several in a list."""

TileCode = Annotated[str, Named("TileCode")]
"""One tile as an answer writes it, such as ``5d``, ``E`` or ``F1``."""

RulesetId = Annotated[str, Named("RulesetId")]
"""The id of a ruleset."""
