"""Classes in the store: what is hashed, what two phones do at once, and what is removed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import select, text

from scorer.service.store import migrate, retention
from scorer.service.store.addresses import database_url
from scorer.service.store.classes import (
    Attempt,
    ClassStore,
    ClosedError,
    TooManyAttemptsError,
    TooManyPupilsError,
    UnknownPupilError,
)
from scorer.service.store.database import Database
from scorer.service.store.records import AlreadyBegunError, IdempotentRequest, UnknownKeyError
from scorer.service.store.store import DatabaseGameStore
from scorer.service.store.tables import (
    attempts,
    class_codes,
    class_exercises,
    class_keys,
    class_requests,
    classes,
    games,
    metadata,
    pupils,
)
from tests.games.databases import count
from tests.service.running import PATIENCE

DAY = 86_400
RECORD = {"title": "Tuesday", "reveal": "at_once"}
WRONG = Attempt({"points": 1}, False, "too_few", True)
TABLES = (classes, class_keys, class_codes, class_exercises, pupils, attempts)


@pytest.fixture
def store(address: str) -> Iterator[ClassStore]:
    made = ClassStore(Database(database_url(address)))
    yield made
    made.database.close()


def test_no_key_code_or_secret_is_stored(store: ClassStore) -> None:
    ref, keys = store.begin(RECORD, [{}], 0)
    secret, _ = store.add_pupil(ref, "Mei")
    code = store.open_code(ref, "join", 0).code
    with store.database.reading() as connection:
        rows = [
            str(row)
            for table in metadata.sorted_tables
            for row in connection.execute(select(table))
        ]
    assert len(rows) == 6
    assert not [row for row in rows if any(kept in row for kept in (*keys.values(), secret, code))]


def test_a_class_that_is_made_again_under_a_name_has_the_same_keys(store: ClassStore) -> None:
    once = IdempotentRequest("no one guesses this", "asked")
    ref, keys = store.begin(RECORD, [{}], 0, once)
    with pytest.raises(AlreadyBegunError) as again:
        store.begin(RECORD, [{}], 0, once)
    assert again.value.issued == ("asked", keys)
    assert {store.find(key, 0).number for key in keys.values()} == {ref.number}
    assert [count(store, table) for table in (classes, class_keys, class_requests)] == [1, 2, 1]
    # The name goes with the class.
    _, others = store.begin(RECORD, [{}], ref.expires_at, once)
    assert count(store, class_requests) == 1
    assert not set(others.values()) & set(keys.values())


def test_of_a_pupil_only_nickname_and_answers_are_stored() -> None:
    assert [column.name for column in pupils.c] == ["class", "n", "digest", "nickname"]
    assert [column.name for column in attempts.c] == [
        *("class", "pupil", "exercise", "n", "answer", "is_right", "slip", "is_shown"),
        *("name", "asked"),
    ]


def test_a_class_is_gone_after_thirty_days(store: ClassStore) -> None:
    began = 1_800_000_000
    ref, keys = store.begin(RECORD, [{}], began)
    pupil, _ = store.add_pupil(ref, "Mei")
    store.add_attempt(ref, store.pupil(ref, pupil), 1, WRONG, IdempotentRequest("a", "b"))
    store.open_code(ref, "join", began)
    late = began + 30 * DAY
    assert ref.expires_at == late
    for key in keys.values():
        assert store.find(key, late - 1).number == ref.number
        with pytest.raises(UnknownKeyError):
            store.find(key, late)
    store.begin(RECORD, [{}], late - 1)
    assert count(store, classes) == 2
    store.begin(RECORD, [{}], late)
    assert [count(store, table) for table in TABLES] == [2, 4, 0, 2, 0, 0]


def test_expired_classes_go_while_games_are_written_though_games_stay(
    store: ClassStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "random", lambda: 0.0)
    store.begin(RECORD, [{}], 0)
    shelf = DatabaseGameStore(store.database)
    shelf.begin({}, [], 0)
    shelf.sweep_now_and_then(30 * DAY - 1, 0)
    assert count(store, classes) == 1
    shelf.sweep_now_and_then(30 * DAY, 0)
    assert (count(store, classes), count(store, games)) == (0, 1)


def test_a_removed_class_leaves_nothing(store: ClassStore) -> None:
    ref, _ = store.begin(RECORD, [{}], 0)
    other, _ = store.begin(RECORD, [{}], 0)
    pupil = store.pupil(ref, store.add_pupil(ref, "Mei")[0])
    store.add_attempt(ref, pupil, 1, WRONG, None)
    store.open_code(ref, "join", 0)
    store.remove(ref)
    assert [count(store, table) for table in TABLES] == [1, 2, 0, 1, 0, 0]
    assert store.exercises(other) == [{}]
    for act in (
        lambda: store.add_pupil(ref, "Mei"),
        lambda: store.add_attempt(ref, pupil, 1, WRONG, IdempotentRequest("a", "b")),
        lambda: store.set_open(ref, is_open=False),
        lambda: store.open_code(ref, "join", 0),
        lambda: store.exercises(ref),
    ):
        with pytest.raises(UnknownKeyError):
            act()


def test_two_phones_that_join_at_once_have_two_nicknames(store: ClassStore) -> None:
    ref, _ = store.begin(RECORD, [{}], 0)
    together = Barrier(6, timeout=PATIENCE)

    def join(_: int) -> str:
        together.wait()
        return store.add_pupil(ref, "Mei")[1]

    with ThreadPoolExecutor(6) as pool:
        found = sorted(pool.map(join, range(6)))
    assert found == ["Mei", *(f"Mei {number}" for number in range(2, 7))]


def test_an_answer_that_comes_twice_at_once_is_stored_once(store: ClassStore) -> None:
    ref, _ = store.begin(RECORD, [{}], 0)
    pupil = store.pupil(ref, store.add_pupil(ref, "Mei")[0])
    together = Barrier(6, timeout=PATIENCE)

    def answer(number: int) -> bool:
        together.wait()
        # Three of each name, as three phones that retry at once.
        once = IdempotentRequest(f"name {number % 2}", "asked")
        return store.add_attempt(ref, pupil, 1, WRONG, once) is None

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(answer, range(6))) == 2
    [result] = store.results(ref)[1]
    assert result.tries == 2


def test_answers_at_once_keep_to_the_number_of_tries(store: ClassStore) -> None:
    ref, _ = store.begin(RECORD, [{}], 0)
    pupil = store.pupil(ref, store.add_pupil(ref, "Mei")[0])

    def answer(_: int) -> bool:
        try:
            store.add_attempt(ref, pupil, 1, WRONG, None)
        except TooManyAttemptsError:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(answer, range(24))) == 20


def test_pupils_at_once_keep_to_sixty(store: ClassStore) -> None:
    ref, _ = store.begin(RECORD, [{}], 0)

    def join(_: int) -> bool:
        try:
            store.add_pupil(ref, "Mei")
        except TooManyPupilsError:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(join, range(64))) == 60


def test_a_closed_class_takes_nothing(store: ClassStore) -> None:
    ref, keys = store.begin(RECORD, [{}], 0)
    pupil = store.pupil(ref, store.add_pupil(ref, "Mei")[0])
    store.set_open(ref, is_open=False)
    # Also for a phone that saw it open.
    with pytest.raises(ClosedError):
        store.add_attempt(ref, pupil, 1, WRONG, None)
    with pytest.raises(ClosedError):
        store.add_pupil(ref, "Bo")
    with pytest.raises(UnknownPupilError):
        store.pupil(ref, "nobody")
    assert store.find(keys["join"], 0).is_open is False


@pytest.mark.parametrize("release", ["0001", "0002"])
def test_an_older_database_gets_the_tables_of_classes(
    address: str, release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(database_url(address))

    def up_to(connection: Any) -> None:
        config = Config()
        config.set_main_option("script_location", str(migrate.MIGRATIONS_FOLDER))
        config.attributes["connection"] = connection
        command.upgrade(config, release)

    with monkeypatch.context() as patched:
        patched.setattr("scorer.service.store.database.bring_up_to_date", up_to)
        assert database.prepare()
    with database.writing() as connection:
        game = "INSERT INTO games (record, version, stamp, last_at) VALUES ('{}', 0, 'a', 5)"
        connection.execute(text(game))
    database.close()
    store = ClassStore(Database(database_url(address)))
    ref, keys = store.begin(RECORD, [{"document": {}}], 10)
    assert store.find(keys["join"], 10).record == RECORD
    assert store.exercises(ref) == [{"document": {}}]
    assert count(store, games) == 1
    store.database.close()
