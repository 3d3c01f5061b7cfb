"""The first page, the menu, and the addresses that lead to the form of one hand."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.pages.page import EXAMPLE, Page

MENU = ["/", "/learn", "/rules"]


def shown(client: FlaskClient, address: str) -> Page:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return Page(answer.text)


def ruleset_of(page: Page) -> str:
    return next(field["value"] for field in page.all("input") if field.get("name") == "rules")


def test_the_first_page_says_what_this_is_and_offers_three_things(client: FlaskClient) -> None:
    page = shown(client, "/")
    assert "See who pays whom, and why." in page.words
    for words, address in (
        ("Keep score for tonight", "/games/new"),
        ("Score one hand", "/hand"),
        ("Learn to score", "/learn"),
    ):
        assert words in page.words
        assert address in [link.get("href", "") for link in page.all("a")]
    (form,) = (form for form in page.all("form") if form["action"] == "/join")
    assert form["method"] == "post"


@pytest.mark.parametrize(
    ("address", "at"),
    [("/", 0), ("/hand", 0), ("/table", 0), ("/games", 0), ("/learn", 1), ("/rules", 2)],
)
def test_the_menu_is_play_learn_and_rules(client: FlaskClient, address: str, at: int) -> None:
    links = [link for link in shown(client, address).all("a") if link.get("href") in MENU]
    menu = links[1:4] if links[0].get("class") == "brand" else links[:3]
    assert [link["href"] for link in menu] == MENU
    assert [link.get("aria-current") == "page" for link in menu] == [n == at for n in range(3)]


@pytest.mark.parametrize("address", ["/?rules=mcr", "/hand?rules=mcr", "/?rules=mcr&seat=E"])
def test_an_address_with_a_ruleset_is_the_form_of_one_hand(
    client: FlaskClient, address: str
) -> None:
    page = shown(client, address)
    assert "Score a hand" in page.words
    assert ruleset_of(page) == "mcr"


def test_a_result_has_one_address_whichever_form_it_came_from(client: FlaskClient) -> None:
    results = [client.get(path, query_string=EXAMPLE).text for path in ("/", "/hand")]
    named = [
        next(link["href"] for link in Page(text).all("link") if link.get("rel") == "canonical")
        for text in results
    ]
    assert urlsplit(named[0]).path == "/"
    assert named[0] == named[1]
    assert all("336" in text for text in results)


@pytest.mark.parametrize("path", ["/", "/hand", "/table", "/waits", "/games/new", "/learn/train"])
def test_ruleset_is_read_as_rules(client: FlaskClient, path: str) -> None:
    answer = client.get(path, query_string={"ruleset": "riichi", "seat": "E"})
    assert answer.status_code == 302
    location = urlsplit(answer.headers["Location"])
    assert location.path == path
    assert parse_qs(location.query) == {"rules": ["riichi"], "seat": ["E"]}
    assert not location.netloc


def test_the_api_and_unknown_pages_read_ruleset_as_it_is(client: FlaskClient) -> None:
    assert client.get("/api/v1/problems?ruleset=british&level=1&seed=1").status_code == 200
    assert client.get("/nothing?ruleset=riichi").status_code == 404
    both = client.get("/hand?ruleset=mcr&rules=riichi")
    assert ruleset_of(Page(both.text)) == "riichi"
