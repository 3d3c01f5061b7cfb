"""The pages of the first lessons, without JavaScript: a tap is a form that is sent."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from scorer.learn.lessons import LESSONS
from scorer.learn.lessons.lesson import Lesson
from tests.nightly import some_by_day

from .page import Page
from .test_languages import Outside, bracketed, in_brackets

__all__ = ["bracketed", "in_brackets"]

HTML = {"Accept": "text/html"}
EVERY = [
    pytest.param(ruleset, lesson, id=f"{ruleset}-{lesson.id}")
    for ruleset, lessons in LESSONS.items()
    for lesson in lessons
]
each = pytest.mark.parametrize(("ruleset", "lesson"), some_by_day(EVERY, len(EVERY) // 5))


def opened(client: FlaskClient, path: str, status: int = 200) -> Page:
    answer = client.get(path, headers=HTML)
    assert answer.status_code == status, path
    return Page(answer.get_data(as_text=True))


def address(ruleset: str, lesson: Lesson) -> str:
    return f"/learn/lessons/{ruleset}/{lesson.id}"


def wrong_of(lesson: Lesson) -> int:
    return 1 if lesson.question.right_index() == 0 else 0


def answers(page: Page) -> list[str]:
    return [one["value"] for one in page.all("button") if one.get("name") == "answer"]


def main_links(page: Page) -> list[str]:
    links = [one["href"] for one in page.all("a") if "hreflang" not in one]
    return [link for link in links if link.startswith("/learn/lessons/")]


def test_all_lessons_stand_in_one_list(client: FlaskClient) -> None:
    links = main_links(opened(client, "/learn/lessons"))
    for ruleset, lessons in LESSONS.items():
        assert f"/learn/lessons/{ruleset}" in links
        assert {address(ruleset, lesson) for lesson in lessons} <= set(links)
        own = main_links(opened(client, f"/learn/lessons/{ruleset}"))
        assert own == [address(ruleset, one) for one in (lessons[0], *lessons)]


def test_the_page_to_learn_leads_to_the_first_lesson_of_each_ruleset(client: FlaskClient) -> None:
    assert "/learn" in [one["href"] for one in opened(client, "/").all("a")]
    links = main_links(opened(client, "/learn"))
    firsts = [link for link in links if link.count("/") > len(("learn", "lessons", "ruleset"))]
    assert firsts == [address(ruleset, lessons[0]) for ruleset, lessons in LESSONS.items()]
    assert {f"/learn/lessons/{ruleset}" for ruleset in LESSONS} <= {*links}


@pytest.mark.slow
@each
def test_each_answer_is_one_tap_and_is_graded(
    client: FlaskClient, ruleset: str, lesson: Lesson
) -> None:
    path = address(ruleset, lesson)
    page = opened(client, path)
    (form,) = [one for one in page.all("form") if "lesson-answers" in one["class"]]
    assert form["method"] == "get"
    assert form["action"] == f"{path}#question"
    assert answers(page) == [str(n) for n in range(len(lesson.question.choices()))]
    assert "data-right" not in page.html
    right = opened(client, f"{path}?answer={lesson.question.right_index()}")
    assert "Right." in right.words
    assert answers(right) == []
    assert "data-right" in right.html
    wrong = opened(client, f"{path}?answer={wrong_of(lesson)}")
    assert "Not so." in wrong.words
    assert "data-right" not in wrong.html
    assert answers(wrong) == answers(page), "it may be tried again"


@pytest.mark.slow
def test_a_player_goes_from_lesson_to_lesson(client: FlaskClient) -> None:
    for ruleset, lessons in LESSONS.items():
        path = address(ruleset, lessons[0])
        for lesson in lessons:
            assert path == address(ruleset, lesson)
            page = opened(client, f"{path}?answer={lesson.question.right_index()}")
            path = main_links(page)[-1]
        assert path == f"/learn/lessons/{ruleset}", "after the last there is none"
        assert f"/hand?rules={ruleset}" in [one["href"] for one in page.all("a")]


def test_what_was_tried_is_not_lost(client: FlaskClient) -> None:
    lesson = next(one for one in LESSONS["classical"] if one.id == "set-points")
    path = address("classical", lesson)
    page = opened(client, f"{path}?answer=0&tried=1&tried=1&tried=x")
    hidden = [one["value"] for one in page.all("input") if one["name"] == "tried"]
    assert hidden == ["1", "0"]
    tried = [one["value"] for one in page.all("button") if "tried" in one.get("class", "")]
    assert tried == ["0", "1"]
    assert page.words.count("tried") == 2


def test_the_reason_is_the_scorers(client: FlaskClient) -> None:
    page = opened(client, "/learn/lessons/classical/claims?answer=0")
    assert "The winning tile was claimed; drawn, it would count." in page.words
    page = opened(client, "/learn/lessons/mcr/implied?answer=1")
    assert "Big Three Dragons already contains it (non-repeat)." in page.words
    page = opened(client, "/learn/lessons/mcr/chows?answer=0")
    assert "the rule needs: the same chow in all three suits" in page.words
    page = opened(client, "/learn/lessons/british/count?answer=0")
    assert "this hand needs 8 concealed tiles with the winning tile (7 without it);" in page.words
    assert "A kong counts as three tiles: the fourth is made up for by one more." in page.words
    page = opened(client, "/learn/lessons/british/sum?answer=2")
    assert "30 × 2 1 = 60" in page.words
    page = opened(client, "/learn/lessons/american/payments?answer=1")
    assert "West pays South 50" in page.words


@pytest.mark.parametrize("answer", ["99", "-1", "", "x", "1.0", "%00", "<script>", "٣", "1" * 500])
def test_an_answer_that_there_is_not_is_said_so(client: FlaskClient, answer: str) -> None:
    page = opened(client, f"/learn/lessons/classical/tiles?answer={answer}", 422)
    assert "There is no such answer here" in page.words
    assert answers(page) == ["0", "1"]


@pytest.mark.parametrize(
    "path",
    [
        *("/learn/lessons/chess", "/learn/lessons/classical/nothing", "/learn/lessons/chess/tiles"),
        *("/learn/lessons/%00/%00", "/learn/lessons/classical/" + "x" * 500),
        "/learn/lessons/<script>/tiles?answer=0",
    ],
)
def test_a_lesson_that_there_is_not_is_said_so(client: FlaskClient, path: str) -> None:
    page = opened(client, path, 404)
    assert "No such lesson" in page.words
    assert "/learn/lessons" in [one["href"] for one in page.all("a")]


@pytest.mark.slow
@each
def test_nothing_of_a_lesson_stays_behind_in_english(
    bracketed: FlaskClient, ruleset: str, lesson: Lesson
) -> None:
    path = address(ruleset, lesson)
    for query in ("", *(f"?answer={n}" for n in range(len(lesson.question.choices())))):
        html = bracketed.get(path + query, headers=HTML).get_data(as_text=True)
        assert "⟦" in html
        assert Outside(html).found == [], query


@pytest.mark.parametrize(
    "path",
    [
        "/learn/lessons",
        "/learn/lessons/mcr",
        "/learn/lessons/no",
        "/learn/lessons/mcr/fan?answer=x",
    ],
)
def test_nothing_of_the_lists_stays_behind_in_english(bracketed: FlaskClient, path: str) -> None:
    html = bracketed.get(path, headers=HTML).get_data(as_text=True)
    assert Outside(html).found == []


@pytest.mark.parametrize("language", ["fr", "zh"])
def test_lessons_speak_the_language_of_the_page(client: FlaskClient, language: str) -> None:
    client.set_cookie("lang", language)
    title = {"fr": "Quatre figures et une paire", "zh": "四副面子加一对将牌"}[language]
    assert title in opened(client, "/learn/lessons").words
    assert title in opened(client, "/learn/lessons/british/sets").words


def test_what_riichi_adds_is_shown(client: FlaskClient) -> None:
    shown = opened(client, "/learn/lessons/riichi/dora").words
    assert "dora indicator" in shown
    shown = opened(client, "/learn/lessons/riichi/payments").words
    assert "Honba: 1 · Riichi sticks: 1" in shown
    shown = opened(client, "/learn/lessons/riichi/draw").words
    assert "East noten South tenpai West noten" in shown


def test_the_han_and_the_fu_are_told_apart(client: FlaskClient) -> None:
    shown = opened(client, "/learn/lessons/riichi/riichi?answer=0").words
    assert "Ippatsu" in shown
    assert "Winning hand" not in shown
    shown = opened(client, "/learn/lessons/riichi/fu?answer=0").words
    assert "Closed hand by discard" in shown
    assert "Riichi 1" not in shown
