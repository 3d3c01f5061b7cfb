"""Pages and files are sent compressed to those who take it."""

from __future__ import annotations

import gzip

import pytest
from flask.testing import FlaskClient

from scorer.service import create_app
from scorer.service.examples import SCORE

GZIP = {"Accept-Encoding": "gzip, br"}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app({"LOG_REQUESTS": False}).test_client()


@pytest.mark.parametrize("path", ["/", "/rules/mcr", "/static/scorer.css", "/static/keypad.js"])
def test_a_page_or_file_is_the_same_compressed(client: FlaskClient, path: str) -> None:
    with client.get(path) as plain, client.get(path, headers=GZIP) as small:
        assert "Content-Encoding" not in plain.headers
        assert small.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small.data) == plain.data
        assert len(small.data) * 2 < len(plain.data)
        assert small.content_length == len(small.data)
        for answer in (plain, small):
            assert "Accept-Encoding" in answer.headers["Vary"]


def test_a_kept_file_is_not_sent_again(client: FlaskClient) -> None:
    first = client.get("/static/keypad.js", headers=GZIP)
    again = {**GZIP, "If-None-Match": first.headers["ETag"]}
    with client.get("/static/keypad.js", headers=again) as answer:
        assert answer.status_code == 304


def test_who_refuses_gzip_gets_it_plain(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Accept-Encoding": "gzip;q=0, identity"})
    assert "Content-Encoding" not in answer.headers


def test_an_answer_of_the_api_stays_as_it_is(client: FlaskClient) -> None:
    answer = client.post("/api/v1/score", json=SCORE, headers=GZIP)
    assert "Content-Encoding" not in answer.headers


def test_a_head_request_has_no_body(client: FlaskClient) -> None:
    assert client.head("/", headers=GZIP).data == b""
