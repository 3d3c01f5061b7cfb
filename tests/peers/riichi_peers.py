"""How ``mahjong`` and ``riichienv`` score a hand of riichi, asked as they take it."""

from __future__ import annotations

import importlib
import importlib.util
from collections import defaultdict
from functools import cache
from typing import Any, NamedTuple

from scorer.engine.tiles import codes, parse
from tests.peers.riichi_hands import Document

__all__ = ["Answer", "installed", "mahjong", "ours", "riichienv"]

KINDS = "cdb"  # characters, dots, bamboo, as both number them
HONOURS = "ESWNPGR"


class Answer(NamedTuple):
    """Han and fu (0, 0 of a yakuman), how many yakuman, and what each pays: by discard one amount;
    drawn what the dealer pays, and what each other."""

    han: int
    fu: int
    yakuman: int
    paid: tuple[int, ...]


NONE = Answer(0, 0, 0, ())


def installed() -> bool:
    """Whether both are here."""
    return all(importlib.util.find_spec(name) for name in ("mahjong", "riichienv"))


class Ids:
    """The numbers 0 to 135 of the tiles of one table; number 0 of the fives is the red one."""

    def __init__(self) -> None:
        self.used: dict[int, int] = defaultdict(int)

    def of(self, tile: str) -> int:
        """The next number of this tile."""
        if len(tile) == 1:
            kind = 27 + HONOURS.index(tile)
        else:
            kind = 9 * KINDS.index(tile[1]) + (4 if tile[0] == "0" else int(tile[0]) - 1)
        if tile[0] == "0":
            return 4 * kind
        if tile[0] == "5" and not self.used[kind]:
            self.used[kind] = 1
        self.used[kind] += 1
        return 4 * kind + self.used[kind] - 1


class Asked(NamedTuple):
    """A hand in numbers: concealed tiles with the winning one, that one, melds, indicators."""

    concealed: list[int]
    last: int
    melds: list[tuple[list[int], bool]]
    dora: list[int]
    ura: list[int]


def asked(document: Document) -> Asked:
    """The hand of a document in numbers."""
    ids, hand = Ids(), document["hand"]
    told = hand["concealed"].split()
    concealed = [ids.of(tile) for tile in told]
    last = concealed[told.index(hand["winning_tile"])]
    melds = [
        (sorted(ids.of(tile) for tile in meld["tiles"].split()), meld["concealed"])
        for meld in hand.get("melds", [])
    ]
    dora = [ids.of(tile) for tile in codes(parse(hand.get("dora_indicators", "")))]
    ura = [ids.of(tile) for tile in codes(parse(hand.get("ura_indicators", "")))]
    return Asked(concealed, last, melds, dora, ura)


def _facts(document: Document) -> tuple[set[str], bool]:
    win = document["win"]
    return {*win.get("with", []), win["by"]}, win["by"] == "self_draw"


def _is_chow(tiles: list[int]) -> bool:
    return tiles[0] // 4 != tiles[-1] // 4


def mahjong_asked(document: Document, doubled: bool) -> dict[str, Any]:
    """What ``mahjong`` is asked."""
    from mahjong.constants import EAST, NORTH, SOUTH, WEST
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.meld import Meld

    found, (told, drawn) = asked(document), _facts(document)
    winds = {"E": EAST, "S": SOUTH, "W": WEST, "N": NORTH}
    melds = []
    for tiles, concealed in found.melds:
        kind = Meld.CHI if _is_chow(tiles) else Meld.KAN if len(tiles) == 4 else Meld.PON
        melds.append(Meld(kind, tiles, opened=not concealed))
    config = HandConfig(
        is_tsumo=drawn,
        is_riichi="riichi" in told,
        is_daburu_riichi="double_riichi" in told,
        is_ippatsu="ippatsu" in told,
        is_rinshan="kong_replacement" in told,
        is_chankan="robbed_kong" in told,
        is_haitei="last_tile_draw" in told,
        is_houtei="last_discard" in told,
        player_wind=winds[document["seat"]],
        round_wind=winds[document["prevailing"]],
        options=_mahjong_rules(doubled),
    )
    return {
        "tiles": [*found.concealed, *(tile for tiles, _ in found.melds for tile in tiles)],
        "win_tile": found.last,
        "melds": melds,
        "dora_indicators": found.dora,
        "ura_dora_indicators": found.ura,
        "config": config,
    }


@cache
def _mahjong_rules(doubled: bool) -> Any:
    from mahjong.hand_calculating.hand_config import OptionalRules

    return OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=doubled)


def mahjong(document: Document, doubled: bool = False) -> Answer:
    """What ``mahjong`` answers."""
    from mahjong.hand_calculating.hand import HandCalculator

    found: Any = HandCalculator.estimate_hand_value(**mahjong_asked(document, doubled))
    if found.error == "no_yaku":
        return NONE
    assert found.error is None, found.error
    limits = sum(
        yaku.han_closed if not found.is_open_hand else yaku.han_open
        for yaku in found.yaku
        if yaku.is_yakuman
    )
    _, drawn = _facts(document)
    paid = (found.cost["main"], found.cost["additional"]) if drawn else (found.cost["main"],)
    if limits:
        return Answer(0, 0, limits // 13, paid)
    return Answer(found.han, found.fu, 0, paid)


def _core() -> Any:
    """Its core in Rust: what stands around it miscounts the tiles of a hand with a kong."""
    return importlib.import_module("riichienv._riichienv")


def riichienv_melds(found: Asked) -> list[Any]:
    """The sets laid out as ``riichienv`` takes them."""
    core, melds = _core(), []
    for tiles, concealed in found.melds:
        kind = core.MeldType.Chi if _is_chow(tiles) else core.MeldType.Pon
        if len(tiles) == 4:
            kind = core.MeldType.Ankan if concealed else core.MeldType.Daiminkan
        melds.append(core.Meld(kind, tiles, not concealed))
    return melds


def riichienv_asked(document: Document) -> tuple[Any, tuple[Any, ...]]:
    """What ``riichienv`` is asked: its evaluator, and what it is to calculate."""
    core, found, (told, drawn) = _core(), asked(document), _facts(document)
    conditions = core.Conditions(
        tsumo=drawn,
        riichi=bool({"riichi", "double_riichi"} & told),
        double_riichi="double_riichi" in told,
        ippatsu="ippatsu" in told,
        rinshan="kong_replacement" in told,
        chankan="robbed_kong" in told,
        haitei="last_tile_draw" in told,
        houtei="last_discard" in told,
        player_wind=_wind(core.Wind, document["seat"]),
        round_wind=_wind(core.Wind, document["prevailing"]),
    )
    evaluator = core.HandEvaluator(sorted(found.concealed), riichienv_melds(found))
    return evaluator, (found.last, found.dora, found.ura, conditions)


def alike(ours: Answer, theirs: Answer) -> bool:
    """Whether both say the same, or a counted yakuman stands against one that pays the same
    (docs/riichi.md)."""
    counted = 0 in (ours.yakuman, theirs.yakuman) and 1 in (ours.yakuman, theirs.yakuman)
    return ours == theirs or (counted and ours.paid == theirs.paid)


def _wind(winds: Any, letter: str) -> Any:
    return (winds.East, winds.South, winds.West, winds.North)["ESWN".index(letter)]


def riichienv(document: Document) -> Answer:
    """What ``riichienv`` answers."""
    evaluator, arguments = riichienv_asked(document)
    found = evaluator.calc(*arguments)
    if not found.is_win:
        return NONE
    _, drawn = _facts(document)
    paid: tuple[int, ...] = (found.ron_agari,)
    if drawn:
        paid = (found.tsumo_agari_oya, found.tsumo_agari_ko)
        if document["seat"] == "E":
            paid = (found.tsumo_agari_ko, found.tsumo_agari_ko)
    if found.yakuman:
        return Answer(0, 0, found.han // 13, paid)
    return Answer(found.han, found.fu, 0, paid)


def ours(answer: Any, document: Document) -> Answer:
    """What we answer, in the same words."""
    if not answer["qualifies"]:
        return NONE
    tally, winner = answer["tally"], document["seat"]
    given = {payment["from"]: payment["amount"] for payment in answer["payments"]}
    if document["win"]["by"] != "self_draw":
        paid: tuple[int, ...] = tuple(given.values())
    else:
        other = next(seat for seat in given if seat != "E")
        paid = (given[other] if winner == "E" else given["E"], given[other])
    return Answer(tally["han"], tally["fu"], tally["yakuman"], paid)
