"""The dearest single requests that we know of, in milliseconds of processor time.

    python benchmarks/server/dearest.py [--hands 400] [--seed 1]

Each goes through the WSGI application, new to it, so that nothing of it is remembered: cards at the
limits in every direction, each as a form, a score and a list of winning tiles; hands and tables of
a goulash with wild tiles, drawn at random, of which the dearest counts; and the texts of
``hostile.py``. The aim is 250 ms for each. A shared machine may need half as much again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from flask.testing import FlaskClient

from scorer.service import create_app
from tests.card.test_work import CARDS
from tests.drawn import random_document, random_table

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
RACKS = (
    "FFF 2222b 444c 8888b",
    "E S W N 1b 3b 5b 7c 9c 2d 4d J J J",
    "J J J J J J J J F F F F F F",
)
Request = tuple[str, str, object]
"""A path, a kind of body, and the body."""


def of_cards() -> Iterator[tuple[str, Request]]:
    """Each card with each rack, for every address that takes a rack."""
    number = 0
    for name, text in CARDS.items():
        for rack in RACKS:
            tiles = rack.split()

            def document(text: str = text, **fields: object) -> dict[str, object]:
                nonlocal number
                number += 1
                # A name of its own, so that no answer has compiled the card before.
                card = f"@name Of {number}\n[A]\n{text}"
                return {"ruleset": "american", "options": {"card": card}, **fields}

            won = {"concealed": rack, "winning_tile": tiles[-1][-2:]}
            win = {"by": "self_draw"}
            yield f"score, {name}", ("/api/v1/score", JSON, document(hand=won, seat="W", win=win))
            waiting = {"concealed": "FFF 2222b 444c 888b"}
            yield f"waits, {name}", ("/api/v1/waits", JSON, document(hand=waiting, seat="W"))
            for path in ("/", "/card"):
                card: Any = document()["options"]
                form = {"rules": "american", "o.card": card["card"], "hand": rack, "go": "1"}
                yield f"the form at {path}, {name}", (path, FORM, form)


def of_goulashes(rng: random.Random, count: int) -> Iterator[tuple[str, Request]]:
    """Hands and tables with at least three of the four wild tiles."""
    while count:
        document = random_document(rng, "british", won=True)
        if wild_tiles(document) < 3:
            continue
        count -= 1
        yield "score, a goulash", ("/api/v1/score", JSON, document)
        waiting = {name: document[name] for name in ("ruleset", "options", "seat")}
        waiting["hand"] = {
            name: value for name, value in document["hand"].items() if name != "winning_tile"
        }
        yield "waits, a goulash", ("/api/v1/waits", JSON, waiting)
        table = random_table(rng, "british")
        if wild_tiles(table):
            yield "settle, a goulash", ("/api/v1/settle", JSON, table)


def wild_tiles(document: Any) -> int:
    """How many a hand, or a table, holds."""
    kind = document.get("options", {}).get("goulash")
    hands = [
        player["hand"]
        for player in document.get("players", {"": document}).values()
        if "hand" in player
    ]
    held = " ".join(json.dumps(hand) for hand in hands)
    return held.count("J") if kind == "blanks" else held.count("2b") if kind else 0


def of_texts() -> Iterator[tuple[str, Request]]:
    """Bodies as long as they may be."""
    melds = [{"tiles": "1" * 248 + "s" + "1" * 249 + "sb"}] * 255
    long = {"ruleset": "classical", "hand": {"concealed": "1b", "melds": melds}}
    yield "long tiles", ("/api/v1/score", JSON, long)
    name = {"rules": "american", "o.card": "x\n@name " + " " * 64_000 + "#x", "go": "1"}
    yield "a long name of a card", ("/waits", FORM, name)
    repeated = "rules=classical&go=1" + "&with=last_discard" * 28_000
    yield "a field repeated", ("/", FORM, repeated)


def spent(client: FlaskClient, request: Request) -> tuple[float, int]:
    """Milliseconds of processor for one request, and the status it was answered with."""
    path, kind, body = request
    body_arguments: dict[str, Any] = (
        {"json": body} if kind == JSON else {"data": body, "content_type": kind}
    )
    began = time.process_time()
    answer = client.post(path, **body_arguments)
    return (time.process_time() - began) * 1e3, answer.status_code


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    client = create_app({"LOG_REQUESTS": False, "CLIENT_SECONDS": 0}).test_client()
    worst: dict[str, tuple[float, int]] = {}
    for source in (
        of_cards(),
        of_goulashes(random.Random(options.seed), options.hands),
        of_texts(),
    ):
        for name, request in source:
            worst[name] = max(worst.get(name, (0.0, 0)), spent(client, request))
    for name, (milliseconds, status) in sorted(worst.items(), key=lambda item: -item[1][0]):
        print(f"{milliseconds:8.0f} ms  {status}  {name}")


if __name__ == "__main__":
    main()
