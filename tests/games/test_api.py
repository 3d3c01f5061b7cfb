"""The API of games, as the contract has it."""

from __future__ import annotations

import gzip
import re
from threading import Event
from typing import Any

import pytest
from flask import Flask

from scorer.service.games import importing
from scorer.service.wsgi.environ_keys import CLIENT_LEFT
from tests.games.databases import serving
from tests.games.playing import GAMES, NEW, Table, codes, moved

KEY = re.compile(r"[A-Za-z0-9_-]{22}")


def test_a_game_begins_with_two_keys_and_where_it_is(app: Flask) -> None:
    answer = app.test_client().post(GAMES, json=NEW)
    told = answer.get_json()
    assert answer.status_code == 201
    assert set(told["keys"]) == {"play", "watch"}
    assert all(KEY.fullmatch(key) for key in told["keys"].values())
    assert answer.headers["Location"] == f"{GAMES}/{told['keys']['play']}"
    assert answer.headers["Cache-Control"] == "no-store"
    assert (told["version"], told["entries"], told["title"]) == (0, [], "Tuesday")
    assert [player["name"] for player in told["players"]] == NEW["players"]


def test_both_keys_show_the_sheet_and_no_key(table: Table) -> None:
    sheets = [table.client.get(path).get_json() for path in (table.play, table.watch)]
    assert sheets == [table.sheet, table.sheet]


def test_the_sheet_is_asked_for_again_only_when_it_has_changed(table: Table) -> None:
    first = table.client.get(table.watch)
    assert first.headers["Cache-Control"] == "private, no-cache"
    tag = first.headers["ETag"]
    assert re.fullmatch(r'"[^"]+"', tag)
    for asked in (tag, f'"other", {tag}', "*", f"W/{tag}"):
        again = table.client.get(table.watch, headers={"If-None-Match": asked})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
        assert again.headers["Cache-Control"] == "private, no-cache"
    assert table.write(moved(0)).status_code == 201
    changed = table.client.get(table.watch, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag
    other = Table.begun(table.client)
    assert other.client.get(other.play).headers["ETag"] != tag


def test_an_entry_is_answered_with_how_the_game_stands(table: Table) -> None:
    answer = table.write(moved(0), by="J%C3%BCrgen")
    body = answer.get_json()
    sheet = table.now()
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    assert body["version"] == sheet["version"] == 1
    assert body["state"] == sheet["state"]
    assert body["totals"] == sheet["totals"]
    assert body["entry"] == sheet["entries"][0]
    assert body["entry"]["by"] == "Jürgen"
    assert sheet["totals"]["p2"] - table.sheet["totals"]["p2"] == 10


def test_since_gives_only_what_is_new(table: Table) -> None:
    for version in range(3):
        table.write(moved(version))
    whole = table.now()
    for since in (0, 1, 3, 99):
        part = table.now(f"?since={since}")
        assert [entry["n"] for entry in part["entries"]] == list(range(since + 1, 4))
        assert {**part, "entries": []} == {**whole, "entries": []}
    for wrong in ("x", "-1", "1.5", "", "9" * 30, "٣"):
        answer = table.client.get(f"{table.play}?since={wrong}")
        assert (answer.status_code, codes(answer)) == (422, [("/since", "bad_value")])


def test_a_stale_writer_is_shown_what_came_first_and_writes_nothing(table: Table) -> None:
    for version in range(2):
        table.write(moved(version))
    answer = table.write(moved(1, 500))
    body = answer.get_json()
    assert (answer.status_code, codes(answer)) == (409, [("/after", "stale")])
    assert body["version"] == 2
    assert [entry["n"] for entry in body["entries"]] == [2]
    assert table.now()["version"] == 2
    assert table.write(moved(7)).status_code == 409


def test_a_stale_writer_is_shown_fifty_entries_and_reads_on(table: Table) -> None:
    for version in range(52):
        assert table.write(moved(version)).status_code == 201
    for after, shown, more in ((0, range(1, 51), True), (2, range(3, 53), None)):
        answer = table.write(moved(after, 500)).get_json()
        assert [entry["n"] for entry in answer["entries"]] == [*shown]
        assert (answer["version"], answer.get("more")) == (52, more)
    assert [entry["n"] for entry in table.now("?since=50")["entries"]] == [51, 52]


def test_the_same_again_is_written_once_and_answered_as_before(table: Table) -> None:
    first = table.write(moved(0), once="a name")
    table.write(moved(1))
    for after in (0, 1, 2):
        again = table.write(moved(after), once="a name")
        assert (again.status_code, again.data) == (201, first.data)
    other = table.write(moved(2, 20), once="a name")
    assert (other.status_code, codes(other)) == (422, [("", "contradiction")])
    assert table.now()["version"] == 2
    elsewhere = Table.begun(table.client)
    assert elsewhere.write(moved(0, 20), once="a name").status_code == 201


def test_what_was_refused_may_be_sent_again_under_the_same_name(table: Table) -> None:
    assert table.write({**moved(0), "moves": {"p1": 1}}, once="x").status_code == 422
    assert table.write(moved(3), once="x").status_code == 409
    assert table.write(moved(0), once="x").status_code == 201


@pytest.mark.parametrize("name", ["", "x" * 65, "a\tb"])
def test_a_name_for_an_answer_has_1_to_64_characters(table: Table, name: str) -> None:
    answer = table.write(moved(0), once=name)
    assert (answer.status_code, codes(answer)) == (422, [("", "bad_value")])
    assert table.write(moved(0), once="x" * 64).status_code == 201


@pytest.mark.parametrize("name", ["%C3%28", "é" * 41, "a%0Ab", "\xff"])
def test_a_writers_name_is_short_and_can_be_read(table: Table, name: str) -> None:
    answer = table.write(moved(0), by=name)
    assert (answer.status_code, codes(answer)) == (422, [("", "bad_value")])


def test_a_writers_name_may_be_left_out_or_be_any_forty_characters(table: Table) -> None:
    for version, (sent, kept) in enumerate(
        [("", None), ("  ", None), ("%E7%8E%8B" * 40, "王" * 40), ("Ann", "Ann")]
    ):
        assert table.write(moved(version), by=sent).get_json()["entry"].get("by") == kept


@pytest.mark.parametrize(
    ("after", "code"),
    [
        *((None, "required"), ("0", "bad_value"), (0.0, "bad_value"), (-1, "bad_value")),
        *((True, "bad_value"), ([], "bad_value"), (10**30, "bad_value")),
    ],
)
def test_a_writer_tells_the_version_that_it_saw(table: Table, after: Any, code: str) -> None:
    for path in ("entries", "preview"):
        answer = table.client.post(f"{table.play}/{path}", json={**moved(0), "after": after})
        assert (answer.status_code, codes(answer)) == (422, [("/after", code)])
    without = {name: value for name, value in moved(0).items() if name != "after"}
    assert codes(table.write(without)) == [("/after", "required")]


def test_a_preview_answers_the_same_and_writes_nothing(table: Table) -> None:
    shown = table.client.post(f"{table.play}/preview", json=moved(0))
    assert shown.status_code == 200
    assert table.now() == table.sheet
    written = table.write(moved(0)).get_json()
    entry = {**shown.get_json()["entry"], "at": written["entry"]["at"]}
    assert {**shown.get_json(), "entry": entry} == written
    stale = table.client.post(f"{table.play}/preview", json=moved(0))
    assert (stale.status_code, stale.get_json()["version"]) == (409, 1)


def test_who_watches_reads_everything_and_writes_nothing(table: Table) -> None:
    for path in ("", "/export.json", "/export.csv", "/settle-up"):
        assert table.client.get(table.watch + path).status_code == 200
    for path in ("/entries", "/preview", "/keys"):
        answer = table.client.post(table.watch + path, json=moved(0))
        assert (answer.status_code, codes(answer)) == (403, [("", "watching")])
    assert table.client.delete(table.watch).status_code == 403
    assert table.now() == table.sheet


def requests_to(key: str) -> list[tuple[str, str]]:
    return [
        *(("GET", f"{GAMES}/{key}{path}") for path in ("", "/export.json", "/export.csv")),
        ("GET", f"{GAMES}/{key}/settle-up"),
        *(("POST", f"{GAMES}/{key}{path}") for path in ("/entries", "/preview", "/keys")),
        ("DELETE", f"{GAMES}/{key}"),
    ]


@pytest.mark.parametrize("key", ["A" * 22, "x", "%00", "%F0%9F%80%80", "import2", "é" * 500])
def test_an_unknown_key_is_a_404_that_does_not_repeat_it(app: Flask, key: str) -> None:
    for method, path in requests_to(key):
        answer = app.test_client().open(path, method=method, json=moved(0))
        assert (answer.status_code, answer.mimetype) == (404, "application/problem+json"), path
        assert len(key) < 3 or key not in answer.text
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_game_that_is_removed_is_gone_with_its_keys(table: Table) -> None:
    table.write(moved(0), once="x")
    answer = table.client.delete(table.play)
    assert (answer.status_code, answer.data) == (204, b"")
    for path in (table.play, table.watch):
        assert table.client.get(path).status_code == 404
    assert table.write(moved(1)).status_code == 404


def test_keys_that_are_replaced_open_nothing_any_more(table: Table) -> None:
    answer = table.client.post(f"{table.play}/keys", json={"watch": True})
    watch = answer.get_json()["keys"]
    assert (answer.status_code, set(watch)) == (200, {"watch"})
    assert table.client.get(table.watch).status_code == 404
    assert table.client.get(f"{GAMES}/{watch['watch']}").status_code == 200
    both = table.client.post(f"{table.play}/keys", json={"play": True, "watch": True}).get_json()
    assert table.client.get(table.play).status_code == 404
    again = Table(table.client, {**table.sheet, **both})
    assert again.write(moved(0)).status_code == 201
    assert again.client.get(f"{GAMES}/{watch['watch']}").status_code == 404


@pytest.mark.parametrize(
    ("request_body", "where"),
    [
        ({}, ("", "required")),
        ({"play": False}, ("", "required")),
        ({"play": 1}, ("/play", "bad_value")),
        ({"plya": True}, ("/plya", "bad_value")),
        ([], ("", "bad_value")),
    ],
)
def test_which_keys_are_replaced_is_told(
    table: Table, request_body: Any, where: tuple[str, str]
) -> None:
    answer = table.client.post(f"{table.play}/keys", json=request_body)
    assert (answer.status_code, codes(answer)) == (422, [where])
    assert table.now() == table.sheet


def test_an_export_makes_the_same_game_again_under_new_keys(table: Table) -> None:
    for version in range(3):
        table.write(moved(version), by="Ann")
    exported = table.client.get(f"{table.watch}/export.json")
    assert exported.headers["Cache-Control"] == "no-store"
    answer = table.client.post(f"{GAMES}/import", json=exported.get_json())
    assert answer.status_code == 201
    again = Table(table.client, answer.get_json())
    assert again.play != table.play
    assert again.now() == table.now()
    assert again.client.get(f"{again.play}/export.json").get_json() == exported.get_json()
    assert again.write(moved(3)).status_code == 201


def test_the_answer_to_an_import_has_the_last_fifty_entries(table: Table) -> None:
    entries = [{"kind": "adjust", "moves": {"p1": -1, "p2": 1}}] * 60
    exported = {**table.now("/export.json"), "entries": entries}
    answer = table.client.post(f"{GAMES}/import", json=exported).get_json()
    assert ([entry["n"] for entry in answer["entries"]], answer["more"]) == ([*range(11, 61)], True)
    assert answer["totals"]["p2"] == table.sheet["totals"]["p2"] + 60
    assert len(Table(table.client, answer).now()["entries"]) == 60


# A draw in riichi takes 6.7 kB: each of four scores has all options.
WAITING = {seat: {"tenpai": seat == "E"} for seat in "ESWN"}


def test_no_answer_has_more_entries_than_256_kib_of_them(app: Flask) -> None:
    table = Table.begun(app.test_client(), ruleset="riichi")
    entries = [
        {"kind": "hand", "document": {"players": WAITING}, "rules_version": "2"} for _ in range(60)
    ]
    exported = {**table.now("/export.json"), "entries": entries}
    made = table.client.post(f"{GAMES}/import", json=exported)
    assert made.status_code == 201, made.text
    last = made.get_json()["entries"]
    assert (len(made.data) < 280_000, made.get_json()["more"]) == (True, True)
    assert [entry["n"] for entry in last] == [*range(61 - len(last), 61)]
    game = Table(table.client, made.get_json())
    refused = game.write(moved(0))
    first = refused.get_json()["entries"]
    assert (refused.status_code, len(refused.data) < 280_000) == (409, True)
    assert (refused.get_json()["more"], len(first) > 20) == (True, True)
    assert [entry["n"] for entry in first] == [*range(1, len(first) + 1)]
    rest = game.now(f"?since={len(first)}")["entries"]
    assert [entry["n"] for entry in rest] == [*range(len(first) + 1, 61)]


def test_an_import_that_takes_too_long_is_stopped(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "IMPORT_SECONDS", -1.0)
    table.write(moved(0))
    answer = table.client.post(f"{GAMES}/import", json=table.now("/export.json"))
    assert (answer.status_code, codes(answer)) == (422, [("/entries", "too_many_entries")])


@pytest.mark.parametrize("path", ["", "/export.json", "/export.csv"])
def test_what_is_read_of_a_game_is_compressed_for_who_takes_it(table: Table, path: str) -> None:
    for version in range(10):
        table.write(moved(version))
    plain = table.client.get(table.play + path)
    packed = table.client.get(table.play + path, headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    if path == "":
        again = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
        assert table.client.get(table.play, headers=again).status_code == 304
    stale = table.client.post(
        f"{table.play}/entries", json=moved(0), headers={"Accept-Encoding": "gzip"}
    )
    assert (stale.status_code, stale.headers["Content-Encoding"]) == (409, "gzip")


def test_an_import_stops_when_its_client_has_left(table: Table) -> None:
    for after in range(3):
        table.write(moved(after))
    exported, left = table.now("/export.json"), Event()
    left.set()
    scope = {"asgi.scope": {CLIENT_LEFT: left}}
    answer = table.client.post(f"{GAMES}/import", json=exported, environ_overrides=scope)
    assert answer.status_code == 400
    left.clear()
    answer = table.client.post(f"{GAMES}/import", json=exported, environ_overrides=scope)
    assert answer.status_code == 201


def test_only_an_import_may_be_long(table: Table) -> None:
    long = {**table.client.get(f"{table.play}/export.json").get_json(), "title": "x" * 200_000}
    assert table.client.post(f"{GAMES}/import", json=long).status_code in (201, 422)
    for path in (GAMES, f"{table.play}/entries", f"{table.play}/preview", f"{table.play}/keys"):
        assert table.client.post(path, json=long).status_code == 413
    body = b" " * (8 * 1024 * 1024 + 1)
    answer = table.client.post(f"{GAMES}/import", data=body, content_type="application/json")
    assert answer.status_code == 413


def test_the_table_is_a_file_to_keep(table: Table) -> None:
    answer = table.client.get(f"{table.play}/export.csv")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="game.csv"'
    assert answer.headers["Cache-Control"] == "no-store"


BODIES = [b"", b"{", b"null", b"[]", b'"x"', b"3", b'{"a":1,"a":2}', b"[" * 60_000, b"\xff", b"{}"]


@pytest.mark.parametrize("body", BODIES)
def test_a_body_that_is_no_document_is_told_so(table: Table, body: bytes) -> None:
    for path in (GAMES, f"{GAMES}/import", f"{table.play}/entries", f"{table.play}/keys"):
        answer = table.client.post(path, data=body, content_type="application/json")
        assert answer.status_code in (400, 422), (path, answer.text)
        assert table.client.post(path, data=body, content_type="text/plain").status_code == 415
    assert table.now() == table.sheet


@pytest.mark.parametrize("depth", [200, 450, 900, 950, 980])
def test_what_is_nested_deep_is_refused_and_fails_nothing(table: Table, depth: int) -> None:
    deep = '{"a":' * depth + "1" + "}" * depth
    for path, told in (
        (f"{table.play}/entries", '{"after":0,"kind":"hand","document":%s}'),
        (f"{table.play}/preview", '{"after":0,"kind":"adjust","moves":%s}'),
        (f"{table.play}/keys", '{"play":%s}'),
        (f"{GAMES}/import", '{"format":"mahjong-scorer-game","began":{},"entries":[%s]}'),
    ):
        sent = {"Content-Type": "application/json", "Idempotency-Key": "deep"}
        assert table.client.post(path, data=told % deep, headers=sent).status_code in (400, 422)


def test_every_answer_carries_what_every_answer_carries(table: Table) -> None:
    for answer in (
        table.client.get(table.play, headers={"Origin": "https://club.example"}),
        table.client.get(f"{GAMES}/nothing", headers={"Origin": "https://club.example"}),
    ):
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert len(answer.headers["X-Request-ID"]) == 16
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        for name in ("ETag", "Location", "Retry-After"):
            assert name in answer.headers["Access-Control-Expose-Headers"]


def test_a_page_of_another_origin_may_write(table: Table) -> None:
    asks = {
        "Origin": "https://club.example",
        "Access-Control-Request-Method": "DELETE",
        "Access-Control-Request-Headers": "idempotency-key, if-none-match, x-player",
    }
    answer = table.client.options(table.play, headers=asks)
    assert answer.status_code == 200
    assert "DELETE" in answer.headers["Access-Control-Allow-Methods"]
    allowed = answer.headers["Access-Control-Allow-Headers"].lower()
    assert {"idempotency-key", "if-none-match", "x-player"} <= set(allowed.split(", "))


def test_another_process_finds_the_same_games(address: str) -> None:
    with serving(address) as one, serving(address) as other:
        table = Table.begun(one.test_client())
        table.write(moved(0))
        assert other.test_client().get(table.watch).get_json() == table.now()


def test_keys_are_guessed_so_often_and_no_oftener(address: str) -> None:
    with serving(address, GAMES_GUESS_LIMIT="5 per minute") as app:
        client = app.test_client()
        table = Table.begun(client)
        for _ in range(20):
            assert client.get(f"{GAMES}/gone").status_code == 404
        found = [client.get(f"{GAMES}/{number}").status_code for number in range(8)]
        assert found == [404] * 4 + [429] * 4
        refused = client.get(table.play)
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["Retry-After"]) <= 61
        other = {"REMOTE_ADDR": "192.0.2.9"}
        assert client.get(table.play, environ_base=other).status_code == 200


def test_so_many_games_are_made_and_no_more(address: str) -> None:
    with serving(address, GAMES_MADE_LIMIT="3 per minute") as app:
        client = app.test_client()
        found = [client.post(GAMES, json=NEW).status_code for _ in range(4)]
        assert found == [201, 201, 201, 429]
        assert client.post(f"{GAMES}/import", json={}).status_code == 429
