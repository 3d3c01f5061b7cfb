"""Read a whole table as it was entered, and score the hand of each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from scorer import types
from scorer.documents.events import barred_players, with_circumstances_of_run
from scorer.documents.read import (
    EnteredHand,
    added_tiles,
    check_round_wind,
    checked_seats,
    counters_of,
    edition_of,
    hand_of,
    parse_tile_list,
    prevailing_of,
    read_event,
    win_of,
)
from scorer.documents.sheets import outcome_of
from scorer.engine.any_hand import AnyHand
from scorer.engine.hand import EXACT_COUNT, FEWER_ALLOWED, MORE_ALLOWED, SELF_DRAW, Hand, Win
from scorer.engine.situation import Situation
from scorer.engine.tiles import TileError
from scorer.errors import HandError, Problem
from scorer.languages.speech import say
from scorer.rulebook.book import Edition
from scorer.rulebook.declarations import Declarations
from scorer.rulebook.settlement import EnteredEvent, Outcome
from scorer.types.terms import SEATS


class EnteredTable(NamedTuple):
    """A table as it was entered.

    Attributes:
        edition: the rules.
        prevailing: the wind of the round.
        counters: the counters, such as honba.
        players: the players by seat.
        seats: the seats in use.
        events: what went wrong.
        wins: how each winner won.
        added: the values of the fields that only this ruleset adds to tables.
    """

    edition: Edition
    prevailing: int
    counters: Mapping[str, int]
    players: Mapping[types.Seat, types.Player]
    seats: tuple[int, ...]
    events: list[EnteredEvent]
    wins: Mapping[int, Win]
    added: Mapping[str, object]

    @property
    def winner(self) -> int | None:
        """The winner; of several the first in turn after the discarder."""
        return next(iter(self.wins), None)

    def situation(self, seat: int) -> Situation:
        """Return the situation in which the hand at this seat is scored."""
        return Situation(seat, self.prevailing, self.counters, len(self.seats))


def read_table(document: types.SettleRequest) -> EnteredTable:
    """Return the table, with everything but the hands checked. Raises HandError."""
    edition = edition_of(document)
    prevailing = prevailing_of(document, edition.book)
    values = {field.name: document.get(field.name) for field in edition.book.fields.table}
    added = {name: value for name, value in values.items() if value is not None}
    _check_table_tiles(added, edition, len(document["players"]))
    players: Mapping[types.Seat, types.Player] = {
        seat: _with_table_tiles(player, f"/players/{seat}", added, edition.book)
        for seat, player in document["players"].items()
    }
    seats = checked_seats(list(players), "/players", edition.book)
    events = [
        read_event(event, n, edition, seats) for n, event in enumerate(document.get("events") or [])
    ]
    check_round_wind(seats, prevailing, edition.book)
    wins = _wins_in_turn(players, edition, seats)
    if 0 in wins:
        wins[0] = with_circumstances_of_run(wins[0], document.get("east_run"), edition)
    counters = counters_of(document, edition.book)
    entered = EnteredTable(edition, prevailing, counters, players, seats, events, wins, added)
    _check_events(entered)
    return entered


def _check_table_tiles(added: Mapping[str, object], edition: Edition, players: int) -> None:
    """Raise HandError for tiles entered for the whole table that no hand could have.

    No hand that was entered may have them, so they are checked by themselves.
    """
    tiles = {field.name: added.get(field.name) for field in edition.book.fields.hand}
    if not any(tiles.values()):
        return
    try:
        alone = cast("types.Hand", {"concealed": "", **tiles})
        hand = hand_of(alone, edition, won=False, count=FEWER_ALLOWED)
        edition.check_tiles(hand, players)
    except HandError as error:
        raise HandError(
            *(
                problem._replace(pointer=problem.pointer.removeprefix("/hand"))
                for problem in error.problems
            )
        ) from None


def _with_table_tiles(
    player: types.Player, pointer: str, added: Mapping[str, object], book: Declarations
) -> types.Player:
    """Return the player with the table's tiles, such as dora indicators, added to the hand.

    Raises HandError where the hand has different ones.
    """
    hand = player.get("hand")
    if hand is None:
        return player
    win = player.get("win")
    circumstances = (win and win.get("with")) or []
    for field in book.fields.hand:
        name, beside = field.name, field.note.beside
        if name not in added or (beside and not {*beside} & {*circumstances}):
            continue
        if hand.get(name) is None:
            hand = cast("types.Hand", {**hand, name: added[name]})
        elif not _same_tiles(added_tiles(hand, name), cast("types.Tiles", added[name])):
            detail = say(
                "this player's tiles differ from those of the table; enter the same "
                "tiles or remove the player's"
            )
            raise HandError(Problem(f"{pointer}/hand/{name}", "contradiction", detail))
    return {**player, "hand": hand}


def _same_tiles(first: types.Tiles, second: types.Tiles) -> bool:
    """Tests if two lists have the same tiles; unreadable ones are reported where they are read."""
    try:
        return sorted(parse_tile_list(first)) == sorted(parse_tile_list(second))
    except TileError:
        return True


def _wins_in_turn(
    players: Mapping[types.Seat, types.Player], edition: Edition, seats: tuple[int, ...]
) -> dict[int, Win]:
    """Return how each winner won, in turn after the discarder. Raises HandError."""
    wins = {}
    for seat in seats:
        name = SEATS[seat]
        win = players[name].get("win")
        if win is None:
            continue
        try:
            wins[seat] = win_of(win, edition, seats)
        except HandError as error:
            raise error.under(f"/players/{name}") from None
        problems = edition.win_problems(None, wins[seat], seat)
        if problems:
            raise HandError(*problems).under(f"/players/{name}")
    if len(wins) > 1:
        _check_several_winners(wins, edition)
    loser = next((win.loser for win in wins.values() if win.loser is not None), 0)
    return dict(sorted(wins.items(), key=lambda won: (won[0] - loser) % 4))


def _check_several_winners(wins: Mapping[int, Win], edition: Edition) -> None:
    """Raise HandError for several winners that the rules exclude, or on different tiles."""
    pointer = f"/players/{SEATS[list(wins)[1]]}/win"
    most = edition.book.table.most_winners(edition.options)
    if most == 1:
        detail = say("only one player can win a hand here; remove the other winners")
        raise HandError(Problem(pointer, "contradiction", detail))
    if len(wins) > most:
        detail = say("at most {most} players can win one hand; remove the other winners", most=most)
        raise HandError(Problem(pointer, "contradiction", detail))
    if any(win.facts & SELF_DRAW for win in wins.values()):
        detail = say("only one player can win by self-draw; change how the other players won")
        raise HandError(Problem(f"{pointer}/by", "contradiction", detail))
    losers = {win.loser for win in wins.values()}
    if None in losers or len(losers) > 1:
        detail = say(
            "several winners share one winning tile; enter the same discarder for each winner"
        )
        raise HandError(Problem(f"{pointer}/from", "contradiction", detail))


def _check_events(entered: EnteredTable) -> None:
    """Raise HandError for events that contradict who won."""
    for n, entered_event in enumerate(entered.events):
        event = entered.edition.book.events[entered_event.id]
        pointer = f"/events/{n}/by"
        if event.bars(entered_event) and entered_event.by in entered.wins:
            detail = say(
                "after the event “{event}” this player cannot win the hand; remove the "
                "event or choose another winner",
                event=event.in_words,
            )
            raise HandError(Problem(pointer, "contradiction", detail))
        if event.needs_winner and (not entered.wins or entered_event.by in entered.wins):
            detail = say(
                "the event “{event}” helps another player win, but this player won; "
                "correct the event or the winner",
                event=event.in_words,
            )
            if not entered.wins:
                detail = say(
                    "the event “{event}” helps another player win; enter who won",
                    event=event.in_words,
                )
            raise HandError(Problem(pointer, "contradiction", detail))


def outcomes_by_seat(entered: EnteredTable) -> dict[int, Outcome]:
    """Return the score of each player, in the order of the seats. Raises HandError."""
    barred = barred_players(entered.events, entered.edition)
    counts = _tile_count_checks(entered.events, entered.edition)
    outcomes: dict[int, Outcome] = {}
    # A winner comes last: the other hands may show facts of the win that nobody entered.
    for seat in sorted(entered.seats, key=lambda seat: seat in entered.wins):
        hands = [outcome.hand for outcome in outcomes.values() if outcome.hand is not None]
        try:
            outcomes[seat] = _player_outcome(
                entered, seat, counts.get(seat, EXACT_COUNT), hands, barred.get(seat)
            )
        except HandError as error:
            raise error.under(f"/players/{SEATS[seat]}") from None
    return {seat: outcomes[seat] for seat in entered.seats}


def _player_outcome(
    entered: EnteredTable, seat: int, count: str, others: Sequence[AnyHand], barred: str | None
) -> Outcome:
    """Return the score of this player; ``others`` are the hands that were read before."""
    edition, player, win = entered.edition, entered.players[SEATS[seat]], entered.wins.get(seat)
    points, situation = player.get("points"), entered.situation(seat)
    agreed = edition.agreed_sheet(player, win, situation)
    hand = player.get("hand")
    if hand is not None:
        if agreed is not None:
            detail = say("a player has either a hand or agreed points; remove one of the two")
            field = "/points" if points is not None else "/agreed"
            raise HandError(Problem(field, "contradiction", detail))
        facts = 0 if win is None else win.facts
        entered_hand = EnteredHand(hand, player.get("win"), player.get("fishing"))
        outcome = outcome_of(
            entered_hand, edition, situation, entered.seats, count, others, facts, barred
        )
        complete = outcome.hand is not None and _is_complete(outcome.hand, edition.book)
        if count in (FEWER_ALLOWED, MORE_ALLOWED) and complete:
            detail = say(
                "the event says that this hand has too many or too few tiles, but the "
                "number is right; correct one"
            )
            raise HandError(Problem("/hand/concealed", "contradiction", detail))
        return outcome
    if not edition.book.payments.losers_score and win is None:
        if points:
            detail = say(
                "only the winner scores in this ruleset; remove this player's hand or points"
            )
            raise HandError(Problem("/points", "contradiction", detail))
    elif agreed is None and entered.wins and count == EXACT_COUNT:
        raise HandError(Problem("/hand", "required", edition.score_required))
    sheet = agreed or edition.sheet_of_agreed_points(0, win is not None)
    return Outcome(edition.payment_value(sheet.total), sheet, None, win)


def _is_complete(hand: AnyHand, book: Declarations) -> bool:
    """Tests if a hand has as many tiles as one that waits."""
    if isinstance(hand, Hand):
        laid = 3 * len(hand.melds)
    else:
        laid = sum(exposure.size for exposure in hand.exposures)
    return len(hand.concealed) == book.tiles.hand_tiles - laid


def _tile_count_checks(events: list[EnteredEvent], edition: Edition) -> dict[int, str]:
    """Return how many tiles the players may hold who, by these events, have a wrong number."""
    counts: dict[int, str] = {}
    for n, entered_event in enumerate(events):
        event = edition.book.events[entered_event.id]
        count = event.tile_count
        if {count, counts.get(entered_event.by)} == {FEWER_ALLOWED, MORE_ALLOWED}:
            detail = say(
                "a hand cannot have too few tiles and too many; remove one of the two events"
            )
            raise HandError(Problem(f"/events/{n}/event", "contradiction", detail))
        if count != EXACT_COUNT and counts.get(entered_event.by) not in (
            FEWER_ALLOWED,
            MORE_ALLOWED,
        ):
            counts[entered_event.by] = count
        wrongly = entered_event.values.get("valid") is False
        if event.tile_count_to != EXACT_COUNT and entered_event.to is not None and not wrongly:
            counts[entered_event.to] = event.tile_count_to
    return counts
