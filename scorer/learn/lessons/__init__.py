"""First lessons: a series of screens per ruleset, each with a question that the scorer grades."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from scorer.learn.lessons import (
    american,
    british,
    classical,
    hongkong,
    mcr,
    riichi,
    taiwanese,
    zungjung,
)
from scorer.learn.lessons.lesson import Lesson

__all__ = ["LESSONS"]

LESSONS: Final[Mapping[str, Sequence[Lesson]]] = {
    "classical": classical.LESSONS,
    "british": british.LESSONS,
    "mcr": mcr.LESSONS,
    "american": american.LESSONS,
    "riichi": riichi.LESSONS,
    "hongkong": hongkong.LESSONS,
    "zungjung": zungjung.LESSONS,
    "taiwanese": taiwanese.LESSONS,
}
"""The lessons by ruleset id; a ruleset without lessons is missing."""
