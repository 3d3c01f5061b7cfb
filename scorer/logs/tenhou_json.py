"""Read Tenhou's JSON, which tenhou.net/6 shows and downloaders of Mahjong Soul write.

Of each player a hand has the tiles dealt, those taken (drawn or called) and those given away, each
in order; ``turns`` finds out in what order they came.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorer.errors import quoted
from scorer.languages.speech import say
from scorer.logs.record import (
    MAX_COUNTER,
    MAX_HANDS_PER_LOG,
    MAX_POINTS,
    Called,
    CallKind,
    Draw,
    Json,
    Log,
    LoggedHand,
    LoggedWin,
    bad_value,
    check_range,
)
from scorer.logs.turns import MAX_TURNS_PER_PLAYER, TurnEnd, Turns, TurnStart, events_in_order
from scorer.logs.yaku import rule_of_yaku_name

FORMAT_NAME = "tenhou-json"
SUIT_LETTERS = ("c", "d", "b")
HONOUR_LETTERS = "ESWNPGR"
TSUMOGIRI_CODE = 60
"""In a list of discards: the tile that was just drawn."""
MAX_CALL_LENGTH = 12
MAX_TEXT_LENGTH = 200
WIN_WORDS = ("和了", "Agari")
DRAW_BY_WORD: dict[str, Draw] = {
    **dict.fromkeys(("流局", "Ryuukyoku", "Exhaustive Draw"), "exhaustive"),
    **dict.fromkeys(("全員聴牌", "全員不聴"), "exhaustive"),
    **dict.fromkeys(("流し満貫", "Nagashi Mangan", "Mangan at Draw"), "nagashi"),
    **dict.fromkeys(("九種九牌", "Kyuushu Kyuuhai", "Nine Terminal Abortion"), "nine_terminals"),
    **dict.fromkeys(("四風連打", "Suufon Renda", "Four Wind Abortion"), "four_winds"),
    **dict.fromkeys(("四家立直", "Suucha Riichi", "Four Riichi Abortion"), "four_riichi"),
    **dict.fromkeys(("四槓散了", "四開槓", "Suukaikan", "Four Kan Abortion"), "four_kongs"),
    **dict.fromkeys(("三家和了", "三家和", "Sanchahou", "Three Ron Abortion"), "three_ron"),
}
"""How a hand ended, as Tenhou writes it, and downloaders of Mahjong Soul in three ways."""
TENPAI_BY_WORD = {"全員聴牌": True, "全員不聴": False}
MAHJONG_SOUL_ROOMS = ("の間", "友人戦", "大会戦", "Room", "Friendly", "Tounament", "Tournament")
CALL_BY_LETTER: Mapping[str, CallKind] = {
    "c": "chi",
    "p": "pon",
    "m": "open_kong",
    "k": "added_kong",
    "a": "closed_kong",
    "f": "north",
}
CALL_PATTERN = re.compile(r"([0-9]{0,6})([cpmkaf])([0-9]{2,8})")
VALUE_PATTERN = re.compile(
    r"(?:([0-9]{1,3})符([0-9]{1,2})飜)?[^0-9]{0,20}([0-9]{1,6})(?:-([0-9]{1,6}))?点(∀?)"
)
RULE_PATTERN = re.compile("([東南])(喰?)(?:赤|速|祝|－|\\s|$)|( East| South)")
YAKU_PATTERN = re.compile(r"([^()]{1,60})\(([0-9]{0,2})(飜|役満)\)")


class _HandRow(NamedTuple):
    """A hand of the log, the pointer of it, and how many play."""

    fields: Sequence[Any]
    pointer: str
    players: int


def is_log(document: object) -> bool:
    """Tests if a JSON document is meant as a log of Tenhou's."""
    return isinstance(document, Mapping) and "log" in document and "format" not in document


def read(document: object) -> Log:
    """Return the game of a JSON document. Raises HandError."""
    if not isinstance(document, Mapping):
        raise bad_value("", NOT_A_LOG_SENTENCE)
    rows = document.get("log")
    if not isinstance(rows, list) or not 1 <= len(rows) <= MAX_HANDS_PER_LOG:
        raise bad_value(
            "/log", say("a log has a list of 1 to {most} hands", most=MAX_HANDS_PER_LOG)
        )
    notes: list[str] = []
    players, rule = _player_count(document, rows), document.get("rule")
    preset, options = _preset_and_options(
        document, rule if isinstance(rule, Mapping) else {}, notes
    )
    if players == 3 and options.get("red_fives") == 4:
        options["red_fives"] = 3
    final, points = _final_scores(document, players)
    return Log(
        format=FORMAT_NAME,
        title=_log_title(document.get("title")),
        players=_player_names(document.get("name"), players),
        first_east=0,
        preset=preset,
        options=options,
        hands=tuple(
            _read_hand(_HandRow(_check_list(row, pointer), pointer, players))
            for pointer, row in _with_pointers(rows)
        ),
        final=final,
        final_points=points,
        notes=notes,
    )


NOT_A_LOG_SENTENCE = say(
    "this is not a log of Tenhou's; send the JSON that tenhou.net/6 shows, or the log as mjlog"
)


def _with_pointers(rows: list[Any]) -> list[tuple[str, Any]]:
    return [(f"/log/{n}", row) for n, row in enumerate(rows)]


def _check_list(value: object, pointer: str, least: int = 0, most: int = 1000) -> list[Any]:
    if not isinstance(value, list) or not least <= len(value) <= most:
        detail = say(
            "write a list of {least} to {most} entries here; download the log again if you did "
            "not change it",
            least=least,
            most=most,
        )
        raise bad_value(pointer, detail)
    return value


def _player_count(document: Mapping[str, Any], rows: list[Any]) -> int:
    """Return how many play: three where the fourth is dealt no tiles."""
    row = _check_list(rows[0], "/log/0", 17, 17)
    names = document.get("name")
    absent = not isinstance(names, list) or len(names) < 4 or not names[3]
    return 3 if not row[13] and absent else 4


def _player_names(names: object, players: int) -> tuple[str, ...]:
    listed = _check_list(names, "/name", players, 4) if names is not None else [""] * players
    for n, name in enumerate(listed):
        if not isinstance(name, str):
            raise bad_value(f"/name/{n}", say("write the names of the players as text"))
    return tuple(listed[:players])


def _log_title(title: object) -> str:
    parts = title if isinstance(title, list) else [title]
    return " ".join(part[:MAX_TEXT_LENGTH] for part in parts[:2] if isinstance(part, str))


def _preset_and_options(
    document: Mapping[str, Any], rule: Mapping[str, Any], notes: list[str]
) -> tuple[str, Json]:
    """Return the preset that is nearest to the rule of a log, and what the rule changes in it."""
    disp, ref = (
        str(part or "")[:MAX_TEXT_LENGTH] for part in (rule.get("disp"), document.get("ref"))
    )
    soul = (bool(ref) and "gm-" not in ref) or any(room in disp for room in MAHJONG_SOUL_ROOMS)
    reds = [rule.get(f"aka5{suit}") for suit in (1, 2, 3)]
    red_fives = 4 if reds[1] == 2 else 3
    counts = [value for value in (rule.get("aka"), *reds) if value is not None]
    if not (any(counts) if counts else "赤" in disp or " Red" in disp):
        red_fives = 0
    options: Json = {"red_fives": red_fives}
    preset, named = "mahjong_soul" if soul else "tenhou", RULE_PATTERN.search(disp)
    if named is None:
        detail = say(
            "the log does not name its rule; its hands are scored by the preset {preset}",
            preset=preset,
        )
        notes.append(detail)
        return preset, options
    options["length"] = "east" if named[1] == "東" or named[3] == " East" else "east_south"
    if named[1] and not named[2]:
        options["open_tanyao"] = False
    return preset, options


def _final_scores(
    document: Mapping[str, Any], players: int
) -> tuple[tuple[int, ...] | None, tuple[float, ...] | None]:
    final = document.get("sc")
    if final is None:
        return None, None
    numbers = _check_list(final, "/sc", 2 * players, 8)
    for n, number in enumerate(numbers):
        if type(number) not in (int, float) or not abs(number) <= MAX_POINTS:
            check_range(None, f"/sc/{n}", -MAX_POINTS, MAX_POINTS)
    scores = numbers[: 2 * players : 2]
    return tuple(map(int, scores)), tuple(map(float, numbers[1 : 2 * players : 2]))


def _read_hand(row: _HandRow) -> LoggedHand:
    fields, pointer, players = (
        _check_list(row.fields, row.pointer, 17, 17),
        row.pointer,
        row.players,
    )
    deal, honba, sticks = _check_list(fields[0], f"{pointer}/0", 3, 3)
    scores = _check_list(fields[1], f"{pointer}/1", players, 4)
    turns = [_turns_of_player(row, player) for player in range(players)]
    dealer = check_range(deal, f"{pointer}/0/0", 0, 15) % 4
    if dealer >= players:
        raise bad_value(f"{pointer}/0/0", say("three players have no fourth deal in a round"))
    ura = _read_tiles(fields[3], f"{pointer}/3", 5)
    hand = LoggedHand(
        pointer=pointer,
        deal=deal,
        east=dealer,
        honba=check_range(honba, f"{pointer}/0/1", 0, MAX_COUNTER),
        sticks=check_range(sticks, f"{pointer}/0/2", 0, MAX_COUNTER),
        scores=tuple(
            check_range(score, f"{pointer}/1/{n}", -MAX_POINTS, MAX_POINTS)
            for n, score in enumerate(scores[:players])
        ),
        dealt=tuple(
            _read_tiles(fields[4 + 3 * n], f"{pointer}/{4 + 3 * n}", 13) for n in range(players)
        ),
        dora=_read_tiles(fields[2], f"{pointer}/2", 5),
        events=events_in_order(turns, dealer, pointer),
    )
    return _with_result(hand, row, ura)


def _read_tiles(value: object, pointer: str, most: int) -> tuple[str, ...]:
    listed = _check_list(value, pointer, 0, most)
    return tuple(_read_tile(code, f"{pointer}/{n}") for n, code in enumerate(listed))


def _read_tile(code: object, pointer: str) -> str:
    """Return a tile: 11 to 47, or 51 to 53 for a red five."""
    if type(code) is int:
        kind, rank = divmod(code, 10)
        if 1 <= kind <= 3 and 1 <= rank <= 9:
            return f"{rank}{SUIT_LETTERS[kind - 1]}"
        if kind == 4 and 1 <= rank <= 7:
            return HONOUR_LETTERS[rank - 1]
        if kind == 5 and 1 <= rank <= 3:
            return f"0{SUIT_LETTERS[rank - 1]}"
    detail = say(
        "write a tile as 11 to 19, 21 to 29, 31 to 39, 41 to 47, or 51 to 53 for a red five"
    )
    raise bad_value(pointer, detail)


def _turns_of_player(row: _HandRow, player: int) -> Turns:
    at = 5 + 3 * player
    pointers = f"{row.pointer}/{at}", f"{row.pointer}/{at + 1}"
    taken = [
        _read_taken(entry, f"{pointers[0]}/{n}", player, row.players)
        for n, entry in enumerate(_check_list(row.fields[at], pointers[0], 0, MAX_TURNS_PER_PLAYER))
    ]
    acts: list[TurnEnd] = []
    for n, entry in enumerate(
        _check_list(row.fields[at + 1], pointers[1], 0, MAX_TURNS_PER_PLAYER)
    ):
        drawn = taken[n].tile if n < len(taken) else ""
        acts.append(_read_act(entry, f"{pointers[1]}/{n}", player, drawn))
    return Turns(taken, acts)


def _read_taken(entry: object, pointer: str, player: int, players: int) -> TurnStart:
    """Return a tile drawn, or one called with the set that it makes."""
    if not isinstance(entry, str):
        return TurnStart(_read_tile(entry, pointer))
    before, letter, after = _call_parts(entry, pointer)
    if letter not in "cpm":
        raise bad_value(pointer, NO_CALL_SENTENCE)
    tiles = (*before, *after)
    steps = len(before) if letter != "m" else {0: 0, 1: 1, 3: 2}.get(len(before), 3)
    if steps > 2 or len(tiles) != (4 if letter == "m" else 3) or (letter == "c" and steps):
        raise bad_value(pointer, NO_CALL_SENTENCE)
    taken = after[0]
    giver = (player - 1 - steps) % 4
    call = Called(player, CALL_BY_LETTER[letter], tiles, taken)
    if giver >= players:
        raise bad_value(pointer, NO_CALL_SENTENCE)
    return TurnStart("", call, giver)


NO_CALL_SENTENCE = say(
    "this is not a call as Tenhou writes it, as in c333234, 1212p12, m21212121, 2626k2626, "
    "121212a12 or f44"
)


def _call_parts(entry: str, pointer: str) -> tuple[list[str], str, list[str]]:
    match = CALL_PATTERN.fullmatch(entry) if len(entry) <= MAX_CALL_LENGTH else None
    if match is None or any(len(match[n]) % 2 for n in (1, 3)):
        raise bad_value(pointer, NO_CALL_SENTENCE)
    before, after = (
        [_read_tile(int(match[n][at : at + 2]), pointer) for at in range(0, len(match[n]), 2)]
        for n in (1, 3)
    )
    return before, match[2], after


def _read_act(entry: object, pointer: str, player: int, drawn: str) -> TurnEnd:
    """Return a discard, or what is laid out in a turn; ``drawn`` is the tile just drawn."""
    riichi = isinstance(entry, str) and entry.startswith("r")
    if isinstance(entry, str) and riichi and entry[1:].isascii() and len(entry) == 3:
        entry = int(entry[1:]) if entry[1:].isdigit() else entry
    if not isinstance(entry, str):
        if entry == 0 and type(entry) is int:
            return TurnEnd("")
        tile = (
            drawn if entry == TSUMOGIRI_CODE and type(entry) is int else _read_tile(entry, pointer)
        )
        if not tile:
            detail = say("60 stands for the tile just drawn, but nothing was drawn in this turn")
            raise bad_value(pointer, detail)
        return TurnEnd(tile, riichi)
    before, letter, after = _call_parts(entry, pointer)
    tiles = (*before, *after)
    if letter not in "kaf" or len(tiles) != (1 if letter == "f" else 4):
        raise bad_value(pointer, NO_CALL_SENTENCE)
    return TurnEnd("", call=Called(player, CALL_BY_LETTER[letter], tiles, after[0]))


def _with_result(hand: LoggedHand, row: _HandRow, ura: tuple[str, ...]) -> LoggedHand:
    """Return the hand with its last entry: how it ended."""
    pointer, players = f"{row.pointer}/16", row.players
    result = _check_list(row.fields[16], pointer, 1, 13)
    ended = result[0]
    deltas = [
        _read_deltas(delta, f"{pointer}/{n}", players)
        for n, delta in enumerate(result)
        if n % 2 and isinstance(delta, list)
    ]
    paid = tuple(map(sum, zip(*deltas, strict=True))) if deltas else (0,) * players
    if ended in WIN_WORDS:
        wins = tuple(
            _read_win(info, f"{pointer}/{n}", players, ura)
            for n, info in enumerate(result)
            if n and n % 2 == 0
        )
        if not wins or len(deltas) != len(wins):
            raise bad_value(pointer, say("who has won is missing here; download the log again"))
        return replace(hand, wins=wins, paid=paid)
    draw = DRAW_BY_WORD.get(ended) if isinstance(ended, str) else None
    if draw is None:
        detail = say(
            "{ended} is no end of a hand that is known here; known are: {known}",
            ended=quoted(str(ended)),
            known=", ".join((WIN_WORDS[0], *DRAW_BY_WORD)),
        )
        raise bad_value(f"{pointer}/0", detail)
    tenpai = (TENPAI_BY_WORD[ended],) * players if ended in TENPAI_BY_WORD else None
    if draw == "exhaustive" and tenpai is None and any(paid):
        tenpai = tuple(points > 0 for points in paid)
    return replace(hand, draw=draw, tenpai=tenpai, paid=paid)


def _read_deltas(value: object, pointer: str, players: int) -> tuple[int, ...]:
    points = []
    for n, moved in enumerate(_check_list(value, pointer, players, 4)[:players]):
        whole = int(moved) if type(moved) is float and abs(moved) <= MAX_POINTS else moved
        points.append(check_range(whole, f"{pointer}/{n}", -MAX_POINTS, MAX_POINTS))
    return tuple(points)


def _read_win(value: object, pointer: str, players: int, ura: tuple[str, ...]) -> LoggedWin:
    info = _check_list(value, pointer, 3, 60)
    seat, by, liable = (check_range(info[n], f"{pointer}/{n}", 0, players - 1) for n in range(3))
    texts = info[3:]
    for n, text in enumerate(texts, 3):
        if not isinstance(text, str) or len(text) > MAX_TEXT_LENGTH:
            raise bad_value(f"{pointer}/{n}", say("write the value and the yaku as text"))
    match = VALUE_PATTERN.search(texts[0]) if texts else None
    points = None if match is None else _whole_points(match, players)
    yaku, unknown, yakuman = _read_yaku(texts[1:])
    return LoggedWin(
        seat=seat,
        by=by,
        liable=None if liable == seat else liable,
        ura=ura,
        points=points,
        fu=int(match[1]) if match and match[1] else None,
        han=None if yakuman or unknown or not yaku else sum(yaku.values()),
        yakuman=yakuman,
        yaku=yaku if yaku and not unknown else None,
        unknown=tuple(unknown),
    )


def _whole_points(match: re.Match[str], players: int) -> int:
    """Return what all pay together: of a self-draw the log has what each other player pays, and
    what East pays."""
    first = int(match[3])
    if match[4]:
        return first * (players - 2) + int(match[4])
    return first * (players - 1) if match[5] else first


def _read_yaku(texts: Sequence[str]) -> tuple[dict[str, int], list[str], bool]:
    """Return han by the id of the rule, the names that are unknown, and whether it is a yakuman."""
    yaku: dict[str, int] = {}
    unknown: list[str] = []
    yakuman = False
    for text in texts:
        match = YAKU_PATTERN.fullmatch(text)
        rule = rule_of_yaku_name(match[1]) if match else None
        if match is None or rule is None:
            unknown.append(text[:60])
            continue
        amount = int(match[2]) if match[2] else 1
        yakuman = yakuman or match[3] == "役満"
        if amount:
            yaku[rule] = yaku.get(rule, 0) + amount
    return yaku, unknown, yakuman
