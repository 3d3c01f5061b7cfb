"""A ruleset's book: what it declares, and the editions that score by it.

Rulesets import from here whatever they declare with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from functools import cached_property
from typing import Any, Final, Generic, Self

from scorer.engine.any_hand import HandT
from scorer.engine.options import (
    Option,
    Options,
    Preset,
    Value,
    When,
    amount_under,
    default_amount,
    holds,
)
from scorer.rulebook import soundness
from scorer.rulebook.circumstances import Circumstance, HandCondition, SeatCondition, WayCondition
from scorer.rulebook.declarations import Declarations
from scorer.rulebook.edition import Edition
from scorer.rulebook.parts import Event, Source, rule_id, rule_meaning
from scorer.rulebook.recent import RecentCache
from scorer.rulebook.session_rules import DealResult, Ending, NextDeal, Reseating, Session

__all__ = [
    "Book",
    "Circumstance",
    "DealResult",
    "Edition",
    "Ending",
    "Event",
    "HandCondition",
    "NextDeal",
    "Option",
    "Options",
    "Preset",
    "Reseating",
    "SeatCondition",
    "Session",
    "Source",
    "Value",
    "WayCondition",
    "When",
    "amount_under",
    "default_amount",
    "holds",
    "rule_id",
    "rule_meaning",
]

EDITION_CACHE_SIZE: Final = 256
"""How many sets of options are remembered."""
REQUEST_CACHE_SIZE: Final = 1 << 10
"""How many different requests, hands apart, are remembered of all books."""
TEXT_EDITION_CACHE_SIZE: Final = 8
"""How many of those are remembered in which an option is a stranger's text: each may take
megabytes."""
MAX_CHOICE_LENGTH: Final = 40
"""A longer value of an option is a text."""


_recent_requests: RecentCache[tuple[Book, bytes], Any] = RecentCache(REQUEST_CACHE_SIZE)


class Book(Declarations, Generic[HandT]):
    """A ruleset: what it declares, and what scores by it. The ways of counting in
    ``scorer.grammar`` add how they score."""

    _checked_revision = _cached_revision = -1

    @cached_property
    def _editions(self) -> dict[tuple[object, ...], Edition]:
        return {}

    @cached_property
    def _editions_of_texts(self) -> dict[tuple[object, ...], Edition]:
        return {}

    def faults(self) -> Iterator[str]:
        """Yield the faults of the declarations, in sentences for their author."""
        return soundness.faults(self)

    def _check_declarations(self) -> None:
        """Raise ValueError where declarations contradict one another."""
        found = [] if self._checked_revision == self.revision else [*self.faults()]
        if found:
            raise ValueError(f"{self.id}: " + "; ".join(found))
        self._checked_revision = self.revision

    def edition(
        self, preset: str | None = None, options: Mapping[str, object] | None = None
    ) -> Edition[HandT]:
        """Return the book with these options in force. Raises HandError for an unknown option or
        value."""
        if self._cached_revision != self.revision:
            self._forget_older_revision()
        if options:
            return self._cached_edition(*self.resolve(preset, options))
        found = self._editions.get((preset,))
        if found is None:
            found = self._remember_edition(
                (preset,), self._cached_edition(*self.resolve(preset, {}))
            )
        return found

    def remembered_request(self, key: bytes) -> Any:
        """Return what was remembered under this key, by ``remember_request``; None without it."""
        if self._cached_revision != self.revision:
            self._forget_older_revision()
        return _recent_requests.get((self, key))

    def remember_request(self, key: bytes, request: object) -> None:
        """Remember what was read of a request under one of this book's editions, for as long as the
        editions are remembered: it may hold one."""
        _recent_requests.add((self, key), request)

    def _forget_older_revision(self) -> None:
        """Forget what was made before the last declaration."""
        self._editions.clear()
        self._editions_of_texts.clear()
        _recent_requests.clear()
        self._cached_revision = self.revision

    def _cached_edition(self, preset: str | None, options: Options) -> Edition:
        key = (preset, *options.values())
        found = self._editions.get(key) or self._editions_of_texts.get(key)
        if found is None:
            self._check_declarations()
            found = self._remember_edition(key, self.new_edition(preset, options))
        return found

    def _remember_edition(self, key: tuple[Value, ...], edition: Edition) -> Edition:
        remembered, most = self._editions, EDITION_CACHE_SIZE
        if any(isinstance(value, str) and len(value) > MAX_CHOICE_LENGTH for value in key):
            remembered, most = self._editions_of_texts, TEXT_EDITION_CACHE_SIZE
        if len(remembered) >= most:
            remembered.clear()
            _recent_requests.clear()
        remembered[key] = edition
        return edition

    def new_edition(self, preset: str | None, options: Options) -> Edition:
        """Return a new edition of this book; each way of counting has its own."""
        raise NotImplementedError

    def variant(self, id: str, name: str) -> Self:
        """Return a copy of this book to declare more in; this book stays as it is."""
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))
        other.id, other.name = id, name
        for field, value in vars(self).items():
            if isinstance(value, (dict, list)):
                setattr(other, field, copy(value))
        other._editions = {}
        other._editions_of_texts = {}
        return other
