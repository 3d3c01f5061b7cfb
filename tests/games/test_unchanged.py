"""A poll that finds nothing new is answered before the application, as the application would."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.service.wsgi.counters import COUNTERS_EXTENSION
from tests.games.databases import serving
from tests.games.playing import GAMES, Table, moved

REPEATED = ("ETag", "Cache-Control", "Vary")
"""What a 304 tells of the sheet that a browser has kept."""

POLLS = "scorer_games_polls_total"


def unchanged(app: Flask) -> float:
    """How many polls were answered before the application."""
    lines = app.extensions[COUNTERS_EXTENSION].text().decode().splitlines()
    return float(next(line for line in lines if line.startswith(POLLS)).split()[1])


@pytest.fixture(scope="module", params=["*", "https://club.example"])
def counting(request: pytest.FixtureRequest, shared_address: str) -> Iterator[Flask]:
    """An application that counts what is asked of it."""
    with serving(shared_address, CORS_ORIGINS=request.param, METRICS=True) as app:
        yield app


@pytest.fixture
def polled(counting: Flask) -> tuple[Flask, Table, str]:
    """An application, a game, and the ETag of its sheet."""
    table = Table.begun(counting.test_client())
    table.write(moved(0))
    return counting, table, table.client.get(table.watch).headers["ETag"]


def test_both_ways_tell_a_browser_the_same_of_its_sheet(polled: tuple[Flask, Table, str]) -> None:
    app, table, tag = polled
    before = unchanged(app)
    found = [
        table.client.get(table.watch, headers={"If-None-Match": asked})
        for asked in (tag, f'"x", {tag}')
    ]
    assert unchanged(app) == before + 1
    assert [answer.status_code for answer in found] == [304, 304]
    for name in REPEATED:
        one, other = ({*answer.headers[name].split(", ")} for answer in found)
        assert one == other, name
    # Of the rest the browser has what came with the sheet; these are on every answer.
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "X-Request-ID"):
        assert name in found[0].headers


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("query", ["", "?since=0", "?since=17"])
def test_a_plain_poll_never_reaches_the_application(
    polled: tuple[Flask, Table, str], query: str, method: str
) -> None:
    app, table, tag = polled
    before = unchanged(app)
    for path in (table.play, table.watch):
        for asked in (tag, f"W/{tag}"):
            headers = {"If-None-Match": asked}
            answer = table.client.open(path + query, method=method, headers=headers)
            assert (answer.status_code, answer.data) == (304, b"")
    assert unchanged(app) == before + 4


def test_a_poll_with_head_learns_that_there_is_news(polled: tuple[Flask, Table, str]) -> None:
    _, table, tag = polled
    table.write(moved(1))
    answer = table.client.head(f"{table.play}?since=1", headers={"If-None-Match": tag})
    assert (answer.status_code, answer.data) == (200, b"")
    assert answer.headers["ETag"] == table.client.get(table.play).headers["ETag"] != tag


def statuses(client: FlaskClient, path: str, tag: str) -> dict[str, int]:
    """What is answered to questions that are none of the plain ones."""
    asked = {"If-None-Match": tag}
    return {
        "no tag": client.get(path).status_code,
        "another tag": client.get(path, headers={"If-None-Match": '"1-x"'}).status_code,
        "a wrong number": client.get(f"{path}?since=x", headers=asked).status_code,
        "another origin": client.get(path, headers={**asked, "Origin": "null"}).status_code,
        "a game that is not there": client.get(f"{GAMES}/x", headers=asked).status_code,
        "a part of a game": client.get(f"{path}/export.csv", headers=asked).status_code,
        "writing": client.post(path, headers=asked).status_code,
        "removing with a key to watch": client.delete(path, headers=asked).status_code,
    }


def test_everything_else_is_the_applications_to_answer(polled: tuple[Flask, Table, str]) -> None:
    app, table, tag = polled
    before = unchanged(app)
    assert statuses(table.client, table.watch, tag) == {
        "no tag": 200,
        "another tag": 200,
        "a wrong number": 422,
        "another origin": 304,
        "a game that is not there": 404,
        "a part of a game": 200,
        "writing": 405,
        "removing with a key to watch": 403,
    }
    assert unchanged(app) == before


def test_a_sheet_that_has_changed_is_given_whatever_wrote_it(address: str) -> None:
    with serving(address) as one, serving(address) as other:
        table = Table.begun(one.test_client())
        tag = table.client.get(table.watch).headers["ETag"]
        for version in range(3):
            elsewhere = other.test_client().post(f"{table.play}/entries", json=moved(version))
            assert elsewhere.status_code == 201
            answer = table.client.get(table.watch, headers={"If-None-Match": tag})
            assert (answer.status_code, answer.get_json()["version"]) == (200, version + 1)
            tag = answer.headers["ETag"]
        table.client.delete(table.play)
        assert table.client.get(table.watch, headers={"If-None-Match": tag}).status_code == 404


def test_a_key_that_was_replaced_polls_no_more(polled: tuple[Flask, Table, str]) -> None:
    _, table, tag = polled
    table.client.post(f"{table.play}/keys", json={"watch": True})
    assert table.client.get(table.watch, headers={"If-None-Match": tag}).status_code == 404


def test_a_host_that_is_not_trusted_is_not_answered(address: str) -> None:
    with serving(address, TRUSTED_HOSTS="club.example") as app:
        ours, other = ({"Host": host} for host in ("club.example", "other.example"))
        client = app.test_client()
        begun = client.post(
            GAMES, json={"ruleset": "mcr", "players": ["A", "B", "C", "D"]}, headers=ours
        )
        path = begun.headers["Location"]
        asked = {"If-None-Match": begun.headers["ETag"]}
        assert client.get(path, headers={**asked, **ours}).status_code == 304
        assert client.get(path, headers={**asked, **other}).status_code == 400


def test_a_store_that_is_away_is_told_of(tmp_path: object) -> None:
    with serving(f"sqlite:///{tmp_path}/kept/games.sqlite3") as app:
        table = Table.begun(app.test_client())
        tag = table.client.get(table.watch).headers["ETag"]
        app.extensions["scorer-games"].database._process.ready = False
        app.extensions["scorer-games"].database._process.failed_at = float("inf")
        answer = table.client.get(table.watch, headers={"If-None-Match": tag})
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
