"""A program by the types of the generated client: it plays a whole game of every ruleset.

``test_python_client.py`` has it type-checked and runs it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from httpx import BaseTransport
from scorer_client import AuthenticatedClient, Client
from scorer_client.api.games import (
    enter,
    export_game,
    game_sheet,
    import_game,
    new_game,
    preview,
    settle_up,
)
from scorer_client.models import (
    AmericanGameTable,
    AmericanPlayer,
    AmericanPlayers,
    AmericanWay,
    AmericanWin,
    BegunGame,
    BritishGameTable,
    BritishPlayer,
    BritishPlayers,
    BritishWin,
    ClassicalGameTable,
    ClassicalPlayer,
    ClassicalPlayers,
    ClassicalWin,
    CloseEntry,
    EntryKind,
    GameExport,
    GameResult,
    GameSheet,
    HandEntry,
    HongkongGameTable,
    HongkongPlayer,
    HongkongPlayers,
    HongkongWin,
    McrGameTable,
    McrPlayer,
    McrPlayers,
    McrWin,
    NewGame,
    ReplaceEntry,
    RiichiCircumstanceName,
    RiichiGameTable,
    RiichiPlayer,
    RiichiPlayerAgreedType0,
    RiichiPlayers,
    RiichiWin,
    RulesetId,
    Seat,
    SettleUp,
    TaiwaneseGameTable,
    TaiwanesePlayer,
    TaiwanesePlayers,
    TaiwaneseWin,
    UndoEntry,
    Way,
    WrittenEntry,
    ZungjungGameTable,
    ZungjungPlayer,
    ZungjungPlayers,
    ZungjungWin,
)

NAMES = ["Ann", "Bo", "Cy", "Di"]
MAX_HANDS = 16

T = TypeVar("T")
Table: TypeAlias = (
    AmericanGameTable
    | BritishGameTable
    | ClassicalGameTable
    | HongkongGameTable
    | McrGameTable
    | RiichiGameTable
    | TaiwaneseGameTable
    | ZungjungGameTable
)


def american() -> AmericanGameTable:
    winner = AmericanPlayer(points=25, win=AmericanWin(by=AmericanWay.SELF_DRAW))
    return AmericanGameTable(players=AmericanPlayers(s=winner))


def british() -> BritishGameTable:
    winner = BritishPlayer(points=32, win=BritishWin(by=Way.DISCARD, from_=Seat.W))
    loser = BritishPlayer(points=8)
    return BritishGameTable(players=BritishPlayers(e=loser, s=winner, w=loser, n=loser))


def classical() -> ClassicalGameTable:
    winner = ClassicalPlayer(points=64, win=ClassicalWin(by=Way.SELF_DRAW))
    loser = ClassicalPlayer(points=4)
    return ClassicalGameTable(players=ClassicalPlayers(e=loser, s=winner, w=loser, n=loser))


def hongkong() -> HongkongGameTable:
    winner = HongkongPlayer(points=5, win=HongkongWin(by=Way.DISCARD, from_=Seat.N))
    return HongkongGameTable(players=HongkongPlayers(s=winner))


def mcr() -> McrGameTable:
    winner = McrPlayer(points=24, win=McrWin(by=Way.DISCARD, from_=Seat.E))
    return McrGameTable(players=McrPlayers(s=winner))


def riichi() -> RiichiGameTable:
    agreed = RiichiPlayerAgreedType0()
    agreed["han"], agreed["fu"] = 3, 30
    won = RiichiWin(by=Way.SELF_DRAW, with_=[RiichiCircumstanceName.RIICHI])
    winner = RiichiPlayer(agreed=agreed, win=won)
    return RiichiGameTable(players=RiichiPlayers(s=winner))


def taiwanese() -> TaiwaneseGameTable:
    winner = TaiwanesePlayer(points=10, win=TaiwaneseWin(by=Way.SELF_DRAW))
    return TaiwaneseGameTable(players=TaiwanesePlayers(s=winner))


def zungjung() -> ZungjungGameTable:
    winner = ZungjungPlayer(points=40, win=ZungjungWin(by=Way.SELF_DRAW))
    return ZungjungGameTable(players=ZungjungPlayers(s=winner))


TABLES: dict[RulesetId, Callable[[], Table]] = {
    RulesetId.AMERICAN: american,
    RulesetId.BRITISH: british,
    RulesetId.CLASSICAL: classical,
    RulesetId.HONGKONG: hongkong,
    RulesetId.MCR: mcr,
    RulesetId.RIICHI: riichi,
    RulesetId.TAIWANESE: taiwanese,
    RulesetId.ZUNGJUNG: zungjung,
}


def expect(kind: type[T], answer: object) -> T:
    """Return an answer that is of this kind."""
    assert isinstance(answer, kind), answer
    return answer


def play(ruleset: RulesetId, transport: BaseTransport) -> GameExport:
    """Return a game of South's hands, played to its end."""
    options = {"transport": transport}
    anyone = Client(base_url="http://scorer.example", httpx_args=options)
    begun = expect(
        BegunGame, new_game.sync(client=anyone, body=NewGame(ruleset=ruleset.value, players=NAMES))
    )
    table = TABLES[ruleset]()
    client = AuthenticatedClient(
        base_url="http://scorer.example", token=begun.keys.play, httpx_args=options
    )
    version, over = begun.version, begun.state.over
    while not over and version < MAX_HANDS:
        entry = HandEntry(kind="hand", after=version, document=table)
        shown = expect(WrittenEntry, preview.sync(client=client, body=entry))
        written = expect(WrittenEntry, enter.sync(client=client, body=entry))
        assert written.totals == shown.totals
        version, over = written.version, written.state.over
    hands = version
    mended = ReplaceEntry(kind="replace", after=version, entry=hands, document=table)
    version = expect(WrittenEntry, enter.sync(client=client, body=mended)).version
    undone = UndoEntry(kind="undo", after=version, entry=hands)
    version = expect(WrittenEntry, enter.sync(client=client, body=undone)).version
    enter.sync(client=client, body=CloseEntry(kind="close", after=version))

    sheet = expect(GameSheet, game_sheet.sync(client=client))
    assert sheet.version == version + 1
    assert sheet.entries[-1].kind is EntryKind.CLOSE
    first, *_, last = expect(GameResult, sheet.result).ranking
    assert first.net > 0 > last.net
    assert expect(SettleUp, settle_up.sync(client=client)).transfers
    return carried(client, anyone)


def carried(client: AuthenticatedClient, anyone: Client) -> GameExport:
    """Return the export of a game that was imported again and has the same totals."""
    exported = expect(GameExport, export_game.sync(client=client))
    assert [player.name for player in exported.players] == exported.began.players == NAMES
    again = expect(BegunGame, import_game.sync(client=anyone, body=exported))
    assert again.totals.to_dict() == exported.totals.to_dict()
    return exported
