"""Play a recorded hand again, and tell what the table would enter of it.

Riichi, ippatsu, the last tile, a kong's replacement and the first go-around are found in the order
of events, not in the yaku that the log names.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from scorer.languages.speech import say
from scorer.logs.record import (
    Called,
    Discarded,
    Drawn,
    Event,
    Json,
    LoggedHand,
    LoggedWin,
    bad_value,
)
from scorer.types.terms import SEATS

WALL_TILES_BY_PLAYERS = {4: 70, 3: 55}
"""The tiles that may be drawn in a hand, of a kong's replacements too, by the number of players."""
KONG_CALLS = ("open_kong", "added_kong", "closed_kong")


@dataclass
class _Riichi:
    """A riichi: whether in the first go-around, and the calls and own discards when it was made."""

    double: bool
    calls: int
    discards: int


@dataclass
class _Player:
    """A player's tiles and what they did."""

    tiles: Counter[str]
    melds: list[Called] = field(default_factory=list)
    norths: int = 0
    draws: int = 0
    discards: int = 0
    riichi: _Riichi | None = None
    only_outer: bool = True
    """Whether every discard is a terminal or an honour, and nobody called one."""
    replaces: str = ""
    """What the tile just drawn replaces: a kong, a north or nothing."""


class HandReplay:
    """A hand that was played again.

    Attributes:
        document: What the table enters of it.
        deposits: The riichi sticks that each player of the log put down in it.
    """

    def __init__(self, hand: LoggedHand) -> None:
        self.hand = hand
        self.players = [_Player(Counter(tiles)) for tiles in hand.dealt]
        self.draws = 0
        self.calls = 0
        self.last: Event | None = None
        for event in hand.events:
            self.play(event)
        paid = [self.has_paid(seat) for seat in range(len(self.players))]
        self.deposits = tuple(map(int, paid))
        self.document = self._document()

    def _document(self) -> Json:
        """Return the hand as a game takes it. Raises HandError."""
        hand, players = self.hand, range(len(self.players))
        by_seat: dict[str, Json] = {self.seat_of(place): {} for place in players}
        document: Json = {"players": by_seat}
        for place in players:
            if self.deposits[place]:
                by_seat[self.seat_of(place)]["riichi"] = True
        if hand.wins or hand.draw == "three_ron":
            document["dora_indicators"] = "".join(hand.dora)
            ura = max((win.ura for win in hand.wins), key=len, default=())
            if ura:
                document["ura_indicators"] = "".join(ura)
            for win in hand.wins or self._three_winners():
                by_seat[self.seat_of(win.seat)] |= self.winner_fields(win)
            return document
        assert hand.draw is not None
        document["draw"] = "exhaustive" if hand.draw == "nagashi" else hand.draw
        if hand.draw in ("exhaustive", "nagashi"):
            for place in players:
                by_seat[self.seat_of(place)] |= self._at_draw(place)
        if hand.draw == "nagashi":
            document["events"] = [
                {"event": "nagashi_mangan", "by": self.seat_of(place)}
                for place in players
                if self.players[place].only_outer
            ]
        return document

    def _three_winners(self) -> list[LoggedWin]:
        """Return who wins where three win one discard, and the table calls it a draw."""
        by = -1 if self.last is None else self.last.seat
        return [LoggedWin(seat, by) for seat in range(len(self.players)) if seat != by]

    def _at_draw(self, place: int) -> Json:
        """Return what a player shows at an exhaustive draw: the tiles, where they may be tenpai."""
        tenpai = self.hand.tenpai
        if tenpai is not None and not tenpai[place]:
            return {"tenpai": False}
        shown = {"hand": self._hand_document(self.players[place])}
        return shown if tenpai is None else {**shown, "tenpai": True}

    def play(self, event: Event) -> None:
        """Let one thing happen. Raises HandError if it cannot."""
        player = self.players[event.seat]
        if isinstance(event, Drawn):
            self.draws += 1
            own = isinstance(self.last, Called) and self.last.seat == event.seat
            kind = self.last.kind if own and isinstance(self.last, Called) else ""
            player.replaces = "kong" if kind in KONG_CALLS else kind
            player.tiles[event.tile] += 1
            player.draws += 1
        elif isinstance(event, Discarded):
            self._take(player, (event.tile,))
            if event.riichi:
                first = not player.discards and not self.calls
                player.riichi = _Riichi(first, self.calls, player.discards + 1)
            player.discards += 1
            player.only_outer &= event.tile[0] not in "02345678"
        else:
            self._call(player, event)
        self.last = event

    def _call(self, player: _Player, call: Called) -> None:
        self.calls += 1
        if call.kind == "north":
            self._take(player, call.tiles)
            player.norths += 1
        elif call.kind == "added_kong":
            pon = next(
                (m for m in player.melds if m.kind == "pon" and _is_same_kind(m, call)), None
            )
            if pon is None:
                detail = say("a kong is added to a pon, and this player has no such pon")
                raise bad_value(self.hand.pointer, detail)
            self._take(player, (call.taken,))
            player.melds[player.melds.index(pon)] = call
        else:
            own = list(call.tiles)
            if call.kind != "closed_kong":
                last = self.last
                if not isinstance(last, Discarded) or call.taken != last.tile:
                    detail = say(
                        "a call takes the last discard, and {tile} is another tile; download the "
                        "log again",
                        tile=call.taken,
                    )
                    raise bad_value(self.hand.pointer, detail)
                own.remove(call.taken)
                self.players[last.seat].only_outer = False
            self._take(player, tuple(own))
            player.melds.append(call)

    def _take(self, player: _Player, tiles: tuple[str, ...]) -> None:
        for tile in tiles:
            if not player.tiles[tile]:
                detail = say(
                    "{tile} is discarded or laid out by a player who does not hold it; download "
                    "the log again",
                    tile=tile,
                )
                raise bad_value(self.hand.pointer, detail)
            player.tiles[tile] -= 1

    @property
    def wall_is_empty(self) -> bool:
        """Tests if nobody can draw any more."""
        return self.draws >= WALL_TILES_BY_PLAYERS[len(self.players)]

    def has_paid(self, seat: int) -> bool:
        """Tests if a player's riichi stick lies on the table: its discard was not won on."""
        last = self.last
        taken = isinstance(last, Discarded) and last.riichi and last.seat == seat
        won_on = taken and (self.hand.wins or self.hand.draw == "three_ron")
        return self.players[seat].riichi is not None and not won_on

    def winner_fields(self, win: LoggedWin) -> Json:
        """Return the hand and the win of a player. Raises HandError."""
        player, last, drawn = self.players[win.seat], self.last, win.seat == win.by
        if drawn != isinstance(last, Drawn) or last is None or last.seat != win.by:
            detail = say(
                "the log ends with another tile than the one that was won on; download it again"
            )
            raise bad_value(self.hand.pointer, detail)
        tile = last.taken if isinstance(last, Called) else last.tile
        hand = {**self._hand_document(player, "" if drawn else tile), "winning_tile": tile}
        if drawn:
            fields: Json = {"by": "self_draw"}
        else:
            way = "robbed_kong" if isinstance(last, Called) else "discard"
            fields = {"by": way, "from": self.seat_of(win.by)}
        circumstances = self._circumstances(player, win, fields["by"])
        if circumstances:
            fields["with"] = circumstances
        if win.liable is not None:
            fields["liable"] = self.seat_of(win.liable)
        return {"hand": hand, "win": fields}

    def _hand_document(self, player: _Player, claimed: str = "") -> Json:
        tiles = sorted(player.tiles.elements(), key=_by_suit)
        hand: Json = {"concealed": "".join(tiles) + claimed}
        if player.melds:
            hand["melds"] = [_meld_document(call) for call in player.melds]
        if player.norths:
            hand["bonus"] = "N" * player.norths
        return hand

    def _circumstances(self, player: _Player, win: LoggedWin, way: str) -> list[str]:
        found = []
        riichi = player.riichi
        if riichi is not None:
            found.append("double_riichi" if riichi.double else "riichi")
            calls = self.calls - (way == "robbed_kong")
            if (riichi.calls, riichi.discards) == (calls, player.discards):
                found.append("ippatsu")
        if way == "self_draw":
            first = player.draws == 1 and not player.discards and not self.calls
            if player.replaces == "kong":
                found.append("kong_replacement")
            elif player.replaces == "north":
                found.append("flower_replacement")
            elif self.wall_is_empty:
                found.append("last_tile_draw")
            elif first:
                east = self.seat_of(win.seat) == "E"
                found.append("heavens_blessing" if east else "earths_blessing")
        elif way == "discard" and self.wall_is_empty:
            found.append("last_discard")
        return found

    def seat_of(self, place: int) -> str:
        """Return the wind of the player at this place of the log."""
        return seat_of(self.hand, place)


def seat_of(hand: LoggedHand, place: int) -> str:
    """Return the wind in a hand of the player at a place of the log."""
    return SEATS[(place - hand.east) % len(hand.scores)]


def _is_same_kind(pon: Called, kong: Called) -> bool:
    return {_plain_tile(tile) for tile in pon.tiles} == {_plain_tile(tile) for tile in kong.tiles}


def _by_suit(tile: str) -> tuple[str, str]:
    return tile[-1] if len(tile) > 1 else "z", _plain_tile(tile)


def _plain_tile(tile: str) -> str:
    return tile.replace("0", "5")


def _meld_document(call: Called) -> Json:
    meld: Json = {"tiles": "".join(sorted(call.tiles))}
    if call.kind == "closed_kong":
        meld["concealed"] = True
    return meld
