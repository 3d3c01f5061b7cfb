"""A copy of the games is made while they are played, and put back: deploy/backup.py does both."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from tests.games.databases import postgresql_programs, schema, serving, sqlite
from tests.games.playing import Table, moved

pytestmark = pytest.mark.slow

BACKUP = Path(__file__).parents[2] / "deploy" / "backup.py"


def run(address: str, *arguments: str) -> str:
    """What the script prints, told so."""
    environment = {**os.environ, "DATABASE_URL": address}
    command = [sys.executable, str(BACKUP), *arguments]
    found = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, list[str]]]:
    """An address, and what pg_dump is told to see no other test's games."""
    if request.param == "sqlite":
        yield sqlite(tmp_path), []
        return
    postgresql_programs("pg_dump", "pg_restore")
    with schema() as address:
        (path,) = parse_qs(urlsplit(address).query)["options"]
        yield address, [f"--schema={unquote(path).partition('=')[2]}"]


def test_a_copy_that_is_put_back_is_the_game_as_it_was(
    database: tuple[str, list[str]], tmp_path: Path
) -> None:
    address, more = database
    with serving(address) as app:
        table = Table.begun(app.test_client())
        first = table.write(moved(0), once="a name")
        then = table.now()
        tag = table.client.get(table.watch).headers["ETag"]
        copy = run(address, "save", str(tmp_path / "copies"), *more)
        # It goes on while the copy is made, and after.
        assert table.write(moved(1)).status_code == 201
        assert Table.begun(app.test_client()).write(moved(0)).status_code == 201
        later = table.client.get(table.watch).headers["ETag"]
    run(address, "restore", copy)
    with serving(address) as app:
        table.client = app.test_client()
        assert table.now() == then
        # A phone that has seen the same asks for nothing; one that has seen more is shown less.
        assert table.client.get(table.watch, headers={"If-None-Match": tag}).status_code == 304
        assert table.client.get(table.watch, headers={"If-None-Match": later}).status_code == 200
        assert table.write(moved(2)).status_code == 409
        assert table.write(moved(0), once="a name").data == first.data
        assert table.write(moved(1)).status_code == 201
        assert Table.begun(app.test_client()).write(moved(0)).status_code == 201


def test_the_way_by_hand_in_the_documentation_does_the_same(tmp_path: Path) -> None:
    address, copy = sqlite(tmp_path), tmp_path / "copy.sqlite3"
    file = Path(address.removeprefix("sqlite:///"))
    with serving(address) as app:
        table = Table.begun(app.test_client())
        table.write(moved(0))
        then = table.now()
        with closing(sqlite3.connect(file)) as read, closing(sqlite3.connect(copy)) as written:
            read.backup(written)
        table.write(moved(1))
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)
    shutil.copy(copy, file)
    with serving(address) as app:
        table.client = app.test_client()
        assert table.now() == then


def test_copies_are_nobody_elses_to_read_and_do_not_replace_each_other(tmp_path: Path) -> None:
    address = sqlite(tmp_path)
    with serving(address) as app:
        Table.begun(app.test_client())
        copies = [Path(run(address, "save", str(tmp_path / "copies"))) for _ in range(2)]
    assert sorted((tmp_path / "copies").iterdir()) == sorted(copies)
    assert [copy.stat().st_mode & 0o777 for copy in copies] == [0o600, 0o600]


@pytest.mark.nightly
def test_what_is_no_copy_is_not_put_in_the_place_of_games(tmp_path: Path) -> None:
    address = sqlite(tmp_path)
    with serving(address) as app:
        table = Table.begun(app.test_client())
        letter, empty = tmp_path / "letter", tmp_path / "empty"
        letter.write_text("a letter to my aunt\n" * 100)
        sqlite3.connect(empty).close()
        for wrong in (letter, empty, tmp_path / "nothing"):
            with pytest.raises(AssertionError):
                run(address, "restore", str(wrong))
        assert table.now() == table.sheet
        assert sorted(path.name for path in (tmp_path / "kept").glob("*.part*")) == []
