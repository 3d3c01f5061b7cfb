"""Limits are counted in common where a storage is named; where that is away, nobody is limited and
nobody is refused."""

from __future__ import annotations

from pathlib import Path
from random import randrange

import pytest

from scorer.service import create_app
from tests.games.databases import redis_here, serving, sqlite
from tests.games.playing import GAMES, NEW, Table


def test_games_go_on_without_the_storage_of_the_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(sqlite(tmp_path), GAMES_GUESS_LIMIT="1 per minute") as app:
        storage = app.extensions["scorer-games-limits"].storage

        def away(*_: object) -> int:
            raise ConnectionError("no redis")

        monkeypatch.setattr(storage, "incr", away)
        monkeypatch.setattr(storage, "get", away)
        table = Table.begun(app.test_client())
        for number in range(4):
            assert app.test_client().get(f"{GAMES}/{number}").status_code == 404
        assert table.now() == table.sheet


def test_services_that_share_a_redis_count_a_client_together(tmp_path: Path) -> None:
    settings = {"RATELIMIT_STORAGE_URI": redis_here(), "GAMES_MADE_LIMIT": "3 per minute"}
    # A client whom no other test is: what is counted stays there for a minute.
    address = f"10.{randrange(256)}.{randrange(256)}.{randrange(256)}"
    with (
        serving(sqlite(tmp_path), **settings) as here,
        serving(sqlite(tmp_path), **settings) as there,
    ):
        clients = [app.test_client() for app in (here, there)]
        for client in clients:
            client.environ_base["REMOTE_ADDR"] = address
        made = [clients[n % 2].post(GAMES, json=NEW) for n in range(5)]
    assert [answer.status_code for answer in made] == [201, 201, 201, 429, 429]
    assert all(0 < int(answer.headers["Retry-After"]) <= 61 for answer in made[3:])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "no address with a secret"),
        ("DATABASE_URL", "nosuch://user:secret@host/x"),
        ("RATELIMIT_STORAGE_URI", "nosuch://secret"),
        ("GAMES_MADE_LIMIT", "often"),
        ("GAMES_GUESS_LIMIT", 3),
        ("GAMES_KEPT_DAYS", -1),
        ("GAMES_IMPORT_MAX_BYTES", 0),
    ],
)
def test_a_setting_that_makes_no_sense_stops_the_start(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name) as raised:
        create_app({"LOG_REQUESTS": False, name: value})
    assert "secret" not in str(raised.value)
