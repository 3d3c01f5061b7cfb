"""Pages say what players say: Hong Kong's faan are never fan, riichi's pon is never a pung."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from scorer.languages.translations import translations

HAND = {"rules": "hongkong", "round": "E", "seat": "S", "won": "discard", "from": "E", "go": "1"}
GREAT = {
    **HAND,
    "hand": "1b",
    "set1": "EEE",
    "set2": "SSS",
    "set3": "WWW",
    "set4": "NNN",
    "tile": "1b",
}
PLAIN = {**HAND, "hand": "111222333b 99b", "set1": "678c", "tile": "9b"}
AGREED = {**HAND, "winner": "S", "s.points": "15"}
PAGES = [
    ("/", GREAT),
    ("/", {**GREAT, "preset": "great_alone"}),
    ("/", PLAIN),
    ("/", {**PLAIN, "o.limit": "4"}),
    ("/why", {**GREAT, "rule": "all-pungs"}),
    ("/table", AGREED),
    ("/rules/hongkong", {}),
    ("/rules/hongkong/all-pungs", {}),
]


def text_of(client: FlaskClient, path: str, query: dict[str, str]) -> str:
    page = client.get(path, query_string=query)
    assert page.status_code == 200
    shown = re.sub(r"<(script|style).*?</\1>", "", page.get_data(as_text=True), flags=re.S)
    return unescape(re.sub(r"<[^>]+>", " ", shown))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("path", "query"), PAGES)
def test_no_page_of_hong_kong_says_fan(
    client: FlaskClient, path: str, query: dict[str, str], language: str
) -> None:
    text = text_of(client, path, {**query, "lang": language})
    assert re.findall(r"\bfan\b", text, re.I) == []
    assert "faan" in text.lower() or path == "/why"


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_the_lines_of_a_hand_stand_under_the_unit_of_the_ruleset(
    client: FlaskClient, language: str
) -> None:
    page = client.get("/", query_string={**PLAIN, "lang": language}).get_data(as_text=True)
    unit = "faan" if language == "en" else translations(language).gettext("faan")
    heads = re.findall(r"<caption><span>(.*?)</span>", page)
    assert heads == [unit[:1].upper() + unit[1:]]


def test_those_of_mcr_are_fan(client: FlaskClient) -> None:
    page = client.get("/", query_string={**PLAIN, "rules": "mcr"}).get_data(as_text=True)
    assert "Fan" in re.findall(r"<caption><span>(.*?)</span>", page)


def test_what_is_above_the_limit_stands_with_its_reason(client: FlaskClient) -> None:
    great = " ".join(text_of(client, "/", GREAT).split())
    assert "The sum is 18, and at most 13 of it counts." in great
    assert "Above the limit 5" in great


@pytest.mark.parametrize("path", ["/hand", "/table", "/learn/lessons/riichi/fu"])
def test_riichi_says_chi_pon_and_kan_in_english(client: FlaskClient, path: str) -> None:
    text = text_of(client, path, {"rules": "riichi", "lang": "en"})
    assert re.search(r"\bpons?\b", text, re.I)
    # Names of rules, with a capital within them, stay: they are what the book calls them.
    assert re.findall(r"\b(?:chow|pung|kong)s?\b", text) == []


def test_the_keys_of_riichi_say_so_and_no_others(client: FlaskClient) -> None:
    words = client.get("/static/words/en.js").text
    assert '"riichi\\u0004Pung":"Pon"' in words.replace("\x04", "\\u0004")
    assert "mcr" not in words
    assert "data-own-words" in client.get("/hand?rules=riichi&lang=en").text
    for other in ("/hand?rules=mcr&lang=en", "/hand?rules=riichi&lang=fr"):
        assert "data-own-words" not in client.get(other).text
