"""The page of health: who may see it, what it shows of either database, and what it never shows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sqlalchemy import text

import scorer
from scorer.documents.club import club_in_use, set_club_in_use
from scorer.documents.club.template import TEMPLATE
from scorer.service import create_app
from scorer.service.i18n.languages import COMPLETE_LANGUAGES
from scorer.service.store.records import STORE_EXTENSION
from scorer.service.web.health import MIN_FREE_BYTES
from tests.games.databases import serving, sqlite
from tests.games.playing import Table, moved

TOKEN = "only-the-operator-has-this"
BASIC = ("anybody", TOKEN)
PAGE = {"Accept": "text/html"}


def test_without_a_token_among_the_settings_there_is_no_page(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path)) as app:
        client = app.test_client()
        for given in (None, ("operator", ""), BASIC):
            assert client.get("/health", auth=given).status_code == 404


def test_only_the_operator_sees_the_page(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path), OPERATOR_TOKEN=TOKEN) as app:
        client = app.test_client()
        for header in (
            *(
                "",
                "Basic",
                "Basic ====",
                "Bearer",
                "Bearer é",
                f"Bearer {TOKEN}x",
                f"Digest {TOKEN}",
            ),
            f"Bearer {TOKEN[:-1]}",
        ):
            answer = client.get("/health", headers={**PAGE, "Authorization": header})
            assert answer.status_code == 401, header
            assert answer.headers["WWW-Authenticate"].startswith("Basic ")
            assert "SQLite" not in answer.text
        assert client.get(f"/health?token={TOKEN}").status_code == 401
        assert client.get("/health", auth=("", TOKEN[1:])).status_code == 401
        for allowed in (
            client.get("/health", auth=BASIC),
            client.get("/health", headers={"Authorization": f"Bearer {TOKEN}"}),
        ):
            assert allowed.status_code == 200
            assert allowed.headers["Cache-Control"] == "no-store"
            assert TOKEN not in allowed.text


@pytest.mark.parametrize(
    "token", ["short", "a" * 19, "a" * 30 + " b", "ß" * 30, "a" * 30 + "\n", 5]
)
def test_a_token_that_could_be_guessed_or_not_be_sent_stops_the_start(token: object) -> None:
    with pytest.raises(ValueError, match="SCORER_OPERATOR_TOKEN is to be") as refused:
        create_app({"OPERATOR_TOKEN": token, "LOG_REQUESTS": False})
    assert str(token) not in str(refused.value).replace("least 20", "")


def test_it_counts_games_and_shows_no_names_and_no_keys(address: str, tmp_path: Path) -> None:
    with serving(address, OPERATOR_TOKEN=TOKEN) as app:
        client = app.test_client()
        tables = [Table.begun(client, ruleset=name) for name in ("british", "riichi", "riichi")]
        assert tables[0].write(moved(0)).status_code == 201
        with app.extensions[STORE_EXTENSION].database.writing() as connection:
            statement = (
                "INSERT INTO games (record, version, stamp, last_at) VALUES ('{}', 0, '', 0)"
            )
            connection.execute(text(statement.replace("{}", '{"ruleset": "gone"}')))
        page = client.get("/health", auth=BASIC)
        assert page.status_code == 200
        words = " ".join(page.text.split())
        assert "Riichi</th><td>2 games<" in words
        assert "British</th><td>1 game<" in words
        assert 'gone</th><td><span class="badge warn">1 game<' in words
        assert "Up to date (0004)." in words
        assert address.partition(":")[0] in words
        assert scorer.__version__ in words
        for hidden in ("Ann", "Tuesday", *(part for t in tables for part in (t.play, t.watch))):
            assert hidden.rpartition("/")[2] not in words
        assert str(tmp_path) not in words


def test_the_last_backup_is_shown_and_an_old_one_marked(tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    with serving(sqlite(tmp_path), OPERATOR_TOKEN=TOKEN, BACKUP_FOLDER=str(copies)) as app:
        client = app.test_client()

        def shown() -> str:
            words = " ".join(client.get("/health", auth=BASIC).text.split())
            return words.partition("Last backup")[2].partition("</tr>")[0]

        assert "There is none in the folder" in shown()
        copies.mkdir()
        for name, at in (("games-a.sqlite3", 1_000_000_000), ("games-b.dump", 1_100_000_000)):
            (copies / name).write_bytes(b"x" * 2_500_000)
            os.utime(copies / name, (at, at))
        (copies / "notes.txt").write_text("newer")
        assert "2004-11-09 11:33 UTC" in shown()
        assert "3 MB" in shown()
        assert "badge warn" in shown()
        (copies / "games-c.sqlite3").write_bytes(b"x")
        assert "badge warn" not in shown()


def test_a_database_that_is_away_is_a_503_that_is_still_the_page() -> None:
    address = "postgresql://127.0.0.1:1/none"
    with serving(address, OPERATOR_TOKEN=TOKEN) as app:
        answer = app.test_client().get("/health", auth=BASIC, headers=PAGE)
    assert answer.status_code == 503
    assert "games are off" in answer.text
    assert "Free on the disk" not in answer.text
    assert "Files for phones" in answer.text


def test_a_full_disk_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sqlite(tmp_path), OPERATOR_TOKEN=TOKEN) as app:
        for free, marked in ((MIN_FREE_BYTES - 1, True), (MIN_FREE_BYTES, False)):
            monkeypatch.setattr("scorer.service.web.health._free_bytes", lambda _, free=free: free)
            words = " ".join(app.test_client().get("/health", auth=BASIC).text.split())
            row = words.partition("Free on the disk")[2].partition("</tr>")[0]
            assert ("badge warn" in row) == marked


def test_it_speaks_every_language_and_names_the_club(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text(TEMPLATE)
    before = club_in_use()
    try:
        with serving(sqlite(tmp_path), OPERATOR_TOKEN=TOKEN, CLUB=str(club)) as app:
            client = app.test_client()
            heads = set()
            for language in COMPLETE_LANGUAGES:
                page = client.get("/health", auth=BASIC, query_string={"lang": language}).text
                heads.add(page.partition("<h1>")[2].partition("</h1>")[0])
                assert "Riverside Mah-jong" in page.partition("<main")[2]
                assert "badge warn" not in page.partition('id="service"')[2]
            assert len(heads) == len(COMPLETE_LANGUAGES)
    finally:
        set_club_in_use(before)
