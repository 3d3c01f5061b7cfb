"""Hong Kong: each entry of the section “not_counted” of the rule text, with its reason; and what is
above the limit."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import scorer

Json = dict[str, Any]

DISCARD: Json = {"by": "discard", "from": "E"}
DRAWN: Json = {"by": "self_draw"}
NONE: Json = {}


class Near(NamedTuple):
    """A hand that South won, a rule that does not count in it, and why."""

    rule: str
    because: str
    concealed: str
    winning: str
    melds: tuple[str, ...] = ()
    win: Json = DISCARD
    bonus: str = ""
    options: Json = NONE
    preset: str = "old_style"
    amount: int | None = None


SIX_MELDED = ("345b", "789c")
NEAR = [
    Near(
        "dragon-pung", "Small Dragons already contains it", "RR 345c", "3c", ("GGG", "PPP", "789c")
    ),
    Near("dragon-pung", "Big Dragons already contains it", "45c 99b", "3c", ("RRR", "GGG", "PPP")),
    Near("all-pungs", "Big Winds already contains it", "1b 1b", "1b", ("EEE", "SSS", "WWW", "NNN")),
    Near(
        "concealed-hand", "Four Concealed Pungs already", "111b 333c 555d 777d 9b", "9b", win=DRAWN
    ),
    Near("full-flush", "Nine Gates already contains it", "1112345678999b", "5b"),
    Near(
        "seat-wind",
        "N is not the player's own wind, which is S",
        "22d 67c",
        "8c",
        ("NNN", *SIX_MELDED),
    ),
    Near(
        "prevailing-wind", "N is not the wind of the round", "22d 67c", "8c", ("NNN", *SIX_MELDED)
    ),
    Near(
        "four-concealed-pungs",
        "the winning tile 9b was claimed, so its pung is exposed",
        "111b 333c 555d 77b 99b",
        "9b",
    ),
    Near(
        "four-concealed-pungs",
        "the set 5d 5d 5d is exposed",
        "111b 333c 77b 99b",
        "9b",
        ("555d",),
        DRAWN,
    ),
    Near(
        "four-concealed-pungs",
        "the winning tile was claimed, not drawn",
        "111b 333c 555d 777d 9b",
        "9b",
    ),
    Near("concealed-hand", "the set 7c 8c 9c was claimed", "345b 22d 678c 34b", "5b", ("789c",)),
    Near("full-flush", "5d is of another suit", "123b 456b 789b 55b 5d 5d", "5d"),
    Near("full-flush", "3d is of another suit", "123b 456b 789b 55b 45d", "3d"),
    Near("half-flush", "5d is of another suit", "123b 456b EEE WW 5d 5d", "5d"),
    Near("all-pungs", "the set 3d 4d 5d is a chow", "111b 333c 77b 34d", "5d", ("999d",)),
    Near("all-chows", "the set 5d 5d 5d is not a chow", "123b 456c 789d 77b 55d", "5d"),
    Near("no-flowers", "F2 is there", "123b 456c 789d 77b 34d", "5d", bonus="F2"),
    Near(
        "own-flower",
        "F1 belongs to East; South's own is F2",
        "123b 456c 789d 77b 34d",
        "5d",
        bonus="F1",
    ),
    Near(
        "own-season",
        "S3 belongs to West; South's own is S2",
        "123b 456c 789d 77b 34d",
        "5d",
        bonus="S3",
    ),
    Near("nine-gates", "the set 6b 7b 8b is exposed", "111234599b 9b", "5b", ("678b",)),
    Near(
        "blessing-of-man",
        "this table counts nothing for it",
        "123b 456c 789d 77b 34d",
        "5d",
        win={**DISCARD, "with": ["first_go_around"]},
    ),
    Near(
        "half-flush",
        "Big Winds counts alone",
        "1b",
        "1b",
        ("EEE", "SSS", "WWW", "NNN"),
        preset="great_alone",
    ),
    Near(
        "no-flowers",
        "Big Winds counts alone",
        "1b",
        "1b",
        ("EEE", "SSS", "WWW", "NNN"),
        preset="great_limit",
    ),
    Near(
        "above-limit",
        "the sum is 11, and at most 8 of it counts",
        "111b 333b 99b 55b",
        "5b",
        ("777b",),
        options={"limit": 8},
        amount=3,
    ),
    Near(
        "above-limit",
        "the sum is 8, and at most 4 of it counts",
        "123b 45b 88b",
        "6b",
        ("789b", "234b"),
        bonus="F1",
        options={"limit": 4},
        amount=4,
    ),
]


def answer_to(near: Near) -> Any:
    hand: Json = {
        "concealed": near.concealed,
        "melds": [{"tiles": tiles} for tiles in near.melds],
        "winning_tile": near.winning,
        "bonus": near.bonus,
    }
    document = {"ruleset": "hongkong", "preset": near.preset, "options": near.options}
    return scorer.score({**document, "hand": hand, "win": near.win, "seat": "S", "prevailing": "E"})


@pytest.mark.parametrize("near", NEAR, ids=lambda near: f"{near.rule}: {near.because[:40]}")
def test_what_nearly_counted_or_was_set_aside_is_told_with_its_reason(near: Near) -> None:
    found = [entry for entry in answer_to(near)["not_counted"] if entry["id"] == near.rule]
    assert found
    assert near.because in found[0]["because"]
    assert near.amount in (None, found[0]["amount"])


def test_nothing_is_above_the_limit_that_the_hand_does_not_exceed() -> None:
    for near in NEAR:
        answer = answer_to(near)
        over = answer["tally"]["faan"] - answer["total"]
        above = [
            uncounted["amount"]
            for uncounted in answer["not_counted"]
            if uncounted["id"] == "above-limit"
        ]
        assert above == ([over] if over else [])


def test_the_faan_of_an_agreed_hand_above_the_limit_are_told_too() -> None:
    players: Json = {"E": {}, "S": {"points": 15, "win": {"by": "self_draw"}}, "W": {}, "N": {}}
    answer: Any = scorer.settle({"ruleset": "hongkong", "prevailing": "E", "players": players})
    sheet = answer["scores"]["S"]
    assert sheet["total"] == 13
    (above,) = sheet["not_counted"]
    assert (above["id"], above["amount"], above["principle"]) == ("above-limit", 2, "limit")
    # Of 13 faan half-spicy pays 384, times the base of 2, by each of three.
    assert answer["net"]["S"] == 3 * 768
