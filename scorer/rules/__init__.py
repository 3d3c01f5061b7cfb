"""The rulesets, one module each; ``BOOKS`` is the list that everything else reads."""

from __future__ import annotations

from scorer.grammar.points import PointsBook
from scorer.rules import british, classical

__all__ = ["BOOKS"]

BOOKS: dict[str, PointsBook] = {module.book.id: module.book for module in (classical, british)}
