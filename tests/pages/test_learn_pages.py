"""Exercises, problems that are drawn, a score step by step: as pages, without JavaScript."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

from scorer.rules import BOOKS
from scorer.service.i18n.languages import COMPLETE_LANGUAGES
from tests import plain as scorer
from tests.test_grading import right_answers

from .examples import HANDS, hand_of
from .page import EXAMPLE, Page
from .test_hand_page import get

LEVELS = range(1, 7)
ALL = pytest.mark.parametrize("ruleset", BOOKS)


def fields_of(page: Page) -> dict[str, str]:
    """What the form of an exercise sends before anything is typed."""
    return {
        one["name"]: one.get("value", "")
        for one in page.all("input")
        if one.get("type") == "hidden" and one["name"] != "hint"
    }


def as_typed(given: dict[str, Any]) -> dict[str, str]:
    """What is given as a form sends it."""
    typed: dict[str, str] = {}
    for name, value in given.items():
        if name == "arrangement":
            typed |= {f"g.{kind}": str(number) for kind, number in value.items()}
        elif isinstance(value, dict):
            typed |= {f"g.{name}.{seat}": str(number) for seat, number in value.items()}
        elif isinstance(value, bool):
            typed[f"g.{name}"] = "yes" if value else "no"
        else:
            typed[f"g.{name}"] = str(value)
    return typed


def names_of(page: Page) -> set[str]:
    return {one["name"] for one in page.all("input") if one.get("name", "").startswith("g.")}


@pytest.mark.by_day(2, "level")
@pytest.mark.slow
@ALL
@pytest.mark.parametrize("level", LEVELS)
def test_a_problem_is_asked_answered_and_graded(
    client: FlaskClient, ruleset: str, level: int
) -> None:
    fields = {"rules": ruleset, "level": str(level), "seed": "7"}
    page = get(client, "/learn/train", fields)
    problem = scorer.problem({"ruleset": ruleset, "level": level, "seed": 7})
    typed = as_typed(right_answers(problem))
    assert "How it is counted" not in page.words
    if "payments" in problem["ask"]:
        names = {name for name in names_of(page) if name.startswith("g.payments.")}
        typed |= dict.fromkeys(names - typed.keys(), "0")
    assert typed.keys() <= names_of(page)
    answered = get(client, "/learn/train", {**fields_of(page), **typed, "check": "1"})
    assert "All right" in answered.words
    article = answered.all("article")[0]
    assert article["data-right"] == article["data-of"]
    assert article["data-exercise"] == page.all("article")[0]["data-exercise"]


@pytest.mark.slow
@ALL
def test_an_exercise_of_a_hand_hides_its_score(client: FlaskClient, ruleset: str) -> None:
    hand = hand_of(ruleset)
    result = get(client, "/", hand)
    link = next(a["href"] for a in result.all("a") if a.get("href", "").startswith("/learn/exer"))
    page = Page(client.get(link).text)
    total = str(scorer.score(document_of(hand))["total"])
    problem = next(text for id, text in page.by_id.items() if id == "content")
    assert total not in problem.split()
    assert "Check" in page.words
    typed = dict.fromkeys(names_of(page), "0")
    wrong = get(client, "/learn/exercise/hand", {**fields_of(page), **typed, "check": "1"})
    assert f"It is {total}" in wrong.words


def document_of(hand: dict[str, str]) -> dict[str, Any]:
    from werkzeug.datastructures import MultiDict

    from scorer.service.web.forms.form_documents import hand_document

    return hand_document(MultiDict(hand), scorer.ruleset(hand["rules"]))


def test_an_exercise_of_a_table_asks_for_scores_and_balances(client: FlaskClient) -> None:
    table = {
        "rules": "classical",
        "round": "E",
        "winner": "E",
        "won": "discard",
        "from": "S",
        "e.hand": "123b 55d",
        "e.set1": "EEE",
        "e.set2": "777c",
        "e.set3": "234d",
        "e.tile": "5d",
        "s.points": "8",
        "w.points": "16",
        "n.points": "0",
    }
    result = get(client, "/table", table)
    link = next(a["href"] for a in result.all("a") if "/learn/exercise/table" in a.get("href", ""))
    page = Page(client.get(link).text)
    assert {f"g.net.{seat}" for seat in "ESWN"} < names_of(page)
    answer = scorer.settle(
        {
            "ruleset": "classical",
            "prevailing": "E",
            "players": {
                "E": {
                    "hand": {
                        "concealed": "123b 55d",
                        "melds": [{"tiles": one} for one in ("EEE", "777c", "234d")],
                        "winning_tile": "5d",
                    },
                    "win": {"by": "discard", "from": "S"},
                },
                **{
                    seat: {"points": points} for seat, points in zip("SWN", (8, 16, 0), strict=True)
                },
            },
        }
    )
    typed = as_typed(
        {
            "scores": {seat: one["total"] for seat, one in answer["scores"].items()},
            "net": answer["net"],
            "next": answer["next"]["seats"],
        }
    )
    graded = get(client, "/learn/exercise/table", {**fields_of(page), **typed, "check": "1"})
    assert "All right" in graded.words


def test_a_table_at_which_nobody_won_is_asked_with_its_hints_and_graded(
    client: FlaskClient,
) -> None:
    query = {"ruleset": "riichi", "level": 6, "preset": "tenhou"}
    seed, problem = next(
        (seed, told)
        for seed in range(100)
        if "riichi" in str((told := scorer.problem({**query, "seed": seed}))["document"]["players"])
        and "draw" in told["document"]
    )
    fields = {"rules": "riichi", "preset": "tenhou", "level": "6", "seed": str(seed)}
    page = get(client, "/learn/train", {**fields, "hint": "2"})
    assert "Draw: Exhaustive" in page.words
    assert "Nobody won" in page.words
    assert "Riichi: Yes" in page.words
    assert "leave out what the table gives" in page.words
    assert problem["answer"]["payments"][0]["because"] in page.words
    typed = as_typed(right_answers(problem))
    graded = get(client, "/learn/train", {**fields_of(page), **typed, "check": "1"})
    assert "All right" in graded.words


def test_hints_come_one_by_one_and_keep_what_was_typed(client: FlaskClient) -> None:
    fields = {"rules": "classical", "level": "3", "seed": "4"}
    page = get(client, "/learn/train", fields)
    first = get(client, "/learn/train", {**fields_of(page), "g.points": "12", "hint": "1"})
    assert "of Points" in first.words
    assert {"name": "g.points", "value": "12"}.items() <= next(
        one for one in first.all("input") if one.get("name") == "g.points"
    ).items()
    second = get(client, "/learn/train", {**fields_of(page), "hint": "2"})
    problem = scorer.problem({"ruleset": "classical", "level": 3, "seed": 4})
    for line in problem["answer"]["lines"]:
        assert line["name"] in second.words
        assert line["name"] not in first.words


def test_what_is_no_number_is_told_beside_its_field(client: FlaskClient) -> None:
    fields = {"rules": "classical", "level": "3", "seed": "4", "check": "1"}
    typed = {"g.points": "many", "g.doubles": "1", "g.total": "2"}
    page = get(client, "/learn/train", {**fields, **typed}, status=422)
    assert "Write a whole number" in page.by_id["error-g.points"]
    empty = get(client, "/learn/train", {**fields, "g.points": "4"}, status=422)
    assert "a guess is an answer too" in empty.by_id["error-g.doubles"]
    assert 'value="4"' in empty.html


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"rules": "riichy", "seed": "1"}, "there is no ruleset"),
        ({"rules": "mcr", "level": "9", "seed": "1"}, "from 1 to 6"),
        ({"rules": "mcr", "level": "x", "seed": "1"}, "from 1 to 6"),
        ({"rules": "mcr", "seed": "-1"}, "write a whole number"),
        ({"rules": "mcr", "seed": "9" * 400}, "write a whole number"),
        ({"rules": "mcr", "preset": "bmja", "seed": "1"}, "preset"),
    ],
)
def test_a_problem_that_there_is_not_is_said_so(
    client: FlaskClient, query: dict[str, str], words: str
) -> None:
    page = get(client, "/learn/train", query, status=422)
    assert words.lower() in page.words.lower()
    assert "Learn to score" in page.words


def test_without_a_seed_one_is_drawn_into_the_address(client: FlaskClient) -> None:
    answer = client.get("/learn/train?rules=mcr&level=2&preset=1998")
    assert answer.status_code == 302
    told = dict(parse_qsl(urlsplit(answer.headers["Location"]).query))
    assert told.pop("seed").isdigit()
    assert told == {"rules": "mcr", "level": "2", "preset": "1998"}


@pytest.mark.parametrize("path", ["/learn/exercise/hand", "/learn/steps"])
@pytest.mark.parametrize(
    "query", [{}, {"hand": "12x"}, {"rules": "mcr", "hand": "1b", "won": "no"}]
)
def test_what_cannot_be_scored_is_no_exercise(
    client: FlaskClient, path: str, query: dict[str, str]
) -> None:
    answer = client.get(f"{path}?{urlencode(query)}")
    assert answer.status_code == 302
    assert urlsplit(answer.headers["Location"]).path == "/"


def test_a_score_is_counted_step_by_step(client: FlaskClient) -> None:
    page = get(client, "/learn/steps", EXAMPLE)
    assert "Step 1 of 7" in page.words
    assert "The flowers and seasons" not in page.words
    right = get(client, "/learn/steps", {**EXAMPLE, "at": "1", "s.0": "20"})
    assert "right" in right.words
    assert "Concealed minor kong" in right.words
    wrong = get(client, "/learn/steps", {**EXAMPLE, "at": "2", "s.0": "20", "s.1": "4"})
    assert "You had 4" in wrong.words
    assert {"name": "s.0", "value": "20"}.items() <= wrong.all("input")[-3].items() or any(
        one.get("name") == "s.0" and one["value"] == "20" for one in wrong.all("input")
    )
    whole = get(client, "/learn/steps", {**EXAMPLE, "at": "99"})
    assert "336" in whole.words
    assert "East is paid double" in whole.words
    for at in ("-1", "x", "9" * 300):
        assert "Step 1 of 7" in get(client, "/learn/steps", {**EXAMPLE, "at": at}).words


def test_home_leads_to_every_level_of_every_ruleset(client: FlaskClient) -> None:
    page = get(client, "/learn")
    links = [a["href"] for a in page.all("a") if "/learn/train?" in a.get("href", "")]
    assert len(links) == len(BOOKS) * len(LEVELS)
    first = get(client, "/")
    assert "/learn" in [a.get("href") for a in first.all("a")]


@ALL
def test_progress_has_a_row_for_every_rule(client: FlaskClient, ruleset: str) -> None:
    page = get(client, "/learn/progress", {"rules": ruleset})
    rows = [one["data-rule"] for one in page.all("li") if "data-rule" in one]
    assert sorted(rows) == sorted(rule["id"] for rule in scorer.ruleset(ruleset)["rules"])


@pytest.mark.by_day(1, "language")
@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(COMPLETE_LANGUAGES))
@ALL
def test_pages_to_learn_from_speak_every_language(
    client: FlaskClient, ruleset: str, language: str
) -> None:
    for level in LEVELS:
        fields = {"rules": ruleset, "level": str(level), "seed": "3", "lang": language}
        assert get(client, "/learn/train", fields).words
    steps = get(client, "/learn/steps", {**HANDS[ruleset], "at": "99", "lang": language})
    if language != "en":
        assert "Step by step" not in steps.words


TABLE = {
    **{"rules": "classical", "round": "E", "winner": "S", "won": "discard", "from": "W"},
    **{"e.points": "8", "s.points": "64", "w.points": "12", "n.points": "32"},
}


def test_an_exercise_shows_all_that_its_answer_takes(client: FlaskClient) -> None:
    table = "/learn/exercise/table"
    agreed = get(client, table, TABLE)
    assert agreed.words.count("Agreed: ") == 4
    assert "g.scores.E" not in names_of(agreed)
    guilty = get(client, table, {**TABLE, "x.letting_off_cannon": "W"})
    assert "West: Letting off cannon" in guilty.words
    run = get(client, table, {**TABLE, "rules": "british", "run": "3", "winner": "E", "from": "S"})
    assert "East run: 3" in run.words
    nobody = get(client, table, {**TABLE, "winner": "nobody", "won": "", "from": ""})
    assert "Nobody won" in nobody.words
    hand = "/learn/exercise/hand"
    unknown = get(client, hand, {**EXAMPLE, "tile": "?"})
    assert "Nobody remembers the winning tile" in unknown.words
    added = get(client, hand, {**EXAMPLE, "set2is": "added"})
    assert "claimed onto a concealed pung" in added.words
    lost = {name: EXAMPLE[name] for name in ("rules", "set1", "seat", "round")}
    part = get(client, hand, {**lost, "hand": "55d", "won": "no", "part": "yes"})
    assert "The other tiles are not known" in part.words
    limit = get(client, hand, {**EXAMPLE, "o.limit": "500"})
    assert "Limit: 500 (the most that a hand can score)" in limit.words


def test_a_special_hand_is_not_asked_for_noughts(client: FlaskClient) -> None:
    orphans = {**EXAMPLE, "hand": "19b 19c 19d ESWN RGP", "tile": "1b", "set1": "", "set2": ""}
    page = get(client, "/learn/exercise/hand", {**orphans, "set3": "", "flowers": ""})
    assert "g.total" in names_of(page)
    assert not {"g.points", "g.doubles"} & names_of(page)


def test_a_hand_below_the_minimum_is_said_to_win_nothing(client: FlaskClient) -> None:
    few = {**HANDS["mcr"], "set1": "789c", "set2": "222d", "hand": "123b 456b 99d", "flowers": ""}
    document = document_of(few)
    sheet = scorer.score(document)
    assert sheet["qualifies"] is False
    fan = str(sheet["tally"]["fan"])
    fields = {**few, "g.fan": fan, "g.total": fan, "check": "1"}
    page = get(client, "/learn/exercise/hand", fields)
    assert "All right" in page.words
    assert "8" in next(
        text for text in page.words.split("All right") if "minimum" in text or "8" in text
    )


def test_hints_of_a_card_do_not_tell_what_is_asked(client: FlaskClient) -> None:
    for seed in range(5):
        fields = {"rules": "american", "level": "1", "seed": str(seed), "hint": "2"}
        page = get(client, "/learn/train", fields)
        problem = scorer.problem({"ruleset": "american", "level": 1, "seed": seed})
        hints = page.words.partition("It stands in the section")[2].partition("Check")[0]
        assert hints
        assert problem["answer"]["lines"][0]["name"] not in hints


def test_a_plus_before_a_number_is_a_number(client: FlaskClient) -> None:
    typed = {"g.points": "+42", "g.doubles": "3", "g.total": "336"}
    paid = {f"g.payments.{seat}": "672" for seat in "SWN"}
    page = get(client, "/learn/exercise/hand", {**EXAMPLE, **typed, **paid, "check": "1"})
    assert "All right" in page.words
    left = get(
        client,
        "/learn/exercise/hand",
        {**EXAMPLE, **typed, "g.payments.S": "672", "check": "1"},
        status=422,
    )
    assert "a guess is an answer too" in left.by_id["error-g.payments.W"]
