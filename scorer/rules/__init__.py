"""The rulesets, one module each; ``BOOKS`` is the list that everything else reads."""

from __future__ import annotations

from scorer.rulebook import Book
from scorer.rules import american, british, classical, mcr

__all__ = ["BOOKS"]

BOOKS: dict[str, Book] = {
    module.book.id: module.book for module in (classical, british, mcr, american)
}
