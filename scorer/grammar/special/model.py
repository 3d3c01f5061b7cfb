"""What a club's special hands are as they are typed: patterns of tiles, and shapes with
restrictions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

from scorer.engine.tiles import ALL_KINDS
from scorer.grammar.card.notation.model import CardHand

Way = Literal["X", "C", "CC"]
"""X: may be exposed. C: concealed, the last tile may be claimed. CC: concealed and self-drawn."""

ShapeKind = Literal["sets", "kongs", "pairs", "knitted pairs", "knitted triples"]


class Amount(NamedTuple):
    """What a hand is worth: points or fan, a share of the limit, or doubles of the ordinary
    count."""

    unit: Literal["points", "limit", "doubles"]
    number: Fraction

    def under(self, limit: int | None) -> int:
        """Return the amount where this is the limit."""
        if self.unit == "limit":
            return int((limit or 0) * self.number)
        return int(self.number)

    @property
    def text(self) -> str:
        """The amount as it is typed."""
        share = self.number
        if self.unit == "doubles":
            return f"+{share} double" + ("s" if share != 1 else "")
        if self.unit == "points":
            return str(share)
        if share == 1:
            return "limit"
        return f"limit*{share}" if share.denominator == 1 else f"limit/{1 / share}"


class Restrictions(NamedTuple):
    """What a shape may be made of: so many suits (0: any number), only these kinds, at least these
    tiles; no chows, pungs or kongs; no pair twice."""

    suits: int = 0
    only: int = ALL_KINDS
    required: tuple[tuple[int, int], ...] = ()
    no_chows: bool = False
    no_pungs: bool = False
    no_kongs: bool = False
    different: bool = False


class ShapeHand(NamedTuple):
    """A hand that is a shape with restrictions."""

    kind: ShapeKind
    restrictions: Restrictions


class ClubHand(NamedTuple):
    """A special hand of a club. It is a ``pattern`` or ``shaped``.

    Attributes:
        name: What the club calls it.
        slug: Its name as a part of an id.
        line: Its line in the text.
        section: The section in which it stands, "" for none.
        pattern: The tiles, as a card has them.
        shaped: The shape, with its restrictions.
        way: Whether sets of it may be exposed.
        value: What it is worth.
        exposed: What it is worth where a set is exposed, if that is another amount.
        fishing: What a player scores who is one tile short of it; None where the ruleset decides.
        replaces: The id of the built-in hand whose place it takes, "" for none.
        kongs: Whether its pungs may be kongs.
        one_more: Whether a second tile of any of its kinds completes it.
        printed: The tiles or the shape, with the parentheses, as they were typed.
    """

    name: str
    slug: str
    line: int
    section: str
    pattern: CardHand | None
    shaped: ShapeHand | None
    way: Way
    value: Amount
    exposed: Amount | None
    fishing: Amount | None
    replaces: str
    kongs: bool
    one_more: bool
    printed: str

    @property
    def id(self) -> str:
        """The id of its line."""
        return f"special:{self.slug}"


class Removed(NamedTuple):
    """A built-in hand that the club does not play: its id, and the line that says so."""

    id: str
    line: int


class ClubHands(NamedTuple):
    """The special hands of a club: their title, the hands in order, and the built-in ones that are
    not played."""

    name: str
    hands: tuple[ClubHand, ...]
    without: tuple[Removed, ...]


class HandsSetting(NamedTuple):
    """What a ruleset lets its special hands be.

    Attributes:
        ruleset: Its name.
        tiles: How many tiles a winning hand has, a kong counted as three.
        counts_fan: Whether hands are worth fan; else points.
        has_limit: Whether there is a limit.
        fishing: Whether losers score for fishing.
        built_in: The ids of the ruleset's own hands by their names in plain form (``plain_name``).
        names: The names of these hands as players read them, by id.
    """

    ruleset: str
    tiles: int
    counts_fan: bool
    has_limit: bool
    fishing: bool
    built_in: Mapping[str, str]
    names: Mapping[str, str]
