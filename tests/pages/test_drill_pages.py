"""The pages of drills, without JavaScript: a question, its answer and the next are plain forms."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from scorer.learn.drills import drill_parts
from scorer.rules import BOOKS
from tests import plain as scorer

EACH = pytest.mark.parametrize(
    ("ruleset", "part"), [(id, part) for id, book in BOOKS.items() for part in drill_parts(book)]
)
ON = re.compile(r'<a class="button main drill-next" href="([^"]*)"')


def address(ruleset: str, part: str, seed: int, more: str = "") -> str:
    return f"/learn/drill?rules={ruleset}&part={part}&seed={seed}{more}"


def next_of(text: str) -> str:
    found = ON.search(text)
    assert found
    return unescape(found[1])


@EACH
def test_a_right_answer_is_right_and_a_wrong_one_says_the_right_one(
    client: FlaskClient, ruleset: str, part: str
) -> None:
    question = scorer.drill({"ruleset": ruleset, "part": part, "seed": 3})
    right = question["answer"]
    page = client.get(address(ruleset, part, 3))
    assert page.status_code == 200
    for choice in question["choices"]:
        assert f'name="answer" value="{choice}"' in page.text
    assert question["choices"] or 'inputmode="numeric"' in page.text
    good = client.get(address(ruleset, part, 3, f"&answer={right}")).text
    bad = client.get(address(ruleset, part, 3, f"&answer={right + 1}")).text
    assert "verdict-right" in good
    assert "verdict-wrong" in bad
    assert "1 of 1 right" in good
    assert "0 of 1 right" in bad
    assert "1 comes back" in bad


def test_what_was_missed_comes_back_after_three_others(client: FlaskClient) -> None:
    url, seeds = address("riichi", "waits", 7, "&on=waits"), []
    for number in range(5):
        query = {name: value[0] for name, value in parse_qs(urlsplit(url).query).items()}
        seeds.append(int(query["seed"]))
        question = scorer.drill({"ruleset": "riichi", "part": "waits", "seed": seeds[-1]})
        given = question["answer"] + (number == 0)
        page = client.get(f"{url}&answer={given}")
        assert ("verdict-wrong" in page.text) == (number == 0)
        url = next_of(page.text)
    assert seeds == [7, 8, 9, 10, 7]
    assert "back=" not in url
    assert "n=5&ok=4" in url


def test_a_part_that_is_switched_off_is_not_asked(client: FlaskClient) -> None:
    # From one seed the questions are the same each time: those answered wrongly come back.
    url = "/learn/drill?rules=riichi&on=sets&on=waits&part=sets&seed=1"
    asked = set()
    for _ in range(12):
        place = client.get(url)
        if place.status_code == 302:
            url = place.headers["Location"]
        asked.add(parse_qs(urlsplit(url).query)["part"][0])
        url = next_of(client.get(f"{url}&answer=2").text)
    assert asked == {"sets", "waits"}


def test_answers_are_timed_where_somebody_likes(client: FlaskClient) -> None:
    url = address("mcr", "patterns", 2, "&timed=1&t=50&n=1&ok=1")
    page = client.get(f"{url}&answer=1&took=30")
    assert "3 seconds" in page.text
    assert "4 seconds on average" in page.text
    assert "seconds" not in client.get(address("mcr", "patterns", 2, "&answer=1&took=30")).text


@pytest.mark.parametrize("typed", ["", "x", "1.5", "9" * 400, "<b>"])
def test_what_is_no_number_is_refused_beside_its_field(client: FlaskClient, typed: str) -> None:
    page = client.get("/learn/drill", query_string={**TOTAL, "answer": typed})
    assert page.status_code == 422
    assert 'id="error-answer"' in page.text
    assert "<b></" not in page.text
    assert "drill-next" not in page.text


TOTAL = {"rules": "riichi", "part": "totals", "seed": "1"}


@pytest.mark.parametrize(
    "query",
    [
        "n=-1&ok=9&back=..&back=x.y.z&t=999999999999999999999",
        "ok=5",
        "on=luck&on=&timed=x&took=-4",
    ],
)
def test_nonsense_in_the_address_counts_as_nothing(client: FlaskClient, query: str) -> None:
    page = client.get(f"/learn/drill?rules=riichi&part=totals&seed=1&answer=1&{query}")
    assert page.status_code == 200
    assert "of 1 right" in page.text


@pytest.mark.parametrize("language", ["fr", "zh"])
def test_a_drill_speaks_other_languages(client: FlaskClient, language: str) -> None:
    page = client.get(address("riichi", "sets", 1), headers={"Accept-Language": language})
    assert "How many" not in page.text
    assert f'lang="{language}' in page.text


def test_the_overview_leads_to_the_drills_of_each_ruleset(client: FlaskClient) -> None:
    page = client.get("/learn").text
    assert all(f"/learn/drill?rules={id}" in page for id in BOOKS)
