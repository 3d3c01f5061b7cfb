"""Find the order of turns where a log has each player's turns by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorer.errors import HandError
from scorer.languages.speech import say
from scorer.logs.record import Called, Discarded, Drawn, Event, bad_value

MAX_TURNS_PER_PLAYER = 70
"""The turns that a player may have in a hand: more than there are tiles for."""
MAX_SEARCH_STEPS = 1000
"""How many turns are tried in all before the log is refused."""


class TurnStart(NamedTuple):
    """What a turn begins with: a tile drawn, or a ``call`` of a discard by ``giver``."""

    tile: str
    call: Called | None = None
    giver: int = -1


class TurnEnd(NamedTuple):
    """What a turn ends with: a discard, a set laid out, or nothing after a claimed kong."""

    tile: str
    riichi: bool = False
    call: Called | None = None


class Turns(NamedTuple):
    """A player's turns: the n-th of what was taken belongs to the n-th act."""

    taken: Sequence[TurnStart]
    acts: Sequence[TurnEnd]


class _TriedTurn(NamedTuple):
    """A turn to be tried: whose it is, how many turns each player has had before, and the turn
    before."""

    player: int
    turns_begun: tuple[int, ...]
    before: _TriedTurn | None


def events_in_order(turns: Sequence[Turns], dealer: int, pointer: str) -> tuple[Event, ...]:
    """Return the events of a hand in the order in which they came.

    A discard is called if the next turn of another player is a call of it. Where that leaves turns
    over, the call was of a later discard of the same tile: the other way is tried.

    Raises:
        HandError: If no order has room for all turns.
    """
    whole = tuple(len(player.taken) for player in turns)
    if any(len(player.acts) > len(player.taken) for player in turns):
        raise _no_order(pointer)
    if not sum(whole):
        return ()
    tries = 0
    left = [_TriedTurn(dealer, (0,) * len(turns), None)]
    while left:
        turn = left.pop()
        tries += 1
        if tries > MAX_SEARCH_STEPS:
            break
        if turn.turns_begun[turn.player] >= whole[turn.player]:
            continue
        after = tuple(n + (p == turn.player) for p, n in enumerate(turn.turns_begun))
        if after == whole:
            return tuple(_events_of_turns(turns, turn))
        left += _possible_next_turns(turns, turn, after)
    raise _no_order(pointer)


def _no_order(pointer: str) -> HandError:
    detail = say(
        "the turns of this hand do not follow each other: a draw, a call or a discard is missing; "
        "download the log again"
    )
    return bad_value(pointer, detail)


def _possible_next_turns(
    turns: Sequence[Turns], turn: _TriedTurn, after: tuple[int, ...]
) -> list[_TriedTurn]:
    """Return the turns that may follow a turn, the likeliest last."""
    player, n = turn.player, turn.turns_begun[turn.player]
    if n >= len(turns[player].acts):
        return []
    act = turns[player].acts[n]
    if not act.tile:
        return [_TriedTurn(player, after, turn)]
    players = len(turns)
    following = [_TriedTurn((player + 1) % players, after, turn)]
    if _next_call(turns, following[0].player, after) is not None:
        following = []
    for other in range(players):
        call = _next_call(turns, other, after) if other != player else None
        if call is not None and call.giver == player and call.call and call.call.taken == act.tile:
            following.append(_TriedTurn(other, after, turn))
    return following


def _next_call(
    turns: Sequence[Turns], player: int, turns_begun: tuple[int, ...]
) -> TurnStart | None:
    """Return the next turn of a player if it begins with a call."""
    if turns_begun[player] >= len(turns[player].taken):
        return None
    taken = turns[player].taken[turns_begun[player]]
    return taken if taken.call else None


def _events_of_turns(turns: Sequence[Turns], last: _TriedTurn) -> Iterator[Event]:
    """Yield what happened in these turns."""
    in_turn: list[_TriedTurn] = []
    turn: _TriedTurn | None = last
    while turn is not None:
        in_turn.append(turn)
        turn = turn.before
    for player, turns_begun, _ in reversed(in_turn):
        taken = turns[player].taken[turns_begun[player]]
        yield taken.call or Drawn(player, taken.tile)
        if turns_begun[player] < len(turns[player].acts):
            act = turns[player].acts[turns_begun[player]]
            if act.call is not None:
                yield act.call
            elif act.tile:
                yield Discarded(player, act.tile, act.riichi)
