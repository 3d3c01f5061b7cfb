"""A game keeps the rules that it began with, whatever the club's file says later."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask.testing import FlaskClient

from scorer import use_club
from scorer.game import begin, exported_game, load
from scorer.rules import BOOKS
from scorer.service.offline import offline_app, server_facts
from scorer.service.offline.archive import facts_of
from scorer.service.offline.server_facts import Facts
from tests.club.conftest import RIVERSIDE, Write
from tests.club.test_file import EAST
from tests.drawn import Json
from tests.games.conftest import BOTH
from tests.games.databases import database, serving, sqlite
from tests.nightly import some_by_day

HAND: Json = {"players": {"E": {"hand": EAST["hand"], "win": {"by": "self_draw"}}}}
HAND["players"] |= {seat: {"points": 0} for seat in "SWN"}
CHANGED = RIVERSIDE.replace("limit = 500, max_chows = 0", "limit = 300")
LATER = {
    "changed": CHANGED,
    "removed": '[club]\nname = "Others"\n',
    "default": "",
    "same": RIVERSIDE,
}


@pytest.fixture(params=BOTH)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    with database(request.param, tmp_path) as found:
        yield found


def entered(client: FlaskClient, key: str, entry: Json) -> Json:
    version = got(client, key)["version"]
    answer = client.post(f"/api/v1/games/{key}/entries", json={**entry, "after": version})
    assert answer.status_code == 201, answer.text
    found: Json = answer.json or {}
    return found


def got(client: FlaskClient, key: str) -> Json:
    found: Json = client.get(f"/api/v1/games/{key}").json or {}
    return found


@pytest.mark.parametrize("later", some_by_day(LATER, 2))
@pytest.mark.slow
def test_a_game_is_readable_scored_the_same_and_played_on(
    address: str, write: Write, later: str
) -> None:
    path = write(RIVERSIDE)
    with serving(address, CLUB=str(path)) as app:
        client = app.test_client()
        document = {"ruleset": "british", "players": ["Ann", "Ben", "Cid", "Dee"]}
        begun: Json = client.post("/api/v1/games", json=document).json or {}
        key = begun["keys"]["play"]
        assert (begun["preset"], begun["options"]) == ("riverside", {})
        # bmja: East receives double; the limit is 500.
        moved = {"p1": 3000, "p2": -1000, "p3": -1000, "p4": -1000}
        assert entered(client, key, {"kind": "hand", "document": HAND})["entry"]["moves"] == moved
        before = got(client, key)
        exported = client.get(f"/api/v1/games/{key}/export.json").json
    path.write_text(LATER[later], encoding="utf-8")
    with serving(address, CLUB=str(path)) as app:
        client = app.test_client()
        assert got(client, key) == before
        for page in ("", "/sheet", "/hand", "/hand/1", "/entries/1", "/table", "/more", "/adjust"):
            shown = client.get(f"/games/{key}{page}")
            assert shown.status_code == 200, page
        for page in ("", "/sheet"):
            assert "Riverside" in client.get(f"/games/{key}{page}").text
        second = entered(client, key, {"kind": "hand", "document": HAND})["entry"]
        assert second["moves"] == moved
        assert second["answer"]["options"] == before["entries"][0]["answer"]["options"]
        again = {"kind": "replace", "entry": 1, "document": HAND}
        assert entered(client, key, again)["entry"]["moves"] == moved
        totals = {player: begun["start"] + 2 * points for player, points in moved.items()}
        assert got(client, key)["totals"] == totals
        assert not got(client, key)["warnings"]
        # A chow is no part of a winning hand here, whatever the ruleset's own default says.
        players: Any = HAND["players"]
        melds = [{"tiles": "123b"}, *EAST["hand"]["melds"][1:]]
        east = {**players["E"], "hand": {**EAST["hand"], "melds": melds}}
        wrong = {"kind": "hand", "document": {"players": {**players, "E": east}}}
        refused = client.post(
            f"/api/v1/games/{key}/entries", json={**wrong, "after": got(client, key)["version"]}
        )
        assert refused.status_code == 422
        imported = client.post("/api/v1/games/import", json=exported)
        assert imported.status_code == 201, imported.text
        copy: Json = imported.json or {}
        for name in ("preset", "options", "totals", "state"):
            assert copy[name] == before[name], name


def test_options_over_a_clubs_preset_stay_over_it(riverside: Path, write: Write) -> None:
    request = {"ruleset": "british", "players": ["A", "B", "C", "D"], "options": {"limit": 700}}
    game = begin(request, at="2026-01-01T00:00:00Z")
    assert (game.preset, game.options, game.rules) == ("riverside", {"limit": 700}, game.rules)
    before = game.edition.options
    use_club(None)
    assert game.edition.options == before
    assert game.rules == ("bmja", {"limit": 700, "max_chows": 0})
    back = load(exported_game(game), at="2026-02-02T00:00:00Z")
    assert (back.preset, back.options, back.pinned) == (game.preset, game.options, game.pinned)


def test_a_game_without_a_preset_stays_without_one(write: Write) -> None:
    """A ruleset may have no default of its own: a club's is not in force in older games."""
    book = BOOKS["british"]
    before = (book.default_preset, book.own_default)
    book.default_preset = book.own_default = None
    book.revision += 1
    try:
        game = begin({"ruleset": "british", "players": [*"ABCD"]}, at="2026-01-01T00:00:00Z")
        assert game.preset is None
        use_club(write(RIVERSIDE))
        assert book.edition().options["limit"] == 500
        assert game.edition.options == book.default_options()
        pinned = begin({"ruleset": "british", "players": [*"ABCD"]}, at="2026-01-01T00:00:00Z")
        use_club(None)
        assert pinned.edition.options["limit"] == 500
    finally:
        use_club(None)
        book.default_preset, book.own_default = before
        book.revision += 1


@pytest.mark.parametrize(
    "pinned",
    [5, [], {}, {"options": 5}, {"options": {"limt": 1}}, {"options": {}, "preset": "no"},
     {"options": {}, "preset": 5}, {"options": {}, "title": "x" * 100, "preset": None}],
)  # fmt: skip
def test_what_an_import_says_of_a_clubs_rules_is_checked(
    riverside: Path, tmp_path: Path, pinned: object
) -> None:
    game = exported_game(
        begin({"ruleset": "british", "players": [*"ABCD"]}, at="2026-01-01T00:00:00Z")
    )
    document = {**game, "began": {**game["began"], "pinned": pinned}}
    with serving(sqlite(tmp_path)) as app:
        answer = app.test_client().post("/api/v1/games/import", json=document)
    sound = isinstance(pinned, dict) and "title" in pinned
    assert answer.status_code == (201 if sound else 422)


def test_a_phone_knows_the_clubs_presets_and_plays_its_games(write: Write, tmp_path: Path) -> None:
    with serving(sqlite(tmp_path), CLUB=str(write(RIVERSIDE))) as app:
        facts = facts_of(app)
        key = (app.test_client().post(
            "/api/v1/games", json={"ruleset": "british", "players": [*"ABCD"]}
        ).json or {})["keys"]["play"]  # fmt: skip
        exported = app.test_client().get(f"/api/v1/games/{key}/export.json").json
    sent = facts.as_json()
    use_club(None)
    phone = offline_app.open_app("https://phone.invalid", received(sent))
    page = phone.answer({"method": "GET", "path": "/hand", "query": "rules=british"})
    assert page["status"] == 200
    assert "Riverside Mah-jong" in page["body"]
    assert "Thursdays" in page["body"]
    # The phone says itself in which language its pages are.
    assert '<html lang="en"' in page["body"]
    score = phone.answer(
        {"method": "POST", "path": "/api/v1/score", "body": json.dumps(EAST),
         "headers": {"Content-Type": "application/json"}}
    )  # fmt: skip
    assert json.loads(score["body"])["total"] == 500
    use_club(None)
    game = {"key": key, "role": "play", "export": exported, "waiting": []}
    board = phone.answer({"method": "GET", "path": f"/games/{key}/sheet", "game": game})
    assert board["status"] == 200
    assert "Riverside" in board["body"]


def received(sent: str) -> Facts:
    """The facts as the phone reads them from its archive."""

    class Folder:
        def joinpath(self, name: str) -> Folder:
            return self

        def read_text(self, encoding: str) -> str:
            return sent

    with patch.object(server_facts, "resources", lambda package: Folder()):
        return server_facts.load_facts()
