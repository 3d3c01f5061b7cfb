"""How many entries an answer has that did not ask for them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

MAX_ENTRIES_PER_ANSWER: Final = 50
MAX_ANSWER_BYTES: Final = 256 * 1024
"""A hand of four players with their tiles and lines can take 10 kB and more."""


def number_fitting_in_answer(entries: Iterable[dict[str, Any]]) -> int:
    """Return how many of these entries, from the first, an answer has room for: at least one."""
    room, number = MAX_ANSWER_BYTES, 0
    for entry in entries:
        room -= len(json.dumps(entry))
        if number and room < 0:
            break
        number += 1
    return number
