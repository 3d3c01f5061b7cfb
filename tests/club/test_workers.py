"""Several processes of a server with a club's file: games keep the special hands that they began
with, whichever process answers and whatever the files say later."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks.server import faults
from benchmarks.server.faults import Server, request_json
from tests.games.databases import database

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs fork"),
]

CLUB = """
[club]
name = "Riverside"

[[preset]]
id = "riverside"
ruleset = "british"
extends = "bmja"
default = true
title = "Riverside"
options = { limit = 500 }
special_hands = "hands.txt"
"""
HANDS = "Heavenly Twins: seven pairs (one suit; different)  C limit\n"
LATER = {
    "cheaper": HANDS.replace("limit", "50"),
    "removed": "Other Twins: seven pairs (two suits)  C limit\n",
}
TWINS = {"concealed": "11223344556677b", "winning_tile": "7b"}
PLAYERS = {
    "E": {"hand": TWINS, "win": {"by": "self_draw"}},
    **{seat: {"points": 0} for seat in "SWN"},
}
GAME = {"ruleset": "british", "players": ["Ann", "Ben", "Cid", "Dee"]}
# East receives double, and the limit is 500.
MOVES = {"p1": 3000, "p2": -1000, "p3": -1000, "p4": -1000}


@pytest.fixture
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as found:
        yield found


@contextmanager
def processes(address: str, home: Path, **settings: str) -> Iterator[list[Server]]:
    """Two processes over one database, each at a port of its own, so that it is known which of them
    answers."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(faults.served(address, home, 1, None, **settings)) for _ in range(2)
        ]


def asked(server: Server, method: str, path: str, body: object = None) -> Any:
    status, answer = request_json(server.port, method, f"/api/v1/games{path}", body)
    assert status in (200, 201), answer
    return answer


def enter(server: Server, key: str, **entry: object) -> Any:
    """Enters the hand of the twins, and returns who gets what."""
    version = asked(server, "GET", f"/{key}")["version"]
    told = {**entry, "document": {"players": PLAYERS}, "after": version}
    return asked(server, "POST", f"/{key}/entries", told)["entry"]["moves"]


def begin(server: Server) -> str:
    key: str = asked(server, "POST", "", GAME)["keys"]["play"]
    return key


@pytest.mark.parametrize(
    ("address", "later"), [("sqlite", "cheaper"), ("postgresql", "removed")], indirect=["address"]
)
def test_games_keep_their_special_hands_in_every_process(
    address: str, tmp_path: Path, later: str
) -> None:
    club, hands = tmp_path / "club.toml", tmp_path / "hands.txt"
    club.write_text(CLUB, encoding="utf-8")
    hands.write_text(HANDS, encoding="utf-8")
    with processes(address, tmp_path, SCORER_CLUB=str(club)) as (first, second):
        key = begin(first)
        assert enter(first, key, kind="hand") == MOVES
        hands.write_text(LATER[later], encoding="utf-8")
        # What runs goes on by the file that it began with.
        assert enter(second, key, kind="hand") == MOVES
        assert enter(second, begin(first), kind="hand") == MOVES
        before = asked(first, "GET", f"/{key}")
    with processes(address, tmp_path, SCORER_CLUB=str(club)) as servers:
        for number, server in enumerate(servers, 1):
            assert asked(server, "GET", f"/{key}")["totals"] == before["totals"]
            assert enter(server, key, kind="replace", entry=number) == MOVES
            # Under the new file the twins are worth little, or are no mah-jong.
            told = {"kind": "hand", "document": {"players": PLAYERS}, "after": 0}
            path = f"/api/v1/games/{begin(server)}/entries"
            status, answer = request_json(server.port, "POST", path, told)
            assert (status, later) in ((201, "cheaper"), (422, "removed"))
            assert later == "removed" or answer["entry"]["moves"]["p1"] == 300
    with faults.served(address, tmp_path, 1) as server:
        assert asked(server, "GET", f"/{key}")["totals"] == before["totals"]
        assert enter(server, key, kind="replace", entry=1) == MOVES
