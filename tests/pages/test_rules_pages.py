from __future__ import annotations

import pytest
from flask.testing import FlaskClient

import scorer

from .test_hand_page import get


def test_the_rules_list_every_ruleset(client: FlaskClient) -> None:
    words = get(client, "/rules").words
    for entry in scorer.rulesets():
        assert entry["name"] in words


@pytest.mark.parametrize("identifier", ["classical", "british", "mcr"])
def test_a_ruleset_shows_every_rule_option_and_circumstance(
    client: FlaskClient, identifier: str
) -> None:
    page = get(client, f"/rules/{identifier}")
    detail = scorer.ruleset(identifier)
    for rule in detail["rules"]:
        assert rule["id"] in page.by_id
        assert rule["name"] in page.words
    for option in detail["options"]:
        assert option["name"] in page.words
    for entry in detail["circumstances"]:
        assert entry["id"] in page.words


def test_an_unknown_ruleset_has_no_page(client: FlaskClient) -> None:
    assert client.get("/rules/martian").status_code == 404
