"""The database is away, full or locked: hands are scored, and games too once it is back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event
from werkzeug.test import TestResponse

from benchmarks.server.between import Proxy
from scorer.service.api.examples import SCORE
from scorer.service.store import database
from scorer.service.store.records import STORE_EXTENSION
from tests.games.databases import schema, serving, sqlite
from tests.games.playing import GAMES, NEW, Table, moved


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    with closing(Proxy(5432)) as made:
        yield made


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "RETRY_PAUSE_SECONDS", 0.0)


def is_away(answer: TestResponse) -> bool:
    return (
        answer.status_code == 503
        and answer.mimetype == "application/problem+json"
        and int(answer.headers["Retry-After"]) > 0
        and "Idempotency-Key" in answer.get_json()["detail"]
    )


def assert_only_hands(app: Flask, table: Table | None = None) -> None:
    client = app.test_client()
    assert client.post("/api/v1/score", json=SCORE).status_code == 200
    assert client.get("/readyz").status_code == 200
    assert is_away(client.post(GAMES, json=NEW))
    if table is not None:
        assert is_away(table.write(moved(table.sheet["version"])))
        assert is_away(client.get(table.watch))


@contextmanager
def postgresql_through(proxy: Proxy) -> Iterator[str]:
    with schema(through=f"127.0.0.1:{proxy.port}") as address:
        yield address


def test_postgresql_goes_and_comes_back(proxy: Proxy) -> None:
    with postgresql_through(proxy) as address, serving(address) as app:
        table = Table.begun(app.test_client())
        assert table.write(moved(0)).status_code == 201
        table.sheet = table.now()
        proxy.shut()
        for _ in range(2):
            assert_only_hands(app, table)
        proxy.open = True
        assert table.now() == table.sheet
        assert table.write(moved(1)).status_code == 201


def test_postgresql_is_not_there_when_the_service_starts(proxy: Proxy) -> None:
    with postgresql_through(proxy) as address, serving(address) as app:
        proxy.shut()
        assert_only_hands(app)
        proxy.open = True
        assert Table.begun(app.test_client()).write(moved(0)).status_code == 201


def test_an_answer_of_the_database_that_is_lost_is_found_by_its_name(proxy: Proxy) -> None:
    with postgresql_through(proxy) as address, serving(address) as app:
        table = Table.begun(app.test_client())
        proxy.silent_after = [b"INSERT INTO answers", b"COMMIT"]
        assert is_away(table.write(moved(0), once="mine"))
        assert proxy.silent_after == []
        assert table.now()["version"] == 1
        assert table.write(moved(0), once="mine").status_code == 201
        assert table.now()["version"] == 1


@pytest.mark.parametrize(("idle", "first"), [(0.0, 200), (3600.0, 503)])
def test_a_connection_that_was_idle_is_asked_before_it_is_used(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch, idle: float, first: int
) -> None:
    """PostgreSQL was restarted meanwhile: only who asked a moment ago learns of it."""
    monkeypatch.setattr("scorer.service.store.engines.IDLE_SECONDS", idle)
    with postgresql_through(proxy) as address, serving(address) as app:
        table = Table.begun(app.test_client())
        proxy.shut()
        proxy.open = True
        found = [table.client.get(table.watch).status_code for _ in range(3)]
        assert found == [first, 200, 200]


def test_nobody_waits_for_a_database_that_was_away_a_moment_ago(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "RETRY_PAUSE_SECONDS", 60.0)
    with postgresql_through(proxy) as address, serving(address) as app:
        proxy.shut()
        assert is_away(app.test_client().post(GAMES, json=NEW))
        proxy.open = True
        assert is_away(app.test_client().post(GAMES, json=NEW))
        monkeypatch.setattr(database, "RETRY_PAUSE_SECONDS", 0.0)
        Table.begun(app.test_client())


def test_a_file_goes_and_comes_back(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path)) as app:
        table = Table.begun(app.test_client())
        assert table.write(moved(0)).status_code == 201
        table.sheet = table.now()
        (tmp_path / "kept").rename(tmp_path / "elsewhere")
        assert_only_hands(app, table)
        (tmp_path / "kept").mkdir()
        assert_only_hands(app, table)
        assert list((tmp_path / "kept").iterdir()) == []
        (tmp_path / "kept").rmdir()
        (tmp_path / "elsewhere").rename(tmp_path / "kept")
        assert table.now() == table.sheet
        assert table.write(moved(1)).status_code == 201


def test_a_place_that_cannot_be_written_turns_games_off_until_it_can(tmp_path: Path) -> None:
    place = tmp_path / "kept"
    place.write_text("a file where a folder is to be")
    with serving(sqlite(tmp_path)) as app:
        assert_only_hands(app)
        place.unlink()
        Table.begun(app.test_client())


def test_what_is_no_database_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "kept" / "games.sqlite3"
    file.parent.mkdir()
    file.write_text("a letter to my aunt\n" * 100)
    with serving(sqlite(tmp_path)) as app:
        assert_only_hands(app)
    assert file.read_text() == "a letter to my aunt\n" * 100


def test_a_full_disk_keeps_what_there_is_and_says_so(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path)) as app:
        table = Table.begun(app.test_client())
        assert table.write(moved(0)).status_code == 201
        engine = app.extensions[STORE_EXTENSION].database._process.engine
        full = True

        @event.listens_for(engine, "checkout")
        def fill(connection: Any, *_: object) -> None:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {pages if full else pages + 10_000}")

        version = 1
        while table.write(moved(version), once=str(version)).status_code == 201:
            version += 1
            assert version < 200, "it never fills"
        assert is_away(table.write(moved(version), once=str(version)))
        assert table.now()["version"] == version
        assert table.client.post("/api/v1/score", json=SCORE).status_code == 200
        full = False
        assert table.write(moved(version), once=str(version)).status_code == 201
        assert [entry["n"] for entry in table.now()["entries"]] == list(range(1, version + 2))


def test_a_writer_who_is_locked_out_is_told_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.service.store.engines.BUSY_TIMEOUT_SECONDS", 0.2)
    with serving(sqlite(tmp_path)) as app:
        table = Table.begun(app.test_client())
        with app.extensions[STORE_EXTENSION].database.writing():
            assert is_away(table.write(moved(0), once="x"))
            assert table.now()["version"] == 0
        assert table.write(moved(0), once="x").status_code == 201


def test_a_database_that_is_made_is_a_line_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "typo" / "games.sqlite3"
    for _ in range(2):
        with serving(f"sqlite:///{file}") as app:
            assert app.extensions[STORE_EXTENSION].database.prepare()
    assert caplog.text.count(f"{file} did not exist; a new database is made") == 1
