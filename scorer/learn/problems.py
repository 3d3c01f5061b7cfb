"""A problem: a hand or a whole table, what is asked of it, and the scorer's answer.

The same query gives the same problem as long as the ruleset's version stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scorer.declared import WaitingTold
from scorer.documents.answers import score
from scorer.documents.read import edition_of
from scorer.documents.schemas import load_problem
from scorer.documents.sheets import checked
from scorer.documents.tables import settle
from scorer.errors import HandError
from scorer.hand import SEATS
from scorer.learn.chance import Chance
from scorer.learn.groups import Document, drawn_hand
from scorer.learn.hands import (
    BONUS,
    drawn_loser,
    drawn_seats,
    drawn_situation,
    drawn_win,
    gathered,
    left_of,
)
from scorer.learn.known import house_rules, known_hands, like
from scorer.learn.levels import LEVELS, SELDOM, Level
from scorer.learn.nobody_won import declaring, drawn_players
from scorer.rulebook import Edition
from scorer.tiles import parse

if TYPE_CHECKING:
    from scorer import types

__all__ = ["problem"]

Answer = Mapping[str, Any]
Found = tuple[Document, Answer]

MOST_DRAWS: Final = 120
"""After so many draws any hand that scores will do."""
MOST_TABLES: Final = 6
"""After so many draws of the other players' hands the winner has another."""
MOST_WINNERS: Final = 20
NOBODY_WON: Final = 3
"""At one table in so many nobody won, where something is paid then."""
CHANGES: Final = (3, 3, 3, 2, 2, 1, 1)
"""How much of a known hand is drawn anew, try by try, until its rule still counts."""


class _Draws:
    """The draws of one problem: which edition, under which preset, at which level."""

    def __init__(self, chance: Chance, edition: Edition, preset: str | None, level: Level) -> None:
        self.chance = chance
        self.edition = edition
        self.level = level
        self.named: Document = {"ruleset": edition.book.id}
        if preset:
            self.named["preset"] = preset

    def hand(self) -> Found:
        """A hand that this level takes, and its score."""
        found: Found | None = None
        for _ in range(MOST_DRAWS):
            near_known = self.chance.below(4) < self.level.known
            told = self._like_known() if near_known else self._drawn()
            if told is not None and self._takes(*told):
                return told
            found = found or told
        assert found is not None, "no drawn hand scores"
        return found

    def _takes(self, told: Document, answer: Answer) -> bool:
        edition, level = edition_of(told), self.level
        if not level.takes(edition, told, answer):
            return False
        seldom = level.seldom is not None and level.seldom(edition, told, answer)
        return not seldom or self.chance.one_in(SELDOM)

    def _seats(self) -> Sequence[str]:
        fewer = self.level.fewer > 0 and self.chance.one_in(self.level.fewer)
        return drawn_seats(self.chance, self.edition, fewer)

    def _drawn(self) -> Found | None:
        """A hand drawn anew."""
        chance, edition, level = self.chance, self.edition, self.level
        seats = self._seats()
        if edition.book.losers_score and level.losers and chance.one_in(level.losers):
            return _scored({**self.named, **drawn_loser(chance, edition, seats)})
        drawn = drawn_win(chance, edition, seats, exposes=level.exposes)
        return _scored({**self.named, **drawn})

    def _like_known(self) -> Found | None:
        """A hand in which a rule counts, any rule as likely as another; None where the rule is not
        of this level or this preset."""
        chance, edition, level = self.chance, self.edition, self.level
        hands = known_hands(edition.book.id)
        if not hands:
            return None
        known = chance.one_of(hands)
        options = house_rules(edition, known)
        if options and "preset" in self.named:
            return None
        named = {**self.named, **({"options": options} if options else {})}
        seats = self._seats()
        if options:
            edition = edition_of(named)

        def changed(change: int) -> Found | None:
            told = like(chance, edition, known, seats, change)
            if level.table and "win" not in told:
                return None
            about = {name: part for name, part in told.items() if name not in ("preset", "options")}
            found = _scored({**named, **about})
            if found is None or all(line["id"] != known.rule for line in found[1]["lines"]):
                return None
            return found if level.takes(edition, *found) else None

        usual = changed(0)
        if usual is None:
            return None
        for change in CHANGES:
            found = changed(change)
            if found is not None:
                return found
        return usual

    def table(self) -> Found:
        """The table of a hand that this level takes, or one at which nobody won."""
        waiting = self.edition.book.waiting_told
        if waiting is not None and self.chance.one_in(NOBODY_WON):
            drawn = self._nobody_won(waiting)
            if drawn is not None:
                return drawn
        for _ in range(MOST_WINNERS):
            found = self._table_of(self.hand()[0])
            if found is not None:
                return found
        raise AssertionError("no drawn table can be settled")

    def _nobody_won(self, waiting: WaitingTold) -> Found | None:
        """A table at which the wall is empty and something is paid; None where none is found."""
        chance, edition = self.chance, self.edition
        seats = self._seats()
        for number in range(MOST_TABLES):
            told = {**self.named, **drawn_situation(chance, edition, seats, None), **waiting.ended}
            for name in ("seat", "seats"):
                told.pop(name, None)
            # With three players too many hands have tiles that are not in the set.
            shows = number < MOST_TABLES // 2
            told["players"] = drawn_players(chance, edition, seats, waiting, shows=shows)
            found = _settled(told)
            if found is not None and any(found[1]["net"].values()):
                return found
        return None

    def _table_of(self, won: Document) -> Found | None:
        """The table of this win, the other players with hands of the tiles that are left where
        such hands score; None where no such table is found."""
        about = ("ruleset", "preset", "options", "prevailing", *self.edition.book.state)
        shared = {name: won[name] for name in about if name in won}
        for _ in range(MOST_TABLES):
            found = _settled({**shared, "players": self._players(won)})
            if found is not None:
                return found
        return None

    def _players(self, won: Document) -> Document:
        chance, book = self.chance, self.edition.book
        seats: Sequence[str] = won.get("seats") or SEATS
        others = [seat for seat in seats if seat != won["seat"]]
        hands: Document = {seat: {} for seat in others}
        if book.losers_score:
            left, robbed = left_of(self.edition, won["hand"]), _robbed(won)
            # While three tiles of the robbed kong are left.
            others.sort(key=lambda seat: seat != robbed.get("from"))
            bonus, lays = self._bonus_of(others, won["hand"]), self._others_lay(won["win"])
            for seat in others:
                tile = robbed.get("tile") if seat == robbed.get("from") else None
                groups = gathered(chance, self.edition, left, robbed=tile, lays=lays)
                hands[seat] = {"hand": drawn_hand(groups, bonus=bonus[seat])}
        if book.waiting_told is not None and self._others_lay(won["win"]):
            # Whose kong was robbed had laid a set out.
            closed = [seat for seat in others if seat != _robbed(won).get("from")]
            hands |= declaring(chance, closed, book.waiting_told)
        hands[won["seat"]] = {"hand": won["hand"], "win": won["win"]}
        return {seat: hands[seat] for seat in seats}

    def _others_lay(self, win: Answer) -> bool:
        """Whether others can have claimed anything: hardly where the winner cannot have."""
        known = self.edition.book.circumstances
        needs = [need for id in win.get("with") or () for need in known[id].needs]
        return all(need.told.get("claimed") != "none" for need in needs)

    def _bonus_of(self, seats: Sequence[str], winner: Answer) -> dict[str, list[int]]:
        """The flowers and seasons that each of these has; at most tables few, at many none."""
        found: dict[str, list[int]] = {seat: [] for seat in seats}
        if not self.edition.book.bonus_tiles or self.chance.one_in(2):
            return found
        taken = parse(winner.get("bonus") or "")
        for tile in BONUS:
            if tile not in taken and self.chance.one_in(2):
                found[self.chance.one_of(seats)].append(tile)
        return found


def problem(document: types.ExerciseRequest | Mapping[str, object]) -> types.Exercise:
    """A problem to learn from: the answer of ``GET /problems``.

    ``document`` names the ruleset and, where they matter, the preset, the ``level`` (1 to 6, 1
    unless told) and the ``seed`` (0 unless told). Raises HandError.
    """
    request = checked(load_problem, document)
    edition = edition_of(request)
    preset, number, seed = (
        request.get("preset"),
        request.get("level") or 1,
        request.get("seed") or 0,
    )
    level = LEVELS[edition.book.hand_of][number]
    chance = Chance(edition.book.id, edition.book.version, preset, number, seed)
    draws = _Draws(chance, edition, preset, level)
    told, answer = draws.table() if level.table else draws.hand()
    return {
        "id": f"{edition.book.id}-{preset or 'usual'}-{number}-{seed}",
        "ruleset": edition.book.id,
        "preset": edition.preset,
        "level": number,
        "seed": seed,
        "rules_version": edition.book.version,
        "document": told,  # type: ignore[typeddict-item]
        "ask": level.asks(edition, answer),
        "answer": answer,  # type: ignore[typeddict-item]
    }


def _scored(told: Document) -> Found | None:
    """A document with its score; None where it is no hand of the rules."""
    try:
        return told, score(told)
    except HandError:
        return None


def _settled(told: Document) -> Found | None:
    """The document of a table with what is paid; None where it is no table of the rules."""
    try:
        return told, settle(told)
    except HandError:
        return None


def _robbed(won: Document) -> dict[str, Any]:
    """Whose kong was robbed, and of which tile."""
    if won["win"]["by"] != "robbed_kong" or not won["hand"].get("winning_tile"):
        return {}
    return {"from": won["win"]["from"], "tile": parse(won["hand"]["winning_tile"])[0]}
