"""The operator's commands: ``scorer games list|count|erase|rekey``, on both databases."""

from __future__ import annotations

import gzip
import json
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text, update

from scorer.cli.main import main
from scorer.service.store import operating
from scorer.service.store.addresses import database_url
from scorer.service.store.database import Database
from scorer.service.store.records import UnknownKeyError
from scorer.service.store.store import DatabaseGameStore
from scorer.service.store.tables import games
from tests.games.databases import serving
from tests.games.playing import Table, moved
from tests.games.releases import DATA
from tests.games.test_releases import put_back

DAY = 86_400
HAND = {
    "players": {
        "E": {"points": 40, "win": {"by": "self_draw"}},
        **{seat: {"points": 8} for seat in "SWN"},
    }
}


class Operator:
    """Somebody with the database, and the three games in it: two classical ones, the second of
    them a year old, and a British one that has an open code."""

    def __init__(self, address: str) -> None:
        self.address = address
        with serving(address) as app:
            client = app.test_client()
            self.tables = [Table.begun(client), Table.begun(client, title="Old")]
            self.tables.append(Table.begun(client, ruleset="british"))
            played = self.tables[0]
            for after in (0, 1):
                entry = {"kind": "hand", "after": after, "document": HAND}
                assert played.write(entry).status_code == 201
            assert played.write({"kind": "undo", "after": 2, "entry": 2}).status_code == 201
            why = 'a note with "kind":"hand", in it'
            assert played.write(moved(3, why=why)).status_code == 201
            answer = client.post(f"{self.tables[2].play}/codes", json={"role": "watch"})
            assert answer.status_code == 201, answer.text
            self.code = answer.get_json()["code"]
        self.change(
            update(games).where(games.c.id == 2).values(last_at=int(time.time()) - 366 * DAY)
        )

    def change(self, statement: Any) -> None:
        database = Database(database_url(self.address))
        with database.writing() as connection:
            connection.execute(statement)
        database.close()

    def run(self, *words: str, given: str | None = None, **variables: str) -> Result:
        environment = {"DATABASE_URL": self.address, **variables}
        return CliRunner(env=environment).invoke(main, ["games", *words], input=given)

    def listed(self, *words: str) -> list[dict[str, Any]]:
        result = self.run("list", "--json", *words)
        assert result.exit_code == 0, result.output
        found: list[dict[str, Any]] = json.loads(result.stdout)
        return found

    def opens(self, address: str) -> bool:
        store = DatabaseGameStore(Database(database_url(self.address)))
        try:
            return store.find(address.rpartition("/")[2]).role in ("play", "watch")
        except UnknownKeyError:
            return False
        finally:
            store.database.close()


@pytest.fixture
def operator(address: str) -> Operator:
    return Operator(address)


def test_games_are_listed_without_names_unless_they_are_requested(operator: Operator) -> None:
    first, old, british = operator.listed()
    assert [first["hands"], old["hands"], british["hands"]] == [2, 0, 0]
    assert [game["ruleset"] for game in (first, old, british)] == ["classical"] * 2 + ["british"]
    assert first["codes"] == {}
    assert british["codes"].keys() == {"watch"}
    assert first["began"][:10] == british["last_entry"][:10] != old["last_entry"][:10]
    for result in (operator.run("list"), operator.run("list", "--json")):
        assert result.exit_code == 0
        for name in ("Ann", "Di", "Tuesday", operator.code):
            assert name not in result.stdout
    assert operator.listed("--names")[1]["players"] == ["Ann", "Bo", "Cy", "Di"]
    shown = operator.run("list", "--names").stdout.splitlines()
    assert len(shown) == 4
    assert shown[2].endswith("Old, Ann, Bo, Cy, Di")
    assert "watch until" in shown[3]


def test_games_are_chosen_by_their_age_and_their_ruleset(operator: Operator) -> None:
    assert [game["id"] for game in operator.listed("--older-than", "365")] == [2]
    assert operator.listed("--older-than", "367") == []
    assert [game["id"] for game in operator.listed("--ruleset", "classical")] == [1, 2]
    assert operator.listed("--ruleset", "british", "--older-than", "1") == []
    empty = operator.run("list", "--ruleset", "mcr")
    assert (empty.exit_code, empty.stdout) == (0, "No game matches.\n")
    assert operator.run("list", "--older-than", "0").exit_code == 2


def test_games_are_counted_by_ruleset(operator: Operator) -> None:
    result = operator.run("count")
    assert result.stdout.split() == ["2", "classical", "1", "british", "3", "in", "all"]
    counted = json.loads(operator.run("count", "--json", "--older-than", "9").stdout)
    assert counted == {"total": 1, "rulesets": {"classical": 1}}


def test_games_are_erased_after_a_yes_and_not_without_one(operator: Operator) -> None:
    for answer in ("n\n", ""):
        refused = operator.run("erase", "1", given=answer)
        assert refused.exit_code == 1
        assert "Erase 1 game (1 classical)?" in refused.stdout
    assert len(operator.listed()) == 3
    assert operator.run("erase", "--older-than", "365", given="y\n").exit_code == 0
    assert [game["id"] for game in operator.listed()] == [1, 3]
    # An id and a filter that does not match it.
    assert operator.run("erase", "1", "--ruleset", "british", "--yes").exit_code == 0
    assert operator.run("erase", "1", "3", "--yes").stdout == "2 games erased.\n"
    assert operator.listed() == []
    assert not operator.opens(operator.tables[0].play)
    database = Database(database_url(operator.address))
    with database.reading() as connection:
        for table in ("game_keys", "entries", "answers", "join_codes"):
            assert connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one() == 0
    database.close()


WRONG = (
    (["erase", "--yes"], "name games by their ids"),
    (["erase", "1", "9", "7", "--yes"], "no game has the id 7, 9"),
    (["erase", "first"], "not a valid integer"),
    (["rekey", "9"], "no game has the id 9"),
    (["rekey", "1", "--role", "teach"], "teach"),
)


def test_a_wrong_request_changes_nothing(operator: Operator) -> None:
    for words, why in WRONG:
        result = operator.run(*words)
        assert (result.exit_code, why in result.stderr) == (2, True), words
    assert len(operator.listed()) == 3
    assert operator.opens(operator.tables[0].play)


def test_a_game_that_gets_an_entry_before_the_yes_stays(operator: Operator) -> None:
    ours = operating.Operator(operator.address)
    doomed = ours.games(0, [1, 3])
    store = DatabaseGameStore(Database(database_url(operator.address)))
    key = operator.tables[0].play.rpartition("/")[2]
    store.append(store.find(key), {"n": 5, "kind": "adjust"}, int(time.time()))
    store.database.close()
    assert ours.erase(doomed) == 1
    assert [game["id"] for game in operator.listed()] == [1, 2]


def test_new_keys_open_the_game_and_the_old_ones_no_longer(operator: Operator) -> None:
    table = operator.tables[2]
    result = operator.run("rekey", "3", "--json", SCORER_PUBLIC_URL="https://mahjong.example/")
    assert result.exit_code == 0
    fresh = json.loads(result.stdout)
    assert fresh.keys() == {"play", "watch"}
    for role, address in fresh.items():
        assert address.startswith("https://mahjong.example/games/")
        assert operator.opens(address)
        assert not operator.opens(getattr(table, role))
    # The code that was open is closed with the keys.
    assert operator.listed()[2]["codes"] == {}
    assert operator.opens(operator.tables[0].play)


def test_only_the_keys_of_a_role_are_replaced_where_one_is_named(operator: Operator) -> None:
    table = operator.tables[0]
    result = operator.run("rekey", "1", "--role", "play")
    role, path = result.stdout.split()
    assert role == "play"
    assert "SCORER_PUBLIC_URL" in result.stderr
    assert operator.opens(path)
    assert operator.opens(table.watch)
    assert not operator.opens(table.play)


def test_no_database_is_made_or_migrated(address: str, tmp_path: Path) -> None:
    missing = f"sqlite:///{tmp_path / 'none.sqlite3'}"
    result = CliRunner(env={"DATABASE_URL": missing}).invoke(main, ["games", "list"])
    assert result.exit_code == 1
    assert "there is no file" in result.stderr
    assert not (tmp_path / "none.sqlite3").exists()
    if address.startswith("postgresql"):
        empty = CliRunner(env={"DATABASE_URL": address}).invoke(main, ["games", "count"])
        assert (empty.exit_code, "no tables" in empty.stderr) == (1, True)
    database = Database(database_url(address))
    DatabaseGameStore(database).begin({"ruleset": "mcr"}, [], 0)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    database.close()
    result = CliRunner(env={"DATABASE_URL": address}).invoke(main, ["games", "list"])
    assert result.exit_code == 1
    assert "tables are of another release (0001)" in result.stderr


def test_a_wrong_setting_is_named() -> None:
    result = CliRunner(env={"DATABASE_URL": "games.db"}).invoke(main, ["games", "list"])
    assert (result.exit_code, "DATABASE_URL" in result.stderr) == (2, True)


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def test_hands_of_earlier_releases_are_counted(kind: str, tmp_path: Path) -> None:
    for release in sorted(path.name for path in DATA.iterdir() if path.is_dir()):
        packed = (DATA / release / "expected.json.gz").read_bytes()
        expected = json.loads(gzip.decompress(packed))[kind]
        hands = Counter(
            sum(entry["kind"] == "hand" for entry in game["sheet"]["entries"]) for game in expected
        )
        with ExitStack() as stack:
            folder = tmp_path / release
            folder.mkdir()
            address = put_back(release, kind, folder, stack)
            database = Database(database_url(address))
            assert database.prepare()
            database.close()
            found = operating.Operator(address).games(0)
        assert Counter(game.hands for game in found) == hands
        assert max(hands) > 1
