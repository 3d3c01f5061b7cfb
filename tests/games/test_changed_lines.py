"""A phone that has a page of a game receives the lines that have changed since."""

from __future__ import annotations

import re
from zlib import adler32

import pytest

from tests.games.playing import Json, Table, moved
from tests.nightly import nightly

ONCE = re.compile('name="once" value="[^"]*"')
"""A name that each answer makes anew."""
PAGES = ["", "/hand", *nightly(["/wall"])]


def path_of(table: Table, page: str) -> str:
    return table.play.removeprefix("/api/v1") + page


def changes(table: Table, page: str, version: str, **headers: str) -> Json:
    requested = {"X-Copy": version, "Accept": "application/json", **headers}
    answer = table.client.get(path_of(table, page), headers=requested)
    assert answer.status_code == 200
    found: Json = answer.get_json()
    return found


def replaced(text: str, answer: Json) -> str:
    lines = text.split("\n")
    for start, end, instead in reversed(answer["changes"]):
        lines[start:end] = instead
    return "\n".join(lines)


@pytest.mark.parametrize("page", PAGES)
def test_the_copy_with_its_lines_changed_is_the_page(table: Table, page: str) -> None:
    copy = table.client.get(path_of(table, page)).text
    table.write(moved(0))
    answer = changes(table, page, "0")
    result = replaced(copy, answer)
    assert adler32(result.encode()) == answer["checksum"]
    whole = table.client.get(path_of(table, page)).text
    assert ONCE.sub("", result) == ONCE.sub("", whole)
    assert sum(len(lines) for _, _, lines in answer["changes"]) < len(whole.split("\n")) / 2


def test_a_copy_in_another_language_is_found_out_by_the_checksum(table: Table) -> None:
    copy = table.client.get(path_of(table, "")).text
    table.write(moved(0))
    answer = changes(table, "", "0", **{"Accept-Language": "fr"})
    assert adler32(replaced(copy, answer).encode()) != answer["checksum"]


@pytest.mark.parametrize("version", ["1", "-1", "x", "9" * 5000, None])
def test_without_a_copy_the_page_is_whole(table: Table, version: str | None) -> None:
    headers = {"Accept": "application/json", **({"X-Copy": version} if version else {})}
    answer = table.client.get(path_of(table, ""), headers=headers)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert '<article id="game"' in answer.text
