"""Games that earlier releases wrote are read, continued and exported as they were.

``releases.py`` makes the files of ``data/``.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import psycopg
import pytest
from flask.testing import FlaskClient

import scorer
from scorer.rules import BOOKS
from tests.games.databases import postgresql, schema, serving, sqlite
from tests.games.releases import DATA, GAMES, SCHEMA
from tests.nightly import nightly

Json = dict[str, Any]

RELEASES = sorted(path.name for path in DATA.iterdir() if path.is_dir())
DATABASES = [f"{release}-{kind}" for release in RELEASES for kind in ("sqlite", "postgresql")]
MARKS = ("undone_by", "replaced_by")
STORED = ("n", "kind", "at", "by", "document", "entry", "why", "players", "seats", "prevailing")


def put_back(release: str, database: str, folder: Path, stack: ExitStack) -> str:
    """The address of a copy of this release's database."""
    if database == "sqlite":
        address = sqlite(folder)
        file = Path(address.removeprefix("sqlite:///"))
        file.parent.mkdir()
        file.write_bytes(gzip.decompress((DATA / release / "games.sqlite3.gz").read_bytes()))
        return address
    address = stack.enter_context(schema())
    (path,) = parse_qs(urlsplit(address).query)["options"]
    own = unquote(path).partition("=")[2]
    statements = gzip.decompress((DATA / release / "games.sql.gz").read_bytes()).decode()
    with psycopg.connect(postgresql(), autocommit=True) as connection:
        connection.execute(statements.replace(SCHEMA, own).encode())
    return address


def test_games_of_this_release_and_of_every_ruleset_are_stored() -> None:
    assert scorer.__version__ in RELEASES, "python -m tests.games.releases"
    expected = json.loads(gzip.decompress((DATA / RELEASES[-1] / "expected.json.gz").read_bytes()))
    for games in expected.values():
        assert {*BOOKS} <= {game["sheet"]["ruleset"] for game in games}


class Release:
    """A client of a service over a release's games, and those games as they were then."""

    def __init__(self, client: FlaskClient, games: list[Json]) -> None:
        self.client = client
        self.games = games

    def get(self, game: Json, path: str = "", role: str = "play") -> Any:
        answer = self.client.get(f"{GAMES}/{game['keys'][role]}{path}")
        assert answer.status_code == 200, answer.text
        return answer.get_json() if answer.is_json else answer.text

    def write(self, game: Json, entry: Json, **headers: str) -> Json:
        path = f"{GAMES}/{game['keys']['play']}/entries"
        answer = self.client.post(path, json=entry, headers=headers)
        assert answer.status_code == 201, answer.text
        found: Json = answer.get_json()
        return found


@pytest.fixture(
    scope="module",
    # The oldest by day: what it lacks is most.
    params=[*DATABASES[:1], *nightly(DATABASES[1:])],
)
def release(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Release]:
    of, _, database = request.param.rpartition("-")
    expected = json.loads(gzip.decompress((DATA / of / "expected.json.gz").read_bytes()))
    with ExitStack() as stack:
        address = put_back(of, database, tmp_path_factory.mktemp("release"), stack)
        app = stack.enter_context(serving(address))
        yield Release(app.test_client(), expected[database])


def stored(sheet: Json) -> list[Json]:
    """What was entered, by whom and when, and what became of it."""
    names = (*STORED, *MARKS)
    return [{name: entry[name] for name in names if name in entry} for entry in sheet["entries"]]


def standing(sheet: Json) -> Json:
    """Where a game stands, but for sentences."""
    state = {name: value for name, value in sheet["state"].items() if name != "why"}
    moves = [entry.get("moves") for entry in sheet["entries"]]
    names = ("version", "title", "ruleset", "preset", "options", "players", "start", "totals")
    return {**{name: sheet[name] for name in names}, "state": state, "moves": moves}


def as_of_today(game: Json) -> Json:
    """The sheet of that time, with what later releases have otherwise on purpose."""
    sheet: Json = json.loads(json.dumps(game["sheet"]))
    if sheet["title"] == "Forgotten deposit" and sheet["rules_version"] == "1":
        # The winner of the second hand takes the stick that was entered later.
        sheet["entries"][1]["moves"]["p3"] += 1000
        sheet["totals"]["p3"] += 1000
        assert sum(sheet["totals"].values()) == 4 * sheet["start"]
    return sheet


def as_tables_were(text: str) -> list[list[str]]:
    """The rows of a table, without the column that says what an entry corrects."""
    head, *rows = csv.reader(text.splitlines())
    shown = [n for n, name in enumerate(head) if name != "corrects"]
    return [[row[n] for n in shown] for row in (head, *rows)]


def test_every_game_reads_as_it_was_entered(release: Release) -> None:
    for game in release.games:
        for role in ("play", "watch"):
            sheet = release.get(game, role=role)
            assert stored(sheet) == stored(game["sheet"])
            assert standing(sheet) == standing(as_of_today(game))
            assert sheet.get("result") == game["sheet"].get("result")
        table = as_tables_were(release.get(game, "/export.csv"))
        before = as_tables_were(game["csv"])
        is_as_it_was = as_of_today(game) == game["sheet"]
        if any(entry["kind"] in ("replace", "undo") for entry in game["sheet"]["entries"]):
            # These stood in the order of their numbers; today each stands where it corrects.
            moved = 7 + len(game["sheet"]["players"])
            before, table = (sorted(row[:moved] for row in rows) for rows in (before, table))
        assert (table == before) == is_as_it_was


def test_every_page_of_every_game_is_shown(release: Release) -> None:
    for game in release.games:
        own = f"/games/{game['keys']['play']}"
        last = game["sheet"]["version"]
        for path in ("", "/sheet", "/hand", "/table", "/adjust", "/more", "/settle-up"):
            assert release.client.get(own + path).status_code == 200, path
        hands = [entry["n"] for entry in game["sheet"]["entries"] if "answer" in entry]
        for n in {hands[0], hands[-1], last} & {*hands}:
            assert release.client.get(f"{own}/entries/{n}").status_code == 200


def test_every_game_goes_on(release: Release) -> None:
    for game in release.games:
        before = release.get(game)
        last = game["last"]
        # Sent again, the last entry is answered as it was then.
        again = release.write(game, last["entry"], **{"Idempotency-Key": last["name"]})
        assert again == last["answer"]
        version = before["version"]
        if before["entries"][-1]["kind"] == "close":
            reopened = release.write(game, {"after": version, "kind": "undo", "entry": version})
            assert not reopened["state"]["over"]
            version += 1
        moves = {"p1": -7, "p2": 7}
        written = release.write(game, {"after": version, "kind": "adjust", "moves": moves})
        assert written["totals"]["p2"] == before["totals"]["p2"] + 7
        undone = release.write(game, {"after": version + 1, "kind": "undo", "entry": version + 1})
        assert undone["totals"] == before["totals"]


def test_every_game_is_exported_and_imported(release: Release) -> None:
    for game in release.games:
        exported = release.get(game, "/export.json")
        assert exported["began"] == game["export"]["began"]
        assert exported["entries"][: game["sheet"]["version"]][0] == game["export"]["entries"][0]
        assert as_tables_were(release.get(game, "/export.csv"))[0] == as_tables_were(game["csv"])[0]
        for document in (exported, game["export"]):
            made = release.client.post(f"{GAMES}/import", json=document)
            assert made.status_code == 201, made.text
            key = {"keys": made.get_json()["keys"]}
            assert stored(release.get(key)) == stored(document)
            expected = exported if document is exported else as_of_today(game)
            # Older than the presets of its ruleset, a game is played by the usual one.
            usual = BOOKS[document["ruleset"]].default_preset
            same = {**standing(expected), "preset": expected["preset"] or usual}
            assert standing(release.get(key)) == same
