"""A book with its options in force: what scores a hand, whatever way of counting it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import methodcaller
from typing import Any, Generic

from scorer.engine.any_hand import AnyHand, HandT
from scorer.engine.arrange import Shape
from scorer.engine.hand import Hand, Win, field_of_wild_tile, tile_not_in_hand_message
from scorer.engine.options import Options
from scorer.engine.seats import AnySeat, seat_of
from scorer.engine.sheet import ScoreSheet, Undecided
from scorer.engine.situation import NO_COUNTERS, PLAIN_SITUATIONS, Situation, counters_with_defaults
from scorer.engine.tiles import JOKER
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.rulebook.circumstances import contradictions
from scorer.rulebook.declarations import Declarations
from scorer.rulebook.parts import RuleDeclaration


def check_no_winning_tile(winning: int | None) -> None:
    """Raise HandError for a winning tile of a hand without a win."""
    if winning is not None:
        detail = say(
            "this hand has a winning tile; enter how the hand was won, or remove the winning tile"
        )
        raise HandError(Problem("/win", "required", detail))


def winning_tile_required() -> HandError:
    """Return the error of a win whose hand has no winning tile."""
    detail = say(
        "enter the winning tile, which completed the hand; for a hand dealt complete, enter "
        "any of its tiles"
    )
    return HandError(Problem("/hand/winning_tile", "required", detail))


def _situations_with_counters(counters: Mapping[str, int]) -> tuple[tuple[Situation, ...], ...]:
    """Return the situations by seat and wind with these counters."""
    return tuple(
        [
            tuple([situation._replace(counters=counters) for situation in of_seat])
            for of_seat in PLAIN_SITUATIONS
        ]
    )


class Edition(Generic[HandT]):
    """A book with its options in force: what scores hands, however its ruleset counts. A hand is
    what the book's own ``make_hand`` makes.

    A way of counting says what a hand is worth that ``won`` or ``lost``, which tiles are
    ``completing`` one, and what the sheet of a total is that the table agreed on
    (``sheet_of_agreed_points``).
    """

    limit: int | None = None
    """The most that a hand can score, where there is such a limit."""
    minimum: int | None = None
    """What a hand has to be worth to win, where there is such a minimum."""
    shapes: Sequence[Shape] = ()
    """The shapes that win beside sets and a pair."""
    wild_tile: int | None = None
    """The tile that is wild: a kind, JOKER for blanks, or None."""
    score_required = say("this player needs a hand or agreed points; enter one of the two")
    """The problem of a player without a hand or an agreed score."""

    def __init__(self, book: Declarations, preset: str | None, options: Options) -> None:
        self.book = book
        self.preset = preset
        self.options = options
        self.shown_options = {
            name: book.options[name].shown(value) for name, value in options.items()
        }
        """The options as answers show them."""
        self.unit = book.unit
        usual = counters_with_defaults(book.counters, NO_COUNTERS)
        self._situations = (
            PLAIN_SITUATIONS if usual is NO_COUNTERS else _situations_with_counters(usual)
        )

    def __reduce__(self) -> tuple[object, ...]:
        return methodcaller("edition", self.preset, self.options), (self.book,)

    def club_hands(self) -> Sequence[RuleDeclaration]:
        """Return what counts beside the book's rules: a club's special hands."""
        return ()

    def score(
        self,
        hand: HandT,
        win: Win | None = None,
        *,
        seat: AnySeat,
        prevailing: AnySeat,
        not_fishing: str | None = None,
        counters: Mapping[str, object] = NO_COUNTERS,
        players: int = 4,
    ) -> ScoreSheet:
        """Score the hand of the player at this seat in the round of this wind (0-3, or E S W N):
        won in this way or, without ``win``, lost. ``not_fishing`` is the reason why a player who
        lost was not fishing, ``counters`` has the book's counters, and ``players`` is
        how many play.

        Raises HandError when the facts contradict one another or the tiles are no winning hand.
        """
        self.check_tiles(hand, players)
        situation = self._situations[seat_of(seat, "/seat")][seat_of(prevailing, "/prevailing")]
        if counters or players != 4:
            known = counters_with_defaults(self.book.counters, counters)
            situation = situation._replace(counters=known, players=players)
        return self.scored(hand, win, situation, not_fishing)

    def scored(
        self, hand: AnyHand, win: Win | None, situation: Situation, not_fishing: str | None = None
    ) -> ScoreSheet:
        """Score a hand whose wild tiles were checked, in a situation of this book. Raises HandError
        as ``score`` does."""
        if win is None:
            check_no_winning_tile(hand.winning)
            return self.lost(hand, situation, not_fishing)
        table = self.book.table
        if hand.winning is None and not win.facts & (table.dealt_complete | table.bonus_wins):
            raise winning_tile_required()
        problems = self.win_problems(hand, win, situation.seat)
        if problems:
            raise HandError(*problems)
        return self.won(hand, win, situation)

    def won(self, hand: AnyHand, win: Win, situation: Situation) -> ScoreSheet:
        """Return the sheet of a hand that won in this way. Raises HandError if it did not win."""
        raise NotImplementedError

    def lost(self, hand: AnyHand, situation: Situation, not_fishing: str | None) -> ScoreSheet:
        """Return the sheet of a hand that did not win."""
        raise NotImplementedError

    def sheet_of_agreed_points(self, points: int, won: bool) -> ScoreSheet:
        """Return the sheet of a total that the table agreed on."""
        raise NotImplementedError

    def is_possible_total(self, points: int) -> bool:
        """Tests if a hand may be worth so much: at most the limit, where there is one."""
        return self.limit is None or points <= self.limit

    def agreed_sheet(
        self, player: Mapping[str, Any], win: Win | None, situation: Situation
    ) -> ScoreSheet | None:
        """Return the sheet of the total that the table agreed on for this player of a document;
        None without one. Raises HandError."""
        points = player.get("points")
        return None if points is None else self.sheet_of_agreed_points(points, win is not None)

    def total_from_tally(
        self, tally: Mapping[str, int], facts: int, situation: Situation
    ) -> int | None:
        """Return the total of a hand that won with these facts and has this tally; None where the
        tally alone does not decide it."""
        return None

    def score_partial_loser(
        self, hand: AnyHand, situation: Situation, not_fishing: str | None
    ) -> tuple[ScoreSheet, list[Undecided]]:
        """Score a losing hand of which only the scoring tiles are known. Returns its sheet, and
        what the other tiles could add; nothing where losing hands do not score."""
        return self.lost(hand, situation, not_fishing), []

    def completing(self, hand: AnyHand, facts: int) -> Iterable[tuple[int, int, AnyHand]]:
        """Yield every tile that may complete the hand: the tile, how many of it the hand leaves
        unseen, and the hand with it."""
        raise NotImplementedError

    def waits(
        self, hand: AnyHand, facts: int, situation: Situation, by: Sequence[int]
    ) -> list[tuple[int, int, list[ScoreSheet | None]]]:
        """Return every tile that completes the hand, with the circumstances ``facts``: the tile,
        how many of it the hand leaves unseen, and the score each way of ``by`` (None where that way
        cannot win)."""
        answers = []
        for tile, unseen, complete in self.completing(hand, facts):
            sheets = [self._score_or_none(complete, way | facts, situation) for way in by]
            if any(sheets):
                answers.append((tile, unseen, sheets))
        return answers

    def _score_or_none(self, hand: AnyHand, facts: int, situation: Situation) -> ScoreSheet | None:
        try:
            return self.scored(hand, Win(facts), situation)
        except HandError:
            return None

    def payment_value(self, total: int) -> int:
        """Return the amount that players pay by for this total."""
        return self.book.payments.worth(total, self.options)

    def win_problems(self, hand: AnyHand | None, win: Win, seat: int) -> list[Problem]:
        """Return what the tiles, the seat or the other facts rule out of the win; without a hand,
        what the facts rule out."""
        return contradictions(self.book.circumstances, hand, win, seat, self.options)

    def why_tile_is_refused(self, tile: int) -> str:
        """Return why no set may have this tile, which is none of the 34 kinds; "" if it may."""
        if tile != JOKER:
            return tile_not_in_hand_message(tile)
        if self.wild_tile is not None:
            return ""
        if self.book.tiles.wild_under:
            return say(
                "J is a wild tile, but these options have no wild tiles; enter another tile or "
                "turn them on"
            )
        return say(
            "J is a wild tile, but {ruleset} has no wild tiles; enter another tile",
            ruleset=self.book.name,
        )

    def wild_tile_problems(self, hand: Hand) -> list[Problem]:
        """Return the problem of a hand with wild tiles where no tile is wild."""
        detail = self.why_tile_is_refused(JOKER) if hand.all_jokers else ""
        return [Problem(f"/hand/{field_of_wild_tile(hand)}", "bad_tile", detail)] if detail else []

    def check_tiles(self, hand: AnyHand, players: int = 4) -> None:
        """Raise HandError for tiles that a table with these options and so many players does not
        use, such as wild tiles where no tile is wild."""
