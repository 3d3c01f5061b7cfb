"""The pages of classes without scripts: forms, keys, secrets, and texts that stay text."""

from __future__ import annotations

import gzip

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorer.service.web.learn.sets import ExerciseSet, pack_set
from tests.classes.teaching import CLASSES, SET, Class, right_answer

HTML = {"Accept": "text/html"}
MARKUP = ("<svg/onload=x>", "</th><b>x", "{{7*7}}%(x)s", "\"' autofocus x='")


def page_of(path: str) -> str:
    """The address of the page of a key."""
    return path.removeprefix("/api/v1")


def shown(answer: TestResponse) -> BeautifulSoup:
    return BeautifulSoup(answer.text, "html.parser")


def joined(begun: Class, nickname: str = "Mei") -> tuple[TestResponse, str]:
    """The page after joining, and the pupil's secret."""
    path = f"{page_of(begun.join)}/pupils"
    answer = begun.client.post(path, data={"nickname": nickname}, headers=HTML)
    assert answer.status_code == 201, answer.text
    field = shown(answer).select_one('[data-answer] [name="pupil"]')
    assert field is not None
    return answer, str(field["value"])


def answered(begun: Class, **fields: str) -> TestResponse:
    return begun.client.post(f"{page_of(begun.join)}/answers", data=fields, headers=HTML)


def test_a_class_is_begun_from_the_page_of_a_set(begun: Class) -> None:
    client = begun.client
    code = pack_set(ExerciseSet("Kongs", SET.split("\n")))
    set_page = shown(client.get("/learn/set", query_string={"s": code}))
    link = set_page.find("a", string="Give this set to a class")
    assert link is not None
    form = shown(client.get(link["href"]))
    text, title = form.select_one("#set"), form.select_one("#title")
    assert text is not None
    assert title is not None
    assert title["value"] == "Kongs"
    answer = client.post("/classes/new", data={"set": text.get_text(), "title": "Kongs"})
    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"
    links = [str(a["href"]) for a in shown(answer).select("a.address")]
    assert len(links) == 2
    pages = [client.get(link[link.index("/classes/") :]) for link in links]
    assert [page.status_code for page in pages] == [200, 200]
    assert shown(pages[0]).select_one("[data-join]") is not None
    assert shown(pages[1]).select_one("[data-join]") is None


def test_a_form_that_is_no_class_says_so(begun: Class) -> None:
    answer = begun.client.post("/classes/new", data={"set": "nonsense", "title": "T"})
    assert answer.status_code == 422
    assert "Line 1 is not a set" in answer.text
    assert ">nonsense</textarea>" in answer.text
    empty = begun.client.post("/classes/new", data={})
    assert "The set is empty" in empty.text


def test_an_empty_form_of_a_set_says_so(begun: Class) -> None:
    answer = begun.client.post("/learn/set/new", data={})
    assert answer.status_code == 422
    assert "This exercise set is empty" in answer.text


def test_levels_have_the_words_of_their_ruleset(begun: Class) -> None:
    page = shown(begun.client.get("/learn"))

    def third(ruleset: str) -> str:
        return page.select(f'[aria-labelledby="learn-{ruleset}"] .levels a')[2].get_text()

    assert [third(name) for name in ("classical", "riichi", "mcr")] == [
        *("3 Doubles", "3 Han", "3 Richer hands")
    ]


def test_a_pupil_joins_and_answers_by_forms(begun: Class) -> None:
    first, secret = joined(begun)
    assert "Exercise 1" in first.text
    fields = {f"g.{kind}": "0" for kind in ("chows", "pungs", "kongs", "pairs")}
    wrong = answered(begun, pupil=secret, exercise="1", once="a", **fields)
    assert wrong.status_code == 200
    assert shown(wrong).select_one('#graded[data-mark="wrong"]') is not None
    assert begun.sheet()["results"]["1"]["wrong"] == {"other": 1}
    again = answered(begun, pupil=secret, exercise="1", once="a", **fields)
    assert again.status_code == 200
    assert ",1,no,1," in begun.client.get(f"{begun.teach}/export.csv").text
    path = f"{page_of(begun.join)}/exercises/2"
    second = shown(begun.client.post(path, data={"pupil": secret}))
    assert [button.get_text() for button in second.select(".class-numbers button")] == [
        *("1✗wrong", "2", "3")
    ]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"g.points": ""}, "a guess is an answer too"),
        ({"g.points": "abc"}, "Write a whole number"),
        ({"g.points": "9" * 40}, "Write a whole number"),
        ({"g.points": "8", "pupil": "nobody"}, "No pupil of this class"),
        ({"g.points": "8", "exercise": "77"}, "The class has no exercise 77"),
        ({"g.points": "8", "exercise": "٣"}, "The class has no exercise 0"),
    ],
)
def test_a_form_that_is_no_answer_says_so(begun: Class, fields: dict[str, str], says: str) -> None:
    _, secret = joined(begun)
    answer = answered(begun, **{"pupil": secret, "exercise": "2", **fields})
    assert answer.status_code == 422
    assert says.lower() in answer.text.lower()
    assert begun.sheet()["pupils"][0]["open"] == 3


def test_a_closed_class_shows_a_pupil_their_own_grade(begun: Class) -> None:
    _, secret = joined(begun)
    answered(begun, pupil=secret, exercise="2", once="a", **{"g.points": "99"})
    closed = begun.client.post(f"{page_of(begun.teach)}/close")
    assert closed.status_code == 303
    path = f"{page_of(begun.join)}/exercises/2"
    mine = shown(begun.client.post(path, data={"pupil": secret}))
    assert mine.select_one('#graded[data-mark="wrong"]') is not None
    assert mine.select_one("[data-answer]") is None
    anybody = begun.client.get(path).text
    assert "The right answers" in anybody
    assert f"<b>{right_answer(begun.exercise(2))['points']}</b>" in anybody
    late = answered(begun, pupil=secret, exercise="1", **{"g.pairs": "1"})
    assert late.status_code == 422
    assert "The class is closed" in late.text


def test_an_open_class_shows_no_answer_to_pupils(begun: Class) -> None:
    page = begun.client.get(f"{page_of(begun.join)}/exercises/2")
    assert "The right answers" not in page.text
    assert shown(page).select_one("#graded") is None


def test_nicknames_stay_text(begun: Class) -> None:
    plain = Class.begun(begun.client)
    for nickname in MARKUP:
        begun.answer(begun.pupil(nickname), 2, {"points": 99})
        plain.answer(plain.pupil(f"Mei {nickname[0] * 0}"), 2, {"points": 99})
        joined(begun, nickname)
        joined(plain)

    def elements(kind: Class, path: str) -> list[tuple[str, list[str]]]:
        page = shown(kind.client.get(f"{page_of(kind.teach)}{path}"))
        return [(element.name, sorted(element.attrs)) for element in page.find_all()]

    for path in ("", "/exercises/2", "/more"):
        assert elements(begun, path) == elements(plain, path)
    assert "<svg/onload" not in begun.client.get(page_of(begun.teach)).text


def test_a_title_stays_text(begun: Class) -> None:
    hostile = Class.begun(begun.client, title="</title><script>alert(1)</script>")
    for path in (page_of(hostile.teach), page_of(hostile.join)):
        assert "<script>alert" not in begun.client.get(path).text


def test_pages_of_other_roles_are_refused(begun: Class) -> None:
    client = begun.client
    for path in ("/more", "/close", "/open", "/codes", "/delete"):
        method = "GET" if path == "/more" else "POST"
        answer = client.open(f"{page_of(begun.join)}{path}", method=method, headers=HTML)
        assert answer.status_code == 403, path
    for path in ("/pupils", "/answers"):
        assert client.post(f"{page_of(begun.teach)}{path}", headers=HTML).status_code == 403


def test_forms_of_other_sites_write_nothing(begun: Class) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    data = {"nickname": "Mei"}
    answer = begun.client.post(f"{page_of(begun.join)}/pupils", data=data, headers=headers)
    assert answer.status_code == 403
    assert begun.sheet()["pupils"] == []


def test_no_page_is_indexed_or_cached_and_no_address_has_a_secret(begun: Class) -> None:
    first, secret = joined(begun)
    results = begun.client.get(page_of(begun.teach))
    assert first.headers["Cache-Control"] == "no-store"
    assert results.headers["Cache-Control"] == "private, no-cache"
    wanted = {"If-None-Match": results.headers["ETag"]}
    assert begun.client.get(page_of(begun.teach), headers=wanted).status_code == 304
    joined(begun)
    assert begun.client.get(page_of(begun.teach), headers=wanted).status_code == 200
    for answer in (first, results):
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    for element in shown(first).find_all(True):
        for name in ("href", "action", "formaction", "src"):
            assert secret not in str(element.get(name, ""))


def test_a_class_is_joined_on_the_page_of_codes(begun: Class) -> None:
    client = begun.client
    page = client.post(f"{page_of(begun.teach)}/codes", data={"role": "join"})
    assert page.status_code == 201
    code = shown(page).select_one(".join-code")
    assert code is not None
    answer = client.post("/join", data={"code": code.get_text()})
    assert answer.status_code == 303
    assert client.get(answer.location).status_code == 200
    assert "Your nickname" in client.get(answer.location).text


def test_a_class_is_removed_only_when_the_form_confirms_it(begun: Class) -> None:
    path = f"{page_of(begun.teach)}/delete"
    begun.client.post(path)
    assert begun.client.get(begun.teach).status_code == 200
    gone = begun.client.post(path, data={"sure": "yes"})
    assert "The class is removed." in begun.client.get(gone.location).text
    assert begun.client.get(begun.teach).status_code == 404


@pytest.mark.parametrize("path", ["/classes/nobody-has-this", "/classes/nobody-has-this/more"])
def test_an_unknown_key_is_a_page_that_says_so(begun: Class, path: str) -> None:
    answer = begun.client.get(path, headers=HTML)
    assert answer.status_code == 404
    assert "No class has this key." in answer.text


def test_the_first_view_of_a_big_class_is_small(begun: Class) -> None:
    text = "\n".join(f"p?rules=classical&level=2&seed={seed}" for seed in range(100))
    big = Class.begun(begun.client, set=text)
    for number in range(60):
        big.pupil(f"Pupil {number}")
    for path in (page_of(big.teach), page_of(big.join), f"{page_of(big.join)}/exercises/1"):
        page = big.client.get(path).data
        assert len(gzip.compress(page)) < 60_000, path


def test_pages_speak_every_language(begun: Class, app: object) -> None:
    client: FlaskClient = begun.client
    for language, words in (("fr", "Votre pseudonyme"), ("zh", "你的昵称")):
        assert words in client.get(f"{page_of(begun.join)}?lang={language}").text
    assert CLASSES in begun.join


def once_of(begun: Class, path: str) -> str:
    field = shown(begun.client.get(path)).select_one("[name=once]")
    assert field is not None
    return str(field["value"])


def test_a_form_that_is_sent_twice_makes_one_class(begun: Class) -> None:
    data = {"title": "Twice", "set": SET, "once": once_of(begun, "/classes/new")}

    def links(**changed: str) -> list[str]:
        page = shown(begun.client.post("/classes/new", data={**data, **changed}))
        return [str(link["href"]) for link in page.select("a.address")]

    first = links()
    assert len(first) == 2
    assert links() == first
    assert not set(links(title="Thrice")) & set(first)
    assert once_of(begun, "/classes/new") != data["once"]


def test_a_form_that_is_sent_twice_makes_one_pupil(begun: Class) -> None:
    path = page_of(begun.join)
    data = {"nickname": "Mei", "once": once_of(begun, path)}
    first, again = (
        begun.client.post(f"{path}/pupils", data=data, headers={"Accept": "application/json"})
        for _ in range(2)
    )
    assert first.get_json() == again.get_json() == {**first.get_json(), "nickname": "Mei"}
    assert begun.client.post(f"{path}/pupils", data=data).status_code == 201
    begun.client.post(f"{path}/pupils", data={**data, "nickname": "Bo"})
    begun.client.post(f"{path}/pupils", data={**data, "once": once_of(begun, path)})
    assert [pupil["nickname"] for pupil in begun.sheet()["pupils"]] == ["Mei", "Bo", "Mei 2"]
