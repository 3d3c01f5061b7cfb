"""Codes to join a game by: over HTTP, on the pages, and in the store of a database."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorer.service.store import codes as join_codes
from scorer.service.store import joining
from tests.games.databases import serving
from tests.games.playing import GAMES, Table, codes, moved

WITHOUT_LIMIT = {"GAMES_JOIN_LIMIT": "10000 per minute", "GAMES_JOINS_LIMIT": "10000 per minute"}


@pytest.fixture
def app(address: str) -> Iterator[Flask]:
    with serving(address, **WITHOUT_LIMIT) as app:
        yield app


@pytest.fixture
def table(app: Flask) -> Table:
    return Table.begun(app.test_client())


def opened(table: Table, role: str = "play") -> str:
    answer = table.client.post(f"{table.play}/codes", json={"role": role})
    assert answer.status_code == 201, answer.text
    code: str = answer.get_json()["code"]
    return code


def join(client: FlaskClient, code: object) -> TestResponse:
    return client.post(f"{GAMES}/join", json={"code": code})


def test_a_code_gives_another_phone_a_key_to_play(table: Table) -> None:
    code = opened(table)
    assert re.fullmatch("[A-HJ-NP-Z]{6}", code)
    answer = join(table.client, code)
    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"
    [(role, key)] = answer.get_json()["keys"].items()
    assert role == "play"
    assert key not in table.play
    wrote = table.client.post(f"{GAMES}/{key}/entries", json=moved(0))
    assert wrote.status_code == 201
    # The keys that there were still open the game.
    assert table.now()["version"] == table.client.get(table.watch).get_json()["version"] == 1


def test_a_code_to_watch_gives_a_key_that_reads(table: Table) -> None:
    [(role, key)] = join(table.client, opened(table, "watch")).get_json()["keys"].items()
    assert role == "watch"
    assert table.client.get(f"{GAMES}/{key}").status_code == 200
    assert table.client.post(f"{GAMES}/{key}/entries", json=moved(0)).status_code == 403


def test_a_code_is_typed_in_any_way(table: Table) -> None:
    code = opened(table)
    for typed in (code.lower(), f" {code[:3]} {code[3:]} ", f"{code[:3]}-{code[3:]}"):
        assert join(table.client, typed).status_code == 201


def test_a_code_expires_after_ten_minutes(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1_800_000_000]
    monkeypatch.setattr("scorer.service.games.opening.time.time", lambda: clock[0])
    answer = table.client.post(f"{table.play}/codes", json={"role": "play"}).get_json()
    assert answer["expires"] == "2027-01-15T08:10:00Z"
    clock[0] += 599
    assert join(table.client, answer["code"]).status_code == 201
    clock[0] += 1
    refused = join(table.client, answer["code"])
    assert refused.status_code == 404
    assert codes(refused) == [("/code", "unknown_code")]


@pytest.mark.slow
def test_a_new_code_closes_the_one_before_of_its_role(table: Table) -> None:
    watching, first, second = opened(table, "watch"), opened(table), opened(table)
    assert join(table.client, first).status_code == 404
    assert join(table.client, second).status_code == 201
    assert join(table.client, watching).status_code == 201


def test_replaced_keys_are_all_replaced_and_their_code_is_closed(table: Table) -> None:
    code, watching = opened(table), opened(table, "watch")
    joined = join(table.client, code).get_json()["keys"]["play"]
    fresh = table.client.post(f"{table.play}/keys", json={"play": True}).get_json()["keys"]["play"]
    assert table.client.get(table.play).status_code == 404
    assert table.client.get(f"{GAMES}/{joined}").status_code == 404
    assert table.client.get(f"{GAMES}/{fresh}").status_code == 200
    assert join(table.client, code).status_code == 404
    assert join(table.client, watching).status_code == 201
    assert table.client.get(table.watch).status_code == 200


def test_a_phone_that_joined_may_replace_the_keys_too(table: Table) -> None:
    joined = join(table.client, opened(table)).get_json()["keys"]["play"]
    answer = table.client.post(f"{GAMES}/{joined}/keys", json={"play": True, "watch": True})
    assert answer.status_code == 200
    assert table.client.get(table.play).status_code == 404
    assert table.client.get(f"{GAMES}/{joined}").status_code == 404


def test_a_game_has_at_most_32_keys_of_a_role(table: Table) -> None:
    code, watching = opened(table), opened(table, "watch")
    for _ in range(31):
        assert join(table.client, code).status_code == 201
    refused = join(table.client, code)
    assert refused.status_code == 422
    assert codes(refused) == [("/code", "too_many_keys")]
    assert join(table.client, watching).status_code == 201


def test_who_watches_makes_no_code(table: Table) -> None:
    answer = table.client.post(f"{table.watch}/codes", json={"role": "watch"})
    assert answer.status_code == 403
    assert codes(answer) == [("", "watching")]


def test_a_game_that_is_removed_takes_its_code_along(table: Table) -> None:
    code = opened(table)
    assert table.client.delete(table.play).status_code == 204
    assert join(table.client, code).status_code == 404
    assert table.client.post(f"{table.play}/codes", json={"role": "play"}).status_code == 404


@pytest.mark.parametrize(
    ("body", "problems"),
    [
        ({}, [("/role", "required")]),
        ({"role": "own"}, [("/role", "bad_value")]),
        ({"role": ["play"]}, [("/role", "bad_value")]),
        ({"role": "play", "a/b": 1}, [("/a~1b", "bad_value")]),
        (["play"], [("", "bad_value")]),
    ],
)
def test_what_a_code_is_for_is_checked(
    table: Table, body: Any, problems: list[tuple[str, str]]
) -> None:
    answer = table.client.post(f"{table.play}/codes", json=body)
    assert answer.status_code == 422
    assert codes(answer) == problems


@pytest.mark.parametrize(
    ("body", "status", "problems"),
    [
        ({}, 422, [("/code", "required")]),
        ({"code": 123456}, 422, [("/code", "bad_value")]),
        ({"code": "KTMQXR", "name": "Ann"}, 422, [("/name", "bad_value")]),
        ({"code": ""}, 404, [("/code", "unknown_code")]),
        ({"code": "KTMQXR"}, 404, [("/code", "unknown_code")]),
        ({"code": "\ud800" * 6}, 404, [("/code", "unknown_code")]),
        ({"code": "<b>" * 9}, 404, [("/code", "unknown_code")]),
    ],
)
def test_what_is_no_code_is_refused(
    table: Table, body: Any, status: int, problems: list[tuple[str, str]]
) -> None:
    answer = table.client.post(f"{GAMES}/join", json=body)
    assert answer.status_code == status
    assert codes(answer) == problems


def test_a_code_that_another_game_has_is_drawn_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter(["KTMQXR", "KTMQXR", "ABCDEF"])
    monkeypatch.setattr(joining, "new_code", lambda: next(drawn))
    first, second = Table.begun(app.test_client()), Table.begun(app.test_client())
    assert [opened(first), opened(second)] == ["KTMQXR", "ABCDEF"]


def test_codes_are_tried_so_often_by_a_client_and_by_all(address: str) -> None:
    with serving(address, GAMES_JOINS_LIMIT="8 per minute") as app:
        client = app.test_client()
        found = [join(client, "KTMQXR").status_code for _ in range(7)]
        assert found == [404] * 5 + [429] * 2
        refused = join(client, "KTMQXR")
        assert 1 <= int(refused.headers["Retry-After"]) <= 61
        assert client.post("/join", data={"code": "KTMQXR"}).status_code == 429
        others = [
            client.post(
                f"{GAMES}/join",
                json={"code": "KTMQXR"},
                environ_base={"REMOTE_ADDR": f"192.0.2.{number}"},
            ).status_code
            for number in range(5)
        ]
        assert others == [404] * 3 + [429] * 2


def test_a_phone_joins_by_the_pages(table: Table) -> None:
    client = table.client
    more = client.get(f"{table.play.removeprefix('/api/v1')}/more").text
    assert 'name="role" value="play"' in more
    page = client.post(f"{table.play.removeprefix('/api/v1')}/codes", data={"role": "play"})
    assert page.status_code == 201
    shown = BeautifulSoup(page.text, "html.parser")
    code = shown.select_one(".join-code").get_text()  # type: ignore[union-attr]
    assert shown.select_one("svg") is not None
    response = client.get(f"/join/{code.lower()}")
    assert f'value="{code}"' in response.text
    joined = client.post("/join", data={"code": code})
    assert joined.status_code == 303
    who = client.get(joined.location)
    names = [link.get_text() for link in BeautifulSoup(who.text, "html.parser").select("[data-me]")]
    assert names == ["Ann", "Bo", "Cy", "Di", "None of them"]
    board = joined.location.removesuffix("/who")
    assert client.get(board).status_code == 200


def test_a_new_game_shows_a_code_to_join_by(table: Table) -> None:
    client = table.client
    names = {f"name{n}": name for n, name in enumerate(("Ann", "Bo", "Cy", "Di"), 1)}
    fields = {"rules": "mcr", **names}
    page = client.post("/games/new", data=fields, headers={"Accept": "text/html"})
    shown = BeautifulSoup(page.text, "html.parser")
    code = shown.select_one(".join-code").get_text(strip=True)  # type: ignore[union-attr]
    joined = client.post("/join", data={"code": code})
    assert client.get(joined.location).status_code == 200


def test_the_page_to_share_has_the_link_and_its_script_is_given_a_code(table: Table) -> None:
    path = table.play.removeprefix("/api/v1")
    shown = BeautifulSoup(table.client.get(f"{path}/share").text, "html.parser")
    assert str(shown.select_one("a.address")["href"]).endswith(path)  # type: ignore[index]
    assert shown.select_one(".join-code").get_text(strip=True) == ""  # type: ignore[union-attr]
    answer = table.client.post(
        str(shown.select_one("[data-codes]")["data-codes"]),  # type: ignore[index]
        data={"role": "play"},
        headers={"Accept": "application/json"},
    )
    assert answer.status_code == 201
    assert table.client.post("/join", data={"code": answer.get_json()["code"]}).status_code == 303


def test_who_watches_is_given_the_link_to_watch_and_no_code(table: Table) -> None:
    path = table.watch.removeprefix("/api/v1")
    shown = BeautifulSoup(table.client.get(f"{path}/share").text, "html.parser")
    assert str(shown.select_one("a.address")["href"]).endswith(path)  # type: ignore[index]
    assert shown.select_one("form[method=post]") is None
    answer = table.client.post(f"{path}/codes", headers={"Accept": "application/json"})
    assert answer.status_code == 403


def test_the_page_of_a_code_does_not_believe_a_forged_host(table: Table) -> None:
    path = f"{table.play.removeprefix('/api/v1')}/codes"
    page = table.client.post(path, data={"role": "play"}, headers={"Host": "evil.example"})
    assert page.status_code == 201
    assert "evil.example" not in page.text


def test_a_screen_that_watches_goes_to_the_board(table: Table) -> None:
    joined = table.client.post("/join", data={"code": opened(table, "watch")})
    assert joined.status_code == 303
    assert "who" not in joined.location.rpartition("/")[2]
    assert table.client.get(joined.location).status_code == 200


def test_a_page_says_that_a_code_opens_nothing(table: Table) -> None:
    answer = table.client.post("/join", data={"code": "ktm qxr"})
    assert answer.status_code == 404
    assert "No game or class has this code now" in answer.text
    assert 'value="KTMQXR"' in answer.text
    assert table.client.post("/join").status_code == 404


def test_forms_of_other_sites_join_nothing(table: Table) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    answer = table.client.post("/join", data={"code": opened(table)}, headers=headers)
    assert answer.status_code == 403


def test_codes_are_hidden_from_logs_and_crawlers(table: Table) -> None:
    from scorer.service.wsgi.masks import masked

    assert masked("GET /join/KTMQXR HTTP/1.1") == "GET /join/* HTTP/1.1"
    assert masked("/api/v1/games/join") == "/api/v1/games/join"
    assert table.client.get("/join/KTMQXR").headers["X-Robots-Tag"] == "noindex, nofollow"


def test_the_database_has_no_code(table: Table, app: Flask) -> None:
    from sqlalchemy import select

    from scorer.service.store.records import STORE_EXTENSION
    from scorer.service.store.tables import join_codes as rows

    code = opened(table)
    with app.extensions[STORE_EXTENSION].database.reading() as connection:
        [row] = connection.execute(select(rows)).all()
    assert code not in str(row)
    assert len(row.digest) == 64


def test_codes_are_drawn_from_letters_that_are_not_mistaken() -> None:
    assert {letter for _ in range(200) for letter in join_codes.new_code()} <= set(
        join_codes.CODE_LETTERS
    )
    assert not set("IO") & set(join_codes.CODE_LETTERS)
    assert len(join_codes.CODE_LETTERS) == 24
