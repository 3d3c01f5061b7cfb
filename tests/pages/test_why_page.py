"""The page that says why a rule counts in a hand, or why not, and what one change would bring."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from tests import plain as scorer
from tests.nightly import in_turn

from .examples import HANDS
from .page import EXAMPLE
from .test_hand_page import get
from .test_results import opened


def test_under_a_result_any_rule_can_be_asked_about(client: FlaskClient) -> None:
    page = get(client, "/", EXAMPLE)
    forms = [one for one in page.all("form") if one.get("action") == "/why"]
    assert len(forms) == 1
    rules = [one["value"] for one in page.all("option") if "value" in one]
    for rule in scorer.ruleset("classical")["rules"]:
        assert rule["id"] in rules


def test_the_answer_is_the_scorers(client: FlaskClient) -> None:
    page = get(client, "/why", {**EXAMPLE, "why": "no-chows"})
    assert "It does not count" in page.words
    assert "2 sets are chows; the first is 2d 3d 4d" in page.words
    assert "If one thing were different" in page.words
    counted = get(client, "/why", {**EXAMPLE, "why": "own-wind-meld"})
    assert "It counts" in counted.words


def test_each_change_leads_to_its_score(client: FlaskClient) -> None:
    page = get(client, "/why", {**EXAMPLE, "with": "", "why": "no-chows"})
    address = next(a["href"] for a in page.all("a") if "won=self_draw" in a.get("href", ""))
    assert "Drawn from the wall" in opened(client, address).words


def test_a_rule_that_there_is_not_is_said_so(client: FlaskClient) -> None:
    for rule in ("nothing", "<script>", "x" * 500, "\x00"):
        page = get(client, "/why", {**EXAMPLE, "why": rule})
        assert "These rules have no such rule" in page.words


def test_without_a_rule_the_changes_are_told(client: FlaskClient) -> None:
    page = get(client, "/why", EXAMPLE)
    assert "If one thing were different" in page.words


@pytest.mark.parametrize(
    "query", [{}, {"hand": "12x"}, {"rules": "mcr", "hand": "1b", "won": "no"}]
)
def test_without_a_hand_its_own_page_says_what_is_wrong(
    client: FlaskClient, query: dict[str, str]
) -> None:
    answer = client.get(f"/why?{urlencode(query)}")
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/")


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "language"), in_turn(HANDS, ["en", "fr", "zh"]))
def test_every_rule_is_explained_in_every_language(
    client: FlaskClient, ruleset: str, language: str
) -> None:
    client.set_cookie("lang", language)
    for rule in scorer.ruleset(ruleset)["rules"][::7]:
        assert get(client, "/why", {**HANDS[ruleset], "why": rule["id"]}).words


def test_of_each_hand_of_a_table_may_be_asked_why(client: FlaskClient) -> None:
    table = {
        **{"rules": "british", "round": "E", "winner": "E", "won": "discard", "from": "S"},
        **{"e.hand": "123b 55d", "e.set1": "EEE", "e.set2": "777c", "e.set3": "222d"},
        **{"e.tile": "5d", "s.hand": "RR 258b 147c 36d NN W", "w.points": "16", "n.points": "0"},
    }
    page = get(client, "/table", table)
    links = [a["href"] for a in page.all("a") if a.get("href", "").startswith(("/why", "/learn/s"))]
    assert len(links) == 4
    for link in links:
        told = opened(client, link)
        assert "Why, and why not?" in told.words or "Step by step" in told.words
    assert "seat=S" in links[2]
    assert "won=no" in links[2]
