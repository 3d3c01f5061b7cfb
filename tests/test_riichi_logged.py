"""Riichi beside games that were played at tenhou.net: yaku, fu, points, payments, the next deal and
the standing of every hand, as the site logged them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.peers import tenhou

ONE_GAME_IN = 40
"""The quick run settles the hands of one game in so many."""


def test_the_hands_of_some_games_are_scored_and_settled_as_logged() -> None:
    hands = [*tenhou.logged_hands(ONE_GAME_IN)]
    assert len({hand.collection for hand in hands}) == len(tenhou.licences())
    assert [hand for hand in hands if tenhou.differing(hand)] == []


@pytest.mark.nightly
def test_every_hand_is_scored_and_settled_as_logged() -> None:
    """About ten seconds; ends of sessions, extension rounds, draws and three players among them."""
    differing, seen = [], Counter[str]()
    for hand in tenhou.logged_hands():
        differing += [hand] if tenhou.differing(hand) else []
        seen[hand.document.get("draw", "won")] += 1
        seen["three players"] += len(hand.document["players"]) == 3
        seen["session over"] += hand.result.get("next", {}).get("session_over") is True
        seen["extension"] += hand.document["prevailing"] == "W"
        seen[hand.collection] += 1
    assert differing == []
    kinds = ("exhaustive", "nine_terminals", "four_winds", "four_riichi", "four_kongs")
    assert all(seen[kind] for kind in (*kinds, "three players", "session over", "extension"))
    assert {*tenhou.licences()} <= seen.keys()


@pytest.mark.slow
def test_what_is_called_a_known_difference_is_one() -> None:
    for known in tenhou.KNOWN:
        hands = [hand for hand in tenhou.logged_hands() if hand.log == known.log]
        found = [(tenhou.scorer_result(hand), hand.result) for hand in hands]
        assert any(
            ours["scores"][seat].get("yakuman") == known.ours and logged["yakuman"] == known.logged
            for ours, result in found
            for seat, logged in result.get("scores", {}).items()
        )
