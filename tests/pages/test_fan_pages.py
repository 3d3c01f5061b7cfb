"""The pages of rulesets that add up fan: each speaks of what it declares, and of nothing of MCR."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

import scorer
from scorer.rules import BOOKS, mcr
from scorer.types import Principle
from tests.club_faan import book

from .page import Page
from .test_hand_page import get

HAND = {
    "rules": "club_by_worth",
    "hand": "1b 1b",
    **{f"set{row}": tiles for row, tiles in enumerate(("RRR", "222b", "333b", "444c", "SSS"), 1)},
    "tile": "1b",
    "won": "self_draw",
    "seat": "S",
}
COMBINED = ("non-separation", "non-identical", "account-once")


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    club = book.variant("club_by_worth", "Club by worth")
    club.presentation = club.presentation._replace(listed_by="worth")
    club.unit = "faan"
    official = mcr.book.variant("mcr_shorter", "MCR by two principles")
    two: tuple[Principle, ...] = ("non-repeat", "high-versus-low")
    official.presentation = official.presentation._replace(principles=two)
    added = {one.id: one for one in (club, official)}
    BOOKS.update(added)
    yield
    for name in added:
        del BOOKS[name]


def principles(page: Page) -> list[str]:
    names = {
        "Non-repeat": "non-repeat",
        "Non-separation": "non-separation",
        "Non-identical": "non-identical",
        "Account-once": "account-once",
        "High versus low": "high-versus-low",
    }
    return [id for name, id in names.items() if name in page.by_id["principles"]]


def test_the_rules_are_headed_in_the_unit_of_their_ruleset(client: FlaskClient) -> None:
    page = get(client, "/rules/club_by_worth")
    for worth in (1, 2, 3):
        assert f"{worth} faan" in page.by_id[f"worth-{worth}"]
    assert "point" not in page.by_id["worth-1"]
    assert "1 point " in get(client, "/rules/mcr").words


def test_a_rule_has_a_number_where_its_book_gives_it_one(client: FlaskClient) -> None:
    page = get(client, "/rules/club_by_worth")
    assert "no. 2" in page.by_id["dragon-pung"]
    assert "no." not in page.by_id["by-moonlight"]
    assert "no. None" not in page.words
    assert "The numbers are those of the rule book." in page.words
    assert "those of the rule book" not in get(client, "/rules/classical").words


def test_each_ruleset_shows_the_principles_that_it_has(client: FlaskClient) -> None:
    assert scorer.ruleset("mcr")["principles"] == [
        "non-repeat", *COMBINED, "high-versus-low",
    ]  # fmt: skip
    assert principles(get(client, "/rules/mcr")) == scorer.ruleset("mcr")["principles"]
    assert principles(get(client, "/rules/mcr_shorter")) == ["non-repeat", "high-versus-low"]
    # Its fan neither contain one another nor are made of particular sets.
    assert scorer.ruleset("club_by_worth")["principles"] == ["high-versus-low"]
    assert principles(get(client, "/rules/club_by_worth")) == ["high-versus-low"]
    assert "can depend on house rules" not in get(client, "/rules/club_by_worth").words
    assert "principles" not in get(client, "/rules/classical").by_id


def test_a_book_of_fan_has_by_default_the_principles_that_its_fan_meet() -> None:
    def principles_of(**declared: tuple[Principle, ...]) -> list[str]:
        other = mcr.book.variant("mcr_other", "Other")
        principles = declared.get("principles", ())
        other.presentation = other.presentation._replace(principles=principles)
        return list(other.as_document()["principles"])

    assert principles_of() == ["non-repeat", *COMBINED, "high-versus-low"]
    assert principles_of(principles=("non-repeat",)) == ["non-repeat"]


def test_what_is_set_aside_leads_only_to_a_principle_that_there_is(client: FlaskClient) -> None:
    won = {"seat": "S", "round": "E", "hand": "123b 456b 99d", "set1": "789b", "set2": "EEE",
           "tile": "9d", "won": "discard", "from": "W"}  # fmt: skip

    def leading(rules: str) -> tuple[bool, int]:
        page = get(client, "/", {**won, "rules": rules})
        links = [one["href"] for one in page.all("a") if "#principles" in one.get("href", "")]
        return "Non-separation" in page.words, len(links)

    assert leading("mcr") == (True, 2)
    assert leading("mcr_shorter") == (True, 1)


@pytest.mark.parametrize("path", ["/rules/club_by_worth", "/"])
def test_a_chinese_page_calls_a_rule_as_its_own_ruleset_does(
    client: FlaskClient, path: str
) -> None:
    query = HAND if path == "/" else {}
    page = get(client, path, {**query, "lang": "zh"})
    assert "對對糊" in page.words
    assert "All pungs" in page.words
    assert "All pungs" in get(client, path, {**query, "lang": "fr"}).words
    assert "對對糊 " in get(client, path, {**query, "lang": "en"}).words
