"""Keys in the header Authorization: the same answers as with the key in the address."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.classes.teaching import CLASSES, Class
from tests.games.databases import serving
from tests.games.playing import GAMES, Table, codes, moved
from tests.games.test_unchanged import unchanged


def bearer(path: str, scheme: str = "Bearer") -> dict[str, str]:
    """Return the header that has the key of a path."""
    return {"Authorization": f"{scheme} {path.rpartition('/')[2]}"}


def opening(app: Flask) -> Iterator[tuple[str, str]]:
    """Yield method and path of each operation that takes a key, as OpenAPI describes them."""
    document = app.test_client().get("/openapi.json").get_json()
    assert document["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    assert document["security"] == []
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert ("security" in operation) == ("{key}" in path), path
            if "{key}" in path:
                assert operation["security"] == [{}, {"key": []}]
                assert "401" in operation["responses"]
                yield method.upper(), path


BODIES = {
    "entries": moved(0),
    "preview": moved(0),
    "keys": {"watch": True},
    "codes": {"role": "play"},
    "pupils": {"nickname": "Mei"},
    "answers": {"pupil": "x", "exercise": 1, "answer": {"points": 1}},
}


def ask(client: FlaskClient, method: str, path: str, headers: dict[str, str]) -> TestResponse:
    body = BODIES.get(path.rpartition("/")[2], {"role": "join"} if "classes" in path else None)
    return client.open(path, method=method, json=body, headers=headers)


def shown(answer: TestResponse) -> tuple[int, str, str]:
    """Return what an answer tells, without what is new in each."""
    text = re.sub(r'"(expires|at|code|watch|pupil)":"[^"]*"', "", answer.text)
    return answer.status_code, answer.headers.get("Cache-Control", ""), text


def test_every_operation_answers_a_bearer_as_it_answers_a_path(app: Flask) -> None:
    client = app.test_client()
    operations = list(opening(app))
    assert len(operations) >= 17
    for method, path in operations:
        found = []
        for by_header in (False, True):
            keyed = Table.begun(client).play if "games" in path else Class.begun(client).teach
            key = "-" if by_header else keyed.rpartition("/")[2]
            headers = bearer(keyed) if by_header else {}
            found.append(ask(client, method, path.replace("{key}", key), headers))
        assert shown(found[0]) == shown(found[1]), path
        assert "Authorization" not in found[0].vary
        assert "Authorization" in found[1].vary, path
        nobody = ask(client, method, path.replace("{key}", "-"), {})
        assert (nobody.status_code, nobody.headers["WWW-Authenticate"]) == (401, "Bearer"), path
        assert nobody.get_json()["type"] == "/docs/errors#no-key"


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer  ", "Basic QTpC", "x" * 200])
def test_a_header_without_a_key_opens_nothing(app: Flask, header: str) -> None:
    for path in (f"{GAMES}/-", f"{CLASSES}/-"):
        assert app.test_client().get(path, headers={"Authorization": header}).status_code == 401


def test_keys_in_headers_are_refused_as_those_in_paths(table: Table) -> None:
    unknown = table.client.get(f"{GAMES}/-", headers={"Authorization": "Bearer nobody"})
    assert unknown.status_code == 404
    assert unknown.get_json() == table.client.get(f"{GAMES}/nobody").get_json()
    watching = table.client.post(f"{GAMES}/-/entries", json=moved(0), headers=bearer(table.watch))
    assert (watching.status_code, codes(watching)) == (403, [("", "watching")])
    assert table.now()["version"] == 0


def test_the_key_in_a_path_goes_before_that_of_a_header(table: Table) -> None:
    other = Table.begun(table.client, title="Another")
    answer = table.client.get(table.play, headers=bearer(other.play))
    assert answer.get_json()["title"] == table.sheet["title"]
    assert table.client.get(table.play, headers={"Authorization": "Basic QTpC"}).status_code == 200


def test_a_scheme_is_read_in_any_case(table: Table) -> None:
    for scheme in ("bearer", "BEARER"):
        assert table.client.get(f"{GAMES}/-", headers=bearer(table.play, scheme)).status_code == 200


def test_guesses_in_headers_are_counted(shared_address: str) -> None:
    with serving(shared_address, GAMES_GUESS_LIMIT="3/minute") as app:
        client = app.test_client()
        found = [
            client.get(f"{GAMES}/-", headers={"Authorization": f"Bearer guess{n}"}).status_code
            for n in range(5)
        ]
        assert found == [404, 404, 404, 429, 429]


def test_a_poll_by_header_is_answered_before_the_application(shared_address: str) -> None:
    with serving(shared_address, METRICS=True) as app:
        client = app.test_client()
        table, other = Table.begun(client), Table.begun(client)
        first = client.get(f"{GAMES}/-", headers=bearer(table.watch))
        known = {"If-None-Match": first.headers["ETag"]}
        before = unchanged(app)
        again = client.get(f"{GAMES}/-", headers={**known, **bearer(table.watch)})
        assert (again.status_code, unchanged(app)) == (304, before + 1)
        assert "Authorization" in again.vary
        # The same address is another sheet for another key.
        assert client.get(f"{GAMES}/-", headers={**known, **bearer(other.watch)}).json == (
            {**other.sheet}
        )
        assert client.get(f"{GAMES}/-", headers=known).status_code == 401


def test_pages_of_other_origins_may_send_the_header(app: Flask) -> None:
    asked = {
        "Origin": "https://club.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type",
    }
    answer = app.test_client().options(f"{GAMES}/-/entries", headers=asked)
    assert "authorization" in answer.headers["Access-Control-Allow-Headers"].lower()
