"""A club's presets over HTTP: listed, described, on every page, and what pages begin with."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer import use_club
from scorer.learn.lessons import LESSONS
from scorer.rules import BOOKS
from scorer.service import create_app
from scorer.service.web import files
from tests.club.conftest import RIVERSIDE, Write
from tests.club.test_file import EAST


def made(path: Path | None = None) -> Flask:
    club = {} if path is None else {"CLUB": str(path)}
    return create_app({"LOG_REQUESTS": False, "CLIENT_SECONDS": 0, **club})


@pytest.fixture
def client(write: Write) -> FlaskClient:
    return made(write(RIVERSIDE)).test_client()


def text(client: FlaskClient, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.text


def test_its_presets_are_listed_and_described(client: FlaskClient) -> None:
    listed = client.get("/api/v1/rulesets/british").json
    assert listed is not None
    assert listed["default_preset"] == "riverside"
    assert listed["presets"][-1]["title"] == "Thursdays"
    described = json.loads(text(client, "/openapi.json"))["components"]["schemas"]
    assert described["BritishPresetName"]["enum"] == ["u3a", "bmja", "riverside", "thursday"]
    answer = client.post("/api/v1/score", json=EAST).json
    assert answer is not None
    assert (answer["preset"], answer["total"]) == ("riverside", 500)
    assert "Riverside" in text(client, answer["page"])
    assert text(client, "/readyz")


@pytest.mark.parametrize(
    "path",
    [
        *("/hand", "/table", "/waits", "/games/new", "/rules/british", "/rules/british/sheet"),
        "/rules/british?preset=thursday",
        "/learn/train?rules=british&preset=riverside&level=3&seed=2",
        "/learn/train?rules=british&level=2&seed=5",
    ],
)
@pytest.mark.slow
def test_pages_name_its_presets(client: FlaskClient, path: str) -> None:
    assert "Riverside" in text(client, path).replace("Riverside Mah-jong", "")


@pytest.mark.nightly
@pytest.mark.slow
def test_the_page_of_every_rule_opens_under_its_presets(client: FlaskClient) -> None:
    for rule in BOOKS["british"].rules:
        for preset in ("", "?preset=u3a", "?preset=thursday"):
            text(client, f"/rules/british/{rule.id}{preset}")


def test_pages_begin_with_the_clubs_name_language_and_ruleset(client: FlaskClient) -> None:
    page = text(client, "/hand")
    assert '<html lang="fr"' in page
    assert "<span>Riverside Mah-jong</span></a>" in page
    assert 'name="rules" value="british"' in page
    # What a visitor chooses wins: by address, by what was chosen before, and by ruleset.
    assert '<html lang="zh-Hans"' in text(client, "/hand?lang=zh")
    assert '<html lang="zh-Hans"' in text(client, "/hand")
    assert 'name="rules" value="mcr"' in text(client, "/hand?rules=mcr")


def test_without_a_club_nothing_is_as_with_one(client: FlaskClient) -> None:
    with client.application.app_context():
        with_club = files.release()
    use_club(None)
    plain = made().test_client()
    page = text(plain, "/hand")
    assert '<html lang="en"' in page
    assert "Riverside" not in page
    assert 'name="rules" value="classical"' in page
    listed = plain.get("/api/v1/rulesets/british").json
    assert listed is not None
    assert len(listed["presets"]) == 2
    with plain.application.app_context():
        # Phones take over nothing of another club.
        assert files.release() != with_club


def test_what_the_file_says_is_text_on_pages(write: Write) -> None:
    hostile = RIVERSIDE.replace('"Riverside"', '"<b>%(x)s {y} 100%</b>"')
    client = made(write(hostile.replace("Riverside Mah-jong", "<i>Ours</i>"))).test_client()
    paths = ("/hand", "/table", "/rules/british", "/rules/british/sheet", "/games/new")
    for path in paths:
        page = text(client, path)
        assert "<b>%" not in page
        assert "<i>Ours" not in page
        assert "&lt;b&gt;%(x)s {y} 100%&lt;/b&gt;" in page


def test_the_default_of_a_club_changes_no_lesson_and_no_example(client: FlaskClient) -> None:
    """They are of the ruleset's own default: many of their hands have chows."""
    chow = "/rules/british/exposed-minor-pung"

    def answers() -> list[object]:
        questions = [lesson.question for lesson in LESSONS["british"]]
        return [
            (question.right_index(), question.feedback(n).because)
            for question in questions
            for n in range(len(question.choices()))
        ]

    with_club, drawn = answers(), text(client, f"{chow}?preset=u3a&lang=en")
    use_club(None)
    assert with_club == answers()
    plain = text(made().test_client(), f"{chow}?lang=en")
    scored = re.compile(r'href="(/[?]rules=british&amp;[^"]+)">See it scored: (\d+) points')
    now, before = scored.findall(drawn), scored.findall(plain)
    assert [points for _, points in now] == [points for _, points in before] != []
    assert all("preset=u3a" in link for link, _ in now)


def test_a_wrong_file_is_refused_at_start(write: Write) -> None:
    path = write("[club]\nlanguage = 'tlh'")
    with pytest.raises(ValueError, match=re.escape(f"{path}:2: there is no language")):
        made(path)
    with pytest.raises(ValueError, match="SCORER_CLUB is to be the path of a file"):
        create_app({"LOG_REQUESTS": False, "CLUB": 5})


def test_an_exercise_of_a_class_stays_as_it_was(client: FlaskClient, write: Write) -> None:
    wanted = {"title": "Tuesday", "set": "p?rules=british&preset=riverside&level=2&seed=3\n"}
    made_class = client.post("/api/v1/classes", json=wanted).json
    assert made_class is not None, wanted
    key = made_class["keys"]["teach"]
    before = client.get(f"/api/v1/classes/{key}").json
    assert before is not None
    after = made(write("")).test_client()
    assert "riverside" not in BOOKS["british"].presets
    assert after.get(f"/api/v1/classes/{key}").json == before
    assert after.get(f"/classes/{key}").status_code == 200
    assert "Riverside" not in json.dumps(before["exercises"][0]["document"])
