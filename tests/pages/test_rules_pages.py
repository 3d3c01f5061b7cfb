from __future__ import annotations

import pytest
from flask.testing import FlaskClient

import scorer

from .examples import RULESETS, hand_of
from .test_hand_page import get


def test_the_rules_list_every_ruleset(client: FlaskClient) -> None:
    words = get(client, "/rules").words
    for entry in scorer.rulesets():
        assert entry["name"] in words


@pytest.mark.parametrize("identifier", RULESETS)
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


def test_special_hands_are_listed_with_what_they_are_worth_exposed_and_fished_for(
    client: FlaskClient,
) -> None:
    page = get(client, "/rules/british")
    worth = {
        rule["id"]: page.by_id[rule["id"]]
        for rule in scorer.ruleset("british")["rules"]
        if rule["kind"] == "limit"
    }
    assert "Exposed 500" in worth["heads-and-tails"]
    assert "Fishing 400, exposed 200" in worth["heads-and-tails"]
    assert "Fishing 200" in worth["all-pair-honours"]
    assert "xposed" not in worth["all-pair-honours"]
    assert "Fishing" not in worth["heavens-blessing"]
    fished = [hand for hand, words in worth.items() if "Fishing" in words]
    # Purity, the fourteenth that may be fished for, is counted and listed among the doubles.
    assert len(fished) == 13
    assert "fourteen of them worth fishing for" in page.words


@pytest.mark.parametrize("identifier", RULESETS)
def test_presets_are_called_by_their_titles(client: FlaskClient, identifier: str) -> None:
    presets = scorer.ruleset(identifier)["presets"]
    for path, query in ((f"/rules/{identifier}", {}), ("/", {"rules": identifier})):
        words = get(client, path, query).words
        assert all(preset["title"] in words for preset in presets)


def test_a_result_names_its_preset_by_the_title(client: FlaskClient) -> None:
    query = hand_of("british")
    assert "British (BMJA) · The u3a guide" in get(client, "/", query).words
    assert "British (BMJA) · BMJA tables" in get(client, "/", {**query, "preset": "bmja"}).words
