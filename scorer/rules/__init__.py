"""The rulesets; ``BOOKS`` is the list that everything else reads: the modules here, one each, and
what other packages offer (``package_rulesets.py``)."""

from __future__ import annotations

import copyreg
import pickle
from collections.abc import Callable
from typing import Any

from scorer.rulebook.book import Book
from scorer.rules import american, british, classical, hongkong, mcr, riichi, taiwanese, zungjung
from scorer.rules.package_rulesets import Offered, add_offered

__all__ = ["BOOKS", "offered"]

BOOKS: dict[str, Book]
"""The rulesets by their ids."""

_OWN = (classical, british, mcr, american, riichi, hongkong, zungjung, taiwanese)
_offered = Offered((), ())


def __getattr__(name: str) -> Any:
    # Made when it is first read, not on import: what another package offers may itself import
    # modules from here.
    if name != "BOOKS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _books()


def _books() -> dict[str, Book]:
    """Return the list, made on first use."""
    if "BOOKS" not in globals():
        books: dict[str, Book] = {module.book.id: module.book for module in _OWN}
        globals()["BOOKS"] = books
        globals()["_offered"] = add_offered(books)
        _pickle_by_id(books)
    made: dict[str, Book] = globals()["BOOKS"]
    return made


def offered() -> Offered:
    """Return which rulesets of other packages are in ``BOOKS``, and what is wrong with others."""
    _books()
    return _offered


def _by_id(id: str) -> Book:
    """The book that was pickled under this id."""
    if id not in _books():
        raise pickle.UnpicklingError(f"no ruleset {id!r} in this process; put it into BOOKS first")
    return _books()[id]


def _pickled(book: Book) -> tuple[Callable[[str], Book], tuple[str]]:
    if _books().get(book.id) is not book:
        raise pickle.PicklingError(
            f"the ruleset {book.id!r} is not in BOOKS; make it in each process, or put it there"
        )
    return _by_id, (book.id,)


def _pickle_by_id(books: dict[str, Book]) -> None:
    """Have these pickled by id: a book is made of functions, which do not pickle, so another
    process looks its own up."""
    for kind in {type(book) for book in books.values()}:
        copyreg.pickle(kind, _pickled)


_pickle_by_id({module.book.id: module.book for module in _OWN})
