"""Classes over HTTP, row by row as the contract has them."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

import scorer
from scorer.service.web.learn.sets import ExerciseSet, pack_set
from tests.classes.teaching import CLASSES, NEW, SET, Class, right_answer
from tests.games.playing import codes

WRONG_POINTS = {"points": 99}


def test_a_class_begins_with_its_keys(app: Flask) -> None:
    answer = app.test_client().post(CLASSES, json=NEW)
    assert answer.status_code == 201
    begun = answer.get_json()
    assert set(begun) == {"keys", "exercises", "expires"}
    assert set(begun["keys"]) == {"teach", "join"}
    assert begun["exercises"] == 3
    assert answer.headers["Location"] == f"{CLASSES}/{begun['keys']['teach']}"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "text",
    [
        pack_set(ExerciseSet("Kongs", SET.split("\n"))),
        f"/learn/set?s={pack_set(ExerciseSet('Kongs', SET.split(chr(10))))}",
        f"http://localhost/learn/set?s={pack_set(ExerciseSet('Kongs', SET.split(chr(10))))}&n=2",
        f"Kongs\n{SET}",
    ],
    ids=["code", "path", "address", "text"],
)
def test_a_set_is_taken_as_the_page_of_sets_takes_it(app: Flask, text: str) -> None:
    begun = Class.begun(app.test_client(), title=None, set=text)
    sheet = begun.sheet("join")
    assert sheet["title"] == "Kongs"
    assert [exercise["ruleset"] for exercise in sheet["exercises"]] == ["classical"] * 2 + ["mcr"]


def test_addresses_of_exercises_are_a_set(app: Flask) -> None:
    lines = "/learn/train?rules=mcr&level=2&seed=5\r\n\r\nhttp://localhost/learn/train?rules=riichi&level=2&seed=5\n"
    begun = Class.begun(app.test_client(), set=lines)
    assert [exercise["ruleset"] for exercise in begun.sheet()["exercises"]] == ["mcr", "riichi"]


def test_exercises_are_problems_without_their_answers(begun: Class) -> None:
    sheet = begun.sheet("join")
    assert sheet["title"] == "Tuesday beginners"
    assert sheet["open"] is True
    assert "pupils" not in sheet
    assert "results" not in sheet
    for number, exercise in enumerate(sheet["exercises"], start=1):
        assert exercise.pop("exercise") == number
        assert "answer" not in exercise
        request = {name: exercise[name] for name in ("ruleset", "level", "seed")}
        problem: Any = scorer.problem(request)
        assert exercise == {name: problem[name] for name in exercise}


def test_nicknames_are_made_distinct(begun: Class) -> None:
    def joined(nickname: str) -> str:
        answer = begun.client.post(f"{begun.join}/pupils", json={"nickname": nickname})
        assert answer.status_code == 201
        assert set(answer.get_json()) == {"pupil", "nickname"}
        found: str = answer.get_json()["nickname"]
        return found

    assert [joined("Mei"), joined(" Mei "), joined("mei"), joined("M\u200dei")] == [
        *("Mei", "Mei 2", "mei 3", "M\u200dei 4")
    ]
    assert joined("x" * 20) == "x" * 20
    assert joined("x" * 20) == "x" * 18 + " 2"
    assert [pupil["nickname"] for pupil in begun.sheet()["pupils"]][:2] == ["Mei", "Mei 2"]


def test_an_answer_is_graded_as_grade_does(begun: Class) -> None:
    pupil, exercise = begun.pupil(), begun.exercise(2)
    answer = begun.answer(pupil, 2, WRONG_POINTS)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    document = {"document": exercise["document"], "given": WRONG_POINTS}
    assert answer.get_json() == begun.client.post("/api/v1/grade", json=document).get_json()


def test_the_first_answer_counts_and_later_ones_are_tries(begun: Class) -> None:
    pupil = begun.pupil()
    begun.answer(pupil, 2, WRONG_POINTS)
    later = begun.answer(pupil, 2, right_answer(begun.exercise(2)))
    assert later.get_json()["parts"][0]["right"] is True
    begun.answer(pupil, 1, right_answer(begun.exercise(1)))
    sheet = begun.sheet()
    [row] = sheet["pupils"]
    assert (row["nickname"], row["right"], row["wrong"], row["open"]) == ("Mei", 1, 1, 1)
    assert row["answers"] == {"1": True, "2": False}
    assert sheet["results"]["1"] == {"right": 1, "wrong": {}, "open": 0}
    assert sheet["results"]["2"] == {"right": 0, "wrong": {"too_many": 1}, "open": 0}
    assert sheet["results"]["3"] == {"right": 0, "wrong": {}, "open": 1}


def test_what_is_left_out_is_a_slip_and_not_right(begun: Class) -> None:
    exercise = begun.exercise(3)
    right = right_answer(exercise)
    assert len(right) == 1 or begun.answer(begun.pupil(), 3, {"total": right["total"]})
    begun_class = Class.begun(begun.client, set="p?rules=classical&level=3&seed=1")
    pupil, whole = begun_class.pupil(), right_answer(begun_class.exercise(1))
    assert len(whole) > 1
    begun_class.answer(pupil, 1, {"total": whole["total"]})
    assert begun_class.sheet()["results"]["1"]["wrong"] == {"skipped": 1}


def test_an_answer_repeated_under_its_name_counts_once(begun: Class) -> None:
    pupil = begun.pupil()
    first = begun.answer(pupil, 2, WRONG_POINTS, "once")
    again = begun.answer(pupil, 2, WRONG_POINTS, "once")
    assert (again.status_code, again.get_json()) == (200, first.get_json())
    other = begun.answer(pupil, 2, {"points": 98}, "once")
    assert other.status_code == 422
    assert codes(other) == [("", "contradiction")]
    assert "Mei,2,no,1,too_many" in begun.client.get(f"{begun.teach}/export.csv").text
    begun.client.post(f"{begun.teach}/close")
    after = begun.answer(pupil, 2, WRONG_POINTS, "once")
    assert (after.status_code, after.get_json()) == (200, first.get_json())


def test_grades_are_kept_until_the_end_where_the_teacher_wants_so(app: Flask) -> None:
    begun = Class.begun(app.test_client(), reveal="at_end")
    pupil = begun.pupil()
    answer = begun.answer(pupil, 2, WRONG_POINTS, "once")
    assert (answer.status_code, answer.get_json()) == (200, {"kept": True})
    assert begun.sheet()["pupils"][0]["wrong"] == 1
    begun.client.post(f"{begun.teach}/close")
    assert begun.answer(pupil, 2, WRONG_POINTS, "once").get_json() == {"kept": True}
    assert begun.exercise(2)["answer"]["total"] > 0


def test_a_closed_class_shows_the_answers_to_all_and_takes_none(begun: Class) -> None:
    pupil = begun.pupil()
    closed = begun.client.post(f"{begun.teach}/close")
    assert closed.status_code == 200
    assert closed.get_json()["open"] is False
    for role in ("join", "teach"):
        sheet = begun.sheet(role)
        assert sheet["open"] is False
        for exercise in sheet["exercises"]:
            problem: Any = scorer.problem(
                {name: exercise[name] for name in ("ruleset", "level", "seed")}
            )
            assert exercise["answer"] == problem["answer"]
    refused = begun.answer(pupil, 1, {"arrangement": {"pairs": 7}})
    assert (refused.status_code, codes(refused)) == (422, [("", "class_closed")])
    late = begun.client.post(f"{begun.join}/pupils", json={"nickname": "Late"})
    assert (late.status_code, codes(late)) == (422, [("", "class_closed")])
    assert begun.client.post(f"{begun.teach}/open").get_json()["open"] is True
    assert "answer" not in begun.exercise(1)
    assert begun.answer(pupil, 1, {"arrangement": {"pairs": 7}}).status_code == 200


def test_a_teacher_who_has_seen_it_all_is_told_so(begun: Class) -> None:
    first = begun.client.get(begun.teach)
    assert first.headers["Cache-Control"] == "private, no-cache"
    wanted = {"If-None-Match": first.headers["ETag"]}
    assert begun.client.get(begun.teach, headers=wanted).status_code == 304
    pupil = begun.pupil()
    second = begun.client.get(begun.teach, headers=wanted)
    assert second.status_code == 200
    wanted = {"If-None-Match": second.headers["ETag"]}
    begun.answer(pupil, 2, WRONG_POINTS)
    assert begun.client.get(begun.teach, headers=wanted).status_code == 200


def test_what_pupils_see_changes_only_when_the_class_closes(begun: Class) -> None:
    wanted = {"If-None-Match": begun.client.get(begun.join).headers["ETag"]}
    begun.answer(begun.pupil(), 2, WRONG_POINTS)
    assert begun.client.get(begun.join, headers=wanted).status_code == 304
    begun.client.post(f"{begun.teach}/close")
    assert begun.client.get(begun.join, headers=wanted).status_code == 200


def test_a_table_of_results_has_no_formula(begun: Class) -> None:
    names = ["=1+1", "@SUM(A1)", "＝1", "-2", "<b>Mei</b>", 'a"b, c']
    for name in names:
        begun.answer(begun.pupil(name), 2, WRONG_POINTS)
    answer = begun.client.get(f"{begun.teach}/export.csv")
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    assert answer.headers["Cache-Control"] == "no-store"
    head, *rows = csv.reader(StringIO(answer.text))
    assert head == ["nickname", "exercise", "right", "tries", "slip"]
    assert len(rows) == len(names) * 3
    assert [row[0] for row in rows[::3]] == [
        *("'=1+1", "'@SUM(A1)", "'＝1", "'-2", "<b>Mei</b>", 'a"b, c')
    ]
    assert rows[1] == ["'=1+1", "2", "no", "1", "too_many"]
    assert rows[0] == ["'=1+1", "1", "", "0", ""]


def test_a_removed_class_opens_to_nobody(begun: Class) -> None:
    assert begun.client.delete(begun.teach).status_code == 204
    for key in (begun.teach, begun.join):
        gone = begun.client.get(key)
        assert gone.status_code == 404
        assert gone.get_json()["detail"] == "No class has this key."


def test_each_key_does_what_its_role_may(begun: Class) -> None:
    client, pupil = begun.client, begun.pupil()
    teachers = [
        *(client.post(f"{begun.join}/{path}", json={}) for path in ("close", "open", "codes")),
        *(client.get(f"{begun.join}/export.csv"), client.delete(begun.join)),
    ]
    document = {"pupil": pupil, "exercise": 2, "answer": WRONG_POINTS}
    pupils = [
        client.post(f"{begun.teach}/pupils", json={"nickname": "Mei"}),
        client.post(f"{begun.teach}/answers", json=document),
    ]
    for answer in (*teachers, *pupils):
        assert (answer.status_code, codes(answer)) == (403, [("", "wrong_key")])
    assert "teacher's key" in teachers[0].get_json()["detail"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(
            ("GET", ""),
            ("DELETE", ""),
            ("POST", "/pupils"),
            ("POST", "/answers"),
            ("POST", "/close"),
        ),
        *(("POST", "/open"), ("GET", "/export.csv"), ("POST", "/codes")),
    ],
)
def test_an_unknown_key_opens_nothing(app: Flask, method: str, path: str) -> None:
    answer = app.test_client().open(f"{CLASSES}/nobody-has-this{path}", method=method, json={})
    assert answer.status_code == 404
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"


@pytest.mark.parametrize(
    ("change", "problems"),
    [
        ({"set": ...}, [("/set", "required")]),
        ({"set": ""}, [("/set", "required")]),
        ({"set": " \n "}, [("/set", "required")]),
        ({"set": "nonsense"}, [("/set", "bad_value")]),
        ({"set": "p?rules=classical&level=1&seed=1\nhttp://[x"}, [("/set", "bad_value")]),
        ({"set": "p?rules=nobody&level=1&seed=1"}, [("/set", "bad_value")]),
        (
            {"set": "https://elsewhere.example/learn/train?rules=mcr&seed=1"},
            [("/set", "bad_value")],
        ),
        ({"set": "\ud800"}, [("/set", "bad_value")]),
        ({"set": "p?rules=mcr&seed=1\n" * 101}, [("/set", "bad_value")]),
        ({"set": "x" * 40_000}, [("/set", "bad_value")]),
        ({"set": "中" * 12_000}, [("/set", "bad_value")]),
        ({"set": 7}, [("/set", "bad_value")]),
        ({"title": "a\nb"}, [("/title", "bad_value")]),
        ({"title": "x" * 101}, [("/title", "bad_value")]),
        ({"reveal": "never"}, [("/reveal", "bad_value")]),
        ({"a/b": 1}, [("/a~1b", "bad_value")]),
    ],
)
def test_what_is_no_class_is_refused_by_its_field(
    app: Flask, change: dict[str, Any], problems: list[tuple[str, str]]
) -> None:
    document = {name: value for name, value in {**NEW, **change}.items() if value is not ...}
    answer = app.test_client().post(CLASSES, json=document)
    assert (answer.status_code, codes(answer)) == (422, problems)


def test_a_line_that_is_no_exercise_is_named(app: Flask) -> None:
    answer = app.test_client().post(CLASSES, json={"set": f"{SET}\n\n/rules/mcr"})
    assert "line 5" in answer.get_json()["errors"][0]["detail"]


def test_a_class_has_up_to_a_hundred_exercises(app: Flask) -> None:
    text = "\n".join(f"p?rules=classical&level=2&seed={seed}" for seed in range(100))
    begun = Class.begun(app.test_client(), set=text)
    assert begun.begun_as["exercises"] == len(begun.sheet("join")["exercises"]) == 100
    assert begun.answer(begun.pupil(), 100, WRONG_POINTS).status_code == 200


@pytest.mark.parametrize(
    "nickname",
    [
        "",
        "   ",
        "x" * 21,
        "a\nb",
        "a\u202eb",
        "\u200b",
        "\u2066x",
        "\ud800",
        "a\0b",
        7,
        None,
        ["a"],
    ],
)
def test_what_is_no_nickname_is_refused(begun: Class, nickname: object) -> None:
    answer = begun.client.post(f"{begun.join}/pupils", json={"nickname": nickname})
    assert answer.status_code == 422
    assert [pointer for pointer, _ in codes(answer)] == ["/nickname"]


@pytest.mark.parametrize(
    ("change", "problems"),
    [
        ({"pupil": "nobody"}, [("/pupil", "unknown_pupil")]),
        ({"pupil": "\ud800"}, [("/pupil", "unknown_pupil")]),
        ({"pupil": ...}, [("/pupil", "required")]),
        ({"exercise": 4}, [("/exercise", "unknown_exercise")]),
        ({"exercise": 0}, [("/exercise", "bad_value")]),
        ({"exercise": "2"}, [("/exercise", "bad_value")]),
        ({"exercise": True}, [("/exercise", "bad_value")]),
        ({"answer": {}}, [("/answer", "required")]),
        ({"answer": []}, [("/answer", "bad_value")]),
        ({"answer": {"fan": 3}}, [("/answer/fan", "bad_value")]),
        ({"answer": {"points": 10**30}}, [("/answer/points", "bad_value")]),
        ({"answer": {"points": "8"}}, [("/answer/points", "bad_value")]),
        ({"answer": {"nonsense": 1}}, [("/answer/nonsense", "bad_value")]),
        ({"given": {}}, [("/given", "bad_value")]),
    ],
)
def test_what_is_no_answer_is_refused_by_its_field(
    begun: Class, change: dict[str, Any], problems: list[tuple[str, str]]
) -> None:
    document = {"pupil": begun.pupil(), "exercise": 2, "answer": WRONG_POINTS, **change}
    document = {name: value for name, value in document.items() if value is not ...}
    answer = begun.client.post(f"{begun.join}/answers", json=document)
    assert (answer.status_code, codes(answer)) == (422, problems)
    assert begun.sheet()["pupils"][0]["open"] == 3


def test_a_pupil_of_another_class_is_nobody_here(app: Flask, begun: Class) -> None:
    elsewhere = Class.begun(app.test_client()).pupil()
    answer = begun.answer(elsewhere, 2, WRONG_POINTS)
    assert (answer.status_code, codes(answer)) == (422, [("/pupil", "unknown_pupil")])


def test_the_61st_pupil_and_the_21st_try_are_refused(app: Flask) -> None:
    begun = Class.begun(app.test_client())
    pupils = [begun.pupil() for _ in range(60)]
    refused = begun.client.post(f"{begun.join}/pupils", json={"nickname": "Late"})
    assert (refused.status_code, codes(refused)) == (422, [("/nickname", "too_many_pupils")])
    assert [row["nickname"] for row in begun.sheet()["pupils"]][-1] == "Mei 60"
    for _ in range(20):
        assert begun.answer(pupils[0], 2, WRONG_POINTS).status_code == 200
    refused = begun.answer(pupils[0], 2, WRONG_POINTS)
    assert (refused.status_code, codes(refused)) == (422, [("/exercise", "too_many_tries")])
    assert begun.answer(pupils[0], 1, {"arrangement": {"pairs": 1}}).status_code == 200
    assert begun.answer(pupils[1], 2, WRONG_POINTS).status_code == 200


@pytest.mark.parametrize("name", ["", "x" * 65, "a\u202e"])
def test_what_is_no_idempotency_key_is_refused(begun: Class, name: str) -> None:
    pupil = begun.pupil()
    answer = begun.answer(pupil, 2, WRONG_POINTS, name.encode("utf-8").decode("latin-1"))
    assert answer.status_code == 422


def test_a_class_is_joined_by_a_code(begun: Class) -> None:
    client = begun.client
    made = client.post(f"{begun.teach}/codes", json={"role": "join"})
    assert made.status_code == 201
    assert set(made.get_json()) == {"code", "expires"}
    joined = client.post(f"{CLASSES}/join", json={"code": made.get_json()["code"].lower()})
    assert joined.status_code == 201
    [(role, key)] = joined.get_json()["keys"].items()
    assert role == "join"
    assert key not in begun.join
    assert client.get(f"{CLASSES}/{key}").get_json()["title"] == "Tuesday beginners"
    unknown = client.post(f"{CLASSES}/join", json={"code": "KTMQXR"})
    assert (unknown.status_code, codes(unknown)) == (404, [("/code", "unknown_code")])
    plain = client.post(f"{begun.teach}/codes")
    assert plain.status_code == 201
    assert (
        client.post(f"{CLASSES}/join", json=made.get_json() | {"expires": None}).status_code == 422
    )
    closed = client.post(f"{CLASSES}/join", json={"code": made.get_json()["code"]})
    assert closed.status_code == 404


def test_a_whole_class_joins_from_one_address_and_guesses_are_limited(address: str) -> None:
    from tests.games.databases import serving

    with serving(address) as app:
        begun = Class.begun(app.test_client())
        code = begun.client.post(f"{begun.teach}/codes").get_json()["code"]
        joined = [begun.client.post(f"{CLASSES}/join", json={"code": code}) for _ in range(30)]
        assert {answer.status_code for answer in joined} == {201}
        tried = [begun.client.post(f"{CLASSES}/join", json={"code": "KTMQXR"}) for _ in range(7)]
        assert [answer.status_code for answer in tried] == [404] * 5 + [429] * 2


def test_a_database_that_is_away_takes_no_class_along(
    begun: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorer.service.store.database import Database
    from scorer.service.store.records import StoreUnavailableError

    def fail(_: Database) -> None:
        raise StoreUnavailableError("away")

    monkeypatch.setattr(Database, "_ready", fail)
    for answer in (begun.client.get(begun.teach), begun.client.post(CLASSES, json=NEW)):
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "2"


def test_games_and_classes_do_not_open_each_other(begun: Class) -> None:
    key = begun.teach.rpartition("/")[2]
    assert begun.client.get(f"/api/v1/games/{key}").status_code == 404


def test_a_pupil_who_joins_again_under_the_same_name_is_the_same(begun: Class) -> None:
    def joins(once: str, nickname: str = "Mei") -> TestResponse:
        headers = {"Idempotency-Key": once}
        return begun.client.post(
            f"{begun.join}/pupils", json={"nickname": nickname}, headers=headers
        )

    once = "0b9a1f0e-6b1c-4f0e-9d8a-2f3c4d5e6f70"
    first, other = joins(once), joins(once[::-1])
    assert [answer.status_code for answer in (first, other)] == [201, 201]
    assert other.get_json()["nickname"] == "Mei 2"
    # Also when the class takes nobody else any more.
    begun.client.post(f"{begun.teach}/close")
    assert joins(once).get_json() == first.get_json()
    assert codes(joins(once, "Bo")) == [("", "class_closed")]
    assert codes(joins("x" * 15)) == [("", "bad_value")]
    assert len(begun.sheet()["pupils"]) == 2
