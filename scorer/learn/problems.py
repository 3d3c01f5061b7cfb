"""Draws problems: a hand or a whole table, its questions and the scorer's answer.

The same query gives the same problem as long as the ruleset's version stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from scorer import types
from scorer.documents.answers import score, score_sheet
from scorer.documents.read import book_named, edition_of
from scorer.documents.replies import takes_lang
from scorer.documents.shared_fields import shared_names
from scorer.documents.sheets import arrangement_document, checked, limit_document, line_document
from scorer.documents.tables import settle
from scorer.engine.sheet import ScoreSheet
from scorer.engine.tiles import parse
from scorer.errors import HandError
from scorer.learn.example_hands import draw_similar, example_hands, house_rules
from scorer.learn.groups import Document, hand_document
from scorer.learn.hands import (
    BONUS_TILES,
    draw_loser,
    draw_loser_groups,
    draw_seats,
    draw_situation,
    draw_win,
    remaining_tiles,
)
from scorer.learn.levels import LEVELS, RARE_ACCEPTANCE_ODDS, Level
from scorer.learn.nobody_won import draw_declarations, draw_players
from scorer.learn.seeded_random import SeededRandom
from scorer.rulebook.book import Edition
from scorer.rulebook.table_rules import WaitingFields
from scorer.types.records import request_record
from scorer.types.requests import ExerciseRequest
from scorer.types.terms import SEATS

AnswerDocument = Mapping[str, Any]
ScoredDocument = tuple[Document, AnswerDocument]

USUAL_LEVEL: Final = request_record("problem").member("level").note.default
"""The level of a problem where none is requested."""
MAX_HAND_DRAWS: Final = 120
"""After so many draws any valid hand is accepted."""
MAX_TABLE_DRAWS: Final = 6
"""After so many draws of the other players the winner's hand is redrawn."""
MAX_WINNER_DRAWS: Final = 20
NOBODY_WON_ODDS: Final = 3
"""At one table in so many nobody won, in rulesets that pay for it."""
CHANGE_COUNTS: Final = (3, 3, 3, 2, 2, 1, 1)
"""How much of an example is redrawn in each attempt, until its rule still counts."""


class _LazyScore(Mapping[str, Any]):
    """The score of a drawn hand, of which only what a level looks at is made.

    Most drawn hands do not suit the level, and writing a whole answer takes longer than scoring.
    """

    def __init__(self, document: Document, sheet: ScoreSheet) -> None:
        self._document = document
        self._parts: dict[str, Any] = {}
        self._makers: dict[str, Callable[[], Any]] = {
            "lines": lambda: [line_document(line) for line in sheet.lines],
            "limit": lambda: limit_document(sheet),
            "arrangement": lambda: arrangement_document(sheet),
        }
        self._whole: AnswerDocument | None = None

    def whole(self) -> AnswerDocument:
        """Return the whole answer. Raises HandError where the payments cannot be made."""
        if self._whole is None:
            self._whole = score(self._document)
        return self._whole

    def is_whole(self) -> bool:
        """Tests if the whole answer can be made."""
        try:
            return bool(self.whole())
        except HandError:
            return False

    def __getitem__(self, name: str) -> Any:
        if self._whole is not None or name not in self._makers:
            return self.whole()[name]
        if name not in self._parts:
            self._parts[name] = self._makers[name]()
        return self._parts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.whole())

    def __len__(self) -> int:
        return len(self.whole())


class _DrawnHand(NamedTuple):
    """A drawn hand with its score."""

    document: Document
    score: _LazyScore


class _ProblemGenerator:
    """Draws the hand or the table of one problem.

    Attributes:
        base: The ruleset and preset, with which every document begins.
    """

    def __init__(
        self, rng: SeededRandom, edition: Edition, preset: str | None, level: Level
    ) -> None:
        self.rng = rng
        self.edition = edition
        self.level = level
        self.base: Document = {"ruleset": edition.book.id}
        if preset:
            self.base["preset"] = preset

    def draw_hand(self) -> ScoredDocument:
        """Draw a hand that the level accepts, with its score."""
        fallback: ScoredDocument | None = None
        for _ in range(MAX_HAND_DRAWS):
            from_example = self.rng.below(4) < self.level.examples
            drawn = self._draw_from_example() if from_example else self._draw()
            if drawn is None:
                continue
            if self._accepts(drawn):
                return drawn.document, drawn.score.whole()
            if fallback is None and drawn.score.is_whole():
                fallback = drawn.document, drawn.score.whole()
        assert fallback is not None, "no drawn hand scores"
        return fallback

    def _accepts(self, drawn: _DrawnHand) -> bool:
        edition, level = edition_of(cast("types.Ruled", drawn.document)), self.level
        if not self._suits(edition, drawn):
            return False
        seldom = level.accepts_rarely is not None and level.accepts_rarely(
            edition, drawn.document, drawn.score
        )
        return not seldom or self.rng.one_in(RARE_ACCEPTANCE_ODDS)

    def _suits(self, edition: Edition, drawn: _DrawnHand) -> bool:
        """Tests if the level accepts a hand, whose payments can then be made."""
        try:
            accepted = self.level.accepts(edition, drawn.document, drawn.score)
        except HandError:
            return False
        return accepted and drawn.score.is_whole()

    def _draw_seats(self) -> Sequence[str]:
        fewer = self.level.fewer > 0 and self.rng.one_in(self.level.fewer)
        return draw_seats(self.rng, self.edition, fewer)

    def _draw(self) -> _DrawnHand | None:
        """Draw a hand and score it; None if it is invalid."""
        rng, edition, level = self.rng, self.edition, self.level
        seats = self._draw_seats()
        if edition.book.payments.losers_score and level.losers and rng.one_in(level.losers):
            return _scored_or_none({**self.base, **draw_loser(rng, edition, seats)})
        drawn = draw_win(rng, edition, seats, exposes=level.exposes)
        return _scored_or_none({**self.base, **drawn})

    def _draw_from_example(self) -> _DrawnHand | None:
        """Draw a hand for a rule, all rules being equally likely.

        None if the rule does not fit the level or the preset.
        """
        rng, edition, level = self.rng, self.edition, self.level
        hands = example_hands(edition.book.id)
        if not hands:
            return None
        example = rng.choice(hands)
        options = house_rules(edition, example)
        if options and "preset" in self.base:
            return None
        base = {**self.base, **({"options": options} if options else {})}
        seats = self._draw_seats()
        if options:
            edition = edition_of(cast("types.Ruled", base))

        def draw_changed(change: int) -> _DrawnHand | None:
            document = draw_similar(rng, edition, example, seats, change)
            if level.table and "win" not in document:
                return None
            about = {
                name: part for name, part in document.items() if name not in ("preset", "options")
            }
            drawn = _scored_or_none({**base, **about})
            if drawn is None or all(line["id"] != example.rule for line in drawn.score["lines"]):
                return None
            return drawn if self._suits(edition, drawn) else None

        usual = draw_changed(0)
        if usual is None:
            return None
        for change in CHANGE_COUNTS:
            changed = draw_changed(change)
            if changed is not None:
                return changed
        return usual

    def draw_table(self) -> ScoredDocument:
        """Draw a table with a winning hand that the level accepts, or one that nobody won."""
        waiting = self.edition.book.table.waiting_fields
        if waiting is not None and self.rng.one_in(NOBODY_WON_ODDS):
            drawn = self._nobody_won(waiting)
            if drawn is not None:
                return drawn
        for _ in range(MAX_WINNER_DRAWS):
            settled = self._table_for(self.draw_hand()[0])
            if settled is not None:
                return settled
        raise AssertionError("no drawn table can be settled")

    def _nobody_won(self, waiting: WaitingFields) -> ScoredDocument | None:
        """Draw a table with an empty wall at which something is paid; None if none is found."""
        rng, edition = self.rng, self.edition
        seats = self._draw_seats()
        for number in range(MAX_TABLE_DRAWS):
            document = {
                **self.base,
                **draw_situation(rng, edition, seats, None),
                **waiting.ended,
            }
            for name in ("seat", "seats"):
                document.pop(name, None)
            # With three players too many hands have tiles that are not in the set.
            shows = number < MAX_TABLE_DRAWS // 2
            document["players"] = draw_players(rng, edition, seats, waiting, shows_hands=shows)
            settled = _settled_or_none(document)
            if settled is not None and any(settled[1]["net"].values()):
                return settled
        return None

    def _table_for(self, winner: Document) -> ScoredDocument | None:
        """Draw the table of this win; None if no valid table is found.

        In rulesets in which losers score, their hands come from the tiles left.
        """
        names = shared_names(self.edition.book)
        shared = {name: winner[name] for name in names if name in winner}
        for _ in range(MAX_TABLE_DRAWS):
            settled = _settled_or_none({**shared, "players": self._draw_players(winner)})
            if settled is not None:
                return settled
        return None

    def _draw_players(self, won: Document) -> Document:
        rng, book = self.rng, self.edition.book
        seats: Sequence[str] = won.get("seats") or SEATS
        others = [seat for seat in seats if seat != won["seat"]]
        hands: Document = {seat: {} for seat in others}
        if book.payments.losers_score:
            left, robbed = remaining_tiles(self.edition, won["hand"]), _robbed_kong(won)
            # While three tiles of the robbed kong are left.
            others.sort(key=lambda seat: seat != robbed.get("from"))
            bonus, may_declare = (
                self._draw_bonus(others, won["hand"]),
                self._others_may_declare(won["win"]),
            )
            for seat in others:
                tile = robbed.get("tile") if seat == robbed.get("from") else None
                groups = draw_loser_groups(
                    rng, self.edition, left, robbed=tile, may_declare=may_declare
                )
                hands[seat] = {"hand": hand_document(groups, bonus=bonus[seat])}
        if book.table.waiting_fields is not None and self._others_may_declare(won["win"]):
            # Whose kong was robbed had laid a set out.
            closed = [seat for seat in others if seat != _robbed_kong(won).get("from")]
            hands |= draw_declarations(rng, closed, book.table.waiting_fields)
        hands[won["seat"]] = {"hand": won["hand"], "win": won["win"]}
        return {seat: hands[seat] for seat in seats}

    def _others_may_declare(self, win: AnswerDocument) -> bool:
        """Tests if losers may have claimed sets: not if the circumstances forbid the winner to."""
        known = self.edition.book.circumstances
        needs = [need for id in win.get("with") or () for need in known[id].needs]
        return all(need.form_limits.get("claimed") != "none" for need in needs)

    def _draw_bonus(self, seats: Sequence[str], winner: AnswerDocument) -> dict[str, list[int]]:
        """Draw the bonus tiles of each of these seats; at many tables nobody has any."""
        bonus: dict[str, list[int]] = {seat: [] for seat in seats}
        if not self.edition.book.tiles.bonus_tiles or self.rng.one_in(2):
            return bonus
        taken = parse(winner.get("bonus") or "")
        for tile in BONUS_TILES:
            if tile not in taken and self.rng.one_in(2):
                bonus[self.rng.choice(seats)].append(tile)
        return bonus


@takes_lang(types.Exercise)
def problem(
    document: types.ExerciseRequest | Mapping[str, object], *, lang: str | None = None
) -> types.Exercise:
    """Draw a problem to learn from: the answer of ``GET /problems``.

    Args:
        document: The ``ruleset`` and optionally the ``preset``, the ``level`` (1 to 6, default 1)
            and the ``seed`` (default 0).

    Raises:
        HandError: The request is invalid.
    """
    request = checked(ExerciseRequest, document)
    book = book_named(request["ruleset"])
    preset = request.get("preset") or book.club_default
    number, seed = request.get("level") or USUAL_LEVEL, request.get("seed") or 0
    edition = book.edition(preset)
    level = LEVELS[edition.book.tiles.hand_of][number]
    rng = SeededRandom(edition.book.id, edition.book.version, preset, number, seed)
    generator = _ProblemGenerator(rng, edition, preset, level)
    exercise, answer = generator.draw_table() if level.table else generator.draw_hand()
    return {
        "id": f"{edition.book.id}-{preset or 'usual'}-{number}-{seed}",
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "level": number,
        "seed": seed,
        "rules_version": edition.book.version,
        "document": exercise,  # type: ignore[typeddict-item]
        "ask": level.questions(edition, answer),
        "answer": answer,  # type: ignore[typeddict-item]
    }


def _scored_or_none(document: Document) -> _DrawnHand | None:
    """Return a document with its score; None if it is invalid."""
    try:
        return _DrawnHand(document, _LazyScore(document, score_sheet(document)))
    except HandError:
        return None


def _settled_or_none(document: Document) -> ScoredDocument | None:
    """Return a table with its settlement; None if it is invalid."""
    try:
        return document, settle(document)
    except HandError:
        return None


def _robbed_kong(won: Document) -> dict[str, Any]:
    """Return the seat and the tile of a robbed kong; empty without one."""
    if won["win"]["by"] != "robbed_kong" or not won["hand"].get("winning_tile"):
        return {}
    return {"from": won["win"]["from"], "tile": parse(won["hand"]["winning_tile"])[0]}
