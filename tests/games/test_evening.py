"""The evening that benchmarks/server/evening.py plays, for a moment and at a few tables: every
entry is kept, every total is as it was worked out beforehand, and every phone has seen the end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from benchmarks.server import evening, faults
from benchmarks.server.played import RULESETS, evenings

pytestmark = pytest.mark.slow


@pytest.mark.nightly
@pytest.mark.parametrize("address", ["postgresql", "sqlite"], indirect=True)
def test_a_short_evening_goes_well(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in {"ARRIVING": 0.2, "EVERY": 0.2, "AN_ENTRY": 0.3, "LAST_LOOK": 0.8}.items():
        monkeypatch.setattr(evening, name, seconds)
    made = list(evenings(len(RULESETS), before=2, entries=12))
    with faults.served(address, tmp_path, 2, tmp_path / "log", **evening.SETTINGS) as server:
        tables = [evening.begun(one, number, server.port) for number, one in enumerate(made)]
        heard = asyncio.run(evening.play(tables, server.port, 2.0))
        assert +heard.wrong == {}
        assert [*map(list, (evening.faults(table, server.port) for table in tables))] == [[]] * 4
    assert sum(table.written for table in tables) == len(heard.entries) >= len(RULESETS)
    assert {one.export["began"]["ruleset"] for one in made} == {*RULESETS}
    assert heard.sheets > 4 * len(tables)
