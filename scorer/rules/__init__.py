"""The rulesets; ``BOOKS`` is the list that everything else reads: the modules here, one each, and
what other packages offer (``package_rulesets.py``)."""

from __future__ import annotations

import copyreg
import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NoReturn, overload

from scorer.engine.hand import Hand
from scorer.engine.rack import Rack
from scorer.errors import Problem, closest_name, quoted
from scorer.languages.speech import say, typed_comma_list
from scorer.rulebook.book import Book
from scorer.rules import american, british, classical, hongkong, mcr, riichi, taiwanese, zungjung
from scorer.rules.package_rulesets import PackageRulesets, add_package_rulesets

__all__ = ["BOOKS", "UnknownRulesetError", "rulesets_of_packages", "unknown_ruleset"]


_OfSets = Literal["classical", "british", "mcr", "riichi", "hongkong", "zungjung", "taiwanese"]


class UnknownRulesetError(KeyError):
    """No ruleset has this id. The message lists those that there are, and the most similar one."""

    def __str__(self) -> str:
        return str(unknown_ruleset(str(self.args[0])).detail)


def unknown_ruleset(name: str) -> Problem:
    """Return the problem of an unknown ruleset, which lists the ids and the most similar one."""
    books = _load_books()
    close = closest_name(name, books, 30)
    ruleset, ids = quoted(name), typed_comma_list(books)
    detail = say("there is no ruleset {ruleset}; choose from: {known}", ruleset=ruleset, known=ids)
    if close:
        detail = say(
            "there is no ruleset {ruleset}; did you mean “{meant}”? Choose from: {known}",
            ruleset=ruleset,
            meant=close,
            known=ids,
        )
    return Problem("/ruleset", "unknown_ruleset", detail)


class Books(dict[str, Book]):
    """The rulesets by their ids; an unknown id raises UnknownRulesetError."""

    def __missing__(self, id: str) -> NoReturn:
        raise UnknownRulesetError(id)

    if TYPE_CHECKING:
        # So that a rack is no hand of a ruleset that has others. The first is for an id of type
        # Any, which mypy may take for whatever comes first.
        @overload
        def __getitem__(self, id: Literal[""]) -> Book: ...
        @overload
        def __getitem__(self, id: Literal["american"]) -> Book[Rack]: ...
        @overload
        def __getitem__(self, id: _OfSets) -> Book[Hand]: ...
        @overload
        def __getitem__(self, id: str) -> Book: ...
        def __getitem__(self, id: str) -> Book: ...


BOOKS: Books
"""The rulesets by their ids."""

_MODULES = (classical, british, mcr, american, riichi, hongkong, zungjung, taiwanese)
_package_rulesets = PackageRulesets((), ())


def __getattr__(name: str) -> Any:
    # Made when it is first read, not on import: what another package offers may itself import
    # modules from here.
    if name != "BOOKS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _load_books()


def _load_books() -> Books:
    """Return the list, made on first use."""
    if "BOOKS" not in globals():
        books = Books((module.book.id, module.book) for module in _MODULES)
        globals()["BOOKS"] = books
        globals()["_package_rulesets"] = add_package_rulesets(books)
        _pickle_by_id(books)
    made: Books = globals()["BOOKS"]
    return made


def rulesets_of_packages() -> PackageRulesets:
    """Return which rulesets of other packages are in ``BOOKS``, and what is wrong with others."""
    _load_books()
    return _package_rulesets


def _by_id(id: str) -> Book:
    """The book that was pickled under this id."""
    if id not in _load_books():
        raise pickle.UnpicklingError(f"no ruleset {id!r} in this process; put it into BOOKS first")
    return _load_books()[id]


def _reduce_book(book: Book) -> tuple[Callable[[str], Book], tuple[str]]:
    if _load_books().get(book.id) is not book:
        raise pickle.PicklingError(
            f"the ruleset {book.id!r} is not in BOOKS; make it in each process, or put it there"
        )
    return _by_id, (book.id,)


def _pickle_by_id(books: dict[str, Book]) -> None:
    """Have these pickled by id: a book is made of functions, which do not pickle, so another
    process looks its own up."""
    for kind in {type(book) for book in books.values()}:
        copyreg.pickle(kind, _reduce_book)


_pickle_by_id({module.book.id: module.book for module in _MODULES})
