"""What a long game costs: imported, read and written, in processor time.

``python -m benchmarks.server.games --before ../checkout --entries 400 2000`` measures this
checkout and, for the first of these numbers, an earlier one beside it, game after game in one run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from scorer import game
from scorer.rules import BOOKS

__all__ = ["GAMES", "exported"]

Json = dict[str, Any]

AT = "2026-11-21T19:00:00Z"
NAMES = ("Ann", "Bo", "Cy", "Di")
TENPAI: Json = {"E": {"tenpai": True}, "S": {}, "W": {}, "N": {}}
RIICHI: Json = {**TENPAI, "E": {"tenpai": True, "riichi": True}}


def ordinary(entries: int) -> list[Json]:
    """MCR: sixteen hands, the round set again, and so on."""
    return [
        {"kind": "seats", "prevailing": "E"} if n % 17 == 16 else _won("ESWN"[n % 4], 20)
        for n in range(entries)
    ]


def last_replaced(entries: int) -> list[Json]:
    """Half of them hands of MCR, of which the last is replaced again and again."""
    found = ordinary(entries // 2)
    last = max(n for n, entry in enumerate(found, 1) if entry["kind"] == "hand")
    again = [_won("S", 20 + n % 5)["document"] for n in range(entries - len(found))]
    return found + [{"kind": "replace", "entry": last, "document": hand} for hand in again]


def chained_undo(entries: int) -> list[Json]:
    """Half of them hands of MCR, then each entry undoes the one before it."""
    found = ordinary(entries // 2)
    return found + [{"kind": "undo", "entry": n} for n in range(len(found), entries)]


def deposit_corrected(entries: int) -> list[Json]:
    """Riichi: draws after a deposit, which the last entry takes away."""
    found = [_hand(RIICHI)]
    while len(found) < entries - 1:
        count = {"kind": "seats", "prevailing": "E", "honba": 0}
        found.append(count if len(found) % 4 == 0 else _hand(TENPAI))
    return [*found, {"kind": "replace", "entry": 1, "document": {"players": TENPAI}}]


def to_and_fro(entries: int) -> list[Json]:
    """Riichi: draws, then the first is undone and brought back, with a draw between."""
    found = [_hand(RIICHI), *(_hand(TENPAI) for _ in range(entries // 3))]
    undone = 1
    while len(found) < entries:
        found.append({"kind": "undo", "entry": undone})
        undone = len(found)
        found.append(_hand(TENPAI))
    return found[:entries]


GAMES = {
    "ordinary": ("mcr", ordinary),
    "last replaced": ("mcr", last_replaced),
    "chained undo": ("mcr", chained_undo),
    "deposit corrected": ("riichi", deposit_corrected),
    "to and fro": ("riichi", to_and_fro),
}


def exported(name: str, entries: int) -> Json:
    """One of these games as an export."""
    ruleset, made = GAMES[name]
    version = BOOKS[ruleset].version
    recorded = [
        {**entry, "rules_version": version} if "document" in entry else entry
        for entry in made(entries)
    ]
    began = {"ruleset": ruleset, "players": list(NAMES)}
    return {"format": "mahjong-scorer-game", "began": began, "entries": recorded}


def measured(name: str, entries: int) -> dict[str, float]:
    """The seconds that this checkout takes to import such a game, to read it and to write in it."""
    document = exported(name, entries)
    began = time.process_time()
    evening = game.load(document, at=AT)
    loaded = time.process_time()
    game.sheet(evening, since=evening.version)
    read = time.process_time()
    entry = {"kind": "adjust", "moves": {"p1": 1, "p2": -1}}
    game.last_entry_answer(game.append_entry(evening.up_to(entries - 1), entry, at=AT))
    return {"import": loaded - began, "sheet": read - loaded, "write": time.process_time() - read}


def _won(winner: str, points: int) -> Json:
    won = {"points": points, "win": {"by": "self_draw"}}
    return {"kind": "hand", "document": {"players": {winner: won}}}


def _hand(players: Json) -> Json:
    return {"kind": "hand", "document": {"players": players}}


def _in(checkout: Path, name: str, entries: int) -> dict[str, float]:
    """The same, measured in another process with the code of this checkout."""
    command = [sys.executable, str(Path(__file__).resolve()), "--one", name, str(entries)]
    environment = {"PYTHONPATH": str(checkout), "PATH": "/usr/bin:/bin"}
    finished = subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=True
    )
    found: dict[str, float] = json.loads(finished.stdout)
    return found


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, nargs="+", default=[400, 2000])
    parser.add_argument("--before", type=Path, help="an earlier checkout to measure beside this")
    parser.add_argument("--one", nargs=2, metavar=("GAME", "ENTRIES"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measured(options.one[0], int(options.one[1]))))
        return
    own = Path(__file__).resolve().parents[2]
    print("| game | entries | code | import | sheet | write |\n|---|---|---|---|---|---|")
    for name in GAMES:
        for entries in options.entries:
            checkouts = {"now": own}
            if options.before and entries == options.entries[0]:
                checkouts = {"before": options.before.resolve(), **checkouts}
            for code, checkout in checkouts.items():
                took = " | ".join(f"{took:.2f} s" for took in _in(checkout, name, entries).values())
                print(f"| {name} | {entries:,} | {code} | {took} |", flush=True)


if __name__ == "__main__":
    main()
