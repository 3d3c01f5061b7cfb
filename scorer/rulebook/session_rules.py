"""A session of a ruleset: what players begin with, how the table goes on after a hand, when it is
over and what each takes from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from scorer.engine.options import Options, When
from scorer.engine.situation import NO_COUNTERS
from scorer.languages.speech import say
from scorer.rulebook.settlement import Settlement
from scorer.rulebook.winds import table_points

NO_PENALTIES: Mapping[int, int] = MappingProxyType({})
NO_TALLIES: Mapping[str, Mapping[int, int]] = MappingProxyType({})


class DealResult(NamedTuple):
    """A finished hand, as the rules for the next deal need it: ``winner`` is the first of
    ``winners`` in turn after the discarder, ``east_run`` how many hands in a row East had won
    before it, ``at_fault`` the seat whose fault ended it, ``seats`` those in use, ``counters`` the
    counters under which it was played, and ``settlement`` who pays whom."""

    winner: int | None
    facts: int
    at_fault: int | None
    east_run: int | None
    options: Options
    seats: tuple[int, ...] = (0, 1, 2, 3)
    winners: tuple[int, ...] = ()
    counters: Mapping[str, int] = NO_COUNTERS
    settlement: Settlement | None = None

    @property
    def next_east(self) -> int:
        """The seat of the player who becomes East if the deal passes."""
        return min(seat for seat in self.seats if seat)


class Ending(NamedTuple):
    """What decides whether a session is over: the hand, the wind of the round, how often the deal
    had passed in it, whether that round is over, whether the deal stays, the scores after the
    hand, if known, and whether East may end the session by it (``NextDeal.decides``)."""

    hand: DealResult
    prevailing: int
    deals_passed: int
    round_over: bool
    stays: bool
    standing: Mapping[int, int] | None
    decides: bool = False


class Session(NamedTuple):
    """A session as it would end: the scores by seat, who was East first before who was later (None
    if unknown), the deposits that nobody took, the points taken off at its end, and what the
    ruleset counts of each player over a session, by name and seat."""

    standing: Mapping[int, int]
    order: Sequence[int] | None
    options: Options
    counters: Mapping[str, int] = NO_COUNTERS
    penalties: Mapping[int, int] = NO_PENALTIES
    tallies: Mapping[str, Mapping[int, int]] = NO_TALLIES

    def tally(self, name: str, seat: int) -> int:
        """Return what the session has counted of a player under this name; 0 if nothing."""
        return self.tallies.get(name, NO_PENALTIES).get(seat, 0)


class Reseating(NamedTuple):
    """How the players change seats after a round: for each wind that a player would have in the
    next hand, East first, the seat that they have instead; and why."""

    seats: tuple[int, int, int, int]
    because: str


class NextDeal(NamedTuple):
    """How the table goes on: whether the deal stays, why and, in rulesets that have it, whether a
    goulash is played; the counters for the next hand, by default those of a new game; whether East,
    who keeps the last deal, may end the session by this hand."""

    stays: bool
    because: str
    goulash: bool | None = None
    counters: Mapping[str, int] = NO_COUNTERS
    decides: bool = False


def pass_deal_always(hand: DealResult) -> NextDeal:
    """Return how the table goes on where nobody keeps the deal."""
    return NextDeal(False, say("the deal passes after every hand"))


def is_over_after_last_round(ending: Ending) -> bool:
    """Tests if the session is over where it lasts for all four winds."""
    return ending.round_over and ending.prevailing == 3


NextDealRule = Callable[[DealResult], NextDeal]
SessionEndRule = Callable[[Ending], bool | None]
"""Whether a session is over; None where the scores decide and are unknown."""
SessionResultRule = Callable[[Session], "dict[int, float] | None"]
ScoredUnder = Callable[[Options], Callable[[Mapping[str, int]], object] | None]
AfterRound = Callable[[int, int, Options], Reseating | None]


class SessionRules(NamedTuple):
    """How a session of a ruleset goes. ``book.session = book.session._replace(...)`` changes
    some."""

    sticks: tuple[tuple[int, int], ...] = ()
    """The sticks that each player starts with: the value of one, and how many."""
    start_points: Callable[[Options, int], int | None] = lambda options, players: None
    """What each of so many players has when a session begins; None: what the sticks are."""
    counts_east_wins: bool = False
    """Whether it can matter how many hands East has won in a row."""
    scored_under: ScoredUnder = lambda options: None
    """What of the counters changes the score of a hand under these options, and not
    only a payment for each of them; None where nothing does."""
    deposits: Mapping[str, int] = NO_COUNTERS
    """The counters that are points lying on the table, each with what one of it is
    worth."""
    deal: NextDealRule = pass_deal_always
    """How the table goes on after a hand (``Book.deal``)."""
    after_round: AfterRound = lambda players, prevailing, options: None
    """How the players change seats once a round is over (``Book.reseats``)."""
    ends: SessionEndRule = is_over_after_last_round
    """Whether a session is over (``Book.session_ends``)."""
    scores_end: bool = False
    """Whether the scores of the session may decide when it is over."""
    ties_in_turn_under: When | None = None
    """The option, with its value, under which of players who hold the same at the end the one
    who was East first stands before the others; they share a place otherwise."""
    table_points: tuple[int, ...] = ()
    """What the players take from a session, first to last."""
    result: SessionResultRule | None = None
    """What each seat takes from a session (``Book.result``); the table points where None."""

    @property
    def deal_can_stay(self) -> bool:
        """Tests if East ever keeps the deal."""
        return self.deal is not pass_deal_always

    def shares(self, session: Session) -> dict[int, float] | None:
        """Return what each seat takes from a session, those of tied places sharing theirs; None
        where nothing is declared for so many players."""
        if self.result is not None:
            return self.result(session)
        if len(self.table_points) != len(session.standing):
            return None
        return table_points(session.standing, self.table_points)
