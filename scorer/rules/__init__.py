"""The rulesets, one module each; ``BOOKS`` is the list that everything else reads."""

from __future__ import annotations

import copyreg
import pickle
from collections.abc import Callable

from scorer.rulebook.book import Book
from scorer.rules import american, british, classical, mcr, riichi

__all__ = ["BOOKS"]

BOOKS: dict[str, Book] = {
    module.book.id: module.book for module in (classical, british, mcr, american, riichi)
}


def _by_id(id: str) -> Book:
    """The book that was pickled under this id."""
    if id not in BOOKS:
        raise pickle.UnpicklingError(f"no ruleset {id!r} in this process; put it into BOOKS first")
    return BOOKS[id]


def _pickled(book: Book) -> tuple[Callable[[str], Book], tuple[str]]:
    if BOOKS.get(book.id) is not book:
        raise pickle.PicklingError(
            f"the ruleset {book.id!r} is not in BOOKS; make it in each process, or put it there"
        )
    return _by_id, (book.id,)


# A book is made of functions, which do not pickle: another process looks its own up by id.
for _kind in {type(book) for book in BOOKS.values()}:
    copyreg.pickle(_kind, _pickled)
