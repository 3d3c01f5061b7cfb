"""Two services on two ports, over one database: whichever a phone happens to reach, the game is the
same. So any number of machines may stand over one PostgreSQL."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from benchmarks.server import faults
from tests.games.databases import database
from tests.games.playing import GAMES, NEW, moved
from tests.nightly import nightly

pytestmark = pytest.mark.slow

Heard = tuple[int, str, Any]


@pytest.fixture(scope="module", params=["postgresql", *nightly(["sqlite"])])
def ports(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[int]]:
    """The ports of two services over one database."""
    home = tmp_path_factory.mktemp("two")
    with ExitStack() as stack:
        address = stack.enter_context(database(request.param, home))
        yield [stack.enter_context(faults.served(address, home, 1)).port for _ in range(2)]


def heard(port: int, path: str, tag: str = "", body: object = None, **headers: str) -> Heard:
    """The status, the ETag and the document of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        told = {"If-None-Match": tag} if tag else {}
        told |= {name.replace("_", "-"): value for name, value in headers.items()}
        if body is None:
            connection.request("GET", path, headers=told)
        else:
            told["Content-Type"] = "application/json"
            connection.request("POST", path, json.dumps(body), told)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, answer.headers.get("ETag", ""), json.loads(text) if text else None
    finally:
        connection.close()


def game(port: int) -> str:
    """The path of a new game."""
    return f"{GAMES}/{heard(port, GAMES, body=NEW)[2]['keys']['play']}"


def test_what_one_writes_the_other_shows(ports: list[int]) -> None:
    path = game(ports[0])
    for version in range(6):
        writer, reader = ports if version % 2 else reversed(ports)
        assert heard(writer, f"{path}/entries", body=moved(version))[0] == 201
        shown = heard(reader, path)
        assert (shown[0], shown[2]["version"]) == (200, version + 1)
        assert shown == heard(writer, path)


def test_an_etag_of_one_holds_with_the_other_until_something_is_written(ports: list[int]) -> None:
    one, other = ports
    path = game(one)
    tag = heard(one, path)[1]
    assert heard(other, path, tag)[:2] == (304, tag)
    assert heard(other, f"{path}/entries", body=moved(0))[0] == 201
    status, newer, sheet = heard(one, path, tag)
    assert (status, sheet["version"]) == (200, 1)
    assert newer != tag
    assert [heard(port, path, newer)[0] for port in ports] == [304, 304]


def test_a_writer_who_is_late_at_one_is_told_what_came_by_the_other(ports: list[int]) -> None:
    one, other = ports
    path = f"{game(one)}/entries"
    assert heard(one, path, body=moved(0))[0] == 201
    status, _, told = heard(other, path, body=moved(0, 500))
    assert (status, told["version"]) == (409, 1)
    assert [entry["moves"]["p2"] for entry in told["entries"]] == [10]


def test_the_same_sent_to_both_is_written_once(ports: list[int]) -> None:
    path = game(ports[0])
    told = [
        heard(port, f"{path}/entries", body=moved(0), Idempotency_Key="mine") for port in ports * 2
    ]
    assert [one[0] for one in told] == [201] * 4
    assert all(one[2] == told[0][2] for one in told)
    assert heard(ports[1], path)[2]["version"] == 1
