"""Fouls of MCR on the pages of a game: what the game has counted goes with every form."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.games.playing import Table


@pytest.fixture
def mcr(app: Flask) -> Table:
    return Table.begun(app.test_client(), ruleset="mcr")


def test_a_hand_is_entered_by_its_form_after_a_foul(mcr: Table) -> None:
    foul = {"players": {}, "events": [{"event": "minor_foul", "by": "E"}]}
    assert mcr.write({"after": 0, "kind": "hand", "document": foul}).status_code == 201
    own = mcr.play.removeprefix("/api/v1")
    page = mcr.client.get(f"{own}/hand").text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
    # Who was East is North.
    assert fields["t.fouls.n"] == "1"
    form = {**fields, "winner": "nobody", "x.minor_foul": "N"}
    assert mcr.client.post(f"{own}/hand", data=form).status_code == 201
    assert mcr.now()["totals"] == {"p1": -5, "p2": 0, "p3": 0, "p4": 0}
