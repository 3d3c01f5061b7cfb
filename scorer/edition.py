"""A book with its options in force: what scores a hand, whatever way of counting it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scorer.arrange import Shape
from scorer.circumstances import contradictions
from scorer.errors import HandError, Problem
from scorer.hand import Win
from scorer.options import Value
from scorer.seats import AnySeat, seat_of
from scorer.sheet import ScoreSheet, Undecided
from scorer.situation import NO_STATE, PLAIN, Situation, known_state
from scorer.speech import say

if TYPE_CHECKING:
    from scorer.rulebook import Book

__all__ = ["Edition"]


def enforced_again(book: Book, preset: str | None, options: Mapping[str, Value]) -> Edition:
    """The edition that was pickled as these; the book's own, if it has it."""
    return book.edition(preset, options)


def told_lost(winning: int | None) -> None:
    """HandError for a winning tile of a hand of which no win is told."""
    if winning is not None:
        detail = say("it has a winning tile: tell how it was won, or leave the tile out")
        raise HandError(Problem("/win", "required", detail))


def told_won(winning: int | None) -> None:
    """HandError where a win is told of a hand without its winning tile."""
    if winning is None:
        detail = say("tell the tile that completed the hand; of a dealt hand, any")
        raise HandError(Problem("/hand/winning_tile", "required", detail))


class Edition:
    """A book with its options in force: what scores hands, however its ruleset counts. A hand is
    what the book's own ``lay`` makes.

    A way of counting says what a hand is worth that ``won`` or ``lost``, which tiles are
    ``completing`` one, and how a total that the table ``agreed`` on is told.
    """

    limit: int | None = None
    """The most that a hand can score, where there is such a limit."""
    minimum: int | None = None
    """What a hand has to be worth to win, where there is such a minimum."""
    shapes: Sequence[Shape] = ()
    """The shapes that win beside sets and a pair."""
    wild_tile: int | None = None
    """The tile that is wild: a kind, JOKER for blanks, or None."""
    untold = say("give a hand, or the points that the table agreed on")
    """What is said of a player of whom nothing was told that is needed."""

    def __init__(self, book: Book, preset: str | None, options: dict[str, Value]) -> None:
        self.book = book
        self.preset = preset
        self.options = options
        self.unit = book.unit
        usual = known_state(book.state, NO_STATE)
        self._situations = tuple(
            [tuple([one._replace(state=usual) for one in of_seat]) for of_seat in PLAIN]
        )

    def __reduce__(self) -> tuple[object, ...]:
        return enforced_again, (self.book, self.preset, self.options)

    def score(
        self,
        hand: Any,
        win: Win | None = None,
        *,
        seat: AnySeat,
        prevailing: AnySeat,
        not_fishing: str | None = None,
        state: Mapping[str, object] = NO_STATE,
        players: int = 4,
    ) -> ScoreSheet:
        """What the hand is worth, won so or, without ``win``, lost, to the player at this seat in
        the round of this wind (0-3, or E S W N); ``not_fishing`` is the reason why a player who
        lost was not fishing, ``state`` tells the numbers of the game that the book counts, and
        ``players`` how many play.

        Raises HandError when the facts contradict one another or the tiles are no winning hand.
        """
        self.check_tiles(hand, players)
        situation = self._situations[seat_of(seat, "/seat")][seat_of(prevailing, "/prevailing")]
        if state or players != 4:
            known = known_state(self.book.state, state)
            situation = situation._replace(state=known, players=players)
        return self.scored(hand, win, situation, not_fishing)

    def scored(
        self, hand: Any, win: Win | None, situation: Situation, not_fishing: str | None = None
    ) -> ScoreSheet:
        """The same in a situation that is known to be one of this book's, of a hand whose wild
        tiles were checked. HandError as ``score``."""
        if win is None:
            told_lost(hand.winning)
            return self.lost(hand, situation, not_fishing)
        if hand.winning is None and not win.facts & self.book.dealt_complete:
            told_won(None)
        problems = self.refused(hand, win, situation.seat)
        if problems:
            raise HandError(*problems)
        return self.won(hand, win, situation)

    def won(self, hand: Any, win: Win, situation: Situation) -> ScoreSheet:
        """The sheet of a hand that won so in this situation. HandError if it is none."""
        raise NotImplementedError

    def lost(self, hand: Any, situation: Situation, not_fishing: str | None) -> ScoreSheet:
        """The sheet of a hand that did not win."""
        raise NotImplementedError

    def agreed(self, points: int, won: bool) -> ScoreSheet:
        """The sheet of a total that the table agreed on."""
        raise NotImplementedError

    def agreed_of(
        self, player: Mapping[str, Any], win: Win | None, situation: Situation
    ) -> ScoreSheet | None:
        """The sheet of what the table agreed on for this player of a document; None where nothing
        of the kind was told. Raises HandError."""
        points = player.get("points")
        return None if points is None else self.agreed(points, win is not None)

    def comes_to(self, tally: Mapping[str, int], facts: int, situation: Situation) -> int | None:
        """What a hand that won with these facts would be worth if it counted so much; None where
        these sums alone do not tell."""
        return None

    def lost_in_part(
        self, hand: Any, situation: Situation, not_fishing: str | None
    ) -> tuple[ScoreSheet, list[Undecided]]:
        """The sheet of a hand that did not win and of which only what scores was told, and what the
        other tiles could add; nothing where such a hand does not score."""
        return self.lost(hand, situation, not_fishing), []

    def completing(self, hand: Any, facts: int) -> Iterable[tuple[int, int, Any]]:
        """Every tile that may complete the hand: the tile, how many of it the hand leaves unseen,
        and the hand with it."""
        raise NotImplementedError

    def waits(
        self, hand: Any, facts: int, situation: Situation, by: Sequence[int]
    ) -> list[tuple[int, int, list[ScoreSheet | None]]]:
        """Every tile that completes the hand, with the circumstances ``facts``: the tile, how many
        of it the hand leaves unseen, and the score each way of ``by`` (None where that way cannot
        win)."""
        answers = []
        for tile, unseen, complete in self.completing(hand, facts):
            sheets = [self._won_by(complete, way | facts, situation) for way in by]
            if any(sheets):
                answers.append((tile, unseen, sheets))
        return answers

    def _won_by(self, hand: Any, facts: int, situation: Situation) -> ScoreSheet | None:
        try:
            return self.scored(hand, Win(facts), situation)
        except HandError:
            return None

    def value(self, total: int) -> int:
        """What the players pay by for this total."""
        return self.book.worth(total, self.options)

    def refused(self, hand: Any, win: Win, seat: int) -> list[Problem]:
        """What is told of the win that the tiles, the seat or the other facts rule out; without a
        hand as far as the facts tell."""
        return contradictions(self.book.circumstances, hand, win, seat, self.options)

    def check_tiles(self, hand: Any, players: int = 4) -> None:
        """HandError for tiles that are not in the set of a table with these options and so many
        players, such as wild tiles where no tile is wild."""
