"""What players did over evenings: the phone counts what Python counts in the same sheets."""

from __future__ import annotations

import csv
import json
import subprocess
from random import Random
from typing import Any

import pytest

from scorer import game
from scorer.game import Game
from tests.scripts.test_scripts import STATIC, node
from tests.test_game import begun, write_entry
from tests.test_game_corrected import drawn, won

Json = dict[str, Any]

COUNT = f"""
import {{ asCsv, statistics, summary }} from "{(STATIC / "game/statistics.js").as_uri()}";
let text = "";
for await (const part of process.stdin) text += part;
const evenings = JSON.parse(text).map(summary);
console.log(JSON.stringify({{ evenings, rows: statistics(evenings), csv: asCsv(evenings) }}));
"""


def counted(sheets: list[Json]) -> Json:
    """What the script makes of these sheets."""
    command = [node(), "--input-type=module", "--eval", COUNT]
    done = subprocess.run(command, input=json.dumps(sheets), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer: Json = json.loads(done.stdout)
    return answer


def expected(games: list[Game]) -> dict[tuple[str, str], Json]:
    """The same from the entries that count, by ruleset and name."""
    found: dict[tuple[str, str], Json] = {}
    for evening in games:
        state = game.sheet(evening)
        names = {player["id"]: player["name"] for player in state["players"]}
        hands = [
            entry
            for entry in evening.entries
            if entry.kind in ("hand", "replace")
            and state["entries"][entry.n - 1]["undone_by"] is None
            and state["entries"][entry.n - 1]["replaced_by"] is None
        ]
        for player, name in names.items():
            nothing = {"games": 0, "hands": 0, "dealIns": 0, "net": 0, "won": []}
            row = found.setdefault((evening.ruleset, name), nothing)
            row["games"] += 1
            row["net"] += state["totals"][player] - evening.start
            for entry in hands:
                assert entry.table is not None
                assert entry.answer is not None
                seat = next((s for s, p in entry.table["seats"].items() if p == player), "")
                players = entry.payload["document"]["players"]
                givers = {
                    own["win"].get("from") for own in players.values() if own and own.get("win")
                }
                row["hands"] += bool(seat)
                row["dealIns"] += seat in givers
                if (players.get(seat) or {}).get("win"):
                    row["won"].append(entry.answer["scores"][seat]["total"])
    return found


def agreed(ruleset: str, rng: Random) -> Json:
    """A hand of agreed points, won by anybody or nobody."""
    winner, loser = rng.sample("ESWN", 2)
    if ruleset == "riichi":
        if rng.random() < 0.3:
            return drawn(winner)
        return won(winner, loser, rng.randint(1, 4), 30)
    if rng.random() < 0.2:
        return {"players": {seat: {} for seat in "ESWN"}}
    win = {"by": "discard", "from": loser} if rng.random() < 0.6 else {"by": "self_draw"}
    others = {} if ruleset == "mcr" else {"points": 10}
    players: Json = {seat: dict(others) for seat in "ESWN"}
    players[winner] = {"points": rng.choice([8, 16, 24, 64]), "win": win}
    return {"players": players}


def evenings(seed: int) -> list[Game]:
    """Games of three rulesets with corrections, undone entries and penalties."""
    rng, found = Random(seed), []
    for ruleset in ("classical", "riichi", "mcr", "classical"):
        evening = begun(ruleset)
        for _ in range(8):
            evening = write_entry(evening, "hand", document=agreed(ruleset, rng))
        evening = write_entry(evening, "replace", entry=2, document=agreed(ruleset, rng))
        evening = write_entry(evening, "undo", entry=4)
        evening = write_entry(evening, "adjust", moves={"p1": -20, "p3": 20}, why="late")
        found.append(evening)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_the_phone_counts_as_python_does(seed: int) -> None:
    games = evenings(seed)
    rows = counted([game.sheet(evening) for evening in games])["rows"]
    wanted = expected(games)
    assert {(row["ruleset"], row["name"]) for row in rows} == wanted.keys()
    for row in rows:
        own = wanted[row["ruleset"], row["name"]]
        for part in ("games", "hands", "dealIns", "net"):
            assert row[part] == own[part], part
        points = own["won"]
        assert (row["wins"], row["best"]) == (len(points), max(points, default=0))
        assert row["average"] == pytest.approx(sum(points) / len(points) if points else 0)
    assert sum(row["games"] for row in rows) == 16


def test_two_who_win_on_one_tile_are_one_deal_in() -> None:
    evening = begun("riichi", preset="tenhou")
    document = won("S", "E", 2)
    document["players"]["W"] = {
        "win": {"by": "discard", "from": "E"},
        "agreed": {"han": 1, "fu": 30},
    }
    [first] = counted([game.sheet(write_entry(evening, "hand", document=document))])["evenings"]
    assert [player["wins"] for player in first["players"]] == [0, 1, 1, 0]
    assert [player["dealIns"] for player in first["players"]] == [1, 0, 0, 0]


def test_a_game_without_a_hand_is_no_evening_and_its_csv_has_no_formula() -> None:
    evening = write_entry(begun("mcr"), "players", p1="=1+1", p2='B "o", x')
    answer = counted([game.sheet(evening)])
    assert answer["rows"] == []
    rows = [*csv.DictReader(answer["csv"].splitlines())]
    assert [row["name"] for row in rows] == ["'=1+1", 'B "o", x', "Cy", "Di"]
    assert {row["net"] for row in rows} == {"0"}
