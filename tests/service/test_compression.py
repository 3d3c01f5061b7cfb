"""Pages and files are sent compressed to those who take it."""

from __future__ import annotations

import gzip
import warnings
from collections.abc import Callable
from itertools import product

import brotli  # type: ignore[import-untyped]
import pytest
from flask.testing import FlaskClient
from flask_compress.compat import compression

from scorer.service import create_app
from scorer.service.api.examples import SCORE

GZIP = {"Accept-Encoding": "gzip"}
PLAIN: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress,
    "br": brotli.decompress,
    "zstd": compression.zstd.decompress,
}
PAGES = ("/", "/?go=1", "/rules/mcr", "/nope")
FILE = "/static/keypad/keypad.js"
OF_FILES = ("br", "gzip")
PICTURE = "/static/tiles.svg"


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app({"LOG_REQUESTS": False}).test_client()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "coding"),
    [
        *product(PAGES, PLAIN),
        *product(("/static/styles/pages.css", FILE, "/static/words/fr.js"), OF_FILES),
    ],
)
def test_a_page_or_file_is_the_same_compressed(client: FlaskClient, path: str, coding: str) -> None:
    html = {"Accept": "text/html"}
    for _ in range(2):  # made, then kept
        with client.get(path, headers=html) as plain:
            assert "Content-Encoding" not in plain.headers
            text = plain.data
        with client.get(path, headers={**html, "Accept-Encoding": coding}) as small:
            assert small.headers["Content-Encoding"] == coding
            assert small.status_code == plain.status_code
            assert PLAIN[coding](small.data) == text
            assert len(small.data) * 3 < len(text) * 2
            assert small.content_length == len(small.data)
        for answer in (plain, small):
            assert "Accept-Encoding" in answer.headers["Vary"]


def test_what_a_browser_takes_best_is_sent(client: FlaskClient) -> None:
    for path in ("/", FILE):
        answer = client.get(path, headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
        assert answer.headers["Content-Encoding"] == "br"
    answer = client.get(FILE, headers={"Accept-Encoding": "gzip, br;q=0.5"})
    assert answer.headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("coding", ["identity", *OF_FILES])
def test_a_kept_file_is_not_sent_again(client: FlaskClient, coding: str) -> None:
    asked = {"Accept-Encoding": coding}
    with client.get(FILE, headers=asked) as first:
        again = {**asked, "If-None-Match": first.headers["ETag"]}
    with client.get(FILE, headers=again) as answer:
        assert answer.status_code == 304
        assert answer.data == b""
        assert answer.headers["ETag"] == first.headers["ETag"]


def test_each_coding_of_a_file_has_an_etag_of_its_own(client: FlaskClient) -> None:
    tags = set()
    for coding in ("identity", *OF_FILES):
        with client.get(FILE, headers={"Accept-Encoding": coding}) as answer:
            tags.add(answer.headers["ETag"])
    assert len(tags) == 3


def test_a_part_of_a_file_is_a_part_of_the_plain_one(client: FlaskClient) -> None:
    with client.get(PICTURE) as plain:
        text = plain.data
    with client.get(PICTURE, headers={**GZIP, "Range": "bytes=10-19"}) as part:
        assert part.status_code == 206
        assert "Content-Encoding" not in part.headers
        assert part.data == text[10:20]
        assert part.headers["ETag"] == plain.headers["ETag"]


@pytest.mark.parametrize("header", ["gzip;q=0, identity", "gzip;q=0", "br;q=0", "deflate", ""])
@pytest.mark.parametrize("path", ["/", FILE])
def test_who_refuses_it_gets_it_plain(client: FlaskClient, path: str, header: str) -> None:
    with client.get(path, headers={"Accept-Encoding": header}) as answer:
        assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("path", ["/api/v1/rulesets", "/api/v1/rulesets/mcr", "/openapi.json"])
def test_what_is_fetched_of_the_api_is_compressed(client: FlaskClient, path: str) -> None:
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    answer = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data) == plain.data
    assert len(answer.data) < len(plain.data) / 3
    assert "Accept-Encoding" in plain.vary
    tag = answer.headers["ETag"]
    asked = {"If-None-Match": tag, "Accept-Encoding": "gzip"}
    assert client.get(path, headers=asked).status_code == 304


def test_answers_to_documents_are_not_compressed(client: FlaskClient) -> None:
    asked = {"Accept-Encoding": "gzip, br, zstd"}
    score = client.post("/api/v1/score", json=SCORE, headers=asked)
    assert "Content-Encoding" not in score.headers


@pytest.mark.parametrize("path", ["/", FILE])
def test_a_head_request_has_the_headers_and_no_body(client: FlaskClient, path: str) -> None:
    with client.head(path, headers=GZIP) as head, client.get(path, headers=GZIP) as whole:
        assert head.data == b""
        for name in ("Content-Encoding", "Content-Length", "Vary"):
            assert head.headers[name] == whole.headers[name]


def test_no_file_is_left_open(client: FlaskClient) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        for headers in (GZIP, {}, {"If-None-Match": "*", **GZIP}):
            client.get(FILE, headers=headers).close()
