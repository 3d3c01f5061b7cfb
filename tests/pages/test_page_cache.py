"""What is the same for everybody is drawn once, and nobody gets what is somebody else's."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.service.web import page_cache

PATHS = ["/", "/?rules=mcr", "/table?rules=british", "/waits", "/rules", "/rules/mcr", "/card"]
PATHS += ["/hands", "/hands?rules=mcr"]
OWN = [
    "/?rules=classical&hand=55d",
    "/?rules=mcr&seat=E",
    "/?rules=mcr&rules=british",
    "/?rules=nonsense",
    "/rules/mcr?q=pung",
    "/card?card=practice",
    "/hands?own=AwA",
    "/compare?rules=mcr",
    "/why?rules=mcr",
]


def drawn(app: Flask) -> dict[object, bytes]:
    found: dict[object, bytes] = app.extensions["page_cache"]
    return found


@pytest.mark.parametrize("path", PATHS)
def test_a_page_drawn_before_is_the_page(app: Flask, client: FlaskClient, path: str) -> None:
    drawn(app).clear()
    first = client.get(path)
    assert len(drawn(app)) == 1
    again = client.get(path)
    assert again.data == first.data
    for headers in (first.headers, again.headers):
        headers.pop("X-Request-ID", None)
    assert dict(again.headers) == dict(first.headers)


@pytest.mark.parametrize("path", OWN)
def test_what_somebody_has_told_is_drawn_for_them_alone(
    app: Flask, client: FlaskClient, path: str
) -> None:
    drawn(app).clear()
    client.get(path)
    assert drawn(app) == {}


def test_every_language_has_its_own(app: Flask, client: FlaskClient) -> None:
    drawn(app).clear()
    told = {one: client.get("/", headers={"Accept-Language": one}).text for one in ("fr", "zh")}
    again = {one: client.get("/", headers={"Accept-Language": one}).text for one in ("fr", "zh")}
    assert told == again
    assert told["fr"] != told["zh"]
    client.set_cookie("lang", "fr")
    assert client.get("/", headers={"Accept-Language": "zh"}).text == told["fr"]


def test_a_posted_form_is_never_taken_for_the_empty_one(client: FlaskClient) -> None:
    client.get("/")
    response = client.post("/", data={"rules": "classical", "hand": "55d", "go": "1"})
    assert "This needs a change" in response.text


def test_no_more_are_kept_than_there_may_be(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_cache, "MAX_CACHED_PAGES", 2)
    drawn(app).clear()
    for path in PATHS:
        client.get(path)
        assert len(drawn(app)) <= 2
