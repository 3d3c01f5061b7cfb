"""How hands were won, and the players of a table, as fields: several fields make one value here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scorer.rulebook.declarations import Declarations
from scorer.service.web.forms.codecs import (
    Codec,
    EmptySeatCodec,
    FieldName,
    Fields,
    GroupCodec,
    Pairs,
    Path,
    present_seats,
    text_in,
)
from scorer.types.field import Field
from scorer.types.terms import SEATS

Document = dict[str, Any]

CLAIMED_WIN_WAYS: Final = ("discard", "robbed_kong")
LOST_VALUE: Final = "no"
"""What a form says of how a hand was won that was not."""
WINNER, ALSO, NOBODY = "winner", "also", "nobody"
OTHERS_FIELD: Final = "others"
OTHERS_SCORE_NOTHING: Final = "0"
"""What a form says of the losers of whom nothing is entered, where they score nothing."""
EMPTY_HAND: Final[Document] = {"concealed": ""}
SEVERAL_WINNERS_FIELD: Final = Field(needs="several_winners")
LOSERS_SCORE_FIELD: Final = Field(needs="losers_score")


class WinCodec(GroupCodec):
    """How a hand was won."""

    def read(self, fields: Fields) -> Document:
        """Return the win, with who discarded only where the tile was claimed."""
        win = super().read(fields)
        if win.get("by") not in CLAIMED_WIN_WAYS:
            win.pop("from", None)
        return win


class HandWinCodec(WinCodec):
    """How the one hand of a document was won, or that it was not."""

    def __init__(self, parts: Mapping[str, Codec]) -> None:
        """Make the codec of a win with these parts."""
        super().__init__(parts)
        self.nothing = parts["by"].write(LOST_VALUE)


class HandPageCodec(GroupCodec):
    """A document with one hand."""

    def read(self, fields: Fields) -> Document:
        """Return the document, with a win where the form says how or under which circumstances."""
        document = super().read(fields)
        by = document["win"].get("by")
        if by == LOST_VALUE:
            document["hand"].pop("winning_tile", None)
        if by == LOST_VALUE or not (by or "with" in fields):
            del document["win"]
        else:
            document.pop("fishing", None)
        return document


class PlayerCodec(GroupCodec):
    """What one player of a table has, apart from a win."""

    def __init__(self, parts: Mapping[str, Codec], first: str) -> None:
        """Make the codec of a player; ``first`` is the part that the form asks for first."""
        super().__init__(parts)
        self._first = first

    def read(self, fields: Fields) -> Document:
        """Return the player, without a hand of which no tile was typed."""
        player = super().read(fields)
        if player["hand"] == EMPTY_HAND:
            del player["hand"]
        return player

    def locate(self, path: Path, fields: Fields) -> str | None:
        """Return the name of the field of a part; of a hand that was not typed, and of points, that
        of the part asked for first."""
        if [*path] == ["hand"] and self.parts["hand"].read(fields) != EMPTY_HAND:
            return super().locate(path, fields)
        if not path or path[0] not in self.parts or [*path] == ["hand"] or path[0] == "points":
            return self.parts[self._first].locate((), fields)
        return super().locate(path, fields)


class PlayersCodec(Codec):
    """The players of a table. A win stands once, for all who won on the same tile."""

    def __init__(
        self,
        book: Declarations,
        players: Mapping[str, PlayerCodec],
        win: WinCodec,
        others: Mapping[str, GroupCodec],
        away: EmptySeatCodec,
    ) -> None:
        """Make the codec of the players of a ruleset.

        Args:
            book: the ruleset.
            players: the codec of each seat's player.
            win: how the winner won.
            others: what is said of each seat's win beside the winner's.
            away: which seat is empty.
        """
        self._book, self._players, self._win = book, players, win
        self._others, self._away = others, away

    def read(self, fields: Fields) -> dict[str, Document]:
        """Return the players by seat. Of a seat that does not exist only the name is passed on."""
        seats = present_seats(text_in(fields, self._away.name))
        players = {
            seat: self._players[seat].read(fields) if seat in self._players else {}
            for seat in seats
        }
        wins = self._read_wins(fields)
        for seat, win in wins.items():
            player = players.setdefault(seat, {})
            player["win"] = win
            move_to_circumstances(player, self._book)
        if (
            wins
            and self._book.payments.losers_score
            and text_in(fields, OTHERS_FIELD) == OTHERS_SCORE_NOTHING
        ):
            for player in players.values():
                if not player.keys() & {"win", "points", "hand"}:
                    player["points"] = 0
        return players

    def _read_wins(self, fields: Fields) -> dict[str, Document]:
        winner = text_in(fields, WINNER)
        if winner in ("", NOBODY):
            return {}
        also = [seat for seat in fields.get(ALSO, ()) if seat.strip() and seat != winner]
        return {
            winner: self._win.read(fields),
            **{seat: self._read_other(seat, fields) for seat in also},
        }

    def _read_other(self, seat: str, fields: Fields) -> Document:
        """Return the win of another: as the first was won, unless its own fields say otherwise."""
        parts = self._win.parts
        shared = {key: parts[key].read(fields) for key in ("by", "from")}
        own = self._others[seat].read(fields) if seat in self._others else {}
        return {key: value for key, value in (shared | own).items() if value is not None}

    def write(self, value: Any) -> Pairs:
        """Return the fields of all players, the first winner's win before them."""
        players = {seat: value[seat] for seat in (*SEATS, *value) if value.get(seat) is not None}
        wins = {seat: win for seat, player in players.items() if (win := player.get("win"))}
        winner = next(iter(wins), NOBODY)
        pairs = [*self._away.write(players), (WINNER, winner)]
        if wins:
            pairs += self._win.write(wins[winner])
        for seat, player in players.items():
            if seat in self._players:
                pairs += self._players[seat].write(player)
            if seat in wins and seat != winner:
                pairs += self._write_other(seat, wins[seat], wins[winner])
        return pairs

    def _write_other(self, seat: str, win: Document, first: Document) -> Pairs:
        """Return what the win of another has of its own beside the first one's."""
        own = {
            key: value
            for key, value in win.items()
            if key not in ("by", "from") or value != first.get(key)
        }
        return [(ALSO, seat), *(self._others[seat].write(own) if seat in self._others else [])]

    def locate(self, path: Path, fields: Fields) -> str | None:
        """Return the name of the field of a player; the winner's for a seat that is none."""
        seat, rest = (path[0], path[1:]) if path else ("", path)
        if seat not in self._players:
            return WINNER
        if rest[:1] != ["win"]:
            return self._players[seat].locate(rest, fields)
        if seat not in fields.get(ALSO, ()):
            return self._win.locate(rest[1:], fields)
        return self._others[seat].locate(rest[1:], fields) if len(rest) > 1 else ALSO

    def names(self) -> Iterator[FieldName]:
        """Yield the fields of all players."""
        yield FieldName(WINNER, "", Field())
        yield FieldName(ALSO, "", SEVERAL_WINNERS_FIELD)
        yield FieldName(OTHERS_FIELD, "", LOSERS_SCORE_FIELD)
        yield from self._away.names()
        for named in self._win.names():
            yield named._replace(pointer="")
        for seat, player in self._players.items():
            for named in (*player.names(), *self._names_of_other(seat)):
                yield named.below(seat)

    def _names_of_other(self, seat: str) -> Iterator[FieldName]:
        for named in self._others[seat].names():
            win_field = named.below("win")
            same_unless_given = win_field.pointer in ("/win/by", "/win/from")
            yield win_field._replace(note=SEVERAL_WINNERS_FIELD) if same_unless_given else win_field


def move_to_circumstances(player: Document, book: Declarations) -> None:
    """Move a winner's declarations to the circumstances of the win that they mean."""
    for member in book.fields.player:
        circumstance = member.note.tells
        if not circumstance or player.get(member.name) is not True:
            continue
        del player[member.name]
        others = player["win"].get("with", [])
        if circumstance not in others and not _clashes(book, circumstance, others):
            player["win"]["with"] = [*others, circumstance]


def _clashes(book: Declarations, circumstance: str, circumstances: list[str]) -> bool:
    """Tests if a circumstance cannot hold with one of these."""
    declared = book.circumstances
    return any(
        listed in declared[circumstance].clashes
        or (listed in declared and circumstance in declared[listed].clashes)
        for listed in circumstances
    )
