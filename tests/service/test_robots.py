"""Crawlers and previews: what they are told of games, whose addresses are keys."""

from __future__ import annotations

from urllib.robotparser import RobotFileParser

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.games.playing import GAMES, Table, moved

WANTED = "noindex, nofollow"
HTML = {"Accept": "text/html"}


@pytest.fixture
def table(client: FlaskClient) -> Table:
    table = Table.begun(client)
    table.write(moved(0))
    return table


def test_crawlers_are_shut_out_of_games_and_of_nothing_else(client: FlaskClient) -> None:
    answer = client.get("/robots.txt")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    robots = RobotFileParser()
    robots.parse(answer.text.splitlines())
    for path in ("/games/a-key", "/games/a-key/sheet", "/games/new", f"{GAMES}/a-key/export.csv"):
        assert not robots.can_fetch("Anybot", path)
    for path in ("/classes/a-key", "/classes/new", "/api/v1/classes/a-key/export.csv"):
        assert not robots.can_fetch("Anybot", path)
    for path in ("/", "/rules/mcr", "/learn", "/games", "/docs", "/api/v1/rulesets"):
        assert robots.can_fetch("Anybot", path)


def answers_under(table: Table) -> list[TestResponse]:
    """What is answered under both keys and under one that no game has."""
    client, found = table.client, []
    pages = ("", "/hand", "/sheet", "/more", "/settle-up", "/adjust", "/table", "/entries/9", "/no")
    data = ("", "?since=x", "/export.json", "/export.csv", "/settle-up", "/entries", "/no")
    for key in (table.play, table.watch, f"{GAMES}/nobody-has-this"):
        found += [client.get(key.removeprefix("/api/v1") + page, headers=HTML) for page in pages]
        found += [client.get(key + path) for path in data]
        tag = client.get(key).headers.get("ETag", "")
        found.append(client.get(key, headers={"If-None-Match": tag}))
        found.append(client.options(f"{key}/entries", headers={"Origin": "https://a.example"}))
        found.append(client.post(f"{key}/entries", json=moved(0)))
        found.append(client.post(f"{key}/entries", data="{", content_type="text/plain"))
        found.append(client.post(f"{key.removeprefix('/api/v1')}/hand", data={"after": "0"}))
    return found


def test_every_answer_under_a_key_keeps_crawlers_away(table: Table) -> None:
    answers = answers_under(table)
    assert {200, 304, 403, 404, 409, 415, 422} <= {answer.status_code for answer in answers}
    for answer in answers:
        assert answer.headers.getlist("X-Robots-Tag") == [WANTED], answer.request.path


def test_a_client_that_is_refused_is_told_so_too(client: FlaskClient) -> None:
    answer = client.get("/games/some-key", headers={"Host": ""})
    assert answer.headers["X-Robots-Tag"] == WANTED


@pytest.mark.parametrize("path", ["/", "/games", "/rules/mcr", "/api/v1/rulesets", "/learn"])
def test_other_pages_may_be_found(client: FlaskClient, path: str) -> None:
    assert "X-Robots-Tag" not in client.get(path).headers


def test_no_preview_of_a_game_carries_a_key(table: Table) -> None:
    for key in (table.play, table.watch):
        page = key.removeprefix("/api/v1")
        for path in ("", "/sheet", "/more", "/entries/1", "/settle-up"):
            html = table.client.get(page + path, headers=HTML).text
            head = BeautifulSoup(html, "html.parser").head
            assert head is not None
            assert page.rpartition("/")[2] not in str(head)
            images = BeautifulSoup(html, "html.parser").select("img, image, source, object, embed")
            assert not [image for image in images if page in str(image)]
