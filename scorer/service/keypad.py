"""What the keypad of the hand page has to know: the ruleset's tiles, its options and our words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scorer.service.words import SEAT_NAMES, value_text

__all__ = ["SUITED", "facts"]

# The page draws the other tiles anyway.
SUITED = tuple(f"{rank}{suit}" for suit in "bcd" for rank in range(1, 10))


def facts(detail: Mapping[str, Any], required: Mapping[str, str], whose: Mapping[str, str]) -> str:
    """The facts as JSON, for an attribute of the page: its policy allows no script in it."""
    told = {
        "rules": detail["id"],
        "cards": "cards" in detail,
        "options": {option["name"]: _option(option) for option in detail.get("options") or ()},
        "seats": dict(SEAT_NAMES),
        "required": {name: required[name] for name in ("seat", "round", "won", "tile")},
        "whose": dict(whose),
        "losers": bool(detail.get("losers_score", True)),
    }
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False)


def _option(option: Mapping[str, Any]) -> Any:
    """How an option's text in the form becomes a value: by its choices, or by its type."""
    if option.get("choices"):
        return {value_text(choice): choice for choice in option["choices"]}
    return option["type"]
