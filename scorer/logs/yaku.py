"""The names of yaku in logs, and the ids of the rules that they are here."""

from __future__ import annotations

from scorer.rules import BOOKS

YAKU_BY_NUMBER = (
    *("fully-concealed-hand", "riichi", "ippatsu", "robbing-the-kong", "after-a-kong"),
    *("last-tile-draw", "last-tile-claim", "pinfu", "all-simples", "pure-double-chow"),
    *("seat-wind",) * 4,
    *("prevailing-wind",) * 4,
    *("white-dragon", "green-dragon", "red-dragon", "double-riichi", "seven-pairs"),
    *("outside-hand", "pure-straight", "mixed-triple-chow", "triple-pung", "three-kongs"),
    *("all-pungs", "three-concealed-pungs", "little-three-dragons", "all-terminals-and-honours"),
    *("twice-pure-double-chow", "pure-outside-hand", "half-flush", "full-flush"),
    *("blessing-of-man", "blessing-of-heaven", "blessing-of-earth", "big-three-dragons"),
    *("four-concealed-pungs", "four-concealed-pungs-pair-wait", "all-honours", "all-green"),
    *("all-terminals", "nine-gates", "pure-nine-gates", "thirteen-orphans"),
    *("thirteen-sided-orphans", "big-four-winds", "little-four-winds", "four-kongs"),
    *("dora", "ura-dora", "red-five"),
)
"""The rules by Tenhou's number, from 0."""

RULE_BY_OTHER_NAME = {
    "両立直": "double-riichi",
    "ダブル立直": "double-riichi",
    "槍槓": "robbing-the-kong",
    "断么九": "all-simples",
    "混全帯么九": "outside-hand",
    "純全帯幺九": "pure-outside-hand",
    "純全帯么九": "pure-outside-hand",
    "対対和": "all-pungs",
    "国士無双13面": "thirteen-sided-orphans",
    "国士無双１３面": "thirteen-sided-orphans",
    "国士無双十三面待ち": "thirteen-sided-orphans",
    "純正九蓮宝灯": "pure-nine-gates",
    "九蓮宝灯": "nine-gates",
    "發": "green-dragon",
    "発": "green-dragon",
    "抜きドラ": "dora",
    "門前清自摸": "fully-concealed-hand",
}


RIICHI_RULES = BOOKS["riichi"].as_document()["rules"]
RULE_BY_YAKU_NAME = {
    **{rule["names"]["ja"]: rule["id"] for rule in RIICHI_RULES if "ja" in rule["names"]},
    **RULE_BY_OTHER_NAME,
}
VALUE_TILE = "役牌"
"""What stands before a dragon or a wind; Mahjong Soul writes both as one word."""


def rule_of_yaku_name(name: str) -> str | None:
    """Return the id of the rule of a Japanese name, as in ``役牌 白`` or ``自風 東``."""
    words = name.removeprefix(VALUE_TILE).lstrip(":：").split()
    if not words:
        return None
    first = words[0]
    return RULE_BY_YAKU_NAME.get(first.removesuffix("牌") if first in WIND_YAKU_NAMES else first)


WIND_YAKU_NAMES = ("自風牌", "場風牌")
