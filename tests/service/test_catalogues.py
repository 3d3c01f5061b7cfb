"""What is the same for everybody is sent once to a client that keeps it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

CATALOGUES = ["/openapi.json", "/api/v1/rulesets", "/api/v1/rulesets/mcr", "/api/v1/cards/practice"]


@pytest.mark.parametrize("path", CATALOGUES)
def test_a_catalogue_that_the_client_has_is_not_sent_again(client: FlaskClient, path: str) -> None:
    whole = client.get(path)
    assert (whole.status_code, whole.headers["Cache-Control"]) == (200, "public, max-age=300")
    tag = whole.headers["ETag"]
    assert not tag.startswith("W/")
    again = client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == tag
    assert again.headers["Cache-Control"] == "public, max-age=300"


@pytest.mark.parametrize("path", CATALOGUES)
def test_a_client_that_has_another_catalogue_is_sent_this_one(
    client: FlaskClient, path: str
) -> None:
    answer = client.get(path, headers={"If-None-Match": '"0123"'})
    assert (answer.status_code, answer.data) == (200, client.get(path).data)


def test_each_catalogue_has_an_etag_of_its_own(client: FlaskClient) -> None:
    tags = {client.get(path).headers["ETag"] for path in [*CATALOGUES, "/api/v1/rulesets/british"]}
    assert len(tags) == len(CATALOGUES) + 1


def test_a_head_request_tells_the_etag_alone(client: FlaskClient) -> None:
    answer = client.head("/api/v1/rulesets")
    assert answer.data == b""
    assert answer.headers["ETag"] == client.get("/api/v1/rulesets").headers["ETag"]


def test_what_is_not_there_has_no_etag(client: FlaskClient) -> None:
    answer = client.get("/api/v1/rulesets/riichy")
    assert answer.status_code == 404
    assert "ETag" not in answer.headers
