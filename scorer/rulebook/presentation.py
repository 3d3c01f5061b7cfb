"""How a ruleset is shown: how its rules are listed and counted, and the tables of what is paid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from scorer.engine.options import Options

if TYPE_CHECKING:
    from scorer import types


class PaymentCell(NamedTuple):
    """The payments of a hand: ``claimed`` by the discarder, None where no such hand wins so;
    ``drawn`` by each of the others and, where East pays another amount, by East, empty where no
    such hand wins so; ``limit`` is the name of its limit, if any."""

    claimed: int | None
    drawn: tuple[int, ...]
    limit: str = ""


class PointsTable(NamedTuple):
    """A table that players know by heart: what hands are paid, by rows and columns, each with its
    name; None where there is no such hand."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[PaymentCell | None, ...]], ...]


PaymentOfAgreed = Callable[[Mapping[str, int], Options, int, bool], PaymentCell | None]
PointsTables = Callable[[Options], Sequence[PointsTable]]


class Presentation(NamedTuple):
    """How pages and lists show a ruleset.
    ``book.presentation = book.presentation._replace(...)`` changes some."""

    multiplies: bool = True
    """Whether a score is multiplied: its formula then tells more than the sum of its lines."""
    languages: frozenset[str] = frozenset()
    """The languages of the pages, by their codes, in which lists show it among the first."""
    listed_by: Literal["kind", "worth"] = "kind"
    """How a list of its rules is divided: by what they count, or by what they are worth."""
    patterns_in_points: bool = False
    """Whether its points are those of patterns, which lessons ask for as they do for fan; else
    they are those of sets."""
    words: Mapping[str, str] = MappingProxyType({})
    """What its players say in English in place of a word, such as "pon" for "pung": pages in
    English do so. Names of rules keep their words with capitals, but for the first."""
    principles: tuple[types.Principle, ...] = ()
    """The principles by which it sets aside what the tiles show."""
    counted_apart: Mapping[str, types.StepId] = MappingProxyType({})
    """The rules, by their ids, that are counted step by step apart from others of their kind,
    each with the step that it is counted in."""
    points_tables: PointsTables = lambda options: ()
    """The tables by which players look up what a hand is paid, under these options."""
    payment_of_agreed: PaymentOfAgreed | None = None
    """What a hand of amounts that the table agreed on is paid under these options, by so many
    players, to East or to another; None where no hand has them."""
    counted: Mapping[str, Callable[[int], str]] = MappingProxyType({})
    """What players say of a counter of the game, such as "2 sticks", by its name."""
    names_hands: str = ""
    """The counter that is part of what a table calls a hand: its honba."""
