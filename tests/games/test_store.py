"""The store by itself: its tables, its writers, its keys, and what is removed."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, text

from scorer.service.store import retention
from scorer.service.store.addresses import database_url
from scorer.service.store.database import Database
from scorer.service.store.records import (
    GameRef,
    IdempotentAnswer,
    StaleError,
    StoredAnswer,
    StoreUnavailableError,
    UnknownKeyError,
)
from scorer.service.store.store import DatabaseGameStore
from scorer.service.store.tables import answers, entries, game_keys, games, metadata
from tests.games.databases import count
from tests.service.running import PATIENCE

DAY = 86_400


@pytest.fixture
def store(address: str) -> Iterator[DatabaseGameStore]:
    made = DatabaseGameStore(Database(database_url(address)))
    yield made
    made.database.close()


def test_the_steps_make_the_tables_that_are_declared(store: DatabaseGameStore) -> None:
    with store.database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_many_that_start_at_once_make_the_tables_once(address: str) -> None:
    together = Barrier(8, timeout=PATIENCE)

    def start(number: int) -> dict[str, str]:
        store = DatabaseGameStore(Database(database_url(address)))
        together.wait()
        keys = store.begin({"number": number}, [], 0)[1]
        store.database.close()
        return keys

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(start, range(8)))
    store = DatabaseGameStore(Database(database_url(address)))
    found = [store.load(keys["watch"]).record for keys in made]
    assert found == [{"number": number} for number in range(8)]
    store.database.close()


@pytest.mark.slow
def test_a_database_that_is_dropped_closes_its_connections(address: str) -> None:
    """An application owns its database: where nobody closes it, it goes with the application."""
    closed: list[object] = []
    store = DatabaseGameStore(Database(database_url(address)))
    with store.database.reading_without_transaction() as connection:
        event.listen(connection.engine.pool, "close", lambda *_: closed.append(_))
    del connection
    gc.collect()
    assert not closed
    del store
    gc.collect()
    assert len(closed) == 1


def test_a_database_of_a_later_release_is_left_alone(
    store: DatabaseGameStore, address: str
) -> None:
    store.begin({}, [], 0)
    with store.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'later'"))
    other = DatabaseGameStore(Database(database_url(address)))
    with pytest.raises(StoreUnavailableError):
        other.begin({}, [], 0)
    other.database.close()


def test_a_key_is_kept_nowhere(store: DatabaseGameStore) -> None:
    _, keys = store.begin({"title": "x"}, [{"n": 1}], 0)
    with store.database.reading() as connection:
        asked = [table.select() for table in metadata.sorted_tables]
        rows = [str(row) for one in asked for row in connection.execute(one)]
    assert rows
    assert not [row for row in rows if any(key in row for key in keys.values())]


def test_of_writers_who_saw_the_same_one_wins(store: DatabaseGameStore) -> None:
    known, keys = store.begin({}, [], 0)
    together = Barrier(8, timeout=PATIENCE)

    def write(number: int) -> bool:
        together.wait()
        try:
            store.append(known, {"by": number}, 1)
        except StaleError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(write, range(8)))
    assert sum(won) == 1
    assert store.load(keys["play"]).entries == [{"by": won.index(True)}]


def test_writers_who_look_again_are_all_kept_once_and_in_order(store: DatabaseGameStore) -> None:
    _, keys = store.begin({}, [], 0)

    def write(number: int) -> int:
        while True:
            known = store.find(keys["play"])
            try:
                return store.append(known, {"by": number}, 1).version
            except StaleError:
                continue

    with ThreadPoolExecutor(4) as pool:
        versions = list(pool.map(write, range(24)))
    assert sorted(versions) == list(range(1, 25))
    stored = store.load(keys["play"])
    assert [entry["by"] for entry in stored.entries] == [versions.index(n) for n in range(1, 25)]
    assert stored.game_ref.version == 24


def test_an_answer_is_kept_with_its_entry_or_not_at_all(store: DatabaseGameStore) -> None:
    known, keys = store.begin({}, [], 0)
    once = IdempotentAnswer("name", StoredAnswer("asked", "answer"))
    store.append(known, {}, 1, once)
    with pytest.raises(StaleError):
        store.append(known, {}, 1, IdempotentAnswer("other", StoredAnswer("asked", "answer")))
    stored = store.load(keys["play"], "name")
    assert (stored.answer, len(stored.entries)) == (once.answer, 1)
    assert store.load(keys["play"], "other").answer is None
    with pytest.raises(StaleError):
        store.append(stored.game_ref, {}, 1, once)
    assert count(store, entries) == 1


def test_a_game_that_takes_the_place_of_another_is_not_written_in(store: DatabaseGameStore) -> None:
    known, _ = store.begin({}, [], 0)
    store.remove(known)
    again, keys = store.begin({}, [], 0)
    with pytest.raises(StaleError):
        store.append(known._replace(game=again.game), {}, 0)
    assert store.load(keys["play"]).entries == []


def test_what_is_removed_leaves_nothing(store: DatabaseGameStore) -> None:
    known, keys = store.begin({}, [{}, {}], 0)
    store.append(known, {}, 1, IdempotentAnswer("name", StoredAnswer("a", "b")))
    store.remove(known)
    for key in keys.values():
        with pytest.raises(UnknownKeyError):
            store.find(key)
    assert [count(store, table) for table in (games, game_keys, entries, answers)] == [0] * 4


def test_a_key_that_was_replaced_replaces_none(store: DatabaseGameStore) -> None:
    _, keys = store.begin({}, [], 0)
    fresh = store.replace_keys(keys["play"], ["play"])
    with pytest.raises(UnknownKeyError):
        store.replace_keys(keys["play"], ["watch"])
    assert store.find(fresh["play"]).role == "play"
    assert store.find(keys["watch"]).role == "watch"


def test_a_game_stays_until_its_last_entry_has_been_too_old_for_a_day(
    store: DatabaseGameStore,
) -> None:
    known, _ = store.begin({}, [{}], 100 * DAY)
    store.begin({}, [{}], 300 * DAY)
    now = 501 * DAY
    assert retention.sweep_games(store.database, now, 400) == 0
    assert retention.sweep_games(store.database, now + DAY // 2, 400) == 0
    assert retention.sweep_games(store.database, now + DAY + 1, 400) == 1
    with pytest.raises(StaleError):
        store.append(known, {}, now)
    assert count(store, games) == count(store, entries) == 1


def test_a_clock_that_ran_ahead_removes_nothing(store: DatabaseGameStore) -> None:
    known, keys = store.begin({}, [], 100 * DAY)
    assert retention.sweep_games(store.database, 9000 * DAY, 400) == 0
    assert retention.sweep_games(store.database, 101 * DAY, 400) == 0
    assert retention.sweep_games(store.database, 502 * DAY, 400) == 0
    written = store.append(known, {}, 502 * DAY)
    # A clock that is set back makes it no older.
    store.append(written, {}, 1)
    assert retention.sweep_games(store.database, 504 * DAY, 400) == 0
    assert store.find(keys["play"]).version == 2


def test_old_games_go_a_few_at_a_time_when_somebody_writes(
    store: DatabaseGameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        store.begin({}, [], 0)
    assert [retention.sweep_games(store.database, 500 * DAY, 400, most=2) for _ in range(3)] == [
        0
    ] * 3
    found = [retention.sweep_games(store.database, 502 * DAY, 400, most=2) for _ in range(3)]
    assert found == [2, 2, 1]
    swept: list[int] = []
    monkeypatch.setattr(retention, "sweep_games", lambda *_: swept.append(1))
    monkeypatch.setattr(retention, "random", random.Random(1).random)
    for _ in range(500):
        retention.sweep_sometimes(store.database, 0, 400)
        retention.sweep_sometimes(store.database, 0, 0)
    assert 2 <= len(swept) <= 30


def test_what_a_key_tells_is_found_by_an_index(store: DatabaseGameStore, address: str) -> None:
    if address.startswith("sqlite"):
        store.begin({}, [], 0)
        asked = "EXPLAIN QUERY PLAN SELECT 1 FROM game_keys k JOIN games g ON g.id = k.game"
        with store.database.reading() as connection:
            told = str(connection.execute(text(f"{asked} WHERE k.digest = 'x'")).all())
        assert "SCAN" not in told
    assert isinstance(store.begin({}, [], 0)[0], GameRef)
