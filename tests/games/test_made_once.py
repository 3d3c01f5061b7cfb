"""A request that makes a game may be sent again under its Idempotency-Key, and makes one."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorer.service.api.examples import NEW_CLASS
from scorer.service.store.addresses import database_url
from scorer.service.store.database import Database
from scorer.service.store.keys import derived_keys
from scorer.service.store.records import AlreadyBegunError, IdempotentRequest
from scorer.service.store.store import DatabaseGameStore
from scorer.service.store.tables import game_requests, games, metadata
from tests.games.databases import count, serving
from tests.games.playing import GAMES, NEW, codes, moved
from tests.service.running import PATIENCE

ONCE = "0b9a1f0e-6b1c-4f0e-9d8a-2f3c4d5e6f70"
CLASSES = "/api/v1/classes"


@pytest.fixture
def client(address: str) -> Iterator[FlaskClient]:
    with serving(address) as app:
        yield app.test_client()


def made(client: FlaskClient, body: Any = NEW, path: str = GAMES, once: str = ONCE) -> TestResponse:
    return client.post(path, json=body, headers={"Idempotency-Key": once})


def test_the_same_request_makes_one_game(client: FlaskClient) -> None:
    first, again = made(client), made(client)
    assert [first.status_code, again.status_code] == [201, 201]
    assert again.get_json() == first.get_json()
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Cache-Control"] == "no-store"
    other = made(client, once=ONCE[::-1])
    assert other.get_json()["keys"] != first.get_json()["keys"]
    assert client.post(GAMES, json=NEW).get_json()["keys"] != first.get_json()["keys"]


def test_a_game_that_goes_on_is_answered_as_it_is_now(client: FlaskClient) -> None:
    keys = made(client).get_json()["keys"]
    assert client.post(f"{GAMES}/{keys['play']}/entries", json=moved(0)).status_code == 201
    again = made(client).get_json()
    assert (again["keys"], again["version"], len(again["entries"])) == (keys, 1, 1)


def test_another_request_under_the_same_name_is_refused(client: FlaskClient) -> None:
    first = made(client).get_json()
    exported = client.get(f"{GAMES}/{first['keys']['play']}/export.json").get_json()
    for refused in (
        made(client, {**NEW, "title": "Wednesday"}),
        made(client, exported, f"{GAMES}/import"),
    ):
        assert refused.status_code == 422
        assert codes(refused) == [("", "contradiction")]


def test_an_import_makes_one_game(client: FlaskClient) -> None:
    begun = client.post(GAMES, json=NEW).get_json()["keys"]["play"]
    client.post(f"{GAMES}/{begun}/entries", json=moved(0))
    exported = client.get(f"{GAMES}/{begun}/export.json")
    sent = [made(client, exported.get_json(), f"{GAMES}/import") for _ in range(2)]
    assert [answer.status_code for answer in sent] == [201, 201]
    assert sent[0].get_json() == sent[1].get_json()
    headers = {"Idempotency-Key": ONCE[::-1], "Content-Type": "application/octet-stream"}
    files = [client.post(f"{GAMES}/import", data=exported.data, headers=headers) for _ in range(2)]
    assert files[0].get_json() == files[1].get_json()
    assert files[0].get_json()["keys"] != sent[0].get_json()["keys"]
    other = client.post(f"{GAMES}/import", data=exported.data + b" ", headers=headers)
    assert codes(other) == [("", "contradiction")]


def test_a_class_is_made_once(client: FlaskClient) -> None:
    first, again = (made(client, NEW_CLASS, CLASSES) for _ in range(2))
    assert first.status_code == again.status_code == 201, first.text
    assert again.get_json() == first.get_json()
    other = made(client, {**NEW_CLASS, "title": "Another"}, CLASSES)
    assert codes(other) == [("", "contradiction")]


def test_keys_that_were_replaced_are_not_given_again(client: FlaskClient) -> None:
    for role in ("watch", "play"):
        once = f"{ONCE}-{role}"
        keys = made(client, once=once).get_json()["keys"]
        client.post(f"{GAMES}/{keys['play']}/keys", json={role: True})
        again = made(client, once=once)
        assert (again.status_code, codes(again)) == (422, [("", "contradiction")])
        assert not [key for key in keys.values() if key in again.text]


def replaced(
    client: FlaskClient, key: str, once: str | None = ONCE, **roles: bool
) -> dict[str, str] | None:
    """The keys that take the place of others; None where there is no game under this key."""
    headers = {} if once is None else {"Idempotency-Key": once}
    answer = client.post(f"{GAMES}/{key}/keys", json=roles, headers=headers)
    if answer.status_code == 404:
        return None
    assert answer.status_code == 200, answer.text
    found: dict[str, str] = answer.get_json()["keys"]
    return found


def test_keys_are_replaced_once_however_often_it_is_requested(client: FlaskClient) -> None:
    old = made(client).get_json()["keys"]
    watch = replaced(client, old["play"], watch=True)
    assert watch
    assert replaced(client, old["play"], watch=True) == watch
    both = replaced(client, old["play"], play=True, watch=True)
    # The same name for another request is another replacement.
    assert both
    assert not set(both.values()) & {*watch.values(), *old.values()}
    assert replaced(client, old["play"], play=True, watch=True) == both
    assert client.get(f"{GAMES}/{old['play']}").status_code == 404
    assert client.get(f"{GAMES}/{watch['watch']}").status_code == 404
    assert [client.get(f"{GAMES}/{key}").status_code for key in both.values()] == [200, 200]
    # What was answered may be replaced too: then it opens nothing, and is not answered again.
    assert replaced(client, both["play"], None, play=True)
    assert replaced(client, old["play"], play=True, watch=True) is None


def test_who_lacks_the_name_or_the_key_gets_no_new_keys(client: FlaskClient) -> None:
    keys, other = (made(client, once=once).get_json()["keys"] for once in (ONCE, ONCE[::-1]))
    assert replaced(client, keys["play"], play=True, watch=True)
    for key, once in ((keys["play"], ONCE[::-1]), (keys["play"], None), (keys["watch"], ONCE)):
        assert replaced(client, key, once, play=True, watch=True) is None
    own = replaced(client, other["play"], play=True)
    assert own
    assert own != replaced(client, keys["play"], play=True, watch=True)
    watching = client.post(
        f"{GAMES}/{other['watch']}/keys", json={"play": True}, headers={"Idempotency-Key": ONCE}
    )
    assert (watching.status_code, codes(watching)) == (403, [("", "watching")])
    short = {"Idempotency-Key": "x" * 15}
    refused = client.post(f"{GAMES}/{own['play']}/keys", json={"play": True}, headers=short)
    assert codes(refused) == [("", "bad_value")]


def test_of_many_that_replace_keys_at_once_all_get_the_same(address: str) -> None:
    together = Barrier(6, timeout=PATIENCE)
    once = IdempotentRequest(ONCE, "asked")
    store = DatabaseGameStore(Database(database_url(address)))
    play = store.begin({}, [], 0)[1]["play"]

    def replace(_: int) -> dict[str, str]:
        own = DatabaseGameStore(Database(database_url(address)))
        together.wait()
        try:
            return own.replace_keys(play, ["play", "watch"], once)
        finally:
            own.database.close()

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(replace, range(6)))
    assert all(keys == found[0] for keys in found)
    assert store.find(found[0]["play"]).role == "play"
    store.database.close()


def test_a_name_goes_with_its_game(client: FlaskClient) -> None:
    keys = made(client).get_json()["keys"]
    assert client.delete(f"{GAMES}/{keys['play']}").status_code == 204
    again = made(client).get_json()["keys"]
    assert not set(again.values()) & set(keys.values())
    assert client.get(f"{GAMES}/{again['watch']}").status_code == 200


@pytest.mark.parametrize("once", ["", "1", "x" * 15, "x" * 65, "tab\tin the middle of it"])
def test_a_name_that_may_be_guessed_or_is_none_is_refused(client: FlaskClient, once: str) -> None:
    for path, body in ((GAMES, NEW), (CLASSES, NEW_CLASS)):
        refused = made(client, body, path, once)
        assert (refused.status_code, codes(refused)) == (422, [("", "bad_value")])


def test_of_many_that_come_at_once_in_several_processes_one_makes_the_game(address: str) -> None:
    together = Barrier(6, timeout=PATIENCE)
    once = IdempotentRequest(ONCE, "asked")
    DatabaseGameStore(Database(database_url(address))).is_available()

    def make(_: int) -> tuple[bool, dict[str, str]]:
        # A store of its own, as each process has one.
        store = DatabaseGameStore(Database(database_url(address)))
        together.wait()
        try:
            return True, store.begin({}, [{}], 0, once)[1]
        except AlreadyBegunError as error:
            return False, error.issued.keys
        finally:
            store.database.close()

    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(make, range(6)))
    assert sum(is_first for is_first, _ in made) == 1
    assert all(keys == made[0][1] for _, keys in made)
    store = DatabaseGameStore(Database(database_url(address)))
    assert [count(store, table) for table in (games, game_requests)] == [1, 1]
    store.database.close()


def test_the_database_has_neither_the_keys_nor_the_name_that_makes_them(address: str) -> None:
    store = DatabaseGameStore(Database(database_url(address)))
    _, keys = store.begin({"title": "x"}, [{"n": 1}], 0, IdempotentRequest(ONCE, "asked"))
    with store.database.reading() as connection:
        wanted = [table.select() for table in metadata.sorted_tables]
        rows = [str(row) for table in wanted for row in connection.execute(table)]
        salt = connection.execute(select(game_requests.c.salt)).scalar_one()
    store.database.close()
    assert derived_keys(salt, ONCE, ("play", "watch")) == keys
    assert not [row for row in rows if any(key in row for key in (*keys.values(), ONCE))]
    assert all(len(key) == 22 for key in keys.values())
    assert keys["play"] != keys["watch"]
