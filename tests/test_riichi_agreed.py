"""Which han and fu a table may agree on, by how the hand was won: every hand of sets and a pair, by
the fu of the rule text, beside what is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import pytest

from scorer.engine.options import Options
from scorer.grammar.han.worth import least_han
from tests import plain as scorer
from tests.peers.riichi_record import recorded

FU = (*range(0, 200, 5),)


class Set(NamedTuple):
    kind: str
    open: bool
    fu: int


# An open pung of 2 to 8 has 2 fu; each of kong, concealed and terminal or honour makes it more.
SETS = [Set("chow", open_, 0) for open_ in (False, True)] + [
    Set(kind, open_, 2 * (4 if kind == "kong" else 1) * (1 if open_ else 2) * (2 if major else 1))
    for kind, open_, major in product(("pung", "kong"), (False, True), (False, True))
]


def hands(drawn: bool) -> Iterator[tuple[int, int]]:
    """Yield the rounded fu and the fewest han of all sets with a pair, won in every place."""
    for sets in combinations_with_replacement(SETS, 4):
        for pair, place, wait in product((0, 2, 4), range(5), (0, 2)):
            if place < 4 and (sets[place].open or sets[place].kind == "kong"):
                continue
            if (place == 4 and wait == 0) or (place < 4 and sets[place].kind == "pung" and wait):
                continue
            yield from result(sets, pair, place, wait, drawn)


def result(
    sets: tuple[Set, ...], pair: int, place: int, wait: int, drawn: bool
) -> Iterator[tuple[int, int]]:
    claimed = None if drawn or place == 4 else place
    kinds = [tile_set.kind for tile_set in sets]
    closed = not any(tile_set.open for tile_set in sets)
    concealed = sum(
        one.kind != "chow" and not one.open and n != claimed for n, one in enumerate(sets)
    )
    if concealed == 4 or kinds.count("kong") == 4:
        return  # a yakuman
    beyond = pair + wait + sum(one.fu // (2 if n == claimed else 1) for n, one in enumerate(sets))
    pinfu = closed and not beyond
    fu = 20 + beyond + (10 if closed and not drawn else 0) + (2 if drawn and not pinfu else 0)
    if not closed and fu == 20:
        fu = 30
    han = pinfu + (closed and drawn)
    han += 2 * (concealed == 3) + 2 * (kinds.count("kong") == 3) + 2 * ("chow" not in kinds)
    yield -(-fu // 10) * 10, max(1, han)


@pytest.mark.parametrize("drawn", [False, True])
def test_the_fewest_han_of_so_many_fu_are_those_of_some_hand(drawn: bool) -> None:
    least: dict[int, int] = {25: 3 if drawn else 2}
    for fu, han in hands(drawn):
        least[fu] = min(han, least.get(fu, han))
    options = Options({"pinfu_self_draw": True})
    assert {fu: least_han(fu, drawn, options) for fu in FU} == {fu: least.get(fu) for fu in FU}


def test_where_no_drawn_pinfu_counts_no_hand_has_twenty_fu() -> None:
    assert least_han(20, True, Options({"pinfu_self_draw": False})) is None


def test_what_other_scorers_count_can_be_agreed_on() -> None:
    counted = 0
    for hand, answers in recorded():
        for answer in answers:
            if answer.fu:
                least = least_han(
                    answer.fu, hand["win"]["by"] == "self_draw", Options({"pinfu_self_draw": True})
                )
                assert least is not None
                assert answer.han >= least, hand
                counted += 1
    assert counted > 10_000


@pytest.mark.parametrize(
    ("agreed", "by", "advice"),
    [
        ({"han": 2, "fu": 20}, "discard", "at least 30 fu, or 25 for Seven Pairs"),
        ({"han": 1, "fu": 20}, "self_draw", "enter at least 2 han or correct the fu"),
        ({"han": 1, "fu": 25}, "discard", "enter at least 2 han or correct the fu"),
        ({"han": 2, "fu": 25}, "self_draw", "enter at least 3 han or correct the fu"),
        ({"han": 1, "fu": 110}, "self_draw", "at least 2 han; correct the fu or the han"),
        ({"han": 9, "fu": 140}, "self_draw", "at most 130 fu"),
        ({"han": 3, "fu": 45}, "discard", "multiple of 10 from 30 to 140"),
    ],
)
def test_what_no_hand_can_be_is_refused_with_what_to_do(
    agreed: dict[str, int], by: str, advice: str
) -> None:
    win = {"by": by} | ({"from": "W"} if by == "discard" else {})
    players = {"E": {}, "S": {"agreed": agreed, "win": win}, "W": {}, "N": {}}
    with pytest.raises(scorer.HandError) as caught:
        scorer.settle({"ruleset": "riichi", "prevailing": "E", "players": players})
    (problem,) = caught.value.errors
    assert problem["pointer"] == "/players/S/agreed/fu"
    assert advice in problem["detail"]
