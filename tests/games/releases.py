"""Make the games of this release, for later ones to open: ``python -m tests.games.releases``.

Plays an evening of every ruleset and number of players over the API, on SQLite and on PostgreSQL,
and writes into ``tests/games/data/<release>/``:

* ``games.sqlite3.gz``: the database file
* ``games.sql.gz``: the PostgreSQL database as statements, its schema called ``SCHEMA``
* ``expected.json.gz``: by database, each game's keys, its sheet, export and CSV at that time, and
  its last entry as it was sent, with the answer
"""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from flask.testing import FlaskClient

import scorer
from scorer.rules import BOOKS
from tests.games.databases import postgresql, schema, serving, sqlite

__all__ = ["DATA", "GAMES", "SCHEMA"]

DATA = Path(__file__).parent / "data"
SCHEMA = "games_of_a_release"
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve")
GAMES = "/api/v1/games"
OF_THE_PROGRAM = ("--", "\\", "SET ", "SELECT pg_catalog.set_config", "CREATE SCHEMA")
"""Lines of pg_dump that not every PostgreSQL takes, or that a test does itself."""

Json = dict[str, Any]


def won(ruleset: str, seats: str, winner: str, loser: str | None = None) -> Json:
    """A hand of agreed points, drawn by the winner or discarded by ``loser``."""
    by = {"by": "discard", "from": loser} if loser else {"by": "self_draw"}
    others: Json = {"points": 10} if BOOKS[ruleset].payments.losers_score else {}
    own: Json = {"agreed": {"han": 2, "fu": 40}} if ruleset == "riichi" else {"points": 50}
    return {"players": {**dict.fromkeys(seats, others), winner: {**own, "win": by}}}


TILES = {
    3: "111c 999c 567d 678d 55b",
    4: "234b 234c 567d 678d 55b",
    "british": "22b 222c 555d 888d 456b",
    "taiwanese": "234b 234c 567d 678d 55b 999c",
}
"""What South draws 8d to, by number of seats; British hands have one chow."""


def won_with_tiles(ruleset: str, seats: str) -> Json:
    """A hand whose tiles South enters."""
    if ruleset == "american":
        return won(ruleset, seats, "S")
    held = {"concealed": TILES.get(ruleset, TILES[len(seats)]), "winning_tile": "8d"}
    others: Json = {"points": 10} if BOOKS[ruleset].payments.losers_score else {}
    south = {"hand": held, "win": {"by": "self_draw"}}
    return {"players": {**dict.fromkeys(seats, others), "S": south}}


EVENT: Json = {
    "classical": {"event": "misnamed_discard", "by": "S", "to": "E"},
    "british": {"event": "misnamed_discard", "by": "S", "to": "E"},
    "mcr": {"event": "minor_foul", "by": "S", "number": 2},
    "american": {"event": "dead_hand", "by": "S"},
    "riichi": {"event": "chombo", "by": "S"},
    "hongkong": {"event": "false_win", "by": "S"},
}
"""An event of each ruleset that has events."""

DRAWN: Json = {"riichi": {"E": {"tenpai": True, "riichi": True}}}
"""What players hold in a drawn hand, where the ruleset asks."""

OPTIONS: Json = {
    "classical": {"special_hands": "Nine of Ann's: 111a 2345678a Xa 999a  C limit"},
    "riichi": {"chips": "hand", "yakitori": True},
}
"""House rules of a further evening, that a game has to store with it."""


def hand(document: Json) -> Json:
    return {"kind": "hand", "document": document}


def hands_of(ruleset: str, seats: str, *, bets: bool) -> Iterator[Json]:
    """The first hands of an evening: entered with tiles, drawn, and won in both ways."""
    yield hand(won_with_tiles(ruleset, seats))
    yield hand({"players": {}})
    if BOOKS[ruleset].tiles.wild_under:
        yield {"kind": "seats", "goulash": True}
    if drawn := DRAWN.get(ruleset):
        idle = {name: False for held in drawn.values() for name in held}
        yield hand({"players": {**dict.fromkeys(seats, idle), **drawn}})
    yield hand(won(ruleset, seats, "E"))
    yield hand({**won(ruleset, seats, "S", "E"), **({"bet": "S"} if bets else {})})


def entries_of(ruleset: str, count: int) -> list[Json]:
    """An evening with an entry of every kind, the end apart."""
    book = BOOKS[ruleset]
    # The seats of three, in whatever way the table passes the deal on.
    seats = "ESW" if count == 3 else "ESWN"
    found = [*hands_of(ruleset, seats, bets=count == 5 and book.table.fifth == "bets")]
    last = len(found)
    wind: Json = (
        {"prevailing": "S"} if book.table.needs_prevailing and count > 3 else {"dealer_streak": 1}
    )
    return [
        *found,
        {"kind": "replace", "entry": last, "document": won(ruleset, seats, "S", "W")},
        {"kind": "adjust", "moves": {"p1": -25, "p2": 25}, "why": "=agreed"},
        {"kind": "undo", "entry": last + 2},
        {"kind": "undo", "entry": last + 3},
        hand({"players": {}, "events": [EVENT[ruleset]] if ruleset in EVENT else []}),
        {"kind": "players", "p2": "Zoë"},
        {"kind": "seats", **wind},
        hand(won(ruleset, seats, "W", "S")),
    ]


def evenings() -> Iterator[tuple[Json, list[Json]]]:
    """How each game begins, and what is entered in it."""
    for ruleset, book in BOOKS.items():
        for count in (*book.table.players, *([5] if book.table.fifth else [])):
            begins: Json = {"title": f"{book.name}, {count}", "ruleset": ruleset}
            begins["players"] = NAMES[:count]
            entries = entries_of(ruleset, count)
            yield begins, entries
            yield {**begins, "title": f"{book.name}, {count}, over"}, [*entries, {"kind": "close"}]
    yield (
        {"title": "MCR, session over", "ruleset": "mcr", "players": NAMES[:4]},
        [hand(won("mcr", "ESWN", "S"))] * 16,
    )
    for ruleset, options in OPTIONS.items():
        title = f"{BOOKS[ruleset].name}, house rules"
        begins = {"title": title, "ruleset": ruleset, "options": options, "players": NAMES[:4]}
        yield begins, entries_of(ruleset, 4)
    yield forgotten_deposit()


def forgotten_deposit() -> tuple[Json, list[Json]]:
    """Riichi in which a stick is entered only after the next hand was won; its winner takes it."""
    nobody: Json = {seat: {"tenpai": False} for seat in "ESWN"}
    west = {"tenpai": True, "riichi": True}
    corrected: Json = {"players": {**nobody, "W": west}}
    document: Json = {"players": {**nobody, "W": {"tenpai": True}}}
    entries: list[Json] = [hand(document), hand(won("riichi", "ESWN", "S", "N"))]
    entries.append({"kind": "replace", "entry": 1, "document": corrected})
    return {"title": "Forgotten deposit", "ruleset": "riichi", "players": NAMES[:4]}, entries


def seated(entry: Json, sheet: Json) -> Json:
    """The entry with its hand at the seats that the table has: of three, those that are taken."""
    if len(sheet["players"]) != 3 or "document" not in entry:
        return entry
    under = sheet["entries"][entry["entry"] - 1] if "entry" in entry else sheet["state"]
    seat_of = dict(zip("ESW", under["seats"], strict=True))
    document = json.loads(json.dumps(entry["document"]))
    document["players"] = {seat_of[seat]: player for seat, player in document["players"].items()}
    wins = [player["win"] for player in document["players"].values() if "win" in player]
    for fields in [*wins, *document.get("events", ())]:
        named = (name for name in ("from", "by", "to") if fields.get(name) in seat_of)
        fields |= {name: seat_of[fields[name]] for name in named}
    return {**entry, "document": document}


def play(client: FlaskClient) -> list[Json]:
    """Play them; gives what is expected of each."""
    played = []
    for begins, entries in evenings():
        begun = client.post(GAMES, json=begins)
        assert begun.status_code == 201, begun.text
        keys = begun.get_json()["keys"]
        own = f"{GAMES}/{keys['play']}"
        sent: Json = {}
        answer: Json = {}
        for n, entry in enumerate(entries):
            headers = {"Idempotency-Key": f"entry {n}", "X-Player": "Ann"}
            sent = {"after": n, **seated(entry, client.get(own).get_json())}
            written = client.post(f"{own}/entries", json=sent, headers=headers)
            assert written.status_code == 201, (begins, entry, written.text)
            answer = {"name": f"entry {n}", "entry": sent, "answer": written.get_json()}
        played.append(
            {
                "keys": keys,
                "sheet": client.get(own).get_json(),
                "export": client.get(f"{own}/export.json").get_json(),
                "csv": client.get(f"{own}/export.csv").text,
                "last": answer,
            }
        )
    return played


def as_statements(address: str) -> str:
    """The PostgreSQL database at this address as plain SQL."""
    (path,) = parse_qs(urlsplit(address).query)["options"]
    own = unquote(path).partition("=")[2]
    command = ["pg_dump", "--inserts", "--no-owner", "--no-privileges", f"--schema={own}"]
    dumped = subprocess.run(
        [*command, postgresql()], capture_output=True, text=True, check=True
    ).stdout
    lines = [line for line in dumped.splitlines() if not line.startswith(OF_THE_PROGRAM)]
    return "\n".join(filter(None, lines)).replace(own, SCHEMA) + "\n"


def make() -> None:
    """Write the files of this release. Raises FileExistsError where they are there."""
    expected: Json = {}
    files = {}
    with TemporaryDirectory() as temporary:
        address = sqlite(Path(temporary))
        with serving(address) as app:
            expected["sqlite"] = play(app.test_client())
        file, whole = Path(address.removeprefix("sqlite:///")), Path(temporary) / "whole"
        shutil.copy(file, whole)
        with closing(sqlite3.connect(file)) as read, closing(sqlite3.connect(whole)) as copy:
            read.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            copy.execute("VACUUM")
        files["games.sqlite3.gz"] = whole.read_bytes()
    with schema() as address:
        with serving(address) as app:
            expected["postgresql"] = play(app.test_client())
        files["games.sql.gz"] = as_statements(address).encode()
    files["expected.json.gz"] = json.dumps(expected, separators=(",", ":")).encode()
    folder = DATA / scorer.__version__
    folder.mkdir(parents=True)
    for name, data in files.items():
        # The same bytes for the same data.
        (folder / name).write_bytes(gzip.compress(data, 9, mtime=0))


if __name__ == "__main__":
    make()
