"""The table of a ruleset: who sits at it, how a hand is won there, and what has to be entered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from scorer.engine.any_hand import AnyHand
from scorer.engine.options import Options, When

if TYPE_CHECKING:
    from scorer import types

TableFacts = Callable[[AnyHand, Sequence[AnyHand]], int]
"""The facts of a win that the table shows: asked the winner's hand and the other hands."""


class WaitingFields(NamedTuple):
    """The fields that say who waits when the wall is empty and nobody won: the field of a player
    that says whether they wait (``waits``), the one that says that they declared it before with a
    closed hand (``declared``), the fields of the table for a hand that ended so, and the events
    after which nobody's waiting matters (``void_after``)."""

    waits: str
    declared: str
    ended: Mapping[str, str]
    void_after: tuple[str, ...] = ()


class TableRules(NamedTuple):
    """Who sits at a ruleset's table, and how a hand is won there.
    ``book.table = book.table._replace(...)`` changes some."""

    players: tuple[int, ...] = (3, 4)
    """How many may sit at its table."""
    fifth: Literal["rests", "bets"] | None = None
    """What a fifth player does while four play, where there may be one: they take turns."""
    absent: types.Seat | None = None
    """The seat that nobody has where three play; any but East where None."""
    names_pivot: bool = False
    """Whether the player who was the first East is called the pivot of the game."""
    needs_prevailing: bool = True
    """Whether the wind of the round counts, and so must be entered."""
    round_winds: bool = True
    """Whether there is a wind of the round, which moves with the deals and ends the session."""
    round_wind_sits: bool = False
    """Whether with three players somebody always sits at the wind of the round."""
    ways: tuple[types.Way, ...] = ("self_draw", "discard", "robbed_kong")
    """The ways to win that it has."""
    dealt_complete: int = 0
    """The facts of a win by a hand that was dealt complete: no tile of it has to be named."""
    bonus_wins: int = 0
    """The facts of a win by flowers and seasons alone, whatever the other tiles: it has no winning
    tile."""
    most_winners: Callable[[Options], int] = lambda options: 1
    """How many players may win on one tile."""
    multi_win_options: tuple[When, ...] = ()
    """The options under which alone it matters who else won, where several may."""
    table_facts: TableFacts = lambda hand, others: 0
    """The facts of a win that follow from the hands at the table."""
    fishing_told_under: tuple[When, ...] = ()
    """The options, each with its value, under which a player who lost enters whether they were
    one tile short of a hand, and had said so."""
    waiting_fields: WaitingFields | None = None
    """The fields that say who waits when nobody won; None where nothing follows from it."""
    wrong_win: str = "false_win"
    """The event of a win that was declared and is none."""
    ordered_events: tuple[str, ...] = ()
    """The events that cost something else for who did the same second."""
    progressive: frozenset[str] = frozenset()
    """The tallies of the players by which a further one costs more."""

    def several_winners(self, usual: Options) -> list[types.OptionSetting] | None:
        """Return the options under which it matters who else won; None where only one player wins
        under the ``usual`` options."""
        if self.most_winners(usual) == 1:
            return None
        return [when.as_document() for when in self.multi_win_options]
