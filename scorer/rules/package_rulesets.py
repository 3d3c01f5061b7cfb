"""Rulesets of other packages: what they offer under the entry points ``scorer.rulesets``.

A broken one is left out, with a sentence that says why; the others work.
"""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, NamedTuple

from scorer.rulebook.book import Book
from scorer.types.records.added import REQUESTS, request_record

GROUP: Final = "scorer.rulesets"
"""The entry points that name a ``Book``, as in ``seaside = "scorer_seaside:book"``."""

_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
LONGEST_REASON: Final = 500


class Offered(NamedTuple):
    """What other packages offer.

    Attributes:
        added: The entry points whose rulesets were added.
        broken: What is wrong with each that was left out, in a sentence.
    """

    added: tuple[EntryPoint, ...]
    broken: tuple[str, ...]


def add_offered(books: dict[str, Book]) -> Offered:
    """Add the rulesets of other packages, in the order of their names."""
    added, broken = [], []
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            book = _sound_book(point.load(), books)
        except (Exception, SystemExit) as error:
            broken.append(_sentence(point, error))
        else:
            books[book.id] = book
            added.append(point)
    return Offered(tuple(added), tuple(broken))


def _sound_book(offered: Any, books: dict[str, Book]) -> Book:
    """Return what an entry point offers. Raises an error that says why it cannot be used."""
    if not isinstance(offered, Book):
        raise TypeError(f"it is {type(offered).__name__}, not a Book; name the Book itself")
    if not isinstance(offered.id, str) or not _ID.fullmatch(offered.id):
        raise ValueError(f"its id is {offered.id!r}; use small letters, digits and _")
    if offered.id in books:
        raise ValueError(f"there is a ruleset {offered.id} already; give it an id of its own")
    offered.edition()
    offered.as_document()
    # Requests that name several rulesets have the fields of all of them.
    for kind in REQUESTS:
        request_record(kind, *books.values(), offered)
    return offered


def _sentence(point: EntryPoint, error: BaseException) -> str:
    package = f" of {point.dist.name}" if point.dist else ""
    reason = f"{type(error).__name__}: {error}"[:LONGEST_REASON]
    return (
        f"the ruleset {point.name} ({point.value}){package} cannot be used: {reason}; mend or "
        "uninstall that package (docs/club.md)"
    )
