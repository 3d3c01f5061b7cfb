"""Rulesets of other packages: what they offer under the entry points ``scorer.rulesets``.

A broken one is left out, with a sentence that says why; the others work.
"""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, NamedTuple

from scorer.rulebook.book import Book
from scorer.types.records.added import REQUEST_TYPE_BY_NAME, request_record

ENTRY_POINT_GROUP: Final = "scorer.rulesets"
"""The entry points that name a ``Book``, as in ``seaside = "scorer_seaside:book"``."""

_ID_PATTERN: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
MAX_REASON_LENGTH: Final = 500


class PackageRulesets(NamedTuple):
    """What other packages offer.

    Attributes:
        added: The entry points whose rulesets were added.
        broken: What is wrong with each that was left out, in a sentence.
    """

    added: tuple[EntryPoint, ...]
    broken: tuple[str, ...]


def add_package_rulesets(books: dict[str, Book]) -> PackageRulesets:
    """Add the rulesets of other packages, in the order of their names."""
    added, broken = [], []
    for point in sorted(
        entry_points(group=ENTRY_POINT_GROUP), key=lambda point: (point.name, point.value)
    ):
        try:
            book = _sound_book(point.load(), books)
        except (Exception, SystemExit) as error:
            broken.append(_unusable_sentence(point, error))
        else:
            books[book.id] = book
            added.append(point)
    return PackageRulesets(tuple(added), tuple(broken))


def _sound_book(book: Any, books: dict[str, Book]) -> Book:
    """Return what an entry point offers. Raises an error that says why it cannot be used."""
    if not isinstance(book, Book):
        raise TypeError(f"it is {type(book).__name__}, not a Book; name the Book itself")
    if not isinstance(book.id, str) or not _ID_PATTERN.fullmatch(book.id):
        raise ValueError(f"its id is {book.id!r}; use small letters, digits and _")
    if book.id in books:
        raise ValueError(f"there is a ruleset {book.id} already; give it an id of its own")
    book.edition()
    book.as_document()
    # Requests that name several rulesets have the fields of all of them.
    for kind in REQUEST_TYPE_BY_NAME:
        request_record(kind, *books.values(), book)
    return book


def _unusable_sentence(point: EntryPoint, error: BaseException) -> str:
    package = f" of {point.dist.name}" if point.dist else ""
    reason = f"{type(error).__name__}: {error}"[:MAX_REASON_LENGTH]
    return (
        f"the ruleset {point.name} ({point.value}){package} cannot be used: {reason}; mend or "
        "uninstall that package (docs/club.md)"
    )
