"""What becomes of games is counted for whoever looks after the service, and nobody is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.service.store import database
from tests.games.databases import serving, sqlite
from tests.games.playing import GAMES, Table, moved


def test_an_operator_sees_how_games_fare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "RETRY_PAUSE_SECONDS", 0.0)
    with serving(sqlite(tmp_path), METRICS=True) as app:
        client = app.test_client()
        table = Table.begun(client)
        exported = client.get(f"{table.play}/export.json").get_json()
        begun = client.post(f"{GAMES}/import", json=exported).get_json()
        for after in (0, 0, 1):
            table.write(moved(after))
        table.write(moved(2), once="x")
        table.write(moved(2), once="x")
        tag = client.get(table.watch).headers["ETag"]
        for _ in range(4):
            client.get(table.watch, headers={"If-None-Match": tag}).close()
        client.get(f"{GAMES}/nothing").close()
        (tmp_path / "kept").rename(tmp_path / "elsewhere")
        assert client.get(table.watch).status_code == 503
        counts = client.get("/metrics").text
    told = dict(line.rsplit(" ", 1) for line in counts.splitlines() if "_games_" in line)
    assert {name: told[name] for name in told if not name.startswith("#")} == {
        "scorer_games_begun_total": "2.0",
        "scorer_games_entries_total": "3.0",
        "scorer_games_polls_total": "4.0",
        'scorer_games_refused_total{why="stale"}': "1.0",
        'scorer_games_refused_total{why="unknown"}': "1.0",
        "scorer_games_away_total": "1.0",
    }
    for path in (table.play, table.watch):
        assert path.rpartition("/")[2] not in counts
    assert begun["keys"]["play"] not in counts
