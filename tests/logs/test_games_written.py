"""Games that were played at tenhou.net, written as logs and imported: deals, payments and points
follow as the site had them."""

from __future__ import annotations

import json
from collections import Counter
from itertools import groupby

import pytest

from scorer import game as games
from scorer import logs
from tests.logs.written import Json, Played, can_be_written, json_log, mjlog, played
from tests.peers import tenhou

AT = "2026-11-27T19:00:00Z"
ONE_GAME_IN = 100


def whole_games(step: int) -> list[list[tenhou.LoggedHand]]:
    hands = tenhou.logged_hands(step)
    return [[*game] for _, game in groupby(hands, lambda hand: hand.log)]


def differing(game: list[tenhou.LoggedHand], form: str) -> list[Json]:
    """The differences of a game that is written as a log; hands that are not a whole game are
    logs of their own."""
    hands = [played(hand.document, hand.result) for hand in game if can_be_written(hand.document)]
    whole = len(hands) == len(game) and all("standing" in hand.result for hand in game)
    if not whole:
        return [d for hand in hands for d in imported([hand], form).report["differences"]]
    made = imported(hands, form)
    sheet, end = games.sheet(made.game), game[-1].result
    found: list[Json] = made.report["differences"]
    if not found:
        assert sorted(sheet["totals"].values()) == sorted(end["standing"].values())
        over = end["next"].get("session_over")
        assert over is None or sheet["state"]["over"] == over
    return found


def imported(hands: list[Played], form: str) -> logs.ImportedGame:
    body = json.dumps(json_log(hands)) if form == "json" else mjlog(hands)
    return logs.load(body.encode(), at=AT)


@pytest.mark.parametrize("form", ["json", "mjlog"])
def test_some_games_agree(form: str) -> None:
    found = whole_games(ONE_GAME_IN)
    three = [game for game in whole_games(20) if len(game[0].document["players"]) == 3]
    assert len(found) > 10
    assert three
    found += three[:2]
    assert [d for game in found for d in differing(game, form)] == []


@pytest.mark.nightly
@pytest.mark.parametrize("form", ["json", "mjlog"])
def test_every_game_agrees(form: str) -> None:
    seen = Counter[int]()
    for game in whole_games(1):
        if any(known.log == game[0].log for known in tenhou.KNOWN):
            continue
        assert differing(game, form) == [], game[0].log
        seen[len(game[0].document["players"])] += 1
    assert seen[3]
    assert seen[4]
