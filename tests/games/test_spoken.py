"""Games over HTTP in other languages: state, entries, warnings and refusals."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.games.playing import GAMES, Table, moved
from tests.test_spoken import check_same_but_for_words

FRENCH = {"Accept-Language": "fr-CA, en;q=0.5"}
HAND: Any = {
    "after": 0,
    "kind": "hand",
    "document": {
        "players": {
            "E": {"points": 16},
            "S": {"points": 64, "win": {"by": "discard", "from": "W"}},
            "W": {"points": 24},
            "N": {"points": 8},
        }
    },
}
BECAUSE = "Sud a gagné 64"


def payment(entry: Any) -> str:
    return str(entry["answer"]["payments"][0]["because"])


@pytest.fixture
def table(app: Flask) -> Table:
    return Table.begun(app.test_client(), ruleset="british")


def test_a_sheet_is_told_in_the_language_of_who_asks(table: Table) -> None:
    assert table.write(HAND).status_code == 201
    table.write(moved(1))
    english = table.now()
    french = table.client.get(table.watch, headers=FRENCH)
    assert french.headers["Content-Language"] == "fr"
    assert "Accept-Language" in french.vary
    assert payment(french.get_json()["entries"][0]) == BECAUSE
    assert french.get_json()["state"]["why"].startswith("Sud a gagné")
    assert french.get_json()["entries"][1]["why"] == "agreed"
    assert check_same_but_for_words(english, french.get_json()) > 10
    assert table.client.get(f"{table.watch}?lang=fr").data == french.data
    assert table.client.get(table.watch, headers={"Accept-Language": "xx"}).get_json() == english


def test_a_board_says_in_the_language_why_the_table_stands_so(table: Table) -> None:
    assert table.write(HAND).status_code == 201
    board = table.client.get(table.watch.removeprefix("/api/v1"), headers=FRENCH).text
    assert "South won" not in board
    assert "Sud a gagné" in board


def test_a_tag_is_that_of_a_language(table: Table) -> None:
    table.write(HAND)
    tags = {
        lang: table.client.get(table.watch, headers={"Accept-Language": lang}).headers["ETag"]
        for lang in ("en", "fr", "zh")
    }
    assert len({*tags.values()}) == 3
    for query in ("", "?since=0&x=1"):  # before the application, and by it
        for lang in tags:
            for own, tag in tags.items():
                asked = {"Accept-Language": lang, "If-None-Match": tag}
                answer = table.client.get(table.watch + query, headers=asked)
                assert answer.status_code == (304 if own == lang else 200), (query, lang, own)


def test_what_is_written_is_answered_in_the_language_each_time(table: Table) -> None:
    keyed = {"Idempotency-Key": "once"}
    preview = table.client.post(f"{table.play}/preview", json=HAND, headers=FRENCH).get_json()
    path = f"{table.play}/entries"
    first = table.client.post(path, json=HAND, headers={**FRENCH, **keyed})
    again = table.client.post(path, json=HAND, headers={**FRENCH, **keyed})
    english = table.client.post(path, json=HAND, headers=keyed)
    assert [answer.status_code for answer in (first, again, english)] == [201, 201, 201]
    assert first.data == again.data
    assert payment(first.get_json()["entry"]) == payment(preview["entry"]) == BECAUSE
    assert payment(english.get_json()["entry"]) == "South won 64"
    check_same_but_for_words(english.get_json(), first.get_json())
    assert table.now()["version"] == 1


def test_refusals_are_told_in_the_language(table: Table) -> None:
    table.write(HAND)
    stale = table.client.post(f"{table.play}/entries", json=HAND, headers=FRENCH).get_json()
    assert stale["title"] == "La partie a changé"
    assert payment(stale["entries"][0]) == BECAUSE
    wrong = {"after": 1, "kind": "adjust", "moves": {"p1": 3}}
    answers = [
        table.client.post(f"{table.play}/entries", json=wrong, headers=headers).get_json()
        for headers in ({}, FRENCH)
    ]
    assert check_same_but_for_words(*answers) == 3
    unknown = table.client.get(f"{GAMES}/nobody?lang=zh").get_json()
    assert unknown["title"] == "找不到"


def test_an_export_is_the_record_as_it_was_written(table: Table) -> None:
    table.write(HAND)
    plain, asked = (
        table.client.get(f"{table.play}/export.json", headers=headers) for headers in ({}, FRENCH)
    )
    assert plain.data == asked.data
    assert asked.headers["Content-Language"] == "en"
