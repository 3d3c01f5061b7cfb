"""The documentation pages: complete, made of our own files only, and good without a script."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

import scorer
from scorer.documents.schemas.shapes import shapes
from scorer.service.api.field_reference import field_reference
from scorer.service.api.problems import CODES, KIND_BY_STATUS

PAGES = ["/docs", "/docs/errors"]


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.words = ""
        self.inline = 0
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.inside = tag
        if told.get("id"):
            self.ids.append(str(told["id"]))
        if tag == "a":
            self.links.append(str(told.get("href")))
        if tag in ("script", "img", "iframe", "source", "audio", "video") and told.get("src"):
            self.loaded.append(str(told["src"]))
        if tag == "link" and told.get("rel") in ("stylesheet", "icon"):
            self.loaded.append(str(told["href"]))
        if "style" in told or any(name.startswith("on") for name in told):
            self.inline += 1

    def handle_data(self, data: str) -> None:
        if self.inside in ("script", "style") and data.strip():
            self.inline += 1
        self.words += data


def page(client: FlaskClient, path: str) -> Page:
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    return Page(answer.text)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_nothing_but_our_own_files(client: FlaskClient, path: str) -> None:
    found = page(client, path)
    assert found.loaded
    for address in found.loaded:
        assert re.fullmatch(r"/static/\d[\w.]+/[\w./-]+", address), address
        with client.get(address) as answer:
            assert answer.status_code == 200
    assert found.inline == 0


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_every_link_on_a_page_leads_somewhere(client: FlaskClient, path: str) -> None:
    found = page(client, path)
    assert len(found.ids) == len(set(found.ids))
    for link in found.links:
        address, _, anchor = link.partition("#")
        if address:
            assert client.get(address).status_code == 200, link
        if anchor:
            there = page(client, address).ids if address else found.ids
            assert anchor in there, link


def test_the_page_shows_every_operation_schema_and_option(
    client: FlaskClient, openapi: dict[str, Any]
) -> None:
    found = page(client, "/docs")
    for path, operations in openapi["paths"].items():
        assert path in found.words
        for method in operations.keys() - {"parameters"}:
            assert operations[method]["operationId"] in found.ids
    for name, schema in shapes().items():
        assert f"schema-{name}" in found.ids
        assert schema["description"] in found.words
    for ruleset in scorer.rulesets():
        for option in ruleset["options"]:
            assert option["name"] in found.words


def test_every_operation_shows_its_parameters(client: FlaskClient, openapi: dict[str, Any]) -> None:
    shared = openapi["components"]["parameters"]
    shown = {
        section["id"]: [term.text for term in section.select("dl.parameters code")]
        for section in BeautifulSoup(client.get("/docs").text, "html.parser").select(".operation")
    }
    for operations in openapi["paths"].values():
        for operation in operations.values():
            parameters = operation.get("parameters", [])
            names = [shared["lang"]["name"] if "$ref" in p else p["name"] for p in parameters]
            found = shown[operation["operationId"]] if names else []
            assert found == names, operation["operationId"]
    assert shown["game_sheet"] == ["key", "since", "fields", "If-None-Match", "lang"]


def test_the_field_reference_is_current() -> None:
    file = Path(__file__).parents[2] / "docs" / "api.md"
    current = file.read_text(encoding="utf-8") == field_reference()
    assert current, "python -m scorer.service.api.field_reference > docs/api.md writes it anew"


def test_every_kind_of_problem_and_every_code_is_explained(client: FlaskClient) -> None:
    found = page(client, "/docs/errors")
    assert {kind.anchor for kind in KIND_BY_STATUS.values()} <= set(found.ids)
    assert set(CODES) <= set(found.ids)
    for advice in (*CODES.values(), *(kind.advice for kind in KIND_BY_STATUS.values())):
        assert advice in found.words


def test_assistants_read_on_a_screen_what_there_is_and_where(client: FlaskClient) -> None:
    answer = client.get("/llms.txt")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    text = answer.text
    assert text.startswith("# Mahjong scorer\n\n> ")
    assert len(text.splitlines()) <= 45
    assert len(text) < 4_000
    links = re.findall(r"\]\(http://localhost(/[^)]*)\)", text)
    assert len(links) == text.count("](") > 15
    assert {client.get(link).status_code for link in links} == {200}
    assert all(f"`{ruleset['id']}`" in text for ruleset in scorer.rulesets())
    posted = re.search(r"POST http://localhost(\S+)\n +(\{.*\})", text)
    assert posted is not None
    scored = client.post(posted[1], data=posted[2], content_type="application/json")
    assert scored.json is not None
    assert scored.json["total"] == 336
    [others] = [line for line in text.splitlines() if line.startswith("- `POST")]
    for name in re.findall(r"`(?:POST /api/v1/)?([a-z/-]+)`", others):
        assert client.post(f"/api/v1/{name}", json={}).status_code == 422, name


def test_assistants_are_shown_no_address_that_a_caller_made_up(client: FlaskClient) -> None:
    text = client.get("/llms.txt", headers={"Host": "evil.example"}).text
    assert "evil.example" not in text
    assert "](/openapi.json)" in text
